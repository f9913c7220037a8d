"""Arrays as the functions of this room see them. Compiled, each of these gives bare memory (``bare.py``)."""

from __future__ import annotations

from collections.abc import Callable
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


def write(array: Any, at: int, text: str) -> int:
    """Writes the bytes of a text that is known beforehand; where they end."""
    code = text.encode()
    array[at : at + len(code)] = list(code)
    return at + len(code)


class lookup:  # noqa: N801 - used as a function
    """A list whose members a function gives: ``function(whole, place)``."""

    def __init__(self, function: Callable[[Any, int], Any], whole: Any) -> None:
        self.function = function
        self.whole = whole

    def __getitem__(self, place: int) -> Any:
        """The member at a place."""
        return self.function(self.whole, place)


def kratzen_options(array: Any) -> kratzen.Options:
    """The house rules of Kratzen from a row of the rule book."""
    return kratzen.Options(*array[: len(kratzen.Options._fields)])


def schnellen_options(array: Any) -> schnellen.Options:
    """The house rules of Schnellen from a row of the rule book."""
    return schnellen.Options(*array[: len(schnellen.Options._fields)])
