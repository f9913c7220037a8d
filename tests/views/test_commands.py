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
    assert main(["redact", str(ROOT / "tests/conformance/broken/file.unreadable.jsonl"), "--view", "A"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 4
    assert lines[0].endswith("view 'E': public, or a seat from A to D")
    assert "name another file" in lines[1]


def test_redact_says_what_it_leaves_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = ROOT / "tests" / "conformance" / "broken" / "json.syntax.jsonl"
    assert main(["redact", str(log), "--view", "public", "-o", str(tmp_path / "out.jsonl")]) == 0
    assert "left out what cannot be read: 1 of its records" in capsys.readouterr().err


def test_merge_gives_back_what_redact_took_apart(tmp_path: Path) -> None:
    views = [str(tmp_path / f"{seat}.jsonl") for seat in "ABCD"]
    for seat, path in zip("ABCD", views, strict=True):
        assert main(["redact", FRIDAY, "--view", seat, "-o", path]) == 0
    whole = tmp_path / "whole.jsonl"
    assert main(["merge", *views, "-o", str(whole)]) == 0
    assert load(whole).deals[3].hands == load(FRIDAY).deals[3].hands
    assert audit(whole).verdict == "clean"


@pytest.mark.parametrize(("lang", "message"), [
    ("en", "friday-kratzen.jsonl and other.jsonl contradict each other about “tricks”: WE says the first, SA the second"),
    ("de", "friday-kratzen.jsonl und other.jsonl widersprechen einander bei „tricks“: im ersten steht WE, im zweiten SA"),
])
def test_merge_names_contradictions(tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str, message: str) -> None:
    other = tmp_path / "other.jsonl"
    other.write_bytes(Path(FRIDAY).read_bytes().replace(b"D:WE A:H8", b"D:SA A:H8"))
    out = tmp_path / "out.jsonl"
    assert main(["merge", FRIDAY, str(other), "-o", str(out), "--lang", lang]) == 1
    said = capsys.readouterr()
    lines = said.out.splitlines()
    assert message in lines[0]
    assert len([finding for finding in audit(out) if finding.code == "log.witnesses"]) == len(lines)
    assert not said.err
    assert main(["merge", FRIDAY, str(other), "--lang", lang]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith({"en": f"places: {len(lines)}; with -o FILE they are named", "de": f"Stellen: {len(lines)}; mit -o DATEI werden sie genannt"}[lang])


def test_merge_refuses_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "own.jsonl"
    own.write_bytes(Path(FRIDAY).read_bytes())
    twice = tmp_path / "twice.jsonl"
    twice.write_bytes(own.read_bytes() * 2)
    innsbruck = str(ROOT / "sample_logs" / "innsbruck-schnellen.jsonl")
    assert main(["merge", FRIDAY, innsbruck, "-o", str(tmp_path / "out.jsonl")]) == 2
    assert main(["merge", FRIDAY]) == 2
    assert main(["merge", FRIDAY, str(own), "-o", str(own)]) == 2
    assert main(["merge", FRIDAY, str(twice)]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 4
    assert "innsbruck-schnellen.jsonl is a log of schnellen, friday-kratzen.jsonl of kratzen" in lines[0]
    assert not (tmp_path / "out.jsonl").exists()
