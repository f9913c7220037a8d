"""What is done with any bytes: read, audit, ordinary and compiled, every report, replay, ledger, write again."""

from __future__ import annotations

import json
import time
import unicodedata
from collections import Counter

from kratzen_log import audit, dumps, flows, loads, replay
from kratzen_log.auditor import report_json, report_markdown, report_sarif, report_text
from kratzen_log.auditor.auditing import Choice
from kratzen_log.auditor.findings import Finding
from kratzen_log.bulk.auditing import audit_bulk
from kratzen_log.cli.replaying import deals, text
from kratzen_log.cli.stepper import frame
from kratzen_log.flow import results, settle_up
from kratzen_log.log.container import Limits
from kratzen_log.log.loading import LogError
from kratzen_log.replayer.board import plain
from kratzen_log.texts import LANGS
from tests.bulk.compare import as_plain

LIMITS = Limits(unpacked=8 << 20)


def harmless(page: str) -> bool:
    """Whether nothing in a page can steer a terminal: no control character, no sign that turns the direction."""
    return all(char == "\n" or unicodedata.category(char) not in ("Cc", "Cf", "Zl", "Zp") for char in page)


def _place(finding: Finding) -> tuple[object, ...]:
    return finding.code, finding.record, finding.line, finding.column, finding.pointer, finding.trick, finding.play, finding.seat


def everything(data: bytes) -> str:
    """Does everything with these bytes; returns the verdict. Raises nothing but for a fault of the program."""
    report, german = (audit(data, Choice(limits=LIMITS, lang=lang)) for lang in LANGS)
    assert [_place(finding) for finding in german] == [_place(finding) for finding in report], "a language finds something else"
    said = Counter((*_place(finding), finding.message) for finding in report)
    assert max(said.values(), default=1) == 1, f"said twice: {said.most_common(1)}"
    for form in (report_text.render([report], "en"), report_text.render([german], "de"), report_markdown.render([german], "de")):
        assert harmless(form), "a control character gets out"
    assert as_plain(audit_bulk(data, Choice(limits=LIMITS))) == as_plain(report), "compiled code finds something else"
    json.loads(report_json.render([report]))
    json.loads(report_sarif.render([report]))
    if data and report.deals == 0 and report.sessions == 0:
        assert report.verdict != "clean", "nothing read, and called clean"
    try:
        session = loads(data, LIMITS)
    except LogError:
        return report.verdict
    steps = replay(session)
    rows = flows(session)
    for lang in LANGS:
        assert harmless(text(deals(steps), lang, colour=False, every=True, markdown=True)), "a replay steers the terminal"
        for at in range(0, len(steps), 9):
            assert harmless(frame(steps, at, lang, plain).replace("\r\n", "\n")), "a step steers the terminal"
        for row in rows:
            row.text(lang)
    outcome = results(session)
    settle_up(outcome.won, outcome.left)
    written = dumps(session)
    assert dumps(loads(written, LIMITS)) == written, "written again it is not the same"
    return report.verdict


def seconds(data: bytes) -> float:
    """How long everything takes."""
    start = time.process_time()
    everything(data)
    return time.process_time() - start


def with_text(text: str, where: str) -> bytes:
    """A small log that holds a text as a name, in a note, as a key, or as a reason."""
    head = {
        "type": "session", "format": "kratzen-log", "version": "1.0", "game": "schnellen",
        "players": [text if where == "name" else "Anna", "Ben", "Carla"],
    }
    deal = {
        "type": "deal", "no": 1, "dealer": "C", "turned": "SA", "calls": "A:in B:in", "notes": [{"at": "1.1", "text": text}],
        "tricks": ["A:HA B:H7 C:S8 >C"], "abort": text,
    }
    more = {"type": "note", "text": text if where == "note" else "-", "_" + (text if where == "key" else ""): text}
    moved = {"type": "adjust", "delta": [1, 0, 0], "why": text}
    return b"".join(json.dumps(record).encode() + b"\n" for record in (head, deal, more, moved))
