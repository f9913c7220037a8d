"""What of the log a finding is about: the trick with the card marked, the statement, or the line; and a caret."""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from typing import Any, Final

from msgspec import Struct

from kratzen_log.auditor.findings import Finding
from kratzen_log.auditor.spot import spans_of
from kratzen_log.log.model import Deal
from kratzen_log.texts.safe import pointer_step, terminal, width

_KEYS: Final = {
    "deal.hand-size": "hands", "call.dealer-call": "dealer_call", "log.deal-number": "no", "log.void-target": "deal",
    "rules.players": "players", "rules.option": "rules", "log.version": "version",
}
_BY_WORD: Final = frozenset({
    "log.card", "log.seat", "log.token", "log.value", "log.length", "log.deal-number", "log.void-target", "log.version",
    "rules.option", "rules.players",
})
"""Findings that show the key and its value, not the piece of the line around a byte."""
_GROUPS: Final = {"call": "calls", "bid": "bids", "exchange": "exchange"}
"""The key that a finding is about, where neither its facts nor its code name it."""


ENTRIES: Final = 14
"""Entries of a trick that are shown: more than a trick can have."""
LONGEST: Final = 24
"""Characters of an entry that are shown."""


class Excerpt(Struct, frozen=True):
    """A piece of the log, made safe for a terminal, and where to mark it: column and length; no length, no mark."""

    text: str
    at: int = 0
    length: int = 0


def excerpt(lines: dict[int, bytes], record: Any, finding: Finding, columns: int) -> Excerpt | None:
    """The excerpt of a finding in at most so many columns; ``record`` is its deal where a trick is to be shown."""
    if finding.trick is not None and isinstance(record, Deal):
        return trick(record, finding)
    if finding.line is None or finding.line not in lines:
        return None
    by_word = finding.column is None or (finding.pointer is not None and finding.code in _BY_WORD)
    piece = statement(lines, finding, columns) if by_word else None
    if piece is None and finding.column is not None:
        return window(lines[finding.line], finding.column - 1, columns)
    return piece


def trick(record: Deal, finding: Finding) -> Excerpt | None:
    """The trick as the log gives it, the play or the taker marked."""
    tricks = record.tricks if isinstance(record.tricks, list) else []
    if finding.trick is None or finding.trick > len(tricks):
        return None
    shown = entries(tricks[finding.trick - 1], finding)
    parts = [terminal(part) for part in shown.parts]
    text = "  ".join(parts)
    if shown.marked < 0:
        return Excerpt(text)
    return Excerpt(text, sum(width(part) + 2 for part in parts[: shown.marked]), width(parts[shown.marked]))


class Shown(Struct, frozen=True):
    """The entries of a trick that are shown, the one that is marked among them (-1: none), and the card number of the first."""

    parts: list[str]
    marked: int
    first: int


def entries(text: str, finding: Finding) -> Shown:
    """The entries of a trick around the one a finding is about: all of a trick that can be, a few of one that cannot."""
    parts, plays = _entries(text)
    marked = -1
    if finding.play is not None and finding.play <= len(plays):
        marked = plays[finding.play - 1]
    elif finding.code == "score.trick":
        marked = next((at for at, part in enumerate(parts) if part.startswith(">")), -1)
    start = max(0, marked - ENTRIES // 2) if len(parts) > ENTRIES else 0
    kept = [part if len(part) <= LONGEST else part[: LONGEST - 1] + "…" for part in parts[start : start + ENTRIES]]
    lead = ["…"] if start else []
    tail = ["…"] if start + ENTRIES < len(parts) else []
    return Shown([*lead, *kept, *tail], -1 if marked < 0 else marked - start + len(lead), bisect_left(plays, start) + 1)


@lru_cache(maxsize=1)
def _entries(text: str) -> tuple[list[str], list[int]]:
    """The entries of a trick and which of them are plays; a trick with many findings is taken apart once."""
    parts = text.split()
    return parts, [at for at, part in enumerate(parts) if not part.startswith(">")]


def window(data: bytes, at: int, columns: int, length: int = 1) -> Excerpt:
    """A piece of a line around some bytes; never a part of a character."""
    end = at + length
    while at and data[at : at + 1] and 0x80 <= data[at] < 0xC0:
        at -= 1
    while end < len(data) and 0x80 <= data[end] < 0xC0:
        end += 1
    start, stop = _whole(data, at - 4 * columns), _whole(data, end + 4 * columns)
    before, marked, after = _text(data[start:at]), _text(data[at : min(end, at + 4 * columns)]), _text(data[end:stop])
    half = max(10, columns // 2)
    lead, tail = "…" * (start > 0), "…" * (stop < len(data))
    while width(before) > half:
        over = max(1, (width(before) - half) // 2)
        lead, before = "…", before[over:]
    while width(marked) > columns - 2 - half:
        tail, marked, after = "…", marked[:-1], ""
    room = columns - 2 - width(before) - width(marked)
    while width(after) > room:
        over = max(1, (width(after) - room) // 2)
        tail, after = "…", after[:-over]
    return Excerpt(lead + before + marked + after + tail, width(lead + before), max(1, width(marked)))


def _whole(data: bytes, at: int) -> int:
    """The first place from ``at`` on, within the data, at which no character is cut."""
    at = max(0, at)
    while at < len(data) and 0x80 <= data[at] < 0xC0:
        at += 1
    return min(at, len(data))


def _text(data: bytes) -> str:
    return terminal(data.decode("utf-8", "replace").replace("\ufffd", "·"))


def statement(lines: dict[int, bytes], finding: Finding, columns: int) -> Excerpt | None:
    """The statement a finding is about: the key and its value, and in it what is wrong as far as that can be told."""
    assert finding.line is not None
    data = lines[finding.line]
    number = finding.line
    while data.count(b"{") > data.count(b"}") and number + 1 in lines:
        number += 1
        data += b" " + lines[number].lstrip()
    spans = spans_of(data)
    key = _key(finding)
    whole = spans.get(f"/{key}")
    if whole is None:
        return None
    marked = next((spans[place] for place in _elements(finding, key) if place in spans), None)
    start, end = whole.value if marked is None else marked.start, whole.end if marked is None else marked.end
    if marked is None:
        start, end = _token(data[:end], start, end, finding)
    return window(data[whole.start : whole.end], start - whole.start, columns, end - start)


def _key(finding: Finding) -> str:
    group, _dot, rest = finding.code.partition(".")
    if finding.code == "score.end":
        named = next(iter(finding.facts), "")
        return "reason" if named == "tie_break" else named
    key = finding.facts.get("key")
    return _KEYS.get(finding.code) or (key if isinstance(key, str) else "") or _GROUPS.get(group) or rest


def _elements(finding: Finding, key: str) -> list[str]:
    """Pointers of the part of a value that is wrong, the likeliest first."""
    facts = finding.facts.get(key, finding.facts) if finding.code == "score.end" else finding.facts
    recorded, expected = facts.get("recorded"), facts.get("expected")
    if isinstance(recorded, list) and isinstance(expected, list) and len(recorded) == len(expected):
        unlike = [at for at, (one, other) in enumerate(zip(recorded, expected, strict=True)) if one != other]
        return [f"/{key}/{at}" for at in unlike if len(unlike) == 1]
    if key == "hands" and finding.seat is not None:
        return [f"/hands/{'ABCDEF'.index(finding.seat)}"]
    if key == "rules":
        return [f"/rules/{pointer_step(str(finding.facts.get('name')))}"]
    return []


def _token(data: bytes, start: int, end: int, finding: Finding) -> tuple[int, int]:
    """The bytes of the token or of the seat's entry within a value; the whole value where there is none."""
    token = finding.facts.get("token")
    for sought in (token, f"{finding.seat}:" if finding.seat else None, f'"{finding.seat}"' if finding.seat else None):
        at = data.find(str(sought).encode(), start, end) if sought else -1
        if at >= 0:
            stop = at + len(str(sought).encode())
            while sought != token and stop < end and data[stop : stop + 1] not in (b" ", b'"', b"]", b","):
                stop += 1
            return at, stop
    return start, end
