"""The straight way through a deal finds nothing the stages do not find, and lets nothing pass that they would not."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kratzen_log import loads, sessions, simulate
from kratzen_log.log.loading import entries
from kratzen_log.log.model import Head, Session
from kratzen_log.reading.ledger import deal_rows
from kratzen_log.reading.session import Judged, Reader, setting
from kratzen_log.reading.structure import open_session
from tests.referee import faults, generate
from tests.support import DATA, ROOT, as_bytes, scaled

LOGS = [*sorted((ROOT / "sample_logs").rglob("*.jsonl")), *sorted((DATA / "examples").rglob("*.jsonl"))]


def judged(session: Session, *, readings: bool) -> tuple[list[Any], int]:
    """What every record is found to be, and how many deals went straight."""
    head = session.head
    assert head is not None
    opening = open_session(head)
    if opening.game is None:
        return [], 0
    s = setting(opening.game, opening.options, len(opening.players))
    reader = Reader(s, opening.start, readings=readings)
    many: list[Judged] = []
    for entry in entries(session):
        if not isinstance(entry.record, Head):
            many += reader.feed(entry)
    many += reader.close()
    found = [(one.entry.index, one.before, one.after, one.breaches, one.void, deal_rows(one, s)) for one in many]
    return found, sum(one.straight is not None for one in many)


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_on_every_log_there_is(path: object) -> None:
    for session in sessions(str(path)):
        if session.head is not None:
            assert judged(session, readings=False)[0] == judged(session, readings=True)[0]


@settings(max_examples=scaled(150), deadline=None)
@given(st.integers(0, 100_000), st.sampled_from([None, *sorted(faults.KINDS)]))
def test_with_and_without_a_fault(seed: int, kind: str | None) -> None:
    records = generate.session(seed)
    if kind is not None:
        planted = faults.plant(records, random.Random(seed), kind)
        records = planted[0] if planted else records
    for session in sessions(as_bytes(records)):
        if session.head is not None:
            assert judged(session, readings=False)[0] == judged(session, readings=True)[0]


TOKENS = ["E7", "WE", "HA", "??", "A:in", "B:out", "D:bettler", ">A", "C:E7", "A:HA!", "x"]


@settings(max_examples=scaled(300), deadline=None)
@given(st.integers(0, 400), st.data())
def test_with_any_token_anywhere(seed: int, data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(["kratzen", "schnellen"]))
    rules = {"exchange": 2} if game == "kratzen" else {"exchange": True}
    (session,) = simulate(game, 4, 3, seed=seed, rules=rules, seal=False)
    from kratzen_log.log.writer import to_dict

    records = [to_dict(record) for record in session]
    deal = records[data.draw(st.integers(1, len(records) - 2))]
    key = data.draw(st.sampled_from([key for key in deal if key != "type"]))
    value = deal[key]
    if isinstance(value, str) and " " in value:
        parts = value.split(" ")
        place = data.draw(st.integers(0, len(parts) - 1))
        parts[place] = data.draw(st.sampled_from([*TOKENS, *parts]))
        deal[key] = " ".join(parts)
    elif isinstance(value, list) and value and isinstance(value[0], str):
        place = data.draw(st.integers(0, len(value) - 1))
        parts = value[place].split(" ")
        at = data.draw(st.integers(0, len(parts) - 1))
        parts[at] = data.draw(st.sampled_from([*TOKENS, *parts]))
        value[place] = " ".join(parts)
    elif isinstance(value, list) and value and isinstance(value[0], int):
        value[data.draw(st.integers(0, len(value) - 1))] += data.draw(st.integers(-3, 3))
    elif isinstance(value, bool):
        deal[key] = not value
    elif isinstance(value, int):
        deal[key] = value + data.draw(st.integers(-3, 3))
    else:
        deal.pop(key)
    changed = loads(as_bytes(records))
    assert judged(changed, readings=False)[0] == judged(changed, readings=True)[0]


def test_most_lawful_deals_go_straight() -> None:
    (session,) = simulate("kratzen", 4, 50, seed=1, rules={"short_stack": "debt", "exchange": 2}, seal=False)
    assert judged(session, readings=False)[1] >= len(session.deals) * 0.9
    (session,) = simulate("schnellen", 4, 50, seed=1, rules={"start_score": 500}, seal=False)
    assert judged(session, readings=False)[1] >= len(session.deals) * 0.9
