"""The table as text, 80 columns by 24 lines: one step as a picture, one deal as a sheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import Final

from kratzen_log.cards import HIGH, SEATS, WELI, members, suit_name, token
from kratzen_log.replayer.step import Step
from kratzen_log.replayer.table import Table
from kratzen_log.texts import Voice, table
from kratzen_log.texts.safe import pad, terminal, width

WIDTH: Final = 80
HEIGHT: Final = 24

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


def heading(t: Table, lang: str, pack: str) -> str:
    """Deal, dealer, trumps, Muss or bid, pot."""
    parts = [word("deal", lang, n=t.deal), word("deals", lang, name=terminal(t.name(t.dealer)))]
    if t.trump >= 0:
        trump = word("high", lang) if t.trump == HIGH else word("trump", lang, suit=suit_name(t.trump, lang, pack))
        turned = " ".join(token(card, "french" if pack == "french" else "german") for card in t.turned)
        parts.append(trump + (f" ({turned})" if turned else ""))
    if t.muss:
        parts.append("Muss")
    if t.bidder >= 0 and t.bid:
        parts.append(word("bid", lang, name=terminal(t.name(t.bidder)), n=t.bid))
    if t.pot is not None:
        parts.append(word("pot", lang, n=t.pot))
    return " · ".join(parts)


def _hand_line(t: Table, step: Step, seat: int, lang: str, paint: Paint) -> str:
    pack = step.pack
    name = pad(("▸ " if seat == step.seat else "  ") + terminal(t.name(seat)), 18)
    marks = ""
    if seat == t.dealer:
        marks = word("dealer", lang)
    if t.out >> seat & 1:
        marks = word("out", lang)
    elif seat == t.bettler:
        marks = "Bettler"
    shown = []
    before = step.before if step.kind == "play" and seat == step.seat else t
    for card in order(before, before.hand(seat)):
        text = token(card, pack)
        if step.kind == "play" and seat == step.seat:
            if card == step.card:
                text = paint("error" if step.verdict == "illegal" else "bold", f"[{text}]")
            elif step.legal >> card & 1:
                text = paint("good", f" {text} ")
            else:
                text = paint("dim", f" {text} ")
        else:
            text = f" {text} "
        shown.append(text)
    hidden = t.hidden[seat] if seat < len(t.hidden) else 0
    shown += [" ?? "] * hidden
    cards = "".join(shown)
    visible = 4 * len(shown)
    stack = "" if t.stacks is None else f"{t.stacks[seat]:>6}"
    tricks = "●" * t.taken[seat] if seat < len(t.taken) else ""
    return f"{name}{cards}{' ' * max(1, 26 - visible)}{pad(tricks, 6)}{stack:>7}  {marks}"


def picture(step: Step, lang: str = "en", paint: Paint = plain) -> list[str]:
    """A step as at most 22 lines: heading, hands, the trick, the sentence, what was possible, what was wrong."""
    t = step.after
    lines = [paint("bold", heading(t, lang, step.pack))]
    head = word("columns_pot" if t.pot is not None else "columns", lang)
    lines.append(paint("dim", head))
    lines += [_hand_line(t, step, seat, lang, paint) for seat in range(t.players)]
    lines.append("")
    lines.append(_trick_line(t, step, lang))
    lines.append("")
    lines += [paint("bold", line) for line in wrap(terminal(step.text(lang)), WIDTH - 1)[:4]]
    lines += _why(step, lang, paint)
    return lines[: HEIGHT - 2]


def _trick_line(t: Table, step: Step, lang: str) -> str:
    if not t.trick_number:
        talon = word("talon", lang, n=t.talon_left) if t.talon_left else ""
        return f"  {talon}"
    cards = "   ".join(f"{terminal(t.name(c.seat))} {token(c.card, step.pack)}{'*' if c.seat == t.winning else ''}" for c in t.trick)
    return f"  {word('trick', lang, n=t.trick_number)}:  {cards}"[:WIDTH]


def _why(step: Step, lang: str, paint: Paint, columns: int = WIDTH) -> list[str]:
    voice = Voice(lang, step.pack, step.after.names)
    lines = []
    if step.kind == "play" and step.legal and step.legal != step.before.hands[step.seat]:
        text = word("legal", lang, cards=voice.say_cards(members(step.legal)))
        lines += wrap(text, columns - 3, initial_indent="  ", subsequent_indent="  ")[:2]
    elif step.choices:
        lines.append("  " + word("choices", lang, words=", ".join(step.choices)))
    told = ("play.follow-suit", "play.head", "play.trump", "play.overtrump", "play.not-in-hand", "score.trick")
    for breach in [breach for breach in step.breaches if breach.code not in told][:3]:
        from kratzen_log.texts.findings import message

        text = message(breach.code, {"seat": breach.seat if breach.seat >= 0 else None, **breach.facts}, voice)
        lines += [paint("error", line) for line in wrap(f"! {breach.code}: {terminal(text)}", columns - 3, initial_indent="  ", subsequent_indent="    ")[:3]]
    return lines


def sheet(steps: Sequence[Step], lang: str = "en", paint: Paint = plain, *, every: bool = False) -> list[str]:
    """A deal as text: hands, what was said, the tricks as a table, the chips as a table.

    With ``every`` the sentence of each step follows where it happened.
    """
    if not steps:
        return []
    dealt = next((step for step in steps if step.kind == "packet"), steps[0])
    talk = [step for step in steps if step.kind in ("bid", "trump", "muss", "take", "put_away", "call", "dealer_call", "swap")]
    last = steps[-1]
    first_play = next((step for step in steps if step.kind == "play"), last)
    named = first_play.before if first_play.kind == "play" else last.after
    lines = [paint("bold", heading(named.but(pot=_pot_played(steps)), lang, last.pack)), ""]
    lines += _hands(dealt, named, lang)
    lines.append("")
    for step in talk:
        lines += _sentence(step, lang, paint)
    if talk:
        lines.append("")
    lines += _tricks(steps, lang, paint, every=every)
    lines += _chips(steps, lang)
    rest = [step for step in steps if step.kind in ("abort", "void")]
    settled = [step for step in steps if step.kind == "settled"]
    for step in (*rest, *settled[:1]):
        if step.breaches or step.kind != "settled":
            lines += _sentence(step, lang, paint)
    for step in settled[1:]:
        lines += _sentence(step, lang, paint)
    return lines


def _pot_played(steps: Sequence[Step]) -> int | None:
    """The pot played for: after antes and fees."""
    pots = [step.after.pot for step in steps if step.kind == "ledger" and step.key in ("ante", "ante_short", "fee")]
    return pots[-1] if pots else steps[0].after.pot


def _sentence(step: Step, lang: str, paint: Paint, columns: int = WIDTH) -> list[str]:
    style = "error" if step.breaches else ""
    mark = "! " if step.breaches else "  "
    lines = wrap(mark + terminal(step.text(lang)), columns, subsequent_indent="    ")
    lines = [paint(style, line) if style else line for line in lines]
    return lines + _why(step, lang, paint, columns) if step.breaches else lines


def _hands(step: Step, trumps: Table, lang: str) -> list[str]:
    t = step.after
    out = []
    for seat in range(t.players):
        if not t.seats >> seat & 1:
            continue
        cards = " ".join(token(card, step.pack) for card in order(trumps, t.hand(seat)))
        cards += " ??" * (t.hidden[seat] if seat < len(t.hidden) else 0)
        note = word("rebuilt", lang) if t.rebuilt >> seat & 1 else word("dealer", lang) if seat == t.dealer else ""
        out.append(f"  {SEATS[seat]} {pad(terminal(t.name(seat)), 16)} {pad(cards.strip(), 22)} {note}".rstrip())
    return out


def _tricks(steps: Sequence[Step], lang: str, paint: Paint, *, every: bool) -> list[str]:
    """The tricks, a row each: cards in the order played, who took it; duties and faults below."""
    numbers = sorted({step.trick for step in steps if step.trick})
    lines = []
    for number in numbers:
        plays = [step for step in steps if step.trick == number and step.kind == "play"]
        taken = next((step for step in steps if step.trick == number and step.kind == "trick"), None)
        cells = []
        for step in plays:
            text = f"{SEATS[step.seat] if step.seat >= 0 else '?'}:{token(step.card, step.pack)}{'!' if step.verdict == 'illegal' else ''}"
            cells.append(pad(text, 7))
        taker = f"→ {terminal(taken.after.name(taken.after.due))}" if taken is not None else ""
        lines.append(f"  {word('trick', lang, n=number)}   {''.join(cells)} {taker}".rstrip())
        for step in plays:
            if every or step.breaches:
                lines += ["    " + line for line in _sentence(step, lang, paint, WIDTH - 4)]
        if taken is not None and taken.breaches:
            lines += ["    " + line for line in _sentence(taken, lang, paint, WIDTH - 4)]
    return [*lines, ""] if lines else []


def _chips(steps: Sequence[Step], lang: str) -> list[str]:
    """Who got and paid what, a row per seat."""
    rows = [step for step in steps if step.kind == "ledger"]
    t = steps[-1].after
    if not rows:
        return []
    reasons = list(dict.fromkeys(str(step.facts["reason"]) for step in rows))
    wide = min(12, 45 // len(reasons))
    heads = "".join(f"{word('reason_' + reason, lang)[: wide - 1]:>{wide}}" for reason in reasons)
    lines = ["  " + pad("", 16) + heads + f"{word('change', lang):>8}{word('total', lang):>9}"]
    for seat in range(t.players):
        amounts = [sum(int(step.facts["change"]) for step in rows if step.seat == seat and step.facts["reason"] == reason) for reason in reasons]
        total = "?" if t.stacks is None else str(t.stacks[seat])
        cells = "".join(f"{amount:>+{wide}d}" if amount else f"{'·':>{wide}}" for amount in amounts)
        lines.append(f"  {SEATS[seat]} {pad(terminal(t.name(seat)), 14)}{cells}{sum(amounts):>+8d}{total:>9}")
    if t.pot is not None:
        lines.append(f"  {pad(word('pot_left', lang), 16)}{'':>{wide * len(reasons)}}{'':>8}{t.pot:>9}")
    return [*lines, ""]


__all__ = ["HEIGHT", "WIDTH", "heading", "picture", "plain", "sheet", "width"]
