"""A deal judged stage by stage, in all readings that stand: the ones with the fewest faults go on (FINDINGS)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kratzen_log.games._game import Game, Phase
from kratzen_log.reading import certainty, opening, scoring, swaps, talk, tricks
from kratzen_log.reading.facts import Breach, DealFacts, Setting
from kratzen_log.reading.world import UNKNOWN, WORLDS, Standing, World, settle_on

Stage = Callable[[DealFacts, Setting, World], list[World] | None]
_STAGES: Final[dict[Phase, Stage]] = {
    Phase.BIDS: talk.bids, Phase.TRUMP: talk.trump, Phase.MUSS: talk.muss, Phase.DISCARD: talk.discard,
    Phase.CALLS: talk.calls, Phase.DEALER_CALL: talk.dealer_call, Phase.EXCHANGE: swaps.exchange,
    Phase.TRICKS: tricks.tricks, Phase.TAKEN: scoring.taken, Phase.POT: scoring.pot, Phase.DELTA: scoring.delta,
    Phase.CARRY: scoring.carry,
}


def stages(game: Game) -> tuple[Stage, ...]:
    """The stages of judging a deal of a game, in order."""
    return (opening.dealer, opening.seats, opening.cards, *(_STAGES[phase] for phase in game.phases))


def judge_deal(
    facts: DealFacts, s: Setting, standing: Standing, room: int = WORLDS, limit: int | None = None
) -> list[tuple[World, Standing]]:
    """The readings of a deal with the fewest faults, the recorded one first, and what the session then stands at.

    At most ``room`` readings are followed at once. With a ``limit`` nothing is given as soon as every reading has more
    faults than that. Raises ``Overflow`` when an amount passes the limit.
    """
    worlds = opening.number(facts, s, standing)
    for world in worlds:
        for slip in facts.slips:
            world.add(slip)
        if standing.over:
            world.add(Breach("deal.after-end", "K-7" if s.game.has_pot else "S-6", facts={"reasons": s.game.reason_names(standing.reasons)}))
    for stage in stages(s.game):
        forked: list[World] = []
        for world in worlds:
            after = stage(facts, s, world)
            forked += [world] if after is None else after
        worlds = settle_on(forked, room)
        if limit is not None and min(world.cost for world in worlds) > limit:
            return []
    done = [end for world in worlds for end in scoring.totals(facts, s, world)]
    low = min(world.cost for world, _after in done)
    best = [(world, after) for world, after in done if world.cost == low]
    for world in dict.fromkeys(world for world, _after in best):
        if world.trump != UNKNOWN:
            certainty.proven(facts, s, world, s.game.tables(s.options, world.trump))
    return best
