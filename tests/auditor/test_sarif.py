"""SARIF: valid by its official schema, complete, and safe for any name."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from kratzen_log import audit
from kratzen_log.auditor import report_sarif
from kratzen_log.auditor.auditing import Choice, audit_path
from kratzen_log.texts import LANGS
from tests.support import DATA, ROOT, as_bytes, head

BROKEN = sorted((ROOT / "tests" / "conformance" / "broken").iterdir())


@cache
def validator() -> Draft202012Validator:
    return Draft202012Validator(json.loads((DATA / "sarif" / "sarif-2.1.0.json").read_bytes()))


def sarif(*reports: Any, lang: str = "en") -> dict[str, Any]:
    made: dict[str, Any] = json.loads(report_sarif.render(reports, lang))
    errors = [f"{'/'.join(map(str, error.path))}: {error.message}" for error in validator().iter_errors(made)]
    assert errors == []
    return made["runs"][0]  # type: ignore[no-any-return]


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.name)
def test_every_finding_makes_a_valid_result(path: Path) -> None:
    for lang in LANGS:
        report = audit(path, Choice(lang=lang))
        run = sarif(report, lang=lang)
        assert [result["ruleId"] for result in run["results"]] == [finding.code for finding in report.findings]
        for result, finding in zip(run["results"], report.findings, strict=True):
            assert result["message"]["text"].startswith(finding.message)
            assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == finding.code
            place = result["locations"][0]["physicalLocation"]
            assert place["region"]["startLine"] == finding.line if finding.line else "region" not in place


def test_several_files_are_one_run_and_a_clean_one_is_named_too() -> None:
    run = sarif(*(audit(path) for path in [ROOT / "sample_logs" / "friday-kratzen.jsonl", *BROKEN[:3]]))
    assert len(run["artifacts"]) == 4
    assert {result["locations"][0]["physicalLocation"]["artifactLocation"]["index"] for result in run["results"]} == {1, 2, 3}


def test_columns_are_characters() -> None:
    broken = as_bytes([head(players=3)]) + '{"type":"note","text":"Jörg, Zoë, Öz","x":1.5}\n'.encode()
    number, found = next((at, found) for at, found in enumerate(audit(broken)) if found.code == "json.number")
    region = sarif(audit(broken))["results"][number]["locations"][0]["physicalLocation"]["region"]
    assert found.column is not None
    assert region["startColumn"] == found.column - 3 == 43


@pytest.mark.parametrize("name", ["a b/ö.jsonl", "x\ud800", "<script>", "-", "", "C:\\logs\\a.jsonl", "\x1b[31mred"])
def test_any_file_name_is_a_uri(name: str) -> None:
    report = audit_path(as_bytes([head(players=3) | {"game": "\x1b[31m<b>"}]), Choice(), name.encode("utf-8", "surrogatepass").decode("utf-8", "surrogateescape"))
    run = sarif(report)
    assert run["artifacts"][0]["location"]["uri"].isascii()
