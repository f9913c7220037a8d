"""The sentence of a finding: which of a code's sentences fits the facts, filled in."""

from __future__ import annotations

import re
from typing import Any, Final

from kratzen_log.cards import HIGH
from kratzen_log.texts import Voice, table


def _variant(code: str, facts: dict[str, Any]) -> str:
    """Which sentence of a code fits these facts."""
    messages = table("findings")[code]["message"]
    chosen = str(facts.get("variant") or _by_code(code, facts) or "main")
    return chosen if chosen in messages else next(iter(messages))


def _by_code(code: str, facts: dict[str, Any]) -> str:
    get = facts.get
    match code:
        case "json.duplicate-key":
            return "lines" if "first_line" in facts else "main"
        case "log.deal-number":
            return "missing" if "missing" in facts else "slip"
        case "log.void-target":
            return "main" if get("last") is not None else "nothing"
        case "log.missing-key":
            return "near" if get("written") else "main"
        case "log.unknown-key":
            return "other_game" if get("game") else "near" if get("near") else "main"
        case "log.version":
            return "minor" if get("minor") else "rules" if get("rules") else "major"
        case "rules.option":
            return "quoted" if get("quoted") else "value" if get("known") else "near" if get("near") else "unknown"
        case "deal.card-twice":
            own = get("seat") is not None and get("seat") == get("first_seat")
            return {"hands": "hands", "deck": "deck", "turned": "turned"}.get(str(get("key")), "own" if own else "tricks")
        case "deal.card-unknown":
            return str(get("key"))
        case "deal.deck":
            if "count" in facts:
                return "count"
            return "both" if get("turn_differs") and get("unlike") else "turned" if get("turn_differs") else "hands"
        case "deal.turned":
            if get("expected_count") == 0:
                return "bidding"
            count = len(get("turned") or ())
            return "missing" if not count else "few" if count < int(get("expected_count") or 0) else "many"
        case "deal.trump":
            return "nobody" if get("nobody") else "missing" if get("missing") else "high" if get("trump") == HIGH else "main"
        case "deal.muss":
            return "is_not" if get("muss") else "is"
        case "deal.discard":
            return "not_held" if get("not_held") else "bidding" if get("expected_count") == 0 else "count"
        case "deal.incomplete":
            return "count" if "count" in facts else "missing" if get("missing") else "declared"
        case "call.order":
            return "dealer" if get("dealer") else "not_dealt_in" if get("not_dealt_in") else "passed" if get("passed") else "due"
        case "call.out-in-muss":
            return "because" if get("cause") else "main"
        case "call.missing":
            return "all" if "seats" in facts else "seat"
        case "call.out-forced":
            return "seven" if get("by_seven") else "clubs"
        case "call.bettler":
            return "dealer" if get("dealer") else "second" if get("allowed") else "not_allowed"
        case "call.dealer-call":
            return "unknown" if not get("known") else "option" if not get("option") else "no_swap"
        case "bid.order":
            return "no_bidding" if get("bidding") is False else "missing" if get("missing") else "due" if "due" in facts else "again"
        case "bid.low":
            return "dealer" if get("dealer_bid") else "main"
        case "exchange.not-allowed":
            return "out" if get("out") is True else "option" if not get("option") else "muss" if get("muss") else "alone"
        case "exchange.too-many":
            return "limit" if int(get("count", 0)) > int(get("limit", 0)) else "talon"
        case "exchange.order":
            return "again" if get("again") else "due"
        case "exchange.draw":
            return "top" if "top" in facts else "not_in_talon" if "not_in_talon" in facts else "count"
        case "exchange.ace":
            if get("high"):
                return "high"
            return "given" if get("ace") in (get("out") or ()) else "not_held" if get("show") == [get("ace")] else "not_shown"
        case "exchange.away":
            return "not_drawn" if len(get("away") or ()) == get("expected_count") else "main"
        case "play.turn":
            return "second" if get("second") else "leads" if get("leads") else "due"
        case "play.undetermined":
            return "unseen" if int(get("card", -1)) < 0 else "main"
        case "play.inconsistent":
            return "main" if get("plays") else "record"
        case "play.not-in-hand":
            return "twice" if get("twice") else "meant" if int(get("meant", -1)) >= 0 else "main"
        case "play.follow-suit" | "play.trump":
            return "beat" if get("duty") in ("head", "overtrump") and int(get("must_beat", -1)) >= 0 else "main"
        case "play.too-many":
            return "second" if get("second") else "after_fifth" if "tricks" in facts else "nobody"
        case _:
            return "main"


def _unlike(facts: dict[str, Any]) -> dict[str, Any]:
    """Facts whose two rows of numbers, one per seat, are cut down to the seats in which they differ."""
    rows = facts.get("recorded"), facts.get("expected")
    if not all(isinstance(row, (list, tuple)) for row in rows) or len(rows[0]) != len(rows[1]):  # type: ignore[arg-type]
        return facts
    seats = [seat for seat, (one, other) in enumerate(zip(*rows, strict=True)) if one != other]  # type: ignore[arg-type]
    return facts | {key: {seat: facts[key][seat] for seat in seats} for key in ("recorded", "expected")}


_QUOTED: Final = frozenset({"key", "near", "written", "value"})
"""Facts that are words of the log itself."""


def _german(value: str) -> str:
    """A fact in words, in German: a known phrase, or values with English words between them."""
    known: str | None = table("words")["german"].get(value)
    if known is not None:
        return known
    value = re.sub(r"\b(\d+) or more\b", r"ab \1", value)
    value = re.sub(r"^(null \| )?(\d+) to (\d+)$", r"\1\2 bis \3", value)
    return re.sub(r"^([\w, -]+) or (\w+)$", r"\1 oder \2", value)


def message(code: str, facts: dict[str, Any], voice: Voice) -> str:
    """The sentence of a finding in the voice's language."""
    messages = table("findings")[code]["message"]
    if voice.lang == "de":
        facts = {key: _german(value) if isinstance(value, str) and key not in _QUOTED else value for key, value in facts.items()}
    if code == "score.end":
        parts = [
            voice.fill(messages[key][voice.lang], _unlike(inner) if isinstance(inner, dict) else {})
            for key, inner in facts.items()
            if key in messages
        ]
        return "; ".join(part if not at else part[0].lower() + part[1:] for at, part in enumerate(parts))
    return voice.fill(messages[_variant(code, facts)][voice.lang], _unlike(facts))
