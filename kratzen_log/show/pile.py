"""Many cards in one drawing, everything written once: a card, each look of a symbol, the symbol."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from kratzen_log.cards import Lang, Pack
from kratzen_log.show.cards_svg import BORROWED, Part, Placement, Theme, deck, placements


class Pile:
    """The cards of one SVG drawing: ``card`` places one, ``defs`` is what the drawing defines for all placed so far."""

    def __init__(self, pack: Pack, lang: Lang, theme: Theme = "light") -> None:
        self.pack: Pack = pack
        self.lang: Lang = lang
        self.theme: Theme = theme
        self.symbols: dict[str, None] = {}
        self.looks: dict[str, int] = {}
        self.faces: dict[int, str] = {}

    def card(self, card: int, where: str = "") -> str:
        """A card (-1: the back), 100 by 160 units from 0 0, with attributes that place it."""
        if card not in self.faces:
            self.faces[card] = "".join(self._placed(one) for one in placements(card, self.pack, self.lang))
        return f'<use href="#k-c{card}"{where and " " + where}/>'

    def defs(self) -> str:
        """What the cards are made of, for ``<defs>``."""
        faces = "".join(f'<g id="k-c{card}">{face}</g>' for card, face in self.faces.items())
        looks = "".join(f'<use id="k-v{number}" {look}/>' for look, number in self.looks.items())
        return faces + looks + "".join(f'<g id="k-{name}">{"".join(self._strokes(deck().symbols[name]))}</g>' for name in self.symbols)

    def _placed(self, one: Placement) -> str:
        name, x, y, scale, turn, paint = one
        self.symbols[name] = None
        steps = [f"rotate({turn:g})"] if turn else []
        steps += [f"scale({scale:g})"] if scale != 1 else []
        look = f' transform="{" ".join(steps)}"' if steps else ""
        look += f' color="{self._paint(paint)}"' if paint else ""
        shown = f'href="#k-{name}"{look}'
        if look:
            shown = f'href="#k-v{self.looks.setdefault(shown, len(self.looks))}"'
        return f"<use {shown}" + (f' x="{x:g}" y="{y:g}"/>' if x or y else "/>")

    def _paint(self, paint: str) -> str:
        """A colour of the deck; ``ink`` and ``suit`` are what the place says."""
        return "currentColor" if paint in BORROWED else deck().paints[paint][self.theme == "dark"]

    def _strokes(self, parts: Iterable[Part]) -> Iterable[str]:
        """The paths of a symbol; those after one another with the same line say so once."""
        for (stroke, width), run in groupby(parts, key=lambda part: (part[1], part[2])):
            paths = [f'<path fill="{self._paint(fill) if fill else "none"}" d="{path}"/>' for fill, _stroke, _width, path in run]
            yield f'<g stroke="{self._paint(stroke)}" stroke-width="{width:g}">{"".join(paths)}</g>' if stroke else "".join(paths)
