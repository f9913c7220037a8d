"""LogWriter (FORMAT 7): on disk when the call returns, one writer at a time, nothing lost."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kratzen_log import (
    Adjust,
    Deal,
    End,
    Head,
    LogBusy,
    LogError,
    LogWriter,
    Note,
    Player,
    Session,
    TornLine,
    Void,
    audit,
    dump,
    dumps,
    load,
    simulate,
)
from kratzen_log.cli import main
from kratzen_log.log import disk
from tests.support import ROOT, scaled

HEAD = Head(format="kratzen-log", version="1.0", game="schnellen", players=["Anna", "Ben", Player(name="Carla")])
(EVENING,) = simulate("schnellen", 3, 4, seed=2, seal=False)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.jsonl"


def write(path: Path, session: Session, *, seal: bool) -> None:
    with LogWriter.create(path, session.records[0], seal=seal) as log:  # type: ignore[arg-type]
        for record in session.records[1:]:
            log.append(record)


@pytest.mark.parametrize("seal", [False, True])
def test_what_is_written_record_by_record_is_what_dump_writes(path: Path, seal: bool) -> None:
    write(path, EVENING, seal=seal)
    (whole,) = simulate("schnellen", 3, 4, seed=2, seal=seal)
    assert path.read_bytes() == dumps(whole)
    assert audit(path).verdict == "clean"
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("seal", [False, True])
def test_each_record_by_another_writer(path: Path, seal: bool) -> None:
    LogWriter.create(path, EVENING.records[0], seal=seal).close()  # type: ignore[arg-type]
    for number, record in enumerate(EVENING.records[1:]):
        with LogWriter(path, seal=seal and number == 0) as log:
            log.append(record)
            assert (log.seal is not None) == seal
    (whole,) = simulate("schnellen", 3, 4, seed=2, seal=seal)
    assert path.read_bytes() == dumps(whole)


def test_adjust_void_note_end(path: Path) -> None:
    first, second = EVENING.deals[:2]
    with LogWriter.create(path, HEAD) as log:
        assert log.append(first) == first
        assert log.adjust([0, -3, 3], "Ben pays for the wine") == Adjust(delta=[0, -3, 3], why="Ben pays for the wine")
        assert log.void(why="misdeal") == Void(deal=1, why="misdeal")
        with pytest.raises(ValueError, match="no deal to cancel"):
            log.void()
        log.append(first)
        log.append(second)
        with pytest.raises(ValueError, match="the last deal is 2, not 1"):
            log.void(1)
        assert log.void(2) == Void(deal=2)
        assert log.note("Good night.") == Note(text="Good night.")
        assert log.end("agreed", winners="A") == End(deals=1, winners="A", reason="agreed")
        assert log.ended
        with pytest.raises(ValueError, match="has ended"):
            log.note("one more")
        log.append(HEAD)
        with pytest.raises(ValueError, match="has not ended"):
            log.append(HEAD)
        log.append({"type": "note", "text": "a dictionary will do", "_table": 3})
    assert [type(record).__name__ for record in load_all(path)] == [
        "Head", "Deal", "Adjust", "Void", "Deal", "Deal", "Void", "Note", "End", "Head", "Note",
    ]
    with pytest.raises(ValueError, match="is closed"):
        log.note("too late")


def load_all(path: Path) -> list[Any]:
    from kratzen_log import sessions

    return [record for session in sessions(path) for record in session]


def test_a_second_writer_gets_one_clear_error(path: Path) -> None:
    with LogWriter.create(path, HEAD), pytest.raises(LogBusy, match="another program is writing this log"):
        LogWriter(path)
    code = f"from kratzen_log import *\ntry:\n    LogWriter({str(path)!r})\nexcept LogBusy as busy:\n    print('busy', busy.filename)"
    with LogWriter(path):
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
        assert ran.stdout == f"busy {path}\n"
    with LogWriter(path) as log:
        log.note("the first has let go")


def test_a_log_that_is_there_is_not_begun_anew(path: Path) -> None:
    path.write_text("anything")
    with pytest.raises(FileExistsError):
        LogWriter.create(path, HEAD)
    assert path.read_text() == "anything"
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


def test_without_hard_links_the_file_is_made_all_the_same(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(os, "link", refuse)
    LogWriter.create(path, HEAD).close()
    assert load(path).head == HEAD
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("seal", [False, True])
def test_a_log_torn_anywhere_goes_on_and_the_torn_line_is_kept(path: Path, seal: bool) -> None:
    write(path, Session(EVENING.records[:3]), seal=seal)
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    kept = len(lines[0]) + len(lines[1])
    for cut in range(kept, len(whole) - 1, 7):
        path.write_bytes(whole[:cut])
        torn = whole[kept:cut]
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            with LogWriter(path) as log:
                log.append(EVENING.records[2])
                aside = log.moved_aside
        if torn:
            assert aside is not None
            assert Path(aside).read_bytes() == torn
            assert aside in str(said[0].message)
            assert said[0].category is TornLine
            assert said[0].filename == __file__
            os.remove(aside)
        else:
            assert aside is None
            assert not said
        assert path.read_bytes() == whole


def test_torn_lines_do_not_overwrite_each_other(path: Path) -> None:
    LogWriter.create(path, HEAD).close()
    for number in range(3):
        with open(path, "ab") as file:
            file.write(b'{"type":"note","te%d' % number)
        with pytest.warns(TornLine), LogWriter(path) as log:
            assert log.moved_aside == f"{path}.torn" + (f"-{number + 1}" if number else "")
    assert sorted(file.read_bytes()[-1:] for file in path.parent.glob("*.torn*")) == [b"0", b"1", b"2"]


def test_a_last_line_that_only_lacks_its_line_feed_is_a_record(path: Path) -> None:
    write(path, Session(EVENING.records[:3]), seal=True)
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    with LogWriter(path) as log:
        assert log.moved_aside is None
        log.note("on we go")
    assert path.read_bytes().startswith(whole)
    assert [finding.code for finding in audit(path)] == ["seal.no-end"]


def test_after_a_line_that_cannot_be_read_the_log_goes_on(path: Path) -> None:
    write(path, Session(EVENING.records[:3]), seal=True)
    with open(path, "ab") as file:
        file.write(b'{"type":"deal"\n')
    with LogWriter(path) as log:
        log.note("on we go")
        log.end("abandoned")
    assert [finding.code for finding in audit(path) if finding.code != "score.end"] == ["json.syntax"]


@pytest.mark.parametrize(("name", "data"), [
    ("empty", b""), ("words", b"Dear diary,\n"), ("one torn line", b'{"type":"session"'), ("long", b"x" * (1 << 21)),
    ("document", dumps(EVENING, "document")), ("gzip", b"\x1f\x8b\x08"),
])
def test_what_is_no_log_in_lines_is_refused_and_left_alone(path: Path, name: str, data: bytes) -> None:
    path.write_bytes(data)
    with pytest.raises(LogError, match=path.name):
        LogWriter(path)
    assert path.read_bytes() == data
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


def test_seals_are_all_or_none(path: Path) -> None:
    dump(EVENING, path)
    with pytest.raises(LogError, match="without seals"):
        LogWriter(path, seal=True)
    with LogWriter(path) as log:
        assert log.seal is None


@pytest.mark.parametrize("record", [
    Adjust(delta=[1.5, 0, -1.5], why="x"),  # type: ignore[list-item]
    Note(text="\ud800"), Note(text=3), Note(text="x" * (1 << 20)), Adjust(delta=[2**53, 0, 0], why="x"),  # type: ignore[arg-type]
    {"type": "party"}, {"text": "no type"}, {"type": "note", "text": object()}, {"type": "note", "text": 1}, Note(text="x", prev="A" * 43),
    Head(format="kratzen-log", version="1.0", game="kratzen", players=["A"]),
    Deal(no=1, dealer="A", x={"deep": [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}),
])
def test_a_record_no_reader_would_give_back_is_refused(path: Path, record: Any) -> None:
    with LogWriter.create(path, HEAD) as log:
        with pytest.raises(ValueError, match=r".") as raised:
            log.append(record)
        assert len(str(raised.value).splitlines()) == 1
        log.note("still open")
    assert [type(record).__name__ for record in load(path)] == ["Head", "Note"]


@pytest.mark.parametrize("head", [EVENING.deals[0], msgspec.structs.replace(HEAD, prev="A" * 43), {"type": "session"}])
def test_a_log_begins_with_a_session_record(path: Path, head: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        LogWriter.create(path, head)
    assert not path.exists()


def test_a_record_is_synced_before_the_call_returns(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    did: list[str] = []
    whole = os.write
    monkeypatch.setattr(disk, "sync", lambda fd: did.append(f"sync {os.fstat(fd).st_size}"))
    monkeypatch.setattr(disk, "sync_folder", lambda _path: did.append("folder"))
    monkeypatch.setattr(os, "write", lambda fd, data: whole(fd, data[:5]))
    with LogWriter.create(path, HEAD) as log:
        assert did == [f"sync {os.path.getsize(path)}", "folder", "folder"]
        log.note("written five bytes at a time")
        assert did[3:] == [f"sync {os.path.getsize(path)}"]
    assert load(path).records[1] == Note(text="written five bytes at a time")


class FullDisk:
    """A system on which only so many bytes can be written any more, and then perhaps not even a file cut."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, room: int, *, cuts: bool) -> None:
        self.room, self.whole, self.monkeypatch = room, os.write, monkeypatch
        monkeypatch.setattr(os, "write", self.write)
        if not cuts:
            monkeypatch.setattr(os, "ftruncate", self.refuse)

    def write(self, fd: int, data: Any) -> int:
        part = data[: self.room]
        if not part:
            self.refuse()
        self.room -= len(part)
        return self.whole(fd, part)

    def refuse(self, *_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("cuts", [True, False])
@pytest.mark.parametrize("room", range(0, 40, 3))
def test_a_full_disk_costs_at_most_the_record_being_written(path: Path, monkeypatch: pytest.MonkeyPatch, room: int, cuts: bool) -> None:
    with LogWriter.create(path, HEAD, seal=True) as log:
        log.note("before")
        before = path.read_bytes()
        with monkeypatch.context() as patched:
            FullDisk(patched, room, cuts=cuts)
            with pytest.raises(OSError, match="No space left"):
                log.note("this record will not be written")
        if cuts:
            assert path.read_bytes() == before
            log.note("there is room again")
        else:
            with pytest.raises(ValueError, match="is closed"):
                log.note("whether it is there is not known")
    with warnings.catch_warnings(record=True):
        warnings.simplefilter("always")
        with LogWriter(path) as again:
            again.note("and again")
            assert (again.moved_aside is None) == (cuts or room == 0)
    assert path.read_bytes().startswith(before)
    assert [finding.code for finding in audit(path)] == ["seal.no-end"]


def test_when_syncing_fails_the_log_must_be_opened_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_fd: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with LogWriter.create(path, HEAD) as log:
        monkeypatch.setattr(disk, "sync", fail)
        with pytest.raises(OSError, match="Input/output"):
            log.note("perhaps")
        with pytest.raises(ValueError, match="is closed"):
            log.note("no")


def test_writers_that_are_killed_and_disks_that_are_full() -> None:
    command = [sys.executable, "-m", "tests.log.kills", "--kills", str(scaled(10)), "--disks", str(scaled(4))]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert ran.returncode == 0, ran.stderr
    counts = json.loads(ran.stdout)
    assert counts["kills"] == scaled(10)
    assert counts["disks full"] == scaled(4)


@pytest.mark.parametrize("name", ["pipe", "folder", "/dev/null", "/dev/full"])
def test_what_is_no_ordinary_file_is_refused(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    path = str(tmp_path / name)
    with pytest.raises(LogError, match="no ordinary file"):
        LogWriter(path)
    assert main(("record", path)) == 2
    assert capsys.readouterr().err == f"kratzen: {path} is no ordinary file; name a file to record into\n"
