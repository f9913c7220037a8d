"""Faults in what is counted: `>X`, taken, pot, delta, carry, totals, the end (group score)."""

import copy
import random
from typing import Any

from .faults_tools import (
    Kind,
    Plant,
    Planted,
    a_deal,
    before,
    expect,
    get_trick,
    played_places,
    read,
    refilled,
    replayed,
    set_trick,
    was_played,
)
from .judge import table_after
from .kratzen import tied_for_one_more_deal
from .logs import Records, is_deal
from .readings import at
from .table import in_seat_order, seats_text

SLIP = (
    "Each statement is checked against its own premises; a slip in one claim (the rest right)"
    " is one finding."
)
CARRIED = (
    "After a finding in a claim two values stand ... a fault that the table carried on with "
    "is one finding."
)


def trick_slip(records: Records, rng: random.Random) -> Planted | None:
    """`>X` names another seat; the right one leads on and is counted."""
    place = a_deal(records, rng, was_played)
    if place is None:
        return None
    number = rng.randint(1, 5)
    trick = get_trick(records[place], number)
    others = [p.seat for p in trick.plays if p.seat != trick.taker]
    if trick.taker is None or not others:
        return None
    set_trick(records[place], number, trick._replace(taker=rng.choice(others)))
    return records, expect("score.trick", at(records[place]["no"], number))


def trick_carried(records: Records, rng: random.Random) -> Planted | None:
    """`>X` names another seat, which leads on and keeps the trick."""
    place = a_deal(records, rng, was_played)
    if place is None:
        return None
    record = records[place]
    number = rng.randint(1, 5)
    trick = get_trick(record, number)
    others = [p.seat for p in trick.plays if p.seat != trick.taker]
    if trick.taker is None or not others:
        return None
    taker = rng.choice(others)
    table, deal = read(records, place)
    set_trick(record, number, trick._replace(taker=taker))
    if number < 5:
        records[place] = replayed(table, deal, record, rng, start=number + 1, leader=taker)
    where = at(record["no"], number)
    done, facts = refilled(records, ("score.trick", where, taker))
    return None if facts else (done, expect("score.trick", where))


def _wrong_value(key: str, value: Any, rng: random.Random) -> Any:
    by = rng.choice([1, 1, 2, 5, -1, -1])
    if key in ("pot", "carry"):
        return value + by if value + by >= 0 else value + 1
    new = list(value)
    one = rng.randrange(len(new))
    if key == "taken":
        givers = [i for i, n in enumerate(new) if n > 0]
        if givers and rng.random() < 0.7:
            give = rng.choice(givers)
            get = rng.choice([i for i in range(len(new)) if i != give])
            new[give] -= 1
            new[get] += 1
            return new
        by = abs(by)
    new[one] += by
    return new


def claim_slip(key: str) -> Plant:
    """A claim with a wrong number; everything after it is right."""

    def plant(records: Records, rng: random.Random) -> Planted | None:
        place = a_deal(records, rng, lambda r: key in r and (key != "taken" or was_played(r)))
        if place is None:
            return None
        record = records[place]
        record[key] = _wrong_value(key, record[key], rng)
        return records, expect("score." + key, at(record["no"]))

    return plant


def claim_carried(key: str) -> Plant:
    """A claim with a wrong number; everything after it follows from the wrong number."""

    def plant(records: Records, rng: random.Random) -> Planted | None:
        place = a_deal(records, rng, lambda r: key in r and (key != "taken" or was_played(r)))
        if place is None:
            return None
        no = records[place]["no"]
        wrong = _wrong_value(key, records[place][key], rng)
        done, facts = refilled(records, ("score." + key, at(no), wrong))
        if facts or done[place][key] != wrong:
            return None
        return done, expect("score." + key, at(no))

    return plant


# --- the end record ---------------------------------------------------------------------------


def _end(records: Records) -> dict[str, Any] | None:
    last = records[-1]
    return last if last.get("type") == "end" else None


def end_totals(records: Records, rng: random.Random) -> Planted | None:
    """A wrong number in the totals of the end record."""
    end = _end(records)
    if end is None or "totals" not in end:
        return None
    end["totals"] = _wrong_value("totals", end["totals"], rng)
    return records, expect("score.end", at())


def end_winners(records: Records, rng: random.Random) -> Planted | None:
    """The wrong winners."""
    end = _end(records)
    if end is None or "winners" not in end:
        return None
    seats = table_after(records[:-1]).seats
    wrong = rng.choice(seats) if rng.random() < 0.7 else seats_text(rng.sample(seats, 2))
    if wrong == end["winners"]:
        return None
    end["winners"] = wrong
    return records, expect("score.end", at())


def end_deals(records: Records, rng: random.Random) -> Planted | None:
    """The wrong count of deals."""
    end = _end(records)
    if end is None or "deals" not in end:
        return None
    end["deals"] = max(0, end["deals"] + rng.choice([-1, 1, 2]))
    return records, expect("score.end", at())


def end_reason(records: Records, rng: random.Random) -> Planted | None:
    """A reason that does not hold."""
    end = _end(records)
    if end is None or "reason" not in end:
        return None
    table = table_after(records[:-1])
    all_of_game = ["target", "broke", "deals"] if table.game == "kratzen" else ["zero", "deals"]
    wrong = [r for r in [*all_of_game, "agreed", "abandoned"] if r != end["reason"]]
    end["reason"] = rng.choice(wrong)
    return records, expect("score.end", at())


def end_last_deal_lost(records: Records, _rng: random.Random) -> Planted | None:
    """The last deal record is missing; the end record counts it."""
    end = _end(records)
    places = played_places(records)
    if end is None or not places or not ("totals" in end or "deals" in end):
        return None
    place = places[-1]
    if any(not_note.get("type") != "note" for not_note in records[place + 1 : -1]):
        return None
    if before(records, place).tiebreak_due:
        return None
    del records[place]
    return records, expect("score.end", at())


def end_without_tiebreak(records: Records, _rng: random.Random) -> Planted | None:
    """The deal that had to break the tie was not played; those on top share."""
    end = _end(records)
    places = played_places(records)
    if end is None or not places:
        return None
    place = places[-1]
    table = before(records, place)
    if table.game != "kratzen" or not table.tiebreak_due:
        return None
    if not tied_for_one_more_deal(table.rules, table.stacks):
        return None
    kept = [r for i, r in enumerate(records[:-1]) if i < place or not is_deal(r)]
    last = copy.deepcopy(end)
    if "totals" in last:
        last["totals"] = in_seat_order(table, table.stacks)
    if "winners" in last:
        last["winners"] = seats_text(table.tied)
    if "deals" in last:
        last["deals"] = table.records_played
    if "reason" in last:
        last["reason"] = table.reasons[0]
    return [*kept, last], expect("score.end", at())


END = (
    "`score.end`: winners, totals, count or reason in `end` do not follow; one finding per "
    "`end` record."
)

KINDS = [
    Kind("score.trick/slip", trick_slip, SLIP),
    Kind("score.trick/carried", trick_carried, CARRIED),
    *[Kind(f"score.{k}/slip", claim_slip(k), SLIP) for k in ("taken", "pot", "delta", "carry")],
    Kind("score.totals/slip", claim_slip("totals"), SLIP),
    *[
        Kind(f"score.{k}/carried", claim_carried(k), CARRIED)
        for k in ("taken", "pot", "delta", "carry", "totals")
    ],
    Kind("score.end/totals", end_totals, END),
    Kind("score.end/winners", end_winners, END),
    Kind("score.end/deals", end_deals, END),
    Kind("score.end/reason", end_reason, END + " Any reason that is true will do."),
    Kind(
        "score.end/last-deal-lost", end_last_deal_lost, "A lost last deal shows as one `score.end`."
    ),
    Kind(
        "score.end/no-tiebreak",
        end_without_tiebreak,
        "`score.end`: ... or a tie-break that was due (K-7.1) was not played.",
    ),
]
