"""The rules a log was played by: the judge is the audit, the true values fit, and what decides them is named."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from kratzen_log import Choice, InferenceError, Session, audit, dumps, infer_rules, load, loads, simulate
from kratzen_log.cli import main
from kratzen_log.games import GAMES
from kratzen_log.games._game import read_options
from kratzen_log.inferrer.inferring import Fit, Inference
from kratzen_log.inferrer.judging import IMPOSSIBLE, Judge
from kratzen_log.inferrer.report import text
from tests.inferrer import measure
from tests.support import ROOT, SCALE, scaled
from tests.views.test_redact import random_session

FRIDAY = str(ROOT / "sample_logs" / "friday-kratzen.jsonl")
DISPUTED = str(ROOT / "sample_logs" / "disputed-kratzen.jsonl")


def evening(game: str, deals: int = 12, seed: int = 3, **rules: Any) -> Session:
    [session] = simulate(game, 4, deals, seed, rules=rules)
    return measure.without_rules(session)


def test_the_judge_counts_what_an_audit_finds() -> None:
    """Under options by lot, in any order, what is remembered of a deal is what an audit would find there."""
    judged = 0
    for seed in range(scaled(12)):
        session = random_session(seed, 6)
        assert session.head is not None
        game = GAMES[session.head.game]
        bare = measure.without_rules(session)
        if seed % 2:
            bare = measure.typed(bare)
        judge, rng = Judge(game, [bare]), random.Random(seed)
        data = dumps(bare)
        for _ in range(10):
            rules = {option.name: rng.choice(option.spec.sample()) for option in game.options if rng.random() < 0.4}
            options = read_options(game, rules)[0]
            cost = judge.cost(options)
            if cost >= IMPOSSIBLE:
                continue
            judged += 1
            report = audit(data, Choice(rules=dict(rules)))
            codes = Counter(finding.code for finding in report if finding.severity != "info")
            verdict = judge.verdict(options)
            assert (seed, rules, Counter(code for many in verdict.faults.values() for code in many)) == (seed, rules, codes)
            assert cost == verdict.cost == codes.total()
            assert judge.cost(options, max(0, cost - 1)) == cost
    assert judged > 50 * SCALE


def test_logs_by_lot_fit_their_own_rules() -> None:
    """A hundredth of what ``python -m tests.inferrer.measure`` does."""
    many = measure.cases(scaled(10))
    assert [line for one in many for line in one.wrong] == []
    assert {one.findings for one in many} == {0}
    assert "true value" in measure.figures(many)


CASES: list[tuple[str, dict[str, Any]]] = [
    ("kratzen", {"short_stack": "debt", "striker_quota": 3, "penalty": "pot", "muss": "once", "unclaimed": "redistribute"}),
    ("kratzen", {"short_stack": "debt", "ante": 10, "exchange": 2, "exchange_fee": 3, "first_deal": "normal", "muss": "once"}),
    ("kratzen", {"short_stack": "debt", "ante": 7, "weli_rank": "highest", "muss": "once"}),
    ("schnellen", {"hearts_double": True, "exchange": True}),
    ("schnellen", {"bidding": True}),
    ("schnellen", {"short_pack": True}),
]


@pytest.mark.parametrize(("game", "rules"), CASES)
@pytest.mark.parametrize("typed", [False, True])
def test_rules_that_show_are_found(game: str, rules: dict[str, Any], typed: bool) -> None:
    session = evening(game, **rules)
    found = infer_rules(measure.typed(session) if typed else session)
    assert found.findings == 0
    for name, value in rules.items():
        assert found[name].allows(value), (name, found[name])
        if name not in ("short_stack", "exchange", "exchange_fee") and not (typed and name == "short_pack"):
            assert found[name].decided, (name, found[name])
            assert found[name].deals


def test_every_value_that_fits_has_rules_without_findings() -> None:
    session = evening("kratzen", 12, short_stack="debt", exchange=1, muss="once")
    data = dumps(session)
    found = infer_rules(session)
    best = {name: value for name, value in found.rules.items() if name != "version"}
    tried = 0
    for option in found:
        for fit in option.fits:
            rules = best | {option.name: fit.value} | fit.together
            assert audit(data, Choice(rules=rules)).verdict == "clean", (option.name, fit)
            tried += 1
        for misfit in option.misfits:
            report = audit(data, Choice(rules=best | {option.name: misfit.value}))
            assert report.verdict == "findings", (option.name, misfit)
            named = {place.deal for place in misfit.deals}
            last = found.deals  # a fault of the end record counts with the last deal
            assert named <= {finding.deal or last for finding in report}
    assert tried > 20


def test_a_fault_stays_a_fault_and_the_rules_are_found_all_the_same() -> None:
    session = evening("kratzen", 15, short_stack="debt", striker_quota=3, muss="once")
    records = list(session.records)
    wrong = records[7]
    records[7] = replace(wrong, totals=[wrong.totals[0] + 1, *wrong.totals[1:]])  # type: ignore[attr-defined]
    found = infer_rules(Session(tuple(records)))
    assert found.findings == 1
    assert {place.deal: codes for place, codes in found.faults.items()} == {7: ("score.totals",)}
    assert found["striker_quota"].best == 3
    assert found["striker_quota"].decided


def test_what_the_logs_say_is_a_beginning_and_binds_nothing() -> None:
    session = evening("schnellen", hearts_double=True)
    assert session.head is not None
    wrong = Session((replace(session.head, rules={"version": 1, "hearts_double": False, "tie": "shared"}), *session.records[1:]))
    found = infer_rules(wrong)
    assert found["hearts_double"].best is True
    assert found["hearts_double"].stated is False
    assert found["tie"].best == "shared"
    assert found["bidding"].stated is UNSET


def test_known_rules_are_kept() -> None:
    found = infer_rules(evening("schnellen", hearts_double=True), {"hearts_double": False, "tie": "shared"})
    assert found["hearts_double"].fixed
    assert found["hearts_double"].fits == (Fit(value=False),)
    assert found.findings > 0
    assert found.rules["tie"] == "shared"


def test_several_logs_tell_more_than_one() -> None:
    """What one evening leaves open another may decide."""
    swaps = {"short_stack": "debt", "muss": "once", "exchange": 2}
    one, two = evening("kratzen", 2, 1, **swaps), evening("kratzen", 20, 4, **swaps)
    alone, both = infer_rules(one), infer_rules([one, two])
    assert both.sessions == 2
    assert sum(option.decided for option in both) > sum(option.decided for option in alone)
    assert {place.session for option in both for place in option.deals} == {0, 1}
    assert all(any(wide.allows(fit.value) for fit in narrow.fits) for narrow, wide in zip(both, alone, strict=True))


def test_thresholds_are_ranges() -> None:
    found = infer_rules(evening("kratzen", 6, short_stack="debt", max_deals=4))
    assert found.deals == 4
    assert found["max_deals"].fits == (Fit(value=4),)
    agreed = infer_rules(evening("kratzen", 6, short_stack="debt"))
    assert agreed["max_deals"].fits == (Fit(value=None), Fit(value=7, open=True))
    assert agreed["max_deals"].allows(1000)
    assert not agreed["max_deals"].allows(6)
    assert agreed["bettler_bonus"].fits == (Fit(value=0, open=True),)


@pytest.mark.parametrize("seed", [474, 616, 972])
def test_a_session_that_a_tie_break_made_longer(seed: int) -> None:
    """The number of deals agreed on is then less than that played (K-7.1)."""
    found = measure.case(seed)
    assert found.wrong == []


def test_what_makes_no_sense_is_refused() -> None:
    kratzen, schnellen = evening("kratzen", 1), evening("schnellen", 1)
    for sessions, fixed, message in (
        ([], {}, "no session"), ([kratzen, schnellen], {}, "one game at a time"), ([Session(kratzen.records[1:])], {}, "record is missing"),
        ([Session(kratzen.records[:1])], {}, "no deal"), ([kratzen], {"hed": 1}, "no option hed"),
    ):
        with pytest.raises(InferenceError, match=message):
            infer_rules(sessions, fixed)
    two = loads(dumps(kratzen).replace(b'"players":[', b'"players":["X","Y","Z",'))
    with pytest.raises(InferenceError, match="so many cannot play"):
        infer_rules(two)


def test_broken_logs_give_an_answer_or_a_reason() -> None:
    paths = sorted((ROOT / "tests" / "conformance" / "broken").glob("[dpscblj]*.jsonl"))
    for path in random.Random(5).sample(paths, min(scaled(8), len(paths))):
        try:
            found = infer_rules(load(path))
        except ValueError:
            continue
        assert isinstance(found, Inference)
        assert text(found, "de")


def test_the_command_prints_a_table(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["infer-rules", FRIDAY, "--lang", "en"]) == 0
    out = capfd.readouterr().out
    assert "There are rules under which everything follows." in out
    assert " *exchange          K-4.3  2                                  decided by deal 4\n" in out
    assert "  bettler_bonus     K-6.1  any value\n" in out
    assert main(["infer-rules", DISPUTED, "--lang", "de", "--rule", "ante=5"]) == 1
    out = capfd.readouterr().out
    assert "Auch nach den besten Regeln bleiben Befunde: 3." in out
    assert "Spiel 3: play.follow-suit" in out
    assert "Vorgegeben\n  ante " in out


def test_the_command_prints_json(capfd: pytest.CaptureFixture[str]) -> None:
    known = ("ante=5", "target=null", "max_deals=null", "exchange_fee=1", "bettler_bonus=2")
    assert main(["infer-rules", DISPUTED, "--format", "json", *(f"--rule={rule}" for rule in known)]) == 1
    found = json.loads(capfd.readouterr().out)
    assert [(fault["deal"], fault["codes"]) for fault in found["faults"]] == [
        (3, ["play.follow-suit"]), (5, ["score.delta"]), (7, ["score.trick"]),
    ]
    [weli] = [option for option in found["options"] if option["name"] == "weli_rank"]
    assert (weli["best"], weli["decided"], weli["fits"]) == ("second", True, [{"value": "second"}])
    assert weli["deals"] == [{"session": 0, "deal": 1}, {"session": 0, "deal": 2}]


def test_the_command_refuses_in_one_line(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["infer-rules", FRIDAY, str(ROOT / "sample_logs" / "innsbruck-schnellen.jsonl")]) == 2
    assert main(["infer-rules", FRIDAY, "--rule", "hed=1"]) == 2
    assert main(["infer-rules", "/no/such/file"]) == 3
    assert len(capfd.readouterr().err.splitlines()) == 3
