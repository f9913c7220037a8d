"""Whether things fit into places: a matching with capacities, over whole numbers. Knows no card and no rule.

``wants[i]`` is the mask of places that thing ``i`` may go to, ``room[j]`` how many things place ``j`` takes.
"""

from __future__ import annotations

from collections.abc import Sequence


def fit(wants: Sequence[int], room: Sequence[int], near: Sequence[int] = ()) -> list[int] | None:
    """A place for every thing, or None when there is no way to place them all (Hall).

    ``near`` is an answer to a similar question: what still holds of it is kept, so that a small change is a small
    effort.
    """
    at = [-1] * len(wants)
    left = list(room)
    waiting = []
    for thing, allowed in enumerate(wants):
        place = near[thing] if near else -1
        if place >= 0 and allowed >> place & 1 and left[place] > 0:
            at[thing] = place
            left[place] -= 1
        else:
            waiting.append(thing)
    free = 0
    for place, count in enumerate(left):
        if count > 0:
            free |= 1 << place
    for thing in waiting:
        direct = wants[thing] & free
        place = (direct & -direct).bit_length() - 1 if direct else _make_room(wants, at, free, thing)
        if place < 0:
            return None
        at[thing] = place if direct else at[thing]
        left[place] -= 1
        if left[place] == 0:
            free &= ~(1 << place)
    return at


def _make_room(wants: Sequence[int], at: list[int], free: int, thing: int) -> int:
    """Places one more thing by moving others on; the place that is one fuller, -1 when nothing can move."""
    came_from: dict[int, int] = {}
    queue = [thing]
    met = 0
    for mover in queue:
        fresh = wants[mover] & ~met
        met |= fresh
        while fresh:
            place = (fresh & -fresh).bit_length() - 1
            fresh &= fresh - 1
            came_from[place] = mover
            if free >> place & 1:
                end = place
                while True:
                    mover = came_from[place]
                    place, at[mover] = at[mover], place
                    if mover == thing:
                        return end
            queue += [other for other, held in enumerate(at) if held == place]
    return -1


def narrowed(wants: Sequence[int], at: Sequence[int]) -> list[int]:
    """For each thing the places it has in some way to fill all places; ``at`` is one such way.

    A thing can change its place only in a ring of moves, so within the places from which its own can be reached again.
    """
    reach: dict[int, int] = {}
    for place, allowed in zip(at, wants, strict=True):
        reach[place] = reach.get(place, 1 << place) | allowed
    for middle, through in reach.items():
        for place, goal in reach.items():
            if goal >> middle & 1:
                reach[place] = goal | through
    rings = {
        place: sum(1 << other for other, goal in reach.items() if goal >> place & 1 and reach[place] >> other & 1)
        for place in reach
    }
    return [allowed & rings[place] for place, allowed in zip(at, wants, strict=True)]
