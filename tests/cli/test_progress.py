"""A bar on long work, on a terminal only."""

from __future__ import annotations

import io
import sys

import pytest

from kratzen_log.cli import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("stream", "total", "shown"), [(Terminal(), 3, True), (Terminal(), 1, False), (io.StringIO(), 3, False)])
def test_a_bar_is_for_a_terminal_and_more_than_one(stream: io.StringIO, total: int, shown: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(progress, "PATIENCE", 0)
    assert list(progress.watched(range(total), total, "sessions")) == list(range(total))
    assert ("sessions" in stream.getvalue()) == shown


def test_work_that_is_soon_done_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    assert list(progress.watched("abc", 3, "files")) == ["a", "b", "c"]
    assert "%" not in stream.getvalue()


def test_bytes_are_counted_as_they_are_read() -> None:
    class Bar:
        done = 0

        def update(self, count: int) -> None:
            self.done += count

    bar = Bar()
    file = progress.Counted(io.BytesIO(b"abcdef"), bar)
    assert (file.read(4), file.read(), bar.done) == (b"abcd", b"ef", 6)
