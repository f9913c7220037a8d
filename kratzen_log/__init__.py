"""kratzen-log: record, replay, audit and understand evenings of Kratzen and Schnellen.

The public names; each is imported from its module when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kratzen_log.auditor.auditing import Choice, Report, audit, audit_path
    from kratzen_log.auditor.findings import Finding
    from kratzen_log.export.scanning import scan_parquet as scan_parquet
    from kratzen_log.flow import Flow, Flows, flows, settle_up
    from kratzen_log.inferrer.inferring import Fit, Inference, InferenceError, Inferred, Misfit, infer_rules
    from kratzen_log.log.appending import LogBusy, LogWriter, TornLine
    from kratzen_log.log.container import Limits
    from kratzen_log.log.loading import LogError, load, loads, sessions
    from kratzen_log.log.model import Adjust, Deal, End, Head, Note, Player, Session, Swap, Void
    from kratzen_log.log.schema import schema
    from kratzen_log.log.seal import sealed
    from kratzen_log.log.writer import dump, dumps
    from kratzen_log.replayer.position import Position, legal
    from kratzen_log.replayer.replaying import iter_steps, replay
    from kratzen_log.replayer.step import Step
    from kratzen_log.replayer.table import Table
    from kratzen_log.show.browser import Browser as Browser
    from kratzen_log.show.linked import linked as linked
    from kratzen_log.show.positions import Spot, find_positions
    from kratzen_log.show.quiz import Quiz as Quiz
    from kratzen_log.show.widget import Viewer as Viewer
    from kratzen_log.simulator.evening import iter_sessions, simulate
    from kratzen_log.views.anonymising import anonymise
    from kratzen_log.views.merging import Clash, MergeError, clashes, merge
    from kratzen_log.views.redacting import redact

__version__ = "0.1.0"

_WHERE = {
    "auditor.auditing": ("Choice", "Report", "audit", "audit_path"),
    "auditor.findings": ("Finding",),
    "flow": ("Flow", "Flows", "flows", "settle_up"),
    "log.appending": ("LogBusy", "LogWriter", "TornLine"),
    "inferrer.inferring": ("Fit", "Inference", "InferenceError", "Inferred", "Misfit", "infer_rules"),
    "log.container": ("Limits",),
    "log.loading": ("LogError", "load", "loads", "sessions"),
    "log.model": ("Adjust", "Deal", "End", "Head", "Note", "Player", "Session", "Swap", "Void"),
    "log.schema": ("schema",),
    "log.seal": ("sealed",),
    "log.writer": ("dump", "dumps"),
    "replayer.position": ("Position", "legal"),
    "replayer.replaying": ("iter_steps", "replay"),
    "replayer.step": ("Step",),
    "replayer.table": ("Table",),
    "show.positions": ("Spot", "find_positions"),
    "simulator.evening": ("iter_sessions", "simulate"),
    "views.anonymising": ("anonymise",),
    "views.merging": ("Clash", "MergeError", "clashes", "merge"),
    "views.redacting": ("redact",),
}
_LAB = {"show.widget": ("Viewer",), "show.quiz": ("Quiz",), "show.browser": ("Browser",), "show.linked": ("linked",)}
"""Names that need the extra ``lab``; not part of ``import *``."""
_BULK = {"export.scanning": ("scan_parquet",)}
"""Names that need the extra ``bulk``."""
_MODULES = {name: module for where in (_WHERE, _LAB, _BULK) for module, names in where.items() for name in names}

__all__ = [  # noqa: RUF022 - grouped by what they are for
    "load", "loads", "sessions", "dump", "dumps", "sealed", "LogWriter", "schema", "LogError", "LogBusy", "TornLine", "Limits",
    "Session", "Head", "Player", "Deal", "Swap", "Adjust", "Void", "Note", "End",
    "replay", "iter_steps", "Step", "Table", "legal", "Position", "find_positions", "Spot",
    "audit", "audit_path", "Choice", "Report", "Finding",
    "flows", "Flow", "Flows", "settle_up", "simulate", "iter_sessions",
    "redact", "anonymise", "merge", "MergeError", "clashes", "Clash",
    "infer_rules", "Inference", "Inferred", "Fit", "Misfit", "InferenceError",
]


def __getattr__(name: str) -> Any:
    module = _MODULES.get(name)
    if module is None:
        raise AttributeError(f"module 'kratzen_log' has no attribute {name!r}")
    value = getattr(import_module(f"kratzen_log.{module}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})
