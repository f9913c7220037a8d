"""What is known of every card played: legal, illegal or undetermined. The audit counts it and the replay shows it."""

from __future__ import annotations

from typing import Final, Literal

from kratzen_log.reading.duties import ILLEGAL_PLAYS
from kratzen_log.reading.session import Judged

Verdict = Literal["legal", "illegal", "undetermined"]
_DOUBTFUL: Final = frozenset({"deal.card-twice", "deal.card-unknown"})
"""Findings after which nobody knows which card was played."""


def verdicts(judged: Judged) -> dict[tuple[int, int], Verdict]:
    """The verdict of every recorded play of a deal by trick and place, both from 1.

    A play is illegal where a finding says so and legal where the reading judged it and found nothing; a card that
    does not count, cannot be read or cannot have been that card is undetermined. Empty where nothing was judged.
    """
    w, d = judged.reading, judged.facts
    if w is None or d is None:
        return {}
    illegal = {(breach.trick, breach.play) for breach in judged.breaches if breach.code in ILLEGAL_PLAYS}
    doubtful = {(breach.trick, breach.play) for breach in judged.breaches if breach.code in _DOUBTFUL}
    out: dict[tuple[int, int], Verdict] = {}
    for number, plays in enumerate(d.tricks, 1):
        for play in plays:
            here = (number, play.place)
            if here in illegal or (number, 0) in illegal:
                out[here] = "illegal"
            elif here in doubtful or (w.lawful is not None and here not in w.lawful):
                out[here] = "undetermined"
            else:
                out[here] = "legal"
    return out
