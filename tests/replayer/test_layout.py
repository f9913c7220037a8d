"""Replays keep to the width, names are cut alike and aligned, and every sign is the log's own or explained."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from kratzen_log import loads, replay
from kratzen_log.cli.replaying import deals, text
from kratzen_log.cli.stepper import frame
from kratzen_log.replayer.board import FAULT, picture, plain
from kratzen_log.replayer.sheet import sheet
from kratzen_log.replayer.step import Step
from kratzen_log.texts.safe import width
from tests.support import DATA, ROOT, as_bytes, head

NAMES = {
    "short": ["Jo", "Al", "Bo", "Cy", "Di", "Ed"],
    "long": ["Maximilian-Alexander von Hohenfels", "Maximiliane von und zu", "x" * 200, "Burgi", "a b c d e f g h i j k l m n", "Öz"],
    "wide": ["王小明", "李" * 30, "Jörg", "Jo\u0308rg", "🂡🂡🂡", "❤\ufe0f Herz"],
}
PATHS = [
    ROOT / "sample_logs" / "disputed-kratzen.jsonl", ROOT / "sample_logs" / "innsbruck-schnellen.jsonl",
    ROOT / "tests" / "conformance" / "broken" / "play.overtrump.jsonl", DATA / "examples" / "lawful" / "kratzen-6p-0014.jsonl",
    DATA / "examples" / "lawful" / "schnellen-5p-0033.jsonl", DATA / "examples" / "lawful" / "schnellen-3p-0009.jsonl",
]
MESSY: dict[str, Any] = {
    "type": "deal", "no": 1, "dealer": "C", "turned": "H9", "pot": 40, "totals": [90, 98, 200],
    "tricks": ["A:EA B:E7 C:HA!", "C:L7 A:L8 B:LX!", "B:LO C:L9 A:LK", "A:SA B:S7 C:S8", "A:SO B:EX C:EK"],
}


def renamed(path: Any, names: str, stack: int = 0) -> list[Step]:
    records = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    records[0]["players"] = NAMES[names][: len(records[0]["players"])]
    if stack:
        records[0]["start"] = [stack for _name in records[0]["players"]]
    return replay(loads(as_bytes(records)))


@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("columns", [60, 80, 100])
def test_no_line_passes_the_width_and_nothing_is_cut_without_a_sign(names: str, lang: str, columns: int) -> None:
    for path in PATHS:
        steps = renamed(path, names)
        lines = text(deals(steps), lang, colour=False, every=True, markdown=False, wide=columns).splitlines()
        for line in lines:
            assert width(line) <= columns, line
        for step in steps:
            shown = picture(step, lang, plain, columns)
            assert len(shown) <= 22
            for line in shown:
                assert width(line) <= columns, line
            if step.kind == "play" and step.seat >= 0 and step.after.trick and step.after.trick[-1].seat == step.seat:
                from kratzen_log.cards import token

                below = "\n".join(shown[3 + step.after.players :])
                assert f" {token(step.card, step.pack)}" in below, "the card just played lies on the table"


def test_a_frame_is_80_by_24() -> None:
    for step_at, steps in ((40, renamed(PATHS[3], "long")), (25, renamed(PATHS[1], "wide"))):
        rows = frame(steps, step_at, "de", plain).split("\r\n")
        assert len(rows) == 24
        assert max(map(width, rows)) <= 80


@pytest.mark.parametrize("names", NAMES)
def test_a_name_looks_the_same_in_every_table_of_a_deal(names: str) -> None:
    for path in PATHS:
        for run in deals(renamed(path, names)):
            lines = sheet(run, "en")
            head_at = next((at for at, line in enumerate(lines) if line.endswith("total")), None)
            if head_at is None:
                continue
            first = lines.index("") + 1
            hands = {line[2]: line for line in lines[first : lines.index("", first)]}
            stacks = lines[head_at + 1 : lines.index("", head_at)]
            assert len(set(map(width, [lines[head_at], *stacks]))) == 1, "the amounts stand below each other"
            for line in stacks:
                if line[2] in hands:
                    name = re.split(r"  +(?=[-+·0])", line)[0]
                    assert hands[line[2]].startswith(name), (line, hands)


def test_great_amounts_are_told_where_no_table_has_room() -> None:
    for columns in (60, 80):
        steps = renamed(PATHS[0], "long", 2**52)
        for line in sheet([step for step in steps if step.deal == 3], "en", columns=columns):
            assert width(line) <= columns, line


def run_of(deal: dict[str, Any]) -> list[Step]:
    return replay(loads(as_bytes([head(players=3), deal])))


def test_a_fault_has_a_mark_of_its_own_and_the_log_keeps_its() -> None:
    text = "\n".join(sheet(run_of(MESSY), "en"))
    assert "B:LX!  " in text
    assert f"C:HA!{FAULT}" in text
    assert f"{FAULT} against the rules" in text
    assert "! noticed at the table" in text
    clean = "\n".join(sheet(run_of(MESSY | {"tricks": ["A:EA B:E7 C:HA"], "abort": "late"}), "en"))
    assert FAULT not in clean
    assert "noticed" not in clean


def test_a_wrong_pot_is_shown_at_the_pot() -> None:
    steps = run_of(MESSY)
    (step,) = [step for step in steps if any(breach.code == "score.pot" for breach in step.breaches)]
    assert (step.kind, step.key) == ("ledger", "ante")
    lines = sheet(steps, "en")
    assert lines[0].endswith("pot 15, recorded as 40")
    assert next(at for at, line in enumerate(lines) if "score.pot" in line) < next(at for at, line in enumerate(lines) if "Trick 1" in line)


def test_a_hand_nobody_knows_is_unknown() -> None:
    deal = {"type": "deal", "no": 1, "dealer": "C", "turned": "H9", "calls": "A:in B:out", "abort": "late", "tricks": ["A:EA C:E7"]}
    steps = replay(loads(as_bytes([head(players=3, rules={"first_deal": "normal"}), deal])))
    english, german = "\n".join(sheet(steps, "en")), "\n".join(sheet(steps, "de"))
    assert re.search(r"B Ben +\?\? \?\? \?\? \?\? \?\? +unknown", english)
    assert re.search(r"A Anna +EA \?\? \?\? \?\? \?\? +known from the plays", english)
    assert "unbekannt" in german


def test_german_names_of_cards_and_keys_are_not_broken() -> None:
    for path in PATHS:
        for columns in (60, 73, 80):
            body = text(deals(replay(loads(path.read_bytes()))), "de", colour=False, every=True, markdown=False, wide=columns)
            assert not re.search(r"(Herz|Eichel|Laub|Schellen|void|note)-\n", body)
