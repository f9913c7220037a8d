"""A finding, its severity and its sentence."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final, Literal

from msgspec import Struct

from kratzen_log import cards
from kratzen_log.cards import ACORNS, HIGH, SEATS, Pack
from kratzen_log.games.kratzen import MUSS_NAMES
from kratzen_log.texts import table

Severity = Literal["error", "warning", "info"]


class Finding(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One thing that is wrong in a log. Places that do not apply are ``None``.

    ``line`` and ``column`` count from 1, ``record`` and ``session`` from 0, ``trick`` 1–5, ``play`` is the place in
    the trick from 1; ``facts`` hold cards as tokens, seats and suits as letters.
    """

    code: str
    severity: Severity
    message: str
    file: str = ""
    line: int | None = None
    column: int | None = None
    pointer: str | None = None
    session: int | None = None
    record: int | None = None
    deal: int | None = None
    trick: int | None = None
    play: int | None = None
    seat: str | None = None
    player: str | None = None
    rule: str | None = None
    facts: dict[str, Any] = {}
    acknowledged: bool = False
    proven_by: dict[str, int] | None = None


def severity(code: str, facts: dict[str, Any] | None = None) -> Severity:
    """How grave a code is; an error unless FINDINGS says otherwise."""
    if code == "log.version" and facts and facts.get("minor"):
        return "info"
    level: Severity = table("findings")[code]["severity"]
    return level


_KINDS: Final = {
    "best": "card", "top_trump": "card", "top": "cards", "held": "cards", "legal": "cards", "proof": "cards", "cards": "cards", "out": "cards",
    "drawn": "cards", "show": "cards", "away": "cards", "card": "card", "led": "suit", "trump": "suit", "seats": "seats",
    "expected_seats": "seats", "turned": "card", "deck_turned": "cards", "ace": "card", "must_beat": "card", "due": "seat",
    "among": "cards", "plays": "plays",
}
"""What a fact is where no sentence of its code says so."""

_SPOKEN: Final = {"the": "cards", "whom": "cards", "with": "cards", "beaten": "card"}
"""The kinds that say a card with its article."""


@cache
def kinds(code: str, variant: str = "") -> dict[str, str]:
    """What the facts of a code are: card, cards, seat, seats, suit …, as its sentences (or one of them) use them."""
    found = dict(_KINDS)
    for name, sentence in table("findings")[code]["message"].items():
        if variant in ("", name):
            found |= {key: _SPOKEN.get(kind, kind) for key, kind in re.findall(r"\{(\w+):(\w+)\}", sentence["en"])}
    return found


def public_facts(code: str, facts: dict[str, Any], pack: Pack = "german", variant: str = "") -> dict[str, Any]:
    """The facts as a log would write them: cards as tokens, seats and suits as letters."""
    known = kinds(code, variant)
    return {
        key: public_facts(code, value, pack, key) if code == "score.end" and not variant else _public(known.get(key, ""), value, pack)
        for key, value in facts.items()
        if value is not None and key != "variant"
    }


def _public(kind: str, value: Any, pack: Pack) -> Any:
    if isinstance(value, (bool, str)):
        return value
    match kind:
        case "card" | "cards" if isinstance(value, list):
            return [cards.token(card, pack) for card in value]
        case "card" | "cards":
            return cards.token(value, pack) if value >= 0 else None
        case "seat":
            return SEATS[value] if 0 <= value < len(SEATS) else None
        case "plays":
            return [
                {"trick": trick, "play": play, "seat": SEATS[seat], "card": cards.token(card, pack)}
                for trick, play, seat, card in value
            ]
        case "seats":
            return "".join(SEATS[seat] for seat in (cards.members(value) if isinstance(value, int) else value))
        case "suit":
            return "high" if value == HIGH else cards.SUIT_LETTERS[value] if ACORNS <= value < HIGH else None
        case "cause":
            return MUSS_NAMES[value] or None
        case _:
            return value
