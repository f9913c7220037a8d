"""The JSON Schema accepts what the writer writes and what a schema can see of what it must not."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from kratzen_log import schema
from tests.support import DATA, head

VALIDATOR = jsonschema.Draft202012Validator(schema())
LAWFUL = sorted((DATA / "examples" / "lawful").glob("*.jsonl"))


def test_it_is_a_schema_of_2020_12() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    assert schema()["$schema"] == "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize("path", LAWFUL, ids=lambda path: path.stem)
def test_lawful_records_are_valid(path: Path) -> None:
    for line in path.read_text("utf-8").splitlines():
        VALIDATOR.validate(json.loads(line))


@pytest.mark.parametrize(
    "record",
    [
        {"type": "party"}, {"type": "deal"}, {"type": "deal", "no": "1"}, {"type": "note"}, {"type": "adjust", "delta": [1]},
        {"type": "deal", "no": 1, "tricks": "A:H7"}, {**head(), "players": "Anna"}, {**head(), "start": ["100"]},
        {"type": "deal", "no": 1, "exchange": [{"seat": "A"}]},
    ],
)
def test_what_a_schema_can_see(record: dict[str, object]) -> None:
    assert not VALIDATOR.is_valid(record)


def test_further_keys_are_for_the_audit() -> None:
    VALIDATOR.validate({"type": "note", "text": "x", "_mood": 1, "x": {"club:colour": "red"}, "further": 1})
