"""All cards at four sizes, light and dark, to be looked at: ``python -m tests.show.contact_sheet OUT.html``."""

from __future__ import annotations

import sys
from pathlib import Path

from kratzen_log.cards import CARDS, UNSEEN, Pack
from kratzen_log.show.cards_svg import Theme, card_svg

HEIGHTS = (320, 160, 96, 48)
CLOTHS: dict[Theme, str] = {"light": "#2d5c46", "dark": "#14171a"}


def row(pack: Pack, theme: Theme, height: int) -> str:
    cards = (*range(CARDS), UNSEEN)
    return f"<div>{''.join(card_svg(card, pack, 'en', theme, height) for card in cards)}</div>"


def page() -> str:
    packs: tuple[Pack, ...] = ("german", "french")
    halves = "".join(
        f'<section style="background:{cloth}">{"".join(row(pack, theme, height) for pack in packs)}</section>'
        for height in HEIGHTS
        for theme, cloth in CLOTHS.items()
    )
    return (
        "<!doctype html><meta charset='utf-8'><title>The pack</title>"
        "<style>body{margin:0}section{padding:8px}div{display:flex;flex-wrap:wrap;gap:6px;margin-bottom:10px}</style>"
        f"{halves}"
    )


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
