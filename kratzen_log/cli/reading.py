"""How commands that take one log read it."""

from __future__ import annotations

import os

from kratzen_log.cli.common import UsageError, log_files
from kratzen_log.log.loading import sessions
from kratzen_log.log.model import Session


def _refuse_folder(path: str) -> None:
    if os.path.isdir(path):
        files = log_files([path])[0]
        raise UsageError(f"{path} is a folder; name one of its logs, for example {files[0]}" if files else f"{path} is a folder; name a log")


def one_session(path: str, number: int = 1) -> Session:
    """A session of a log by its number from 1. Raises ``UsageError`` where there is none, ``OSError`` from the file."""
    _refuse_folder(path)
    held = 0
    for session in sessions(path):
        held += 1
        if held == number:
            if not session.records:
                code = session.faults[0].code if session.faults else "file.unreadable"
                raise UsageError(f"{path}: no record can be read ({code}); kratzen audit {path} says why")
            return session
    if not held:
        raise UsageError(f"{path}: the file is empty")
    raise UsageError(f"{path}: it holds {held} session{'s' * (held > 1)}, so there is no session {number}")


def all_sessions(path: str) -> list[Session]:
    """All sessions of a log; refuses one in which nothing can be read."""
    _refuse_folder(path)
    many = list(sessions(path))
    if not any(session.records for session in many):
        raise UsageError(f"{path}: no record can be read; kratzen audit {path} says why")
    return many
