"""Several people's words on one thing made one: what they agree on, and where they do not."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct

from kratzen_log.cards import READ, UNSEEN
from kratzen_log.log.witnesses import Contradiction

CLASH: Final = object()
"""What a join gives when both cannot be true."""
Join = Callable[[Any, Any], Any]
Key = TypeVar("Key", bound=Hashable)


class Said(Struct, frozen=True):
    """What a witness says."""

    who: str
    value: Any


class Place(Struct, frozen=True):
    """Where in a record something stands."""

    key: str
    trick: int = 0
    play: int = 0
    seat: str = ""


class Ledger:
    """What does not agree in one record: contradictions, and other words that are none."""

    def __init__(self) -> None:
        self.clashes: list[Contradiction] = []
        self.others: list[dict[str, Any]] = []

    def clash(self, place: Place, first: Said, other: Said) -> None:
        """Notes a contradiction; witnesses who say the same against the same stand together."""
        values = (show(first.value), show(other.value))
        for at, held in enumerate(self.clashes):
            if (held.key, held.trick, held.play, held.seat, held.value, held.other_value) == (
                place.key, place.trick, place.play, place.seat, *values
            ) and held.first == first.who:
                self.clashes[at] = msgspec.structs.replace(held, other=f"{held.other}, {other.who}")
                return
        self.clashes.append(
            Contradiction(
                key=place.key, trick=place.trick, play=place.play, seat=place.seat, first=first.who, value=values[0],
                other=other.who, other_value=values[1],
            )
        )

    def beside(self, key: str, said: Said) -> None:
        """Keeps a word that is no contradiction: a remark, a time, a private key."""
        entry = {"witness": said.who, "key": key, "value": show(said.value)}
        if entry not in self.others:
            self.others.append(entry)


def show(value: Any) -> Any:
    """A value as a log writes it."""
    if isinstance(value, Struct):
        from kratzen_log.log.writer import to_dict

        return to_dict(value)
    return value


def agree(words: Sequence[Said], join: Join, note: Callable[[Said, Said], None]) -> tuple[Any, list[Said]]:
    """All words folded into one value, and the witnesses it rests on; the first of two that clash stands."""
    standing = words[0].value
    kept = [words[0]]
    for said in words[1:]:
        against = next((one for one in kept if join(one.value, said.value) is CLASH), None)
        joined = CLASH if against is not None else join(standing, said.value)
        if joined is CLASH:
            note(against or kept[0], said)
        else:
            standing = joined
            kept.append(said)
    return standing, kept


# --- Joins ---------------------------------------------------------------------------------------------------------


def same(one: Any, two: Any) -> Any:
    """Equal or not."""
    return one if one == two and type(one) is type(two) else CLASH


def seats(one: str, two: str) -> Any:
    """Sets of seats."""
    return one if {*one.upper()} - {" ", ","} == {*two.upper()} - {" ", ","} else CLASH


def cards_in_order(one: str, two: str) -> Any:
    """Cards place by place; an unseen one becomes what the other saw, in the notation of the first."""
    mine, theirs = one.split(), two.split()
    if len(mine) != len(theirs):
        return CLASH
    out = []
    for a, b in zip(mine, theirs, strict=True):
        card = one_card(a, b)
        if card is CLASH:
            return CLASH
        out.append(card)
    return " ".join(out)


def one_card(one: str, two: str) -> Any:
    """A card: what either saw."""
    mine, theirs = READ.get(one, one), READ.get(two, two)
    if theirs in (mine, UNSEEN):
        return one
    return two if mine == UNSEEN else CLASH


def cards(one: str, two: str) -> Any:
    """A set of cards, whatever the order; unseen ones become what the other saw beside."""
    placed = cards_in_order(one, two)
    mine, theirs = one.split(), two.split()
    if placed is not CLASH or len(mine) != len(theirs):
        return placed
    held = [READ.get(card, card) for card in mine]
    known = set(held)
    new = [card for card in theirs if READ.get(card, card) not in known]
    if len(new) > held.count(UNSEEN):
        return CLASH
    waiting = iter(new)
    return " ".join(next(waiting, card) if READ.get(card, card) == UNSEEN else card for card in mine)


def sequence(one: Sequence[Key], two: Sequence[Key]) -> Any:
    """Two orders of partly the same things as one; a clash when the things in both stand in another order."""
    in_one, in_two = set(one), set(two)
    shared = [key for key in one if key in in_two]
    if shared != [key for key in two if key in in_one]:
        return CLASH
    out: list[Key] = []
    rest = iter(one)
    for key in two:
        if key in in_one:
            out += _up_to(rest, key)
        else:
            out.append(key)
    return [*out, *rest]


def _up_to(keys: Iterator[Key], last: Key) -> Iterator[Key]:
    for key in keys:
        yield key
        if key == last:
            return


def numbered(keys: Sequence[Any]) -> list[tuple[Any, int]]:
    """Things with how often each stood there before, so that all differ."""
    met: dict[Any, int] = {}
    out = []
    for key in keys:
        number = met.get(key, 0)
        met[key] = number + 1
        out.append((key, number))
    return out


__all__ = [
    "CLASH", "Ledger", "Place", "Said", "agree", "cards", "cards_in_order", "numbered", "one_card", "same", "seats",
    "sequence", "show",
]
