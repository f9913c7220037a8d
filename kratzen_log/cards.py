"""The 33 cards as whole numbers 0–32: suits, ranks, packs, names, notation (RULES C-1, FORMAT 2).

A card is ``suit * 8 + rank``; the Weli is 32. A set of cards is a bit mask of 33 bits.
``UNSEEN`` stands for ``??``, a card nobody saw.

>>> parse("HA"), parse("Ah"), token(parse("10h")), name(WELI)
(23, 23, 'HX', 'Weli')
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

Pack = Literal["german", "french"]
Lang = Literal["en", "de"]

ACORNS, LEAVES, HEARTS, BELLS = range(4)
HIGH: Final = 4
"""The trump of a deal without trumps (S-9); also the Weli's own suit class there."""

SEVEN, EIGHT, NINE, TEN, UNTER, OBER, KING, ACE = range(8)
WELI: Final = 32
UNSEEN: Final = -1
UNREADABLE: Final = -2
CARDS: Final = 33
FULL_PACK: Final = (1 << CARDS) - 1

SUIT_LETTERS: Final = "ELHS"
RANK_LETTERS: Final = "789XUOKA"
FRENCH_SUITS: Final = "cshd"
FRENCH_RANKS: Final = "789TJQKA"
SEATS: Final = "ABCDEF"

_GERMAN: Final = (*tuple(s + r for s in SUIT_LETTERS for r in RANK_LETTERS), "WE")
_FRENCH: Final = (*tuple(r + s for s in FRENCH_SUITS for r in FRENCH_RANKS), "6d")

SHORT_PACK: Final = FULL_PACK & ~sum(1 << (suit * 8 + rank) for suit in range(4) for rank in range(3))
"""S-2.1: the pack without 7, 8 and 9."""

_SUIT_NAMES: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("en", "german"): ("Acorns", "Leaves", "Hearts", "Bells"),
    ("de", "german"): ("Eichel", "Laub", "Herz", "Schellen"),
    ("en", "french"): ("Clubs", "Spades", "Hearts", "Diamonds"),
    ("de", "french"): ("Kreuz", "Pik", "Herz", "Karo"),
}
_RANK_NAMES: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("en", "german"): ("Seven", "Eight", "Nine", "Ten", "Unter", "Ober", "King", "Ace"),
    ("de", "german"): ("Siebener", "Achter", "Neuner", "Zehner", "Unter", "Ober", "König", "Ass"),
    ("en", "french"): ("Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace"),
    ("de", "french"): ("Siebener", "Achter", "Neuner", "Zehner", "Bube", "Dame", "König", "Ass"),
}
TELL_NAMES: Final[dict[str, tuple[str, str]]] = {
    "EO": ("William Tell", "Wilhelm Tell"),
    "LO": ("Ulrich of Rudenz", "Ulrich von Rudenz"),
    "HO": ("Hermann Gessler", "Hermann Gessler"),
    "SO": ("Stüssi the ranger", "Stüssi der Flurschütz"),
    "EU": ("Rudolf Harras", "Rudolf der Harras"),
    "LU": ("Walter Fürst", "Walter Fürst"),
    "HU": ("Kuoni the herdsman", "Kuoni der Hirt"),
    "SU": ("Itel Reding", "Itel Reding"),
    "HA": ("Spring", "Frühling"),
    "SA": ("Summer", "Sommer"),
    "LA": ("Autumn", "Herbst"),
    "EA": ("Winter", "Winter"),
}
"""Whom the picture cards of the William Tell pack show: token → (English, German)."""


def _read_table() -> dict[str, int]:
    """Every spelling the reader takes (FORMAT 2). First characters never overlap, so case may be ignored."""
    table = {"??": UNSEEN, "\U0001f0a0": UNSEEN}
    for card in range(CARDS - 1):
        suit, rank = divmod(card, 8)
        german, french = _GERMAN[card], _FRENCH[card]
        spellings = {german, french}
        if rank == TEN:
            spellings |= {SUIT_LETTERS[suit] + "10", "10" + FRENCH_SUITS[suit]}
        for text in spellings:
            table |= {text: card, text.upper(): card, text.lower(): card}
            table |= {text[0].upper() + text[1:].lower(): card, text[0].lower() + text[1:].upper(): card}
        block = (0x1F0D0, 0x1F0A0, 0x1F0B0, 0x1F0C0)[suit]
        table[chr(block + (7, 8, 9, 10, 11, 13, 14, 1)[rank])] = card
    for text in ("WE", "We", "we", "W", "w", "Weli", "WELI", "weli", "6d", "6D", "Jo", "JO", "jo"):
        table[text] = WELI
    for code in (0x1F0C6, 0x1F0BF, 0x1F0CF, 0x1F0DF):
        table[chr(code)] = WELI
    return table


READ: Final = _read_table()
"""Spelling → card; ``??`` → ``UNSEEN``."""


def parse(text: str) -> int:
    """The card a token names, in any notation of FORMAT 2.

    Raises ``ValueError`` with one line that says what a card looks like.

    >>> parse("WE"), parse("6d"), parse("Jo"), parse("H10") == parse("hx")
    (32, 32, 32, True)
    """
    card = READ.get(text)
    if card is None:
        raise ValueError(f"{text!r} is no card: write HA (Ace of Hearts), Ah, WE (the Weli) or ?? (unseen)")
    return card


def is_french(text: str) -> bool:
    """Whether a readable token is written in French notation."""
    return text[:1].upper() in "AKQJT16789" and READ.get(text, UNSEEN) >= 0


def token(card: int, pack: Pack = "german") -> str:
    """The two characters the writer uses for a card (FORMAT 2); ``??`` for an unseen one."""
    if card < 0:
        return "??"
    return (_GERMAN if pack == "german" else _FRENCH)[card]


def tokens(cards: Iterable[int], pack: Pack = "german") -> str:
    """Card tokens joined by single spaces, in the order given."""
    return " ".join(token(card, pack) for card in cards)


def suit_name(suit: int, lang: str = "en", pack: str = "german") -> str:
    """A suit as a player says it; ``HIGH`` is "no trumps"."""
    if suit == HIGH:
        return "high" if lang == "en" else "hoch"
    return _SUIT_NAMES[lang, pack][suit]


def name(card: int, lang: str = "en", pack: str = "german") -> str:
    """A card as a player says it.

    >>> name(parse("HA")), name(parse("EO"), "de"), name(parse("EO"), "en", "french")
    ('Ace of Hearts', 'Eichel-Ober', 'Queen of Clubs')
    """
    if card < 0:
        return "an unseen card" if lang == "en" else "eine ungesehene Karte"
    if card == WELI:
        return "Weli"
    suit, rank = divmod(card, 8)
    if lang == "en":
        return f"{_RANK_NAMES[lang, pack][rank]} of {_SUIT_NAMES[lang, pack][suit]}"
    return f"{_SUIT_NAMES[lang, pack][suit]}-{_RANK_NAMES[lang, pack][rank]}"


_ARTICLES: Final = {"m": ("der ", "den ", "dem "), "f": ("die ", "die ", "der "), "n": ("das ", "das ", "dem ")}


def phrase(card: int, lang: str = "en", pack: str = "german", case: int = 0) -> str:
    """A card with its article, as subject (0), object (1) or after "mit" (2); an unseen card has none.

    >>> phrase(parse("WE"), "de", case=1), phrase(parse("HA"), "de"), phrase(parse("HU"), "de", "french", 2)
    ('den Weli', 'das Herz-Ass', 'dem Herz-Buben')
    """
    words = name(card, lang, pack)
    if card < 0:
        return words
    if lang == "en":
        return f"the {words}"
    rank = card % 8 if card != WELI else -1
    gender = "n" if rank == ACE else "f" if rank == OBER and pack == "french" else "m"
    weak = "n" if case and rank == UNTER and pack == "french" else ""
    return f"{_ARTICLES[gender][case]}{words}{weak}"


def names(cards: Iterable[int], lang: str = "en", pack: str = "german") -> str:
    """Card names joined by commas."""
    return ", ".join(name(card, lang, pack) for card in cards)


def mask(cards: Iterable[int]) -> int:
    """The set of these cards as a bit mask; unseen cards are left out."""
    bits = 0
    for card in cards:
        if card >= 0:
            bits |= 1 << card
    return bits


def members(bits: int) -> list[int]:
    """The cards of a mask, lowest number first.

    >>> tokens(members(mask(map(parse, ["WE", "H9", "E7"]))))
    'E7 H9 WE'
    """
    cards = []
    while bits:
        low = bits & -bits
        cards.append(low.bit_length() - 1)
        bits ^= low
    return cards
