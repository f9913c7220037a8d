"""Replay and audit never disagree on a card: a step's verdict is what the audit finds and counts."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kratzen_log import audit, loads, replay, sessions
from kratzen_log.reading.duties import ILLEGAL_PLAYS
from kratzen_log.replayer.step import Step
from tests.referee import faults, generate
from tests.support import DATA, ROOT, as_bytes, head, scaled

LOGS = [
    *sorted((ROOT / "sample_logs").glob("*.jsonl")), *sorted((ROOT / "tests" / "conformance" / "broken").glob("*.jsonl")),
    *sorted((DATA / "examples").glob("*/*.jsonl")),
]
GAPS = ("??", "X9", "A:", "EA", "B:EA", "C:WE")


def standing(steps: list[Step]) -> list[Step]:
    """The plays of deals that were not cancelled."""
    held: list[Step] = []
    last: list[Step] = []
    for step in steps:
        if step.kind == "deal":
            held += last
            last = []
        elif step.kind == "void" and not step.breaches:
            last = []
        elif step.kind == "play":
            last.append(step)
    return held + last


def agree(log: bytes) -> None:
    report = audit(log)
    if report.sessions != 1 or report.game is None:
        return
    (session,) = sessions(log)
    plays = standing(replay(session))
    counted = Counter(step.verdict for step in plays)
    assert counted == Counter({name: count for name in ("legal", "illegal", "undetermined") if (count := getattr(report.plays, name))})
    found = {(finding.deal, finding.trick, finding.play) for finding in report if finding.code in ILLEGAL_PLAYS and finding.play}
    tricks = {(finding.deal, finding.trick) for finding in report if finding.code in ILLEGAL_PLAYS and not finding.play}
    for step in plays:
        here = (step.deal, step.trick, step.play)
        assert (step.verdict == "illegal") == (here in found or here[:2] in tricks), step
        assert step.verdict != "legal" or step.card < 0 or step.legal >> step.card & 1, step


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_replay_and_audit_agree_on_every_card(path: Path) -> None:
    agree(path.read_bytes())


@settings(max_examples=scaled(60), deadline=None)
@given(st.integers(0, 10_000), st.booleans(), st.booleans())
def test_replay_and_audit_agree_on_lawful_logs(seed: int, hands: bool, discard: bool) -> None:
    records = generate.session(seed)
    for record in records:
        for key, kept in (("hands", hands), ("deck", hands), ("discard", discard)):
            if not kept:
                record.pop(key, None)
    agree(as_bytes(records))


@settings(max_examples=scaled(150), deadline=None)
@given(st.integers(0, 10_000), st.randoms(use_true_random=False), st.booleans())
def test_replay_and_audit_agree_on_spoilt_tricks(seed: int, random: Random, hands: bool) -> None:
    records = generate.session(seed)
    for record in records:
        if not hands:
            record.pop("hands", None)
            record.pop("deck", None)
        tricks = record.get("tricks")
        if tricks and random.random() < 0.5:
            number = random.randrange(len(tricks))
            parts = tricks[number].split()
            place = random.randrange(len(parts))
            match random.randrange(4):
                case 0:
                    del parts[place]
                case 1:
                    parts[place] = parts[place][:2] + random.choice(GAPS)
                case 2:
                    parts[place] = random.choice(GAPS)
                case _:
                    random.shuffle(parts)
            tricks[number] = " ".join(parts)
    agree(as_bytes(records))


def schnellen(deal: dict[str, Any]) -> bytes:
    return as_bytes([head("schnellen", 4), {"type": "deal", "no": 1, "dealer": "A", **deal}])


def test_what_the_dealer_put_away_unseen_hides_nothing_of_the_play() -> None:
    """S-2: the dealer played five cards, so the hand is known although nobody saw what was put away."""
    one = {
        "turned": "H9", "calls": "B:in C:out D:in",
        "tricks": ["B:HA D:HX A:H9", "B:EK D:EA A:E7", "D:LA A:L8 B:LU", "D:S8 A:SK B:SX", "A:S9 B:H8 D:S7"],
    }
    two = {
        "turned": "WE H7", "calls": "B:in C:out D:out",
        "tricks": ["B:HA A:WE", "B:EA A:E7", "B:LA A:L7", "B:SA A:S7", "B:SU A:H7"],
    }
    for deal, away in ((one, 1), (two, 2)):
        steps = replay(loads(schnellen(deal)))
        put = next(step for step in steps if step.kind == "put_away")
        assert put.text() == f"Anna puts {away} away face down, unseen (S-2)"
        assert put.after.hidden[0] == 0
        assert {step.verdict for step in steps if step.kind == "play"} <= {"legal", "illegal"}
        agree(schnellen(deal))


def test_a_card_that_lies_turned_up_is_never_allowed() -> None:
    """K-2: nobody can play the turned card, so nobody knows which card that was."""
    deal = json.loads('{"type":"deal","no":1,"dealer":"C","turned":"S7","tricks":["A:SK B:S7 C:SA"],"abort":"x"}')
    log = as_bytes([head("kratzen", 3), deal])
    step = next(step for step in replay(loads(log)) if step.kind == "play" and step.play == 2)
    assert step.verdict == "undetermined"
    assert not step.legal
    assert [breach.code for breach in step.breaches] == ["deal.card-twice"]
    agree(log)


@pytest.mark.parametrize("kind", sorted(faults.KINDS))
def test_replay_and_audit_agree_on_planted_faults(kind: str) -> None:
    example = faults.example(kind, 1)
    if example is not None:
        agree(as_bytes(example[0]))
