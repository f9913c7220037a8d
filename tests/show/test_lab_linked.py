"""The chart beside the replay, and a quiz, in a real JupyterLab: a click moves the viewer, the answers reach Python."""

from __future__ import annotations

import pytest

from tests.show.browser import needs_browser
from tests.show.jupyter import SLOW, Jupyter, notebook, opened
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


def test_a_click_in_the_chart_moves_the_viewer_and_a_quiz_is_answered(jupyter: Jupyter) -> None:
    from playwright.sync_api import expect

    jupyter.write("linked.ipynb", notebook(CELLS))
    with opened(jupyter.address("lab/tree", "linked.ipynb")) as page:
        page.ready(4)
        page.run(0)
        drawn = page.cells.nth(0).locator("canvas, svg.marks").first
        drawn.wait_for(timeout=SLOW)
        page.says().get_by_text("Deal 2").wait_for(timeout=SLOW)
        box = drawn.bounding_box()
        drawn.click(position={"x": box["width"] * 0.5, "y": box["height"] * 0.5})
        expect(page.says()).not_to_contain_text("Deal 2", timeout=20_000)
        expect(page.run(1)).not_to_contain_text("deal 2")
        page.run(2)
        page.page.get_by_role("radio", name="In", exact=True).focus()
        page.page.keyboard.press("b")
        page.page.keyboard.press("Space")
        page.page.keyboard.press("Enter")
        page.page.locator(".kq-verdict").get_by_text("Right.").wait_for()
        expect(page.run(3)).to_contain_text("score 1 1")
        expect(page.cells).to_have_count(4)
