"""Finds the tree-sitter queries: inside the installed package, or beside it in a checkout."""

from __future__ import annotations

from pathlib import Path

from tfexplore.errors import TfexploreError


def query_text(name: str) -> str:
    """The text of `queries/NAME.scm`. Raises `TfexploreError` when the installation lacks it."""
    package = Path(__file__).resolve().parent.parent
    # A wheel carries the queries inside the package; an editable install and a checkout keep them at the top.
    for folder in (package / "queries", package.parent / "queries"):
        path = folder / f"{name}.scm"
        if path.is_file():
            return path.read_text(encoding="utf-8")
    raise TfexploreError(f"queries/{name}.scm is missing from this installation; install tfexplore again")
