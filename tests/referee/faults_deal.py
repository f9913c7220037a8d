"""Faults in the deal itself: dealer, cards, trumps, Muss, discard, missing cards (group deal)."""

import random

from .cards import HIGH, SUITS, WELI, is_seven
from .faults_tools import (
    Kind,
    Planted,
    a_deal,
    before,
    expect,
    get_trick,
    hand_text,
    pairs_of,
    played_places,
    read,
    refilled,
    regrown,
    replayed,
    set_hand,
    set_trick,
    unseen_cards,
    was_played,
    where_of,
)
from .logs import Record, Records
from .readings import at
from .table import Table

# --- dealer and seats -------------------------------------------------------------------------


def dealer_slip(records: Records, rng: random.Random) -> Planted | None:
    """The dealer's letter is wrong; all else fits the right dealer."""
    place = a_deal(records, rng, lambda r: r["no"] > 1)
    if place is None:
        return None
    seats = before(records, place).seats
    record = records[place]
    record["dealer"] = rng.choice([s for s in seats if s != record["dealer"]])
    return records, expect("deal.dealer", at(record["no"]))


def dealer_carried(records: Records, rng: random.Random) -> Planted | None:
    """The wrong seat deals, and the turn goes on from it."""
    place = a_deal(records, rng, lambda r: r["no"] > 1)
    if place is None or before(records, place).tiebreak_due:
        return None
    no = records[place]["no"]

    def change(table: Table) -> None:
        table.next_dealer = rng.choice([s for s in table.seats if s != table.next_dealer])

    return regrown(records, place, rng, change), expect("deal.dealer", at(no))


def in_slip(records: Records, rng: random.Random) -> Planted | None:
    """`in` names other seats than were dealt in; all else is right."""
    place = a_deal(records, rng)
    if place is None:
        return None
    table = before(records, place)
    record = records[place]
    right = list(record.get("in", "".join(table.seats)))
    wrong = [s for s in table.seats if rng.random() < 0.7]
    if len(wrong) < 2 or wrong == right:
        return None
    record["in"] = "".join(wrong)
    return records, expect("deal.in", at(record["no"]))


def in_carried(records: Records, rng: random.Random) -> Planted | None:
    """All seats are dealt in to a deal that only breaks a tie."""
    tie_places = [i for i in played_places(records) if before(records, i).tiebreak_due]
    if not tie_places:
        return None
    place = tie_places[0]
    no = records[place]["no"]

    def change(table: Table) -> None:
        table.tied = list(table.seats)

    done = regrown(records, place, rng, change, deals=0)
    for record in done:
        if record.get("type") == "end":
            record.pop("winners", None)
    return done, expect("deal.in", at(no))


# --- cards ------------------------------------------------------------------------------------


def _two_hands(record: Record, table: Table, rng: random.Random) -> tuple[str, str] | None:
    known = [s for s in table.seats if hand_text(record, table, s)]
    if len(known) < 2:
        return None
    first, second = rng.sample(known, 2)
    return first, second


def deck_slip(records: Records, rng: random.Random) -> Planted | None:
    """Two cards of the deck stand swapped; hands and turned card are right."""
    place = a_deal(records, rng, lambda r: "deck" in r and "hands" in r)
    if place is None:
        return None
    table, _ = read(records, place)
    record = records[place]
    pair = _two_hands(record, table, rng)
    if pair is None:
        return None
    mine, yours = [rng.choice((hand_text(record, table, s) or "").split()) for s in pair]
    deck = record["deck"].split()
    i, j = deck.index(mine), deck.index(yours)
    deck[i], deck[j] = deck[j], deck[i]
    record["deck"] = " ".join(deck)
    return records, expect("deal.deck", at(record["no"]))


def hands_not_decks(records: Records, rng: random.Random) -> Planted | None:
    """Two cards stand in each other's hand; the deck is right, and so is the play."""
    place = a_deal(records, rng, lambda r: "deck" in r and "hands" in r)
    if place is None:
        return None
    table, _ = read(records, place)
    record = records[place]
    pair = _two_hands(record, table, rng)
    if pair is None:
        return None
    first, second = [(hand_text(record, table, s) or "").split() for s in pair]
    i, j = rng.randrange(len(first)), rng.randrange(len(second))
    first[i], second[j] = second[j], first[i]
    set_hand(record, table, pair[0], " ".join(first))
    set_hand(record, table, pair[1], " ".join(second))
    return records, expect("deal.deck", at(record["no"]))


def hand_size(records: Records, rng: random.Random) -> Planted | None:
    """A hand with a card missing, or with one that lies nowhere else."""
    place = a_deal(records, rng, lambda r: "deck" not in r and "hands" in r)
    if place is None:
        return None
    table, _ = read(records, place)
    record = records[place]
    known = [s for s in table.seats if hand_text(record, table, s)]
    if not known:
        return None
    seat = rng.choice(known)
    hand = (hand_text(record, table, seat) or "").split()
    free = unseen_cards(table, record, rng)
    if rng.random() < 0.5 and free:
        hand.insert(rng.randrange(6), free[0])
    else:
        hand.pop(rng.randrange(len(hand)))
    set_hand(record, table, seat, " ".join(hand))
    return records, expect("deal.hand-size", at(record["no"], seat=seat))


def card_in_two_hands(records: Records, rng: random.Random) -> Planted | None:
    """A card of a hand is written as a card of another hand; no deck is recorded."""
    place = a_deal(records, rng, lambda r: "deck" not in r and "hands" in r)
    if place is None:
        return None
    table, _ = read(records, place)
    record = records[place]
    pair = _two_hands(record, table, rng)
    if pair is None:
        return None
    first, second = [(hand_text(record, table, s) or "").split() for s in pair]
    first[rng.randrange(len(first))] = rng.choice(second)
    set_hand(record, table, pair[0], " ".join(first))
    return records, expect("deal.card-twice", at(record["no"], seat=max(pair)))


def card_played_twice(records: Records, rng: random.Random) -> Planted | None:
    """Without recorded hands: a card stands in two tricks, of two seats."""
    place = a_deal(records, rng, lambda r: was_played(r) and "deck" not in r and "hands" not in r)
    if place is None:
        return None
    record = records[place]
    number = rng.randint(2, 5)
    earlier = [p for n in range(1, number) for p in get_trick(record, n).plays]
    trick = get_trick(record, number)
    plays = list(trick.plays)
    play = rng.randrange(len(plays))
    pool = [p.card for p in earlier if p.seat != plays[play].seat]
    plays[play] = plays[play]._replace(card=rng.choice(pool))
    set_trick(record, number, trick._replace(plays=plays))
    return records, expect("deal.card-twice", where_of(record, number, play + 1))


def card_of_the_long_pack(records: Records, rng: random.Random) -> Planted | None:
    """A seven, eight or nine with the short pack: in a recorded hand, or played where none is."""
    place = a_deal(records, rng, lambda r: was_played(r) and "deck" not in r)
    if place is None:
        return None
    table, _ = read(records, place)
    if not table.rules.get("short_pack"):
        return None
    record = records[place]
    strange = rng.choice(SUITS) + rng.choice("789")
    if "hands" in record:
        known = [s for s in table.seats if hand_text(record, table, s)]
        seat = rng.choice(known)
        hand = (hand_text(record, table, seat) or "").split()
        hand[rng.randrange(len(hand))] = strange
        set_hand(record, table, seat, " ".join(hand))
    else:
        number = rng.randint(1, 5)
        trick = get_trick(record, number)
        plays = list(trick.plays)
        play = rng.randrange(len(plays))
        plays[play] = plays[play]._replace(card=strange)
        set_trick(record, number, trick._replace(plays=plays))
    return records, expect("deal.card-unknown", at(record["no"]))


def turned_missing(records: Records, rng: random.Random) -> Planted | None:
    """The turned card is not written down; trumps and Muss are."""
    place = a_deal(records, rng, lambda r: "turned" in r and "trump" in r and "deck" not in r)
    if place is None:
        return None
    table, _ = read(records, place)
    record = records[place]
    if table.game == "kratzen":
        if "muss" not in record:
            return None
    elif "hands" in record or len(record["turned"].split()) > 1:
        return None
    if is_seven(record["turned"].split()[-1]):
        return None
    del record["turned"]
    return records, expect("deal.turned", at(record["no"]))


def turned_too_many(records: Records, rng: random.Random) -> Planted | None:
    """A card is written as turned although nothing is turned when bidding, or one card too many."""
    place = a_deal(records, rng)
    if place is None:
        return None
    table, _ = read(records, place)
    record = records[place]
    free = unseen_cards(table, record, rng)
    if not free or "deck" in record:
        return None
    if "turned" not in record:
        record["turned"] = free[0]
    elif table.game == "kratzen" and record["turned"] != WELI and "trump" in record:
        record["turned"] += " " + free[0]
    else:
        return None
    return records, expect("deal.turned", at(record["no"]))


# --- trumps and Muss --------------------------------------------------------------------------


def _trump_follows(record: Record) -> bool:
    return "trump" in record and "turned" in record and record["turned"] != WELI


def trump_slip(records: Records, rng: random.Random) -> Planted | None:
    """The trump letter is wrong; the deal was played with the right trumps."""
    place = a_deal(records, rng, _trump_follows)
    if place is None:
        return None
    record = records[place]
    record["trump"] = rng.choice([s for s in SUITS if s != record["trump"]])
    return records, expect("deal.trump", at(record["no"]))


def trump_carried(records: Records, rng: random.Random) -> Planted | None:
    """The deal was played, and counted, with the wrong trumps."""
    place = a_deal(records, rng, lambda r: _trump_follows(r) and was_played(r))
    if place is None:
        return None
    table, deal = read(records, place)
    record = records[place]
    wrong = rng.choice([s for s in SUITS if s != record["trump"]])
    records[place] = replayed(table, deal, record, rng, trump=wrong)
    where = at(record["no"])
    done, facts = refilled(records, ("deal.trump", where, wrong))
    return None if facts else (done, expect("deal.trump", where))


def trump_not_named(records: Records, rng: random.Random) -> Planted | None:
    """The trumps somebody had to name are not written down; the claims of the deal are."""
    place = a_deal(
        records,
        rng,
        lambda r: (
            "trump" in r
            and not _trump_follows(r)
            and all(key in r for key in ("taken", "delta", "totals"))
        ),
    )
    if place is None:
        return None
    record = records[place]
    if record.get("turned", "").split() not in ([], [WELI]):
        return None
    if "turned" in record and not ("pot" in record and "carry" in record):
        return None
    if not all(">" in text for text in record["tricks"]):
        return None
    del record["trump"]
    return records, expect("deal.trump", at(record["no"]))


def trump_of_nobody(records: Records, rng: random.Random) -> Planted | None:
    """Trumps are given though all passed."""
    place = a_deal(
        records,
        rng,
        lambda r: "bids" in r and all(word == "pass" for _, word in pairs_of(r, "bids")),
    )
    if place is None:
        return None
    records[place]["trump"] = rng.choice([*SUITS, HIGH])
    return records, expect("deal.trump", at(records[place]["no"]))


def muss_slip(records: Records, rng: random.Random) -> Planted | None:
    """The `muss` claim is wrong; the deal went as it should."""
    place = a_deal(records, rng, lambda r: "muss" in r)
    if place is None:
        return None
    record = records[place]
    record["muss"] = not record["muss"]
    return records, expect("deal.muss", at(record["no"]))


def muss_carried(records: Records, rng: random.Random) -> Planted | None:
    """A Muss is taken for a normal deal, or the other way round, and played so."""
    place = a_deal(records, rng, lambda r: "muss" in r)
    if place is None or before(records, place).tiebreak_due:
        return None
    record = records[place]

    def change(table: Table) -> None:
        table.before.first = False
        table.before.nobody_qualified = False
        table.before.failed = not record["muss"]
        table.before.was_muss = False

    done = regrown(records, place, rng, change)
    if done[place].get("muss") != (not record["muss"]):
        return None
    return done, expect("deal.muss", at(record["no"]))


TWO = "`dealer`, `in` and the order of `exchange` have two values like a claim."
CLAIM = (
    "A wrong `trump` or `muss` claim: the deal is judged under both, and the one that leaves "
    "fewer findings is taken."
)
HAND = (
    "When a recorded hand has the wrong size or a card that stands elsewhere too (one finding"
    " per card), the hand of every seat concerned is what it later plays."
)

KINDS = [
    Kind("deal.dealer/slip", dealer_slip, TWO),
    Kind("deal.dealer/carried", dealer_carried, TWO),
    Kind("deal.in/slip", in_slip, TWO),
    Kind("deal.in/carried", in_carried, TWO),
    Kind(
        "deal.deck/deck-slip",
        deck_slip,
        "After `deal.deck` a hand is the recorded one or the deck's.",
    ),
    Kind(
        "deal.deck/hands-slip",
        hands_not_decks,
        "After `deal.deck` a hand is the recorded one or the deck's.",
    ),
    Kind("deal.hand-size", hand_size, HAND),
    Kind("deal.card-twice/hands", card_in_two_hands, HAND + " The finding names the later seat."),
    Kind(
        "deal.card-twice/plays",
        card_played_twice,
        "Without recorded hands a card played twice is `deal.card-twice` at the second.",
    ),
    Kind(
        "deal.card-unknown",
        card_of_the_long_pack,
        "`deal.card-unknown`: not in this pack.",
        weak=True,
    ),
    Kind("deal.turned/missing", turned_missing, "`deal.turned`: turned card missing."),
    Kind("deal.turned/too-many", turned_too_many, "`deal.turned`: one too many or too few."),
    Kind("deal.trump/slip", trump_slip, CLAIM),
    Kind("deal.trump/carried", trump_carried, CLAIM),
    Kind(
        "deal.trump/not-named",
        trump_not_named,
        "Without it the deal cannot be judged: `deal.trump` (FORMAT, deal).",
        weak=True,
    ),
    Kind(
        "deal.trump/nobody-named-it", trump_of_nobody, "`deal.trump`: given where nobody named it."
    ),
    Kind("deal.muss/slip", muss_slip, CLAIM),
    Kind("deal.muss/carried", muss_carried, CLAIM),
]
