"""The drawn pack: complete, counted right, only paths, small, and told apart by every eye."""

from __future__ import annotations

import json
import re
import zlib
from collections import Counter
from itertools import combinations, product
from xml.etree import ElementTree as ET

import pytest

from kratzen_log.cards import ACE, CARDS, KING, OBER, TELL_NAMES, TEN, UNSEEN, UNTER, WELI, Pack, name, parse, token
from kratzen_log.show.cards_svg import card_svg, deck, deck_json, placements, properties, rules, sprite
from tests.show.colour import EYES, apart, contrast, difference
from tests.show.drawing.build import DECK
from tests.show.drawing.build import deck as drawn
from tests.show.drawing.build import text as written
from tests.show.drawing.layout import RIBBONS

PACKS: tuple[Pack, ...] = ("german", "french")
SIGNS: dict[Pack, tuple[str, ...]] = {
    "german": ("acorns", "leaves", "hearts", "bells"),
    "french": ("clubs", "spades", "hearts", "diamonds"),
}
ALL_SIGNS = {sign for signs in SIGNS.values() for sign in signs}
EVERY = list(product(PACKS, range(CARDS)))
INDEX_SCALE = 0.6
SVG = "{http://www.w3.org/2000/svg}"


def signs_on(card: int, pack: Pack) -> list[tuple[str, float, float]]:
    """The suit signs of a card without those in the corners: sign, x, y."""
    found = [one for one in placements(card, pack) if one[0] in ALL_SIGNS]
    corners = [one for one in found if (one[1], one[2]) in {(14.6, 46), (85.4, 114)}]
    assert all(one[3] == INDEX_SCALE for one in corners)
    return [one[:3] for one in found if one not in corners]


def letters_on(card: int, pack: Pack, lang: str = "en") -> str:
    """What is written on a card: the corner first, then the ribbon."""
    shown = [one for one in placements(card, pack, "de" if lang == "de" else "en") if one[0].startswith("g-")]
    corner = next(one for one in shown if one[2] == 20)
    ribbon = [one for one in shown if one[5] == "label"]
    return " ".join([corner[0][2:], "".join(one[0][2:] for one in ribbon)]).strip()


def test_deck_is_what_the_pages_of_drawings_make() -> None:
    assert DECK.read_text(encoding="utf-8") == written(drawn()), "run: python -m tests.regenerate"


@pytest.mark.parametrize("pack", PACKS)
def test_33_cards_and_a_back(pack: Pack) -> None:
    assert set(deck().cards[pack]) == {token(card, pack) for card in range(CARDS)}
    assert len(deck().back) > 2
    assert placements(UNSEEN, pack) == list(deck().back)


@pytest.mark.parametrize(("pack", "card"), EVERY)
def test_pips_are_counted_right(pack: Pack, card: int) -> None:
    if card == WELI:
        wanted = Counter({"bells": 6})
    else:
        suit, rank = divmod(card, 8)
        many = rank + 7 if rank <= TEN else 2 if rank == ACE and pack == "german" else 1
        wanted = Counter({SIGNS[pack][suit]: many})
    assert Counter(sign for sign, _, _ in signs_on(card, pack)) == wanted


@pytest.mark.parametrize("card", [card for card in range(CARDS - 1) if card % 8 <= TEN])
def test_german_pips_stand_in_two_columns(card: int) -> None:
    columns = Counter(x for _, x, _ in signs_on(card, "german"))
    assert len(columns) == 2
    assert sum(columns) == 100
    assert max(columns.values()) - min(columns.values()) == (card % 8 + 7) % 2


@pytest.mark.parametrize("card", [card for card in range(CARDS - 1) if card % 8 in {OBER, UNTER}])
def test_sign_stands_high_on_an_ober_and_low_on_an_unter(card: int) -> None:
    ((_, _, y),) = signs_on(card, "german")
    assert (y < 40) if card % 8 == OBER else (y > 110)


@pytest.mark.parametrize("pack", PACKS)
def test_no_two_pictures_of_a_pack_are_the_same(pack: Pack) -> None:
    pictures = [one[0] for card in range(CARDS) for one in placements(card, pack) if one[0].startswith(("f-", "s-"))]
    assert len(pictures) == len(set(pictures)) == 17
    bodies = {json.dumps(deck().symbols[picture]) for picture in pictures}
    assert len(bodies) == 17


def test_corners_say_rank_in_both_packs() -> None:
    assert [letters_on(parse(card), "german") for card in ("E7", "LX", "SA", "HK")] == ["7", "10", "A", "K"]
    assert [letters_on(parse(card), "french") for card in ("6d", "Jc", "Kh")] == ["6 WELI", "J HARRAS", "K"]
    assert letters_on(parse("Jc"), "french", "de") == "B HARRAS"
    assert letters_on(parse("Qs"), "french", "de") == "D GERTRUD"


@pytest.mark.parametrize(("shown", "names"), TELL_NAMES.items())
def test_ribbon_names_the_tell_character(shown: str, names: tuple[str, str]) -> None:
    if shown[1] != "A":
        assert RIBBONS[shown].casefold() in names[1].replace("ß", "ss").casefold()
        assert letters_on(parse(shown), "german") == f"{shown[1]} {RIBBONS[shown]}"


@pytest.mark.parametrize(("pack", "card"), [*EVERY, ("german", UNSEEN)])
@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_card_is_valid_svg_of_paths_only(pack: Pack, card: int, theme: str) -> None:
    root = ET.fromstring(card_svg(card, pack, theme=theme))  # type: ignore[arg-type]
    kinds = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert kinds - {"style", "desc"} == {"svg", "title", "g", "path"}
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text == name(card, "en", pack)
    assert not any("id" in element.attrib for element in root.iter())
    assert all(element.get("fill") for element in root.iter(f"{SVG}path"))


@pytest.mark.parametrize("pack", PACKS)
def test_sprite_refers_only_to_what_it_holds(pack: Pack) -> None:
    root = ET.fromstring(sprite(pack))
    ids = Counter(element.attrib["id"] for element in root.iter() if "id" in element.attrib)
    assert set(ids.values()) == {1}
    assert {element.attrib["href"][1:] for element in root.iter(f"{SVG}use")} <= set(ids)
    assert {f"kl-{token(card, pack)}" for card in range(CARDS)} | {"kl-back"} <= set(ids)
    assert not list(root.iter(f"{SVG}text"))


def test_every_class_has_a_rule_and_a_property() -> None:
    asked = set(re.findall(r"kl-[fsc]-[a-z-]+", sprite("german") + sprite("french")))
    ruled = set(re.findall(r"\.(kl-[fsc]-[a-z-]+)\{", rules()))
    assert asked <= ruled
    assert set(re.findall(r"var\((--kl-[a-z-]+)", rules())) == set(re.findall(r"(--kl-[a-z-]+):", properties("dark")))


def test_every_symbol_and_paint_is_used() -> None:
    everything = [
        *deck().back,
        *(one for cards in deck().cards.values() for placed in cards.values() for one in placed),
    ]
    shown = {one[0] for one in everything} | {new for swaps in deck().letters.values() for new in swaps.values()}
    assert shown == set(deck().symbols)
    painted = {one[5] for one in everything}
    painted |= {paint for parts in deck().symbols.values() for part in parts for paint in part[:2]}
    assert painted - {"", "ink", "suit"} == set(deck().paints)


def test_paths_have_one_decimal_at_most() -> None:
    for key, parts in deck().symbols.items():
        for _, _, _, path in parts:
            assert re.fullmatch(r"M[MLHVCSQTAZmlhvcsqtaz0-9 .-]+", path), (key, path)
            assert not re.search(r"\.\d\d", path), (key, path)


def test_deck_is_small() -> None:
    data = deck_json()
    assert len(data) < 90_000
    assert len(zlib.compress(data, 9)) < 25_000


def test_colour_difference_is_the_published_one() -> None:
    assert difference((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert difference((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387)) == pytest.approx(1.2644, abs=1e-4)
    assert difference((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514)) == pytest.approx(0.9082, abs=1e-4)
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("pack", PACKS)
def test_suits_stay_apart_for_every_eye(pack: Pack, eye: str, theme: int) -> None:
    suits = [deck().paints[sign][theme] for sign in SIGNS[pack]]
    ground = deck().paints["ground"][theme]
    assert min(apart(one, other, eye) for one, other in combinations(suits, 2)) > 13
    assert min(apart(one, ground, eye) for one in suits) > 25


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("sign", sorted(ALL_SIGNS))
def test_corner_letters_stand_out_from_the_card(sign: str, theme: int) -> None:
    """WCAG 1.4.11 asks 3 : 1 of a sign."""
    assert contrast(deck().paints[sign][theme], deck().paints["ground"][theme]) >= 3


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("sign", sorted(ALL_SIGNS))
def test_pips_stand_out_from_their_strip(sign: str, theme: int) -> None:
    assert contrast(deck().paints[sign][theme], deck().paints[f"sky-{sign}"][theme]) >= 3


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_ribbon_is_readable(theme: int) -> None:
    assert contrast(deck().paints["label"][theme], deck().paints["ribbon"][theme]) >= 7


def test_kings_sit_in_a_hall_and_the_others_stand_in_the_open() -> None:
    settings = {
        card: {one[0] for one in placements(card)} & {"hall", "alps"}
        for card in range(CARDS - 1)
        if TEN < card % 8 < ACE
    }
    assert all(shown == ({"hall"} if card % 8 == KING else {"alps"}) for card, shown in settings.items())
