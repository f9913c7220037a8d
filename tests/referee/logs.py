"""Log records as plain dicts: reading and writing their little strings (FORMAT 2 to 5)."""

import base64
import hashlib
import json
from pathlib import Path
from typing import Any, NamedTuple

from .cards import read_card

Record = dict[str, Any]
Records = list[Record]

ALL_SEATS = ["A", "B", "C", "D", "E", "F"]

DEAL_KEYS = [
    "type",
    "no",
    "dealer",
    "in",
    "muss",
    "deck",
    "hands",
    "turned",
    "trump",
    "bids",
    "discard",
    "calls",
    "dealer_call",
    "exchange",
    "tricks",
    "taken",
    "pot",
    "carry",
    "delta",
    "totals",
    "abort",
    "time",
    "recorded",
    "notes",
]
ONLY_KRATZEN = ["muss", "dealer_call", "pot", "carry"]
ONLY_SCHNELLEN = ["bids", "discard"]
SESSION_KEYS = [
    "type",
    "format",
    "version",
    "game",
    "rules",
    "players",
    "start",
    "view",
    "id",
    "date",
    "place",
    "recorder",
    "unit",
    "source",
    "seed",
    "generator",
]
OTHER_KEYS = {
    "adjust": ["type", "delta", "why"],
    "void": ["type", "deal", "why"],
    "note": ["type", "text"],
    "end": ["type", "deals", "totals", "winners", "reason"],
}
CLAIMS = ["muss", "taken", "pot", "carry", "delta", "totals"]


class Card(NamedTuple):
    """One card of a trick as written."""

    seat: str
    card: str
    noticed: bool = False


class Trick(NamedTuple):
    """A trick as written: the cards in order and who is said to have taken it."""

    plays: list[Card]
    taker: str | None


def read_trick(text: str) -> Trick:
    """`"B:EO C:EA! A:E9 >C"`."""
    plays: list[Card] = []
    taker: str | None = None
    for token in text.split():
        if token.startswith(">"):
            taker = token[1:]
        else:
            seat, _, card = token.partition(":")
            noticed = card.endswith("!")
            plays.append(Card(seat, read_card(card.rstrip("!")), noticed))
    return Trick(plays, taker)


def write_trick(trick: Trick) -> str:
    """The text of a trick."""
    words = [f"{p.seat}:{p.card}{'!' if p.noticed else ''}" for p in trick.plays]
    if trick.taker is not None:
        words.append(">" + trick.taker)
    return " ".join(words)


def read_pairs(text: str) -> list[tuple[str, str]]:
    """`"B:in C:out"` or bids."""
    pairs: list[tuple[str, str]] = []
    for token in text.split():
        seat, _, word = token.partition(":")
        pairs.append((seat, word))
    return pairs


def write_pairs(pairs: list[tuple[str, str]]) -> str:
    """The text of calls or bids."""
    return " ".join(f"{seat}:{word}" for seat, word in pairs)


def seats_of(session: Record) -> list[str]:
    """The seats of a session in order."""
    return ALL_SEATS[: len(session["players"])]


def is_deal(record: Record, no: int | None = None) -> bool:
    """Whether a record is a deal (with this number)."""
    return record.get("type") == "deal" and (no is None or record.get("no") == no)


def deal_places(records: Records) -> list[int]:
    """Where the deal records stand, those that were cancelled left out."""
    voided = voided_places(records)
    return [i for i, r in enumerate(records) if is_deal(r) and i not in voided]


def voided_places(records: Records) -> set[int]:
    """Where the deals stand that a later `void` cancels (FORMAT, void)."""
    gone: set[int] = set()
    last: int | None = None
    for place, record in enumerate(records):
        if is_deal(record):
            last = place
        elif record.get("type") == "void":
            if last is None:
                continue
            if records[last].get("no") == record.get("deal"):
                gone.add(last)
                last = None
    return gone


def in_table_order(record: Record) -> Record:
    """A deal record with its keys in the order of the format's table, other keys after them."""
    ordered = {key: record[key] for key in DEAL_KEYS if key in record}
    ordered.update({key: value for key, value in record.items() if key not in ordered})
    return ordered


# --- seal -------------------------------------------------------------------------------------


def seal_of(record: Record) -> str:
    """The hash of a record's canonical form (FORMAT 5); keys are ASCII, numbers integers."""
    text = json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    digest = hashlib.sha256(text.encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def seal(records: Records) -> Records:
    """The records with every `prev` right."""
    sealed: Records = []
    for record in records:
        plain = {key: value for key, value in record.items() if key != "prev"}
        if sealed:
            plain["prev"] = seal_of(sealed[-1])
        sealed.append(plain)
    return sealed


def unseal(records: Records) -> Records:
    """The records without seals."""
    return [{key: value for key, value in record.items() if key != "prev"} for record in records]


def is_sealed(records: Records) -> bool:
    """Whether the log carries seals."""
    return any("prev" in record for record in records)


# --- files ------------------------------------------------------------------------------------


def load(path: str | Path) -> Records:
    """The records of a JSON Lines file."""
    lines = Path(path).read_text(encoding="utf-8").split("\n")
    return [json.loads(line) for line in lines if line]


def dump(records: Records) -> str:
    """JSON Lines: one record per line."""
    lines = [json.dumps(r, ensure_ascii=False, separators=(",", ":")) for r in records]
    return "\n".join(lines) + "\n"
