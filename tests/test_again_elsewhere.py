"""Edits to what other files declare, define and run: an index made again says what a run without a cache says."""

from __future__ import annotations

from pathlib import Path

import pytest
from workshop import ANEW, EDITED, Workshop, at_the_end, instead, on_top, woven

KERNELS = "tensorflow/core/kernels/"
OP = KERNELS + "wind_op.cc"
HEADER = KERNELS + "wind.h"
GPU = KERNELS + "wind_gpu.cu.cc"
INSTANCES = KERNELS + "wind_more.cu.cc"
FILES = {
    INSTANCES: """#include "tensorflow/core/kernels/wind.h"
namespace tensorflow {
template struct Reel<GPUDevice, double>;
template struct functor::Spool<GPUDevice>;
}  // namespace tensorflow
""",
    HEADER: """#include "tensorflow/core/framework/op_kernel.h"
namespace tensorflow {
template <typename Device>
void Wind(OpKernelContext* context, const Device& device);
void Unwind(int length);
template <typename Device, typename T>
struct Reel {
  void operator()(T rope);
};
namespace functor {
template <typename Device>
struct Spool {
  void operator()(int rope) {}
};
}  // namespace functor
}  // namespace tensorflow
""",
    GPU: """#include "tensorflow/core/kernels/wind.h"
namespace tensorflow {
template <typename T>
__global__ void ReelKernel(T rope) {}
template <>
void Wind(OpKernelContext* context, const GPUDevice& device) {}
template <typename T>
struct LaunchWind {
  void Run(T rope) {}
};
#define DEFINE(T)                               \\
  template <>                                   \\
  void Reel<GPUDevice, T>::operator()(T rope) { \\
    GpuLaunchKernel(ReelKernel<T>, rope);       \\
  }
DEFINE(float)
}  // namespace tensorflow
""",
    OP: """#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/kernels/wind.h"

namespace tensorflow {
template <typename T>
struct LaunchWind {
  void Run(T rope);
};

void Wind(OpKernelContext* context, const CPUDevice& device) {}

template <typename Device, typename Thread>
class WindOp : public OpKernel {
  void Compute(OpKernelContext* context) override {
    Wind(context, context->eigen_device<Device>());
    Unwind(2);
    LaunchWind<Thread>().Run(1);
    Reel<Device, Thread>()(1);
  }
};

REGISTER_KERNEL_BUILDER(Name("Weave").Device(DEVICE_CPU).Label("wind"), WindOp<CPUDevice, int>);
REGISTER_KERNEL_BUILDER(Name("Weave").Device(DEVICE_GPU).Label("wind"), WindOp<GPUDevice, int>);

}  // namespace tensorflow
""",
}


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    made = woven(tmp_path, monkeypatch)
    for path, text in FILES.items():
        (made.tree / path).write_text(text)
    assert made.again() == ANEW
    return made


@pytest.mark.parametrize(
    ("path", "edit", "way"),
    [
        (GPU, on_top("// woven\n"), EDITED),
        (GPU, instead("const GPUDevice& device", "const CPUDevice& device"), ANEW),
        (GPU, instead("void Wind(", "void Spool("), ANEW),
        (GPU, instead("void Run(T rope) {}", "void Run(T rope);"), ANEW),
        (GPU, instead("struct LaunchWind", "struct LaunchSpool"), ANEW),
        (GPU, instead("Reel<GPUDevice, T>", "Spool<GPUDevice, T>"), ANEW),
        (GPU, instead("GpuLaunchKernel(ReelKernel<T>, rope); ", "GpuLaunchKernel(WindKernel<T>, rope); "), ANEW),
        (GPU, instead("template <>\nvoid Wind", "void Unwind(int length) {}\ntemplate <>\nvoid Wind"), ANEW),
        # where what a macro defines went is not told beside what is new
        (GPU, instead("template <>\nvoid Wind", "void Knit(int length) {}\ntemplate <>\nvoid Wind"), ANEW),
        (GPU, instead("}  // namespace", "template struct Reel<GPUDevice, float>;\n}  // namespace"), ANEW),
        (INSTANCES, instead("Spool<", "Reel<"), ANEW),
        (INSTANCES, on_top("// woven\n"), EDITED),
        (OP, instead("Unwind(2);", "functor::Spool<Device>()(2);"), ANEW),  # which is reached now
        (OP, instead("    Reel<Device, Thread>()(1);\n", ""), EDITED),
        (HEADER, instead("void Unwind(int length);\n", ""), ANEW),
        (HEADER, instead("void Unwind(int length);\n", "void Unwind(int length);\nvoid Knit(int length);\n"), ANEW),
        (HEADER, instead("struct Reel {", "struct Reel {\n  int length;"), EDITED),
        (HEADER, on_top("// woven\n"), EDITED),
        (OP, instead("Unwind(2);", "Unwind(2); Wind(context, context->eigen_gpu_device());"), EDITED),
        (OP, instead("Unwind(2);", "LaunchSpool<Thread>()(2);"), EDITED),
        (OP, instead("const CPUDevice& device", "const GPUDevice& device"), ANEW),
        (OP, instead("void Run(T rope);", "void Run(T rope) {}"), ANEW),
        (OP, at_the_end("void Knit(int length) {}\n"), EDITED),
    ],
)
def test_an_edit(path: str, edit: object, way: str, workshop: Workshop) -> None:
    workshop.edit(path, edit)  # type: ignore[arg-type]
    found = workshop.again()
    workshop.check()
    assert found == way


def test_one_edit_after_the_other(workshop: Workshop) -> None:
    for path, edit in (
        (OP, instead("    Reel<Device, Thread>()(1);\n", "")),
        (GPU, on_top("// woven\n")),
        (OP, instead("    Unwind(2);\n", "    Unwind(2);\n    Reel<Device, Thread>()(1);\n")),  # reached again
        (OP, instead('REGISTER_KERNEL_BUILDER(Name("Weave").Device(DEVICE_GPU)', "// none ")),
        (HEADER, on_top("// woven\n")),
        (OP, instead("// none ", 'REGISTER_KERNEL_BUILDER(Name("Weave").Device(DEVICE_GPU)')),
    ):
        workshop.edit(path, edit)
        workshop.again()
        workshop.check()
