"""The records of a log as frozen values (FORMAT 3). Knows the format, no rule of a game.

An absent key is ``msgspec.UNSET``. ``extra`` holds the keys a record has beside its own, in the order read:
unknown keys, private keys (``_…``) and known keys whose value has the wrong type; nothing read is lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

FORMAT: Final = "kratzen-log"
VERSION: Final = "1.0"

_EXTRA: Final = "\ue000extra"
"""No key of a log is called so; the codec sees to it."""

Whole = Annotated[int, Meta(ge=-(2**53 - 1), le=2**53 - 1)]
"""A whole number that every program reads alike."""

Seat = str
"""A seat letter, ``A`` to ``F``."""
Cards = str
"""Card tokens separated by one space."""


class Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What all records and their parts have: the further keys, and the shared extensions ``x``."""

    x: dict[str, Any] | UnsetType = UNSET
    extra: dict[str, Any] = field(default_factory=dict, name=_EXTRA)


class Record(Part, frozen=True, kw_only=True):
    """One record of a log. ``prev`` is the seal of the record before (FORMAT 5)."""

    prev: str | UnsetType = UNSET


class Player(Part, frozen=True, kw_only=True):
    """A player by name, with an id that stays the same over sessions, and whether it is a program."""

    id: str | UnsetType = UNSET
    name: str
    bot: bool | str | UnsetType = UNSET


class Head(Record, frozen=True, kw_only=True, tag="session"):
    """The first record: the game, its house rules, who sits where and what they start with."""

    format: str
    version: str
    game: str
    rules: dict[str, Any] | UnsetType = UNSET
    players: list[str | Player]
    start: list[Whole] | UnsetType = UNSET
    view: str | UnsetType = UNSET
    id: str | UnsetType = UNSET
    date: str | UnsetType = UNSET
    place: str | UnsetType = UNSET
    recorder: str | UnsetType = UNSET
    unit: str | UnsetType = UNSET
    source: str | UnsetType = UNSET
    seed: Whole | str | UnsetType = UNSET
    generator: str | UnsetType = UNSET


class Swap(Part, frozen=True, kw_only=True):
    """One player's exchange: cards given and drawn; Schnellen also the Ace shown and the card put away."""

    seat: Seat
    out: Cards
    drawn: Cards = field(name="in")
    show: Cards | UnsetType = UNSET
    away: Cards | UnsetType = UNSET


class Remark(Part, frozen=True, kw_only=True):
    """A note inside a deal: ``at`` is ``trick.play``, ``"0"`` before play, ``"end"`` after it."""

    at: str
    text: str


class Deal(Record, frozen=True, kw_only=True, tag="deal"):
    """What happened in one deal, legal or not; FORMAT 4 says which keys are facts and which claims."""

    no: Whole | UnsetType = UNSET
    dealer: Seat | UnsetType = UNSET
    dealt_in: str | UnsetType = field(default=UNSET, name="in")
    muss: bool | UnsetType = UNSET
    deck: Cards | UnsetType = UNSET
    hands: list[Cards | None] | UnsetType = UNSET
    turned: Cards | UnsetType = UNSET
    trump: str | UnsetType = UNSET
    bids: str | UnsetType = UNSET
    discard: Cards | UnsetType = UNSET
    calls: str | UnsetType = UNSET
    dealer_call: str | UnsetType = UNSET
    exchange: list[Swap] | UnsetType = UNSET
    tricks: list[str] | UnsetType = UNSET
    taken: list[Whole] | UnsetType = UNSET
    pot: Whole | UnsetType = UNSET
    carry: Whole | UnsetType = UNSET
    delta: list[Whole] | UnsetType = UNSET
    totals: list[Whole] | UnsetType = UNSET
    abort: str | UnsetType = UNSET
    time: str | UnsetType = UNSET
    recorded: str | UnsetType = UNSET
    notes: list[Remark] | UnsetType = UNSET


class Adjust(Record, frozen=True, kw_only=True, tag="adjust"):
    """Chips or points moved outside play, and why."""

    delta: list[Whole]
    why: str | UnsetType = UNSET


class Void(Record, frozen=True, kw_only=True, tag="void"):
    """Cancels the last deal, if it has this number."""

    deal: Whole
    why: str | UnsetType = UNSET


class Note(Record, frozen=True, kw_only=True, tag="note"):
    """A remark between deals."""

    text: str | UnsetType = UNSET


class End(Record, frozen=True, kw_only=True, tag="end"):
    """The last record: what the session claims to have come to."""

    deals: Whole | UnsetType = UNSET
    totals: list[Whole] | UnsetType = UNSET
    winners: str | UnsetType = UNSET
    reason: str | UnsetType = UNSET


RECORDS: Final[dict[str, type[Record]]] = {
    "session": Head, "deal": Deal, "adjust": Adjust, "void": Void, "note": Note, "end": End,
}
REQUIRED: Final[dict[type[Record], tuple[str, ...]]] = {Deal: ("no", "dealer"), Adjust: ("why",), Note: ("text",)}
"""Required keys without which a record can still be used; their absence is a finding."""

GERMAN_KEYS: Final = {
    "type": ("typ", "art"), "version": ("fassung",), "game": ("spiel",), "players": ("spieler", "mitspieler", "namen"),
    "name": ("spieler",), "seat": ("platz", "spieler"), "out": ("ab", "weg", "raus"), "in": ("rein", "gezogen"),
    "no": ("nr", "nummer", "spiel", "spielnummer", "number"), "dealer": ("geber", "gibt", "kartengeber"),
    "deal": ("spiel", "nr", "nummer"), "why": ("warum", "grund", "reason"), "text": ("notiz", "anmerkung", "note"),
    "delta": ("änderung", "änderungen"), "at": ("bei", "wo"),
}
"""What people write for keys that must be given, where the word is not merely mistyped."""

KRATZEN_ONLY: Final = ("muss", "dealer_call", "pot", "carry")
SCHNELLEN_ONLY: Final = ("bids", "discard")
SCHNELLEN_SWAP: Final = ("show", "away")
"""Keys that belong to one game are unknown keys in the other."""

END_REASONS: Final = ("target", "broke", "deals", "zero", "agreed", "abandoned")
Container = Literal["lines", "document"]


class Session(Struct, eq=False):
    """One session: its records in order.

    ``entries`` say where each was read (``codec.Entry`` values, those of lost records included); a session made by a
    program has none. Two sessions are equal when their records are.
    """

    records: tuple[Record, ...]
    entries: tuple[Any, ...] = ()

    @property
    def faults(self) -> list[Any]:
        """What could not be read, as ``codec.Fault`` values."""
        return [fault for entry in self.entries for fault in entry.faults]

    @property
    def head(self) -> Head | None:
        """The session record, if the session has one."""
        first = self.records[0] if self.records else None
        return first if isinstance(first, Head) else None

    @property
    def deals(self) -> tuple[Deal, ...]:
        """The deal records, void ones included."""
        return tuple(record for record in self.records if isinstance(record, Deal))

    def __iter__(self) -> Iterator[Record]:
        return iter(self.records)

    def __len__(self) -> int:
        return len(self.records)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Session) and self.records == other.records

    def __ne__(self, other: object) -> bool:
        return not self == other  # the base class would compare identities

    def __hash__(self) -> int:
        return hash(len(self.records))
