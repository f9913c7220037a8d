"""From the number of a deal to its Muss: dealer, `in`, deck, hands, turned card, bids, trumps."""

from . import cards, kratzen, schnellen
from .cards import HIGH, WELI, read_cards
from .logs import Record, read_pairs
from .options import option
from .readings import Decider, at
from .table import Deal, Table, seats_text


def begin(table: Table, record: Record, ask: Decider) -> Deal:
    """Number, dealer and the seats dealt in (FORMAT, deal; C-4, K-7.1)."""
    no = record["no"]
    _number(table, record, ask)
    if table.reasons and not table.tiebreak_due:
        ask.fault("deal.after-end", at(no))
    dealer = record["dealer"]
    if table.next_dealer is not None:
        dealer = ask.claim("deal.dealer", at(no), dealer, table.next_dealer)
    recorded_in = seats_text(list(record["in"])) if "in" in record else seats_text(table.seats)
    should = list(table.seats)
    is_tiebreak = False
    if table.tiebreak_due:
        is_tiebreak = True
        should = [s for s in table.seats if s in table.tied or s == dealer]
    if not table.causes_known:
        should = list(recorded_in)
        is_tiebreak = len(should) < len(table.seats)
    chosen = ask.claim("deal.in", at(no), recorded_in, seats_text(should))
    dealt_in = list(chosen)
    deal = Deal(record, no, dealer, dealt_in, "abort" in record, is_tiebreak)
    if dealer not in dealt_in:
        dealt_in = [s for s in table.seats if s in dealt_in or s == dealer]
        deal.dealt_in = dealt_in
    deal.order = kratzen.clockwise_from(dealt_in, dealer)
    deal.fees = dict.fromkeys(table.seats, 0)
    return deal


def _number(table: Table, record: Record, ask: Decider) -> None:
    """`log.deal-number`: the numbering goes on, or only this `no` slipped, or deals are missing."""
    expected = table.last_no + 1
    no = record["no"]
    if no == expected:
        table.last_no = no
        return
    ask.fault("log.deal-number", at(no))
    reading = ask.choose(3 if no > expected else 2)
    if reading == 0:
        table.last_no = no
    elif reading == 1:
        table.last_no = expected
    else:
        missing = no - expected
        table.last_no = no
        table.played += missing
        table.records_played += missing
        table.next_dealer = None
        table.causes_known = False
        table.pot_known = False
        table.reasons = []
        table.tiebreak_due = False
        table.before = kratzen.Before(first=False)
        _stacks_as_recorded(table, record)


def _stacks_as_recorded(table: Table, record: Record) -> None:
    """The stacks before this deal, as its own claims imply them."""
    if "totals" in record and "delta" in record:
        pairs = zip(record["totals"], record["delta"], strict=True)
        before = [total - change for total, change in pairs]
        table.stacks = dict(zip(table.seats, before, strict=True))
        table.stacks_known = True
    else:
        table.stacks_known = False


# --- cards ------------------------------------------------------------------------------------


def deal_cards(table: Table, deal: Deal, ask: Decider) -> None:
    """Deck, hands and turned card (`deal.deck`, `.hand-size`, `.card-twice`, `.turned`)."""
    record = deal.record
    bidding = table.game == "schnellen" and bool(table.rules["bidding"])
    recorded_turned = read_cards(record["turned"]) if "turned" in record else []
    from_deck: dict[str, list[str]] = {}
    deck_turned: list[str] = []
    if "deck" in record:
        deck = read_cards(record["deck"])
        if table.game == "kratzen":
            from_deck = kratzen.hands_from_deck(deck, deal.order)
            deck_turned = [kratzen.turned_from_deck(deck, len(deal.order))]
            deal.rest = kratzen.talon_from_deck(deck, len(deal.order))
        else:
            dealt = schnellen.deal_out(table.rules, deck, deal.order)
            from_deck, deck_turned, deal.rest = dealt.hands, dealt.turned, dealt.rest
    _turned(table, deal, recorded_turned, bidding, ask)
    _hands(table, deal, from_deck, deck_turned, ask)
    if table.game == "kratzen":
        deal.rest_left = kratzen.talon_size(len(deal.order))
    else:
        deal.rest_left = schnellen.rest_size(table.rules, len(deal.order), deal.turned)


def _turned(table: Table, deal: Deal, recorded: list[str], bidding: bool, ask: Decider) -> None:
    deal.turned = recorded
    if bidding:
        if recorded:
            ask.fault("deal.turned", at(deal.no))
        deal.turned = []
        return
    enough = 1
    if table.game == "schnellen" and recorded and recorded[0] == WELI:
        enough = 2
    if len(recorded) != enough:
        ask.fault("deal.turned", at(deal.no))
        deal.turned_known = False
        if len(recorded) > enough:
            deal.turned = recorded[:enough]


def _hands(
    table: Table,
    deal: Deal,
    from_deck: dict[str, list[str]],
    deck_turned: list[str],
    ask: Decider,
) -> None:
    record = deal.record
    recorded: dict[str, list[str] | None] = dict.fromkeys(deal.order, None)
    if "hands" in record:
        for seat, text in zip(table.seats, record["hands"], strict=True):
            if seat in deal.order and text is not None:
                recorded[seat] = read_cards(text)
    deal.hands = dict(recorded)
    if from_deck:
        differs = any(
            hand is not None and sorted(hand) != sorted(from_deck[seat])
            for seat, hand in recorded.items()
        )
        if deal.turned and deal.turned != deck_turned:
            differs = True
        use_deck = not differs
        if differs:
            ask.fault("deal.deck", at(deal.no))
            use_deck = ask.choose(2) == 1
        for seat in deal.order:
            if use_deck or deal.hands[seat] is None:
                deal.hands[seat] = list(from_deck[seat])
        return
    _sizes_and_doubles(table, deal, ask)


def _sizes_and_doubles(table: Table, deal: Deal, ask: Decider) -> None:
    """Recorded hands of the wrong size, and cards that stand in two places."""
    open_hands: list[str] = []
    for seat in deal.order:
        hand = deal.hands[seat]
        size = 5
        if table.game == "schnellen":
            size = schnellen.hand_size(
                table.rules, len(deal.order), deal.turned, seat == deal.dealer
            )
        if hand is not None and len(hand) != size:
            ask.fault("deal.hand-size", at(deal.no, seat=seat))
            open_hands.append(seat)
    known_cards = cards.pack(bool(table.rules.get("short_pack")))
    seen: dict[str, str] = dict.fromkeys(deal.turned, "")
    for seat in table.seats:
        mine = deal.hands.get(seat)
        for card in mine or []:
            if card not in known_cards:
                ask.fault("deal.card-unknown", at(deal.no, seat=seat))
                open_hands.append(seat)
            elif card in seen:
                ask.fault("deal.card-twice", at(deal.no, seat=seat))
                open_hands += [seat, seen[card]]
            else:
                seen[card] = seat
    for seat in open_hands:
        if seat:
            deal.hands[seat] = None


# --- bids, trumps, Muss -----------------------------------------------------------------------


def bids(table: Table, deal: Deal, ask: Decider) -> None:
    """S-8: each seat once, in turn, dealer last."""
    if table.game != "schnellen" or not table.rules["bidding"]:
        return
    if "bids" not in deal.record:
        ask.fault("bid.order", at(deal.no))
        return
    pairs = read_pairs(deal.record["bids"])
    named = [seat for seat, _ in pairs]
    spoken: list[str] = []
    for seat, word in pairs:
        if seat in spoken or seat not in deal.order:
            ask.fault("bid.order", at(deal.no, seat=seat))
            continue
        waiting = [s for s in deal.order if s not in spoken and s in named]
        if seat != waiting[0]:
            ask.fault("bid.order", at(deal.no, seat=seat))
        spoken.append(seat)
        if word == "pass":
            continue
        if word not in ("1", "2", "3", "4", "5"):
            ask.fault("bid.value", at(deal.no, seat=seat))
            continue
        counted = True
        if not schnellen.bid_is_high_enough(int(word), deal.bid, seat == deal.dealer):
            ask.fault("bid.low", at(deal.no, seat=seat))
            counted = ask.choose(2) == 0
        if counted:
            deal.bidder, deal.bid = seat, int(word)
    for seat in deal.order:
        if seat not in spoken:
            ask.fault("bid.order", at(deal.no, seat=seat))
    deal.all_passed = deal.bidder is None


def trumps(table: Table, deal: Deal, ask: Decider) -> None:
    """The `trump` claim, or the trump somebody had to name (C-5, K-2, S-2, S-8)."""
    recorded = deal.record.get("trump")
    bidding = table.game == "schnellen" and bool(table.rules["bidding"])
    if bidding:
        if deal.all_passed:
            if recorded is not None:
                ask.fault("deal.trump", at(deal.no))
            return
        if recorded is None:
            ask.fault("deal.trump", at(deal.no))
        deal.trump = recorded
        return
    setting = deal.turned[-1] if deal.turned else None
    if setting is None:
        deal.trump = recorded
    elif setting == WELI:
        if recorded is None or recorded == HIGH:
            ask.fault("deal.trump", at(deal.no))
        deal.trump = recorded
    elif deal.aborted:
        deal.trump = setting[0]
    else:
        deal.trump = ask.claim("deal.trump", at(deal.no), recorded, setting[0])


def muss(table: Table, deal: Deal, ask: Decider) -> None:
    """The `muss` claim (K-3)."""
    if table.game != "kratzen":
        return
    recorded = deal.record.get("muss")
    if not table.causes_known or not deal.turned_known:
        seven = bool(deal.turned) and cards.is_seven(deal.turned[0])
        if deal.is_tiebreak or (seven and option("kratzen", table.rules, "seven") == "muss"):
            deal.muss = ask.claim("deal.muss", at(deal.no), recorded, True)
        elif recorded is not None:
            deal.muss = recorded
        else:
            deal.muss = ask.choose(2) == 1
        return
    expected = kratzen.is_muss(table.rules, table.before, deal.turned[0], deal.is_tiebreak)
    if deal.aborted:
        deal.muss = expected
        if recorded is not None and recorded != expected:
            deal.muss = [recorded, expected][ask.choose(2)]
        return
    deal.muss = ask.claim("deal.muss", at(deal.no), recorded, expected)
