"""Where the chips went: one row for everything that moves, and who pays whom at the end (RULES K-6, S-5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from kratzen_log.cards import SEATS
from kratzen_log.log.model import Adjust, Deal, Session
from kratzen_log.reading.ledger import ADJUST, BETTLER_RULE, ROW_RULES, UNEXPLAINED, Row, adjust_rows, deal_rows
from kratzen_log.reading.session import setting
from kratzen_log.replayer.replaying import judge
from kratzen_log.texts import Voice, table

if TYPE_CHECKING:
    import pandas as pd


class Flow(Struct, frozen=True, kw_only=True):
    """One movement of chips (Kratzen) or points (Schnellen).

    ``deal`` is the deal's number, None for an adjustment; ``amount`` is signed from the seat's side; ``balance``
    is the seat's stack or score and ``pot`` the pot after it, None where a lost record hides them (``pot`` also in
    Schnellen).
    """

    session: int
    deal: int | None
    seat: str
    player: str
    reason: str
    amount: int
    balance: int | None
    pot: int | None
    rule: str = ""
    why: str = ""

    def text(self, lang: str = "en") -> str:
        """The row as a sentence."""
        facts = {
            "player": self.player, "amount": abs(self.amount), "change": self.amount, "balance": self.balance,
            "pot": self.pot, "why": self.why,
        }
        sentence = Voice(lang).fill(table("words")["flow"][self.reason][lang], facts)
        return f"{sentence} ({self.rule})" if self.rule else sentence

    def __str__(self) -> str:
        where = "between deals" if self.deal is None else f"deal {self.deal}"
        return f"{where}: {self.text()}"


class Flows(tuple[Flow, ...]):
    """The rows of a ledger in the order in which things moved."""

    __slots__ = ()

    def to_pandas(self) -> pd.DataFrame:
        """The rows as a DataFrame with the columns of ``Flow``; amounts, balances and pots are nullable integers.

        Raises ``ImportError`` with the command to type where pandas is not installed.
        """
        try:
            import pandas as pd
        except ImportError as error:
            raise ImportError('to_pandas needs pandas: pip install "kratzen-log[lab]"') from error
        columns = list(Flow.__struct_fields__)
        frame = pd.DataFrame([[getattr(row, name) for name in columns] for row in self], columns=columns)
        return frame.astype(dict.fromkeys(("session", "deal", "amount", "balance", "pot"), "Int64"))


def flows(sessions: Session | Iterable[Session], rules: dict[str, object] | None = None) -> Flows:
    """The ledger of one session or several: antes, fees, bonuses, shares, penalties, points, adjustments.

    The rows of a deal sum to its ``delta``. Where a log books what the rules do not give, the difference is a row of
    its own with the reason ``unexplained``; a lawful log has none.
    """
    many = [sessions] if isinstance(sessions, Session) else sessions
    return Flows(row for number, session in enumerate(many) for row in iter_flows(session, number, rules))


def iter_flows(session: Session, number: int = 0, rules: dict[str, object] | None = None) -> Iterator[Flow]:
    """The rows of one session, holding one deal at a time."""
    opening, judged = judge(session, rules, readings=False)
    if opening is None or opening.game is None:
        return
    s = setting(opening.game, opening.options, len(opening.players))
    for one in judged:
        record = one.entry.record
        if isinstance(record, Deal):
            for row in deal_rows(one, s):
                yield _flow(row, number, one.facts.no if one.facts else one.before.number, opening.players, _rule(row, one.reading))
        elif isinstance(record, Adjust):
            for row in adjust_rows(one, record.delta):
                yield _flow(row, number, None, opening.players, "", record.why or "")


def _rule(row: Row, world: Any) -> str:
    if row.reason == "penalty" and world is not None and row.seat == world.bettler:
        return BETTLER_RULE
    return ROW_RULES[row.reason]


def _flow(row: Row, number: int, deal: int | None, players: Sequence[str], rule: str, why: str = "") -> Flow:
    return Flow(
        session=number, deal=deal, seat=SEATS[row.seat], player=players[row.seat], reason=row.reason, amount=row.amount,
        balance=row.balance, pot=row.pot, rule=rule, why=why,
    )


class Transfer(Struct, frozen=True):
    """Somebody pays somebody; None is nobody: the chips lie in the pot, or the log cannot say whose they are."""

    payer: str | None
    receiver: str | None
    amount: int

    @property
    def kind(self) -> str:
        """The word under which its sentence stands: ``pays``, ``stays`` (nobody receives it) or ``unpaid``."""
        if not self.payer:
            return "unpaid"
        return "pays" if self.receiver else "stays"


def settle_up(results: dict[str, int], left: int = 0) -> list[Transfer]:
    """Who pays whom so that everybody is even, with the fewest transfers.

    ``results`` are what each player won (+) or lost (−), ``left`` what stays with nobody, such as the last pot
    (K-7); all must be whole (``TypeError``) and together sum to zero (``ValueError``). Exact for up to twelve players: the most groups
    that are even among themselves need the fewest transfers.

    >>> [(t.payer, t.receiver, t.amount) for t in settle_up({"Anna": 5, "Ben": -2, "Carla": -3})]
    [('Carla', 'Anna', 3), ('Ben', 'Anna', 2)]
    >>> [(t.payer, t.receiver, t.amount) for t in settle_up({"Anna": 5, "Ben": -7}, left=2)]
    [('Ben', 'Anna', 5), ('Ben', None, 2)]
    """
    for name, amount in results.items():
        if not isinstance(amount, int):
            raise TypeError(f"settle_up takes whole numbers: {name} has {amount!r}")
    total = sum(results.values()) + left
    if total:
        raise ValueError(f"the results sum to {total:+d}, not to 0: somebody else must hold or owe the difference")
    parties: dict[str | None, int] = dict(results.items())
    parties[None] = left
    names = [name for name, amount in parties.items() if amount]
    amounts = [parties[name] for name in names]
    groups = _even_groups(tuple(amounts)) if len(names) <= 12 else ((1 << len(names)) - 1,)
    found = [transfer for group in groups for transfer in _pay_off(names, amounts, group)]
    return sorted(found, key=lambda transfer: transfer.payer is None or transfer.receiver is None)


def _even_groups(amounts: tuple[int, ...]) -> tuple[int, ...]:
    """The players split into as many groups as possible that each sum to zero; masks."""
    sums = [0] * (1 << len(amounts))
    for group in range(1, len(sums)):
        low = group & -group
        sums[group] = sums[group ^ low] + amounts[low.bit_length() - 1]

    @cache
    def best(group: int) -> tuple[int, ...]:
        if not group:
            return ()
        low = group & -group
        rest = group ^ low
        found: tuple[int, ...] = (group,)
        part = rest
        while True:
            candidate = part | low
            if sums[candidate] == 0 and candidate != group:
                split = (candidate, *best(group ^ candidate))
                if len(split) > len(found):
                    found = split
            if not part:
                return found
            part = (part - 1) & rest

    return best(len(sums) - 1)


def _pay_off(names: list[str | None], amounts: list[int], group: int) -> Iterator[Transfer]:
    """Within a group, whoever owes most pays whoever is owed most."""
    left = {at: amounts[at] for at in range(len(names)) if group >> at & 1}
    while any(left.values()):
        payer = min(left, key=lambda at: (left[at], at))
        receiver = max(left, key=lambda at: (left[at], -at))
        amount = min(-left[payer], left[receiver])
        left[payer] += amount
        left[receiver] -= amount
        yield Transfer(names[payer], names[receiver], amount)


class Outcome(Struct, frozen=True):
    """What a session comes to, without what was moved outside play.

    ``won`` is what each player is owed (+) or owes (−), ``points`` the change of the score in Schnellen (None in
    Kratzen), ``pot`` the chips in the pot at the end (None where a lost record hides them), ``astray`` the chips that
    the log books to somebody and from nobody (+), or from somebody and to nobody (−); a lawful log has none.
    """

    won: dict[str, int]
    points: dict[str, int] | None = None
    pot: int | None = 0
    astray: int = 0

    @property
    def left(self) -> int:
        """What stays with nobody."""
        return -sum(self.won.values())


def results(session: Session, rules: dict[str, object] | None = None) -> Outcome:
    """What each player won or lost in play; adjustments count as paid in or out.

    Kratzen: chips against the start and the adjustments. Schnellen: each two players settle the difference of their
    points, and fewer points win. Nothing where the game cannot be told.
    """
    opening, judged = judge(session, rules, readings=False)
    if opening is None or opening.game is None:
        return Outcome({})
    names = _unique(opening.players)
    moved = dict.fromkeys(names, 0)
    for row in flows(session, rules):
        if row.reason != ADJUST:
            moved[names[SEATS.index(row.seat)]] += row.amount
    if not opening.game.has_pot:
        total = sum(moved.values())
        return Outcome({name: total - len(names) * points for name, points in moved.items()}, moved)
    pot: int | None = 0
    for one in judged:
        pot = one.after.pot
    return Outcome(moved, None, pot, 0 if pot is None else pot + sum(moved.values()))


def _unique(players: Sequence[str]) -> list[str]:
    """Names that tell players apart: the seat is added where two are called the same."""
    return [name if players.count(name) == 1 else f"{name} ({SEATS[seat]})" for seat, name in enumerate(players)]


__all__ = ["UNEXPLAINED", "Flow", "Flows", "Outcome", "Transfer", "flows", "iter_flows", "results", "settle_up"]
