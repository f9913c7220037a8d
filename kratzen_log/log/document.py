"""One JSON document to the raw text of its records (FORMAT 1), one record at a time."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from typing import Any, Final

from kratzen_log.log.container import SHOWN, Raw
from kratzen_log.log.model import FORMAT
from kratzen_log.texts.safe import pointer_step, shown

_STRING: Final = rb'"(?:[^"\\\n]++|\\.)*+"'
_TOKEN: Final = re.compile(_STRING + rb'|["{}\[\],\n]')
_BLANKS: Final = re.compile(rb"[ \t\r]*")
_IN_STRING: Final = re.compile(rb'(?:[^"\\\n]++|\\.)*+')
_BETWEEN: Final = re.compile(rb'\}\s*,\s*\{\s*"\Z')
_END: Final = re.compile(rb"\]\s*\}\s*\Z")
_TYPE: Final = re.compile(rb'type"\s*:')
_BARE: Final = re.compile(rb"\s*\[\s*\{")
_COLON: Final = re.compile(rb"\s*:\s*")
_NEXT_RECORD: Final = re.compile(rb'\s*\{\s*"type"')
_NEXT_AFTER_COMMA: Final = re.compile(rb'\s*,\s*\{\s*"type"')
_NEXT_KEY: Final = re.compile(rb"\s*" + _STRING + rb"\s*:")
AROUND: Final = {"before": '{"format":"kratzen-log","version":"1.0","records":', "after": "}"}
"""What stands around the array of records of a document."""
_PIECE: Final = 200
"""Bytes before and after a fault of the document itself that are shown."""
_AHEAD: Final = SHOWN
"""Bytes that must be in view to tell whether a line begins a record."""
_LISTS: Final = frozenset({b'"tricks"', b'"hands"', b'"taken"', b'"delta"', b'"totals"', b'"exchange"', b'"notes"', b'"players"', b'"start"'})
"""Arrays of a record in which no record can begin."""


def array_of_records(head: bytes) -> int:
    """Where the array of records opens when the stream is a document; -1 when it is lines.

    A document is an object that has an array ``records`` and, before it, no ``type``; its keys may stand in any order.
    An array of records without the object around it is one that cannot be read.
    """
    depth = 0
    if head.lstrip()[:1] == b"[":
        return _bare_array(head)
    if head.lstrip()[:1] != b"{":
        return -1
    for match in _TOKEN.finditer(head):
        token = match.group()
        if token in (b"{", b"["):
            depth += 1
        elif token in (b"}", b"]"):
            depth -= 1
            if depth <= 0:
                return -1
        elif depth == 1 and token in (b'"type"', b'"records"'):
            colon = _COLON.match(head, match.end())
            if colon and token == b'"type"':
                return -1
            if colon and head[colon.end() : colon.end() + 1] == b"[":
                return colon.end()
    return -1


def _bare_array(head: bytes) -> int:
    """Where an array of records opens that is the whole stream; -1 for any other, and for lines of which one begins with a bracket."""
    if not _BARE.match(head):
        return -1
    start = head.index(b"[")
    line = head.find(b"\n") % (len(head) + 1)
    depth = first = 0
    for match in _TOKEN.finditer(head, start):
        token, end = match.group(), match.end()
        if first and end > line:
            return start
        if token in (b"{", b"["):
            depth += 1
        elif token in (b"}", b"]"):
            depth -= 1
            if depth == 0:
                return start if first and (end > line or not head[end:].strip()) else -1
            if depth == 1 and not first:
                first = end
                if b'"type"' not in head[start:end] or head[end:].lstrip()[:1] not in (b",", b"]"):
                    return -1
    return start if first else -1


def split_document(pieces: Iterator[bytes], limit: int) -> Iterator[Raw]:
    """The records of a document, then the faults of the object around them.

    ``pieces`` begin with the document; its array of records must open in the first. Brackets are matched outside
    strings. An element whose brackets do not match is ended where a line begins a record in a place where none
    can stand, so that one broken record costs one record.
    """
    head = next(pieces)
    if head.lstrip()[:1] == b"[":
        yield _bare(head, pieces)
        return
    cutter = Cutter(head, limit)
    yield from cutter.cut()
    while not cutter.closed and not cutter.final:
        cutter.take(next(pieces, b""))
        yield from cutter.cut()
    yield from cutter.rest(pieces)


def _bare(head: bytes, pieces: Iterator[bytes]) -> Raw:
    """A stream that is one array: no record, whatever stands in it."""
    start = head.index(b"[")
    place = Raw(head, 1).place(start)
    return Raw(head[start : start + SHOWN], place[0], "json.not-object", column=place[1], size=len(head) + sum(map(len, pieces)), facts={"variant": "array", **AROUND})


def _hidden(string: bytes) -> int:
    """Where, in what looks like a string, a record ends if the text is turned inside out by a quote that is missing; 0: nowhere."""
    match = _BETWEEN.search(string, max(0, len(string) - SHOWN)) if string[-2:-1] in b"{ " else None
    return match.start() + 1 if match else 0


class Cutter:
    """A window on the document: what is held, where the element in hand begins, which brackets are open in it.

    ``data`` is the window, ``at`` how far it was looked through; ``stepwise`` makes ``cut`` stop after each element.
    """

    def __init__(self, head: bytes, limit: int) -> None:
        start = array_of_records(head)
        self.limit = limit
        self.before = head[: start + 1]
        self.data = head[start + 1 :]
        self.line = 1 + self.before.count(b"\n")
        self.line_start = self.before.rfind(b"\n") - start
        self.at = 0
        self.begin = -1
        self.begin_line = self.begin_column = 0
        self.open = bytearray()
        self.key = b""
        self.unmatched = False
        self.comma: tuple[int, int, tuple[int, bytes]] | None = None
        self.first: bytes | None = None
        self.dropped = 0
        self.in_string = False
        self.final = False
        self.closed = False
        self.stepwise = False

    @property
    def between(self) -> bool:
        """Whether no element was begun."""
        return self.begin < 0 and not self.open and not self.in_string

    def take(self, piece: bytes) -> None:
        """Lets go of what is done, but for a piece to show, and of what passes the limit, and looks further; no bytes are the end."""
        self.final = not piece
        if not self.open and not self.in_string:
            self._pass_blanks()
        if self.begin >= 0 and self.at - self.begin > self.limit:
            self.data = self.data[self.begin : self.begin + _AHEAD] + self.data[self.at :]
            gone = self.at - self.begin - _AHEAD
            self.dropped += gone
            self.at = _AHEAD
            self.line_start -= self.begin + gone
            self.begin = 0
        else:
            done = max(0, (self.at if self.begin < 0 else self.begin) - _PIECE)
            self.data = self.data[done:]
            self.at -= done
            self.begin = max(self.begin - done, -1)
            self.line_start -= done
        self.data += piece

    def _pass_blanks(self) -> None:
        """Passes over blanks where no bracket is open; they do not count as part of the element before them."""
        match = _BLANKS.match(self.data, self.at)
        self.at = match.end() if match else self.at
        if self.begin >= 0 and self.at - self.begin > self.limit:
            kept = self.begin + len(self.data[self.begin : self.at].rstrip(b" \t\r\n"))
            self.line_start -= self.at - kept
            self.data = self.data[:kept] + self.data[self.at :]
            self.at = kept

    def cut(self) -> Iterator[Raw]:
        """The elements that are complete in the window."""
        while (yield from self._cut()):
            pass

    def _cut(self) -> Generator[Raw, None, bool]:
        """Elements of the window; true where it must be looked through again from ``at``."""
        if self.in_string and not self._leave_string():
            return False
        for match in _TOKEN.finditer(self.data, self.at):
            start, end = match.span()
            byte = self.data[start]
            hidden = self.open and byte == 0x22 and _hidden(match.group())
            if (byte in b"\n,]" or hidden) and not self.final and len(self.data) - end < _AHEAD:
                return False
            if hidden and _TYPE.match(self.data, end):
                yield self._element(start + hidden)
                comma = self.data.index(b",", start + hidden)
                self.comma = (self.line, comma - self.line_start + 1, self._near(comma))
                self.at = comma + 1
                return True
            if byte == 0x22 and end - start == 1 and b"\n" not in self.data[end:]:
                if len(self.data) - end > self.limit:
                    self.in_string = True
                    self._begin_at(start)
                    self.at = end
                    self._leave_string()
                if not self.final:
                    return False
            if byte not in b",]\n":
                self._begin_at(start)
            elif self.begin < 0 and not self.open:
                gap = self.data[self.at : start]
                if gap.strip():
                    self._begin_at(start - len(gap.lstrip()))
            self.at = end
            if self.open:
                if byte in b"\n," and self.begin >= 0 and self._is_next_record(start):
                    yield self._element(start)
                    self.comma = (self.line, start - self.line_start + 1, self._near(start)) if byte == 0x2C else None
                else:
                    self._inside(byte, end, match.group())
            elif byte in b"{[":
                self.open.append(byte)
            elif byte in b",]":
                yield from self._between(byte, start, end)
                if self.closed:
                    return False
            if byte == 0x0A:
                self.line += 1
                self.line_start = end
            if self.stepwise and self.between:
                return False
        return False

    def _inside(self, byte: int, end: int, token: bytes) -> None:
        """A token of an element whose brackets are open. A bracket that closes none of them is passed over."""
        if byte in b"{[":
            self.open.append(byte)
        elif byte in b"}]":
            place = self.open.rfind(b"{" if byte == 0x7D else b"[")
            if place >= 0:
                del self.open[place:]
            else:
                self.unmatched = True
        elif byte == 0x22 and len(self.open) == 1 and _COLON.match(self.data, end):
            self.key = token

    def _between(self, byte: int, start: int, end: int) -> Iterator[Raw]:
        """A comma or the closing bracket where no bracket of an element is open."""
        here = (self.line, start - self.line_start + 1, self._near(start))
        if byte == 0x5D and _NEXT_AFTER_COMMA.match(self.data, end):
            self._begin_at(start)
        elif self.begin >= 0 and not (byte == 0x2C and _NEXT_KEY.match(self.data, end)):
            yield self._element(start)
            self.closed = byte == 0x5D
            self.comma = here
        elif self.begin < 0:
            if byte == 0x2C or self.comma is not None:
                line, column, near = here if byte == 0x2C else self.comma or here
                hint = "no record stands before this comma" if byte == 0x2C else "a comma stands before the closing bracket"
                yield Raw(b"", line, "json.syntax", column=column, facts={"hint": hint}, near=near)
            self.comma = None
            self.closed = byte == 0x5D

    def rest(self, pieces: Iterator[bytes]) -> Iterator[Raw]:
        """What stands after the array: the other keys of the document and its end."""
        if not self.closed:
            closing = _END.search(self.data, max(0, len(self.data) - SHOWN))
            unmatched = self.open or self.unmatched or self.data[max(0, self.begin) :][:1] == b"["
            if closing and self.begin >= 0 and not self.dropped and unmatched:
                yield self._element(closing.start())
                return
            data = self.data[self.begin if self.begin >= 0 else self.at :].strip()
            line, column = (self.begin_line, self.begin_column) if self.begin >= 0 else (self.line, 1)
            size = len(data) + self.dropped
            if size > self.limit:
                yield Raw(data[:_AHEAD], line, "file.line-too-long", column=column, size=size, facts={"limit": self.limit})
            yield Raw(b"" if size > self.limit else data, line, "file.torn-line", column=column, ended=False, facts={"variant": "document"})
            return
        tail = self.data[self.at :]
        size = len(tail)
        for piece in pieces:
            size += len(piece)
            if len(tail) <= self.limit:
                tail += piece
        end = Raw(b"", self.line, column=self.at - self.line_start + 1, size=size)
        yield from _around(self.before, tail, end, self.first or b"")

    def _leave_string(self) -> bool:
        """Moves on in a string that is too long to be held; whether it has ended."""
        match = _IN_STRING.match(self.data, self.at)
        self.at = match.end() if match else self.at
        if len(self.data) - self.at < 2 and self.data[self.at :] in (b"", b"\\"):
            return False
        self.in_string = False
        self.at += self.data[self.at] == 0x22
        return True

    def _near(self, at: int) -> tuple[int, bytes]:
        """The byte column and the text of the piece of the line that stands around a place of the window."""
        begin, text = _piece(self.data, at)
        return begin - self.line_start + 1, text

    def _begin_at(self, at: int) -> None:
        if self.begin < 0:
            self.begin, self.begin_line, self.begin_column = at, self.line, at - self.line_start + 1
            self.key = b""
            self.unmatched = False

    def _element(self, end: int) -> Raw:
        data = self.data[self.begin : end].rstrip(b", \r\t\n")
        size = len(data) + self.dropped
        self.first = data if self.first is None else self.first
        self.begin, self.dropped, self.comma = -1, 0, None
        self.open.clear()
        if size > self.limit:
            return Raw(data[:_AHEAD], self.begin_line, "file.line-too-long", column=self.begin_column, size=size, facts={"limit": self.limit})
        return Raw(data, self.begin_line, column=self.begin_column, separator="a comma")

    def _is_next_record(self, at: int) -> bool:
        """Whether a record begins after this line feed or comma where, in the element in hand, none can stand."""
        if not _NEXT_RECORD.match(self.data, at + 1):
            return False
        if self.open[-1] == 0x7B and self.data[at] == 0x2C:
            return True
        if self.open[0] != 0x7B:
            return True
        if self.open[-1] == 0x7B:
            return not self.data[: at].rstrip().endswith(b":")
        return self.key in _LISTS


def _piece(data: bytes, at: int) -> tuple[int, bytes]:
    """Where a piece of the line around a place begins, and its text."""
    begin = max(data.rfind(b"\n", 0, at) + 1, at - _PIECE)
    return begin, data[begin:at] + data[at : at + _PIECE].split(b"\n")[0]


def _around(before: bytes, after: bytes, end: Raw, first: bytes) -> Iterator[Raw]:
    """The faults of the object around the records; its version is that of the first record."""
    from kratzen_log.log.strict import places, scan

    whole = before + b"]" + after
    value, length, fault = scan(whole)
    skipped = len(before) + 1

    def place(offset: int) -> dict[str, Any]:
        if offset < skipped:
            begin, text = _piece(before, offset)
            start = before.rfind(b"\n", 0, offset) + 1
            return {"line": 1 + before.count(b"\n", 0, offset), "column": offset - start + 1, "near": (begin - start + 1, text)}
        line, column = Raw(after, end.line, column=end.column).place(offset - skipped)
        begin, text = _piece(after, offset - skipped)
        near = (column - (offset - skipped - begin), text)
        return {"line": line, "column": column, "size": end.size - (offset - skipped), "near": near}

    if fault is not None:
        torn = fault.code == "json.syntax" and fault.offset >= skipped + len(after.rstrip())
        code, facts = ("file.torn-line", {"variant": "document"}) if torn else (fault.code, fault.facts)
        if "first" in facts:
            one, other = place(int(facts["first"]) - 1), place(fault.offset)
            facts = facts | {"first": one["column"]} | ({"first_line": one["line"]} if one["line"] != other["line"] else {})
        yield Raw(b"", fault=code, pointer=fault.pointer, facts=facts, **place(fault.offset))
        return
    if whole[length:].strip():
        yield Raw(b"", fault="json.syntax", facts={"hint": "text stands after the document"}, **place(len(whole) - len(whole[length:].lstrip())) | {"size": end.size - (length - skipped)})
    spans = places(whole)
    session = scan(first)[0]
    version = session.get("version") if isinstance(session, dict) else None
    due = {"format": FORMAT, "version": version if isinstance(version, str) else value.get("version")}
    for key, expected in due.items():
        if key not in value:
            yield Raw(b"", fault="log.missing-key", facts={"key": key}, **place(spans[""].start) | {"size": 0})
        elif value[key] != expected:
            facts = {"key": key, "value": shown(value[key]), "allowed": expected}
            yield Raw(b"", fault="log.value", pointer=f"/{key}", facts=facts, **place(spans[f"/{key}"].start) | {"size": 0})
    for key in value:
        if key not in ("format", "version", "records"):
            pointer = f"/{pointer_step(key)}"
            facts = {"key": key, "variant": "document"}
            yield Raw(b"", fault="log.unknown-key", pointer=pointer, facts=facts, **place(spans[pointer].start) | {"size": 0})
