"""All examples of ``kratzen explain``, and the file that the package holds of them."""

from __future__ import annotations

import json
from typing import Any

from kratzen_log.texts import LANGS
from tests.texts import findings_form, findings_play, paragraphs
from tests.texts.building import Case, report, shown

CASES: dict[str, Case] = {
    **{key: case for cases in (findings_form.CASES, findings_play.CASES) for key, case in cases.items()}, **paragraphs.CASES
}


def code_of(key: str) -> str:
    """The finding that an example gives."""
    return CASES[key].code or key


def row(key: str) -> dict[str, Any]:
    """What the package holds of an example; without the sentence of the audit where nothing fires the code yet."""
    case = CASES[key]
    if not case.breaks:
        return {"real": shown(case, wrong=False), "says": dict(zip(LANGS, case.says, strict=True))}
    found: dict[str, Any] = {"wrong": shown(case, wrong=True), "right": shown(case, wrong=False), "code": code_of(key)}
    said = {lang: next((f.message for f in _findings(case, lang) if f.code == code_of(key)), "") for lang in LANGS}
    return found | ({"says": said} if all(said.values()) else {})


def _findings(case: Case, lang: str) -> list[Any]:
    try:
        return report(case, wrong=True, lang=lang).findings
    except TypeError:
        return []


def examples() -> str:
    """The text of ``kratzen_log/texts/examples.json``."""
    rows = (f"  {json.dumps(key)}: {json.dumps(row(key), ensure_ascii=False)}" for key in CASES)
    return "{\n" + ",\n".join(rows) + "\n}\n"
