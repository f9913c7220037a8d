"""The form of the records: keys, types, lengths, tokens, order (FORMAT 1 to 4; group log).

`checked` reports what is wrong and hands on records that the judge can read; what could not be read
is left out, as if it had not been written.
"""

import copy
from typing import Any

from . import options
from .cards import UNSEEN, is_card
from .logs import (
    DEAL_KEYS,
    ONLY_KRATZEN,
    ONLY_SCHNELLEN,
    OTHER_KEYS,
    SESSION_KEYS,
    Record,
    Records,
    seats_of,
)
from .readings import Decider, at

PER_SEAT = ["hands", "taken", "delta", "totals"]
MOST_PLAYERS = {"kratzen": 6, "schnellen": 5}
SHARED_KEYS = ["x", "prev"]


def checked(records: Records, ask: Decider) -> Records:
    """The readable records; empty when nothing can be judged."""
    if not records or records[0].get("type") != "session":
        ask.fault("log.no-session", at())
        return []
    session = copy.deepcopy(records[0])
    if not _session(session, ask):
        return []
    seats = seats_of(session)
    clean: Records = [session]
    last_no: int | None = None
    ended = False
    for record in records[1:]:
        kind = record.get("type")
        if ended or kind == "session":
            ask.fault("log.record-order", at())
            continue
        if kind != "deal" and kind not in OTHER_KEYS:
            ask.fault("log.unknown-type", at())
            continue
        good = copy.deepcopy(record)
        _keys(good, session["game"], ask)
        if kind == "deal":
            if not _deal(good, seats, ask):
                continue
            last_no = good["no"]
        elif kind == "void":
            if last_no is None or good.get("deal") != last_no:
                ask.fault("log.void-target", at())
                continue
            last_no = None
        elif kind == "adjust" and not _adjust(good, seats, ask):
            continue
        elif kind == "end":
            ended = True
            _lengths(good, seats, ["totals"], ask)
        elif kind == "note" and not isinstance(good.get("text", ""), str):
            ask.fault("log.type", at())
        clean.append(good)
    return clean


def _session(session: Record, ask: Decider) -> bool:
    if not str(session.get("version")).startswith("1."):
        ask.fault("log.version", at())
        return False
    rules: dict[str, Any] = session.get("rules", {})
    if rules.get("version", 1) != 1:
        ask.fault("log.version", at())
        return False
    game = session["game"]
    for key in list(session):
        if key not in SESSION_KEYS + SHARED_KEYS and not key.startswith("_"):
            ask.fault("log.unknown-key", at())
    for name in list(rules):
        if name == "version":
            continue
        if not options.value_is_known(game, name, rules[name]):
            ask.fault("rules.option", at())
            del rules[name]
    most = MOST_PLAYERS[game]
    if game == "schnellen" and rules.get("short_pack"):
        most = 4
    if len(session["players"]) > most:
        ask.fault("rules.players", at())
    seats = seats_of(session)
    _lengths(session, seats, ["start"], ask)
    view = session.get("view", "all")
    if view not in ("all", "public", *seats):
        ask.fault("log.seat", at())
    for key in ("id", "date", "place", "recorder", "unit", "source"):
        if key in session and not isinstance(session[key], str):
            ask.fault("log.type", at())
    if isinstance(session.get("date"), str) and not session["date"][:4].isdigit():
        ask.fault("log.value", at())
    return True


def _keys(record: Record, game: str, ask: Decider) -> None:
    kind = record["type"]
    known = list(DEAL_KEYS) if kind == "deal" else list(OTHER_KEYS[kind])
    foreign = ONLY_SCHNELLEN if game == "kratzen" else ONLY_KRATZEN
    if kind == "deal":
        known = [key for key in known if key not in foreign]
    for key in list(record):
        if key in known or key in SHARED_KEYS or key.startswith("_"):
            continue
        ask.fault("log.unknown-key", at(record.get("no")))
        del record[key]


def _lengths(record: Record, seats: list[str], keys: list[str], ask: Decider) -> None:
    for key in keys:
        if key not in record:
            continue
        value = record[key]
        if not isinstance(value, list):
            ask.fault("log.type", at(record.get("no")))
            del record[key]
        elif len(value) != len(seats):
            ask.fault("log.length", at(record.get("no")))
            del record[key]


def _adjust(record: Record, seats: list[str], ask: Decider) -> bool:
    if "why" not in record:
        ask.fault("log.missing-key", at())
    if "delta" not in record:
        ask.fault("log.missing-key", at())
        return False
    _lengths(record, seats, ["delta"], ask)
    return "delta" in record


def _deal(record: Record, seats: list[str], ask: Decider) -> bool:
    no = record.get("no")
    for key in ("no", "dealer"):
        if key not in record:
            ask.fault("log.missing-key", at(no))
            return False
    if record["dealer"] not in seats:
        ask.fault("log.seat", at(no))
        return False
    _lengths(record, seats, PER_SEAT, ask)
    if "deck" in record and not _cards_readable(record["deck"]):
        ask.fault("log.card", at(no))
        del record["deck"]
    for key in ("calls", "bids"):
        if key in record:
            record[key] = _pairs(record[key], no, ask)
    record["tricks"] = [_trick(text, no, ask) for text in record.get("tricks", [])]
    return True


def _cards_readable(text: str) -> bool:
    return all(is_card(token) for token in text.split())


def _pairs(text: str, no: Any, ask: Decider) -> str:
    words: list[str] = []
    for token in text.split():
        seat, colon, word = token.partition(":")
        if not colon or not word or not seat:
            ask.fault("log.token", at(no))
        else:
            words.append(token)
    return " ".join(words)


def _trick(text: str, no: Any, ask: Decider) -> str:
    words: list[str] = []
    for token in text.split():
        _, colon, card = token.partition(":")
        readable = card.rstrip("!")
        if token.startswith(">") or (colon and (is_card(readable) or readable == UNSEEN)):
            words.append(token)
        else:
            ask.fault("log.card" if colon else "log.token", at(no))
    return " ".join(words)
