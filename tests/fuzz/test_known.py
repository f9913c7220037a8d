"""Logs that once made something raise, steer a terminal, or say one thing twice."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from kratzen_log import audit, dumps, flows, loads, replay, sessions, simulate
from kratzen_log.auditor import report_text
from kratzen_log.cli.replaying import deals, text
from kratzen_log.texts import LANGS
from tests.fuzz.target import everything
from tests.support import DATA, as_bytes, head

D = {"type": "deal", "no": 1, "dealer": "A"}
AUCTION = head("schnellen", 3, rules={"bidding": True})


@pytest.mark.parametrize(
    "records",
    [
        [head(players=3), {**D, "in": ""}], [head(players=3), {**D, "in": "Z"}], [head("schnellen", 3), {**D, "in": ""}],
        *([AUCTION, {**D, "bids": f"B:{bid} C:pass A:pass", "trump": "H", "tricks": []}] for bid in ("²", "٣", "①", "0", "9", "-1")),
        [head(players=3), {"type": "note", "text": "\x1b[31mRED\x1b]0;x\x07 \u202eabc\n```\n<script>"}, {"type": "adjust", "delta": [1, -1, 0], "why": "\x1b[2J"}, {"type": "void", "deal": 1, "why": "a\nb"}],
        [head(players=3), {**D, "abort": "\x1b[2J\n```"}],
    ],
    ids=str,
)
def test_what_once_raised_or_reached_the_terminal(records: list[dict[str, object]]) -> None:
    everything(as_bytes(records))


def test_nothing_in_a_note_ends_the_fence_of_a_page() -> None:
    (session,) = sessions(as_bytes([head(players=3), D, {"type": "note", "text": "a\n```\n<script>alert(1)</script> ````"}]))
    page = text(deals(replay(session)), "en", colour=False, every=False, markdown=True)
    fence = page.split("text\n")[0]
    assert fence == "`" * 5
    assert page.count(fence) == 2
    assert page.endswith("\n" + fence)


def test_a_lost_pot_is_not_mentioned() -> None:
    """After a record that cannot be read nobody knows the pot; no sentence says "?" for it."""
    for path in sorted((DATA / "examples" / "faults").glob("*.jsonl")):
        for session in sessions(path):
            for lang in LANGS:
                told = [step.text(lang) for step in replay(session) if step.kind in ("ledger", "settled", "adjust")]
                told += [row.text(lang) for row in flows(session)]
                assert not [sentence for sentence in told if re.search(r"(?<!\?)\?(?!\?)", sentence)], path


def test_a_finding_is_said_once_at_a_place() -> None:
    records = [head("schnellen", 3), {**D, "turned": "E9", "discard": "S7", "calls": "B:in B:out B:out C:in", "hands": ["HA HA HA HA H9", None, None]}]
    codes = Counter(finding.code for finding in audit(as_bytes(records)))
    assert (codes["call.twice"], codes["deal.card-twice"]) == (1, 1)


def test_a_name_as_long_as_a_book_is_said_in_brief() -> None:
    (session,) = simulate("kratzen", 4, 6, seed=3, seal=False)
    short = dumps(session).replace(b'"Anna"', b'"' + b"x" * 200 + b'"')
    long = short.replace(b"x" * 200, b"x" * 200_000)
    for every in (False, True):
        said = [text(deals(replay(loads(log))), "en", colour=False, every=every, markdown=False) for log in (short, long)]
        assert len(said[1]) < len(said[0]) + 1000
    report = audit(long.replace(b'"dealer":"A"', b'"dealer":"C"', 1))
    assert max(len(finding.message) for finding in report) < 2000
    assert len(report_text.render([report])) < 20_000
