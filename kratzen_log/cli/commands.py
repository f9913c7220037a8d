"""The commands and their options; what each does is in a module of its own, imported when it runs."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from kratzen_log.cli.common import add_rules, add_scheduler, add_session, command
from kratzen_log.games._game import whole


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
    parser.add_argument("--format", choices=("text", "json", "markdown", "sarif", "csv"), default=None, help="form of the report (default: text)")
    parser.add_argument("--select", default="", metavar="CODE,…", help="only these findings; a group such as play stands for all in it")
    parser.add_argument("--ignore", default="", metavar="CODE,…", help="not these findings")
    parser.add_argument("--jobs", type=whole, default=1, metavar="N", help="how many files are read at once")
    parser.add_argument("--expect", default="", metavar="HASH", help="the seal the file must have (one file; kratzen verify prints it)")
    parser.add_argument("--no-seal", action="store_true", help="do not check seals")
    parser.add_argument(
        "--fast", action=argparse.BooleanOptionalAction, default=None, help="the compiled audit, same report (default: above 16 MB)"
    )
    add_scheduler(parser)
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
    parser.add_argument("--deal", type=whole, metavar="N", help="only this deal")
    add_session(parser)
    parser.add_argument("--step", type=whole, metavar="N", help="with -o .svg or .png: this step of the deal (from 1)")
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
    parser.add_argument("--format", choices=("text", "json"), default=None, help="form of the answer (default: text)")
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
    parser.add_argument("--players", type=whole, default=4, metavar="N", help="how many play (default: 4)")
    parser.add_argument("--deals", type=whole, default=10, metavar="N", help="deals a session lasts at the most (default: 10)")
    parser.add_argument("--seed", type=whole, default=1, metavar="S", help="the same seed gives the same bytes (default: 1)")
    parser.add_argument("--sessions", type=whole, default=1, metavar="N", help="how many sessions (default: 1)")
    parser.add_argument("--bots", default="people", metavar="KIND", help="people or random, or one for each seat: people,random,…")
    parser.add_argument("--start", type=whole, metavar="CHIPS", help="chips of a stack at the start (Kratzen; default: 40 antes)")
    parser.add_argument("--no-seal", action="store_true", help="do not seal the logs")
    parser.add_argument(
        "--fast", action=argparse.BooleanOptionalAction, default=None, help="the compiled simulator, same bytes (default: above 30,000 deals)"
    )
    add_scheduler(parser)
    add_rules(parser)


def explain(family: Any) -> None:
    """``kratzen explain``."""
    parser = command(
        family, "explain", _later("explaining", "explain"), "what a finding, a paragraph, an option or a word means",
        "  kratzen explain play.head\n  kratzen explain K-5.3 S-4.1\n  kratzen explain Weli\n  kratzen explain kratzen\n", out=False,
    )
    parser.add_argument("term", nargs="*", metavar="CODE|PARAGRAPH|TERM", help="nothing lists everything")


def schema(family: Any) -> None:
    """``kratzen schema``."""
    command(
        family, "schema", _later("making", "schema"), "the JSON Schema (2020-12) of one record of a log",
        "  kratzen schema -o kratzen-log.schema.json\n",
    )


def convert(family: Any) -> None:
    """``kratzen convert``."""
    parser = command(
        family, "convert", _later("making", "convert"), "the same log in another form: lines, document, compressed, other cards",
        "  kratzen convert evening.jsonl -o evening.json\n  kratzen convert evening.jsonl --cards french -o evening.jsonl.gz\n",
    )
    parser.add_argument("file", metavar="IN", help="a log, or - for standard input")
    parser.add_argument("--cards", choices=("german", "french"), help="write all cards in this notation")
    parser.set_defaults(rewrites=True)


def redact(family: Any) -> None:
    """``kratzen redact``."""
    parser = command(
        family, "redact", _later("viewing", "redact"), "the log as one player saw it, or as everybody did: other cards are taken out",
        "  kratzen redact evening.jsonl --view B -o ben.jsonl\n  kratzen redact evening.jsonl --view public -o evening-public.json\n",
    )
    parser.add_argument("file", metavar="FILE", help="a log, or - for standard input")
    parser.add_argument("--view", required=True, metavar="SEAT|public", help="whose knowledge is left: a seat from A to F, or public")


def anonymise(family: Any) -> None:
    """``kratzen anonymise``."""
    parser = command(
        family, "anonymise", _later("viewing", "anonymise"), "the log with pseudonyms for names; texts are taken out, every card stays",
        '  kratzen anonymise evening.jsonl --secret "a sentence that nobody guesses" -o shared.jsonl\n',
    )
    parser.add_argument("file", metavar="FILE", help="a log, or - for standard input")
    parser.add_argument("--secret", required=True, metavar="WORDS", help="the same secret gives a player the same pseudonym in every log")


def merge(family: Any) -> None:
    """``kratzen merge``."""
    parser = command(
        family, "merge", _later("viewing", "merge"), "several people's logs of one session as one, and where they contradict each other",
        "  kratzen merge anna.jsonl ben.jsonl carla.jsonl -o evening.jsonl\n"
        "  kratzen merge half.jsonl other-half.jsonl -o whole.jsonl && kratzen audit whole.jsonl\n",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="logs of one session; where two disagree the first stands")


def infer_rules(family: Any) -> None:
    """``kratzen infer-rules``."""
    parser = command(
        family, "infer-rules", _later("inferring", "infer_rules"), "the house rules under which logs have the fewest findings",
        "  kratzen infer-rules evening.jsonl\n  kratzen infer-rules evenings/ --rule ante=10\n"
        "  kratzen infer-rules tuesday.jsonl wednesday.jsonl --format json -o rules.json\n",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="logs or folders of logs, all of one table")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="form of the answer")
    add_rules(parser)


def export(family: Any) -> None:
    """``kratzen export``."""
    parser = command(
        family, "export", _later("exporting", "export"), "sessions, deals, plays and ledger of many logs as Parquet tables",
        "  kratzen export archive.jsonl -o tables/\n  kratzen export evenings/ -o tables/ --jobs 2 --no-seal\n", out=False,
    )
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a log, a folder of logs, a URL, or - for standard input")
    parser.add_argument("-o", "--out", metavar="DIR/", help="the folder of the tables; an export that is there is replaced")
    parser.add_argument("--jobs", type=whole, default=1, metavar="N", help="how many parts are told at once")
    parser.add_argument("--part", type=whole, default=16, metavar="MB", help="size of a part: a file of each table (default: 16)")
    parser.add_argument("--no-seal", action="store_true", help="do not check seals")
    parser.add_argument(
        "--fast", action=argparse.BooleanOptionalAction, default=None, help="compiled code, same tables (default: above 2 MB)"
    )
    add_scheduler(parser)
    add_rules(parser)


def settle_up(family: Any) -> None:
    """``kratzen settle-up``."""
    parser = command(
        family, "settle-up", _later("making", "settle_up"), "who pays whom at the end of an evening, with the fewest payments",
        "  kratzen settle-up evening.jsonl\n",
    )
    parser.add_argument("file", metavar="FILE", help="a log, or - for standard input")
    add_session(parser)
    parser.add_argument("--format", choices=("text", "json"), default=None, help="form of the answer (default: text)")


def seal(family: Any) -> None:
    """``kratzen seal``."""
    parser = command(
        family, "seal", _later("sealing", "seal"), "the same log with a seal, so that a later change shows; prints the seal",
        "  kratzen seal evening.jsonl -o sealed.jsonl\n  kratzen seal evening.json -o sealed.json.gz\n",
    )
    parser.add_argument("file", metavar="IN", help="a log, or - for standard input")
    parser.add_argument("--anew", action="store_true", help="also where the log has a seal that does not fit")
    parser.set_defaults(rewrites=True)


def verify(family: Any) -> None:
    """``kratzen verify``."""
    parser = command(
        family, "verify", _later("sealing", "verify"), "whether the seal of a log fits; prints it (0 it fits, 1 it does not or there is none, 3 unreadable)",
        "  kratzen verify sealed.jsonl\n  kratzen verify sealed.jsonl --expect 9wJp3nK0Vb1rPcVq8mXzT5o2LdSa7EyHfUi4RgBtNkM\n",
    )
    parser.add_argument("file", metavar="FILE", help="a log, or - for standard input")
    parser.add_argument("--expect", default="", metavar="HASH", help="the seal that was noted down elsewhere")


def record(family: Any) -> None:
    """``kratzen record``."""
    parser = command(
        family, "record", _later("recording", "record"), "record an evening at the table, deal by deal; goes on after a break or a crash",
        "  kratzen record evening.jsonl\n"
        "  kratzen record evening.jsonl --game kratzen --players Resi,Toni,Vroni --start 100 --rule exchange=2\n"
        "  kratzen record evening.jsonl --lang de\n", out=False,
    )
    parser.add_argument("file", metavar="FILE", help="the log (lines); one that is there is gone on with")
    parser.add_argument("--game", metavar="G", help="kratzen or schnellen (asked if left out)")
    parser.add_argument("--players", metavar="NAMES", help="names clockwise, with commas (asked if left out, house rules too)")
    parser.add_argument("--start", metavar="CHIPS", help="chips of each at the start: one number, or one each (Kratzen; default: 40 antes)")
    parser.add_argument("--hands", action="store_true", help="also ask for the cards dealt to each")
    parser.add_argument("--cards", choices=("german", "french"), help="how cards are written in the log (default: german, or as in the log)")
    parser.add_argument("--no-seal", action="store_true", help="do not seal the log")
    add_rules(parser)


def report(family: Any) -> None:
    """``kratzen report``."""
    parser = command(
        family, "report", _later("reporting", "report"), "one page of an evening: summary, findings, charts, replay; it needs no network",
        "  kratzen report evening.jsonl -o evening.html\n  kratzen report evening.jsonl --lang de -o abend.html\n"
        "  kratzen report evening.jsonl --view public -o to-show-around.html\n",
    )
    parser.add_argument("file", metavar="FILE", help="a log, or - for standard input")
    add_session(parser)
    parser.add_argument("--view", default="all", metavar="all|public|SEAT", help="only what everybody, or one seat, may know (default: all)")
    parser.add_argument("--no-charts", action="store_true", help="leave the charts out; they need the extra lab")
    add_rules(parser)


def lab(family: Any) -> None:
    """``kratzen lab``."""
    parser = command(
        family, "lab", _later("lab", "lab"), "open JupyterLab on the notebooks: replay, audit, learn both games",
        "  kratzen lab\n  kratzen lab my-evenings\n", out=False,
    )
    parser.add_argument("folder", nargs="?", metavar="FOLDER", help="where the notebooks are, or are to be copied (default: notebooks, else kratzen-lab)")
    parser.add_argument("--no-browser", action="store_true", help="print the address instead of opening a browser")
    parser.add_argument("--dry-run", action="store_true", help="only print the folder that would be opened")


ALL: Final[dict[str, Callable[[Any], None]]] = {
    "audit": audit, "replay": replay, "legal": legal, "perft": perft, "simulate": simulate, "explain": explain,
    "schema": schema, "convert": convert, "settle-up": settle_up, "seal": seal, "verify": verify, "record": record,
    "redact": redact, "anonymise": anonymise, "merge": merge, "infer-rules": infer_rules, "export": export, "report": report, "lab": lab,
}
