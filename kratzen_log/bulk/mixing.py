"""A session in which not everything is in order: only the records about that go to the ordinary audit.

Both judge from a standing to a standing. Where the ordinary audit is certain what the session stands at, compiled code
goes on from there; where that meets something that is not plainly in order, it stops, and the ordinary audit goes on
from what the session stood at before.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
from msgspec import UNSET

from kratzen_log.auditor.auditing import Auditor
from kratzen_log.bulk.blocks import HEAD, Scanner
from kratzen_log.bulk.documents import Lines
from kratzen_log.bulk.layout import (
    AT,
    B_READY,
    COUNT,
    ENDED,
    KEPT,
    LINE,
    OPEN,
    PLAYS,
    RULES,
    RUNNING,
    S_CAUSE,
    S_DEALER,
    S_DECIDED,
    S_LEADERS,
    S_N,
    S_NUMBER,
    S_OVER,
    S_PLAYED,
    S_POT,
    S_REASONS,
    S_RECORDS,
    S_SEATS,
    S_STACKS,
    S_TIED,
    UNSEALED,
)
from kratzen_log.bulk.parts import PAD
from kratzen_log.bulk.rulebook import GAME_KEYS
from kratzen_log.log.model import Head
from kratzen_log.reading.world import Standing

_FEW: Final = 1 << 16
"""Bytes that are looked at once for the first records of a run."""


class Run(NamedTuple):
    """Records found to be in order: where the next begins and its line, how many, and what the session then stands at."""

    at: int
    line: int
    records: int
    deals: int
    plays: int
    standing: Standing
    ended: bool
    through: bool
    """Whether nothing stopped it."""

    @property
    def told(self) -> bool:
        """Whether there is anything to tell."""
        return self.deals > 0 or self.ended


class Teller:
    """Tells the ordinary audit of records, one after another; knows the number of the next and the last one left out."""

    def __init__(self, auditor: Auditor, source: Lines, scanner: Scanner) -> None:
        self.auditor = auditor
        self.source = source
        self.scanner = scanner
        self.index = 0
        self.last: tuple[bytes, int, int] | None = None
        self.rules: tuple[int, int] = (-1, -1)

    def ordinary(self, pieces: Iterator[bytes], line: int) -> None:
        """Gives lines to the ordinary audit."""
        entries = self.source.read(pieces, line, self.index)
        while True:
            try:
                entry = next(entries)
            except StopIteration as stop:
                self.index = stop.value
                return
            self.auditor.take(entry)
            self.last = None
            if isinstance(entry.record, Head):
                self.rules = (self.auditor.number, -1 if entry.faults else self._row(entry.record))

    def finish(self) -> None:
        """Gives what comes after the last line to the ordinary audit."""
        for entry in self.source.rest(self.index):
            self.auditor.take(entry)
            self.last = None

    def newest(self) -> None:
        """Where the seal of the file is asked for: tells the last record, if it was passed over."""
        auditor = self.auditor
        if self.last is not None and (auditor.choice.expect or auditor.report.sealed):
            data, line, index = self.last
            for entry in self.source.read(iter((data,)), line, index):
                auditor.newest = entry

    def _row(self, head: Head) -> int:
        """The row of the rule book for a head; -1 where there is none that can be used."""
        players = head.players
        if head.game not in GAME_KEYS or not isinstance(players, list) or not isinstance(head.rules, dict | msgspec.UnsetType):
            return -1
        rules = b"" if head.rules is UNSET else msgspec.json.encode(head.rules)
        row = self.scanner.learned(GAME_KEYS.index(head.game), len(players), rules)
        return row if row >= 0 and self.scanner.book.rows[row, B_READY] else -1

    def mixed(self, data: bytes, line: int, *, more: bool = False, apart: bool = False) -> tuple[int, int]:
        """Gives lines to either audit, with ``apart`` to the ordinary one only. How far it came, and the line there.

        With ``more`` the session at hand may go on: then it may stop before the last deal that is in order, and it
        stops at the head of another session. Where compiled code was tried in vain, it is left alone for twice as many
        records each time.
        """
        stop = data.rfind(b"\n") + 1
        whole = data + bytes(PAD)
        array = np.frombuffer(whole, np.uint8)
        at = wait = vain = 0
        while at < stop:
            if more and data.startswith(HEAD, at):
                return at, line
            standing = self.resting if wait == 0 and not apart else None
            wait = max(0, wait - 1)
            if standing is not None:
                run = self.run(array, at, stop, line, standing)
                vain = 0 if run.told else vain + 1
                wait = max(0, 2**vain - 2)
                if run.told:
                    self._leap(run, data[at : run.at], line)
                    at, line = run.at, run.line
                    if run.ended:
                        continue
                    if more and run.through:
                        return at, line
            end = data.find(b"\n", at) + 1
            self.ordinary(iter((data[at:end],)), line)
            at, line = end, line + 1
        if not more and stop < len(data):
            self.ordinary(iter((data[stop:],)), line)
        return at, line

    @property
    def resting(self) -> Standing | None:
        """What compiled code may go on from."""
        known = self.rules[0] == self.auditor.number and self.rules[1] >= 0
        return self.auditor.resting if known else None

    def _leap(self, run: Run, data: bytes, line: int) -> None:
        """Tells of records that are in order; ``data`` are they."""
        pieces = (data[at : at + _FEW] for at in range(0, len(data), _FEW))
        first = self.source.read(pieces, line, self.index)
        self.auditor.leap(run.deals, run.plays, run.records, run.standing, first, ended=run.ended)
        if run.ended:
            self.last = (data, line, self.index)
        self.index += run.records

    def run(self, array: Any, at: int, stop: int, line: int, standing: Standing) -> Run:
        """Judges records from a standing on, until one is not plainly in order."""
        scanner = self.scanner
        s = scanner.standing
        s[:] = 0
        s[AT], s[LINE], s[OPEN], s[RUNNING], s[RULES] = at, line, 1, UNSEALED if self.auditor.chained else 1, self.rules[1]
        _put(s, standing)
        s[KEPT:] = s[:KEPT]
        scanner.on(array, stop)
        through = bool(s[AT] >= stop)
        now = s if through and s[ENDED] else s[KEPT:]
        return Run(
            int(now[AT]), int(now[LINE]), int(now[COUNT]), int(now[S_RECORDS]) - standing.records, int(now[PLAYS]),
            _taken(now, standing), bool(now[ENDED]), through,
        )


_FIELDS: Final = (
    (S_NUMBER, "number"), (S_DEALER, "dealer"), (S_CAUSE, "cause"), (S_SEATS, "seats"), (S_PLAYED, "played"), (S_RECORDS, "records"),
    (S_REASONS, "reasons"), (S_LEADERS, "leaders"), (S_TIED, "tied"),
)


def _put(s: Any, standing: Standing) -> None:
    """A standing as compiled code knows it."""
    assert standing.stacks is not None
    for place, name in _FIELDS:
        s[place] = getattr(standing, name)
    s[S_POT] = standing.pot or 0
    s[S_OVER], s[S_DECIDED] = standing.over, standing.decided
    s[S_N] = len(standing.stacks)
    s[S_STACKS : S_STACKS + len(standing.stacks)] = standing.stacks


def _taken(s: Any, before: Standing) -> Standing:
    """A standing from what compiled code knows."""
    fields = {name: int(s[place]) for place, name in _FIELDS}
    return Standing(
        **fields, pot=None if before.pot is None else int(s[S_POT]), over=bool(s[S_OVER]), decided=bool(s[S_DECIDED]),
        stacks=tuple(s[S_STACKS : S_STACKS + int(s[S_N])].tolist()),
    )
