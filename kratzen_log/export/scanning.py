"""The tables of an export as lazy DuckDB relations: nothing is read before a result is asked for."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from kratzen_log.cards import CARDS, RANK_LETTERS, SUIT_LETTERS, WELI, token
from kratzen_log.export.places import PlaceError, filesystem, is_url, manifest_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection, DuckDBPyRelation


class Scan(NamedTuple):
    """The tables of an export as relations, and the connection in which views have their names.

    ``cards`` has a row for each of the 33 cards: its ``bit``, ``card``, ``suit`` and ``rank``.
    """

    connection: DuckDBPyConnection
    sessions: DuckDBPyRelation
    seats: DuckDBPyRelation
    deals: DuckDBPyRelation
    results: DuckDBPyRelation
    plays: DuckDBPyRelation
    ledger: DuckDBPyRelation
    cards: DuckDBPyRelation

    def sql(self, query: str) -> DuckDBPyRelation:
        """A query over the views."""
        return self.connection.sql(query)


def scan_parquet(folder: str | os.PathLike[str], connection: DuckDBPyConnection | None = None) -> Scan:
    """Lazy relations over the tables that ``kratzen export`` wrote to a folder or URL.

    Only files that the manifest names are read. ``connection`` is used instead of one in memory. Raises
    ``ImportError`` with the command to type where DuckDB is missing, ``PlaceError`` (a ``ValueError``) for a folder that is no finished export.
    """
    try:
        import duckdb
    except ImportError as error:
        raise ImportError('scan_parquet needs DuckDB: pip install "kratzen-log[bulk]"') from error
    place = os.fspath(folder)
    made = manifest_of(place)
    link = connection if connection is not None else duckdb.connect()
    root = place.rstrip("/")
    if is_url(place):
        system, _path = filesystem(place)
        link.register_filesystem(system)
    tables = {}
    for name, files in made.files.items():
        paths = [f"{root}/{file}" for file in files]
        missing = [path for path in paths if not is_url(path) and not os.path.exists(path)]
        if missing:
            raise PlaceError(f"{missing[0]} is missing: export the logs again")
        if not paths:
            raise PlaceError(f"{place} holds no session")
        relation = link.read_parquet(paths)
        relation.create_view(name)
        tables[name] = link.view(name)
    rows = ", ".join(f"({card}, '{token(card)}', {_suit(card)}, {_rank(card)})" for card in range(CARDS))
    link.execute(f"CREATE OR REPLACE TEMP VIEW cards AS SELECT * FROM (VALUES {rows}) t(bit, card, suit, rank)")  # noqa: S608 - our own words
    return Scan(link, **tables, cards=link.view("cards"))


def _suit(card: int) -> str:
    return "NULL" if card == WELI else f"'{SUIT_LETTERS[card // 8]}'"


def _rank(card: int) -> str:
    return "NULL" if card == WELI else f"'{RANK_LETTERS[card % 8]}'"
