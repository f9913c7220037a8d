"""The names of the duties: in findings, in the answer to what is legal, and the paragraphs they come from."""

from __future__ import annotations

from typing import Final

from kratzen_log.cards import HIGH
from kratzen_log.games._game import Game
from kratzen_log.kernel.trick import FOLLOW, HEAD, MUST_TRUMP, OVERTRUMP

DUTY_CODES: Final = {
    FOLLOW: "play.follow-suit", HEAD: "play.head", MUST_TRUMP: "play.trump", OVERTRUMP: "play.overtrump",
}
DUTY_NAMES: Final = ("lead", "follow", "head", "trump", "overtrump", "free")


def duty_rule(game: Game, duty: int, trump: int) -> str:
    """The paragraph a duty comes from."""
    if game.has_pot:
        return ("K-5", "K-5.1", "K-5.4", "K-5.2", "K-5.3", "C-6")[duty]
    return ("S-4", "S-4.1", "S-4.1", "S-4.2", "S-4.2", "S-9" if trump == HIGH else "S-4.3")[duty]

ILLEGAL_PLAYS: Final = frozenset({
    *DUTY_CODES.values(), "play.turn", "play.not-in-hand", "play.too-many", "play.not-in-deal",
})
"""Findings whose play counts as illegal; a trick too many, with all its plays."""
