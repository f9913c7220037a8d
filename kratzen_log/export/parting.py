"""One part of a log as Arrow tables: sessions in order from compiled code, the others by ``show.tables``."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
from msgspec import Struct

from kratzen_log.auditor.auditing import Auditor, Choice
from kratzen_log.bulk.auditing import chains
from kratzen_log.bulk.blocks import rules_text
from kratzen_log.bulk.layout import AT, D_SIZE, GAME, LINE, PLAYERS, S_SIZE, SUSPECT
from kratzen_log.bulk.parts import PAD
from kratzen_log.bulk.rulebook import RuleBook, card_table, keys
from kratzen_log.bulk.standing import W_SIZE
from kratzen_log.bulk.unescape import ROOM
from kratzen_log.cards import SEATS, members
from kratzen_log.export.columns import Coded, Pool, arrow, coded_rows, joined
from kratzen_log.export.numbers import Deals
from kratzen_log.export.telling import (
    C_SIZE,
    DONE,
    L_SIZE,
    NEW_RULES,
    P_SIZE,
    Q_SIZE,
    R_SIZE,
    X_DEALS,
    X_FIRST,
    X_N,
    X_PLAYS,
    X_REASON,
    X_RULES,
    X_SEALED,
    X_SIZE,
    X_START,
    X_STOP,
    X_SUSPECT,
    X_TOTAL,
    X_WINNERS,
    finish,
)
from kratzen_log.log.codec import read_lines, read_pieces
from kratzen_log.log.container import Limits, Torn
from kratzen_log.log.document import array_of_records
from kratzen_log.log.loading import sessions_of
from kratzen_log.log.model import END_REASONS, Head, Void
from kratzen_log.reading.structure import player_names
from kratzen_log.show.columns import TABLES
from kratzen_log.show.tables import Rows, house_rules, session_rows

_WIDTHS: Final = (X_SIZE, Q_SIZE, R_SIZE, P_SIZE, L_SIZE)
_MOST: Final = (3, 2, 8, 40, 48)
"""More rows than one line can make, for each kind of row."""
_BYTES: Final = (1500, 500, 120, 26, 60)
"""Bytes of a log for which there is room for one row at the start."""


class Wish(Struct, frozen=True):
    """How a part is to be told: house rules to judge by, whether seals are checked, whether compiled."""

    rules: dict[str, Any] = {}
    seal: bool = True
    fast: bool = False
    limits: Limits = Limits()


class Counts(Struct, frozen=True):
    """What was told, and what was left out: records that cannot be read, deals that were cancelled.

    ``findings``: sessions with an error or a warning; ``nameless``: sessions of no known game, told without deals.
    """

    sessions: int = 0
    deals: int = 0
    plays: int = 0
    findings: int = 0
    slow: int = 0
    unread: int = 0
    cancelled: int = 0
    nameless: int = 0

    def __add__(self, other: Counts) -> Counts:
        """The sum of both."""
        return Counts(*(getattr(self, name) + getattr(other, name) for name in self.__struct_fields__))


class Told(NamedTuple):
    """The tables of a part, and what they count."""

    tables: dict[str, pa.Table]
    counts: Counts


def tell_part(data: bytes, first: int, source: str, wish: Wish, torn: Torn | None = None, *, lines: bool = True, block: Any = None) -> Told:
    """The tables of a part of a log whose first session has the number ``first``.

    ``torn`` is why the data ends early, if it does; ``lines`` false: a document. ``block`` reads the lines; the
    compiled one unless told.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        if block is None and wish.fast:
            from kratzen_log.export import compiled

            block = compiled.block()
        if block is not None and not lines and torn is None:
            data, lines = _unfolded(data, wish.limits)
        part = _Part(data, first, source, wish, torn)
        if block is None or not lines:
            part.ordinary(read_pieces if not lines else _lines)
        else:
            part.sweep(block)
        return part.told()
    finally:
        if was:
            gc.enable()


def _unfolded(data: bytes, limits: Limits) -> tuple[bytes, bool]:
    """A document as lines, where these say all that it holds; else as it is."""
    if array_of_records(data[: limits.line]) < 0 or data.lstrip()[:1] != b"{":
        return data, False
    from kratzen_log.bulk.documents import Document

    document = Document(data, iter(()), limits)
    made: list[bytes] = []
    for piece in document.pieces():
        made.append(piece)
        document.let_go(document.line)
    return (b"".join(made), True) if document.plain else (data, False)


def _lines(pieces: Iterator[bytes], limits: Limits) -> Iterator[Any]:
    return read_lines(pieces, limits, 1, 0)


class _Part:
    """A part while it is told."""

    def __init__(self, data: bytes, first: int, source: str, wish: Wish, torn: Torn | None) -> None:
        self.data = data
        self.number = first
        self.source = source
        self.wish = wish
        self.torn = torn
        self.pool = Pool()
        self.rows: Rows = {name: [] for name in TABLES}
        self.quick: dict[str, Callable[[], Coded]] = {}
        self.counts = Counts()

    # --- the ordinary way ----------------------------------------------------------------------------------------

    def ordinary(self, reader: Callable[[Iterator[bytes], Limits], Iterator[Any]], begin: int = 0, stop: int | None = None) -> int:
        """Tells sessions by the ordinary replay; how many."""
        many = 0
        last = stop is None or stop == len(self.data)
        pieces = _pieces(self.data[begin:stop], self.torn if last else None)
        for session in sessions_of(reader(pieces, self.wish.limits)):
            made = session_rows(session, self.number, self.source, self.wish.rules, seal=self.wish.seal)
            for name, found in made.items():
                self.rows[name] += found
            whole = made["sessions"][0]
            game_told = bool(made["deals"]) or not session.deals
            voids = sum(isinstance(record, Void) for record in session.records)
            self.counts += Counts(
                sessions=1, deals=whole["deals"], plays=whole["plays"], findings=int(whole["verdict"] != "clean"), slow=1,
                unread=sum(entry.record is None and bool(entry.data) for entry in session.entries),
                cancelled=min(voids, len(session.deals) - whole["deals"]) if game_told else 0, nameless=int(not game_told),
            )
            self.number += 1
            many += 1
        return many

    # --- the compiled way ----------------------------------------------------------------------------------------

    def sweep(self, block: Any) -> None:
        """Tells what is in order by compiled code, all else the ordinary way."""
        book = RuleBook(self.wish.rules)
        counts, tables, rest = self._scan(block, book)
        sessions, deals, results, plays, ledger = (table[:count] for table, count in zip(tables, counts, strict=True))
        rows = sessions.tolist()
        numbers = np.zeros(max(1, len(rows)), np.int64)
        told: list[tuple[int, Any]] = []
        for places in self._together(rows):
            place, row = places[0], rows[places[0]]
            begin, stop = row[X_FIRST], rows[places[-1]][X_STOP]
            sealed = self.wish.seal and row[X_SEALED] > 0
            cut = self.torn is not None and stop == len(self.data)
            if len(places) > 1 or row[X_SUSPECT] or cut or (sealed and not chains(self.data[begin:stop])):
                numbers[places] = -1
                self.ordinary(_lines, begin, stop)
            else:
                numbers[place] = self.number
                told.append((place, row))
                self.number += 1
        if rest < len(self.data) or (self.torn is not None and not rows):
            self.ordinary(_lines, rest)
        self._quick(book, told, numbers, deals, results, plays, ledger)

    def _together(self, rows: list[Any]) -> list[list[int]]:
        """The sessions as the general reader parts them: what does not begin with a head it can read is no new one."""
        parts: list[list[int]] = []
        for place, row in enumerate(rows):
            begin, stop = row[X_FIRST], row[X_STOP]
            if place == 0 or not row[X_SUSPECT] or self._reads(begin, stop, head=True):
                begun = len(parts) != 1 or place != 1 or not rows[0][X_SUSPECT] or self._reads(0, begin, head=False)
                if begun:
                    parts.append([place])
                    continue
            parts[-1].append(place)
        return parts

    def _reads(self, begin: int, stop: int, *, head: bool) -> bool:
        """Whether anything in these lines can be read; with ``head``: whether they begin with a session record."""
        entries = _lines(iter((self.data[begin:stop],)), self.wish.limits)
        if head:
            first = next(entries, None)
            return first is not None and isinstance(first.record, Head)
        return any(entry.record is not None for entry in entries)

    def _scan(self, block: Any, book: RuleBook) -> tuple[list[int], list[Any], int]:
        """Runs the block over all lines: the counts and rows of each kind, and how far."""
        data = self.data + bytes(PAD)
        array = np.frombuffer(data, np.uint8)
        stop = self.data.rfind(b"\n") + 1
        state, record, work = np.zeros(S_SIZE, np.int64), np.zeros(D_SIZE + 16, np.int64), np.zeros(W_SIZE, np.int64)
        state[LINE] = 1
        plain = np.zeros(ROOM + PAD, np.uint8)
        counts = np.zeros(C_SIZE, np.int64)
        sizes = [len(data) // per + 64 for per in _BYTES]
        out = [np.zeros(size * width, np.int64) for size, width in zip(sizes, _WIDTHS, strict=True)]
        whole = True
        while True:
            limits = np.array([size - most for size, most in zip(sizes, _MOST, strict=True)], np.int64)
            answer = block(
                array, stop, self.wish.limits.line, plain, keys(), card_table(), *book.arrays, state, record, work, counts,
                tuple(out), limits,
            )
            if answer == DONE:
                break
            if answer == NEW_RULES:
                if book.learn(int(record[GAME]), int(record[PLAYERS]), rules_text(record, data, plain)) < 0:
                    whole = False
                    break
                continue
            for at in range(5):
                if counts[at] > limits[at]:
                    sizes[at] = sizes[at] * 3 // 2 + _MOST[at]
                    out[at] = np.concatenate([out[at], np.zeros(sizes[at] * _WIDTHS[at] - len(out[at]), np.int64)])
        end = len(self.data) if whole else int(state[AT])
        if whole and stop < end:
            state[SUSPECT] = 1
        finish(state, counts, out[0], end)
        return counts[:5].tolist(), [rows.reshape(-1, width) for rows, width in zip(out, _WIDTHS, strict=True)], end

    def _quick(
        self, book: RuleBook, told: list[tuple[int, Any]], numbers: Any, deals: Any, results: Any, plays: Any, ledger: Any
    ) -> None:
        """The columns of what compiled code told."""
        names = np.full((len(numbers), len(SEATS)), -1, np.int32)
        sessions: list[dict[str, Any]] = []
        seats: list[dict[str, Any]] = []
        remarks: dict[int, dict[str, Any]] = {}
        for place, row in told:
            begin = row[X_FIRST]
            line = self.data[begin : self.data.index(b"\n", begin) + 1]
            entry = next(_lines(iter((line,)), self.wish.limits))
            head = entry.record
            assert isinstance(head, Head)
            players = player_names(head)
            names[place, : len(players)] = [self.pool.code(name) for name in players]
            number = int(numbers[place])
            ruling = row[X_RULES]
            if ruling not in remarks:
                remarks[ruling] = self._remarks(book, ruling, entry)
            end = row[X_REASON]
            sessions.append(remarks[ruling] | {
                "session": number, "source": self.source, "game": head.game, "players": len(players), "deals": row[X_DEALS],
                "date": head.date if isinstance(head.date, str) else None, "place": head.place if isinstance(head.place, str) else None,
                "plays": row[X_PLAYS], "illegal": 0, "undetermined": 0, "end": END_REASONS[end] if end >= 0 else None,
                "winners": None if row[X_WINNERS] < 0 else "".join(SEATS[seat] for seat in members(row[X_WINNERS])),
            })
            seats += [
                {
                    "session": number, "seat": SEATS[seat], "player": name, "start": row[X_START + seat], "total": row[X_TOTAL + seat],
                    "net": row[X_TOTAL + seat] - row[X_START + seat],
                }
                for seat, name in enumerate(players[: row[X_N]])
            ]
        made = Deals(deals, numbers, names, self.pool)
        self.quick = {
            "sessions": lambda: coded_rows("sessions", sessions, self.pool), "seats": lambda: coded_rows("seats", seats, self.pool),
            "deals": made.deals, "results": lambda: made.results(results), "plays": lambda: made.plays(plays),
            "ledger": lambda: made.ledger(ledger),
        }
        self.counts += Counts(
            sessions=len(told), deals=sum(row[X_DEALS] for _place, row in told), plays=sum(row[X_PLAYS] for _place, row in told),
            findings=sum(row["verdict"] != "clean" for row in sessions),
        )

    def _remarks(self, book: RuleBook, ruling: int, entry: Any) -> dict[str, Any]:
        """What the table ``sessions`` says of house rules and of what is found in a head that has them."""
        found: dict[str, Any] = {"rules": house_rules(book.rulings[ruling].house), "errors": 0, "warnings": 0, "verdict": "clean"}
        if book.rulings[ruling].remarks:
            auditor = Auditor("", Choice(rules=self.wish.rules))
            auditor.take(entry)
            auditor.pass_rest(0, 0, sealed=False)
            report = auditor.finish()
            found["verdict"] = report.verdict
            for severity in ("error", "warning"):
                found[severity + "s"] = sum(one.severity == severity for one in report.findings)
        return found

    # --- together ------------------------------------------------------------------------------------------------

    def told(self) -> Told:
        """The tables, made one after another."""
        return Told({name: arrow(name, self._coded(name), self.pool) for name in TABLES}, self.counts)

    def _coded(self, name: str) -> Coded:
        rows = coded_rows(name, self.rows[name], self.pool)
        quick = self.quick.pop(name, None)
        if quick is None:
            return rows
        coded = _kept(quick())
        return joined(name, coded, rows) if self.rows[name] else coded


def _kept(coded: Coded) -> Coded:
    """The rows of sessions that were told."""
    keep = coded["session"] >= 0
    if keep.all():
        return coded
    return {name: values[keep] for name, values in coded.items()}


def _pieces(data: bytes, torn: Torn | None) -> Iterator[bytes]:
    if data:
        yield data
    if torn is not None:
        raise torn
