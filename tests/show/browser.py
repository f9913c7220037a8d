"""A real browser without a network for pages written by the tests."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="needs chromium")


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser process."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class Opened:
    """A page with everything it complained about and asked for."""

    def __init__(self, browser: Any, path: Path, place: str = "", width: int = 1280, height: int = 800, waits: str = "[role=status]", **options: Any) -> None:
        self.context = browser.new_context(viewport={"width": width, "height": height}, offline=True, **{"reduced_motion": "reduce", **options})
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text) if message.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("dialog", self.dialog)
        self.page.goto(path.as_uri() + place)
        self.page.locator(waits).wait_for()

    def dialog(self, dialog: Any) -> None:
        self.complaints.append(f"dialog {dialog.message}")
        dialog.dismiss()

    def button(self, name: str) -> Any:
        return self.page.get_by_role("button", name=name, exact=True)

    def says(self) -> str:
        return str(self.page.get_by_role("status").inner_text())

    def place(self) -> str:
        return str(self.page.evaluate("location.hash"))

    def slider(self) -> Any:
        return self.page.get_by_role("slider", name="Step")

    def close(self) -> None:
        self.context.close()
        assert self.complaints == []
        assert [url for url in self.requests if not url.startswith("file:")] == []
