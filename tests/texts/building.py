"""How the examples of ``kratzen explain`` are made: small whole logs, patched, audited, and shown in part.

The cases stand in ``findings_*.py`` and ``paragraphs_*.py`` beside this file, the whole logs in ``tests/data/explain/``.
``python -m tests.regenerate`` writes what is shown to ``kratzen_log/texts/examples.json``.
"""

from __future__ import annotations

import copy
import gzip
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any, Final

from kratzen_log import Report, audit
from kratzen_log.auditor.auditing import Choice
from kratzen_log.log.container import Limits
from tests.support import DATA

DROP: Final = object()
"""A change that takes a key, an item or a record out."""
_CLAIMS: Final = ("taken", "pot", "carry", "delta", "totals")
_TOKEN: Final = re.compile(r'[^\s,:\[\]{}"\x00]+(?::[^\s,:\[\]{}"\x00]+)?')
_FOLD: Final = "\x00"
"""Where a line may be folded."""
WIDTH: Final = 76
"""How wide the lines of an example are at most, unless one value is wider."""

Json = Any
Change = Mapping[str, Any]


@dataclass(frozen=True)
class Case:
    """An example: a whole log, what is wrong in one copy of it and right in another, and what of it is shown.

    ``wrong`` and ``right`` change values by path (``1/tricks/0``: record, key, place; ``+2``: a record put in before
    record 2). ``hide`` are changes that are made and not shown, ``show`` places that are shown and not changed.
    ``bare`` takes out what follows from the facts, so that only the facts speak. ``spoil`` breaks the bytes of a line,
    or of the whole file (``-1``); ``text`` is then what is shown. A case without ``wrong`` is a real example of a
    paragraph that cannot be broken; ``says`` explains it. ``cites``: the paragraph of the finding, where it is another.
    ``limits`` are set for the wrong log, ``cut`` keeps so many bytes of it when it is compressed, ``expect`` is the
    seal it should have.
    """

    log: str
    wrong: Change = field(default_factory=dict)
    right: Change = field(default_factory=dict)
    show: tuple[str, ...] = ()
    hide: tuple[str, ...] = ()
    mark: str = ""
    code: str = ""
    cites: str = ""
    bare: bool = False
    spoil: Mapping[int, bytes] = field(default_factory=dict)
    text: tuple[str, str] = ("", "")
    says: tuple[str, str] = ("", "")
    limits: Limits | None = None
    cut: int = 0
    expect: str = ""

    @property
    def breaks(self) -> bool:
        """Whether the example breaks something."""
        return bool(self.wrong or self.spoil or self.cut or self.limits or self.expect)


def records(case: Case, change: Change) -> list[Json]:
    """The records of a case with a change made."""
    lines = (DATA / "explain" / f"{case.log}.jsonl").read_text("utf-8").splitlines()
    found: list[Json] = [json.loads(line) for line in lines]
    if case.bare:
        found = [_bared(record) for record in found]
    taken_out: list[int] = []
    for path, value in change.items():
        head, _, rest = path.partition("/")
        if head.startswith("+"):
            found.insert(int(head[1:]), copy.deepcopy(value))
        elif not rest and value is DROP:
            taken_out.append(int(head))
        elif not rest:
            found[int(head)] = copy.deepcopy(value)
        else:
            _put(found[int(head)], rest.split("/"), value)
    for place in sorted(taken_out, reverse=True):
        del found[place]
    return found


def _bared(record: Json) -> Json:
    if record["type"] == "end":
        return {"type": "end"}
    kept = {key: value for key, value in record.items() if key not in _CLAIMS}
    if "tricks" in kept:
        kept["tricks"] = [re.sub(r" >\w$", "", trick) for trick in kept["tricks"]]
    return kept


def _put(into: Json, steps: list[str], value: Any) -> None:
    for step in steps[:-1]:
        into = into[int(step) if isinstance(into, list) else step]
    last: Any = int(steps[-1]) if isinstance(into, list) else steps[-1]
    if value is DROP:
        del into[last]
    else:
        into[last] = copy.deepcopy(value)


def log(case: Case, *, wrong: bool) -> bytes:
    """The whole log of a case, as a file holds it."""
    lines = [
        json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        for record in records(case, case.wrong if wrong else case.right)
    ]
    if wrong and case.spoil:
        if -1 in case.spoil:
            return case.spoil[-1]
        lines = [case.spoil.get(number, line) for number, line in enumerate(lines)]
    data = b"".join(lines)
    if case.cut:
        packed = gzip.compress(data, mtime=0)
        return packed[: case.cut] if wrong else packed
    return data


def report(case: Case, *, wrong: bool, lang: str = "en") -> Report:
    """The audit of a case."""
    asked: dict[str, Any] = {"expect": case.expect} if wrong and case.expect else {}
    limits = case.limits if wrong and case.limits else Limits()
    return audit(log(case, wrong=wrong), Choice(lang=lang, limits=limits, **asked))


def shown(case: Case, *, wrong: bool) -> str:
    """What is shown of a case: the records it touches in short, the wrong or the right words marked below."""
    if any(case.text):
        return case.text[0 if wrong else 1]
    sides = [_lines(case, case.wrong), _lines(case, case.right)]
    mine, other = sides if wrong else reversed(sides)
    rows = []
    for key, line in mine.items():
        marks = _explicit(line, case.mark) if case.mark and (wrong or not case.breaks) else _unlike(line, other.get(key, line))
        rows += _folded(line, marks)
    return "\n".join(rows)


def _folded(line: str, marks: list[tuple[int, int]]) -> list[str]:
    """A line with its marks below, broken between keys where it is too wide."""
    rows = [""]
    below = [""]
    at = 0
    for piece in line.split(_FOLD):
        if rows[-1] and len(rows[-1]) + len(piece) > WIDTH:
            rows.append(" ")
            below.append("")
        for start, end in marks:
            if at <= start < at + len(piece):
                below[-1] = below[-1].ljust(len(rows[-1]) + start - at) + "^" * (end - start)
        rows[-1] += piece
        at += len(piece) + 1
    return [text for pair in zip(rows, below, strict=True) for text in pair if text]


def _lines(case: Case, change: Change) -> dict[str, str]:
    """The records a case touches, in short, by a name that stays the same on both sides."""
    paths = [*case.show, *(path for path in (*case.wrong, *case.right) if path not in case.hide)]
    wanted: dict[int, set[tuple[str, ...]]] = {}
    for path in paths:
        head, _, rest = path.partition("/")
        if not head.startswith("+"):
            wanted.setdefault(int(head), set()).add(tuple(rest.split("/")) if rest else ())
    found: dict[str, str] = {}
    base = records(case, {path: value for path, value in change.items() if "/" in path or (value is not DROP and not path.startswith("+"))})
    for place in range(len(base) + 1):
        if f"+{place}" in change:
            found[f"+{place}"] = _short(change[f"+{place}"], {()}, _FOLD)
        if place in wanted and change.get(str(place)) is not DROP:
            found[str(place)] = _short(base[place], wanted[place] | {("type",), *([("no",)] if "no" in base[place] else [])}, _FOLD)
    return found


def _short(value: Json, paths: set[tuple[str, ...]], fold: str = "") -> str:
    """A value as JSON, with … for all that is not on one of the paths, and a sign where it may be folded."""
    if () in paths and not (fold and isinstance(value, dict)):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    parts: list[str] = []
    pairs = value.items() if isinstance(value, dict) else ((str(at), item) for at, item in enumerate(value))
    for key, item in pairs:
        inner: set[tuple[str, ...]] = {()} if () in paths else {path[1:] for path in paths if path[0] == key}
        if inner:
            text = _short(item, inner)
            parts.append(f'"{key}":{text}' if isinstance(value, dict) else text)
        elif not parts or parts[-1] != "…":
            parts.append("…")
    body = ("," + fold).join(parts)
    return "{" + body + "}" if isinstance(value, dict) else "[" + body + "]"


def _explicit(line: str, mark: str) -> list[tuple[int, int]]:
    return [match.span() for match in re.finditer(rf"(?<![\w:]){re.escape(mark)}(?![\w])", line)]


def _unlike(line: str, other: str) -> list[tuple[int, int]]:
    """The words of a line that the other line does not have in their place."""
    mine = list(_TOKEN.finditer(line))
    words = [match.group() for match in mine]
    others = _TOKEN.findall(other)
    if len(words) == len(others):
        return [match.span() for match, word in zip(mine, others, strict=True) if match.group() != word]
    matcher = SequenceMatcher(None, words, others, autojunk=False)
    changed = [at for tag, start, end, *_ in matcher.get_opcodes() if tag != "equal" for at in range(start, end)]
    return [mine[at].span() for at in changed if words[at] != "…"]
