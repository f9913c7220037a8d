"""JSON read strictly: every fault has a code, a place and a hint; nothing recurses."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kratzen_log.log.strict import scan
from tests.strategies import json_values
from tests.support import scaled

FAULTS = [
    ('{"a":1,"a":2}', "json.duplicate-key", "/a", 7), ('{"x":{"b":1,"b":2}}', "json.duplicate-key", "/x/b", 12),
    ('{"a/b":1,"a/b":2}', "json.duplicate-key", "/a~1b", 9), ('{"~":1,"~":2}', "json.duplicate-key", "/~0", 7),
    ('{"":1,"":2}', "json.duplicate-key", "/", 6), ('[{"a":1,"\\u0061":2}]', "json.duplicate-key", "/0/a", 8),
    ("[1.0]", "json.number", "/0", 1), ("[1e2]", "json.number", "/0", 1), ("[NaN]", "json.number", "/0", 1),
    ("[-Infinity]", "json.number", "/0", 1), ("[9007199254740992]", "json.number", "/0", 1), ("[01]", "json.number", "/0", 1),
    ("[1" + "0" * 5000 + "]", "json.number", "/0", 1), ("[0x10]", "json.number", "/0", 1), ("[+1]", "json.number", "/0", 1),
    ("[" * 33, "json.depth", "/0" * 32, 32), ("[" * 100_000, "json.depth", "/0" * 32, 32),
    ('["\\ud800"]', "json.surrogate", "/0", 1), ('{"a":"\\udc00x"}', "json.surrogate", "/a", 5),
    ('{"a":1', "json.syntax", "/a", 6), ('{"a" 1}', "json.syntax", "/a", 5), ('{"a":1,}', "json.syntax", "/a", 6),
    ("[1,]", "json.syntax", "/1", 2), ("[1 2]", "json.syntax", "/1", 3), ('{"a":tru}', "json.syntax", "/a", 5),
    ('{"a":"x\ny"}', "json.syntax", "/a", 7), ('{"a":"\\x"}', "json.syntax", "/a", 6), ("{a:1}", "json.syntax", "", 1),
    ('"abc', "json.syntax", "", 0), ("", "json.syntax", "", 0), ('{"a":"\x00"}', "json.syntax", "/a", 6),
]


@pytest.mark.parametrize(("text", "code", "pointer", "offset"), FAULTS, ids=[fault[0][:24] for fault in FAULTS])
def test_fault(text: str, code: str, pointer: str, offset: int) -> None:
    _value, _length, fault = scan(text.encode())
    assert fault is not None
    assert (fault.code, fault.pointer, fault.offset) == (code, pointer, offset)


@settings(max_examples=scaled(400), deadline=None)
@given(json_values)
def test_reads_what_the_library_reads(value: object) -> None:
    for text in (json.dumps(value), json.dumps(value, ensure_ascii=False), json.dumps(value, indent=1)):
        read, length, fault = scan(text.encode())
        assert fault is None
        assert read == value
        assert length == len(text.encode())


@settings(max_examples=scaled(400), deadline=None)
@given(st.binary(max_size=200) | st.text('[]{}",:0123456789.eE-+\\u truefalsn', max_size=80).map(str.encode))
def test_any_bytes_give_a_value_or_a_fault(data: bytes) -> None:
    value, length, fault = scan(data)
    assert 0 <= length <= len(data)
    if fault is None:
        assert json.loads(data[:length].decode("utf-8", "replace")) == value


def test_time_grows_with_the_bytes() -> None:
    def spent(count: int) -> float:
        text = ("[" + ",".join(['{"a":[1,"x\\n"]}'] * count) + "]").encode()
        start = time.perf_counter()
        scan(text)
        return time.perf_counter() - start

    small = min(spent(500) for _ in range(3))
    assert min(spent(5000) for _ in range(3)) < small * 40
