"""A log cut into parts of whole sessions, counted without reading more than their heads.

Where a part ends depends on the log and the size asked for, never on who reads it: the same log gives the same
parts, plain or compressed, on one core or on a hundred machines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from typing import Final

from msgspec import Struct

from kratzen_log.export.places import opened
from kratzen_log.log.codec import Entry, read_lines, read_pieces
from kratzen_log.log.container import BOM, GZIP, ZSTD, Limits, Torn, unpacked
from kratzen_log.log.document import array_of_records
from kratzen_log.log.loading import sessions_of
from kratzen_log.log.model import End, Head

PART: Final = 1 << 24
"""Bytes of a part, unpacked; it goes on to the end of its last session."""
_HEAD: Final = b'"session"'
_MAYBE: Final = re.compile(rb'"session"|\\')


class Part(Struct, frozen=True):
    """Bytes of an unpacked log from the first session of a part to the next part; how many sessions, and how many before.

    ``line`` is the number of its first line.
    """

    begin: int
    end: int
    first: int
    sessions: int
    line: int = 1

    @property
    def size(self) -> int:
        """Its bytes."""
        return self.end - self.begin


class Cut(Struct, frozen=True):
    """A log and its parts. ``lines`` false: a document; ``packed``: it can only be read from its beginning."""

    place: str
    parts: tuple[Part, ...] = ()
    lines: bool = True
    packed: bool = False

    @property
    def sessions(self) -> int:
        """How many sessions the log holds."""
        return sum(part.sessions for part in self.parts)

    @property
    def size(self) -> int:
        """Its bytes, unpacked."""
        return self.parts[-1].end if self.parts else 0


def cut(place: str, size: int = PART, limits: Limits = Limits(), *, after_end: bool = False) -> Cut:
    """The parts of a log; with ``after_end`` each but the first follows an ``end``.

    Raises ``OSError`` where it cannot be opened.
    """
    with closing(opened(place)) as file:
        start = file.read(4)
        packed = start.startswith((GZIP, ZSTD))
        file.seek(0)
        pieces = unpacked(file, limits)
        torn: list[Torn] = []
        head = _first(pieces, limits, torn)
        if array_of_records(head.removeprefix(BOM)) >= 0:
            return _document(place, head, pieces, limits, torn, packed=packed)
        counter = _Counter(size, limits, after_end=after_end)
        for block in _blocks(head, pieces, torn):
            counter.take(block)
        return Cut(place, counter.close(torn), packed=packed)


def _first(pieces: Iterator[bytes], limits: Limits, torn: list[Torn]) -> bytes:
    """As much as shows the container."""
    head = b""
    try:
        for piece in pieces:
            head += piece
            if len(head) > limits.line:
                break
    except Torn as error:
        torn.append(error)
    return head


def _document(place: str, head: bytes, pieces: Iterator[bytes], limits: Limits, torn: list[Torn], *, packed: bool) -> Cut:
    """A document is one part."""
    size = 0

    def counted() -> Iterator[bytes]:
        nonlocal size
        for piece in _chain(head, pieces, torn):
            size += len(piece)
            yield piece
        if torn:
            raise torn[0]

    sessions = sum(1 for _ in sessions_of(read_pieces(counted(), limits)))
    return Cut(place, (Part(0, size, 0, sessions),), lines=False, packed=packed)


def _chain(head: bytes, pieces: Iterator[bytes], torn: list[Torn]) -> Iterator[bytes]:
    if head:
        yield head
    if torn:
        return
    try:
        yield from pieces
    except Torn as error:
        torn.append(error)


def _blocks(head: bytes, pieces: Iterator[bytes], torn: list[Torn]) -> Iterator[bytes]:
    """Pieces joined to blocks of whole lines; the last may lack its line feed."""
    held: list[bytes] = []
    size = 0
    for piece in _chain(head, pieces, torn):
        held.append(piece)
        size += len(piece)
        at = piece.rfind(b"\n") + 1
        if size >= 1 << 20 and at:
            yield b"".join((*held[:-1], piece[:at]))
            held, size = [piece[at:]], len(piece) - at
    if size:
        yield b"".join(held)


class _Counter:
    """Counts sessions block by block."""

    def __init__(self, size: int, limits: Limits, *, after_end: bool) -> None:
        self.size = size
        self.limits = limits
        self.after_end = after_end
        self.tail = b""
        self.line = self.lines = 1
        self.at = 0
        self.begin = 0
        self.closed = 0
        self.before = 0
        self.begun = False
        self.held = False
        self.parts: list[Part] = []

    def take(self, block: bytes) -> None:
        """The next block of whole lines."""
        at = 0
        while not self.begun and at < len(block):
            after = block.find(b"\n", at) + 1 or len(block)
            self._line(block, at, after)
            at = after
        odd = b"\\" in block
        while True:
            match = _MAYBE.search(block, at) if odd else None
            found = (match.start() if match else -1) if odd else block.find(_HEAD, at)
            if found < 0:
                break
            begin = block.rfind(b"\n", 0, found) + 1
            after = block.find(b"\n", found) + 1 or len(block)
            self._line(block, begin, after)
            at = after
        self.at += len(block)
        self.lines += block.count(b"\n")
        self.tail = block.rstrip()[-self.limits.line :].rsplit(b"\n", 1)[-1] or self.tail

    def _follows_end(self, before: bytes) -> bool:
        """Whether the last record before a place is an ``end``."""
        entries = _entries(before.rstrip().rsplit(b"\n", 1)[-1] or self.tail, self.limits)
        return bool(entries) and isinstance(entries[-1].record, End)

    def _line(self, block: bytes, begin: int, after: int) -> None:
        entries = _entries(block[begin:after], self.limits)
        for place, entry in enumerate(entries):
            if isinstance(entry.record, Head) and self.begun:
                self.closed += 1
                if place == 0 and self.at + begin - self.begin >= self.size and (not self.after_end or self._follows_end(block[:begin])):
                    self._part(self.at + begin, self.lines + block.count(b"\n", 0, begin))
            self.begun = self.begun or entry.record is not None
            self.held = True

    def _part(self, end: int, line: int) -> None:
        self.parts.append(Part(self.begin, end, self.before, self.closed - self.before, self.line))
        self.begin, self.before, self.line = end, self.closed, line

    def close(self, torn: list[Torn]) -> tuple[Part, ...]:
        """All parts, after the last block."""
        if self.held or torn:
            self.closed += 1
        if self.closed > self.before:
            self._part(self.at, self.lines)
        return tuple(self.parts)


def _entries(line: bytes, limits: Limits) -> list[Entry]:
    return list(read_lines(iter((line,)), limits, 1, 0))


def parts_of(one: Cut, wanted: tuple[Part, ...], limits: Limits = Limits()) -> Iterator[tuple[bytes, Torn | None]]:
    """The bytes of some parts of a log in order, each with why it ends early, if it does."""
    with closing(opened(one.place)) as file:
        if not one.packed:
            for part in wanted:
                file.seek(part.begin)
                yield file.read(part.end - part.begin), None
            return
        pieces = unpacked(file, limits)
        held = b""
        at = 0
        for part in wanted:
            torn = None
            many = [held]
            got = at + len(held)
            try:
                while got < part.end or part is one.parts[-1]:
                    piece = next(pieces, b"")
                    if not piece:
                        break
                    many.append(piece)
                    got += len(piece)
            except Torn as error:
                torn = error
            whole = b"".join(many)
            yield whole[part.begin - at : part.end - at], torn
            held, at = whole[part.end - at :], part.end
