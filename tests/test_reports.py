"""Faults that users of other replay and log tools reported (tests/conformance/reports.md): each is guarded here.

A report is guarded by a case of the corpus (``manifest.json``), by a test named in ``GUARDED``, or by one in this file;
``CANNOT_OCCUR`` says of the others why they cannot occur.
"""

from __future__ import annotations

import importlib
import io
import json
import re
from itertools import islice
from typing import BinaryIO, cast

import pytest

from kratzen_log import LogError, audit, dumps, loads, replay, sessions, simulate
from kratzen_log.auditor import report_markdown, report_text
from kratzen_log.log.schema import schema
from kratzen_log.reading.structure import player_names
from kratzen_log.texts import table
from tests.conformance.make import EVENING, encode, evening
from tests.support import ROOT

GUARDED = {
    "T-08": "reading.test_records.test_a_missing_end_is_only_noted",
    "T-09": "log.test_codec.test_a_bad_line_costs_one_record_wherever_it_stands",
    "T-17": "log.test_codec.test_one_stray_byte_in_ten_thousand_lines",
    "T-24": "log.test_codec.test_any_bytes",
    "T-30": "log.test_strict.test_any_bytes_give_a_value_or_a_fault",
    "T-32": "log.test_seal.test_keys_sort_by_utf_16_units_and_names_are_not_normalised",
    "T-41": "log.test_chain.test_removed_at_the_front_in_the_middle_and_at_the_end",
    "T-42": "log.test_chain.test_a_changed_end_needs_a_seal_that_was_kept_elsewhere",
    "T-45": "simulator.test_simulate.test_another_language_gives_the_same_stream",
    "T-49": "cli.test_cli.test_convert_to_every_form_and_back",
    "T-51": "reading.test_records.test_an_unknown_version_is_that_finding_and_nothing_is_judged",
    "T-61": "log.test_codec.test_unknown_and_private_keys_are_kept",
    "T-63": "auditor.test_audit.test_names_are_shown_and_never_executed",
    "T-64": "log.test_codec.test_loads_dumps",
    "T-75": "cli.test_cli.test_exit_status_and_json_for_every_status",
    "T-79": "reading.test_generated.test_lawful_sessions_are_clean",
    "T-82": "views.test_merge.test_all_views_together_are_the_original",
    "T-84": "kernel.test_trick.test_against_the_naive_referee",
    "T-48": "views.test_anonymise.test_one_player_has_one_pseudonym_under_one_secret",
    "T-85": "kernel.test_trick.test_every_pair_of_trumps_including_the_weli",
    "T-88": "reading.test_unseen.test_unseen_cards_that_lead_or_come_last_are_legal",
    "T-90": "kernel.test_trick.test_winner",
    "T-95": "show.test_frames.test_every_card_of_the_hand_is_answered",
    "T-97": "test_flow.test_rows_sum_to_delta_and_chips_are_conserved_after_every_row",
}
CANNOT_OCCUR = {
    "T-44": "A log is written after the cards lay open; the format holds no commitment to a pack, so none can give it away.",
    "T-107": "The players of a session are fixed by its first record. Who takes a seat in the middle begins a new session, "
    "with the stacks as its start; an archive holds both, one after the other.",
    "T-118": "There is one version of the format. The first migration comes with the second version.",
}


def reports() -> list[str]:
    return re.findall(r"^- (T-\d+) ", (ROOT / "tests" / "conformance" / "reports.md").read_text(encoding="utf-8"), re.MULTILINE)


def test_every_report_is_guarded() -> None:
    manifest = json.loads((ROOT / "tests" / "conformance" / "manifest.json").read_bytes())
    by_case = {report for case in manifest["cases"] for report in case.get("reports", ())}
    by_test = set(re.findall(r"T-\d+", " ".join(str(value.__doc__) for name, value in globals().items() if name.startswith("test_"))))
    known = reports()
    assert len(known) == len(set(known)) == 96
    assert set(known) == by_case | by_test | GUARDED.keys() | CANNOT_OCCUR.keys()


@pytest.mark.parametrize("report", GUARDED)
def test_the_guards_exist(report: str) -> None:
    module, _, name = GUARDED[report].rpartition(".")
    assert callable(getattr(importlib.import_module("tests." + module), name))


def test_bytes_that_were_not_understood_are_counted() -> None:
    """T-10."""
    lost = b'{"type":"deal","no":2\n'
    lines = encode(EVENING).splitlines(keepends=True)
    report = audit(b"".join([*lines[:2], lost, *lines[3:]]))
    assert report.skipped_bytes == len(lost) - 1
    assert str(len(lost) - 1) in report_text.render([report])


def test_an_endless_stream_is_read_one_session_at_a_time() -> None:
    """T-22, T-23: headers are read without replay, and no more of the stream than is asked for."""

    class Endless(io.RawIOBase):
        served = 0

        def read(self, _size: int = -1) -> bytes:
            self.served += 1
            return encode(EVENING) * 20

    stream = Endless()
    read = islice(sessions(cast("BinaryIO", stream)), 100)
    first = [(player_names(session.head), [deal.no for deal in session.deals]) for session in read]
    assert first == [(("Anna", "Ben", "Carla"), [1, 2, 3])] * 100
    assert stream.served < 2000


def test_every_finding_has_its_place_in_the_bytes_and_the_text_shows_it() -> None:
    """T-34, T-35, T-101: line, byte column and JSON pointer of each fault, all at once, and a caret under it."""
    lines = encode(EVENING).splitlines(keepends=True)
    lines[1] = lines[1].replace(b'"pot":15', b'"pot":1.5')
    lines[2] = lines[2].replace(b'"trump":"E"', b'"trump":"E","trump":"L"')
    report = audit(b"".join(lines))
    places = [(found.line, found.column, found.pointer) for found in report.findings if found.code.startswith("json.")]
    assert places == [(2, lines[1].index(b"1.5") + 1, "/pot"), (3, lines[2].index(b'"trump":"L"') + 1, "/trump")]
    text = report_text.render([report]).splitlines()
    carets = [at for at, line in enumerate(text) if line.strip(" |") == "^"]
    assert [text[at - 1][text[at].index("^") :][:3] for at in carets] == ["1.5", '"tr']


def test_the_seed_is_never_used_to_replay() -> None:
    """T-46, T-47: the cards are those recorded; a pack that gives others is a finding."""
    (session,) = simulate("kratzen", 4, 2, seed=1, seal=False)
    log = dumps(session)
    other = log.replace(b'"seed":1', b'"seed":2')
    assert other != log
    assert [step.text() for step in replay(loads(other))] == [step.text() for step in replay(session)]
    deck = str(session.deals[0].deck)
    swapped = log.replace(deck.encode(), " ".join([*deck.split()[3:4], *deck.split()[1:3], deck[:2], *deck.split()[4:]]).encode(), 1)
    assert audit(other).verdict == "clean"
    assert [found.code for found in audit(swapped) if found.severity == "error"] == ["deal.deck"]


def test_a_message_says_where_and_who() -> None:
    """T-57, T-86: deal, trick, card, player, and the proof of one play."""
    tricks = [*EVENING[1]["tricks"]]
    tricks[1], tricks[4] = "A:SX B:LK C:EO >B", "B:H7 C:SU A:SO >B"
    report = audit(encode(evening((1, "tricks", tricks))))
    (found,) = [finding for finding in report.findings if finding.severity == "error"]
    assert (found.deal, found.trick, found.play, found.seat, found.player) == (1, 2, 3, "C", "Carla")
    assert found.facts["proof"] == ["SU"]
    text = report_text.render([report])
    assert "deal 1, trick 2, card 3" in text
    assert "Carla" in found.message
    assert "proof: Unter of Bells (SU)" in report_markdown.render([report])


def test_all_findings_are_raised_at_once_where_that_is_wanted() -> None:
    """T-58: a program that takes only sound logs gets one error that holds them all."""
    sound = audit(encode(EVENING))
    assert sound.check() is sound
    bad = audit(encode(evening((1, "pot", 16), (2, "taken", [1, 1, 3]))))
    with pytest.raises(LogError, match=r"score\.pot.*and 1 more"):
        bad.check()


def test_deals_without_a_card_played() -> None:
    """T-59: all scratched, and a deal of nothing, are deals like others."""
    scratched = {"type": "deal", "no": 1, "dealer": "C", "turned": "L9", "muss": False, "calls": "A:out B:out", "tricks": []}
    head = EVENING[0] | {"rules": {"version": 1, "first_deal": "normal"}}
    records = [head, scratched, {"type": "deal", "no": 2, "dealer": "A", "turned": "SA", "muss": False, "calls": "B:out C:out", "tricks": []}]
    report = audit(encode(records))
    assert [finding for finding in report.findings if finding.severity != "info"] == []
    assert (report.deals, len({step.deal for step in replay(loads(encode(records))) if step.deal})) == (2, 2)
    empty = audit(encode([head, {"type": "deal", "no": 1, "dealer": "C", "turned": "L9", "muss": False, "calls": "A:in B:in", "tricks": []}]))
    assert [finding.code for finding in empty.findings if finding.severity == "error"] == ["deal.incomplete"]


def test_nothing_is_implied_by_the_value_of_another_seat() -> None:
    """T-72: what is given per player is an array with an entry for everybody, or absent."""
    made = schema()
    deal = made["$defs"]["Deal"]["properties"]
    for key in ("hands", "taken", "delta", "totals"):
        assert "array" in json.dumps(deal[key])
    short = audit(encode(evening((1, "taken", [1, 3]))))
    assert [finding.code for finding in short.findings if finding.severity == "error"] == ["log.length"]


def test_no_message_is_only_a_number() -> None:
    """T-101: each code says in words what is wrong and what to do."""
    for code, row in table("findings").items():
        for sentence in row["message"].values():
            assert len(sentence["en"].split()) >= 4, code
