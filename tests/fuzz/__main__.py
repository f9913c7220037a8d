"""``python -m tests.fuzz --minutes 10 --write``: the long run. Breaking inputs are kept in ``regressions``; the result is a page.

Half of the time goes to changed logs, half to atheris, which follows the coverage of the code (``pip install -e ".[fuzz]"``).
"""

from __future__ import annotations

import argparse
import hashlib
import platform
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bulk import oddities
from tests.fuzz import target
from tests.fuzz.mutate import mutated
from tests.fuzz.seeds import SEEDS, lines
from tests.support import ROOT

KEEP = Path(__file__).parent / "regressions"
PAGE = ROOT / "docs" / "robustness.md"
BEGIN, END = "<!-- fuzzing: begin -->", "<!-- fuzzing: end -->"


def keep(data: bytes, why: str) -> None:
    """Keeps an input that broke something."""
    path = KEEP / f"{hashlib.sha256(data).hexdigest()[:12]}.bin"
    path.write_bytes(data)
    print(f"{path}: {why}", file=sys.stderr)


def changed_logs(seconds: float, seed: int) -> tuple[int, int, float]:
    """Changed logs for a time: how many, how many broke something, the longest time for one in seconds."""
    rng = random.Random(seed)
    end = time.monotonic() + seconds
    done = broken = 0
    slowest = 0.0
    while time.monotonic() < end:
        data = mutated(lines(rng.choice(SEEDS)), rng)
        if rng.random() < 0.25:
            data = oddities.damaged(rng, oddities.document(rng, data))
        done += 1
        try:
            took = target.seconds(data)
        except Exception as error:  # noqa: BLE001
            broken += 1
            keep(data, repr(error))
            continue
        if took > slowest:
            slowest = took
            if took > 2:
                keep(data, f"{took:.1f} s")
    return done, broken, slowest


def guided(seconds: float) -> str:
    """Atheris over everything, from the corpus; its last line of statistics."""
    with tempfile.TemporaryDirectory() as folder:
        for number, path in enumerate(SEEDS):
            (Path(folder) / str(number)).write_bytes(path.read_bytes()[:4096])
        command = [
            sys.executable, "-m", "tests.fuzz.guided", folder, f"-max_total_time={int(seconds)}", "-max_len=4096", "-timeout=10",
            f"-artifact_prefix={KEEP}/", "-print_final_stats=1",
        ]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
    found = [line for line in run.stderr.splitlines() if "number_of_executed_units" in line or "cov:" in line]
    executed = next((line.rsplit(":", 1)[1].strip() for line in reversed(found) if "executed" in line), "?")
    covered = next((line.split("cov:")[1].split()[0] for line in reversed(found) if "cov:" in line), "?")
    return f"{executed} inputs, {covered} edges, {'nothing found' if run.returncode == 0 else 'an input is kept'}"


def main() -> int:
    """Runs and writes the result."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=int(time.time()) // 86400)
    parser.add_argument("--write", action="store_true", help="write the result into docs/robustness.md")
    args = parser.parse_args()
    seconds = args.minutes * 30
    done, broken, slowest = changed_logs(seconds, args.seed)
    coverage = guided(seconds)
    today = time.strftime("%Y-%m-%d")
    lines_out = [
        BEGIN, "", f"`python -m tests.fuzz --minutes {args.minutes:g} --seed {args.seed}`, {today}, Python {platform.python_version()}:", "",
        "| | |", "|---|---|",
        f"| changed logs, everything done with each | {done:,} |", f"| of these broke something | {broken} |",
        f"| longest time for one, in seconds | {slowest:.2f} |", f"| guided by coverage (atheris) | {coverage} |", "", END,
    ]
    print("\n".join(lines_out[2:-2]))
    if args.write:
        write_page("\n".join(lines_out))
    return 1 if broken else 0


def write_page(result: str) -> None:
    """Puts the result into the page."""
    text = PAGE.read_text(encoding="utf-8")
    head, tail = text[: text.index(BEGIN)], text[text.index(END) + len(END) :]
    PAGE.write_text(head + result + tail, encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
