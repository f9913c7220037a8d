"""Columns of a part while it is made: numbers, and words as numbers of a pool; at the end Arrow tables.

Numbers are ``int64`` with ``NOTHING`` where one is missing, truths ``int8`` and words ``int32`` with -1, bits ``int64``
with 0. The pool is put in order when the tables are made, so that they do not depend on who met a word first.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Final

import numpy as np
import pyarrow as pa

from kratzen_log.export.telling import NOTHING
from kratzen_log.show.columns import BITS, NUMBER, TABLES, TEXT, TRUTH, WORD, Column

TYPES: Final = {
    NUMBER: pa.int64(), TEXT: pa.string(), WORD: pa.dictionary(pa.int32(), pa.string()), TRUTH: pa.bool_(), BITS: pa.uint64(),
}
"""What a type of column is in Arrow and Parquet."""
CODED: Final = {NUMBER: np.int64, TEXT: np.int32, WORD: np.int32, TRUTH: np.int8, BITS: np.int64}
MISSING: Final = {NUMBER: NOTHING, TEXT: -1, WORD: -1, TRUTH: -1, BITS: 0}

Coded = dict[str, Any]
"""Column → its values."""


def stored(name: str) -> tuple[Column, ...]:
    """The columns of a table that are written."""
    return tuple(column for column in TABLES[name] if column.parquet)


@cache
def schema(name: str) -> pa.Schema:
    """The Arrow schema of a table; every field says what it holds."""
    return pa.schema([
        pa.field(column.name, TYPES[column.kind], metadata={"description": column.text}) for column in stored(name)
    ])


class Pool:
    """Texts as numbers."""

    def __init__(self) -> None:
        self.codes: dict[str, int] = {}

    def code(self, text: str | None) -> int:
        """The number of a text; -1 for none."""
        if text is None:
            return -1
        return self.codes.setdefault(text, len(self.codes))

    def many(self, texts: Iterable[str | None]) -> Any:
        """The numbers of several texts."""
        return np.array([self.code(text) for text in texts], np.int32)


def coded_rows(name: str, rows: list[dict[str, Any]], pool: Pool) -> Coded:
    """Rows of ``show.tables`` as columns."""
    made = {}
    for column in stored(name):
        values = [row.get(column.name) for row in rows]
        if column.kind in (TEXT, WORD):
            made[column.name] = pool.many(values)
        else:
            missing = MISSING[column.kind]
            made[column.name] = np.array([missing if value is None else value for value in values], CODED[column.kind])
    return made


def joined(name: str, first: Coded, second: Coded) -> Coded:
    """The rows of both, session by session."""
    order = np.argsort(np.concatenate([first["session"], second["session"]]), kind="stable")
    return {column.name: np.concatenate([first[column.name], second[column.name]])[order] for column in stored(name)}


def arrow(name: str, coded: Coded, pool: Pool) -> pa.Table:
    """The table as it is written; the columns are used up."""
    texts = list(pool.codes)
    return pa.table([_array(column, coded.pop(column.name), texts) for column in stored(name)], schema=schema(name))


def _array(column: Column, values: Any, texts: list[str]) -> pa.Array:
    missing = values == MISSING[column.kind]
    mask = missing if missing.any() else None
    if column.kind in (TEXT, WORD):
        return _words(values, mask, texts, TYPES[column.kind])
    if column.kind == TRUTH:
        values = values == 1
    elif column.kind == BITS:
        values = values.view(np.uint64)
    return pa.array(values, TYPES[column.kind], mask=mask)


def _words(codes: Any, mask: Any, texts: list[str], kind: pa.DataType) -> pa.Array:
    """Words with a dictionary of those that occur, in order."""
    met = np.flatnonzero(np.bincount(codes + 1, minlength=len(texts) + 1)[1:])
    words = sorted(texts[code] for code in met)
    place = {word: at for at, word in enumerate(words)}
    moved = np.zeros(len(texts) + 1, np.int32)
    for code in met:
        moved[code + 1] = place[texts[code]]
    made = pa.DictionaryArray.from_arrays(pa.array(moved[codes + 1], pa.int32(), mask=mask), pa.array(words, pa.string()))
    return made if kind == made.type else made.cast(kind)
