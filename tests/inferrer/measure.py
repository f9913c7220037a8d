"""How often ``infer-rules`` finds the rules of a log: simulated logs with options by lot, their rules taken away.

``python -m tests.inferrer.measure`` plays 1,000 logs and writes the figures into ``docs/infer-rules.md``;
``--logs N`` plays fewer and only prints.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from kratzen_log import Deal, Session, infer_rules, redact, simulate
from kratzen_log.games import GAMES
from kratzen_log.games._game import read_options
from tests.support import ROOT

PAGE = ROOT / "docs" / "infer-rules.md"
BEGIN, END = "<!-- figures: python -m tests.inferrer.measure -->", "<!-- end of figures -->"
DEALS = 20
SLOW = 20
"""Seconds after which a log is named."""


class Case(NamedTuple):
    """One log: what was found of each option, the findings left, the seconds it took."""

    seed: int
    game: str
    typed: bool
    deals: int
    findings: int
    seconds: float
    options: dict[str, tuple[bool, bool]]
    wrong: list[str]
    """What a reader of the figures should look at."""


def session_of(seed: int) -> Session:
    """A session in which every option was drawn by lot."""
    rng = random.Random(seed)
    game = GAMES[("kratzen", "schnellen")[seed % 2]]
    rules = {option.name: rng.choice(option.spec.sample()) for option in game.options}
    low, high = game.seats(read_options(game, rules)[0])
    players = rng.randint(low, high)
    [session] = simulate(game.key, players, DEALS, seed, rules=rules, bots=rng.choice(["people", "random"]))
    return session


def without_rules(session: Session) -> Session:
    """The log as somebody writes it who does not think of house rules."""
    assert session.head is not None
    head = replace(session.head, rules=UNSET, seed=UNSET, generator=UNSET)
    return Session(tuple(replace(record, prev=UNSET) for record in (head, *session.records[1:])))


def typed(session: Session) -> Session:
    """The log as somebody writes it at the table: tricks, calls, swaps and totals; no pack, no hands, no other claim."""
    bare = redact(session, "public")
    assert bare.head is not None
    start = bare.head.start if bare.head.game == "kratzen" else UNSET
    records = [
        replace(deal, discard=UNSET, muss=UNSET, taken=UNSET, pot=UNSET, carry=UNSET, delta=UNSET) if isinstance(deal, Deal) else deal
        for deal in bare.records[1:]
    ]
    return Session((replace(bare.head, start=start, view=UNSET, x=UNSET), *records))


def case(seed: int) -> Case:
    """Plays a log and infers its rules: for each option whether the true value fits, and whether it alone does."""
    session = session_of(seed)
    assert session.head is not None
    game = GAMES[session.head.game]
    truth = read_options(game, session.head.rules or {})[0]
    by_hand = seed % 4 > 1
    bare = without_rules(session)
    log = typed(bare) if by_hand else bare
    began = time.process_time()
    found = infer_rules(log)
    seconds = time.process_time() - began
    options = {}
    wrong = []
    for option, one in zip(game.options, found, strict=True):
        value = option.spec.write(getattr(truth, option.name))
        fits = one.allows(value)
        options[option.name] = (fits, fits and one.decided)
        if not fits:
            wrong.append(f"{seed}: {option.name} = {value}")
    if found.findings:
        wrong.append(f"{seed}: {found.findings} findings left")
    return Case(seed, game.key, by_hand, len(session.deals), found.findings, seconds, options, wrong)


def cases(count: int, jobs: int = 1) -> list[Case]:
    """So many logs."""
    if jobs == 1:
        return [case(seed) for seed in range(count)]
    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(case, range(count), chunksize=4))


def figures(many: list[Case]) -> str:
    """The text and the table for the page."""
    seconds = sorted(one.seconds for one in many)
    deals = [one.deals for one in many]
    lines = [
        (f"{len(many):,} logs of {min(deals)} to {max(deals)} deals (median {statistics.median(deals):.0f}), every option drawn by lot. Half "
        "have everything, half only what somebody types at the table: tricks, calls, swaps, totals."),
        "",
        f"- Rules without any finding were found for {sum(one.findings == 0 for one in many):,} of the {len(many):,} logs.",
        f"- {_sum(many, typed=False)} with everything: {_share(many, typed=False)}",
        f"- {_sum(many, typed=True)} typed: {_share(many, typed=True)}",
        (f"- Processor time for a log: median {statistics.median(seconds):.1f} s, 95 of 100 within {seconds[len(seconds) * 95 // 100]:.1f} s, "
        f"the longest {seconds[-1]:.0f} s."),
        "",
        "| option | everything: true value fits | alone | typed: true value fits | alone |",
        "|---|---:|---:|---:|---:|",
    ]
    for game in GAMES.values():
        for option in game.options:
            cells = [f"{game.key} `{option.name}`"]
            for typed_ in (False, True):
                row = [one.options[option.name] for one in many if one.game == game.key and one.typed is typed_]
                cells += [f"{sum(ok for ok, _ in row) / max(1, len(row)):.1%}", f"{sum(only for _, only in row) / max(1, len(row)):.0%}"]
            lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _sum(many: list[Case], *, typed: bool) -> str:
    return f"{sum(one.typed is typed for one in many):,} logs"


def _share(many: list[Case], *, typed: bool) -> str:
    """How often the true value fits, and how often it alone does."""
    found = [pair for one in many if one.typed is typed for pair in one.options.values()]
    fits, alone = sum(ok for ok, _ in found), sum(only for _, only in found)
    return (
        f"the true value was among those that fit in {fits:,} of {len(found):,} cases ({fits / max(1, len(found)):.2%}), and "
        f"the only one in {alone:,} ({alone / max(1, len(found)):.0%})."
    )


def main() -> None:
    """The full run, or a short one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--logs", type=int, default=0, help="play so many logs and only print (default: 1,000, into the page)")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes")
    args = parser.parse_args()
    many = cases(args.logs or 1000, args.jobs)
    text = figures(many)
    print(text)
    for one in many:
        for line in one.wrong:
            print(line)
        if one.seconds > SLOW:
            print(f"{one.seed}: {one.seconds:.0f} s")
    if not args.logs:
        page = PAGE.read_text("utf-8")
        before, rest = page.replace("; those below are of its first 60 (`--logs 60`)", "").split(BEGIN)
        PAGE.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{rest.split(END)[1]}", "utf-8")


if __name__ == "__main__":
    main()
