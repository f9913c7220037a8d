"""``kratzen simulate``, ``schema``, ``convert`` and ``settle-up``: commands that make something."""

from __future__ import annotations

import argparse
import os
import sys

import msgspec

from kratzen_log.cli.common import UsageError, check_rules, read_rules, write_text
from kratzen_log.cli.reading import one_session, refuse_broken_seal, whole_sessions
from kratzen_log.games import GAMES


def simulate(args: argparse.Namespace) -> int:
    """Writes lawful logs; to standard output where no file is named."""
    from kratzen_log.log.writer import dump, dumps
    from kratzen_log.simulator.evening import Plan, iter_sessions

    rules = read_rules(args.rule)
    if args.game in GAMES:
        check_rules([GAMES[args.game]], rules)
    bots = args.bots.split(",")
    if args.sessions < 1:
        raise UsageError("--sessions takes a number from 1 up")
    arguments = (args.game, args.players, args.deals, args.seed)
    try:
        Plan(*arguments, rules, bots, args.start)
        sessions = iter_sessions(*arguments, args.sessions, rules, bots, args.start, seal=not args.no_seal)
        if args.out is None or args.out == "-":
            for session in sessions:
                sys.stdout.buffer.write(dumps(session))
        elif args.out.endswith(("/", "\\")):
            os.makedirs(args.out, exist_ok=True)
            width = len(str(args.sessions))
            for number, session in enumerate(sessions, 1):
                dump(session, os.path.join(args.out, f"{args.game}-{number:0{width}}.jsonl"))
        else:
            dump(sessions, args.out)
    except ValueError as error:
        raise UsageError(str(error)) from error
    return 0


def schema(args: argparse.Namespace) -> int:
    """The JSON Schema of a record."""
    from kratzen_log.log.schema import schema as make

    write_text(args.out, msgspec.json.format(msgspec.json.encode(make()), indent=2).decode())
    return 0


def convert(args: argparse.Namespace) -> int:
    """The same log in another form."""
    from kratzen_log.log.convert import in_notation
    from kratzen_log.log.writer import dump, dumps

    many = whole_sessions(args.file)
    if args.cards:
        refuse_broken_seal(args.file, many, "converted")
        many = [in_notation(session, args.cards) for session in many]
    try:
        if args.out is None or args.out == "-":
            sys.stdout.buffer.write(dumps(many))
        else:
            dump(many, args.out)
    except ValueError as error:
        raise UsageError(str(error)) from error
    return 0


def settle_up(args: argparse.Namespace) -> int:
    """Who pays whom."""
    from kratzen_log.flow import results
    from kratzen_log.flow import settle_up as pay
    from kratzen_log.texts import table
    from kratzen_log.texts.safe import terminal

    session = one_session(args.file)
    won, pot = results(session)
    if not won:
        raise UsageError(f"{args.file}: the session record is missing or names no known game; kratzen audit says more")
    words = table("words")["settle"]
    held = words["pot"][args.lang]
    balance = won | {held: pot} if pot else won
    transfers = pay(balance)
    if args.format == "json":
        answer = {
            "results": won, "pot": pot,
            "transfers": [{"payer": t.payer, "receiver": t.receiver, "amount": t.amount} for t in transfers],
        }
        write_text(args.out, msgspec.json.encode(answer).decode())
        return 0
    lines = [f"{terminal(name)}: {amount:+d}" for name, amount in won.items()]
    if pot:
        lines.append(words["left"][args.lang].format(pot=pot))
    lines.append("")
    lines += [words["pays"][args.lang].format(payer=terminal(t.payer), receiver=terminal(t.receiver), amount=t.amount) for t in transfers]
    if not transfers:
        lines.append(words["even"][args.lang])
    write_text(args.out, "\n".join(lines))
    return 0
