"""One function of LLVM's language as text: steps, places to jump to, loads and stores."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kratzen_log.bulk.values import SIZES, Bit, Fixed, Lookup, Memory, Named, Num, Rows, Several, Span


class NotTranslatable(Exception):
    """A function holds what the compiled code cannot do."""


class Steps:
    """The steps so far; ``mark`` gives the mark of a region on a load or store, ``declare`` names a function of LLVM."""

    def __init__(self, name: str, mark: Callable[[str], str], declare: Callable[[str], None]) -> None:
        self.name = name
        self.mark = mark
        self.declare = declare
        self.lines: list[str] = []
        self.slots: list[str] = []
        self.count = 0
        self.live = True

    def new(self, text: str) -> str:
        """A step with a result."""
        self.count += 1
        self.lines.append(f"  %v{self.count} = {text}")
        return f"%v{self.count}"

    def do(self, text: str) -> None:
        """A step without one."""
        self.lines.append("  " + text)

    def label(self) -> str:
        """A new place to jump to."""
        self.count += 1
        return f"b{self.count}"

    def go(self, label: str) -> None:
        """Jumps, unless nothing gets here."""
        if self.live:
            self.do(f"br label %{label}")
            self.live = False

    def place(self, label: str) -> None:
        """The place itself."""
        self.go(label)
        self.lines.append(label + ":")
        self.live = True

    def fork(self, test: str, yes: str, no: str) -> None:
        """Jumps to one of two places."""
        self.do(f"br i1 {test}, label %{yes}, label %{no}")
        self.live = False

    def slot(self, kind: str) -> str:
        """A variable of the machine."""
        self.count += 1
        self.slots.append(f"  %s{self.count} = alloca {kind}")
        return f"%s{self.count}"

    def num(self, value: Any) -> str:
        """A value as a number."""
        match value:
            case Num():
                return value.ref
            case Bit():
                return self.new(f"zext i1 {value.ref} to i64")
            case Fixed() if isinstance(value.what, int):
                return str(int(value.what))
        raise NotTranslatable(f"{self.name}: {value} is no number")

    def bit(self, value: Any) -> str:
        """Whether a value is true."""
        return value.ref if isinstance(value, Bit) else self.new(f"icmp ne i64 {self.num(value)}, 0")

    def parts(self, value: Any) -> list[str]:
        """All parts of a value, in the order of ``types_of``."""
        match value:
            case Memory():
                return [value.ref]
            case Span():
                return [value.start.ref, value.size]
            case Rows() | Named():
                return [value.start.ref]
            case Lookup():
                return self.parts(value.whole)
            case Several():
                return [ref for item in value.items for ref in self.parts(item)]
            case Fixed() if not isinstance(value.what, int):
                return []
        return [self.num(value)]

    def moved(self, memory: Memory, at: str) -> Memory:
        """Memory some places on."""
        if at == "0":
            return memory
        return memory._replace(ref=self.new(f"getelementptr inbounds {SIZES[memory.kind]}, ptr {memory.ref}, i64 {at}"))

    def load(self, memory: Memory) -> Num:
        """The first number of memory."""
        size = SIZES[memory.kind]
        ref = self.new(f"load {size}, ptr {memory.ref}{self.mark(memory.region)}")
        if size != "i64":
            ref = self.new(f"{'zext' if memory.kind[0] == 'u' else 'sext'} {size} {ref} to i64")
        return Num(ref)

    def store(self, memory: Memory, number: str) -> None:
        """Writes the first number of memory."""
        size = SIZES[memory.kind]
        if size != "i64":
            number = self.new(f"trunc i64 {number} to {size}")
        self.do(f"store {size} {number}, ptr {memory.ref}{self.mark(memory.region)}")

    def divided(self, rest: bool, left: Any, right: Any) -> str:
        """``//`` or ``%``, rounded down."""
        a, b = self.num(left), self.num(right)
        remainder = self.new(f"srem i64 {a}, {b}")
        other = self.new(f"icmp slt i64 {self.new(f'xor i64 {remainder}, {b}')}, 0")
        wrong = self.new(f"and i1 {other}, {self.new(f'icmp ne i64 {remainder}, 0')}")
        if rest:
            return self.new(f"select i1 {wrong}, i64 {self.new(f'add i64 {remainder}, {b}')}, i64 {remainder}")
        quotient = self.new(f"sdiv i64 {a}, {b}")
        return self.new(f"sub i64 {quotient}, {self.new(f'zext i1 {wrong} to i64')}")

    def extreme(self, compared: str, values: tuple[Any, ...]) -> Num:
        """The least or greatest of some numbers, or of those in memory."""
        if len(values) == 1 and isinstance(values[0], Span):
            return self.extreme_of(compared, values[0])
        best = self.num(values[0])
        for value in values[1:]:
            number = self.num(value)
            best = self.new(f"select i1 {self.new(f'icmp {compared} i64 {number}, {best}')}, i64 {number}, i64 {best}")
        return Num(best)

    def extreme_of(self, compared: str, many: Span) -> Num:
        """The least or greatest number of memory, which holds one at least."""
        best, at = self.slot("i64"), self.slot("i64")
        self.do(f"store i64 {self.load(many.start).ref}, ptr {best}")
        self.do(f"store i64 1, ptr {at}")
        top, inside, end = self.label(), self.label(), self.label()
        self.place(top)
        now = self.new(f"load i64, ptr {at}")
        self.fork(self.new(f"icmp slt i64 {now}, {many.size}"), inside, end)
        self.place(inside)
        self.do(f"store i64 {self.extreme(compared, (Num(self.new(f'load i64, ptr {best}')), self.load(self.moved(many.start, now)))).ref}, ptr {best}")
        self.do(f"store i64 {self.new(f'add i64 {now}, 1')}, ptr {at}")
        self.go(top)
        self.place(end)
        return Num(self.new(f"load i64, ptr {best}"))
