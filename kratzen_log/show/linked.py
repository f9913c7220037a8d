"""The chips of a session above its replay, each knowing where the other is."""

from __future__ import annotations

from typing import Any

from kratzen_log.show.charts import chips
from kratzen_log.show.widget import Viewer

try:
    import altair as alt
    import ipywidgets as w  # type: ignore[import-untyped]
except ImportError as error:
    raise ImportError('the chart beside the replay needs altair and ipywidgets: pip install "kratzen-log[lab]"') from error


def linked(viewer: Viewer) -> Linked:
    """The chart of chips (or points) with the viewer below it, an ipywidgets box.

    A click on a deal in the chart moves the viewer there; the viewer's deal is marked in the chart. Works without a
    network. Raises ``ValueError`` for a session that holds nothing to draw.
    """
    alt.JupyterChart.enable_offline()
    chart = alt.JupyterChart(alt.Chart.from_dict(_clickable(chips(viewer.session, viewer.lang).spec(), viewer.deal)))
    deals = {deal["no"] for deal in viewer.document["deals"]}

    def clicked(change: Any) -> None:
        picked = [row["deal"] for row in change["new"].value if row.get("deal") in deals]
        if picked:
            viewer.deal = int(picked[0])

    def moved(change: Any) -> None:
        chart.params.set_trait("at", int(change["new"]))

    chart.selections.observe(clicked, "pick")
    viewer.observe(moved, "deal")
    return Linked([chart, viewer])


class Linked(w.VBox):  # type: ignore[misc]
    """A chart above a replay; without a kernel a figure of the table."""

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle = super()._repr_mimebundle_(**options)
        return {**(bundle or {}), "text/plain": repr(self), "text/html": self.children[1].still()}

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
