"""Findings: every code has a broken log, every text is whole, reports say it in every form (FINDINGS)."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest

from kratzen_log import audit, dumps, loads, simulate
from kratzen_log.auditor import report_csv, report_json, report_markdown, report_text
from kratzen_log.auditor.auditing import Choice
from kratzen_log.auditor.findings import kinds, public_facts
from kratzen_log.games import GAMES
from kratzen_log.games._game import paragraphs
from kratzen_log.log.container import Limits
from kratzen_log.texts import LANGS, Voice, safe, table
from tests import regenerate
from tests.referee import generate
from tests.support import DATA, ROOT, as_bytes, found, head

BROKEN = sorted((ROOT / "tests" / "conformance" / "broken").iterdir())
MADE = {"file.bomb", "file.line-too-long", "seal.expected"}
"""Codes whose broken log would be too large to keep, or is broken only for who expects another; tests/log makes them."""
INFO = {"log.no-end", "rules.endless-muss", "rules.ante-indivisible", "play.undetermined"}


def code_of(path: Path) -> str:
    return path.name.removesuffix(".gz").removesuffix(".jsonl")


def test_every_code_has_a_log_that_breaks_it_on_purpose() -> None:
    assert {code_of(path) for path in BROKEN} | MADE == set(table("findings"))


@pytest.mark.parametrize("path", BROKEN, ids=code_of)
def test_a_broken_log_gives_its_finding(path: Path) -> None:
    report = audit(path)
    codes = [finding.code for finding in report.findings]
    code = code_of(path)
    assert code in codes
    beside = [other for other in codes if other != code and other not in INFO]
    assert beside == []
    assert report.verdict == ("unreadable" if code == "file.unreadable" else "clean" if code in INFO else "findings")


@pytest.mark.parametrize("code", sorted(table("findings")))
def test_every_code_is_explained_in_both_languages(code: str) -> None:
    row = table("findings")[code]
    assert row["severity"] in ("error", "warning", "info")
    for key in ("title", "means", "why", "do"):
        for lang in LANGS:
            assert len(row[key][lang]) > 5, (code, key, lang)
    assert row["example"]
    for variant, sentence in row["message"].items():
        slots = [set(re.findall(r"\{\w+(?::\w+)?\}", sentence[lang])) for lang in LANGS]
        assert slots[0] == slots[1], (code, variant)
        assert not sentence["en"].endswith("."), (code, variant)
        for _name, kind in re.findall(r"\{(\w+):(\w+)\}", sentence["en"]):
            assert hasattr(Voice, f"say_{kind}"), (code, kind)


def test_severities_are_those_of_the_page() -> None:
    grave = {code: row["severity"] for code, row in table("findings").items()}
    assert {code for code, level in grave.items() if level == "warning"} == {"file.bom", "log.unknown-key"}
    assert {code for code, level in grave.items() if level == "info"} == {"log.no-end", "rules.endless-muss", "rules.ante-indivisible", "play.undetermined"}


@pytest.mark.parametrize("path", BROKEN, ids=code_of)
def test_messages_are_complete(path: Path) -> None:
    for lang in LANGS:
        report = audit(path, Choice(lang=lang))
        for finding in report.findings:
            assert not re.search(r"(?<![?“„(])\?(?![?”“)])", finding.message), finding.message
            assert "{" not in finding.message.replace("{ ", "") or finding.code.startswith(("json", "file")), finding.message
            if finding.rule:
                assert finding.rule in paragraphs()


def test_every_paragraph_is_explained_and_every_cited_one_exists() -> None:
    wanted = ["C-1", "C-2", "C-3", "C-4", "C-5", "C-6", "C-7", "K-1", "K-2", "K-3", "K-4", "K-4.1", "K-4.2", "K-4.3", "K-5", "K-5.1", "K-5.2", "K-5.3", "K-5.4", "K-5.5", "K-5.6", "K-6", "K-6.1", "K-6.2", "K-6.3", "K-6.4", "K-6.5", "K-6.6", "K-6.7", "K-6.8", "K-7", "K-7.1", "S-1", "S-2", "S-2.1", "S-3", "S-3.1", "S-3.2", "S-3.3", "S-3.4", "S-4", "S-4.1", "S-4.2", "S-4.3", "S-4.4", "S-5", "S-5.1", "S-6", "S-7", "S-8", "S-8.1", "S-8.2", "S-8.3", "S-9"]
    assert set(wanted) <= set(paragraphs())
    for path in (ROOT / "kratzen_log").rglob("*.py"):
        for rule in re.findall(r'"([CKS]-\d(?:\.\d)?)"', path.read_text()):
            assert rule in paragraphs(), (path, rule)


@pytest.mark.parametrize(("key", "name"), [(key, option.name) for key, game in GAMES.items() for option in game.options])
def test_every_option_is_exercised_off_its_default(key: str, name: str) -> None:
    """An option that no generated session changes tests nothing."""
    default = getattr(GAMES[key].defaults, name)
    spec = next(option.spec for option in GAMES[key].options if option.name == name)
    for seed in range(400):
        rules = generate.session(seed, key)[0].get("rules", {})
        if name in rules and spec.read(rules[name]) != default:
            return
    pytest.fail("never off its default")


@pytest.mark.parametrize("name", sorted(regenerate.all_reports()))
def test_golden_reports(name: str) -> None:
    assert regenerate.all_reports()[name] == (DATA / "reports" / name).read_text("utf-8")


def test_json_is_exactly_as_the_page_says() -> None:
    report = audit(ROOT / "sample_logs" / "disputed-kratzen.jsonl")
    (file,) = json.loads(report_json.render([report]))["files"]
    assert list(file) == ["path", "verdict", "game", "sessions", "deals", "plays", "findings", "impacts", "skipped_bytes", "truncated"]
    assert set(file["plays"]) == {"legal", "illegal", "undetermined"}
    assert file["verdict"] == "findings"
    finding = file["findings"][0]
    assert finding["code"] == "play.follow-suit"
    assert (finding["line"], finding["record"], finding["deal"], finding["trick"], finding["play"], finding["seat"]) == (4, 3, 3, 1, 4, "C")
    assert finding["facts"]["legal"] == ["SA"]
    assert set(finding["facts"]["held"]) == {"SA", "SO", "EX", "L9", "L7"}
    assert finding["acknowledged"] is False
    assert file["impacts"][1] == {"deal": 5, "session": 0, "recorded": [-15, 5, 4, 13], "by_rules": [-15, 4, 4, 13], "certain": True}


def test_a_play_the_table_let_stand_is_acknowledged() -> None:
    log = (ROOT / "sample_logs" / "disputed-kratzen.jsonl").read_bytes().replace(b"C:L9 >D", b"C:L9! >D")
    (finding,) = [f for f in audit(log).findings if f.code == "play.follow-suit"]
    assert finding.acknowledged


def test_codes_are_selected_and_ignored() -> None:
    path = ROOT / "sample_logs" / "disputed-kratzen.jsonl"
    assert [f["code"] for f in found(audit(path, Choice(select=("play",))))] == ["play.follow-suit"]
    assert [f["code"] for f in found(audit(path, Choice(ignore=("play", "score.delta"))))] == ["score.trick"]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_house_rules_judge_as_if_the_log_said_so(game: str) -> None:
    """Sessions played by house rules they do not state are clean under these rules, and many of them under no others."""
    faulty = 0
    for seed in range(40):
        records = [{key: value for key, value in record.items() if key != "prev"} for record in generate.session(seed, game)]
        rules = {name: value for name, value in records[0].get("rules", {}).items() if name != "version"}
        records[0]["rules"] = {"version": 1}
        silent = as_bytes(records)
        assert found(audit(silent, Choice(rules=rules))) == [], seed
        faulty += bool(found(audit(silent)))
    assert faulty >= 10


def test_findings_stop_at_a_limit_that_is_stated() -> None:
    log = as_bytes([head(), *[{"type": "note", "text": "x", f"k{n}": 1} for n in range(50)]])
    report = audit(log, Choice(limits=Limits(findings=10)))
    assert len(report.findings) == 10
    assert report.truncated
    assert "10" in report_text.render([report])


NASTY = ["<script>alert(1)</script>", "\x1b[31mred", "\u202eevil", "=1+1", "+1", "-2+3", "\t=1", "\r@SUM(A1)", " =cmd|' /C calc'!A0", '"=1', "\uff1d1", '"a","b"\n', "a|b", "*b*", "A\u2028B", "", "Jörg", "x" * 200, "漢字🂡", "`", "]]>", "@octocat", "anna@example.at", "kratzen#12"]


@pytest.mark.parametrize("name", NASTY)
def test_names_are_shown_and_never_executed(name: str) -> None:
    log = as_bytes([
        {**head("schnellen", 3), "players": [name, "Ben", "Carla"]},
        {"type": "deal", "no": 1, "dealer": "C", "turned": "E9", "calls": "B:in A:in", "discard": "S7", "tricks": ["A:HK B:HA C:H7"] * 5},
        {"type": "note", "text": name, name: 1},
    ])
    report = audit(log)
    text = report_text.render([report])
    assert "\x1b" not in text
    assert "\u202e" not in text
    markdown = report_markdown.render([report])
    assert "<script>" not in markdown
    assert "\x1b" not in markdown
    assert not re.search(r"[@#]\w", markdown.replace("&#8288;", "\u2060"))
    json.loads(report_json.render([report]))
    rows = list(csv.DictReader(io.StringIO(report_csv.render([report]))))
    assert [row["code"] for row in rows] == [finding.code for finding in report.findings]
    for row, finding in zip(rows, report.findings, strict=True):
        for value in row.values():
            assert not re.match(r"""[\s"']*[=+\-@|%\uff1d]""", value) or value.startswith("'")
            assert value.isprintable()
        assert row["player"].removeprefix("'") == safe.terminal(finding.player or "")


@pytest.mark.parametrize(("lang", "word"), [("en", "log"), ("de", "Protokoll")])
def test_a_log_in_no_file_is_named_by_a_word(lang: str, word: str) -> None:
    log = b'{"type":"note"\n' * 20 + b"torn"
    report = audit(log, Choice(limits=Limits(findings=3), lang=lang))
    assert repr(report).startswith("<Report of a log: ")
    assert f"\n{word}: " in report_text.render([report], lang)
    for made in (report_text.render([report], lang), report_markdown.render([report], lang)):
        assert not [line for line in made.splitlines() if line.startswith(":")]


def test_every_fact_can_be_written_as_json() -> None:
    for path in BROKEN:
        for finding in audit(path).findings:
            json.dumps(finding.facts)
            assert kinds(finding.code)
    assert public_facts("play.head", {"card": 23, "held": [23, 32]}) == {"card": "HA", "held": ["HA", "WE"]}


def test_time_grows_with_the_number_of_deals_and_a_stream_holds_one_deal() -> None:
    import tracemalloc

    from kratzen_log.auditor.auditing import Auditor
    from kratzen_log.log.codec import read

    one = dumps(simulate("schnellen", 4, 40, seed=1, sessions=20, seal=False, rules={"start_score": 2000}))
    peaks = []
    for log in (io.BytesIO(one * 4), io.BytesIO(one * 16)):
        tracemalloc.start()
        Auditor("", Choice()).run(read(log))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < peaks[0] * 1.5


def test_a_choice_nobody_knows_is_refused() -> None:
    for wrong in ({"select": ("nonsense",)}, {"ignore": ("play.nonsense",)}, {"rules": {"version": 7}}, {"rules": {"x": 1}}, {"lang": "fr"}):
        with pytest.raises(ValueError, match=r"is no finding|has an option|lang is"):
            Choice(**wrong)


def test_an_option_of_one_game_does_not_touch_the_other() -> None:
    log = dumps(simulate("kratzen", 4, 2, seed=3))
    assert audit(log, Choice(rules={"start_score": 5})).verdict == "clean"


def test_findings_left_out_are_counted_and_their_impacts_too() -> None:
    disputed = ROOT / "sample_logs" / "disputed-kratzen.jsonl"
    report = audit(disputed, Choice(ignore=tuple({finding.code for finding in audit(disputed)})))
    assert (report.verdict, len(report), report.impacts) == ("clean", 0, [])
    assert report.left_out > 0
    assert "as asked" in report_text.render([report])


def test_a_start_of_the_wrong_kind_is_one_finding() -> None:
    text = '{"type":"session","format":"kratzen-log","version":"1.0","game":"kratzen","players":["Resi","Toni","Vroni"],"start":%s}\n{"type":"end"}\n'
    assert [finding.code for finding in audit(loads((text % '"100"').encode()))] == ["log.type"]
    assert [finding.code for finding in audit(loads(text.replace(',"start":%s', "").encode()))] == ["log.missing-key"]
