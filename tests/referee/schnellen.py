"""Schnellen away from the trick: dealing, in or out, swaps, bids, scores, end (S-1 to S-8)."""

from dataclasses import dataclass

from . import cards
from .cards import HIGH, WELI
from .options import Rules, option


def _yes(rules: Rules, name: str) -> bool:
    return bool(option("schnellen", rules, name))


# --- the deal ---------------------------------------------------------------------------------


@dataclass
class Dealt:
    """Hands as dealt, the turned cards, and the rest of the pack in order."""

    hands: dict[str, list[str]]
    turned: list[str]
    rest: list[str]


def deal_out(rules: Rules, deck: list[str], order: list[str]) -> Dealt:
    """Three each, the turned card (a second after the Weli), two each (S-2, S-8)."""
    hands: dict[str, list[str]] = {seat: [] for seat in order}
    left = list(deck)
    for seat in order:
        hands[seat] += left[:3]
        left = left[3:]
    turned: list[str] = []
    if not _yes(rules, "bidding"):
        turned.append(left.pop(0))
        if turned[0] == WELI:
            turned.append(left.pop(0))
    for seat in order:
        hands[seat] += left[:2]  # S-2.1: the dealer's last packet may be one card short
        left = left[2:]
    return Dealt(hands, turned, left)


def hand_size(rules: Rules, players: int, turned: list[str], is_dealer: bool) -> int:
    """How many cards a seat is dealt; the dealer of a short pack may get four (S-2.1)."""
    if is_dealer and _yes(rules, "short_pack") and players == 4 and len(turned) == 2:
        return 4
    return 5


def cards_to_put_away(rules: Rules, players: int, turned: list[str]) -> int:
    """How many cards the dealer puts away (S-2, S-2.1, S-8)."""
    if not turned:
        return 0
    return hand_size(rules, players, turned, is_dealer=True) + len(turned) - 5


def rest_size(rules: Rules, players: int, turned: list[str]) -> int:
    """How many cards are left after the deal."""
    total = len(cards.pack(_yes(rules, "short_pack")))
    dealt = 5 * (players - 1) + hand_size(rules, players, turned, is_dealer=True)
    return total - dealt - len(turned)


# --- bids -------------------------------------------------------------------------------------


def bid_is_high_enough(bid: int, best: int, is_dealer: bool) -> bool:
    """Higher than all before; the dealer may take it at the same number (S-8)."""
    if bid > best:
        return True
    return is_dealer and bid == best and best > 0


# --- in or out --------------------------------------------------------------------------------


def must_play(
    rules: Rules, score: int | None, turned: list[str], trump: str, is_bidder: bool
) -> str | None:
    """Why a seat may not drop out, whatever the others do (S-3.1, S-3.3, S-8.1)."""
    if is_bidder:
        return "call.bidder-out"
    if score is not None and score <= 5:
        return "call.out-at-five"
    if _yes(rules, "forced_seven") and turned and cards.is_seven(turned[-1]):
        return "call.out-forced"
    if _yes(rules, "forced_clubs") and trump == "E":
        return "call.out-forced"
    return None


# --- exchange ---------------------------------------------------------------------------------


def swap_fault(
    rest: int, trump: str, out: list[str], show: str | None, hand: list[str] | None
) -> str | None:
    """What is wrong with the number of cards swapped, or with the Ace for four (S-7)."""
    if len(out) > 5 or len(out) > rest:
        return "exchange.too-many"
    if len(out) == 4:
        ace = None if trump == HIGH else trump + "A"
        if ace is None or show != ace or ace in out:
            return "exchange.ace"
        if hand is not None and ace not in hand:
            return "exchange.ace"
    return None


def cards_drawn(rest: int, swapped: int) -> int:
    """Five swapped cards bring six, or five when only five are left (S-7)."""
    if swapped == 5 and rest >= 6:
        return 6
    return swapped


# --- scores -----------------------------------------------------------------------------------


def points(
    rules: Rules,
    active: list[str],
    seats: list[str],
    taken: dict[str, int],
    trump: str,
    bidder: str | None,
    bid: int,
) -> dict[str, int]:
    """The change of every score (S-5, S-5.1, S-8.2)."""
    double = _yes(rules, "hearts_double") and trump == "H"
    change: dict[str, int] = {}
    for seat in seats:
        if seat not in active:
            change[seat] = 1
        elif (seat == bidder and taken[seat] < bid) or taken[seat] == 0:
            change[seat] = 10 if double else 5
        else:
            change[seat] = -taken[seat] * (2 if double else 1)
    return change


# --- the end ----------------------------------------------------------------------------------


def reasons_to_end(rules: Rules, scores: dict[str, int], deals_played: int) -> list[str]:
    """Why the game is over after a deal's scoring (S-6)."""
    reasons: list[str] = []
    if any(score <= 0 for score in scores.values()):
        reasons.append("zero")
    most = option("schnellen", rules, "max_deals")
    if most is not None and deals_played >= most:
        reasons.append("deals")
    return reasons


def winners(rules: Rules, scores: dict[str, int]) -> list[str]:
    """Who wins: the lowest, or with `tie = shared` all at zero or less (S-6)."""
    done = [seat for seat, score in scores.items() if score <= 0]
    if done and option("schnellen", rules, "tie") == "shared":
        return done
    low = min(scores.values())
    return [seat for seat, score in scores.items() if score == low]
