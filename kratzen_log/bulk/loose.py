"""What a log may hold beside what the writer writes: private keys, times, remarks, longer spellings of cards.

Plain Python that a compiler accepts. ``-1`` says that the part is not what this reader knows.
"""

from __future__ import annotations

from typing import Any

from kratzen_log.bulk.layout import (
    ANEW,
    HASH_ROOM,
    HASHES,
    KEY_PLACES,
    KEYS_FROM,
    KEYS_USED,
    MOST_KEYS,
    NEST,
    SPARE,
    W_AT,
    W_KRATZEN_OF,
    W_NULL,
    W_TEXT,
)
from kratzen_log.bulk.memory import eight
from kratzen_log.bulk.parts import (
    BACKSLASH,
    CLOSE,
    CLOSE_LIST,
    COLON,
    COMMA,
    OPEN,
    OPEN_LIST,
    QUOTE,
    dated,
    label,
    number,
    space,
    text,
    truth,
)

DEPTH = 32
"""How deep arrays and objects may lie inside each other; deeper ones are for the general reader."""
OUTER, INNER = DEPTH - 1, DEPTH - 3
"""The same for the values of a record, and of a part that lies in a list of it."""
MOST_TRIES = 200
"""Places that are looked at for a key; somebody who means harm can choose keys that ask for more."""
PRIVATE = 95
"""The underline with which private keys begin."""


def key(data: Any, at: int, D: Any, first: int) -> int:
    """Behind a key and its colon; a key whose like was met since ``first`` is odd, for two equal keys are a fault."""
    if eight(data, at + 1) == W_KRATZEN_OF:
        return -1
    stop = text(data, at)
    if stop < 0:
        return -1
    mixed = int(first) + 1
    for place in range(at + 1, stop - 1):
        if data[place] == BACKSLASH and not D[ANEW]:
            return -1
        mixed = (mixed * 1000003 ^ int(data[place])) & 0x3FFFFFFFFFFF
    if not met_first(D, mixed + 1):
        return -1
    at = space(data, stop)
    return space(data, at + 1) if data[at] == COLON else -1


def met_first(D: Any, mixed: int) -> bool:
    """Adds a key to those of the open parts; whether there was none like it, and room."""
    used = D[KEYS_USED]
    if used == MOST_KEYS:
        return False
    place = (mixed ^ mixed >> 15 ^ mixed >> 30) & (HASH_ROOM - 1)
    tries = 0
    while D[HASHES + place] != 0:
        tries += 1
        if D[HASHES + place] == mixed or tries > MOST_TRIES:
            return False
        place = (place + 1) & (HASH_ROOM - 1)
    D[HASHES + place] = mixed
    D[KEY_PLACES + used] = place
    D[KEYS_USED] = used + 1
    return True


def forget(D: Any, first: int) -> None:
    """Takes the keys away that were met since ``first``; the last one goes first, so that all others are still found."""
    while D[KEYS_USED] > first:
        D[KEYS_USED] -= 1
        D[HASHES + D[KEY_PLACES + D[KEYS_USED]]] = 0


def anything(data: Any, at: int, D: Any, deep: int) -> int:
    """Behind a value of any sort, up to ``deep`` levels deep."""
    depth = 0
    while True:
        char = int(data[at])
        if char in (OPEN, OPEN_LIST):
            if depth == deep:
                return -1
            depth += 1
            D[NEST + depth] = char
            D[KEYS_FROM + depth] = D[KEYS_USED]
            at = space(data, at + 1)
            if data[at] == char + 2:
                at += 1
                depth -= 1
            elif char == OPEN:
                at = key(data, at, D, D[KEYS_FROM + depth])
                if at < 0:
                    return -1
                continue
            else:
                continue
        else:
            at = scalar(data, at, D)
            if at < 0:
                return -1
        while True:
            if depth == 0:
                return at
            at = space(data, at)
            if data[at] == COMMA:
                at = space(data, at + 1)
                if D[NEST + depth] == OPEN:
                    at = key(data, at, D, D[KEYS_FROM + depth])
                    if at < 0:
                        return -1
                break
            if data[at] != D[NEST + depth] + 2:
                return -1
            at += 1
            forget(D, D[KEYS_FROM + depth])
            depth -= 1


def private(data: Any, at: int, D: Any, first: int, deep: int) -> int:
    """Behind a private key and its value; ``first`` as for a key."""
    at = key(data, at, D, first)
    return anything(data, at, D, deep) if at >= 0 else -1


def scalar(data: Any, at: int, D: Any) -> int:
    """Behind a string, a whole number, ``true``, ``false`` or ``null``."""
    char = data[at]
    if char == QUOTE:
        return text(data, at)
    if char == 45 or 48 <= char <= 57:
        return number(data, at, D, SPARE)
    if eight(data, at) & 0xFFFFFFFF == W_NULL:
        return at + 4
    _value, at = truth(data, at)
    return at


def two(data: Any, at: int) -> int:
    """Two digits as a number."""
    first = int(data[at]) - 48
    second = int(data[at + 1]) - 48
    return first * 10 + second if 0 <= first <= 9 and 0 <= second <= 9 else -1


def clock(data: Any, at: int) -> bool:
    """Whether an hour and a minute stand there."""
    return 0 <= two(data, at) <= 23 and data[at + 2] == COLON and 0 <= two(data, at + 3) <= 59


def moment(data: Any, at: int) -> int:
    """Behind a moment such as ``"2026-11-30T20:15:00+01:00"``."""
    if not dated(data, at) or data[at + 11] not in (84, 116, 32):
        return -1
    if not clock(data, at + 12) or data[at + 17] != COLON or not 0 <= two(data, at + 18) <= 60:
        return -1
    at += 20
    if data[at] == 46:
        at += 1
        if not 48 <= data[at] <= 57:
            return -1
        while 48 <= data[at] <= 57:
            at += 1
    if data[at] in (90, 122):
        at += 1
    elif data[at] in (43, 45) and clock(data, at + 1):
        at += 6
    else:
        return -1
    return at + 1 if data[at] == QUOTE else -1


def remarks(data: Any, at: int, D: Any) -> int:
    """Behind the remarks of a deal."""
    if data[at] != OPEN_LIST:
        return -1
    at = space(data, at + 1)
    if data[at] == CLOSE_LIST:
        return at + 1
    while True:
        at = remark(data, at, D)
        if at < 0:
            return -1
        at = space(data, at)
        if data[at] == CLOSE_LIST:
            return at + 1
        if data[at] != COMMA:
            return -1
        at = space(data, at + 1)


def remark(data: Any, at: int, D: Any) -> int:
    """Behind one remark: where in the deal, and what."""
    if data[at] != OPEN:
        return -1
    at = space(data, at + 1)
    met = 0
    used = D[KEYS_USED]
    while True:
        if data[at + 1] == PRIVATE:
            at = private(data, at, D, used, INNER)
        else:
            first, _second, at = label(data, at)
            if at < 0:
                return -1
            if first == W_AT:
                bit = 1
                at = spot(data, at)
            elif first == W_TEXT:
                bit = 2
                at = text(data, at)
            else:
                return -1
            if met & bit:
                return -1
            met |= bit
        if at < 0:
            return -1
        at = space(data, at)
        if data[at] == CLOSE:
            forget(D, used)
            return at + 1 if met == 3 else -1
        if data[at] != COMMA:
            return -1
        at = space(data, at + 1)


def spot(data: Any, at: int) -> int:
    """Behind a place in a deal: ``"0"``, ``"2"``, ``"2.3"`` or ``"end"``."""
    if data[at] != QUOTE:
        return -1
    if data[at + 1] == 48:
        at += 2
    elif data[at + 1] == 101 and data[at + 2] == 110 and data[at + 3] == 100:
        at += 4
    elif 49 <= data[at + 1] <= 57:
        at += 2
        if 48 <= data[at] <= 57:
            at += 1
        if data[at] == 46 and 49 <= data[at + 1] <= 57:
            at += 2
    else:
        return -1
    return at + 1 if data[at] == QUOTE else -1
