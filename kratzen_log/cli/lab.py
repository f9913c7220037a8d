"""``kratzen lab``: JupyterLab, opened on the notebooks."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from kratzen_log.cli.common import UsageError, tell, write_text
from kratzen_log.texts.usage import said

FIRST: Final = "1-first-replay.ipynb"
NEEDED: Final = ("jupyterlab", "anywidget", "altair", "pandas", "ipywidgets")
OFFLINE: Final = ("--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate")


def lab(args: argparse.Namespace) -> int:
    """Opens JupyterLab on the notebooks and stays until it is closed."""
    if not all(find_spec(name) for name in NEEDED):
        raise UsageError('the notebooks need JupyterLab: pip install "kratzen-log[lab]"')
    folder = home(args.folder)
    if args.dry_run:
        write_text(None, str(folder))
        return 0
    tell(said(f"JupyterLab opens on {folder} (Ctrl+C ends it)", args.lang))
    command = [sys.executable, "-m", "jupyterlab", str(folder / FIRST), f"--ServerApp.root_dir={folder.parent}", *OFFLINE]
    return subprocess.run([*command, *(["--no-browser"] if args.no_browser else [])], check=False).returncode  # noqa: S603 - our own words


def home(folder: str | None) -> Path:
    """The folder of notebooks: the one named, the one here, that of the source, or a fresh copy in ``kratzen-lab``.

    Raises ``UsageError`` where a named folder holds no notebooks.
    """
    if folder is not None:
        named = Path(folder)
        for place in (named, named / "notebooks"):
            if (place / FIRST).is_file():
                return place.resolve()
        if named.exists() and (not named.is_dir() or any(named.iterdir())):
            raise UsageError(f"{folder}: there are no notebooks of kratzen-log in it; name an empty or a new folder")
        return copied(named)
    for place in (Path("notebooks"), Path("kratzen-lab", "notebooks"), source().parent / "notebooks"):
        if (place / FIRST).is_file():
            return place.resolve()
    return copied(Path("kratzen-lab"))


def source() -> Path:
    """The folder of the package."""
    import kratzen_log

    return Path(os.path.dirname(kratzen_log.__file__))


def copied(folder: Path) -> Path:
    """A copy of the notebooks and the sample logs, to work in."""
    for place in (source() / "lab", source().parent):
        if (place / "notebooks" / FIRST).is_file():
            for part in ("notebooks", "sample_logs"):
                shutil.copytree(place / part, folder / part, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".*", "__pycache__"))
            return (folder / "notebooks").resolve()
    raise UsageError("the notebooks are not part of this installation; install kratzen-log again")
