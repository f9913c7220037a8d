"""Examples of the findings about the file, its notation, its records and its house rules."""

from __future__ import annotations

from kratzen_log.log.container import Limits
from tests.texts.building import DROP, Case

_SESSION = '{"type":"session","format":"kratzen-log","version":"1.0",…}'
_NOTE = {"type": "note", "text": "Resi joins the table."}
_DEEP = "[" * 40 + "]" * 40

CASES: dict[str, Case] = {
    "file.unreadable": Case("kratzen", spoil={-1: b"%PDF-1.7\n\x00\xe2\xe3\xcf\xd3\n"}, text=("%PDF-1.7\n^^^^^^^^", _SESSION)),
    "file.encoding": Case(
        "kratzen", {"+1": _NOTE | {"text": "Jörg schaut zu."}}, {"+1": _NOTE | {"text": "Jörg schaut zu."}},
        spoil={1: '{"type":"note","text":"Jörg schaut zu."}\n'.encode("latin-1")},
        text=(
            '{"type":"note","text":"J\\xF6rg schaut zu."}      (F6)\n' + " " * 24 + "^^^^",
            '{"type":"note","text":"Jörg schaut zu."}         (C3 B6)\n' + " " * 24 + "^",
        ),
    ),
    "file.bomb": Case(
        "kratzen", limits=Limits(unpacked=1000), cut=1 << 30,
        text=(
            "evening.jsonl.gz      2 KB packed, 17 GB unpacked\n" + " " * 34 + "^^^^^",
            "evening.jsonl.gz      2 KB packed, 9 KB unpacked",
        ),
    ),
    "file.bom": Case(
        "kratzen", spoil={0: b"\xef\xbb\xbf" + b'{"type":"session","format":"kratzen-log","version":"1.0","game":"kratzen","players":["Anna","Ben","Carla","Dan"],"start":[100,100,100,100]}\n'},
        text=("\\xEF\\xBB\\xBF" + _SESSION + "\n" + "^" * 12, _SESSION),
    ),
    "file.line-too-long": Case(
        "kratzen", {"+1": _NOTE | {"text": "a" * 5000}}, {"+1": _NOTE}, limits=Limits(line=4000),
        text=('{"type":"note","text":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…    (2 MB without a line end)', '{"type":"note","text":"Resi joins the table."}'),
    ),
    "file.truncated": Case(
        "kratzen", cut=600,
        text=("evening.jsonl.gz      600 of its 931 bytes\n" + " " * 22 + "^^^", "evening.jsonl.gz      all its 931 bytes"),
    ),
    "file.torn-line": Case(
        "kratzen", right={"4": DROP}, spoil={4: b'{"type":"end","deals":3,"tota'},
        text=('{"type":"end","deals":3,"tota\n' + " " * 24 + "^^^^^", '{"type":"end","deals":3,"totals":[89,111,105,95],"winners":"B","reason":"agreed"}'),
    ),
    "json.syntax": Case(
        "kratzen", spoil={4: b'{"type":"end","deals":3 "reason":"agreed"}\n'},
        text=('{"type":"end","deals":3 "reason":"agreed"}\n' + " " * 22 + "^", '{"type":"end","deals":3,"reason":"agreed"}\n' + " " * 23 + "^"),
    ),
    "json.duplicate-key": Case(
        "kratzen", spoil={4: b'{"type":"end","deals":3,"deals":4}\n'},
        text=('{"type":"end","deals":3,"deals":4}\n' + " " * 24 + "^^^^^^^^^", '{"type":"end","deals":3}'),
    ),
    "json.number": Case(
        "kratzen", spoil={4: b'{"type":"end","deals":3.0}\n'},
        text=('{"type":"end","deals":3.0}\n' + " " * 22 + "^^^", '{"type":"end","deals":3}\n' + " " * 22 + "^"),
    ),
    "json.depth": Case(
        "kratzen", spoil={4: ('{"type":"end","x":{"club:tree":' + _DEEP + "}}\n").encode()},
        text=('{"type":"end","x":{"club:tree":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[…\n' + " " * 31 + "^" * 32, '{"type":"end","x":{"club:tree":[["A",["B"]]}}'),
    ),
    "json.surrogate": Case(
        "kratzen", {"+1": _NOTE}, {"+1": _NOTE}, spoil={1: b'{"type":"note","text":"Anna shows \\ud83c"}\n'},
        text=('{"type":"note","text":"Anna shows \\ud83c"}\n' + " " * 34 + "^^^^^^", '{"type":"note","text":"Anna shows \\ud83c\\udcb1"}\n' + " " * 34 + "^" * 12),
    ),
    "json.not-object": Case(
        "kratzen", {"+1": _NOTE}, {"+1": _NOTE}, spoil={1: b'["Resi joins the table."]\n'},
        text=('["Resi joins the table."]\n^', '{"type":"note","text":"Resi joins the table."}'),
    ),
    "log.version": Case("kratzen", {"0/version": "2.0"}, show=("0/format", "0/version")),
    "log.no-session": Case("kratzen", {"0": DROP}, show=("0/format", "0/game", "0/players", "1/dealer")),
    "log.record-order": Case("kratzen", {"+5": _NOTE}, {"+4": _NOTE}, mark="note", show=("4/deals",)),
    "log.unknown-type": Case("kratzen", {"1/type": "hand"}, {"1/type": "deal"}, show=("1/dealer",)),
    "log.missing-key": Case("kratzen", {"1/dealer": DROP}, show=("1/dealer", "1/turned")),
    "log.unknown-key": Case("kratzen", {"+1": _NOTE | {"tezt": "?"}}, {"+1": _NOTE}, text=('{"type":"note","tezt":"Resi joins the table."}\n' + " " * 15 + "^^^^^^", '{"type":"note","text":"Resi joins the table."}\n' + " " * 15 + "^^^^^^")),
    "log.type": Case("kratzen", {"1/totals": "103 99 99 99"}, mark="103 99 99 99"),
    "log.value": Case("kratzen", {"4/reason": "midnight"}, show=("4/reason",)),
    "log.card": Case("kratzen", {"1/tricks/0": "B:EO C:EP D:EK A:E9"}, show=("1/tricks/0",), mark="C:EP", bare=True),
    "log.seat": Case("kratzen", {"1/tricks/0": "B:EO F:EA D:EK A:E9"}, show=("0/players",), mark="F:EA", bare=True),
    "log.token": Case("kratzen", {"2/calls": "C:in D:nein A:in"}, show=("2/dealer",), mark="D:nein"),
    "log.deal-number": Case("kratzen", {"3/no": 4}, show=("3/dealer",)),
    "log.length": Case("kratzen", {"1/taken": [2, 1, 2]}, show=("0/players",)),
    "log.void-target": Case("kratzen", {"4": {"type": "void", "deal": 2, "why": "misdeal"}}, {"4": {"type": "void", "deal": 3, "why": "misdeal"}}, show=("3/dealer",)),
    "log.no-end": Case("kratzen", {"4": DROP}, show=("3/totals", "4/deals", "4/reason")),
    "log.witnesses": Case(
        "kratzen", {
            "0/x": {"kratzen:merged_from": [{"witness": "anna.jsonl"}, {"witness": "ben.jsonl"}]},
            "1/x": {"kratzen:witnesses": [{"key": "turned", "first": "anna.jsonl", "value": "H9", "other": "ben.jsonl", "other_value": "L9"}]},
        }, {"0/x": {"kratzen:merged_from": [{"witness": "anna.jsonl"}, {"witness": "ben.jsonl"}]}}, bare=True,
        text=(
            'anna.jsonl  {"type":"deal","no":1,"dealer":"A","turned":"H9",…}\n'
            'ben.jsonl   {"type":"deal","no":1,"dealer":"A","turned":"L9",…}\n' + " " * 57 + "^^",
            'ben.jsonl   {"type":"deal","no":1,"dealer":"A","turned":"H9",…}\n' + " " * 57 + "^^",
        ),
    ),
    "rules.option": Case("alone", {"0/rules": {"version": 1, "first_deal": "normal", "striker_quota": 5}}, {"0/rules": {"version": 1, "first_deal": "normal", "striker_quota": 3}}, show=("0/game",), bare=True),
    "rules.players": Case("kratzen", {"0/players": ["Anna", "Ben"], "0/start": [100, 100], "1": DROP, "2": DROP, "3": DROP, "4": DROP}, mark="Ben", hide=("0/start", "1", "2", "3", "4"), show=("0/game", "0/players")),
    "rules.endless-muss": Case(
        "alone", {"0/players": ["Anna", "Ben", "Carla", "Dan", "Eva"], "0/start": [100] * 5, "1/calls": "B:out C:out D:out E:out"},
        {"0/rules": {"version": 1, "first_deal": "normal", "muss": "once"}, "0/players": ["Anna", "Ben", "Carla", "Dan", "Eva"], "0/start": [100] * 5, "1/calls": "B:out C:out D:out E:out"},
        hide=("0/start", "1/calls"), bare=True, show=("0/game",),
    ),
    "rules.ante-indivisible": Case("kratzen", {"0/rules": {"version": 1, "ante": 3}}, {"0/rules": {"version": 1, "ante": 10}}, show=("0/game",), bare=True),
    "seal.chain": Case("sealed", {"0/place": "Gasthaus Post"}, show=("0/place", "1/prev"), mark="Gasthaus Post"),
    "seal.partial": Case("sealed", {"1/prev": DROP}, show=("1/prev", "2/prev")),
    "seal.no-end": Case("sealed", {"2": DROP}, show=("1/totals", "2/deals", "2/prev")),
    "seal.expected": Case(
        "sealed", expect="bhGqRpxhEeUijWVAS7k2iyPV81O9OjTphlbduaf7V3k",
        text=(
            "kratzen audit evening.jsonl --expect bhGqRpxhEeUijWVAS7k2iyPV81O9OjTphlbduaf7V3k\n" + " " * 37 + "^" * 43,
            "kratzen audit evening.jsonl --expect SptzZ5j937lmeeCSWu8x4x_rHk5NIw7WA0eG3nx-U78\n" + " " * 37 + "^" * 43,
        ),
    ),
}
"""The example of each code."""
