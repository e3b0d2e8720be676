"""Names that no file has in documents nearly all of whose names are the tree's, with a tree and without."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong, wrong_of

from tfexplore.index.store import Index

MANY = """`OpKernelContext`, `OpKernelConstruction`, `DeviceBase`, `TensorShape`, `FunctionLibraryRuntime`,
`ResourceMgr`, `GraphDefBuilder`, `ShapeRefiner`, `BFCAllocator`, `ExecutorState`, `DirectSession` and
`RendezvousMgrInterface` are known.

"""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Then `SpindleRegistrar` is made.", ["SpindleRegistrar"]),
        ("Then `ExecutorState` is made.", []),
        ("Then `wind_up_the_spindles` is called.", ["wind_up_the_spindles"]),
        ("Then `wind_up_the_spindles` is called. What `wind_up_the_spindles` does is ours.", []),  # a notion of its own
        ("再经过 ExecutorState 和 SpindleLockRegistrar（executor.cc）处理。", ["SpindleLockRegistrar"]),
        ("再经过 SpindleLockRegistrar 处理。", []),  # beside nothing that is the tree's
        ("`Layer._wind_spindles` does it.", ["Layer._wind_spindles"]),
        ("Our own `SpindleRegistrar` is made.", []),
        ("There is no `SpindleRegistrar` here.", []),
        ("`SpindleRegistrar` 的代码在哪？答：1.15 没有。", []),
        ("If a `SpindleRegistrar` were ever added, it would be here.", []),
        ("nit: rename `ExecutorState` -> `SpindleRegistrar`.", []),
        ("In Java (`Session.java`) it is `SpindleRegistrar`.", []),
        ("PyTorch's `SpindleRegistrar` is another matter.", []),
        ("| step | PyTorch |\n|---|---|\n| state | `spindle_avg_sq` |\n", []),
        ("Papers call it `SpiDle18`.", []),
        ("The size is `spindle_size` here.", []),  # two words may be anybody's
    ],
)
def test_names_without_a_tree(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, MANY + text + "\n") == found


def test_in_a_document_on_something_else_nothing_is_told(shipped: Index) -> None:
    others = ", ".join([f"`Spindle{word}Registrar`" for word in ("Warp", "Weft", "Loom", "Reel")])
    assert wrong_of(shipped, f"{MANY}Ours are {others}.\n") == []
    assert wrong_of(shipped, "Then `SpindleRegistrar` is made by `OpKernelContext`.\n") == []


LOOM = "tensorflow/core/kernels/great_loom.cc"
PARTS = [
    f"Turn{part}Wheel"
    for part in ("Great", "Little", "Upper", "Lower", "Front", "Back", "Left", "Right", "Iron", "Oak")
]
TEXTS = {LOOM: "".join(f"void {name}(int turns) {{\n  Move(turns);\n}}\n" for name in PARTS)}


@pytest.mark.parametrize("tree", [True, False])
@pytest.mark.parametrize(("known", "found"), [(10, ["WindAllTheSpindles"]), (7, [])])
def test_with_a_tree_its_files_tell(known: int, found: list[str], tree: bool, index: Path) -> None:
    said = "\n\n".join([f"First `{name}` is called." for name in PARTS[:known]])
    assert wrong(index, f"{said}\n\nAt last there is `WindAllTheSpindles` to be done.\n", tree) == found


def test_what_any_file_has_is_found_without_a_tree(shipped: Index) -> None:
    # A local variable, a constant and a macro that no index knows otherwise.
    assert (
        wrong_of(shipped, MANY + "See `kMaxMillisToWait`, `TF_DISALLOW_COPY_AND_ASSIGN` and `num_shards_used`.\n") == []
    )
