"""Partial logs: what is missing elsewhere takes nothing from what is certain here (FINDINGS, verdicts)."""

from __future__ import annotations

from typing import Any

from kratzen_log import Report, audit
from tests.support import as_bytes, found, head


def one_deal(game: str, players: int, deal: dict[str, Any], **rules: Any) -> Report:
    plain = {"first_deal": "normal", "seven": "ignore"} if game == "kratzen" else {}
    record = {"type": "deal", "no": 1, **deal}
    return audit(as_bytes([head(game, players, rules={**plain, **rules}), record]))


def open_plays(report: Report) -> list[tuple[int | None, int | None]]:
    return [(finding.trick, finding.play) for finding in report.findings if finding.code == "play.undetermined"]


def test_a_hand_stays_known_although_one_of_its_cards_is_missing_later() -> None:
    """Anna plays trumps and holds the Unter of Hearts; which card she played to the third trick nobody wrote down."""
    deal = {
        "dealer": "A", "trump": "L", "turned": "L8", "calls": "B:in C:out D:in", "hands": ["?? ?? SA HU ??", None, None, None],
        "tricks": ["B:HK D:HA A:EU", "D:S7 A:SA B:SX", "A:?? B:LX"], "abort": "rain",
    }
    broken_off = one_deal("kratzen", 4, {**deal, "tricks": [*deal["tricks"][:2], "A:E8 B:LX D:?? "]})
    assert ("play.follow-suit", 1, 3) in [(f.code, f.trick, f.play) for f in broken_off.findings]
    missing = one_deal("kratzen", 4, {**deal, "tricks": [*deal["tricks"][:2], "B:LX D:E8"]})
    assert ("play.follow-suit", 1, 3) in [(f.code, f.trick, f.play) for f in missing.findings]


def test_who_leads_shows_who_took_a_trick_with_an_unseen_card() -> None:
    """Carla may have taken the first trick; that somebody else may have does not make her lead a fault."""
    deal = {
        "dealer": "C", "trump": "high", "bids": "D:pass A:1 B:pass C:1", "calls": "D:out A:out B:in",
        "tricks": ["B:?? C:E8", "C:L9 B:L7", "C:L8 B:LX", "B:LU C:??", "B:EA C:EU"],
    }
    report = one_deal("schnellen", 4, deal, bidding=True)
    assert [(one["code"], one["trick"], one["play"]) for one in found(report)] == [("play.head", 2, 2)]


def test_a_contradiction_names_the_lead_that_shows_who_took_the_trick() -> None:
    """Carla trumps Ben's Seven of Hearts or gives in; she held the King and did not take the trick."""
    deal = {
        "dealer": "A", "turned": "??", "trump": "H", "calls": "B:in C:in",
        "tricks": ["B:EO C:EX A:EA", "A:S7 B:WE C:SX", "B:H7 C:?? A:SK", "B:LX C:L8 A:LO", "A:S8 B:E9 C:HK"],
    }
    report = one_deal("kratzen", 3, deal, weli_rank="highest")
    (finding,) = [f for f in report.findings if f.code == "play.inconsistent"]
    named = [(one["trick"], one["play"]) for one in finding.facts["plays"]]
    assert (4, 1) in named
    assert named[-1] == (finding.trick, finding.play)


def test_all_plays_lawful_and_the_trick_taken_is_found_impossible() -> None:
    """Anna led the third trick and took it; Ben held trumps, so no card of hers lets both be."""
    deal = {
        "dealer": "C", "turned": "EO", "discard": "??", "calls": "A:in B:in",
        "exchange": [
            {"seat": "A", "out": "??", "in": "??"}, {"seat": "B", "out": "?? ?? ??", "in": "SK ?? ??"}, {"seat": "C", "out": "??", "in": "??"},
        ],
        "tricks": ["A:EU B:?? C:??", "B:SK C:SA A:EA", "A:?? B:SO C:HA", "A:LA B:EK C:LO"], "abort": "rain",
    }
    report = one_deal("schnellen", 3, deal, short_pack=True, exchange=True, head_after_ruff=False)
    assert [f.code for f in report.findings if f.severity == "error"] == ["play.inconsistent"]


def test_a_deal_without_its_last_tricks_says_of_each_play_that_it_cannot_be_judged() -> None:
    """`deal.incomplete` says nothing of the plays that are there."""
    deal = {"dealer": "B", "turned": "SO", "calls": "C:in A:in", "tricks": ["C:HU A:S7 B:H7", "A:LA B:LX C:LO"]}
    report = one_deal("kratzen", 3, deal)
    assert [f.code for f in report.findings if f.severity == "error"] == ["deal.incomplete"]
    assert open_plays(report) == [(1, 2)]
    assert report.plays.undetermined == 1


def test_two_unseen_cards_of_a_known_hand_leave_nothing_open() -> None:
    """Carla's first card can only be the Seven of Leaves; whatever Ben led to the third trick, her trump was lawful."""
    hands = ["LU S9 HX H8 EX", "S8 H9 SA E9 LX", "LK E7 HU L7 SX", "HO S7 EU LA EK", "H7 SU EA EO HK", "SK L8 E8 SO L9"]
    deal = {
        "dealer": "B", "hands": hands, "turned": "LO", "calls": "C:in D:out E:out F:out A:out",
        "tricks": ["C:?? B:??", "B:SA C:SX", "B:?? C:LK", "C:E7 B:E9", "B:H9 C:HU"],
    }
    report = one_deal("kratzen", 6, deal, head="trumps", weli="free", weli_rank="highest", muss="once")
    assert (3, 2) not in open_plays(report)


def test_only_the_dealer_can_play_the_turned_card_of_schnellen() -> None:
    """No hand is recorded, but the dealer took the Unter of Bells."""
    tricks = ["A:SU C:SK", "C:EA A:EX", "C:LA A:LX", "C:HA A:HX", "C:H9 A:H8"]
    report = one_deal("schnellen", 3, {"dealer": "C", "turned": "SU", "calls": "A:in B:out", "tricks": tricks})
    assert found(report) == [{"code": "play.inconsistent", "deal": 1, "trick": 1, "play": 1, "seat": "A"}]
    own = ["A:SX C:SU", *tricks[1:]]
    assert found(one_deal("schnellen", 3, {"dealer": "C", "turned": "SU", "calls": "A:in B:out", "tricks": own})) == []


def test_the_card_put_away_of_six_may_be_one_that_nobody_saw_drawn() -> None:
    deal = {
        "dealer": "E", "trump": "high", "bids": "A:pass B:pass C:2 D:3 E:pass", "calls": "A:out B:out C:in D:in",
        "exchange": [{"seat": "C", "out": "E7 E9 EK ?? ??", "in": "HA ?? HU E8 ?? ??", "away": "SU"}],
        "tricks": ["C:HA D:HK E:HX", "C:HO D:H8 E:SO", "C:E8 D:LK E:EA", "E:L9 C:LX D:SX", "C:HU D:S9 E:SA"],
    }
    assert "exchange.away" not in [f.code for f in one_deal("schnellen", 5, deal, bidding=True, exchange=True).findings]
    swap = {"seat": "C", "out": "E7 E9 EK ?? ??", "in": "HA HO HU E8 LX L7", "away": "SU"}
    seen = one_deal("schnellen", 5, {**deal, "exchange": [swap]}, bidding=True, exchange=True)
    assert "exchange.away" in [f.code for f in seen.findings]


def test_an_ace_that_was_shown_was_held() -> None:
    """Carla shows the Ace of trumps and plays four other cards: the unseen one is the Ace, and it was lawful."""
    deal = {
        "dealer": "B", "turned": "EO", "discard": "??", "calls": "C:in D:out E:in A:out",
        "exchange": [
            {"seat": "C", "out": "?? ?? ?? HO", "in": "LA EX S7 E9", "show": "EA"}, {"seat": "E", "out": "??", "in": "??"},
            {"seat": "B", "out": "H7 H9", "in": "S9 SK"},
        ],
        "tricks": ["C:EX E:EK B:EO", "E:LK B:EU C:S7", "B:SK C:?? E:SA", "C:E9 E:WE B:S9", "E:E7 B:LO C:LA"],
    }
    report = one_deal("schnellen", 5, deal, exchange=True)
    assert open_plays(report) == []


def test_in_a_deal_broken_off_no_trick_is_missing_in_the_middle() -> None:
    """Dan cannot have taken the first trick with a Heart, so he does not lead the second."""
    deal: dict[str, Any] = {
        "dealer": "D", "turned": "??", "trump": "E", "discard": "??", "calls": "A:in B:in C:out", "abort": "rain",
    }
    report = one_deal("schnellen", 4, {**deal, "tricks": ["A:SU B:?? D:HA", "D:SA A:??"]}, short_pack=True)
    assert ("play.turn", 2, 1) in [(f.code, f.trick, f.play) for f in report.findings]
    whole = {key: value for key, value in deal.items() if key != "abort"} | {"tricks": ["A:SU B:SX D:SK", "A:LX B:LU D:LO"]}
    report = one_deal("schnellen", 4, whole, short_pack=True)
    assert [f.code for f in report.findings if f.severity == "error"] == ["deal.incomplete"]


def test_a_trick_whose_lead_is_lost_still_shows_who_held_what() -> None:
    """Anna plays the Eight of Acorns to a trick that Emma ought to have led: so she had it when Acorns were led."""
    deal = {
        "dealer": "E", "turned": "EA", "calls": "F:in A:in B:in C:in D:in",
        "tricks": ["F:S9 A:SU B:SX C:L7 D:SK E:EU", "E:E7 F:HO A:HA B:H7 C:HU D:H9", "A:E8"],
    }
    report = one_deal("kratzen", 6, deal, muss="once")
    (finding,) = [f for f in report.findings if f.code == "play.follow-suit" and f.seat == "A"]
    assert finding.proven_by == {"trick": 3, "play": 1}


def test_where_cards_can_be_is_what_trying_gives() -> None:
    """`narrowed` leaves a thing exactly the places it has in some way to fill all places."""
    import random
    from itertools import product

    from kratzen_log.reading.fitting import fit, narrowed

    rng = random.Random(5)
    compared = 0
    for _ in range(300):
        room = [rng.randint(0, 2) for _ in range(4)]
        wants = [rng.randint(1, 15) for _ in range(sum(room))]
        at = fit(wants, room)
        ways = [
            way for way in product(range(4), repeat=len(wants))
            if all(way.count(place) == size for place, size in enumerate(room))
            and all(want >> place & 1 for want, place in zip(wants, way, strict=True))
        ] if len(wants) < 7 else []
        if at is not None and ways:
            compared += 1
            assert narrowed(wants, at) == [sum(1 << place for place in {way[one] for way in ways}) for one in range(len(wants))]
    assert compared


def test_which_card_was_put_away_stays_open_beside_an_unseen_play() -> None:
    """Anna put away the Ace of Hearts or the Unter of Leaves, and played the other to the second trick."""
    hands = ["SU HA EA LU HO", "EO LA EX LK SO", "EK LX SK HU HK", "WE EU SX LO HX"]
    deal = {
        "dealer": "A", "hands": hands, "turned": "SA", "calls": "B:in C:in D:out",
        "tricks": ["B:LK C:LX A:SA", "A:?? B:SO C:HK", "B:LA C:SK A:SU", "C:EK A:EA B:EX", "A:HO B:EO C:HU"],
    }
    report = one_deal("schnellen", 4, deal, short_pack=True)
    assert (1, 3) in open_plays(report)


def test_the_turned_card_that_the_dealer_gave_away_is_nowhere_else() -> None:
    """Of four cards nobody saw Anna has three, and two of the four are Hearts: she cannot have been free of them twice."""
    hands = ["EU H9 ?? S8 HO", "S7 SO L8 HX SA", "S9 E7 LX L7 HK", "LK E8 EK L9 EX", "E9 LA HA EA H8"]
    deal = {
        "dealer": "C", "hands": hands, "turned": "SU", "discard": "HK", "calls": "D:in E:in A:in B:in", "abort": "rain",
        "exchange": [
            {"seat": "E", "out": "EA E9", "in": "LU WE"}, {"seat": "A", "out": "?? ??", "in": "?? ??"},
            {"seat": "B", "out": "S7", "in": "??"}, {"seat": "C", "out": "LX SU", "in": "SX EO"},
        ],
        "tricks": ["D:LK E:LA A:H9 B:L8 C:SX >C", "C:E7 D:EX E:WE A:S8 B:SO >E", "E:HA A:SK B:HX C:S9 D:L9 >A"],
    }
    report = one_deal("schnellen", 5, deal, exchange=True, head_after_ruff=False)
    (finding,) = [f for f in report.findings if f.code == "play.inconsistent"]
    assert (finding.trick, finding.play, finding.seat) == (3, 2, "A")


def test_without_the_card_put_away_the_last_trick_proves_what_the_dealer_held() -> None:
    """All hands are recorded, but Anna may have put the Ten of Hearts away until she plays it."""
    hands = ["EA HX LA EO LK", "HK HO SX EU EK", "HA L7 SK SO SA", "LO LX EX WE LU"]
    deal = {
        "dealer": "A", "hands": hands, "turned": "SU", "calls": "B:in C:out D:out",
        "tricks": ["B:SX A:SU", "A:EO B:EK", "B:EU A:LA", "B:HO A:LK", "B:HK A:HX"],
    }
    for discard, proof in ((None, {"trick": 5, "play": 2}), ("EA", None)):
        report = one_deal("schnellen", 4, deal if discard is None else {**deal, "discard": discard})
        wrong = [f for f in report.findings if f.code == "play.follow-suit" and f.trick == 4]
        assert [f.proven_by for f in wrong] == [proof]
