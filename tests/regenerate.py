"""Golden files: what they are made from, and ``python -m tests.regenerate`` to write them anew."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape

from kratzen_log import audit, load, replay
from kratzen_log.auditor import report_json, report_markdown, report_text
from kratzen_log.auditor.auditing import Choice
from kratzen_log.cli import sections
from kratzen_log.cli.explaining import values
from kratzen_log.games import GAMES
from kratzen_log.games._game import paragraphs
from kratzen_log.replayer.board import picture
from kratzen_log.replayer.sheet import sheet
from kratzen_log.show.columns import TABLES
from kratzen_log.show.columns import page as columns_page
from kratzen_log.show.frames import frames
from kratzen_log.show.picture import position_svg
from kratzen_log.texts import table
from tests.show.drawing import build
from tests.support import DATA, ROOT
from tests.texts.examples import examples

PLAYTHROUGHS = {
    "kratzen-evening": "sample_logs/friday-kratzen.jsonl",
    "kratzen-disputed": "sample_logs/disputed-kratzen.jsonl",
    "kratzen-tiebreak": "tests/data/examples/lawful/kratzen-4p-tiebreak-2.jsonl",
    "kratzen-six": "tests/data/examples/lawful/kratzen-6p-0014.jsonl",
    "kratzen-house-rules": "sample_logs/house-rules-kratzen.jsonl",
    "kratzen-mishaps-de": "sample_logs/mishaps-kratzen.jsonl",
    "kratzen-overtrump": "tests/conformance/broken/play.overtrump.jsonl",
    "kratzen-wrong-leader": "tests/data/examples/faults/kratzen-134.jsonl",
    "schnellen-evening": "sample_logs/innsbruck-schnellen.jsonl",
    "schnellen-textbook": "sample_logs/textbook-schnellen.jsonl",
    "schnellen-textbook-de": "sample_logs/textbook-schnellen.jsonl",
    "schnellen-short-pack-de": "sample_logs/short-pack-schnellen.jsonl",
    "schnellen-by-hand": "sample_logs/pencil-schnellen.jsonl",
    "schnellen-disputed-de": "sample_logs/disputed-schnellen.jsonl",
    "schnellen-bidding": "tests/data/examples/lawful/schnellen-3p-0009.jsonl",
    "schnellen-five": "tests/data/examples/lawful/schnellen-5p-0033.jsonl",
    "schnellen-not-in-hand": "tests/data/examples/faults/schnellen-045.jsonl",
    "schnellen-last-must-play": "tests/data/examples/faults/schnellen-198.jsonl",
}
FRAMES = {
    "kratzen-overtrump": ("tests/conformance/broken/play.overtrump.jsonl", "all"),
    "kratzen-overtrump-public": ("tests/conformance/broken/play.overtrump.jsonl", "public"),
    "schnellen-bidding-b": ("tests/data/examples/lawful/schnellen-3p-0009.jsonl", "B"),
}
REPORTS = ("disputed-kratzen.jsonl", "friday-kratzen.jsonl")


def playthrough(name: str) -> str:
    """Every step of a log with its table before and after in brief, then the sheets in the other language.

    The steps are in German where the name ends in ``-de``, else in English.
    """
    lang, other = ("de", "en") if name.endswith("-de") else ("en", "de")
    session = load(ROOT / PLAYTHROUGHS[name])
    steps = replay(session)
    lines = []
    for step in steps:
        lines.append(f"[{step.place}] {step.text(lang)}")
        if step.kind == "play":
            lines.append(f"    legal {step.legal:x} duty {step.duty} beat {step.must_beat} {step.verdict}")
        lines += [f"    ! {breach.code} {breach.rule}" for breach in step.breaches]
        if step.after.stacks != step.before.stacks or step.after.pot != step.before.pot:
            lines.append(f"    chips {step.after.stacks} pot {step.after.pot}")
    numbers = sorted({step.deal for step in steps if step.deal})
    for number in (numbers[0], numbers[-1]):
        lines += ["", *sheet([step for step in steps if step.deal == number], other)]
    plays = [step for step in steps if step.kind == "play"]
    lines += ["", *picture(plays[len(plays) // 2], lang)] if plays else []
    return "\n".join(line.rstrip() for line in lines) + "\n"


def report(name: str, form: str, lang: str) -> str:
    """A report of a sample log."""
    path = f"sample_logs/{name}"
    made = audit(ROOT / path, Choice(lang=lang))
    made.path = path
    import msgspec

    made.findings = [msgspec.structs.replace(finding, file=path) for finding in made.findings]
    if form == "json":
        return report_json.render([made]) + "\n"
    if form == "md":
        return report_markdown.render([made], lang)
    return report_text.render([made], lang) + "\n"


def all_reports() -> dict[str, str]:
    """File name → text of every golden report."""
    return {
        f"{name.removesuffix('.jsonl')}.{lang}.{form}": report(name, form, lang)
        for name in REPORTS for lang in ("en", "de") for form in ("txt", "md", "json")
    }


def frame_lines(name: str) -> str:
    """A frame document, a line for each step, deal and finding; texts by key only, for they stand in the package."""
    import msgspec

    path, view = FRAMES[name]
    made = frames(load(ROOT / path), view)
    made["texts"] = {part: sorted(texts) for part, texts in made["texts"]["en"].items() if part in ("steps", "rules")}
    lines = []
    for key, value in made.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            lines += [f"{key} {place} {msgspec.json.encode(one).decode()}" for place, one in enumerate(value)]
        else:
            lines.append(f"{key} {msgspec.json.encode(value).decode()}")
    return "\n".join(lines) + "\n"


def rules_page(lang: str) -> str:
    """The rules as a page, paragraph by paragraph, with the options of both games."""
    words = table("words")["docs"]
    lines = [f"# {words['rules'][lang]}", "", words["rules_intro"][lang], ""]
    for prefix, name in (("C", words["both"][lang]), ("K", "Kratzen"), ("S", "Schnellen")):
        lines += [f"## {name}", ""]
        for rule in paragraphs().values():
            if rule.id.startswith(prefix):
                lines += [f"### {rule.id} {rule.title[lang]}", ""]
                for section in sections.of_paragraph(rule, lang):
                    lines += [section.markdown(), ""]
        game = GAMES.get(name.lower())
        if game is not None:
            lines += [f"### {words['options'][lang]}: {name}", "", f"| {words['option_head'][lang]} |", "|---|---|---|---|"]
            for option in game.options:
                default = option.spec.write(getattr(game.defaults, option.name))
                shown = "null" if default is None else str(default).lower() if isinstance(default, bool) else str(default)
                lines.append(f"| `{option.name}` | {values(option.spec, lang).replace('|', chr(92) + '|')} | {shown} | {option.rule} |")
            lines.append("")
    return "\n".join(lines)


def findings_page(lang: str) -> str:
    """Every finding: what it says, why it matters, what to do, an example."""
    words = table("words")
    lines = [f"# {words['docs']['findings'][lang]}", "", words["docs"]["findings_intro"][lang], ""]
    for code, row in table("findings").items():
        lines += [f"## {code}", "", f"**{row['title'][lang]}** ({words['report'][row['severity']][lang]})", ""]
        for section in sections.of_finding(code, row, lang):
            lines += [section.markdown(), ""]
    return "\n".join(lines)


def tables_page() -> str:
    """The page of the tables with the columns as they are."""
    text = (ROOT / "docs" / "tables.md").read_text("utf-8")
    for name in TABLES:
        made = f"<!-- columns {name} -->\n{columns_page(name)}\n<!-- -->"
        text = re.sub(rf"<!-- columns {name} -->.*?<!-- -->", lambda _: made, text, flags=re.DOTALL)  # noqa: B023
    return text


def pages() -> dict[str, str]:
    """The pages of ``docs/`` that are made from the texts of the package."""
    return {
        "rules.md": rules_page("en"), "regeln.md": rules_page("de"), "findings.md": findings_page("en"),
        "befunde.md": findings_page("de"), "tables.md": tables_page(), "replay.svg": replay_svg(), "table.svg": table_svg(),
    }


_INK = {"error": "#c0362c", "good": "#1f7a3a", "dim": "#8a8f98", "bold": "#111418", "": "#2b3038"}


def replay_svg() -> str:
    """A step of the disputed evening as ``kratzen replay`` shows it on a terminal."""
    steps = replay(load(ROOT / "sample_logs" / "disputed-kratzen.jsonl"))
    step = next(step for step in steps if step.breaches)
    marks: list[tuple[str, str]] = []

    def paint(style: str, text: str) -> str:
        marks.append((style, text))
        return f"\x01{len(marks) - 1}\x02"

    lines = picture(step, "en", paint)
    rows = []
    for number, line in enumerate(lines):
        spans = []
        for piece in re.split(r"(\x01\d+\x02)", line):
            style, text = marks[int(piece[1:-1])] if piece.startswith("\x01") else ("", piece)
            if text:
                weight = ' font-weight="bold"' if style in ("bold", "error") else ""
                spans.append(f'<tspan fill="{_INK[style]}"{weight}>{escape(text)}</tspan>')
        rows.append(f'<text x="20" y="{52 + number * 20}" xml:space="preserve">{"".join(spans)}</text>')
    height = 52 + len(lines) * 20
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 {height}" role="img" '
        'font-family="ui-monospace, Menlo, Consolas, \'DejaVu Sans Mono\', monospace" font-size="14">'
    )
    title = f"<title>{escape(step.text())}</title>"
    frame = (
        f'<rect width="700" height="{height}" rx="10" fill="#f7f8fa" stroke="#d5d9e0"/>'
        '<circle cx="22" cy="18" r="5" fill="#e0635a"/><circle cx="40" cy="18" r="5" fill="#e5b94a"/>'
        '<circle cx="58" cy="18" r="5" fill="#6fbf73"/>'
    )
    return "\n".join([head, title, frame, *rows, "</svg>"]) + "\n"


def table_svg() -> str:
    """The same step on the card table."""
    made = frames(load(ROOT / "sample_logs" / "disputed-kratzen.jsonl"))
    at = next(at for at, step in enumerate(made["steps"]) if step.get("faults"))
    return position_svg(made, at, width=900) + "\n"


def main() -> None:
    """Writes all golden files, the pages made from the texts and the drawn pack."""
    (ROOT / "kratzen_log" / "texts" / "examples.json").write_text(examples(), "utf-8")
    table.cache_clear()
    for name, text in pages().items():
        (ROOT / "docs" / name).write_text(text, "utf-8")
    (DATA / "playthroughs").mkdir(exist_ok=True)
    (DATA / "reports").mkdir(exist_ok=True)
    (DATA / "frames").mkdir(exist_ok=True)
    for name in FRAMES:
        (DATA / "frames" / f"{name}.txt").write_text(frame_lines(name), "utf-8")
    for name in PLAYTHROUGHS:
        (DATA / "playthroughs" / f"{name}.txt").write_text(playthrough(name), "utf-8")
    for name, text in all_reports().items():
        (DATA / "reports" / name).write_text(text, "utf-8")
    build.main()


if __name__ == "__main__":
    main()
