"""``kratzen replay`` as page and picture."""

from __future__ import annotations

from pathlib import Path

import pytest

from kratzen_log import load
from kratzen_log.cli import main
from kratzen_log.show.page import page
from tests.support import ROOT

DISPUTED = str(ROOT / "sample_logs" / "disputed-kratzen.jsonl")


def run(*args: str) -> int:
    return main(["replay", DISPUTED, "--lang", "en", *args])


def test_a_page(tmp_path: Path) -> None:
    out = tmp_path / "x.html"
    assert run("-o", str(out)) == 0
    assert out.read_text("utf-8").strip() == page(load(DISPUTED)).strip()


def test_a_page_for_a_seat(tmp_path: Path) -> None:
    out = tmp_path / "x.html"
    assert run("-o", str(out), "--view", "b") == 0
    assert out.read_text("utf-8").strip() == page(load(DISPUTED), "B").strip()


def test_a_sheet_for_a_seat(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--view", "public", "--deal", "3") == 0
    assert "known from the plays" in capsys.readouterr().out


def test_pictures(tmp_path: Path) -> None:
    svg, still = tmp_path / "x.svg", tmp_path / "x.png"
    assert run("--deal", "3", "--step", "15", "-o", str(svg)) == 0
    assert "Vroni played the Nine of Leaves" in svg.read_text("utf-8")
    pytest.importorskip("vl_convert")
    assert run("--deal", "3", "--step", "15", "-o", str(still)) == 0
    assert still.read_bytes().startswith(b"\x89PNG")
    assert b"acTL" not in still.read_bytes()


@pytest.mark.parametrize(("args", "word"), [
    (("-o", "x.pdf"), "written as .html, .svg, .png"), (("--step", "3"), "--step is for pictures"),
    (("-o", "x.svg", "--deal", "3", "--step", "99"), "has the steps 1 to 41"), (("-o", "x.html", "--view", "F"), "a seat from A to D"),
    (("-o", "x.html", "--deal", "77"), "there is no deal 77"),
])
def test_what_cannot_be_is_said_in_one_line(args: tuple[str, ...], word: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(*args) == 2
    error = capsys.readouterr().err
    assert word in error
    assert error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
