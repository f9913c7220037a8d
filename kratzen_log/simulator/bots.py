"""Players that decide like people, and players that do anything allowed. Whole numbers only.

``people`` count trumps before they stay in, fold thin hands, lead trumps as striker, and put away a low card of a
side suit.
"""

from __future__ import annotations

from typing import Any, Final

from kratzen_log.kernel.trick import legal, played
from kratzen_log.simulator.stream import below

RANDOM, PEOPLE = 0, 1
NAMES: Final = ("random", "people")
IN, OUT, BETTLER = 0, 1, 2


def count(bits: int) -> int:
    """How many cards a mask holds."""
    return bits.bit_count()


def lowest(bits: int) -> int:
    """The card with the lowest number in a mask."""
    return (bits & -bits).bit_length() - 1


def pick(state: Any, bits: int) -> int:
    """Any card of a mask."""
    skip = below(state, count(bits))
    while skip:
        bits &= bits - 1
        skip -= 1
    return lowest(bits)


def worth(t: Any, card: int) -> int:
    """What a card is good for, in quarters of a trick."""
    beaten_by = count(t.higher[card])
    if t.suit_of[card] == t.trump:
        return 4 if beaten_by < 2 else 3 if beaten_by < 4 else 2
    if beaten_by == 0:
        return 2
    return 1 if beaten_by == 1 else 0


def strength(t: Any, hand: int) -> int:
    """Likely tricks of a hand, in quarters."""
    total = 0
    left = hand
    while left:
        card = lowest(left)
        left &= left - 1
        total += worth(t, card)
    return total


def keep_order(t: Any, card: int) -> int:
    """What goes first when cards are given away: side suits from the bottom, then trumps."""
    trump = 100 if t.suit_of[card] == t.trump else 0
    return trump + 10 * worth(t, card) + (card % 8 if card < 32 else 7)


def weakest(t: Any, hand: int) -> int:
    """The card a player parts with first: the lowest of a side suit, of the shortest suit where ranks are equal."""
    choice = -1
    least = 1 << 30
    left = hand
    while left:
        card = lowest(left)
        left &= left - 1
        length = count(hand & t.suit_mask[t.suit_of[card]])
        score = keep_order(t, card) * 10 + length
        if score < least:
            least = score
            choice = card
    return choice


def plays_kratzen(t: Any, hand: int, others: int, antes: int) -> bool:
    """Whether to stay in: two likely tricks against many, one against few or for a fat pot (``antes`` in it)."""
    need = 5 + (1 if others >= 2 else 0) + (1 if others >= 4 else 0) - (1 if antes >= 12 else 0)
    return strength(t, hand) >= need


def begs(t: Any, hand: int) -> bool:
    """Whether a hand is bad enough for a Bettler: no trump, and nothing above a Nine but one Ten at the most."""
    if hand & t.suit_mask[t.trump]:
        return False
    high = 0
    left = hand
    while left:
        card = lowest(left)
        left &= left - 1
        if card % 8 > 3:
            return False
        high += 1 if card % 8 == 3 else 0
    return high <= 1


def plays_schnellen(t: Any, hand: int, others: int) -> bool:
    """Whether to stay in: dropping out costs one, no trick five."""
    return strength(t, hand) >= (4 if others < 2 else 5)


def swap_wish(t: Any, hand: int, limit: int) -> int:
    """The cards a player gives away, at most ``limit``: everything that is worth nothing."""
    gone = 0
    left = hand
    for _ in range(limit):
        card = weakest(t, left)
        if card < 0 or worth(t, card) > 0:
            break
        gone |= 1 << card
        left &= ~(1 << card)
    return gone


def some_cards(state: Any, hand: int, number: int) -> int:
    """So many random cards of a hand."""
    gone = 0
    for _ in range(number):
        gone |= 1 << pick(state, hand & ~gone)
    return gone


def cheapest(t: Any, cards: int) -> int:
    """The card of a mask that is worth least in play."""
    choice = -1
    least = 1 << 30
    left = cards
    while left:
        card = lowest(left)
        left &= left - 1
        score = 40 if t.suit_of[card] == t.trump else 0
        score += 33 - count(t.higher[card])
        if score < least:
            least = score
            choice = card
    return choice


def dearest(t: Any, cards: int) -> int:
    """The card of a mask that is worth most in play."""
    choice = -1
    most = -1
    left = cards
    while left:
        card = lowest(left)
        left &= left - 1
        score = 40 if t.suit_of[card] == t.trump else 0
        score += 33 - count(t.higher[card])
        if score > most:
            most = score
            choice = card
    return choice


def choose_card(
    state: Any, kind: int, t: Any, hand: int, led: int, best: int, top: int, last: bool, needs: int, avoids: bool
) -> int:
    """The card to play. ``last``: nobody plays after; ``needs``: tricks still owed; ``avoids``: wants no trick."""
    cards = legal(t, hand, led, best, top)[0]
    if kind == RANDOM:
        return pick(state, cards)
    if led < 0:
        if avoids:
            return cheapest(t, cards)
        trumps = cards & t.suit_mask[t.trump]
        if needs > 1 and count(trumps) >= 2:
            return dearest(t, trumps)
        aces = 0
        left = cards
        while left:
            card = lowest(left)
            left &= left - 1
            if t.suit_of[card] != t.trump and not t.higher[card]:
                aces |= 1 << card
        if aces:
            return cheapest(t, aces)
        return dearest(t, cards) if needs > 0 and count(trumps) >= 2 else cheapest(t, cards)
    winning = 0
    left = cards
    while left:
        card = lowest(left)
        left &= left - 1
        if played(t, led, best, top, card)[3]:
            winning |= 1 << card
    losing = cards & ~winning
    if avoids:
        return dearest(t, losing) if losing else dearest(t, cards)
    if winning and (last or needs > 0 or not losing):
        return cheapest(t, winning) if last else dearest(t, winning)
    if winning and top < 0:
        return dearest(t, winning)
    return cheapest(t, losing) if losing else cheapest(t, cards)
