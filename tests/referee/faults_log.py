"""Faults in the form of the log and in the rules (groups log and rules)."""

import random

from . import options
from .faults_tools import (
    Kind,
    Plant,
    Planted,
    a_deal,
    expect,
    no_voids,
    played_places,
)
from .generate import session
from .logs import Records, is_deal
from .readings import at


def _later_deals(records: Records, place: int) -> list[int]:
    return [i for i, r in enumerate(records) if i >= place and is_deal(r)]


# --- numbers of deals -------------------------------------------------------------------------


def deal_missing(records: Records, rng: random.Random) -> Planted | None:
    """A deal record is missing (not the last)."""
    places = [i for i, r in enumerate(records) if is_deal(r)]
    if len(places) < 2 or not no_voids(records):
        return None
    i = rng.randrange(len(places) - 1)
    if "abort" in records[places[i]] or "abort" in records[places[i + 1]]:
        return None
    no = records[places[i + 1]]["no"]
    del records[places[i]]
    return records, expect("log.deal-number", at(no))


def number_slip(records: Records, rng: random.Random) -> Planted | None:
    """The number of one deal is wrong; the next is right."""
    place = a_deal(records, rng)
    if place is None or not no_voids(records) or len(played_places(records)) < 2:
        return None
    record = records[place]
    record["no"] += rng.choice([-1, 1, 1, 3])
    if record["no"] < 1:
        return None
    return records, expect("log.deal-number", at(record["no"]))


def numbers_shifted(records: Records, rng: random.Random) -> Planted | None:
    """A number is left out or repeated, and the numbering goes on from it."""
    place = a_deal(records, rng)
    if place is None or not no_voids(records):
        return None
    by = rng.choice([1, -1])
    if records[place]["no"] + by < 1:
        return None
    for later in _later_deals(records, place):
        records[later]["no"] += by
    return records, expect("log.deal-number", at(records[place]["no"]))


# --- keys, types, lengths, tokens -------------------------------------------------------------


def length(key: str) -> Plant:
    """An array with one entry too many or too few."""

    def plant(records: Records, rng: random.Random) -> Planted | None:
        place = a_deal(records, rng, lambda r: key in r)
        if place is None:
            return None
        record = records[place]
        if rng.random() < 0.5:
            record[key] = [*record[key], record[key][-1]]
        else:
            record[key] = record[key][:-1]
        return records, expect("log.length", at(record["no"]))

    return plant


def claim_type(records: Records, rng: random.Random) -> Planted | None:
    """A claim per seat that is written as text."""
    key = rng.choice(["taken", "delta", "totals"])
    place = a_deal(records, rng, lambda r: key in r)
    if place is None:
        return None
    record = records[place]
    record[key] = " ".join(str(n) for n in record[key])
    return records, expect("log.type", at(record["no"]))


def unknown_key(records: Records, rng: random.Random) -> Planted | None:
    """An unknown key, or one of the other game (a warning)."""
    place = a_deal(records, rng)
    if place is None:
        return None
    record = records[place]
    foreign = "bids" if records[0]["game"] == "kratzen" else "pot"
    if rng.random() < 0.5:
        record["mood"] = "merry"
    else:
        record[foreign] = "B:pass" if foreign == "bids" else 20
    return records, expect("log.unknown-key", at(record["no"]))


def unknown_type(records: Records, rng: random.Random) -> Planted | None:
    """A record of a type that does not exist."""
    places = [i for i, r in enumerate(records) if i > 0 and r.get("type") != "void"]
    if not places:
        return None
    records.insert(rng.choice(places), {"type": "pause", "text": "supper"})
    return records, expect("log.unknown-type", at())


def why_missing(records: Records, rng: random.Random) -> Planted | None:
    """An `adjust` without its `why`."""
    places = [i for i, r in enumerate(records) if r.get("type") == "adjust"]
    if not places:
        return None
    del records[rng.choice(places)]["why"]
    return records, expect("log.missing-key", at())


def void_of_nothing(records: Records, rng: random.Random) -> Planted | None:
    """A `void` with a number that the last deal does not have."""
    place = rng.randrange(1, len(records) + 1)
    if records[-1].get("type") == "end":
        place = min(place, len(records) - 1)
    if any(r.get("type") == "void" for r in records[place : place + 1]):
        return None
    numbers = [r["no"] for r in records if is_deal(r)]
    records.insert(place, {"type": "void", "deal": max(numbers) + 5, "why": "misdeal"})
    return records, expect("log.void-target", at())


def after_the_end(records: Records, _rng: random.Random) -> Planted | None:
    """A record after `end`."""
    if records[-1].get("type") != "end":
        return None
    records.append({"type": "note", "text": "paid on Sunday"})
    return records, expect("log.record-order", at())


def no_session(records: Records, _rng: random.Random) -> Planted | None:
    """The session record is missing."""
    return records[1:], expect("log.no-session", at())


def major_version(records: Records, rng: random.Random) -> Planted | None:
    """A major version, or rules version, that is not known."""
    if rng.random() < 0.5:
        records[0]["version"] = "2.0"
    else:
        records[0].setdefault("rules", {})["version"] = 7
    return records, expect("log.version", at())


def token(records: Records, rng: random.Random) -> Planted | None:
    """A word in the declarations or in a trick that is nothing."""
    place = a_deal(records, rng, lambda r: bool(r.get("tricks")) or "calls" in r)
    if place is None:
        return None
    record = records[place]
    if "calls" in record and rng.random() < 0.5:
        record["calls"] += " hm"
    elif record["tricks"]:
        number = rng.randrange(len(record["tricks"]))
        record["tricks"][number] += " hm"
    else:
        return None
    return records, expect("log.token", at(record["no"]))


def unreadable_card(records: Records, rng: random.Random) -> Planted | None:
    """A card of the deck that nobody was dealt cannot be read."""
    place = a_deal(records, rng, lambda r: "deck" in r and "exchange" not in r and "hands" in r)
    if place is None or None in records[place]["hands"]:
        return None
    record = records[place]
    deck = record["deck"].split()
    if len(deck) != 33 or len(records[0]["players"]) > 5:
        return None
    deck[32] = "Z3"
    record["deck"] = " ".join(deck)
    return records, expect("log.card", at(record["no"]))


def view_of_nobody(records: Records, _rng: random.Random) -> Planted | None:
    """`view` names a seat that is not there."""
    if len(records[0]["players"]) > 5:
        return None
    records[0]["view"] = "F"
    return records, expect("log.seat", at())


def bad_date(records: Records, _rng: random.Random) -> Planted | None:
    """A `date` that is none."""
    records[0]["date"] = "yesterday"
    return records, expect("log.value", at())


# --- rules ------------------------------------------------------------------------------------


def unknown_option(records: Records, rng: random.Random) -> Planted | None:
    """An option that this game does not have."""
    rules = records[0].setdefault("rules", {})
    other = "schnellen" if records[0]["game"] == "kratzen" else "kratzen"
    foreign = [
        name for name in options.BY_GAME[other] if name not in options.BY_GAME[records[0]["game"]]
    ]
    name = rng.choice([*foreign, "jokers"])
    rules[name] = True if name == "jokers" else options.BY_GAME[other][name][-1]
    return records, expect("rules.option", at())


def unknown_value(records: Records, rng: random.Random) -> Planted | None:
    """An option at its default is written with a value that does not exist."""
    rules = records[0].setdefault("rules", {})
    game = records[0]["game"]
    free = [n for n, v in options.BY_GAME[game].items() if n not in rules and isinstance(v[0], str)]
    if not free:
        return None
    rules[rng.choice(free)] = "perhaps"
    return records, expect("rules.option", at())


def too_many_players(_records: Records, rng: random.Random) -> Planted | None:
    """A whole other session: Schnellen with six players, lawful but for their number."""
    rules = {"exchange": False, "bidding": False, "short_pack": False}
    new = session(rng.randrange(10**9), "schnellen", players=6, rules=rules)
    return new, expect("rules.players", at())


LOST = (
    "A missing deal record is one finding: `log.deal-number` at the next deal, unless its "
    "`no` alone is the slip."
)
NUMBER = "`log.deal-number`: `no` repeats or skips; two values stand."

KINDS = [
    Kind("log.deal-number/missing", deal_missing, LOST),
    Kind("log.deal-number/slip", number_slip, NUMBER),
    Kind("log.deal-number/shifted", numbers_shifted, NUMBER),
    *[
        Kind(
            f"log.length/{key}",
            length(key),
            "`log.length`: a per-seat array has another length than `players`.",
        )
        for key in ("taken", "delta", "totals")
    ],
    Kind(
        "log.type",
        claim_type,
        "`log.type`: structure; a missing claim is replaced by the computed value.",
        weak=True,
    ),
    Kind(
        "log.unknown-key",
        unknown_key,
        "Any other unknown key is a finding (warning); keys of the other game are unknown keys.",
    ),
    Kind("log.unknown-type", unknown_type, "`log.unknown-type`: structure."),
    Kind("log.missing-key", why_missing, "`adjust`: `why` is required (FORMAT)."),
    Kind(
        "log.void-target",
        void_of_nothing,
        "`void` cancels the last deal record, if it has that number (else `log.void-target`).",
    ),
    Kind("log.record-order", after_the_end, "`end` (last, once): structure."),
    Kind("log.no-session", no_session, "The first record is the `session`.", weak=True),
    Kind(
        "log.version",
        major_version,
        "An unknown major or rules version: that finding, and nothing is judged.",
    ),
    Kind("log.token", token, "`log.token`: a token cannot be read.", weak=True),
    Kind("log.card", unreadable_card, "`log.card`: a token cannot be read.", weak=True),
    Kind(
        "log.seat",
        view_of_nobody,
        "`log.seat`: a token cannot be read; `view` is `all`, `public` or a seat.",
        weak=True,
    ),
    Kind("log.value", bad_date, "`date` may be a day; times are RFC 3339.", weak=True),
    Kind("rules.option/name", unknown_option, "`rules.option`: unknown option or value."),
    Kind(
        "rules.option/value", unknown_value, "`rules.option`: unknown option or value.", weak=True
    ),
    Kind(
        "rules.players",
        too_many_players,
        "`rules.players`: wrong number of players for the game.",
        weak=True,
    ),
]
