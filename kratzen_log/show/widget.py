"""The replay in a notebook: an anywidget whose playhead lives in the browser and whose rules live here."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, ClassVar
from weakref import WeakSet

import traitlets

from kratzen_log.auditor.findings import Finding
from kratzen_log.cards import SEATS
from kratzen_log.log.loading import load
from kratzen_log.log.model import Session
from kratzen_log.show.frames import frames, held_view
from kratzen_log.show.lesson import moment
from kratzen_log.show.module import packed, script, style
from kratzen_log.show.page import page_of
from kratzen_log.show.picture import Picture, deal_png, figure_html, png, position_svg

try:
    import anywidget
except ImportError as error:
    raise ImportError('the replay in a notebook needs anywidget: pip install "kratzen-log[lab]"') from error


class Viewer(anywidget.AnyWidget):
    """A session to step through in a notebook.

    ``step`` is the place in ``kratzen_log.replay(session)``, from 0; ``deal`` the number of the deal. Both follow the
    browser and move it when set. ``view`` is ``all``, ``public`` or a seat letter: the browser is sent only what that
    view may know. ``lang`` is ``en`` or ``de``, ``cards`` ``german`` or ``french`` (empty: as the log is written),
    ``theme`` ``auto``, ``light`` or ``dark``. Running a cell again closes the viewers it made before.

    ``session`` is a session or the path of a log. Raises ``OSError`` for a log that cannot be opened, ``LogError`` for
    one that cannot be read, ``ValueError`` for a view that is none.
    """

    _esm = script()
    _css = style()

    frames = traitlets.Bytes().tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    deal = traitlets.Int(0).tag(sync=True)
    view = traitlets.Unicode("all").tag(sync=True)
    views = traitlets.List(traitlets.Unicode()).tag(sync=True)
    lang = traitlets.Enum(["en", "de"], "en").tag(sync=True)
    cards = traitlets.Enum(["", "german", "french"], "").tag(sync=True)
    theme = traitlets.Enum(["auto", "light", "dark"], "auto").tag(sync=True)

    def __init__(
        self, session: Session | str | os.PathLike[str], *, rules: Mapping[str, object] | None = None, view: str = "all",
        deal: int | None = None, step: int = 0, **options: Any,
    ) -> None:
        self.session = session if isinstance(session, Session) else load(session)
        self.rules = dict(rules or {})
        self.document = frames(self.session, view, self.rules)
        held = held_view(self.session)
        views = ["all", "public", *SEATS[: len(self.document["players"])]] if held == "all" else [*dict.fromkeys([held, "public"])]
        first = self._first(deal) if deal is not None else min(max(step, 0), max(len(self.document["steps"]) - 1, 0))
        super().__init__(
            frames=packed(self.document), view=self.document["view"], views=views, step=first, deal=self._deal_of(first), **options,
        )
        _replaces(self)

    # --- the playhead --------------------------------------------------------------------------------------------

    def _deal_of(self, step: int) -> int:
        """The number of the deal at a step."""
        return next((int(deal["no"]) for deal in reversed(self.document["deals"]) if deal["first"] <= step), 0)

    def _first(self, number: int) -> int:
        """The first step of a deal. Raises ``ValueError`` when there is no such deal."""
        found = [int(deal["first"]) for deal in self.document["deals"] if deal["no"] == number]
        if not found:
            raise ValueError(f"there is no deal {number}")
        return found[-1]

    def go(self, finding: Finding) -> Viewer:
        """Moves to where a finding is: its play, its trick, or the start of its deal. Gives the viewer back."""
        if finding.deal is not None:
            places = [(finding.trick or 0, finding.play or 0), (finding.trick or 0, 0), (0, 0)]
            for trick, play in places:
                if trick:
                    with suppress(ValueError):
                        self.step = moment(self.document, finding.deal, trick, play)
                        return self
            kind = "settled" if finding.code.startswith("score.") else "deal"
            with suppress(ValueError):
                self.step = moment(self.document, finding.deal, kind=kind)
        return self

    @traitlets.validate("step")
    def _step_exists(self, proposal: Any) -> int:
        return min(max(int(proposal["value"]), 0), max(len(self.document["steps"]) - 1, 0))

    @traitlets.validate("deal")
    def _deal_exists(self, proposal: Any) -> int:
        if proposal["value"]:
            self._first(int(proposal["value"]))
        return int(proposal["value"])

    @traitlets.observe("step")
    def _moved(self, change: Any) -> None:
        self.deal = self._deal_of(int(change["new"]))

    @traitlets.observe("deal")
    def _sent(self, change: Any) -> None:
        if int(change["new"]) != self._deal_of(self.step):
            self.step = self._first(int(change["new"]))

    @traitlets.validate("view")
    def _view_exists(self, proposal: Any) -> str:
        if self.views and proposal["value"] not in self.views:
            raise traitlets.TraitError(f"view {proposal['value']!r}: one of {', '.join(self.views)}")
        return str(proposal["value"])

    @traitlets.observe("view")
    def _seen(self, change: Any) -> None:
        if change["new"] != self.document["view"]:
            self.document = frames(self.session, str(change["new"]), self.rules)
            self.frames = packed(self.document)

    # --- without a browser ---------------------------------------------------------------------------------------

    def _look(self) -> dict[str, Any]:
        return {"lang": self.lang, "pack": self.cards or None, "theme": "light" if self.theme == "auto" else self.theme}

    def position_svg(self, step: int | None = None, *, width: int = 0) -> str:
        """The position at a step (default: where the viewer is) as SVG."""
        return position_svg(self.document, self.step if step is None else step, width=width, **self._look())

    def png(self, step: int | None = None, *, width: int = 1120) -> bytes:
        """The position at a step as PNG."""
        return png(self.position_svg(step, width=width))

    def deal_png(self, deal: int | None = None, *, width: int = 640) -> bytes:
        """A deal by its number (default: where the viewer is) as an animated PNG."""
        first = self._first(self.deal if deal is None else deal)
        place = [one["first"] for one in self.document["deals"]].index(first)
        return deal_png(self.document, place, width=width, **self._look())

    def to_html(self, path: str | os.PathLike[str] | None = None) -> str:
        """The replay as one HTML page that needs no network, for the current view; written to ``path`` when given."""
        text = page_of(self.document, lang=self.lang, pack=self.cards or None, theme=self.theme, deal=self.deal)
        if path is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        return text

    def figure(self) -> str:
        """The position with its sentence and a table of the hands, as HTML that needs no script."""
        return figure_html(Picture(self.document, self.step, **self._look())) if self.document["steps"] else ""

    def still(self) -> str:
        """The figure for readers without a kernel: of a deal not yet begun, its first card."""
        return figure_html(Picture(self.document, self._still(), **self._look())) if self.document["steps"] else ""

    def _still(self) -> int:
        """The step to be seen where nobody can step: this one, or the first card of its deal where none lies open yet."""
        steps = self.document["steps"]
        last = next((int(deal["last"]) for deal in self.document["deals"] if deal["first"] <= self.step <= deal["last"]), self.step)
        if steps[self.step]["kind"] not in ("deal", "ledger"):
            return self.step
        return next((at for at in range(self.step, last + 1) if steps[at]["kind"] == "play"), self.step)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The live viewer, and for readers without a kernel a figure of the position."""
        made = super()._repr_mimebundle_(**options)
        bundle, metadata = made if isinstance(made, tuple) else (made, {})
        if bundle is None or not self.document["steps"]:
            return made
        picture = Picture(self.document, self._still(), **self._look())
        return {**bundle, "text/html": figure_html(picture), "text/plain": f"{picture.title()}: {picture.sentence()}"}, metadata

    def __repr__(self) -> str:
        return f"<Viewer {self.document['game']} deal {self.deal} step {self.step} view {self.view}>"


class _Cells:
    """The viewers that each notebook cell made when it last ran."""

    made: ClassVar[dict[str, tuple[str, WeakSet[Viewer]]]] = {}


def _replaces(viewer: Viewer) -> None:
    """Closes the viewers that an earlier run of the same cell made."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    parent = shell.get_parent() if shell is not None and hasattr(shell, "get_parent") else None
    if not isinstance(parent, dict):
        return
    cell = str((parent.get("metadata") or {}).get("cellId") or "")
    run = str((parent.get("header") or {}).get("msg_id") or "")
    if not cell:
        return
    before, viewers = _Cells.made.get(cell, ("", WeakSet()))
    if before != run:
        for old in list(viewers):
            old.close()
        viewers = WeakSet()
        _Cells.made[cell] = (run, viewers)
    viewers.add(viewer)
