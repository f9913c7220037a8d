"""From logs to the house rules they were played by: what fits, what decides it, what nobody can tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import UNSET, Struct

from kratzen_log.games import GAMES
from kratzen_log.games._game import Count, Game, Option, read_options, write_options
from kratzen_log.inferrer.candidates import Value, values
from kratzen_log.inferrer.judging import IMPOSSIBLE, Judge, Place, Verdict
from kratzen_log.inferrer.searching import Choices, Search
from kratzen_log.kernel.accounts import SAFE
from kratzen_log.log.model import Session

ENOUGH: Final = 8
"""How many findings more than the best rules have say enough against a value; counting stops there."""


class InferenceError(ValueError):
    """The rules of these logs cannot be inferred; the message says why."""


class Fit(Struct, frozen=True, kw_only=True):
    """A value with as few findings as any. ``last`` is the end of a range of numbers that the log cannot tell apart.

    ``open`` ranges have no end. ``together`` are other options that must then change too.
    """

    value: Any
    last: Any = None
    open: bool = False
    together: dict[str, Any] = {}


class Misfit(Struct, frozen=True, kw_only=True):
    """A value with more findings: how many more, in which deals, of which codes."""

    value: Any
    last: Any = None
    open: bool = False
    more: int
    deals: tuple[Place, ...]
    codes: tuple[str, ...]


class Inferred(Struct, frozen=True, kw_only=True):
    """One option: the values that fit, those that do not, and the deals that tell them apart.

    ``best`` is the value of the rules that were found, ``stated`` what the logs say themselves (UNSET: nothing, or not
    all the same); ``fixed`` was given by the caller. No misfit: the logs cannot tell the values apart.
    """

    name: str
    rule: str
    best: Any
    fits: tuple[Fit, ...]
    misfits: tuple[Misfit, ...] = ()
    stated: Any = UNSET
    fixed: bool = False

    @property
    def decided(self) -> bool:
        """Whether one value only fits."""
        return len(self.fits) == 1 and self.fits[0].last is None and not self.fits[0].open

    @property
    def deals(self) -> tuple[Place, ...]:
        """The deals in which another value gives more findings."""
        return tuple(sorted({place for misfit in self.misfits for place in misfit.deals}))

    def allows(self, value: Any) -> bool:
        """Whether a value is among those that fit."""
        return any(_within(fit, value) for fit in self.fits)


class Inference(Struct, frozen=True, kw_only=True):
    """The house rules under which logs have the fewest findings.

    ``rules`` is what a log would write, ``findings`` how many are left, ``faults`` the deals they are in with their
    codes; ``readings`` counts how often a deal was read.
    """

    game: str
    sessions: int
    deals: int
    rules: dict[str, Any]
    findings: int
    faults: dict[Place, tuple[str, ...]]
    options: tuple[Inferred, ...]
    readings: int

    def __iter__(self) -> Iterator[Inferred]:
        return iter(self.options)

    def __getitem__(self, name: str) -> Inferred:
        """An option by name. Raises ``KeyError``."""
        for option in self.options:
            if option.name == name:
                return option
        raise KeyError(name)


def _within(fit: Fit, value: Any) -> bool:
    if fit.last is None and not fit.open:
        return type(fit.value) is type(value) and bool(fit.value == value)
    if isinstance(value, bool) or not isinstance(value, int):
        return False
    return bool(fit.value <= value and (fit.open or value <= fit.last))


def infer_rules(sessions: Session | Iterable[Session], fixed: Mapping[str, object] | None = None) -> Inference:
    """The option values under which an audit of these sessions finds the least (all played by the same rules).

    What the logs say of rules is put aside; ``fixed`` are options that are known. Raises ``InferenceError`` where
    there is no session record, no deal, or more than one game.
    """
    many = [sessions] if isinstance(sessions, Session) else list(sessions)
    game = _game(many)
    known, bad = read_options(game, dict(fixed or {}))
    if bad:
        raise InferenceError(f"{game.key} has no option {bad[0][0]} = {bad[0][1]!r}")
    judge = Judge(game, many)
    free = [option for option in game.options if option.name not in (fixed or {})]
    stated = [read_options(game, session.head.rules or {})[0] for session in many if session.head is not None]
    start = stated[0]._replace(**{name: getattr(known, name) for name in fixed or {}}) if stated else known
    choices = _choices(game, free, many, judge.verdict(start))
    best, cost = Search(judge, game, choices).best(start, _starts(known, choices))
    for _ in range(2):
        verdict = judge.verdict(best)
        choices = _choices(game, free, many, verdict)
        again, less = Search(judge, game, choices).descend(best)
        if less >= cost:
            break
        best, cost = again, less
    if cost >= IMPOSSIBLE:
        raise InferenceError(f"so many cannot play {game.key}: {len(many[0].head.players) if many[0].head else 0} players")
    search = Search(judge, game, choices)
    best = search.plainest(best, cost, start)
    verdict = judge.verdict(best)
    found = tuple(
        _option(search, option, best, verdict, choices.get(option.name, ()), _stated(game, option, many)) for option in game.options
    )
    deals = sum(len(session.deals) for session in many)
    return Inference(
        game=game.key, sessions=len(many), deals=deals, rules=write_options(game, best), findings=cost, faults=verdict.faults,
        options=found, readings=judge.readings,
    )


def _game(many: Sequence[Session]) -> Game:
    """The one game of all sessions."""
    if not many:
        raise InferenceError("there is no session")
    keys = set()
    for session in many:
        if session.head is None:
            raise InferenceError("a session record is missing: nobody can say which game it was")
        keys.add(session.head.game)
    if len(keys) > 1:
        raise InferenceError(f"these are logs of {' and '.join(sorted(keys))}: infer the rules of one game at a time")
    game = GAMES.get(keys.pop())
    if game is None:
        raise InferenceError("the session record names no known game")
    if not any(session.deals for session in many):
        raise InferenceError("there is no deal")
    return game


def _choices(game: Game, free: Sequence[Option], many: Sequence[Session], verdict: Verdict) -> Choices:
    return {option.name: values(game, option, many, verdict.standings) for option in free}


def _starts(known: Any, choices: Choices) -> Iterator[Any]:
    """Where else the search may begin: the defaults, and two houses that allow much."""
    last = {name: many[-1].held for name, many in choices.items() if 1 < len(many) <= 3}
    yield known
    yield known._replace(**last)
    yield known._replace(**{name: held for number, (name, held) in enumerate(last.items()) if number % 2})


def _stated(game: Game, option: Option, many: Sequence[Session]) -> Any:
    """What all logs say of an option, if they say the same."""
    said = [session.head.rules.get(option.name, UNSET) for session in many if session.head is not None and session.head.rules]
    return said[0] if len(said) == len(many) and all(value == said[0] for value in said) else UNSET


def _option(search: Search, option: Option, best: Any, verdict: Verdict, tried: Sequence[Value], stated: Any) -> Inferred:
    """Each value of an option beside the best rules; one that does not fit may fit when other options change with it."""
    held = getattr(best, option.name)
    written = option.spec.write(held)
    if not tried:
        fit = Fit(value=written)
        return Inferred(name=option.name, rule=option.rule, best=written, fits=(fit,), stated=stated, fixed=True)
    fits = []
    misfits = []
    for value in tried:
        range_ = _range(option, value)
        changed = best._replace(**{option.name: value.held})
        if search.judge.cost(changed, verdict.cost) <= verdict.cost:
            fits.append(Fit(**range_))
            continue
        worse = search.judge.verdict(changed, verdict.cost + ENOUGH)
        other = search.repair(changed, worse, option.name, verdict.cost)
        if other is None:
            misfits.append(_misfit(range_, worse, verdict))
        else:
            fits.append(Fit(**range_, together=_differences(search.game, option.name, best, other)))
    whole = _anything(option) if not misfits and not any(fit.together for fit in fits) else ()
    return Inferred(
        name=option.name, rule=option.rule, best=written, fits=whole or _joined(fits), misfits=tuple(misfits), stated=stated,
    )


def _anything(option: Option) -> tuple[Fit, ...]:
    """Every value of a number of which all that were tried fit."""
    spec = option.spec
    if not isinstance(spec, Count) or spec.high < SAFE:
        return ()
    nothing = (Fit(value=None),) if spec.null else ()
    return (*nothing, Fit(value=spec.low, open=True))


def _range(option: Option, value: Value) -> dict[str, Any]:
    """A value as a log writes it, and the range it stands for."""
    written = option.spec.write(value.held)
    if value.last == value.held:
        return {"value": written}
    return {"value": written, "open": True} if value.last is None else {"value": written, "last": value.last}


def _misfit(range_: dict[str, Any], worse: Verdict, best: Verdict) -> Misfit:
    if worse.cost >= IMPOSSIBLE:
        return Misfit(**range_, more=0, deals=(), codes=("rules.players",))
    deals = tuple(place for place, codes in worse.faults.items() if len(codes) > len(best.faults.get(place, ())))
    codes = tuple(dict.fromkeys(code for place in deals for code in worse.faults[place]))
    return Misfit(**range_, more=worse.cost - best.cost, deals=deals, codes=codes)


def _differences(game: Game, name: str, best: Any, other: Any) -> dict[str, Any]:
    """What else changes when an option does."""
    return {
        option.name: option.spec.write(getattr(other, option.name))
        for option in game.options
        if option.name != name and getattr(other, option.name) != getattr(best, option.name)
    }


def _joined(fits: Sequence[Fit]) -> tuple[Fit, ...]:
    """Ranges that touch as one."""
    out: list[Fit] = []
    for fit in fits:
        end = None if not out or isinstance(out[-1].value, (bool, str, type(None))) else out[-1].value if out[-1].last is None else out[-1].last
        number = isinstance(fit.value, int) and not isinstance(fit.value, bool)
        if number and end is not None and not out[-1].open and fit.value == end + 1 and fit.together == out[-1].together:
            last = None if fit.open else fit.value if fit.last is None else fit.last
            out[-1] = Fit(value=out[-1].value, last=last, open=fit.open, together=fit.together)
        else:
            out.append(fit)
    return tuple(out)


__all__ = ["Fit", "Inference", "InferenceError", "Inferred", "Misfit", "infer_rules"]
