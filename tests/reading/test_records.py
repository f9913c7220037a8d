"""Records between deals: adjust, void, note, end, lost records, abort (FORMAT 3)."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from kratzen_log import audit, loads
from tests.referee import generate
from tests.support import as_bytes, found, head

Records = list[dict[str, Any]]


def plain(game: str, seed: int = 3) -> Records:
    """A session with all claims, nothing but deals, and an end."""
    for number in range(seed, seed + 500):
        records = generate.session(number, game)
        deals = [record for record in records if record["type"] == "deal"]
        kinds = {record["type"] for record in records}
        if len(deals) >= 4 and kinds == {"session", "deal", "end"} and all("totals" in d and "delta" in d and "abort" not in d and "taken" in d for d in deals):
            return [{k: v for k, v in record.items() if k != "prev"} for record in records]
    raise AssertionError("no session fits")


@pytest.fixture(params=["kratzen", "schnellen"])
def records(request: pytest.FixtureRequest) -> Records:
    return plain(request.param)


def after(records: Records, no: int) -> int:
    return next(at for at, record in enumerate(records) if record.get("no") == no) + 1


def test_an_adjustment_moves_stacks(records: Records) -> None:
    at = after(records, 2)
    records.insert(at, {"type": "adjust", "delta": [7, *[0] * (len(records[0]["players"]) - 1)], "why": "buys in"})
    assert {finding["code"] for finding in found(as_bytes(records))} <= {"score.totals", "score.delta", "score.carry", "score.end", "deal.after-end", "call.out-at-five"}
    assert found(as_bytes(records))


def test_an_adjustment_that_is_followed_in_the_totals_is_clean(records: Records) -> None:
    at = len(records) - 1
    players = len(records[0]["players"])
    records.insert(at, {"type": "adjust", "delta": [3] * players, "why": "the house pays"})
    end = records[-1]
    if "totals" in end:
        end["totals"] = [total + 3 for total in end["totals"]]
    assert found(as_bytes(records)) == []


def test_void_cancels_the_last_deal_and_its_faults(records: Records) -> None:
    at = after(records, 2)
    wrong = copy.deepcopy(records[at - 1])
    wrong["taken"] = [9] * len(records[0]["players"])
    wrong["tricks"] = []
    records[at - 1 : at - 1] = [wrong, {"type": "note", "text": "misdeal"}, {"type": "void", "deal": 2, "why": "misdeal"}]
    assert found(as_bytes(records)) == []
    assert audit(as_bytes(records)).deals == sum(record["type"] == "deal" for record in records)


def test_a_void_with_another_number_is_one_finding(records: Records) -> None:
    at = after(records, 2)
    records[at - 1 : at - 1] = [copy.deepcopy(records[at - 1]), {"type": "void", "deal": 7, "why": "misdeal"}]
    assert [finding["code"] for finding in found(as_bytes(records))] == ["log.void-target"]


def test_nothing_to_void() -> None:
    records = [head(), {"type": "void", "deal": 1, "why": "?"}]
    assert [finding["code"] for finding in found(as_bytes(records))] == ["log.void-target"]


def test_a_second_void_has_nothing_left_to_cancel(records: Records) -> None:
    at = after(records, 2)
    voids = [{"type": "void", "deal": 2, "why": "misdeal"}, {"type": "void", "deal": 1, "why": "all wrong"}]
    again = copy.deepcopy(records[at - 1])
    records[at:at] = [*voids, again]
    assert [finding["code"] for finding in found(as_bytes(records))] == ["log.void-target"]


def test_an_aborted_deal_moves_nothing_and_is_dealt_again(records: Records) -> None:
    at = after(records, 2)
    aborted = {key: records[at - 1][key] for key in ("type", "no", "dealer")} | {"abort": "the cat jumped on the table"}
    for later in records[at - 1 :]:
        if later["type"] == "deal":
            later["no"] += 1
        elif "deals" in later:
            later["deals"] += 1
    records.insert(at - 1, aborted)
    assert found(as_bytes(records)) == []


@pytest.mark.parametrize("place", [1, 2, 3])
def test_a_lost_deal_is_one_finding(records: Records, place: int) -> None:
    deals = [at for at, record in enumerate(records) if record["type"] == "deal"]
    lines = as_bytes(records).splitlines(keepends=True)
    lines[deals[place]] = lines[deals[place]][:60] + b"\n"
    assert [finding["code"] for finding in found(b"".join(lines))] == ["json.syntax"]


@pytest.mark.parametrize("key", ["totals", "winners", "deals", "reason"])
def test_a_wrong_end_is_one_finding(records: Records, key: str) -> None:
    end = records[-1]
    wrong = {"totals": [999] * len(records[0]["players"]), "winners": "A" if end.get("winners") != "A" else "B", "deals": 77, "reason": "agreed"}
    if key == "reason" and end.get("reason") in ("agreed", "abandoned"):
        wrong["reason"] = "deals"
    end[key] = wrong[key]
    assert [finding["code"] for finding in found(as_bytes(records))] == ["score.end"]


@pytest.mark.parametrize(("key", "value", "code"), [("reason", "aus", "log.value"), ("totals", [1, 2], "log.length")])
def test_what_cannot_be_compared_in_an_end_is_one_finding(records: Records, key: str, value: object, code: str) -> None:
    records[-1][key] = value
    assert [finding["code"] for finding in found(as_bytes(records))] == [code]


def test_a_missing_end_is_only_noted(records: Records) -> None:
    report = audit(as_bytes(records[:-1]))
    assert found(report) == []
    assert "log.no-end" in [finding.code for finding in report.findings]
    assert report.verdict == "clean"


def test_records_after_the_end_and_a_session_without_an_end(records: Records) -> None:
    assert [f["code"] for f in found(as_bytes([*records, {"type": "note", "text": "late"}]))] == ["log.record-order"]
    assert [f["code"] for f in found(as_bytes([*records[:-1], *records]))] == ["log.record-order"]
    assert found(as_bytes([*records, *records])) == [], "an archive"


def test_an_unknown_version_is_that_finding_and_nothing_is_judged(records: Records) -> None:
    records[1]["dealer"] = "C"
    for change in ({"version": "2.0"}, {"rules": {"version": 2}}):
        report = audit(as_bytes([{**records[0], **change}, *records[1:]]))
        assert [finding.code for finding in report.findings if finding.severity == "error"] == ["log.version"]
    newer = audit(as_bytes([{**records[0], "version": "1.9"}, *plain(records[0]["game"])[1:]]))
    assert found(newer) == []
    assert [finding.severity for finding in newer.findings if finding.code == "log.version"] == ["info"]


def test_seats_that_are_not_there_and_words_nobody_knows() -> None:
    base = {"type": "deal", "no": 1, "dealer": "A", "turned": "E7", "calls": "B:in C:in", "tricks": ["B:EO C:EA A:HA"] * 0}
    for change, code in (({"dealer": "Q"}, "log.seat"), ({"calls": "B:in C:perhaps"}, "log.token"), ({"turned": "Q9"}, "log.card"), ({"trump": "clubs"}, "log.value")):
        codes = [f["code"] for f in found(as_bytes([head(players=3, rules={"first_deal": "normal", "seven": "ignore"}), {**base, **change}]))]
        assert code in codes, (change, codes)


def test_the_smallest_log_a_person_would_type() -> None:
    records = [
        head("schnellen", 3),
        {"type": "deal", "no": 1, "dealer": "C", "turned": "EA", "calls": "A:in B:in", "discard": "S7", "tricks": ["A:HK B:HA C:E7", "C:E9 A:EX B:L7", "A:L8 B:L9 C:LX", "C:S8 A:SX B:S9", "A:SU B:H9 C:EA"]},
    ]
    report = audit(as_bytes(records))
    assert found(report) == []
    assert report.plays.legal == 15


def test_a_session_without_its_first_record_says_so_once() -> None:
    report = audit(as_bytes(plain("kratzen")[1:]))
    assert [finding.code for finding in report.findings] == ["log.no-session"]
    assert report.deals >= 4


def test_overflow_stops_the_judging_of_that_session() -> None:
    start = 2**53 - 1
    records = [
        head(players=3, start=[start, start, start], rules={"ante": 2**52, "first_deal": "normal", "seven": "ignore"}),
        {"type": "deal", "no": 1, "dealer": "C", "turned": "E9", "calls": "A:out B:out", "tricks": []},
        {"type": "deal", "no": 7, "dealer": "B", "turned": "E9", "calls": "C:out A:out", "tricks": []},
    ]
    codes = [finding["code"] for finding in found(as_bytes(records))]
    assert codes == ["score.overflow"]


def test_loads_keeps_what_was_recorded() -> None:
    records = plain("kratzen")
    records[2]["pot"] = 12345
    assert loads(as_bytes(records)).deals[1].pot == 12345
