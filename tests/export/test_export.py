"""Tables as Parquet: the same as the frames, whoever tells them; parts of whole sessions; whole or not there."""

from __future__ import annotations

import gzip
import os
import random
import threading
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.parquet as pq
import pytest

from kratzen_log import dumps, scan_parquet, sessions, simulate
from kratzen_log.cards import mask, parse
from kratzen_log.cli import main
from kratzen_log.cli.exporting import _Work
from kratzen_log.export import compiled, exporting, places, telling
from kratzen_log.export.columns import schema
from kratzen_log.export.cutting import cut, parts_of
from kratzen_log.export.exporting import export
from kratzen_log.export.parting import Counts, Wish, tell_part
from kratzen_log.export.places import PlaceError
from kratzen_log.show.columns import PANDAS, TABLES
from kratzen_log.show.tables import frames
from tests.bulk import oddities
from tests.bulk.compare import one_byte, simulated
from tests.support import DATA, ROOT, scaled

PLAIN = Wish()
SAMPLES = sorted((ROOT / "sample_logs").glob("*.json*"))


def mixed(rng: random.Random, many: int) -> bytes:
    """Sessions of both games under random house rules, some written loosely, some with one byte changed."""
    made = []
    for one in (simulated(rng) for _ in range(many)):
        kind = rng.random()
        made.append(one_byte(rng, one) if kind < 0.2 else oddities.session(rng, one) if kind < 0.5 else one)
    return b"".join(made)


def same(data: bytes, block: Any, wish: Wish = PLAIN, *, lines: bool = True) -> Counts:
    """Compares what compiled code tells with what the replay tells."""
    slow, fast = tell_part(data, 5, "log", wish, lines=lines), tell_part(data, 5, "log", wish, lines=lines, block=block)
    for name, table in slow.tables.items():
        for column in table.column_names:
            assert fast.tables[name][column].to_pylist() == table[column].to_pylist(), (name, column)
        assert fast.tables[name].equals(table)
    for count in Counts.__struct_fields__:
        assert count == "slow" or getattr(fast.counts, count) == getattr(slow.counts, count)
    return fast.counts


def test_both_ways_tell_the_same() -> None:
    rng = random.Random(1)
    total = Counts()
    for _ in range(scaled(8)):
        total += same(mixed(rng, 8), telling.block)
    assert total.slow < total.sessions // 2
    assert total.findings > scaled(2)


def test_both_ways_tell_the_same_compiled() -> None:
    rng = random.Random(2)
    for _ in range(scaled(4)):
        same(mixed(rng, 8), compiled.block(), Wish(seal=False, rules={"head": "always"}) if rng.random() < 0.3 else Wish())


@pytest.mark.parametrize("path", [path for path in SAMPLES if path.suffix == ".jsonl"], ids=lambda path: path.name)
def test_both_ways_tell_the_same_of_sample_logs(path: Path) -> None:
    same(path.read_bytes(), telling.block)


def test_documents_whole_and_damaged() -> None:
    """What a document holds is told by compiled code, unless anything about the document itself is not in order."""
    rng = random.Random(4)
    data = dumps(simulate("kratzen", 4, 6, 4, 3, {"ante": 2}), "document")
    assert same(data, telling.block, lines=False).slow == 0
    for _ in range(scaled(20)):
        made = oddities.document(rng, b"".join(simulated(rng) for _ in range(3)))
        same(made, telling.block, lines=False)
        same(oddities.damaged(rng, made), telling.block, lines=False)


@pytest.mark.parametrize("game", ["kratzen", "schnellen"])
def test_lawful_sessions_take_the_compiled_way(game: str) -> None:
    for players in (3, 4, 5):
        for rules in ({}, {"exchange": 1 if game == "kratzen" else True}, {"bettler": True} if game == "kratzen" else {"bidding": True}):
            counts = same(dumps(simulate(game, players, 6, players, 3, rules)), telling.block)
            assert (counts.slow, counts.sessions) == (0, 3)


def test_odd_ends_and_beginnings() -> None:
    rng = random.Random(3)
    data = mixed(rng, 6)
    head = data.index(b"\n") + 1
    for log in (
        b"", b"\n \n", b"no log\n" + data, data[head:], b"\n" + data[head:], data[:-1], data[: len(data) // 2], b"\xef\xbb\xbf" + data,
        data.replace(b"\n", b"\r\n"), b"no log\n", data[: head - 1], data[head : head + 50],
    ):
        same(log, telling.block)


def test_parquet_holds_what_the_frames_hold(tmp_path: Path) -> None:
    paths = [str(path) for path in SAMPLES]
    made = export(paths, str(tmp_path / "tables"), part=20_000)
    expected = frames(paths)
    for name, columns in TABLES.items():
        assert len(made.files[name]) > 1
        table = pd.concat([pq.read_table(tmp_path / "tables" / file).to_pandas() for file in made.files[name]], ignore_index=True)
        frame = getattr(expected, name)
        assert len(frame) == made.rows[name] == len(table)
        for column in columns:
            if column.parquet:
                values = table[column.name].astype(object).where(table[column.name].notna(), None)
                right = frame[column.name].astype(object).where(frame[column.name].notna(), None)
                assert list(values) == list(right), (name, column.name)
    assert schema("plays").field("legal_bits").metadata[b"description"]
    assert set(PANDAS) == {column.kind for columns in TABLES.values() for column in columns}


def test_legal_actions_are_a_mask_beside_the_chosen_one(tmp_path: Path) -> None:
    log = ROOT / "sample_logs" / "french-kratzen.jsonl"
    made = export([str(log)], str(tmp_path / "t"))
    plays = pq.read_table(tmp_path / "t" / made.files["plays"][0]).to_pylist()
    legal = list(frames(log).plays["legal"])
    assert len(plays) > 50
    for play, text in zip(plays, legal, strict=True):
        assert play["legal_bits"] == mask(map(parse, text.split()))
        assert play["legal_bits"] >> play["card_bit"] & 1
        assert play["legal_bits"] & ~play["hand"] == 0
        assert parse(play["card"]) == play["card_bit"]
        assert play["choices"] == play["legal_bits"].bit_count()


def test_a_log_is_cut_between_sessions(tmp_path: Path) -> None:
    rng = random.Random(4)
    log = tmp_path / "log.jsonl"
    for _ in range(scaled(20)):
        data = mixed(rng, rng.randint(1, 10))
        if rng.random() < 0.3:
            data = b'{"type":"note","text":"a \\u0022session\\u0022"}\n' + data.replace(b'"session"', b'"sess\\u0069on"', 2)
        log.write_bytes(data)
        whole = len(list(sessions(log)))
        for size in (1, 3000, 20_000):
            made = cut(str(log), size)
            assert (made.sessions, made.size) == (whole, len(data))
            got = [part for part, _torn in parts_of(made, made.parts)]
            assert b"".join(got) == data
            assert [len(list(sessions(part))) for part in got] == [part.sessions for part in made.parts]
            assert [part.first for part in made.parts] == [sum(part.sessions for part in made.parts[:at]) for at in range(len(got))]


def test_the_files_do_not_depend_on_who_did_the_work(tmp_path: Path) -> None:
    rng = random.Random(5)
    for number in range(4):
        (tmp_path / f"{number}.jsonl").write_bytes(mixed(rng, 20))
    (tmp_path / "9.jsonl.gz").write_bytes(gzip.compress((tmp_path / "1.jsonl").read_bytes())[:-9])
    logs = [str(path) for path in sorted(tmp_path.iterdir())]
    made = []
    for jobs, fast in ((1, False), (2, True)):
        out = tmp_path / f"t{jobs}"
        with _Work(jobs) as work:
            export(logs, str(out), part=60_000, fast=fast, run=work.run, survey=work.survey)
        made.append({path.relative_to(out): path.read_bytes() for path in out.rglob("*.*")})
    assert len(made[0]) > 4 * len(TABLES)
    assert made[0] == made[1]


def test_an_export_is_whole_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = str(ROOT / "sample_logs" / "friday-kratzen.jsonl")
    out = tmp_path / "tables"
    first = export([log], str(out))
    before = {path: path.read_bytes() for path in out.rglob("*.*")}
    real = exporting.do

    def torn(task: Any) -> Any:
        real(task)
        raise KeyboardInterrupt

    monkeypatch.setattr(exporting, "do", torn)
    with pytest.raises(KeyboardInterrupt):
        export([log], str(out))
    assert {path: path.read_bytes() for path in out.rglob("*.*")} == before
    assert [path.name for path in tmp_path.iterdir()] == ["tables"]
    monkeypatch.setattr(exporting, "do", real)
    assert export([log, log], str(out)).rows["sessions"] == 2 * first.rows["sessions"]
    assert [path.name for path in tmp_path.iterdir()] == ["tables"]


def test_what_is_in_the_way_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "to-anna.txt").write_text("Dear Anna")
    log = str(ROOT / "sample_logs" / "friday-kratzen.jsonl")
    assert main(["export", log, "-o", str(tmp_path / "letters"), "--lang", "de"]) == 2
    assert "einen leeren oder neuen Ordner nennen" in capsys.readouterr().err
    assert (tmp_path / "letters" / "to-anna.txt").read_text() == "Dear Anna"


def test_a_log_that_changes_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "log.jsonl"
    data = mixed(random.Random(6), 3)
    log.write_bytes(data)

    def cut_then_grow(place: str, size: int) -> Any:
        made = cut(place, size)
        log.write_bytes(data[: len(data) // 2])
        return made

    monkeypatch.setattr(exporting, "cut", cut_then_grow)
    with pytest.raises(PlaceError, match="changed while it was read"):
        export([str(log)], str(tmp_path / "t"))
    assert not (tmp_path / "t").exists()


def test_what_was_left_out_is_said_and_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = DATA.parent / "conformance" / "broken"
    paths = [str(broken / "json.syntax.jsonl"), str(broken / "log.version.jsonl")]
    assert main(["export", *paths, "-o", str(tmp_path / "t"), "--lang", "en"]) == 1
    out = capsys.readouterr().out
    assert "Left out: one record that cannot be read." in out
    assert "names no known game" in out
    counts = places.manifest_of(str(tmp_path / "t")).counts
    assert (counts["unread"], counts["nameless"], counts["sessions"]) == (1, 1, 2)


def test_nothing_to_export(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty.jsonl").write_bytes(b"")
    assert main(["export", str(tmp_path / "empty.jsonl"), "-o", str(tmp_path / "t"), "--lang", "en"]) == 2
    assert capsys.readouterr().err == "kratzen: the logs hold no session\n"
    assert main(["export", str(tmp_path / "missing.jsonl"), "-o", str(tmp_path / "t"), "--lang", "en"]) == 3
    assert not (tmp_path / "t").exists()


def test_a_log_that_comes_through_a_pipe(tmp_path: Path) -> None:
    log, pipe = ROOT / "sample_logs" / "friday-kratzen.jsonl", tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(log.read_bytes(),))
    writer.start()
    try:
        assert main(["export", str(pipe), "-o", str(tmp_path / "piped")]) == 0
    finally:
        writer.join()
    assert main(["export", str(log), "-o", str(tmp_path / "plain")]) == 0
    piped, plain = (pq.read_table(tmp_path / name / "plays") for name in ("piped", "plain"))
    assert piped.num_rows > 0
    assert piped.equals(plain)


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("kratzen_log.cli.exporting.find_spec", lambda name: None)
    for lang, said in (("en", "export needs more than is installed"), ("de", "export braucht mehr, als installiert ist")):
        assert main(["export", "sample_logs", "-o", "t", "--lang", lang]) == 2
        assert capsys.readouterr().err == f'kratzen: {said}: pip install "kratzen-log[bulk]"\n'


def test_lazy_relations(tmp_path: Path) -> None:
    export([str(path) for path in SAMPLES], str(tmp_path / "t"), part=50_000)
    scan = scan_parquet(tmp_path / "t")
    expected = frames(SAMPLES)
    for name in TABLES:
        assert scan.sql(f"SELECT count(*) FROM {name}").fetchall() == [(len(getattr(expected, name)),)]
    welis = scan.sql("SELECT count(*) FROM plays JOIN cards ON bit = card_bit WHERE cards.card = 'WE'").fetchall()
    assert welis == [(int((expected.plays["card_bit"] == 32).sum()),)]
    may = scan.sql("SELECT count(*) FROM plays WHERE legal_bits >> 32 & 1 = 1").fetchall()
    assert may == [(int((expected.plays["legal_bits"] // 2**32 == 1).sum()),)]


def test_a_folder_that_is_no_export(tmp_path: Path) -> None:
    with pytest.raises(PlaceError, match="is no finished export"):
        scan_parquet(tmp_path)
    made = export([str(SAMPLES[0])], str(tmp_path / "t"))
    (tmp_path / "t" / made.files["plays"][0]).unlink()
    with pytest.raises(PlaceError, match="is missing"):
        scan_parquet(tmp_path / "t")
