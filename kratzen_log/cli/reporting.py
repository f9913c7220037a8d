"""``kratzen report``."""

from __future__ import annotations

import argparse
from importlib.util import find_spec

from kratzen_log.cli.common import UsageError, check_rules, read_rules, suffix, write_text
from kratzen_log.cli.reading import one_session, seen
from kratzen_log.games import GAMES


def report(args: argparse.Namespace) -> int:
    """Writes the report of one session."""
    if args.out is None:
        raise UsageError("say where the report goes: -o FILE.html")
    if suffix(args.out) != ".html":
        raise UsageError(f"-o {args.out}: a report is written as .html")
    if not args.no_charts and not all(find_spec(name) for name in ("altair", "pandas", "vl_convert")):
        raise UsageError('the charts need altair: pip install "kratzen-log[lab]", or leave them out with --no-charts')
    rules = read_rules(args.rule)
    check_rules(GAMES.values(), rules)
    session = seen(one_session(args.file, args.session, args.lang), args)
    from kratzen_log.show.report import report_page

    try:
        text = report_page(session, lang=args.lang, rules=rules, charts=not args.no_charts)
    except ValueError as error:
        raise UsageError(f"{args.file}: {error}; kratzen audit says more") from error
    write_text(args.out, text, data=True)
    return 0
