"""Verdicts over unseen cards, against every arrangement there is; proofs; contradictions (FINDINGS, verdicts)."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kratzen_log import Report, audit, loads, replay
from kratzen_log.games import GAMES
from kratzen_log.kernel.trick import legal
from kratzen_log.reading.certainty import _better
from kratzen_log.reading.fitting import fit
from tests.referee import generate
from tests.referee.arrangements import Case, Enumeration, Place, TooMany, Way
from tests.referee.partial import hidden, misprinted, whole_deal
from tests.support import ROOT, as_bytes, found, head, scaled

DUTIES = {"play.follow-suit", "play.head", "play.trump", "play.overtrump"}
FEW = 600
"""How many arrangements the referee may try for a case to be compared."""


def audited(case: Case) -> Report:
    return audit(as_bytes([head(case.game, len(case.seats), rules=case.rules), case.record]))


def places(case: Case) -> list[Place]:
    return [
        (trick, play)
        for trick, text in enumerate(case.record["tricks"], 1)
        for play in range(1, 1 + sum(":" in part for part in text.split()))
    ]


def arrangements(case: Case, plays: set[Place] | None = None) -> set[Way] | None:
    """Every way the unseen cards can lie; None when there are too many to try."""
    try:
        return Enumeration(case, plays, FEW).ways()
    except TooMany:
        return None


def cut_after(case: Case, last: Place) -> Case:
    """The deal as it was known when this card had been played."""
    tricks = [
        " ".join(part for play, part in enumerate([p for p in text.split() if ":" in p], 1) if (trick, play) <= last)
        for trick, text in enumerate(case.record["tricks"], 1)
    ]
    return case._replace(record={**case.record, "tricks": tricks})


def wrong_in(way: Way, place: Place) -> str | None:
    return next((code for trick, play, code in way if (trick, play) == place), None)


def hand_of(case: Case) -> dict[str, Any]:
    """What the test prints when it fails: the record, to be audited by hand."""
    return {"rules": case.rules, **case.record}


def compare(case: Case) -> bool:
    """Whether the case is small enough, and then that audit and referee agree on it."""
    ways = arrangements(case)
    if ways is None:
        return False
    report = audited(case)
    errors = [finding for finding in report.findings if finding.severity == "error"]
    if {finding.code for finding in errors} - DUTIES - {"play.inconsistent"}:
        return False
    wrong = {(finding.trick, finding.play): finding for finding in errors if finding.code in DUTIES}
    unjudged = {(finding.trick, finding.play) for finding in report.findings if finding.code == "play.undetermined"}
    cannot_be = [finding for finding in errors if finding.code == "play.inconsistent"]
    assert len(cannot_be) <= 1, hand_of(case)
    if not ways:
        assert cannot_be, hand_of(case)
        return True
    for place in places(case):
        codes = {wrong_in(way, place) for way in ways}
        got = {wrong[place].code} if place in wrong else {None, "?"} if place in unjudged else {None}
        due = codes if None not in codes else {None} if codes == {None} else {None, "?"}
        assert got <= due, (place, codes, hand_of(case))
        assert (due == {None}) == (got == {None}), (place, codes, hand_of(case))
        if place in wrong:
            check_proof(case, place, wrong[place].proven_by)
    lawful = any(not any((trick, play) in unjudged or code == "taker" for trick, play, code in way) for way in ways)
    assert lawful != bool(cannot_be), hand_of(case)
    if cannot_be and "??" not in " ".join(case.record["tricks"]):
        check_minimal(case, {(one["trick"], one["play"]) for one in cannot_be[0].facts["plays"]}, unjudged)
    return True


def check_proof(case: Case, place: Place, proof: dict[str, int] | None) -> None:
    """The play is certain to be illegal at the proof and not before it; without a proof at once."""
    line = places(case)
    at = line.index((proof["trick"], proof["play"])) if proof else line.index(place)
    then = arrangements(cut_after(case, line[at]))
    if then is not None:
        assert all(wrong_in(way, place) for way in then), (place, proof, hand_of(case))
    before = arrangements(cut_after(case, line[at - 1])) if proof else None
    if before is not None:
        assert not all(wrong_in(way, place) for way in before), (place, proof, hand_of(case))


def check_minimal(case: Case, plays: set[Place], unjudged: set[Any]) -> None:
    """These plays contradict each other, and no fewer of them do."""

    def possible(some: set[Place]) -> bool | None:
        ways = arrangements(case, some)
        return None if ways is None else any(not any(wrong_in(way, one) for one in some & unjudged) for way in ways)

    assert not possible(plays), hand_of(case)
    for one in plays:
        assert possible(plays - {one}) is not False, (one, hand_of(case))


@pytest.mark.parametrize("block", range(6))
def test_verdicts_are_those_of_every_arrangement(block: int) -> None:
    compared = 0
    for seed in range(block * 100_000, block * 100_000 + scaled(14)):
        rng = random.Random(seed)
        compared += compare(hidden(whole_deal(rng, rng.choice([0, 0.1, 0.4])), rng))
    assert compared


@pytest.mark.parametrize("block", range(6))
def test_contradictions_are_those_of_every_arrangement(block: int) -> None:
    compared = 0
    for seed in range(block * 100_000, block * 100_000 + scaled(14)):
        rng = random.Random(seed)
        compared += compare(misprinted(hidden(whole_deal(rng, rng.choice([0, 0.1, 0.4])), rng), rng))
    assert compared


@pytest.mark.parametrize("block", range(4))
def test_a_complete_deal_without_hands_is_judged_as_with_them(block: int) -> None:
    """A hand that nobody recorded is proven by what it later plays, unless counting the cards was proof enough."""
    proven = 0
    for seed in range(block * 100_000, block * 100_000 + scaled(40)):
        case = whole_deal(random.Random(seed), 0.3)
        bare = {key: value for key, value in case.record.items() if key not in ("hands", "deck", "discard", "exchange")}
        if "exchange" in case.record:
            hidden_swaps = [
                {key: value if key in ("seat", "show") else " ".join("??" for _ in value.split()) for key, value in swap.items()}
                for swap in case.record["exchange"]
            ]
            bare |= {"exchange": hidden_swaps}
        full, less = audited(case), audited(case._replace(record=bare))
        assert full.plays == less.plays, hand_of(case)
        assert full.plays.undetermined == 0
        assert found(full) == found(less), hand_of(case)
        for one, other in zip(full.findings, less.findings, strict=True):
            assert one.proven_by is None
            if other.proven_by is not None:
                proven += 1
                assert (other.proven_by["trick"], other.proven_by["play"]) > (other.trick, other.play)
    assert proven


def test_the_audit_and_the_replay_say_the_same_of_each_play() -> None:
    for seed in range(scaled(60)):
        rng = random.Random(seed)
        case = hidden(whole_deal(rng, 0.2), rng)
        log = as_bytes([head(case.game, len(case.seats), rules=case.rules), case.record])
        report = audit(log)
        steps = [step for step in replay(loads(log)) if step.kind == "play"]
        counts = [sum(step.verdict == verdict for step in steps) for verdict in ("legal", "illegal", "undetermined")]
        assert counts == [report.plays.legal, report.plays.illegal, report.plays.undetermined], hand_of(case)


# --- cases worked out by hand --------------------------------------------------------------------------------------


def one_deal(game: str, players: int, deal: dict[str, Any], **rules: Any) -> Report:
    plain = {"first_deal": "normal", "seven": "ignore"} if game == "kratzen" else {}
    record = {"type": "deal", "no": 1, "dealer": "C", "calls": "A:in B:in", **deal}
    return audit(as_bytes([head(game, players, rules={**plain, **rules}), record]))


def unjudged(report: Report) -> list[tuple[int | None, int | None]]:
    return [(finding.trick, finding.play) for finding in report.findings if finding.code == "play.undetermined"]


def test_in_a_deal_broken_off_a_card_that_follows_suit_is_legal() -> None:
    """Kratzen has no duty beyond following; in Schnellen a higher card may have been held."""
    deal = {"calls": "A:in B:in", "turned": "E9", "tricks": ["A:HK B:H9 C:H8", "A:L7 B:S8 C:E8"], "abort": "the lamp fell over"}
    assert unjudged(one_deal("kratzen", 3, deal)) == [(2, 2), (2, 3)]
    assert unjudged(one_deal("schnellen", 3, deal)) == [(1, 2), (1, 3), (2, 2), (2, 3)]


def test_a_trump_that_cannot_be_followed_or_beaten_is_legal() -> None:
    """The Ace of trumps on a suit of which every other card is on the table or gone."""
    deal = {"calls": "A:in B:in", "turned": "E9", "tricks": ["A:WE B:E7 C:EA", "C:HK A:HA B:EK"], "abort": "rain"}
    assert unjudged(one_deal("kratzen", 3, deal)) == [(2, 3)]
    gone = "H7 H8 H9 HX HU"
    report = one_deal("kratzen", 4, {**deal, "hands": [None, None, None, gone], "calls": "D:out A:in B:in"})
    assert unjudged(report) == [(2, 3)], "the Ober of Hearts may still be held"


def test_illegal_whichever_cards_were_held() -> None:
    """In the short pack three hands, the turned card and five trumps of six played leave no hand without a Heart."""
    hands = ["EX EU EO EK EA", None, "LX LU LO LK LA"]
    deal = {
        "calls": "A:in B:in", "turned": "SX", "discard": "SX", "hands": hands,
        "tricks": ["A:EX B:SU C:LX"], "abort": "rain",
    }
    report = one_deal("schnellen", 3, deal, short_pack=True)
    assert found(report) == []
    deal["tricks"] = ["A:EX B:SU C:LX", "B:SO C:LU A:EU", "B:HX C:LO A:EO"]
    assert found(one_deal("schnellen", 3, deal, short_pack=True)) == []
    talon = "HU HO HK HA WE"
    deck = "EX EU EO SU SO HX LX LU LO SX EK EA SK SA LK LA " + talon
    deal |= {"deck": deck.replace("SU SO HX", "?? ?? ??").replace("SK SA", "?? ??"), "tricks": ["A:EX B:HX C:LX"]}
    assert found(one_deal("schnellen", 3, deal, short_pack=True)) == [
        {"code": "play.trump", "deal": 1, "trick": 1, "play": 2, "seat": "B"}
    ]


def test_a_proof_is_cited_as_soon_as_it_is_certain() -> None:
    """Ben plays no Heart to the first trick, and one to the third."""
    tricks = ["A:HK B:L9 C:H8", "A:E8 B:E7 C:EX", "C:LX A:LO B:H7", "A:S7 B:S8 C:S9", "C:SK A:SA B:SX"]
    report = one_deal("kratzen", 3, {"turned": "LA", "tricks": tricks})
    (finding,) = [finding for finding in report.findings if finding.code == "play.follow-suit" and finding.trick == 1]
    assert finding.proven_by == {"trick": 3, "play": 3}
    assert finding.facts["proof"] == ["H7"]
    known = one_deal("kratzen", 3, {"turned": "LA", "tricks": tricks, "hands": [None, "L9 E7 H7 S8 SX", None]})
    assert next(f for f in known.findings if f.code == "play.follow-suit").proven_by is None


def test_the_broken_log_of_a_contradiction() -> None:
    (finding,) = [f for f in audit(ROOT / "tests" / "conformance" / "broken" / "play.inconsistent.jsonl").findings if f.severity == "error"]
    assert [one["card"] for one in finding.facts["plays"]] == ["H7", "L9", "E8"]
    json.dumps(finding.facts)


def test_unseen_cards_that_lead_or_come_last_are_legal() -> None:
    tricks = ["A:?? B:?? C:?? >A", "A:?? B:?? C:?? >A", "A:?? B:?? C:?? >A", "A:?? B:?? C:?? >A", "A:?? B:?? C:?? >A"]
    report = one_deal("kratzen", 3, {"turned": "E9", "tricks": tricks})
    assert found(report) == []
    assert (report.plays.legal, report.plays.undetermined) == (7, 8)


def test_remarks_leave_room_for_faults() -> None:
    from kratzen_log.auditor.auditing import Choice
    from kratzen_log.log.container import Limits

    tricks = ["A:?? B:?? C:?? >A"] * 5
    deal = {"type": "deal", "no": 1, "dealer": "C", "calls": "A:in B:in", "turned": "E9", "tricks": tricks, "taken": [4, 1, 0]}
    log = as_bytes([head("kratzen", 3, rules={"first_deal": "normal", "seven": "ignore"}), deal])
    report = audit(log, Choice(limits=Limits(findings=6)))
    assert report.truncated
    assert [finding.code for finding in report.findings if finding.severity == "error"] == ["score.taken"]
    assert report.plays.undetermined == 8


# --- the parts -----------------------------------------------------------------------------------------------------


def fits_by_trying(wants: list[int], room: list[int]) -> bool:
    if not wants:
        return True
    for place, size in enumerate(room):
        if size and wants[0] >> place & 1 and fits_by_trying(wants[1:], [n - (at == place) for at, n in enumerate(room)]):
            return True
    return False


@settings(max_examples=scaled(400), deadline=None)
@given(st.lists(st.integers(0, 15), max_size=6), st.lists(st.integers(0, 3), min_size=4, max_size=4), st.lists(st.integers(-1, 3), min_size=6, max_size=6))
def test_fitting_is_what_trying_gives(wants: list[int], room: list[int], near: list[int]) -> None:
    answer = fit(wants, room, near)
    assert (answer is not None) == fits_by_trying(wants, room)
    if answer is not None:
        assert all(want >> place & 1 for want, place in zip(wants, answer, strict=True))
        assert all(answer.count(place) <= size for place, size in enumerate(room))


@settings(max_examples=scaled(300), deadline=None)
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 4), st.integers(0, 400), st.data())
def test_a_card_is_illegal_because_of_single_better_cards(key: str, trump: int, seed: int, data: st.DataObject) -> None:
    """The ladder (C-6): a card is legal in a hand when it is legal beside each other card of it alone."""
    game = GAMES[key]
    values = generate.session(seed, key)[0].get("rules", {})
    from kratzen_log.games._game import read_options

    t = game.tables(read_options(game, values)[0], trump if key == "schnellen" else trump % 4)
    deck = data.draw(st.permutations(range(33)))
    state = (-1, -1, -1)
    from kratzen_log.kernel.trick import played

    for card in deck[: data.draw(st.integers(1, 5))]:
        state = played(t, *state, card)[:3]
    hand = deck[5 : 5 + data.draw(st.integers(1, 5))]
    bits = sum(1 << card for card in hand)
    for card in hand:
        better = sum(_better(t, card, state).values())
        assert bool(legal(t, bits, *state)[0] >> card & 1) == (not better & bits)


def test_places_are_in_order() -> None:
    case = whole_deal(random.Random(1), 0)
    assert all(one < other for one, other in pairwise(places(case)))
