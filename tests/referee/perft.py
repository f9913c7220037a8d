"""Counting every legal way to play a deal, as the comments in `*.perft` describe.

`perft D N`: the number of legal sequences of the first D cards; `leaves`: sequences of all cards;
`wins`: tricks won per seat over all leaves; `bound`: how often each duty decided, leads apart.
"""

import sys
from dataclasses import dataclass, field
from pathlib import Path

from . import tricks
from .options import Rules


@dataclass
class Block:
    """One deal of a perft file and the figures printed for it."""

    name: str
    game: str
    trump: str
    hands: list[list[str]] = field(default_factory=list)
    rules: Rules = field(default_factory=dict)
    perft: dict[int, int] = field(default_factory=dict)
    leaves: int | None = None
    wins: list[int] | None = None
    bound: dict[str, int] | None = None


@dataclass
class Counts:
    """What counting a deal gives."""

    perft: dict[int, int]
    leaves: int
    wins: list[int]
    bound: dict[str, int]


def _word_for(answer: tricks.Answer, trick: list[str], trump: str) -> str:
    if answer.duty == "head":
        return "follow-beat"
    if answer.duty == "trump" and any(tricks.suit_of(card, trump) == trump for card in trick):
        return "undertrump"
    return answer.duty


def count(game: str, rules: Rules, trump: str, hands: list[list[str]]) -> Counts:
    """Play the deal out in every legal way; seat 0 leads the first trick."""
    seats = len(hands)
    cards_in_all = sum(len(hand) for hand in hands)
    perft = dict.fromkeys(range(1, cards_in_all + 1), 0)
    wins = [0] * seats
    bound: dict[str, int] = {}

    def go_on(held: list[list[str]], leader: int, trick: list[str], depth: int) -> list[int]:
        """Tricks won per seat from here on and, as the last entry, the number of leaves."""
        if depth == cards_in_all:
            return [0] * seats + [1]
        seat = (leader + len(trick)) % seats
        answer = tricks.legal(game, rules, trump, held[seat], trick)
        if trick:
            word = _word_for(answer, trick, trump)
            bound[word] = bound.get(word, 0) + 1
        total = [0] * (seats + 1)
        for card in answer.legal:
            perft[depth + 1] += 1
            rest = [list(hand) for hand in held]
            rest[seat].remove(card)
            table = [*trick, card]
            if len(table) == seats:
                best = tricks.winning_card(game, rules, trump, table)
                taker = (leader + table.index(best)) % seats
                below = go_on(rest, taker, [], depth + 1)
                below[taker] += below[seats]
            else:
                below = go_on(rest, leader, table, depth + 1)
            total = [a + b for a, b in zip(total, below, strict=True)]
        return total

    result = go_on([list(hand) for hand in hands], 0, [], 0)
    wins = result[:seats]
    return Counts(perft, result[seats], wins, bound)


def read(text: str) -> list[Block]:
    """The blocks of a perft file."""
    game = ""
    file_rules: Rules = {}
    blocks: list[Block] = []
    for line in text.splitlines():
        words = line.split()
        if not words or line.startswith("#"):
            continue
        key, rest = words[0], words[1:]
        if key == "game":
            game = rest[0]
        elif key == "rule":
            name, value = rest[0].split("=", 1)
            (blocks[-1].rules if blocks else file_rules)[name] = _value(value)
        elif key == "id":
            blocks.append(Block(rest[0], game, "", rules=dict(file_rules)))
        elif key == "trump":
            blocks[-1].trump = rest[0]
        elif key == "hand":
            blocks[-1].hands.append(rest)
        elif key == "perft":
            blocks[-1].perft[int(rest[0])] = int(rest[1])
        elif key == "leaves":
            blocks[-1].leaves = int(rest[0])
        elif key == "wins":
            blocks[-1].wins = [int(word) for word in rest]
        elif key == "bound":
            blocks[-1].bound = {w.split("=")[0]: int(w.split("=")[1]) for w in rest}
        else:
            raise ValueError(f"perft line not understood: {line!r}")
    return blocks


def _value(text: str) -> object:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.lstrip("-").isdigit() else text


def differences(block: Block) -> list[str]:
    """What a block prints that counting does not give."""
    found = count(block.game, block.rules, block.trump, block.hands)
    wrong: list[str] = []
    for depth, number in block.perft.items():
        if found.perft.get(depth) != number:
            wrong.append(f"{block.name}: perft {depth} is {found.perft.get(depth)}, not {number}")
    if block.leaves is not None and block.leaves != found.leaves:
        wrong.append(f"{block.name}: leaves {found.leaves}, not {block.leaves}")
    if block.wins is not None and block.wins != found.wins:
        wrong.append(f"{block.name}: wins {found.wins}, not {block.wins}")
    if block.bound is not None and block.bound != found.bound:
        wrong.append(f"{block.name}: bound {found.bound}, not {block.bound}")
    return wrong


def check(path: str | Path) -> list[str]:
    """Every difference in a perft file."""
    blocks = read(Path(path).read_text(encoding="utf-8"))
    return [line for block in blocks for line in differences(block)]


def write_block(
    name: str, game: str, trump: str, hands: list[list[str]], rules: Rules | None = None
) -> str:
    """A new perft block for these hands; seat 0 leads."""
    given = rules or {}
    found = count(game, given, trump, hands)
    lines = [f"id {name}"]
    for option, value in given.items():
        word = str(value).lower() if isinstance(value, bool) else str(value)
        lines.append(f"rule {option}={word}")
    lines.append(f"trump {trump}")
    lines += ["hand " + " ".join(hand) for hand in hands]
    lines += [f"perft {depth} {number}" for depth, number in found.perft.items()]
    lines.append(f"leaves {found.leaves}")
    lines.append("wins " + " ".join(str(number) for number in found.wins))
    lines.append("bound " + " ".join(f"{k}={found.bound[k]}" for k in sorted(found.bound)))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    problems = [line for name in sys.argv[1:] for line in check(name)]
    print("\n".join(problems) or "every figure agrees")
    sys.exit(1 if problems else 0)
