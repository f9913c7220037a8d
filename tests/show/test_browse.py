"""The session browser, the chart beside the replay, and the command that opens the notebooks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("ipywidgets")
pytest.importorskip("altair")

from kratzen_log import Browser, Viewer, audit_path, linked
from kratzen_log.cli import main
from kratzen_log.show.browser import first_divergence
from tests.support import ROOT

SAMPLES = ROOT / "sample_logs"


def test_a_house_rule_changes_the_audit_and_the_first_difference_is_shown() -> None:
    made = Browser(SAMPLES, log="innsbruck-schnellen.jsonl")
    assert made.report is not None
    assert not made.report.findings
    made.controls["hearts_double"].value = False
    assert made.rules == {"hearts_double": False}
    assert "deal 1" in made.parting.value
    assert "by the rules they are Anna 5" in made.parting.value
    made.controls["hearts_double"].value = True
    assert (made.rules, made.parting.value) == ({}, "")
    made.controls["head_after_ruff"].value = False
    assert "the audit says the same" in made.parting.value
    made.controls["start_score"].value = "many"
    assert made.rules == {"head_after_ruff": False}
    assert "start_score" in made.parting.value


def test_deal_finding_and_viewer_go_together() -> None:
    made = Browser(SAMPLES, log="disputed-kratzen.jsonl")
    assert made.viewer is not None
    made.found.value = made.found.options[1][1]
    assert made.viewer.document["steps"][made.viewer.step]["verdict"] == "illegal"
    assert made.deals.value == 3
    made.deals.value = 5
    assert made.viewer.deal == 5
    made.viewer.deal = 7
    assert made.deals.value == 7


def test_findings_are_listed_by_words() -> None:
    made = Browser(SAMPLES, log="disputed-kratzen.jsonl")
    assert len(made.found.options) == 4
    made.filter.value = "vroni FOLLOW"
    assert [line for line, _one in made.found.options[1:]] == [line for line, one in made.found.options if one is not None]
    assert "Vroni had to follow suit" in made.found.options[1][0]
    made.filter.value = "score.delta"
    assert "deal 5" in made.found.options[1][0]
    made.filter.value = "zebra"
    assert [line for line, _one in made.found.options] == ["No finding holds these words"]
    made.filter.value = ""
    assert len(made.found.options) == 4


def test_a_log_of_several_sessions_offers_them(tmp_path: Path) -> None:
    names = ("friday-kratzen", "innsbruck-schnellen")
    (tmp_path / "both.jsonl").write_text("".join((SAMPLES / f"{name}.jsonl").read_text("utf-8") for name in names), "utf-8")
    (tmp_path / "one.jsonl").write_text((SAMPLES / "friday-kratzen.jsonl").read_text("utf-8"), "utf-8")
    made = Browser(tmp_path)
    assert made.viewer is not None
    assert made.viewer.document["game"] == "kratzen"
    assert [label.partition(":")[0] for label, _number in made.which.options] == ["1", "2"]
    made.which.value = 2
    assert made.viewer.document["game"] == "schnellen"
    assert "hearts_double" in made.controls
    made.file.value = "one.jsonl"
    assert made.viewer.document["game"] == "kratzen"
    assert made.which.layout.display == "none"


def test_every_sample_opens_and_what_is_no_log_is_said(tmp_path: Path) -> None:
    made = Browser(SAMPLES)
    for name in made.file.options:
        made.file.value = name
        assert made.report is not None
        assert made.report.findings == audit_path(SAMPLES / name).findings or len(made.report.findings) == len(audit_path(SAMPLES / name).findings)
    (tmp_path / "a.jsonl").write_text("nothing", "utf-8")
    assert Browser(tmp_path).table is not None
    with pytest.raises(ValueError, match="holds no logs"):
        Browser(ROOT / "tests" / "show" / "js")


def test_two_audits_that_agree_have_no_first_difference() -> None:
    report = audit_path(SAMPLES / "disputed-kratzen.jsonl")
    assert first_divergence(report, report) is None


def test_the_chart_marks_the_deal_of_the_viewer() -> None:
    import vl_convert

    viewer = Viewer(SAMPLES / "friday-kratzen.jsonl", deal=3)
    chart = linked(viewer).children[0]
    assert chart.deal == 3
    viewer.deal = 9
    assert chart.deal == 9
    there = vl_convert.vegalite_to_svg({**chart.spec, "params": [{"name": "at", "value": 9}]})
    nowhere = vl_convert.vegalite_to_svg({**chart.spec, "params": [{"name": "at", "value": 99}]})
    assert there.count("#b3372b") > nowhere.count("#b3372b")


def test_the_chart_moves_the_viewer() -> None:
    viewer = Viewer(SAMPLES / "friday-kratzen.jsonl", deal=3)
    chart = linked(viewer).children[0]
    chart.deal = 6
    assert viewer.deal == 6
    chart.deal = 0
    assert (viewer.deal, chart.deal) == (6, 6)


def test_a_saved_chart_holds_no_library() -> None:
    chart = linked(Viewer(SAMPLES / "friday-kratzen.jsonl", deal=3)).children[0]
    assert len(str(chart.get_state())) < 100_000
    sent: list[Any] = []
    chart.send = lambda content, buffers: sent.append((content, buffers))
    chart._handle_custom_msg({"kind": "library"}, [])
    [(content, [code])] = sent
    assert content == {"kind": "library"}
    assert b"vega" in code
    assert len(code) > 300_000


def test_lab_finds_or_copies_the_notebooks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "--dry-run", "--lang", "en"]) == 0
    assert capsys.readouterr().out.strip() == str(ROOT / "notebooks")
    assert main(["lab", str(tmp_path / "mine"), "--dry-run", "--lang", "en"]) == 0
    assert (tmp_path / "mine" / "notebooks" / "7-write-a-log-by-hand.ipynb").is_file()
    assert (tmp_path / "mine" / "sample_logs" / "friday-kratzen.jsonl").is_file()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "x").write_text("", "utf-8")
    assert main(["lab", str(tmp_path / "other"), "--lang", "en"]) == 2
    assert "no notebooks" in capsys.readouterr().err
    import kratzen_log.cli.lab

    monkeypatch.setattr(kratzen_log.cli.lab, "find_spec", lambda _name: None)
    assert main(["lab", "--lang", "en"]) == 2
    assert 'pip install "kratzen-log[lab]"' in capsys.readouterr().err
