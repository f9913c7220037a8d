"""Kratzen away from the trick: antes, Muss, swaps, settlement, end (K-1 to K-4, K-6, K-7)."""

from dataclasses import dataclass

from . import cards
from .options import Rules, option

LIMIT = 2**53 - 1

DEALER_CALLS = ["schlagen", "weiter", "oder", "weiter-oder"]


def _rule(rules: Rules, name: str) -> object:
    value: object = option("kratzen", rules, name)
    return value


def _number(rules: Rules, name: str) -> int:
    value = option("kratzen", rules, name)
    assert isinstance(value, int)
    return value


def seat_after(seats: list[str], seat: str) -> str:
    """The next seat clockwise (C-4)."""
    return seats[(seats.index(seat) + 1) % len(seats)]


def clockwise_from(seats: list[str], dealer: str) -> list[str]:
    """All seats in turn from the dealer's left, the dealer last."""
    start = seats.index(dealer) + 1
    return seats[start:] + seats[:start]


# --- before the cards -------------------------------------------------------------------------


def ante_of(rules: Rules, stack: int) -> int:
    """What a seat pays as its ante; a partial stack pays what it has (K-1)."""
    ante = _number(rules, "ante")
    if _rule(rules, "short_stack") == "debt":
        return ante
    return max(0, min(ante, stack))


def hands_from_deck(deck: list[str], order: list[str]) -> dict[str, list[str]]:
    """Packets of three, then two, clockwise, the dealer last (K-2)."""
    hands: dict[str, list[str]] = {seat: [] for seat in order}
    at = 0
    for packet in (3, 2):
        for seat in order:
            hands[seat] += deck[at : at + packet]
            at += packet
    return hands


def turned_from_deck(deck: list[str], players: int) -> str:
    """The card after the packets (K-2)."""
    return deck[5 * players]


def talon_from_deck(deck: list[str], players: int) -> list[str]:
    """The cards after the turned card, in order (K-2)."""
    return deck[5 * players + 1 :]


def talon_size(players: int) -> int:
    """How many cards the talon holds (K-2)."""
    return 33 - 5 * players - 1


@dataclass
class Before:
    """What the deal before leaves for the Muss of the next one (K-3)."""

    first: bool = True
    failed: bool = False
    was_muss: bool = False
    nobody_qualified: bool = False


def is_muss(rules: Rules, before: Before, turned: str, tiebreak: bool) -> bool:
    """Whether a deal is a Muss: any of the causes of K-3, or the deal that breaks a tie (K-7.1)."""
    if tiebreak:
        return True
    if before.first and _rule(rules, "first_deal") == "muss":
        return True
    if before.failed:
        if _rule(rules, "muss") == "until-clean":
            return True
        if not before.was_muss:
            return True
    if before.nobody_qualified:
        return True
    return _rule(rules, "seven") == "muss" and cards.is_seven(turned)


# --- calls and swaps --------------------------------------------------------------------------


def swaps_happen(rules: Rules, muss: bool, others_in: bool) -> bool:
    """Whether cards may be swapped in this deal at all (K-4, K-4.3)."""
    if _number(rules, "exchange") < 1 or not others_in:
        return False
    return not muss or bool(_rule(rules, "exchange_in_muss"))


def dealer_call_allowed(rules: Rules, muss: bool, others_in: bool) -> bool:
    """Whether the dealer may call (K-4.2)."""
    return bool(_rule(rules, "dealer_calls")) and swaps_happen(rules, muss, others_in)


def swap_limit(rules: Rules, dealer_call: str, is_dealer: bool) -> int:
    """The most cards a seat may swap (K-4.2, K-4.3)."""
    ordinary = _number(rules, "exchange")
    if not is_dealer:
        return ordinary
    if dealer_call == "schlagen":
        return 0
    if dealer_call in ("oder", "weiter-oder"):
        return ordinary + 1
    return ordinary


def swap_fee(rules: Rules, dealer_call: str, is_dealer: bool, swapped: int) -> int:
    """What a swap costs; the extra card of `weiter-oder` costs twice the fee (K-4.2, K-4.3)."""
    fee = _number(rules, "exchange_fee")
    ordinary = _number(rules, "exchange")
    total = 0
    for nth in range(1, swapped + 1):
        extra = is_dealer and dealer_call == "weiter-oder" and nth == ordinary + 1
        total += 2 * fee if extra else fee
    return total


def fee_affordable(rules: Rules, stack_after_ante: int, fee: int) -> bool:
    """With `short_stack = partial` only a stack that can pay may swap (K-4.3)."""
    return _rule(rules, "short_stack") == "debt" or stack_after_ante >= fee


# --- settlement -------------------------------------------------------------------------------


def quota(rules: Rules, seat: str, dealer: str) -> int:
    """How many tricks a seat owes (K-6)."""
    return _number(rules, "striker_quota") if seat == dealer else 1


@dataclass
class Played:
    """What is needed to settle a deal; everything once per seat is a dict."""

    stacks: dict[str, int]
    antes: dict[str, int]
    fees: dict[str, int]
    pot: int
    active: list[str]
    dealer: str
    bettler: str | None
    taken: dict[str, int]
    nobody_else_in: bool


@dataclass
class Settled:
    """The result of a deal: change per seat, the pot left, and what the next deal must know."""

    delta: dict[str, int]
    carry: int
    failed: list[str]
    nobody_qualified: bool


def settle(rules: Rules, deal: Played) -> Settled:
    """K-6, read from top to bottom."""
    failed: list[str] = []
    qualified: list[str] = []
    for seat in deal.active:
        if seat == deal.bettler:
            if deal.taken[seat] > 0:
                failed.append(seat)  # K-6.5
        elif deal.nobody_else_in or deal.taken[seat] >= quota(rules, seat, deal.dealer):
            qualified.append(seat)
        else:
            failed.append(seat)

    delta = {seat: -deal.antes[seat] - deal.fees[seat] for seat in deal.stacks}
    left = deal.pot

    # K-6.1: the Bettler who took no trick is paid first.
    bonus = 0
    if deal.bettler is not None and deal.taken[deal.bettler] == 0:
        bonus = min(_number(rules, "bettler_bonus") * _number(rules, "ante"), deal.pot)
        delta[deal.bettler] += bonus
        left -= bonus

    # K-6.2, K-6.3: shares.
    good_tricks = sum(deal.taken[seat] for seat in qualified)
    if good_tricks > 0:
        if _rule(rules, "unclaimed") == "redistribute":
            share = (deal.pot - bonus) // good_tricks
        else:
            share = (deal.pot - bonus) // 5
        for seat in qualified:
            delta[seat] += share * deal.taken[seat]
            left -= share * deal.taken[seat]

    # K-6.4, K-6.5: penalties go into the next pot.
    for seat in failed:
        penalty = deal.pot if seat == deal.bettler or _rule(rules, "penalty") == "pot" else 2 * _number(rules, "ante")
        if _rule(rules, "short_stack") == "partial":
            penalty = max(0, min(penalty, deal.stacks[seat] + delta[seat]))
        delta[seat] -= penalty
        left += penalty

    return Settled(delta, left, failed, not qualified)


# --- end of the session -----------------------------------------------------------------------


def reasons_to_end(rules: Rules, stacks: dict[str, int], deals_played: int) -> list[str]:
    """Why the session is over after a settlement; empty while it goes on (K-7)."""
    reasons: list[str] = []
    target = option("kratzen", rules, "target")
    if target is not None and any(stack >= target for stack in stacks.values()):
        reasons.append("target")
    if _rule(rules, "short_stack") == "partial" and any(s == 0 for s in stacks.values()):
        reasons.append("broke")
    most = option("kratzen", rules, "max_deals")
    if most is not None and deals_played >= most:
        reasons.append("deals")
    return reasons


def leaders(stacks: dict[str, int]) -> list[str]:
    """Who has most chips, in seat order."""
    top = max(stacks.values())
    return [seat for seat, stack in stacks.items() if stack == top]


def tied_for_one_more_deal(rules: Rules, stacks: dict[str, int]) -> list[str]:
    """The seats that share the top and must play one more deal, if there are any (K-7.1)."""
    top = leaders(stacks)
    if not _rule(rules, "tiebreak") or len(top) < 2:
        return []
    if stacks[top[0]] <= 0:
        return []
    return top
