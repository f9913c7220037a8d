"""Names that try to be markup, to turn the line round, or to fill it."""

from __future__ import annotations

import json

from tests.support import ROOT

DISPUTED = ROOT / "sample_logs" / "disputed-kratzen.jsonl"
NASTY = ["<script>window.hit=1</script>", "\"><img src=x onerror='window.hit=1'>", "\u202e\u05d0\u05d1 $& {seat:seat}", "X" * 200]


def nasty() -> bytes:
    lines = DISPUTED.read_bytes().splitlines(keepends=True)
    head = json.loads(lines[0]) | {"players": NASTY}
    return json.dumps(head).encode() + b"\n" + b"".join(lines[1:])
