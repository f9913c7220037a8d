"""The browser's side, joined: one ES module without imports, one style sheet, and the data they draw."""

from __future__ import annotations

import zlib
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec

from kratzen_log.show.cards_svg import deck_json, properties, rules

PARTS: Final = ("dom", "voice", "places", "cards", "table", "reveal", "motion", "panels", "chart", "controls", "player", "entry")
"""The parts of the module in the order in which they are joined; none imports anything."""

QUIZ_PARTS: Final = ("dom", "quiz")
"""The parts of the module of a quiz."""

LINKED_PARTS: Final = ("dom", "linked")
"""The parts of the module of a chart beside a replay."""

SHIELD_PARTS: Final = ("dom", "shield")
"""The parts of the module that keeps keys."""


def _static(name: str) -> str:
    return files("kratzen_log.show").joinpath("static", name).read_text("utf-8")


def _joined(parts: tuple[str, ...]) -> str:
    return "\n".join(_static(f"{part}.js").strip() + "\n" for part in parts)


@cache
def script() -> str:
    """The ES module: exports ``mount`` (a player in an element), ``startPage``, and by default ``render`` for anywidget.

    >>> "import " in script().split("export")[0].replace("// ", "")
    False
    """
    return _joined(PARTS)


@cache
def quiz_script() -> str:
    """The ES module of a quiz: exports by default ``render`` for anywidget."""
    return _joined(QUIZ_PARTS)


@cache
def linked_script() -> str:
    """The ES module of a chart beside a replay."""
    return _joined(LINKED_PARTS)


@cache
def shield_script() -> str:
    """The ES module that keeps keys in a box of widgets."""
    return _joined(SHIELD_PARTS)


def quiz_style() -> str:
    """The style sheet of a quiz."""
    return _static("quiz.css")


@cache
def style() -> str:
    """The style sheet with the colours of the cards, light and dark."""
    dark = _static("dark.css").replace("\n", "") + ";" + properties("dark")
    return rules() + f".kl{{{properties('light')}}}" + _static("viewer.css").replace("DARK", dark)


@cache
def layout() -> dict[str, Any]:
    """Where seats, cards and pot lie: ``wide`` and ``narrow``, by the number of players."""
    found: dict[str, Any] = msgspec.json.decode(_static("layout.json"))
    return found


def packed(frames: dict[str, Any]) -> bytes:
    """Frames, drawings and places as deflated JSON (zlib), as a player takes it."""
    parts = {"frames": msgspec.Raw(msgspec.json.encode(frames)), "deck": msgspec.Raw(deck_json()), "layout": layout()}
    return zlib.compress(msgspec.json.encode(parts), 9)
