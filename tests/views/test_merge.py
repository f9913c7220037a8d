"""Several logs of one session: what somebody knew is known, what contradicts is named, nothing is lost."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from kratzen_log import (
    Adjust,
    Deal,
    End,
    MergeError,
    Note,
    Session,
    audit,
    clashes,
    dumps,
    loads,
    merge,
    redact,
    sealed,
    simulate,
)
from kratzen_log.cards import SEATS
from tests.referee import generate
from tests.support import as_bytes, scaled
from tests.views.test_redact import random_session

SMALL = b"""{"type":"session","format":"kratzen-log","version":"1.0","game":"kratzen","players":["Resi","Toni","Vroni"],"start":[100,100,100]}
{"type":"deal","no":1,"dealer":"A","turned":"E9","calls":"B:in C:in","tricks":["B:EA C:EX A:EK","B:HA C:H9 A:H8","B:LA C:L9 A:L8","B:S8 C:S9 A:SA","A:SX B:S7 C:SU"],"taken":[1,3,1]}
{"type":"adjust","delta":[5,0,0],"why":"Resi buys in"}
{"type":"end","deals":1}
"""


def bare(deal: Deal) -> Deal:
    return replace(deal, deck=UNSET, prev=UNSET)


def with_(old: bytes, new: bytes) -> Session:
    assert old in SMALL
    return loads(SMALL.replace(old, new))


@pytest.mark.parametrize("block", range(4))
def test_all_views_together_are_the_original(block: int) -> None:
    for seed in range(block * 500, block * 500 + scaled(12)):
        source = random_session(seed)
        assert source.head is not None
        views = [redact(source, seat) for seat in SEATS[: len(source.head.players)]]
        random.Random(seed).shuffle(views)
        together = merge(views)
        assert [bare(deal) for deal in together.deals] == [bare(deal) for deal in source.deals], seed
        assert clashes(together) == []
        assert together.head is not None
        assert together.head.view is UNSET
        assert sealed(together) == together
        assert audit(dumps(together)).verdict == "clean"
        assert redact(together, "A") == redact(redact(together, "A"), "A")


def test_logs_with_other_keys_left_out_make_the_whole() -> None:
    """Hand-written logs: each leaves out keys, cards and deals by lot; somebody has each."""
    for seed in range(scaled(40)):
        records = [{key: value for key, value in record.items() if key != "prev"} for record in generate.session(seed)]
        rng = random.Random(seed)
        parts: list[list[dict[str, Any]]] = [[], [], []]
        for record in records:
            owner = rng.randrange(3)
            for number, part in enumerate(parts):
                part.append(record if number == owner or record["type"] != "deal" else thinned(record, rng))
        together = merge([loads(as_bytes(part)) for part in parts])
        whole = loads(as_bytes(records))
        assert clashes(together) == [], seed
        for made, full in zip(together.records[1:], whole.records[1:], strict=True):
            assert made == full, seed


def thinned(deal: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A deal record with keys left out and cards unseen."""
    out = {key: value for key, value in deal.items() if key in ("type", "no", "dealer") or rng.random() < 0.6}
    if "abort" in deal or len(deal.get("tricks", ())) < 5:
        return deal
    if "tricks" in out:
        out["tricks"] = [re.sub(r":\w\w", lambda found: ":??" if rng.random() < 0.3 else found.group(), trick) for trick in out["tricks"]]
    if "hands" in out:
        out["hands"] = [None if rng.random() < 0.3 and hand else hand for hand in out["hands"]]
    return out


def test_lost_deals_are_taken_from_the_other_log() -> None:
    [source] = simulate("kratzen", 3, 8, 4)
    lines = dumps(source).splitlines(keepends=True)
    mine = b"".join(b"{torn\n" if number in (2, 5, 6) else line for number, line in enumerate(lines))
    theirs = b"".join(line for number, line in enumerate(lines) if number not in (1, 3, 9))
    together = merge([loads(mine), loads(theirs)])
    assert together.records[1:] == source.records[1:] or [replace(r, prev=UNSET) for r in together.records[1:]] == [
        replace(r, prev=UNSET) for r in source.records[1:]
    ]
    assert audit(mine).verdict == "findings"
    assert audit(dumps(together)).verdict == "clean"


CONTRADICTIONS: dict[str, tuple[bytes, bytes, tuple[Any, ...]]] = {
    "card": (b"C:H9", b"C:HX", ("tricks", 2, 2, "C", "H9", "HX")),
    "turned": (b'"E9"', b'"E8"', ("turned", 0, 0, "", "E9", "E8")),
    "call": (b"C:in", b"C:out", ("calls", 0, 0, "C", "in", "out")),
    "order": (b"B:S8 C:S9 A:SA", b"C:S9 B:S8 A:SA", ("tricks", 4, 0, "", "B:S8 C:S9 A:SA", "C:S9 B:S8 A:SA")),
    "taken": (b"[1,3,1]", b"[1,2,2]", ("taken", 0, 0, "", [1, 3, 1], [1, 2, 2])),
    "dealer": (b'"dealer":"A"', b'"dealer":"C"', ("dealer", 0, 0, "", "A", "C")),
    "abort": (b'"taken":[1,3,1]', b'"tricks":[],"abort":"rain"', ("abort", 0, 0, "", None, "rain")),
    "adjust": (b"[5,0,0]", b"[50,0,0]", ("delta", 0, 0, "", [5, 0, 0], [50, 0, 0])),
    "start": (b"[100,100,100]", b"[100,100,200]", ("start", 0, 0, "", [100, 100, 100], [100, 100, 200])),
    "end": (b'"deals":1', b'"deals":2', ("deals", 0, 0, "", 1, 2)),
}


@pytest.mark.parametrize("name", sorted(CONTRADICTIONS))
def test_a_contradiction_is_named_with_both_witnesses(name: str) -> None:
    old, new, expected = CONTRADICTIONS[name]
    if name == "abort":
        other = loads(re.sub(rb'"tricks":\[.*?\],"taken":\[1,3,1\]', b'"abort":"rain"', SMALL))
    else:
        other = with_(old, new)
    together = merge([loads(SMALL), other], ["resi.jsonl", "toni.jsonl"])
    [clash] = clashes(together)
    what = clash.what
    assert (what.key, what.trick, what.play, what.seat, what.value, what.other_value) == expected
    assert (what.first, what.other) == ("resi.jsonl", "toni.jsonl")
    assert [replace(record, x=UNSET) for record in together] == list(loads(SMALL))
    report = audit(dumps(together))
    [finding] = [one for one in report if one.severity != "info" and one.code == "log.witnesses"]
    assert finding.record == clash.record
    assert (finding.deal, finding.trick, finding.play) == (clash.deal, what.trick or None, what.play or None)
    assert finding.facts["key"] == what.key
    assert {finding.facts["first"], finding.facts["other"]} == {"resi.jsonl", "toni.jsonl"}
    assert loads(dumps(together)) == together


def test_witnesses_who_agree_stand_together_against_the_first() -> None:
    third = with_(b"C:H9", b"C:HX")
    [clash] = clashes(merge([loads(SMALL), with_(b"C:H9", b"C:??"), third, third], ["a", "b", "c", "d"]))
    assert (clash.what.first, clash.what.other) == ("a", "c, d")
    [clash] = clashes(merge([with_(b"C:H9", b"C:??"), loads(SMALL), third], ["b", "a", "c"]))
    assert (clash.what.first, clash.what.value, clash.what.other) == ("a", "H9", "c")


def test_contradictions_are_kept_through_a_second_merge() -> None:
    once = merge([loads(SMALL), with_(b"C:H9", b"C:HX")], ["a", "b"])
    twice = merge([once, with_(b"[1,3,1]", b"[3,1,1]")], ["ab", "c"])
    assert [(one.what.key, one.what.first, one.what.other) for one in clashes(twice)] == [("tricks", "a", "b"), ("taken", "ab", "c")]
    assert merge([loads(SMALL)]) == loads(SMALL)


def test_french_cards_join_german_ones() -> None:
    french = SMALL.replace(b'"turned":"E9","calls"', b'"turned":"9c","hands":["?? ?? ?? ?? Td",null,null],"calls"').replace(b"B:EA C:EX A:EK", b"B:Ac C:Tc A:Kc")
    together = merge([with_(b"B:EA C:EX A:EK", b"B:?? C:EX A:??"), loads(french)])
    assert clashes(together) == []
    assert together.deals[0].tricks == loads(SMALL).deals[0].tricks
    assert together.deals[0].hands == ["?? ?? ?? ?? SX", None, None]


def test_swaps_one_by_one() -> None:
    def log(exchange: str, view: str = "all") -> Session:
        head = SMALL.replace(b'"players"', b'"view":"%s","players"' % view.encode())
        return loads(head.replace(b'"tricks"', b'"exchange":%s,"tricks"' % exchange.encode()))

    both = '[{"seat":"B","out":"L7","in":"LX"},{"seat":"A","out":"H7","in":"HU"}]'
    mine, theirs = log('[{"seat":"B","out":"L7","in":"??"}]', "B"), log('[{"seat":"B","out":"??","in":"LX"},{"seat":"A","out":"H7","in":"HU"}]', "A")
    joined = merge([mine, theirs])
    assert joined.deals == log(both).deals
    assert clashes(joined) == []
    [clash] = clashes(merge([log(both), log('[{"seat":"B","out":"L7","in":"LX"}]')]))
    assert (clash.what.key, clash.what.seat, clash.what.value, clash.what.other_value) == ("exchange", "A", {"seat": "A", "out": "H7", "in": "HU"}, None)
    [clash] = clashes(merge([log(both), log(both.replace("HU", "HO"))]))
    assert (clash.what.seat, clash.what.value, clash.what.other_value) == ("A", "HU", "HO")


def test_remarks_are_united_and_private_keys_kept() -> None:
    mine = loads(SMALL.replace(b'"taken"', b'"notes":[{"at":"0","text":"late"}],"time":"2026-11-27T20:00:00Z","_app":1,"taken"').replace(b'{"type":"end"', b'{"type":"note","text":"rain"}\n{"type":"end"'))
    theirs = loads(SMALL.replace(b'"taken"', b'"notes":[{"at":"0","text":"late"},{"at":"1.2","text":"slow"}],"time":"2026-11-27T20:01:00Z","_app":2,"_b":3,"taken"').replace(b'{"type":"end"', b'{"type":"note","text":"rain"}\n{"type":"note","text":"sun"}\n{"type":"end"'))
    together = merge([mine, theirs], ["a", "b"])
    deal = together.deals[0]
    assert [note.text for note in deal.notes or []] == ["late", "slow"]
    assert deal.extra == {"_app": 1, "_b": 3}
    assert deal.x == {"kratzen:others": [
        {"witness": "b", "key": "time", "value": "2026-11-27T20:01:00Z"}, {"witness": "b", "key": "_app", "value": 2},
    ]}
    assert [record.text for record in together if isinstance(record, Note)] == ["rain", "sun"]
    assert clashes(together) == []


def test_a_voided_deal_that_one_log_does_not_have() -> None:
    first, rest = SMALL.split(b'{"type":"adjust"')
    head, deal = first.splitlines(keepends=True)
    voided = head + deal.replace(b"E9", b"E8") + b'{"type":"void","deal":1,"why":"misdeal"}\n' + deal + b'{"type":"adjust"' + rest
    for logs in ([voided, SMALL], [SMALL, voided]):
        together = merge([loads(log) for log in logs])
        assert together.records[1:] == loads(voided).records[1:]


def test_adjustments_are_not_booked_twice() -> None:
    more = SMALL.replace(b'{"type":"end"', b'{"type":"adjust","delta":[0,7,0],"why":"Toni too"}\n{"type":"end"')
    for logs in ([SMALL, more], [more, SMALL], [more, more]):
        together = merge([loads(log) for log in logs])
        assert [record.delta for record in together if isinstance(record, Adjust)] == [[5, 0, 0], [0, 7, 0]]
        assert clashes(together) == []


@pytest.mark.parametrize(("old", "new", "message"), [
    (b'"kratzen"', b'"schnellen"', "b is a log of schnellen, a of kratzen"),
    (b'"Toni"', b'"Sepp"', "seat B is Sepp in b and Toni in a"),
    (b',"Vroni"', b"", "b has 2 players, a 3"),
    (b'"type":"session"', b'"type":"note","text":"x"', "b has no session record that can be read"),
])
def test_logs_that_do_not_belong_together_are_refused(old: bytes, new: bytes, message: str) -> None:
    with pytest.raises(MergeError, match=re.escape(message)):
        merge([loads(SMALL), with_(old, new)], ["a", "b"])


def test_other_evenings_of_the_same_people_are_refused() -> None:
    def on(day: str, name: str) -> Session:
        return with_(b'"players"', b'"date":"%s","id":"%s","players"' % (day.encode(), name.encode()))

    with pytest.raises(MergeError, match="another session"):
        merge([on("2026-11-27", "x"), on("2026-11-28", "x")])
    with pytest.raises(MergeError, match="another session"):
        merge([on("2026-11-27", "x"), on("2026-11-27", "y")])
    joined = merge([on("2026-11-27", "x"), on("2026-11-27T20:00:00Z", "x")])
    assert joined.head is not None
    assert joined.head.date == "2026-11-27T20:00:00Z"
    with pytest.raises(MergeError, match="no log"):
        merge([])


def test_three_logs_in_any_order_know_the_same() -> None:
    [source] = simulate("schnellen", 3, 6, 8, rules={"exchange": True})
    views = [redact(source, seat) for seat in "ABC"]
    made = [merge(order).deals for order in (views, views[::-1], [views[1], views[0], views[2]])]
    assert made[0] == made[1] == made[2] or [[replace(d, prev=UNSET) for d in deals] for deals in made] == [
        [replace(deal, prev=UNSET) for deal in made[0]]] * 3


@settings(deadline=None, max_examples=scaled(25))
@given(st.data())
def test_anything_that_can_be_read_can_be_put_together(data: st.DataObject) -> None:
    """Logs with values exchanged between each other's records: no crash, and every difference is kept or known."""
    lines = [loads(SMALL), with_(b"C:H9", b"C:HX")]
    words = st.sampled_from(["", "??", "E9", "B:in", "B:EA C:?? A:EK >B", "x", "AB", ">C !", "B:B:", "E9 E9 E9 E9 E9 E9"])
    changes = {
        name: data.draw(words) for name in ("turned", "calls", "bids", "deck", "discard", "trump", "dealt_in", "dealer", "abort")
        if data.draw(st.booleans())
    }
    deal = replace(lines[1].deals[0], **changes, tricks=data.draw(st.lists(words, max_size=7)), hands=data.draw(st.lists(st.none() | words, max_size=4)))
    other = Session((lines[1].records[0], deal, End(winners=data.draw(words))))
    for order in ([lines[0], other], [other, lines[0]], [other, other]):
        together = merge(order)
        assert loads(dumps(together)).records == together.records
        redact(together, "A")
    audit(dumps(together))
