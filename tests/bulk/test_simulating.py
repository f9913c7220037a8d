"""The compiled simulator gives the bytes of the ordinary one."""

from __future__ import annotations

import random
from typing import Any

import pytest

from kratzen_log import dumps, simulate
from kratzen_log.bulk import compiled, playing, simulating
from kratzen_log.cli import main
from kratzen_log.games import GAMES, kratzen, schnellen
from kratzen_log.games._game import read_options
from kratzen_log.kernel.accounts import SAFE
from kratzen_log.kernel.trick import legal, played
from kratzen_log.simulator import bots, deal, stream
from kratzen_log.simulator.evening import MOST, Plan
from tests.referee import options
from tests.support import scaled


def drawn(rng: random.Random) -> tuple[Any, ...]:
    """A random simulation."""
    game = rng.choice(sorted(GAMES))
    rules = options.draw(game, rng, rng.choice([0, 0.1, 0.3, 0.6]))
    low, high = GAMES[game].seats(read_options(GAMES[game], rules)[0])
    players = rng.randint(low, high)
    kinds = rng.choice(["people", "random", [rng.choice(bots.NAMES) for _ in range(players)]])
    start = rng.choice([None, None, 7, 2**39]) if game == "kratzen" else None
    return game, players, rng.choice([1, 5, 30]), rng.getrandbits(rng.choice([5, 33, 64])), rng.choice([1, 3]), rules, kinds, start


def compiled_bytes(game: str, players: int, deals: int, seed: int, sessions: int, rules: Any, kinds: Any, start: int | None, *, seal: bool) -> bytes:
    return b"".join(simulating.session_bytes(Plan(game, players, deals, seed, rules, kinds, start), sessions, seal=seal))


def test_the_same_bytes() -> None:
    rng = random.Random(4)
    for _ in range(scaled(150)):
        arguments = drawn(rng)
        seal = rng.random() < 0.2
        assert compiled_bytes(*arguments, seal=seal) == dumps(simulate(*arguments, seal=seal)), arguments


def test_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """A session that does not fit goes on where it stopped."""
    rng = random.Random(5)
    monkeypatch.setattr(simulating, "ROOM", playing.DEEP + 2000)
    monkeypatch.setattr(simulating, "MOST", 2)
    for _ in range(scaled(5)):
        arguments = drawn(rng)
        assert compiled_bytes(*arguments, seal=False) == dumps(simulate(*arguments, seal=False)), arguments


def test_amounts_that_are_too_large() -> None:
    many: tuple[tuple[dict[str, Any], int | None], ...] = (({"ante": SAFE // 2}, None), ({"ante": 5}, MOST), ({"ante": 2**19, "penalty": "pot"}, 2**39))
    for rules, start in many:
        arguments = ("kratzen", 4, 60, 1, 2, {**rules, "short_stack": "debt"}, "random", start)
        if rules["ante"] < 2**40:
            assert compiled_bytes(*arguments, seal=False) == dumps(simulate(*arguments, seal=False))
        else:
            with pytest.raises(ValueError, match="a simulation starts with"):
                compiled_bytes(*arguments, seal=False)


def test_every_function_that_is_compiled_is_the_games_own() -> None:
    made = {function for function, _shapes, _name in compiled.program(simulating.EVENINGS).made}
    assert {legal, played, kratzen.settle, schnellen.settle, kratzen.next_cause, kratzen.ending, schnellen.refusal} <= made
    assert {bots.choose_card, deal.kratzen_deal, deal.schnellen_deal, stream.shuffle} <= made


def test_the_command_gives_the_same_file(tmp_path: Any) -> None:
    words = ["simulate", "--game", "kratzen", "--deals", "6", "--sessions", "12", "--lang", "en", "-o"]
    for name in ("a.jsonl", "a.jsonl.gz", "a.json", "a/"):
        files = []
        for flag in ("--fast", "--no-fast"):
            out = str(tmp_path / flag[2:])
            (tmp_path / flag[2:]).mkdir(exist_ok=True)
            assert main([*words, f"{out}/{name}", flag]) == 0
            files.append({path.name: path.read_bytes() for path in (tmp_path / flag[2:]).rglob("*") if path.is_file()})
        assert files[0] == files[1]


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert main(["simulate", "--game", "kratzen", "--fast", "--lang", "en"]) == 2
    assert capsys.readouterr().err == 'kratzen: --fast needs more than is installed: pip install "kratzen-log[bulk]"\n'
