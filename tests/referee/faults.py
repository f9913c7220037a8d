"""Planting exactly one fault in a lawful session.

`plant(records, rng, kind)` gives the faulty records and the one finding an audit must give, or None
when this session does not take the fault, or when its finding would not be certain: every planted
log is read by the brute-force judge, and all its best readings must be that one finding.

`KINDS` maps each kind's name to a `Kind`: the planter, the sentence of FINDINGS.md (or FORMAT.md)
that forces its finding, and `weak` where the pages leave the code or place open to argument.
"""

import copy
import random
from typing import Any

from . import (
    faults_deal,
    faults_duty,
    faults_log,
    faults_missing,
    faults_play,
    faults_score,
    faults_swap,
    faults_talk,
)
from .dress import in_notation, uses_french
from .faults_tools import Kind
from .generate import session
from .judge import judging
from .logs import Records, is_sealed, seal, unseal
from .readings import Finding, best_readings

_ALL: list[Kind] = [
    *faults_log.KINDS,
    *faults_deal.KINDS,
    *faults_missing.KINDS,
    *faults_talk.KINDS,
    *faults_swap.KINDS,
    *faults_duty.KINDS,
    *faults_play.KINDS,
    *faults_score.KINDS,
]

KINDS: dict[str, Kind] = {kind.name: kind for kind in _ALL}
WEAK = [kind.name for kind in _ALL if kind.weak]


def plant(
    records: Records, rng: random.Random, kind: str, *, attempts: int = 4
) -> tuple[Records, Finding] | None:
    """Plant one fault of a kind; the given records are not changed."""
    french = uses_french(records)
    sealed = is_sealed(records)
    for _ in range(attempts):
        fresh = in_notation(copy.deepcopy(records), french=False)
        planted = KINDS[kind].plant(fresh, rng)
        if planted is None:
            continue
        done, finding = planted
        if not is_certain(done, finding):
            continue
        if french:
            done = in_notation(done, french=True)
        if sealed:
            whole = done[0].get("type") == "session" and done[-1].get("type") == "end"
            done = seal(done) if whole else unseal(done)
        return done, finding
    return None


# Kinds that few sessions take, with what makes a session take them.
HELPFUL: dict[str, dict[str, Any]] = {
    "call.dealer-call/unknown": {
        "game": "kratzen",
        "rules": {"dealer_calls": True, "exchange": 2, "exchange_in_muss": True},
    },
    "call.order/not-dealt-in": {"game": "kratzen", "mode": "tiebreak"},
    "deal.card-unknown": {"game": "schnellen", "rules": {"short_pack": True}, "players": 4},
    "deal.in/carried": {"game": "kratzen", "mode": "tiebreak"},
    "score.end/no-tiebreak": {"game": "kratzen", "mode": "tiebreak"},
    "exchange.fee": {
        "game": "kratzen",
        "mode": "short",
        "rules": {
            "short_stack": "partial",
            "exchange": 2,
            "exchange_in_muss": True,
            "exchange_fee": 3,
            "first_deal": "normal",
        },
    },
    "exchange.too-many": {
        "game": "kratzen",
        "rules": {"exchange": 1, "exchange_in_muss": True},
    },
    "exchange.too-many/rest": {"game": "schnellen", "rules": {"exchange": True}},
    "exchange.ace/not-shown": {"game": "schnellen", "rules": {"exchange": True}},
    "exchange.ace/four-without": {"game": "schnellen", "rules": {"exchange": True}},
    "exchange.away": {"game": "schnellen", "rules": {"exchange": True}},
    "exchange.draw/not-the-top": {"rules": {"exchange": True}, "game": "schnellen"},
    "bid.low/counted": {"game": "schnellen", "rules": {"bidding": True}},
    "bid.low/not-counted": {"game": "schnellen", "rules": {"bidding": True}},
    "bid.value": {"game": "schnellen", "rules": {"bidding": True}},
    "deal.trump/nobody-named-it": {"game": "schnellen", "rules": {"bidding": True}},
    "call.bidder-out/slip": {"game": "schnellen", "rules": {"bidding": True}},
    "call.bidder-out/carried": {"game": "schnellen", "rules": {"bidding": True}},
    "call.out-forced/slip": {"game": "schnellen", "rules": {"forced_clubs": True}},
    "call.out-forced/carried": {"game": "schnellen", "rules": {"forced_clubs": True}},
    "deal.discard/not-held": {"game": "schnellen", "rules": {"bidding": False}},
    "deal.discard/number": {"game": "schnellen", "rules": {"bidding": False}},
}


def example(kind: str, seed: int, tries: int = 300) -> tuple[Records, Finding] | None:
    """A session with one fault of a kind, from the first of `tries` sessions that takes it."""
    helpful = dict(HELPFUL.get(kind, {}))
    game = helpful.pop("game", None)
    for nth in range(tries):
        records = session(seed * 1000 + nth, game, **helpful)
        planted = plant(records, random.Random(f"{kind} {seed} {nth}"), kind)
        if planted is not None:
            return planted
    return None


def is_certain(records: Records, finding: Finding) -> bool:
    """Whether every best reading of the records is this one finding (as the judge sees it)."""
    found = best_readings(judging(records), most=1, patience=4000)
    return len(found) == 1 and len(found[0]) == 1 and agrees(finding, found[0][0])


def agrees(expected: Finding, finding: Finding) -> bool:
    """Whether a finding is the expected one; keys that are absent there are not fixed."""
    return all(finding.get(key) == value for key, value in expected.items())
