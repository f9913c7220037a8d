"""A session read record by record: all readings that stand, and what each record is found to be.

The readings between deals are *paths*. A path keeps what it has found since the last moment at which only
one path stood; from then on its past is certain and leaves as ``Judged`` values. A stream of any length holds
one deal at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from msgspec import UNSET, Struct
from msgspec.structs import replace

from kratzen_log.games import kratzen
from kratzen_log.games._game import Game
from kratzen_log.kernel.accounts import SAFE
from kratzen_log.log.codec import Entry
from kratzen_log.log.model import END_REASONS, Adjust, Deal, End, Record, Void
from kratzen_log.log.tokens import read_seats
from kratzen_log.reading.facts import Breach, DealFacts, Setting
from kratzen_log.reading.straight import Straight, straight
from kratzen_log.reading.world import UNKNOWN, WORLDS, Overflow, Standing, TooMany, World, breaches, unknown

PATHS: Final = 12
"""How many readings of a session are followed at once; only logs with very many faults come near it."""
FEW: Final = 4
"""How many readings of a deal a path may follow, however many paths there are."""


class Judged(Struct, frozen=True):
    """What a record is found to be.

    ``reading`` is the world of a deal; ``void`` a deal that was cancelled. A deal in which everything is in order
    may have ``straight`` instead of ``reading`` and ``facts``.
    """

    entry: Entry
    before: Standing
    after: Standing
    breaches: tuple[Breach, ...] = ()
    reading: World | None = None
    facts: DealFacts | None = None
    void: bool = False
    straight: Straight | None = None


class Path(Struct, frozen=True):
    """A reading of the session so far: its standing, its faults, and what it makes of the records not yet certain."""

    standing: Standing
    cost: int
    past: Any


def setting(game: Game, options: Any, players: int) -> Setting:
    """What holds for a whole session."""
    return Setting(game, options, players, (1 << players) - 1, game.pack(options))


def first_standing(s: Setting, start: tuple[int, ...] | None) -> Standing:
    """The standing before the first deal; any seat may deal."""
    cause = kratzen.opening_cause(s.options) if s.game.has_pot else 0
    return Standing(1, UNKNOWN, start, 0 if s.game.has_pot else None, cause, s.everybody)


class Reader:
    """Reads the records of one session in order; ``feed`` each, then ``close``.

    ``readings`` asks for the full reading of every deal, also where the straight way would do. With a ``limit``
    ``feed`` raises ``TooMany`` at a deal that has more faults in every reading.
    """

    def __init__(
        self, s: Setting, start: tuple[int, ...] | None, *, readings: bool = False, limit: int | None = None
    ) -> None:
        self.setting = s
        self.readings = readings
        self.limit = limit
        standing = first_standing(s, start)
        self.paths = [Path(standing, 0, None)]
        self.before_last: list[Path] | None = None
        self.last_deal: tuple[int, Entry] | None = None
        self.since: list[Entry] = []
        self.overflown = False

    def feed(self, entry: Entry) -> Sequence[Judged]:
        """Takes one record; gives those that have become certain."""
        record = entry.record
        if self.overflown:
            return (self._plain(entry),)
        if isinstance(record, Deal):
            certain = self.close() if len(self.paths) == 1 else ()
            return (*certain, *self.close()) if self._deal(entry, record) else certain
        if record is None:
            self._lost(entry)
        elif isinstance(record, Void):
            self._void(entry, record)
        elif isinstance(record, End):
            self._end(entry, record)
        else:
            if isinstance(record, Adjust):
                self.since.append(entry)
            self.paths = [self._other(path, entry, record) for path in self.paths]
        return ()

    def close(self) -> Sequence[Judged]:
        """What is not given yet, by the best reading: the past, which can no longer be voided."""
        best = self.paths[0]
        past = best.past
        if past is None and len(self.paths) == 1:
            return ()
        self.paths = [Path(best.standing, 0, None)]
        if past is not None and past[0] is None:
            return (past[1],)
        return _history(past)

    @property
    def resting(self) -> Standing | None:
        """What the session stands at, where only one reading stands and all of it is known; else None."""
        standing = self.paths[0].standing
        if self.overflown or len(self.paths) > 1 or standing.stacks is None or standing.cause == UNKNOWN or not standing.seats:
            return None
        return None if standing.pot is None and self.setting.game.has_pot else standing

    def leap(self, standing: Standing) -> Sequence[Judged]:
        """Goes on from a later standing, which records read elsewhere led to; gives what is certain by that.

        The next record is a deal, or nothing follows.
        """
        certain = self.close()
        self.paths = [Path(standing, 0, None)]
        self.before_last = self.last_deal = None
        self.since = []
        return certain

    def _plain(self, entry: Entry) -> Judged:
        standing = self.paths[0].standing
        return Judged(entry, standing, standing)

    def _extend(self, path: Path, judged: Judged) -> Path:
        return Path(judged.after, path.cost + len(judged.breaches), (path.past, judged))

    def _merge(self, paths: list[Path]) -> None:
        """Keeps the cheapest paths, one for each standing."""
        low = min(path.cost for path in paths)
        best: dict[Standing, Path] = {}
        for path in paths:
            if path.cost == low:
                best.setdefault(path.standing, path)
        self.paths = list(best.values())[:PATHS]

    def _deal(self, entry: Entry, record: Deal) -> bool:
        """Judges a deal from every path; true when an amount has passed the limit and judging stops."""
        if not self.readings and len(self.paths) == 1:
            path = self.paths[0]
            found = straight(record, self.setting, path.standing)
            if found is not None:
                self.before_last = self.paths
                self.since = []
                self.last_deal = (path.standing.number, entry)
                judged = Judged(entry, path.standing, found.after, straight=found)
                self.paths = [Path(found.after, path.cost, (path.past, judged))]
                return False
        facts = DealFacts(record, self.setting)
        if record.no is UNSET:
            facts.no = self.paths[0].standing.number
        self.before_last = self.paths
        self.since = []
        self.last_deal = (facts.no, entry)
        ends: list[Path] = []
        for path in self.paths:
            try:
                ends += self._judge(path, entry, facts)
            except Overflow:
                breach = Breach("score.overflow", "K-1", facts={"limit": SAFE})
                judged = Judged(entry, path.standing, path.standing, (breach,), None, facts)
                ends.append(self._extend(path, judged))
                self.overflown = True
        if not ends:
            raise TooMany
        self._merge(ends)
        return self.overflown

    def _judge(self, path: Path, entry: Entry, facts: DealFacts) -> list[Path]:
        """The ways to go on from a path over one deal."""
        from kratzen_log.reading.stages import judge_deal

        room = max(FEW, WORLDS // len(self.paths))
        return [
            self._extend(path, Judged(entry, path.standing, standing, tuple(breaches(world.found)), world, facts))
            for world, standing in judge_deal(facts, self.setting, path.standing, room, self.limit)
        ]

    def _lost(self, entry: Entry) -> None:
        """A record that could not be read: perhaps a deal, after which only what is recorded is known."""
        self.before_last = None
        after = []
        for path in self.paths:
            gone = unknown(path.standing, 1)
            if b'"deal"' in entry.data:
                after.append(self._extend(path, Judged(entry, path.standing, gone)))
            elif not entry.data:
                after.append(self._extend(path, Judged(entry, path.standing, path.standing)))
            else:
                after.append(self._extend(path, Judged(entry, path.standing, path.standing)))
                after.append(self._extend(path, Judged(entry, path.standing, gone)))
        self._merge(after)

    def _other(self, path: Path, entry: Entry, record: Record) -> Path:
        """An adjustment, or a note."""
        standing = path.standing
        found: tuple[Breach, ...] = ()
        if isinstance(record, Adjust):
            if len(record.delta) != self.setting.players:
                facts = {"key": "delta", "length": len(record.delta), "players": self.setting.players}
                found = (Breach("log.length", facts=facts),)
            elif standing.stacks is not None:
                moved = tuple(stack + change for stack, change in zip(standing.stacks, record.delta, strict=True))
                standing = replace(standing, stacks=moved)
        return self._extend(path, Judged(entry, path.standing, standing, found))

    def _void(self, entry: Entry, record: Void) -> None:
        """Cancels the last deal; a wrong number is a slip, or there is nothing to cancel."""
        restored = self._without_last()
        right = self.last_deal is not None and self.last_deal[0] == record.deal
        if right and restored:
            self.paths = [self._extend(path, Judged(entry, path.standing, path.standing)) for path in restored]
        else:
            last = self.last_deal[0] if self.last_deal and restored else None
            breach = Breach("log.void-target", facts={"deal": record.deal, "last": last})
            both = [*self.paths, *restored]
            after = [self._extend(path, Judged(entry, path.standing, path.standing, (breach,))) for path in both]
            self._merge(after)
        self.before_last = None
        self.last_deal = None

    def _without_last(self) -> list[Path]:
        """The paths as they were before the last deal, with what was adjusted since."""
        if self.before_last is None or self.last_deal is None:
            return []
        paths = []
        seen = next(judged for judged in _backwards(self.paths[0].past) if judged.entry is self.last_deal[1])
        for path in self.before_last:
            cancelled = replace(seen, before=path.standing, after=path.standing, breaches=(), void=True)
            path = Path(path.standing, path.cost, (path.past, cancelled))
            for entry in self.since:
                assert entry.record is not None
                path = self._other(path, entry, entry.record)
            paths.append(path)
        return paths

    def _end(self, entry: Entry, record: End) -> None:
        after = []
        for path in self.paths:
            wrong = end_faults(self.setting, path.standing, record)
            breach = (Breach("score.end", "K-7" if self.setting.game.has_pot else "S-6", facts=wrong),) if wrong else ()
            after.append(self._extend(path, Judged(entry, path.standing, path.standing, breach)))
        self._merge(after)


def _backwards(past: Any) -> Iterator[Judged]:
    while past is not None:
        past, judged = past
        yield judged


def _history(past: Any) -> list[Judged]:
    return list(_backwards(past))[::-1]


def end_faults(s: Setting, standing: Standing, record: End) -> dict[str, Any]:
    """What in an ``end`` record does not follow: key → recorded and expected; empty when all does.

    Totals of a wrong length and reasons nobody knows are findings of their own and are not compared.
    """
    wrong: dict[str, Any] = {}
    if record.deals is not UNSET and record.deals != standing.records:
        wrong["deals"] = {"recorded": record.deals, "expected": standing.records}
    stacks = standing.stacks
    if record.totals is not UNSET and stacks is not None and len(record.totals) == s.players and list(stacks) != record.totals:
        wrong["totals"] = {"recorded": record.totals, "expected": list(stacks)}
    names = s.game.reason_names(standing.reasons)
    if standing.tied:
        wrong["tie_break"] = {"tied": standing.tied}
    if record.reason is not UNSET and record.reason in END_REASONS and stacks is not None:
        allowed = names or ["agreed", "abandoned"]
        if record.reason not in allowed:
            wrong["reason"] = {"recorded": record.reason, "expected": ", ".join(allowed)}
    if record.winners is not UNSET and stacks is not None:
        claimed, slips = read_seats(record.winners, s.players)
        now = s.game.ending(s.options, s.players, stacks, standing.played).leaders
        allowed_seats = {standing.leaders} if standing.over else {now}
        if standing.over and not standing.decided:
            allowed_seats.add(now)
        if claimed not in allowed_seats or slips:
            expected = standing.leaders if standing.over else now
            wrong["winners"] = {"recorded": claimed, "expected": expected}
    return wrong


def read_session(
    s: Setting, start: tuple[int, ...] | None, entries: Iterable[Entry], *, readings: bool = True
) -> Iterator[Judged]:
    """Everything a session's records are found to be, in order."""
    reader = Reader(s, start, readings=readings)
    for entry in entries:
        yield from reader.feed(entry)
    yield from reader.close()
