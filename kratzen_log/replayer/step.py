"""A step: one thing that happens, what was possible, and the sentence that says it."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from kratzen_log.cards import Pack, members, tokens
from kratzen_log.reading.facts import Breach
from kratzen_log.reading.verdicts import Verdict
from kratzen_log.replayer.table import Table
from kratzen_log.texts import Voice, table

Kind = Literal[
    "deal", "ledger", "packet", "turn_up", "bid", "trump", "muss", "take", "put_away", "call", "dealer_call", "swap", "play",
    "trick", "settled", "abort", "void", "adjust", "note", "end", "lost",
]


class Step(Struct, frozen=True, kw_only=True):
    """One thing that happens, with the table before and after.

    ``legal`` are the cards that could lawfully be played or given, ``choices`` the words that could be said,
    ``duty`` what bound the player and ``must_beat`` the card to beat (-1: none). ``breaches`` are what was wrong
    here; ``noticed`` says that the log marks the play with ``!``. Trick and play count from 1, 0: no place.
    """

    kind: Kind
    before: Table
    after: Table
    key: str
    facts: dict[str, Any] = {}
    rule: str = ""
    deal: int = 0
    trick: int = 0
    play: int = 0
    seat: int = -1
    card: int = -1
    cards: tuple[int, ...] = ()
    legal: int = 0
    choices: tuple[str, ...] = ()
    duty: str = ""
    must_beat: int = -1
    verdict: Verdict | None = None
    noticed: bool = False
    breaches: tuple[Breach, ...] = ()
    pack: Pack = "german"

    def text(self, lang: str = "en", pack: Pack | None = None) -> str:
        """The sentence of the step in English (``en``) or German (``de``), with its paragraph."""
        voice = Voice(lang, pack or self.pack, self.after.names)
        facts = {"seat": self.seat if self.seat >= 0 else None, "card": self.card, **self.facts}
        sentence = voice.fill(table("steps")[self.sentence][lang], facts)
        return f"{sentence} ({self.rule})" if self.rule else sentence

    @property
    def sentence(self) -> str:
        """The key of the sentence among the texts: ``key``, or what it is where a card had to be beaten too."""
        return f"{self.key}_beat" if self.key in ("broke_follow", "broke_trump") and self.must_beat >= 0 else self.key

    @property
    def forced(self) -> bool:
        """Whether only one card could be played."""
        return self.kind == "play" and self.legal.bit_count() == 1

    @property
    def place(self) -> str:
        """Where the step stands: ``deal 3, trick 1.4`` is the fourth card of a trick."""
        return f"deal {self.deal}" + (f", trick {self.trick}" if self.trick else "") + (f".{self.play}" if self.play else "")

    def __str__(self) -> str:
        return f"[{self.place}] {self.text()}"

    def __repr__(self) -> str:
        return f"<Step {self.kind} {self}{' legal ' + tokens(members(self.legal)) if self.legal else ''}>"
