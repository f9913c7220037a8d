"""The house rules: every option, its default first (RULES.md, sections K and S)."""

import random
from typing import Any

Rules = dict[str, Any]

KRATZEN: dict[str, list[Any]] = {
    "ante": [5, 1, 2, 3, 10],
    "short_stack": ["partial", "debt"],
    "first_deal": ["muss", "normal"],
    "muss": ["until-clean", "once"],
    "seven": ["muss", "ignore"],
    "bettler": [False, True],
    "dealer_calls": [False, True],
    "exchange": [0, 1, 2],
    "exchange_fee": [1, 0, 2, 3],
    "exchange_in_muss": [False, True],
    "head": ["none", "trumps", "always"],
    "weli": ["forced", "free"],
    "weli_rank": ["second", "highest"],
    "striker_quota": [2, 3, 4],
    "bettler_bonus": [2, 1, 3, 5],
    "unclaimed": ["carry", "redistribute"],
    "penalty": ["double-ante", "pot"],
    "target": [None],
    "max_deals": [None],
    "tiebreak": [True, False],
}

SCHNELLEN: dict[str, list[Any]] = {
    "start_score": [21, 15, 25, 7, 5, 3],
    "short_pack": [False, True],
    "forced_seven": [False, True],
    "forced_clubs": [False, True],
    "head_after_ruff": [True, False],
    "hearts_double": [False, True],
    "tie": ["lower", "shared"],
    "max_deals": [None],
    "exchange": [False, True],
    "bidding": [False, True],
}

BY_GAME = {"kratzen": KRATZEN, "schnellen": SCHNELLEN}


def defaults(game: str) -> Rules:
    """Every option of a game at its default."""
    return {name: values[0] for name, values in BY_GAME[game].items()}


def complete(game: str, given: Rules) -> Rules:
    """The rules of a table: the defaults with what the log says put over them."""
    rules = defaults(game)
    for name, value in given.items():
        if name in rules:
            rules[name] = value
    return rules


def option(game: str, rules: Rules, name: str) -> Any:
    """One option; the default when the rules do not mention it."""
    return rules.get(name, BY_GAME[game][name][0])


def value_is_known(game: str, name: str, value: Any) -> bool:
    """Whether an option may have this value at all (`rules.option`)."""
    if name not in BY_GAME[game]:
        return False
    first = BY_GAME[game][name][0]
    if name in ("target", "max_deals"):
        return value is None or _is_count(value)
    if name in ("exchange", "striker_quota"):
        return value in BY_GAME[game][name] and type(value) is type(first)
    if isinstance(first, bool):
        return isinstance(value, bool)
    if isinstance(first, int):
        return isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return value in BY_GAME[game][name]


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def draw(game: str, rng: random.Random, off: float) -> Rules:
    """Random rules: each option leaves its default with probability `off`."""
    rules: Rules = {}
    for name, values in BY_GAME[game].items():
        if len(values) > 1 and rng.random() < off:
            rules[name] = rng.choice(values[1:])
    return rules
