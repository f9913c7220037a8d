"""The games of the family; a further one is one file and one line here."""

from __future__ import annotations

from typing import Final

from kratzen_log.games import kratzen, schnellen
from kratzen_log.games._game import Game

GAMES: Final[dict[str, Game]] = {game.key: game for game in (kratzen.GAME, schnellen.GAME)}
