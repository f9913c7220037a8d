"""Figures for a lesson: cards in a row, a moment of a deal, a paragraph of the rules. They need no script and no kernel."""

from __future__ import annotations

import os
from html import escape
from typing import Any, Final

from kratzen_log import cards
from kratzen_log.cards import Lang
from kratzen_log.games._game import paragraphs
from kratzen_log.log.loading import load
from kratzen_log.log.model import Session
from kratzen_log.show.cards_svg import SHAPED, data_uri
from kratzen_log.show.pile import Pile

WIDTH: Final = 760
_CARD, _GAP, _HIGH = 100, 12, 160


class Figure:
    """A picture with a caption; ``svg`` is the picture alone, ``width`` its width in pixels on the page."""

    def __init__(self, svg: str, caption: str, width: int = WIDTH) -> None:
        self.svg = svg
        self.caption = caption
        self.width = width

    def html(self) -> str:
        """The figure as HTML."""
        said = escape(self.caption)
        return f"<figure><img src='{data_uri(self.svg)}' width=\"{self.width}\" alt=\"{said}\"><figcaption>{said}</figcaption></figure>"

    def _repr_mimebundle_(self, **_options: Any) -> dict[str, str]:
        return {"text/html": self.html(), "text/plain": self.caption}

    def __repr__(self) -> str:
        return f"<Figure {self.caption}>"


class Words:
    """A text that a notebook shows as Markdown."""

    def __init__(self, markdown: str) -> None:
        self.markdown = markdown

    def _repr_mimebundle_(self, **_options: Any) -> dict[str, str]:
        return {"text/markdown": self.markdown, "text/plain": self.markdown}

    def __repr__(self) -> str:
        return self.markdown


def show_cards(text: str, lang: Lang = "en", *, height: int = 150) -> Figure:
    """Cards in a row with their names, for example ``show_cards("HA WE HK")``. Raises ``ValueError`` for no card.

    >>> show_cards("HA WE").caption
    'Ace of Hearts, Weli'
    """
    many = text.split()
    pack: cards.Pack = "french" if any(cards.is_french(card) for card in many) else "german"
    numbers = [cards.parse(card) for card in many]
    wide = len(numbers) * (_CARD + _GAP) - _GAP
    pile = Pile(pack, lang)
    drawn = "".join(pile.card(card, f'x="{place * (_CARD + _GAP)}"') for place, card in enumerate(numbers))
    caption = ", ".join(cards.name(card, lang, pack) for card in numbers)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {_HIGH}" role="img"><title>{escape(caption)}</title><defs>{pile.defs()}</defs><g {SHAPED}>{drawn}</g></svg>'
    return Figure(svg, caption, round(wide * height / _HIGH))


def show_position(
    log: Session | str | os.PathLike[str], deal: int, trick: int = 0, play: int = 0, *, kind: str = "", view: str = "all", lang: Lang = "en",
) -> Figure:
    """The table at a moment of a deal, with the sentence that says what has just happened.

    ``trick`` and ``play`` count from 1; a trick without a play is shown when it has been taken. ``kind`` names a
    step before the play, such as ``packet``, ``turn_up``, ``call``, ``settled``; the last of its kind is shown.
    Raises ``ValueError`` where the deal has no such step.
    """
    from kratzen_log.show.frames import frames
    from kratzen_log.show.picture import Picture

    document = frames(log if isinstance(log, Session) else load(log), view)
    place = moment(document, deal, trick, play, kind)
    picture = Picture(document, place, lang=lang)
    return Figure(picture.svg(WIDTH), f"{picture.title()}: {picture.sentence()}")


def moment(document: dict[str, Any], deal: int, trick: int = 0, play: int = 0, kind: str = "") -> int:
    """The step of a frame document at which something happens; see ``show_position``."""
    runs = [one for one in document["deals"] if one["no"] == deal]
    wanted = kind or ("play" if play else "trick" if trick else "")
    for run in reversed(runs):
        for at in range(run["last"], run["first"] - 1, -1):
            step = document["steps"][at]
            if (not wanted or step["kind"] == wanted) and (not trick or step.get("trick") == trick) and (not play or step.get("play") == play):
                return at
    raise ValueError(f"deal {deal} has no such step" if runs else f"there is no deal {deal}")


def from_chair(document: dict[str, Any], at: int, seat: int, *, lang: Lang = "en", width: int = WIDTH, plain: bool = False) -> str:
    """The table after a step with the hand of one seat open (-1: none) and that seat at the bottom, as SVG.

    ``plain`` says only who played what, and not which card of the trick is the best.
    """
    from kratzen_log.show.frames import table_at, template
    from kratzen_log.show.picture import position_svg

    state = table_at(document, at)
    hidden = list(state["hidden"])
    for other in range(len(document["players"])):
        if other != seat:
            hidden[other] += len(state[f"hand{other}"])
            state[f"hand{other}"] = []
    state |= {"hidden": hidden, "talon": None, "put_away": [], "discarded": []}
    shown = document["steps"][at]
    step = {key: shown[key] for key in ("kind", "key", "facts", "rule", "trick", "play") if key in shown} | {"table": state, "seat": state["due"]}
    if plain:
        state["winning"] = -1
        step |= {"key": "plain", "facts": {"seat": shown["seat"], "card": shown["card"]}, "rule": ""}
        texts = document["texts"][lang]
        document = {**document, "texts": {lang: {**texts, "steps": {**texts["steps"], "plain": template("plain")[lang]}}}}
    deal = [one for one in document["deals"] if one["first"] <= at][-1]
    one_step = {**document, "view": cards.SEATS[seat] if seat >= 0 else "public", "steps": [step], "deals": [{**deal, "first": 0, "last": 0}]}
    return position_svg(one_step, 0, lang=lang, width=width)


def show_rule(paragraph: str, lang: Lang = "en") -> Words:
    """A paragraph of the rules, such as ``K-5.1``. Raises ``ValueError`` where there is none of this name."""
    rule = paragraphs().get(paragraph)
    if rule is None:
        raise ValueError(f"{paragraph!r} is no paragraph of the rules (kratzen explain lists them)")
    return Words(f"> **{rule.id} · {rule.title[lang]}.** {rule.text[lang]}")
