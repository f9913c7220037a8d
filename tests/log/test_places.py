"""The same verdict and exit status wherever the bad line stands; ``tests.log.places`` is the full run."""

from __future__ import annotations

import pytest

from tests.log.places import FAULTS, wrong
from tests.support import scaled


def test_a_fault_is_the_same_fault_in_every_place() -> None:
    assert list(wrong(scaled(4), [0, 1, 2, -2, -1])) == []


@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_changes_the_line(name: str) -> None:
    assert FAULTS[name][0](b'{"type":"note","text":"a"}') != b'{"type":"note","text":"a"}'
