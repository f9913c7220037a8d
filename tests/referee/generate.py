"""Whole random lawful sessions as log records.

`session(seed)` gives one session; the same seed gives the same records. `Plan` says what kind of
session it is, `generate_deal` plays it, `dress` leaves out what a log may leave out.
"""

import copy
import random
from dataclasses import dataclass, field
from typing import Any

from . import options
from .dress import Style, deal_in_notation, draw_style, thin_deal
from .generate_deal import Filler, Temper, kratzen_deal, schnellen_deal
from .judge import judge_deal, judge_session, reasons_now, true_reasons, winners
from .logs import Record, Records, in_table_order, seal
from .options import Rules
from .readings import Strict
from .table import Table, in_seat_order, open_table, seats_text

TOO_MUCH = 2**48


@dataclass
class Plan:
    """What kind of session is played."""

    game: str
    players: int
    rules: Rules
    start: list[int] | None
    deals: int
    temper: Temper = field(default_factory=Temper)
    style: Style = field(default_factory=Style)
    adjusts: float = 0.08
    notes: float = 0.08
    voids: float = 0.05
    extras: bool = False
    end: bool = True


def draw_plan(
    rng: random.Random, game: str | None, players: int | None, mode: str | None = None
) -> Plan:
    """A random plan; every option is off its default often."""
    game = game or rng.choice(["kratzen", "schnellen"])
    off = rng.choice([0.15, 0.4, 0.4, 0.7])
    rules = options.draw(game, rng, off)
    plan = Plan(game, 0, rules, None, rng.choice([1, 2, 3, 4, 5, 6, 8, 12]))
    plan.style = draw_style(rng)
    plan.temper = Temper(
        out=rng.choice([0.1, 0.3, 0.5, 0.8, 0.95]),
        swap=rng.choice([0.3, 0.7, 1.0]),
        bettler=rng.choice([0.1, 0.4]),
        bid=rng.choice([0.05, 0.2, 0.5, 0.8]),
        high=rng.choice([0.1, 0.6]),
        all_five=rng.choice([0.1, 0.5]),
        weli_turned=rng.choice([0.0, 0.1, 0.3]),
        abort=rng.choice([0.0, 0.0, 0.08]),
    )
    plan.extras = rng.random() < 0.3
    plan.end = rng.random() < 0.93
    if game == "kratzen":
        _kratzen_plan(plan, rng, players, mode)
    else:
        _schnellen_plan(plan, rng, players, mode)
    return plan


def _kratzen_plan(plan: Plan, rng: random.Random, players: int | None, forced: str | None) -> None:
    plan.players = players or rng.choice([3, 3, 4, 4, 5, 6])
    rules = plan.rules
    ante = rules.get("ante", 5)
    mode = forced or rng.choice(
        ["plain", "plain", "short", "short", "target", "deals", "tiebreak", "tiebreak"]
    )
    each = rng.choice([20, 40, 60]) * ante // 2
    if mode == "short":
        each = rng.randint(1, 6) * ante
        rules.pop("short_stack", None)
    plan.start = [each] * plan.players
    if mode == "short" or (mode == "plain" and rng.random() < 0.3):
        plan.start = [max(1, each + rng.randint(-each // 2, each // 2)) for _ in plan.start]
    if mode == "target":
        rules["target"] = max(plan.start) + rng.randint(1, 6) * ante
        plan.deals = 15
    if mode == "deals" or rng.random() < 0.15:
        rules["max_deals"] = rng.randint(1, 6)
        plan.deals = 8
    if mode == "tiebreak":
        rules["max_deals"] = rng.choice([1, 1, 2])
        if rng.random() < 0.6:
            rules["first_deal"] = "normal"
            plan.temper.out = 0.2
        if rng.random() < 0.7:
            rules.pop("tiebreak", None)
        if rng.random() < 0.5:
            rules["target"] = each + ante
        plan.deals = 4
        plan.adjusts = 0.0


def _schnellen_plan(
    plan: Plan, rng: random.Random, players: int | None, forced: str | None
) -> None:
    rules = plan.rules
    most = 4 if rules.get("short_pack") else 5
    plan.players = players or rng.randint(3, most)
    if plan.players > 4:
        rules.pop("short_pack", None)
    mode = forced or rng.choice(["plain", "long", "deals", "uneven"])
    if mode == "long":
        plan.deals = 14
    if mode == "deals" or rng.random() < 0.1:
        rules["max_deals"] = rng.randint(1, 5)
        plan.deals = 8
    if mode == "uneven":
        plan.start = [rng.randint(1, 12) for _ in range(plan.players)]
    elif rng.random() < 0.5:
        plan.start = [rules.get("start_score", 21)] * plan.players


# --- a session --------------------------------------------------------------------------------


def session(
    seed: int,
    game: str | None = None,
    *,
    players: int | None = None,
    rules: Rules | None = None,
    style: Style | None = None,
    deals: int | None = None,
    mode: str | None = None,
) -> Records:
    """A lawful session; `rules` are put over the random ones, `style` replaces the random one.

    `mode` shapes the session: in Kratzen `plain short target deals tiebreak`, in Schnellen
    `plain long deals uneven`.
    """
    rng = random.Random(f"naive {seed} {game} {players}")
    plan = draw_plan(rng, game, players, mode)
    plan.rules.update(rules or {})
    if style is not None:
        plan.style = style
    if deals is not None:
        plan.deals = deals
    return play_session(plan, rng)


def play_session(plan: Plan, rng: random.Random) -> Records:
    """Play and write down a planned session."""
    records: Records = [_header(plan, rng)]
    table = open_table(records[0])
    go_on(records, table, plan, rng)
    if plan.extras:
        for record in records:
            if rng.random() < 0.2:
                record["x"] = {"test:mark": rng.randrange(100)}
            if rng.random() < 0.2:
                record["_private"] = ["any", 1]
    return seal(records) if plan.style.sealed and records[-1]["type"] == "end" else records


def go_on(records: Records, table: Table, plan: Plan, rng: random.Random) -> None:
    """Deal after deal until the session is over, then the `end` record."""
    for _ in range(plan.deals):
        _deal(records, table, plan, rng)
        if _over(table) or _too_much(table):
            break
        if rng.random() < plan.adjusts and not table.tiebreak_due:
            _adjust(records, table, rng)
        if rng.random() < plan.notes:
            records.append({"type": "note", "text": rng.choice(["Jause", "»H7« >A", "A:in?"])})
    while table.tiebreak_due:
        _deal(records, table, plan, rng)
    if plan.end:
        records.append(end_record(table, plan.style, rng))


def _over(table: Table) -> bool:
    return bool(table.reasons) and not table.tiebreak_due


def _too_much(table: Table) -> bool:
    return table.pot > TOO_MUCH or any(abs(n) > TOO_MUCH for n in table.stacks.values())


def _header(plan: Plan, rng: random.Random) -> Record:
    names = ["Anna", "Ben", "Carla", "Dan", "Eva", "Franz"][: plan.players]
    record: Record = {
        "type": "session",
        "format": "kratzen-log",
        "version": "1.0",
        "game": plan.game,
        "rules": {"version": 1, **plan.rules},
        "players": list(names),
    }
    if rng.random() < 0.1:
        del record["rules"]["version"]
    if not record["rules"] and rng.random() < 0.5:
        del record["rules"]
    if plan.style.objects:
        people: list[dict[str, Any]] = [{"id": name[:1].lower(), "name": name} for name in names]
        if rng.random() < 0.5:
            people[0]["bot"] = True
        record["players"] = people
    if plan.start is not None:
        record["start"] = plan.start
    if plan.style.hands == "null":
        record["view"] = "public"
    if plan.extras:
        record["date"] = "2024-02-29"
        record["place"] = "Gasthaus Post"
    return record


def _deal(records: Records, table: Table, plan: Plan, rng: random.Random) -> None:
    if rng.random() < plan.voids:
        _voided_deal(records, table, plan, rng)
    before = copy.deepcopy(table)
    full = new_deal(table, plan.temper, rng)
    filler = Filler(full)
    judge_deal(table, full, filler)
    if [f for f in filler.findings if f["code"] != "deal.after-end"]:
        raise AssertionError(f"the generator broke a rule: {filler.findings}")
    if "abort" not in full:
        filler.write_down()
    thin = thin_deal(before, full, plan.style, rng)
    if "abort" in full and rng.random() < 0.3:  # claims of a deal broken off are not checked
        thin.update(taken=[0] * len(table.seats), totals=in_seat_order(table, table.stacks))
        thin = in_table_order(thin)
    if plan.extras and rng.random() < 0.3:
        thin["notes"] = [{"at": "0", "text": "shuffled twice"}]
    records.append(_notated(thin, plan.style, rng))


def _notated(record: Record, style: Style, rng: random.Random) -> Record:
    french = style.notation == "french" or (style.notation == "mixed" and rng.random() < 0.5)
    return deal_in_notation(record, french)


def _voided_deal(records: Records, table: Table, plan: Plan, rng: random.Random) -> None:
    """A deal that is cancelled: the next has the same number and dealer (FORMAT, void)."""
    scratch = copy.deepcopy(table)
    full = new_deal(scratch, plan.temper, rng)
    filler = Filler(full)
    judge_deal(scratch, full, filler)
    filler.write_down()
    if rng.random() < 0.3:
        full["taken"] = [5] * len(table.seats)
    if table.next_dealer is None:
        table.next_dealer = full["dealer"]
    records.append(_notated(thin_deal(table, full, plan.style, rng), plan.style, rng))
    records.append({"type": "void", "deal": full["no"], "why": rng.choice(["misdeal", "verzählt"])})


def new_deal(table: Table, temper: Temper, rng: random.Random) -> Record:
    """A random lawful deal with every fact."""
    if table.game == "kratzen":
        return kratzen_deal(table, rng, temper)
    return schnellen_deal(table, rng, temper)


def _adjust(records: Records, table: Table, rng: random.Random) -> None:
    change = [0] * len(table.seats)
    change[rng.randrange(len(change))] = rng.choice([1, 5, 20])
    table.stacks = {s: n + c for (s, n), c in zip(table.stacks.items(), change, strict=True)}
    records.append({"type": "adjust", "delta": change, "why": rng.choice(["buys in", "Irrtum"])})


def end_record(table: Table, style: Style, rng: random.Random) -> Record:
    """The last record with whatever of it is written down."""
    reasons = true_reasons(table)
    if table.tiebreak_played:
        reasons = [r for r in table.reasons if r in reasons_now(table)]
    reason = rng.choice(reasons) if reasons else None
    if _too_much(table) and not table.reasons:
        reason = "abandoned"
    full: Record = {
        "type": "end",
        "deals": table.records_played,
        "totals": in_seat_order(table, table.stacks),
        "winners": seats_text(winners(table)),
        "reason": reason,
    }
    if reason is None:
        del full["reason"]
    keep = {"all": 1.0, "some": 0.6, "none": 0.0}[style.claims]
    return {k: v for k, v in full.items() if k == "type" or rng.random() < keep}


# --- looking at a session ---------------------------------------------------------------------


def disagreements(records: Records) -> list[dict[str, Any]]:
    """What does not follow in a session, every claim and play recomputed."""
    strict = Strict()
    judge_session(records, strict)
    return strict.findings
