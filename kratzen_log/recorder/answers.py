"""What people type at the table, put into the deal in hand. Nothing is refused but what cannot be understood."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from msgspec import UNSET, Struct

from kratzen_log.cards import READ, SEATS, mask, tokens
from kratzen_log.log.model import Swap
from kratzen_log.recorder.draft import Played, Trick
from kratzen_log.texts import table

if TYPE_CHECKING:
    from kratzen_log.recorder.hand import Hand


class Misheard(ValueError):
    """A line that cannot be understood: the key of the sentence that says so, and what it is about."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key)
        self.key = key
        self.facts = facts


class Question(Struct, frozen=True):
    """What is asked next: its kind, whom it is about (-1: nobody), and the words that would be regular."""

    kind: str
    seat: int = -1
    words: tuple[str, ...] = ()


# --- words -----------------------------------------------------------------------------------------------------------


def cards_in(text: str) -> list[int]:
    """Cards by token. Raises ``Misheard`` for a word that is none."""
    found = []
    for part in text.replace(",", " ").split():
        card = READ.get(part, READ.get(part.upper()))
        if card is None:
            raise Misheard("no_card", word=part)
        found.append(card)
    return found


def seat_in(h: Hand, text: str) -> int:
    """A seat by its letter, or a player by the beginning of the name."""
    wanted = text.strip().lower()
    if len(wanted) == 1 and wanted.upper() in SEATS[: h.draft.players]:
        return SEATS.index(wanted.upper())
    found = [seat for seat, name in enumerate(h.evening.names) if wanted and name.lower().startswith(wanted)]
    if len(found) != 1:
        raise Misheard("no_seat", word=text.strip() or "–")
    return found[0]


def word_in(kind: str, text: str, only: tuple[str, ...] = ()) -> str:
    """A word of a list, in either language. Raises ``Misheard`` for one that is not in it, or not ``only`` there."""
    words: dict[str, str] = table("recording")["words"][kind]
    word = words.get(text.strip().lower())
    if word is None or (only and word not in only):
        raise Misheard("no_word", word=text.strip() or "–", words=", ".join(only or dict.fromkeys(words.values())))
    return word


def _who(h: Hand, question: Question, text: str) -> tuple[int, str]:
    """The seat a word is about: the one asked, or the one it names (``C:EO``)."""
    name, colon, rest = text.partition(":")
    return (seat_in(h, name), rest) if colon else (question.seat, text)


# --- answers that take a whole line ----------------------------------------------------------------------------------


def _dealer(h: Hand, _question: Question, line: str) -> None:
    h.draft.dealer = seat_in(h, line)


def _dealt(h: Hand, question: Question, line: str) -> None:
    h.draft.hands[question.seat] = cards_in(line)


def _turned(h: Hand, _question: Question, line: str) -> None:
    h.draft.turned = [*(h.draft.turned or []), *cards_in(line or "??")]


def _muss(h: Hand, _question: Question, line: str) -> None:
    h.draft.muss = word_in("yes_no", line) == "yes"


def _discard(h: Hand, _question: Question, line: str) -> None:
    h.draft.discard = cards_in(line)


def _all_in(h: Hand, _question: Question, line: str) -> None:
    for part in line.split():
        name, colon, word = part.partition(":")
        if not colon:
            raise Misheard("who_said", word=part)
        h.draft.calls.append((seat_in(h, name), word_in("call", word)))
    h.draft.calls_done = True


def _exchange(h: Hand, question: Question, line: str) -> None:
    h.draft.swapped |= 1 << question.seat
    if line:
        _swap(h, question.seat, line)


def _swap(h: Hand, seat: int, line: str) -> None:
    """``H7 L9 > SU EX show EA away S7``; a number stands for so many unseen cards."""
    parts: dict[str, list[str]] = {"out": []}
    key = "out"
    for word in line.replace(">", " > ").split():
        named = "in" if word == ">" else table("recording")["swap_words"].get(word.lower())
        if named:
            key = named
            parts[key] = []
        else:
            parts[key].append(word)
    out = _some(parts["out"], 0)
    drawn = _some(parts.get("in", []), len(out))
    if not out:
        raise Misheard("swap")
    h.draft.swaps.append(Swap(
        seat=SEATS[seat], out=tokens(out, h.pack), drawn=tokens(drawn, h.pack),
        show=tokens(_some(parts["show"], 1), h.pack) if "show" in parts else UNSET,
        away=tokens(_some(parts["away"], 1), h.pack) if "away" in parts else UNSET,
    ))
    h.draft.swapped |= 1 << seat


def _some(words: list[str], count: int) -> list[int]:
    """Cards, or a number of unseen ones; ``count`` of them where nothing is said."""
    if len(words) == 1 and words[0] in ("1", "2", "3", "4", "5", "6"):
        return [-1] * int(words[0])
    return cards_in(" ".join(words)) if words else [-1] * count


def _result(h: Hand, _question: Question, line: str) -> None:
    if line:
        parts = line.replace(",", " ").replace("−", "-").split()
        if len(parts) != h.draft.players or not all(part.lstrip("+-").isdecimal() and len(part) < 16 for part in parts):
            raise Misheard("amounts", n=h.draft.players)
        h.draft.delta = [int(part) for part in parts]
    h.draft.done = True


# --- answers of one word, several of which may stand on a line -------------------------------------------------------


def _bid(h: Hand, question: Question, text: str) -> None:
    seat, word = _who(h, question, text)
    h.draft.bids.append((seat, word_in("bid", word or "pass")))


def _call(h: Hand, question: Question, text: str) -> None:
    seat, word = _who(h, question, text)
    h.draft.calls.append((seat, word_in("call", word or "in")))


def _dealer_call(h: Hand, _question: Question, text: str) -> None:
    h.draft.dealer_call = word_in("dealer_call", text or "weiter")


def _trump(h: Hand, question: Question, text: str) -> None:
    if text not in ("", "?", "??"):
        h.draft.trump = word_in("trump", text, question.words)
    h.draft.trump_asked = True


def _taker(h: Hand, _question: Question, text: str) -> None:
    took(h, text)


def _play(h: Hand, question: Question, text: str) -> None:
    d = h.draft
    if text.strip("!") == "":
        if not text:
            raise Misheard("which_card")
        _let_stand(h, [])
        return
    if text.startswith(">"):
        took(h, text[1:])
        return
    seat, word = _who(h, question, text)
    cards = cards_in(word.rstrip("!"))
    if len(cards) != 1:
        raise Misheard("which_card")
    if not d.tricks or d.tricks[-1].closed:
        d.tricks.append(Trick())
    d.tricks[-1].plays.append(Played(seat, cards[0], word.endswith("!")))
    if not h.world.active & ~mask(play.seat for play in d.tricks[-1].plays):
        d.tricks[-1].closed = True


# --- commands --------------------------------------------------------------------------------------------------------


def took(h: Hand, text: str) -> None:
    """Who took the last trick that is over, as the table has it."""
    d = h.draft
    if not d.closed or not d.tricks[-1].closed:
        raise Misheard("not_over")
    d.tricks[-1].taker = seat_in(h, text.removeprefix(">"))


def _let_stand(h: Hand, words: list[str]) -> None:
    """Marks the last card as noticed, or the one at ``trick.play``."""
    plays = [play for trick in h.draft.tricks for play in trick.plays]
    if words:
        number, _, place = words[0].partition(".")
        plays = [
            play for n, trick in enumerate(h.draft.tricks, 1) for m, play in enumerate(trick.plays, 1)
            if (str(n), str(m)) == (number, place)
        ]
    if not plays:
        raise Misheard("no_card_yet")
    plays[-1].noticed = True


def _note(h: Hand, words: list[str]) -> None:
    if not words:
        raise Misheard("what_note")
    h.draft.notes.append((h.draft.place, " ".join(words)))


def _abort(h: Hand, words: list[str]) -> None:
    if not words:
        raise Misheard("why")
    if h.draft.dealer < 0:
        raise Misheard("dealer_first")
    h.draft.abort = " ".join(words)
    h.draft.done = True


def _set_dealer(h: Hand, words: list[str]) -> None:
    h.draft.dealer = seat_in(h, " ".join(words))


def _set_seats(h: Hand, words: list[str]) -> None:
    h.draft.seats = 0
    for letter in "".join(words):
        h.draft.seats |= 1 << seat_in(h, letter)
    if not h.draft.seats:
        raise Misheard("no_seat", word="–")
    h.draft.all_seats = h.draft.seats == h.evening.setting.everybody


def _set_trump(h: Hand, words: list[str]) -> None:
    h.draft.trump = word_in("trump", " ".join(words))
    h.draft.trump_asked = True


def _set_muss(h: Hand, words: list[str]) -> None:
    h.draft.muss = word_in("yes_no", " ".join(words) or "yes") == "yes"


def _any_swap(h: Hand, words: list[str]) -> None:
    if len(words) < 2:
        raise Misheard("swap")
    _swap(h, seat_in(h, words[0].rstrip(":")), " ".join(words[1:]))


def _next_trick(h: Hand, _words: list[str]) -> None:
    if not h.draft.tricks or h.draft.tricks[-1].closed:
        raise Misheard("no_card_yet")
    h.draft.tricks[-1].closed = True


Answer = Callable[["Hand", Question, str], None]
LINES: Final[dict[str, Answer]] = {
    "dealer": _dealer, "hand": _dealt, "turned": _turned, "muss": _muss, "discard": _discard, "all_in": _all_in,
    "exchange": _exchange, "result": _result,
}
WORDS: Final[dict[str, Answer]] = {
    "bid": _bid, "call": _call, "dealer_call": _dealer_call, "trump": _trump, "play": _play, "taker": _taker,
}
COMMANDS: Final[dict[str, Callable[[Hand, list[str]], None]]] = {
    "!": _let_stand, "note": _note, "abort": _abort, "dealer": _set_dealer, "seats": _set_seats, "swap": _any_swap,
    "next": _next_trick, "trump": _set_trump, "muss": _set_muss,
}
