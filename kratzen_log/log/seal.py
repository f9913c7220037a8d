"""The seal: each record carries the hash of the one before (FORMAT 5)."""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator
from typing import Any

import rfc8785
from msgspec import UNSET
from msgspec.structs import replace

from kratzen_log.log.model import Record, Session
from kratzen_log.log.writer import to_dict


def digest(record: Record | dict[str, Any]) -> str:
    """The seal of a record: base64url of SHA-256 over its canonical form (RFC 8785), without padding."""
    value = record if isinstance(record, dict) else to_dict(record)
    return urlsafe_b64encode(hashlib.sha256(rfc8785.dumps(value)).digest()).rstrip(b"=").decode()


def chained(records: Iterable[Record]) -> Iterator[Record]:
    """The records of one session with the chain drawn anew."""
    last: str | None = None
    for record in records:
        sealed = replace(record, prev=UNSET if last is None else last)
        last = digest(sealed)
        yield sealed


def sealed(session: Session) -> Session:
    """A session whose records all carry the seal of the one before."""
    return Session(tuple(chained(session.records)))
