"""One table: kratzen-log beside PokerKit, python-chess, OpenSpiel, and beside readers that only decode the same bytes.

``pip install -e ".[all,bench]" && python benchmarks/against.py --write`` - one core, all in one run, the jobs take turns,
medians of processor time. Every input is made from a seed before the clock starts. ``--write`` puts the table into
``docs/performance.md``.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import bulk
import core
import msgspec
import orjson
import pyspiel

from kratzen_log import __version__, audit, dumps, iter_steps, loads, simulate
from kratzen_log.auditor.auditing import Choice
from kratzen_log.bulk.auditing import audit_bulk
from kratzen_log.bulk.simulating import session_bytes
from kratzen_log.simulator.evening import Plan

SEED = 2026
MARK = "<!-- against -->\n"
RULES: dict[str, Any] = {"short_stack": "debt", "exchange": 2, "head": "trumps"}


def archive(deals: int) -> bytes:
    """A four-player archive with every claim, in sessions of 50 deals."""
    return b"".join(session_bytes(Plan("kratzen", 4, 50, SEED, RULES, "people", None), max(1, deals // 50), seal=False))


def spiel_games(name: str, count: int) -> tuple[Any, list[list[int]]]:
    """A game of OpenSpiel and the actions of random plays of it."""
    game = pyspiel.load_game(name)
    rng = random.Random(SEED)
    histories = []
    for _ in range(count):
        state, history = game.new_initial_state(), []
        while not state.is_terminal():
            among = [action for action, _chance in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
            history.append(rng.choice(among))
            state.apply_action(history[-1])
        histories.append(history)
    return game, histories


def replayed(made: tuple[Any, list[list[int]]]) -> int:
    """Replays all games, every action checked; how many actions."""
    game, histories = made
    for history in histories:
        state = game.new_initial_state()
        for action in history:
            state.apply_action_with_legality_check(action)
    return sum(map(len, histories))


def lines_by(decode: Callable[[bytes], object], data: bytes) -> int:
    """Decodes every line and drops it; how many bytes."""
    for line in data.split(b"\n"):
        if line:
            decode(line)
    return len(data)


def whole(data: bytes) -> int:
    """The compiled audit of an archive; the cards played."""
    report = audit_bulk(data, Choice(seal=False))
    assert report.verdict == "clean"
    return report.plays.legal


def stepped(session: Any) -> int:
    """A session step by step; the cards played."""
    return sum(step.kind == "play" for step in iter_steps(session))


def ordinary(data: bytes) -> int:
    """The ordinary audit of a log; the cards played."""
    report = audit(data, Choice(seal=False))
    assert report.verdict == "clean"
    return report.plays.legal


def table(deals: int, rounds: int) -> str:
    """The table as text."""
    data, few = archive(deals), archive(max(50, deals // 40))
    session = loads(dumps(simulate("kratzen", 4, 50, SEED, 1, RULES, seal=False)))
    text, hands, euchre, hearts = core.pgn_text(40), core.poker_hands(40), spiel_games("euchre", 400), spiel_games("hearts", 200)
    jobs: dict[str, Callable[[], int]] = {
        "batch": lambda: whole(data), "audit": lambda: ordinary(few), "steps": lambda: stepped(session),
        "euchre": lambda: replayed(euchre), "hearts": lambda: replayed(hearts), "chess": lambda: core.run_chess(text),
        "poker": lambda: core.run_poker(hands), "msgspec": lambda: lines_by(msgspec.json.Decoder().decode, data),
        "orjson": lambda: lines_by(orjson.loads, data), "json": lambda: lines_by(json.loads, data),
    }
    units: dict[str, int] = {name: job() for name, job in jobs.items()}
    spent = bulk.medians(jobs, rounds)
    rate = {name: units[name] / spent[name] for name in jobs}
    rows = [
        ("kratzen-log: kernel alone, on recorded deals", bulk.kernel_plays(rounds)), ("kratzen-log: archive, bytes to audit, compiled", rate["batch"]),
        ("kratzen-log: the same, ordinary", rate["audit"]), ("kratzen-log: step by step, from Python", rate["steps"]),
        (f"OpenSpiel {version('open_spiel')} euchre, checked replay", rate["euchre"]), (f"OpenSpiel {version('open_spiel')} hearts, checked replay", rate["hearts"]),
        (f"python-chess {version('chess')}, PGN with legality", rate["chess"]), (f"PokerKit {version('pokerkit')}, hand histories", rate["poker"]),
    ]
    out = [
        f"kratzen-log {__version__}, llvmlite {version('llvmlite')}, Python {sys.version.split()[0]}, one core, {len(data) // 1_000_000} MB, median of {rounds} rounds in turn", "",
        f"{'':48}{'plays a second':>16}{'compiled / it':>15}{'steps / it':>12}",
        *(f"{name:48}{value:>16,.0f}{rate['batch'] / value:>15,.2f}{rate['steps'] / value:>12,.2f}" for name, value in rows), "",
        f"{'the same bytes':48}{'MB a second':>16}{'compiled / it':>15}",
        *(
            f"{name:48}{len(data) / spent[key] / 1e6:>16,.0f}{spent['batch'] / spent[key]:>14.2f}t"
            for name, key in (
                ("kratzen-log: decoded, audited, compiled", "batch"), (f"msgspec {version('msgspec')}: decoded, dropped", "msgspec"),
                (f"orjson {version('orjson')}: decoded, dropped", "orjson"), ("json: decoded, dropped", "json"),
            )
        ),
        "", "t: its time over that of the reader in the row",
    ]
    return "\n".join(out)


def main() -> None:
    """Prints the table, and writes it where it is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=40_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--write", action="store_true", help="write it into docs/performance.md")
    args = parser.parse_args()
    text = table(args.deals, args.rounds)
    print(text)
    if args.write:
        bulk.write(MARK, text)


if __name__ == "__main__":
    main()
