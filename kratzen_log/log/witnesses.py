"""Where logs that were put together contradict each other: kept beside the value that stands, under ``x``."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct

from kratzen_log.log.model import Record

WITNESSES: Final = "kratzen:witnesses"
"""The key under ``x`` of a record whose value is a list of contradictions."""
OTHERS: Final = "kratzen:others"
"""The key under ``x`` for what other logs had there that is no contradiction: remarks, times, private keys."""
MERGED_FROM: Final = "kratzen:merged_from"
"""The key under ``x`` of the session record that names the logs put together, and the seal of each."""


class Contradiction(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Two witnesses of one thing: ``first`` says ``value``, which stands, ``other`` says ``other_value``.

    ``key`` is the key of the record; ``trick`` and ``play`` count from 1 (0: no place), ``seat`` is a letter.
    A value is JSON as a log writes it; None: that it was not.
    """

    key: str
    trick: int = 0
    play: int = 0
    seat: str = ""
    first: str
    value: Any = None
    other: str
    other_value: Any = None


def contradictions(record: Record) -> tuple[list[Contradiction], int]:
    """The contradictions a record keeps, and how many entries cannot be read as one."""
    if record.x is UNSET or WITNESSES not in record.x:
        return [], 0
    held = record.x[WITNESSES]
    if not isinstance(held, list):
        return [], 1
    found = []
    broken = 0
    for entry in held:
        try:
            found.append(msgspec.convert(entry, Contradiction))
        except msgspec.ValidationError:
            broken += 1
    return found, broken
