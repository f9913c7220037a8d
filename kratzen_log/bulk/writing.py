"""A deal as the simulator's sheet holds it, written as the log's writer writes it. Plain Python that a compiler accepts."""

from __future__ import annotations

from typing import Any

from kratzen_log.bulk.layout import S_N, S_NUMBER, S_SEATS, S_STACKS
from kratzen_log.bulk.memory import shift, write
from kratzen_log.bulk.standing import ROWS, TOOK
from kratzen_log.games import kratzen
from kratzen_log.simulator.bots import count
from kratzen_log.simulator.deal import (
    ACTIVE,
    BIDDER,
    CALL,
    CARRY,
    DISCARD,
    HIGH,
    MUSS,
    POT,
    SECOND,
    TRUMP,
    TURNED,
    next_seat,
)

BLANK, QUOTE, COMMA, LETTER_A = 32, 34, 44, 65


def put(OUT: Any, at: int, char: int) -> int:
    """One character."""
    OUT[at] = char
    return at + 1


def whole(OUT: Any, at: int, number: int) -> int:
    """A whole number."""
    if number < 0:
        OUT[at] = 45
        at += 1
        number = -number
    size = 1
    rest = number // 10
    while rest > 0:
        size += 1
        rest = rest // 10
    for place in range(at + size - 1, at - 1, -1):
        OUT[place] = 48 + number % 10
        number = number // 10
    return at + size


def wholes(OUT: Any, at: int, numbers: Any, n: int) -> int:
    """A list of whole numbers."""
    at = put(OUT, at, 91)
    for seat in range(n):
        if seat > 0:
            at = put(OUT, at, COMMA)
        at = whole(OUT, at, numbers[seat])
    return put(OUT, at, 93)


def card(OUT: Any, at: int, TOKENS: Any, number: int) -> int:
    """A card, and a blank."""
    OUT[at] = TOKENS[2 * number]
    OUT[at + 1] = TOKENS[2 * number + 1]
    OUT[at + 2] = BLANK
    return at + 3


def closed(OUT: Any, at: int, start: int) -> int:
    """The quotation mark that ends a string of tokens, in the place of the last blank."""
    if at > start:
        at -= 1
    return put(OUT, at, QUOTE)


def some_of(OUT: Any, at: int, TOKENS: Any, deck: Any, cards: int) -> int:
    """Those cards of a pack, in its order, as a string; begun already."""
    start = at
    for place in range(len(deck)):
        if cards >> deck[place] & 1:
            at = card(OUT, at, TOKENS, deck[place])
    return closed(OUT, at, start)


def mask(OUT: Any, at: int, TOKENS: Any, cards: int) -> int:
    """A mask of cards, lowest number first, as a string; begun already."""
    start = at
    for number in range(33):
        if cards >> number & 1:
            at = card(OUT, at, TOKENS, number)
    return closed(OUT, at, start)


def letters(OUT: Any, at: int, seats: int) -> int:
    """A mask of seats as a string; begun already."""
    for seat in range(6):
        if seats >> seat & 1:
            at = put(OUT, at, LETTER_A + seat)
    return put(OUT, at, QUOTE)


def spoken(OUT: Any, at: int, said: Any, n: int, dealer: int, seats: int, bidding: bool) -> int:
    """Bids or declarations in turn, as a string; begun already."""
    start = at
    seat = dealer
    for _ in range(count(seats)):
        seat = next_seat(seat, seats, n)
        if said[seat] >= 0:
            at = put(OUT, at, LETTER_A + seat)
            at = put(OUT, at, 58)
            if bidding:
                at = whole(OUT, at, said[seat]) if said[seat] > 0 else write(OUT, at, "pass")
            elif said[seat] == 0:
                at = write(OUT, at, "in")
            elif said[seat] == 1:
                at = write(OUT, at, "out")
            else:
                at = write(OUT, at, "bettler")
            at = put(OUT, at, BLANK)
    return closed(OUT, at, start)


def swaps(OUT: Any, at: int, TOKENS: Any, sheet: Any, deck: Any, n: int, dealer: int, seats: int) -> int:
    """The exchanges in turn; nothing when nobody swapped."""
    seat = dealer
    first = True
    for _ in range(count(seats)):
        seat = next_seat(seat, seats, n)
        if sheet.gave[seat] == 0:
            continue
        at = write(OUT, at, ',"exchange":[{"seat":"') if first else write(OUT, at, ',{"seat":"')
        first = False
        at = put(OUT, at, LETTER_A + seat)
        at = write(OUT, at, '","out":"')
        at = mask(OUT, at, TOKENS, sheet.gave[seat])
        at = write(OUT, at, ',"in":"')
        start = at
        for place in range(sheet.draw_at[seat], sheet.draw_at[seat] + sheet.drawn[seat]):
            at = card(OUT, at, TOKENS, deck[place])
        at = closed(OUT, at, start)
        if sheet.shown[seat]:
            at = write(OUT, at, ',"show":"')
            start = at
            at = card(OUT, at, TOKENS, sheet.facts[TRUMP] * 8 + 7)
            at = closed(OUT, at, start)
        if sheet.away[seat]:
            at = write(OUT, at, ',"away":"')
            at = mask(OUT, at, TOKENS, sheet.away[seat])
        at = put(OUT, at, 125)
    return at if first else put(OUT, at, 93)


def tricks(OUT: Any, at: int, TOKENS: Any, sheet: Any) -> int:
    """The tricks with who took each."""
    at = write(OUT, at, ',"tricks":[')
    if sheet.takers[0] < 0:
        return put(OUT, at, 93)
    width = count(sheet.facts[ACTIVE])
    place = 0
    for trick in range(5):
        if trick > 0:
            at = put(OUT, at, COMMA)
        at = put(OUT, at, QUOTE)
        for _ in range(width):
            at = put(OUT, at, LETTER_A + sheet.plays[place])
            at = put(OUT, at, 58)
            at = card(OUT, at, TOKENS, sheet.plays[place + 1])
            place += 2
        at = put(OUT, at, 62)
        at = put(OUT, at, LETTER_A + sheet.takers[trick])
        at = put(OUT, at, QUOTE)
    return put(OUT, at, 93)


def trump(OUT: Any, at: int, suit: int) -> int:
    """The trumps of a deal."""
    at = write(OUT, at, ',"trump":"')
    if suit == HIGH:
        return write(OUT, at, 'high"')
    return write(OUT, at, 'E"') if suit == 0 else write(OUT, at, 'L"') if suit == 1 else write(OUT, at, 'H"') if suit == 2 else write(OUT, at, 'S"')


def call(OUT: Any, at: int, which: int) -> int:
    """The dealer's call."""
    at = write(OUT, at, ',"dealer_call":"')
    if which == kratzen.WEITER:
        at = write(OUT, at, kratzen.DEALER_CALLS[0])
    elif which == kratzen.SCHLAGEN:
        at = write(OUT, at, kratzen.DEALER_CALLS[1])
    elif which == kratzen.ODER:
        at = write(OUT, at, kratzen.DEALER_CALLS[2])
    else:
        at = write(OUT, at, kratzen.DEALER_CALLS[3])
    return put(OUT, at, QUOTE)


def deal(
    OUT: Any, at: int, TOKENS: Any, S: Any, W: Any, sheet: Any, deck: Any, dealer: int, has_pot: bool, bidding: bool, width: int
) -> int:
    """The record of a deal just played, ``S`` as before it but for ``W``, up to the claim of totals."""
    n = S[S_N]
    seats = S[S_SEATS]
    f = sheet.facts
    at = write(OUT, at, '{"type":"deal","no":')
    at = whole(OUT, at, S[S_NUMBER])
    at = write(OUT, at, ',"dealer":"')
    at = put(OUT, at, LETTER_A + dealer)
    at = put(OUT, at, QUOTE)
    if seats != (1 << n) - 1:
        at = write(OUT, at, ',"in":"')
        at = letters(OUT, at, seats)
    if has_pot:
        at = write(OUT, at, ',"muss":true') if f[MUSS] else write(OUT, at, ',"muss":false')
    at = write(OUT, at, ',"deck":"')
    at = some_of(OUT, at, TOKENS, deck, (1 << 33) - 1)
    at = write(OUT, at, ',"hands":["')
    for seat in range(n):
        if seat > 0:
            at = write(OUT, at, ',"')
        at = some_of(OUT, at, TOKENS, deck, sheet.hands[seat])
    at = put(OUT, at, 93)
    if f[TURNED] >= 0:
        at = write(OUT, at, ',"turned":"')
        start = at
        at = card(OUT, at, TOKENS, f[TURNED])
        if f[SECOND] >= 0:
            at = card(OUT, at, TOKENS, f[SECOND])
        at = closed(OUT, at, start)
    passed = bidding and f[BIDDER] < 0
    if not passed:
        at = trump(OUT, at, f[TRUMP])
    if bidding:
        at = write(OUT, at, ',"bids":"')
        at = spoken(OUT, at, sheet.bids, n, dealer, seats, True)
    if f[DISCARD]:
        at = write(OUT, at, ',"discard":"')
        at = mask(OUT, at, TOKENS, f[DISCARD])
    if not passed:
        at = write(OUT, at, ',"calls":"')
        at = spoken(OUT, at, sheet.calls, n, dealer, seats, False)
    if has_pot and f[CALL] >= 0:
        at = call(OUT, at, f[CALL])
    at = swaps(OUT, at, TOKENS, sheet, deck, n, dealer, seats)
    at = tricks(OUT, at, TOKENS, sheet)
    at = write(OUT, at, ',"taken":')
    at = wholes(OUT, at, shift(W, TOOK), n)
    if has_pot:
        at = write(OUT, at, ',"pot":')
        at = whole(OUT, at, f[POT])
        at = write(OUT, at, ',"carry":')
        at = whole(OUT, at, f[CARRY])
    at = write(OUT, at, ',"delta":[')
    for seat in range(n):
        change = 0
        for place in range(ROWS + width * seat, ROWS + width * seat + width):
            change += W[place]
        if seat > 0:
            at = put(OUT, at, COMMA)
        at = whole(OUT, at, change)
    return put(OUT, at, 93)


def totals(OUT: Any, at: int, S: Any) -> int:
    """What everybody stands at, and the end of the record."""
    at = write(OUT, at, ',"totals":')
    at = wholes(OUT, at, shift(S, S_STACKS), S[S_N])
    return write(OUT, at, "}\n")
