"""The quiz: what is right, what is said, what is kept; and in a browser by keyboard alone."""

from __future__ import annotations

import zlib
from base64 import b64encode
from pathlib import Path
from typing import Any

import msgspec
import pytest

pytest.importorskip("anywidget")

from kratzen_log import Quiz, find_positions, load, replay
from kratzen_log.cards import SEATS
from kratzen_log.show.questions import call_question, legal_question, settle_question, winner_question
from kratzen_log.texts import LANGS
from tests.show.browser import Opened, chromium, needs_browser
from tests.support import ROOT

FRIDAY = str(ROOT / "sample_logs" / "friday-kratzen.jsonl")
TEXTBOOK = str(ROOT / "sample_logs" / "textbook-schnellen.jsonl")


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("log", [FRIDAY, TEXTBOOK])
def test_each_card_has_its_paragraph(lang: Any, log: str) -> None:
    for spot in find_positions(log, choices=3)[::7]:
        question = legal_question(spot, lang)
        assert {option.label for option in question.options if option.right}
        assert sum(option.right for option in question.options) == len(spot.legal)
        assert all(option.says.endswith(")") and "{" not in option.says and "?" not in option.says for option in question.options)


def test_winner_settlement_and_call_come_from_the_deal() -> None:
    winner = winner_question(FRIDAY, 5, 1)
    assert [option.label for option in winner.options if option.right] == ["Vroni: Ace of Acorns"]
    assert [option.amount for option in settle_question(FRIDAY, 2).options] == [11, 3, 3, 3]
    assert [option.amount for option in settle_question(TEXTBOOK, 1).options] == [-3, 1, -2, 5]
    muss = call_question(FRIDAY, 9, "B")
    assert [option.right for option in muss.options] == [True, False, True]
    assert (muss.right([0]), muss.right([1]), muss.right([2]), muss.right([0, 2])) == (True, False, True, False)
    assert "K-3.2" in muss.options[0].says
    free = call_question(FRIDAY, 4, "B")
    assert free.open
    assert free.after == "Toni stayed out, and the deal brought −5."


@pytest.mark.parametrize(("lang", "says"), [("en", "Sepp plays the Seven of Hearts"), ("de", "Sepp spielt ")])
def test_the_picture_does_not_say_who_takes_the_trick(lang: Any, says: str) -> None:
    drawn = winner_question(FRIDAY, 5, 1, lang).svg
    assert says in drawn
    assert "(" not in drawn.split("<title>")[1].split("</title>")[0]
    assert 'stroke="#ffffff"' not in drawn


def test_a_bettler_may_be_announced_in_a_muss_too_and_only_once() -> None:
    log = str(ROOT / "sample_logs" / "house-rules-kratzen.jsonl")
    asked = [
        (step, call_question(log, step.deal, SEATS[step.seat], lang))
        for lang in LANGS for step in replay(load(log)) if step.kind == "call" and step.choices
    ]
    assert any(step.key == "call_bettler" for step, _question in asked)
    for step, question in asked:
        assert len(question.options) == 3
        assert [option.right for option in question.options] == [word in step.choices for word in ("in", "out", "bettler")]
        assert question.open == all(option.right for option in question.options)
        assert all(question.right([at]) == option.right for at, option in enumerate(question.options))
        assert question.options[2].says.endswith("(K-4.1)")
        assert not any("?" in option.says or "{" in option.says for option in question.options)
        if step.key == "call_bettler":
            assert "Bettler" in question.after
    assert {tuple(option.right for option in question.options) for _step, question in asked} >= {(True, True, True), (True, True, False)}
    muss = [question for _step, question in asked if [option.right for option in question.options] == [True, False, True]]
    assert all("K-3" in question.options[1].says for question in muss)


def quiz(**options: Any) -> Quiz:
    return Quiz([find_positions(FRIDAY, duty="follow", choices=4)[2], settle_question(FRIDAY, 2), call_question(FRIDAY, 4, "B")], **options)


def test_answers_and_score() -> None:
    made = quiz()
    assert made.score == {"right": 0, "answered": 0, "questions": 3}
    assert not made.answer(0, [0])
    assert made.answer(1, [11, 3, 3, 3])
    assert made.score == {"right": 1, "answered": 2, "questions": 3}
    made.answers = {**made.answers, "9": {"chosen": [0]}, "x": 1}
    assert set(made.answers) == {"0", "1"}
    with pytest.raises(ValueError, match="needs a question"):
        Quiz([])


def test_answers_are_kept_in_a_file_and_only_for_the_same_questions(tmp_path: Path) -> None:
    file = tmp_path / "answers.json"
    quiz(keep=file).answer(1, [11, 3, 3, 3])
    assert quiz(keep=file).score["right"] == 1
    assert Quiz([settle_question(FRIDAY, 1)], keep=file).score["answered"] == 0
    file.write_text("{", "utf-8")
    assert quiz(keep=file).score["answered"] == 0


def test_a_reader_without_a_kernel_finds_questions_and_answers() -> None:
    bundle, _metadata = quiz()._repr_mimebundle_()
    assert bundle["text/html"].count("<details>") == 3
    assert "K-5.1" in bundle["text/html"]


def page(made: Quiz) -> str:
    module = str(made._esm).replace("export default", "const plugin =").replace("export { helpers };", "")
    start = f"""
const state = {{ data: bytesOf("{b64encode(made.data).decode()}"), answers: {{}}, lang: "en" }};
window.state = state;
plugin.render({{ model: {{ get: (n) => state[n], set: (n, v) => {{ state[n] = v; }}, save_changes() {{}}, on() {{}}, off() {{}} }}, el: document.querySelector("main") }});"""
    return f'<!doctype html><html lang="en"><meta charset="utf-8"><title>quiz</title><style>{made._css}</style><main></main><script type="module">{module}{start}</script></html>'


@needs_browser
def test_a_quiz_is_answered_by_keyboard(tmp_path: Path) -> None:
    made = quiz()
    file = tmp_path / "quiz.html"
    file.write_text(page(made), "utf-8")
    right = {option.label for option in made.questions[0].options if option.right}
    with chromium() as browser:
        opened = Opened(browser, file)
        for label in right:
            opened.page.get_by_role("checkbox", name=label).focus()
            opened.page.keyboard.press("Space")
        opened.page.keyboard.press("Enter")
        opened.page.get_by_text("Right.").wait_for()
        assert "K-5.1" in opened.says()
        opened.button("Next question").press("Enter")
        for box, amount in zip(opened.page.get_by_role("spinbutton").all(), (11, 3, 3, 4), strict=True):
            box.fill(str(amount))
        opened.page.keyboard.press("Enter")
        opened.page.get_by_text("Not quite.").wait_for()
        assert opened.page.get_by_text("1 of 2 answered right").count() == 1
        answers = opened.page.evaluate("state.answers")
        from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

        assert not Axe().run(opened.page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa"]}).response["violations"]
        assert not opened.complaints
        opened.close()
    made.answers = answers
    assert made.score == {"right": 1, "answered": 2, "questions": 3}


def test_names_are_shown_and_never_run(tmp_path: Path) -> None:
    text = Path(FRIDAY).read_text("utf-8").replace('"name":"Toni"', '"name":"<script>alert(1)</script>"')
    log = tmp_path / "nasty.jsonl"
    log.write_text(text, "utf-8")
    made = Quiz([settle_question(str(log), 2)])
    assert "<script>" not in made.html()
    assert "<script>" in msgspec.json.decode(zlib.decompress(made.data))["questions"][0]["options"][1]["label"]
