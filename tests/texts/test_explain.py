"""``kratzen explain``: no section is missing, and every example does what is said of it."""

from __future__ import annotations

import json

import pytest

from kratzen_log.cli.common import UsageError
from kratzen_log.cli.explaining import explanation, explanations
from kratzen_log.cli.sections import of_finding, of_paragraph
from kratzen_log.games._game import paragraphs
from kratzen_log.texts import LANGS, table
from tests.support import ROOT
from tests.texts.building import report, shown
from tests.texts.examples import CASES, code_of, examples

FINDINGS = sorted(table("findings"))
INFO = {code for code, row in table("findings").items() if row["severity"] == "info"}
BESIDE = {"file.bomb": {"file.unreadable"}}
"""What an example may give beside its code."""
GLOSSARIES = {
    "kratzen": ["Kratzen", "Muss", "Striker", "Schlager", "Weli", "Stechen", "Talon", "Bettler"],
    "schnellen": ["Schnellen", "Weli", "trumps", "trick", "suit led", "drop out", "follow suit", "trump", "bid", "high", "short pack", "forced deals", "hearts double"],
}
"""The words that the two source texts explain."""


def test_every_finding_and_every_paragraph_has_an_example_and_a_source() -> None:
    everything = {*table("findings"), *paragraphs()}
    assert set(CASES) == everything
    assert set(table("sources")) == everything
    assert set(table("examples")) == everything


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("code", FINDINGS)
def test_a_finding_has_all_its_sections(code: str, lang: str) -> None:
    words = table("words")["explain"]
    parts = of_finding(code, table("findings")[code], lang)
    assert [part.heading for part in parts] == [words[key][lang] for key in ("means", "why", "do", "example", "right", "source")]
    assert all(part.code or part.prose or part.lines for part in parts)
    assert parts[3].prose


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", sorted(paragraphs()))
def test_a_paragraph_has_all_its_sections(name: str, lang: str) -> None:
    words = table("words")["explain"]
    parts = of_paragraph(paragraphs()[name], lang)
    example = ("breaks", "right") if CASES[name].breaks else ("real",)
    assert [part.heading for part in parts] == [words[key][lang] for key in ("means", "reason", *example, "source")]
    assert all(part.code or part.prose or part.lines for part in parts)


@pytest.mark.parametrize("key", [key for key in CASES if CASES[key].breaks])
def test_an_example_breaks_what_it_says_and_what_would_have_been_right_does_not(key: str) -> None:
    case, code = CASES[key], code_of(key)
    wrong = list(report(case, wrong=True))
    given = [finding for finding in wrong if finding.code == code]
    assert given
    if key in paragraphs():
        assert {finding.rule for finding in given} == {case.cites or key}
    assert {finding.code for finding in wrong if finding.severity != "info"} - {code} <= BESIDE.get(code, set())
    right = report(case, wrong=False)
    assert [finding.code for finding in right if finding.severity != "info" or finding.code == code] == []


@pytest.mark.parametrize("key", [key for key in CASES if not CASES[key].breaks])
def test_a_real_example_is_clean(key: str) -> None:
    assert report(CASES[key], wrong=False).verdict == "clean"
    assert all(CASES[key].says)


@pytest.mark.parametrize("key", [key for key in CASES if CASES[key].breaks])
def test_an_example_marks_what_is_wrong_or_what_was_missing(key: str) -> None:
    sides = [shown(CASES[key], wrong=wrong) for wrong in (True, False)]
    assert "^" in "".join(sides) or key in ("log.no-session", "log.no-end", "seal.no-end", "file.line-too-long")
    assert sides[0] != sides[1]


def test_the_examples_of_the_package_are_up_to_date() -> None:
    """``python -m tests.regenerate`` writes them."""
    held = (ROOT / "kratzen_log" / "texts" / "examples.json").read_text("utf-8")
    assert json.loads(examples()) == json.loads(held)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("word", sorted({word for words in GLOSSARIES.values() for word in words}))
def test_every_word_of_the_two_glossaries_is_explained(word: str, lang: str) -> None:
    assert len(explanation(word, lang)) > 40


def test_several_terms_are_explained_one_after_the_other() -> None:
    both = explanations(["K-5.3", "S-4.1"], "en")
    assert "K-5.3  " in both
    assert "S-4.1  " in both
    assert explanations(["follow", "suit"], "en") == explanation("follow suit", "en")
    with pytest.raises(UsageError, match="nothing is called 'K-9'"):
        explanations(["K-5.3", "K-9"], "en")
