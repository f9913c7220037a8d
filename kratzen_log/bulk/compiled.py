"""The plain functions of kernel, games and this room as machine code. No rule is written again.

``translate`` reads the very functions that the ordinary audit runs; LLVM makes machine code of them. What was compiled
is kept on the disk under a digest of the whole program as translated, of the compiler and of the machine: translating
takes a moment and happens every time, so that nothing kept can be stale. Calls release the interpreter: threads run side by side.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
from collections.abc import Callable
from functools import cache
from typing import Any, Final, NamedTuple

from kratzen_log.bulk import driving, translate, values

FOLDER: Final = "KRATZEN_CACHE"
"""The environment variable that names another folder for what was compiled; empty: nothing is kept."""


class Entry(NamedTuple):
    """A function that Python calls, and what its arguments are: ``NUMBER``, ``numbers``, ``TABLES``."""

    function: Any
    shapes: tuple[Any, ...]
    unroll: bool = False
    """Whether loops are unrolled, which takes longer to compile and a little less to run."""


def numbers(region: str, kind: str = "i64") -> tuple[Any, ...]:
    """A flat array as an argument; arrays of different regions never overlap."""
    return (values.Memory, kind, region)


NUMBER: Final = values.NUMBER
TABLES: Final = (values.Several, tuple(numbers(name) for name in ("suit_of", "suit_mask", "higher", "free", "ladder")), ())
"""The tables of a rule book, a tuple of arrays."""
LINES = ANEW = numbers("data", "u8")
"""The bytes of a log, and of a line written anew; what reads them is made for each, so that the one is not slowed by the other."""
BLOCK: Final = Entry(
    driving.block,
    (
        LINES, NUMBER, NUMBER, ANEW, numbers("keys"), numbers("cards", "i8"), numbers("book"), numbers("texts"), TABLES,
        numbers("session"), numbers("record"), numbers("work"), numbers("answer"), NUMBER,
    ),
    unroll=True,
)


def digest(text: str) -> str:
    """What machine code depends on, as a hexadecimal number: the whole program, the compiler, the machine, this file."""
    import llvmlite
    import llvmlite.binding as llvm

    machine = (llvm.get_process_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())
    whole = hashlib.sha256(repr((llvmlite.__version__, llvm.llvm_version_info, machine)).encode())
    with open(__file__, "rb") as file:
        whole.update(file.read())
    whole.update(text.encode())
    return whole.hexdigest()[:32]


def folder() -> str | None:
    """Where compiled code is kept; None where it is not to be."""
    named = os.environ.get(FOLDER)
    if named == "":
        return None
    return named or os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "kratzen-log")


def program(entry: Entry) -> translate.Program:
    """An entry and all it calls, translated."""
    from kratzen_log.bulk.bare import GIVEN, HINTS

    made = translate.Program(GIVEN, HINTS)
    made.function(entry.function, entry.shapes, "entry")
    return made


@cache
def _machine() -> Any:
    """The machine at hand."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=2, jit=True
    )


def machine_code(text: str, *, unroll: bool = False) -> bytes:
    """An object file from a program."""
    import llvmlite.binding as llvm

    machine = _machine()
    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    module.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = options.slp_vectorization = False
    options.loop_unrolling = unroll
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


def _kept(entry: Entry) -> bytes:
    """The machine code of an entry, from the disk where it was compiled before."""
    home = folder()
    text = f"; {entry.unroll}\n{program(entry).text()}"
    path = os.path.join(home, digest(text) + ".o") if home else ""
    try:
        with open(path, "rb") as file:
            seal, code = file.read(32), file.read()
        if hashlib.sha256(code).digest() == seal:
            return code
    except OSError:
        pass
    code = machine_code(text, unroll=entry.unroll)
    if home:
        beside = f"{path}.{os.getpid()}.part"
        try:
            os.makedirs(home, exist_ok=True)
            with open(beside, "wb") as file:
                file.write(hashlib.sha256(code).digest() + code)
            os.replace(beside, path)
        except OSError:
            pass
    return code


_engines: Final[list[Any]] = []


@cache
def compiled(entry: Entry) -> Compiled:
    """A function to call with whole numbers and flat arrays; tuples of arrays stand for tuples of memory."""
    import llvmlite.binding as llvm

    code = _kept(entry)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine())
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    _engines.append(engine)
    kinds = [kind for shape in entry.shapes for kind in values.types_of(shape)]
    given = [ctypes.c_int64 if kind == "i64" else ctypes.c_void_p for kind in kinds]
    return Compiled(ctypes.CFUNCTYPE(ctypes.c_int64, *given)(engine.get_function_address("entry")))


class Compiled:
    """Machine code. Arguments that stay the same may be given as ``flat`` has them; their arrays must live on."""

    def __init__(self, call: Callable[..., Any]) -> None:
        self.call = call

    def __call__(self, *arguments: Any) -> int:
        """Runs it."""
        return int(self.call(*flat(arguments)))


def flat(arguments: Any) -> tuple[int, ...]:
    """Numbers and addresses."""
    made: list[int] = []
    for argument in arguments:
        if isinstance(argument, int):
            made.append(argument)
        elif isinstance(argument, tuple):
            made += flat(argument)
        else:
            made.append(_address(argument))
    return tuple(made)


def _address(array: Any) -> int:
    """Where an array lies."""
    if array.flags.writeable and array.size:
        return ctypes.addressof(ctypes.c_char.from_buffer(array))
    return int(array.__array_interface__["data"][0])


def block() -> Compiled:
    """``driving.block``, compiled."""
    return compiled(BLOCK)

