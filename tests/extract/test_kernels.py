"""Kernel registrations: every macro idiom of TensorFlow's kernels, as source text and the whole facts it means."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from reading import PATH, at, kernel, read, step, unresolved

from tfexplore.extract.known import Registrations
from tfexplore.model import KernelDef, Unresolved

TYPES_H = "tensorflow/core/framework/register_types.h"
INCLUDE_TYPES = f'#include "{TYPES_H}"\n'
#: The lines of the small tree's `register_types.h` that these tests come through.
CALL_FLOAT, CALL_DOUBLE, CALL_HALF, CALL_FLOAT_TYPES = (
    at(5, path=TYPES_H),
    at(6, path=TYPES_H),
    at(9, path=TYPES_H),
    at(18, 20, TYPES_H),
)

#: Name -> (the file, or the files by path), the kernels in order.
CASES: dict[str, tuple[str | Mapping[str, str | bytes], tuple[KernelDef, ...]]] = {
    "written out": (
        'REGISTER_KERNEL_BUILDER(Name("Pad").Device("CPU").TypeConstraint<float>("T"), PadOp<CPUDevice, float>);',
        (kernel("Pad", "CPU", "PadOp<CPUDevice, float>", at(1), T="DT_FLOAT"),),
    ),
    "over several lines, the class on the last": (
        'REGISTER_KERNEL_BUILDER(\n    Name("Pad")\n        .Device("CPU"),\n    PadOp);',
        (kernel("Pad", "CPU", "PadOp", at(1, 4)),),
    ),
    "every method of the builder": (
        """\
REGISTER_KERNEL_BUILDER(Name("Pad")
                            .Device("GPU")
                            .HostMemory("paddings")
                            .HostMemory("axes")
                            .TypeConstraint<int64>("Tpaddings")
                            .TypeConstraint("T", DT_HALF)
                            .Label("fast")
                            .Priority(-3),
                        PadOp);
""",
        (
            kernel(
                "Pad",
                "GPU",
                "PadOp",
                at(1, 9),
                host=("paddings", "axes"),
                label="fast",
                priority=-3,
                Tpaddings="DT_INT64",
                T="DT_HALF",
            ),
        ),
    ),
    "values of an attr that is no type": (
        """\
REGISTER_KERNEL_BUILDER(Name("Pad")
                            .Device("CPU")
                            .TypeConstraint<float>("T")
                            .AttrConstraint("data_format", "NHWC")
                            .AttrConstraint<int64>("rank", {1, 2})
                            .AttrConstraint("strict", true),
                        PadOp);
""",
        (kernel("Pad", "CPU", "PadOp", at(1, 7), T="DT_FLOAT", data_format="NHWC", rank="1 2", strict="true"),),
    ),
    "a SYSTEM form": (
        'REGISTER_SYSTEM_KERNEL_BUILDER(Name("_Send").Device("CPU"), SendOp);',
        (kernel("_Send", "CPU", "SendOp", at(1)),),
    ),
    "typed fan-out: the macro's name is an argument of TF_CALL_float": (
        INCLUDE_TYPES
        + """\
#define REGISTER(T)                                                       \\
  REGISTER_KERNEL_BUILDER(                                                \\
      Name("Bias").Device("CPU").TypeConstraint<T>("T"), BiasOp<T>);
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
""",
        (
            kernel(
                "Bias",
                "CPU",
                "BiasOp<float>",
                at(5),
                T="DT_FLOAT",
                expansion=(step("TF_CALL_float", CALL_FLOAT, at(5)), step("REGISTER", at(2, 4), at(5, path=TYPES_H))),
            ),
            kernel(
                "Bias",
                "CPU",
                "BiasOp<double>",
                at(6),
                T="DT_DOUBLE",
                expansion=(step("TF_CALL_double", CALL_DOUBLE, at(6)), step("REGISTER", at(2, 4), at(6, path=TYPES_H))),
            ),
        ),
    ),
    "a list of types: three macros between the text and the kernel": (
        INCLUDE_TYPES
        + """\
#define REGISTER(T) REGISTER_KERNEL_BUILDER(Name("Bias").Device("CPU").TypeConstraint<T>("T"), BiasOp<T>);
TF_CALL_FLOAT_TYPES(REGISTER);
""",
        tuple(
            kernel(
                "Bias",
                "CPU",
                f"BiasOp<{spelled}>",
                at(3),
                T=dtype,
                expansion=(
                    step("TF_CALL_FLOAT_TYPES", CALL_FLOAT_TYPES, at(3)),
                    step(macro, defined, at(line, path=TYPES_H)),
                    step("REGISTER", at(2), at(defined.line, path=TYPES_H)),
                ),
            )
            for macro, defined, line, spelled, dtype in (
                ("TF_CALL_half", CALL_HALF, 19, "Eigen::half", "DT_HALF"),
                ("TF_CALL_float", CALL_FLOAT, 20, "float", "DT_FLOAT"),
                ("TF_CALL_double", CALL_DOUBLE, 20, "double", "DT_DOUBLE"),
            )
        ),
    ),
    "families in a header: REGISTER, REGISTER2, with pasting": (
        {
            "kernels/common.h": """\
#define REGISTER(OP, D, N, F, T)                                  \\
  REGISTER_KERNEL_BUILDER(                                        \\
      Name(N).Device(DEVICE_##D).TypeConstraint<T>("T"), OP<D##Device, F<T>>);
#define REGISTER2(OP, D, N, F, T0, T1) \\
  REGISTER(OP, D, N, F, T0)            \\
  REGISTER(OP, D, N, F, T1)
""",
            PATH: """\
#include "kernels/common.h"
#include "tensorflow/core/framework/types.h"
REGISTER2(UnaryOp, CPU, "Abs", functor::abs, float, int64);
REGISTER(UnaryOp, GPU, "Abs", functor::abs,
         Eigen::half);
""",
        },
        (
            kernel(
                "Abs",
                "CPU",
                "UnaryOp<CPUDevice, functor::abs<float>>",
                at(3),
                T="DT_FLOAT",
                expansion=(
                    step("REGISTER2", at(4, 6, "kernels/common.h"), at(3)),
                    step("REGISTER", at(1, 3, "kernels/common.h"), at(5, path="kernels/common.h")),
                ),
            ),
            kernel(
                "Abs",
                "CPU",
                "UnaryOp<CPUDevice, functor::abs<int64>>",
                at(3),
                T="DT_INT64",
                expansion=(
                    step("REGISTER2", at(4, 6, "kernels/common.h"), at(3)),
                    step("REGISTER", at(1, 3, "kernels/common.h"), at(6, path="kernels/common.h")),
                ),
            ),
            kernel(
                "Abs",
                "GPU",
                "UnaryOp<GPUDevice, functor::abs<Eigen::half>>",
                at(4, 5),
                T="DT_HALF",
                expansion=(step("REGISTER", at(1, 3, "kernels/common.h"), at(4, 5)),),
            ),
        ),
    ),
    "a family's parts found by pasting a number": (
        """\
#define REGISTER_1(N) REGISTER_KERNEL_BUILDER(Name(N).Device("CPU"), OneOp)
#define REGISTER_2(N) REGISTER_1(N "First"); REGISTER_1(N "Second")
#define REGISTER_ALL(COUNT, N) REGISTER_##COUNT(N)
REGISTER_ALL(2, "My");
""",
        tuple(
            kernel(
                op,
                "CPU",
                "OneOp",
                at(4),
                expansion=(
                    step("REGISTER_ALL", at(3), at(4)),
                    step("REGISTER_2", at(2), at(3)),
                    step("REGISTER_1", at(1), at(2)),
                ),
            )
            for op in ("MyFirst", "MySecond")
        ),
    ),
    "stringizing: Name(#name), and a literal beside it": (
        """\
#define REGISTER_NAMED(name) REGISTER_KERNEL_BUILDER(Name(#name).Device("CPU"), name##Op)
#define REGISTER_HANDLE(Type) REGISTER_KERNEL_BUILDER(Name(#Type "HandleOp").Device("CPU"), HandleOp<Type>)
REGISTER_NAMED(Shift);
REGISTER_HANDLE(Var);
""",
        (
            kernel("Shift", "CPU", "ShiftOp", at(3), (step("REGISTER_NAMED", at(1), at(3)),)),
            kernel("VarHandleOp", "CPU", "HandleOp<Var>", at(4), (step("REGISTER_HANDLE", at(2), at(4)),)),
        ),
    ),
    "a class in brackets keeps its commas": (
        """\
#define REGISTER_LINALG(N, C, S) REGISTER_KERNEL_BUILDER(Name(N).Device("CPU").TypeConstraint<S>("T"), C)
REGISTER_LINALG("Cholesky", (CholeskyOp<CPUDevice, float>), float);
""",
        (
            kernel(
                "Cholesky",
                "CPU",
                "CholeskyOp<CPUDevice, float>",
                at(2),
                (step("REGISTER_LINALG", at(1), at(2)),),
                T="DT_FLOAT",
            ),
        ),
    ),
    "a type list of the file's own": (
        INCLUDE_TYPES
        + """\
#define CALL_TWO_TYPES(m) TF_CALL_float(m); TF_CALL_half(m);
#define REGISTER(T) REGISTER_KERNEL_BUILDER(Name("Where").Device("GPU").TypeConstraint<T>("T"), WhereOp<T>);
CALL_TWO_TYPES(REGISTER);
""",
        tuple(
            kernel(
                "Where",
                "GPU",
                f"WhereOp<{spelled}>",
                at(4),
                T=dtype,
                expansion=(
                    step("CALL_TWO_TYPES", at(2), at(4)),
                    step(macro, defined, at(2)),
                    step("REGISTER", at(3), at(defined.line, path=TYPES_H)),
                ),
            )
            for macro, defined, spelled, dtype in (
                ("TF_CALL_float", CALL_FLOAT, "float", "DT_FLOAT"),
                ("TF_CALL_half", CALL_HALF, "Eigen::half", "DT_HALF"),
            )
        ),
    ),
    "sequences without semicolons": (
        INCLUDE_TYPES
        + """\
#define REGISTER(T) REGISTER_KERNEL_BUILDER(Name("Sum").Device("CPU").TypeConstraint<T>("T"), SumOp<T>);
TF_CALL_float(REGISTER) TF_CALL_double(REGISTER)
REGISTER(bool) class Between {};
REGISTER(int32)
""",
        (
            kernel(
                "Sum",
                "CPU",
                "SumOp<float>",
                at(3),
                T="DT_FLOAT",
                expansion=(step("TF_CALL_float", CALL_FLOAT, at(3)), step("REGISTER", at(2), at(5, path=TYPES_H))),
            ),
            kernel(
                "Sum",
                "CPU",
                "SumOp<double>",
                at(3),
                T="DT_DOUBLE",
                expansion=(step("TF_CALL_double", CALL_DOUBLE, at(3)), step("REGISTER", at(2), at(6, path=TYPES_H))),
            ),
            kernel("Sum", "CPU", "SumOp<bool>", at(4), (step("REGISTER", at(2), at(4)),), T="DT_BOOL"),
            kernel("Sum", "CPU", "SumOp<int32>", at(5), (step("REGISTER", at(2), at(5)),), T="DT_INT32"),
        ),
    ),
    "one macro's name defined three times": (
        """\
#define REGISTER(T) REGISTER_KERNEL_BUILDER(Name("First").Device("CPU").TypeConstraint<T>("T"), FirstOp);
REGISTER(float);
#undef REGISTER
#define REGISTER(T)                                                                              \\
  REGISTER_KERNEL_BUILDER(Name("Second").Device("CPU").TypeConstraint<T>("T"), SecondOp);
REGISTER(float);
#undef REGISTER
REGISTER(float);
#define REGISTER(T) Unrelated(T)
REGISTER(float);
""",
        (
            kernel("First", "CPU", "FirstOp", at(2), (step("REGISTER", at(1), at(2)),), T="DT_FLOAT"),
            kernel("Second", "CPU", "SecondOp", at(6), (step("REGISTER", at(4, 5), at(6)),), T="DT_FLOAT"),
        ),
    ),
    "an object-like macro under #if": (
        """\
#if GOOGLE_CUDA
#define FFT_LABEL "eigen"
#else
#define FFT_LABEL ""
#endif
REGISTER_KERNEL_BUILDER(Name("FFT").Device("CPU").Label(FFT_LABEL), FftOp);
""",
        (kernel("FFT", "CPU", "FftOp", at(6)),),
    ),
    "a whole registration as an object-like macro": (
        '#define ALL REGISTER_KERNEL_BUILDER(Name("One").Device("CPU"), OneOp)\nALL;\n',
        (kernel("One", "CPU", "OneOp", at(2), (step("ALL", at(1), at(2)),)),),
    ),
    "a constant that a header declares and its source file defines": (
        {
            "devices/known.h": "namespace devices { extern const char* const DEVICE_LOOM; }\n",
            "devices/known.cc": """\
#include "devices/known.h"
namespace devices {
const char* const DEVICE_LOOM = "LOOM";
}
""",
            PATH: '#include "devices/known.h"\nREGISTER_KERNEL_BUILDER(Name("A").Device(devices::DEVICE_LOOM), AOp);\n',
        },
        (kernel("A", "LOOM", "AOp", at(2)),),
    ),
    "constants of the file: a string, a concatenation, a function": (
        """\
constexpr char kDevice[] = "CPU";
const char* const kLabel = "a" "b";
string OpName() { return strings::StrCat("My", "Op"); }
static const int kPriority = 7;
REGISTER_KERNEL_BUILDER(Name(OpName().c_str()).Device(kDevice).Label(kLabel).Priority(kPriority), AOp);
""",
        (kernel("MyOp", "CPU", "AOp", at(5), label="ab", priority=7),),
    ),
    "type arrays: a list, an array, a function that returns one": (
        """\
constexpr std::array<DataType, 2> kTypes = {{DT_FLOAT, DT_HALF}};
DataTypeVector AllTypes() { return {DT_BOOL, DT_INT8}; }
REGISTER_KERNEL_BUILDER(Name("A").Device("CPU").TypeConstraint("T", {DT_INT32, DT_INT64}), AOp);
REGISTER_KERNEL_BUILDER(Name("B").Device("CPU").TypeConstraint("T", kTypes), BOp);
REGISTER_KERNEL_BUILDER(Name("C").Device("CPU").TypeConstraint("T", AllTypes()), COp);
""",
        (
            kernel("A", "CPU", "AOp", at(3), T="DT_INT32 DT_INT64"),
            kernel("B", "CPU", "BOp", at(4), T="DT_FLOAT DT_HALF"),
            kernel("C", "CPU", "COp", at(5), T="DT_BOOL DT_INT8"),
        ),
    ),
    "a family in a header over the types of the device": (
        {
            "jit/device_ops.h": """\
#define REGISTER_DEVICE(DEVICE, TYPES)                                         \\
  REGISTER_KERNEL_BUILDER(Name("_Arg").Device(DEVICE).HostMemory("arg"), ArgOp); \\
  REGISTER_KERNEL_BUILDER(                                                     \\
      Name("_Run").Device(DEVICE).TypeConstraint("T", TYPES), RunOp);
""",
            PATH: """\
#include "jit/device_ops.h"
const char* const DEVICE_LOOM = "LOOM";
constexpr std::array<DataType, 2> kAll = {{DT_FLOAT, DT_BOOL}};
REGISTER_DEVICE(DEVICE_LOOM, kAll);
""",
        },
        (
            kernel(
                "_Arg",
                "LOOM",
                "ArgOp",
                at(4),
                (step("REGISTER_DEVICE", at(1, 4, "jit/device_ops.h"), at(4)),),
                host=("arg",),
            ),
            kernel(
                "_Run",
                "LOOM",
                "RunOp",
                at(4),
                (step("REGISTER_DEVICE", at(1, 4, "jit/device_ops.h"), at(4)),),
                T="DT_FLOAT DT_BOOL",
            ),
        ),
    ),
    "EnumToDataType and DataTypeToEnum": (
        """\
#define REGISTER(DT)                                                               \\
  REGISTER_KERNEL_BUILDER(                                                         \\
      Name("A").Device("CPU").TypeConstraint<EnumToDataType<DT>::Type>("T"), AOp);
REGISTER(DT_INT8);
REGISTER_KERNEL_BUILDER(Name("B").Device("CPU").TypeConstraint("T", DataTypeToEnum<float>::v()), BOp);
REGISTER_KERNEL_BUILDER(Name("C").Device("CPU").TypeConstraint("T", {DataTypeToEnum<int64>::value, DT_HALF}), COp);
REGISTER_KERNEL_BUILDER(Name("D").Device("CPU").TypeConstraint<typename EnumToDataType<DT_BOOL>::Type>("T"), DOp);
""",
        (
            kernel("A", "CPU", "AOp", at(4), (step("REGISTER", at(1, 3), at(4)),), T="DT_INT8"),
            kernel("B", "CPU", "BOp", at(5), T="DT_FLOAT"),
            kernel("C", "CPU", "COp", at(6), T="DT_INT64 DT_HALF"),
            kernel("D", "CPU", "DOp", at(7), T="DT_BOOL"),
        ),
    ),
    "type names of the file's own: typedef, using, qualified": (
        """\
typedef Eigen::half my_half;
using Number = double;
REGISTER_KERNEL_BUILDER(Name("A").Device("CPU").TypeConstraint<my_half>("T"), AOp);
REGISTER_KERNEL_BUILDER(Name("B").Device("CPU").TypeConstraint<Number>("T"), BOp);
REGISTER_KERNEL_BUILDER(Name("C").Device("CPU").TypeConstraint<::tensorflow::int32>("T"), COp);
REGISTER_KERNEL_BUILDER(Name("D").Device("CPU").TypeConstraint<std::complex<float>>("T"), DOp);
""",
        (
            kernel("A", "CPU", "AOp", at(3), T="DT_HALF"),
            kernel("B", "CPU", "BOp", at(4), T="DT_DOUBLE"),
            kernel("C", "CPU", "COp", at(5), T="DT_INT32"),
            kernel("D", "CPU", "DOp", at(6), T="DT_COMPLEX64"),
        ),
    ),
    "XLA: for every backend, for one, for several; silent methods": (
        """\
REGISTER_XLA_OP(Name("Pad").TypeConstraint("T", {DT_FLOAT, DT_HALF}).CompileTimeConstantInput("paddings"), PadXla);
REGISTER_XLA_OP(Name("Pad").Device("XLA_CPU_JIT").AllowResourceTypes(), PadXla);
REGISTER_XLA_OP(Name("Pad").Device({"XLA_GPU_JIT", "XLA_CPU_JIT"}).CompilationOnly(), MlirXlaOpKernel<PadXla, 2>);
""",
        (
            kernel("Pad", "XLA_*_JIT", "PadXla", at(1), registry="xla", T="DT_FLOAT DT_HALF"),
            kernel("Pad", "XLA_CPU_JIT", "PadXla", at(2), registry="xla"),
            kernel("Pad", "XLA_GPU_JIT, XLA_CPU_JIT", "MlirXlaOpKernel<PadXla, 2>", at(3), registry="xla"),
        ),
    ),
    "XLA: the types of the devices, and what is taken besides": (
        """\
constexpr std::array<DataType, 2> kCpuAllTypes = {{DT_UINT8, DT_FLOAT}};
constexpr std::array<DataType, 2> kGpuAllTypes = {{DT_FLOAT, DT_HALF}};
REGISTER_XLA_OP(Name("Pad"), PadXla);
REGISTER_XLA_OP(Name("Pad").Device("XLA_GPU_JIT").AllowVariantTypes().AllowStringType(), PadXla);
REGISTER_XLA_OP(Name("Pad").Device({"XLA_CPU_JIT", "XLA_ELSE_JIT"}), PadXla);
REGISTER_KERNEL_BUILDER(Name("Pad").Device("CPU"), PadOp);
""",
        (
            kernel("Pad", "XLA_*_JIT", "PadXla", at(3), registry="xla")._replace(
                type_limit=("DT_UINT8", "DT_FLOAT", "DT_HALF")
            ),
            kernel("Pad", "XLA_GPU_JIT", "PadXla", at(4), registry="xla")._replace(
                type_limit=("DT_FLOAT", "DT_HALF", "DT_VARIANT", "DT_STRING")
            ),
            kernel("Pad", "XLA_CPU_JIT, XLA_ELSE_JIT", "PadXla", at(5), registry="xla"),
            kernel("Pad", "CPU", "PadOp", at(6)),
        ),
    ),
    "a class that the macro defines is placed where the macro is used": (
        """\
#define XLA_MAKE_BINARY(NAME, HLO)                      \\
  class NAME##Op : public XlaBinaryOp {                 \\
   public:                                              \\
    xla::XlaOp Computation() override { return HLO; }   \\
  };                                                    \\
  REGISTER_XLA_OP(Name(#NAME), NAME##Op)

XLA_MAKE_BINARY(Add, xla::Add(lhs, rhs));
""",
        (
            kernel(
                "Add",
                "XLA_*_JIT",
                "AddOp",
                at(8),
                (step("XLA_MAKE_BINARY", at(1, 6), at(8)),),
                registry="xla",
                kernel_class_location=at(8),
            ),
        ),
    ),
    "a macro that uses a macro which is defined behind it": (
        """\
#define REGISTER_BOTH(N) REGISTER_ONE(N, "CPU"); REGISTER_ONE(N, "GPU")
#define REGISTER_ONE(N, D) REGISTER_KERNEL_BUILDER(Name(N).Device(D), Op)
REGISTER_BOTH("A");
""",
        tuple(
            kernel(
                "A",
                device,
                "Op",
                at(3),
                (step("REGISTER_BOTH", at(1), at(3)), step("REGISTER_ONE", at(2), at(1))),
            )
            for device in ("CPU", "GPU")
        ),
    ),
    "variadic macros": (
        """\
#define REGISTER(N, ...) REGISTER_KERNEL_BUILDER(Name(N).Device("CPU"), Op<__VA_ARGS__>)
#define REGISTER_GNU(N, args...) REGISTER_KERNEL_BUILDER(Name(N).Device("CPU"), Op<int, ##args>)
REGISTER("A", float, 2);
REGISTER_GNU("B");
REGISTER_GNU("C", bool);
""",
        (
            kernel("A", "CPU", "Op<float, 2>", at(3), (step("REGISTER", at(1), at(3)),)),
            kernel("B", "CPU", "Op<int>", at(4), (step("REGISTER_GNU", at(2), at(4)),)),
            kernel("C", "CPU", "Op<int, bool>", at(5), (step("REGISTER_GNU", at(2), at(5)),)),
        ),
    ),
    "an invocation over lines, with comments and directives between": (
        """\
#define REGISTER(N, D) REGISTER_KERNEL_BUILDER(Name(N).Device(D), Op)
REGISTER("A",  // the op
         /* the device */
         "CPU");
#ifdef TWICE
REGISTER("A", "GPU");
#endif
""",
        (kernel("A", "CPU", "Op", at(2, 4), (step("REGISTER", at(1), at(2, 4)),)),),
    ),
    "#ifdef in the middle of a registration": (
        """\
REGISTER_KERNEL_BUILDER(Name("A")
#ifdef GPU_BUILD
                            .Device("GPU"),
#else
                            .Device("CPU"),
#endif
                        AOp);
""",
        (kernel("A", "CPU", "AOp", at(1, 7)),),
    ),
    "in a function, a namespace, behind an expression": (
        'namespace a {\nvoid f() { if (x) { REGISTER_KERNEL_BUILDER(Name("A").Device("CPU"), AOp); } }\n}',
        (kernel("A", "CPU", "AOp", at(2)),),
    ),
    "line ends of Windows, a tab, a form feed": (
        b'#define R(T) \\\r\n  REGISTER_KERNEL_BUILDER(Name("A").Device("CPU").TypeConstraint<T>("T"),\\\r\n\tAOp)\r\n'
        b"\x0cR(float);\r\n",
        (kernel("A", "CPU", "AOp", at(4), (step("R", at(1, 3), at(4)),), T="DT_FLOAT"),),
    ),
    "what only looks like a registration": (
        """\
// REGISTER_KERNEL_BUILDER(Name("A").Device("CPU"), AOp);
/* REGISTER_KERNEL_BUILDER(Name("B").Device("CPU"), BOp); */
// goes on \\
REGISTER_KERNEL_BUILDER(Name("C").Device("CPU"), COp);
const char* kText = "REGISTER_KERNEL_BUILDER(Name(\\"D\\").Device(\\"CPU\\"), DOp);";
const char* kRaw = R"x(
REGISTER_KERNEL_BUILDER(Name("E").Device("CPU"), EOp);
)x";
#if 0
REGISTER_KERNEL_BUILDER(Name("F").Device("CPU"), FOp);
#endif
#define UNUSED REGISTER_KERNEL_BUILDER(Name("G").Device("CPU"), GOp)
int REGISTER_KERNEL_BUILDER_count = 0;
using Pointer = decltype(&REGISTER_KERNEL_BUILDER);
""",
        (),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_idioms(name: str) -> None:
    text, expected = CASES[name]
    files = text if isinstance(text, Mapping) else {PATH: text}
    assert read(files) == Registrations(kernels=expected)


DEVICE_BUILD = """\
#if GOOGLE_CUDA && CUDA_VERSION >= 10000
REGISTER_KERNEL_BUILDER(Name("A").Device("GPU"), AOp);
#elif !defined(__ANDROID__)
REGISTER_KERNEL_BUILDER(Name("A").Device("CPU"), AOp);
#endif
"""


@pytest.mark.parametrize(
    ("defines", "devices"),
    [
        ({}, {"CPU": 4}),
        ({"GOOGLE_CUDA": "1", "CUDA_VERSION": "10000"}, {"GPU": 2}),
        ({"GOOGLE_CUDA": "1", "CUDA_VERSION": "9020"}, {"CPU": 4}),
        ({"__ANDROID__": "1"}, {}),
    ],
)
def test_the_build_decides(defines: dict[str, str], devices: dict[str, int]) -> None:
    found = read({"kernels/a_gpu.cu.cc": DEVICE_BUILD}, "kernels/a_gpu.cu.cc", defines)
    assert found.kernels == tuple(
        kernel("A", device, "AOp", at(line, path="kernels/a_gpu.cu.cc")) for device, line in devices.items()
    )


K = "REGISTER_KERNEL_BUILDER"
#: Name -> the file, what is unresolved in it.
UNRESOLVED: dict[str, tuple[str, Unresolved]] = {
    "an op's name from a function that is not here": (
        'REGISTER_KERNEL_BUILDER(Name(Scramble("x").c_str()).Device("CPU"), AOp);',
        unresolved(K, 'Scramble("x").c_str()', "the op's name is computed at run time", at(1)),
    ),
    "a label": (
        'REGISTER_KERNEL_BUILDER(Name("A").Device("CPU").Label(Cipher("x")), AOp);',
        unresolved(K, 'Cipher("x")', "the label is computed at run time", at(1), "A"),
    ),
    "a device that nothing defines": (
        'REGISTER_KERNEL_BUILDER(Name("A").Device(DEVICE_UNKNOWN), AOp);',
        unresolved(K, "DEVICE_UNKNOWN", "the device is computed at run time", at(1), "A"),
    ),
    "a priority": (
        'REGISTER_KERNEL_BUILDER(Name("A").Device("CPU").Priority(Rank()), AOp);',
        unresolved(K, "Rank()", "the priority is computed at run time", at(1), "A"),
    ),
    "a host argument": (
        'REGISTER_KERNEL_BUILDER(Name("A").Device("CPU").HostMemory(Which()), AOp);',
        unresolved(K, "Which()", "the argument's name is computed at run time", at(1), "A"),
    ),
    "a type without a DT": (
        '\nREGISTER_KERNEL_BUILDER(Name("A").Device("CPU").TypeConstraint<Matrix>("T"), AOp);',
        unresolved(K, "Matrix", "not a type that has a DT_*", at(2), "A"),
    ),
    "a type list that is computed": (
        'REGISTER_KERNEL_BUILDER(Name("A").Device("CPU").TypeConstraint("T", Allowed(3)), AOp);',
        unresolved(K, "Allowed(3)", "not a list of types that can be read statically", at(1), "A"),
    ),
    "no device": (
        'REGISTER_KERNEL_BUILDER(Name("A"), AOp);',
        unresolved(K, 'Name("A")', "the registration names no device", at(1), "A"),
    ),
    "a device without a name": (
        'REGISTER_KERNEL_BUILDER(Name("A").Device(""), AOp);',
        unresolved(K, '""', "the name of the device is empty", at(1), "A"),
    ),
    "an unknown method": (
        'REGISTER_KERNEL_BUILDER(Name("A").Device("CPU").Brand("new"), AOp);',
        unresolved(K, "Brand", "the builder has no method Brand that tfexplore knows", at(1), "A"),
    ),
    "another builder": (
        "REGISTER_KERNEL_BUILDER(MakeBuilder(), AOp);",
        unresolved(K, "MakeBuilder()", "the builder does not start with Name(...)", at(1)),
    ),
    "no builder": (
        "REGISTER_KERNEL_BUILDER(*builder, AOp);",
        unresolved(K, "*builder", "not a chain of calls", at(1)),
    ),
    "no class": (
        'REGISTER_KERNEL_BUILDER(Name("A").Device("CPU"));',
        unresolved(K, 'Name("A").Device("CPU")', "a builder and a class are expected", at(1), "A"),
    ),
    "a type constraint without its type": (
        'REGISTER_KERNEL_BUILDER(Name("A").Device("CPU").TypeConstraint("T"), AOp);',
        unresolved(K, "TypeConstraint", "TypeConstraint lacks an argument", at(1), "A"),
    ),
    "at the place where a person would look: the outermost macro": (
        """\
#define INNER(N) REGISTER_KERNEL_BUILDER(Name(N()).Device("CPU"), AOp)
#define OUTER(N) INNER(N)
OUTER(Compute);
""",
        unresolved(K, "Compute()", "the op's name is computed at run time", at(3)),
    ),
    "a text of more than eighty characters": (
        f'REGISTER_KERNEL_BUILDER(Name(f("{"x" * 100}")).Device("CPU"), AOp);',
        unresolved(K, f'f("{"x" * 77}', "the op's name is computed at run time", at(1)),
    ),
    "an invocation without an end": (
        'REGISTER_KERNEL_BUILDER(Name("A").Device("CPU"), AOp;\nclass B {};\n',
        unresolved(
            K, 'REGISTER_KERNEL_BUILDER(Name("A").Device("CPU"), AOp; class B {};', "the invocation has no end", at(1)
        ),
    ),
}


def test_what_stands_behind_an_invocation_without_an_end_is_read() -> None:
    text = """\
REGISTER_KERNEL_BUILDER(Name("A").Device("CPU"), AOp;
REGISTER_KERNEL_BUILDER(Name("B").Device("CPU"), BOp);
"""
    shown = " ".join(text.split())[:80]
    assert read(text) == Registrations(
        kernels=(kernel("B", "CPU", "BOp", at(2)),),
        unresolved=(unresolved(K, shown, "the invocation has no end", at(1)),),
    )


@pytest.mark.parametrize(
    ("text", "devices"),
    [
        # The builder of a kernel keeps one device, the last; that of XLA's has a list of them.
        ('REGISTER_KERNEL_BUILDER(Name("A").Device("CPU").Device("GPU"), AOp);', "GPU"),
        ('REGISTER_XLA_OP(Name("A").Device("XLA_CPU_JIT").Device("XLA_GPU_JIT"), AOp);', "XLA_CPU_JIT, XLA_GPU_JIT"),
    ],
)
def test_devices_that_are_named_twice(text: str, devices: str) -> None:
    assert [one.device_type for one in read(text).kernels] == [devices]


@pytest.mark.parametrize("name", UNRESOLVED)
def test_unresolved_with_a_reason(name: str) -> None:
    text, expected = UNRESOLVED[name]
    assert read(text) == Registrations(unresolved=(expected,))
