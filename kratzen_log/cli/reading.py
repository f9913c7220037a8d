"""How commands that take one log read it."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from kratzen_log.cli.common import UsageError, log_files, tell
from kratzen_log.log.loading import sessions
from kratzen_log.log.model import Session
from kratzen_log.texts import table


def refuse_folder(path: str) -> None:
    """Names one of the logs of a folder where one log is to be named."""
    if os.path.isdir(path):
        files = log_files([path])[0]
        raise UsageError(f"{path} is a folder; name one of its logs, for example {files[0]}" if files else f"{path} is a folder; name a log")


def one_session(path: str, number: int | None, lang: str) -> Session:
    """A session of a log by its number from 1.

    Without a number it is the first, and where more follow, standard error says so. Raises ``UsageError`` where there
    is none, ``OSError`` from the file.
    """
    refuse_folder(path)
    held = 0
    found = sessions(path)
    for session in found:
        held += 1
        if held == (number or 1):
            if not session.records:
                code = session.faults[0].code if session.faults else "file.unreadable"
                raise UsageError(f"{path}: no record can be read ({code}); kratzen audit {path} says why")
            if number is None and any(further.head is not None for further in found):
                tell(f"kratzen: {path}: {table('words')['cli']['first'][lang]}")
            return session
    if not held:
        raise UsageError(f"{path}: the file is empty")
    raise UsageError(f"{path}: it holds {held} session{'s' * (held > 1)}, so there is no session {number}")


def seen(session: Session, args: argparse.Namespace) -> Session:
    """The session as the chosen view knows it. Raises ``UsageError`` for a view that is none."""
    if args.view == "all":
        return session
    from kratzen_log.views.redacting import redact

    try:
        return redact(session, args.view)
    except ValueError as error:
        raise UsageError(f"{args.file}: {error}") from error


def all_sessions(path: str) -> list[Session]:
    """All sessions of a log; refuses one in which nothing can be read."""
    refuse_folder(path)
    many = list(sessions(path))
    if not any(session.records for session in many):
        raise UsageError(f"{path}: no record can be read; kratzen audit {path} says why")
    return many


def whole_sessions(path: str) -> list[Session]:
    """All sessions of a log that is to be written anew; refuses one of which something would be lost."""
    many = all_sessions(path)
    lost = [
        fault for session in many for fault in session.faults
        if not fault.kept or (fault.code in ("log.type", "log.missing-key") and fault.pointer.count("/") > 1)
    ]
    if lost:
        where = ", ".join(sorted({f"line {fault.line} ({fault.code})" for fault in lost})[:3])
        raise UsageError(f"{path}: nothing written, for something would be lost: {where}; kratzen audit {path} says more")
    return many


def refuse_broken_seal(path: str, many: Sequence[Session], done: str) -> None:
    """Refuses a log whose seal does not fit: a new seal would hide that it was changed."""
    from kratzen_log.log.seal import is_sealed, sealed

    for session in many:
        if is_sealed(session) and sealed(session) != session:
            raise UsageError(f"{path}: not {done}, for its seal does not fit and a new one would hide that; kratzen verify {path} says where")
