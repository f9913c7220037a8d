"""Copies of the plain functions of kernel, games and this room, compiled. No rule is written again.

Every module that goes in is copied into a fresh one in which its functions are compiled and call each other's
compiled copies; the originals stay what they are. What was compiled is kept on the disk in a folder named by a
digest of all sources that went in, of the compiler and of the machine, so that it cannot be stale.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from functools import cache
from types import FunctionType, ModuleType
from typing import Any, Final

from kratzen_log.bulk import driving, judging, layout, memory, parts, scan, standing
from kratzen_log.games import _game, kratzen, schnellen
from kratzen_log.kernel import accounts, trick

MODULES: Final = (trick, accounts, kratzen, schnellen, layout, parts, scan, standing, judging, driving)
"""The modules whose functions are compiled, lowest first."""
FOLDER: Final = "KRATZEN_CACHE"
"""The environment variable that names another folder for what was compiled; empty: nothing is kept."""


@cache
def digest() -> str:
    """What the compiled code depends on, as a short hexadecimal number."""
    import llvmlite
    import numba
    import numpy as np

    whole = hashlib.sha256()
    for module in (*MODULES, memory, _game, sys.modules[__name__]):
        assert module.__file__ is not None
        with open(module.__file__, "rb") as file:
            whole.update(file.read() + b"\0")
    versions = (numba.__version__, llvmlite.__version__, np.__version__, sys.version, sys.platform)
    whole.update(repr((versions, __file__)).encode())
    return whole.hexdigest()[:24]


def folder() -> str | None:
    """Where compiled code is kept; None where it is not to be, or cannot be."""
    named = os.environ.get(FOLDER)
    if named == "":
        return None
    home = named or os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "kratzen-log")
    path = os.path.join(home, digest())
    try:
        os.makedirs(path, exist_ok=True)
    except OSError:
        return None
    return path if os.access(path, os.W_OK) else None


def fresh(compile_one: Callable[[FunctionType], Any], given: dict[str, Any]) -> dict[str, ModuleType]:
    """Copies of the modules in which every function is what ``compile_one`` makes of it; those of ``memory`` are ``given``."""
    copies = {module.__name__: ModuleType(module.__name__) for module in MODULES}
    made: dict[tuple[str, str], Any] = {}
    for module in MODULES:
        space = copies[module.__name__].__dict__
        for name, value in vars(module).items():
            if isinstance(value, ModuleType) and value.__name__ in copies:
                space[name] = copies[value.__name__]
            elif isinstance(value, FunctionType) and name in given:
                space[name] = given[name]
            elif isinstance(value, FunctionType) and value.__module__ in copies:
                key = (value.__module__, value.__qualname__)
                if key not in made and value.__module__ == module.__name__:
                    made[key] = compile_one(_copy(value, space))
                space[name] = made.get(key, value)
            elif not name.startswith("__"):
                space[name] = value
    return copies


def _copy(function: FunctionType, space: dict[str, Any]) -> FunctionType:
    """The same code with other globals."""
    copy = FunctionType(function.__code__, space, function.__name__, function.__defaults__, function.__closure__)
    copy.__qualname__ = f"{function.__module__.replace('.', '_')}_{function.__name__}"
    copy.__module__ = function.__module__
    return copy


@cache
def namespace() -> dict[str, ModuleType]:
    """The compiled modules by name. Functions are compiled when they are first called."""
    import numba

    from kratzen_log.bulk.bare import GIVEN

    return fresh(numba.njit(nogil=True), GIVEN)


@cache
def block() -> Any:
    """``driving.block``, compiled; from the disk where it was compiled before."""
    import numba

    path = folder()
    driver = namespace()[driving.__name__].block
    if path is None:
        return driver
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = path
    try:
        return numba.njit(nogil=True, cache=True)(driver.py_func)
    except (RuntimeError, OSError):
        return driver
    finally:
        numba.config.CACHE_DIR = before
