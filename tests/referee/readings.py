"""Trying every way to read a log.

FINDINGS says that after a finding in a statement *two values stand*, and that the reading of a
deal that leaves the fewest findings is the one reported. Here that is done by brute force: the
judge asks a `Decider` at each fork, and `best_readings` runs the judge again and again until
every fork has been tried both ways.
"""

from collections.abc import Callable
from typing import Any, Protocol

Where = dict[str, Any]
Finding = dict[str, Any]


def at(
    deal: int | None = None,
    trick: int | None = None,
    play: int | None = None,
    seat: str | None = None,
) -> Where:
    """Where a finding stands; what does not apply is absent."""
    full = {"deal": deal, "trick": trick, "play": play, "seat": seat}
    return {key: value for key, value in full.items() if value is not None}


class Decider(Protocol):
    """What the judge asks while going through a log."""

    def claim(self, code: str, where: Where, recorded: Any, expected: Any) -> Any:
        """The value that goes on after a claim (None: not recorded)."""

    def fault(self, code: str, where: Where) -> None:
        """A statement that is wrong whichever value goes on."""

    def choose(self, count: int) -> int:
        """Which of several readings is taken."""


class TooManyFindingsError(Exception):
    """This reading has more findings than are allowed."""


class Reader:
    """One reading: follows a script of choices, then always takes the first."""

    def __init__(self, script: list[int], most: int) -> None:
        self.script = script
        self.most = most
        self.made: list[int] = []
        self.widths: list[int] = []
        self.findings: list[Finding] = []

    def choose(self, count: int) -> int:
        if count <= 1:
            return 0
        place = len(self.made)
        choice = self.script[place] if place < len(self.script) else 0
        self.made.append(choice)
        self.widths.append(count)
        return choice

    def fault(self, code: str, where: Where) -> None:
        self.findings.append({"code": code, **where})
        if len(self.findings) > self.most:
            raise TooManyFindingsError

    def claim(self, code: str, where: Where, recorded: Any, expected: Any) -> Any:
        if recorded is None or recorded == expected:
            return expected
        self.fault(code, where)
        return [recorded, expected][self.choose(2)]


class Strict:
    """Takes every computed value; remembers each statement that disagrees."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.values: list[tuple[str, Where, Any]] = []

    def choose(self, count: int) -> int:
        return range(count)[0]

    def fault(self, code: str, where: Where) -> None:
        self.findings.append({"code": code, **where})

    def claim(self, code: str, where: Where, recorded: Any, expected: Any) -> Any:
        self.values.append((code, where, expected))
        if recorded is not None and recorded != expected:
            self.fault(code, where)
        return expected


Judging = Callable[[Decider], None]


def _all_within(judge: Judging, most: int, patience: int) -> list[list[Finding]] | None:
    """The findings of every reading with at most `most`; None when there are too many forks."""
    found: list[list[Finding]] = []
    script: list[int] = []
    for _ in range(patience):
        reader = Reader(script, most)
        try:
            judge(reader)
            found.append(reader.findings)
            if not reader.findings:
                return found
        except TooManyFindingsError:
            pass
        made = reader.made
        while made and made[-1] == reader.widths[len(made) - 1] - 1:
            made.pop()
        if not made:
            return found
        made[-1] += 1
        script = made
    return None


def best_readings(judge: Judging, most: int = 2, patience: int = 20000) -> list[list[Finding]]:
    """The finding lists of the readings with the fewest findings, each list once, in reading order.

    Empty when even the best reading has more than `most` findings (or there are too many forks).
    """
    for allowed in range(most + 1):
        found = _all_within(judge, allowed, patience)
        if found is None:
            return []
        if found:
            fewest = min(len(findings) for findings in found)
            unique: list[list[Finding]] = []
            for findings in found:
                if len(findings) == fewest and findings not in unique:
                    unique.append(findings)
            return unique
    return []
