"""One way to read a deal so far, and what a session stands at between deals.

A stage of judging takes a ``World`` and either completes it in place (nothing is in doubt) or returns
several: the readings that stand, the recorded one first.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

from kratzen_log.log.tokens import NOBODY
from kratzen_log.reading.facts import Breach

UNKNOWN: Final = -1
PLENTY: Final = 1 << 52
"""Stands for a stack nobody knows: it pays in full."""


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

_SLOTS: Final = (
    "absent", "active", "bettler", "bid", "bidder", "call", "carry", "cost", "dealer", "delta", "doubt", "expected", "fees",
    "found", "gaps", "hold", "lawful", "leader", "left", "loose", "muss", "next_dealer", "next_number", "orders", "passed", "pot",
    "rows", "seats", "slips", "standing", "taken", "talon", "trump", "turned", "turner", "winners",
)


class World:
    """A reading in the making. Seats are numbers, sets of seats and cards masks.

    ``hold`` are the hands of seats not in ``loose``; the hand of a loose seat is what it later plays and gives
    away. ``doubt`` names statements no rule can settle here: ``bids``, ``taken``. ``slips`` maps (trick, place)
    to the card that was meant there (-1: unknown). ``expected`` is what the rules give beside ``delta``. ``lawful``
    are the plays (trick, place) that were judged and are in order; None: all.
    """

    __slots__ = _SLOTS

    absent: int
    active: int
    bettler: int
    bid: int
    bidder: int
    call: int
    carry: int | None
    cost: int
    dealer: int
    delta: tuple[int, ...] | None
    doubt: frozenset[str]
    expected: tuple[int, int, int] | None
    fees: tuple[int, ...]
    found: Found
    gaps: int
    hold: list[int]
    lawful: frozenset[tuple[int, int]] | None
    leader: int
    left: int
    loose: int
    muss: bool
    next_dealer: int
    next_number: int
    orders: tuple[Any, ...]
    passed: bool
    pot: int | None
    rows: tuple[int, ...] | None
    seats: int
    slips: tuple[tuple[int, int, int], ...]
    standing: Standing
    taken: tuple[int, ...] | None
    talon: tuple[int, ...] | None
    trump: int
    turned: tuple[int, ...]
    turner: int
    winners: tuple[int, ...]

    def __init__(self, standing: Standing, players: int) -> None:
        self.standing = standing
        self.cost = 0
        self.found = None
        self.next_number = standing.number + 1
        self.dealer = self.next_dealer = NOBODY
        self.seats = self.loose = self.active = self.absent = 0
        self.hold = [0] * players
        self.talon = None
        self.left = 0
        self.turned = ()
        self.turner = UNKNOWN
        self.trump = UNKNOWN
        self.muss = False
        self.bidder = self.bettler = self.leader = NOBODY
        self.bid = 0
        self.passed = False
        self.call = 0
        self.fees = (0,) * players
        self.slips = ()
        self.gaps = 0
        self.winners = ()
        self.orders = ()
        self.taken = (0,) * players
        self.lawful = frozenset()
        self.doubt = frozenset()
        self.pot = self.carry = None
        self.rows = None
        self.delta = None
        self.expected = None

    def fork(self) -> World:
        """A copy that goes its own way."""
        other = object.__new__(World)
        for name in _SLOTS:
            setattr(other, name, getattr(self, name))
        other.hold = list(self.hold)
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

    def loosen(self, seats: int) -> None:
        """From here on the hands of these seats are what they later play and give away."""
        self.loose |= seats

    def key(self) -> tuple[Any, ...]:
        """What two worlds must share to be one from here on."""
        return tuple(
            tuple(self.hold) if name == "hold" else getattr(self, name)
            for name in _SLOTS
            if name not in ("found", "cost", "orders", "lawful")
        )


def breaches(found: Found, until: Found = None) -> list[Breach]:
    """The breaches of a linked list in the order in which they were found."""
    out: list[Breach] = []
    while found is not None and found is not until:
        out.append(found[1])
        found = found[0]
    out.reverse()
    return out


def settle_on(worlds: list[World], limit: int) -> list[World]:
    """Worlds that are the same become one (the cheapest, then the first); at most ``limit`` stay."""
    if len(worlds) == 1:
        return worlds
    best: dict[tuple[Any, ...], World] = {}
    for world in worlds:
        key = world.key()
        held = best.get(key)
        if held is None or world.cost < held.cost:
            best[key] = world
    if len(best) <= limit:
        return list(best.values())
    cheapest = sorted(best.values(), key=lambda world: world.cost)
    return cheapest[:limit]
