"""``kratzen replay``."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from typing import Any, Final

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
from kratzen_log.cli.reading import one_session, seen
from kratzen_log.games import GAMES
from kratzen_log.log.model import Session
from kratzen_log.replayer.board import plain
from kratzen_log.replayer.replaying import replay as replay_session
from kratzen_log.replayer.sheet import sheet
from kratzen_log.replayer.step import Step
from kratzen_log.texts.safe import terminal, wrap

PICTURES: Final = (".html", ".svg", ".png")


def replay(args: argparse.Namespace) -> int:
    """Shows a session as sheets, or steps through it on a terminal."""
    form = suffix(args.out or "")
    if form not in (*PICTURES, ".txt", ".md", ""):
        raise UsageError(f"-o {args.out}: a replay is written as .html, .svg, .png, .txt or .md")
    if args.step is not None and form not in (".svg", ".png"):
        raise UsageError("--step is for pictures: add -o FILE.svg or -o FILE.png")
    rules = read_rules(args.rule)
    check_rules(GAMES.values(), rules)
    session = seen(one_session(args.file, args.session, args.lang), args)
    if form in PICTURES:
        return drawn(session, args, rules, form)
    steps = replay_session(session, rules)
    if args.cards:
        from msgspec.structs import replace

        steps = [replace(step, pack=args.cards) for step in steps]
    if not steps:
        raise UsageError(f"{args.file}: no session record names a known game and as many players as it takes; kratzen audit says more")
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


def drawn(session: Session, args: argparse.Namespace, rules: dict[str, object], form: str) -> int:
    """Writes the page, a position, or a deal as an animation."""
    from kratzen_log.log.writer import replace_file
    from kratzen_log.show.frames import frames

    made = frames(session, rules=rules)
    if not made["steps"] and not (form == ".html" and made["notes"]):
        raise UsageError(f"{args.file}: no session record names a known game and as many players as it takes; kratzen audit says more")
    numbers = [deal["no"] for deal in made["deals"]]
    if args.deal is not None and args.deal not in numbers:
        raise UsageError(f"{args.file}: there is no deal {args.deal}")
    if form == ".html":
        from kratzen_log.show.page import page_of

        write_text(args.out, page_of(made, lang=args.lang, pack=args.cards, deal=args.deal))
        return 0
    place = 0 if args.deal is None else len(numbers) - 1 - numbers[::-1].index(args.deal)
    try:
        data = _picture(made, place, args, form)
    except ImportError as error:
        raise UsageError(str(error)) from error
    replace_file(args.out, data)
    return 0


def _picture(made: dict[str, Any], place: int, args: argparse.Namespace, form: str) -> bytes:
    """One step as SVG or PNG; without ``--step`` the end of the deal as SVG, the whole deal as PNG."""
    from kratzen_log.show.picture import deal_png, png, position_svg

    deal = made["deals"][place]
    count = deal["last"] - deal["first"] + 1
    if args.step is not None and not 1 <= args.step <= count:
        raise UsageError(f"{args.file}: deal {deal['no']} has the steps 1 to {count}")
    if form == ".png" and args.step is None:
        return deal_png(made, place, lang=args.lang, pack=args.cards)
    at = deal["last"] if args.step is None else deal["first"] + args.step - 1
    svg = position_svg(made, at, lang=args.lang, pack=args.cards, width=1120)
    return svg.encode() if form == ".svg" else png(svg)


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
