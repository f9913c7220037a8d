"""One deal played by bots, written onto a sheet of numbers. Whole numbers in lists only; the rules are the games'."""

from __future__ import annotations

from typing import Any, NamedTuple

from kratzen_log.games import kratzen, schnellen
from kratzen_log.kernel.trick import played
from kratzen_log.simulator.bots import (
    BETTLER,
    IN,
    OUT,
    PEOPLE,
    begs,
    choose_card,
    count,
    pick,
    plays_kratzen,
    plays_schnellen,
    some_cards,
    strength,
    swap_wish,
    weakest,
    worth,
)
from kratzen_log.simulator.stream import below

NONE = -1
WELI = 32
HIGH = 4
PASSED = 0


class Sheet(NamedTuple):
    """What a deal leaves: lists of numbers, made once and filled anew for every deal.

    ``hands`` are masks as dealt, ``hold`` masks now; ``calls`` and ``bids`` per seat (-1: not asked); ``gave``,
    ``drew``, ``away`` masks of swaps, ``shown`` 1 where the Ace was shown; ``draw_at`` where in the rest of the pack
    a draw began; ``plays`` seat and card in order, ``takers`` per trick; ``rows`` the ledger; ``facts`` single
    numbers at the places named below.
    """

    hands: Any
    hold: Any
    calls: Any
    bids: Any
    gave: Any
    drawn: Any
    draw_at: Any
    away: Any
    shown: Any
    fees: Any
    plays: Any
    takers: Any
    taken: Any
    rows: Any
    facts: Any


TRUMP, MUSS, BETTLER_SEAT, CALL, BIDDER, BID, ACTIVE, TURNED, SECOND, DISCARD, POT, CARRY, FAILED, QUALIFIED = range(14)
FACTS = 14


def new_sheet(n: int) -> Sheet:
    """An empty sheet for ``n`` players."""
    return Sheet(
        hands=[0] * n, hold=[0] * n, calls=[0] * n, bids=[0] * n, gave=[0] * n, drawn=[0] * n, draw_at=[0] * n,
        away=[0] * n, shown=[0] * n, fees=[0] * n, plays=[0] * (n * 10), takers=[0] * 5, taken=[0] * n,
        rows=[0] * (n * 5), facts=[0] * FACTS,
    )


def clear(sheet: Sheet, n: int) -> None:
    """Empties a sheet."""
    for seat in range(n):
        sheet.hands[seat] = sheet.hold[seat] = 0
        sheet.calls[seat] = sheet.bids[seat] = NONE
        sheet.gave[seat] = sheet.drawn[seat] = sheet.draw_at[seat] = sheet.away[seat] = sheet.shown[seat] = 0
        sheet.fees[seat] = sheet.taken[seat] = 0
    for place in range(n * 10):
        sheet.plays[place] = NONE
    for place in range(5):
        sheet.takers[place] = NONE
    for place in range(n * 5):
        sheet.rows[place] = 0
    for place in range(FACTS):
        sheet.facts[place] = 0
    for place in (BETTLER_SEAT, BIDDER, TURNED, SECOND):
        sheet.facts[place] = NONE
    sheet.facts[CALL] = NONE


def next_seat(seat: int, seats: int, n: int) -> int:
    """The next seat of a mask clockwise."""
    seat = (seat + 1) % n
    while not seats >> seat & 1:
        seat = (seat + 1) % n
    return seat


def give_packets(sheet: Sheet, deck: Any, n: int, dealer: int, seats: int, at: int, size: int) -> int:
    """A packet to every seat from the dealer's left, dealer last; where the pack goes on. It may run short."""
    seat = dealer
    for _ in range(count(seats)):
        seat = next_seat(seat, seats, n)
        for _card in range(size):
            if at < len(deck):
                sheet.hands[seat] |= 1 << deck[at]
                at += 1
    return at


def play_tricks(
    sheet: Sheet, t: Any, states: Any, bots: Any, n: int, dealer: int, active: int, bettler: int, quota: int
) -> None:
    """Five tricks; ``quota`` is what the dealer owes, the others one."""
    leader = next_seat(dealer, active, n)
    place = 0
    number = count(active)
    for trick in range(5):
        led = best = top = NONE
        seat = leader
        taker = leader
        for turn in range(number):
            owed = (quota if seat == dealer else 1) - sheet.taken[seat]
            card = choose_card(
                states[seat], bots[seat], t, sheet.hold[seat], led, best, top, turn == number - 1, owed, seat == bettler
            )
            led, best, top, takes = played(t, led, best, top, card)
            if takes:
                taker = seat
            sheet.hold[seat] &= ~(1 << card)
            sheet.plays[place] = seat
            sheet.plays[place + 1] = card
            place += 2
            seat = next_seat(seat, active, n)
        sheet.takers[trick] = taker
        sheet.taken[taker] += 1
        leader = taker


def best_suit(ts: Any, hand: int) -> int:
    """The suit in which a hand is strongest."""
    choice = 0
    most = strength(ts[0], hand)
    for suit in range(1, 4):
        found = strength(ts[suit], hand)
        if found > most:
            most = found
            choice = suit
    return choice


def swap_cards(sheet: Sheet, deck: Any, seat: int, gone: int, at: int, drawn: int) -> int:
    """Gives cards away and draws from the top of the rest; where the rest goes on."""
    sheet.gave[seat] = gone
    sheet.draw_at[seat] = at
    sheet.drawn[seat] = drawn
    sheet.hold[seat] &= ~gone
    for place in range(at, at + drawn):
        sheet.hold[seat] |= 1 << deck[place]
    return at + drawn


def kratzen_deal(
    o: Any, ts: Any, sheet: Sheet, deck: Any, states: Any, bots: Any, n: int, dealer: int, seats: int, cause: int,
    stacks: Any, carried: int,
) -> None:
    """A deal of Kratzen; ``cause`` is why it is a Muss already before the turn-up (K-3)."""
    clear(sheet, n)
    f = sheet.facts
    at = give_packets(sheet, deck, n, dealer, seats, 0, 3)
    at = give_packets(sheet, deck, n, dealer, seats, at, 2)
    for seat in range(n):
        sheet.hold[seat] = sheet.hands[seat]
    turned = deck[at]
    at += 1
    f[TURNED] = turned
    trump = turned // 8
    if turned == WELI:
        trump = best_suit(ts, sheet.hold[dealer]) if bots[dealer] == PEOPLE else below(states[dealer], 4)
    f[TRUMP] = trump
    t = ts[trump]
    muss = 1 if cause > 0 or kratzen.seven_cause(o, turned) > 0 else 0
    f[MUSS] = muss
    active = kratzen_calls(o, t, sheet, states, bots, n, dealer, seats, muss, carried)
    f[ACTIVE] = active
    others = active & ~(1 << dealer)
    if kratzen.may_swap(o, muss == 1, others):
        kratzen_swaps(o, t, sheet, deck, states, bots, n, dealer, active, stacks, at)
    if others:
        play_tricks(sheet, t, states, bots, n, dealer, active, f[BETTLER_SEAT], o.striker_quota)
    else:
        sheet.taken[dealer] = 5
    staked = kratzen.stakes(o, n, seats, stacks, sheet.fees, sheet.rows)
    f[POT] = carried + staked
    carry, failed, qualified = kratzen.settle(
        o, n, dealer, active, f[BETTLER_SEAT], f[POT], sheet.taken, stacks, sheet.rows
    )
    f[CARRY] = carry
    f[FAILED] = failed
    f[QUALIFIED] = qualified


def kratzen_calls(
    o: Any, t: Any, sheet: Sheet, states: Any, bots: Any, n: int, dealer: int, seats: int, muss: int, carried: int
) -> int:
    """Declarations; the seats that play (K-4, K-4.1)."""
    active = seats
    seat = dealer
    others = 0
    for _ in range(count(seats) - 1):
        seat = next_seat(seat, seats, n)
        word = IN
        begging = o.bettler == 1 and sheet.facts[BETTLER_SEAT] == NONE
        if bots[seat] == PEOPLE:
            if begging and begs(t, sheet.hold[seat]):
                word = BETTLER
            elif muss == 0 and not plays_kratzen(t, sheet.hold[seat], others, carried // o.ante + count(seats)):
                word = OUT
        elif begging and below(states[seat], 8) == 0:
            word = BETTLER
        elif muss == 0 and below(states[seat], 2) == 0:
            word = OUT
        sheet.calls[seat] = word
        if word == OUT:
            active &= ~(1 << seat)
        else:
            others += 1
            if word == BETTLER:
                sheet.facts[BETTLER_SEAT] = seat
    return active


def kratzen_swaps(
    o: Any, t: Any, sheet: Sheet, deck: Any, states: Any, bots: Any, n: int, dealer: int, active: int, stacks: Any,
    at: int,
) -> None:
    """The dealer's call and the exchange (K-4.2, K-4.3)."""
    call = kratzen.WEITER
    if o.dealer_calls == 1:
        if bots[dealer] == PEOPLE:
            useless = count(swap_wish(t, sheet.hold[dealer], 5))
            if useless == 0:
                call = kratzen.SCHLAGEN
            elif useless > o.exchange:
                call = kratzen.ODER
        else:
            call = below(states[dealer], 4)
        sheet.facts[CALL] = call
    seat = dealer
    for _ in range(count(active)):
        seat = next_seat(seat, active, n)
        limit = min(kratzen.swap_limit(o, seat == dealer, call), len(deck) - at)
        if bots[seat] == PEOPLE:
            gone = swap_wish(t, sheet.hold[seat], limit) if seat != sheet.facts[BETTLER_SEAT] else 0
        else:
            gone = some_cards(states[seat], sheet.hold[seat], below(states[seat], limit + 1))
        number = count(gone)
        fee = kratzen.swap_fee(o, number, seat == dealer, call)
        left = max(stacks[seat], 0) - o.ante
        if number == 0 or (o.short_stack == kratzen.PARTIAL and left < fee):
            continue
        sheet.fees[seat] = fee
        at = swap_cards(sheet, deck, seat, gone, at, number)


def schnellen_deal(
    o: Any, ts: Any, sheet: Sheet, deck: Any, states: Any, bots: Any, n: int, dealer: int, seats: int, scores: Any
) -> None:
    """A deal of Schnellen."""
    clear(sheet, n)
    f = sheet.facts
    at = give_packets(sheet, deck, n, dealer, seats, 0, 3)
    if o.bidding == 0:
        f[TURNED] = deck[at]
        at += 1
        if f[TURNED] == WELI:
            f[SECOND] = deck[at]
            at += 1
    at = give_packets(sheet, deck, n, dealer, seats, at, 2)
    for seat in range(n):
        sheet.hold[seat] = sheet.hands[seat]
    if o.bidding == 1:
        schnellen_bids(o, ts, sheet, states, bots, n, dealer, seats)
        if f[BIDDER] == NONE:
            return
    else:
        turner = f[TURNED] if f[SECOND] == NONE else f[SECOND]
        f[TRUMP] = turner // 8
        put_away(ts[f[TRUMP]], sheet, states, bots, dealer)
    t = ts[f[TRUMP]]
    active = schnellen_calls(o, t, sheet, states, bots, n, dealer, seats, scores)
    f[ACTIVE] = active
    if active & ~(1 << dealer) == 0:
        sheet.taken[dealer] = 5
    else:
        if o.exchange == 1:
            schnellen_swaps(t, sheet, deck, states, bots, n, dealer, active, at)
        play_tricks(sheet, t, states, bots, n, dealer, active, NONE, max(f[BID], 1) if f[BIDDER] == dealer else 1)
    schnellen.settle(o, n, seats, active, f[BIDDER], f[BID], f[TRUMP], sheet.taken, sheet.rows)


def put_away(t: Any, sheet: Sheet, states: Any, bots: Any, dealer: int) -> None:
    """The dealer takes what was turned and puts away what is too many (S-2)."""
    f = sheet.facts
    sheet.hold[dealer] |= 1 << f[TURNED]
    if f[SECOND] != NONE:
        sheet.hold[dealer] |= 1 << f[SECOND]
    gone = 0
    while count(sheet.hold[dealer] & ~gone) > 5:
        left = sheet.hold[dealer] & ~gone
        gone |= 1 << (weakest(t, left) if bots[dealer] == PEOPLE else pick(states[dealer], left))
    f[DISCARD] = gone
    sheet.hold[dealer] &= ~gone


def schnellen_bids(o: Any, ts: Any, sheet: Sheet, states: Any, bots: Any, n: int, dealer: int, seats: int) -> None:
    """The auction, and what the bidder names (S-8)."""
    f = sheet.facts
    seat = dealer
    for _ in range(count(seats)):
        seat = next_seat(seat, seats, n)
        hand = sheet.hold[seat]
        if bots[seat] == PEOPLE:
            bid = strength(ts[best_suit(ts, hand)], hand) // 4
        else:
            bid = below(states[seat], 6) if below(states[seat], 2) else 0
        bid = min(bid, 5)
        if bid < 1 or not schnellen.bid_holds(bid, f[BID], seat == dealer):
            bid = PASSED
        elif bots[seat] == PEOPLE:
            lowest_bid = f[BID] + (0 if seat == dealer and f[BID] > 0 else 1)
            bid = lowest_bid if lowest_bid > 0 else 1
        sheet.bids[seat] = bid
        if bid > 0:
            f[BID] = bid
            f[BIDDER] = seat
    if f[BIDDER] == NONE:
        return
    bidder = f[BIDDER]
    hand = sheet.hold[bidder]
    if bots[bidder] == PEOPLE:
        suit = best_suit(ts, hand)
        f[TRUMP] = suit
        if hand >> WELI & 1 and count(hand & ts[suit].suit_mask[suit]) <= 2:
            aces = 0
            for card in range(7, 32, 8):
                aces += hand >> card & 1
            if aces >= 2:
                f[TRUMP] = HIGH
    else:
        f[TRUMP] = below(states[bidder], 5)


def schnellen_calls(
    o: Any, t: Any, sheet: Sheet, states: Any, bots: Any, n: int, dealer: int, seats: int, scores: Any
) -> int:
    """In or out; the seats that play (S-3)."""
    f = sheet.facts
    turner = f[TURNED] if f[SECOND] == NONE else f[SECOND]
    active = seats
    seat = dealer
    others = 1 if f[BIDDER] not in (NONE, dealer) else 0
    asked = count(seats) - 1
    for turn in range(asked):
        seat = next_seat(seat, seats, n)
        alone = turn == asked - 1 and active & ~(1 << dealer) == 1 << seat and f[BIDDER] in (NONE, dealer)
        word = IN
        if schnellen.refusal(o, seat == f[BIDDER], scores[seat], f[TRUMP], turner, alone) == schnellen.MAY:
            if bots[seat] == PEOPLE:
                word = IN if plays_schnellen(t, sheet.hold[seat], others) else OUT
            else:
                word = below(states[seat], 2)
        sheet.calls[seat] = word
        if word == OUT:
            active &= ~(1 << seat)
        elif seat != f[BIDDER]:
            others += 1
    return active


def schnellen_swaps(
    t: Any, sheet: Sheet, deck: Any, states: Any, bots: Any, n: int, dealer: int, active: int, at: int
) -> None:
    """The exchange: up to three, four with the Ace shown, all five for six (S-7)."""
    ace = t.trump * 8 + 7 if t.trump != HIGH else NONE
    seat = dealer
    for _ in range(count(active)):
        seat = next_seat(seat, active, n)
        hand = sheet.hold[seat]
        left = len(deck) - at
        has_ace = ace != NONE and hand >> ace & 1 == 1
        if bots[seat] == PEOPLE:
            useless = swap_wish(t, hand, 5)
            number = count(useless)
            if number == 4 and not has_ace:
                number = 3
            gone = swap_wish(t, hand, min(number, left))
        else:
            number = min(below(states[seat], 6), left)
            if number == 4 and not has_ace:
                number = 3
            gone = some_cards(states[seat], hand & ~(1 << ace) if number == 4 else hand, number)
        number = count(gone)
        if number == 4 and (not has_ace or gone >> max(ace, 0) & 1):
            gone &= gone - 1
            number = 3
        if number == 0:
            continue
        sheet.shown[seat] = 1 if number == 4 else 0
        drawn = 6 if number == 5 and left > 5 else number
        at = swap_cards(sheet, deck, seat, gone, at, drawn)
        if drawn == 6:
            new = sheet.hold[seat]
            gone_again = weakest(t, new) if bots[seat] == PEOPLE else pick(states[seat], new)
            sheet.away[seat] = 1 << gone_again
            sheet.hold[seat] &= ~(1 << gone_again)


__all__ = ["Sheet", "kratzen_deal", "new_sheet", "schnellen_deal", "worth"]
