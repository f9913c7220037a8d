"""The straight way through a deal in which everything is in order: it finds, and leaves explaining to the stages.

Most deals are complete and lawful. For those one pass over whole numbers is enough: every statement is compared with
what the game's own functions give, and at the first that differs - or that this pass does not know - the answer is
None and the stages of ``session`` read the deal. It holds no rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from msgspec import UNSET, Struct

from kratzen_log.cards import CARDS, READ, SEATS, WELI, Pack, members, token, tokens
from kratzen_log.games import kratzen, schnellen
from kratzen_log.games._phases import after, clockwise
from kratzen_log.kernel.accounts import SAFE
from kratzen_log.kernel.trick import legal, played
from kratzen_log.log.model import Deal
from kratzen_log.log.tokens import SEAT_OF, TAKERS
from kratzen_log.reading.facts import TRUMPS, Setting
from kratzen_log.reading.world import UNKNOWN, Standing

BIT: Final = tuple(1 << card for card in range(CARDS))
_PLAYS: Final = tuple({f"{letter}:{token(card)}": card for card in range(CARDS)} for letter in SEATS)
_CALLS: Final = {f"{letter}:{word}": (seat, word == "out") for seat, letter in enumerate(SEATS) for word in ("in", "out")}
_NOBODY: Final = (0,) * 6
_NOTATIONS: Final[tuple[Pack, Pack]] = ("german", "french")


class Straight(Struct, frozen=True):
    """What a deal in order comes to: the standing after it, its ledger (seat × reason), the cards played."""

    after: Standing
    rows: tuple[int, ...]
    plays: int


def straight(record: Deal, s: Setting, at: Standing) -> Straight | None:
    """The deal read straight, or None when anything in it asks for a closer look."""
    if (
        at.stacks is None or at.over or at.tied or record.no != at.number or record.abort is not UNSET
        or record.dealt_in is not UNSET or record.dealer is UNSET or record.tricks is UNSET or record.hands is UNSET
    ):
        return None
    n = s.players
    dealer = SEAT_OF.get(record.dealer, UNKNOWN)
    if not 0 <= dealer < n or at.dealer not in (UNKNOWN, dealer):
        return None
    try:
        hands = [[READ[card] for card in hand.split(" ")] for hand in record.hands]  # type: ignore[union-attr]
        turned = [READ[card] for card in record.turned.split(" ")] if record.turned is not UNSET else []
    except (KeyError, AttributeError):
        return None
    hold = masks(hands, turned, s.pack, n)
    if hold is None:
        return None
    order = after(dealer, s.everybody, n)
    if record.deck is not UNSET and not _dealt(record, record.deck.split(" "), order, s):
        return None
    game = _kratzen if s.game.has_pot else _schnellen
    return game(record, s, at, dealer, order, hold, turned)


def masks(hands: Sequence[Sequence[int]], turned: Sequence[int], pack: int, n: int) -> list[int] | None:
    """The hands as masks, when there are ``n`` of five cards, all different and of this pack."""
    if len(hands) != n:
        return None
    met = 0
    hold = []
    for hand in hands:
        if len(hand) != 5:
            return None
        a, b, c, d, e = hand
        if a < 0 or b < 0 or c < 0 or d < 0 or e < 0:
            return None
        bits = BIT[a] | BIT[b] | BIT[c] | BIT[d] | BIT[e]
        met |= bits
        hold.append(bits)
    for card in turned:
        if card < 0:
            return None
        met |= BIT[card]
    if met.bit_count() != 5 * n + len(turned) or met & ~pack:
        return None
    return hold


def _dealt(record: Deal, deck: list[str], order: tuple[int, ...], s: Setting) -> bool:
    """Whether the pack gives these hands and this turn-up, token for token in the order received."""
    if len(deck) != s.pack.bit_count() or set(deck) not in _packs(s.pack):
        return False
    packets, turn_after, _again = s.game.packets(s.options)
    first, second = packets
    seats = len(order)
    turned = record.turned.split(" ") if record.turned is not UNSET else []
    later = first * seats + (len(turned) if turn_after == 0 else 0)
    hands = record.hands
    assert hands is not UNSET
    for place, seat in enumerate(order):
        start, more = first * place, later + second * place
        if hands[seat] != " ".join(deck[start : start + first] + deck[more : more + second]):
            return False
    shown = first * seats if turn_after == 0 else 5 * seats
    return deck[shown : shown + len(turned)] == turned


@cache
def _packs(pack: int) -> tuple[frozenset[str], frozenset[str]]:
    """A pack as tokens, in both notations."""
    german, french = (frozenset(tokens(members(pack), deck).split(" ")) for deck in _NOTATIONS)
    return german, french


def _rest(record: Deal, dealt: int) -> list[int] | None:
    """The pack below the cards dealt and turned; None when no pack is recorded."""
    return None if record.deck is UNSET else [READ[card] for card in record.deck.split(" ")[dealt:]]


def _calls(record: Deal, order: tuple[int, ...], n: int) -> tuple[int, int] | None:
    """Seats in and seats out, when all but the dealer speak once and in turn."""
    if record.calls is UNSET:
        return None
    words = record.calls.split(" ") if record.calls else []
    if len(words) != len(order) - 1:
        return None
    out = 0
    for seat, word in zip(order, words, strict=False):
        call = _CALLS.get(word)
        if call is None or call[0] != seat:
            return None
        if call[1]:
            out |= 1 << seat
    return ((1 << n) - 1) & ~out, out


def _kratzen(
    record: Deal, s: Setting, at: Standing, dealer: int, order: tuple[int, ...], hold: list[int], turned: list[int]
) -> Straight | None:
    o, n = s.options, s.players
    if len(turned) != 1 or at.pot is None or at.cause == UNKNOWN or at.stacks is None:
        return None
    trump = _trump(record, turned[0])
    if trump < 0:
        return None
    muss = at.cause > 0 or kratzen.seven_cause(o, turned[0]) > 0
    if record.muss is not UNSET and record.muss != muss:
        return None
    if record.calls is UNSET and muss:
        active, out = s.everybody, 0
    else:
        called = _calls(record, order, n)
        if called is None:
            return None
        active, out = called
    if out and muss:
        return None
    others = active & ~(1 << dealer)
    may_swap = kratzen.may_swap(o, muss, others)
    call = 0
    if record.dealer_call is not UNSET:
        if not o.dealer_calls or not may_swap or record.dealer_call not in kratzen.DEALER_CALLS:
            return None
        call = kratzen.DEALER_CALLS.index(record.dealer_call)
    fees: Sequence[int] = _NOBODY
    if record.exchange is not UNSET and record.exchange:
        paid = _swaps(record, s, at, dealer, order, active, hold, call) if may_swap else None
        if paid is None:
            return None
        fees = paid
    took = _tricks(record, s, trump, dealer, active, hold)
    if took is None:
        return None
    taken, plays = took
    rows = [0] * (n * 5)
    pot = at.pot + kratzen.stakes(o, n, s.everybody, at.stacks, fees, rows)
    carry, failed, qualified = kratzen.settle(o, n, dealer, active, UNKNOWN, pot, taken, at.stacks, rows)
    if carry > SAFE or pot > SAFE:
        return None
    if (record.pot is not UNSET and record.pot != pot) or (record.carry is not UNSET and record.carry != carry):
        return None
    cause = kratzen.next_cause(o, muss, failed, qualified)
    return _close(record, s, at, dealer, rows, 5, taken, plays, carry, cause)


def _trump(record: Deal, turned: int) -> int:
    """The trumps that turned card and claim agree on; -1 when they do not."""
    claimed = UNKNOWN if record.trump is UNSET else TRUMPS.get(record.trump, UNKNOWN)
    if turned == WELI:
        return claimed if claimed < 4 else UNKNOWN
    due = turned // 8
    return due if record.trump is UNSET or claimed == due else UNKNOWN


def _swaps(
    record: Deal, s: Setting, at: Standing, dealer: int, order: tuple[int, ...], active: int, hold: list[int], call: int
) -> list[int] | None:
    """Plays the exchange of Kratzen through; the fees, or None when a swap asks for a closer look."""
    o, n = s.options, s.players
    rest = _rest(record, 5 * n + 1)
    if rest is None or at.stacks is None or record.exchange is UNSET:
        return None
    fees = [0] * n
    last = -1
    drawn_before = 0
    for swap in record.exchange:
        seat = SEAT_OF.get(swap.seat, n)
        if seat >= n or not active >> seat & 1 or order.index(seat) <= last or swap.show is not UNSET or swap.away is not UNSET:
            return None
        last = order.index(seat)
        try:
            out = [READ[card] for card in swap.out.split(" ")]
            drawn = [READ[card] for card in swap.drawn.split(" ")]
        except KeyError:
            return None
        count = len(out)
        fee = kratzen.swap_fee(o, count, seat == dealer, call)
        short = o.short_stack == kratzen.PARTIAL and at.stacks[seat] - o.ante < fee
        if count > kratzen.swap_limit(o, seat == dealer, call) or short or len(drawn) != count:
            return None
        if not _exchange(hold, seat, out, drawn, rest[drawn_before : drawn_before + count]):
            return None
        drawn_before += count
        fees[seat] = fee
    return fees


def _exchange(hold: list[int], seat: int, out: list[int], drawn: list[int], top: list[int]) -> bool:
    """Gives and draws; false when a card is not held, or is not the talon's top in order."""
    if drawn != top or min(out) < 0:
        return False
    bits = 0
    for card in out:
        bits |= BIT[card]
    if bits.bit_count() != len(out) or bits & ~hold[seat]:
        return False
    hold[seat] &= ~bits
    for card in drawn:
        hold[seat] |= BIT[card]
    return True


def _schnellen(
    record: Deal, s: Setting, at: Standing, dealer: int, order: tuple[int, ...], hold: list[int], turned: list[int]
) -> Straight | None:
    o, n = s.options, s.players
    if o.bidding or at.stacks is None or record.bids is not UNSET or record.discard is UNSET:
        return None
    if len(turned) != (2 if turned and turned[0] == WELI else 1):
        return None
    turner = turned[-1]
    trump = turner // 8
    if record.trump is not UNSET and TRUMPS.get(record.trump) != trump:
        return None
    away = [READ.get(card, UNKNOWN) for card in record.discard.split(" ")]
    mine = hold[dealer]
    for card in turned:
        mine |= BIT[card]
    gone = 0
    for card in away:
        if card < 0:
            return None
        gone |= BIT[card]
    if gone & ~mine or gone.bit_count() != len(away) or len(away) != schnellen.put_away(5, len(turned)):
        return None
    hold[dealer] = mine & ~gone
    called = _calls(record, order, n)
    if called is None:
        return None
    active, out = called
    for seat in order[:-1]:
        if out >> seat & 1:
            alone = seat == order[-2] and active == 1 << dealer
            if schnellen.refusal(o, False, at.stacks[seat], trump, turner, alone) != schnellen.MAY:
                return None
    if record.exchange is not UNSET and record.exchange and not (
        o.exchange and active != 1 << dealer
        and _schnellen_swaps(record, n, order, active, hold, _rest(record, 5 * n + len(turned)))
    ):
        return None
    took = _tricks(record, s, trump, dealer, active, hold)
    if took is None:
        return None
    taken, plays = took
    rows = [0] * (n * 3)
    schnellen.settle(o, n, s.everybody, active, UNKNOWN, 0, trump, taken, rows)
    return _close(record, s, at, dealer, rows, 3, taken, plays, None, 0)


def _schnellen_swaps(
    record: Deal, n: int, order: tuple[int, ...], active: int, hold: list[int], rest: list[int] | None
) -> bool:
    """Plays swaps of up to three cards through; four and five ask for a closer look."""
    last = -1
    gone = 0
    if rest is None:
        return False
    for swap in record.exchange or ():
        seat = SEAT_OF.get(swap.seat, n)
        if seat >= n or not active >> seat & 1 or order.index(seat) <= last or swap.show is not UNSET or swap.away is not UNSET:
            return False
        last = order.index(seat)
        try:
            out = [READ[card] for card in swap.out.split(" ")]
            drawn = [READ[card] for card in swap.drawn.split(" ")]
        except KeyError:
            return False
        if len(out) > 3 or not _exchange(hold, seat, out, drawn, rest[gone : gone + len(out)]):
            return False
        gone += len(out)
    return True


def _tricks(
    record: Deal, s: Setting, trump: int, dealer: int, active: int, hold: list[int]
) -> tuple[list[int], int] | None:
    """Plays the tricks through: tricks per seat and the number of cards; None at the first that is not in order."""
    n = s.players
    taken = [0] * n
    tricks = record.tricks or ()
    if active == 1 << dealer:
        taken[dealer] = 5
        return None if tricks else (taken, 0)
    if len(tricks) != 5:
        return None
    t = s.game.tables(s.options, trump)
    leader = clockwise((dealer + 1) % n, active, n)[0]
    size = active.bit_count()
    plays = _PLAYS
    try:
        for text in tricks:
            parts = text.split(" ")
            if not size <= len(parts) <= size + 1:
                return None
            led = best = top = -1
            for seat, part in zip(clockwise(leader, active, n), parts, strict=False):
                card = plays[seat][part]
                hand = hold[seat]
                bit = 1 << card
                if not legal(t, hand, led, best, top)[0] & bit:
                    return None
                led, best, top, takes = played(t, led, best, top, card)
                if takes:
                    leader = seat
                hold[seat] = hand ^ bit
            if len(parts) > size and TAKERS[parts[size]] != leader:
                return None
            taken[leader] += 1
    except KeyError:
        return None
    return taken, 5 * size


def _close(
    record: Deal, s: Setting, at: Standing, dealer: int, rows: list[int], width: int, taken: list[int], plays: int,
    carry: int | None, cause: int,
) -> Straight | None:
    """Compares what is claimed of the result; the standing after the deal."""
    n = s.players
    delta = [sum(rows[place : place + width]) for place in range(0, n * width, width)]
    if (record.taken is not UNSET and record.taken != taken) or (record.delta is not UNSET and record.delta != delta):
        return None
    assert at.stacks is not None
    stacks = tuple(map(int.__add__, at.stacks, delta))
    if record.totals is not UNSET and record.totals != list(stacks):
        return None
    if max(stacks) > SAFE or min(stacks) < -SAFE:
        return None
    played_deals = at.played + 1
    end = s.game.ending(s.options, n, stacks, played_deals)
    if end.tie_break:
        return None
    next_dealer = (dealer + 1) % n
    new = Standing(
        at.number + 1, next_dealer, stacks, carry, cause, s.everybody, played_deals, at.records + 1, end.reasons,
        end.leaders if end.reasons else 0, 0, end.reasons != 0,
    )
    return Straight(new, tuple(rows), plays)
