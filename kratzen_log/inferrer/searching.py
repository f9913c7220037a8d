"""The search for the options with the fewest findings.

First on the first deals, then on more and more of them, one option after another is changed as long as that helps; small
groups of options that hide each other are tried whole. Where findings are left, pairs of options that were asked for
in such a deal are tried, and other starting points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import Any, Final

from kratzen_log.games._game import Game
from kratzen_log.inferrer.candidates import Value
from kratzen_log.inferrer.judging import Judge, Verdict

GROUPS: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    "kratzen": (
        ("head", "weli", "weli_rank"), ("exchange", "dealer_calls", "exchange_in_muss"), ("muss", "first_deal", "seven"),
        ("striker_quota", "unclaimed", "penalty"), ("short_stack", "tiebreak", "target"),
        ("tiebreak", "max_deals"),
    ),
    "schnellen": (("bidding", "exchange", "short_pack"), ("forced_seven", "forced_clubs"), ("hearts_double", "head_after_ruff")),
}
"""Options that hide each other: every combination is tried."""
STUCK: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    "kratzen": (
        ("ante", "striker_quota", "unclaimed", "penalty"), ("ante", "exchange_fee", "striker_quota"),
        ("ante", "bettler_bonus", "unclaimed"), ("ante", "exchange_fee", "unclaimed", "short_stack"),
        ("ante", "exchange_fee", "striker_quota", "unclaimed"), ("ante", "exchange_fee", "bettler_bonus", "penalty"),
    ),
    "schnellen": (("start_score", "hearts_double"),),
}
"""Options that all go into one amount: where only sums are recorded none of them helps alone."""
SELDOM: Final = frozenset({"exchange_fee", "bettler_bonus"})
"""Amounts that only some deals ask for; elsewhere groups with them are left out."""
FEW: Final = 4
"""Such groups are large; they are tried on so many deals of each session."""
FIRST: Final = (1, 2, 4, 8)
LATER: Final = (16, 32)
"""How many deals of each session are looked at first, and then, before all of them."""
PAIRS: Final = 4000
"""How many changes of two options at once are tried before the search gives up."""

Choices = dict[str, tuple[Value, ...]]


class Search:
    """Looks for the options with the fewest findings; ``choices`` are the values to try, fixed options have none."""

    def __init__(self, judge: Judge, game: Game, choices: Choices) -> None:
        self.judge = judge
        self.game = game
        self.choices = choices

    def best(self, start: Any, others: Iterable[Any]) -> tuple[Any, int]:
        """The best options from a starting point. Others are tried where it leaves findings in the first deals."""
        options = self._widen(start, FIRST)
        self.judge.deals = FIRST[-1]
        low = self.judge.cost(options)
        for other in others:
            if not low:
                break
            changed = self._widen(other, FIRST)
            cost = self.judge.cost(changed)
            if cost < low:
                options, low = changed, cost
        options = self._widen(options, LATER)
        self.judge.deals = None
        options, cost = self.descend(options)
        return self._pairs(options, cost) if cost else (options, cost)

    def _widen(self, options: Any, depths: Iterable[int]) -> Any:
        """Descends on the first deals, then on more: what they teach makes the later ones quick to read."""
        for deals in depths:
            self.judge.deals = deals
            options, _cost = self.descend(options)
        return options

    def descend(self, options: Any) -> tuple[Any, int]:
        """Changes one option, or one group of them, after another while there are fewer findings."""
        cost = self.judge.cost(options)
        while cost:
            before = cost
            for names in self._steps(self.asked(self.judge.verdict(options)), ""):
                options, cost = self._try(options, cost, names)
            if cost == before:
                changed, cost = self._unstick(options, cost)
                if changed == options:
                    break
                options = changed
        return options, cost

    def _unstick(self, options: Any, cost: int) -> tuple[Any, int]:
        """All combinations of options that go into one amount, on a few deals."""
        if self.judge.deals is None or self.judge.deals > FEW:
            return options, cost
        asked = self.asked(self.judge.verdict(options))
        for group in STUCK.get(self.game.key, ()):
            names = tuple(name for name in group if name in self.choices)
            if SELDOM.intersection(names) - asked:
                continue
            options, cost = self._try(options, cost, names)
            if not cost:
                break
        return options, cost

    def plainest(self, options: Any, cost: int, plain: Any) -> Any:
        """The options with as few findings that differ least from plain ones."""
        for name in self.choices:
            changed = options._replace(**{name: getattr(plain, name)})
            if changed != options and self.judge.cost(changed, cost) <= cost:
                options = changed
        return options

    def repair(self, options: Any, verdict: Verdict, kept: str, goal: int) -> Any:
        """Options with at most ``goal`` findings of which ``kept`` stays and one other, or one group, changes; else None."""
        for names in self._steps(self.asked(verdict) - {kept}, kept):
            for changed in self._changes(options, names):
                if self.judge.cost(changed, goal) <= goal:
                    return changed
        return None

    def asked(self, verdict: Verdict) -> frozenset[str]:
        """The options that were asked for in or before a deal with a finding, and that may change."""
        last = {place.session: place for place in verdict.faults}
        if not verdict.read:
            return frozenset(self.choices)
        met = {name for place, read in verdict.read.items() if place.session in last and place <= last[place.session] for name in read}
        return frozenset(met | {name for name in ("first_deal", "start_score", "short_pack") if name in self.choices}) & self.choices.keys()

    def _steps(self, asked: frozenset[str], kept: str) -> Iterator[tuple[str, ...]]:
        yield from ((name,) for name in self.choices if name in asked)
        for group in GROUPS.get(self.game.key, ()):
            names = tuple(name for name in group if name in self.choices and name != kept)
            if len(names) > 1 and asked.intersection(names):
                yield names

    def _try(self, options: Any, cost: int, names: tuple[str, ...]) -> tuple[Any, int]:
        """All values of these options; what gives the fewest findings, the present ones when nothing is better."""
        best = options
        for changed in self._changes(options, names):
            found = self.judge.cost(changed, cost - 1)
            if found < cost:
                best, cost = changed, found
        return best, cost

    def _changes(self, options: Any, names: tuple[str, ...]) -> Iterator[Any]:
        for held in product(*(self.choices[name] for name in names)):
            changed = options._replace(**{name: value.held for name, value in zip(names, held, strict=True)})
            if changed != options:
                yield changed

    def _pairs(self, options: Any, cost: int) -> tuple[Any, int]:
        """Two options at once, where one alone does not help; those with the fewest values first."""
        budget = PAIRS
        better = True
        while better and cost:
            better = False
            verdict = self.judge.verdict(options)
            asked = sorted({name for place in verdict.faults for name in verdict.read[place]} & self.choices.keys())
            for names in sorted(combinations(asked, 2), key=lambda pair: len(self.choices[pair[0]]) * len(self.choices[pair[1]])):
                for changed in self._changes(options, names):
                    budget -= 1
                    if budget < 0:
                        return options, cost
                    if self.judge.helps(changed, verdict) and self.judge.cost(changed, cost - 1) < cost:
                        options, cost = self.descend(changed)
                        better = True
                        break
                if better:
                    break
        return options, cost


__all__ = ["Choices", "Search"]
