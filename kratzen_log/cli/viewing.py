"""``kratzen redact``: a log as one person saw it; ``anonymise``: without names; ``merge``: what several know together."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable

from msgspec.structs import replace

from kratzen_log.cli.common import UsageError, tell, write_bytes, write_text
from kratzen_log.cli.reading import all_sessions
from kratzen_log.log.model import Session


def redact(args: argparse.Namespace) -> int:
    """Writes what one seat, or everybody, saw of a log."""
    from kratzen_log.views.redacting import redact as make

    return _each(args, lambda session: make(session, args.view))


def anonymise(args: argparse.Namespace) -> int:
    """Writes a log with pseudonyms for names."""
    from kratzen_log.views.anonymising import anonymise as make

    return _each(args, lambda session: make(session, args.secret))


def _each(args: argparse.Namespace, make: Callable[[Session], Session]) -> int:
    """Writes what is made of every session of a log, and says what could not be read."""
    many = all_sessions(args.file)
    try:
        made = [make(session) for session in many]
    except ValueError as error:
        raise UsageError(f"{args.file}: {error}") from error
    write_log(made, args.out)
    lost = sum(fault.record >= 0 and not fault.kept for session in many for fault in session.faults)
    if lost:
        tell(f"kratzen: {args.file}: left out what cannot be read: {lost} of its records; kratzen audit says which")
    return 0


def merge(args: argparse.Namespace) -> int:
    """Joins logs of one session; exit status 1 when they contradict each other.

    Contradictions are named on standard output, unless the log itself goes there.
    """
    from kratzen_log.auditor.auditing import Choice, audit
    from kratzen_log.auditor.report_text import place
    from kratzen_log.texts.safe import terminal
    from kratzen_log.texts.usage import said
    from kratzen_log.views.merging import MergeError
    from kratzen_log.views.merging import merge as make

    if len(args.files) < 2:
        raise UsageError("merge takes two logs or more")
    try:
        made = make([_only(path) for path in args.files], _short(args.files))
    except MergeError as error:
        raise UsageError(f"not put together: {error}") from error
    write_log([made], args.out)
    report = audit(made, Choice(select=("log.witnesses",), lang=args.lang))
    if not report.findings:
        return 0
    if args.out is None or args.out == "-":
        tell("kratzen: " + said(f"the logs contradict each other, places: {len(report)}; with -o FILE they are named", args.lang))
    else:
        named = (f"{place(replace(finding, file=args.out), args.lang)}: {finding.message}" for finding in report)
        write_text(None, "\n".join(map(terminal, named)))
    return 1


def _only(path: str) -> Session:
    """The one session of a log; what cannot be read in it may stand in another."""
    many = all_sessions(path)
    if len(many) > 1:
        raise UsageError(f"{path} holds {len(many)} sessions: merge takes logs of one session each")
    return many[0]


def _short(paths: list[str]) -> list[str]:
    """File names without folders, where they then still differ."""
    names = [os.path.basename(path) for path in paths]
    return names if len(set(names)) == len(names) else paths


def write_log(many: list[Session], out: str | None) -> None:
    """A log to a file, or as lines to standard output."""
    from kratzen_log.log.writer import dump, dumps

    try:
        if out is None or out == "-":
            write_bytes(None, dumps(many))
        else:
            dump(many, out)
    except ValueError as error:
        raise UsageError(str(error)) from error
