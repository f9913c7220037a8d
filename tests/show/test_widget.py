"""The viewer without a browser: its traits, its views, its fallback."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("anywidget")

import traitlets

from kratzen_log import Viewer, load
from kratzen_log.show import widget
from kratzen_log.show.frames import frames
from tests.support import ROOT

DISPUTED = ROOT / "sample_logs" / "disputed-kratzen.jsonl"


@pytest.fixture
def viewer() -> Iterator[Viewer]:
    made = Viewer(DISPUTED, lang="en")
    yield made
    made.close()


def sent(viewer: Viewer) -> Any:
    return json.loads(zlib.decompress(viewer.frames))["frames"]


def test_step_and_deal_follow_each_other(viewer: Viewer) -> None:
    assert (viewer.step, viewer.deal) == (0, 1)
    viewer.deal = 3
    assert viewer.step == viewer.document["deals"][2]["first"]
    viewer.step += 5
    assert viewer.deal == 3
    viewer.step = 0
    assert viewer.deal == 1
    viewer.step = 10**6
    assert (viewer.step, viewer.deal) == (len(viewer.document["steps"]) - 1, 9)
    with pytest.raises(ValueError, match="there is no deal 99"):
        viewer.deal = 99


def test_a_view_is_sent_from_python(viewer: Viewer) -> None:
    assert viewer.views == ["all", "public", "A", "B", "C", "D"]
    viewer.view = "B"
    assert sent(viewer) == json.loads(json.dumps(frames(load(DISPUTED), "B")))
    viewer.view = "all"
    assert sent(viewer)["view"] == "all"
    with pytest.raises(traitlets.TraitError, match="one of all, public, A, B, C, D"):
        viewer.view = "F"


def test_a_redacted_log_offers_no_more_than_it_holds() -> None:
    from kratzen_log.views.redacting import redact

    made = Viewer(redact(load(DISPUTED), "C"))
    assert (made.view, made.views) == ("C", ["C", "public"])
    made.close()


def test_without_a_kernel_a_figure_is_shown(viewer: Viewer) -> None:
    viewer.step = 96
    bundle, _metadata = viewer._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html", "application/vnd.jupyter.widget-view+json"}
    assert "<figcaption>Kratzen · Deal 3 · Trick 1: Vroni played the Nine of Leaves" in bundle["text/html"]
    assert bundle["text/plain"].startswith("Kratzen · Deal 3 · Trick 1")


def test_pictures_and_page(viewer: Viewer, tmp_path: Path) -> None:
    viewer.deal = 3
    assert "Deal 3" in viewer.position_svg()
    text = viewer.to_html(tmp_path / "evening.html")
    assert (tmp_path / "evening.html").read_text("utf-8") == text
    assert "&quot;deal&quot;:3" in text


def test_running_a_cell_again_leaves_one_viewer(monkeypatch: pytest.MonkeyPatch) -> None:
    class Shell:
        run = "1"

        def get_parent(self) -> dict[str, Any]:
            return {"header": {"msg_id": self.run}, "metadata": {"cellId": "cell"}}

    shell = Shell()

    class Module:
        @staticmethod
        def get_ipython() -> Shell:
            return shell

    monkeypatch.setitem(widget.sys.modules, "IPython", Module)  # type: ignore[attr-defined]
    first, beside = Viewer(DISPUTED), Viewer(DISPUTED)
    assert first.comm is not None
    assert beside.comm is not None
    shell.run = "2"
    again = Viewer(DISPUTED)
    assert (first.comm, beside.comm) == (None, None)
    assert again.comm is not None
    again.close()


def test_what_cannot_be_shown_is_said() -> None:
    with pytest.raises(ValueError, match="public, or a seat"):
        Viewer(DISPUTED, view="Z")
    with pytest.raises(ValueError, match="no deal 12"):
        Viewer(DISPUTED, deal=12)


def test_the_still_figure_of_a_deal_not_yet_dealt_shows_its_first_card() -> None:
    viewer = Viewer(ROOT / "sample_logs" / "friday-kratzen.jsonl", deal=4)
    bundle, _metadata = viewer._repr_mimebundle_()
    first = next(step for step in viewer.document["steps"][viewer.step :] if step["kind"] == "play")
    assert viewer.document["steps"][viewer.step]["kind"] == "deal"
    assert bundle["text/plain"].endswith(f"({first['rule']})")
    assert "leads" in bundle["text/plain"]
