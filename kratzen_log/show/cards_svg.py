"""The drawn pack: each card as SVG, or all of them as one sprite.

The drawings are data, ``deck/deck.json``, which a page's script may read just as well:

``size``
    Width and height of a card; all coordinates are in these units.
``paints``
    Paint → its colour in light and in dark.
``symbols``
    Name → parts in painting order, each fill, stroke, stroke width, path; ``""`` is no paint, and ``ink`` and
    ``suit`` stand for the paint that the placement names. Lines have round ends and corners.
``cards``
    Pack → token → placements in painting order, each symbol, x, y, scale, turn in degrees, paint.
``back``
    The placements of the back.
``letters``
    Language → corner letters it writes differently (symbol → symbol).

There is no text in it: numerals and letters are paths too. A page recolours the cards with the custom properties
``--kl-…`` (``properties`` and ``rules``); without them the colours in the markup hold.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final, Literal
from urllib.parse import quote
from xml.sax.saxutils import escape

import msgspec

from kratzen_log.cards import CARDS, TELL_NAMES, Lang, Pack, name, token

Theme = Literal["light", "dark", "auto"]
"""``auto`` follows what the reader's system prefers, also in an ``<img>``."""

Part = tuple[str, str, float, str]
Placement = tuple[str, float, float, float, float, str]

SHAPED: Final = 'stroke-linecap="round" stroke-linejoin="round"'
BORROWED: Final = ("ink", "suit")
"""Names in a part that stand for the paint of the placement."""


class Deck(msgspec.Struct, frozen=True):
    """The content of ``deck.json``."""

    version: int
    size: tuple[int, int]
    paints: dict[str, tuple[str, str]]
    symbols: dict[str, tuple[Part, ...]]
    cards: dict[Pack, dict[str, tuple[Placement, ...]]]
    back: tuple[Placement, ...]
    letters: dict[str, dict[str, str]]


def deck_json() -> bytes:
    """The drawings as they are on disk, for a page that draws by itself."""
    return files("kratzen_log.show").joinpath("deck", "deck.json").read_bytes()


@cache
def deck() -> Deck:
    """The drawings, read once.

    >>> deck().size, len(deck().cards["german"])
    ((100, 160), 33)
    """
    return msgspec.json.decode(deck_json(), type=Deck)


def placements(card: int, pack: Pack = "german", lang: Lang = "en") -> list[Placement]:
    """What lies where on a card; the back for an unseen one."""
    if card < 0:
        return list(deck().back)
    other = deck().letters.get(lang, {})
    return [(other.get(placed[0], placed[0]), *placed[1:]) for placed in deck().cards[pack][token(card, pack)]]


def properties(theme: Literal["light", "dark"] = "light") -> str:
    """CSS declarations of all colours, to stand inside a rule of the page.

    >>> properties("dark").split(";")[0]
    '--kl-ground:#332f2a'
    """
    column = 0 if theme == "light" else 1
    return ";".join(f"--kl-{paint}:{colours[column]}" for paint, colours in deck().paints.items())


def rules() -> str:
    """CSS rules that let ``properties`` reach the cards, once for a page."""
    return "".join(
        f".kl-f-{paint}{{fill:var(--kl-{paint},{light})}}"
        f".kl-s-{paint}{{stroke:var(--kl-{paint},{light})}}"
        f".kl-c-{paint}{{color:var(--kl-{paint},{light})}}"
        for paint, (light, _) in deck().paints.items()
    )


def card_group(card: int, pack: Pack = "german", lang: Lang = "en", theme: Theme = "light") -> str:
    """A card as ``<g>``, 100 by 160 units from 0 0, to be placed in a larger drawing; no ids, no title."""
    drawn = "".join(_placed(one, theme) for one in placements(card, pack, lang))
    return f"<g {SHAPED}>{drawn}</g>"


def data_uri(svg: str) -> str:
    """An SVG picture as an address for an attribute in single quotes of an HTML page."""
    return "data:image/svg+xml;charset=utf-8," + quote(svg, safe=' !"$()*+,-./:;=?@[]^_`{|}~')


def card_svg(card: int, pack: Pack = "german", lang: Lang = "en", theme: Theme = "light", height: int = 160) -> str:
    """A card as one SVG document, ``height`` pixels high, with its name as title (and whom it shows).

    >>> card_svg(5)[:92]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 160" width="100" height="160" role='
    >>> "<title>Ober of Acorns</title><desc>William Tell</desc>" in card_svg(5)
    True
    """
    wide, high = deck().size
    shown = TELL_NAMES.get(token(card)) if pack == "german" else None
    title = f"<title>{escape(name(card, lang, pack))}</title>"
    if shown:
        title += f"<desc>{escape(shown[lang == 'de'])}</desc>"
    style = f"<style>{_dark_rules()}</style>" if theme == "auto" else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{height * wide / high:g}" '
        f'height="{height}" role="img">{title}{style}{card_group(card, pack, lang, theme)}</svg>'
    )


def sprite(pack: Pack = "german", lang: Lang = "en", prefix: str = "kl") -> str:
    """All cards of a pack as hidden ``<symbol>``s: ``PREFIX-TOKEN`` and ``PREFIX-back``, drawn by ``<use>``."""
    wide, high = deck().size
    cards = {token(card, pack): placements(card, pack, lang) for card in range(CARDS)} | {"back": list(deck().back)}
    used = {placed[0] for placed_all in cards.values() for placed in placed_all}
    shapes = "".join(
        f'<g id="{prefix}-x-{symbol}">{"".join(_path(part, "", "light") for part in parts)}</g>'
        for symbol, parts in deck().symbols.items()
        if symbol in used
    )
    symbols = "".join(
        f'<symbol id="{prefix}-{key}" viewBox="0 0 {wide} {high}"><g {SHAPED}>'
        f"{''.join(_used(one, prefix) for one in placed)}</g></symbol>"
        for key, placed in cards.items()
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true">'
        f"<defs>{shapes}</defs>{symbols}</svg>"
    )


def _where(placed: Placement) -> str:
    _, x, y, scale, turn, _ = placed
    steps = [f"translate({x:g} {y:g})"] if x or y else []
    steps += [f"rotate({turn:g})"] if turn else []
    steps += [f"scale({scale:g})"] if scale != 1 else []
    return f' transform="{" ".join(steps)}"' if steps else ""


def _placed(placed: Placement, theme: Theme) -> str:
    """A symbol written out where it lies."""
    drawn = "".join(_path(part, placed[5], theme) for part in deck().symbols[placed[0]])
    where = _where(placed)
    return f"<g{where}>{drawn}</g>" if where else drawn


def _used(placed: Placement, prefix: str) -> str:
    """A symbol by reference; its paint is inherited as the current colour."""
    paint = placed[5]
    colour = f' class="kl-c-{paint}" color="{deck().paints[paint][0]}"' if paint else ""
    return f'<use href="#{prefix}-x-{placed[0]}"{_where(placed)}{colour}/>'


def _path(part: Part, paint: str, theme: Theme) -> str:
    fill, stroke, width, path = part
    classes, attributes = [], []
    for kind, attribute, wanted in (("f", "fill", fill), ("s", "stroke", stroke)):
        used = paint if wanted in BORROWED else wanted
        if used:
            classes.append(f"kl-{kind}-{used}")
            attributes.append(f'{attribute}="{deck().paints[used][theme == "dark"]}"')
        elif wanted:
            attributes.append(f'{attribute}="currentColor"')
        elif attribute == "fill":
            attributes.append('fill="none"')
    if stroke:
        attributes.append(f'stroke-width="{width:g}"')
    named = f'class="{" ".join(classes)}" ' if classes else ""
    return f'<path {named}{" ".join(attributes)} d="{path}"/>'


@cache
def _dark_rules() -> str:
    """The dark colours for a reader whose system prefers them."""
    each = "".join(
        f".kl-f-{paint}{{fill:{dark}}}.kl-s-{paint}{{stroke:{dark}}}"
        for paint, (light, dark) in deck().paints.items()
        if light != dark
    )
    return f"@media (prefers-color-scheme:dark){{{each}}}"
