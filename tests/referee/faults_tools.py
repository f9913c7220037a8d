"""Tools for planting faults: choosing a deal, replaying it, writing claims anew, growing on."""

import copy
import random
from collections.abc import Callable
from typing import Any, NamedTuple

from .cards import pack, read_cards
from .dress import Style
from .generate import Plan, go_on
from .generate_deal import Temper, play_cards
from .judge import judge_deal, judge_session, table_after, true_reasons, winners
from .kratzen import clockwise_from
from .logs import (
    Record,
    Records,
    Trick,
    deal_places,
    is_deal,
    read_pairs,
    read_trick,
    write_trick,
)
from .readings import Finding, Strict, Where, at
from .table import Deal, Table, in_seat_order, seats_text

Planted = tuple[Records, Finding]
Plant = Callable[[Records, random.Random], Planted | None]


class Kind(NamedTuple):
    """A kind of fault: how to plant it and the sentence of FINDINGS.md that forces its finding."""

    name: str
    plant: Plant
    sentence: str
    weak: bool = False


def expect(code: str, where: Where) -> Finding:
    """A finding as an audit must give it."""
    return {"code": code, **where}


# --- looking ----------------------------------------------------------------------------------


def played_places(records: Records) -> list[int]:
    """Deals that count: not cancelled, not broken off."""
    return [i for i in deal_places(records) if "abort" not in records[i]]


def a_deal(
    records: Records, rng: random.Random, fits: Callable[[Record], bool] = lambda _: True
) -> int | None:
    """The place of a random deal that fits."""
    places = [i for i in played_places(records) if fits(records[i])]
    return rng.choice(places) if places else None


def was_played(record: Record) -> bool:
    """A deal with five tricks."""
    return len(record.get("tricks", [])) == 5


def read(records: Records, place: int) -> tuple[Table, Deal]:
    """The table before the deal at a place, and that deal as judged."""
    table = table_after(records[:place])
    return table, judge_deal(copy.deepcopy(table), records[place], Strict())


def before(records: Records, place: int) -> Table:
    """The table before the record at a place."""
    return table_after(records[:place])


def cards_played(record: Record, seat: str) -> list[str]:
    """The cards a seat plays, in order."""
    return [p.card for text in record["tricks"] for p in read_trick(text).plays if p.seat == seat]


def cards_seen(record: Record) -> set[str]:
    """Every card that stands anywhere in a deal record but the undealt part of the deck."""
    seen: set[str] = set()
    for text in record.get("hands", []):
        seen |= set(read_cards(text or ""))
    seen |= set(read_cards(record.get("turned", "")))
    seen |= set(read_cards(record.get("discard", "")))
    for entry in record.get("exchange", []):
        for key in ("out", "in", "away", "show"):
            seen |= set(read_cards(entry.get(key, "")))
    for text in record.get("tricks", []):
        seen |= {p.card for p in read_trick(text).plays}
    return seen


def unseen_cards(table: Table, record: Record, rng: random.Random) -> list[str]:
    """Cards that stand nowhere in the deal, shuffled."""
    short = bool(table.rules.get("short_pack"))
    left = [card for card in pack(short) if card not in cards_seen(record)]
    rng.shuffle(left)
    return left


def get_trick(record: Record, number: int) -> Trick:
    """Trick 1 to 5 of a deal."""
    return read_trick(record["tricks"][number - 1])


def set_trick(record: Record, number: int, trick: Trick) -> None:
    """Write a trick into a deal."""
    record["tricks"][number - 1] = write_trick(trick)


def hand_text(record: Record, table: Table, seat: str) -> str | None:
    """The recorded hand of a seat."""
    text: str | None = record.get("hands", [None] * len(table.seats))[table.seats.index(seat)]
    return text


def set_hand(record: Record, table: Table, seat: str, text: str) -> None:
    """Write a hand into a deal."""
    record["hands"][table.seats.index(seat)] = text


def swap_entry(record: Record, seat: str) -> Record | None:
    """The swap of a seat."""
    for entry in record.get("exchange", []):
        if entry["seat"] == seat:
            found: Record = entry
            return found
    return None


# --- writing the claims anew ------------------------------------------------------------------


class Refill(Strict):
    """Computes every claim; a given claim gets a given wrong value and the rest follows from it."""

    def __init__(self, wrong: tuple[str, Where, Any] | None, script: list[int]) -> None:
        super().__init__()
        self.wrong = wrong
        self.script = list(script)

    def choose(self, count: int) -> int:
        return self.script.pop(0) if self.script and count > 1 else 0

    def claim(self, code: str, where: Where, recorded: Any, expected: Any) -> Any:
        value = expected
        if self.wrong is not None and self.wrong[:2] == (code, where):
            value = self.wrong[2]
            self.wrong = None
        if code in ("deal.dealer", "deal.in") and recorded != value:
            self.fault(code, where)
        self.values.append((code, where, value))
        return value


NAMES = {
    "score.taken": "taken",
    "score.pot": "pot",
    "score.carry": "carry",
    "score.delta": "delta",
    "score.totals": "totals",
    "deal.muss": "muss",
    "deal.trump": "trump",
}


def refilled(
    records: Records,
    wrong: tuple[str, Where, Any] | None = None,
    script: list[int] | None = None,
) -> tuple[Records, list[Finding]]:
    """The records with every written claim computed anew, and the faulty facts found."""
    ask = Refill(wrong, script or [])
    table = judge_session(records, ask)
    assert table is not None
    done = copy.deepcopy(records)
    by_no = {done[i]["no"]: done[i] for i in deal_places(done)}
    for code, where, value in ask.values:
        record = by_no[where["deal"]]
        if code in NAMES and NAMES[code] in record:
            record[NAMES[code]] = value
        elif code == "score.trick":
            trick = get_trick(record, where["trick"])
            if trick.taker is not None:
                set_trick(record, where["trick"], trick._replace(taker=value))
    for record in done:
        if record.get("type") == "end":
            refill_end(record, table)
    return done, [f for f in ask.findings if f["code"] != "score.end"]


def refill_end(record: Record, table: Table) -> None:
    """The end record, computed anew where it says anything."""
    fair = {
        "deals": table.records_played,
        "totals": in_seat_order(table, table.stacks),
        "winners": seats_text(winners(table)),
    }
    for key, value in fair.items():
        if key in record:
            record[key] = value
    if "reason" in record and record["reason"] not in true_reasons(table):
        record["reason"] = true_reasons(table)[0]


# --- playing on -------------------------------------------------------------------------------


def replayed(
    table: Table,
    deal: Deal,
    record: Record,
    rng: random.Random,
    *,
    trump: str | None = None,
    active: list[str] | None = None,
    hands: dict[str, list[str]] | None = None,
    start: int = 1,
    leader: str | None = None,
) -> Record:
    """The deal with its tricks from `start` on played anew, lawfully."""
    new = copy.deepcopy(record)
    turn = [s for s in deal.order if s in (active if active is not None else deal.active)]
    held: dict[str, list[str]] = {}
    for seat in turn:
        mine = hands[seat] if hands and seat in hands else cards_played(record, seat)[start - 1 :]
        held[seat] = list(mine)
    trump_now = trump if trump is not None else deal.trump
    assert trump_now is not None
    tricks = play_cards(
        table.game,
        table.rules,
        trump_now,
        held,
        turn,
        rng,
        leader=leader,
        number=6 - start,
    )
    shown = any(read_trick(text).taker is not None for text in record["tricks"])
    written = [write_trick(t if shown else t._replace(taker=None)) for t in tricks]
    new["tricks"] = record["tricks"][: start - 1] + written
    return new


def regrown(
    records: Records,
    place: int,
    rng: random.Random,
    change: Callable[[Table], None],
    *,
    deals: int = 3,
    end: bool = True,
) -> Records:
    """The session up to a place, then new deals as if the table had been changed there."""
    kept = copy.deepcopy(records[:place])
    table = table_after(kept)
    change(table)
    plan = Plan(table.game, len(table.seats), {}, None, deals)
    plan.temper = Temper(abort=0.0, out=0.5)
    shown = [r for r in records if is_deal(r)]
    all_claims = all("totals" in r and "delta" in r for r in shown)
    hands = "all" if all("hands" in r for r in shown) else "none"
    plan.style = Style(claims="all" if all_claims else "some", hands=hands, deck=0.3)
    plan.voids = plan.adjusts = plan.notes = 0.0
    plan.end = end
    go_on(kept, table, plan, rng)
    return kept


def where_of(record: Record, trick: int | None = None, play: int | None = None) -> Where:
    """Where a trick or play stands, with its seat."""
    seat = None
    if trick is not None and play is not None:
        seat = get_trick(record, trick).plays[play - 1].seat
    return at(record["no"], trick, play, seat)


def turn_of(table: Table, record: Record) -> list[str]:
    """All seats of a deal from the dealer's left, the dealer last."""
    dealt_in = list(record["in"]) if "in" in record else table.seats
    return clockwise_from(dealt_in, record["dealer"])


def pairs_of(record: Record, key: str) -> list[tuple[str, str]]:
    """Calls or bids of a deal."""
    return read_pairs(record.get(key, ""))


def no_voids(records: Records) -> bool:
    """Whether every deal record has its own number."""
    return not any(r.get("type") == "void" for r in records)
