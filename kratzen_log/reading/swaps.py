"""The exchange: who may swap, how many cards, which are given and drawn, what it costs (K-4.3, S-7)."""

from __future__ import annotations

from collections.abc import Callable

from kratzen_log.cards import HIGH, mask, members
from kratzen_log.games import kratzen, schnellen
from kratzen_log.games._phases import after
from kratzen_log.reading.facts import Breach, DealFacts, Setting, SwapFacts
from kratzen_log.reading.world import UNKNOWN, World, settle_on


def exchange(d: DealFacts, s: Setting, w: World) -> list[World] | None:
    """All swaps in recorded order; when that is not the turn order, also in turn order."""
    if not d.swaps:
        return None
    order = after(w.dealer, w.seats, s.players)
    swaps = [swap for swap in d.swaps if w.active >> swap.seat & 1]
    if not _may_swap(s, w):
        for swap in swaps:
            w.add(Breach("exchange.not-allowed", _rule(s), seat=swap.seat, facts=_why_not(s, w)))
        return _one_by_one(w, swaps, lambda world, swap: _second_go(s, world, swap))
    first_goes = list(_first_goes(swaps).values())
    for swap in swaps:
        if all(swap is not first for first in first_goes):
            w.add(Breach("exchange.order", _rule(s), seat=swap.seat, facts={"again": True}))
    out_of_turn = _turns(s, w, first_goes, sorted(first_goes, key=lambda swap: order.index(swap.seat)))
    worlds = _draw_all(d, s, w.fork() if out_of_turn else w, swaps)
    if out_of_turn:
        worlds += _draw_all(d, s, w, sorted(swaps, key=lambda swap: order.index(swap.seat)))
    return worlds


def _rule(s: Setting) -> str:
    return "K-4.3" if s.game.has_pot else "S-7"


def _may_swap(s: Setting, w: World) -> bool:
    if s.game.has_pot:
        return kratzen.may_swap(s.options, w.muss, w.active & ~(1 << w.dealer))
    return schnellen.may_swap(s.options, w.active & ~(1 << w.dealer))


def _why_not(s: Setting, w: World) -> dict[str, object]:
    return {
        "option": bool(s.options.exchange), "muss": w.muss, "alone": w.active & ~(1 << w.dealer) == 0,
    }


def _turns(s: Setting, w: World, recorded: list[SwapFacts], due: list[SwapFacts]) -> bool:
    """Notes every swap out of turn: the seat that acted while an earlier one had yet to."""
    waiting = [swap.seat for swap in due]
    found = False
    for swap in recorded:
        if swap.seat != waiting[0]:
            w.add(Breach("exchange.order", _rule(s), seat=swap.seat, facts={"due": waiting[0]}))
            found = True
        waiting.remove(swap.seat)
    return found


def _after_faulty(s: Setting, w: World, swap: SwapFacts, due: int) -> list[World]:
    """After a faulty swap the hand is what the seat later plays; the talon loses what was really drawn.

    That is the cards recorded, or as many from the top, or as many as were due; its fee is counted or not.
    """
    drawn = len(swap.drawn)
    rests: list[tuple[tuple[int, ...] | None, int]] = []
    if w.talon is not None and all(card in w.talon for card in swap.drawn):
        rest = tuple(card for card in w.talon if card not in swap.drawn)
        rests.append((rest, len(rest)))
    rests += [
        (None if w.talon is None else w.talon[count:], max(0, w.left - count)) for count in dict.fromkeys((drawn, due))
    ]
    worlds = []
    for talon, left in dict.fromkeys(rests):
        world = w.fork()
        world.loosen(1 << swap.seat)
        world.talon, world.left = talon, left
        worlds += _with_fee(s, world, swap)
    return worlds


def _one_by_one(w: World, swaps: list[SwapFacts], go: Callable[[World, SwapFacts], list[World]]) -> list[World]:
    """The worlds after all swaps, settled after each."""
    room = w.room
    worlds = [w]
    for swap in swaps:
        worlds = settle_on([after_swap for world in worlds for after_swap in go(world, swap)], room)
    return worlds


def _first_goes(swaps: list[SwapFacts]) -> dict[int, SwapFacts]:
    """The first swap of each seat, in recorded order."""
    first: dict[int, SwapFacts] = {}
    for swap in swaps:
        first.setdefault(swap.seat, swap)
    return first


def _draw_all(d: DealFacts, s: Setting, w: World, swaps: list[SwapFacts]) -> list[World]:
    first = _first_goes(swaps)

    def go(world: World, swap: SwapFacts) -> list[World]:
        return _swap(d, s, world, swap) if swap is first[swap.seat] else _second_go(s, world, swap)

    return _one_by_one(w, swaps, go)


def _second_go(s: Setting, w: World, swap: SwapFacts) -> list[World]:
    """A swap that should not have been, already noted."""
    return _after_faulty(s, w, swap, len(swap.drawn))


def _swap(d: DealFacts, s: Setting, w: World, swap: SwapFacts) -> list[World]:
    """One go: the number, the cards given, the cards drawn, the fee."""
    cost = w.cost
    seat = swap.seat
    count = len(swap.out)
    facts = {"out": swap.out, "drawn": swap.drawn, "count": count, "left": w.left}
    if s.game.has_pot:
        limit = kratzen.swap_limit(s.options, seat == w.dealer, w.call)
        too_many = count > min(limit, w.left)
        if too_many:
            w.add(Breach("exchange.too-many", "K-4.2" if limit == 0 else "K-4.3", seat=seat, facts={**facts, "limit": limit}))
    else:
        too_many = count > min(5, w.left)
        _schnellen_number(w, swap, facts)
    not_held = _not_held(d, s, w, swap)
    if not_held:
        held = None if w.loose >> seat & 1 else members(w.hold[seat])
        w.add(Breach("exchange.not-held", _rule(s), seat=seat, facts={**facts, "not_held": not_held, "held": held}))
    draw = _draw_fault(d, s, w, swap, too_many=too_many)
    if draw:
        w.add(Breach("exchange.draw", _rule(s), seat=seat, facts={**facts, **draw}))
    if s.game.has_pot and w.cost == cost:
        fee = _fee_of(s, w, swap)
        left = _stack_after_ante(s, w, seat)
        if left is not None and s.options.short_stack == kratzen.PARTIAL and left < fee:
            w.add(Breach("exchange.fee", "K-4.3", seat=seat, facts={**facts, "fee": fee, "stack": left}))
    if w.cost > cost:
        return _after_faulty(s, w, swap, _due(s, w, swap))
    drawn = len(swap.drawn)
    w.left -= drawn
    if w.talon is not None:
        w.talon = w.talon[drawn:]
    if not w.loose >> seat & 1:
        if any(card < 0 for card in (*swap.out, *swap.drawn, *(swap.away or ()))):
            w.loosen(1 << seat)
        else:
            w.hold[seat] = hand_after(w.hold[seat], swap)
    if s.game.has_pot:
        _pay(w, seat, _fee_of(s, w, swap))
    return [w]


def hand_after(hand: int, swap: SwapFacts) -> int:
    """A hand after a swap: without what was given and put away, with what was drawn; unseen cards are left out."""
    return (hand & ~mask(swap.out) | mask(swap.drawn)) & ~mask(swap.away or ())


def _schnellen_number(w: World, swap: SwapFacts, facts: dict[str, object]) -> None:
    """Up to three; four with the trump Ace shown and kept; all five for six, one put away (S-7)."""
    seat, count = swap.seat, len(swap.out)
    if count > min(5, w.left):
        w.add(Breach("exchange.too-many", "S-7", seat=seat, facts={**facts, "limit": 5}))
    if count == schnellen.SHOWS_ACE:
        ace = schnellen.swap_ace(w.trump)
        shown = swap.show == [ace] and ace != UNKNOWN
        held = w.loose >> seat & 1 or w.hold[seat] >> max(ace, 0) & 1
        if w.trump != UNKNOWN and (not shown or ace in swap.out or not held):
            w.add(Breach("exchange.ace", "S-7", seat=seat, facts={**facts, "show": swap.show, "ace": ace, "high": w.trump == HIGH}))
    away = swap.away or []
    due = schnellen.swap_away(count, w.left)
    all_seen = len(swap.drawn) == 6 and min(swap.drawn) >= 0
    if len(away) != due or (due and all_seen and any(card >= 0 and card not in swap.drawn for card in away)):
        w.add(Breach("exchange.away", "S-7", seat=seat, facts={**facts, "away": away, "expected_count": due}))


def _not_held(d: DealFacts, s: Setting, w: World, swap: SwapFacts) -> list[int]:
    """Cards given away that the seat cannot have held, or given twice."""
    seat = swap.seat
    if not w.loose >> seat & 1:
        wrong = [card for card in swap.out if card >= 0 and not w.hold[seat] >> card & 1]
    else:
        elsewhere = mask(w.turned) if s.game.has_pot else 0
        for other in range(s.players):
            if other != seat and not w.loose >> other & 1 and w.seats >> other & 1:
                elsewhere |= w.hold[other]
        if w.talon is not None:
            elsewhere |= mask(w.talon)
        wrong = [card for card in swap.out if card >= 0 and (elsewhere >> card & 1 or not s.pack >> card & 1)]
    return wrong + _again(swap.out)


def _again(cards: list[int]) -> list[int]:
    """The cards that stand a second time, or more often."""
    met: set[int] = set()
    return [card for card in cards if card >= 0 and (card in met or met.add(card))]  # type: ignore[func-returns-value]


def _due(s: Setting, w: World, swap: SwapFacts) -> int:
    """How many cards a swap draws: as many as it gives, six for all five (S-7)."""
    count = len(swap.out)
    return count if s.game.has_pot else schnellen.swap_draws(count, w.left)


def _draw_fault(d: DealFacts, s: Setting, w: World, swap: SwapFacts, *, too_many: bool) -> dict[str, object] | None:
    """Another number drawn than was due, or cards that are not the talon's top."""
    count = len(swap.out)
    drawn = len(swap.drawn)
    due = _due(s, w, swap)
    if drawn != due and not (too_many and drawn in (count, w.left)):
        return {"expected_count": due}
    cards = [card for card in swap.drawn if card >= 0]
    if w.talon is not None and not too_many:
        top = w.talon[:drawn]
        if any(card not in top for card in cards):
            return {"top": list(top)}
        return None
    seen = mask(w.turned) | mask(swap.out)
    for other in range(s.players):
        if w.seats >> other & 1 and not w.loose >> other & 1:
            seen |= w.hold[other]
    wrong = [card for place, card in enumerate(cards) if seen >> card & 1 or not s.pack >> card & 1 or card in cards[:place]]
    return {"not_in_talon": wrong} if wrong else None


def _stack_after_ante(s: Setting, w: World, seat: int) -> int | None:
    stacks = w.standing.stacks
    return None if stacks is None else max(0, stacks[seat] - s.options.ante)


def _fee_of(s: Setting, w: World, swap: SwapFacts) -> int:
    return kratzen.swap_fee(s.options, len(swap.out), swap.seat == w.dealer, w.call)


def _pay(w: World, seat: int, fee: int) -> None:
    fees = list(w.fees)
    fees[seat] += fee
    w.fees = tuple(fees)


def _with_fee(s: Setting, w: World, swap: SwapFacts) -> list[World]:
    """The fee of an irregular swap is counted, counted as far as the stack goes, or not: a world each."""
    if not s.game.has_pot:
        return [w]
    fee = _fee_of(s, w, swap)
    left = _stack_after_ante(s, w, swap.seat)
    paid = [fee, 0]
    if left is not None and s.options.short_stack == kratzen.PARTIAL:
        paid.append(max(0, min(fee, left)))
    worlds = []
    for amount in dict.fromkeys(paid):
        world = w.fork()
        _pay(world, swap.seat, amount)
        worlds.append(world)
    return worlds
