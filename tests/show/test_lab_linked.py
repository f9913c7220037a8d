"""The chart beside the replay, and a quiz, in a real JupyterLab: a click moves the viewer, the answers reach Python."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.show import test_lab
from tests.show.browser import chromium, needs_browser
from tests.support import ROOT

pytest.importorskip("jupyterlab")
pytest.importorskip("altair")
pytestmark = needs_browser
LOG = str(ROOT / "sample_logs" / "friday-kratzen.jsonl")
CELLS = [
    f"""from kratzen_log import Quiz, Viewer, linked
from kratzen_log.show.questions import call_question
viewer = Viewer({LOG!r}, deal=2)
linked(viewer)""",
    "print('deal', viewer.deal)",
    f"quiz = Quiz([call_question({LOG!r}, 9, 'B')])\nquiz",
    "print('score', quiz.score['right'], quiz.score['answered'])",
]


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(test_lab, "CELLS", CELLS)
        yield from test_lab.serve(tmp_path_factory.mktemp("linked"))


def test_a_click_in_the_chart_moves_the_viewer_and_a_quiz_is_answered(lab: str) -> None:
    from playwright.sync_api import expect

    with chromium() as browser:
        page, cells, asked = test_lab.opened(browser, lab, 4)

        def run(number: int) -> None:
            cells.nth(number).locator(".cm-content").press("Control+Enter")
            expect(cells.nth(number).locator(".jp-InputPrompt")).to_have_text(re.compile(r"\[\d+\]"), timeout=60_000)

        run(0)
        drawn = cells.nth(0).locator("canvas, svg.marks").first
        drawn.wait_for(timeout=60_000)
        page.locator(".kl-says").get_by_text("Deal 2").wait_for(timeout=60_000)
        box = drawn.bounding_box()
        drawn.click(position={"x": box["width"] * 0.5, "y": box["height"] * 0.5})
        expect(page.locator(".kl-says")).not_to_contain_text("Deal 2", timeout=20_000)
        run(1)
        expect(cells.nth(1).locator(".jp-OutputArea-output")).not_to_contain_text("deal 2")
        run(2)
        page.get_by_role("radio", name="In", exact=True).focus()
        page.keyboard.press("Space")
        page.keyboard.press("Enter")
        page.locator(".kq-verdict").get_by_text("Right.").wait_for()
        run(3)
        expect(cells.nth(3).locator(".jp-OutputArea-output")).to_contain_text("score 1 1")
        expect(cells).to_have_count(4)
        assert [url for url in asked if not url.startswith(("http://127.0.0.1:", "data:", "blob:"))] == []
