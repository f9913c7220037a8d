"""Reports as one JSON object, exactly as FINDINGS says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from kratzen_log.auditor.auditing import Report
from kratzen_log.auditor.findings import Finding


def finding_dict(finding: Finding) -> dict[str, Any]:
    """A finding as JSON; what does not apply is absent."""
    out: dict[str, Any] = {}
    for name in finding.__struct_fields__:
        value = getattr(finding, name)
        if value is not None and (name != "file" or value):
            out[name] = value
    return out


def report_dict(report: Report) -> dict[str, Any]:
    """The object of one file."""
    return {
        "path": report.path,
        "verdict": report.verdict,
        "game": report.game,
        "sessions": report.sessions,
        "deals": report.deals,
        "plays": {"legal": report.plays.legal, "illegal": report.plays.illegal, "undetermined": report.plays.undetermined},
        "findings": [finding_dict(finding) for finding in report.findings],
        "impacts": [
            {"deal": i.deal, "session": i.session, "recorded": i.recorded, "by_rules": i.by_rules, "certain": i.certain}
            for i in report.impacts
        ],
        "skipped_bytes": report.skipped_bytes,
        "truncated": report.truncated,
    }


def render(reports: Iterable[Report], skipped_files: int = 0) -> str:
    """All reports as one line of JSON."""
    out: dict[str, Any] = {"files": [report_dict(report) for report in reports]}
    if skipped_files:
        out["skipped_files"] = skipped_files
    return msgspec.json.encode(out).decode()
