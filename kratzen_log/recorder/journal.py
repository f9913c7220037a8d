"""The deal in hand on disk: every line as it was typed, so that a crash loses at most the line being written."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Any

import msgspec

from kratzen_log.log import disk


class Journal:
    """A file beside the log. Its first line says after which record the deal comes, every further one is a line typed.

    A record is named by its number and its seal. Lines are only added; ``null`` takes back the line before.
    """

    def __init__(self, log: str) -> None:
        self.path = f"{log}.hand"
        self._fd = -1

    def read(self, after: str, before: str) -> tuple[list[str], str | None]:
        """The lines of a deal that comes after the record ``after``; ``before`` names the record before that one.

        A journal whose deal is in the log already is removed. One of another log is put aside; the name it then has is
        the second value. A torn last line is no line.
        """
        try:
            with open(self.path, "rb") as file:
                rows = [_row(line) for line in file.read().split(b"\n")]
        except FileNotFoundError:
            return [], None
        head = rows[0] if isinstance(rows[0], dict) else {}
        if head.get("after") == after:
            lines: list[str] = []
            for row in rows[1:]:
                if row == [None]:
                    lines = lines[:-1]
                elif isinstance(row, list) and len(row) == 1 and isinstance(row[0], str):
                    lines.append(row[0])
            return lines, None
        if head.get("after") == before:
            self.remove()
            return [], None
        aside = f"{self.path}.old"
        os.replace(self.path, aside)
        disk.sync_folder(self.path)
        return [], aside

    def begin(self, after: str, lines: list[str]) -> None:
        """Begins the journal of a deal with the lines it has so far; the one before is there until it is whole."""
        self.close()
        rows: list[Any] = [{"after": after}, *([line] for line in lines)]
        beside = f"{self.path}.part"
        with suppress(FileNotFoundError):
            os.remove(beside)
        disk.new_file(beside, b"".join(msgspec.json.encode(row) + b"\n" for row in rows))
        os.replace(beside, self.path)
        disk.sync_folder(self.path)
        self._fd = os.open(self.path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))

    def add(self, line: str | None) -> None:
        """One line more, on disk when the call returns; None takes the last one back."""
        disk.write_all(self._fd, msgspec.json.encode([line]) + b"\n")
        disk.sync(self._fd)

    def remove(self) -> None:
        """The deal is in the log."""
        self.close()
        with suppress(FileNotFoundError):
            os.remove(self.path)
            disk.sync_folder(self.path)

    def close(self) -> None:
        """Lets the file go; what is in it stays."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1


def _row(line: bytes) -> Any:
    try:
        return msgspec.json.decode(line)
    except msgspec.DecodeError:
        return None
