"""Bytes to records and back (FORMAT 1, 3, 7): nothing read is lost, a broken line costs one record."""

from __future__ import annotations

import gzip
import io
import json
from typing import Any

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from kratzen_log import LogError, dump, dumps, load, loads, sealed, sessions
from kratzen_log.log.codec import read
from kratzen_log.log.container import Limits
from tests.referee import generate
from tests.strategies import json_values, names
from tests.support import DATA, as_bytes, head, scaled

LAWFUL = sorted((DATA / "examples" / "lawful").glob("*.jsonl"))
NOTE = {"type": "note", "text": "x"}


def codes(data: bytes, limits: Limits | None = None) -> list[str]:
    return [fault.code for entry in read(data, limits or Limits()) for fault in entry.faults]


def records(data: bytes) -> int:
    return sum(entry.record is not None for entry in read(data))


@pytest.mark.parametrize("path", LAWFUL[::6], ids=lambda path: path.stem)
@pytest.mark.parametrize("name", ["a.jsonl", "a.json", "a.jsonl.gz", "a.json.gz", "a.jsonl.zst", "a.json.zst"])
def test_every_container_reads_back_and_the_writer_is_stable(tmp_path: Any, path: Any, name: str) -> None:
    session = load(path)
    target = tmp_path / name
    dump(session, target)
    assert load(target) == session
    before = target.read_bytes()
    dump(load(target), target)
    assert target.read_bytes() == before
    assert not list(tmp_path.glob("*.part"))


@settings(max_examples=scaled(60), deadline=None)
@given(st.integers(0, 2**32))
def test_loads_dumps(seed: int) -> None:
    data = as_bytes(generate.session(seed))
    session = loads(data)
    assert not session.faults
    assert loads(dumps(session)) == session
    assert loads(dumps(session, "document")) == session
    assert dumps(loads(dumps(session))) == dumps(session)
    assert [json.loads(line) for line in dumps(session).splitlines()] == [json.loads(line) for line in data.splitlines()]


@settings(max_examples=scaled(200), deadline=None)
@given(st.dictionaries(names, json_values, max_size=5), st.dictionaries(names.map("_{}".format), json_values, max_size=3))
def test_unknown_and_private_keys_are_kept(unknown: dict[str, Any], private: dict[str, Any]) -> None:
    record = {**NOTE, **{k: v for k, v in unknown.items() if k not in ("type", "text", "x", "prev")}, **private}
    data = json.dumps(record, ensure_ascii=False).encode()
    entry = next(iter(read(data)))
    assert entry.record is not None
    from kratzen_log.log.writer import to_dict

    assert to_dict(entry.record) == record
    expected = sum(not key.startswith("_") for key in record) - 2
    assert [fault.code for fault in entry.faults] == ["log.unknown-key"] * expected


def test_unknown_keys_inside_parts_are_kept_and_found() -> None:
    deal = {"type": "deal", "no": 1, "dealer": "A", "exchange": [{"seat": "A", "out": "H7", "in": "H8", "why": "bad hand", "_p": 1}], "notes": [{"at": "0", "text": "x", "colour": 1}]}
    (entry,) = read(json.dumps(deal).encode())
    assert [(fault.code, fault.pointer) for fault in entry.faults] == [("log.unknown-key", "/exchange/0/why"), ("log.unknown-key", "/notes/0/colour")]
    from kratzen_log.log.writer import to_dict

    assert entry.record is not None
    assert to_dict(entry.record) == deal


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('{"type":"note","text":"a","text":"b"}', "json.duplicate-key"), ('{"type":"note" ,"text":"a","text" :"b"}', "json.duplicate-key"),
        ('{"type":"note","text":"a","x":{"a":1,"a" :2}}', "json.duplicate-key"), ('{"type":"deal","no":1.0}', "json.number"),
        ('{"type":"deal","no":1e0}', "json.number"), ('{"type":"deal","no":NaN}', "json.number"),
        ('{"type":"deal","no":9007199254740992}', "json.number"), ('{"type":"note","text":"\\ud800"}', "json.surrogate"),
        ('{"type":"note","text":"a"', "json.syntax"), ("[]", "json.not-object"), ("null", "json.not-object"), ("12", "json.not-object"),
        ('"text"', "json.not-object"), ("plain words", "json.syntax"), ('{"type":"party"}', "log.unknown-type"), ("{}", "log.missing-key"),
        ('{"type":"void"}', "log.missing-key"), ('{"type":"void","deal":"1"}', "log.type"), ('{"type":"adjust","delta":null,"why":"x"}', "log.type"),
        ('{"type":7}', "log.unknown-type"), ("[" * 100_000, "json.depth"), ('{"type":"note","text":' + "[" * 40 + "]" * 40 + "}", "json.depth"),
    ],
)
@pytest.mark.parametrize("before", [0, 1, 30])
def test_a_bad_line_costs_one_record_wherever_it_stands(line: str, code: str, before: int) -> None:
    good = json.dumps(NOTE)
    data = "\n".join([good] * before + [line] + [good] * 3 + [""]).encode()
    assert codes(data) == [code]
    assert records(data) == before + 3


@pytest.mark.parametrize(
    ("line", "code"), [('{"type":"note"}', "log.missing-key"), ('{"type":"deal","no":"1","dealer":"A"}', "log.type"), ('{"type":"adjust","delta":[1]}', "log.missing-key")]
)
def test_a_record_is_kept_where_what_is_missing_can_be_done_without(line: str, code: str) -> None:
    assert codes(line.encode() + b"\n") == [code]
    assert records(line.encode()) == 1


def test_one_stray_byte_in_ten_thousand_lines() -> None:
    lines = [json.dumps(NOTE).encode()] * 10_000
    lines[6789] = b'{"type":"note","text":"J\xf6rg"}'
    data = b"\n".join(lines) + b"\n"
    faults = [fault for entry in read(data) for fault in entry.faults]
    assert [(fault.code, fault.line, fault.column) for fault in faults] == [("file.encoding", 6790, 25)]
    assert faults[0].facts["looks_like"] == "CP1252 or Latin-1"


def test_lines_are_cut_at_line_feeds_only() -> None:
    text = "A\u2028B\u2029C\u0085D\x0bE\x0cF\x1cG"
    data = json.dumps({"type": "note", "text": text}, ensure_ascii=False).encode() + b"\n"
    data = data.replace(b"\x0b", b"\\u000b").replace(b"\x0c", b"\\f").replace(b"\x1c", b"\\u001c")
    (entry,) = read(data)
    assert entry.record is not None
    assert entry.record.text == text  # type: ignore[attr-defined]


def test_blank_lines_crlf_and_a_missing_last_line_feed() -> None:
    good = json.dumps(NOTE).encode()
    data = b"\r\n\n" + good + b"\r\n   \n" + good
    assert codes(data) == []
    assert [entry.line for entry in read(data)] == [3, 5]


def test_a_bom_is_a_finding_and_the_rest_is_read() -> None:
    data = b"\xef\xbb\xbf" + json.dumps(NOTE).encode() + b"\n"
    assert codes(data) == ["file.bom"]
    assert records(data) == 1


def test_an_unterminated_last_line_is_torn_and_a_terminated_one_is_not_json() -> None:
    good = json.dumps(NOTE).encode()
    assert codes(good + b"\n" + good[:9]) == ["file.torn-line"]
    assert codes(good + b"\n" + good[:9] + b"\n") == ["json.syntax"]
    assert codes(good + b"\n" + good) == []


def test_two_records_on_a_line_are_both_read() -> None:
    good = json.dumps(NOTE)
    assert codes(f"{good}{good}\n".encode()) == ["json.syntax"]
    assert records(f"{good} {good}\n".encode()) == 2


def test_one_record_on_two_lines_is_two_broken_lines() -> None:
    assert codes(b'{"type":"note",\n"text":"x"}\n') == ["json.syntax", "json.syntax"]


def test_a_line_over_the_limit_is_not_held() -> None:
    good = json.dumps(NOTE).encode()
    long = b'{"type":"note","text":"' + b"x" * 5000 + b'"}'
    data = good + b"\n" + long + b"\n" + good + b"\n"
    assert codes(data, Limits(line=1000)) == ["file.line-too-long"]
    entries = list(read(data, Limits(line=1000)))
    assert sum(entry.record is not None for entry in entries) == 2
    assert max(len(entry.data) for entry in entries) <= 200


def test_all_gzip_members_and_zstd_frames_are_read() -> None:
    good = json.dumps(NOTE).encode() + b"\n"
    assert records(gzip.compress(good) + gzip.compress(good)) == 2
    frame = zstandard.ZstdCompressor().compress(good)
    assert records(frame + frame) == 2


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.ZstdCompressor().compress], ids=["gzip", "zstd"])
def test_compressed_data_that_ends_early(pack: Any) -> None:
    data = pack(b"".join(json.dumps({"type": "note", "text": str(i)}).encode() + b"\n" for i in range(2000)))
    assert codes(data[: len(data) // 2])[-1] == "file.truncated"


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.ZstdCompressor().compress], ids=["gzip", "zstd"])
def test_a_bomb_hits_the_limit(pack: Any) -> None:
    data = pack(b" " * 50_000_000)
    assert codes(data, Limits(unpacked=1_000_000))[-1] == "file.bomb"


def test_an_archive_holds_sessions_one_after_another() -> None:
    one = loads(as_bytes(generate.session(1)))
    two = loads(as_bytes(generate.session(2)))
    both = dumps([one, two])
    assert list(sessions(both)) == [one, two]
    with pytest.raises(LogError, match="2 sessions"):
        loads(both)
    assert list(sessions(dumps([one, two], "document"))) == [one, two]


@pytest.mark.parametrize("data", [b"", b"\n\n", b"not a log", b"\x89PNG\r\n\x1a\n\0\0"])
def test_nothing_to_load_is_an_error_in_one_line(data: bytes) -> None:
    with pytest.raises(LogError) as error:
        loads(data)
    assert "\n" not in str(error.value)


def test_an_open_file_may_be_read() -> None:
    data = as_bytes([head(), NOTE])
    assert len(list(read(io.BytesIO(data)))) == 2


def test_one_broken_record_of_a_document_costs_one_record() -> None:
    session = loads(as_bytes(generate.session(5)))
    text = dumps(session, "document")
    lines = text.split(b"\n")
    place = next(number for number, line in enumerate(lines) if b'"no": 2' in line or b'"no": 1' in line)
    lines[place] = lines[place].replace(b'"no"', b'"no')
    broken = b"\n".join(lines)
    found = [entry for entry in read(broken) if entry.faults]
    assert len(found) == 1
    assert found[0].line == place - 1, "the record's first line"
    assert found[0].faults[0].line == place + 1, "the line of the fault"
    assert sum(entry.record is not None for entry in read(broken)) == len(session) - 1


@settings(max_examples=scaled(300), deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    for entry in read(data):
        assert entry.record is not None or entry.faults


LOOSE = head(players=3) | {"type": "session"}, {
    "type": "deal", "no": 1, "dealer": "a", "hands": ["h10  W", "10h JO", None], "turned": "ea", "calls": "b:in  C:out",
    "tricks": ["b:H10! c:\U0001f0c6  >b"],
}


def test_the_writer_spells_every_token_its_own_way() -> None:
    written = dumps(loads(as_bytes(list(LOOSE))))
    assert b'"dealer":"A","hands":["HX WE","Th 6d",null],"turned":"EA"' in written
    assert b'"calls":"B:in C:out","tricks":["B:HX! C:WE >B"]' in written
    assert dumps(loads(written)) == written


def test_a_sealed_log_keeps_its_spelling() -> None:
    loose = sealed(loads(as_bytes(list(LOOSE))))
    assert b'"hands":["h10  W","10h JO",null],"turned":"ea"' in dumps(loose)
