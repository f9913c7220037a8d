"""One JSON document (FORMAT 1): the same records as lines, whatever its layout; one broken record costs one."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kratzen_log import audit, dumps, loads, simulate
from kratzen_log.log.codec import read
from kratzen_log.log.container import Limits, Raw
from kratzen_log.log.document import array_of_records, split_document
from tests.strategies import json_values
from tests.support import DATA, scaled

LINES = (DATA / "examples" / "lawful").glob("*.jsonl")
LOG = min(LINES).read_bytes()
RECORDS = [json.loads(line) for line in LOG.splitlines()]
ENVELOPE = {"format": "kratzen-log", "version": "1.0"}
NOTE = {"type": "note", "text": "x"}
HEAD = RECORDS[0]


def document(records: list[Any], before: dict[str, Any] | None = None, after: dict[str, Any] | None = None) -> dict[str, Any]:
    return {**(ENVELOPE if before is None else before), "records": records, **(after or {})}


def codes(data: bytes, limits: Limits | None = None) -> list[str]:
    return [fault.code for entry in read(data, limits or Limits()) for fault in entry.faults]


def held(data: bytes) -> int:
    return sum(entry.record is not None for entry in read(data))


def cut(data: bytes, size: int, limit: int = 1 << 20) -> list[Raw]:
    start = array_of_records(data)
    pieces = [data[: start + 1], *(data[at : at + size] for at in range(start + 1, len(data), size))]
    return list(split_document(iter(pieces), limit))


@pytest.mark.parametrize("indent", [None, 0, 1, 2, 4, "\t"])
@pytest.mark.parametrize("order", ["before", "after", "around"])
def test_layout_and_key_order_do_not_matter(indent: Any, order: str) -> None:
    shapes = {"before": document(RECORDS), "after": document(RECORDS, {}, ENVELOPE), "around": document(RECORDS, {"version": "1.0"}, {"format": "kratzen-log"})}
    data = json.dumps(shapes[order], indent=indent).encode()
    assert loads(data) == loads(LOG)
    assert codes(data) == []
    assert audit(data).verdict == "clean"
    assert codes(data.replace(b"\n", b"\r\n")) == []


@settings(max_examples=scaled(150), deadline=None)
@given(st.lists(st.fixed_dictionaries({"type": st.just("note"), "text": st.just("x"), "_x": json_values}), max_size=6), st.integers(1, 80), st.sampled_from([None, 0, 2]))
def test_the_cut_does_not_depend_on_the_pieces(records: list[Any], size: int, indent: Any) -> None:
    data = json.dumps(document([HEAD, *records]), indent=indent, ensure_ascii=False).encode()
    found = cut(data, size)
    assert [json.loads(raw.data) for raw in found] == [HEAD, *records]
    assert not any(raw.fault for raw in found)
    assert [(raw.line, raw.column) for raw in found] == [(raw.line, raw.column) for raw in cut(data, 1 << 20)]


def test_lines_and_columns_are_those_of_the_file() -> None:
    data = json.dumps(document([NOTE, NOTE]), indent=2).encode()
    lines = data.split(b"\n")
    assert [(raw.line, raw.column) for raw in cut(data, 7)] == [(n, line.index(b"{") + 1) for n, line in enumerate(lines, 1) if line == b"    {"]


@pytest.mark.parametrize("key", ["x", "_mine"])
def test_an_object_with_a_type_inside_a_record_is_no_record(key: str) -> None:
    inner = {key: {"vendor:list": [{"type": "card"}, {"type": "card"}], "vendor:one": {"type": "card"}}}
    data = json.dumps(document([{**NOTE, **inner}, NOTE]), indent=0).replace("{\n", "{").encode()
    assert b'\n{"type"' in data
    assert codes(data) == []
    assert held(data) == 2


def _break(text: str) -> list[str]:
    """A record's text with one bracket or quote lost or doubled."""
    return [text[:-1], text + "}", text.replace("]", "", 1), text.replace("[", "", 1), text.replace('"note"', '"note', 1), text.replace(":", "", 1), text[: len(text) // 2]]


@pytest.mark.parametrize("place", [0, 1, 2, 3])
@pytest.mark.parametrize("how", range(7))
def test_one_broken_record_costs_one_record(place: int, how: int) -> None:
    texts = [json.dumps({**NOTE, "_list": [1, [2]]})] * 4
    texts[place] = _break(texts[place])[how]
    data = ('{"format":"kratzen-log","version":"1.0","records":[\n' + ",\n".join(texts) + "\n]}\n").encode()
    entries = list(read(data))
    assert [len(entry.faults) for entry in entries] == [int(at == place) for at in range(4)]
    assert held(data) == 3 + (how == 1), "a bracket too many stands after a record that is whole"
    assert [entry.line for entry in entries] == [2, 3, 4, 5]


@pytest.mark.parametrize("size", [1, 7, 100, 4096])
def test_a_record_over_the_limit_is_named_and_counted_and_the_rest_read(size: int) -> None:
    long = {**NOTE, "text": "y" * 5000}
    data = json.dumps(document([HEAD, long, NOTE])).encode()
    found = cut(data, size, limit=1000)
    assert [raw.fault for raw in found] == ["", "file.line-too-long", ""]
    assert found[1].size == len(json.dumps(long))
    assert len(found[1].data) <= 200
    assert json.loads(found[2].data) == NOTE
    assert found[2].column == data.rindex(b'{"type"') + 1


def test_a_hostile_document_is_not_held_in_memory() -> None:
    deep = b'{"format":"kratzen-log","version":"1.0","records":[' + b"[" * 300_000
    assert codes(deep, Limits(line=1000)) == ["file.line-too-long", "file.torn-line"]
    text = b'{"format":"kratzen-log","version":"1.0","records":["' + b"a" * 300_000
    assert set(codes(text, Limits(line=1000))) == {"file.line-too-long", "file.torn-line"}


@pytest.mark.parametrize("end", ["", "]", "\n]\n"])
def test_a_document_that_breaks_off_keeps_what_is_complete(end: str) -> None:
    data = ('{"format":"kratzen-log","version":"1.0","records":[' + json.dumps(NOTE) + "," + json.dumps(NOTE) + end).encode()
    assert codes(data) == ["file.torn-line"]
    torn = data[: data.rindex(b"text") + 3]
    assert codes(torn) == ["file.torn-line"]
    assert held(torn) == 1


@pytest.mark.parametrize(
    ("data", "code", "pointer"),
    [
        ('{"format":"other","version":"1.0","records":[%s]}', "log.value", "/format"),
        ('{"format":"kratzen-log","version":"2.0","records":[%s]}', "log.value", "/version"),
        ('{"version":"1.0","records":[%s]}', "log.missing-key", ""),
        ('{"format":"kratzen-log","records":[%s]}', "log.missing-key", ""),
        ('{"a":[{"b":"c"}],"format":"kratzen-log","version":"1.0","records":[%s]}', "log.unknown-key", "/a"),
        ('{"format":"kratzen-log","version":"1.0","records":[%s],"e/vent":1}', "log.unknown-key", "/e~1vent"),
        ('{"format":"kratzen-log","version":"1.0","records":[%s],"version":"1.0"}', "json.duplicate-key", "/version"),
        ('{"format":"kratzen-log","version":"1.0","records":[%s],"records":[]}', "json.duplicate-key", "/records"),
        ('{"format":"kratzen-log","version":1.0,"records":[%s]}', "json.number", "/version"),
        ('{"format":"kratzen-log","version":"1.0","records":[%s]} {}', "json.syntax", ""),
        ('{"format":"kratzen-log","version":"1.0","records":[%s],}', "json.syntax", "/records"),
    ],
)
def test_what_is_wrong_around_the_records(data: str, code: str, pointer: str) -> None:
    text = (data % ",".join(json.dumps(record) for record in RECORDS)).encode()
    faults = [fault for entry in read(text) for fault in entry.faults]
    assert [(fault.code, fault.pointer, fault.record) for fault in faults] == [(code, pointer, -1)]
    assert loads(text) == loads(LOG)
    assert [finding.code for finding in audit(text) if finding.severity != "info"] == [code]


def test_the_other_version_is_said_once() -> None:
    newer = {**HEAD, "version": "2.0"}
    data = json.dumps(document([newer, *RECORDS[1:]], {"format": "kratzen-log", "version": "2.0"})).encode()
    assert [finding.code for finding in audit(data)] == ["log.version"]


ARRAYS: dict[str, Callable[[Any], str]] = {
    "one line": json.dumps,
    "indented": lambda records: json.dumps(records, indent=1),
    "a record a line": lambda records: "[" + ",\n".join(map(json.dumps, records)) + "]\n",
    "brackets on lines of their own": lambda records: "\n[\n" + ",\n".join(map(json.dumps, records)) + "\n]\n",
}


@pytest.mark.parametrize("form", ARRAYS)
def test_a_bare_array_of_records_is_no_log_and_the_object_around_it_is_shown(form: str) -> None:
    lines = dumps(simulate("kratzen", 3, 4, seed=5)).splitlines()
    text = ARRAYS[form]([json.loads(line) for line in lines])
    unreadable, finding = audit(text.encode())
    assert (unreadable.code, finding.code, finding.record) == ("file.unreadable", "json.not-object", 0)
    assert audit(text.encode()).skipped_bytes == len(text)
    assert text.splitlines()[(finding.line or 0) - 1][(finding.column or 0) - 1] == "["
    whole = finding.facts["before"] + text.strip() + finding.facts["after"]
    assert finding.facts["before"] in finding.message
    assert audit(whole.encode()).verdict == "clean"
    assert audit(whole.encode()).deals == 4


@pytest.mark.parametrize("text", [b"[]", b"[1]", b'["type"]', b'[{"a":1}]', b"[[{}]]"])
def test_an_array_without_records_is_no_log(text: bytes) -> None:
    assert [finding.code for finding in audit(text)] == ["file.unreadable", "json.not-object"]


@pytest.mark.parametrize("wrapped", [1, 2])
def test_lines_of_which_the_first_stands_in_brackets_stay_lines(wrapped: int) -> None:
    lines = dumps(simulate("kratzen", 3, 4, seed=5, seal=False)).splitlines()
    first = b"[" + b",".join(lines[:wrapped]) + b"]\n"
    assert sum(entry.record is not None for entry in read(first + b"\n".join(lines[wrapped:]) + b"\n")) == len(lines) - wrapped
