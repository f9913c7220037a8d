"""Every paragraph of the rules pages has at least one case: a position, or a small session with what follows from it."""

from __future__ import annotations

import pytest

from kratzen_log import audit, loads, replay
from kratzen_log.games._game import paragraphs
from tests.kernel.test_trick import CASES, TAKERS
from tests.rules.dealing import session
from tests.rules.table import Case
from tests.rules.table_kratzen import KRATZEN
from tests.rules.table_schnellen import SCHNELLEN
from tests.support import as_bytes

TABLE = [*KRATZEN, *SCHNELLEN]


@pytest.mark.parametrize("case", TABLE, ids=[f"{case.rule} {case.says}" for case in TABLE])
def test_case(case: Case) -> None:
    records = session(case.game, case.players, case.rules, case.start, case.deals)
    report = audit(as_bytes(records))
    assert [finding.code for finding in report.findings] == list(case.codes)
    steps = replay(loads(as_bytes(records)))
    if case.stacks is not None:
        assert list(steps[-1].after.stacks or ()) == case.stacks
    if case.pot is not None:
        assert steps[-1].after.pot == case.pot
    if case.cites:
        assert case.cites in [step.rule for step in steps] + [finding.rule for finding in report.findings]


def test_every_paragraph_has_a_case() -> None:
    positions = {case[0].split()[0] for case in CASES} | {case[0].split()[0] for case in TAKERS}
    assert sorted(paragraphs().keys() - positions - {case.rule for case in TABLE}) == []


def test_every_case_is_of_a_paragraph() -> None:
    assert {case.rule for case in TABLE} <= paragraphs().keys()
    names = [f"{case.rule} {case.says}" for case in TABLE]
    assert len(set(names)) == len(names)
