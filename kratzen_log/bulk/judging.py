"""A record against what the games' own functions give, in plain Python that a compiler accepts. It holds no rule.

``D`` is a record, ``S`` the session it belongs to, ``B`` the house rules of that session, all as ``layout`` says.
``deal`` is true when everything in a deal is plainly in order, and then ``S`` is what the session stands at after it.
At the first thing that differs, or that is not known here, it is false, and the ordinary audit judges the session.
"""

from __future__ import annotations

from typing import Any

from kratzen_log.bulk.layout import (
    B_AGAIN,
    B_FIRST_PACKET,
    B_GAME,
    B_PACK,
    B_SECOND_PACKET,
    B_TURN_AFTER,
    BIDS,
    CALL,
    CALL_BETTLER,
    CALL_OUT,
    CALLS,
    CARRY,
    DEALER,
    DEALT_IN,
    DECK,
    DISCARD,
    HANDS,
    K_BIDS,
    K_CALLS,
    K_CARRY,
    K_DEALER_CALL,
    K_DECK,
    K_DISCARD,
    K_EXCHANGE,
    K_IN,
    K_MUSS,
    K_POT,
    K_TRUMP,
    K_TURNED,
    KRATZEN,
    MUSS,
    NO,
    POT,
    S_CAUSE,
    S_DEALER,
    S_N,
    S_NUMBER,
    S_OVER,
    S_POT,
    S_SEATS,
    S_STACKS,
    SEEN,
    SWAP,
    SWAP_AWAY,
    SWAP_IN,
    SWAP_OUT,
    SWAP_SHOW,
    SWAPS,
    TRICK,
    TRICKS,
    TRUMP,
    TURNED,
)
from kratzen_log.bulk.memory import grid, kratzen_options, schnellen_options, shift
from kratzen_log.bulk.standing import FEES, HOLD, NEXT, ROWS, TOOK, W_SIZE, close
from kratzen_log.games import kratzen, schnellen
from kratzen_log.games._game import Tables
from kratzen_log.kernel.accounts import SAFE
from kratzen_log.kernel.trick import legal, played

WELI = 32
HIGH = 4
CARDS = 33
SUITS = 5
RUNGS = 6
"""The longest row of a ladder that fits the rule book."""

def mask_of(D: Any, place: int) -> int:
    """A counted list of cards as a mask; -1 when a card stands in it twice."""
    bits = 0
    for at in range(place + 1, place + 1 + D[place]):
        bit = 1 << D[at]
        if bits & bit:
            return -1
        bits |= bit
    return bits


def following(seat: int, seats: int, n: int) -> int:
    """The next seat of a mask, clockwise."""
    seat += 1
    if seat == n:
        seat = 0
    while not seats >> seat & 1:
        seat += 1
        if seat == n:
            seat = 0
    return seat


def size_of(seats: int) -> int:
    """How many seats a mask holds."""
    count = 0
    while seats:
        seats &= seats - 1
        count += 1
    return count


def deal(S: Any, D: Any, B: Any, T: Any, W: Any) -> int:
    """The number of cards played in a deal that is in order; -1 when it asks for a closer look."""
    n = S[S_N]
    seen = D[SEEN]
    dealer = D[DEALER]
    if S[S_OVER] or D[NO] != S[S_NUMBER] or dealer >= n or (S[S_DEALER] >= 0 and S[S_DEALER] != dealer):
        return -1
    seats = D[DEALT_IN] if seen >> K_IN & 1 else (1 << n) - 1
    if seats != S[S_SEATS] or not seats >> dealer & 1 or seats & (seats - 1) == 0:
        return -1
    if D[HANDS] != n or not dealt(seats, dealer, n, D, B, W):
        return -1
    if B[B_GAME] == KRATZEN:
        return kratzen_deal(S, D, B, T, W, seats)
    return schnellen_deal(S, D, B, T, W, seats)


def dealt(seats: int, dealer: int, n: int, D: Any, B: Any, W: Any) -> bool:
    """Whether hands and turned cards are of this pack, all different, of the right number, and those the pack gives."""
    seen = D[SEEN]
    turned = D[TURNED] if seen >> K_TURNED & 1 else 0
    if B[B_TURN_AFTER] < 0:
        if seen >> K_TURNED & 1:
            return False
    elif turned != (2 if B[B_AGAIN] and turned > 0 and D[TURNED + 1] == WELI else 1):
        return False
    met = 0
    for at in range(TURNED + 1, TURNED + 1 + turned):
        met |= 1 << D[at]
    cards = size_of(B[B_PACK])
    count = size_of(seats)
    short = max(0, count * (B[B_FIRST_PACKET] + B[B_SECOND_PACKET]) + turned - cards)
    for seat in range(n):
        place = HANDS + 1 + 8 * seat
        size = B[B_FIRST_PACKET] + B[B_SECOND_PACKET] if seats >> seat & 1 else 0
        if D[place] != (size - short if seat == dealer else size):
            return False
        bits = mask_of(D, place)
        if bits < 0 or bits & met:
            return False
        met |= bits
        W[HOLD + seat] = bits
    if met & ~B[B_PACK]:
        return False
    if not seen >> K_DECK & 1:
        return True
    return D[DECK] == cards and mask_of(D, DECK) == B[B_PACK] and from_pack(seats, dealer, n, D, B, W, turned)


def from_pack(seats: int, dealer: int, n: int, D: Any, B: Any, W: Any, turned: int) -> bool:
    """Whether the pack gives these hands, as sets, and these turned cards; ``DECK`` then begins with the talon's place."""
    at = DECK + 1
    stop = DECK + 1 + D[DECK]
    all_held = 1
    for packet in range(2):
        size = B[B_FIRST_PACKET] if packet == 0 else B[B_SECOND_PACKET]
        seat = dealer
        while True:
            seat = following(seat, seats, n)
            hand = W[HOLD + seat]
            for place in range(at, min(at + size, stop)):
                all_held &= hand >> D[place]
            at = min(at + size, stop)
            if seat == dealer:
                break
        if packet == B[B_TURN_AFTER]:
            for place in range(turned):
                if D[at] != D[TURNED + 1 + place]:
                    return False
                at += 1
    W[W_SIZE - 1] = at
    W[W_SIZE - 2] = stop
    return all_held == 1


def trump_of(D: Any) -> int:
    """The trumps that turned card and claim agree on; -1 when they do not, or nobody named them."""
    turner = D[TURNED + D[TURNED]]
    named = D[SEEN] >> K_TRUMP & 1
    if turner == WELI:
        return D[TRUMP] if named and D[TRUMP] < HIGH else -1
    due = turner // 8
    return due if not named or D[TRUMP] == due else -1


def declared(D: Any, seats: int, dealer: int, n: int, bettler_allowed: bool) -> tuple[int, int]:
    """Who is in, and the Bettler (-1: nobody), when all but the dealer speak once and in turn; else 0."""
    if D[CALLS] != size_of(seats) - 1:
        return 0, -1
    active = seats
    bettler = -1
    seat = dealer
    for at in range(D[CALLS]):
        seat = following(seat, seats, n)
        if D[CALLS + 1 + 2 * at] != seat:
            return 0, -1
        said = D[CALLS + 2 + 2 * at]
        if said == CALL_OUT:
            active &= ~(1 << seat)
        elif said == CALL_BETTLER:
            if not bettler_allowed or bettler >= 0:
                return 0, -1
            bettler = seat
    return active, bettler


def kratzen_deal(S: Any, D: Any, B: Any, T: Any, W: Any, seats: int) -> int:
    """A deal of Kratzen, in the order of its phases."""
    o = kratzen_options(B)
    n = S[S_N]
    seen = D[SEEN]
    dealer = D[DEALER]
    if seen & (1 << K_BIDS | 1 << K_DISCARD):
        return -1
    trump = trump_of(D)
    if trump < 0:
        return -1
    muss = S[S_CAUSE] > 0 or kratzen.seven_cause(o, D[TURNED + 1]) > 0
    if seen >> K_MUSS & 1 and (D[MUSS] != 0) != muss:
        return -1
    active = seats
    bettler = -1
    if seen >> K_CALLS & 1:
        active, bettler = declared(D, seats, dealer, n, o.bettler == 1)
        if active == 0 or (muss and active != seats):
            return -1
    elif not muss:
        return -1
    others = active & ~(1 << dealer)
    may_swap = kratzen.may_swap(o, muss, others)
    call = 0
    if seen >> K_DEALER_CALL & 1:
        if o.dealer_calls == 0 or not may_swap:
            return -1
        call = D[CALL]
    stacks = shift(S, S_STACKS)
    fees = shift(W, FEES)
    for seat in range(n):
        fees[seat] = 0
    if seen >> K_EXCHANGE & 1 and D[SWAPS] > 0 and not (may_swap and kratzen_swaps(o, D, W, dealer, active, n, call, stacks)):
        return -1
    plays = tricks(D, T, W, trump, dealer, active, n)
    if plays < 0:
        return -1
    taken = shift(W, TOOK)
    rows = shift(W, ROWS)
    for at in range(5 * n):
        rows[at] = 0
    pot = S[S_POT] + kratzen.stakes(o, n, seats, stacks, fees, rows)
    carry, failed, qualified = kratzen.settle(o, n, dealer, active, bettler, pot, taken, stacks, rows)
    if carry > SAFE or pot > SAFE:
        return -1
    if (seen >> K_POT & 1 and D[POT] != pot) or (seen >> K_CARRY & 1 and D[CARRY] != carry):
        return -1
    S[S_POT] = carry
    S[S_CAUSE] = kratzen.next_cause(o, muss, failed, qualified)
    return plays if close(S, D, B, W, 5) else -1


def held(W: Any, D: Any, place: int, seat: int) -> int:
    """The cards of a counted list as a mask, when the seat holds them all and there is one; else -1."""
    bits = mask_of(D, place)
    return bits if bits > 0 and bits & ~W[HOLD + seat] == 0 else -1


def drawn(W: Any, D: Any, place: int) -> int:
    """The cards of a counted list as a mask, when they are the talon's top; else -1. The talon loses them."""
    bits = 0
    at = W[W_SIZE - 1]
    if at + D[place] > W[W_SIZE - 2]:
        return -1
    for nth in range(D[place]):
        if D[place + 1 + nth] != D[at]:
            return -1
        bits |= 1 << D[at]
        at += 1
    W[W_SIZE - 1] = at
    return bits


def in_turn(active: int, gone: int, seat: int, dealer: int, n: int) -> int:
    """The seats that had their go, when this one's comes now or later; else -1."""
    if not active >> seat & 1 or gone >> seat & 1:
        return -1
    at = dealer
    while True:
        at += 1
        if at == n:
            at = 0
        gone |= 1 << at
        if at == seat:
            return gone
        if at == dealer:
            return -1


def kratzen_swaps(o: Any, D: Any, W: Any, dealer: int, active: int, n: int, call: int, stacks: Any) -> bool:
    """Plays the exchange of Kratzen through; the fees."""
    if not D[SEEN] >> K_DECK & 1:
        return False
    gone = 0
    for nth in range(D[SWAPS]):
        place = SWAPS + 1 + SWAP * nth
        seat = D[place]
        gone = in_turn(active, gone, seat, dealer, n)
        if gone < 0 or D[place + SWAP_SHOW] >= 0 or D[place + SWAP_AWAY] >= 0:
            return False
        count = D[place + SWAP_OUT]
        fee = kratzen.swap_fee(o, count, seat == dealer, call)
        if count > kratzen.swap_limit(o, seat == dealer, call) or D[place + SWAP_IN] != count:
            return False
        if o.short_stack == kratzen.PARTIAL and stacks[seat] - o.ante < fee:
            return False
        out = held(W, D, place + SWAP_OUT, seat)
        new = drawn(W, D, place + SWAP_IN)
        if out < 0 or new < 0:
            return False
        W[HOLD + seat] = W[HOLD + seat] & ~out | new
        W[FEES + seat] = fee
    return True


def auction(D: Any, seats: int, dealer: int, n: int) -> tuple[int, int]:
    """The highest bid and its seat (-1: all passed), when all bid once, in turn, and high enough; else a bid of -1."""
    if D[BIDS] != size_of(seats):
        return -1, -1
    highest = 0
    bidder = -1
    seat = dealer
    for at in range(D[BIDS]):
        seat = following(seat, seats, n)
        if D[BIDS + 1 + 2 * at] != seat:
            return -1, -1
        bid = D[BIDS + 2 + 2 * at]
        if bid > 0:
            if not schnellen.bid_holds(bid, highest, seat == dealer):
                return -1, -1
            highest = bid
            bidder = seat
    return highest, bidder


def schnellen_deal(S: Any, D: Any, B: Any, T: Any, W: Any, seats: int) -> int:
    """A deal of Schnellen, in the order of its phases."""
    o = schnellen_options(B)
    n = S[S_N]
    seen = D[SEEN]
    dealer = D[DEALER]
    if seen & (1 << K_MUSS | 1 << K_POT | 1 << K_CARRY | 1 << K_DEALER_CALL):
        return -1
    bid = 0
    bidder = -1
    turner = -1
    if o.bidding:
        if seen >> K_DISCARD & 1 or not seen >> K_BIDS & 1:
            return -1
        bid, bidder = auction(D, seats, dealer, n)
        if bid < 0 or (seen >> K_TRUMP & 1) != (1 if bidder >= 0 else 0):
            return -1
        if bidder < 0:
            return passed(S, D, B, W)
        trump = D[TRUMP]
    else:
        if seen >> K_BIDS & 1 or not seen >> K_DISCARD & 1:
            return -1
        trump = trump_of(D)
        turner = D[TURNED + D[TURNED]]
        if trump < 0 or turner == WELI:
            return -1
        for at in range(D[TURNED]):
            W[HOLD + dealer] |= 1 << D[TURNED + 1 + at]
        gone = held(W, D, DISCARD, dealer)
        if gone < 0 or D[DISCARD] != schnellen.put_away(D[HANDS + 1 + 8 * dealer], D[TURNED]):
            return -1
        W[HOLD + dealer] &= ~gone
    if not seen >> K_CALLS & 1:
        return -1
    active, _bettler = declared(D, seats, dealer, n, False)
    if active == 0 or not may_be_out(o, S, D, seats, active, bidder, trump, turner):
        return -1
    if seen >> K_EXCHANGE & 1 and D[SWAPS] > 0 and not (
        schnellen.may_swap(o, active & ~(1 << dealer)) and schnellen_swaps(D, W, dealer, active, n, trump)
    ):
        return -1
    plays = tricks(D, T, W, trump, dealer, active, n)
    if plays < 0:
        return -1
    rows = shift(W, ROWS)
    for at in range(3 * n):
        rows[at] = 0
    schnellen.settle(o, n, seats, active, bidder, bid, trump, shift(W, TOOK), rows)
    return plays if close(S, D, B, W, 3) else -1


def passed(S: Any, D: Any, B: Any, W: Any) -> int:
    """A deal in which all passed: nothing more is said, swapped or played, and nobody scores."""
    seen = D[SEEN]
    if (seen >> K_CALLS & 1 and D[CALLS] > 0) or (seen >> K_EXCHANGE & 1 and D[SWAPS] > 0) or D[TRICKS] > 0:
        return -1
    n = S[S_N]
    for seat in range(n):
        W[TOOK + seat] = 0
    for at in range(3 * n):
        W[ROWS + at] = 0
    return 0 if close(S, D, B, W, 3) else -1


def may_be_out(o: Any, S: Any, D: Any, seats: int, active: int, bidder: int, trump: int, turner: int) -> bool:
    """Whether everybody who dropped out was free to."""
    n = S[S_N]
    dealer = D[DEALER]
    seat = dealer
    for at in range(D[CALLS]):
        seat = following(seat, seats, n)
        if not active >> seat & 1:
            last = at == D[CALLS] - 1 and active == 1 << dealer
            if schnellen.refusal(o, seat == bidder, S[S_STACKS + seat], trump, turner, last) != schnellen.MAY:
                return False
    return True


def schnellen_swaps(D: Any, W: Any, dealer: int, active: int, n: int, trump: int) -> bool:
    """Plays the exchange of Schnellen through."""
    if not D[SEEN] >> K_DECK & 1:
        return False
    gone = 0
    for nth in range(D[SWAPS]):
        place = SWAPS + 1 + SWAP * nth
        seat = D[place]
        gone = in_turn(active, gone, seat, dealer, n)
        if gone < 0:
            return False
        count = D[place + SWAP_OUT]
        left = W[W_SIZE - 2] - W[W_SIZE - 1]
        out = held(W, D, place + SWAP_OUT, seat)
        if out < 0 or count > left or D[place + SWAP_IN] != schnellen.swap_draws(count, left):
            return False
        if count == schnellen.SHOWS_ACE:
            ace = schnellen.swap_ace(trump)
            if D[place + SWAP_SHOW] != 1 or D[place + SWAP_SHOW + 1] != ace or out >> ace & 1 or not W[HOLD + seat] >> ace & 1:
                return False
        elif D[place + SWAP_SHOW] >= 0:
            return False
        new = drawn(W, D, place + SWAP_IN)
        if new < 0:
            return False
        away = 0
        due = schnellen.swap_away(count, left)
        if due > 0:
            if D[place + SWAP_AWAY] != due:
                return False
            away = 1 << D[place + SWAP_AWAY + 1]
            if away & ~new:
                return False
        elif D[place + SWAP_AWAY] >= 0:
            return False
        W[HOLD + seat] = (W[HOLD + seat] & ~out | new) & ~away
    return True


def tables(T: Any, trump: int) -> Tables:
    """The tables of a trump, from the rule book."""
    suit_of, suit_mask, higher, free, ladder = T
    return Tables(
        trump, shift(suit_of, trump * CARDS), shift(suit_mask, trump * SUITS), shift(higher, trump * CARDS), free[trump],
        grid(ladder, trump * 3 * RUNGS, 3, RUNGS),
    )


def tricks(D: Any, T: Any, W: Any, trump: int, dealer: int, active: int, n: int) -> int:
    """Plays the tricks through: how many cards; -1 at the first that is not in order. Fills who took how many."""
    for seat in range(n):
        W[TOOK + seat] = 0
    if active == 1 << dealer:
        W[TOOK + dealer] = 5
        return 0 if D[TRICKS] == 0 else -1
    if D[TRICKS] != 5:
        return -1
    t = tables(T, trump)
    size = size_of(active)
    leader = following(dealer, active, n)
    for seat in range(n):
        W[NEXT + seat] = following(seat, active, n)
    for number in range(5):
        place = TRICKS + 1 + TRICK * number
        if D[place] != size:
            return -1
        led = -1
        best = -1
        top = -1
        seat = leader
        for at in range(size):
            if D[place + 2 + 2 * at] != seat:
                return -1
            card = D[place + 3 + 2 * at]
            cards, _duty, _beat = legal(t, W[HOLD + seat], led, best, top)
            if not cards >> card & 1:
                return -1
            led, best, top, takes = played(t, led, best, top, card)
            if takes:
                leader = seat
            W[HOLD + seat] ^= 1 << card
            seat = W[NEXT + seat]
        if D[place + 1] >= 0 and D[place + 1] != leader:
            return -1
        W[TOOK + leader] += 1
    return 5 * size
