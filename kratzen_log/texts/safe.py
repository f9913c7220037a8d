"""Text from a log made safe for where it goes: names and notes are anybody's."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

import msgspec

_BIDI: Final = frozenset(
    "\u061c\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
)
_COLOUR: Final = r"\x1b\[[0-9]{1,2}(?:;[0-9]{1,2})?m"
_MARKDOWN: Final = r"([\\`*_\[\]<>|~])"
_LINKS: Final = r"(?i)\b(https?|ftp|mailto|www)([:.])"
"""What many programs make a link of without being asked."""
_MENTIONS: Final = r"([@#])(?=\w)"
"""What many programs make a mention, an address or a reference of; a word joiner, which nobody sees, keeps them from it."""
_FORMULA: Final = tuple("=+-@|%\uff1d\uff0b\uff0d\uff20")
"""How a formula or a command may begin in a spreadsheet, also in wide letters."""
_STARTS: Final = r"^(\s*\d*)([#+\-=.)])"
"""What is markup only at the start of a line: headings, lists, rules."""


def terminal(text: str) -> str:
    r"""Text for a terminal: control characters and bidi controls are shown as escapes, never sent.

    >>> terminal("An\x1b[31mna\u202e")
    'An\\x1b[31mna\\u202e'
    """
    if text.isprintable() and text.isascii():
        return text
    return "".join(char if _harmless(char) else _escape(char) for char in text)


def page(text: str) -> str:
    r"""Lines for a terminal: as ``terminal``, but line feeds and the colours of a report stay.

    >>> page("\x1b[1;31merror\x1b[0m A\x1b[2Jnna\n")
    '\x1b[1;31merror\x1b[0m A\\x1b[2Jnna\n'
    """
    return "".join(part if part == "\n" or re.fullmatch(_COLOUR, part) else terminal(part) for part in re.split(f"({_COLOUR}|\n)", text))


def _harmless(char: str) -> bool:
    return char not in _BIDI and unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def _escape(char: str) -> str:
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def cell(text: str) -> str:
    r"""Text for a cell of a spreadsheet: as ``terminal``, and with an apostrophe before what could be a formula.

    >>> cell("=cmd|' /C calc'!A0"), cell(" @SUM(A1)"), cell("\t=1"), cell("Anna")
    ("'=cmd|' /C calc'!A0", "' @SUM(A1)", '\\x09=1', 'Anna')
    """
    safe = terminal(text)
    return f"'{safe}" if safe.lstrip(" \u00a0'\"")[:1] in _FORMULA else safe


def markdown(text: str) -> str:
    r"""Text for Markdown: shown as it is, never as markup; only what could be markup is escaped.

    >>> markdown("<b>A*n*na</b> | x"), markdown("Eichel-Ober, evening.jsonl: 1. deal"), markdown("1. x"), markdown("- x")
    ('\\<b\\>A\\*n\\*na\\</b\\> \\| x', 'Eichel-Ober, evening.jsonl: 1. deal', '1\\. x', '\\- x')
    """
    safe = re.sub(_MARKDOWN, r"\\\1", terminal(text)).replace("&", "&amp;")
    safe = re.sub(_LINKS, r"\1\\\2", safe)
    safe = re.sub(_MENTIONS, r"\1&#8288;", safe)
    return re.sub(_STARTS, r"\1\\\2", safe)


def shown(value: object) -> str:
    """A value of a log as JSON, short enough for a sentence; text without quotes.

    >>> shown({"a": [1, None]}), shown("x" * 99)[-3:]
    ('{"a":[1,null]}', 'xx…')
    """
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return text if len(text) <= 60 else text[:57] + "…"


NAME: Final = 200
"""Characters of a name that are said; longer ones are cut, so that what is said about a log stays in proportion to it."""


def spoken(name: str) -> str:
    """A name as it is said: whole, unless it is longer than any name.

    >>> spoken("Anna"), len(spoken("x" * 100_000))
    ('Anna', 200)
    """
    return name if len(name) <= NAME else name[: NAME - 1] + "…"


def pointer_step(key: str) -> str:
    """One step of a JSON pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")


def change(amount: int) -> str:
    """A change with its sign; nothing has none.

    >>> change(3), change(-3), change(0)
    ('+3', '-3', '0')
    """
    return f"{amount:+d}" if amount else "0"


def width(text: str) -> int:
    """Columns a text takes in a terminal: wide characters and emoji take two, combining ones none.

    >>> width("Ben"), width("王小明"), width("e\u0301"), width("❤\ufe0f")
    (3, 6, 1, 2)
    """
    return len(text) if text.isascii() else sum(_columns(text))


_WIDE: Final = "\ufe0f"
"""Asks for the wide picture of the character before it."""


def _columns(text: str, start: int = 0) -> Iterator[int]:
    """The columns each character from ``start`` on adds."""
    last = 0
    for place in range(start, len(text)):
        char = text[place]
        if char == _WIDE and last == 1:
            columns = 1
        elif unicodedata.category(char) in ("Mn", "Me", "Cf") or "\u1160" <= char <= "\u11ff":
            columns = 0
        else:
            columns = last = 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
        yield columns


def _fitting(text: str, columns: int, start: int = 0) -> int:
    """Up to where the characters of a text from ``start`` on fit into so many columns."""
    total = 0
    for at, more in enumerate(_columns(text, start), start):
        total += more
        if total > columns:
            return at
    return len(text)


def cut(text: str, columns: int) -> str:
    """Text that takes at most so many columns, with an ellipsis where something is left out.

    >>> cut("Maximilian", 6), cut("王小明", 4), cut("Ben", 3)
    ('Maxim…', '王…', 'Ben')
    """
    if width(text) <= columns:
        return text
    return text[: _fitting(text, columns - 1)].rstrip() + "…"


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """Text in exactly so many columns: padded, on the left with ``right``, or cut with an ellipsis."""
    text = cut(text, columns)
    space = " " * (columns - width(text))
    return space + text if right else text + space


def wrap(text: str, columns: int, first: str = "", rest: str = "") -> list[str]:
    """Text in lines of at most so many columns, broken only at spaces; a word that is too long for a line is cut up.

    ``first`` and ``rest`` stand before the first line and the others.

    >>> wrap("Ben spielt den Herz-König", 12, "! ", "  ")
    ['! Ben spielt', '  den', '  Herz-König']
    """
    lines = []
    line, room, empty = first, columns - width(first), True
    for word in re.split(r"[ \t\r\n]+", text):
        at = 0
        while at < len(word):
            fits = _fitting(word, room - (not empty), at)
            if fits == len(word):
                part = word[at:]
                line += part if empty else " " + part
                room, empty = room - width(part) - (not empty), False
                break
            if empty:
                fits = max(at + 1, fits)
                line, at = line + word[at:fits], fits
            lines.append(line)
            line, room, empty = rest, columns - width(rest), True
    return lines if empty and lines else [*lines, line]
