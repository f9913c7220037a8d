"""Logs with something changed: bytes, tokens, values, records. The stream of changes is that of a seed."""

from __future__ import annotations

import json
import random
from typing import Any

from kratzen_log.games import GAMES

WORDS = [
    "", "A", "F", "??", "WE", "6d", "H10", "EA", "A:EA", "B:WE!", ">A", ">Z", "in", "out", "bettler", "pass", "high", "all", "public",
    "\x1b[31m", "\u202e", "\u2028", "</script>", "=1+1", "```", "|", "²", "٣", "A:²", "B:٣", "A:", ":", ">", "HA HA", "A A", "A:HX >A >B", "weiter", "{seat}", "[x]", "\0", "a" * 200,
]
NUMBERS = [0, 1, -1, 5, 6, 33, 2**31, 2**53 - 1, -(2**53) + 1, 10**6]
VALUES: list[Any] = [None, True, False, [], {}, [[]], [None] * 7, {"seat": "A"}, *WORDS, *NUMBERS]


def mutated(lines: list[bytes], rng: random.Random) -> bytes:
    """The lines of a log with one to four changes."""
    lines = list(lines)
    for _ in range(rng.choice((1, 1, 2, 4))):
        rng.choice((_records, _value, _value, _value, _tokens, _tokens, _bytes, _another_deal, _rules))(lines, rng)
        if not lines:
            break
    return b"".join(lines)


def _records(lines: list[bytes], rng: random.Random) -> None:
    at = rng.randrange(len(lines))
    match rng.randrange(4):
        case 0:
            del lines[at]
        case 1:
            lines.insert(rng.randrange(len(lines) + 1), lines[at])
        case 2:
            lines.insert(rng.randrange(len(lines) + 1), lines.pop(at))
        case _:
            lines[at] *= rng.choice((2, 5))


def _value(lines: list[bytes], rng: random.Random) -> None:
    at = rng.randrange(len(lines))
    try:
        record = json.loads(lines[at])
    except ValueError:
        return
    whole = [record]
    places: list[tuple[Any, Any]] = []
    while whole:
        part = whole.pop()
        pairs = list(part.items()) if isinstance(part, dict) else list(enumerate(part)) if isinstance(part, list) else []
        places += [(part, key) for key, _inner in pairs]
        whole += [inner for _key, inner in pairs if isinstance(inner, (dict, list))]
    if not places:
        return
    holder, key = rng.choice(places)
    match rng.randrange(5):
        case 0 if isinstance(holder, dict):
            del holder[key]
        case 1 if isinstance(holder[key], list):
            holder[key] = holder[key] * rng.choice((0, 2, 40))
        case 2 if isinstance(holder[key], (list, str)):
            holder[key] = holder[key][: rng.randrange(len(holder[key]) + 1)]
        case _:
            holder[key] = rng.choice(VALUES)
    lines[at] = json.dumps(record).encode() + b"\n"


def _tokens(lines: list[bytes], rng: random.Random) -> None:
    at = rng.randrange(len(lines))
    parts = lines[at].split(b" ")
    other = rng.randrange(len(parts))
    match rng.randrange(3):
        case 0:
            parts[other] = rng.choice(WORDS).encode()
        case 1:
            swap = rng.randrange(len(parts))
            parts[other], parts[swap] = parts[swap], parts[other]
        case _:
            parts.insert(other, rng.choice(parts))
    lines[at] = b" ".join(parts)


def _another_deal(lines: list[bytes], rng: random.Random) -> None:
    """Facts of one deal stand in another."""
    deals = [at for at, line in enumerate(lines) if line.startswith(b'{"type":"deal"')]
    if len(deals) < 2:
        return
    one, other = rng.sample(deals, 2)
    try:
        record, source = json.loads(lines[one]), json.loads(lines[other])
    except ValueError:
        return
    lines[one] = json.dumps(record | {key: value for key, value in source.items() if rng.random() < 0.4}).encode() + b"\n"


def _rules(lines: list[bytes], rng: random.Random) -> None:
    """Other house rules than were played by, lawful or not, or the other game."""
    try:
        head = json.loads(lines[0])
    except ValueError:
        return
    if isinstance(head, dict):
        options = [option for game in GAMES.values() for option in game.options]
        head["rules"] = {option.name: rng.choice([*option.spec.sample(), rng.choice(VALUES)]) for option in rng.sample(options, 4)}
        head["game"] = rng.choice([head.get("game"), *GAMES])
        lines[0] = json.dumps(head).encode() + b"\n"


def _bytes(lines: list[bytes], rng: random.Random) -> None:
    at = rng.randrange(len(lines))
    data = bytearray(lines[at])
    for _ in range(rng.choice((1, 1, 8))):
        if data:
            data[rng.randrange(len(data))] = rng.randrange(256)
    lines[at] = bytes(data)
