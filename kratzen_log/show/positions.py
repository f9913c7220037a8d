"""Positions found in logs: where a duty binds, where a paragraph decides; each can be shown as its player saw it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from kratzen_log.cards import SEATS, WELI, Lang, members, tokens
from kratzen_log.games._game import paragraphs
from kratzen_log.log.loading import sessions as read_sessions
from kratzen_log.log.model import Session
from kratzen_log.reading.duties import DUTY_NAMES
from kratzen_log.replayer.replaying import replay
from kratzen_log.replayer.step import Step
from kratzen_log.show.lesson import WIDTH, Figure, from_chair

Source = Session | str | os.PathLike[str]


class Spot(Struct, frozen=True, kw_only=True, eq=False):
    """A card about to be played: ``step`` is the play, ``at`` its place in ``replay(session, rules)``.

    In a notebook it shows itself as the player saw it, before the card fell. Seats are letters, cards tokens.
    """

    session: Session
    at: int
    step: Step
    rules: dict[str, object] = {}

    @property
    def deal(self) -> int:
        """The number of the deal."""
        return self.step.deal

    @property
    def trick(self) -> int:
        """The trick, 1 to 5."""
        return self.step.trick

    @property
    def seat(self) -> str:
        """The seat to play, ``A`` to ``F``."""
        return SEATS[self.step.seat]

    @property
    def player(self) -> str:
        """The name of the player."""
        return self.step.before.name(self.step.seat)

    @property
    def hand(self) -> tuple[str, ...]:
        """The cards held."""
        return tuple(tokens(self.step.before.hand(self.step.seat), self.step.pack).split())

    @property
    def table(self) -> tuple[str, ...]:
        """The cards of the trick so far, in the order played."""
        return tuple(tokens([card.card for card in self.step.before.trick], self.step.pack).split())

    @property
    def legal(self) -> tuple[str, ...]:
        """The cards that may be played."""
        return tuple(tokens(members(self.step.legal), self.step.pack).split())

    @property
    def duty(self) -> str:
        """What binds: ``lead follow head trump overtrump free``."""
        return self.step.duty

    @property
    def rule(self) -> str:
        """The paragraph that binds."""
        return self.step.rule

    @property
    def played(self) -> str:
        """The card that was played."""
        return tokens([self.step.card], self.step.pack)

    def document(self) -> dict[str, Any]:
        """The frames of the whole session; see ``show.frames``."""
        from kratzen_log.show.frames import frames

        return frames(self.session, rules=self.rules)

    def svg(self, *, lang: Lang = "en", width: int = WIDTH) -> str:
        """The table before the card falls, with only this player's hand open."""
        return from_chair(self.document(), self.at - 1, self.step.seat, lang=lang, width=width)

    def caption(self, lang: Lang = "en") -> str:
        """Where it is and who is to play."""
        from kratzen_log.texts import Voice, table

        facts = {"deal": self.deal, "trick": self.trick, "seat": self.step.seat}
        return Voice(lang, self.step.pack, self.step.before.names).fill(table("quiz")["words"]["to_play"][lang], facts)

    def _repr_mimebundle_(self, **_options: Any) -> dict[str, Any]:
        return Figure(self.svg(), self.caption())._repr_mimebundle_()

    def __repr__(self) -> str:
        return f"<Spot {self.step.place} {self.seat}: {' '.join(self.table) or 'leads'} | {' '.join(self.hand)}: {self.duty} ({self.rule})>"


def find_positions(
    sessions: Source | Iterable[Source], *, duty: str = "", paragraph: str = "", after_ruff: bool | None = None,
    choices: int = 1, limit: int | None = None, rules: Mapping[str, object] | None = None,
) -> list[Spot]:
    """All positions of logs in which a duty binds or a paragraph decides, in the order of the logs.

    ``sessions`` are sessions or paths of logs, one or many. ``duty`` is one of ``lead follow head trump overtrump
    free``, ``paragraph`` one that binds, such as ``K-5.1``. With ``after_ruff`` a plain suit was led and the trick
    holds a trump (or, when false, not so). ``choices`` is the least number of cards in the hand. ``rules`` are house
    rules to judge by instead of the log's. A hand that is not known whole has no position. Raises ``ValueError`` for
    a duty or paragraph that is none, ``OSError`` for a log that cannot be opened.

    >>> find_positions("sample_logs/textbook-schnellen.jsonl", duty="overtrump")
    [<Spot deal 1, trick 3.3 A: 7d Js | 7s Ts Ks: overtrump (S-4.2)>, <Spot deal 2, trick 1.4 B: Kh Ah 7c | 8c Tc Td Qd 6d: overtrump (S-4.2)>]
    """
    if duty and duty not in DUTY_NAMES:
        raise ValueError(f"{duty!r} is no duty: one of {', '.join(DUTY_NAMES)}")
    if paragraph and paragraph not in paragraphs():
        raise ValueError(f"{paragraph!r} is no paragraph of the rules (kratzen explain lists them)")
    found: list[Spot] = []
    for session in _each(sessions):
        for at, step in enumerate(replay(session, dict(rules or {}))):
            if not _wanted(step, duty, paragraph, after_ruff, choices):
                continue
            found.append(Spot(session=session, at=at, step=step, rules=dict(rules or {})))
            if limit is not None and len(found) >= limit:
                return found
    return found


def _each(sessions: Source | Iterable[Source]) -> Iterator[Session]:
    if isinstance(sessions, Session):
        yield sessions
    elif isinstance(sessions, (str, os.PathLike)):
        yield from read_sessions(sessions)
    else:
        for one in sessions:
            yield from _each(one)


def _wanted(step: Step, duty: str, paragraph: str, after_ruff: bool | None, choices: int) -> bool:
    if step.kind != "play" or not step.legal or not step.duty or step.before.hidden[step.seat]:
        return False
    if (duty and step.duty != duty) or (paragraph and step.rule != paragraph):
        return False
    if step.before.hands[step.seat].bit_count() < choices:
        return False
    return after_ruff is None or after_ruff == ruffed(step)


def ruffed(step: Step) -> bool:
    """Whether a plain suit was led to the trick and somebody has trumped (the Weli is a trump, C-2)."""
    table = step.before
    suits = [table.trump if card.card == WELI else card.card // 8 for card in table.trick]
    return bool(suits) and suits[0] != table.trump and table.trump in suits
