"""The naive audit of a log: the findings of the reading that leaves the fewest (FINDINGS)."""

from .judge import judging
from .logs import Records
from .readings import Finding, best_readings


def readings(records: Records, most: int = 3) -> list[list[Finding]]:
    """Every reading with the fewest findings; empty when even that has more than `most`."""
    return best_readings(judging(records), most)


def audit(records: Records, most: int = 3) -> list[Finding] | None:
    """The findings of one session: the first of the best readings (recorded values come first).

    None when even the best reading has more than `most` findings (or too many forks to try).
    """
    found = readings(records, most)
    return found[0] if found else None
