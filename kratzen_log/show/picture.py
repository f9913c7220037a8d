"""A position as one SVG picture without a browser, as PNG, and a deal as an animated PNG.

The places are those of the replay (``static/layout.json``), the cards those of the deck, the facts those of the frames:
a picture shows a step of a frame document and knows nothing else.
"""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap
from typing import Any, Final
from xml.sax.saxutils import escape, quoteattr

from kratzen_log.cards import HIGH, SEATS, Lang, Pack, tokens
from kratzen_log.show.cards_svg import SHAPED, Theme, data_uri, deck
from kratzen_log.show.frames import table_at
from kratzen_log.show.module import layout
from kratzen_log.show.pile import Pile
from kratzen_log.texts import Voice

_INK: Final = {
    "light": {"paper": "#faf7f0", "text": "#26221c", "felt": "#2f6e4e", "rim": "#7c522d", "plate": "#fffdf7", "muted": "#655d50", "due": "#ffc83d"},
    "dark": {"paper": "#191714", "text": "#f1ece2", "felt": "#214c39", "rim": "#4b301c", "plate": "#2a2723", "muted": "#b5ab9b", "due": "#e9b949"},
}
_FONT: Final = 'font-family="system-ui,Liberation Sans,Arial,sans-serif"'
_SUITS: Final = {"german": ("acorns", "leaves", "hearts", "bells"), "french": ("clubs", "spades", "hearts", "diamonds")}
_HAND: Final = 5
_WON: Final = ("over", "end_over", "end_agreed")


class Picture:
    """One step of a frame document, drawn."""

    def __init__(self, document: Mapping[str, Any], at: int, *, lang: Lang = "en", pack: Pack | None = None, theme: Theme = "light") -> None:
        self.document = document
        self.step: Mapping[str, Any] = document["steps"][at]
        self.state = table_at(document, at)
        self.before = table_at(document, at - 1) if at else self.state
        self.deal: Mapping[str, Any] = [deal for deal in document["deals"] if deal["first"] <= at][-1]
        self.lang: Lang = lang
        self.pack: Pack = pack or document["pack"]
        self.theme: Theme = theme
        self.voice = Voice(lang, self.pack, document["players"])
        self.ink = _INK["dark" if theme == "dark" else "light"]
        self.places = layout()["wide"]
        self.players = len(document["players"])
        self.pile = Pile(self.pack, lang, theme)
        self.base = max(SEATS.find(document["view"]) if len(document["view"]) == 1 else 0, 0)

    # --- words ---------------------------------------------------------------------------------------------------

    def word(self, key: str, **facts: object) -> str:
        """A word of the controls."""
        return self.voice.fill(self.document["texts"][self.lang]["words"][key], facts)

    def sentence(self) -> str:
        """What happens at this step, with its paragraph."""
        text = self.voice.fill(self.document["texts"][self.lang]["steps"][self.step["key"]], self.step["facts"])
        return f"{text} ({self.step['rule']})" if self.step.get("rule") else text

    def title(self) -> str:
        """Game, deal, trick."""
        parts = [self.word(self.document["game"]), self.word("deal", n=self.deal["no"])]
        return " · ".join([*parts, self.word("trick", n=self.step["trick"])] if self.step.get("trick") else parts)

    def rows(self) -> list[tuple[str, str, str]]:
        """A row for each seat: name, cards held, chips or points; for a table beside the picture."""
        stacks = self.state.get("stacks")
        return [
            (self.voice.say_seat(seat), " ".join([tokens(cards, self.pack), *["??"] * hidden]).strip(), "?" if stacks is None else str(stacks[seat]))
            for seat, (cards, hidden) in enumerate(self.hand(seat) for seat in range(self.players))
        ]

    # --- drawing -------------------------------------------------------------------------------------------------

    def svg(self, width: int = 0) -> str:
        """The picture as one SVG document with title and description; ``width`` in pixels (0: as the page gives it)."""
        wide, high = self.places["width"], self.places["height"] + 76
        size = f' width="{width}" height="{round(width * high / wide)}"' if width else ""
        body = [self.felt(), *self.middle(), *(self.seat(seat) for seat in range(self.players))]
        body += self.reveal() if self.step.get("reveal") else self.trick()
        said = "; ".join(f"{name}: {cards}" for name, cards, _stack in self.rows())
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}"{size} role="img" {_FONT}>'
            f"<title>{escape(f'{self.title()}: {self.sentence()}')}</title><desc>{escape(said)}</desc>"
            f'<defs>{self.pile.defs()}</defs><rect width="{wide}" height="{high}" fill="{self.ink["paper"]}"/>'
            f"<g {SHAPED}>{''.join(body)}</g>{self.caption(wide, high)}</svg>"
        )

    def caption(self, wide: int, high: int) -> str:
        """Below the table: where this is, and the sentence, on two lines where it is long."""
        sentence = self.sentence()
        room = (wide - 60) / 0.56
        if len(sentence) * 17 <= room:
            size = min(22.0, room / max(len(sentence), 1))
            return self.text(wide / 2, high - 46, self.title(), 16, "muted") + self.text(wide / 2, high - 16, sentence, size, "text", bold=True)
        most = int(room / 13)
        lines = wrap(sentence, max(len(sentence) // 2 + 8, 1), max_lines=2, placeholder=" …")
        lines = [line if len(line) <= most else line[: most - 1] + "…" for line in lines]
        size = min(17.0, room / max(map(len, lines)))
        drawn = (self.text(wide / 2, high - 32 + 22 * at, line, size, "text", bold=True) for at, line in enumerate(lines))
        return self.text(wide / 2, high - 56, self.title(), 16, "muted") + "".join(drawn)

    def text(self, x: float, y: float, text: str, size: float, ink: str, *, bold: bool = False, anchor: str = "middle") -> str:
        """A line of text."""
        weight = ' font-weight="700"' if bold else ""
        fill = self.ink.get(ink, ink)
        return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" font-size="{size:.4g}" fill="{fill}"{weight}>{escape(text)}</text>'

    def felt(self) -> str:
        """Wood and cloth."""
        wide, high = self.places["width"], self.places["height"]
        rim, cloth = self.ink["rim"], self.ink["felt"]
        return (
            f'<rect x="78" y="40" width="{wide - 156}" height="{high - 92}" rx="235" fill="{rim}"/>'
            f'<rect x="96" y="58" width="{wide - 192}" height="{high - 128}" rx="217" fill="{cloth}"/>'
        )

    def place(self, seat: int, what: str) -> tuple[float, float]:
        """Where a seat's hand or card lies."""
        x, y = self.places[what][str(self.players)][(seat - self.base) % self.players]
        return x, y

    def card(self, card: int, x: float, y: float, width: float, turn: float = 0, mark: str = "", lift: float = 0) -> str:
        """A card with its middle at x, y, and a frame in the colour ``mark``."""
        scale = width / deck().size[0]
        around = f'<rect width="100" height="160" rx="8" fill="none" stroke="{mark}" stroke-width="7"/>' if mark else ""
        turned = f" rotate({turn:g})" if turn else ""
        where = f'transform="translate({x:g} {y - lift:g}){turned} scale({scale:g}) translate(-50 -80)"'
        return f"<g {where}>{self.pile.card(card)}{around}</g>" if around else self.pile.card(card, where)

    def middle(self) -> Iterable[str]:
        """Turned card, talon, trumps, pot."""
        state, places = self.state, self.places
        if self.document["pot"] and state.get("pot") is not None:
            x, y = places["pot"]
            yield from (f'<ellipse cx="{x}" cy="{y + 12 - 7 * at}" rx="20" ry="10" fill="#b23a48" stroke="#fff"/>' for at in range(min(5, math.ceil(state["pot"] / 10))))
            yield self.text(x, y + 46, f"{self.word('pot')} {state['pot']}", 20, "#fff", bold=True)
        if self.step.get("reveal"):
            return
        if state["talon_left"]:
            x, y = places["talon"]
            yield self.card(-1, x, y, 56)
            yield self.text(x, y - 56, f"{self.word('talon')} {state['talon_left']}", 14, "#f4f1e4")
        for at, card in enumerate(state["turned"]):
            x, y = places["turned"]
            yield self.card(card, x - 12 * at, y + 4 * at, 56, -3)
        if 0 <= state["trump"] <= HIGH:
            x, y = places["trumps"]
            yield self.text(x, y + 6, self.voice.say_suit(state["trump"]), 18, "#fff", bold=True)

    def hand(self, seat: int) -> tuple[list[int], int]:
        """The cards a seat shows, and how many more are face down."""
        if self.step.get("reveal"):
            known = list((self.deal.get("dealt") or [[]] * self.players)[seat])
            return known, max(0, _HAND - len(known)) if "dealt" in self.deal and self.state["seats"] >> seat & 1 else 0
        acts = self.step["kind"] == "play" and self.step.get("seat") == seat
        state = self.before if acts else self.state
        return list(state.get(f"hand{seat}", [])), state["hidden"][seat] if state.get("hidden") else 0

    def seat(self, seat: int) -> str:
        """Hand and plate of a seat."""
        x, y = self.place(seat, "seats")
        cards, hidden = self.hand(seat)
        shown = cards + [-1] * hidden
        acts = self.step["kind"] == "play" and self.step.get("seat") == seat
        legal = self.step.get("legal", []) if acts else []
        gap = min(self.places["step"], self.places["step"] * 4 / max(len(shown) - 1, 1))
        out = self.state["out"] >> seat & 1 or (self.state["seats"] and not self.state["seats"] >> seat & 1)
        parts = []
        for at, card in enumerate(shown):
            off = at - (len(shown) - 1) / 2
            good = card in legal
            mark = "#ff4657" if acts and card == self.step.get("card") and self.step.get("verdict") else "#ffd34d" if good else ""
            parts.append(self.card(card, x + off * gap, y + off * off * 1.3, self.places["card"], off * self.places["fan"], mark, 9 if good else 0))
        fade = ' opacity=".6"' if out else ""
        return f"<g{fade}>{''.join(parts)}</g>{self.plate(seat, x, y)}"

    def plate(self, seat: int, x: float, y: float) -> str:
        """Name, chips, tricks, dealer mark."""
        wide, high = self.places["plate"]
        left, top = x - wide / 2, y + self.places["card"] * 0.8 + 7
        due = self.wins(seat) or (self.step.get("seat") == seat if self.step["kind"] == "play" else self.state["due"] == seat)
        edge = f'stroke="{self.ink["due"]}" stroke-width="4"' if due else 'stroke="#0003"'
        stack = "?" if self.state.get("stacks") is None else str(self.state["stacks"][seat])
        dealer = self.state["dealer"] == seat
        name = self.voice.say_seat(seat)
        room = wide - 40 - 12 * len(stack) - (34 if dealer else 0)
        size = min(18.0, room / (0.66 * max(len(name), 1)))
        if size < 12:
            name, size = name[: max(1, int(room / (0.66 * 12)) - 1)] + "…", 12.0
        parts = [f'<rect x="{left:g}" y="{top:g}" width="{wide}" height="{high}" rx="11" fill="{self.ink["plate"]}" {edge}/>']
        if dealer:
            parts.append(f'<circle cx="{left + 19:g}" cy="{top + 22:g}" r="12" fill="#24384f" stroke="#fff"/>')
            parts.append(self.text(left + 19, top + 27, self.word("dealer_mark"), 14, "#fff", bold=True))
        status = self.status(seat)
        start = left + (40 if dealer else 12)
        parts.append(self.text(start, top + (20 if status else 28), name, size, "text", bold=True, anchor="start"))
        parts += [self.text(start, top + 37, status, 14, "muted", anchor="start")] if status else []
        parts.append(self.text(left + wide - 12, top + (20 if self.taken(seat) or status else 28), stack, 18, "text", bold=True, anchor="end"))
        parts += [
            f'<rect x="{left + wide - 22 - 11 * at:g}" y="{top + 26:g}" width="9" height="13" rx="1.6" fill="#7d2430" stroke="#fff7e8"/>' for at in range(self.taken(seat))
        ]
        return "".join(parts)

    def status(self, seat: int) -> str:
        """What a seat has said, where that still matters: out, Bettler, its bid; and who wins."""
        if self.wins(seat):
            return self.word("wins")
        if self.state["seats"] and not self.state["seats"] >> seat & 1:
            return self.word("away")
        if self.state["out"] >> seat & 1:
            return self.word(f"out_{self.document['game']}")
        said = [self.word("bettler")] if self.state["bettler"] == seat else []
        said += [self.word("bid", n=self.state["bid"])] if self.state["bid"] > 0 and self.state["bidder"] == seat else []
        return " · ".join(said)

    def wins(self, seat: int) -> bool:
        """Whether the session ends at this step and the seat wins it."""
        return self.step["key"].removesuffix("_one") in _WON and bool(self.step["facts"].get("winners", 0) >> seat & 1)

    def taken(self, seat: int) -> int:
        """How many tricks a seat has."""
        many = self.state.get("taken") or []
        return int(many[seat]) if seat < len(many) else 0

    def trick(self) -> Iterable[str]:
        """The cards played."""
        if self.step["kind"] not in ("play", "trick"):
            return
        for seat, card in self.state["trick"]:
            x, y = self.place(seat, "trick")
            wrong = self.step.get("verdict") == "illegal" and self.step.get("card") == card and self.step.get("seat") == seat
            mark = "#ff4657" if wrong else "#ffffff" if seat == self.state["winning"] else ""
            yield self.card(card, x, y, self.places["card"], mark=mark)

    def reveal(self) -> Iterable[str]:
        """The rest of the pack where it is known, small."""
        x, y, wide = self.places["reveal"]
        rows = [(key, self.state[key] or []) for key in ("turned", "put_away", "discarded", "talon")]
        shown = [(key, many) for key, many in rows if many]
        for line, (key, many) in enumerate(shown):
            top = y - 45 * len(shown) + 92 * line
            gap = min(26, (wide - 40) / len(many))
            yield self.text(x, top, self.word(key), 14, "#f4f1e4")
            yield from (self.card(card, x + (at - (len(many) - 1) / 2) * gap, top + 42, 40) for at, card in enumerate(many))


def position_svg(
    document: Mapping[str, Any], at: int, *, lang: Lang = "en", pack: Pack | None = None, theme: Theme = "light", width: int = 0,
) -> str:
    """The position after a step of a frame document as SVG; ``at`` counts from 0 and may count from the end (-1)."""
    place = at + len(document["steps"]) if at < 0 else at
    return Picture(document, place, lang=lang, pack=pack, theme=theme).svg(width)


def figure_html(picture: Picture, width: int = 860) -> str:
    """A position as a figure that needs no script: the picture, its caption, and a table of the hands."""
    caption = f"{picture.title()}: {picture.sentence()}"
    unit = picture.word("chips" if picture.document["pot"] else "points")
    unit = unit[:1].upper() + unit[1:]
    rows = "".join(f"<tr><th>{escape(name)}</th><td>{escape(cards)}</td><td>{escape(stack)}</td></tr>" for name, cards, stack in picture.rows())
    head = f"<tr><th>{escape(picture.word('player'))}</th><th>{escape(picture.word('cards'))}</th><th>{escape(unit)}</th></tr>"
    return (
        f"<figure><img src='{data_uri(picture.svg(width))}' width=\"{width}\" alt={quoteattr(caption)}>"
        f"<figcaption>{escape(caption)}</figcaption></figure><table><thead>{head}</thead><tbody>{rows}</tbody></table>"
    )


def png(svg: str) -> bytes:
    """An SVG picture as PNG. Raises ``ImportError`` with the command to type where vl-convert is not installed."""
    try:
        import vl_convert
    except ImportError as error:
        raise ImportError('PNG needs vl-convert: pip install "kratzen-log[lab]"') from error
    return tight(vl_convert.svg_to_png(svg))


# --- a deal in motion --------------------------------------------------------------------------------------------------

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _chunks(data: bytes) -> Iterable[tuple[bytes, bytes]]:
    at = len(_SIGNATURE)
    while at < len(data):
        length = struct.unpack_from(">I", data, at)[0]
        yield data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        at += length + 12


def tight(picture: bytes) -> bytes:
    """The same PNG with its pixels packed as small as zlib can, often to less than half."""
    chunks = list(_chunks(picture))
    pixels = zlib.compress(zlib.decompress(b"".join(data for kind, data in chunks if kind == b"IDAT")), 9)
    head = next(data for kind, data in chunks if kind == b"IHDR")
    return b"".join([_SIGNATURE, _chunk(b"IHDR", head), _chunk(b"IDAT", pixels), _chunk(b"IEND", b"")])


def animated(pictures: Sequence[bytes], milliseconds: Sequence[int]) -> bytes:
    """PNG pictures of one size as one animated PNG that plays over and over.

    Raises ``ValueError`` for no picture, or pictures of different sizes.
    """
    heads = {next(iter(_chunks(picture)))[1] for picture in pictures}
    if len(heads) != 1:
        raise ValueError("an animation takes at least one picture, and all of one size")
    head = heads.pop()
    out = [_SIGNATURE, _chunk(b"IHDR", head), _chunk(b"acTL", struct.pack(">II", len(pictures), 0))]
    number = 0
    for place, (picture, pause) in enumerate(zip(pictures, milliseconds, strict=True)):
        out.append(_chunk(b"fcTL", struct.pack(">I8sIIHHBB", number, head[:8], 0, 0, pause, 1000, 0, 0)))
        number += 1
        body = b"".join(data for kind, data in _chunks(picture) if kind == b"IDAT")
        if place:
            out.append(_chunk(b"fdAT", struct.pack(">I", number) + body))
            number += 1
        else:
            out.append(_chunk(b"IDAT", body))
    return b"".join([*out, _chunk(b"IEND", b"")])


_SHOWN: Final = ("packet", "turn_up", "trump", "call", "bid", "swap", "put_away", "play", "trick", "settled", "abort")
"""Kinds of steps an animation stops at."""


def deal_png(
    document: Mapping[str, Any], deal: int, *, lang: Lang = "en", pack: Pack | None = None, theme: Theme = "light", width: int = 640,
) -> bytes:
    """A deal, by its place from 0, as an animated PNG: a picture for each card, each word and the end."""
    run = document["deals"][deal]
    steps = [at for at in range(run["first"], run["last"] + 1) if document["steps"][at]["kind"] in _SHOWN]
    steps = steps or [run["last"]]
    pauses = [2600 if document["steps"][at].get("reveal") or document["steps"][at].get("faults") else 1500 if document["steps"][at]["kind"] == "trick" else 900 for at in steps]
    return animated([png(Picture(document, at, lang=lang, pack=pack, theme=theme).svg(width)) for at in steps], pauses)
