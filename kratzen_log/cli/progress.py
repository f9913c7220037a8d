"""Progress of long work: a bar on standard error, only on a terminal, and gone when the work is done."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, Final, TypeVar

from kratzen_log.cli.common import is_terminal

PATIENCE: Final = 1.0
"""Seconds of work before a bar appears."""
T = TypeVar("T")


def bar(total: int, unit: str, **more: Any) -> Any:
    """A bar that appears once the work has taken a while; ``update`` it by what was done."""
    from tqdm import tqdm

    return tqdm(total=total, unit=unit, file=sys.stderr, leave=False, delay=PATIENCE, disable=not is_terminal(sys.stderr), **more)


def watched(items: Iterable[T], total: int, unit: str) -> Iterator[T]:
    """The items, with a bar that counts them; as they are where there are few or nobody watches."""
    if total < 2 or not is_terminal(sys.stderr):
        yield from items
        return
    with bar(total, " " + unit) as shown:
        for item in items:
            yield item
            shown.update(1)


class Counted:
    """A file that tells a bar how many bytes were read."""

    def __init__(self, file: BinaryIO, shown: Any) -> None:
        self.file = file
        self.shown = shown
        self.reached = 0

    def read(self, size: int = -1) -> bytes:
        """Reads on."""
        data = self.file.read(size)
        self._tell()
        return data

    def readinto(self, view: memoryview) -> int:
        """Reads on into memory."""
        got = self.file.readinto(view)  # type: ignore[attr-defined]
        self._tell()
        return int(got)

    def seekable(self) -> bool:
        """Whether it can be read at any place."""
        return self.file.seekable()

    def seek(self, at: int, whence: int = 0) -> int:
        """Goes to a place."""
        return self.file.seek(at, whence)

    def _tell(self) -> None:
        """Bytes are counted once, however often and in what order they are read."""
        at = self.file.tell()
        if at > self.reached:
            self.shown.update(at - self.reached)
            self.reached = at


class Pace:
    """Tells a bar how many deals are read in a second."""

    def __init__(self, shown: Any) -> None:
        self.shown = shown
        self.start = time.perf_counter()
        self.before = 0

    def told(self, deals: int) -> None:
        """So many deals of the file at hand are read."""
        rate = (self.before + deals) / max(time.perf_counter() - self.start, 1e-9)
        self.shown.set_postfix_str(f"{rate:,.0f} deals/s", refresh=False)

    def finished(self, deals: int) -> None:
        """A file with so many deals is read."""
        self.before += deals
        self.told(0)
