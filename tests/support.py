"""What many tests share: logs from the referee as bytes, findings as short dictionaries."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from kratzen_log import Report, audit

DATA = Path(__file__).parent / "data"
ROOT = Path(__file__).parent.parent
SCALE = float(os.environ.get("KRATZEN_TEST_SCALE", "1"))
"""How many times as many random cases are tried as in an ordinary run."""


def scaled(count: int) -> int:
    return max(1, int(count * SCALE))


def as_bytes(records: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(record, ensure_ascii=False).encode() + b"\n" for record in records)


def found(log: bytes | Report) -> list[dict[str, Any]]:
    """The findings that count: code and place."""
    report = log if isinstance(log, Report) else audit(log)
    keys = ("code", "deal", "trick", "play", "seat")
    return [
        {key: getattr(finding, key) for key in keys if getattr(finding, key) is not None}
        for finding in report.findings
        if finding.severity != "info"
    ]


def agrees(expected: dict[str, Any], findings: list[dict[str, Any]]) -> bool:
    return len(findings) == 1 and all(findings[0].get(key) == value for key, value in expected.items())


def head(game: str = "kratzen", players: int = 4, **more: Any) -> dict[str, Any]:
    rules = more.pop("rules", {})
    start = more.pop("start", [100] * players if game == "kratzen" else None)
    record = {
        "type": "session", "format": "kratzen-log", "version": "1.0", "game": game, "rules": {"version": 1, **rules},
        "players": ["Anna", "Ben", "Carla", "Dan", "Emma", "Franz"][:players],
    }
    if start is not None:
        record["start"] = start
    return record | more
