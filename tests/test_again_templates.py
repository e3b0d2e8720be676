"""Edits to templates: an index made again says what a run without a cache says of who uses them."""

from __future__ import annotations

from pathlib import Path

import pytest
from workshop import ANEW, EDITED, KNOTS, Workshop, instead, woven

from tfexplore.index.store import open_index

KERNELS = "tensorflow/core/kernels/"
PLAIT = KERNELS + "plait.h"
GPU = KERNELS + "plait_gpu.cc"
OP = KERNELS + "plait_op.cc"
FILES = {
    PLAIT: """namespace tensorflow {
namespace functor {
template <typename Device, typename T>
struct Plait {
  void operator()(T rope) {}
};
template <typename T>
struct Fray {
  void operator()(T rope) {}
};
}  // namespace functor
}  // namespace tensorflow
""",
    GPU: """#include "tensorflow/core/kernels/plait.h"
namespace tensorflow {
namespace functor {
template <typename Rope>
struct Plait<GPUDevice, Rope> {
  void operator()(Rope rope) {}
};
}  // namespace functor
}  // namespace tensorflow
""",
    OP: """#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/kernels/plait.h"

namespace tensorflow {
namespace functor {
template <typename T>
struct Fray {
  void operator()(T rope);
};
}  // namespace functor

void Trim(int length) {}

template <typename Device, typename Thread>
class PlaitOp : public OpKernel {
  void Compute(OpKernelContext* context) override {
    functor::Plait<Device, Thread>()(1);
    functor::Fray<Thread>()(1);
    Trim(1, 2);
  }
};

REGISTER_KERNEL_BUILDER(Name("Weave").Device(DEVICE_CPU).Label("plait"), PlaitOp<CPUDevice, int>);

}  // namespace tensorflow
""",
}
FOR_GPU = 'REGISTER_KERNEL_BUILDER(Name("Weave").Device(DEVICE_GPU).Label("{}"), PlaitOp<GPUDevice, float>);\n'


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    made = woven(tmp_path, monkeypatch)
    for path, text in FILES.items():
        (made.tree / path).write_text(text)
    assert made.again() == ANEW
    return made


def used(workshop: Workshop) -> list[str]:
    """What the class of the kernels uses."""
    with open_index(workshop.folder / "again.sqlite") as index:
        rows = index.rows("SELECT defined FROM use WHERE user = 'PlaitOp::Compute' AND kind = 'class' ORDER BY 1")
        return [defined for (defined,) in rows]


def test_kernels_for_another_device_lead_to_another_specialisation(workshop: Workshop) -> None:
    assert used(workshop) == ["Fray", "Plait"]
    workshop.edit(OP, instead("\n}  // namespace tensorflow", FOR_GPU.format("gpu") + "\n}  // namespace tensorflow"))
    assert workshop.again() == EDITED
    assert used(workshop) == ["Fray", "Plait", "Plait<GPUDevice, Rope>"]
    workshop.check()
    workshop.edit(OP, instead(FOR_GPU.format("gpu"), ""))
    assert workshop.again() == EDITED
    assert used(workshop) == ["Fray", "Plait"]
    workshop.check()


@pytest.mark.parametrize(
    ("path", "old", "new", "way"),
    [
        (GPU, "template <typename Rope>", "template <typename Yarn>", ANEW),
        (GPU, "struct Plait<GPUDevice, Rope>", "struct Plait<CPUDevice, Rope>", ANEW),
        (PLAIT, "template <typename Device, typename T>", "template <typename Device, typename T, int N>", ANEW),
        (PLAIT, "struct Fray {\n  void operator()(T rope) {}", "struct Fray {\n  void operator()(T rope);", ANEW),
        (
            PLAIT,
            "struct Fray",
            "struct Reef {\n  void operator()(T rope) {}\n};\ntemplate <class T>\nstruct Fray",
            ANEW,
        ),
        (PLAIT, "  void operator()(T rope) {}", "  // woven\n  void operator()(T rope) {}", EDITED),
        (OP, "void operator()(T rope);", "void operator()(T rope) {}", ANEW),
        (OP, "Plait<Device, Thread>", "Plait<GPUDevice, Thread>", EDITED),
        (OP, "void Trim(int length) {}", "void Trim(int length) {}\nvoid Trim(int a, int b) {}", EDITED),
        (OP, "    Trim(1, 2);\n", "    int Trim = 1;\n", EDITED),
        (OP, "    Trim(1, 2);\n", "    functor::Coil<Thread>::Wind(1);\n", EDITED),
        (OP, "typename Thread", "typename Thread, bool flag = true", ANEW),
    ],
)
def test_an_edit_of_a_template(path: str, old: str, new: str, way: str, workshop: Workshop) -> None:
    workshop.edit(path, instead(old, new))
    assert workshop.again() == way
    workshop.check()


def test_one_edit_after_the_other(workshop: Workshop) -> None:
    for path, old, new in (
        (KNOTS, "TIE(\"bow\"", FOR_GPU.format("knots") + "TIE(\"bow\""),
        (GPU, "(Rope rope) {}", "(Rope rope) { Fray<Rope>()(rope); }"),
        (OP, "functor::Plait<Device, Thread>()(1);", "functor::Plait<Device, int>()(1); functor::Coil<Thread>()(1);"),
        (OP, "PlaitOp<CPUDevice, int>", "PlaitOp<CPUDevice, float>"),
        (OP, "class PlaitOp", "class Cut {\n};\n\ntemplate <typename Device, typename Thread>\nclass PlaitOp"),
        (PLAIT, "(T rope) {}", "(T rope) {\n    Coil<T>()(rope);\n  }"),
        (KNOTS, FOR_GPU.format("knots"), ""),
    ):  # fmt: skip
        workshop.edit(path, instead(old, new))
        workshop.again()
        workshop.check()
