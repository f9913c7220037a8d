"""Damage to a log as it happens: one fault costs one record, is named where it stands, and is named for what it is."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from typing import Any

import pytest
import zstandard

from kratzen_log import Choice, Limits, audit, dumps, loads, simulate
from kratzen_log.log.codec import read
from kratzen_log.log.container import unpacked
from kratzen_log.log.document import split_document

LOG = dumps(simulate("kratzen", 4, 3, seed=3, seal=False))
LINES = LOG.splitlines()
OPEN = b'{"format":"kratzen-log","version":"1.0","records":['


def document(lines: list[bytes], between: bytes) -> bytes:
    return OPEN + between.join(lines) + b"]}"


def faults(data: bytes) -> list[str]:
    return [fault.code for entry in read(data) for fault in entry.faults]


def kept(data: bytes) -> int:
    return sum(entry.record is not None for entry in read(data))


ENDLESS = "an array that never ends"
"""On one line there is no telling where it ends."""

DAMAGE: dict[str, tuple[Callable[[bytes], bytes], int]] = {
    "a bracket behind the record": (lambda line: line + b"]", 0),
    "a brace behind the record": (lambda line: line + b"}", 0),
    "a closing bracket too many": (lambda line: line.replace(b"],", b"]],", 1), 1),
    "an opening bracket missing": (lambda line: line.replace(b'"tricks":[', b'"tricks":'), 1),
    "a closing bracket missing": (lambda line: line.replace(b"],", b",", 1), 1),
    "an opening brace too many": (lambda line: b"{" + line, 1),
    "the last brace missing": (lambda line: line[:-1], 1),
    "a comma before the record": (lambda line: b"," + line, 0),
    "a comma behind the record": (lambda line: line + b",", 0),
    ENDLESS: (lambda _line: b"[" * 100_000, 1),
}


@pytest.mark.parametrize(
    ("name", "between"), [(name, between) for name in DAMAGE for between in (b",", b",\n") if (name, between) != (ENDLESS, b",")]
)
def test_a_bracket_or_comma_in_a_document_costs_at_most_its_record(name: str, between: bytes) -> None:
    damage, lost = DAMAGE[name]
    data = document([*LINES[:2], damage(LINES[2]), *LINES[3:]], between)
    assert len(faults(data)) == 1
    assert faults(data)[0].startswith("json.")
    assert kept(data) == len(LINES) - lost


def test_a_brace_too_many_inside_a_record_is_one_fault() -> None:
    data = document([*LINES[:2], LINES[2].replace(b',"taken"', b'},"taken"'), *LINES[3:]], b",")
    assert faults(data) == ["json.syntax"]
    assert kept(data) == len(LINES)


@pytest.mark.parametrize(("end", "column"), [(b",]}", 1), (b",,]}", 2)])
def test_commas_without_a_record_are_faults_that_lose_nothing(end: bytes, column: int) -> None:
    data = OPEN + b",\n".join(LINES) + b"\n" + end
    found = [fault for entry in read(data) for fault in entry.faults]
    assert {fault.code for fault in found} == {"json.syntax"}
    assert all(fault.kept for fault in found)
    assert (found[-1].line, found[-1].column) == (len(LINES) + 1, column)
    assert kept(data) == len(LINES)


@pytest.mark.parametrize("between", [b",", b",\n"])
@pytest.mark.parametrize("size", [1, 7, 300])
def test_damage_is_cut_alike_in_pieces_of_any_size(size: int, between: bytes) -> None:
    unquoted = LINES[2].replace(b'"', b"", 1)
    for broken in [unquoted, *(damage(LINES[2])[:5000] for damage, _lost in DAMAGE.values())]:
        data = document([*LINES[:2], broken, *LINES[3:]], between)
        first, rest = data[: len(OPEN)], data[len(OPEN) :]
        pieces = [first, *(rest[at : at + size] for at in range(0, len(rest), size))]
        assert list(split_document(iter(pieces), 1 << 20)) == list(split_document(iter([data]), 1 << 20))


def test_text_after_a_document_is_counted() -> None:
    data = document(LINES, b",")
    assert audit(data + b"\n" + data).skipped_bytes == len(data) + 1


@pytest.mark.parametrize(("text", "pointer"), [
    ("{'type':'note'}", None), ('{"type":"note",}', "/type"), ('{"type":"note",\u00a0"text":"a"}', None),
    ('{"type":"note","text":"a","x":{"a:b":1,\'c\':2}}', "/x"), ('{"type":"note","_\\ud800":1}', None),
])
def test_while_a_key_is_read_the_pointer_is_that_of_its_object(text: str, pointer: str | None) -> None:
    (finding,) = [one for one in audit(LOG + text.encode() + b"\n") if one.code.startswith("json")]
    assert finding.pointer == pointer


def test_both_places_of_a_key_are_places_in_the_file() -> None:
    twice = json.dumps(json.loads(LINES[2]), indent=1).encode().replace(b'"no"', b'"type":"deal",\n"no"', 1)
    (pretty,) = [one for one in audit(document([*LINES[:2], twice, *LINES[3:]], b",\n")) if one.code == "json.duplicate-key"]
    assert (pretty.line, pretty.facts["first_line"], pretty.facts["first"]) == (5, 4, 2)
    assert "line 4, byte column 2" in pretty.message
    flat = document([*LINES[:2], LINES[2].replace(b'"no":', b'"no":1,"no":', 1), *LINES[3:]], b",")
    (one,) = [one for one in audit(flat) if one.code == "json.duplicate-key"]
    assert flat[one.facts["first"] - 1 :].startswith(b'"no":1')
    assert one.column is not None
    assert flat[one.column - 1 :].startswith(b'"no":')


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", "utf-16", "utf-32"])
@pytest.mark.parametrize("form", ["lines", "document"])
def test_wide_encodings_are_named_with_and_without_a_mark(encoding: str, form: str) -> None:
    plain = LOG if form == "lines" else document(LINES, b",")
    report = audit(plain.decode().encode(encoding))
    assert report.verdict == "unreadable"
    assert [finding.code for finding in report] == ["file.unreadable"]
    assert encoding[:6].upper() in report.findings[0].message


def test_a_nul_byte_is_no_encoding() -> None:
    assert faults(b"\n".join([*LINES[:2], LINES[2][:40] + b"\0" + LINES[2][40:], *LINES[3:]]) + b"\n") == ["json.syntax"]


@pytest.mark.parametrize("at", [-4, -8])
def test_gzip_data_whose_check_sum_is_wrong_is_read_to_its_end(at: int) -> None:
    packed = bytearray(gzip.compress(LOG))
    packed[at] ^= 0x55
    assert kept(bytes(packed)) == len(LINES)
    assert faults(bytes(packed)) == ["file.truncated"]


def test_what_stands_before_the_damage_in_gzip_data_is_read() -> None:
    assert kept(gzip.compress(LOG) + b"garbage") == len(LINES)
    packed = gzip.compress(LOG * 50)
    assert kept(packed[:-200] + b"\xff" * 200) > len(LINES) * 20


def test_a_zstd_file_may_begin_with_a_frame_without_data() -> None:
    empty = b"\x50\x2a\x4d\x18\x04\0\0\0abcd"
    assert kept(empty + zstandard.compress(LOG) + b"\x5f" + empty[1:] + zstandard.compress(LOG)) == 2 * len(LINES)


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
def test_many_small_members_are_handed_on_in_few_pieces(pack: Any) -> None:
    pieces = list(unpacked(pack(b"a") * 100_000, Limits()))
    assert len(pieces) <= 2
    assert b"".join(pieces) == b"a" * 100_000


@pytest.mark.parametrize(("old", "new", "code", "pointer", "word"), [
    (b'"dealer":"B"', b'"dealer":"Z"', "log.seat", "/dealer", b"Z"), (b'"no":2', b'"no":7', "log.deal-number", "/no", b'"no"'),
    (b'"hands":["', b'"hands":["Q9 ', "log.card", "/hands/0", b"Q9"), (b'"totals":[', b'"totals":[1,', "log.length", "/totals", b'"totals"'),
    (b'"rules":{', b'"rules":{"anteh":1,', "rules.option", "/rules/anteh", b'"anteh"'), (b'"version":"1.0"', b'"version":"3.0"', "log.version", "/version", b'"version"'),
    (b'"tricks":["', b'"tricks":["B:Q9 ', "log.card", "/tricks/0", b"B:Q9"), (b'"version":1', b'"version":2', "log.version", "/rules/version", b'"version"'),
])
@pytest.mark.parametrize("form", ["lines", "document"])
def test_findings_about_words_have_pointer_and_column(old: bytes, new: bytes, code: str, pointer: str, word: bytes, form: str) -> None:
    lines = [line if line[:16] != b'{"type":"session' else line.replace(b'"game"', b'"rules":{"version":1},"game"') if b'"rules"' not in line else line for line in LINES]
    data = b"\n".join(lines) + b"\n"
    assert old in data
    data = data.replace(old, new, 1)
    if form == "document":
        data = document(data.splitlines(), b",")
    finding = next(one for one in audit(data) if one.code == code)
    assert finding.pointer == pointer
    assert finding.line is not None
    assert finding.column is not None
    assert data.split(b"\n")[finding.line - 1][finding.column - 1 :].startswith(word)


@pytest.mark.parametrize(("date", "good"), [
    ("2026-02-28", True), ("2028-02-29", True), ("2026-02-29", False), ("2026-04-31", False), ("٢٠٢٦-01-01", False),
    ("2026-06-30T23:59:60Z", True), ("2026-06-31T20:00:00Z", False), ("2026-06-30T20:00:00", False), ("2026-06-30\n", False),
])
def test_a_day_that_never_was_is_no_date(date: str, good: bool) -> None:
    first = json.loads(LINES[0]) | {"date": date}
    report = audit(json.dumps(first).encode() + b"\n" + b"\n".join(LINES[1:]) + b"\n")
    assert [finding.code for finding in report] == ([] if good else ["log.value"])


@pytest.mark.parametrize(("key", "value"), [
    ("notes", [1, "a", {"at": 3, "text": []}, {"at": "1.1", "text": "kept"}]), ("exchange", [{"seat": "B"}, {"seat": 3, "out": "H7", "in": "H8"}, 7]),
    ("players", ["Anna", {"id": 3, "name": "Ben"}, {"name": None}, None]),
])
@pytest.mark.parametrize("container", ["lines", "document"])
def test_parts_of_the_wrong_type_are_written_again_as_they_were(key: str, value: Any, container: Any) -> None:
    at = 0 if key == "players" else 2
    lines = [*LINES[:at], json.dumps(json.loads(LINES[at]) | {key: value}).encode(), *LINES[at + 1 :]]
    written = dumps(loads(b"\n".join(lines) + b"\n"), container)
    records = json.loads(written)["records"] if container == "document" else [json.loads(line) for line in written.splitlines()]
    assert records[at][key] == value
    assert dumps(loads(written), container) == written


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
@pytest.mark.parametrize("filling", [b"\0", b"\n", b"{"])
def test_packed_data_without_anything_like_a_record_stops_at_a_limit(pack: Any, filling: bytes) -> None:
    bomb = filling * (3_000_000 // len(filling))
    report = audit(pack(bomb), Choice(limits=Limits(barren=1 << 20)))
    assert [finding.code for finding in report] == ["file.unreadable", "file.bomb"]
    after = audit(pack(LOG + bomb + LOG), Choice(limits=Limits(barren=1 << 20)))
    assert "file.bomb" in [finding.code for finding in after]
    assert after.verdict == ("findings" if after.deals else "unreadable")
    assert audit(pack(LOG * 1500), Choice(limits=Limits(barren=1 << 20))).verdict == "clean"


def test_a_zstd_window_that_is_too_large_is_named_and_not_opened() -> None:
    wide = zstandard.ZstdCompressor(compression_params=zstandard.ZstdCompressionParameters(window_log=28)).compressobj()
    report = audit(wide.compress(LOG) + wide.flush())
    assert [finding.code for finding in report] == ["file.unreadable", "file.bomb"]
    assert "--long" in report.findings[1].message


def test_blank_lines_count_however_many() -> None:
    blank = b"\n" * 700_000
    assert [entry.line for entry in read(blank + LINES[0] + blank + b"\n" + LINES[1])] == [700_001, 1_400_002]


@pytest.mark.parametrize("between", [b",", b" , ", b",\n"])
@pytest.mark.parametrize("number", range(len(LINES)))
def test_a_quote_that_is_missing_costs_one_record_wherever_it_stood(number: int, between: bytes) -> None:
    line = LINES[number]
    for at in [at for at, byte in enumerate(line) if byte == 0x22]:
        lines = [*LINES[:number], line[:at] + line[at + 1 :], *LINES[number + 1 :]]
        data = document(lines, between)
        assert faults(data) in (["json.syntax"], ["json.number"]), at
        assert kept(data) == len(LINES) - 1
