"""Steps for everything that happens; golden playthroughs; no log makes replay raise."""

from __future__ import annotations

import itertools
import json
import re
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kratzen_log import Session, load, loads, replay
from kratzen_log.texts import table
from tests import regenerate
from tests.referee import faults, generate
from tests.strategies import json_values
from tests.support import DATA, ROOT, as_bytes, scaled

LOGS = [*sorted((ROOT / "sample_logs").glob("*.jsonl")), *sorted((ROOT / "tests" / "conformance" / "broken").glob("*.jsonl"))]


@pytest.mark.parametrize("name", sorted(regenerate.PLAYTHROUGHS))
def test_golden_playthrough(name: str) -> None:
    """Regenerate with ``python -m tests.regenerate`` and review the difference."""
    golden = (DATA / "playthroughs" / f"{name}.txt").read_text("utf-8")
    assert regenerate.playthrough(name) == golden


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_every_log_replays_in_both_languages(path: object) -> None:
    from kratzen_log import sessions

    for session in sessions(str(path)):
        for step in replay(session):
            for lang in ("en", "de"):
                assert "?" not in step.text(lang).replace("??", ""), step


@pytest.mark.parametrize(("name", "reason", "says"), [
    ("friday-kratzen", "agreed", "The players agree to stop here: Sepp wins (K-7)"),
    ("friday-kratzen", "abandoned", "The session is broken off here: Sepp is ahead (K-7)"),
    ("innsbruck-schnellen", "agreed", "The session ends here: Carla wins (S-6)"),
])
def test_the_end_says_who_wins_over_the_last_cards(name: str, reason: str, says: str) -> None:
    lines = (ROOT / "sample_logs" / f"{name}.jsonl").read_bytes().splitlines(keepends=True)
    end = json.loads(lines[-1]) | {"reason": reason}
    *_before, settled, last = replay(loads(b"".join(lines[:-1]) + json.dumps(end).encode()))
    assert last.text() == says
    assert (last.after.turned, last.after.taken, last.after.dealer) == (settled.after.turned, settled.after.taken, settled.after.dealer)


def test_a_session_without_a_deal_has_no_winner() -> None:
    head = (ROOT / "sample_logs" / "friday-kratzen.jsonl").read_bytes().splitlines(keepends=True)[0]
    assert replay(loads(head + b'{"type":"end","reason":"abandoned"}\n'))[-1].text() == "The log ends here"


def test_every_sentence_is_used_and_complete_in_both_languages() -> None:
    for key, sentence in table("steps").items():
        assert set(sentence) == {"en", "de"}, key
        slots = [set(re.findall(r"\{\w+(?::\w+)?\}", text)) for text in sentence.values()]
        assert slots[0] == slots[1], key


@settings(max_examples=scaled(60), deadline=None)
@given(st.integers(0, 10_000))
def test_a_lawful_session_step_by_step(seed: int) -> None:
    session = loads(as_bytes(generate.session(seed)))
    steps = replay(session)
    for before, after in itertools.pairwise(steps):
        if after.kind not in ("deal", "void", "adjust", "note", "end") and before.deal == after.deal and before.kind != "void":
            assert after.before.stacks == before.after.stacks
            assert after.before.pot == before.after.pot
    for step in steps:
        assert not step.breaches
        if step.kind == "play" and step.card >= 0 and step.verdict == "legal":
            assert step.legal >> step.card & 1
            assert step.before.hands[step.seat] >> step.card & 1
            assert not step.after.hands[step.seat] >> step.card & 1
            assert step.rule
        if step.kind == "ledger" and step.before.stacks and step.after.stacks and step.before.pot is not None:
            assert sum(step.before.stacks) + step.before.pot == sum(step.after.stacks) + (step.after.pot or 0), "K-6.8"


@settings(max_examples=scaled(40), deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(sorted(faults.KINDS)))
@example(417, "deal.trump/nobody-named-it")
def test_a_faulty_session_replays_and_carries_its_finding(seed: int, kind: str) -> None:
    import random

    records = generate.session(seed)
    planted = faults.plant(records, random.Random(seed), kind)
    if planted is None:
        return
    from kratzen_log import sessions

    for session in sessions(as_bytes(planted[0])):
        steps = replay(session)
        codes = {breach.code for step in steps for breach in step.breaches}
        code = planted[1]["code"]
        if steps and code.split(".")[0] not in ("log", "rules"):
            assert code in codes


@settings(max_examples=scaled(150), deadline=None)
@given(st.data(), st.integers(0, 300))
def test_total_on_records_with_anything_in_them(data: st.DataObject, seed: int) -> None:
    """Any value anywhere in a deal: audit and replay give an answer."""
    from kratzen_log import audit, sessions

    records = generate.session(seed)
    deals = [record for record in records if record["type"] == "deal"]
    deal = data.draw(st.sampled_from(deals))
    for _ in range(data.draw(st.integers(1, 3))):
        key = data.draw(st.sampled_from(sorted(deal)))
        value = deal[key]
        if isinstance(value, list) and value and data.draw(st.booleans()):
            deal[key] = list(value)
            deal[key][data.draw(st.integers(0, len(value) - 1))] = data.draw(json_values)
        elif isinstance(value, str) and data.draw(st.booleans()):
            parts = value.split(" ")
            parts[data.draw(st.integers(0, len(parts) - 1))] = data.draw(st.sampled_from(["??", "A:??", "Z:E7", "F:WE!", ">Q", "", "A:out", "A:in", "D:5", "WE", "E7", "x"]))
            deal[key] = " ".join(parts)
        else:
            deal[key] = data.draw(json_values)
    log = as_bytes(records)
    report = audit(log)
    assert report.verdict in ("clean", "findings", "unreadable")
    for session in sessions(log):
        for step in replay(session):
            step.text("en")
            str(step)


def test_a_session_without_a_game_has_no_steps() -> None:
    assert replay(Session(())) == []
    assert replay(loads(b'{"type":"note","text":"x"}\n')) == []


def test_missing_hands_are_rebuilt_and_marked() -> None:
    records = [json.loads(line) for line in (ROOT / "sample_logs" / "innsbruck-schnellen.jsonl").read_text().splitlines()]
    known = replay(load(ROOT / "sample_logs" / "innsbruck-schnellen.jsonl"))
    for record in records:
        record.pop("hands", None)
        record.pop("prev", None)
    rebuilt = replay(loads(as_bytes(records)))
    first = next(step for step in rebuilt if step.kind == "packet")
    assert first.after.rebuilt == first.after.seats
    plays = [step for step in rebuilt if step.kind == "play"]
    same = [step for step in known if step.kind == "play"]
    assert [(step.card, step.legal, step.duty) for step in plays] == [(step.card, step.legal, step.duty) for step in same]


def test_swapping_seats_round_the_table_changes_only_the_seats() -> None:
    for seed in range(scaled(40)):
        records = generate.session(seed)
        n = len(records[0]["players"])
        other = replay(loads(as_bytes(rotated(records))))
        for step, turned in zip(replay(loads(as_bytes(records))), other, strict=True):
            seat = (step.seat + 1) % n if step.seat >= 0 else -1
            assert (turned.kind, turned.seat, turned.card, turned.duty, turned.legal) == (step.kind, seat, step.card, step.duty, step.legal)
            stacks = step.after.stacks
            assert turned.after.stacks == (None if stacks is None else (stacks[-1], *stacks[:-1]))
            assert (turned.after.pot, turned.verdict) == (step.after.pot, step.verdict)


def rotated(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Everybody moves one seat on."""
    players = len(records[0]["players"])
    letters = "ABCDEF"[:players]
    move = str.maketrans(letters, letters[1:] + letters[0])

    def arrays(value: list[Any]) -> list[Any]:
        return [value[-1], *value[:-1]]

    def seats(text: str) -> str:
        return re.sub(r"(?<![A-Za-z])([A-F])(?=:|$|(?=\s))|(?<=>)([A-F])", lambda m: (m.group(1) or m.group(2)).translate(move), text)

    out = []
    for record in records:
        new = {key: value for key, value in record.items() if key != "prev"}
        for key in ("players", "start", "hands", "taken", "delta", "totals"):
            if isinstance(new.get(key), list):
                new[key] = arrays(new[key])
        for key in ("dealer", "in", "winners"):
            if isinstance(new.get(key), str):
                new[key] = "".join(sorted(str(new[key]).translate(move)))
        if new.get("view") in tuple(letters):
            new["view"] = str(new["view"]).translate(move)
        for key in ("calls", "bids"):
            if isinstance(new.get(key), str):
                new[key] = seats(str(new[key]))
        if isinstance(new.get("tricks"), list):
            new["tricks"] = [" ".join((part[0].translate(move) + part[1:]) if part[0] != ">" else ">" + part[1:].translate(move) for part in str(trick).split()) for trick in new["tricks"]]
        if isinstance(new.get("exchange"), list):
            new["exchange"] = [{**swap, "seat": str(swap["seat"]).translate(move)} for swap in new["exchange"]]
        out.append(new)
    return out


def renamed(value: Any, suits: dict[str, str], key: str = "") -> Any:
    """A record with two suits in each other's place."""
    if isinstance(value, dict):
        return {name: renamed(part, suits, name) for name, part in value.items() if name != "prev"}
    if isinstance(value, list):
        return [renamed(part, suits, key) for part in value]
    if isinstance(value, str) and key == "trump":
        return suits.get(value, value)
    if isinstance(value, str) and key in ("deck", "hands", "turned", "discard", "tricks", "out", "in", "show", "away"):
        return re.sub(r"(?<![A-Za-z])([ELHS])(?=[789XUOKA]|10)", lambda match: suits[match.group(1)], value)
    return value


@pytest.mark.parametrize("game", ["kratzen", "schnellen"])
@pytest.mark.parametrize("swapped", ["EL", "LS", "ES"])
def test_renaming_suits_changes_only_the_names(game: str, swapped: str) -> None:
    """No suit has a meaning of its own but acorns where they force (S-3.3) and hearts that count double (S-5.1)."""
    one, other = swapped[0], swapped[1]
    suits = {suit: {one: other, other: one}.get(suit, suit) for suit in "ELHS"}
    tried = 0
    for seed in range(scaled(12)):
        records = generate.session(seed, game)
        rules = records[0].get("rules", {})
        text = as_bytes(records).decode()
        if rules.get("forced_clubs") or re.search(r"[789TJQKA][cshd]\b|\b[elhs][789xuoka]\b|6d|[\U0001f0a0-\U0001f0df]", text):
            continue
        tried += 1
        mine = [(step.kind, step.seat, step.trick, step.play, step.duty, step.legal.bit_count(), step.after.stacks) for step in replay(loads(as_bytes(records)))]
        theirs = [(step.kind, step.seat, step.trick, step.play, step.duty, step.legal.bit_count(), step.after.stacks) for step in replay(loads(as_bytes(renamed(records, suits))))]
        assert mine == theirs, seed
    assert tried >= 3


def test_the_words_that_may_be_said() -> None:
    from tests.support import head

    deal = {"type": "deal", "no": 1, "dealer": "C", "turned": "EA", "discard": "S7", "calls": "A:out B:in"}
    records = [head("schnellen", 3), {**deal, "tricks": []}]
    said = {step.seat: step.choices for step in replay(loads(as_bytes(records))) if step.kind == "call" and step.choices}
    assert said == {0: ("in", "out"), 1: ("in",)}, "the last one must play (S-3.2)"
    low = [{**head("schnellen", 3), "start": [5, 20, 20]}, {**deal, "calls": "A:in B:out", "tricks": []}]
    said = {step.seat: step.choices for step in replay(loads(as_bytes(low))) if step.kind == "call" and step.choices}
    assert said == {0: ("in",), 1: ("in", "out")}, "at five (S-3.1)"


def test_how_many_the_dealer_puts_away_is_known_though_nobody_wrote_it_down() -> None:
    records = [json.loads(line) for line in (ROOT / "sample_logs" / "pencil-schnellen.jsonl").read_text("utf-8").splitlines()]
    steps = replay(loads(as_bytes([{key: value for key, value in record.items() if key != "discard"} for record in records])))
    said = [step.text() for step in steps if step.kind == "put_away"]
    assert said == [f"{name} puts {count} away face down, unseen (S-2)" for name, count in (("Oma", 2), ("Lisl", 1), ("Toni", 1), ("Oma", 1))]
