"""The sample logs are what their README says they are."""

from __future__ import annotations

import re
from functools import cache

import pytest
from msgspec import UNSET

from kratzen_log import Adjust, Deal, Head, Note, Session, Void, audit, dumps, load, replay
from kratzen_log.cards import READ, UNSEEN, is_french
from kratzen_log.games import GAMES
from kratzen_log.games._game import read_options
from tests.support import ROOT, found

SAMPLES = ROOT / "sample_logs"
ROWS = re.findall(r"^\| \[(.+?)\]\((.+?)\) \| (\d) \| (.+) \|$", (SAMPLES / "README.md").read_text("utf-8"), re.MULTILINE)
PLAYERS = {name: int(players) for name, _link, players, _text in ROWS}
NAMES = sorted(path.name for path in SAMPLES.iterdir() if path.name != "README.md")

FINDINGS = {
    "disputed-kratzen.jsonl": [
        {"code": "play.follow-suit", "deal": 3, "trick": 1, "play": 4, "seat": "C"}, {"code": "score.delta", "deal": 5},
        {"code": "score.trick", "deal": 7, "trick": 3},
    ],
    "disputed-schnellen.jsonl": [{"code": "play.head", "deal": 3, "trick": 2, "play": 3, "seat": "B"}],
}


@cache
def sample(name: str) -> Session:
    return load(SAMPLES / name)


def head(name: str) -> Head:
    first = sample(name).head
    assert first is not None
    return first


def reason(name: str) -> str:
    return str(getattr(sample(name).records[-1], "reason", UNSET))


def totals(deal: Deal) -> list[int]:
    assert isinstance(deal.totals, list)
    return deal.totals


def swapped(deal: Deal) -> list[int]:
    """How many cards each swap of a deal gave away."""
    return [] if isinstance(deal.exchange, type(UNSET)) else [len(swap.out.split()) for swap in deal.exchange]


def test_every_file_has_a_line_and_every_line_a_file() -> None:
    assert sorted(PLAYERS) == NAMES
    assert all(name == link for name, link, _players, _text in ROWS)


@pytest.mark.parametrize("name", NAMES)
def test_the_verdict_is_as_stated(name: str) -> None:
    report = audit(SAMPLES / name)
    assert found(report) == FINDINGS.get(name, [])
    assert [finding.code for finding in report.findings if finding.severity == "info"] == []
    assert report.verdict == ("findings" if name in FINDINGS else "clean")


@pytest.mark.parametrize("name", NAMES)
def test_each_is_small_and_named_after_its_game(name: str) -> None:
    assert head(name).game == re.sub(r".*-(\w+)\.json.*", r"\1", name)
    assert len(head(name).players) == PLAYERS[name]
    assert len(sample(name).deals) <= 14
    assert (SAMPLES / name).stat().st_size < 12_000


@pytest.mark.parametrize("name", [name for name in NAMES if name != "pencil-schnellen.jsonl"])
def test_the_seal_holds(name: str) -> None:
    assert all(record.prev is not UNSET for record in sample(name).records[1:])


def test_three_to_six_players() -> None:
    for game, seats in (("kratzen", {3, 4, 5, 6}), ("schnellen", {3, 4, 5})):
        assert {players for name, players in PLAYERS.items() if game in name} == seats


def test_a_target_with_a_tie_break() -> None:
    name = "tiebreak-kratzen.jsonl"
    tied, last = sample(name).deals[-2:]
    assert head(name).rules == {"version": 1, "muss": "once", "head": "always", "target": 140}
    assert totals(tied)[1] == totals(tied)[2] == max(totals(tied)) == 143
    assert (last.dealt_in, last.dealer, last.muss) == ("BCD", "D", True)
    assert reason(name) == "target"


def test_one_tapped_out() -> None:
    name = "tapped-out-kratzen.jsonl.gz"
    assert (SAMPLES / name).read_bytes()[:2] == b"\x1f\x8b"
    assert totals(sample(name).deals[-1]).count(0) == 1
    assert reason(name) == "broke"
    assert (head(name).rules or {})["striker_quota"] == 3


def test_zero_with_two_at_once() -> None:
    name = "zero-schnellen.jsonl"
    before, last = (totals(deal) for deal in sample(name).deals[-2:])
    assert min(before) > 0
    assert sorted(score for score in last if score <= 0) == [-3, 0]
    assert reason(name) == "zero"
    assert getattr(sample(name).records[-1], "winners", None) == "B"
    assert any(str(deal.turned).startswith("WE ") for deal in sample(name).deals)


@pytest.mark.parametrize("name", ["house-rules-kratzen.jsonl", "house-rules-schnellen.jsonl"])
def test_every_option_is_away_from_its_default(name: str) -> None:
    game = GAMES[head(name).game]
    options, bad = read_options(game, {key: value for key, value in (head(name).rules or {}).items() if key != "version"})
    assert not bad
    assert [option.name for option in game.options if getattr(options, option.name) == getattr(game.defaults, option.name)] == []


def test_house_rules_of_kratzen_show() -> None:
    deals = sample("house-rules-kratzen.jsonl").deals
    beggars = [(deal, "ABCDE".index(call[0])) for deal in deals for call in str(deal.calls).split() if call.endswith(":bettler")]
    assert len(beggars) == 2
    assert all(isinstance(deal.taken, list) and deal.taken[seat] == 0 for deal, seat in beggars)
    assert {deal.dealer_call for deal in deals} == {"schlagen", "oder", "weiter-oder", "weiter"}
    assert min(totals(deals[-1])) < 0
    assert any(deal.turned == "WE" for deal in deals)


def test_house_rules_of_schnellen_show() -> None:
    name = "house-rules-schnellen.jsonl"
    last = sample(name).records[-1]
    assert [score for score in totals(sample(name).deals[-1]) if score <= 0] == [-3, 0]
    assert getattr(last, "winners", None) == "BC"


def test_paid_exchange_until_the_talon_is_empty() -> None:
    name = "exchange-kratzen.jsonl"
    first = sample(name).deals[0]
    assert swapped(first) == [2, 2, 2, 1]
    assert first.muss
    rules = head(name).rules or {}
    assert (rules["exchange"], rules["exchange_fee"]) == (2, 2)


def test_exchange_of_three_four_and_five() -> None:
    swaps = [swap for deal in sample("innsbruck-schnellen.jsonl").deals if isinstance(deal.exchange, list) for swap in deal.exchange]
    sizes = {len(swap.out.split()): swap for swap in swaps}
    assert {3, 4, 5} <= set(sizes)
    assert str(sizes[4].show).endswith("A")
    assert len(sizes[5].drawn.split()) == 6
    assert sizes[5].away is not UNSET


def test_bidding_the_equal_bid_and_high_in_a_document() -> None:
    name = "bidding-schnellen.json"
    deals = sample(name).deals
    assert dumps(sample(name), "document") == (SAMPLES / name).read_bytes()
    assert any(deal.trump == "high" for deal in deals)
    bids = [(deal.dealer, [bid.split(":") for bid in str(deal.bids).split() if "pass" not in bid]) for deal in deals]
    assert any(len(made) > 1 and made[-1] == [dealer, made[-2][1]] for dealer, made in bids)


def test_a_short_pack_one_card_short() -> None:
    deals = [deal for deal in sample("short-pack-schnellen.jsonl").deals if " " in str(deal.turned)]
    (deal,) = deals
    assert isinstance(deal.hands, list)
    assert [len(str(hand).split()) for hand in deal.hands] == [5, 5, 5, 4]
    assert deal.dealer == "D"
    assert len(str(deal.discard).split()) == 1


@pytest.mark.parametrize("name", ["french-kratzen.jsonl", "textbook-schnellen.jsonl"])
def test_french_notation(name: str) -> None:
    text = " ".join(part for deal in sample(name).deals for part in [str(deal.turned), *map(str, deal.hands or []), *(deal.tricks or [])])
    cards = [part.split(":")[-1] for part in text.split() if not part.startswith(">")]
    assert cards
    assert all(is_french(card) for card in cards)


def test_everybody_scratches_when_the_weli_is_turned() -> None:
    (deal,) = [deal for deal in sample("french-kratzen.jsonl").deals if deal.turned == "6d"]
    assert (deal.trump, deal.calls, deal.tricks) == ("L", "B:out C:out", [])


def test_typed_by_hand_with_facts_only() -> None:
    name = "pencil-schnellen.jsonl"
    claims = ("hands", "deck", "muss", "trump", "taken", "pot", "carry", "delta", "totals", "prev")
    assert all(getattr(deal, key) is UNSET for deal in sample(name).deals for key in claims)
    text = (SAMPLES / name).read_text("utf-8")
    assert ">" not in text
    tokens = {play.split(":")[1] for deal in sample(name).deals for trick in deal.tricks or [] for play in trick.split()}
    assert {"Weli", "l10", "ha"} <= tokens
    assert all(READ.get(token, UNSEEN) != UNSEEN for token in tokens)
    assert replay(sample(name))[-1].after.stacks == (23, 12, -1)


def test_the_two_examples_of_the_text() -> None:
    name = "textbook-schnellen.jsonl"
    scoring, trick = sample(name).deals
    assert head(name).start == [21] * 4
    assert (scoring.dealer, scoring.calls, scoring.taken, scoring.totals) == ("A", "B:out C:in D:in", [3, 0, 2, 0], [18, 22, 19, 26])
    assert (trick.dealer, trick.trump, (trick.tricks or [""])[0]) == ("B", "E", "C:Kh D:Ah A:7c B:8c >B")
    assert isinstance(trick.hands, list)
    hands = [set(str(hand).split()) for hand in trick.hands]
    assert {"9h", "Ah"} < hands[3]
    assert "6d" in hands[1]
    assert trick.turned == "8c"
    assert not any(card.endswith("h") for card in hands[0] | hands[1])
    assert all(deal.deck is not UNSET for deal in (scoring, trick))


def test_mishaps() -> None:
    records = sample("mishaps-kratzen.jsonl").records
    deals = [record for record in records if isinstance(record, Deal)]
    assert {Adjust, Void, Note} <= set(map(type, records))
    assert [deal.no for deal in deals if deal.abort is not UNSET] == [4]
    void = records[next(at for at, record in enumerate(records) if isinstance(record, Void)) - 1]
    assert isinstance(void, Deal)
    assert any("!" in trick for trick in void.tricks or [])
    assert any(deal.notes is not UNSET for deal in deals)


def test_the_noticed_fault_is_acknowledged() -> None:
    (finding,) = audit(SAMPLES / "disputed-schnellen.jsonl").findings
    assert finding.acknowledged


def test_a_long_friday() -> None:
    name = "friday-kratzen.jsonl"
    rules = head(name).rules or {}
    assert (rules["bettler"], rules["dealer_calls"], rules["exchange"]) == (True, True, 2)
    assert any(deal.tricks == [] for deal in sample(name).deals)
    assert any(isinstance(record, Note) and "Soup" in str(record.text) for record in sample(name).records)
    assert (head("innsbruck-schnellen.jsonl").rules or {})["hearts_double"]
