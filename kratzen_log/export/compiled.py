"""The compiled copy of ``telling``, over the compiled copies of the bulk room."""

from __future__ import annotations

import hashlib
import os
from functools import cache
from types import FunctionType, ModuleType
from typing import Any, Final

from kratzen_log.bulk import compiled
from kratzen_log.export import telling

NAME: Final = "export"


@cache
def namespace() -> dict[str, Any]:
    """The functions of ``telling``, compiled when they are first called."""
    import numba

    from kratzen_log.bulk.bare import GIVEN

    known = compiled.namespace()
    space: dict[str, Any] = {}
    for name, value in vars(telling).items():
        if isinstance(value, ModuleType):
            space[name] = known.get(value.__name__, value)
        elif isinstance(value, FunctionType) and name in GIVEN:
            space[name] = GIVEN[name]
        elif isinstance(value, FunctionType) and value.__module__ == telling.__name__:
            copy = FunctionType(value.__code__, space, name, value.__defaults__, value.__closure__)
            copy.__qualname__ = f"{NAME}_{name}"
            copy.__module__ = value.__module__
            space[name] = numba.njit(nogil=True)(copy)
        elif isinstance(value, FunctionType):
            space[name] = known[value.__module__].__dict__[name]
        elif not name.startswith("__"):
            space[name] = value
    return space


@cache
def block() -> Any:
    """``telling.block``, compiled; from the disk where the same sources were compiled before."""
    import numba

    made = namespace()["block"]
    path = compiled.folder()
    if path is None:
        return made
    with open(telling.__file__, "rb") as source, open(__file__, "rb") as here:
        whole = hashlib.sha256(source.read() + b"\0" + here.read()).hexdigest()[:24]
    path = os.path.join(path, f"{NAME}-{whole}")
    before = numba.config.CACHE_DIR
    try:
        os.makedirs(path, exist_ok=True)
        numba.config.CACHE_DIR = path
        return numba.njit(nogil=True, cache=True)(made.py_func)
    except (RuntimeError, OSError):
        return made
    finally:
        numba.config.CACHE_DIR = before
