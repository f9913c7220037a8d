"""A block of lines as rows of numbers, in plain Python that a compiler accepts. It holds no rule.

Sessions in order are told: a row for each deal, seat, play and movement. Of any other session only its place is
known, and what was told of it is taken back.
"""

from __future__ import annotations

from typing import Any, Final

from kratzen_log.bulk import driving, judging, parts, standing
from kratzen_log.bulk.layout import (
    ANEW,
    AT,
    B_GAME,
    B_SIZE,
    BLANK,
    COUNT,
    D_SIZE,
    DEALER,
    DEALT_IN,
    ENDED,
    FIRST,
    HANDS,
    K_CALLS,
    K_DECK,
    K_EXCHANGE,
    K_IN,
    K_REASON,
    K_TURNED,
    K_WINNERS,
    KRATZEN,
    LINE,
    NO,
    ODD,
    OPEN,
    PLAYS,
    REASON,
    RULES,
    S_CAUSE,
    S_N,
    S_OVER,
    S_POT,
    S_RECORDS,
    S_STACKS,
    SEALED,
    SEEN,
    SUSPECT,
    SWAP,
    SWAP_OUT,
    SWAPS,
    T_ADJUST,
    T_DEAL,
    T_END,
    T_SESSION,
    TRICK,
    TRICKS,
    TRUMP,
    TURNED,
    TYPE,
    WINNERS,
    packed,
)
from kratzen_log.bulk.memory import bare, eight, kratzen_options, schnellen_options, shift
from kratzen_log.bulk.parts import BACKSLASH, QUOTE
from kratzen_log.bulk.standing import ROWS, TOOK
from kratzen_log.games import kratzen
from kratzen_log.kernel.trick import legal, played

DONE, NEW_RULES, FULL = 0, 1, 2

# --- Rows -------------------------------------------------------------------------------------------------------

X_SUSPECT, X_FIRST, X_STOP, X_RULES, X_DEALS, X_PLAYS, X_SEALED, X_REASON, X_WINNERS, X_N, X_START, X_TOTAL = (
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 16,
)
X_SIZE: Final = 22
"""A session: where it stands, and what the table ``sessions`` says of it; -1 where the log does not say it."""
(
    Q_SESSION, Q_NO, Q_DEALER, Q_TRUMP, Q_TURNED, Q_AGAIN, Q_MUSS, Q_CAUSE, Q_BID, Q_BIDDER, Q_DEALT_IN, Q_ACTIVE, Q_POT, Q_CARRY,
    Q_OVER, Q_FRENCH, Q_GAME,
) = range(17)
Q_SIZE: Final = 17
"""A deal; seats as numbers, sets of seats as masks, -1 for what is missing."""
R_DEAL, R_SEAT, R_CALL, R_HAND, R_SWAPPED, R_TRICKS, R_CHANGE, R_TOTAL = range(8)
R_SIZE: Final = 8
"""A seat in a deal."""
P_DEAL, P_WHAT, P_HAND, P_LEGAL = range(4)
P_SIZE: Final = 4
"""A play; ``P_WHAT`` has trick, place, seat, card, duty, card to beat + 1 and whether it took the trick, six bits each."""
L_DEAL, L_SEAT, L_REASON, L_AMOUNT, L_BALANCE, L_POT, L_BETTLER = range(7)
L_SIZE: Final = 7
"""A movement of chips or points."""
C_SESSIONS, C_DEALS, C_RESULTS, C_PLAYS, C_LEDGER, M_DEALS, M_RESULTS, M_PLAYS, M_LEDGER, E_REASON, E_WINNERS, B_STACKS = range(12)
C_SIZE: Final = 24
"""How many rows there are, how many there were before the session at hand, and what its end says."""
W_TURNED, W_DECK, W_HANDS = packed("turned"), packed("deck"), packed("hands")
NOTHING: Final = -(1 << 62)
"""An amount that is missing."""
C_IN, C_OUT, C_BETTLER, C_DEALER, C_ABSENT = range(5)


def block(
    data: Any, stop: int, longest: int, PLAIN: Any, KEY: Any, CARD: Any, BOOK: Any, TEXTS: Any, TABLES: Any, S: Any, D: Any, W: Any,
    C: Any, OUT: Any, limits: Any,
) -> int:
    """Reads lines from ``S[AT]`` up to ``stop``, where one ends; ``OUT`` are the rows X, Q, R, P, L.

    ``NEW_RULES`` as in ``bulk.driving``. ``FULL``: one of the tables has less room than ``limits`` ask for.
    """
    suit_of, suit_mask, higher, free, ladder = TABLES
    X, Q, R, P, L = OUT
    return lines(
        bare(data), stop, longest, bare(PLAIN), bare(KEY), bare(CARD), bare(BOOK), bare(TEXTS),
        (bare(suit_of), bare(suit_mask), bare(higher), bare(free), bare(ladder)), bare(S), bare(D), bare(W), bare(C),
        (bare(X), bare(Q), bare(R), bare(P), bare(L)), bare(limits),
    )


def lines(
    data: Any, stop: int, longest: int, PLAIN: Any, KEY: Any, CARD: Any, BOOK: Any, TEXTS: Any, TABLES: Any, S: Any, D: Any, W: Any,
    C: Any, OUT: Any, limits: Any,
) -> int:
    """The lines of a block, one after another."""
    suit_of, suit_mask, higher, free, ladder = TABLES
    X, _deals, _results, _plays, _ledger = OUT
    while S[AT] < stop:
        for at in range(5):
            if C[at] > limits[at]:
                return FULL
        begin = S[AT]
        after = driving.line(data, begin, longest, PLAIN, KEY, CARD, D)
        kind = D[TYPE]
        if kind == T_SESSION:
            rules = driving.rules_of(PLAIN, D, BOOK, TEXTS) if D[ANEW] else driving.rules_of(data, D, BOOK, TEXTS)
            if rules < 0:
                return NEW_RULES
            finish(S, C, X, begin)
            driving.start(S, D, BOOK, begin, rules)
            for seat in range(S[S_N] if not S[SUSPECT] else 0):
                C[B_STACKS + seat] = S[S_STACKS + seat]
        elif kind == T_DEAL:
            driving.record(S, D)
            if not S[SUSPECT]:
                at = S[RULES] * judging.SUITS
                tables = (
                    shift(suit_of, at * judging.CARDS), shift(suit_mask, at * judging.SUITS), shift(higher, at * judging.CARDS),
                    shift(free, at), shift(ladder, at * 3 * judging.RUNGS),
                )
                french = notation(PLAIN, 0, D[SEEN]) if D[ANEW] else notation(data, begin, D[SEEN])
                one_deal(french, S, D, shift(BOOK, S[RULES] * B_SIZE), tables, W, C, OUT)
        elif kind == T_END:
            driving.record(S, D)
            if not S[SUSPECT] and not standing.end(S, D, shift(BOOK, S[RULES] * B_SIZE)):
                S[SUSPECT] = 1
            S[ENDED] = 1
            C[E_REASON] = D[REASON] if D[SEEN] >> K_REASON & 1 else -1
            C[E_WINNERS] = D[WINNERS] if D[SEEN] >> K_WINNERS & 1 else -1
        elif kind in (ODD, T_ADJUST):
            S[SUSPECT] = 1
        elif kind != BLANK:
            driving.record(S, D)
        S[LINE] += 1
        S[AT] = after
    return DONE


def finish(S: Any, C: Any, X: Any, stop: int) -> None:
    """The row of the session that ends before ``stop``; what was told of one that is not in order is taken back."""
    if stop == S[FIRST] and not S[OPEN]:
        return
    row = shift(X, C[C_SESSIONS] * X_SIZE)
    partly = S[SEALED] != 0 and S[SEALED] != S[COUNT] - 1
    row[X_SUSPECT] = 1 if S[SUSPECT] or not S[OPEN] or not S[ENDED] or partly else 0
    row[X_FIRST] = S[FIRST]
    row[X_STOP] = stop
    row[X_RULES] = S[RULES]
    row[X_DEALS] = S[S_RECORDS]
    row[X_PLAYS] = S[PLAYS]
    row[X_SEALED] = S[SEALED]
    row[X_REASON] = C[E_REASON]
    row[X_WINNERS] = C[E_WINNERS]
    row[X_N] = S[S_N]
    for at in range(4):
        if row[X_SUSPECT]:
            C[C_DEALS + at] = C[M_DEALS + at]
        C[M_DEALS + at] = C[C_DEALS + at]
    for seat in range(S[S_N]):
        row[X_START + seat] = C[B_STACKS + seat]
        row[X_TOTAL + seat] = S[S_STACKS + seat]
    C[C_SESSIONS] += 1


def one_deal(is_french: int, S: Any, D: Any, B: Any, tables: Any, W: Any, C: Any, OUT: Any) -> None:
    """Judges a deal and tells it."""
    before = shift(D, D_SIZE)
    for seat in range(S[S_N]):
        before[seat] = S[S_STACKS + seat]
    pot = S[S_POT]
    cause = S[S_CAUSE]
    plays = judging.deal(S, D, B, tables, W)
    S[PLAYS] += plays
    if plays < 0:
        S[SUSPECT] = 1
        return
    tell(is_french, pot, cause, plays, before, S, D, B, tables, W, C, OUT)


def notation(data: Any, at: int, seen: int) -> int:
    """Whether a deal is written in French notation, as ``log.tokens.pack_of`` has it: its first card says it."""
    name, size = W_HANDS, 5
    if seen >> K_TURNED & 1:
        name, size = W_TURNED, 6
    elif seen >> K_DECK & 1:
        name, size = W_DECK, 4
    depth = 0
    wanted = False
    while data[at] != 10:
        char = int(data[at])
        if char in (parts.OPEN, parts.OPEN_LIST):
            depth += 1
        elif char in (parts.CLOSE, parts.CLOSE_LIST):
            depth -= 1
        elif char == QUOTE:
            begin = at + 1
            if wanted and data[begin] != QUOTE:
                return begins_french(int(data[begin]))
            at += 1
            while data[at] != QUOTE:
                at += 2 if data[at] == BACKSLASH else 1
            if depth == 1 and not wanted:
                wanted = at - begin == size and eight(data, begin) & ((1 << 8 * size) - 1) == name
        at += 1
    return 0


def begins_french(char: int) -> int:
    """Whether a card that begins with a character is written in French notation."""
    if 97 <= char <= 122:
        char -= 32
    return 1 if char in (49, 54, 55, 56, 57, 65, 74, 75, 81, 84) else 0


def tell(
    is_french: int, pot: int, cause: int, plays: int, before: Any, S: Any, D: Any, B: Any, tables: Any, W: Any, C: Any, OUT: Any
) -> None:
    """The rows of a deal that is in order. ``pot``, ``cause``, ``before``: pot, cause of a Muss and stacks before it."""
    n = S[S_N]
    seen = D[SEEN]
    dealer = D[DEALER]
    seats = D[DEALT_IN] if seen >> K_IN & 1 else (1 << n) - 1
    _X, Q, R, P, L = OUT
    q = shift(Q, C[C_DEALS] * Q_SIZE)
    q[Q_MUSS] = q[Q_CAUSE] = -1
    q[Q_POT] = q[Q_CARRY] = NOTHING
    q[Q_BID] = 0
    q[Q_BIDDER] = -1
    turned = D[TURNED] if seen >> K_TURNED & 1 else 0
    q[Q_TURNED] = D[TURNED + 1] if turned > 0 else -1
    q[Q_AGAIN] = D[TURNED + 2] if turned > 1 else -1
    bettler = -1
    active = seats
    if B[B_GAME] == KRATZEN:
        trump = judging.trump_of(D)
        if seen >> K_CALLS & 1:
            active, bettler = judging.declared(D, seats, dealer, n, kratzen_options(B).bettler == 1)
        if cause <= 0:
            cause = kratzen.seven_cause(kratzen_options(B), D[TURNED + 1])
        q[Q_MUSS] = 1 if cause > 0 else 0
        q[Q_CAUSE] = cause if cause > 0 else -1
        q[Q_CARRY] = S[S_POT]
    else:
        if schnellen_options(B).bidding:
            q[Q_BID], q[Q_BIDDER] = judging.auction(D, seats, dealer, n)
            trump = D[TRUMP] if q[Q_BIDDER] >= 0 else -1
        else:
            trump = judging.trump_of(D)
        if trump < 0:
            active = 0
        else:
            active, _nobody = judging.declared(D, seats, dealer, n, False)
    q[Q_SESSION] = C[C_SESSIONS]
    q[Q_NO] = D[NO]
    q[Q_DEALER] = dealer
    q[Q_TRUMP] = trump
    q[Q_DEALT_IN] = seats
    q[Q_ACTIVE] = active
    q[Q_OVER] = S[S_OVER]
    q[Q_FRENCH] = is_french
    q[Q_GAME] = B[B_GAME]
    if plays > 0:
        tell_tricks(judging.tables(tables, trump), D, n, C, P)
    tell_results(plays, dealer, seats, active, bettler, before, S, D, W, C, R)
    tell_ledger(dealer, bettler, pot, before, S, B, W, C, q, L)
    C[C_DEALS] += 1


def tell_tricks(t: Any, D: Any, n: int, C: Any, P: Any) -> None:
    """A row for each card played, with the hand before it and what was legal."""
    hold = shift(D, D_SIZE + 8)
    for seat in range(n):
        hold[seat] = 0
    for number in range(5):
        place = TRICKS + 1 + TRICK * number
        for at in range(D[place]):
            hold[D[place + 2 + 2 * at]] |= 1 << D[place + 3 + 2 * at]
    for number in range(5):
        place = TRICKS + 1 + TRICK * number
        led = -1
        best = -1
        top = -1
        first = C[C_PLAYS]
        taker = first
        for at in range(D[place]):
            seat = D[place + 2 + 2 * at]
            card = D[place + 3 + 2 * at]
            cards, duty, beat = legal(t, hold[seat], led, best, top)
            p = shift(P, C[C_PLAYS] * P_SIZE)
            p[P_DEAL] = C[C_DEALS]
            p[P_WHAT] = (number + 1) | (at + 1) << 6 | seat << 12 | card << 18 | duty << 24 | (beat + 1) << 30
            p[P_HAND] = hold[seat]
            p[P_LEGAL] = cards
            led, best, top, takes = played(t, led, best, top, card)
            if takes:
                taker = C[C_PLAYS]
            hold[seat] ^= 1 << card
            C[C_PLAYS] += 1
        p = shift(P, taker * P_SIZE)
        p[P_WHAT] |= 1 << 36


def tell_results(
    plays: int, dealer: int, seats: int, active: int, bettler: int, before: Any, S: Any, D: Any, W: Any, C: Any, R: Any
) -> None:
    """A row for each seat."""
    n = S[S_N]
    for seat in range(n):
        r = shift(R, C[C_RESULTS] * R_SIZE)
        r[R_DEAL] = C[C_DEALS]
        r[R_SEAT] = seat
        r[R_CALL] = C_IN if active >> seat & 1 or active == 0 else C_OUT
        if not seats >> seat & 1:
            r[R_CALL] = C_ABSENT
        elif seat == dealer:
            r[R_CALL] = C_DEALER
        elif seat == bettler:
            r[R_CALL] = C_BETTLER
        r[R_HAND] = judging.mask_of(D, HANDS + 1 + 8 * seat)
        r[R_SWAPPED] = 0
        r[R_TRICKS] = W[TOOK + seat] if plays > 0 else 0
        r[R_CHANGE] = S[S_STACKS + seat] - before[seat]
        r[R_TOTAL] = S[S_STACKS + seat]
        if D[SEEN] >> K_EXCHANGE & 1:
            for nth in range(D[SWAPS]):
                if D[SWAPS + 1 + SWAP * nth] == seat:
                    r[R_SWAPPED] = D[SWAPS + 1 + SWAP * nth + SWAP_OUT]
        C[C_RESULTS] += 1


def tell_ledger(
    dealer: int, bettler: int, pot: int, before: Any, S: Any, B: Any, W: Any, C: Any, q: Any, L: Any
) -> None:
    """A row for each movement, reason by reason from the dealer's left; the pot played for goes into the deal's row."""
    n = S[S_N]
    has_pot = B[B_GAME] == KRATZEN
    width = 5 if has_pot else 3
    for reason in range(width):
        for step in range(n):
            seat = (dealer + 1 + step) % n
            amount = W[ROWS + seat * width + reason]
            if amount == 0:
                continue
            before[seat] += amount
            pot -= amount
            row = shift(L, C[C_LEDGER] * L_SIZE)
            row[L_DEAL] = C[C_DEALS]
            row[L_SEAT] = seat
            row[L_REASON] = reason if has_pot else 5 + reason
            row[L_AMOUNT] = amount
            row[L_BALANCE] = before[seat]
            row[L_POT] = pot if has_pot else NOTHING
            row[L_BETTLER] = 1 if seat == bettler else 0
            C[C_LEDGER] += 1
            if has_pot and reason in (kratzen.ANTE, kratzen.FEE):
                q[Q_POT] = pot
