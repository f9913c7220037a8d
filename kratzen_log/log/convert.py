"""A log with its cards in the other notation."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from kratzen_log.cards import READ, Pack, token
from kratzen_log.log.model import Deal, Record, Session
from kratzen_log.log.seal import sealed


def in_notation(session: Session, pack: Pack) -> Session:
    """A session with every card token that can be read in one notation; a sealed log is sealed anew."""
    records = tuple(record_in_notation(record, pack) for record in session.records)
    changed = Session(records)
    was_sealed = len(records) > 1 and all(record.prev is not UNSET for record in records[1:])
    return sealed(changed) if was_sealed else changed


def record_in_notation(record: Record, pack: Pack) -> Record:
    """A record with every card token that can be read in one notation."""
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
            replace(swap, **{key: _cards(getattr(swap, key), pack) for key in ("out", "drawn", "show", "away") if getattr(swap, key) is not UNSET})
            for swap in record.exchange
        ]
    if record.tricks is not UNSET:
        changes["tricks"] = [" ".join(_play(part, pack) for part in trick.split(" ")) for trick in record.tricks]
    return replace(record, **changes)


def _cards(text: str, pack: Pack) -> str:
    return " ".join(token(READ[part], pack) if part in READ else part for part in text.split(" "))


def _play(part: str, pack: Pack) -> str:
    letter, colon, card = part.partition(":")
    noticed = "!" if card.endswith("!") else ""
    card = card.rstrip("!")
    return f"{letter}{colon}{token(READ[card], pack)}{noticed}" if colon and card in READ else part
