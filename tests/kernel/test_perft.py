"""Counts checked by three independent programs, and new ones that two agree on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kratzen_log.cards import mask, parse
from kratzen_log.games import GAMES
from kratzen_log.games._game import read_options
from kratzen_log.replayer import perft
from kratzen_log.replayer.position import read_trump
from tests.referee import perft as naive
from tests.support import DATA

FILES = sorted((DATA / "perft").glob("*.perft"))
BLOCKS = [(path.name, block) for path in FILES for block in perft.read(path.read_text())]


@pytest.mark.parametrize(("name", "block"), BLOCKS, ids=[f"{name}:{block.id}" for name, block in BLOCKS])
def test_every_figure(name: str, block: perft.Block) -> None:
    assert perft.check(block) == []


def test_a_wrong_figure_is_named() -> None:
    block = BLOCKS[0][1]._replace(leaves=1)
    assert perft.check(block) == [f"leaves: the file says 1, counted {BLOCKS[0][1].leaves}"]


@pytest.mark.parametrize("path", [path for path in FILES if path.stem in ("options", "seats", "matrix")], ids=lambda p: p.name)
def test_the_naive_referee_counts_the_same(path: Path) -> None:
    assert naive.check(path) == []


def test_the_files_separate_every_player_count_and_rung_option() -> None:
    """Leaving an option out changes a figure of a block that has it."""
    text = (DATA / "perft" / "options.perft").read_text()
    for chunk in text.split("\nid ")[1:]:
        lines = chunk.splitlines()
        rules = [line for line in lines if line.startswith("rule ")]
        game = "schnellen" if "schnellen" in lines[0] else "kratzen"
        if not rules or "trump high" in chunk:
            continue
        for rule in rules:
            kept = "\n".join([f"game {game}", "id " + lines[0], *(line for line in lines[1:] if line != rule)])
            (block,) = perft.read(kept)
            assert perft.check(block), f"{lines[0]}: {rule} changes nothing"
    seats = {len(block.hands) for _name, block in BLOCKS}
    assert seats == {2, 3, 4, 5, 6}


RUNGS: dict[str, dict[str, tuple[object, ...]]] = {
    "kratzen": {"head": ("trumps", "always"), "weli": ("free",), "weli_rank": ("highest",)},
    "schnellen": {"head_after_ruff": (False,), "trump": ("high",)},
}
"""What changes a ladder or a ranking, off its default."""
MATRIX = naive.read((DATA / "perft" / "matrix.perft").read_text())
LEAVES = {block.name: block.leaves for block in MATRIX}


@pytest.mark.parametrize("game", sorted(RUNGS))
def test_every_rung_option_is_separated_with_every_number_of_players(game: str) -> None:
    low, high = GAMES[game].seats(GAMES[game].defaults)
    wanted = {(name, value, seats) for name, values in RUNGS[game].items() for value in values for seats in range(low, high + 1)}
    blocks = [block for block in MATRIX if block.game == game]
    assert wanted == {
        (name, value, len(block.hands)) for block in blocks for name, value in (*block.rules.items(), ("trump", block.trump))
        if name in RUNGS[game] and value in RUNGS[game][name]
    }
    for block in blocks:
        for name in block.rules.keys() & RUNGS[game].keys():
            fewer = {key: value for key, value in block.rules.items() if key != name}
            assert counted(game, fewer, block.trump, block.hands) != LEAVES[block.name], f"{block.name}: {name} changes nothing"
        if block.trump == "high":
            assert LEAVES[block.name] not in [counted(game, block.rules, suit, block.hands) for suit in "ELHS"]


def test_s_2_1_a_short_pack_has_the_same_ladder() -> None:
    blocks = [block for block in MATRIX if block.rules.get("short_pack")]
    assert [len(block.hands) for block in blocks] == [3, 4]
    for block in blocks:
        assert all(card[1] not in "789" for hand in block.hands for card in hand)
        assert counted(block.game, {}, block.trump, block.hands) == block.leaves


def counted(game: str, rules: dict[str, Any], trump: str, hands: list[list[str]]) -> int:
    """How many ways a deal can be played."""
    options, _bad = read_options(GAMES[game], rules)
    tables = GAMES[game].tables(options, read_trump(trump, GAMES[game]))
    return perft.count(tables, tuple(mask(parse(card) for card in hand) for hand in hands)).leaves


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hand HA", "game"), ("game chess\nid a\nhand HA", "line 1"), ("game kratzen\nid a\ntrump H\nhand HA HK\nhand H7", "same number"),
        ("game kratzen\nid a\ntrump H\nhand H6", "line 4"), ("game kratzen\nid a\nrule head=perhaps\ntrump H\nhand HA\nhand H7", "head"),
        ("game kratzen\nid a\nwhat 3\nhand HA", "line 3"), ("", "no block"), ("game kratzen\nid a\ntrump high\nhand HA\nhand H7", "trump"),
    ],
)
def test_a_broken_file_is_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(perft.PerftError, match=message) as error:
        perft.read(text)
    assert "\n" not in str(error.value)
