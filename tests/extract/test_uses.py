"""What the code of kernel classes leads to: texts in, facts out."""

from __future__ import annotations

import pytest
import woven

from tfexplore.cpp.definitions import definitions
from tfexplore.extract.uses import packed, read_uses
from tfexplore.extract.uses_link import link_uses, names_wanted, unpacked
from tfexplore.model import KernelDef, Location

PATH = "kernels/x.cc"
OP = b"class XOp : public OpKernel {\n  void Compute(OpKernelContext* c) {\n%s\n  }\n};\n"


def said(text: bytes, path: str = PATH) -> list[tuple[str, str, str, int, str]]:
    found = read_uses(path, text, definitions(path, text))
    return [(one.user.name, one.kind, one.name, one.line, one.condition) for one in found]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"    functor::Pad<Device, T>()(c);", [("class", "Device", 3), ("class", "functor::Pad<Device, T>", 3)]),
        (b"    functor::pad(c);", [("class", "functor::pad", 3)]),
        (
            b"    LaunchX<Device,\n            T>::Run(c);",
            [("class", "Device", 3), ("static", "LaunchX<Device, T>", 3)],
        ),
        (b"    DnnThing<T>::Compute(c, kMode);", [("static", "DnnThing<T>", 3)]),
        (b"    n::DnnThing::Compute(c, kMode);", [("static", "n::DnnThing", 3)]),
        (b"    DnnThing<T>::Describe(c);", [("class", "Describe", 3), ("member", "DnnThing<T>", 3)]),
        (b"    deep::er::Thing<A<B>> t;", [("class", "deep::er::Thing<A<B>>", 3)]),
        (b'    // LaunchX(c);\n    /* LaunchY(c); */ f("LaunchZ(c)");', []),
        (b"    OP_REQUIRES(c, true, 1);\n    const int kRows = 1;", []),
        (b"    XOp::Nothing(); XOp(c);", [("class", "XOp::Nothing", 3)]),
        (b"    LaunchX(c); LaunchX(c);", [("class", "LaunchX", 3)]),
        (b"    c->LaunchX(); c.LaunchY(); c -> LaunchZ();", [("class", "LaunchZ", 3)]),
        (b"    Run(LaunchX<T, \\\n        true>, c);", [("class", "LaunchX<T, true>", 3)]),
        (b"    LaunchX<Unclosed(c);", [("class", "LaunchX", 3), ("class", "Unclosed", 3)]),
    ],
)
def test_what_a_method_says(body: bytes, expected: list[tuple[str, str, int]]) -> None:
    found = [one for one in said(OP % body) if one[1] != "base"]
    assert found == [("XOp::Compute", *one, "") for one in expected]


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b"class AOp : public OpKernel {", ["OpKernel"]),
        (b"struct AOp : Base<T>, private virtual n::Other {", ["Base<T>", "n::Other"]),
        (b"class AOp\n    : public Unary<Device, functor::abs<T>> {", ["Unary<Device, functor::abs<T>>"]),
        (b"class AOp {  // OpKernel: none", []),
    ],
)
def test_base_classes(head: bytes, expected: list[str]) -> None:
    found = said(head + b"\n  OpKernel* k;\n};\n")
    assert [name for user, kind, name, _, _ in found if kind == "base" and user == "AOp"] == expected


@pytest.mark.parametrize(
    ("before", "after", "condition"),
    [
        (b"#if GOOGLE_CUDA || X\n", b"#endif\n", "GOOGLE_CUDA || X"),
        (
            b"#if (defined(A) && A) || \\\n    (defined(B) && B)\n",
            b"#endif\n",
            "(defined(A) && A) || (defined(B) && B)",
        ),
        (b"#ifdef A\n#ifndef B\n", b"#endif\n#endif\n", "defined(A) && !defined(B)"),
        (b"#if A || B\n#if C && D\n", b"#endif\n#endif\n", "(A || B) && C && D"),
        (b"#if (A) || (B)\n#if !(C || D)\n", b"#endif\n#endif\n", "((A) || (B)) && !(C || D)"),
        (b"#if A\n#if A\n#if B\n", b"#endif\n#endif\n#endif\n", "A && B"),
        (b"#ifndef A\n#else\n#if 1\n", b"#endif\n#endif\n", "defined(A)"),
        (b"#if !(A && B)\n#else\n", b"#endif\n", "(A && B)"),
        (b"#if A\n#elif B\n#else\n", b"#endif\n", "!A && !B"),
        (b"#if A" + b"A" * 150 + b"\n#if B" + b"B" * 150 + b"\n", b"#endif\n#endif\n", "... && B" + "B" * 150),
        (b"#if A\n#else\n", b"#endif\n", "!A"),
        (b"#if A && B  // why\n#else\n", b"#endif\n", "!(A && B)"),
        (b"#ifdef A\n#elif defined(B)\n", b"#endif\n", "!defined(A) && defined(B)"),
        (b"#ifndef X_H_\n", b"#endif\n", ""),
        (b"#if A\n#endif\n", b"", ""),
        (b"#endif\n#else\n", b"", ""),
    ],
)
def test_the_condition_around_a_use(before: bytes, after: bytes, condition: str) -> None:
    text = b"void Work(OpKernel* k) {\n" + before + b"  LaunchX(k);\n" + after + b"}\n"
    assert [one[4] for one in said(text) if one[2] == "LaunchX"] == [condition]


def test_files_without_kernels_and_tests_say_nothing() -> None:
    text = OP % b"    LaunchX(c);"
    assert said(text, "kernels/x_op_test.cc") == []
    assert said(text.replace(b"OpKernel", b"Other").replace(b"Launch", b"Start")) == []


@pytest.mark.parametrize(
    "text", [b"OpKernel", b"class OpKernel : {", b"functor::" * 2000, b"Launch<" * 2000, b"\0OpKernel{"]
)
def test_odd_texts_are_read(text: bytes) -> None:
    read_uses(PATH, text, definitions(PATH, text))


def kernel_of(kernel_class: str, place: Location, registered: Location) -> KernelDef:
    return KernelDef("Spin", "CPU", (), (), "", 0, kernel_class, place, "op_kernel", None, registered)


def test_links_of_the_small_tree() -> None:
    files = {path: text.encode() for path, text in woven.FILES.items() if path.endswith((".cc", ".h"))}
    symbols = [symbol for path, text in files.items() for symbol in definitions(path, text)]
    found = {path: read_uses(path, text, definitions(path, text)) for path, text in files.items()}
    assert unpacked({path: packed(some) for path, some in found.items() if some}) == {
        p: s for p, s in found.items() if s
    }
    place = next(symbol.location for symbol in symbols if symbol.name == "SpinOp")
    path = "tensorflow/core/kernels/spin_op.cc"
    kernel = KernelDef(
        "Spin", "CPU", (), (), "", 0, "SpinOp<CPUDevice, float>", place, "op_kernel", None, Location(path, 44, 44)
    )
    wanted = names_wanted([kernel.kernel_class], found)
    uses = link_uses([kernel], [symbol for symbol in symbols if symbol.name in wanted or "<" in symbol.name], found)
    rows = [
        (use.user, use.kind, use.name, use.defined, use.target.line, use.location.line if use.location else None)
        for use in uses
        if use.owner == place
    ]
    assert rows == [
        ("SpinOp", "base", "SpinBase", "SpinBase", 19, 26),
        ("SpinOp", "class", "LaunchSpin<Device, T>", "LaunchSpin<CPUDevice, T>", 11, 37),
        ("SpinOp", "class", "LaunchSpin<Device, T>", "LaunchSpin", 15, 37),
        ("SpinOp", "compute", "SpinOp::Compute", "SpinOp::Compute", 28, None),
        ("SpinOp::Compute", "function", "CountStrands", "CountStrands", 17, 29),
        ("", "head", "Device,T", "", 26, None),
        ("SpinOp::Compute", "missing", "LaunchQuick<Device>", "LaunchQuick", 31, 31),
    ]
    launched = [(use.name, use.target.line) for use in uses if use.user == "LaunchSpin<CPUDevice, T>::operator()"]
    assert launched == [("functor::Twist<CPUDevice, T>", 8)]


HELPERS = b"""namespace tensorflow {
namespace functor {
void Spool(int) {}
}
void Thread(int) {}
struct Index {
  void operator()() {}
};
}
"""
WORKER = b"""namespace tensorflow {
__global__ void SpinKernel(int) {}
void Strand(int) {}
template <typename T>
class SpinOp : public OpKernel {
  void Compute(OpKernelContext* c) override {
    %s
  }
};
}
"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"GpuLaunchKernel(SpinKernel<T>, c);", [("SpinKernel<T>", "SpinKernel", PATH, 2)]),  # is not called
        (b"Strand(1);", [("Strand", "Strand", PATH, 3)]),
        (b"Thread(1);", [("Thread", "Thread", "core/kernels/x.h", 5)]),
        (b"functor::Spool(1);", [("functor::Spool", "Spool", "core/kernels/x.h", 3)]),
        (b"Spool(1);", []),  # of a namespace that nobody names
        (b"other::Thread(1);", []),
        (b"c->Thread(1); c.SpinKernel;", []),  # members of something else
        (b"Index i = 0;", []),  # a parameter of the template
        (b"Index<3> i;", [("Index<3>", "Index", "core/kernels/x.h", 6)]),
    ],
)
def test_functions_that_code_leads_to(body: bytes, expected: list[tuple[str, str, str, int]]) -> None:
    files = {"core/kernels/x.h": HELPERS, PATH: WORKER % body}
    symbols = [symbol for path, text in files.items() for symbol in definitions(path, text)]
    found = {path: read_uses(path, text, definitions(path, text)) for path, text in files.items()}
    place = next(one.location for one in symbols if one.name == "SpinOp")
    uses = link_uses([kernel_of("SpinOp<int>", place, Location(PATH, 9, 9))], symbols, found)
    assert [
        (use.name, use.defined, use.target.path, use.target.line)
        for use in uses
        if use.user == "SpinOp::Compute" and use.kind != "compute"
    ] == expected


@pytest.mark.parametrize(
    ("before", "called", "lines"),
    [
        # the head of a method is no call, whatever stands behind its list
        (b"void Wind(OpKernelContext* c) override {", b"", []),
        (b"Tensor* Wind(OpKernelContext* c) const {", b"", []),
        (b"std::vector<int> Wind(OpKernelContext* c) { F(c); Run(); }\n  int Turn() {", b"", []),
        (b"void Turn(OpKernelContext* c) {", b"int Wind(3);", []),  # a variable, or a function that is declared
        (b"void Turn(OpKernelContext* c) {", b"int x = 2 * Wind(3) > Wind(4);", [4]),
        (b"int Turn(OpKernelContext* c) {", b"if (c) return Wind(3); else Wind(4);", [4]),
        (b"void Wind(OpKernelContext* c) override {", b"Wind(3);", [4]),
    ],
)
def test_a_head_is_no_call(before: bytes, called: bytes, lines: list[int]) -> None:
    text = b"void Wind(int a) {}\nclass WindOp : public OpKernel {\n  %s\n%s\n}\n};\n" % (before, called)
    found = [line for user, kind, name, line, _ in said(text) if kind == "function" and user.startswith("WindOp")]
    assert found == lines


def test_functions_of_other_headers_are_not_what_code_leads_to() -> None:
    files = {"framework/x.h": HELPERS, PATH: WORKER % b"Thread(1);"}
    symbols = [symbol for path, text in files.items() for symbol in definitions(path, text)]
    place = next(one.location for one in symbols if one.name == "SpinOp")
    found = {PATH: read_uses(PATH, files[PATH], definitions(PATH, files[PATH]))}
    uses = link_uses([kernel_of("SpinOp<int>", place, Location(PATH, 9, 9))], symbols, found)
    assert [use.name for use in uses if use.kind == "function"] == []


BESIDE = {
    "core/kernels/reel.h": b"int Reel(int);\nnamespace functor {\nint Wind(int a, int b) {\n  return a;\n}\n}\n",
    "core/kernels/reel.cc": b"namespace functor {\nint Reel(int a) {\n  return a;\n}\n}\n"
    b"namespace {\nint Hide(int a) {\n  return a;\n}\n}\n"
    b"namespace functor {\nint Wind(int a) {\n  return a;\n}\n}\n"
    b"int Turn(int a) {\n  return a;\n}\nint Turn(int a, int b) {\n  return a;\n}\n",
    "core/kernels/other.cc": b"int Hide(int a) {\n  return a;\n}\n",
    "core/kernels/bobbin.h": b'#include "core/kernels/reel.h"\nstruct OpKernel;\nstruct functor;\n',
}


@pytest.mark.parametrize(
    ("include", "body", "expected"),
    [
        (b"core/kernels/reel.h", b"Reel(1);", ["Reel"]),
        (b"core/kernels/bobbin.h", b"Reel(1);", ["Reel"]),  # which includes it
        (b"core/kernels/other.h", b"Reel(1);", []),  # a function of a file that this one cannot see
        (b"core/kernels/reel.h", b"functor::Reel(1);", ["functor::Reel"]),
        (b"core/kernels/reel.h", b"std::Reel(1);", []),
        (b"core/kernels/reel.h", b"Hide(1);", []),  # in an anonymous namespace, or beside no header that is included
        (b"core/kernels/reel.h", b"Turn(1);", []),  # one of two
        (b"core/kernels/reel.h", b"functor::Wind(1);", []),  # one in the header, another beside it
        (b"core/kernels/none.h", b"functor::Wind(1);", ["functor::Wind"]),  # the only one in sight
    ],
)
def test_functions_that_a_header_declares_and_the_source_beside_it_defines(
    include: bytes, body: bytes, expected: list[str]
) -> None:
    files = {**BESIDE, PATH: b'#include "%s"\n' % include + WORKER % body}
    symbols = [symbol for path, text in files.items() for symbol in definitions(path, text)]
    found = {path: read_uses(path, text, definitions(path, text)) for path, text in files.items()}
    place = next(one.location for one in symbols if one.name == "SpinOp")
    uses = link_uses([kernel_of("SpinOp<int>", place, Location(PATH, 10, 10))], symbols, found)
    assert [use.name for use in uses if use.user == "SpinOp::Compute" and use.kind == "function"] == expected


def test_an_argument_of_a_class_is_a_use() -> None:
    text = b"namespace functor {\nstruct abs {\n  void operator()() {}\n};\n}\nclass UnaryOp : public OpKernel {\n};\n"
    symbols = definitions(PATH, text)
    place = next(one.location for one in symbols if one.name == "UnaryOp")
    kernel = KernelDef(
        "Abs", "CPU", (), (), "", 0, "UnaryOp<CPU, functor::abs>", place, "op_kernel", None, Location(PATH, 9, 9)
    )
    uses = link_uses([kernel], symbols, {PATH: read_uses(PATH, text, symbols)})
    assert [(use.name, use.target.line) for use in uses if use.kind == "argument"] == [("functor::abs", 2)]


def test_a_member_that_is_specialised_belongs_to_the_template_it_fits() -> None:
    text = b"""namespace functor {
template <typename Device, typename T> struct Fill {
  void operator()();
};
template <typename T> struct Fill<GPUDevice, T> {
  void operator()() {}
};
template <> void Fill<GPUDevice, Variant>::operator()() {
}
}
class FillOp : public OpKernel {
  void Compute(OpKernelContext* c) override { functor::Fill<CPUDevice, float>()(); functor::Fill<GPUDevice, T>()(); }
};
"""
    symbols = definitions(PATH, text)
    place = next(one.location for one in symbols if one.name == "FillOp")
    uses = link_uses(
        [kernel_of("FillOp", place, Location(PATH, 9, 9))], symbols, {PATH: read_uses(PATH, text, symbols)}
    )
    runs = {(use.owner.line, use.target.line) for use in uses if use.kind == "compute" and use.owner != place}
    assert runs == {(5, 6), (5, 8)}


SPECIALISED = b"""namespace functor {
template <typename Device, typename T, UpdateKind OP> struct Mend {
  void operator()();
};
template <typename T> struct Mend<Eigen::ThreadPoolDevice, T, ADD> {
  void operator()() {}
};
template <typename T> struct Mend<CPUDevice, T, SUB> {
  void operator()() {}
};
template <typename T> struct Mend<Eigen::GpuDevice, T, ADD> {
  void operator()() {}
};
template <typename T> struct Mend<GPUDevice, T, SUB> {
  void operator()() {}
};
#ifdef TENSORFLOW_USE_SYCL
template <typename T> struct Mend<SYCLDevice, T, ADD> {
  void operator()() { Spool<T>()(); }
};
#endif
struct Spool {
  void operator()() {}
};
}
class MendOp : public OpKernel {
  void Compute(OpKernelContext* c) override {
    %s
  }
};
"""


@pytest.mark.parametrize(
    ("call", "lines"),
    [
        ("functor::Mend<CPUDevice, T, ADD>()();", [2, 5]),  # whichever way a device is called
        ("functor::Mend<Device, T, ADD>()();", [2, 5, 11]),  # a constant is no parameter
        ("functor::Mend<Device, T, OP>()();", [2, 5, 8, 11, 14]),
        ("functor::Mend<GPUDevice, float, SUB>()();", [2, 14]),
        ("functor::Mend<SYCLDevice, float, ADD>()();", []),  # no released build has the device
    ],
)
def test_the_specialisations_that_a_use_means(call: str, lines: list[int]) -> None:
    text = SPECIALISED.replace(b"%s", call.encode())
    symbols = definitions(PATH, text)
    place = next(one.location for one in symbols if one.name == "MendOp")
    uses = link_uses(
        [kernel_of("MendOp", place, Location(PATH, 9, 9))], symbols, {PATH: read_uses(PATH, text, symbols)}
    )
    assert [use.target.line for use in uses if use.kind == "class" and use.owner == place] == lines
    assert not [use for use in uses if use.defined == "Spool"]


def test_a_class_whose_function_is_called_without_an_object_of_it() -> None:
    text = b"""template <typename T> class DnnTwist {
 public:
  static void Compute(OpKernelContext* c);
};
template <typename T> void DnnTwist<T>::Compute(OpKernelContext* c) {
  LaunchTwist<T>()(c);
}
template <typename T> struct LaunchTwist {
  void operator()(OpKernelContext* c) {}
};
class Spool {
};
template <typename T> class Base : public OpKernel {
  void Compute(OpKernelContext* c) override {}
};
class TwistOp : public Base<int> {
  void Compute(OpKernelContext* c) override { Spool spool; DnnTwist<float>::Compute(c); Base<int>::Compute(c); }
};
"""
    symbols = definitions(PATH, text)
    place = next(one.location for one in symbols if one.name == "TwistOp")
    uses = link_uses(
        [kernel_of("TwistOp", place, Location(PATH, 9, 9))], symbols, {PATH: read_uses(PATH, text, symbols)}
    )
    assert [(use.kind, use.name, use.target.line) for use in uses if use.owner == place] == [
        ("base", "Base<int>", 13),
        ("class", "DnnTwist<float>", 1),
        ("compute", "TwistOp::Compute", 17),
    ]
    assert {use.defined for use in uses} >= {"DnnTwist::Compute", "LaunchTwist"}
