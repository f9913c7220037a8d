"""The commands as people type them: what they print, how they end, what they refuse."""

from __future__ import annotations

import gzip
import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from kratzen_log import __version__, load, loads
from kratzen_log.cli import main
from kratzen_log.cli.common import default_language
from kratzen_log.cli.stepper import frame, move
from tests.support import DATA, ROOT

FRIDAY = str(ROOT / "sample_logs" / "friday-kratzen.jsonl")
DISPUTED = str(ROOT / "sample_logs" / "disputed-kratzen.jsonl")
INNSBRUCK = str(ROOT / "sample_logs" / "innsbruck-schnellen.jsonl")


class Ran:
    """What a command did."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes]):  # type: ignore[no-untyped-def]
    def call(*words: str) -> Ran:
        try:
            status = main(words)
        except SystemExit as stop:
            status = int(stop.code or 0)
        out, err = capfdbinary.readouterr()
        return Ran(status, out.decode(), err.decode())

    return call


def test_audit_of_the_samples(run) -> None:  # type: ignore[no-untyped-def]
    ran = run("audit", str(ROOT / "sample_logs"), "--lang", "en")
    assert ran.status == 1
    assert "error play.follow-suit: Vroni had to follow suit" in ran.out
    assert "Found 4 errors and 0 warnings; 14 of 16 files without findings." in ran.out
    assert "\x1b" not in ran.out
    assert not ran.err


@pytest.mark.parametrize(("paths", "status"), [((FRIDAY,), 0), ((DISPUTED,), 1), ((FRIDAY, DISPUTED), 1), (("/no/such/file",), 3), ((DISPUTED, str(ROOT / "tests/conformance/broken/file.unreadable.jsonl")), 3)])
def test_exit_status_and_json_for_every_status(run, paths: tuple[str, ...], status: int) -> None:  # type: ignore[no-untyped-def]
    ran = run("audit", *paths, "--format", "json")
    assert ran.status == status
    assert len(json.loads(ran.out)["files"]) == len(paths)


@pytest.mark.parametrize(
    "words",
    [
        ("audit",), ("audit", FRIDAY, "--format", "pdf"), ("audit", FRIDAY, "--rule", "head"), ("audit", FRIDAY, "--rule", "heda=always"),
        ("audit", FRIDAY, "--rule", "head=sometimes"), ("audit", FRIDAY, "--select", "play.nothing"), ("audit", FRIDAY, "--jobs", "0"),
        ("audit", FRIDAY, "-o", "report.pdf"), ("replay", FRIDAY, "--deal", "99"), ("replay", FRIDAY, "--session", "2"),
        ("replay", FRIDAY, "-o", "x.docx"), ("legal", "--game", "chess", "--trump", "E", "--hand", "HA"),
        ("legal", "--game", "kratzen", "--trump", "high", "--hand", "HA"), ("legal", "--game", "kratzen", "--trump", "E", "--hand", "HA HA"),
        ("legal", "--game", "kratzen", "--trump", "E", "--hand", "Q9"), ("legal", "--game", "kratzen", "--trump", "E", "--hand", ""),
        ("legal", "--game", "schnellen", "--trump", "E", "--hand", "H7", "--rule", "short_pack=true"),
        ("simulate", "--game", "kratzen", "--players", "9"), ("simulate", "--game", "kratzen", "--sessions", "0"),
        ("explain", "nothing-like-this"), ("nonsense",), (),
        ("perft", str(ROOT / "README.md")), ("convert", str(ROOT / "tests/conformance/broken/json.number.jsonl")), ("--print-completion", "teletype"),
    ],
    ids=" ".join,
)
def test_wrong_usage_is_one_line_and_status_2(run, words: tuple[str, ...]) -> None:  # type: ignore[no-untyped-def]
    ran = run(*words)
    assert ran.status == 2
    if words:
        assert len(ran.err.strip().splitlines()) == 1, ran.err
        assert "Traceback" not in ran.err


def test_a_file_that_is_missing_is_status_3_for_every_command(run) -> None:  # type: ignore[no-untyped-def]
    for words in (("replay", "/no/such"), ("perft", "/no/such"), ("convert", "/no/such"), ("seal", "/no/such"), ("settle-up", "/no/such")):
        ran = run(*words)
        assert ran.status == 3
        assert len(ran.err.strip().splitlines()) == 1


def test_version_and_help_with_examples(run) -> None:  # type: ignore[no-untyped-def]
    assert run("--version").out.strip() == f"kratzen-log {__version__}"
    for command in ("audit", "replay", "legal", "perft", "simulate", "explain", "schema", "convert", "settle-up", "seal", "verify", "record"):
        ran = run(command, "--help")
        assert ran.status == 0
        assert f"  kratzen {command}" in ran.out


def test_completion(run) -> None:  # type: ignore[no-untyped-def]
    assert "kratzen" in run("--print-completion", "bash").out


def test_legal_as_json(run) -> None:  # type: ignore[no-untyped-def]
    ran = run("legal", "--game", "schnellen", "--trump", "E", "--trick", "HK H9", "--hand", "HA L7", "--format", "json")
    assert json.loads(ran.out) == {"legal": ["HA"], "duty": "head", "must_beat": "HK", "rule": "S-4.1"}
    french = run("legal", "--game", "kratzen", "--trump", "c", "--trick", "Kh", "--hand", "6d 7c As", "--format", "json")
    assert json.loads(french.out) == {"legal": ["6d", "7c"], "duty": "trump", "must_beat": None, "rule": "K-5.2"}
    text = run("legal", "--game", "schnellen", "--trump", "E", "--trick", "HK H9", "--hand", "HA L7", "--lang", "de")
    assert text.out.splitlines()[0] == "HA"
    assert "überbieten" in text.out


def test_perft(run) -> None:  # type: ignore[no-untyped-def]
    ran = run("perft", str(DATA / "perft" / "seats.perft"))
    assert ran.status == 0
    assert ran.out.count("ok") == 5


def test_perft_finds_a_difference(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "x.perft"
    path.write_text((DATA / "perft" / "seats.perft").read_text().replace("leaves ", "leaves 1"))
    ran = run("perft", str(path))
    assert ran.status == 1
    assert "the file says" in ran.out


def test_simulate_to_a_file_a_folder_and_standard_output(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    words = ("simulate", "--game", "schnellen", "--players", "3", "--deals", "4", "--seed", "9")
    out = run(*words).out
    assert run(*words, "-o", str(tmp_path / "a.jsonl")).status == 0
    assert (tmp_path / "a.jsonl").read_text() == out
    run(*words, "-o", str(tmp_path / "a.jsonl.gz"))
    assert gzip.decompress((tmp_path / "a.jsonl.gz").read_bytes()).decode() == out
    run(*words, "--sessions", "11", "-o", str(tmp_path / "many") + "/")
    assert min(path.name for path in (tmp_path / "many").iterdir()) == "schnellen-01.jsonl"
    run(*words, "--sessions", "3", "-o", str(tmp_path / "archive.jsonl"))
    assert run("audit", str(tmp_path / "archive.jsonl"), "--format", "json").out.count('"sessions":3') == 1
    assert run("audit", str(tmp_path / "many"), str(tmp_path / "archive.jsonl"), "--jobs", "2").status == 0


def test_convert_to_every_form_and_back(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    for name in ("a.json", "a.jsonl.zst", "a.json.gz"):
        assert run("convert", FRIDAY, "-o", str(tmp_path / name)).status == 0
        assert load(tmp_path / name) == load(FRIDAY)
    assert run("convert", FRIDAY, "--cards", "french", "-o", str(tmp_path / "f.jsonl")).status == 0
    text = (tmp_path / "f.jsonl").read_text()
    assert "6d" in text
    assert "WE" not in text
    assert run("audit", str(tmp_path / "f.jsonl")).status == 0
    assert run("convert", str(tmp_path / "f.jsonl"), "--cards", "german").out == Path(FRIDAY).read_text()


def test_standard_input(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kratzen_log", "audit", "-"], input=Path(FRIDAY).read_bytes(), capture_output=True, check=False
    )
    assert done.returncode == 0
    assert b"14 deals" in done.stdout


def test_a_folder_counts_json_files_that_are_no_logs(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "package.json").write_text('{"name":"something else"}')
    (tmp_path / "notes.txt").write_text("x")
    run("convert", FRIDAY, "-o", str(tmp_path / "b.json"))
    (tmp_path / "a.jsonl").write_bytes(Path(INNSBRUCK).read_bytes())
    ran = run("audit", str(tmp_path), "--lang", "en")
    assert ran.status == 0
    assert "Read 2 files" in ran.out
    assert "1 .json files are no logs" in ran.out
    empty = tmp_path / "empty"
    empty.mkdir()
    assert run("audit", str(empty)).status == 2


def test_settle_up(run) -> None:  # type: ignore[no-untyped-def]
    ran = run("settle-up", FRIDAY, "--lang", "en")
    assert "Vroni pays Sepp 37" in ran.out
    answer = json.loads(run("settle-up", FRIDAY, "--format", "json").out)
    assert answer["pot"] == 20
    assert sum(answer["results"].values()) == -20
    assert {transfer["receiver"] for transfer in answer["transfers"]} >= {None}
    assert "20 stay in the pot and go to nobody (K-7)." in ran.out
    assert "Pott" not in "".join(line for line in run("settle-up", FRIDAY, "--lang", "de").out.splitlines() if "zahlt" in line)


def test_settle_up_aligns_amounts_and_warns_of_findings(run) -> None:  # type: ignore[no-untyped-def]
    ran = run("settle-up", INNSBRUCK, "--lang", "en")
    table = ran.out.split("\n\n")[1].splitlines()
    assert len(set(map(len, table))) == 1
    assert table[0].split() == ["points", "result"]
    assert "+0" not in ran.out
    assert "findings" not in ran.out
    assert f"kratzen audit {DISPUTED}" in " ".join(run("settle-up", DISPUTED, "--lang", "en").out.split())


def test_the_suffix_says_the_form(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    legal = ("legal", "--game", "kratzen", "--trump", "E", "--hand", "EA H7")
    for words in (("settle-up", FRIDAY), legal, ("schema",)):
        assert run(*words, "-o", str(tmp_path / "x.json")).status == 0
        assert json.loads((tmp_path / "x.json").read_text())
        refused = run(*words, "-o", str(tmp_path / "x.pdf"))
        assert (refused.status, len(refused.err.splitlines())) == (2, 1)
        assert not (tmp_path / "x.pdf").exists()
    for words in (("settle-up", FRIDAY), legal):
        assert run(*words, "-o", str(tmp_path / "x.txt")).status == 0
        assert "{" not in (tmp_path / "x.txt").read_text()
    assert run("schema", "-o", str(tmp_path / "x.txt")).status == 2


def test_columns_are_the_terminals_or_eighty(run, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    for wide, most in ((None, 80), ("60", 60), ("100", 100), ("300", 100), ("5", 60)):
        monkeypatch.delenv("COLUMNS", raising=False)
        if wide:
            monkeypatch.setenv("COLUMNS", wide)
        for words in (("audit", DISPUTED, "--lang", "de"), ("replay", DISPUTED, "--lang", "de", "--steps")):
            lines = [line for line in run(*words).out.splitlines() if "-->" not in line]
            assert 0.85 * most <= max(map(len, lines)) <= most


def test_schema(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    assert json.loads(run("schema").out)["$schema"].endswith("2020-12/schema")


@pytest.mark.parametrize(
    ("term", "text"),
    [
        ("play.head", "What to do"), ("K-5.3", "Overtrump"), ("k-5.3", "K-5.3"), ("Weli", "below the trump Ace"), ("Muss", "scratch"), ("kratzen", "striker_quota"),
        ("head_after_ruff", "S-4.1"), ("score", "score.delta"), ("", "Paragraphs of the rules"),
    ],
)
def test_explain(run, term: str, text: str) -> None:  # type: ignore[no-untyped-def]
    ran = run("explain", *([term] if term else []), "--lang", "en")
    assert ran.status == 0
    assert text.lower() in ran.out.lower()
    assert run("explain", *([term] if term else []), "--lang", "de").out != ran.out


def test_replay_prints_deals_and_steps(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    ran = run("replay", DISPUTED, "--deal", "3", "--lang", "en")
    assert "C:L9×" in ran.out
    assert "had to follow suit" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80
    steps = run("replay", DISPUTED, "--deal", "3", "--steps", "--lang", "en")
    assert steps.out.count("K-5") > 10
    german = run("replay", INNSBRUCK, "--lang", "de", "--cards", "french")
    assert "Spiel 1" in german.out
    assert " Ah" in german.out
    run("replay", DISPUTED, "-o", str(tmp_path / "r.md"))
    assert (tmp_path / "r.md").read_text().startswith("```text")


def test_every_line_of_every_replay_fits_eighty_columns(run) -> None:  # type: ignore[no-untyped-def]
    for path in sorted((DATA / "examples" / "lawful").glob("*.jsonl"))[::5]:
        ran = run("replay", str(path), "--lang", "en")
        assert ran.status == 0
        assert max(map(len, ran.out.splitlines())) <= 80, path


def test_keys_step_through_a_replay() -> None:
    from kratzen_log import replay

    steps = replay(load(DISPUTED))
    at = move(steps, 0, "next_fault")
    assert steps[at].breaches
    assert move(steps, at, "previous_fault") < at or not any(step.breaches for step in steps[:at])
    assert steps[move(steps, 0, "next_trick")].play == 1
    assert steps[move(steps, 0, "next_deal")].deal == 2
    assert move(steps, 5, "first") == 0
    assert move(steps, 5, "last") == len(steps) - 1
    assert move(steps, 0, "previous") == 0
    for step in range(0, len(steps), 7):
        lines = frame(steps, step, "en", lambda _style, text: text).split("\r\n")
        assert len(lines) == 24
        assert max(map(len, lines)) <= 80, lines


def test_a_replay_on_a_terminal_quits_and_restores_it() -> None:
    pid, fd = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm"
        os.execv(sys.executable, [sys.executable, "-m", "kratzen_log", "replay", DISPUTED, "--lang", "en"])

    def screen(after: bytes) -> str:
        """What stands on the screen when a key has been taken: its place line and its heading."""
        os.write(fd, after)
        seen = b""
        while not re.search(rb"(step|Schritt) \d+.*?quit|(step|Schritt) \d+.*?Ende", seen, re.DOTALL):
            seen += os.read(fd, 65536)
        return seen.decode()

    def place(text: str) -> int:
        return int(re.findall(r"(?:step|Schritt) (\d+)", text)[-1])

    shown = screen(b"")
    assert "\x1b[?1049h" in shown
    assert place(shown) == 1
    assert place(screen(b"\x1b[C")) == 2
    trick = screen(b"\x1b[B")
    assert place(trick) > 2
    assert "Deal 2" in screen(b"\x1b[6~")
    assert "follow" in screen(b".")
    assert "Spiel 3" in screen(b"l")
    os.write(fd, b"q")
    rest = b""
    try:
        while True:
            piece = os.read(fd, 65536)
            if not piece:
                break
            rest += piece
    except OSError:
        pass
    os.close(fd)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    assert b"\x1b[?1049l" in rest


@pytest.mark.parametrize(("value", "lang"), [("de_AT.UTF-8", "de"), ("en_US.UTF-8", "en"), ("C", "en"), ("", "en")])
def test_the_language_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch, value: str, lang: str) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", value)
    assert default_language() == lang


def test_a_closed_pipe_ends_quietly() -> None:
    done = subprocess.run(
        f"{sys.executable} -m kratzen_log replay {FRIDAY} --steps | head -1", shell=True, capture_output=True, text=True, check=False
    )
    assert not done.stderr
    assert loads(Path(FRIDAY).read_bytes()).deals


def test_seal_prints_the_seal_and_verify_prints_it_again(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    plain, sealed, document = tmp_path / "plain.jsonl", tmp_path / "sealed.jsonl", tmp_path / "sealed.json.gz"
    run("simulate", "--game", "schnellen", "--players", "3", "--deals", "4", "--seed", "9", "--no-seal", "-o", str(plain))
    ran = run("seal", str(plain), "-o", str(sealed))
    assert ran.status == 0
    whole = ran.out.strip()
    assert len(whole) == 43
    assert run("convert", str(sealed), "-o", str(document)).status == 0
    for path in (sealed, document):
        ran = run("verify", str(path), "--expect", whole, "--lang", "en")
        assert (ran.status, ran.out.strip()) == (0, whole)
        assert "every seal fits" in ran.err
        assert run("audit", str(path), "--expect", whole).status == 0
    assert load(plain).records[0] == load(sealed).records[0]


def test_verify_says_what_was_changed_and_that_nothing_is_sealed(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    changed, plain = tmp_path / "changed.jsonl", tmp_path / "plain.jsonl"
    changed.write_bytes(Path(FRIDAY).read_bytes().replace(b"Gasthaus", b"Wirtshaus"))
    ran = run("verify", str(changed), "--lang", "en")
    assert ran.status == 1
    assert "error seal.chain: The seal in this record is not that of the record before it (line 1)" in " ".join(ran.out.split())
    run("simulate", "--game", "schnellen", "--players", "3", "--deals", "2", "--no-seal", "-o", str(plain))
    ran = run("verify", str(plain), "--lang", "en")
    assert (ran.status, ran.out) == (1, "")
    assert "not sealed" in ran.err
    assert run("verify", DISPUTED).status == 0, "what was played is not its business"
    assert run("verify", str(ROOT / "tests/conformance/broken/file.unreadable.jsonl")).status == 3
    ran = run("verify", "/no/such", "--lang", "en")
    assert ran.status == 3
    assert "cannot be opened" in ran.out
    ran = run("verify", FRIDAY, "--expect", "A" * 43, "--lang", "de")
    assert ran.status == 1
    assert "erwartet war AAAA" in " ".join(ran.out.split())


def test_a_new_seal_does_not_hide_a_change(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    changed, out = tmp_path / "changed.jsonl", tmp_path / "out.jsonl"
    changed.write_bytes(Path(FRIDAY).read_bytes().replace(b"Gasthaus", b"Wirtshaus"))
    for words in (("seal", str(changed), "-o", str(out)), ("convert", str(changed), "--cards", "french", "-o", str(out))):
        ran = run(*words)
        assert ran.status == 2
        assert len(ran.err.splitlines()) == 1
        assert not out.exists()
    assert run("seal", str(changed), "--anew", "-o", str(out)).status == 0
    assert run("verify", str(out)).status == 0


def test_a_log_without_an_end_is_sealed_with_a_warning(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "open.jsonl"
    path.write_bytes(b"".join(Path(FRIDAY).read_bytes().splitlines(keepends=True)[:3]))
    ran = run("seal", str(path), "--lang", "en")
    assert ran.status == 0
    assert "no end record" in ran.err
    assert run("audit", FRIDAY, DISPUTED, "--expect", "A" * 43).status == 2


def test_of_an_archive_the_first_session_is_taken_with_a_word_and_any_other_with_a_number(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    archive = tmp_path / "two.jsonl"
    archive.write_bytes(Path(FRIDAY).read_bytes() + Path(DISPUTED).read_bytes())
    for words in (("settle-up",), ("replay",), ("replay", "-o", str(tmp_path / "t.html")), ("report", "--no-charts", "-o", str(tmp_path / "r.html"))):
        first = run(words[0], str(archive), *words[1:], "--lang", "en")
        assert "this is the first; --session N" in first.err
        assert first.err.count("\n") == 1
        assert first.status == 0
        assert run(words[0], str(archive), *words[1:], "--session", "1").err == ""
    assert run("settle-up", str(archive), "--session", "2").out.startswith("Resi   -51")
    assert run("settle-up", FRIDAY).err == ""
    assert "die erste; --session N" in run("settle-up", str(archive), "--lang", "de").err


def test_an_archive_is_verified_session_by_session(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    pencil = (ROOT / "sample_logs" / "pencil-schnellen.jsonl").read_bytes()
    both, mixed = tmp_path / "both.jsonl", tmp_path / "mixed.jsonl"
    both.write_bytes(Path(FRIDAY).read_bytes() + Path(INNSBRUCK).read_bytes())
    ran = run("seal", str(both), "-o", str(both), "--lang", "en")
    assert "2 sessions, each sealed by itself" in ran.err
    ran = run("verify", str(both), "--lang", "en")
    assert ran.status == 0
    assert "that of the last one" in ran.err
    for parts in ((pencil, both.read_bytes()), (both.read_bytes(), pencil)):
        mixed.write_bytes(b"".join(parts))
        ran = run("verify", str(mixed), "--lang", "en")
        assert ran.status == 1
        assert "1 of 3 sessions carry no seal" in ran.err
        assert not ran.out


def test_the_readme_names_every_command() -> None:
    from kratzen_log.cli.commands import ALL

    text = (ROOT / "README.md").read_text("utf-8")
    assert [name for name in ALL if f"`kratzen {name}" not in text] == []
