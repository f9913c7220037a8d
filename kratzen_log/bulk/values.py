"""What an expression is while a function is translated: numbers, memory, and tuples of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

SIZES: Final = {"u8": "i8", "i8": "i8", "i64": "i64"}
"""Kinds of numbers in memory, and how the machine calls them."""


class Num(NamedTuple):
    """A whole number of 64 bits."""

    ref: str


class Bit(NamedTuple):
    """The answer of a comparison."""

    ref: str


class Memory(NamedTuple):
    """Numbers of a ``kind`` from an address on. Memory of different regions never overlaps."""

    ref: str
    kind: str
    region: str


class Span(NamedTuple):
    """Memory with a count: what a loop, ``len``, ``min`` and ``max`` take."""

    start: Memory
    size: str


class Rows(NamedTuple):
    """Rows of ``width`` numbers each."""

    start: Memory
    width: int


class Named(NamedTuple):
    """Numbers in memory that have names, such as the options of a game."""

    start: Memory
    names: tuple[str, ...]


class Several(NamedTuple):
    """A tuple; with ``names`` a named one."""

    items: tuple[Any, ...]
    names: tuple[str, ...] = ()


class Lookup(NamedTuple):
    """A list whose members a function gives from a tuple and a place."""

    function: Any
    whole: Several


class Fixed(NamedTuple):
    """What is known already: a constant, a function, a module."""

    what: Any


Shape = tuple[Any, ...]
NUMBER: Final[Shape] = (Num,)


def shape_of(value: Any) -> Shape:
    """What a value is, without where it stands: a function is translated once for each."""
    match value:
        case Num() | Bit():
            return NUMBER
        case Memory():
            return (Memory, value.kind, value.region)
        case Span():
            return (Span, shape_of(value.start))
        case Rows():
            return (Rows, shape_of(value.start), value.width)
        case Named():
            return (Named, shape_of(value.start), value.names)
        case Lookup():
            return (Lookup, value.function, shape_of(value.whole))
        case Several():
            return (Several, tuple(shape_of(item) for item in value.items), value.names)
    if isinstance(value.what, int):
        return NUMBER
    return (Fixed, value.what)


def types_of(shape: Shape) -> list[str]:
    """The machine's types of all parts of a value."""
    if shape[0] is Num:
        return ["i64"]
    if shape[0] is Memory:
        return ["ptr"]
    if shape[0] is Span:
        return ["ptr", "i64"]
    if shape[0] in (Rows, Named):
        return ["ptr"]
    if shape[0] is Lookup:
        return types_of(shape[2])
    if shape[0] is Several:
        return [kind for part in shape[1] for kind in types_of(part)]
    return []


def rebuilt(shape: Shape, refs: Iterator[str]) -> Any:
    """A value of a shape from its parts."""
    kind = shape[0]
    if kind is Num:
        return Num(next(refs))
    if kind is Memory:
        return Memory(next(refs), shape[1], shape[2])
    if kind is Span:
        return Span(rebuilt(shape[1], refs), next(refs))
    if kind in (Rows, Named):
        return kind(rebuilt(shape[1], refs), shape[2])
    if kind is Lookup:
        return Lookup(shape[1], rebuilt(shape[2], refs))
    if kind is Several:
        return Several(tuple(rebuilt(part, refs) for part in shape[1]), shape[2])
    return Fixed(shape[1])
