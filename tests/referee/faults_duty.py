"""Breaking one of the four duties: follow suit, beat, trump, overtrump (group play)."""

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
    read,
    refilled,
    set_trick,
    was_played,
    where_of,
)
from .generate_deal import play_cards
from .logs import Card, Record, Records, Trick, deal_places, write_trick
from .table import Deal, Table

# --- the four duties --------------------------------------------------------------------------


def _irregular_points(
    table: Table, deal: Deal, record: Record, code: str
) -> list[tuple[int, int, str]]:
    """(trick, play, card) where a seat could break this duty with a card it holds."""
    points: list[tuple[int, int, str]] = []
    assert deal.trump is not None
    for number in range(1, 6):
        laid: list[str] = []
        for place, played in enumerate(get_trick(record, number).plays, 1):
            held = cards_played(record, played.seat)[number - 1 :]
            for card in held:
                if laid:
                    found = rules_of_tricks.fault_of(
                        table.game, table.rules, deal.trump, held, laid, card
                    )
                    if found == code:
                        points.append((number, place, card))
            laid.append(played.card)
    return points


def _broken_at(
    table: Table, deal: Deal, record: Record, point: tuple[int, int, str], rng: random.Random
) -> Record:
    """The deal with an illegal card at a point; trick and deal are played on with care for duty."""
    assert deal.trump is not None
    number, place, card = point
    trick = get_trick(record, number)
    turn = [p.seat for p in trick.plays]
    held = {seat: cards_played(record, seat)[number - 1 :] for seat in turn}
    laid = [(p.seat, p.card) for p in trick.plays[: place - 1]]
    laid.append((turn[place - 1], card))
    for seat in turn[place:]:
        on_table = [c for _, c in laid]
        legal = rules_of_tricks.legal(table.game, table.rules, deal.trump, held[seat], on_table)
        laid.append((seat, rng.choice(legal.legal)))
    for seat, played in laid:
        held[seat].remove(played)
    winner = rules_of_tricks.winner(table.game, table.rules, deal.trump, laid)
    taker = winner if trick.taker is not None else None
    new = dict(record)
    new["tricks"] = list(record["tricks"])
    new["tricks"][number - 1] = write_trick(Trick([Card(s, c) for s, c in laid], taker))
    order = [s for s in deal.order if s in turn]
    rest = play_cards(
        table.game, table.rules, deal.trump, held, order, rng, leader=winner, number=5 - number
    )
    for offset, played_trick in enumerate(rest):
        shown = played_trick if trick.taker is not None else played_trick._replace(taker=None)
        new["tricks"][number + offset] = write_trick(shown)
    return new


def duty(code: str) -> Plant:
    """An illegal card; the table goes on from it, the winner and all counts are right."""

    def plant(records: Records, rng: random.Random) -> Planted | None:
        place = a_deal(records, rng, was_played)
        if place is None:
            return None
        table, deal = read(records, place)
        points = _irregular_points(table, deal, records[place], code)
        if not points:
            return None
        point = rng.choice(points)
        records[place] = _broken_at(table, deal, records[place], point, rng)
        done, facts = refilled(records)
        where = where_of(done[place], point[0], point[1])
        if [f["code"] for f in facts] != [code]:
            return None
        return done, expect(code, where)

    return plant


def duty_noticed(records: Records, rng: random.Random) -> Planted | None:
    """An illegal card that the table noticed and let stand: written with `!`."""
    code = rng.choice(["play.follow-suit", "play.head", "play.trump", "play.overtrump"])
    planted = duty(code)(records, rng)
    if planted is None:
        return None
    done, finding = planted
    for record in [done[i] for i in deal_places(done)]:
        if record["no"] == finding["deal"]:
            trick = get_trick(record, finding["trick"])
            plays = list(trick.plays)
            at_play = finding["play"] - 1
            plays[at_play] = plays[at_play]._replace(noticed=True)
            set_trick(record, finding["trick"], trick._replace(plays=plays))
    return done, finding


def own_cards_swapped(records: Records, rng: random.Random) -> Planted | None:
    """Two cards of a seat stand in each other's trick, and one of them is illegal there."""
    place = a_deal(records, rng, was_played)
    if place is None:
        return None
    table, deal = read(records, place)
    record = records[place]
    assert deal.trump is not None
    seat = rng.choice(deal.active)
    first, second = sorted(rng.sample(range(1, 6), 2))
    mine = cards_played(record, seat)
    one, two = mine[first - 1], mine[second - 1]
    for number, card in ((first, two), (second, one)):
        trick = get_trick(record, number)
        plays = [p._replace(card=card) if p.seat == seat else p for p in trick.plays]
        set_trick(record, number, trick._replace(plays=plays))
    found: list[Planted] = []
    for number in range(1, 6):
        laid: list[str] = []
        for play, played in enumerate(get_trick(record, number).plays, 1):
            held = cards_played(record, played.seat)[number - 1 :]
            code = None
            if laid:
                code = rules_of_tricks.fault_of(
                    table.game, table.rules, deal.trump, held, laid, played.card
                )
            if code is not None:
                found.append((records, expect(code, where_of(record, number, play))))
            laid.append(played.card)
    return found[0] if len(found) == 1 else None


DUTY = (
    "An illegal card has one code, which says what the player failed to do; the recorded card"
    " stays in the trick."
)

KINDS = [
    *[
        Kind(f"{code}/played-on", duty(code), DUTY)
        for code in ("play.follow-suit", "play.head", "play.trump", "play.overtrump")
    ],
    Kind("play.duty/noticed", duty_noticed, DUTY + " `acknowledged` is true when it carries `!`."),
    Kind("play.duty/own-cards-swapped", own_cards_swapped, DUTY),
]
