"""``kratzen export``."""

from __future__ import annotations

import argparse
import os
import stat
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager, nullcontext
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, Self

from kratzen_log.cli.common import UsageError, check_rules, columns, is_terminal, log_files, read_rules, write_text
from kratzen_log.cli.progress import bar, watched
from kratzen_log.games import GAMES

if TYPE_CHECKING:
    from kratzen_log.export.exporting import Done, Task
    from kratzen_log.export.places import Manifest

NEEDED: Final = ("numpy", "pyarrow")
_LEFT_OUT: Final = ("findings", "unread", "cancelled", "nameless", "empty", "skipped")


def export(args: argparse.Namespace) -> int:
    """Writes the tables, and says what they hold and what was left out."""
    if not all(find_spec(name) for name in (*NEEDED, *(["llvmlite"] if args.fast else []))):
        raise UsageError('export needs more than is installed: pip install "kratzen-log[bulk]"')
    if not args.out:
        raise UsageError("say where the tables go: -o DIR/")
    for name in ("jobs", "part"):
        if getattr(args, name) < 1:
            raise UsageError(f"--{name} takes a number from 1 up")
    rules = read_rules(args.rule)
    check_rules(GAMES.values(), rules)
    from kratzen_log.export.exporting import export as write
    from kratzen_log.export.places import PlaceError

    try:
        places, names, skipped = _places(args.paths)
        with _workers(args) as (survey, run):
            made = write(
                places, args.out, rules=rules, seal=not args.no_seal, fast=args.fast, part=args.part << 20, run=run, survey=survey,
                names=names,
            )
    except PlaceError as error:
        raise UsageError(str(error)) from error
    except BrokenExecutor as error:
        raise UsageError("a process was ended before its work was done: try fewer --jobs or a smaller --part") from error
    write_text(None, _said(made, args, skipped))
    return 1 if made.counts["unread"] or made.counts["nameless"] else 0


@contextmanager
def _workers(args: argparse.Namespace) -> Iterator[tuple[Any, Any]]:
    """What cuts logs and does tasks: this process, others here, or a cluster."""
    if args.scheduler:
        from kratzen_log.cluster.working import Cluster

        with Cluster(args.scheduler, args.jobs) as cluster:
            yield cluster.each, lambda do, tasks: watched(cluster.each(do, tasks), len(tasks), "parts")
        return
    with _Work(args.jobs) as work:
        yield work.survey, work.run


def _places(paths: Sequence[str]) -> tuple[list[str], dict[str, str], int]:
    """The logs that paths stand for, what they are called, and how many ``.json`` files were no logs."""
    from kratzen_log.export.places import is_url, listed

    found: list[str] = []
    names: dict[str, str] = {}
    skipped = 0
    for path in paths:
        if is_url(path):
            found += listed([path])
        elif path == "-" or _is_stream(path):
            found.append(_spooled(path))
            names[found[-1]] = path
        else:
            files, passed = log_files([path])
            found += files
            skipped += passed
    return found, names, skipped


def _is_stream(path: str) -> bool:
    """Whether a path can be read once only: a named pipe, or what a shell puts in the place of a file."""
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def _spooled(path: str) -> str:
    """Standard input, or a pipe, as a file, for it is read twice."""
    import atexit
    import shutil
    import tempfile

    if path == "-" and sys.stdin is None:
        raise UsageError("standard input is closed: name a file")
    with (
        nullcontext(sys.stdin.buffer) if path == "-" else open(path, "rb") as stream,
        tempfile.NamedTemporaryFile(delete=False, suffix=".jsonl") as file,
    ):
        shutil.copyfileobj(stream, file)
    atexit.register(os.unlink, file.name)
    return file.name


class _Work:
    """Tasks done here, or by processes, with a bar on a terminal."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.pool: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_what: object) -> None:
        if self.pool is not None:
            self.pool.shutdown(cancel_futures=True)

    def survey(self, cut: Any, places: Sequence[str]) -> Iterator[Any]:
        """Cuts logs into parts."""
        return self._each(cut, places)

    def run(self, do: Any, tasks: Sequence[Task]) -> Iterator[Done]:
        """Does all tasks."""
        done = self._each(do, tasks)
        if not is_terminal(sys.stderr):
            yield from done
            return
        total = sum(task.size for task in tasks)
        with bar(total, "B", unit_scale=True) as shown:
            deals = 0
            for one in done:
                yield one
                deals += one.counts.deals
                shown.set_postfix_str(f"{deals:,} deals", refresh=False)
                shown.update(one.size)

    def _each(self, do: Any, many: Sequence[Any]) -> Iterator[Any]:
        if self.jobs == 1 or len(many) < 2:
            return map(do, many)
        if self.pool is None:
            from concurrent.futures import ProcessPoolExecutor
            from multiprocessing import get_context

            self.pool = ProcessPoolExecutor(self.jobs, mp_context=get_context("spawn"))
        found: Iterator[Any] = self.pool.map(do, many)
        return found


def _said(made: Manifest, args: argparse.Namespace, skipped: int) -> str:
    """What was written and what was left out, in words."""
    from kratzen_log.auditor.report_text import counted
    from kratzen_log.texts import grouped, table
    from kratzen_log.texts.safe import wrap

    words = table("words")["export"]
    counts = {**made.counts, "skipped": skipped}
    numbers = {name: grouped(many, args.lang) for name, many in counts.items()}
    named = {"session": ("session", "sessions"), "deal": ("deals", "deals"), "card_played": ("card_played", "plays")}
    numbers |= {name: counted(key, counts[what], args.lang) for name, (key, what) in named.items()}
    lines: list[str] = []
    for key in ("written", *(key for key in _LEFT_OUT if counts[key])):
        text: str = words[f"{key}_one" if counts.get(key) == 1 else key][args.lang]
        lines += wrap(text.format(out=args.out, **numbers), columns(None), "", "    ")
    return "\n".join(lines)
