"""A session browser for a notebook: choose a log, see its audit, open a deal or a finding, change the house rules."""

from __future__ import annotations

import os
from collections.abc import Mapping
from html import escape
from typing import Any

from kratzen_log.auditor.auditing import Choice, Report, audit
from kratzen_log.auditor.findings import Finding
from kratzen_log.auditor.report_text import place, say
from kratzen_log.cards import Lang
from kratzen_log.games import GAMES
from kratzen_log.games._game import Flag, Game, Option, Words, read_options, read_value, refusal
from kratzen_log.log.loading import LogError, load, sessions
from kratzen_log.log.model import Session
from kratzen_log.show.shield import Shield
from kratzen_log.show.widget import Viewer
from kratzen_log.texts import table
from kratzen_log.texts.safe import terminal

try:
    import ipywidgets as w  # type: ignore[import-untyped]
except ImportError as error:
    raise ImportError('the session browser needs ipywidgets: pip install "kratzen-log[lab]"') from error

SUFFIXES = (".jsonl", ".json", ".jsonl.gz", ".json.gz", ".jsonl.zst", ".json.zst")


class Browser(w.VBox):  # type: ignore[misc]
    """The logs of a folder: choose one, read its audit, open deals and findings, change house rules.

    ``log`` is the name of the log to begin with (default: the first); one that holds several sessions offers them.
    ``viewer`` is the replay shown, ``report`` the audit by the house rules chosen, ``rules`` those that differ from the
    log's, ``filter`` the words that a finding listed must hold. ``OSError`` where the folder cannot be read,
    ``ValueError`` where it holds no log.
    """

    def __init__(self, folder: str | os.PathLike[str] = ".", *, log: str = "", lang: Lang = "en") -> None:
        self.folder, self.lang = os.fspath(folder), lang
        names = sorted(entry.name for entry in os.scandir(self.folder) if entry.name.endswith(SUFFIXES) and not entry.name.startswith("."))
        if not names:
            raise ValueError(f"{self.folder} holds no logs")
        self.rules: dict[str, object] = {}
        self.evenings: list[Session] = []
        self.session: Session | None = None
        self.report: Report | None = None
        self.written: Report | None = None
        self.viewer: Viewer | None = None
        self.controls: dict[str, Any] = {}
        self.file = w.Dropdown(options=names, value=log if log in names else names[0], description=self.word("log"))
        self.summary, self.parting = w.HTML(), w.HTML()
        self.which = w.Dropdown(description=self.word("session"))
        self.deals = w.Dropdown(description=self.word("deal"))
        self.filter = w.Text(description=self.word("filter"), placeholder=self.word("words"))
        self.found = w.Select(description=self.word("findings"), rows=5, layout=w.Layout(width="auto"))
        self.house = w.Accordion(children=[w.VBox()], titles=[self.word("rules")])
        self.table = w.VBox()
        self._busy = False
        choices = w.HBox([self.file, self.which, self.deals, self.filter], layout=w.Layout(flex_flow="row wrap"))
        super().__init__([choices, self.summary, self.found, self.house, self.parting, self.table, Shield()])
        self.file.observe(self._open, "value")
        self.which.observe(self._to_session, "value")
        self.filter.observe(self._list, "value")
        self.deals.observe(self._to_deal, "value")
        self.found.observe(self._to_finding, "value")
        self._open()

    def word(self, key: str, **facts: object) -> str:
        """A word of the browser."""
        template: str = table("browser")[key][self.lang]
        return template.format(**facts)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The browser, and without a kernel the audit and a figure of the table."""
        bundle = super()._repr_mimebundle_(**options)
        figure = self.viewer.still() if self.viewer is not None else ""
        return {**(bundle or {}), "text/plain": repr(self), "text/html": self.summary.value + self.parting.value + figure}

    def __repr__(self) -> str:
        return f"<Browser {self.file.value} {self.rules or ''}>".replace(" >", ">")

    # --- a log -------------------------------------------------------------------------------------------------------

    def _open(self, _change: object = None) -> None:
        path = os.path.join(self.folder, str(self.file.value))
        try:
            many = list(sessions(path))
            self.evenings = many if len(many) > 1 else [load(path)]
        except (LogError, OSError) as error:
            self.evenings, self.session = [], None
            self._clear(str(error))
            return
        self._busy = True
        self.which.options = [(_evening(session, number), number) for number, session in enumerate(self.evenings, 1)]
        self.which.value = 1
        self.which.layout.display = None if len(self.evenings) > 1 else "none"
        self._busy = False
        self._begin(self.evenings[0])

    def _to_session(self, change: Any) -> None:
        if not self._busy and change["new"]:
            self._begin(self.evenings[int(change["new"]) - 1])

    def _begin(self, session: Session) -> None:
        self.rules, self.session = {}, session
        self.written = audit(session, Choice(lang=self.lang))
        self._rule_controls()
        self._judge()

    def _clear(self, message: str) -> None:
        self.summary.value = f"<p>{escape(terminal(message))}</p>"
        self.parting.value, self.table.children, self.found.options, self.deals.options = "", (), (), ()
        self.which.layout.display = "none"
        self.house.children[0].children = ()

    def _judge(self) -> None:
        """Audits by the rules chosen and puts the replay by these rules on the table."""
        assert self.session is not None
        self.report = audit(self.session, Choice(rules=self.rules, lang=self.lang))
        self.summary.value = _summary(self.report, self.lang)
        self.parting.value = self._parted()
        at = self.viewer.deal if self.viewer is not None and self.viewer.session is self.session else None
        if self.viewer is not None:
            self.viewer.close()
        self.viewer = Viewer(self.session, rules=self.rules, lang=self.lang, deal=at or None)
        self._busy = True
        self.deals.options = [deal["no"] for deal in self.viewer.document["deals"] if deal["no"]]
        self.deals.value = self.viewer.deal or None
        self._busy = False
        self._list()
        self.viewer.observe(self._moved, "deal")
        self.table.children = (self.viewer,)

    def _list(self, _change: object = None) -> None:
        """Lists the findings that hold all words of the filter."""
        words = str(self.filter.value).lower().split()
        lines = [(_line(one, self.lang), one) for one in map(_Chosen, self.report.findings if self.report is not None else ())]
        kept = [(line, one) for line, one in lines if all(word in f"{line} {one.finding.code}".lower() for word in words)]
        self._busy = True
        self.found.options = [(self.word("choose" if kept or not lines else "none"), None), *kept]
        self.found.value = None
        self._busy = False

    def _parted(self) -> str:
        """Where the audit by other rules first says something else."""
        assert self.report is not None
        assert self.written is not None
        if not self.rules:
            return ""
        first = first_divergence(self.written, self.report)
        if first is None:
            return f"<p>{self.word('same')}</p>"
        finding, only = first
        key = "appears" if only == "then" else "goes"
        return f"<p><b>{self.word('first')}</b> {escape(_place(finding, self.lang))}: {self.word(key)} {escape(terminal(finding.message))}.</p>"

    # --- moving ------------------------------------------------------------------------------------------------------

    def _moved(self, change: Any) -> None:
        if change["new"] in self.deals.options:
            self._busy = True
            self.deals.value = change["new"]
            self._busy = False

    def _to_deal(self, change: Any) -> None:
        if not self._busy and self.viewer is not None and change["new"]:
            self.viewer.deal = int(change["new"])

    def _to_finding(self, change: Any) -> None:
        if not self._busy and self.viewer is not None and change["new"] is not None:
            self.viewer.go(change["new"].finding)

    # --- house rules -------------------------------------------------------------------------------------------------

    def _rule_controls(self) -> None:
        head = self.session.head if self.session is not None else None
        game = GAMES.get(str(head.game)) if head is not None else None
        if game is None or head is None:
            self.house.children[0].children = ()
            return
        stated = head.rules if isinstance(head.rules, Mapping) else {}
        options, _bad = read_options(game, {key: value for key, value in stated.items() if key != "version"})
        self._game: Game = game
        self._own = {option.name: option.spec.write(getattr(options, option.name)) for option in game.options}
        self.controls = {option.name: _control(option, self._own[option.name]) for option in game.options}
        for name, control in self.controls.items():
            control.observe(lambda change, name=name: self._ruled(name, change["new"]), "value")
        self.house.children[0].children = tuple(self.controls.values())

    def _ruled(self, name: str, value: object) -> None:
        """A house rule was changed."""
        told = read_value(value.strip()) if isinstance(value, str) else value
        _options, bad = read_options(self._game, {name: told})
        if bad:
            self.parting.value = f"<p>{escape(refusal(self._game, *bad[0]))}</p>"
            return
        self.rules = {key: one for key, one in {**self.rules, name: told}.items() if one != self._own[key]}
        self._judge()


class _Chosen:
    """A finding as a choice of its own: two that say the same stay two."""

    def __init__(self, finding: Finding) -> None:
        self.finding = finding

    def __repr__(self) -> str:
        return f"<{self.finding.code}>"


def _evening(session: Session, number: int) -> str:
    """A session of several in one log: its number, its day, its place."""
    head = session.head
    told = [one for one in (getattr(head, "date", None), getattr(head, "place", None)) if isinstance(one, str)]
    return terminal(f"{number}: {' · '.join(told)}")[:80] if told else str(number)


def _line(chosen: _Chosen, lang: Lang) -> str:
    line = terminal(f"{_place(chosen.finding, lang)}: {chosen.finding.message}")
    return line if len(line) <= 220 else line[:219] + "…"


def _place(finding: Finding, lang: Lang) -> str:
    """Deal and trick, without the file."""
    if finding.deal is None:
        return str(table("browser")["whole"][lang])
    _file, colon, rest = place(finding, lang).partition(": ")
    return terminal(rest if colon else _file)


def _control(option: Option, value: object) -> Any:
    """A checkbox, a list of words, or a field, as the option is."""
    wide = {"style": {"description_width": "12em"}, "layout": {"width": "26em"}, "description": option.name}
    if isinstance(option.spec, Flag):
        return w.Checkbox(value=bool(value), **wide)
    if isinstance(option.spec, Words):
        return w.Dropdown(options=list(option.spec.words), value=value, **wide)
    return w.Text(value="null" if value is None else str(value), continuous_update=False, tooltip=str(option.spec), **wide)


def first_divergence(written: Report, then: Report) -> tuple[Finding, str] | None:
    """The first finding that only one of two audits of a log has, and which: ``written`` or ``then``; None where they agree."""
    def key(finding: Finding) -> tuple[Any, ...]:
        return (finding.line or 0, finding.trick or 6, finding.play or 9, finding.code, finding.message)

    ours, theirs = {key(one): one for one in written.findings}, {key(one): one for one in then.findings}
    apart = sorted(ours.keys() ^ theirs.keys())
    if not apart:
        return None
    return (ours[apart[0]], "written") if apart[0] in ours else (theirs[apart[0]], "then")


def _summary(report: Report, lang: Lang) -> str:
    verdict = say("clean" if report.verdict == "clean" else "verdict_" + report.verdict, lang)
    plays = report.plays
    rows = ((report.deals, "deals"), (plays.legal, "legal_plays"), (plays.illegal, "illegal_plays"), (plays.undetermined, "undetermined_plays"), (len(report.findings), "findings"))
    return f"<p><b>{escape(verdict)}</b> " + " · ".join(f"{number} {escape(say(key, lang))}" for number, key in rows) + "</p>"
