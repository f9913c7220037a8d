"""``kratzen explain``."""

from __future__ import annotations

import argparse
import difflib
from textwrap import fill
from typing import Any

from kratzen_log.cli.common import UsageError, write_text
from kratzen_log.games import GAMES
from kratzen_log.games._game import Game, Rule, paragraphs
from kratzen_log.texts import table


def explain(args: argparse.Namespace) -> int:
    """A paragraph, a finding, a game's options, a word; without a term the list of all."""
    term = " ".join(args.term).strip()
    write_text(None, explanation(term, args.lang) if term else everything(args.lang))
    return 0


def explanation(term: str, lang: str) -> str:
    """What a term means. Raises ``UsageError`` with near terms for one nobody knows."""
    key = term.lower()
    findings = table("findings")
    words = _words()
    parts = [paragraph(rule, lang) for rule in paragraphs().values() if rule.id.lower() == key]
    if key in findings:
        parts.append(finding(key, findings[key], lang))
    if key in words:
        parts.append(entry(words[key], lang))
    if key in GAMES:
        parts.append(options(GAMES[key], lang))
    for game in GAMES.values():
        parts += [
            options(game, lang, option.name) + "\n\n" + paragraph(paragraphs()[option.rule], lang)
            for option in game.options if option.name == key
        ]
    group = [f"{code:24} {findings[code]['title'][lang]}" for code in findings if code.startswith(key + ".")]
    if group:
        parts.append("\n".join(group))
    if parts:
        return ("\n\n" + "─" * 80 + "\n\n").join(parts)
    known = [*findings, *words, *(rule.lower() for rule in paragraphs()), *GAMES]
    near = difflib.get_close_matches(key, known, 3, 0.5)
    hint = f"; near it: {', '.join(near)}" if near else ""
    raise UsageError(f"nothing is called {term!r}{hint} (kratzen explain lists everything)")


def _words() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for key, row in table("glossary").items():
        for name in (key, row["name"]["en"], row["name"]["de"], *row.get("aliases", ())):
            found.setdefault(str(name).lower(), row)
    return found


def _wrapped(text: str) -> str:
    return fill(text, 80, break_on_hyphens=False)


def paragraph(rule: Rule, lang: str) -> str:
    """A paragraph of the rules, and why it was decided so where the text left it open."""
    parts = [f"{rule.id}  {rule.title[lang]}", _wrapped(rule.text[lang])]
    if rule.doubt:
        label = table("words")["explain"]["doubt_" + rule.doubt.lower()][lang]
        parts.append(_wrapped(f"{label} {rule.why.get(lang, '')}".strip()))
    return "\n\n".join(parts)


def finding(code: str, row: dict[str, Any], lang: str) -> str:
    """A finding: what it says, why it matters, what to do, an example."""
    words = table("words")["explain"]
    severity = table("words")["report"][row["severity"]][lang]
    parts = [f"{code}  {row['title'][lang]} ({severity})"]
    parts += [f"{words[key][lang]}\n{_wrapped(row[key][lang])}" for key in ("means", "why", "do")]
    parts.append(f"{words['example'][lang]}\n" + "\n".join("  " + line for line in row["example"].strip().splitlines()))
    return "\n\n".join(parts)


def options(game: Game, lang: str, only: str = "") -> str:
    """The options of a game: values, default, paragraph."""
    head = table("words")["explain"]["options"][lang].format(game=game.title[lang])
    rows = []
    for option in game.options:
        if only in ("", option.name):
            default = option.spec.write(getattr(game.defaults, option.name))
            shown = "null" if default is None else str(default).lower() if isinstance(default, bool) else str(default)
            title = paragraphs()[option.rule].title[lang]
            rows.append(f"  {option.name:18} {option.spec!s:26} {shown:12} {option.rule:6} {title}")
    return "\n".join([head, "", *rows])


def entry(row: dict[str, Any], lang: str) -> str:
    """A word of the glossary."""
    rules = f" ({', '.join(row['rules'])})" if row.get("rules") else ""
    return f"{row['name'][lang]}{rules}\n\n{_wrapped(row[lang])}"


def everything(lang: str) -> str:
    """All that can be explained."""
    words = table("words")["explain"]
    parts = [words["paragraphs"][lang], *(f"  {rule.id:7} {rule.title[lang]}" for rule in paragraphs().values())]
    parts += ["", words["findings"][lang], *(f"  {code:22} {row['title'][lang]}" for code, row in table("findings").items())]
    names = sorted((row["name"][lang] for row in table("glossary").values()), key=str.lower)
    parts += ["", words["words"][lang], fill(", ".join(names), 80, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)]
    parts += ["", words["games"][lang], *(f"  {key}" for key in GAMES)]
    return "\n".join(parts)
