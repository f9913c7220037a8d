"""The deal in hand: what is typed becomes the record, and what is irregular is said at once."""

from __future__ import annotations

import string
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from kratzen_log import Deal, Head, Session, simulate
from kratzen_log.log.codec import Entry
from kratzen_log.log.loading import entries
from kratzen_log.recorder.answers import Misheard, Question
from kratzen_log.recorder.evening import Evening
from kratzen_log.recorder.hand import Hand
from kratzen_log.recorder.speech import Speaker
from kratzen_log.texts import LANGS, table
from tests.recorder.table import lines
from tests.support import scaled

HOUSES: list[tuple[str, int, dict[str, Any]]] = [
    ("kratzen", 4, {"exchange": 2, "dealer_calls": True, "bettler": True, "muss": "once", "first_deal": "normal"}),
    ("kratzen", 3, {"exchange": 1, "exchange_in_muss": True, "head": "always", "max_deals": 3}),
    ("kratzen", 5, {"seven": "ignore", "short_stack": "debt"}), ("kratzen", 4, {"target": 230, "muss": "once", "weli": "free"}),
    ("schnellen", 4, {}), ("schnellen", 3, {"exchange": True, "hearts_double": True}), ("schnellen", 5, {"bidding": True}),
    ("schnellen", 4, {"bidding": True, "exchange": True}), ("schnellen", 4, {"short_pack": True, "forced_clubs": True}),
]


def begin(game: str = "kratzen", players: int = 3, **rules: Any) -> Evening:
    names: list[Any] = ["Resi", "Toni", "Vroni", "Sepp", "Anna"][:players]
    start: Any = [100] * players if game == "kratzen" else UNSET
    head = Head(format="kratzen-log", version="1.0", game=game, rules={"version": 1, **rules}, players=names, start=start)
    return Evening(entries(Session((head,))))


def typed(hand: Hand, *many: str) -> list[str]:
    """The codes found, line by line."""
    return [finding.code for line in many for finding in hand.enter(line).findings]


@pytest.mark.parametrize("hands", [False, True])
@pytest.mark.parametrize(("game", "players", "rules"), HOUSES)
def test_what_is_typed_of_a_lawful_evening_is_its_log(game: str, players: int, rules: dict[str, Any], hands: bool) -> None:
    for session in simulate(game, players, 4, seed=11, sessions=scaled(2), rules=rules, seal=False, bots="random"):
        evening = Evening([Entry(session.records[0], 1, 0)])
        for number, deal in enumerate(session.deals):
            hand = Hand(evening, ask_hands=hands)
            for line in lines(deal, evening.setting, first=number == 0, hands=hands):
                assert hand.enter(line).findings == []
            assert hand.question().kind == "done"
            known = replace(deal, deck=UNSET, hands=deal.hands if hands else UNSET)
            if not deal.calls or (game == "kratzen" and deal.muss and not rules.get("bettler")):
                known = replace(known, calls=UNSET)
            assert hand.record() == known
            evening.add(hand.record())
        assert evening.end() == session.records[-1]


def test_every_line_can_be_taken_back() -> None:
    (session,) = simulate("kratzen", 4, 3, seed=5, rules={"exchange": 2}, seal=False)
    evening = Evening([Entry(session.records[0], 1, 0)])
    hand = Hand(evening)
    answers = lines(session.deals[0], evening.setting, first=True)
    states = []
    for line in answers:
        states.append((hand.question(), hand.draft))
        hand.enter(line)
    for state in reversed(states):
        assert hand.undo()
        assert (hand.question(), hand.draft) == state
    assert not hand.undo()


def test_a_revoke_is_said_when_a_card_proves_it_and_stands() -> None:
    hand = Hand(begin())
    assert typed(hand, "A", "E9", "", "EA EX EK", "HA L7 H9") == []
    assert typed(hand, "LA") == []
    assert typed(hand, "H7!") == ["play.follow-suit"]
    assert [trick.write("german") for trick in hand.draft.tricks] == ["B:EA C:EX A:EK", "B:HA C:L7 A:H9", "B:LA C:H7!"]
    assert typed(hand, "L9", "S8 SX SA", "S9 S7 HU") == []
    assert typed(hand, "") == []
    assert hand.record().tricks[1] == "B:HA C:L7 A:H9 >B"  # type: ignore[index]


def test_what_the_table_noticed_is_marked() -> None:
    hand = Hand(begin())
    typed(hand, "A", "E9", "", "EA EX EK", "HA L7 H9", "!")
    assert hand.draft.tricks[1].write("german") == "B:HA C:L7 A:H9!"
    typed(hand, "! 2.2")
    assert hand.draft.tricks[1].write("german") == "B:HA C:L7! A:H9!"
    with pytest.raises(Misheard):
        hand.enter("! 3.1")


def test_known_hands_show_what_may_be_played() -> None:
    hand = Hand(begin("schnellen"), ask_hands=True)
    typed(hand, "A", "HK H9 E7 LA S7", "HA H7 LX L9 S8", "EA EK EO SA SO", "EX", "EX", "in in")
    b = hand.binding(hand.question().seat)
    assert (b.duty, b.legal) == ("lead", b.hand)
    typed(hand, "HK")
    assert "allowed: HA" in Speaker(hand.evening, "en").question(hand, hand.question())
    assert "to beat: HK" in Speaker(hand.evening, "en").question(hand, hand.question())
    assert typed(hand, "H7") == ["play.head"]


def test_unknown_hands_show_what_binds() -> None:
    hand = Hand(begin("kratzen", 4))
    speaker = Speaker(hand.evening, "de")
    typed(hand, "Resi", "E9", "")
    assert speaker.question(hand, hand.question()) == "Stich 1: Toni spielt aus: "
    typed(hand, "HK EX")
    assert speaker.question(hand, hand.question()) == "Stich 1: Sepp (Herz ausgespielt, höchster Trumpf: EX): "


def test_who_acts_out_of_turn_is_named_with_the_card() -> None:
    hand = Hand(begin())
    assert typed(hand, "A", "E9", "", "C:EX") == ["play.turn"]
    assert hand.due() == 0


def test_a_trick_given_to_the_wrong_player() -> None:
    hand = Hand(begin())
    assert typed(hand, "A", "E9", "", "EA EX EK") == []
    assert typed(hand, ">C") == ["score.trick"]
    assert hand.due() == 2


def test_a_trick_with_a_card_missing_and_unseen_cards() -> None:
    hand = Hand(begin())
    assert typed(hand, "A", "E9", "", "EA EX", "next") == ["deal.incomplete"]
    assert hand.question().kind == "taker"
    assert typed(hand, "B", "?? ?? ??") == []
    assert hand.question().kind == "taker"
    assert typed(hand, ">C") == []
    assert hand.question() == Question("play", 2)


@pytest.mark.parametrize(("answers", "code"), [
    (("A", "E9", "B:out"), "call.out-in-muss"), (("A", "E9", "", "swap B H7 > EX"), "exchange.not-allowed"),
    (("A", "E9", "muss no", "in in", "EA EX EK", "HA H9 H8", "LA L9 L8", "S8 S9 SA", "SX S7 SU", ""), "deal.muss"),
    (("A", "E9", "trump H", "", "EA EX EK", "LA L9 L8", "S8 S9 SA", "SX S7 SU", "HA H9 H8", ""), "deal.trump"),
    (("A", "E9", "", "EA EX EK", "HA H9 H8", "LA L9 L8", "S8 S9 SA", "SX S7 SU", "-15 5 -2"), "score.delta"),
    (("A", "E9", "", "EA EX EK", "HA EA"), "deal.card-twice"),
])
def test_nothing_is_refused_and_everything_irregular_is_said(answers: tuple[str, ...], code: str) -> None:
    assert typed(Hand(begin()), *answers) == [code]


def test_schnellen_bids_and_declarations() -> None:
    hand = Hand(begin("schnellen", bidding=True))
    assert hand.question().kind == "dealer"
    hand.enter("C")
    assert hand.question().words == ("pass", "1", "2", "3", "4", "5")
    hand.enter("2")
    assert hand.question().words == ("pass", "3", "4", "5")
    assert typed(hand, "1") == ["bid.low"]
    hand.enter("pass")
    assert (hand.question().kind, hand.question().seat) == ("trump", 1)
    hand.undo()
    hand.undo()
    typed(hand, "pass", "2")
    assert hand.question().seat == 2
    typed(hand, "high")
    assert hand.world.trump == 4


def test_notes_know_their_place_and_a_deal_may_be_broken_off() -> None:
    hand = Hand(begin())
    typed(hand, "A", "note Ben deals slowly", "E9", "", "EA EX", "note Resi hesitates", "abort a card was turned over")
    assert hand.question().kind == "done"
    deal = hand.record()
    assert [(note.at, note.text) for note in deal.notes or ()] == [("0", "Ben deals slowly"), ("1.2", "Resi hesitates")]
    assert (deal.abort, deal.tricks, deal.delta) == ("a card was turned over", ["B:EA C:EX"], UNSET)


@pytest.mark.parametrize(("answers", "key"), [
    (("X",), "no_seat"), (("",), "no_seat"), (("A", "Q9"), "no_card"), (("A", "E9", "Toni"), "who_said"), (("A", "E9", "", ""), "which_card"),
    (("A", "E9", "", ">B"), "not_over"), (("A", "E9", "!"), "no_card_yet"), (("A", "next"), "no_card_yet"), (("A", "note"), "what_note"),
    (("A", "abort"), "why"), (("abort no cards",), "dealer_first"), (("A", "swap B"), "swap"), (("A", "WE", "purple"), "no_word"),
    (("A", "E9", "", "EA EX EK", "HA H9 H8", "LA L9 L8", "S8 S9 SA", "SX S7 SU HU"), "too_much"),
    (("A", "E9", "", "EA EX EK", "HA H9 H8", "LA L9 L8", "S8 S9 SA", "SX S7 SU", "1 2"), "amounts"), (("A", "seats"), "no_seat"),
])
def test_what_cannot_be_understood_changes_nothing(answers: tuple[str, ...], key: str) -> None:
    hand = Hand(begin())
    typed(hand, *answers[:-1])
    before = (hand.draft, hand.question(), list(hand.lines))
    with pytest.raises(Misheard) as raised:
        hand.enter(answers[-1])
    assert raised.value.key == key
    assert (hand.draft, hand.question(), hand.lines) == before
    for lang in LANGS:
        assert "{" not in Speaker(hand.evening, lang).misheard(raised.value)


WORD = st.sampled_from([
    "A", "b", "Toni", "E9", "WE", "H7", "??", "EA!", "C:SU", ">B", "in", "out", "bettler", "pass", "3", "schlagen", "!", "next", "note", "abort", "swap",
    "muss", "trump", "seats", "dealer", "AC", ">", "show", "away", "-5", "yes", "high", "", "x",
])


@settings(max_examples=scaled(60), deadline=None)
@given(st.sampled_from(HOUSES), st.lists(st.lists(WORD, max_size=5).map(" ".join) | st.text(string.printable, max_size=12), max_size=14), st.booleans())
def test_any_lines_give_a_record_or_are_not_understood(house: tuple[str, int, dict[str, Any]], many: list[str], hands: bool) -> None:
    game, players, rules = house
    evening = begin(game, players, **rules)
    hand = Hand(evening, ask_hands=hands)
    speaker = Speaker(evening, "de")
    for line in many:
        if hand.question().kind == "done":
            break
        try:
            speaker.heard(hand, hand.enter(line))
        except Misheard as error:
            speaker.misheard(error)
        question = hand.question()
        if question.kind == "result":
            speaker.result(hand)
        if question.kind != "done":
            assert speaker.question(hand, question)
    kept = list(hand.lines)
    draft = hand.draft
    hand.restore(kept)
    assert hand.draft == draft
    assert isinstance(hand.record(), Deal)


def test_the_dialogue_says_the_same_in_both_languages() -> None:
    import re

    for group in ("say", "ask", "bound", "misheard"):
        for key, row in table("recording")[group].items():
            slots = [sorted(re.findall(r"\{(\w+)", row[lang])) for lang in LANGS]
            assert slots[0] == slots[1], (group, key)
    texts = table("recording")["help"]
    assert len(texts["en"]) == len(texts["de"])
