"""What is said and decided before cards are played: bids, trumps, Muss, discard, in or out, the dealer's call."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, product
from typing import Any

from kratzen_log.cards import HIGH, UNREADABLE, WELI, mask, members
from kratzen_log.games import kratzen, schnellen
from kratzen_log.games._phases import after
from kratzen_log.log.tokens import NOBODY
from kratzen_log.reading.facts import BAD_CLAIM, NO_CLAIM, Breach, DealFacts, Setting
from kratzen_log.reading.opening import shortage, turned_count
from kratzen_log.reading.world import UNKNOWN, World


def claim(d: DealFacts, w: World, breach: Breach) -> None:
    """Notes a wrong claim; the claims of an aborted deal are not checked."""
    if not d.abort:
        w.add(breach)


def bids(d: DealFacts, s: Setting, w: World) -> list[World] | None:
    """The auction (S-8). A bid that is too low counts or does not: two worlds."""
    if not s.options.bidding:
        if d.bids:
            w.add(Breach("bid.order", "S-8", seat=d.bids[0][0], facts={"bidding": False}))
        return None
    order = after(w.dealer, w.seats, s.players)
    if d.bids is None:
        w.doubt |= {"bids"}
        if not d.abort:
            w.add(Breach("bid.order", "S-8", facts={"missing": list(order)}))
        return None
    speaking = {seat for seat, _word in d.bids}
    waiting = [seat for seat in order if seat in speaking]
    silent = [seat for seat in order if seat not in speaking]
    worlds = [w]
    for seat, word in d.bids:
        if seat not in waiting:
            _each(worlds, Breach("bid.order", "S-8", seat=seat, facts={"again": seat in order}))
            continue
        if seat != waiting[0]:
            _each(worlds, Breach("bid.order", "S-8", seat=seat, facts={"due": waiting[0]}))
        waiting.remove(seat)
        if word == "pass":
            continue
        bid = int(word) if word in ("1", "2", "3", "4", "5") else 0
        if bid == 0:
            _each(worlds, Breach("bid.value", "S-8", seat=seat, facts={"bid": word}))
            continue
        for world in list(worlds):
            if not schnellen.bid_holds(bid, world.bid, seat == world.dealer):
                facts = {"bid": bid, "highest": world.bid, "dealer_bid": seat == world.dealer}
                world.add(Breach("bid.low", "S-8", seat=seat, facts=facts))
                worlds.append(world.fork())
            world.bid, world.bidder = bid, seat
    if silent and not d.abort and not any(slip.facts.get("key") == "bids" for slip in d.slips):
        _each(worlds, Breach("bid.order", "S-8", seat=silent[0], facts={"missing": silent}))
    for world in worlds:
        world.passed = world.bidder == NOBODY and not (silent and d.abort)
    return worlds


def _each(worlds: list[World], breach: Breach) -> None:
    for world in worlds:
        world.add(breach)


def trump(d: DealFacts, s: Setting, w: World) -> list[World] | None:
    """The suit of the turned card, or what the dealer or the bidder names (K-2, S-2, S-8, S-9)."""
    turned_up = s.game.packets(s.options)[1] >= 0
    named = d.trump if d.trump >= 0 else UNKNOWN
    if not turned_up:
        return _named_by_bidder(d, w, named)
    rule = "K-2" if s.game.has_pot else "S-2"
    if w.turner == UNKNOWN:
        w.trump = named if named != HIGH else UNKNOWN
        return None
    if w.turner == WELI:
        if named in (UNKNOWN, HIGH):
            if d.trump != BAD_CLAIM and not (d.abort and d.trump == NO_CLAIM):
                w.add(Breach("deal.trump", rule, facts={"missing": named == UNKNOWN, "trump": named}))
            return None
        w.trump = named
        return None
    due = w.turner // 8
    w.trump = due
    if d.trump in (NO_CLAIM, BAD_CLAIM, due):
        return None
    claim(d, w, Breach("deal.trump", rule, facts={"trump": named, "expected": due, "turned": w.turner}))
    if named == HIGH:
        return None
    recorded = w.fork()
    recorded.trump = named
    worlds = [recorded, w]
    if not s.game.has_pot:
        misread = recorded.fork()
        misread.loosen(1 << misread.dealer)
        misread.turner = UNKNOWN
        worlds.append(misread)
    return worlds


def _named_by_bidder(d: DealFacts, w: World, named: int) -> list[World] | None:
    if w.passed:
        if named != UNKNOWN:
            w.add(Breach("deal.trump", "S-8", facts={"trump": named, "nobody": True}))
        return None
    if named == UNKNOWN and d.trump == NO_CLAIM and not d.abort:
        if "bids" in w.doubt:
            return None
        w.add(Breach("deal.trump", "S-8", facts={"missing": True, "trump": UNKNOWN}))
    w.trump = named
    return None


def muss(d: DealFacts, s: Setting, w: World) -> list[World] | None:
    """Whether the deal is a Muss (K-3, K-7.1)."""
    cause = w.standing.cause
    seven = kratzen.seven_cause(s.options, w.turner)
    due = cause > 0 or seven > 0
    if d.muss == NO_CLAIM:
        w.muss = due
        if (cause == UNKNOWN or (w.turner == UNKNOWN and s.options.seven == 0)) and not due:
            other = w.fork()
            other.muss = True
            return [w, other]
        return None
    w.muss = bool(d.muss)
    if w.muss == due or (cause == UNKNOWN and not seven) or (w.turner == UNKNOWN and w.muss):
        return None
    rule = kratzen.MUSS_RULES[cause if cause > 0 else seven]
    claim(d, w, Breach("deal.muss", rule, facts={"muss": w.muss, "cause": cause if cause > 0 else seven}))
    other = w.fork()
    other.muss = due
    return [w, other]


def to_put_away(d: DealFacts, s: Setting, w: World) -> int:
    """How many cards the dealer of a deal puts away (S-2, S-2.1)."""
    return schnellen.put_away(5 - shortage(d, s, w), max(1, turned_count(d, w)))


def discard(d: DealFacts, s: Setting, w: World) -> list[World] | None:
    """The dealer takes the turned card and puts away what is too many (S-2, S-2.1)."""
    if s.options.bidding:
        if d.discard:
            w.add(Breach("deal.discard", "S-8", seat=w.dealer, facts={"cards": d.discard, "expected_count": 0}))
        return None
    seat = w.dealer
    known = not w.loose >> seat & 1
    if known:
        w.hold[seat] |= mask(w.turned)
    count = to_put_away(d, s, w)
    if w.turner == UNKNOWN and known:
        known = False
        w.loosen(1 << seat)
    if d.discard is None:
        return _unrecorded_discard(d, w, count) if known else None
    bits = mask(d.discard)
    readable = all(card != UNREADABLE for card in d.discard)
    seen = [card for card in d.discard if card >= 0]
    wrong = len(d.discard) != count or len(set(seen)) != len(seen)
    not_held = [card for card in d.discard if card >= 0 and known and not w.hold[seat] >> card & 1]
    if not known:
        others = sum(w.hold[other] for other in range(s.players) if other != seat and not w.loose >> other & 1)
        not_held = [card for card in d.discard if card >= 0 and (others >> card & 1 or not s.pack >> card & 1)]
    if (wrong and readable) or not_held:
        facts = {"cards": d.discard, "not_held": not_held, "expected_count": count, "held": members(w.hold[seat]) if known else None}
        w.add(Breach("deal.discard", "S-2", seat=seat, facts=facts))
        w.loosen(1 << seat)
    elif min(d.discard) < 0:
        w.loosen(1 << seat)
    else:
        w.hold[seat] &= ~bits
    return None


def _unrecorded_discard(d: DealFacts, w: World, count: int) -> list[World] | None:
    """Without a record the dealer put away what it held and neither played nor gave away; when more fits, any of it.

    With an unseen card among those the hand is open.
    """
    seat = w.dealer
    swap = d.swap_of(seat)
    used = [play.card for number in range(len(d.tricks)) for play in d.counting(number) if play.seat == seat]
    used += swap.out if swap else []
    unused = w.hold[seat] & ~mask(used)
    if unused.bit_count() < count or len(d.tricks) < 5 or (used and min(used) < 0):
        w.loosen(1 << seat)
        return None
    if unused.bit_count() == count:
        w.hold[seat] &= ~unused
        return None
    worlds = []
    for gone in combinations(members(unused), count):
        world = w.fork()
        world.hold[seat] &= ~mask(gone)
        worlds.append(world)
    return worlds


def refusal(s: Setting, w: World, seat: int, alone: bool) -> tuple[str, str]:
    """Why a seat may not be out: a code and its paragraph; two empty strings when it may."""
    if s.game.has_pot:
        return ("call.out-in-muss", "K-3") if w.muss else ("", "")
    stacks = w.standing.stacks
    score = stacks[seat] if stacks else 99
    no = schnellen.refusal(s.options, seat == w.bidder, score, w.trump, w.turner, alone)
    code = ("", "call.bidder-out", "call.out-at-five", "call.out-forced", "call.last-must-play")[no]
    return code, schnellen.OUT_RULES[no]


def calls(d: DealFacts, s: Setting, w: World) -> list[World] | None:
    """Who plays: declarations in turn, and whether each seat then acts as it declared (K-4, S-3)."""
    order = after(w.dealer, w.seats, s.players)[:-1] if w.seats >> w.dealer & 1 else after(w.dealer, w.seats, s.players)
    rule = "K-4" if s.game.has_pot else "S-3"
    w.active = w.seats
    if w.passed:
        w.active = 0
        if d.calls:
            w.add(Breach("call.order", "S-8", seat=d.calls[0][0], facts={"passed": True}))
        return None
    if d.calls is None:
        return _no_calls(d, s, w, order, rule)
    said, twice = _heard(d, s, w, order, rule)
    silent = [seat for seat in order if seat not in said]
    unclear = any(slip.facts.get("key") == "calls" for slip in d.slips)
    open_seats: dict[int, tuple[bool, ...]] = {}
    for seat, words in twice.items():
        if (words == "out") != (said[seat] == "out"):
            open_seats[seat] = (said[seat] != "out", words != "out")
    outs = [seat for seat, word in said.items() if word == "out"]
    plays = d.spans()
    for seat in silent:
        open_seats[seat] = (True, False) if plays[seat][0] or not d.tricks else (False, True)
        code, _rule = refusal(s, w, seat, alone=False)
        if not code and not d.abort and not unclear:
            w.add(Breach("call.missing", rule, seat=seat))
    flagged = _irregular_outs(s, w, order, said, outs)
    for seat in outs:
        w.active &= ~(1 << seat)
    for seat in order:
        if seat in open_seats or seat not in said:
            continue
        if said[seat] == "?":
            open_seats[seat] = (True, False) if plays[seat][0] or not d.tricks else (False, True)
            continue
        found = _first_entry(d, s, seat)
        if seat in outs and found is not None:
            if seat not in flagged:
                w.add(found)
            open_seats[seat] = (False, True)
        elif seat not in outs and d.tricks and not plays[seat][0] and not d.abort:
            w.add(Breach("deal.incomplete", rule, trick=1, seat=seat, facts={"declared": said[seat]}))
            w.absent |= 1 << seat
            open_seats[seat] = (True, False)
    if d.tricks and w.active & ~(1 << w.dealer) and not plays[w.dealer][0] and w.seats >> w.dealer & 1 and not d.abort:
        if (w.dealer, "out") in d.calls:
            open_seats[w.dealer] = (True, False)
        else:
            w.add(Breach("deal.incomplete", rule, trick=1, seat=w.dealer, facts={"declared": "in"}))
        w.absent |= 1 << w.dealer
    if d.record.tricks == [] and not d.abort:
        return _nothing_played(w, s, order, said, outs, open_seats, rule)
    return _worlds(w, order, open_seats)


def _heard(
    d: DealFacts, s: Setting, w: World, order: tuple[int, ...], rule: str
) -> tuple[dict[int, str], dict[int, str]]:
    """What each seat declared first, and what it said when it spoke again; everything out of turn is noted."""
    said: dict[int, str] = {}
    twice: dict[int, str] = {}
    speaking = {seat for seat, _word in d.calls or ()}
    waiting = [seat for seat in order if seat in speaking]
    for seat, word in d.calls or ():
        if word not in ("in", "out", "bettler"):
            w.add(Breach("log.token", seat=seat, facts={"token": word, "key": "calls"}))
            if seat in waiting:
                waiting.remove(seat)
                said[seat] = "?"
            continue
        if seat == w.dealer:
            code = {"out": "call.dealer-out", "bettler": "call.bettler"}.get(word, "call.order")
            w.add(Breach(code, "K-4.1" if word == "bettler" else rule, seat=seat, facts={"dealer": True, "call": word}))
            continue
        if seat not in order:
            w.add(Breach("call.order", rule, seat=seat, facts={"not_dealt_in": True}))
            continue
        if seat in said:
            w.add(Breach("call.twice", rule, seat=seat, facts={"first": said[seat], "second": word}))
            twice[seat] = word
            continue
        if seat != waiting[0]:
            w.add(Breach("call.order", rule, seat=seat, facts={"due": waiting[0]}))
        waiting.remove(seat)
        if word == "bettler":
            allowed = s.game.has_pot and bool(s.options.bettler)
            if not allowed or w.bettler != NOBODY:
                facts = {"allowed": allowed, "first": w.bettler}
                w.add(Breach("call.bettler", "K-4.1", seat=seat, facts=facts))
                word = "in"
            else:
                w.bettler = seat
        said[seat] = word
    return said, twice


def _irregular_outs(
    s: Setting, w: World, order: tuple[int, ...], said: dict[int, str], outs: list[int]
) -> set[int]:
    """Seats whose ``out`` was not allowed: one finding each, the first reason that holds (S-3.4)."""
    flagged = set()
    bidder_plays = w.bidder not in (NOBODY, w.dealer)
    for seat in outs:
        alone = seat == order[-1] and not bidder_plays and all(said.get(other) == "out" for other in order)
        code, rule = refusal(s, w, seat, alone)
        if code:
            w.add(Breach(code, rule, seat=seat, facts=_refused(s, w, seat, code)))
            flagged.add(seat)
    return flagged


def _refused(s: Setting, w: World, seat: int, code: str) -> dict[str, Any]:
    """Why a seat could not be out: the cause of the Muss, its score, or what forces it."""
    stacks = w.standing.stacks
    match code:
        case "call.out-in-muss":
            causes = (w.standing.cause, kratzen.seven_cause(s.options, w.turner))
            return {"cause": next((cause for cause in causes if cause > 0), None)}
        case "call.out-at-five":
            return {"score": stacks[seat] if stacks else None}
        case "call.out-forced":
            return {"trump": w.trump, "turned": w.turner, "by_seven": schnellen.forces_by_seven(s.options, w.turner)}
    return {}


def _first_entry(d: DealFacts, s: Setting, seat: int) -> Breach | None:
    """The finding for a seat that is out but swaps or plays: at the first such entry."""
    if d.swap_of(seat) is not None:
        return Breach("exchange.not-allowed", "K-4.3" if s.game.has_pot else "S-7", seat=seat, facts={"out": True})
    count, trick, place = d.spans()[seat]
    if not count:
        return None
    return Breach("play.not-in-deal", "K-4" if s.game.has_pot else "S-3", trick=trick, play=place, seat=seat, facts={"out": True})


def _no_calls(d: DealFacts, s: Setting, w: World, order: tuple[int, ...], rule: str) -> list[World] | None:
    """The key may be left out where nobody could have been out; otherwise who plays shows in the tricks."""
    possible = [seat for seat in order if not refusal(s, w, seat, alone=False)[0]]
    plays = d.spans()
    if d.abort:
        return None
    if not possible:
        absent = {seat: (True, False) for seat in order if d.tricks and not plays[seat][0]}
        for seat in absent:
            w.add(Breach("deal.incomplete", rule, trick=1, seat=seat, facts={"declared": ""}))
            w.absent |= 1 << seat
        return _worlds(w, order, absent)
    w.add(Breach("call.missing", rule, facts={"seats": list(order)}))
    for seat in order:
        if not plays[seat][0] and d.swap_of(seat) is None:
            w.active &= ~(1 << seat)
    open_seats = {seat: (True, False) for seat in order if plays[seat][0] == 1}
    return _worlds(w, order, open_seats)


def _nothing_played(
    w: World, s: Setting, order: tuple[int, ...], said: dict[int, str], outs: list[int],
    open_seats: dict[int, tuple[bool, ...]], rule: str,
) -> list[World] | None:
    """No trick although somebody is in: that one call is wrong, or the tricks are missing."""
    inside = [seat for seat in order if said.get(seat, "in") != "out"]
    if len(inside) != 1:
        return _worlds(w, order, open_seats)
    worlds = _worlds(w, order, open_seats) or [w]
    alone = w.fork()
    alone.add(Breach("deal.incomplete", rule, trick=1, seat=inside[0], facts={"declared": said.get(inside[0], "")}))
    alone.active = 1 << w.dealer
    alone.bettler = NOBODY
    return [alone, *worlds]


def _worlds(w: World, order: tuple[int, ...], open_seats: Mapping[int, tuple[bool, ...]]) -> list[World] | None:
    """A world for each way the seats in doubt may be in or out."""
    if not open_seats:
        return None
    seats = list(open_seats)[:4]
    worlds = []
    for choice in product(*(open_seats[seat] for seat in seats)):
        world = w.fork()
        for seat, inside in zip(seats, choice, strict=True):
            world.active = world.active | 1 << seat if inside else world.active & ~(1 << seat)
            if not inside and world.bettler == seat:
                world.bettler = NOBODY
        worlds.append(world)
    return worlds


def dealer_call(d: DealFacts, s: Setting, w: World) -> list[World] | None:
    """Schlagen, oder, weiter-oder, weiter (K-4.2); not recorded means weiter."""
    word = d.call_word
    if word is None:
        return None
    known = word in kratzen.DEALER_CALLS
    w.call = kratzen.DEALER_CALLS.index(word) if known else kratzen.WEITER
    others = w.active & ~(1 << w.dealer)
    if known and s.options.dealer_calls and kratzen.may_swap(s.options, w.muss, others):
        return None
    facts = {"call": word, "known": known, "option": bool(s.options.dealer_calls), "muss": w.muss}
    w.add(Breach("call.dealer-call", "K-4.2", seat=w.dealer, facts=facts))
    if w.call == kratzen.WEITER:
        return None
    ordinary = w.fork()
    ordinary.call = kratzen.WEITER
    return [w, ordinary]
