"""The seal: each record carries the hash of the one before (FORMAT 5)."""

from __future__ import annotations

import re
from binascii import b2a_base64
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from kratzen_log.log.model import Record, Session
from kratzen_log.log.writer import to_dict

_decode: Final = msgspec.json.Decoder().decode
_encode: Final = msgspec.json.Encoder(order="sorted").encode
_EXTRA: Final = '"\ue000extra":'.encode()
_NO_EXTRA: Final = ',"\ue000extra":{}'.encode()
"""What is left of a record without further keys, and of each of its parts; no text of a log can hold it."""
_URL_SAFE: Final = bytes.maketrans(b"+/", b"-_")
_ODD: Final = re.compile(rb"[\xf0-\xf4]")
"""Characters beyond U+FFFF: among them keys sort otherwise by UTF-16 code units than by code points."""


def canonical(record: Record | dict[str, Any]) -> bytes:
    """The canonical form of RFC 8785 of a record, or of JSON as a log may hold it.

    Whole numbers up to 2^53 − 1 and no lone surrogates, so that sorting keys is all there is to do; where keys may
    sort otherwise by UTF-16 code units a library does it.
    """
    if isinstance(record, dict):
        text = _encode(record)
    elif record.extra:
        return canonical(to_dict(record))
    else:
        text = _encode(record).replace(_NO_EXTRA, b"")
        if _EXTRA in text:
            return canonical(to_dict(record))
    if text.isascii() or not _ODD.search(text):
        return text
    import rfc8785

    return rfc8785.dumps(record if isinstance(record, dict) else to_dict(record))


@cache
def _sha256() -> Callable[[bytes], Any]:
    """The hash; loaded for the first seal, for that takes as long as a small audit."""
    from hashlib import sha256

    return sha256


def digest(record: Record | dict[str, Any]) -> str:
    """The seal of a record, what the ``prev`` of the record after it must be.

    Base64url of SHA-256 over the canonical form, without padding.
    """
    return b2a_base64(_sha256()(canonical(record)).digest())[:43].translate(_URL_SAFE).decode()


def digest_of_text(data: bytes) -> str:
    """The seal of a record from its text as read; the text must be one JSON object. Raises ``msgspec.DecodeError``."""
    return digest(_decode(data))


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


def is_sealed(session: Session) -> bool:
    """Whether any record of a session carries a seal."""
    return any(record.prev is not UNSET for record in session.records)
