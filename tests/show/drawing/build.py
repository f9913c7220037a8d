"""Make ``kratzen_log/show/deck/deck.json`` from the ``.art`` pages of this folder: ``python -m tests.show.drawing.build``.

A page is text: ``= name`` begins a symbol, each line adds a part, painted in the order written.

==========================  ===================================================
``f PAINT PATH``            a filled shape with an outline
``p PAINT PATH``            a filled shape without outline
``s WIDTH PAINT PATH``      a line
``l WIDTH PAINT PATH``      a limb: a thick line with an outline
``c PAINT X Y R [RY]``      a disc or ellipse with an outline
``o PAINT X Y R [RY]``      the same without outline
``face X Y TURN``           skin, eyes, nose and mouth; -1 looks left, 1 right
``lattice W PAINT BOX GAP``  crossing lines within left, top, right, bottom
``a NUMBER``                how far the next letter stands (letters only)
==========================  ===================================================
"""

from __future__ import annotations

import json
from pathlib import Path

from kratzen_log.cards import TELL_NAMES
from tests.show.drawing.layout import BACK, LETTERS, PAINTS, RIBBONS, cards_of

HERE = Path(__file__).parent
DECK = HERE.parents[2] / "kratzen_log" / "show" / "deck" / "deck.json"
PAGES = ("signs", "glyphs", "settings", "obers", "unters", "kings", "queens", "seasons")
OUTLINE = 1.1

Part = tuple[str, str, float, str]
"""Fill, stroke, width of the stroke, path; ``""`` for no paint."""


def number(value: float) -> str:
    """One decimal at most, no zero that need not be written."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def ellipse(x: float, y: float, rx: float, ry: float) -> str:
    a, b = number(rx), number(ry)
    return f"M{number(x - rx)} {number(y)}a{a} {b} 0 1 1 {number(2 * rx)} 0a{a} {b} 0 1 1 {number(-2 * rx)} 0Z"


def lattice(left: float, top: float, right: float, bottom: float, step: float) -> str:
    """Lines at 45 degrees, both ways, cut to a rectangle, the same from both ends."""
    x, y = (left + right) / 2, (top + bottom) / 2
    lines = []
    reach = int((right - left + bottom - top) / 2 / step)
    for at in range(-reach, reach + 1):
        for way in (1, -1):
            # the line way * (px - x) + (py - y) == at * step * way
            start = max(left, min(right, x + way * (at * step * way - (top - y))))
            end = max(left, min(right, x + way * (at * step * way - (bottom - y))))
            if start != end:
                low, high = (y + at * step * way - way * (px - x) for px in (start, end))
                lines.append(f"M{number(start)} {number(low)}L{number(end)} {number(high)}")
    return "".join(lines)


def face(x: float, y: float, turn: float) -> list[Part]:
    """A head 20 high about (x, y), looking to the side that ``turn`` says."""
    at = x + 2.4 * turn
    n = number
    shape = (
        f"M{n(x - 8)} {n(y - 4)}C{n(x - 8)} {n(y - 13)} {n(x + 8)} {n(y - 13)} {n(x + 8)} {n(y - 4)}"
        f"C{n(x + 8.4)} {n(y + 4)} {n(x + 5 + turn)} {n(y + 10)} {n(x + turn)} {n(y + 10)}"
        f"C{n(x - 5 + turn)} {n(y + 10)} {n(x - 8.4)} {n(y + 4)} {n(x - 8)} {n(y - 4)}Z"
    )
    eyes = ellipse(at - 3.2, y - 1.4, 1, 1.2) + ellipse(at + 3.4, y - 1.4, 1, 1.2)
    side = 1 if turn >= 0 else -1
    lines = (
        f"M{n(at - 5)} {n(y - 4.2)}q1.8-1 3.4 0M{n(at + 1.8)} {n(y - 4.2)}q1.6-1 3.4 0"
        f"M{n(at)} {n(y - 1)}q{n(side * 2.4)} 2.6 {n(side * 1.6)} 3.8h{n(-side * 1.6)}"
        f"M{n(at - 2)} {n(y + 5.6)}q2 1.2 4 0"
    )
    blush = ellipse(at - 4.6, y + 2.4, 1.6, 1.2) + ellipse(at + 4.8, y + 2.4, 1.6, 1.2)
    return [("skin", "line", OUTLINE, shape), ("blush", "", 0, blush), ("line", "", 0, eyes), ("", "line", 0.9, lines)]


def parts_of(line: str) -> list[Part]:
    """What one line of a page paints."""
    kind, rest = line.split(" ", 1)
    words = rest.split()
    if kind == "f":
        return [(words[0], "line", OUTLINE, "".join(words[1:2]) if len(words) == 2 else " ".join(words[1:]))]
    if kind == "p":
        return [(words[0], "", 0, " ".join(words[1:]))]
    if kind == "s":
        return [("", words[1], float(words[0]), " ".join(words[2:]))]
    if kind == "l":
        width, path = float(words[0]), " ".join(words[2:])
        return [("", "line", round(width + 2 * OUTLINE, 1), path), ("", words[1], width, path)]
    if kind in "co":
        x, y, *radii = map(float, words[1:])
        path = ellipse(x, y, radii[0], radii[-1])
        return [(words[0], "line", OUTLINE, path) if kind == "c" else (words[0], "", 0, path)]
    if kind == "lattice":
        return [("", words[1], float(words[0]), lattice(*map(float, words[2:])))]
    if kind == "face":
        return face(*map(float, words))
    raise ValueError(f"no such part: {line}")


def joined(parts: list[Part]) -> list[Part]:
    """Neighbours of one paint become one part: strokes, and fills without outline."""
    out: list[Part] = []
    for fill, stroke, width, path in parts:
        if out and out[-1][:3] == (fill, stroke, width) and not (fill and stroke):
            out[-1] = (fill, stroke, width, out[-1][3] + path)
        else:
            out.append((fill, stroke, width, path))
    return out


def read_pages() -> tuple[dict[str, list[Part]], dict[str, float]]:
    """All symbols, and how wide each letter is."""
    symbols: dict[str, list[Part]] = {}
    advances: dict[str, float] = {}
    name = ""
    for page in PAGES:
        for line in (HERE / f"{page}.art").read_text(encoding="utf-8").splitlines():
            if line.startswith("= "):
                name = line[2:].strip()
                symbols[name] = []
            elif line.startswith("a "):
                advances[name] = float(line[2:])
            elif line and not line.startswith("#"):
                symbols[name] += parts_of(line)
    return {key: joined(parts) for key, parts in symbols.items()}, advances


def deck() -> dict[str, object]:
    """The whole deck as it is written to ``deck.json``."""
    symbols, advances = read_pages()
    german, french = cards_of("german", advances), cards_of("french", advances)
    return {
        "version": 1,
        "size": [100, 160],
        "paints": PAINTS,
        "symbols": symbols,
        "cards": {"german": german, "french": french},
        "back": BACK,
        "letters": LETTERS,
    }


def text(data: dict[str, object]) -> str:
    """JSON with a line for each symbol and card, so that a change reads well as a diff."""

    def compact(value: object) -> str:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    def table(value: object) -> str:
        assert isinstance(value, dict)
        return "{\n" + ",\n".join(f"{compact(key)}:{compact(item)}" for key, item in value.items()) + "\n}"

    rows = []
    for key, value in data.items():
        if key == "cards":
            assert isinstance(value, dict)
            shown = "{\n" + ",\n".join(f"{compact(pack)}:{table(cards)}" for pack, cards in value.items()) + "\n}"
        else:
            shown = table(value) if isinstance(value, dict) else compact(value)
        rows.append(f"{compact(key)}:{shown}")
    return "{\n" + ",\n".join(rows) + "\n}\n"


def main() -> None:
    assert set(RIBBONS) >= {token for token in TELL_NAMES if token[1] in "OU"}
    DECK.write_text(text(deck()), encoding="utf-8")


if __name__ == "__main__":
    main()
