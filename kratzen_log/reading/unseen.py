"""Where the cards that nobody saw can have been: a deal as places for cards, and what is known of each card.

The places are one slot for each card that a seat still in plays (trick by trick), what such a seat gave away, the
turned card if it is unseen, and the rest: talon, hands that are out, cards that lie open. Every card of the pack is in exactly
one place; hands, pack, swaps, discards and plays say in which it can be. A seat whose record is faulty says nothing but
its plays, as in FINDINGS.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from kratzen_log.cards import CARDS, HIGH, UNSEEN, WELI, mask, members
from kratzen_log.games import schnellen
from kratzen_log.games._game import Phase
from kratzen_log.games._phases import Dealt, after, clockwise, deal_out
from kratzen_log.log.tokens import Play
from kratzen_log.reading.facts import DealFacts, Setting, SwapFacts
from kratzen_log.reading.fitting import fit, narrowed
from kratzen_log.reading.opening import shortage
from kratzen_log.reading.world import UNKNOWN, World, breaches

HAND: Final = 5
TALON: Final = -1
DRAWN: Final = 100
"""Where a card came from: a seat's hand is its number, what it drew that and ``DRAWN``."""
MATCH: Final = 4
NARROW: Final = 30
"""What it costs to look for one arrangement, and for where each card can lie in any, in steps."""
LEAST: Final = 200
"""The steps that even the last of many readings of a deal may take; each may take half of what the deal has left."""

_SEAT_FAULTS: Final = ("deal.hand-size", "deal.card-unknown", "deal.discard", "play.not-in-hand")
_NOT_HELD: Final = (
    "play.not-in-hand", "deal.card-twice", "deal.card-unknown", "play.too-many", "play.not-in-deal",
)


class TooMany(Exception):
    """The limit of arrangements is reached."""


class Laid(NamedTuple):
    """A card in a trick: ``place`` as recorded (0: missing from the record), ``card`` -1 when unseen.

    ``held`` is false where the card may be a slip, so that it says nothing of the hand.
    """

    seat: int
    card: int
    place: int
    held: bool
    noticed: bool = False


Limit = tuple[int, int]
"""Places, and the cards that may be there."""


class Room:
    """The places of a deal and what each card may be, before any play is looked at.

    ``variants`` are the ways in which it may be (one, or one for each place where an unseen turned card can have gone);
    each maps a card to the mask of its places.
    """

    def __init__(self, d: DealFacts, s: Setting, w: World) -> None:
        self.whole = s.pack
        self.pack = members(s.pack)
        self.spot = [-1] * CARDS
        for spot, card in enumerate(self.pack):
            self.spot[card] = spot
        self.active = [seat for seat in range(s.players) if w.active >> seat & 1]
        self.first = {seat: HAND * at for at, seat in enumerate(self.active)}
        self.room = [1] * (HAND * len(self.active))
        self.rest = self.place(0)
        self.wants = [0] * len(self.pack)
        self.open = 1 << self.rest
        self.facts = d
        self.left = max(d.effort // 2, LEAST)
        self.near: list[int] = []
        self.sources: dict[int, int] = {}
        self.turned_in: list[int] = []
        self.turned_from = 0
        self._settle(d, s, w)
        self.sound = self.room[self.rest] >= 0

    def place(self, size: int) -> int:
        """A new place of this size."""
        self.room.append(size)
        return len(self.room) - 1

    def slots(self, seat: int, trick: int = 0) -> int:
        """The places of the cards a seat plays from a trick on."""
        first = self.first[seat]
        return (1 << first + HAND) - (1 << first + min(trick, HAND))

    def slot(self, seat: int, trick: int) -> int:
        """The place of the card a seat plays to a trick."""
        return 1 << self.first[seat] + trick

    def only(self, card: int, places: int, source: int) -> None:
        """A card can be nowhere but in these places; it came from this seat's hand, from ``DRAWN`` by it, or elsewhere."""
        if card >= 0 and self.spot[card] >= 0:
            if self.sources.setdefault(card, source) != source:
                places = 0
            self.wants[self.spot[card]] &= places

    def _settle(self, d: DealFacts, s: Setting, w: World) -> None:
        """Reads everything the record says of cards, but for the plays."""
        doubt, use_deck = doubtful(d, s, w)
        dealt = _deck(d, s, w) if use_deck else None
        hold, loose = w.start
        order = after(w.dealer, w.seats, s.players)
        self.wants = [-1] * len(self.pack)
        shut = 0
        later = []
        top = 0
        for seat in self.active:
            self.open |= self.slots(seat)
        for swap in d.swaps:
            count = len(swap.drawn)
            drawn = dealt.rest[top : top + count] if dealt is not None else []
            top += count
            if swap.seat in self.first and not doubt >> swap.seat & 1:
                later.append((swap.seat, drawn))
        talon = dict(later)
        turned = list(w.turned or d.turned or (dealt.turned if dealt is not None else ()))
        if dealt is not None and len(dealt.turned) == len(turned):
            turned = [card if card >= 0 else seen for card, seen in zip(turned, dealt.turned, strict=True)]
        for seat in order:
            if doubt >> seat & 1:
                continue
            given = list(dealt.hands[seat]) if dealt is not None and seat in dealt.hands else []
            recorded = d.hands[seat] if d.hands is not None else None
            given += recorded or []
            if seat not in self.first:
                apart = 1 << self.rest if mask(given).bit_count() <= HAND else 0
                for card in given:
                    self.only(card, apart, seat)
            elif not loose >> seat & 1 and not discard_open(d, s, w, seat):
                took = [card for card in turned if card >= 0] if seat == w.dealer and Phase.DISCARD in s.game.phases else []
                shut |= self._exact(d, seat, hold[seat], given, took, dealer=seat == w.dealer)
            else:
                taken = turned if seat == w.dealer and Phase.DISCARD in s.game.phases else []
                self._loose(d, s, w, seat, mask(given), taken, talon.get(seat, []))
        if dealt is not None:
            for card in dealt.rest[top:]:
                self.only(card, 1 << self.rest, TALON)
        if s.game.has_pot:
            self._turned_up(turned, w.trump)
        self.room[self.rest] = len(self.pack) - sum(self.room)
        places = self.open & ~shut
        self.wants = [want & places if want == -1 else want for want in self.wants]

    def _exact(self, d: DealFacts, seat: int, hand: int, given: list[int], took: list[int], *, dealer: bool) -> int:
        """A hand known to the last card; its places are closed to all others. ``took`` is what the dealer turned up."""
        slots = self.slots(seat)
        swap = d.swap_of(seat)
        drawn = mask(swap.drawn) if swap else 0
        for card in members(hand):
            self.only(card, slots, DRAWN + seat if drawn >> card & 1 else seat)
        dealt = mask(given)
        apart = 1 << self.rest if dealt.bit_count() <= HAND else 0
        for card in members((dealt | mask(took) | mask(d.discard or () if dealer else ())) & ~hand):
            self.only(card, apart, seat)
        for card in members(drawn & ~hand):
            self.only(card, 1 << self.rest, DRAWN + seat)
        return slots if hand.bit_count() == HAND else 0

    def _loose(
        self, d: DealFacts, s: Setting, w: World, seat: int, given: int, taken: list[int], drawn: list[int]
    ) -> None:
        """A hand known in part: cards dealt and taken, put away, given away, drawn."""
        swap = d.swap_of(seat) or SwapFacts(seat, [], [], None, None)
        gone = [*swap.out]
        size = HAND + len(taken)
        if taken:
            short = shortage(d, s, w)
            size -= short
            count = schnellen.put_away(HAND - short, len(taken))
            gone += d.discard if d.discard is not None else [UNSEEN] * count
        away = swap.away or []
        given |= mask(swap.show or ()) & ~mask(taken)
        drawn_seen = (mask(swap.drawn) | mask(drawn)) & s.pack
        first = given | mask(taken) | mask(gone)
        unseen = size - first.bit_count() if not given & mask(taken) else UNKNOWN
        if size - len(gone) + len(swap.drawn) - len(away) != HAND:
            return
        slots = self.slots(seat)
        for card in gone:
            self.only(card, 1 << self.rest if unseen >= 0 else 0, seat)
        for card in away:
            self.only(card, 1 << self.rest, DRAWN + seat)
        hidden = sum(card < 0 for card in gone)
        kept = first & ~mask(gone)
        away_from = [1 << place for place in members(slots)]
        places = slots
        if kept and hidden:
            free = max(0, min(hidden, unseen))
            anyone, ours = self.place(free), self.place(hidden - free)
            self.open |= 1 << anyone if free else 0
            places |= 1 << anyone | 1 << ours
            away_from.append(1 << anyone)
        elif hidden:
            away_from.append(1 << self.rest)
        for card in members(kept):
            shown = len(swap.out) == 4 and swap.show is not None and card in swap.show
            self.only(card, 0 if unseen < 0 else slots if shown else places, seat)
        if sum(card < 0 for card in taken) == 1 and 0 <= w.trump < HIGH:
            suit = sum(1 << card for card in self.pack if card // 8 == w.trump)
            self.turned_from = suit & ~given & ~mask(taken)
            self.turned_in = [-1] if suit & mask(gone) & ~given else away_from
        self._drawn(drawn_seen, swap, away, slots)

    def _drawn(self, seen: int, swap: SwapFacts, away: Sequence[int], slots: int) -> None:
        """The cards drawn, of which one may have been put away (S-7)."""
        places = slots
        if seen and any(card < 0 for card in away):
            aside = self.place(1)
            places |= 1 << aside
            self.open |= 1 << aside if seen.bit_count() < len(swap.drawn) else 0
        fits = 0 if seen.bit_count() > len(swap.drawn) else places
        for card in members(seen & ~mask(away)):
            self.only(card, fits, DRAWN + swap.seat)

    def _turned_up(self, turned: list[int], trump: int) -> None:
        """The turned card of Kratzen lies on the table; unseen it is of the trump suit, or the Weli (K-2)."""
        for card in turned:
            self.only(card, 1 << self.rest, TALON)
        if len(turned) == 1 and turned[0] < 0 and 0 <= trump < HIGH:
            self.turned_from = sum(1 << card for card in self.pack if card // 8 == trump or card == WELI)
            self.turned_in = [1 << self.place(1)]
            self.open |= self.turned_in[0]

    # --- questions ---------------------------------------------------------------------------------------------------

    def variants(self, plays: Iterable[tuple[int, Laid]]) -> list[list[int]]:
        """The places of each card once these plays (trick and card) are known, in every way the turned card may lie."""
        wants = list(self.wants)
        for trick, laid in plays:
            if laid.held and laid.card >= 0 and self.spot[laid.card] >= 0:
                wants[self.spot[laid.card]] &= self.slot(laid.seat, trick)
        if not self.turned_from:
            return [wants]
        found: list[list[int]] = []
        if self.turned_in == [-1]:
            return [wants]
        for card in members(self.turned_from):
            for place in self.turned_in:
                if wants[self.spot[card]] & place:
                    one = list(wants)
                    one[self.spot[card]] &= place
                    found.append(one)
        return found

    def ways(self, plays: Iterable[tuple[int, Laid]]) -> list[list[int]]:
        """The variants in which the cards can lie at all, each with no place for a card but those it can really have."""
        out = []
        for wants in self.variants(plays):
            lies = self.fits(wants)
            if lies is not None:
                self.spend(NARROW)
                out.append(narrowed(wants, lies))
        return out

    def limited(self, wants: Sequence[int], limits: Iterable[Limit]) -> list[int] | None:
        """The places of each card when these places take certain cards only; None when a card is left without one."""
        self.spend(1)
        out = list(wants)
        spot = self.spot
        for places, allowed in limits:
            if allowed & (allowed - 1) == 0:
                one = spot[allowed.bit_length() - 1]
                out[one] &= places
                if not out[one]:
                    return None
                continue
            for card in members(self.whole & ~allowed):
                one = spot[card]
                out[one] &= ~places
                if not out[one]:
                    return None
        return out

    def able(self, wants: Sequence[int], places: int) -> int:
        """The cards that may lie in one of these places."""
        return sum(1 << card for spot, card in enumerate(self.pack) if wants[spot] & places)

    def spend(self, effort: int) -> None:
        """Raises ``TooMany`` when too much has been tried."""
        self.left -= effort
        self.facts.effort -= effort
        if self.left < 0:
            raise TooMany

    def fits(self, wants: Sequence[int] | None) -> list[int] | None:
        """A place for every card, or None. Raises ``TooMany`` when too much has been tried."""
        if wants is None:
            return None
        self.spend(MATCH)
        if 0 in wants:
            return None
        found = fit(wants, self.room, self.near)
        if found is not None:
            self.near = found
        return found


def discard_open(d: DealFacts, s: Setting, w: World, seat: int) -> bool:
    """Whether a dealer put cards away that nobody wrote down: then only the whole deal shows which."""
    return seat == w.dealer and d.discard is None and Phase.DISCARD in s.game.phases and bool(w.turned or d.turned)


def doubtful(d: DealFacts, s: Setting, w: World) -> tuple[int, bool]:
    """The seats whose cards are recorded with a fault, and whether the pack can be used (FINDINGS)."""
    seats = w.absent
    deck = True
    if s.game.packets(s.options)[1] == 0 and not (w.turned or d.turned):
        seats |= 1 << w.dealer
    for breach in breaches(w.found):
        code, key = breach.code, breach.facts.get("key")
        if code == "deal.deck" or key == "deck":
            deck = False
        elif code in _SEAT_FAULTS or code.startswith("exchange."):
            seats |= 1 << breach.seat if breach.seat >= 0 else 0
            deck &= not code.startswith("exchange.")
        elif code == "deal.card-twice" and key == "hands":
            card = breach.facts["card"]
            seats |= sum(1 << seat for seat, hand in enumerate(d.hands or ()) if hand and card in hand)
            seats |= 1 << w.dealer if card in w.turned and not s.game.has_pot else 0
        elif code in ("deal.turned", "deal.trump", "deal.dealer"):
            seats |= 1 << w.dealer
        elif code == "log.seat" and key == "exchange":
            seats |= w.active
    return seats, deck


def _deck(d: DealFacts, s: Setting, w: World) -> Dealt | None:
    """What the recorded pack gives as far as it is seen; None when it is no pack or its turn-up is unseen."""
    deck = d.deck
    if deck is None or len(deck) != s.pack.bit_count():
        return None
    seen = [card for card in deck if card >= 0]
    if mask(seen) & ~s.pack or mask(seen).bit_count() != len(seen):
        return None
    packets, turn_after, again = s.game.packets(s.options)
    order = after(w.dealer, w.seats, s.players)
    if again and turn_after == 0:
        shown = len(order) * packets[0]
        said = len(d.turned) if d.turned is not None else 0
        if not said and deck[shown] < 0:
            return None
        again = said != 1
        deck = [WELI if at == shown and said == 2 and card < 0 else card for at, card in enumerate(deck)]
    return deal_out(deck, order, packets, turn_after, again)


def laid_out(d: DealFacts, s: Setting, w: World) -> tuple[list[list[Laid]], set[int]]:
    """The tricks as this reading judges them, missing cards in their due place; the tricks whose lead is lost."""
    orders: dict[int, Sequence[Play]] = dict(w.orders)
    slips = {(trick, place): card for trick, place, card in w.slips}
    not_held = {(b.trick - 1, b.play) for b in breaches(w.found) if b.code in _NOT_HELD and b.play}
    found: list[list[Laid]] = []
    lost: set[int] = set()
    leader = clockwise((w.dealer + 1) % s.players, w.active, s.players)[0]
    for number, recorded in enumerate(d.tricks[:HAND]):
        plays: list[Laid] = []
        met = 0
        for play in orders.get(number, recorded):
            if play.seat < 0 or not w.active >> play.seat & 1 or met >> play.seat & 1:
                continue
            met |= 1 << play.seat
            where = (number, play.place)
            card = slips.get(where, play.card)
            plays.append(Laid(play.seat, max(card, UNKNOWN), play.place, where not in slips and where not in not_held, play.noticed))
        cut = d.abort and number == len(d.tricks) - 1
        missing = w.active & ~met
        if missing and plays and not cut and leader >= 0 and missing >> leader & 1:
            lost.add(number)
        elif missing and plays and not cut:
            plays = _completed(plays, missing, s, w)
        found.append(plays)
        leader = w.winners[number] if number < len(w.winners) else UNKNOWN
    return found, lost


def _completed(plays: list[Laid], missing: int, s: Setting, w: World) -> list[Laid]:
    """A trick with the missing cards where they were due; those of a trick broken off were never played."""
    order = clockwise(plays[0].seat, w.active, s.players)
    out: list[Laid] = []
    for laid in plays:
        for seat in order[: order.index(laid.seat)]:
            if missing >> seat & 1:
                missing &= ~(1 << seat)
                out.append(Laid(seat, UNKNOWN, 0, held=False))
        out.append(laid)
    return out + [Laid(seat, UNKNOWN, 0, held=False) for seat in order if missing >> seat & 1]
