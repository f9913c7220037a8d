"""A log with its cards in the other notation."""

from __future__ import annotations

from msgspec import UNSET

from kratzen_log.cards import Pack
from kratzen_log.log.model import Session
from kratzen_log.log.seal import sealed
from kratzen_log.log.spelling import respelled


def in_notation(session: Session, pack: Pack) -> Session:
    """A session with every card token that can be read in one notation; a sealed log is sealed anew."""
    records = session.records
    changed = Session(tuple(respelled(record, pack) for record in records))
    was_sealed = len(records) > 1 and all(record.prev is not UNSET for record in records[1:])
    return sealed(changed) if was_sealed else changed
