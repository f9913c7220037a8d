"""What a person sees as one slip of the pen is one finding."""

from __future__ import annotations

from typing import Any

import pytest

from kratzen_log import audit
from tests.support import as_bytes, found, head

DEAL: dict[str, Any] = {
    "type": "deal", "no": 1, "dealer": "C", "turned": "H9", "abort": "late", "calls": "A:in B:in",
    "tricks": ["A:EA B:E7 C:HA", "C:L7 A:L8 B:LX"],
}


def codes(deal: dict[str, Any], **session: Any) -> list[str]:
    return [finding["code"] for finding in found(as_bytes([head(players=3, rules={"first_deal": "normal"}, **session), deal]))]


def test_the_deal_is_clean_before_it_is_spoilt() -> None:
    assert codes(DEAL) == []


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("calls", "A:in, B:in", "log.token"), ("calls", "A:in,B:in", "log.token"), ("calls", "A: in B:in", "log.token"),
        ("calls", "A :in B: in", "log.token log.token"), ("turned", "H 9", "log.card"), ("turned", "H9,", "log.card"),
        ("tricks", ["A:EA B:E7 C:H A", "C:L7 A:L8 B:LX"], "log.card"), ("tricks", ["A:EA B:E7 C:HA", "C:L7 A:L8 B:L 10"], "log.card"),
        ("tricks", ["A:EA, B:E7, C:HA", "C:L7 A:L8 B:LX"], "log.card"), ("tricks", ["A:EA B:E7 C:HA > C", "C:L7 A:L8 B:LX"], "log.card"),
        ("tricks", ["A:EA B:E7 ! C:HA", "C:L7 A:L8 B:LX"], "log.card"), ("tricks", ["A: EA B:E7 C:HA", "C:L7 A:L8 B:LX"], "log.card"),
        ("hands", ["E A L8 S7 S8 S9", None, None], "log.card"), ("hands", ["EA, L8, S7, S8, S9", None, None], "log.card"),
    ],
)
def test_commas_and_blanks_within_tokens(key: str, value: Any, code: str) -> None:
    assert codes(DEAL | {key: value}) == code.split()


@pytest.mark.parametrize(("right", "written"), [("dealer", "geber"), ("dealer", "Geber"), ("dealer", "deler"), ("no", "nr"), ("no", "Nummer")])
def test_a_key_under_another_name_is_missing_and_not_unknown_too(right: str, written: str) -> None:
    log = as_bytes([head(players=3, rules={"first_deal": "normal"}), {written if key == right else key: value for key, value in DEAL.items()}])
    (finding,) = [finding for finding in audit(log) if finding.severity != "info"]
    assert (finding.code, finding.pointer) == ("log.missing-key", f"/{written}")
    assert written in finding.message


def test_a_key_that_is_unlike_the_missing_one_is_a_finding_of_its_own() -> None:
    deal = {("weather" if key == "dealer" else key): value for key, value in DEAL.items()}
    assert sorted(codes(deal)) == ["log.missing-key", "log.unknown-key"]


@pytest.mark.parametrize(
    ("before", "after", "code"),
    [
        (b"Anna", "Änna".encode("cp1252"), "file.encoding"), (b'"players": [', b'"players": [,', "json.syntax"),
        (b'"game"', b'"version": "1.0", "game"', "json.duplicate-key"), (b"[100,", b"[100.5,", "json.number"),
        (b'"game"', b'"spiel"', "log.missing-key"), (b'"type": "session", ', b"", "log.missing-key"),
        (b'"type": "session"', b'"type": "sesion"', "log.unknown-type"),
    ],
)
def test_a_session_record_that_cannot_be_read_is_not_missing_too(before: bytes, after: bytes, code: str) -> None:
    lines = as_bytes([head(players=3), DEAL, {"type": "end"}])
    assert before in lines
    spoilt = lines.replace(before, after, 1)
    assert [finding["code"] for finding in found(spoilt)] == [code]
    archive = lines + spoilt
    report = audit(archive)
    assert [finding["code"] for finding in found(report)] == [code]
    assert report.sessions == 2


def test_a_log_without_a_session_record_says_so() -> None:
    assert [finding["code"] for finding in found(as_bytes([DEAL]))] == ["log.no-session"]
