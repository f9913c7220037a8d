"""A finding shows the place in the log it is about, and its lines keep to the width."""

from __future__ import annotations

import gzip
import itertools
import json
from typing import Any

import pytest

from kratzen_log import audit
from kratzen_log.auditor import report_markdown, report_text
from kratzen_log.auditor.auditing import Report
from kratzen_log.texts.safe import width
from tests.support import ROOT, as_bytes, head

DEAL: dict[str, Any] = {
    "type": "deal", "no": 1, "dealer": "C", "turned": "H9",
    "tricks": ["A:EA B:E7 C:HA", "C:L7 A:L8 B:LX", "B:LO C:L9 A:LK", "A:SA B:S7 C:S8", "A:SO B:EX C:HK"],
}
LONG = ["Maximilian-Alexander von und zu Hohenfels-Unterlangenegg", "王小明王小明王小明王小明王小明王小明王小明", "🂡" * 60]


def log(deal: dict[str, Any], **session: Any) -> bytes:
    return as_bytes([head(players=3, **session), DEAL | deal, {"type": "end"}])


def marked(report: Report) -> list[str]:
    """What stands above the carets of each finding."""
    out = []
    lines = report_text.render([report]).splitlines()
    for text, carets in itertools.pairwise(lines):
        if carets.startswith("   |") and "^" in carets:
            out.append(text[carets.index("^") : carets.rindex("^") + 1])
    return out


@pytest.mark.parametrize(
    ("deal", "text"),
    [
        ({"geber": "C"}, '"'), ({"pot": 1}, "1"), ({"taken": [3, 1, 0]}, "[3, 1, 0]"), ({"dealer": 3}, '"'),
        ({"muss": False}, "false"), ({"delta": [1, 2]}, "[1, 2]"), ({"turned": "HH"}, "HH"), ({"calls": "A:in B:sleeps"}, "sleeps"),
        ({"dealer_call": "oder"}, '"oder"'), ({"exchange": [{"seat": "B", "out": "E7", "in": "L8"}]}, '"B"'),
        ({"notes": [{"at": "1.1"}]}, "{"), ({"notes": [{"at": "1.1", "text": "x", "who": "y"}]}, '"'),
    ],
    ids=str,
)
@pytest.mark.parametrize("form", ["lines", "document"])
def test_the_caret_stands_at_the_statement(deal: dict[str, Any], text: str, form: str) -> None:
    data = log(deal)
    if form == "document":
        records = b",\n    ".join(data.splitlines())
        data = b'{"format":"kratzen-log","version":"1.0","records":[\n    ' + records + b"\n]}\n"
    report = audit(data)
    key = next(iter(deal))
    shown = marked(report)
    assert text in shown, shown
    for finding in report:
        if finding.column is not None:
            assert finding.pointer is not None
            line = data.splitlines()[(finding.line or 1) - 1][finding.column - 1 :]
            word = finding.facts.get("token")
            starts = (word.encode(),) if word else (b'"' + finding.pointer.rpartition("/")[2].encode(), b"{")
            assert line.startswith(starts), (key, line)


def test_one_wrong_number_is_marked_and_named_alone() -> None:
    report = audit(log({"totals": [1, 2, 3]}))
    (right,) = [finding.facts["expected"] for finding in report if finding.code == "score.totals"]
    report = audit(log({"totals": [right[0], right[1] + 10, right[2]]}))
    (finding,) = [finding for finding in report if finding.code == "score.totals"]
    assert "Ben" in finding.message
    assert "Anna" not in finding.message
    assert marked(report) == [str(right[1] + 10)]
    assert finding.facts["expected"] == right


def test_a_character_is_never_cut_in_two() -> None:
    note = '{"type":"note",„text“:„Zenzi geht eine rauchen und kommt nicht wieder.“}\n'.encode()
    for cut in range(30):
        data = as_bytes([head(players=3)]) + b'{"a":"' + b"x" * cut + b'",' + "ü„“王".encode() * 30 + b"\n" + note
        assert "·" not in report_text.render([audit(data)])


def test_a_document_of_many_lines_shows_the_statement_too() -> None:
    records = [json.loads(line) for line in log({"pot": 1}).splitlines()]
    data = json.dumps({"format": "kratzen-log", "version": "1.0", "records": records}, indent=2).encode()
    assert "1" in marked(audit(gzip.compress(data)))


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("columns", [60, 80, 100])
def test_no_line_of_a_report_passes_the_width(lang: str, columns: int) -> None:
    from kratzen_log.auditor.auditing import Choice

    session = head(players=3) | {"players": LONG}
    deal = DEAL | {"pot": 1, "totals": [1, 2, 3], "delta": [7, 7, 7], "calls": "C:in A:out", "muss": False}
    deal["tricks"] = [*DEAL["tricks"][:4], "B:SO A:EX C:EK"]
    paths = [as_bytes([session, deal]), *((ROOT / "tests" / "conformance" / "broken").glob("*.jsonl"))]
    for path in paths:
        report = audit(path, Choice(lang=lang)) if isinstance(path, bytes) else audit(str(path), Choice(lang=lang))
        for line in report_text.render([report], lang, columns=columns).splitlines():
            assert width(line) <= columns or line.startswith(("   |", "  -->")) or "jsonl" in line, line


def test_a_dispute_in_markdown_names_the_players_and_only_what_differs() -> None:
    right = log({})
    wrong = log({"delta": [7, 7, 7]})
    assert "|---:|" not in report_markdown.render([audit(right)]).partition("findings")[2]
    text = report_markdown.render([audit(wrong)])
    assert "| Anna | Ben | Carla |" in text
    assert "+7 | +7 | +7" in text
    pot = report_markdown.render([audit(log({"pot": 1, "delta": [1, -2, 1]}))])
    assert "Anna | Ben" not in pot, "a slip in the pot moved nothing"
    assert "\\-" not in text
    assert "\\." not in text


@pytest.mark.parametrize("render", [report_text.render, report_markdown.render])
def test_a_report_does_not_grow_with_what_stands_beside_a_fault(render: Any) -> None:
    size = [len(render([audit(log({"tricks": [" ".join(["A:E7", "B:E8"] * count)]}))])) for count in (50, 400)]
    assert size[1] < 12 * size[0]


def in_document(form: str) -> str:
    """A document in one of three forms."""
    records = [head(players=3), DEAL, {"type": "note", "_a": 1, "text": "tea"}, {"type": "end"}]
    whole = {"format": "kratzen-log", "version": "1.0", "records": records}
    if form == "indented":
        return json.dumps(whole, indent=2)
    return json.dumps(whole) if form == "one line" else json.dumps(whole).replace('{"type"', '\n{"type"')


@pytest.mark.parametrize("form", ["indented", "one line", "a record a line"])
@pytest.mark.parametrize(
    ("old", "new", "mark"),
    [
        ('"1.0", ', '"1.0", "mood": 1, ', '"mood"'), ('"kratzen-log"', '"skat"', '"skat"'), ("tea", "tea", ""),
        ('"text": "tea"', '"text": "tea" "a"', '"'), ('"_a": 1', '"_a": 1.5', "1"),
    ],
)
def test_faults_of_a_document_show_its_line(form: str, old: str, new: str, mark: str) -> None:
    text = in_document(form)
    at = text.index(old) if old != '"1.0", ' else text.index('"1.0"')
    old, new = (old.strip(" "), new.strip(" ")) if form == "indented" else (old, new)
    broken = text[:at] + text[at:].replace(old, new, 1)
    report = audit(broken.encode())
    assert len(report.findings) == (mark != "")
    assert [piece[: len(mark)] for piece in marked(report)] == ([mark[: len(piece)] for piece in marked(report)] if mark else [])
    assert len(marked(report)) == len(report.findings)


def test_each_finding_of_one_long_line_shows_its_own_place() -> None:
    text = in_document("one line").replace("[{", "[,{", 1).replace("}, {", "}, , {", 2) + " junk"
    report = audit(text.encode())
    assert [finding.code for finding in report] == ["json.syntax"] * 4
    assert marked(report) == [",", ",", ",", "j"]
