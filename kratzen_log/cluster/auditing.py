"""An audit in parts: each part as if the whole log had been read up to it, and one report of them.

A part begins at a session record that follows an ``end``: nothing before it matters, but for where it stands. Parts
are audited at once; one that has something to say is audited again where records before it were not counted by lines alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from kratzen_log.auditor.auditing import Auditor, Choice, Report, audit_path
from kratzen_log.cluster.working import Cluster
from kratzen_log.export.cutting import PART, Cut, Part, cut, parts_of
from kratzen_log.export.places import opened
from kratzen_log.log.codec import read_lines

WHOLE: Final = Part(0, 0, 0, 0)
"""Stands for a log that is audited as a whole."""


class Place(Struct, frozen=True):
    """Where a part stands in its log: records and sessions before it. Lines are known from the beginning."""

    records: int = 0
    sessions: int = 0
    sealed: bool = False


class Task(Struct, frozen=True):
    """A part of a log to be audited."""

    log: Cut
    part: Part
    place: Place
    choice: Choice
    fast: bool

    @property
    def last(self) -> bool:
        """Whether the log ends with it."""
        return self.part == WHOLE or self.part.end == self.log.size


class Audited(Struct, frozen=True):
    """The report of a part, and how many records it has."""

    report: Report
    records: int


class _Cutter(Struct, frozen=True):
    size: int

    def __call__(self, place: str) -> Cut | None:
        """The parts of a log; None where it cannot be opened, which its report says."""
        try:
            return cut(place, self.size, after_end=True)
        except OSError:
            return None


def audit_each(places: Sequence[str], choice: Choice, cluster: Cluster, *, fast: bool = False, part: int = PART) -> Iterator[Report]:
    """The reports of some logs, as ``audit_path`` gives them, by the workers of a cluster."""
    cuts = list(cluster.each(_Cutter(part), places))
    logs = [one or Cut(place) for one, place in zip(cuts, places, strict=True)]
    tasks = [Task(log, each, Place(), choice, fast) for log in logs for each in _parts(log)]
    done = cluster.each(do, tasks)
    for log in logs:
        mine = [next(done) for _ in _parts(log)]
        yield _report(log, mine, choice, cluster, fast=fast)


def _parts(log: Cut) -> tuple[Part, ...]:
    return log.parts if log.lines and not log.packed and len(log.parts) > 1 else (WHOLE,)


def do(task: Task) -> Audited:
    """Audits a part."""
    path = task.log.place
    if task.part == WHOLE:
        try:
            file = opened(path)
        except OSError as error:
            auditor = Auditor(path, task.choice)
            auditor.unreadable("open", {"reason": error.strerror or type(error).__name__})
            return Audited(auditor.report, 0)
        with file:
            return Audited(_whole()(file, task.choice, name=path) if task.fast else audit_path(file, task.choice, name=path), 0)
    (data, _torn) = next(parts_of(task.log, (task.part,), task.choice.limits))
    auditor = Auditor(path, task.choice if task.last else replace(task.choice, expect=""))
    auditor.number, auditor.ended = task.place.sessions - 1, task.place.sessions > 0
    auditor.report.sealed, auditor.report.sessions = task.place.sealed, task.place.sessions
    made = _swept(auditor, data, task) if task.fast else _read(auditor, data, task)
    auditor.report.sessions -= task.place.sessions
    return made


def _read(auditor: Auditor, data: bytes, task: Task) -> Audited:
    """Audits a part the ordinary way."""
    entries = read_lines(iter((data,)), task.choice.limits, task.part.line, task.place.records)
    while True:
        try:
            auditor.take(next(entries))
        except StopIteration as stop:
            return Audited(auditor.finish(), stop.value - task.place.records)


def _swept(auditor: Auditor, data: bytes, task: Task) -> Audited:
    """Audits a part by compiled code."""
    from kratzen_log.bulk import compiled
    from kratzen_log.bulk.auditing import Sweep
    from kratzen_log.bulk.blocks import Held

    sweep = Sweep(auditor, auditor.choice, compiled.block(), None)
    sweep.teller.index = task.place.records
    return Audited(sweep.run(Held(iter((data,))), task.part.line), sweep.teller.index - task.place.records)


def _whole() -> Any:
    from kratzen_log.bulk.auditing import audit_bulk

    return audit_bulk


def _report(log: Cut, mine: list[Audited], choice: Choice, cluster: Cluster, *, fast: bool) -> Report:
    """One report of all parts of a log."""
    if len(mine) == 1:
        return mine[0].report
    sealed = any(one.report.sealed for one in mine)
    place = Place()
    again: list[int] = []
    tasks: list[Task] = []
    for at, one in enumerate(mine):
        last = at == len(mine) - 1
        if at and (one.report.findings or one.report.left_out or (last and (sealed or choice.expect))):
            again.append(at)
            tasks.append(Task(log, log.parts[at], replace(place, sealed=last and sealed), choice, fast))
        place = Place(place.records + one.records, place.sessions + one.report.sessions)
    for at, one in zip(again, cluster.each(do, tasks), strict=True):
        mine[at] = one
    if sum(len(one.report.findings) for one in mine) >= choice.limits.findings // 2:
        (whole,) = cluster.each(do, [Task(log, WHOLE, Place(), choice, fast)])
        return whole.report
    return _joined(log.place, [one.report for one in mine])


def _joined(path: str, many: list[Report]) -> Report:
    made = Report(path=path)
    for one in many:
        made.game = made.game or one.game
        made.sessions += one.sessions
        made.deals += one.deals
        made.compiled += one.compiled
        for verdict in ("legal", "illegal", "undetermined"):
            setattr(made.plays, verdict, getattr(made.plays, verdict) + getattr(one.plays, verdict))
        made.findings += one.findings
        made.impacts += one.impacts
        made.skipped_bytes += one.skipped_bytes
        made.left_out += one.left_out
        made.house_rules += one.house_rules
        made.lines |= one.lines
        made.deals_shown |= one.deals_shown
        made.sealed = made.sealed or one.sealed
        made.unsealed += one.unsealed
    made.seal = many[-1].seal
    return made
