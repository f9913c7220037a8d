"""A log as one player, or somebody watching, saw it: the other cards are taken out, not covered.

What everybody at the table saw stays: dealer, turned card, trumps, bids, calls, how many cards were swapped, an Ace
that was shown (S-7), the cards played, chips and points. A seat also keeps its own hand, what it swapped and, as
dealer, what it put away (S-2). Everything else goes, and so does every text and key in which a card could hide.
"""

from __future__ import annotations

import re
from typing import Any, Final

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from kratzen_log.cards import SEATS
from kratzen_log.games import GAMES
from kratzen_log.games.kratzen import DEALER_CALLS
from kratzen_log.log.model import END_REASONS, Adjust, Deal, End, Head, Note, Player, Record, Session, Swap, Void
from kratzen_log.log.seal import digest, sealed

SOURCE_SEAL: Final = "kratzen:source_seal"
"""The key under ``x`` of the session record that names the log a redacted one was made from."""
REDACTED: Final = "redacted"
"""Stands for a text that must be there and may hold a card."""
UNSEEN: Final = "??"
_SEAL: Final = re.compile(r"[A-Za-z0-9_-]{43}\Z")
_TIME: Final = re.compile(r"[0-9][0-9T:.,+Zz -]*\Z")
_WORD: Final = re.compile(r"[A-Za-z]{0,2}[:=]?(in|out|bettler|pass|[0-9]{1,3})\Z", re.IGNORECASE)
_SEATS: Final = re.compile(r"[A-Fa-f ]*\Z")


def redact(session: Session, view: str) -> Session:
    """A session as seen from a seat (``"A"`` to ``"F"``), or by everybody (``"public"``).

    A log that is a view already gives what both know: another seat's view becomes public. Records that could not be
    read are left out. A sealed log is sealed anew; the seal of the source stands under ``x`` in the session record.
    Raises ``ValueError`` for a view that is no seat of this session.
    """
    head = session.head
    players = len(SEATS) if head is None else len(head.players)
    seen = _common_view(head, check_view(view, players))
    seat = SEATS.find(seen) if seen in SEATS else -1
    source = source_seal(session)
    records = []
    for record in session.records:
        kept = _record(record, seat, seen, source)
        if kept is not None:
            records.append(kept)
    made = Session(tuple(records))
    return sealed(made) if is_sealed(session) else made


def check_view(view: str, players: int) -> str:
    """The view as a log writes it. Raises ``ValueError`` when nobody sits there."""
    word = view.strip()
    if word.lower() == "public":
        return "public"
    letter = word.upper()
    if len(letter) == 1 and letter in SEATS[:players]:
        return letter
    raise ValueError(f"view {view!r}: public, or a seat from A to {SEATS[max(1, min(players, 6)) - 1]}")


def is_sealed(session: Session) -> bool:
    """Whether all records but the first carry the seal of the one before."""
    return len(session.records) > 1 and all(record.prev is not UNSET for record in session.records[1:])


def source_seal(session: Session) -> str | None:
    """The seal that names a log: that of the log a view was made from, else its own, or what it would be."""
    head = session.head
    if head is not None and head.x is not UNSET:
        named = head.x.get(SOURCE_SEAL)
        if isinstance(named, str) and _SEAL.match(named):
            return named
    if not session.records:
        return None
    whole = session if is_sealed(session) else sealed(session)
    return digest(whole.records[-1])


def _common_view(head: Head | None, wanted: str) -> str:
    """What the log's view and the one asked for both know."""
    held = "all" if head is None or head.view is UNSET else head.view
    if held == "public" or (held in SEATS and held != wanted):
        return "public"
    return wanted


def _record(record: Record, seat: int, view: str, source: str | None) -> Record | None:
    """A record without what may not be known; None for a note, which is nothing but text."""
    if isinstance(record, Head):
        return _head(record, view, source)
    kept = without_texts(record)
    return _deal(kept, seat) if isinstance(kept, Deal) else kept


def without_texts(record: Record) -> Record | None:
    """A record behind the first without texts and keys in which anything could stand; None for a note, which is nothing else."""
    if isinstance(record, Note):
        return None
    if isinstance(record, Deal):
        return _said(record)
    if isinstance(record, Adjust):
        record = replace(record, why=UNSET if record.why is UNSET else REDACTED)
    elif isinstance(record, Void):
        record = replace(record, why=UNSET)
    elif isinstance(record, End):
        reason = REDACTED if record.reason is not UNSET and record.reason not in END_REASONS else record.reason
        record = replace(record, reason=reason, winners=_fitting(record.winners, _SEATS))
    assert isinstance(record, (Adjust, Void, End))
    return replace(record, x=UNSET, extra={}, prev=UNSET)


def _head(head: Head, view: str, source: str | None) -> Head:
    """The session record; the seed goes too, for with it the cards could be dealt again, and a generator with a number in it."""
    x: dict[str, Any] | UnsetType = UNSET if source is None else {SOURCE_SEAL: source}
    generator = UNSET if head.generator is not UNSET and any(map(str.isdigit, head.generator)) else head.generator
    return replace(
        head, rules=plain_rules(head), players=[_player(player) for player in head.players], view=view, seed=UNSET,
        generator=generator, x=x, extra={}, prev=UNSET,
    )


def plain_rules(head: Head) -> dict[str, Any] | UnsetType:
    """The version and the options of the game, where they are plain values."""
    game, rules = GAMES.get(head.game), head.rules
    if rules is UNSET:
        return UNSET
    known = {"version", *(option.name for option in game.options)} if game is not None else {"version"}
    return {key: value for key, value in rules.items() if key in known and isinstance(value, (bool, int, str, type(None)))}


def _player(player: str | Player) -> str | Player:
    return player if isinstance(player, str) else replace(player, x=UNSET, extra={})


def _said(deal: Deal) -> Deal:
    """A deal without texts."""
    unknown_call = deal.dealer_call is not UNSET and deal.dealer_call not in DEALER_CALLS
    swaps = UNSET if deal.exchange is UNSET else [replace(swap, x=UNSET, extra={}) for swap in deal.exchange]
    return replace(
        deal, time=_fitting(deal.time, _TIME), recorded=_fitting(deal.recorded, _TIME), bids=_words(deal.bids), calls=_words(deal.calls),
        dealer_call=REDACTED if unknown_call else deal.dealer_call, exchange=swaps, abort=UNSET if deal.abort is UNSET else REDACTED,
        notes=UNSET, x=UNSET, extra={}, prev=UNSET,
    )


def _deal(deal: Deal, seat: int) -> Deal:
    """A deal with the cards of one seat (-1: of none) and those that lay open."""
    dealer = -1 if deal.dealer is UNSET else _seat(deal.dealer)
    return replace(
        deal, deck=UNSET, hands=_hands(deal.hands, seat), discard=_own(deal.discard, dealer == seat >= 0),
        exchange=UNSET if deal.exchange is UNSET else [_swap(swap, seat) for swap in deal.exchange],
    )


def _fitting(text: str | UnsetType, pattern: re.Pattern[str]) -> str | UnsetType:
    """A text that is what it should be; any other goes."""
    return text if text is UNSET or pattern.match(text) else UNSET


def _words(said: str | UnsetType) -> str | UnsetType:
    """Bids or calls; what is neither could be anything."""
    return UNSET if said is UNSET else " ".join(word if _WORD.match(word) else REDACTED for word in said.split(" "))


def _seat(letter: str) -> int:
    word = letter.strip().upper()
    return SEATS.find(word) if len(word) == 1 else -1


def _hands(hands: list[str | None] | UnsetType, seat: int) -> list[str | None] | UnsetType:
    """The hand of one seat; that nobody dealt cards to a seat (``""``) everybody saw. No hand: no key."""
    if hands is UNSET:
        return UNSET
    kept = [hand if number == seat or hand == "" else None for number, hand in enumerate(hands)]
    return kept if any(kept) else UNSET


def _own(cards: str | UnsetType, own: bool) -> str | UnsetType:
    """Cards that one player saw: as they are for that player, else as many unseen ones."""
    if cards is UNSET or own:
        return cards
    return " ".join([UNSEEN] * len(cards.split()))


def _swap(swap: Swap, seat: int) -> Swap:
    """A swap: how many cards went and came everybody saw, and the Ace that was shown."""
    own = _seat(swap.seat) == seat >= 0
    out, drawn = _own(swap.out, own), _own(swap.drawn, own)
    assert out is not UNSET
    assert drawn is not UNSET
    return replace(swap, out=out, drawn=drawn, away=_own(swap.away, own))


__all__ = ["REDACTED", "SOURCE_SEAL", "check_view", "is_sealed", "plain_rules", "redact", "source_seal", "without_texts"]
