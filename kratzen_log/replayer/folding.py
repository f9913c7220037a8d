"""Folds what the records of a session are found to be into steps. Total: no log makes it raise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from kratzen_log.cards import CARDS, HIGH, UNSEEN, WELI, Pack, mask, members
from kratzen_log.games import kratzen
from kratzen_log.games._game import Phase, Tables
from kratzen_log.games._phases import after, deal_out
from kratzen_log.kernel.trick import FREE, HEAD, LEAD, MUST_TRUMP, OVERTRUMP
from kratzen_log.log.model import Adjust, Deal, End, Note, Void
from kratzen_log.log.tokens import Play, pack_of
from kratzen_log.reading.duties import DUTY_NAMES, duty_rule
from kratzen_log.reading.facts import Breach, DealFacts, Setting, SwapFacts
from kratzen_log.reading.ledger import ROW_RULES, UNEXPLAINED, Row, adjust_rows, deal_rows
from kratzen_log.reading.session import Judged
from kratzen_log.reading.swaps import hand_after
from kratzen_log.reading.talk import refusal
from kratzen_log.reading.tricks import TRICKS
from kratzen_log.reading.verdicts import Verdict, verdicts
from kratzen_log.reading.world import UNKNOWN, World
from kratzen_log.replayer.lie import Lie, lie, order
from kratzen_log.replayer.step import Kind, Step
from kratzen_log.replayer.table import Card, Table

BIDS: Final = ("1", "2", "3", "4", "5")
BROKEN_KEYS: Final = {
    "play.follow-suit": "broke_follow", "play.head": "broke_head", "play.trump": "broke_trump",
    "play.overtrump": "broke_overtrump",
}


def steps(judged: Iterable[Judged], s: Setting, names: tuple[str, ...]) -> Iterator[Step]:
    """The steps of a session, in order. After a deal its cards stay on the table until the next."""
    lying: Table | None = None
    for one in judged:
        replayer = _Replayer(one, s, names, lying)
        yield from replayer.run()
        lying = replayer.table


class _Replayer:
    """The steps of one record."""

    def __init__(self, judged: Judged, s: Setting, names: tuple[str, ...], lying: Table | None = None) -> None:
        self.judged = judged
        self.s = s
        self.open = list(judged.breaches)
        self.out: list[Step] = []
        self.no = 0
        self.pack: Pack = "german"
        n = s.players
        self.table = Table(
            game=s.game.key, players=n, names=names, hands=(0,) * n, hidden=(0,) * n, taken=(0,) * n, won=(0,) * n,
            stacks=judged.before.stacks, pot=judged.before.pot if s.game.has_pot else None,
        )
        if lying is not None and not isinstance(judged.entry.record, Deal):
            self.table = lying.but(stacks=self.table.stacks, pot=self.table.pot)

    def run(self) -> list[Step]:
        """All steps of the record."""
        record = self.judged.entry.record
        if isinstance(record, Deal):
            self.no = self.judged.facts.no if self.judged.facts is not None else 0
            self.pack = pack_of(record)
            if self.judged.reading is not None and self.judged.facts is not None:
                _Deal(self, self.judged.reading, self.judged.facts).run()
            else:
                dealer = self.judged.facts.dealer if self.judged.facts is not None else self.judged.before.dealer
                key = "deal" if dealer >= 0 else "deal_unknown"
                self.step("deal", key, self.table.but(deal=self.no), facts={"deal": self.no, "dealer": dealer})
        elif isinstance(record, Adjust):
            for row in adjust_rows(self.judged, record.delta):
                facts = {"change": row.amount, "why": record.why or "–", "balance": row.balance}
                self.step("adjust", "adjust", self.booked(row), seat=row.seat, facts=facts)
        elif isinstance(record, Void):
            wrong = bool(self.open)
            facts = {"deal": record.deal, "why": record.why or "–"}
            self.step("void", "void_wrong" if wrong else "void", self.table.but(stacks=self.judged.after.stacks), facts=facts)
        elif isinstance(record, Note):
            self.step("note", "note", self.table, facts={"text": record.text or ""})
        elif isinstance(record, End):
            self.end(record)
        elif record is None:
            self.step("lost", "lost", self.table)
        if self.open and self.out:
            self.out[-1] = _with_breaches(self.out[-1], self.open)
        return self.out

    def end(self, record: End) -> None:
        """The end, and who wins: by the rules, or because the players stopped there (K-7, S-6)."""
        s, now = self.s, self.judged.before
        if now.stacks is None or not now.records:
            self.step("end", "end", self.table)
            return
        winners = now.leaders if now.over else s.game.ending(s.options, s.players, now.stacks, now.played).leaders
        why = f"_{record.reason}" if record.reason in ("agreed", "abandoned") and not now.over else "_over"
        one = "_one" if winners & (winners - 1) == 0 else ""
        self.step("end", f"end{why}{one}", self.table, facts={"winners": winners}, rule="K-7" if s.game.has_pot else "S-6")

    def step(self, kind: Kind, key: str, after_it: Table, **more: Any) -> None:
        """One more step; the table moves on."""
        self.out.append(Step(kind=kind, key=key, before=self.table, after=after_it, deal=self.no, pack=self.pack, **more))
        self.table = after_it

    def claim(self, belongs: Callable[[Breach], bool]) -> tuple[Breach, ...]:
        """Takes the open breaches that belong to a step."""
        mine = tuple(breach for breach in self.open if belongs(breach))
        self.open = [breach for breach in self.open if not belongs(breach)]
        return mine

    def coded(self, *codes: str) -> tuple[Breach, ...]:
        """Takes the open breaches with these codes, or of these groups."""
        return self.claim(lambda breach: breach.code in codes or breach.code.split(".")[0] in codes)

    def booked(self, row: Row) -> Table:
        """The table after a row of the ledger."""
        stacks = self.table.stacks
        if stacks is not None and row.balance is not None:
            stacks = tuple(row.balance if seat == row.seat else chips for seat, chips in enumerate(stacks))
        return self.table.but(stacks=stacks, pot=row.pot if self.s.game.has_pot else None)


def _with_breaches(step: Step, found: list[Breach]) -> Step:
    from msgspec.structs import replace

    return replace(step, breaches=(*step.breaches, *found))


class _Deal:
    """The steps of one deal, by the reading that stands."""

    def __init__(self, up: _Replayer, w: World, d: DealFacts) -> None:
        self.up = up
        self.w = w
        self.d = d
        self.s = up.s
        self.order = after(w.dealer, w.seats, self.s.players)
        self.rows = deal_rows(up.judged, self.s)
        self.rebuilt = 0
        self.verdicts = verdicts(up.judged)

    def run(self) -> None:
        """From the announcement to the totals."""
        up, w, d = self.up, self.w, self.d
        facts = {"deal": d.no, "dealer": w.dealer, "seats": w.seats}
        fresh = up.table.but(deal=d.no, dealer=w.dealer, seats=w.seats, active=w.seats)
        early = up.claim(lambda b: b.code.startswith("log.") and not b.trick)
        early += up.coded("deal.dealer", "deal.in", "deal.after-end")
        up.step("deal", "deal_tie" if w.standing.tied else "deal", fresh, facts=facts, breaches=early)
        self.ledger("ante")
        self.deal_cards()
        phases = self.s.game.phases
        if Phase.BIDS in phases:
            self.bids()
        self.trump()
        if Phase.MUSS in phases:
            self.muss()
        if Phase.DISCARD in phases:
            self.take_and_put_away()
        self.calls()
        self.swaps()
        self.tricks()
        self.settle()

    # --- cards ---------------------------------------------------------------------------------------------------

    def deal_cards(self) -> None:
        """All hands at once; those nobody recorded are rebuilt from what is later played, put away and given."""
        up, w, d, s = self.up, self.w, self.d, self.s
        packets, turn_after, again = s.game.packets(s.options)
        dealt = None
        if d.deck is not None and UNSEEN not in d.deck:
            dealt = deal_out(d.deck, self.order, packets, turn_after, again)
        hands = [0] * s.players
        hidden = [0] * s.players
        for seat in self.order:
            known = None if d.hands is None else d.hands[seat]
            if known is not None:
                hands[seat] = mask(known)
                hidden[seat] = sum(card < 0 for card in known)
            elif dealt is not None:
                hands[seat] = mask(dealt.hands[seat])
            else:
                hands[seat] = self.rebuild(seat)
                hidden[seat] = max(0, 5 - hands[seat].bit_count())
                self.rebuilt |= 1 << seat
        talon = None if dealt is None else tuple(dealt.rest)
        left = len(talon) if talon is not None else max(0, s.pack.bit_count() - 5 * w.seats.bit_count() - len(w.turned))
        after_it = up.table.but(
            hands=tuple(hands), hidden=tuple(hidden), rebuilt=self.rebuilt, talon=talon, talon_left=left,
        )
        key = "hands_rebuilt" if self.rebuilt else "hands"
        faults = up.coded("deal.hand-size", "deal.card-unknown", "deal.deck")
        faults += up.claim(lambda b: b.code == "deal.card-twice" and not b.trick)
        up.step("packet", key, after_it, facts={"rebuilt": self.rebuilt, "first": self.order[0] if self.order else -1}, breaches=faults)

    def rebuild(self, seat: int) -> int:
        """The dealt hand of a seat as far as the log shows it."""
        d, w = self.d, self.w
        cards = d.suffix(seat)[0]
        swap = d.swap_of(seat)
        if swap is not None:
            cards = cards & ~mask(swap.drawn) | mask(swap.out)
        if seat == w.dealer and Phase.DISCARD in self.s.game.phases and w.turned:
            cards = (cards | mask(d.discard or ())) & ~mask(w.turned)
        return cards

    def bids(self) -> None:
        """The auction."""
        up, w = self.up, self.w
        if not self.s.options.bidding:
            return
        for seat, word in self.d.bids or ():
            number = int(word) if word in BIDS else 0
            key = "bid_pass" if word == "pass" else "bid"
            if number and seat == w.dealer and number == up.table.bid:
                key = "bid_dealer"
            raised = up.table.but(bid=max(number, up.table.bid), bidder=seat if number else up.table.bidder, due=-1)
            words = ("pass", *(str(n) for n in range(up.table.bid + (seat != w.dealer or not up.table.bid), 6) if n))
            up.step(
                "bid", key, raised, seat=seat, facts={"bid": word}, rule="S-8", choices=words,
                breaches=up.claim(lambda b, seat=seat: b.code.startswith("bid.") and b.seat == seat),  # type: ignore[misc]
            )
        up.table = up.table.but(bid=w.bid, bidder=w.bidder)
        if w.passed:
            up.step("bid", "all_passed", up.table.but(active=0), rule="S-8", breaches=up.coded("bid"))

    def trump(self) -> None:
        """The turn-up, and who names trumps where it does not say them."""
        up, w, s = self.up, self.w, self.s
        faults = up.coded("deal.turned", "deal.trump")
        rule = "K-2" if s.game.has_pot else "S-2"
        for place, card in enumerate(w.turned):
            last = place == len(w.turned) - 1
            shown = up.table.but(turned=w.turned[: place + 1], trump=w.trump if last and card != WELI else -1)
            key = "turn_up_weli" if card == WELI else "turn_up" if last and w.trump == card // 8 else "turn_up_only"
            up.step("turn_up", key, shown, card=card, facts={"trump": w.trump}, rule=rule, breaches=faults if last else ())
            faults = () if last else faults
        if w.passed:
            up.open = [*faults, *up.open]
            return
        known = up.table.but(trump=w.trump)
        if w.trump == UNKNOWN:
            up.step("trump", "trump_unknown", known, breaches=faults)
        elif w.turner == WELI or s.game.packets(s.options)[1] < 0:
            seat = w.dealer if s.game.has_pot else w.bidder
            key = "named_high" if w.trump == HIGH else "named"
            suits = ("E", "L", "H", "S") if s.game.has_pot else ("E", "L", "H", "S", "high")
            rule = "S-9" if w.trump == HIGH else "K-2" if s.game.has_pot else "S-8"
            up.step("trump", key, known, seat=seat, facts={"trump": w.trump}, rule=rule, choices=suits, breaches=faults)
        elif not w.turned or w.trump != w.turned[-1] // 8:
            up.step("trump", "trump_recorded", known, facts={"trump": w.trump}, breaches=faults)
        else:
            up.open = [*faults, *up.open]

    def muss(self) -> None:
        """Whether the deal is a Muss, and why."""
        up, w = self.up, self.w
        cause = max(w.standing.cause, 0) or kratzen.seven_cause(self.s.options, w.turner)
        after_it = up.table.but(muss=w.muss)
        faults = up.coded("deal.muss")
        if w.muss and cause:
            up.step("muss", "muss", after_it, facts={"reason": cause}, rule=kratzen.MUSS_RULES[cause], breaches=faults)
        else:
            up.step("muss", "muss_recorded" if w.muss else "no_muss", after_it, rule="K-3", breaches=faults)

    def take_and_put_away(self) -> None:
        """The dealer takes what was turned and puts cards away (S-2)."""
        up, w, d = self.up, self.w, self.d
        faults = up.coded("deal.discard")
        if not w.turned:
            return
        seat = w.dealer
        taken = up.table.give(seat, mask(w.turned))
        up.step("take", "take", up.table.but(hands=taken), seat=seat, cards=w.turned, facts={"cards": list(w.turned)}, rule="S-2")
        held, unseen = up.table.hands[seat], up.table.hidden[seat]
        away = self.away(held, unseen) if d.discard is None else tuple(d.discard)
        if not away:
            up.open = [*faults, *up.open]
            return
        hidden = tuple(max(0, count - away.count(UNSEEN)) if at == seat else count for at, count in enumerate(up.table.hidden))
        after_it = up.table.but(hands=up.table.take(seat, mask(away)), hidden=hidden, put_away=away)
        key = "put_away" if max(away) >= 0 else "put_away_unseen"
        up.step(
            "put_away", key, after_it, seat=seat, cards=away, legal=held, rule="S-2",
            facts={"count": len(away), "cards": list(away)}, breaches=faults,
        )

    def away(self, held: int, unseen: int) -> tuple[int, ...]:
        """What the dealer puts away where the log does not say it: what was held and not played, the rest unseen."""
        seat = self.w.dealer
        swap = self.d.swap_of(seat)
        count = max(0, held.bit_count() + unseen - 5)
        later = self.d.suffix(seat)[0]
        rest = members(held & ~later & ~(mask(swap.out) if swap else 0))
        if later.bit_count() < TRICKS or not 0 <= count - len(rest) <= unseen:
            rest = []
        return (*rest, *[UNSEEN] * (count - len(rest)))

    # --- declarations --------------------------------------------------------------------------------------------

    def calls(self) -> None:
        """In or out, as declared; then the dealer's call."""
        up, w, d, s = self.up, self.w, self.d, self.s
        if w.passed:
            return
        pot_game = s.game.has_pot
        rule = "K-4" if pot_game else "S-3"
        for seat, word in d.calls or ():
            if seat == w.dealer or not w.seats >> seat & 1:
                continue
            key = {"out": f"call_out_{s.game.key}", "bettler": "call_bettler"}.get(word, "call_in")
            active, out = up.table.active, up.table.out
            if word == "out":
                active, out = active & ~(1 << seat), out | 1 << seat
            after_it = up.table.but(active=active, out=out, bettler=seat if word == "bettler" and w.bettler == seat else up.table.bettler)
            words = self.words(seat)
            faults = up.claim(lambda b, seat=seat: b.code.startswith("call.") and b.seat == seat and b.code != "call.dealer-call")  # type: ignore[misc]
            up.step("call", key, after_it, seat=seat, choices=words, rule="K-4.1" if word == "bettler" else rule, breaches=faults)
        silent = [seat for seat in self.order if seat != w.dealer and seat not in dict(d.calls or ())]
        if not (w.muss and d.calls is None):
            for seat in silent:
                inside = bool(w.active >> seat & 1)
                out = up.table.out if inside else up.table.out | 1 << seat
                faults = up.claim(lambda b, seat=seat: b.code == "call.missing" and b.seat in (seat, -1))  # type: ignore[misc]
                key = "call_unrecorded_in" if inside else "call_unrecorded_out"
                up.step("call", key, up.table.but(out=out), seat=seat, rule=rule, breaches=faults)
        up.table = up.table.but(active=w.active, out=w.seats & ~w.active, bettler=w.bettler)
        if w.active == 1 << w.dealer:
            rule = "K-4" if pot_game else "S-3.2"
            up.step("call", "all_out", up.table, seat=w.dealer, rule=rule, breaches=up.coded("call"))
        if d.call_word is not None:
            key = f"dealer_{d.call_word}" if d.call_word in kratzen.DEALER_CALLS else "dealer_unknown"
            up.step(
                "dealer_call", key, up.table, seat=w.dealer, rule="K-4.2", facts={"word": d.call_word},
                choices=kratzen.DEALER_CALLS, breaches=up.coded("call.dealer-call"),
            )

    def words(self, seat: int) -> tuple[str, ...]:
        """What a seat may declare, after what was declared before it (K-4, S-3)."""
        up, s = self.up, self.s
        others = up.table.active & ~(1 << seat) & ~(1 << self.w.dealer)
        bidder_plays = self.w.bidder not in (-1, self.w.dealer)
        alone = len(self.order) > 1 and seat == self.order[-2] and not others and not bidder_plays
        code, _rule = refusal(s, self.w, seat, alone)
        words: tuple[str, ...] = ("in",) if code else ("in", "out")
        if s.game.has_pot and s.options.bettler and up.table.bettler < 0:
            words += ("bettler",)
        return words

    def swaps(self) -> None:
        """The exchange, in recorded order, and the fee of each swap."""
        for swap in self.d.swaps:
            self.swap(swap)
        self.ledger("fee")
        self.pot()

    def pot(self) -> None:
        """A wrong claim of the pot played for belongs where the last chip went into it."""
        up = self.up
        last = next((at for at in range(len(up.out) - 1, -1, -1) if up.out[at].kind == "ledger"), -1)
        if last >= 0:
            up.out[last] = _with_breaches(up.out[last], list(up.coded("score.pot")))

    def swap(self, swap: SwapFacts) -> None:
        up, s = self.up, self.s
        seat, count = swap.seat, len(swap.out)
        held = up.table.hands[seat]
        hands = tuple(hand_after(hand, swap) if at == seat else hand for at, hand in enumerate(up.table.hands))
        talon = up.table.talon
        if talon is not None:
            talon = tuple(card for card in talon if card not in swap.drawn)
        after_it = up.table.but(
            hands=hands, talon=talon, talon_left=max(0, up.table.talon_left - len(swap.drawn)),
            discarded=(*up.table.discarded, *swap.out)[-CARDS:], put_away=(*up.table.put_away, *(swap.away or ()))[-CARDS:],
        )
        facts = {"count": count, "out": swap.out, "drawn": swap.drawn, "show": swap.show, "away": swap.away}
        key = "swap_five" if swap.away else "swap_ace" if swap.show and count == 4 else "swap"
        faults = up.claim(lambda b: b.code.startswith("exchange.") and b.seat == seat)
        rule = "K-4.3" if s.game.has_pot else "S-7"
        up.step("swap", key, after_it, seat=seat, cards=tuple(swap.out), legal=held, facts=facts, rule=rule, breaches=faults)
        self.ledger("fee", seat)

    # --- tricks --------------------------------------------------------------------------------------------------

    def tricks(self) -> None:
        """Every card, and who takes each trick."""
        w, s = self.w, self.s
        t = s.game.tables(s.options, w.trump) if w.trump != UNKNOWN else None
        self.unmask()
        placed: dict[int, list[Breach]] = {}
        for breach in self.up.claim(lambda b: b.trick > 0):
            placed.setdefault(breach.trick, []).append(breach)
        for number in range(len(self.d.tricks)):
            self.trick(number, t, placed.pop(number + 1, []))
        self.up.open = [*(breach for rest in placed.values() for breach in rest), *self.up.open]

    def unmask(self) -> None:
        """Before play: a hand from which unseen cards came or went is what the seat then plays."""
        up, d = self.up, self.d
        hands, hidden = list(up.table.hands), list(up.table.hidden)
        for seat in self.order:
            swap = d.swap_of(seat)
            moved = [] if swap is None else [*swap.out, *swap.drawn, *(swap.away or ())]
            if seat == self.w.dealer:
                moved += d.discard or ()
            if self.w.active >> seat & 1 and any(card < 0 for card in moved):
                hands[seat] = d.suffix(seat)[0]
                hidden[seat] = max(0, 5 - hands[seat].bit_count())
        up.table = up.table.but(hands=tuple(hands), hidden=tuple(hidden))

    def trick(self, number: int, t: Tables | None, breaches: list[Breach]) -> None:
        up, w, d = self.up, self.w, self.d
        at_play: dict[int, list[Breach]] = {}
        for breach in breaches:
            at_play.setdefault(breach.play, []).append(breach)
        plays = d.tricks[number]
        counted = order(w, d, number)
        places = [play.place for play in counted]
        up.table = up.table.but(trick=(), trick_number=number + 1, led=-1, winning=-1)
        slipped = {(trick, place) for trick, place, _card in w.slips}
        for play in plays:
            seat, card = play.seat, play.card
            faults = tuple(at_play.pop(play.place, ()))
            where: dict[str, Any] = {"trick": number + 1, "play": play.place, "noticed": play.noticed, "breaches": faults}
            verdict = self.verdicts[number + 1, play.place]
            if seat < 0:
                up.step("play", "unreadable", up.table, verdict=verdict, **where)
                continue
            counts = play.place in places
            before = lie(t, counted[: places.index(play.place)] if counts else ())
            step = self.play_step(play, before, t, faults, verdict, counts=counts)
            loosened = any(b.code == "play.not-in-hand" for b in faults) or (number, play.place) in slipped
            left = d.suffix(seat)[number + 1] if loosened else up.table.hands[seat] & ~(1 << card if card >= 0 else 0)
            hands = tuple(left if at == seat else other for at, other in enumerate(up.table.hands))
            hidden = up.table.hidden
            if card < 0 and hidden[seat]:
                hidden = tuple(count - (at == seat) for at, count in enumerate(hidden))
            trick = (*up.table.trick, Card(seat, card)) if counts else up.table.trick
            now = lie(t, [other for other in counted if other.place <= play.place])
            after_it = up.table.but(hands=hands, hidden=hidden, trick=trick, led=now.led, winning=now.winner, due=-1)
            up.step("play", after_it=after_it, seat=seat, card=card, **where, **step)
        rest = tuple(breach for found in at_play.values() for breach in found)
        self.close_trick(number, lie(t, counted).winner, bool(counted), rest)

    def play_step(
        self, play: Play, before: Lie, t: Tables | None, faults: tuple[Breach, ...], verdict: Verdict, *, counts: bool
    ) -> dict[str, Any]:
        """Key, facts, verdict and duty of a play."""
        card, seat = play.card, play.seat
        codes = {breach.code: breach for breach in faults}
        hand = self.up.table.hands[seat] | (1 << card if card >= 0 else 0)
        cards, duty, beat = before.bound(t, hand)
        facts: dict[str, Any] = {"must_beat": beat, "led": before.led, "top": before.top}
        free: dict[str, Any] = {"legal": 0, "duty": "", "must_beat": -1, "rule": ""}
        shown: dict[str, Any] = {
            "legal": cards, "duty": DUTY_NAMES[duty], "must_beat": beat, "verdict": verdict,
            "rule": duty_rule(self.s.game, duty, t.trump if t else 0),
        }
        broken = next((code for code in BROKEN_KEYS if code in codes), "")
        if broken:
            key = "broke_unseen" if "among" in codes[broken].facts else BROKEN_KEYS[broken]
            shown |= {"key": key, "rule": codes[broken].rule, "legal": mask(codes[broken].facts["legal"])}
            facts |= codes[broken].facts
        elif "play.not-in-hand" in codes:
            shown |= free | {"key": "not_in_hand", "rule": "C-1", "legal": self.up.table.hands[seat]}
        elif "play.turn" in codes:
            shown |= {"key": "out_of_turn", "rule": codes["play.turn"].rule}
            facts |= codes["play.turn"].facts
        elif not counts:
            shown |= free | {"key": "not_counted"}
        elif verdict == "undetermined" or card < 0:
            shown |= free | {"key": "unseen" if card < 0 else "undetermined"}
        elif t is None or (duty not in (LEAD, HEAD) and self.up.table.hidden[seat]):
            shown |= free | {"key": "allowed", "rule": "C-6", "legal": 1 << card}
        else:
            shown["key"] = self.duty_key(cards, duty, card, before.top, t) if t is not None else "free_plain"
            if not cards >> card & 1:
                shown |= free | {"legal": cards | 1 << card, "key": "free_plain"}
        return shown | {"facts": facts}

    def duty_key(self, cards: int, duty: int, card: int, top: int, t: Tables) -> str:
        """The sentence for a lawful play."""
        if t.free >> card & 1 and duty != LEAD and cards & ~t.free:
            return "weli_free"
        if duty == MUST_TRUMP and top >= 0:
            return "undertrump"
        if duty == FREE:
            return "free_plain" if t.trump == HIGH or t.free & cards else "free"
        only = cards.bit_count() == 1
        key = DUTY_NAMES[duty]
        return f"{key}_only" if only and key in ("follow", "head") and duty != OVERTRUMP else key

    def close_trick(self, number: int, best_seat: int, met: bool, faults: tuple[Breach, ...]) -> None:
        """The trick goes to whom the reading gives it."""
        up, w = self.up, self.w
        if number >= TRICKS or not met or number >= len(w.winners):
            if faults and up.out:
                up.open = [*faults, *up.open]
            return
        seat = w.winners[number]
        wrong = next((b for b in faults if b.code == "score.trick"), None)
        taken = tuple(count + (at == seat) for at, count in enumerate(up.table.taken))
        cards = mask(card.card for card in up.table.trick)
        won = tuple(pile | (cards if at == seat else 0) for at, pile in enumerate(up.table.won))
        card = next((c.card for c in up.table.trick if c.seat == (best_seat if wrong else seat)), -1)
        key = "trick_wrong" if wrong and w.winners[number] != best_seat else "trick" if card >= 0 else "trick_unknown"
        shown = seat
        if wrong and key == "trick":
            key, shown = "trick_wrong", int(wrong.facts["taker"])
        up.step(
            "trick", key, up.table.but(taken=taken, won=won, due=seat), trick=number + 1, seat=shown, card=card, rule="C-3",
            facts={"winner": best_seat}, breaches=faults,
        )

    # --- settlement ----------------------------------------------------------------------------------------------

    def ledger(self, reason: str, seat: int = -1) -> None:
        """Steps for the rows of a reason not shown yet."""
        mine = [row for row in self.rows if row.reason == reason and seat in (-1, row.seat)]
        self.rows = [row for row in self.rows if row not in mine]
        for row in mine:
            self.ledger_step(row)

    def ledger_step(self, row: Row) -> None:
        up, w, s = self.up, self.w, self.s
        tricks = w.taken[row.seat] if w.taken is not None and row.seat < len(w.taken) else 0
        facts = {
            "amount": abs(row.amount), "change": row.amount, "tricks": tricks, "bid": w.bid, "reason": row.reason,
        }
        book = up.booked(row)
        if row.reason in ("ante", "fee") or row.pot is None:
            pot = None if book.pot is None else (up.table.pot or 0) - row.amount
            book = book.but(pot=pot, stacks=_moved(up.table.stacks, row))
        facts |= {"pot": book.pot, "balance": book.stacks[row.seat] if book.stacks else None}
        key = row.reason
        rule = ROW_RULES[row.reason]
        if row.reason == "ante" and s.game.has_pot and -row.amount < s.options.ante:
            key = "ante_short"
        elif row.reason == "penalty" and row.seat == w.bettler:
            key, rule = "penalty_bettler", "K-6.5"
        elif row.reason in ("trick", "schnellen", "out"):
            missed = row.reason == "schnellen" and row.seat == w.bidder and tricks > 0
            key = "points_missed" if missed else f"points_{row.reason}"
            rule = "S-8.2" if missed else rule
        elif row.reason == UNEXPLAINED:
            key = UNEXPLAINED
        up.step("ledger", key, book, seat=row.seat, facts=facts, rule=rule)

    def settle(self) -> None:
        """What is left of the ledger, then what everybody has."""
        up, w, d, s = self.up, self.w, self.d, self.s
        if d.abort:
            why = d.record.abort if isinstance(d.record.abort, str) else ""
            back = up.table.but(stacks=up.judged.before.stacks, pot=w.standing.pot)
            up.step("abort", "abort", back, facts={"why": why, "dealer": w.dealer})
            return
        for row in list(self.rows):
            self.ledger_step(row)
        self.rows = []
        end = up.judged.after
        done = up.table.but(stacks=end.stacks, pot=end.pot if s.game.has_pot else None, trick=(), due=-1)
        facts: dict[str, Any] = {"totals": list(end.stacks or ()), "pot": end.pot}
        key = "settled_unknown" if end.stacks is None else f"settled_{'kratzen' if s.game.has_pot else 'schnellen'}"
        up.step("settled", key, done, facts=facts, breaches=up.coded("score", "deal.incomplete", "play.too-many"))
        if end.over and not up.judged.before.over:
            one = end.leaders & (end.leaders - 1) == 0
            up.step("settled", "over_one" if one else "over", done, facts={"winners": end.leaders}, rule="K-7" if s.game.has_pot else "S-6")
        elif end.tied:
            up.step("settled", "tie", done, facts={"winners": end.tied}, rule="K-7.1")


def _moved(stacks: tuple[int, ...] | None, row: Row) -> tuple[int, ...] | None:
    if stacks is None:
        return None
    return tuple(chips + row.amount if seat == row.seat else chips for seat, chips in enumerate(stacks))
