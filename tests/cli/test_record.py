"""``kratzen record`` as people type: an evening, a break, a crash in the middle of a deal."""

from __future__ import annotations

import io
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from kratzen_log import Deal, LogWriter, Session, audit, load, sealed, simulate
from kratzen_log.cli import main
from kratzen_log.log.codec import Entry
from kratzen_log.recorder.evening import Evening
from tests.recorder.table import lines
from tests.support import ROOT, scaled

TABLE = ("--game", "kratzen", "--players", "Resi, Toni, Vroni", "--start", "100")
FIRST = ["", "A", "E9", "", "EA EX EK", "HA H9 H8", "LA L9 L8", "S8 S9 SA", "SX S7 SU", ""]
"""A first deal without a fault, from the question between deals on."""


class Table:
    """A recorder with a log, driven by lines."""

    def __init__(self, path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.path, self.monkeypatch, self.capsys = path, monkeypatch, capsys
        self.err = ""

    def __call__(self, typed: list[str], *words: str, lang: str = "en") -> str:
        self.monkeypatch.setattr(sys, "stdin", io.StringIO("".join(line + "\n" for line in typed)))
        self.status = main(["record", str(self.path), "--lang", lang, *words])
        out, self.err = self.capsys.readouterr()
        return out

    def deals(self) -> list[Deal]:
        return [replace(deal, recorded=UNSET, prev=UNSET) for deal in load(self.path).deals]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Table:
    return Table(tmp_path / "evening.jsonl", monkeypatch, capsys)


def test_an_evening_from_the_first_question_to_the_end(table: Table) -> None:
    out = table(["kratzen", "exchange=1", "exchange=9", "", "Resi, Toni", "Resi, Toni, Vroni", "", *FIRST, "adjust C 20 buys in", "note Vroni pours the wine", "end"])
    assert table.status == 0
    assert "exchange is 0 to 2" in out
    log = load(table.path)
    assert log.head is not None
    assert (log.head.game, log.head.rules, log.head.players, log.head.start) == ("kratzen", {"version": 1, "exchange": 1}, ["Resi", "Toni", "Vroni"], [200] * 3)
    assert [type(record).__name__ for record in log] == ["Head", "Deal", "Adjust", "Note", "End"]
    assert log.records[-1].totals == [185, 204, 218]  # type: ignore[attr-defined]
    assert audit(table.path).verdict == "clean"
    assert sealed(log) == log
    whole = audit(table.path).seal
    assert whole is not None
    assert whole in out
    assert [entry.name for entry in table.path.parent.iterdir()] == [table.path.name]


def test_what_is_irregular_is_said_at_once_and_stands(table: Table) -> None:
    out = table([*FIRST[:5], "HA L7 H9", "LA H7 L9", "!", "undo", "!", "S8 SX SA", "S9 S7 HU", "A wrong answer", "", "end", "abandoned"], *TABLE)
    first, rest = out.split("Toni takes trick 3\n")
    assert "✗" not in first
    assert "✗ 2.2: Vroni had to follow suit" in rest.split("\n")[0]
    assert "(K-5.1)" in rest.split("\n")[0]
    assert [finding.code for finding in audit(table.path) if finding.severity == "error"][:1] == ["play.follow-suit"]
    assert table.deals()[0].tricks[2] == "B:LA C:H7 A:L9! >B"  # type: ignore[index]


def test_undo_and_void(table: Table) -> None:
    out = table([*FIRST, "void cards were turned over", "", "E9", "undo", "H9", "", "HA H8 HK", "undo", "undo", "undo", "undo", "undo", "end"], *TABLE)
    assert "Deal 1 is void" in out
    assert "taken back: HA H8 HK" in out
    assert [type(record).__name__ for record in load(table.path)] == ["Head", "Deal", "Void", "End"]
    assert audit(table.path).verdict == "clean"


def test_a_deal_that_is_void_is_dealt_again_by_the_same_dealer(table: Table) -> None:
    out = table([*FIRST, "void", *FIRST[:1], *FIRST[2:], "end"], *TABLE)
    assert out.count("Resi deals") == 1
    assert [deal.dealer for deal in table.deals()] == ["A", "A"]
    assert audit(table.path).verdict == "clean"


def test_results_may_be_other_than_computed(table: Table) -> None:
    out = table([*FIRST[:-1], "-15 5 -2", "end"], *TABLE)
    assert "✗ The changes are recorded as" in out
    assert table.deals()[0].delta == [-15, 5, -2]
    assert [finding.code for finding in audit(table.path)] == ["score.delta"]


def test_in_german(table: Table) -> None:
    out = table(["spiel", "Resi", "E9", "", "EA EX EK", "?", "zurück", "quit"], *TABLE, lang="de")
    for text in ("Muss, denn", "Stich 1 geht an Toni", "zurückgenommen", "Alles Eingegebene ist gesichert", "Trumpf: Eichel"):
        assert text in out


def test_what_is_typed_wrong_between_deals_is_said(table: Table) -> None:
    out = table(["nonsense", "adjust", "adjust X 3 why", "adjust C 20", "note", "void", "end because", "?", "quit"], *TABLE)
    for text in ("nonsense is not understood", "Write seat, amount and why", "X is nobody at this table", "Write the text after it", "no deal that could be cancelled", "because is no reason", "In a deal:"):
        assert text in out
    assert len(load(table.path)) == 1


def test_names_and_notes_cannot_write_on_the_terminal(table: Table) -> None:
    out = table(["note \x1b[31mred\u202e", *FIRST[:2], "\x1b]0;x\x07"], "--game", "kratzen", "--players", "Re\x1b[2Jsi,Toni,Vroni")
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert load(table.path).records[1].text == "\x1b[31mred\u202e"  # type: ignore[attr-defined]


@pytest.mark.parametrize("words", [
    ("--game", "chess"), ("--game", "kratzen", "--players", "A,B"), ("--game", "kratzen", "--rule", "exchange=7"),
    ("--game", "kratzen", "--players", "A,B,C", "--start", "many"),
])
def test_wrong_usage_is_one_line_and_begins_no_log(table: Table, words: tuple[str, ...]) -> None:
    table([], *words)
    assert table.status == 2
    assert len(table.err.strip().splitlines()) == 1
    assert not table.path.exists()


def test_a_log_that_cannot_be_gone_on_with_is_refused(table: Table) -> None:
    table([*FIRST, "end"], *TABLE)
    for words in ((), ("--players", "A,B,C"), ("--rule", "exchange=1")):
        before = table.path.read_bytes()
        table([""], *words)
        assert table.status == 2
        assert len(table.err.strip().splitlines()) == 1
        assert table.path.read_bytes() == before
    table.path.write_text("no log")
    table([""])
    assert table.status == 2


def test_one_recorder_at_a_time(table: Table) -> None:
    table(["quit"], *TABLE)
    with LogWriter(table.path):
        table([""])
    assert table.status == 2
    assert "another program is writing this log" in table.err


def test_a_torn_line_is_moved_aside_and_said(table: Table) -> None:
    table([*FIRST, "quit"], *TABLE)
    with table.path.open("ab") as file:
        file.write(b'{"type":"deal","no":2')
    out = table(["end"])
    assert f"its bytes are now in {table.path}.torn" in out
    assert audit(table.path).verdict == "clean"


def test_notes_of_a_deal_of_another_log_are_put_aside(table: Table) -> None:
    table([*FIRST, "", "S7", "quit"], *TABLE)
    with LogWriter(table.path) as log:
        log.note("written by another program")
    with LogWriter(table.path) as log:
        log.note("and once more")
    out = table(["quit"])
    assert f"{table.path}.hand.old" in out
    assert (table.path.parent / "evening.jsonl.hand.old").exists()


TRANSCRIPT = [
    "", "Toni", "HX", "", "SU SO SK", "HA HU H9", "LK EX LA", "L9 L7 L8", "! 3.2", "EA EK E7", "", "adjust C 20 buys in", "", "S9", "B:out",
    "undo", "", "EU EA", "quit",
]


def test_the_page_shows_what_really_happens(table: Table) -> None:
    """The page's transcript; print(out) when it changes."""
    out = table(TRANSCRIPT, "--game", "kratzen", "--players", "Resi,Toni,Vroni", "--start", "100").replace(f"{table.path.parent}/", "")
    page = (ROOT / "docs" / "recording.md").read_text("utf-8")
    shown = "\n".join(line.rstrip() for line in out.strip().splitlines())
    assert shown in page, out


# --- breaks and crashes ----------------------------------------------------------------------------------------------

EVENING: Session = next(iter(simulate("kratzen", 4, 4, seed=21, rules={"exchange": 2, "muss": "once", "short_stack": "debt"}, seal=False)))
HEAD = ("--game", "kratzen", "--players", "A,B,C,D", "--start", "200", "--rule", "exchange=2", "--rule", "muss=once", "--rule", "short_stack=debt")


def script() -> list[str]:
    """Everything typed in an evening."""
    setting = Evening([Entry(EVENING.records[0], 1, 0)]).setting
    typed = []
    for number, deal in enumerate(EVENING.deals):
        typed += ["", *lines(deal, setting, first=number == 0)]
    return [*typed, "end"]


def comparable(path: Path) -> list[Any]:
    return [
        replace(record, prev=UNSET, **({"recorded": UNSET} if isinstance(record, Deal) else {"date": UNSET} if number == 0 else {}))
        for number, record in enumerate(load(path))
    ]


def test_a_break_after_any_line_goes_on_there(table: Table) -> None:
    typed = script()
    table(typed, *HEAD)
    whole = comparable(table.path)
    assert audit(table.path).verdict == "clean"
    expected = [(deal.no, deal.tricks, deal.delta, deal.totals, deal.exchange) for deal in EVENING.deals]
    assert [(deal.no, deal.tricks, deal.delta, deal.totals, deal.exchange) for deal in table.deals()] == expected
    for at in range(0, len(typed), max(1, int(9 / scaled(1)))):
        table.path = table.path.parent / f"{at}.jsonl"
        table(typed[:at], *HEAD)
        in_deal = os.path.exists(f"{table.path}.hand")
        out = table(typed[at:])
        assert ("goes on where it was" in out) == (in_deal and typed[at - 1 : at] != [])
        assert comparable(table.path) == whole, at
        assert audit(table.path).verdict == "clean"
        assert not os.path.exists(f"{table.path}.hand")


def kill_after(path: Path, typed: list[str], rng: random.Random, *words: str) -> None:
    """Types lines into a process of its own and kills it while it may be working on the last."""
    command = [sys.executable, "-m", "kratzen_log", "record", str(path), "--lang", "en", *words]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT)
    assert process.stdin is not None
    assert process.stdout is not None
    seen = b""
    while b"quit > " not in seen and b"goes on where" not in seen:
        more = os.read(process.stdout.fileno(), 1 << 16)
        assert more, seen
        seen += more
    process.stdin.write("".join(line + "\n" for line in typed).encode())
    process.stdin.flush()
    time.sleep(rng.random() * 0.08)
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdin.close()
    process.stdout.close()


@pytest.mark.parametrize("seed", range(scaled(4)))
def test_killed_in_the_middle_of_a_deal_it_goes_on_with_every_line_that_was_taken(table: Table, seed: int) -> None:
    rng = random.Random(seed)
    setting = Evening([Entry(EVENING.records[0], 1, 0)]).setting
    typed = ["", *lines(EVENING.deals[0], setting, first=True)]
    kill_after(table.path, typed, rng, *HEAD)
    for _again in range(2):
        taken = taken_lines(table.path)
        if taken is None:
            break
        assert taken == typed[1 : 1 + len(taken)], "what was taken is what was typed, as far as it goes"
        kill_after(table.path, [*([] if taken else [""]), *typed[1 + len(taken) :]], rng)
    taken = taken_lines(table.path)
    if taken is not None:
        table([*([] if taken else [""]), *typed[1 + len(taken) :], "quit"])
    [deal] = table.deals()
    first = EVENING.deals[0]
    assert (deal.tricks, deal.delta, deal.exchange) == (first.tricks, first.delta, first.exchange)
    assert {finding.code for finding in audit(table.path)} <= {"seal.no-end"}


def taken_lines(path: Path) -> list[str] | None:
    """The lines of the deal in hand that are on disk; None when the deal is in the log."""
    from kratzen_log.log.seal import digest
    from kratzen_log.recorder.journal import Journal

    session = load(path)
    if session.deals:
        return None
    return Journal(str(path)).read(f"0:{digest(session.records[0])}", "")[0]


def test_trumps_nobody_knows_are_an_empty_answer_and_high_is_none_in_kratzen(table: Table) -> None:
    out = table(["", "A", "", "high", "", "", "EA EX EK", "quit"], *TABLE)
    assert "high is not understood here. Possible: E, L, H, S." in out
    assert "takes trick 1" in out
