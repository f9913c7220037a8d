"""The audit of big archives: compiled where everything is in order, the ordinary audit wherever it is not.

The report is the one of ``auditor.auditing.audit_path``, whatever the log holds: sessions that are plainly in order
are counted, all others are given to the ordinary ``Auditor`` as they stand.
"""

from __future__ import annotations

import os
import re
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain, islice
from threading import Lock
from typing import Any, Final

import msgspec
import numpy as np

from kratzen_log.auditor.auditing import Auditor, Choice, Report
from kratzen_log.bulk import blocks, compiled, spans
from kratzen_log.bulk.blocks import HEAD, Held, Many, Passed, Row, Scanner
from kratzen_log.bulk.documents import Document, Lines
from kratzen_log.bulk.layout import (
    AT,
    FIRST,
    FIRST_LINE,
    O_DEALS,
    O_LINE,
    O_ODDS,
    O_PLAYS,
    O_RECORDS,
    O_SEALED,
    ODDS,
    SEALED,
)
from kratzen_log.bulk.loose import DEPTH
from kratzen_log.bulk.mixing import Teller
from kratzen_log.bulk.parts import PAD
from kratzen_log.bulk.rulebook import RuleBook
from kratzen_log.bulk.spans import Filed, Shared, Slot, Told, shared
from kratzen_log.log.codec import read_pieces
from kratzen_log.log.container import BOM, Raw, Source, Torn, unpacked
from kratzen_log.log.document import array_of_records
from kratzen_log.log.seal import digest

_LINES: Final = re.compile(rb'\s*\{\s*"type"\s*:\s*"')
"""How a log begins that is no document."""
_decode: Final = msgspec.json.Decoder().decode

def audit_bulk(
    source: Source, choice: Choice = Choice(), name: str | None = None, *, jobs: int = 1, tell: Callable[[int], None] | None = None,
    block: Any = None, cut: Any = None,
) -> Report:
    """The report of one file, as ``audit_path`` gives it. Never raises for what it holds.

    ``jobs`` is how many threads read parts of it at once; ``tell`` is told now and then how many deals were read;
    ``block`` is the function that reads a block of lines, ``cut`` the one that cuts a document into them, the compiled ones
    unless told.
    """
    path = name if name is not None else str(source) if isinstance(source, (str, os.PathLike)) else ""
    auditor = Auditor(path, choice)
    try:
        sweep = Sweep(auditor, choice, block or compiled.block(), tell)
        if choice.limits.depth >= DEPTH:
            with shared(source) as file:
                if file is not None and _LINES.match(file.head()):
                    if jobs > 1:
                        return sweep.side_by_side(file, jobs)
                    return sweep.whole(source) if isinstance(source, bytes) else sweep.run(Filed(file))
                if file is not None:
                    file.file.seek(file.begin)
        pieces = unpacked(source, choice.limits)
        head = b""
        try:
            for piece in pieces:
                head += piece
                if len(head) > choice.limits.line or _LINES.match(head):
                    break
        except Torn as torn:
            pieces = _torn(torn)
        whole = chain((head,) if head else (), pieces)
        text = head.removeprefix(BOM)
        place = array_of_records(text)
        if not head or choice.limits.depth < DEPTH or (place >= 0 and text.lstrip()[:1] == b"["):
            return auditor.run(read_pieces(map(bytes, whole), choice.limits))
        if place >= 0:
            document = Document(bytes(text), pieces, choice.limits, None if text is head else Raw(b"", 1, "file.bom"), cut)
            sweep.teller.source = document
            return sweep.run(Held(document.pieces()))
        return sweep.run(Held(whole))
    except OSError as error:
        auditor = Auditor(path, choice)
        auditor.unreadable("open", {"reason": error.strerror or type(error).__name__})
        return auditor.report


def _torn(torn: Torn, before: bytes = b"") -> Iterator[bytes]:
    """What was read before compressed data broke off, and then that."""
    if before:
        yield before
    raise torn


class Sweep:
    """One log from its first line to its last."""

    def __init__(self, auditor: Auditor, choice: Choice, block: Any, tell: Callable[[int], None] | None) -> None:
        self.auditor = auditor
        self.choice = choice
        self.block = block
        self.tell = tell
        self.book = RuleBook(choice.rules)
        self.lock = Lock()
        self.teller = Teller(auditor, Lines(choice.limits), self.scanner())

    def scanner(self) -> Scanner:
        """A new reader that shares the rule book."""
        return Scanner(self.book, self.lock, self.choice.limits.line, self.block)

    def side_by_side(self, file: Shared, jobs: int) -> Report:
        """Reads spans at once in several threads, and takes what they say in the order of the log."""
        line = 1
        starts = iter(range(0, file.size, spans.SPAN))
        waiting: deque[tuple[Future[Told], Slot]] = deque()
        idle = [Slot(self.scanner()) for _ in range(jobs + 1)]
        with ThreadPoolExecutor(jobs) as pool:
            while True:
                for start in islice(starts, len(idle)):
                    slot = idle.pop()
                    end = start + spans.SPAN if start + spans.SPAN < file.size else sys.maxsize
                    waiting.append((pool.submit(slot.span, file, start, end, seal=self.choice.seal), slot))
                if not waiting:
                    return self.finish()
                future, slot = waiting.popleft()
                told = future.result()
                self._take(told.rows, line - 1, end=True)
                if told.long >= 0:
                    return self.run(Filed(file, told.long), line + told.lines)
                if told.rest is not None:
                    data, first_line = told.rest
                    self.teller.ordinary(iter((data,)), line - 1 + first_line)
                line += told.lines
                idle.append(slot)

    def whole(self, data: bytes) -> Report:
        """Reads bytes where they lie, but for the last session."""
        scanner = self.scanner()
        s = scanner.standing
        array = np.frombuffer(data, np.uint8)
        end = len(data) - PAD
        for at in range(blocks.BLOCK, end + blocks.BLOCK, blocks.BLOCK):
            scanner.lines(data, array, data.rfind(b"\n", 0, min(at, end)) + 1)
            self._take(scanner.told(data, seal=self.choice.seal))
            if at - int(s[FIRST]) > blocks.LONGEST:
                break
        first = scanner.rebase()
        view = memoryview(data)
        pieces = (view[at : at + blocks.BLOCK] for at in range(first, len(data), blocks.BLOCK))
        return self.run(Held(pieces), scanner=scanner)  # type: ignore[arg-type]

    def run(self, held: Held, line: int = 1, scanner: Scanner | None = None) -> Report:
        """Reads everything from a line on, a block at a time; ``scanner`` is one that has begun."""
        if scanner is None:
            scanner = self.scanner()
            scanner.begin(line)
        s = scanner.standing
        more = True
        while more:
            held.fill()
            more = held.more
            scanner.lines(held.data, held.array, held.lines)
            self._take(scanner.told(held.data, seal=self.choice.seal))
            self._let_go(int(s[FIRST_LINE]))
            held.let_go(scanner)
            if more and held.size > blocks.LONGEST:
                sealed = self.choice.seal and bool(s[SEALED] or s[ODDS])
                scanner.begin(self._long(held, int(s[FIRST_LINE]), sealed=sealed))
        if held.torn is not None or s[AT] < held.size:
            self._rest(held, int(s[FIRST_LINE]))
        else:
            scanner.finish(held.size)
            self._take(scanner.told(held.data, seal=self.choice.seal, end=True), end=True)
        return self.finish()

    def finish(self) -> Report:
        """The report, after the last line."""
        self.teller.newest()
        self.teller.finish()
        return self.auditor.finish()

    def _let_go(self, line: int) -> None:
        """What stands before a line was told, but for the session that was passed over last."""
        last = self.teller.last
        self.teller.source.let_go(min(line, last[1]) if last is not None else line)

    def _long(self, held: Held, line: int, *, sealed: bool) -> int:
        """Reads a session that is too long to be held to its end, piece by piece; the line after what it read."""
        line = self._one_line(held, line)
        while True:
            if lines := held.lines:
                at, line = self.teller.mixed(bytes(held.data[:lines]), line, more=True, apart=sealed)
                held.drop(at)
            elif held.more and held.size > self.choice.limits.line:
                line = self._one_line(held, line)
            self._let_go(line)
            if self.tell is not None:
                self.tell(self.auditor.report.deals)
            if held.data.startswith(HEAD, 0, held.size):
                return line
            if not held.more:
                return self._last(held, line, sealed=sealed)
            held.fill()

    def _one_line(self, held: Held, line: int) -> int:
        """Gives the first line to the ordinary audit, however long it is; the line after it."""
        self.teller.ordinary(held.one_line(), line)
        return line + 1

    def _last(self, held: Held, line: int, *, sealed: bool) -> int:
        """Reads the end of a log in the middle of a session, unless it is torn; the line after it."""
        if held.torn is None:
            _at, line = self.teller.mixed(held.rest(), line, apart=sealed)
            held.drop(held.size)
        return line

    def _rest(self, held: Held, line: int) -> None:
        """The last lines, where they are cut off."""
        data = held.rest()
        self.teller.ordinary(_torn(held.torn, data) if held.torn is not None else iter((data,)), line)

    def _take(self, rows: Sequence[Row | Many], before: int = 0, *, end: bool = False) -> None:
        """Sums up the sessions that are in order and gives the others to the ordinary audit, in the order of the log.

        ``before``: how many lines of the log stand before those that the rows count. ``end``: the last one is there as a
        whole, in case it is the last of the log.
        """
        auditor, teller = self.auditor, self.teller
        last: Row | None = None
        index = 0
        passed = Passed()
        for one in rows:
            if isinstance(one, Many):
                passed.add(one, sealed=0)
                teller.index += one.records
                last = teller.last = None
                continue
            row, ruling, data = one
            line, sealed = row[O_LINE] + before, self.choice.seal and row[O_SEALED] > 0
            whole = ruling is not None and (passed.houses or auditor.number < 0 or auditor.ended)
            if ruling is None or not whole or (sealed and not chains(data)):
                passed = passed.told(auditor)
                last = None
                self._apart(data, line, row)
                continue
            last, index, teller.last = one, teller.index, None
            if ruling.remarks:
                passed = passed.told(auditor)
                teller.ordinary(iter((data[: data.index(b"\n") + 1],)), line)
                auditor.pass_rest(row[O_DEALS], row[O_PLAYS], sealed=sealed)
                teller.index += row[O_RECORDS] - 1
            else:
                passed.add(Many(row[O_DEALS], row[O_PLAYS], row[O_RECORDS], [ruling]), sealed=sealed)
                teller.index += row[O_RECORDS]
        passed.told(auditor)
        if last is not None and end:
            teller.last = (last.data, last.said[O_LINE] + before, index)
        if self.tell is not None:
            self.tell(auditor.report.deals)

    def _apart(self, data: bytes, line: int, row: list[int]) -> None:
        """A session in which not everything is plainly in order, or its seals are not."""
        sealed = self.choice.seal and (row[O_SEALED] > 0 or (row[O_ODDS] > 0 and (b"prev" in data or b"\\" in data)))
        if sealed and row[O_SEALED] == row[O_RECORDS] - 1 and not row[O_ODDS] and data.endswith(b"\n") and chains(data, whole=True):
            at = data.index(b"\n") + 1
            self.teller.ordinary(iter((data[:at],)), line)
            self.auditor.vouch()
            self.teller.mixed(data[at:], line + 1)
            return
        self.teller.mixed(data, line, apart=sealed)


def chains(data: bytes, *, whole: bool = False) -> bool:
    """Whether every record of a session carries the seal of the one before; with ``whole``: up to its one ``end``."""
    seal = None
    kinds = []
    for line in data.split(b"\n"):
        if not line.strip():
            continue
        try:
            record = _decode(line)
        except msgspec.DecodeError:
            return False
        if seal is not None and record.get("prev") != seal:
            return False
        seal = digest(record)
        kinds.append(record.get("type"))
    return not whole or (kinds.count("end") == 1 and kinds[-1] == "end")
