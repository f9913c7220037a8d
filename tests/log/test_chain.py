"""FORMAT 5: what was done to a sealed log is found where it was done, one fault one finding."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from kratzen_log import Choice, Limits, audit, dumps, loads, sealed, simulate
from kratzen_log.log.seal import canonical
from tests.support import scaled

Lines = list[bytes]
LOG: Lines = dumps(simulate("kratzen", 4, 12, seed=3)).splitlines(keepends=True)
OTHER: Lines = dumps(simulate("kratzen", 4, 12, seed=4)).splitlines(keepends=True)
LAST = len(LOG) - 1


def seals(lines: Lines | bytes, **more: Any) -> list[tuple[str, int | None, str | None]]:
    """The findings about seals: code, record, what was done."""
    data = lines if isinstance(lines, bytes) else b"".join(lines)
    report = audit(data, Choice(select=("seal",), **more))
    return [(finding.code, finding.record, finding.facts.get("change")) for finding in report]


def edited(line: bytes, **changes: Any) -> bytes:
    record = json.loads(line) | changes
    kept = {key: value for key, value in record.items() if value is not None}
    return json.dumps(kept, ensure_ascii=False).encode() + b"\n"


def edit(lines: Lines, at: int) -> None:
    lines[at] = edited(lines[at], _changed=1)


def remove(lines: Lines, at: int) -> None:
    del lines[at]


def swap(lines: Lines, at: int) -> None:
    lines[at], lines[at + 1] = lines[at + 1], lines[at]


def move_down(lines: Lines, at: int) -> None:
    lines.insert(at + 3, lines.pop(at))


def move_up(lines: Lines, at: int) -> None:
    lines.insert(at, lines.pop(at + 3))


def insert(lines: Lines, at: int) -> None:
    lines.insert(at, OTHER[at])


def repeat(lines: Lines, at: int) -> None:
    lines.insert(at, lines[at])


def exchange(lines: Lines, at: int) -> None:
    lines[at] = OTHER[at]


def other_seal(lines: Lines, at: int) -> None:
    lines[at] = edited(lines[at], prev="A" * 43)


def go_on_with_another(lines: Lines, at: int) -> None:
    lines[at:] = OTHER[at:]


TAMPERING: list[tuple[Callable[[Lines, int], None], int, str]] = [
    (edit, 1, "edited-or-removed"), (remove, 0, "edited-or-removed"), (swap, 0, "moved"), (move_down, 0, "moved"), (move_up, 0, "moved"),
    (insert, 0, "inserted"), (repeat, 1, "inserted"), (exchange, 0, "replaced"), (other_seal, 0, "replaced"),
    (go_on_with_another, 0, "edited-or-removed"),
]


@pytest.mark.parametrize(("tamper", "later", "change"), TAMPERING, ids=[row[0].__name__ for row in TAMPERING])
@pytest.mark.parametrize("at", range(1, LAST - 3))
def test_tampering_is_one_finding_at_its_place(tamper: Callable[[Lines, int], None], later: int, change: str, at: int) -> None:
    lines = list(LOG)
    tamper(lines, at)
    assert seals(lines) == [("seal.chain", at + later, change)]


def test_a_changed_session_record_shows_at_the_first_deal() -> None:
    assert seals([edited(LOG[0], place="elsewhere"), *LOG[1:]]) == [("seal.chain", 1, "edited-or-removed")]


def test_removed_at_the_front_in_the_middle_and_at_the_end() -> None:
    assert seals(LOG[1:]) == [("seal.chain", 0, "front")]
    assert seals([LOG[0], *LOG[4:]]) == [("seal.chain", 1, "edited-or-removed")]
    assert seals(LOG[:5] + LOG[8:]) == [("seal.chain", 5, "edited-or-removed")]
    assert seals(LOG[:-1]) == [("seal.no-end", LAST - 1, None)]
    assert seals(LOG[:-4]) == [("seal.no-end", LAST - 4, None)]


def test_a_changed_end_needs_a_seal_that_was_kept_elsewhere() -> None:
    whole = audit(b"".join(LOG), Choice(expect="?")).seal
    assert whole is not None
    forged = [*LOG[:-1], edited(LOG[-1], _changed=1)]
    assert seals(forged) == []
    assert seals(forged, expect=whole) == [("seal.expected", LAST, None)]
    assert seals(LOG, expect=whole) == []
    assert seals(dumps(sealed(loads(b"".join(OTHER)))), expect=whole) == [("seal.expected", LAST, None)]
    assert seals([*LOG, b"{\n"], expect=whole) == [("seal.expected", LAST + 1, None)]


def test_a_seal_on_the_session_record() -> None:
    forged = sealed(loads(b"".join([edited(LOG[0], prev="A" * 43), *LOG[1:]])))
    head = edited(dumps(forged).splitlines()[0], prev="A" * 43)
    assert ("seal.chain", 0, "front") in seals([head, *LOG[1:]])


def test_a_record_without_a_seal_is_one_finding_and_leaves_the_next_unverified() -> None:
    for at in range(1, LAST):
        assert seals([*LOG[:at], edited(LOG[at], prev=None), *LOG[at + 1 :]]) == [("seal.partial", at, None)]
        assert seals([*LOG[:at], b'{"type":"note","text":"by hand"}\n', *LOG[at:]]) == [("seal.partial", at, None)]


def test_several_records_without_a_seal_are_one_finding_that_counts_them() -> None:
    lines = [edited(line, prev=None) if at in (2, 3, 7) else line for at, line in enumerate(LOG)]
    [finding] = audit(b"".join(lines), Choice(select=("seal",)))
    assert finding.facts == {"without": 3, "with": LAST - 3, "lines": [3, 4, 8]}


def test_after_a_record_that_cannot_be_read_the_chain_goes_on_unverified() -> None:
    for at in range(LAST):
        broken = LOG[at][:40] + b"\n"
        assert seals([*LOG[:at], broken, *LOG[at + 1 :]]) == []
        assert seals([*LOG[:at], broken, *LOG[at + 1 : -1]])[-1:] in ([("seal.no-end", LAST - 1, None)], [])
    torn = audit(b"".join([*LOG[:-1], LOG[-1][:30]]))
    assert [finding.code for finding in torn] == ["log.no-end", "file.torn-line"]


def test_two_faults_far_from_each_other_are_two_findings() -> None:
    lines = list(LOG)
    edit(lines, 2)
    edit(lines, 5)
    remove(lines, 8)
    assert [record for _code, record, _change in seals(lines)] == [3, 6, 8]


def test_each_session_of_an_archive_has_its_own_chain() -> None:
    assert seals(LOG + OTHER) == []
    assert seals([*LOG[:-1], *OTHER]) == [("seal.no-end", LAST - 1, None)]
    assert seals([*LOG, *OTHER[:4], *OTHER[5:]]) == [("seal.chain", LAST + 5, "edited-or-removed")]


@pytest.mark.parametrize("seed", range(scaled(20)))
def test_a_seal_survives_every_other_way_to_write_the_same_records(seed: int) -> None:
    rng = random.Random(seed)

    def shuffled(value: Any) -> Any:
        if isinstance(value, dict):
            items = [(key, shuffled(part)) for key, part in value.items()]
            rng.shuffle(items)
            return dict(items)
        return [shuffled(part) for part in value] if isinstance(value, list) else value

    records = [json.loads(line) for line in LOG]
    lines = b"\r\n\r\n".join(json.dumps(shuffled(record), ensure_ascii=rng.random() < 0.5).encode() for record in records)
    document = json.dumps({"format": "kratzen-log", "version": "1.0", "records": shuffled(records)}, indent=rng.choice((None, 1, 8)))
    for data in (lines, document.encode(), gzip.compress(lines), dumps(loads(document.encode()), "document")):
        assert seals(data) == []
    assert audit(loads(lines)).verdict == "clean"
    assert (loads(lines) != loads(document.encode())) is False


def test_an_unknown_version_is_not_judged() -> None:
    lines = [edited(LOG[0], version="2.0"), *LOG[1:]]
    assert [finding.code for finding in audit(b"".join(lines))] == ["log.version"]


def test_seals_can_be_left_unchecked_and_findings_stop_at_the_limit() -> None:
    lines = list(LOG)
    edit(lines, 3)
    assert seals(lines, seal=False) == []
    stripes = [line if at % 2 else edited(line, _changed=at) for at, line in enumerate(LOG)]
    assert len(seals(stripes, limits=Limits(findings=3))) == 3


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4), max_leaves=12,
)


@settings(max_examples=scaled(400), deadline=None)
@given(st.dictionaries(TEXT, VALUES, max_size=5))
def test_the_quick_canonical_form_is_that_of_the_library(value: dict[str, Any]) -> None:
    assert canonical(value) == rfc8785.dumps(value)


@settings(max_examples=scaled(300), deadline=None)
@given(TEXT, VALUES, st.dictionaries(TEXT, VALUES, max_size=3), st.sampled_from(LOG))
def test_the_canonical_form_of_a_record_is_that_of_its_text(word: str, value: Any, inner: dict[str, Any], line: bytes) -> None:
    record = json.loads(line)
    for more in ({}, {"x": inner}, {"_" + word: value}, {"notes": [{"at": "0", "text": word, **{f"_{key}": part for key, part in inner.items()}}]}, {"text": word, "why": word}):
        data = json.dumps(record | more).encode()
        (read,) = loads(data).records
        assert canonical(read) == rfc8785.dumps(record | more)


def test_the_quick_canonical_form_of_every_character() -> None:
    for start in range(0, 0x11000, 0x100):
        text = "".join(chr(code) for code in range(start, start + 0x100) if not 0xD800 <= code < 0xE000)
        value: dict[str, Any] = {text: text, **dict.fromkeys(text, 1)}
        assert canonical(value) == rfc8785.dumps(value)


@pytest.mark.parametrize("wrong", [None, 7, [], {}])
def test_a_seal_of_the_wrong_type_does_not_fit(wrong: Any, tmp_path: Any) -> None:
    from kratzen_log.cli import main

    lines = list(LOG)
    lines[3] = edited(lines[3], _forged=1)
    lines[4] = json.dumps(json.loads(lines[4]) | {"prev": wrong}).encode() + b"\n"
    (tmp_path / "log.jsonl").write_bytes(b"".join(lines))
    assert main(["verify", str(tmp_path / "log.jsonl")]) == 1


def test_a_value_of_the_wrong_type_that_was_sealed_so_fits(tmp_path: Any) -> None:
    from kratzen_log.cli import main

    session = sealed(loads(b"".join(edited(line, **({"time": 5} if b'"no":2' in line else {})) for line in LOG)))
    (tmp_path / "log.jsonl").write_bytes(dumps(session))
    assert main(["verify", str(tmp_path / "log.jsonl")]) == 0


def test_a_finding_of_the_chain_has_the_column_of_its_seal() -> None:
    lines = list(LOG)
    edit(lines, 3)
    (finding,) = audit(b"".join(lines), Choice(select=("seal",)))
    assert finding.column is not None
    assert finding.pointer == "/prev"
    assert lines[(finding.line or 1) - 1][finding.column - 1 :].startswith(b'"prev"')


@pytest.mark.parametrize(("first", "count", "to"), [(3, 1, 4), (3, 1, 8), (3, 4, 7), (2, 3, 9), (1, 1, LAST)])
def test_records_that_stand_in_a_log_twice_were_put_in(first: int, count: int, to: int) -> None:
    lines = [*LOG[:to], *LOG[first : first + count], *LOG[to:]]
    (finding,) = audit(b"".join(lines), Choice(select=("seal",)))
    assert (finding.line, finding.facts["change"], finding.facts["first"]) == (to + 1, "inserted", first + 1)
    assert finding.message.endswith(f"it stands in the log once already (line {first + 1})")
