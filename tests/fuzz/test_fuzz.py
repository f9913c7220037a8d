"""No crash, no hang, whatever the bytes. ``python -m tests.fuzz`` is the long run; its result is in docs/robustness.md."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz import target
from tests.fuzz.mutate import mutated
from tests.fuzz.seeds import SEEDS, lines
from tests.support import scaled

REGRESSIONS = sorted((Path(__file__).parent / "regressions").glob("*.bin"))


def test_what_once_broke_does_not_break_again() -> None:
    for path in REGRESSIONS:
        target.everything(path.read_bytes())


@pytest.mark.parametrize("block", range(4))
def test_changed_logs(block: int) -> None:
    rng = random.Random(block)
    for _ in range(scaled(30)):
        target.everything(mutated(lines(rng.choice(SEEDS)), rng))


@given(st.binary(max_size=300))
@settings(max_examples=scaled(100), deadline=None)
def test_any_bytes(data: bytes) -> None:
    target.everything(data)


@given(st.text(max_size=200), st.sampled_from(["name", "note", "file", "key", "why"]))
@settings(max_examples=scaled(60), deadline=None)
def test_any_text_anywhere(text: str, where: str) -> None:
    target.everything(target.with_text(text, where))
