"""Checks that imports between the files of the package have no cycle, not even imports for types only."""

from __future__ import annotations

import ast
import graphlib
from pathlib import Path

import preference


def imported_names(file: Path) -> set[str]:
    """The names of the package's own files that a file imports."""
    names = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            package, _, name = node.module.partition(".")
            if package == "preference":
                names |= {name} if name else {alias.name for alias in node.names}
    return names


def test_modules_have_no_import_cycle() -> None:
    files = {file.stem: file for file in Path(preference.__file__).parent.glob("*.py")}
    del files["__init__"]
    # The function that runs on Spark's workers imports its own file again.
    arrows = {name: imported_names(file) & (set(files) - {name}) for name, file in files.items()}
    assert "_show" in arrows["_ask"]
    order = list(graphlib.TopologicalSorter(arrows).static_order())
    assert len(order) == len(files)
