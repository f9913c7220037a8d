"""``kratzen explain``."""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Sequence
from textwrap import fill
from typing import Any, Final

from kratzen_log.cli import sections
from kratzen_log.cli.common import UsageError, write_text
from kratzen_log.games import GAMES
from kratzen_log.games._game import Count, Game, Rule, Spec, paragraphs
from kratzen_log.texts import table

_RULER: Final = "\n\n" + "─" * 80 + "\n\n"


def explain(args: argparse.Namespace) -> int:
    """A paragraph, a finding, a game's options, a word; without a term the list of all."""
    terms = [term.strip() for term in args.term if term.strip()]
    write_text(None, explanations(terms, args.lang) if terms else everything(args.lang))
    return 0


def explanations(terms: Sequence[str], lang: str) -> str:
    """Several terms, or one of several words. Raises ``UsageError`` for one nobody knows."""
    whole = " ".join(terms)
    if len(terms) > 1 and not _parts(whole, lang):
        return _RULER.join(explanation(term, lang) for term in terms)
    return explanation(whole, lang)


def explanation(term: str, lang: str) -> str:
    """What a term means. Raises ``UsageError`` with near terms for one nobody knows."""
    parts = _parts(term, lang)
    if parts:
        return _RULER.join(parts)
    known = [*table("findings"), *_words(), *(rule.lower() for rule in paragraphs()), *GAMES]
    near = difflib.get_close_matches(term.lower(), known, 3, 0.5)
    if near:
        raise UsageError(f"nothing is called {term!r}; near it: {', '.join(near)} (kratzen explain lists everything)")
    raise UsageError(f"nothing is called {term!r} (kratzen explain lists everything)")


def _parts(term: str, lang: str) -> list[str]:
    """All that goes by a name."""
    key = term.lower()
    findings = table("findings")
    words = _words()
    parts = [paragraph(rule, lang) for rule in paragraphs().values() if rule.id.lower() == key]
    if key in findings:
        parts.append(finding(key, findings[key], lang))
    if key in GAMES:
        parts.append(options(GAMES[key], lang))
    if key in words:
        parts.append(entry(words[key], lang))
    for game in GAMES.values():
        parts += [
            options(game, lang, option.name) + "\n\n" + paragraph(paragraphs()[option.rule], lang)
            for option in game.options if option.name == key
        ]
    group = [f"{code:24} {findings[code]['title'][lang]}" for code in findings if code.startswith(key + ".")]
    if group:
        parts.append("\n".join(group))
    return parts


def _words() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for key, row in table("glossary").items():
        for name in (key, row["name"]["en"], row["name"]["de"], *row.get("aliases", ())):
            found.setdefault(str(name).lower(), row)
    return found


def paragraph(rule: Rule, lang: str) -> str:
    """A paragraph of the rules in its sections."""
    return "\n\n".join([f"{rule.id}  {rule.title[lang]}", *map(str, sections.of_paragraph(rule, lang))])


def finding(code: str, row: dict[str, Any], lang: str) -> str:
    """A finding in its sections."""
    severity = table("words")["report"][row["severity"]][lang]
    return "\n\n".join([f"{code}  {row['title'][lang]} ({severity})", *map(str, sections.of_finding(code, row, lang))])


def options(game: Game, lang: str, only: str = "") -> str:
    """The options of a game: values, default, paragraph."""
    head = table("words")["explain"]["options"][lang].format(game=game.title[lang])
    rows = []
    for option in game.options:
        if only in ("", option.name):
            default = option.spec.write(getattr(game.defaults, option.name))
            shown = "null" if default is None else str(default).lower() if isinstance(default, bool) else str(default)
            title = paragraphs()[option.rule].title[lang]
            rows.append(f"  {option.name:18} {values(option.spec, lang):26} {shown:12} {option.rule:6} {title}")
    return "\n".join([head, "", *rows])


def values(spec: Spec, lang: str) -> str:
    """The values of an option: ``muss | normal``, ``1 or more``."""
    if not isinstance(spec, Count):
        return str(spec)
    words = table("words")["explain"]
    key = "or_more" if spec.endless else "to"
    return ("null | " if spec.null else "") + str(words[key][lang].format(low=spec.low, high=spec.high))


def entry(row: dict[str, Any], lang: str) -> str:
    """A word of the glossary."""
    rules = f" ({', '.join(row['rules'])})" if row.get("rules") else ""
    return f"{row['name'][lang]}{rules}\n\n{fill(row[lang], 80, break_on_hyphens=False)}"


def everything(lang: str) -> str:
    """All that can be explained."""
    words = table("words")["explain"]
    parts = [words["paragraphs"][lang], *(f"  {rule.id:7} {rule.title[lang]}" for rule in paragraphs().values())]
    parts += ["", words["findings"][lang], *(f"  {code:22} {row['title'][lang]}" for code, row in table("findings").items())]
    names = sorted((row["name"][lang] for row in table("glossary").values()), key=str.lower)
    parts += ["", words["words"][lang], fill(", ".join(names), 80, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)]
    parts += ["", words["games"][lang], *(f"  {key}" for key in GAMES)]
    return "\n".join(parts)
