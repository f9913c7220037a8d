"""The tokens of a record in the writer's spelling (FORMAT 2, 7), in their own notation or in another."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from kratzen_log.cards import READ, Pack, is_french, token
from kratzen_log.log.model import Deal, Record, Session


def respelled(record: Record, pack: Pack | None = None) -> Record:
    """A record with every token that can be read as the writer spells it; ``pack`` None leaves each its notation.

    The record itself where nothing changes. What cannot be read stays as it is.
    """
    if not isinstance(record, Deal):
        return record
    changes: dict[str, Any] = {}
    for key in ("deck", "turned", "discard"):
        value = getattr(record, key)
        if value is not UNSET:
            changes[key] = _cards(value, pack)
    if record.hands is not UNSET:
        changes["hands"] = [None if hand is None else _cards(hand, pack) for hand in record.hands]
    if record.exchange is not UNSET:
        changes["exchange"] = [
            replace(swap, seat=_seat(swap.seat), **{
                key: _cards(getattr(swap, key), pack)
                for key in ("out", "drawn", "show", "away") if getattr(swap, key) is not UNSET
            })
            for swap in record.exchange
        ]
    if record.tricks is not UNSET:
        changes["tricks"] = [" ".join(_play(part, pack) for part in trick.split()) for trick in record.tricks]
    for key in ("calls", "bids"):
        value = getattr(record, key)
        if value is not UNSET:
            changes[key] = " ".join(map(_said, value.split()))
    if record.dealer is not UNSET:
        changes["dealer"] = _seat(record.dealer)
    changes = {key: value for key, value in changes.items() if value != getattr(record, key)}
    return replace(record, **changes) if changes else record


def tidy(session: Session) -> Session:
    """A session in the writer's spelling; a sealed one stays as it is, for its seal covers the spelling."""
    if any(record.prev is not UNSET for record in session.records):
        return session
    records = tuple(map(respelled, session.records))
    return session if all(map(_is, records, session.records)) else Session(records)


def _is(one: object, other: object) -> bool:
    return one is other


def _cards(text: str, pack: Pack | None) -> str:
    return " ".join(_card(part, pack) for part in text.split())


def _card(text: str, pack: Pack | None) -> str:
    card = READ.get(text)
    if card is None:
        return text
    return token(card, pack or ("french" if is_french(text) else "german"))


def _play(part: str, pack: Pack | None) -> str:
    if part.startswith(">"):
        return ">" + _seat(part[1:])
    letter, colon, card = part.partition(":")
    noticed = "!" if card.endswith("!") else ""
    return f"{_seat(letter)}:{_card(card.rstrip('!'), pack)}{noticed}" if colon else part


def _said(part: str) -> str:
    letter, colon, word = part.partition(":")
    return f"{_seat(letter)}:{word}" if colon else part


def _seat(letter: str) -> str:
    return letter.upper() if len(letter) == 1 and letter in "abcdef" else letter
