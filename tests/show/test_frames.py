"""Frames: every step, every sentence, and nothing a view may not know."""

from __future__ import annotations

import zlib
from typing import Any

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from kratzen_log import Deal, Session, cards, load, replay, simulate
from kratzen_log.replayer.board import order
from kratzen_log.show.frames import frames, frames_json, table_at, upright
from kratzen_log.show.module import packed
from kratzen_log.show.page import page
from kratzen_log.texts import Voice
from tests import regenerate
from tests.support import DATA, ROOT

SAMPLES = ("friday-kratzen", "disputed-kratzen", "innsbruck-schnellen")


def sample(name: str) -> Session:
    return load(ROOT / "sample_logs" / f"{name}.jsonl")


@pytest.mark.parametrize("name", sorted(regenerate.FRAMES))
def test_golden_frames(name: str) -> None:
    """Regenerate with ``python -m tests.regenerate``."""
    assert regenerate.frame_lines(name) == (DATA / "frames" / f"{name}.txt").read_text("utf-8")


@pytest.mark.parametrize("name", SAMPLES)
def test_changes_add_up_to_the_table_of_each_step(name: str) -> None:
    session = sample(name)
    made = frames(session)
    for at, step in enumerate(replay(session)):
        if at % 7 and step.kind != "settled":
            continue
        state = table_at(made, at)
        after = step.after
        assert state["stacks"] == list(after.stacks or ())
        assert state["pot"] == after.pot
        assert [state[f"hand{seat}"] for seat in range(after.players)] == [order(after, after.hand(seat)) for seat in range(after.players)]
        assert state["trick"] == [[card.seat, card.card] for card in after.trick]


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("name", SAMPLES)
def test_a_template_filled_by_its_facts_is_the_sentence(name: str, lang: str) -> None:
    session = sample(name)
    made = frames(session)
    for step, frame in zip(replay(session), made["steps"], strict=True):
        said = Voice(lang, step.pack, made["players"]).fill(made["texts"][lang]["steps"][frame["key"]], frame["facts"])
        assert (f"{said} ({frame['rule']})" if "rule" in frame else said) == step.text(lang)


def test_every_card_of_the_hand_is_answered() -> None:
    for name in SAMPLES:
        session = sample(name)
        for step, frame in zip(replay(session), frames(session)["steps"], strict=True):
            if "why" not in frame:
                continue
            answered = [card for _key, _rule, many, _facts in frame["why"] for card in many]
            assert sorted(answered) == cards.members(step.before.hands[step.seat] | 1 << step.card)
            allowed = [card for key, _rule, many, _facts in frame["why"] for card in many if key.startswith("yes")]
            assert sorted(allowed) == frame["legal"]


def test_an_irregular_card_names_duty_proof_and_what_would_have_been_legal() -> None:
    made = frames(sample("disputed-kratzen"))
    step = next(step for step in made["steps"] if step.get("verdict") == "illegal")
    fault = made["findings"][step["faults"][0]]
    assert (fault["code"], fault["rule"]) == ("play.follow-suit", "K-5.1")
    assert cards.tokens(fault["proof"]) == "SO SA"
    assert cards.tokens(fault["legal"]) == "SA"
    assert [key for key, _rule, many, _facts in step["why"] if step["card"] in many] == ["no_follow"]
    assert fault["text"]["de"]["french"] != fault["text"]["de"]["german"]


def test_the_impact_stands_with_its_deal() -> None:
    impacts = {deal["no"]: deal["impact"] for deal in frames(sample("disputed-kratzen"))["deals"] if "impact" in deal}
    assert impacts == {5: {"recorded": [-15, 5, 4, 13], "by_rules": [-15, 4, 4, 13], "certain": True}}


# --- views -------------------------------------------------------------------------------------------------------------


def evening(game: str) -> Session:
    rules: dict[str, object] = {"exchange": 2} if game == "kratzen" else {"exchange": True}
    return simulate(game, players=4, deals=12, seed=11, rules=rules)[0]


def told(deal: dict[str, Any], made: dict[str, Any]) -> set[int]:
    """Every card a deal of a document names anywhere."""
    found: set[int] = set()
    for step in made["steps"][deal["first"] : deal["last"] + 1]:
        state = step["table"]
        for key in ("turned", "put_away", "discarded", "talon"):
            found |= set(state.get(key) or ())
        for key, value in state.items():
            if key.startswith("hand"):
                found |= set(value)
        found |= {card for _seat, card in state.get("trick", ())}
        facts = step["facts"]
        found |= {facts[key] for key in ("card", "must_beat", "top") if key in facts}
        found |= {card for key in ("cards", "out", "drawn", "show", "away", "proof") for card in facts.get(key) or ()}
        found |= set(step.get("legal", ())) | {step.get("card", -1)}
        found |= {card for row in step.get("why", ()) for card in row[2]}
    found |= {card for hand in deal.get("dealt", ()) for card in hand}
    return found - {-1}


@pytest.mark.parametrize("game", ["kratzen", "schnellen"])
def test_everybody_sees_only_what_lay_open(game: str) -> None:
    session = evening(game)
    made = frames(session, "public")
    assert made["view"] == "public"
    for deal, record in zip(made["deals"], session.deals, strict=True):
        played = {cards.parse(part.strip(">!").split(":")[-1]) for trick in record.tricks or () for part in trick.split() if ":" in part} if record.tricks is not UNSET else set()
        open_cards = _played(session, deal["no"]) | set(map(cards.parse, str(record.turned).split() if record.turned is not UNSET else ()))
        open_cards |= {cards.parse(card) for swap in ([] if record.exchange is UNSET else record.exchange) if swap.show is not UNSET for card in str(swap.show).split()}
        assert told(deal, made) <= open_cards | played
    for step in made["steps"]:
        assert not {"legal", "duty", "why", "must_beat"} & set(step)


def _played(session: Session, number: int) -> set[int]:
    return {step.card for step in replay(session) if step.deal == number and step.kind == "play"}


@pytest.mark.parametrize("view", ["public", "A"])
@pytest.mark.parametrize("game", ["kratzen", "schnellen"])
def test_other_hidden_cards_make_the_same_bytes(game: str, view: str) -> None:
    """Whatever the hands that were never shown, the talon and the cards put away hold: the page is the same."""
    session = evening(game)
    other = shuffled(session)
    assert frames_json(other) != frames_json(session)
    assert frames_json(other, view) == frames_json(session, view)
    assert page(other, view) == page(session, view)


def shuffled(session: Session) -> Session:
    """The session with other cards where nobody looked."""
    return Session(tuple(_shuffled(record) if isinstance(record, Deal) else record for record in session.records))


def _shuffled(deal: Deal) -> Deal:
    """The deal with the hand of a seat that is out given other cards, and no deck."""
    if deal.calls is UNSET or deal.hands is UNSET:
        return replace(deal, deck=UNSET, prev=UNSET)
    out = {part.split(":")[0] for part in deal.calls.split() if part.endswith(":out")}
    hands = list(deal.hands)
    used = " ".join([*(hand or "" for hand in hands), *(deal.tricks or [] if deal.tricks is not UNSET else []), str(deal.turned)])
    used += "".join(f" {swap.out} {swap.drawn}" for swap in (deal.exchange if deal.exchange is not UNSET else []))
    free = [cards.token(card) for card in range(cards.CARDS) if cards.token(card) not in used]
    for seat in range(1, len(hands)):
        if cards.SEATS[seat] in out and len(free) >= 5:
            hands[seat], free = " ".join(free[:5]), free[5:]
    return replace(deal, hands=hands, deck=UNSET, prev=UNSET)


@pytest.mark.parametrize("game", ["kratzen", "schnellen"])
def test_a_seat_sees_its_own_hand_and_duties(game: str) -> None:
    session = evening(game)
    made = frames(session, "B")
    for at, (step, full) in enumerate(zip(made["steps"], frames(session)["steps"], strict=True)):
        assert [key for key in step["table"] if key.startswith("hand") and key not in ("hand1", "hand0", "hand2", "hand3")] == []
        state = step["table"]
        assert not any(state.get(f"hand{seat}") for seat in (0, 2, 3))
        if step["kind"] == "play" and step["seat"] == 1:
            assert (step.get("legal"), step.get("duty")) == (full.get("legal"), full.get("duty")), at


def test_a_log_that_is_a_view_stays_one() -> None:
    from kratzen_log.views.redacting import redact

    seen = redact(evening("kratzen"), "C")
    assert frames(seen)["view"] == "C"
    assert frames(seen, "A")["view"] == "public"


def test_a_view_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="public, or a seat from A to D"):
        frames(evening("kratzen"), "Q")


# --- all logs ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted((ROOT / "tests" / "conformance" / "broken").glob("*.jsonl")), ids=lambda path: path.stem)
def test_every_broken_log_has_frames(path: Any) -> None:
    from kratzen_log import LogError

    try:
        session = load(path)
    except LogError:
        return
    made = frames(session)
    assert msgspec.json.decode(msgspec.json.encode(made)) == made
    if made["steps"]:
        codes = {finding["code"] for finding in made["findings"]} | {note["code"] for note in made["notes"]}
        wanted = path.name.removesuffix(".jsonl")
        assert wanted in codes or wanted.split(".")[0] in ("file", "json", "log"), codes


def test_a_long_evening_of_six_fits_into_a_mail() -> None:
    session = simulate("kratzen", players=6, deals=40, seed=3, start=500)[0]
    made = page(session)
    assert len(made.encode()) < 300_000
    assert len(packed(frames(session))) == len(zlib.compress(zlib.decompress(packed(frames(session))), 9))


def test_names_cannot_turn_a_sentence_round() -> None:
    assert upright("Anna \u202elive") == "Anna live"
    assert upright("\u05d0\u05d1") == "\u2068\u05d0\u05d1\u2069"
