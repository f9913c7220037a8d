"""The audit of big archives: compiled where everything is in order, the ordinary audit wherever it is not.

The report is the one of ``auditor.auditing.audit_path``, whatever the log holds: sessions that are plainly in order
are counted, all others are given to the ordinary ``Auditor`` as they stand.
"""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain
from threading import Lock
from typing import Any, Final

import msgspec

from kratzen_log.auditor.auditing import Auditor, Choice, Report
from kratzen_log.bulk import blocks, compiled
from kratzen_log.bulk.blocks import Buffer, Cutter, Part, Passed, Scanner, read_part
from kratzen_log.bulk.layout import (
    AT,
    FIRST,
    FIRST_LINE,
    O_DEALS,
    O_FIRST,
    O_LINE,
    O_PLAYS,
    O_RECORDS,
    O_RULES,
    O_SEALED,
    O_STOP,
    O_SUSPECT,
)
from kratzen_log.bulk.loose import DEEP
from kratzen_log.bulk.parts import PAD
from kratzen_log.bulk.rulebook import RuleBook
from kratzen_log.log.codec import read_lines, read_pieces
from kratzen_log.log.container import BOM, Limits, Source, Torn, unpacked
from kratzen_log.log.document import array_of_records
from kratzen_log.log.seal import digest

_LINES: Final = re.compile(rb'\s*\{\s*"type"\s*:\s*"')
"""How a log begins that is no document."""
_decode: Final = msgspec.json.Decoder().decode

def audit_bulk(
    source: Source, choice: Choice = Choice(), name: str | None = None, *, jobs: int = 1, tell: Callable[[int], None] | None = None,
    block: Any = None,
) -> Report:
    """The report of one file, as ``audit_path`` gives it. Never raises for what it holds.

    ``jobs`` is how many threads read parts of it at once; ``tell`` is told now and then how many deals were read;
    ``block`` is the function that reads a block of lines, the compiled one unless told.
    """
    path = name if name is not None else str(source) if isinstance(source, (str, os.PathLike)) else ""
    auditor = Auditor(path, choice)
    try:
        pieces = _pieces(source, choice.limits)
        head = b""
        try:
            for piece in pieces:
                head += piece
                if len(head) > choice.limits.line or _LINES.match(head):
                    break
        except Torn as torn:
            pieces = _torn(torn)
        whole = chain((head,) if head else (), pieces)
        if not head or choice.limits.depth <= DEEP or head.startswith(BOM) or array_of_records(head) >= 0:
            return auditor.run(read_pieces(map(bytes, whole), choice.limits))
        sweep = _Sweep(auditor, choice, block or compiled.block(), tell)
        return sweep.run(whole) if jobs < 2 else sweep.side_by_side(whole, jobs)
    except OSError as error:
        auditor = Auditor(path, choice)
        auditor.unreadable("open", {"reason": error.strerror or type(error).__name__})
        return auditor.report


def _pieces(source: Source, limits: Limits) -> Iterator[bytes]:
    """The bytes of a source with compression undone; what lies in memory is not copied."""
    if isinstance(source, bytes) and _LINES.match(source):
        view = memoryview(source)
        return (view[at : at + blocks.BLOCK] for at in range(0, len(source), blocks.BLOCK))  # type: ignore[misc]
    return unpacked(source, limits)


def _torn(torn: Torn, before: bytes = b"") -> Iterator[bytes]:
    """What was read before compressed data broke off, and then that."""
    if before:
        yield before
    raise torn


class _Sweep:
    """One log from its first line to its last."""

    def __init__(self, auditor: Auditor, choice: Choice, block: Any, tell: Callable[[int], None] | None) -> None:
        self.auditor = auditor
        self.choice = choice
        self.block = block
        self.tell = tell
        self.book = RuleBook(choice.rules)
        self.lock = Lock()
        self.index = 0
        self.last: tuple[bytes, int, int] | None = None

    def scanner(self) -> Scanner:
        """A new reader that shares the rule book."""
        return Scanner(self.book, self.lock, self.choice.limits.line, self.block)

    def side_by_side(self, pieces: Iterator[bytes], jobs: int) -> Report:
        """Reads parts at once in several threads, and takes what they say in the order of the log."""
        cutter = Cutter(pieces)
        line = 1
        waiting: deque[tuple[Future[Part], Scanner]] = deque()
        idle = [self.scanner() for _ in range(jobs + 1)]
        with ThreadPoolExecutor(jobs) as pool:
            while True:
                while idle and (data := cutter.next()) is not None:
                    scanner = idle.pop()
                    waiting.append((pool.submit(read_part, data, scanner), scanner))
                if not waiting:
                    return self.run(cutter.rest(), line)
                future, scanner = waiting.popleft()
                part = future.result()
                idle.append(scanner)
                self._take(part.data, part.rows, line - 1)
                if not part.done:
                    later = [held.result().data[:-PAD] for held, _scanner in waiting]
                    return self.run(chain(map(bytes, (part.data[part.first : -PAD], *later)), cutter.rest()), line - 1 + part.first_line)
                line += part.lines

    def run(self, pieces: Iterator[bytes], line: int = 1) -> Report:
        """Reads everything from a line on, a block at a time."""
        scanner = self.scanner()
        scanner.begin(line)
        s = scanner.standing
        held = Buffer()
        torn: Torn | None = None
        more = True
        while more:
            try:
                more = held.fill(pieces)
            except Torn as error:
                torn, more = error, False
            done = scanner.lines(held.data, held.array, held.data.rfind(b"\n", 0, held.size) + 1)
            self._take(held.data, scanner.rows)
            scanner.rows = []
            first = int(s[FIRST])
            held.drop(first)
            if not done or held.size > blocks.LONGEST:
                data = held.rest()
                self._ordinary(chain((data,), map(bytes, pieces)) if torn is None else _torn(torn, data), int(s[FIRST_LINE]))
                return self.auditor.finish()
            s[AT] -= first
            s[FIRST] = 0
        data = held.rest()
        if torn is not None or s[AT] < len(data):
            self._ordinary(_torn(torn, data) if torn is not None else iter((data,)), int(s[FIRST_LINE]))
        else:
            scanner.finish(len(data))
            self._take(data, scanner.rows)
        self._newest()
        return self.auditor.finish()

    def _take(self, data: bytes | bytearray, rows: list[list[int]], before: int = 0) -> None:
        """Sums up the sessions that are in order and gives the others to the ordinary audit, in the order of the log.

        ``before``: how many lines of the log stand before those that the rows count.
        """
        auditor = self.auditor
        last: tuple[int, int, int, int] | None = None
        passed = Passed()
        for row in rows:
            first, stop, line, sealed = row[O_FIRST], row[O_STOP], row[O_LINE] + before, self.choice.seal and row[O_SEALED] > 0
            whole = not row[O_SUSPECT] and (passed.houses or auditor.number < 0 or auditor.ended)
            if not whole or (sealed and not _chains(bytes(data[first:stop]))):
                passed = passed.told(auditor)
                last = None
                self._ordinary(iter((bytes(data[first:stop]),)), line)
                continue
            ruling = self.book.rulings[row[O_RULES]]
            last = (first, stop, line, self.index)
            if ruling.remarks:
                passed = passed.told(auditor)
                self._ordinary(iter((bytes(data[first : data.index(b"\n", first) + 1]),)), line)
                auditor.pass_rest(row[O_DEALS], row[O_PLAYS], sealed=sealed)
                self.index += row[O_RECORDS] - 1
            else:
                passed.add(row[O_DEALS], row[O_PLAYS], ruling, sealed=sealed)
                self.index += row[O_RECORDS]
        passed.told(auditor)
        if last is not None:
            self.last = (bytes(data[last[0] : last[1]]), last[2], last[3])
        if self.tell is not None:
            self.tell(auditor.report.deals)

    def _ordinary(self, pieces: Iterator[bytes], line: int) -> None:
        """Gives lines to the ordinary audit."""
        entries = read_lines(pieces, self.choice.limits, line, self.index)
        while True:
            try:
                self.auditor.take(next(entries))
            except StopIteration as stop:
                self.index = stop.value
                return
            self.last = None

    def _newest(self) -> None:
        """Where the seal of the file is asked for: the last record, if it was passed over."""
        if self.last is not None and (self.choice.expect or self.auditor.report.sealed):
            data, line, index = self.last
            for entry in read_lines(iter((data,)), self.choice.limits, line, index):
                self.auditor.newest = entry


def _chains(data: bytes) -> bool:
    """Whether every record of a session carries the seal of the one before."""
    seal = None
    for line in data.split(b"\n"):
        if not line.strip():
            continue
        record = _decode(line)
        if seal is not None and record.get("prev") != seal:
            return False
        seal = digest(record)
    return True
