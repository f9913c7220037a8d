"""What a session stands at before, between and after its deals, in plain Python that a compiler accepts. It holds no rule.

The work space ``W`` has the hands as masks, the tricks taken, the fees and the ledger of a deal.
"""

from __future__ import annotations

from typing import Any

from kratzen_log.bulk.layout import (
    B_GAME,
    B_PLAYERS,
    B_REASON,
    DEALER,
    DEALS,
    DELTA,
    E_AGREED,
    K_DEALS,
    K_DELTA,
    K_REASON,
    K_START,
    K_TAKEN,
    K_TOTALS,
    K_WINNERS,
    KRATZEN,
    REASON,
    S_CAUSE,
    S_DEALER,
    S_DECIDED,
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
    TAKEN,
    TOTALS,
    WINNERS,
)
from kratzen_log.bulk.memory import kratzen_options, part, schnellen_options, shift
from kratzen_log.games import kratzen, schnellen
from kratzen_log.kernel.accounts import SAFE

HOLD = 0
TOOK = 8
FEES = 16
ROWS = 24
NEXT = 54
"""For each seat the next one that plays."""
W_SIZE = 64


def begin(S: Any, D: Any, B: Any) -> bool:
    """The standing before the first deal; false when it is not known."""
    n = B[B_PLAYERS]
    if D[SEEN] >> K_START & 1:
        if D[START] != n:
            return False
        for seat in range(n):
            S[S_STACKS + seat] = D[START + 1 + seat]
    elif B[B_GAME] == KRATZEN:
        return False
    else:
        for seat in range(n):
            S[S_STACKS + seat] = schnellen_options(B).start_score
    S[S_N] = n
    S[S_NUMBER] = 1
    S[S_DEALER] = -1
    S[S_POT] = 0
    S[S_CAUSE] = kratzen.opening_cause(kratzen_options(B)) if B[B_GAME] == KRATZEN else 0
    S[S_SEATS] = (1 << n) - 1
    S[S_PLAYED] = S[S_RECORDS] = S[S_REASONS] = S[S_LEADERS] = S[S_TIED] = S[S_OVER] = S[S_DECIDED] = 0
    return True


def adjust(S: Any, D: Any) -> bool:
    """Chips or points moved outside play."""
    if D[DELTA] != S[S_N]:
        return False
    for seat in range(S[S_N]):
        S[S_STACKS + seat] += D[DELTA + 1 + seat]
        if abs(S[S_STACKS + seat]) > SAFE:
            return False
    return True


def end(S: Any, D: Any, B: Any) -> bool:
    """Whether everything an ``end`` record claims follows."""
    seen = D[SEEN]
    n = S[S_N]
    if S[S_TIED] != 0 or (seen >> K_DEALS & 1 and D[DEALS] != S[S_RECORDS]):
        return False
    if seen >> K_TOTALS & 1 and not same(D, TOTALS, S, S_STACKS, n):
        return False
    if seen >> K_REASON & 1:
        reason = D[REASON]
        if (S[S_REASONS] == 0) != (reason >= E_AGREED):
            return False
        if reason < E_AGREED and S[S_REASONS] & B[B_REASON + reason] == 0:
            return False
    if seen >> K_WINNERS & 1:
        now = ending(S, B, S[S_PLAYED])[1]
        right = S[S_OVER] != 0 and D[WINNERS] == S[S_LEADERS]
        if not right and (D[WINNERS] != now or (S[S_OVER] != 0 and S[S_DECIDED] != 0)):
            return False
    return True


def ending(S: Any, B: Any, count: int) -> tuple[int, int, bool]:
    """Whether the session is over, who leads, whether a tie-break is due, by the game."""
    n = S[S_N]
    stacks = part(S, S_STACKS, n)
    if B[B_GAME] == KRATZEN:
        found = kratzen.ending(kratzen_options(B), n, stacks, count)
        return found.reasons, found.leaders, found.tie_break
    found = schnellen.ending(schnellen_options(B), n, stacks, count)
    return found.reasons, found.leaders, found.tie_break


def same(D: Any, place: int, other: Any, at: int, n: int) -> bool:
    """Whether a list of a record has these numbers."""
    if D[place] != n:
        return False
    for seat in range(n):  # noqa: SIM110 - a generator cannot be compiled
        if D[place + 1 + seat] != other[at + seat]:
            return False
    return True


def close(S: Any, D: Any, B: Any, W: Any, width: int) -> bool:
    """Compares what is claimed of the result; ``S`` is then the standing after the deal."""
    n = S[S_N]
    seen = D[SEEN]
    if seen >> K_TAKEN & 1 and not same(D, TAKEN, W, TOOK, n):
        return False
    if (seen >> K_DELTA & 1 and D[DELTA] != n) or (seen >> K_TOTALS & 1 and D[TOTALS] != n):
        return False
    for seat in range(n):
        change = 0
        for at in range(ROWS + width * seat, ROWS + width * seat + width):
            change += W[at]
            if abs(W[at]) > SAFE:
                return False
        total = S[S_STACKS + seat] + change
        S[S_STACKS + seat] = total
        if abs(total) > SAFE or (seen >> K_DELTA & 1 and D[DELTA + 1 + seat] != change):
            return False
        if seen >> K_TOTALS & 1 and D[TOTALS + 1 + seat] != total:
            return False
    S[S_NUMBER] += 1
    S[S_RECORDS] += 1
    S[S_PLAYED] += 1
    S[S_DEALER] = (D[DEALER] + 1) % n
    S[S_SEATS] = (1 << n) - 1
    reasons, leaders, tie_break = ending(S, B, S[S_PLAYED])
    if S[S_TIED] != 0:
        S[S_REASONS] |= reasons
        S[S_LEADERS] = kratzen.best_of(n, S[S_TIED], shift(S, S_STACKS))
        S[S_OVER] = S[S_DECIDED] = 1
        S[S_TIED] = 0
    elif reasons != 0:
        S[S_REASONS] = reasons
        S[S_LEADERS] = leaders
        if tie_break:
            S[S_TIED] = leaders
            S[S_CAUSE] = kratzen.TIE_BREAK
            S[S_SEATS] = leaders | 1 << S[S_DEALER]
        else:
            S[S_OVER] = 1
    return True
