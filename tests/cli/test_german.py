"""What the command line complains about, said in German (one line on standard error)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from kratzen_log.cli import main
from kratzen_log.texts.usage import said
from tests.support import ROOT

FRIDAY = str(ROOT / "sample_logs" / "friday-kratzen.jsonl")


def _sentence(node: ast.expr) -> str | None:
    """A raised sentence with its places filled with something."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "A1" for part in node.values)
    return None


def raised() -> Iterator[tuple[str, str]]:
    """Every sentence of a ``UsageError`` of the command line, and where it is raised."""
    for path in sorted((ROOT / "kratzen_log" / "cli").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "UsageError":
                branches = [node.args[0].body, node.args[0].orelse] if isinstance(node.args[0], ast.IfExp) else node.args[:1]
                for branch in branches:
                    sentence = _sentence(branch)
                    if sentence is not None:
                        yield sentence, f"{path.name}:{node.lineno}"


@pytest.mark.parametrize(("sentence", "place"), list(raised()))
def test_every_complaint_has_a_german_sentence(sentence: str, place: str) -> None:
    if sentence != "A1: A1":
        assert said(sentence.replace("sessionA1", "sessions"), "de") != sentence, place


@pytest.mark.parametrize(("words", "text"), [
    (["audit", "--lang", "de"], "kratzen audit: es fehlt: PATH (mehr: kratzen audit --help)"),
    (["--lang", "de", "audit", "--jobs", "x", FRIDAY], "kratzen audit: --jobs: 'x' ist keine ganze Zahl (mehr: kratzen audit --help)"),
    (["replay", FRIDAY, "--deal", "99", "--lang=de"], f"kratzen: {FRIDAY}: Ein Spiel 99 gibt es nicht"),
    (["replay", FRIDAY, "--session", "2", "--lang", "de"], f"kratzen: {FRIDAY}: enthält 1 Partie; eine Partie 2 gibt es nicht"),
    (["legal", "--game", "kratzen", "--trump", "H", "--hand", "HA HA", "--lang", "de"], "kratzen: HA steht zweimal da"),
    (["legal", "--game", "kratzen", "--trump", "H", "--hand", "HA", "--rule", "head=alway", "--lang", "de"], "kratzen: head = alway gibt es nicht: Für head gibt es none | trumps | always"),
    (["convert", FRIDAY, "-o", "/nowhere/a.json", "--lang", "de"], "kratzen: /nowhere/a.json: Datei oder Ordner gibt es nicht"),
    (["explain", "--lang", "de", "qqqqqq"], "kratzen: 'qqqqqq' gibt es nicht (kratzen explain zählt alles auf)"),
])
def test_complaints_are_said_in_german(words: list[str], text: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["kratzen", *words])
    try:
        status = main()
    except SystemExit as stopped:
        status = int(str(stopped.code))
    assert status in (2, 3)
    assert capsys.readouterr().err.strip() == text


def test_a_folder_where_a_log_is_wanted_says_what_to_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(ROOT / "sample_logs"), "--lang", "en"]) == 2
    assert "is a folder; name one of its logs, for example" in capsys.readouterr().err


def test_the_language_may_stand_before_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["--lang", "de", "explain", "Weli", "schnellen"]) == 0
    assert "Hausregeln für Schnellen" in capsys.readouterr().out
    for command in (["schema"], ["convert", FRIDAY]):
        assert main([*command, "--lang", "de", "-o", str(tmp_path / "out.json")]) == 0
