"""The random stream: SFC32, seeded from numbers (docs/simulate.md specifies it with test vectors).

The state is a list of four numbers below 2^32. Only additions, shifts and exclusive ors of such numbers are used,
so that every language gives the same stream.
"""

from __future__ import annotations

from typing import Any, Final

WORD: Final = 0xFFFFFFFF
ROUNDS: Final = 12
DECK, TABLE, BOT = 0, 1, 2
"""Purposes: the pack of a deal, choices of a session, and from ``BOT`` on the decisions of each seat."""


def draw(state: Any) -> int:
    """The next number, 0 to 2^32 − 1."""
    a, b, c, count = state[0], state[1], state[2], state[3]
    out = (a + b + count) & WORD
    state[0] = b ^ (b >> 9)
    state[1] = (c + ((c << 3) & WORD)) & WORD
    state[2] = (((c << 21) & WORD | (c >> 11)) + out) & WORD
    state[3] = (count + 1) & WORD
    return int(out)


def seed(state: Any, low: int, high: int, session: int, deal: int, purpose: int) -> None:
    """Sets the stream for one purpose of one deal of one session.

    The words go in one after another, with twelve numbers thrown away after each pair.
    """
    state[0], state[1], state[2], state[3] = low & WORD, high & WORD, session & WORD, 1
    for _ in range(ROUNDS):
        draw(state)
    state[0] ^= deal & WORD
    state[1] ^= purpose & WORD
    for _ in range(ROUNDS):
        draw(state)


def below(state: Any, count: int) -> int:
    """A number from 0 to ``count`` − 1, all equally likely; ``count`` at most 2^31."""
    edge = (WORD + 1) % count
    while True:
        wide = draw(state) * count
        if (wide & WORD) >= edge:
            return wide >> 32


def shuffle(state: Any, cards: Any) -> None:
    """Puts a list into random order: from the last place down, each card is swapped with one at or before it."""
    for place in range(len(cards) - 1, 0, -1):
        other = below(state, place + 1)
        cards[place], cards[other] = cards[other], cards[place]
