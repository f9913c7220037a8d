"""The standalone page in a real browser with the network cut."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from kratzen_log import load, loads, replay, simulate
from kratzen_log.cli import main
from kratzen_log.show.frames import frames
from kratzen_log.show.page import page
from tests.show.browser import Opened, chromium, needs_browser
from tests.show.nasty import NASTY, nasty, renamed
from tests.support import ROOT

pytestmark = needs_browser
DISPUTED = ROOT / "sample_logs" / "disputed-kratzen.jsonl"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    disputed = load(DISPUTED)
    schnellen = load(ROOT / "sample_logs" / "innsbruck-schnellen.jsonl")
    six = simulate("kratzen", players=6, deals=4, seed=3, start=500)[0]
    made = {
        "disputed": page(disputed), "german": page(disputed, lang="de", pack="french", theme="dark"), "schnellen": page(schnellen),
        "six": page(six), "ben": page(six, "B"), "public": page(schnellen, "public"), "nasty": page(loads(nasty())), "long": page(renamed(simulate("kratzen", players=6, deals=4, seed=3, start=5000, rules={"exchange": 2})[0])),
    }
    for name, text in made.items():
        (folder / f"{name}.html").write_text(text, "utf-8")
    return {name: folder / f"{name}.html" for name in made}


def test_every_button_goes_where_it_says(browser: Any, pages: dict[str, Path]) -> None:
    steps = replay(load(DISPUTED))
    opened = Opened(browser, pages["disputed"])
    assert opened.says() == steps[0].text()
    opened.button("First").click()
    assert opened.says() == steps[0].text()
    opened.button("Next").click()
    assert opened.says() == steps[1].text()
    opened.button("Previous").click()
    assert opened.says() == steps[0].text()
    opened.button("Next trick").click()
    assert re.search("leads the", opened.says())
    lead = opened.says()
    opened.button("Next trick").click()
    opened.button("Previous trick").click()
    assert opened.says() == lead
    opened.button("Next deal").click()
    assert opened.says().startswith("Deal 2:")
    opened.button("Previous deal").click()
    assert opened.says().startswith("Deal 1:")
    opened.button("Last").click()
    assert opened.says() == steps[-1].text()
    opened.button("Next").click()
    assert opened.says() == steps[-1].text()
    opened.button("First").click()
    assert opened.says() == steps[0].text()
    opened.button("Next choice").click()
    assert opened.page.locator(".kl-legal").count() > 1
    opened.close()


def test_the_pack_lies_before_the_dealer_until_it_is_dealt(browser: Any, pages: dict[str, Path]) -> None:
    opened = Opened(browser, pages["disputed"])
    seen = []
    for _step in range(7):
        seen.append((opened.page.locator(".kl-pack").count(), opened.page.locator(".kl-seat .kl-card").count()))
        opened.button("Next").click()
    assert seen == [(1, 0)] * 5 + [(0, 20)] * 2
    opened.button("Last").click()
    assert opened.page.locator(".kl-pack").count() == 0
    opened.close()


def test_violations_one_after_the_other(browser: Any, pages: dict[str, Path]) -> None:
    opened = Opened(browser, pages["disputed"])
    count = opened.page.locator(".kl-faults")
    assert count.inner_text() == "0 of 3"
    opened.button("Next violation").click()
    assert count.inner_text() == "1 of 3"
    assert opened.says() == replay(load(DISPUTED))[96].text()
    panel = opened.page.locator(".kl-fault")
    assert "play.follow-suit" in panel.inner_text()
    assert "Proof: Ober of Bells and Ace of Bells" in panel.inner_text()
    assert "Allowed would have been: Ace of Bells" in panel.inner_text()
    assert opened.page.locator(".kl-mark-fault").count() == 1
    opened.button("Next violation").click()
    assert count.inner_text() == "2 of 3"
    assert "By the rules" in opened.page.get_by_role("region", name="What it moved").inner_text()
    opened.close()


def test_every_key_moves_while_the_player_has_the_focus(browser: Any, pages: dict[str, Path]) -> None:
    opened = Opened(browser, pages["disputed"])
    page_ = opened.page
    page_.evaluate("window.leaked = []; document.addEventListener('keydown', (event) => window.leaked.push(event.key))")
    page_.keyboard.press("ArrowRight")
    assert opened.place() == ""
    assert page_.evaluate("window.leaked") == ["ArrowRight"]
    page_.locator(".kl-stage").focus()
    places = []
    for key in ("ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "PageDown", "PageUp", ".", ",", "End", "Home"):
        page_.keyboard.press(key)
        places.append(opened.place())
    assert places[0] == "#deal=1&step=2"
    assert places[1] == "#deal=1&step=1"
    assert re.fullmatch(r"#deal=1&step=\d+", places[2])
    assert places[3] == places[2]
    assert places[4:6] == ["#deal=2&step=1", "#deal=1&step=1"]
    assert places[6:8] == ["#deal=3&step=15", "#deal=3&step=15"]
    assert places[8].startswith("#deal=9&")
    assert places[9] == "#deal=1&step=1"
    page_.keyboard.press("?")
    assert page_.get_by_role("region", name="Keys").is_visible()
    page_.keyboard.press("?")
    assert page_.get_by_role("region", name="Keys").count() == 0
    page_.keyboard.press("Space")
    assert opened.button("Pause").count() == 1
    page_.keyboard.press("Space")
    assert opened.button("Play").count() == 1
    assert page_.evaluate("window.leaked") == ["ArrowRight"]
    opened.close()


def test_play_steps_by_itself_and_pause_stops(browser: Any, pages: dict[str, Path]) -> None:
    opened = Opened(browser, pages["disputed"])
    opened.page.get_by_label("Speed").select_option("4")
    opened.button("Play").click()
    expect(opened.page).to_have_url(re.compile(r"step=[3-9]"))
    opened.button("Pause").click()
    assert opened.button("Play").count() == 1
    opened.close()


def test_the_slider_says_where_it_is(browser: Any, pages: dict[str, Path]) -> None:
    opened = Opened(browser, pages["disputed"], "#deal=3&step=15")
    slider = opened.slider()
    assert slider.get_attribute("aria-valuetext").startswith("Deal 3, Step 15 of 41: Vroni played the Nine of Leaves")
    slider.fill("20")
    assert opened.place() == "#deal=3&step=20"
    assert opened.page.locator(".kl-mark-trick").count() == 5
    opened.close()


def test_the_address_is_followed(browser: Any, pages: dict[str, Path]) -> None:
    opened = Opened(browser, pages["disputed"], "#deal=2&step=20&seat=B")
    assert opened.says().startswith("Toni had to follow suit")
    bottom = opened.page.locator(".kl-seat").nth(1).locator(".kl-plate > rect")
    assert float(bottom.get_attribute("y")) > 500
    opened.button("Next").click()
    assert opened.place() == "#deal=2&step=21&seat=B"
    opened.page.evaluate("location.hash = '#deal=5&step=1'")
    expect(opened.page.get_by_role("status")).to_have_text(re.compile("^Deal 5:"))
    opened.close()


def test_every_card_of_the_hand_answers(browser: Any, pages: dict[str, Path]) -> None:
    opened = Opened(browser, pages["disputed"], "#deal=3&step=15")
    seat = opened.page.get_by_role("group", name="Hand of Vroni")
    answers = []
    for name in ("Ace of Bells", "Ober of Bells", "Ten of Acorns", "Nine of Leaves", "Seven of Leaves"):
        seat.get_by_role("button", name=name, exact=True).focus()
        opened.page.keyboard.press("Enter")
        answers.append(opened.page.locator(".kl-answer").inner_text())
    assert answers[0].startswith("Ace of Bells – allowed")
    assert answers[1].startswith("Ober of Bells – not allowed")
    assert "K-5.4" in answers[1]
    assert "the Weli has to be beaten" in answers[1]
    assert all("Bells were led" in answer and "K-5.1" in answer for answer in answers[2:])
    other = opened.page.get_by_role("group", name="Hand of Toni").get_by_role("button").first
    other.click()
    assert "turn of Vroni" in opened.page.locator(".kl-answer").inner_text()
    opened.close()


def test_cards_just_drawn_or_taken_are_outlined(browser: Any, pages: dict[str, Path]) -> None:
    steps = replay(load(ROOT / "sample_logs" / "innsbruck-schnellen.jsonl"))
    first = [step for step in steps if step.deal == 2]
    opened = Opened(browser, pages["schnellen"])
    for kind, names in (("take", ["Unter of Acorns"]), ("swap", ["Eight of Hearts", "King of Hearts", "Seven of Hearts"])):
        place = next(at for at, step in enumerate(first, 1) if step.kind == kind)
        opened.page.evaluate("(hash) => { location.hash = hash }", f"#deal=2&step={place}")
        expect(opened.page.locator(".kl-fresh")).to_have_count(len(names))
        assert sorted(card.get_attribute("aria-label") for card in opened.page.locator(".kl-fresh").all()) == names
    opened.close()


def test_a_card_under_the_pointer_answers(browser: Any, pages: dict[str, Path]) -> None:
    opened = Opened(browser, pages["disputed"], "#deal=3&step=15")
    opened.page.get_by_role("group", name="Hand of Vroni").get_by_role("button", name="Ace of Bells").hover(position={"x": 8, "y": 20})
    assert opened.page.locator(".kl-answer").inner_text().startswith("Ace of Bells – allowed")
    opened.close()


def test_plays_are_a_table(browser: Any, pages: dict[str, Path]) -> None:
    opened = Opened(browser, pages["disputed"])
    opened.button("Last").click()
    table = opened.page.get_by_role("table", name="The plays of this deal")
    assert table.get_by_role("row").count() == 6
    assert table.get_by_role("columnheader").all_inner_texts() == ["Trick", "Resi", "Toni", "Vroni", "Sepp", "Takes it"]
    assert table.get_by_role("img").count() == 20
    opened.close()


def test_the_last_step_shows_everything(browser: Any, pages: dict[str, Path]) -> None:
    opened = Opened(browser, pages["disputed"])
    opened.button("Last").click()
    for name in ("Resi", "Toni", "Vroni", "Sepp"):
        assert opened.page.get_by_role("group", name=f"Hand of {name}").get_by_role("button").count() == 5
    assert "The hands as dealt" in opened.page.locator(".kl-table").text_content()
    assert opened.page.locator(".kl-status").all_text_contents() == ["", "", "wins the session", ""]
    assert opened.says() == "The players agree to stop here: Vroni wins (K-7)"
    opened.close()


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_talon_leaves_the_pot_to_be_seen(browser: Any, tmp_path: Path, players: int, width: int) -> None:
    session = simulate("kratzen", players=players, deals=1, seed=5, rules={"exchange": 2, "exchange_in_muss": True})[0]
    (tmp_path / "page.html").write_text(page(session), "utf-8")
    opened = Opened(browser, tmp_path / "page.html", "#deal=1&step=999", width=width)
    pot = opened.page.locator(".kl-pot").bounding_box()
    cards_ = [box.bounding_box() for box in opened.page.locator(".kl-table > .kl-card, .kl-table > g > .kl-card").all()]
    assert len(cards_) > 5 * players
    assert [box for box in cards_ if box["x"] < pot["x"] + pot["width"] and box["x"] + box["width"] > pot["x"] and box["y"] < pot["y"] + pot["height"] and box["y"] + box["height"] > pot["y"]] == []
    opened.close()


def test_hands_nobody_knows_lie_face_down_to_the_end(browser: Any, tmp_path: Path) -> None:
    lines = DISPUTED.read_bytes().splitlines(keepends=True)[:1]
    broken = b'{"type":"deal","no":1,"dealer":"A","turned":"E9","abort":"a card fell down"}\n'
    (tmp_path / "page.html").write_text(page(loads(b"".join([*lines, broken]))), "utf-8")
    opened = Opened(browser, tmp_path / "page.html", "#deal=1&step=999")
    assert "broken off (a card fell down)" in opened.says()
    assert opened.page.locator(".kl-seat .kl-card").count() == 20
    assert "known from the plays" not in opened.page.locator(".kl-table").text_content()
    opened.button("Previous").click()
    assert "known from the plays" not in opened.page.locator(".kl-table").text_content()
    opened.close()


@pytest.mark.parametrize("code", ["log.no-session", "log.version", "rules.players"])
def test_a_log_that_cannot_be_replayed_says_why(browser: Any, tmp_path: Path, code: str) -> None:
    out = tmp_path / "page.html"
    assert main(["replay", str(ROOT / "tests" / "conformance" / "broken" / f"{code}.jsonl"), "-o", str(out), "--lang", "en"]) == 0
    opened = Opened(browser, out, waits=".kl-empty")
    assert "This log has nothing to replay." in opened.page.locator("main").inner_text()
    assert code in opened.page.get_by_role("region", name="About the log").inner_text()
    opened.close()


def test_settings_change_cards_language_and_colours(browser: Any, pages: dict[str, Path]) -> None:
    opened = Opened(browser, pages["disputed"], "#deal=2&step=20")
    opened.page.get_by_label("Suits").select_option("french")
    assert "Nine of Clubs" in opened.says()
    assert opened.page.get_by_role("img", name="Nine of Clubs", exact=True).count() >= 1
    opened.page.get_by_label("Language").select_option("de")
    assert "Kreuz-Neun" in opened.says()
    assert opened.page.evaluate("document.documentElement.lang") == "de"
    assert opened.page.get_by_role("button", name="Nächster Stich", exact=True).count() == 1
    ground = "getComputedStyle(document.querySelector('.kl')).backgroundColor"
    light = opened.page.evaluate(ground)
    opened.page.get_by_label("Darstellung").select_option("dark")
    assert opened.page.evaluate(ground) != light
    assert opened.page.evaluate("getComputedStyle(document.body).backgroundColor") == opened.page.evaluate(ground)
    opened.close()


def test_a_page_opens_as_it_was_made(browser: Any, pages: dict[str, Path]) -> None:
    opened = Opened(browser, pages["german"])
    assert opened.says().startswith("Spiel 1:")
    assert opened.page.get_by_label("Farben").input_value() == "french"
    assert opened.page.evaluate("getComputedStyle(document.querySelector('.kl')).backgroundColor") == "rgb(25, 23, 20)"
    opened.close()


def test_auto_follows_the_system(browser: Any, pages: dict[str, Path]) -> None:
    opened = Opened(browser, pages["schnellen"], color_scheme="dark")
    assert opened.page.evaluate("getComputedStyle(document.querySelector('.kl')).backgroundColor") == "rgb(25, 23, 20)"
    opened.close()


@pytest.mark.parametrize(("system", "light", "ground"), [("light", "false", "rgb(25, 23, 20)"), ("dark", "true", "rgb(250, 247, 240)")])
def test_auto_follows_jupyter_where_it_has_a_theme(browser: Any, pages: dict[str, Path], system: str, light: str, ground: str) -> None:
    opened = Opened(browser, pages["schnellen"], color_scheme=system)
    opened.page.evaluate("(light) => document.body.setAttribute('data-jp-theme-light', light)", light)
    assert opened.page.evaluate("getComputedStyle(document.querySelector('.kl')).backgroundColor") == ground
    opened.close()


def test_the_chart_leads_to_a_deal(browser: Any, pages: dict[str, Path]) -> None:
    opened = Opened(browser, pages["disputed"])
    opened.page.locator(".kl-column[data-deal='6']").click()
    assert opened.place().startswith("#deal=6&")
    assert opened.page.locator(".kl-line").count() == 4
    opened.close()


@pytest.mark.parametrize("deals", [1, 2, 12])
def test_the_marked_deal_stays_in_the_chart(browser: Any, tmp_path: Path, deals: int) -> None:
    (tmp_path / "page.html").write_text(page(simulate("kratzen", players=3, deals=deals, seed=2)[0]), "utf-8")
    opened = Opened(browser, tmp_path / "page.html")
    opened.button("Last").click()
    chart, mark = opened.page.locator(".kl-chart").bounding_box(), opened.page.locator(".kl-here").bounding_box()
    assert mark["width"] > 3
    assert mark["x"] + mark["width"] <= chart["x"] + chart["width"] * 0.92
    opened.close()


@pytest.mark.parametrize("name", ["disputed", "six", "schnellen"])
def test_a_telephone_is_wide_enough(browser: Any, pages: dict[str, Path], name: str) -> None:
    opened = Opened(browser, pages[name], width=360, height=740)
    for _count in range(4):
        assert opened.page.evaluate("document.documentElement.scrollWidth") <= 360
        for one in ("First", "Next", "Play", "Last", "Next violation"):
            box = opened.button(one).bounding_box()
            assert 0 <= box["x"] <= box["x"] + box["width"] <= 360
        opened.button("Next trick").click()
    opened.close()


def test_nothing_moves_where_less_motion_is_asked_for(browser: Any, pages: dict[str, Path]) -> None:
    for motion, moves in (("reduce", False), ("no-preference", True)):
        opened = Opened(browser, pages["disputed"], "#deal=2&step=19", reduced_motion=motion)
        opened.button("Next").click()
        assert opened.page.evaluate("document.getAnimations().length > 0") is moves
        opened.close()


def test_a_page_for_one_seat_holds_nothing_else(browser: Any, pages: dict[str, Path]) -> None:
    opened = Opened(browser, pages["ben"], "#deal=2&step=20")
    for name in ("Anna", "Carla", "Dan", "Emma", "Franz"):
        assert opened.page.get_by_role("group", name=f"Hand of {name}").get_by_role("button").count() == 0
    data = opened.page.evaluate("""async () => {
      const bytes = Uint8Array.from(atob(document.getElementById('data').textContent), (char) => char.charCodeAt(0));
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
      return (await new Response(stream).json()).frames;
    }""")
    session = simulate("kratzen", players=6, deals=4, seed=3, start=500)[0]
    assert data == json.loads(json.dumps(frames(session, "B")))
    assert opened.page.get_by_label("View").count() == 0
    opened.close()


def test_nasty_names_are_shown_and_do_nothing(browser: Any, pages: dict[str, Path]) -> None:
    opened = Opened(browser, pages["nasty"])
    for name in ("Next violation", "Next violation", "Last", "First", "Next trick"):
        opened.button(name).click()
        text = opened.page.locator("main").inner_text()
        assert NASTY[0] in opened.page.locator(".kl-table").text_content()
        assert "XXXX" in text
    assert opened.page.evaluate("window.hit") is None
    assert opened.page.locator("main script, main img").count() == 0
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= 1280
    opened.close()


@pytest.mark.parametrize(("log", "width"), [("french-kratzen.jsonl", 1280), ("house-rules-schnellen.jsonl", 360)])
def test_common_names_and_heads_of_the_ledger_are_not_cut(browser: Any, tmp_path: Path, log: str, width: int) -> None:
    (tmp_path / "page.html").write_text(page(load(ROOT / "sample_logs" / log)), "utf-8")
    opened = Opened(browser, tmp_path / "page.html", "#deal=1&step=999", width=width)
    cut = opened.page.evaluate("[...document.querySelectorAll('.kl-cut')].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)")
    assert cut == []
    opened.close()


@pytest.mark.parametrize("players", [3, 4, 5])
def test_tables_fit_beside_the_table_whatever_the_names(browser: Any, tmp_path: Path, players: int) -> None:
    session = renamed(simulate("kratzen", players=players, deals=2, seed=3, start=5000, rules={"exchange": 2})[0])
    (tmp_path / "page.html").write_text(page(session), "utf-8")
    opened = Opened(browser, tmp_path / "page.html", "#deal=2&step=999")
    wide = opened.page.evaluate("[...document.querySelectorAll('.kl-scroll')].map((box) => box.scrollWidth - box.clientWidth)")
    assert len(wide) == 2
    assert max(wide) <= 0, wide
    opened.close()


@pytest.mark.parametrize("width", [1280, 360])
def test_long_names_leave_room_for_chips_and_tables(browser: Any, pages: dict[str, Path], width: int) -> None:
    opened = Opened(browser, pages["long"], "#deal=4&step=999", width=width)
    gaps = opened.page.evaluate("""() => [...document.querySelectorAll('.kl-plate')].map((plate) =>
      plate.querySelector('.kl-stack').getBoundingClientRect().left - plate.querySelector('.kl-name').getBoundingClientRect().right)""")
    assert len(gaps) == 6
    assert min(gaps) > 0, gaps
    wide = opened.page.evaluate("[...document.querySelectorAll('.kl-scroll')].map((box) => box.scrollWidth - box.clientWidth)")
    assert wide
    assert max(wide) <= 0, wide
    opened.close()


@pytest.mark.parametrize(("name", "place", "scheme"), [
    ("disputed", "#deal=3&step=15", "light"), ("disputed", "#deal=5&step=41", "dark"), ("six", "#deal=2&step=12", "light"), ("ben", "#deal=2&step=30", "dark"),
    ("schnellen", "#deal=2&step=22", "light"),
])
def test_axe_finds_nothing(browser: Any, pages: dict[str, Path], name: str, place: str, scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

    opened = Opened(browser, pages[name], place, color_scheme=scheme, bypass_csp=True)
    opened.page.locator(".kl-stage").focus()
    opened.page.keyboard.press("?")
    found = Axe().run(opened.page).response["violations"]
    assert [(one["id"], [node["html"][:160] for node in one["nodes"][:3]]) for one in found] == []
    opened.close()


def test_the_policy_lets_nothing_else_run(browser: Any, pages: dict[str, Path]) -> None:
    opened = Opened(browser, pages["disputed"])
    opened.page.evaluate("const script = document.createElement('script'); script.textContent = 'window.hit = 1'; document.body.append(script)")
    assert opened.page.evaluate("window.hit") is None
    assert len(opened.complaints) == 1
    opened.complaints.clear()
    opened.close()
