"""Bytes ⇄ records (FORMAT 1, 3). What cannot be read is a ``Fault`` at its place; the rest is read."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Sequence
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import astuple, replace

from kratzen_log.kernel.accounts import SAFE
from kratzen_log.log.container import BOM, Limits, Raw, Source, Torn, split_lines, unpacked
from kratzen_log.log.document import array_of_records, split_document
from kratzen_log.log.model import (
    GERMAN_KEYS,
    RECORDS,
    REQUIRED,
    Adjust,
    Deal,
    End,
    Head,
    Note,
    Player,
    Record,
    Remark,
    Swap,
    Void,
)
from kratzen_log.texts.safe import pointer_step, shown

_decode: Final = msgspec.json.Decoder().decode
_typed: Final = msgspec.json.Decoder(Deal | Adjust | Void | Note | End).decode
_EXTRA_KEY: Final = "\ue000extra"


class Fault(Struct, frozen=True):
    """Something that could not be read: a code of FINDINGS and its place.

    ``line`` and ``column`` count from 1 in bytes of the file, ``record`` from 0; ``pointer`` is RFC 6901.
    ``kept`` is true where everything is written again all the same.
    """

    code: str
    line: int
    column: int = 0
    pointer: str = ""
    record: int = -1
    facts: dict[str, Any] = {}
    kept: bool = False


class Entry(Struct, frozen=True):
    """One record of a log as read, or ``None`` where it was lost; its line and its number from 0.

    ``data`` is its text, empty where a fault costs no record; ``skipped`` counts the bytes that were lost;
    ``column`` is the byte column (from 1) at which ``data`` begins; ``near`` as in ``Raw``.
    """

    record: Record | None
    line: int
    index: int
    faults: tuple[Fault, ...] = ()
    data: bytes = b""
    skipped: int = 0
    column: int = 1
    near: tuple[int, bytes] = (1, b"")


@cache
def field_names(cls: type[Struct]) -> tuple[tuple[str, str], ...]:
    """The keys of a record or part of one, and the attributes that hold them, in the writer's order."""
    pairs = zip(cls.__struct_encode_fields__, cls.__struct_fields__, strict=True)
    return tuple((key, name) for key, name in pairs if key != _EXTRA_KEY)


@cache
def _fields(cls: type[Struct]) -> dict[str, Any]:
    """What msgspec knows of each key; only needed for records that are not plainly in order."""
    return {info.encode_name: info for info in msgspec.structs.fields(cls) if info.encode_name != _EXTRA_KEY}


_PARTS: Final[dict[tuple[type[Struct], str], type[Struct]]] = {
    (Head, "players"): Player, (Deal, "exchange"): Swap, (Deal, "notes"): Remark,
}
_CLASSES: Final[dict[str, type[Record]]] = RECORDS
_KNOWN: Final = {kind: frozenset(key for key, _name in field_names(cls)) | {"type"} for kind, cls in RECORDS.items()}


def _count_keys(value: Any, depth: int) -> int:
    """The keys in a decoded value; -1 when it holds a number or a depth that the strict reader must look at."""
    count = 0
    level = [value]
    while level:
        depth -= 1
        if depth < 0:
            return -1
        inner: list[Any] = []
        for whole in level:
            if type(whole) is dict:
                count += len(whole)
                parts = whole.values()
            else:
                parts = whole
            for part in parts:
                kind = type(part)
                if kind is dict or kind is list:
                    inner.append(part)
                elif kind is int:
                    if not -SAFE <= part <= SAFE:
                        return -1
                elif kind is float:
                    return -1
        level = inner
    return count


def _countable(data: bytes) -> bool:
    """Whether every key of a line is followed by ``":`` and nothing else looks so but a string that begins with a colon."""
    if b"\\" in data or b"\t" in data or b"\r" in data or b" :" in data:
        return False
    return b"\xee" not in data or _EXTRA_KEY.encode() not in data


def _ordinary(data: bytes) -> Record | None:
    """The record of a line that is plainly in order and holds nothing but known keys; None for any other.

    Types, ranges and unknown keys are the decoder's. Equal keys are found by counting: without a backslash every
    ``":`` either ends a key or starts a string, so no key can be missing from the count.
    """
    if not _countable(data):
        return None
    try:
        record: Deal | Adjust | Void | Note | End = _typed(data)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    values = astuple(record)
    keys = len(values) - values.count(UNSET)
    if record.x is not UNSET or any(getattr(record, key) is UNSET for key in REQUIRED.get(type(record), ())):
        return None
    if type(record) is Deal:
        for part in record.exchange or ():
            inner = astuple(part)
            keys += len(inner) - inner.count(UNSET) - 1
        for note in record.notes or ():
            inner = astuple(note)
            keys += len(inner) - inner.count(UNSET) - 1
    return record if data.count(b'":') == keys else None


def _plain(data: bytes, depth: int) -> Any:
    """The value of a line that is plainly in order, or None.

    Equal keys are found by counting: without a backslash every ``":`` either ends a key or starts a string, so
    no key can be missing from the count.
    """
    if not _countable(data):
        return None
    try:
        value = _decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    if type(value) is not dict or data.count(b'":') != _count_keys(value, depth):
        return None
    return value


def decode(raw: Raw, index: int, limits: Limits) -> tuple[list[Entry], int]:
    """The records of one line: one, or several where a line feed is missing; and the next record number."""
    data = raw.data
    if raw.fault:
        lost = 1 if data else 0
        kept = raw.fault in ("file.bom", "log.missing-key") or (raw.fault == "json.syntax" and not (data or raw.size))
        fault = Fault(raw.fault, raw.line, raw.column, raw.pointer, index if lost else -1, raw.facts, kept)
        return [Entry(None, raw.line, index, (fault,), data, raw.size or len(data), raw.column, raw.near)], index + lost
    value = _plain(data, limits.depth)
    if value is not None:
        return [_entry(value, raw, index, 0)], index + 1
    text = data.strip(b" \t\r\n")
    if not text:
        return [], index
    try:
        data.decode("utf-8")
        wrong = data.index(0) if _wide(data) else -1
    except UnicodeDecodeError as error:
        wrong = error.start
    if wrong >= 0:
        facts = {"byte": f"0x{data[wrong]:02X}", "looks_like": _looks_like(data)}
        fault = Fault("file.encoding", *raw.place(wrong), record=index, facts=facts)
        return [_lost(raw, 0, len(data), index, (fault,))], index + 1
    return _decode_strictly(raw, index, limits)


def _decode_strictly(raw: Raw, index: int, limits: Limits) -> tuple[list[Entry], int]:
    """A line that is not plainly in order: values one after another until one is broken."""
    from kratzen_log.log.strict import scan

    entries: list[Entry] = []
    data = raw.data
    at = 0
    while True:
        at = past_space(data, at)
        if at >= len(data):
            return entries, index
        value, length, fault = scan(data, limits.depth, at)
        extra: list[Fault] = []
        if entries:
            facts = {"hint": f"{raw.separator} is missing between two records"}
            extra.append(Fault("json.syntax", *raw.place(at), record=index, facts=facts))
            if fault is not None and fault.code == "json.syntax":
                facts = {"hint": "text stands after the record"}
                entries[-1] = replace(
                    entries[-1], faults=(*entries[-1].faults, Fault("json.syntax", *raw.place(at), "", index - 1, facts))
                )
                return entries, index
        if fault is not None:
            code = fault.code
            if code == "json.syntax" and not raw.ended:
                code = "file.torn-line"
            found = Fault(code, *raw.place(at + fault.offset), fault.pointer, index, _both(fault.facts, raw, at, at + fault.offset))
            rest = fault.code in ("json.syntax", "json.depth")
            entries.append(_lost(raw, at, len(data) if rest else at + length, index, (*extra, found)))
            if rest:
                return entries, index + 1
        elif not isinstance(value, dict) and past_space(data, at + length) < len(data):
            facts = {"hint": "a record is one line and begins with { and ends with }"}
            found = Fault("json.syntax", *raw.place(at), "", index, facts)
            entries.append(_lost(raw, at, len(data), index, (*extra, found)))
            return entries, index + 1
        elif not isinstance(value, dict):
            kind = {list: "an array", str: "a string", int: "a number", bool: "true or false"}.get(type(value), "null")
            found = Fault("json.not-object", *raw.place(at), "", index, {"found": kind})
            entries.append(_lost(raw, at, at + length, index, (*extra, found)))
        else:
            entry = _entry(value, raw, index, at)
            entries.append(replace(entry, faults=(*extra, *entry.faults), skipped=length if entry.record is None else 0))
        index += 1
        at += max(length, 1)


def _both(facts: dict[str, Any], raw: Raw, at: int, here: int) -> dict[str, Any]:
    """The facts of a fault with the physical place of the first of two equal keys; its line where that is another."""
    if "first" not in facts:
        return facts
    line, column = raw.place(at + facts["first"] - 1)
    return facts | {"first": column} | ({"first_line": line} if line != raw.place(here)[0] else {})


def past_space(data: bytes, at: int) -> int:
    """The first place from ``at`` on that is no white space of JSON."""
    while at < len(data) and data[at] in b" \t\r\n":
        at += 1
    return at


def _lost(raw: Raw, start: int, end: int, index: int, faults: tuple[Fault, ...]) -> Entry:
    """The entry of a record that cannot be read: these bytes of the line."""
    return Entry(None, raw.line, index, faults, raw.data[start:end], end - start, raw.place(start)[1])


def _wide(data: bytes) -> str:
    """The encoding of ASCII text whose characters take two or four bytes, all but one of them zero; "" for any other."""
    head = data[:256]
    if len(head) < 4 or 0 not in head:
        return ""
    for step, name in ((4, "UTF-32"), (2, "UTF-16")):
        columns = [head[start::step] for start in range(step)]
        full = [column for column in columns if 4 * column.count(0) < len(column)]
        if len(full) == 1 and all(column is full[0] or 2 * column.count(0) > len(column) for column in columns):
            return name
    return ""


def _looks_like(data: bytes) -> str:
    """A guess at an encoding that is not UTF-8, for the message only."""
    if data.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        return "UTF-32"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "UTF-16"
    if wide := _wide(data):
        return wide
    if all(byte >= 0x20 or byte in b"\t\r" for byte in data):
        return "CP1252 or Latin-1"
    return "binary data"


def _entry(value: dict[str, Any], raw: Raw, index: int, at: int) -> Entry:
    """A decoded object as a record; keys of the wrong type are faults and kept in ``extra``."""
    kind = value.get("type")
    if type(kind) is not str or kind not in _CLASSES:
        code = "log.missing-key" if kind is None and "type" not in value else "log.unknown-type"
        fault = Fault(code, raw.line, raw.column + at, "/type", index, {"key": "type", "value": shown(kind)})
        return _lost(raw, 0, len(raw.data), index, _placed([fault], raw, at))
    cls = _CLASSES[kind]
    if value.keys() <= _KNOWN[kind] and None not in value.values() and all(key in value for key in REQUIRED.get(cls, ())):
        try:
            return Entry(msgspec.convert(value, cls), raw.line, index, (), raw.data, 0, raw.column)
        except msgspec.ValidationError:
            pass
    faults: list[Fault] = []
    place = Fault("", raw.line, raw.column + at, "", index)
    known = {key: part for key, part in value.items() if key != "type"}
    record = _build(cls, known, "", place, faults)
    found = _placed(faults, raw, at)
    if record is None:
        return _lost(raw, 0, len(raw.data), index, found)
    return Entry(record, raw.line, index, tuple(replace(fault, kept=True) for fault in found), raw.data, 0, raw.column)


def _placed(faults: list[Fault], raw: Raw, at: int) -> tuple[Fault, ...]:
    """Faults of keys with the column of the key, or of the part that lacks it, where it is on the record's first line."""
    from kratzen_log.log.strict import places

    spans = places(raw.data, at) if faults else {}
    out = []
    for fault in faults:
        span = spans.get(fault.pointer)
        line, column = raw.place(span.start) if span is not None else (0, 0)
        out.append(replace(fault, column=column) if line == raw.line else fault)
    return tuple(out)


def _build(cls: type[Any], value: dict[str, Any], pointer: str, place: Fault, faults: list[Fault]) -> Any:
    """A record or part of one, key by key; None when a required key is missing or of the wrong type."""
    fields = _fields(cls)  # type: ignore[arg-type]
    kept: dict[str, Any] = {}
    extra: dict[str, Any] = {}
    lost = False
    for key, part in value.items():
        here = f"{pointer}/{pointer_step(key)}"
        if key not in fields:
            extra[key] = part
            if not key.startswith("_"):
                faults.append(replace(place, code="log.unknown-key", pointer=here, facts={"key": key, "near": _near(key, fields)}))
            continue
        inner = _PARTS.get((cls, key))
        try:
            if inner is not None and isinstance(part, list):
                built, whole = _build_list(inner, part, here, place, faults)
                kept[fields[key].name] = built
                if not whole:
                    extra[key] = part
            else:
                kept[fields[key].name] = msgspec.convert(part, fields[key].type)
                if part is None:
                    raise msgspec.ValidationError("Expected a value, got `null`")
        except msgspec.ValidationError as error:
            kept.pop(fields[key].name, None)
            extra[key] = part
            lost = lost or fields[key].required
            faults.append(replace(place, code="log.type", pointer=here, facts=_type_facts(key, str(error), part)))
    for key, info in fields.items():
        if (info.required or key in REQUIRED.get(cls, ())) and key not in value:
            lost = lost or info.required
            _missing(key, pointer, place, faults)
    return None if lost else cls(**kept, extra=extra)


def _missing(key: str, pointer: str, place: Fault, faults: list[Fault]) -> None:
    """A key that must be given and is not; where an unknown key was meant to be it, the two are one fault."""
    facts: dict[str, Any] = {"key": key}
    for fault in faults:
        written = str(fault.facts.get("key"))
        if fault.code == "log.unknown-key" and fault.pointer == f"{pointer}/{pointer_step(written)}" and (
            fault.facts["near"] == key or written.strip().lower() in GERMAN_KEYS.get(key, ())
        ):
            faults.remove(fault)
            facts["written"] = written
            pointer = fault.pointer
            break
    faults.append(replace(place, code="log.missing-key", pointer=pointer, facts=facts))


def _build_list(cls: type[Any], parts: list[Any], pointer: str, place: Fault, faults: list[Fault]) -> tuple[list[Any], bool]:
    """Players, swaps or remarks, and whether all could be read; a player may be a bare name. A part that cannot be read is left out."""
    built = []
    whole = True
    for number, part in enumerate(parts):
        here = f"{pointer}/{number}"
        one = part if cls is Player and isinstance(part, str) else None
        if isinstance(part, dict):
            one = _build(cls, part, here, place, faults)
        elif one is None:
            facts = _type_facts(str(number), "Expected `object`", part)
            faults.append(replace(place, code="log.type", pointer=here, facts=facts))
        whole = whole and one is not None
        if one is not None or cls is Player:
            built.append("?" if one is None else one)
    return built, whole


def _type_facts(key: str, error: str, part: Any) -> dict[str, Any]:
    match = re.match(r"Expected `([^`]*)`", error)
    names = {"int": "a whole number", "str": "text", "bool": "true or false", "array": "an array", "object": "an object"}
    expected = " or ".join(names.get(word.strip(), word.strip()) for word in match.group(1).split("|")) if match else "another type"
    quoted = msgspec.json.encode(part).decode() if isinstance(part, str) else shown(part)
    return {"key": key, "expected": expected, "value": shown(quoted)}


def _near(key: str, fields: dict[str, Any]) -> str:
    """A known key that this one may have been meant to be."""
    import difflib

    return next(iter(difflib.get_close_matches(key, list(fields), 1, 0.7)), "")


def read(source: Source, limits: Limits = Limits()) -> Iterator[Entry]:
    """The entries of a log in order, streaming. Never raises for what the bytes hold.

    Raises ``OSError`` when the file cannot be opened.
    """
    yield from read_pieces(unpacked(source, limits), limits)


def read_pieces(pieces: Iterator[bytes], limits: Limits) -> Iterator[Entry]:
    """The entries of a log that comes in pieces; these may raise ``Torn`` where compressed data breaks off."""
    torn: list[Torn] = []
    yield from read_raws(_raws(_until_torn(pieces, torn), limits), limits, 1, 0, torn)


def read_lines(pieces: Iterator[bytes], limits: Limits, line: int, index: int) -> Generator[Entry, None, int]:
    """The entries of lines that stand inside a log, from a line and a record number on; returns the next record number.

    ``pieces`` may raise ``Torn`` where compressed data breaks off.
    """
    torn: list[Torn] = []
    return (yield from read_raws(split_lines(_until_torn(pieces, torn), limits.line, line), limits, line, index, torn))


def read_raws(raws: Iterator[Raw], limits: Limits, line: int, index: int, torn: Sequence[Torn] = ()) -> Generator[Entry, None, int]:
    """The entries of raw records, from a line and a record number on; returns the next record number.

    ``torn`` is looked at after the last of them: why compressed data broke off there.
    """
    for raw in raws:
        line = raw.line
        if not raw.fault:
            record = _ordinary(raw.data)
            if record is not None:
                yield Entry(record, line, index, (), raw.data, 0, raw.column)
                index += 1
                continue
            if raw.data.startswith(BOM):
                yield Entry(None, line, index, (Fault("file.bom", line, 1, kept=True),))
                raw = replace(raw, data=raw.data[len(BOM) :], column=raw.column + len(BOM))
        entries, index = decode(raw, index, limits)
        if torn and not raw.ended:
            entries = [entry for entry in entries if not entry.faults]
        yield from entries
    for one in torn:
        yield Entry(None, line, index, (Fault(one.code, line, facts=one.facts(limits)),))
    return index


def _until_torn(pieces: Iterator[bytes], torn: list[Torn]) -> Iterator[bytes]:
    """The pieces up to where compressed data breaks off; the reason is kept."""
    try:
        yield from pieces
    except Torn as error:
        torn.append(error)


def _raws(pieces: Iterator[bytes], limits: Limits) -> Iterator[Raw]:
    """The raw records of an unpacked stream, whichever container it is."""
    head = b""
    for piece in pieces:
        head += piece
        if len(head) > limits.line:
            break
    if head.startswith(BOM) and array_of_records(head[len(BOM) :]) >= 0:
        yield Raw(b"", 1, "file.bom")
        head = head[len(BOM) :]
    split = split_lines if array_of_records(head) < 0 else split_document
    yield from split(_chain(head, pieces), limits.line)


def _chain(head: bytes, pieces: Iterator[bytes]) -> Iterator[bytes]:
    if head:
        yield head
    yield from pieces
