"""A simulation in parts: a session depends on the seed and on its number, not on those before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from kratzen_log.cluster.working import Cluster
from kratzen_log.export.places import put
from kratzen_log.log.writer import dumps
from kratzen_log.simulator.evening import Plan, sessions_of

DEALS: Final = 2000
"""Deals of a task, at the most, but for a session that is longer."""
FASTER: Final = 20
"""Times as many where they are played by compiled code."""


class Task(Struct, frozen=True):
    """Sessions to be played; ``where`` is the folder they go to, each in a file of its own, or empty: they come back."""

    plan: tuple[str, int, int, int]
    rules: dict[str, object]
    bots: Sequence[str]
    start: int | None
    seal: bool
    fast: bool
    first: int
    sessions: int
    where: str = ""
    names: str = ""


def do(task: Task) -> bytes:
    """Plays; the lines of the sessions, or nothing where they went to files."""
    made = _played(task)
    if not task.where:
        return b"".join(made)
    for number, lines in enumerate(made, task.first + 1):
        name = task.names.format(number)
        put(task.where, name, lines)
    return b""


def _played(task: Task) -> Iterator[bytes]:
    """The lines of each session."""
    plan = Plan(*task.plan, task.rules, task.bots, task.start)
    if task.fast:
        from kratzen_log.bulk.simulating import session_bytes

        return session_bytes(plan, task.sessions, seal=task.seal, first=task.first)
    return map(dumps, sessions_of(plan, task.sessions, seal=task.seal, first=task.first))


def tasks(task: Task) -> Iterator[Task]:
    """A simulation as tasks of some sessions each."""
    from msgspec.structs import replace

    many = max(1, DEALS * (FASTER if task.fast else 1) // task.plan[2])
    for first in range(0, task.sessions, many):
        yield replace(task, first=first, sessions=min(many, task.sessions - first))


def simulate_each(task: Task, cluster: Cluster) -> Iterator[bytes]:
    """The lines of all sessions in order, by the workers of a cluster."""
    return cluster.each(do, tasks(task))
