"""Whether the seals of a log fit (FORMAT 5): records in, faults out; one fault of the log is one ``Fault``."""

from __future__ import annotations

from typing import Any, Final

from msgspec import UNSET, DecodeError, Struct
from msgspec.structs import replace

from kratzen_log.log.codec import Entry, Fault
from kratzen_log.log.model import Deal, End, Record
from kratzen_log.log.seal import digest, digest_of_text

LISTED: Final = 20
"""How many records without a seal a finding names."""
RECENT: Final = 1000
"""How many seals before are remembered, to know a record again that stands in the log twice."""


class Found(Struct, frozen=True):
    """A fault of the chain and the record it stands at."""

    entry: Entry
    fault: Fault


def seal_of(entry: Entry) -> str | None:
    """The seal of a record as it was read; None where its content is not known."""
    if entry.record is not None and not entry.faults:
        return digest(entry.record)
    if entry.data:
        try:
            return digest_of_text(entry.data)
        except (DecodeError, TypeError, UnicodeDecodeError, RecursionError):
            pass
    if entry.record is None or any(fault.pointer.count("/") > 1 for fault in entry.faults):
        return None
    return digest(entry.record)


def _prev_of(record: Record) -> Any:
    """The seal a record carries, of whatever type; ``UNSET`` where there is none."""
    return record.prev if record.prev is not UNSET else record.extra.get("prev", UNSET)


class Chain:
    """The chain of one session. ``feed`` each record in order, ``lost`` those that cannot be read; ``close`` gives the faults.

    A seal is worked out only where the next record carries one, so a log without seals costs nothing. ``loose``
    are the seals that records after a fault may carry because of it: those of the record at fault and of the one
    before. ``gaps`` are seals that no record before had. Each leads to the finding it belongs to. ``recent`` are the
    seals of the last records, with their lines.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.found: list[Found] = []
        self.last: Entry | None = None
        self.last_known = True
        self.at_fault = -1
        self.begun = self.ended = False
        self.carried = 0
        self.bare = 0
        self.first_bare: Entry | None = None
        self.bare_lines: list[int] = []
        self.loose: dict[str, int] = {}
        self.gaps: dict[str, int] = {}
        self.recent: dict[str, int] = {}

    def feed(self, entry: Entry) -> None:
        """The next record of the session; what stands after ``end`` belongs to no session."""
        if self.ended:
            return
        assert entry.record is not None
        prev = _prev_of(entry.record)
        if prev is UNSET:
            self._bare(entry)
        else:
            self._carries(entry, prev)
        self.last = entry
        self.ended = isinstance(entry.record, End)

    def leap(self, records: int) -> None:
        """So many records without a seal beside those that were fed, of which a finding names ``LISTED``."""
        self.bare += records
        self.last_known = False
        self.at_fault = -1

    def lost(self, entry: Entry) -> None:
        """A record that cannot be read: the chain goes on unverified after it."""
        if self.ended or not entry.data:
            return
        self.begun = True
        self.last_known = False
        self.last = entry
        self.at_fault = -1

    def close(self) -> list[Found]:
        """All faults of the session, in the order of its records."""
        if self.carried and self.bare and self.first_bare is not None:
            facts = {"without": self.bare, "with": self.carried, "lines": self.bare_lines}
            self._add(self.first_bare, "seal.partial", facts, pointer="")
        if self.carried and not self.ended and self.last is not None and self.last.record is not None:
            self._add(self.last, "seal.no-end", {}, pointer="")
        return sorted(self.found, key=lambda found: found.entry.index)

    def _bare(self, entry: Entry) -> None:
        """A record without a seal: the session's first, or one that leaves the next unverified."""
        if self.begun:
            self.bare += 1
            if self.first_bare is None:
                self.first_bare = replace(entry, data=b"")
            if len(self.bare_lines) < LISTED:
                self.bare_lines.append(entry.line)
        self.last_known = not self.begun
        self.begun = True
        self.at_fault = -1

    def _carries(self, entry: Entry, prev: Any) -> None:
        if not self.begun:
            self.begun = True
            self.carried += 1
            self._add(entry, "seal.chain", {"variant": "first", "change": "front", "found": prev})
            self.last_known = True
            return
        self.carried += 1
        before = self.last
        assert before is not None
        expected = seal_of(before) if self.last_known else None
        at_fault, self.at_fault = self.at_fault, -1
        self.last_known = isinstance(prev, str)
        if self.gaps and expected in self.gaps:
            self._refine(self.gaps.pop(expected), "moved", moved=before.line)
        if expected is not None:
            self._remember(expected, before.line)
        if expected is None or prev == expected or not self.last_known:
            return
        if prev in self.loose:
            self._explained(self.loose[prev], prev, expected, entry)
        elif at_fault >= 0:
            self._refine(at_fault, "replaced", after=entry.line)
        elif len(self.found) < self.limit:
            self._breaks(entry, before, prev, expected)

    def _breaks(self, entry: Entry, before: Entry, prev: str, expected: str) -> None:
        """A record whose seal is not that of the record before it."""
        facts = {"variant": "main", "change": "edited-or-removed", "found": prev, "expected": expected, "before": before.line}
        if isinstance(before.record, Deal) and before.record.no is not UNSET:
            facts |= {"variant": "after_deal", "before_deal": before.record.no}
        number = self.at_fault = len(self.found)
        self._add(entry, "seal.chain", facts)
        self.loose[expected] = number
        own = seal_of(entry)
        if own is not None:
            self.loose[own] = number
        if own in self.recent:
            self._refine(number, "repeated", change="inserted", first=self.recent[own])
        else:
            self.gaps[prev] = number

    def _remember(self, seal: str, line: int) -> None:
        """Keeps the seal of a record, the first line it stood on, and lets an old one go."""
        self.recent.setdefault(seal, line)
        if len(self.recent) > RECENT:
            del self.recent[next(iter(self.recent))]

    def _explained(self, number: int, prev: str, expected: str, entry: Entry) -> None:
        """A seal that does not fit because of a fault already found: a record was put in or moved."""
        del self.loose[prev]
        self.loose[expected] = number
        facts = self.found[number].fault.facts
        if facts["change"] == "edited-or-removed" and prev == facts["expected"]:
            self._refine(number, "inserted", after=entry.line)

    def _refine(self, number: int, variant: str, **facts: Any) -> None:
        """Says better what a finding is; ``change`` is the variant unless it is given."""
        facts = {"variant": variant, "change": variant} | facts
        found = self.found[number]
        self.found[number] = replace(found, fault=replace(found.fault, facts=found.fault.facts | facts))

    def _add(self, entry: Entry, code: str, facts: dict[str, Any], *, pointer: str = "/prev") -> None:
        fault = Fault(code, entry.line, _column(entry, pointer), pointer, entry.index, facts=facts, kept=True)
        self.found.append(Found(replace(entry, data=b""), fault))


def _column(entry: Entry, pointer: str) -> int:
    """The byte column of a key, where it is on the record's first line; that of the record for the whole of it; else 0."""
    from kratzen_log.log.strict import places

    if not pointer or not entry.data:
        return entry.column
    span = places(entry.data).get(pointer)
    return entry.column + span.start if span is not None and b"\n" not in entry.data[: span.start] else 0
