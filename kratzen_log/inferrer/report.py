"""What was found out about the rules, as a table for people and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from kratzen_log.games import GAMES
from kratzen_log.inferrer.inferring import Fit, Inference, Inferred
from kratzen_log.inferrer.judging import Place
from kratzen_log.texts import listed, table

SHOWN = 6
"""How many deals a line of the table names."""


def _say(key: str, lang: str, **facts: Any) -> str:
    text: str = table("words")["infer"][key][lang]
    return text.format(**facts)


def text(found: Inference, lang: str) -> str:
    """The table: what is certain with the deals that decide it, what is not, the findings left."""
    game = GAMES[found.game].title[lang]
    counts = {"sessions": _many("session", found.sessions, lang), "deals": _many("deal", found.deals, lang)}
    lines = [_say("head", lang, game=game, **counts), _say("clean" if not found.findings else "left", lang, n=found.findings), ""]
    fixed = [option for option in found if option.fixed]
    certain = [option for option in found if option.decided and not option.fixed]
    open_ = [option for option in found if not option.decided and not option.fixed]
    for key, options in (("fixed", fixed), ("certain", certain), ("open", open_)):
        if options:
            lines += [_say(key, lang), *(_line(found, option, lang) for option in options), ""]
    if any(option.stated is not UNSET for option in found):
        lines += [_say("stated", lang), ""]
    for place, codes in found.faults.items():
        lines.append(_say("fault", lang, deal=_place(found, place), codes=", ".join(codes)))
    if found.faults:
        lines += [_say("audit", lang, rules=" ".join(f"--rule {name}={_word(value)}" for name, value in found.rules.items() if name != "version"))]
    return "\n".join(lines).rstrip()


def _many(key: str, number: int, lang: str) -> str:
    return _say(key if number == 1 else f"{key}s", lang, n=number)


def _line(found: Inference, option: Inferred, lang: str) -> str:
    """One option: its values, the deals that decide it, its paragraph."""
    star = "*" if option.stated is not UNSET else " "
    fits = _fits(option, lang)
    deals = _deals(found, option.deals, lang)
    return f" {star}{option.name:17} {option.rule:6} {fits:34} {deals}".rstrip()


def _fits(option: Inferred, lang: str) -> str:
    spec_low = min((fit.value for fit in option.fits if fit.open and isinstance(fit.value, int)), default=None)
    if spec_low in (0, 1) and not option.misfits and not option.fixed:
        return _say("any", lang)
    return ", ".join(_fit(fit, lang) for fit in option.fits)


def _fit(fit: Fit, lang: str) -> str:
    word = _word(fit.value)
    if fit.open:
        word = _say("or_more", lang, n=word)
    elif fit.last is not None:
        word = f"{word}–{fit.last}"
    if fit.together:
        word += " " + _say("with", lang, what=", ".join(f"{name}={_word(value)}" for name, value in fit.together.items()))
    return word


def _word(value: Any) -> str:
    """A value as ``--rule`` takes it."""
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _place(found: Inference, place: Place) -> str:
    return str(place.deal) if found.sessions == 1 else f"{place.session + 1}:{place.deal}"


def _deals(found: Inference, places: Sequence[Place], lang: str) -> str:
    """The deals that decide an option, the first few by number."""
    if not places:
        return ""
    names = [_place(found, place) for place in places[:SHOWN]]
    rest = len(places) - len(names)
    if rest:
        names.append(_say("more", lang, n=rest))
    return _say("deals_are" if len(places) > 1 else "deal_is", lang, deals=listed(names, lang))


def as_json(found: Inference) -> str:
    """All that was found, as one line of JSON."""
    out = {
        "game": found.game, "sessions": found.sessions, "deals": found.deals, "findings": found.findings, "rules": found.rules,
        "faults": [{**_where(place), "codes": list(codes)} for place, codes in found.faults.items()],
        "options": [_option(option) for option in found],
    }
    return msgspec.json.encode(out).decode()


def _where(place: Place) -> dict[str, int]:
    return {"session": place.session, "deal": place.deal}


def _option(option: Inferred) -> dict[str, Any]:
    out: dict[str, Any] = {
        "name": option.name, "rule": option.rule, "best": option.best, "decided": option.decided, "fixed": option.fixed,
        "fits": [_value(fit) | ({"together": fit.together} if fit.together else {}) for fit in option.fits],
        "misfits": [
            _value(misfit) | {"more": misfit.more, "codes": list(misfit.codes), "deals": [_where(place) for place in misfit.deals]}
            for misfit in option.misfits
        ],
        "deals": [_where(place) for place in option.deals],
    }
    if option.stated is not UNSET:
        out["stated"] = option.stated
    return out


def _value(one: Any) -> dict[str, Any]:
    """A value, and the range it stands for."""
    out = {"value": one.value}
    if one.last is not None:
        out["last"] = one.last
    return out | ({"open": True} if one.open else {})
