"""The simulator compiled: the same bytes as ``dumps(simulate(…))``, many times faster."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import msgspec
import numpy as np

from kratzen_log.bulk import compiled, playing
from kratzen_log.bulk.layout import D_SIZE, OPEN, S_SIZE
from kratzen_log.bulk.rulebook import GAME_KEYS, MODERATE, RuleBook
from kratzen_log.bulk.standing import W_SIZE
from kratzen_log.cards import CARDS, token
from kratzen_log.log.seal import digest
from kratzen_log.log.writer import dumps, encode_line
from kratzen_log.simulator import bots
from kratzen_log.simulator.evening import Evening, Plan, sessions_of

ROOM: Final = 1 << 20
"""Bytes that are made at once."""
MOST: Final = 1 << 12
"""Sessions that are made at once."""
EVENINGS: Final = compiled.Entry(
    playing.evenings,
    (
        compiled.NUMBER, compiled.NUMBER, compiled.numbers("plan"), compiled.numbers("book"), compiled.TABLES,
        compiled.numbers("head", "u8"), compiled.numbers("tokens", "u8"), compiled.numbers("session"), compiled.numbers("record"),
        compiled.numbers("work"), compiled.numbers("table"), compiled.numbers("answer", "u8"), compiled.numbers("ends"), compiled.NUMBER,
    ),
)
_decode: Final = msgspec.json.Decoder().decode


@cache
def _tokens() -> Any:
    return np.frombuffer("".join(token(card) for card in range(CARDS)).encode(), np.uint8)


def session_bytes(plan: Plan, sessions: int, *, seal: bool = True, first: int = 0) -> Iterator[bytes]:
    """The sessions of a plan one by one, from the number ``first`` on, as the writer writes them.

    Where amounts may become too large for the compiled functions they are played the ordinary way.
    """
    if max(plan.options) >= MODERATE >> 20 or plan.start >= MODERATE:
        yield from map(dumps, sessions_of(plan, sessions, seal=seal, first=first))
        return
    for data in _made(plan, first, first + sessions):
        yield with_seals(data) if seal else data


def _made(plan: Plan, done: int, stop: int) -> Iterator[bytes]:
    """The sessions from one number to another, without seals."""
    play = compiled.compiled(EVENINGS)
    book = RuleBook({})
    book.fill(0, GAME_KEYS.index(plan.game.key), plan.players, plan.options)
    head = np.frombuffer(encode_line(next(Evening(plan, 0).records())) + b"\n", np.uint8)
    numbers = np.zeros(playing.P_SIZE, np.int64)
    numbers[playing.DEALS] = min(plan.deals, 2**62)
    numbers[playing.LOW], numbers[playing.HIGH] = plan.seed & 0xFFFFFFFF, plan.seed >> 32
    numbers[playing.CHIPS], numbers[playing.CARDS], numbers[playing.HEAD_SIZE] = plan.start, len(plan.pack), len(head)
    numbers[playing.KINDS : playing.KINDS + plan.players] = [bots.NAMES.index(kind) for kind in plan.kinds]
    table = np.zeros(playing.T_SIZE, np.int64)
    table[playing.PACK : playing.PACK + len(plan.pack)] = plan.pack
    rows, _texts, tables = book.arrays
    standing, record, work = (np.zeros(size, np.int64) for size in (S_SIZE, D_SIZE, W_SIZE))
    out, ends = np.zeros(ROOM + len(head), np.uint8), np.zeros(MOST + 1, np.int64)
    begun: list[bytes] = []
    while done < stop:
        size = play(
            done, min(stop, done + MOST), numbers, rows, tables, head, _tokens(), standing, record, work, table, out, ends, len(out)
        )
        data = out[:size].tobytes()
        at = 0
        for end in ends[1 : ends[0] + 1].tolist():
            yield b"".join((*begun, data[at:end]))
            begun = []
            at = end
        if standing[OPEN]:
            begun.append(data[at:])
        done += int(ends[0])


def with_seals(data: bytes) -> bytes:
    """A session with the chain drawn through its lines."""
    lines = []
    last = ""
    for line in data.splitlines():
        record = _decode(line)
        if last:
            record["prev"] = last
            lines.append(b'%s,"prev":"%s"}\n' % (line[:-1], last.encode()))
        else:
            lines.append(line + b"\n")
        last = digest(record)
    return b"".join(lines)
