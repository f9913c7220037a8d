"""Tricks counted, pot, changes, carry and totals of a deal, and what the session then stands at (K-6, K-7, S-5, S-6)."""

from __future__ import annotations

from msgspec.structs import replace

from kratzen_log.games import kratzen, schnellen
from kratzen_log.kernel.accounts import SAFE
from kratzen_log.reading.facts import Breach, DealFacts, Setting
from kratzen_log.reading.talk import claim
from kratzen_log.reading.world import PLENTY, UNKNOWN, Overflow, Standing, World


def taken(d: DealFacts, s: Setting, w: World) -> list[World] | None:
    """Tricks per seat: the claim against the count."""
    if d.taken is None:
        return None
    recorded = tuple(d.taken)
    if w.taken is None:
        w.taken = recorded if all(0 <= count <= 99 for count in recorded) else None
        return None
    if recorded == w.taken:
        return None
    claim(d, w, Breach("score.taken", "K-6" if s.game.has_pot else "S-5", facts={"recorded": list(recorded), "expected": list(w.taken)}))
    if any(not 0 <= count <= 99 for count in recorded):
        return None
    other = w.fork()
    other.taken = recorded
    return [other, w]


def _stacks(w: World, n: int) -> tuple[int, ...]:
    return w.standing.stacks or (PLENTY,) * n


def pot(d: DealFacts, s: Setting, w: World) -> list[World] | None:
    """The pot played for: what was carried, antes and fees (K-6.1)."""
    n = s.players
    rows = [0] * (n * 5)
    staked = kratzen.stakes(s.options, n, w.seats, _stacks(w, n), w.fees, rows)
    w.rows = tuple(rows)
    if w.standing.pot is None:
        w.pot = d.pot
        return None
    due = w.standing.pot + staked
    if due > SAFE:
        raise Overflow
    w.pot = due
    if d.pot is None or d.pot == due:
        return None
    facts = {"recorded": d.pot, "expected": due, "carried": w.standing.pot, "staked": staked}
    claim(d, w, Breach("score.pot", "K-6.1", facts=facts))
    if d.pot < 0:
        return None
    other = w.fork()
    other.pot = d.pot
    return [other, w]


def delta(d: DealFacts, s: Setting, w: World) -> list[World] | None:
    """What the deal changes for each seat: the settlement against the claim (K-6, S-5)."""
    n = s.players
    width = len(s.game.reasons)
    if w.taken is None or (s.game.has_pot and w.pot is None) or "bids" in w.doubt:
        w.expected = None
        w.delta = tuple(d.delta) if d.delta is not None else None
        w.rows = None
        w.carry = None
        return None
    rows = list(w.rows) if s.game.has_pot and w.rows else [0] * (n * width)
    if s.game.has_pot:
        assert w.pot is not None
        w.expected = kratzen.settle(
            s.options, n, w.dealer, w.active, w.bettler, w.pot, w.taken, _stacks(w, n), rows
        )
        w.carry = w.expected[0]
        if max(w.carry, *map(abs, rows)) > SAFE:
            raise Overflow
    elif not w.passed:
        trump = w.trump
        schnellen.settle(s.options, n, w.seats, w.active, w.bidder, w.bid, trump, w.taken, rows)
    w.rows = tuple(rows)
    due = tuple(sum(rows[seat * width : seat * width + width]) for seat in range(n))
    w.delta = due
    if d.delta is None or tuple(d.delta) == due:
        return None
    facts = {"recorded": d.delta, "expected": list(due)}
    claim(d, w, Breach("score.delta", "K-6" if s.game.has_pot else "S-5", facts=facts))
    other = w.fork()
    other.delta = tuple(d.delta)
    return [other, w]


def carry(d: DealFacts, s: Setting, w: World) -> list[World] | None:
    """The pot that stays (K-6.3, K-6.8): by the settlement, or by what the changes recorded leave."""
    before = w.standing.pot
    options = [] if w.carry is None else [w.carry]
    if before is not None and w.delta is not None and before - sum(w.delta) not in options:
        options.append(before - sum(w.delta))
    if d.carry is None:
        if len(options) < 2:
            w.carry = options[0] if options else None
            return None
        worlds = []
        for chips in reversed(options):
            world = w.fork()
            world.carry = chips
            worlds.append(world)
        return worlds
    if not options or d.carry in options:
        w.carry = d.carry
        return None
    claim(d, w, Breach("score.carry", "K-6.3", facts={"recorded": d.carry, "expected": options[0]}))
    w.carry = options[0]
    if d.carry < 0:
        return None
    other = w.fork()
    other.carry = d.carry
    return [other, w]


def totals(d: DealFacts, s: Setting, w: World) -> list[tuple[World, Standing]]:
    """Chips or points after the deal, and the standing that follows."""
    if d.abort:
        return [(w, _after_abort(w))]
    stacks = w.standing.stacks
    due = None
    if stacks is not None and w.delta is not None:
        due = tuple(stack + change for stack, change in zip(stacks, w.delta, strict=True))
        if max(map(abs, due)) > SAFE:
            raise Overflow
    recorded = tuple(d.totals) if d.totals is not None else None
    if due is None or recorded is None or due == recorded:
        return [(w, _after(s, w, due if due is not None else recorded))]
    w.add(Breach("score.totals", "K-6.8" if s.game.has_pot else "S-5", facts={"recorded": list(recorded), "expected": list(due)}))
    return [(w, _after(s, w, recorded)), (w.fork(), _after(s, w, due))]


def _after_abort(w: World) -> Standing:
    """An aborted deal moves nothing: the same dealer deals again, a Muss stays a Muss (FORMAT 3)."""
    old = w.standing
    return replace(old, number=w.next_number, records=old.records + 1, dealer=w.dealer)


def _after(s: Setting, w: World, stacks: tuple[int, ...] | None) -> Standing:
    """The standing after a settlement: next dealer, causes of a Muss, whether the session is over (K-3, K-7, S-6)."""
    old = w.standing
    played = old.played + 1
    cause = 0
    if s.game.has_pot:
        cause = UNKNOWN if w.expected is None else kratzen.next_cause(s.options, w.muss, w.expected[1], w.expected[2])
    new = Standing(
        number=w.next_number, dealer=w.next_dealer, stacks=stacks, pot=w.carry, cause=cause, seats=s.everybody,
        played=played, records=old.records + 1, reasons=old.reasons, leaders=old.leaders, over=old.over,
        decided=old.decided,
    )
    if stacks is None or old.over:
        return new
    end = s.game.ending(s.options, s.players, stacks, played)
    if old.tied:
        leaders = kratzen.best_of(s.players, old.tied, stacks)
        return replace(new, reasons=old.reasons | end.reasons, leaders=leaders, over=True, decided=True)
    if not end.reasons:
        return new
    if end.tie_break:
        return replace(new,
            reasons=end.reasons, leaders=end.leaders, tied=end.leaders, cause=kratzen.TIE_BREAK,
            seats=end.leaders | 1 << w.next_dealer,
        )
    return replace(new, reasons=end.reasons, leaders=end.leaders, over=True)
