"""The deal in hand: lines in, what is known out; what to ask next; what the audit finds irregular, at once."""

from __future__ import annotations

from copy import deepcopy

from msgspec import UNSET, Struct
from msgspec.structs import replace

from kratzen_log.auditor.findings import Finding
from kratzen_log.cards import UNSEEN, WELI, Pack, mask
from kratzen_log.games import kratzen
from kratzen_log.games._game import Phase
from kratzen_log.games._phases import after, clockwise
from kratzen_log.kernel.trick import legal, played
from kratzen_log.log.model import Deal
from kratzen_log.reading.duties import DUTY_NAMES
from kratzen_log.reading.talk import refusal
from kratzen_log.reading.tricks import TRICKS
from kratzen_log.reading.world import UNKNOWN, World
from kratzen_log.recorder import answers
from kratzen_log.recorder.answers import Misheard, Question
from kratzen_log.recorder.draft import Draft, Played, Trick
from kratzen_log.recorder.evening import TRUMP_WORDS, Evening
from kratzen_log.texts import table


class Binding(Struct, frozen=True):
    """What binds the seat to play: the suit led, the card to beat, the highest trump (-1: none); its legal cards if its hand is known."""

    seat: int
    led: int = -1
    must_beat: int = -1
    top: int = -1
    duty: str = "lead"
    legal: int = 0
    hand: int = 0


class Heard(Struct, frozen=True):
    """What a line brought: new findings, and the tricks that were closed by it as (number, who took it)."""

    findings: list[Finding] = []
    closed: list[tuple[int, int]] = []


class Hand:
    """A deal being played. ``ask_hands``: also the cards dealt to each are asked."""

    def __init__(self, evening: Evening, pack: Pack = "german", *, ask_hands: bool = False, lang: str = "en") -> None:
        self.evening = evening
        self.ask_hands = ask_hands
        self.lang = lang
        self.pack: Pack = pack
        self.lines: list[str] = []
        self.known: set[tuple[object, ...]] = set()
        self.draft = self._fresh()
        self.judged = evening.judge(self.draft.deal())

    def _fresh(self) -> Draft:
        at, s = self.evening.standing, self.evening.setting
        seats = at.seats or s.everybody
        return Draft(no=at.number, players=s.players, pack=self.pack, dealer=self.evening.dealer, seats=seats, all_seats=seats == s.everybody)

    @property
    def world(self) -> World:
        """What the engine makes of the deal so far."""
        reading = self.judged.reading
        if reading is None:
            raise Misheard("too_large")
        return reading

    # --- lines -------------------------------------------------------------------------------------------------------

    def enter(self, line: str) -> Heard:
        """Takes a line. Raises ``Misheard`` where it cannot be understood; then nothing has changed."""
        old, old_judged = self.draft, self.judged
        self.draft = deepcopy(old)
        try:
            self._take(line)
        except Misheard:
            self.draft, self.judged = old, old_judged
            raise
        self.lines.append(line)
        closed = [(number + 1, self.taker(number)) for number in range(old.closed, self.draft.closed)]
        found = self._found()
        new = [finding for finding in found if _key(finding) not in self.known]
        self.known = {_key(finding) for finding in found}
        return Heard(new, closed)

    def _found(self) -> list[Finding]:
        """What is irregular in what was said so far.

        A deal that is not over is judged as one that was broken off, so that nothing is missing yet; once cards are
        played, as a whole one in which all cards still to come are unseen.
        """
        d = self.draft
        if d.dealer < 0:
            return []
        if d.done:
            return self.evening.findings(self.record(), self.lang)
        deal = d.deal()
        if d.tricks:
            found = self.evening.findings(replace(deal, tricks=self._with_unseen(), abort=UNSET), self.lang)
            return [finding for finding in found if finding.trick is None or finding.trick <= len(d.tricks)]
        found = self.evening.findings(deal, self.lang)
        if self.question().kind in ("hand", "turned"):
            return [finding for finding in found if finding.code not in ("deal.turned", "deal.hand-size")]
        if d.trump or d.muss is not None:
            claims = self.evening.findings(replace(deal, abort=UNSET), self.lang)
            found += [finding for finding in claims if finding.code in ("deal.trump", "deal.muss") and finding not in found]
        return found

    def _with_unseen(self) -> list[str]:
        """Five tricks: those there are, and the cards still to come as unseen ones in turn."""
        d = self.draft
        tricks = list(d.tricks)
        last = tricks[-1]
        if last.closed:
            leader = self.taker(d.closed - 1)
        else:
            rest = self._from(last.plays[0].seat, self.world.active & ~mask(play.seat for play in last.plays))
            tricks[-1] = Trick([*last.plays, *(Played(seat, UNSEEN) for seat in rest)])
            leader = rest[0]
        if leader < 0:
            leader = next((play.seat for play in last.plays if play.card < 0), last.plays[0].seat)
        unseen = Trick([Played(seat, UNSEEN) for seat in self._from(leader, self.world.active)])
        return [trick.write(self.pack) for trick in [*tricks, *[unseen] * (TRICKS - len(tricks))]]

    def _from(self, seat: int, seats: int) -> tuple[int, ...]:
        """Seats in turn from one on."""
        return clockwise(seat, seats, self.draft.players)

    def undo(self) -> bool:
        """Takes the last line back; false where there is none."""
        if not self.lines:
            return False
        lines = self.lines[:-1]
        self.restore(lines)
        return True

    def restore(self, lines: list[str]) -> None:
        """The deal as it was after these lines."""
        self.lines, self.draft = [], self._fresh()
        self._judge()
        for line in lines:
            self._take(line)
            self.lines.append(line)
        self.known = {_key(finding) for finding in self._found()}

    def record(self) -> Deal:
        """The deal as a record, with every claim that follows."""
        deal = self.draft.deal(whole=True)
        return deal if self.draft.abort is not None else self.evening.completed(deal, self.draft.delta)

    def _judge(self) -> None:
        self.judged = self.evening.judge(self.draft.deal())

    def _take(self, line: str) -> None:
        words = line.split()
        name = table("recording")["commands"].get(words[0].lower(), "") if words else ""
        if name in answers.COMMANDS:
            answers.COMMANDS[name](self, words[1:])
            self._judge()
        elif line.startswith(">"):
            answers.took(self, line[1:])
            self._judge()
        elif (question := self.question()).kind in answers.LINES:
            answers.LINES[question.kind](self, question, line.strip())
            self._judge()
        else:
            for word in words or [""]:
                self._take_word(word)

    def _take_word(self, word: str) -> None:
        question = self.question()
        if question.kind not in answers.WORDS:
            raise Misheard("too_much", word=word)
        answers.WORDS[question.kind](self, question, word)
        self._judge()

    # --- what comes next ---------------------------------------------------------------------------------------------

    def question(self) -> Question:
        """What is to be asked next; ``done`` when nothing is."""
        d, s = self.draft, self.evening.setting
        if d.done:
            return Question("done")
        if d.dealer < 0:
            return Question("dealer")
        order = after(d.dealer, d.seats, d.players)
        if self.ask_hands:
            for seat in order:
                if seat not in d.hands:
                    return Question("hand", seat)
        if s.game.packets(s.options)[1] >= 0:
            if d.turned is None or (d.turned == [WELI] and not s.game.has_pot):
                return Question("turned", d.dealer)
        elif seat_waiting := [seat for seat in order if seat not in dict(d.bids)]:
            seat = seat_waiting[0]
            floor = self.world.bid + (seat != d.dealer or not self.world.bid)
            return Question("bid", seat, ("pass", *(str(bid) for bid in range(floor, 6))))
        w = self.world
        if w.passed:
            return Question("result")
        if w.trump == UNKNOWN and not d.trump_asked:
            return Question("trump", d.dealer if w.bidder < 0 else w.bidder, TRUMP_WORDS[: 4 + (not s.game.has_pot)])
        return self._before_play(order) or self._in_play()

    def _before_play(self, order: tuple[int, ...]) -> Question | None:
        """Muss, what was put away, declarations, the dealer's call, swaps."""
        d, w, s = self.draft, self.world, self.evening.setting
        o = s.options
        if Phase.MUSS in s.game.phases and d.muss is None and w.standing.cause <= 0:
            unseen = w.turner == UNKNOWN and o.seven == 0
            if w.standing.cause == UNKNOWN or unseen:
                return Question("muss", -1)
        if Phase.DISCARD in s.game.phases and d.discard is None and not o.bidding:
            return Question("discard", d.dealer)
        if not d.calls_done:
            if s.game.has_pot and w.muss and not o.bettler and not d.calls:
                return Question("all_in")
            for seat in order:
                if seat != d.dealer and seat not in dict(d.calls):
                    return Question("call", seat, self._call_words(order, seat))
        if w.active == 1 << d.dealer:
            return Question("result")
        others = w.active & ~(1 << d.dealer)
        if s.game.has_pot:
            may = kratzen.may_swap(o, w.muss, others)
            if may and o.dealer_calls and not d.dealer_call:
                return Question("dealer_call", d.dealer, kratzen.DEALER_CALLS)
        else:
            may = bool(o.exchange)
        if may and not d.tricks:
            for seat in after(d.dealer, w.active, d.players):
                limit = kratzen.swap_limit(o, seat == d.dealer, w.call) if s.game.has_pot else 5
                if limit and not d.swapped >> seat & 1:
                    return Question("exchange", seat, (str(limit),))
        return None

    def _call_words(self, order: tuple[int, ...], seat: int) -> tuple[str, ...]:
        """What a seat may say, as the engine sees it."""
        d, w, s = self.draft, self.world, self.evening.setting
        said = dict(d.calls)
        last = seat == next(other for other in reversed(order) if other != d.dealer)
        alone = last and all(word == "out" for word in said.values()) and w.bidder in (-1, d.dealer)
        words = ("in",) if refusal(s, w, seat, alone)[0] else ("in", "out")
        return (*words, "bettler") if s.game.has_pot and s.options.bettler and "bettler" not in said.values() else words

    def _in_play(self) -> Question:
        d = self.draft
        if d.closed and self.taker(d.closed - 1) < 0:
            return Question("taker")
        if d.closed == TRICKS:
            return Question("result")
        return Question("play", self.due())

    def taker(self, number: int) -> int:
        """Who took a trick: as said, else by the cards; -1 where the cards do not tell."""
        trick = self.draft.tricks[number]
        if trick.taker >= 0 or any(play.card < 0 for play in trick.plays):
            return trick.taker
        winners = self.judged.reading.winners if self.judged.reading is not None else ()
        return winners[number] if number < len(winners) else -1

    def due(self) -> int:
        """The seat whose turn it is to play."""
        d, w = self.draft, self.world
        open_trick = d.tricks[-1] if d.tricks and not d.tricks[-1].closed else None
        if open_trick is not None and open_trick.plays:
            first = open_trick.plays[0].seat
        elif d.closed:
            first = self.taker(d.closed - 1)
        else:
            first = after(d.dealer, w.active, d.players)[0]
        met = mask(play.seat for play in open_trick.plays) if open_trick is not None else 0
        turn = self._from(first, w.active & ~met)
        return turn[0] if turn else first

    def binding(self, seat: int) -> Binding:
        """What binds a seat that is to play now."""
        d, w, s = self.draft, self.world, self.evening.setting
        plays = d.tricks[-1].plays if d.tricks and not d.tricks[-1].closed else []
        if w.trump == UNKNOWN or any(play.card < 0 for play in plays):
            return Binding(seat, duty="")
        t = s.game.tables(s.options, w.trump)
        led = best = top = -1
        seen = 0
        for play in plays:
            led, best, top, _takes = played(t, led, best, top, play.card)
        for trick in d.tricks:
            seen |= mask(play.card for play in trick.plays)
        hand = 0 if w.loose >> seat & 1 else w.hold[seat] & ~seen
        bound, duty, beat = legal(t, hand or s.pack & ~seen, led, best, top)
        return Binding(seat, led, beat, top, DUTY_NAMES[duty], bound if hand else 0, hand)


def _key(finding: Finding) -> tuple[object, ...]:
    return finding.code, finding.trick, finding.play, finding.seat
