"""A log without the people in it: no name or text of theirs is left, the same verdicts, one pseudonym for one player."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from kratzen_log import Deal, Head, Note, Player, Session, anonymise, audit, dumps, loads, sealed, sessions, simulate
from kratzen_log.cli import main
from kratzen_log.views.anonymising import SOURCE_MAC
from tests.support import ROOT

SECRET = "Wer wagt, gewinnt"
SAMPLES = sorted((ROOT / "sample_logs").glob("*.json*"))


def names(session: Session) -> list[str]:
    assert session.head is not None
    return [player if isinstance(player, str) else player.name for player in session.head.players]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_nothing_of_the_people_is_left_and_every_verdict_stays(path: Path) -> None:
    for session in sessions(path):
        made = anonymise(session, SECRET)
        text = dumps(made).decode()
        assert not [name for name in names(session) if json.dumps(name, ensure_ascii=False) in text]
        assert not any(isinstance(record, Note) for record in made.records)
        assert len(set(names(made))) == len(names(session))
        before, after = audit(dumps(session)), audit(text.encode())
        seen = [(f.code, f.deal, f.trick, f.play, f.seat) for f in before if f.code.split(".")[0] not in {"seal", "json", "file"}]
        assert [(f.code, f.deal, f.trick, f.play, f.seat) for f in after] == seen
        assert made.deals == tuple(
            replace(deal, notes=UNSET, x=UNSET, prev=new.prev, abort=UNSET if deal.abort is UNSET else "redacted")
            for deal, new in zip(session.deals, made.deals, strict=True)
        )


def test_one_player_has_one_pseudonym_under_one_secret() -> None:
    [session] = simulate("kratzen", 3, 2, 1)
    assert session.head is not None
    one, two = (
        replace(session.head, players=players)
        for players in (["Resi", Player(id="z-7", name="Sepp"), "Toni"], [Player(id="z-7", name="Sepp H."), " RESI", "Vroni"])
    )
    first, second = (names(anonymise(Session((head, *session.records[1:])), SECRET)) for head in (one, two))
    assert first[0] == second[1]
    assert first[1] == second[0]
    assert first[2] != second[2]
    other = names(anonymise(Session((one, *session.records[1:])), "another secret"))
    assert not set(first) & set(other)


def test_texts_and_private_keys_go() -> None:
    text = (
        '{"type":"session","format":"kratzen-log","version":"1.0","game":"schnellen","players":["Resi","Sepp","Toni"],"place":"SECRET",'
        '"recorder":"SECRET","source":"SECRET","id":"SECRET","date":"2026-11-13","x":{"a":"SECRET"},"_a":"SECRET"}\n'
        '{"type":"note","text":"SECRET"}\n{"type":"deal","abort":"SECRET","notes":["SECRET"],"calls":"A:SECRET","x":{"b":"SECRET"}}\n'
        '{"type":"adjust","delta":[1,0,0],"why":"SECRET"}\n{"type":"void","why":"SECRET"}\n{"type":"end","reason":"SECRET"}\n'
    )
    session = loads(text.encode())
    made = dumps(anonymise(session, SECRET)).decode()
    assert "SECRET" not in made
    assert "2026-11-13" in made


def test_the_link_to_the_source_needs_the_secret() -> None:
    [session] = simulate("schnellen", 4, 3, 5)
    bare = Session(tuple(replace(record, prev=UNSET) for record in session.records))
    made = [anonymise(sealed(bare), secret) for secret in (SECRET, SECRET, SECRET + "!")]
    links = [one.head.x[SOURCE_MAC] for one in made if isinstance(one.head, Head) and one.head.x is not UNSET]
    assert links[0] == links[1] != links[2]
    assert not [finding for finding in audit(dumps(made[0])) if finding.code.startswith("seal.")]
    assert all(record.prev is not UNSET for record in made[0].records[1:])
    assert [deal.deck for deal in made[0].records if isinstance(deal, Deal)] == [deal.deck for deal in session.deals]


def test_the_command(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "shared.jsonl"
    friday = str(ROOT / "sample_logs" / "friday-kratzen.jsonl")
    assert main(["anonymise", friday, "--secret", SECRET, "-o", str(out)]) == 0
    assert all(name.startswith("P-") for session in sessions(out) for name in names(session))
    assert main(["anonymise", friday, "--secret", "short", "-o", str(out)]) == 2
    assert "8 characters" in capfd.readouterr().err
    assert main(["anonymise", str(out), "--secret", SECRET, "-o", str(out)]) == 2
