"""How many findings logs have under given options, fast enough to ask thousands of times.

The judge is the reader of the audit. It is fed deal by deal, and what it makes of a deal is remembered by what it asked:
the options are handed to it as a value that notes which of them are read. A deal is read again only when one of those
has changed, or what stood before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from msgspec import UNSET, Struct
from msgspec.structs import replace

from kratzen_log.games._game import Game, Tables, write_options
from kratzen_log.log.codec import Entry
from kratzen_log.log.loading import entries
from kratzen_log.log.model import Deal, End, Head, Session
from kratzen_log.reading.facts import Setting
from kratzen_log.reading.session import Judged, Path, Reader, first_standing
from kratzen_log.reading.structure import open_session
from kratzen_log.reading.world import Standing, TooMany

IMPOSSIBLE: Final = 1 << 30
"""The cost of options under which so many cannot play."""


class Noted:
    """Options that note which of them are read."""

    __slots__ = ("_met", "_values")

    def __init__(self, values: Any, met: set[str]) -> None:
        self._values = values
        self._met = met

    def __getattr__(self, name: str) -> Any:
        self._met.add(name)
        return getattr(self._values, name)


class Place(Struct, frozen=True, order=True):
    """A deal: which session (from 0), its number, and where in the log it stands (from 0)."""

    session: int
    deal: int
    order: int


class Outcome(Struct, frozen=True):
    """What the reader makes of a deal and what follows it up to the next.

    ``cost`` are the findings of the readings that stand, ``after`` what each of these comes to, ``parents`` from which
    reading before it goes on, ``codes`` what it finds. ``read`` are the options that were asked for.
    """

    cost: int
    after: tuple[Standing, ...]
    parents: tuple[int, ...]
    codes: tuple[tuple[str, ...], ...]
    read: frozenset[str]
    stop: bool = False


class Verdict(NamedTuple):
    """All findings under some options: how many, by deal, and which options were asked for where."""

    cost: int
    faults: dict[Place, tuple[str, ...]]
    read: dict[Place, frozenset[str]]
    standings: dict[Place, Standing]
    before: dict[Place, tuple[Standing, ...]]


class _Deal(Struct):
    """A deal record and what follows it, and what has been found out about it."""

    place: Place
    entries: list[Entry]
    known: dict[tuple[Standing, ...], dict[tuple[str, ...], dict[tuple[Any, ...], Outcome]]]


class _Log(Struct):
    """A session: its head without rules, its deals."""

    head: Head
    deals: list[_Deal]


class Judge:
    """Counts the findings of sessions of one game under any options; only so many ``deals`` of each, if that is set."""

    def __init__(self, game: Game, sessions: Sequence[Session]) -> None:
        self.game = game
        self.logs = [_log(session, number) for number, session in enumerate(sessions)]
        self.readings = 0
        self.deals: int | None = None
        self._tables: dict[tuple[Any, int], tuple[Tables, frozenset[str]]] = {}
        self._costs: dict[Any, int] = {}
        self._noting = replace(game, tables=self._note_tables)

    def cost(self, options: Any, bound: int = IMPOSSIBLE) -> int:
        """How many findings there are; counting stops when there are more than ``bound``."""
        known: int | None = self._costs.get((options, self.deals))
        if known is not None:
            return known
        total = 0
        for log in self.logs:
            for outcome in self._outcomes(log, options, bound - total):
                total += outcome.cost
                if total > bound:
                    return total
        self._costs[options, self.deals] = total
        return total

    def verdict(self, options: Any, bound: int = IMPOSSIBLE) -> Verdict:
        """Every finding by deal, by the reading with the fewest; counting stops when there are more than ``bound``."""
        faults: dict[Place, tuple[str, ...]] = {}
        read: dict[Place, frozenset[str]] = {}
        standings: dict[Place, Standing] = {}
        before: dict[Place, tuple[Standing, ...]] = {}
        total = 0
        for log in self.logs:
            if total > bound:
                break
            path = []
            for outcome in self._outcomes(log, options, IMPOSSIBLE):
                path.append(outcome)
                total += outcome.cost
                if total > bound:
                    break
            for deal, outcome in zip(log.deals[1:], path, strict=False):
                before[deal.place] = outcome.after
            at = 0
            for deal, outcome in reversed(list(zip(log.deals, path, strict=False))):
                if not outcome.after:
                    continue
                read[deal.place] = outcome.read
                standings[deal.place] = outcome.after[at]
                if outcome.codes[at]:
                    faults[deal.place] = outcome.codes[at]
                at = outcome.parents[at]
        return Verdict(total, dict(sorted(faults.items())), dict(sorted(read.items())), dict(sorted(standings.items())), before)

    def helps(self, options: Any, verdict: Verdict) -> bool:
        """Whether a deal with findings has fewer under these options, when all before it is left as it was."""
        for log in self.logs:
            s = self._setting(log, options)
            for deal in log.deals if s is not None else ():
                faults = verdict.faults.get(deal.place)
                if faults and s is not None:
                    state = verdict.before.get(deal.place) or (self._first(log, s),)
                    bound = len(faults) - 1
                    outcome = self._known(deal, state, options, bound) or self._read(deal, state, options, s, bound)
                    if outcome.cost <= bound:
                        return True
        return False

    def _setting(self, log: _Log, options: Any) -> Setting | None:
        """What holds for a session; None when so many cannot play."""
        players = len(log.head.players)
        low, high = self.game.seats(options)
        if not low <= players <= high:
            return None
        return Setting(self.game, options, players, (1 << players) - 1, self.game.pack(options))

    def _outcomes(self, log: _Log, options: Any, bound: int) -> Iterator[Outcome]:
        """The deals of a session, one after another; the last one has too many findings, or is the last."""
        s = self._setting(log, options)
        if s is None:
            yield Outcome(IMPOSSIBLE, (), (), (), frozenset())
            return
        state: tuple[Standing, ...] = (self._first(log, s),)
        for deal in log.deals[: self.deals]:
            outcome = self._known(deal, state, options, bound)
            if outcome is None:
                outcome = self._read(deal, state, options, s, bound)
            bound -= outcome.cost
            yield outcome
            if outcome.stop:
                return
            state = outcome.after

    def _first(self, log: _Log, s: Setting) -> Standing:
        """What a session begins with."""
        return first_standing(s, open_session(log.head, write_options(self.game, s.options)).start)

    def _known(self, deal: _Deal, state: tuple[Standing, ...], options: Any, bound: int) -> Outcome | None:
        """What the reader made of a deal when it last asked for these options and was told the same."""
        for read, found in deal.known.get(state, {}).items():
            outcome = found.get(tuple([getattr(options, name) for name in read]))
            if outcome is not None and (outcome.after or outcome.cost > bound):
                return outcome
        return None

    def _read(self, deal: _Deal, state: tuple[Standing, ...], options: Any, s: Setting, bound: int) -> Outcome:
        """Has a deal read, and remembers what was asked and found; one with more findings than ``bound`` only so far."""
        self.readings += 1
        met: set[str] = set()
        noted = Noted(options, met)
        self.game.pack(noted)
        reader = Reader(replace(s, game=self._noting, options=noted), None, limit=bound)
        reader.paths = [Path(standing, 0, None) for standing in state]
        try:
            for entry in deal.entries:
                reader.feed(entry)
            outcome = _outcome(reader, state, frozenset(met))
        except TooMany:
            outcome = Outcome(bound + 1, (), (), (), frozenset(met), True)
        read = tuple(sorted(met))
        key = tuple([getattr(options, name) for name in read])
        deal.known.setdefault(state, {}).setdefault(read, {})[key] = outcome
        return outcome

    def _note_tables(self, noted: Any, trump: int) -> Tables:
        """The tables of a trump; they are made once, and the options they were made from count as read each time."""
        key = (noted._values, trump)  # noqa: SLF001 - the two belong together
        held = self._tables.get(key)
        if held is None:
            met: set[str] = set()
            make = getattr(self.game.tables, "__wrapped__", self.game.tables)
            held = self._tables[key] = (make(Noted(noted._values, met), trump), frozenset(met))  # noqa: SLF001
        noted._met.update(held[1])  # noqa: SLF001
        return held[0]


def _outcome(reader: Reader, state: tuple[Standing, ...], met: frozenset[str]) -> Outcome:
    after = []
    parents = []
    codes = []
    for path in reader.paths:
        judged = _history(path.past)
        after.append(path.standing)
        parents.append(state.index(judged[0].before) if judged and judged[0].before in state else 0)
        codes.append(tuple(breach.code for one in judged for breach in one.breaches))
    cost = min(path.cost for path in reader.paths)
    return Outcome(cost, tuple(after), tuple(parents), tuple(codes), met, reader.overflown)


def _history(past: Any) -> list[Judged]:
    out: list[Judged] = []
    while past is not None:
        past, judged = past
        out.append(judged)
    return out[::-1]


def _log(session: Session, number: int) -> _Log:
    """A session in deals. What stands before the first deal counts with it; nothing after the end is read."""
    head = session.head
    assert head is not None
    deals: list[_Deal] = []
    before: list[Entry] = []
    last = 0
    for entry in entries(session):
        record = entry.record
        if isinstance(record, Head) or (record is None and not entry.data):
            continue
        if isinstance(record, Deal):
            last = last + 1 if record.no is UNSET else record.no
            deals.append(_Deal(Place(number, last, len(deals)), [*before, entry], {}))
            before = []
        elif deals:
            deals[-1].entries.append(entry)
        else:
            before.append(entry)
        if isinstance(record, End):
            break
    if before:
        deals.append(_Deal(Place(number, 0, 0), before, {}))
    return _Log(replace(head, rules=UNSET), deals)


__all__ = ["IMPOSSIBLE", "Judge", "Place", "Verdict"]
