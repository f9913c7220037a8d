"""Sentences: templates in two languages, filled by facts. Texts are looked up by code and never built in code.

A template holds ``{name}`` or ``{name:kind}``; the kinds are the methods of ``Voice``. The same templates travel
to the browser, so a kind is simple enough to be written there again.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec

from kratzen_log import cards
from kratzen_log.cards import Pack
from kratzen_log.texts.safe import spoken

LANGS: Final = ("en", "de")
_SLOT: Final = r"\{(\w+)(?::(\w+))?\}"
_OPTIONAL: Final = r"\[([^\[\]]*)\]"
_JOINED: Final = {"and": {"en": " and ", "de": " und "}, "or": {"en": " or ", "de": " oder "}}


@cache
def table(name: str) -> dict[str, Any]:
    """The texts of one file, by key."""
    with open(os.path.join(os.path.dirname(__file__), f"{name}.json"), "rb") as file:
        found: dict[str, Any] = msgspec.json.decode(file.read())
    return found


def grouped(number: int, lang: str) -> str:
    """A number with its thousands set apart, as the language does it.

    >>> grouped(1234567, "en"), grouped(1234567, "de")
    ('1,234,567', '1.234.567')
    """
    return f"{number:,}" if lang == "en" else f"{number:,}".replace(",", ".")


def listed(parts: Sequence[str], lang: str, word: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``; or with ``or``."""
    if len(parts) < 2:
        return "".join(parts)
    return ", ".join(parts[:-1]) + _JOINED[word][lang] + parts[-1]


class Voice:
    """How facts are said: language, deck, and who sits where."""

    def __init__(self, lang: str = "en", pack: Pack = "german", players: Sequence[str] = ()) -> None:
        if lang not in LANGS:
            raise ValueError(f"lang is {' or '.join(LANGS)}, not {lang!r}")
        self.lang = lang
        self.pack = pack
        self.players = tuple(map(spoken, players))

    def fill(self, template: str, facts: Mapping[str, Any]) -> str:
        """A template with its places filled. A fact that is missing leaves a question mark, never an error.

        What stands in square brackets is left out when a fact in it is missing.

        >>> Voice().fill("Anna antes {amount}[; the pot is {pot}]", {"amount": 5, "pot": None})
        'Anna antes 5'
        """

        def put(match: re.Match[str]) -> str:
            name, kind = match.group(1), match.group(2)
            value = facts.get(name)
            if value is None:
                return "?"
            say = getattr(self, f"say_{kind}", None) if kind else None
            return say(value) if say is not None else str(value)

        def known(match: re.Match[str]) -> str:
            part = match.group(1)
            return part if all(facts.get(slot[0]) is not None for slot in re.findall(_SLOT, part)) else ""

        if "[" in template:
            template = re.sub(_OPTIONAL, known, template)
        sentence = re.sub(_SLOT, put, template)
        return sentence[0].upper() + sentence[1:] if template.startswith("{") and ":the}" in template[:20] else sentence

    def say_card(self, card: int) -> str:
        """A card by name."""
        return cards.name(card, self.lang, self.pack)

    def say_cards(self, many: Iterable[int]) -> str:
        """Cards by name."""
        return listed([self.say_card(card) for card in many], self.lang)

    def say_the(self, what: int | Iterable[int]) -> str:
        """Cards as the subject of a sentence, with their articles: ``the Weli``, ``der Weli``."""
        return self._with_article(what, 0)

    def say_whom(self, what: int | Iterable[int]) -> str:
        """Cards as the object: ``the Weli``, ``den Weli``."""
        return self._with_article(what, 1)

    def say_with(self, what: int | Iterable[int]) -> str:
        """Cards after "with", any of which will do: ``the Weli or the Ace of Bells``, ``dem Weli oder der Schellen-Sau``."""
        return self._with_article(what, 2, "or")

    def say_beaten(self, card: int) -> str:
        """The card to beat; of the Weli it is said that no trump in the trick is better."""
        best = {"en": " (the best trump in the trick)", "de": " (den besten Trumpf im Stich)"}
        return self.say_whom(card) + (best[self.lang] if card == cards.WELI else "")

    def _with_article(self, what: int | Iterable[int], case: int, word: str = "and") -> str:
        many = [what] if isinstance(what, int) else list(what)
        return listed([cards.phrase(card, self.lang, self.pack, case) for card in many], self.lang, word)

    def say_seat(self, seat: int) -> str:
        """A player's name, or the seat's letter."""
        if 0 <= seat < len(self.players):
            return self.players[seat]
        return cards.SEATS[seat] if 0 <= seat < len(cards.SEATS) else "?"

    def say_seats(self, seats: int | Iterable[int]) -> str:
        """Players by name, from a mask or a list of seats."""
        many = cards.members(seats) if isinstance(seats, int) else seats
        return listed([self.say_seat(seat) for seat in many], self.lang)

    def say_plays(self, plays: Iterable[tuple[int, int, int, int]]) -> str:
        """Cards with who played them, and to which trick."""
        words = {"en": "{} the {} to trick {}", "de": "{} im {}. Stich {}"}[self.lang]
        parts = [
            words.format(self.say_seat(seat), *((self.say_card(card), trick) if self.lang == "en" else (trick, self.say_card(card))))
            for trick, _play, seat, card in plays
        ]
        return listed(parts, self.lang)

    def say_suit(self, suit: int) -> str:
        """A suit, or "high"."""
        return cards.suit_name(suit, self.lang, self.pack) if 0 <= suit <= cards.HIGH else "?"

    def say_nums(self, amounts: Sequence[int] | Mapping[int, int]) -> str:
        """A number per player: of all in seat order, or of some by seat."""
        some = amounts.items() if isinstance(amounts, Mapping) else enumerate(amounts)
        return ", ".join(f"{self.say_seat(seat)} {amount}" for seat, amount in some)

    def say_change(self, amount: int) -> str:
        """A change with its sign."""
        return f"+{amount}" if amount > 0 else f"−{-amount}" if amount < 0 else "0"

    def say_tricks(self, count: int) -> str:
        """A number of tricks."""
        one, many = ("trick", "tricks") if self.lang == "en" else ("Stich", "Stiche")
        return f"{count} {one if count == 1 else many}"

    def say_cause(self, cause: int) -> str:
        """Why a deal is a Muss, as a clause (K-3)."""
        clause: str = table("words")["muss"][str(cause)][self.lang]
        return clause

    def say_word(self, word: object) -> str:
        """A word as the log writes it."""
        return f"“{word}”" if self.lang == "en" else f"„{word}“"
