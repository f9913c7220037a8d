"""A report to hand to a tournament director: Markdown, one section a finding, with the proof."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kratzen_log.auditor.auditing import Report
from kratzen_log.auditor.excerpt import entries
from kratzen_log.auditor.findings import Finding
from kratzen_log.auditor.report_text import in_brief, named, place, say
from kratzen_log.cards import name, parse
from kratzen_log.games._game import paragraphs
from kratzen_log.log.model import Deal
from kratzen_log.texts import table
from kratzen_log.texts.safe import change, markdown


def render(reports: Iterable[Report], lang: str = "en") -> str:
    """All files, each with its findings and what the faulty deals moved."""
    parts = [f"# {say('title', lang)}"]
    for report in reports:
        parts += _file(report, lang)
    return "\n\n".join(parts) + "\n"


def _file(report: Report, lang: str) -> list[str]:
    head = f"## {markdown(named(report.path, lang))}"
    verdict = say("clean" if report.verdict == "clean" else "verdict_" + report.verdict, lang)
    plays = report.plays
    rows = [
        (say("sessions", lang), report.sessions), (say("deals", lang), report.deals),
        (say("legal_plays", lang), plays.legal), (say("illegal_plays", lang), plays.illegal),
        (say("undetermined_plays", lang), plays.undetermined), (say("findings", lang), len(report.findings)),
    ]
    count = "\n".join([f"| {say('what', lang)} | {say('how_many', lang)} |", "|---|---:|", *(f"| {label} | {number} |" for label, number in rows)])
    parts = [head, f"**{verdict}**", count]
    for number, (finding, more) in enumerate(in_brief(report), 1):
        parts += _finding(report, finding, number, lang)
        parts += [say("more_open", lang, n=more)] if more else []
    if report.truncated:
        parts.append(say("truncated", lang, n=len(report.findings), path=markdown(named(report.path, lang))))
    return parts + _impacts(report, lang)


def _finding(report: Report, finding: Finding, number: int, lang: str) -> list[str]:
    parts = [f"### {number}. {table('findings')[finding.code]['title'][lang]} (`{finding.code}`)"]
    parts.append(f"{markdown(place(finding, lang))}. **{markdown(finding.message)}.**")
    shown = report.deals_shown.get((finding.session or 0, finding.record if finding.record is not None else -1))
    if shown is not None and finding.trick is not None and isinstance(shown.entry.record, Deal):
        parts += _trick(shown.entry.record, finding, lang)
    facts = [(say("fact_" + key, lang), finding.facts[key]) for key in ("held", "legal", "must_beat", "proof", "among") if finding.facts.get(key)]
    if facts:
        parts.append("\n".join(f"- {label}: {_cards(value, lang)}" for label, value in facts))
    rule = paragraphs().get(finding.rule or "")
    if rule is not None:
        parts.append(f"> **{rule.id}, {rule.title[lang]}.** {markdown(rule.text[lang])}")
    if finding.acknowledged:
        parts.append(say("acknowledged", lang))
    if finding.proven_by is not None:
        parts.append(say("proven", lang, **finding.proven_by))
    if finding.severity != "info":
        parts.append(table("findings")[finding.code]["do"][lang])
    return parts


def _cards(value: Any, lang: str) -> str:
    many = value if isinstance(value, list) else [value]
    return ", ".join(f"{name(parse(card), lang, 'german' if card[0] in 'ELHSW' else 'french')} ({card})" for card in many)


def _trick(record: Deal, finding: Finding, lang: str) -> list[str]:
    assert finding.trick is not None
    tricks = record.tricks if isinstance(record.tricks, list) else []
    if finding.trick > len(tricks):
        return []
    shown = entries(tricks[finding.trick - 1], finding)
    heads, cells = [], []
    number = shown.first
    for at, part in enumerate(shown.parts):
        taken = part.startswith(">")
        heads.append(say("taken_by", lang) if taken else part if part == "…" else say("card", lang, n=number))
        cells.append(f"**{markdown(part)}** ⟵" if at == shown.marked and not taken else markdown(part))
        number += not taken and part != "…"
    return ["\n".join([f"| {' | '.join(heads)} |", "|" + "---|" * len(heads), f"| {' | '.join(cells)} |"])]


def _impacts(report: Report, lang: str) -> list[str]:
    unlike = [impact for impact in report.impacts if impact.unlike]
    parts = [f"### {say('impacts', lang)}"] if unlike else []
    for session in sorted({impact.session for impact in unlike}):
        rows = [impact for impact in unlike if impact.session == session]
        names = [markdown(name) for name in rows[0].players]
        lines = [f"| {say('column_deal', lang)} | | {' | '.join(names)} | |", "|---:|---|" + "---:|" * len(names) + "---|"]
        for impact in rows:
            note = "" if impact.certain else say("uncertain", lang)
            lines.append(f"| {impact.deal} | {say('recorded', lang)} | {_amounts(impact.recorded)} | |")
            lines.append(f"| | {say('by_rules', lang)} | {_amounts(impact.by_rules, impact.unlike)} | {note} |")
        parts.append("\n".join(lines))
    return parts


def _amounts(amounts: list[int] | None, bold: list[int] | None = None) -> str:
    return " | ".join(f"**{change(amount)}**" if seat in (bold or ()) else change(amount) for seat, amount in enumerate(amounts or ()))
