"""Logs to a folder of Parquet: cut into parts, told part by part in any order, made whole at the end."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
from msgspec import Struct
from msgspec.structs import replace

from kratzen_log import __version__
from kratzen_log.cards import CARDS, token
from kratzen_log.export.cutting import PART, Cut, Part, cut, parts_of
from kratzen_log.export.parting import Counts, Told, Wish, tell_part
from kratzen_log.export.places import Folder, Manifest, PlaceError, put
from kratzen_log.log.container import Torn
from kratzen_log.show.columns import TABLES

FAST: Final = 1 << 21
"""Bytes of logs above which compiled code pays even where it must be compiled first."""


class Piece(Struct, frozen=True):
    """A part of a log, what the log is called, and the number of the first session in it."""

    log: Cut
    part: Part
    source: str
    first: int


class Task(Struct, frozen=True):
    """Work for one worker: files to be written, each from some pieces; ``number`` is that of the first file."""

    files: tuple[tuple[Piece, ...], ...]
    number: int
    wish: Wish
    where: str

    @property
    def size(self) -> int:
        """Bytes to be read."""
        return sum(piece.part.size for pieces in self.files for piece in pieces)


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
        if not any(one.parts for one in cuts):
            raise PlaceError("the logs hold no session")
        compiled = fast if fast is not None else sum(one.size for one in cuts) >= FAST and _compiler()
        wish = Wish(rules=rules or {}, seal=seal, fast=compiled)
        tasks = list(_tasks(cuts, wish, folder.where, names or {}, part))
        done = list((run or _one_by_one)(do, tasks))
        made = _manifest(done, [names.get(one.place, one.place) for one in cuts] if names else list(places), rules or {})
        made = replace(made, counts=made.counts | {"empty": sum(not one.parts for one in cuts)})
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

    return find_spec("llvmlite") is not None


def _tasks(cuts: Iterable[Cut], wish: Wish, where: str, names: dict[str, str], size: int) -> Iterator[Task]:
    """A task for each file of a table; one for all files from a log that can only be read from its beginning."""
    files: list[list[Piece]] = []
    first = held = 0
    for one in cuts:
        for part in one.parts:
            if not files or held + part.size > size:
                files.append([])
                held = 0
            files[-1].append(Piece(one, part, names.get(one.place, one.place), first + part.first))
            held += part.size
        first += one.sessions
    number = 0
    while number < len(files):
        stop = number + 1
        while stop < len(files) and files[stop][0].log.packed and files[stop][0].log is files[stop - 1][-1].log:
            stop += 1
        yield Task(tuple(tuple(pieces) for pieces in files[number:stop]), number, wish, where)
        number = stop


def do(task: Task) -> Done:
    """Tells the pieces of a task and writes them. Done again it writes the same bytes to the same files.

    Raises ``PlaceError`` where a log is not what it was when it was cut.
    """
    files: dict[str, dict[str, int]] = {name: {} for name in TABLES}
    counts = Counts()
    read = _reader(task)
    for number, pieces in enumerate(task.files, task.number):
        told = [_tell(piece, *next(read), task.wish) for piece in pieces]
        counts = sum((one.counts for one in told), counts)
        for name in TABLES:
            file = f"{name}/part-{number:06}.parquet"
            table = pa.concat_tables([one.tables[name] for one in told]).unify_dictionaries().combine_chunks()
            sink = io.BytesIO()
            pq.write_table(table, sink, compression="zstd", row_group_size=max(1, table.num_rows))
            put(task.where, file, sink.getvalue())
            files[name][file] = table.num_rows
    return Done(files, counts, task.size)


def _reader(task: Task) -> Iterator[tuple[bytes, Torn | None]]:
    """The bytes of all pieces in order; each log is opened once."""
    many = [piece for pieces in task.files for piece in pieces]
    for _log, pieces in groupby(many, key=lambda piece: id(piece.log)):
        held = list(pieces)
        yield from parts_of(held[0].log, tuple(piece.part for piece in held), task.wish.limits)


def _tell(piece: Piece, data: bytes, torn: Torn | None, wish: Wish) -> Told:
    told = tell_part(data, piece.first, piece.source, wish, torn, lines=piece.log.lines)
    if told.counts.sessions != piece.part.sessions or len(data) != piece.part.size:
        raise PlaceError(f"{piece.source}: the log changed while it was read; export it again")
    return told


def _manifest(done: Iterable[Done], sources: list[str], rules: dict[str, object]) -> Manifest:
    counts = Counts()
    files: dict[str, dict[str, int]] = {name: {} for name in TABLES}
    for one in done:
        counts += one.counts
        for name, held in one.files.items():
            files[name] |= held
    return Manifest(
        generator=f"kratzen-log {__version__}", sources=sources, rules=dict(rules),
        cards=[token(card) for card in range(CARDS)], counts={name: many for name, many in msgspec.to_builtins(counts).items() if name != "slow"},
        rows={name: sum(held.values()) for name, held in files.items()}, files={name: sorted(held) for name, held in files.items()},
    )
