"""Reports as SARIF 2.1.0, the format of code scanners: editors and code hosts show the findings beside the lines."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Final
from urllib.parse import quote

import msgspec

from kratzen_log.auditor.auditing import Report
from kratzen_log.auditor.findings import Finding
from kratzen_log.auditor.report_json import finding_dict
from kratzen_log.games._game import paragraphs
from kratzen_log.texts import table

SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS: Final = {"error": "error", "warning": "warning", "info": "note"}
_OWN_PLACE: Final = frozenset({"code", "severity", "message", "file", "line", "column"})


def render(reports: Iterable[Report], lang: str = "en") -> str:
    """All reports as one SARIF log with one run."""
    from importlib.metadata import version

    reports = list(reports)
    codes = sorted({finding.code for report in reports for finding in report.findings})
    numbers = {code: number for number, code in enumerate(codes)}
    run = {
        "tool": {"driver": {"name": "kratzen-log", "version": version("kratzen-log"), "rules": [_rule(code, lang) for code in codes]}},
        "columnKind": "unicodeCodePoints",
        "artifacts": [{"location": {"uri": _uri(report.path)}} for report in reports],
        "results": [_result(finding, report, numbers, at) for at, report in enumerate(reports) for finding in report.findings],
        "invocations": [{"executionSuccessful": not any(report.unreadable for report in reports)}],
    }
    return msgspec.json.encode({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}).decode()


def _uri(path: str) -> str:
    """A path as a URI reference; a log without a path is standard input."""
    return quote(path.encode("utf-8", "surrogateescape")) if path not in ("", "-") else "stdin"


@cache
def _rule(code: str, lang: str) -> dict[str, Any]:
    row = table("findings")[code]
    return {
        "id": code,
        "shortDescription": {"text": row["title"][lang]},
        "fullDescription": {"text": row["means"][lang]},
        "help": {"text": row["do"][lang]},
        "defaultConfiguration": {"level": _LEVELS[row["severity"]]},
    }


def _result(finding: Finding, report: Report, numbers: dict[str, int], artifact: int) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": _uri(report.path), "index": artifact}}
    if finding.line is not None:
        place["region"] = {"startLine": finding.line} | _column(finding, report)
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": numbers[finding.code],
        "level": _LEVELS[finding.severity],
        "message": {"text": _whole(finding)},
        "locations": [{"physicalLocation": place} | _logical(finding)],
        "properties": {key: value for key, value in finding_dict(finding).items() if key not in _OWN_PLACE},
    }
    if finding.acknowledged:
        result["suppressions"] = [{"kind": "inSource", "status": "accepted"}]
    return result


def _whole(finding: Finding) -> str:
    """The sentence and its paragraph: a SARIF viewer shows nothing else."""
    rule = paragraphs().get(finding.rule or "")
    return f"{finding.message} ({rule.id})" if rule else finding.message


def _column(finding: Finding, report: Report) -> dict[str, int]:
    """The column in characters, as SARIF counts; findings count bytes."""
    line = report.lines.get(finding.line or 0)
    if finding.column is None or line is None or finding.column > len(line) + 1:
        return {}
    return {"startColumn": len(line[: finding.column - 1].decode("utf-8", "replace")) + 1}


def _logical(finding: Finding) -> dict[str, Any]:
    """Deal, trick and card as a path of names."""
    parts = [("deal", finding.deal), ("trick", finding.trick), ("card", finding.play)]
    name = "/".join(f"{kind} {number}" for kind, number in parts if number is not None)
    return {"logicalLocations": [{"fullyQualifiedName": name}]} if name else {}
