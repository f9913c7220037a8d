"""Lawful sessions changed in their structure: any value, key, token or record may be lost, doubled, moved or replaced."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

from kratzen_log.cards import CARDS, token
from kratzen_log.games import GAMES
from tests.referee import generate

Records = list[Any]
NAMES = ["\x1b[31mX", "a\u202eb", "a\nb", "<script>alert(1)</script>", "", "A" * 300, "|x|", "```", "\0", "{seat}", "?", "[x]", "Anna"]
TOKENS = [
    "", "A:", "B:??", "A:WE", "G:HA", ":", ">", ">Z", ">A", "A:HA!", "!", "A:HA!!", "??", "HA HA", "WE", "a:ha", "A:H10", "A:in", "B:out",
    "C:9", "A:pass", "A:²", "A:٣", "A:-1", "B:high", "AB", "ABCDEF", "ZZ", "AA", "A A", "\t", "\u00a0", "6d", "hx", "A:HX >A >B", "end", "1.1",
    "9.9", "x" * 200, "bettler", "schlagen", "weiter",
]
NUMBERS = [0, 1, -1, 2, 5, 7, 21, 100, 10**6, 2**53 - 1, 1 - 2**53, 2**53, 10**20]
ODD: list[Any] = [None, True, False, 1.5, [], {}, [[]], {"a": 1}, [None], [1], ["x"], [{}]]
PACK = [token(card) for card in range(CARDS)]


def _any(rng: random.Random) -> Any:
    return copy.deepcopy(rng.choice(rng.choice([NUMBERS, ODD, TOKENS, NAMES])))


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield from _places(part, (*path, key))


def _string(text: str, rng: random.Random) -> str:
    parts = text.split(" ")
    at = rng.randrange(len(parts))
    match rng.randrange(8):
        case 0:
            return rng.choice(TOKENS)
        case 1:
            parts.pop(at)
        case 2:
            parts.insert(at, rng.choice(TOKENS))
        case 3:
            rng.shuffle(parts)
        case 4:
            parts[at] = rng.choice([*TOKENS, *PACK])
        case 5:
            parts *= rng.choice([2, 3, 12])
        case 6:
            parts[at] = parts[at][:2] + rng.choice(PACK) if ":" in parts[at] else rng.choice(PACK)
        case _:
            parts[at] = rng.choice("ABCDEFG") + parts[at][1:]
    return " ".join(parts)


def _value(records: Records, rng: random.Random) -> None:
    """Another value somewhere."""
    path = rng.choice(list(_places(records)))
    holder = records
    for key in path[:-1]:
        holder = holder[key]
    value = holder[path[-1]]
    if isinstance(value, str) and rng.random() < 0.8:
        holder[path[-1]] = _string(value, rng)
    elif isinstance(value, int) and rng.random() < 0.7:
        holder[path[-1]] = rng.choice([value + 1, value - 1, -value, *NUMBERS])
    elif isinstance(value, list) and value and rng.random() < 0.7:
        at = rng.randrange(len(value))
        part = copy.deepcopy(value[at])
        value[:] = rng.choice([[], value[:at] + value[at + 1 :], [*value, part], rng.sample(value, len(value)), value + copy.deepcopy(value)])
    else:
        holder[path[-1]] = _any(rng)


def _key(records: Records, rng: random.Random) -> None:
    """A key lost, or one nobody knows."""
    record = rng.choice([record for record in records if isinstance(record, dict)])
    if record and rng.random() < 0.7:
        del record[rng.choice(list(record))]
    else:
        record[rng.choice(["zz", "_p", "x", "prev", "type", "", "a/b~", "notes", "in", "bids", "exchange", "abort", "dealer_call"])] = _any(rng)


def _record(records: Records, rng: random.Random) -> None:
    """A record lost, doubled, moved, or one that was not there."""
    at = rng.randrange(len(records))
    new = [
        {"type": "void", "deal": rng.choice([1, 2, -1])}, {"type": "adjust", "delta": [rng.choice(NUMBERS) for _ in range(rng.randrange(7))], "why": rng.choice(NAMES)},
        {"type": "note", "text": rng.choice(NAMES)}, {"type": "end", "reason": "agreed", "totals": [1], "winners": "AZ", "deals": 2**50},
        {"type": "deal"}, {"type": "deal", "no": 1, "dealer": "A", "in": rng.choice(["", "Z", "A", "AB"])}, {"type": "x"}, [], 5,
    ]
    match rng.randrange(4):
        case 0:
            records.insert(at, copy.deepcopy(records[at]))
        case 1 if len(records) > 1:
            records.pop(at)
        case 2:
            rng.shuffle(records)
        case _:
            records.insert(at, rng.choice(new))


def _of_another_deal(records: Records, rng: random.Random) -> None:
    """Facts of one deal in another, or taken out of all."""
    deals = [record for record in records if isinstance(record, dict) and record.get("type") == "deal"]
    if not deals:
        return
    one, other = rng.choice(deals), rng.choice(deals)
    for key in list(other):
        if rng.random() < 0.3:
            one[key] = copy.deepcopy(other[key])
        if rng.random() < 0.1:
            for deal in deals:
                deal.pop(key, None)


def _rules(records: Records, rng: random.Random) -> None:
    """Other house rules than were played by, lawful or not."""
    options = [option for game in GAMES.values() for option in game.options]
    for record in records:
        if isinstance(record, dict) and record.get("type") == "session":
            chosen = rng.sample(options, rng.randrange(1, 5))
            record["rules"] = {option.name: rng.choice([*option.spec.sample(), _any(rng)]) for option in chosen}
            if rng.random() < 0.3:
                record["game"] = rng.choice(["kratzen", "schnellen", "x"])


CHANGES = [_value, _value, _value, _key, _record, _of_another_deal, _rules]


def mutated(seed: int) -> bytes:
    """A session of a few deals with one to ten changes."""
    rng = random.Random(seed)
    records: Records = generate.session(rng.randrange(400))
    records = [*records[: rng.randrange(2, 6)], records[-1]]
    for _ in range(rng.choice([1, 1, 2, 3, 5, 10])):
        rng.choice([change for change in CHANGES if any(isinstance(record, dict) for record in records)])(records, rng)
        records = records or [{}]
    return b"".join(json.dumps(record, ensure_ascii=False).encode("utf-8", "replace") + b"\n" for record in records)
