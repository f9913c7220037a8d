"""Stepping through a replay with keys on a terminal."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable, Sequence
from typing import Final

from kratzen_log.auditor.report_text import Paint
from kratzen_log.cli.common import columns
from kratzen_log.replayer.board import WIDTH, picture, word
from kratzen_log.replayer.step import Step

KEYS: Final = {
    "\x1b[C": "next", "\x1b[D": "previous", "\x1b[B": "next_trick", "\x1b[A": "previous_trick", "\x1b[6~": "next_deal",
    "\x1b[5~": "previous_deal", "\x1b[H": "first", "\x1b[F": "last", "\x1b[1~": "first", "\x1b[4~": "last", "\x1bOH": "first",
    "\x1bOF": "last", " ": "next", "\r": "next", "\n": "next", "n": "next", "p": "previous", "j": "next_trick", "k": "previous_trick",
    ".": "next_fault", ",": "previous_fault", "l": "language", "L": "language", "q": "quit", "Q": "quit", "\x03": "quit",
    "\x04": "quit", "\x1b": "quit",
}


def move(steps: Sequence[Step], at: int, what: str) -> int:
    """The place after a movement; the same place where there is nothing that way."""
    last = len(steps) - 1

    def seek(places: Sequence[int], wanted: Callable[[Step], bool]) -> int:
        return next((place for place in places if wanted(steps[place])), at)

    ahead, back = range(at + 1, last + 1), range(at - 1, -1, -1)
    match what:
        case "next":
            return min(at + 1, last)
        case "previous":
            return max(at - 1, 0)
        case "first":
            return 0
        case "last":
            return last
        case "next_trick":
            return seek(ahead, lambda step: step.kind == "play" and step.play == 1)
        case "previous_trick":
            return seek(back, lambda step: step.kind == "play" and step.play == 1)
        case "next_deal":
            return seek(ahead, lambda step: step.kind == "deal")
        case "previous_deal":
            return seek(back, lambda step: step.kind == "deal")
        case "next_fault":
            return seek(ahead, lambda step: bool(step.breaches))
        case "previous_fault":
            return seek(back, lambda step: bool(step.breaches))
        case _:
            return at


def frame(steps: Sequence[Step], at: int, lang: str, paint: Callable[[str, str], str], wide: int = WIDTH) -> str:
    """The screen: the table, the place, the keys."""
    lines = picture(steps[at], lang, paint, wide)
    lines += [""] * (22 - len(lines))
    lines.append(paint("dim", word("at", lang, n=at + 1, all=len(steps))))
    lines.append(paint("dim", word("keys", lang)))
    return "\r\n".join(lines)


def read_key(fd: int) -> str:
    """One key; escape sequences are read to their end."""
    data = os.read(fd, 1)
    if not data:
        return "q"
    if data == b"\x1b":
        while select.select([fd], [], [], 0.05)[0] and len(data) < 8:
            data += os.read(fd, 1)
            if (data[-1:].isalpha() and data[-1:] != b"O") or data.endswith(b"~"):
                break
    return data.decode("latin-1")


def run(steps: Sequence[Step], lang: str) -> int:
    """Steps until the player quits."""
    import termios
    import tty

    fd = sys.stdin.fileno()
    before = termios.tcgetattr(fd)
    paint = Paint(colour="NO_COLOR" not in os.environ)
    at = 0
    out = sys.stdout
    try:
        tty.setraw(fd)
        out.write("\x1b[?1049h\x1b[?25l")
        while True:
            out.write("\x1b[H\x1b[2J" + frame(steps, at, lang, paint, columns(None)))
            out.flush()
            what = KEYS.get(read_key(fd), "")
            if what == "quit":
                return 0
            if what == "language":
                lang = "de" if lang == "en" else "en"
            at = move(steps, at, what)
    finally:
        out.write("\x1b[?25h\x1b[?1049l")
        out.flush()
        termios.tcsetattr(fd, termios.TCSADRAIN, before)
