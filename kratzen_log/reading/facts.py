"""A deal record as whole numbers: what it states, ready to be judged. Nothing is judged here but tokens."""

from __future__ import annotations

from typing import Any, Final

from msgspec import UNSET, Struct

from kratzen_log.cards import HIGH, READ, SUIT_LETTERS, UNREADABLE
from kratzen_log.games._game import Game
from kratzen_log.log.model import Deal
from kratzen_log.log.tokens import NOBODY, Play, Slip, read_cards, read_seats, read_trick, read_words, seat_of

NO_CLAIM: Final = -1
BAD_CLAIM: Final = -2
EFFORT: Final = 40_000
"""How many steps the search for unseen cards may take for a deal, over all its readings, before plays stay undetermined."""
TRUMPS: Final = {**{letter: suit for suit, letter in enumerate(SUIT_LETTERS)}, "high": HIGH}


class Breach(Struct, frozen=True):
    """A statement that does not follow: code and place (FINDINGS). Trick and play count from 1, 0: no place."""

    code: str
    rule: str = ""
    trick: int = 0
    play: int = 0
    seat: int = NOBODY
    facts: dict[str, Any] = {}
    noticed: bool = False
    proven_by: tuple[int, int] | None = None


class SwapFacts(Struct, frozen=True):
    """One exchange: cards as numbers; ``show`` and ``away`` are None when absent."""

    seat: int
    out: list[int]
    drawn: list[int]
    show: list[int] | None
    away: list[int] | None


class Setting(Struct, frozen=True):
    """What holds for a whole session: the game, its options, how many play."""

    game: Game
    options: Any
    players: int
    everybody: int
    pack: int


class DealFacts:
    """What one deal record states. Absent arrays are None, absent claims ``NO_CLAIM``.

    Not stated: ``effort`` is what is left of ``EFFORT`` and ``reserve`` what is kept for proofs; ``done`` is what readings
    that are alike have in common.
    """

    __slots__ = (
        "_spans",
        "_suffix",
        "abort",
        "bids",
        "call_word",
        "calls",
        "carry",
        "claims",
        "dealer",
        "deck",
        "delta",
        "discard",
        "done",
        "effort",
        "hands",
        "muss",
        "no",
        "players",
        "pot",
        "record",
        "reserve",
        "seats",
        "slips",
        "swaps",
        "taken",
        "takers",
        "totals",
        "tricks",
        "trump",
        "turned",
    )

    def __init__(self, record: Deal, setting: Setting) -> None:
        players = setting.players
        self.record = record
        self.effort = EFFORT
        self.reserve = EFFORT // 4
        self.done: dict[Any, Any] = {}
        self.players = players
        self.no = 0 if record.no is UNSET else record.no
        self.slips: list[Breach] = []
        self.abort = record.abort is not UNSET
        self.dealer = NOBODY if record.dealer is UNSET else self.seat(record.dealer, "dealer")
        self.seats = NO_CLAIM
        if record.dealt_in is not UNSET:
            self.seats, slips = read_seats(record.dealt_in, players)
            self.note(slips, "in")
        self.deck = None if record.deck is UNSET else self.cards(record.deck, "deck")
        self.turned = None if record.turned is UNSET else self.cards(record.turned, "turned")
        self.hands: list[list[int] | None] | None = None
        if record.hands is not UNSET and self.fits(record.hands, "hands"):
            self.hands = [None if hand is None else self.cards(hand, "hands") for hand in record.hands]
        self.trump = NO_CLAIM
        if record.trump is not UNSET:
            self.trump = TRUMPS.get(record.trump, BAD_CLAIM)
            if self.trump == BAD_CLAIM:
                self.slips.append(Breach("log.value", facts={"key": "trump", "value": record.trump, "allowed": "E L H S high"}))
        pot_game = setting.game.has_pot
        self.muss = NO_CLAIM if record.muss is UNSET or not pot_game else int(record.muss)
        self.pot = None if record.pot is UNSET or not pot_game else record.pot
        self.carry = None if record.carry is UNSET or not pot_game else record.carry
        self.call_word = None if record.dealer_call is UNSET or not pot_game else record.dealer_call
        self.bids = None if record.bids is UNSET or pot_game else self.words(record.bids, "bids")
        self.discard = None if record.discard is UNSET or pot_game else self.cards(record.discard, "discard")
        self.calls = None if record.calls is UNSET else self.words(record.calls, "calls")
        self.swaps: list[SwapFacts] = []
        if record.exchange is not UNSET:
            for swap in record.exchange:
                seat = self.seat(swap.seat, "exchange")
                out, drawn = self.cards(swap.out, "exchange", seat), self.cards(swap.drawn, "exchange", seat)
                show = None if swap.show is UNSET or pot_game else self.cards(swap.show, "exchange", seat)
                away = None if swap.away is UNSET or pot_game else self.cards(swap.away, "exchange", seat)
                if seat != NOBODY:
                    self.swaps.append(SwapFacts(seat, out, drawn, show, away))
        self.tricks: list[list[Play]] = []
        self.takers: list[int] = []
        if record.tricks is not UNSET:
            for number, text in enumerate(record.tricks, 1):
                plays, taker, slips = read_trick(text, players)
                self.tricks.append(plays)
                self.takers.append(taker)
                for slip in slips:
                    place = min(slip.place, len(plays))
                    self.slips.append(Breach(slip.code, trick=number, play=place, facts={"token": slip.token, "key": "tricks"}))
        self.taken = self.numbers(record.taken, "taken")
        self.delta = self.numbers(record.delta, "delta")
        self.totals = self.numbers(record.totals, "totals")
        self._suffix: list[list[int]] | None = None
        self._spans: list[tuple[int, int, int]] | None = None

    def seat(self, text: str, key: str) -> int:
        """A seat; an unreadable one is noted and ``NOBODY``."""
        seat = seat_of(text, self.players)
        if seat == NOBODY:
            self.slips.append(Breach("log.seat", facts={"token": text, "key": key}))
        return seat

    def cards(self, text: str, key: str, seat: int = NOBODY) -> list[int]:
        """Cards in order; unreadable ones are noted."""
        try:
            return [READ[part] for part in text.split(" ")] if text else []
        except KeyError:
            cards, slips = read_cards(text)
            self.note(slips, key, seat)
            return cards

    def words(self, text: str, key: str) -> list[tuple[int, str]]:
        """Seats and what they said."""
        said, slips = read_words(text, self.players)
        self.note(slips, key)
        return said

    def note(self, slips: list[Slip], key: str, seat: int = NOBODY) -> None:
        """Keeps unreadable tokens."""
        self.slips += [Breach(slip.code, seat=seat, facts={"token": slip.token, "key": key}) for slip in slips]

    def fits(self, array: list[Any], key: str) -> bool:
        """Whether a per-seat array has one entry per player; otherwise it is noted and not used."""
        if len(array) == self.players:
            return True
        self.slips.append(Breach("log.length", facts={"key": key, "length": len(array), "players": self.players}))
        return False

    def numbers(self, array: Any, key: str) -> list[int] | None:
        """A per-seat array of numbers, or None."""
        return array if array is not UNSET and self.fits(array, key) else None

    def counting(self, trick: int) -> list[Play]:
        """The plays of a trick that count: the first of each seat, in the first five tricks (FINDINGS)."""
        plays = self.tricks[trick] if trick < 5 else []
        if len(plays) <= len({play.seat for play in plays}):
            return plays
        first: dict[int, Play] = {}
        for play in plays:
            first.setdefault(play.seat, play)
        return [play for play in plays if play.seat < 0 or play is first[play.seat]]

    def suffix(self, seat: int) -> list[int]:
        """For each trick, the cards a seat plays from it on; one entry more than there are tricks."""
        if self._suffix is None:
            table = [[0] * (len(self.tricks) + 1) for _ in range(self.players)]
            for trick in range(len(self.tricks) - 1, -1, -1):
                for row in table:
                    row[trick] = row[trick + 1]
                for play in self.counting(trick):
                    if play.seat >= 0 and play.card >= 0:
                        table[play.seat][trick] |= 1 << play.card
            self._suffix = table
        return self._suffix[seat]

    def spans(self) -> list[tuple[int, int, int]]:
        """For each seat: in how many tricks it plays, and trick and place of its first play (from 1, else 0)."""
        if self._spans is None:
            found = [(0, 0, 0)] * self.players
            for number, plays in enumerate(self.tricks, 1):
                met = 0
                for play in plays:
                    seat = play.seat
                    if seat >= 0 and not met >> seat & 1:
                        met |= 1 << seat
                        count, trick, place = found[seat]
                        found[seat] = (count + 1, trick or number, place or play.place)
            self._spans = found
        return self._spans

    def swap_of(self, seat: int) -> SwapFacts | None:
        """The first exchange of a seat."""
        return next((swap for swap in self.swaps if swap.seat == seat), None)


__all__ = ["BAD_CLAIM", "NO_CLAIM", "UNREADABLE", "Breach", "DealFacts", "Setting", "SwapFacts"]
