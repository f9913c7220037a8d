"""The command ``kratzen``: one module a family of commands, imported only when used."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any


def main(argv: Sequence[str] | None = None) -> int:
    """Runs ``kratzen``; the exit status is that of FINDINGS (0 clean, 1 findings, 2 usage, 3 unreadable)."""
    from kratzen_log.cli.common import UsageError, build_parser, check_out, complain, drop_unwritten

    words = _command_first(sys.argv[1:] if argv is None else list(argv))
    parser = build_parser(words[0] if words else "")
    try:
        args = _parsed(parser, words)
        status = 2
        if hasattr(args, "run"):
            check_out(args)
            status = args.run(args)
        else:
            parser.print_help()
        if sys.stdout is not None:
            sys.stdout.flush()
    except UsageError as error:
        complain(str(error), words)
        return 2
    except BrokenPipeError:
        drop_unwritten(sys.stdout)
        return 0
    except KeyboardInterrupt:
        complain("interrupted", words)
        return 130
    except OSError as error:
        drop_unwritten(sys.stdout)
        name = f"{os.fsdecode(error.filename)}: " if error.filename else ""
        complain(error.strerror or str(error), words, place=name)
        return 3
    return status


def _parsed(parser: Any, words: list[str]) -> Any:
    """The arguments; where help is asked for instead, all of it is written when this ends. Raises ``OSError`` where it cannot be."""
    try:
        return parser.parse_args(words)
    except SystemExit:
        if sys.stdout is not None:
            sys.stdout.flush()
        raise


def _command_first(words: list[str]) -> list[str]:
    """``kratzen --lang de audit …`` as ``kratzen audit --lang de …``."""
    if words[:1] == ["--lang"] and len(words) > 2:
        return [words[2], *words[:2], *words[3:]]
    if words[:1] and words[0].startswith("--lang=") and len(words) > 1:
        return [words[1], words[0], *words[2:]]
    return words
