"""Messages of the command line in German: each English sentence has its German one in ``usage.json``."""

from __future__ import annotations

import os
import re
from functools import cache

import msgspec


@cache
def _pairs() -> list[tuple[re.Pattern[str], str]]:
    with open(os.path.join(os.path.dirname(__file__), "usage.json"), "rb") as file:
        rows = msgspec.json.decode(file.read(), type=list[tuple[str, str]])
    return [(_pattern(english), german) for english, german in rows]


def _pattern(template: str) -> re.Pattern[str]:
    """What a sentence looks like with its places filled."""
    parts = re.split(r"\{(\w+)\}", template)
    text = "".join(f"(?P<{part}>.+?)" if at % 2 else re.escape(part) for at, part in enumerate(parts))
    return re.compile(text, re.DOTALL)


def said(message: str, lang: str) -> str:
    """A message in the language asked for; one without a German sentence stays English.

    >>> said("evening.jsonl: the file is empty", "de")
    'evening.jsonl: Die Datei ist leer'
    """
    if lang != "de":
        return message
    for pattern, german in _pairs():
        match = pattern.fullmatch(message)
        if match is not None:
            return german.format(**match.groupdict())
    return message
