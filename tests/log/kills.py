"""Writers that are killed, and disks that are full: ``python -m tests.log.kills`` for the full run.

Each round forks a writer, kills it with SIGKILL after a time from a seed, and looks at what it left: every record
whose call had returned must be there, at most one more may be, and the log must go on. In every second round the
writer's system takes only a few bytes at a time, so that lines are torn; in every third the log is sealed.
The result goes into ``docs/durability.md``.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import signal
import sys
import tempfile
import time
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

from kratzen_log import LogWriter, TornLine, audit, loads
from kratzen_log.log.model import Head, Note

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "durability.md"
HEAD = Head(format="kratzen-log", version="1.0", game="kratzen", players=["Anna", "Ben", "Carla"], start=[50, 50, 50])
HARMLESS = {"log.no-end", "seal.no-end", "file.torn-line"}


def few_bytes(rng: random.Random) -> None:
    """From here on the system takes a few bytes at a time."""
    whole = os.write

    def write(fd: int, data: Any) -> int:
        time.sleep(0.0002)
        return whole(fd, data[: rng.randint(1, 9)])

    os.write = write


def write_until_killed(path: str, done: int, *, seal: bool, seed: int, torn: bool) -> None:
    """Goes on with a log for ever; after each call that has returned, a byte to ``done``."""
    tell = os.write
    if torn:
        few_bytes(random.Random(seed))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TornLine)
        log = LogWriter(path, seal=seal) if os.path.exists(path) else LogWriter.create(path, HEAD, seal=seal)
    tell(done, b"b")
    number = 0
    while True:
        number += 1
        log.note(f"{seed}.{number} " + "x" * (number % 40))
        tell(done, b".")


def one_kill(folder: str, seed: int, count: Counter[str]) -> None:
    """A writer, a kill, and what must be true of what it left."""
    rng = random.Random(seed)
    path = os.path.join(folder, f"{seed // 5}.jsonl")
    before = notes(path) if os.path.exists(path) else []
    reader, done = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        try:
            write_until_killed(path, done, seal=seed // 5 % 3 == 0, seed=seed, torn=seed % 2 == 0)
        finally:
            os._exit(1)
    os.close(done)
    time.sleep(rng.choice((0.003, 0.01, 0.03, 0.06)) * rng.random())
    os.kill(child, signal.SIGKILL)
    _pid, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "the writer failed on its own"
    said = b""
    while part := os.read(reader, 1 << 16):
        said += part
    os.close(reader)
    count["kills"] += 1
    count["records acknowledged"] += said.count(b".")
    if not os.path.exists(path):
        assert not said
        count["killed before the log had its name"] += 1
        return
    report = audit(path)
    found = {finding.code for finding in report}
    assert report.verdict != "unreadable"
    assert found <= HARMLESS, found
    count["torn lines"] += "file.torn-line" in found
    new = notes(path)[len(before) :]
    assert notes(path)[: len(before)] == before
    assert said.count(b".") <= len(new) <= said.count(b".") + 1, (said, new)
    assert [text.split()[0] for text in new] == [f"{seed}.{number + 1}" for number in range(len(new))]
    count["records written whose call had not returned"] += len(new) - said.count(b".")


def notes(path: str) -> list[str]:
    with open(path, "rb") as file:
        return [str(record.text) for record in loads(file.read()) if isinstance(record, Note)]


def kills(times: int, first: int = 0) -> Counter[str]:
    """So many writers killed; raises ``AssertionError`` when a log is not what it must be."""
    count: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + times):
            one_kill(folder, seed, count)
        for path in sorted(Path(folder).glob("*.jsonl")):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", TornLine)
                with LogWriter(path) as log:
                    log.end("abandoned")
            assert audit(path).verdict == "clean", path
            count["logs ended after all kills, without a finding"] += 1
        count["torn lines found beside their log"] += len(list(Path(folder).glob("*.torn*")))
    return count


def full_disks(times: int) -> Counter[str]:
    """So many disks that are full after some bytes (a limit on the size of files, a real one)."""
    count: Counter[str] = Counter()
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    _soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(times):
            path = os.path.join(folder, f"{number}.jsonl")
            written = 0
            with LogWriter.create(path, HEAD, seal=number % 2 == 0) as log:
                resource.setrlimit(resource.RLIMIT_FSIZE, (os.path.getsize(path) + 41 * number, hard))
                try:
                    while True:
                        log.note(f"note {written}")
                        written += 1
                except OSError:
                    count["writes refused"] += 1
                assert notes(path) == [f"note {at}" for at in range(written)]
                assert {finding.code for finding in audit(path)} <= HARMLESS - {"file.torn-line"}
                resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, hard))
                log.note("there is room again")
                log.end("agreed")
            assert audit(path).verdict == "clean"
            assert notes(path)[-1] == "there is room again"
            count["disks full"] += 1
            count["records kept"] += written
    return count


def main() -> None:
    """Runs and prints the counts as JSON; ``--write`` puts them into the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--disks", type=int, default=100)
    parser.add_argument("--write", action="store_true", help="write the result into docs/durability.md")
    args = parser.parse_args()
    counts = kills(args.kills) + full_disks(args.disks)
    print(json.dumps(counts))
    if args.write:
        page = PAGE.read_text(encoding="utf-8")
        start, end = page.index("```text\n") + 8, page.index("```\n", page.index("```text\n") + 8)
        rows = "".join(f"{value:>8,}  {name}\n" for name, value in counts.items())
        PAGE.write_text(page[:start] + f"Python {sys.version.split()[0]}, {sys.platform}\n\n" + rows + page[end:], encoding="utf-8")


if __name__ == "__main__":
    main()
