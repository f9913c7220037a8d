"""Text from a log made safe for where it goes: names and notes are anybody's."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

import msgspec

_BIDI: Final = frozenset(
    "\u061c\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
)
_MARKDOWN: Final = r"([\\`*_{}\[\]<>()#+\-.!|~])"


def terminal(text: str) -> str:
    r"""Text for a terminal: control characters and bidi controls are shown as escapes, never sent.

    >>> terminal("An\x1b[31mna\u202e")
    'An\\x1b[31mna\\u202e'
    """
    if text.isprintable() and text.isascii():
        return text
    return "".join(char if _harmless(char) else _escape(char) for char in text)


def _harmless(char: str) -> bool:
    return char not in _BIDI and unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def _escape(char: str) -> str:
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def markdown(text: str) -> str:
    r"""Text for Markdown: shown as it is, never as markup.

    >>> markdown("<b>A*n*na</b> | x")
    '\\<b\\>A\\*n\\*na\\</b\\> \\| x'
    """
    return re.sub(_MARKDOWN, r"\\\1", terminal(text)).replace("&", "&amp;")


def shown(value: object) -> str:
    """A value of a log as JSON, short enough for a sentence; text without quotes.

    >>> shown({"a": [1, None]}), shown("x" * 99)[-3:]
    ('{"a":[1,null]}', 'xx…')
    """
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return text if len(text) <= 60 else text[:57] + "…"


def pointer_step(key: str) -> str:
    """One step of a JSON pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")


def cell(text: str) -> str:
    """Text for a cell of a spreadsheet: never a formula."""
    clean = terminal(text)
    return "'" + clean if clean[:1] in ("=", "+", "-", "@", "\t", "\r") else clean


def width(text: str) -> int:
    """Columns a text takes in a terminal: wide characters take two, combining ones none."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1 for char in text
    )


def pad(text: str, columns: int) -> str:
    """Text padded on the right to so many columns; cut with an ellipsis when it is longer."""
    while width(text) > columns:
        text = text[:-2] + "…" if len(text) > 1 else ""
    return text + " " * (columns - width(text))
