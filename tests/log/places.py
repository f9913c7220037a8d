"""The same fault in every place of a log: same codes, same verdict, found where it is.

``python -m tests.log.places`` tries a log of 40 deals in every record; a test run tries a short one in five places.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Callable, Iterator
from typing import Final

from msgspec import Struct

from kratzen_log import Choice, audit, dumps, simulate

FAULTS: Final[dict[str, tuple[Callable[[bytes], bytes], str]]] = {
    "a quote missing": (lambda line: line.replace(b'"', b"", 1), "json.syntax"),
    "a quote missing inside": (lambda line: line.replace(b'":"', b'":', 2).replace(b'":', b'":"', 1), "json.syntax"),
    "a comma missing": (lambda line: line.replace(b',"', b' "', 1), "json.syntax"),
    "a comma too many": (lambda line: line.replace(b',"', b',,"', 1), "json.syntax"),
    "a colon missing": (lambda line: line.replace(b'":', b'" ', 1), "json.syntax"),
    "the last brace missing": (lambda line: line[:-1], "json.syntax"),
    "a bracket too many": (lambda line: line.replace(b'"type"', b'"_a":[1]],"type"', 1), "json.syntax"),
    "a bracket before the record": (lambda line: b"[" + line, "json.syntax"),
    "cut in the middle": (lambda line: line[: line.index(b',"', len(line) // 4)], "json.syntax"),
    "an equal key": (lambda line: line.replace(b'"type"', b'"_a":1,"_a":2,"type"', 1), "json.duplicate-key"),
    "a float": (lambda line: line.replace(b'"type"', b'"_a":1.5,"type"', 1), "json.number"),
    "NaN": (lambda line: line.replace(b'"type"', b'"_a":NaN,"type"', 1), "json.number"),
    "a large number": (lambda line: line.replace(b'"type"', b'"_a":9007199254740992,"type"', 1), "json.number"),
    "nested too deep": (lambda line: line.replace(b'"type"', b'"_a":' + b"[" * 40 + b"]" * 40 + b',"type"', 1), "json.depth"),
    "a lone surrogate": (lambda line: line.replace(b'"type"', b'"_a":"\\ud800","type"', 1), "json.surrogate"),
    "a stray byte": (lambda line: line.replace(b'"type"', b'"_\xff":1,"type"', 1), "file.encoding"),
    "a NUL": (lambda line: line.replace(b'"type"', b'"_\0":1,"type"', 1), "json.syntax"),
    "an array": (lambda _line: b"[1,2,3]", "json.not-object"),
    "a word": (lambda _line: b"null", "json.not-object"),
    "a long line": (lambda line: line.replace(b'"type"', b'"_a":"' + b"x" * (1 << 20) + b'","type"', 1), "file.line-too-long"),
    "an unknown type": (lambda line: line.replace(b'"type":"', b'"type":"x', 1), "log.unknown-type"),
}
"""A name, what is done to a line, and the code that must be given for it."""
GROUPS: Final = ("file", "json", "log.unknown-type")


class Seen(Struct, frozen=True, order=True):
    """What an audit gave for a fault: codes, verdict, and whether the place is right."""

    codes: tuple[str, ...]
    verdict: str
    placed: bool


def forms(lines: list[bytes]) -> Iterator[tuple[str, bytes, list[int]]]:
    """A log in lines and as a document of one line or of one line a record; with the physical line of each record."""
    head = b'{"format":"kratzen-log","version":"1.0","records":['
    numbers = list(range(1, len(lines) + 1))
    yield "lines", b"\n".join(lines) + b"\n", numbers
    yield "document", head + b"\n" + b",\n".join(lines) + b"\n]}\n", [number + 1 for number in numbers]
    yield "one line", head + b",".join(lines) + b"]}", [1] * len(lines)


def tried(lines: list[bytes], number: int, name: str) -> Iterator[tuple[str, Seen]]:
    """A fault in one record, in each form."""
    damage, _code = FAULTS[name]
    changed = [*lines[:number], damage(lines[number]), *lines[number + 1 :]]
    for form, data, numbers in forms(changed):
        report = audit(data, Choice(select=GROUPS))
        found = [finding for finding in report if finding.code != "log.no-session"]
        start = data.index(changed[number]) if form == "one line" else 0
        placed = all(
            finding.record == number and finding.line == numbers[number] and finding.column is not None
            and start < finding.column <= start + len(changed[number]) + 1
            for finding in found
        )
        yield form, Seen(tuple(finding.code for finding in found), report.verdict, placed)


def wrong(deals: int, places: list[int] | None = None) -> Iterator[str]:
    """Each fault in each form and place that is not found as it must be, in words."""
    lines = dumps(simulate("kratzen", 4, deals, seed=3, seal=False)).splitlines()
    for name, number in itertools.product(FAULTS, places or range(len(lines))):
        for form, seen in tried(lines, number % len(lines), name):
            if seen != Seen((FAULTS[name][1],), "findings", placed=True):
                yield f"{name}, record {number}, {form}: {seen}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=40)
    failures = list(wrong(parser.parse_args().deals))
    print("\n".join(failures) or f"{len(FAULTS)} faults, the same in every place")
    raise SystemExit(bool(failures))
