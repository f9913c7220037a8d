"""Examples of the findings about a deal: cards, declarations, bids, swaps, plays, and what is reckoned from them."""

from __future__ import annotations

from typing import Final

from tests.texts.building import DROP, Case

TRICKS_WITHOUT_CARLA: Final = ["B:EO D:EK A:E9", "D:SU A:S7 B:SA", "B:L8 D:HO A:HK", "A:HA B:E7 D:H8", "A:EX B:SX D:EU"]
"""The first deal of Kratzen as it goes when Carla is out."""
TRICKS_WITHOUT_DAN: Final = ["B:EO C:EA A:E9", "C:S8 A:S7 B:SA", "B:L8 C:HU A:HK", "A:HA B:E7 C:SO", "A:EX B:SX C:E8"]
"""The first deal of Kratzen as it goes when Dan is out."""
TRICKS_WITHOUT_ANNA: Final = ["C:HK D:HA B:E8", "B:WE C:L8 D:EU", "B:SA C:S9 D:S7", "B:L7 C:LA D:LK", "C:SO D:H9 B:EX"]
"""The first deal of Schnellen as it goes when Anna is out."""
TRICKS_ANNA_BEN: Final = ["A:LU B:L7", "A:E7 B:E8", "B:WE A:EO", "B:SA A:SX", "B:EX A:L9"]
"""The first deal of Schnellen between Anna and Ben."""
NO_SWAP: Final = ["E9 S7 HK HA EX", "EO SA L8 E7 SX", "EA S8 HU E8 SO", "EK SU HO H8 EU"]
"""The hands of the log with swaps as they are when nobody swaps."""
_CALLS_IN: Final = "C:in D:in A:in"

CASES: dict[str, Case] = {
    "deal.dealer": Case("kratzen", {"3/dealer": "A"}, show=("2/dealer",), bare=True),
    "deal.card-twice": Case("kratzen", {"1/hands/1": "EO SA L8 E7 HK"}, {"1/hands/1": "EO SA L8 E7 SX"}, show=("1/hands/0",), mark="HK", bare=True),
    "deal.card-unknown": Case("short", {"1/hands/1": "LK SA HU EU S9"}, show=("0/rules", "1/hands/1"), mark="S9", bare=True),
    "deal.hand-size": Case("kratzen", {"1/hands/1": "EO SA L8 E7"}, {"1/hands/1": "EO SA L8 E7 SX"}),
    "deal.deck": Case(
        "tiebreak", {"1/deck": "HU E9 H7 H8 E7 S7 HX LU SX LX HA L9 LK EA HK EU L8 EK EX WE LA LO E8 SK L7 HO SU SO EO S8 S9 H9 SA"},
        text=(
            '{"type":"deal","no":1,"dealer":"B","deck":"HU E9 H7 H8 E7 S7 …",\n' + " " * 50 + '^^ ^^\n "hands":[…,"HU E9 H8 LK EA","H7 E7 S7 HK EU"],…}',
            '{"type":"deal","no":1,"dealer":"B","deck":"HU E9 H8 H7 E7 S7 …",\n' + " " * 50 + '^^ ^^\n "hands":[…,"HU E9 H8 LK EA","H7 E7 S7 HK EU"],…}',
        ),
    ),
    "deal.turned": Case("kratzen", {"1/turned": "H9 L9"}, mark="L9", bare=True),
    "deal.trump": Case("kratzen", {"1/trump": "L"}, {"1/trump": "H"}, show=("1/turned",), bare=True),
    "deal.muss": Case("kratzen", {"1/muss": False}),
    "deal.discard": Case("schnellen", {"1/discard": "S8 L7"}, show=("1/hands/1", "1/turned"), mark="L7", bare=True),
    "deal.in": Case("kratzen", {"1/in": "ABC", "1/hands/3": "", "1/calls": "B:in C:in", "1/tricks": TRICKS_WITHOUT_DAN}, show=("0/players",), hide=("1/hands/3", "1/calls", "1/tricks"), bare=True),
    "deal.incomplete": Case("kratzen", {"1/tricks/3": "A:HA B:E7 C:SO"}, bare=True),
    "deal.after-end": Case("kratzen", {"0/rules": {"version": 1, "max_deals": 2}}, {"0/rules": {"version": 1, "max_deals": 3}}, show=("3/dealer",), bare=True),
    "call.order": Case("kratzen", {"2/calls": "D:out C:in A:in"}, show=("2/dealer",), mark="D:out", bare=True),
    "call.missing": Case("kratzen", {"2/calls": "C:in A:in"}, show=("2/dealer", "2/muss"), bare=True),
    "call.twice": Case("kratzen", {"2/calls": "C:in D:out D:in A:in"}, show=("2/dealer",), mark="D:in", bare=True),
    "call.out-in-muss": Case("kratzen", {"1/calls": "B:in C:out D:in", "1/tricks": TRICKS_WITHOUT_CARLA}, show=("1/dealer", "1/muss"), hide=("1/tricks",), bare=True),
    "call.dealer-out": Case("alone", {"1/calls": "B:out C:out D:out A:out"}, show=("1/dealer",), mark="A:out", bare=True),
    "call.out-at-five": Case(
        "schnellen", {"0/start": [4, 12, 9, 15], "1/calls": "C:in D:in A:out", "1/tricks": TRICKS_WITHOUT_ANNA}, {"0/start": [4, 12, 9, 15]},
        show=("0/players", "1/dealer"), hide=("1/tricks",), bare=True,
    ),
    "call.last-must-play": Case(
        "schnellen", {"1/calls": "C:out D:out A:out", "1/tricks": []}, {"1/calls": "C:out D:out A:in", "1/tricks": TRICKS_ANNA_BEN},
        show=("1/dealer",), hide=("1/tricks",), bare=True,
    ),
    "call.out-forced": Case(
        "schnellen", {"0/rules": {"version": 1, "forced_clubs": True}, "1/calls": "C:in D:in A:out", "1/tricks": TRICKS_WITHOUT_ANNA},
        {"0/rules": {"version": 1, "forced_clubs": True}}, show=("1/dealer", "1/turned"), hide=("1/tricks",), bare=True,
    ),
    "call.bidder-out": Case(
        "bidding", {"1/bids": "B:pass C:2 D:pass A:pass", "1/calls": "B:in C:out D:in", "1/tricks": TRICKS_WITHOUT_CARLA},
        {"1/bids": "B:pass C:2 D:pass A:pass"}, show=("1/dealer",), hide=("1/tricks",), bare=True, mark="C:out",
    ),
    "call.bettler": Case("kratzen", {"2/calls": "C:bettler D:out A:in"}, show=("0/rules", "2/dealer"), bare=True),
    "call.dealer-call": Case("swapping", {"1/dealer_call": "nochmal"}, show=("0/rules/dealer_calls", "1/dealer"), bare=True),
    "bid.order": Case("bidding", {"1/bids": "C:2 B:pass D:pass A:2"}, show=("1/dealer",), mark="C:2", bare=True),
    "bid.low": Case("bidding", {"1/bids": "B:pass C:2 D:2 A:2"}, {"1/bids": "B:pass C:2 D:pass A:2"}, show=("1/dealer",), bare=True),
    "bid.value": Case("bidding", {"1/bids": "B:pass C:2 D:pass A:6"}, {"1/bids": "B:pass C:2 D:pass A:3"}, show=("1/dealer",), bare=True),
    "exchange.not-allowed": Case(
        "swapping", {"0/rules": {"version": 1, "exchange": 2}, "1/dealer_call": DROP, "1/exchange": [{"seat": "B", "out": "S9", "in": "SX"}], "1/hands/3": NO_SWAP[3]},
        {"0/rules": {"version": 1, "exchange": 2}, "1/exchange": DROP, "1/hands": NO_SWAP, "1/dealer_call": DROP},
        show=("1/muss",), hide=("1/hands", "1/hands/3", "1/dealer_call"), bare=True, mark="exchange",
    ),
    "exchange.too-many": Case(
        "swapping", {"0/rules": {"version": 1, "exchange": 1, "exchange_in_muss": True}, "1/dealer_call": DROP},
        {"0/rules": {"version": 1, "exchange": 1, "exchange_in_muss": True}, "1/dealer_call": DROP, "1/hands/3": "EK SU HO L7 EU", "1/exchange/1": {"seat": "D", "out": "L7", "in": "H8"}},
        hide=("1/dealer_call", "1/hands/3"), show=("1/exchange/1",), mark="LX", bare=True,
    ),
    "exchange.order": Case(
        "swapping", {"1/exchange": [{"seat": "D", "out": "L7 LX", "in": "H8 EU"}, {"seat": "B", "out": "S9", "in": "SX"}]}, show=("1/dealer",), mark="D", bare=True,
    ),
    "exchange.not-held": Case("swapping", {"1/exchange/0/out": "S8"}, {"1/exchange/0/out": "S9"}, show=("1/hands/1", "1/exchange/0"), mark="S8", bare=True),
    "exchange.draw": Case("swapping", {"1/exchange/1/in": "H8"}, {"1/exchange/1/in": "H8 EU"}, show=("1/exchange/1",), mark="H8", bare=True),
    "exchange.ace": Case(
        "swapping-schnellen", {"1/exchange/0": {"seat": "A", "out": "EX LO EU SO", "in": "WE EK HK LX"}}, show=("1/turned",), mark="EX LO EU SO",
    ),
    "exchange.away": Case("swapping-schnellen", {"1/exchange/1": {"seat": "B", "out": "EO EA HX H7 SA", "in": "E9 S9 LK HU LU S8"}}, show=(), mark="E9 S9 LK HU LU S8"),
    "exchange.fee": Case(
        "swapping", {"0/start": [100, 100, 100, 6]}, {"0/start": [100, 100, 100, 6], "1/hands/3": "EK SU HO L7 EU", "1/exchange/1": {"seat": "D", "out": "L7", "in": "H8"}},
        hide=("1/hands/3",), show=("1/exchange/1",), mark="L7 LX", bare=True,
    ),
    "play.turn": Case("kratzen", {"1/tricks/2": "C:HU D:HO A:HK B:L8"}, show=("1/tricks/1",), mark="C:HU", bare=True),
    "play.not-in-deal": Case("kratzen", {"2/tricks/0": "C:LK D:LU A:H7 B:LA"}, show=("2/calls",), mark="D:LU", bare=True),
    "play.not-in-hand": Case("kratzen", {"1/tricks/2": "B:L8 C:HX D:HO A:HK"}, show=("1/hands/2", "1/tricks/2"), mark="C:HX", bare=True),
    "play.follow-suit": Case(
        "kratzen", {"1/tricks/1": "C:S8 D:EU A:S7 B:SA", "1/tricks/4": "A:EX B:SX C:E8 D:SU", "2": DROP, "3": DROP}, {"2": DROP, "3": DROP},
        show=("1/hands/3", "1/turned", "1/tricks/1"), hide=("1/tricks/4", "2", "3"), mark="D:EU", bare=True,
    ),
    "play.head": Case(
        "schnellen", {"1/tricks/0": "C:HK D:H9 A:E7 B:E8", "1/tricks/4": "C:SO D:HA A:LU B:EX"}, show=("1/hands/3", "1/turned", "1/tricks/0"), hide=("1/tricks/4",), mark="D:H9", bare=True,
    ),
    "play.trump": Case(
        "kratzen", {"1/tricks/2": "B:L8 C:SO D:HO A:HK", "1/tricks/3": "A:HA B:E7 C:HU D:H8"}, show=("1/hands/2", "1/turned", "1/tricks/2"), hide=("1/tricks/3",), mark="C:SO", bare=True,
    ),
    "play.overtrump": Case(
        "kratzen", {"1/tricks/2": "B:L8 C:HU D:H8 A:HK", "1/tricks/3": "A:HA B:E7 C:SO D:HO"}, show=("1/hands/3", "1/turned", "1/tricks/2"), hide=("1/tricks/3",), mark="D:H8", bare=True,
    ),
    "play.too-many": Case("kratzen", {"1/tricks/2": "B:L8 C:HU D:HO A:HK C:SO"}, mark="C:SO", bare=True),
    "play.undetermined": Case("kratzen", {"1/hands/2": None, "1/tricks/2": "B:L8 C:?? D:HO A:HK"}, show=("1/turned",), mark="C:??", bare=True),
    "play.inconsistent": Case(
        "kratzen", {"0/view": "B", "1/hands": [None, "EO H7 ?? ?? ??", None, None], "2": DROP, "3": DROP},
        {"0/view": "B", "1/hands": [None, "EO ?? ?? ?? ??", None, None], "2": DROP, "3": DROP},
        show=("0/view", "1/hands", "1/tricks"), hide=("2", "3"), mark="H7", bare=True,
    ),
    "score.trick": Case("kratzen", {"1/tricks/2": "B:L8 C:HU D:HO A:HK >D"}, show=("1/turned",), mark=">D"),
    "score.taken": Case("kratzen", {"1/taken": [1, 2, 1, 1]}, show=("1/taken",)),
    "score.pot": Case("kratzen", {"3/pot": 20}, show=("2/carry",)),
    "score.delta": Case("kratzen", {"2/delta": [-5, 11, -1, -5]}, show=("2/dealer", "2/calls", "2/taken")),
    "score.carry": Case("kratzen", {"2/carry": 0}, show=("2/taken", "2/pot")),
    "score.totals": Case("kratzen", {"2/totals": [88, 110, 97, 94]}, show=("1/totals", "2/delta")),
    "score.overflow": Case("alone", {"0/start": [9007199254740990, 100, 100, 100]}, show=("0/players", "1/dealer"), bare=True),
    "score.end": Case("kratzen", {"4/winners": "A"}, show=("4/totals",)),
}
"""The example of each code."""
