"""Lawful logs from a seed: the same bytes everywhere, players that decide like people."""

from __future__ import annotations

import hashlib
import shutil
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kratzen_log import audit, dumps, sealed, simulate
from kratzen_log.cards import tokens
from kratzen_log.games import GAMES
from kratzen_log.games._game import read_options
from kratzen_log.simulator import bots, stream
from tests.referee import generate
from tests.strategies import rules
from tests.support import ROOT, found, scaled

VECTORS = {
    (1, 0, 0, 1, 0): [178988092, 4252235294, 3696470042, 911307218],
    (42, 0, 3, 7, 2): [808123950, 958141587, 526526557, 2362356854],
    (4294967295, 305419896, 0, 0, 1): [4075422429, 2423355562, 3605783042, 1772463873],
}
DECK = "WE E7 L9 HO LA LK LX SO EA HK HU H7 L7 LO L8 H9 SX SU HA S8 E9 EO H8 HX EU EX LU SK S7 EK S9 SA E8"


def test_the_stream_has_the_published_vectors() -> None:
    """docs/simulate.md gives these numbers; another language must give them too."""
    state = [0, 0, 0, 0]
    for words, numbers in VECTORS.items():
        stream.seed(state, *words)
        assert [stream.draw(state) for _ in range(4)] == numbers
    deck = list(range(33))
    stream.seed(state, 1, 0, 0, 1, stream.DECK)
    stream.shuffle(state, deck)
    assert tokens(deck) == DECK
    stream.seed(state, 1, 0, 0, 1, stream.DECK)
    assert [stream.below(state, 6) for _ in range(12)] == [0, 5, 5, 1, 5, 5, 2, 0, 1, 4, 4, 1]
    page = (ROOT / "docs" / "simulate.md").read_text("utf-8")
    for numbers in VECTORS.values():
        assert " ".join(map(str, numbers)) in page
    assert DECK in page


def test_another_language_gives_the_same_stream() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    script = (ROOT / "docs" / "simulate.md").read_text("utf-8").split("```js\n")[1].split("```")[0]
    out = subprocess.run([node, "-e", script], capture_output=True, text=True, check=True, timeout=60).stdout
    assert out.split() == [str(number) for number in VECTORS[1, 0, 0, 1, 0]]


def test_below_is_even() -> None:
    state = [0, 0, 0, 0]
    stream.seed(state, 7, 7, 7, 7, 7)
    counts = [0] * 5
    for _ in range(20_000):
        counts[stream.below(state, 5)] += 1
    assert max(counts) - min(counts) < 500


DIGESTS = {
    ("kratzen", 4): "d60915d62f03d09c", ("kratzen", 6): "0f2a4adce43418d8", ("schnellen", 3): "9683f95b64f53024",
    ("schnellen", 5): "6a74c570e7286d7d",
}


@pytest.mark.parametrize(("game", "players"), sorted(DIGESTS))
def test_the_same_seed_gives_the_same_bytes(game: str, players: int) -> None:
    data = dumps(simulate(game, players, 20, seed=42, sessions=3))
    assert dumps(simulate(game, players, 20, seed=42, sessions=3)) == data
    assert dumps(simulate(game, players, 20, seed=43, sessions=3)) != data
    assert hashlib.sha256(data).hexdigest()[:16] == DIGESTS[game, players]


@settings(max_examples=scaled(120), deadline=None)
@given(st.sampled_from(sorted(GAMES)), st.data())
def test_lawful_under_any_options(game: str, data: st.DataObject) -> None:
    values = data.draw(rules(GAMES[game]))
    options, _bad = read_options(GAMES[game], values)
    low, high = GAMES[game].seats(options)
    players = data.draw(st.integers(low, high))
    kinds = data.draw(st.lists(st.sampled_from(bots.NAMES), min_size=players, max_size=players))
    (session,) = simulate(game, players, data.draw(st.integers(1, 12)), data.draw(st.integers(0, 2**64 - 1)), 1, values, kinds)
    log = dumps(session)
    assert found(log) == []
    assert sealed(session) == session
    import json

    assert generate.disagreements([json.loads(line) for line in log.splitlines()]) == []


def test_every_claim_deck_and_hand_is_recorded() -> None:
    (session,) = simulate("kratzen", 4, 6, seed=2)
    deal = session.deals[0]
    for key in ("deck", "hands", "turned", "trump", "muss", "calls", "tricks", "taken", "pot", "carry", "delta", "totals", "prev"):
        assert getattr(deal, key), key


def test_five_or_six_players_play_muss_once_unless_told() -> None:
    (session,) = simulate("kratzen", 5, 2, seed=1)
    assert session.head is not None
    assert session.head.rules == {"version": 1, "muss": "once"}
    (told,) = simulate("kratzen", 5, 2, seed=1, rules={"muss": "until-clean"})
    assert told.head is not None
    assert told.head.rules == {"version": 1}


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_player_among_random_ones_wins_by_far_more_than_the_error(game: str) -> None:
    """One ``people`` bot at a random seat against random ones; the mean result a deal, and its error."""
    amounts = []
    for seed in range(scaled(1200)):
        place = seed % 4
        kinds = ["random"] * 4
        kinds[place] = "people"
        rules = {"short_stack": "debt"} if game == "kratzen" else {"start_score": 1000}
        (session,) = simulate(game, 4, 9, seed=seed, bots=kinds, rules=rules, seal=False)
        for deal in session.deals:
            assert isinstance(deal.delta, list)
            mean = sum(deal.delta) / 4
            amounts.append((deal.delta[place] - mean) * (1 if game == "kratzen" else -1))
    count = len(amounts)
    mean = sum(amounts) / count
    error = (sum((amount - mean) ** 2 for amount in amounts) / count / count) ** 0.5
    assert count >= scaled(1200) * 8
    assert mean > 8 * error, (mean, error)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_people_stay_in_the_more_often_the_more_trumps_they_hold(game: str) -> None:
    from kratzen_log.cards import SUIT_LETTERS

    inside: dict[int, list[int]] = {}
    rules = {"first_deal": "normal", "muss": "once", "short_stack": "debt"} if game == "kratzen" else {"start_score": 1000}
    for seed in range(scaled(500)):
        (session,) = simulate(game, 4, 8, seed=seed, rules=rules, seal=False)
        for deal in session.deals:
            if deal.muss or not isinstance(deal.calls, str) or not isinstance(deal.hands, list):
                continue
            trump = SUIT_LETTERS.index(str(deal.trump))
            for part in deal.calls.split():
                seat = "ABCD".index(part[0])
                hand = str(deal.hands[seat]).split()
                trumps = sum(card == "WE" or card[0] == SUIT_LETTERS[trump] for card in hand)
                inside.setdefault(trumps, []).append(part.endswith("in"))
    shares = [sum(inside[n]) / len(inside[n]) for n in sorted(inside) if len(inside[n]) > 30]
    assert shares == sorted(shares)
    assert shares[0] < 0.35
    assert shares[-1] > 0.9


def test_people_never_drop_at_five() -> None:
    for seed in range(scaled(60)):
        (session,) = simulate("schnellen", 4, 30, seed=seed, rules={"start_score": 7}, seal=False)
        assert found(dumps(session)) == []


def test_people_lead_trumps_as_striker_and_put_away_a_low_side_card() -> None:
    from kratzen_log.cards import mask, parse

    t = GAMES["schnellen"].tables(GAMES["schnellen"].defaults, 2)
    hand = mask(map(parse, ["HA", "HK", "E7", "LA", "SK", "S9"]))
    assert bots.weakest(t, hand) == parse("E7")
    k = GAMES["kratzen"].tables(GAMES["kratzen"].defaults, 2)
    hand = mask(map(parse, ["HA", "H9", "E7", "LA", "SK"]))
    assert bots.choose_card([0, 0, 0, 1], bots.PEOPLE, k, hand, -1, -1, -1, False, 2, False) == parse("HA")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"game": "chess"}, "no game"), ({"players": 2}, "takes 3 to 6"), ({"players": 7}, "takes 3 to 6"), ({"deals": 0}, "at least 1"),
        ({"seed": -1}, "seed"), ({"bots": "clever"}, "bots must be"), ({"bots": ["people"] * 3}, "bots must be"),
        ({"rules": {"ante": 0}}, "ante is 1 or more"), ({"start": 0}, "starts with 1 to"), ({"game": "schnellen", "players": 5, "rules": {"short_pack": True}}, "3 to 4"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message) as error:
        simulate(**{"game": "kratzen", "players": 4, **arguments})  # type: ignore[arg-type]
    assert "\n" not in str(error.value)


def test_a_session_ends_before_an_amount_passes_the_limit() -> None:
    rules = {"penalty": "pot", "short_stack": "debt", "muss": "until-clean"}
    (session,) = simulate("kratzen", 6, 500, seed=3, rules=rules, bots="random", seal=False)
    assert session.records[-1].reason == "abandoned"  # type: ignore[attr-defined]
    assert audit(dumps(session)).verdict == "clean"
