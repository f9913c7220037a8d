"""Where everything lies on a card: pips, indices, pictures, ribbons; and the paints."""

from __future__ import annotations

from kratzen_log.cards import (
    ACE,
    CARDS,
    KING,
    OBER,
    TEN,
    UNTER,
    WELI,
    Pack,
    token,
)

Placement = list[str | float]
"""Symbol, x, y, scale, turn in degrees, paint that ``ink`` or ``suit`` stands for."""

PAINTS: dict[str, list[str]] = {
    "ground": ["#fbf5e6", "#332f2a"],
    "line": ["#1f1a17", "#14110f"],
    "edge": ["#6f6553", "#948a79"],
    "acorns": ["#4d2503", "#f3dcb4"],
    "leaves": ["#078475", "#2fae98"],
    "hearts": ["#c41e3a", "#ee4a42"],
    "bells": ["#bb7d00", "#f5b524"],
    "clubs": ["#259b72", "#70e085"],
    "spades": ["#1c1b20", "#f7f2e8"],
    "diamonds": ["#2c5ad0", "#6aa7ff"],
    "cup": ["#8a6a2f", "#9c7733"],
    "shine": ["#fff6df", "#fff6df"],
    "sky-acorns": ["#f3e6c9", "#4a3b2a"],
    "sky-leaves": ["#e2f0e4", "#26423d"],
    "sky-hearts": ["#fbe3d9", "#4c2b30"],
    "sky-bells": ["#fdf2cb", "#473b17"],
    "sky-clubs": ["#e8f4ea", "#24402f"],
    "sky-spades": ["#e4e5ea", "#3b3f50"],
    "sky-diamonds": ["#dfeaf8", "#263a5e"],
    "alp": ["#9fb2c0", "#4a5a6b"],
    "far": ["#7fa08a", "#41584c"],
    "snow": ["#fdfcf8", "#c3ccd6"],
    "grass": ["#7fa559", "#4f6f3f"],
    "tile": ["#cdb48c", "#6e5c45"],
    "ribbon": ["#fffaf0", "#e7dcc6"],
    "label": ["#1f1a17", "#1f1a17"],
    "weave": ["#a04a4c", "#86393f"],
    "back": ["#7d2430", "#5d1b25"],
    "skin": ["#efc39c", "#e3b48c"],
    "blush": ["#e49a7c", "#d38a6c"],
    "white": ["#fbf6ea", "#ece4d2"],
    "grey": ["#9aa1a8", "#8d949c"],
    "steel": ["#c9d0d6", "#b4bcc4"],
    "black": ["#3a3336", "#352f32"],
    "red": ["#c3342d", "#c0392f"],
    "wine": ["#7d2430", "#8a2c38"],
    "orange": ["#dd7a2b", "#d87a30"],
    "gold": ["#eab53a", "#e6b13b"],
    "green": ["#3f7a47", "#47834f"],
    "moss": ["#7d8a3c", "#7d8a3c"],
    "teal": ["#2a7f83", "#2f878b"],
    "blue": ["#2f5f9b", "#3b6cab"],
    "violet": ["#6d4a86", "#785493"],
    "brown": ["#7f5130", "#86583a"],
    "bloom": ["#f0a8b4", "#dd93a1"],
    "tan": ["#c79a63", "#c2965f"],
    "hair": ["#5a3a22", "#5a3a22"],
    "blond": ["#dcae58", "#d4a653"],
}
"""Paint → colour in light, colour in dark."""

SUITS: dict[Pack, tuple[str, ...]] = {
    "german": ("acorns", "leaves", "hearts", "bells"),
    "french": ("clubs", "spades", "hearts", "diamonds"),
}
LETTERS = {"de": {"g-J": "g-B", "g-Q": "g-D"}}
"""Corner letters of the French pack that another language writes differently (Bube, Dame)."""

RIBBONS = {
    "EO": "TELL",
    "LO": "RUDENZ",
    "HO": "GESSLER",
    "SO": "STÜSSI",
    "EU": "HARRAS",
    "LU": "FÜRST",
    "HU": "KUONI",
    "SU": "REDING",
    "Qc": "HEDWIG",
    "Qs": "GERTRUD",
    "Qh": "BERTA",
    "Qd": "ARMGARD",
    "WE": "WELI",
}
"""What stands on the ribbon: names that are the same in every language."""

COLUMNS: dict[Pack, tuple[float, float]] = {"german": (38.5, 61.5), "french": (37.8, 62.2)}
MIDDLE = 50
THREE = (28, 80, 132)
FOUR = (27, 62.3, 97.7, 133)
FIVE = (24, 52, 80, 108, 136)
Column = tuple[float, ...]
PIPS: dict[Pack, dict[int, tuple[Column, Column, Column]]] = {
    "german": {
        7: (FOUR, (), (44.7, 80, 115.3)),
        8: (FOUR, (), FOUR),
        9: (FIVE, (), (38, 66, 94, 122)),
        10: (FIVE, (), FIVE),
    },
    "french": {
        7: (THREE, (54,), THREE),
        8: (THREE, (54, 106), THREE),
        9: (FOUR, (80,), FOUR),
        10: (FOUR, (44.7, 115.3), FOUR),
    },
}
"""How high the pips of a number card lie: left column, middle (French pack only), right column."""
PIP_SCALE: dict[Pack, float] = {"german": 0.68, "french": 0.6}


def written(text: str, x: float, y: float, scale: float, paint: str, advances: dict[str, float]) -> list[Placement]:
    """A word in drawn letters about the middle (x, y)."""
    widths = [advances[f"g-{letter}"] for letter in text]
    gap = 9.5
    pen = x - scale * (sum(widths) + gap * (len(text) - 1)) / 2
    out: list[Placement] = []
    for letter, width in zip(text, widths, strict=True):
        out.append([f"g-{letter}", round(pen, 1), y, scale, 0, paint])
        pen += scale * (width + gap)
    return out


def index(letter: str, sign: str, advances: dict[str, float]) -> list[Placement]:
    """Rank and suit in the corner at the top left."""
    scale = {"W": 0.86, "10": 0.9}.get(letter, 1)
    width = advances[f"g-{letter}"] * scale
    return [[f"g-{letter}", round(14.6 - width / 2, 1), 20, scale, 0, sign], [sign, 14.6, 46, 0.6, 0, sign]]


def turned(placements: list[Placement]) -> list[Placement]:
    """The same seen from the other side of the table."""
    out: list[Placement] = []
    for name, x, y, scale, turn, paint in placements:
        assert not isinstance(x, str)
        assert not isinstance(y, str)
        assert not isinstance(turn, str)
        out.append([name, round(100 - x, 1), round(160 - y, 1), scale, (turn + 180) % 360, paint])
    return out


def number_card(card: int, pack: Pack, advances: dict[str, float]) -> list[Placement]:
    suit, rank = divmod(card, 8)
    sign = SUITS[pack][suit]
    corner = index(str(rank + 7), sign, advances)
    left, right = COLUMNS[pack]
    places = [(x, y) for x, column in zip((left, MIDDLE, right), PIPS[pack][rank + 7], strict=True) for y in column]
    pips: list[Placement] = [[sign, x, y, PIP_SCALE[pack], 180 if y > 80 else 0, sign] for x, y in places]
    return [["card", 0, 0, 1, 0, ""], ["strip", 0, 0, 1, 0, f"sky-{sign}"], *corner, *turned(corner), *pips]


def picture(sign: str, inside: list[Placement], corner: list[Placement]) -> list[Placement]:
    return [["card", 0, 0, 1, 0, ""], ["panel", 0, 0, 1, 0, f"sky-{sign}"], *inside, *corner]


def court_card(card: int, pack: Pack, advances: dict[str, float]) -> list[Placement]:
    """A figure; the sign lies at the top, on the Unter's (and the Jack's) card low."""
    suit, rank = divmod(card, 8)
    sign = SUITS[pack][suit]
    shown = token(card, pack if rank == OBER else "german")
    letter = token(card, pack)[1 if pack == "german" else 0]
    low = rank == UNTER
    x, y = (22, 123) if low else (79.5, 23)
    behind = ["hall"] if rank == KING else ["alps", "meadow"]
    inside: list[Placement] = [[name, 0, 0, 1, 0, ""] for name in behind]
    inside.append([f"f-{shown}", 0, 0, 1, 0, ""])
    inside += [["disc", x, y, 1, 0, ""], [sign, x, y, 0.72, 0, sign]]
    if shown in RIBBONS:
        inside.append(["ribbon", 0, 0, 1, 0, ""])
        inside += written(RIBBONS[shown], 50, 146, 0.34, "label", advances)
    return picture(sign, inside, index(letter, sign, advances))


def ace_card(card: int, pack: Pack, advances: dict[str, float]) -> list[Placement]:
    """German: a season under two great signs; French: one great sign over the same season."""
    sign = SUITS[pack][card // 8]
    season: Placement = [f"s-{token(card)}", 0, 0, 1, 0, ""]
    pips: list[Placement] = (
        [[sign, 48, 31, 0.98, 0, sign], [sign, 78, 31, 0.98, 0, sign]]
        if pack == "german"
        else [[sign, 63, 29, 1.2, 0, sign]]
    )
    return picture(sign, [season, *pips], index("A", sign, advances))


def weli_card(pack: Pack, advances: dict[str, float]) -> list[Placement]:
    """The fool with six bells; the corner says W in the German pack and 6 of diamonds in the French one."""
    sign = SUITS[pack][3]
    bells: list[Placement] = [["bells", x, y, scale, turn, "bells"] for x, y, scale, turn in WELI_BELLS]
    inside: list[Placement] = [["f-WE", 0, 0, 1, 0, ""], *bells, ["ribbon", 0, 0, 1, 0, ""]]
    inside += written("WELI", 50, 146, 0.34, "label", advances)
    return picture(sign, inside, index("W" if pack == "german" else "6", sign, advances))


WELI_BELLS = (
    (39, 35, 0.5, 20),
    (86, 37, 0.5, -20),
    (66, 15.5, 0.5, 0),
    (36, 102, 0.5, 0),
    (61, 110, 0.5, 0),
    (86, 102, 0.5, 0),
)

BACK: list[Placement] = [
    ["card", 0, 0, 1, 0, ""],
    ["back", 0, 0, 1, 0, ""],
    *(
        ["petal", 50, 80, scale, turn, ""]
        for scale, first in ((1, 0), (0.74, 22.5))
        for turn in [first + 45 * n for n in range(8)]
    ),
    ["star", 50, 80, 1, 0, ""],
]
"""The same from both ends, so that nobody knows a card by how it lies."""


def cards_of(pack: Pack, advances: dict[str, float]) -> dict[str, list[Placement]]:
    """Every card of a pack, by token."""
    out: dict[str, list[Placement]] = {}
    for card in range(CARDS):
        if card == WELI:
            placed = weli_card(pack, advances)
        else:
            rank = card % 8
            make = ace_card if rank == ACE else number_card if rank <= TEN else court_card
            placed = make(card, pack, advances)
        out[token(card, pack)] = placed
    return out
