"""One Jupyter server for all tests of this room that run in one process."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.show.jupyter import Jupyter, jupyter_server


@pytest.fixture(scope="session")
def jupyter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Jupyter]:
    with jupyter_server(tmp_path_factory.mktemp("jupyter")) as made:
        yield made
