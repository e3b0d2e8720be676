"""In which namespace or class a place is, and what a name means there."""

from __future__ import annotations

import time

import pytest
from reading import PATH, reader

from tfexplore.cpp import lexer
from tfexplore.cpp.resolve import Resolver
from tfexplore.cpp.scopes import Scopes, read_scopes
from tfexplore.cpp.source_file import File


def scopes(text: str) -> Scopes:
    source = lexer.split(text.encode("latin-1"))
    return read_scopes(source.shape, source.directives)


#: A text with `@` where it is asked for, and what is around it; the braces of functions are written as `{}`.
PLACES = {
    "@": "",
    "namespace a { @ }": "a",
    "namespace a::b { @ }": "a b",
    "namespace a { namespace { @ } }": "a",
    "namespace a { inline namespace v1 { @ } }": "a",
    "namespace a { } @": "",
    "namespace a [[deprecated]] { @ }": "a",
    'extern "C" { namespace a { @ } }': "a",
    "class A { @ };": "A",
    "struct A final : public B<C, D>, virtual ns::E { @ };": "A",
    "class TF_EXPORT A : B { @ };": "A",
    "class alignas(8) A { @ };": "A",
    "class A::B { @ };": "A B",
    "template <class T, typename = enable<(1 < 2)>> struct A { @ };": "A",
    "template <> struct A<float, B<int>> { @ };": "A<float,B<int>>",
    "template <class T> void f() { @ }": "{}",
    "struct A* f(int a) { @ }": "{}",
    "enum class E { @ };": "{}",
    "class A { void f() { if (x) { @ } } };": "A {}",
    "class A { int x{1}; @ };": "A",
    "class A { A() : x{1} { } @ };": "A",
    "MACRO(x)\nclass A { @ };": "A",
    'const char k[] = "class B {"; // class C {\n@': "",
    "#if X\nclass A : B {\n#else\nclass A : C {\n#endif\n@ };": "A",
    "#if X\nclass A {\n#else\nclass A {\n#endif\n}; @": "",
    "} } @": "",
    "class A { @": "A",
    "class A { }; } namespace b { @": "b",
    "class { @ };": "{}",
    "{" * 300 + "}" * 300 + "@": "",
}


@pytest.mark.parametrize("text", PLACES)
def test_places(text: str) -> None:
    found = scopes(text.replace("@", " ")).at(text.index("@"))
    assert " ".join("{}" if part[0] == "{" else part for part in found) == PLACES[text]


def test_bases_are_names_or_unknown() -> None:
    text = "struct A {}; struct B : A {}; class C : public virtual ::n::A, protected B, T<A> {};"
    assert {path[-1]: one.bases for path, one in scopes(text).classes.items()} == {
        "A": (), "B": ("A",), "C": ("::n::A", "B", ""),
    }  # fmt: skip


def test_using() -> None:
    found = scopes(
        "namespace a { using namespace b::c; using d::e; using f = g::h; namespace i = j; typedef k::l m; }\n"
        "using n = T<int>; typedef T<int> o; using typename p::q;"
    )
    assert found.directives == {("a",): ["b::c"]}
    assert {"/".join((*path, name)): target for (path, name), target in found.aliases.items()} == {
        "a/e": "d::e", "a/f": "g::h", "a/i": "j", "a/m": "k::l", "n": "", "o": "", "q": "p::q",
    }  # fmt: skip


FILES = {
    "lib/op.h": """\
namespace lib {
class Op { public: static const char* Name() { return kName; } static constexpr char kName[] = "Op"; };
class Other { public: static const char* Name() { return kName; } static constexpr char kName[] = "Other"; };
class Declared : public Op { public: static const char* Name(); static const char* const kOut; };
class Derived : public Op { public: string Twice() { return StrCat(Name(), Name()); } };
class Both : public Op, public Other {};
class Far : public Unseen { };
class FarToo : public Unseen, public Other { };
class OfTemplate : public Made<Op> { };
const char kName[] = "lib";
const char kLib[] = "in lib";
}
""",
    "lib/op.cc": '#include "lib/op.h"\nnamespace lib { const char* const Declared::kOut = "out"; }\n',
    PATH: """\
#include "lib/op.h"
const char kName[] = "global";
namespace lib2 { using namespace lib; }
namespace short_name = lib;
using Alias = lib::Other;
using OfFloat = Traits<float>;
template <class T> struct Traits { static constexpr char kName[] = "any"; };
template <> struct Traits<float> { static constexpr char kName[] = "float"; };
namespace n {
const char kName[] = "n";
using lib::kLib;
string Local() { const char kHere[] = "here"; return kHere; }
string Echo(string kName) { return kName; }
struct D : ::lib::Derived { typedef float Scalar; };
struct I { typedef int32 Scalar; };
namespace m { }
}
""",
}

MEANT = {
    "kName": "global",
    "::kName": "global",
    "n::kName": "n",
    "n kName": "n",
    "n/m kName": "n",
    "n/m ::kName": "global",
    "lib kName": "lib",
    "lib::Op::kName": "Op",
    "lib::Op::Name()": "Op",
    "lib::Other::Name()": "Other",
    "lib Other::Name()": "Other",
    "lib::Derived::Name()": "Op",
    "n::D::Name()": "Op",
    "n D::kName": "Op",
    "lib::Declared::Name()": None,
    "lib::Declared::kName": "Op",
    "lib::Declared::kOut": "out",
    "lib::Both::kName": None,
    "lib::Far::kName": None,
    "lib::FarToo::kName": "Other",
    "lib::OfTemplate::kName": None,
    "lib2::kName": "lib",
    "lib2 kLib": "in lib",
    "n kLib": "in lib",
    "short_name::kName": "lib",
    "Alias::Name()": "Other",
    "OfFloat::kName": None,
    "Traits<float>::kName": None,
    "kHere": None,
    "n::kHere": None,
    "n::Local()": None,
    "nobody::kName": None,
    "lib::nobody::kName": None,
    "n::lib::kName": None,
    "n lib::kName": "lib",
    "n::Echo(kName)": "global",
    "n Echo(kName)": "n",
    "n::Echo(lib::kName)": "lib",
    "Op::kName": None,
}


@pytest.mark.parametrize("asked", MEANT)
def test_names_mean_what_they_mean_where_they_stand(asked: str) -> None:
    *scope, text = asked.split()
    known = reader(FILES)
    resolver = Resolver(File(PATH, FILES[PATH].encode(), known.headers, {}), known.library)
    resolver.scope = tuple("/".join(scope).split("/")) if scope else ()
    assert resolver.string(tuple(token for token, _ in lexer.spans(text))) == MEANT[asked]


@pytest.mark.parametrize(
    ("text", "dtype"),
    [("n::D::Scalar", "DT_FLOAT"), ("n::I::Scalar", "DT_INT32"), ("Scalar", None), ("T<float>::Scalar", None)],
)  # fmt: skip
def test_types_are_those_of_their_class(text: str, dtype: str | None) -> None:
    known = reader(FILES)
    resolver = Resolver(File(PATH, FILES[PATH].encode(), known.headers, {}), known.library)
    assert resolver.dtype(tuple(token for token, _ in lexer.spans(text))) == dtype


def test_classes_that_are_derived_from_themselves_end() -> None:
    text = "".join(f"struct A{i} : A{(i + 1) % 50}, A{(i + 2) % 50} {{}};" for i in range(50))
    known = reader({PATH: text + 'struct B { static constexpr char kName[] = "B"; };'})
    resolver = Resolver(File(PATH, text.encode(), known.headers, {}), known.library)
    assert resolver.string(("A0", "::", "kName")) is None


HARD = {
    "using": "using " * 100_000,
    "using blanks": "using" + " " * 500_000,
    "directives": "using namespace a;" * 50_000,
    "constants": "const int k = 1;" * 50_000,
    "namespace": ("namespace " * 300 + "{") * 300,
    "class": ("class " * 600 + "{") * 300,
    "brackets": ("class " + "a( " * 1000 + "{") * 300,
    "a word": ("class " + "a" * 3000 + "( {") * 300,
    "angles": ("class A<" + "<" * 3000 + "{") * 300,
    "bases": "struct A : " + "B, " * 100_000 + "{",
    "a chain": "".join(f"struct A{i} : A{i + 1} {{}};" for i in range(5000)),
    "aliases": "".join(f"namespace n {{ using A{i} = A{i + 1};" for i in range(100)),
}


@pytest.mark.parametrize("name", HARD)
def test_hard_texts_are_read_in_time(name: str) -> None:
    text = HARD[name]
    known = reader({PATH: text})
    started = time.process_time()
    resolver = Resolver(File(PATH, text.encode(), known.headers, {}), known.library)
    resolver.scope = ("n",) * 20
    for asked in (("k", "::", "k"), ("A0", "::", "k"), ("f", "(", ")"), ("A0", "::", "f", "(", ")")):
        assert resolver.string(asked) is None
    assert time.process_time() - started < 4
