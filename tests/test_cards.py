"""FORMAT 2: both notations, all aliases on input, names."""

from __future__ import annotations

import pytest

from kratzen_log import cards
from kratzen_log.cards import CARDS, UNSEEN, WELI, parse, token


@pytest.mark.parametrize("card", range(CARDS))
def test_both_notations_read_back(card: int) -> None:
    assert parse(token(card)) == card
    assert parse(token(card, "french")) == card


def test_first_characters_never_overlap() -> None:
    german = {token(card)[0] for card in range(CARDS)}
    french = {token(card, "french")[0] for card in range(CARDS)}
    assert not german & french


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("H10", "HX"), ("10h", "HX"), ("hx", "HX"), ("HX", "HX"), ("Th", "HX"), ("th", "HX"), ("TH", "HX"), ("kS", "LK"),
        ("KS", "LK"), ("ks", "LK"), ("W", "WE"), ("Weli", "WE"), ("weli", "WE"), ("Jo", "WE"), ("6d", "WE"), ("6D", "WE"),
        ("\U0001f0c6", "WE"), ("\U0001f0a1", "LA"), ("\U0001f0ae", "LK"), ("\U0001f0bd", "HO"), ("\U0001f0cb", "SU"),
        ("\U0001f0d7", "E7"), ("\U0001f0ba", "HX"), ("\U0001f0cf", "WE"), ("jc", "EU"), ("qc", "EO"),
    ],
)
def test_lenient_input(text: str, card: str) -> None:
    assert parse(text) == parse(card)


def test_the_back_of_a_card_is_unseen() -> None:
    assert parse("??") == parse("\U0001f0a0") == UNSEEN
    assert token(UNSEEN) == "??"


@pytest.mark.parametrize("text", ["", "H", "HH", "1h", "6h", "H6", "ACE", "HA ", "Ha h", "\U0001f0ac"])
def test_anything_else_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(ValueError, match="is no card") as error:
        parse(text)
    assert "\n" not in str(error.value)


def test_unicode_knights_are_no_cards_of_this_pack() -> None:
    assert chr(0x1F0AC) not in cards.READ


def test_every_card_has_a_name_of_its_own_in_every_language_and_pack() -> None:
    for lang in ("en", "de"):
        for pack in ("german", "french"):
            assert len({cards.name(card, lang, pack) for card in range(CARDS)}) == CARDS


def test_the_tell_pack_names_every_ober_and_unter() -> None:
    assert {f"{suit}{rank}" for suit in "ELHS" for rank in "UO"} <= set(cards.TELL_NAMES)
    assert cards.TELL_NAMES["EO"] == ("William Tell", "Wilhelm Tell")


def test_masks() -> None:
    assert cards.members(cards.mask([WELI, 3, UNSEEN])) == [3, WELI]
    assert cards.SHORT_PACK.bit_count() == 21
