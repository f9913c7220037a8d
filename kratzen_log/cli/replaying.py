"""``kratzen replay``."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence

from kratzen_log.cli.common import (
    UsageError,
    check_rules,
    columns,
    is_terminal,
    read_rules,
    suffix,
    wants_colour,
    write_text,
)
from kratzen_log.cli.reading import one_session
from kratzen_log.games import GAMES
from kratzen_log.replayer.board import plain
from kratzen_log.replayer.replaying import replay as replay_session
from kratzen_log.replayer.sheet import sheet
from kratzen_log.replayer.step import Step
from kratzen_log.texts.safe import terminal, wrap


def replay(args: argparse.Namespace) -> int:
    """Shows a session as sheets, or steps through it on a terminal."""
    if args.out is not None and suffix(args.out) not in (".txt", ".md", ""):
        raise UsageError(f"-o {args.out}: a replay is written as .txt or .md")
    rules = read_rules(args.rule)
    check_rules(GAMES.values(), rules)
    session = one_session(args.file, args.session)
    steps = replay_session(session, rules)
    if args.cards:
        from msgspec.structs import replace

        steps = [replace(step, pack=args.cards) for step in steps]
    if not steps:
        raise UsageError(f"{args.file}: the session record is missing or names no known game; kratzen audit says more")
    runs = deals(steps)
    if args.deal is not None:
        runs = [run for run in runs if run[0].deal == args.deal]
        if not runs:
            raise UsageError(f"{args.file}: there is no deal {args.deal}")
    if args.out is None and is_terminal(sys.stdout) and is_terminal(sys.stdin) and not args.steps:
        from kratzen_log.cli.stepper import run

        return run([step for steps_of in runs for step in steps_of], args.lang)
    colour = args.out is None and wants_colour(sys.stdout)
    write_text(args.out, text(runs, args.lang, colour=colour, every=args.steps, markdown=suffix(args.out or "") == ".md", wide=columns(args.out)))
    return 0


def deals(steps: Sequence[Step]) -> list[list[Step]]:
    """The steps in runs: one for each deal record, and what stands between deals with the run before."""
    runs: list[list[Step]] = []
    for step in steps:
        if step.kind == "deal" or not runs:
            runs.append([])
        runs[-1].append(step)
    return runs


def text(runs: Sequence[Sequence[Step]], lang: str, *, colour: bool, every: bool, markdown: bool, wide: int = 80) -> str:
    """The deals one below the other, in so many columns."""
    from kratzen_log.auditor.report_text import Paint

    paint = Paint(colour=True) if colour else plain
    blocks = []
    for run in runs:
        dealt = [step for step in run if step.kind not in ("adjust", "note", "void", "end", "lost")]
        lines = sheet(dealt, lang, paint, every=every, columns=wide) if dealt and dealt[0].kind == "deal" else []
        for step in run:
            if step.kind in ("adjust", "note", "void", "lost"):
                lines += wrap(terminal(step.text(lang)), wide, "  ", "    ")
        blocks.append("\n".join(lines).rstrip())
    rule = "\n\n" + "─" * wide + "\n\n"
    body = rule.join(block for block in blocks if block)
    if not markdown:
        return body
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", body)), default=0))
    return f"{fence}text\n{body}\n{fence}"
