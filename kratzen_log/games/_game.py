"""The types a game file is written in, and the checks it must pass when it is imported.

A game is a value: its options, its ladder, its phases in the order of an audit (C-5), and small functions
over whole numbers. Nothing here knows a particular game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from functools import cache
from typing import Any, Final, NamedTuple

from msgspec import Struct

from kratzen_log.cards import CARDS, HIGH, WELI
from kratzen_log.kernel.trick import STOP
from kratzen_log.texts import table

NULL: Final = -1
"""How an option that is ``null`` in a log is held."""


class Words(Struct, frozen=True):
    """An option whose value is one of these words; held as the place in the list."""

    words: tuple[str, ...]

    def read(self, value: object) -> int | None:
        """The number of a value from a log, or None when the option has no such value."""
        return self.words.index(value) if isinstance(value, str) and value in self.words else None

    def write(self, held: int) -> object:
        """The value as a log writes it."""
        return self.words[held]

    def sample(self) -> tuple[object, ...]:
        """Values worth trying in tests and searches."""
        return self.words

    def __str__(self) -> str:
        return " | ".join(self.words)


class Flag(Struct, frozen=True):
    """An option that is true or false."""

    def read(self, value: object) -> int | None:
        """1 or 0, or None when the value is neither true nor false."""
        return int(value) if isinstance(value, bool) else None

    def write(self, held: int) -> object:
        """The value as a log writes it."""
        return bool(held)

    def sample(self) -> tuple[object, ...]:
        """Both values."""
        return (False, True)

    def __str__(self) -> str:
        return "false | true"


class Count(Struct, frozen=True):
    """An option that is a whole number from ``low`` to ``high``, or null where that is allowed."""

    low: int
    high: int
    null: bool = False
    tries: tuple[int, ...] = ()

    def read(self, value: object) -> int | None:
        """The number, ``NULL`` for null, or None when it is out of range or no whole number."""
        if value is None:
            return NULL if self.null else None
        if isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high:
            return value
        return None

    def write(self, held: int) -> object:
        """The value as a log writes it."""
        return None if self.null and held == NULL else held

    def sample(self) -> tuple[object, ...]:
        """A few values of the range."""
        return ((None,) if self.null else ()) + (self.tries or tuple(range(self.low, self.high + 1)))

    @property
    def endless(self) -> bool:
        """Whether no table comes near its highest value."""
        return self.high > 2**31

    def __str__(self) -> str:
        span = f"{self.low} or more" if self.endless else f"{self.low} to {self.high}"
        return ("null | " if self.null else "") + span


Spec = Words | Flag | Count


class Option(Struct, frozen=True):
    """One house rule: its values, and the paragraph that describes it."""

    name: str
    spec: Spec
    rule: str


class Rule(Struct, frozen=True):
    """One paragraph of the rules as a reader meets it."""

    id: str
    title: Mapping[str, str]
    text: Mapping[str, str]
    doubt: str
    why: Mapping[str, str]


class Phase(IntEnum):
    """The phases of a deal, in the order in which any game may have them (C-5)."""

    BIDS = 1
    TRUMP = 2
    MUSS = 3
    DISCARD = 4
    CALLS = 5
    DEALER_CALL = 6
    EXCHANGE = 7
    TRICKS = 8
    TAKEN = 9
    POT = 10
    DELTA = 11
    CARRY = 12


class Tables(NamedTuple):
    """What a trump and the options make of the 33 cards; all the kernel knows of them.

    ``higher[card]`` are the cards of the same suit class that beat it. The Weli lives only here.
    """

    trump: int
    suit_of: tuple[int, ...]
    suit_mask: tuple[int, ...]
    higher: tuple[int, ...]
    free: int
    ladder: tuple[tuple[int, ...], ...]


class Ending(NamedTuple):
    """Why a session is over after a settlement, and who shares the top."""

    reasons: int
    leaders: int
    tie_break: bool


class Game(Struct, frozen=True):
    """A game of the Rams family. Masks of seats and cards are whole numbers; amounts chips or points.

    ``has_pot``: chips go through a pot (Kratzen), or points are written down (Schnellen).
    """

    key: str
    title: Mapping[str, str]
    options: tuple[Option, ...]
    defaults: Any
    phases: tuple[Phase, ...]
    reasons: tuple[str, ...]
    end_reasons: tuple[str, ...]
    seats: Callable[[Any], tuple[int, int]]
    pack: Callable[[Any], int]
    packets: Callable[[Any], tuple[tuple[int, ...], int, bool]]
    tables: Callable[[Any, int], Tables]
    remarks: Callable[[Any, int], list[str]]
    ending: Callable[[Any, int, Sequence[int], int], Ending]
    functions: Mapping[str, Callable[..., Any]]
    has_pot: bool

    def reason_names(self, reasons: int) -> list[str]:
        """Why a session is over, from a mask over ``end_reasons``."""
        return [name for bit, name in enumerate(self.end_reasons) if reasons >> bit & 1]


def build_tables(trump: int, ladder: tuple[tuple[int, ...], ...], weli_highest: bool, weli_free: bool) -> Tables:
    """The tables of a trump: the Weli is a trump below the Ace or above it, or alone in "high" (C-2, K-5.6, S-9)."""
    suit_of = [card // 8 for card in range(CARDS)]
    suit_of[WELI] = trump
    order = [float(card % 8) for card in range(CARDS)]
    order[WELI] = 7.5 if weli_highest else 6.5
    suit_mask = [sum(1 << card for card in range(CARDS) if suit_of[card] == suit) for suit in range(HIGH + 1)]
    higher = [
        sum(1 << other for other in range(CARDS) if suit_of[other] == suit_of[card] and order[other] > order[card])
        for card in range(CARDS)
    ]
    longest = max(len(row) for row in ladder)
    rows = tuple(row + (STOP,) * (longest - len(row)) for row in ladder)
    return Tables(trump, tuple(suit_of), tuple(suit_mask), tuple(higher), (1 << WELI) if weli_free else 0, rows)


def read_options(game: Game, values: Mapping[str, object]) -> tuple[Any, list[tuple[str, object]]]:
    """The options of a game from the ``rules`` of a log, and the entries that are no option or no value of one."""
    specs = {option.name: option.spec for option in game.options}
    held: dict[str, int] = {}
    bad: list[tuple[str, object]] = []
    for name, value in values.items():
        if name == "version" or name.startswith("_") or name == "x":
            continue
        number = specs[name].read(value) if name in specs else None
        if number is None:
            bad.append((name, value))
        else:
            held[name] = number
    return game.defaults._replace(**held), bad


def refusal(game: Game, name: str, value: object) -> str:
    """Why a game does not take an option: it has none of that name, or the option has no such value."""
    for option in game.options:
        if option.name == name:
            return f"{name} = {value} does not exist: {name} is {option.spec}"
    return f"{game.key} has no option {name} (kratzen explain {game.key} lists them)"


def whole(text: str) -> int:
    """A whole number in the digits 0 to 9. Raises ``ValueError`` for any other spelling Python would take."""
    if re.fullmatch(r"-?[0-9]{1,40}", text) is None:
        raise ValueError(f"{text!r} is no whole number")
    return int(text)


def read_value(text: str) -> object:
    """The value of an option as people write it: true, false, null, a whole number, or a word."""
    words: dict[str, object] = {"true": True, "false": False, "null": None}
    if text.lower() in words:
        return words[text.lower()]
    try:
        return whole(text)
    except ValueError:
        return text


def write_options(game: Game, options: Any) -> dict[str, object]:
    """The ``rules`` of a log: the version, and what differs from the defaults."""
    rules: dict[str, object] = {"version": 1}
    for option in game.options:
        held = getattr(options, option.name)
        if held != getattr(game.defaults, option.name):
            rules[option.name] = option.spec.write(held)
    return rules


@cache
def paragraphs() -> dict[str, Rule]:
    """Every paragraph of the rules by its id, in the order of the page."""
    rules: dict[str, Rule] = {}
    for part in ("common", "kratzen", "schnellen"):
        for key, row in table(f"paragraphs_{part}").items():
            rules[key] = Rule(key, row["title"], {"en": row["en"], "de": row["de"]}, row.get("doubt", ""), row.get("why", {}))
    return rules


def check(game: Game) -> Game:
    """Refuses a game file that does not fit together; called when it is imported."""
    names = [option.name for option in game.options]
    if tuple(names) != game.defaults._fields:
        raise TypeError(f"{game.key}: the options and their defaults do not have the same names in the same order")
    for option in game.options:
        default = getattr(game.defaults, option.name)
        if option.spec.read(option.spec.write(default)) != default:
            raise TypeError(f"{game.key}: the default of {option.name} is none of its values")
    if game.has_pot != (Phase.POT in game.phases):
        raise TypeError(f"{game.key}: has_pot and the phases contradict each other")
    if list(game.phases) != sorted(game.phases):
        raise TypeError(f"{game.key}: the phases are not in the order of an audit")
    return game
