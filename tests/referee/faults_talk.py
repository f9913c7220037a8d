"""Faults in what is said: declarations, the dealer's call, bids (groups call and bid)."""

import random

from .faults_tools import (
    Kind,
    Plant,
    Planted,
    a_deal,
    cards_played,
    expect,
    pairs_of,
    read,
    refilled,
    replayed,
    swap_entry,
    was_played,
)
from .kratzen import DEALER_CALLS, dealer_call_allowed
from .logs import Record, Records, write_pairs
from .readings import at

OUT_CODES = [
    "call.out-in-muss",
    "call.out-at-five",
    "call.out-forced",
    "call.bidder-out",
    "call.last-must-play",
]


def _complete_calls(records: Records, place: int) -> list[tuple[str, str]]:
    """The declarations of a deal, written out when the key was left out."""
    record = records[place]
    if "calls" in record:
        return pairs_of(record, "calls")
    _, deal = read(records, place)
    return [(seat, "in") for seat in deal.others]


# --- order, repetition, absence ---------------------------------------------------------------


def calls_swapped(records: Records, rng: random.Random) -> Planted | None:
    """Two neighbours stand swapped in the declarations."""
    place = a_deal(records, rng, lambda r: "calls" in r)
    if place is None:
        return None
    record = records[place]
    pairs = pairs_of(record, "calls")
    if len(pairs) < 2:
        return None
    i = rng.randrange(len(pairs) - 1)
    if pairs[i][1] == pairs[i + 1][1] == "bettler":
        return None
    pairs[i], pairs[i + 1] = pairs[i + 1], pairs[i]
    record["calls"] = write_pairs(pairs)
    return records, expect("call.order", at(record["no"], seat=pairs[i][0]))


def dealer_listed(records: Records, rng: random.Random) -> Planted | None:
    """The dealer, who is not asked, is listed as `in`."""
    place = a_deal(records, rng, lambda r: "calls" in r)
    if place is None:
        return None
    record = records[place]
    pairs = pairs_of(record, "calls")
    pairs.insert(rng.choice([len(pairs), len(pairs), 0]), (record["dealer"], "in"))
    record["calls"] = write_pairs(pairs)
    return records, expect("call.order", at(record["no"], seat=record["dealer"]))


def stranger_listed(records: Records, rng: random.Random) -> Planted | None:
    """A seat that was not dealt in speaks (a deal that breaks a tie)."""
    place = a_deal(records, rng, lambda r: "calls" in r and "in" in r)
    if place is None:
        return None
    table, deal = read(records, place)
    record = records[place]
    strangers = [s for s in table.seats if s not in deal.dealt_in]
    if not strangers:
        return None
    seat = rng.choice(strangers)
    record["calls"] = write_pairs([*pairs_of(record, "calls"), (seat, rng.choice(["in", "out"]))])
    return records, expect("call.order", at(record["no"], seat=seat))


def call_repeated(records: Records, rng: random.Random) -> Planted | None:
    """A seat's declaration stands twice."""
    place = a_deal(records, rng, lambda r: "calls" in r)
    if place is None:
        return None
    record = records[place]
    pairs = pairs_of(record, "calls")
    i = rng.randrange(len(pairs))
    pairs.insert(rng.randint(i + 1, len(pairs)), pairs[i])
    record["calls"] = write_pairs(pairs)
    return records, expect("call.twice", at(record["no"], seat=pairs[i][0]))


def call_left_out(records: Records, rng: random.Random) -> Planted | None:
    """A seat that could have been out is left out of the declarations."""
    place = a_deal(records, rng, lambda r: "calls" in r)
    if place is None:
        return None
    record = records[place]
    pairs = pairs_of(record, "calls")
    seat, word = pairs.pop(rng.randrange(len(pairs)))
    if word == "bettler" or not pairs:
        return None
    record["calls"] = write_pairs(pairs)
    return records, expect("call.missing", at(record["no"], seat=seat))


def all_calls_left_out(records: Records, rng: random.Random) -> Planted | None:
    """The whole key is left out although somebody could have been out."""
    place = a_deal(records, rng, lambda r: "calls" in r and "bettler" not in r["calls"])
    if place is None:
        return None
    record = records[place]
    del record["calls"]
    return records, expect("call.missing", at(record["no"]))


# --- out where it is not allowed --------------------------------------------------------------


def out_slip(code: str) -> Plant:
    """A seat that had to play and did is recorded `out`."""

    def plant(records: Records, rng: random.Random) -> Planted | None:
        place = a_deal(records, rng, was_played)
        if place is None:
            return None
        record = records[place]
        pairs = _complete_calls(records, place)
        i = rng.randrange(len(pairs))
        if pairs[i][1] != "in":
            return None
        pairs[i] = (pairs[i][0], "out")
        record["calls"] = write_pairs(pairs)
        return records, expect(code, at(record["no"], seat=pairs[i][0]))

    return plant


def out_carried(code: str) -> Plant:
    """A seat that had to play dropped out; the others played on without it."""

    def plant(records: Records, rng: random.Random) -> Planted | None:
        place = a_deal(records, rng, was_played)
        if place is None:
            return None
        table, deal = read(records, place)
        record = records[place]
        pairs = _complete_calls(records, place)
        going = [s for s, word in pairs if word == "in"]
        if code == "call.last-must-play" and going:
            going = [s for s in going if s == deal.others[-1]]
        going = [s for s in going if swap_entry(record, s) is None]
        if not going:
            return None
        seat = rng.choice(going)
        others_out = code == "call.last-must-play"
        new_pairs = [(s, "out" if s == seat or others_out else word) for s, word in pairs]
        if others_out and "exchange" in record:
            return None
        left = [s for s in deal.active if s == deal.dealer or dict(new_pairs).get(s) != "out"]
        record["calls"] = write_pairs(new_pairs)
        if left == [deal.dealer]:
            record.pop("dealer_call", None)
            if "exchange" in record:
                return None
            record["tricks"] = []
        else:
            hands = {s: cards_played(record, s) for s in left}
            records[place] = replayed(table, deal, record, rng, active=left, hands=hands)
        done, facts = refilled(records)
        if [f["code"] for f in facts] != [code]:
            return None
        return done, expect(code, at(record["no"], seat=seat))

    return plant


def dealer_out(records: Records, rng: random.Random) -> Planted | None:
    """The dealer is listed as `out`, and plays."""
    place = a_deal(records, rng, lambda r: "calls" in r)
    if place is None:
        return None
    record = records[place]
    record["calls"] = write_pairs([*pairs_of(record, "calls"), (record["dealer"], "out")])
    return records, expect("call.dealer-out", at(record["no"], seat=record["dealer"]))


# --- Bettler and dealer call ------------------------------------------------------------------


def bettler_not_allowed(records: Records, rng: random.Random) -> Planted | None:
    """A seat that is in says `bettler` where it is not played, or after another Bettler."""
    if records[0]["game"] != "kratzen":
        return None
    place = a_deal(records, rng, was_played)
    if place is None:
        return None
    record = records[place]
    pairs = _complete_calls(records, place)
    i = rng.randrange(len(pairs))
    if pairs[i][1] != "in":
        return None
    pairs[i] = (pairs[i][0], "bettler")
    record["calls"] = write_pairs(pairs)
    return records, expect("call.bettler", at(record["no"], seat=pairs[i][0]))


def dealer_bettler(records: Records, rng: random.Random) -> Planted | None:
    """The dealer says `bettler`."""
    place = a_deal(records, rng, lambda r: was_played(r) and "calls" in r)
    if place is None:
        return None
    record = records[place]
    record["calls"] = write_pairs([*pairs_of(record, "calls"), (record["dealer"], "bettler")])
    return records, expect("call.bettler", at(record["no"], seat=record["dealer"]))


def dealer_call_not_allowed(records: Records, rng: random.Random) -> Planted | None:
    """A dealer call in a deal where there is none."""
    place = a_deal(records, rng, lambda r: was_played(r) and "dealer_call" not in r)
    if place is None:
        return None
    table, deal = read(records, place)
    if table.game != "kratzen":
        return None
    if dealer_call_allowed(table.rules, deal.muss, len(deal.active) > 1):
        return None
    records[place]["dealer_call"] = rng.choice(DEALER_CALLS)
    return records, expect("call.dealer-call", at(deal.no))


def dealer_call_unknown(records: Records, rng: random.Random) -> Planted | None:
    """A dealer call that does not exist, where the dealer called `weiter` or nothing."""
    place = a_deal(
        records, rng, lambda r: was_played(r) and r.get("dealer_call", "weiter") == "weiter"
    )
    if place is None:
        return None
    table, deal = read(records, place)
    if table.game != "kratzen":
        return None
    if not dealer_call_allowed(table.rules, deal.muss, len(deal.active) > 1):
        return None
    records[place]["dealer_call"] = rng.choice(["noch", "Oder", "stop"])
    return records, expect("call.dealer-call", at(deal.no))


# --- bids -------------------------------------------------------------------------------------


def _bidding(record: Record) -> bool:
    return "bids" in record


def bids_swapped(records: Records, rng: random.Random) -> Planted | None:
    """Two neighbours stand swapped in the bids; the heights still rise."""
    place = a_deal(records, rng, _bidding)
    if place is None:
        return None
    record = records[place]
    pairs = pairs_of(record, "bids")
    i = rng.randrange(len(pairs) - 1)
    pairs[i], pairs[i + 1] = pairs[i + 1], pairs[i]
    record["bids"] = write_pairs(pairs)
    return records, expect("bid.order", at(record["no"], seat=pairs[i][0]))


def bid_repeated(records: Records, rng: random.Random) -> Planted | None:
    """A seat bids twice (passes twice, or passes after its bid)."""
    place = a_deal(records, rng, _bidding)
    if place is None:
        return None
    record = records[place]
    pairs = pairs_of(record, "bids")
    i = rng.randrange(len(pairs))
    pairs.insert(rng.randint(i + 1, len(pairs)), (pairs[i][0], "pass"))
    record["bids"] = write_pairs(pairs)
    return records, expect("bid.order", at(record["no"], seat=pairs[i][0]))


def bid_missing(records: Records, rng: random.Random) -> Planted | None:
    """The dealer's pass is not written down."""
    place = a_deal(records, rng, _bidding)
    if place is None:
        return None
    record = records[place]
    pairs = pairs_of(record, "bids")
    if pairs[-1][1] != "pass":
        return None
    pairs.pop()
    record["bids"] = write_pairs(pairs)
    return records, expect("bid.order", at(record["no"]))


def bid_low_not_counted(records: Records, rng: random.Random) -> Planted | None:
    """A pass is written as a bid that is too low; nothing else changes."""
    place = a_deal(records, rng, _bidding)
    if place is None:
        return None
    record = records[place]
    pairs = pairs_of(record, "bids")
    i = rng.randrange(len(pairs))
    best = max([int(w) for _, w in pairs[:i] if w.isdigit()], default=0)
    if pairs[i][1] != "pass" or best == 0:
        return None
    low = rng.randint(1, best)
    if i == len(pairs) - 1:
        low = min(low, best - 1)
    if low < 1:
        return None
    pairs[i] = (pairs[i][0], str(low))
    record["bids"] = write_pairs(pairs)
    return records, expect("bid.low", at(record["no"], seat=pairs[i][0]))


def bid_low_counted(records: Records, rng: random.Random) -> Planted | None:
    """A bid that is too low took the game: its bidder is held to it."""
    place = a_deal(records, rng, lambda r: _bidding(r) and was_played(r) and "delta" in r)
    if place is None:
        return None
    planted = bid_low_not_counted(records, rng)
    if planted is None:
        return None
    done, facts = refilled(planted[0], script=[0])
    if [f["code"] for f in facts] != ["bid.low"]:
        return None
    return done, planted[1]


def bid_value(records: Records, rng: random.Random) -> Planted | None:
    """A pass is written as something that is no bid."""
    place = a_deal(records, rng, _bidding)
    if place is None:
        return None
    record = records[place]
    pairs = pairs_of(record, "bids")
    i = rng.randrange(len(pairs))
    if pairs[i][1] != "pass":
        return None
    pairs[i] = (pairs[i][0], rng.choice(["6", "0", "maybe"]))
    record["bids"] = write_pairs(pairs)
    return records, expect("bid.value", at(record["no"], seat=pairs[i][0]))


DUE = (
    "The seat that is due is the first in turn order that has not yet done so; two neighbours"
    " swapped are one finding, at the first."
)
OUT = (
    "A seat recorded `out` that plays: one finding for the deal (none if its `out` already "
    "has one)."
)
MISSING = (
    "A seat left out of a present `calls` string is in or out, whichever leaves fewer "
    "findings; `call.missing` only where it could have been out."
)
LOW = "Bids too low have two values: counted or not."

KINDS = [
    Kind("call.order/swapped", calls_swapped, DUE),
    Kind(
        "call.order/dealer",
        dealer_listed,
        "`call.order`: out of turn (the dealer listed, a seat not dealt in).",
    ),
    Kind(
        "call.order/not-dealt-in",
        stranger_listed,
        "`call.order`: out of turn (the dealer listed, a seat not dealt in).",
    ),
    Kind("call.twice", call_repeated, "`call.twice`: repeated."),
    Kind("call.missing/seat", call_left_out, MISSING),
    Kind(
        "call.missing/key",
        all_calls_left_out,
        "Absent where `out` was possible (the whole key: one finding without `seat`).",
    ),
    *[Kind(f"{code}/slip", out_slip(code), OUT) for code in OUT_CODES],
    *[
        Kind(
            f"{code}/carried",
            out_carried(code),
            "`call.*-out`: scratched or dropped out when it was not allowed; facts stand as "
            "recorded.",
        )
        for code in OUT_CODES
    ],
    Kind(
        "call.dealer-out",
        dealer_out,
        "`call.dealer-out`: dropped out when it was not allowed.",
        weak=True,
    ),
    Kind(
        "call.bettler/not-allowed",
        bettler_not_allowed,
        "`call.bettler`: not allowed, or a second one; K-4.1: an irregular one counts as `in`.",
    ),
    Kind("call.bettler/dealer", dealer_bettler, "`call.bettler`: by the dealer.", weak=True),
    Kind(
        "call.dealer-call/not-allowed",
        dealer_call_not_allowed,
        "`call.dealer-call`: not allowed or unknown.",
    ),
    Kind(
        "call.dealer-call/unknown",
        dealer_call_unknown,
        "`call.dealer-call`: not allowed or unknown.",
    ),
    Kind("bid.order/swapped", bids_swapped, DUE),
    Kind("bid.order/twice", bid_repeated, "`bid.order`: out of turn, twice or missing."),
    Kind("bid.order/missing", bid_missing, "`bid.order`: out of turn, twice or missing."),
    Kind("bid.low/not-counted", bid_low_not_counted, LOW),
    Kind("bid.low/counted", bid_low_counted, LOW),
    Kind("bid.value", bid_value, "`bid.value`: not `pass` or 1-5."),
]
