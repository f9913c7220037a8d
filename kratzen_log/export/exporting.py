"""Logs to a folder of Parquet: cut into parts, told part by part in any order, made whole at the end."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec
import pyarrow.parquet as pq
from msgspec import Struct
from msgspec.structs import replace

from kratzen_log import __version__
from kratzen_log.cards import CARDS, token
from kratzen_log.export.cutting import PART, Cut, Part, cut, parts_of
from kratzen_log.export.parting import Counts, Told, Wish, tell_part
from kratzen_log.export.places import Folder, Manifest, PlaceError, put
from kratzen_log.show.columns import TABLES

FAST: Final = 1 << 21
"""Bytes of logs above which compiled code pays even where it must be compiled first."""


class Task(Struct, frozen=True):
    """Parts of one log to be told by one worker: ``part`` is the number of the first, ``first`` that of its first session."""

    log: Cut
    source: str
    parts: tuple[Part, ...]
    part: int
    first: int
    wish: Wish
    where: str


class Done(Struct, frozen=True):
    """What a task made: its files with their rows, table by table, and what was counted."""

    files: dict[str, dict[str, int]]
    counts: Counts
    size: int


Runner = Callable[[Callable[[Task], Done], Sequence[Task]], Iterable[Done]]
"""Does tasks, in any order and anywhere, and gives what they made in the order of the tasks."""
Mapper = Callable[[Callable[[str], Cut], Sequence[str]], Iterable[Cut]]


def export(
    places: Sequence[str], out: str, *, rules: dict[str, object] | None = None, seal: bool = True, fast: bool | None = None,
    part: int = PART, run: Runner | None = None, survey: Mapper | None = None, names: dict[str, str] | None = None,
) -> Manifest:
    """Writes the tables of all sessions of some logs to a folder, as Parquet; gives what it holds.

    ``places`` are paths or fsspec URLs of logs. ``rules`` judges by other house rules, ``seal`` false leaves seals
    unchecked, ``fast`` asks for compiled code or forbids it, ``part`` is the size of a part in bytes. ``run`` and
    ``survey`` do the work somewhere else than here. ``names`` are other names of places for the column ``source``.
    The files do not depend on who did the work. Raises ``PlaceError`` with one line that says what to do, ``OSError`` for
    a log that cannot be opened; then nothing is written.
    """
    if part < 1:
        raise PlaceError("--part takes a number from 1 up")
    folder = Folder(out)
    try:
        cuts = list((survey or _one_by_one)(Surveyor(part), places))
        compiled = fast if fast is not None else sum(one.size for one in cuts) >= FAST and _compiler()
        wish = Wish(rules=rules or {}, seal=seal, fast=compiled)
        tasks = list(_tasks(cuts, wish, folder.where, names or {}))
        done = list((run or _one_by_one)(do, tasks))
        made = _manifest(done, list(places), rules or {}, names or {})
        folder.finish(msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n", (name for files in made.files.values() for name in files))
    except BaseException:
        folder.abandon()
        raise
    return made


class Surveyor(Struct, frozen=True):
    """Cuts a log into parts of a size."""

    size: int

    def __call__(self, place: str) -> Cut:
        """The parts of a log."""
        return cut(place, self.size)


def _one_by_one(do_one: Callable[[Any], Any], many: Sequence[Any]) -> Iterator[Any]:
    return map(do_one, many)


def _compiler() -> bool:
    from importlib.util import find_spec

    return find_spec("numba") is not None


def _tasks(cuts: Iterable[Cut], wish: Wish, where: str, names: dict[str, str]) -> Iterator[Task]:
    """A task for each part; one for all parts of a log that can only be read from its beginning."""
    part = first = 0
    for one in cuts:
        groups = [one.parts] if one.packed and one.parts else [(each,) for each in one.parts]
        for group in groups:
            yield Task(one, names.get(one.place, one.place), group, part, first + group[0].first, wish, where)
            part += len(group)
        first += one.sessions


def do(task: Task) -> Done:
    """Tells the parts of a task and writes them. Done again it writes the same bytes to the same files.

    Raises ``PlaceError`` where the log is not what it was when it was cut.
    """
    files: dict[str, dict[str, int]] = {name: {} for name in TABLES}
    counts = Counts()
    for at, (data, torn) in enumerate(parts_of(task.log, task.parts, task.wish.limits)):
        part = task.parts[at]
        told = tell_part(data, task.first + part.first - task.parts[0].first, task.source, task.wish, torn, lines=task.log.lines)
        if told.counts.sessions != part.sessions or len(data) != part.end - part.begin:
            raise PlaceError(f"{task.source}: the log changed while it was read; export it again")
        for name, size in _write(told, task.part + at, task.where):
            files[name.split("/")[0]][name] = size
        counts += told.counts
    return Done(files, counts, task.parts[-1].end - task.parts[0].begin)


def _write(told: Told, part: int, where: str) -> Iterator[tuple[str, int]]:
    for name, table in told.tables.items():
        file = f"{name}/part-{part:06}.parquet"
        sink = io.BytesIO()
        pq.write_table(table, sink, compression="zstd", row_group_size=max(1, table.num_rows))
        put(where, file, sink.getvalue())
        yield file, table.num_rows


def _manifest(done: Iterable[Done], places: list[str], rules: dict[str, object], names: dict[str, str]) -> Manifest:
    counts = Counts()
    files: dict[str, dict[str, int]] = {name: {} for name in TABLES}
    for one in done:
        counts += one.counts
        for name, held in one.files.items():
            files[name] |= held
    return Manifest(
        generator=f"kratzen-log {__version__}", sources=[names.get(place, place) for place in places], rules=dict(rules),
        cards=[token(card) for card in range(CARDS)], counts=msgspec.to_builtins(replace(counts, slow=0)),
        rows={name: sum(held.values()) for name, held in files.items()}, files={name: sorted(held) for name, held in files.items()},
    )
