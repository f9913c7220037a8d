"""How the cards of a trick lie in the order in which the reading counts them."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from kratzen_log.games._game import Tables
from kratzen_log.kernel.trick import LEAD, legal, played
from kratzen_log.log.tokens import NOBODY, Play
from kratzen_log.reading.facts import DealFacts
from kratzen_log.reading.tricks import TRICKS
from kratzen_log.reading.world import UNKNOWN, World

LOST = -2
"""The suit led where the first card is not known."""


class Lie(Struct, frozen=True):
    """The suit led, the best card of it, the best trump (-1: none) and the seat whose card wins."""

    led: int = -1
    best: int = -1
    top: int = -1
    winner: int = NOBODY

    def bound(self, t: Tables | None, hand: int) -> tuple[int, int, int]:
        """The legal cards of a hand here, the duty that decides and the card to beat; no cards where nobody knows."""
        if t is None or not hand or self.led == LOST:
            return 0, LEAD, -1
        return legal(t, hand, self.led, self.best, self.top)


def order(w: World, d: DealFacts, number: int) -> list[Play]:
    """The plays of a trick that count, in the order of the reading; each with the card that was meant."""
    if number >= TRICKS:
        return []
    meant = {place: card for trick, place, card in w.slips if trick == number}
    plays = dict(w.orders).get(number, d.tricks[number])
    return [Play(play.seat, card if (card := meant.get(play.place, UNKNOWN)) >= 0 else play.card, play.place) for play in plays]


def lie(t: Tables | None, plays: Iterable[Play]) -> Lie:
    """How these cards lie."""
    led = best = top = -1
    winner = NOBODY
    for play in plays:
        if play.card < 0 or t is None:
            led = LOST if led < 0 else led
        elif led != LOST:
            led, best, top, takes = played(t, led, best, top, play.card)
            winner = play.seat if takes else winner
    return Lie(led, best, top, winner)
