"""``kratzen infer-rules``."""

from __future__ import annotations

import argparse

from kratzen_log.cli.common import UsageError, check_rules, log_files, read_rules, write_text
from kratzen_log.cli.reading import all_sessions
from kratzen_log.games import GAMES


def infer_rules(args: argparse.Namespace) -> int:
    """Prints the rules under which logs have the fewest findings; status 1 when some are left."""
    from kratzen_log.inferrer.inferring import InferenceError
    from kratzen_log.inferrer.inferring import infer_rules as infer
    from kratzen_log.inferrer.report import as_json, text

    fixed = read_rules(args.rule)
    check_rules(GAMES.values(), fixed)
    files, _skipped = log_files(args.files)
    try:
        found = infer([session for path in files for session in all_sessions(path)], fixed)
    except InferenceError as error:
        raise UsageError(str(error)) from error
    write_text(args.out, as_json(found) if args.format == "json" else text(found, args.lang))
    return 1 if found.findings else 0
