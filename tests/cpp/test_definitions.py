"""Definitions: C++ in TensorFlow's style beside every symbol it defines."""

from __future__ import annotations

import os
import random
import re
import time
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tfexplore.cpp import definitions as module
from tfexplore.cpp.definitions import definitions, enclosing_function, plain_name

# Each: a name, a source, and the whole expected list of (name, kind, scope, line, end_line).
CASES = {
    "a kernel class": (
        """
namespace tensorflow {
template <typename Device, typename T>
class PadOp : public OpKernel {
 public:
  explicit PadOp(OpKernelConstruction* context) : OpKernel(context), size_{0}, list_{{1, 2}} {
    OP_REQUIRES(context, true, errors::Internal("{"));
  }
  ~PadOp() override {}
  void Compute(OpKernelContext* context) override {
    if (a) { b(); } else { c(); }
  }

 private:
  struct Entry final {
    int n = 0;
    bool operator<(const Entry& other) const { return n < other.n; }
  };
  enum class Mode { A, B };
  std::vector<int> values_ GUARDED_BY(mu_) = {1, 2};
  bool done_ GUARDED_BY(mu_){false};
};
}  // namespace tensorflow
""",
        [
            ("PadOp", "class", "tensorflow", 4, 22),
            ("PadOp::PadOp", "method", "tensorflow", 6, 8),
            ("PadOp::~PadOp", "method", "tensorflow", 9, 9),
            ("PadOp::Compute", "method", "tensorflow", 10, 12),
            ("PadOp::Entry", "class", "tensorflow", 15, 18),
            ("PadOp::Entry::operator<", "method", "tensorflow", 17, 17),
        ],
    ),
    "methods outside of their class, and free functions": (
        """
namespace tensorflow {
namespace {
std::unordered_map<string, std::vector<int>> Table(
    const Node& node,
    const std::function<void(int)>& done = [](int) { return; }) {
  return {};
}
}  // namespace
Status Graph::AddEdge(Node* source, int x,
                      Node* target) {
  return Status::OK();
}
Node::Properties::Properties(const OpDef* op_def)
    : op_def(op_def),
      props{1, {2}},
      input_types() {
}
template <typename T>
void Visitor<T>::Visit(T* t) const& noexcept {}
template <>
string Print<Variant>(const Variant& v) { return ""; }
}  // namespace tensorflow
""",
        [
            ("Table", "function", "tensorflow::(anonymous)", 4, 8),
            ("Graph::AddEdge", "method", "tensorflow", 10, 13),
            ("Node::Properties::Properties", "method", "tensorflow", 14, 18),
            ("Visitor::Visit", "method", "tensorflow", 20, 20),
            ("Print", "function", "tensorflow", 22, 22),
        ],
    ),
    "specialisations keep their arguments": (
        """
template <typename Device, typename T> struct Fill;
template <typename T>
struct Fill<Eigen::GpuDevice,
            T> {
  void operator()(const Eigen::GpuDevice& d, T v);
};
template <typename T>
void Fill<Eigen::GpuDevice, T>::operator()(
    const Eigen::GpuDevice& d, T v) {
}
template <typename T>
struct Shard<T, typename std::enable_if<sizeof(T) == 1>::type> {
  static void Run() {}
};
template <typename T, int N>
void Batch<T, N>::Close() {}
""",
        [
            ("Fill<Eigen::GpuDevice, T>", "class", "", 4, 7),
            ("Fill<Eigen::GpuDevice, T>::operator()", "method", "", 9, 11),
            ("Shard<T, typename std::enable_if<sizeof(T) == 1>::type>", "class", "", 13, 15),
            ("Shard<T, typename std::enable_if<sizeof(T) == 1>::type>::Run", "method", "", 14, 14),
            ("Batch::Close", "method", "", 17, 17),
        ],
    ),
    "macros before names": (
        """
class TF_EXPORT Session {};
struct __attribute__((packed)) Header { int a; };
class LOCKABLE ALIGNED(16) Mutex final : public Base<Other(int)> {
  void Lock() EXCLUSIVE_LOCK_FUNCTION(mu_) {}
};
TF_CALL_float(REGISTER_CPU)
TF_ATTRIBUTE_NOINLINE void Slow(int a) {}
ABSL_DEPRECATED("use Fast") TF_EXPORT int Old() { return 0; }
__global__ void __launch_bounds__(1024, 2)
    Kernel(const T* in) {}
REGISTER_KERNELS(float)
class Behind {};
EIGEN_DEVICE_FUNC EIGEN_STRONG_INLINE decltype(a.b()) Packet(int) { }
""",
        [
            ("Session", "class", "", 2, 2),
            ("Header", "class", "", 3, 3),
            ("Mutex", "class", "", 4, 6),
            ("Mutex::Lock", "method", "", 5, 5),
            ("Slow", "function", "", 8, 8),
            ("Old", "function", "", 9, 9),
            ("Kernel", "function", "", 11, 11),
            ("Behind", "class", "", 13, 13),
            ("Packet", "function", "", 14, 14),
        ],
    ),
    "operators and conversions": (
        """
std::ostream& operator<<(std::ostream& os, const A& a) { return os; }
bool Status::operator==(const Status& x) const { return true; }
struct Ref {
  operator bool() const { return p != nullptr; }
  T* operator->() const { return p; }
  friend bool operator>=(Ref a, Ref b) { return true; }
  T& operator[](int i) { return p[i]; }
};
void* operator new(size_t n) { return 0; }
""",
        [
            ("operator<<", "function", "", 2, 2),
            ("Status::operator==", "method", "", 3, 3),
            ("Ref", "class", "", 4, 9),
            ("Ref::operator bool", "method", "", 5, 5),
            ("Ref::operator->", "method", "", 6, 6),
            ("operator>=", "function", "", 7, 7),
            ("Ref::operator[]", "method", "", 8, 8),
            ("operator new", "function", "", 10, 10),
        ],
    ),
    "linkage, namespaces and what is not a definition": (
        """
extern "C" {
int TF_Version(void) { return 1; }
}
extern "C" void TF_Close(void) {}
namespace a { namespace b::c {
inline namespace v1 { void F() {} }
}}
void a::b::G() {}
void ::a::H() {}
int table[] = {1, 2, {3}};
static const Foo* const kFoo = new Foo({1, 2});
auto f = [](int x) { return x; };
class Forward;
struct Point origin() { return {}; }
typedef struct { int x; } Anonymous;
REGISTER_OP("X").Input("a: T").SetShapeFn([](InferenceContext* c) {
  return Status::OK();
});
TEST(A, B) { void Local(); }
int (main)(int argc);
union U { int a; };
enum Color { RED };
void Declared(int a = 1);
using Alias = std::function<void(int)>;
struct Options options{1, 2};
int End() { return 1; }
""",
        [
            ("TF_Version", "function", "", 3, 3),
            ("TF_Close", "function", "", 5, 5),
            ("F", "function", "a::b::c::v1", 7, 7),
            ("G", "function", "", 9, 9),
            ("H", "function", "", 10, 10),
            ("origin", "function", "", 15, 15),
            ("U", "class", "", 22, 22),
            ("End", "function", "", 27, 27),
        ],
    ),
    "conditionals start from the same state": (
        """
#ifdef GOOGLE_CUDA
class Stream { void A() {
#else
class Stream { void A(int b) {
#endif
  }
};
#if 0
void Dead() {{{
#else
void Alive() {
#endif
}
void Args(int a,
#ifdef __ANDROID__
          int b
#else
          int c
#endif
) {
}
#if X
void One() {}
#elif Y
void Two() {}
#else
void Three() {}
#endif
void Last() {}
""",
        [
            ("Stream", "class", "", 3, 8),
            ("Stream::A", "method", "", 3, 7),
            ("Alive", "function", "", 12, 14),
            ("Args", "function", "", 15, 22),
            ("One", "function", "", 24, 24),
            ("Two", "function", "", 26, 26),
            ("Three", "function", "", 28, 28),
            ("Last", "function", "", 30, 30),
        ],
    ),
    "text that only looks like code": (
        r"""
// void A() {
/* class B {
 */
const char* raw = R"doc(
void C() { " }
)doc";
void D() { char c = '{'; c = '\''; c = '"'; f("\"{", "//", '\x41'); } // }
#define MACRO(x) \
  class x { void E() {
void F() /* { */ { // don't {
}
/* unterminated class G {};
""",
        [
            ("D", "function", "", 8, 8),
            ("F", "function", "", 11, 12),
        ],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_definitions(name: str) -> None:
    source, expected = CASES[name]
    found = definitions("a.cc", source.encode())
    assert [(s.name, s.kind, s.scope, s.location.line, s.location.end_line) for s in found] == expected
    assert {s.location.path for s in found} <= {"a.cc"}


def test_windows_line_ends_and_bytes_that_are_no_text() -> None:
    source = b'// \xff\xfe\r\nclass A {\r\n  void B() { f("\x00\xe4"); }\r\n};\r\n'
    source += b"#define X \\\r\n  {\r\nint C() { return 1; }\r\n"
    found = definitions("a.h", source)
    assert [(s.name, s.location.line, s.location.end_line) for s in found] == [("A", 2, 4), ("A::B", 3, 3), ("C", 7, 7)]


@pytest.mark.parametrize(("line", "expected"), [(1, None), (3, "A::B"), (5, "A::B"), (7, None), (9, "F"), (11, None)])
def test_enclosing_function(line: int, expected: str | None) -> None:
    source = b"class A {\n\n  void B() {\n    struct C { void D() {} };\n    x();\n  }\n\n};\nvoid F() {\n}\n\n"
    symbol = enclosing_function(definitions("a.cc", source), line)
    assert (symbol and symbol.name) == expected


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("PadOp::Compute", "PadOp::Compute"),
        ("Bias<GPUDevice, T>", "Bias"),
        ("Bias<Pair<A, B>, T>::operator<", "Bias::operator<"),
        ("operator<<", "operator<<"),
    ],
)
def test_plain_name(name: str, plain: str) -> None:
    assert plain_name(name) == plain


@pytest.mark.parametrize(
    "piece",
    [
        b"{",
        b"f({}",
        b"#if 1\n",
        b"{#if 1\n",
        b'"',
        b"/*",
        b'R"a(',
        b"a<",
        b"a::",
        b"template<",
        b"(",
        b"class ",
        b"a{},",
        b"operator ",
        b"namespace a{",
        b"#if 1\nvoid f(){\n#else\nvoid f(){\n#endif\n}\n",
        b"void f(){}#\n\\\n",
        b"public:",
    ],
)
def test_time_grows_with_the_size(piece: bytes) -> None:
    source = (piece * 40_000)[:400_000]
    begun = time.process_time()
    definitions("a.cc", source + b" f(){}")
    assert time.process_time() - begun < 4


def test_noise_never_raises() -> None:
    random_bytes = random.Random(8)
    pieces = [
        b"{",
        b"}",
        b"(",
        b")",
        b"<",
        b">",
        b";",
        b":",
        b'"',
        b"'",
        b"/*",
        b"#if\n",
        b"#else\n",
        b"#endif\n",
        b"\n",
    ]
    pieces += [b"class A ", b"template<", b"operator", b"namespace ", b" f(", b"a::b", b"=", b"\\", b"\xff", b"void "]
    for _ in range(300):
        source = b"".join(random_bytes.choices(pieces, k=200))
        for symbol in definitions("a.cc", source):
            assert 1 <= symbol.location.line <= symbol.location.end_line <= source.count(b"\n") + 1


PIECES = [
    *("int f(int a) ", "void A::g() const ", "class A ", "namespace n ", "template <typename T> ", "A() ", "~A() "),
    *(
        "{",
        "}",
        "{",
        "}",
        "{ {",
        "} }",
        ";",
        "(",
        ")",
        "\n",
        "\n#if X\n",
        "\n#else\n",
        "\n#endif\n",
        "/",
        "// it's {\n",
    ),
    *(
        "/* } */",
        "/*",
        '"}"',
        '"',
        "'{'",
        "'",
        'R"(}")"',
        'R"(',
        "R",
        "1'000",
        "\\",
        "= ",
        "return ",
        "static ",
        "friend ",
    ),
    *("operator()() ", "std::vector<int> h() ", "if (x) ", "TEST_F(A, B) ", "override ", "GUARDED_BY(mu) ", "A b"),
]


@pytest.mark.parametrize(
    "hidden", ["// so }", "/* } */", 'g("}");', "g('}');", 'g(R"(})");', "// a \\\n }", 'g("\\"}");']
)
@pytest.mark.parametrize("then", ["", "#if X\n  h();\n#endif\n", "{{{{{{{{ h(); }}}}}}}}\n", "x = 'unclosed;\n"])
def test_a_brace_in_a_comment_or_a_literal_closes_nothing(hidden: str, then: str) -> None:
    source = f"void f() {{\n  {hidden}\n{then}  k();\n}}\nvoid g() {{}}\n"
    end = source.count("\n") - 1
    found = [(one.name, one.location.line, one.location.end_line) for one in definitions("a.cc", source.encode())]
    assert found == [("f", 1, end), ("g", end + 1, end + 1)]


@given(st.lists(st.sampled_from(PIECES), max_size=40))
def test_shortcuts_change_nothing(pieces: list[str]) -> None:
    """Whole bodies and common heads are matched at once; read piece by piece they mean the same."""
    source = "".join(pieces).encode()
    never = re.compile(r"(?!)")
    quick = definitions("a.cc", source)
    with (
        mock.patch.object(module, "_BODY", re.compile(rb"(?!)")),
        mock.patch.object(module, "_SIMPLE", never),
    ):
        assert definitions("a.cc", source) == quick


@pytest.mark.source
def test_every_kernel_class_of_a_real_tree_is_found() -> None:
    """Classes named in registrations at the top level, sought in `core/kernels`."""
    root = os.environ.get("TFEXPLORE_SOURCE")
    if not root:
        pytest.skip("TFEXPLORE_SOURCE names no tree")
    folder = Path(root, "tensorflow/core/kernels")
    named: set[str] = set()
    found: set[str] = set()
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".cc", ".h"):
            data = path.read_bytes()
            found.update(plain_name(symbol.name) for symbol in definitions(path.name, data) if symbol.kind == "class")
            for match in re.finditer(rb"^REGISTER_KERNEL_BUILDER\((?:[^;]*?),\s*(\w+)(?:<[^;()]*>)?\s*\);", data, re.M):
                named.add(match.group(1).decode())
    aliases = {name for name in named if name not in found}
    assert len(named) > 400
    assert len(aliases) <= len(named) // 50, sorted(aliases)
