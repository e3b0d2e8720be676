"""No module gives a constant a second value: the first would be lost, and nothing says so."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import tfexplore

MODULES = sorted(Path(tfexplore.__file__).parent.rglob("*.py"))


def given(text: str) -> list[str]:
    """The names that a module gives values to, one for each time; those of two ways to the same are no others."""
    found = []
    for one in ast.parse(text).body:
        targets = one.targets if isinstance(one, ast.Assign) else [one.target] if isinstance(one, ast.AnnAssign) else []
        found += [target.id for target in targets if isinstance(target, ast.Name)]
    return found


@pytest.mark.parametrize("path", MODULES, ids=str)
def test_constants_have_one_value(path: Path) -> None:
    names = given(path.read_text("utf-8"))
    assert [name for name in set(names) if names.count(name) > 1] == []


def test_a_second_value_is_noticed() -> None:
    assert given("A = 1\nA: int = 2\n") == ["A", "A"]
