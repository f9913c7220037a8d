"""``kratzen redact``, ``merge`` and ``infer-rules`` as people type them."""

from __future__ import annotations

from pathlib import Path

import pytest

from kratzen_log import audit, load, redact
from kratzen_log.cli import main
from tests.support import ROOT

FRIDAY = str(ROOT / "sample_logs" / "friday-kratzen.jsonl")


def test_redact_writes_the_view(tmp_path: Path) -> None:
    out = tmp_path / "ben.json.gz"
    assert main(["redact", FRIDAY, "--view", "b", "-o", str(out)]) == 0
    assert load(out) == redact(load(FRIDAY), "B")
    assert audit(out).verdict == "clean"


def test_redact_refuses_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "own.jsonl"
    own.write_bytes(Path(FRIDAY).read_bytes())
    assert main(["redact", FRIDAY, "--view", "E"]) == 2
    assert main(["redact", str(own), "--view", "A", "-o", str(own)]) == 2
    assert own.read_bytes() == Path(FRIDAY).read_bytes()
    assert main(["redact", str(tmp_path / "nowhere.jsonl"), "--view", "A"]) == 3
    assert main(["redact", str(ROOT / "sample_logs/broken/file.unreadable.jsonl"), "--view", "A"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 4
    assert lines[0].endswith("view 'E': public, or a seat from A to D")
    assert "name another file" in lines[1]


def test_redact_says_what_it_leaves_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = ROOT / "sample_logs" / "broken" / "json.syntax.jsonl"
    assert main(["redact", str(log), "--view", "public", "-o", str(tmp_path / "out.jsonl")]) == 0
    assert "left out what cannot be read: 1 of its records" in capsys.readouterr().err
