"""Every way the unseen cards of one deal can have lain, tried one by one (FINDINGS, verdicts; issue: partial knowledge).

For small numbers of unseen cards only. A way is told by the plays that are illegal in it.
"""

from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import Any, NamedTuple

from . import tricks as rules_of_tricks
from .cards import UNSEEN, WELI, pack, without
from .options import Rules

Place = tuple[int, int]
Way = frozenset[tuple[int, int, str]]
"""Trick, play and code of every illegal play; ``(trick, 0, "taker")`` where another seat would have taken the trick."""


class TooMany(Exception):
    """More ways than the test cares to try."""


class Case(NamedTuple):
    """One deal: the game, its rules, the seats, the record, who is in."""

    game: str
    rules: Rules
    seats: str
    record: dict[str, Any]
    active: str


def turn_order(case: Case, first: str) -> str:
    at = case.seats.index(first)
    return case.seats[at:] + case.seats[:at]


def dealing(case: Case, deck: list[str]) -> tuple[dict[str, list[str]], list[str], list[str]]:
    """Hands, turned cards and talon of a pack (unseen cards may be among them)."""
    order = turn_order(case, case.record["dealer"])
    order = order[1:] + order[:1]
    hands: dict[str, list[str]] = {seat: [] for seat in case.seats}
    turned: list[str] = []
    rest = list(deck)

    def turn() -> None:
        turned.append(rest.pop(0))
        if case.game == "schnellen" and turned == [WELI]:
            turned.append(rest.pop(0))

    bidding = bool(case.rules.get("bidding"))
    for number, size in enumerate((3, 2)):
        for seat in order:
            hands[seat] += rest[:size]
            rest = rest[size:]
        if case.game == "schnellen" and number == 0 and not bidding:
            turn()
    if case.game == "kratzen":
        turn()
    return hands, turned, rest


class Enumeration:
    """All arrangements of one deal; ``plays`` limits which plays are known to have been made."""

    def __init__(self, case: Case, plays: set[Place] | None = None, most: int = 4000) -> None:
        self.case = case
        self.most = most
        record = case.record
        self.pack = pack(bool(case.rules.get("short_pack")))
        self.tricks = [[part.split(":") for part in text.split() if ":" in part] for text in record["tricks"]]
        self.takers = [next((p[1] for p in text.split() if p[0] == ">"), None) for text in record["tricks"]]
        self.plays = plays
        self.swaps = {swap["seat"]: swap for swap in record.get("exchange", [])}
        self._known()

    def _known(self) -> None:
        """What is recorded of the places cards were dealt to."""
        case, record = self.case, self.case.record
        size = 5 * len(case.seats)
        self.turned: list[str] = record.get("turned", "").split()
        count = len(self.pack) - size - len(self.turned)
        self.hands = {seat: [UNSEEN] * 5 for seat in case.seats}
        talon = [UNSEEN] * max(0, count)
        if count < 0:
            self.hands[record["dealer"]] = [UNSEEN] * (5 + count)
        if "deck" in record:
            hands, turned, talon = dealing(case, record["deck"].split())
            self.hands = {seat: list(hand) for seat, hand in hands.items()}
            self.turned = [b if a == UNSEEN else a for a, b in zip(self.turned, turned, strict=True)]
        for seat, text in zip(case.seats, record.get("hands") or [None] * len(case.seats), strict=True):
            if text is not None:
                known = set(self.hands[seat]) | set(text.split())
                known.discard(UNSEEN)
                self.hands[seat] = sorted(known) + [UNSEEN] * (len(self.hands[seat]) - len(known))
        self.drawn: dict[str, list[str]] = {}
        for seat, swap in self.swaps.items():
            tokens = swap["in"].split()
            top, talon = talon[: len(tokens)], talon[len(tokens) :]
            known = (set(tokens) | set(top)) - {UNSEEN}
            self.drawn[seat] = sorted(known) + [UNSEEN] * (len(tokens) - len(known))
        self.talon = talon

    def _needed(self) -> dict[str, set[str]]:
        """The cards each seat is recorded with, so that they were dealt to it, taken or drawn."""
        needed: dict[str, set[str]] = {seat: set() for seat in self.case.seats}
        for trick, plays in enumerate(self.tricks, 1):
            for place, (seat, card) in enumerate(plays, 1):
                if self.plays is None or (trick, place) in self.plays:
                    needed[seat].add(card.rstrip("!"))
        for seat, swap in self.swaps.items():
            needed[seat] |= set(swap["out"].split()) | set(swap.get("show", "").split())
        needed[self.case.record["dealer"]] |= set(self.case.record.get("discard", "").split())
        for cards in needed.values():
            cards.discard(UNSEEN)
        return needed

    def ways(self) -> set[Way]:
        """Every way; empty when the record is impossible."""
        known = [card for hand in (*self.hands.values(), self.turned, *self.drawn.values(), self.talon) for card in hand if card != UNSEEN]
        too_many = any(len(self.drawn[seat]) > len(swap["in"].split()) for seat, swap in self.swaps.items())
        too_many = too_many or any(len(hand) > 5 for hand in self.hands.values())
        if len(set(known)) != len(known) or too_many:
            return set()
        free = without(self.pack, known)
        needed = self._needed()
        found: set[Way] = set()
        self.tried = 0
        for hands, drawn, turned in self._deals(free, needed):
            options = [self._hands_of(seat, hands, drawn, turned) for seat in self.case.active]
            for chosen in product(*options):
                self.tried += 1
                if self.tried > self.most:
                    raise TooMany
                found.add(self._judged(dict(zip(self.case.active, chosen, strict=True))))
        return found

    def _deals(
        self, free: list[str], needed: dict[str, set[str]]
    ) -> Iterator[tuple[dict[str, list[str]], dict[str, list[str]], list[str]]]:
        """Every way to fill the hands, the cards drawn and the turned card."""
        places: list[tuple[str, str]] = [("turned", "")]
        places += [("drawn", seat) for seat in self.drawn] + [("hand", seat) for seat in self.case.seats]
        filled: dict[tuple[str, str], list[str]] = {}

        def tokens(kind: str, seat: str) -> list[str]:
            return self.turned if kind == "turned" else self.drawn[seat] if kind == "drawn" else self.hands[seat]

        def allowed(kind: str, seat: str, card: str) -> bool:
            if kind == "turned":
                trump = self.case.record["trump"]
                return card[0] == trump if self.case.game == "schnellen" else card[0] == trump or card == WELI
            return not any(card in cards for other, cards in needed.items() if other != seat)

        def fill(at: int, left: list[str]) -> Iterator[None]:
            if at == len(places):
                yield None
                return
            kind, seat = places[at]
            have = [card for card in tokens(kind, seat) if card != UNSEEN]
            count = len(tokens(kind, seat)) - len(have)
            must: list[str] = []
            if kind == "hand":
                mine = {*have, *filled.get(("drawn", seat), [])}
                if self.case.game == "schnellen" and seat == self.case.record["dealer"]:
                    mine |= set(filled["turned", ""])
                must = [card for card in needed[seat] if card not in mine]
                if any(card not in left for card in must) or len(must) > count:
                    return
            others = [card for card in left if card not in must and allowed(kind, seat, card)]
            for some in combinations(others, count - len(must)):
                self.tried += 1
                if self.tried > self.most:
                    raise TooMany
                filled[kind, seat] = [*have, *must, *some]
                yield from fill(at + 1, without(left, [*must, *some]))

        for _ in fill(0, free):
            hands = {seat: filled["hand", seat] for seat in self.case.seats}
            drawn = {seat: filled["drawn", seat] for seat in self.drawn}
            yield hands, drawn, filled["turned", ""]

    def _hands_of(
        self, seat: str, hands: dict[str, list[str]], drawn: dict[str, list[str]], turned: list[str]
    ) -> set[tuple[tuple[str, ...], frozenset[str]]]:
        """What a seat can have played, trick by trick, and what it then still held."""
        case, record = self.case, self.case.record
        first = list(hands[seat])
        away_first: list[str] = []
        if case.game == "schnellen" and seat == record["dealer"] and turned:
            first += turned
            count = len(first) - 5
            away_first = record["discard"].split() if "discard" in record else [UNSEEN] * count
        found = set()
        swap = self.swaps.get(seat, {})
        for held in _without_some(first, away_first):
            for kept in _without_some(held, swap.get("out", "").split()):
                shown = swap.get("show", "").split()
                if len(swap.get("out", "").split()) == 4 and any(card not in kept for card in shown):
                    continue
                for new in _without_some(drawn.get(seat, []), swap.get("away", "").split()):
                    found |= set(self._played(seat, [*kept, *new]))
        return found

    def _played(self, seat: str, hand: list[str]) -> Iterator[tuple[tuple[str, ...], frozenset[str]]]:
        tokens = []
        for trick, plays in enumerate(self.tricks, 1):
            for place, (who, card) in enumerate(plays, 1):
                if who == seat:
                    known = self.plays is None or (trick, place) in self.plays
                    tokens.append(card.rstrip("!") if known else UNSEEN)
        seen = [card for card in tokens if card != UNSEEN]
        if any(card not in hand for card in seen):
            return
        left = without(hand, seen)
        for some in permutations(left, len(tokens) - len(seen)):
            fill = iter(some)
            line = tuple(card if card != UNSEEN else next(fill) for card in tokens)
            yield line, frozenset(left) - set(some)

    def _judged(self, chosen: dict[str, tuple[tuple[str, ...], frozenset[str]]]) -> Way:
        """The illegal plays of one arrangement."""
        case = self.case
        wrong: set[tuple[int, int, str]] = set()
        at = dict.fromkeys(case.active, 0)
        for trick, plays in enumerate(self.tricks, 1):
            table: list[tuple[str, str]] = []
            for place, (seat, token) in enumerate(plays, 1):
                line, rest = chosen[seat]
                hand = [*line[at[seat] :], *rest]
                # A play that is left out of the count still lies in its trick.
                real = line[at[seat]] if token == UNSEEN else token.rstrip("!")
                if line[at[seat]] == real:
                    on_table = [card for _, card in table]
                    code = rules_of_tricks.fault_of(case.game, case.rules, case.record["trump"], hand, on_table, real)
                    if code is not None:
                        wrong.add((trick, place, code))
                at[seat] += 1
                table.append((seat, real))
            taker = self.takers[trick - 1]
            unseen = any(token == UNSEEN for _seat, token in plays)
            if unseen and taker and len({card for _, card in table}) == len(table):
                winner = rules_of_tricks.winner(case.game, case.rules, case.record["trump"], table)
                if winner != taker:
                    wrong.add((trick, 0, "taker"))
        return frozenset(wrong)


def _without_some(cards: list[str], tokens: list[str]) -> Iterator[list[str]]:
    """The cards left when these tokens are gone; each unseen token may be any of them."""
    known = [card for card in tokens if card != UNSEEN]
    if any(card not in cards for card in known):
        return
    left = without(cards, known)
    for some in combinations(left, len(tokens) - len(known)):
        yield without(left, list(some))
