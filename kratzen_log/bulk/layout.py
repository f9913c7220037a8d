"""Where things lie in the arrays of the bulk room: one record as read, and what a session stands at.

A record is ``D``, a session ``S``; both are flat arrays of whole numbers. A part with several members has its count
first. Nothing here is a rule.
"""

from __future__ import annotations

from typing import Final

# --- Keys -------------------------------------------------------------------------------------------------------

KEYS: Final = (
    "type", "no", "dealer", "in", "muss", "deck", "hands", "turned", "trump", "bids", "discard", "calls", "dealer_call",
    "exchange", "tricks", "taken", "pot", "carry", "delta", "totals", "prev", "deals", "winners", "reason", "why", "text",
    "format", "version", "game", "rules", "players", "start", "view", "id", "date", "place", "recorder", "unit", "source",
    "seed", "generator", "time", "recorded", "notes", "x",
)
(
    K_TYPE, K_NO, K_DEALER, K_IN, K_MUSS, K_DECK, K_HANDS, K_TURNED, K_TRUMP, K_BIDS, K_DISCARD, K_CALLS, K_DEALER_CALL,
    K_EXCHANGE, K_TRICKS, K_TAKEN, K_POT, K_CARRY, K_DELTA, K_TOTALS, K_PREV, K_DEALS, K_WINNERS, K_REASON, K_WHY, K_TEXT,
    K_FORMAT, K_VERSION, K_GAME, K_RULES, K_PLAYERS, K_START, K_VIEW, K_ID, K_DATE, K_PLACE, K_RECORDER, K_UNIT, K_SOURCE,
    K_SEED, K_GENERATOR, K_TIME, K_RECORDED, K_NOTES, K_X,
) = range(len(KEYS))

T_DEAL, T_SESSION, T_END, T_ADJUST, T_NOTE = 1, 2, 3, 4, 5
ODD, BLANK = -1, 0
"""What a line may be beside a type: something this room leaves to the general reader, or nothing at all."""

HEAD_KEYS: Final = 1 << K_TYPE | ((1 << K_TIME) - (1 << K_FORMAT)) | 1 << K_X
HEAD_NEEDS: Final = 1 << K_FORMAT | 1 << K_VERSION | 1 << K_GAME | 1 << K_PLAYERS
DEAL_KEYS: Final = ((1 << K_PREV) - 1) | 1 << K_PREV | 1 << K_TIME | 1 << K_RECORDED | 1 << K_NOTES | 1 << K_X
DEAL_NEEDS: Final = 1 << K_NO | 1 << K_DEALER | 1 << K_HANDS | 1 << K_TRICKS
END_KEYS: Final = 1 << K_TYPE | 1 << K_DEALS | 1 << K_TOTALS | 1 << K_WINNERS | 1 << K_REASON | 1 << K_PREV | 1 << K_X
ADJUST_KEYS: Final = 1 << K_TYPE | 1 << K_DELTA | 1 << K_WHY | 1 << K_PREV | 1 << K_X
NOTE_KEYS: Final = 1 << K_TYPE | 1 << K_TEXT | 1 << K_PREV | 1 << K_X

# --- A record (D) -----------------------------------------------------------------------------------------------

SEEN = 0
TYPE = 1
NO = 2
DEALER = 3
DEALT_IN = 4
MUSS = 5
TRUMP = 6
POT = 7
CARRY = 8
CALL = 9
DEALS = 10
WINNERS = 11
REASON = 12
GAME = 13
RULES_AT = 14
RULES_END = 15
PLAYERS = 16
DECK = 20
HANDS = 60
"""The number of hands, then eight places for each: its count and its cards."""
TURNED = 120
BIDS = 124
"""The number of bids, then seat and number of each; 0 is a pass."""
DISCARD = 140
CALLS = 144
"""The number of declarations, then seat and word of each."""
SWAPS = 160
"""The number of swaps, then ``SWAP`` places for each."""
SWAP = 24
SWAP_OUT, SWAP_IN, SWAP_SHOW, SWAP_AWAY = 1, 8, 16, 19
TRICKS = 320
"""The number of tricks, then ``TRICK`` places for each: plays, taker, and seat and card of each play."""
TRICK = 16
TAKEN = 410
DELTA = 418
TOTALS = 426
START = 434
SPARE = 442
KEYS_USED = 443
"""Keys of the private parts that are open; ``KEYS_FROM`` those before each level, ``KEY_PLACES`` where each is in ``HASHES``."""
NEST = 444
"""The bracket that opened each level of a private part."""
KEYS_FROM = 476
ANEW = 508
"""Whether the line was written anew, without escapes."""
AFTER = 512
"""For each key the one that stood behind it last; the last place is for the first key of a record."""
HASHES = 576
"""A table with a number for each key; 0 where there is none."""
HASH_ROOM = 1 << 14
KEY_PLACES = HASHES + HASH_ROOM
MOST_KEYS = HASH_ROOM * 3 // 4
D_SIZE = KEY_PLACES + MOST_KEYS

CALL_IN, CALL_OUT, CALL_BETTLER = 0, 1, 2

# --- A session (S) ----------------------------------------------------------------------------------------------

AT = 0
"""Where in the block the next line begins."""
LINE = 1
OPEN = 2
"""Whether a head was read for the session at hand; before the first one there is none."""
SUSPECT = 3
ENDED = 4
FIRST = 5
"""Where in the block the session begins."""
FIRST_LINE = 6
RULES = 7
S_N = 8
S_NUMBER = 9
S_DEALER = 10
S_POT = 11
S_CAUSE = 12
S_SEATS = 13
S_PLAYED = 14
S_RECORDS = 15
S_REASONS = 16
S_LEADERS = 17
S_TIED = 18
S_OVER = 19
S_DECIDED = 20
COUNT = 21
"""Records of the session."""
SEALED = 22
"""How many of them carry a seal."""
PLAYS = 23
ROWS_USED = 24
ODDS = 25
"""Lines of the session that are left to the general reader."""
RUNNING = 26
"""Whether a run stops at the first record that is not plainly in order, to go on later; ``UNSEALED``: and at one with a seal."""
UNSEALED = 2
S_STACKS = 32
KEPT = 40
"""The session as it stood before the last deal of a run."""
S_SIZE = 2 * KEPT

# --- What is known of a session (a row of the answer) ------------------------------------------------------------

O_SUSPECT, O_FIRST, O_STOP, O_LINE, O_RULES, O_DEALS, O_PLAYS, O_RECORDS, O_SEALED, O_ODDS = range(10)
O_SIZE = 10

# --- House rules (a row of the rule book) ------------------------------------------------------------------------

B_GAME = 24
B_PLAYERS = 25
B_PACK = 26
B_TURN_AFTER = 27
B_AGAIN = 28
B_FIRST_PACKET = 29
B_SECOND_PACKET = 30
B_READY = 31
"""0: sessions with these rules go the ordinary way."""
B_REASON = 32
"""For each word of an ``end`` record the bit of the game's reason; 0 where the game has no such reason."""
B_SIZE = 40
BOOK_ROWS = 256
"""How many different house rules a rule book holds; sessions by any further ones go the ordinary way."""
TEXT_SIZE = 1024

KRATZEN, SCHNELLEN = 0, 1
SLOTS: Final = 256
SPELLED: Final = 3 * SLOTS
"""Where in the table of keys each is spelled as it mostly stands: ``SPELLING`` numbers, its bytes from quotation mark to colon
in two parts, each with the bits that are looked at, and how many there are."""
SPELLING: Final = 5
E_AGREED, E_ABANDONED = 4, 5

# --- Words ------------------------------------------------------------------------------------------------------


def packed(word: str) -> int:
    """Up to eight letters as one number, as the scanner sees them."""
    return int.from_bytes(word.encode(), "little")


W_ABANDONE: Final = packed("abandone")
W_ADJUST: Final = packed("adjust")
W_AGREED: Final = packed("agreed")
W_ALL: Final = packed("all")
W_AT: Final = packed("at")
W_AWAY: Final = packed("away")
W_BETTLER: Final = packed("bettler")
W_BOT: Final = packed("bot")
W_BROKE: Final = packed("broke")
W_D: Final = packed("d")
W_DEAL: Final = packed("deal")
W_DEALS: Final = packed("deals")
W_DER: Final = packed("der")
W_E: Final = packed("E")
W_END: Final = packed("end")
W_H: Final = packed("H")
W_HIGH: Final = packed("high")
W_ID: Final = packed("id")
W_IN: Final = packed("in")
W_KRATZEN: Final = packed("kratzen")
W_KRATZEN_OF: Final = packed("kratzen:")
W_KRATZEN_L: Final = packed("kratzen-")
W_L: Final = packed("L")
W_N: Final = packed("n")
W_NAME: Final = packed("name")
W_NOTE: Final = packed("note")
W_NULL: Final = packed("null")
W_ODER: Final = packed("oder")
W_OG: Final = packed("log")
W_OUT: Final = packed("out")
W_PASS: Final = packed("pass")
W_S: Final = packed("S")
W_SCHLAGEN: Final = packed("schlagen")
W_SCHNELLE: Final = packed("schnelle")
W_SEAT: Final = packed("seat")
W_SESSION: Final = packed("session")
W_SHOW: Final = packed("show")
W_TARGET: Final = packed("target")
W_TEXT: Final = packed("text")
W_TYPE: Final = packed("type")
W_VERSION: Final = packed("1.0")
W_WEITER: Final = packed("weiter")
W_WEITER_O: Final = packed("weiter-o")
W_ZERO: Final = packed("zero")
