"""Counting all lawful ways to play a deal: how two programs find out whether they play by the same rules."""

from __future__ import annotations

import functools
from collections import Counter
from typing import Any, NamedTuple

from kratzen_log import cards
from kratzen_log.games import GAMES
from kratzen_log.games._game import Tables, read_options, read_value
from kratzen_log.kernel.trick import count_lines
from kratzen_log.replayer.position import read_trump
from kratzen_log.texts.safe import shown

BOUNDS = ("lead", "follow", "follow-beat", "trump", "overtrump", "free", "undertrump")


class PerftError(ValueError):
    """A perft file that cannot be read; the message names the line."""


class Block(NamedTuple):
    """One position of a perft file and the figures it gives."""

    id: str
    tables: Tables
    hands: tuple[int, ...]
    perft: dict[int, int]
    leaves: int | None
    wins: tuple[int, ...] | None
    bound: dict[str, int] | None


def read(text: str) -> list[Block]:
    """The blocks of a perft file. ``game`` holds for all that follow, ``rule`` lines for their block."""
    blocks: list[Block] = []
    game = ""
    rows: list[tuple[int, list[str]]] = []
    for number, line in enumerate([*text.splitlines(), "id"], 1):
        words = line.split("#")[0].split()
        if not words:
            continue
        if words[0] in ("game", "id") and any(row[1][0] != "rule" for row in rows):
            blocks.append(_block(game, rows))
            rows = []
        if words[0] == "game":
            game = words[1] if len(words) > 1 else ""
            if game not in GAMES:
                raise PerftError(f"line {number}: {shown(line.strip())}: game is {' or '.join(GAMES)}")
        else:
            rows.append((number, words))
    if not blocks:
        raise PerftError("no block with hand lines")
    return blocks


def _block(game: str, rows: list[tuple[int, list[str]]]) -> Block:
    name, trump, hands = "", "", []
    rules: dict[str, object] = {}
    perft: dict[int, int] = {}
    leaves: int | None = None
    wins: tuple[int, ...] | None = None
    bound: dict[str, int] | None = None
    for number, words in rows:
        try:
            match words[0]:
                case "id":
                    name = words[1]
                case "trump":
                    trump = words[1]
                case "rule":
                    key, _, value = " ".join(words[1:]).partition("=")
                    rules[key.strip()] = read_value(value.strip())
                case "hand":
                    hands.append(cards.mask(cards.parse(card) for card in words[1:]))
                case "perft":
                    perft[_figure(words[1])] = _figure(words[2])
                case "leaves":
                    leaves = _figure(words[1])
                case "wins":
                    wins = tuple(map(_figure, words[1:]))
                case "bound":
                    bound = {key: _figure(number) for key, _, number in (word.partition("=") for word in words[1:])}
                case _:
                    raise PerftError(f"line {number}: {shown(words[0])} is no word of a perft file (game, id, rule, trump, hand, perft, leaves, wins, bound); a log is for kratzen audit")
        except IndexError as error:
            raise PerftError(f"line {number}: something is missing after {shown(words[0])}") from error
        except ValueError as error:
            raise error if isinstance(error, PerftError) else PerftError(f"line {number}: {error}") from error
    line = rows[0][0]
    if game not in GAMES:
        raise PerftError(f"line {line}: a game line must come first")
    options, bad = read_options(GAMES[game], rules)
    if bad:
        raise PerftError(f"line {line}: {bad[0][0]}={bad[0][1]} is no option of {game}")
    if len({hand.bit_count() for hand in hands}) != 1:
        raise PerftError(f"line {line}: the hands of a block must have the same number of cards")
    if sum(hand.bit_count() for hand in hands) != functools.reduce(int.__or__, hands).bit_count():
        raise PerftError(f"line {line}: a card stands in two hands")
    try:
        suit = read_trump(trump, GAMES[game])
    except ValueError as error:
        raise PerftError(f"line {line}: {error}") from error
    if not perft and leaves is None and wins is None and bound is None:
        raise PerftError(f"line {line}: the block gives no figures: perft, leaves, wins or bound")
    return Block(name, GAMES[game].tables(options, suit), tuple(hands), perft, leaves, wins, bound)


def _figure(text: str) -> int:
    """A figure. Raises ``ValueError``."""
    figure = read_value(text)
    if not isinstance(figure, int) or figure < 0 or isinstance(figure, bool):
        raise ValueError(f"{shown(text)!r} is no figure")
    return figure


class Count(NamedTuple):
    """What counting gives: lines of each length, leaves, tricks won per seat over all leaves, duties that bound."""

    perft: dict[int, int]
    leaves: int
    wins: tuple[int, ...]
    bound: dict[str, int]


def count(tables: Any, hands: tuple[int, ...], depth: int | None = None) -> Count:
    """Counts all lawful lines of a position; seat 0 leads. ``depth`` stops after so many cards."""
    n = len(hands)
    total = sum(hand.bit_count() for hand in hands)
    stop = total if depth is None else min(depth, total)
    nodes = [0] * (stop + 1)
    wins = [0] * n
    bound = [0] * 7
    count_lines(tables, n, list(hands), stop, nodes, wins, bound)
    return Count(
        {length: nodes[length] for length in range(1, stop + 1)}, nodes[stop], tuple(wins),
        dict(zip(BOUNDS, bound, strict=True)),
    )


def check(block: Block) -> list[str]:
    """The figures of a block that differ, as sentences."""
    whole = block.leaves is not None or block.wins is not None or block.bound is not None
    counted = count(block.tables, block.hands, None if whole else max(block.perft, default=1))
    wrong = [
        f"perft {depth}: the file says {figure}, counted {counted.perft.get(depth, 0)}"
        for depth, figure in block.perft.items() if counted.perft.get(depth, 0) != figure
    ]
    if block.leaves is not None and block.leaves != counted.leaves:
        wrong.append(f"leaves: the file says {block.leaves}, counted {counted.leaves}")
    if block.wins is not None and block.wins != counted.wins:
        wrong.append(f"wins: the file says {block.wins}, counted {counted.wins}")
    if block.bound is not None:
        figures = Counter(counted.bound)
        wrong += [
            f"bound {duty}: the file says {block.bound.get(duty, 0)}, counted {figures[duty]}"
            for duty in BOUNDS[1:] if block.bound.get(duty, 0) != figures[duty]
        ]
    return wrong


def write(name: str, trump: str, hands: list[str], counted: Count, rules: dict[str, object]) -> str:
    """A block of a perft file."""
    lines = [f"id {name}"]
    lines += [f"rule {key}={str(value).lower() if isinstance(value, bool) else value}" for key, value in rules.items()]
    lines += [f"trump {trump}", *(f"hand {hand}" for hand in hands)]
    most = sum(len(hand.split()) for hand in hands) - len(hands)
    lines += [f"perft {depth} {figure}" for depth, figure in counted.perft.items() if depth <= most]
    lines += [f"leaves {counted.leaves}", "wins " + " ".join(map(str, counted.wins))]
    lines.append("bound " + " ".join(f"{key}={counted.bound[key]}" for key in BOUNDS[1:] if counted.bound[key]))
    return "\n".join(lines) + "\n"
