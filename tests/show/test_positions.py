"""Positions found in logs, and figures of a lesson."""

from __future__ import annotations

import pytest

from kratzen_log import find_positions, legal, load
from kratzen_log.show.lesson import show_cards, show_position, show_rule
from tests.support import ROOT

FRIDAY = ROOT / "sample_logs" / "friday-kratzen.jsonl"
INNSBRUCK = ROOT / "sample_logs" / "innsbruck-schnellen.jsonl"
TRUMPS = {0: "E", 1: "L", 2: "H", 3: "S"}


@pytest.mark.parametrize("path", [FRIDAY, INNSBRUCK])
def test_what_is_found_is_what_the_rules_say_of_the_hand(path: object) -> None:
    session = load(str(path))
    assert session.head is not None
    rules = {key: value for key, value in dict(session.head.rules or {}).items() if key != "version"}
    spots = find_positions(session)
    assert len(spots) > 100
    for spot in spots:
        found = legal(str(session.head.game), TRUMPS[spot.step.before.trump], spot.hand, spot.table, rules=rules)
        assert (set(found.legal), found.duty, found.rule) == (set(spot.legal), spot.duty, spot.rule)


def test_duty_paragraph_and_ruff_choose() -> None:
    many = find_positions([FRIDAY, INNSBRUCK], paragraph="S-4.1", after_ruff=True)
    assert many
    for spot in many:
        assert spot.rule == "S-4.1"
        assert spot.table[0][0] != TRUMPS[spot.step.before.trump]
        assert any(card == "WE" or card[0] == TRUMPS[spot.step.before.trump] for card in spot.table[1:])
    assert {spot.duty for spot in find_positions(FRIDAY, duty="overtrump")} == {"overtrump"}
    assert len(find_positions(FRIDAY, limit=3)) == 3
    assert all(len(spot.hand) >= 4 for spot in find_positions(FRIDAY, choices=4))


def test_house_rules_change_what_is_found() -> None:
    strict = find_positions(INNSBRUCK, duty="head", after_ruff=True)
    assert strict
    assert not find_positions(INNSBRUCK, duty="head", after_ruff=True, rules={"head_after_ruff": False})


def test_the_picture_shows_only_the_hand_of_the_player() -> None:
    spot = find_positions(FRIDAY, duty="follow", choices=4)[2]
    svg = spot.svg()
    assert svg.count("<svg") == 1
    bundle = spot._repr_mimebundle_()
    assert spot.player in bundle["text/plain"]
    other = find_positions(FRIDAY, duty="follow", choices=4)[5]
    assert other.svg() != svg


@pytest.mark.parametrize("wrong", [{"duty": "sing"}, {"paragraph": "K-99"}])
def test_what_does_not_exist_is_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="is no"):
        find_positions(FRIDAY, duty=wrong.get("duty", ""), paragraph=wrong.get("paragraph", ""))


def test_figures_say_what_they_show() -> None:
    assert show_cards("HA WE", "de").caption == "Herz-Ass, Weli"
    assert "Sepp takes the trick with the Ten of Hearts" in show_position(FRIDAY, 4, 3).caption
    assert show_rule("C-2").markdown.startswith("> **C-2 · The Weli.**")
    with pytest.raises(ValueError, match="there is no deal 99"):
        show_position(FRIDAY, 99)
    with pytest.raises(ValueError, match="no such step"):
        show_position(FRIDAY, 3, 1)
