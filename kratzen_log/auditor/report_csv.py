"""Findings as CSV (RFC 4180) for a spreadsheet: a row each, with the words of the log made safe for its cells."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Final

from kratzen_log.auditor.auditing import Report
from kratzen_log.texts.safe import cell

COLUMNS: Final = (
    "file", "severity", "code", "message", "line", "column", "record", "session", "deal", "trick", "play", "seat", "player", "rule", "acknowledged",
)
"""One for each attribute of a finding of that name; what does not apply is an empty cell."""


def render(reports: Iterable[Report]) -> str:
    """All findings of all reports, after a row of names."""
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(COLUMNS)
    for report in reports:
        for finding in report.findings:
            values = (getattr(finding, name) if name != "file" else finding.file or report.path for name in COLUMNS)
            rows.writerow([cell(value) if isinstance(value, str) else "" if value is None else str(value).lower() for value in values])
    return out.getvalue()
