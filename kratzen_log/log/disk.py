"""Bytes that are on disk when a call returns: locked, appended, cut back, synced."""

from __future__ import annotations

import os
import sys
from typing import Final

_FAR: Final = 1 << 40
"""A byte no log reaches; Windows locks ranges of bytes, and readers must not be kept out."""


def lock(fd: int) -> bool:
    """Takes the one writer's lock of an open file; false when another writer has it. It goes with the descriptor."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(fd, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
    import fcntl

    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def sync(fd: int) -> None:
    """Returns when the bytes of a file are on disk."""
    if sys.platform == "darwin":
        import fcntl

        fcntl.fcntl(fd, fcntl.F_FULLFSYNC)
    else:
        os.fsync(fd)


def sync_folder(path: str) -> None:
    """Returns when the names in the folder of a file are on disk, where the system can do that."""
    if sys.platform == "win32":
        return
    fd = os.open(os.path.dirname(path) or ".", os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def write_all(fd: int, data: bytes) -> None:
    """Writes all bytes, however few the system takes at a time."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(fd, rest) :]


def read_at(fd: int, start: int, count: int) -> bytes:
    """Bytes from a place of a file, as many as there are."""
    os.lseek(fd, start, os.SEEK_SET)
    parts = []
    while count > 0 and (part := os.read(fd, count)):
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def new_file(path: str, data: bytes) -> None:
    """A file that was not there before, with these bytes, on disk. Raises ``FileExistsError``."""
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        write_all(fd, data)
        sync(fd)
    finally:
        os.close(fd)
    sync_folder(path)
