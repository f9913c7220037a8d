"""The pack (C-1, C-2): cards are two-letter strings, suit first, as in the log format.

`E` acorns, `L` leaves, `H` hearts, `S` bells; ranks `7 8 9 X U O K A`; the Weli is `WE`.
"""

SUITS = ["E", "L", "H", "S"]
RANKS = ["7", "8", "9", "X", "U", "O", "K", "A"]
WELI = "WE"
UNSEEN = "??"
HIGH = "high"

# The same cards with French signs, rank first; diamonds are bells, the Weli is their six.
FRENCH_SUIT = {"E": "c", "L": "s", "H": "h", "S": "d"}
FRENCH_RANK = {"7": "7", "8": "8", "9": "9", "X": "T", "U": "J", "O": "Q", "K": "K", "A": "A"}


def full_pack() -> list[str]:
    """The 33 cards (C-1)."""
    return [suit + rank for suit in SUITS for rank in RANKS] + [WELI]


def short_pack() -> list[str]:
    """The 21 cards without sevens, eights and nines (S-2.1)."""
    return [card for card in full_pack() if card == WELI or card[1] not in "789"]


def pack(short: bool) -> list[str]:
    """The pack that is played with."""
    return short_pack() if short else full_pack()


def to_french(card: str) -> str:
    """The French token of a card."""
    if card == WELI:
        return "6d"
    if card == UNSEEN:
        return card
    return FRENCH_RANK[card[1]] + FRENCH_SUIT[card[0]]


def _french_table() -> dict[str, str]:
    return {to_french(card): card for card in full_pack()}


FROM_FRENCH = _french_table()


def is_card(token: str) -> bool:
    """Whether a token is one of the 33 cards, in either notation."""
    return token in full_pack() or token in FROM_FRENCH


def read_card(token: str) -> str:
    """The card a token means, suit first; `??` stays as it is."""
    if token in full_pack() or token == UNSEEN:
        return token
    if token in FROM_FRENCH:
        return FROM_FRENCH[token]
    raise ValueError(f"not a card: {token!r}")


def read_cards(text: str) -> list[str]:
    """Cards separated by one space, in the order written."""
    return [read_card(token) for token in text.split()]


def plain_rank(card: str) -> int:
    """How high a card stands in its own suit: 0 for a seven, 7 for an ace (C-1)."""
    return RANKS.index(card[1])


def is_seven(card: str) -> bool:
    """A Seven; the Weli is no Seven (K-3.4)."""
    return card != WELI and card[1] == "7"


def without(cards: list[str], gone: list[str]) -> list[str]:
    """The cards that are left when each card of `gone` is taken away once."""
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return left
