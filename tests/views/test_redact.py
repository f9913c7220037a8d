"""A redacted log holds no card its view did not see, still follows, and names its source."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

from kratzen_log import Deal, Head, Session, audit, dumps, loads, redact, sealed, sessions, simulate
from kratzen_log.cards import READ, SEATS
from kratzen_log.games import GAMES
from kratzen_log.log.seal import digest
from kratzen_log.views.redacting import REDACTED, SOURCE_SEAL
from tests.referee import generate
from tests.support import DATA, ROOT, as_bytes, found, scaled

_WORD = re.compile(r"\b[A-Z0-9a-z]{2}\b")


def random_session(seed: int, deals: int = 6) -> Session:
    """A lawful session with every option drawn by lot."""
    rng = random.Random(seed)
    game = GAMES[rng.choice(sorted(GAMES))]
    while True:
        rules = {option.name: rng.choice(option.spec.sample()) for option in game.options if rng.random() < 0.7}
        players = rng.randint(3, 6)
        low, high = game.seats(game.defaults if "short_pack" not in rules or not rules["short_pack"] else game.defaults._replace(short_pack=1))
        if low <= players <= high:
            break
    [session] = simulate(game.key, players, deals, seed, rules=rules, bots=rng.choice(["people", "random"]))
    return session


def cards_in(text: str) -> set[int]:
    return {READ[word] for word in _WORD.findall(text) if word in READ and READ[word] >= 0}


def may_be_seen(deal: Deal, seat: str) -> set[int]:
    """The cards of a deal that lay open, and those of a seat."""
    texts: list[Any] = [deal.turned, *(deal.tricks or [])]
    if seat in SEATS:
        number = SEATS.index(seat)
        texts += [(deal.hands or [None] * 6)[number]]
        texts += [deal.discard] if deal.dealer == seat else []
    for swap in deal.exchange or []:
        texts += [swap.show]
        texts += [swap.out, swap.drawn, swap.away] if swap.seat == seat else []
    return set().union(*(cards_in(text) for text in texts if isinstance(text, str)))


def card_keys(line: bytes) -> str:
    """A record's text without the keys whose letters are seats, words or seals."""
    record = json.loads(line)
    for key in ("prev", "x", "players", "calls", "bids", "generator", "in", "dealer", "type", "id", "place", "date"):
        record.pop(key, None)
    for swap in record.get("exchange", []):
        swap.pop("seat")
    return json.dumps(record)


@pytest.mark.parametrize("block", range(5))
def test_no_hidden_card_is_left_and_the_log_still_follows(block: int) -> None:
    for seed in range(block * 1000, block * 1000 + scaled(16)):
        source = random_session(seed)
        assert source.head is not None
        for view in ("public", *SEATS[: len(source.head.players)]):
            made = redact(source, view)
            out = dumps(made)
            lines = iter(out.splitlines()[1:])
            for before, after in zip(source.deals, made.deals, strict=True):
                assert cards_in(card_keys(next(lines))) <= may_be_seen(before, view), (seed, view, before.no)
                assert after.tricks == before.tricks
                assert (after.turned, after.calls, after.bids, after.totals) == (before.turned, before.calls, before.bids, before.totals)
            assert b'"deck"' not in out
            assert b'"seed"' not in out
            report = audit(out)
            assert (seed, view, report.verdict) == (seed, view, "clean"), [f.message for f in report]


def test_lawful_logs_of_the_referee_stay_lawful_in_every_view() -> None:
    for seed in range(scaled(60)):
        [session] = sessions(as_bytes(generate.session(seed)))
        assert session.head is not None
        for view in ("public", *SEATS[: len(session.head.players)]):
            report = audit(dumps(redact(session, view)))
            assert (seed, view, found(report)) == (seed, view, [])


def test_what_a_seat_knows_is_kept() -> None:
    many = simulate("schnellen", 4, 12, 5, 20, rules={"exchange": True}, bots="random")
    views = [redact(source, "b") for source in many]
    deals = [deal for source in many for deal in source.deals]
    seen = [deal for view in views for deal in view.deals]
    for before, after in zip(deals, seen, strict=True):
        assert before.hands is not UNSET
        assert after.hands == [None, before.hands[1], None, None]
        assert (after.discard == before.discard) is (before.dealer == "B")
        for old, new in zip(before.exchange or [], after.exchange or [], strict=True):
            assert (new == old) is (old.seat == "B")
            assert (len(new.out), len(new.drawn), new.show) == (len(old.out), len(old.drawn), old.show)
    assert any(swap.show is not UNSET and swap.seat != "B" for deal in seen for swap in deal.exchange or [])
    assert {view.head.view for view in views if view.head is not None} == {"B"}


def test_the_source_is_named_and_the_chain_is_drawn_anew() -> None:
    [source] = simulate("kratzen", 3, 3, 9)
    made = redact(source, "public")
    assert sealed(made) == made
    assert isinstance(made.head, Head)
    assert made.head.x == {SOURCE_SEAL: digest(source.records[-1])}
    [bare] = simulate("kratzen", 3, 3, 9, rules=None)
    unsealed = Session(tuple(record for record in loads(dumps(bare).replace(b'"prev"', b'"_prev"'))))
    view = redact(unsealed, "A")
    assert all(record.prev is UNSET for record in view)
    assert isinstance(view.head, Head)
    assert view.head.x is not UNSET
    again = redact(view, "public")
    assert isinstance(again.head, Head)
    assert again.head.x == view.head.x


def test_a_view_of_a_view_is_what_both_know() -> None:
    [source] = simulate("kratzen", 4, 5, 3, rules={"exchange": 2})
    public = redact(source, "public")
    assert redact(redact(source, "A"), "B") == public
    assert redact(public, "C") == public
    assert redact(redact(source, "A"), "A") == redact(source, "A")
    assert redact(redact(source, "A"), "public") == public


def test_texts_and_private_keys_that_could_hold_a_card_go() -> None:
    secret = "Anna has the HA"
    log = as_bytes([
        {"type": "session", "format": "kratzen-log", "version": "1.0", "game": "kratzen", "rules": {"version": 1, "_r": secret, "hed": secret},
         "players": [{"name": "Anna", "_p": secret}, "Ben", {"name": "Carla", "x": {"v:p": secret}}], "start": [100, 100, 100],
         "seed": 7, "_s": secret, "x": {"v:s": secret, SOURCE_SEAL: secret}, "odd": secret},
        {"type": "note", "text": secret},
        {"type": "deal", "no": 1, "dealer": "A", "turned": "E9", "hands": ["HA ?? HO", None], "tricks": [], "abort": secret,
         "notes": [{"at": "0", "text": secret}], "_d": secret, "x": {"v:d": secret}, "pot": secret, "odd": secret,
         "exchange": [{"seat": "A", "out": "HA", "in": "HO", "_w": secret}, 5, {"seat": "B"}]},
        {"type": "void", "deal": 1, "why": secret, "_v": secret},
        {"type": "adjust", "delta": [1, 0, -1], "why": secret, "_a": secret},
        {"type": "end", "reason": "agreed", "_e": secret, "totals": secret},
    ])
    out = dumps(redact(loads(log), "B"))
    assert b"Anna has" not in out
    assert b"HA" not in out
    assert b"HO" not in out
    assert out.count(REDACTED.encode()) == 2


@pytest.mark.parametrize("path", sorted((ROOT / "tests" / "conformance" / "broken").iterdir()), ids=lambda path: path.name)
@pytest.mark.parametrize("view", ["public", "B"])
def test_broken_logs_are_redacted_too(path: Path, view: str) -> None:
    for session in sessions(path):
        made = redact(session, view)
        audit(dumps(made))


def test_faulty_logs_are_redacted_too() -> None:
    for path in sorted((DATA / "examples" / "faults").glob("*.jsonl")):
        for session in sessions(path):
            for before, after in zip(session.deals, redact(session, "A").deals, strict=True):
                assert cards_in(card_keys(dumps(Session((after,))))) <= may_be_seen(before, "A")


@pytest.mark.parametrize("view", ["", "all", "G", "D", "AB", "seat"])
def test_a_view_that_nobody_has_is_refused(view: str) -> None:
    [source] = simulate("kratzen", 3, 1, 1)
    with pytest.raises(ValueError, match="public, or a seat from A to C"):
        redact(source, view)


def test_words_that_are_none_of_the_game_go_too() -> None:
    """Where a word, a time or a reason should stand, any other text could name a card."""
    head = {
        "type": "session", "format": "kratzen-log", "version": "1.0", "game": "kratzen", "players": ["Anna", "Ben", "Carla"],
        "start": [100, 100, 100], "generator": "dealer --seed 77",
    }
    deal = {
        "type": "deal", "no": 1, "dealer": "A", "turned": "E7", "calls": "B:in C:in Ben-has-Q7Z", "dealer_call": "Q7Z",
        "bids": "Q7Z:Q7Z", "tricks": [], "abort": "rain", "time": "Q7Z", "recorded": "2026-11-30T20:00:00+01:00",
    }
    end = {"type": "end", "reason": "Q7Z", "winners": "Q7Z"}
    session = loads("".join(json.dumps(record) + "\n" for record in (head, deal, end)).encode())
    for view in ("public", "C"):
        out = dumps(redact(session, view))
        assert b"Q7Z" not in out
        assert b"77" not in out
        assert b'"calls":"B:in C:in redacted"' in out
        assert b'"recorded":"2026-11-30T20:00:00+01:00"' in out
