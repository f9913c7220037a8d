"""Several people's logs of one session joined into one, and where they contradict each other.

Nothing is lost: where two logs cannot both be right the first one's word stands, and both are kept under ``x`` of the
record (``log.witnesses``). An unseen card becomes what another saw, a key that is missing is taken over, so is a
deal that is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from msgspec import UNSET, Struct
from msgspec.structs import replace

from kratzen_log.cards import SEATS
from kratzen_log.log.codec import field_names
from kratzen_log.log.model import Adjust, Deal, End, Head, Note, Player, Record, Session, Void
from kratzen_log.log.seal import digest, sealed
from kratzen_log.log.witnesses import MERGED_FROM, Contradiction, contradictions
from kratzen_log.views import joining
from kratzen_log.views.joining import CLASH, Ledger, Place, Said, agree, numbered, sequence
from kratzen_log.views.merging_deal import Witness, closed, merge_deal, soft, stated
from kratzen_log.views.redacting import is_sealed


class MergeError(ValueError):
    """Logs that are not of one session; the message says which and why."""


class Clash(Struct, frozen=True):
    """A contradiction and where it is: ``record`` counts from 0, ``deal`` is the number of a deal or None."""

    record: int
    deal: int | None
    what: Contradiction


def merge(sessions: Iterable[Session], names: Sequence[str] | None = None) -> Session:
    """One session from several logs of it; ``names`` say who the witnesses are (default: recorder or view).

    A log is sealed when all are. Raises ``MergeError`` when the logs are of different games, players or sessions, or
    when there is none.
    """
    many = list(sessions)
    if not many:
        raise MergeError("there is no log to put together")
    who = _names(many, names)
    heads = _same_session(many, who)
    parts = [_parts(session) for session in many]
    whole = [head.view in (UNSET, "all") for head in heads]
    made: list[Record] = [_head(heads, who, many)]
    made += _others([Witness(name, part.before, all_) for name, part, all_ in zip(who, parts, whole, strict=True)])
    for key in _order([part.keys for part in parts]):
        speaking = [
            (Witness(name, part.deals[key], all_), Witness(name, part.after[key], all_))
            for name, part, all_ in zip(who, parts, whole, strict=True) if key in part.deals
        ]
        made.append(merge_deal([deal for deal, _after in speaking]))
        made += _others([after for _deal, after in speaking])
    ends = [Witness(name, part.end, True) for name, part in zip(who, parts, strict=True) if part.end is not None]
    if ends:
        made.append(_end(ends))
    joined = Session(tuple(replace(record, prev=UNSET) for record in made))
    return sealed(joined) if all(is_sealed(session) for session in many) else joined


def clashes(session: Session) -> list[Clash]:
    """The contradictions that a session which was put together keeps, in the order of its records."""
    return [
        Clash(number, record.no if isinstance(record, Deal) and record.no is not UNSET else None, what)
        for number, record in enumerate(session.records)
        for what in contradictions(record)[0]
    ]


def _names(many: Sequence[Session], names: Sequence[str] | None) -> list[str]:
    """A name for each witness, all different."""
    wanted = list(names) if names is not None else [_own_name(session, place) for place, session in enumerate(many, 1)]
    if len(wanted) != len(many):
        raise MergeError(f"there are {len(many)} logs and {len(wanted)} names")
    return [name if wanted.count(name) == 1 else f"{name} ({place})" for place, name in enumerate(wanted, 1)]


def _own_name(session: Session, place: int) -> str:
    head = session.head
    if head is None:
        return f"log {place}"
    if head.recorder is not UNSET and head.recorder.strip():
        return head.recorder
    if head.view is UNSET or head.view == "all":
        return f"log {place}"
    seat = SEATS.find(head.view)
    return _name(head.players[seat]) if 0 <= seat < len(head.players) else f"log {place} ({head.view})"


def _name(player: str | Player) -> str:
    return player if isinstance(player, str) else player.name


def _id(player: str | Player) -> str:
    return "" if isinstance(player, str) or player.id is UNSET else player.id


def _same_session(many: Sequence[Session], who: Sequence[str]) -> list[Head]:
    """The session records. Raises ``MergeError`` where two cannot be of one session."""
    heads = []
    for session, name in zip(many, who, strict=True):
        if session.head is None:
            raise MergeError(f"{name} has no session record that can be read")
        heads.append(session.head)
    first = heads[0]
    for head, name in zip(heads[1:], who[1:], strict=True):
        if head.game != first.game:
            raise MergeError(f"{name} is a log of {head.game}, {who[0]} of {first.game}")
        if len(head.players) != len(first.players):
            raise MergeError(f"{name} has {len(head.players)} players, {who[0]} {len(first.players)}")
        for seat, (one, two) in enumerate(zip(first.players, head.players, strict=True)):
            if not (_id(one) and _id(one) == _id(two)) and _name(one).strip().casefold() != _name(two).strip().casefold():
                raise MergeError(f"seat {SEATS[seat : seat + 1]} is {_name(two)} in {name} and {_name(one)} in {who[0]}")
        for key in ("id", "date"):
            ours, theirs = getattr(first, key), getattr(head, key)
            if ours is not UNSET and theirs is not UNSET and _differ(key, ours, theirs):
                raise MergeError(f"{name} is of another session than {who[0]}: {key} {theirs} and {ours}")
    return heads


def _differ(key: str, one: str, two: str) -> bool:
    """Whether two ids, or the days of two dates, are not the same."""
    return one != two if key == "id" else one[:10] != two[:10]


# --- The session record ----------------------------------------------------------------------------------------------

_SOFT: Final = ("id", "place", "recorder", "unit", "source", "seed", "generator")


def _head(heads: Sequence[Head], who: Sequence[str], many: Sequence[Session]) -> Head:
    """The session record: rules option by option, players, and whose knowledge it now is."""
    ledger = Ledger()
    witnesses = [Witness(name, head, True) for name, head in zip(who, heads, strict=True)]
    made: dict[str, Any] = {name: soft(ledger, name, stated(witnesses, name)) for name in ("version", *_SOFT)}
    made["date"] = _date(ledger, stated(witnesses, "date"))
    made["rules"] = _rules(ledger, stated(witnesses, "rules"))
    starts = stated(witnesses, "start")
    if starts:
        made["start"] = agree(starts, joining.same, lambda one, two: ledger.clash(Place("start"), one, two))[0]
    made["players"] = [_player(ledger, [Said(name, head.players[seat]) for name, head in zip(who, heads, strict=True)])
                       for seat in range(len(heads[0].players))]
    made["view"] = _view(heads)
    head: Head = closed(replace(heads[0], **made), witnesses, ledger)
    if len(many) == 1:
        return head
    x = dict(head.x) if head.x is not UNSET else {}
    held = x.get(MERGED_FROM)
    x[MERGED_FROM] = [*(held if isinstance(held, list) else []), *(_witness(name, session) for name, session in zip(who, many, strict=True))]
    return replace(head, x=x)


def _witness(name: str, session: Session) -> dict[str, str]:
    """A log by name and, if it is sealed, by its seal."""
    return {"witness": name, "seal": digest(session.records[-1])} if is_sealed(session) else {"witness": name}


def _date(ledger: Ledger, words: list[Said]) -> Any:
    """The most exact date; the same day at another time is kept beside."""
    if not words:
        return UNSET
    longest = max(words, key=lambda said: len(said.value))
    for said in words:
        if not longest.value.startswith(said.value):
            ledger.beside("date", said)
    return longest.value


def _rules(ledger: Ledger, words: list[Said]) -> Any:
    """Option by option; one that a log does not name is taken over."""
    if not words:
        return UNSET
    rules: dict[str, Any] = {}
    for option in dict.fromkeys(key for said in words for key in said.value):
        seen = [Said(said.who, said.value[option]) for said in words if option in said.value]
        place = Place(f"rules.{option}")
        rules[option] = agree(seen, joining.same, lambda one, two, place=place: ledger.clash(place, one, two))[0]  # type: ignore[misc]
    return rules


def _player(ledger: Ledger, words: list[Said]) -> str | Player:
    """A player: the first who knows more than the name, with what others know beside."""
    full = [Said(said.who, said.value) for said in words if isinstance(said.value, Player)]
    names = soft(ledger, "players", [Said(said.who, _name(said.value)) for said in words])
    if not full:
        return str(names)
    made: dict[str, Any] = {"name": names}
    for key in ("id", "bot"):
        seen = [Said(said.who, value) for said in full if (value := getattr(said.value, key)) is not UNSET]
        made[key] = soft(ledger, f"players/{key}", seen)
    from kratzen_log.views.merging_deal import further

    x, extra = further(ledger, [(said.who, said.value) for said in full], {"id", "name", "bot"})
    return Player(**made, x=x, extra=extra)


def _view(heads: Sequence[Head]) -> Any:
    """Whose knowledge the logs hold together: one seat's, everybody's, or more than one seat's (``all``, the default)."""
    views = {"all" if head.view is UNSET else head.view for head in heads}
    if len(views) > 1:
        views.discard("public")
    if len(views) == 1 and "all" not in views:
        return next(iter(views))
    return UNSET


# --- The order of records --------------------------------------------------------------------------------------------


class _Log(Struct):
    """A log in pieces: what stands before the first deal, deals by key, what follows each, the end."""

    before: list[Record]
    keys: list[tuple[int, int]]
    deals: dict[tuple[int, int], Deal]
    after: dict[tuple[int, int], list[Record]]
    end: End | None


def _parts(session: Session) -> _Log:
    """The pieces of a log. A deal's key is its number and how many deals of that number still follow (after a ``void``)."""
    numbers = []
    last = 0
    for deal in session.deals:
        last = last + 1 if deal.no is UNSET else deal.no
        numbers.append(last)
    keys = [(number, numbers[place + 1 :].count(number)) for place, number in enumerate(numbers)]
    log = _Log([], keys, {}, {}, None)
    waiting = iter(keys)
    here = log.before
    for record in session.records:
        if isinstance(record, Deal):
            key = next(waiting)
            log.deals[key] = record
            here = log.after[key] = []
        elif isinstance(record, End) and log.end is None:
            log.end = record
        elif not isinstance(record, Head):
            here.append(record)
    return log


def _order(rows: Sequence[list[tuple[int, int]]]) -> list[tuple[int, int]]:
    """The deals of all logs: each behind the one it follows in its own log, then by number."""
    out: list[tuple[int, int]] = []
    for row in rows:
        at = 0
        for key in row:
            if key in out:
                at = out.index(key) + 1
                continue
            while at < len(out) and (out[at][0], -out[at][1]) < (key[0], -key[1]):
                at += 1
            out.insert(at, key)
            at += 1
    return out


def _others(witnesses: Sequence[Witness]) -> list[Record]:
    """What stands between two deals: adjustments, voids and remarks, each once."""
    slots = {one.who: dict(zip(_slot_keys(one.record, witnesses), one.record, strict=True)) for one in witnesses}
    order: list[Any] = []
    for one in witnesses:
        joined = sequence(order, list(slots[one.who]))
        order = order + [key for key in slots[one.who] if key not in order] if joined is CLASH else joined
    return [_other([Witness(one.who, slots[one.who][key], True) for one in witnesses if key in slots[one.who]]) for key in order]


def _slot_keys(records: Sequence[Record], witnesses: Sequence[Witness]) -> list[Any]:
    """What makes records of two logs the same: number, text, or change; with as many changes in each log, their order."""
    counts = {count for one in witnesses if (count := sum(isinstance(record, Adjust) for record in one.record))}
    keys: list[Any] = []
    for record in records:
        if isinstance(record, Void):
            keys.append(("void", record.deal))
        elif isinstance(record, Note):
            keys.append(("note", record.text))
        elif isinstance(record, Adjust):
            keys.append(("adjust",) if len(counts) == 1 else ("adjust", tuple(record.delta)))
        else:
            keys.append((type(record).__name__,))
    return numbered(keys)


def _other(witnesses: Sequence[Witness]) -> Record:
    ledger = Ledger()
    first: Record = witnesses[0].record
    made: dict[str, Any] = {}
    if isinstance(first, Adjust):
        made["delta"] = agree(stated(witnesses, "delta"), joining.same, lambda one, two: ledger.clash(Place("delta"), one, two))[0]
    if isinstance(first, (Adjust, Void)):
        made["why"] = soft(ledger, "why", stated(witnesses, "why"))
    record: Record = closed(replace(first, **made, prev=UNSET), witnesses, ledger)
    return record


def _end(witnesses: Sequence[Witness]) -> End:
    """The end record, claim by claim."""
    ledger = Ledger()
    made: dict[str, Any] = {}
    for key, name in field_names(End):
        words = stated(witnesses, name) if name not in ("x", "prev") else []
        if words:
            join = joining.seats if name == "winners" else joining.same
            place = Place(key)
            made[name] = agree(words, join, lambda one, two, place=place: ledger.clash(place, one, two))[0]  # type: ignore[misc]
    end: End = closed(replace(witnesses[0].record, **made, prev=UNSET), witnesses, ledger)
    return end


__all__ = ["Clash", "MergeError", "clashes", "merge"]
