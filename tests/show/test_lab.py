"""The viewer in a real JupyterLab, on this machine only."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tests.show.browser import chromium, needs_browser
from tests.support import ROOT

pytest.importorskip("jupyterlab")
pytest.importorskip("anywidget")
pytestmark = needs_browser
TOKEN = "kratzen"
CELLS = [
    f"from kratzen_log import Viewer\nviewer = Viewer({str(ROOT / 'sample_logs' / 'disputed-kratzen.jsonl')!r}, lang='en')\nviewer",
    "print('at', viewer.step, viewer.deal)\nviewer.deal = 5",
    "from ipywidgets.widgets.widget import _instances\nprint('live', sum(type(one).__name__ == 'Viewer' for one in _instances.values()))",
]


def notebook() -> str:
    cells: list[dict[str, object]] = [{"cell_type": "code", "id": f"c{at}", "metadata": {}, "execution_count": None, "outputs": [], "source": text} for at, text in enumerate(CELLS)]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return json.dumps({"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5})


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    yield from serve(tmp_path_factory.mktemp("lab"))


def serve(folder: Path) -> Iterator[str]:
    """The address of a notebook with ``CELLS`` in a JupyterLab of this machine."""
    (folder / "replay.ipynb").write_text(notebook())
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "JUPYTER_CONFIG_DIR": str(folder / "config"), "JUPYTER_DATA_DIR": str(folder / "data"), "PYTHONWARNINGS": ""}
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", f"--port={port}", "--ServerApp.ip=127.0.0.1", f"--IdentityProvider.token={TOKEN}",
        f"--ServerApp.root_dir={folder}", "--ServerApp.allow_root=True", "--LabApp.news_url=None",
    ]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(command, env=env, stdout=log, stderr=log)
    try:
        for _try in range(240):
            try:
                with urlopen(f"http://127.0.0.1:{port}/api?token={TOKEN}", timeout=5):
                    break
            except (URLError, OSError):
                time.sleep(0.5)
        yield f"http://127.0.0.1:{port}/lab/tree/replay.ipynb?token={TOKEN}"
    finally:
        server.terminate()
        server.wait(20)


def opened(browser: Any, lab: str, count: int) -> tuple[Any, Any, list[str]]:
    """The notebook in a page, ready to run: the page, its cells of code, and the addresses it asked for."""
    from playwright.sync_api import expect

    page: Any = browser.new_page(viewport={"width": 1500, "height": 1800})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(lab)
    cells = page.locator(".jp-CodeCell")
    expect(cells).to_have_count(count, timeout=90_000)
    page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").wait_for(timeout=60_000)
    return page, cells, asked


def test_a_round_trip_and_one_live_viewer(lab: str) -> None:
    """Stepping tells Python, Python moves the viewer, keys leave the cells alone, ten runs leave one viewer."""
    from playwright.sync_api import expect

    with chromium() as browser:
        page, cells, asked = opened(browser, lab, 3)

        def run(number: int) -> None:
            prompt = cells.nth(number).locator(".jp-InputPrompt")
            before = prompt.inner_text()
            for _press in range(5):
                cells.nth(number).locator(".cm-content").press("Control+Enter")
                try:
                    expect(prompt).not_to_have_text(before, timeout=4_000)
                    break
                except AssertionError:
                    continue
            expect(prompt).to_have_text(re.compile(r"\[\d+\]"), timeout=30_000)

        run(0)
        status = page.get_by_role("status").filter(has_text="Deal 1: Resi deals")
        status.wait_for(timeout=60_000)
        page.get_by_role("button", name="Next deal", exact=True).click()
        page.locator(".kl-stage").focus()
        for key in ("ArrowRight", "a", "b", "d", "d", "x", "."):
            page.keyboard.press(key)
        expect(cells).to_have_count(3)
        expect(page.locator(".kl-says")).to_contain_text("Vroni played the Nine of Leaves")
        page.wait_for_timeout(500)
        run(1)
        expect(cells.nth(1).locator(".jp-OutputArea-output")).to_contain_text("at 96 3")
        expect(page.locator(".kl-says")).to_contain_text("Deal 5")
        page.locator(".kl-choice-view select").select_option("B")
        expect(page.locator(".kl-tag-view")).to_have_text("as Toni")
        for _count in range(10):
            run(0)
        run(2)
        expect(cells.nth(2).locator(".jp-OutputArea-output")).to_contain_text("live 1")
        expect(page.locator(".kl")).to_have_count(1)
        assert [url for url in asked if not url.startswith(("http://127.0.0.1:", "data:", "blob:"))] == []
