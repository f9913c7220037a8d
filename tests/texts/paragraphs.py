"""Examples of the paragraphs: what breaks each of them, or, where nothing can, a real case of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from tests.texts.building import DROP, Case
from tests.texts.findings_play import CASES as FINDINGS
from tests.texts.findings_play import TRICKS_WITHOUT_ANNA

_ONE: Final[dict[str, Any]] = {"2": DROP, "3": DROP}
"""Only the first deal of the Kratzen log."""
_HEAD: Final[dict[str, Any]] = {
    **_ONE, "0/rules": {"version": 1, "head": "always"}, "1/hands/0": "E9 S9 HK HA EX", "1/hands/3": "EK SU HO H8 S7",
    "1/tricks/1": "C:S8 D:SU A:S9 B:SA", "1/tricks/4": "A:EX B:SX C:E8 D:S7",
}
_WELI: Final[dict[str, Any]] = {**_ONE, "1/hands/2": "EA S8 WE E8 SO"}
"""Carla holds the Weli in place of the Unter of Hearts."""
_WELI_WINS: Final[dict[str, Any]] = {
    **_WELI, "1/hands/0": "E9 S7 HK HX EX",
    "1/tricks": ["B:EO C:EA D:EK A:E9 >C", "C:S8 D:SU A:S7 B:SA >B", "B:L8 C:WE D:H8 A:HK >C", "C:E8 D:EU A:EX B:E7 >D", "D:HO A:HX B:SX C:SO >D"],
}
_WELI_HIGHEST: Final[dict[str, Any]] = {
    **_WELI, "0/rules": {"version": 1, "weli_rank": "highest"},
    "1/tricks": ["B:EO C:EA D:EK A:E9 >C", "C:S8 D:SU A:S7 B:SA >B", "B:L8 C:WE D:HO A:HA >C", "C:E8 D:EU A:EX B:E7 >D", "D:H8 A:HK B:SX C:SO >A"],
}
_SEVEN: Final[dict[str, Any]] = {
    "2/turned": "E7", "2/calls": "C:in D:in A:in",
    "2/tricks": ["C:LK D:L9 A:H7 B:LA", "B:EO C:EA D:LU A:S8", "C:L7 D:LX A:HO B:EU", "B:SK C:S9 D:S7 A:SX", "B:HU C:HX D:H8 A:SU"],
}
"""The second deal of the Kratzen log with a Seven turned up: everybody plays."""
_NO_CLAIMS: Final[dict[str, Any]] = {
    f"1/{key}": DROP for key in ("taken", "pot", "carry", "delta", "totals")
} | {f"4/{key}": DROP for key in ("deals", "totals", "winners", "reason")}
_NO_CLAIM_PATHS: Final = tuple(_NO_CLAIMS)


def _hidden(change: dict[str, Any], *shown: str) -> tuple[str, ...]:
    return tuple(path for path in change if path not in shown)


def _of(code: str, cites: str = "") -> Case:
    """The example of a finding, for the paragraph it breaks."""
    return replace(FINDINGS[code], code=code, cites=cites)


CASES: dict[str, Case] = {
    "C-1": _of("deal.card-twice"),
    "C-2": Case(
        "kratzen", {**_WELI_WINS, **_NO_CLAIMS, "1/tricks/2": "B:L8 C:WE D:H8 A:HK >A"}, {**_WELI_WINS, **_NO_CLAIMS}, code="score.trick", cites="C-3",
        show=("1/turned", "1/tricks/2"), hide=(*_hidden(_WELI_WINS), *_NO_CLAIM_PATHS), mark=">A",
    ),
    "C-3": _of("score.trick"),
    "C-4": _of("deal.dealer"),
    "C-5": Case(
        "kratzen", show=("2",), says=(
            "A whole deal of Kratzen, its keys in the order in which things happen: dealt, turned up, declared, played, settled. An audit goes through it in this order.",
            "Ein ganzes Spiel beim Kratzen, seine Angaben in der Reihenfolge, in der alles geschieht: gegeben, aufgedeckt, angesagt, gespielt, abgerechnet. In dieser Reihenfolge wird es geprüft.",
        ),
    ),
    "C-6": Case(
        "kratzen", show=("1/hands/3", "1/turned", "1/tricks/2"), mark="D:HO", says=(
            "Leaves are led. Dan has none, so the first rung (follow suit) is out of his reach. The next one asks for a trump above the Unter of Hearts: his Ober meets it, so it binds him, and his Eight is not legal.",
            "Laub ist ausgespielt. Dan hat keines, die erste Sprosse (Farbe bekennen) kann er nicht erfüllen. Die nächste verlangt einen Trumpf über dem Herz-Unter: Sein Ober erfüllt sie, also bindet sie ihn, und sein Achter ist nicht erlaubt.",
        ),
    ),
    "C-7": Case(
        "bidding", right={"0/rules": {"version": 1, "bidding": True, "forced_seven": True}}, show=("1/bids",), mark="forced_seven", says=(
            "With bidding nothing is turned up, so forced_seven can never apply. The log is still in order.",
            "Beim Reizen wird nichts aufgedeckt, also kann forced_seven nie greifen. Das Protokoll ist trotzdem in Ordnung.",
        ),
    ),
    "K-1": _of("deal.in"),
    "K-2": Case("kratzen", {"1/turned": "WE"}, {"1/turned": "WE", "1/trump": "H"}, code="deal.trump", bare=True),
    "K-3": _of("call.out-in-muss"),
    "K-3.1": _of("deal.muss"),
    "K-3.2": Case("kratzen", {"3/muss": False}, code="deal.muss", show=("2/taken", "2/calls")),
    "K-3.3": Case("bettler", {"2/muss": False}, code="deal.muss", show=("1/calls", "1/taken")),
    "K-3.4": Case("kratzen", {**_SEVEN, "2/muss": False}, {**_SEVEN, "2/muss": True}, code="deal.muss", show=("2/turned", "2/muss"), hide=tuple(_SEVEN), bare=True),
    "K-4": _of("call.order"),
    "K-4.1": _of("call.bettler"),
    "K-4.2": _of("call.dealer-call"),
    "K-4.3": _of("exchange.too-many"),
    "K-5": Case("kratzen", {"1/tricks/0": "C:EA D:EK A:E9 B:EO"}, code="play.turn", show=("1/dealer", "1/calls"), mark="C:EA", bare=True),
    "K-5.1": _of("play.follow-suit"),
    "K-5.2": _of("play.trump"),
    "K-5.3": _of("play.overtrump"),
    "K-5.4": Case(
        "kratzen", {**_HEAD, "1/tricks/1": "C:S8 D:S7 A:S9 B:SA", "1/tricks/4": "A:EX B:SX C:E8 D:SU"}, _HEAD, code="play.head",
        show=("0/rules", "1/hands/3", "1/tricks/1"), hide=_hidden(_HEAD), mark="D:S7", bare=True,
    ),
    "K-5.5": Case(
        "kratzen", {**_WELI, "1/tricks/2": "B:L8 C:SO D:HO A:HA", "1/tricks/3": "A:HK B:E7 C:WE D:H8", "1/tricks/4": "C:E8 D:EU A:EX B:SX"},
        {**_WELI, "1/tricks/2": "B:L8 C:WE D:HO A:HA", "1/tricks/3": "A:HK B:E7 C:SO D:H8"}, code="play.trump", cites="K-5.2",
        show=("1/hands/2", "1/turned", "1/tricks/2"), hide=(*_WELI, "1/tricks/3", "1/tricks/4"), mark="C:SO", bare=True,
    ),
    "K-5.6": Case(
        "kratzen", {**_WELI_HIGHEST, **_NO_CLAIMS, "1/tricks/2": "B:L8 C:WE D:HO A:HA >A"}, {**_WELI_HIGHEST, **_NO_CLAIMS}, code="score.trick", cites="C-3",
        show=("0/rules", "1/turned", "1/tricks/2"), hide=(*_hidden(_WELI_HIGHEST), *_NO_CLAIM_PATHS), mark=">A",
    ),
    "K-6": _of("score.taken"),
    "K-6.1": Case("swapping", {"1/pot": 20}, code="score.pot", show=("1/exchange",)),
    "K-6.2": Case("kratzen", {"2/delta": [-15, 10, -1, -5]}, code="score.delta", cites="K-6", show=("2/taken", "2/pot")),
    "K-6.3": Case("swapping", {"1/carry": 0}, code="score.carry", show=("1/pot",)),
    "K-6.4": _of("score.delta", "K-6"),
    "K-6.5": Case("bettler", {"1/delta": [-15, -5, -5, -5]}, code="score.delta", cites="K-6", show=("1/calls", "1/taken", "1/pot")),
    "K-6.6": Case("bettler", {"1/carry": 30}, code="score.carry", cites="K-6.3", show=("1/calls", "1/taken", "1/pot")),
    "K-6.7": Case("alone", {"1/delta": [15, -10, -5, -5]}, code="score.delta", cites="K-6", show=("1/calls",)),
    "K-6.8": _of("score.totals"),
    "K-7": _of("score.end"),
    "K-7.1": Case("tiebreak", {"3": DROP, "4": {"type": "end", "deals": 2, "totals": [48, 24, 0, 48], "winners": "AD", "reason": "broke"}}, code="score.end", cites="K-7", show=("2/totals", "3/dealer", "3/in", "3/muss", "4/winners"), hide=("3",)),
    "S-1": Case("schnellen", {"1/in": "ABC", "1/hands/3": "", "1/calls": "C:in A:in", "1/tricks": ["C:HK A:E7 B:E8", "B:WE C:L8 A:EO", "B:SA C:S9 A:SX", "B:L7 C:LA A:L9", "C:SO A:LU B:EX"]}, code="deal.in", show=("0/players",), hide=("1/hands/3", "1/calls", "1/tricks"), bare=True),
    "S-2": _of("deal.discard"),
    "S-2.1": _of("deal.card-unknown"),
    "S-3": Case("schnellen", {"1/calls": "C:in D:in A:in B:in"}, code="call.order", show=("1/dealer",), mark="B:in", bare=True),
    "S-3.1": _of("call.out-at-five"),
    "S-3.2": _of("call.last-must-play"),
    "S-3.3": _of("call.out-forced"),
    "S-3.4": Case(
        "schnellen", {"0/rules": {"version": 1, "forced_clubs": True}, "0/start": [4, 12, 9, 15], "1/calls": "C:in D:in A:out", "1/tricks": TRICKS_WITHOUT_ANNA},
        {"0/rules": {"version": 1, "forced_clubs": True}, "0/start": [4, 12, 9, 15]}, code="call.out-at-five", cites="S-3.1", show=("1/turned",), hide=("1/tricks",), mark="A:out", bare=True,
    ),
    "S-4": Case("schnellen", {"1/tricks/0": "D:HA A:E7 B:E8 C:HK"}, code="play.turn", show=("1/dealer", "1/calls"), mark="D:HA", bare=True),
    "S-4.1": _of("play.head"),
    "S-4.2": Case(
        "schnellen", {"1/tricks/0": "C:HK D:HA A:LU B:E8", "1/tricks/4": "C:SO D:H9 A:E7 B:EX"}, code="play.trump", show=("1/hands/0", "1/turned", "1/tricks/0"),
        hide=("1/tricks/4",), mark="A:LU", bare=True,
    ),
    "S-4.3": Case(
        "schnellen", show=("1/turned", "1/tricks/4"), mark="D:H9", says=(
            "Bells are led. Dan has no Bell and no trump left and plays the Nine of Hearts; any card would do.",
            "Schellen ist ausgespielt. Dan hat weder Schellen noch Trumpf und gibt den Herz-Neuner zu; jede Karte wäre erlaubt.",
        ),
    ),
    "S-4.4": Case(
        "schnellen", {"2/tricks/0": "D:SA A:S8 B:HO C:S7", "2/tricks/4": "A:H8 B:WE C:S9 D:HA"}, code="play.follow-suit", cites="S-4.1", show=("2/hands/1", "2/turned", "2/tricks/0"),
        hide=("2/tricks/4",), mark="B:HO", bare=True,
    ),
    "S-5": Case("schnellen", {"1/delta": [5, -4, -1, 0]}, code="score.delta", show=("1/taken",)),
    "S-5.1": Case(
        "bidding", {"0/rules": {"version": 1, "bidding": True, "hearts_double": True}, "1/totals": DROP, "2": DROP}, {"0/rules": {"version": 1, "bidding": True, "hearts_double": True}, "1/delta": [-4, -2, -2, -2], "1/totals": DROP, "2": DROP},
        code="score.delta", cites="S-5", show=("1/trump", "1/taken", "1/delta"), hide=("1/totals", "2"),
    ),
    "S-6": Case("schnellen", {"2/totals": [25, 22, 17, 25], "3/winners": "A"}, code="score.end", show=("3/totals",), hide=("2/totals",)),
    "S-7": _of("exchange.ace"),
    "S-8": _of("bid.low"),
    "S-8.1": _of("call.bidder-out"),
    "S-8.2": Case(
        "bidding", {"1/bids": "B:pass C:2 D:pass A:3", "1/totals": DROP, "2": DROP}, {"1/bids": "B:pass C:2 D:pass A:3", "1/delta": [5, -1, -1, -1], "1/totals": DROP, "2": DROP},
        code="score.delta", cites="S-5", show=("1/taken", "1/delta"), hide=("1/totals", "2"),
    ),
    "S-8.3": Case("bidding", {"1/tricks/0": "A:E9 B:EO C:EA D:EK"}, code="play.turn", cites="S-4", show=("1/dealer", "1/bids"), mark="A:E9", bare=True),
    "S-9": Case(
        "high", {"1/tricks/1": "B:HA C:EA A:H9", "1/tricks/4": "A:EK B:H7 C:HK"}, code="play.follow-suit", cites="S-4.1", show=("1/hands/2", "1/trump", "1/tricks/0", "1/tricks/1"), hide=("1/tricks/4",), mark="C:EA", bare=True,
    ),
}
"""The example of each paragraph."""
