"""Arrays as the functions of this room see them. Compiled, each of these gives bare memory (``bare.py``)."""

from __future__ import annotations

from typing import Any

from kratzen_log.games import kratzen, schnellen


def bare(array: Any) -> Any:
    """The numbers of a flat array."""
    return array


def shift(array: Any, at: int) -> Any:
    """The numbers from a place on."""
    return array[at:]


def part(array: Any, at: int, count: int) -> Any:
    """So many numbers from a place on, with their count."""
    return array[at : at + count]


def grid(array: Any, at: int, rows: int, columns: int) -> Any:
    """Rows of numbers from a place on."""
    return array[at : at + rows * columns].reshape(rows, columns)


def eight(data: Any, at: int) -> int:
    """Eight bytes as one number, the first the lowest."""
    return int.from_bytes(bytes(data[at : at + 8]), "little", signed=True)


def before_quote(data: Any, at: int) -> int:
    """How many of the next eight bytes stand before a quotation mark; 8 where there is none."""
    found = bytes(data[at : at + 8]).find(b'"')
    return found if found >= 0 else 8


def kratzen_options(array: Any) -> kratzen.Options:
    """The house rules of Kratzen from a row of the rule book."""
    return kratzen.Options(*array[: len(kratzen.Options._fields)])


def schnellen_options(array: Any) -> schnellen.Options:
    """The house rules of Schnellen from a row of the rule book."""
    return schnellen.Options(*array[: len(schnellen.Options._fields)])
