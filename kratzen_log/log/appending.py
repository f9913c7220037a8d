"""Writing a log record by record without losing one (FORMAT 7)."""

from __future__ import annotations

import errno
import os
import stat
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, Self

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import replace

from kratzen_log.log import disk
from kratzen_log.log.codec import decode, read
from kratzen_log.log.container import GZIP, ZSTD, Limits, Raw
from kratzen_log.log.document import array_of_records
from kratzen_log.log.loading import LogError
from kratzen_log.log.model import Adjust, Deal, End, Head, Note, Record, Void
from kratzen_log.log.seal import digest
from kratzen_log.log.writer import encode_line

_LIMITS: Final = Limits()
_MODE: Final = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_BLOCK: Final = 1 << 16


class LogBusy(BlockingIOError):
    """Another writer has the log open."""


class TornLine(UserWarning):
    """The last line of a log was incomplete and was moved to a file beside it."""


class _State(Struct):
    """What a writer must know of the records before: the last one, the deals that stand, whether they are sealed."""

    last: Record | None = None
    deal: int | None = None
    deals: int = 0
    records: int = 0
    sealed: bool = False
    ended: bool = False

    def take(self, record: Record) -> None:
        """One more record; a session record begins anew."""
        if isinstance(record, Head):
            self.deal, self.deals, self.records, self.ended = None, 0, 0, False
        self.records += 1
        self.last = record
        self.sealed = record.prev is not UNSET if self.records > 1 else self.sealed
        if isinstance(record, Deal):
            self.deals += 1
            self.deal = self.deals if record.no is UNSET else record.no
        elif isinstance(record, Void) and record.deal == self.deal:
            self.deals -= 1
            self.deal = None
        self.ended = isinstance(record, End)


class LogWriter:
    """A log in lines that is open for writing. A record is on disk when the call returns.

    ``LogWriter(path)`` goes on with a log, ``LogWriter.create`` begins one. One writer at a time has a log open;
    a second gets ``LogBusy``. A last line that is torn, because a writer was killed or the disk was full, is moved to
    a file beside the log, named in ``moved_aside`` and in a ``TornLine`` warning. A log that is sealed is sealed on;
    ``seal`` decides where the session has no record yet but the first. When a call raises, its record is not in the
    log, and what was there before still is.

    Raises ``OSError`` from the disk and ``LogError`` for what cannot be gone on with: no log, a document, compressed.
    """

    def __init__(self, path: str | os.PathLike[str], *, seal: bool = False) -> None:
        self.path = os.fspath(path)
        self.moved_aside: str | None = None
        self._fd = _open_locked(self.path)
        try:
            self._state = _State(sealed=seal)
            self._read()
            if seal and not self._state.sealed:
                raise LogError(f"{self.path} was begun without seals: end it, then kratzen seal {self.path} -o OUT seals it as a whole")
        except BaseException:
            self.close()
            raise

    @classmethod
    def create(cls, path: str | os.PathLike[str], head: Head | Mapping[str, Any], *, seal: bool = False) -> Self:
        """Begins a log with its session record. Raises ``FileExistsError`` where there is a file already.

        The file appears under its name with its first record whole.
        """
        target = os.fspath(path)
        record, line = _checked(head)
        if not isinstance(record, Head):
            raise TypeError("a log begins with a session record (Head)")
        if record.prev is not UNSET:
            raise ValueError("the first record of a session carries no seal")
        folder, name = os.path.split(target)
        beside = os.path.join(folder, f".{name}.{os.getpid()}.part")
        with suppress(FileNotFoundError):
            os.remove(beside)
        disk.new_file(beside, line)
        try:
            _give_name(beside, target)
        finally:
            os.remove(beside)
        disk.sync_folder(target)
        return cls(target, seal=seal)

    def append(self, record: Record | Mapping[str, Any]) -> Record:
        """Adds a record and returns it as it is in the log, with its seal.

        Raises ``ValueError`` for a record no reader would give back, and where it cannot stand: anything but a
        session record after ``end``, a session record before it.
        """
        made, line = _checked(record)
        state = self._state
        if isinstance(made, Head) != state.ended:
            raise ValueError("the session has ended: only a session record can follow" if state.ended else "the session has not ended yet")
        if made.prev is not UNSET:
            raise ValueError("prev is the writer's to say: give the record without it")
        if state.sealed and not state.ended and state.last is not None:
            made = replace(made, prev=digest(state.last))
            line = encode_line(made) + b"\n"
        self._put(line)
        state.take(made)
        return made

    def adjust(self, delta: Sequence[int], why: str) -> Record:
        """Chips or points moved outside play, per seat, and why."""
        return self.append(Adjust(delta=list(delta), why=why))

    def void(self, deal: int | None = None, why: str | None = None) -> Record:
        """Cancels the last deal; a record with the same number and dealer follows. Raises ``ValueError`` if it has another number."""
        last = self._state.deal
        if last is None or (deal is not None and deal != last):
            raise ValueError("there is no deal to cancel" if last is None else f"the last deal is {last}, not {deal}")
        return self.append(Void(deal=last, why=UNSET if why is None else why))

    def note(self, text: str) -> Record:
        """A remark between deals."""
        return self.append(Note(text=text))

    def end(self, reason: str | None = None, *, totals: Sequence[int] | None = None, winners: str | None = None) -> Record:
        """Ends the session; counts the deals that are not void."""
        return self.append(End(
            deals=self._state.deals, totals=UNSET if totals is None else list(totals), winners=UNSET if winners is None else winners,
            reason=UNSET if reason is None else reason,
        ))

    @property
    def seal(self) -> str | None:
        """The seal of the log so far, the hash of its last record; None where the log is not sealed."""
        state = self._state
        return digest(state.last) if state.sealed and state.last is not None else None

    @property
    def ended(self) -> bool:
        """Whether the session has its ``end`` record."""
        return self._state.ended

    def close(self) -> None:
        """Lets another writer have the log. Everything is on disk already."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _put(self, line: bytes) -> None:
        """A line at the end of the file; what was there before comes back when it cannot be written whole."""
        if self._fd < 0:
            raise ValueError(f"{self.path} is closed")
        try:
            disk.write_all(self._fd, line)
        except OSError:
            try:
                os.ftruncate(self._fd, self._size)
                disk.sync(self._fd)
            except OSError:
                self.close()  # the next writer moves the torn line aside
            raise
        try:
            disk.sync(self._fd)
        except OSError:
            self.close()  # whether the record is on disk is not known: the log must be read again
            raise
        self._size += len(line)

    def _read(self) -> None:
        """Looks through the records, and puts the end of the file in order."""
        size = os.fstat(self._fd).st_size
        head = disk.read_at(self._fd, 0, _BLOCK)
        if head.startswith((GZIP, ZSTD)) or array_of_records(head) >= 0:
            raise LogError(f"{self.path} is a document or compressed: kratzen convert {self.path} -o LOG.jsonl makes one that can be gone on with")
        self._size = self._whole_lines(size)
        if size - self._size > _LIMITS.line:
            raise LogError(f"{self.path} ends with a line of {size - self._size} bytes, which is no record; kratzen audit says more")
        torn = disk.read_at(self._fd, self._size, size - self._size)
        complete = bool(torn.strip()) and _complete(torn)
        for entry in read(_Part(self._fd, size if complete else self._size)):  # type: ignore[arg-type]
            if entry.record is not None:
                self._state.take(entry.record)
        if self._state.last is None:
            raise LogError(f"{self.path} holds no record that can be read; kratzen audit says why")
        if complete:
            self._size = size
            self._put(b"\n")
        elif torn:
            self._set_aside(torn)

    def _whole_lines(self, size: int) -> int:
        """Where the last line that ends ends."""
        at = size
        while at > 0:
            start = max(0, at - _BLOCK)
            place = disk.read_at(self._fd, start, at - start).rfind(b"\n")
            if place >= 0:
                return start + place + 1
            at = start
        return 0

    def _set_aside(self, torn: bytes) -> None:
        """Moves a torn line into a file of its own."""
        number = 1
        while True:
            name = f"{self.path}.torn" + (f"-{number}" if number > 1 else "")
            try:
                disk.new_file(name, torn)
                break
            except FileExistsError:
                number += 1
        os.ftruncate(self._fd, self._size)
        disk.sync(self._fd)
        self.moved_aside = name
        warnings.warn(f"the last line of {self.path} was incomplete; its {len(torn)} bytes are now in {name}", TornLine, stacklevel=4)


class _Part:
    """The first bytes of an open file, as a stream."""

    def __init__(self, fd: int, size: int) -> None:
        self.fd, self.size, self.at = fd, size, 0

    def read(self, size: int) -> bytes:
        """Reads on."""
        data = disk.read_at(self.fd, self.at, min(size, self.size - self.at))
        self.at += len(data)
        return data


def _open_locked(path: str) -> int:
    """A log opened for writing and locked. Raises ``LogBusy`` when another writer has it."""
    while True:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise LogError(f"{path} is no ordinary file; name a file to record into")
        fd = os.open(path, _MODE)
        if not disk.lock(fd):
            os.close(fd)
            raise LogBusy(errno.EAGAIN, "another program is writing this log; close it there first", path)
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(fd), os.stat(path)):
                return fd
        os.close(fd)  # the file was replaced between opening and locking


def _give_name(beside: str, target: str) -> None:
    """Puts a file under a name that is free."""
    try:
        os.link(beside, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        with open(beside, "rb") as file:
            disk.new_file(target, file.read())


def _complete(line: bytes) -> bool:
    """Whether a line without its line feed is a whole record all the same."""
    entries, _next = decode(Raw(line, 1, ended=False), 0, _LIMITS)
    return bool(entries) and all(entry.record is not None for entry in entries)


def _checked(record: Record | Mapping[str, Any]) -> tuple[Record, bytes]:
    """A record and its line. Raises ``ValueError`` for one that no reader would give back."""
    try:
        line = encode_line(record) if isinstance(record, Record) else msgspec.json.encode(dict(record))
    except (TypeError, UnicodeEncodeError, msgspec.MsgspecError, RecursionError, OverflowError) as error:
        raise ValueError(f"this is no record: {error}") from error
    if len(line) > _LIMITS.line:
        raise ValueError(f"a record may have {_LIMITS.line} bytes, this one has {len(line)}")
    [*entries], _next = decode(Raw(line, 1), 0, _LIMITS)
    read_back = entries[0].record if len(entries) == 1 else None
    if read_back is None or (isinstance(record, Record) and read_back != record) or any(fault.code == "log.type" for fault in entries[0].faults):
        faults: Iterator[str] = (f"{fault.code} {fault.pointer}".strip() for entry in entries for fault in entry.faults)
        raise ValueError(f"no reader would give this record back: {next(faults, 'it reads otherwise')}")
    return read_back, encode_line(read_back) + b"\n"
