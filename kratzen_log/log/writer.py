"""Records to bytes (FORMAT 7): lines, archive or document, plain, gzip or zstd."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct

from kratzen_log.kernel.accounts import SAFE
from kratzen_log.log.codec import field_names
from kratzen_log.log.model import FORMAT, VERSION, Container, Head, Player, Record, Remark, Session, Swap
from kratzen_log.log.spelling import tidy

WIDTH: Final = 88
"""An array or object of a document that fits into this many characters stands on one line."""


def to_dict(record: Struct) -> dict[str, Any]:
    """A record or part of one as a JSON object, keys in the writer's order."""
    out: dict[str, Any] = {}
    tag = type(record).__struct_config__.tag
    if tag is not None:
        out["type"] = tag
    for key, name in field_names(type(record)):
        if key in ("x", "prev"):
            continue
        value = getattr(record, name)
        if value is not UNSET:
            out[key] = _plain(value)
    if record.x is not UNSET:  # type: ignore[attr-defined]
        out["x"] = record.x  # type: ignore[attr-defined]
    out |= record.extra  # type: ignore[attr-defined]
    prev = getattr(record, "prev", UNSET)
    if prev is not UNSET:
        out["prev"] = prev
    return out


def _plain(value: Any) -> Any:
    if isinstance(value, (Player, Swap, Remark)):
        return to_dict(value)
    if isinstance(value, list):
        return [_plain(part) for part in value]
    return value


def encode_line(record: Record) -> bytes:
    """One record as a line, without the line feed. Raises ``ValueError`` for a number no log may hold."""
    return msgspec.json.encode(_held(record))


def _held(record: Record) -> dict[str, Any]:
    """A record as a JSON object that every reader takes (FORMAT 1)."""
    out = to_dict(record)
    level: list[Any] = [out]
    while level:
        value = level.pop()
        if isinstance(value, dict):
            level += value.values()
        elif isinstance(value, (list, tuple)):
            level += value
        elif isinstance(value, float) or (isinstance(value, int) and not -SAFE <= value <= SAFE):
            raise ValueError(f"a log cannot hold the number {value}: write whole numbers up to {SAFE}")
    return out


def dumps(sessions: Session | Iterable[Session], container: Container = "lines") -> bytes:
    """A session, or several one after another, as bytes; tokens as the writer spells them, unless they are sealed."""
    many: Sequence[Session] = [tidy(session) for session in ([sessions] if isinstance(sessions, Session) else sessions)]
    if container == "lines":
        return b"".join(encode_line(record) + b"\n" for session in many for record in session)
    head = next((record for session in many for record in session if isinstance(record, Head)), None)
    version = VERSION if head is None else head.version
    document = {"format": FORMAT, "version": version, "records": [_held(record) for session in many for record in session]}
    return (_pretty(document, 0, top=True) + "\n").encode()


def _pretty(value: Any, indent: int, *, top: bool = False) -> str:
    """JSON indented by two spaces; short arrays and objects inside a record on one line."""
    short = _one_line(value)
    if not isinstance(value, (dict, list)) or (not top and len(short) + indent <= WIDTH):
        return short
    pad = " " * (indent + 2)
    if isinstance(value, dict):
        parts = [
            f"{pad}{_one_line(key)}: {_pretty(part, indent + 2, top=top and key == 'records')}" for key, part in value.items()
        ]
        return "{\n" + ",\n".join(parts) + "\n" + " " * indent + "}"
    parts = [pad + _pretty(part, indent + 2, top=top and isinstance(part, dict)) for part in value]
    return "[\n" + ",\n".join(parts) + "\n" + " " * indent + "]"


def _one_line(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_one_line(key)}: {_one_line(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_one_line, value)) + "]"
    return msgspec.json.encode(value).decode()


def container_of(path: str | os.PathLike[str]) -> Container:
    """What a file's name asks for: ``.json`` a document, everything else lines."""
    name = str(path).removesuffix(".gz").removesuffix(".zst")
    return "document" if name.endswith(".json") else "lines"


def pack(data: bytes, path: str | os.PathLike[str]) -> bytes:
    """Bytes compressed as the file's name asks for (``.gz``, ``.zst``); the same bytes every time."""
    if str(path).endswith(".gz"):
        import gzip
        import io

        buffer = io.BytesIO()
        with gzip.GzipFile(fileobj=buffer, mode="wb", mtime=0, filename="") as file:
            file.write(data)
        return buffer.getvalue()
    if str(path).endswith(".zst"):
        import zstandard

        return zstandard.ZstdCompressor(write_checksum=True).compress(data)
    return data


def dump(sessions: Session | Iterable[Session], path: str | os.PathLike[str]) -> None:
    """Writes a log to a file; the name says the form: ``.jsonl`` lines, ``.json`` a document, ``.gz``, ``.zst``.

    The file is replaced as a whole, so that a reader never sees half of it. Raises ``OSError`` when it cannot be
    written.
    """
    replace_file(path, pack(dumps(sessions, container_of(path)), path))


def replace_file(path: str | os.PathLike[str], data: bytes | Iterable[bytes]) -> None:
    """Writes bytes, or pieces one after another, beside the target, syncs, and renames. An ``OSError`` names the target."""
    target = os.fspath(path)
    try:
        _replace(target, (data,) if isinstance(data, bytes) else data)
    except OSError as error:
        error.filename, error.filename2 = target, None
        raise


def _replace(target: str, pieces: Iterable[bytes]) -> None:
    if os.path.exists(target) and not os.path.isfile(target):
        with open(target, "wb") as file:
            file.writelines(pieces)
        return
    folder, name = os.path.split(target)
    beside = os.path.join(folder, f".{name}.{os.getpid()}.part")
    try:
        with open(beside, "wb") as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, target)
    finally:
        if os.path.exists(beside):
            os.remove(beside)
