"""A Jupyter server of this machine: notebooks in JupyterLab, in Notebook 7 and in Voilà, in a real browser."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from tests.show.browser import chromium
from tests.support import ROOT

TOKEN = "kratzen"
LOOPBACK = ("http://127.0.0.1:", "ws://127.0.0.1:", "data:", "blob:", "about:")
SLOW = 90_000
"""Milliseconds for what waits on a kernel or on a page of megabytes, on a loaded machine."""

STARTED = """([at, before]) => document.querySelector(".jp-Dialog")
  || document.querySelectorAll(".jp-CodeCell")[at].querySelector(".jp-InputPrompt").innerText !== before"""
"""A cell began to run, or JupyterLab asks for a kernel first, since it had not yet heard of the one it started."""


def notebook(cells: Sequence[str]) -> str:
    """A notebook that was not run."""
    made: list[dict[str, object]] = [
        {"cell_type": "code", "id": f"c{at}", "metadata": {}, "execution_count": None, "outputs": [], "source": text} for at, text in enumerate(cells)
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    return json.dumps({"cells": made, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5})


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def served(command: Sequence[str], asks: str, folder: Path) -> Iterator[None]:
    """A server that answers at an address, as long as it is needed."""
    env = {
        **os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "", "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "JUPYTER_DATA_DIR": str(folder / "data"), "XDG_CONFIG_HOME": str(folder / "config"), "XDG_STATE_HOME": str(folder / "state"),
    }
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen([sys.executable, "-m", *command], env=env, cwd=folder, stdout=log, stderr=log)
    try:
        for _try in range(480):
            if server.poll() is not None:
                break
            try:
                with urlopen(asks, timeout=5):
                    break
            except (URLError, OSError):
                time.sleep(0.25)
        assert server.poll() is None, (folder / "log").read_text("utf-8")[-3000:]
        yield
    finally:
        server.terminate()
        server.wait(20)


class Jupyter:
    """One server for all tests of a worker: JupyterLab, Notebook 7 and Voilà are three addresses of it."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self.base = f"http://127.0.0.1:{port}"

    def write(self, name: str, text: str) -> str:
        (self.folder / name).write_text(text, "utf-8")
        return name

    def address(self, kind: str, name: str) -> str:
        return f"{self.base}/{kind}/{name}?reset&token={TOKEN}"

    def kernels(self) -> Any:
        with urlopen(f"{self.base}/api/kernels?token={TOKEN}", timeout=20) as answer:
            return json.load(answer)


@contextmanager
def jupyter_server(folder: Path) -> Iterator[Jupyter]:
    port = free_port()
    command = [
        "jupyterlab", "--no-browser", f"--port={port}", "--ServerApp.ip=127.0.0.1", f"--IdentityProvider.token={TOKEN}",
        f"--ServerApp.root_dir={folder}", "--ServerApp.allow_root=True", "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]
    with served(command, f"http://127.0.0.1:{port}/api?token={TOKEN}", folder):
        yield Jupyter(folder, port)


class Notebook:
    """A notebook in a page: its cells of code, the addresses it asked for, what broke in its widgets."""

    def __init__(self, browser: Any, address: str) -> None:
        self.page = browser.new_page(viewport={"width": 1500, "height": 1800})
        self.asked: list[str] = []
        self.broken: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("pageerror", self._broke)
        self.cells = self.page.locator(".jp-CodeCell")
        self.page.goto(address)

    def _broke(self, error: Any) -> None:
        """Remembers what broke in a widget: their modules come from addresses made in the page."""
        if "blob:" in (error.stack or ""):
            self.broken.append(error.stack)

    def ready(self, count: int) -> None:
        """Waits for the cells and an idle kernel."""
        from playwright.sync_api import expect

        expect(self.cells).to_have_count(count, timeout=SLOW)
        self.page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").first.wait_for(timeout=SLOW)

    def run(self, number: int) -> Any:
        """Runs a cell to its end; gives its output. A page that has just opened may not listen to keys yet."""
        from playwright.sync_api import TimeoutError as PlaywrightTimeout
        from playwright.sync_api import expect

        cell = self.cells.nth(number)
        prompt = cell.locator(".jp-InputPrompt")
        before = prompt.inner_text()
        asked = self.page.locator(".jp-Dialog")
        for _try in range(18):
            if asked.count():
                asked.locator("button.jp-mod-accept").click()
                expect(asked).to_have_count(0)
            else:
                cell.locator(".cm-content").press("Control+Enter")
            with suppress(PlaywrightTimeout):
                self.page.wait_for_function(STARTED, arg=[number, before], timeout=5_000)
            if prompt.inner_text() != before:
                break
        expect(prompt).to_have_text(re.compile(r"\[\d+\]"), timeout=SLOW)
        return cell.locator(".jp-OutputArea-output")

    def button(self, name: str) -> Any:
        return self.page.get_by_role("button", name=name, exact=True)

    def says(self) -> Any:
        return self.page.locator(".kl-says")

    def stays_here(self, theirs: tuple[str, ...] = ()) -> None:
        """No request left this machine, but for what the program around the notebook asks for, and no widget broke."""
        away = [url for url in self.asked if not url.startswith((*LOOPBACK, *theirs))]
        assert not away, away
        assert self.broken == []


@contextmanager
def opened(address: str, theirs: tuple[str, ...] = ()) -> Iterator[Notebook]:
    """A notebook in a fresh browser; it must have asked for nothing beyond this machine, ``theirs`` apart."""
    with chromium() as browser:
        page = Notebook(browser, address)
        yield page
        page.stays_here(theirs)
