"""The target of atheris: ``python -m tests.fuzz.guided FOLDER [libFuzzer options]``."""

from __future__ import annotations

import sys


def main() -> None:
    """Instruments the package and runs until libFuzzer ends."""
    import atheris  # type: ignore[import-not-found, import-untyped, unused-ignore]

    with atheris.instrument_imports(include=["kratzen_log"]):
        import kratzen_log.auditor.auditing
        import kratzen_log.log.document
        import kratzen_log.log.strict
        import kratzen_log.reading.stages
        import kratzen_log.replayer.folding  # noqa: F401
        from tests.fuzz import target

    def one(data: bytes) -> None:
        target.everything(data)

    atheris.Setup(sys.argv, one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
