"""What compiled code does for the functions of ``memory`` and for counting bits: addresses and single instructions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kratzen_log.bulk import driving, loose, memory, parts, scan, standing
from kratzen_log.bulk.emitting import Steps
from kratzen_log.bulk.values import Fixed, Lookup, Memory, Named, Num, Rows, Several, Span
from kratzen_log.games import kratzen, schnellen
from kratzen_log.simulator import bots


def _bare(_body: Steps, array: Memory) -> Memory:
    return array


def _shift(body: Steps, array: Memory, at: Any) -> Memory:
    return body.moved(array, body.num(at))


def _part(body: Steps, array: Memory, at: Any, count: Any) -> Span:
    return Span(body.moved(array, body.num(at)), body.num(count))


def _grid(body: Steps, array: Memory, at: Any, _rows: Any, columns: Any) -> Rows:
    return Rows(body.moved(array, body.num(at)), columns.what)


def _eight(body: Steps, array: Memory, at: Any) -> Num:
    place = body.moved(array, body.num(at))
    return Num(body.new(f"load i64, ptr {place.ref}, align 1{body.mark(array.region)}"))


def _zeros(body: Steps, number: Any) -> Num:
    body.declare("declare i64 @llvm.cttz.i64(i64, i1)")
    return Num(body.new(f"call i64 @llvm.cttz.i64(i64 {body.num(number)}, i1 false)"))


def _ones(body: Steps, number: Any) -> Num:
    body.declare("declare i64 @llvm.ctpop.i64(i64)")
    return Num(body.new(f"call i64 @llvm.ctpop.i64(i64 {body.num(number)})"))


def _high(body: Steps, number: Any, by: Any) -> Num:
    return Num(body.new(f"lshr i64 {body.num(number)}, {body.num(by)}"))


def _write(body: Steps, array: Memory, at: Any, text: Fixed) -> Num:
    place = body.moved(array, body.num(at))
    code = text.what.encode()
    done = 0
    while done < len(code):
        size = next(size for size in (8, 4, 2, 1) if done + size <= len(code))
        number = int.from_bytes(code[done : done + size], "little")
        there = body.moved(place, str(done))
        body.do(f"store i{8 * size} {number}, ptr {there.ref}, align 1{body.mark(array.region)}")
        done += size
    return Num(body.new(f"add i64 {body.num(at)}, {len(code)}"))


def _lookup(_body: Steps, function: Fixed, whole: Several) -> Lookup:
    return Lookup(function.what, whole)


def _kratzen(_body: Steps, array: Memory) -> Named:
    return Named(array, kratzen.Options._fields)


def _schnellen(_body: Steps, array: Memory) -> Named:
    return Named(array, schnellen.Options._fields)


GIVEN: Final[dict[Any, Callable[..., Any]]] = {
    memory.bare: _bare, memory.shift: _shift, memory.part: _part, memory.grid: _grid, memory.eight: _eight,
    memory.zeros_below: _zeros, memory.ones: _ones, bots.lowest: _zeros, bots.count: _ones, memory.high: _high,
    memory.write: _write, memory.lookup: _lookup, memory.kratzen_options: _kratzen, memory.schnellen_options: _schnellen,
}
HINTS: Final[dict[Any, str]] = dict.fromkeys(
    (
        driving.anew, driving.rules_of, driving.start, standing.begin, standing.end, standing.adjust, scan.players, scan.player,
        scan.looked_up, parts.flat, parts.longer, parts.wide, parts.escape, loose.key, loose.anything, loose.moment, loose.remarks,
        loose.forget,
    ),
    "noinline cold",
)
"""How LLVM is to treat a function: what is seldom called stays apart from what is called for every deal."""
