"""Reports for a terminal, in the manner of a good compiler: sentence, place, the trick with the card marked, the rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from textwrap import fill
from typing import Final

import msgspec

from kratzen_log.auditor.auditing import Impact, Report
from kratzen_log.auditor.findings import Finding
from kratzen_log.games._game import paragraphs
from kratzen_log.log.model import Deal
from kratzen_log.texts import table
from kratzen_log.texts.safe import terminal

WIDTH: Final = 100
_STYLES: Final = {"error": "1;31", "warning": "1;33", "info": "1;36", "dim": "2", "bold": "1", "good": "1;32"}


class Paint:
    """Colour, only where asked for."""

    def __init__(self, *, colour: bool) -> None:
        self.colour = colour

    def __call__(self, style: str, text: str) -> str:
        """The text in a style."""
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if self.colour else text


def say(key: str, lang: str, **values: object) -> str:
    """A sentence of the report's frame."""
    text: str = table("words")["report"][key][lang]
    return text.format(**values)


def render(reports: Iterable[Report], lang: str = "en", *, colour: bool = False, skipped: int = 0) -> str:
    """All findings of all files, and a summary."""
    paint = Paint(colour=colour)
    reports = list(reports)
    advised: set[str] = set()
    blocks = []
    for report in reports:
        for finding in report.findings:
            blocks.append(finding_block(report, finding, lang, paint, advise=finding.code not in advised))
            advised.add(finding.code)
    blocks += [house_rules(report, lang) for report in reports if report.findings]
    blocks += [_impacts(report, lang, paint) for report in reports if report.impacts]
    blocks.append(_summary(reports, lang, paint))
    if skipped:
        blocks.append(say("skipped_files", lang, n=skipped))
    return "\n\n".join(block for block in blocks if block)


def house_rules(report: Report, lang: str) -> str:
    """The house rules a log was judged by, as far as they differ from their defaults; nothing where none does."""
    told: list[str] = []
    for rules in report.house_rules:
        text = ", ".join(f"{name} = {msgspec.json.encode(value).decode().strip(chr(34))}" for name, value in rules.items())
        if text and text not in told:
            told.append(text)
    path = terminal(report.path) or say("log", lang)
    lines = [say("house_rules", lang, path=path, rules=text) for text in told[:3]]
    return "\n".join(fill(line, WIDTH, subsequent_indent="  ") for line in lines)


def place(finding: Finding, lang: str) -> str:
    """``file:line: deal 3, trick 2, card 4`` as far as each applies."""
    where = terminal(finding.file) if finding.file else say("log", lang)
    if finding.line is not None:
        where += f":{finding.line}"
        if finding.column is not None and finding.column > 1:
            where += f":{finding.column}"
    parts = []
    if finding.deal is not None:
        parts.append(say("deal", lang, n=finding.deal))
    if finding.trick is not None:
        parts.append(say("trick", lang, n=finding.trick))
    if finding.play is not None:
        parts.append(say("card", lang, n=finding.play))
    return where + (": " + ", ".join(parts) if parts else "")


def finding_block(report: Report, finding: Finding, lang: str, paint: Paint, *, advise: bool = True) -> str:
    """One finding, over several lines; ``advise`` adds what to do."""
    head = f"{paint(finding.severity, say(finding.severity, lang))} {paint('bold', finding.code)}: {terminal(finding.message)}"
    lines = [head, f"  {paint('dim', '-->')} {place(finding, lang)}"]
    lines += [f"   {paint('dim', '|')}  {line}" for line in _excerpt(report, finding, lang, paint)]
    if finding.rule:
        rule = paragraphs().get(finding.rule)
        title = rule.title[lang] if rule else ""
        lines.append(f"   {paint('dim', '=')}  {finding.rule}: {title}")
    if finding.acknowledged:
        lines.append(f"   {paint('dim', '=')}  {say('acknowledged', lang)}")
    if finding.severity != "info" and advise:
        text = fill(table("findings")[finding.code]["do"][lang], WIDTH, initial_indent="      ", subsequent_indent="      ")
        lines.append(f"   {paint('dim', '=')}  {text.lstrip()}")
    return "\n".join(lines)


def _excerpt(report: Report, finding: Finding, lang: str, paint: Paint) -> list[str]:
    """The trick with the card marked, or the line with a caret."""
    shown = report.deals_shown.get((finding.session or 0, finding.record if finding.record is not None else -1))
    if shown is not None and finding.trick is not None:
        return _trick(shown.entry.record, finding, lang, paint)
    if finding.line is not None and finding.column is not None and finding.line in report.lines:
        return _line(report.lines[finding.line], finding.column, paint)
    return []


def _trick(record: Deal, finding: Finding, lang: str, paint: Paint) -> list[str]:
    assert finding.trick is not None
    tricks = record.tricks if isinstance(record.tricks, list) else []
    if finding.trick > len(tricks):
        return []
    parts = terminal(tricks[finding.trick - 1]).split()
    text = "  ".join(parts)
    plays = [part for part in parts if not part.startswith(">")]
    marked = -1
    if finding.play is not None and finding.play <= len(plays):
        marked = parts.index(plays[finding.play - 1]) if plays.count(plays[finding.play - 1]) == 1 else finding.play - 1
    elif finding.code == "score.trick":
        marked = next((at for at, part in enumerate(parts) if part.startswith(">")), -1)
    if marked < 0:
        return [text]
    start = sum(len(part) + 2 for part in parts[:marked])
    note = ""
    legal = finding.facts.get("legal")
    if legal:
        note = " " + say("legal", lang, cards=" ".join(legal))
    return [text, " " * start + paint(finding.severity, "^" * len(parts[marked])) + note]


def _line(data: bytes, column: int, paint: Paint) -> list[str]:
    """A window of the line around the byte column, and a caret under it."""
    at = column - 1
    start = max(0, at - 40)
    before = terminal(data[start:at].decode("utf-8", "replace").replace("\ufffd", "·"))
    after = terminal(data[at : at + 40].decode("utf-8", "replace").replace("\ufffd", "·"))
    lead = "…" if start else ""
    return [lead + before + after + ("…" if at + 40 < len(data) else ""), " " * len(lead + before) + paint("error", "^")]


def _impacts(report: Report, lang: str, paint: Paint) -> str:
    """What each faulty deal moved, beside what the rules give."""
    unlike = [impact for impact in report.impacts if impact.by_rules is not None and impact.recorded != impact.by_rules]
    if not unlike:
        return ""
    lines = [paint("bold", say("impacts", lang))]
    lines += [_impact(impact, lang) for impact in unlike[:20]]
    if len(unlike) > 20:
        lines.append(say("more", lang, n=len(unlike) - 20))
    return "\n".join(lines)


def _impact(impact: Impact, lang: str) -> str:
    recorded = " ".join(f"{amount:+d}" for amount in impact.recorded or [])
    ruled = " ".join(f"{amount:+d}" for amount in impact.by_rules or [])
    line = "  " + say("impact", lang, n=impact.deal, recorded=recorded or "?", ruled=ruled)
    return line if impact.certain else line + " " + say("uncertain", lang)


def _summary(reports: list[Report], lang: str, paint: Paint) -> str:
    grave = Counter(finding.severity for report in reports for finding in report.findings)
    deals = sum(report.deals for report in reports)
    sessions = sum(report.sessions for report in reports)
    lines = []
    codes = Counter(finding.code for report in reports for finding in report.findings if finding.severity != "info")
    if len(codes) > 1 or sum(codes.values()) > 3:
        lines += [f"  {count:>5}  {code}" for code, count in codes.most_common()]
    legal = sum(report.plays.legal for report in reports)
    illegal = sum(report.plays.illegal for report in reports)
    unknown = sum(report.plays.undetermined for report in reports)
    total = legal + illegal + unknown
    lines.append(say("read", lang, files=_count("file", len(reports), lang), sessions=_count("session", sessions, lang), deals=_count("deals", deals, lang), plays=_count("card_played", total, lang)))
    clean = sum(report.verdict == "clean" for report in reports)
    left_out = sum(report.left_out for report in reports)
    if clean == len(reports) and left_out:
        lines.append(say("left_out", lang, n=_count("finding", left_out, lang)))
    elif clean == len(reports):
        lines.append(paint("good", say("clean", lang)))
    else:
        errors, warnings = _count("errors", grave["error"], lang), _count("warnings", grave["warning"], lang)
        lines.append(paint("error" if grave["error"] else "warning", say("found", lang, errors=errors, warnings=warnings, clean=clean, files=_count("file", len(reports), lang))))
    for report in reports:
        if report.truncated:
            lines.append(say("truncated", lang, n=len(report.findings), path=terminal(report.path)))
        if report.skipped_bytes:
            lines.append(say("skipped", lang, n=report.skipped_bytes, path=terminal(report.path)))
    return "\n".join(lines)


def _count(key: str, number: int, lang: str) -> str:
    forms = table("words")["count"][key][lang]
    return f"{number:,} {forms[0] if number == 1 else forms[1]}" if lang == "en" else f"{number:,}".replace(",", ".") + f" {forms[0] if number == 1 else forms[1]}"
