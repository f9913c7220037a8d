"""A line with every character of its strings written in one way, in plain Python that a compiler accepts.

JSON lets any character be written as an escape, in keys and cards as well. After this only quotation marks, backslashes
and control characters are, so that what is equal looks equal.
"""

from __future__ import annotations

from typing import Any

from kratzen_log.bulk.layout import packed
from kratzen_log.bulk.parts import BACKSLASH, LF, QUOTE, unit

ROOM = 1 << 20
"""Bytes of the longest line that is written anew, with its end."""
U, SLASH = 117, 47
LETTERS = packed("btn\0fr")
"""The letters of the control characters from the eighth on that have one."""


def unescaped(data: Any, at: int, stop: int, PLAIN: Any) -> bool:
    """Writes a line that ends at ``stop`` into ``PLAIN``; false where it has no escapes or one that is odd."""
    if stop - at >= ROOM:
        return False
    to = 0
    inside = escapes = False
    while at < stop:
        char = int(data[at])
        if char != BACKSLASH:
            if char == QUOTE:
                inside = not inside
            PLAIN[to] = char
            to += 1
            at += 1
            continue
        if not inside or data[at + 1] < 32:
            return False
        escapes = True
        if data[at + 1] == SLASH:
            PLAIN[to] = SLASH
            to += 1
            at += 2
        elif data[at + 1] != U:
            PLAIN[to] = BACKSLASH
            PLAIN[to + 1] = data[at + 1]
            to += 2
            at += 2
        else:
            code = unit(data, at)
            at += 6
            if 0xD800 <= code < 0xDC00:
                low = unit(data, at) if data[at] == BACKSLASH and data[at + 1] == U else -1
                if not 0xDC00 <= low < 0xE000:
                    return False
                code = 0x10000 + (code - 0xD800) * 0x400 + low - 0xDC00
                at += 6
            to = character(PLAIN, to, code)
            if to < 0:
                return False
    PLAIN[to] = LF
    return escapes


def character(PLAIN: Any, to: int, code: int) -> int:
    """Writes a character of a string; where it ends, -1 for one that is odd."""
    if code < 32:
        letter = LETTERS >> 8 * (code - 8) & 255 if 8 <= code <= 13 else 0
        PLAIN[to] = BACKSLASH
        PLAIN[to + 1] = letter
        return to + 2 if letter > 0 else -1
    if code in (QUOTE, BACKSLASH):
        PLAIN[to] = BACKSLASH
        PLAIN[to + 1] = code
        return to + 2
    if code < 0x80:
        PLAIN[to] = code
        return to + 1
    if code < 0x800:
        PLAIN[to] = 0xC0 | code >> 6
        PLAIN[to + 1] = 0x80 | code & 0x3F
        return to + 2
    if code < 0x10000:
        if 0xD800 <= code < 0xE000:
            return -1
        PLAIN[to] = 0xE0 | code >> 12
        PLAIN[to + 1] = 0x80 | code >> 6 & 0x3F
        PLAIN[to + 2] = 0x80 | code & 0x3F
        return to + 3
    PLAIN[to] = 0xF0 | code >> 18
    PLAIN[to + 1] = 0x80 | code >> 12 & 0x3F
    PLAIN[to + 2] = 0x80 | code >> 6 & 0x3F
    PLAIN[to + 3] = 0x80 | code & 0x3F
    return to + 4
