"""RULES S: the deal, in or out, bidding, scoring and end, paragraph by paragraph and against the naive referee."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kratzen_log.cards import ACORNS, BELLS, HEARTS, HIGH, SUIT_LETTERS, WELI, parse
from kratzen_log.games import schnellen
from kratzen_log.games._game import read_options
from kratzen_log.games._phases import deal_out
from kratzen_log.games.schnellen import GAME, Options
from tests.referee import schnellen as referee
from tests.strategies import rules
from tests.support import scaled


def points(o: Options, taken: list[int], active: int, trump: int = BELLS, bidder: int = -1, bid: int = 0) -> list[int]:
    n = len(taken)
    rows = [0] * (3 * n)
    schnellen.settle(o, n, (1 << n) - 1, active, bidder, bid, trump, taken, rows)
    return [sum(rows[seat * 3 : seat * 3 + 3]) for seat in range(n)]


def test_s_5() -> None:
    assert points(Options(), [3, 0, 2, 0], 0b1101) == [-3, 1, -2, 5], "the source's example"


def test_s_5_1_hearts_double() -> None:
    assert points(Options(hearts_double=1), [3, 0, 2, 0], 0b1101, HEARTS) == [-6, 1, -4, 10]
    assert points(Options(hearts_double=1), [3, 0, 2, 0], 0b1101, BELLS) == [-3, 1, -2, 5]
    assert points(Options(), [3, 0, 2, 0], 0b1101, HEARTS) == [-3, 1, -2, 5]


def test_s_8_2_a_bidder_who_misses_the_number() -> None:
    assert points(Options(bidding=1), [2, 3, 0], 0b111, bidder=0, bid=3) == [5, -3, 5]
    assert points(Options(bidding=1), [3, 2, 0], 0b111, bidder=0, bid=3) == [-3, -2, 5]
    assert points(Options(bidding=1, hearts_double=1), [2, 3, 0], 0b111, HEARTS, bidder=0, bid=3) == [10, -6, 10]
    assert points(Options(bidding=1, hearts_double=1), [2, 3, 0], 0b111, HIGH, bidder=0, bid=3) == [5, -3, 5]


@pytest.mark.parametrize(
    ("o", "bidder", "score", "trump", "turned", "alone", "reason"),
    [
        (Options(), False, 6, BELLS, "S9", False, schnellen.MAY), (Options(), False, 5, BELLS, "S9", False, schnellen.AT_FIVE),
        (Options(), True, 5, BELLS, "S9", True, schnellen.BIDDER), (Options(), False, 6, BELLS, "S9", True, schnellen.LAST),
        (Options(forced_seven=1), False, 6, BELLS, "S7", True, schnellen.FORCED),
        (Options(), False, 6, BELLS, "S7", False, schnellen.MAY), (Options(forced_seven=1), False, 6, BELLS, "S8", False, schnellen.MAY),
        (Options(forced_clubs=1), False, 6, ACORNS, "E9", False, schnellen.FORCED),
        (Options(forced_clubs=1), False, 6, BELLS, "S9", False, schnellen.MAY),
        (Options(forced_clubs=1), False, 5, ACORNS, "E9", False, schnellen.AT_FIVE),
    ],
)
def test_s_3_the_first_reason_that_holds(
    o: Options, bidder: bool, score: int, trump: int, turned: str, alone: bool, reason: int
) -> None:
    assert schnellen.refusal(o, bidder, score, trump, parse(turned), alone) == reason


def test_s_3_3_clubs_named_by_a_bidder_force_too() -> None:
    assert schnellen.refusal(Options(forced_clubs=1, bidding=1), False, 20, ACORNS, -1, False) == schnellen.FORCED


def test_s_8_the_dealer_may_take_it_at_the_same_number() -> None:
    assert not schnellen.bid_holds(2, 2, False)
    assert schnellen.bid_holds(2, 2, True)
    assert not schnellen.bid_holds(1, 2, True)
    assert schnellen.bid_holds(1, 0, False)


def test_s_2_packets_and_turn_up() -> None:
    deck = list(range(33))
    dealt = deal_out(deck, [1, 2, 0], (3, 2), 0, True)
    assert dealt.hands == {1: [0, 1, 2, 10, 11], 2: [3, 4, 5, 12, 13], 0: [6, 7, 8, 14, 15]}
    assert dealt.turned == [9]
    assert dealt.rest[0] == 16


def test_s_2_the_weli_turned_is_followed_by_another_card() -> None:
    deck = [*range(9), WELI, *range(9, 32)]
    dealt = deal_out(deck, [1, 2, 0], (3, 2), 0, True)
    assert dealt.turned == [WELI, 9]
    assert dealt.hands[1][3:] == [10, 11]


def test_s_2_1_four_players_and_the_weli_the_pack_is_one_card_short() -> None:
    pack = [card for card in range(33) if GAME.pack(Options(short_pack=1)) >> card & 1 and card != WELI]
    deck = [*pack[:12], WELI, *pack[12:]]
    dealt = deal_out(deck, [1, 2, 3, 0], (3, 2), 0, True)
    assert [len(dealt.hands[seat]) for seat in (1, 2, 3, 0)] == [5, 5, 5, 4]
    assert not dealt.rest
    assert schnellen.put_away(4, 2) == 1


def test_s_6_ties() -> None:
    assert schnellen.ending(Options(), 3, [0, -2, 4], 5) == (schnellen.ZERO, 0b010, False)
    assert schnellen.ending(Options(tie=schnellen.TIE_SHARED), 3, [0, -2, 4], 5) == (schnellen.ZERO, 0b011, False)
    assert schnellen.ending(Options(), 3, [-2, -2, 4], 5).leaders == 0b011
    assert schnellen.ending(Options(max_deals=5), 3, [3, 2, 4], 5) == (schnellen.DEALS, 0b010, False)


def test_s_2_1_short_pack_with_five_is_a_wrong_number_of_players() -> None:
    assert GAME.seats(Options(short_pack=1)) == (3, 4)
    assert GAME.seats(Options()) == (3, 5)


@settings(max_examples=scaled(300), deadline=None)
@given(rules(GAME), st.integers(3, 5), st.data())
def test_scoring_against_the_naive_referee(values: dict[str, object], n: int, data: st.DataObject) -> None:
    o, _bad = read_options(GAME, values)
    active = data.draw(st.integers(1, (1 << n) - 1))
    inside = [seat for seat in range(n) if active >> seat & 1]
    taken = [0] * n
    for _ in range(5):
        taken[data.draw(st.sampled_from(inside))] += 1
    trump = data.draw(st.integers(0, 4))
    bidder = data.draw(st.sampled_from([-1, *inside]))
    bid = data.draw(st.integers(1, 5)) if bidder >= 0 else 0
    names = "ABCDE"[:n]
    expected = referee.points(
        values, [names[seat] for seat in inside], list(names), dict(zip(names, taken, strict=True)),
        "high" if trump == HIGH else SUIT_LETTERS[trump], names[bidder] if bidder >= 0 else None, bid,
    )
    assert points(o, taken, active, trump, bidder, bid) == list(expected.values())
