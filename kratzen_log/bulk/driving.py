"""A block of lines from the first to the last: scanned, judged, and summed up session by session.

Plain Python that a compiler accepts. A row of the answer says what is known of one session; a session in which
anything is not plainly in order is only named, by where it stands.
"""

from __future__ import annotations

from typing import Any

from kratzen_log.bulk import judging, scan, standing
from kratzen_log.bulk.layout import (
    ANEW,
    AT,
    B_READY,
    B_SIZE,
    BLANK,
    BOOK_ROWS,
    COUNT,
    ENDED,
    FIRST,
    FIRST_LINE,
    GAME,
    K_PREV,
    K_RULES,
    KEPT,
    LINE,
    O_DEALS,
    O_FIRST,
    O_LINE,
    O_ODDS,
    O_PLAYS,
    O_RECORDS,
    O_RULES,
    O_SEALED,
    O_SIZE,
    O_STOP,
    O_SUSPECT,
    ODD,
    ODDS,
    OPEN,
    PLAYERS,
    PLAYS,
    ROWS_USED,
    RULES,
    RULES_AT,
    RULES_END,
    RUNNING,
    S_RECORDS,
    SEALED,
    SEEN,
    SUSPECT,
    T_ADJUST,
    T_DEAL,
    T_END,
    T_SESSION,
    TEXT_SIZE,
    TYPE,
    UNSEALED,
)
from kratzen_log.bulk.memory import bare, shift
from kratzen_log.bulk.unescape import unescaped

DONE, NEW_RULES, FULL, STUCK = 0, 1, 2, 3


def block(
    data: Any, stop: int, longest: int, PLAIN: Any, KEY: Any, CARD: Any, BOOK: Any, TEXTS: Any, TABLES: Any, S: Any, D: Any, W: Any,
    OUT: Any, room: int,
) -> int:
    """Reads lines from ``S[AT]`` up to ``stop``, where one ends; gives rows in ``OUT``.

    ``NEW_RULES``: the line at ``S[AT]`` is a head with house rules that are not in the rule book yet; ``D`` says
    where they stand, in ``PLAIN`` if the line was written anew. ``FULL``: ``OUT`` has no room for another row. ``STUCK``: a run met something that is not
    plainly in order. Called again, it goes on.
    """
    suit_of, suit_mask, higher, free, ladder = TABLES
    return lines(
        bare(data), stop, longest, bare(PLAIN), bare(KEY), bare(CARD), bare(BOOK), bare(TEXTS),
        (bare(suit_of), bare(suit_mask), bare(higher), bare(free), bare(ladder)), bare(S), bare(D), bare(W), bare(OUT), room,
    )


def lines(
    data: Any, stop: int, longest: int, PLAIN: Any, KEY: Any, CARD: Any, BOOK: Any, TEXTS: Any, TABLES: Any, S: Any, D: Any, W: Any,
    OUT: Any, room: int,
) -> int:
    """The lines of a block, one after another."""
    suit_of, suit_mask, higher, free, ladder = TABLES
    while S[AT] < stop:
        if S[ROWS_USED] + 1 >= room:
            return FULL
        begin = S[AT]
        after = line(data, begin, longest, PLAIN, KEY, CARD, D)
        kind = D[TYPE]
        if kind == T_SESSION and S[RUNNING]:
            return STUCK
        if kind == T_SESSION:
            rules = rules_of(PLAIN, D, BOOK, TEXTS) if D[ANEW] else rules_of(data, D, BOOK, TEXTS)
            if rules < 0:
                return NEW_RULES
            finish(S, OUT, begin)
            start(S, D, BOOK, begin, rules)
        elif kind == T_DEAL:
            if S[RUNNING]:
                for place in range(KEPT):
                    S[KEPT + place] = S[place]
            record(S, D)
            if not S[SUSPECT]:
                at = S[RULES] * judging.SUITS
                tables = (
                    shift(suit_of, at * judging.CARDS), shift(suit_mask, at * judging.SUITS), shift(higher, at * judging.CARDS),
                    shift(free, at), shift(ladder, at * 3 * judging.RUNGS),
                )
                plays = judging.deal(S, D, shift(BOOK, S[RULES] * B_SIZE), tables, W)
                if plays < 0:
                    S[SUSPECT] = 1
                S[PLAYS] += plays
        elif kind == T_END:
            record(S, D)
            if not S[SUSPECT] and not standing.end(S, D, shift(BOOK, S[RULES] * B_SIZE)):
                S[SUSPECT] = 1
            S[ENDED] = 1
        elif kind == T_ADJUST:
            record(S, D)
            if not S[SUSPECT] and not standing.adjust(S, D):
                S[SUSPECT] = 1
        elif kind == ODD:
            S[SUSPECT] = 1
            S[ODDS] += 1
        elif kind != BLANK:
            record(S, D)
        if S[RUNNING] and S[SUSPECT]:
            return STUCK
        S[LINE] += 1
        S[AT] = after
    return DONE


def line(data: Any, at: int, longest: int, PLAIN: Any, KEY: Any, CARD: Any, D: Any) -> int:
    """Reads a line, if need be without its escapes; where the next one begins."""
    D[ANEW] = 0
    after = scan.line(data, at, KEY, CARD, D)
    if after - at > longest:
        D[TYPE] = ODD
    elif D[TYPE] == ODD:
        anew(data, at, after - 1, PLAIN, KEY, CARD, D)
    return after


def anew(data: Any, at: int, stop: int, PLAIN: Any, KEY: Any, CARD: Any, D: Any) -> int:
    """Reads a line without its escapes, if it has any; whether it has."""
    if not unescaped(data, at, stop, PLAIN):
        return 0
    D[ANEW] = 1
    scan.line(PLAIN, 0, KEY, CARD, D)
    return 1


def record(S: Any, D: Any) -> None:
    """One more record of the session; after its end, or before any head, there should be none, nor a seal in an ``UNSEALED`` run."""
    if S[ENDED] or not S[OPEN] or (S[RUNNING] == UNSEALED and D[SEEN] >> K_PREV & 1):
        S[SUSPECT] = 1
    S[COUNT] += 1
    S[SEALED] += D[SEEN] >> K_PREV & 1


def start(S: Any, D: Any, BOOK: Any, begin: int, rules: int) -> None:
    """A new session, from its head."""
    S[OPEN] = 1
    S[ENDED] = 0
    S[FIRST] = begin
    S[FIRST_LINE] = S[LINE]
    S[RULES] = rules
    S[COUNT] = 1
    S[PLAYS] = 0
    S[SEALED] = 0
    S[ODDS] = 0
    S[SUSPECT] = 0
    B = shift(BOOK, rules * B_SIZE)
    if not B[B_READY] or D[SEEN] >> K_PREV & 1 or not standing.begin(S, D, B):
        S[SUSPECT] = 1


def finish(S: Any, OUT: Any, stop: int) -> None:
    """The row of the session that ends before ``stop``."""
    if stop == S[FIRST] and not S[OPEN]:
        return
    row = shift(OUT, S[ROWS_USED] * O_SIZE)
    partly = S[SEALED] != 0 and S[SEALED] != S[COUNT] - 1
    row[O_SUSPECT] = 1 if S[SUSPECT] or not S[OPEN] or not S[ENDED] or partly else 0
    row[O_FIRST] = S[FIRST]
    row[O_STOP] = stop
    row[O_LINE] = S[FIRST_LINE]
    row[O_RULES] = S[RULES]
    row[O_DEALS] = S[S_RECORDS]
    row[O_PLAYS] = S[PLAYS]
    row[O_RECORDS] = S[COUNT]
    row[O_SEALED] = S[SEALED]
    row[O_ODDS] = S[ODDS]
    S[ROWS_USED] += 1


def rules_of(data: Any, D: Any, BOOK: Any, TEXTS: Any) -> int:
    """The row of the rule book for a head; -1 when it has none yet. ``TEXTS`` holds the rules as they were written.

    Rules too long for the book have its last row, which is empty: their sessions are not judged here.
    """
    size = D[RULES_END] - D[RULES_AT] if D[SEEN] >> K_RULES & 1 else 0
    if size > TEXT_SIZE - 4:
        return BOOK_ROWS - 1
    for row in range(BOOK_ROWS):
        text = shift(TEXTS, row * TEXT_SIZE)
        if text[0] == 0:
            return -1
        if text[1] != size or text[2] != D[GAME] or text[3] != D[PLAYERS]:
            continue
        equal = True
        for at in range(size):
            if text[4 + at] != data[D[RULES_AT] + at]:
                equal = False
                break
        if equal:
            return row
    return -1
