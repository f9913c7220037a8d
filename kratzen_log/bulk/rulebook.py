"""House rules as rows of numbers, and the cards and duties under each trump: what the compiled audit looks up."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np
from msgspec import Struct

from kratzen_log.bulk.judging import RUNGS
from kratzen_log.bulk.layout import (
    B_AGAIN,
    B_FIRST_PACKET,
    B_GAME,
    B_PACK,
    B_PLAYERS,
    B_READY,
    B_REASON,
    B_SECOND_PACKET,
    B_SIZE,
    B_TURN_AFTER,
    BOOK_ROWS,
    KEYS,
    SLOTS,
    SPELLED,
    SPELLING,
    TEXT_SIZE,
    packed,
)
from kratzen_log.bulk.scan import slot_of
from kratzen_log.cards import CARDS, HIGH, READ
from kratzen_log.games import GAMES, kratzen, schnellen
from kratzen_log.games._game import write_options
from kratzen_log.kernel.trick import STOP
from kratzen_log.log.codec import decode
from kratzen_log.log.container import Limits, Raw
from kratzen_log.log.model import END_REASONS, Head
from kratzen_log.reading.session import setting
from kratzen_log.reading.structure import open_session

MODERATE: Final = 2**40
"""Amounts in house rules above this are left to the ordinary audit, which counts without a limit of its own."""
GAME_KEYS: Final = (kratzen.GAME.key, schnellen.GAME.key)


@cache
def keys() -> Any:
    """The table of keys for the scanner: the word in two parts and its number, found from ``slot_of``; then how each is spelled."""
    table = np.zeros(SPELLED + SPELLING * len(KEYS), np.int64)
    for number, key in enumerate(KEYS):
        first, second = packed(key[:8]), packed(key[8:])
        slot = slot_of(first)
        while table[3 * slot]:
            slot = (slot + 1) % SLOTS
        table[3 * slot : 3 * slot + 3] = first, second, number
        spelled = f'"{key}":'.encode()
        at = SPELLED + SPELLING * number
        for part, text in enumerate((spelled[:8], spelled[8:16])):
            table[at + 2 * part : at + 2 * part + 2] = np.frombuffer(b"\xff" * len(text) + bytes(8 - len(text)) + text + bytes(8 - len(text)), np.int64)
        table[at + 4] = len(spelled)
    return table


@cache
def card_table() -> Any:
    """Two bytes of a card as one number, the first the lower: the card; -1 for all others.

    From 65,536 on the last two bytes of the characters of Unicode that are cards.
    """
    table = np.full((1 << 16) + 512, -1, np.int8)
    for text, card in READ.items():
        code = text.encode()
        if card >= 0 and len(text) == 2:
            table[code[0] | code[1] << 8] = card
        elif card >= 0 and len(text) == 1 and len(code) == 4:
            table[(1 << 16) + (code[2] & 1) * 256 + code[3]] = card
    return table


class Ruling(Struct, frozen=True):
    """What one row stands for: the game, the options that differ from their defaults, whether a head is worth a remark."""

    game: str
    house: dict[str, object]
    remarks: bool


class RuleBook:
    """All house rules met so far, as arrays for the compiled code."""

    def __init__(self, overrides: dict[str, object]) -> None:
        self.overrides = overrides
        self.rulings: list[Ruling] = []
        self.known: dict[tuple[int, int, bytes], int] = {}
        self.rows = np.zeros((BOOK_ROWS, B_SIZE), np.int64)
        self.texts = np.zeros((BOOK_ROWS, TEXT_SIZE), np.int64)
        high = HIGH + 1
        self.tables = (
            np.zeros((BOOK_ROWS, high, CARDS), np.int64), np.zeros((BOOK_ROWS, high, high), np.int64), np.zeros((BOOK_ROWS, high, CARDS), np.int64),
            np.zeros((BOOK_ROWS, high), np.int64), np.full((BOOK_ROWS, high, 3, RUNGS), STOP, np.int64),
        )

    @property
    def arrays(self) -> tuple[Any, Any, tuple[Any, ...]]:
        """Rows, texts and tables as flat arrays."""
        return self.rows.reshape(-1), self.texts.reshape(-1), tuple(table.reshape(-1) for table in self.tables)

    def learn(self, game: int, players: int, rules: bytes) -> int:
        """The row of house rules as a head writes them; -1 when there is no room for more. The last row is left empty.

        Others may look a row up meanwhile: it counts from when its first number is set, after all the rest.
        """
        row = len(self.rulings)
        if (game, players, rules) in self.known:
            return self.known[game, players, rules]
        if row == BOOK_ROWS - 1 or len(rules) > TEXT_SIZE - 4:
            return -1
        self.known[game, players, rules] = row
        self.rulings.append(self._read(row, GAME_KEYS[game], players, rules))
        self.texts[row, 4 : 4 + len(rules)] = list(rules)
        self.texts[row, 1:4] = len(rules), game, players
        self.texts[row, 0] = 1
        return row

    def _read(self, row: int, key: str, players: int, rules: bytes) -> Ruling:
        text = b'{"type":"session","format":"kratzen-log","version":"1.0","game":"%s",%s"players":[%s],"start":[%s]}' % (
            key.encode(), b'"rules":%s,' % rules if rules else b"", b",".join([b'""'] * players), b",".join([b"0"] * players),
        )
        entries, _index = decode(Raw(text, 1), 0, Limits())
        head = entries[0].record
        if len(entries) != 1 or entries[0].faults or not isinstance(head, Head):
            return Ruling(key, {}, False)
        opening = open_session(head, self.overrides)
        game = opening.game
        if game is None or any(not breach.code.startswith("rules.") or breach.code in _GRAVE for breach in opening.breaches):
            return Ruling(key, {}, False)
        house = {name: value for name, value in write_options(game, opening.options).items() if name != "version"}
        if max(opening.options) < MODERATE:
            self.fill(row, GAME_KEYS.index(key), players, opening.options)
        return Ruling(key, house, bool(opening.breaches))

    def fill(self, row: int, number: int, players: int, options: Any) -> None:
        """Fills a row with the house rules of a game."""
        game = GAMES[GAME_KEYS[number]]
        s = setting(game, options, players)
        packets, turn_after, again = game.packets(options)
        line = self.rows[row]
        line[: len(options)] = options
        line[B_GAME], line[B_PLAYERS], line[B_PACK] = number, players, s.pack
        line[B_TURN_AFTER], line[B_AGAIN] = turn_after, again
        line[B_FIRST_PACKET], line[B_SECOND_PACKET] = packets
        line[B_READY] = 1
        for place, reason in enumerate(END_REASONS):
            line[B_REASON + place] = 1 << game.end_reasons.index(reason) if reason in game.end_reasons else 0
        suit_of, suit_mask, higher, free, ladder = self.tables
        for trump in range(HIGH + 1):
            t = game.tables(options, trump)
            suit_of[row, trump], suit_mask[row, trump], higher[row, trump], free[row, trump] = t.suit_of, t.suit_mask, t.higher, t.free
            for place, rungs in enumerate(t.ladder):
                ladder[row, trump, place, : len(rungs)] = rungs


_GRAVE: Final = ("rules.option", "rules.players")
