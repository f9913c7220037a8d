"""The same on a cluster: whatever the parts, whoever does them, and when workers are killed in the middle."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import fsspec
import pytest
from msgspec.structs import replace

from kratzen_log import Choice, audit_path, dumps, scan_parquet
from kratzen_log.cli import main
from kratzen_log.cluster import auditing, simulating
from kratzen_log.cluster.working import Cluster
from kratzen_log.export.cutting import cut, parts_of
from kratzen_log.export.exporting import export
from kratzen_log.export.places import Folder, PlaceError, put
from kratzen_log.simulator.evening import simulate
from tests.bulk.compare import as_plain, one_byte, simulated
from tests.support import ROOT, scaled

pytestmark = pytest.mark.filterwarnings("ignore")  # those of Dask


class Here:
    """A cluster whose work is done here: what is compared is the parts."""

    def each(self, do: Callable[[Any], Any], many: Iterable[Any]) -> Iterator[Any]:
        return map(do, many)


HERE: Any = Here()


class Killing:
    """Kills a worker when a few tasks are done; counts what comes back."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self.killed = 0
        self.taken = 0

    def each(self, do: Callable[[Any], Any], many: Iterable[Any]) -> Iterator[Any]:
        for at, one in enumerate(self.cluster.each(do, many)):
            if at == 1:
                pids = list(self.cluster.client.run(os.getpid).values())
                os.kill(pids[self.killed % len(pids)], signal.SIGKILL)
                self.killed += 1
            self.taken += 1
            yield one


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with Cluster("local", 2) as made:
        yield made


def mixed(seed: int, many: int) -> bytes:
    rng = random.Random(seed)
    return b"".join(one_byte(rng, one) if rng.random() < 0.2 else one for one in (simulated(rng) for _ in range(many)))


def folder(path: Path) -> dict[str, bytes]:
    return {str(file.relative_to(path)): file.read_bytes() for file in path.rglob("*") if file.is_file()}


def test_a_lost_worker_loses_no_table_and_doubles_none(cluster: Cluster, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes(mixed(1, 60))
    export([str(log)], str(tmp_path / "here"), part=15_000)
    killing = Killing(cluster)
    made = export([str(log)], str(tmp_path / "there"), part=15_000, run=killing.each)
    assert killing.killed == 1
    assert killing.taken == len(made.files["plays"]) > 5
    assert folder(tmp_path / "there") == folder(tmp_path / "here")


def test_a_lost_worker_loses_no_finding_and_doubles_none(cluster: Cluster, tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes(mixed(2, 120))
    killing: Any = Killing(cluster)
    (made,) = auditing.audit_each([str(log)], Choice(), killing, part=20_000)
    assert killing.killed > 1
    assert as_plain(made) == as_plain(audit_path(str(log)))


def test_a_lost_worker_loses_no_session_and_doubles_none(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    task = simulating.Task(("kratzen", 4, 5, 7), {}, ["people"], None, seal=True, fast=False, first=0, sessions=60)
    monkeypatch.setattr(simulating, "DEALS", 20)
    killing: Any = Killing(cluster)
    assert b"".join(simulating.simulate_each(task, killing)) == dumps(simulate("kratzen", 4, 5, 7, 60))
    assert killing.killed == 1
    assert b"".join(simulating.simulate_each(replace(task, fast=True), HERE)) == dumps(simulate("kratzen", 4, 5, 7, 60))


def test_an_audit_in_parts_of_any_size() -> None:
    """With a broken head, an end too many, several records in a line, sealed and not."""
    place = "memory://archive/log.jsonl"
    for seed in range(scaled(12)):
        rng = random.Random(seed)
        data = mixed(seed, 12)
        if seed % 3 == 0:
            lines = data.split(b"\n")
            lines.insert(rng.randrange(len(lines)), rng.choice([b'{"type":"end"}', b'{"type":"session"', b"\n", b'{"type":"note","text":"a"} {"type":"note","text":"b"}']))
            data = b"\n".join(lines)
        fsspec.filesystem("memory").pipe_file("/archive/log.jsonl", data)
        for choice in (Choice(), Choice(expect="x" * 43, ignore=("play",)), Choice(seal=False, lang="de")):
            whole = as_plain(audit_path(data, choice, name=place))
            for fast in (False, True):
                (made,) = auditing.audit_each([place], choice, HERE, part=rng.choice([1, 3000, 20_000]), fast=fast)
                assert as_plain(made) == whole
    assert len(cut(place, 1, after_end=True).parts) > 5


def test_logs_and_tables_behind_urls(tmp_path: Path) -> None:
    system = fsspec.filesystem("memory")
    for name in ("friday-kratzen", "innsbruck-schnellen"):
        system.pipe_file(f"/logs/{name}.jsonl", (ROOT / "sample_logs" / f"{name}.jsonl").read_bytes())
    system.pipe_file("/tables/deals/part-000099.parquet", b"from an export that was broken off")
    made = export(["memory://logs/friday-kratzen.jsonl", "memory://logs/innsbruck-schnellen.jsonl"], "memory://tables", part=1)
    assert scan_parquet("memory://tables").sql("SELECT count(*) FROM plays").fetchall() == [(made.rows["plays"],)]
    assert sorted(name for names in made.files.values() for name in names) == sorted(
        name.removeprefix("/tables/") for name in system.find("/tables") if not name.endswith("manifest.json")
    )
    system.pipe_file("/other/letter.txt", b"Dear Anna")
    with pytest.raises(PlaceError, match="something else is there"):
        export(["memory://logs/friday-kratzen.jsonl"], "memory://other")
    local = f"file://{tmp_path}/tables"
    export(["memory://logs/friday-kratzen.jsonl"], local)
    assert scan_parquet(f"{tmp_path}/tables").sql("SELECT count(*) FROM sessions").fetchall() == [(1,)]


def test_behind_a_url_a_folder_without_a_manifest_is_not_whole() -> None:
    held = Folder("memory://half")
    put(held.where, "plays/part-000000.parquet", b"-")
    held.abandon()
    with pytest.raises(PlaceError, match="is no finished export"):
        scan_parquet("memory://half")


def test_parts_of_a_log_behind_a_url_are_its_bytes() -> None:
    data = mixed(3, 10)
    fsspec.filesystem("memory").pipe_file("/parts/log.jsonl", data)
    made = cut("memory://parts/log.jsonl", 5000)
    assert b"".join(part for part, _torn in parts_of(made, made.parts)) == data
    lines = [data.count(b"\n", 0, part.begin) + 1 for part in made.parts]
    assert [part.line for part in made.parts] == lines


def test_the_commands_on_a_scheduler(cluster: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    address = cluster.client.scheduler.address
    simulate_it = ["simulate", "--game", "schnellen", "--players", "3", "--deals", "4", "--sessions", "6", "--seed", "5"]
    said = []
    for more in ([], ["--scheduler", address]):
        out = tmp_path / ("there" if more else "here")
        out.mkdir()
        assert main([*simulate_it, "-o", f"{out}/logs/", *more]) == 0
        assert main([*simulate_it, "-o", f"{out}/all.json.gz", *more]) == 0
        place = f"file://{out}/logs" if more else f"{out}/logs"
        assert main(["audit", place, *more, "--lang", "en"]) == 0
        assert main(["export", place, "-o", f"{out}/tables", *more, "--lang", "en"]) == 0
        said.append(capsys.readouterr().out.replace(f"file://{out}", str(out)).replace("there", "here").split())
        said[-1] = ["".join(said[-1])]
    assert said[0] == said[1]
    here, there = folder(tmp_path / "here"), folder(tmp_path / "there")
    assert here.keys() == there.keys()
    assert len(here) == 14
    assert {name for name in here if here[name] != there[name]} == {"tables/manifest.json", "tables/sessions/part-000000.parquet"}


def test_one_line_says_what_to_do(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["audit", "sample_logs", "--scheduler", "tcp://", "--lang", "de"]) == 2
    assert capsys.readouterr().err == "kratzen: --scheduler tcp://: Dort antwortet kein Scheduler\n"
    monkeypatch.setattr("kratzen_log.cluster.working.find_spec", lambda name: None)
    for command in (["audit", "sample_logs"], ["simulate", "--game", "kratzen"], ["export", "sample_logs", "-o", "t"]):
        assert main([*command, "--scheduler", "local", "--lang", "en"]) == 2
        assert capsys.readouterr().err == 'kratzen: --scheduler needs more than is installed: pip install "kratzen-log[cluster]"\n'
