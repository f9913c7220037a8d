"""The parts of a record that the scanner knows: words, numbers, cards, seats, in plain Python that a compiler accepts.

A position is given back after each part; ``-1`` says that the part is not what this reader knows.
"""

from __future__ import annotations

from typing import Any

from kratzen_log.bulk.layout import (
    CALL_BETTLER,
    CALL_IN,
    CALL_OUT,
    T_ADJUST,
    T_DEAL,
    T_END,
    T_NOTE,
    T_SESSION,
    W_ABANDONE,
    W_ADJUST,
    W_AGREED,
    W_BETTLER,
    W_BROKE,
    W_D,
    W_DEAL,
    W_DEALS,
    W_DER,
    W_E,
    W_END,
    W_H,
    W_HIGH,
    W_IN,
    W_L,
    W_NOTE,
    W_ODER,
    W_OUT,
    W_PASS,
    W_S,
    W_SCHLAGEN,
    W_SESSION,
    W_TARGET,
    W_WEITER,
    W_WEITER_O,
    W_ZERO,
)
from kratzen_log.bulk.memory import eight, high, zeros_below

SAFE = 2**53 - 1
PAD = 32
MOST = 6
TEN, X, T = 0x3031, 88, 84
W, WE, LI, WELI = (0x57, 0x77), (0x6557, 0x6577), 0x696C, 0x494C4557
FACES = 0x829FF0
"""How the characters of Unicode for cards begin, but for one bit."""
QUOTE, BACKSLASH, COLON, COMMA, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST, LF = 34, 92, 58, 44, 123, 125, 91, 93, 10


def space(data: Any, at: int) -> int:
    """Behind the white space at a position; a line feed is none."""
    if data[at] <= 32:
        while data[at] == 32 or data[at] == 9 or data[at] == 13:
            at += 1
    return at


def before_quote(eight_bytes: int) -> int:
    """How many of eight bytes stand before a quotation mark; 8 where there is none."""
    other = eight_bytes ^ 0x2222222222222222
    return high(zeros_below((other - 0x0101010101010101) & ~other & -0x7F7F7F7F7F7F7F80), 3)


def word(data: Any, at: int) -> tuple[int, int, int]:
    """A short string as two numbers of up to eight bytes each, and where it ends; -1: it is longer.

    What it holds is not looked at, but for zeros, which a number does not show: a word that nobody knows equals none of
    those that are known. Memory must go on for ``PAD`` bytes behind the last line.
    """
    if data[at] != QUOTE:
        return 0, 0, -1
    first = eight(data, at + 1)
    size = before_quote(first)
    if size < 8:
        return first & ((1 << 8 * size) - 1), 0, at + 2 + size if data[at + size] > 0 else -1
    second = eight(data, at + 9)
    size = before_quote(second)
    if size == 8 or data[at + 8 + size] == 0 or (first - 0x0101010101010101) & ~first & -0x7F7F7F7F7F7F7F80 != 0:
        return 0, 0, -1
    return first, second & ((1 << 8 * size) - 1), at + 10 + size


def label(data: Any, at: int) -> tuple[int, int, int]:
    """A key of up to sixteen letters as two numbers, and behind its colon."""
    first, second, at = word(data, at)
    if at < 0:
        return 0, 0, -1
    at = space(data, at)
    if data[at] != COLON:
        return 0, 0, -1
    return first, second, space(data, at + 1)


def text(data: Any, at: int) -> int:
    """Behind a string of any characters."""
    if data[at] != QUOTE:
        return -1
    at += 1
    while data[at] != QUOTE:
        char = int(data[at])
        if char < 32:
            return -1
        if char >= 128 or char == BACKSLASH:
            at = wide(data, at) if char >= 128 else escape(data, at)
            if at < 0:
                return -1
        else:
            at += 1
    return at + 1


def wide(data: Any, at: int) -> int:
    """Behind a character of two to four bytes of UTF-8; surrogates are odd."""
    char = int(data[at])
    second = int(data[at + 1])
    if second & 0xC0 != 0x80:
        return -1
    if 0xC2 <= char < 0xE0:
        return at + 2
    if data[at + 2] & 0xC0 != 0x80:
        return -1
    if char == 0xE0:
        return at + 3 if second >= 0xA0 else -1
    if char == 0xED:
        return at + 3 if second < 0xA0 else -1
    if char < 0xF0:
        return at + 3 if char > 0xE0 else -1
    if data[at + 3] & 0xC0 != 0x80:
        return -1
    if char == 0xF0:
        return at + 4 if second >= 0x90 else -1
    return at + 4 if char < 0xF4 or (char == 0xF4 and second < 0x90) else -1


def escape(data: Any, at: int) -> int:
    """Behind an escape, or two that stand for one character; control characters are odd, and halves of a character."""
    if data[at + 1] != 117:
        return at + 2 if data[at + 1] in (34, 47, 92, 98, 102, 110, 114, 116) else -1
    code = unit(data, at)
    if 0xD800 <= code < 0xDC00:
        return at + 12 if data[at + 6] == BACKSLASH and data[at + 7] == 117 and 0xDC00 <= unit(data, at + 6) < 0xE000 else -1
    return at + 6 if 32 <= code < 0xD800 or code >= 0xE000 else -1


def unit(data: Any, at: int) -> int:
    """The number of four hexadecimal digits in an escape."""
    code = 0
    for place in range(at + 2, at + 6):
        char = int(data[place])
        if 48 <= char <= 57:
            code = code * 16 + char - 48
        elif 65 <= char <= 70 or 97 <= char <= 102:
            code = code * 16 + (char | 32) - 87
        else:
            return -1
    return code


def number(data: Any, at: int, D: Any, place: int) -> int:
    """A whole number into ``D``."""
    negative = data[at] == 45
    if negative:
        at += 1
    begin = at
    value = 0
    while 48 <= data[at] <= 57:
        value = value * 10 + int(data[at]) - 48
        at += 1
        if at - begin > 16:
            return -1
    if at == begin or (data[begin] == 48 and (at > begin + 1 or negative)) or value > SAFE:
        return -1
    D[place] = -value if negative else value
    return at


def numbers(data: Any, at: int, D: Any, place: int) -> int:
    """A list of up to six whole numbers: their count, then each."""
    if data[at] != OPEN_LIST:
        return -1
    at = space(data, at + 1)
    count = 0
    if data[at] == CLOSE_LIST:
        return -1
    while True:
        if count == MOST:
            return -1
        count += 1
        at = number(data, at, D, place + count)
        if at < 0:
            return -1
        at = space(data, at)
        if data[at] == CLOSE_LIST:
            D[place] = count
            return at + 1
        if data[at] != COMMA:
            return -1
        at = space(data, at + 1)


def cards(data: Any, at: int, CARD: Any, D: Any, place: int, most: int) -> int:
    """A string of cards: their count, then each."""
    if data[at] != QUOTE:
        return -1
    at += 1
    count = 0
    if data[at] == QUOTE:
        D[place] = 0
        return at + 1
    while True:
        token = eight(data, at)
        card = int(CARD[token & 0xFFFF])
        char = token >> 16 & 0xFF
        if card >= 0 and char == 32 and count < most:
            count += 1
            D[place + count] = card
            at += 3
            continue
        size = 2
        if card < 0 or char != QUOTE:
            if token & 0xFF == 32:
                at += 1
                continue
            if token & 0xFF == QUOTE and count > 0:
                D[place] = count
                return at + 1
            card = longer(CARD, token)
            if card < 0:
                return -1
            size = card >> 8
            card &= 0xFF
        if count == most:
            return -1
        count += 1
        D[place + count] = card
        at += size + 1
        if data[at - 1] != 32:
            D[place] = count
            return at if data[at - 1] == QUOTE else -1


def seats(data: Any, at: int) -> tuple[int, int]:
    """A string of seats in ascending order as a mask, and where it ends."""
    if data[at] != QUOTE:
        return 0, -1
    at += 1
    mask = 0
    while data[at] != QUOTE:
        seat = int(data[at]) - 65
        if not 0 <= seat < MOST or mask >> seat:
            return 0, -1
        mask |= 1 << seat
        at += 1
    return mask, at + 1


def seat_at(char: int) -> int:
    """The seat of a letter, large or small; -1 for any other."""
    seat = (char & 0xDF) - 65
    return seat if 0 <= seat < MOST and char >= 65 else -1


def said(data: Any, at: int, D: Any, place: int, bidding: bool) -> int:
    """Bids or declarations: their count, then seat and number or word of each."""
    if data[at] != QUOTE:
        return -1
    at += 1
    count = 0
    if data[at] == QUOTE:
        D[place] = 0
        return at + 1
    while True:
        seat = seat_at(int(data[at]))
        if seat < 0 or data[at + 1] != COLON or count == MOST:
            return -1
        at += 2
        packed = 0
        size = 0
        while data[at] != QUOTE and data[at] != 32:
            if size == 7 or data[at] < 32:
                return -1
            packed |= int(data[at]) << (8 * size)
            size += 1
            at += 1
        value = -1
        if bidding:
            if packed == W_PASS:
                value = 0
            elif size == 1 and 49 <= packed <= 53:
                value = packed - 48
        elif packed == W_IN:
            value = CALL_IN
        elif packed == W_OUT:
            value = CALL_OUT
        elif packed == W_BETTLER:
            value = CALL_BETTLER
        if value < 0:
            return -1
        D[place + 1 + 2 * count] = seat
        D[place + 2 + 2 * count] = value
        count += 1
        if data[at] == QUOTE:
            D[place] = count
            return at + 1
        at += 1


def truth(data: Any, at: int) -> tuple[int, int]:
    """``true`` or ``false``, and where it ends."""
    if data[at] == 116:
        if data[at + 1] == 114 and data[at + 2] == 117 and data[at + 3] == 101:
            return 1, at + 4
    elif data[at] == 102 and data[at + 1] == 97 and data[at + 2] == 108 and data[at + 3] == 115 and data[at + 4] == 101:
        return 0, at + 5
    return 0, -1


def flat(data: Any, at: int) -> int:
    """Behind an object whose values are no objects or lists; what it holds is for the rule book to read."""
    if data[at] != OPEN:
        return -1
    while data[at] != CLOSE:
        at += 1
        char = int(data[at])
        if char < 32 or char >= 127 or char in (OPEN, OPEN_LIST, BACKSLASH):
            return -1
    return at + 1


def dated(data: Any, at: int) -> bool:
    """Whether a string begins with a day such as ``"2026-11-30``; days that cannot be are odd."""
    if data[at] != QUOTE or data[at + 1] < 48 or data[at + 1] > 57:
        return False
    for place in range(1, 11):
        char = int(data[at + place])
        if (char != 45) if place in (5, 8) else not 48 <= char <= 57:
            return False
    month = int(data[at + 6]) * 10 + int(data[at + 7]) - 528
    date = int(data[at + 9]) * 10 + int(data[at + 10]) - 528
    century = int(data[at + 1]) * 10 + int(data[at + 2]) - 528
    year = int(data[at + 3]) * 10 + int(data[at + 4]) - 528
    if century + year == 0 or (date == 31 and month in (4, 6, 9, 11)):
        return False
    if date > 28 and month == 2:
        return date == 29 and (year if year > 0 else century) % 4 == 0
    return 1 <= month <= 12 and 1 <= date <= 31


def longer(CARD: Any, token: int) -> int:
    """A card in a longer spelling - ``H10``, ``10h``, ``Weli``, ``W``, one character of Unicode - and 256 times its length."""
    pair = token & 0xFFFF
    third = token >> 16 & 0xFF
    size = 3
    if pair == TEN:
        card = int(CARD[T | third << 8])
    elif token >> 8 & 0xFFFF == TEN:
        card = int(CARD[(token & 0xFF) | X << 8])
    elif token & 0xFEFFFF == FACES:
        size = 4
        card = int(CARD[0x10000 + (third & 1) * 256 + (token >> 24 & 0xFF)])
    elif (pair in WE and token >> 16 & 0xFFFF == LI) or token & 0xFFFFFFFF == WELI:
        size = 4
        card = int(CARD[pair])
    elif token & 0xFF in W and token >> 8 & 0xFF in (32, QUOTE):
        size = 1
        card = int(CARD[WE[0]])
    else:
        card = -1
    return card | size << 8 if card >= 0 else -1


def suit_of(first: int) -> int:
    """The suit a word names, or "high"; -1 for any other."""
    if first == W_E:
        return 0
    if first == W_L:
        return 1
    if first == W_H:
        return 2
    if first == W_S:
        return 3
    return 4 if first == W_HIGH else -1


def kind_of(first: int) -> int:
    """The type of record a word names; 0 for any other."""
    if first == W_DEAL:
        return T_DEAL
    if first == W_SESSION:
        return T_SESSION
    if first == W_END:
        return T_END
    if first == W_ADJUST:
        return T_ADJUST
    return T_NOTE if first == W_NOTE else 0


def call_of(first: int, second: int) -> int:
    """The dealer's call a word names, as its place among them; -1 for any other."""
    if second == 0:
        if first == W_WEITER:
            return 0
        if first == W_SCHLAGEN:
            return 1
        if first == W_ODER:
            return 2
    return 3 if first == W_WEITER_O and second == W_DER else -1


def reason_of(first: int, second: int) -> int:
    """The reason of an end a word names, as its place among them; -1 for any other."""
    if second == 0:
        if first == W_TARGET:
            return 0
        if first == W_BROKE:
            return 1
        if first == W_DEALS:
            return 2
        if first == W_ZERO:
            return 3
        if first == W_AGREED:
            return 4
    return 5 if first == W_ABANDONE and second == W_D else -1
