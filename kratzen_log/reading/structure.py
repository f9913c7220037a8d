"""What a log must have whatever the game: the session record, the order of records, values and times (FORMAT)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from msgspec import UNSET, Struct

from kratzen_log.cards import SEATS
from kratzen_log.games import GAMES
from kratzen_log.games._game import Game, read_options
from kratzen_log.log.model import (
    END_REASONS,
    FORMAT,
    KRATZEN_ONLY,
    SCHNELLEN_ONLY,
    SCHNELLEN_SWAP,
    VERSION,
    Adjust,
    Deal,
    End,
    Head,
    Player,
    Record,
)
from kratzen_log.log.tokens import seat_of
from kratzen_log.log.witnesses import WITNESSES, contradictions
from kratzen_log.reading.facts import Breach
from kratzen_log.texts.safe import shown

RULES_VERSIONS: Final = (1,)
_DAY: Final = re.compile(r"(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", re.ASCII)
_CLOCK: Final = re.compile(r"[Tt ](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)", re.ASCII)
_AT: Final = r"(?:0|end|[1-9][0-9]?(?:\.[1-9])?)\Z"


class Opening(Struct, frozen=True):
    """What the session record makes of a session: None in ``game`` when nothing can be judged."""

    game: Game | None
    options: Any
    players: tuple[str, ...]
    start: tuple[int, ...] | None
    breaches: tuple[Breach, ...]


def player_names(head: Head | None) -> tuple[str, ...]:
    """The names at the table, in seat order."""
    if head is None:
        return ()
    return tuple(player.name if isinstance(player, Player) else player for player in head.players)


def open_session(head: Head, overrides: dict[str, object] | None = None) -> Opening:
    """Checks a session record; ``overrides`` are options judged as if the log said so, where the game has them."""
    found: list[Breach] = []
    names = player_names(head)
    if head.format != FORMAT:
        found.append(_value("format", head.format, FORMAT))
        return Opening(None, None, names, None, tuple(found))
    if not _version(head.version, found):
        return Opening(None, None, names, None, tuple(found))
    game = GAMES.get(head.game)
    if game is None:
        found.append(_value("game", head.game, _or(GAMES)))
        return Opening(None, None, names, None, tuple(found))
    rules = dict(head.rules) if head.rules is not UNSET else {}
    version = rules.get("version", 1)
    if version not in RULES_VERSIONS or isinstance(version, bool):
        found.append(Breach("log.version", facts={"version": shown(version), "rules": True}))
        return Opening(None, None, names, None, tuple(found))
    known = {option.name for option in game.options}
    imposed = {name: value for name, value in (overrides or {}).items() if name in known}
    options, bad = read_options(game, rules | imposed)
    found += [_option(game, name, value) for name, value in bad]
    if head.view is not UNSET and head.view not in ("all", "public", *SEATS[: len(names)]):
        if len(head.view) == 1:
            found.append(Breach("log.seat", facts={"token": head.view, "key": "view"}))
        else:
            found.append(_value("view", head.view, "all, public or a seat"))
    if head.date is not UNSET and not _is_day(head.date) and not _is_time(head.date):
        found.append(_value("date", head.date, "2026-11-30 or 2026-11-30T20:15:00+01:00"))
    low, high = game.seats(options)
    playable = low <= len(names) <= high
    if not playable:
        found.append(Breach("rules.players", facts={"players": len(names), "low": low, "high": high}))
    found += [Breach(code, facts={"ante": options.ante}) for code in game.remarks(options, len(names))]
    start = _start(head, game, options, len(names), found)
    return Opening(game if playable else None, options, names, start, tuple(found))


def _is_day(text: str) -> bool:
    """Whether a text is a day there was or will be, year first."""
    match = _DAY.fullmatch(text)
    return match is not None and int(match[3]) <= _days(int(match[1]), int(match[2]))


def _is_time(text: str) -> bool:
    """Whether a text is a time with offset (RFC 3339); a leap second is one."""
    return _is_day(text[:10]) and _CLOCK.fullmatch(text, 10) is not None


def _days(year: int, month: int) -> int:
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def _value(key: str, value: object, allowed: str) -> Breach:
    return Breach("log.value", facts={"key": key, "value": shown(value), "allowed": allowed})


def _or(words: Iterable[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} or {last}"


def _version(version: str, found: list[Breach]) -> bool:
    """Same major: read; newer minor: read and say so; other major: refuse (FORMAT 6)."""
    match = re.fullmatch(r"([0-9]{1,9})\.([0-9]{1,9})", version)
    if match is None:
        found.append(_value("version", version, VERSION))
        return False
    major, minor = map(int, match.groups())
    ours = tuple(map(int, VERSION.split(".")))
    if major != ours[0]:
        found.append(Breach("log.version", facts={"version": version}))
        return False
    if minor > ours[1]:
        found.append(Breach("log.version", facts={"version": version, "minor": True}))
    return True


def _unquoted(text: str) -> object:
    """What a text would be without its quotation marks."""
    plain: dict[str, object] = {"true": True, "false": False, "null": None}
    if text in plain:
        return plain[text]
    return int(text) if re.fullmatch(r"-?[0-9]{1,15}", text) else text


def _option(game: Game, name: str, value: object) -> Breach:
    import difflib

    specs = {option.name: option for option in game.options}
    if name in specs:
        facts: dict[str, Any] = {"name": name, "value": shown(value), "allowed": str(specs[name].spec), "known": True}
        if isinstance(value, str) and specs[name].spec.read(_unquoted(value)) is not None:
            facts["quoted"] = True
        return Breach("rules.option", specs[name].rule, facts=facts)
    near = next(iter(difflib.get_close_matches(name, list(specs), 1)), "")
    return Breach("rules.option", facts={"name": name, "value": shown(value), "near": near})


def _start(head: Head, game: Game, options: Any, players: int, found: list[Breach]) -> tuple[int, ...] | None:
    if head.start is UNSET:
        if game.has_pot:
            found.append(Breach("log.missing-key", facts={"key": "start"}))
            return None
        return (options.start_score,) * players
    if len(head.start) != players:
        found.append(Breach("log.length", facts={"key": "start", "length": len(head.start), "players": players}))
        return None
    return tuple(head.start)


def witnesses(record: Record) -> list[Breach]:
    """Where logs that were put together contradict each other."""
    if record.x is UNSET:
        return []
    clashes, broken = contradictions(record)
    found = [
        Breach(
            "log.witnesses", trick=max(clash.trick, 0), play=max(clash.play, 0), seat=seat_of(clash.seat, len(SEATS)),
            facts={
                "key": clash.key, "first": clash.first, "value": _said(clash.value), "other": clash.other,
                "other_value": _said(clash.other_value),
            },
        )
        for clash in clashes
    ]
    if broken:
        found.append(_value(WITNESSES, record.x[WITNESSES], "key, first, value, other, other_value"))
    return found


def _said(value: object) -> str:
    """A witness's word for a sentence; a dash where it was not."""
    return "—" if value is None else shown(value)


def check_record(record: Record, game: Game | None, players: int) -> list[Breach]:
    """Values of a record that no game needs to judge, keys of the other game, and contradictions of its witnesses."""
    return witnesses(record) + _check(record, game, players)


def _check(record: Record, game: Game | None, players: int) -> list[Breach]:
    if isinstance(record, Deal):
        return _check_deal(record, game)
    found: list[Breach] = []
    if isinstance(record, End):
        if record.reason is not UNSET and record.reason not in END_REASONS:
            found.append(_value("reason", record.reason, _or(END_REASONS)))
        if record.totals is not UNSET and players and len(record.totals) != players:
            facts = {"key": "totals", "length": len(record.totals), "players": players}
            found.append(Breach("log.length", facts=facts))
    elif isinstance(record, Adjust) and record.why is not UNSET and not record.why.strip():
        found.append(_value("why", record.why, "a reason in words"))
    return found


def _check_deal(record: Deal, game: Game | None) -> list[Breach]:
    found: list[Breach] = []
    if record.no is not UNSET and record.no < 1:
        found.append(_value("no", record.no, "1, 2, 3 …"))
    if record.time is not UNSET or record.recorded is not UNSET or record.notes is not UNSET:
        for key, value in (("time", record.time), ("recorded", record.recorded)):
            if value is not UNSET and not _is_time(value):
                found.append(_value(key, value, "2026-11-30T20:15:00+01:00"))
        found += [_value("at", note.at, "0, 1.1 … 5.6 or end") for note in record.notes or () if not re.match(_AT, note.at)]
    if game is not None:
        found += _other_game(record, game)
    return found


def _other_game(record: Deal, game: Game) -> list[Breach]:
    if game.has_pot and record.bids is UNSET and record.discard is UNSET and record.exchange is UNSET:
        return []
    keys = [key for key in (SCHNELLEN_ONLY if game.has_pot else KRATZEN_ONLY) if getattr(record, key) is not UNSET]
    if game.has_pot and record.exchange is not UNSET:
        keys += [key for key in SCHNELLEN_SWAP if any(getattr(swap, key) is not UNSET for swap in record.exchange)]
    if not keys:
        return []
    other = next(key for key in GAMES if key != game.key)
    return [Breach("log.unknown-key", facts={"key": key, "game": GAMES[other].title["en"]}) for key in keys]


__all__ = ["Opening", "check_record", "open_session", "player_names", "witnesses"]
