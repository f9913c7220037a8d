"""The ledger: every row explained, nothing lost, and who pays whom."""

from __future__ import annotations

import itertools
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kratzen_log import flows, load, loads, settle_up
from kratzen_log.flow import UNEXPLAINED, results
from tests.referee import generate
from tests.support import DATA, ROOT, as_bytes, scaled


@settings(max_examples=scaled(60), deadline=None)
@given(st.integers(0, 10_000))
def test_rows_sum_to_delta_and_chips_are_conserved_after_every_row(seed: int) -> None:
    records = generate.session(seed)
    session = loads(as_bytes(records))
    rows = flows(session)
    assert all(row.reason != UNEXPLAINED for row in rows)
    letters = "ABCDEF"
    void = {record["deal"] for record in records if record["type"] == "void"}
    for record in records:
        if record["type"] == "deal" and "delta" in record and record["no"] not in void and "abort" not in record:
            sums = [sum(row.amount for row in rows if row.deal == record["no"] and row.seat == seat) for seat in letters[: len(record["delta"])]]
            assert sums == record["delta"]
    if session.head is not None and session.head.game == "kratzen" and all(row.balance is not None for row in rows):
        stacks = dict(zip(letters, session.head.start, strict=False))  # type: ignore[arg-type]
        total = sum(stacks.values())
        for row in rows:
            assert row.balance is not None
            stacks[row.seat] = row.balance
            if row.reason == "adjust":
                total += row.amount
            assert sum(stacks.values()) + (row.pot or 0) == total
    for row in rows:
        for lang in ("en", "de"):
            assert "?" not in row.text(lang) or row.balance is None or row.pot is None


def test_what_a_log_books_wrongly_is_a_row_of_its_own() -> None:
    data = (ROOT / "sample_logs" / "disputed-kratzen.jsonl").read_bytes()
    rows = flows(loads(data))
    assert all(row.reason != UNEXPLAINED for row in rows), "the totals go on by the rules"
    wrong = data.replace(b'"delta":[-15,5,4,13]', b'"delta":[-15,5,4,12]')
    session = loads(wrong)
    sums = [sum(row.amount for row in flows(session) if row.deal == 5 and row.seat == seat) for seat in "ABCD"]
    assert sums == [-15, 4, 4, 13]


def test_pandas() -> None:
    pytest.importorskip("pandas")
    frame = flows(load(ROOT / "sample_logs" / "friday-kratzen.jsonl")).to_pandas()
    assert list(frame.columns)[:8] == ["session", "deal", "seat", "player", "reason", "amount", "balance", "pot"]
    assert str(frame["amount"].dtype) == "Int64"
    assert frame.groupby("reason")["amount"].sum()["ante"] < 0


def test_results_and_the_pot() -> None:
    friday = results(load(ROOT / "sample_logs" / "friday-kratzen.jsonl"))
    assert (sum(friday.won.values()), friday.pot, friday.left, friday.astray, friday.points) == (-20, 20, 20, 0, None)
    points = results(load(ROOT / "sample_logs" / "innsbruck-schnellen.jsonl"))
    assert (sum(points.won.values()), points.pot, points.astray) == (0, 0, 0)
    assert points.points is not None
    assert max(points.won, key=lambda name: points.won[name]) == "Carla" == min(points.points, key=points.points.__getitem__)


def test_a_wrong_total_is_named_and_not_put_into_the_pot() -> None:
    """The pot at the end is that of the last deal; chips from nowhere stand beside it."""
    records = [json.loads(line) for line in (ROOT / "sample_logs" / "friday-kratzen.jsonl").read_text("utf-8").splitlines()]
    for record in records:
        record.pop("prev", None)
    at = next(at for at, record in enumerate(records) if record.get("no") == 3)
    for record in records[at:]:
        if record["type"] in ("deal", "end") and "totals" in record:
            record["totals"][0] += 10
    outcome = results(loads(as_bytes(records)))
    assert (outcome.pot, outcome.astray) == (20, 10)
    assert sum(transfer.amount for transfer in settle_up(outcome.won, outcome.left) if transfer.receiver is None) == 10


@settings(max_examples=scaled(40), deadline=None)
@given(st.integers(0, 10_000))
def test_no_chip_goes_astray_in_a_lawful_log(seed: int) -> None:
    outcome = results(loads(as_bytes(generate.session(seed))))
    assert outcome.astray == 0
    assert outcome.pot is None or outcome.left == outcome.pot


def test_two_players_with_one_name_are_told_apart() -> None:
    records = generate.session(3, "kratzen")
    records[0]["players"] = ["Anna"] * len(records[0]["players"])
    outcome = results(loads(as_bytes([{k: v for k, v in r.items() if k != "prev"} for r in records])))
    assert len(outcome.won) == len(records[0]["players"])


def least(amounts: list[int]) -> int:
    """The fewest transfers, by trying all ways to split into even groups."""
    owing = [amount for amount in amounts if amount]
    best = 0

    def split(left: list[int], groups: int) -> None:
        nonlocal best
        if not left:
            best = max(best, groups)
            return
        head, rest = left[0], left[1:]
        for size in range(len(rest) + 1):
            for chosen in itertools.combinations(range(len(rest)), size):
                if head + sum(rest[at] for at in chosen) == 0:
                    split([amount for at, amount in enumerate(rest) if at not in chosen], groups + 1)

    split(owing, 0)
    return len(owing) - best


@settings(max_examples=scaled(150), deadline=None)
@given(st.lists(st.integers(-6, 6), min_size=1, max_size=5))
def test_settle_up_needs_the_fewest_transfers(amounts: list[int]) -> None:
    amounts = [*amounts, -sum(amounts)]
    names = {f"p{at}": amount for at, amount in enumerate(amounts)}
    transfers = settle_up(names)
    for transfer in transfers:
        assert transfer.amount > 0
        assert transfer.payer is not None
        assert transfer.receiver is not None
        names[transfer.payer] += transfer.amount
        names[transfer.receiver] -= transfer.amount
    assert not any(names.values())
    assert len(transfers) == least(amounts)
    nobody = names.popitem()
    assert {transfer.amount for transfer in settle_up(dict(zip(names, amounts, strict=False)), amounts[-1])} == {transfer.amount for transfer in transfers}, nobody


def test_settle_up_refuses_what_does_not_add_up() -> None:
    with pytest.raises(ValueError, match="sum to"):
        settle_up({"Anna": 3, "Ben": -2})


def test_examples_all_have_a_ledger() -> None:
    for path in (DATA / "examples" / "lawful").glob("*.jsonl"):
        assert flows(load(path))
