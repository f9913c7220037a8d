"""The audit of big archives: compiled where everything is in order, the ordinary audit wherever it is not.

The report is the one of ``auditor.auditing.audit_path``, whatever the log holds: sessions that are plainly in order
are counted, all others are given to the ordinary ``Auditor`` as they stand.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import chain
from typing import Any, Final

import msgspec
import numpy as np

from kratzen_log.auditor.auditing import Auditor, Choice, Report
from kratzen_log.bulk import compiled
from kratzen_log.bulk.driving import DONE, NEW_RULES, finish
from kratzen_log.bulk.layout import (
    AT,
    D_SIZE,
    FIRST,
    FIRST_LINE,
    GAME,
    K_RULES,
    LINE,
    O_DEALS,
    O_FIRST,
    O_LINE,
    O_PLAYS,
    O_RECORDS,
    O_RULES,
    O_SEALED,
    O_SIZE,
    O_STOP,
    O_SUSPECT,
    PLAYERS,
    ROWS_USED,
    RULES_AT,
    RULES_END,
    S_SIZE,
    SEEN,
)
from kratzen_log.bulk.loose import DEEP
from kratzen_log.bulk.parts import PAD
from kratzen_log.bulk.rulebook import RuleBook, Ruling, card_table, keys
from kratzen_log.bulk.standing import W_SIZE
from kratzen_log.log.codec import read_lines, read_pieces
from kratzen_log.log.container import BOM, GZIP, ZSTD, Limits, Source, Torn, unpacked
from kratzen_log.log.document import array_of_records
from kratzen_log.log.seal import digest

_LINES: Final = re.compile(rb'\s*\{\s*"type"\s*:\s*"')
"""How a log begins that is no document."""
_decode: Final = msgspec.json.Decoder().decode
BLOCK: Final = 1 << 19
"""Bytes that are read before the compiled code is called: few enough to stay near the processor."""
LONGEST: Final = 1 << 26
"""Bytes of one session that are held; longer ones go the ordinary way from their head on."""
ROOM: Final = 1 << 10
"""Sessions of one answer of the compiled code."""


def audit_bulk(source: Source, choice: Choice = Choice(), name: str | None = None, *, block: Any = None) -> Report:
    """The report of one file, as ``audit_path`` gives it. Never raises for what it holds.

    ``block`` is the function that reads a block of lines; the compiled one unless told.
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
        return _Sweep(auditor, choice, block or compiled.block()).run(whole)
    except OSError as error:
        auditor = Auditor(path, choice)
        auditor.unreadable("open", {"reason": error.strerror or type(error).__name__})
        return auditor.report


def _pieces(source: Source, limits: Limits) -> Iterator[bytes]:
    """The bytes of a source with compression undone; what lies in memory is not copied."""
    if isinstance(source, bytes) and not source.startswith((GZIP, ZSTD)):
        view = memoryview(source)
        return (view[at : at + BLOCK] for at in range(0, len(source), BLOCK))  # type: ignore[misc]
    return unpacked(source, limits)


def _torn(torn: Torn, before: bytes = b"") -> Iterator[bytes]:
    """What was read before compressed data broke off, and then that."""
    if before:
        yield before
    raise torn


class Buffer:
    """Bytes of a log that are looked at, in one place that is used again; ``PAD`` bytes follow them."""

    def __init__(self) -> None:
        self.size = 0
        self._make(2 * BLOCK)

    def _make(self, room: int) -> None:
        self.data = bytearray(room + PAD)
        self.array = np.frombuffer(self.data, np.uint8)

    def fill(self, pieces: Iterator[bytes]) -> bool:
        """Reads about a block on; false when there is no more."""
        wanted = self.size + BLOCK
        while self.size < wanted:
            piece = next(pieces, b"")
            if not piece:
                return False
            size = self.size + len(piece)
            if size + PAD > len(self.data):
                old = self.data[: self.size]
                self._make(2 * size)
                self.data[: self.size] = old
            self.data[self.size : size] = piece
            self.size = size
        return True

    def drop(self, count: int) -> None:
        """Lets go of the first bytes."""
        self.data[: self.size - count] = self.data[count : self.size]
        self.size -= count

    def rest(self) -> bytes:
        """All that is held."""
        return bytes(self.data[: self.size])


class Passed:
    """Sessions in order one after another, not told yet."""

    def __init__(self) -> None:
        self.deals = self.plays = 0
        self.game = ""
        self.houses: list[dict[str, object]] = []
        self.sealed = False

    def add(self, deals: int, plays: int, ruling: Ruling, *, sealed: bool) -> None:
        """One more."""
        self.deals += deals
        self.plays += plays
        self.game = self.game or ruling.game
        self.houses.append(ruling.house)
        self.sealed = self.sealed or sealed

    def told(self, auditor: Auditor) -> Passed:
        """Tells of all; the next ones."""
        if not self.houses:
            return self
        auditor.pass_over(self.deals, self.plays, self.game, self.houses, sealed=self.sealed)
        return Passed()


class _Sweep:
    """One log from its first line to its last."""

    def __init__(self, auditor: Auditor, choice: Choice, block: Any) -> None:
        self.auditor = auditor
        self.choice = choice
        self.block = block
        self.book = RuleBook(choice.rules)
        self.standing = np.zeros(S_SIZE, np.int64)
        self.standing[LINE] = self.standing[FIRST_LINE] = 1
        self.record = np.zeros(D_SIZE, np.int64)
        self.work = np.zeros(W_SIZE, np.int64)
        self.answer = np.zeros((ROOM, O_SIZE), np.int64)
        self.index = 0
        self.last: tuple[bytes, int, int] | None = None

    def run(self, pieces: Iterator[bytes]) -> Report:
        """Reads everything, a block at a time."""
        s = self.standing
        held = Buffer()
        torn: Torn | None = None
        more = True
        while more:
            try:
                more = held.fill(pieces)
            except Torn as error:
                torn, more = error, False
            done = self._lines(held)
            first = int(s[FIRST])
            held.drop(first)
            if not done or held.size > LONGEST:
                data = held.rest()
                self._ordinary(chain((data,), map(bytes, pieces)) if torn is None else _torn(torn, data), int(s[FIRST_LINE]))
                return self.auditor.finish()
            s[AT] -= first
            s[FIRST] = 0
        data = held.rest()
        if torn is not None or s[AT] < len(data):
            self._ordinary(_torn(torn, data) if torn is not None else iter((data,)), int(s[FIRST_LINE]))
        else:
            finish(s, self.answer.reshape(-1), len(data))
            self._take(data)
        self._newest()
        return self.auditor.finish()

    def _lines(self, held: Buffer) -> bool:
        """Reads all whole lines; false when the rest of the log must go the ordinary way."""
        data, array = held.data, held.array
        stop = data.rfind(b"\n", 0, held.size) + 1
        s, d = self.standing, self.record
        while True:
            state = self.block(
                array, stop, self.choice.limits.line, keys(), card_table(), *self.book.arrays, s, d, self.work,
                self.answer.reshape(-1), ROOM,
            )
            if state == NEW_RULES:
                rules = bytes(data[d[RULES_AT] : d[RULES_END]]) if d[SEEN] >> K_RULES & 1 else b""
                if not self.book.learn(int(d[GAME]), int(d[PLAYERS]), rules):
                    self._take(data)
                    return False
                continue
            self._take(data)
            if state == DONE:
                return True

    def _take(self, data: bytes | bytearray) -> None:
        """Sums up the sessions that are in order and gives the others to the ordinary audit, in the order of the log."""
        auditor = self.auditor
        last: tuple[int, int, int, int] | None = None
        passed = Passed()
        for row in self.answer[: self.standing[ROWS_USED]].tolist():
            first, stop, sealed = row[O_FIRST], row[O_STOP], self.choice.seal and row[O_SEALED] > 0
            whole = not row[O_SUSPECT] and (passed.houses or auditor.number < 0 or auditor.ended)
            if not whole or (sealed and not _chains(bytes(data[first:stop]))):
                passed = passed.told(auditor)
                last = None
                self._ordinary(iter((bytes(data[first:stop]),)), row[O_LINE])
                continue
            ruling = self.book.rulings[row[O_RULES]]
            last = (first, stop, row[O_LINE], self.index)
            if ruling.remarks:
                passed = passed.told(auditor)
                self._ordinary(iter((bytes(data[first : data.index(b"\n", first) + 1]),)), row[O_LINE])
                auditor.pass_rest(row[O_DEALS], row[O_PLAYS], sealed=sealed)
                self.index += row[O_RECORDS] - 1
            else:
                passed.add(row[O_DEALS], row[O_PLAYS], ruling, sealed=sealed)
                self.index += row[O_RECORDS]
        passed.told(auditor)
        if last is not None:
            self.last = (bytes(data[last[0] : last[1]]), last[2], last[3])
        self.standing[ROWS_USED] = 0

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
