"""A deal as far as it is known, and the record it makes."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, field

from kratzen_log.cards import SEATS, Pack, members, token, tokens
from kratzen_log.log.model import Deal, Remark, Swap

UNFINISHED = "not finished"


class Played(Struct):
    """A card on the table; ``noticed`` is the ``!`` of a play the table let stand."""

    seat: int
    card: int
    noticed: bool = False


class Trick(Struct):
    """A trick: the cards in order, who is said to have taken it (-1: by the cards), whether it is over."""

    plays: list[Played] = field(default_factory=list)
    taker: int = -1
    closed: bool = False

    def write(self, pack: Pack) -> str:
        """The trick as a log writes it."""
        parts = [f"{SEATS[p.seat]}:{token(p.card, pack)}{'!' if p.noticed else ''}" for p in self.plays]
        return " ".join([*parts, f">{SEATS[self.taker]}"] if self.taker >= 0 else parts)


class Draft(Struct):
    """What has been said of a deal. None, empty and -1: not said yet."""

    no: int
    players: int
    pack: Pack = "german"
    dealer: int = -1
    seats: int = 0
    all_seats: bool = True
    hands: dict[int, list[int]] = field(default_factory=dict)
    turned: list[int] | None = None
    trump: str = ""
    trump_asked: bool = False
    muss: bool | None = None
    bids: list[tuple[int, str]] = field(default_factory=list)
    discard: list[int] | None = None
    calls: list[tuple[int, str]] = field(default_factory=list)
    calls_done: bool = False
    dealer_call: str = ""
    swaps: list[Swap] = field(default_factory=list)
    swapped: int = 0
    tricks: list[Trick] = field(default_factory=list)
    notes: list[tuple[str, str]] = field(default_factory=list)
    abort: str | None = None
    delta: list[int] | None = None
    done: bool = False

    @property
    def closed(self) -> int:
        """How many tricks are over."""
        return sum(trick.closed for trick in self.tricks)

    @property
    def place(self) -> str:
        """Where a remark belongs now: ``trick.play``, ``"0"`` before play, ``"end"`` after it."""
        if self.closed == 5:
            return "end"
        last = next((n for n in range(len(self.tricks), 0, -1) if self.tricks[n - 1].plays), 0)
        return f"{last}.{len(self.tricks[last - 1].plays)}" if last else "0"

    def deal(self, *, whole: bool = False) -> Deal:
        """The record of what was said; one that is not ``whole`` is broken off, so that nothing in it is missing yet."""
        keys: dict[str, Any] = {"no": self.no}
        if self.dealer >= 0:
            keys["dealer"] = SEATS[self.dealer]
        if not self.all_seats:
            keys["dealt_in"] = "".join(SEATS[seat] for seat in members(self.seats))
        if any(self.hands.values()):
            keys["hands"] = [self._hand(seat) for seat in range(self.players)]
        if self.turned is not None:
            keys["turned"] = tokens(self.turned, self.pack)
        if self.trump:
            keys["trump"] = self.trump
        if self.muss is not None:
            keys["muss"] = self.muss
        if self.bids:
            keys["bids"] = _said(self.bids)
        if self.discard:
            keys["discard"] = tokens(self.discard, self.pack)
        if self.calls:
            keys["calls"] = _said(self.calls)
        if self.dealer_call:
            keys["dealer_call"] = self.dealer_call
        if self.swaps:
            keys["exchange"] = list(self.swaps)
        if self.tricks or whole:
            keys["tricks"] = [trick.write(self.pack) for trick in self.tricks if trick.plays]
        if self.abort is not None or not whole:
            keys["abort"] = self.abort if self.abort is not None else UNFINISHED
        if self.notes:
            keys["notes"] = [Remark(at=at, text=text) for at, text in self.notes]
        return Deal(**{key: value for key, value in keys.items() if value is not UNSET})

    def _hand(self, seat: int) -> str | None:
        if not self.seats >> seat & 1:
            return ""
        return tokens(self.hands[seat], self.pack) if self.hands.get(seat) else None


def _said(words: list[tuple[int, str]]) -> str:
    return " ".join(f"{SEATS[seat]}:{word}" for seat, word in words)
