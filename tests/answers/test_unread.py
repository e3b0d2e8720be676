"""Which unread sites an answer mentions."""

from __future__ import annotations

from pathlib import Path

import pytest
from index import facts

from tfexplore.answers.unread import concerning, kind_of
from tfexplore.index.store import open_index
from tfexplore.index.write import Facts, write_index
from tfexplore.model import Unresolved

KERNEL = "REGISTER_KERNEL_BUILDER"
SITES = (
    Unresolved(KERNEL, "Label(x)", "computed", facts.at("a.cc", 1), "Fact"),
    Unresolved(KERNEL, 'Name(strcat("Conv", n))', "computed", facts.at("a.cc", 2)),
    Unresolved("REGISTER_OP", "name", "computed", facts.at("a.cc", 3)),
)


@pytest.mark.parametrize(
    ("kind", "patterns", "found", "everything", "lines"),
    [
        ("kernel", (), (), True, [1, 2]),
        ("op", (), (), True, [3]),
        ("kernel", ("fact",), (), False, [1]),
        ("kernel", ("f",), ("Fact",), False, [1]),
        ("kernel", ("conv",), (), False, [2]),
        ("kernel", ("Conv2D",), ("Conv2D",), False, []),
        ("kernel", ("*",), (), False, [1]),
        ("gradient", (), (), True, []),
    ],
)
def test_concerning(
    tmp_path: Path, kind: str, patterns: tuple[str, ...], found: tuple[str, ...], everything: bool, lines: list[int]
) -> None:
    write_index(tmp_path / "a.sqlite", facts.STATE, Facts(unresolved=SITES))
    with open_index(tmp_path / "a.sqlite") as index:
        assert [one.location.line for one in concerning(index, kind, patterns, found, everything)] == lines


@pytest.mark.parametrize(
    ("macro", "kind"),
    [
        ("REGISTER_OP", "op"),
        ("REGISTER_SYSTEM_OP", "op"),
        ("TF_NewOpDefinitionBuilder", "op"),
        ("REGISTER_KERNEL_BUILDER", "kernel"),
        ("TF_NewKernelBuilder", "kernel"),
        ("REGISTER_XLA_OP", "kernel"),
        ("REGISTER_GRADIENT_OP", "gradient"),
        ("REGISTER_OP_GRADIENT", "gradient"),
        ("RegisterGradient", "gradient"),
        ("NotDifferentiable", "gradient"),
        ("%unignore", "swig"),
        ("keras_export", "api"),
    ],
)
def test_kinds(macro: str, kind: str) -> None:
    assert kind_of(macro) == kind
