"""The session browser in a real JupyterLab: a log, a session, a deal, a finding, a house rule; the table follows, and is followed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.show.browser import needs_browser
from tests.show.jupyter import SLOW, Jupyter, notebook, opened
from tests.support import ROOT

pytest.importorskip("jupyterlab")
pytest.importorskip("ipywidgets")
pytestmark = needs_browser
SAMPLES = ROOT / "sample_logs"


def test_the_browser(jupyter: Jupyter) -> None:
    from playwright.sync_api import expect

    logs = jupyter.folder / "logs"
    logs.mkdir()
    texts = {name: (SAMPLES / f"{name}.jsonl").read_text("utf-8") for name in ("disputed-kratzen", "friday-kratzen", "innsbruck-schnellen")}
    (logs / "a-both.jsonl").write_text(texts["friday-kratzen"] + texts["innsbruck-schnellen"], "utf-8")
    (logs / "b-disputed.jsonl").write_text(texts["disputed-kratzen"], "utf-8")
    jupyter.write("browser.ipynb", notebook([f"from kratzen_log import Browser\nBrowser({str(logs)!r})"]))
    with opened(jupyter.address("lab/tree", "browser.ipynb")) as page:
        page.ready(1)
        page.run(0)

        def field(name: str) -> Any:
            return page.page.get_by_label(name, exact=True)

        expect(page.says()).to_contain_text("Deal 1", timeout=SLOW)
        assert page.page.locator(".kl").bounding_box()["width"] > 700
        field("Session").select_option(index=1)
        expect(page.page.locator(".kl-title")).to_contain_text("Schnellen")
        field("Log").select_option("b-disputed.jsonl")
        expect(page.page.locator(".kl-title")).to_contain_text("Kratzen")
        expect(page.page.get_by_label("Session", exact=True)).to_be_hidden()
        field("Deal").select_option("5")
        expect(page.says()).to_contain_text("Deal 5")
        page.button("Next deal").click()
        expect(field("Deal").locator("option:checked")).to_have_text("6")
        field("Filter").fill("follow suit")
        expect(field("Findings").locator("option")).to_have_count(2)
        field("Findings").select_option(index=1)
        expect(page.says()).to_contain_text("Vroni played the Nine of Leaves")
        expect(field("Deal").locator("option:checked")).to_have_text("3")
        page.page.get_by_text("House rules: what if").click()
        field("ante").fill("4")
        field("ante").press("Enter")
        page.page.get_by_text("Here they part:").wait_for()
        for name in ("Log", "Deal", "Findings"):
            field(name).focus()
            page.page.keyboard.press("b")
        expect(page.cells).to_have_count(1)
