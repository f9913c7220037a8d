"""What a log costs to read grows with its length, whatever it says: counted in calls, not in seconds."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from kratzen_log import audit, loads, replay
from tests.support import as_bytes, head

CARD = "E7"


def calls(work: Callable[[], object]) -> int:
    """How many functions are called; every round of a generator counts."""
    count = 0

    def note(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def deal(**more: Any) -> dict[str, Any]:
    return {"type": "deal", "no": 1, "dealer": "A", "turned": "HA", **more}


def swaps(count: int) -> list[dict[str, str]]:
    return [{"seat": "B", "out": "E7 " * (at % 5 + 1) + "E8", "in": "L8"} for at in range(count)]


SHAPES: dict[str, Callable[[int], list[dict[str, Any]]]] = {
    "swaps where nobody may": lambda n: [head(players=3), deal(calls="B:in C:in", exchange=swaps(n), tricks=[])],
    "swaps": lambda n: [head(players=3, rules={"exchange": 2, "first_deal": "normal"}), deal(calls="B:in C:in", exchange=swaps(n), tricks=[])],
    "swaps in Schnellen": lambda n: [head("schnellen", 3, rules={"exchange": True}), deal(calls="B:in C:in", exchange=swaps(n), tricks=[])],
    "a swap of many cards": lambda n: [head(players=3, rules={"exchange": 2}), deal(exchange=[{"seat": "B", "out": " ".join([CARD] * n), "in": " ".join([CARD] * n)}])],
    "tricks": lambda n: [head(players=3), deal(tricks=["B:E7 C:E8"] * n)],
    "plays of one seat": lambda n: [head(players=3), deal(tricks=[" ".join(["B:E7"] * n)])],
    "plays nobody can read": lambda n: [head(players=3), deal(tricks=[" ".join(["B-E7"] * n)])],
    "calls": lambda n: [head(players=3), deal(calls=" ".join(["B:in C:out"] * n))],
    "bids": lambda n: [head("schnellen", 3, rules={"bidding": True}), {"type": "deal", "no": 1, "dealer": "A", "trump": "H", "bids": " ".join(["B:2 C:1"] * n)}],
    "cards in hands": lambda n: [head(players=3), deal(hands=[" ".join(["E8"] * n), " ".join(["E7"] * n), " ".join(["E8"] * n)])],
    "cards in the pack": lambda n: [head(players=3), deal(deck=" ".join([CARD] * n))],
    "cards turned": lambda n: [head(players=3), {**deal(), "turned": " ".join([CARD] * n)}],
    "cards put away": lambda n: [head("schnellen", 3), deal(discard=" ".join([CARD] * n))],
    "seats dealt in": lambda n: [head(players=3), deal(**{"in": "A" * n})],
    "notes": lambda n: [head(players=3), deal(notes=[{"at": "x", "text": "y"}] * n)],
    "faulty deals": lambda n: [head(), *[{"type": "deal", "no": 7 + at % 3, "dealer": "B", "tricks": ["A:E7 A:E7"]} for at in range(n // 10)]],
    "names": lambda n: [{**head(players=3), "players": ["A" * n, "B", "C"]}, deal(calls="B:out C:out", tricks=[])],
}
SMALL, LARGE = 100, 800


@pytest.mark.parametrize("shape", SHAPES)
def test_the_cost_of_a_deal_grows_with_its_length(shape: str) -> None:
    """Eight times as much of anything costs about eight times as many calls; four more for what costs once."""
    logs = [as_bytes(SHAPES[shape](size)) for size in (SMALL, LARGE)]
    audits = [calls(lambda log=log: audit(log)) for log in logs]  # type: ignore[misc]
    assert audits[1] < 12 * audits[0], audits

    def shown(log: bytes) -> None:
        from kratzen_log.cli.replaying import deals, text

        text(deals(replay(loads(log))), "en", colour=False, every=True, markdown=False)

    replays = [calls(lambda log=log: shown(log)) for log in logs]  # type: ignore[misc]
    assert replays[1] < 12 * replays[0], replays


def test_readings_are_bounded_however_many_faults_a_deal_has() -> None:
    """A few hundred bytes in which everything contradicts everything cost no more than some thousand readings of a deal."""
    faulty = {
        "type": "deal", "no": 5, "dealer": "C", "in": "ABC", "muss": True, "turned": "HA", "trump": "E", "taken": [1, 1, 1, 1],
        "pot": 3, "carry": 9, "delta": [1, 2, 3, 4], "totals": [9, 9, 9, 9], "calls": "A:in A:out B:out",
        "tricks": ["A:E7 A:E8 >B", "B:?? C:E9 >A", "C:E7 D:E8 >D", "D:EX A:EU >B", "A:L7 A:L8 >C"],
    }
    log = as_bytes([head(), *[{**faulty, "dealer": "ABCD"[at % 4]} for at in range(8)]])
    assert calls(lambda: audit(log)) < 2_000_000
