"""What the judge carries from record to record, and what it knows of the deal at hand."""

from dataclasses import dataclass, field

from . import kratzen
from .logs import ALL_SEATS, Record, Trick, seats_of
from .options import Rules, complete


@dataclass
class Table:
    """A session so far."""

    game: str
    rules: Rules
    seats: list[str]
    stacks: dict[str, int]
    stacks_known: bool = True
    pot: int = 0
    pot_known: bool = True
    next_dealer: str | None = None
    last_no: int = 0
    played: int = 0
    records_played: int = 0
    before: kratzen.Before = field(default_factory=kratzen.Before)
    causes_known: bool = True
    reasons: list[str] = field(default_factory=list)
    tied: list[str] = field(default_factory=list)
    tiebreak_due: bool = False
    tiebreak_played: bool = False


@dataclass
class Deal:
    """One deal record, read."""

    record: Record
    no: int
    dealer: str
    dealt_in: list[str]
    aborted: bool
    is_tiebreak: bool = False
    order: list[str] = field(default_factory=list)
    hands: dict[str, list[str] | None] = field(default_factory=dict)
    turned: list[str] = field(default_factory=list)
    turned_known: bool = True
    rest: list[str] | None = None
    rest_left: int = 0
    trump: str | None = None
    muss: bool = False
    bidder: str | None = None
    bid: int = 0
    all_passed: bool = False
    put_away: list[str] = field(default_factory=list)
    discard_open: bool = False
    active: list[str] = field(default_factory=list)
    bettler: str | None = None
    nobody_else_in: bool = False
    dealer_call: str = "weiter"
    fees: dict[str, int] = field(default_factory=dict)
    antes: dict[str, int] = field(default_factory=dict)
    tricks: list[Trick] = field(default_factory=list)
    taken: dict[str, int] = field(default_factory=dict)
    taken_known: bool = True

    @property
    def others(self) -> list[str]:
        """The seats dealt in but the dealer, in turn."""
        return [seat for seat in self.order if seat != self.dealer]

    def in_turn(self) -> list[str]:
        """The active seats from forehand, dealer last."""
        return [seat for seat in self.order if seat in self.active]


def open_table(session: Record) -> Table:
    """The table before the first deal."""
    game = session["game"]
    rules = complete(game, session.get("rules", {}))
    seats = seats_of(session)
    numbers = list(session["start"]) if "start" in session else [rules.get("start_score", 0)] * len(seats)
    return Table(game, rules, seats, dict(zip(seats, numbers, strict=True)))


def per_seat(table: Table, numbers: list[int]) -> dict[str, int]:
    """An array in seat order as a dict."""
    return dict(zip(table.seats, numbers, strict=True))


def in_seat_order(table: Table, numbers: dict[str, int]) -> list[int]:
    """A dict as an array in seat order."""
    return [numbers[seat] for seat in table.seats]


def seats_text(seats: list[str]) -> str:
    """Seats as one word, in seat order."""
    return "".join(seat for seat in ALL_SEATS if seat in seats)
