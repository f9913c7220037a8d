"""The target of atheris: ``python -m tests.fuzz.guided FOLDER [libFuzzer options]``."""

from __future__ import annotations

import sys

import atheris  # type: ignore[import-not-found, import-untyped, unused-ignore]

with atheris.instrument_imports(include=["kratzen_log"]):
    from tests.fuzz import target


def one(data: bytes) -> None:
    """One input."""
    target.everything(data)


if __name__ == "__main__":
    atheris.Setup(sys.argv, one)
    atheris.Fuzz()
