"""What 10^9 deals cost: bytes and core-hours, measured on smaller archives and carried on.

``pip install -e ".[cluster]" && python benchmarks/cluster.py --write`` puts the figures into ``docs/cluster.md``. Every step is
the command itself, with its start; what counts is processor time, so that a busy machine changes little. ``--to 7`` goes to 10^7
deals; a step is left out where it would take longer than ``--budget`` seconds of one core. ``--price`` is that of a core-hour.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import zstandard

from kratzen_log import __version__
from kratzen_log.export.places import manifest_of

MARK = "<!-- costs -->\n"
BASE = 10_000
PLAN = ["--game", "kratzen", "--players", "4", "--deals", "50", "--seed", "2026", "--start", "1000000"]
BILLION = 1_000_000_000


class Run(NamedTuple):
    """A command: deals, processor seconds, seconds, and the most memory in MiB."""

    deals: int
    work: float
    seconds: float
    memory: float


def run(*words: str, deals: int) -> Run:
    """Runs ``kratzen``."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    code = (
        "import resource, sys; from kratzen_log.cli import main; status = main(sys.argv[1:]); "
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr); sys.exit(status)"
    )
    made = subprocess.run([sys.executable, "-c", code, *words], check=True, capture_output=True, text=True)
    seconds = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    work = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Run(deals, work, seconds, int(made.stderr.split()[-1]) / 1024)


def repeated(base: Path, copies: int, target: Path) -> None:
    """An archive that holds another so many times."""
    data = base.read_bytes()
    with target.open("wb") as file:
        for _ in range(copies):
            file.write(data)


def measured(folder: Path, most: int, budget: float) -> tuple[dict[str, list[Run]], dict[str, float]]:
    """The runs of every step, and bytes for each deal."""
    plain, sealed, log = folder / "plain.jsonl", folder / "sealed.jsonl", folder / "log.jsonl"
    tables = folder / "tables"
    runs: dict[str, list[Run]] = {}
    sizes: dict[str, float] = {}
    for power in range(4, most + 1):
        deals = 10**power
        steps = {
            "simulate": ["simulate", *PLAN, "--sessions", str(deals // 50), "--no-seal", "--fast", "-o", str(log)],
            "audit": ["audit", str(log), "--no-seal", "--fast"],
            "export": ["export", str(log), "--no-seal", "--fast", "-o", str(tables)],
            "audit, sealed": ["audit", str(log), "--fast"],
        }
        for step, words in steps.items():
            held = runs.setdefault(step, [])
            if held and (held[-1].deals * 10 < deals or held[-1].work * 10 > budget):
                print(f"{step}: {deals:,} deals left out", flush=True)
                continue
            if step == "simulate" and not held:
                run("simulate", *PLAN, "--sessions", str(BASE // 50), "-o", str(sealed), deals=BASE)
                run(*words[:-1], str(plain), deals=BASE)
            if step != "simulate":
                repeated(sealed if step == "audit, sealed" else plain, deals // BASE, log)
            if not held:
                run(*words, deals=deals)
            held.append(run(*words, deals=deals))
            print(f"{step}: {held[-1]}", flush=True)
        made = manifest_of(str(tables))
        sizes = {
            "log, plain": plain.stat().st_size / BASE, "log, sealed": sealed.stat().st_size / BASE,
            "log, plain, zstd": len(zstandard.compress(plain.read_bytes(), 3)) / BASE,
        }
        total = made.counts["deals"]
        for name, files in made.files.items():
            sizes[f"tables: {name}"] = sum((tables / file).stat().st_size for file in files) / total
    return runs, sizes


def per_task() -> float:
    """Seconds of this process for one task of a cluster that does nothing."""
    from kratzen_log.cluster.working import Cluster

    with Cluster("local", 2) as cluster:
        list(cluster.each(abs, range(20)))
        start = time.process_time()
        list(cluster.each(abs, range(500)))
        return (time.process_time() - start) / 500


def slope(many: list[Run]) -> tuple[float, float]:
    """Processor seconds for each deal, and those that every run takes; from the two biggest runs."""
    if len(many) < 2:
        return many[-1].work / many[-1].deals, 0.0
    small, big = many[-2:]
    each = (big.work - small.work) / (big.deals - small.deals)
    return each, max(0.0, big.work - each * big.deals)


def report(runs: dict[str, list[Run]], sizes: dict[str, float], task: float, price: float, storage: float) -> str:
    """The figures as text."""
    lines = [f"kratzen-log {__version__}, Python {sys.version.split()[0]}, {os.uname().machine}; Kratzen with 4 players, sessions of 50 deals", ""]
    powers = [f"10^{power}" for power in range(4, 4 + max(map(len, runs.values())))]
    lines += ["processor µs a deal, with the start of the command", " " * 16 + "".join(f"{power:>9}" for power in powers) + "      each more   fixed s    MiB"]
    for step, many in runs.items():
        each, fixed = slope(many)
        cells = "".join(f"{one.work / one.deals * 1e6:>9.1f}" for one in many) + " " * 9 * (len(powers) - len(many))
        lines.append(f"{step:<16}{cells}{each * 1e6:>15.2f}{fixed:>10.1f}{max(one.memory for one in many):>7.0f}")
    lines += ["", f"for 10^9 deals at {price:g} a core-hour", f"{'':<16}{'core-hours':>12}{'price':>9}"]
    for step, many in runs.items():
        hours = slope(many)[0] * BILLION / 3600
        lines.append(f"{step:<16}{hours:>12.1f}{hours * price:>9.2f}")
    parts = sizes["log, plain"] * BILLION / (1 << 24)
    lines.append(f"{'handing out':<16}{parts * task / 3600:>12.2f}{parts * task / 3600 * price:>9.2f}   {parts:,.0f} parts, {task * 1e3:.1f} ms each, in one process")
    lines += ["", f"{'':<18}{'bytes a deal':>13}{'GB for 10^9':>13}{f'a month at {storage:g} a GB':>25}"]
    for name, size in sizes.items():
        lines.append(f"{name:<18}{size:>13.1f}{size * BILLION / 1e9:>13.0f}{size * storage:>25.2f}")
    whole = sum(size for name, size in sizes.items() if name.startswith("tables"))
    lines.append(f"{'tables, all':<18}{whole:>13.1f}{whole * BILLION / 1e9:>13.0f}{whole * storage:>25.2f}")
    return "\n".join(lines)


def main() -> None:
    """Measures, prints, and writes the page where it is asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=int, default=6, metavar="POWER", help="the biggest archive has 10^POWER deals (default: 6)")
    parser.add_argument("--budget", type=float, default=300, metavar="SECONDS", help="the most processor time of one step (default: 300)")
    parser.add_argument("--price", type=float, default=0.05, help="of a core-hour (default: 0.05)")
    parser.add_argument("--storage", type=float, default=0.02, help="of a GB for a month (default: 0.02)")
    parser.add_argument("--write", action="store_true", help="put the figures into docs/cluster.md")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        runs, sizes = measured(Path(folder), args.to, args.budget)
    text = report(runs, sizes, per_task(), args.price, args.storage)
    print(text)
    if args.write:
        page = Path(__file__).parent.parent / "docs" / "cluster.md"
        before, _mark, after = page.read_text("utf-8").partition(MARK)
        rest = after.partition("```\n")[2].partition("```\n")[2]
        page.write_text(f"{before}{MARK}```\n{text}\n```\n{rest}", "utf-8")


if __name__ == "__main__":
    main()
