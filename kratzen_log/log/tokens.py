"""The small languages inside a deal record: cards, seats, tricks, calls, bids (FORMAT 2, 3).

Readers are total: what cannot be read comes back as a ``Slip`` beside the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from kratzen_log.cards import CARDS, READ, SEATS, UNREADABLE, UNSEEN, Pack, is_french, token
from kratzen_log.log.model import Deal

NOBODY: Final = -1


class Slip(Struct, frozen=True):
    """A token that cannot be read: the code, the token, and its place in the string (from 0)."""

    code: str
    token: str
    place: int


class Play(Struct, frozen=True):
    """A card on the table: who played it, whether the table let it stand (``!``), its place in the trick (from 1).

    ``seat`` is ``NOBODY`` and ``card`` ``UNREADABLE`` where the token cannot be read.
    """

    seat: int
    card: int
    place: int
    noticed: bool = False


_PLAYS: Final[tuple[dict[str, Play], ...]] = tuple(
    {
        f"{letter}:{text}": Play(seat, card, place)
        for seat, letter in enumerate(SEATS)
        for text, card in [(token(card), card) for card in range(CARDS)]
    }
    for place in range(1, 7)
)
TAKERS: Final = {f">{letter}": seat for seat, letter in enumerate(SEATS)}
SEAT_OF: Final = {letter: seat for seat, letter in enumerate(SEATS)}


def seat_of(text: str, players: int) -> int:
    """The seat a letter names; ``NOBODY`` when nobody of this session sits there."""
    seat = SEAT_OF.get(text.strip().upper(), NOBODY)
    return seat if seat < players else NOBODY


def _parts(text: str, code: str, readable: Callable[[str], bool]) -> tuple[list[str], list[Slip]]:
    """The tokens of a string. Commas between tokens are one slip, and so is a token with a blank in it."""
    parts = text.split()
    if all(map(readable, parts)):
        return parts, []
    slips: list[Slip] = []
    if "," in text or ";" in text:
        place, part = next((place, part) for place, part in enumerate(parts) if "," in part or ";" in part)
        slips.append(Slip(code, part, place))
        parts = text.replace(",", " ").replace(";", " ").split()
    whole: list[str] = []
    for part in parts:
        if whole and not readable(part) and (part == "!" or not readable(whole[-1])) and readable(whole[-1] + part):
            slips.append(Slip(code, f"{whole[-1]} {part}", len(whole) - 1))
            whole[-1] += part
        else:
            whole.append(part)
    return whole, slips


def _is_card(part: str) -> bool:
    return part in READ


def _is_play(part: str) -> bool:
    """Whether a token reads as a play or a taker, whoever sits at the table."""
    letter, colon, card = part.rstrip("!").partition(":")
    if part.startswith(">"):
        return part[1:].upper() in SEAT_OF
    return bool(colon) and letter.upper() in SEAT_OF and card in READ


def _is_word(part: str) -> bool:
    letter, _colon, word = part.partition(":")
    return letter.upper() in SEAT_OF and word.replace("-", "").isalnum()


def read_cards(text: str) -> tuple[list[int], list[Slip]]:
    """The cards of a string in order; an unreadable one is ``UNREADABLE``."""
    cards = []
    parts, slips = _parts(text, "log.card", _is_card)
    for place, part in enumerate(parts):
        card = READ.get(part, UNREADABLE)
        if card == UNREADABLE:
            slips.append(Slip("log.card", part, place))
        cards.append(card)
    return cards, slips


def read_seats(text: str, players: int) -> tuple[int, list[Slip]]:
    """The mask of the seats in a string such as ``"AC"``."""
    mask = 0
    slips = []
    for place, letter in enumerate(text.replace(" ", "").replace(",", "")):
        seat = seat_of(letter, players)
        if seat == NOBODY:
            slips.append(Slip("log.seat", letter, place))
        else:
            mask |= 1 << seat
    return mask, slips


def read_trick(text: str, players: int) -> tuple[list[Play], int, list[Slip]]:
    """The plays of a trick in order and who is said to have taken it (``NOBODY``: not said)."""
    plays: list[Play] = []
    taker = NOBODY
    parts, slips = _parts(text, "log.card", _is_play)
    slips = [replace(slip, place=slip.place + 1) for slip in slips]
    for part in parts:
        place = len(plays) + 1
        play = _PLAYS[place - 1].get(part) if place <= 6 else None
        if play is not None and play.seat < players:
            plays.append(play)
        elif part in TAKERS and TAKERS[part] < players:
            taker = TAKERS[part]
        elif part.startswith(">"):
            taker = seat_of(part[1:], players)
            if taker == NOBODY:
                slips.append(Slip("log.seat", part, place))
        else:
            plays.append(_read_play(part, place, players, slips))
    return plays, taker, slips


def _read_play(part: str, place: int, players: int, slips: list[Slip]) -> Play:
    noticed = part.endswith("!")
    letter, colon, text = part.rstrip("!").partition(":")
    if not colon:
        slips.append(Slip("log.token", part, place))
        return Play(NOBODY, UNREADABLE, place, noticed)
    seat = seat_of(letter, players)
    card = READ.get(text, UNREADABLE)
    if seat == NOBODY:
        slips.append(Slip("log.seat", part, place))
    elif card == UNREADABLE:
        slips.append(Slip("log.card", part, place))
    return Play(seat, card, place, noticed)


def read_words(text: str, players: int) -> tuple[list[tuple[int, str]], list[Slip]]:
    """Pairs of seat and word, as in ``"B:in C:out"`` or ``"B:pass C:2"``, in order."""
    said = []
    parts, slips = _parts(text, "log.token", _is_word)
    for place, part in enumerate(parts):
        letter, colon, word = part.partition(":")
        seat = seat_of(letter, players)
        if not colon or not word:
            slips.append(Slip("log.token", part, place))
        elif seat == NOBODY:
            slips.append(Slip("log.seat", part, place))
        else:
            said.append((seat, word))
    return said, slips


def pack_of(deal: Deal) -> Pack:
    """The notation a deal is written in."""
    for text in _spellings(deal):
        if isinstance(text, str) and text:
            return "french" if is_french(text.split(" ", 1)[0]) else "german"
    return "german"


def _spellings(deal: Deal) -> Iterator[Any]:
    yield deal.turned
    yield deal.deck
    yield from deal.hands or ()
    for trick in deal.tricks or ():
        yield trick.partition(":")[2]


__all__ = [
    "NOBODY", "UNREADABLE", "UNSEEN", "Play", "Slip", "pack_of", "read_cards", "read_seats", "read_trick", "read_words", "seat_of",
]
