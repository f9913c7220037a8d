"""``kratzen audit``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from kratzen_log.auditor.auditing import Choice, Report, audit_path
from kratzen_log.cli.common import (
    UsageError,
    check_rules,
    columns,
    expected_seal,
    is_terminal,
    log_files,
    read_rules,
    suffix,
    tell,
    wants_colour,
    wants_compiled,
    write_text,
)
from kratzen_log.cli.progress import Counted, Pace, bar, watched
from kratzen_log.games import GAMES

BIG: Final = 8 << 20
"""Bytes above which a terminal shows a progress bar."""
FAST: Final = 16 << 20
"""Bytes above which the compiled audit pays even where it must be compiled first: about 30,000 deals."""
SPLIT: Final = 32 << 20
"""Bytes above which a file is read in parts side by side, where there are several jobs."""
_FORMS: Final = {".json": "json", ".md": "markdown", ".sarif": "sarif", ".csv": "csv", ".txt": "text", ".log": "text", "": "text"}
STATUS: Final = {"clean": 0, "findings": 1, "unreadable": 3}


def audit(args: argparse.Namespace) -> int:
    """Audits all files and prints one report."""
    if args.jobs < 1:
        raise UsageError("--jobs takes a number from 1 up")
    rules = read_rules(args.rule)
    check_rules(GAMES.values(), rules)
    try:
        choice = Choice(
            rules=rules, select=_codes(args.select), ignore=_codes(args.ignore), lang=args.lang, seal=not args.no_seal,
            expect=expected_seal(args.expect),
        )
    except ValueError as error:
        raise UsageError(str(error)) from error
    files, skipped = log_files(args.paths) if not args.scheduler else _listed(args.paths)
    if args.expect and len(files) != 1:
        raise UsageError(f"--expect goes with one file, not {len(files)}")
    made = _reports(files, choice, args.jobs, args.fast) if not args.scheduler else _on_cluster(files, choice, args)
    reports = list(made)
    form = args.format or (_form(args.out) if args.out else "text")
    write_text(args.out, render(reports, form, args, skipped), data=form in ("json", "sarif", "csv"))
    if wants_compiled(args.fast, _size(files) > FAST):
        tell(_who_looked(reports, args.lang))
    return max((STATUS[report.verdict] for report in reports), default=0)


def _size(files: list[str]) -> int:
    """Bytes of all files that are here."""
    return sum(os.path.getsize(path) for path in files if os.path.isfile(path))


def _who_looked(reports: list[Report], lang: str) -> str:
    """How many deals compiled code did not decide."""
    from kratzen_log.texts import grouped, table

    deals = sum(report.deals for report in reports)
    rest = deals - sum(report.compiled for report in reports)
    text: str = table("words")["compiled"][lang]
    return text.format(deals=grouped(deals, lang), rest=grouped(rest, lang))


def _form(out: str) -> str:
    form = _FORMS.get(suffix(out))
    if form is None:
        raise UsageError(f"-o {out}: end the name in .txt, .json, .md, .sarif or .csv, or say --format")
    return form


def _codes(text: str) -> tuple[str, ...]:
    """The codes of ``--select`` and ``--ignore``."""
    return tuple(code.strip() for code in text.split(",") if code.strip())


def render(reports: list[Report], form: str, args: argparse.Namespace, skipped: int) -> str:
    """The report in the form asked for."""
    if form == "json":
        from kratzen_log.auditor import report_json

        return report_json.render(reports, skipped)
    if form == "markdown":
        from kratzen_log.auditor import report_markdown

        return report_markdown.render(reports, args.lang)
    if form == "csv":
        from kratzen_log.auditor import report_csv

        return report_csv.render(reports)
    if form == "sarif":
        from kratzen_log.auditor import report_sarif

        return report_sarif.render(reports, args.lang)
    from kratzen_log.auditor import report_text

    colour = args.out is None and wants_colour(sys.stdout)
    return report_text.render(reports, args.lang, colour=colour, skipped=skipped, columns=columns(args.out))


def _reports(files: list[str], choice: Choice, jobs: int, fast: bool | None) -> Iterator[Report]:
    sizes = [os.path.getsize(path) if os.path.isfile(path) else 0 for path in files]
    if wants_compiled(fast, sum(sizes) > FAST):
        yield from _compiled(files, sizes, choice, jobs)
    elif jobs > 1 and len(files) > 1:
        from concurrent.futures import ProcessPoolExecutor
        from functools import partial

        with ProcessPoolExecutor(min(jobs, len(files))) as pool:
            named = [path for path in files if path != "-"]
            made = pool.map(partial(audit_path, choice=choice), named, chunksize=max(1, len(files) // (jobs * 8)))
            yield from watched((audit_path(path, choice) if path == "-" else next(made) for path in files), len(files), "files")
    elif sum(sizes) < BIG or not is_terminal(sys.stderr):
        yield from (audit_path(path, choice) for path in files)
    else:
        with bar(sum(sizes), "B", unit_scale=True) as shown:
            yield from (_watched(path, shown, _named(audit_path, choice)) for path in files)


def _named(audit: Callable[..., Report], choice: Choice, **more: Any) -> Callable[..., Report]:
    """An audit of anything that can be read, by its name in the report."""
    return lambda source, name: audit(source, choice, name, **more)


def _listed(paths: Sequence[str]) -> tuple[list[str], int]:
    """The logs that paths and URLs stand for, and how many ``.json`` files were no logs."""
    from kratzen_log.export.places import PlaceError, is_url, listed

    files: list[str] = []
    skipped = 0
    for path in paths:
        if path == "-":
            raise UsageError("--scheduler reads files and URLs, not standard input")
        try:
            found, passed = (listed([path]), 0) if is_url(path) else log_files([path])
        except PlaceError as error:
            raise UsageError(str(error)) from error
        files += found
        skipped += passed
    return files, skipped


def _on_cluster(files: list[str], choice: Choice, args: argparse.Namespace) -> Iterator[Report]:
    """The reports of all files, by the workers of a cluster."""
    from kratzen_log.cluster.auditing import audit_each
    from kratzen_log.cluster.working import Cluster
    from kratzen_log.export.places import PlaceError

    try:
        with Cluster(args.scheduler, args.jobs) as cluster:
            fast = wants_compiled(args.fast, _size(files) > FAST)
            yield from watched(audit_each(files, choice, cluster, fast=fast), len(files), "files")
    except PlaceError as error:
        raise UsageError(str(error)) from error


def _watched(path: str, shown: Any, one: Callable[..., Report]) -> Report:
    """Audits a file, with a bar in bytes."""
    try:
        file = open(path, "rb") if os.path.isfile(path) else None  # noqa: SIM115
    except OSError:
        file = None
    if file is None:
        return one(path, path)
    with file:
        return one(Counted(file, shown), path)


def _compiled(files: list[str], sizes: list[int], choice: Choice, jobs: int) -> Iterator[Report]:
    """The compiled audit: small files side by side, then each large one in parts side by side."""
    from concurrent.futures import ThreadPoolExecutor

    from kratzen_log.bulk.auditing import audit_bulk

    with bar(sum(sizes), "B", unit_scale=True) as shown:
        pace = Pace(shown)
        small = [path for path, size in zip(files, sizes, strict=True) if jobs > 1 and size < SPLIT and path != "-"]
        with ThreadPoolExecutor(jobs) as pool:
            made = dict(zip(small, pool.map(lambda path: _watched(path, shown, _named(audit_bulk, choice)), small), strict=True))
        for path in files:
            if path not in made:
                made[path] = _watched(path, shown, _named(audit_bulk, choice, jobs=jobs, tell=pace.told))
            pace.finished(made[path].deals)
            yield made[path]
