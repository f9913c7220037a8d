"""What all commands share: the parser, languages, options of a game, where output goes."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import IO, Any, Final, NoReturn, TextIO

from kratzen_log import __version__
from kratzen_log.games._game import read_value
from kratzen_log.texts.safe import page, terminal

EPILOG: Final = """\
examples:
  kratzen audit sample_logs                     every log of a folder, checked
  kratzen replay evening.jsonl --deal 3         one deal, trick by trick, chip by chip
  kratzen legal --game schnellen --trump E --trick "HK" --hand "HA H9 L7"
  kratzen simulate --game kratzen --players 4 --deals 10 --seed 1 -o evening.jsonl
  kratzen explain S-4.1                         a paragraph, a finding, a word
"""


class UsageError(Exception):
    """The command was called in a way that cannot work; the message says what to do."""


class Parser(argparse.ArgumentParser):
    """argparse with one-line errors."""

    def error(self, message: str) -> NoReturn:
        """Says what is wrong in one line and where the help is."""
        from kratzen_log.texts.usage import said

        lang = spoken(sys.argv[1:])
        tell(f"{self.prog}: {said(message, lang)} {said(f'(see {self.prog} --help)', lang)}")
        raise SystemExit(2)


def spoken(words: Sequence[str]) -> str:
    """The language that the words of a command ask for, also where the command cannot be understood."""
    for at, word in enumerate(words):
        value = words[at + 1] if at + 1 < len(words) else ""
        asked = value if word == "--lang" else word.removeprefix("--lang=") if word.startswith("--lang=") else ""
        if asked in ("en", "de"):
            return asked
    return default_language()


def complain(message: str, words: Sequence[str], place: str = "") -> None:
    """One line on standard error, in the language of the command."""
    from kratzen_log.texts.usage import said

    tell(f"kratzen: {place}{said(message, spoken(words))}")


def tell(text: str) -> None:
    """One line on standard error, whatever it quotes: the one way there. Where nothing takes it, it is lost."""
    if sys.stderr is not None:
        with suppress(OSError):
            print(terminal(text), file=sys.stderr)
        drop_unwritten(sys.stderr)


def drop_unwritten(stream: TextIO | None) -> None:
    """Lets go of what a standard stream does not take: Python would try once more at its end, and complain in its own words."""
    try:
        if stream is not None:
            stream.flush()
    except OSError:
        assert stream is not None
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def default_language() -> str:
    """German where the environment says so, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            return "de" if value.lower().startswith("de") else "en"
    return "en"


def build_parser(wanted: str = "") -> Parser:
    """The parser of all commands, or of the one that is wanted; what a command does is imported when it runs."""
    from kratzen_log.cli import commands

    parser = Parser(
        prog="kratzen", description="Record, replay and audit evenings of Kratzen and Schnellen.", epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"kratzen-log {__version__}")
    parser.add_argument(
        "--print-completion", action=_Completion, metavar="SHELL", help="print the completion script of a shell, for example bash, zsh, tcsh or fish"
    )
    family = parser.add_subparsers(title="commands", metavar="COMMAND")
    one = commands.ALL.get(wanted)
    for add in [one] if one else commands.ALL.values():
        add(family)
    return parser


class _Completion(argparse.Action):
    """Prints the completion script of a shell."""

    def __call__(self, parser: argparse.ArgumentParser, _namespace: Any, values: Any, _option: Any = None) -> None:
        import shtab

        if values not in shtab.SUPPORTED_SHELLS:
            parser.error(f"no completion for {values}: one of {', '.join(shtab.SUPPORTED_SHELLS)}")
        write_text(None, shtab.complete(parser, shell=values), data=True)
        raise SystemExit(0)


def command(
    family: Any, name: str, run: Callable[[argparse.Namespace], int], text: str, examples: str, *, out: bool = True,
) -> argparse.ArgumentParser:
    """A command with its help, examples, ``--lang`` and ``-o``."""
    parser: argparse.ArgumentParser = family.add_parser(
        name, help=text, description=text, epilog="examples:\n" + examples,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    parser.add_argument("--lang", choices=("en", "de"), default=default_language(), help="language of what is said")
    if out:
        parser.add_argument("-o", "--out", metavar="OUT", help="write to this file; its suffix says the form")
    return parser


def add_rules(parser: argparse.ArgumentParser) -> None:
    """``--rule name=value``, repeatable."""
    parser.add_argument(
        "--rule", action="append", default=[], metavar="NAME=VALUE", help="a house rule (kratzen explain GAME lists them)"
    )


def add_session(parser: argparse.ArgumentParser) -> None:
    """``--session``: one of an archive."""
    from kratzen_log.games._game import whole

    parser.add_argument("--session", type=whole, metavar="N", help="which session of an archive (without it: the first, and it is said that there are more)")


def add_scheduler(parser: argparse.ArgumentParser) -> None:
    """``--scheduler``: the same work on a Dask cluster."""
    parser.add_argument(
        "--scheduler", metavar="tcp://…|local", help="work on a Dask cluster, or on this machine's cores; paths may be fsspec URLs"
    )


def read_rules(texts: Iterable[str]) -> dict[str, object]:
    """The options of ``--rule``. Raises ``UsageError`` for a text that is no option."""
    rules: dict[str, object] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise UsageError(f"--rule {text}: write name=value, for example --rule head_after_ruff=false")
        rules[name.strip()] = read_value(value.strip())
    return rules


def check_rules(games: Iterable[Any], rules: dict[str, object]) -> None:
    """Refuses an option no game knows, or a value it does not have in any."""
    from kratzen_log.games._game import read_options

    games = list(games)
    known = {option.name for game in games for option in game.options}
    for name, value in rules.items():
        if name not in known:
            raise UsageError(f"--rule {name}={value}: no game has an option {name} (kratzen explain kratzen lists them)")
        if all(read_options(game, {name: value})[1] for game in games):
            allowed = [f"{option.spec} ({game.key})" for game in games for option in game.options if option.name == name]
            raise UsageError(f"--rule {name}={value}: {name} is {', or '.join(allowed)}")


def form_of(args: argparse.Namespace, forms: dict[str, str]) -> str:
    """The form of an answer: that of ``--format``, else that of the suffix of ``-o``, else text.

    ``forms`` gives each suffix its form. Raises ``UsageError`` for a suffix that has none.
    """
    chosen: str | None = getattr(args, "format", None)
    if chosen is not None:
        return chosen
    form = forms.get(suffix(args.out)) if args.out else "text"
    if form is None:
        raise UsageError(f"-o {args.out}: end the name in {' or '.join(key for key in forms if key)}")
    return form


ANSWER_FORMS: Final = {".txt": "text", ".json": "json", "": "text"}
"""The forms of an answer that is text or JSON."""


def expected_seal(text: str) -> str:
    """The seal of ``--expect`` as people paste it: padding and white space do not count."""
    return text.strip().rstrip("=")


def is_terminal(stream: IO[str] | None) -> bool:
    """Whether a standard stream is there and is a terminal."""
    return stream is not None and stream.isatty()


def wants_colour(stream: IO[str] | None) -> bool:
    """Colour only on a terminal that wants it."""
    return is_terminal(stream) and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def columns(out: str | None) -> int:
    """The columns of what is written: those of the terminal within reason, 80 where there is none."""
    import shutil

    if (out is not None and out != "-") or not (is_terminal(sys.stdout) or "COLUMNS" in os.environ):
        return 80
    return max(60, min(100, shutil.get_terminal_size((80, 24)).columns))


def write_text(out: str | None, text: str, *, data: bool = False) -> None:
    """Text to a file or to standard output: the one way out for everything the commands say.

    Nothing in it can steer a terminal but the colours of ``Paint``. ``data`` is for programs (JSON) and is not touched.
    """
    if not text.endswith("\n"):
        text += "\n"
    write_bytes(out, (text if data else page(text)).encode("utf-8", "backslashreplace"))


def write_bytes(out: str | None, data: bytes) -> None:
    """Bytes to a file, compressed as its name asks for, or to standard output."""
    if out is None or out == "-":
        if sys.stdout is None:
            raise UsageError("standard output is closed: name a file with -o, or open it")
        _to_stdout(data)
        return
    from kratzen_log.log.writer import pack, replace_file

    if "://" in out:
        from kratzen_log.export.places import put

        where, name = out.rsplit("/", 1)
        put(where, name, pack(data, out))
        return
    replace_file(out, pack(data, out))


def _to_stdout(data: bytes) -> None:
    """Bytes to standard output, gone when the call returns; a fault of it is named ``-``."""
    try:
        sys.stdout.buffer.write(data) if hasattr(sys.stdout, "buffer") else sys.stdout.write(data.decode())
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OSError(error.errno, error.strerror, "-") from error


def check_out(args: argparse.Namespace) -> None:
    """Refuses an output without a name, and one that is a log the command reads, unless it writes that log again whole."""
    out: str | None = getattr(args, "out", None)
    if out == "":
        raise UsageError("-o takes the name of a file")
    if out is None or not os.path.exists(out) or getattr(args, "rewrites", False):
        return
    for key in ("file", "files", "paths"):
        named = getattr(args, key, [])
        for source in [named] if isinstance(named, str) else named:
            if os.path.isfile(out) and os.path.exists(source) and os.path.samefile(out, source):
                raise UsageError(f"-o {out} is the log itself, which would be lost: name another file")


def wants_compiled(fast: bool | None, worth: bool) -> bool:
    """Whether to use compiled code: where it is asked for (``fast``), or not asked against, worth it and installed.

    Raises ``UsageError`` where it is asked for and not installed.
    """
    if fast is False or (fast is None and not worth):
        return False
    from importlib.util import find_spec

    if find_spec("llvmlite") and find_spec("numpy"):
        return True
    if fast is None:
        return False
    raise UsageError('--fast needs more than is installed: pip install "kratzen-log[bulk]"')


def suffix(path: str) -> str:
    """The suffix of an output, without ``.gz`` or ``.zst``."""
    return os.path.splitext(path.removesuffix(".gz").removesuffix(".zst"))[1].lower()


def log_files(paths: Iterable[str]) -> tuple[list[str], int]:
    """The logs that paths stand for, folders in path order; and how many ``.json`` files were no logs (FORMAT 1)."""
    files: list[str] = []
    skipped = 0
    for path in paths:
        if path == "-" or not os.path.isdir(path):
            files.append(path)
            continue
        found = sorted(
            os.path.join(path, entry.name) for entry in os.scandir(path)
            if suffix(entry.name) in (".jsonl", ".json") and not entry.name.startswith(".") and _is_file(entry)
        )
        for name in found:
            if suffix(name) == ".json" and not _is_log(name):
                skipped += 1
            else:
                files.append(name)
        if not found:
            inner = [entry.name for entry in os.scandir(path) if os.path.isdir(entry.path)]
            if inner:
                raise UsageError(f"{path} holds no .jsonl or .json files; look into {path}/{min(inner)}")
            raise UsageError(f"{path} holds no .jsonl or .json files")
    return files, skipped


def _is_file(entry: os.DirEntry[str]) -> bool:
    """Whether an entry of a folder is a file; also a link that leads nowhere, for a log must not be passed over in silence."""
    try:
        return entry.is_file() or not os.path.exists(entry.path)
    except OSError:
        return True


def _is_log(path: str) -> bool:
    """Whether a ``.json`` file says that it is a log."""
    from kratzen_log.log.container import Limits, Torn, unpacked

    head = b""
    try:
        for piece in unpacked(path, Limits()):
            head += piece
            if len(head) > 4096:
                break
    except (Torn, OSError):
        return True
    return b'"kratzen-log"' in head[:4096]
