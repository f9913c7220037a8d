"""What a deal would have moved by the rules: the recorded cards with the right winners, counts and stakes."""

from __future__ import annotations

from kratzen_log.games import kratzen, schnellen
from kratzen_log.kernel.trick import played
from kratzen_log.reading.duties import ILLEGAL_PLAYS
from kratzen_log.reading.facts import Setting
from kratzen_log.reading.session import Judged
from kratzen_log.reading.tricks import TRICKS
from kratzen_log.reading.world import PLENTY, UNKNOWN, World


def right_takers(judged: Judged, s: Setting) -> list[int] | None:
    """Who took each trick by the cards as they lay; None where a card or the trumps are not known."""
    w, d = judged.reading, judged.facts
    if w is None or d is None or w.trump == UNKNOWN or len(d.tricks) < TRICKS:
        return None
    t = s.game.tables(s.options, w.trump)
    orders = dict(w.orders)
    slips = {(trick, place): card for trick, place, card in w.slips}
    takers = []
    for number in range(TRICKS):
        plays = orders.get(number, d.tricks[number])
        led = best = top = -1
        taker = UNKNOWN
        met = 0
        for play in plays:
            card = slips.get((number, play.place), play.card)
            if play.seat < 0 or card < 0:
                return None
            if not w.active >> play.seat & 1 or met >> play.seat & 1:
                continue
            met |= 1 << play.seat
            led, best, top, takes = played(t, led, best, top, card)
            if takes:
                taker = play.seat
        if met != w.active or taker == UNKNOWN:
            return None
        takers.append(taker)
    return takers


def by_rules(judged: Judged, s: Setting) -> tuple[list[int] | None, bool]:
    """Change per seat by the rules, and whether it is certain; None when it cannot be known."""
    w = judged.reading
    certain = not any(breach.code in ILLEGAL_PLAYS for breach in judged.breaches)
    if w is None:
        return None, False
    taken = _right_counts(judged, s, w)
    if taken is None:
        return None, False
    rows = right_rows(w, s, taken)
    if rows is None:
        return None, False
    width = len(s.game.reasons)
    return [sum(rows[seat * width : seat * width + width]) for seat in range(s.players)], certain


def _right_counts(judged: Judged, s: Setting, w: World) -> list[int] | None:
    if w.passed:
        return [0] * s.players
    if w.active == 1 << w.dealer:
        return [TRICKS if seat == w.dealer else 0 for seat in range(s.players)]
    takers = right_takers(judged, s)
    return None if takers is None else [takers.count(seat) for seat in range(s.players)]


def right_rows(w: World, s: Setting, taken: list[int]) -> list[int] | None:
    """The ledger of a deal (seat × reason) by the rules, from the stakes of the reading and these tricks."""
    n = s.players
    rows = [0] * (n * len(s.game.reasons))
    if s.game.has_pot:
        if w.standing.pot is None:
            return None
        stacks = w.standing.stacks or (PLENTY,) * n
        pot = w.standing.pot + kratzen.stakes(s.options, n, w.seats, stacks, w.fees, rows)
        kratzen.settle(s.options, n, w.dealer, w.active, w.bettler, pot, taken, stacks, rows)
    elif "bids" in w.doubt:
        return None
    elif not w.passed:
        schnellen.settle(s.options, n, w.seats, w.active, w.bidder, w.bid, w.trump, taken, rows)
    return rows
