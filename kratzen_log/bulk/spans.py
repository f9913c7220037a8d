"""Spans of a log that threads read side by side. To a span belong the sessions whose heads begin in it."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any, Final, NamedTuple

from kratzen_log.bulk import blocks
from kratzen_log.bulk.blocks import HEAD, Held, Many, Row, Scanner
from kratzen_log.bulk.layout import AT, FIRST, FIRST_LINE, LINE
from kratzen_log.log.container import Source

SPAN: Final = 1 << 22
"""Bytes of a span; it goes on to the end of its last session."""
_BREAK: Final = b"\n" + HEAD
_HEAD: Final = 1 << 12
"""Bytes that are looked at to tell whether a log is lines."""


class Shared:
    """A file that several threads read, each at its own place; places count from where it stood."""

    def __init__(self, file: Any) -> None:
        self.file = file
        self.lock = Lock()
        self.begin: int = file.seek(0, io.SEEK_CUR)
        self.size: int = file.seek(0, io.SEEK_END) - self.begin

    def into(self, view: memoryview, at: int) -> int:
        """Reads bytes from a place on; how many, 0 at the end."""
        with self.lock:
            self.file.seek(self.begin + at)
            return int(self.file.readinto(view))

    def head(self) -> bytes:
        """How it begins."""
        piece = bytearray(_HEAD)
        return bytes(piece[: self.into(memoryview(piece), 0)])


@contextmanager
def shared(source: Source) -> Iterator[Shared | None]:
    """A source that can be read at any place, a plain file or bytes; None for any other. Raises ``OSError``."""
    if isinstance(source, bytes):
        yield Shared(io.BytesIO(source))
    elif isinstance(source, (str, os.PathLike)):
        if str(source) == "-" or not os.path.isfile(source):
            yield None
            return
        with open(source, "rb", buffering=0) as file:
            yield Shared(file)
    else:
        able = hasattr(source, "readinto") and hasattr(source, "seekable") and source.seekable()
        yield Shared(source) if able else None


class Told(NamedTuple):
    """What was read of a span: its sessions, how many lines.

    ``rest``: the last session and its first line, when its last line has no end. ``long``: where in the log a session
    begins that is too long to be held.
    """

    rows: Sequence[Row | Many] = ()
    lines: int = 0
    rest: tuple[bytes, int] | None = None
    long: int = -1


class Filed(Held):
    """What is held of a file that is read in order."""

    def __init__(self, file: Shared, at: int = 0) -> None:
        super().__init__()
        self.file = file
        self.at = at

    def _take(self) -> None:
        got = self.read(lambda view: self.file.into(view, self.at))
        self.more = got > 0
        self.at += got


class Slot(Held):
    """One who reads spans."""

    def __init__(self, scanner: Scanner) -> None:
        super().__init__()
        self.scanner = scanner

    def span(self, file: Shared, start: int, end: int, *, seal: bool) -> Told:
        """Reads the sessions whose heads begin from ``start`` on and before ``end``; the first of the log begins at 0.

        ``seal``: whether chains are to be checked.
        """
        s = self.scanner.standing
        self.scanner.begin()
        self.size = 0
        at = max(0, start - 1)
        first = 0 if start == 0 else -1
        rows: list[Row | Many] = []
        while True:
            before = self.size
            more = self.read(lambda view, at=at + before: file.into(view, at))  # type: ignore[misc]
            reach = max(0, end - 1 - at)
            if first < 0:
                first = self.data.find(_BREAK, max(0, before - len(HEAD)), min(self.size, reach + len(_BREAK))) + 1 or -1
                if first < 0 and more and self.size < reach + len(_BREAK):
                    continue
                if first < 0:
                    return Told()
                s[AT] = s[FIRST] = first
            stop = self.data.find(_BREAK, max(reach, before - len(HEAD)), self.size) + 1
            self.scanner.lines(self.data, self.array, stop or self.data.rfind(b"\n", 0, min(self.size, reach)) + 1)
            if stop or not more:
                return self._told(rows, stop, seal=seal)
            rows += self.scanner.told(self.data, seal=seal)
            if self.size - int(s[FIRST]) > blocks.LONGEST:
                return Told(rows, int(s[FIRST_LINE]) - 1, long=at + int(s[FIRST]))
            at += int(s[FIRST])
            self.let_go(self.scanner)

    def _told(self, rows: list[Row | Many], stop: int, *, seal: bool) -> Told:
        """A span to its end: before another head, or at the end of the log."""
        s = self.scanner.standing
        rest = None
        if not stop:
            stop = self.size
            self.scanner.lines(self.data, self.array, self.data.rfind(b"\n", 0, stop) + 1)
        if s[AT] < stop:
            rest = (bytes(self.data[s[FIRST] : stop]), int(s[FIRST_LINE]))
        else:
            self.scanner.finish(stop)
        return Told(rows + self.scanner.told(self.data, seal=seal, end=True), int(s[LINE]) - 1, rest)
