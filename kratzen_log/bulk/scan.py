"""From the bytes of a line to whole numbers, in plain Python that a compiler accepts. It holds no rule.

It reads what the writer writes, in any order of keys, with any white space, and what else is plainly in order. All other
lines are ``ODD``: partial views, cards nobody saw, escapes in keys and tokens, whatever is faulty. A position is given
back after each part; ``-1`` says that the part is not what this reader knows.
"""

from __future__ import annotations

from typing import Any

from kratzen_log.bulk import loose
from kratzen_log.bulk.layout import (
    ADJUST_KEYS,
    AFTER,
    BIDS,
    BLANK,
    CALL,
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
    K_NOTES,
    K_PLAYERS,
    K_POT,
    K_REASON,
    K_RECORDED,
    K_RULES,
    K_SEED,
    K_START,
    K_TAKEN,
    K_TEXT,
    K_TIME,
    K_TOTALS,
    K_TRICKS,
    K_TRUMP,
    K_TURNED,
    K_TYPE,
    K_VERSION,
    K_VIEW,
    K_WHY,
    K_WINNERS,
    K_X,
    KEYS,
    KEYS_USED,
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
    SPELLED,
    SPELLING,
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
    W_ALL,
    W_AWAY,
    W_BOT,
    W_ID,
    W_IN,
    W_KRATZEN,
    W_KRATZEN_L,
    W_N,
    W_NAME,
    W_OG,
    W_OUT,
    W_SCHNELLE,
    W_SEAT,
    W_SHOW,
    W_VERSION,
    WINNERS,
)
from kratzen_log.bulk.memory import eight
from kratzen_log.bulk.parts import (
    CLOSE,
    CLOSE_LIST,
    COLON,
    COMMA,
    LF,
    MOST,
    OPEN,
    OPEN_LIST,
    QUOTE,
    call_of,
    cards,
    dated,
    flat,
    kind_of,
    label,
    longer,
    number,
    numbers,
    reason_of,
    said,
    seat_at,
    seats,
    space,
    suit_of,
    text,
    truth,
    word,
)

PLAY_MARKS, PLAY_SIGNS = 0xFF0000FF00, 32 << 32 | COLON << 8
"""The colon of a play and the blank after its card, among the eight bytes from its seat on."""
TAKER, BLANK_LETTER = ord(">") - 65, 32 - 65


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
        token = eight(data, at)
        letter = (token & 0xFF) - 65
        card = int(CARD[token >> 16 & 0xFFFF])
        if card >= 0 and 0 <= letter < MOST and token & PLAY_MARKS == PLAY_SIGNS and plays < MOST:
            D[place + 2 + 2 * plays] = letter
            D[place + 3 + 2 * plays] = card
            plays += 1
            at += 5
        elif letter == TAKER and plays > 0:
            taker = seat_at(token >> 8 & 0xFF)
            if taker < 0:
                return -1
            D[place] = plays
            D[place + 1] = taker
            at += 2
            while data[at] == 32:
                at += 1
            return at + 1 if data[at] == QUOTE else -1
        elif letter == BLANK_LETTER:
            at += 1
        else:
            at = play(data, at, CARD, D, place, plays)
            if at < 0:
                return -1
            plays += 1
            if data[at - 1] == QUOTE:
                D[place] = plays
                return at


def play(data: Any, at: int, CARD: Any, D: Any, place: int, plays: int) -> int:
    """Behind a play in any spelling and the blank or quotation mark after it."""
    seat = seat_at(int(data[at]))
    if seat < 0 or data[at + 1] != COLON or plays == MOST:
        return -1
    token = eight(data, at + 2)
    size = 2
    card = int(CARD[token & 0xFFFF])
    if card < 0 or token >> 16 & 0xFF not in (32, QUOTE):
        card = longer(CARD, token)
        size = card >> 8
    if card < 0:
        return -1
    D[place + 2 + 2 * plays] = seat
    D[place + 3 + 2 * plays] = card & 0xFF
    at += size + 3
    return at if data[at - 1] in (32, QUOTE) else -1


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
    used = D[KEYS_USED]
    while True:
        if data[at + 1] == loose.PRIVATE:
            at = loose.private(data, at, D, used, loose.INNER)
        else:
            bit, at = swap_part(data, at, CARD, D, place)
            if met & bit:
                return -1
            met |= bit
        if at < 0:
            return -1
        at = space(data, at)
        if data[at] == CLOSE:
            loose.forget(D, used)
            return at + 1 if met & 7 == 7 else -1
        if data[at] != COMMA:
            return -1
        at = space(data, at + 1)


def swap_part(data: Any, at: int, CARD: Any, D: Any, place: int) -> tuple[int, int]:
    """A bit for one key of a swap, and behind its value."""
    key, _more, at = label(data, at)
    if at < 0:
        return 0, -1
    if key == W_SEAT:
        if data[at] != QUOTE or not 0 <= int(data[at + 1]) - 65 < MOST or data[at + 2] != QUOTE:
            return 0, -1
        D[place] = int(data[at + 1]) - 65
        return 1, at + 3
    if key == W_OUT:
        return 2, cards(data, at, CARD, D, place + SWAP_OUT, 5)
    if key == W_IN:
        return 4, cards(data, at, CARD, D, place + SWAP_IN, 6)
    if key == W_SHOW:
        return 8, cards(data, at, CARD, D, place + SWAP_SHOW, 1)
    if key == W_AWAY:
        return 16, cards(data, at, CARD, D, place + SWAP_AWAY, 1)
    return 0, -1


def players(data: Any, at: int, D: Any) -> int:
    """A list of players, by name or as objects: how many."""
    if data[at] != OPEN_LIST:
        return -1
    at = space(data, at + 1)
    count = 0
    while True:
        if count == MOST:
            return -1
        at = text(data, at) if data[at] == QUOTE else player(data, at, D)
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


def player(data: Any, at: int, D: Any) -> int:
    """Behind a player who is an object."""
    if data[at] != OPEN:
        return -1
    at = space(data, at + 1)
    met = 0
    used = D[KEYS_USED]
    while True:
        if data[at + 1] == loose.PRIVATE:
            at = loose.private(data, at, D, used, loose.INNER)
        else:
            key, _more, at = label(data, at)
            if at < 0:
                return -1
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
            if met & bit:
                return -1
            met |= bit
        if at < 0:
            return -1
        at = space(data, at)
        if data[at] == CLOSE:
            loose.forget(D, used)
            return at + 1 if met & 2 else -1
        if data[at] != COMMA:
            return -1
        at = space(data, at + 1)


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
    last = len(KEYS)
    D[TYPE] = 0
    if D[KEYS_USED] > 0:
        loose.forget(D, 0)
    while True:
        if data[at + 1] == loose.PRIVATE:
            at = loose.private(data, at, D, 0, loose.OUTER)
        else:
            key, at = known(data, at, KEY, D[AFTER + last])
            if key < 0 or seen >> key & 1:
                return -1
            seen |= 1 << key
            D[AFTER + last] = key
            last = key
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


def known(data: Any, at: int, KEY: Any, guess: int) -> tuple[int, int]:
    """A key of a record as its number, and behind its colon; ``guess`` is the one it may be."""
    place = SPELLED + SPELLING * guess
    if eight(data, at) & KEY[place] == KEY[place + 1] and eight(data, at + 8) & KEY[place + 2] == KEY[place + 3]:
        return guess, space(data, at + int(KEY[place + 4]))
    return looked_up(data, at, KEY)


def looked_up(data: Any, at: int, KEY: Any) -> tuple[int, int]:
    """A key of a record as its number, and behind its colon."""
    first, second, at = label(data, at)
    slot = slot_of(first)
    while KEY[3 * slot] != first:
        if KEY[3 * slot] == 0:
            return -1, -1
        slot = (slot + 1) & (SLOTS - 1)
    if at < 0 or first == 0 or KEY[3 * slot + 1] != second:
        return -1, -1
    return int(KEY[3 * slot + 2]), at


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
        return at + 12 if dated(data, at) and data[at + 11] == QUOTE else loose.moment(data, at)
    if key in (K_TIME, K_RECORDED):
        return loose.moment(data, at)
    if key == K_NOTES:
        return loose.remarks(data, at, D)
    if key == K_X:
        return loose.anything(data, at, D, loose.OUTER) if data[at] == OPEN else -1
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
        D[DEALER] = seat_at(first) if second == 0 and first < 128 else -1
        return at if D[DEALER] >= 0 else -1
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
