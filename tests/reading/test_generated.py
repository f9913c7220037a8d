"""Thousands of sessions by a referee that knows nothing of the package: lawful ones are clean, one fault is one finding."""

from __future__ import annotations

import random

import pytest

from kratzen_log import audit
from tests.referee import faults, generate
from tests.support import agrees, as_bytes, found, scaled

OWN_DOUBLE = "play.not-in-hand/own-card-twice"
"""The referee takes the later of two equal plays for the slip; FINDINGS the earliest place."""


@pytest.mark.parametrize("block", range(10))
def test_lawful_sessions_are_clean(block: int) -> None:
    for seed in range(block * 1000, block * 1000 + scaled(80)):
        report = audit(as_bytes(generate.session(seed)))
        assert (seed, found(report)) == (seed, [])
        assert report.plays.illegal == 0


@pytest.mark.parametrize("kind", sorted(set(faults.KINDS) - {OWN_DOUBLE}))
def test_one_planted_fault_is_one_finding(kind: str) -> None:
    planted = 0
    for seed in range(1, 1 + scaled(4)):
        example = faults.example(kind, seed)
        if example is None:
            continue
        records, expected = example
        planted += 1
        findings = found(as_bytes(records))
        assert agrees(expected, findings), (seed, expected, findings)
    assert planted or faults.KINDS[kind].weak, "a kind that no session takes tests nothing"


def test_a_card_played_twice_is_one_finding_at_one_of_its_two_plays() -> None:
    example = faults.example(OWN_DOUBLE, 3)
    assert example is not None
    records, expected = example
    (finding,) = found(as_bytes(records))
    assert finding["code"] == expected["code"]
    assert (finding["deal"], finding["seat"]) == (expected["deal"], expected["seat"])


def test_claims_may_be_left_out_in_any_combination() -> None:
    for seed in range(20):
        records = generate.session(seed)
        rng = random.Random(seed)
        for record in records:
            for key in ("taken", "pot", "carry", "delta", "totals", "muss"):
                if record["type"] == "deal" and rng.random() < 0.5:
                    record.pop(key, None)
            record.pop("prev", None)
        assert found(as_bytes(records)) == [], seed


def test_every_deal_is_audited_to_the_end() -> None:
    """Two faults in two deals are two findings."""
    for seed in range(60):
        records = generate.session(seed, "schnellen")
        deals = [record for record in records if record["type"] == "deal" and record.get("taken") and "abort" not in record]
        if len(deals) < 3 or any(record["type"] == "void" for record in records):
            continue
        for deal in (deals[0], deals[2]):
            deal["taken"] = [deal["taken"][0] + 1, *deal["taken"][1:]]
        codes = [finding["code"] for finding in found(as_bytes([{k: v for k, v in r.items() if k != "prev"} for r in records]))]
        assert codes == ["score.taken", "score.taken"], seed
        return
    pytest.fail("no session fits")
