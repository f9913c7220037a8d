"""The published corpus as data: ``python -m tests.conformance.make`` writes the files and ``manifest.json``.

What a case must give is written here by hand, from the pages of the format and of the findings; nothing here asks
the auditor. ``tests/conformance/README.md`` says how another program runs it.
"""

from __future__ import annotations

import copy
import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import zstandard

HERE = Path(__file__).parent
VERSION = "1.3.0"
Record = dict[str, Any]

EVENING: list[Record] = [
    {
        "type": "session", "format": "kratzen-log", "version": "1.0", "game": "kratzen", "rules": {"version": 1},
        "players": ["Anna", "Ben", "Carla"], "start": [200, 200, 200],
    },
    {
        "type": "deal", "no": 1, "dealer": "C", "muss": True,
        "hands": ["SO HU SX SA HO", "SK H7 EU HA LK", "S8 EO L8 SU E8"], "turned": "L9", "trump": "L", "calls": "A:in B:in",
        "tricks": ["A:SA B:SK C:S8 >A", "A:SX B:LK C:SU >B", "B:HA C:L8 A:HU >C", "C:E8 A:HO B:EU >B", "B:H7 C:EO A:SO >B"],
        "taken": [1, 3, 1], "pot": 15, "carry": 13, "delta": [-2, 4, -15], "totals": [198, 204, 185],
    },
    {
        "type": "deal", "no": 2, "dealer": "A", "muss": True,
        "hands": ["SX HO LX L7 SO", "L8 LU HA HX SK", "WE SU S8 E9 LA"], "turned": "EK", "trump": "E", "calls": "B:in C:in",
        "tricks": ["B:HA C:WE A:HO >C", "C:LA A:L7 B:L8 >C", "C:S8 A:SO B:SK >B", "B:HX C:E9 A:LX >C", "C:SU A:SX B:LU >C"],
        "taken": [0, 1, 4], "pot": 28, "carry": 13, "delta": [-15, 0, 15], "totals": [183, 204, 200],
    },
    {
        "type": "deal", "no": 3, "dealer": "B", "muss": True,
        "hands": ["HO E7 HU HA EX", "SA EK S8 H7 HX", "SK E9 LX EU LK"], "turned": "SU", "trump": "S", "calls": "C:in A:in",
        "tricks": ["C:E9 A:EX B:EK >B", "B:SA C:SK A:E7 >B", "B:H7 C:LX A:HU >A", "A:HA B:HX C:EU >A", "A:HO B:S8 C:LK >B"],
        "taken": [2, 3, 0], "pot": 28, "carry": 13, "delta": [5, 10, -15], "totals": [188, 214, 185],
    },
    {"type": "end", "deals": 3, "totals": [188, 214, 185], "winners": "B", "reason": "agreed"},
]
SCHNELLEN: list[Record] = [
    {
        "type": "session", "format": "kratzen-log", "version": "1.0", "game": "schnellen", "rules": {"version": 1},
        "players": ["Anna", "Ben", "Carla"],
    },
    {
        "type": "deal", "no": 1, "dealer": "C", "hands": ["SO HU SX HO HA", "SK H7 EU LK SU", "S8 EO L8 E8 L9"], "turned": "SA",
        "trump": "S", "discard": "E8", "calls": "A:in B:in",
        "tricks": ["A:HA B:H7 C:S8 >C", "C:L8 A:SO B:LK >A", "A:HU B:SK C:SA >C", "C:L9 A:SX B:SU >B", "B:EU C:EO A:HO >C"],
        "taken": [1, 1, 3], "delta": [-1, -1, -3], "totals": [20, 20, 18],
    },
    {"type": "end", "deals": 1, "totals": [20, 20, 18], "reason": "agreed"},
]
NOTES = frozenset({"log.no-end", "rules.endless-muss", "rules.ante-indivisible", "play.undetermined"})
"""Codes that are only notes: a log with nothing else is clean. The first three stand in no list of a case unless it is theirs."""
Case = dict[str, Any]
CASES: list[Case] = []


def encode(records: list[Record]) -> bytes:
    """Records as lines."""
    return b"".join(json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n" for record in records)


def evening(*changes: tuple[int, str, Any], base: list[Record] = EVENING) -> list[Record]:
    """The evening with values changed: (record, key, value); ``None`` takes the key away."""
    records = copy.deepcopy(base)
    for number, key, value in changes:
        if value is None:
            records[number].pop(key, None)
        else:
            records[number][key] = value
    return records


def case(
    kind: str, name: str, data: bytes | list[Record], findings: list[Record] | None = None, *, reports: str = "", says: str = "",
    verdict: str = "", ext: str = "jsonl", deals: int | None = None,
) -> None:
    """One file of the corpus and what an audit of it must give, ``log.no-end`` and the notes on rules apart."""
    expected = findings or []
    if not verdict:
        verdict = "findings" if any(f["code"] != "log.version" or kind == "invalid" for f in expected) else "clean"
    made: Case = {"file": f"{kind}/{name}.{ext}", "kind": kind, "says": says, "verdict": verdict, "findings": expected}
    if reports:
        made["reports"] = reports.split()
    if deals is not None:
        made["deals"] = deals
    CASES.append(made | {"data": data if isinstance(data, bytes) else encode(data)})


def at(code: str, line: int | None = None, **place: Any) -> Record:
    """A finding that must be given."""
    return {"code": code} | ({"line": line} if line is not None else {}) | place


LINES = encode(EVENING).splitlines(keepends=True)


def swapped(line: int, new: bytes) -> bytes:
    """The evening with one physical line (from 1) in other bytes."""
    return b"".join([*LINES[: line - 1], new, *LINES[line:]])


def replaced(old: str, new: str) -> bytes:
    """The evening with a piece of text changed, which must occur."""
    whole = encode(EVENING)
    assert old.encode() in whole, old
    return whole.replace(old.encode(), new.encode(), 1)


def document(records: list[Record], **more: Any) -> bytes:
    """Records as a document."""
    return json.dumps({"format": "kratzen-log", "version": "1.0", "records": records} | more, ensure_ascii=False).encode()


def valid() -> None:
    """Strictly what the format says."""
    case("valid", "kratzen", EVENING, says="An evening of Kratzen with every claim.", reports="T-96 T-100 T-120", deals=3)
    case("valid", "schnellen", SCHNELLEN, says="A deal of Schnellen with every claim.", deals=1)
    facts = evening(*((n, key, None) for n in (1, 2, 3) for key in ("taken", "pot", "carry", "delta", "totals", "muss", "trump")))
    case("valid", "facts-only", facts, says="No claims: everything is computed.", reports="T-77")
    case("valid", "no-hands", evening(*((n, "hands", None) for n in (1, 2, 3))), says="Hands not recorded: rebuilt from the plays.")
    case("valid", "document", document(EVENING), says="The same as one document.", ext="json")
    case("valid", "document-keys-in-any-order", json.dumps({"records": EVENING, "version": "1.0", "format": "kratzen-log"}).encode(), ext="json", says="Keys of the document in another order.")
    case("valid", "gzip", gzip.compress(encode(EVENING), mtime=0), ext="jsonl.gz", says="Compressed with gzip.")
    case("valid", "gzip-members", gzip.compress(encode(EVENING[:2]), mtime=0) + gzip.compress(encode(EVENING[2:]), mtime=0), ext="jsonl.gz", says="Two gzip members are one log.")
    frames = zstandard.ZstdCompressor(write_checksum=True).compress
    case("valid", "zstd-frames", frames(encode(EVENING[:3])) + frames(encode(EVENING[3:])), ext="jsonl.zst", says="Two zstd frames are one log.")
    case("valid", "archive", encode(EVENING) * 3, says="Three sessions one after another.", reports="T-74", deals=9)
    odd = "A\u2028B\u2029C\u0085D"
    case("valid", "line-separators-in-a-name", evening((0, "players", [odd, "Ben", "Carla"])), reports="T-04", says="U+2028, U+2029 and U+0085 are text, not ends of lines.")
    nasty = ["</script><b>", "=cmd|' /C calc'!A0", "\u202eשלום \U0001f0a1 " + "ö" * 200]
    case("valid", "nasty-names", evening((0, "players", nasty)), reports="T-103 T-104 T-119 T-63 T-40", says="Names are never parsed; 200 characters, right-to-left, emoji.")
    case("valid", "control-characters-in-text", [*EVENING[:1], {"type": "note", "text": 'tab\t line\n nul\0 esc\x1b[31m "quoted" \\back\\'}, *EVENING[1:]], reports="T-40 T-63", says="Escaped control characters in free text.")
    case("valid", "composed-and-decomposed", evening((0, "players", ["J\u00f6rg", "Jo\u0308rg", "Carla"])), reports="T-32", says="Two different names; nothing is normalised.")
    pointed = evening((0, "_a/b~c: ", 1), (1, "_", {"": "empty key"}), (1, "x", {"club:table": 4}))
    case("valid", "odd-private-keys", pointed, reports="T-61 T-70", says="Private keys with any characters, and an extension.")
    noted = evening((1, "notes", [{"at": "0", "text": "before"}, {"at": "1.1", "text": "first"}, {"at": "1.1", "text": "second"}, {"at": "end", "text": "after"}]))
    case("valid", "notes", noted, reports="T-65 T-66", says="Several notes at one place, before and after play.")
    times = [(1, "time", "2026-10-25T02:30:00+02:00"), (2, "time", "2026-10-25T02:10:00+01:00"), (3, "time", "2026-10-25T01:59:60.5Z")]
    case("valid", "times", evening(*times), reports="T-112 T-114", says="An hour that comes twice, Z, fractions, a leap second; order is that of the records.")
    aborted = copy.deepcopy(EVENING)
    aborted.insert(2, {"type": "deal", "no": 2, "dealer": "A", "turned": "EK", "tricks": ["B:HA C:WE"], "abort": "a card lay open"})
    aborted[3]["no"], aborted[4]["no"], aborted[5]["deals"] = 3, 4, 4
    case("valid", "abort", aborted, reports="T-109 T-73", says="A deal broken off in a trick: no chips move, the same dealer deals again.")
    void = copy.deepcopy(EVENING)
    wrong = copy.deepcopy(EVENING[2]) | {"delta": [-15, 15, 0]}
    void[2:2] = [wrong, {"type": "void", "deal": 2, "why": "written down wrongly"}]
    case("valid", "void-and-again", void, reports="T-111", says="A cancelled record and its replacement; the faults of the cancelled one are not reported.")
    bought = evening((2, "totals", [183, 204, 220]), (3, "totals", [188, 214, 205]), (4, "totals", [188, 214, 205]))
    bought.insert(2, {"type": "adjust", "delta": [0, 0, 20], "why": "Carla buys in"})
    case("valid", "adjust", bought, reports="T-102", says="Chips moved outside play.")
    between = copy.deepcopy(EVENING)
    between.insert(4, {"type": "note", "text": "nothing played", "_n": 0})
    case("valid", "note-between-deals", between, says="Notes and private keys between deals.")
    french = {"E": "c", "L": "s", "H": "h", "S": "d"}
    ranks = {"A": "A", "K": "K", "O": "Q", "U": "J", "X": "T", "9": "9", "8": "8", "7": "7"}

    def turn(token: str) -> str:
        return "6d" if token == "WE" else ranks[token[1]] + french[token[0]]

    other = copy.deepcopy(EVENING)
    for deal in other[1:4]:
        deal["hands"] = [" ".join(map(turn, hand.split())) for hand in deal["hands"]]
        deal["turned"] = turn(deal["turned"])
        deal["tricks"] = [" ".join(part if part[0] == ">" else part[:2] + turn(part[2:]) for part in trick.split()) for trick in deal["tricks"]]
    case("valid", "french", other, says="French notation; suits of trumps stay letters of the German ones.")


def lenient() -> None:
    """Read, and understood, though no writer should write it."""
    case("lenient", "bom", b"\xef\xbb\xbf" + encode(EVENING), [at("file.bom", 1)], reports="T-01 T-03", says="A byte order mark: a warning, and everything is read.", deals=3)
    case("lenient", "crlf", encode(EVENING).replace(b"\n", b"\r\n"), says="CR before LF.", reports="T-60")
    case("lenient", "blank-lines", b"\n\n" + b"\n \n".join(LINES), reports="T-19 T-60", says="Empty lines anywhere.")
    case("lenient", "no-last-line-feed", encode(EVENING).rstrip(b"\n"), reports="T-06", says="The last line is complete JSON without a line feed.")
    case("lenient", "spaces", b"".join(json.dumps(record, indent=None, separators=(" , ", " : ")).encode() + b"  \n" for record in EVENING), says="White space between tokens of JSON.")
    loose = replaced("SO HU SX SA HO", "so Hu S10  sa ho")
    case("lenient", "card-aliases", loose.replace(b"C:WE", b"c:Weli").replace(b'"turned":"L9"', '"turned":"🂩"'.encode()), reports="T-92", says="Lower case, H10, Weli, a Unicode card, two spaces.")
    case("lenient", "newer-minor", replaced('"version":"1.0"', '"version":"1.7"'), [at("log.version", 1)], reports="T-115", verdict="clean", says="A newer minor version: a note, and everything is read.")
    case("lenient", "unknown-key", replaced('"no":2', '"no":2,"moon":"full"'), [at("log.unknown-key", 3, deal=2)], reports="T-70", says="An unknown key: a warning; it is kept.")
    noticed = evening((1, "tricks", [*EVENING[1]["tricks"][:1], "A:SX B:LK C:EO! >B", *EVENING[1]["tricks"][2:4], "B:H7 C:SU A:SO >B"]))
    found = at("play.follow-suit", 2, deal=1, trick=2, play=3, seat="C", acknowledged=True)
    case("lenient", "irregular-and-noticed", noticed, [found], reports="T-54 T-50 T-55", says="A revoke the table let stand is read, stays in the trick and is reported.", verdict="findings")


def whole_files() -> None:
    """Files that are no log at all."""
    for name, data, reports in (
        ("empty", b"", "T-76"), ("white-space", b" \n\t\n", "T-76"), ("binary", bytes(range(256)), "T-16"),
        ("utf-16", encode(EVENING).decode().encode("utf-16"), "T-16"),
    ):
        case("invalid", name, data, [at("file.unreadable")], reports=reports, verdict="unreadable", says="No record can be read.")
    cut = gzip.compress(encode(EVENING), mtime=0)
    case("invalid", "gzip-cut", cut[:-20], [at("file.truncated")], ext="jsonl.gz", says="Compressed data ends early; what came out is read.")
    frame = zstandard.ZstdCompressor().compress
    case("invalid", "zstd-cut", frame(encode(EVENING[:3])) + frame(encode(EVENING[3:]))[:-9], [at("file.truncated")], ext="jsonl.zst", says="The second zstd frame ends early.")


def lines() -> None:
    """One bad line costs one record; a deal lost in the middle is one finding."""
    bad: list[tuple[str, bytes, str, str]] = [
        ("trailing-comma", LINES[2].replace(b"}\n", b"},\n"), "json.syntax", "T-19 T-93"),
        ("missing-brace", LINES[2].replace(b"}\n", b"\n"), "json.syntax", "T-19"),
        ("not-json", b"# Runde 2: Anna gibt\n", "json.syntax", "T-93"),
        ("latin-1", LINES[2].replace(b'"no":2', b'"no":2,"_n":"J\xf6rg"'), "file.encoding", "T-16 T-17"),
        ("duplicate-key", LINES[2].replace(b'"no":2', b'"no":2,"no":2'), "json.duplicate-key", "T-26 T-27"),
        ("duplicate-key-deep", LINES[2].replace(b'"no":2', b'"no":2,"x":{"a":{"b":1,"b":2}}'), "json.duplicate-key", "T-26"),
        ("float", LINES[2].replace(b'"pot":28', b'"pot":28.0'), "json.number", "T-36 T-99"),
        ("exponent", LINES[2].replace(b'"pot":28', b'"pot":28e0'), "json.number", "T-36"),
        ("nan", LINES[2].replace(b'"pot":28', b'"pot":NaN'), "json.number", ""),
        ("huge-integer", LINES[2].replace(b'"pot":28', b'"pot":' + b"9" * 400), "json.number", ""),
        ("past-2-53", LINES[2].replace(b'"pot":28', b'"pot":9007199254740993'), "json.number", ""),
        ("deep-33", LINES[2].replace(b'"no":2', b'"no":2,"x":{"a":' + b"[" * 33 + b"]" * 33 + b"}"), "json.depth", "T-29 T-30"),
        ("deep-100000", LINES[2].replace(b'"no":2', b'"no":2,"x":{"a":' + b"[" * 100000 + b"]" * 100000 + b"}"), "json.depth", "T-29 T-30"),
        ("lone-surrogate", LINES[2].replace(b'"no":2', b'"no":2,"_n":"\\ud800"'), "json.surrogate", ""),
        ("nul", LINES[2].replace(b'"no":2', b'"no":2,\0'), "json.syntax", ""),
        ("array", b"[1,2,3]\n", "json.not-object", "T-76"),
        ("null", b"null\n", "json.not-object", "T-76"),
        ("number", b"28\n", "json.not-object", ""),
        ("unknown-type", LINES[2].replace(b'"deal"', b'"hand"', 1), "log.unknown-type", ""),
        ("no-type", b"{}\n", "log.missing-key", "T-76"),
    ]
    for name, line, code, reports in bad:
        case("invalid", f"line-{name}", swapped(3, line), [at(code, 3)], reports=reports, says="A bad line in the middle: one finding, the rest is read.", deals=3 if name == "trailing-comma" else 2)
    cut = LINES[2].replace(b'"trump"', b'\n"trump"')
    case("invalid", "one-record-on-two-lines", swapped(3, cut), [at("json.syntax", 3), at("json.syntax", 4)], reports="T-11", says="A line feed inside a record: two broken lines.", deals=2)
    case("invalid", "two-records-on-a-line", b"".join([*LINES[:2], LINES[2].rstrip(b"\n"), *LINES[3:]]), [at("json.syntax", 3)], reports="T-05 T-13", says="A line feed is missing: both are read.", deals=3)
    case("invalid", "torn-last-line", encode(EVENING)[:-30], [at("file.torn-line", 5)], reports="T-05 T-06", says="The last line is not terminated and not JSON.")
    case("invalid", "broken-last-line", encode(EVENING)[:-30] + b"\n", [at("json.syntax", 5)], reports="T-06", says="The last line is terminated and not JSON: another code.")
    case("invalid", "bad-line-after-many", encode(EVENING[:-1] + [{"type": "note", "text": "-"}] * 500) + b"{]\n" + LINES[4], [at("json.syntax", 505)], reports="T-09", says="The same code and status wherever the bad line stands.")
    torn = document(EVENING)[:-200]
    case("invalid", "document-cut", torn, [at("file.torn-line", 1)], ext="json", says="A document that breaks off in its last deal.", deals=2)


def structure() -> None:
    """JSON, but no log."""
    bad = [
        ("version-2", evening((0, "version", "2.0")), [at("log.version", 1)], "T-115 T-117", "Another major version: nothing is judged."),
        ("rules-version-2", evening((0, "rules", {"version": 2})), [at("log.version", 1)], "T-51", "Unknown rules: nothing is judged."),
        ("format", evening((0, "format", "kratzen-logs")), [at("log.value", 1)], "T-116", "The value of `format` is exact."),
        ("no-session", EVENING[1:], [at("log.no-session", 1)], "T-20 T-106", "The log begins in the middle."),
        ("after-end", [*EVENING, {"type": "note", "text": "late"}], [at("log.record-order", 6)], "T-18", "A record after the end: a finding, not fatal."),
        ("second-session", EVENING[:2] + EVENING, [at("log.record-order", 3)], "", "A second session without an end before it."),
        ("number-as-text", evening((2, "pot", "28")), [at("log.type", 3, deal=2)], "T-36 T-38", "A number in quotes."),
        ("number-with-space", evening((2, "pot", "1\u00a0430")), [at("log.type", 3, deal=2)], "T-37", "A localised number."),
        ("no-as-text", evening((2, "no", "2")), [at("log.type", 3)], "T-39", "The deal number in quotes."),
        ("ante-as-word", evening((0, "rules", {"version": 1, "ante": "zwei"})), [at("rules.option", 1)], "T-38", "A word where an option has a number."),
        ("option-unknown", evening((0, "rules", {"version": 1, "seven_trump": True})), [at("rules.option", 1)], "T-89", "A house rule nobody knows."),
        ("totals-length", evening((2, "totals", [183, 204])), [at("log.length", 3, deal=2)], "T-71", "An array of another length than the players."),
        ("seat-nobody", evening((2, "dealer", "D")), [at("log.seat", 3, deal=2)], "T-106", "A seat without a player."),
        ("time-without-offset", evening((2, "time", "2026-11-30T20:15:00")), [at("log.value", 3, deal=2)], "T-112 T-114", "A time without its offset."),
        ("key-of-the-other-game", evening((2, "bids", "B:1")), [at("log.unknown-key", 3, deal=2)], "", "A key of Schnellen in Kratzen."),
        ("deal-number-repeats", evening((2, "no", 1)), [at("log.deal-number", 3, deal=1)], "", "A number that comes twice."),
        ("deal-missing", EVENING[:2] + EVENING[3:], [at("log.deal-number", 3, deal=3)], "T-120", "A deal is missing; the end counts it."),
        ("void-of-another", [*EVENING[:3], {"type": "void", "deal": 1, "why": "-"}, *EVENING[3:]], [at("log.void-target", 4)], "", "Only the last deal can be cancelled."),
        ("two-players", evening((0, "players", ["Anna", "Ben"]), (0, "start", [200, 200]))[:1], [at("rules.players", 1)], "", "Too few players."),
    ]
    for name, records, findings, reports, says in bad:
        case("invalid", name, records, findings, reports=reports, says=says)
    broken = replaced('"C:LA A:L7', '"C:LA A:?7')
    case("invalid", "card-unreadable", broken, [at("log.card", 3, deal=2)], says="A token that is no card.")


def play() -> None:
    """One fault in the deals, one finding at its place."""
    bad = [
        ("three-tricks", evening((3, "tricks", EVENING[3]["tricks"][:3])), [at("deal.incomplete", 4, deal=3)], "T-14", "A deal of three tricks without a reason."),
        ("hand-of-four", evening((1, "hands", ["SO HU SX SA", *EVENING[1]["hands"][1:]])), [at("deal.hand-size", 2, deal=1, seat="A")], "T-81", "A hand of four cards."),
        ("trick-taker", evening((2, "tricks", [*EVENING[2]["tricks"][:4], "C:SU A:SX B:LU >A"])), [at("score.trick", 3, deal=2, trick=5)], "T-90", "The wrong player is said to have taken the last trick."),
        ("taken", evening((2, "taken", [0, 2, 3])), [at("score.taken", 3, deal=2)], "T-83", "Tricks are counted, not points."),
        ("pot", evening((2, "pot", 27)), [at("score.pot", 3, deal=2)], "T-100", "The pot is one chip short; the rest is right."),
        ("delta-one-chip", evening((2, "delta", [-15, 1, 14])), [at("score.delta", 3, deal=2)], "T-97", "One chip moved to the neighbour; the rest is right."),
        ("totals-one-chip", evening((2, "totals", [183, 204, 201])), [at("score.totals", 3, deal=2)], "T-97", "One chip too many."),
        ("end-winner", evening((4, "winners", "A")), [at("score.end", 5)], "T-68 T-69", "The winner named at the end did not win."),
        ("dealer", evening((2, "dealer", "B")), [at("deal.dealer", 3, deal=2)], "T-52", "Not the next dealer; play began as if the right one had dealt."),
        ("chips-from-nowhere", evening((2, "totals", [183, 204, 220]), (3, "totals", [188, 214, 205]), (4, "totals", [188, 214, 205])), [at("score.totals", 3, deal=2)], "T-102", "A purse that grew between deals without an `adjust`."),
    ]
    for name, records, findings, reports, says in bad:
        case("invalid", name, records, findings, reports=reports, says=says)


def documents() -> None:
    """Faults within a document: each costs at most the record it is in, on a line of its own or with all others on one."""
    line = LINES[2].decode().rstrip("\n")
    faults = [
        ("stray-bracket", line + "]", 3, "a bracket too many behind a record"),
        ("stray-brace-inside", line.replace(',"taken"', '},"taken"'), 3, "a brace too many inside a record"),
        ("stray-comma", line + ",", 3, "a comma too many behind a record"),
        ("missing-comma", line + LINES[3].decode().rstrip("\n"), 3, "no comma between two records"),
        ("missing-quote", line.replace('"dealer":"A"', '"dealer":"A'), 2, "a quote that is not closed"),
        ("missing-bracket", line.replace('"tricks":[', '"tricks":'), 2, "a bracket that is not opened"),
        ("missing-brace", line[:-1], 2, "a record without its last brace"),
        ("record-cut", line[: line.index(',"tricks"')], 2, "a record cut in the middle"),
    ]
    for name, broken, deals, says in faults:
        rest = [] if name == "missing-comma" else [LINES[3].decode().rstrip("\n")]
        parts = [LINES[0].decode().rstrip("\n"), LINES[1].decode().rstrip("\n"), broken, *rest, LINES[4].decode().rstrip("\n")]
        for form, between in (("line", ","), ("lines", ",\n")):
            data = '{"format":"kratzen-log","version":"1.0","records":[' + between.join(parts) + "]}\n"
            found = [at("json.syntax", 1 if form == "line" else 3)]
            case("invalid", f"document-{name}-{form}", data.encode(), found, ext="json", says=f"In a document: {says}.", deals=deals)


ALL: tuple[Callable[[], None], ...] = (valid, lenient, whole_files, lines, documents, structure, play)


def cases() -> list[Case]:
    """All cases; each with its bytes under ``data``."""
    CASES.clear()
    for part in ALL:
        part()
    return CASES


def main() -> None:
    """Writes the files and the manifest."""
    made = cases()
    for kind in ("valid", "lenient", "invalid"):
        folder = HERE / kind
        folder.mkdir(exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
    for one in made:
        (HERE / one["file"]).write_bytes(one["data"])
    (HERE / "manifest.json").write_bytes(manifest(made))


def manifest(made: list[Case]) -> bytes:
    """What must be found in each file, as JSON."""
    listed = [{key: value for key, value in one.items() if key != "data"} for one in made]
    listed += [_broken(path) for path in sorted((HERE / "broken").iterdir())]
    return json.dumps({"corpus": "kratzen-log", "version": VERSION, "cases": listed}, indent=1, ensure_ascii=False).encode() + b"\n"


def _broken(path: Path) -> Case:
    """A log that breaks one code on purpose: the file's name is the code."""
    code = path.name.removesuffix(".gz").removesuffix(".jsonl")
    verdict = "unreadable" if code == "file.unreadable" else "clean" if code in NOTES else "findings"
    return {"file": f"broken/{path.name}", "kind": "invalid", "says": "One log for each code.", "verdict": verdict, "findings": [at(code)]}


if __name__ == "__main__":
    main()
