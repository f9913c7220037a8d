"""Number, dealer, seats, pack, hands and turned card of a deal (FINDINGS, in that order)."""

from __future__ import annotations

from itertools import product

from msgspec.structs import replace

from kratzen_log.cards import FULL_PACK, WELI, mask
from kratzen_log.games._phases import Dealt, after, deal_out
from kratzen_log.log.tokens import NOBODY
from kratzen_log.reading.facts import NO_CLAIM, Breach, DealFacts, Setting
from kratzen_log.reading.world import UNKNOWN, Standing, World, begin, unknown


def number(d: DealFacts, s: Setting, standing: Standing) -> list[World]:
    """The worlds a deal starts in. A number that skips is a slip, or records are missing before it."""
    if standing.stacks is None:
        standing = _as_recorded(d, standing)
    first = begin(standing, s.players)
    if d.no == standing.number:
        return [first]
    breach = Breach("log.deal-number", facts={"no": d.no, "expected": standing.number})
    first.add(breach)
    worlds = [first]
    carried_on = first.fork()
    carried_on.next_number = d.no + 1
    worlds.append(carried_on)
    if d.no > standing.number:
        lost = begin(_as_recorded(d, unknown(standing, d.no - standing.number)), s.players)
        lost.add(replace(breach, facts={**breach.facts, "missing": d.no - standing.number}))
        lost.next_number = d.no + 1
        worlds.insert(0, lost)
    return worlds


def _as_recorded(d: DealFacts, standing: Standing) -> Standing:
    """After a lost record the stacks are what this deal's totals and changes say."""
    if d.totals is None or d.delta is None:
        return standing
    return replace(standing, stacks=tuple(total - change for total, change in zip(d.totals, d.delta, strict=True)))


def dealer(d: DealFacts, s: Setting, w: World) -> list[World] | None:
    """Who deals: the next seat (C-4)."""
    due = w.standing.dealer
    n = s.players
    if d.dealer == NOBODY:
        if due != UNKNOWN:
            w.dealer, w.next_dealer = due, (due + 1) % n
            return None
        worlds = []
        for seat in range(n):
            world = w.fork()
            world.dealer, world.next_dealer = seat, (seat + 1) % n
            worlds.append(world)
        return worlds
    w.dealer, w.next_dealer = d.dealer, (d.dealer + 1) % n
    if due in (UNKNOWN, d.dealer):
        return None
    w.add(Breach("deal.dealer", "C-4", facts={"dealer": d.dealer, "expected": due}))
    slip = w.fork()
    slip.dealer, slip.next_dealer = due, (due + 1) % n
    back = w.fork()
    back.next_dealer = (due + 1) % n
    return [w, slip, back]


def seats(d: DealFacts, s: Setting, w: World) -> list[World] | None:
    """Who is dealt in: everybody, or those of a tie-break (K-7.1)."""
    recorded = s.everybody if d.seats == NO_CLAIM else d.seats
    due = w.standing.seats
    w.seats = recorded
    if due in (0, recorded):
        return None
    rule = "K-7.1" if w.standing.tied else "K-1" if s.game.has_pot else "S-1"
    w.add(Breach("deal.in", rule, facts={"seats": recorded, "expected_seats": due}))
    slip = w.fork()
    slip.seats = due
    return [w, slip]


def cards(d: DealFacts, s: Setting, w: World) -> list[World] | None:
    """Hands, pack and turned card, each for itself and against each other."""
    order = after(w.dealer, w.seats, s.players)
    _turned(d, s, w)
    faulty = _hands(d, s, w, order)
    dealt = _deck(d, s, w, order)
    if dealt is None:
        w.talon = None
        return None
    w.talon = tuple(dealt.rest)
    w.left = len(dealt.rest)
    return _against_deck(d, s, w, dealt, faulty)


def shortage(d: DealFacts, s: Setting, w: World) -> int:
    """How many cards the pack lacks for the dealer's last packet (S-2.1)."""
    packets, _turn, _again = s.game.packets(s.options)
    needed = w.seats.bit_count() * sum(packets) + turned_count(d, w)
    return max(0, needed - s.pack.bit_count())


def turned_count(d: DealFacts, w: World) -> int:
    """How many cards were turned up: after the Weli in Schnellen another one, though it may not be recorded (S-2)."""
    return len(w.turned or d.turned or ()) + (w.turned == (WELI,) and w.turner == UNKNOWN)


def _turned(d: DealFacts, s: Setting, w: World) -> None:
    """The right number of turned cards, and the one that set trumps (K-2, S-2, S-8)."""
    _packets, turn_after, again = s.game.packets(s.options)
    rule = "K-2" if s.game.has_pot else "S-2"
    given = d.turned
    if turn_after < 0:
        w.left = max(0, s.pack.bit_count() - 5 * w.seats.bit_count())
        if given:
            w.add(Breach("deal.turned", "S-8", facts={"turned": given, "expected_count": 0}))
        return
    if not given:
        if not (d.abort and d.turned is None):
            w.add(Breach("deal.turned", rule, facts={"turned": [], "expected_count": 1}))
        w.left = max(0, s.pack.bit_count() - 5 * w.seats.bit_count() - 1)
        return
    unseen_first = len(given) == 2 and given[0] < 0
    due = 2 if again and (given[0] == WELI or unseen_first) else 1
    if len(given) != due:
        w.add(Breach("deal.turned", rule, facts={"turned": given, "expected_count": due}))
        given = given[-1:] if len(given) < due or again else given[:1]
    if any(card < 0 for card in given):
        w.left = max(0, s.pack.bit_count() - 5 * w.seats.bit_count() - len(given))
        return
    w.turned = tuple(given)
    w.turner = UNKNOWN if again and w.turned == (WELI,) else given[-1]
    w.left = max(0, s.pack.bit_count() - 5 * w.seats.bit_count() - turned_count(d, w))


def _hands(d: DealFacts, s: Setting, w: World, order: tuple[int, ...]) -> int:
    """The recorded hands; seats whose hand is faulty become loose and are returned."""
    faulty = 0
    met = mask(w.turned)
    for card in w.turned:
        if not s.pack >> card & 1:
            w.add(Breach("deal.card-unknown", "C-1", facts={"card": card, "key": "turned"}))
    if d.hands is None:
        w.loosen(w.seats)
        return w.seats
    short = shortage(d, s, w) if s.pack != FULL_PACK else 0
    for seat, hand in enumerate(d.hands):
        if hand is None:
            w.loosen(1 << seat)
            faulty |= 1 << seat
            continue
        size = 0 if not w.seats >> seat & 1 else 5 - short if seat == w.dealer else 5
        bits = 0
        for card in hand:
            if card < 0:
                w.loosen(1 << seat)
                faulty |= 1 << seat
                continue
            bit = 1 << card
            if bits & bit or met & bit:
                faulty |= 1 << seat | _other_holders(d, card, seat)
                w.add(Breach("deal.card-twice", "C-1", seat=seat, facts={"card": card, "key": "hands"}))
            elif not s.pack & bit:
                faulty |= 1 << seat
                w.add(Breach("deal.card-unknown", "S-2.1", seat=seat, facts={"card": card, "key": "hands"}))
            bits |= bit
        met |= bits
        if len(hand) != size:
            faulty |= 1 << seat
            rule = "K-2" if s.game.has_pot else "S-2"
            w.add(Breach("deal.hand-size", rule, seat=seat, facts={"cards": hand, "count": len(hand), "expected_count": size}))
        w.hold[seat] = bits
    w.loosen(faulty)
    return faulty


def _other_holders(d: DealFacts, card: int, seat: int) -> int:
    """The seats before this one whose recorded hand has the card too."""
    return sum(1 << other for other, hand in enumerate(d.hands or []) if other < seat and hand and card in hand)


def _deck(d: DealFacts, s: Setting, w: World, order: tuple[int, ...]) -> Dealt | None:
    """What the recorded pack gives, or None when there is none or it is no pack."""
    deck = d.deck
    if deck is None or any(card < 0 for card in deck):
        return None
    bits = mask(deck)
    if bits != s.pack or len(deck) != s.pack.bit_count():
        count = w.cost
        met = 0
        for card in deck:
            if met >> card & 1:
                w.add(Breach("deal.card-twice", "C-1", facts={"card": card, "key": "deck"}))
            elif not s.pack >> card & 1:
                w.add(Breach("deal.card-unknown", "S-2.1", facts={"card": card, "key": "deck"}))
            met |= 1 << card
        if w.cost == count:
            facts = {"count": len(deck), "expected_count": s.pack.bit_count()}
            w.add(Breach("deal.deck", "C-1", facts=facts))
        return None
    packets, turn_after, again = s.game.packets(s.options)
    return deal_out(deck, order, packets, turn_after, again)


def _against_deck(d: DealFacts, s: Setting, w: World, dealt: Dealt, faulty: int) -> list[World] | None:
    """Hands and turned card against the pack: after ``deal.deck`` each is the recorded one or the deck's."""
    unlike = []
    given = {}
    for seat, hand in dealt.hands.items():
        bits = given[seat] = mask(hand)
        if d.hands is None or d.hands[seat] is None:
            w.hold[seat] = bits
            w.loose &= ~(1 << seat)
        elif not faulty >> seat & 1 and w.hold[seat] != bits:
            unlike.append(seat)
    turned = tuple(dealt.turned)
    other_turn = bool(w.turned) and w.turned != turned
    if not w.turned and turned and s.game.packets(s.options)[1] >= 0:
        w.turned, w.turner = turned, turned[-1]
    if not unlike and not other_turn:
        return _or_rebuilt(d, s, w, given) if d.hands is None or None in d.hands else None
    facts = {"unlike": unlike, "turned": list(w.turned), "deck_turned": list(turned), "turn_differs": other_turn}
    w.add(Breach("deal.deck", "C-1", facts=facts))
    worlds = []
    choices = list(product((False, True), repeat=len(unlike))) if len(unlike) <= 3 else [(False,) * len(unlike), (True,) * len(unlike)]
    for turn_from_deck in (False, True) if other_turn else (False,):
        for choice in choices:
            world = w.fork()
            for seat, from_deck in zip(unlike, choice, strict=True):
                if from_deck:
                    world.hold[seat] = given[seat]
            if turn_from_deck:
                world.turned, world.turner = turned, turned[-1]
            if not (all(choice) and turn_from_deck == other_turn):
                world.talon = None
            worlds.append(world)
    return worlds


def _or_rebuilt(d: DealFacts, s: Setting, w: World, given: dict[int, int]) -> list[World] | None:
    """Without recorded hands the pack says what was held, unless what was played says that the pack is wrong."""
    if d.abort or s.game.packets(s.options)[1] == 0:
        return None
    wrong = [
        seat
        for seat, bits in given.items()
        if (d.hands is None or d.hands[seat] is None)
        and d.swap_of(seat) is None
        and (played := d.suffix(seat)[0])
        and played & ~bits
    ]
    if len(wrong) < 2:
        return None
    other = w.fork()
    other.add(Breach("deal.deck", "C-1", facts={"unlike": wrong, "turned": list(w.turned), "deck_turned": [], "turn_differs": False}))
    for seat in wrong:
        other.loosen(1 << seat)
    other.talon = None
    return [w, other]
