"""The browser's side without a browser: one module, no imports, and its helpers under ``node --test``."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import msgspec
import pytest

from kratzen_log import load, replay
from kratzen_log.cards import CARDS, token
from kratzen_log.show.cards_svg import deck
from kratzen_log.show.frames import frames
from kratzen_log.show.module import LINKED_PARTS, PARTS, QUIZ_PARTS, SHIELD_PARTS, layout, quiz_script, script, style
from kratzen_log.texts import table
from tests.support import ROOT

STATIC = ROOT / "kratzen_log" / "show" / "static"


def test_one_module_without_imports() -> None:
    code = script()
    assert not re.search(r"^\s*import\b|\bimport\(|\brequire\(", code, re.MULTILINE)
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|\bfetch\(|XMLHttpRequest|WebSocket", code)
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", code)
    assert "export default { render };" in code


def test_every_part_is_joined_and_short() -> None:
    assert {path.stem for path in STATIC.glob("*.js")} == {*PARTS, *QUIZ_PARTS, *LINKED_PARTS, *SHIELD_PARTS}
    for path in STATIC.glob("*.js"):
        assert len(path.read_text("utf-8").splitlines()) <= 400, path.name


def test_no_two_parts_use_one_name() -> None:
    names = re.findall(r"^(?:async )?(?:function|const|let|class) (\w+)", script(), re.MULTILINE)
    assert sorted(names) == sorted(set(names))


def test_every_word_the_script_says_is_there() -> None:
    words = table("viewer")["words"]
    said = set(re.findall(r'word\("(\w+)"', script()))
    assert said <= set(words), said - set(words)


def test_cards_of_the_deck_stand_in_the_order_of_their_numbers() -> None:
    for pack in ("german", "french"):
        assert list(deck().cards[pack]) == [token(card, pack) for card in range(CARDS)]


def test_a_place_for_every_seat() -> None:
    for form in ("wide", "narrow"):
        for what in ("seats", "trick"):
            assert {count: len(spots) for count, spots in layout()[form][what].items()} == {str(n): n for n in range(2, 7)}


def test_the_style_names_no_address() -> None:
    assert "url(" not in style()
    assert "DARK" not in style()
    assert style().count("{") == style().count("}")


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_javascript_helpers(tmp_path: Path) -> None:
    module = tmp_path / "replay.mjs"
    module.write_text(script(), "utf-8")
    quiz = tmp_path / "quiz.mjs"
    quiz.write_text(quiz_script(), "utf-8")
    sessions = []
    for name in ("disputed-kratzen", "innsbruck-schnellen"):
        session = load(ROOT / "sample_logs" / f"{name}.jsonl")
        steps = replay(session)
        said = {f"{lang}-{pack}": [step.text(lang, pack) for step in steps] for lang in ("en", "de") for pack in ("german", "french")}
        sessions.append({"frames": frames(session), "said": said})
    fixtures = tmp_path / "fixtures.json"
    fixtures.write_bytes(msgspec.json.encode({"sessions": sessions}))
    tests = sorted(str(path) for path in (Path(__file__).parent / "js").glob("*.test.mjs"))
    env = {**os.environ, "KRATZEN_MODULE": module.as_uri(), "KRATZEN_QUIZ": quiz.as_uri(), "KRATZEN_FIXTURES": str(fixtures)}
    done = subprocess.run(["node", "--test", *tests], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:]
