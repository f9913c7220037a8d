"""The five tricks: whose turn it is, what is legal, who takes the trick (K-5, S-4, C-3)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from kratzen_log.cards import mask, members
from kratzen_log.games._game import Tables
from kratzen_log.games._phases import clockwise
from kratzen_log.kernel.trick import FOLLOW, HEAD, LEAD, OVERTRUMP, broken, legal, played
from kratzen_log.log.tokens import NOBODY, Play
from kratzen_log.reading import certainty
from kratzen_log.reading.duties import DUTY_CODES, DUTY_NAMES, duty_rule
from kratzen_log.reading.facts import Breach, DealFacts, Setting
from kratzen_log.reading.world import UNKNOWN, World, settle_on

TRICKS: Final = 5


def tricks(d: DealFacts, s: Setting, w: World) -> list[World] | None:
    """All tricks; None when nothing is in doubt."""
    others = w.active & ~(1 << w.dealer)
    if not others:
        return _no_tricks(d, s, w)
    w.leader = clockwise((w.dealer + 1) % s.players, w.active, s.players)[0]
    w.gaps = max(0, TRICKS - len(d.tricks))
    if w.gaps and not d.abort:
        w.add(Breach("deal.incomplete", "K-5" if s.game.has_pot else "S-4", facts={"count": len(d.tricks)}))
    table = s.game.tables(s.options, w.trump) if w.trump != UNKNOWN else None
    w.start = (tuple(w.hold), w.loose)
    if table is not None and _plain_tricks(d, s, w, table):
        certainty.settle(d, s, w, table)
        return None
    room = w.room
    worlds = _doubles(d, w)
    for number in range(len(d.tricks)):
        if number >= TRICKS:
            too_many = Breach("play.too-many", "K-5" if s.game.has_pot else "S-4", trick=number + 1, facts={"tricks": len(d.tricks)})
            for world in worlds:
                world.add(too_many)
            continue
        worlds = settle_on([after for world in worlds for after in _trick(d, s, world, table, number)], room)
    for world in worlds:
        if world.gaps or (d.abort and len(d.tricks) < TRICKS):
            world.taken = None
        certainty.settle(d, s, world, table)
    return worlds


def _no_tricks(d: DealFacts, s: Setting, w: World) -> list[World] | None:
    """Nobody plays: the dealer alone is credited with all tricks (K-4, S-3.2), or all passed (S-8)."""
    rule = "S-8" if w.passed else "K-4" if s.game.has_pot else "S-3.2"
    for number in range(len(d.tricks)):
        w.add(Breach("play.too-many", rule, trick=number + 1, facts={"passed": w.passed, "alone": not w.passed}))
    if w.active:
        w.taken = tuple(TRICKS if seat == w.dealer else 0 for seat in range(s.players))
    return None


def _plain_tricks(d: DealFacts, s: Setting, w: World, t: Tables) -> bool:
    """Plays all tricks as recorded while everything is in order; False, with nothing changed, when it is not."""
    n = s.players
    hold = list(w.hold)
    loose = w.loose
    taken = [0] * n
    leader = w.leader
    winners = []
    if len(d.tricks) != TRICKS:
        return False
    met = 0
    for number, plays in enumerate(d.tricks):
        order = clockwise(leader, w.active, n)
        if len(plays) != len(order):
            return False
        led = best = top = -1
        winner = leader
        for play, seat in zip(plays, order, strict=True):
            card = play.card
            if play.seat != seat or card < 0 or met >> card & 1:
                return False
            hand = d.suffix(seat)[number] if loose >> seat & 1 else hold[seat]
            bit = 1 << card
            met |= bit
            if not hand & bit or not legal(t, hand, led, best, top)[0] & bit:
                return False
            hold[seat] &= ~bit
            led, best, top, takes = played(t, led, best, top, card)
            if takes:
                winner = seat
        taker = d.takers[number]
        if taker not in (NOBODY, winner):
            return False
        taken[winner] += 1
        winners.append(winner)
        leader = winner
    if met & ~s.pack or (w.turned and s.game.has_pot and met >> w.turned[0] & 1):
        return False
    w.taken = tuple(taken)
    w.winners = tuple(winners)
    w.lawful = None
    return True


def _doubles(d: DealFacts, w: World) -> list[World]:
    """Cards played twice: which of the two plays is the slip leaves as many worlds (FINDINGS)."""
    first: dict[int, tuple[int, int, Play]] = {}
    worlds = [w]
    room = w.room
    for number in range(min(TRICKS, len(d.tricks))):
        for play in d.counting(number):
            if play.card < 0 or play.seat < 0 or not w.active >> play.seat & 1:
                continue
            if play.card not in first:
                first[play.card] = (number, play.place, play)
                continue
            before, place, other = first[play.card]
            both = (before, place, other), (number, play.place, play)
            worlds = settle_on([after for world in worlds for after in _double(d, world, *both)], room)
    return worlds


def _double(d: DealFacts, w: World, one: tuple[int, int, Play], two: tuple[int, int, Play]) -> list[World]:
    """Two plays of one card: by a hand that cannot hold it, or one of them is a slip."""
    card = one[2].card
    known = [not w.loose >> play.seat & 1 for _n, _p, play in (one, two)]
    holds = [w.hold[play.seat] >> card & 1 for _n, _p, play in (one, two)]
    if one[2].seat != two[2].seat and ((known[0] and not holds[0]) or (known[1] and not holds[1])):
        return [w]
    same_hand = one[2].seat == two[2].seat and known[0]
    if same_hand and not holds[0]:
        return [w]
    worlds = []
    for number, place, play in (one, two):
        if not same_hand and known[0 if play is one[2] else 1]:
            continue
        world = w.fork()
        if same_hand:
            world.add(Breach("play.not-in-hand", "C-1", trick=number + 1, play=place, seat=play.seat, facts={"card": card, "twice": True, "held": members(world.hold[play.seat])}, noticed=play.noticed))
        else:
            facts = {"card": card, "first_trick": one[0] + 1, "first_seat": one[2].seat}
            world.add(Breach("deal.card-twice", "C-1", trick=two[0] + 1, play=two[1], seat=two[2].seat, facts=facts, noticed=two[2].noticed))
        meant = _never_played(d, world, play.seat) if same_hand else UNKNOWN
        world.slips = (*world.slips, (number, place, meant))
        worlds.append(world)
        if same_hand:
            recorded = world.fork()
            recorded.slips = (*recorded.slips[:-1], (number, place, card))
            worlds.append(recorded)
    return worlds or [w]


def _never_played(d: DealFacts, w: World, seat: int) -> int:
    """The one card of a known hand that is never played; ``UNKNOWN`` when there is none or more than one."""
    left = w.hold[seat] & ~d.suffix(seat)[0]
    return left.bit_length() - 1 if left.bit_count() == 1 else UNKNOWN


class _Run:
    """A trick being played through in a world: where it is, and the state of the trick."""

    __slots__ = ("at", "best", "cloud", "led", "lost", "top", "winner", "world")

    def __init__(self, world: World, lost: int) -> None:
        self.world = world
        self.at = 0
        self.led = self.best = self.top = -1
        self.winner = NOBODY
        self.cloud = 0
        self.lost = lost

    def fork(self) -> _Run:
        """A copy with a world of its own."""
        other = _Run(self.world.fork(), self.lost)
        other.at, other.led, other.best, other.top = self.at, self.led, self.best, self.top
        other.winner, other.cloud = self.winner, self.cloud
        return other

    def put(self, t: Tables | None, seat: int, card: int) -> None:
        """Adds a card; one that nobody can name makes the trick cloudy."""
        if card < 0 or t is None:
            self.cloud |= 1 << seat
            if self.led < 0:
                self.led = -2
            return
        if self.led == -2:
            return
        self.led, self.best, self.top, takes = played(t, self.led, self.best, self.top, card)
        if takes:
            self.winner = seat


def _trick(d: DealFacts, s: Setting, w: World, t: Tables | None, number: int) -> list[World]:
    """One trick of a world: turns, then duties in the recorded and, if they differ, in the due order."""
    plays = [play for play in d.tricks[number] if play.seat < 0 or w.active >> play.seat & 1]
    partial = d.abort and number == len(d.tricks) - 1
    plays, missing = _seat_check(d, s, w, number, plays, partial=partial)
    if plays != d.tricks[number]:
        w.orders = (*w.orders, (number, tuple(plays)))
    worlds = _turn_check(s, w, number, plays, missing, cut=d.abort)
    return [after for world, order in worlds for after in _play_out(d, s, world, t, number, order, missing)]


def _seat_check(
    d: DealFacts, s: Setting, w: World, number: int, plays: list[Play], *, partial: bool
) -> tuple[list[Play], int]:
    """One card per seat: second cards and missing seats are noted; unreadable seats take the free place."""
    met = 0
    kept: list[Play] = []
    extra: list[Play] = []
    for play in plays:
        if play.seat >= 0 and met >> play.seat & 1:
            extra.append(play)
            continue
        if play.seat >= 0:
            met |= 1 << play.seat
        kept.append(play)
    missing = w.active & ~met
    free = list(clockwise(max(w.leader, 0), missing, s.players))
    for place, play in enumerate(kept):
        if play.seat < 0 and free:
            kept[place] = replace(play, seat=free.pop(0))
            missing &= ~(1 << kept[place].seat)
    kept = [play for play in kept if play.seat >= 0]
    rule = "K-5" if s.game.has_pot else "S-4"
    if len(extra) == 1 and missing.bit_count() == 1:
        kept = _misnamed(s, w, number, kept, extra[0], missing.bit_length() - 1, rule)
        extra, missing = [], 0
    for play in extra:
        w.add(Breach("play.too-many", rule, number + 1, play.place, play.seat, {"card": play.card, "second": True}, play.noticed))
    if partial:
        return kept, missing
    for seat in clockwise(max(w.leader, 0), missing & ~w.absent, s.players):
        w.add(Breach("deal.incomplete", rule, trick=number + 1, seat=seat, facts={"missing": True}))
        if not w.loose >> seat & 1:
            w.loosen(1 << seat)
    return kept, missing


def _misnamed(
    s: Setting, w: World, number: int, kept: list[Play], second: Play, due: int, rule: str
) -> list[Play]:
    """Two cards of one seat and none of another: one play carries the wrong letter, the one where the other was due."""
    plays = sorted([*kept, second], key=lambda play: play.place)
    order = clockwise(max(w.leader, 0), w.active, s.players)
    wrong = next(
        (play for play, seat in zip(plays, order, strict=False) if play.seat == second.seat and seat == due), second
    )
    facts = {"card": wrong.card, "due": due, "second": True}
    w.add(Breach("play.turn", rule, number + 1, wrong.place, wrong.seat, facts, wrong.noticed))
    w.slips = (*w.slips, (number, wrong.place, max(wrong.card, UNKNOWN)))
    return [replace(play, seat=due) if play is wrong else play for play in plays]


def _turn_check(
    s: Setting, w: World, number: int, plays: list[Play], missing: int, *, cut: bool
) -> list[tuple[World, list[Play]]]:
    """Notes plays out of turn; the orders in which the trick is then judged, the recorded one first.

    Where tricks are missing one of them may have been before this one, but not in a deal that was broken off (``cut``).
    In the trick in which it was broken off no card is missing: who is not in it had not played yet.
    """
    if not plays:
        return [(w, plays)]
    n = s.players
    rule = "C-3" if number else "K-5" if s.game.has_pot else "S-4"
    if cut and number == TRICKS - w.gaps - 1:
        missing = 0
    present = w.active & ~missing
    leader = w.leader
    if leader >= 0 and missing >> leader & 1:
        base = clockwise(leader, present, n)[0]
        leader_due = NOBODY
    else:
        base = leader_due = leader
    if base < 0:
        base = plays[0].seat
    found = False
    slipped = {place for trick, place, _card in w.slips if trick == number}
    if leader_due >= 0 and plays[0].seat != leader_due:
        if w.gaps and not cut:
            skipped = w.fork()
            skipped.gaps -= 1
            skipped.leader = plays[0].seat
            return _turn_check(s, skipped, number, plays, missing, cut=cut)
        facts = {"card": plays[0].card, "due": leader_due, "leads": True}
        w.add(Breach("play.turn", rule, number + 1, plays[0].place, plays[0].seat, facts, plays[0].noticed))
        found = True
        base = leader_due if len(plays) > 1 and plays[1].seat == leader_due else plays[0].seat
    waiting = list(clockwise(base, present, n))
    for place, play in enumerate(plays):
        if play.seat != waiting[0] and not (place == 0 and (found or leader_due < 0)) and play.place not in slipped:
            facts = {"card": play.card, "due": waiting[0]}
            w.add(Breach("play.turn", rule, number + 1, play.place, play.seat, facts, play.noticed))
            found = True
        waiting.remove(play.seat)
    if not found:
        return [(w, plays)]
    due_order = clockwise(leader_due if leader_due >= 0 else base, present, n)
    sorted_plays = sorted(plays, key=lambda play: due_order.index(play.seat))
    other = w.fork()
    other.orders = (*other.orders, (number, tuple(sorted_plays)))
    return [(w, plays), (other, sorted_plays)]


def _hand(d: DealFacts, w: World, seat: int, number: int) -> tuple[int, int]:
    """The cards a seat is known to hold before a trick, and how many more it holds that nobody can name."""
    if not w.loose >> seat & 1:
        return w.hold[seat], 0
    slips = {(trick, place): card for trick, place, card in w.slips}
    cards = holes = 0
    for later in range(number, TRICKS):
        if later >= len(d.tricks):
            holes += 1
            continue
        play = next((play for play in d.counting(later) if play.seat == seat), None)
        card = UNKNOWN if play is None else slips.get((later, play.place), play.card)
        if card < 0:
            holes += 1
        else:
            cards |= 1 << card
    return cards, holes


def _play_out(
    d: DealFacts, s: Setting, w: World, t: Tables | None, number: int, plays: list[Play], missing: int
) -> list[World]:
    """Judges the cards in this order, then who takes the trick."""
    lead_lost = w.leader >= 0 and missing >> w.leader & 1 and not (d.abort and number == len(d.tricks) - 1)
    first = _Run(w, missing)
    if lead_lost:
        first.led = -2
    open_runs = [first]
    done: list[_Run] = []
    order = clockwise(plays[0].seat if plays else max(w.leader, 0), w.active, s.players)
    while open_runs:
        run = open_runs.pop()
        while run.at < len(plays):
            play = plays[run.at]
            before = order[: order.index(play.seat)]
            for seat in before:
                if missing >> seat & 1 and not lead_lost:
                    run.cloud |= 1 << seat
            other = _one_play(d, s, run, t, number, play)
            run.at += 1
            if other is not None:
                other.at = run.at
                open_runs.append(other)
        for seat in order:
            if missing >> seat & 1:
                run.cloud |= 1 << seat
        done.append(run)
        if len(done) + len(open_runs) > w.room:
            break
    return [after for run in done for after in _taker(d, s, run, t, number)]


def _one_play(d: DealFacts, s: Setting, run: _Run, t: Tables | None, number: int, play: Play) -> _Run | None:
    """Judges one card and puts it on the table; a second run where another card may have been meant."""
    w = run.world
    seat, card = play.seat, play.card
    slip = next((meant for trick, place, meant in w.slips if (trick, place) == (number, play.place)), None)
    if slip is not None:
        w.loosen(1 << seat)
        run.put(t, seat, slip)
        if slip == card and card >= 0:
            _lawful(w, number, play)
        return None
    known = not w.loose >> seat & 1
    if card < 0:
        meant = _never_played(d, w, seat) if known else UNKNOWN
        w.loosen(1 << seat)
        if run.led == -1:
            _lawful(w, number, play)
        run.put(t, seat, meant)
        return None
    if known and not w.hold[seat] >> card & 1:
        facts = {"card": card, "held": members(w.hold[seat])}
        meant = _never_played(d, w, seat)
        w.add(Breach("play.not-in-hand", "C-1", number + 1, play.place, seat, facts | {"meant": meant}, play.noticed))
        w.loosen(1 << seat)
        other = None
        if meant != UNKNOWN:
            other = run.fork()
            other.world.slips = (*other.world.slips, (number, play.place, meant))
            other.put(t, seat, meant)
        run.put(t, seat, card)
        return other
    if not known and not s.pack >> card & 1:
        w.add(Breach("deal.card-unknown", "S-2.1", number + 1, play.place, seat, {"card": card, "key": "tricks"}, play.noticed))
    elif not known and s.game.has_pot and card in w.turned and not w.has("deal.card-twice", card):
        facts = {"card": card, "key": "turned"}
        w.add(Breach("deal.card-twice", "K-2", number + 1, play.place, seat, facts, play.noticed))
    hand, holes = _hand(d, w, seat, number)
    if _judge(s, run, t, number, play, hand | 1 << card, holes):
        _lawful(w, number, play)
    if known:
        w.hold[seat] &= ~(1 << card)
    run.put(t, seat, card)
    return None


def _lawful(w: World, number: int, play: Play) -> None:
    """Notes that a play was judged and is in order."""
    w.lawful = (w.lawful or frozenset()) | {(number + 1, play.place)}


def _judge(s: Setting, run: _Run, t: Tables | None, number: int, play: Play, hand: int, holes: int) -> bool:
    """Whether a card is known to be legal; an illegal one is noted."""
    if run.led == -1:
        return True
    if t is None or run.led == -2:
        return False
    duty = broken(t, hand, run.led, run.best, run.top, play.card)
    if duty == LEAD:
        return not run.cloud and (not holes or legal(t, hand, run.led, run.best, run.top)[1] == HEAD)
    if run.cloud and duty in (HEAD, OVERTRUMP):
        return False
    cards, binding, beat = legal(t, hand, run.led, run.best, run.top)
    facts = {
        "card": play.card, "held": members(hand), "legal": members(cards), "must_beat": beat, "led": run.led,
        "best": run.best, "top_trump": run.top, "duty": DUTY_NAMES[binding], "trump": t.trump,
        "proof": members(cards if duty in (HEAD, OVERTRUMP) else hand & t.suit_mask[run.led if duty == FOLLOW else t.trump]),
    }
    rule = duty_rule(s.game, duty, t.trump)
    run.world.add(Breach(DUTY_CODES[duty], rule, number + 1, play.place, play.seat, facts, play.noticed))
    return False


def _may_take(d: DealFacts, s: Setting, run: _Run, t: Tables, number: int, seat: int) -> bool:
    """Whether an unseen card of a seat can have taken a trick; a missing one always may (FINDINGS)."""
    if all(play.seat != seat or play.card >= 0 for play in d.tricks[number]):
        return True
    w = run.world
    hold, loose = w.start
    seen = mask(play.card for plays in d.tricks for play in plays) | mask(w.turned if s.game.has_pot else ())
    for other in range(s.players):
        if other != seat and not loose >> other & 1:
            seen |= hold[other]
    cards = (s.pack if loose >> seat & 1 else hold[seat]) & ~seen
    return any(played(t, run.led, run.best, run.top, card)[3] for card in members(cards))


def _leads(d: DealFacts, number: int) -> int:
    """The seat that a trick records as its leader; ``NOBODY`` when it has none."""
    return d.tricks[number][0].seat if number < len(d.tricks) and d.tricks[number] else NOBODY


def _taker(d: DealFacts, s: Setting, run: _Run, t: Tables | None, number: int) -> list[World]:
    """Who took the trick: the winner by the cards, and after a wrong claim the seat recorded too."""
    w = run.world
    if d.abort and number == len(d.tricks) - 1 and run.lost:
        w.leader = NOBODY
        return [w]
    possible = [run.winner] if run.winner >= 0 else []
    clouded = [seat for seat in range(s.players) if run.cloud >> seat & 1 and seat not in possible]
    if t is not None and run.led >= 0:
        clouded = [seat for seat in clouded if _may_take(d, s, run, t, number, seat)]
    possible += clouded
    if run.led == -2 or not possible:
        possible = [seat for seat in range(s.players) if w.active >> seat & 1]
    taker = d.takers[number]
    if taker == NOBODY and (leads := _leads(d, number + 1)) in possible:
        possible = [leads]
    if taker != NOBODY:
        if taker in possible:
            return [_taken(w, number, taker)]
        best = run.top if run.top >= 0 else run.best
        facts = {"taker": taker, "winner": possible[0], "best": best, "cards": [play.card for play in d.tricks[number]]}
        if not d.abort:
            w.add(Breach("score.trick", "C-3", trick=number + 1, facts=facts))
        right = [_taken(w.fork(), number, seat) for seat in possible]
        return [_taken(w, number, taker), *right]
    return [_taken(w.fork() if len(possible) > 1 else w, number, seat) for seat in possible]


def _taken(w: World, number: int, seat: int) -> World:
    counts = list(w.taken or ())
    if seat < len(counts):
        counts[seat] += 1
    w.taken = tuple(counts)
    w.winners = (*w.winners, seat)
    w.leader = seat
    return w
