"""Logs in and out for programs: files and bytes to sessions and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from os import PathLike

from msgspec.structs import replace

from kratzen_log.log.codec import Entry, read
from kratzen_log.log.container import Limits, Source
from kratzen_log.log.model import Head, Session
from kratzen_log.log.writer import dumps


class LogError(ValueError):
    """A log that cannot be given as asked: nothing in it can be read, or it holds several sessions."""


def sessions(source: Source, limits: Limits = Limits()) -> Iterator[Session]:
    """The sessions of a log, one after another; each keeps what could not be read in ``faults``.

    A session begins at each ``session`` record. Raises ``OSError`` when the file cannot be opened.
    """
    return sessions_of(read(source, limits))


def sessions_of(many: Iterable[Entry]) -> Iterator[Session]:
    """The sessions of a log that is read already."""
    held: list[Entry] = []
    begun = False
    for entry in many:
        if isinstance(entry.record, Head) and begun:
            yield _session(held)
            held, begun = [], False
        begun = begun or entry.record is not None
        held.append(replace(entry, data=b"") if entry.record is not None else entry)
    if held:
        yield _session(held)


def _session(held: list[Entry]) -> Session:
    return Session(tuple(entry.record for entry in held if entry.record is not None), tuple(held))


def _only(source: Source, name: str, limits: Limits) -> Session:
    many = list(sessions(source, limits))
    if len(many) > 1:
        raise LogError(f"{name} holds {len(many)} sessions: use kratzen_log.sessions() to read them one by one")
    if not many or not many[0].records:
        reason = many[0].faults[0].code if many else "it is empty"
        raise LogError(f"{name} holds no record that can be read ({reason}): kratzen audit says why")
    return many[0]


def load(path: str | PathLike[str], limits: Limits = Limits()) -> Session:
    """The session of a file, in lines or as a document, plain, gzip or zstd (FORMAT 1).

    What cannot be read is kept in ``session.faults`` and reported by ``audit``. Raises ``OSError`` when the file
    cannot be opened and ``LogError`` when it holds no session or several.
    """
    return _only(path, str(path), limits)


def loads(data: bytes, limits: Limits = Limits()) -> Session:
    """The session in these bytes; see ``load``. Raises ``TypeError`` for anything but bytes."""
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError(f"loads takes bytes, not {type(data).__name__}: encode a text, or use load for a path")
    return _only(bytes(data), "the log", limits)


def entries(session: Session) -> Sequence[Entry]:
    """A session's records, and the places of lost ones, as entries in file order.

    A session that a program made, not a reader, is checked as if it were read. Raises ``TypeError`` for a value
    that no log can hold.
    """
    return session.entries or list(read(dumps(session)))
