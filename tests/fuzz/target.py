"""What is done with any bytes: read, audit, every report, replay, ledger, write again."""

from __future__ import annotations

import json
import time

from kratzen_log import audit, dumps, flows, loads, replay
from kratzen_log.auditor import report_json, report_markdown, report_sarif, report_text
from kratzen_log.auditor.auditing import Choice
from kratzen_log.log.container import Limits
from kratzen_log.log.loading import LogError

LIMITS = Limits(unpacked=8 << 20)
ALLOWED_CONTROLS = "\n\t"


def everything(data: bytes) -> str:
    """Does everything with these bytes; returns the verdict. Raises nothing but for a fault of the program."""
    report = audit(data, Choice(limits=LIMITS))
    forms = [report_text.render([report], lang) for lang in ("en", "de")]
    forms.append(report_markdown.render([report], "de"))
    for form in forms:
        assert not [char for char in form if char < " " and char not in ALLOWED_CONTROLS], "a control character gets out"
    json.loads(report_json.render([report]))
    json.loads(report_sarif.render([report]))
    if data and report.deals == 0 and report.sessions == 0:
        assert report.verdict != "clean", "nothing read, and called clean"
    try:
        session = loads(data, LIMITS)
    except LogError:
        return report.verdict
    for step in replay(session):
        step.text("en"), step.text("de")
    list(flows(session))
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
