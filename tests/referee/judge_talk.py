"""From putting away to the last swap: `discard`, `calls`, `dealer_call`, `exchange`."""

from . import kratzen, schnellen
from .cards import UNSEEN, read_cards, without
from .logs import Record, read_pairs
from .readings import Decider, at
from .table import Deal, Table


def cards_of_seat(deal: Deal, seat: str) -> list[str]:
    """Every card a seat plays in this record."""
    return [p.card for trick in deal.tricks for p in trick.plays if p.seat == seat]


def put_away(table: Table, deal: Deal, ask: Decider) -> None:
    """The dealer takes the turned card(s) and puts cards away (S-2, S-2.1)."""
    if table.game != "schnellen" or not deal.turned:
        return
    hand = deal.hands[deal.dealer]
    need = schnellen.cards_to_put_away(table.rules, len(deal.order), deal.turned)
    held = None if hand is None else hand + deal.turned
    if "discard" not in deal.record:
        deal.hands[deal.dealer] = held
        deal.discard_open = held is not None
        return
    gone = read_cards(deal.record["discard"])
    seen = [card for card in gone if card != UNSEEN]
    wrong = len(gone) != need or len(set(seen)) != len(seen)
    if held is not None and any(card not in held for card in seen):
        wrong = True
    if wrong:
        ask.fault("deal.discard", at(deal.no))
        deal.hands[deal.dealer] = None
        return
    deal.put_away = seen
    if held is not None:
        if len(seen) == len(gone):
            deal.hands[deal.dealer] = without(held, seen)
        else:
            deal.hands[deal.dealer] = None


# --- in or out --------------------------------------------------------------------------------


def _why_bound(table: Table, deal: Deal, seat: str) -> str | None:
    """Why a seat may not be out, whatever the others say."""
    if table.game == "kratzen":
        return "call.out-in-muss" if deal.muss else None
    score = table.stacks[seat] if table.stacks_known else None
    trump = deal.trump or ""
    return schnellen.must_play(table.rules, score, deal.turned, trump, seat == deal.bidder)


def calls(table: Table, deal: Deal, ask: Decider) -> None:
    """Who is in (K-4, K-4.1, S-3)."""
    if deal.all_passed:
        deal.active = []
        return
    said: dict[str, str] = {}
    excused: list[str] = []
    if "calls" in deal.record:
        said = _spoken(deal, ask)
        for seat in deal.others:
            if seat not in said:
                if _why_bound(table, deal, seat) is None:
                    ask.fault("call.missing", at(deal.no, seat=seat))
                said[seat] = "in" if ask.choose(2) == 0 else "out"
                excused.append(seat)
    elif any(_why_bound(table, deal, seat) is None for seat in deal.others):
        ask.fault("call.missing", at(deal.no))
        for seat in deal.others:
            plays = bool(cards_of_seat(deal, seat)) or _swap_of(deal, seat) is not None
            said[seat] = "in" if plays else "out"
    else:
        said = dict.fromkeys(deal.others, "in")
    _bettlers(table, deal, said, ask)
    for seat in deal.others:
        if said[seat] == "out" and seat not in excused:
            code = _why_bound(table, deal, seat)
            all_out = all(said[other] == "out" for other in deal.others)
            last = table.game == "schnellen" and seat == deal.others[-1]
            if code is None and last and all_out:
                code = "call.last-must-play"
            if code is not None:
                ask.fault(code, at(deal.no, seat=seat))
                excused.append(seat)
    _in_after_all(deal, said, excused, ask)
    deal.active = [s for s in deal.order if s == deal.dealer or said[s] != "out"]
    deal.nobody_else_in = deal.active == [deal.dealer]
    if deal.bettler is not None and deal.bettler not in deal.active:
        deal.bettler = None


def _spoken(deal: Deal, ask: Decider) -> dict[str, str]:
    """The declarations, with what is out of turn or repeated reported."""
    pairs = read_pairs(deal.record["calls"])
    named = [seat for seat, _ in pairs]
    said: dict[str, str] = {}
    for seat, word in pairs:
        if seat == deal.dealer and word == "out":
            ask.fault("call.dealer-out", at(deal.no, seat=seat))
        elif seat == deal.dealer and word == "bettler":
            ask.fault("call.bettler", at(deal.no, seat=seat))
        elif seat not in deal.others:
            ask.fault("call.order", at(deal.no, seat=seat))
        elif seat in said:
            ask.fault("call.twice", at(deal.no, seat=seat))
        else:
            waiting = [s for s in deal.others if s in named and s not in said]
            if seat != waiting[0]:
                ask.fault("call.order", at(deal.no, seat=seat))
            said[seat] = word
    return said


def _bettlers(table: Table, deal: Deal, said: dict[str, str], ask: Decider) -> None:
    """Only the first Bettler of a deal, and only where it is played; others count as in (K-4.1)."""
    in_order_spoken = [seat for seat, _ in read_pairs(deal.record.get("calls", ""))]
    for seat in in_order_spoken:
        if said.get(seat) != "bettler":
            continue
        allowed = table.game == "kratzen" and bool(table.rules["bettler"])
        if not allowed or deal.bettler is not None:
            ask.fault("call.bettler", at(deal.no, seat=seat))
            said[seat] = "in"
        else:
            deal.bettler = seat


def _in_after_all(deal: Deal, said: dict[str, str], excused: list[str], ask: Decider) -> None:
    """A seat recorded out that swaps or plays; a seat recorded in that plays in no trick."""
    for seat in deal.others:
        plays = cards_of_seat(deal, seat)
        if said[seat] == "out" and (plays or _swap_of(deal, seat) is not None):
            if seat not in excused:
                ask.fault(*_first_entry(deal, seat))
            said[seat] = "in" if ask.choose(2) == 0 else "out"
            if said[seat] == "out":
                _forget(deal, seat)
        elif said[seat] != "out" and deal.tricks and not plays and not deal.aborted:
            if seat not in excused:
                ask.fault("deal.incomplete", at(deal.no, 1, seat=seat))
            said[seat] = said[seat] if ask.choose(2) == 0 else "out"


def _first_entry(deal: Deal, seat: str) -> tuple[str, dict[str, object]]:
    if _swap_of(deal, seat) is not None:
        return "exchange.not-allowed", at(deal.no, seat=seat)
    for number, trick in enumerate(deal.tricks, 1):
        for place, card in enumerate(trick.plays, 1):
            if card.seat == seat:
                return "play.not-in-deal", at(deal.no, number, place, seat)
    raise ValueError("the seat does nothing")


def _forget(deal: Deal, seat: str) -> None:
    """Leave out what a seat did that counts as out."""
    deal.tricks = [
        trick._replace(plays=[p for p in trick.plays if p.seat != seat]) for trick in deal.tricks
    ]
    deal.record = {
        **deal.record,
        "exchange": [s for s in deal.record.get("exchange", []) if s["seat"] != seat],
    }


def _swap_of(deal: Deal, seat: str) -> Record | None:
    for entry in deal.record.get("exchange", []):
        if entry["seat"] == seat:
            found: Record = entry
            return found
    return None


# --- the dealer's call ------------------------------------------------------------------------


def dealer_call(table: Table, deal: Deal, ask: Decider) -> None:
    """K-4.2."""
    if table.game != "kratzen" or "dealer_call" not in deal.record:
        return
    word = deal.record["dealer_call"]
    others_in = len(deal.active) > 1
    allowed = kratzen.dealer_call_allowed(table.rules, deal.muss, others_in)
    if word not in kratzen.DEALER_CALLS:
        ask.fault("call.dealer-call", at(deal.no))
    elif allowed:
        deal.dealer_call = word
    else:
        ask.fault("call.dealer-call", at(deal.no))
        deal.dealer_call = word if ask.choose(2) == 0 else "weiter"


# --- swaps ------------------------------------------------------------------------------------


def exchange(table: Table, deal: Deal, ask: Decider) -> None:
    """K-4.3 and S-7: each seat that swaps, in turn from forehand."""
    if table.game == "kratzen":
        allowed = kratzen.swaps_happen(table.rules, deal.muss, len(deal.active) > 1)
    else:
        allowed = bool(table.rules["exchange"]) and len(deal.active) > 1
    entries: list[Record] = list(deal.record.get("exchange", []))
    turn = deal.in_turn()
    named = [entry["seat"] for entry in entries]
    went: list[str] = []
    faulty: list[int] = []
    for place, entry in enumerate(entries):
        seat = entry["seat"]
        waiting = [s for s in turn if s in named and s not in went]
        if seat in went or (allowed and waiting and seat != waiting[0]):
            ask.fault("exchange.order", at(deal.no, seat=seat))
            if seat in went:
                faulty.append(place)
        went.append(seat)
    if went != [s for s in turn if s in went] and not faulty and ask.choose(2) == 1:
        entries.sort(key=lambda entry: [*turn, entry["seat"]].index(entry["seat"]))
    for place, entry in enumerate(entries):
        code = None
        if place in faulty:
            code = "second go"
        elif not allowed:
            code = "exchange.not-allowed"
        _swap(table, deal, entry, code, ask)


def _swap(table: Table, deal: Deal, entry: Record, already: str | None, ask: Decider) -> None:
    seat = entry["seat"]
    out = read_cards(entry["out"])
    drawn = read_cards(entry["in"])
    code = already if already is not None else _swap_fault(table, deal, entry, out, drawn)
    if code is not None and code != "second go":
        ask.fault(code, at(deal.no, seat=seat))
    _pay(table, deal, seat, len(out), code is not None, ask)
    _draw(deal, drawn, code is not None, len(out), ask)
    hand = deal.hands.get(seat)
    put = [entry["away"]] if "away" in entry and entry["away"] != UNSEEN else []
    if code is not None or UNSEEN in out + drawn or entry.get("away") == UNSEEN:
        deal.hands[seat] = None
        if seat == deal.dealer:
            deal.discard_open = False
    elif hand is not None:
        deal.hands[seat] = without(without(hand, out) + drawn, read_cards(" ".join(put)))


def _swap_fault(
    table: Table, deal: Deal, entry: Record, out: list[str], drawn: list[str]
) -> str | None:
    seat = entry["seat"]
    hand = deal.hands.get(seat)
    is_dealer = seat == deal.dealer
    must_draw = len(out)
    if table.game == "kratzen":
        limit = kratzen.swap_limit(table.rules, deal.dealer_call, is_dealer)
        if len(out) > limit or len(out) > deal.rest_left:
            return "exchange.too-many"
    else:
        show = " ".join(read_cards(entry["show"])) if "show" in entry else None
        code = schnellen.swap_fault(deal.rest_left, deal.trump or "", out, show, hand)
        if code is not None:
            return code
        must_draw = schnellen.cards_drawn(deal.rest_left, len(out))
    known_out = [card for card in out if card != UNSEEN]
    if hand is not None and any(card not in hand for card in known_out):
        return "exchange.not-held"
    if len(set(known_out)) != len(known_out):
        return "exchange.not-held"
    if len(drawn) != must_draw:
        return "exchange.draw"
    if deal.rest is not None:
        for got, top in zip(drawn, deal.rest, strict=False):
            if got not in (top, UNSEEN):
                return "exchange.draw"
    elif any(got in deal.turned for got in drawn):
        return "exchange.draw"
    if table.game == "schnellen":
        return _away_fault(entry, out, drawn)
    fee = kratzen.swap_fee(table.rules, deal.dealer_call, is_dealer, len(out))
    if table.stacks_known and not kratzen.fee_affordable(
        table.rules, table.stacks[seat] - kratzen.ante_of(table.rules, table.stacks[seat]), fee
    ):
        return "exchange.fee"
    return None


def _away_fault(entry: Record, out: list[str], drawn: list[str]) -> str | None:
    """Five swapped and six drawn: one of the six is put away; otherwise none (S-7)."""
    if len(out) == 5 and len(drawn) == 6:
        away = read_cards(entry.get("away", ""))
        if len(away) != 1:
            return "exchange.away"
        if away[0] != UNSEEN and UNSEEN not in drawn and away[0] not in drawn:
            return "exchange.away"
    elif "away" in entry:
        return "exchange.away"
    return None


def _pay(table: Table, deal: Deal, seat: str, swapped: int, irregular: bool, ask: Decider) -> None:
    if table.game != "kratzen":
        return
    fee = kratzen.swap_fee(table.rules, deal.dealer_call, seat == deal.dealer, swapped)
    if irregular and fee and ask.choose(2) == 1:
        fee = 0
    deal.fees[seat] += fee


def _draw(deal: Deal, drawn: list[str], irregular: bool, swapped: int, ask: Decider) -> None:
    deal.rest_left = max(0, deal.rest_left - len(drawn))
    if deal.rest is None:
        return
    if irregular and any(card not in deal.rest[: len(drawn)] for card in drawn):
        reading = ask.choose(3)
        if reading == 0:
            deal.rest = [card for card in deal.rest if card not in drawn]
        elif reading == 1:
            deal.rest = deal.rest[len(drawn) :]
        else:
            deal.rest = deal.rest[swapped:]
        return
    if irregular and len(drawn) != swapped and ask.choose(2) == 1:
        deal.rest = deal.rest[swapped:]
        return
    deal.rest = deal.rest[len(drawn) :]
