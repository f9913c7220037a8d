"""The commands and their options; what each does is in a module of its own, imported when it runs."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from kratzen_log.cli.common import add_rules, command


def _later(module: str, name: str) -> Callable[[argparse.Namespace], int]:
    """A command that is imported when it runs."""

    def run(args: argparse.Namespace) -> int:
        status: int = getattr(import_module(f"kratzen_log.cli.{module}"), name)(args)
        return status

    return run


def audit(family: Any) -> None:
    """``kratzen audit``."""
    parser = command(
        family, "audit", _later("auditing", "audit"), "find everything in logs that does not follow",
        "  kratzen audit evening.jsonl\n  kratzen audit sample_logs --format markdown -o report.md\n"
        "  kratzen audit evening.jsonl --select play --rule head_after_ruff=false\n",
    )
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a log, a folder of logs, or - for standard input")
    parser.add_argument("--format", choices=("text", "json", "markdown", "sarif"), default=None, help="form of the report (default: text)")
    parser.add_argument("--select", default="", metavar="CODE,…", help="only these findings; a group such as play stands for all in it")
    parser.add_argument("--ignore", default="", metavar="CODE,…", help="not these findings")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many files are read at once")
    add_rules(parser)


def replay(family: Any) -> None:
    """``kratzen replay``."""
    parser = command(
        family, "replay", _later("replaying", "replay"), "show a session deal by deal; keys step through it on a terminal",
        "  kratzen replay evening.jsonl\n  kratzen replay evening.jsonl --deal 3 --steps\n"
        "  kratzen replay evening.jsonl -o evening.html\n  kratzen replay evening.jsonl --view B -o as-ben-saw-it.html\n"
        "  kratzen replay evening.jsonl --deal 3 -o deal3.png\n",
    )
    parser.add_argument("file", metavar="FILE", help="a log, or - for standard input")
    parser.add_argument("--deal", type=int, metavar="N", help="only this deal")
    parser.add_argument("--session", type=int, default=1, metavar="N", help="which session of an archive (default: 1)")
    parser.add_argument("--step", type=int, metavar="N", help="with -o .svg or .png: this step of the deal (from 1)")
    parser.add_argument("--steps", action="store_true", help="say every step")
    parser.add_argument("--view", default="all", metavar="all|public|SEAT", help="only what everybody, or one seat, may know (default: all)")
    parser.add_argument("--cards", choices=("german", "french"), help="how cards are written (default: as in the log)")
    add_rules(parser)


def legal(family: Any) -> None:
    """``kratzen legal``."""
    parser = command(
        family, "legal", _later("positions", "legal"), "the cards that may be played from a hand, and why",
        '  kratzen legal --game schnellen --trump E --trick "HK" --hand "HA H9 L7"\n'
        '  kratzen legal --game kratzen --trump H --trick "EK H9" --hand "HA H7 L7" --rule head=always --format json\n',
    )
    parser.add_argument("--game", required=True, metavar="G", help="kratzen or schnellen")
    parser.add_argument("--trump", required=True, metavar="T", help="E, L, H, S (or c, s, h, d), or high for none")
    parser.add_argument("--trick", default="", metavar="CARDS", help="the cards already played, in order")
    parser.add_argument("--hand", required=True, metavar="CARDS", help="the hand")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="form of the answer")
    add_rules(parser)


def perft(family: Any) -> None:
    """``kratzen perft``."""
    parser = command(
        family, "perft", _later("positions", "perft"), "count all lawful ways to play and compare with the figures of a file",
        "  kratzen perft tests/data/perft/kratzen.perft\n", out=False,
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a perft file")


def simulate(family: Any) -> None:
    """``kratzen simulate``."""
    parser = command(
        family, "simulate", _later("making", "simulate"), "lawful sealed logs played by bots, the same from the same seed",
        "  kratzen simulate --game kratzen --players 4 --deals 10 --seed 1 -o evening.jsonl\n"
        "  kratzen simulate --game schnellen --players 5 --deals 30 --seed 7 --sessions 100 -o logs/\n",
    )
    parser.add_argument("--game", required=True, metavar="G", help="kratzen or schnellen")
    parser.add_argument("--players", type=int, default=4, metavar="N", help="how many play (default: 4)")
    parser.add_argument("--deals", type=int, default=10, metavar="N", help="deals a session lasts at the most (default: 10)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed gives the same bytes (default: 1)")
    parser.add_argument("--sessions", type=int, default=1, metavar="N", help="how many sessions (default: 1)")
    parser.add_argument("--bots", default="people", metavar="KIND", help="people or random, or one for each seat: people,random,…")
    parser.add_argument("--start", type=int, metavar="CHIPS", help="chips of a stack at the start (Kratzen; default: 40 antes)")
    parser.add_argument("--no-seal", action="store_true", help="do not seal the logs")
    add_rules(parser)


def explain(family: Any) -> None:
    """``kratzen explain``."""
    parser = command(
        family, "explain", _later("explaining", "explain"), "what a finding, a paragraph, an option or a word means",
        "  kratzen explain play.head\n  kratzen explain K-5.3\n  kratzen explain Weli\n  kratzen explain kratzen\n", out=False,
    )
    parser.add_argument("term", nargs="*", metavar="CODE|PARAGRAPH|TERM", help="nothing lists everything")


def schema(family: Any) -> None:
    """``kratzen schema``."""
    command(
        family, "schema", _later("making", "schema"), "the JSON Schema (2020-12) of one record of a log",
        "  kratzen schema -o kratzen-log.schema.json\n", lang=False,
    )


def convert(family: Any) -> None:
    """``kratzen convert``."""
    parser = command(
        family, "convert", _later("making", "convert"), "the same log in another form: lines, document, compressed, other cards",
        "  kratzen convert evening.jsonl -o evening.json\n  kratzen convert evening.jsonl --cards french -o evening.jsonl.gz\n",
        lang=False,
    )
    parser.add_argument("file", metavar="IN", help="a log, or - for standard input")
    parser.add_argument("--cards", choices=("german", "french"), help="write all cards in this notation")


def settle_up(family: Any) -> None:
    """``kratzen settle-up``."""
    parser = command(
        family, "settle-up", _later("making", "settle_up"), "who pays whom at the end of an evening, with the fewest payments",
        "  kratzen settle-up evening.jsonl\n",
    )
    parser.add_argument("file", metavar="FILE", help="a log, or - for standard input")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="form of the answer")


ALL: Final[dict[str, Callable[[Any], None]]] = {
    "audit": audit, "replay": replay, "legal": legal, "perft": perft, "simulate": simulate, "explain": explain,
    "schema": schema, "convert": convert, "settle-up": settle_up,
}
