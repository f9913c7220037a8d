"""Which values of an option are worth trying on a log: all of them, or of a number those at which something may change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from msgspec import UNSET, Struct

from kratzen_log.games._game import NULL, Count, Game, Option
from kratzen_log.inferrer.judging import Place
from kratzen_log.log.model import Deal, Head, Session
from kratzen_log.reading.world import Standing

SMALL: Final = range(11)
"""Numbers that are always tried."""
FREQUENT: Final = 12
"""How many of the amounts that stand in a log are tried."""


class Value(Struct, frozen=True):
    """A value as games hold it; for a number also the last one that cannot be told from it (None: there is no last)."""

    held: int
    last: int | None


def values(game: Game, option: Option, sessions: Sequence[Session], standings: dict[Place, Standing]) -> tuple[Value, ...]:
    """The values to try, in the order in which a log would write them."""
    spec = option.spec
    if not isinstance(spec, Count) or spec.high - spec.low < len(SMALL):
        written = spec.sample() if not isinstance(spec, Count) else _every(spec)
        return tuple(Value(held, held) for value in written if (held := spec.read(value)) is not None)
    if option.name in _STEPS:
        return _steps(spec, _STEPS[option.name](standings))
    numbers = _near_start(sessions) if option.name == "start_score" else _amounts(sessions)
    default = getattr(game.defaults, option.name)
    tried = sorted({default, *spec.tries, *SMALL, *numbers} - {NULL})
    nothing = (Value(NULL, NULL),) if spec.null else ()
    return (*nothing, *(Value(number, number) for number in tried if spec.read(number) is not None))


def _every(spec: Count) -> tuple[object, ...]:
    return ((None,) if spec.null else ()) + tuple(range(spec.low, spec.high + 1))


def _amounts(sessions: Iterable[Session]) -> list[int]:
    """The amounts that most often change hands, and the shares of each player in a pot."""
    met: Counter[int] = Counter()
    for session in sessions:
        assert session.head is not None
        last = None if session.head.start is UNSET else session.head.start
        for deal in session.deals:
            met.update(abs(change) for change in _changes(deal, last))
            if deal.pot is not UNSET and session.head.players:
                met[deal.pot // len(session.head.players)] += 1
            last = None if deal.totals is UNSET else deal.totals
    return [amount for amount, _count in met.most_common(FREQUENT)]


def _changes(deal: Deal, before: list[int] | None) -> list[int]:
    """What a deal changed for each seat, as recorded or as the totals say."""
    if deal.delta is not UNSET:
        return deal.delta
    if deal.totals is not UNSET and before is not None and len(before) == len(deal.totals):
        return [now - then for now, then in zip(deal.totals, before, strict=True)]
    return []


def _near_start(sessions: Iterable[Session]) -> list[int]:
    """Where everybody may have started: near the totals of the first deal."""
    found: set[int] = set()
    for session in sessions:
        first = next((deal for deal in session.deals if deal.totals is not UNSET), None)
        head = session.head
        if first is not None and first.totals is not UNSET and isinstance(head, Head) and head.start is UNSET:
            found.update(total + step for total in first.totals[:1] for step in range(-10, 11))
    return sorted(found)


def _steps(spec: Count, breaks: Iterable[int]) -> tuple[Value, ...]:
    """A number that works as a threshold: between two breaks no log can tell its values apart."""
    starts = sorted({spec.low, *(number for number in breaks if spec.low < number <= spec.high)})
    ends = [start - 1 for start in starts[1:]]
    nothing = (Value(NULL, NULL),) if spec.null else ()
    return (*nothing, *(Value(start, end) for start, end in zip(starts, [*ends, None], strict=True)))


def _tops(standings: dict[Place, Standing]) -> set[int]:
    """The highest stack before the end of each session and at its end: a target between them ends it there.

    So does one reached a deal earlier, where the last deal was a tie-break (K-7.1).
    """
    breaks: set[int] = set()
    by_session: dict[int, list[int]] = {}
    for place, standing in standings.items():
        if standing.stacks is not None:
            by_session.setdefault(place.session, []).append(max(standing.stacks))
    for tops in by_session.values():
        breaks |= {max(before, default=0) + 1 for before in (tops[:-2], tops[:-1], tops)}
    return breaks


def _counts(standings: dict[Place, Standing]) -> set[int]:
    """How many deals each session lasted, with and without a tie-break at its end."""
    last = {place.session: standing.played for place, standing in standings.items()}
    return {number for played in last.values() for number in (played - 1, played, played + 1)}


_STEPS: Final[dict[str, Callable[[dict[Place, Standing]], set[int]]]] = {"target": _tops, "max_deals": _counts}
"""Options that are thresholds, and where the thresholds of a log are."""


def write(option: Option, held: int) -> Any:
    """A value as a log writes it."""
    return option.spec.write(held)


__all__ = ["Value", "values", "write"]
