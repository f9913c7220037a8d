"""What may be played from a hand: the legal cards of one position, and why (K-5, S-4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from kratzen_log import cards
from kratzen_log.cards import Pack
from kratzen_log.games import GAMES
from kratzen_log.games._game import Game, read_options, refusal
from kratzen_log.kernel import trick as kernel
from kratzen_log.reading.duties import DUTY_CODES, DUTY_NAMES, duty_rule
from kratzen_log.reading.facts import TRUMPS
from kratzen_log.texts import Voice, table


class Position(Struct, frozen=True, kw_only=True):
    """A hand before a trick, with what may be played. Truth, length, iteration and membership are of the legal cards.

    >>> legal("schnellen", "E", "HA H9 LU", "HK")
    <Position schnellen HK | HA H9 LU: legal HA, must beat HK (S-4.1)>
    """

    game: str
    trump: str
    hand: tuple[str, ...]
    trick: tuple[str, ...]
    legal: tuple[str, ...]
    duty: str
    must_beat: str | None
    rule: str

    def __len__(self) -> int:
        return len(self.legal)

    def __bool__(self) -> bool:
        return bool(self.legal)

    def __iter__(self) -> Iterator[str]:
        return iter(self.legal)

    def __contains__(self, card: object) -> bool:
        return card in self.legal

    def __repr__(self) -> str:
        beat = f", must beat {self.must_beat}" if self.must_beat else ""
        table_cards = " ".join(self.trick) or "leads"
        return f"<Position {self.game} {table_cards} | {' '.join(self.hand)}: legal {' '.join(self.legal)}{beat} ({self.rule})>"

    def text(self, lang: str = "en") -> str:
        """One sentence that says what binds the player."""
        facts = {
            "legal": [cards.parse(card) for card in self.legal],
            "must_beat": cards.parse(self.must_beat) if self.must_beat else None,
        }
        return Voice(lang, _pack_of(self.hand)).fill(table("words")["duty"][self.duty][lang], facts)


def _pack_of(hand: Sequence[str]) -> Pack:
    return "french" if any(cards.is_french(card) for card in hand) else "german"


def read_trump(text: str, game: Game) -> int:
    """A trump by letter, by French suit letter or by name; ``high`` where the game knows it. Raises ``ValueError``."""
    suit = TRUMPS.get(text, TRUMPS.get(text.upper(), TRUMPS.get(text.lower())))
    if suit is None and len(text) == 1 and text.lower() in cards.FRENCH_SUITS:
        suit = cards.FRENCH_SUITS.index(text.lower())
    if suit is None:
        names = {
            cards.suit_name(number, lang, pack).lower(): number
            for number in range(4) for lang in ("en", "de") for pack in ("german", "french")
        }
        suit = names.get(text.lower())
    if suit is None or (suit == cards.HIGH and game.has_pot):
        raise ValueError(f"{text!r} is no trump: write E, L, H, S (or c, s, h, d)" + ("" if game.has_pot else " or high"))
    return suit


def legal(
    game: str, trump: str, hand: str | Sequence[str], trick: str | Sequence[str] = "",
    rules: Mapping[str, object] | None = None,
) -> Position:
    """The legal cards of a hand, in its order and notation.

    ``trick`` holds the cards already played, in order; ``rules`` options that differ from the default. Raises
    ``ValueError`` with one line for an unknown game, card or option, and for a card that stands twice.
    """
    if game not in GAMES:
        raise ValueError(f"{game!r} is no game: write {' or '.join(GAMES)}")
    played_game = GAMES[game]
    options, bad = read_options(played_game, rules or {})
    if bad:
        raise ValueError(refusal(played_game, *bad[0]))
    suit = read_trump(trump, played_game)
    held = tuple(hand.split()) if isinstance(hand, str) else tuple(hand)
    table_cards = tuple(trick.split()) if isinstance(trick, str) else tuple(trick)
    numbers = [_known(card) for card in (*table_cards, *held)]
    twice = [card for at, card in enumerate((*table_cards, *held)) if numbers[at] in numbers[:at]]
    if twice:
        raise ValueError(f"{twice[0]} stands twice")
    most = played_game.seats(options)[1] - 1
    if len(table_cards) > most:
        raise ValueError(f"a trick holds at most {most} cards before one's own, not {len(table_cards)}")
    if not held:
        raise ValueError("the hand is empty")
    outside = [card for card, number in zip((*table_cards, *held), numbers, strict=True) if not played_game.pack(options) >> number & 1]
    if outside:
        raise ValueError(f"{outside[0]} is not in the pack of this game")
    t = played_game.tables(options, suit)
    led = best = top = -1
    for number in numbers[: len(table_cards)]:
        led, best, top, _takes = kernel.played(t, led, best, top, number)
    mask, duty, beat = kernel.legal(t, cards.mask(numbers[len(table_cards) :]), led, best, top)
    pack = _pack_of(held)
    return Position(
        game=game, trump=trump, hand=held, trick=table_cards,
        legal=tuple(card for card, number in zip(held, numbers[len(table_cards) :], strict=True) if mask >> number & 1),
        duty=DUTY_NAMES[duty], must_beat=cards.token(beat, pack) if beat >= 0 else None,
        rule=duty_rule(played_game, duty, suit),
    )


def _known(card: str) -> int:
    number = cards.parse(card)
    if number < 0:
        raise ValueError("an unseen card (??) cannot be judged")
    return number


__all__ = ["DUTY_CODES", "Position", "legal", "read_trump"]
