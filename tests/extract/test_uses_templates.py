"""Which definitions a name means: parameters of templates, specialisations, overloads, conditions."""

from __future__ import annotations

import pytest

from tfexplore.cpp.definitions import definitions
from tfexplore.extract.conditions import Conditions, can_hold
from tfexplore.extract.template_heads import fits, head, parameters_of, read_head
from tfexplore.extract.uses import read_uses
from tfexplore.extract.uses_link import link_uses
from tfexplore.model import KernelDef, Location, Use

PATH = "core/kernels/x.cc"


def kernel_of(kernel_class: str, place: Location) -> KernelDef:
    return KernelDef("Spin", "CPU", (), (), "", 0, kernel_class, place, "op_kernel", None, Location(PATH, 9, 9))


def uses_of(
    files: dict[str, str], instances: tuple[str, ...] = ("SpinOp<CPUDevice, float>",), name: str = "SpinOp"
) -> list[Use]:
    """What the class leads to that is instantiated so."""
    texts = {path: text.encode() for path, text in files.items()}
    symbols = [symbol for path, text in texts.items() for symbol in definitions(path, text)]
    said = {path: read_uses(path, text, definitions(path, text)) for path, text in texts.items()}
    place = next(one.location for one in symbols if one.name == name)
    return list(link_uses([kernel_of(instance, place) for instance in instances], symbols, said))


def meant(uses: list[Use], *users: str) -> list[tuple[str, int]]:
    """Files and lines of what these methods name, those of a class's own work apart."""
    return sorted(
        (use.target.path.rpartition("/")[2], use.target.line)
        for use in uses
        if use.user in users and use.kind in ("class", "function", "base")
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("template <typename Device, class T> struct ", "Device,T"),
        ("template <typename Device, int N = 1, bool flag = (A > 2)> struct ", "Device,N=,flag="),
        ("template <typename... Rest> struct ", "Rest..."),
        ("template <template <typename, int> class Functor, scatter::Op op> struct ", "Functor,op"),
        ("template <typename T, typename = typename std::enable_if<A<T>::value>::type> struct ", "T,="),
        ("template <typename T> template <typename U> void A<T>::", "T,U"),
        ("template <> struct ", ""),
        ("template <typename T> struct A { int b; }; struct ", ""),
        ("template <typename T struct ", ""),
    ],
)
def test_the_head_of_a_template(text: str, expected: str) -> None:
    assert read_head(text, len(text)) == expected


def test_how_many_arguments_a_template_takes() -> None:
    assert [head("A,B=").takes(count) for count in range(4)] == [False, True, True, False]
    assert head("A,Rest...").takes(7)
    assert head("").takes(0)


@pytest.mark.parametrize(
    ("own", "parameters", "given", "expected"),
    [
        ("F<Generator, Eigen::half>", "Generator", ("random::Philox", "float"), False),
        ("F<Generator, float>", "Generator", ("random::Philox", "float"), True),
        ("F<T, scatter::Op::ADD>", "T", ("T", "scatter::Op::SUB"), False),
        ("F<T, scatter::Op::ADD>", "T", ("T", "op"), True),  # `op` is a parameter of who says it
        ("F<Sum<T>>", "T", ("Sum<float>",), True),
        ("F<Sum<T>>", "T", ("Max<float>",), False),
        ("F<Sum<Eigen::half>>", "", ("Max<Eigen::half>",), False),
        ("F<Sum<T>>", "T", ("op",), True),
        ("F<D, false>", "D", ("D", "op::kSome"), True),  # which depends on a parameter
        ("F<8>", "", ("sizeof(op)",), True),
        ("F<8>", "", ("16",), False),
        ("F<CPUDevice>", "", ("Eigen::ThreadPoolDevice",), True),
        ("F<std::complex<T>>", "T", ("::tensorflow::complex64",), True),
    ],
)
def test_which_arguments_fit_a_specialisation(
    own: str, parameters: str, given: tuple[str, ...], expected: bool
) -> None:
    assert fits(own, parameters_of(head(parameters)), given, lambda one: one in ("op", "D")) is expected


FUNCTORS = """namespace functor {
template <typename Device, typename Reducer, bool flag>
struct Reel {
  void operator()();
};
template <typename Reducer, bool flag>
struct Reel<CPUDevice, Reducer, flag> {
  void operator()() {}
};
template <typename T, bool flag>
struct Reel<GPUDevice, Sum<T>, flag> {
  void operator()() {}
};
template <typename Reducer>
struct Reel<GPUDevice, Reducer, true> {
  void operator()() {}
};
}
"""
OP = """template <typename Device, typename Reducer>
class SpinOp : public OpKernel {
  void Compute(OpKernelContext* c) override { %s }
};
"""


@pytest.mark.parametrize(
    ("call", "instances", "lines"),
    [
        ("functor::Reel<Device, Reducer, false>()();", (), [3, 7, 11]),
        ("functor::Reel<Device, Reducer, false>()();", ("SpinOp<CPUDevice, Sum<float>>",), [3, 7]),
        ("functor::Reel<Device, Reducer, false>()();", ("SpinOp<GPUDevice, Max<float>>",), [3]),
        (
            "functor::Reel<Device, Reducer, false>()();",
            ("SpinOp<GPUDevice, Sum<float>>", "SpinOp<CPUDevice, Max<float>>"),
            [3, 7, 11],
        ),
        ("functor::Reel<GPUDevice, Reducer, true>()();", (), [3, 11, 15]),
        ("typedef typename Reducer::Other Own; functor::Reel<GPUDevice, Own, true>()();", (), [3, 11, 15]),
        ("functor::Reel<GPUDevice, Own, true>()();", (), [3, 15]),
    ],
)
def test_parameters_are_those_of_the_heads(call: str, instances: tuple[str, ...], lines: list[int]) -> None:
    files = {"core/kernels/x.h": FUNCTORS, PATH: OP % call}
    found = uses_of(files, instances or ("SpinOp",))
    assert meant(found, "SpinOp::Compute") == [("x.h", line) for line in lines]


def test_nothing_is_meant_where_no_specialisation_fits() -> None:
    header = """namespace functor {
template <class Generator, class T> struct Throw;
template <class Generator> struct Throw<Generator, Eigen::half> {
  void operator()() {}
};
template <class Generator> struct Throw<Generator, float> {
  void operator()() {}
};
}
"""
    for argument, lines in (("float", [6]), ("Eigen::half", [3]), ("double", [])):
        name = f"SpinOp<CPUDevice, functor::Throw<Philox, {argument}>>"
        found = uses_of({"core/kernels/x.h": header, PATH: OP % ""}, (name,))
        assert [use.target.line for use in found if use.kind == "argument"] == lines


def test_a_name_is_no_parameter_and_no_variable() -> None:
    header = """template <typename Device, typename F> struct ReelFunctor {
  void operator()() {}
};
inline int SpoolSize() { return 1; }
"""
    op = """template <template <typename> class ReelFunctor>
struct LaunchSpin {
  void operator()() { ReelFunctor<int>()(); }
};
class SpinOp : public OpKernel {
  void Compute(OpKernelContext* c) override {
    static int64 SpoolSize = 3;
    LaunchSpin<Own>()(SpoolSize);
  }
};
"""
    found = uses_of({"core/kernels/x.h": header, PATH: op}, ("SpinOp",))
    assert meant(found, "SpinOp::Compute", "LaunchSpin::operator()") == [("x.cc", 2)]
    called = op.replace("static int64 SpoolSize = 3;", "int64 s = SpoolSize();")
    assert meant(uses_of({"core/kernels/x.h": header, PATH: called}, ("SpinOp",)), "SpinOp::Compute") == [
        ("x.cc", 2),
        ("x.h", 4),
    ]


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("GpuLaunchKernel(SpinKernel<T>, c);", [("x.cc", 3)]),
        ("Strand(1);", []),  # another file's, in a namespace without a name
    ],
)
def test_a_namespace_without_a_name_is_its_file_s(call: str, expected: list[tuple[str, int]]) -> None:
    op = f"""namespace tensorflow {{
namespace {{
template <typename T> __global__ void SpinKernel(T* t) {{}}
}}
namespace functor {{
template <typename T> struct LaunchSpin {{
  void operator()() {{ {call} }}
}};
}}
class SpinOp : public OpKernel {{
  void Compute(OpKernelContext* c) override {{ functor::LaunchSpin<int>()(); }}
}};
}}
"""
    header = "namespace tensorflow {\nnamespace {\nvoid Strand(int) {}\n}\n}\n"
    found = uses_of({PATH: op, "core/kernels/x.h": header}, ("SpinOp",))
    assert meant(found, "LaunchSpin::operator()") == expected


FOR_GPU = "namespace %s {\ntemplate <typename T> struct Reel<GPUDevice, T> {\n};\n}\n"
GATHER = """namespace functor {
template <typename Device, typename T> struct Reel {
  void operator()();
};
}
template <typename Device, typename T> void DoReel() { functor::Reel<Device, T>()(); }
"""


def test_specialisations_of_other_files_where_the_template_itself_is_said() -> None:
    """They belong to the nearest template of the name, and are not of a class that their source alone knows."""
    files = {
        "core/kernels/reel.h": GATHER,
        "core/kernels/reel_gpu.cu.cc": FOR_GPU % "functor",
        "core/kernels/other.cc": "struct Mask {\n};\n" + FOR_GPU.replace("T>", "Mask>") % "functor",
        "contrib/y/reel_of_y.h": GATHER.partition("template <typename Device, typename T> void")[0],
        "contrib/y/reel_of_y.cc": FOR_GPU % "functor",
        "core/kernels/third.cc": FOR_GPU % "third",
        PATH: OP % "DoReel<Device, Reducer>();",
    }
    assert meant(uses_of(files), "DoReel") == [("reel.h", 2), ("reel_gpu.cu.cc", 2)]


def test_a_copy_that_declares_leads_to_the_definition() -> None:
    copy = "namespace functor {\ntemplate <typename T> struct Reel {\n  void operator()();\n};\n}\n"
    whole = copy.replace("();\n", "() {}\n")
    op = copy + OP % "functor::Reel<Reducer>()();"
    assert meant(uses_of({"core/kernels/reel.h": "\n" + whole, PATH: op}), "SpinOp::Compute") == [("reel.h", 3)]
    op = whole + OP % "functor::Reel<Reducer>()();"
    assert meant(uses_of({"core/kernels/reel.h": "\n" + whole, PATH: op}), "SpinOp::Compute") == [("x.cc", 2)]


def test_a_template_is_meant_that_takes_the_arguments() -> None:
    near = "template <class Device, class F> class Binary : public OpKernel {\n};\n"
    far = "\ntemplate <class T> class Binary : public OpKernel {\n};\n"
    op = "template <typename T> class SpinOp : public Binary<T> {\n  OpKernel* kernel;\n};\n"
    files = {"core/kernels/near.h": near, "core/framework/far.h": far, PATH: op}
    assert meant(uses_of(files), "SpinOp") == [("far.h", 2)]


@pytest.mark.parametrize(
    ("call", "lines"),
    [
        ("Reel(c);", []),  # a function of another library
        ("Reel<int>()(c);", [2]),
        ("Launch<Reel>(c);", [2]),  # an argument itself
    ],
)
def test_a_template_without_arguments_is_another_thing(call: str, lines: list[int]) -> None:
    header = "namespace functor {\ntemplate <typename T> struct Reel {\n  void operator()() {}\n};\n}\n"
    found = uses_of({"core/kernels/x.h": header, PATH: OP % call})
    assert [line for _, line in meant(found, "SpinOp::Compute")] == lines
    # What another header has is not meant instead, and what the file itself has is.
    plain = "struct Reel {\n  void operator()() {}\n};\n"
    found = uses_of({"core/kernels/x.h": header, "core/y.h": plain, PATH: OP % call})
    assert [line for _, line in meant(found, "SpinOp::Compute")] == lines
    found = uses_of({"core/kernels/x.h": header, PATH: plain + OP % call})
    assert meant(found, "SpinOp::Compute") == [("x.cc", 1)]


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("", True),
        ("0", False),
        ("1", True),
        ("GOOGLE_CUDA", None),
        ("GOOGLE_CUDA || TENSORFLOW_USE_ROCM", None),
        ("TENSORFLOW_USE_ROCM && GOOGLE_CUDA", False),
        ("!(GOOGLE_CUDA || TENSORFLOW_USE_ROCM)", None),
        ("defined(__ANDROID__) || defined(__ARM_NEON)", False),
        ("!defined(IS_MOBILE_PLATFORM)", True),
        ("(defined(TENSORFLOW_USE_SYCL) && TENSORFLOW_USE_SYCL)", False),
        ("CUDA_VERSION >= 10000", None),
        ("__has_include(<a>)", None),
        ("GTEST(0)", None),
        ("A &&", None),
        ("(0", None),
    ],
)
def test_whether_a_condition_can_hold(condition: str, expected: bool | None) -> None:
    assert can_hold(condition) is expected


def test_conditions_around_a_condition_count() -> None:
    found = Conditions(b"#if 0\n#if A\na\n#endif\n#else\nb\n#endif\nc\n")
    assert [found.at(line)[1:] for line in (3, 6, 8)] == [("A", False), ("", True), ("", True)]


CONDITIONS = """class SpinOp : public OpKernel {
  void Compute(OpKernelContext* c) override {
%s
  }
};
struct LaunchReel {
  void operator()() {}
};
"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("#if TENSORFLOW_USE_ROCM\nLaunchReel();\n#endif", []),
        ("#if TENSORFLOW_USE_ROCM\nLaunchReel();\n#else\nLaunchReel();\n#endif", [(6, "!TENSORFLOW_USE_ROCM")]),
        ("#if GOOGLE_CUDA\nLaunchReel();\n#endif", [(4, "GOOGLE_CUDA")]),
        ("#if GOOGLE_CUDA\nLaunchReel();\n#endif\nLaunchReel();\nLaunchReel();", [(6, "")]),
        ("#if A\nLaunchReel();\n#elif B\nLaunchReel();\n#endif", [(4, "A")]),
    ],
)
def test_a_use_is_said_where_released_builds_have_it(body: str, expected: list[tuple[int, str]]) -> None:
    found = uses_of({PATH: CONDITIONS % body}, ("SpinOp",))
    uses = [use for use in found if use.user == "SpinOp::Compute" and use.kind == "class"]
    assert [(use.location.line, use.condition) for use in uses if use.location] == expected


def test_a_class_that_no_release_has_is_not_meant() -> None:
    text = """namespace functor {
#ifdef TENSORFLOW_USE_SYCL
template <typename T> struct Reel {
  void operator()() {}
};
#endif
template <typename T> struct Reel {
  void operator()() {}
};
}
"""
    assert meant(uses_of({PATH: text + OP % "functor::Reel<int>()();"}), "SpinOp::Compute") == [("x.cc", 7)]


OVERLOADS = """void Wind(int a) {}
void Wind(int a, Pair<int, int> b, int c = 0) {}
template <typename T> void Wind(int a, int b, int c, int d) { Wind(a); }
class SpinOp : public OpKernel {
  void Compute(OpKernelContext* c) override { %s }
};
"""


@pytest.mark.parametrize(
    ("call", "lines"),
    [
        ("Wind(1);", [1]),
        ("Wind(1, f(2, 3));", [2]),
        ("Wind(1, Pair<int, int>(2, 3), 4);", [2]),
        ("Wind<int>(1, 2, 3, 4); Wind(1);", [1, 3]),
        ("Wind(1, 2, 3, 4, 5);", [1]),  # none of them: the first, as where nothing is told
        ("Wind(1, [&](int a, int b) { return a < b; });", [2]),
    ],
)
def test_of_several_functions_the_number_of_arguments_chooses(call: str, lines: list[int]) -> None:
    found = uses_of({PATH: OVERLOADS % call}, ("SpinOp",))
    assert [line for _, line in meant(found, "SpinOp::Compute")] == lines
    if 3 in lines:
        assert meant(found, "Wind") == [("x.cc", 1)]


def test_methods_of_a_specialisation_are_its_own() -> None:
    text = """template <typename Device> struct LaunchReel {
};
template <> struct LaunchReel<CPUDevice> {
  void operator()() { Wind(); }
  void Wind() {}
};
template <> struct LaunchReel<GPUDevice> {
  void operator()() { Wind(); }
  void Wind() {}
};
class SpinOp : public OpKernel {
  void Compute(OpKernelContext* c) override { LaunchReel<GPUDevice>()(); }
};
"""
    found = uses_of({PATH: text}, ("SpinOp",))
    assert meant(found, "LaunchReel<GPUDevice>::operator()") == [("x.cc", 9)]


@pytest.mark.parametrize(
    ("call", "lines"),
    [
        ("SpoolGPU<float>::compute(c);", [1]),
        ("SpoolGPU<float>::DoRows(c);", [1]),
        ("SpoolGPU<float> spool;", []),
        ("Far<float>::DoRows(c);", []),  # of a header that is not beside kernels
    ],
)
def test_functions_that_are_called_without_an_object(call: str, lines: list[int]) -> None:
    header = "template <typename T> struct %s {\n  static void compute(C* c);\n};\n"
    files = {"core/kernels/x.h": header % "SpoolGPU", "core/lib/far.h": header % "Far", PATH: OP % call}
    assert [line for _, line in meant(uses_of(files), "SpinOp::Compute")] == lines


def test_a_specialisation_for_a_device_that_no_build_has_is_not_meant() -> None:
    text = """template <typename Device, typename T> struct LaunchSpin { void operator()(T a) {} };
template <typename T> struct LaunchSpin<Eigen::SyclDevice, T> { void operator()(T a) {} };
template <typename T> struct LaunchSpin<GPUDevice, T> { void operator()(T a) {} };
template <typename Device, typename T> class SpinOp : public OpKernel {
  void Compute(OpKernelContext* c) { LaunchSpin<Device, T>()(1); }
};
"""
    instances = ("SpinOp<CPUDevice, float>", "SpinOp<GPUDevice, float>", "SpinOp<Eigen::SyclDevice, float>")
    assert meant(uses_of({PATH: text}, instances), "SpinOp::Compute") == [("x.cc", 1), ("x.cc", 3)]


def test_code_is_followed_six_steps_far() -> None:
    chain = [f"void Wind{i}(int a) {{ Wind{i - 1}(a); }}\n" for i in range(1, 9)]
    text = (
        "void Wind0(int a) {}\n" + "".join(chain) + "class SpinOp : public OpKernel {\n"
        "  void Compute(OpKernelContext* c) { Wind8(1); }\n};\n"
    )
    users = ["SpinOp::Compute", *[f"Wind{i}" for i in range(8, 0, -1)]]
    uses = uses_of({PATH: text}, ("SpinOp",))
    assert [user for user in users if meant(uses, user)] == users[:6]
