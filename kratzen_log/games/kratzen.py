"""Kratzen (RULES K, rules version 1): a pot, a Muss, and scratching.

Three to six players ante into a pot. After a deal in which somebody failed everybody must play (the Muss);
otherwise each may scratch. The dealer, the striker, always plays and owes two tricks, the others one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from kratzen_log.cards import FULL_PACK, SEVEN, WELI
from kratzen_log.games._game import NULL, Count, Ending, Flag, Game, Option, Phase, Tables, Words, build_tables, check
from kratzen_log.kernel.accounts import SAFE, payable, share
from kratzen_log.kernel.trick import ANY, LED, LED_BEAT, LED_HEAD, TRUMP, TRUMP_BEAT

# --- Options -----------------------------------------------------------------------------------------------------

PARTIAL, DEBT = 0, 1
UNTIL_CLEAN, ONCE = 0, 1
HEAD_NONE, HEAD_TRUMPS, HEAD_ALWAYS = 0, 1, 2
CARRY, REDISTRIBUTE = 0, 1
DOUBLE_ANTE, WHOLE_POT = 0, 1


class Options(NamedTuple):
    """The house rules of Kratzen; words are held as their place in ``OPTIONS``, null as ``NULL``."""

    ante: int = 5
    short_stack: int = PARTIAL
    first_deal: int = 0
    muss: int = UNTIL_CLEAN
    seven: int = 0
    bettler: int = 0
    bettler_bonus: int = 2
    dealer_calls: int = 0
    exchange: int = 0
    exchange_fee: int = 1
    exchange_in_muss: int = 0
    head: int = HEAD_NONE
    weli: int = 0
    weli_rank: int = 0
    striker_quota: int = 2
    unclaimed: int = CARRY
    penalty: int = DOUBLE_ANTE
    target: int = NULL
    max_deals: int = NULL
    tiebreak: int = 1


OPTIONS: Final = (
    Option("ante", Count(1, SAFE, tries=(1, 3, 5, 10)), "K-1"),
    Option("short_stack", Words(("partial", "debt")), "K-1"),
    Option("first_deal", Words(("muss", "normal")), "K-3.1"),
    Option("muss", Words(("until-clean", "once")), "K-3.2"),
    Option("seven", Words(("muss", "ignore")), "K-3.4"),
    Option("bettler", Flag(), "K-4.1"),
    Option("bettler_bonus", Count(0, SAFE, tries=(1, 2, 3, 5)), "K-6.1"),
    Option("dealer_calls", Flag(), "K-4.2"),
    Option("exchange", Count(0, 2), "K-4.3"),
    Option("exchange_fee", Count(0, SAFE, tries=(0, 1, 2)), "K-4.3"),
    Option("exchange_in_muss", Flag(), "K-4.3"),
    Option("head", Words(("none", "trumps", "always")), "K-5.4"),
    Option("weli", Words(("forced", "free")), "K-5.5"),
    Option("weli_rank", Words(("second", "highest")), "K-5.6"),
    Option("striker_quota", Count(2, 4), "K-6"),
    Option("unclaimed", Words(("carry", "redistribute")), "K-6.3"),
    Option("penalty", Words(("double-ante", "pot")), "K-6.4"),
    Option("target", Count(1, SAFE, null=True, tries=(80, 260)), "K-7"),
    Option("max_deals", Count(1, SAFE, null=True, tries=(4, 6)), "K-7"),
    Option("tiebreak", Flag(), "K-7.1"),
)

# --- The ladder (K-5) --------------------------------------------------------------------------------------------


@cache
def tables(o: Options, trump: int) -> Tables:
    """The cards and duties under a trump (K-5.1 to K-5.6)."""
    plain: tuple[int, ...] = (LED, TRUMP_BEAT, TRUMP, ANY)
    trumps: tuple[int, ...] = (LED, ANY)
    if o.head == HEAD_ALWAYS:
        plain = (LED_HEAD, *plain)
    if o.head != HEAD_NONE:
        trumps = (LED_BEAT, *trumps)
    return build_tables(trump, ((ANY,), plain, trumps), o.weli_rank == 1, o.weli == 1)


# --- The Muss (K-3) ----------------------------------------------------------------------------------------------

NO_MUSS, FIRST_DEAL, SOMEBODY_FAILED, NOBODY_QUALIFIED, TURNED_SEVEN, TIE_BREAK = range(6)
MUSS_NAMES: Final = ("", "first-deal", "failed", "nobody-qualified", "seven", "tie-break")
MUSS_RULES: Final = ("K-3", "K-3.1", "K-3.2", "K-3.3", "K-3.4", "K-7.1")


def opening_cause(o: Options) -> int:
    """Why the first deal of a session is a Muss (K-3.1)."""
    return FIRST_DEAL if o.first_deal == 0 else NO_MUSS


def next_cause(o: Options, muss: bool, failed: int, qualified: int) -> int:
    """Why the deal after this one is a Muss (K-3.2, K-3.3); ``failed`` and ``qualified`` are masks of seats."""
    if qualified == 0:
        return NOBODY_QUALIFIED
    if failed and not (o.muss == ONCE and muss):
        return SOMEBODY_FAILED
    return NO_MUSS


def seven_cause(o: Options, turned: int) -> int:
    """Why the turned card makes the deal a Muss (K-3.4). The Weli is no Seven."""
    return TURNED_SEVEN if o.seven == 0 and 0 <= turned < WELI and turned % 8 == SEVEN else NO_MUSS


# --- Swapping (K-4.2, K-4.3) -------------------------------------------------------------------------------------

WEITER, SCHLAGEN, ODER, WEITER_ODER = 0, 1, 2, 3
DEALER_CALLS: Final = ("weiter", "schlagen", "oder", "weiter-oder")


def may_swap(o: Options, muss: bool, others: int) -> bool:
    """Whether cards may be swapped in a deal; ``others`` is the mask of seats in beside the dealer."""
    return o.exchange > 0 and others != 0 and (not muss or o.exchange_in_muss == 1)


def swap_limit(o: Options, is_dealer: bool, call: int) -> int:
    """How many cards a player may swap (K-4.2, K-4.3)."""
    if is_dealer and call == SCHLAGEN:
        return 0
    return o.exchange + (1 if is_dealer and call >= ODER else 0)


def swap_fee(o: Options, cards: int, is_dealer: bool, call: int) -> int:
    """Chips for a swap; the extra card of ``weiter-oder`` costs twice the fee."""
    extra = cards - o.exchange if is_dealer and call == WEITER_ODER and cards > o.exchange else 0
    return o.exchange_fee * (cards + extra)


# --- The pot (K-1, K-6) ------------------------------------------------------------------------------------------

ANTE, FEE, BONUS, SHARE, PENALTY = 0, 1, 2, 3, 4
REASONS: Final = ("ante", "fee", "bonus", "share", "penalty")


def stakes(o: Options, n: int, seats: int, stacks: Sequence[int], fees: Sequence[int], rows: list[int]) -> int:
    """Fills the antes and fees of the seats dealt in into ``rows`` (seat × reason); returns their sum (K-1, K-4.3)."""
    total = 0
    for seat in range(n):
        if seats >> seat & 1:
            ante = payable(o.ante, stacks[seat], o.short_stack == PARTIAL)
            rows[seat * 5 + ANTE] = -ante
            rows[seat * 5 + FEE] = -fees[seat]
            total += ante + fees[seat]
    return total


def quota(o: Options, is_dealer: bool) -> int:
    """Tricks a player owes (K-6)."""
    return o.striker_quota if is_dealer else 1


def settle(
    o: Options, n: int, dealer: int, active: int, bettler: int, pot: int, taken: Sequence[int], stacks: Sequence[int],
    rows: list[int],
) -> tuple[int, int, int]:
    """Fills bonus, shares and penalties into ``rows``; returns the pot that stays, and who failed and qualified.

    ``pot`` = carried + antes + fees; ``bettler`` is a seat or -1; ``stacks`` are those before the deal (K-6.1 to K-6.7).
    """
    failed = 0
    qualified = 0
    parts = 0
    for seat in range(n):
        if active >> seat & 1:
            if seat == bettler:
                if taken[seat] > 0:
                    failed |= 1 << seat
            elif taken[seat] >= quota(o, seat == dealer):
                qualified |= 1 << seat
                parts += taken[seat]
            else:
                failed |= 1 << seat
    left = pot
    if bettler >= 0 and not failed >> bettler & 1:
        bonus = min(o.bettler_bonus * o.ante, pot)
        rows[bettler * 5 + BONUS] = bonus
        left -= bonus
    part = share(left, 5 if o.unclaimed == CARRY else parts)
    carry = left
    for seat in range(n):
        if qualified >> seat & 1:
            rows[seat * 5 + SHARE] = part * taken[seat]
            carry -= part * taken[seat]
        elif failed >> seat & 1:
            amount = pot if seat == bettler or o.penalty == WHOLE_POT else 2 * o.ante
            stack = stacks[seat] + rows[seat * 5 + ANTE] + rows[seat * 5 + FEE]
            amount = payable(amount, stack, o.short_stack == PARTIAL)
            rows[seat * 5 + PENALTY] = -amount
            carry += amount
    return carry, failed, qualified


# --- The end (K-7) -----------------------------------------------------------------------------------------------

TARGET, BROKE, DEALS = 1, 2, 4
END_REASONS: Final = ("target", "broke", "deals")


def ending(o: Options, n: int, stacks: Sequence[int], played: int) -> Ending:
    """Whether the session is over after a settlement, who leads, and whether a tie-break is due (K-7, K-7.1)."""
    top = max(stacks)
    leaders = 0
    reasons = 0
    for seat in range(n):
        if stacks[seat] == top:
            leaders |= 1 << seat
        if o.short_stack == PARTIAL and stacks[seat] == 0:
            reasons |= BROKE
    if o.target != NULL and top >= o.target:
        reasons |= TARGET
    if o.max_deals != NULL and played >= o.max_deals:
        reasons |= DEALS
    tie = reasons != 0 and o.tiebreak == 1 and leaders & (leaders - 1) != 0 and top > 0
    return Ending(reasons, leaders, tie)


def best_of(n: int, seats: int, stacks: Sequence[int]) -> int:
    """Those of some seats who have most chips: after a tie-break they win (K-7.1)."""
    best = 0
    top = 0
    for seat in range(n):
        if seats >> seat & 1:
            if best == 0 or stacks[seat] > top:
                top = stacks[seat]
                best = 1 << seat
            elif stacks[seat] == top:
                best |= 1 << seat
    return best


def _remarks(o: Options, n: int) -> list[str]:
    found = []
    if o.muss == UNTIL_CLEAN and n - 1 + o.striker_quota > 5:
        found.append("rules.endless-muss")
    if o.ante % 5:
        found.append("rules.ante-indivisible")
    return found


GAME: Final = check(
    Game(
        key="kratzen",
        title={"en": "Kratzen", "de": "Kratzen"},
        options=OPTIONS,
        defaults=Options(),
        phases=(
            Phase.TRUMP, Phase.MUSS, Phase.CALLS, Phase.DEALER_CALL, Phase.EXCHANGE, Phase.TRICKS, Phase.TAKEN,
            Phase.POT, Phase.DELTA, Phase.CARRY,
        ),
        reasons=REASONS,
        end_reasons=END_REASONS,
        seats=lambda o: (3, 6),
        pack=lambda o: FULL_PACK,
        packets=lambda o: ((3, 2), 1, False),
        tables=tables,
        remarks=_remarks,
        ending=ending,
        has_pot=True,
        functions={
            "opening_cause": opening_cause, "next_cause": next_cause, "seven_cause": seven_cause,
            "may_swap": may_swap, "swap_limit": swap_limit, "swap_fee": swap_fee,
            "stakes": stakes, "quota": quota, "settle": settle,
        },
    )
)
