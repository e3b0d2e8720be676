"""Edits of what gradients in C++ create: bodies, ops, and how the classes of ops are called."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from workshop import ANEW, EDITED, OPS, Workshop, at_the_end, instead, on_top, woven

from tfexplore.index import gradients
from tfexplore.index.store import open_index

CC = "tensorflow/cc/gradients/weave_grad.cc"
CORE = "tensorflow/core/ops/weave_grad.cc"
CLASSES = "tensorflow/core/api_def/base_api/api_def_Weave.pbtxt"

BODY = """  FunctionDefHelper::Define({{{"a"}, "Unweave", {"x"}}, {{"b"}, "Spin", {"a"}}});
  *g = """


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    """A tree whose gradients in C++ create ops."""
    made = woven(tmp_path, monkeypatch)
    (made.tree / CLASSES).parent.mkdir(parents=True)
    (made.tree / CLASSES).write_text('op {\n  graph_op_name: "Weave"\n  endpoint { name: "Plait" }\n}\n')
    made.edit(CC, instead("  return scope", "  Plait(scope, 1, 2, 3);\n  Twine(scope);\n  return scope"))
    made.edit(CORE, instead("  return Status", BODY + "Made();\n  return Status"))
    assert made.again() == ANEW
    assert created(made) == {"cc": (("Weave",), ("Twine",)), "core": (("Unweave",), ('"Spin"', "Made(...)"))}
    return made


def created(workshop: Workshop) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """What each registry's gradients create, and what of that is not read."""
    with open_index(workshop.folder / "again.sqlite") as index:
        found = [one for one in gradients.every(index) if one.function and one.registry != "python"]
    return {one.registry: (one.calls, one.unread) for one in found}


@pytest.mark.parametrize(
    ("path", "change", "way"),
    [
        (CC, on_top("// woven\n"), EDITED),
        (CC, instead("Twine(scope)", "Plait(scope)"), ANEW),
        (CORE, instead('"Unweave"', '"Weave"'), ANEW),
        (CLASSES, instead('"Plait"', '"Twine"'), ANEW),
        (CLASSES, instead("op {", "op {\n  visibility: HIDDEN"), ANEW),
        (CLASSES, instead("op {", 'op {\n  in_arg { name: "warp" rename_to: "yarn" }'), EDITED),
        # An op of which a gradient speaks already, by its name or perhaps by that of a class.
        (OPS, at_the_end('\nREGISTER_OP("Spin").Input("wool: float");\n'), ANEW),
        (OPS, at_the_end('\nREGISTER_OP("Twine").Input("wool: float");\n'), ANEW),
        # One that takes other inputs, of which some were values.
        (OPS, instead('    .Input("weft', '    .Input("woof: T")\n    .Input("weft'), ANEW),
        (OPS, instead(".Attr(", '.Attr("knots: int = 3")\n    .Attr('), EDITED),
    ],
)
def test_one_edit(path: str, change: Callable[[bytes], bytes], way: str, workshop: Workshop) -> None:
    assert workshop.one_edit(path, change) == way
