"""Reports for a terminal, in the manner of a good compiler: sentence, place, the trick with the card marked, the rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

import msgspec

from kratzen_log.auditor.auditing import Impact, Report
from kratzen_log.auditor.excerpt import excerpt
from kratzen_log.auditor.findings import Finding
from kratzen_log.games._game import paragraphs
from kratzen_log.texts import grouped, table
from kratzen_log.texts.safe import change, terminal, wrap

WIDTH: Final = 80
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


def render(reports: Iterable[Report], lang: str = "en", *, colour: bool = False, skipped: int = 0, columns: int = WIDTH) -> str:
    """All findings of all files, and a summary, in so many columns."""
    paint = Paint(colour=colour)
    reports = list(reports)
    advised: set[str] = set()
    blocks = []
    for report in reports:
        for finding, more in in_brief(report):
            block = finding_block(report, finding, lang, paint, advise=finding.code not in advised, columns=columns)
            blocks.append(block + (f"\n   {paint('dim', '=')}  {say('more_open', lang, n=more)}" if more else ""))
            advised.add(finding.code)
    blocks += [house_rules(report, lang, columns) for report in reports if report.findings]
    blocks += [_impacts(report, lang, paint, columns) for report in reports if report.impacts]
    blocks.append(_summary(reports, lang, paint, columns))
    if skipped:
        blocks.append(say("skipped_files", lang, n=skipped))
    return "\n\n".join(block for block in blocks if block)


def house_rules(report: Report, lang: str, columns: int = WIDTH) -> str:
    """The house rules a log was judged by, as far as they differ from their defaults; nothing where none does."""
    told: list[str] = []
    for rules in report.house_rules:
        text = ", ".join(f"{name} = {msgspec.json.encode(value).decode().strip(chr(34))}" for name, value in rules.items())
        if text and text not in told:
            told.append(text)
    path = named(report.path, lang)
    lines = [say("house_rules", lang, path=path, rules=text) for text in told[:3]]
    return "\n".join(part for line in lines for part in wrap(line, columns, rest="  "))


def in_brief(report: Report) -> list[tuple[Finding, int]]:
    """The findings, of the plays of a deal that cannot be judged the first only, and how many more of them there are."""
    places = [(finding.session, finding.record) if finding.code == "play.undetermined" else None for finding in report.findings]
    more = Counter(places)
    met: set[object] = set()
    found = []
    for finding, deal in zip(report.findings, places, strict=True):
        if deal is None:
            found.append((finding, 0))
        elif deal not in met:
            met.add(deal)
            found.append((finding, more[deal] - 1))
    return found


def named(path: str, lang: str) -> str:
    """The name of a log; one that is in no file has a word instead."""
    return terminal(path) or say("log", lang)


def place(finding: Finding, lang: str) -> str:
    """``file:line: deal 3, trick 2, card 4`` as far as each applies."""
    where = named(finding.file, lang)
    if finding.line is not None:
        where += f":{finding.line}"
        if finding.column is not None and finding.column > 1:
            where += f":{finding.column}"
    parts = within(finding, lang)
    return where + (": " + ", ".join(parts) if parts else "")


def within(finding: Finding, lang: str) -> list[str]:
    """Deal, trick and card, as far as each applies."""
    parts = []
    if finding.deal is not None:
        parts.append(say("deal", lang, n=finding.deal))
    if finding.trick is not None:
        parts.append(say("trick", lang, n=finding.trick))
    if finding.play is not None:
        parts.append(say("card", lang, n=finding.play))
    return parts


def finding_block(
    report: Report, finding: Finding, lang: str, paint: Paint, *, advise: bool = True, columns: int = WIDTH
) -> str:
    """One finding, over several lines; ``advise`` adds what to do."""
    severity, code = say(finding.severity, lang), f"{finding.code}:"
    first, *more = wrap(f"{severity} {code} {terminal(finding.message)}", columns, "", "    ")
    first = first.removeprefix(f"{severity} {code}")
    lines = [f"{paint(finding.severity, severity)} {paint('bold', code)}{first}", *more]
    lines.append(f"  {paint('dim', '-->')} {place(finding, lang)}")
    lines += [f"   {paint('dim', '|')}  {line}" for line in _excerpt(report, finding, lang, paint, columns - 6)]
    notes = []
    if finding.rule:
        rule = paragraphs().get(finding.rule)
        notes.append(f"{finding.rule}: {rule.title[lang] if rule else ''}")
    if finding.acknowledged:
        notes.append(say("acknowledged", lang))
    if finding.proven_by is not None:
        notes.append(say("proven", lang, **finding.proven_by))
    if finding.severity != "info" and advise:
        notes.append(table("findings")[finding.code]["do"][lang])
    for note in notes:
        first, *more = wrap(note, columns - 6)
        lines += [f"   {paint('dim', '=')}  {first}", *(f"      {line}" for line in more)]
    return "\n".join(lines)


def _excerpt(report: Report, finding: Finding, lang: str, paint: Paint, columns: int) -> list[str]:
    """The piece of the log that the finding is about, and a caret line with the cards that were allowed."""
    shown = report.deals_shown.get((finding.session or 0, finding.record if finding.record is not None else -1))
    piece = excerpt(report.lines, shown.entry.record if shown is not None else None, finding, columns)
    if piece is None:
        return []
    if not piece.length:
        return [piece.text]
    legal = finding.facts.get("legal")
    note = " " + say("legal", lang, cards=" ".join(legal)) if legal and finding.trick is not None else ""
    return [piece.text, " " * piece.at + paint(finding.severity, "^" * piece.length) + note]


def _impacts(report: Report, lang: str, paint: Paint, columns: int) -> str:
    """What each faulty deal moved, beside what the rules give, where the two differ."""
    unlike = [impact for impact in report.impacts if impact.unlike]
    if not unlike:
        return ""
    lines = [paint("bold", line) for line in wrap(say("impacts", lang), columns)]
    for impact in unlike[:20]:
        lines += wrap(_impact(impact, lang), columns, "  ", "    ")
    if len(unlike) > 20:
        lines.append(say("more", lang, n=len(unlike) - 20))
    return "\n".join(lines)


def _impact(impact: Impact, lang: str) -> str:
    def said(amounts: list[int] | None) -> str:
        return ", ".join(f"{terminal(impact.players[seat])} {change(amounts[seat])}" for seat in impact.unlike) if amounts else "?"

    line = say("impact", lang, n=impact.deal, recorded=said(impact.recorded), ruled=said(impact.by_rules))
    return line if impact.certain else line + " " + say("uncertain", lang)


def _summary(reports: list[Report], lang: str, paint: Paint, columns: int) -> str:
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
    read = say(
        "read", lang, files=counted("file", len(reports), lang), sessions=counted("session", sessions, lang),
        deals=counted("deals", deals, lang), plays=counted("card_played", total, lang),
    )
    lines += wrap(read, columns)
    clean = sum(report.verdict == "clean" for report in reports)
    left_out = sum(report.left_out for report in reports)
    if clean == len(reports) and left_out:
        lines.append(say("left_out", lang, n=counted("finding", left_out, lang)))
    elif clean == len(reports):
        lines.append(paint("good", say("clean", lang)))
    else:
        errors, warnings = counted("errors", grave["error"], lang), counted("warnings", grave["warning"], lang)
        found = say("found", lang, errors=errors, warnings=warnings, clean=clean, files=counted("file", len(reports), lang))
        lines += [paint("error" if grave["error"] else "warning", line) for line in wrap(found, columns)]
    for report in reports:
        if report.truncated:
            lines.append(say("truncated", lang, n=len(report.findings), path=named(report.path, lang)))
        if report.skipped_bytes:
            lines.append(say("skipped", lang, n=report.skipped_bytes, path=named(report.path, lang)))
    return "\n".join(lines)


def counted(key: str, number: int, lang: str) -> str:
    """A number and what it counts, such as ``1 session``; ``key`` as in the texts."""
    forms = table("words")["count"][key][lang]
    return f"{grouped(number, lang)} {forms[0] if number == 1 else forms[1]}"
