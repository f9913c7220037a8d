"""The JSON Schema (2020-12) of a record, made from the records (FORMAT 3)."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from kratzen_log.log.model import _EXTRA, RECORDS, REQUIRED, VERSION

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def schema() -> dict[str, Any]:
    """The schema of one record. Keys that begin with ``_`` and any others are allowed: an audit names them.

    What a schema cannot say - equal keys, whole numbers written with a point, what follows from what - is the
    audit's.
    """
    kinds: Any = RECORDS["session"]
    for cls in list(RECORDS.values())[1:]:
        kinds = kinds | cls
    (root,), parts = msgspec.json.schema_components([kinds], ref_template="#/$defs/{name}")
    for part in parts.values():
        properties = part.get("properties", {})
        properties.pop(_EXTRA, None)
        part.pop("additionalProperties", None)
    for cls, keys in REQUIRED.items():
        required = parts[cls.__name__].setdefault("required", [])
        required += [key for key in keys if key not in required]
    return {"$schema": DIALECT, "title": f"A record of a kratzen-log, version {VERSION}", **root, "$defs": parts}
