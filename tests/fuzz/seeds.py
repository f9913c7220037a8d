"""The logs that fuzzing starts from: the corpus and the samples."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tests.support import ROOT

SEEDS: list[Path] = [
    path
    for folder in ("sample_logs", "tests/conformance/valid", "tests/conformance/lenient", "tests/conformance/broken", "tests/data/examples/lawful")
    for path in sorted((ROOT / folder).glob("*.jsonl"))
    if path.stat().st_size < 20_000
]


@cache
def _read(path: Path) -> bytes:
    return path.read_bytes()


def lines(path: Path) -> list[bytes]:
    """The lines of a seed, the first eight records and the last."""
    whole = _read(path).splitlines(keepends=True)
    return whole if len(whole) < 10 else [*whole[:8], whole[-1]]
