"""The command ``kratzen``: one module a family of commands, imported only when used."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Runs ``kratzen``; the exit status is that of FINDINGS (0 clean, 1 findings, 2 usage, 3 unreadable)."""
    from kratzen_log.cli.common import UsageError, build_parser

    words = sys.argv[1:] if argv is None else list(argv)
    parser = build_parser(words[0] if words else "")
    args = parser.parse_args(words)
    if not hasattr(args, "run"):
        parser.print_help()
        return 2
    try:
        status: int = args.run(args)
        sys.stdout.flush()
    except UsageError as error:
        print(f"kratzen: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("kratzen: interrupted", file=sys.stderr)
        return 130
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        print(f"kratzen: {name}{error.strerror or error}", file=sys.stderr)
        return 3
    return status
