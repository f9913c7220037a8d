"""``kratzen seal`` and ``kratzen verify``."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Final

from kratzen_log.cli.common import UsageError, expected_seal, tell, wants_colour, write_bytes, write_text
from kratzen_log.texts import table

if TYPE_CHECKING:
    from kratzen_log.auditor.findings import Finding

CHECKED: Final = ("file", "json", "seal", "log.no-session", "log.record-order", "log.unknown-type", "log.missing-key", "log.version", "log.type")
"""Findings that say whether a log is whole; what was played is the audit's business. Of ``log.type``: see ``_matters``."""

_NEEDED: Final = frozenset({"/format", "/version", "/game", "/players", "/delta", "/deal"})
"""Keys of records other than deals; where their value is of the wrong type, the record is not read."""


def say(key: str, lang: str, **values: object) -> str:
    """A sentence about seals."""
    text: str = table("words")["seal"][key][lang]
    return text.format(**values)


def seal(args: argparse.Namespace) -> int:
    """Seals a log; its seal goes to standard output when the log goes to a file."""
    from kratzen_log.cli.reading import refuse_broken_seal, whole_sessions
    from kratzen_log.log.model import End
    from kratzen_log.log.seal import digest, sealed
    from kratzen_log.log.writer import dump, dumps

    many = whole_sessions(args.file)
    if not args.anew:
        refuse_broken_seal(args.file, many, "sealed (--anew does it all the same)")
    done = [sealed(session) for session in many]
    if args.out is None or args.out == "-":
        write_bytes(None, dumps(done))
    else:
        try:
            dump(done, args.out)
        except ValueError as error:
            raise UsageError(str(error)) from error
        write_text(None, digest(done[-1].records[-1]))
        if len(done) > 1:
            tell(f"kratzen: {args.file}: {say('last', args.lang, n=len(done))}")
    if not all(isinstance(session.records[-1], End) for session in done if session.records):
        tell(f"kratzen: {args.file}: {say('no_end', args.lang)}")
    return 0


def _matters(finding: Finding) -> bool:
    """Whether a finding leaves the chain unverified: of the values of the wrong type a seal, or one without which its record is lost."""
    return finding.code != "log.type" or finding.pointer == "/prev" or (finding.pointer in _NEEDED and finding.deal is None)


def verify(args: argparse.Namespace) -> int:
    """Checks the seal of a log and prints it; the findings where it does not fit."""
    from kratzen_log.auditor import report_text
    from kratzen_log.auditor.auditing import Choice, audit_path
    from kratzen_log.cli.auditing import STATUS
    from kratzen_log.cli.reading import refuse_folder

    refuse_folder(args.file)
    choice = Choice(select=CHECKED, lang=args.lang, expect=expected_seal(args.expect))
    report = audit_path(args.file, choice)
    report.findings = [finding for finding in report.findings if _matters(finding)]
    if report.verdict != "clean":
        write_text(args.out, report_text.render([report], args.lang, colour=args.out is None and wants_colour(sys.stdout)))
        return STATUS[report.verdict]
    if not report.sealed:
        tell(f"{args.file}: {say('none', args.lang)}")
        return 1
    if report.unsealed:
        tell(f"{args.file}: {say('some', args.lang, unsealed=report.unsealed, n=report.sessions)}")
        return 1
    write_text(args.out, report.seal or "")
    tell(f"{args.file}: {say('fits_many' if report.sessions > 1 else 'fits', args.lang, n=report.sessions)}")
    return 0
