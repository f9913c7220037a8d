"""``telling.block`` as machine code, made as that of the bulk room."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kratzen_log.bulk import values
from kratzen_log.bulk.compiled import ANEW, LINES, NUMBER, TABLES, Entry, compiled, numbers
from kratzen_log.export import telling

BLOCK: Final = Entry(
    telling.block,
    (
        LINES, NUMBER, NUMBER, ANEW, numbers("keys"), numbers("cards", "i8"), numbers("book"),
        numbers("texts"), TABLES, numbers("session"), numbers("record"), numbers("work"), numbers("counts"),
        (values.Several, tuple(numbers(name) for name in ("sessions", "deals", "results", "plays", "ledger")), ()), numbers("limits"),
    ),
)


def block() -> Callable[..., int]:
    """``telling.block``, compiled."""
    return compiled(BLOCK)
