"""What is compiled gives what Python gives, and what cannot be compiled is refused."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import numpy as np
import pytest

from kratzen_log.bulk import compiled
from kratzen_log.bulk.emitting import NotTranslatable
from kratzen_log.bulk.memory import eight, grid, high, ones, part, shift, zeros_below
from tests.support import scaled

NUMBER = compiled.NUMBER
NUMBERS = compiled.numbers("numbers")
BYTES, SMALL = compiled.numbers("bytes", "u8"), compiled.numbers("small", "i8")
SOME = (3, 5, -7)


class Pair(NamedTuple):
    left: int
    right: int


def arithmetic(a: int, b: int) -> int:
    c = b if b != 0 else 3
    return (a // c) * 31 + a % c * 17 + (a ^ b) - (~a & b | 5) + (a >> 3) - (b << 2) + abs(a) + min(a, b, 4) - max(a, -b) + a // 8 + a % 8


def conditions(a: int, b: int) -> int:
    found = 0
    if (a > 3 and b > 3) or a == b:
        found += 1
    if not (a < b <= 7):
        found += 2
    found += 4 if a in (1, 2, b) else 0
    found += 8 if b not in SOME else 0
    value = a and b
    other = a or b
    return found * 100 + value * 3 + other + (a > b) + (1 if (a != 0) == (b != 0) else 0)


def loops(a: int, b: int) -> int:
    total = 0
    for outer in range(-3, a % 9):
        if outer == b % 4:
            continue
        for inner in range(5, outer, -2):
            if inner == 2:
                break
            total += inner * outer
    for item in SOME:
        if item == b:
            break
        total = total * 3 + item
    while total > 50:
        total -= 7 + a % 3
        if total % 11 == 0:
            return total * 2
    return total


def pair(a: int, b: int) -> Pair:
    return Pair(b, a) if a < b else Pair(a, b)


def pairs(a: int, b: int) -> int:
    two = pair(a, b)
    left, right = two
    left, right = right, left
    (a, b), c = (left, two.right), a
    return left * 7 + right * 5 + two.left + a * 11 + b + c


def search(a: int, b: int) -> int:
    at = 0
    while True:
        at += 1
        for step in range(3):
            if (at + step) * (a % 5 + 1) > b % 40:
                return at * 10 + step


def over_numbers(numbers: Any, a: int) -> Any:
    numbers[2] += a
    numbers[0], numbers[1] = numbers[1], numbers[0]
    other = shift(numbers, 4)
    rows = grid(numbers, 0, 4, 3)
    total = 0
    for number in rows[a % 3]:
        total = total * 2 + number
    some = part(numbers, 3, 5)
    return total + other[1] + len(some) + min(some) * 3 + max(some) + rows[2][1] + ones(numbers[0]) + zeros_below(a | 64) + high(a, 60)


def over_bytes(data: Any, small: Any, a: int) -> Any:
    return data[a % 8] * 3 + small[a % 8] + (eight(data, 3) >> 5)


def itself(a: int) -> int:
    return itself(a - 1) if a > 0 else 0


def words(a: int) -> int:
    return {"a": 1}["a"] + a


def changing(a: int) -> Any:
    b: Any = a
    b = (a, a)
    return b[0]


def run(function: Any, shapes: tuple[Any, ...]) -> Any:
    return compiled.compiled(compiled.Entry(function, shapes))


@pytest.fixture(autouse=True)
def _nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(compiled.FOLDER, "")


@pytest.mark.parametrize("function", [arithmetic, conditions, loops, pairs, search], ids=lambda function: function.__name__)
def test_numbers(function: Any) -> None:
    fast = run(function, (NUMBER, NUMBER))
    rng = random.Random(1)
    for _ in range(scaled(500)):
        a, b = rng.choice([rng.randint(-12, 12), rng.randint(-(2**40), 2**40)]), rng.randint(-12, 12)
        assert fast(a, b) == function(a, b), (a, b)


def test_memory() -> None:
    rng = random.Random(2)
    fast, bytewise = run(over_numbers, (NUMBERS, NUMBER)), run(over_bytes, (BYTES, SMALL, NUMBER))
    for _ in range(scaled(200)):
        numbers, a = np.array([rng.randint(-99, 99) for _ in range(12)], np.int64), rng.randint(0, 2**62)
        other = numbers.copy()
        assert fast(numbers, a % 1000) == over_numbers(other, a % 1000)
        assert numbers.tolist() == other.tolist()
        data = np.array([rng.randint(0, 255) for _ in range(16)], np.uint8)
        small = data.view(np.int8).copy()
        assert bytewise(data, small, a % 1000) == over_bytes([int(byte) for byte in data], [int(byte) for byte in small], a % 1000)


@pytest.mark.parametrize("function", [itself, words, changing], ids=lambda function: function.__name__)
def test_what_cannot_be_compiled(function: Any) -> None:
    with pytest.raises(NotTranslatable, match=function.__name__):
        run(function, (NUMBER,))
