"""Memory of an audit of a long stream: ``python benchmarks/memory.py --gib 1``.

Logs are made as they are read, so nothing of that size is on the disk. The figure is the greatest resident size of the
audit's process, less that of an interpreter that has only imported the command.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator

from kratzen_log import dumps, simulate

CHUNK = 1 << 20


def evening(*, faulty: bool) -> bytes:
    """A few sessions as lines; ``faulty``: a wrong pot or score in every third deal."""
    log = dumps([*simulate("kratzen", 4, 40, seed=1, sessions=5, seal=False), *simulate("schnellen", 4, 40, seed=1, sessions=5, seal=False)])
    if not faulty:
        return log
    lines = log.splitlines(keepends=True)
    return b"".join(line.replace(b'"taken":[1', b'"taken":[2') if at % 3 else line for at, line in enumerate(lines))


def repeated(piece: bytes, size: int) -> Iterator[bytes]:
    """A piece again and again, up to a number of bytes."""
    for _ in range(max(1, size // len(piece))):
        yield piece


def document(size: int) -> Iterator[bytes]:
    """A document of sessions."""
    records = evening(faulty=False).rstrip(b"\n").replace(b"\n", b",\n")
    yield b'{"format":"kratzen-log","version":"1.0","records":['
    for number, piece in enumerate(repeated(records, size)):
        yield b"," * bool(number) + piece
    yield b"]}"


def one_line(size: int) -> Iterator[bytes]:
    """A session, then one line of that many bytes, then the end."""
    lines = evening(faulty=False).splitlines(keepends=True)
    yield lines[0]
    yield b'{"type":"note","text":"'
    yield from repeated(b"x" * CHUNK, size)
    yield b'"}\n{"type":"end"}\n'


WATCHED = """
import sys
from kratzen_log.cli import main
try:
    main(sys.argv[1:]) if len(sys.argv) > 1 else None
except SystemExit:
    pass
print([line for line in open("/proc/self/status") if line.startswith("VmHWM")][0].split()[1], file=sys.stderr)
"""
"""The command in a process that then says its own greatest size: what a parent is told includes the parent's."""


def peak(words: list[str], pieces: Iterator[bytes]) -> tuple[int, int, float]:
    """Greatest resident size in KiB of a command fed with bytes, how many bytes, seconds."""
    start = time.perf_counter()
    command = [sys.executable, "-c", WATCHED, *words]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stderr is not None
    size = 0
    for piece in pieces:
        process.stdin.write(piece)
        size += len(piece)
    process.stdin.close()
    said = process.stderr.read().split()
    process.wait()
    return int(said[-1]), size, time.perf_counter() - start


def main() -> None:
    """Prints one line for each kind of stream."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--gib", type=float, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--fast", action="store_true", help="the compiled audit, in two jobs")
    args = parser.parse_args()
    size = int(args.gib * (1 << 30))
    base, _size, _time = peak([], iter(()))
    print(f"{'stream':<24} {'MiB read':>9} {'MiB of memory':>14} {'seconds':>8}")
    for name, pieces in (
        ("lines, in order", repeated(evening(faulty=False), size)), ("lines, many findings", repeated(evening(faulty=True), size // 8)),
        ("one document", document(size // 4)), ("one endless line", one_line(size)),
    ):
        if args.only in name:
            rss, read, took = peak(["audit", "-", "--lang", "en", *(["--fast", "--jobs", "2"] if args.fast else [])], pieces)
            print(f"{name:<24} {read / (1 << 20):>9.0f} {(rss - base) / 1024:>14.1f} {took:>8.0f}", flush=True)


if __name__ == "__main__":
    main()
