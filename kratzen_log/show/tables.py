"""Sessions as tidy DataFrames: one row is one observation, and every column says its unit (``columns``, docs/tables.md)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kratzen_log.auditor.auditing import Choice, audit
from kratzen_log.cards import HIGH, SEATS, SUIT_LETTERS, WELI, members, token
from kratzen_log.flow import Flow, flows
from kratzen_log.games import GAMES
from kratzen_log.games.kratzen import MUSS_NAMES
from kratzen_log.log.loading import sessions
from kratzen_log.log.model import End, Head, Session
from kratzen_log.reading.structure import player_names
from kratzen_log.replayer.replaying import iter_steps
from kratzen_log.replayer.step import Step
from kratzen_log.show.columns import COLUMNS

if TYPE_CHECKING:
    import pandas as pd

    Log = Session | str | os.PathLike[str]

Rows = dict[str, list[dict[str, Any]]]
"""Table → its rows, each by column."""
_CALLS: Final = {"call_in": "in", "call_bettler": "bettler"}


class Frames(NamedTuple):
    """The tables of some sessions; ``session`` numbers them from 0 and joins the tables."""

    sessions: pd.DataFrame
    seats: pd.DataFrame
    deals: pd.DataFrame
    results: pd.DataFrame
    plays: pd.DataFrame
    ledger: pd.DataFrame


def frames(logs: Log | Iterable[Log], rules: dict[str, object] | None = None) -> Frames:
    """Tidy tables of sessions, seats, deals, results, plays and the ledger.

    ``logs`` are sessions, or paths of logs, of which each may hold several. ``rules`` judges by other house rules.
    Chips in Kratzen, points in Schnellen. Raises ``ImportError`` with the command to type where pandas is missing,
    ``OSError`` for a file that cannot be opened.
    """
    try:
        import pandas as pd
    except ImportError as error:
        raise ImportError('frames needs pandas: pip install "kratzen-log[lab]"') from error
    rows: Rows = {name: [] for name in COLUMNS}
    for number, (source, session) in enumerate(_each(logs)):
        for name, found in session_rows(session, number, source, rules).items():
            rows[name] += found
    made = {}
    for name, columns in COLUMNS.items():
        frame = pd.DataFrame({column: [row.get(column) for row in rows[name]] for column in columns})
        made[name] = frame.astype(columns)
    return Frames(**made)


def _each(logs: Log | Iterable[Log]) -> Iterator[tuple[str, Session]]:
    many = [logs] if isinstance(logs, (Session, str, os.PathLike)) else logs
    for log in many:
        if isinstance(log, Session):
            yield "", log
        else:
            yield from ((os.fspath(log), session) for session in sessions(log))


def session_rows(
    session: Session, number: int, source: str, rules: dict[str, object] | None = None, *, seal: bool = True
) -> Rows:
    """The rows of one session for every table, as dicts of columns; ``number`` is what it is called in them.

    ``seal`` false leaves its seal unchecked.
    """
    head = session.head
    report = audit(session, Choice(rules=rules or {}, seal=seal))
    names = player_names(head)
    steps = list(iter_steps(session, rules))
    tell = _Teller(number, names)
    for step in steps:
        tell.hear(step)
    for finding in report.findings:
        if finding.severity == "error" and finding.deal is not None:
            tell.fault(finding.deal)
    moves = flows(session, rules)
    end = next((record for record in reversed(session.records) if isinstance(record, End)), None)
    whole = {
        "session": number, "source": source, "game": head.game if head else None, "date": _text(head, "date"), "place": _text(head, "place"),
        "players": len(names), "rules": house_rules(report.house_rules[0]) if report.house_rules else None,
        "deals": len(tell.rows["deals"]), "plays": len(tell.rows["plays"]), "illegal": report.plays.illegal,
        "undetermined": report.plays.undetermined, "errors": sum(found.severity == "error" for found in report.findings),
        "warnings": sum(found.severity == "warning" for found in report.findings), "verdict": report.verdict,
        "end": _text(end, "reason"), "winners": _text(end, "winners"),
    }
    return {
        "sessions": [whole], "seats": _seats(number, names, moves, steps), **tell.rows,
        "ledger": [_ledger_row(number, row) for row in moves],
    }


def house_rules(house: Mapping[str, object]) -> str:
    """House rules as one text.

    >>> house_rules({"muss": "once", "bettler": True, "target": None})
    'muss=once bettler=true target=null'
    """
    words = {True: "true", False: "false", None: "null"}
    return " ".join(f"{name}={words[value] if value is None or isinstance(value, bool) else value}" for name, value in house.items())


def _text(record: Head | End | None, key: str) -> str | None:
    value = getattr(record, key, None)
    return value if isinstance(value, str) else None


def _ledger_row(number: int, row: Flow) -> dict[str, Any]:
    return {name: getattr(row, name) for name in COLUMNS["ledger"]} | {"session": number}


def _seats(number: int, names: tuple[str, ...], moves: Iterable[Flow], steps: list[Step]) -> list[dict[str, Any]]:
    """What each seat began with, has at the end, and won in play (adjustments apart)."""
    first = next((step.before.stacks for step in steps if step.before.stacks), None)
    last = next((step.after.stacks for step in reversed(steps) if step.after.stacks), None)
    net = dict.fromkeys(SEATS, 0)
    for row in moves:
        if row.reason != "adjust":
            net[row.seat] += row.amount
    return [
        {
            "session": number, "seat": SEATS[seat], "player": name, "start": first[seat] if first else None,
            "total": last[seat] if last else None, "net": net[SEATS[seat]],
        }
        for seat, name in enumerate(names)
    ]


class _Teller:
    """Turns the steps of a session into rows, deal by deal."""

    def __init__(self, number: int, names: tuple[str, ...]) -> None:
        self.number = number
        self.names = names
        self.rows: Rows = {"deals": [], "results": [], "plays": []}
        self.deal: dict[str, Any] = {}
        self.calls: dict[int, str] = {}
        self.swaps: dict[int, int] = {}
        self.before: tuple[int, ...] | None = None
        self.hands: dict[int, int] = {}
        self.marks: dict[str, int] = {}

    def hear(self, step: Step) -> None:
        """Takes a step into account."""
        hear = getattr(self, "_" + step.kind, None)
        if hear is not None:
            hear(step)

    def fault(self, deal: int) -> None:
        """Counts an error of a deal."""
        for row in reversed(self.rows["deals"]):
            if row["deal"] == deal:
                row["errors"] += 1
                return

    def _deal(self, step: Step) -> None:
        self.deal = {
            "session": self.number, "deal": step.deal, "dealer": _seat(step.after.dealer), "dealt_in": step.after.seats.bit_count(),
            "muss": False if GAMES[step.after.game].has_pot else None, "aborted": False, "over": False, "errors": 0, "illegal": 0,
        }
        self.marks = {name: len(rows) for name, rows in self.rows.items()}
        self.rows["deals"].append(self.deal)
        self.calls, self.swaps, self.hands, self.before = {}, {}, {}, step.before.stacks

    def _packet(self, step: Step) -> None:
        table = step.after
        self.hands = {
            seat: hand for seat, hand in enumerate(table.hands)
            if hand and not table.hidden[seat] and not table.rebuilt >> seat & 1
        }

    def _muss(self, step: Step) -> None:
        self.deal["muss"] = step.after.muss
        self.deal["cause"] = MUSS_NAMES[step.facts["reason"]] if step.facts.get("reason") else None

    def _call(self, step: Step) -> None:
        self.calls[step.seat] = _CALLS.get(step.key, "out")

    def _swap(self, step: Step) -> None:
        self.swaps[step.seat] = step.facts.get("count", 0)

    def _play(self, step: Step) -> None:
        trump = step.before.trump
        illegal = step.verdict == "illegal"
        self.deal["illegal"] += illegal
        self.rows["plays"].append({
            "session": self.number, "deal": step.deal, "trick": step.trick, "play": step.play, "seat": _seat(step.seat),
            "player": step.after.name(step.seat), "card": token(step.card, step.pack), "card_bit": step.card if step.card >= 0 else None,
            "hand": step.before.hands[step.seat] or None if step.seat >= 0 else None,
            "is_trump": step.card >= 0 and 0 <= trump < HIGH and (step.card == WELI or step.card // 8 == trump),
            "legal": " ".join(token(card, step.pack) for card in members(step.legal)) if step.legal else None,
            "legal_bits": step.legal or None, "choices": step.legal.bit_count() if step.legal else None, "duty": step.duty or None,
            "must_beat": token(step.must_beat, step.pack) if step.must_beat >= 0 else None, "rule": step.rule or None,
            "verdict": step.verdict, "takes": False,
        })

    def _trick(self, step: Step) -> None:
        for row in reversed(self.rows["plays"]):
            if (row["deal"], row["trick"]) != (step.deal, step.trick):
                return
            row["takes"] = row["seat"] == _seat(step.seat)

    def _settled(self, step: Step) -> None:
        table = step.after
        first = "carry" not in self.deal
        self.deal |= {
            "trump": "high" if table.trump == HIGH else SUIT_LETTERS[table.trump] if table.trump >= 0 else None,
            "turned": " ".join(token(card, step.pack) for card in table.turned) or None, "bid": table.bid or None,
            "bidder": _seat(table.bidder), "active": table.active.bit_count(), "carry": table.pot,
            "over": step.key in ("over", "over_one"),
        }
        if first:
            self.rows["results"] += [self._result(step, seat) for seat in range(table.players)]

    def _result(self, step: Step, seat: int) -> dict[str, Any]:
        table = step.after
        dealt = table.seats >> seat & 1
        total = table.stacks[seat] if table.stacks else None
        call = "dealer" if seat == table.dealer else self.calls.get(seat, "in")
        return {
            "session": self.number, "deal": step.deal, "seat": SEATS[seat], "player": table.name(seat), "is_dealer": seat == table.dealer,
            "call": call if dealt else "not dealt in", "hand": self.hands.get(seat), "swapped": self.swaps.get(seat, 0) if dealt else 0,
            "tricks": table.taken[seat] if table.taken else None, "total": total,
            "change": total - self.before[seat] if total is not None and self.before is not None else None,
        }

    def _ledger(self, step: Step) -> None:
        if step.facts.get("reason") in ("ante", "fee"):
            self.deal["pot"] = step.facts.get("pot")

    def _void(self, step: Step) -> None:
        """A cancelled deal counts as never played: its rows go."""
        if step.key == "void":
            for name, rows in self.rows.items():
                del rows[self.marks.get(name, len(rows)) :]

    def _abort(self, _step: Step) -> None:
        self.deal["aborted"] = True


def _seat(seat: int) -> str | None:
    return SEATS[seat] if 0 <= seat < len(SEATS) else None
