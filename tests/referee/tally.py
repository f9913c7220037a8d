"""How often each option and each branch of the rules occurs in generated sessions."""

import sys
from collections import Counter

from . import cards, kratzen, schnellen
from .cards import HIGH, UNSEEN, WELI
from .generate import session
from .judge import judge_deal, judge_session
from .logs import Record, Records, is_deal, read_pairs, read_trick, voided_places
from .options import BY_GAME, complete
from .readings import Strict
from .table import Deal, Table, open_table
from .tricks import fault_of, legal, suit_of


def tally(sessions: int, first_seed: int = 0) -> Counter[str]:
    """Count over this many sessions."""
    counts: Counter[str] = Counter()
    for seed in range(first_seed, first_seed + sessions):
        count_session(session(seed), counts)
    return counts


def count_session(records: Records, counts: Counter[str]) -> None:
    """Count what occurs in one session."""
    head = records[0]
    game = head["game"]
    counts[f"{game} sessions"] += 1
    counts[f"{game} players {len(head['players'])}"] += 1
    rules = complete(game, head.get("rules", {}))
    for name, values in BY_GAME[game].items():
        shown = rules[name] if name not in ("target", "max_deals") else rules[name] is not None
        if rules[name] != values[0]:
            counts[f"{game} option {name}={shown}"] += 1
    for kind in ("void", "adjust", "note", "end"):
        counts[f"record {kind}"] += sum(r["type"] == kind for r in records)
    counts["sealed sessions"] += "prev" in records[-1]
    counts["players as objects"] += isinstance(head["players"][0], dict)
    voided = voided_places(records)
    table = open_table(head)
    for place, record in enumerate(records[1:], 1):
        if is_deal(record) and place not in voided:
            _deal(table, record, counts)
        elif record["type"] == "adjust":
            pairs = zip(table.seats, record["delta"], strict=True)
            for seat, change in pairs:
                table.stacks[seat] += change
    _ending(records, counts)


def _ending(records: Records, counts: Counter[str]) -> None:
    table = judge_session(records, Strict())
    assert table is not None
    for reason in table.reasons or ["agreed"]:
        counts[f"{table.game} over by {reason}"] += 1
    counts["no end record"] += records[-1]["type"] != "end"
    if table.tiebreak_played:
        counts["kratzen tie-break played"] += 1
        still = kratzen.leaders({s: table.stacks[s] for s in table.tied})
        counts["kratzen tie-break still tied"] += len(still) > 1
    elif table.reasons and table.game == "kratzen" and len(kratzen.leaders(table.stacks)) > 1:
        counts["kratzen tie shared"] += 1
    if table.game == "schnellen" and table.reasons:
        counts["schnellen winners share"] += len(schnellen.winners(table.rules, table.stacks)) > 1


def _deal(table: Table, record: Record, counts: Counter[str]) -> None:
    tied = table.tiebreak_due
    deal = judge_deal(table, record, Strict())
    game = table.game
    counts[f"{game} deals"] += 1
    if deal.aborted:
        counts[f"{game} aborted"] += 1
        return
    _written(record, counts)
    if game == "kratzen":
        _kratzen(table, deal, record, tied, counts)
    else:
        _schnellen(table, deal, record, counts)
    if deal.trump is not None and len(record["tricks"]) == 5:
        _plays(table, deal, record, counts)


def _written(record: Record, counts: Counter[str]) -> None:
    for key in ("deck", "hands", "calls", "discard", "trump", "muss", "taken", "pot", "totals"):
        counts[f"key {key} present"] += key in record
        counts[f"key {key} absent"] += key not in record
    counts["hands with a null"] += None in record.get("hands", [])
    texts = [e["in"] for e in record.get("exchange", [])]
    counts["unseen cards in swaps"] += any(UNSEEN in text for text in texts)
    first = record["tricks"][0] if record["tricks"] else ""
    counts["French signs"] += bool(first) and first.split()[0][-1] in "cshd"


def _kratzen(table: Table, deal: Deal, record: Record, tied: bool, counts: Counter[str]) -> None:
    counts["kratzen muss"] += deal.muss
    counts["kratzen normal"] += not deal.muss
    counts["kratzen tie-break deals"] += tied
    counts["kratzen all out"] += deal.nobody_else_in
    counts["kratzen weli turned"] += deal.turned == [WELI]
    counts["kratzen seven turned"] += bool(deal.turned) and cards.is_seven(deal.turned[0])
    if deal.bettler:
        won = deal.taken[deal.bettler] == 0
        counts["kratzen bettler won" if won else "kratzen bettler lost"] += 1
        counts["kratzen bettler in muss"] += deal.muss
    if "dealer_call" in record:
        counts[f"kratzen dealer call {deal.dealer_call}"] += 1
    for entry in record.get("exchange", []):
        number = len(entry["out"].split())
        counts[f"kratzen swap of {number}"] += 1
        counts["kratzen swap in muss"] += deal.muss
    counts["kratzen talon empty after swaps"] += deal.rest_left == 0
    counts["kratzen nobody qualified"] += table.before.nobody_qualified
    counts["kratzen ante short"] += any(
        n < table.rules["ante"] for s, n in deal.antes.items() if s in deal.order
    )
    counts["kratzen in debt"] += any(n < 0 for n in table.stacks.values())


def _schnellen(table: Table, deal: Deal, record: Record, counts: Counter[str]) -> None:
    counts["schnellen all passed"] += deal.all_passed
    counts["schnellen high"] += deal.trump == HIGH
    counts["schnellen weli turned"] += len(deal.turned) == 2
    short = len(deal.turned) == 2 and len(table.seats) == 4 and bool(table.rules["short_pack"])
    counts["schnellen card short"] += short
    if deal.bidder:
        made = deal.taken[deal.bidder] >= deal.bid
        counts["schnellen bid made" if made else "schnellen bid missed"] += 1
        counts["schnellen bidder is dealer"] += deal.bidder == deal.dealer
        bids = [int(w) for _, w in read_pairs(record["bids"]) if w != "pass"]
        counts["schnellen dealer took it at the same number"] += len(bids) > len(set(bids))
    for entry in record.get("exchange", []):
        number, drawn = len(entry["out"].split()), len(entry["in"].split())
        counts[f"schnellen swap of {number} for {drawn}"] += 1
    counts["schnellen rest empty after swaps"] += bool(record.get("exchange")) and (
        deal.rest_left == 0
    )
    counts["schnellen seat out"] += len(deal.active) < len(table.seats) and not deal.all_passed
    counts["schnellen hearts double"] += bool(table.rules["hearts_double"]) and deal.trump == "H"


def _plays(table: Table, deal: Deal, record: Record, counts: Counter[str]) -> None:
    assert deal.trump is not None
    for number, text in enumerate(record["tricks"]):
        laid: list[str] = []
        for play in read_trick(text).plays:
            mine = [
                p.card
                for later in record["tricks"][number:]
                for p in read_trick(later).plays
                if p.seat == play.seat
            ]
            answer = legal(table.game, table.rules, deal.trump, mine, laid)
            under = answer.duty == "trump" and any(
                suit_of(c, deal.trump) == deal.trump for c in laid
            )
            counts[f"{table.game} duty {'undertrump' if under else answer.duty}"] += 1
            wrong = [c for c in mine if c not in answer.legal]
            for card in wrong[:1]:
                found = fault_of(table.game, table.rules, deal.trump, mine, laid, card)
                counts[f"{table.game} could have been {found}"] += 1
            laid.append(play.card)
        counts[f"{table.game} weli led"] += laid[0] == WELI


if __name__ == "__main__":
    result = tally(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
    for name in sorted(result):
        print(f"{result[name]:7} {name}")
