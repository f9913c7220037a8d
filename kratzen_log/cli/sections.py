"""An explanation in its fixed sections, for the terminal and for the pages made from it."""

from __future__ import annotations

from textwrap import fill, indent
from typing import Any, NamedTuple

from kratzen_log.games._game import Rule, paragraphs
from kratzen_log.texts import table


class Section(NamedTuple):
    """One section: its heading, a piece of a log, sentences, and lines that stand each for itself."""

    heading: str
    code: str = ""
    prose: str = ""
    lines: tuple[str, ...] = ()

    def __str__(self) -> str:
        code = [indent(self.code, "  ")] if self.code else []
        prose = [fill(self.prose, 80, break_on_hyphens=False)] if self.prose else []
        return "\n".join([self.heading, *code, *prose, *self.lines])

    def markdown(self) -> str:
        """The section as Markdown."""
        code = f"\n\n```\n{self.code}\n```" if self.code else ""
        prose = ("\n\n" if self.code else " ") + self.prose if self.prose else ""
        return f"*{self.heading}:*{code}{prose}" + "".join(f"\n- {line.strip()}" for line in self.lines)


def of_paragraph(rule: Rule, lang: str) -> list[Section]:
    """What it says, why it is so, an example, what would have been right, where it comes from."""
    words = table("words")["explain"]
    label = words["doubt_" + rule.doubt.lower()][lang] + " " if rule.doubt else ""
    return [
        Section(words["means"][lang], prose=rule.text[lang]), Section(words["reason"][lang], prose=label + rule.why[lang]),
        *_example(rule.id, lang, "breaks"), _source(rule.id, lang),
    ]


def of_finding(code: str, row: dict[str, Any], lang: str) -> list[Section]:
    """What it says, why it matters, what to do, an example, what would have been right, where it comes from."""
    words = table("words")["explain"]
    parts = [Section(words[key][lang], prose=row[key][lang]) for key in ("means", "why", "do")]
    return [*parts, *_example(code, lang, "example"), _source(code, lang)]


def _example(key: str, lang: str, label: str) -> list[Section]:
    """The part of a log that shows it, what an audit says of it, and the same part right."""
    words = table("words")["explain"]
    row = table("examples").get(key)
    if row is None:
        return []
    if "real" in row:
        return [Section(words["real"][lang], row["real"], row["says"][lang])]
    said = words["audit_says"][lang].format(message=row["says"][lang], code=row["code"]) if "says" in row else ""
    return [Section(words[label][lang], row["wrong"], said), Section(words["right"][lang], row["right"])]


def _source(key: str, lang: str) -> Section:
    """Pages and their section headings; a finding names its paragraphs and theirs."""
    words = table("words")["explain"]
    lines: list[str] = []
    for name in table("sources")[key]:
        if name in paragraphs():
            headings = ", ".join(_heading(one, lang) for one in table("sources")[name])
            lines.append(f"{name} {paragraphs()[name].title[lang]} ({headings})")
        else:
            lines.append(_heading(name, lang))
    return Section(words["source"][lang], lines=tuple(lines))


def _heading(name: str, lang: str) -> str:
    page, _, heading = name.partition(": ")
    text: str = table("words")["explain"][f"source_{page}"][lang]
    return text.format(heading=heading)
