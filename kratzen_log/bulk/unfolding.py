"""The records of a document as lines, in plain Python that a compiler accepts.

Brackets are matched outside strings, as ``log.document`` does; whatever there might be read in more than one way is
left to it.
"""

from __future__ import annotations

from typing import Any

from kratzen_log.bulk.layout import W_TYPE
from kratzen_log.bulk.memory import bare, eight
from kratzen_log.bulk.parts import BACKSLASH, CLOSE, CLOSE_LIST, COLON, COMMA, LF, OPEN, OPEN_LIST, QUOTE

WHERE, LINE, START, COUNT, TO, FAILED = 0, 1, 2, 3, 4, 5
"""Where the document is read, the number of the line there, and where that begins; how many records, their bytes; where reading failed."""
NESTED = 8
"""The bracket that opened each level."""
MOST = 48
BLANKS = 1 << 14
"""Bytes that are looked at behind a record for what follows it."""
C_SIZE = NESTED + MOST + 1
SPAN = 4
"""Numbers of a record: where it begins and ends in the document, its line, its column."""
PRIVATE, X = 95, 120


def elements(data: Any, stop: int, longest: int, out: Any, spans: Any, C: Any, room: int) -> int:
    """Writes the records from ``C[WHERE]`` on into ``out``, a line for each; how many.

    It ends behind the last comma that stands between two of them, or at the bracket that ends the array.
    """
    return each(bare(data), stop, longest, bare(out), bare(spans), bare(C), room)


def each(data: Any, stop: int, longest: int, out: Any, spans: Any, C: Any, room: int) -> int:
    """One record after another."""
    C[COUNT] = 0
    C[TO] = 0
    while C[COUNT] < room and element(data, stop, longest, out, spans, C):
        C[COUNT] += 1
    return int(C[COUNT])


def blank(char: int) -> bool:
    """Whether a character is white space."""
    return char in (32, LF, 9, 13)


def element(data: Any, stop: int, longest: int, out: Any, spans: Any, C: Any) -> bool:
    """One record and what follows it; false where it is not all there, or not plainly in order."""
    at = C[WHERE]
    line = C[LINE]
    start = C[START]
    while at < stop and blank(data[at]):
        if data[at] == LF:
            line += 1
            start = at + 1
        at += 1
    C[FAILED] = at
    C[WHERE] = at
    C[LINE] = line
    C[START] = start
    if at >= stop or data[at] != OPEN:
        return False
    begin = at
    most = min(stop, begin + longest)
    first_line = line
    column = at - start + 1
    to = C[TO]
    depth = 0
    key = at
    before = 0
    while True:
        char = int(data[at])
        if at >= most:
            C[FAILED] = stop if at >= stop else begin
            return False
        C[FAILED] = at
        if char == QUOTE:
            end = string(data, at, most)
            if end < 0:
                C[FAILED] = begin if -end >= most and most < stop else -end
                return False
            if depth == 1 and data[past(data, end, stop)] == COLON:
                key = at
            before = char
            while at < end:
                out[to] = data[at]
                to += 1
                at += 1
            continue
        if char == LF:
            line += 1
            start = at + 1
            char = 32
        elif char in (OPEN, OPEN_LIST):
            if depth == MOST or (depth > 0 and char == OPEN and may_be_next(data, at, stop, key, C[NESTED + depth], before)):
                return False
            depth += 1
            C[NESTED + depth] = char
        elif char in (CLOSE, CLOSE_LIST):
            if char != C[NESTED + depth] + 2:
                return False
            depth -= 1
        out[to] = char
        to += 1
        at += 1
        if not blank(char):
            before = char
        if depth == 0:
            break
    end = at
    most = min(stop, end + BLANKS)
    at = mark(data, at, most)
    if at < 0:
        C[FAILED] = -at if -at < most or most == stop else begin
        return False
    if data[at] == COMMA:
        at += 1
    for place in range(end, at):
        if data[place] == LF:
            line += 1
            start = place + 1
    span = C[COUNT] * SPAN
    spans[span] = begin
    spans[span + 1] = end
    spans[span + 2] = first_line
    spans[span + 3] = column
    out[to] = LF
    C[TO] = to + 1
    C[WHERE] = at
    C[LINE] = line
    C[START] = start
    return True


def past(data: Any, at: int, stop: int) -> int:
    """The first place that is no white space."""
    while at < stop and blank(data[at]):
        at += 1
    return at


def mark(data: Any, at: int, stop: int) -> int:
    """The comma, or the bracket that ends the array, where behind it stands what must; where reading failed as a negative number."""
    at = past(data, at, stop)
    if at >= stop or (data[at] != COMMA and data[at] != CLOSE_LIST):
        return -at
    after = past(data, at + 1, stop)
    due = OPEN if data[at] == COMMA else CLOSE
    return at if after < stop and data[after] == due else -after


def string(data: Any, at: int, stop: int) -> int:
    """Behind a string that stands where one may; where reading failed as a negative number."""
    at += 1
    while data[at] != QUOTE:
        if data[at] < 32 or at >= stop:
            return -at
        at += 2 if data[at] == BACKSLASH and data[at + 1] >= 32 else 1
    at += 1
    char = int(data[at])
    return at if at < stop and (blank(char) or char in (COLON, COMMA, CLOSE, CLOSE_LIST)) else -at


def may_be_next(data: Any, at: int, stop: int, key: int, opened: int, before: int) -> bool:
    """Whether an object inside a record may be the next record, the end of this one being lost.

    It may be where it begins with its type and stands in a list that is not private, and where none can stand.
    """
    if opened == OPEN:
        return before != COLON
    if data[key + 1] == PRIVATE or (data[key + 1] == X and data[key + 2] == QUOTE):
        return False
    at += 1
    while blank(data[at]):
        at += 1
    return at + 8 >= stop or (data[at] == QUOTE and eight(data, at + 1) & 0xFFFFFFFFFF == W_TYPE | QUOTE << 32)
