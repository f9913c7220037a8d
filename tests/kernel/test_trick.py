"""legal() and played() against the paragraphs one by one, and against the naive referee."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from kratzen_log import legal
from kratzen_log.cards import HIGH, SUIT_LETTERS, mask, members, token
from kratzen_log.games import GAMES
from kratzen_log.games._game import read_options
from kratzen_log.kernel import trick as kernel
from kratzen_log.reading.duties import DUTY_CODES, DUTY_NAMES
from tests.referee import tricks as referee
from tests.strategies import positions
from tests.support import scaled

K, S = "kratzen", "schnellen"

CASES = [
    # paragraph, game, trump, trick, hand, rules, legal, duty, must_beat
    ("K-5", K, "H", "", "HA L7 WE", {}, "HA L7 WE", "lead", None),
    ("K-5.1", K, "H", "EK", "E7 EA HA", {}, "E7 EA", "follow", None),
    ("K-5.1 trumps led", K, "H", "HK", "H7 WE EA", {}, "H7 WE", "follow", None),
    ("K-5.1 the Weli led asks for trumps", K, "H", "WE", "H7 SA EA", {}, "H7", "follow", None),
    ("C-2 the Weli is no Bell", K, "H", "SA", "WE H7 E7", {}, "WE H7", "trump", None),
    ("C-2 the Weli is no Bell when Bells are led", K, "H", "SA", "WE S7 E7", {}, "S7", "follow", None),
    ("C-2 the Weli is a Bell when Bells are trumps", K, "S", "SK", "WE E7 EA", {}, "WE", "follow", None),
    ("K-5.2", K, "H", "EK", "H7 LA WE", {}, "H7 WE", "trump", None),
    ("K-5.3", K, "H", "EK H9", "H7 HX LA", {}, "HX", "overtrump", "H9"),
    ("K-5.3 under-trumping is forced", K, "H", "EK HO", "H7 H9 LA", {}, "H7 H9", "trump", None),
    ("K-5.3 the Weli beats the King", K, "H", "EK HK", "WE H7 L7", {}, "WE", "overtrump", "HK"),
    ("K-5.3 only the Ace beats the Weli", K, "H", "EK WE", "HA HK L7", {}, "HA", "overtrump", "WE"),
    ("C-6 nothing binds", K, "H", "EK", "L7 SA LA", {}, "L7 SA LA", "free", None),
    ("K-5.4 none", K, "H", "HK", "HA H7 E7", {}, "HA H7", "follow", None),
    ("K-5.4 trumps", K, "H", "HK", "HA H7 E7", {"head": "trumps"}, "HA", "head", "HK"),
    ("K-5.4 trumps: not in a plain suit", K, "H", "EK", "EA E7 H7", {"head": "trumps"}, "EA E7", "follow", None),
    ("K-5.4 always", K, "H", "EK", "EA E7 H7", {"head": "always"}, "EA", "head", "EK"),
    ("K-5.4 always: not once somebody has trumped", K, "H", "EK H7", "EA E7 HA", {"head": "always"}, "EA E7", "follow", None),
    ("K-5.4 always: cannot beat", K, "H", "EA", "EK E7 HA", {"head": "always"}, "EK E7", "follow", None),
    ("K-5.5 forced", K, "H", "EK", "WE L7 LA", {}, "WE", "trump", None),
    ("K-5.5 free: never forced", K, "H", "EK", "WE L7 LA", {"weli": "free"}, "WE L7 LA", "free", None),
    ("K-5.5 free: may be added to trumps", K, "H", "EK", "WE H7 LA", {"weli": "free"}, "WE H7", "trump", None),
    ("K-5.5 free: may be added where a trump must beat", K, "H", "EK H9", "WE H7 HX", {"weli": "free"}, "WE HX", "overtrump", "H9"),
    ("K-5.5 free: not when the suit led can be followed", K, "H", "EK", "WE E7 LA", {"weli": "free"}, "E7", "follow", None),
    ("K-5.5 free: trumps led", K, "H", "HK", "WE H7 LA", {"weli": "free"}, "WE H7", "follow", None),
    ("K-5.5 free: the only trump when trumps are led", K, "H", "HK", "WE E7 LA", {"weli": "free"}, "WE E7 LA", "free", None),
    ("K-5.6 second", K, "H", "EK WE", "HA H7", {}, "HA", "overtrump", "WE"),
    ("K-5.6 highest", K, "H", "EK WE", "HA H7", {"weli_rank": "highest"}, "HA H7", "trump", None),
    ("K-5.6 highest beats the Ace", K, "H", "EK HA", "WE H7", {"weli_rank": "highest"}, "WE", "overtrump", "HA"),
    ("S-4.1", S, "E", "HK", "HA H9 LU", {}, "HA", "head", "HK"),
    ("S-4.1 cannot beat", S, "E", "HA", "HK H9 LU", {}, "HK H9", "follow", None),
    ("S-4.1 the highest of the suit in the trick counts", S, "E", "HK HA", "HO H9 LU", {}, "HO H9", "follow", None),
    ("S-4.1 also after somebody has trumped", S, "E", "HK E7", "HA H9 LU", {}, "HA", "head", "HK"),
    ("S-4.1 head_after_ruff = false", S, "E", "HK E7", "HA H9 LU", {"head_after_ruff": False}, "HA H9", "follow", None),
    ("S-4.1 head_after_ruff = false, no ruff", S, "E", "HK H7", "HA H9 LU", {"head_after_ruff": False}, "HA", "head", "HK"),
    ("S-4.1 head_after_ruff = false, trumps led", S, "E", "EK E7", "EA E9 LU", {"head_after_ruff": False}, "EA", "head", "EK"),
    ("S-4.2", S, "E", "HK", "E7 LU LA", {}, "E7", "trump", None),
    ("S-4.2 overtrump", S, "E", "HK E7", "E8 WE LA", {}, "E8 WE", "overtrump", "E7"),
    ("S-4.2 under-trump", S, "E", "HK EA", "E8 WE LA", {}, "E8 WE", "trump", None),
    ("S-4.3", S, "E", "HK", "LU LA SA", {}, "LU LA SA", "free", None),
    ("S-4.4 the Weli must be used if it is the only trump", S, "E", "EK", "WE LU SA", {}, "WE", "head", "EK"),
    ("S-4.4 or the only higher one", S, "E", "EK", "WE E7 SA", {}, "WE", "head", "EK"),
    ("S-4.4 or the only trump, though lower", S, "E", "EA", "WE LU SA", {}, "WE", "follow", None),
    ("S-9 follow and beat", S, "high", "HK", "HA H9 WE", {}, "HA", "head", "HK"),
    ("S-9 beat also when the Weli is in the trick", S, "high", "HK WE", "HA H9 L7", {}, "HA", "head", "HK"),
    ("S-9 for either value", S, "high", "HK WE", "HA H9 L7", {"head_after_ruff": False}, "HA", "head", "HK"),
    ("S-9 no duty to trump", S, "high", "HK", "LA S7 WE", {}, "LA S7 WE", "free", None),
    ("S-9 the Weli led asks for nothing", S, "high", "WE", "HA H9 L7", {}, "HA H9 L7", "free", None),
    ("S-9 the Weli led asks for nothing, later too", S, "high", "WE S7", "SA H9 L7", {}, "SA H9 L7", "free", None),
    ("S-4 the source's example", S, "E", "HK HA E7", "WE E8 EK SA LA", {}, "WE E8 EK", "overtrump", "E7"),
]


@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_paragraph(case: tuple[str, str, str, str, str, dict[str, object], str, str, str | None]) -> None:
    _name, game, trump, trick, hand, rules, cards, duty, beat = case
    position = legal(game, trump, hand, trick, rules)
    assert (" ".join(position.legal), position.duty, position.must_beat) == (cards, duty, beat)


TAKERS = [
    ("C-3 highest of the suit led", K, "H", "EK EA E7 LA", {}, 1),
    ("C-3 a trump beats the suit led", K, "H", "EA H7 EK", {}, 1),
    ("C-3 the higher trump", K, "H", "EA H7 H9 H8", {}, 2),
    ("C-2 the Weli between King and Ace", K, "H", "HK WE HA", {}, 2),
    ("C-2 the Weli beats the King", K, "H", "HK WE HO", {}, 1),
    ("K-5.6", K, "H", "HA WE HO", {"weli_rank": "highest"}, 1),
    ("C-2 the Weli beats a Bell Ace that is led", K, "H", "SA WE S7", {}, 1),
    ("S-9 the Weli beats every card", S, "high", "HA WE SA", {}, 1),
    ("S-9 no trumps: the suit led", S, "high", "H7 LA SA EA", {}, 0),
    ("S-9 the Weli led", S, "high", "WE LA SA EA", {}, 0),
]


@pytest.mark.parametrize("case", TAKERS, ids=[case[0] for case in TAKERS])
def test_winner(case: tuple[str, str, str, str, dict[str, object], int]) -> None:
    _name, game, trump, trick, rules, winner = case
    assert taker(game, rules, "high" if trump == "high" else trump, trick.split()) == winner


def taker(game: str, rules: dict[str, object], trump: str, trick: list[str]) -> int:
    from kratzen_log.cards import parse

    options, _bad = read_options(GAMES[game], rules)
    t = GAMES[game].tables(options, HIGH if trump == "high" else SUIT_LETTERS.index(trump))
    led = best = top = -1
    winner = -1
    for place, card in enumerate(trick):
        led, best, top, takes = kernel.played(t, led, best, top, parse(card))
        if takes:
            winner = place
    return winner


def test_every_pair_of_trumps_including_the_weli() -> None:
    order = ["H7", "H8", "H9", "HX", "HU", "HO", "HK", "WE", "HA"]
    for low, worse in enumerate(order):
        for high, better in enumerate(order):
            if low != high:
                assert taker(K, {}, "H", ["E7", worse, better]) == (2 if high > low else 1)


@settings(max_examples=scaled(1500), deadline=None)
@given(positions())
def test_against_the_naive_referee(position: tuple[str, dict[str, object], int, list[int], list[int]]) -> None:
    game, rules, trump, trick, hand = position
    options, _bad = read_options(GAMES[game], rules)
    t = GAMES[game].tables(options, trump)
    name = "high" if trump == HIGH else SUIT_LETTERS[trump]
    led = best = top = -1
    winner = -1
    for place, card in enumerate(trick):
        led, best, top, takes = kernel.played(t, led, best, top, card)
        winner = place if takes else winner
    cards, duty, beat = kernel.legal(t, mask(hand), led, best, top)
    tokens = [token(card) for card in trick]
    answer = referee.legal(game, rules, name, [token(card) for card in hand], tokens)
    assert sorted(answer.legal) == sorted(token(card) for card in members(cards))
    assert DUTY_NAMES[duty] == answer.duty
    assert (token(beat) if beat >= 0 else None) == answer.must_beat
    if trick:
        assert referee.winner(game, rules, name, list(zip(map(str, range(5)), tokens, strict=False))) == str(winner)
        for card in hand:
            code = referee.fault_of(game, rules, name, [token(c) for c in hand], tokens, token(card))
            assert DUTY_CODES.get(kernel.broken(t, mask(hand), led, best, top, card)) == code


@settings(max_examples=scaled(400), deadline=None)
@given(positions())
def test_a_card_is_legal_if_and_only_if_it_breaks_nothing(
    position: tuple[str, dict[str, object], int, list[int], list[int]],
) -> None:
    game, rules, trump, trick, hand = position
    options, _bad = read_options(GAMES[game], rules)
    t = GAMES[game].tables(options, trump)
    led = best = top = -1
    for card in trick:
        led, best, top, _takes = kernel.played(t, led, best, top, card)
    cards = kernel.legal(t, mask(hand), led, best, top)[0]
    assert cards
    assert not cards & ~mask(hand)
    for card in hand:
        assert bool(cards >> card & 1) == (kernel.broken(t, mask(hand), led, best, top, card) == kernel.LEAD)
