"""The bulk audit gives the ordinary report on every log, the scanner reads only what the general reader reads alike."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from kratzen_log import dumps, loads, simulate
from kratzen_log.auditor.auditing import Auditor, Choice, audit_path
from kratzen_log.bulk import blocks, compiled, driving, layout, parts, spans, unescape, unfolding
from kratzen_log.bulk.auditing import Sweep, audit_bulk
from kratzen_log.bulk.documents import Document
from kratzen_log.bulk.rulebook import RuleBook, card_table, keys
from kratzen_log.cli import main
from kratzen_log.games import GAMES, kratzen, schnellen
from kratzen_log.kernel.trick import legal, played
from kratzen_log.log.codec import Entry, read
from kratzen_log.log.container import Limits, Raw
from kratzen_log.log.model import Adjust, Deal, End, Head, Note
from kratzen_log.log.tokens import read_cards, read_seats, read_trick, read_words
from tests.bulk import oddities
from tests.bulk.compare import as_plain, compare, here_and_there, one_byte, session, simulated
from tests.support import DATA, ROOT, scaled

LOGS = sorted(
    path for folder in (ROOT / "sample_logs", DATA / "examples", DATA / "conformance") for path in folder.rglob("*")
    if path.suffix in (".jsonl", ".json", ".gz", ".zst")
)
PLAIN = np.zeros(unescape.ROOM + parts.PAD, np.uint8)
TYPES: dict[type, int] = {
    Head: layout.T_SESSION, Deal: layout.T_DEAL, End: layout.T_END, Adjust: layout.T_ADJUST, Note: layout.T_NOTE,
}


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.name)
def test_on_every_log_there_is(path: Any) -> None:
    for choice in (Choice(), Choice(seal=False, lang="de", rules={"head": "always"})):
        assert as_plain(audit_path(path, choice)) == as_plain(audit_bulk(path, choice, block=driving.block, cut=unfolding.elements))


def test_with_and_without_faults() -> None:
    """Compiled; ``python -m tests.bulk.compare --sessions 200000`` is the long form."""
    kinds, sums = compare(0, scaled(300))
    assert sum(kinds.values()) == scaled(300)
    assert sums["legal plays"] > scaled(300)


@pytest.fixture
def met(monkeypatch: pytest.MonkeyPatch) -> list[type]:
    """The kinds of record that reach the ordinary audit."""
    kinds: list[type] = []
    take = Auditor.take

    def noted(self: Auditor, entry: Entry) -> None:
        kinds.append(type(entry.record))
        take(self, entry)

    monkeypatch.setattr(Auditor, "take", noted)
    return kinds


@pytest.mark.parametrize("game", sorted(GAMES))
def test_lawful_sessions_are_not_read_twice(game: str, met: list[type]) -> None:
    """Every option at any value goes the compiled way: no deal reaches the ordinary audit."""
    for option in GAMES[game].options:
        for value in option.spec.sample():
            for players in (3, 4):
                audit_bulk(dumps(simulate(game, players, 4, 7, 1, {option.name: value}, seal=False)), block=driving.block)
    assert Deal not in met


@pytest.mark.parametrize("more", [
    {"_a": oddities.deep(30)}, {"_many": {str(number): {"1": number} for number in range(5000)}}, {"time": "2024-02-29T20:15:00Z"},
    {"_größe": {"한글": "\ue000", '"': 1, "\\": 2, "\n": 3}}, {"notes": [{"at": "end", "text": "한글 \ue000 \uffff", "_b": oddities.deep(28)}]},
], ids=lambda more: next(iter(more)))
@pytest.mark.parametrize("escapes", [False, True])
def test_what_is_lawful_is_not_read_twice_however_it_is_written(more: dict[str, Any], escapes: bool, met: list[type]) -> None:
    rng = random.Random(3)
    made = []
    for line in dumps(simulate("kratzen", 4, 5, 7, 2, seal=False)).splitlines():
        record = json.loads(line)
        text = json.dumps(record | (more if record["type"] == "deal" else {}), ensure_ascii=False)
        made.append((oddities.escaped(rng, text, 0) if escapes else text) + "\n")
    data = "".join(made).encode()
    assert escapes == (b"\\u00" in data)
    assert audit_path(data).verdict == "clean"
    met.clear()
    assert as_plain(audit_bulk(data)) == as_plain(audit_path(data))
    assert met.count(Deal) == 10, "only audit_path looks at each"


def test_an_archive_in_pieces_of_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(5)
    data = b"".join(one_byte(rng, one) if at % 5 == 0 else one for at, one in enumerate(simulated(rng) for _ in range(40)))
    expected = as_plain(audit_path(data))
    for size in (1, 5000, 70_000):
        monkeypatch.setattr(blocks, "BLOCK", size)
        monkeypatch.setattr("kratzen_log.log.container.CHUNK", max(size, 700))
        assert as_plain(audit_bulk(data, block=driving.block)) == expected
    monkeypatch.setattr(blocks, "LONGEST", 3000)
    assert as_plain(audit_bulk(data, block=driving.block)) == expected


@pytest.mark.parametrize("indent", [None, 2])
def test_a_document_is_not_read_twice(indent: int | None, met: list[type]) -> None:
    """Neither are its records cut by the general reader."""
    tags = '"_tags":[{"type":"a"},\n{"type":"b"}],"x":{"a:b":["]}",{"type":"c"}]}'
    lines = [json.dumps(json.loads(line), indent=indent) for line in dumps(simulate("schnellen", 4, 5, 7, 3, seal=False)).splitlines()]
    lines = [line.rstrip("}\n") + "," + tags + "}" if "deal" in line[:30] else line for line in lines]
    data = ('{"format":"kratzen-log","version":"1.0","records":[' + ",\n".join(lines) + "]}").encode()
    report = audit_path(data)
    assert report.verdict == "clean"
    assert report.sessions == 3
    met.clear()
    document = Document(data, iter(()), Limits())
    assert b"".join(document.pieces()).count(b"\n") == len(lines)
    assert not any(isinstance(held, Raw) for held in document.held)
    assert as_plain(audit_bulk(data)) == as_plain(report)
    assert Deal not in met


def test_documents_whole_and_damaged(monkeypatch: pytest.MonkeyPatch) -> None:
    """In pieces of any size, packed and not; ``python -m tests.bulk.compare`` has whole ones."""
    rng = random.Random(11)
    for _ in range(scaled(60)):
        made = [rng.choice([simulated, here_and_there])(rng) for _ in range(rng.choice([1, 4]))]
        data = oddities.damaged(rng, oddities.document(rng, b"".join(made)))
        if rng.random() < 0.2:
            data = gzip.compress(data)[: rng.choice([-1, len(data) // 20, 10**9])]
        monkeypatch.setattr("kratzen_log.log.container.CHUNK", rng.choice([700, 20_000, 1 << 18]))
        monkeypatch.setattr(blocks, "LONGEST", rng.choice([2000, 30_000, 1 << 25]))
        choice = rng.choice([Choice(), Choice(seal=False, lang="de"), Choice(expect="x" * 43)])
        assert as_plain(audit_bulk(data, choice)) == as_plain(audit_path(data, choice))


def test_a_document_is_let_go_of() -> None:
    """Only what is not told yet is held."""
    lines = dumps(simulate("kratzen", 4, 50, 7, 400, {"short_stack": "debt"}, seal=False)).splitlines()
    pieces = [b'{"format":"kratzen-log","version":"1.0","records":[', *(line + b"," for line in lines[:-1]), lines[-1] + b"]}"]
    whole = b"".join(pieces)
    document = Document(pieces[0], (whole[at : at + 5000] for at in range(len(pieces[0]), len(whole), 5000)), Limits())
    auditor = Auditor("", Choice())
    sweep = Sweep(auditor, auditor.choice, compiled.block(), None)
    sweep.teller.source = document
    most = 0

    def watched() -> Iterator[bytes]:
        nonlocal most
        for piece in document.pieces():
            yield piece
            most = max(most, len(document.held))

    report = sweep.run(blocks.Held(watched()))
    assert report.sessions == 400
    assert report.verdict == "clean"
    assert most < len(whole) // 5000 // 4


def test_parts_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    """In threads, cut anywhere: the same report, whatever the log holds; also where the rule book or a part is too small."""
    rng = random.Random(9)
    monkeypatch.setattr("kratzen_log.log.container.CHUNK", 700)
    for turn in range(scaled(12)):
        many = [session(rng.getrandbits(40))[1] for _ in range(30)]
        data = b"".join(many)
        if turn % 3 == 0:
            data = data[: rng.randrange(len(data))]
        monkeypatch.setattr(spans, "SPAN", rng.choice([300, 2000, 20_000]))
        monkeypatch.setattr(blocks, "BLOCK", rng.choice([100, 3000, 1 << 19]))
        monkeypatch.setattr(blocks, "LONGEST", rng.choice([4000, 1 << 20]))
        monkeypatch.setattr("kratzen_log.bulk.rulebook.BOOK_ROWS", rng.choice([256, 3]))
        whole = gzip.compress(data)[: len(data) // 9] if turn % 4 == 1 else data
        seen: list[int] = []
        report = as_plain(audit_bulk(whole, jobs=rng.choice([2, 4]), tell=seen.append))
        assert report == as_plain(audit_path(whole))
        assert seen == sorted(seen)


def test_a_sealed_session_whose_house_rules_cannot_be_read() -> None:
    data = dumps(simulate("kratzen", 4, 3, seed=5, rules={"ante": 2}))
    for broken in (data.replace(b'"ante"', b'"ante'), data.replace(b'"ante"', b'"ante":2,"ante"')):
        assert as_plain(audit_path(broken)) == as_plain(audit_bulk(broken, block=driving.block))


def test_cut_short_torn_and_compressed() -> None:
    rng = random.Random(6)
    data = b"".join(simulated(rng) for _ in range(6))
    for cut in (len(data) - 1, len(data) - 2, len(data) - 40, data.rfind(b'{"type":"session"') + 7, 0):
        for whole in (data[:cut], gzip.compress(data)[: cut // 8], data[:cut] + b"\n\n \n"):
            assert as_plain(audit_path(whole)) == as_plain(audit_bulk(whole, block=driving.block))


def test_the_expected_seal() -> None:
    data = dumps(simulate("schnellen", 4, 5, seed=3, sessions=3))
    seal = audit_path(data, Choice()).seal
    assert seal is not None
    for expect in (seal, "x" * 43):
        choice = Choice(expect=expect)
        assert as_plain(audit_path(data, choice)) == as_plain(audit_bulk(data, choice, block=driving.block))


def read_one(line: bytes) -> Any:
    """What the scanner makes of a line."""
    record = np.zeros(layout.D_SIZE, np.int64)
    data = np.frombuffer(line + bytes(parts.PAD), np.uint8)
    assert driving.line(data, 0, len(line), PLAIN, keys(), card_table(), record) == len(line)
    return record


def cards_at(record: Any, place: int) -> list[int]:
    return [int(card) for card in record[place + 1 : place + 1 + record[place]]]


def test_the_scanner_reads_what_the_general_reader_reads() -> None:
    """Whatever happens to a line: it is left alone, or every value is that of the general reader."""
    rng = random.Random(8)
    read_alike = 0
    for _ in range(scaled(100)):
        for line in simulated(rng).splitlines(keepends=True):
            for text in (line, shuffled(rng, line), oddities.loosely(rng, line), one_byte(rng, line), one_byte(rng, one_byte(rng, line))):
                record = read_one(text)
                if record[layout.TYPE] <= 0:
                    continue
                if record[layout.TYPE] == layout.T_SESSION and not known_rules(text, record):
                    continue
                (entry,) = read(text)
                assert not entry.faults, text
                assert TYPES[type(entry.record)] == record[layout.TYPE]
                if isinstance(entry.record, Deal):
                    read_alike += 1
                    same_deal(entry.record, record)
    assert read_alike > scaled(100)


def known_rules(text: bytes, record: Any) -> bool:
    """Whether the rule book takes the house rules of a head; if not, its session goes the ordinary way."""
    book = RuleBook({})
    whole = PLAIN.tobytes() if record[layout.ANEW] else text
    rules = whole[record[layout.RULES_AT] : record[layout.RULES_END]] if record[layout.SEEN] >> layout.K_RULES & 1 else b""
    return book.learn(int(record[layout.GAME]), int(record[layout.PLAYERS]), rules) == 0 and book.rows[0, layout.B_READY] == 1


def shuffled(rng: random.Random, line: bytes) -> bytes:
    """The same record with its keys in another order and other white space."""
    pairs = list(json.loads(line).items())
    rng.shuffle(pairs)
    gap = rng.choice(["", " ", "  ", "\t"])
    return json.dumps(dict(pairs), ensure_ascii=False, separators=("," + gap, gap + ":" + gap)).encode() + b"\n"


def same_deal(deal: Deal, record: Any) -> None:
    given = {
        "deck": layout.DECK, "turned": layout.TURNED, "discard": layout.DISCARD,
    }
    for name, place in given.items():
        text = getattr(deal, name)
        if isinstance(text, str):
            assert cards_at(record, place) == (read_cards(text)[0] if text else [])
    assert isinstance(deal.hands, list)
    for seat, hand in enumerate(deal.hands):
        assert hand is not None
        assert cards_at(record, layout.HANDS + 1 + 8 * seat) == (read_cards(hand)[0] if hand else [])
    assert isinstance(deal.tricks, list)
    for number, text in enumerate(deal.tricks):
        plays, taker, slips = read_trick(text, 6)
        place = layout.TRICKS + 1 + layout.TRICK * number
        assert not slips
        assert record[place + 1] == taker
        said = [(int(record[place + 2 + 2 * at]), int(record[place + 3 + 2 * at])) for at in range(int(record[place]))]
        assert said == [(play.seat, play.card) for play in plays]
    for name, place in {"taken": layout.TAKEN, "delta": layout.DELTA, "totals": layout.TOTALS}.items():
        numbers = getattr(deal, name)
        if isinstance(numbers, list):
            assert cards_at(record, place) == numbers
    for name, place in {"no": layout.NO, "pot": layout.POT, "carry": layout.CARRY, "muss": layout.MUSS}.items():
        number = getattr(deal, name)
        if isinstance(number, int):
            assert record[place] == number
    if isinstance(deal.calls, str):
        words = ("in", "out", "bettler")
        calls = [(int(record[layout.CALLS + 1 + 2 * at]), words[record[layout.CALLS + 2 + 2 * at]]) for at in range(int(record[layout.CALLS]))]
        assert calls == read_words(deal.calls, 6)[0]
    if isinstance(deal.dealt_in, str):
        assert record[layout.DEALT_IN] == read_seats(deal.dealt_in, 6)[0]


def test_every_function_that_is_compiled_is_the_games_own() -> None:
    """Nothing of a rule is translated but the functions themselves."""
    made = {function for function, _shapes, _name in compiled.program(compiled.BLOCK).made}
    for module in (kratzen, schnellen):
        assert {*module.GAME.functions.values(), module.ending} <= made
    assert {legal, played} <= made


def test_nothing_kept_is_stale(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A house rule that means something else is compiled anew; a file that is not what was written is not run."""
    monkeypatch.setenv(compiled.FOLDER, str(tmp_path))
    before = compiled.program(compiled.BLOCK).text()
    monkeypatch.setattr(kratzen, "TURNED_SEVEN", 0)
    assert compiled.digest(compiled.program(compiled.BLOCK).text()) != compiled.digest(before)
    monkeypatch.undo()
    monkeypatch.setenv(compiled.FOLDER, str(tmp_path))
    entry = compiled.Entry(parts.suit_of, (compiled.NUMBER,))
    for _ in range(2):
        compiled.compiled.cache_clear()
        assert compiled.compiled(entry)(ord("H")) == 2
        (kept,) = tmp_path.iterdir()
        kept.write_bytes(kept.read_bytes()[:-40] + bytes(40))


def test_the_command_gives_the_same_report(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes(dumps(simulate("kratzen", 4, 5, seed=3, sessions=3)) + dumps(loads(dumps(simulate("schnellen", 4, 2, seed=1)))))
    said = []
    for flag in ("--fast", "--no-fast"):
        assert main(["audit", str(log), flag, "--format", "json", "--lang", "en"]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]


@pytest.mark.parametrize(("lang", "said"), [
    ("en", "The ordinary audit had to look at 1 of 2,000 deals.\n"), ("de", "Die gewöhnliche Prüfung musste 1 von 2.000 Spielen ansehen.\n"),
])
def test_what_compiled_code_did_not_decide_is_counted(lang: str, said: str, tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    rules = {"short_stack": "debt"}
    lines = dumps(simulate("kratzen", 4, 50, 7, 40, rules, seal=False)).splitlines(keepends=True)
    wrong = json.loads(lines[30])
    wrong["tricks"][1], wrong["tricks"][2] = wrong["tricks"][2], wrong["tricks"][1]
    lines[30] = json.dumps(wrong).encode() + b"\n"
    log = tmp_path / "log.jsonl"
    log.write_bytes(b"".join(lines))
    assert main(["audit", str(log), "--fast", "--lang", lang]) == 1
    assert capsys.readouterr().err == said
    assert main(["audit", str(log), "--no-fast", "--lang", lang]) == 1
    assert capsys.readouterr().err == ""


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert main(["audit", "sample_logs", "--fast", "--lang", "en"]) == 2
    assert capsys.readouterr().err == 'kratzen: --fast needs more than is installed: pip install "kratzen-log[bulk]"\n'


def test_seals_that_begin_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long session without seals, from the middle on with: what has none is counted and named alike."""
    lines = dumps(simulate("kratzen", 4, 40, 3, rules={"max_deals": None}, seal=False)).splitlines(keepends=True)
    bare, seals = lines[: len(lines) // 2], dumps(simulate("kratzen", 4, 40, 3, rules={"max_deals": None})).splitlines(keepends=True)[len(lines) // 2 :]
    faulty = [*bare[:3], bare[3].replace(b'"pot":', b'"pot":9'), *bare[4:], *seals]
    monkeypatch.setattr(blocks, "BLOCK", 2000)
    for longest in (1 << 25, 4000):
        monkeypatch.setattr(blocks, "LONGEST", longest)
        for data in (b"".join([*bare, *seals]), b"".join(faulty), b"".join([*faulty, *seals[-3:]])):
            expected = as_plain(audit_path(data))
            assert any(finding.code == "seal.partial" for finding in expected["findings"])
            assert as_plain(audit_bulk(data)) == expected
