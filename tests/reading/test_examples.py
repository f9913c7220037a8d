"""The logs of an outside program: 44 lawful ones, 204 with one fault each."""

from __future__ import annotations

import json

import pytest

from kratzen_log import audit
from tests.support import DATA, agrees, found

EXAMPLES = DATA / "examples"
LAWFUL = sorted((EXAMPLES / "lawful").glob("*.jsonl"))
FAULTS = json.loads((EXAMPLES / "faults" / "expected.json").read_text())


@pytest.mark.parametrize("path", LAWFUL, ids=lambda path: path.stem)
def test_lawful(path: object) -> None:
    report = audit(str(path))
    assert found(report) == []
    assert report.verdict == "clean"


@pytest.mark.parametrize("name", sorted(FAULTS))
def test_one_fault_one_finding_at_its_place(name: str) -> None:
    findings = found(audit(EXAMPLES / "faults" / name))
    assert agrees(FAULTS[name], findings), findings
