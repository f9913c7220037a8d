"""No log makes anything raise, leave control characters on a page, or say one thing twice."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

import pytest

from kratzen_log import Choice, audit, dumps, flows, replay, sessions
from kratzen_log.auditor import report_json, report_markdown, report_sarif, report_text
from kratzen_log.cli.replaying import deals, text
from kratzen_log.cli.stepper import frame
from kratzen_log.flow import results, settle_up
from kratzen_log.replayer.board import plain
from kratzen_log.texts import LANGS
from tests.mutations import mutated
from tests.support import as_bytes, head, scaled


def clean(page: str) -> bool:
    return all(char == "\n" or unicodedata.category(char) not in ("Cc", "Cf", "Zl", "Zp") for char in page)


def everything(data: bytes) -> None:
    """All that can be done with a log, in both languages."""
    report = audit(data)
    same = Counter((f.code, f.line, f.column, f.pointer, f.deal, f.trick, f.play, f.seat, f.message) for f in report)
    assert max(same.values(), default=1) == 1, same.most_common(1)
    report_json.render([report])
    for lang in LANGS:
        said = audit(data, Choice(lang=lang))
        assert [(f.code, f.line, f.trick, f.play, f.seat) for f in said] == [(f.code, f.line, f.trick, f.play, f.seat) for f in report]
        assert clean(report_text.render([said], lang))
        assert clean(report_markdown.render([said], lang))
        report_sarif.render([said], lang)
    for session in sessions(data):
        steps = replay(session)
        for lang in LANGS:
            for step in steps:
                step.text(lang)
            assert clean(text(deals(steps), lang, colour=False, every=True, markdown=True))
            for at in range(0, len(steps), 9):
                assert clean(frame(steps, at, lang, plain).replace("\r\n", "\n"))
            for row in flows(session):
                row.text(lang)
        outcome = results(session)
        settle_up(outcome.won, outcome.left)
        assert list(sessions(dumps(session))) == [session] or not session.records


@pytest.mark.parametrize("block", range(6))
def test_whatever_a_log_says_it_can_be_read_replayed_and_settled(block: int) -> None:
    for seed in range(block * 100_000, block * 100_000 + scaled(50)):
        data = mutated(seed)
        try:
            everything(data)
        except Exception as error:
            error.add_note(f"tests.mutations.mutated({seed})")
            raise


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
    from tests.support import DATA

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
