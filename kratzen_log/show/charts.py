"""Charts of sessions, with a summary in words and a table for each. They work offline and stay still on static pages."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from kratzen_log.show.frames import upright
from kratzen_log.show.tables import Frames, frames
from kratzen_log.texts import Voice, table

if TYPE_CHECKING:
    import altair as alt
    import pandas as pd

    from kratzen_log.show.tables import Log

SEAT_COLOURS: Final = ("#0b62a4", "#c4501b", "#1b7f4d", "#8a4b9e", "#8a6d00", "#b3275f")
"""One for each seat: they stay apart for colour-blind eyes and carry text on the paper of the charts."""
REASON_COLOURS: Final = {
    "ante": "#8c8577", "fee": "#b8a98a", "bonus": "#8a4b9e", "share": "#1b7f4d", "penalty": "#b3372b", "trick": "#1b7f4d",
    "schnellen": "#b3372b", "out": "#8c8577", "adjust": "#0b62a4", "unexplained": "#c98a00", "carried": "#d8cdb4",
}
PAPER, INK, FAINT, STRIP, FAULT = "#fffdf6", "#2b2a26", "#77705f", "#d9c48f", "#b3372b"
HEIGHT: Final = 320
WIDTH: Final = 640
VEGALITE: Final = "application/vnd.vegalite.v5+json"


class Chart:
    """A chart with what it shows in words (``summary``) and as numbers (``table``).

    In a notebook it shows itself, without the network; ``save`` writes ``.svg``, ``.png`` or ``.json`` (Vega-Lite).
    """

    def __init__(self, chart: alt.TopLevelMixin, title: str, summary: str, table: pd.DataFrame) -> None:
        self.chart = chart
        self.title = title
        self.summary = summary
        self.table = table

    def spec(self) -> dict[str, Any]:
        """The chart in Vega-Lite."""
        made: dict[str, Any] = self.chart.to_dict()
        return made

    def svg(self) -> str:
        """The chart as SVG, its summary as its description."""
        import vl_convert

        drawn: str = vl_convert.vegalite_to_svg(self.spec())
        return drawn

    def png(self, scale: float = 2) -> bytes:
        """The chart as PNG; ``scale`` pixels to a unit."""
        import vl_convert

        from kratzen_log.show.picture import tight

        return tight(vl_convert.vegalite_to_png(self.spec(), scale=scale))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the chart; the suffix says how. Raises ``ValueError`` for another suffix."""
        from kratzen_log.log.writer import replace_file

        kind = os.path.splitext(os.fspath(path))[1].lower()
        if kind == ".svg":
            data = self.svg().encode()
        elif kind == ".png":
            data = self.png()
        elif kind == ".json":
            import msgspec

            data = msgspec.json.encode(self.spec())
        else:
            raise ValueError(f"{os.fspath(path)}: end the name in .svg, .png or .json")
        replace_file(path, data)

    def _repr_mimebundle_(self, **_kwargs: Any) -> dict[str, Any]:
        from base64 import b64encode

        plain = {**self.spec(), "$schema": "https://vega.github.io/schema/vega-lite/v5.json"}
        return {VEGALITE: plain, "image/png": b64encode(self.png(1.5)).decode(), "text/plain": f"{self.title}\n{self.summary}"}

    def __repr__(self) -> str:
        return f"<Chart {self.title}: {self.summary}>"


class _Show:
    """One session ready to be drawn: its tables, its words, its colours."""

    def __init__(self, log: Log | Frames, lang: str) -> None:
        self.all = log if isinstance(log, Frames) else frames(log)
        self.lang = lang
        self.voice = Voice(lang)
        if self.all.sessions.empty or self.all.seats.empty:
            raise ValueError("there is no session to draw")
        self.session = int(self.all.sessions["session"].iloc[0])
        self.pot_game = self.all.sessions["game"].iloc[0] == "kratzen"
        names = [upright(str(name)) for name in self.of("seats")["player"]]
        self.names = [name if names.count(name) == 1 else f"{name} ({'ABCDEF'[seat]})" for seat, name in enumerate(names)]

    def of(self, name: str) -> Any:
        """The rows of the first session in a table, a DataFrame."""
        whole = getattr(self.all, name)
        return whole[whole["session"] == self.session].copy()

    def say(self, key: str, **facts: Any) -> str:
        """A text of the charts."""
        return self.voice.fill(table("charts")[key][self.lang], facts)

    def unit(self, key: str) -> str:
        """The key for chips or for points."""
        return f"{key}_{'chips' if self.pot_game else 'points'}"

    def named(self, frame: Any) -> Any:
        """The rows with ``who``, a name that tells the players apart, shortened where it is long."""
        short = [_short(name) for name in self.names]
        frame["who"] = [short["ABCDEF".index(seat)] for seat in frame["seat"]]
        return frame

    def colour(self, **more: Any) -> Any:
        """The scale of players."""
        import altair as alt

        short = [_short(name) for name in self.names]
        return alt.Color("who:N", scale=alt.Scale(domain=short, range=list(SEAT_COLOURS[: len(short)])), title=None, **more)


def themed(chart: Any, title: str, under: str = "") -> Any:
    """The theme, once: it carries its own paper, so that it reads in light and in dark surroundings."""
    font = "Georgia, 'Liberation Serif', serif"
    return (
        chart.properties(
            title={"text": title, "anchor": "start", "font": font, "fontSize": 17, "fontWeight": 600, "color": INK, "offset": 14} | (
                {"subtitle": under, "subtitleColor": FAINT, "subtitleFontSize": 12, "subtitlePadding": 4} if under else {}
            ),
            background=PAPER, padding={"left": 16, "top": 14, "right": 18, "bottom": 12},
        )
        .configure(font="system-ui, 'Liberation Sans', sans-serif")
        .configure_view(stroke=None)
        .configure_axis(
            domainColor=FAINT, tickColor=FAINT, gridColor="#e9e2d0", labelColor=INK, titleColor=FAINT, titleFontWeight="normal",
            labelFontSize=12, titleFontSize=12,
        )
        .configure_legend(labelColor=INK, labelFontSize=12, titleColor=FAINT, symbolSize=120, orient="bottom", columns=5, columnPadding=22, labelLimit=0)
        .configure_header(labelColor=INK, labelFontSize=13, labelFontWeight=600, labelAnchor="start", title=None)
    )


def chips(log: Log | Frames, lang: str = "en") -> Chart:
    """Chips, or points, of every player after each deal; Muss deals, violations and the end are marked.

    ``log`` is a session, a path, or the tables of ``frames``; of several sessions the first is drawn. Raises
    ``ValueError`` when there is none.
    """
    import altair as alt
    import pandas as pd

    show = _Show(log, lang)
    seats, results, deals = show.of("seats"), show.of("results"), show.of("deals")
    begin = seats.assign(deal=0, change=0, total=seats["start"])
    totals = show.named(pd.concat([begin, results], ignore_index=True)[["deal", "seat", "player", "change", "total"]])
    totals["step"] = totals.groupby("seat", observed=True).cumcount()
    totals["says"] = [
        show.say("says_total", place=show.say("place_deal" if row.deal else "place_start", deal=row.deal), player=row.who,
                 change=_change(show, row.change), total=row.total)
        for row in totals.itertuples()
    ]
    played = results[["deal"]].drop_duplicates().reset_index(drop=True)
    played["step"] = played.index + 1
    marks = deals.merge(played, on="deal", how="inner")
    last = int(totals["step"].max())
    edge = last * 1.02 + 0.2
    marks = marks.assign(left=marks["step"] - 0.5, right=(marks["step"] + 0.5).clip(upper=edge))
    x = alt.X("step:Q", title=show.say("axis_deal"), axis=alt.Axis(tickMinStep=1, grid=False, format="d"), scale=alt.Scale(domain=[0, edge], nice=False))
    y = alt.Y("total:Q", title=show.say(show.unit("axis")), scale=alt.Scale(zero=False))
    tip = alt.Tooltip("says:N", title=" ")
    line = alt.Chart(totals).mark_line(strokeWidth=2.5, interpolate="linear").encode(x, y, show.colour(legend=None), detail="seat:N")
    dots = alt.Chart(totals).mark_circle(size=46, opacity=1).encode(x, y, show.colour(legend=None), tooltip=tip)
    low, high = float(totals["total"].min()), float(totals["total"].max())
    ends = totals[totals["step"] == last].copy()
    ends["label"] = _apart([float(value) for value in ends["total"]], (high - low or 1) / 16)
    ends["text"] = [f"{row.who} {row.total}" for row in ends.itertuples()]
    names = alt.Chart(ends).mark_text(align="left", dx=9, fontSize=13, fontWeight=600).encode(
        alt.X("step:Q"), alt.Y("label:Q"), show.colour(legend=None), text="text:N"
    )
    layers = [line, dots, names]
    muss = marks[marks["muss"].fillna(value=False).astype(bool)]
    if not muss.empty:
        layers.insert(0, alt.Chart(muss).mark_rect(color=STRIP, opacity=1).encode(alt.X("left:Q"), alt.X2("right:Q"), y=alt.value(HEIGHT - 9), y2=alt.value(HEIGHT), tooltip=alt.value(show.say("muss"))))
    faults = marks[marks["errors"] > 0].assign(says=lambda f: [f"{show.say('place_deal', deal=deal)}: {show.say('fault')} ({errors})" for deal, errors in zip(f["deal"], f["errors"], strict=True)])
    if not faults.empty:
        layers.append(alt.Chart(faults).mark_point(shape="triangle-down", size=130, filled=True, color=FAULT, opacity=1).encode(alt.X("step:Q"), y=alt.value(4), tooltip=tip))
    over = marks[marks["over"].astype(bool)]
    if not over.empty:
        layers.append(alt.Chart(over).mark_rule(color=INK, strokeDash=[3, 3]).encode(alt.X("step:Q")))
    chart = alt.layer(*layers).properties(width=WIDTH, height=HEIGHT)
    title = show.say("chips" if show.pot_game else "points")
    under = " · ".join(show.say(f"sign_{key}") for key, frame in (("muss", muss), ("fault", faults), ("over", over)) if not frame.empty)
    return Chart(themed(chart, title, under), title, _chips_summary(show, totals, deals, last), totals[["deal", "seat", "player", "change", "total"]])


def _apart(values: list[float], gap: float) -> list[float]:
    """Places for labels near these values, at least a gap apart."""
    order = sorted(range(len(values)), key=lambda at: values[at])
    placed = [values[at] for at in order]
    for _ in range(60):
        for at in range(1, len(placed)):
            short = gap - (placed[at] - placed[at - 1])
            if short > 1e-9:
                placed[at - 1] -= short / 2
                placed[at] += short / 2
    out = [0.0] * len(values)
    for at, place in zip(order, placed, strict=True):
        out[at] = place
    return out


def _chips_summary(show: _Show, totals: Any, deals: Any, last: int) -> str:
    ends = totals[totals["step"] == last].dropna(subset=["total"]).sort_values("total")
    moved = totals.dropna(subset=["change"])
    if ends.empty or moved.empty:
        return ""
    biggest = moved.loc[moved["change"].abs().astype(int).idxmax()]
    said = show.say(
        show.unit("summary"), deals=last, best=ends["who"].iloc[-1], most=int(ends["total"].iloc[-1]), worst=ends["who"].iloc[0],
        least=int(ends["total"].iloc[0]), change=show.voice.say_change(int(biggest["change"])), who=biggest["who"], deal=biggest["deal"],
    )
    if show.pot_game:
        said += " " + show.say("summary_marks", muss=int(deals["muss"].fillna(value=False).astype(bool).sum()), faults=int((deals["errors"] > 0).sum()))
    return said


def _reasons(show: _Show, found: Iterable[str]) -> tuple[list[str], list[str]]:
    """The names and colours of the reasons that occur, in the order of the ledger."""
    present = set(found)
    keys = [key for key in REASON_COLOURS if key in present]
    return [show.say("carried" if key == "carried" else f"reason_{key}") for key in keys], [REASON_COLOURS[key] for key in keys]


def causes(log: Log | Frames, lang: str = "en") -> Chart:
    """What each deal did to each player by reason, stacked up for what came in and down for what went out."""
    import altair as alt

    show = _Show(log, lang)
    rows = show.named(show.of("ledger").dropna(subset=["deal"]))
    rows = rows.groupby(["deal", "seat", "who", "player", "reason"], observed=True, as_index=False)["amount"].sum()
    rows["why"] = [show.say(f"reason_{reason}") for reason in rows["reason"]]
    rows["says"] = [
        show.say("says_cause", deal=row.deal, player=row.who, change=show.voice.say_change(int(row.amount)), reason=row.why) for row in rows.itertuples()
    ]
    labels, colours = _reasons(show, rows["reason"])
    order = list(dict.fromkeys(_short(name) for name in show.names))
    bars = alt.Chart(rows).mark_bar(width={"band": 0.8}).encode(
        alt.X("deal:O", title=show.say("axis_deal"), axis=alt.Axis(labelAngle=0, labelOverlap=True)),
        alt.Y("sum(amount):Q", title=show.say("axis_change")),
        alt.Color("why:N", scale=alt.Scale(domain=labels, range=colours), title=None),
        tooltip=alt.Tooltip("says:N", title=" "),
    ).properties(width=WIDTH, height=96)
    chart = bars.facet(row=alt.Row("who:N", sort=order, header=alt.Header(title=None, labelAngle=0, labelOrient="top", labelPadding=2)), spacing=14)
    title = show.say(show.unit("causes"))
    sums = rows.groupby("why", observed=True)["amount"].agg(lambda amounts: int(amounts.abs().sum()))
    summary = show.say("summary_causes", reason=sums.idxmax(), amount=int(sums.max())) if len(sums) else ""
    return Chart(themed(chart, title), title, summary, rows[["deal", "seat", "player", "reason", "amount"]])


def pot(log: Log | Frames, lang: str = "en") -> Chart:
    """The pot played for in each deal, and what fed it: what was carried over, antes, fees. Kratzen only."""
    import altair as alt
    import pandas as pd

    show = _Show(log, lang)
    if not show.pot_game:
        raise ValueError("Schnellen has no pot: draw chips() or causes()")
    deals = show.of("deals").dropna(subset=["pot"])
    deals = deals[~deals["aborted"].astype(bool)]
    fed = show.of("ledger").dropna(subset=["deal"])
    fed = fed[fed["reason"].isin(["ante", "fee"])].groupby(["deal", "reason"], observed=True, as_index=False)["amount"].sum()
    fed["amount"] = -fed["amount"]
    paid = fed.groupby("deal", as_index=False)["amount"].sum().rename(columns={"amount": "paid"})
    held = deals.merge(paid, on="deal", how="left").assign(amount=lambda f: f["pot"] - f["paid"].fillna(0), reason="carried")
    rows: Any = pd.concat([held[["deal", "reason", "amount"]], fed[["deal", "reason", "amount"]]], ignore_index=True).merge(deals[["deal", "pot"]], on="deal")
    rows = rows[rows["amount"] != 0]
    rows["why"] = [show.say("carried" if reason == "carried" else f"reason_{reason}") for reason in rows["reason"]]
    rows["says"] = [show.say("says_pot", deal=row.deal, amount=row.amount, reason=row.why, pot=row.pot) for row in rows.itertuples()]
    labels, colours = _reasons(show, rows["reason"])
    rows["rank"] = [labels.index(why) for why in rows["why"]]
    x = alt.X("deal:O", title=show.say("axis_deal"), axis=alt.Axis(labelAngle=0, labelOverlap=True))
    bars = alt.Chart(rows).mark_bar().encode(
        x, alt.Y("sum(amount):Q", title=show.say("axis_pot")), alt.Color("why:N", scale=alt.Scale(domain=labels, range=colours), title=None),
        order=alt.Order("rank:Q", sort="descending"), tooltip=alt.Tooltip("says:N", title=" "),
    )
    top = alt.Chart(deals).mark_text(dy=-8, fontSize=12, fontWeight=600, color=INK).encode(x, alt.Y("pot:Q"), text="pot:Q")
    title = show.say("pot")
    summary = ""
    if not deals.empty:
        most = deals.loc[deals["pot"].astype(int).idxmax()]
        summary = show.say("summary_pot", deal=most["deal"], pot=most["pot"], carried=deals["carry"].iloc[-1])
    return Chart(themed(alt.layer(bars, top).properties(width=WIDTH, height=280), title), title, summary, rows[["deal", "reason", "amount", "pot"]])


def tricks(log: Log | Frames, lang: str = "en") -> Chart:
    """Tricks by deal and player: how many, who stayed out, and what it brought."""
    import altair as alt

    show = _Show(log, lang)
    rows = show.named(show.of("results"))
    rows = rows[rows["call"] != "not dealt in"]
    rows["says"] = [
        show.say("says_tricks", deal=row.deal, player=row.who, call=show.say(f"call_{row.call}"),
                 tricks=show.voice.say_tricks(int(row.tricks)), change=_change(show, row.change))
        for row in rows.itertuples()
    ]
    rows["mark"] = ["–" if row.call == "out" else str(row.tricks) for row in rows.itertuples()]
    rows["sign"] = [_sign(row.change) for row in rows.itertuples()]
    if not show.pot_game:
        rows["sign"] = -rows["sign"]
    order = list(dict.fromkeys(rows["who"]))
    base = alt.Chart(rows).encode(
        alt.X("deal:O", title=show.say("axis_deal"), axis=alt.Axis(labelAngle=0, labelOverlap=True, domain=False, ticks=False)),
        alt.Y("who:N", sort=order, title=None, axis=alt.Axis(domain=False, ticks=False, labelFontSize=13, labelFontWeight=600)),
        tooltip=alt.Tooltip("says:N", title=" "),
    )
    cells = base.mark_rect(cornerRadius=3, stroke=PAPER, strokeWidth=2).encode(
        alt.Color("sign:O", scale=alt.Scale(domain=[-1, 0, 1], range=["#eec4b9", "#ebe4d3", "#bcdcc6"]), legend=None)
    )
    texts = base.mark_text(fontSize=13, color=INK).encode(text="mark:N")
    title = show.say("tricks")
    sums = rows.groupby("who", observed=True)["tricks"].sum()
    summary = show.say("summary_tricks", player=sums.idxmax(), tricks=int(sums.max()), deals=rows["deal"].nunique()) if len(sums) else ""
    chart = alt.layer(cells, texts).properties(width={"step": max(22, min(44, WIDTH // max(1, rows["deal"].nunique())))}, height={"step": 34})
    return Chart(themed(chart, title), title, summary, rows[["deal", "seat", "player", "call", "tricks", "change"]])


def overview(logs: Log | Iterable[Log] | Frames, lang: str = "en") -> Chart:
    """A folder of sessions: what each player won or lost in each, and which hold findings.

    In Schnellen fewer points win, so points lost count as won.
    """
    import altair as alt

    made = logs if isinstance(logs, Frames) else frames(logs)
    show = _Show(made, lang)
    rows: Any = made.seats.merge(made.sessions[["session", "source", "game", "errors", "verdict"]], on="session")
    rows["net"] = [-row.net if row.game == "schnellen" else row.net for row in rows.itertuples()]
    rows["evening"] = [_evening(row.source, row.session) for row in rows.itertuples()]
    rows["says"] = [show.say("says_net", source=row.evening, player=upright(str(row.player)), change=show.voice.say_change(int(row.net))) for row in rows.itertuples()]
    rows["label"] = [f"{row.evening}  ▲" if row.errors else row.evening for row in rows.itertuples()]
    order = list(dict.fromkeys(rows["label"]))
    y = alt.Y("label:N", sort=order, title=None, axis=alt.Axis(labelLimit=260, ticks=False, domain=False, grid=True))
    x = alt.X("net:Q", title=show.say("axis_net"), scale=alt.Scale(padding=30))
    zero = alt.Chart(rows).mark_rule(color=FAINT).encode(x=alt.datum(0))
    dots = alt.Chart(rows).mark_circle(size=110, opacity=0.9).encode(
        x, y, alt.Color("seat:N", scale=alt.Scale(domain=list("ABCDEF"), range=list(SEAT_COLOURS)), legend=None), tooltip=alt.Tooltip("says:N", title=" ")
    )
    rows["name"] = [_short(upright(str(name)), 10) for name in rows["player"]]
    rows["below"] = rows.groupby("session")["net"].rank(method="first") % 2 == 0
    names = [
        alt.Chart(rows[rows["below"] == below]).mark_text(dy=dy, fontSize=10.5, color=INK).encode(x, y, text="name:N")
        for below, dy in ((False, -12), (True, 13))
    ]
    title = show.say("overview")
    summary = show.say("summary_overview", sessions=len(made.sessions), clean=int((made.sessions["verdict"] == "clean").sum()))
    chart = alt.layer(zero, dots, *names).properties(width=WIDTH - 160, height={"step": 46})
    return Chart(themed(chart, title), title, summary, rows[["source", "game", "seat", "player", "start", "total", "net", "errors"]])


def estimates(
    rows: pd.DataFrame, x: str, by: str, *, title: str, axes: tuple[str, str], values: str = "average", errors: str = "error", zero: bool = False, lang: str = "en",
) -> Chart:
    """Averages with their errors: a dot for each row and a bar of twice the standard error to both sides.

    ``rows`` has the columns ``x`` (places from left to right, in the order of the rows), ``by`` (a line for each),
    ``values`` and ``errors``; ``axes`` are the titles of the two axes. ``zero`` draws the line of no gain, no loss.
    """
    import altair as alt

    made = rows[[x, by, values, errors]].rename(columns={x: "x", by: "by", values: "value", errors: "error"}).astype({"x": str, "by": str})
    made = made.assign(low=made["value"] - 2 * made["error"], high=made["value"] + 2 * made["error"])
    made["says"] = [f"{row.by}, {row.x}: {row.value:.2f} ± {row.error:.2f}" for row in made.itertuples()]
    places, kinds = list(dict.fromkeys(made["x"])), list(dict.fromkeys(made["by"]))
    made["spot"] = [places.index(row.x) + 0.05 * (kinds.index(row.by) - (len(kinds) - 1) / 2) for row in made.itertuples()]
    axis = alt.Axis(grid=False, values=list(range(len(places))), labelExpr=f"{places}[datum.value]")
    place = alt.X("spot:Q", title=axes[0], axis=axis, scale=alt.Scale(domain=[-0.3, len(places) - 0.7], nice=False))
    colour = alt.Color("by:N", scale=alt.Scale(domain=kinds, range=list(SEAT_COLOURS[: len(kinds)])), legend=None)
    high = alt.Y("value:Q", title=axes[1], scale=alt.Scale(zero=zero))
    base = alt.Chart(made).encode(place, colour, tooltip=alt.Tooltip("says:N", title=" "))
    layers = [
        base.mark_line(strokeWidth=1.5, opacity=0.45).encode(high), base.mark_rule(strokeWidth=2).encode(alt.Y("low:Q"), alt.Y2("high:Q")),
        base.mark_tick(thickness=2, size=11, orient="horizontal").encode(alt.Y("low:Q")), base.mark_tick(thickness=2, size=11, orient="horizontal").encode(alt.Y("high:Q")),
        base.mark_circle(size=56, opacity=1).encode(high),
    ]
    if zero:
        layers.insert(0, alt.Chart(made).mark_rule(color=INK, strokeDash=[3, 3]).encode(y=alt.datum(0)))
    ends = made[made["x"] == places[-1]].copy()
    ends["label"] = _apart([float(value) for value in ends["value"]], (float(made["high"].max()) - float(made["low"].min()) or 1) / 15)
    layers.append(alt.Chart(ends).mark_text(align="left", dx=14, fontSize=13, fontWeight=600).encode(place, alt.Y("label:Q"), colour, text="by:N"))
    chart = alt.layer(*layers).properties(width=WIDTH - 120, height=HEIGHT)
    voice = Voice(lang)
    said = list(made.sort_values("value")["says"])
    summary = voice.fill(table("charts")["summary_estimates"][lang], {"least": said[0], "most": said[-1]})
    return Chart(themed(chart, title, table("charts")["sign_error"][lang]), title, summary, made[["x", "by", "value", "error"]])


def _sign(amount: Any) -> int:
    import pandas as pd

    return 0 if pd.isna(amount) else int(amount > 0) - int(amount < 0)


def _change(show: _Show, amount: Any) -> str:
    import pandas as pd

    return "?" if pd.isna(amount) else show.voice.say_change(int(amount))


def _short(name: str, most: int = 18) -> str:
    """A name cut where it is long; one that runs from right to left stays isolated."""
    return name if len(name) <= most else name[: most - 1] + "…" + ("\u2069" if name.startswith("\u2068") else "")


def _evening(source: object, number: int) -> str:
    name = os.path.basename(str(source)).split(".")[0] if isinstance(source, str) and source else ""
    return name or f"{number + 1}"


__all__ = ["Chart", "causes", "chips", "estimates", "overview", "pot", "themed", "tricks"]
