"""Plain Python functions over whole numbers, translated into the language of LLVM. It knows no rule and no record.

What it takes: whole numbers of 64 bits, tuples, memory (``memory``), the statements and operators below, calls of
functions of the same sort. Anything else is refused with the place where it stands. No function may call itself; a
divisor is never 0 and a shift never below 0 or above 63. ``//`` and ``%`` round down as in Python.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable
from functools import cache
from types import FunctionType, ModuleType
from typing import Any, Final

from kratzen_log.bulk.emitting import NotTranslatable, Steps
from kratzen_log.bulk.values import (
    Bit,
    Fixed,
    Lookup,
    Memory,
    Named,
    Num,
    Rows,
    Several,
    Shape,
    Span,
    rebuilt,
    shape_of,
    types_of,
)

_OPERATORS: Final = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor",
    ast.LShift: "shl", ast.RShift: "ashr",
}
_COMPARED: Final = {
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "slt", ast.LtE: "sle", ast.Gt: "sgt", ast.GtE: "sge",
}


@cache
def _functions(path: str) -> dict[str, ast.FunctionDef]:
    """The functions of a source file by name."""
    with open(path, encoding="utf-8") as file:
        return {node.name: node for node in ast.parse(file.read(), path).body if isinstance(node, ast.FunctionDef)}


class Program:
    """All functions that were asked for, and those they call."""

    def __init__(self, given: dict[Any, Callable[..., Any]], hints: dict[Any, str]) -> None:
        self.given = given
        self.hints = hints
        self.texts: list[str] = []
        self.made: dict[tuple[Any, ...], tuple[str, Shape]] = {}
        self.regions: dict[str, int] = {}
        self.declared: set[str] = set()

    def function(self, function: FunctionType, shapes: tuple[Shape, ...], name: str | None = None) -> tuple[str, Shape]:
        """The name of a translated function and the shape of what it returns; ``name``: what others may call it by."""
        key = (function, shapes, name)
        if key not in self.made:
            called = name or f"{function.__name__}.{len(self.made)}"
            self.made[key] = ("", ())
            body = Body(self, function, shapes)
            link = "" if name else "internal "
            self.texts.append(
                f"define {link}{body.answer_type()} @{called}({body.parameters}) {self.hints.get(function, '')} {{\n" + body.text() + "}\n"
            )
            self.made[key] = (called, body.answer or (Fixed, None))
        return self.made[key]

    def region(self, name: str) -> str:
        """The mark of a region on a load or store."""
        number = self.regions.setdefault(name, len(self.regions))
        return f", !tbaa !{2 * number + 2}"

    def text(self) -> str:
        """The whole program."""
        marks = ['!0 = !{!"memory"}']
        for name, number in self.regions.items():
            marks += [f'!{2 * number + 1} = !{{!"{name}", !0}}', f"!{2 * number + 2} = !{{!{2 * number + 1}, !{2 * number + 1}, i64 0}}"]
        return "\n".join([*sorted(self.declared), *self.texts, *marks]) + "\n"


class Body(Steps):
    """One function for one shape of its arguments."""

    def __init__(self, program: Program, function: FunctionType, shapes: tuple[Shape, ...]) -> None:
        super().__init__(function.__name__, program.region, program.declared.add)
        self.program = program
        self.function = function
        self.answer: Shape | None = None
        self.variables: dict[str, tuple[Shape, list[str]]] = {}
        self.loops: list[tuple[str, str]] = []
        self.left: set[str] = set()
        tree = _functions(function.__code__.co_filename).get(function.__name__)
        if tree is None:
            raise NotTranslatable(f"{function.__module__}.{function.__name__} is no function of a file")
        names = [argument.arg for argument in tree.args.args]
        self.locals = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)} | set(names)
        given: list[str] = []
        for name, shape in zip(names, shapes, strict=True):
            refs = [f"%p{len(given) + at}" for at in range(len(types_of(shape)))]
            given += [f"{kind} {ref}" for kind, ref in zip(types_of(shape), refs, strict=True)]
            self.assign(ast.Name(name), rebuilt(shape, iter(refs)))
        self.parameters = ", ".join(given)
        self.run(tree.body)
        if self.live:
            self.give(Fixed(None))

    def text(self) -> str:
        """The function from its first line to its last."""
        return "\n".join(["begin:", *self.slots, *self.lines]) + "\n"

    def answer_type(self) -> str:
        """The machine's type of what is returned."""
        kinds = types_of(self.answer) if self.answer else []
        return "void" if not kinds else kinds[0] if len(kinds) == 1 else "{ " + ", ".join(kinds) + " }"

    def refuse(self, node: ast.AST, why: str) -> NotTranslatable:
        """What cannot be translated, and where it stands."""
        return NotTranslatable(f"{self.function.__module__}.{self.function.__name__}, line {getattr(node, 'lineno', 0)}: {why}")

    def find(self, base: Any, index: Any, node: ast.AST) -> Any:
        """What stands at a place of a list: memory of one number, or the value itself."""
        match base:
            case Memory():
                return self.moved(base, self.num(index))
            case Span():
                return self.moved(base.start, self.num(index))
            case Rows():
                return Span(self.moved(base.start, self.new(f"mul i64 {self.num(index)}, {base.width}")), str(base.width))
            case Lookup():
                return self.called(base.function, [base.whole, Num(self.num(index))], node)
            case Several() if isinstance(index, Fixed):
                return base.items[index.what]
            case Fixed() if isinstance(index, Fixed):
                return Fixed(base.what[index.what])
        raise self.refuse(node, "no place in this")

    # --- statements ----------------------------------------------------------------------------------------------

    def run(self, many: list[ast.stmt]) -> None:
        """Statements one after another."""
        for node in many:
            if not self.live:
                return
            handle = getattr(self, "do_" + type(node).__name__.lower(), None)
            if handle is None:
                raise self.refuse(node, f"{type(node).__name__} cannot be compiled")
            handle(node)

    def do_expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.value(node.value)

    def do_pass(self, _node: ast.Pass) -> None:
        pass

    def do_return(self, node: ast.Return) -> None:
        self.give(self.value(node.value) if node.value else Fixed(None))

    def give(self, value: Any) -> None:
        """Returns a value."""
        shape = shape_of(value)
        self.answer = self.answer or shape
        if shape != self.answer:
            raise NotTranslatable(f"{self.function.__name__} returns {shape} and {self.answer}")
        parts, kinds = self.parts(value), types_of(shape)
        if len(parts) > 1:
            whole = "undef"
            for at, (kind, ref) in enumerate(zip(kinds, parts, strict=True)):
                whole = self.new(f"insertvalue {self.answer_type()} {whole}, {kind} {ref}, {at}")
            self.do(f"ret {self.answer_type()} {whole}")
        else:
            self.do(f"ret {kinds[0]} {parts[0]}" if parts else "ret void")
        self.live = False

    def do_assign(self, node: ast.Assign) -> None:
        value = self.value(node.value)
        for target in node.targets:
            self.assign(target, value)

    def do_annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.assign(node.target, self.value(node.value))

    def assign(self, target: ast.expr, value: Any) -> None:
        """Binds a name, or several, or writes into memory."""
        if isinstance(target, ast.Tuple):
            if not isinstance(value, Several):
                raise self.refuse(target, "no tuple")
            for one, part in zip(target.elts, value.items, strict=True):
                self.assign(one, part)
        elif isinstance(target, ast.Subscript):
            number = self.num(value)
            self.store(self.find(self.value(target.value), self.value(target.slice), target), number)
        elif isinstance(target, ast.Name):
            shape = shape_of(value)
            if target.id not in self.variables:
                self.variables[target.id] = shape, [self.slot(kind) for kind in types_of(shape)]
            held, slots = self.variables[target.id]
            if held != shape:
                raise self.refuse(target, f"{target.id} is {held} and then {shape}")
            for kind, ref, slot in zip(types_of(shape), self.parts(value), slots, strict=True):
                self.do(f"store {kind} {ref}, ptr {slot}")
        else:
            raise self.refuse(target, "nothing can be written there")

    def do_augassign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Subscript):
            place = self.find(self.value(node.target.value), self.value(node.target.slice), node)
            number = self.value(node.value)
            self.store(place, self.num(self.combined(node.op, self.load(place), number, node)))
        else:
            now = self.value(ast.Name(node.target.id))  # type: ignore[union-attr]
            self.assign(node.target, self.combined(node.op, now, self.value(node.value), node))

    def do_if(self, node: ast.If) -> None:
        yes, no, end = self.label(), self.label(), self.label()
        self.branch(node.test, yes, no if node.orelse else end)
        self.place(yes)
        self.run(node.body)
        left = self.live
        self.go(end)
        if node.orelse:
            self.place(no)
            self.run(node.orelse)
            left = left or self.live
            self.go(end)
        else:
            left = True
        if left:
            self.place(end)

    def do_while(self, node: ast.While) -> None:
        top, inside, end = self.label(), self.label(), self.label()
        self.place(top)
        self.branch(node.test, inside, end)
        self.place(inside)
        self.loops.append((top, end))
        self.run(node.body)
        self.loops.pop()
        self.go(top)
        if not isinstance(node.test, ast.Constant) or end in self.left:
            self.place(end)

    def do_break(self, _node: ast.Break) -> None:
        self.left.add(self.loops[-1][1])
        self.go(self.loops[-1][1])

    def do_continue(self, _node: ast.Continue) -> None:
        self.go(self.loops[-1][0])

    def do_for(self, node: ast.For) -> None:
        if isinstance(node.iter, ast.Call) and isinstance(node.iter.func, ast.Name) and node.iter.func.id == "range":
            self.count_up(node, [self.value(argument) for argument in node.iter.args])
            return
        many = self.value(node.iter)
        if isinstance(many, Span):
            self.count_up(node, [Num(many.size)], many)
        elif isinstance(many, Several):
            self.repeat(node, list(many.items))
        elif isinstance(many, Fixed) and isinstance(many.what, tuple):
            self.repeat(node, [Fixed(item) for item in many.what])
        else:
            raise self.refuse(node, "no loop over this")

    def repeat(self, node: ast.For, items: list[Any]) -> None:
        """A loop over values that are known now: the body again for each."""
        end = self.label()
        for item in items:
            after = self.label()
            self.assign(node.target, Num(self.num(item)))
            self.loops.append((after, end))
            self.run(node.body)
            self.loops.pop()
            self.place(after)
        self.place(end)

    def count_up(self, node: ast.For, bounds: list[Any], many: Span | None = None) -> None:
        """A loop over a range, or over the places of memory."""
        start, stop = ("0", self.num(bounds[0])) if len(bounds) == 1 else (self.num(bounds[0]), self.num(bounds[1]))
        step = int(bounds[2].what) if len(bounds) == 3 else 1
        top, inside, after, end = (self.label() for _ in range(4))
        slot = self.slot("i64")
        self.do(f"store i64 {start}, ptr {slot}")
        self.place(top)
        at = self.new(f"load i64, ptr {slot}")
        self.fork(self.new(f"icmp {'slt' if step > 0 else 'sgt'} i64 {at}, {stop}"), inside, end)
        self.place(inside)
        self.assign(node.target, self.load(self.moved(many.start, at)) if many else Num(at))
        self.loops.append((after, end))
        self.run(node.body)
        self.loops.pop()
        self.place(after)
        self.do(f"store i64 {self.new(f'add i64 {at}, {step}')}, ptr {slot}")
        self.go(top)
        self.place(end)

    # --- expressions ---------------------------------------------------------------------------------------------

    def branch(self, node: ast.expr, yes: str, no: str) -> None:
        """Jumps by a condition; what is behind ``and`` and ``or`` is looked at only where it matters."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self.branch(node.operand, no, yes)
        elif isinstance(node, ast.BoolOp):
            for part in node.values[:-1]:
                more = self.label()
                self.branch(part, *((more, no) if isinstance(node.op, ast.And) else (yes, more)))
                self.place(more)
            self.branch(node.values[-1], yes, no)
        elif isinstance(node, ast.Constant):
            self.go(yes if node.value else no)
        else:
            self.fork(self.bit(self.value(node)), yes, no)

    def value(self, node: ast.expr) -> Any:
        """The value of an expression."""
        handle = getattr(self, "of_" + type(node).__name__.lower(), None)
        if handle is None:
            raise self.refuse(node, f"{type(node).__name__} cannot be compiled")
        return handle(node)

    def of_constant(self, node: ast.Constant) -> Any:
        return Fixed(node.value)

    def of_name(self, node: ast.Name) -> Any:
        if node.id in self.variables:
            shape, slots = self.variables[node.id]
            return rebuilt(shape, iter([self.new(f"load {kind}, ptr {slot}") for kind, slot in zip(types_of(shape), slots, strict=True)]))
        if node.id in self.locals:
            raise self.refuse(node, f"{node.id} has no value yet")
        space = self.function.__globals__
        return Fixed(space[node.id] if node.id in space else getattr(builtins, node.id))

    def of_tuple(self, node: ast.Tuple) -> Any:
        return Several(tuple(self.value(part) for part in node.elts))

    def of_attribute(self, node: ast.Attribute) -> Any:
        base = self.value(node.value)
        if isinstance(base, Fixed):
            if not isinstance(base.what, ModuleType):
                raise self.refuse(node, "no module")
            return Fixed(getattr(base.what, node.attr))
        if isinstance(base, Named):
            return self.load(self.moved(base.start, str(base.names.index(node.attr))))
        if isinstance(base, Several) and node.attr in base.names:
            return base.items[base.names.index(node.attr)]
        raise self.refuse(node, f"nothing here is called {node.attr}")

    def of_subscript(self, node: ast.Subscript) -> Any:
        found = self.find(self.value(node.value), self.value(node.slice), node)
        return self.load(found) if isinstance(found, Memory) else found

    def of_unaryop(self, node: ast.UnaryOp) -> Any:
        value = self.value(node.operand)
        if isinstance(node.op, ast.Not):
            return Bit(self.new(f"xor i1 {self.bit(value)}, true"))
        if isinstance(value, Fixed):
            return Fixed(~value.what if isinstance(node.op, ast.Invert) else -value.what)
        if isinstance(node.op, ast.Invert):
            return Num(self.new(f"xor i64 {self.num(value)}, -1"))
        return Num(self.new(f"sub i64 0, {self.num(value)}"))

    def of_binop(self, node: ast.BinOp) -> Any:
        return self.combined(node.op, self.value(node.left), self.value(node.right), node)

    def combined(self, operator: ast.operator, left: Any, right: Any, node: ast.AST) -> Any:
        """Two numbers made one."""
        if isinstance(left, Fixed) and isinstance(right, Fixed):
            return Fixed(_fold(operator, left.what, right.what))
        if isinstance(operator, (ast.FloorDiv, ast.Mod)):
            return Num(self.divided(isinstance(operator, ast.Mod), left, right))
        if isinstance(operator, (ast.BitAnd, ast.BitOr, ast.BitXor)) and isinstance(left, Bit) and isinstance(right, Bit):
            return Bit(self.new(f"{_OPERATORS[type(operator)]} i1 {left.ref}, {right.ref}"))
        if type(operator) not in _OPERATORS:
            raise self.refuse(node, f"{type(operator).__name__} cannot be compiled")
        return Num(self.new(f"{_OPERATORS[type(operator)]} i64 {self.num(left)}, {self.num(right)}"))

    def of_compare(self, node: ast.Compare) -> Any:
        left = self.value(node.left)
        whole = ""
        for operator, other in zip(node.ops, node.comparators, strict=True):
            right = self.value(other)
            one = self.compared(operator, left, right, node)
            whole = one if not whole else self.new(f"and i1 {whole}, {one}")
            left = right
        return Bit(whole)

    def compared(self, operator: ast.cmpop, left: Any, right: Any, node: ast.AST) -> str:
        """One comparison."""
        if isinstance(operator, (ast.In, ast.NotIn)):
            items = right.items if isinstance(right, Several) else [Fixed(item) for item in right.what]
            number = self.num(left)
            found = "false"
            for item in items:
                found = self.new(f"or i1 {found}, {self.new(f'icmp eq i64 {number}, {self.num(item)}')}")
            return found if isinstance(operator, ast.In) else self.new(f"xor i1 {found}, true")
        if type(operator) not in _COMPARED:
            raise self.refuse(node, f"{type(operator).__name__} cannot be compiled")
        return self.new(f"icmp {_COMPARED[type(operator)]} i64 {self.num(left)}, {self.num(right)}")

    def of_boolop(self, node: ast.BoolOp) -> Any:
        slot, end = self.slot("i64"), self.label()
        for at, part in enumerate(node.values):
            number = self.num(self.value(part))
            self.do(f"store i64 {number}, ptr {slot}")
            if at + 1 < len(node.values):
                more = self.label()
                test = self.new(f"icmp ne i64 {number}, 0")
                self.fork(test, *((more, end) if isinstance(node.op, ast.And) else (end, more)))
                self.place(more)
        self.place(end)
        return Num(self.new(f"load i64, ptr {slot}"))

    def of_ifexp(self, node: ast.IfExp) -> Any:
        yes, no, end = self.label(), self.label(), self.label()
        self.branch(node.test, yes, no)
        slots: list[str] = []
        shape: Shape = ()
        for label, part in ((yes, node.body), (no, node.orelse)):
            self.place(label)
            value = self.value(part)
            shape = shape or shape_of(value)
            if shape != shape_of(value):
                raise self.refuse(node, "two different things")
            slots = slots or [self.slot(kind) for kind in types_of(shape)]
            for kind, ref, slot in zip(types_of(shape), self.parts(value), slots, strict=True):
                self.do(f"store {kind} {ref}, ptr {slot}")
            self.go(end)
        self.place(end)
        return rebuilt(shape, iter([self.new(f"load {kind}, ptr {slot}") for kind, slot in zip(types_of(shape), slots, strict=True)]))

    def of_call(self, node: ast.Call) -> Any:
        callee = self.value(node.func)
        what = callee.what if isinstance(callee, Fixed) else None
        values = [self.value(argument) for argument in node.args]
        if what in _BUILT_IN:
            return getattr(self, "call_" + what.__name__)(*values)
        if what in self.program.given:
            return self.program.given[what](self, *values)
        if isinstance(what, type) and issubclass(what, tuple) and hasattr(what, "_fields"):
            return Several(tuple(values), what._fields)
        if not isinstance(what, FunctionType) or node.keywords:
            raise self.refuse(node, "no call that can be compiled")
        values += [Fixed(value) for value in (what.__defaults__ or ())[len(values) - what.__code__.co_argcount :]] if len(values) < what.__code__.co_argcount else []
        return self.called(what, values, node)

    def called(self, what: FunctionType, values: list[Any], node: ast.AST) -> Any:
        """A call of a function that is translated too."""
        shapes = tuple(shape_of(value) for value in values)
        name, answer = self.program.function(what, shapes)
        if not name:
            raise self.refuse(node, f"{what.__name__} calls itself")
        given = ", ".join(f"{kind} {ref}" for value, shape in zip(values, shapes, strict=True) for kind, ref in zip(types_of(shape), self.parts(value), strict=True))
        return self.received(name, answer, given)

    def received(self, name: str, answer: Shape, given: str) -> Any:
        """What a call returns."""
        kinds = types_of(answer)
        if not kinds:
            self.do(f"call void @{name}({given})")
            return rebuilt(answer, iter(()))
        if len(kinds) == 1:
            return rebuilt(answer, iter([self.new(f"call {kinds[0]} @{name}({given})")]))
        whole = "{ " + ", ".join(kinds) + " }"
        ref = self.new(f"call {whole} @{name}({given})")
        return rebuilt(answer, iter([self.new(f"extractvalue {whole} {ref}, {at}") for at in range(len(kinds))]))

    # --- what every Python has -----------------------------------------------------------------------------------

    def call_int(self, value: Any) -> Any:
        return value if isinstance(value, Fixed) else Num(self.num(value))

    def call_bool(self, value: Any) -> Bit:
        return Bit(self.bit(value))

    def call_len(self, value: Any) -> Any:
        return Num(value.size) if isinstance(value, Span) else Fixed(len(value.what))

    def call_abs(self, value: Any) -> Num:
        number = self.num(value)
        return Num(self.new(f"select i1 {self.new(f'icmp slt i64 {number}, 0')}, i64 {self.new(f'sub i64 0, {number}')}, i64 {number}"))

    def call_min(self, *values: Any) -> Num:
        return self.extreme("slt", values)

    def call_max(self, *values: Any) -> Num:
        return self.extreme("sgt", values)


_BUILT_IN: Final = (int, bool, len, abs, min, max)


def _fold(operator: ast.operator, left: Any, right: Any) -> Any:
    """An operation on two constants."""
    import operator as o

    table = {
        ast.Add: o.add, ast.Sub: o.sub, ast.Mult: o.mul, ast.BitAnd: o.and_, ast.BitOr: o.or_, ast.BitXor: o.xor,
        ast.LShift: o.lshift, ast.RShift: o.rshift, ast.FloorDiv: o.floordiv, ast.Mod: o.mod, ast.Pow: o.pow,
    }
    return table[type(operator)](left, right)
