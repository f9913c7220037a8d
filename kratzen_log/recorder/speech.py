"""What is said at the table: questions, what binds, who took a trick, the result of a deal."""

from __future__ import annotations

from msgspec import UNSET

from kratzen_log.auditor.findings import Finding
from kratzen_log.cards import HIGH, SEATS, members, suit_name, token, tokens
from kratzen_log.log.model import Deal
from kratzen_log.reading.world import UNKNOWN
from kratzen_log.recorder.answers import Misheard, Question
from kratzen_log.recorder.evening import Evening
from kratzen_log.recorder.hand import Hand, Heard
from kratzen_log.texts import Voice, listed, table
from kratzen_log.texts.safe import pad, terminal


def say(key: str, lang: str, **facts: object) -> str:
    """A sentence of the dialogue: ``group.name``, or a name of the group ``say``."""
    group, _, name = key.rpartition(".")
    text: str = table("recording")[group or "say"][name][lang]
    return text.format(**facts)


class Speaker:
    """Says things about a session in a language."""

    def __init__(self, evening: Evening, lang: str) -> None:
        self.evening = evening
        self.lang = lang

    def name(self, seat: int) -> str:
        """A player's name, safe to show."""
        return terminal(self.evening.names[seat]) if 0 <= seat < len(self.evening.names) else "?"

    def names(self, seats: int) -> str:
        """Players by name."""
        return listed([self.name(seat) for seat in members(seats)], self.lang)

    def heading(self, hand: Hand) -> str:
        """Deal, dealer, pot."""
        at, d = self.evening.standing, hand.draft
        parts = [say("deal", self.lang, n=d.no)]
        if d.dealer >= 0:
            parts.append(say("deals", self.lang, name=self.name(d.dealer)))
        if at.pot:
            parts.append(say("pot", self.lang, n=at.pot))
        if at.tied:
            parts.append(say("tie", self.lang, names=self.names(at.tied)))
        return " · ".join(parts)

    def situation(self, hand: Hand) -> str:
        """Trumps, and whether the deal is a Muss and why."""
        w, parts = hand.world, []
        if w.trump != UNKNOWN and not w.passed:
            parts.append(say("trump", self.lang, suit=suit_name(w.trump, self.lang, hand.pack)))
        if w.muss and self.evening.setting.game.has_pot:
            cause = max(w.standing.cause, 0) or self.evening.setting.game.functions["seven_cause"](self.evening.setting.options, w.turner)
            parts.append(say("muss", self.lang, reason=Voice(self.lang).say_cause(cause)) if cause else say("muss_plain", self.lang))
        return "   " + " · ".join(parts) if parts else ""

    def question(self, hand: Hand, q: Question) -> str:
        """What is asked, with what would be regular."""
        name = self.name(q.seat)
        words = " ".join(q.words)
        if q.kind == "play":
            return self._play(hand, q.seat)
        if q.kind == "taker":
            return say("ask.taker", self.lang, n=hand.draft.closed)
        if q.kind == "turned" and hand.draft.turned:
            return say("ask.turned_again", self.lang)
        amounts = " ".join(f"{change:+d}" for change in self._changes(hand)) if q.kind == "result" else ""
        return say(f"ask.{q.kind}", self.lang, name=name, words=words, amounts=amounts)

    def _changes(self, hand: Hand) -> list[int]:
        deal = hand.record()
        return deal.delta if isinstance(deal.delta, list) else [0] * hand.draft.players

    def _play(self, hand: Hand, seat: int) -> str:
        facts = {"n": min(5, hand.draft.closed + 1), "name": self.name(seat)}
        b = hand.binding(seat)
        parts = []
        if b.led >= 0:
            trump = hand.world.trump
            key = "trumps_led" if b.led == trump and trump != HIGH else "weli_led" if b.led == HIGH else "led"
            parts.append(say(f"bound.{key}", self.lang, suit=suit_name(b.led, self.lang, hand.pack)))
            if b.must_beat >= 0:
                parts.append(say("bound.beat", self.lang, card=token(b.must_beat, hand.pack)))
            elif b.top >= 0 and b.led != trump:
                parts.append(say("bound.top", self.lang, card=token(b.top, hand.pack)))
        if b.hand:
            parts.append(say("bound.legal", self.lang, cards=tokens(members(b.legal), hand.pack)))
        if b.duty == "lead":
            return say("ask.lead", self.lang, **facts) if not b.hand else say("ask.play", self.lang, bound=parts[-1], **facts)
        return say("ask.play", self.lang, bound=", ".join(parts), **facts) if parts else say("ask.play_open", self.lang, **facts)

    def heard(self, hand: Hand, heard: Heard) -> list[str]:
        """What a line brought."""
        lines = [say("trick", self.lang, name=self.name(seat), n=number) for number, seat in heard.closed if seat >= 0]
        lines += [self.finding(finding) for finding in heard.findings]
        if heard.findings and not hand.draft.done:
            lines.append(say("stands", self.lang))
        return lines

    def finding(self, finding: Finding) -> str:
        """What an audit finds, in one line."""
        text = terminal(finding.message)
        if finding.trick and finding.play:
            text = say("at", self.lang, trick=finding.trick, play=finding.play, text=text)
        return say("irregular", self.lang, text=text, rule=f" ({finding.rule})" if finding.rule else "")

    def misheard(self, error: Misheard) -> str:
        """Why a line was not understood."""
        facts = {key: terminal(str(value)) for key, value in error.facts.items()}
        return "   " + say(f"misheard.{error.key}", self.lang, **facts)

    def result(self, hand: Hand) -> list[str]:
        """What the deal comes to: tricks, change and total of each, the pot that stays."""
        deal = hand.record()
        w, lines = hand.world, []
        if w.passed:
            lines.append("   " + say("all_passed", self.lang))
        elif w.active == 1 << w.dealer:
            lines.append("   " + say("all_out", self.lang, name=self.name(w.dealer)))
        return lines + self.sheet(deal)

    def sheet(self, deal: Deal) -> list[str]:
        """The claims of a deal as a small table."""
        if not isinstance(deal.delta, list):
            return []
        heads = {key: say(f"col_{key}", self.lang) for key in ("tricks", "change", "total")}
        lines = [say("result_head", self.lang, name="", **heads)]
        for seat in range(len(self.evening.names)):
            row: dict[str, object] = {
                "tricks": deal.taken[seat] if isinstance(deal.taken, list) else "–",
                "change": f"{deal.delta[seat]:+d}", "total": deal.totals[seat] if isinstance(deal.totals, list) else "?",
            }
            lines.append(say("result_head", self.lang, name=f"{SEATS[seat]} {pad(self.name(seat), 12)}", **row))
        if deal.carry is not UNSET:
            lines.append(say("stays", self.lang, n=deal.carry))
        return lines
