"""Sessions written in ways the writer does not: most of them mean the same, some are faulty."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from kratzen_log.cards import READ

SPELLINGS: dict[int, list[str]] = {}
for _text, _card in READ.items():
    SPELLINGS.setdefault(_card, []).append(_text)
TIMES = (
    "2026-11-30T20:15:00+01:00", "2026-11-30t20:15:60Z", "2026-01-01 00:00:00.25-11:59", "2026-13-01T00:00:00Z", "2026-11-30T24:00:00Z",
    "2024-02-29T12:00:00Z", "1900-02-29T12:00:00Z", "2000-02-29T12:00:00Z", "0000-05-01T12:00:00Z", "2026-11-30T20:15:00", "gestern", "2026-11-30", "", "2026-11-31T20:15:00Z", "2023-02-29T20:15:00Z", "2024-02-29T20:15:00Z",
)
SPOTS = ("0", "end", "1", "12.3", "5.6", "0.1", "1.0", "123", "1.23", "", "ende", "1.")


def private(rng: random.Random, depth: int = 0) -> Any:
    """Any JSON."""
    kind = rng.randrange(9 if depth < 4 else 6)
    if kind == 6:
        return [private(rng, depth + 1) for _ in range(rng.randrange(4))]
    if kind > 6:
        return {rng.choice(["a", "b", "ä", "kratzen:a", "a" * 20, '"', "", "\n", "\ue000extra"]): private(rng, depth + 1) for _ in range(rng.randrange(5))}
    return rng.choice([None, True, False, 0, -1, 17, 2**53 - 1, "", 'a"b', "ä\n", "\u20ac", "🂡", "\ue000", "\ue000extra", "한글", "\uffff", "\x7f\t", 2**53 if rng.random() < 0.1 else 5, 1.5 if rng.random() < 0.1 else 6])


def deep(levels: int) -> Any:
    """Arrays inside each other."""
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


def respelled(rng: random.Random, text: str) -> str:
    """Cards and seats of a string of tokens in other spellings."""
    parts = []
    for part in text.split(" "):
        seat, colon, card = part.rpartition(":")
        if card in READ and rng.random() < 0.3:
            card = rng.choice(SPELLINGS[READ[card]])
        parts.append((seat.lower() if rng.random() < 0.2 else seat) + colon + (card.lower() if card[:1] == ">" and rng.random() < 0.2 else card))
    return (" " if rng.random() < 0.9 else "  ").join(parts)


def _anew(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_anew(part, change) for part in value]
    return value


def loosely(rng: random.Random, line: bytes) -> bytes:
    """A record written another way."""
    record = json.loads(line)
    if rng.random() < 0.5:
        record["_" + rng.choice(["", "a", "note", "größe", "n" * 30])] = private(rng)
    if rng.random() < 0.15:
        record["x"] = {"mine": private(rng)} if rng.random() < 0.8 else private(rng)
    if record.get("type") == "deal":
        _loose_deal(rng, record)
    for part in (*record.get("exchange", ()), *record.get("notes", ()), *record.get("players", ())):
        if isinstance(part, dict) and rng.random() < 0.3:
            part["_" + rng.choice(["", "b", "ü"])] = private(rng, rng.randrange(5)) if rng.random() < 0.9 else deep(rng.randrange(25, 35))
    if rng.random() < 0.02:
        record["_deep"] = deep(rng.randrange(25, 35))
    if rng.random() < 0.02:
        record["_many"] = {str(number): {"a": number} for number in range(rng.choice([10, 300, 1000]))}
    if rng.random() < 0.3:
        pairs = list(record.items())
        rng.shuffle(pairs)
        record = dict(pairs)
    gap = rng.choice(["", "", " "])
    text = json.dumps(record, ensure_ascii=rng.random() < 0.3, separators=("," + gap, ":" + gap))
    if rng.random() < 0.03:
        text = text[:-1] + ',"_a":1,"_a":2}'
    if rng.random() < 0.2:
        text = escaped(rng, text)
    return text.encode("utf-8", "surrogatepass") + b"\n"


def escaped(rng: random.Random, text: str, outside: float = 0.0001) -> str:
    """The same JSON with characters of its strings, and now and then of what is none, as escapes."""
    share = rng.choice([0.02, 0.5])
    made, inside, skip = [], False, False
    for char in text:
        plain = inside and not skip and char not in '\\"'
        if ord(char) < 0x10000 and rng.random() < (share if plain else outside):
            code = f"{ord(char):04x}"
            made.append("\\u" + (code.upper() if rng.random() < 0.5 else code))
        else:
            made.append("\\/" if plain and char == "/" and rng.random() < 0.5 else char)
        inside ^= char == '"' and not skip
        skip = inside and not skip and char == "\\"
    return "".join(made)


def _loose_deal(rng: random.Random, record: dict[str, Any]) -> None:
    for key in ("time", "recorded"):
        if rng.random() < 0.2:
            record[key] = TIMES[rng.choice([0, 1, 2, 3]) if rng.random() < 0.9 else rng.randrange(len(TIMES))]
    if rng.random() < 0.2:
        record["notes"] = [
            {"at": rng.choice(SPOTS[:5] if rng.random() < 0.9 else SPOTS), "text": rng.choice(["", "schön", 'a "b"', "ok"])} for _ in range(rng.randrange(3))
        ]
    for key in ("deck", "hands", "turned", "tricks", "discard", "calls", "bids", "dealer"):
        if key in record and rng.random() < 0.2:
            record[key] = _anew(record[key], lambda text: respelled(rng, text))


def document(rng: random.Random, data: bytes) -> bytes:
    """An archive of lines as one document."""
    lines = [line for line in data.split(b"\n") if line.strip()]
    gap = rng.choice([b",", b",\n", b" ,\n    "])
    if rng.random() < 0.5:
        indent = rng.choice([0, 2])
        lines = [indented(line, indent) for line in lines]
    mark = b"\xef\xbb\xbf" if rng.random() < 0.1 else b""
    head = rng.choice([b'{"format":"kratzen-log","version":"1.0","records":[', b'{\n "version": "1.0",\n "records": [\n'])
    end = rng.choice([b"]}", b"\n]}\n", b'\n],"format":"kratzen-log"}', b"]", b",]}", b'],"y":{}}'])
    return mark + head + gap.join(lines) + end


def indented(line: bytes, indent: int) -> bytes:
    """A record on many lines; what is no JSON stays as it is."""
    try:
        return json.dumps(json.loads(line), indent=indent, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return line


def damaged(rng: random.Random, data: bytes) -> bytes:
    """A log cut short, or with a few bytes lost, put in or changed."""
    if rng.random() < 0.3:
        return data[: rng.randrange(len(data))]
    for _ in range(rng.choice([0, 1, 3])):
        place = rng.randrange(len(data))
        new = rng.choice([b"", *(bytes([char]) for char in b'"{}[],:\\ \n')])
        data = data[:place] + new + data[place + rng.randrange(2) :]
    return data


def session(rng: random.Random, data: bytes) -> bytes:
    """A session in which some lines, or all, are written another way."""
    share = rng.choice([0.1, 1.0])
    return b"".join(loosely(rng, line) if rng.random() < share else line for line in data.splitlines(keepends=True))
