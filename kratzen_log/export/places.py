"""Where logs come from and tables go: paths, and with fsspec any URL (``s3://…``, ``memory://…``)."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable
from importlib.util import find_spec
from typing import Any, BinaryIO, Final

import msgspec
from msgspec import Struct

MANIFEST: Final = "manifest.json"
"""The file that is written last: a folder without it is no finished export."""
FORMAT: Final = "kratzen-tables"
VERSION: Final = 1


class PlaceError(ValueError):
    """A place that cannot be read from or written to; the message is one line that says what to do."""


class Manifest(Struct, frozen=True, kw_only=True):
    """What an export holds: files and rows of each table, what was counted, and which card each bit is."""

    format: str = FORMAT
    version: int = VERSION
    generator: str = ""
    sources: list[str] = []
    rules: dict[str, Any] = {}
    cards: list[str] = []
    counts: dict[str, int] = {}
    rows: dict[str, int] = {}
    files: dict[str, list[str]] = {}


def is_url(place: str) -> bool:
    """Whether a place is a URL for fsspec."""
    return "://" in place


def filesystem(url: str) -> tuple[Any, str]:
    """The file system of a URL and the path in it. Raises ``PlaceError`` where fsspec, or what it needs, is missing."""
    if not find_spec("fsspec"):
        raise PlaceError(f'{url} needs more than is installed: pip install "kratzen-log[cluster]"')
    import fsspec

    try:
        found: tuple[Any, str] = fsspec.core.url_to_fs(url)
    except (ValueError, ImportError) as error:
        raise PlaceError(f"{url}: {str(error).splitlines()[0]}") from error
    return found


def opened(place: str) -> BinaryIO:
    """A log, open for reading. Raises ``OSError`` where it cannot be opened."""
    if not is_url(place):
        return open(place, "rb")
    system, path = filesystem(place)
    file: BinaryIO = system.open(path, "rb")
    return file


def listed(places: Iterable[str]) -> list[str]:
    """URLs with what stands for several replaced by them: folders and ``*``; in the order of their names."""
    found: list[str] = []
    for place in places:
        if not is_url(place):
            found.append(place)
            continue
        system, path = filesystem(place)
        if any(sign in path for sign in "*?["):
            inner = sorted(system.glob(path))
        elif system.isdir(path):
            inner = sorted(name for name in system.ls(path, detail=False) if _is_log_name(name))
        else:
            inner = [path]
        if not inner:
            raise PlaceError(f"{place} holds no .jsonl or .json files")
        found += [system.unstrip_protocol(name) for name in inner]
    return found


def _is_log_name(name: str) -> bool:
    plain = name.removesuffix(".gz").removesuffix(".zst")
    return plain.endswith((".jsonl", ".json")) and not os.path.basename(name).startswith(".")


class Folder:
    """A folder that is written as a whole: what was there stays until ``finish``, and stays where that never comes.

    On a local disk everything is written beside it and renamed at the end; behind a URL the manifest comes last, and
    a folder without one is not finished. ``where`` is what ``put`` takes in another process.
    """

    def __init__(self, place: str, manifest: str = MANIFEST) -> None:
        self.place = place.rstrip("/\\") or place
        self.manifest = manifest
        self.where = self.place if is_url(place) else ""
        self._refuse()
        if is_url(place):
            system, path = filesystem(self.place)
            if system.exists(f"{path}/{manifest}"):
                system.rm(f"{path}/{manifest}")
        else:
            full = os.path.abspath(self.place)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            self.where = tempfile.mkdtemp(prefix=f".{os.path.basename(full)}.", dir=os.path.dirname(full))

    def _refuse(self) -> None:
        """Raises ``PlaceError`` where something else is in the way."""
        if is_url(self.place):
            system, path = filesystem(self.place)
            held = [name.rsplit("/", 1)[-1] for name in system.ls(path, detail=False)] if system.isdir(path) else []
            other = system.isfile(path)
        else:
            held = os.listdir(self.place) if os.path.isdir(self.place) else []
            other = os.path.lexists(self.place) and not os.path.isdir(self.place)
        if other or (held and self.manifest not in held and not set(held) <= _OURS):
            raise PlaceError(f"-o {self.place}: something else is there; name an empty or a new folder")

    def finish(self, manifest: bytes, names: Iterable[str]) -> None:
        """Makes the folder whole; ``names`` are all files that belong to it."""
        put(self.where, self.manifest, manifest)
        if is_url(self.place):
            system, path = filesystem(self.place)
            wanted = {f"{path}/{name}" for name in (*names, self.manifest)}
            for name in system.find(path):
                if name not in wanted:
                    system.rm(name)
            return
        full = os.path.abspath(self.place)
        os.chmod(self.where, 0o755)  # noqa: S103 - as mkdir would
        old = ""
        if os.path.isdir(full):
            old = tempfile.mkdtemp(prefix=f".{os.path.basename(full)}.", dir=os.path.dirname(full))
            os.replace(full, old)
        os.replace(self.where, full)
        if old:
            shutil.rmtree(old)

    def abandon(self) -> None:
        """Leaves nothing behind on a local disk."""
        if not is_url(self.place):
            shutil.rmtree(self.where, ignore_errors=True)


_OURS: Final = {"sessions", "seats", "deals", "results", "plays", "ledger"}


def put(where: str, name: str, data: bytes) -> None:
    """Writes a file whole or not at all; written again with the same bytes it is the same."""
    if is_url(where):
        system, path = filesystem(where)
        system.makedirs(os.path.dirname(f"{path}/{name}"), exist_ok=True)
        if "file" not in (system.protocol if isinstance(system.protocol, tuple) else (system.protocol,)):
            system.pipe_file(f"{path}/{name}", data)
            return
        where = path
    target = os.path.join(where, name)
    os.makedirs(os.path.dirname(target), exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=".", dir=os.path.dirname(target))
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(temporary, 0o644)
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise


def manifest_of(place: str) -> Manifest:
    """The manifest of a finished export. Raises ``PlaceError`` where there is none."""
    try:
        if is_url(place):
            system, path = filesystem(place)
            data = system.cat_file(f"{path.rstrip('/')}/{MANIFEST}")
        else:
            with open(os.path.join(place, MANIFEST), "rb") as file:
                data = file.read()
        made = msgspec.json.decode(data, type=Manifest)
    except (OSError, msgspec.DecodeError) as error:
        raise PlaceError(f"{place} is no finished export: kratzen export PATH… -o {place} makes one") from error
    if made.format != FORMAT or made.version != VERSION:
        raise PlaceError(f"{place} is an export of another version: kratzen export PATH… -o {place} makes a new one")
    return made
