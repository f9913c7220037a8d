"""``kratzen legal`` and ``kratzen perft``."""

from __future__ import annotations

import argparse

import msgspec

from kratzen_log.cli.common import ANSWER_FORMS, UsageError, form_of, read_rules, write_text
from kratzen_log.texts.safe import terminal


def legal(args: argparse.Namespace) -> int:
    """The legal cards of a hand."""
    from kratzen_log.replayer.position import legal as legal_cards

    form = form_of(args, ANSWER_FORMS)
    try:
        position = legal_cards(args.game, args.trump, args.hand, args.trick, read_rules(args.rule))
    except ValueError as error:
        raise UsageError(str(error)) from error
    if form == "json":
        answer = {"legal": list(position.legal), "duty": position.duty, "must_beat": position.must_beat, "rule": position.rule}
        write_text(args.out, msgspec.json.encode(answer).decode(), data=True)
    else:
        write_text(args.out, f"{' '.join(position.legal)}\n{position.text(args.lang)} ({position.rule})")
    return 0


def perft(args: argparse.Namespace) -> int:
    """Counts what every block of the files says and compares; 1 on a difference, 2 for a file that is none."""
    from kratzen_log.replayer.perft import PerftError, check, read

    wrong = 0
    for path in args.files:
        try:
            with open(path, encoding="utf-8") as file:
                blocks = read(file.read())
        except (PerftError, UnicodeDecodeError) as error:
            reason = error if isinstance(error, PerftError) else "this is no text, so it is no perft file"
            raise UsageError(f"{path}: {reason}") from error
        for block in blocks:
            differences = check(block)
            wrong += bool(differences)
            lines = [terminal(f"{path}: {block.id}: {'ok' if not differences else 'DIFFERENT'}"), *(f"  {line}" for line in differences)]
            write_text(None, "\n".join(lines))
    return 1 if wrong else 0
