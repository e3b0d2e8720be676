"""The SWIG layer: a small tree as SWIG itself reads it, and tables of interface text with what Python gets."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from extract.swig_reading import BASE, at, facts, named, names, unread
from hypothesis import given
from hypothesis import strategies as st

from tfexplore.cpp.definitions import definitions
from tfexplore.extract.swig import read_swig
from tfexplore.extract.swig_link import link_swig
from tfexplore.extract.swig_python import python_uses
from tfexplore.extract.swig_records import SwigFacts
from tfexplore.model import Location, SwigEffect, SwigFile, SwigMember, SwigName, SwigUnreachable

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
TREE = FIXTURES / "swig"
EXPECTED = json.loads((TREE / "expected.json").read_text())

PYTHON = "tensorflow/python/"
LOOM_I = PYTHON + "client/loom.i"
READER_I = PYTHON + "util/reader.i"
BASE_I = PYTHON + "platform/base.i"
C_LOOM_H = "tensorflow/c/c_loom.h"
READER_H = "tensorflow/core/reader.h"


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return {str(p.relative_to(TREE)): p.read_bytes() for p in sorted(TREE.rglob("*")) if p.is_file()}


@pytest.fixture(scope="module")
def tree(files: dict[str, bytes]) -> SwigFacts:
    return read_swig(files.__getitem__, frozenset(files))


@pytest.fixture(scope="module")
def linked(files: dict[str, bytes], tree: SwigFacts) -> dict[str, SwigName]:
    symbols = [s for path, data in files.items() if path.endswith((".cc", ".h")) for s in definitions(path, data)]
    uses = [use for path, data in files.items() if path.endswith(".py") for use in python_uses(path, data)]
    return {one.name: one for one in link_swig(tree, symbols, uses)}


# -- the small tree ----------------------------------------------------------------------------------------------------


def test_the_names_are_those_that_swig_generates(tree: SwigFacts) -> None:
    assert [one.name for one in tree.names] == EXPECTED["names"]


def test_the_files_are_those_that_swig_reads(tree: SwigFacts) -> None:
    assert sorted(one.path for one in tree.files if one.kind != "library") == EXPECTED["files"]
    assert tree.library_files == ("std_string.i",)
    assert tree.files[:4] == (
        SwigFile(PYTHON + "tensorflow.i", None, None, "interface"),
        SwigFile(LOOM_I, PYTHON + "tensorflow.i", 2, "interface"),
        SwigFile(BASE_I, LOOM_I, 1, "interface"),
        SwigFile("tensorflow/c/c_status.h", BASE_I, 33, "header"),
    )


def test_nothing_in_the_small_tree_is_unread(tree: SwigFacts) -> None:
    assert tree.unresolved == ()


def test_a_renamed_function_from_declaration_to_call(linked: dict[str, SwigName]) -> None:
    assert linked["Loom_Run"] == SwigName(
        "Loom_Run",
        "function",
        "tensorflow::Loom_Run_wrapper",
        at(PYTHON + "client/loom_helper.h", 6),
        LOOM_I,
        "%rename",
        at(LOOM_I, 22),
        at(PYTHON + "client/loom_helper.cc", 5),
        used_by=(at(LOOM_I, 38), at(PYTHON + "weave.py", 13)),
        signature="void Loom_Run_wrapper(Loom_Buffer* threads, bool trace = false)",
    )


def test_a_class_with_its_members(linked: dict[str, SwigName]) -> None:
    assert linked["ThreadReader"] == SwigName(
        "ThreadReader",
        "class",
        "tensorflow::io::ThreadReader",
        at(READER_H, 13, 26),
        READER_I,
        "%unignore",
        at(READER_I, 9),
        at(READER_H, 13, 26),
        (
            SwigMember("read_all", "python", "", at(READER_I, 17, 18)),
            SwigMember("New", "static", "New", at(READER_H, 18)),
            SwigMember("debug_string", "method", "DebugString", at(READER_H, 20)),
            SwigMember("__init__", "method", "", None),
        ),
        used_by=(at(PYTHON + "weave.py", 5),),
    )


@pytest.mark.parametrize(
    ("name", "kind", "cname", "declared", "directive", "said", "defined"),
    [
        # An enumerator and a `#define` of a header, by way of the `%include` that brings it in.
        ("LOOM_OK", "const", "LOOM_OK", ("tensorflow/c/c_status.h", 19), "%include", (BASE_I, 33), None),
        (
            "LOOM_WIDTH",
            "const",
            "LOOM_WIDTH",
            ("tensorflow/c/c_status.h", 14),
            "#define",
            ("tensorflow/c/c_status.h", 14),
            None,
        ),
        ("LOOM_VERSION", "const", "LOOM_VERSION", (LOOM_I, 11), "%constant", (LOOM_I, 11), None),
        # The declaration's line is its name's; the definition is a macro's, or stands in a code block.
        ("Loom_Take", "function", "Loom_Take", (C_LOOM_H, 21), "%include", (LOOM_I, 17), ("tensorflow/c/c_loom.cc", 9)),
        (
            "Loom_AttrIntList",
            "function",
            "Loom_AttrIntList",
            (C_LOOM_H, 19),
            "%include",
            (LOOM_I, 17),
            ("tensorflow/c/c_loom.cc", 19),
        ),
        ("Loom_ListThreads", "function", "Loom_ListThreads", (LOOM_I, 19), "declaration", (LOOM_I, 19), (LOOM_I, 6)),
        # Python text hides a wrapper of the same name, or stands alone.
        ("Loom_Reset", "python", "", (LOOM_I, 36), '%insert("python")', (LOOM_I, 36), None),
        ("Loom_NewOptions", "python", "", (LOOM_I, 27), '%insert("python")', (LOOM_I, 27), None),
        (
            "_Loom_NewOptions",
            "function",
            "Loom_NewOptions",
            (C_LOOM_H, 23),
            "%rename",
            (LOOM_I, 15),
            ("tensorflow/c/c_loom.cc", 13),
        ),
        # What SWIG makes beside a class is declared nowhere.
        (
            "ThreadReader_New",
            "function",
            "tensorflow::io::ThreadReader::New",
            None,
            "generated",
            (READER_I, 9),
            ("tensorflow/core/reader.cc", 6),
        ),
        ("ThreadReader_swigregister", "const", "", None, "generated", (READER_I, 9), None),
        (
            "__lshift__",
            "function",
            "tensorflow::operator<<",
            ("tensorflow/core/status_ops.h", 22),
            "%include",
            (READER_I, 25),
            None,
        ),
        ("FastWeave", "function", "FastWeave_C", (READER_I, 27), "%native", (READER_I, 27), None),
    ],
)
def test_where_names_come_from(
    linked: dict[str, SwigName], name: str, kind: str, cname: str, declared: tuple[str, int] | None, directive: str,
    said: tuple[str, int], defined: tuple[str, int] | None,
) -> None:  # fmt: skip
    def place(location: Location | None) -> tuple[str, int] | None:
        return (location.path, location.line) if location else None

    one = linked[name]
    places = place(one.declared), place(one.directive_location), place(one.defined)
    assert (one.kind, one.cname, *places, one.directive) == (
        kind, cname, declared, said, defined, directive,
    )  # fmt: skip


def test_only_code_uses_a_name(linked: dict[str, SwigName]) -> None:
    used = {name: [(u.path, u.line) for u in one.used_by] for name, one in linked.items() if one.used_by}
    weave = PYTHON + "weave.py"
    assert used == {
        "JoinThreads": [(weave, 6)],
        "LOOM_OK": [(weave, 15)],
        "LOOM_VERSION": [(PYTHON + "pywrap_tensorflow.py", 4)],
        "Loom_Run": [(LOOM_I, 38), (weave, 13)],
        "ThreadReader": [(weave, 5)],
        "_Loom_NewOptions": [(LOOM_I, 29)],
    }


def test_what_the_lines_of_an_interface_file_do(tree: SwigFacts) -> None:
    assert [one for one in tree.effects if one.location.path == READER_I] == [
        SwigEffect("%include", "std_string.i", at(READER_I, 1)),
        SwigEffect("%include", BASE_I, at(READER_I, 2)),
        SwigEffect("%newobject", "tensorflow::io::ThreadReader::New", at(READER_I, 4)),
        SwigEffect("%ignoreall", "*", at(READER_I, 6)),
        SwigEffect("%unignore", "tensorflow", at(READER_I, 7)),
        SwigEffect("%unignore", "tensorflow::io", at(READER_I, 8)),
        SwigEffect("%unignore", "tensorflow::io::ThreadReader", at(READER_I, 9)),
        SwigEffect("%unignore", "tensorflow::io::ThreadReader::~ThreadReader", at(READER_I, 10)),
        SwigEffect("%unignore", "tensorflow::io::ThreadReader::New", at(READER_I, 11)),
        SwigEffect('%rename("debug_string")', "tensorflow::io::ThreadReader::DebugString", at(READER_I, 12)),
        SwigEffect("%unignore", "tensorflow::io::JoinThreads", at(READER_I, 13)),
        SwigEffect("%extend", "tensorflow::io::ThreadReader", at(READER_I, 15)),
        SwigEffect("%insert", "python", at(READER_I, 16, 19)),
        SwigEffect("%include", READER_H, at(READER_I, 22)),
        SwigEffect("%unignoreall", "*", at(READER_I, 23)),
        SwigEffect("%include", "tensorflow/core/status_ops.h", at(READER_I, 25)),
        SwigEffect("%native", "FastWeave", at(READER_I, 27)),
    ]
    typemaps = [(e.directive, e.target, e.location.line) for e in tree.effects if "typemap" in e.directive]
    assert typemaps == [
        ("%typemap(in)", "string", 7),
        ("%typemap(out)", "int64_t", 11),
        ("%typemap(in)", "std::pair<int, int>", 26),
        ("%typemap(in)", "std::pair<float, float>", 27),
    ]


def test_interface_files_that_the_root_does_not_reach(tree: SwigFacts) -> None:
    assert tree.root == PYTHON + "tensorflow.i"
    assert tree.modules[0] == "tensorflow.python.pywrap_tensorflow_internal"
    assert "tensorflow.python.pywrap_tensorflow" in tree.modules
    assert tree.unreachable == (
        SwigUnreachable(
            "tensorflow/lite/apart.i",
            "tf_py_wrap_cc",
            "//tensorflow/lite:tensorflow_wrap_apart",
            at("tensorflow/lite/BUILD", 3, 9),
        ),
        SwigUnreachable(PYTHON + "lost.i", "", "", None),
    )  # fmt: skip


# -- names -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Declarations.
        ("int f(int a);", "f"),
        ("static inline int f(int a) { return a; } void g();", "f g"),
        ('extern "C" { int f(void); }\nextern "C" int g(void);', "f g"),
        ("void *f(int), *g(int);", "f g"),
        ("namespace a { namespace b { int f(); } }", "f"),
        ("namespace a::b { int f(); } inline namespace v1 { int g(); }", "f g"),
        ("std::map<int, std::vector<int>> f(const std::function<void(int, int)>& g = nullptr);", "f"),
        ("int f() = delete; int (*g)(int); typedef int (*h)(int);", "cvar"),
        ('using std::string; static_assert(sizeof(int) == 4, "x"); class F; struct G; union U;', ""),
        ("SOME_MACRO(x, y); int f();", "f"),
        ("SOME_MACRO(x); int f();", "cvar f"),
        ("__attribute__((noreturn)) void f(); [[nodiscard]] int g();", "f g"),
        ("auto f(int a) -> int; int g() noexcept(true);", "f g"),
        # Classes, enums, constants.
        ("struct S { int a; int f(); }; typedef struct { int b; } T; typedef struct U_ { int c; } U, *P;", "S T U"),
        ("class C : public B<int>, D { public: C(); };", "C"),
        ("class __attribute__((packed)) C final { };", "C"),
        ("enum E { A, B = 2 }; typedef enum { C } F; enum { D };", "A B C D"),
        ("enum class E : int { A, B };", "E_A E_B"),
        ("struct S { enum E { A }; static const int k = 3; };", "S"),
        ("struct S { static int k; };", "S cvar"),
        ('extern int a; const int b = 3; const char* c; const char* const d = ""; const char e[] = "";', "b cvar d e"),
        ('#define A 1\n#define B "b"\n#define C A\n#define D x\n#define E\n#define F (A + 1)', "A B C F"),
        ("struct S { struct Inner { int a; }; };", "S"),
        # Templates are not wrapped until they are named.
        ("template <class T> T f(T a); template <typename T> class C { T a; };", ""),
        ("template <class T> T f(T a);\n%template(fi) f<int>;", "fi"),
        ("template <class T> struct C { static T g(); };\n%template(Ci) C<int>;", "Ci"),
        ("%include <std_vector.i>\n%template(Ints) std::vector<int>;", "Ints SwigPyIterator"),
        # Operators have names of SWIG's own; a method's definition outside is no function.
        (
            "struct S {}; bool operator!(const S&); namespace n { bool operator==(const S&, const S&); "
            "bool operator<<(S&, int); }",
            "S __eq__ __lshift__",
        ),
        ("struct S { int f(); }; int S::f() { return 1; }", "S"),
        # Python keeps some names.
        ("void print(int); void from();", "_from _print"),
        # Directives that name things.
        ("%constant int A = 3; %constant const char* B = f(x, y); %constant C = 1;", "A B C"),
        ("%native(f) f_impl; %native(g) PyObject* g_impl(PyObject* self);", "f g"),
        ("%inline %{\n#define A 1\nint f() { return 1; }\n%}", "A f"),
        ("%{ int hidden(); %} %header %{ int hidden2(); %}", ""),
        ("%pythoncode %{\ndef f():\n  def inner(): pass\nclass C: pass\nx = 1\nf.attribute = 2\n%}", "C f x"),
        ('%insert(python) %{ \n  def f(): return """\n  def g(): """\n%}', "f"),
        ("%include <std_shared_ptr.i>", "SHARED_PTR_DISOWN"),
    ],
)
def test_declarations(text: str, expected: str) -> None:
    assert names(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("%ignoreall\n%unignore f;\nint f(); int g();", "f"),
        ("%ignoreall\nint f();\n%unignoreall\nint g();", "g"),
        # Entries outlive the bracket, the last word on a name counts, and a bare name means any scope.
        ("%ignore g;\n%ignoreall\n%unignoreall\nint f(); namespace n { int g(); }", "f"),
        ("%ignore f;\n%unignore f;\nint f();", "f"),
        ("%unignore f;\n%ignore f;\nint f();", ""),
        # A scope is looked for before the wildcard, and that before the bare name.
        ("%ignore f; %rename(a) n::f; namespace n { int f(); } int f();", "a"),
        ("%rename(b) f; %rename(a) *::f; namespace n { int f(); } int f();", "a b"),
        ("%rename(a) *::S::f; %ignore f; namespace n { struct S { static int f(); }; }", "S"),
        # An ignored namespace hides what is in it, whatever that is called.
        ("%ignoreall\n%unignore n::f;\nnamespace n { int f(); }", ""),
        ("%ignoreall\n%unignore n;\n%unignore n::f;\nnamespace n { int f(); int g(); }", "f"),
        (
            "%ignoreall\n%unignore m::f;\nnamespace n { %unignore f; int f(); }\n%unignore m; namespace m { int f(); }",
            "f",
        ),
        # So does an enum.
        ("%ignoreall\n%unignore A;\nenum E { A };", ""),
        ("%ignoreall\n%unignore A; %unignore E;\nenum E { A, B };", "A"),
        # Overloads are told apart by their types.
        ("%ignore f(int); int f(int a); int g(); namespace n { int f(double b); }", "f g"),
        ("%ignore f(int); int f(int a = 3);", "f"),
        ("%ignore f(int, S); %ignore f(int); int f(int a, S b = {1, 2});", ""),
        # Formats and conditions.
        ('%rename("tf_%s") f; int f();', "tf_f"),
        ('%rename("%(undercase)s") ""; int FooBar();', "foo_bar"),
        ('%rename("$ignore", %$isfunction) ""; int f(); struct S { };', "S"),
        ('%rename("$ignore", %$not %$isclass) ""; int f(); struct S { };', "S"),
        ('%rename("$ignore", regexmatch$name="^TF_") ""; int TF_f(); int g();', "g"),
        ("%rename f g; int f();", "g"),
        # The flag reaches constants, native functions and what SWIG's own files bring.
        ("%ignoreall\n#define A 1\n%constant int B = 2;\n%native(c) d;\n%include <std_shared_ptr.i>", ""),
        # Python text is never ignored.
        ("%ignoreall\n%pythoncode %{\ndef f(): pass\n%}", "f"),
        # Inside a class.
        ("%ignoreall\n%unignore S;\nstruct S { static int f(); };", "S"),
    ],
)
def test_ignoring_and_renaming(text: str, expected: str) -> None:
    assert names(BASE + text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "struct S { int a, *b; void f(); static int s(); bool operator==(const S&); private: int p; };",
            "a:field b:field f:method s:static __eq__:method __init__:method",
        ),
        (
            "class S { int a; public: S(); S(int); ~S(); void f(int); void f(double); protected: void g(); };",
            "__init__:method f:method",
        ),
        ("%rename(size) S::Size; struct S { int Size() const; };", "size:method __init__:method"),
        ("%ignore S::f; struct S { void f(); enum { A, B }; };", "A:const B:const __init__:method"),
        (
            "%extend S { S(int a) { } static void make(); %pythoncode %{\ndef py(self): pass\n%} }\nstruct S { };",
            "__init__:method make:static py:python",
        ),
        ("struct S { };\n%extend S { void later(); }", "__init__:method later:method"),
        ("namespace n { struct S { }; %extend S { void later(); } }", "__init__:method later:method"),
        ("%ignoreall\n%unignore S; %unignore S::f; struct S { void f(); void g(); };", "f:method __init__:method"),
    ],
)
def test_members(text: str, expected: str) -> None:
    found = named(facts(BASE + text), "S")
    assert " ".join(f"{one.name}:{one.kind}" for one in found.members) == expected


# -- the preprocessor --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#ifdef SWIG\nint f();\n#else\nint g();\n#endif", "f"),
        (
            "#if SWIG_VERSION < 0x030000\nint f();\n#elif defined(SWIGPYTHON) && !defined(X)\nint g();\n"
            "#else\nint h();\n#endif",
            "g",
        ),
        ("#if 0\nint g(\n#endif\nint f();", "f"),
        ("#ifndef SWIG\n#if 1\nint f();\n#else\nint g();\n#endif\nint h();\n#endif", ""),
        ("#define EXPORT\nEXPORT int f();\n#undef EXPORT\n", "f"),
        (
            "#define DECLARE(type, name) type name##_get(); type name##_set(type v)\nDECLARE(int, a); "
            "DECLARE(double, b);",
            "a_get a_set b_get b_set",
        ),
        ("%define PAIR(a, b...)\nint a();\nint b();\n%enddef\nPAIR(f, g)", "f g"),
        ("%define OUTER\n%define INNER\nint f();\n%enddef\n%enddef\nint g();", "g"),
        ("#define final\nclass C final { };", "C"),
        ("// int f(); \\\nint g();\n/* int h(); */ int i();", "g i"),
        ('%feature("docstring") f\n"""Says x.\n\nint g();\n"""\nint f();', "f"),
        ("%typemap(in) string {\n%#if X\n  foo(\n%#else\n  bar(\n%#endif\n  1);\n}\nint f();", "f"),
        ("%exception {\n  $action\n}\nint f();\n%newobject f;\n%apply int { long };\nint g();", "f g"),
    ],
)
def test_preprocessing(text: str, expected: str) -> None:
    assert names(text) == expected


def test_a_file_is_read_once_and_found_from_the_root_or_beside() -> None:
    files = {
        "a.i": '%include "d/b.i"\n%include "d/b.i"\nint a();',
        "d/b.i": '%include "c.i"\n%include "./../d/c.i"\nint b();',
        "d/c.i": "int c();",
        "c.h": "int never();",
    }
    found = facts(files)
    assert [one.name for one in found.names] == ["a", "b", "c"]
    assert [(one.path, one.included_by, one.included_at) for one in found.files] == [
        ("a.i", None, None), ("d/b.i", "a.i", 1), ("d/c.i", "d/b.i", 1),
    ]  # fmt: skip
    assert found.unresolved == ()


def test_an_imported_file_teaches_and_exposes_nothing() -> None:
    files = {
        "a.i": '%import "b.i"\nint a();\nint b();',
        "b.i": "%rename(c) b; int hidden(); struct S { };\n%pythoncode %{\nx = 1\n%}",
    }
    assert names(files) == "a c"


def test_the_root_is_what_a_rule_builds_and_the_one_that_brings_in_most() -> None:
    files = {
        "p/a.i": '%include "p/b.i"\nint a();',
        "p/b.i": "int b();",
        "p/z.i": "int z();",
        "p/BUILD": '# tf_py_wrap_cc(\ntf_py_wrap_cc(\n    name = "wrap_a",\n    srcs = ["a.i"],\n    '
        'swig_includes = ["b.i"],\n)\n'
                   'tf_py_wrap_cc(\n    name = "wrap_z",\n    srcs = [":z.i"],\n)\n',
    }  # fmt: skip
    found = facts(files)
    assert (found.root, found.modules) == ("p/a.i", ("p.wrap_a", "p._wrap_a"))
    assert found.unreachable == (SwigUnreachable("p/z.i", "tf_py_wrap_cc", "//p:wrap_z", at("p/BUILD", 7, 10)),)


def test_without_build_files_the_root_is_what_nobody_includes() -> None:
    files = {"x/m.i": '%module mod\n%include "n.i"\nint m();', "x/n.i": "int n();", "y/o.i": "int o();"}
    found = facts(files)
    assert (found.root, found.modules, [one.name for one in found.names]) == ("x/m.i", ("x.mod", "x._mod"), ["m", "n"])
    assert found.unreachable == (SwigUnreachable("y/o.i", "", "", None),)


def test_a_tree_without_interface_files() -> None:
    assert facts({"a.h": "int f();"}) == SwigFacts(None, (), (), (), (), (), (), (), (), ())


# -- bad input ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected", "rest"),
    [
        ('int f();\n%include "gone.h"\nint g();', [("%include", "no such file in the tree", "a.i:2")], "f g"),
        (
            "%include <gone.i>\nint g();",
            [("%include", "no such file in the tree, nor in SWIG's library", "a.i:1")],
            "g",
        ),
        ("%include ;\nint g();", [("%include", "names no file", "a.i:1")], "g"),
        (
            "int f();\n%{ int g();",
            [("%{", "a code block that does not end; the rest of the file is its text", "a.i:2")],
            "f",
        ),
        ("int f();\n%define M\nint g();", [("%define", "no %enddef; nothing below it is read", "a.i:2")], "f"),
        ("int f();\n/* int g();", [("/*", "a comment that does not end; nothing below it is read", "a.i:2")], "f"),
        ('int f();\n"open\nint g();', [('"', "a string that does not end", "a.i:2")], "f g"),
        ("%define M\nM int f();\n%enddef\nM int g();", [("%define", "the macro writes itself", "a.i:4")], "f g"),
        ("#define A B A\n#define B A\nA int f();", [("%define", "the macro writes itself", "a.i:3")], "f"),
        ("#ifdef X\nint f();", [("#if", "no #endif", "a.i:1")], ""),
        ("#endif\nint f();", [("#endif", "no #if before it", "a.i:1")], "f"),
        ("} int f();", [("}", "a closing bracket that nothing opened", "a.i:1")], "f"),
        ("namespace n { int f();", [("{", "no closing bracket in its file", "a.i:1")], "f"),
        ("int f();\nint g() {", [("{", "a bracket that does not close", "a.i:2")], "f g"),
        ("%extend X;\nint f();", [("%extend", "no body", "a.i:1")], "f"),
        ("%rename;\nint f();", [("%rename", "names nothing", "a.i:1")], "f"),
        ("%insert(python) f;\nint g();", [("%insert", "no text to insert", "a.i:1")], "g"),
        ("%template(X) Y<int>;\nint g();", [("%template", "no such template in what SWIG reads", "a.i:1")], "g"),
        ('%rename("a", match$odd="1") ""; int f();', [], "f"),
        (b"int f\xff\x00();\nint g();", [], "g"),
    ],
)
def test_bad_input_is_named_and_the_rest_is_read(
    text: str | bytes, expected: list[tuple[str, str, str]], rest: str
) -> None:
    assert unread(text) == expected
    assert names(text) == rest


def test_an_include_cycle_ends() -> None:
    files = {"a.i": '%include "b.i"\nint a();', "b.i": '%include "a.i"\n%include "b.i"\nint b();'}
    found = facts(files)
    assert ([one.name for one in found.names], found.unresolved) == (["a", "b"], ())


def test_a_missing_include_does_not_hide_its_neighbours() -> None:
    files = {"a.i": '%include "b.i"\n%include "c.i"\nint a();', "b.i": "namespace n { int b();\n%{", "c.i": "int c();"}
    assert names(files) == "a b c"
    assert [(macro, where) for macro, _, where in unread(files)] == [("%{", "b.i:2"), ("{", "b.i:1")]


def test_an_unreadable_file() -> None:
    def read(path: str) -> bytes:
        if path == "b.i":
            raise OSError("no")
        return b'%include "b.i"\nint a();'

    found = read_swig(read, {"a.i", "b.i"})
    assert [one.name for one in found.names] == ["a"]
    assert [(u.macro, u.reason) for u in found.unresolved] == [("%include", "cannot be read: no")]


@pytest.mark.parametrize(
    "text",
    [
        "namespace n {" * 5000 + "int f();" + "}" * 5000,
        "struct S {" * 5000,
        "%extend X {" * 5000,
        "(" * 20000,
        "template <" * 5000,
        "".join(f"#define A{i} A{i + 1} A{i + 1}\n" for i in range(60)) + "A0",
        "".join(f"#define A{i} A{i + 1} A{i + 1}\n" for i in range(60)) + "#define A60\nA0",
        "#define D(x) x##x\n" + "D(" * 60 + "a" + ")" * 60,
        "#define S(x) #x\n" + "S(" * 60 + '"' + ")" * 60,
        "".join(f'%include "{i}.i"\n' for i in range(2000)),
        "%rename(" * 3000,
        '"' * 9999,
        "%{" * 9999,
        "/*" * 9999,
        "%define " * 3000,
        '%rename("x", regexmatch$name="(a+)+$") ""; int ' + "a" * 200 + "b();",
    ],
    ids=range(16),
)
def test_nothing_grows_without_bound(text: str) -> None:
    found = facts(text)
    assert len(found.names) < 100
    assert len(found.unresolved) <= 20000


def test_includes_are_followed_to_a_depth() -> None:
    files = {f"{i}.i": f'%include "{i + 1}.i"\nint f{i}();' for i in range(200)}
    found = facts({**files, "BUILD": 'tf_py_wrap_cc(\n    name = "w",\n    srcs = ["0.i"],\n)\n'})
    assert 60 < len(found.names) < 80
    assert [u.reason for u in found.unresolved] == ["included more than 64 files deep"]


_PIECES = st.sampled_from(
    [
        "%include ",
        "%define ",
        "%enddef",
        "%{",
        "%}",
        "%rename",
        "%ignore",
        "(",
        ")",
        "{",
        "}",
        "<",
        ">",
        '"',
        "'",
        ";",
        ",",
        "::",
        "\n",
        "#if ",
        "#endif\n",
        "#define ",
        "class ",
        "struct ",
        "enum ",
        "typedef ",
        "namespace ",
        "template ",
        "operator",
        "~",
        "x",
        "int ",
        "%extend ",
        "%insert",
        "%template",
        "%native",
        "%constant",
        "%typemap",
        "##",
        "#",
        "`",
        "=",
        "\\",
        "/*",
        "*/",
        "//",
        "\0",
    ]
)


@given(st.lists(_PIECES, max_size=60).map("".join))
def test_no_text_stops_the_reader(text: str) -> None:
    facts(text)


@given(st.binary(max_size=200))
def test_no_bytes_stop_the_reader(data: bytes) -> None:
    facts(data)


# -- the real tree -----------------------------------------------------------------------------------------------------


@pytest.mark.source
def test_tensorflow_itself(source_tree: Path) -> None:
    """Every name of the released wheel's generated module, and no other; every declaring file and line."""
    import gzip

    with gzip.open(FIXTURES / "registry/swig_exposed.json.gz", "rt") as stream:
        oracle = json.load(stream)
    paths = frozenset(str(p.relative_to(source_tree)) for p in source_tree.rglob("*") if p.is_file())
    found = read_swig(lambda path: (source_tree / path).read_bytes(), paths)
    got = {one.name: one for one in found.names}
    assert set(got) == set(oracle)
    assert {one.path for one in found.files if one.kind != "library"} == set(
        json.loads((FIXTURES / "registry/swig_files.json").read_text())
    )
    assert found.unresolved == ()
    differs = {}
    for name, one in oracle.items():
        declared = got[name].declared
        ours = (declared.path, declared.line) if declared else (None, None)
        if ours != (one.get("static_file"), one.get("static_line")):
            differs[name] = ours
    # The oracle takes a constructor in `%extend` for the class, gives an operator no place, and says of a Python
    # function that is inserted where the C function is which it hides.
    assert differs == {
        "TF_Reset": ("tensorflow/python/client/tf_session.i", 579),
        "StatSummarizer": ("tensorflow/core/util/stat_summarizer.h", 47),
        "__lshift__": ("tensorflow/core/lib/core/status.h", 152),
    }
    members = {
        name: {*one["methods"], *one["static"], *one["fields"]}
        for name, one in oracle.items()
        if one["kind"] == "class"
    }
    assert {name: {m.name for m in got[name].members} for name in members} == members
