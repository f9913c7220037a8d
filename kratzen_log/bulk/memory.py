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


def zeros_below(number: int) -> int:
    """How many bits stand below the lowest one that is set; 64 where none is."""
    low = int(number) & -int(number)
    return (low & (1 << 64) - 1).bit_length() - 1 if number else 64


def ones(number: int) -> int:
    """How many bits are set."""
    return (int(number) & (1 << 64) - 1).bit_count()


def high(number: int, by: int) -> int:
    """A number shifted down, zeros coming in above."""
    return (int(number) & (1 << 64) - 1) >> int(by)


def kratzen_options(array: Any) -> kratzen.Options:
    """The house rules of Kratzen from a row of the rule book."""
    return kratzen.Options(*array[: len(kratzen.Options._fields)])


def schnellen_options(array: Any) -> schnellen.Options:
    """The house rules of Schnellen from a row of the rule book."""
    return schnellen.Options(*array[: len(schnellen.Options._fields)])
