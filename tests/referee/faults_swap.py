"""Faults in the exchange (group exchange)."""

import random

from . import kratzen
from .cards import HIGH, UNSEEN, read_cards, without
from .faults_tools import (
    Kind,
    Planted,
    a_deal,
    cards_played,
    expect,
    hand_text,
    read,
    refilled,
    replayed,
    swap_entry,
    unseen_cards,
    was_played,
)
from .logs import Record, Records
from .readings import at
from .table import Deal, Table


def _has_swaps(record: Record) -> bool:
    entries = record.get("exchange", [])
    text = " ".join(e["out"] + " " + e["in"] + " " + e.get("away", "") for e in entries)
    return was_played(record) and bool(entries) and UNSEEN not in text


def _talon_left(table: Table, deal: Deal, record: Record, rng: random.Random) -> list[str]:
    """The cards that may still be drawn: the talon's top when the deck is known."""
    if deal.rest is not None:
        return list(deal.rest)
    return unseen_cards(table, record, rng)[: deal.rest_left]


def _draw_more(
    records: Records, place: int, seat: str, number: int, rng: random.Random, *, new_entry: bool
) -> bool:
    """Let a seat that holds its final hand swap `number` cards more, and play the deal anew."""
    table, deal = read(records, place)
    record = records[place]
    left = _talon_left(table, deal, record, rng)
    if len(left) < number or deal.rest_left < number:
        return False
    hands = {s: cards_played(record, s) for s in deal.active}
    entry = swap_entry(record, seat)
    came = read_cards(entry["in"]) if entry is not None else []
    pool = [card for card in hands[seat] if card not in came]
    if len(pool) < number:
        return False
    out, drawn = rng.sample(pool, number), left[:number]
    hands[seat] = without(hands[seat], out) + drawn
    if new_entry or entry is None:
        text: Record = {"seat": seat, "out": " ".join(out), "in": " ".join(drawn)}
        record["exchange"] = [*record.get("exchange", []), text]
        record["exchange"].sort(key=lambda e: 0 if new_entry else deal.order.index(e["seat"]))
    else:
        entry["out"] = " ".join([*entry["out"].split(), *out])
        entry["in"] = " ".join([*entry["in"].split(), *drawn])
    records[place] = replayed(table, deal, record, rng, hands=hands)
    return True


def _done(
    records: Records, code: str, place: int, seat: str, script: list[int] | None = None
) -> Planted | None:
    done, facts = refilled(records, script=script)
    if [f["code"] for f in facts] != [code]:
        return None
    return done, expect(code, at(records[place]["no"], seat=seat))


def not_allowed(records: Records, rng: random.Random) -> Planted | None:
    """A seat swaps in a deal without swaps; its fee is counted or it is not."""
    place = a_deal(records, rng, lambda r: was_played(r) and "exchange" not in r)
    if place is None:
        return None
    table, deal = read(records, place)
    if table.game == "kratzen":
        if kratzen.swaps_happen(table.rules, deal.muss, others_in=True):
            return None
    elif table.rules["exchange"]:
        return None
    seat = rng.choice(deal.active)
    if not _draw_more(records, place, seat, rng.randint(1, 3), rng, new_entry=True):
        return None
    return _done(records, "exchange.not-allowed", place, seat, [rng.randint(0, 1)])


def too_many(records: Records, rng: random.Random) -> Planted | None:
    """The last seat to swap takes one card more than allowed (Kratzen)."""
    place = a_deal(records, rng, _has_swaps)
    if place is None:
        return None
    table, deal = read(records, place)
    if table.game != "kratzen":
        return None
    entry = records[place]["exchange"][-1]
    seat = entry["seat"]
    limit = kratzen.swap_limit(table.rules, deal.dealer_call, seat == deal.dealer)
    more = limit + 1 - len(entry["out"].split())
    if not _draw_more(records, place, seat, more, rng, new_entry=False):
        return None
    return _done(records, "exchange.too-many", place, seat, [rng.randint(0, 1)])


def order_slip(records: Records, rng: random.Random) -> Planted | None:
    """Two neighbours stand swapped in the list; what they drew is as it was."""
    place = a_deal(records, rng, lambda r: _has_swaps(r) and len(r["exchange"]) > 1)
    if place is None:
        return None
    record = records[place]
    entries = record["exchange"]
    i = rng.randrange(len(entries) - 1)
    entries[i], entries[i + 1] = entries[i + 1], entries[i]
    return records, expect("exchange.order", at(record["no"], seat=entries[i]["seat"]))


def order_carried(records: Records, rng: random.Random) -> Planted | None:
    """Two neighbours really swapped out of turn: each drew what lay on top then."""
    place = a_deal(records, rng, lambda r: _has_swaps(r) and len(r["exchange"]) > 1)
    if place is None:
        return None
    table, deal = read(records, place)
    record = records[place]
    entries = record["exchange"]
    i = rng.randrange(len(entries) - 1)
    first, second = entries[i], entries[i + 1]
    if len(first["out"].split()) != len(second["out"].split()) or "away" in {**first, **second}:
        return None
    hands = {s: cards_played(record, s) for s in deal.active}
    mine, yours = first["in"].split(), second["in"].split()
    for entry, old, new in ((first, mine, yours), (second, yours, mine)):
        seat = entry["seat"]
        if any(card not in hands[seat] for card in old):
            return None
        hands[seat] = without(hands[seat], old) + new
    first["in"], second["in"] = second["in"], first["in"]
    entries[i], entries[i + 1] = second, first
    records[place] = replayed(table, deal, record, rng, hands=hands)
    return _done(records, "exchange.order", place, second["seat"])


def second_go(records: Records, rng: random.Random) -> Planted | None:
    """A seat swaps a second time, after everybody."""
    place = a_deal(records, rng, _has_swaps)
    if place is None:
        return None
    seat = rng.choice(records[place]["exchange"])["seat"]
    _, deal = read(records, place)
    left = _talon_left(read(records, place)[0], deal, records[place], rng)
    mine = cards_played(records[place], seat)
    if not left or deal.rest_left < 1:
        return None
    table = read(records, place)[0]
    out = rng.choice(mine)
    record = records[place]
    record["exchange"].append({"seat": seat, "out": out, "in": left[0]})
    hands = {s: cards_played(record, s) for s in deal.active}
    hands[seat] = [*without(mine, [out]), left[0]]
    records[place] = replayed(table, deal, record, rng, hands=hands)
    return _done(records, "exchange.order", place, seat, [rng.randint(0, 1)])


def not_held(records: Records, rng: random.Random) -> Planted | None:
    """A card given away is written as one the seat does not hold."""
    place = a_deal(records, rng, lambda r: _has_swaps(r) and "hands" in r)
    if place is None:
        return None
    table, deal = read(records, place)
    record = records[place]
    entry = rng.choice(record["exchange"])
    if hand_text(record, table, entry["seat"]) is None:
        return None
    pool = unseen_cards(table, record, rng)
    if rng.random() < 0.4:
        others = [hand_text(record, table, s) for s in table.seats if s != entry["seat"]]
        pool = [c for text in others if text for c in text.split()]
    if not pool:
        return None
    out = entry["out"].split()
    out[rng.randrange(len(out))] = rng.choice(pool)
    entry["out"] = " ".join(out)
    return records, expect("exchange.not-held", at(deal.no, seat=entry["seat"]))


def drew_wrong_number(records: Records, rng: random.Random) -> Planted | None:
    """One card more or fewer is written as drawn."""
    place = a_deal(records, rng, _has_swaps)
    if place is None:
        return None
    table, deal = read(records, place)
    record = records[place]
    entry = rng.choice(record["exchange"])
    drawn = entry["in"].split()
    free = unseen_cards(table, record, rng)
    if len(drawn) > 1 and rng.random() < 0.5:
        drawn.pop(rng.randrange(len(drawn)))
    elif free and "away" not in entry:
        drawn.append(free[0])
    else:
        return None
    entry["in"] = " ".join(drawn)
    return records, expect("exchange.draw", at(deal.no, seat=entry["seat"]))


def drew_not_the_top(records: Records, rng: random.Random) -> Planted | None:
    """With the deck recorded: a card drawn is not the talon's (slip, or really so)."""
    place = a_deal(records, rng, lambda r: _has_swaps(r) and "deck" in r)
    if place is None:
        return None
    table, deal = read(records, place)
    record = records[place]
    entry = record["exchange"][-1]
    seat = entry["seat"]
    if not deal.rest or "away" in entry:
        return None
    drawn = entry["in"].split()
    i = rng.randrange(len(drawn))
    right, wrong = drawn[i], rng.choice(deal.rest)
    drawn[i] = wrong
    entry["in"] = " ".join(drawn)
    where = at(deal.no, seat=seat)
    if rng.random() < 0.5:
        return records, expect("exchange.draw", where)
    mine = cards_played(record, seat)
    if right not in mine:
        return None
    hands = {s: cards_played(record, s) for s in deal.active}
    hands[seat] = [*without(mine, [right]), wrong]
    records[place] = replayed(table, deal, record, rng, hands=hands)
    return _done(records, "exchange.draw", place, seat)


def ace_not_shown(records: Records, rng: random.Random) -> Planted | None:
    """Four are swapped and the trump Ace is not shown, or another card is, or it is given away."""
    place = a_deal(records, rng, lambda r: any("show" in e for e in r.get("exchange", [])))
    if place is None:
        return None
    record = records[place]
    entry = rng.choice([e for e in record["exchange"] if "show" in e])
    way = rng.random()
    if way < 0.4:
        del entry["show"]
    elif way < 0.6 and UNSEEN not in entry["out"]:
        out = entry["out"].split()
        out[rng.randrange(4)] = entry["show"]
        entry["out"] = " ".join(out)
    else:
        mine = [c for c in cards_played(record, entry["seat"]) if c != entry["show"]]
        entry["show"] = rng.choice(mine)
    return records, expect("exchange.ace", at(record["no"], seat=entry["seat"]))


def four_without_ace(records: Records, rng: random.Random) -> Planted | None:
    """A seat that had swapped less takes four without holding the trump Ace."""
    place = a_deal(records, rng, _has_swaps)
    if place is None:
        return None
    table, deal = read(records, place)
    record = records[place]
    entry = record["exchange"][-1]
    seat = entry["seat"]
    more = 4 - len(entry["out"].split())
    if table.game != "schnellen" or more < 1 or "away" in entry or "show" in entry:
        return None
    if seat == deal.dealer and "discard" not in record:
        return None
    if not _draw_more(records, place, seat, more, rng, new_entry=False):
        return None
    ace = None if deal.trump == HIGH else (deal.trump or "") + "A"
    if ace is not None and rng.random() < 0.3:
        entry["show"] = ace
    if ace in (*entry["out"].split(), *cards_played(records[place], seat)) and "show" in entry:
        return None
    return _done(records, "exchange.ace", place, seat)


def away(records: Records, rng: random.Random) -> Planted | None:
    """Six new cards and none, or a wrong one, put away; or one put away where none has to be."""
    place = a_deal(records, rng, _has_swaps)
    if place is None:
        return None
    table, deal = read(records, place)
    record = records[place]
    if table.game != "schnellen":
        return None
    entry = rng.choice(record["exchange"])
    free = unseen_cards(table, record, rng)
    if "away" not in entry:
        if not free:
            return None
        entry["away"] = free[0]
    elif rng.random() < 0.5:
        del entry["away"]
    elif free:
        entry["away"] = rng.choice([free[0], entry["out"].split()[0]])
    return records, expect("exchange.away", at(deal.no, seat=entry["seat"]))


def fee_not_affordable(records: Records, rng: random.Random) -> Planted | None:
    """A seat swaps whose stack cannot pay; the fee is not counted."""
    place = a_deal(records, rng, was_played)
    if place is None:
        return None
    table, deal = read(records, place)
    if table.game != "kratzen" or table.rules["short_stack"] != "partial":
        return None
    if not kratzen.swaps_happen(table.rules, deal.muss, others_in=True):
        return None
    went = [e["seat"] for e in records[place].get("exchange", [])]
    turn = deal.in_turn()
    after = turn[max((turn.index(s) for s in went), default=-1) + 1 :]
    poor = []
    for seat in after:
        stack = table.stacks[seat] - kratzen.ante_of(table.rules, table.stacks[seat])
        limit = kratzen.swap_limit(table.rules, deal.dealer_call, seat == deal.dealer)
        if limit > 0 and not kratzen.fee_affordable(
            table.rules, stack, table.rules["exchange_fee"]
        ):
            poor.append(seat)
    if not poor:
        return None
    seat = rng.choice(poor)
    if not _draw_more(records, place, seat, 1, rng, new_entry=False):
        return None
    return _done(records, "exchange.fee", place, seat, [1])


def more_than_is_left(records: Records, rng: random.Random) -> Planted | None:
    """Schnellen: the last seat gives more cards than are left, and draws what is left."""
    place = a_deal(records, rng, lambda r: _has_swaps(r) and "hands" in r)
    if place is None:
        return None
    table, deal = read(records, place)
    record = records[place]
    entry = record["exchange"][-1]
    if table.game != "schnellen" or "away" in entry or "show" in entry:
        return None
    if deal.rest_left != 0 or len(entry["out"].split()) >= 3:
        return None
    seat = entry["seat"]
    hand = hand_text(record, table, seat)
    if hand is None or seat == deal.dealer:
        return None
    kept = [c for c in cards_played(record, seat) if c in hand.split()]
    if not kept:
        return None
    entry["out"] += " " + rng.choice(kept)
    return records, expect("exchange.too-many", at(deal.no, seat=seat))


FAULTY = (
    "After a faulty exchange the hand of every seat concerned is what it later plays and "
    "gives away; the cards of the faulty entry count nowhere else."
)
FEES = "Fees of irregular swaps have two values: counted or not."
ORDER = (
    "The order of `exchange` has two values like a claim; `seat` is the seat that acted out "
    "of turn."
)

KINDS = [
    Kind("exchange.not-allowed", not_allowed, FAULTY + " " + FEES),
    Kind("exchange.too-many", too_many, FAULTY + " " + FEES),
    Kind("exchange.too-many/rest", more_than_is_left, FAULTY, weak=True),
    Kind("exchange.order/slip", order_slip, ORDER),
    Kind("exchange.order/carried", order_carried, ORDER),
    Kind("exchange.order/second-go", second_go, "`exchange.order`: out of turn or a second go."),
    Kind("exchange.not-held", not_held, FAULTY),
    Kind("exchange.draw/number", drew_wrong_number, FAULTY),
    Kind(
        "exchange.draw/not-the-top",
        drew_not_the_top,
        "The talon loses the cards that were really drawn. " + FAULTY,
    ),
    Kind(
        "exchange.ace/not-shown",
        ace_not_shown,
        "`exchange.ace`: four without the Ace shown and kept. " + FAULTY,
    ),
    Kind(
        "exchange.ace/four-without",
        four_without_ace,
        "`exchange.ace`: four without the Ace shown and kept. " + FAULTY,
    ),
    Kind("exchange.away", away, "`exchange.away`: put away wrongly. " + FAULTY),
    Kind("exchange.fee", fee_not_affordable, "`exchange.fee`: a stack that cannot pay. " + FEES),
]
