"""A session as frames: what a page needs to draw every step and say every sentence, and nothing it may not know.

A frame document is JSON; ``docs/viewer.md`` describes it. Texts travel once, as templates; a step names its template
and the facts that fill it. The table travels as what changes from step to step. All rules are applied here.

A view other than ``all`` is made from the redacted session, so that hidden cards and what follows from them are
never in the document.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import UNSET

from kratzen_log import cards
from kratzen_log.cards import CARDS, HIGH, SEATS, UNSEEN, Pack, members
from kratzen_log.games._game import Tables, paragraphs
from kratzen_log.kernel.trick import broken, legal, played
from kratzen_log.log.model import Session
from kratzen_log.reading.duties import DUTY_NAMES, duty_rule
from kratzen_log.reading.facts import Breach, Setting
from kratzen_log.reading.session import setting
from kratzen_log.replayer.board import order
from kratzen_log.replayer.replaying import judge, replay
from kratzen_log.replayer.step import Step
from kratzen_log.replayer.table import Table
from kratzen_log.texts import LANGS, Voice, table
from kratzen_log.texts.findings import message

FORMAT: Final = "kratzen-frames"
VERSION: Final = 1
PACKS: Final[tuple[Pack, ...]] = ("german", "french")
ACTS: Final = ("play", "call", "bid", "swap", "put_away", "dealer_call", "trump")
"""Kinds of steps in which somebody acts."""
SWAPS: Final = ("swap", "swap_ace", "swap_five")
_DIRECTION: Final = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_PLAIN: Final = (
    "deal", "dealer", "seats", "hidden", "rebuilt", "talon", "talon_left", "turned", "trump", "muss", "bid", "bidder",
    "bettler", "active", "out", "put_away", "discarded", "trick_number", "led", "winning", "taken", "stacks", "pot",
)


class Scene(NamedTuple):
    """What holds for all steps of a document."""

    setting: Setting
    names: tuple[str, ...]
    view: str
    seat: int

    def sees(self, seat: int) -> bool:
        """Whether the cards of a seat may be shown."""
        return self.view == "all" or seat == self.seat


def frames(session: Session, view: str = "all", rules: Mapping[str, object] | None = None) -> dict[str, Any]:
    """The frame document of a session as plain values, ready to be written as JSON.

    ``view`` is ``all``, ``public`` or a seat letter; ``rules`` are options to judge by. Raises ``ValueError`` for a
    view that is none. A session whose game cannot be told has no steps, only notes: the
    findings.
    """
    held = held_view(session)
    if view != "all":
        from kratzen_log.views.redacting import redact

        session = redact(session, view)
        held = held_view(session)
    view = held
    chosen = dict(rules or {})
    opening, _judged = judge(session, chosen)
    if opening is None or opening.game is None:
        return _document(None, view, (), [], [], {"notes": _reports(session, chosen, ()).notes})
    s = setting(opening.game, opening.options, len(opening.players))
    scene = Scene(s, tuple(upright(name) for name in opening.players), view, SEATS.find(view) if len(view) == 1 else -1)
    steps = replay(session, chosen)
    return _Writer(scene, steps).document(_reports(session, chosen, steps))


def held_view(session: Session) -> str:
    """Whose knowledge a log holds: ``all``, ``public`` or a seat letter; a view that is none counts as ``all``."""
    head = session.head
    if head is None or head.view is UNSET:
        return "all"
    return str(head.view) if head.view in ("public", *SEATS[: len(head.players)]) else "all"


class Reports(NamedTuple):
    """What the audit adds to the steps: findings that belong to no step, and what each deal moved."""

    notes: list[dict[str, Any]]
    impacts: dict[int, dict[str, Any]]


def _reports(session: Session, rules: dict[str, object], steps: Sequence[Step]) -> Reports:
    from kratzen_log.auditor.auditing import Choice, audit

    made = {lang: audit(session, Choice(lang=lang, rules=rules)) for lang in LANGS}
    told = {(breach.code, step.deal, breach.trick, breach.play) for step in steps for breach in step.breaches}
    notes = [
        {
            "code": finding.code, "severity": finding.severity, "deal": finding.deal or 0, "rule": finding.rule or "",
            "text": {lang: made[lang].findings[place].message for lang in LANGS},
        }
        for place, finding in enumerate(made["en"].findings)
        if (finding.code, finding.deal or 0, finding.trick or 0, finding.play or 0) not in told
    ]
    impacts = {
        impact.deal: {"recorded": impact.recorded, "by_rules": impact.by_rules, "certain": impact.certain}
        for impact in made["en"].impacts
        if impact.by_rules is not None and impact.recorded != impact.by_rules
    }
    return Reports(notes, impacts)


def frames_json(session: Session, view: str = "all", rules: Mapping[str, object] | None = None) -> bytes:
    """The frame document of a session as JSON."""
    return msgspec.json.encode(frames(session, view, rules))


class _Writer:
    """Steps to frames, one after the other."""

    def __init__(self, scene: Scene, steps: Sequence[Step]) -> None:
        self.scene = scene
        self.steps = steps
        self.state: dict[str, Any] = {}
        self.keys: dict[str, None] = {}
        self.paragraphs: dict[str, None] = {}
        self.findings: list[dict[str, Any]] = []

    def document(self, reports: Reports) -> dict[str, Any]:
        frames = [self.frame(at, step) for at, step in enumerate(self.steps)]
        deals = self.deals(reports.impacts)
        self.reveal(frames, deals)
        return _document(self.scene, self.scene.view, self.keys, frames, deals, {
            "findings": self.findings, "notes": reports.notes, "rules": self.rules(reports.notes),
            "pack": self.steps[0].pack if self.steps else "german", "chart": self.chart(deals),
        })

    def rules(self, notes: list[dict[str, Any]]) -> list[str]:
        """The paragraphs that are cited."""
        cited = dict.fromkeys([*self.paragraphs, *(note["rule"] for note in notes)])
        return [rule for rule in paragraphs() if rule in cited]

    # --- one step ------------------------------------------------------------------------------------------------

    def frame(self, at: int, step: Step) -> dict[str, Any]:
        """One step: kind, sentence, what changes on the table, what was possible, what was wrong."""
        key, facts = self.sentence(step)
        self.keys[key] = None
        made: dict[str, Any] = {"kind": step.kind, "key": key, "facts": facts, "table": self.changes(at, step)}
        placed = {"trick": step.trick, "play": step.play, "rule": self.cite(step.rule)}
        made |= {name: value for name, value in placed.items() if value}
        if step.seat >= 0:
            made["seat"] = step.seat
        if step.kind == "play" and step.card >= 0:
            made["card"] = step.card
        made |= self.choice(step)
        if step.verdict == "illegal":
            made["verdict"] = "illegal"
        if step.breaches:
            made["faults"] = [self.finding(step, breach) for breach in step.breaches]
        if step.kind in ("ledger", "adjust"):
            made["moved"] = [step.seat, str(step.facts.get("reason", "adjust")), int(step.facts["change"])]
        return made

    def cite(self, rule: str) -> str:
        if rule:
            self.paragraphs[rule] = None
        return rule

    def sentence(self, step: Step) -> tuple[str, dict[str, Any]]:
        """The key of the sentence and the facts that fill it; a neutral one where the cards may not be known."""
        key = step.sentence
        hidden = not self.scene.sees(step.seat)
        if hidden and key in SWAPS:
            key += "_hidden"
        elif hidden and step.kind == "play" and step.verdict != "illegal" and step.card >= 0:
            key = "plain"
        elif hidden and key == "put_away":
            key = "put_away_unseen"
        elif key == "hands_rebuilt" and self.scene.view != "all":
            key = "hands_hidden"
        facts = {"seat": step.seat if step.seat >= 0 else None, "card": step.card, **step.facts}
        wanted = slots(key)
        return key, {name: _said(facts[name]) for name in wanted if facts.get(name) is not None}

    def choice(self, step: Step) -> dict[str, Any]:
        """What the player could do here, and why each card may be played or not."""
        made: dict[str, Any] = {}
        if len(step.choices) > 1:
            made |= {"choices": list(step.choices), "choice": True}
        if step.kind != "play" or not self.scene.sees(step.seat):
            if step.kind == "play":
                made["choice"] = True
            return made
        if step.legal and step.duty:
            made |= {"legal": members(step.legal), "duty": step.duty}
            if step.must_beat >= 0:
                made["must_beat"] = step.must_beat
            why = self.why(step)
            if why:
                made["why"] = why
        if step.legal.bit_count() > 1:
            made["choice"] = True
        return made

    def why(self, step: Step) -> list[list[Any]]:
        """The cards of the hand in groups with the same answer: sentence, paragraph, cards, facts."""
        s, t = self.scene.setting, self.tables(step.before.trump)
        if t is None or any(card.card < 0 for card in step.before.trick):
            return []
        led = best = top = -1
        for lying in step.before.trick:
            led, best, top, _takes = played(t, led, best, top, lying.card)
        hand = step.before.hands[step.seat] | (1 << step.card if step.card >= 0 else 0)
        allowed, duty, beat = legal(t, hand, led, best, top)
        groups: dict[tuple[str, str], list[int]] = {}
        for card in order(step.before, members(hand)):
            if allowed >> card & 1:
                free = t.free >> card & 1 and duty > 0 and bool(allowed & ~t.free)
                answer = ("yes_weli", "K-5.5") if free else (f"yes_{DUTY_NAMES[duty]}", duty_rule(s.game, duty, t.trump))
            else:
                breaks = broken(t, hand, led, best, top, card)
                answer = (f"no_{DUTY_NAMES[breaks]}", duty_rule(s.game, breaks, t.trump))
            groups.setdefault(answer, []).append(card)
        facts = {"seat": step.seat, "led": led, "must_beat": beat}
        return [[key, self.cite(rule), many, self.why_facts(key, facts, hand, allowed, t)] for (key, rule), many in groups.items()]

    @staticmethod
    def why_facts(key: str, facts: dict[str, Any], hand: int, allowed: int, t: Tables) -> dict[str, Any]:
        proof = allowed
        if key == "no_follow":
            proof = hand & ~t.free & t.suit_mask[facts["led"]]
        elif key == "no_trump":
            proof = hand & ~t.free & t.suit_mask[t.trump]
        found = {**facts, "proof": members(proof)}
        return {name: found[name] for name in slots(key, "why") if found[name] != -1}

    def tables(self, trump: int) -> Tables | None:
        s = self.scene.setting
        known = 0 <= trump < HIGH or (trump == HIGH and not s.game.has_pot)
        return s.game.tables(s.options, trump) if known else None

    def finding(self, step: Step, breach: Breach) -> int:
        """A finding as its sentences; the place in the list."""
        from kratzen_log.auditor.findings import severity

        facts = {"seat": breach.seat if breach.seat >= 0 else None, "trick": breach.trick or None, "play": breach.play or None, "deal": step.deal, **breach.facts}
        made: dict[str, Any] = {
            "code": breach.code, "severity": severity(breach.code, breach.facts), "rule": self.cite(breach.rule),
            "text": {
                lang: {pack: message(breach.code, {key: _said(value) for key, value in facts.items()}, Voice(lang, pack, self.scene.names)) for pack in PACKS} for lang in LANGS
            },
        }
        proof = breach.facts.get("proof")
        if isinstance(proof, list):
            made["proof"] = proof
        allowed = breach.facts.get("legal")
        if isinstance(allowed, list) and self.scene.sees(breach.seat):
            made["legal"] = allowed
        self.findings.append(made)
        return len(self.findings) - 1

    # --- the table -----------------------------------------------------------------------------------------------

    def changes(self, at: int, step: Step) -> dict[str, Any]:
        """What differs from the table of the step before."""
        state = self.table(at, step)
        made = {name: value for name, value in state.items() if self.state.get(name, self) != value}
        self.state = state
        return made

    def table(self, at: int, step: Step) -> dict[str, Any]:
        """The table after a step: plain values; the cards of a hand as a player holds them."""
        t = step.after
        state: dict[str, Any] = {name: _plain(getattr(t, name)) for name in _PLAIN}
        hidden = list(state["hidden"])
        for seat in range(t.players):
            hand = order(t, members(t.hands[seat]))
            if not self.scene.sees(seat):
                hidden[seat] += len(hand)
                hand = []
            state[f"hand{seat}"] = hand
        state["hidden"] = hidden
        if self.scene.view != "all":
            state["rebuilt"] &= 1 << self.scene.seat if self.scene.seat >= 0 else 0
            state["talon"] = None
        state["trick"] = [[card.seat, card.card] for card in t.trick]
        state["due"] = self.due(at)
        return state

    def due(self, at: int) -> int:
        """The seat that acts in the step after this one."""
        after = self.steps[at + 1] if at + 1 < len(self.steps) else None
        return after.seat if after is not None and after.kind in ACTS else -1

    # --- the session ---------------------------------------------------------------------------------------------

    def deals(self, impacts: dict[int, dict[str, Any]]) -> list[dict[str, Any]]:
        """Each deal: its number, where it starts and ends, the hands as dealt, what its faults moved."""
        starts = [at for at, step in enumerate(self.steps) if step.kind == "deal"] or ([0] if self.steps else [])
        starts[:1] = [0] if self.steps else []
        made = []
        for place, first in enumerate(starts):
            last = (starts[place + 1] if place + 1 < len(starts) else len(self.steps)) - 1
            run = self.steps[first : last + 1]
            deal: dict[str, Any] = {"no": next((step.deal for step in run if step.deal), 0), "first": first, "last": last}
            dealt = next((step.after for step in run if step.kind == "packet"), None)
            named = next((step.after for step in run if step.after.trump >= 0), None)
            if dealt is not None:
                deal["dealt"] = [
                    order(named or dealt, dealt.hand(seat)) if self.scene.sees(seat) else [] for seat in range(dealt.players)
                ]
            if deal["no"] in impacts:
                deal["impact"] = impacts[deal["no"]]
            made.append(deal)
        return made

    def reveal(self, frames: list[dict[str, Any]], deals: list[dict[str, Any]]) -> None:
        """From the settlement of a deal on, or at its last step, everything lies open."""
        for deal in deals:
            run = range(deal["first"], deal["last"] + 1)
            settled = next((at for at in run if self.steps[at].kind in ("settled", "abort")), deal["last"])
            for at in range(settled, deal["last"] + 1):
                frames[at]["reveal"] = True

    def chart(self, deals: list[dict[str, Any]]) -> dict[str, Any]:
        """Stacks and pot after each deal, for the small chart."""
        points = []
        for place, deal in enumerate(deals):
            run = self.steps[deal["first"] : deal["last"] + 1]
            end = run[-1].after
            wrong = any(step.breaches for step in run)
            points.append({"deal": place, "stacks": _plain(end.stacks), "pot": end.pot, "muss": any(step.after.muss for step in run), "wrong": wrong})
        start = self.steps[0].before if self.steps else None
        return {"start": None if start is None else _plain(start.stacks), "points": points}


def upright(text: str) -> str:
    r"""A text of a log that cannot turn the sentence around it: marks of direction go, a text from right to left is isolated.

    >>> upright("Anna"), upright("\u202eevil") == "evil", upright("\u05d0") == "\u2068\u05d0\u2069"
    ('Anna', True, True)
    """
    clean = _DIRECTION.sub("", text)
    return f"\u2068{clean}\u2069" if any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in clean) else clean


def _said(value: Any) -> Any:
    return upright(value) if isinstance(value, str) else value


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _document(
    scene: Scene | None, view: str, keys: Iterable[str], steps: list[dict[str, Any]], deals: list[dict[str, Any]], more: dict[str, Any],
) -> dict[str, Any]:
    game = scene.setting.game if scene is not None else None
    cited = more.pop("rules", [])
    head: dict[str, Any] = {
        "format": FORMAT, "version": VERSION, "view": view, "game": game.key if game else None,
        "pot": bool(game and game.has_pot), "players": list(scene.names) if scene else [],
    }
    return {**head, "pack": "german", **more, "texts": {lang: _texts(lang, keys, cited) for lang in LANGS}, "deals": deals, "steps": steps}


def _texts(lang: str, keys: Iterable[str], cited: Sequence[str]) -> dict[str, Any]:
    """All that is said, in one language: templates by key, names of cards and suits, words of the controls."""
    own = table("viewer")
    board = table("words")["board"]
    return {
        "steps": {key: template(key)[lang] for key in keys},
        "why": {key: row[lang] for key, row in own["why"].items()},
        "duty": {key: row[lang] for key, row in own["duty"].items()},
        "words": {key: row[lang] for key, row in own["words"].items()}
        | {key: row[lang] for key, row in board.items() if key.startswith("reason_")},
        "forms": {key: row[lang] for key, row in own["forms"].items()} | {"cause": {key: row[lang] for key, row in table("words")["muss"].items()}},
        "rules": {key: [paragraphs()[key].title[lang], paragraphs()[key].text[lang]] for key in cited},
        "cards": {pack: [cards.name(card, lang, pack) for card in (*range(CARDS), UNSEEN)] for pack in PACKS},
        "phrases": {pack: [[cards.phrase(card, lang, pack, case) for card in (*range(CARDS), UNSEEN)] for case in range(3)] for pack in PACKS},
        "suits": {pack: [cards.suit_name(suit, lang, pack) for suit in range(HIGH + 1)] for pack in PACKS},
    }


def template(key: str) -> dict[str, str]:
    """The sentence of a step in every language."""
    found: dict[str, str] | None = table("steps").get(key)
    return found if found is not None else table("viewer")["steps"][key]


@cache
def slots(key: str, part: str = "steps") -> tuple[str, ...]:
    """The facts that a sentence needs in any language."""
    row = template(key) if part == "steps" else table("viewer")[part][key]
    return tuple(dict.fromkeys(name for lang in LANGS for name in re.findall(r"\{(\w+)", row[lang])))


def table_at(document: Mapping[str, Any], at: int) -> dict[str, Any]:
    """The table after a step, from the changes of all steps before; ``at`` counts from 0.

    >>> table_at({"steps": [{"table": {"pot": 3}}, {"table": {"pot": 5, "trump": 1}}]}, 1)
    {'pot': 5, 'trump': 1}
    """
    state: dict[str, Any] = {}
    for step in document["steps"][: at + 1]:
        state |= step["table"]
    return state


__all__ = ["FORMAT", "VERSION", "Table", "frames", "frames_json", "slots", "table_at", "template"]
