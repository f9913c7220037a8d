"""How fast archives are audited, beside decoding the same bytes and dropping them, in one run.

``pip install -e ".[bulk]" && python benchmarks/bulk.py`` — one core, all claims checked, seals left out and reported
apart, compilation too. ``--write`` puts the table into ``docs/performance.md``. The jobs take turns; medians of
processor time.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import msgspec
import numpy as np

from kratzen_log import __version__, dumps, sessions, simulate
from kratzen_log.auditor.auditing import Choice, audit_path
from kratzen_log.bulk import compiled
from kratzen_log.bulk.auditing import audit_bulk
from kratzen_log.bulk.judging import tables
from kratzen_log.bulk.rulebook import RuleBook
from kratzen_log.bulk.simulating import session_bytes
from kratzen_log.cards import mask
from kratzen_log.kernel.trick import legal, played
from kratzen_log.log.model import Deal
from kratzen_log.log.tokens import read_cards, read_trick
from kratzen_log.log.writer import replace_file
from kratzen_log.simulator.evening import Plan

SEED = 2026
MARK = "<!-- bulk -->\n"
SIZE = 1 << 30
"""Bytes of the file that two threads read."""
PLAIN = Choice(seal=False)
SETTINGS: dict[str, tuple[str, int, dict[str, Any]]] = {
    "Kratzen, 3 players": ("kratzen", 3, {"short_stack": "debt"}),
    "Kratzen, 4 players": ("kratzen", 4, {"short_stack": "debt"}),
    "Kratzen, 4 players, exchange and Bettler": ("kratzen", 4, {"short_stack": "debt", "exchange": 2, "bettler": True, "first_deal": "normal", "muss": "once"}),
    "Kratzen, 6 players": ("kratzen", 6, {"short_stack": "debt"}),
    "Schnellen, 4 players": ("schnellen", 4, {"start_score": 500}),
    "Schnellen, 5 players, bidding and exchange": ("schnellen", 5, {"start_score": 500, "bidding": True, "exchange": True}),
}


def archive(name: str, deals: int, *, seal: bool = False) -> bytes:
    """An archive of about so many deals in sessions of 50."""
    game, players, rules = SETTINGS[name]
    return dumps(simulate(game, players, 50, SEED, max(1, deals // 50), rules, seal=seal))


def decoded(data: bytes) -> None:
    """Every line as untyped objects, dropped at once; a document as a whole."""
    decode = msgspec.json.Decoder().decode
    for line in data.split(b"\n") if not data.startswith(b"{\n") else (data,):
        if line:
            decode(line)


def medians(jobs: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Seconds of processor time of each job; the jobs take turns."""
    times: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(rounds):
        for name, job in jobs.items():
            start = time.process_time()
            job()
            times[name].append(time.process_time() - start)
    return {name: statistics.median(values) for name, values in times.items()}


def replayed(all_tables: Any, deals: Any, plays: Any, hold: Any, count: int) -> int:
    """Every card of recorded deals through ``legal`` and ``played``: how many were legal."""
    good = 0
    at = 0
    for number in range(count):
        t = tables(all_tables, deals[8 * number])
        for seat in range(4):
            hold[seat] = deals[8 * number + 2 + seat]
        for _ in range(5):
            led = -1
            best = -1
            top = -1
            for _place in range(deals[8 * number + 1]):
                seat = plays[at]
                card = plays[at + 1]
                allowed, _duty, _beat = legal(t, hold[seat], led, best, top)
                good += allowed >> card & 1
                led, best, top, _takes = played(t, led, best, top, card)
                hold[seat] ^= 1 << card
                at += 2
    return good


def kernel_plays(rounds: int) -> float:
    """Plays a second of ``legal`` and ``played`` alone, on recorded deals of all trumps."""
    deals, plays = [], []
    for session in simulate("kratzen", 4, 50, SEED, 200, {"short_stack": "debt", "muss": "once"}, seal=False):
        for record in session:
            if isinstance(record, Deal) and record.tricks:
                tricks = [read_trick(text, 6)[0] for text in record.tricks]  # type: ignore[union-attr]
                hands = [mask(read_cards(hand)[0]) for hand in record.hands]  # type: ignore[union-attr, arg-type]
                deals += ["ELHS".index(str(record.trump)), len(tricks[0]), *hands, 0, 0]
                plays += [part for trick in tricks for play in trick for part in (play.seat, play.card)]
    book = RuleBook({})
    book.learn(0, 4, b"")
    numbers = compiled.numbers
    run = compiled.compiled(compiled.Entry(replayed, (compiled.TABLES, numbers("deals"), numbers("plays"), numbers("hold"), compiled.NUMBER)))
    given = (book.arrays[2], np.array(deals), np.array(plays), np.zeros(8, np.int64), len(deals) // 8)
    assert run(*given) == len(plays) // 2
    spent = medians({"kernel": lambda: [run(*given) for _ in range(20)]}, rounds)["kernel"]
    return 20 * (len(plays) // 2) / spent


def made_file(plan: Plan, deals: int, *, seal: bool) -> None:
    """Simulates and writes a file."""
    with tempfile.TemporaryDirectory() as folder:
        replace_file(os.path.join(folder, "made.jsonl"), session_bytes(plan, deals // plan.deals, seal=seal))


def starts() -> tuple[float, float]:
    """Seconds of processor time until the compiled audit is ready, in a fresh process: with nothing kept from before, and with it."""
    script = "import time; t = time.process_time(); from kratzen_log.bulk.auditing import audit_bulk; audit_bulk(b'\\n'); print(time.process_time() - t)"
    with tempfile.TemporaryDirectory() as folder:
        took = [
            float(subprocess.run([sys.executable, "-c", script], env={**os.environ, compiled.FOLDER: folder}, capture_output=True, check=True).stdout)
            for _ in range(2)
        ]
    return took[0], took[1]


def side_by_side(data: bytes) -> tuple[int, float]:
    """The bytes of a large file in the page cache, and how much faster two threads are over it than one, by the clock."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "large.jsonl")
        with open(path, "wb") as file:
            file.writelines(data for _ in range(max(1, min(SIZE, 50 * len(data)) // len(data))))
        spent: dict[int, list[float]] = {1: [], 2: []}
        for _ in range(5):
            for jobs, times in spent.items():
                start = time.perf_counter()
                audit_bulk(path, PLAIN, jobs=jobs)
                times.append(time.perf_counter() - start)
        size = os.path.getsize(path)
    return size, statistics.median(spent[1]) / statistics.median(spent[2])


def report(deals: int, rounds: int) -> str:
    """The table as text."""
    cold, warm = starts()
    lines = [
        (f"kratzen-log {__version__}, llvmlite {version('llvmlite')}, msgspec {version('msgspec')}, Python {sys.version.split()[0]}, one core, "
        f"about {deals:,} deals each, median of {rounds} rounds in turn"),
        "",
        f"{'':44}{'deals a second':>16}{'time / msgspec':>16}{'ordinary audit / it':>21}",
    ]
    for name in SETTINGS:
        data = archive(name, deals)
        found = audit_bulk(data, PLAIN)
        assert found.verdict == "clean"
        few = archive(name, max(50, deals // 20))
        spent = medians({"bulk": lambda data=data: audit_bulk(data, PLAIN), "msgspec": lambda data=data: decoded(data)}, rounds)  # type: ignore[misc]
        ordinary = medians({"ordinary": lambda few=few: audit_path(few, PLAIN)}, 1)["ordinary"] * len(data) / len(few)  # type: ignore[misc]
        rate, ratio = found.deals / spent["bulk"], spent["bulk"] / spent["msgspec"]
        lines.append(f"{name:44}{rate:>16,.0f}{ratio:>16.2f}{ordinary / spent['bulk']:>20.0f}×")
    first = "Kratzen, 4 players"
    sealed = archive(first, max(50, deals // 10), seal=True)
    hashing = medians({"with": lambda: audit_bulk(sealed), "without": lambda: audit_bulk(sealed, PLAIN)}, rounds)
    lines.append(f"{first}, written otherwise:")
    for name, kind in ODD.items():
        data = oddly(archive(first, max(50, deals // 4)), kind)
        found = audit_bulk(data, PLAIN)
        assert (found.verdict == "clean") == (kind not in FAULTY)
        spent = medians({"bulk": lambda data=data: audit_bulk(data, PLAIN), "msgspec": lambda data=data: decoded(data)}, rounds)  # type: ignore[misc]
        lines.append(f"{name:44}{found.deals / spent['bulk']:>16,.0f}{spent['bulk'] / spent['msgspec']:>16.2f}")
    plan = Plan("kratzen", 4, 50, SEED, {"short_stack": "debt"}, "people", None)
    sizes = {"bare": False, "sealed": True}
    made = medians({name: lambda seal=seal: made_file(plan, deals, seal=seal) for name, seal in sizes.items()}, rounds)  # type: ignore[misc]
    size, faster = side_by_side(archive(first, deals))
    lines += [
        "", f"two jobs over one file of {size >> 20} MiB: {faster:.2f} times as fast as one, by the clock",
        f"simulated and written: {deals / made['bare']:,.0f} deals a second, sealed {deals / made['sealed']:,.0f}",
        f"kernel alone (legal and played): {kernel_plays(rounds) / 1e6:,.0f} million plays a second",
        f"checking the seals of a sealed archive: {hashing['with'] / hashing['without']:.0f} times the time without",
        f"ready after {cold:.1f} s where nothing was compiled before, after {warm:.1f} s where it was",
    ]
    return "\n".join(lines)


def write(mark: str, text: str) -> None:
    """Puts a table behind its mark in ``docs/performance.md``, in the place of the one that is there."""
    path = os.path.join(os.path.dirname(__file__), "..", "docs", "performance.md")
    with open(path, encoding="utf-8") as file:
        before, found, after = file.read().partition(mark)
    assert found
    rest = after.split("\n```\n", 1)[1] if after.startswith("```\n") else after
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"{before}{mark}```\n{text}\n```\n{rest}")


def oddly(data: bytes, kind: str) -> bytes:
    """The same archive written in another way that means the same, every line of it, or with faults."""
    if kind == "document":
        return dumps(sessions(data), "document")
    rng = random.Random(SEED)
    lines = []
    for line in data.splitlines():
        record = json.loads(line)
        if kind == "private":
            record["_mine"] = {"a": [1, "zwei"], "b": True}
        elif kind == "order":
            pairs = list(record.items())
            rng.shuffle(pairs)
            record = dict(pairs)
        elif kind in FAULTY:
            if record["type"] == "deal" and rng.random() < FAULTY[kind]:
                record["delta"][0] += 1
        elif record["type"] == "deal":
            record["notes"] = [{"at": "1.2", "text": 'schön "gespielt"'}]
            record["time"] = "2026-11-30T20:15:00+01:00"
            record["tricks"] = [trick.lower() for trick in record["tricks"]]
        text = json.dumps(record, ensure_ascii=True, separators=(", ", ": ") if kind == "order" else (",", ":"))
        if kind == "escapes":
            text = STRING.sub(escaped, text)
        lines.append(text.encode() + b"\n")
    return b"".join(lines)


STRING = re.compile(r'"([^"])([^"]*)"|""')


def escaped(string: re.Match[str]) -> str:
    """A string whose first character is an escape."""
    return f'"\\u{ord(string[1]):04x}{string[2]}"' if string[1] else string[0]


ODD = {
    "  every line with a private key": "private", "  every line in another order, with blanks": "order",
    "  every deal with note, time, small letters": "notes", "  every string with an escape, keys too": "escapes",
    "  one JSON document": "document",
    "  one deal in a thousand with a wrong change": "seldom", "  one deal in a hundred with a wrong change": "often",
}
FAULTY = {"seldom": 0.001, "often": 0.01}
"""The share of deals with a finding."""


def main() -> None:
    """Prints the table, and writes it where it is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=40_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--write", action="store_true", help="write it into docs/performance.md")
    args = parser.parse_args()
    text = report(args.deals, args.rounds)
    print(text)
    if args.write:
        write(MARK, text)


if __name__ == "__main__":
    main()
