"""Counts checked by three independent programs, and new ones that two agree on."""

from __future__ import annotations

from pathlib import Path

import pytest

from kratzen_log.replayer import perft
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


@pytest.mark.parametrize("path", [path for path in FILES if "options" in path.name or "seats" in path.name], ids=lambda p: p.name)
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
