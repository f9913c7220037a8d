"""Logs in and out for programs: files and bytes to sessions and back."""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike

from kratzen_log.log.codec import Entry, Fault, read
from kratzen_log.log.container import Limits, Source
from kratzen_log.log.model import Head, Record, Session


class LogError(ValueError):
    """A log that cannot be given as asked: nothing in it can be read, or it holds several sessions."""


def sessions(source: Source, limits: Limits = Limits()) -> Iterator[Session]:
    """The sessions of a log, one after another; each keeps what could not be read in ``faults``.

    A session begins at each ``session`` record. Raises ``OSError`` when the file cannot be opened.
    """
    records: list[Record] = []
    lines: list[int] = []
    faults: list[Fault] = []
    for entry in read(source, limits):
        if isinstance(entry.record, Head) and records:
            yield Session(tuple(records), tuple(lines), tuple(faults))
            records, lines, faults = [], [], []
        faults += entry.faults
        if entry.record is not None:
            records.append(entry.record)
            lines.append(entry.line)
    if records or faults:
        yield Session(tuple(records), tuple(lines), tuple(faults))


def _only(source: Source, name: str, limits: Limits) -> Session:
    many = list(sessions(source, limits))
    if len(many) > 1:
        raise LogError(f"{name} holds {len(many)} sessions: use kratzen_log.sessions() to read them one by one")
    if not many or not many[0].records:
        reason = many[0].faults[0].code if many and many[0].faults else "it is empty"
        raise LogError(f"{name} holds no record that can be read ({reason}): kratzen audit says why")
    return many[0]


def load(path: str | PathLike[str], limits: Limits = Limits()) -> Session:
    """The session of a file, in lines or as a document, plain, gzip or zstd (FORMAT 1).

    What cannot be read is kept in ``session.faults`` and reported by ``audit``. Raises ``OSError`` when the file
    cannot be opened and ``LogError`` when it holds no session or several.
    """
    return _only(path, str(path), limits)


def loads(data: bytes, limits: Limits = Limits()) -> Session:
    """The session in these bytes; see ``load``."""
    return _only(data, "the log", limits)


def entries(session: Session) -> list[Entry]:
    """A session's records, and the places of lost ones, as entries in file order."""
    lines = session.lines or tuple(range(1, len(session.records) + 1))
    rows = [Entry(record, line, index) for index, (record, line) in enumerate(zip(session.records, lines, strict=True))]
    held = {fault.record for fault in session.faults}
    lost = [
        Entry(None, fault.line, fault.record, (fault,), b"?") for fault in session.faults
        if fault.record >= 0 and all(row.line != fault.line for row in rows)
    ]
    return sorted([*rows, *lost], key=lambda entry: entry.line) if held else rows
