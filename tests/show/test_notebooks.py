"""The committed notebooks are light, and show something without a kernel."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support import ROOT

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_light_and_shows_something_without_a_kernel(path: Path) -> None:
    assert path.stat().st_size < 1_500_000
    outputs = [output["data"] for cell in json.loads(path.read_text("utf-8"))["cells"] for output in cell.get("outputs", []) if "data" in output]
    widgets = [data for data in outputs if "application/vnd.jupyter.widget-view+json" in data]
    assert any("image/png" in data or "text/html" in data for data in outputs)
    assert all("<img src='data:image/svg+xml" in "".join(data["text/html"]) for data in widgets)
    assert all("image/png" in data for data in outputs if "application/vnd.vegalite.v5+json" in data)
