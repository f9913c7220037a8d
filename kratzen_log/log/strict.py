"""JSON read strictly, with the place of every fault (FORMAT 1).

Slower than a library and used only on lines that are not plainly in order. Libraries drop the first of two
equal keys, take NaN, and overflow on depth; here each of these is a ``Fault`` with offset and pointer.
There is no recursion over the input.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from kratzen_log.kernel.accounts import SAFE
from kratzen_log.texts.safe import pointer_step

DEPTH: Final = 32

_SPACE: Final = re.compile(rb"[ \t\r\n]*")
_NUMBER: Final = re.compile(rb"-?[0-9][0-9]*(?:\.[0-9]*)?(?:[eE][+-]?[0-9]*)?")
_BAD_NUMBER: Final = re.compile(rb"[+-]?(?:NaN|Infinity|nan|inf|Inf|0[xX][0-9a-fA-F]+|\.[0-9]+|\+[0-9.]+|[0-9]+(?:[,'_\xc2\xa0 ][0-9]+)*)")
_INTEGER: Final = re.compile(rb"-?(?:0|[1-9][0-9]*)\Z")
_PLAIN: Final = re.compile(rb'[^"\\\x00-\x1f]*')
_ESCAPES: Final = {
    ord('"'): '"', ord("\\"): "\\", ord("/"): "/", ord("b"): "\b", ord("f"): "\f", ord("n"): "\n", ord("r"): "\r",
    ord("t"): "\t",
}
_TYPOGRAPHIC: Final = tuple(mark.encode() for mark in "„“”‟«»‚‘’‹›")
_WORDS: Final = {b"true": True, b"false": False, b"null": None}


class Fault(Struct, frozen=True):
    """What is wrong with a piece of JSON: a code of FINDINGS, the byte offset, the RFC 6901 pointer, and facts."""

    code: str
    offset: int
    pointer: str
    facts: dict[str, Any]


class _Broken(Exception):
    """Carries a fault out of the scanner."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.code)
        self.fault = fault


class _Frame:
    """An object or array that is still open."""

    __slots__ = ("at", "key", "keys", "value")

    def __init__(self, value: dict[str, Any] | list[Any]) -> None:
        self.value = value
        self.key: str | None = None
        self.keys: dict[str, int] = {}
        self.at = 0


def scan(data: bytes, depth: int = DEPTH, start: int = 0) -> tuple[Any, int, Fault | None]:
    """One JSON value of ``data`` from ``start``: the value, its length, and the first fault (offset from ``start``).

    After ``json.number``, ``json.duplicate-key`` and ``json.surrogate`` reading goes on to the end of the value,
    so that the end is known; after ``json.syntax`` and ``json.depth`` it stops, and the length is that of the rest.
    """
    reader = _Reader(data, depth, start)
    try:
        value = reader.read()
        fault = reader.fault
    except _Broken as broken:
        value, fault = None, reader.fault or broken.fault
        reader.at = len(data)
    return value, reader.at - start, replace(fault, offset=fault.offset - start) if fault and start else fault


class Span(Struct, frozen=True):
    """Where a value stands, in bytes: ``start`` is that of its key, if it has one, ``value`` its own, ``end`` behind it."""

    start: int
    value: int
    end: int


def places(data: bytes, start: int = 0) -> dict[str, Span]:
    """The place of every value of the JSON value of ``data`` that begins at ``start``, by its pointer (RFC 6901; "" is all of it).

    What follows the first fault is left out.

    >>> places(b'{"a":[1,22]}')["/a/1"]
    Span(start=8, value=8, end=10)
    """
    reader = _Surveyor(data, DEPTH, start)
    first = start
    with suppress(_Broken):
        reader.space()
        first = reader.at
        reader.read()
    reader.found.setdefault("", Span(first, first, reader.at))
    return reader.found


class _Reader:
    """The scanner: a position, a stack of open containers, the first fault met."""

    def __init__(self, data: bytes, depth: int, start: int) -> None:
        self.data = data
        self.depth = depth
        self.start = self.at = start
        self.fault: Fault | None = None
        self.stack: list[_Frame] = []

    def pointer(self) -> str:
        """The pointer of the place being read; while a key is read, that of the object it belongs to."""
        steps = [frame.key if isinstance(frame.value, dict) else str(len(frame.value)) for frame in self.stack]
        return "".join("/" + pointer_step(step) for step in steps if step is not None)

    def note(self, code: str, offset: int, **facts: Any) -> None:
        """Keeps the first fault."""
        if self.fault is None:
            self.fault = Fault(code, offset, self.pointer(), facts)

    def stop(self, hint: str, offset: int | None = None) -> _Broken:
        """The exception for something that is not JSON."""
        at = self.at if offset is None else offset
        return _Broken(Fault("json.syntax", at, self.pointer(), {"hint": hint}))

    def space(self) -> int:
        """Skips white space; the byte that follows, or -1 at the end."""
        match = _SPACE.match(self.data, self.at)
        self.at = match.end() if match else self.at
        return self.data[self.at] if self.at < len(self.data) else -1

    def read(self) -> Any:
        """The value at the position."""
        while True:
            byte = self.space()
            if byte in (0x7B, 0x5B):
                self.open({} if byte == 0x7B else [])
                if self.space() == (0x7D if byte == 0x7B else 0x5D):
                    value: Any = self.close()
                elif byte == 0x7B:
                    self.read_key()
                    continue
                else:
                    continue
            else:
                value = self.scalar(byte)
            while True:
                if not self.stack:
                    return value
                self.put(value)
                if not self.next():
                    break
                value = self.close()

    def open(self, value: dict[str, Any] | list[Any]) -> None:
        """Enters an object or array."""
        if len(self.stack) == self.depth:
            raise _Broken(Fault("json.depth", self.at, self.pointer(), {"limit": self.depth}))
        self.stack.append(_Frame(value))
        self.at += 1

    def close(self) -> Any:
        """Leaves an object or array."""
        self.at += 1
        return self.stack.pop().value

    def put(self, value: Any) -> None:
        """Stores a value in the innermost container."""
        frame = self.stack[-1]
        if isinstance(frame.value, list):
            frame.value.append(value)
        elif frame.key is not None:
            frame.value[frame.key] = value

    def next(self) -> bool:
        """After a value: True when the innermost container closes here."""
        frame = self.stack[-1]
        byte = self.space()
        closing = 0x7D if isinstance(frame.value, dict) else 0x5D
        if byte == closing:
            return True
        if byte != 0x2C:
            raise self.stop(f"a comma or {chr(closing)} is missing" if byte >= 0 else f"{chr(closing)} is missing at the end")
        comma = self.at
        self.at += 1
        if self.space() == closing:
            raise self.stop("a comma stands before the closing bracket", comma)
        if isinstance(frame.value, dict):
            self.read_key()
        return False

    def read_key(self) -> None:
        """The key of the next member, and its colon."""
        frame = self.stack[-1]
        frame.key = None
        start = self.at
        if self.space() != 0x22:
            raise self.stop(self.instead("a key in double quotes is missing"))
        frame.key = key = self.string()
        if key in frame.keys:
            self.note("json.duplicate-key", start, key=key, first=frame.keys[key] - self.start + 1)
        frame.keys.setdefault(key, start)
        if self.space() != 0x3A:
            raise self.stop("a colon is missing after the key")
        self.at += 1

    def scalar(self, byte: int) -> Any:
        """A string, number, true, false or null."""
        start = self.at
        if byte == 0x22:
            return self.string()
        for word, value in _WORDS.items():
            if self.data.startswith(word, start):
                self.at += len(word)
                return value
        match = None if self.data[start : start + 2].lower() == b"0x" else _NUMBER.match(self.data, start)
        if match:
            self.at = match.end()
            text = match.group()
            if not _INTEGER.match(text):
                self.note("json.number", start, text=_shown(text), hint="write whole numbers without point or exponent")
                return 0
            if len(text) > 17 or abs(int(text)) > SAFE:
                self.note("json.number", start, text=_shown(text), hint="no number may pass 9007199254740991")
                return 0
            return int(text)
        match = _BAD_NUMBER.match(self.data, start)
        if match:
            self.at = match.end()
            self.note("json.number", start, text=_shown(match.group()), hint="write whole numbers in decimal digits")
            return 0
        raise self.stop(self.instead("a value is missing" if byte in (0x2C, 0x7D, 0x5D) else "this is no JSON value"))

    def instead(self, hint: str) -> str:
        """What stands where a key or a value should: the end of the line, a quotation mark of a word processor, or else."""
        if self.at >= len(self.data):
            return "the line ends here; a record stands on one line, from { to }"
        if self.data.startswith(_TYPOGRAPHIC, self.at):
            return 'a typographic quotation mark stands here; type "'
        return hint

    def string(self) -> str:
        """A string; lone surrogates are a fault."""
        start = self.at
        self.at += 1
        parts: list[str] = []
        while True:
            match = _PLAIN.match(self.data, self.at)
            if match and match.end() > self.at:
                parts.append(match.group().decode("utf-8", "replace"))
                self.at = match.end()
            if self.at >= len(self.data):
                raise self.stop("a closing quote is missing", start)
            byte = self.data[self.at]
            if byte == 0x22:
                self.at += 1
                break
            if byte != 0x5C:
                raise self.stop("a control character stands in a string; write it as an escape")
            parts.append(self.escaped())
        text = "".join(parts)
        if not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text):
            self.note("json.surrogate", start)
            text = text.encode("utf-8", "replace").decode("utf-8")
        return text

    def escaped(self) -> str:
        r"""One escape; two ``\\u`` escapes that make up a pair are one character."""
        following = self.data[self.at + 1 : self.at + 2]
        if following and following[0] in _ESCAPES:
            self.at += 2
            return _ESCAPES[following[0]]
        unit = self.unit(self.at)
        if unit is None:
            raise self.stop("this escape does not exist")
        self.at += 6
        if 0xD800 <= unit < 0xDC00:
            low = self.unit(self.at)
            if low is not None and 0xDC00 <= low < 0xE000:
                self.at += 6
                return chr(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00))
        return chr(unit)

    def unit(self, at: int) -> int | None:
        r"""The UTF-16 unit of a ``\\uXXXX`` escape."""
        piece = self.data[at : at + 6]
        if len(piece) == 6 and piece[:2] == b"\\u" and re.fullmatch(rb"[0-9a-fA-F]{4}", piece[2:]):
            return int(piece[2:], 16)
        return None


class _Surveyor(_Reader):
    """The scanner, noting where everything stands."""

    def __init__(self, data: bytes, depth: int, start: int) -> None:
        super().__init__(data, depth, start)
        self.found: dict[str, Span] = {}
        self.keys: dict[str, int] = {}
        self.values: dict[str, int] = {}

    def read_key(self) -> None:
        self.space()
        start = self.at
        super().read_key()
        self.keys[self.pointer()] = start

    def open(self, value: dict[str, Any] | list[Any]) -> None:
        self.values[self.pointer()] = self.at
        super().open(value)

    def scalar(self, byte: int) -> Any:
        self.values[self.pointer()] = self.at
        return super().scalar(byte)

    def put(self, value: Any) -> None:
        here = self.pointer()
        start = self.values[here]
        self.found[here] = Span(self.keys.get(here, start), start, self.at)
        super().put(value)


def _shown(text: bytes) -> str:
    """A number as a message quotes it, shortened."""
    shown = text.decode("ascii", "replace")
    return shown if len(shown) <= 40 else f"{shown[:30]}… ({len(shown)} characters)"
