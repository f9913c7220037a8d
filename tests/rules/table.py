"""What a row of the tables of cases says."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from tests.rules.dealing import Dealt


class Case(NamedTuple):
    """A paragraph, what is tried, a session, and what follows: the codes found, stacks and pot at the end.

    ``cites`` is a paragraph that a step or a finding of the session must name.
    """

    rule: str
    says: str
    game: str
    players: int
    deals: tuple[Dealt, ...]
    rules: Mapping[str, Any] = MappingProxyType({})
    start: list[int] | None = None
    codes: tuple[str, ...] = ()
    stacks: list[int] | None = None
    pot: int | None = None
    cites: str = ""
