"""Schnellen (RULES S, rules version 1): from 21 down to nothing, and five up without a trick.

Three to five players. Every trick takes a point off; whoever plays and wins none goes up by five ("schnellen");
dropping out costs one. The dealer takes the turned card and puts one away.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from kratzen_log.cards import ACE, ACORNS, FULL_PACK, HEARTS, HIGH, SEVEN, SHORT_PACK, WELI
from kratzen_log.games._game import NULL, Count, Ending, Flag, Game, Option, Phase, Tables, Words, build_tables, check
from kratzen_log.kernel.accounts import SAFE
from kratzen_log.kernel.trick import ANY, LED, LED_BEAT, LED_HEAD, TRUMP, TRUMP_BEAT

# --- Options -----------------------------------------------------------------------------------------------------

TIE_LOWER, TIE_SHARED = 0, 1


class Options(NamedTuple):
    """The house rules of Schnellen; flags are 0 or 1, words their place in ``OPTIONS``, null ``NULL``."""

    start_score: int = 21
    short_pack: int = 0
    forced_seven: int = 0
    forced_clubs: int = 0
    head_after_ruff: int = 1
    hearts_double: int = 0
    tie: int = TIE_LOWER
    max_deals: int = NULL
    exchange: int = 0
    bidding: int = 0


OPTIONS: Final = (
    Option("start_score", Count(1, SAFE, tries=(7, 15, 21, 25)), "S-1"),
    Option("short_pack", Flag(), "S-2.1"),
    Option("forced_seven", Flag(), "S-3.3"),
    Option("forced_clubs", Flag(), "S-3.3"),
    Option("head_after_ruff", Flag(), "S-4.1"),
    Option("hearts_double", Flag(), "S-5.1"),
    Option("tie", Words(("lower", "shared")), "S-6"),
    Option("max_deals", Count(1, SAFE, null=True, tries=(4, 6)), "S-6"),
    Option("exchange", Flag(), "S-7"),
    Option("bidding", Flag(), "S-8"),
)

# --- The ladder (S-4, S-9) ---------------------------------------------------------------------------------------


@cache
def tables(o: Options, trump: int) -> Tables:
    """The cards and duties under a trump, or in "high" (S-4.1 to S-4.4, S-9)."""
    if trump == HIGH:
        return build_tables(HIGH, ((ANY,), (LED_BEAT, LED, ANY), (ANY,)), False, False)
    beat = LED_BEAT if o.head_after_ruff else LED_HEAD
    plain = (beat, LED, TRUMP_BEAT, TRUMP, ANY)
    return build_tables(trump, ((ANY,), plain, (LED_BEAT, LED, ANY)), False, False)


# --- The deal (S-2) ----------------------------------------------------------------------------------------------


def put_away(dealt: int, turned: int) -> int:
    """How many cards the dealer puts away, who holds ``dealt`` cards and the turned ones (S-2, S-2.1)."""
    return dealt + turned - 5


# --- In or out (S-3) ---------------------------------------------------------------------------------------------

MAY, BIDDER, AT_FIVE, FORCED, LAST = 0, 1, 2, 3, 4
OUT_RULES: Final = ("S-3", "S-8.1", "S-3.1", "S-3.3", "S-3.2")


def forces_by_seven(o: Options, turned: int) -> bool:
    """Whether the turned card is a Seven that forces everybody to play (S-3.3)."""
    return o.forced_seven == 1 and 0 <= turned < WELI and turned % 8 == SEVEN


def refusal(o: Options, is_bidder: bool, score: int, trump: int, turned: int, alone: bool) -> int:
    """Why a seat may not drop out (S-3.1 to S-3.4); ``MAY`` when it may.

    ``turned`` is the card that set trumps (-1: none); ``alone``: it is the last to speak and all others are out.
    """
    if is_bidder:
        return BIDDER
    if score <= 5:
        return AT_FIVE
    if forces_by_seven(o, turned):
        return FORCED
    if o.forced_clubs == 1 and trump == ACORNS:
        return FORCED
    return LAST if alone else MAY


# --- Bidding (S-8) -----------------------------------------------------------------------------------------------


def bid_holds(bid: int, highest: int, is_dealer: bool) -> bool:
    """Whether a bid is high enough: above all before, for the dealer at least equal."""
    return bid > highest or (is_dealer and bid == highest)


# --- Swapping (S-7) ----------------------------------------------------------------------------------------------

SHOWS_ACE, WHOLE_HAND = 4, 5


def may_swap(o: Options, others: int) -> bool:
    """Whether cards may be swapped in a deal; ``others`` is the mask of seats in beside the dealer."""
    return o.exchange == 1 and others != 0


def swap_away(count: int, left: int) -> int:
    """How many cards are put away after swapping ``count`` with ``left`` in the rest of the pack."""
    return 1 if count == WHOLE_HAND and left > WHOLE_HAND else 0


def swap_draws(count: int, left: int) -> int:
    """How many cards are drawn for ``count``: six for all five."""
    return count + swap_away(count, left)


def swap_ace(trump: int) -> int:
    """The Ace to be shown and kept by who swaps ``SHOWS_ACE`` cards; -1: there is none in "high"."""
    return trump * 8 + ACE if 0 <= trump < HIGH else -1


# --- Scoring (S-5) -----------------------------------------------------------------------------------------------

TRICK, SCHNELLEN, OUT = 0, 1, 2
REASONS: Final = ("trick", "schnellen", "out")


def settle(
    o: Options, n: int, seats: int, active: int, bidder: int, bid: int, trump: int, taken: Sequence[int],
    rows: list[int],
) -> None:
    """Fills the points of a deal into ``rows`` (seat × reason) (S-5, S-5.1, S-8.2). ``bidder`` is a seat or -1."""
    factor = 2 if o.hearts_double == 1 and trump == HEARTS else 1
    for seat in range(n):
        if not seats >> seat & 1:
            continue
        if not active >> seat & 1:
            rows[seat * 3 + OUT] = 1
        elif taken[seat] == 0 or (seat == bidder and taken[seat] < bid):
            rows[seat * 3 + SCHNELLEN] = 5 * factor
        else:
            rows[seat * 3 + TRICK] = -taken[seat] * factor


# --- The end (S-6) -----------------------------------------------------------------------------------------------

ZERO, DEALS = 1, 2
END_REASONS: Final = ("zero", "deals")


def ending(o: Options, n: int, scores: Sequence[int], played: int) -> Ending:
    """Whether the game is over after a deal's scoring and who wins (S-6)."""
    low = min(scores)
    reasons = ZERO if low <= 0 else 0
    if o.max_deals != NULL and played >= o.max_deals:
        reasons |= DEALS
    winners = 0
    for seat in range(n):
        if scores[seat] == low or (o.tie == TIE_SHARED and scores[seat] <= 0):
            winners |= 1 << seat
    return Ending(reasons, winners, False)


GAME: Final = check(
    Game(
        key="schnellen",
        title={"en": "Schnellen", "de": "Schnellen"},
        options=OPTIONS,
        defaults=Options(),
        phases=(
            Phase.BIDS, Phase.TRUMP, Phase.DISCARD, Phase.CALLS, Phase.EXCHANGE, Phase.TRICKS, Phase.TAKEN, Phase.DELTA,
        ),
        reasons=REASONS,
        end_reasons=END_REASONS,
        seats=lambda o: (3, 4) if o.short_pack else (3, 5),
        pack=lambda o: SHORT_PACK if o.short_pack else FULL_PACK,
        packets=lambda o: ((3, 2), -1, False) if o.bidding else ((3, 2), 0, True),
        tables=tables,
        remarks=lambda o, n: [],
        ending=ending,
        has_pot=False,
        functions={"put_away": put_away, "forces_by_seven": forces_by_seven, "refusal": refusal, "bid_holds": bid_holds, "may_swap": may_swap, "settle": settle},
    )
)
