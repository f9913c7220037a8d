"""One random lawful deal, with everything written down that a log can hold."""

import random
from dataclasses import dataclass

from . import cards, kratzen, schnellen, tricks
from .cards import HIGH, SUITS, WELI, without
from .logs import Card, Record, Trick, write_pairs, write_trick
from .options import Rules, option
from .readings import Strict
from .table import Table, seats_text


@dataclass
class Temper:
    """How the people of a session behave."""

    out: float = 0.4
    swap: float = 0.7
    bettler: float = 0.25
    call: float = 0.7
    bid: float = 0.5
    high: float = 0.3
    all_five: float = 0.3
    weli_turned: float = 0.1
    ace_dealt: float = 0.3
    abort: float = 0.04


class Filler(Strict):
    """Takes every computed value and writes it into the deal record."""

    def __init__(self, record: Record) -> None:
        super().__init__()
        self.record = record

    def write_down(self) -> None:
        """Put the computed claims into the record."""
        names = {
            "score.taken": "taken",
            "score.pot": "pot",
            "score.carry": "carry",
            "score.delta": "delta",
            "score.totals": "totals",
            "deal.muss": "muss",
        }
        for code, _, value in self.values:
            if code in names:
                self.record[names[code]] = value


def shuffled(table: Table, rng: random.Random, temper: Temper, players: int) -> list[str]:
    """A deck; now and then the Weli lies where the card is turned, or an Ace lies high."""
    short = table.game == "schnellen" and bool(table.rules["short_pack"])
    deck = cards.pack(short)
    rng.shuffle(deck)
    place = 5 * players if table.game == "kratzen" else 3 * players
    if rng.random() < temper.weli_turned and place < len(deck):
        at = deck.index(WELI)
        deck[at], deck[place] = deck[place], deck[at]
    elif rng.random() < temper.ace_dealt and place < len(deck) and deck[place] != WELI:
        ace = deck[place][0] + "A"
        at = deck.index(ace)
        to = rng.randrange(place)
        if at != place:
            deck[at], deck[to] = deck[to], deck[at]
    return deck


def play_cards(
    game: str,
    rules: Rules,
    trump: str,
    hands: dict[str, list[str]],
    turn: list[str],
    rng: random.Random,
    low: str | None = None,
    leader: str | None = None,
    number: int = 5,
) -> list[Trick]:
    """Play `number` tricks with random legal cards; the seat `low` tries to win nothing."""
    held = {seat: list(hand) for seat, hand in hands.items()}
    leads = leader if leader is not None else turn[0]
    result: list[Trick] = []
    for _ in range(number):
        start = turn.index(leads)
        laid: list[tuple[str, str]] = []
        for seat in turn[start:] + turn[:start]:
            table_cards = [card for _, card in laid]
            choices = tricks.legal(game, rules, trump, held[seat], table_cards).legal
            card = rng.choice(choices)
            if seat == low and rng.random() < 0.9:
                losing = [c for c in choices if not _takes(game, rules, trump, table_cards, c)]
                card = rng.choice(losing or choices)
            held[seat].remove(card)
            laid.append((seat, card))
        leads = tricks.winner(game, rules, trump, laid)
        result.append(Trick([Card(seat, card) for seat, card in laid], leads))
    return result


def _takes(game: str, rules: Rules, trump: str, laid: list[str], card: str) -> bool:
    if not laid:
        return cards.plain_rank(card) > 2 if card != WELI else True
    return tricks.winning_card(game, rules, trump, [*laid, card]) == card


def _abort(record: Record, rng: random.Random, temper: Temper) -> bool:
    """Now and then a deal is broken off."""
    if rng.random() >= temper.abort:
        return False
    record["tricks"] = record["tricks"][: rng.randrange(5)]
    record["abort"] = rng.choice(["a card was seen", "Feueralarm", "misdeal noticed"])
    return True


# --- Kratzen ----------------------------------------------------------------------------------


def kratzen_deal(table: Table, rng: random.Random, temper: Temper) -> Record:
    """A Kratzen deal: K-2 to K-5."""
    rules = table.rules
    dealer = table.next_dealer or rng.choice(table.seats)
    dealt_in = list(table.seats)
    if table.tiebreak_due:
        dealt_in = [s for s in table.seats if s in table.tied or s == dealer]
    order = kratzen.clockwise_from(dealt_in, dealer)
    others = order[:-1]
    deck = shuffled(table, rng, temper, len(order))
    hands = kratzen.hands_from_deck(deck, order)
    turned = kratzen.turned_from_deck(deck, len(order))
    record: Record = {"type": "deal", "no": table.last_no + 1, "dealer": dealer}
    if table.tiebreak_due:
        record["in"] = seats_text(dealt_in)
    record["deck"] = " ".join(deck)
    record["hands"] = [" ".join(hands.get(seat, [])) for seat in table.seats]
    record["turned"] = turned
    trump = rng.choice(SUITS) if turned == WELI else turned[0]
    record["trump"] = trump
    muss = kratzen.is_muss(rules, table.before, turned, table.tiebreak_due)

    said: list[tuple[str, str]] = []
    bettler: str | None = None
    for seat in others:
        word = "in"
        if rules["bettler"] and bettler is None and rng.random() < temper.bettler:
            word, bettler = "bettler", seat
        elif not muss and rng.random() < temper.out:
            word = "out"
        said.append((seat, word))
    record["calls"] = write_pairs(said)
    turn = [seat for seat in order if (seat, "out") not in said]
    if turn == [dealer]:
        record["tricks"] = []
        return record

    call = "weiter"
    if kratzen.dealer_call_allowed(rules, muss, others_in=True) and rng.random() < temper.call:
        call = rng.choice(kratzen.DEALER_CALLS)
        record["dealer_call"] = call
    if kratzen.swaps_happen(rules, muss, others_in=True):
        talon = kratzen.talon_from_deck(deck, len(order))
        entries = _kratzen_swaps(table, rng, temper, turn, hands, talon, call, dealer)
        if entries:
            record["exchange"] = entries
    played = play_cards(
        "kratzen", rules, trump, {s: hands[s] for s in turn}, turn, rng, low=bettler
    )
    record["tricks"] = [write_trick(trick) for trick in played]
    _abort(record, rng, temper)
    return record


def _kratzen_swaps(
    table: Table,
    rng: random.Random,
    temper: Temper,
    turn: list[str],
    hands: dict[str, list[str]],
    talon: list[str],
    call: str,
    dealer: str,
) -> list[Record]:
    rules = table.rules
    entries: list[Record] = []
    for seat in turn:
        most = min(kratzen.swap_limit(rules, call, seat == dealer), len(talon))
        if most < 1 or rng.random() >= temper.swap:
            continue
        number = rng.choice([rng.randint(1, most), most])
        fee = kratzen.swap_fee(rules, call, seat == dealer, number)
        stack = table.stacks[seat]
        if not kratzen.fee_affordable(rules, stack - kratzen.ante_of(rules, stack), fee):
            continue
        out = rng.sample(hands[seat], number)
        drawn = talon[:number]
        del talon[:number]
        hands[seat] = without(hands[seat], out) + drawn
        entries.append({"seat": seat, "out": " ".join(out), "in": " ".join(drawn)})
    return entries


# --- Schnellen --------------------------------------------------------------------------------


def schnellen_deal(table: Table, rng: random.Random, temper: Temper) -> Record:
    """A Schnellen deal: S-2 to S-4, S-7 to S-9."""
    rules = table.rules
    dealer = table.next_dealer or rng.choice(table.seats)
    order = kratzen.clockwise_from(table.seats, dealer)
    others = order[:-1]
    deck = shuffled(table, rng, temper, len(order))
    dealt = schnellen.deal_out(rules, deck, order)
    hands, turned, rest = dealt.hands, dealt.turned, list(dealt.rest)
    record: Record = {"type": "deal", "no": table.last_no + 1, "dealer": dealer}
    record["deck"] = " ".join(deck)
    record["hands"] = [" ".join(hands[seat]) for seat in table.seats]
    bidder: str | None = None
    if option("schnellen", rules, "bidding"):
        bidder = _bids(record, order, rng, temper)
        if bidder is None:
            record["tricks"] = []
            return record
        trump = HIGH if rng.random() < temper.high else rng.choice(SUITS)
    else:
        record["turned"] = " ".join(turned)
        trump = turned[-1][0]
        held = hands[dealer] + turned
        away = rng.sample(held, schnellen.cards_to_put_away(rules, len(order), turned))
        hands[dealer] = without(held, away)
        record["discard"] = " ".join(away)
    record["trump"] = trump

    said: list[tuple[str, str]] = []
    for seat in others:
        score = table.stacks[seat]
        bound = schnellen.must_play(rules, score, turned, trump, seat == bidder) is not None
        if seat == others[-1] and all(word == "out" for _, word in said):
            bound = True
        out = not bound and rng.random() < temper.out
        said.append((seat, "out" if out else "in"))
    record["calls"] = write_pairs(said)
    turn = [seat for seat in order if (seat, "out") not in said]
    if option("schnellen", rules, "exchange"):
        entries = _schnellen_swaps(rng, temper, turn, hands, rest, trump)
        if entries:
            record["exchange"] = entries
    played = play_cards("schnellen", rules, trump, {s: hands[s] for s in turn}, turn, rng)
    record["tricks"] = [write_trick(trick) for trick in played]
    _abort(record, rng, temper)
    return record


def _bids(record: Record, order: list[str], rng: random.Random, temper: Temper) -> str | None:
    best, bidder = 0, None
    said: list[tuple[str, str]] = []
    for seat in order:
        is_dealer = seat == order[-1]
        allowed = [n for n in range(1, 6) if schnellen.bid_is_high_enough(n, best, is_dealer)]
        word = "pass"
        if allowed and rng.random() < temper.bid:
            bid = rng.choice([allowed[0], allowed[0], rng.choice(allowed)])
            best, bidder, word = bid, seat, str(bid)
        said.append((seat, word))
    record["bids"] = write_pairs(said)
    return bidder


def _schnellen_swaps(
    rng: random.Random,
    temper: Temper,
    turn: list[str],
    hands: dict[str, list[str]],
    rest: list[str],
    trump: str,
) -> list[Record]:
    entries: list[Record] = []
    ace = None if trump == HIGH else trump + "A"
    for seat in turn:
        if not rest or rng.random() >= temper.swap:
            continue
        number = rng.randint(1, min(3, len(rest)))
        entry: Record = {"seat": seat}
        keep: list[str] = []
        if len(rest) >= 5 and rng.random() < temper.all_five:
            number = 5
        elif ace is not None and ace in hands[seat] and len(rest) >= 4 and rng.random() < 0.6:
            number, keep = 4, [ace]
        out = rng.sample(without(hands[seat], keep), number)
        drawn = rest[: schnellen.cards_drawn(len(rest), number)]
        del rest[: len(drawn)]
        entry["out"] = " ".join(out)
        entry["in"] = " ".join(drawn)
        if keep:
            entry["show"] = keep[0]
        hands[seat] = without(hands[seat], out) + drawn
        if len(drawn) == 6:
            entry["away"] = rng.choice(drawn)
            hands[seat].remove(entry["away"])
        entries.append(entry)
    return entries
