"""The rows of ``telling`` as columns: the same words as the rows of ``show.tables``."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from kratzen_log.bulk.layout import KRATZEN
from kratzen_log.bulk.rulebook import GAME_KEYS
from kratzen_log.cards import CARDS, HIGH, SEATS, SUIT_LETTERS, WELI, token
from kratzen_log.export.columns import Coded, Pool
from kratzen_log.export.telling import (
    L_AMOUNT,
    L_BALANCE,
    L_BETTLER,
    L_DEAL,
    L_POT,
    L_REASON,
    L_SEAT,
    NOTHING,
    P_DEAL,
    P_HAND,
    P_LEGAL,
    P_WHAT,
    Q_ACTIVE,
    Q_AGAIN,
    Q_BID,
    Q_BIDDER,
    Q_CARRY,
    Q_CAUSE,
    Q_DEALER,
    Q_DEALT_IN,
    Q_FRENCH,
    Q_GAME,
    Q_MUSS,
    Q_NO,
    Q_OVER,
    Q_POT,
    Q_SESSION,
    Q_TRUMP,
    Q_TURNED,
    R_CALL,
    R_CHANGE,
    R_DEAL,
    R_HAND,
    R_SEAT,
    R_SWAPPED,
    R_TOTAL,
    R_TRICKS,
)
from kratzen_log.games import GAMES, kratzen, schnellen
from kratzen_log.reading.duties import DUTY_NAMES, duty_rule
from kratzen_log.reading.ledger import BETTLER_RULE, ROW_RULES

CALLS: Final = ("in", "out", "bettler", "dealer", "not dealt in")
REASONS: Final = (*kratzen.REASONS, *schnellen.REASONS)
_TRUMPS: Final = (*SUIT_LETTERS, "high")


def _popcount(values: Any) -> Any:
    return np.bitwise_count(values.view(np.uint64)).astype(np.int64)


class Deals:
    """What the rows of a part share: their deal, and by it the session, its players and the notation."""

    def __init__(self, rows: Any, numbers: Any, players: Any, pool: Pool) -> None:
        self.rows = rows
        self.sessions = numbers[rows[:, Q_SESSION]]
        self.players = players
        self.pool = pool
        self.seats = pool.many((*SEATS, None))
        self.cards = pool.many([*(token(card) for card in range(CARDS)), *(token(card, "french") for card in range(CARDS)), None])

    def common(self, deal: Any, seat: Any) -> Coded:
        """Session, deal, seat and player of rows."""
        return {
            "session": self.sessions[deal], "deal": self.rows[deal, Q_NO], "seat": self.seats[seat],
            "player": self.players[self.rows[deal, Q_SESSION], seat],
        }

    def deals(self) -> Coded:
        """The table ``deals``."""
        q, pool = self.rows, self.pool
        nothing = np.zeros(len(q), np.int64)
        return {
            "session": self.sessions, "deal": q[:, Q_NO], "dealer": self.seats[q[:, Q_DEALER]],
            "trump": pool.many((*_TRUMPS, None))[q[:, Q_TRUMP]], "turned": self.turned(), "muss": q[:, Q_MUSS].astype(np.int8),
            "cause": pool.many((*kratzen.MUSS_NAMES, None))[q[:, Q_CAUSE]], "bid": np.where(q[:, Q_BID] == 0, NOTHING, q[:, Q_BID]),
            "bidder": self.seats[q[:, Q_BIDDER]], "dealt_in": _popcount(q[:, Q_DEALT_IN]), "active": _popcount(q[:, Q_ACTIVE]),
            "pot": q[:, Q_POT], "carry": q[:, Q_CARRY], "aborted": nothing.astype(np.int8), "over": q[:, Q_OVER].astype(np.int8),
            "errors": nothing, "illegal": nothing,
        }

    def turned(self) -> Any:
        """The turned card or cards as texts."""
        q = self.rows
        base = CARDS + 1
        keys, place = np.unique((q[:, Q_FRENCH] * base + q[:, Q_TURNED] + 1) * base + q[:, Q_AGAIN] + 1, return_inverse=True)
        texts: list[str | None] = []
        for key in keys.tolist():
            rest, again = divmod(key, base)
            french, first = divmod(rest, base)
            pack: Any = "french" if french else "german"
            texts.append(" ".join(token(card - 1, pack) for card in (first, again) if card) or None)
        return self.pool.many(texts)[place]

    def results(self, r: Any) -> Coded:
        """The table ``results``."""
        call = r[:, R_CALL]
        return self.common(r[:, R_DEAL], r[:, R_SEAT]) | {
            "is_dealer": (self.rows[r[:, R_DEAL], Q_DEALER] == r[:, R_SEAT]).astype(np.int8), "call": self.pool.many(CALLS)[call],
            "hand": r[:, R_HAND], "swapped": r[:, R_SWAPPED], "tricks": r[:, R_TRICKS], "change": r[:, R_CHANGE], "total": r[:, R_TOTAL],
        }

    def plays(self, p: Any) -> Coded:
        """The table ``plays``."""
        deal, what = p[:, P_DEAL], p[:, P_WHAT]
        trick, play, seat, card, duty, beat = (what >> shift & 63 for shift in range(0, 36, 6))
        q = self.rows[deal]
        trump, french = q[:, Q_TRUMP], q[:, Q_FRENCH]
        tokens = french * CARDS
        rules = self.pool.many(duty_rule(GAMES[key], at, trump) for key in GAME_KEYS for at in range(len(DUTY_NAMES)) for trump in (0, HIGH))
        rule = (q[:, Q_GAME] * len(DUTY_NAMES) + duty) * 2 + (trump == HIGH)
        return self.common(deal, seat) | {
            "trick": trick, "play": play, "card": self.cards[card + tokens], "card_bit": card,
            "is_trump": ((trump < HIGH) & ((card == WELI) | (card >> 3 == trump))).astype(np.int8), "hand": p[:, P_HAND],
            "legal_bits": p[:, P_LEGAL], "choices": _popcount(p[:, P_LEGAL]), "duty": self.pool.many(DUTY_NAMES)[duty],
            "must_beat": self.cards[np.where(beat == 0, 2 * CARDS, beat - 1 + tokens)], "rule": rules[rule],
            "verdict": np.full(len(p), self.pool.code("legal"), np.int32), "takes": (what >> 36 & 1).astype(np.int8),
        }

    def ledger(self, m: Any) -> Coded:
        """The table ``ledger``."""
        reason = m[:, L_REASON]
        rules = self.pool.many((*(ROW_RULES[name] for name in REASONS), BETTLER_RULE))
        begged = (reason == kratzen.PENALTY) & (m[:, L_BETTLER] == 1) & (self.rows[m[:, L_DEAL], Q_GAME] == KRATZEN)
        return self.common(m[:, L_DEAL], m[:, L_SEAT]) | {
            "reason": self.pool.many(REASONS)[reason], "amount": m[:, L_AMOUNT], "balance": m[:, L_BALANCE], "pot": m[:, L_POT],
            "rule": rules[np.where(begged, len(REASONS), reason)], "why": np.full(len(m), self.pool.code(""), np.int32),
        }
