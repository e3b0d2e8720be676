"""Kernels whose class is registered by another name of it."""

from __future__ import annotations

import pytest
from reading import PATH, read

from tfexplore.model import Location

CLASS = """\
template <typename Device, typename T, int kAxis>
class BraidBaseOp : public OpKernel {
 public:
  void Compute(OpKernelContext* context) override {}
};
"""
KERNEL = 'REGISTER_KERNEL_BUILDER(Name("Braid").Device("CPU"), BraidOp<CPUDevice, float>);\n'


@pytest.mark.parametrize(
    "alias",
    [
        "template <typename Device, typename T>\nusing BraidOp = BraidBaseOp<Device, T, 2>;\n",
        "using BraidOp = BraidBaseOp;\n",
        "typedef BraidBaseOp<CPUDevice, float, 2> BraidOp;\n",
    ],
)
def test_the_class_is_that_of_the_file(alias: str) -> None:
    (kernel,) = read(CLASS + alias + KERNEL).kernels
    assert kernel.kernel_class == "BraidOp<CPUDevice, float>"
    assert kernel.kernel_class_location == Location(PATH, 2, 5)


@pytest.mark.parametrize(
    "text",
    [
        KERNEL,
        CLASS + KERNEL,
        CLASS + "// using BraidOp = BraidBaseOp;\n" + KERNEL,
        CLASS + "using BraidOp = TwistBaseOp;\n" + KERNEL,
        CLASS + "class BraidOp {};\nusing BraidOp = BraidBaseOp;\n" + KERNEL,
    ],
)
def test_any_other_is_found_by_its_name(text: str) -> None:
    (kernel,) = read(text).kernels
    assert kernel.kernel_class_location is None
