"""What is installed can draw: the wheel holds the deck, the parts of the module and the texts."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.support import ROOT


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("hatchling")
    folder = tmp_path_factory.mktemp("wheel")
    build = "import sys; from hatchling.builders.wheel import WheelBuilder; print(next(WheelBuilder(sys.argv[1]).build(directory=sys.argv[2], versions=['standard'])))"
    done = subprocess.run([sys.executable, "-c", build, str(ROOT), str(folder)], capture_output=True, text=True, check=True)
    return Path(done.stdout.strip().splitlines()[-1])


def test_the_installed_package_writes_a_page_and_a_picture(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path / "site")
    env = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}
    log = str(ROOT / "sample_logs" / "disputed-kratzen.jsonl")
    where = "import kratzen_log; print(kratzen_log.__file__)"
    found = subprocess.run([sys.executable, "-c", where], env=env, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert str(tmp_path) in found
    for out in ("page.html", "end.svg"):
        subprocess.run([sys.executable, "-m", "kratzen_log", "replay", log, "--lang", "en", "-o", out], env=env, cwd=tmp_path, check=True)
    from kratzen_log import load
    from kratzen_log.show.page import page

    assert (tmp_path / "page.html").read_text("utf-8").strip() == page(load(log)).strip()
    assert (tmp_path / "end.svg").read_text("utf-8").startswith("<svg")
