"""What the code of kernel classes leads to in other files: what is declared here and defined there."""

from __future__ import annotations

import pytest

from tfexplore.cpp.definitions import definitions
from tfexplore.extract.uses import read_uses
from tfexplore.extract.uses_link import link_uses
from tfexplore.model import KernelDef, Location, Use

HERE = "core/kernels/spin_op.cc"
HEADER = "core/kernels/reel.h"
CPU = "core/kernels/reel_fast.cc"
GPU = "core/kernels/reel_gpu.cu.cc"
#: Files of other folders are no code of kernels.
APART = "core/util/reel.cc"

OP = """#include "core/kernels/reel.h"
namespace tensorflow {{
{before}
template <typename Device, typename T>
class SpinOp : public OpKernel {{
  void Compute(OpKernelContext* c) override {{
    {body}
  }}
}};
}}
"""


def uses(files: dict[str, str]) -> list[Use]:
    """What the code leads to of `SpinOp`, for both devices, and of what it uses."""
    texts = {path: text.encode() for path, text in files.items()}
    symbols = [one for path, text in texts.items() for one in definitions(path, text)]
    said = {path: read_uses(path, text, definitions(path, text)) for path, text in texts.items()}
    place = next(one.location for one in symbols if one.name == "SpinOp")
    kernels = [
        KernelDef(
            *("Spin", device, (), (), "", 0, f"SpinOp<{device}Device, float>", place),
            *("op_kernel", None, Location(HERE, 90, 90)),
        )
        for device in ("CPU", "GPU")
    ]
    return list(link_uses(kernels, symbols, said))


def op(body: str, before: str = "") -> str:
    return OP.format(body=body, before=before)


def led_to(files: dict[str, str]) -> list[tuple[str, str, str]]:
    """What `Compute` leads to: the kind, what is meant, and the file (without its folders) with the line."""
    return [
        (one.kind, one.defined, f"{one.target.path.rpartition('/')[2]}:{one.target.line}")
        for one in uses(files)
        if one.user.endswith("::Compute") and one.kind not in ("compute", "head")
    ]


def in_namespace(text: str) -> str:
    return f"struct OpKernel;\nnamespace tensorflow {{\n{text}\n}}\n"


DECLARED = in_namespace(
    "template <typename T>\nvoid Wind(OpKernelContext* c, T t);\nstruct LaunchCoil;\nint Idle(int);"
)


@pytest.mark.parametrize(
    ("files", "body", "expected"),
    [
        # a header that is included declares it, and a file with any name defines it
        (
            {HEADER: DECLARED, CPU: in_namespace("template <typename T>\nvoid Wind(OpKernelContext* c, T t) {}")},
            "Wind<T>(c, 1);",
            [("function", "Wind", "reel_fast.cc:4")],
        ),
        # the file itself does
        (
            {GPU: in_namespace("void Wind(int) {}")},
            "Wind(1);",
            [("function", "Wind", "reel_gpu.cu.cc:3")],
        ),
        # a class that is declared alone
        (
            {HEADER: DECLARED, GPU: in_namespace("struct LaunchCoil {\n  void Run() {}\n};")},
            "LaunchCoil().Run();",
            [("class", "LaunchCoil", "reel_gpu.cu.cc:3")],
        ),
        # nobody can see what a namespace without a name has
        (
            {HEADER: DECLARED, CPU: in_namespace("namespace {\ntemplate <typename T>\nvoid Wind(C* c, T t) {}\n}")},
            "Wind<T>(c, 1);",
            [("missing", "Wind", "reel.h:4")],
        ),
        # the code of no kernels
        ({HEADER: DECLARED, APART: in_namespace("int Idle(int) {}")}, "Idle(1);", [("missing", "Idle", "reel.h:6")]),
        # declared, and defined nowhere
        ({HEADER: DECLARED}, "Wind<T>(c, 1);", [("missing", "Wind", "reel.h:4")]),
        # a launcher of which there is nothing at all; what is called like a function is anything
        ({HEADER: DECLARED}, "LaunchRope<T>()(c); Knit(c);", [("missing", "LaunchRope", "spin_op.cc:7")]),
        # of a header that is not included, and of nobody that declares it
        ({"core/kernels/yarn.h": DECLARED, CPU: in_namespace("void Wind(int) {}")}, "Wind(1);", []),
        ({HEADER: in_namespace("int Other(int);"), CPU: in_namespace("void Wind(int) {}")}, "Wind(1);", []),
    ],
)
def test_what_is_declared_alone(files: dict[str, str], body: str, expected: list[tuple[str, str, str]]) -> None:
    before = "template <typename T>\nvoid Wind(T t);\n" if GPU in files and HEADER not in files else ""
    assert led_to({**files, HERE: op(body, before)}) == expected


BOTH = {
    HEADER: in_namespace("template <typename Device>\nvoid Wind(const Device& d, int n);"),
    CPU: in_namespace("template <>\nvoid Wind(const CPUDevice& d, int n) {}"),
    GPU: in_namespace("typedef Eigen::GpuDevice Device;\ntemplate <>\nvoid Wind(const Device& d, int n) {}"),
}
ON_CPU, ON_GPU = ("function", "Wind<CPUDevice>", "reel_fast.cc:4"), ("function", "Wind<GPUDevice>", "reel_gpu.cu.cc:5")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("Wind(c->eigen_device<Device>(), 1);", [ON_CPU, ON_GPU]),
        ("::tensorflow::Wind(c->eigen_device<Device>(), 1);", [ON_CPU, ON_GPU]),
        ("Wind(c->eigen_device<CPUDevice>(), 1);", [("function", "Wind", "reel_fast.cc:4")]),
        ("Wind(c->eigen_gpu_device(), Depth(1));", [("function", "Wind", "reel_gpu.cu.cc:5")]),
        ("Wind(c->eigen_gpu_device(), 1); Wind(c->eigen_cpu_device(), 1);", [ON_CPU, ON_GPU]),
        ("Wind(d, 1); GPUDevice g;", [ON_CPU, ON_GPU]),  # what stands behind the call says nothing
    ],
)
def test_which_function_a_call_means_by_its_device(body: str, expected: list[tuple[str, str, str]]) -> None:
    assert led_to({**BOTH, HERE: op(body)}) == expected


@pytest.mark.parametrize(
    ("before", "body", "expected"),
    [
        # the file's own definition is for one device, and another file has that for the other
        (
            "void Wind(const CPUDevice& d, int n) {}",
            "Wind(d, 1);",
            [ON_GPU, ("function", "Wind<CPUDevice>", "spin_op.cc:3")],
        ),
        ("void Wind(int n) {}", "Wind(1);", [("function", "Wind", "spin_op.cc:3")]),
    ],
)
def test_a_function_of_the_file_and_that_for_another_device(
    before: str, body: str, expected: list[tuple[str, str, str]]
) -> None:
    files = {HEADER: BOTH[HEADER], GPU: BOTH[GPU], HERE: op(body, before)}
    assert led_to(files) == expected


def test_functions_that_no_header_declares_belong_to_their_files() -> None:
    twist = "template <typename T>\nvoid Twist(const {}& d, T t) {{}}\n"
    files = {
        HEADER: in_namespace("template <typename Device>\nvoid Wind(const Device& d);"),
        GPU: in_namespace(twist.format("GPUDevice") + "template <>\nvoid Wind(const GPUDevice& d) { Twist(d, 1); }"),
        HERE: op("Wind(d);", twist.format("CPUDevice") + "void Wind(const CPUDevice& d) { Twist(d, 1); }"),
    }
    assert [(one.user, one.target.path) for one in uses(files) if one.name == "Twist"] == [
        ("Wind", GPU),
        ("Wind", HERE),
    ]


PRIMARY = "namespace functor {\ntemplate <typename Device, typename T>\nstruct Reel {\n  void operator()(T t);\n};\n}"
SPECIAL = "namespace functor {{\ntemplate <typename T>\nstruct Reel<{}, T> {{\n  void operator()(T t) {{}}\n}};\n}}"


@pytest.mark.parametrize(
    ("files", "before", "expected"),
    [
        # declared in the source of the kernel, and specialised beside it
        (
            {GPU: in_namespace(SPECIAL.format("GPUDevice"))},
            PRIMARY,
            [("Reel<GPUDevice, T>", "reel_gpu.cu.cc:5"), ("Reel", "spin_op.cc:5")],
        ),
        # declared without a body, one specialisation here and another in a header
        (
            {HEADER: in_namespace(SPECIAL.format("GPUDevice"))},
            SPECIAL.format("CPUDevice"),
            [("Reel<GPUDevice, T>", "reel.h:5"), ("Reel<CPUDevice, T>", "spin_op.cc:5")],
        ),
        # a namespace without a name is the file's own
        (
            {GPU: in_namespace(SPECIAL.format("GPUDevice"))},
            "namespace {\n" + PRIMARY + "\n}",
            [("Reel", "spin_op.cc:6")],
        ),
        # a macro defines what runs
        (
            {
                HEADER: in_namespace(PRIMARY),
                GPU: in_namespace(
                    "#define DEFINE(T) \\\n  template <> \\\n  void functor::Reel<GPUDevice, T>::operator()(T t) { \\\n"
                    "    GpuLaunchKernel(ReelKernel<T>, t); \\\n  }\nDEFINE(float)\n"
                ),
            },
            "",
            [("Reel", "reel.h:5")],
        ),
    ],
)
def test_specialisations_beside_a_template(files: dict[str, str], before: str, expected: list[tuple[str, str]]) -> None:
    found = led_to({**files, HERE: op("functor::Reel<Device, T>()(1);", before)})
    assert [one[1:] for one in found] == expected


def test_what_a_macro_defines_runs_and_leads_on() -> None:
    gpu = (
        "template <typename T>\n__global__ void ReelKernel(T t) {}\n"
        "#define DEFINE(T) \\\n  template <> \\\n  void Reel<GPUDevice, T>::operator()(T t) { \\\n"
        "    GpuLaunchKernel(ReelKernel<T>, t); \\\n  }\nDEFINE(float)\n"
    )
    files = {
        HEADER: in_namespace(PRIMARY),
        GPU: in_namespace("namespace functor {\n" + gpu + "}"),
        HERE: op("functor::Reel<Device, T>()(1);"),
    }
    found = [(one.kind, one.name, one.target.path, one.target.line) for one in uses(files) if "ReelKernel" in one.name]
    assert found == [("function", "ReelKernel<T>", GPU, 5)]
    runs = [(one.target.path, one.target.line) for one in uses(files) if one.name.endswith("operator()")]
    assert runs == [(GPU, 8)]


@pytest.mark.parametrize(
    ("invoked", "expected"),
    [
        ("INSTANTIATE(CPUDevice)\n", ["Wind<CPUDevice>", "Wind<GPUDevice>"]),
        ("INSTANTIATE(CPUDevice)\nINSTANTIATE(SYCLDevice)\n", ["Wind<CPUDevice>", "Wind<GPUDevice>"]),
        ("INSTANTIATE(Other)\n", ["Wind", "Wind<GPUDevice>"]),
    ],
)
def test_the_device_of_a_function_that_a_macro_defines(invoked: str, expected: list[str]) -> None:
    macro = "#define INSTANTIATE(DEVICE) \\\n  template <> \\\n  void Wind(const DEVICE& d, int n) { \\\n  }\n"
    files = {**BOTH, CPU: in_namespace(macro + invoked), HERE: op("Wind(c->eigen_device<Device>(), 1);")}
    assert [one[1] for one in led_to(files)] == expected


@pytest.mark.parametrize(
    ("text", "path", "expected"),
    [
        ("template struct functor::Reel<GPUDevice, float>;\ntemplate struct functor::Reel<GPUDevice, int>;", GPU, [3]),
        ("extern template struct functor::Reel<GPUDevice, float>;", GPU, []),
        ("#define DEFINE(T) template struct functor::Reel<GPUDevice, T>\nDEFINE(float);", GPU, [3]),
        ("DEFINE_REEL(reel_in, float);\nDEFINE_REEL(reel_out);", GPU, [3]),
        ("DEFINE_REEL(Reel, float);", GPU, [3]),
        ("template struct functor::Reel<CPUDevice, float>;", CPU, []),  # a source for no GPU
        ("template void Wind<GPUDevice>(int n);", GPU, []),  # what no kernel comes to
    ],
)
def test_what_sources_for_gpus_instantiate(text: str, path: str, expected: list[int]) -> None:
    header = PRIMARY + "\nnamespace functor {\nstruct reel_in {};\n}\ntemplate <typename D>\nvoid Wind(int n) {}"
    body = "functor::Reel<Device, functor::reel_in>()(1); functor::reel_in in;"
    found = uses({HEADER: in_namespace(header), path: in_namespace(text), HERE: op(body)})
    made = [one for one in found if one.kind == "instance"]
    assert [one.target.line for one in made] == expected
    assert {one.owner.path for one in made} <= {HEADER}


@pytest.mark.parametrize(
    ("name", "body", "runs"),
    [
        ("CoilLaunch", "CoilLaunch<T>().Run(1);", 6),
        ("Coil", "Coil<T>::Launch(1);", 7),
        ("Coil", "Coil<T> coil; coil.Run(1);", 6),
        ("Coil", "c->Coil(1);", None),
    ],
)
def test_what_launches_is_no_entry_of_a_kernel(name: str, body: str, runs: int | None) -> None:
    header = f"template <typename T>\nstruct {name} {{\n  void Run(T t);\n  static void Launch(T t);\n}};"
    method = f"template <typename T>\nvoid {name}<T>::"
    source = f"{method}Run(T t) {{}}\n{method}Launch(T t) {{}}"
    found = uses({HEADER: in_namespace(header), GPU: in_namespace(source), HERE: op(body)})
    works = [(one.kind, one.name.rpartition("::")[2]) for one in found if one.target.path == GPU]
    assert works == ([("work", "Run"), ("work", "Launch")] if runs else [])


def test_a_virtual_method_is_no_function_that_is_called_so() -> None:
    files = {
        HEADER: in_namespace("template <typename Device>\nvoid DoWind(const Device& d, int n);"),
        GPU: in_namespace("void DoWind(const GPUDevice& d, int n) {}"),
        HERE: "#include \"core/kernels/reel.h\"\nnamespace tensorflow {\n"
        "class SpinOp : public OpKernel {\n  void Compute(OpKernelContext* c) override {\n    DoWind(c, 1);\n  }\n"
        "  virtual void DoWind(OpKernelContext* c, int n);\n};\n"
        "void SpinOp::DoWind(OpKernelContext* c, int n) {\n"
        "  ::tensorflow::DoWind(c->eigen_device<GPUDevice>(), n);\n}\n}\n",
    }  # fmt: skip
    found = [(one.user, one.target.path, one.target.line) for one in uses(files) if one.kind == "function"]
    assert [(user, path) for user, path, _ in found if path == GPU] == [("SpinOp::DoWind", GPU)]


def test_a_template_that_is_an_argument_itself_leads_to_what_it_computes() -> None:
    knit = "template <typename T>\nclass Knit {\n  static void Compute(T t) {}\n};\n"
    op = "template <typename T, template <typename U> class K>\nclass SpinOp : public OpKernel {\n};\n"
    data = in_namespace(knit + op).encode()
    symbols = definitions(HERE, data)
    place = next(one.location for one in symbols if one.name == "SpinOp")
    kernel = KernelDef(
        *("Spin", "CPU", (), (), "", 0, "SpinOp<float, Knit>", place, "op_kernel", None, Location(HERE, 9, 9))
    )
    found = link_uses([kernel], symbols, {HERE: read_uses(HERE, data, symbols)})
    assert [(one.name, one.target.line) for one in found if one.kind == "argument"] == [("Knit", 4)]
