"""The tricks: turn, cards held, the four duties, who took it (K-5, S-4, FINDINGS)."""

from . import tricks as rules_of_tricks
from .cards import UNSEEN, pack, read_cards, without
from .judge_talk import cards_of_seat
from .logs import Card, Trick
from .readings import Decider, at
from .table import Deal, Table


class Play:
    """The play of one deal."""

    def __init__(self, table: Table, deal: Deal, ask: Decider) -> None:
        self.table = table
        self.deal = deal
        self.ask = ask
        self.complete = len(deal.tricks) >= 5
        self.leader: str | None = deal.in_turn()[0] if deal.active else None
        self.taken = dict.fromkeys(table.seats, 0)
        self.played: dict[str, int] = dict.fromkeys(table.seats, 0)
        self.slip_first: dict[str, str] = {}
        self.taker_known = True
        self.pack = [*pack(bool(table.rules.get("short_pack"))), UNSEEN]

    # --- what a seat holds --------------------------------------------------------------------

    def later(self, seat: str) -> list[str]:
        """The cards a seat plays from now on, in this record."""
        return cards_of_seat(self.deal, seat)[self.played[seat] :]

    def hand_now(self, seat: str) -> list[str] | None:
        """The hand as known; the cards played later when it is not; None when neither tells."""
        hand = self.deal.hands.get(seat)
        if hand is not None:
            return hand
        return self.later(seat) if self.complete else None

    def prepare(self) -> None:
        """A discard that was not written down is what the dealer held and did not play."""
        deal = self.deal
        if deal.discard_open and self.complete:
            hand = deal.hands[deal.dealer]
            assert hand is not None
            need = len(hand) - 5
            drawn: list[str] = []
            for entry in deal.record.get("exchange", []):
                if entry["seat"] == deal.dealer:
                    drawn = read_cards(entry["in"])
            never = [c for c in without(hand, cards_of_seat(deal, deal.dealer)) if c not in drawn]
            while need > 0 and never:
                gone = never[self.ask.choose(len(never)) if len(never) > need else 0]
                never.remove(gone)
                hand = without(hand, [gone])
                need -= 1
            deal.hands[deal.dealer] = hand
        elif deal.discard_open:
            deal.hands[deal.dealer] = None
        for seat in deal.active:
            mine = cards_of_seat(deal, seat)
            twice = [card for card in mine if mine.count(card) > 1]
            held = twice and twice[0] in (deal.hands.get(seat) or [])
            if held and self.ask.choose(2) == 1:
                self.slip_first[seat] = twice[0]

    # --- the deal -----------------------------------------------------------------------------

    def run(self) -> None:
        """All tricks in order."""
        deal = self.deal
        if deal.all_passed or deal.nobody_else_in:
            for number, trick in enumerate(deal.tricks, 1):
                if trick.plays:
                    self.ask.fault("play.too-many", at(deal.no, number))
            return
        counting = [self.without_second_cards(n, t) for n, t in enumerate(deal.tricks, 1)]
        self.prepare()
        for number, trick in enumerate(list(deal.tricks), 1):
            if number > 5:
                self.ask.fault("play.too-many", at(deal.no, number))
            else:
                self.one_trick(number, trick, counting[number - 1])
        if len(deal.tricks) < 5 and not deal.aborted:
            self.ask.fault("deal.incomplete", at(deal.no))
            deal.taken_known = False

    def without_second_cards(self, number: int, trick: Trick) -> list[tuple[int, Card]]:
        """The cards that count, with their places; a second card of a seat does not."""
        if number > 5:
            return []
        counting: list[tuple[int, Card]] = []
        for place, card in enumerate(trick.plays, 1):
            if any(card.seat == other.seat for _, other in counting):
                self.ask.fault("play.too-many", at(self.deal.no, number, place, card.seat))
            else:
                counting.append((place, card))
        self.deal.tricks[number - 1] = trick._replace(plays=[card for _, card in counting])
        return counting

    def one_trick(self, number: int, trick: Trick, counting: list[tuple[int, Card]]) -> None:
        """A trick with whatever is wrong in it."""
        first_of_each: list[tuple[int, Card]] = []
        for place, card in counting:
            if card.seat not in self.deal.active:
                self.ask.fault("play.not-in-deal", at(self.deal.no, number, place, card.seat))
            else:
                first_of_each.append((place, card))
        present = [card.seat for _, card in first_of_each]
        due = self.due_order(number, first_of_each)
        missing = [seat for seat in self.deal.in_turn() if seat not in present]
        missing = [seat for seat in missing if self.later(seat) or seat == self.deal.dealer]
        if self.never_playing():
            missing = [seat for seat in missing if seat not in self.never_playing()]
        for seat in missing:
            self.ask.fault("deal.incomplete", at(self.deal.no, number, seat=seat))
            self.deal.hands[seat] = None
        in_due_order = [pair for seat in due for pair in first_of_each if pair[1].seat == seat]
        as_laid = first_of_each
        if in_due_order != as_laid and self.ask.choose(2) == 1:
            as_laid = in_due_order
        lead_missing = self.leader in missing
        table_cards = self.lay(number, as_laid, judged=not lead_missing)
        self.take(number, trick, table_cards, missing, lead_missing)

    def never_playing(self) -> list[str]:
        """Active seats that play in no trick at all (already reported, FINDINGS)."""
        return [s for s in self.deal.others if not cards_of_seat(self.deal, s)]

    def due_order(self, number: int, plays: list[tuple[int, Card]]) -> list[str]:
        """The seats in the order they were due, with every `play.turn` reported."""
        present = [card.seat for _, card in plays]
        around = self.deal.in_turn()
        if not plays:
            return []
        if self.leader not in around:
            self.leader = None
        leader = self.leader
        if leader is None or leader not in present:
            leader = present[0]
            if self.leader is not None:
                start = around.index(self.leader)
                leader = next(s for s in around[start:] + around[:start] if s in present)
        due_leader = leader
        if present[0] != leader:
            place, card = plays[0]
            self.ask.fault("play.turn", at(self.deal.no, number, place, card.seat))
            if len(present) < 2 or present[1] != leader:
                leader = present[0]
        start = around.index(leader)
        order = [s for s in around[start:] + around[:start] if s in present]
        done = [present[0]]
        for place, card in plays[1:]:
            waiting = [seat for seat in order if seat not in done]
            if card.seat != waiting[0]:
                self.ask.fault("play.turn", at(self.deal.no, number, place, card.seat))
            done.append(card.seat)
        start = around.index(due_leader)
        return [s for s in around[start:] + around[:start] if s in present]

    # --- the cards ----------------------------------------------------------------------------

    def lay(
        self, number: int, plays: list[tuple[int, Card]], judged: bool
    ) -> list[tuple[str, str]]:
        """Lay the cards one by one; returns (seat, card) as they count."""
        laid: list[tuple[str, str]] = []
        for place, played in plays:
            seat, card = played.seat, played.card
            where = at(self.deal.no, number, place, seat)
            hand = self.hand_now(seat)
            on_table = [c for _, c in laid]
            known = self.deal.hands.get(seat) is not None
            counts = card
            if (
                known
                and hand is not None
                and (card not in hand or self.slip_first.get(seat) == card)
            ):
                self.slip_first.pop(seat, None)
                self.ask.fault("play.not-in-hand", where)
                counts = self.instead(seat, hand, card)
            else:
                if not known and self.seen_before(number, seat, card):
                    self.ask.fault("deal.card-twice", where)
                if not known and card not in self.pack:
                    self.ask.fault("deal.card-unknown", where)
                if hand is not None and judged and self.deal.trump is not None and card != UNSEEN:
                    code = rules_of_tricks.fault_of(
                        self.table.game, self.table.rules, self.deal.trump, hand, on_table, card
                    )
                    if code is not None:
                        self.ask.fault(code, where)
                if known and hand is not None:
                    self.deal.hands[seat] = without(hand, [card])
            self.played[seat] += 1
            laid.append((seat, counts))
        return laid

    def instead(self, seat: str, hand: list[str], card: str) -> str:
        """The card expected in place of one that is not held; from then on the hand is open."""
        later = self.later(seat)[1:]
        never = [c for c in hand if c not in later]
        self.deal.hands[seat] = None
        if len(never) == 1 and self.ask.choose(2) == 1:
            return never[0]
        return card

    def seen_before(self, number: int, seat: str, card: str) -> bool:
        """Whether a card was already played in this deal."""
        before = [p for trick in self.deal.tricks[: number - 1] for p in trick.plays]
        for played in self.deal.tricks[number - 1].plays:
            if played.seat == seat:
                break
            before.append(played)
        return any(p.card == card for p in before)

    # --- who took it --------------------------------------------------------------------------

    def take(
        self,
        number: int,
        trick: Trick,
        laid: list[tuple[str, str]],
        missing: list[str],
        lead_missing: bool,
    ) -> None:
        """`>X`, then the leader of the next trick."""
        possible: list[str] = []
        if laid and self.deal.trump is not None and not lead_missing:
            game, rules = self.table.game, self.table.rules
            possible = [rules_of_tricks.winner(game, rules, self.deal.trump, laid), *missing]
        elif self.deal.trump is None or lead_missing:
            possible = list(self.deal.active)
        if not possible:
            self.taker_known = False
            return
        if len(possible) > 1 and trick.taker in possible:
            taker = trick.taker
        else:
            expected = possible[self.ask.choose(len(possible))]
            where = at(self.deal.no, number)
            taker = self.ask.claim("score.trick", where, trick.taker, expected)
        assert taker is not None
        self.taken[taker] += 1
        self.leader = taker


def play_out(table: Table, deal: Deal, ask: Decider) -> None:
    """Judge the tricks and count them."""
    play = Play(table, deal, ask)
    play.run()
    deal.taken = play.taken
    if deal.nobody_else_in:
        deal.taken[deal.dealer] = 5
    if deal.trump is None and not deal.all_passed:
        deal.taken_known = False
