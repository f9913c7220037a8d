"""Whole evenings of the simulator, played and written. Plain Python that a compiler accepts; it holds no rule.

The deals are played by the simulator's own functions, what stands between them is told by ``standing``.
"""

from __future__ import annotations

from typing import Any

from kratzen_log.bulk import standing, writing
from kratzen_log.bulk.judging import tables
from kratzen_log.bulk.layout import (
    B_GAME,
    B_PLAYERS,
    DEALER,
    K_START,
    KRATZEN,
    OPEN,
    S_CAUSE,
    S_DEALER,
    S_LEADERS,
    S_N,
    S_NUMBER,
    S_OVER,
    S_PLAYED,
    S_POT,
    S_REASONS,
    S_RECORDS,
    S_SEATS,
    S_STACKS,
    S_TIED,
    SEEN,
    START,
)
from kratzen_log.bulk.memory import grid, kratzen_options, lookup, part, schnellen_options, shift, write
from kratzen_log.bulk.standing import FEES, ROWS, TOOK
from kratzen_log.games import kratzen, schnellen
from kratzen_log.kernel.accounts import SAFE
from kratzen_log.simulator.deal import CARRY, FAILED, MUSS, QUALIFIED, Sheet, kratzen_deal, schnellen_deal
from kratzen_log.simulator.stream import BOT, DECK, TABLE, below, seed, shuffle

DEALS, LOW, HIGH, CHIPS, CARDS, HEAD_SIZE, KINDS = 0, 1, 2, 3, 4, 5, 8
"""Places in a plan: most deals of a session, the seed in two words, what each starts with, the size of the pack."""
P_SIZE = 16
DEEP = 8192
"""More bytes than any record has."""
PACK, ORDER, STATE, STATES, SHEET = 0, 40, 80, 84, 120
"""Places in the table: the pack as it is and shuffled, streams of random numbers, the sheet."""
T_SIZE = 400


def sheet_of(table: Any, W: Any, n: int) -> Sheet:
    """The simulator's sheet, over a table and a work space."""
    at = shift(table, SHEET)
    return Sheet(
        shift(at, 0), shift(at, 8), shift(at, 16), shift(at, 24), shift(at, 32), shift(at, 40), shift(at, 48), shift(at, 56),
        shift(at, 64), shift(W, FEES), shift(at, 80), shift(at, 160), shift(W, TOOK), shift(W, ROWS), shift(at, 176),
    )


def evenings(
    first: int, last: int, P: Any, B: Any, T: Any, HEAD: Any, TOKENS: Any, S: Any, D: Any, W: Any, table: Any, OUT: Any, ENDS: Any,
    room: int,
) -> int:
    """Plays the sessions from ``first`` up to ``last`` and writes them: how many bytes.

    ``ENDS`` gets how many sessions ended, then where each did. ``S[OPEN]``: there was no room for all; called again
    with the number of the session that goes on, it goes on.
    """
    at = 0
    ENDS[0] = 0
    number = first
    while number < last:
        if at + DEEP + P[HEAD_SIZE] > room:
            return at
        if not S[OPEN]:
            for place in range(P[HEAD_SIZE]):
                OUT[at + place] = HEAD[place]
            at += P[HEAD_SIZE]
            begin(number, P, B, S, D, table)
        while not S[S_OVER] and (S[S_PLAYED] < P[DEALS] or S[S_TIED]) and not too_rich(S, B):
            if at + DEEP > room:
                return at
            at = one_deal(number, P, B, T, TOKENS, S, D, W, table, OUT, at)
        at = end(OUT, at, S, B)
        S[OPEN] = 0
        number += 1
        ENDS[0] += 1
        ENDS[ENDS[0]] = at
    return at


def begin(number: int, P: Any, B: Any, S: Any, D: Any, table: Any) -> None:
    """A session before its first deal."""
    n = B[B_PLAYERS]
    D[SEEN] = 1 << K_START
    D[START] = n
    for seat in range(n):
        D[START + 1 + seat] = P[CHIPS]
    standing.begin(S, D, B)
    state = shift(table, STATE)
    seed(state, P[LOW], P[HIGH], number, 0, TABLE)
    S[S_DEALER] = below(state, n)
    S[OPEN] = 1


def too_rich(S: Any, B: Any) -> bool:
    """Whether an amount could pass the limit of a log in the next deal."""
    if B[B_GAME] != KRATZEN:
        return False
    o = kratzen_options(B)
    n = S[S_N]
    most = 0
    for seat in range(n):
        most = max(most, abs(S[S_STACKS + seat]))
    stake = (o.ante + o.exchange_fee * 6) * n * (2 + o.bettler_bonus)
    return bool((S[S_POT] + stake) * (n + 2) + most > SAFE)


def one_deal(number: int, P: Any, B: Any, T: Any, TOKENS: Any, S: Any, D: Any, W: Any, table: Any, OUT: Any, at: int) -> int:
    """Plays a deal, writes it down and goes on to what stands after it."""
    n = S[S_N]
    dealer = S[S_DEALER]
    for place in range(P[CARDS]):
        table[ORDER + place] = table[PACK + place]
    deck = part(table, ORDER, P[CARDS])
    state = shift(table, STATE)
    seed(state, P[LOW], P[HIGH], number, S[S_NUMBER], DECK)
    shuffle(state, deck)
    states = grid(table, STATES, 6, 4)
    for seat in range(n):
        seed(states[seat], P[LOW], P[HIGH], number, S[S_NUMBER], BOT + seat)
    sheet = sheet_of(table, W, n)
    kinds = shift(P, KINDS)
    stacks = shift(S, S_STACKS)
    ts = lookup(tables, T)
    if B[B_GAME] == KRATZEN:
        o = kratzen_options(B)
        kratzen_deal(o, ts, sheet, deck, states, kinds, n, dealer, S[S_SEATS], S[S_CAUSE], stacks, S[S_POT])
        at = writing.deal(OUT, at, TOKENS, S, W, sheet, deck, dealer, True, False, 5)
        f = sheet.facts
        S[S_POT] = f[CARRY]
        S[S_CAUSE] = kratzen.next_cause(o, f[MUSS] == 1, f[FAILED], f[QUALIFIED])
    else:
        other = schnellen_options(B)
        schnellen_deal(other, ts, sheet, deck, states, kinds, n, dealer, S[S_SEATS], stacks)
        at = writing.deal(OUT, at, TOKENS, S, W, sheet, deck, dealer, False, other.bidding == 1, 3)
    D[SEEN] = 0
    D[DEALER] = dealer
    standing.close(S, D, B, W, 5 if B[B_GAME] == KRATZEN else 3)
    return writing.totals(OUT, at, S)


def end(OUT: Any, at: int, S: Any, B: Any) -> int:
    """The end record."""
    n = S[S_N]
    at = write(OUT, at, '{"type":"end","deals":')
    at = writing.whole(OUT, at, S[S_RECORDS])
    at = write(OUT, at, ',"totals":')
    at = writing.wholes(OUT, at, shift(S, S_STACKS), n)
    at = write(OUT, at, ',"winners":"')
    at = writing.letters(OUT, at, S[S_LEADERS] if S[S_OVER] else standing.ending(S, B, S[S_PLAYED])[1])
    at = write(OUT, at, ',"reason":"')
    if not S[S_OVER]:
        return write(OUT, at, 'abandoned"}\n') if too_rich(S, B) else write(OUT, at, 'agreed"}\n')
    bit = 0
    while not S[S_REASONS] >> bit & 1:
        bit += 1
    if B[B_GAME] == KRATZEN:
        at = write(OUT, at, kratzen.END_REASONS[0]) if bit == 0 else write(OUT, at, kratzen.END_REASONS[1]) if bit == 1 else write(OUT, at, kratzen.END_REASONS[2])
    else:
        at = write(OUT, at, schnellen.END_REASONS[0]) if bit == 0 else write(OUT, at, schnellen.END_REASONS[1])
    return write(OUT, at, '"}\n')
