"""Shares, remainders and payments over whole chips (RULES K-1, K-6)."""

from __future__ import annotations

SAFE = 2**53 - 1
"""No amount of a session may pass this (K-1)."""


def payable(amount: int, stack: int, partial: bool) -> int:
    """What a stack pays of ``amount``: all of it, or with partial payment at most what it holds (K-1)."""
    if not partial or stack >= amount:
        return amount
    return max(0, stack)


def share(chips: int, parts: int) -> int:
    """One of ``parts`` equal shares in whole chips; nothing when there is nobody to share (K-6.2)."""
    return chips // parts if parts > 0 else 0
