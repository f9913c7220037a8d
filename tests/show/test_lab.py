"""The viewer in a real JupyterLab and a real Notebook 7, on this machine only."""

from __future__ import annotations

import pytest

from tests.show.browser import needs_browser
from tests.show.jupyter import SLOW, Jupyter, notebook, opened
from tests.support import ROOT

pytest.importorskip("jupyterlab")
pytest.importorskip("anywidget")
pytestmark = needs_browser
DISPUTED = str(ROOT / "sample_logs" / "disputed-kratzen.jsonl")
CELLS = [
    f"""import ipywidgets
from IPython.display import display
from kratzen_log import Viewer
viewer = Viewer({DISPUTED!r}, lang='en')
told = ipywidgets.Label()
viewer.observe(lambda change: setattr(told, 'value', f'Python knows {{viewer.step}} {{viewer.deal}}'), 'step')
display(viewer, told)""",
    "print('at', viewer.step, viewer.deal)\nviewer.deal = 5",
    "from ipywidgets.widgets.widget import _instances\nprint('live', sum(type(one).__name__ == 'Viewer' for one in _instances.values()))",
]


@pytest.mark.parametrize("kind", ["lab/tree", "notebooks"])
def test_a_round_trip_and_one_live_viewer(jupyter: Jupyter, kind: str) -> None:
    """Stepping tells Python, Python moves the viewer, keys leave the cells alone, ten runs leave one viewer."""
    from playwright.sync_api import expect

    jupyter.write("replay.ipynb", notebook(CELLS))
    with opened(jupyter.address(kind, "replay.ipynb")) as page:
        page.ready(3)
        page.run(0)
        page.page.get_by_role("status").filter(has_text="Deal 1: Resi deals").wait_for(timeout=SLOW)
        page.button("Next deal").click()
        page.page.locator(".kl-stage").focus()
        for key in ("ArrowRight", "a", "b", "."):
            page.page.keyboard.press(key)
        expect(page.says()).to_contain_text("Vroni played the Nine of Leaves")
        page.page.get_by_text("Python knows 96 3").wait_for()
        expect(page.run(1)).to_contain_text("at 96 3")
        expect(page.says()).to_contain_text("Deal 5")
        for control in page.page.locator(".kl button, .kl select, .kl input, .kl [role=button], .kl a").all():
            control.focus()
            page.page.keyboard.press("b")
        expect(page.cells).to_have_count(3)
        page.page.locator(".kl-choice-view select").select_option("B")
        expect(page.page.locator(".kl-tag-view")).to_have_text("as Toni")
        for _count in range(10):
            page.run(0)
        expect(page.run(2)).to_contain_text("live 1")
        expect(page.page.locator(".kl")).to_have_count(1)
