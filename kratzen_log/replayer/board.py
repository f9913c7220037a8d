"""The table as text, 80 columns by 24 lines: one step as a picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from kratzen_log.cards import HIGH, WELI, members, suit_name, token
from kratzen_log.replayer.step import Step
from kratzen_log.replayer.table import Table
from kratzen_log.texts import Voice, table
from kratzen_log.texts.safe import cut, pad, terminal, width, wrap

WIDTH: Final = 80
HEIGHT: Final = 24
FAULT: Final = "×"
"""Stands behind a card that was played against the rules; ``!`` is the log's own sign and stays."""
NAME: Final = 16
"""The most columns a name takes in a table."""

Paint = Callable[[str, str], str]


def plain(_style: str, text: str) -> str:
    """No colour."""
    return text


def word(key: str, lang: str, **values: object) -> str:
    """A word of the board."""
    text: str = table("words")["board"][key][lang]
    return text.format(**values)


def order(t: Table, cards: list[int]) -> list[int]:
    """A hand as a player holds it: trumps first, then the suits, high cards first."""

    def place(card: int) -> tuple[int, int, int]:
        trump = card == WELI or (t.trump < HIGH and card // 8 == t.trump)
        rank = 6.5 if card == WELI else card % 8
        return (0 if trump else 1, 0 if trump else card // 8, -int(rank * 2))

    return sorted(cards, key=place)


def label(t: Table, seat: int, columns: int) -> str:
    """A player's name in at most so many columns."""
    return cut(terminal(t.name(seat)), columns)


def label_width(t: Table, room: int) -> int:
    """The columns of the names of a table: as many as they need, at most ``NAME``, and what there is room for."""
    needed = max((width(terminal(t.name(seat))) for seat in range(t.players)), default=1)
    return max(3, min(needed, NAME, room))


def flow(cells: Sequence[str], columns: int, first: str, rest: str) -> list[str]:
    """Cells one after another, in as many lines as they need; none is cut."""
    lines, line = [], first
    for cell in cells:
        if width(line) + width(cell.rstrip()) > columns and line.strip() and line != rest:
            lines.append(line.rstrip())
            line = rest
        line += cell
    return [*lines, line.rstrip()]


def heading(t: Table, lang: str, pack: str, columns: int = WIDTH, recorded: int | None = None) -> list[str]:
    """Deal, dealer, trumps, Muss or bid, pot; ``recorded`` is a pot that the log gives and that is wrong."""
    parts = [word("deal", lang, n=t.deal), word("deals", lang, name=label(t, t.dealer, columns // 2))]
    if t.trump >= 0:
        trump = word("high", lang) if t.trump == HIGH else word("trump", lang, suit=suit_name(t.trump, lang, pack))
        turned = " ".join(token(card, "french" if pack == "french" else "german") for card in t.turned)
        parts.append(trump + (f" ({turned})" if turned else ""))
    if t.muss:
        parts.append("Muss")
    if t.bidder >= 0 and t.bid:
        parts.append(word("bid", lang, name=label(t, t.bidder, columns // 2), n=t.bid))
    if t.pot is not None and recorded is not None:
        parts.append(word("pot_recorded", lang, n=t.pot, recorded=recorded))
    elif t.pot is not None:
        parts.append(word("pot", lang, n=t.pot))
    return flow([*(f"{part} · " for part in parts[:-1]), parts[-1]], columns, "", "  ")


def picture(step: Step, lang: str = "en", paint: Paint = plain, columns: int = WIDTH) -> list[str]:
    """A step as at most 22 lines: heading, hands, the trick, the sentence, what was possible, what was wrong."""
    t = step.after
    lines = [paint("bold", line) for line in heading(t, lang, step.pack, columns)]
    hands, names = _hands(t, step, lang, paint, columns)
    lines += [*hands, "", *_trick_lines(t, step, lang, names, columns), ""]
    lines += [paint("bold", line) for line in shortened(wrap(terminal(step.text(lang)), columns - 1), 4)]
    lines += why(step, lang, paint, columns)
    return shortened(lines, HEIGHT - 2)


def shortened(lines: list[str], most: int) -> list[str]:
    """Lines, with an ellipsis for those that are too many."""
    return lines if len(lines) <= most else [*lines[: most - 1], "    …"]


def _hands(t: Table, step: Step, lang: str, paint: Paint, columns: int) -> tuple[list[str], int]:
    """A row per seat under a head: name, cards, tricks, chips or points, what the seat is; and the columns of a name."""
    seats = range(t.players)
    rows = [_cards(t, step, seat, paint) for seat in seats]
    stacks = ["" if t.stacks is None else str(t.stacks[seat]) for seat in seats]
    marks = [_mark(t, seat, lang) for seat in seats]
    head = word("column_score" if t.pot is None else "column_chips", lang)
    tricks_head = word("column_tricks", lang)
    most = max(22, *(4 * count for _text, count in rows))
    chips = max(width(head), *map(len, stacks))
    tricks = max(5, width(tricks_head))
    names = label_width(t, columns - 3 - most - 1 - tricks - 2 - chips - 2 - max(map(width, marks)))
    lines = [paint("dim", f"{' ' * (4 + names)}{pad(word('column_cards', lang), most)}{tricks_head:{tricks}}  {pad(head, chips, right=True)}")]
    for seat, (cards, count) in enumerate(rows):
        sign = "▸ " if seat == step.seat else "  "
        won = pad("●" * t.taken[seat] if seat < len(t.taken) else "", tricks)
        line = f"{sign}{pad(terminal(t.name(seat)), names)} {cards}{' ' * (most - 4 * count)} {won}  {stacks[seat]:>{chips}}  {marks[seat]}"
        lines.append(line.rstrip())
    return lines, names


def _mark(t: Table, seat: int, lang: str) -> str:
    if t.out >> seat & 1:
        return word("out", lang)
    if seat == t.bettler:
        return "Bettler"
    return word("dealer", lang) if seat == t.dealer else ""


def _cards(t: Table, step: Step, seat: int, paint: Paint) -> tuple[str, int]:
    """The hand of a seat, four columns a card, and how many cards; at a play the hand before it."""
    shown = []
    playing = step.kind == "play" and seat == step.seat
    before = step.before if playing else t
    for card in order(before, before.hand(seat)):
        text = f" {token(card, step.pack)} "
        if playing and card == step.card:
            text = paint("error" if step.verdict == "illegal" else "bold", f"[{token(card, step.pack)}]")
        elif playing:
            text = paint("good" if step.legal >> card & 1 else "dim", text)
        shown.append(text)
    shown += [" ?? "] * (t.hidden[seat] if seat < len(t.hidden) else 0)
    return "".join(shown), len(shown)


def _trick_lines(t: Table, step: Step, lang: str, names: int, columns: int) -> list[str]:
    if not t.trick_number:
        return [f"  {word('talon', lang, n=t.talon_left)}" if t.talon_left else ""]
    cells = []
    for card in t.trick:
        fault = FAULT if step.kind == "play" and card.seat == step.seat and step.verdict == "illegal" else ""
        mark = "*" if card.seat == t.winning else ""
        cells.append(f"{label(t, card.seat, names)} {token(card.card, step.pack)}{mark}{fault}   ")
    first = f"  {word('trick', lang, n=t.trick_number)}:  "
    return flow(cells, columns, first, " " * width(first))


def why(step: Step, lang: str, paint: Paint, columns: int = WIDTH) -> list[str]:
    """What was possible at a step, and what was wrong."""
    voice = Voice(lang, step.pack, step.after.names)
    lines = []
    if step.kind == "play" and step.legal and step.legal != step.before.hands[step.seat]:
        lines += shortened(wrap(word("legal", lang, cards=voice.say_cards(members(step.legal))), columns, "  ", "  "), 2)
    elif step.choices:
        lines += wrap(word("choices", lang, words=", ".join(step.choices)), columns, "  ", "  ")
    told = ("play.follow-suit", "play.head", "play.trump", "play.overtrump", "play.not-in-hand", "score.trick")
    for breach in [breach for breach in step.breaches if breach.code not in told][:3]:
        from kratzen_log.texts.findings import message

        text = message(breach.code, {"seat": breach.seat if breach.seat >= 0 else None, **breach.facts}, voice)
        lines += [paint("error", line) for line in shortened(wrap(f"! {breach.code}: {terminal(text)}", columns, "  ", "    "), 3)]
    return lines
