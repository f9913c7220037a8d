"""The bulk audit beside the ordinary one: ``python -m tests.bulk.compare --sessions 200000 --out docs/bulk.md``.

Sessions of the referee, lawful or with one of its faults, and simulated ones under random house rules, joined to
archives, every fourth of them one JSON document. Every report must be identical.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

from kratzen_log import dumps, simulate
from kratzen_log.auditor.auditing import Choice, Report, audit_path
from kratzen_log.bulk.auditing import audit_bulk
from kratzen_log.games import GAMES
from kratzen_log.games._game import read_options
from kratzen_log.log.seal import digest_of_text
from tests.bulk import oddities
from tests.referee import faults, generate, options
from tests.support import as_bytes

ARCHIVE = 25
"""Sessions of one archive."""


def as_plain(report: Report) -> dict[str, Any]:
    """Everything of a report but the readings kept for excerpts, and who looked at how many deals."""
    fields = {name: getattr(report, name) for name in report.__struct_fields__ if name not in ("deals_shown", "compiled")}
    return fields | {"deals_shown": list(report.deals_shown)}


def simulated(rng: random.Random) -> bytes:
    """A simulated session under random house rules."""
    game = rng.choice(sorted(GAMES))
    rules = options.draw(game, rng, rng.choice([0.1, 0.3, 0.6]))
    low, high = GAMES[game].seats(read_options(GAMES[game], rules)[0])
    deals = rng.choice([1, 3, 8])
    if rng.random() < 0.3:
        rules["max_deals"] = rng.randint(1, 5)
    return dumps(simulate(game, rng.randint(low, high), deals, rng.getrandbits(40), 1, rules, seal=rng.random() < 0.3))


def session(seed: int) -> tuple[str, bytes]:
    """A session as lines, and what it is."""
    rng = random.Random(f"bulk {seed}")
    kind = rng.random()
    if kind < 0.02:
        return "simulated, long, faults here and there", here_and_there(rng)
    if kind < 0.5:
        data = simulated(rng)
        if kind < 0.3:
            return "simulated", data
        return ("simulated, written loosely", oddities.session(rng, data)) if kind < 0.4 else ("simulated, one byte changed", one_byte(rng, data))
    records = generate.session(rng.getrandbits(40))
    if kind < 0.75:
        return "referee, lawful", as_bytes(records)
    done = rng.choice(sorted(faults.KINDS))
    planted = faults.KINDS[done].plant(records, rng)
    return ("referee, lawful", as_bytes(records)) if planted is None else ("referee, one fault", as_bytes(planted[0]))


def here_and_there(rng: random.Random) -> bytes:
    """A long session in which a few records are changed, lost, repeated, moved or cancelled."""
    game = rng.choice(sorted(GAMES))
    rules = options.draw(game, rng, 0.1) | {"max_deals": rng.choice([20, 60])}
    low, high = GAMES[game].seats(read_options(GAMES[game], rules)[0])
    lines = dumps(simulate(game, rng.randint(low, high), 60, rng.getrandbits(40), 1, rules, seal=rng.random() < 0.2)).splitlines(keepends=True)
    made = lines[:1]
    for line in lines[1:]:
        made += changed(rng, line, made[-1]) if rng.random() < 0.08 else [line]
    return sealed_again(made) if rng.random() < 0.2 else b"".join(made)


def sealed_again(lines: list[bytes]) -> bytes:
    """The records that can be read, each with the seal of the one before: what was changed was changed before sealing."""
    made: list[bytes] = []
    seal = None
    for line in lines:
        try:
            record = json.loads(line) | ({"prev": seal} if seal else {})
            text = json.dumps(record).encode()
            seal = digest_of_text(text)
        except (TypeError, ValueError):
            continue
        made.append(text + b"\n")
    return b"".join(made)


def changed(rng: random.Random, line: bytes, before: bytes) -> list[bytes]:
    """What may stand in the place of a record."""
    record = json.loads(line)
    deal = record.get("no", 1)
    void = b'{"type":"void","deal":%d,"why":"misdeal"}\n'
    note, adjust = b'{"type":"note","text":"tea"}\n', b'{"type":"adjust","delta":[1,-1,0],"why":"a bet"}\n'
    kind = rng.randrange(12)
    if kind == 0:
        return [one_byte(rng, line)]
    if kind == 1:
        return [oddities.loosely(rng, line)]
    if kind == 2:
        return []
    if kind == 3:
        return [line, line]
    if kind == 4:
        return [void % (deal - 1), line]
    if kind == 5:
        return [line, rng.choice([b"", note, adjust]), void % deal, line]
    if kind == 6:
        return [note, adjust, b"\n", line]
    if kind == 7:
        return [line, b'{"type":"note","text":"%s"}\n' % (b"x" * 200)]
    if kind == 8:
        return [line[: len(line) // 2] + b"\n"]
    if kind == 9:
        return [line.replace(b" ", b"! ", 1), line] if rng.random() < 0.5 else [line.replace(b":", b":??", 1)]
    if kind == 10 and "delta" in record:
        record["delta"][0] += 1
        return [json.dumps(record).encode() + b"\n"]
    if kind == 11 and record.get("tricks"):
        tricks = [trick.split(" ") for trick in record["tricks"]]
        one, other = rng.choice(tricks), rng.choice(tricks)
        one[0], other[0] = one[0][:2] + other[0][2:], other[0][:2] + one[0][2:]
        record["tricks"] = [" ".join(trick) for trick in tricks]
        return [json.dumps(record).encode() + b"\n"]
    return [before, line]


def one_byte(rng: random.Random, data: bytes) -> bytes:
    """One character of a session replaced by another that occurs in it; its lines stay lines."""
    places = [at for at in rng.sample(range(len(data)), 20) if data[at] != 10]
    other = rng.choice([char for char in data[:2000] if char != 10])
    return data[: places[0]] + bytes([other]) + data[places[0] + 1 :]


def archives(first: int, count: int, kinds: Counter[str]) -> Iterator[tuple[int, bytes]]:
    """Archives of so many sessions in all, with the seed of their first session."""
    for start in range(first, first + count, ARCHIVE):
        made = [session(seed) for seed in range(start, min(start + ARCHIVE, first + count))]
        kinds.update(kind for kind, _data in made)
        yield start, b"".join(data for _kind, data in made)


def compare(first: int, count: int, block: Any = None) -> tuple[Counter[str], Counter[str]]:
    """Compares the two audits on so many sessions: what they were, and what became of them. Raises ``AssertionError``."""
    kinds: Counter[str] = Counter()
    sums: Counter[str] = Counter()
    for start, data in archives(first, count, kinds):
        choice = Choice(lang="de") if start % 2 else Choice()
        if start // ARCHIVE % 4 == 3:
            rng = random.Random(f"document {start}")
            data = oddities.document(rng, data)
            sums["documents"] += 1
            data = oddities.damaged(rng, data) if rng.random() < 0.2 else data
        slow, fast = as_plain(audit_path(data, choice)), as_plain(audit_bulk(data, choice, block=block))
        assert slow == fast, f"sessions {start} to {start + ARCHIVE - 1}: the reports differ"
        sums.update({"deals": slow["deals"], "findings": len(slow["findings"]), "legal plays": slow["plays"].legal})
    return kinds, sums


PIECE = 2500
"""Sessions a process compares before it tells of them."""


def compare_all(first: int, count: int, jobs: int) -> tuple[Counter[str], Counter[str]]:
    """Compares in pieces, several at once, and says how far it is."""
    from concurrent.futures import ProcessPoolExecutor

    kinds: Counter[str] = Counter()
    sums: Counter[str] = Counter()
    starts = range(first, first + count, PIECE)
    sizes = [min(PIECE, first + count - start) for start in starts]
    with ProcessPoolExecutor(jobs) as pool:
        for some, figures in pool.map(compare, starts, sizes):
            kinds.update(some)
            sums.update(figures)
            print(f"\r{sum(kinds.values()):,} of {count:,}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return kinds, sums


def main() -> int:
    """Compares, and writes what was compared."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out")
    args = parser.parse_args()
    began = time.perf_counter()
    kinds, sums = compare_all(args.seed, args.sessions, args.jobs)
    lines = [f"{args.sessions:,} sessions from seed {args.seed}: all reports identical."]
    lines += [f"- {kind}: {number:,}" for kind, number in sorted(kinds.items())]
    lines += [f"- {what} in them: {number:,}" for what, number in sums.items()]
    print("\n".join(lines), f"\n({time.perf_counter() - began:.0f} s)")
    if args.out:
        with open(args.out, encoding="utf-8") as file:
            before, mark, _old = file.read().partition("<!-- compared -->\n")
        with open(args.out, "w", encoding="utf-8") as file:
            file.write(before + mark + "\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
