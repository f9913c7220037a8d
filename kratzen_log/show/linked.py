"""The chips of a session above its replay, each knowing where the other is."""

from __future__ import annotations

from functools import cache
from html import escape
from typing import Any

import traitlets

from kratzen_log.show.cards_svg import data_uri
from kratzen_log.show.charts import Chart, chips
from kratzen_log.show.module import linked_script
from kratzen_log.show.widget import Viewer

try:
    import anywidget
    import ipywidgets as w  # type: ignore[import-untyped]
    import vl_convert
except ImportError as error:
    raise ImportError('the chart beside the replay needs altair and ipywidgets: pip install "kratzen-log[lab]"') from error


def linked(viewer: Viewer) -> Linked:
    """The chart of chips (or points) with the viewer below it, an ipywidgets box.

    A click on a deal in the chart moves the viewer there; the viewer's deal is marked in the chart. Works without a
    network. Raises ``ValueError`` for a session that holds nothing to draw.
    """
    chart = LinkedChart(chips(viewer.session, viewer.lang), viewer.deal)
    deals = {deal["no"] for deal in viewer.document["deals"]}

    def clicked(change: Any) -> None:
        if change["new"] in deals:
            viewer.deal = int(change["new"])
        else:
            chart.deal = viewer.deal

    def moved(change: Any) -> None:
        chart.deal = int(change["new"])

    chart.observe(clicked, "deal")
    viewer.observe(moved, "deal")
    return Linked([chart, viewer])


class LinkedChart(anywidget.AnyWidget):
    """A chart with a mark at ``deal``, which a click in the chart changes.

    The browser asks for the library that draws when it draws: a saved notebook holds ``picture`` instead of it.
    """

    _esm = linked_script()

    spec = traitlets.Dict().tag(sync=True)
    picture = traitlets.Unicode().tag(sync=True)
    said = traitlets.Unicode().tag(sync=True)
    deal = traitlets.Int(0).tag(sync=True)

    def __init__(self, chart: Chart, deal: int) -> None:
        super().__init__(spec=_clickable(chart.spec(), deal), picture=chart.svg(), said=f"{chart.title}. {chart.summary}", deal=deal)
        self.on_msg(self._asked)

    def _asked(self, _widget: object, content: Any, _buffers: object) -> None:
        if content.get("kind") == "library":
            self.send({"kind": "library"}, buffers=[_library()])


@cache
def _library() -> bytes:
    """The library that draws charts, a module whose default is ``embed(element, spec, options)``."""
    made: str = vl_convert.javascript_bundle("export default vegaEmbed;")
    return made.encode()


class Linked(w.VBox):  # type: ignore[misc]
    """A chart above a replay; without a kernel their pictures."""

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle = super()._repr_mimebundle_(**options)
        chart, viewer = self.children
        drawn = f"<figure><img src='{data_uri(chart.picture)}' alt=\"{escape(chart.said)}\"></figure>"
        return {**(bundle or {}), "text/plain": repr(self), "text/html": drawn + viewer.still()}

    def __repr__(self) -> str:
        return f"<Linked {self.children[1]!r}>"


def _clickable(spec: dict[str, Any], deal: int) -> dict[str, Any]:
    """The chart with a selection ``pick`` of deals and a line at the deal ``at``."""
    at = next(place for place, layer in enumerate(spec["layer"]) if _mark(layer) == "circle")
    dots = {**spec["layer"][at], "name": "dots"}
    line = {
        "data": dots.get("data", spec.get("data")), "transform": [{"filter": "datum.deal == at"}],
        "mark": {"type": "rule", "color": "#b3372b", "strokeWidth": 2, "opacity": 0.5}, "encoding": {"x": dots["encoding"]["x"]},
    }
    layers = [*spec["layer"][:at], dots, *spec["layer"][at + 1 :], line]
    params = [
        *spec.get("params", []), {"name": "at", "value": deal},
        {"name": "pick", "select": {"type": "point", "fields": ["deal"], "nearest": True, "on": "click", "toggle": False}, "views": ["dots"]},
    ]
    return {**spec, "layer": layers, "params": params}


def _mark(layer: dict[str, Any]) -> str:
    mark = layer["mark"]
    return str(mark["type"] if isinstance(mark, dict) else mark)
