"""FORMAT 5: the seal of a record, also as another program computes it."""

from __future__ import annotations

from msgspec import UNSET

from kratzen_log import loads, sealed
from kratzen_log.log.seal import digest
from tests.referee import generate, logs
from tests.support import DATA, as_bytes


def test_the_seals_of_another_program() -> None:
    count = 0
    for path in (DATA / "examples" / "lawful").glob("*.jsonl"):
        session = loads(path.read_bytes())
        if session.records[1].prev is UNSET:
            continue
        count += 1
        assert sealed(session) == session
    assert count >= 5


def test_the_referee_seals_alike() -> None:
    for seed in range(20):
        records = logs.seal([{k: v for k, v in record.items() if k != "prev"} for record in generate.session(seed)])
        assert sealed(loads(as_bytes(records))) == loads(as_bytes(records))


def test_keys_sort_by_utf_16_units_and_names_are_not_normalised() -> None:
    assert digest({"\U0001f600": 1, "\ufb33": 2}) == digest({"\ufb33": 2, "\U0001f600": 1})
    assert digest({"n": "J\u00f6rg"}) != digest({"n": "Jo\u0308rg"})
