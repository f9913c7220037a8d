"""Whatever is named, typed or closed: one line that says what to do, and nothing that steers the terminal."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from kratzen_log import Session, dumps, load, loads, settle_up, simulate
from kratzen_log.cli import main
from kratzen_log.log.model import Note
from kratzen_log.replayer import perft
from kratzen_log.texts.safe import pad, width
from tests.support import ROOT

FRIDAY = str(ROOT / "sample_logs" / "friday-kratzen.jsonl")
INNSBRUCK = str(ROOT / "sample_logs" / "innsbruck-schnellen.jsonl")
STEER = "a\x1b[31m\nb\u202e\x9b"


def shell(words: str, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """As a user's shell runs it, where nothing makes Python write at once."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return subprocess.run(
        f"{sys.executable} -m kratzen_log {words}", shell=True, input=data, capture_output=True, check=False, cwd=ROOT, env=env
    )


@pytest.mark.parametrize(
    "words",
    [
        ("replay", STEER), ("audit", FRIDAY, "--select", STEER), ("audit", FRIDAY, "--rule", STEER), ("audit", FRIDAY, "--rule", STEER + "=1"),
        ("audit", FRIDAY, "-o", STEER + ".pdf"), ("convert", STEER), ("perft", STEER), ("settle-up", STEER), ("explain", STEER), (STEER,),
        ("audit", FRIDAY, "--jobs", STEER), ("legal", "--game", STEER, "--trump", "E", "--hand", "HA"), ("replay", FRIDAY, "-o", STEER + ".docx"),
        ("simulate", "--game", STEER), ("audit", FRIDAY, STEER), ("--print-completion", STEER),
    ],
    ids=lambda words: words[0].strip(STEER) or "command",
)
def test_nothing_that_is_typed_steers_the_terminal(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status = main(words)
    except SystemExit as stop:
        status = int(stop.code or 0)
    out, err = capsys.readouterr()
    assert status in (2, 3)
    assert len((err or out).splitlines()) == 1 or words[0] == "audit"
    for text in (out, err):
        assert all(char == "\n" or char.isprintable() for char in text)


@pytest.mark.parametrize("command", ["audit", "replay", "convert", "settle-up"])
def test_closed_standard_streams(command: str) -> None:
    closed = shell(f"{command} {FRIDAY} >&-")
    assert closed.returncode == 2
    assert closed.stderr.startswith(b"kratzen: standard output is closed")
    assert closed.stderr.count(b"\n") == 1
    silent = shell(f"{command} - <&-")
    assert silent.returncode == 3
    assert b"Traceback" not in silent.stderr
    assert b"standard input is closed" in silent.stderr + silent.stdout
    assert b"Traceback" not in shell(f"{command} /no/such 2>&-").stdout


def test_standard_input_is_read_beside_files_in_parallel() -> None:
    done = shell(f"audit - {INNSBRUCK} --jobs 2 --lang en", Path(FRIDAY).read_bytes())
    assert done.returncode == 0, done.stderr
    assert b"Read 2 files" in done.stdout


def test_a_file_that_cannot_be_written_is_named_as_it_was_typed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = str(tmp_path / "none" / "report.txt")
    assert main(("audit", FRIDAY, "-o", target)) == 3
    assert capsys.readouterr().err.startswith(f"kratzen: {target}: ")


@pytest.mark.parametrize("trump", ["", "cs", "hd", "sh", "EL"])
def test_a_trump_is_one_suit(trump: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(("legal", "--game", "kratzen", "--trump", trump, "--hand", "HA")) == 2
    assert "is no trump" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--game", "kratzen", "--rule", "ante=9007199254740991"), "a simulation starts with 1 to"),
        (("--game", "schnellen", "--players", "3", "--rule", "start_score=9007199254740991"), "a simulation starts with 1 to"),
        (("--game", "kratzen", "--start", "9007199254740991"), "a simulation starts with 1 to"), (("--game", "kratzen", "--start", "0"), "a simulation starts with 1 to"),
        (("--game", "schnellen", "--players", "3", "--start", "5"), "start_score=5"),
        (("--game", "kratzen", "--rule", "ante=٣"), "ante is"), (("--game", "kratzen", "--rule", "ante=1_0"), "ante is"), (("--game", "kratzen", "--seed", "1_0"), "1_0"),
    ],
    ids=str,
)
def test_a_simulation_that_cannot_be_is_refused(words: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status = main(("simulate", *words))
    except SystemExit as stop:
        status = int(stop.code or 0)
    assert status == 2
    assert message in capsys.readouterr().err


def test_the_largest_simulation_is_clean() -> None:
    from kratzen_log import audit
    from kratzen_log.simulator.evening import MOST

    for rules, start in (({"ante": MOST // 40}, None), ({}, MOST), ({"bettler": True, "bettler_bonus": 2**53 - 1}, None)):
        (session,) = simulate("kratzen", 4, 4, seed=1, rules=rules, start=start)
        assert audit(dumps(session)).verdict == "clean"
    (session,) = simulate("schnellen", 3, 4, seed=1, rules={"start_score": MOST})
    assert audit(dumps(session)).verdict == "clean"


def test_what_a_program_cannot_mean_is_refused() -> None:
    from kratzen_log import Choice, legal, replay

    with pytest.raises(TypeError, match="takes bytes"):
        loads(FRIDAY)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="several codes"):
        Choice(select="play")  # type: ignore[arg-type]
    step = replay(load(FRIDAY))[0]
    for say in (step.text, legal("kratzen", "E", "HA").text):
        with pytest.raises(ValueError, match="lang is en or de"):
            say("fr")
    with pytest.raises(TypeError, match="whole numbers"):
        settle_up({"Anna": 0.5, "Ben": -0.5})  # type: ignore[dict-item]
    for number in (float("nan"), 1.5, 2**53):
        for container in ("lines", "document"):
            with pytest.raises(ValueError, match="cannot hold"):
                dumps(Session((Note(text="x", x={"a": [number]}),)), container)


def test_equal_sessions_are_not_unequal() -> None:
    one, two = load(FRIDAY), load(FRIDAY)
    assert one == two
    assert not one != two  # noqa: SIM202 - both operators must agree
    assert one != load(INNSBRUCK)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hand HA\nhand HA\nperft 1 1", "a card stands in two hands"), ("hand HA\nhand HK", "gives no figures"), ("hand HA\nhand HK\nperft x 1", "'x' is no figure"),
        ("hand HA\nhand HK\nleaves", "something is missing after leaves"), ("hand HA\nhand HK\nbound follow", "'' is no figure"), ("hand HA\nhand HK\nleaves ٣", "is no figure"),
    ],
)
def test_a_perft_block_that_tests_nothing_is_refused(text: str, message: str) -> None:
    with pytest.raises(perft.PerftError, match=message):
        perft.read(f"game kratzen\nid a\ntrump H\n{text}\n")


@pytest.mark.parametrize("text", ["", "Anna", "A" * 50, "漢字漢字漢字", "e\u0301" * 30, "\u0301" * 90])
@pytest.mark.parametrize("columns", [1, 2, 6, 14])
def test_a_cell_has_its_width(text: str, columns: int) -> None:
    assert width(pad(text, columns)) == columns


def test_everything_printed_goes_one_way_out() -> None:
    """Only ``cli/common.py`` writes to a standard stream, and the two dialogues, which show what they have made safe."""
    for path in (ROOT / "kratzen_log").rglob("*.py"):
        if path.parent.name == "cli" and path.name in ("common.py", "stepper.py", "recording.py"):
            continue
        assert not re.search(r"(?<![\w.])print\(|std(?:out|err)\.(?:buffer\.)?write", path.read_text("utf-8")), path


@pytest.mark.parametrize("command", [
    f"verify {FRIDAY}", f"seal {FRIDAY}", f"audit {FRIDAY}", f"redact {FRIDAY} --view B", "schema", "explain", "--print-completion bash",
])
@pytest.mark.parametrize(("sink", "status", "says"), [(">/dev/full", 3, b"No space left"), (">&-", 2, b"standard output is closed")])
def test_a_standard_output_that_takes_nothing_is_one_line(command: str, sink: str, status: int, says: bytes) -> None:
    done = shell(f"{command} {sink}")
    assert (done.returncode, done.stderr.count(b"\n")) == (status, 1), done.stderr
    assert says in done.stderr


def test_a_folder_with_links_that_lead_nowhere_is_read_and_each_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.jsonl").write_bytes(Path(FRIDAY).read_bytes())
    (tmp_path / "gone.jsonl").symlink_to(tmp_path / "none.jsonl")
    (tmp_path / "loop.jsonl").symlink_to("loop.jsonl")
    (tmp_path / "self").symlink_to(".")
    (tmp_path / "folder.jsonl").mkdir()
    os.mkfifo(tmp_path / "pipe.jsonl")
    assert main(("audit", str(tmp_path), "--format", "json")) == 3
    files = json.loads(capsys.readouterr().out)["files"]
    assert [(Path(file["path"]).name, file["verdict"]) for file in files] == [
        ("a.jsonl", "clean"), ("gone.jsonl", "unreadable"), ("loop.jsonl", "unreadable"),
    ]


@pytest.mark.parametrize("words", [
    ("audit", "--format", "json"), ("verify",), ("infer-rules",), ("settle-up", "--format", "text"), ("redact", "--view", "B"),
])
def test_no_answer_is_written_over_the_log_it_is_about(words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "own.jsonl"
    own.write_bytes(Path(FRIDAY).read_bytes())
    (tmp_path / "other.jsonl").symlink_to("own.jsonl")
    for out in (own, tmp_path / "other.jsonl"):
        assert main((words[0], str(own), *words[1:], "-o", str(out))) == 2
        assert "is the log itself" in capsys.readouterr().err
    assert own.read_bytes() == Path(FRIDAY).read_bytes()
    assert main((words[0], str(own), *words[1:], "-o", "")) == 2
    assert capsys.readouterr().err == "kratzen: -o takes the name of a file\n"


def test_verify_of_a_folder_names_a_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.jsonl").write_bytes(Path(FRIDAY).read_bytes())
    assert main(("verify", str(tmp_path))) == 2
    assert "name one of its logs" in capsys.readouterr().err


@pytest.mark.parametrize("data", [b"\xc1\xff", b"x" * 100_000, b"game " + b"y" * 100_000])
def test_what_is_no_perft_file_is_one_short_line(data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.perft"
    path.write_bytes(data)
    assert main(("perft", str(path))) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert len(said) < 300


def test_help_and_complaints_that_nothing_takes() -> None:
    """No traceback of the interpreter, and the status of what was done."""
    for words in ("--help", "audit --help", ""):
        done = shell(f"{words} >/dev/full")
        assert (done.returncode, done.stderr) == (3, b"kratzen: No space left on device\n")
    for words, status in ((f"audit {FRIDAY}", 0), (f"audit {FRIDAY} --fast", 0), ("audit missing", 3), ("missing", 2)):
        assert shell(f"{words} 2>/dev/full >/dev/null").returncode == status
        assert shell(f"{words} 2>&- >/dev/null").returncode == status
