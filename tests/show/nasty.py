"""Names that try to be markup, to turn the line round, or to fill it."""

from __future__ import annotations

import json

from kratzen_log import Session, dumps, loads
from tests.support import ROOT

DISPUTED = ROOT / "sample_logs" / "disputed-kratzen.jsonl"
NASTY = ["<script>window.hit=1</script>", "\"><img src=x onerror='window.hit=1'>", "\u202e\u05d0\u05d1 $& {seat:seat}", "X" * 200]


def nasty() -> bytes:
    lines = DISPUTED.read_bytes().splitlines(keepends=True)
    head = json.loads(lines[0]) | {"players": NASTY}
    return json.dumps(head).encode() + b"\n" + b"".join(lines[1:])


def renamed(session: Session) -> Session:
    """The session with players of long names."""
    head = json.loads(dumps(session).splitlines()[0])
    names = ["Maximiliane", "Ägidius O'Brien", "Kunigunde von Wolkenstein", "MMMMMMMMMM", "Bartholomäus", "N" * 200]
    fresh = [player | {"name": name} if isinstance(player, dict) else name for player, name in zip(head["players"], names, strict=False)]
    return loads(json.dumps(head | {"players": fresh}).encode() + b"\n" + b"".join(dumps(session).splitlines(keepends=True)[1:]))
