"""An editable install is compiled like any other: pip compiles what it copies, but not what it only points to."""

from __future__ import annotations

import compileall
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileEditable(BuildHookInterface):  # type: ignore[misc,type-arg]
    """Compiles the package in place, so that the first command starts as fast as the second."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Called by hatchling before it builds."""
        if version == "editable":
            compileall.compile_dir(Path(self.root) / "kratzen_log", quiet=2)
