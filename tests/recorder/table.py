"""What a person would type to record a deal that is known."""

from __future__ import annotations

from kratzen_log import Deal
from kratzen_log.reading.facts import Setting


def lines(deal: Deal, s: Setting, *, first: bool, hands: bool = False) -> list[str]:
    """The lines for a lawful deal with every claim; several answers on a line where that is possible."""
    out = []
    if first:
        out.append(str(deal.dealer))
    order = [letter for letter in turn(str(deal.dealer), s.players) if not deal.dealt_in or letter in deal.dealt_in]
    if hands:
        assert isinstance(deal.hands, list)
        out += [str(deal.hands["ABCDEF".index(letter)]) for letter in order]
    if s.game.key == "schnellen" and s.options.bidding:
        assert deal.bids
        out.append(" ".join(part[2:] for part in deal.bids.split()))
    else:
        assert deal.turned
        out += deal.turned.split()
    if not deal.trump:
        return [*out, ""]
    if deal.turned == "WE" or not deal.turned:
        out.append(deal.trump)
    if s.game.key == "schnellen" and not s.options.bidding:
        out.append(deal.discard or "")
    if s.game.has_pot and deal.muss and not s.options.bettler:
        out.append("")
    elif deal.calls:
        out.append(" ".join(part[2:] for part in deal.calls.split()))
    active = [letter for letter in order if f"{letter}:out" not in (deal.calls or "")]
    if len(active) > 1:
        out += before_play(deal, s, active)
    out += [" ".join(part[2:] for part in trick.split() if part[0] != ">") for trick in deal.tricks or ()]
    return [*out, ""]


def before_play(deal: Deal, s: Setting, active: list[str]) -> list[str]:
    out = []
    may = s.options.exchange and (not s.game.has_pot or not deal.muss or s.options.exchange_in_muss)
    if may and s.game.has_pot and s.options.dealer_calls:
        out.append(deal.dealer_call or "")
    if may:
        for letter in active:
            if letter == deal.dealer and deal.dealer_call == "schlagen":
                continue
            swap = next((swap for swap in deal.exchange or () if swap.seat == letter), None)
            show = f" show {swap.show}" if swap and swap.show else ""
            away = f" away {swap.away}" if swap and swap.away else ""
            out.append(f"{swap.out} > {swap.drawn}{show}{away}" if swap else "")
    return out


def turn(dealer: str, players: int) -> list[str]:
    """The seats from the dealer's left on, the dealer last."""
    at = "ABCDEF".index(dealer) + 1
    letters = "ABCDEF"[:players]
    return list(letters[at:] + letters[:at])
