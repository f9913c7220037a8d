"""One deal as several people wrote it down, made one record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from msgspec import UNSET, Struct, to_builtins
from msgspec.json import encode
from msgspec.structs import replace

from kratzen_log.cards import READ, SEATS, UNSEEN, Pack, is_french
from kratzen_log.log.codec import field_names
from kratzen_log.log.model import Deal, Record, Remark, Swap
from kratzen_log.log.spelling import respelled
from kratzen_log.log.witnesses import OTHERS, WITNESSES
from kratzen_log.views import joining
from kratzen_log.views.joining import CLASH, Join, Ledger, Place, Said, agree, numbered, sequence

_PLAIN: Final[dict[str, Join]] = {
    "dealt_in": joining.seats, "muss": joining.same, "deck": joining.cards_in_order, "turned": joining.cards_in_order,
    "trump": joining.same, "discard": joining.cards, "dealer_call": joining.same, "taken": joining.same, "pot": joining.same,
    "carry": joining.same, "delta": joining.same, "totals": joining.same,
}
"""Attributes of a deal that are joined as a whole, and how."""
_BESIDE: Final = ("time", "recorded")
_KEYS: Final = {name: key for key, name in field_names(Deal)}


class Witness(Struct, frozen=True):
    """A record, who wrote it, and whether that log claims to hold everything (``view`` is all)."""

    who: str
    record: Any
    whole: bool


def merge_deal(witnesses: Sequence[Witness]) -> Deal:
    """The deal on which all witnesses rest; what they contradict each other in stands under ``x``."""
    ledger = Ledger()
    witnesses = _in_one_notation(witnesses)
    first: Deal = witnesses[0].record
    made: dict[str, Any] = {"no": first.no}
    made["dealer"] = _plain(ledger, Place("dealer"), stated(witnesses, "dealer"), _letter)
    for name, join in _PLAIN.items():
        made[name] = _plain(ledger, Place(_KEYS[name]), stated(witnesses, name), join)
    made["hands"] = _hands(ledger, stated(witnesses, "hands"))
    for name in ("calls", "bids"):
        made[name] = _words(ledger, name, stated(witnesses, name))
    made["exchange"] = _exchange(ledger, witnesses)
    made["tricks"] = _tricks(ledger, stated(witnesses, "tricks"))
    made["abort"] = _abort(ledger, witnesses)
    for name in _BESIDE:
        made[name] = soft(ledger, name, stated(witnesses, name))
    made["notes"] = _notes(stated(witnesses, "notes"))
    deal: Deal = closed(replace(first, **made, prev=UNSET), witnesses, ledger)
    return deal


def _in_one_notation(witnesses: Sequence[Witness]) -> list[Witness]:
    """The deals in the notation of the first card that anybody saw."""
    packs = [_pack(one.record) for one in witnesses]
    pack = next((one for one in packs if one is not None), None)
    return [
        replace(one, record=respelled(one.record, pack)) if pack is not None and own not in (None, pack) else one
        for one, own in zip(witnesses, packs, strict=True)
    ]


def _pack(deal: Deal) -> Pack | None:
    """The notation of a deal's first readable card; None when there is none."""
    texts = [deal.turned, deal.deck, deal.discard, *(deal.hands or ()), *(deal.tricks or ())]
    texts += [text for swap in deal.exchange or () for text in (swap.out, swap.drawn, swap.show, swap.away)]
    for text in texts:
        for word in text.split() if isinstance(text, str) else ():
            card = word.rpartition(":")[2].rstrip("!")
            if READ.get(card, UNSEEN) >= 0:
                return "french" if is_french(card) else "german"
    return None


def stated(witnesses: Iterable[Witness], name: str) -> list[Said]:
    """What the witnesses say of a key; who leaves it out says nothing."""
    return [Said(one.who, value) for one in witnesses if (value := getattr(one.record, name)) is not UNSET]


def _plain(ledger: Ledger, place: Place, words: list[Said], join: Join) -> Any:
    return agree(words, join, lambda first, other: ledger.clash(place, first, other))[0] if words else UNSET


def soft(ledger: Ledger, key: str, words: list[Said]) -> Any:
    """The first word stands; others are kept beside and contradict nothing."""
    if not words:
        return UNSET
    for said in words[1:]:
        if said.value != words[0].value:
            ledger.beside(key, said)
    return words[0].value


def _letter(one: str, two: str) -> Any:
    return one if one.strip().upper() == two.strip().upper() else CLASH


# --- Hands, calls, bids ----------------------------------------------------------------------------------------------


def _hands(ledger: Ledger, words: list[Said]) -> Any:
    """Hand by hand; an unseen one (``null``) says nothing."""
    if not words:
        return UNSET
    size = len(words[0].value)
    fitting = []
    for said in words:
        if len(said.value) == size:
            fitting.append(said)
        else:
            ledger.clash(Place("hands"), words[0], said)
    hands: list[str | None] = []
    for seat in range(size):
        seen = [Said(said.who, said.value[seat]) for said in fitting if said.value[seat] is not None]
        hand = _plain(ledger, Place("hands", seat=SEATS[seat : seat + 1]), seen, joining.cards)
        hands.append(None if hand is UNSET else hand)
    return hands


def _words(ledger: Ledger, key: str, words: list[Said]) -> Any:
    """Calls or bids: seats in turn, each with its word."""
    if not words or all(said.value == words[0].value for said in words):
        return words[0].value if words else UNSET
    return " ".join(_cells(ledger, Place(key), words, _parts, joining.same))


def _parts(text: str) -> list[tuple[str, str]]:
    """Seats and words of ``"B:in C:out"``; what has no colon is a word of nobody."""
    pairs = [part.partition(":") for part in text.split()]
    return [(seat.upper(), word) if colon else ("", seat) for seat, colon, word in pairs]


def _cells(
    ledger: Ledger, place: Place, words: list[Said], parts: Callable[[str], list[tuple[str, str]]], join: Join
) -> list[str]:
    """A row of seats with something each: the order first, then each seat's cell."""
    rows = {said.who: dict(zip(numbered([seat for seat, _ in row]), [word for _, word in row], strict=True))
            for said in words for row in [parts(said.value)]}
    texts = {said.who: said.value for said in words}

    def out_of_order(first: Said, other: Said) -> None:
        ledger.clash(place, Said(first.who, texts[first.who]), Said(other.who, texts[other.who]))

    orders = [Said(said.who, list(rows[said.who])) for said in words]
    order, kept = agree(orders, sequence, out_of_order)
    out = []
    for number, cell in enumerate(order, 1):
        seat = cell[0]
        here = Place(place.key, place.trick, number if place.trick else 0, seat if len(seat) == 1 and seat in SEATS else "")
        seen = [Said(said.who, rows[said.who][cell]) for said in kept if cell in rows[said.who]]
        word = _plain(ledger, here, seen, join)
        out.append(f"{seat}:{word}" if seat else word)
    return out


# --- Exchange --------------------------------------------------------------------------------------------------------


def _exchange(ledger: Ledger, witnesses: Sequence[Witness]) -> Any:
    """Swap by swap. A log that holds everything and lists swaps says of who is not listed that it did not swap."""
    speaking = [one for one in witnesses if one.record.exchange is not UNSET]
    if not speaking:
        return UNSET
    swaps = {
        one.who: dict(zip(numbered([swap.seat.strip().upper() for swap in one.record.exchange]), one.record.exchange, strict=True))
        for one in speaking
    }

    def out_of_order(first: Said, other: Said) -> None:
        both = [Said(said.who, "".join(seat for seat, _ in said.value)) for said in (first, other)]
        ledger.clash(Place("exchange"), *both)

    order, kept = agree([Said(one.who, list(swaps[one.who])) for one in speaking], sequence, out_of_order)
    names = {said.who for said in kept}
    made = []
    for key in order:
        words = [
            Said(one.who, swaps[one.who].get(key)) for one in speaking if one.who in names and (one.whole or key in swaps[one.who])
        ]
        swap = _swap(ledger, key[0], words)
        if swap is not None:
            made.append(swap)
    return made


def _swap(ledger: Ledger, letter: str, words: list[Said]) -> Swap | None:
    """One swap; None when the first to speak of it says that there was none."""
    seat = letter if letter in SEATS else ""
    for said in words[1:]:
        if (said.value is None) != (words[0].value is None):
            ledger.clash(Place("exchange", seat=seat), words[0], said)
    swaps = [said for said in words if said.value is not None]
    if words[0].value is None:
        return None
    made = {}
    for name in ("out", "drawn", "show", "away"):
        seen = [Said(said.who, value) for said in swaps if (value := getattr(said.value, name)) is not UNSET]
        made[name] = _plain(ledger, Place("exchange", seat=seat), seen, joining.cards)
    x, extra = further(ledger, [(said.who, said.value) for said in swaps], set())
    swap: Swap = replace(swaps[0].value, **made, x=x, extra=extra)
    return swap


# --- Tricks ----------------------------------------------------------------------------------------------------------


def _tricks(ledger: Ledger, words: list[Said]) -> Any:
    """Trick by trick, card by card. No trick at all contradicts tricks."""
    if not words:
        return UNSET
    speaking = []
    for said in words:
        if bool(said.value) == bool(words[0].value):
            speaking.append(said)
        else:
            ledger.clash(Place("tricks"), words[0], said)
    tricks = []
    for number in range(max(len(said.value) for said in speaking)):
        rows = [Said(said.who, said.value[number]) for said in speaking if number < len(said.value)]
        tricks.append(_trick(ledger, number + 1, rows))
    return tricks


def _trick(ledger: Ledger, number: int, rows: list[Said]) -> str:
    """A trick: the order of the seats, their cards, and who took it."""
    if all(said.value == rows[0].value for said in rows):
        text: str = rows[0].value
        return text
    plays = _cells(ledger, Place("tricks", trick=number), rows, _plays, _play)
    takers = [Said(said.who, part.upper()) for said in rows for part in said.value.split() if part.startswith(">")]
    taker = _plain(ledger, Place("tricks", trick=number), takers, joining.same)
    return " ".join(plays if taker is UNSET else [*plays, taker])


def _plays(text: str) -> list[tuple[str, str]]:
    return _parts(" ".join(part for part in text.split() if not part.startswith(">")))


def _play(one: str, two: str) -> Any:
    """A card; that the table let it stand (``!``) is enough if one noticed."""
    mine, theirs = one.rstrip("!"), two.rstrip("!")
    card = joining.one_card(mine, theirs)
    return CLASH if card is CLASH else card + "!" * ("!" in (one[-1:], two[-1:]))


# --- The rest --------------------------------------------------------------------------------------------------------


def _abort(ledger: Ledger, witnesses: Sequence[Witness]) -> Any:
    """Why a deal was broken off; who wrote down five tricks says that it was not."""
    words = [
        Said(one.who, None if one.record.abort is UNSET else one.record.abort)
        for one in witnesses
        if one.record.abort is not UNSET or (one.record.tricks is not UNSET and len(one.record.tricks) >= 5)
    ]
    if not words:
        return UNSET
    broken_off = words[0].value is not None
    for said in words[1:]:
        if (said.value is not None) != broken_off:
            ledger.clash(Place("abort"), words[0], said)
    reasons = [said for said in words if said.value is not None]
    return soft(ledger, "abort", reasons) if broken_off else UNSET


def _notes(words: list[Said]) -> Any:
    """All remarks, each once."""
    if not words:
        return UNSET
    notes: dict[bytes, Remark] = {}
    for said in words:
        for note in said.value:
            notes.setdefault(encode(note), note)
    return list(notes.values())


def further(ledger: Ledger, parts: Sequence[tuple[str, Any]], made: set[str]) -> tuple[Any, dict[str, Any]]:
    """``x`` and the further keys of records or parts; the first of each stands, others are kept beside.

    ``made`` are keys that the joined record has as they should be: a value of the wrong type does not replace them.
    """
    x: dict[str, Any] = {}
    extra: dict[str, Any] = {}
    lists: dict[str, list[Any]] = {}
    for who, part in parts:
        for key, value in (part.x if part.x is not UNSET else {}).items():
            if key in (WITNESSES, OTHERS) and isinstance(value, list):
                lists.setdefault(key, [])
                lists[key] += [entry for entry in value if entry not in lists[key]]
            elif x.setdefault(key, value) != value:
                ledger.beside(f"x/{key}", Said(who, value))
        for key, value in part.extra.items():
            if key in made or extra.setdefault(key, value) != value:
                ledger.beside(key, Said(who, value))
    return x | lists or UNSET, extra


def closed(record: Any, witnesses: Sequence[Witness], ledger: Ledger) -> Any:
    """A joined record with its further keys and with what does not agree."""
    from kratzen_log.log.writer import to_dict

    made = set(to_dict(replace(record, x=UNSET, extra={})))
    x, extra = further(ledger, [(one.who, one.record) for one in witnesses], made)
    x = {} if x is UNSET else x
    for key, new in ((WITNESSES, [to_builtins(one) for one in ledger.clashes]), (OTHERS, ledger.others)):
        if new:
            held = x.get(key, [])
            held = held if isinstance(held, list) else [held]
            x[key] = held + [entry for entry in new if entry not in held]
    result: Record = replace(record, x=x or UNSET, extra=extra)
    return result


__all__ = ["Witness", "closed", "further", "merge_deal", "soft", "stated"]
