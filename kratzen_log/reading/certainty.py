"""What unseen cards leave open: each play legal, illegal or undetermined; what a later card proves; what cannot be.

A play is legal when it is legal however the unseen cards may lie, illegal when it is illegal however they lie. What
the record says of cards - hands, pack, swaps, discards, all plays of the deal - says how they may lie; who is said to
have taken a trick does not, for that is a claim.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from msgspec.structs import replace

from kratzen_log.cards import CARDS, members
from kratzen_log.games._game import Tables
from kratzen_log.kernel.trick import FOLLOW, HEAD, LEAD, MUST_TRUMP, OVERTRUMP, broken, legal, played
from kratzen_log.reading.duties import DUTY_CODES, DUTY_NAMES, ILLEGAL_PLAYS, duty_rule
from kratzen_log.reading.facts import Breach, DealFacts, Setting
from kratzen_log.reading.unseen import HAND, Laid, Limit, Room, TooMany, discard_open, laid_out
from kratzen_log.reading.world import World, breaches

DUTIES: Final = (FOLLOW, HEAD, MUST_TRUMP, OVERTRUMP)
State = tuple[int, int, int]
"""The suit led, the best card of it, the best trump, -1 for none."""
_PROVABLE: Final = frozenset(DUTY_CODES.values())


@lru_cache(maxsize=20_000)
def _better(t: Tables, card: int, state: State) -> dict[int, int]:
    """For each duty the cards that, in the same hand, make a card break it, in this state of the trick."""
    found = dict.fromkeys(DUTIES, 0)
    if state[0] >= 0:
        for other in range(CARDS):
            if other != card:
                duty = broken(t, 1 << card | 1 << other, *state, card)
                if duty != LEAD:
                    found[duty] |= 1 << other
    return found


class Lay:
    """The plays of a deal, in order, over the places its cards can be in."""

    def __init__(self, d: DealFacts, s: Setting, w: World, t: Tables) -> None:
        self.t = t
        self.room = Room(d, s, w)
        self.tricks, self.lost = laid_out(d, s, w)
        self.order = [(number, at) for number, trick in enumerate(self.tricks) for at in range(len(trick))]
        self.quiets: dict[State, int] = {}

    def laid(self, number: int, at: int) -> Laid:
        """A play by trick and place in the order of judging."""
        return self.tricks[number][at]

    def plays(self, until: int = -1) -> list[tuple[int, Laid]]:
        """The plays up to and with this one, all without a number."""
        some = self.order if until < 0 else self.order[: until + 1]
        return [(number, self.laid(number, at)) for number, at in some]

    # --- duties over unseen cards --------------------------------------------------------------------------------

    def better(self, card: int, state: State) -> dict[int, int]:
        """For each duty the cards that, in the same hand, make this card break it."""
        return {duty: cards & self.room.whole for duty, cards in _better(self.t, card, state).items()}

    def barred(self, card: int, state: State) -> int:
        """The cards that make this card illegal when they are in the same hand (C-6)."""
        return sum(_better(self.t, card, state).values()) & self.room.whole

    def on(self, state: State, card: int) -> State:
        """The trick after one more card."""
        return played(self.t, *state, card)[:3]

    def quiet(self, state: State) -> int:
        """The cards that change nothing in a trick."""
        if state not in self.quiets:
            self.quiets[state] = sum(1 << card for card in self.room.pack if self.on(state, card) == state)
        return self.quiets[state]

    def scenes(self, number: int, at: int, way: list[int]) -> Iterator[tuple[State, list[Limit]]]:
        """Every state the trick may be in before a play, and what that says of the unseen cards in it."""
        before = [self.laid(number, place) for place in range(at)]
        if not before:
            yield (-1, -1, -1), []
            return
        lead = before[0]
        slot = self.room.slot(lead.seat, number)
        unseen = [self.room.slot(laid.seat, number) for laid in before[1:] if laid.card < 0]
        for first in [lead.card] if lead.card >= 0 else members(self.room.able(way, slot)):
            state = self.on((-1, -1, -1), first)
            limits = [] if lead.card >= 0 else [(slot, 1 << first)]
            for laid in before[1:]:
                state = self.on(state, laid.card) if laid.card >= 0 else state
            if unseen:
                yield from self.raised(state, limits, unseen, way)
            else:
                yield state, limits

    def raised(
        self, state: State, limits: list[Limit], unseen: list[int], way: list[int]
    ) -> Iterator[tuple[State, list[Limit]]]:
        """The states after these unseen cards: none of them counts, one is best, one the best trump, or both."""
        t = self.t
        led, best, top = state
        able = [(place, self.room.able(way, place)) for place in unseen]
        heads = t.higher[best] if led != t.trump else 0
        trumps = t.higher[top] if top >= 0 else t.suit_mask[t.trump]
        nobody = [(0, -1)]
        for one, head in nobody + [(place, card) for place, cards in able for card in members(cards & heads)]:
            for two, trump in nobody + [(place, card) for place, cards in able for card in members(cards & trumps)]:
                if one and one == two:
                    continue
                self.room.spend(1)
                after = state
                for card in (head, trump):
                    after = self.on(after, card) if card >= 0 else after
                more = [(place, self.quiet(after)) for place in unseen if place not in (one, two)]
                more += [(place, 1 << card) for place, card in ((one, head), (two, trump)) if place]
                yield after, limits + more

    def cases(self, number: int, at: int, way: list[int]) -> Iterator[tuple[int, State, list[Limit]]]:
        """Every card that may have been played here, and every state it may have been played into.

        Of the unseen cards that break the same duties for the same reasons one stands for all.
        """
        laid = self.laid(number, at)
        slot = self.room.slot(laid.seat, number)
        if laid.card >= 0:
            yield from ((laid.card, *scene) for scene in self.scenes(number, at, way))
            return
        cards = members(self.room.able(way, slot))
        for state, limits in self.scenes(number, at, way):
            alike: dict[tuple[int, ...], int] = {}
            self.room.spend(1 + len(cards) // 8)
            for card in cards:
                reasons = tuple(_better(self.t, card, state).values())
                alike[reasons] = alike.get(reasons, 0) | 1 << card
            for some in alike.values():
                yield some.bit_length() - 1, state, [*limits, (slot, some)]

    # --- verdicts ------------------------------------------------------------------------------------------------

    def lawful(self, number: int, at: int, ways: list[list[int]]) -> bool:
        """Whether there is an arrangement in which a play is legal."""
        if at == 0 or number == HAND - 1:
            return True
        later = self.room.slots(self.laid(number, at).seat, number + 1)
        return any(
            self.room.fits(self.room.limited(way, [*limits, (later, ~self.barred(card, state))])) is not None
            for way in ways
            for card, state, limits in self.cases(number, at, way)
        )

    def unlawful(self, number: int, at: int, ways: list[list[int]]) -> bool:
        """Whether there is an arrangement in which a play is illegal."""
        if at == 0 or number == HAND - 1:
            return False
        seat = self.laid(number, at).seat
        for way in ways:
            held = self.room.able(way, self.room.slots(seat, number + 1))
            for card, state, limits in self.cases(number, at, way):
                barred = self.barred(card, state) & held
                if barred and self.holds(seat, number, barred, self.room.limited(way, limits) if limits else way):
                    return True
        return False

    def holds(self, seat: int, number: int, cards: int, wants: list[int] | None) -> bool:
        """Whether a seat can still hold one of these cards after its card to a trick."""
        if wants is None:
            return False
        later = self.room.slots(seat, number + 1)
        for card in members(cards):
            spot = self.room.spot[card]
            if wants[spot] & later:
                one = list(wants)
                one[spot] &= later
                if self.room.fits(one) is not None:
                    return True
        return False

    def sentence(self, s: Setting, number: int, at: int, ways: list[list[int]]) -> Breach:
        """The finding of a play that is illegal however the unseen cards lie."""
        laid = self.laid(number, at)
        later = self.room.slots(laid.seat, number + 1)
        card, state, wants = next(
            (card, state, limited)
            for way in ways
            for card, state, limits in self.cases(number, at, way)
            if (limited := self.room.limited(way, limits)) is not None and self.room.fits(limited) is not None
        )
        better = {duty: cards for duty, cards in self.better(card, state).items() if cards}
        able = {duty: cards for duty, cards in better.items() if self.holds(laid.seat, number, cards, wants)}
        sure = [duty for duty in able if self.room.fits(self.room.limited(wants, [(later, ~better[duty])])) is None]
        duty = (sure or list(able) or [FOLLOW])[0]
        cards = able.get(duty, 0) if sure else self.barred(card, state)
        facts = {"card": laid.card, "led": state[0], "best": state[1], "top_trump": state[2], "trump": self.t.trump}
        facts |= self.shown(laid, number, card, state, cards, wants) | {"duty": DUTY_NAMES[duty]}
        rule = duty_rule(s.game, duty, self.t.trump)
        return Breach(DUTY_CODES[duty], rule, number + 1, laid.place, laid.seat, facts, laid.noticed)

    def shown(
        self, laid: Laid, number: int, card: int, state: State, cards: int, wants: list[int]
    ) -> dict[str, Any]:
        """The cards that prove a play illegal: those known to have been held, or those of which one must have been."""
        slots, later = self.room.slots(laid.seat, number), self.room.slots(laid.seat, number + 1)
        held = sum(1 << one for one in self.room.pack if not wants[self.room.spot[one]] & ~slots) | 1 << card
        proof = sum(1 << one for one in members(cards) if not wants[self.room.spot[one]] & ~later)
        if not proof:
            among = [one for one in members(cards) if self.holds(laid.seat, number, 1 << one, wants)]
            return {"variant": "unseen", "among": among, "legal": []}
        allowed, _duty, beat = legal(self.t, held, *state)
        return {"held": members(held), "legal": members(allowed), "must_beat": beat, "proof": members(proof)}

    # --- what cannot be ------------------------------------------------------------------------------------------

    def possible(self, kept: list[int], judged: set[tuple[int, int]], takers: dict[int, int]) -> bool:
        """Whether the unseen cards can lie so that these plays were made, and those judged were legal.

        ``kept`` are numbers in the order of plays; ``takers`` who took the tricks with unseen cards.
        """
        known = [(number, self.laid(number, at)) for number, at in (self.order[one] for one in kept)]
        asked = {self.order[one] for one in kept} & judged
        steps = self._steps(asked, takers)
        return any(
            (near := self.room.fits(wants)) is not None and self._walk(steps, 0, (-1, -1, -1), -1, wants, near, asked, takers)
            for wants in self.room.variants(known)
        )

    def _steps(self, asked: set[tuple[int, int]], takers: dict[int, int]) -> list[tuple[int, int]]:
        """The plays that matter: those of tricks in which something is asked."""
        tricks = {number for number, _at in asked} | set(takers)
        return [(number, at) for number, at in self.order if number in tricks]

    def _walk(
        self, steps: list[tuple[int, int]], step: int, state: State, winner: int, wants: list[int], near: list[int],
        asked: set[tuple[int, int]], takers: dict[int, int],
    ) -> bool:
        """Goes through the plays and tries a card for each unseen one."""
        if step == len(steps):
            return True
        number, at = steps[step]
        laid = self.laid(number, at)
        if at == 0:
            state, winner = (-1, -1, -1), -1
        slot = self.room.slot(laid.seat, number)
        later = self.room.slots(laid.seat, number + 1)
        taker = takers.get(number, -1)
        asks = (number, at) in asked and at > 0 and number < HAND - 1
        for (after, takes, barred), cards in self._choices(laid.card, state, slot, wants, near, asks=asks):
            best = laid.seat if takes else winner
            if taker >= 0 and taker != best and taker in (laid.seat, winner):
                continue
            limits: list[Limit] = [] if laid.card >= 0 else [(slot, cards)]
            if asks:
                limits.append((later, ~barred))
            some, lies = wants, near
            if limits:
                limited = self.room.limited(wants, limits)
                fitting = self.room.fits(limited)
                if limited is None or fitting is None:
                    continue
                some, lies = limited, fitting
            if self._walk(steps, step + 1, after, best, some, lies, asked, takers):
                return True
        return False

    def _choices(
        self, card: int, state: State, slot: int, wants: list[int], near: list[int], *, asks: bool
    ) -> list[tuple[tuple[State, bool, int], int]]:
        """What a play can do to the trick - state, whether it takes it, the cards it bars - and the cards that do so.

        The cards that lie there now come first.
        """
        self.room.spend(1)
        alike: dict[tuple[State, bool, int], int] = {}
        cards = [card] if card >= 0 else [one for spot, one in enumerate(self.room.pack) if wants[spot] & slot]
        for one in cards:
            led, best, top, takes = played(self.t, *state, one)
            does = (led, best, top), takes, self.barred(one, state) if asks else 0
            alike[does] = alike.get(does, 0) | 1 << one
        lies = next((1 << one for one in cards if 1 << near[self.room.spot[one]] == slot), 0)
        return sorted(alike.items(), key=lambda choice: not choice[1] & lies)

    def contradiction(self, judged: set[tuple[int, int]], takers: dict[int, int]) -> list[int] | None:
        """A minimal set of plays that cannot all be, by number; None when they can. The last is the first too many.

        Who took a trick counts with the play that shows it: the lead to the next, else its last card.
        """
        shown = {number: self._shown_by(number, seat) for number, seat in takers.items()}

        def possible(plays: list[int]) -> bool:
            return self.possible(plays, judged, {number: seat for number, seat in takers.items() if shown[number] in plays})

        everything = list(range(len(self.order)))
        if possible(everything):
            return None
        low, high = 0, len(everything)
        while low < high:
            middle = (low + high) // 2
            if possible(everything[:middle]):
                low = middle + 1
            else:
                high = middle
        plays = everything[:low]
        for one in list(plays):
            fewer = [other for other in plays if other != one]
            if not possible(fewer):
                plays = fewer
        return plays

    def _shown_by(self, number: int, taker: int) -> int:
        """The play, by number, that shows who took a trick."""
        after = (number + 1, 0)
        if number + 1 < len(self.tricks) and self.tricks[number + 1] and self.laid(*after).seat == taker:
            return self.order.index(after)
        return max(one for one, (trick, _at) in enumerate(self.order) if trick == number)


def settle(d: DealFacts, s: Setting, w: World, t: Tables | None) -> None:
    """Judges the plays of a world that unseen cards left open, and whether they can all have been."""
    if t is None or (w.lawful is None and not _worth_a_look(d, s, w)):
        return
    wrong = {(breach.trick, breach.play) for breach in breaches(w.found) if breach.code in ILLEGAL_PLAYS}
    judged = wrong | (w.lawful or set())
    unsure = w.lawful is not None and any(
        (number, play.place) not in judged for number, plays in enumerate(d.tricks[:HAND], 1) for play in plays
    )
    if not unsure and not _worth_a_look(d, s, w):
        return
    before = breaches(w.found)
    key = _alike(w, before)
    if key in d.done:
        changed, w.lawful = d.done[key]
        w.relink([before[one] if isinstance(one, int) else one for one in changed])
        return
    _look(Lay(d, s, w, t), s, w, judged)
    places = {id(breach): one for one, breach in enumerate(before)}
    d.done[key] = [places.get(id(breach), breach) for breach in breaches(w.found)], w.lawful


def _alike(w: World, found: list[Breach]) -> tuple[Any, ...]:
    """What two readings have in common of which unseen cards allow the same."""
    told = [(b.code, b.trick, b.play, b.seat, b.facts.get("key"), b.facts.get("card")) for b in found]
    return (
        w.start[0], w.start[1], w.active, w.absent, w.dealer, w.seats, w.turned, w.trump, w.orders, w.slips, w.winners, w.lawful,
        tuple(told),
    )


def _look(lay: Lay, s: Setting, w: World, judged: set[tuple[int, int]]) -> None:
    """The verdicts over all arrangements, and whether there is any."""
    if not lay.room.sound:
        return
    places = {
        (number + 1, laid.place): (number, at)
        for number, at in lay.order
        if (laid := lay.laid(number, at)).place and number not in lay.lost
    }
    still = {} if w.lawful is None else {where: place for where, place in places.items() if where not in judged}
    try:
        ways = lay.room.ways(lay.plays())
        if ways:
            _judge(lay, s, w, ways, still, places)
        _check(lay, w, set(still.values()))
    except TooMany:
        return


def _worth_a_look(d: DealFacts, s: Setting, w: World) -> bool:
    """Whether cards are recorded, beside those played, that could contradict an unseen hand."""
    _hold, loose = w.start
    if not loose & w.active:
        return False
    seen = [*(d.hands or ()), d.deck, d.discard, *(swap.out for swap in d.swaps), *(swap.drawn for swap in d.swaps)]
    if any(cards and max(cards) >= 0 for cards in seen):
        return True
    return any(play.card in w.turned and play.seat != w.dealer for plays in d.tricks for play in plays if play.card >= 0)


def _judge(
    lay: Lay, s: Setting, w: World, ways: list[list[int]], still: dict[tuple[int, int], tuple[int, int]],
    places: dict[tuple[int, int], tuple[int, int]],
) -> None:
    """The verdicts that all arrangements agree on, taken out of ``still``; breaches go to their place among the others."""
    found = breaches(w.found)
    for one, breach in enumerate(found):
        where = breach.trick, breach.play
        if breach.code in _PROVABLE and where in places and w.start[1] >> breach.seat & 1:
            number, at = places[where]
            if not lay.lawful(number, at, ways):
                found[one] = lay.sentence(s, number, at, ways)
    lawful = set(w.lawful or ())
    try:
        for where, (number, at) in list(still.items()):
            can, cannot = lay.lawful(number, at, ways), lay.unlawful(number, at, ways)
            if can and cannot:
                continue
            if cannot:
                _insert(found, lay.sentence(s, number, at, ways))
            else:
                lawful.add(where)
            del still[where]
    finally:
        if w.lawful is not None:
            w.lawful = frozenset(lawful)
        w.relink(found)


def _insert(found: list[Breach], breach: Breach) -> None:
    """Puts a breach where it happened: before the first one of a later play."""
    key = (breach.trick, breach.play)
    at = next((at for at, other in enumerate(found) if other.trick and (other.trick, other.play or 99) > key), len(found))
    found.insert(at, breach)


def _check(lay: Lay, w: World, judged: set[tuple[int, int]]) -> None:
    """Notes plays that no arrangement of the unseen cards allows to have been, or to have been lawful."""
    wrong = {breach.trick - 1 for breach in breaches(w.found) if breach.code == "score.trick"}
    takers = {
        number: seat
        for number, seat in enumerate(w.winners)
        if number not in wrong | lay.lost and number < len(lay.tricks) and _open(lay.tricks[number])
    }
    plays = lay.contradiction(judged, takers)
    if plays is None:
        return
    shown = [(number + 1, laid.place, laid.seat, laid.card) for number, laid in (
        (lay.order[one][0], lay.laid(*lay.order[one])) for one in plays)]
    trick, play, seat, _card = shown[-1] if shown else (0, 0, -1, -1)
    found = breaches(w.found)
    _insert(found, Breach("play.inconsistent", "C-1", trick, play, seat, {"plays": shown}))
    w.relink(found)


def _open(trick: list[Laid]) -> bool:
    """Whether a trick is all there, and some of its cards are unseen."""
    return any(laid.card < 0 for laid in trick) and all(laid.place for laid in trick)


def proven(d: DealFacts, s: Setting, w: World, t: Tables | None) -> None:
    """Adds to each duty broken by an unseen hand the later card that proves it, where one was needed."""
    if t is None:
        return
    found = breaches(w.found)
    unseen = any(play.card < 0 for plays in d.tricks for play in plays)
    open_hands = w.start[1] | (1 << w.dealer if discard_open(d, s, w, w.dealer) else 0)
    unproven = [
        at for at, breach in enumerate(found) if breach.code in _PROVABLE and (unseen or open_hands >> breach.seat & 1)
    ]
    if not unproven:
        return
    d.effort, d.reserve = max(0, d.effort) + d.reserve, 0
    lay = Lay(d, s, w, t)
    if not lay.room.sound:
        return
    places = {(number + 1, lay.laid(number, at).place): one for one, (number, at) in enumerate(lay.order)}
    for at in unproven:
        where = (found[at].trick, found[at].play)
        proof = _proof(lay, places[where]) if where in places else None
        if proof is not None:
            number, laid = lay.order[proof][0], lay.laid(*lay.order[proof])
            found[at] = replace(found[at], proven_by=(number + 1, laid.place))
    w.relink(found)


def _proof(lay: Lay, one: int) -> int | None:
    """The first later play after which a play is certain to have been illegal; None when it was so at once, or never."""
    number, at = lay.order[one]
    try:
        if not lay.lawful(number, at, lay.room.ways(lay.plays(one))):
            return None
        ways = lay.room.ways(lay.plays())
        if not ways or lay.lawful(number, at, ways):
            return None
        low, high = one + 1, len(lay.order) - 1
        while low < high:
            middle = (low + high) // 2
            if lay.lawful(number, at, lay.room.ways(lay.plays(middle))):
                low = middle + 1
            else:
                high = middle
    except TooMany:
        return None
    return low
