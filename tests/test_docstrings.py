"""The examples in docstrings are what their functions return."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest

import tfexplore

_ROOT = Path(tfexplore.__file__).parent
_WITH_EXAMPLES = sorted(
    str(path.relative_to(_ROOT.parent).with_suffix("")).replace("/", ".")
    for path in _ROOT.rglob("*.py")
    if re.search(r"^\s*>>> ", path.read_text("utf-8"), re.M)
)


@pytest.mark.parametrize("name", _WITH_EXAMPLES)
def test_examples(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0
