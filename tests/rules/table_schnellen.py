"""Cases of Schnellen."""

from __future__ import annotations

from tests.rules.dealing import Dealt
from tests.rules.table import Case

S = "schnellen"
LOW = [21, 5, 21, 21]
BID = {"bidding": True}

SCHNELLEN = [
    Case("S-1", "start at 21", S, 4, (Dealt("2111"),), stacks=[19, 20, 20, 20]),
    Case("S-1", "start at 15", S, 4, (Dealt("2111"),), {"start_score": 15}, stacks=[13, 14, 14, 14]),
    Case("S-1", "six are too many", S, 6, (), codes=("rules.players",)),
    Case("S-2", "the dealer takes the turned card and puts one away", S, 3, (Dealt("221"),), stacks=[19, 19, 20], cites="S-2"),
    Case("S-2", "the Weli turned: the next card is trumps, two are put away", S, 3, (Dealt("221", turned="WE H9"),), stacks=[19, 19, 20]),
    Case("S-2", "the Weli turned and no second card", S, 3, (Dealt("221", turned="WE H9", more={"turned": "WE", "trump": "H"}),), codes=("deal.turned",)),
    Case("S-2", "two put away where one is due", S, 3, (Dealt("221", more={"discard": "E7 E8"}),), codes=("deal.discard",)),
    Case("S-2.1", "21 cards for four", S, 4, (Dealt("2111", turned="HX"),), {"short_pack": True}, stacks=[19, 20, 20, 20]),
    Case("S-2.1", "and the Weli turned: the pack is one card short", S, 4, (Dealt("2111", turned="WE HX"),), {"short_pack": True}),
    Case("S-2.1", "21 cards for three", S, 3, (Dealt("221", turned="WE HX"),), {"short_pack": True}),
    Case("S-3", "out costs a point", S, 4, (Dealt("2120", out="D"),), stacks=[19, 20, 19, 22]),
    Case("S-3", "out of turn", S, 4, (Dealt("2111", more={"calls": "C:in B:in D:in"}),), codes=("call.order",)),
    Case("S-3", "the dealer always plays", S, 4, (Dealt("0131", out="A", more={"calls": "B:in C:in D:in A:out"}),), codes=("call.dealer-out",)),
    Case("S-3.1", "5 or fewer must play", S, 4, (Dealt("2030", out="B"),), start=LOW, codes=("call.out-at-five",), cites="S-3.1"),
    Case("S-3.1", "6 may be out", S, 4, (Dealt("2030", out="B"),), start=[21, 6, 21, 21], stacks=[19, 7, 18, 26]),
    Case("S-3.2", "the last one must play", S, 4, (Dealt(out="BCD"),), codes=("call.last-must-play",), stacks=[16, 22, 22, 22], cites="S-3.2"),
    Case("S-3.2", "only the last one", S, 4, (Dealt("2003", out="BC"),), stacks=[19, 22, 22, 18]),
    Case("S-3.3", "a Seven forces", S, 4, (Dealt("2120", turned="H7", out="D"),), {"forced_seven": True}, codes=("call.out-forced",), cites="S-3.3"),
    Case("S-3.3", "not without the rule", S, 4, (Dealt("2120", turned="H7", out="D"),)),
    Case("S-3.3", "the Seven after the Weli too", S, 4, (Dealt("2120", turned="WE H7", out="D"),), {"forced_seven": True}, codes=("call.out-forced",)),
    Case("S-3.3", "Clubs force", S, 4, (Dealt("2120", turned="E9", out="D"),), {"forced_clubs": True}, codes=("call.out-forced",)),
    Case("S-3.3", "Clubs named by a bidder force too", S, 4, (Dealt("2120", bids="B:1 C:pass D:pass A:pass", trump="E", out="D"),), {**BID, "forced_clubs": True}, codes=("call.out-forced",)),
    Case("S-3.4", "at five before forced", S, 4, (Dealt("2030", turned="H7", out="B"),), {"forced_seven": True}, LOW, codes=("call.out-at-five",)),
    Case("S-3.4", "forced before last", S, 4, (Dealt("2003", turned="H7", out="BC"),), {"forced_seven": True}, codes=("call.out-forced", "call.out-forced")),
    Case("S-3.4", "bidder before at five", S, 4, (Dealt("2030", bids="B:1 C:pass D:pass A:pass", trump="H", out="B"),), BID, LOW, codes=("call.bidder-out",), cites="S-8.1"),
    Case("S-5", "each trick a point less, no trick five more, out one more", S, 4, (Dealt("3020", out="B"),), stacks=[18, 22, 19, 26]),
    Case("S-5", "a score may go below zero", S, 3, (Dealt("410"),), start=[2, 21, 21], stacks=[-2, 20, 26]),
    Case("S-5.1", "Hearts double", S, 4, (Dealt("3020", out="B"),), {"hearts_double": True}, stacks=[15, 22, 17, 31]),
    Case("S-5.1", "only Hearts", S, 4, (Dealt("3020", turned="S9", out="B"),), {"hearts_double": True}, stacks=[18, 22, 19, 26]),
    Case("S-6", "zero ends the game", S, 3, (Dealt("221"), Dealt("221")), start=[2, 21, 21], codes=("deal.after-end",)),
    Case("S-6", "two at once: the lower score wins", S, 3, (Dealt("320"),), start=[2, 2, 21], stacks=[-1, 0, 26]),
    Case("S-6", "max_deals", S, 3, (Dealt("221"), Dealt("221")), {"max_deals": 1}, codes=("deal.after-end",)),
    Case("S-7", "up to three", S, 4, (Dealt("2111", swaps="B3 C2 A1"),), {"exchange": True}),
    Case("S-7", "four with the trump Ace shown", S, 4, (Dealt("2111", swaps="B4"),), {"exchange": True}),
    Case("S-7", "all five: six new ones, one put away", S, 4, (Dealt("2111", swaps="B5"),), {"exchange": True}),
    Case("S-7", "only where it is agreed", S, 4, (Dealt("2111", swaps="B1"),), codes=("exchange.not-allowed",)),
    Case("S-7", "five players, a pack of seven: the last finds one card", S, 5, (Dealt("21110", swaps="B3 C3 D1"),), {"exchange": True}),
    Case("S-7", "five with exactly five left: nothing to put away", S, 5, (Dealt("21110", swaps="B2 C5"),), {"exchange": True}),
    Case("S-7", "three swap a short pack", S, 3, (Dealt("221", turned="HX", swaps="B3 C2"),), {"exchange": True, "short_pack": True}),
    Case("S-8", "the highest bidder names trumps", S, 3, (Dealt("230", bids="B:1 C:pass A:2", trump="L", out="C"),), BID, stacks=[19, 18, 22]),
    Case("S-8", "the dealer at the same number", S, 3, (Dealt("230", bids="B:1 C:2 A:2", trump="L", out="C"),), BID, stacks=[19, 18, 22]),
    Case("S-8", "nobody else at the same number", S, 3, (Dealt("122", bids="B:2 C:2 A:pass", trump="L"),), BID, codes=("bid.low",)),
    Case("S-8", "six tricks cannot be bid", S, 3, (Dealt("203", bids="B:6 C:pass A:1", trump="L", out="B"),), BID, codes=("bid.value",)),
    Case("S-8", "all pass: no score", S, 3, (Dealt(bids="B:pass C:pass A:pass", trump="L", more={"calls": None, "trump": None}),), BID, stacks=[21, 21, 21]),
    Case("S-8.1", "the bidder may not drop out", S, 3, (Dealt("203", bids="B:1 C:pass A:pass", trump="L", out="B"),), BID, codes=("call.bidder-out",)),
    Case("S-8.1", "a bidder is the other player", S, 4, (Dealt("2300", bids="B:1 C:pass D:pass A:pass", trump="L", out="CD"),), BID, stacks=[19, 18, 22, 22]),
    Case("S-8.2", "a missed bid: five more instead of the tricks", S, 3, (Dealt("230", bids="B:pass C:pass A:3", trump="L", out="C"),), BID, stacks=[26, 18, 22]),
    Case("S-8.2", "ten more in Hearts that count double", S, 3, (Dealt("230", bids="B:pass C:pass A:3", trump="H", out="C"),), {**BID, "hearts_double": True}, stacks=[31, 15, 22]),
    Case("S-8.3", "a bidder at five or fewer may bid; forehand leads", S, 4, (Dealt("2111", bids="B:pass C:pass D:1 A:pass", trump="L"),), BID, [21, 21, 21, 5], stacks=[19, 20, 20, 4]),
    Case("S-9", "high: no Ace of trumps can be shown", S, 3, (Dealt("230", bids="B:1 C:pass A:2", trump="high", out="C"),), {**BID, "exchange": True}, stacks=[19, 18, 22]),
]
