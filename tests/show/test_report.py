"""``kratzen report``: one page that says all and asks for nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("altair")

from kratzen_log import load, settle_up
from kratzen_log.cli import main
from kratzen_log.flow import results
from kratzen_log.show.report import report_page
from tests.show.browser import Opened, chromium, needs_browser
from tests.show.test_frames import evening, shuffled
from tests.support import ROOT

DISPUTED = str(ROOT / "sample_logs" / "disputed-kratzen.jsonl")


def test_what_goes_in(tmp_path: Path) -> None:
    out = tmp_path / "r.html"
    assert main(["report", DISPUTED, "-o", str(out), "--lang", "en"]) == 0
    text = out.read_text("utf-8")
    assert text.count("Show it in the replay") == 3
    for part in ("K-5.1, Follow suit.", "Who wins the trick", "Something does not follow.", "House rules: head = trumps", "#deal=3&amp;step=", "Line 4, deal 3, trick 1, card 4."):
        assert part in text, part
    assert text.count("<figure>") == 4
    assert "default-src 'none'" in text


def test_in_german_without_charts(tmp_path: Path) -> None:
    out = tmp_path / "r.html"
    assert main(["report", str(ROOT / "sample_logs" / "innsbruck-schnellen.jsonl"), "--no-charts", "--lang", "de", "-o", str(out)]) == 0
    text = out.read_text("utf-8")
    assert "Kein Befund: Alles folgt aus den Regeln." in text
    assert "<figure>" not in text


def test_scores_below_zero_have_a_minus_sign(tmp_path: Path) -> None:
    out = tmp_path / "r.html"
    assert main(["report", str(ROOT / "sample_logs" / "bidding-schnellen.json"), "--no-charts", "--lang", "en", "-o", str(out)]) == 0
    assert "<td>Bertl</td><td>15</td><td>−1</td><td>−16</td>" in out.read_text("utf-8")


@pytest.mark.parametrize("view", ["public", "A"])
@pytest.mark.parametrize("game", ["kratzen", "schnellen"])
def test_other_hidden_cards_make_the_same_report(game: str, view: str) -> None:
    """Whatever lay hidden from a view: the report of that view is the same, charts and all."""
    session = evening(game)
    other = shuffled(session)
    assert report_page(other, charts=False) != report_page(session, charts=False)
    assert report_page(other, view=view) == report_page(session, view=view)


@pytest.mark.parametrize(("view", "said"), [("public", "What everybody saw"), ("b", "What Toni saw")])
def test_a_report_for_a_view_says_whose(view: str, said: str, tmp_path: Path) -> None:
    out = tmp_path / "r.html"
    assert main(["report", DISPUTED, "--view", view, "--lang", "en", "-o", str(out)]) == 0
    assert said in out.read_text("utf-8")


@pytest.mark.parametrize(("words", "said"), [(["-o", "r.html", "--view", "F"], "a seat from A to D"), ([], "say where the report goes"), (["-o", "r.pdf"], "a report is written as .html")])
def test_what_cannot_work_is_said_in_one_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", DISPUTED, "--lang", "en", *words]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1


@needs_browser
def test_in_a_browser_a_finding_leads_to_its_step(tmp_path: Path) -> None:
    out = tmp_path / "r.html"
    assert main(["report", DISPUTED, "-o", str(out), "--lang", "en"]) == 0
    with chromium() as browser:
        opened = Opened(browser, out)
        opened.page.get_by_role("link", name="Show it in the replay").first.click()
        opened.page.get_by_role("status").get_by_text("Vroni played the Nine of Leaves").wait_for()
        assert not opened.complaints
        assert [one for one in opened.requests if not one.startswith(("file:", "data:"))] == []
        opened.close()


@needs_browser
def test_on_a_telephone_and_on_paper(tmp_path: Path) -> None:
    from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

    out = tmp_path / "r.html"
    assert main(["report", DISPUTED, "-o", str(out), "--lang", "en"]) == 0
    with chromium() as browser:
        opened = Opened(browser, out, width=360, height=740, bypass_csp=True)
        assert opened.page.evaluate("document.documentElement.scrollWidth") <= 360
        assert min(box.bounding_box()["width"] for box in opened.page.locator("figure img").all()[:3]) > 600
        assert [(one["id"], one["nodes"][0]["html"][:200]) for one in Axe().run(opened.page).response["violations"]] == []
        opened.page.emulate_media(media="print")
        assert opened.page.get_by_role("heading", name="The replay").count() == 0
        assert opened.page.get_by_role("link", name="Show it in the replay").count() == 0
        assert opened.page.get_by_role("heading", name="Findings").count() == 1
        opened.close()


@pytest.mark.parametrize("name", ["friday-kratzen", "textbook-schnellen"])
def test_who_pays_whom_stands_in_the_summary(name: str) -> None:
    session = load(ROOT / "sample_logs" / f"{name}.jsonl")
    page = report_page(session, charts=False)
    outcome = results(session)
    paid = settle_up(outcome.won, outcome.left)
    assert paid
    for one in paid:
        if one.payer and one.receiver:
            assert f"<li>{one.payer} pays {one.receiver} {one.amount}</li>" in page
    assert ("difference of their points" in page) == (outcome.points is not None)
