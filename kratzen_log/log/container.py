"""Bytes to the raw text of records: files, streams, compression, lines and documents (FORMAT 1).

Everything streams: one chunk of compressed bytes, one line, or one record of a document is held at a time.
"""

from __future__ import annotations

import errno
import os
import sys
import zlib
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

from msgspec import Struct

CHUNK: Final = 1 << 18
SIP: Final = 1 << 10
"""Compressed bytes given to zstd at once: what they can become is bounded, also in a bomb."""
JOINED: Final = 1 << 16
"""Bytes of a compressed log that are handed on at once, unless less is left."""
SHOWN: Final = 200
"""Bytes kept of a record that is too long."""
GZIP: Final = b"\x1f\x8b"
ZSTD: Final = b"\x28\xb5\x2f\xfd"
SKIPPABLE: Final = b"\x2a\x4d\x18"
"""After a byte from 0x50 to 0x5F: a zstd frame that holds no data, with which some programs begin."""
BOM: Final = b"\xef\xbb\xbf"
MARK: Final = b'"type"'
"""Stands in every record."""
WINDOW: Final = 1 << 27
"""Bytes of its own output that a zstd frame may ask to be held: what the library takes unless told otherwise."""


class Limits(Struct, frozen=True):
    """What a reader takes before it stops: bytes of a line, bytes unpacked, nesting of JSON, findings.

    ``barren``: bytes unpacked in a row in which nothing looks like a record.
    """

    line: int = 1 << 20
    unpacked: int = 1 << 34
    depth: int = 32
    findings: int = 10_000
    barren: int = 1 << 26


class Raw(Struct, frozen=True):
    """The bytes of one record and the physical line (from 1) it starts on, or a fault of the container.

    ``ended`` is false for a last line without a line feed. ``column`` is the byte column (from 1) where the
    record starts. A fault without ``data`` costs no record; of a record that is too long only the beginning is
    held, and ``size`` counts its bytes. ``flat`` says that the data holds no line feed; ``separator`` is what
    stands between two records; ``near`` is a byte column and the text of the line from there on, to be shown.
    """

    data: bytes
    line: int
    fault: str = ""
    ended: bool = True
    column: int = 1
    pointer: str = ""
    facts: dict[str, Any] = {}
    size: int = 0
    flat: bool = False
    separator: str = "a line feed"
    near: tuple[int, bytes] = (1, b"")

    def place(self, offset: int) -> tuple[int, int]:
        """The physical line and the byte column of an offset into the record, both from 1."""
        start = 0 if self.flat else self.data.rfind(b"\n", 0, offset) + 1
        if not start:
            return self.line, self.column + offset
        return self.line + self.data.count(b"\n", 0, offset), offset - start + 1


Source = str | os.PathLike[str] | bytes | BinaryIO


def chunks(source: Source) -> Iterator[bytes]:
    """The bytes of a path, of ``-`` (standard input), of an open binary file, or of bytes, in pieces."""
    if isinstance(source, bytes):
        for at in range(0, len(source), CHUNK):
            yield source[at : at + CHUNK]
        return
    if isinstance(source, (str, os.PathLike)):
        if str(source) == "-":
            if sys.stdin is None:
                raise OSError(errno.EBADF, "standard input is closed", "-")
            yield from _pieces(sys.stdin.buffer)
        else:
            with open(source, "rb") as file:
                yield from _pieces(file)
        return
    yield from _pieces(source)


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    while piece := file.read(CHUNK):
        yield piece


class Torn(Exception):
    """Compressed data that ends early (``file.truncated``) or grows past a limit (``file.bomb``); which, says the variant."""

    def __init__(self, code: str, variant: str = "") -> None:
        super().__init__(code, variant)
        self.code = code
        self.variant = variant

    def facts(self, limits: Limits) -> dict[str, Any]:
        """The facts of the finding."""
        if self.code != "file.bomb":
            return {}
        if self.variant == "window":
            return {"variant": "window", "limit": WINDOW}
        return {"variant": "barren", "limit": limits.barren} if self.variant else {"limit": limits.unpacked}


def unpacked(source: Source, limits: Limits) -> Iterator[bytes]:
    """The bytes of a source with gzip or zstd undone, told apart by content; all members and frames."""
    pieces = chunks(source)
    head = b""
    for piece in pieces:
        head += piece
        if len(head) >= 4:
            break
    if head.startswith(GZIP):
        yield from _limited(_gunzip(head, pieces), limits)
    elif head.startswith(ZSTD) or (head[1:4] == SKIPPABLE and head[0] >> 4 == 5):
        yield from _limited(_unzstd(head, pieces), limits)
    elif head:
        yield head
        yield from pieces


def _limited(pieces: Iterator[bytes], limits: Limits) -> Iterator[bytes]:
    """The pieces up to the limits, small ones joined: a million members of one byte are read like one of a million."""
    total = size = barren = 0
    held: list[bytes] = []
    try:
        for piece in pieces:
            total += len(piece)
            mark = piece.find(MARK)
            barren += mark if mark >= 0 else len(piece)
            if total > limits.unpacked:
                raise Torn("file.bomb")
            if barren > limits.barren:
                raise Torn("file.bomb", "barren")
            if mark >= 0:
                barren = len(piece) - piece.rfind(MARK)
            held.append(piece)
            size += len(piece)
            if size >= JOINED:
                yield b"".join(held)
                held, size = [], 0
    except Torn:
        if held:
            yield b"".join(held)
        raise
    if held:
        yield b"".join(held)


def _gunzip(head: bytes, pieces: Iterator[bytes]) -> Iterator[bytes]:
    inflate = zlib.decompressobj(wbits=31)
    pending = head
    started = False
    while True:
        while pending:
            before = inflate.copy()
            try:
                out = inflate.decompress(pending, CHUNK)
            except zlib.error as error:
                yield from _salvaged(before, pending)
                raise Torn("file.truncated") from error
            started = True
            if out:
                yield out
            if inflate.eof:
                pending = inflate.unused_data.lstrip(b"\0")
                inflate = zlib.decompressobj(wbits=31)
                started = False
            else:
                pending = inflate.unconsumed_tail
        more = next(pieces, b"")
        if not more:
            break
        pending = more
    if started:
        raise Torn("file.truncated")


def _salvaged(inflate: Any, pending: bytes) -> Iterator[bytes]:
    """What can be unpacked before the byte at which gzip data is damaged, or before a check sum that does not fit."""
    try:
        for at in range(len(pending)):
            piece = pending[at : at + 1]
            while piece:
                if out := inflate.decompress(piece, CHUNK):
                    yield out
                piece = inflate.unconsumed_tail
    except zlib.error:
        return


def _unzstd(head: bytes, pieces: Iterator[bytes]) -> Iterator[bytes]:
    import zstandard

    inflate = zstandard.ZstdDecompressor().decompressobj()
    pending = head
    started = False
    while True:
        while pending:
            part, pending = pending[:SIP], pending[SIP:]
            try:
                out = inflate.decompress(part)
            except zstandard.ZstdError as error:
                raise (Torn("file.bomb", "window") if "memory" in str(error) else Torn("file.truncated")) from error
            started = True
            if out:
                yield out
            if inflate.eof:
                pending = inflate.unused_data + pending
                inflate = zstandard.ZstdDecompressor().decompressobj()
                started = False
        more = next(pieces, b"")
        if not more:
            break
        pending = more
    if started:
        raise Torn("file.truncated")


def split_lines(pieces: Iterator[bytes], limit: int, first: int = 1) -> Iterator[Raw]:
    """The lines of a stream, cut at LF only, without it. A line over the limit is a fault and is not held.

    ``first`` is the number of the first line.
    """
    number = first
    pending = b""
    size = 0
    for piece in pieces:
        if not size and not piece.strip(b"\n"):
            number += len(piece)
            continue
        lines = piece.split(b"\n")
        for part in lines[:-1]:
            if size + len(part) > limit:
                yield _too_long(pending + part[:SHOWN], number, size + len(part), limit)
            else:
                yield Raw((pending + part).removesuffix(b"\r"), number, flat=True)
            pending, size = b"", 0
            number += 1
        size += len(lines[-1])
        pending = pending + lines[-1] if size <= limit else (pending + lines[-1][:SHOWN])[:SHOWN]
    if size > limit:
        yield _too_long(pending, number, size, limit)
    elif pending:
        yield Raw(pending, number, ended=False, flat=True)


def _too_long(start: bytes, line: int, size: int, limit: int) -> Raw:
    return Raw(start[:SHOWN], line, "file.line-too-long", facts={"limit": limit}, size=size)
