"""``kratzen audit``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from typing import Final

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
    wants_colour,
    wants_compiled,
    write_text,
)
from kratzen_log.cli.progress import Counted, bar, watched
from kratzen_log.games import GAMES

BIG: Final = 8 << 20
"""Bytes above which a terminal shows a progress bar."""
FAST: Final = 16 << 20
"""Bytes above which the compiled audit pays even where it must be compiled first: about 30,000 deals."""
_FORMS: Final = {".json": "json", ".md": "markdown", ".sarif": "sarif", ".txt": "text", ".log": "text", "": "text"}
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
    files, skipped = log_files(args.paths)
    if args.expect and len(files) != 1:
        raise UsageError(f"--expect goes with one file, not {len(files)}")
    reports = list(_reports(files, choice, args.jobs, args.fast))
    form = args.format or (_form(args.out) if args.out else "text")
    write_text(args.out, render(reports, form, args, skipped), data=form in ("json", "sarif"))
    return max((STATUS[report.verdict] for report in reports), default=0)


def _form(out: str) -> str:
    form = _FORMS.get(suffix(out))
    if form is None:
        raise UsageError(f"-o {out}: end the name in .txt, .json, .md or .sarif, or say --format")
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
    if form == "sarif":
        from kratzen_log.auditor import report_sarif

        return report_sarif.render(reports, args.lang)
    from kratzen_log.auditor import report_text

    colour = args.out is None and wants_colour(sys.stdout)
    return report_text.render(reports, args.lang, colour=colour, skipped=skipped, columns=columns(args.out))


def _reports(files: list[str], choice: Choice, jobs: int, fast: bool | None) -> Iterator[Report]:
    sizes = [os.path.getsize(path) if os.path.isfile(path) else 0 for path in files]
    one = _auditor_of_a_file(fast, sum(sizes))
    if jobs > 1 and len(files) > 1:
        from functools import partial

        with _pool(min(jobs, len(files)), compiled=one is not audit_path) as pool:
            named = [path for path in files if path != "-"]
            made = pool.map(partial(one, choice=choice), named, chunksize=max(1, len(files) // (jobs * 8)))
            yield from watched((one(path, choice) if path == "-" else next(made) for path in files), len(files), "files")
        return
    if sum(sizes) < BIG or not is_terminal(sys.stderr):
        yield from (one(path, choice) for path in files)
        return
    yield from _with_bar(files, choice, sum(sizes), one)


def _pool(jobs: int, *, compiled: bool) -> Executor:
    """Threads for compiled code, which lets them run side by side; else processes."""
    from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

    return ThreadPoolExecutor(jobs) if compiled else ProcessPoolExecutor(jobs)


def _auditor_of_a_file(fast: bool | None, size: int) -> Callable[..., Report]:
    """The ordinary audit, or the compiled one where it is asked for, or worth it and installed.

    Raises ``UsageError`` where it is asked for and not installed.
    """
    if not wants_compiled(fast, size > FAST):
        return audit_path
    from kratzen_log.bulk.auditing import audit_bulk

    return audit_bulk


def _with_bar(files: list[str], choice: Choice, total: int, one: Callable[..., Report]) -> Iterator[Report]:
    """Audits with a progress bar in bytes."""
    with bar(total, "B", unit_scale=True) as shown:
        for path in files:
            if not os.path.isfile(path):
                yield one(path, choice)
                continue
            with open(path, "rb") as file:
                yield one(Counted(file, shown), choice, name=path)
