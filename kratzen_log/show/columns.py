"""The tables of sessions as data: every column, its type and what it holds. Frames and Parquet are made from it."""

from __future__ import annotations

from typing import Final, NamedTuple

NUMBER, TEXT, WORD, TRUTH, BITS = "number", "text", "word", "truth", "bits"
PANDAS: Final = {NUMBER: "Int64", TEXT: "string", WORD: "category", TRUTH: "boolean", BITS: "UInt64"}
"""What a type of column is in pandas. A word is one of a few; bits are a set of cards, bit ``n`` for card ``n``."""


class Column(NamedTuple):
    """A column: its name, its type, what it holds, and whether Parquet has it too."""

    name: str
    kind: str
    text: str
    parquet: bool = True


_SESSION: Final = Column("session", NUMBER, "number of the session")
_DEAL: Final = Column("deal", NUMBER, "number of the deal")
_PLAYER: Final = Column("player", TEXT, "name")
_RULE: Final = Column("rule", WORD, "paragraph of the rules")

TABLES: Final[dict[str, tuple[Column, ...]]] = {
    "sessions": (
        Column("session", NUMBER, "number from 0, in the order given"),
        Column("source", TEXT, "path of the log; empty for a session in memory"),
        Column("game", TEXT, "`kratzen` or `schnellen`"),
        Column("date", TEXT, "as recorded"),
        Column("place", TEXT, "as recorded"),
        Column("players", NUMBER, "how many"),
        Column("rules", TEXT, "house rules that differ from their defaults, as `name=value` in the order of their names"),
        Column("deals", NUMBER, "deals, cancelled ones apart"),
        Column("plays", NUMBER, "cards played"),
        Column("illegal", NUMBER, "of these, against the rules"),
        Column("undetermined", NUMBER, "of these, not to be judged"),
        Column("errors", NUMBER, "findings that are errors"),
        Column("warnings", NUMBER, "findings that are warnings"),
        Column("verdict", WORD, "`clean`, `findings` or `unreadable`"),
        Column("end", TEXT, "why it ended, as recorded"),
        Column("winners", TEXT, "seats, as recorded"),
    ),
    "seats": (
        _SESSION,
        Column("seat", WORD, "`A` to `F`"),
        _PLAYER,
        Column("start", NUMBER, "chips or points at the start"),
        Column("total", NUMBER, "chips or points at the end"),
        Column("net", NUMBER, "sum of all changes in play; adjustments outside play are left out"),
    ),
    "deals": (
        _SESSION,
        _DEAL,
        Column("dealer", WORD, "seat"),
        Column("trump", WORD, "`E L H S` or `high`"),
        Column("turned", TEXT, "turned card or cards"),
        Column("muss", TRUTH, "whether nobody could scratch (Kratzen)"),
        Column("cause", WORD, "why it was a Muss: `first-deal`, `failed`, `nobody-qualified`, `seven`, `tie-break`"),
        Column("bid", NUMBER, "winning number of a bidding (Schnellen)"),
        Column("bidder", WORD, "who named trumps"),
        Column("dealt_in", NUMBER, "how many were dealt in"),
        Column("active", NUMBER, "how many played"),
        Column("pot", NUMBER, "chips played for (Kratzen)"),
        Column("carry", NUMBER, "chips left in the pot after the deal"),
        Column("aborted", TRUTH, "broken off"),
        Column("over", TRUTH, "the session was over after it"),
        Column("errors", NUMBER, "errors found in it"),
        Column("illegal", NUMBER, "cards played in it against the rules"),
    ),
    "results": (
        _SESSION,
        _DEAL,
        Column("seat", WORD, "`A` to `F`"),
        _PLAYER,
        Column("is_dealer", TRUTH, "whether this seat dealt"),
        Column("call", WORD, "`in`, `out`, `bettler`, `dealer` or `not dealt in`"),
        Column("hand", BITS, "the cards dealt, where all are known"),
        Column("swapped", NUMBER, "cards exchanged"),
        Column("tricks", NUMBER, "tricks taken"),
        Column("change", NUMBER, "chips or points in this deal"),
        Column("total", NUMBER, "chips or points after it"),
    ),
    "plays": (
        _SESSION,
        _DEAL,
        Column("trick", NUMBER, "1 to 5"),
        Column("play", NUMBER, "place in the trick, from 1"),
        Column("seat", WORD, "who played"),
        _PLAYER,
        Column("card", WORD, "the card"),
        Column("card_bit", NUMBER, "its bit in `hand` and `legal_bits`"),
        Column("is_trump", TRUTH, "whether it was a trump"),
        Column("hand", BITS, "the cards known to be held before the play"),
        Column("legal", TEXT, "all cards that could lawfully be played, where the hand is known", parquet=False),
        Column("legal_bits", BITS, "the same as bits"),
        Column("choices", NUMBER, "how many they were"),
        Column("duty", WORD, "what bound the player: `lead follow head trump overtrump free`"),
        Column("must_beat", WORD, "the card that had to be beaten"),
        _RULE,
        Column("verdict", WORD, "`legal`, `illegal` or `undetermined`"),
        Column("takes", TRUTH, "whether it took the trick"),
    ),
    "ledger": (
        _SESSION,
        Column("deal", NUMBER, "number of the deal; missing for an adjustment"),
        Column("seat", WORD, "who"),
        _PLAYER,
        Column("reason", WORD, "`ante fee bonus share penalty`, `trick schnellen out`, `adjust`, `unexplained`"),
        Column("amount", NUMBER, "from the seat's side"),
        Column("balance", NUMBER, "stack or score after it"),
        Column("pot", NUMBER, "pot after it (Kratzen)"),
        _RULE,
        Column("why", TEXT, "words of an adjustment"),
    ),
}
"""Table → its columns, in order."""
COLUMNS: Final[dict[str, dict[str, str]]] = {
    name: {column.name: PANDAS[column.kind] for column in columns} for name, columns in TABLES.items()
}
"""Table → column → pandas type, in order."""


def page(name: str) -> str:
    """The columns of a table as a table of ``docs/tables.md``; what only frames have is marked."""
    rows = [
        f"| `{column.name}` | {column.kind} | {column.text}{'' if column.parquet else ' (frames only)'} |" for column in TABLES[name]
    ]
    return "\n".join(["| column | type | |", "|---|---|---|", *rows])
