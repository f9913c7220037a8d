"""A deal as text: hands, what was said, the tricks as a table, the chips as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kratzen_log.cards import SEATS, token
from kratzen_log.replayer.board import (
    FAULT,
    NAME,
    WIDTH,
    Paint,
    flow,
    heading,
    label,
    label_width,
    order,
    plain,
    why,
    word,
)
from kratzen_log.replayer.step import Step
from kratzen_log.replayer.table import Table
from kratzen_log.texts.safe import change, pad, terminal, width, wrap

_TALK: Final = frozenset({"bid", "trump", "muss", "take", "put_away", "call", "dealer_call", "swap"})
_CELL: Final = 8
"""Columns of a play in a trick: seat, card, marks."""


def sheet(
    steps: Sequence[Step], lang: str = "en", paint: Paint = plain, *, every: bool = False, columns: int = WIDTH
) -> list[str]:
    """The lines of a deal, in so many columns. With ``every`` the sentence of each play follows where it happened.

    A name is cut alike in all tables of the deal.
    """
    if not steps:
        return []
    last = steps[-1]
    first_play = next((step for step in steps if step.kind == "play"), last)
    named = first_play.before if first_play.kind == "play" else last.after
    wrong = next((breach for step in steps for breach in step.breaches if breach.code == "score.pot"), None)
    recorded = None if wrong is None else wrong.facts.get("recorded")
    grid = _Grid(steps, named, lang, columns)
    lines = [paint("bold", line) for line in heading(named.but(pot=_pot_played(steps)), lang, last.pack, columns, recorded)]
    lines += ["", *grid.hands(), ""]
    talk = [step for step in steps if step.kind in _TALK or (step.kind == "ledger" and step.breaches)]
    for step in talk:
        lines += _sentence(step, lang, paint, columns)
    if talk:
        lines.append("")
    lines += _tricks(grid, steps, paint, every=every)
    lines += grid.chips()
    settled = [step for step in steps if step.kind == "settled"]
    for step in (*[step for step in steps if step.kind in ("abort", "void")], *settled):
        if step.kind != "settled" or step.breaches or step is not settled[0]:
            lines += _sentence(step, lang, paint, columns)
    return lines


def _pot_played(steps: Sequence[Step]) -> int | None:
    """The pot played for: after antes and fees."""
    pots = [step.after.pot for step in steps if step.kind == "ledger" and step.key in ("ante", "ante_short", "fee")]
    return pots[-1] if pots else steps[0].after.pot


def _sentence(step: Step, lang: str, paint: Paint, columns: int) -> list[str]:
    lines = wrap(terminal(step.text(lang)), columns, "! " if step.breaches else "  ", "    ")
    if not step.breaches:
        return lines
    return [paint("error", line) for line in lines] + why(step, lang, paint, columns)


class _Grid:
    """The tables of a deal: how wide their columns are, so that a name looks the same in all of them."""

    def __init__(self, steps: Sequence[Step], named: Table, lang: str, columns: int) -> None:
        self.lang = lang
        self.columns = columns
        self.t = steps[-1].after
        dealt = next((step for step in steps if step.kind == "packet"), steps[0])
        self.held = [(seat, *self._held(dealt, named, seat)) for seat in range(self.t.players) if dealt.after.seats >> seat & 1]
        self.cards = max((width(cards) for _seat, cards, _note in self.held), default=0)
        self.rows = [step for step in steps if step.kind == "ledger"]
        self.reasons = list(dict.fromkeys(str(step.facts["reason"]) for step in self.rows))
        self.amounts = [
            [sum(int(step.facts["change"]) for step in self.rows if step.seat == seat and step.facts["reason"] == reason) for reason in self.reasons]
            for seat in range(self.t.players)
        ]
        notes = max((width(note) for _seat, _cards, note in self.held), default=0)
        rooms = (columns - 8 - self.cards - notes, columns - 4 - sum(self.widths()), columns - 15 - _CELL * self.t.players)
        self.room = rooms[1]
        fitting = [room for room in rooms if room >= 6]
        self.names = label_width(self.t, min(fitting, default=NAME))

    def _held(self, dealt: Step, named: Table, seat: int) -> tuple[str, str]:
        """The dealt hand of a seat, and what is to be said of it."""
        t = dealt.after
        hidden = t.hidden[seat] if seat < len(t.hidden) else 0
        known = [token(card, dealt.pack) for card in order(named, t.hand(seat))]
        if hidden and not known:
            note = word("unknown", self.lang)
        elif t.rebuilt >> seat & 1:
            note = word("rebuilt", self.lang)
        else:
            note = word("dealer", self.lang) if seat == t.dealer else ""
        return " ".join([*known, *["??"] * hidden]), note

    def hands(self) -> list[str]:
        """Who was dealt what."""
        return [
            f"  {SEATS[seat]} {pad(terminal(self.t.name(seat)), self.names)}  {pad(cards, self.cards)}  {note}".rstrip()
            for seat, cards, note in self.held
        ]

    def name(self, seat: int) -> str:
        """A player's name as the tables show it."""
        return label(self.t, seat, self.names)

    def heads(self) -> list[str]:
        """The heads of the table of chips."""
        return [*(word("reason_" + reason, self.lang) for reason in self.reasons), word("change", self.lang), word("total", self.lang)]

    def cells(self, seat: int) -> list[str]:
        """A row of the table of chips."""
        amounts = self.amounts[seat]
        total = "?" if self.t.stacks is None else str(self.t.stacks[seat])
        return [*(change(amount) if amount else "·" for amount in amounts), change(sum(amounts)), total]

    def widths(self) -> list[int]:
        """The columns of the table of chips, with two between them."""
        table = [self.heads(), *map(self.cells, range(self.t.players))]
        wide = [2 + max(map(width, column)) for column in zip(*table, strict=True)]
        if self.t.pot is not None:
            wide[-1] = max(wide[-1], 2 + len(str(self.t.pot)))
        return wide

    def chips(self) -> list[str]:
        """Who got and paid what, a row per seat; as sentences where the amounts need more room than there is."""
        if not self.rows:
            return []
        if self.room < 6:
            return self._told()
        wide = self.widths()

        def row(label: str, cells: Sequence[str]) -> str:
            return pad(label, 4 + self.names) + "".join(pad(cell, columns, right=True) for cell, columns in zip(cells, wide, strict=True))

        lines = [row("", self.heads())]
        lines += [row(f"  {SEATS[seat]} {self.name(seat)}", self.cells(seat)) for seat in range(self.t.players)]
        if self.t.pot is not None:
            left = "  " + word("pot_left", self.lang)
            lines.append(pad(left, 4 + self.names + sum(wide[:-1])) + f"{self.t.pot:>{wide[-1]}}")
        return [*lines, ""]

    def _told(self) -> list[str]:
        lines = []
        heads = self.heads()
        for seat in range(self.t.players):
            cells = [f"{head} {cell}" for head, cell in zip(heads, self.cells(seat), strict=True) if cell != "·"]
            lines += wrap(f"{SEATS[seat]} {self.name(seat)}: {', '.join(cells)}", self.columns, "  ", "    ")
        if self.t.pot is not None:
            lines += wrap(f"{word('pot_left', self.lang)}: {self.t.pot}", self.columns, "  ", "    ")
        return [*lines, ""]


def _tricks(grid: _Grid, steps: Sequence[Step], paint: Paint, *, every: bool) -> list[str]:
    """The tricks, a row each: cards in the order played, who took it; duties and faults below; what the marks say."""
    lang, columns = grid.lang, grid.columns
    lines = []
    plays = [step for step in steps if step.kind == "play"]
    for number in sorted({step.trick for step in steps if step.trick}):
        mine = [step for step in plays if step.trick == number]
        taken = next((step for step in steps if step.trick == number and step.kind == "trick"), None)
        cells = [pad(_cell(step), _CELL) for step in mine]
        if taken is not None:
            cells.append(f"→ {grid.name(taken.after.due)}")
        first = f"  {word('trick', lang, n=number)}   "
        lines += flow(cells, columns, first, " " * width(first))
        for step in (*mine, *([taken] if taken is not None and taken.breaches else [])):
            if every or step.breaches:
                lines += ["    " + line for line in _sentence(step, lang, paint, columns - 4)]
    marks = [word("mark_fault", lang, mark=FAULT)] if any(step.verdict == "illegal" for step in plays) else []
    marks += [word("mark_noticed", lang)] if any(step.noticed for step in plays) else []
    lines += [paint("dim", line) for line in flow([f"{mark}   " for mark in marks], columns, "  ", "  ")] if marks else []
    return [*lines, ""] if lines else []


def _cell(step: Step) -> str:
    """A play as the log writes it, and the mark of a fault."""
    seat = SEATS[step.seat] if step.seat >= 0 else "?"
    return f"{seat}:{token(step.card, step.pack)}{'!' if step.noticed else ''}{FAULT if step.verdict == 'illegal' else ''}"
