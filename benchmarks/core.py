"""How fast an audit is, beside two readers of other games, in one run.

``pip install -e ".[bench]" && python benchmarks/core.py`` — plain Python, one core, everything included: decoding,
every finding, every row of the ledger worked out and compared with what the log claims. python-chess reads PGN and checks that every move is legal; PokerKit replays
hand histories. All inputs are made from a seed before the clock starts. Medians of several runs taken in turn.
"""

from __future__ import annotations

import argparse
import io
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.metadata import version

from kratzen_log import __version__, audit, dumps, flows, loads, simulate

SEED = 2026


def kratzen_bytes(deals: int) -> bytes:
    """A 4-player log of about so many deals, in sessions of 50, with every claim."""
    rules = {"short_stack": "debt", "exchange": 2, "head": "trumps"}
    return dumps(simulate("kratzen", 4, 50, SEED, max(1, deals // 50), rules, seal=False))


def pgn_text(games: int) -> str:
    """Games of random lawful moves."""
    import chess
    import chess.pgn

    rng = random.Random(SEED)
    texts = []
    for _ in range(games):
        board = chess.Board()
        game = chess.pgn.Game()
        node: chess.pgn.GameNode = game
        for _ply in range(80):
            moves = list(board.legal_moves)
            if not moves:
                break
            move = rng.choice(moves)
            node = node.add_variation(move)
            board.push(move)
        texts.append(str(game))
    return "\n\n".join(texts) + "\n"


def poker_hands(count: int) -> list[bytes]:
    """No-limit hold'em hands of four players with random lawful actions, as hand histories."""
    from pokerkit import Automation, HandHistory, NoLimitTexasHoldem

    rng = random.Random(SEED)
    random.seed(SEED)
    automations = (
        Automation.ANTE_POSTING, Automation.BET_COLLECTION, Automation.BLIND_OR_STRADDLE_POSTING, Automation.CARD_BURNING,
        Automation.HOLE_CARDS_SHOWING_OR_MUCKING, Automation.HAND_KILLING, Automation.CHIPS_PUSHING, Automation.CHIPS_PULLING,
    )
    game = NoLimitTexasHoldem(automations, True, 0, (1, 2), 2)
    hands = []
    for _ in range(count):
        state = game((200, 200, 200, 200), 4)
        while state.status:
            if state.can_deal_hole():
                state.deal_hole()
            elif state.can_deal_board():
                state.deal_board()
            elif state.can_complete_bet_or_raise_to() and rng.random() < 0.15:
                state.complete_bet_or_raise_to()
            elif state.can_fold() and rng.random() < 0.15:
                state.fold()
            else:
                state.check_or_call()
        buffer = io.BytesIO()
        HandHistory.from_game_state(game, state).dump(buffer)
        hands.append(buffer.getvalue())
    return hands


def run_kratzen(data: bytes) -> int:
    """Audits in full: every row of the ledger is worked out and every claim compared with it; the number of cards played."""
    report = audit(data)
    assert report.verdict == "clean"
    return report.plays.legal


def run_chess(text: str) -> int:
    """Reads all games; the number of moves."""
    import chess.pgn

    source = io.StringIO(text)
    moves = 0
    while (game := chess.pgn.read_game(source)) is not None:
        assert not game.errors
        moves += game.end().ply()
    return moves


def run_poker(hands: list[bytes]) -> int:
    """Replays all hands; the number of actions."""
    from pokerkit import HandHistory

    actions = 0
    for hand in hands:
        history = HandHistory.load(io.BytesIO(hand))
        for _state in history:
            pass
        actions += len(history.actions)
    return actions


def rates(jobs: dict[str, Callable[[], int]], rounds: int) -> dict[str, float]:
    """Units a second of each job: the median of rounds in which the jobs take turns."""
    times: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(rounds):
        for name, job in jobs.items():
            start = time.perf_counter()
            units = job()
            times[name].append(units / (time.perf_counter() - start))
    return {name: statistics.median(values) for name, values in times.items()}


def start_up(log: bytes, rounds: int) -> float:
    """How many times as long a one-deal ``kratzen audit`` takes as ``python -c pass``."""
    import tempfile

    with tempfile.NamedTemporaryFile(suffix=".jsonl") as file:
        file.write(log)
        file.flush()
        jobs = {
            "pass": [sys.executable, "-c", "pass"], "audit": [sys.executable, "-m", "kratzen_log", "audit", file.name],
        }
        times: dict[str, list[float]] = {name: [] for name in jobs}
        for _ in range(rounds + 2):
            for name, command in jobs.items():
                start = time.perf_counter()
                subprocess.run(command, capture_output=True, check=True)
                times[name].append(time.perf_counter() - start)
    return statistics.median(times["audit"]) / statistics.median(times["pass"])


def growth(deals: int) -> float:
    """Time for eight times the deals over eight times the time: 1 is linear."""
    small, large = kratzen_bytes(deals), kratzen_bytes(deals * 8)

    def spent(data: bytes) -> float:
        start = time.perf_counter()
        run_kratzen(data)
        return time.perf_counter() - start

    return statistics.median(spent(large) for _ in range(3)) / statistics.median(spent(small) for _ in range(3)) / 8


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    data = kratzen_bytes(args.deals)
    text = pgn_text(60)
    hands = poker_hands(60)
    session = loads(dumps(simulate("kratzen", 4, 50, SEED, 1, {"short_stack": "debt"}, seal=False)))
    jobs: dict[str, Callable[[], int]] = {
        "audit": lambda: run_kratzen(data), "chess": lambda: run_chess(text), "poker": lambda: run_poker(hands),
        "ledger": lambda: len(flows(session)),
    }
    found = rates(jobs, args.rounds)
    ours = found["audit"]
    print(f"kratzen-log {__version__}, Python {sys.version.split()[0]}, one core, median of {args.rounds} rounds in turn\n")
    print(f"{'':44}{'a second':>12}{'kratzen-log / it':>18}")
    print(f"{'kratzen-log: cards, audited with their ledger':44}{ours:>12,.0f}{'':>18}")
    print(f"{'python-chess ' + version('chess') + ': moves, PGN with legality':44}{found['chess']:>12,.0f}{ours / found['chess']:>17.1f}×")
    print(f"{'PokerKit ' + version('pokerkit') + ': actions, hand histories':44}{found['poker']:>12,.0f}{ours / found['poker']:>17.1f}×")
    print(f"\nledger rows as values: {found['ledger']:,.0f} a second")
    one = dumps(simulate("schnellen", 4, 1, SEED, 1, seal=False))
    print(f"one-deal kratzen audit / python -c pass: {start_up(one, 15):.1f}")
    print(f"time for 8 times the deals / 8 times the time: {growth(400):.2f}")


if __name__ == "__main__":
    main()
