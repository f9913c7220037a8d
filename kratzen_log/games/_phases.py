"""Ready-made phases of a deal that several games share: turn order, packets, and who may swap when.

Only whole numbers and lists; a game file says which of these it uses and with what values.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from msgspec import Struct

from kratzen_log.cards import WELI


@cache
def clockwise(first: int, seats: int, players: int) -> tuple[int, ...]:
    """The seats of a mask in turn order, from ``first`` on (C-4)."""
    return tuple(seat for step in range(players) if seats >> (seat := (first + step) % players) & 1)


@cache
def after(dealer: int, seats: int, players: int) -> tuple[int, ...]:
    """The seats of a mask clockwise from the dealer's left; the dealer, if among them, is last."""
    return clockwise((dealer + 1) % players, seats, players)


class Dealt(Struct, frozen=True):
    """What a pack gives: a hand per seat in dealing order, the cards turned up, the rest from the top."""

    hands: dict[int, list[int]]
    turned: list[int]
    rest: list[int]


def deal_out(
    deck: Sequence[int], order: Sequence[int], packets: Sequence[int], turn_after: int, again_on_weli: bool
) -> Dealt:
    """Deals packets in order (dealer last) and turns a card up after packet ``turn_after`` (-1: never).

    ``again_on_weli``: a turned Weli is followed by a second card (S-2). A pack that runs short gives the
    last packet what is left (S-2.1).
    """
    hands: dict[int, list[int]] = {seat: [] for seat in order}
    turned: list[int] = []
    at = 0
    for number, size in enumerate(packets):
        for seat in order:
            hands[seat].extend(deck[at : at + size])
            at = min(at + size, len(deck))
        if number == turn_after:
            turned.extend(deck[at : at + 1])
            at += 1
            if again_on_weli and turned == [WELI]:
                turned.extend(deck[at : at + 1])
                at += 1
    return Dealt(hands, turned, list(deck[at:]))
