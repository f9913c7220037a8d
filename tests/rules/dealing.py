"""Small lawful deals made to order: who takes how many tricks, who is out, who swaps. Played by the naive referee."""

from __future__ import annotations

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from tests.referee import tricks as referee
from tests.support import head

SEATS = "ABCDEF"
PACK = [suit + rank for suit in "ELHS" for rank in "789XUOKA"] + ["WE"]


class Dealt(NamedTuple):
    """A deal by its outcome. ``taken`` are the tricks per seat, empty where no card is played; ``swaps`` is ``"B2 C1"``.

    ``more`` are keys of the record that replace what was made, or are taken out when ``None``.
    """

    taken: str = ""
    turned: str = "H9"
    trump: str = ""
    out: str = ""
    bettler: str = ""
    seats: str = ""
    swaps: str = ""
    bids: str = ""
    dealer: str = ""
    more: Mapping[str, Any] = MappingProxyType({})


def session(game: str, players: int, rules: Mapping[str, Any], start: list[int] | None, deals: tuple[Dealt, ...]) -> list[dict[str, Any]]:
    """The records of a session with these deals and an end; only facts."""
    more = {} if start is None else {"start": start}
    records = [head(game, players, rules=dict(rules), **more)]
    for number, dealt in enumerate(deals, 1):
        dealer = dealt.dealer or SEATS[(number - 1) % players]
        record = {"type": "deal", "no": number, "dealer": dealer, **deal(game, players, rules, dealt, dealer), **dealt.more}
        records.append({key: value for key, value in record.items() if value is not None})
    return [*records, {"type": "end"}]


def deal(game: str, players: int, rules: Mapping[str, Any], dealt: Dealt, dealer: str) -> dict[str, Any]:
    """The facts of a deal that comes out as ordered."""
    rng = random.Random(repr((game, players, rules, dealt, dealer)))
    for _ in range(3000):
        table = Table(game, players, rules, dealt, dealer, rng)
        if table.swaps() and (not dealt.taken or any(table.play() for _ in range(20))):
            return table.record()
    raise AssertionError(f"no deal comes out so: {dealt}")


class Table:
    """Hands dealt at random, and what is done with them."""

    def __init__(self, game: str, players: int, rules: Mapping[str, Any], dealt: Dealt, dealer: str, rng: random.Random) -> None:
        self.game, self.players, self.rules, self.dealt, self.dealer, self.rng = game, players, dict(rules), dealt, dealer, rng
        self.seats = dealt.seats or SEATS[:players]
        first = self.seats.index(dealer) + 1
        self.order = self.seats[first:] + self.seats[:first]
        self.active = [seat for seat in self.order if seat not in dealt.out]
        turned = [] if dealt.bids else dealt.turned.split()
        pack = [card for card in PACK if card not in turned and not (rules.get("short_pack") and card[1] in "789")]
        rng.shuffle(pack)
        short = game == "schnellen" and len(pack) < 5 * len(self.seats)
        self.hands = {seat: [pack.pop() for _ in range(4 if short and seat == dealer else 5)] for seat in self.order}
        self.hold = {seat: list(hand) for seat, hand in self.hands.items()}
        self.rest = pack
        self.trump = dealt.trump or turned[-1][0]
        self.discard: list[str] = []
        if game == "schnellen" and turned:
            self.hold[dealer] += turned
            self.discard = [self.hold[dealer].pop(0) for _ in range(len(self.hold[dealer]) - 5)]
        self.exchange: list[dict[str, str]] = []
        self.tricks: list[str] = []

    def swaps(self) -> bool:
        """Does the swaps ordered, the worst cards first; false where the Ace to show is not held."""
        ace = f"{self.trump}A"
        for seat, number in ((swap[0], int(swap[1])) for swap in self.dealt.swaps.split()):
            hand = self.hold[seat]
            if self.game == "schnellen" and number == 4 and ace not in hand:
                return False
            out = [card for card in hand if card != ace or number == 5][:number]
            drawn = [self.rest.pop() for _ in range(min(6 if number == 5 and self.game == "schnellen" else number, len(self.rest)))]
            self.hold[seat] = [card for card in hand if card not in out] + drawn
            swap = {"seat": seat, "out": " ".join(out), "in": " ".join(drawn)}
            if self.game == "schnellen" and number == 4:
                swap["show"] = ace
            if len(self.hold[seat]) == 6:
                swap["away"] = self.hold[seat].pop()
            self.exchange.append(swap)
        return True

    def play(self) -> bool:
        """Five tricks at random; whether they come out as ordered."""
        hold = {seat: list(hand) for seat, hand in self.hold.items()}
        left = {seat: int(self.dealt.taken[SEATS.index(seat)]) for seat in self.active}
        leader, self.tricks = self.active[0], []
        for _ in range(5):
            at = self.active.index(leader)
            trick: list[tuple[str, str]] = []
            for seat in self.active[at:] + self.active[:at]:
                cards = [card for _seat, card in trick]
                card = self.rng.choice(referee.legal(self.game, self.rules, self.trump, hold[seat], cards).legal)
                hold[seat].remove(card)
                trick.append((seat, card))
            leader = referee.winner(self.game, self.rules, self.trump, trick)
            left[leader] -= 1
            if left[leader] < 0:
                return False
            self.tricks.append(" ".join(f"{seat}:{card}" for seat, card in trick))
        return True

    def record(self) -> dict[str, Any]:
        """What was made, as keys of a deal record."""
        dealt = self.dealt
        said = {seat: "out" if seat in dealt.out else "bettler" if seat in dealt.bettler else "in" for seat in self.order[:-1]}
        facts: dict[str, Any] = {"hands": [" ".join(self.hands.get(seat, [])) for seat in SEATS[: self.players]]}
        if dealt.seats:
            facts["in"] = dealt.seats
        facts |= {"bids": dealt.bids} if dealt.bids else {"turned": dealt.turned}
        facts |= {"trump": dealt.trump} if dealt.trump else {}
        facts |= {"discard": " ".join(self.discard)} if self.discard else {}
        facts |= {"calls": " ".join(f"{seat}:{word}" for seat, word in said.items())}
        facts |= {"exchange": self.exchange} if self.exchange else {}
        return facts | {"tricks": self.tricks}
