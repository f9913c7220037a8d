"""One German word for each thing (CONTRIBUTING): the others stand nowhere but among the aliases of the glossary."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from kratzen_log.cards import parse
from kratzen_log.texts import Voice, table
from kratzen_log.texts.findings import message

FILES = ("findings", "paragraphs_common", "paragraphs_kratzen", "paragraphs_schnellen", "glossary", "steps", "words")
OTHER_WORDS = r"[Bb]edien(?:en|t)\b|\bLogs?\b|\bKommas?\b|\bOption(?:en)?\b|[Ww]eglegen|[Üü]bertrumpf|\bBonus\b|Schlüssel\b"


def german(value: Any) -> Iterator[str]:
    """All German sentences below a value."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from ([inner] if key == "de" and isinstance(inner, str) else german(inner))


@pytest.mark.parametrize("name", FILES)
def test_german_texts_keep_to_their_words(name: str) -> None:
    assert [text for text in german(table(name)) if re.search(OTHER_WORDS, text)] == []


def test_cards_carry_their_article() -> None:
    voice = Voice("de", "german", ["Anna", "Ben"])
    facts = {"seat": 0, "proof": [parse("WE"), parse("HA")], "must_beat": parse("WE"), "card": parse("HO"), "led": 2}
    assert message("play.head", facts, voice) == (
        "Anna hat den Weli und das Herz-Ass auf der Hand und muss den Weli (den besten Trumpf im Stich) überbieten, "
        "spielt aber den Herz-Ober"
    )
    assert Voice("de", "french").say_with(parse("HO")) == "der Herz-Dame"
    assert message("deal.card-twice", {"key": "deck", "card": parse("HO")}, Voice()).startswith("The Ober of Hearts stands")
    assert message("deal.card-twice", {"seat": 1, "first_seat": 1, "first_trick": 2, "card": parse("HO")}, Voice("en", "german", ["Anna", "Ben"])) == (
        "Ben played the Ober of Hearts a second time, after trick 2"
    )


def test_values_are_said_in_german() -> None:
    facts = {"name": "ante", "value": "5", "allowed": "1 or more", "known": True, "quoted": True}
    assert message("rules.option", facts, Voice("de")) == (
        "Die Hausregel „ante“ hat den Text „5“, deshalb gilt die Vorgabe: ohne Anführungszeichen schreiben (möglich: ab 1)"
    )
