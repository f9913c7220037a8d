"""A game file must fit together, and a third game is one file."""

from __future__ import annotations

import pytest

from kratzen_log.cards import CARDS, HIGH
from kratzen_log.games import GAMES
from kratzen_log.games._game import Count, Flag, Words, check, paragraphs
from tests.support import DATA, ROOT


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_trump_splits_the_pack(key: str) -> None:
    game = GAMES[key]
    for trump in range(HIGH if game.has_pot else HIGH + 1):
        t = game.tables(game.defaults, trump)
        assert sum(mask.bit_count() for mask in t.suit_mask) == CARDS
        for card in range(CARDS):
            assert not t.higher[card] & ~t.suit_mask[t.suit_of[card]]
            assert not t.higher[card] >> card & 1


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_option_cites_a_paragraph_that_names_it(key: str) -> None:
    for option in GAMES[key].options:
        rule = paragraphs()[option.rule]
        assert option.name in rule.text["en"], option
        assert option.name in rule.text["de"], option


@pytest.mark.parametrize("key", sorted(GAMES))
def test_no_game_may_lack_perft_and_golden_playthroughs(key: str) -> None:
    assert (DATA / "perft" / f"{key}.perft").is_file()
    assert list((DATA / "playthroughs").glob(f"{key}-*.txt"))


def test_a_file_that_does_not_fit_together_is_refused() -> None:
    from msgspec.structs import replace

    game = GAMES["kratzen"]
    with pytest.raises(TypeError, match="same names"):
        check(replace(game, options=game.options[1:]))
    with pytest.raises(TypeError, match="order of an audit"):
        check(replace(game, phases=game.phases[::-1]))


def test_the_values_of_options_say_themselves() -> None:
    assert str(Words(("a", "b"))) == "a | b"
    assert str(Flag()) == "false | true"
    assert str(Count(1, 2**53, null=True)) == "null | 1 or more"
    assert str(Count(0, 2)) == "0 to 2"


def test_a_rule_stands_in_one_place() -> None:
    """The kernel names no card, and nothing above the games names a duty's cards."""
    for path in (ROOT / "kratzen_log" / "kernel").glob("*.py"):
        text = path.read_text()
        assert "import" not in text.replace("from __future__ import annotations", "").replace("from typing import Any", "").split('"""', 2)[2], path
        assert "weli" not in text.lower(), path
