"""Whole evenings played by bots, as records: deck, hands, all claims, sealed (FORMAT 3, 5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from kratzen_log.cards import SEATS, SUIT_LETTERS, members, tokens
from kratzen_log.games import GAMES, kratzen
from kratzen_log.games._game import Game, read_options, refusal, write_options
from kratzen_log.games._phases import after
from kratzen_log.kernel.accounts import SAFE
from kratzen_log.log.model import FORMAT, VERSION, Deal, End, Head, Player, Record, Session, Swap
from kratzen_log.log.seal import sealed
from kratzen_log.reading.world import Standing
from kratzen_log.simulator import bots as bot
from kratzen_log.simulator.deal import (
    BIDDER,
    CALL,
    CARRY,
    DISCARD,
    FAILED,
    MUSS,
    POT,
    QUALIFIED,
    SECOND,
    TRUMP,
    TURNED,
    Sheet,
    kratzen_deal,
    new_sheet,
    schnellen_deal,
)
from kratzen_log.simulator.stream import BOT, DECK, TABLE, below, seed, shuffle

NAMES: Final = ("Anna", "Ben", "Carla", "Dan", "Emma", "Franz")
START_ANTES: Final = 40
MOST: Final = SAFE // 1000
"""What a simulated session may start with, so that no amount passes the limit of a log (K-1)."""
"""How many antes a stack holds at the start, unless told."""
_TRUMPS: Final = (*SUIT_LETTERS, "high")
_WORDS: Final = ("in", "out", "bettler")


def simulate(
    game: str, players: int = 4, deals: int = 10, seed: int = 1, sessions: int = 1,
    rules: Mapping[str, object] | None = None, bots: str | Sequence[str] = "people", start: int | None = None,
    *, seal: bool = True,
) -> list[Session]:
    """Lawful sessions played by bots; the same arguments give the same records on every machine.

    ``deals`` is the most a session lasts: it ends earlier when the rules end it (and by one deal later for a
    tie-break). ``bots`` is a kind or one kind per seat: ``people`` or ``random``. ``start`` are the chips of a stack
    (Kratzen). With five or six players ``muss = once`` unless ``rules`` say otherwise. Raises ``ValueError`` with one
    line for anything that cannot be played.
    """
    return list(iter_sessions(game, players, deals, seed, sessions, rules, bots, start, seal=seal))


def iter_sessions(
    game: str, players: int = 4, deals: int = 10, seed: int = 1, sessions: int = 1,
    rules: Mapping[str, object] | None = None, bots: str | Sequence[str] = "people", start: int | None = None,
    *, seal: bool = True,
) -> Iterator[Session]:
    """The sessions of ``simulate`` one by one."""
    return sessions_of(Plan(game, players, deals, seed, rules or {}, bots, start), sessions, seal=seal)


def sessions_of(plan: Plan, sessions: int, *, seal: bool = True, first: int = 0) -> Iterator[Session]:
    """The sessions of a plan one by one, from the session with the number ``first`` on."""
    for number in range(first, first + sessions):
        session = Session(tuple(Evening(plan, number).records()))
        yield sealed(session) if seal else session


class Plan:
    """What all sessions of a simulation share; refuses what cannot be played."""

    def __init__(
        self, game: str, players: int, deals: int, seed: int, rules: Mapping[str, object], bots: str | Sequence[str],
        start: int | None,
    ) -> None:
        if game not in GAMES:
            raise ValueError(f"{game!r:.60} is no game: write {' or '.join(GAMES)}")
        self.game: Game = GAMES[game]
        values = dict(rules)
        if self.game.has_pot and players >= 5:
            values.setdefault("muss", "once")
        self.options, bad = read_options(self.game, values)
        if bad:
            raise ValueError(refusal(self.game, *bad[0]))
        low, high = self.game.seats(self.options)
        if not low <= players <= high:
            raise ValueError(f"{game} takes {low} to {high} players under these rules, not {players}")
        if deals < 1 or not 0 <= seed < 2**64:
            raise ValueError("deals must be at least 1, and the seed a number from 0 to 18446744073709551615")
        self.players = players
        self.deals = deals
        self.seed = seed
        kinds = [bots] if isinstance(bots, str) else list(bots)
        kinds = kinds * players if len(kinds) == 1 else kinds
        if len(kinds) != players or any(kind not in bot.NAMES for kind in kinds):
            raise ValueError(f"bots must be one of {', '.join(bot.NAMES)}, or one for each of the {players} players")
        self.kinds = kinds
        if start is not None and not self.game.has_pot:
            raise ValueError(f"{game} starts with start_score points: give rules start_score={start} instead of start")
        own = START_ANTES * self.options.ante if self.game.has_pot else self.options.start_score
        self.start = own if start is None else start
        if not 1 <= self.start <= MOST:
            raise ValueError(f"a simulation starts with 1 to {MOST}, not with {self.start}")
        self.tables = [self.game.tables(self.options, trump) for trump in range(4 if self.game.has_pot else 5)]
        self.pack = members(self.game.pack(self.options))


class Evening:
    """One session: what stands between deals, and a sheet to play on."""

    def __init__(self, plan: Plan, number: int) -> None:
        self.plan = plan
        self.number = number
        self.n = plan.players
        self.sheet: Sheet = new_sheet(self.n)
        self.states = [[0, 0, 0, 0] for _ in range(self.n)]
        self.state = [0, 0, 0, 0]
        self.kinds = [bot.NAMES.index(kind) for kind in plan.kinds]
        self.everybody = (1 << self.n) - 1
        self.stream(self.state, 0, TABLE)
        cause = kratzen.opening_cause(plan.options) if plan.game.has_pot else 0
        self.at = Standing(1, below(self.state, self.n), (plan.start,) * self.n, 0, cause, self.everybody)

    def stream(self, state: list[int], deal: int, purpose: int) -> None:
        """Sets a stream for a purpose of a deal of this session."""
        seed(state, self.plan.seed & 0xFFFFFFFF, self.plan.seed >> 32, self.number, deal, purpose)

    def records(self) -> Iterator[Record]:
        """The session record, deals until the end, the end record."""
        plan, game = self.plan, self.plan.game
        yield Head(
            format=FORMAT, version=VERSION, game=game.key, rules=write_options(game, plan.options),
            players=[Player(id=SEATS[seat].lower(), name=NAMES[seat], bot=kind) for seat, kind in enumerate(plan.kinds)],
            start=[plan.start] * self.n, seed=plan.seed if plan.seed <= SAFE else str(plan.seed), generator="kratzen simulate",
        )
        while not self.at.over and (self.at.played < plan.deals or self.at.tied) and not self.too_rich():
            yield self.deal()
        yield self.end()

    def too_rich(self) -> bool:
        """Whether an amount could pass 2^53 − 1 in the next deal (K-1)."""
        if not self.plan.game.has_pot:
            return False
        stacks = self.at.stacks or ()
        o = self.plan.options
        stake = (o.ante + o.exchange_fee * 6) * self.n * (2 + o.bettler_bonus)
        most: int = ((self.at.pot or 0) + stake) * (self.n + 2) + max(map(abs, stacks))
        return most > SAFE

    def deal(self) -> Deal:
        """Plays a deal and writes it down."""
        plan, at = self.plan, self.at
        deck = list(plan.pack)
        self.stream(self.state, at.number, DECK)
        shuffle(self.state, deck)
        for seat in range(self.n):
            self.stream(self.states[seat], at.number, BOT + seat)
        assert at.stacks is not None
        if plan.game.has_pot:
            kratzen_deal(
                plan.options, plan.tables, self.sheet, deck, self.states, self.kinds, self.n, at.dealer, at.seats, at.cause,
                at.stacks, at.pot or 0,
            )
        else:
            schnellen_deal(
                plan.options, plan.tables, self.sheet, deck, self.states, self.kinds, self.n, at.dealer, at.seats, at.stacks
            )
        width = len(plan.game.reasons)
        delta = [sum(self.sheet.rows[seat * width : seat * width + width]) for seat in range(self.n)]
        record = self.write(deck, delta)
        self.go_on(delta)
        return record

    def go_on(self, delta: list[int]) -> None:
        """What stands after the deal (C-4, K-3, K-7, S-6)."""
        plan, at, f = self.plan, self.at, self.sheet.facts
        assert at.stacks is not None
        stacks = tuple(chips + change for chips, change in zip(at.stacks, delta, strict=True))
        cause = 0
        if plan.game.has_pot:
            cause = kratzen.next_cause(plan.options, f[MUSS] == 1, f[FAILED], f[QUALIFIED])
        dealer = (at.dealer + 1) % self.n
        new = Standing(
            at.number + 1, dealer, stacks, f[CARRY] if plan.game.has_pot else None, cause, self.everybody, at.played + 1,
            at.records + 1,
        )
        end = plan.game.ending(plan.options, self.n, stacks, new.played)
        if at.tied:
            best = max(stacks[seat] for seat in members(at.tied))
            leaders = sum(1 << seat for seat in members(at.tied) if stacks[seat] == best)
            new = replace(new, reasons=at.reasons | end.reasons, leaders=leaders, over=True)
        elif end.tie_break:
            new = replace(new,
                reasons=end.reasons, leaders=end.leaders, tied=end.leaders, cause=kratzen.TIE_BREAK,
                seats=end.leaders | 1 << dealer,
            )
        else:
            new = replace(new, reasons=end.reasons, leaders=end.leaders, over=end.reasons != 0)
        self.at = new

    def end(self) -> End:
        """The end record."""
        at, game = self.at, self.plan.game
        reason = "abandoned" if self.too_rich() and not at.over else "agreed"
        if at.over:
            reason = next(name for bit, name in enumerate(game.end_reasons) if at.reasons >> bit & 1)
        assert at.stacks is not None
        leaders = at.leaders if at.over else game.ending(self.plan.options, self.n, at.stacks, at.played).leaders
        return End(deals=at.records, totals=list(at.stacks), winners=_letters(leaders), reason=reason)

    # --- records -------------------------------------------------------------------------------------------------

    def write(self, deck: list[int], delta: list[int]) -> Deal:
        """The sheet as a deal record."""
        plan, at, sheet = self.plan, self.at, self.sheet
        f = sheet.facts
        pot_game = plan.game.has_pot
        assert at.stacks is not None
        bidding = not pot_game and plan.options.bidding == 1
        passed = bidding and f[BIDDER] < 0
        turned = [card for card in (f[TURNED], f[SECOND]) if card >= 0]
        return Deal(
            no=at.number, dealer=SEATS[at.dealer], dealt_in=UNSET if at.seats == self.everybody else _letters(at.seats),
            muss=bool(f[MUSS]) if pot_game else UNSET, deck=tokens(deck), hands=self.hands(deck),
            turned=tokens(turned) if turned else UNSET, trump=UNSET if passed else _TRUMPS[f[TRUMP]],
            bids=self.bids() if bidding else UNSET, discard=tokens(members(f[DISCARD])) if f[DISCARD] else UNSET,
            calls=UNSET if passed else self.calls(),
            dealer_call=kratzen.DEALER_CALLS[f[CALL]] if pot_game and f[CALL] >= 0 else UNSET, exchange=self.swaps(deck),
            tricks=self.tricks(), taken=list(sheet.taken), pot=f[POT] if pot_game else UNSET,
            carry=f[CARRY] if pot_game else UNSET, delta=delta,
            totals=[chips + change for chips, change in zip(at.stacks, delta, strict=True)],
        )

    def hands(self, deck: list[int]) -> list[str | None]:
        """The hands in the order in which the cards were received."""
        place = {card: number for number, card in enumerate(deck)}
        return [tokens(sorted(members(hand), key=lambda card: place[card])) for hand in self.sheet.hands]

    def order(self) -> tuple[int, ...]:
        """The seats dealt in, from the dealer's left; the dealer last."""
        return after(self.at.dealer, self.at.seats, self.n)

    def bids(self) -> str:
        """The auction."""
        return " ".join(f"{SEATS[seat]}:{self.sheet.bids[seat] or 'pass'}" for seat in self.order())

    def calls(self) -> str:
        """The declarations."""
        return " ".join(
            f"{SEATS[seat]}:{_WORDS[self.sheet.calls[seat]]}" for seat in self.order() if self.sheet.calls[seat] >= 0
        )

    def swaps(self, deck: list[int]) -> list[Swap] | UnsetType:
        """The exchanges in turn; absent when nobody swapped."""
        sheet = self.sheet
        swaps = []
        for seat in self.order():
            if not sheet.gave[seat]:
                continue
            at = sheet.draw_at[seat]
            ace = self.plan.tables[sheet.facts[TRUMP]].trump * 8 + 7 if sheet.shown[seat] else -1
            swaps.append(
                Swap(
                    seat=SEATS[seat], out=tokens(members(sheet.gave[seat])), drawn=tokens(deck[at : at + sheet.drawn[seat]]),
                    show=tokens([ace]) if ace >= 0 else UNSET,
                    away=tokens(members(sheet.away[seat])) if sheet.away[seat] else UNSET,
                )
            )
        return swaps or UNSET

    def tricks(self) -> list[str]:
        """The tricks with who took each."""
        sheet = self.sheet
        if sheet.takers[0] < 0:
            return []
        width = next((place for place in range(0, self.n * 10, 2) if sheet.plays[place] < 0), self.n * 10) // 5
        tricks = []
        for number, taker in enumerate(sheet.takers):
            plays = sheet.plays[number * width : number * width + width]
            cards = [f"{SEATS[plays[at]]}:{tokens([plays[at + 1]])}" for at in range(0, width, 2)]
            tricks.append(" ".join([*cards, f">{SEATS[taker]}"]))
        return tricks


def _letters(seats: int) -> str:
    return "".join(SEATS[seat] for seat in members(seats))


