"""From the bytes of a line to whole numbers, in plain Python that a compiler accepts. It holds no rule.

It reads what the writer writes, in any order of keys and with any white space. Whatever else a log may hold - escapes,
further keys, lenient spellings, notes, partial views - makes the line ``ODD``; the general reader then reads it. A
position is given back after each part; ``-1`` says that the part is not what this reader knows.
"""

from __future__ import annotations

from typing import Any

from kratzen_log.bulk.layout import (
    ADJUST_KEYS,
    BIDS,
    BLANK,
    CALL,
    CALL_BETTLER,
    CALL_IN,
    CALL_OUT,
    CALLS,
    CARRY,
    DEAL_KEYS,
    DEAL_NEEDS,
    DEALER,
    DEALS,
    DEALT_IN,
    DECK,
    DELTA,
    DISCARD,
    END_KEYS,
    GAME,
    HANDS,
    HEAD_KEYS,
    HEAD_NEEDS,
    K_BIDS,
    K_CALLS,
    K_CARRY,
    K_DATE,
    K_DEALER,
    K_DEALER_CALL,
    K_DEALS,
    K_DECK,
    K_DELTA,
    K_DISCARD,
    K_EXCHANGE,
    K_FORMAT,
    K_GAME,
    K_HANDS,
    K_IN,
    K_MUSS,
    K_NO,
    K_PLAYERS,
    K_POT,
    K_REASON,
    K_RULES,
    K_SEED,
    K_START,
    K_TAKEN,
    K_TEXT,
    K_TOTALS,
    K_TRICKS,
    K_TRUMP,
    K_TURNED,
    K_TYPE,
    K_VERSION,
    K_VIEW,
    K_WHY,
    K_WINNERS,
    KRATZEN,
    MUSS,
    NO,
    NOTE_KEYS,
    ODD,
    PLAYERS,
    POT,
    REASON,
    RULES_AT,
    RULES_END,
    SCHNELLEN,
    SEEN,
    SLOTS,
    SPARE,
    START,
    SWAP,
    SWAP_AWAY,
    SWAP_IN,
    SWAP_OUT,
    SWAP_SHOW,
    SWAPS,
    T_ADJUST,
    T_DEAL,
    T_END,
    T_NOTE,
    T_SESSION,
    TAKEN,
    TOTALS,
    TRICK,
    TRICKS,
    TRUMP,
    TURNED,
    TYPE,
    W_ABANDONE,
    W_ADJUST,
    W_AGREED,
    W_ALL,
    W_AWAY,
    W_BETTLER,
    W_BOT,
    W_BROKE,
    W_D,
    W_DEAL,
    W_DEALS,
    W_DER,
    W_E,
    W_END,
    W_H,
    W_HIGH,
    W_ID,
    W_IN,
    W_KRATZEN,
    W_KRATZEN_L,
    W_L,
    W_N,
    W_NAME,
    W_NOTE,
    W_ODER,
    W_OG,
    W_OUT,
    W_PASS,
    W_S,
    W_SCHLAGEN,
    W_SCHNELLE,
    W_SEAT,
    W_SESSION,
    W_SHOW,
    W_TARGET,
    W_VERSION,
    W_WEITER,
    W_WEITER_O,
    W_ZERO,
    WINNERS,
)
from kratzen_log.bulk.memory import before_quote, eight

SAFE = 2**53 - 1
PAD = 32
MOST = 6

QUOTE, BACKSLASH, COLON, COMMA, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST, LF = 34, 92, 58, 44, 123, 125, 91, 93, 10


def space(data: Any, at: int) -> int:
    """Behind the white space at a position; a line feed is none."""
    while data[at] == 32 or data[at] == 9 or data[at] == 13:
        at += 1
    return at


def word(data: Any, at: int) -> tuple[int, int, int]:
    """A short string as two numbers of up to eight bytes each, and where it ends; -1: it is longer.

    What it holds is not looked at: a word that nobody knows equals none of those that are known. Memory must go on
    for ``PAD`` bytes behind the last line.
    """
    if data[at] != QUOTE:
        return 0, 0, -1
    size = before_quote(data, at + 1)
    first = eight(data, at + 1)
    if size < 8:
        return first & ((1 << 8 * size) - 1), 0, at + 2 + size
    size = before_quote(data, at + 9)
    if size == 8:
        return 0, 0, -1
    return first, eight(data, at + 9) & ((1 << 8 * size) - 1), at + 10 + size


def text(data: Any, at: int) -> int:
    """Behind a string of any characters without escapes."""
    if data[at] != QUOTE:
        return -1
    at += 1
    while data[at] != QUOTE:
        char = int(data[at])
        if char < 32 or char == BACKSLASH:
            return -1
        if char >= 128:
            at = wide(data, at)
            if at < 0:
                return -1
        else:
            at += 1
    return at + 1


def wide(data: Any, at: int) -> int:
    """Behind a character of two or three bytes of UTF-8; those of four, surrogates and private ones are odd."""
    char = int(data[at])
    if 0xC2 <= char < 0xE0:
        return at + 2 if data[at + 1] & 0xC0 == 0x80 else -1
    if 0xE1 <= char < 0xED and data[at + 1] & 0xC0 == 0x80 and data[at + 2] & 0xC0 == 0x80:
        return at + 3
    return -1


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
        if data[at] < 32:
            return -1
        card = int(CARD[int(data[at]) << 8 | int(data[at + 1])])
        if card < 0 or count == most:
            return -1
        count += 1
        D[place + count] = card
        char = data[at + 2]
        at += 3
        if char != 32:
            D[place] = count
            return at if char == QUOTE else -1


def hands(data: Any, at: int, CARD: Any, D: Any) -> int:
    """A list of hands."""
    if data[at] != OPEN_LIST:
        return -1
    at = space(data, at + 1)
    count = 0
    while True:
        if count == MOST:
            return -1
        at = cards(data, at, CARD, D, HANDS + 1 + 8 * count, 6)
        if at < 0:
            return -1
        count += 1
        at = space(data, at)
        if data[at] == CLOSE_LIST:
            D[HANDS] = count
            return at + 1
        if data[at] != COMMA:
            return -1
        at = space(data, at + 1)


def tricks(data: Any, at: int, CARD: Any, D: Any) -> int:
    """A list of up to five tricks: plays, who took it (-1: not said), then seat and card of each play."""
    if data[at] != OPEN_LIST:
        return -1
    at = space(data, at + 1)
    count = 0
    D[TRICKS] = 0
    if data[at] == CLOSE_LIST:
        return at + 1
    while True:
        if count == 5 or data[at] != QUOTE:
            return -1
        place = TRICKS + 1 + TRICK * count
        at = trick(data, at + 1, CARD, D, place)
        if at < 0:
            return -1
        count += 1
        at = space(data, at)
        if data[at] == CLOSE_LIST:
            D[TRICKS] = count
            return at + 1
        if data[at] != COMMA:
            return -1
        at = space(data, at + 1)


def trick(data: Any, at: int, CARD: Any, D: Any, place: int) -> int:
    """One trick from its first token to behind the closing quote."""
    plays = 0
    D[place + 1] = -1
    while True:
        letter = int(data[at]) - 65
        if 0 <= letter < MOST:
            if plays == MOST or data[at + 1] != COLON:
                return -1
            if data[at + 2] < 32:
                return -1
            card = int(CARD[int(data[at + 2]) << 8 | int(data[at + 3])])
            if card < 0:
                return -1
            D[place + 2 + 2 * plays] = letter
            D[place + 3 + 2 * plays] = card
            plays += 1
            char = data[at + 4]
            at += 5
        elif letter == -3 and plays > 0:
            taker = int(data[at + 1]) - 65
            if not 0 <= taker < MOST:
                return -1
            D[place] = plays
            D[place + 1] = taker
            return at + 3 if data[at + 2] == QUOTE else -1
        else:
            return -1
        if char != 32:
            D[place] = plays
            return at if char == QUOTE else -1


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
        seat = int(data[at]) - 65
        if not 0 <= seat < MOST or data[at + 1] != COLON or count == MOST:
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


def swaps(data: Any, at: int, CARD: Any, D: Any) -> int:
    """A list of swaps."""
    if data[at] != OPEN_LIST:
        return -1
    at = space(data, at + 1)
    D[SWAPS] = 0
    if data[at] == CLOSE_LIST:
        return at + 1
    count = 0
    while True:
        if count == MOST:
            return -1
        at = swap(data, at, CARD, D, SWAPS + 1 + SWAP * count)
        if at < 0:
            return -1
        count += 1
        at = space(data, at)
        if data[at] == CLOSE_LIST:
            D[SWAPS] = count
            return at + 1
        if data[at] != COMMA:
            return -1
        at = space(data, at + 1)


def swap(data: Any, at: int, CARD: Any, D: Any, place: int) -> int:
    """One swap; what it does not say has the count -1."""
    if data[at] != OPEN:
        return -1
    at = space(data, at + 1)
    met = 0
    D[place + SWAP_SHOW] = -1
    D[place + SWAP_AWAY] = -1
    while True:
        key, _more, at = word(data, at)
        if at < 0:
            return -1
        at = space(data, at)
        if data[at] != COLON:
            return -1
        at = space(data, at + 1)
        if key == W_SEAT:
            bit = 1
            if data[at] != QUOTE or not 0 <= int(data[at + 1]) - 65 < MOST or data[at + 2] != QUOTE:
                return -1
            D[place] = int(data[at + 1]) - 65
            at += 3
        elif key == W_OUT:
            bit = 2
            at = cards(data, at, CARD, D, place + SWAP_OUT, 5)
        elif key == W_IN:
            bit = 4
            at = cards(data, at, CARD, D, place + SWAP_IN, 6)
        elif key == W_SHOW:
            bit = 8
            at = cards(data, at, CARD, D, place + SWAP_SHOW, 1)
        elif key == W_AWAY:
            bit = 16
            at = cards(data, at, CARD, D, place + SWAP_AWAY, 1)
        else:
            return -1
        if at < 0 or met & bit:
            return -1
        met |= bit
        at = space(data, at)
        if data[at] == CLOSE:
            return at + 1 if met & 7 == 7 else -1
        if data[at] != COMMA:
            return -1
        at = space(data, at + 1)


def players(data: Any, at: int, D: Any) -> int:
    """A list of players, by name or as objects: how many."""
    if data[at] != OPEN_LIST:
        return -1
    at = space(data, at + 1)
    count = 0
    while True:
        if count == MOST:
            return -1
        at = text(data, at) if data[at] == QUOTE else player(data, at)
        if at < 0:
            return -1
        count += 1
        at = space(data, at)
        if data[at] == CLOSE_LIST:
            D[PLAYERS] = count
            return at + 1
        if data[at] != COMMA:
            return -1
        at = space(data, at + 1)


def player(data: Any, at: int) -> int:
    """Behind a player who is an object."""
    if data[at] != OPEN:
        return -1
    at = space(data, at + 1)
    met = 0
    while True:
        key, _more, at = word(data, at)
        if at < 0:
            return -1
        at = space(data, at)
        if data[at] != COLON:
            return -1
        at = space(data, at + 1)
        if key == W_ID:
            bit = 1
            at = text(data, at)
        elif key == W_NAME:
            bit = 2
            at = text(data, at)
        elif key == W_BOT:
            bit = 4
            if data[at] == QUOTE:
                at = text(data, at)
            else:
                _value, at = truth(data, at)
        else:
            return -1
        if at < 0 or met & bit:
            return -1
        met |= bit
        at = space(data, at)
        if data[at] == CLOSE:
            return at + 1 if met & 2 else -1
        if data[at] != COMMA:
            return -1
        at = space(data, at + 1)


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


def day(data: Any, at: int) -> int:
    """Behind a day such as ``"2026-11-30"``; months and days that cannot be are odd."""
    if data[at] != QUOTE or data[at + 1] < 48 or data[at + 1] > 57:
        return -1
    for place in range(1, 11):
        char = int(data[at + place])
        if (char != 45) if place in (5, 8) else not 48 <= char <= 57:
            return -1
    month = int(data[at + 6]) * 10 + int(data[at + 7]) - 528
    date = int(data[at + 9]) * 10 + int(data[at + 10]) - 528
    return at + 12 if data[at + 11] == QUOTE and 1 <= month <= 12 and 1 <= date <= 31 else -1


def slot_of(first: int) -> int:
    """Where the table of keys begins to look for a word."""
    return (first ^ first >> 7 ^ first >> 17 ^ first >> 32) & (SLOTS - 1)


def line(data: Any, at: int, KEY: Any, CARD: Any, D: Any) -> int:
    """Reads one line into ``D``: its type, ``ODD`` or ``BLANK``. Where the next line begins."""
    begin = at
    at = space(data, at)
    if data[at] == LF:
        D[TYPE] = BLANK
        return at + 1
    at = record(data, at, KEY, CARD, D)
    if at >= 0:
        at = space(data, at)
        if data[at] == LF:
            return at + 1
    D[TYPE] = ODD
    at = begin
    while data[at] != LF:
        at += 1
    return at + 1


def record(data: Any, at: int, KEY: Any, CARD: Any, D: Any) -> int:
    """Behind the object of a record; its keys are those of its type."""
    if data[at] != OPEN:
        return -1
    at = space(data, at + 1)
    seen = 0
    D[TYPE] = 0
    while True:
        first, second, at = word(data, at)
        if at < 0:
            return -1
        slot = slot_of(first)
        while KEY[3 * slot] != first:
            if KEY[3 * slot] == 0:
                return -1
            slot = (slot + 1) & (SLOTS - 1)
        key = int(KEY[3 * slot + 2])
        if KEY[3 * slot + 1] != second or seen >> key & 1:
            return -1
        seen |= 1 << key
        at = space(data, at)
        if data[at] != COLON:
            return -1
        at = space(data, at + 1)
        at = value(data, at, key, CARD, D)
        if at < 0:
            return -1
        at = space(data, at)
        if data[at] == CLOSE:
            break
        if data[at] != COMMA:
            return -1
        at = space(data, at + 1)
    D[SEEN] = seen
    return at + 1 if fits(D[TYPE], seen) else -1


def fits(kind: int, seen: int) -> bool:
    """Whether a record has keys of its type only, and those it must have."""
    if kind == T_DEAL:
        return seen & ~DEAL_KEYS == 0 and seen & DEAL_NEEDS == DEAL_NEEDS
    if kind == T_SESSION:
        return seen & ~HEAD_KEYS == 0 and seen & HEAD_NEEDS == HEAD_NEEDS
    if kind == T_END:
        return seen & ~END_KEYS == 0
    if kind == T_ADJUST:
        return seen & ~ADJUST_KEYS == 0 and seen >> K_DELTA & 1 == 1 and seen >> K_WHY & 1 == 1
    return kind == T_NOTE and seen & ~NOTE_KEYS == 0 and seen >> K_TEXT & 1 == 1


def value(data: Any, at: int, key: int, CARD: Any, D: Any) -> int:
    """Behind the value of a key, which goes into ``D``."""
    if key == K_TRICKS:
        return tricks(data, at, CARD, D)
    if key == K_HANDS:
        return hands(data, at, CARD, D)
    if key == K_DECK:
        return cards(data, at, CARD, D, DECK, 33)
    if key == K_TAKEN:
        return numbers(data, at, D, TAKEN)
    if key == K_DELTA:
        return numbers(data, at, D, DELTA)
    if key == K_TOTALS:
        return numbers(data, at, D, TOTALS)
    if key == K_NO:
        return number(data, at, D, NO)
    if key == K_POT:
        return number(data, at, D, POT)
    if key == K_CARRY:
        return number(data, at, D, CARRY)
    if key == K_CALLS:
        return said(data, at, D, CALLS, False)
    if key == K_BIDS:
        return said(data, at, D, BIDS, True)
    if key == K_EXCHANGE:
        return swaps(data, at, CARD, D)
    if key == K_TURNED:
        return cards(data, at, CARD, D, TURNED, 2)
    if key == K_DISCARD:
        return cards(data, at, CARD, D, DISCARD, 2)
    if key == K_MUSS:
        D[MUSS], at = truth(data, at)
        return at
    if key == K_IN:
        D[DEALT_IN], at = seats(data, at)
        return at
    if key == K_WINNERS:
        D[WINNERS], at = seats(data, at)
        return at
    if key == K_START:
        return numbers(data, at, D, START)
    if key == K_PLAYERS:
        return players(data, at, D)
    if key == K_DEALS:
        return number(data, at, D, DEALS)
    if key == K_RULES:
        D[RULES_AT] = at
        at = flat(data, at)
        D[RULES_END] = at
        return at
    if key == K_WHY:
        return reason_in_words(data, at)
    if key == K_DATE:
        return day(data, at)
    if key == K_SEED and data[at] != QUOTE:
        return number(data, at, D, SPARE)
    if key in (K_TYPE, K_DEALER, K_TRUMP, K_DEALER_CALL, K_REASON, K_FORMAT, K_VERSION, K_GAME, K_VIEW):
        return named(data, at, key, D)
    return text(data, at)


def reason_in_words(data: Any, at: int) -> int:
    """Behind a text that begins with a letter."""
    if data[at] != QUOTE or data[at + 1] <= 32 or data[at + 1] >= 127:
        return -1
    return text(data, at)


def named(data: Any, at: int, key: int, D: Any) -> int:
    """Behind a word that is one of a few."""
    first, second, at = word(data, at)
    if at < 0:
        return -1
    if key == K_DEALER:
        D[DEALER] = first - 65
        return at if 0 <= first - 65 < MOST else -1
    if key == K_TRUMP:
        D[TRUMP] = suit_of(first)
        return at if D[TRUMP] >= 0 and second == 0 else -1
    if key == K_TYPE:
        D[TYPE] = kind_of(first)
        return at if D[TYPE] > 0 and second == 0 else -1
    if key == K_DEALER_CALL:
        D[CALL] = call_of(first, second)
        return at if D[CALL] >= 0 else -1
    if key == K_REASON:
        D[REASON] = reason_of(first, second)
        return at if D[REASON] >= 0 else -1
    if key == K_FORMAT:
        return at if first == W_KRATZEN_L and second == W_OG else -1
    if key == K_VERSION:
        return at if first == W_VERSION and second == 0 else -1
    if key == K_VIEW:
        return at if first == W_ALL and second == 0 else -1
    if first == W_KRATZEN and second == 0:
        D[GAME] = KRATZEN
        return at
    if first == W_SCHNELLE and second == W_N:
        D[GAME] = SCHNELLEN
        return at
    return -1


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
