"""Leaving out what a log may leave out, and writing cards in either notation (FORMAT 2 to 4)."""

import copy
import random
from dataclasses import dataclass
from typing import Any

from . import cards, kratzen, schnellen
from .cards import UNSEEN, WELI, read_cards, to_french
from .logs import (
    CLAIMS,
    Record,
    Records,
    in_table_order,
    read_pairs,
    read_trick,
    write_trick,
)
from .table import Table


@dataclass
class Style:
    """How a recorder writes."""

    claims: str = "all"  # all, none, some
    hands: str = "all"  # all, none, some, null
    deck: float = 0.5
    discard: float = 0.7
    calls: float = 0.7
    trump: float = 0.7
    full_in: float = 0.1
    unseen: float = 0.0
    notation: str = "german"  # german, french, mixed
    objects: bool = False
    sealed: bool = True
    partial_calls: float = 0.0


def draw_style(rng: random.Random) -> Style:
    """A random recorder."""
    return Style(
        claims=rng.choice(["all", "all", "all", "none", "some", "some"]),
        hands=rng.choice(["all", "all", "none", "some", "null"]),
        deck=rng.choice([0.0, 0.0, 0.3, 1.0]),
        discard=rng.choice([0.0, 0.5, 1.0]),
        calls=rng.choice([0.0, 0.5, 1.0]),
        trump=rng.choice([0.0, 0.5, 1.0]),
        full_in=rng.choice([0.0, 0.2]),
        unseen=rng.choice([0.0, 0.0, 0.5]),
        notation=rng.choice(["german", "german", "french", "mixed"]),
        objects=rng.random() < 0.3,
        sealed=rng.random() < 0.5,
        partial_calls=rng.choice([0.0, 0.0, 0.0, 0.3]),
    )


def thin_deal(table: Table, record: Record, style: Style, rng: random.Random) -> Record:
    """A deal record with some of what is optional left out; `table` is the table before it."""
    thin = copy.deepcopy(record)
    aborted = "abort" in record
    _thin_claims(thin, style, rng)
    _thin_calls(table, record, thin, style, rng)
    _thin_trump(thin, style, rng)
    if "in" not in thin and rng.random() < style.full_in:
        thin["in"] = "".join(table.seats)
    if rng.random() >= style.deck:
        thin.pop("deck", None)
    if style.hands == "none" or (style.hands == "some" and rng.random() < 0.5):
        thin.pop("hands", None)
    elif style.hands == "null":
        thin["hands"] = [None if text and rng.random() < 0.5 else text for text in record["hands"]]
        if all(text is None for text in thin["hands"]):
            thin.pop("hands")
    if not aborted and rng.random() >= style.discard:
        thin.pop("discard", None)
    if "deck" not in thin:
        _hide(table, thin, style, rng)
    if thin.get("dealer_call") == "weiter" and rng.random() < 0.5:
        del thin["dealer_call"]
    return in_table_order(thin)


def _keep(style: Style, rng: random.Random) -> bool:
    return style.claims == "all" or (style.claims == "some" and rng.random() < 0.6)


def _thin_claims(thin: Record, style: Style, rng: random.Random) -> None:
    for name in CLAIMS:
        if name in thin and not _keep(style, rng):
            del thin[name]
    shown: list[str] = []
    for text in thin["tricks"]:
        trick = read_trick(text)
        shown.append(text if _keep(style, rng) else write_trick(trick._replace(taker=None)))
    thin["tricks"] = shown


def _thin_calls(
    table: Table, record: Record, thin: Record, style: Style, rng: random.Random
) -> None:
    """`calls` may be left out where nobody could have been out."""
    if "calls" not in record:
        return
    pairs = read_pairs(record["calls"])
    bound = [seat for seat, word in pairs if word == "in" and is_bound(table, record, seat)]
    if len(bound) == len(pairs) and rng.random() >= style.calls:
        del thin["calls"]
        return
    if bound and rng.random() < style.partial_calls:
        gone = rng.choice(bound)
        left = [f"{seat}:{word}" for seat, word in pairs if seat != gone]
        if left:
            thin["calls"] = " ".join(left)


def is_bound(table: Table, record: Record, seat: str) -> bool:
    """Whether a seat could not have been out in this deal."""
    turned = read_cards(record.get("turned", ""))
    if table.game == "kratzen":
        return kratzen.is_muss(table.rules, table.before, turned[0], table.tiebreak_due)
    bidder: str | None = None
    for bidding_seat, word in read_pairs(record.get("bids", "")):
        if word != "pass":
            bidder = bidding_seat
    score = table.stacks[seat]
    trump = record["trump"]
    return schnellen.must_play(table.rules, score, turned, trump, seat == bidder) is not None


def _thin_trump(thin: Record, style: Style, rng: random.Random) -> None:
    turned = read_cards(thin.get("turned", ""))
    if turned and turned[-1] != WELI and rng.random() >= style.trump:
        thin.pop("trump", None)


def _hide(table: Table, thin: Record, style: Style, rng: random.Random) -> None:
    """Cards nobody saw: `??` in swaps and discards of hands that are not recorded."""
    hands = thin.get("hands", [None] * len(table.seats))
    for entry in thin.get("exchange", []):
        if hands[table.seats.index(entry["seat"])] is None and rng.random() < style.unseen:
            for key in ("out", "in", "away"):
                if key in entry:
                    entry[key] = " ".join([UNSEEN] * len(entry[key].split()))
    dealers = hands[table.seats.index(thin["dealer"])]
    if "discard" in thin and dealers is None and rng.random() < style.unseen:
        thin["discard"] = " ".join([UNSEEN] * len(thin["discard"].split()))


# --- notation ---------------------------------------------------------------------------------

CARD_TEXTS = ["deck", "turned", "discard"]


def in_notation(records: Records, french: bool) -> Records:
    """The same records with every card token in one notation."""
    return [deal_in_notation(r, french) if r.get("type") == "deal" else r for r in records]


def deal_in_notation(record: Record, french: bool) -> Record:
    """A deal record with every card token in one notation."""

    def one(token: str) -> str:
        if not cards.is_card(token):
            return token
        card = cards.read_card(token)
        return to_french(card) if french else card

    def many(text: Any) -> Any:
        return " ".join(one(token) for token in text.split()) if isinstance(text, str) else text

    changed = dict(record)
    for key in CARD_TEXTS:
        if key in changed:
            changed[key] = many(changed[key])
    if "hands" in changed:
        changed["hands"] = [many(text) for text in changed["hands"]]
    if "exchange" in changed:
        changed["exchange"] = [
            {k: v if k == "seat" else many(v) for k, v in entry.items()}
            for entry in changed["exchange"]
        ]
    if "tricks" in changed:
        changed["tricks"] = [_trick_in_notation(text, french) for text in changed["tricks"]]
    return changed


def _trick_in_notation(text: str, french: bool) -> str:
    words: list[str] = []
    for token in text.split():
        seat, colon, card = token.partition(":")
        mark = "!" if card.endswith("!") else ""
        if colon and cards.is_card(card.rstrip("!")):
            known = cards.read_card(card.rstrip("!"))
            words.append(f"{seat}:{to_french(known) if french else known}{mark}")
        else:
            words.append(token)
    return " ".join(words)


def uses_french(records: Records) -> bool:
    """Whether any deal is written with French signs."""
    return any(deal_in_notation(r, french=False) != r for r in records if r.get("type") == "deal")
