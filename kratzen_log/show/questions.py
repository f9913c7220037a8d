"""Questions made from real deals: which cards may be played, who takes the trick, in or out, what a deal brings."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from kratzen_log import cards
from kratzen_log.cards import HIGH, SEATS, Lang
from kratzen_log.games import GAMES
from kratzen_log.games._game import read_options
from kratzen_log.log.loading import load
from kratzen_log.log.model import Session
from kratzen_log.replayer.replaying import replay
from kratzen_log.replayer.step import Step
from kratzen_log.show.lesson import from_chair
from kratzen_log.show.positions import Spot
from kratzen_log.texts import Voice, table

Log = Session | str | os.PathLike[str]
FIGURE = 860


class Option(Struct, frozen=True, kw_only=True):
    """One answer: its words, the card it is (-1: none), whether it is right, why, and the amount asked for."""

    label: str
    says: str
    right: bool = False
    card: int = -1
    amount: int | None = None


class Question(Struct, frozen=True, kw_only=True):
    """A question with its picture (SVG).

    ``kind`` is ``legal`` (mark all), ``winner`` or ``call`` (choose one; several may be right), or ``settle`` (amounts).
    ``open`` says that no answer is wrong, ``after`` what happened.
    """

    kind: str
    prompt: str
    svg: str
    options: tuple[Option, ...]
    pack: cards.Pack = "german"
    open: bool = False
    after: str = ""

    def right(self, chosen: Sequence[Any]) -> bool:
        """Whether an answer is right: places of options for a choice, amounts in the order of options to settle."""
        if self.open:
            return True
        if self.kind == "settle":
            return list(chosen) == [option.amount for option in self.options]
        right = [at for at, option in enumerate(self.options) if option.right]
        return sorted(chosen) == right if self.kind == "legal" else len(chosen) == 1 and chosen[0] in right


def legal_question(spot: Spot, lang: Lang = "en") -> Question:
    """Which cards may be played at a position (``find_positions``); each card with its paragraph."""
    document = spot.document()
    step, pack = spot.step, spot.step.pack
    voice = Voice(lang, pack, step.before.names)
    why = {card: (key, rule, facts) for key, rule, many, facts in document["steps"][spot.at].get("why", []) for card in many}
    options = []
    for card in _in_hand(document, spot):
        key, rule, facts = why[card]
        says = f"{voice.fill(table('viewer')['why'][key][lang], facts)} ({rule})"
        options.append(Option(label=voice.say_card(card), card=card, right=bool(step.legal >> card & 1), says=says))
    return Question(
        kind="legal", prompt=_ask("legal", voice, step), svg=from_chair(document, spot.at - 1, step.seat, lang=lang, width=FIGURE),
        options=tuple(options), pack=pack,
    )


def _in_hand(document: dict[str, Any], spot: Spot) -> list[int]:
    from kratzen_log.show.frames import table_at

    held: list[int] = table_at(document, spot.at - 1)[f"hand{spot.step.seat}"]
    return held


def _ask(key: str, voice: Voice, step: Step, **facts: Any) -> str:
    high = "_high" if step.before.trump == HIGH and key in ("legal", "winner") else ""
    return voice.fill(table("quiz")["ask"][key + high][voice.lang], {"seat": step.seat, "trump": step.before.trump, **facts})


def _say(key: str, voice: Voice, **facts: Any) -> str:
    return voice.fill(table("quiz")["say"][key][voice.lang], facts)


def _find(steps: Sequence[Step], deal: int, kind: str, **wanted: int) -> int:
    """The last step of a deal of this kind. Raises ``ValueError`` where there is none."""
    for at in range(len(steps) - 1, -1, -1):
        step = steps[at]
        if step.deal == deal and step.kind == kind and all(getattr(step, name) == value for name, value in wanted.items()):
            return at
    raise ValueError(f"deal {deal} has no such step")


def _picture(session: Session, seat: int, at: int, lang: Lang, *, plain: bool = False) -> str:
    from kratzen_log.show.frames import frames

    return from_chair(frames(session), at, seat, lang=lang, width=FIGURE, plain=plain)


def winner_question(log: Log, deal: int, trick: int, lang: Lang = "en") -> Question:
    """Who takes a trick. Raises ``ValueError`` where the deal has no such trick."""
    session = log if isinstance(log, Session) else load(log)
    steps = replay(session)
    at = _find(steps, deal, "trick", trick=trick)
    step = steps[at]
    voice = Voice(lang, step.pack, step.after.names)
    winner = step.facts["winner"]
    options = tuple(
        Option(
            label=f"{voice.say_seat(card.seat)}: {voice.say_card(card.card)}", card=card.card, right=card.seat == winner,
            says=step.text(lang) if card.seat == winner else _say("not_highest", voice),
        )
        for card in step.before.trick
    )
    return Question(kind="winner", prompt=_ask("winner", voice, step), svg=_picture(session, -1, at - 1, lang, plain=True), options=options, pack=step.pack)


def call_question(log: Log, deal: int, seat: str, lang: Lang = "en") -> Question:
    """In or out, or Bettler where the house plays it, from the chair of a seat; with what happened. Raises ``ValueError`` where the seat said neither."""
    session = log if isinstance(log, Session) else load(log)
    steps = replay(session)
    at = _find(steps, deal, "call", seat=SEATS.index(seat))
    step = steps[at]
    voice = Voice(lang, step.pack, step.after.names)
    game = "kratzen" if step.before.game == "kratzen" else "schnellen"
    bettler = _bettler_rule(session)
    words = [("in", "call_in"), ("out", f"call_out_{game}"), *([("bettler", "call_bettler")] if bettler else [])]
    options = tuple(Option(label=_say(key, voice), right=word in step.choices, says=_because(word, steps, at, voice)) for word, key in words)
    end = steps[_find(steps, deal, "settled")].after
    facts = {"seat": step.seat, "tricks": end.taken[step.seat], "amount": _change(steps, deal)[step.seat]}
    then = "bettler_then" if end.bettler == step.seat else "in_then" if end.active >> step.seat & 1 else "out_then"
    return Question(
        kind="call", prompt=_ask("call_bettler" if bettler else f"call_{game}", voice, step), svg=_picture(session, step.seat, at - 1, lang),
        options=options, pack=step.pack, open=all(option.right for option in options), after=_say(then, voice, **facts),
    )


def _bettler_rule(session: Session) -> bool:
    """Whether a Bettler may be announced in this session (K-4.1)."""
    head = session.head
    game = GAMES.get(str(head.game)) if head is not None else None
    stated = head.rules if head is not None and isinstance(head.rules, Mapping) else {}
    return game is not None and bool(getattr(read_options(game, {key: value for key, value in stated.items() if key != "version"})[0], "bettler", False))


def _because(word: str, steps: Sequence[Step], at: int, voice: Voice) -> str:
    """Why a word may or may not be said, with its paragraph."""
    step = steps[at]
    if word == "bettler":
        key = "may_beg" if word in step.choices else "begged"
        return f"{_say(key, voice, seat=step.seat, other=step.before.bettler)} (K-4.1)"
    if "out" not in step.choices:
        return f"{_say('must', voice, seat=step.seat)} ({_forced(steps, at)})"
    return f"{_say('may', voice)} ({'K-4' if step.before.game == 'kratzen' else 'S-3'})"


def _forced(steps: Sequence[Step], at: int) -> str:
    """The paragraph by which a player has to play."""
    step = steps[at]
    if step.before.game == "kratzen":
        return next((one.rule for one in reversed(steps[:at]) if one.kind == "muss" and one.deal == step.deal), "K-3")
    stacks = step.before.stacks or ()
    return "S-3.1" if stacks and stacks[step.seat] <= 5 else "S-3.2" if step.before.active.bit_count() <= 1 else "S-3.3"


def _change(steps: Sequence[Step], deal: int) -> list[int]:
    """What a deal brought each seat."""
    before = next(step.before.stacks for step in steps if step.deal == deal) or ()
    after = steps[_find(steps, deal, "settled")].after.stacks or ()
    return [new - old for old, new in zip(before, after, strict=True)]


def settle_question(log: Log, deal: int, lang: Lang = "en") -> Question:
    """What a deal brought each player. Raises ``ValueError`` where the deal was not settled."""
    session = log if isinstance(log, Session) else load(log)
    steps = replay(session)
    end = steps[_find(steps, deal, "settled")]
    run = [step for step in steps if step.deal == deal]
    last = max((at for at, step in enumerate(steps) if step.deal == deal and step.kind == "trick"), default=_find(steps, deal, "turn_up"))
    voice = Voice(lang, end.pack, end.after.names)
    taken, changes = end.after.taken, _change(steps, deal)
    active = steps[last].after.active
    tricks = ", ".join(f"{voice.say_seat(seat)} {taken[seat] if active >> seat & 1 else _say('out_word', voice)}" for seat in range(end.after.players))
    game = "kratzen" if end.after.game == "kratzen" else "schnellen"
    antes = [step.facts["amount"] for step in run if step.kind == "ledger" and step.facts.get("reason") == "ante"]
    facts = {"seat": end.after.dealer, "tricks": tricks, "pot": steps[last].after.pot, "ante": max(antes, default=0)}
    options = []
    for seat in range(end.after.players):
        rows = [step.text(lang) for step in run if step.kind == "ledger" and step.seat == seat]
        total = voice.fill(table("quiz")["words"]["would_be"][lang], {"amount": changes[seat]})
        options.append(Option(label=voice.say_seat(seat), amount=changes[seat], says=f"{total} {'; '.join(rows)}".strip()))
    prompt = voice.fill(table("quiz")["ask"][f"settle_{game}"][lang], facts)
    return Question(kind="settle", prompt=prompt, svg=_picture(session, -1, last, lang), options=tuple(options), pack=end.pack)
