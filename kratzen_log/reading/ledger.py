"""Every chip or point that moves, in the order in which it does (K-1, K-6, S-5)."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from kratzen_log.games._phases import after
from kratzen_log.reading.facts import Setting
from kratzen_log.reading.session import Judged

UNEXPLAINED: Final = "unexplained"
"""The reason of a movement the log records and the rules do not give; never in a lawful log."""
ADJUST: Final = "adjust"
ROW_RULES: Final = {
    "ante": "K-1", "fee": "K-4.3", "bonus": "K-6.1", "share": "K-6.2", "penalty": "K-6.4",
    "trick": "S-5", "schnellen": "S-5", "out": "S-5", ADJUST: "", UNEXPLAINED: "",
}
"""The paragraph of each reason."""
BETTLER_RULE: Final = "K-6.5"
"""The paragraph of the penalty of a Bettler."""


class Row(Struct, frozen=True):
    """One movement: the seat, why, how much; the seat's balance and the pot after it (None: not known)."""

    seat: int
    reason: str
    amount: int
    balance: int | None
    pot: int | None


class _Book:
    """Stacks and pot while rows are written."""

    def __init__(self, stacks: tuple[int, ...] | None, pot: int | None) -> None:
        self.stacks = None if stacks is None else list(stacks)
        self.pot = pot
        self.rows: list[Row] = []

    def write(self, seat: int, reason: str, amount: int, *, through_pot: bool) -> None:
        """One row; with ``through_pot`` the other side of it is the pot."""
        if self.stacks is not None:
            self.stacks[seat] += amount
        if self.pot is not None and through_pot:
            self.pot -= amount
        balance = None if self.stacks is None else self.stacks[seat]
        self.rows.append(Row(seat, reason, amount, balance, self.pot))


def deal_rows(judged: Judged, s: Setting) -> list[Row]:
    """The rows of a deal; they sum to the changes that stand. None of an aborted or void deal."""
    w, d = judged.reading, judged.facts
    rows: tuple[int, ...] | None
    delta = None
    if judged.void:
        return []
    if judged.straight is not None:
        dealer, rows, before = (judged.after.dealer - 1) % s.players, judged.straight.rows, judged.before
    elif w is None or d is None or d.abort:
        return []
    else:
        dealer, rows, before, delta = w.dealer, w.rows, w.standing, w.delta
    width = len(s.game.reasons)
    book = _Book(judged.before.stacks or before.stacks, before.pot)
    order = after(dealer, s.everybody, s.players)
    sums = [0] * s.players
    if rows is not None:
        for place, reason in enumerate(s.game.reasons):
            for seat in order:
                amount = rows[seat * width + place]
                if amount:
                    sums[seat] += amount
                    book.write(seat, reason, amount, through_pot=s.game.has_pot)
    stacks, due = judged.after.stacks, book.stacks
    for seat in order:
        rest = 0
        if stacks is not None and due is not None:
            rest = stacks[seat] - due[seat]
        elif delta is not None:
            rest = delta[seat] - sums[seat]
        if rest:
            book.write(seat, UNEXPLAINED, rest, through_pot=False)
    return book.rows


def adjust_rows(judged: Judged, delta: list[int]) -> list[Row]:
    """The rows of an ``adjust`` record."""
    book = _Book(judged.before.stacks, judged.before.pot)
    if len(delta) == len(judged.before.stacks or delta):
        for seat, amount in enumerate(delta):
            if amount:
                book.write(seat, ADJUST, amount, through_pot=False)
    return book.rows
