"""``kratzen simulate``, ``schema``, ``convert`` and ``settle-up``: commands that make something."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import msgspec

from kratzen_log.cli.common import (
    ANSWER_FORMS,
    UsageError,
    check_rules,
    columns,
    form_of,
    read_rules,
    suffix,
    wants_compiled,
    write_bytes,
    write_text,
)
from kratzen_log.cli.progress import watched
from kratzen_log.cli.reading import one_session, refuse_broken_seal, whole_sessions
from kratzen_log.games import GAMES

if TYPE_CHECKING:
    from kratzen_log.flow import Outcome, Transfer
    from kratzen_log.simulator.evening import Plan


FAST: Final = 30_000
"""Deals at the most above which the compiled simulator pays even where it must be compiled first."""


def simulate(args: argparse.Namespace) -> int:
    """Writes lawful logs; to standard output where no file is named."""
    from kratzen_log.simulator.evening import Plan

    rules = read_rules(args.rule)
    if args.game in GAMES:
        check_rules([GAMES[args.game]], rules)
    bots = args.bots.split(",")
    if args.sessions < 1:
        raise UsageError("--sessions takes a number from 1 up")
    arguments = (args.game, args.players, args.deals, args.seed)
    try:
        plan = Plan(*arguments, rules, bots, args.start)
        if args.scheduler:
            return _on_cluster(args, arguments, rules, bots)
        _write_sessions(args, plan)
    except ValueError as error:
        raise UsageError(str(error)) from error
    return 0


def _write_sessions(args: argparse.Namespace, plan: Plan) -> None:
    """The sessions of a plan to a file, a folder, or standard output."""
    from kratzen_log.log.writer import container_of, dump, pack, replace_file

    out = args.out
    if out is not None and container_of(out) == "document":
        from kratzen_log.simulator.evening import sessions_of

        dump(watched(sessions_of(plan, args.sessions, seal=not args.no_seal), args.sessions, "sessions"), out)
        return
    pieces = watched(_session_bytes(args, plan), args.sessions, "sessions")
    if out is None or out == "-":
        for piece in pieces:
            write_bytes(None, piece)
    elif out.endswith(("/", "\\")):
        os.makedirs(out, exist_ok=True)
        width = len(str(args.sessions))
        for number, piece in enumerate(pieces, 1):
            replace_file(os.path.join(out, f"{args.game}-{number:0{width}}.jsonl"), piece)
    elif out.endswith((".gz", ".zst")):
        replace_file(out, pack(b"".join(pieces), out))
    else:
        replace_file(out, pieces)


def _session_bytes(args: argparse.Namespace, plan: Plan) -> Iterator[bytes]:
    """The sessions of a plan as lines, compiled where it is asked for or worth it: the bytes are the same."""
    if wants_compiled(args.fast, args.sessions * args.deals > FAST):
        from kratzen_log.bulk.simulating import session_bytes

        return session_bytes(plan, args.sessions, seal=not args.no_seal)
    from kratzen_log.log.writer import dumps
    from kratzen_log.simulator.evening import sessions_of

    return map(dumps, sessions_of(plan, args.sessions, seal=not args.no_seal))


def _on_cluster(args: argparse.Namespace, plan: tuple[str, int, int, int], rules: dict[str, object], bots: list[str]) -> int:
    """The same logs, played by the workers of a cluster; those of a folder write them too."""
    from kratzen_log.cluster.simulating import Task, simulate_each
    from kratzen_log.cluster.working import Cluster
    from kratzen_log.export.places import PlaceError
    from kratzen_log.log.loading import sessions
    from kratzen_log.log.writer import container_of, dumps

    folder = args.out is not None and args.out.endswith(("/", "\\"))
    where = args.out.rstrip("/\\") if folder else ""
    if where and "://" not in where:
        os.makedirs(where, exist_ok=True)
        where = os.path.abspath(where)
    names = f"{args.game}-{{:0{len(str(args.sessions))}}}.jsonl"
    fast = wants_compiled(args.fast, args.sessions * args.deals > FAST)
    task = Task(plan, rules, bots, args.start, not args.no_seal, fast, 0, args.sessions, where, names)
    try:
        with Cluster(args.scheduler) as cluster:
            lines = b"".join(simulate_each(task, cluster))
    except PlaceError as error:
        raise UsageError(str(error)) from error
    if not folder:
        document = args.out is not None and container_of(args.out) == "document"
        write_bytes(args.out, dumps(list(sessions(lines)), "document") if document else lines)
    return 0


def schema(args: argparse.Namespace) -> int:
    """The JSON Schema of a record."""
    from kratzen_log.log.schema import schema as make

    if args.out and suffix(args.out) != ".json":
        raise UsageError(f"-o {args.out}: end the name in .json")
    write_text(args.out, msgspec.json.format(msgspec.json.encode(make()), indent=2).decode(), data=True)
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
            write_bytes(None, dumps(many))
        else:
            dump(many, args.out)
    except ValueError as error:
        raise UsageError(str(error)) from error
    return 0


def settle_up(args: argparse.Namespace) -> int:
    """Who pays whom."""
    from kratzen_log.auditor.auditing import audit
    from kratzen_log.flow import results
    from kratzen_log.flow import settle_up as pay

    form = form_of(args, ANSWER_FORMS)
    session = one_session(args.file, args.session, args.lang)
    outcome = results(session)
    if not outcome.won:
        raise UsageError(f"{args.file}: no session record names a known game and as many players as it takes; kratzen audit says more")
    transfers = pay(outcome.won, outcome.left)
    found = sum(finding.severity != "info" for finding in audit(session))
    if form == "json":
        answer = {
            "results": outcome.won, "points": outcome.points, "pot": outcome.pot, "astray": outcome.astray, "findings": found,
            "transfers": [{"payer": t.payer, "receiver": t.receiver, "amount": t.amount} for t in transfers],
        }
        write_text(args.out, msgspec.json.encode({key: value for key, value in answer.items() if key != "points" or value}).decode(), data=True)
        return 0
    write_text(args.out, "\n".join(_settled(outcome, transfers, found, args)))
    return 0


def _settled(outcome: Outcome, transfers: list[Transfer], found: int, args: argparse.Namespace) -> list[str]:
    """What everybody won, what stays in the pot, who pays whom, and whether the log can be trusted."""
    from kratzen_log.texts import table
    from kratzen_log.texts.safe import change, cut, pad, terminal, width, wrap

    wide = columns(args.out)
    words = table("words")["settle"]

    def say(key: str, **values: object) -> list[str]:
        return wrap(words[key][args.lang].format(**values), wide, "", "    ")

    names = {name: cut(terminal(name), 30) for name in outcome.won}
    cells = {name: [change(amount)] for name, amount in outcome.won.items()}
    lines = []
    if outcome.points is not None:
        cells = {name: [change(outcome.points[name]), change(amount)] for name, amount in outcome.won.items()}
        cells = {"": [words["points"][args.lang], words["result"][args.lang]], **cells}
        lines = [*say("difference"), ""]
    broad = max(map(width, names.values()))
    room = [max(map(width, column)) for column in zip(*cells.values(), strict=True)]
    for name, row in cells.items():
        amounts = "  ".join(pad(cell, columns_of, right=True) for cell, columns_of in zip(row, room, strict=True))
        lines.append(f"{pad(names.get(name, ''), broad)}  {amounts}")
    lines.append("")
    for t in transfers:
        lines += say(t.kind, payer=terminal(t.payer or ""), receiver=terminal(t.receiver or ""), amount=t.amount)
    if not transfers:
        lines += say("even")
    if outcome.pot:
        lines += say("left", pot=outcome.pot)
    if outcome.astray:
        lines += ["", *say("more" if outcome.astray > 0 else "fewer", n=abs(outcome.astray))]
    if found:
        lines += ["", *say("findings", file=terminal(args.file))]
    return lines
