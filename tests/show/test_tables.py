"""Tables and charts: tidy, complete, agreeing with the ledger and the audit; every chart drawn."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from kratzen_log import audit, flows, load, loads
from kratzen_log.show import charts
from kratzen_log.show.columns import COLUMNS
from kratzen_log.show.tables import Frames, frames
from kratzen_log.texts import LANGS, table
from tests.conformance.make import EVENING, encode
from tests.show.nasty import nasty
from tests.support import DATA, ROOT

FRIDAY, DISPUTED, SCHNELLEN = (ROOT / "sample_logs" / f"{name}.jsonl" for name in ("friday-kratzen", "disputed-kratzen", "innsbruck-schnellen"))
LAWFUL = sorted((DATA / "examples" / "lawful").glob("*.jsonl"))


@pytest.mark.parametrize("path", LAWFUL, ids=lambda path: path.stem)
def test_tables_agree_with_ledger_and_audit(path: Path) -> None:
    made: Any = frames(path)
    report = audit(path)
    for name, frame in made._asdict().items():
        assert dict(frame.dtypes.astype(str)) == COLUMNS[name], name
    assert int((made.plays["verdict"] == "legal").sum()) == report.plays.legal
    assert int(made.sessions["illegal"].sum()) == report.plays.illegal == 0
    ledger = flows(load(path))
    played = [row for row in ledger if row.reason != "adjust"]
    moved = made.results[["deal", "seat", "change"]].dropna()
    for deal, rows in moved.groupby("deal"):
        for row in rows.itertuples():
            assert row.change == sum(flow.amount for flow in played if flow.deal == deal and flow.seat == row.seat)
    assert made.plays.groupby(["deal", "trick"])["takes"].sum().isin([1]).all() or made.deals["aborted"].any()
    legal = made.plays.dropna(subset=["legal"])
    assert all(row.card in row.legal.split() for row in legal.itertuples() if row.verdict == "legal")


def test_several_logs_are_numbered_and_their_sources_named() -> None:
    made = frames([FRIDAY, SCHNELLEN, load(DISPUTED)])
    assert list(made.sessions["session"]) == [0, 1, 2]
    assert [Path(source).name if source else source for source in made.sessions["source"]] == [FRIDAY.name, SCHNELLEN.name, ""]
    assert list(made.sessions["errors"] > 0) == [False, False, True]


def test_a_cancelled_deal_is_in_no_table() -> None:
    records = [*EVENING[:3], {"type": "void", "deal": 2, "why": "-"}, *EVENING[2:]]
    made = frames(loads(encode(records)))
    assert list(made.deals["deal"]) == [1, 2, 3]
    assert len(made.plays) == 45


def test_every_column_is_explained() -> None:
    page = (ROOT / "docs" / "tables.md").read_text(encoding="utf-8")
    for name, columns in COLUMNS.items():
        part = page[page.index(f"## `{name}`") :]
        part = part[: part.find("\n## ", 4)] if "\n## " in part[4:] else part
        assert re.findall(r"^\| `(\w+)` \|", part, re.MULTILINE) == list(columns), name


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("path", [FRIDAY, DISPUTED, SCHNELLEN, DATA / "examples" / "lawful" / "kratzen-6p-0014.jsonl"], ids=lambda path: path.stem)
def test_every_chart_is_drawn_and_said(path: Path, lang: str) -> None:
    made = frames(path)
    kinds: list[Any] = [charts.chips, charts.causes, charts.tricks, charts.overview]
    if made.sessions["game"].iloc[0] == "kratzen":
        kinds.append(charts.pot)
    for kind in kinds:
        chart = kind(made, lang)
        svg = chart.svg()
        assert svg.startswith("<svg")
        assert chart.title in svg
        assert len(chart.summary) > 20
        assert "?" not in chart.summary
        assert "{" not in chart.summary
        assert not chart.table.empty
        assert "http" not in json.dumps(chart.spec()).replace("https://vega.github.io/schema/", "")


@pytest.mark.parametrize("lang", LANGS)
def test_averages_are_drawn_with_twice_their_errors(lang: str) -> None:
    rows = pd.DataFrame({"n": [3, 4, 3, 4], "rule": ["a", "a", "b", "b"], "average": [1.0, 2.0, 3.0, 5.0], "error": [0.25, 0.5, 0.25, 0.5]})
    chart = charts.estimates(rows, "n", "rule", title="Averages", axes=("players", "chips"), zero=True, lang=lang)
    ends = [(row["low"], row["high"]) for data in chart.spec()["datasets"].values() for row in data if row["x"] == "4" and row["by"] == "b"]
    assert set(ends) == {(4.0, 6.0)}
    assert "a, 3: 1.00 ± 0.25" in chart.summary
    assert "b, 4: 5.00 ± 0.50" in chart.summary
    assert ">b</text>" in chart.svg()


def test_a_notebook_gets_the_chart_and_a_still_picture() -> None:
    bundle = charts.chips(FRIDAY)._repr_mimebundle_()
    assert set(bundle) == {charts.VEGALITE, "image/png", "text/plain"}


def test_save_and_refusals(tmp_path: Path) -> None:
    chart = charts.pot(FRIDAY)
    for name in ("a.svg", "a.png", "a.json"):
        chart.save(tmp_path / name)
        assert (tmp_path / name).stat().st_size > 1000
    with pytest.raises(ValueError, match=r"a\.gif: end the name in"):
        chart.save(tmp_path / "a.gif")
    with pytest.raises(ValueError, match="no pot"):
        charts.pot(SCHNELLEN)
    with pytest.raises(ValueError, match="no session"):
        charts.chips(Frames(*(pd.DataFrame(columns=list(columns)) for columns in COLUMNS.values())))


def test_names_cannot_turn_a_label_round() -> None:
    made = charts.chips(loads(nasty()))
    labels = [row["text"] for data in made.spec()["datasets"].values() for row in data if "text" in row]
    assert len(labels) == 4
    assert not [label for label in labels if "\u202e" in label or label.count("\u2068") != label.count("\u2069")]
    assert charts._short("\u2068" + "\u05d0" * 30 + "\u2069") == "\u2068" + "\u05d0" * 16 + "…\u2069"


def test_labels_do_not_overlap() -> None:
    placed = charts._apart([5, 5, 5.2, 9], 1.0)
    ordered = sorted(placed)
    assert all(b - a > 0.99 for a, b in pairwise(ordered))
    assert charts._apart([1, 5], 1.0) == [1, 5]


def test_texts_of_charts_are_in_both_languages() -> None:
    for key, row in table("charts").items():
        assert set(row) == set(LANGS), key
        assert {*re.findall(r"\{\w+\}", row["en"])} == {*re.findall(r"\{\w+\}", row["de"])}, key
