"""Faults in the tricks: turn, cards not held, cards and tricks too many (group play)."""

import random

from . import tricks as rules_of_tricks
from .faults_tools import (
    Kind,
    Plant,
    Planted,
    a_deal,
    cards_played,
    expect,
    get_trick,
    hand_text,
    pairs_of,
    read,
    refilled,
    replayed,
    set_trick,
    swap_entry,
    turn_of,
    unseen_cards,
    was_played,
    where_of,
)
from .logs import Card, Record, Records, Trick, write_trick
from .readings import at
from .table import Deal, Table

# --- turn -------------------------------------------------------------------------------------


def neighbours_swapped(records: Records, rng: random.Random) -> Planted | None:
    """Two neighbours stand swapped in a trick; everything else is right (slip)."""
    place = a_deal(records, rng, was_played)
    if place is None:
        return None
    record = records[place]
    number = rng.randint(1, 5)
    trick = get_trick(record, number)
    if len(trick.plays) < 2:
        return None
    first = rng.randrange(len(trick.plays) - 1)
    plays = list(trick.plays)
    plays[first], plays[first + 1] = plays[first + 1], plays[first]
    set_trick(record, number, trick._replace(plays=plays))
    return records, expect("play.turn", where_of(record, number, first + 1))


def seat_too_early(records: Records, rng: random.Random) -> Planted | None:
    """A seat stands two or more places too early in a trick (not as its leader)."""
    place = a_deal(records, rng, was_played)
    if place is None:
        return None
    record = records[place]
    number = rng.randint(1, 5)
    trick = get_trick(record, number)
    if len(trick.plays) < 4:
        return None
    late = rng.randrange(3, len(trick.plays))
    early = rng.randrange(1, late - 1)
    plays = list(trick.plays)
    plays.insert(early, plays.pop(late))
    set_trick(record, number, trick._replace(plays=plays))
    return records, expect("play.turn", where_of(record, number, early + 1))


def neighbours_played_so(records: Records, rng: random.Random) -> Planted | None:
    """Two neighbours really played in the wrong order; duties and winner follow it."""
    place = a_deal(records, rng, was_played)
    if place is None:
        return None
    table, deal = read(records, place)
    record = records[place]
    number = rng.randint(1, 5)
    trick = get_trick(record, number)
    if len(trick.plays) < 3:
        return None
    first = rng.randrange(1, len(trick.plays) - 1)
    seats = [p.seat for p in trick.plays]
    seats[first], seats[first + 1] = seats[first + 1], seats[first]
    new = _trick_in_order(table, deal, record, number, seats, rng)
    return _counted_anew(records, place, new, number, first + 1)


def wrong_leader(records: Records, rng: random.Random) -> Planted | None:
    """A seat leads that was not due; the trick goes on clockwise from it, and so does the deal."""
    place = a_deal(records, rng, was_played)
    if place is None:
        return None
    table, deal = read(records, place)
    record = records[place]
    number = rng.randint(1, 5)
    trick = get_trick(record, number)
    turn = [p.seat for p in trick.plays]
    if len(turn) < 2:
        return None
    at_place = rng.randrange(1, len(turn))
    seats = turn[at_place:] + turn[:at_place]
    if len(seats) > 2 and seats[1] == turn[0]:
        return None
    new = _trick_in_order(table, deal, record, number, seats, rng)
    return _counted_anew(records, place, new, number, 1)


def _trick_in_order(
    table: Table, deal: Deal, record: Record, number: int, seats: list[str], rng: random.Random
) -> Record:
    assert deal.trump is not None
    trick = get_trick(record, number)
    held = {seat: cards_played(record, seat)[number - 1 :] for seat in seats}
    laid: list[tuple[str, str]] = []
    for seat in seats:
        on_table = [c for _, c in laid]
        answer = rules_of_tricks.legal(table.game, table.rules, deal.trump, held[seat], on_table)
        laid.append((seat, rng.choice(answer.legal)))
    for seat, card in laid:
        held[seat].remove(card)
    winner = rules_of_tricks.winner(table.game, table.rules, deal.trump, laid)
    new = dict(record)
    new["tricks"] = list(record["tricks"])
    shown = winner if trick.taker is not None else None
    new["tricks"][number - 1] = write_trick(Trick([Card(s, c) for s, c in laid], shown))
    if number < 5:
        new = replayed(table, deal, new, rng, hands=held, start=number + 1, leader=winner)
    return new


def _counted_anew(
    records: Records, place: int, new: Record, number: int, play: int
) -> Planted | None:
    records[place] = new
    done, facts = refilled(records)
    if [f["code"] for f in facts] != ["play.turn"]:
        return None
    return done, expect("play.turn", where_of(done[place], number, play))


# --- cards that are not held ------------------------------------------------------------------


def foreign_card_slip(source: str) -> Plant:
    """A card in a trick is replaced by one the seat does not hold; everything else is right."""

    def plant(records: Records, rng: random.Random) -> Planted | None:
        place = a_deal(records, rng, was_played)
        if place is None:
            return None
        table, _ = read(records, place)
        record = records[place]
        number = rng.randint(1, 5)
        trick = get_trick(record, number)
        play = rng.randrange(len(trick.plays))
        seat = trick.plays[play].seat
        if hand_text(record, table, seat) is None:
            return None
        other_seats = [p.seat for p in trick.plays if p.seat != seat]
        if source == "nobody":
            pool = unseen_cards(table, record, rng)
        elif source == "other":
            pool = [c for s in other_seats for c in cards_played(record, s)]
        else:
            pool = cards_played(record, seat)
        pool = [card for card in pool if card != trick.plays[play].card]
        if not pool:
            return None
        plays = list(trick.plays)
        plays[play] = plays[play]._replace(card=rng.choice(pool))
        set_trick(record, number, trick._replace(plays=plays))
        return records, expect("play.not-in-hand", where_of(record, number, play + 1))

    return plant


def foreign_card_carried(records: Records, rng: random.Random) -> Planted | None:
    """A card nobody holds is played; the trick goes where it now belongs, and the deal goes on."""
    place = a_deal(records, rng, was_played)
    if place is None:
        return None
    table, deal = read(records, place)
    record = records[place]
    assert deal.trump is not None
    number = rng.randint(1, 4)
    trick = get_trick(record, number)
    play = rng.randrange(len(trick.plays))
    pool = unseen_cards(table, record, rng)
    if hand_text(record, table, trick.plays[play].seat) is None or not pool:
        return None
    plays = list(trick.plays)
    plays[play] = plays[play]._replace(card=pool[0])
    laid = [(p.seat, p.card) for p in plays]
    winner = rules_of_tricks.winner(table.game, table.rules, deal.trump, laid)
    shown = winner if trick.taker is not None else None
    set_trick(record, number, Trick(plays, shown))
    new = replayed(table, deal, record, rng, start=number + 1, leader=winner)
    records[place] = new
    done, facts = refilled(records)
    if [f["code"] for f in facts] != ["play.not-in-hand"]:
        return None
    return done, expect("play.not-in-hand", where_of(done[place], number, play + 1))


# --- out, but playing -------------------------------------------------------------------------


def flipped_to_out(records: Records, rng: random.Random) -> Planted | None:
    """A seat that plays is recorded `out`; everything else is right."""
    place = a_deal(records, rng, lambda r: was_played(r) and ":in" in r.get("calls", ""))
    if place is None:
        return None
    record = records[place]
    seat = rng.choice([s for s, word in pairs_of(record, "calls") if word == "in"])
    if swap_entry(record, seat) is not None:
        return None
    record["calls"] = record["calls"].replace(f"{seat}:in", f"{seat}:out")
    seats = [p.seat for p in get_trick(record, 1).plays]
    where = where_of(record, 1, seats.index(seat) + 1)
    return records, expect("play.not-in-deal", where)


def stray_card_of_a_seat_out(records: Records, rng: random.Random) -> Planted | None:
    """One card of a seat that is out stands in a trick; nobody counts it."""
    place = a_deal(records, rng, lambda r: was_played(r) and ":out" in r.get("calls", ""))
    if place is None:
        return None
    table, _ = read(records, place)
    record = records[place]
    seat = rng.choice([s for s, word in pairs_of(record, "calls") if word == "out"])
    hand = hand_text(record, table, seat)
    card = hand.split()[0] if hand else (unseen_cards(table, record, rng) or [""])[0]
    if not card:
        return None
    number = rng.randint(1, 5)
    trick = get_trick(record, number)
    plays = list(trick.plays)
    play = rng.randint(1, len(plays))
    plays.insert(play, Card(seat, card))
    set_trick(record, number, trick._replace(plays=plays))
    return records, expect("play.not-in-deal", where_of(record, number, play + 1))


# --- too many ---------------------------------------------------------------------------------


def second_card(records: Records, rng: random.Random) -> Planted | None:
    """A seat's card stands twice in a trick, or a second card of it that nobody holds."""
    place = a_deal(records, rng, was_played)
    if place is None:
        return None
    table, _ = read(records, place)
    record = records[place]
    number = rng.randint(1, 5)
    trick = get_trick(record, number)
    plays = list(trick.plays)
    play = rng.randrange(len(plays))
    again = plays[play]
    free = unseen_cards(table, record, rng)
    if rng.random() < 0.5 and free:
        again = again._replace(card=free[0])
    to = rng.randint(play + 1, len(plays))
    plays.insert(to, again)
    set_trick(record, number, trick._replace(plays=plays))
    return records, expect("play.too-many", where_of(record, number, to + 1))


def sixth_trick(records: Records, rng: random.Random) -> Planted | None:
    """A sixth trick."""
    place = a_deal(records, rng, was_played)
    if place is None:
        return None
    table, _ = read(records, place)
    record = records[place]
    free = unseen_cards(table, record, rng)
    seats = [p.seat for p in get_trick(record, 5).plays]
    if len(free) < len(seats):
        return None
    plays = [Card(seat, card) for seat, card in zip(seats, free, strict=False)]
    record["tricks"].append(write_trick(Trick(plays, None)))
    return records, expect("play.too-many", at(record["no"], 6))


def trick_though_all_out(records: Records, rng: random.Random) -> Planted | None:
    """A trick although nobody (all passed) or only the dealer (all out) is in."""
    place = a_deal(records, rng, lambda r: r.get("tricks") == [])
    if place is None:
        return None
    table, _ = read(records, place)
    record = records[place]
    free = unseen_cards(table, record, rng)
    seats = [record["dealer"]] if "calls" in record else turn_of(table, record)
    if len(free) < len(seats):
        hands = [hand_text(record, table, seat) for seat in seats]
        if any(not hand for hand in hands):
            return None
        free = [hand.split()[0] for hand in hands if hand]
    plays = [Card(seat, card) for seat, card in zip(seats, free, strict=False)]
    record["tricks"] = [write_trick(Trick(plays, None))]
    return records, expect("play.too-many", at(record["no"], 1))


TURN = (
    "The seat that is due is the first in turn order that has not yet done so; two neighbours"
    " swapped are one finding, at the first."
)
LEADER = "After a wrong leader the trick goes on clockwise from the seat that led."
HELD = (
    "`play.not-in-hand`: that finding only; if the hand holds exactly one card that it never "
    "plays, that one was expected there."
)
OUT = (
    "A seat recorded `out` that swaps or plays: one finding for the deal, at the first such "
    "entry; it counts as in or out, whichever leaves fewer."
)
MANY = (
    "`play.too-many`: a second card of a seat (it does not count for the trick); each trick "
    "after the fifth, or any trick when all passed or all were out."
)

KINDS = [
    Kind("play.turn/neighbours-slip", neighbours_swapped, TURN),
    Kind("play.turn/too-early", seat_too_early, TURN),
    Kind("play.turn/neighbours-played-so", neighbours_played_so, TURN + " Judged in both orders."),
    Kind("play.turn/wrong-leader", wrong_leader, LEADER),
    Kind("play.not-in-hand/nobody's-slip", foreign_card_slip("nobody"), HELD),
    Kind("play.not-in-hand/other's-slip", foreign_card_slip("other"), HELD),
    Kind(
        "play.not-in-hand/own-card-twice",
        foreign_card_slip("own"),
        "A seat that plays a card twice slipped at whichever play leaves fewer findings.",
    ),
    Kind("play.not-in-hand/carried", foreign_card_carried, HELD),
    Kind("play.not-in-deal/flipped-call", flipped_to_out, OUT),
    Kind("play.not-in-deal/stray-card", stray_card_of_a_seat_out, OUT),
    Kind("play.too-many/second-card", second_card, MANY),
    Kind("play.too-many/sixth-trick", sixth_trick, MANY),
    Kind("play.too-many/all-out", trick_though_all_out, MANY),
]
