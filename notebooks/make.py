"""The notebooks from their texts: ``python notebooks/make.py`` writes and runs them, ``--only 3`` one of them.

A text in ``source/`` is Markdown; what stands between ``` fences marked python is a cell of code. The output of one that is
also marked ``sized`` depends on how much data the notebook makes, and is not compared.
"""

from __future__ import annotations

import argparse
import asyncio
import re
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

HERE = Path(__file__).parent
FENCE = re.compile(r"^(```python(?: sized)?\n.*?\n```)$", re.DOTALL | re.MULTILINE)
SIZED = {"tags": ["nbval-ignore-output"]}
KERNEL = {
    "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"},
    "language_info": {"name": "python"},
}


def cells(text: str, name: str) -> list[Any]:
    """Markdown and code in turn, with ids that stay."""
    made = []
    for at, part in enumerate(FENCE.split(text)):
        if part.strip():
            fence, _line, code = part.removesuffix("\n```").partition("\n")
            more = {"metadata": dict(SIZED)} if at % 2 and fence.endswith("sized") else {}
            new = new_code_cell if at % 2 else new_markdown_cell
            made.append(new((code if at % 2 else part).strip(), id=f"n{name[0]}-{len(made):02d}", **more))
    return made


def steady(notebook: Any) -> None:
    """Leaves out what differs from run to run: times, and the numbers of widgets."""
    numbers: dict[str, str] = {}
    notebook.metadata = {**KERNEL, "widgets": notebook.metadata.get("widgets", {})}
    state = notebook.metadata["widgets"].get("application/vnd.jupyter.widget-state+json", {}).get("state", {})
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", []):
            view = output.get("data", {}).get("application/vnd.jupyter.widget-view+json")
            if view:
                numbers[view["model_id"]] = f"{cell.id}{len(numbers):02d}".replace("-", "").ljust(32, "0")
    for other in sorted(state, key=lambda one: (state[one].get("model_name", ""), str(sorted(state[one].get("state", {}).items())))):
        numbers.setdefault(other, f"w{notebook.cells[0].id[1]}{len(numbers):03d}".ljust(32, "0"))
    text = nbformat.writes(notebook)
    for old, fresh in numbers.items():
        text = text.replace(old, fresh)
    fixed = nbformat.reads(text, as_version=4)
    found = fixed.metadata.widgets.get("application/vnd.jupyter.widget-state+json", {}).get("state")
    if found:
        fixed.metadata.widgets["application/vnd.jupyter.widget-state+json"]["state"] = dict(sorted(found.items()))
    else:
        fixed.metadata.pop("widgets")
    notebook.metadata, notebook.cells = fixed.metadata, fixed.cells


def build(source: Path) -> Path:
    """Writes one notebook and runs it."""
    notebook = new_notebook(cells=cells(source.read_text("utf-8"), source.stem), metadata=dict(KERNEL))
    NotebookClient(notebook, timeout=600, store_widget_state=True, resources={"metadata": {"path": str(HERE)}}).execute()
    steady(notebook)
    path = HERE / f"{source.stem}.ipynb"
    path.write_text(nbformat.writes(notebook) + "\n", "utf-8")
    return path


def main() -> None:
    """Writes all notebooks, or one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", metavar="N")
    wanted = parser.parse_args().only
    asyncio.set_event_loop(asyncio.new_event_loop())
    for source in sorted((HERE / "source").glob("*.md")):
        if source.stem.startswith(wanted):
            path = build(source)
            print(f"{path.name}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
