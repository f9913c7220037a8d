"""Which cards may be played and who takes the trick (C-2, C-3, C-6, K-5, S-4, S-9).

Everything is said with lists of card strings, game by game, as one would explain it at the table.
"""

from typing import NamedTuple

from . import cards
from .cards import HIGH, WELI
from .options import Rules, option


class Answer(NamedTuple):
    """The legal cards, the duty that binds, the card to beat, the paragraph."""

    legal: list[str]
    duty: str
    must_beat: str | None
    paragraph: str


# --- what a card is ---------------------------------------------------------------------------


def suit_of(card: str, trump: str) -> str:
    """The suit a card belongs to in this deal; the Weli belongs to trumps only (C-2, S-9)."""
    if card == WELI:
        return "no suit" if trump == HIGH else trump
    return card[0]


def trumps_low_to_high(trump: str, weli_highest: bool) -> list[str]:
    """All trumps of the deal in order (C-2, K-5.6)."""
    plain = [trump + rank for rank in cards.RANKS]
    if weli_highest:
        return [*plain, WELI]
    return [*plain[:-1], WELI, plain[-1]]


def _weli_highest(game: str, rules: Rules) -> bool:
    return game == "kratzen" and option(game, rules, "weli_rank") == "highest"


def _highest_of(found: list[str], order: list[str]) -> str:
    best = found[0]
    for card in found:
        if order.index(card) > order.index(best):
            best = card
    return best


def _above(candidates: list[str], best: str, order: list[str]) -> list[str]:
    return [card for card in candidates if order.index(card) > order.index(best)]


def winning_card(game: str, rules: Rules, trump: str, trick: list[str]) -> str:
    """The card that takes the trick (C-3; in "high" the Weli beats every card, S-9)."""
    if trump == HIGH:
        if WELI in trick:
            return WELI
    else:
        order = trumps_low_to_high(trump, _weli_highest(game, rules))
        trumps = [card for card in trick if card in order]
        if trumps:
            return _highest_of(trumps, order)
    led = trick[0][0]
    of_the_suit = [card for card in trick if card != WELI and card[0] == led]
    return _highest_of(of_the_suit, [led + rank for rank in cards.RANKS])


def winner(game: str, rules: Rules, trump: str, played: list[tuple[str, str]]) -> str:
    """The seat that takes a trick given as (seat, card) in the order played."""
    best = winning_card(game, rules, trump, [card for _, card in played])
    for seat, card in played:
        if card == best:
            return seat
    raise ValueError("nobody played the winning card")


# --- what may be played -----------------------------------------------------------------------


def legal(game: str, rules: Rules, trump: str, hand: list[str], trick: list[str]) -> Answer:
    """The legal cards of a hand, in the order held, before the trick's next card."""
    if game == "kratzen":
        return _kratzen(rules, trump, hand, trick)
    if trump == HIGH:
        return _schnellen_high(hand, trick)
    return _schnellen(rules, trump, hand, trick)


def _kratzen(rules: Rules, trump: str, hand: list[str], trick: list[str]) -> Answer:
    if trump not in cards.SUITS:
        raise ValueError(f"Kratzen has no such trumps: {trump!r}")
    if not trick:
        return Answer(list(hand), "lead", None, "K-5")
    order = trumps_low_to_high(trump, _weli_highest("kratzen", rules))
    head = option("kratzen", rules, "head")
    # K-5.5: with a free Weli the duties are worked out as if it were not in the hand.
    weli_is_free = option("kratzen", rules, "weli") == "free"
    counted = [card for card in hand if not (weli_is_free and card == WELI)]
    my_trumps = [card for card in counted if card in order]
    trumps_there = [card for card in trick if card in order]

    def asked_for_a_trump(cards_: list[str]) -> list[str]:
        # ... and it may in addition be played wherever the duty asks for a trump.
        return [card for card in hand if card in cards_ or (weli_is_free and card == WELI)]

    if suit_of(trick[0], trump) == trump:
        best = _highest_of(trumps_there, order)
        higher = _above(my_trumps, best, order)
        if head in ("trumps", "always") and higher:
            return Answer(asked_for_a_trump(higher), "head", best, "K-5.4")
        if my_trumps:
            return Answer(asked_for_a_trump(my_trumps), "follow", None, "K-5.1")
        return Answer(list(hand), "free", None, "C-6")

    led = trick[0][0]
    same_suit = [card for card in counted if card not in order and card[0] == led]
    if same_suit:
        if head == "always" and not trumps_there:
            plain = [led + rank for rank in cards.RANKS]
            best = _highest_of([card for card in trick if card[0] == led], plain)
            higher = _above(same_suit, best, plain)
            if higher:
                return Answer(higher, "head", best, "K-5.4")
        return Answer(same_suit, "follow", None, "K-5.1")
    if my_trumps and trumps_there:
        best = _highest_of(trumps_there, order)
        higher = _above(my_trumps, best, order)
        if higher:
            return Answer(asked_for_a_trump(higher), "overtrump", best, "K-5.3")
    if my_trumps:
        return Answer(asked_for_a_trump(my_trumps), "trump", None, "K-5.2")
    return Answer(list(hand), "free", None, "C-6")


def _schnellen(rules: Rules, trump: str, hand: list[str], trick: list[str]) -> Answer:
    if not trick:
        return Answer(list(hand), "lead", None, "S-4")
    order = trumps_low_to_high(trump, weli_highest=False)
    my_trumps = [card for card in hand if card in order]
    trumps_there = [card for card in trick if card in order]

    if suit_of(trick[0], trump) == trump:
        best = _highest_of(trumps_there, order)
        higher = _above(my_trumps, best, order)
        if higher:
            return Answer(higher, "head", best, "S-4.1")
        if my_trumps:
            return Answer(my_trumps, "follow", None, "S-4.1")
        return Answer(list(hand), "free", None, "S-4.3")

    led = trick[0][0]
    same_suit = [card for card in hand if card not in order and card[0] == led]
    if same_suit:
        duty_stands = option("schnellen", rules, "head_after_ruff") or not trumps_there
        plain = [led + rank for rank in cards.RANKS]
        best = _highest_of([c for c in trick if c not in order and c[0] == led], plain)
        higher = _above(same_suit, best, plain)
        if duty_stands and higher:
            return Answer(higher, "head", best, "S-4.1")
        return Answer(same_suit, "follow", None, "S-4.1")
    if my_trumps and trumps_there:
        best = _highest_of(trumps_there, order)
        higher = _above(my_trumps, best, order)
        if higher:
            return Answer(higher, "overtrump", best, "S-4.2")
    if my_trumps:
        return Answer(my_trumps, "trump", None, "S-4.2")
    return Answer(list(hand), "free", None, "S-4.3")


def _schnellen_high(hand: list[str], trick: list[str]) -> Answer:
    """No trumps (S-9): the Weli follows nothing, and when it was led nothing is asked for."""
    if not trick:
        return Answer(list(hand), "lead", None, "S-4")
    if trick[0] == WELI:
        return Answer(list(hand), "free", None, "S-9")
    led = trick[0][0]
    same_suit = [card for card in hand if card != WELI and card[0] == led]
    if not same_suit:
        return Answer(list(hand), "free", None, "S-9")
    plain = [led + rank for rank in cards.RANKS]
    best = _highest_of([card for card in trick if card != WELI and card[0] == led], plain)
    higher = _above(same_suit, best, plain)
    if higher:
        return Answer(higher, "head", best, "S-4.1")
    return Answer(same_suit, "follow", None, "S-4.1")


# --- what an illegal card is called -----------------------------------------------------------


def fault_of(
    game: str, rules: Rules, trump: str, hand: list[str], trick: list[str], card: str
) -> str | None:
    """The finding code of a card that may not be played; None when it may (FINDINGS, duties)."""
    answer = legal(game, rules, trump, hand, trick)
    if card in answer.legal:
        return None
    led = suit_of(trick[0], trump)
    followed = suit_of(card, trump) == led
    if answer.duty in ("follow", "head") and not followed:
        return "play.follow-suit"
    if answer.duty == "head":
        return "play.head"
    if suit_of(card, trump) != trump:
        return "play.trump"
    return "play.overtrump"
