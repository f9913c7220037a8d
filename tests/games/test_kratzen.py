"""RULES K: antes, Muss, swaps, settlement and end, paragraph by paragraph and against the naive referee."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kratzen_log.games import kratzen
from kratzen_log.games._game import read_options, write_options
from kratzen_log.games.kratzen import GAME, Options
from tests.referee import kratzen as referee
from tests.strategies import rules
from tests.support import scaled

SEATS = "ABCDEF"


def settled(
    o: Options, taken: list[int], *, dealer: int = 0, active: int | None = None, bettler: int = -1, carried: int = 0,
    stacks: list[int] | None = None, fees: list[int] | None = None,
) -> tuple[list[int], int, int, int]:
    """Changes, carry, failed and qualified of a deal."""
    n = len(taken)
    stacks = stacks or [100] * n
    rows = [0] * (5 * n)
    everybody = (1 << n) - 1
    pot = carried + kratzen.stakes(o, n, everybody, stacks, fees or [0] * n, rows)
    carry, failed, qualified = kratzen.settle(
        o, n, dealer, everybody if active is None else active, bettler, pot, taken, stacks, rows
    )
    delta = [sum(rows[seat * 5 : seat * 5 + 5]) for seat in range(n)]
    assert sum(delta) + carry == carried, "K-6.8"
    return delta, carry, failed, qualified


def test_k_6_2_one_share_a_trick() -> None:
    assert settled(Options(), [2, 1, 1, 1])[:2] == ([3, -1, -1, -1], 0)


def test_k_6_2_pot_23_leaves_the_rest_of_the_division() -> None:
    delta, carry, _failed, _qualified = settled(Options(), [2, 1, 1, 1], carried=3)
    assert (delta, carry) == ([3, -1, -1, -1], 3)


def test_k_6_3_the_share_of_a_player_who_failed_stays() -> None:
    delta, carry, failed, _qualified = settled(Options(), [1, 2, 1, 1])
    assert delta == [-15, 3, -1, -1]
    assert carry == 4 + 10
    assert failed == 1


def test_k_6_3_redistribute() -> None:
    o = Options(unclaimed=kratzen.REDISTRIBUTE)
    assert settled(o, [1, 2, 1, 1])[:2] == ([-15, 5, 0, 0], 10)


def test_k_6_4_penalty_is_double_the_ante_or_the_pot() -> None:
    assert settled(Options(), [2, 3, 0, 0])[0] == [3, 7, -15, -15]
    assert settled(Options(penalty=kratzen.WHOLE_POT), [2, 3, 0, 0])[0] == [3, 7, -25, -25]


def test_k_6_4_a_short_stack_pays_what_it_has() -> None:
    assert settled(Options(), [5, 0, 0], stacks=[50, 12, 3])[:2] == ([5, -12, -3], 10)


def test_k_1_debt() -> None:
    o = Options(short_stack=kratzen.DEBT)
    assert settled(o, [5, 0, 0], stacks=[50, 12, 3])[:2] == ([10, -15, -15], 20)


def test_k_1_ante_1_cannot_be_shared_by_five() -> None:
    assert settled(Options(ante=1), [2, 1, 1, 1])[:2] == ([-1, -1, -1, -1], 4)


def test_k_1_a_stack_that_is_empty_antes_nothing() -> None:
    assert settled(Options(), [2, 2, 1], stacks=[50, 0, 50])[:2] == ([-1, 4, -3], 0)


def test_k_4_all_scratch_five_shares_and_no_failure() -> None:
    delta, carry, failed, qualified = settled(Options(striker_quota=4), [0, 0, 5, 0], dealer=2, active=0b0100)
    assert (delta, carry, failed, qualified) == ([-5, -5, 15, -5], 0, 0, 0b0100)


def test_k_6_7_scratching_costs_the_ante_and_nothing_more() -> None:
    assert settled(Options(), [2, 0, 3, 0], active=0b0101)[0][1] == -5


def test_k_6_1_the_bettler_without_a_trick_gets_the_bonus_first() -> None:
    delta, carry, failed, qualified = settled(Options(bettler=1), [3, 0, 2], bettler=1)
    assert delta == [-2, 5, -3]
    assert (carry, failed, qualified) == (0, 0, 0b101)


def test_k_6_1_the_bonus_is_at_most_the_pot() -> None:
    assert settled(Options(bettler=1, bettler_bonus=9), [3, 0, 2], bettler=1)[0] == [-5, 10, -5]


def test_k_6_5_the_bettler_with_a_trick_pays_the_pot() -> None:
    delta, carry, failed, _qualified = settled(Options(bettler=1), [3, 1, 1], bettler=1, carried=15)
    assert delta == [13, -35, 1]
    assert failed == 0b010
    assert carry == 6 + 30


def test_k_6_6_nobody_qualified_the_whole_pot_stays() -> None:
    delta, carry, failed, qualified = settled(Options(bettler=1), [1, 4, 0], active=0b011, bettler=1)
    assert qualified == 0
    assert failed == 0b011
    assert delta == [-15, -20, -5]
    assert carry == 15 + 10 + 15


@pytest.mark.parametrize(
    ("option", "muss", "failed", "qualified", "cause"),
    [
        (kratzen.UNTIL_CLEAN, False, 0, 1, kratzen.NO_MUSS), (kratzen.UNTIL_CLEAN, False, 2, 1, kratzen.SOMEBODY_FAILED),
        (kratzen.UNTIL_CLEAN, True, 2, 1, kratzen.SOMEBODY_FAILED), (kratzen.ONCE, False, 2, 1, kratzen.SOMEBODY_FAILED),
        (kratzen.ONCE, True, 2, 1, kratzen.NO_MUSS), (kratzen.ONCE, True, 3, 0, kratzen.NOBODY_QUALIFIED),
    ],
)
def test_k_3_2_and_3_3(option: int, muss: bool, failed: int, qualified: int, cause: int) -> None:
    assert kratzen.next_cause(Options(muss=option), muss, failed, qualified) == cause


def test_k_3_1_and_3_4() -> None:
    from kratzen_log.cards import WELI, parse

    assert kratzen.opening_cause(Options()) == kratzen.FIRST_DEAL
    assert kratzen.opening_cause(Options(first_deal=1)) == kratzen.NO_MUSS
    assert kratzen.seven_cause(Options(), parse("H7")) == kratzen.TURNED_SEVEN
    assert kratzen.seven_cause(Options(seven=1), parse("H7")) == kratzen.NO_MUSS
    assert kratzen.seven_cause(Options(), parse("H8")) == kratzen.NO_MUSS
    assert kratzen.seven_cause(Options(), WELI) == kratzen.NO_MUSS, "the Weli is no Seven"


def test_k_4_2_the_dealers_calls() -> None:
    o = Options(exchange=2, exchange_fee=3)
    limits = [kratzen.swap_limit(o, True, call) for call in range(4)]
    assert limits == [2, 0, 3, 3]
    assert [kratzen.swap_limit(o, False, call) for call in range(4)] == [2, 2, 2, 2]
    assert kratzen.swap_fee(o, 3, True, kratzen.ODER) == 9
    assert kratzen.swap_fee(o, 3, True, kratzen.WEITER_ODER) == 12, "the extra card at twice the fee"
    assert kratzen.swap_fee(o, 2, True, kratzen.WEITER_ODER) == 6


def test_k_4_3_when_cards_may_be_swapped() -> None:
    assert kratzen.may_swap(Options(exchange=1), False, 2)
    assert not kratzen.may_swap(Options(exchange=1), True, 2)
    assert kratzen.may_swap(Options(exchange=1, exchange_in_muss=1), True, 2)
    assert not kratzen.may_swap(Options(exchange=1), False, 0), "everybody else is out"
    assert not kratzen.may_swap(Options(), False, 2)


def test_k_7_reasons() -> None:
    assert kratzen.ending(Options(target=120), 3, [120, 50, 40], 3) == (kratzen.TARGET, 1, False)
    assert kratzen.ending(Options(), 3, [120, 0, 40], 3) == (kratzen.BROKE, 1, False)
    assert kratzen.ending(Options(short_stack=kratzen.DEBT), 3, [120, 0, -40], 3)[0] == 0, "debt: nobody is tapped out"
    assert kratzen.ending(Options(max_deals=3), 3, [120, 10, 40], 3) == (kratzen.DEALS, 1, False)
    assert kratzen.ending(Options(max_deals=3), 3, [120, 10, 40], 2)[0] == 0


def test_k_7_1_tie_break() -> None:
    assert kratzen.ending(Options(max_deals=3), 3, [50, 10, 50], 3) == (kratzen.DEALS, 0b101, True)
    assert not kratzen.ending(Options(max_deals=3, tiebreak=0), 3, [50, 10, 50], 3).tie_break
    assert not kratzen.ending(Options(), 3, [0, 0, 0], 3).tie_break, "those who share the top have no chips"


@settings(max_examples=scaled(400), deadline=None)
@given(rules(GAME), st.integers(3, 6), st.data())
def test_settlement_against_the_naive_referee(values: dict[str, object], n: int, data: st.DataObject) -> None:
    o, _bad = read_options(GAME, values)
    dealer = data.draw(st.integers(0, n - 1))
    active = data.draw(st.integers(0, (1 << n) - 1)) | 1 << dealer
    inside = [seat for seat in range(n) if active >> seat & 1]
    others = [seat for seat in inside if seat != dealer]
    bettler = data.draw(st.sampled_from([-1, *others])) if values.get("bettler") else -1
    taken = [0] * n
    for _ in range(5):
        taken[data.draw(st.sampled_from(inside))] += 1
    low = -50 if o.short_stack == kratzen.DEBT else 0
    stacks = data.draw(st.lists(st.integers(low, 60), min_size=n, max_size=n))
    carried = data.draw(st.integers(0, 90))
    antes = [referee.ante_of(values, stack) for stack in stacks]
    fees = [0] * n
    names = SEATS[:n]
    played = referee.Played(
        stacks=dict(zip(names, stacks, strict=True)), antes=dict(zip(names, antes, strict=True)), fees=dict(zip(names, fees, strict=True)),
        pot=carried + sum(antes), active=[names[seat] for seat in inside], dealer=names[dealer],
        bettler=names[bettler] if bettler >= 0 else None, taken=dict(zip(names, taken, strict=True)), nobody_else_in=not others,
    )
    expected = referee.settle(values, played)
    delta, carry, failed, qualified = settled(
        o, taken, dealer=dealer, active=active, bettler=bettler, carried=carried, stacks=stacks
    )
    assert delta == list(expected.delta.values())
    assert carry == expected.carry
    if others:
        assert {names[seat] for seat in range(n) if failed >> seat & 1} == set(expected.failed)
        assert (qualified == 0) == expected.nobody_qualified


@settings(max_examples=200, deadline=None)
@given(rules(GAME))
def test_options_read_back(values: dict[str, object]) -> None:
    options, bad = read_options(GAME, values)
    assert not bad
    assert read_options(GAME, write_options(GAME, options)) == (options, [])


@pytest.mark.parametrize(
    "entry", [("ante", 0), ("ante", True), ("ante", "5"), ("head", "never"), ("exchange", 3), ("striker_quota", 1), ("bettler", 1), ("target", 0), ("tie", "lower")]
)
def test_a_value_an_option_does_not_have(entry: tuple[str, object]) -> None:
    assert read_options(GAME, dict([entry])) == (Options(), [entry])
