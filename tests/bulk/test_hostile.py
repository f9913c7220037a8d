"""What a clever person might write: both audits say the same, in time and memory that grow with the log and no faster."""

from __future__ import annotations

import io
import json
import random
import time
from collections.abc import Callable
from typing import Any

import pytest

from kratzen_log import dumps, simulate
from kratzen_log.auditor.auditing import Auditor, Choice, audit_path
from kratzen_log.bulk import blocks, compiled, spans
from kratzen_log.bulk.auditing import Sweep, audit_bulk
from kratzen_log.bulk.documents import Document
from kratzen_log.bulk.layout import MOST_KEYS
from kratzen_log.log.container import Limits
from tests.bulk.compare import as_plain
from tests.support import scaled

LOG = dumps(simulate("kratzen", 4, 3, 7, rules={"exchange": 2}, seal=False))
RECORDS = LOG.strip().split(b"\n")
NOTE = b'{"type":"note","text":"a"}'
HEAD, TAIL = b'{"format":"kratzen-log","version":"1.0","records":[', b"]}"


def document(records: list[bytes]) -> bytes:
    return HEAD + b",".join(records) + TAIL


def same(data: Any, choice: Choice = Choice(), **more: Any) -> None:
    assert as_plain(audit_bulk(data, choice, **more)) == as_plain(audit_path(data, choice))


def test_zeros_behind_words_are_no_part_of_them() -> None:
    for place, char in enumerate(LOG):
        if char == ord('"'):
            for zeros in (b"\0", b"\0" * (9 - place % 9)):
                same(LOG[:place] + zeros + LOG[place:])
    for old, new in ((b'"seat"', b'"seat\0\0\0\0x"'), (b'"type"', b'""'), (b'"name"', b'"name\0\0\0\0xyz"')):
        same(LOG.replace(old, new))


@pytest.mark.parametrize("limit", [300, 700])
@pytest.mark.parametrize("over", [-1, 0, 1, 2])
def test_records_as_long_as_they_may_be(limit: int, over: int) -> None:
    note = NOTE[:-2] + b"a" * (limit + over - len(NOTE)) + b'"}'
    escaped = NOTE[:-2] + b"\\u0061" + b"a" * (limit + over - len(NOTE) - 6) + b'"}'
    for long in (note, escaped):
        assert len(long) == limit + over
        records = [*RECORDS[:1], NOTE, long, NOTE]
        for data in (document(records), b"\n".join(records) + b"\n", b"\r\n".join(records)):
            same(data, Choice(limits=Limits(line=limit)))


@pytest.mark.parametrize("record", [
    b'{"type":"note","text":"a",%s}', b'{"type":"note","text":"a"\n%s}', b'{"type":"note","x":{"a":1,%s}}', b'{"type":"note","x":{\n%s}}',
    b'{"type":"note","tricks": "_x" [1,\n%s]}', b'{"type":"note","tricks":[],"_x", [1,\n%s]}', b'{"type":"note","text":"b","_x"\n :\n[1,\n%s]}',
    b'{"type":"note","text":"b","_x" : %s}', b'{"type":"note","text":"b","hands":[%s,%s]}', b'{"type":"note","text":"b","hands":[[%s]]}',
])
def test_what_may_be_a_record_inside_a_record(record: bytes) -> None:
    same(document([*RECORDS[:2], record.replace(b"%s", NOTE), *RECORDS[2:]]))


def test_lines_longer_than_all_limits(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setattr(blocks, "BLOCK", 500)
    monkeypatch.setattr(blocks, "LONGEST", 3000)
    monkeypatch.setattr(spans, "SPAN", 2000)
    choice = Choice(limits=Limits(line=1500))
    for long in (b'{"type":"session"' + b"a" * 20_000, NOTE[:-2] + b"a" * 20_000 + b'"}', b'{"type":"session"' * 1000):
        for data in (long, long + b"\n" + LOG, LOG + long + b"\n" + LOG, RECORDS[0] + b"\n" + long + b"\n" + LOG, LOG[:-1] + long):
            same(data, choice)
            path = tmp_path / "log.jsonl"
            path.write_bytes(data)
            same(path, choice, jobs=2)


def test_a_file_that_does_not_stand_at_its_beginning() -> None:
    file = io.BytesIO(LOG * 3)
    for jobs in (1, 2):
        file.seek(len(LOG))
        assert audit_bulk(file, jobs=jobs).deals == 6


def test_keys_that_would_all_stand_in_one_place() -> None:
    """They go to the ordinary audit."""
    rng = random.Random(1)
    record = json.loads(RECORDS[1])
    record["_many"] = {f"{number:x}": rng.choice([1, [{"a": 1, "b": 2}]]) for number in range(MOST_KEYS + 5)}
    same(b"\n".join([RECORDS[0], json.dumps(record).encode(), *RECORDS[2:]]) + b"\n")


GROWING: dict[str, Callable[[int], bytes]] = {
    "a line without an end": lambda n: b'{"type":"session"' + b"a" * (20 * n),
    "a string in a document": lambda n: HEAD + b",".join(RECORDS) + b"," + NOTE[:-2] + b"a" * (20 * n) + b'"}]}',
    "line feeds before what is odd": lambda n: HEAD + b"\n" * n + b"1]}",
    "line feeds after a comma": lambda n: HEAD + b",".join(RECORDS) + b"," + b"\n" * n + b"]}",
    "line feeds after a record": lambda n: HEAD + b",".join(RECORDS) + b"\n" * (2 * n) + b"]}",
    "blanks after a record": lambda n: HEAD + b",".join(RECORDS) + b" " * (10 * n) + b"," + b" " * (10 * n) + NOTE + b"]}",
    "notes after an odd deal": lambda n: b"\n".join([RECORDS[0], RECORDS[1].replace(b'"calls":"', b'"calls":"??'), *[NOTE] * (n // 10)]) + b"\n" + LOG,
    "records that are no JSON": lambda n: document([*RECORDS, *[b'{"type"\n:}'] * (n // 20)]),
}


@pytest.mark.parametrize("name", GROWING)
def test_four_times_the_bytes_take_about_four_times_the_time(name: str) -> None:
    """Where time grew with the square it would be sixteen times; what is compiled is compiled before."""
    audit_bulk(GROWING[name](1000))
    took = []
    for size in (200_000, 800_000):
        data = GROWING[name](size)
        start = time.process_time()
        fast = audit_bulk(data)
        took.append(time.process_time() - start)
        if size == 200_000:
            assert as_plain(fast) == as_plain(audit_path(data))
    assert took[1] < 9 * took[0] + 0.2


def test_of_a_document_only_what_is_not_told_is_held() -> None:
    """Also where a session with a fault was told before."""
    lines = dumps(simulate("kratzen", 4, 30, 7, 200, {"short_stack": "debt"}, seal=False)).splitlines()
    lines[20] = lines[20].replace(b'"delta":[', b'"delta":[1')
    whole = document(lines)
    found = Document(whole[:4000], (whole[at : at + 4000] for at in range(4000, len(whole), 4000)), Limits())
    auditor = Auditor("", Choice())
    sweep = Sweep(auditor, auditor.choice, compiled.block(), None)
    sweep.teller.source = found
    most = 0

    def watched() -> Any:
        nonlocal most
        for piece in found.pieces():
            yield piece
            most = max(most, len(found.held))

    assert sweep.run(blocks.Held(watched())).verdict == "findings"
    assert most < len(whole) // 4000 // 3


def test_documents_in_small_pieces_and_with_small_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(2)
    for _ in range(scaled(150)):
        gaps = [rng.choice([b"", b" ", b"\n", b" " * 400, b"\n" * 400, b" \n \t" * 90]) for _ in range(2 * len(RECORDS) + 2)]
        parts = [gaps.pop() + record + gaps.pop() for record in RECORDS]
        data = HEAD + b",".join(parts) + gaps.pop() + TAIL
        if rng.random() < 0.4:
            place = rng.randrange(len(data))
            data = data[:place] + rng.choice([b"", b",", b'"', b"}", b"\n\n", b"x"]) + data[place + rng.randrange(2) :]
        monkeypatch.setattr("kratzen_log.log.container.CHUNK", rng.choice([300, 1000, 1 << 18]))
        same(data, Choice(limits=Limits(line=rng.choice([250, 700, 1 << 20]))))
