"""One way to read a deal so far, and what a session stands at between deals.

A stage of judging takes a ``World`` and either completes it in place (nothing is in doubt) or returns
several: the readings that stand, the recorded one first.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct
from msgspec.structs import astuple

from kratzen_log.log.tokens import NOBODY
from kratzen_log.reading.facts import Breach

UNKNOWN: Final = -1
PLENTY: Final = 1 << 52
"""Stands for a stack nobody knows: it pays in full."""
WORLDS: Final = 64
"""How many readings of a deal are kept at once; only logs with very many faults come near it."""
FEW: Final = 2
"""How many worlds a stage may make of one, however many there are."""


class Standing(Struct, frozen=True):
    """What a session has come to before a deal.

    None and ``UNKNOWN``: a lost record hides it, and what the next deal records is taken. ``stacks`` are chips or points by seat; ``pot`` the chips carried over; ``cause`` why the next deal is a Muss;
    ``seats`` who is to be dealt in (0: unknown); ``played`` counts for ``max_deals``, ``records`` for ``end``;
    ``tied`` are those a tie-break is due among; ``over`` says that no further deal is allowed, ``decided`` that a
    tie-break was played.
    """

    number: int
    dealer: int
    stacks: tuple[int, ...] | None
    pot: int | None
    cause: int
    seats: int
    played: int = 0
    records: int = 0
    reasons: int = 0
    leaders: int = 0
    tied: int = 0
    over: bool = False
    decided: bool = False


def unknown(standing: Standing, lost: int) -> Standing:
    """What is known after deals whose records are lost: only how many were played."""
    return Standing(
        standing.number + lost, UNKNOWN, None, None, UNKNOWN, 0, standing.played + lost, standing.records + lost,
        over=standing.over,
    )


class Overflow(Exception):
    """An amount passes 2^53 − 1 (K-1)."""


class TooMany(Exception):
    """A deal has more faults than whoever asked wants to know of."""


Found = tuple[Any, Breach] | None
"""Breaches as a linked list, the last one first, so that worlds share what they have in common."""

class World(Struct, eq=False, kw_only=True):
    """A reading in the making. Seats are numbers, sets of seats and cards masks.

    ``hold`` are the hands of seats not in ``loose``; the hand of a loose seat is what it later plays and gives
    away. ``doubt`` names statements no rule can settle here: ``bids``, ``taken``. ``slips`` maps (trick, place)
    to the card that was meant there (-1: unknown). ``expected`` is what the rules give beside ``delta``. ``lawful``
    are the plays (trick, place) that were judged and are in order; None: all. ``start`` are hands and loose seats before
    the first card; ``room`` is how many worlds a stage may
    make of this one.

    The fields before ``standing`` say how the reading came about; two worlds that share all others are one from here
    on. A stage may make many worlds, so copying and comparing them is left to C.
    """

    found: Found = None
    cost: int = 0
    orders: tuple[Any, ...] = ()
    lawful: frozenset[tuple[int, int]] | None = frozenset()
    room: int = WORLDS
    start: tuple[tuple[int, ...], int] = ((), 0)
    hold: list[int]
    standing: Standing
    fees: tuple[int, ...]
    taken: tuple[int, ...] | None
    next_number: int
    next_dealer: int = NOBODY
    dealer: int = NOBODY
    seats: int = 0
    loose: int = 0
    active: int = 0
    absent: int = 0
    talon: tuple[int, ...] | None = None
    left: int = 0
    turned: tuple[int, ...] = ()
    turner: int = UNKNOWN
    trump: int = UNKNOWN
    muss: bool = False
    bidder: int = NOBODY
    bid: int = 0
    passed: bool = False
    bettler: int = NOBODY
    call: int = 0
    leader: int = NOBODY
    slips: tuple[tuple[int, int, int], ...] = ()
    gaps: int = 0
    winners: tuple[int, ...] = ()
    doubt: frozenset[str] = frozenset()
    pot: int | None = None
    carry: int | None = None
    rows: tuple[int, ...] | None = None
    delta: tuple[int, ...] | None = None
    expected: tuple[int, int, int] | None = None

    def fork(self) -> World:
        """A copy that goes its own way."""
        other: World = self.__copy__()  # type: ignore[attr-defined]
        other.hold = self.hold[:]
        return other

    def add(self, breach: Breach) -> None:
        """Notes a statement that does not follow."""
        self.found = (self.found, breach)
        self.cost += 1

    def has(self, code: str, card: int) -> bool:
        """Whether a card already has a finding of this code."""
        found = self.found
        while found is not None:
            found, breach = found
            if breach.code == code and breach.facts.get("card") == card:
                return True
        return False

    def relink(self, found: list[Breach]) -> None:
        """Has these breaches instead of its own."""
        self.found = None
        self.cost = 0
        for breach in found:
            self.add(breach)

    def loosen(self, seats: int) -> None:
        """From here on the hands of these seats are what they later play and give away."""
        self.loose |= seats

    def key(self) -> tuple[Any, ...]:
        """What two worlds must share to be one from here on."""
        return tuple(self.hold), astuple(self)[_GOES_ON:]


_GOES_ON: Final = World.__struct_fields__.index("standing")


def begin(standing: Standing, players: int) -> World:
    """The world before a deal of which nothing is read yet."""
    none = (0,) * players
    return World(standing=standing, next_number=standing.number + 1, hold=[0] * players, fees=none, taken=none)


def breaches(found: Found, until: Found = None) -> list[Breach]:
    """The breaches of a linked list in the order in which they were found."""
    out: list[Breach] = []
    while found is not None and found is not until:
        out.append(found[1])
        found = found[0]
    out.reverse()
    return unique(out)


def unique(found: list[Breach]) -> list[Breach]:
    """Breaches without those that say the same of the same place again."""
    if len(found) < 2:
        return found
    return list({(b.code, b.trick, b.play, b.seat, str(b.facts)): b for b in reversed(found)}.values())[::-1]


def settle_on(worlds: list[World], limit: int) -> list[World]:
    """Worlds that are the same become one (the cheapest, then the first); at most ``limit`` stay and share the room.

    Every stage that makes worlds in a loop settles in each round: what a deal costs to read is then bounded by its
    length, whatever it says.
    """
    if len(worlds) == 1:
        worlds[0].room = limit
        return worlds
    best: dict[tuple[Any, ...], World] = {}
    for world in worlds:
        key = world.key()
        held = best.get(key)
        if held is None or world.cost < held.cost:
            best[key] = world
    kept = list(best.values())
    if len(kept) > limit:
        kept = sorted(kept, key=lambda world: world.cost)[:limit]
    for world in kept:
        world.room = max(FEW, limit // len(kept))
    return kept
