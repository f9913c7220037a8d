"""A session in the making, and what the engine makes of it."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from kratzen_log.auditor.auditing import Auditor, Choice
from kratzen_log.auditor.findings import Finding
from kratzen_log.cards import SEATS, SUIT_LETTERS, members
from kratzen_log.log.codec import Entry
from kratzen_log.log.model import Deal, End, Head, Record, Void
from kratzen_log.log.tokens import seat_of
from kratzen_log.reading.session import Judged, Reader, setting
from kratzen_log.reading.structure import open_session, player_names
from kratzen_log.reading.world import UNKNOWN, Standing

TRUMP_WORDS = (*SUIT_LETTERS, "high")


class Evening:
    """The records of a session so far. Raises ``ValueError`` when they cannot be gone on with."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.entries: list[Entry] = []
        many = list(entries)
        head = next((entry.record for entry in many if isinstance(entry.record, Head)), None)
        opening = open_session(head) if head is not None else None
        if opening is None or opening.game is None:
            raise ValueError("the session record is missing or names no known game")
        self.names = player_names(head)
        self.setting = setting(opening.game, opening.options, len(opening.players))
        self.reader = Reader(self.setting, opening.start, readings=True)
        self.last_dealer = self.dealt_again = -1
        for entry in many:
            self._take(entry)

    def add(self, record: Record) -> None:
        """One more record."""
        self._take(self._entry(record))

    def _take(self, entry: Entry) -> None:
        self.entries.append(entry)
        if isinstance(entry.record, Deal):
            self.last_dealer, self.dealt_again = self._dealer(entry.record), -1
        elif isinstance(entry.record, Void):
            self.dealt_again = self.last_dealer
        if not isinstance(entry.record, Head):
            self.reader.feed(entry)

    def _dealer(self, deal: Deal) -> int:
        return -1 if deal.dealer is UNSET else seat_of(deal.dealer, self.setting.players)

    def _entry(self, record: Record) -> Entry:
        last = self.entries[-1] if self.entries else Entry(None, 0, -1)
        return Entry(record, last.line + 1, last.index + 1)

    @property
    def standing(self) -> Standing:
        """What the session has come to, by the reading that stands."""
        return self.reader.paths[0].standing

    @property
    def dealer(self) -> int:
        """Who deals next: whose turn it is, or who dealt the deal that is void; -1 where nobody can know."""
        return self.standing.dealer if self.standing.dealer >= 0 else self.dealt_again

    @property
    def ended(self) -> bool:
        """Whether the session has its ``end``."""
        return isinstance(self.entries[-1].record, End)

    def judge(self, deal: Deal) -> Judged:
        """What a further deal is found to be; the session stays as it is."""
        reader = copy(self.reader)
        given = [*reader.feed(self._entry(deal)), *reader.close()]
        return given[-1]

    def findings(self, record: Record, lang: str = "en") -> list[Finding]:
        """What an audit finds in a further record, errors and warnings."""
        entry = self._entry(record)
        report = Auditor("", Choice(lang=lang, seal=False)).run([*self.entries, entry])
        return [finding for finding in report if finding.record == entry.index and finding.severity != "info"]

    def completed(self, deal: Deal, delta: list[int] | None = None) -> Deal:
        """A deal with every claim that follows filled in (FORMAT 4); ``delta`` overrides what it changed."""
        judged = self.judge(deal)
        w = judged.reading
        if w is None:
            return deal
        claims: dict[str, Any] = {}
        if w.trump != UNKNOWN and not w.passed:
            claims["trump"] = TRUMP_WORDS[w.trump]
        if w.taken is not None:
            claims["taken"] = list(w.taken)
        if self.setting.game.has_pot:
            claims["muss"] = w.muss
            if w.pot is not None:
                claims["pot"] = w.pot
        if deal.tricks is not UNSET:
            claims["tricks"] = [
                text if ">" in text or number >= len(w.winners) or w.winners[number] < 0 else f"{text} >{SEATS[w.winners[number]]}"
                for number, text in enumerate(deal.tricks)
            ]
        change = tuple(delta) if delta is not None else w.delta
        if change is not None:
            claims["delta"] = list(change)
            if judged.before.stacks is not None:
                claims["totals"] = [stack + moved for stack, moved in zip(judged.before.stacks, change, strict=True)]
        if self.setting.game.has_pot and change is not None and judged.before.pot is not None:
            claims["carry"] = judged.before.pot - sum(change)
        return replace(deal, **claims)

    def end(self, reason: str = "") -> End:
        """The end record, with every claim that follows."""
        at, s = self.standing, self.setting
        names = [name for bit, name in enumerate(s.game.end_reasons) if at.reasons >> bit & 1]
        if at.stacks is None:
            return End(deals=at.records, reason=reason or "agreed")
        leaders = at.leaders if at.over else s.game.ending(s.options, s.players, at.stacks, at.played).leaders
        winners = "".join(SEATS[seat] for seat in members(leaders))
        return End(deals=at.records, totals=list(at.stacks), winners=winners, reason=reason or (names[0] if names else "agreed"))
