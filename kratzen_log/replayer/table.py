"""The table at one moment, able to hold what cannot be: a frozen value."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from kratzen_log.cards import SEATS, members, tokens


class Card(Struct, frozen=True, array_like=True):
    """A card on the table and who played it."""

    seat: int
    card: int


class Table(Struct, frozen=True, kw_only=True):
    """Who holds what, who is in, what lies on the table, who has how much.

    Seats are 0 to ``players`` − 1; sets of seats and cards are masks. ``hands`` are the cards known to be held,
    ``hidden`` how many more nobody can name, ``rebuilt`` the seats whose hand is known only from what they later
    play. ``stacks`` are chips or points, ``pot`` chips; None where a lost record hides them. ``due`` is the seat
    to act, -1 for nobody.
    """

    game: str
    players: int
    names: tuple[str, ...] = ()
    deal: int = 0
    dealer: int = -1
    seats: int = 0
    hands: tuple[int, ...] = ()
    hidden: tuple[int, ...] = ()
    rebuilt: int = 0
    talon: tuple[int, ...] | None = None
    talon_left: int = 0
    turned: tuple[int, ...] = ()
    trump: int = -1
    muss: bool = False
    bid: int = 0
    bidder: int = -1
    bettler: int = -1
    active: int = 0
    out: int = 0
    put_away: tuple[int, ...] = ()
    discarded: tuple[int, ...] = ()
    trick: tuple[Card, ...] = ()
    trick_number: int = 0
    led: int = -1
    winning: int = -1
    taken: tuple[int, ...] = ()
    won: tuple[int, ...] = ()
    due: int = -1
    stacks: tuple[int, ...] | None = None
    pot: int | None = None

    def but(self, **changes: object) -> Table:
        """The table with these fields changed."""
        return replace(self, **changes)

    def hand(self, seat: int) -> list[int]:
        """The cards a seat is known to hold, sorted by suit and rank."""
        return members(self.hands[seat]) if 0 <= seat < len(self.hands) else []

    def name(self, seat: int) -> str:
        """A player's name, or the seat's letter."""
        return self.names[seat] if 0 <= seat < len(self.names) else SEATS[seat]

    def give(self, seat: int, cards: int) -> tuple[int, ...]:
        """The hands with cards added to a seat's."""
        return tuple(hand | cards if at == seat else hand for at, hand in enumerate(self.hands))

    def take(self, seat: int, cards: int) -> tuple[int, ...]:
        """The hands with cards removed from a seat's."""
        return tuple(hand & ~cards if at == seat else hand for at, hand in enumerate(self.hands))

    def __str__(self) -> str:
        rows = [f"{self.name(seat)}: {tokens(self.hand(seat))}" for seat in range(self.players)]
        return "\n".join([*rows, "trick: " + " ".join(f"{SEATS[c.seat]}:{tokens([c.card])}" for c in self.trick)])
