"""Deals with illegal plays in them, and what is left of them when cards are hidden (FORMAT: `view`, `??`, `null`)."""

import random
from typing import Any

from . import tricks as rules_of_tricks
from .arrangements import Case, dealing, turn_order
from .cards import HIGH, SUITS, UNSEEN, WELI, pack, without


def whole_deal(rng: random.Random, faults: float) -> Case:
    """A deal with every card recorded; about so many of its plays are chosen without care for duty."""
    game = rng.choice(["kratzen", "schnellen"])
    rules: dict[str, Any] = {}
    if game == "kratzen":
        players = rng.choice([3, 4, 5, 6, 6])
        rules = {
            "first_deal": "normal", "seven": "ignore", "head": rng.choice(["none", "trumps", "always"]),
            "weli": rng.choice(["forced", "free"]), "weli_rank": rng.choice(["second", "highest"]), "exchange": rng.choice([0, 1, 2]),
        }
    else:
        rules = {"short_pack": rng.random() < 0.6, "head_after_ruff": rng.random() < 0.5, "exchange": rng.random() < 0.4}
        rules["bidding"] = not rules["exchange"] and rng.random() < 0.3
        players = rng.choice([3, 4, 4] if rules["short_pack"] else [3, 4, 5])
    deck = pack(bool(rules.get("short_pack")))
    rng.shuffle(deck)
    seats = "ABCDEF"[:players]
    dealer = rng.choice(seats)
    case = Case(game, rules, seats, {"type": "deal", "no": 1, "dealer": dealer, "deck": " ".join(deck)}, seats)
    hands, turned, talon = dealing(case, deck)
    record = case.record
    record["hands"] = [" ".join(hands[seat]) for seat in seats]
    if turned:
        record["turned"] = " ".join(turned)
    order = turn_order(case, dealer)[1:] + dealer
    bidder = dealer
    if rules.get("bidding"):
        record["trump"] = rng.choice([*SUITS, HIGH, HIGH])
        bidder = order[0]
        record["bids"] = " ".join(f"{seat}:{'1' if seat == bidder else 'pass'}" for seat in order)
    else:
        record["trump"] = rng.choice(SUITS) if turned[-1] == WELI else turned[-1][0]
    if game == "schnellen" and turned:
        held = hands[dealer] + turned
        gone = rng.sample(held, len(held) - 5)
        hands[dealer] = without(held, gone)
        record["discard"] = " ".join(gone)
    others = [seat for seat in order[:-1] if seat == bidder or rng.random() < 0.75] or [order[0]]
    record["calls"] = " ".join(f"{seat}:{'in' if seat in others else 'out'}" for seat in order[:-1])
    active = "".join(seat for seat in order if seat in others or seat == dealer)
    if rules.get("exchange"):
        record["exchange"] = _swaps(rng, case, active, hands, talon)
    record["tricks"] = _tricks(rng, case, active, hands, faults)
    return case._replace(active=active)


def _swaps(rng: random.Random, case: Case, active: str, hands: dict[str, list[str]], talon: list[str]) -> list[dict[str, str]]:
    swaps = []
    trump = case.record["trump"]
    for seat in active:
        most = case.rules["exchange"] if case.game == "kratzen" else rng.choice([1, 2, 3, 4, 5])
        count = min(rng.randint(0, most), len(talon))
        swap = {"seat": seat}
        drawn = count
        if case.game == "schnellen" and count == 4:
            if trump + "A" not in hands[seat]:
                continue
            swap |= {"show": trump + "A"}
        if case.game == "schnellen" and count == 5:
            drawn = 6 if len(talon) > 5 else 5
        if not count:
            continue
        out = rng.sample(without(hands[seat], swap.get("show", "").split()), count)
        new, talon = talon[:drawn], talon[drawn:]
        swap = {"seat": seat, "out": " ".join(out), "in": " ".join(new)} | swap
        if drawn == 6:
            swap["away"] = rng.choice(new)
            new = without(new, [swap["away"]])
        hands[seat] = without(hands[seat], out) + new
        swaps.append(swap)
    return swaps


def _tricks(rng: random.Random, case: Case, active: str, hands: dict[str, list[str]], faults: float) -> list[str]:
    lines = []
    leader = active[0]
    for _ in range(5):
        table: list[tuple[str, str]] = []
        order = [seat for seat in turn_order(case, leader) if seat in active]
        for seat in order:
            answer = rules_of_tricks.legal(case.game, case.rules, case.record["trump"], hands[seat], [c for _, c in table])
            card = rng.choice(hands[seat] if rng.random() < faults else answer.legal)
            hands[seat] = without(hands[seat], [card])
            table.append((seat, card))
        leader = rules_of_tricks.winner(case.game, case.rules, case.record["trump"], table)
        lines.append(" ".join(f"{seat}:{card}" for seat, card in table) + f" >{leader}")
    return lines


def hidden(case: Case, rng: random.Random) -> Case:
    """The deal as somebody may have recorded it who did not see everything."""
    record = dict(case.record)
    chance = rng.choice([0.1, 0.25, 0.5, 0.9])
    keep_deck = rng.random() < 0.6
    deck = record.pop("deck").split()
    gone = {card for card in deck if rng.random() < chance}
    if keep_deck and not (case.game == "schnellen" and record.get("turned", "") and set(record["turned"].split()) & gone):
        record["deck"] = _hide(" ".join(deck), gone)
    hands = [None if rng.random() < chance else _hide(hand, gone) for hand in record["hands"]]
    style = rng.random()
    if style < 0.3:
        viewer = rng.randrange(len(hands))
        hands = [hand if seat == viewer else None for seat, hand in enumerate(record["hands"])]
    record["hands"] = hands
    if all(hand is None for hand in hands) or style > 0.9:
        del record["hands"]
    if "discard" in record and rng.random() < 0.7:
        record["discard"] = _hide(record["discard"], set(record["discard"].split()))
        if rng.random() < 0.5:
            del record["discard"]
    if "exchange" in record:
        record["exchange"] = [_hidden_swap(swap, rng) for swap in record["exchange"]]
    if "turned" in record and rng.random() < 0.15:
        last = record["turned"].split()[-1]
        if last != WELI:
            record["turned"] = _hide(record["turned"], {last})
            if "deck" in record:
                record["deck"] = _hide(record["deck"], {last}) if case.game == "kratzen" else record["deck"]
    if rng.random() < 0.6:
        record["tricks"] = record["tricks"][: rng.randint(1, 4)]
        record["abort"] = "broken off"
    if rng.random() < 0.3:
        played = [part.split(":")[1] for trick in record["tricks"] for part in trick.split() if ":" in part]
        lost = set(rng.sample(played, min(len(played), rng.choice([1, 1, 2, 3]))))
        record["tricks"] = [" ".join(part if part[2:] not in lost else part[:2] + UNSEEN for part in trick.split()) for trick in record["tricks"]]
    return case._replace(record=record)


def _hide(text: str, gone: set[str]) -> str:
    return " ".join(UNSEEN if card in gone else card for card in text.split())


def _hidden_swap(swap: dict[str, str], rng: random.Random) -> dict[str, str]:
    out = dict(swap)
    for key in ("out", "in", "away"):
        if key in out and rng.random() < 0.6:
            out[key] = _hide(out[key], {card for card in out[key].split() if rng.random() < 0.8})
    if "away" in out and out["away"] != UNSEEN and out["away"] not in out["in"].split():
        out["away"] = UNSEEN
    return out


def misprinted(case: Case, rng: random.Random) -> Case:
    """The deal with one card written down wrongly, so that it may be impossible."""
    record = dict(case.record)
    cards = pack(bool(case.rules.get("short_pack")))
    places = [key for key in ("hands", "tricks", "exchange", "discard") if record.get(key)]
    key = rng.choice(places)
    wrong = rng.choice(cards)

    def change(text: str) -> str:
        parts = text.split()
        at = rng.randrange(len(parts))
        if parts[at][0] != ">":
            parts[at] = parts[at][:2] + wrong if ":" in parts[at] else wrong
        return " ".join(parts)

    if key == "discard":
        record[key] = change(record[key])
    elif key == "exchange":
        swaps = [dict(swap) for swap in record[key]]
        field = rng.choice(["out", "in"])
        one = rng.choice(swaps)
        one[field] = change(one[field])
        record[key] = swaps
    else:
        lines = list(record[key])
        at = rng.choice([at for at, line in enumerate(lines) if line])
        lines[at] = change(lines[at])
        record[key] = lines
    return case._replace(record=record)
