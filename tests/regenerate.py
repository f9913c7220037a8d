"""Golden files: what they are made from, and ``python -m tests.regenerate`` to write them anew."""

from __future__ import annotations

from kratzen_log import audit, load, replay
from kratzen_log.auditor import report_json, report_markdown, report_text
from kratzen_log.auditor.auditing import Choice
from kratzen_log.replayer.board import picture, sheet
from tests.support import DATA, ROOT

PLAYTHROUGHS = {
    "kratzen-evening": "sample_logs/friday-kratzen.jsonl",
    "kratzen-disputed": "sample_logs/disputed-kratzen.jsonl",
    "kratzen-tiebreak": "tests/data/examples/lawful/kratzen-4p-tiebreak-2.jsonl",
    "kratzen-six": "tests/data/examples/lawful/kratzen-6p-0014.jsonl",
    "kratzen-overtrump": "sample_logs/broken/play.overtrump.jsonl",
    "kratzen-wrong-leader": "tests/data/examples/faults/kratzen-134.jsonl",
    "schnellen-evening": "sample_logs/innsbruck-schnellen.jsonl",
    "schnellen-bidding": "tests/data/examples/lawful/schnellen-3p-0009.jsonl",
    "schnellen-five": "tests/data/examples/lawful/schnellen-5p-0033.jsonl",
    "schnellen-not-in-hand": "tests/data/examples/faults/schnellen-045.jsonl",
    "schnellen-last-must-play": "tests/data/examples/faults/schnellen-198.jsonl",
}
REPORTS = ("disputed-kratzen.jsonl", "friday-kratzen.jsonl")


def playthrough(name: str) -> str:
    """Every step of a log with its table before and after in brief, then the sheets in German."""
    session = load(ROOT / PLAYTHROUGHS[name])
    steps = replay(session)
    lines = []
    for step in steps:
        lines.append(str(step))
        if step.kind == "play":
            lines.append(f"    legal {step.legal:x} duty {step.duty} beat {step.must_beat} {step.verdict}")
        lines += [f"    ! {breach.code} {breach.rule}" for breach in step.breaches]
        if step.after.stacks != step.before.stacks or step.after.pot != step.before.pot:
            lines.append(f"    chips {step.after.stacks} pot {step.after.pot}")
    numbers = sorted({step.deal for step in steps if step.deal})
    for number in (numbers[0], numbers[-1]):
        lines += ["", *sheet([step for step in steps if step.deal == number], "de")]
    plays = [step for step in steps if step.kind == "play"]
    lines += ["", *picture(plays[len(plays) // 2], "en")] if plays else []
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


def main() -> None:
    """Writes all golden files."""
    (DATA / "playthroughs").mkdir(exist_ok=True)
    (DATA / "reports").mkdir(exist_ok=True)
    for name in PLAYTHROUGHS:
        (DATA / "playthroughs" / f"{name}.txt").write_text(playthrough(name), "utf-8")
    for name, text in all_reports().items():
        (DATA / "reports" / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
