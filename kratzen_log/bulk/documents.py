"""A log that is one JSON document, as lines: each record on a line of its own, and what each line was in the document."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Generator, Iterator
from typing import Any, Final

import numpy as np

from kratzen_log.bulk import compiled, unfolding
from kratzen_log.bulk.parts import PAD
from kratzen_log.bulk.unfolding import COUNT, FAILED, SPAN, START, TO, WHERE
from kratzen_log.bulk.unfolding import LINE as C_LINE
from kratzen_log.log.codec import Entry, read_lines, read_raws
from kratzen_log.log.container import Limits, Raw, Torn
from kratzen_log.log.document import Cutter

ELEMENTS: Final = compiled.Entry(
    unfolding.elements,
    (
        compiled.LINES, compiled.NUMBER, compiled.NUMBER, compiled.numbers("out", "u8"), compiled.numbers("spans"),
        compiled.numbers("counts"), compiled.NUMBER,
    ),
)
ROOM: Final = 1 << 12
"""Records that are cut at once."""
UNREADABLE: Final = b"!"
"""The line of what only the general reader understands."""


class Lines:
    """A log that is lines: they are what they are."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits

    def read(self, pieces: Iterator[bytes], line: int, index: int) -> Generator[Entry, None, int]:
        """The entries of lines, from a line and a record number on; returns the next record number."""
        return read_lines(pieces, self.limits, line, index)

    def let_go(self, line: int) -> None:
        """Nothing is asked any more of what stands before a line."""

    def rest(self, index: int) -> Iterator[Entry]:
        """What comes after the last line, from a record number on."""
        return self.read(iter(()), 1, index)


class Document(Lines):
    """A document: records are cut by compiled code where they are plainly in order, else as ``log.document`` does.

    ``plain``: whether the lines say all that it holds.
    """

    def __init__(self, head: bytes, pieces: Iterator[bytes], limits: Limits, first: Raw | None = None, cut: Callable[..., int] | None = None) -> None:
        super().__init__(limits)
        self.cut = cut or compiled.compiled(ELEMENTS)
        self.cutter = Cutter(head, limits.line)
        self.cutter.stepwise = True
        self.source = pieces
        self.first = first
        self.torn: list[Torn] = []
        self.plain = first is None
        self.last: list[Raw] = []
        self.line = 1
        self.starts: list[int] = []
        self.held: list[Raw | tuple[bytes, Any]] = []
        self.spans = np.zeros((ROOM, SPAN), np.int64)
        self.state = np.zeros(unfolding.C_SIZE, np.int64)
        self.window = b""
        self.array = self.out = np.empty(0, np.uint8)

    def pieces(self) -> Iterator[bytes]:
        """The lines."""
        cutter = self.cutter
        if self.first is not None:
            yield self._apart(self.first)
        while not cutter.closed:
            if cutter.between:
                done, short = self._quick()
                if done:
                    yield done
                    continue
                if short and not cutter.final:
                    cutter.take(self._next())
                    continue
            before = cutter.at
            raws = list(cutter.cut())
            if raws:
                yield b"".join(map(self._apart, raws))
            elif cutter.at == before:
                if cutter.final:
                    break
                cutter.take(self._next())
        self.last = list(cutter.rest(iter(self._next, b"")))
        self.plain = self.plain and not self.last and not self.torn

    def _next(self) -> bytes:
        """The next piece of the document; empty at its end, or where compressed data breaks off."""
        try:
            return bytes(next(self.source, b"")) if not self.torn else b""
        except Torn as torn:
            self.torn.append(torn)
            return b""

    def _quick(self) -> tuple[bytes, bool]:
        """As many lines as compiled code can cut; whether it stopped because the window ends."""
        cutter, state = self.cutter, self.state
        data = cutter.data
        if data is not self.window:
            self.window, self.array, self.out = data, np.frombuffer(data + bytes(PAD), np.uint8), np.empty(len(data) + PAD, np.uint8)
        state[WHERE], state[C_LINE], state[START] = cutter.at, cutter.line, cutter.line_start
        self.cut(self.array, len(data), self.limits.line, self.out, self.spans.reshape(-1), state, ROOM)
        many = int(state[COUNT])
        if many:
            spans = self.spans[:many].copy()
            begin = int(spans[0, 0])
            if cutter.first is None:
                cutter.first = data[begin : spans[0, 1]]
            self._hold((data[begin : spans[-1, 1]], spans), many)
            cutter.comma = None
        cutter.at, cutter.line, cutter.line_start = int(state[WHERE]), int(state[C_LINE]), int(state[START])
        return self.out[: state[TO]].tobytes(), bool(state[FAILED] >= len(data))

    def _apart(self, raw: Raw) -> bytes:
        """The line of what the general reader has cut."""
        self._hold(raw, 1)
        flat = raw.data and not raw.fault and raw.ended and b"\n" not in raw.data
        self.plain = self.plain and bool(flat)
        return (raw.data if flat else UNREADABLE) + b"\n"

    def _hold(self, what: Raw | tuple[bytes, Any], many: int) -> None:
        self.starts.append(self.line)
        self.held.append(what)
        self.line += many

    def raw(self, line: int) -> Raw:
        """What a line was in the document."""
        at = bisect_right(self.starts, line) - 1
        held = self.held[at]
        if isinstance(held, Raw):
            return held
        data, spans = held
        begin, end, physical, column = spans[line - self.starts[at]].tolist()
        return Raw(data[begin - spans[0, 0] : end - spans[0, 0]], physical, column=column, separator="a comma")

    def read(self, pieces: Iterator[bytes], line: int, index: int) -> Generator[Entry, None, int]:
        """The entries of lines, with their places in the document."""
        return read_raws(self._raws(pieces, line), self.limits, line, index)

    def _raws(self, pieces: Iterator[bytes], line: int) -> Iterator[Raw]:
        for piece in pieces:
            for _ in range(piece.count(b"\n")):
                yield self.raw(line)
                line += 1

    def let_go(self, line: int) -> None:
        """Lets go of what stands before a line."""
        at = max(0, bisect_right(self.starts, line) - 1)
        del self.starts[:at], self.held[:at]

    def rest(self, index: int) -> Iterator[Entry]:
        """What stands after the records, and why the document breaks off."""
        line = self.raw(self.line - 1).line if self.held else 1
        return read_raws(iter(self.last), self.limits, line, index, self.torn)
