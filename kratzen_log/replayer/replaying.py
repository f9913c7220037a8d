"""A session to its steps."""

from __future__ import annotations

from collections.abc import Iterator

from kratzen_log.log.loading import entries
from kratzen_log.log.model import Head, Session
from kratzen_log.reading.session import Judged, read_session, setting
from kratzen_log.reading.structure import Opening, open_session, player_names
from kratzen_log.replayer.folding import steps
from kratzen_log.replayer.step import Step
from kratzen_log.texts.safe import spoken


def judge(
    session: Session, rules: dict[str, object] | None = None, *, readings: bool = True
) -> tuple[Opening | None, Iterator[Judged]]:
    """What the records of a session are found to be; nothing when its session record does not say the game.

    Without ``readings`` deals in order are only checked, which is faster.
    """
    head = session.head
    if head is None:
        return None, iter(())
    opening = open_session(head, rules)
    if opening.game is None:
        return opening, iter(())
    s = setting(opening.game, opening.options, len(opening.players))
    rest = (entry for entry in entries(session) if not isinstance(entry.record, Head))
    return opening, read_session(s, opening.start, rest, readings=readings)


def replay(session: Session, rules: dict[str, object] | None = None) -> list[Step]:
    """Everything that happens in a session, step by step; see ``Step``.

    ``rules`` are options to judge by instead of the log's. A session whose game cannot be told has no steps; no
    log makes this raise.
    """
    return list(iter_steps(session, rules))


def iter_steps(session: Session, rules: dict[str, object] | None = None) -> Iterator[Step]:
    """The steps of a session one by one, holding one deal at a time."""
    opening, judged = judge(session, rules)
    if opening is None or opening.game is None:
        return
    s = setting(opening.game, opening.options, len(opening.players))
    yield from steps(judged, s, tuple(map(spoken, player_names(session.head))))
