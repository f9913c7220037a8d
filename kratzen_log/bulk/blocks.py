"""Blocks of a log: the bytes that are held, and what the compiled code says of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from threading import Lock
from typing import Any, Final, NamedTuple

import numpy as np

from kratzen_log.auditor.auditing import Auditor
from kratzen_log.bulk import compiled
from kratzen_log.bulk.driving import DONE, NEW_RULES, finish
from kratzen_log.bulk.layout import (
    ANEW,
    AT,
    D_SIZE,
    FIRST,
    FIRST_LINE,
    GAME,
    K_RULES,
    LINE,
    O_DEALS,
    O_FIRST,
    O_PLAYS,
    O_RECORDS,
    O_RULES,
    O_SEALED,
    O_SIZE,
    O_STOP,
    O_SUSPECT,
    OPEN,
    PLAYERS,
    ROWS_USED,
    RULES_AT,
    RULES_END,
    S_SIZE,
    SEEN,
)
from kratzen_log.bulk.parts import PAD
from kratzen_log.bulk.rulebook import RuleBook, Ruling, card_table, keys
from kratzen_log.bulk.standing import W_SIZE
from kratzen_log.bulk.unescape import ROOM
from kratzen_log.log.container import Torn

BLOCK: Final = 1 << 19
"""Bytes that are read before the compiled code is called: few enough to stay near the processor."""
LONGEST: Final = 1 << 25
"""Bytes of one session that are held as a whole; a longer one is read piece by piece."""
ROWS: Final = 1 << 10
"""Sessions of one answer of the compiled code."""
HEAD: Final = b'{"type":"session"'
"""How a session begins as the writer writes it."""


def rules_text(record: Any, data: bytes | bytearray, plain: Any) -> bytes:
    """House rules as the head at hand writes them; ``plain`` is that line where it was written anew."""
    text = plain if record[ANEW] else data
    return bytes(text[record[RULES_AT] : record[RULES_END]]) if record[SEEN] >> K_RULES & 1 else b""


class Held:
    """What is held of a log that is read in order, in one place that is used again and grows; ``PAD`` bytes follow it.

    ``more`` is false when nothing comes after; ``torn`` says why, where compressed data broke off.
    """

    def __init__(self, pieces: Iterable[bytes] = ()) -> None:
        self.pieces = iter(pieces)
        self.more = True
        self.torn: Torn | None = None
        self.size = 0
        self._make(2 * BLOCK)

    def _make(self, size: int) -> None:
        self.data = bytearray(size + PAD)
        self.array = np.frombuffer(self.data, np.uint8)

    def make_room(self, more: int) -> None:
        """Makes room for so many more bytes."""
        if self.size + more + PAD > len(self.data):
            old = self.data[: self.size]
            self._make(2 * (self.size + more))
            self.data[: self.size] = old

    def read(self, into: Callable[[memoryview], int]) -> int:
        """Reads about a block more; how many bytes, 0 at the end."""
        self.make_room(BLOCK)
        with memoryview(self.data) as view:
            got = into(view[self.size : self.size + BLOCK])
        self.size += got
        return got

    def fill(self) -> None:
        """Reads about a block on."""
        wanted = self.size + BLOCK
        try:
            while self.more and self.size < wanted:
                self._take()
        except Torn as torn:
            self.torn, self.more = torn, False

    def _take(self) -> None:
        piece = next(self.pieces, b"")
        self.more = len(piece) > 0
        self.make_room(len(piece))
        self.data[self.size : self.size + len(piece)] = piece
        self.size += len(piece)

    @property
    def lines(self) -> int:
        """Where the last whole line ends."""
        return self.data.rfind(b"\n", 0, self.size) + 1

    def drop(self, count: int) -> None:
        """Lets go of the first bytes."""
        self.data[: self.size - count] = self.data[count : self.size]
        self.size -= count

    def one_line(self) -> Iterator[bytes]:
        """The first line, in pieces; it is dropped. Raises ``Torn`` where compressed data breaks off in it."""
        while True:
            end = self.data.find(b"\n", 0, self.size) + 1
            piece = bytes(self.data[: end or self.size])
            self.drop(len(piece))
            yield piece
            if end:
                return
            if not self.more:
                torn, self.torn = self.torn, None
                if torn is not None:
                    raise torn
                return
            self.fill()

    def let_go(self, scanner: Scanner) -> None:
        """Lets go of all but the session that is read."""
        self.drop(scanner.rebase())

    def rest(self) -> bytes:
        """All that is held."""
        return bytes(self.data[: self.size])


class Passed:
    """Sessions in order one after another, not told yet."""

    def __init__(self) -> None:
        self.deals = self.plays = 0
        self.game = ""
        self.houses: list[dict[str, object]] = []
        self.sealed = 0

    def add(self, many: Many, *, sealed: int) -> None:
        """Some more, at least one; so many of them with a chain."""
        self.deals += many.deals
        self.plays += many.plays
        self.game = self.game or many.rulings[0].game
        self.houses += [ruling.house for ruling in many.rulings]
        self.sealed += sealed

    def told(self, auditor: Auditor) -> Passed:
        """Tells of all; the next ones."""
        if not self.houses:
            return self
        auditor.pass_over(self.deals, self.plays, self.game, self.houses, sealed=self.sealed)
        return Passed()


class Many(NamedTuple):
    """Sessions in order one after another, and their house rules, of which nothing more will be asked."""

    deals: int
    plays: int
    records: int
    rulings: list[Ruling]


class Row(NamedTuple):
    """What the compiled code says of a session, and its house rules; None where something is not plainly in order.

    ``data``: the session, its first line, or nothing, by what may be asked of it.
    """

    said: list[int]
    ruling: Ruling | None
    data: bytes


class Scanner:
    """The compiled code, and where it stands in a log."""

    def __init__(self, book: RuleBook, lock: Lock, longest: int, block: Callable[..., int]) -> None:
        self.longest = longest
        self.block = block
        self.standing = np.zeros(S_SIZE, np.int64)
        self.record = np.zeros(D_SIZE, np.int64)
        self.work = np.zeros(W_SIZE, np.int64)
        self.plain = np.zeros(ROOM + PAD, np.uint8)
        self.answer = np.zeros((ROWS, O_SIZE), np.int64)
        self.use(book, lock)
        self.begin()

    def begin(self, line: int = 1) -> None:
        """At the beginning of a log, or of a part of one, whose first line has this number."""
        self.standing[:] = 0
        self.standing[LINE] = self.standing[FIRST_LINE] = line
        self.rows: list[Any] = []
        self.rulings: list[Ruling | None] = []
        self.after_plain = False

    def rebase(self) -> int:
        """Counts places from where the session at hand begins; where that was."""
        s = self.standing
        first = int(s[FIRST])
        s[AT] -= first
        s[FIRST] = 0
        return first

    def on(self, array: Any, stop: int) -> int:
        """Reads on up to ``stop``, or to where the compiled code must be told something: its state."""
        return self.block(array, stop, self.longest, *self.given, ROWS)

    def use(self, book: RuleBook, lock: Lock) -> None:
        """Judges by the rules of a book; how the arrays are given is worked out here once, not for every block."""
        self.book, self.lock = book, lock
        arrays = (self.plain, keys(), card_table(), *book.arrays, self.standing, self.record, self.work, self.answer.reshape(-1))
        self.given = compiled.flat(arrays) if isinstance(self.block, compiled.Compiled) else arrays

    def lines(self, data: bytes | bytearray, array: Any, stop: int) -> None:
        """Reads the lines up to ``stop``. Fills ``rows``."""
        s, d = self.standing, self.record
        while (state := self.on(array, stop)) != DONE:
            self.collect()
            if state == NEW_RULES and self.learned(int(d[GAME]), int(d[PLAYERS]), rules_text(d, data, self.plain)) < 0:
                self.finish(int(s[AT]))
                s[FIRST], s[FIRST_LINE], s[OPEN] = s[AT], s[LINE], 0
                self.use(RuleBook(self.book.overrides), Lock())
        self.collect()

    def learned(self, game: int, players: int, rules: bytes) -> int:
        """The row of the rule book for house rules as a head writes them; -1 when there is no room for them."""
        with self.lock:
            return self.book.learn(game, players, rules)

    def collect(self) -> None:
        """Takes the answer of the compiled code."""
        rows = self.answer[: self.standing[ROWS_USED]].copy()
        rulings = self.book.rulings
        self.rulings += [None if suspect else rulings[row] for suspect, row in rows[:, (O_SUSPECT, O_RULES)].tolist()]
        self.rows.append(rows)
        self.standing[ROWS_USED] = 0

    def told(self, data: bytes | bytearray, *, seal: bool, end: bool = False) -> list[Row | Many]:
        """What was said since this was called last; ``data`` is what was read, ``seal`` whether chains are checked.

        ``end``: nothing comes after; then the last session is there as a whole.
        """
        rows, rulings = np.concatenate(self.rows) if self.rows else self.answer[:0], self.rulings
        self.rows, self.rulings = [], []
        if self.after_plain and not end and not (seal and rows[:, O_SEALED].any()):
            plain = [ruling for ruling in rulings if ruling is not None and not ruling.remarks]
            if len(plain) == len(rulings):
                deals, plays, records = rows[:, (O_DEALS, O_PLAYS, O_RECORDS)].sum(axis=0).tolist()
                return [Many(deals, plays, records, plain)] if plain else []
        return self._each(rows.tolist(), rulings, data, seal=seal, end=end)

    def _each(self, rows: list[list[int]], rulings: list[Ruling | None], data: bytes | bytearray, *, seal: bool, end: bool) -> list[Row | Many]:
        """One session after another, each with what may be asked of it."""
        made: list[Row | Many] = []
        plain = self.after_plain
        for number, (row, ruling) in enumerate(zip(rows, rulings, strict=True), 1):
            first, stop = row[O_FIRST], row[O_STOP]
            if not plain or ruling is None or (end and number == len(rows)) or (seal and row[O_SEALED]):
                made.append(Row(row, ruling, bytes(data[first:stop])))
            elif ruling.remarks:
                made.append(Row(row, ruling, bytes(data[first : data.index(b"\n", first) + 1])))
            else:
                made.append(Row(row, ruling, b""))
            plain = ruling is not None
        self.after_plain = plain
        return made

    def finish(self, stop: int) -> None:
        """The session at hand ends here."""
        finish(self.standing, self.answer.reshape(-1), stop)
        self.collect()
