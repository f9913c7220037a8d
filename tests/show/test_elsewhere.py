"""The viewer where there is no JupyterLab: in Voilà, in marimo; and in a notebook opened without a kernel."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.show.browser import needs_browser
from tests.show.jupyter import SLOW, Jupyter, free_port, notebook, opened, served
from tests.support import ROOT

pytest.importorskip("anywidget")
pytestmark = needs_browser
DISPUTED = str(ROOT / "sample_logs" / "disputed-kratzen.jsonl")
VOILA = ("https://cdn.jsdelivr.net/npm/@fortawesome/", "https://cdnjs.cloudflare.com/ajax/libs/mathjax/")
"""What a page of Voilà's own asks for, whatever stands in it: icons and formulas. The viewer does without."""
MARIMO = f"""import marimo

app = marimo.App()


@app.cell
def _():
    import marimo as mo
    from kratzen_log import Viewer

    viewer = mo.ui.anywidget(Viewer({DISPUTED!r}, lang="en"))
    viewer
    return mo, viewer


@app.cell
def _(mo, viewer):
    mo.md(f"Python knows {{viewer.value['step']}}")
    return
"""


def steps(page: Any) -> None:
    """The table is there, and ``Next`` goes on."""
    page.page.get_by_role("status").filter(has_text="Deal 1: Resi deals").wait_for(timeout=SLOW)
    page.button("Next").click()
    page.page.get_by_role("status").filter(has_text="Toni antes 5").wait_for()


def test_voila(jupyter: Jupyter) -> None:
    pytest.importorskip("voila")
    jupyter.write("voila.ipynb", notebook([f"from kratzen_log import Viewer\nViewer({DISPUTED!r}, lang='en')"]))
    with opened(jupyter.address("voila/render", "voila.ipynb"), VOILA) as page:
        steps(page)


def test_marimo(tmp_path: Path) -> None:
    pytest.importorskip("marimo")
    (tmp_path / "app.py").write_text(MARIMO, "utf-8")
    port = free_port()
    command = ["marimo", "--yes", "run", "app.py", "--headless", "--no-token", "--host=127.0.0.1", f"--port={port}"]
    with served(command, f"http://127.0.0.1:{port}/health", tmp_path), opened(f"http://127.0.0.1:{port}/") as page:
        steps(page)
        page.page.get_by_text("Python knows 1").wait_for(timeout=SLOW)


def without_kernel(name: str) -> str:
    """A committed notebook that asks for a kernel which this machine has not."""
    made = json.loads((ROOT / "notebooks" / name).read_text("utf-8"))
    made["metadata"]["kernelspec"] = {"name": "gone", "display_name": "Gone", "language": "gone"}
    del made["metadata"]["language_info"]
    return json.dumps(made)


@pytest.mark.parametrize(("name", "shown"), [
    ("1-first-replay.ipynb", ".jp-RenderedHTMLCommon figure img"), ("5-where-the-chips-went.ipynb", ".jp-RenderedVegaCommon5 canvas, .jp-RenderedVegaCommon5 svg"),
])
def test_a_notebook_reopened_without_a_kernel_shows_what_it_showed(jupyter: Jupyter, name: str, shown: str) -> None:
    jupyter.write(name, without_kernel(name))
    running = jupyter.kernels()
    with opened(jupyter.address("lab/tree", name)) as page:
        page.page.get_by_role("dialog").wait_for(timeout=SLOW)
        page.page.locator(".jp-Dialog button").filter(has_text="No Kernel").click()
        page.page.locator(shown).first.wait_for(timeout=SLOW)
        figure = page.page.locator("figcaption").filter(has_text="Deal").first
        figure.scroll_into_view_if_needed()
        assert "Trick" in figure.inner_text()
        assert page.page.get_by_text("Error displaying widget").count() == 0
        assert [one["id"] for one in jupyter.kernels()] == [one["id"] for one in running]
