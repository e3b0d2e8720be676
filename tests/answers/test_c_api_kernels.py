"""What `show` says of a kernel that the C API registers."""

from __future__ import annotations

from pathlib import Path

import pytest
import woven
from asking import ask

BEND = """\
#include "tensorflow/c/kernels.h"
typedef struct BendOp {
  int times;
} BendOp;
void LaunchBend(int times) {}
static void BendOp_Run(void* kernel, TF_OpKernelContext* ctx) { LaunchBend(3); }
static bool registered = []() {
  auto* builder = TF_NewKernelBuilder("Spin", "CPU", nullptr, &BendOp_Run, nullptr);
  TF_RegisterKernelBuilder("BendOp", builder, nullptr);
  return true;
}();
"""


@pytest.fixture(scope="module")
def bent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tree = woven.plant(tmp_path_factory.mktemp("bent") / "tree")
    (tree / "tensorflow/core/kernels/bend_op.cc").write_text(BEND)
    return woven.make_index(tree, tree.parent / "bent.sqlite")


def test_what_runs_and_what_that_uses(bent: Path) -> None:
    (found,) = ask(bent, "show", "Spin", "--json").json()["results"]
    (bend,) = [one for one in found["kernel_classes"] if one["name"] == "BendOp"]
    assert [(one["name"], one["location"]["line"], one["inherited"]) for one in bend["compute"]] == [
        ("BendOp_Run", 6, False)
    ]
    assert [(one["defined"], one["location"]["line"]) for one in bend["uses"]] == [("LaunchBend", 5)]


def test_the_line_of_the_function_finds_the_op(bent: Path) -> None:
    assert "BendOp_Run" in ask(bent, "show", "kernels/bend_op.cc:6").out
