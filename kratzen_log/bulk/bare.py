"""What compiled code is given for the functions of ``memory`` and for house rules: addresses, and nothing to count."""

from __future__ import annotations

from typing import Any, Final

import numba
from llvmlite import ir
from numba import types
from numba.core.typing.templates import AttributeTemplate
from numba.extending import infer_getattr, intrinsic, lower_getattr_generic, models, register_model

from kratzen_log.bulk.judging import RUNGS
from kratzen_log.games import kratzen, schnellen

_I64: Final = ir.IntType(64)


class Fields(types.Type):
    """Whole numbers in memory that have names, such as the options of a game."""

    def __init__(self, name: str, fields: tuple[str, ...]) -> None:
        super().__init__(name=f"Fields({name})")
        self.fields = fields


@register_model(Fields)
class _Model(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _I64.as_pointer())


@infer_getattr
class _Attributes(AttributeTemplate):
    key = Fields

    def generic_resolve(self, kind: Fields, name: str) -> Any:
        """A field is a whole number."""
        return types.int64 if name in kind.fields else None


@lower_getattr_generic(Fields)
def _field(_context: Any, builder: Any, kind: Fields, value: Any, name: str) -> Any:
    return builder.load(builder.gep(value, [ir.Constant(ir.IntType(64), kind.fields.index(name))]))


KRATZEN: Final = Fields("kratzen", kratzen.Options._fields)
SCHNELLEN: Final = Fields("schnellen", schnellen.Options._fields)


@intrinsic
def bare(_context: Any, array: Any) -> Any:
    """The address of an array."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.make_array(signature.args[0])(context, builder, args[0]).data

    return types.CPointer(array.dtype)(array), code


@intrinsic
def shift(_context: Any, array: Any, at: Any) -> Any:
    """An address some places on."""

    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.gep(args[0], [args[1]])

    return array(array, types.int64), code


def _load(builder: Any, args: Any) -> Any:
    return builder.load(builder.bitcast(builder.gep(args[0], [args[1]]), _I64.as_pointer()), align=1)


@intrinsic
def eight(_context: Any, array: Any, at: Any) -> Any:
    """Eight bytes as one number."""
    return types.int64(array, types.int64), lambda _context, builder, _signature, args: _load(builder, args)


@intrinsic
def before_quote(_context: Any, array: Any, at: Any) -> Any:
    """Finds the first zero byte after an exclusive or with eight quotation marks."""

    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        other = builder.xor(_load(builder, args), _I64(0x2222222222222222))
        low = builder.sub(other, _I64(0x0101010101010101))
        found = builder.and_(builder.and_(low, builder.not_(other)), _I64(0x8080808080808080))
        return builder.lshr(builder.cttz(found, ir.IntType(1)(0)), _I64(3))

    return types.int64(array, types.int64), code


def _named(kind: Fields) -> Any:
    @intrinsic
    def options(_context: Any, array: Any) -> Any:
        return kind(array), lambda _context, _builder, _signature, args: args[0]

    return options


@numba.njit(nogil=True)
def part(array: Any, at: int, count: int) -> Any:
    """So many numbers from an address on."""
    return numba.carray(shift(array, at), (count,))


@intrinsic
def grid(_context: Any, array: Any, at: Any, rows: Any, columns: Any) -> Any:
    """Rows of numbers from an address on; each row is a tuple."""
    row = types.UniTuple(types.int64, RUNGS)

    def code(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        kind = context.get_value_type(types.CPointer(row))
        return builder.bitcast(builder.gep(args[0], [args[1]]), kind)

    return types.CPointer(row)(array, types.int64, types.int64, types.int64), code


GIVEN: Final = {
    "bare": bare, "shift": shift, "part": part, "grid": grid, "eight": eight,
    "before_quote": before_quote,
    "kratzen_options": _named(KRATZEN), "schnellen_options": _named(SCHNELLEN),
}
