"""A log without the people in it: every card stays, names become pseudonyms that only a secret ties to their players."""

from __future__ import annotations

import hmac
import unicodedata
from base64 import b32encode
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from kratzen_log.log.model import Head, Player, Session
from kratzen_log.log.seal import sealed
from kratzen_log.views.redacting import is_sealed, plain_rules, source_seal, without_texts

SOURCE_MAC: Final = "kratzen:source_mac"
"""The key under ``x`` of the session record that ties it to its source, for those who have the source and the secret."""
SHORTEST: Final = 8
"""Characters of a secret."""
_LENGTHS: Final = (6, 12, 24, 48)


def anonymise(session: Session, secret: str) -> Session:
    """A session with pseudonyms for names, and without texts in which a name could stand.

    The same player (the same ``id``, else the same name) has the same pseudonym in every log under the same secret. Rules,
    date, cards, calls, claims and seeds stay. Records that could not be read are left out. A sealed log is sealed anew.
    Raises ``ValueError`` for a secret of less than 8 characters.
    """
    if len(secret) < SHORTEST:
        raise ValueError(f"a secret has {SHORTEST} characters or more: whoever guesses it learns who played")
    source = source_seal(session)
    kept = [_head(record, secret, source) if isinstance(record, Head) else without_texts(record) for record in session.records]
    made = Session(tuple(record for record in kept if record is not None))
    return sealed(made) if is_sealed(session) else made


def _head(head: Head, secret: str, source: str | None) -> Head:
    """The session record: game, rules, start, view, date, unit and what the cards were dealt from stay."""
    names = _pseudonyms([_identity(player) for player in head.players], secret)
    players = [
        name if isinstance(player, str) else Player(name=name, bot=UNSET if player.bot is UNSET else bool(player.bot))
        for name, player in zip(names, head.players, strict=True)
    ]
    return replace(
        head, rules=plain_rules(head), players=players, id=UNSET, place=UNSET, recorder=UNSET, source=UNSET,
        x=UNSET if source is None else {SOURCE_MAC: _mac(secret, f"log:{source}").hex()}, extra={}, prev=UNSET,
    )


def _identity(player: str | Player) -> str:
    """By what a player is known in all logs."""
    if isinstance(player, Player) and player.id is not UNSET:
        return f"id:{player.id}"
    name = player if isinstance(player, str) else player.name
    return f"name:{unicodedata.normalize('NFC', name).strip().casefold()}"


def _pseudonyms(known: list[str], secret: str) -> list[str]:
    """A pseudonym for each player; longer ones in the rare case that two short ones are alike."""
    codes = [b32encode(_mac(secret, f"player:{one}")).decode() for one in known]
    length = next(length for length in _LENGTHS if len({code[:length] for code in codes}) == len(set(codes)))
    return [f"P-{code[:length]}" for code in codes]


def _mac(secret: str, text: str) -> bytes:
    return hmac.digest(unicodedata.normalize("NFC", secret).encode(), text.encode("utf-8", "surrogatepass"), "sha256")


__all__ = ["SOURCE_MAC", "anonymise"]
