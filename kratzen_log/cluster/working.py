"""Tasks on a Dask cluster: every task is done, and its result is taken once, whatever happens to workers.

A task is a value, and doing it again gives the same: Dask does the tasks of a lost worker again elsewhere, and results
are taken here, one by one, in the order of the tasks.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from itertools import islice
from typing import Any, Final, Self, TypeVar

from kratzen_log.export.places import PlaceError

LOCAL: Final = "local"
"""The scheduler that is started here, with a process for each core."""
AHEAD: Final = 8
"""Tasks handed out for each worker before the first of them is done."""
DEATHS: Final = 10
"""How many workers may be lost with a task before it is given up."""
T = TypeVar("T")
R = TypeVar("R")


class Cluster:
    """A connection to a scheduler (``tcp://host:8786``), or workers of its own on this machine (``local``).

    Raises ``PlaceError`` with one line that says what to do where Dask is missing or no scheduler answers.
    """

    def __init__(self, scheduler: str, jobs: int = 0) -> None:
        if not (find_spec("distributed") and find_spec("fsspec")):
            raise PlaceError('--scheduler needs more than is installed: pip install "kratzen-log[cluster]"')
        self.scheduler = scheduler
        self.jobs = jobs if jobs > 1 else os.cpu_count() or 1
        self.own: Any = None
        self.client: Any = None

    def __enter__(self) -> Self:
        """Connects."""
        import dask
        from distributed import Client, LocalCluster

        dask.config.set({"distributed.scheduler.allowed-failures": DEATHS})
        try:
            if self.scheduler == LOCAL:
                self.own = LocalCluster(n_workers=self.jobs, threads_per_worker=1, dashboard_address=":0", silence_logs="CRITICAL")
            self.client = Client(self.own or self.scheduler, timeout=20, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            self.__exit__()
            raise PlaceError(f"--scheduler {self.scheduler}: no scheduler answers there") from error
        return self

    def __exit__(self, *_what: object) -> None:
        """Lets go of the scheduler, and ends it where it is our own."""
        for held in (self.client, self.own):
            if held is not None:
                held.close()

    @property
    def workers(self) -> int:
        """How many threads work now."""
        threads: dict[str, int] = self.client.nthreads()
        return max(1, sum(threads.values()))

    def each(self, do: Callable[[T], R], many: Iterable[T]) -> Iterator[R]:
        """What ``do`` makes of each, in order; it must be the same when it is done again.

        An error of a task is raised here. Raises ``PlaceError`` where the scheduler or too many workers are lost.
        """
        from concurrent.futures import CancelledError

        from distributed import KilledWorker

        rest = iter(many)
        waiting: deque[Any] = deque()
        try:
            while True:
                room = AHEAD * self.workers - len(waiting)
                waiting += (self.client.submit(do, one, pure=False) for one in islice(rest, max(0, room)))
                if not waiting:
                    return
                made = waiting[0].result()
                waiting.popleft().release()
                yield made
        except (CancelledError, KilledWorker) as error:
            raise PlaceError("the workers were lost before the work was done: start them again, with more memory") from error
        finally:
            for future in waiting:
                future.cancel()
