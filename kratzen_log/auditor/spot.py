"""Where in the bytes of a record a finding about its words stands: JSON pointer and byte column."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from kratzen_log.log.codec import Entry
from kratzen_log.log.strict import Span, places
from kratzen_log.texts.safe import pointer_step

_KEYS: Final = {"log.deal-number": "no", "log.void-target": "deal", "log.version": "version", "rules.players": "players"}
"""The key that a finding is about, where its facts do not name it."""
_RECORD: Final = frozenset({"log.missing-key", "log.no-session", "log.record-order"})
"""Findings about a record as a whole: they stand where it begins."""


def spot(entry: Entry, code: str, facts: dict[str, Any], trick: int) -> dict[str, Any]:
    """``pointer`` and ``column`` of a finding of the groups ``log`` and ``rules``, as far as they can be told.

    The column is that of the key, or of the word that cannot be read; it is left out where that is not on the
    record's first line.
    """
    if not entry.data or code.split(".", maxsplit=1)[0] not in ("log", "rules"):
        return {}
    start = _start(entry)
    if code in _RECORD:
        return {"column": entry.column + start}
    spans = spans_of(entry.data, start)
    pointer = _pointer(spans, entry.data, code, facts, trick)
    if pointer is None:
        return {}
    offset = spans[pointer].start
    token = facts.get("token")
    if isinstance(token, str) and token:
        at = entry.data.find(token.encode(), spans[pointer].value, spans[pointer].end)
        offset = at if at >= 0 else spans[pointer].value
    return {"pointer": pointer, "column": entry.column + offset if b"\n" not in entry.data[:offset] else None}


def _start(entry: Entry) -> int:
    """Where the record begins in its data: not at the front where a line feed or a comma before it is missing."""
    for fault in entry.faults:
        if fault.code == "json.syntax" and str(fault.facts.get("hint")).endswith("between two records"):
            return max(0, fault.column - entry.column) if fault.line == entry.line else 0
    return 0


@lru_cache(maxsize=1)
def spans_of(data: bytes, start: int = 0) -> dict[str, Span]:
    """Where everything in a record stands; a record with many findings is read once."""
    return places(data, start)


def _pointer(spans: dict[str, Span], data: bytes, code: str, facts: dict[str, Any], trick: int) -> str | None:
    """The pointer of the value a finding is about; the part of it that holds the word, if one does."""
    key = facts.get("key") or _KEYS.get(code)
    if code == "rules.option":
        return _first(spans, f"/rules/{pointer_step(str(facts.get('name')))}", "/rules")
    if code == "log.version" and facts.get("rules"):
        return _first(spans, "/rules/version", "/rules")
    if not isinstance(key, str):
        return None
    if key == "tricks" and trick:
        return _first(spans, f"/tricks/{trick - 1}", "/tricks")
    whole = f"/{pointer_step(key)}"
    word = facts.get("token", facts.get("value"))
    if whole not in spans or isinstance(facts.get("token"), str):
        sought = str(word).encode()
        parts = [at for at in spans if at.startswith(whole + "/") or at.endswith(whole)]
        leaves = [at for at in parts if data[spans[at].value : spans[at].value + 1] not in (b"[", b"{")]
        return next((at for at in leaves if sought in data[spans[at].value : spans[at].end]), _first(spans, whole, *leaves[:1]))
    return whole


def _first(spans: dict[str, Span], *pointers: str) -> str | None:
    return next((pointer for pointer in pointers if pointer in spans), None)
