"""The evaluator: C++ in, the values that `see(...)` was called with out."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading import as_bytes, reader

from tfexplore.cpp.evaluator import limits
from tfexplore.cpp.evaluator.interpreter import Interpreter
from tfexplore.cpp.evaluator.limits import StoppedError
from tfexplore.cpp.evaluator.machine import Machine
from tfexplore.cpp.evaluator.nodes import Node
from tfexplore.cpp.evaluator.program import Program
from tfexplore.cpp.evaluator.values import (
    VOID,
    Cell,
    Closure,
    Function,
    Object,
    Pointer,
    Status,
    Symbol,
    TypeName,
    Unknown,
    Vector,
)  # fmt: skip
from tfexplore.cpp.resolve import Resolver
from tfexplore.cpp.source_file import File

MAIN = "ops/x.cc"


def shown(value: object) -> object:
    """A value as a test writes it; what is unknown by its reason."""
    if isinstance(value, Unknown):
        return f"{'given' if value.given else 'unknown'}: {value.reason}"
    if isinstance(value, Symbol):
        return f"<{value.name}>" if value.number is None else f"<{value.name} {value.number}>"
    if isinstance(value, Vector):
        return shown(value.spoiled) if value.spoiled else [shown(item.value) for item in value.items]
    if isinstance(value, Object):
        return (
            shown(value.spoiled) if value.spoiled else {name: shown(cell.value) for name, cell in value.fields.items()}
        )
    if isinstance(value, Pointer):
        return "nullptr" if value.cell is None else ("&", shown(value.cell.value))
    if isinstance(value, Status):
        return "OK" if value.ok else "error"
    if isinstance(value, (Closure, Function, TypeName)):
        return type(value).__name__
    return value


def machine(files: Mapping[str, str], seen: list[object]) -> Interpreter:
    """A machine for the main one of some files; `see` writes down what it is given, and whether it may not happen."""
    known = as_bytes(files)
    read = reader(known)

    def open_file(path: str) -> File | None:
        data = known.get(path)
        return None if data is None else File(path, data, read.headers, {})

    def see(machine: Machine, arguments: list[Cell], node: Node) -> object:
        values = [shown(argument.value) for argument in arguments]
        value = values[0] if len(values) == 1 else tuple(values)
        seen.append(value if machine.doubt is None else ("perhaps", value))
        return VOID

    main = open_file(MAIN)
    assert main is not None
    return Interpreter(Program(main, Resolver(main, read.library), open_file), {"see": see}, {})


def run(text: str | Mapping[str, str], name: str = "f") -> list[object]:
    """What a run of `f`, or of the variable of that name, sees."""
    seen: list[object] = []
    made = machine({MAIN: text} if isinstance(text, str) else text, seen)
    item = next(item for item in made.program.main.items if item.name == name)
    made.run(made.program.main, item)
    return seen


def body(statements: str) -> list[object]:
    """What the statements of a function see."""
    return run(f"void f() {{ {statements} }}")


#: Statements -> the values seen.
STATEMENTS: dict[str, list[object]] = {
    # literals and operators
    'see(1); see(-2); see(0x1F); see(010); see(1.5); see(2e3f); see(10ul); see("a" "b"); see(true); see(nullptr);': [
        1, -2, 31, 8, 1.5, 2000.0, 10, "ab", True, "nullptr",
    ],
    "see(7 / 2); see(-7 / 2); see(-7 % 2); see(7 / 2.0); see(1 << 4); see(6 & 3); see(6 ^ 3); see(~1);": [
        3, -3, -1, 3.5, 16, 2, 5, -2,
    ],
    "see(1 / 0);": ["unknown: a division by zero"],
    "see(1 < 2 && 2 <= 2); see(1 > 2 || 3 >= 4); see(!0); see(1 == 1.0); "
    "see(2 != 2);": [True, False, True, True, False],
    "see(true ? 1 : 2); see(false ? 1 : 2);": [1, 2],
    "int i = 1; see(i++); see(i); see(++i); i += 4; see(i); i -= 1; i *= 3; see(i); see((i, 5));": [1, 2, 3, 7, 18, 5],
    "int i = 1; int* p = &i; *p = 5; see(i); int& r = i; r = 6; see(*p); see(p == &i); see(p == nullptr);": [
        5, 6, True, False,
    ],
    "see(static_cast<int64>(3)); see((TF_DataType)4); see(int64(5)); see(string(\"x\"));": [3, 4, 5, "x"],
    "see(R\"(a\"b)\"); see('x');": ['a"b', "x"],
    "see('\\n'); see('ab'); see(0b101); see(1'000); see(0); see(0xZZ);": [
        "\n", "unknown: a character is not understood", 5, 1000, 0, "unknown: 0xZZ is not understood",
    ],
    "see(!Mystery()); see(!\"a\"); see(+1.5); see(~1.5); see(-\"a\");": [
        "unknown: Mystery is not in sight", False, 1.5, "unknown: ~1.5 is not understood",
        'unknown: -"a" is not understood',
    ],
    "int i = 1; int* p = &i; (*p)++; see(i); int* q = nullptr; see(*q); see(!q); string s; s++; see(s);": [
        2, "unknown: a null pointer is followed", True, "unknown: s++ is not understood",
    ],
    "int i = {3}; string s = {}; int j{}; string t{\"x\"}; see(i, s, j, t); int k = {1, 2}; see(k);": [
        (3, "", 0, "x"), "unknown: a int is initialised by a list",
    ],
    "S s = {.a = 1, 2}; see(s);": ["unknown: a braced list is not understood"],
    # control flow
    "for (int i = 0; i < 3; ++i) see(i);": [0, 1, 2],
    "for (int i = 0; ; i++) { if (i == 1) continue; if (i > 2) break; see(i); }": [0, 2],
    "int i = 3; while (i > 1) { see(i); --i; } do { see(i); } while (false);": [3, 2, 1],
    "for (int i : {1, 2}) for (auto s : {\"a\", \"b\"}) see(i, s);": [(1, "a"), (1, "b"), (2, "a"), (2, "b")],
    "if (int i = 3) see(i); else see(0); if (false) see(1); else if (true) see(2);": [3, 2],
    "switch (2) { case 1: see(1); case 2: see(2); case 3: { see(3); break; } default: see(4); }": [2, 3],
    "switch (9) { case 1: see(1); default: see(4); }": [4],
    "for (int i : {1, 2, 3}) { switch (i) { case 2: continue; default: break; } see(i); }": [1, 3],
    "int i = 1; { int i = 2; see(i); } see(i);": [2, 1],
    "return; see(1);": [],
    "for (;;) { if (true) return; } see(1);": [],
    "for (int i : {1, 2}) { see(i); return; } see(3);": [1],
    "for (int i = 0; i < 2; ++i) {} int i; for (i = 1; i < 3; i++) see(i); see(i);": [1, 2, 3],
    "int i = 0; do { if (i > 1) break; see(i); i++; } while (true); while (i < 9) { i += 4; if (i == 6) continue; "
    "see(i); }": [0, 1, 10],
    "using X = int; typedef int Y; static_assert(true, \"\"); struct Q { int i; }; ; see(1);": [1],
    # strings
    'string s = "a"; s += "b"; s.append("c"); see(s); see(s.size()); see(s.empty()); see(s + "d"); see(s.c_str());': [
        "abc", 3, False, "abcd", "abc",
    ],
    'see(strings::StrCat("a", 1, "b", 2 > 1 ? "c" : "")); see(absl::StrCat());': ["a1bc", ""],
    'string s; strings::StrAppend(&s, "x", 2); see(s); see(s == "x2"); see(s.substr(1)); '
    'see(s[0]);': ["x2", True, "2", "x"],
    'see(strings::Printf("%s-%d%%", "a", 3)); see(strings::Printf("%.2f", 1.5));': [
        "a-3%", "unknown: a format is not understood",
    ],
    'string s("a"); strings::Appendf(&s, "[%s]", "b"); see(s); see(std::to_string(4));': ["a[b]", "4"],
    # containers and structs
    "std::vector<int> v; v.push_back(3); v.push_back(4); see(v); see(v.size()); see(v[1]); "
    "see(v.back()); see(v.empty());": [
        [3, 4], 2, 4, 4, False,
    ],
    "std::vector<int> v = {1, 2}; std::vector<int> w = v; w[0] = 9; see(v); for (int& i : v) i += 1; see(v);": [
        [1, 2], [2, 3],
    ],
    "std::vector<string> v(2, \"a\"); see(v); see(v.at(5));": [["a", "a"], "unknown: an element that is not there"],
    'std::map<string, int> m = {{"b", 1}, {"a", 2}}; for (const auto& kv : m) see(kv.first, kv.second); see(m["b"]);': [
        ("a", 2), ("b", 1), 1,
    ],
    "for (auto [a, b] : std::vector<std::pair<int, int>>{{1, 2}, {3, 4}}) see(a + b);": [3, 7],
    "std::set<int> s = {3, 1}; s.insert(2); see(s.count(3)); see(s.count(7)); for (int i : s) see(i);": [1, 0, 1, 3, 2],
    "int a[] = {1, 2, 3}; see(a[2]); see(a[7]);": [3, "unknown: an element that is not there"],
    "int a[3]; see(a); int n = 2; std::vector<int> v(n); see(v.size()); string s(\"ab\"); string u(s); see(u);": [
        "unknown: a is read before it is set", 2, "ab",
    ],
    "std::vector<int> v = {1}; auto* p = &v; v = {2, 3}; see(*p); v.clear(); see(v.size());": [[2, 3], 0],
    "OpDef d; auto* p = &d; OpDef e; e.set_name(\"e\"); d = e; see(*p); d.Clear(); see(*p);": [{"name": "e"}, {}],
    "auto [a, b, c] = std::make_pair(1, 2); see(a); see(b); see(c); auto [d, e] = Mystery(); see(d);": [
        1, 2, "unknown: what is bound is not understood", "unknown: Mystery is not in sight",
    ],
    "std::map<string, std::vector<int>> m = {{\"x\", {1, 2}}}; see(m[\"x\"].size()); see(m.at(\"x\")); "
    "see(m[\"y\"]); m.find(\"x\"); see(m);": [
        2, [1, 2], "unknown: an element that is not there", "unknown: find of a container is not understood",
    ],
    "NodeDef d; d.set_name(\"a\"); see(d[\"a\"]); see(d);": [
        'unknown: d["a"] is not understood', 'unknown: d["a"] is not understood',
    ],
    "string s = \"abc\"; see(s.substr(-1)); see(s); s = \"d\"; s.clear(); see(s);": [
        "unknown: string::substr is not understood", "unknown: string::substr is not understood", "",
    ],
    "see(std::move(1)); see(std::move(1, 2));": [1, "unknown: move is not in sight"],
    "int i = 1; int& r(i); r = 2; see(i); int& h(int j); see(h(1));": [2, "unknown: h is not in sight"],
    "std::vector<int> v = {1, 2}; std::vector<int> w(v); w[0] = 5; see(v); v.pop_back(); see(v); see(w); "
    "see(string(\"abcd\").substr(1, 2));": [[1, 2], [1], [5, 2], "bc"],
    "std::unique_ptr<int> p; see(p == nullptr); std::vector<X> v; auto* x = v.Add(); x->set_i(3); see(v);": [
        True, [{"i": 3}],
    ],
    "std::unique_ptr<int> p(new int(3)); see(*p); see(*p.get());": [3, 3],
    # lambdas
    "int i = 1; auto g = [i](int j) { return i + j; }; i = 5; see(g(2)); auto h = [&i] { return i; }; "
    "see(h());": [3, 5],
    "int i = 1; auto g = [=] { return i; }; auto h = [&] { return i; }; i = 2; see(g()); see(h()); "
    "see([] { return 4; }());": [
        1, 2, 4,
    ],
    "auto g = [n = 3](int* out) { *out = n; }; int x; g(&x); see(x);": [3],
    "auto g = [](int i) { return i; }; see(g.operator()(2)); see(g.other(3));": [
        2, "unknown: other is not in sight",
    ],
    "int i = 1; auto g = [&](int j) { i = j; }; g(4); see(i); auto h = [i]() mutable { i = 9; return i; }; see(h()); "
    "see(i); auto k = [&i, j = 2] { return i + j; }; i = 5; see(k());": [4, 9, 4, 7],
    # statuses and macros that only look
    "see(Status::OK()); see(errors::Internal(\"x\")); Status s; see(s.ok()); TF_CHECK_OK(Status::OK());": [
        "OK", "error", True,
    ],
    "TF_RETURN_IF_ERROR(Status::OK()); see(1); TF_RETURN_IF_ERROR(errors::Internal(\"\")); see(2);": [1],
    "int i = 0; CHECK_EQ(++i, 1) << \"text\" << i; LOG(INFO) << i; see(i);": [1],
    # protobuf messages
    'NodeDef d; d.set_name("a"); see(d.name()); see(d.has_name()); see(d.has_op()); see(d.op());': [
        "a", True, False, "unknown: op was never set",
    ],
    'NodeDef d; d.add_input("x"); d.add_input("y"); see(d.input_size()); see(d.input(1)); '
    'd.clear_input(); see(d.input_size());': [
        2, "y", 0,
    ],
    'OpDef d; auto* a = d.add_attr(); a->set_name("T"); a->mutable_default_value()->set_i(3); see(d);': [
        {"attr": [{"name": "T", "default_value": {"i": 3}}]},
    ],
    'OpDef d; d.set_name("a"); OpDef e = d; e.set_name("b"); OpDef g; g.CopyFrom(d); g.set_x(1); see(d); '
    'see(e); see(g);': [
        {"name": "a"}, {"name": "b"}, {"name": "a", "x": 1},
    ],
    "Spec s; s.mutable_user()->set_value(0.5); see(s.has_user()); see(s.has_other()); see(s.user().value());": [
        True, False, 0.5,
    ],
    "OpDef d; d.add_attr()->set_name(\"a\"); d.mutable_attr(0)->set_name(\"b\"); see(d); "
    "d.mutable_attr(0, 1); see(d);": [
        {"attr": [{"name": "b"}]}, "unknown: OpDef::mutable_attr is not in sight",
    ],
    # types and enumerators
    "see(DT_FLOAT); see(DT_FLOAT == DT_FLOAT); see(DT_FLOAT == DT_INT32); see(DataTypeToEnum<float>::v());": [
        "<DT_FLOAT 1>", True, False, "<DT_FLOAT 1>",
    ],
    "see(Generated::kA == Other::kA); see(Generated::kA == Generated::kB); see(Generated::kA);": [True, False, "<kA>"],
    # what is not known spreads, and no further
    "see(Mystery(1)); see(Mystery(1) + 1); see(2);": [
        "unknown: Mystery is not in sight", "unknown: Mystery is not in sight", 2,
    ],
    "int i = 1; Mystery(&i); see(i); int j = 1; Mystery(j); see(j);": [
        "unknown: Mystery is not in sight", "unknown: Mystery is not in sight",
    ],
    "std::vector<int> v = {1}; Mystery(&v); see(v); see(v.size()); OpDef d; d.set_name(\"a\"); d.Mystery(1); see(d);": [
        "unknown: Mystery is not in sight", "unknown: Mystery is not in sight",
        "unknown: OpDef::Mystery is not in sight",
    ],
    "int i; see(i); see(x);": ["unknown: i is read before it is set", "unknown: x is not in sight"],
    "see(false && Mystery()); see(true || Mystery()); see(Mystery() && false);": [False, True, False],
    "int i = 1; if (Mystery()) { i = 2; see(i); } else { see(3); } see(i); see(4);": [
        ("perhaps", 2), ("perhaps", 3), "unknown: Mystery is not in sight", 4,
    ],
    "if (Mystery()) return; see(1);": [("perhaps", 1)],
    "for (int i : Mystery()) see(i); see(1);": [("perhaps", "unknown: Mystery is not in sight"), 1],
    "for (int i : {1, 2}) { if (Mystery()) break; see(i); } see(3);": [("perhaps", 1), ("perhaps", 2), ("perhaps", 3)],
    "switch (Mystery()) { case 1: see(1); break; case 2: see(2); } see(Mystery() ? 1 : 1); see(Mystery() ? 1 : 2);": [
        ("perhaps", 1), ("perhaps", 2), ("perhaps", 1), ("perhaps", "unknown: Mystery is not in sight"),
    ],
    "TF_RETURN_IF_ERROR(Mystery()); see(1);": [("perhaps", 1)],
    "while (Mystery()) see(1); see(2);": [("perhaps", 1), 2],
    "if (Mystery()) for (int i = 0; i < 100; i++) see(1);": [("perhaps", 1)] * limits.MAX_UNCERTAIN_TURNS,
    "std::vector<int> v = {1}; if (Mystery()) v.push_back(2); see(v); see(v.size()); OpDef d; "
    "if (Mystery()) d.Clear(); see(d); if (Mystery()) v.Unheard(); v = {3}; see(v);": [
        "unknown: Mystery is not in sight", "unknown: Mystery is not in sight", "unknown: Mystery is not in sight", [3],
    ],
    "switch (3) { case Mystery(): see(2); case 3: see(3); }": [("perhaps", 2), ("perhaps", 3)],
    "OpDef d; if (Mystery()) d.mutable_attr(); see(d); OpDef e; if (Mystery()) Unheard(&e); see(e); OpDef g; "
    "if (Mystery()) g.add_x(1); see(g);": ["unknown: Mystery is not in sight"] * 3,
    "OpDef d; d.add_x(1); auto* x = d.mutable_x(); if (Mystery()) d.add_x(2); see(*x); std::vector<int> v = {1, 2}; "
    "if (Mystery()) v.pop_back(); see(v);": ["unknown: Mystery is not in sight"] * 2,
    "OpDef d; Mystery(&d); d.set_name(\"x\"); see(d.name()); int i = 1; d.set_value(&i); see(i);": [
        "unknown: Mystery is not in sight", "unknown: Mystery is not in sight",
    ],
}  # fmt: skip


@pytest.mark.parametrize("statements", STATEMENTS)
def test_statements(statements: str) -> None:
    assert body(statements) == STATEMENTS[statements]


def test_the_member_of_a_oneof_that_was_set_last_is_the_last() -> None:
    (seen,) = body('AttrValue a; a.set_i(1); a.set_s("x"); a.set_i(2); see(a);')
    assert isinstance(seen, dict)
    assert list(seen.items()) == [("s", "x"), ("i", 2)]


#: Name -> (the files, or the one, what to run, the values seen).
PROGRAMS: dict[str, tuple[str | Mapping[str, str], str, list[object]]] = {
    "functions: values, references, pointers, defaults, recursion": (
        """\
int twice(int i) { i = i * 2; return i; }
void into(const string& s, string* out) { *out = s + "!"; }
void add(int& i, int by = 10) { i += by; }
int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
void f() {
  int i = 3;
  see(twice(i)); see(i);
  string s;
  into("a", &s); see(s);
  add(i); see(i); add(i, 1); see(i);
  see(factorial(5));
}
""",
        "f",
        [6, 3, "a!", 13, 14, 120],
    ),
    "namespaces and overloads by the number of arguments": (
        """\
namespace a { namespace { int g(int i) { return i; } int g(int i, int j) { return i + j; } } }
namespace b { void f() { see(a::g(1)); see(::a::g(1, 2)); see(a::g()); } }
""",
        "f",
        [1, 3, "unknown: g with 0 arguments is not in sight"],
    ),
    "overloads that only types tell apart": (
        "int g(int i) { return 1; }\nint g(string s) { return 2; }\nvoid f() { see(g(1)); }\n",
        "f",
        ["unknown: g is overloaded"],
    ),
    "enums: numbered, scoped, in a class": (
        """\
enum Color { kRed = 3, kGreen, kBlue = kRed };
enum class Size { kSmall, kBig };
class C { enum { kInner = 7 }; };
void f() {
  see(kGreen); see(kGreen == 4); see(kBlue == kRed); see(Size::kBig); see(C::kInner + 1);
  switch (kGreen) { case kRed: see(0); break; case kGreen: see(1); }
}
""",
        "f",
        ["<kGreen 4>", True, True, "<kBig 1>", 8, 1],
    ),
    "constants, arrays of structs, aliases": (
        """\
struct Entry { const char* name; int count = 1; DataType type; };
static const Entry kEntries[] = {{"a", 2, DT_FLOAT}, {"b"}};
constexpr int kMax = 3;
const char kName[] = "n";
static const std::vector<Entry>& Entries() {
  static const auto* all = new std::vector<Entry>{{"c", 4}};
  return *all;
}
void f() {
  for (const Entry& e : kEntries) see(e.name, e.count);
  for (const auto& e : Entries()) see(e.name, e.count);
  see(kMax); see(kName); see(kEntries[0].type);
  Entry e{"d"}; e.count = 9; see(e.count); Entry g = {.name = "x", .count = 5}; see(g.count);
}
""",
        "f",
        [("a", 2), ("b", 1), ("c", 4), 3, "n", "<DT_FLOAT 1>", 9, 5],
    ),
    "a static object whose constructor calls": (
        """\
namespace {
void Go();
class Starter { public: explicit Starter(int i) : i_(i) { Go(); see(i_); } int i_; };
Starter starter(3);
void Go() { see("go"); }
}
""",
        "starter",
        ["go", 3],
    ),
    "a static initialiser that is a lambda": (
        "static bool done = []() { if (true) see(1); return true; }();\n", "done", [1],
    ),
    "methods and fields of a class": (
        """\
class Adder {
 public:
  Adder(int start) : sum_(start) {}
  void Add(int i) { sum_ += i; }
  int sum() const { return sum_; }
 private:
  int sum_ = 0;
};
void f() { Adder a(1); a.Add(2); see(a.sum()); Adder b = a; b.Add(5); see(a.sum()); see(b.sum()); see(a.Unheard()); }
""",
        "f",
        [3, 3, 8, "unknown: Adder::Unheard is not in sight"],
    ),
    "templates with their arguments": (
        """\
template <typename T, int N>
void g(const string& name) { see(name, DataTypeToEnum<T>::value, N); }
void f() { g<float, 3>("a"); g<int64, 4>("b"); }
""",
        "f",
        [("a", "<DT_FLOAT 1>", 3), ("b", "<DT_INT64 9>", 4)],
    ),
    "macros in functions, as this build sees them": (
        """\
#define NAME(x) #x "_op"
#define SHOULD(x) true
#if GPU
#define WHAT 1
#else
#define WHAT 2
#endif
void f() { if (SHOULD("a")) see(NAME(pad)); see(WHAT);
#if GPU
  see(3);
#endif
}
""",
        "f",
        ["pad_op", 2],
    ),
    "a macro that is no expression": (
        "#define ODD(x) for (;;) x = 1\nvoid f() { int i = 2; ODD(i); see(i); }\n",
        "f",
        ["unknown: ODD(i) cannot be read"],
    ),
    "functions of a header and of the source beside it": (
        {
            MAIN: '#include "lib/names.h"\n#include "lib/more.h"\n'
            "void f() { see(lib::Names()); see(lib::Count()); see(lib::kTop); }\n",
            "lib/names.h": "namespace lib {\nstd::vector<string> Names();\ninline int Count() { return 2; }\n"
            "constexpr int kTop = 4;\n}\n",
            "lib/names.cc": 'static string One() { return "one"; }\n'
            'std::vector<string> Names() { return {One(), "two"}; }\n',
            "lib/more.h": "int Unrelated();\n",
            "lib/other.cc": "std::vector<string> Names() { return {}; }\n",
        },
        "f",
        [["one", "two"], 2, 4],
    ),
    "parameters that only a caller knows": (
        "void f(const string& name, int n) { see(name); see(n + 1); see(2); if (n > 1) see(3); }\n",
        "f",
        ["given: name is a parameter of f", "given: n is a parameter of f", 2, ("perhaps", 3)],
    ),
    "a function elsewhere is not followed with what is not known": (
        {
            MAIN: '#include "lib/a.h"\nvoid f(int n) { see(G(n)); see(G(1)); }\n',
            "lib/a.h": "inline int G(int n) { return 5; }\n",
        },
        "f",
        ["given: n is a parameter of f", 5],
    ),
    "what a function does that may have returned before": (
        """\
bool g(int* p) { if (Mystery()) return true; *p = 5; see(3); return false; }
void f() { int i = 1; see(g(&i)); see(i); see(2); }
""",
        "f",
        [("perhaps", 3), "unknown: Mystery is not in sight", "unknown: Mystery is not in sight", 2],
    ),
    "types as template arguments": (
        """\
template <typename T> T g(const string& n) { T t(n); see(t); see(T(n)); T u = {n}; see(u); return t; }
void f() { see(g<string>("a")); see(g<std::string>("b")); }
""",
        "f",
        ["a", "a", "a", "a", "b", "b", "b", "b"],
    ),
    "structs: copies, defaults, lists in lists": (
        """\
struct E { string n; int c = 2; };
struct P { std::vector<E> e; string s; };
void f() {
  see(E().c); E e{"a", 1}; E g(e); g.c = 9; see(e.c); see(g.c); E x{"a", 2, 3}; see(x);
  P p{{{"a"}, {"b", 3}}, "t"};
  for (const E& one : p.e) see(one.n, one.c);
  see(p.s);
}
""",
        "f",
        [2, 1, 9, "unknown: a constructor of E is not in sight", ("a", 2), ("b", 3), "t"],
    ),
    "structs: bindings, and static members, which are none of theirs": (
        "struct E { static int n; int a = 1; int b = 2; };\n"
        "void f() { auto [x, y] = E(); see(x, y); E e{5}; see(e.a, e.b); }\n",
        "f",
        [(1, 2), (5, 2)],
    ),
    "a constructor and a method that cannot be told leave the object unknown": (
        """\
class C {
 public:
  C(int i) { v_ = i; }
  C(const char* s) { v_ = 9; }
  int v_ = 7;
};
class D {
 public:
  void Add(int i) { v_ += i; }
  void Add(string s) { v_ += 2; }
  int v_ = 7;
};
void f() { C c(3); see(c.v_); C e(1, 2); see(e.v_); D d; see(d.v_); d.Add(1); see(d.v_); }
""",
        "f",
        ["unknown: C is overloaded", "unknown: C with 2 arguments is not in sight", 7, "unknown: Add is overloaded"],
    ),
    "a method elsewhere, with what is not known": (
        {
            MAIN: '#include "lib/a.h"\nvoid f(int n) { A a; a.Set(1); see(a.v); a.Set(n); see(a.v); }\n',
            "lib/a.h": "struct A { void Set(int n) { v = n; } int v = 0; };\n",
        },
        "f",
        [1, "given: n is a parameter of f"],
    ),
    "a class that is defined twice": (
        {
            MAIN: '#include "a.h"\nvoid f() { D d; see(d); }\n',
            "a.h": "struct D { int i; };\nnamespace x { struct D { int j; }; }\n",
        },
        "f",
        ["unknown: D is defined twice"],
    ),
    "members of an object that only a caller knows": (
        "class C { public: void f() { see(x_); see(other); G(); } void G() { see(1); } int x_; };\n",
        "f",
        ["given: C is another file's", "unknown: other is not in sight"],
    ),
    "variables of a namespace: by each other, elsewhere, by themselves": (
        "extern int kE;\nint kA = kB + 1;\nint kB = 2;\nint kC = kC + 1;\n"
        "void f() { see(kE); see(kA); see(kC); }\n",
        "f",
        ["unknown: kE is not in sight", 3, "unknown: kC is not in sight"],
    ),
    "functions as values": (
        """\
void g(std::function<int(int)> k) { see(k(2)); }
int twice(int i) { return 2 * i; }
void f() { g(twice); g([](int i) { return i + 1; }); g(nullptr); auto* p = &twice; see(p(3)); }
""",
        "f",
        [4, 3, "unknown: what is called is not in sight", 6],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs(name: str) -> None:
    text, entry, expected = PROGRAMS[name]
    assert run(text, entry) == expected


def test_nothing_is_run_behind_the_last_statement_that_matters() -> None:
    text = "void f() { see(1); for (int i : {2, 3}) { see(i); see(-i); } see(4); see(5); }\n"
    for last, expected in {"see(1)": [1], "see(i)": [1, 2, -2, 3, -3], "see(4)": [1, 2, -2, 3, -3, 4]}.items():
        seen: list[object] = []
        made = machine({MAIN: text}, seen)
        made.run(made.program.main, made.program.main.items[0], text.index(last))
        assert seen == expected, last


def test_a_run_that_stops_leaves_nothing_in_progress() -> None:
    text = "void f() { if (Mystery()) return; for (;;) g(); }\nvoid g() { goto x; }\nvoid h() { see(1); }\n"
    seen: list[object] = []
    made = machine({MAIN: text}, seen)
    items = {item.name: item for item in made.program.main.items}
    with pytest.raises(StoppedError):
        made.run(made.program.main, items["f"])
    assert (made.doubt, made.frames, made.calls, made.depth, made.loops) == (None, [], [], 0, 0)
    made.run(made.program.main, items["h"], text.index("see(1)"))
    assert seen == [1]


#: What goes over a bound -> what is said of it.
ENDLESS = {
    "void f() { while (true) {} }": f"it takes over {limits.MAX_STEPS} steps",
    "void f() { for (;;) { int i = 0; } }": f"it takes over {limits.MAX_STEPS} steps",
    "void f() { f(); }": f"functions call each other over {limits.MAX_CALLS} deep",
    "void f() { std::vector<int> v; while (true) v.push_back(1); }": "a container grows over 10000 items",
    'void f() { string s = "ab"; while (true) s += s; }': "a string grows over 65536 characters",
    "void f() { OpDef d; while (true) d.add_x(1); }": "a message grows over 10000 items",
    "void f() { std::vector<X> v = {1}; while (true) { auto w = v; v.push_back(w); v.push_back(w); } }": (
        "a value of over 20000 parts is copied"
    ),
    "void f() { std::vector<int> v(9000); while (true) { auto w = v; } }": f"it takes over {limits.MAX_STEPS} steps",
    "void f() { while (true) { std::vector<int> v(9000); } }": f"it takes over {limits.MAX_STEPS} steps",
    "void f() { std::vector<int> v(100000); see(v); }": None,
    "void f() { int i = 1; while (true) i = i * 2; }": f"it takes over {limits.MAX_STEPS} steps",
    "void f() { see(" + "(" * 3000 + "1" + ")" * 3000 + "); }": None,
    "void f() { " + "{" * 3000 + "}" * 3000 + " }": "f cannot be parsed",
    "void f() { int i = ; }": None,
    "void f() { @@@ see(1); }": "@@@ is not understood",
}


@pytest.mark.parametrize("text", ENDLESS, ids=lambda text: text[:60])
def test_everything_ends(text: str) -> None:
    expected = ENDLESS[text]
    if expected is None:
        run(text)
    else:
        with pytest.raises(StoppedError, match=re.escape(expected)):
            run(text)


_TOKENS = st.sampled_from(
    [
        *[
            "int",
            "i",
            "x",
            "=",
            "1",
            ";",
            ";",
            "(",
            ")",
            "{",
            "}",
            "[",
            "]",
            "&",
            "*",
            "->",
            ".",
            ",",
            ":",
            "::",
            "?",
            "<",
            ">",
            "+",
            "++",
            "==",
            "!",
            "if",
            "else",
            "for",
            "while",
            "switch",
            "case",
            "default",
            "break",
        ],
        *[
            "return",
            "auto",
            "see",
            "f",
            "g",
            "string",
            '"a"',
            "v",
            "std::vector<int>",
            "push_back",
            "Mystery",
            "struct",
            "S",
            "const",
            "static",
            "new",
            "true",
            "[&]",
        ],
    ]
)


@given(st.lists(_TOKENS, max_size=40))
def test_any_tokens_end(tokens: list[str]) -> None:
    text = f"int g(int i) {{ return i; }}\nvoid f(int n) {{ int x = 1; {' '.join(tokens)} }}\n"
    seen: list[object] = []
    made = machine({MAIN: text}, seen)
    for item in made.program.main.items:
        with contextlib.suppress(StoppedError):
            made.run(made.program.main, item)
