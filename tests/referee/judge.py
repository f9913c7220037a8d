"""A session from its first record to its last, statement by statement (FORMAT, FINDINGS, C-5)."""

import copy

from . import kratzen, schnellen
from .form import checked
from .judge_play import play_out
from .judge_setup import begin, bids, deal_cards, muss, trumps
from .judge_talk import calls, dealer_call, exchange, put_away
from .logs import Record, Records, read_trick, voided_places
from .readings import Decider, Judging, Strict, at
from .table import Deal, Table, in_seat_order, open_table, per_seat, seats_text


def judge_session(given: Records, ask: Decider) -> Table | None:
    """Go through a whole session; None when nothing in it can be judged."""
    records = checked(given, ask)
    if not records:
        return None
    table = open_table(records[0])
    voided = voided_places(records)
    for place, record in enumerate(records[1:], 1):
        kind = record.get("type")
        if kind == "deal" and place not in voided:
            judge_deal(table, record, ask)
        elif kind == "adjust":
            change = per_seat(table, record["delta"])
            table.stacks = {seat: n + change[seat] for seat, n in table.stacks.items()}
        elif kind == "void":
            pass
        elif kind == "end":
            _end(table, record, ask)
    return table


def table_after(records: Records) -> Table:
    """The table after these records of a lawful session."""
    table = judge_session(records, Strict())
    assert table is not None
    return table


def judge_deal(table: Table, record: Record, ask: Decider) -> Deal:
    """One deal in the order of C-5."""
    deal = begin(table, record, ask)
    deal.tricks = [read_trick(text) for text in record.get("tricks", [])]
    deal_cards(table, deal, ask)
    bids(table, deal, ask)
    trumps(table, deal, ask)
    muss(table, deal, ask)
    put_away(table, deal, ask)
    calls(table, deal, ask)
    if not deal.all_passed:
        dealer_call(table, deal, ask)
        exchange(table, deal, ask)
    play_out(table, deal, ask)
    table.records_played += 1
    if deal.aborted:
        table.next_dealer = deal.dealer
        return deal
    _taken(table, deal, ask)
    if table.game == "kratzen":
        _settle_kratzen(table, deal, ask)
    else:
        _score_schnellen(table, deal, ask)
    table.next_dealer = kratzen.seat_after(table.seats, deal.dealer)
    return deal


def _taken(table: Table, deal: Deal, ask: Decider) -> None:
    recorded = deal.record.get("taken")
    if not deal.taken_known:
        if recorded is not None:
            deal.taken = per_seat(table, recorded)
            deal.taken_known = True
        return
    counted = in_seat_order(table, deal.taken)
    deal.taken = per_seat(table, ask.claim("score.taken", at(deal.no), recorded, counted))


def _totals(table: Table, deal: Deal, change: list[int] | None, ask: Decider) -> None:
    """`totals` = what each had + `delta`."""
    recorded = deal.record.get("totals")
    if change is None or not table.stacks_known:
        table.stacks_known = recorded is not None
        if recorded is not None:
            table.stacks = per_seat(table, recorded)
        return
    had = in_seat_order(table, table.stacks)
    expected = [a + b for a, b in zip(had, change, strict=True)]
    table.stacks = per_seat(table, ask.claim("score.totals", at(deal.no), recorded, expected))


# --- Kratzen ----------------------------------------------------------------------------------


def _settle_kratzen(table: Table, deal: Deal, ask: Decider) -> None:
    record, where = deal.record, at(deal.no)
    deal.antes = dict.fromkeys(table.seats, 0)
    for seat in deal.order:
        deal.antes[seat] = kratzen.ante_of(table.rules, table.stacks[seat])
    pot: int | None = None
    if table.pot_known and table.stacks_known:
        counted = table.pot + sum(deal.antes.values()) + sum(deal.fees.values())
        pot = ask.claim("score.pot", where, record.get("pot"), counted)
    elif "pot" in record:
        pot = record["pot"]
    change: list[int] | None = None
    was_muss = deal.muss
    if pot is not None and deal.taken_known and table.stacks_known:
        settled = kratzen.settle(
            table.rules,
            kratzen.Played(
                stacks=table.stacks,
                antes=deal.antes,
                fees=deal.fees,
                pot=pot,
                active=deal.active,
                dealer=deal.dealer,
                bettler=deal.bettler,
                taken=deal.taken,
                nobody_else_in=deal.nobody_else_in,
            ),
        )
        fair = in_seat_order(table, settled.delta)
        change = ask.claim("score.delta", where, record.get("delta"), fair)
        assert change is not None
        left = settled.carry
        by_sum = left - (sum(change) - sum(fair))
        if by_sum != left and ask.choose(2) == 1:
            left = by_sum  # the slip in `delta` was carried into the pot that is left (K-6.8)
        table.pot = ask.claim("score.carry", where, record.get("carry"), left)
        table.pot_known = True
        table.before = kratzen.Before(False, bool(settled.failed), was_muss, False)
        table.before.nobody_qualified = settled.nobody_qualified
        table.causes_known = True
    else:
        change = record.get("delta")
        table.pot_known = "carry" in record
        table.pot = record.get("carry", 0)
        _causes_without_money(table, deal)
    _totals(table, deal, change, ask)
    table.played += 1
    if not table.stacks_known:
        return
    if table.tiebreak_due:
        table.tiebreak_due = False
        table.tiebreak_played = True
        return
    if not table.reasons:
        table.reasons = kratzen.reasons_to_end(table.rules, table.stacks, table.played)
        if table.reasons:
            table.tied = kratzen.tied_for_one_more_deal(table.rules, table.stacks)
            table.tiebreak_due = bool(table.tied)


def _causes_without_money(table: Table, deal: Deal) -> None:
    """Who failed follows from the tricks alone."""
    if not deal.taken_known:
        table.causes_known = False
        return
    failed, met = False, False
    for seat in deal.active:
        quota = 0 if deal.nobody_else_in else kratzen.quota(table.rules, seat, deal.dealer)
        if seat == deal.bettler:
            failed = failed or deal.taken[seat] > 0
        elif deal.taken[seat] >= quota:
            met = True
        else:
            failed = True
    table.before = kratzen.Before(False, failed, deal.muss, not met)
    table.causes_known = True


# --- Schnellen --------------------------------------------------------------------------------


def _score_schnellen(table: Table, deal: Deal, ask: Decider) -> None:
    change: list[int] | None
    if deal.all_passed:
        fair = dict.fromkeys(table.seats, 0)
    else:
        trump = deal.trump or ""
        fair = schnellen.points(
            table.rules, deal.active, table.seats, deal.taken, trump, deal.bidder, deal.bid
        )
    if deal.taken_known:
        expected = in_seat_order(table, fair)
        change = ask.claim("score.delta", at(deal.no), deal.record.get("delta"), expected)
    else:
        change = deal.record.get("delta")
    _totals(table, deal, change, ask)
    table.played += 1
    if table.stacks_known and not table.reasons:
        table.reasons = schnellen.reasons_to_end(table.rules, table.stacks, table.played)


# --- the end ----------------------------------------------------------------------------------


def winners(table: Table) -> list[str]:
    """Who wins with the stacks as they are (K-7, K-7.1, S-6)."""
    if table.game == "schnellen":
        return schnellen.winners(table.rules, table.stacks)
    if table.tiebreak_played:
        return kratzen.leaders({seat: table.stacks[seat] for seat in table.tied})
    return kratzen.leaders(table.stacks)


def reasons_now(table: Table) -> list[str]:
    """The reasons to end that hold with the stacks as they are."""
    if table.game == "kratzen":
        return kratzen.reasons_to_end(table.rules, table.stacks, table.played)
    return schnellen.reasons_to_end(table.rules, table.stacks, table.played)


def true_reasons(table: Table) -> list[str]:
    """The reasons an `end` record may give; after a tie-break both the old and the new ones."""
    if not table.reasons:
        return ["agreed", "abandoned"]
    if table.tiebreak_played:
        return table.reasons + [r for r in reasons_now(table) if r not in table.reasons]
    return list(table.reasons)


def _end(table: Table, record: Record, ask: Decider) -> None:
    """`score.end`: one finding per end record."""
    wrong = table.tiebreak_due
    if record.get("deals", table.records_played) != table.records_played:
        wrong = True
    if table.stacks_known:
        if "totals" in record and record["totals"] != in_seat_order(table, table.stacks):
            wrong = True
        if "winners" in record and record["winners"] != seats_text(winners(table)):
            wrong = True
        if "reason" in record and record["reason"] not in true_reasons(table):
            wrong = True
    if wrong:
        ask.fault("score.end", at())


def judging(records: Records) -> Judging:
    """The judge as a function of the decider alone, on a copy that stays untouched."""
    kept = copy.deepcopy(records)

    def judge(ask: Decider) -> None:
        judge_session(kept, ask)

    return judge
