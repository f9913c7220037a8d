"""The published corpus: every file gives exactly what the manifest says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kratzen_log import audit
from kratzen_log.log.container import Limits, Torn, unpacked
from kratzen_log.texts import table
from tests.auditor.test_audit import MADE
from tests.conformance import make

HERE = Path(__file__).parent
MANIFEST = json.loads((HERE / "manifest.json").read_bytes())
QUIET = {"log.no-end", "rules.endless-muss", "rules.ante-indivisible", "play.undetermined"}


@pytest.mark.parametrize("case", MANIFEST["cases"], ids=lambda case: case["file"])
def test_case(case: dict[str, Any]) -> None:
    report = audit(HERE / case["file"])
    wanted = {finding["code"] for finding in case["findings"]}
    found = [finding for finding in report.findings if finding.code not in QUIET - wanted]
    for expected, finding in zip(case["findings"], found, strict=True):
        assert {key: getattr(finding, key) for key in expected} == expected
    assert report.verdict == case["verdict"]
    assert report.deals == case.get("deals", report.deals)


def test_the_files_are_those_of_the_script() -> None:
    made = make.cases()
    assert (HERE / "manifest.json").read_bytes() == make.manifest(made)
    for case in made:
        assert _content((HERE / case["file"]).read_bytes()) == _content(case["data"]), case["file"]
    listed = {case["file"] for case in MANIFEST["cases"]}
    assert {f"{path.parent.name}/{path.name}" for kind in ("valid", "lenient", "invalid", "broken") for path in (HERE / kind).iterdir()} == listed


def _content(data: bytes) -> bytes:
    """What comes out of a file, however its compressor packed it."""
    got = b""
    try:
        for piece in unpacked(data, Limits()):
            got += piece
    except Torn:
        return got[:1000]
    return got


def test_every_code_has_a_case() -> None:
    shown = {finding["code"] for case in MANIFEST["cases"] for finding in case["findings"]}
    assert set(table("findings")) - shown == MADE
