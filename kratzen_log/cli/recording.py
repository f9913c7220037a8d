"""``kratzen record``: asks at a real table, deal by deal."""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from datetime import datetime
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from kratzen_log.cards import SEATS, Pack
from kratzen_log.cli.common import UsageError, check_rules, read_rules
from kratzen_log.games import GAMES
from kratzen_log.games._game import read_options, write_options
from kratzen_log.log.appending import LogBusy, LogWriter, TornLine
from kratzen_log.log.codec import Entry
from kratzen_log.log.loading import LogError, entries, sessions
from kratzen_log.log.model import END_REASONS, FORMAT, VERSION, Adjust, Deal, Head, Note, Record, Void
from kratzen_log.log.seal import digest
from kratzen_log.log.tokens import pack_of
from kratzen_log.recorder.answers import Misheard, seat_in, word_in
from kratzen_log.recorder.evening import Evening
from kratzen_log.recorder.hand import Hand
from kratzen_log.recorder.journal import Journal
from kratzen_log.recorder.speech import Speaker, say
from kratzen_log.texts import table
from kratzen_log.texts.safe import terminal

START_ANTES: Final = 40
"""Antes in a stack when nothing else is said (Kratzen)."""


class Stop(Exception):
    """The recorder leaves; everything is on disk."""


def record(args: argparse.Namespace) -> int:
    """Records a session; goes on with one that is there."""
    if sys.stdin.isatty():
        import readline  # noqa: F401 - gives input() a line to edit
    try:
        if os.path.exists(args.file):
            log = _go_on(args)
        else:
            log = LogWriter.create(args.file, _head(args), seal=not args.no_seal)
    except (LogError, LogBusy, ValueError) as error:
        raise UsageError(str(error.strerror if isinstance(error, LogBusy) else error)) from error
    except (EOFError, Stop):
        print()
        return 0
    with log:
        return Recorder(args, log).run()


def _go_on(args: argparse.Namespace) -> LogWriter:
    if not os.path.isfile(args.file):
        raise UsageError(f"{args.file} is no ordinary file; name a file to record into")
    for name in ("game", "players", "start"):
        if getattr(args, name):
            raise UsageError(f"{args.file} is there already, so --{name} cannot be said any more; name another file for another evening")
    if args.rule:
        raise UsageError(f"{args.file} is there already, so --rule cannot be said any more; name another file for another evening")
    *_, last = [None, *sessions(args.file)]
    only_head = last is not None and len(last) == 1 and last.head is not None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TornLine)
        log = LogWriter(args.file, seal=only_head and not args.no_seal)
    if log.ended:
        log.close()
        raise UsageError(f"{args.file}: the session has ended; name another file for another evening")
    return log


# --- the session record ----------------------------------------------------------------------------------------------


def ask(prompt: str) -> str:
    """One line from the table; shown where no terminal shows it. Raises ``EOFError`` at the end of the input."""
    text = input(prompt).encode("utf-8", "replace").decode().strip()
    if not sys.stdin.isatty():
        print(terminal(text))
    return text


def _ask_until(key: str, lang: str, given: str | None, read: object, **facts: object) -> object:
    """Asks until an answer can be read; what the command line says is not asked, and must be right."""
    while True:
        text = given if given is not None else ask(say(key, lang, **facts))
        try:
            return read(text)  # type: ignore[operator]
        except (ValueError, UsageError) as error:
            reason = say(f"misheard.{error.key}", lang, **error.facts) if isinstance(error, Misheard) else str(error)
            if given is not None:
                raise UsageError(reason) from error
            print("   " + terminal(reason))


def _head(args: argparse.Namespace) -> Head:
    """The session record, from the command line and what is asked."""
    lang = args.lang
    key = str(_ask_until("game", lang, args.game, lambda text: word_in("game", text)))
    game = GAMES[key]
    rules = read_rules(args.rule)
    check_rules([game], rules)
    while not args.players:
        text = ask(say("rule", lang, game=key))
        if not text:
            break
        try:
            more = read_rules([text])
            check_rules([game], more)
            rules |= more
        except UsageError as error:
            print(f"   {terminal(str(error))}")
    options, _bad = read_options(game, rules)
    low, high = game.seats(options)

    def names(text: str) -> list[str]:
        found = [name.strip() for name in text.split(",") if name.strip()]
        if not low <= len(found) <= high:
            raise UsageError(f"{key}: {low} to {high} players, not {len(found)}")
        return found

    players = _ask_until("players", lang, args.players, names)
    assert isinstance(players, list)

    def stacks(text: str) -> list[int]:
        parts = (text or str(START_ANTES * options.ante)).replace(",", " ").split()
        if len(parts) not in (1, len(players)) or not all(part.isdecimal() and len(part) < 16 for part in parts):
            raise Misheard("amounts", n=len(players))
        return [int(part) for part in parts] * (len(players) if len(parts) == 1 else 1)

    start: object = UNSET
    if game.has_pot:
        given = args.start if args.start or not args.players else ""
        start = _ask_until("start", lang, given, stacks, default=START_ANTES * options.ante)
    return Head(
        format=FORMAT, version=VERSION, game=key, rules=write_options(game, options), players=list(players),
        start=start, view=UNSET if args.hands else "public", date=now(), generator="kratzen record",  # type: ignore[arg-type]
    )


def now() -> str:
    """The time as a log writes it."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


# --- the evening -----------------------------------------------------------------------------------------------------


class Recorder:
    """Asks and writes until the session ends or the recorder leaves."""

    def __init__(self, args: argparse.Namespace, log: LogWriter) -> None:
        self.path: str = args.file
        self.lang: str = args.lang
        self.log = log
        self.journal = Journal(self.path)
        many = list(sessions(self.path))
        session = many[-1]
        self.before: list[Entry] = list(entries(session))
        try:
            self.evening = Evening(self.before)
        except ValueError as error:
            raise UsageError(f"{self.path}: {error}; kratzen audit says more") from error
        head = session.head
        assert head is not None
        self.ask_hands = args.hands or head.view is UNSET
        last = next((record for record in reversed(session.records) if isinstance(record, Deal)), None)
        self.pack: Pack = args.cards or (pack_of(last) if last is not None else "german")
        self.speaker = Speaker(self.evening, self.lang)
        self.read = [entry.record for entry in self.before if entry.record is not None]

    def say(self, key: str, **facts: object) -> None:
        """One line to the table."""
        print(say(key, self.lang, **facts))

    def run(self) -> int:
        """The evening from here on."""
        names = ", ".join(f"{SEATS[seat]} {self.speaker.name(seat)}" for seat in range(len(self.evening.names)))
        if self.log.moved_aside:
            self.say("aside", path=self.log.moved_aside)
        self.say("begun", path=self.path, names=names)
        if len(self.read) > 1:
            self.say("goes_on", path=self.path, n=len(self.read))
        try:
            lines, aside = self.journal.read(self._mark(0), self._mark(1))
            if aside is not None:
                self.say("stale", path=aside)
            if lines:
                self._deal(lines)
            while not self.evening.ended:
                self._between()
        except (EOFError, Stop):
            print()
            self.say("stopped", path=self.path)
        finally:
            self.journal.close()
        return 0

    def _mark(self, back: int) -> str:
        """The name of a record in the journal: its number in the log and its seal."""
        place = len(self.read) - 1 - back
        return f"{place}:{digest(self.read[place])}" if place >= 0 else ""

    def write(self, made: Record) -> Record:
        """A record into the log, and what an audit finds in it to the table."""
        found = self.evening.findings(made, self.lang)
        try:
            written = self.log.append(made)
        except ValueError as error:
            raise UsageError(f"{self.path}: {error}") from error
        self.evening.add(written)
        self.read.append(written)
        if not isinstance(made, Deal):
            for finding in found:
                print(self.speaker.finding(finding))
        return written

    def _between(self) -> None:
        """Between deals: the next one, or what else there is."""
        at = self.evening.standing
        game = self.evening.setting.game
        over = at.over
        reasons = ", ".join(name for bit, name in enumerate(game.end_reasons) if at.reasons >> bit & 1)
        text = ask(say("over", self.lang, reason=reasons) if over else say("between", self.lang, n=at.number))
        first, _, rest = text.partition(" ")
        rest = rest.strip()
        command = "end" if over and not text else table("recording")["between"].get(first.lower())
        match command:
            case "deal":
                self._deal([])
            case "adjust":
                self._adjust(rest)
            case "void":
                self._void(rest)
            case "note":
                if rest:
                    self.write(Note(text=rest))
                    self.say("noted")
                else:
                    self.say("note_how")
            case "end":
                self._end(rest)
            case "quit":
                raise Stop
            case "help":
                self._help()
            case _:
                self.say("what", word=terminal(first))

    def _help(self) -> None:
        for line in table("recording")["help"][self.lang]:
            print(line)

    def _adjust(self, text: str) -> None:
        words = text.split()
        delta = [0] * len(self.evening.names)
        hand = Hand(self.evening, self.pack)
        try:
            while len(words) >= 2 and words[1].lstrip("+-−").isdecimal() and len(words[1]) < 16:
                delta[seat_in(hand, words[0])] += int(words[1].replace("−", "-"))
                words = words[2:]
        except Misheard as error:
            print(self.speaker.misheard(error))
            return
        if not words or not any(delta):
            self.say("adjust_how")
            return
        self.write(Adjust(delta=delta, why=" ".join(words)))
        amounts = ", ".join(f"{self.speaker.name(seat)} {amount:+d}" for seat, amount in enumerate(delta) if amount)
        self.say("adjusted", amounts=amounts)

    def _void(self, why: str) -> None:
        if self.evening.reader.last_deal is None:
            self.say("nothing_to_void")
            return
        number = self.evening.reader.last_deal[0]
        self.write(Void(deal=number, why=why or UNSET))
        self.say("voided", n=number)

    def _end(self, reason: str) -> None:
        if reason and reason not in END_REASONS:
            self.say("no_reason", word=terminal(reason), words=" ".join(END_REASONS))
            return
        end = self.evening.end(reason)
        self.write(end)
        winners = sum(1 << SEATS.index(letter) for letter in end.winners or "")
        names = say("won", self.lang, names=self.speaker.names(winners))
        self.say("ended" if self.log.seal else "ended_plain", names=names, seal=self.log.seal or "")

    # --- a deal ------------------------------------------------------------------------------------------------------

    def _deal(self, lines: list[str]) -> None:
        """A deal from the first question to the log; ``lines`` were typed before a crash."""
        try:
            hand = Hand(self.evening, self.pack, ask_hands=self.ask_hands, lang=self.lang)
            print(self.speaker.heading(hand))
            if lines:
                self._restore(hand, lines)
            self.journal.begin(self._mark(0), hand.lines)
            if not self._ask(hand):
                self.journal.remove()
                return
        except Misheard as error:
            print(self.speaker.misheard(error))
            raise Stop from error
        made = replace(hand.record(), recorded=now())
        self.write(made)
        self.journal.remove()
        self.say("written", n=hand.draft.no)

    def _restore(self, hand: Hand, lines: list[str]) -> None:
        """The deal as it was; a line that is understood no more, and what follows it, is asked again."""
        for count in range(len(lines), -1, -1):
            try:
                hand.restore(lines[:count])
                break
            except Misheard:
                continue
        self.say("hand_goes_on", n=hand.draft.no)
        for line in hand.lines:
            print(f"   | {terminal(line)}")

    def _ask(self, hand: Hand) -> bool:
        """Asks until the deal is complete; false when it was taken back as a whole."""
        shown = ""
        while True:
            question = hand.question()
            if question.kind == "done":
                return True
            if question.kind == "result":
                for line in self.speaker.result(hand):
                    print(line)
            elif question.kind not in ("dealer", "hand", "turned", "bid"):
                situation = self.speaker.situation(hand)
                if situation and situation != shown:
                    shown = situation
                    print(situation)
            if not self._answer(hand, ask(self.speaker.question(hand, question))):
                return False

    def _answer(self, hand: Hand, text: str) -> bool:
        """One line; false when the deal was taken back as a whole."""
        command = table("recording")["commands"].get(text.lower())
        if command == "quit":
            raise Stop
        if command == "help":
            self._help()
        elif command == "undo":
            if not hand.lines:
                self.say("nothing_to_undo")
                return False
            line = hand.lines[-1]
            hand.undo()
            self.journal.add(None)
            self.say("undone", line=terminal(line) or "⏎")
        else:
            try:
                heard = hand.enter(text)
            except Misheard as error:
                print(self.speaker.misheard(error))
                return True
            self.journal.add(text)
            for line in self.speaker.heard(hand, heard):
                print(line)
        return True
