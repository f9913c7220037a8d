"""The report of an evening: one HTML page with summary, findings, charts and the replay. It needs no network."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any, Final

from kratzen_log.auditor.auditing import Choice, Report, audit
from kratzen_log.auditor.findings import Finding
from kratzen_log.auditor.report_text import say, within
from kratzen_log.cards import SEATS, Lang
from kratzen_log.flow import results, settle_up
from kratzen_log.games._game import paragraphs
from kratzen_log.log.model import Session
from kratzen_log.show.cards_svg import data_uri
from kratzen_log.show.frames import frames
from kratzen_log.show.lesson import moment
from kratzen_log.show.page import replay_of, shell
from kratzen_log.show.tables import Frames
from kratzen_log.show.tables import frames as tables_of
from kratzen_log.texts import Voice, table
from kratzen_log.texts.safe import terminal
from kratzen_log.views.redacting import redact

_SHEET: Final = (
    ".kr{max-width:1100px;margin:0 auto;padding:20px 24px;color:#26221c;font:16px/1.55 system-ui,sans-serif}"
    ".kr h1,.kr h2{font-family:Georgia,serif;line-height:1.2}.kr h2{margin:2em 0 .6em;padding-top:.6em;border-top:2px solid #d9c48f}"
    ".kr h3{margin:1.4em 0 .3em}.kr table{border-collapse:collapse;font-variant-numeric:tabular-nums}"
    ".kr th,.kr td{padding:4px 12px;border-bottom:1px solid #cfc4a8;text-align:right}.kr th:first-child,.kr td:first-child{text-align:left}"
    ".kr blockquote{margin:.6em 0;padding:.2em 1em;border-left:4px solid #d9c48f}.kr figure{margin:1.2em 0}.kr img{max-width:100%;height:auto}"
    ".kr .wrong{color:#a32a1f}.kr .right{color:#17693f}.kr a{color:#0b5394}.kr .numbers{overflow-x:auto}"
    "@media(prefers-color-scheme:dark){.kr{color:#f1ece2}.kr a{color:#8ec3ff}.kr .wrong{color:#ff9c8f}.kr .right{color:#7fd3a2}.kr th,.kr td{border-color:#514a3e}.kr figure img{filter:invert(.91) hue-rotate(180deg)}}"
    ".kr .wide{overflow-x:auto}@media(max-width:640px){.kr{padding:12px 14px}.kr .wide img{max-width:none;width:620px}}"
    "@media print{#replay,.kr .live{display:none}.kr figure,.kr h3{break-inside:avoid;break-after:avoid}}"
)


def report_page(
    session: Session, *, view: str = "all", lang: Lang = "en", rules: Mapping[str, object] | None = None, charts: bool = True,
) -> str:
    """The report of one session as HTML: no request, only its own script. ``charts`` need the extra ``lab``.

    ``view`` is ``all``, ``public`` or a seat letter: what that view may not know is nowhere in the page. Raises
    ``ValueError`` for a session of which nothing can be replayed and for a view that is none, ``ImportError`` where
    charts cannot be drawn.
    """
    if view != "all":
        session = redact(session, view)
    document = frames(session, rules=rules)
    if not document["steps"]:
        raise ValueError("the session record is missing or names no known game")
    report = audit(session, Choice(rules=dict(rules or {}), lang=lang))
    title = _title(session, document, lang)
    parts = [f"<h1>{escape(title)}</h1>", _summary(session, report, document, lang, rules), _findings(report, document, lang)]
    parts += [_charts(session, document, lang)] if charts else []
    replay, code, sheet = replay_of(document, lang=lang, level=2)
    parts += [f'<h2 class="live">{escape(_word("replay", lang))}</h2>']
    return shell(title, f'<div class="kr" role="region" aria-label="{escape(title)}">{"".join(parts)}</div>{replay}', code, sheet + _SHEET, lang)


def _word(key: str, lang: Lang, **facts: Any) -> str:
    template: str = table("report")[key][lang]
    return template.format(**facts)


def _title(session: Session, document: Mapping[str, Any], lang: Lang) -> str:
    head = session.head
    game = table("viewer")["words"][document["game"]][lang]
    more = [terminal(text)[:80] for text in (getattr(head, "place", None), (getattr(head, "date", None) or None)) if isinstance(text, str) and text]
    return " · ".join([game, *[text[:10] if text[:4].isdigit() else text for text in more]])


def _table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="numbers" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


# --- the evening ------------------------------------------------------------------------------------------------------


def _summary(
    session: Session, report: Report, document: Mapping[str, Any], lang: Lang, rules: Mapping[str, object] | None
) -> str:
    plays = report.plays
    clean = report.verdict == "clean"
    verdict = say("clean" if clean else "verdict_" + report.verdict, lang)
    counts = _word("deals", lang, n=report.deals, plays=plays.legal + plays.illegal + plays.undetermined, illegal=plays.illegal)
    seen = _seen(document, lang)
    parts = [f'<h2>{_word("summary", lang)}</h2>{seen}<p><strong class="{"right" if clean else "wrong"}">{escape(verdict)}</strong> {escape(counts)}.</p>']
    house = [f"{name} = {str(value).lower()}" for one in report.house_rules for name, value in one.items()]
    parts += [f"<p>{escape(_word('rules', lang, rules=', '.join(house)))}</p>"] if house else []
    start = document["chart"]["start"]
    end = document["chart"]["points"][-1]["stacks"] if document["chart"]["points"] else None
    if start is not None and end is not None:
        voice = Voice(lang, document["pack"], document["players"])
        net = [new - old for old, new in zip(start, end, strict=True)]
        rows = [(voice.say_seat(seat), _amount(start[seat]), _amount(end[seat]), voice.say_change(net[seat])) for seat in range(len(net))]
        parts.append(_table([_word(key, lang) for key in ("player", "start", "total", "net")], rows))
        parts.append(_settled(session, lang, rules))
    return "".join(parts)


def _amount(number: int) -> str:
    """A number with a minus sign, not a hyphen."""
    return str(number).replace("-", "−")


def _seen(document: Mapping[str, Any], lang: Lang) -> str:
    """Whose knowledge the report holds, where it does not hold all."""
    view = document["view"]
    if view == "all":
        return ""
    told = _word("public", lang) if view == "public" else _word("seat", lang, player=terminal(document["players"][SEATS.index(view)]))
    return f"<p>{escape(told)}</p>"


def _settled(session: Session, lang: Lang, rules: Mapping[str, object] | None) -> str:
    """Who pays whom; what was moved outside play left out."""
    outcome = results(session, dict(rules or {}))
    if not outcome.won:
        return ""
    words = table("words")["settle"]
    lines = [
        words[one.kind][lang].format(payer=terminal(one.payer or ""), receiver=terminal(one.receiver or ""), amount=one.amount)
        for one in settle_up(outcome.won, outcome.left)
    ]
    before = f"<p>{escape(words['difference'][lang])}</p>" if outcome.points is not None else ""
    items = "".join(f"<li>{escape(line)}</li>" for line in lines or [words["even"][lang]])
    return f"<h3>{_word('settle', lang)}</h3>{before}<ul>{items}</ul>"


# --- findings ---------------------------------------------------------------------------------------------------------


def _findings(report: Report, document: dict[str, Any], lang: Lang) -> str:
    parts = [f"<h2>{_word('findings', lang)}</h2>"]
    if not report.findings:
        return parts[0] + f"<p>{_word('none', lang)}</p>"
    return "".join([*parts, *(_finding(finding, number, document, lang) for number, finding in enumerate(report.findings, 1))])


def _finding(finding: Finding, number: int, document: dict[str, Any], lang: Lang) -> str:
    row = table("findings")[finding.code]
    rule = paragraphs().get(finding.rule or "")
    parts = [f"<h3>{number}. {escape(row['title'][lang])} <small>({escape(finding.code)})</small></h3>", f"<p>{escape(_place(finding, lang))}. {escape(terminal(finding.message))}. {_link(finding, document, lang)}</p>"]
    if rule is not None:
        parts.append(f"<blockquote><b>{rule.id}, {escape(rule.title[lang])}.</b> {escape(rule.text[lang])}</blockquote>")
    if finding.severity != "info":
        parts.append(f"<p>{escape(row['do'][lang])}</p>")
    return "".join(parts)


def _place(finding: Finding, lang: Lang) -> str:
    """Line, deal, trick and card as far as each applies; the page has but one log."""
    line = [] if finding.line is None else [_word("line", lang, n=finding.line)]
    return ", ".join([*line, *within(finding, lang)])


def _link(finding: Finding, document: dict[str, Any], lang: Lang) -> str:
    """A link to the step of the replay where the finding is, where it has one."""
    if finding.deal is None:
        return ""
    for trick, play in ((finding.trick or 0, finding.play or 0), (finding.trick or 0, 0), (0, 0)):
        try:
            at = moment(document, finding.deal, trick, play)
        except ValueError:
            continue
        first = next(deal["first"] for deal in reversed(document["deals"]) if deal["no"] == finding.deal and deal["first"] <= at)
        return f'<a class="live" href="#deal={finding.deal}&amp;step={at - first + 1}">{escape(_word("show", lang))}</a>'
    return ""


# --- charts -----------------------------------------------------------------------------------------------------------


def _charts(session: Session, document: Mapping[str, Any], lang: Lang) -> str:
    from kratzen_log.show import charts

    made: Frames = tables_of(session)
    drawn = [charts.chips, charts.causes, *([charts.pot] if document["pot"] else []), charts.tricks]
    if made.results.empty:
        return ""
    return f"<h2>{_word('charts', lang)}</h2>" + "".join(_chart(draw(made, lang), lang) for draw in drawn)


def _chart(chart: Any, lang: Lang) -> str:
    rows = chart.table.astype(object).where(chart.table.notna(), "").itertuples(index=False)
    return (
        f"<figure><div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"{escape(chart.title)}\"><img src='{data_uri(chart.svg())}' alt=\"{escape(chart.title)}\"></div><figcaption>{escape(chart.summary)}</figcaption>"
        f"<details><summary>{escape(_word('numbers', lang))}</summary>{_table(chart.table.columns, rows)}</details></figure>"
    )
