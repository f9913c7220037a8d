"""From the entries of a log to its findings: a stream in, findings out, in the order of the records."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Final

from msgspec import UNSET, Struct, field
from msgspec.structs import replace

from kratzen_log.auditor.findings import Finding, public_facts, severity
from kratzen_log.auditor.spot import spot
from kratzen_log.cards import SEATS
from kratzen_log.games import GAMES
from kratzen_log.games._game import Game, write_options
from kratzen_log.log.chain import LISTED, Chain, seal_of
from kratzen_log.log.codec import Entry, Fault, read
from kratzen_log.log.container import Limits, Source
from kratzen_log.log.loading import LogError, entries
from kratzen_log.log.model import Deal, End, Head, Session
from kratzen_log.log.tokens import pack_of
from kratzen_log.reading.facts import Breach
from kratzen_log.reading.session import Judged, Reader, setting
from kratzen_log.reading.structure import RULES_VERSIONS, Opening, check_record, open_session, witnesses
from kratzen_log.reading.world import Standing, unique
from kratzen_log.texts import LANGS, Voice, table
from kratzen_log.texts.findings import message

_EXPLAIN: Final = frozenset({
    "deal.trump", "deal.turned", "deal.deck", "deal.discard", "deal.hand-size", "deal.card-twice", "deal.card-unknown",
    "log.card", "log.seat", "log.token", "log.type", "log.value", "log.missing-key",
})
"""Findings that say already why the plays of a deal cannot be judged."""


class Impact(Struct, frozen=True, kw_only=True):
    """What a deal moved as recorded and by the rules, per seat; ``by_rules`` is None where nobody can know.

    ``certain`` is false when a card was illegal: what would have followed a lawful one cannot be known.
    """

    deal: int
    session: int = 0
    recorded: list[int] | None
    by_rules: list[int] | None
    certain: bool = True
    players: tuple[str, ...] = ()

    @property
    def unlike(self) -> list[int]:
        """The seats whose change by the rules is not the recorded one; empty where either is not known."""
        if self.recorded is None or self.by_rules is None:
            return []
        return [seat for seat, (one, other) in enumerate(zip(self.recorded, self.by_rules, strict=False)) if one != other]


class Plays(Struct, kw_only=True):
    """How many plays are legal, illegal, or cannot be judged."""

    legal: int = 0
    illegal: int = 0
    undetermined: int = 0


class Report(Struct, kw_only=True):
    """The audit of one log. Iterating gives its findings; ``left_out`` counts those that were not asked for.

    ``seal`` is the seal of the file, the hash of its last record, worked out where the log is ``sealed`` or one was
    expected; None where the last record cannot be read. ``unsealed`` counts the sessions without a seal.
    ``house_rules``: per session the options it was judged by that differ from their defaults. ``compiled`` counts the
    deals that compiled code found to be in order (``bulk``); every other was looked at here.
    """

    path: str = ""
    game: str | None = None
    sessions: int = 0
    deals: int = 0
    compiled: int = 0
    plays: Plays = field(default_factory=Plays)
    findings: list[Finding] = field(default_factory=list)
    impacts: list[Impact] = field(default_factory=list)
    skipped_bytes: int = 0
    left_out: int = 0
    house_rules: list[dict[str, object]] = field(default_factory=list)
    truncated: bool = False
    seal: str | None = None
    sealed: bool = False
    unsealed: int = 0
    unreadable: bool = False
    lines: dict[int, bytes] = field(default_factory=dict)
    deals_shown: dict[tuple[int, int], Any] = field(default_factory=dict)

    @property
    def verdict(self) -> str:
        """``clean`` (no error or warning), ``findings`` or ``unreadable``."""
        if self.unreadable:
            return "unreadable"
        return "findings" if any(finding.severity != "info" for finding in self.findings) else "clean"

    def check(self) -> Report:
        """The report itself if the log is clean; raises ``LogError`` once for all findings if it is not."""
        grave = [finding for finding in self.findings if finding.severity != "info"]
        if grave:
            more = f" (and {len(grave) - 1} more)" if len(grave) > 1 else ""
            raise LogError(f"{grave[0].code} in line {grave[0].line or 1}: {grave[0].message}{more}")
        return self

    def __repr__(self) -> str:
        return f"<Report {self.path or 'of a log'}: {self.verdict}, {self.deals} deals, {len(self.findings)} findings>"

    def _repr_markdown_(self) -> str:
        from kratzen_log.auditor.report_markdown import render

        return render([self])

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def __len__(self) -> int:
        return len(self.findings)


class Choice(Struct, frozen=True, kw_only=True):
    """What to look for and how to say it: house rules to judge by, codes to keep or leave out, language.

    ``seal`` false leaves the chain unchecked; ``expect`` is the seal the file must have (FORMAT 5).
    """

    rules: dict[str, Any] = field(default_factory=dict)
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    lang: str = "en"
    limits: Limits = Limits()
    seal: bool = True
    expect: str = ""

    def __post_init__(self) -> None:
        """Raises ``ValueError`` for a code, a house rule or a language nobody knows."""
        if any(isinstance(codes, str) for codes in (self.select, self.ignore)):
            raise ValueError('select and ignore take several codes, such as ("play", "score.delta")')
        codes = table("findings")
        groups = sorted({code.split(".")[0] for code in codes})
        for code in (*self.select, *self.ignore):
            if code not in codes and code not in groups:
                raise ValueError(f"{code} is no finding: kratzen explain lists them; groups are {', '.join(groups)}")
        options = {option.name for game in GAMES.values() for option in game.options}
        for name, value in self.rules.items():
            if name not in options and not (name == "version" and value in RULES_VERSIONS):
                raise ValueError(f"no game has an option {name}: kratzen explain kratzen lists them")
        if self.lang not in LANGS:
            raise ValueError(f"lang is {' or '.join(LANGS)}, not {self.lang!r}")

    def wants(self, code: str) -> bool:
        """Whether a code is selected and not ignored; ``play`` stands for its whole group."""
        group = code.split(".", maxsplit=1)[0]
        if code in self.ignore or group in self.ignore:
            return False
        return not self.select or code in self.select or group in self.select


FAR: Final = 100_000
"""Bytes of a record, or before it on its line, beyond which nothing is kept for excerpts."""
LINES: Final = 100
"""How many physical lines of a record are kept for excerpts."""


def audit_path(source: Source, choice: Choice = Choice(), name: str | None = None) -> Report:
    """The report of one file. Never raises for what it holds; a file that cannot be opened is ``file.unreadable``."""
    path = name if name is not None else str(source) if isinstance(source, (str, os.PathLike)) else ""
    try:
        return Auditor(path, choice).run(read(source, choice.limits))
    except OSError as error:
        auditor = Auditor(path, choice)
        auditor.unreadable("open", {"reason": error.strerror or type(error).__name__})
        return auditor.report


def audit(log: Session | Source, choice: Choice = Choice()) -> Report:
    """The audit of a session, of a file by its path, or of a log in bytes: all findings of all deals.

    Never raises for what a log holds; the report's ``verdict`` says whether it is clean.
    """
    if isinstance(log, Session):
        return Auditor("", choice).run(entries(log))
    return audit_path(log, choice)


class Auditor:
    """Feeds entries to the session they belong to and collects what is found."""

    def __init__(self, path: str, choice: Choice) -> None:
        self.path = path
        self.choice = choice
        self.report = Report(path=path)
        self.number = -1
        self.head: Head | None = None
        self.opening: Opening | None = None
        self.reader: Reader | None = None
        self.game: Game | None = None
        self.ended = False
        self.met_record = False
        self.last: Entry | None = None
        self.spoken: Entry | None = None
        self.voice = Voice(choice.lang)
        self.chain = Chain(choice.limits.findings)
        self.chained = choice.seal
        self.newest: Entry | None = None

    def run(self, many: Iterable[Entry]) -> Report:
        """Reads all entries and gives the report."""
        for entry in many:
            self.take(entry)
        return self.finish()

    def finish(self) -> Report:
        """The report, after the last entry."""
        self._close_session()
        self._seal_of_file()
        report = self.report
        if not self.met_record and not report.unreadable:
            self._nothing_readable()
        else:
            report.findings.sort(key=_order)
        return report

    def unreadable(self, variant: str, facts: dict[str, Any]) -> None:
        """Nothing in the file can be read."""
        self.report.unreadable = True
        self._note(Breach("file.unreadable", facts={"variant": variant, **facts}), None)

    def _nothing_readable(self) -> None:
        found = self.report.findings
        self.report.sessions = 0
        coded = next((finding for finding in found if finding.code == "file.encoding"), None)
        packed = [finding for finding in found if finding.code in ("file.bomb", "file.truncated")]
        self.report.findings = packed[:1] or (found[:1] if coded is None else [])
        if coded is not None:
            self.unreadable("encoding", {"looks_like": coded.facts.get("looks_like")})
        else:
            self.unreadable("nothing" if found else "empty", {})
        self.report.findings.reverse()

    def pass_over(self, deals: int, plays: int, game: str, houses: list[dict[str, object]], *, sealed: int) -> None:
        """Counts whole sessions that were found to be in order elsewhere, and whose heads need no remark.

        ``houses``: for each its options that differ from their defaults; ``game``: that of the first; ``sealed``:
        how many of them have a chain, and all are whole.
        """
        self._close_session()
        self.number += len(houses)
        self.report.sessions += len(houses)
        self.head = self.opening = self.reader = self.game = None
        self.voice = Voice(self.choice.lang)
        self.met_record = True
        self.report.game = self.report.game or game
        self.report.house_rules += houses
        self.report.sealed = self.report.sealed or sealed > 0
        self.report.unsealed += len(houses) - sealed
        self.pass_rest(deals, plays, sealed=False)

    def pass_rest(self, deals: int, plays: int, *, sealed: bool) -> None:
        """Counts the records of a session after its head, up to its end."""
        self.ended = True
        self.report.deals += deals
        self.report.compiled += deals
        self.report.plays.legal += plays
        if sealed:
            self.vouch()

    def vouch(self) -> None:
        """The seals of the session at hand were found to fit elsewhere, up to its end."""
        self.chained = False
        self.report.sealed = True
        self.chain.carried = 1
        self.chain.ended = True

    @property
    def resting(self) -> Standing | None:
        """What the session stands at between two records, where it is not over and all is known; else None."""
        return None if self.reader is None or self.ended else self.reader.resting

    def leap(self, deals: int, plays: int, records: int, standing: Standing, first: Iterable[Entry], *, ended: bool) -> None:
        """Counts records of a session that were found to be in order elsewhere, and that led to a standing.

        None of them has a seal that is to be checked; ``first`` are the first of them. With ``ended`` the last one is the ``end``; else the
        next record is a deal.
        """
        assert self.reader is not None
        for judged in self.reader.leap(standing):
            self._judged(judged)
        self.report.deals += deals
        self.report.compiled += deals
        self.report.plays.legal += plays
        if self.chained:
            named = list(islice(first, max(0, LISTED - len(self.chain.bare_lines))))
            for entry in named:
                self.chain.feed(entry)
            self.chain.leap(records - len(named))
        self.ended = ended
        self.chain.ended = self.chain.ended or ended

    def take(self, entry: Entry) -> None:
        """The next entry of the log."""
        record = entry.record
        for fault in entry.faults:
            self._fault(entry, fault)
        if record is None:
            self.report.skipped_bytes += entry.skipped
            if (self.number < 0 or self.ended) and _was_head(entry.data):
                self._close_session()
                self._begin()
            if entry.data:
                self.newest = entry
                self.chain.lost(entry)
                self._feed(entry)
            return
        self.met_record = True
        self.newest = entry
        if isinstance(record, Head):
            self._head(entry, record)
            self.chained = self.choice.seal and not self._foreign()
            if self.chained:
                self.chain.feed(entry)
            self.last = entry
            return
        if self.chained:
            self.chain.feed(entry)
        self.last = entry
        if isinstance(record, Deal):
            self.report.deals += 1
        if self.number < 0:
            self._begin()
            self._note(Breach("log.no-session"), entry)
        elif self.ended:
            kind = type(record).__name__.lower()
            self._note(Breach("log.record-order", facts={"variant": "after_end", "kind": kind}), entry)
            return
        for breach in unique(check_record(record, self.game, len(self.voice.players))):
            self._note(breach, entry)
        self.ended = self.ended or isinstance(record, End)
        self._feed(entry)

    def _foreign(self) -> bool:
        """Whether the session is of a version that is not judged (FORMAT 6)."""
        return self.opening is not None and self.opening.game is None and any(
            breach.code == "log.version" and not breach.facts.get("minor") for breach in self.opening.breaches
        )

    def _begin(self) -> None:
        self.number += 1
        self.report.sessions += 1
        self.head = self.opening = self.reader = self.game = None
        self.voice = Voice(self.choice.lang)
        self.ended = False

    def _head(self, entry: Entry, head: Head) -> None:
        fresh = self.number < 0
        if not fresh and not self.ended:
            self._close_session(cut=True)
            self._begin()
            self._note(Breach("log.record-order", facts={"variant": "second_session"}), entry)
        else:
            self._close_session()
            self._begin()
        self.head = head
        self.opening = open_session(head, self.choice.rules)
        self.game = self.opening.game
        self.voice = Voice(self.choice.lang, "german", self.opening.players)
        misread = {fault.pointer.removeprefix("/") for fault in entry.faults}
        for breach in (*self.opening.breaches, *witnesses(head)):
            if breach.code != "log.missing-key" or breach.facts["key"] not in misread:
                self._note(breach, entry)
        if self.game is not None:
            self.report.game = self.report.game or self.game.key
            house = write_options(self.game, self.opening.options)
            self.report.house_rules.append({name: value for name, value in house.items() if name != "version"})
            s = setting(self.game, self.opening.options, len(self.opening.players))
            self.reader = Reader(s, self.opening.start)

    def _close_session(self, *, cut: bool = False) -> None:
        if self.reader is not None:
            for judged in self.reader.close():
                self._judged(judged)
        no_end = self._check_chain()
        if self.number >= 0 and self.head is not None and not self.ended and not cut and not no_end:
            self._note(Breach("log.no-end"), self.last and replace(self.last, record=None, data=b""))
        self.reader = None
        self.report.sealed = self.report.sealed or self.chain.carried > 0
        self.report.unsealed += self.head is not None and not self.chain.carried
        self.chain = Chain(self.choice.limits.findings)

    def _check_chain(self) -> bool:
        """Notes what does not fit in the chain; true when a missing ``end`` is among it."""
        many = self.chain.close()
        for found in many:
            self._fault(found.entry, found.fault)
        return any(found.fault.code == "seal.no-end" for found in many)

    def _seal_of_file(self) -> None:
        """The seal of the file, and whether it is the one expected."""
        report, expected = self.report, self.choice.expect
        if self.newest is None or not (report.sealed or expected):
            return
        report.seal = seal_of(self.newest) if self.newest.record is not None else None
        if expected and report.seal != expected:
            facts = {"found": report.seal, "expected": expected, "variant": "main" if report.seal else "lost"}
            entry = replace(self.newest, data=b"")
            self._fault(entry, Fault("seal.expected", entry.line, record=entry.index, facts=facts, kept=True))

    def _feed(self, entry: Entry) -> None:
        if self.reader is not None:
            for judged in self.reader.feed(entry):
                self._judged(judged)

    def _judged(self, judged: Judged) -> None:
        if judged.straight is not None:
            if not judged.void:
                self.report.plays.legal += judged.straight.plays
            return
        for breach in judged.breaches:
            self._note(breach, judged.entry)
        if judged.reading is None or judged.facts is None or judged.void:
            return
        from kratzen_log.reading.verdicts import verdicts

        plays = self.report.plays
        explained = any(breach.code in _EXPLAIN for breach in judged.breaches)
        for place, verdict in verdicts(judged).items():
            setattr(plays, verdict, getattr(plays, verdict) + 1)
            if verdict == "undetermined" and not explained:
                self._unjudged(judged, *place)
        if any(self.choice.wants(breach.code) for breach in judged.breaches):
            self._impact(judged)

    def _unjudged(self, judged: Judged, trick: int, place: int) -> None:
        """A play that cannot be judged; such remarks leave room for faults.

        A deal whose cards are recorded with a fault has its finding, which says why the rest cannot be judged.
        """
        if len(self.report.findings) >= self.choice.limits.findings // 2:
            self.report.truncated = self.report.truncated or self.choice.wants("play.undetermined")
            return
        assert judged.facts is not None
        play = judged.facts.tricks[trick - 1][place - 1]
        if play.seat < 0:
            return
        facts = {"card": play.card} if play.card >= 0 else {}
        self._note(Breach("play.undetermined", "C-6", trick, place, play.seat, facts), judged.entry)

    def _impact(self, judged: Judged) -> None:
        """A deal with findings: what it moved, beside what the rules give for the recorded cards."""
        from kratzen_log.reading.impact import by_rules

        assert judged.facts is not None
        assert self.reader is not None
        deal = judged.facts
        if len(self.report.findings) >= self.choice.limits.findings:
            return
        self.report.deals_shown[self.number, judged.entry.index] = judged
        if deal.abort:
            return
        recorded = list(deal.delta) if deal.delta is not None else None
        ruled, certain = by_rules(judged, self.reader.setting)
        if recorded is None and judged.reading is not None and judged.reading.delta is not None:
            recorded = list(judged.reading.delta)
        impact = Impact(deal=deal.no, session=self.number, recorded=recorded, by_rules=ruled, certain=certain, players=tuple(self.voice.players))
        self.report.impacts.append(impact)

    def _fault(self, entry: Entry, fault: Fault) -> None:
        facts = fault.facts
        finding = self._finding(fault.code, facts, {})
        place: dict[str, Any] = {"line": fault.line, "pointer": fault.pointer or None}
        if fault.record >= 0:
            place["record"] = fault.record
        if fault.column:
            place["column"] = fault.column
        if isinstance(entry.record, Deal):
            place["deal"] = _number(entry.record)
        self._keep(finding, entry, place)

    def _note(self, breach: Breach, entry: Entry | None) -> None:
        code = breach.code
        facts = dict(breach.facts)
        place: dict[str, Any] = {}
        if entry is not None:
            place = {"line": entry.line, "record": entry.index, **spot(entry, code, facts, breach.trick)}
            if isinstance(entry.record, Deal):
                place["deal"] = _number(entry.record)
                if entry is not self.spoken:
                    self.spoken = entry
                    self.voice.pack = pack_of(entry.record)
        if breach.trick:
            place["trick"] = breach.trick
        if breach.play:
            place["play"] = breach.play
        if breach.seat >= 0:
            place["seat"] = SEATS[breach.seat]
            place["player"] = self.voice.say_seat(breach.seat)
        if breach.proven_by is not None:
            place["proven_by"] = {"trick": breach.proven_by[0], "play": breach.proven_by[1]}
        if breach.noticed:
            place["acknowledged"] = True
        finding = self._finding(code, facts, {"seat": breach.seat if breach.seat >= 0 else None, **place_words(breach, entry)})
        self._keep(finding, entry, place | {"rule": breach.rule or None})

    def _finding(self, code: str, facts: dict[str, Any], more: dict[str, Any]) -> tuple[str, str, dict[str, Any], str]:
        return code, message(code, {**more, **facts}, self.voice), facts, severity(code, facts)

    def _keep(self, made: tuple[str, str, dict[str, Any], str], entry: Entry | None, place: dict[str, Any]) -> None:
        code, sentence, facts, grave = made
        if not self.choice.wants(code):
            self.report.left_out += 1
            return
        if len(self.report.findings) >= self.choice.limits.findings:
            self.report.truncated = True
            return
        if entry is not None:
            self._show(entry.line, entry.column, entry.data)
            self._show(entry.line, *entry.near)
        session = self.number if self.number >= 0 and self.report.sessions else None
        self.report.findings.append(
            Finding(
                code=code, severity=grave, message=sentence, file=self.path, session=session,  # type: ignore[arg-type]
                facts=public_facts(code, facts, self.voice.pack), **{key: value for key, value in place.items() if value is not None},
            )
        )

    def _show(self, line: int, column: int, data: bytes) -> None:
        """Keeps text of the log for excerpts: what else is kept of its line stays."""
        if not data or max(len(data), column) > FAR:
            return
        lines = self.report.lines
        for number, part in enumerate(data.split(b"\n")[:LINES], line):
            begin = column - 1 if number == line else 0
            held, end = lines.get(number, b""), begin + len(part)
            if held[begin:end] != part:
                lines[number] = held[:begin].ljust(begin) + part + held[end:]


def _was_head(data: bytes) -> bool:
    """Whether a record that cannot be read was a session record: its fault is then the only one to report."""
    return re.search(rb'"type"\s*:\s*"session"|kratzen-log', data.replace(b"\0", b"")) is not None


def _number(deal: Deal) -> int | None:
    """The number a deal record states."""
    return None if deal.no is UNSET else deal.no


def place_words(breach: Breach, entry: Entry | None) -> dict[str, Any]:
    """The place of a breach for its sentence."""
    deal = _number(entry.record) if entry is not None and isinstance(entry.record, Deal) else None
    return {"trick": breach.trick or None, "play": breach.play or None, "deal": deal}


def _order(finding: Finding) -> tuple[int, int, int]:
    """Findings stand in the order of the records; within one, in the order in which they were found."""
    return finding.session or 0, finding.line or 0, finding.record if finding.record is not None else -1
