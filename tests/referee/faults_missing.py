"""Putting away, missing cards and tricks, deals after the end (group deal, second half)."""

import random

from .faults_tools import (
    Kind,
    Planted,
    a_deal,
    before,
    cards_played,
    expect,
    get_trick,
    hand_text,
    pairs_of,
    read,
    refilled,
    regrown,
    replayed,
    set_trick,
    swap_entry,
    unseen_cards,
    was_played,
)
from .logs import Records, is_deal
from .readings import at

# --- putting away -----------------------------------------------------------------------------


def discard_not_held(records: Records, rng: random.Random) -> Planted | None:
    """The dealer is said to have put away cards that it does not hold."""
    place = a_deal(records, rng, lambda r: "discard" in r and "hands" in r)
    if place is None:
        return None
    table, _ = read(records, place)
    record = records[place]
    hand = hand_text(record, table, record["dealer"])
    if hand is None:
        return None
    free = unseen_cards(table, record, rng)
    if rng.random() < 0.4:
        others = [hand_text(record, table, s) for s in table.seats if s != record["dealer"]]
        free = [c for text in others if text for c in text.split()]
        rng.shuffle(free)
    gone = record["discard"].split()
    for i in rng.sample(range(len(gone)), rng.randint(1, len(gone))):
        if not free:
            return None
        gone[i] = free.pop()
    record["discard"] = " ".join(gone)
    return records, expect("deal.discard", at(record["no"]))


def discard_number(records: Records, rng: random.Random) -> Planted | None:
    """One card too many or too few is put away."""
    place = a_deal(records, rng, lambda r: "discard" in r)
    if place is None:
        return None
    table, _ = read(records, place)
    record = records[place]
    gone = record["discard"].split()
    free = unseen_cards(table, record, rng)
    if len(gone) == 2 and rng.random() < 0.7:
        gone.pop(rng.randrange(2))
    elif free:
        gone.append(free[0])
    else:
        return None
    record["discard"] = " ".join(gone)
    return records, expect("deal.discard", at(record["no"]))


# --- missing cards and tricks -----------------------------------------------------------------


def card_missing(records: Records, rng: random.Random) -> Planted | None:
    """A card is missing from a trick; everything else is right."""
    place = a_deal(records, rng, was_played)
    if place is None:
        return None
    record = records[place]
    number = rng.randint(1, 5)
    trick = get_trick(record, number)
    if len(trick.plays) < 2:
        return None
    plays = list(trick.plays)
    gone = plays.pop(rng.randrange(len(plays)))
    if trick.taker is None and rng.random() < 0.5:
        return None
    set_trick(record, number, trick._replace(plays=plays))
    return records, expect("deal.incomplete", at(record["no"], number, seat=gone.seat))


def tricks_missing(records: Records, rng: random.Random) -> Planted | None:
    """The last trick or tricks are not written down; all claims are."""
    place = a_deal(
        records,
        rng,
        lambda r: was_played(r) and all(key in r for key in ("taken", "delta", "totals")),
    )
    if place is None:
        return None
    record = records[place]
    record["tricks"] = record["tricks"][: rng.choice([4, 4, 3, 2, 1])]
    return records, expect("deal.incomplete", at(record["no"]))


def flipped_to_in(records: Records, rng: random.Random) -> Planted | None:
    """A seat that is out is recorded `in`, but plays in no trick."""
    place = a_deal(records, rng, lambda r: was_played(r) and ":out" in r.get("calls", ""))
    if place is None:
        return None
    record = records[place]
    seat = rng.choice([s for s, word in pairs_of(record, "calls") if word == "out"])
    record["calls"] = record["calls"].replace(f"{seat}:out", f"{seat}:in")
    return records, expect("deal.incomplete", at(record["no"], 1, seat=seat))


def seat_without_cards(records: Records, rng: random.Random) -> Planted | None:
    """A seat that is in, and counted so, stands in no trick: its cards are missing throughout."""
    place = a_deal(records, rng, lambda r: was_played(r) and "taken" in r and "delta" in r)
    if place is None:
        return None
    table, deal = read(records, place)
    record = records[place]
    losers = [
        s
        for s in deal.active
        if s != deal.dealer and deal.taken[s] == 0 and swap_entry(record, s) is None
    ]
    if not losers or len(deal.active) < 3:
        return None
    seat = rng.choice(losers)
    left = [s for s in deal.active if s != seat]
    hands = {s: cards_played(record, s) for s in left}
    new = replayed(table, deal, record, rng, active=left, hands=hands)
    new["calls"] = record.get("calls") or " ".join(f"{s}:in" for s in deal.others)
    records[place] = new
    done, facts = refilled(records, script=[0])
    if [f["code"] for f in facts] != ["deal.incomplete"]:
        return None
    return done, expect("deal.incomplete", at(record["no"], 1, seat=seat))


# --- after the end ----------------------------------------------------------------------------


def after_end(records: Records, rng: random.Random) -> Planted | None:
    """One more deal after the session was over; no end record."""
    table = before(records, len(records))
    if not table.reasons or table.tiebreak_due:
        return None
    kept = [r for r in records if r.get("type") != "end"]
    if not is_deal(kept[-1]):
        kept = kept[: max(i for i, r in enumerate(kept) if is_deal(r)) + 1]
    done = regrown(kept, len(kept), rng, lambda _: None, deals=1, end=False)
    return done, expect("deal.after-end", at(done[-1]["no"]))


AWAY = (
    "After a faulty discard the hand is what it later plays, and the cards of the faulty "
    "entry count nowhere else."
)
CARD = (
    "A card missing from a trick: one `deal.incomplete` there, no finding for the turn of the"
    " others; the trick may have gone to it."
)
NOTRICK = "A seat recorded `in` that plays in no trick: one `deal.incomplete` at trick 1."

KINDS = [
    Kind("deal.discard/not-held", discard_not_held, AWAY),
    Kind("deal.discard/number", discard_number, AWAY),
    Kind("deal.incomplete/card", card_missing, CARD),
    Kind(
        "deal.incomplete/tricks",
        tricks_missing,
        "Fewer than five tricks: one finding without trick and seat.",
    ),
    Kind("deal.incomplete/flipped-call", flipped_to_in, NOTRICK),
    Kind("deal.incomplete/seat-without-cards", seat_without_cards, NOTRICK),
    Kind(
        "deal.after-end",
        after_end,
        "`deal.after-end`: a deal after the session was over: each one.",
    ),
]
