"""Expansion: what a registration's arguments become, and the way they came."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from typing import NamedTuple

import preprocessors
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from reading import PATH, at, open_file, step, unresolved

from tfexplore.cpp import lexer
from tfexplore.cpp.expansion import ChainedCall
from tfexplore.cpp.preprocessor import expand
from tfexplore.model import ExpansionStep, Location, Unresolved

SINK = "REGISTER_NO_GRADIENT_OP"


def expanded(text: str) -> str:
    """What stands in the brackets of `SINK(...)` after expansion, a space between tokens."""
    (statement,) = expand(open_file(text)).statements
    return " , ".join(" ".join(argument) for argument in statement.arguments)


# Definitions and the text in the sink's brackets -> its tokens. The first are the examples of the C standard (6.10.3).
TOKENS: dict[str, tuple[str, str, str]] = {
    "rescanning and self-reference": (
        "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n#define h g(~\n"
        "#define m(a) a(w)\n#define w 0,1\n#define t(a) a\n",
        "f(y+1) + f(f(z)) % t(t(g)(0) + t)(1)",
        "f ( 2 * ( y + 1 ) ) + f ( 2 * ( f ( 2 * ( z [ 0 ] ) ) ) ) % f ( 2 * ( 0 ) ) + t ( 1 )",
    ),
    "an expansion that names another macro, whose arguments stand behind it": (
        "#define x 2\n#define f(a) f(x * (a))\n#define g f\n",
        "g(x+(3,4)-1)",
        "f ( 2 * ( 2 + ( 3 , 4 ) - 1 ) )",
    ),
    "pasting a name that is a macro's": (
        "#define hash_hash # ## #\n#define mkstr(a) # a\n#define in_between(a) mkstr(a)\n"
        "#define join(c, d) in_between(c hash_hash d)\n",
        "join(x, y)",
        '"x ## y"',
    ),
    "placemarkers": (
        "#define t(x,y,z) x ## y ## z\n",
        "t(1,2,3) t(,4,5) t(6,,7) t(8,9,) t(10,,) t(,11,) t(,,12) t(,,)",
        "123 45 67 89 10 11 12",
    ),
    "an operand of ## is not expanded, what it makes is": (
        "#define CPU cpu_device\n#define DEVICE_CPU device\n#define D(x) DEVICE_##x x\n",
        "D(CPU)",
        "device cpu_device",
    ),
    "an operand of # is not expanded, but through another macro": (
        "#define S(x) #x\n#define SX(x) S(x)\n#define A b\n",
        "S(A) SX(A)",
        '"A" "b"',
    ),
    "stringized literals": (
        "#define S(x) #x\n",
        r'S("a\n" b) S(c)',
        r'"\"a\\n\" b" "c"',
    ),
    "no arguments, empty ones": (
        "#define N() n\n#define E(x) [x]\n#define T(x, y) <x|y>\n",
        "N() E() T(,) T(a,)",
        "n [ ] < | > < a | >",
    ),
    "commas in brackets do not separate": (
        "#define F(x) x.x\n",
        "F((a, b)) F({c})",
        "( a , b ) . ( a , b ) { c } . { c }",
    ),
    "a name without its brackets": ("#define F(x) x\n", "F + F (1)", "F + 1"),
    "variadic": (
        "#define V(...) <__VA_ARGS__>\n#define W(a, ...) a:__VA_ARGS__;\n#define X(a, r...) a(r)\n",
        "V() V(1) V(1, 2) W(1) W(1, 2, 3) X(f, 1, 2)",
        "< > < 1 > < 1 , 2 > 1 : ; 1 : 2 , 3 ; f ( 1 , 2 )",
    ),
    "a comma that goes with the arguments behind it": (
        "#define V(a, ...) f(a, ##__VA_ARGS__)\n#define A b\n",
        "V(1) V(1, 2) V(1, A, A)",
        "f ( 1 ) f ( 1 , 2 ) f ( 1 , b , b )",
    ),
    "a macro's name that comes as an argument": ("#define C(m) m(1) m(2)\n#define F(x) [x]\n", "C(F)", "[ 1 ] [ 2 ]"),
    "a macro that is called by what it expands to": (
        "#define TWICE(m) m(m)\n#define F(x) x(1)\n",
        "TWICE(F)",
        "F ( 1 )",
    ),
    "mutual recursion ends": ("#define A B + A\n#define B A + B\n", "A B", "A + B + A B + A + B"),
    "painted names stay as they are": (
        "#define NIL(xxx) xxx\n#define G_0(arg) NIL(G_1)(arg)\n#define G_1(arg) NIL(arg)\n",
        "G_0(42)",
        "42",
    ),
    "a painted name is an argument": ("#define f(x) x f\n#define g(y) y\n", "g(f(1))(2)", "1 f ( 2 )"),
    "directives in an argument": ("#define F(x) x\n", "F(a\n#define A 1\n b)", "a b"),
    "comments in arguments": ("#define F(x, y) y x\n", "F(/* , */ a, // b)\n b)", "b a"),
    "a spliced body": ("#define F(x) \\\n  x \\\n  ##1\n", "F(a)", "a1"),
}


@pytest.mark.parametrize("name", TOKENS)
def test_tokens(name: str) -> None:
    defines, text, expected = TOKENS[name]
    assert expanded(f"{defines}{SINK}({text});") == expected


@preprocessors.needs_one
@pytest.mark.parametrize("command", preprocessors.AVAILABLE)
@pytest.mark.parametrize("name", TOKENS)
def test_tokens_as_a_real_preprocessor_says(name: str, command: str) -> None:
    defines, text, expected = TOKENS[name]
    made = preprocessors.preprocess(command, f"{defines}{SINK}({text});")
    assert made is not None
    assert made_tokens(made) == made_tokens(f"{SINK}({expected});")


def made_tokens(text: str) -> list[str]:
    """Tokens, the white space inside of literals left out (`#` keeps it, and it is nobody's name)."""
    return ["".join(token.split()) for token, _ in lexer.spans(text)]


class Program(NamedTuple):
    """Macro definitions and an expression over them."""

    defines: str
    text: str


#: A macro's name -> how many parameters it has; None for an object-like one.
SHAPES: dict[str, int | None] = {"O": None, "P": None, "E": 0, "F": 1, "G": 1, "H": 2, "J": 2}
PARAMS = ("p", "q")


def items(params: tuple[str, ...], depth: int) -> st.SearchStrategy[str]:
    """A stretch of a body (or of a text, without parameters) whose brackets are closed."""
    word = st.sampled_from(["x", "y", "z1", "7", "+", "O", "P", "F", "H", *params, *params])
    choices = [word]
    if params:
        name = st.sampled_from(params)
        choices.append(name.map("#{}".format))
        part = st.sampled_from(["x", "F", "O", "7", *params])
        choices.append(st.lists(part, min_size=2, max_size=3).filter(lambda ps: ps[0] != "7").map(" ## ".join))
    if depth:
        inner = items(params, depth - 1)
        choices.append(inner.map("({})".format))
        choices.append(
            st.sampled_from([name for name, count in SHAPES.items() if count is not None]).flatmap(
                lambda name: st.lists(inner | st.just(""), min_size=SHAPES[name] or 0, max_size=SHAPES[name] or 0).map(
                    lambda arguments: f"{name}({', '.join(arguments)})"
                )
            )
        )
    return st.lists(st.one_of(choices), max_size=3).map(" ".join)


@st.composite
def programs(draw: st.DrawFn) -> Program:
    lines = []
    for name, count in SHAPES.items():
        params = PARAMS[: count or 0]
        body = draw(items(params, 2))
        lines.append(f"#define {name}{'' if count is None else '(' + ', '.join(params) + ')'} {body}\n")
    return Program("".join(lines), draw(items((), 3)))


@preprocessors.needs_one
@pytest.mark.parametrize("command", preprocessors.AVAILABLE[:1])
@given(programs())
def test_programs_as_a_real_preprocessor_says(command: str, program: Program) -> None:
    made = preprocessors.preprocess(command, f"{program.defines}{SINK}({program.text});")
    assume(made is not None)
    found = expanded(f"{program.defines}{SINK}({program.text});")
    assert made_tokens(f"{SINK}({found});") == made_tokens(made or "")


#: A macro of what a text with registrations is made of -> how many parameters it has; None for an object-like one.
OUTER: dict[str, int | None] = {"A": None, "B": None, "K": 0, "L": 1, "M": 1, "R": 1}


def outer_items(params: tuple[str, ...], depth: int) -> st.SearchStrategy[str]:
    """A stretch with registrations, the names of macros without their brackets, and invocations of them."""
    word = st.sampled_from(["x", "y", "A", "B", "K", "L", "M", ";", *params, *params])
    choices = [word, st.sampled_from(["a", "b", *params]).map(f"{SINK}({{}})".format)]
    if params:
        glued = st.sampled_from(["L", "REGISTER_NO_GRADIENT_", "p"])
        choices.append(st.tuples(glued, st.sampled_from(["p", "OP", "x"])).map(" ## ".join))
    if depth:
        inner = outer_items(params, depth - 1)
        choices.append(inner.map("{{ {} }}".format))
        choices.append(
            st.tuples(st.sampled_from(["K", "L", "M", "R", "L(M)", "M(R)"]), inner).map(lambda t: f"{t[0]}({t[1]})")
        )
    return st.lists(st.one_of(choices), max_size=3).map(" ".join)


@st.composite
def texts_with_registrations(draw: st.DrawFn) -> str:
    lines = []
    for name, count in OUTER.items():
        params = PARAMS[: count or 0]
        lines.append(
            f"#define {name}{'' if count is None else '(' + ', '.join(params) + ')'} {draw(outer_items(params, 1))}\n"
        )
    return "".join([*lines, *[f"{draw(outer_items((), 2))};\n" for _ in range(3)]])


@preprocessors.needs_one
@pytest.mark.parametrize("command", preprocessors.AVAILABLE[:1])
@given(texts_with_registrations())
def test_registrations_that_a_real_preprocessor_finds(command: str, text: str) -> None:
    # There it is a macro, so a name that no bracket follows when it is met is none, whatever follows it in the end.
    made = preprocessors.preprocess(command, f"#define {SINK}(...) registers<__VA_ARGS__>\n{text}")
    assume(made is not None)
    found = expand(open_file(text))
    assume(not found.unresolved)
    expected = re.findall(r"registers<([^<>]*)>", made or "")
    assume(len(expected) == (made or "").count("registers<"))  # none within another's brackets
    assert ["".join("".join(part) for part in each.arguments) for each in found.statements] == [
        "".join(each.split()).replace(",", "") for each in expected
    ]


# -- where they come from ----------------------------------------------------------------------------------------------

#: File or files -> of each statement its arguments, its place and its way.
WAYS: dict[str, tuple[str | Mapping[str, str | bytes], list[tuple[str, Location, tuple[ExpansionStep, ...]]]]] = {
    "no macro": (f"\n{SINK}(\n  a);", [("a", at(2, 3), ())]),
    "one macro": (
        f"#define M(x) {SINK}(x)\nM(a); M(\nb);",
        [
            ("a", at(2), (step("M", at(1), at(2)),)),
            ("b", at(2, 3), (step("M", at(1), at(2, 3)),)),
        ],
    ),
    "a macro of many lines: the line of the inner invocation is the body's": (
        f"#define M(x) \\\n  f(); \\\n  N(x); \\\n  {SINK}(x)\n#define N(x) \\\n  {SINK}(x##2)\nM(a)",
        [
            ("a2", at(7), (step("M", at(1, 4), at(7)), step("N", at(5, 6), at(3)))),
            ("a", at(7), (step("M", at(1, 4), at(7)),)),
        ],
    ),
    "a macro named as an argument is on the way of what used it": (
        f"#define CALL(m) \\\n  m(1)\n#define M(x) {SINK}(x)\nCALL(M)",
        [("1", at(4), (step("CALL", at(1, 2), at(4)), step("M", at(3), at(2))))],
    ),
    "a wrapper around the registration": (
        f"#define WRAP(...) {{ __VA_ARGS__; }}\nWRAP(\n  {SINK}(a);\n  {SINK}(b))",
        [
            ("a", at(2, 4), (step("WRAP", at(1), at(2, 4)),)),
            ("b", at(2, 4), (step("WRAP", at(1), at(2, 4)),)),
        ],
    ),
    "headers": (
        {
            "a.h": '#include "b.h"\n\n#define M(x) N(x)',
            "b.h": f"\n#define N(x) {SINK}(x)",
            PATH: '#include "a.h"\nM(a)',
        },
        [("a", at(2), (step("M", at(3, path="a.h"), at(2)), step("N", at(2, path="b.h"), at(3, path="a.h"))))],
    ),
    "a macro of the build's": (
        f"#ifdef WITH\n{SINK}(a)\n#endif\n{SINK}(b)",
        [("b", at(4), ())],
    ),
    "a definition that is no more, and the one in its place": (
        f"#define M {SINK}(a)\nM\n#undef M\nM\n#define M \\\n {SINK}(b)\nM",
        [("a", at(2), (step("M", at(1), at(2)),)), ("b", at(7), (step("M", at(5, 6), at(7)),))],
    ),
    "several of one expansion": (
        f"#define M(x) {SINK}(x##1); {SINK}(x##2)\nM(a)",
        [("a1", at(2), (step("M", at(1), at(2)),)), ("a2", at(2), (step("M", at(1), at(2)),))],
    ),
}


@pytest.mark.parametrize("name", WAYS)
def test_ways(name: str) -> None:
    text, expected = WAYS[name]
    found = expand(open_file(text))
    assert [(" ".join(s.arguments[0]), s.location, s.expansion) for s in found.statements] == expected
    assert found.unresolved == []


#: Text -> the first arguments of the registrations that a real preprocessor leaves of it.
COMES_TO: dict[str, tuple[str, list[str]]] = {
    "what a macro throws away that another names": (
        f"#define DROP(...)\n#define SAME(x) x\nSAME(DROP)({SINK}(a);)\nDROP({SINK}(b);)\nSAME({SINK}(c);)",
        ["c"],
    ),
    "a choice made by pasting": (
        "#define IF(c) IF_##c\n#define IF_0(...)\n#define IF_1(...) __VA_ARGS__\n#define HAVE 0\n"
        "#define CAT(a, b) a##b\n#define WHEN(x) CAT(IF_, x)\n"
        f"IF(0)({SINK}(a);)\nIF(1)({SINK}(b);)\nWHEN(HAVE)({SINK}(c);)\nWHEN(1)({SINK}(d);)",
        ["b", "d"],
    ),
    "statements and blocks before it that are thrown away with it": (
        "#define DROP(...)\n#define KEEP(...) __VA_ARGS__\n"
        f"DROP(int x; {SINK}(a);)\nDROP(void f() {{ g(); {SINK}(b); }})\nKEEP(int x; {SINK}(c);)\n"
        f"KEEP(void f() {{ g(); {SINK}(d); }})\nvoid h() {{ DROP(g(); {SINK}(e);) {SINK}(f); }}",
        ["c", "d", "f"],
    ),
    "a name that stands for a macro with parameters": (
        f"#define DROP(...)\n#define SKIP DROP\n#define CHOSEN SKIP\nCHOSEN({SINK}(a);)\n{SINK}(b);",
        ["b"],
    ),
    "brackets behind what comes to no macro": (f"#define F(x) f\nF(1)({SINK}(a));", ["a"]),
    "a name pasted of arguments": (
        f"#define CAT(a, b) a##b\n#define CATX(a, b) CAT(a, b)\n#define REGISTER_float(n) {SINK}(n##F)\n"
        "#define BOTH(T, n) CATX(REGISTER_, T)(n)\n#define PLAIN(n) CAT(REGISTER_NO_, GRADIENT_OP)(n)\n"
        "BOTH(float, a)\nCAT(REGISTER_, float)(b)\nPLAIN(c)\nCATX(REGISTER_NO, PE)(d)",
        ["aF", "bF", "c"],
    ),
}


@pytest.mark.parametrize("name", COMES_TO)
def test_what_a_text_comes_to(name: str) -> None:
    text, expected = COMES_TO[name]
    found = expand(open_file(text))
    assert [" ".join(each.arguments[0]) for each in found.statements] == expected
    assert found.unresolved == []


@preprocessors.needs_one
@pytest.mark.parametrize("command", preprocessors.AVAILABLE)
@pytest.mark.parametrize("name", COMES_TO)
def test_what_a_real_preprocessor_makes_of_it(name: str, command: str) -> None:
    text, expected = COMES_TO[name]
    made = preprocessors.preprocess(command, text) or ""
    assert re.findall(rf"{SINK}\((\w+)\)", made) == expected


def test_brackets_that_are_macros() -> None:
    text = '#define OPEN REGISTER_OP("A").Attr(\n#define CLOSE )\nnamespace n {\nOPEN f(1, 2), "k" CLOSE.Output("o");\n'
    found = expand(open_file(text + 'REGISTER_OP("B");\n}\nOPEN "never";\nREGISTER_OP("C");\n'))
    assert [each.arguments[0] for each in found.statements] == [('"A"',), ('"B"',), ('"C"',)]
    assert found.statements[0].calls == (
        ChainedCall("Attr", (("f", "(", "1", ",", "2", ")"), ('"k"',)), at(1)),
        ChainedCall("Output", (('"o"',),), at(4)),
    )
    assert [(each.reason, each.location) for each in found.unresolved] == [("the invocation has no end", at(7))]


def test_chained_calls_and_their_places() -> None:
    text = '#define COMMON(x) Attr(x).Attr("b")\nREGISTER_OP("A")\n    .Input("x",\n           y)\n    .COMMON("a");'
    (statement,) = expand(open_file(text)).statements
    assert statement.calls == (
        ChainedCall("Input", (('"x"',), ("y",)), at(3, 4)),
        ChainedCall("Attr", (('"a"',),), at(1)),
        ChainedCall("Attr", (('"b"',),), at(1)),
    )
    assert (statement.location, statement.expansion) == (at(2, 5), ())


# -- bounds ------------------------------------------------------------------------------------------------------------


def doubling(levels: int, body: str = "{0} {0}") -> str:
    """Macros of which each uses the next twice."""
    lines = [f"#define M{i}(x) {body.format(f'M{i + 1}(x)')}\n" for i in range(levels)]
    return "".join(lines) + f"#define M{levels}(x) {SINK}(x)\n"


def nested(name: str, levels: int, text: str) -> str:
    return f"{name}(" * levels + text + ")" * levels


#: Text -> why its last line is unresolved.
GROWTH: dict[str, tuple[str, str]] = {
    "tokens that double": (doubling(60) + "M0(a)", "macro expansion grows over 500000 tokens in this file"),
    "an argument that doubles": (
        f"#define D(x) x x\n#define M(x) {SINK}(x)\nM({nested('D', 60, 'a')})",
        "macro expansion grows over 500000 tokens in this file",
    ),
    "one long argument used often": (
        f"#define D(x) {'x ' * 3000}\n#define M(x) {SINK}(x)\nM(D({'a ' * 10_000}))",
        "macro expansion grows over 500000 tokens in this file",
    ),
    "a name that doubles by ##": (
        f"#define C(x) x##x\n#define D(x) C(x)\n#define M(x) {SINK}(x)\nM({nested('D', 40, 'a')})",
        "macro expansion makes a token of over 65536 characters",
    ),
    "a literal that doubles by #": (
        f"#define S(x) #x\n#define D(x) S(x)\n#define M(x) {SINK}(x)\nM({nested('D', 40, 'a')})",
        "macro expansion makes a token of over 65536 characters",
    ),
    "macros that nest": (
        "".join(f"#define M{i} M{i + 1}\n" for i in range(3000)) + f"#define M3000 {SINK}(a)\nM0",
        "macros nest over 64 deep",
    ),
    "arguments that nest": (
        f"#define D(x) x\n#define M(x) {SINK}(x)\nM({nested('D', 4000, 'a')})",
        "macros nest too deep",
    ),
    "a bracket that is never closed": (f"{SINK}({'(' * 30_000}", "the invocation has no end"),
    "an invocation without an end": (f"#define M(x) {SINK}(x)\nM(a, (b;\nint c;", "the invocation has no end"),
}


@pytest.mark.parametrize("name", GROWTH)
def test_growth_is_bounded_and_reported(name: str) -> None:
    text, reason = GROWTH[name]
    started = time.process_time()
    found = expand(open_file(text))
    seconds = time.process_time() - started
    assert [u.reason for u in found.unresolved] == [reason]
    assert seconds < 10  # a second on an idle machine; one that is not bounded ends in hours


@pytest.mark.parametrize(
    "text",
    [
        f"#define M(x) M(x) {SINK}(x)\nM(a)",
        f"#define A B {SINK}(x)\n#define B A\nA",
        f"#define M(x) x M\n{SINK}(M(M)(M)(M))",
    ],
)
def test_recursion_ends_by_itself(text: str) -> None:
    found = expand(open_file(text))
    assert len(found.statements) == 1
    assert found.unresolved == []


def test_what_stands_behind_too_much_is_not_lost() -> None:
    text = f"{doubling(60)}M0(a)\n{SINK}(b);\n"
    found = expand(open_file(text))
    # The budget is the file's, so all that comes behind it is unresolved as well, and nothing is lost.
    assert [u.location for u in found.unresolved] == [at(62), at(63)]


def test_text_is_at_most_eighty_characters() -> None:
    (found,) = expand(open_file(f"{SINK}({'long ' * 50}")).unresolved
    shown = f"{SINK}({'long ' * 50}"[:80]
    assert found == unresolved(SINK, shown, "the invocation has no end", at(1))
    assert isinstance(found, Unresolved)
