"""The floors of the house, the public names, what starts fast, what docs promise."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import kratzen_log
from tests import regenerate
from tests.support import ROOT

HEAVY = ("numpy", "llvmlite", "pandas", "altair", "ipywidgets", "anywidget", "rfc8785", "zstandard", "shtab", "tqdm", "dataclasses")


def test_imports_point_down_only() -> None:
    lint = subprocess.run(["lint-imports"], cwd=ROOT, capture_output=True, text=True, check=False, env=_env())
    assert lint.returncode == 0, lint.stdout + lint.stderr


def _env() -> dict[str, str]:
    import os

    return {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


@pytest.mark.parametrize("name", kratzen_log.__all__)
def test_every_public_name_is_there_and_documented(name: str) -> None:
    thing = getattr(kratzen_log, name)
    assert thing.__doc__, name


def test_a_plain_audit_imports_nothing_heavy() -> None:
    code = (
        "import sys; from kratzen_log.cli import main; "
        f"main(['audit', r'{ROOT / 'sample_logs' / 'friday-kratzen.jsonl'}', '--format', 'json', '-o', '/dev/null']); "
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.strip() == "[]"


def test_names_that_are_also_rooms_stay_functions() -> None:
    import kratzen_log.auditor.auditing
    import kratzen_log.flow
    import kratzen_log.replayer.replaying

    for name in ("audit", "replay", "flows", "simulate", "legal", "load", "loads", "dump"):
        assert callable(getattr(kratzen_log, name))


def test_no_file_is_longer_than_a_person_reads() -> None:
    for path in (ROOT / "kratzen_log").rglob("*.py"):
        assert len(path.read_text().splitlines()) <= 600, path


@pytest.mark.parametrize("path", [path for path in sorted((ROOT / "docs").glob("*.md")) if ">>> " in path.read_text("utf-8")], ids=lambda path: path.name)
def test_the_examples_of_the_docs_are_true(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(path), module_relative=False)
    assert tried
    assert not failed


def test_pages_that_promise_a_doctest_have_one() -> None:
    for path in (ROOT / "docs").glob("*.md"):
        text = path.read_text("utf-8")
        assert ("doctest" in text) == (">>> " in text), path


@pytest.mark.parametrize("name", sorted(regenerate.pages()))
def test_pages_made_from_the_texts_are_up_to_date(name: str) -> None:
    """Regenerate with ``python -m tests.regenerate``."""
    assert regenerate.pages()[name] == (ROOT / "docs" / name).read_text("utf-8")


@pytest.mark.parametrize("path", [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))], ids=lambda path: path.name)
def test_links_of_the_docs_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text("utf-8")):
        assert (path.parent / target).exists(), target
