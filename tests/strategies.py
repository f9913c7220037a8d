"""All hypothesis strategies in one place."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from kratzen_log.cards import CARDS, HIGH
from kratzen_log.games import GAMES
from kratzen_log.games._game import Game

games = st.sampled_from(sorted(GAMES))


@st.composite
def rules(draw: st.DrawFn, game: Game) -> dict[str, Any]:
    """Any options of a game."""
    names = draw(st.sets(st.sampled_from([option.name for option in game.options])))
    return {o.name: draw(st.sampled_from(o.spec.sample())) for o in game.options if o.name in names}


@st.composite
def positions(draw: st.DrawFn) -> tuple[str, dict[str, Any], int, list[int], list[int]]:
    """A game, its rules, trumps, the cards of a trick so far, a hand; cards may lie in any (also irregular) way."""
    key = draw(games)
    game = GAMES[key]
    chosen = draw(rules(game))
    trump = draw(st.integers(0, HIGH if key == "schnellen" else HIGH - 1))
    from kratzen_log.games._game import read_options

    options, _bad = read_options(game, chosen)
    pack = [card for card in range(CARDS) if game.pack(options) >> card & 1]
    cards = draw(st.permutations(pack))
    played = draw(st.integers(0, 5))
    held = draw(st.integers(1, 6))
    return key, chosen, trump, list(cards[:played]), list(cards[played : played + held])


names = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
json_scalars = st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
json_values = st.recursive(
    json_scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4), max_leaves=12
)
