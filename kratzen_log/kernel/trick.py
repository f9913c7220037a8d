"""The two trick rules there are: ``legal()`` and ``played()`` (RULES C-3, C-6).

Plain Python over integers that a compiler accepts as it stands. A *ladder* has three rows — leading,
plain suit led, trumps led — of rungs, padded with ``STOP``. The first rung that the hand can meet binds.
A trick in progress is three numbers: the suit class led (-1: nobody has led), the best card of that suit
in it, the best trump in it (-1: none). ``t`` is the value of ``games._game.Tables`` of a trump and options.
"""

from __future__ import annotations

from typing import Any

LEADING, PLAIN_LED, TRUMP_LED = 0, 1, 2

# Rungs: which cards, and which of them.
STOP = -1
ANY = 0
LED = 1
LED_BEAT = 2
LED_HEAD = 3
TRUMP = 4
TRUMP_BEAT = 5

# Duties: what the binding rung asks for.
LEAD, FOLLOW, HEAD, MUST_TRUMP, OVERTRUMP, FREE = 0, 1, 2, 3, 4, 5


def legal(t: Any, hand: int, led: int, best: int, top: int) -> tuple[int, int, int]:
    """The legal cards of a hand, the duty that decides, and the card that has to be beaten (-1: none).

    ``hand`` is a mask and not empty. Cards in ``t.free`` are not forced: duties are worked out without
    them, and they may be added wherever the duty asks for a trump or for nothing (K-5.5).
    """
    if led < 0:
        return hand, LEAD, -1
    trump_led = led == t.trump
    forced = hand & ~t.free
    for rung in t.ladder[TRUMP_LED if trump_led else PLAIN_LED]:
        if rung == LED:
            cards = forced & t.suit_mask[led]
            if cards:
                return (cards | (hand & t.free) if trump_led else cards), FOLLOW, -1
        elif rung in (LED_BEAT, LED_HEAD):
            if rung == LED_BEAT or trump_led or top < 0:
                cards = forced & t.higher[best]
                if cards:
                    return (cards | (hand & t.free) if trump_led else cards), HEAD, best
        elif rung == TRUMP_BEAT:
            if top >= 0:
                cards = forced & t.higher[top]
                if cards:
                    return cards | (hand & t.free), OVERTRUMP, top
        elif rung == TRUMP:
            cards = forced & t.suit_mask[t.trump]
            if cards:
                return cards | (hand & t.free), MUST_TRUMP, -1
        else:
            break
    return hand, FREE, -1


def played(t: Any, led: int, best: int, top: int, card: int) -> tuple[int, int, int, bool]:
    """The trick after one more card, and whether that card now takes it (C-3)."""
    suit = t.suit_of[card]
    if led < 0:
        return suit, card, (card if suit == t.trump else -1), True
    if suit == t.trump:
        if top < 0 or t.higher[top] >> card & 1:
            return led, (card if led == suit else best), card, True
    elif suit == led and t.higher[best] >> card & 1:
        return led, card, top, top < 0
    return led, best, top, False


def broken(t: Any, hand: int, led: int, best: int, top: int, card: int) -> int:
    """The duty that a card of the hand breaks; ``LEAD`` (0) when it is legal.

    In the order of FINDINGS: could follow; could beat; could trump; could overtrump.
    """
    cards, _duty, _beat = legal(t, hand, led, best, top)
    if cards >> card & 1:
        return LEAD
    if hand & ~t.free & t.suit_mask[led]:
        return HEAD if t.suit_of[card] == led else FOLLOW
    return OVERTRUMP if t.suit_of[card] == t.trump else MUST_TRUMP


def count_lines(t: Any, n: int, hands: Any, stop: int, nodes: Any, wins: Any, bound: Any) -> None:
    """Counts every lawful line of ``stop`` cards; seat 0 leads. Fills ``nodes[length]``, tricks won, duties.

    ``bound`` counts by duty, leads at 0, forced trumps below one in the trick at 6 and not among the trumps. It
    walks with a stack of its own: per depth the cards still to try and the state before them.
    """
    size = stop + 1
    left = [0] * size
    seat = [0] * size
    led = [-1] * size
    best = [-1] * size
    top = [-1] * size
    winner = [0] * size
    card_at = [0] * size
    won = [0] * n
    depth = 0
    left[0] = _options(t, hands[0], -1, -1, -1, bound)
    while depth >= 0:
        if depth == stop or left[depth] == 0:
            if depth == stop:
                for player in range(n):
                    wins[player] += won[player]
            depth -= 1
            if depth >= 0:
                hands[seat[depth]] |= 1 << card_at[depth]
                if (depth + 1) % n == 0:
                    won[winner[depth + 1]] -= 1
            continue
        low = left[depth] & -left[depth]
        left[depth] ^= low
        card = 0
        while not low >> card & 1:
            card += 1
        card_at[depth] = card
        player = seat[depth]
        hands[player] ^= 1 << card
        led_now, best_now, top_now, takes = played(t, led[depth], best[depth], top[depth], card)
        taker = player if takes else winner[depth]
        depth += 1
        nodes[depth] += 1
        winner[depth] = taker
        if depth % n == 0:
            won[taker] += 1
            seat[depth] = taker
            led[depth] = best[depth] = top[depth] = -1
        else:
            seat[depth] = (player + 1) % n
            led[depth] = led_now
            best[depth] = best_now
            top[depth] = top_now
        if depth < stop:
            left[depth] = _options(t, hands[seat[depth]], led[depth], best[depth], top[depth], bound)


def _options(t: Any, hand: int, led: int, best: int, top: int, bound: Any) -> int:
    """The legal cards at a node, with the duty counted."""
    cards, duty, _beat = legal(t, hand, led, best, top)
    place = duty
    if duty == FOLLOW:
        place = 1
    elif duty == HEAD:
        place = 2
    elif duty == MUST_TRUMP:
        place = 6 if top >= 0 else 3
    bound[place] += 1
    return cards
