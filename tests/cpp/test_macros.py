"""Directives: what a file defines, which branches are compiled, what headers leave behind."""

from __future__ import annotations

from typing import Any

import preprocessors
import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st
from hypothesis.errors import UnsatisfiedAssumption
from reading import as_bytes, open_file

from tfexplore.cpp.macros import Headers, Macro, condition, read_unit
from tfexplore.cpp.preprocessor import profile_macros

PATH = "kernels/x.cc"


# -- definitions -------------------------------------------------------------------------------------------------------

#: The text behind `#define` -> name, parameters, body tokens with their lines, the line and the last line.
DEFINITIONS: dict[str, tuple[str, tuple[str, ...] | None, str, list[tuple[str, int]], int]] = {
    " A": ("A", None, "", [], 1),
    " A 1": ("A", None, "", [("1", 1)], 1),
    " A (x)": ("A", None, "", [("(", 1), ("x", 1), (")", 1)], 1),
    " A() x": ("A", (), "", [("x", 1)], 1),
    " A(x, y) x y": ("A", ("x", "y"), "", [("x", 1), ("y", 1)], 1),
    " A(x, \\\n  y) \\\n  x \\\n\\\n  y": ("A", ("x", "y"), "", [("x", 3), ("y", 5)], 5),
    " A( x ,y )x": ("A", ("x", "y"), "", [("x", 1)], 1),
    " A(x, ...) __VA_ARGS__": ("A", ("x", "__VA_ARGS__"), "__VA_ARGS__", [("__VA_ARGS__", 1)], 1),
    " A(x, rest...) rest": ("A", ("x", "rest"), "rest", [("rest", 1)], 1),
    " A /* c */ 1 // d": ("A", None, "", [("1", 1)], 1),
    ' A "// no comment"': ("A", None, "", [('"// no comment"', 1)], 1),
    " \\\nA(x) \\\nx": ("A", ("x",), "", [("x", 3)], 3),
}


@pytest.mark.parametrize("text", DEFINITIONS)
def test_definitions(text: str) -> None:
    unit = read_unit(PATH, f"#define{text}\n".encode(), keep_source=False)
    (event,) = unit.events
    macro = event.macro
    assert macro is not None
    assert (macro.name, macro.params, macro.variadic, macro.tokens, macro.end_line) == DEFINITIONS[text]
    assert (macro.line, macro.path) == (1, PATH)


@pytest.mark.parametrize("text", ["#define", "#define 1", "#define (x) x", "#undef", "#include", "#include NAME", "#"])
def test_directives_that_say_nothing(text: str) -> None:
    assert read_unit(PATH, text.encode(), keep_source=False).events == ()


# -- conditions --------------------------------------------------------------------------------------------------------

KNOWN = {
    **profile_macros(
        {"A": "3", "B": "0", "N": "(-2)", "EMPTY": "", "LOOP": "LOOP2", "LOOP2": "LOOP", "BOTH": "A && A2"}
    ),
    "MAX": Macro("MAX", ("x", "y"), "((x) > (y) ? (x) : (y))", "a.h", 1, 1),
    "AT_LEAST": Macro("AT_LEAST", ("a", "b"), "(MAJOR > a || (MAJOR == a && MINOR >= b))", "a.h", 2, 2),
    "MAJOR": Macro("MAJOR", None, "5", "a.h", 3, 3),
    "MINOR": Macro("MINOR", None, "1", "a.h", 4, 4),
    "HAS": Macro("HAS", ("x",), "defined(HAS_##x)", "a.h", 5, 5),
    "HAS_LOOM": Macro("HAS_LOOM", None, "", "a.h", 6, 6),
    "IS_DEFINED": Macro("IS_DEFINED", None, "defined(A) && !defined Z", "a.h", 7, 7),
}

CONDITIONS = {
    "1": True,
    "0": False,
    "A": True,
    "B": False,
    "Z": False,
    "true": True,
    "false": False,
    "-0": False,
    "defined(A)": True,
    "defined A && !defined(Z)": True,
    "!defined(Z)": True,
    "defined B": True,
    "defined ( Z )": False,
    "A == 3": True,
    "A != 3": False,
    "A >= 10000": False,
    "N < 0": True,
    "-A < N": True,
    "1 - 1 - 1": True,
    "1 + 2 * 3 == 7": True,
    "(1 + 2) * 3 == 9": True,
    "1 << 2 + 1 == 8": True,
    "(1 << 2) + 1 == 5": True,
    "1 || 1 && 0": True,
    "(1 || 1) && 0": False,
    "5 & 3 == 3": True,
    "6 ^ 2 | 1": True,
    "~0 == -1": True,
    "-7 / 2 == -3": True,
    "-7 % 2 == -1": True,
    "-8 >> 1 == -4": True,
    "2 ? 0 : 1": False,
    "0 ? 0 : 0 ? 1 : 2": True,
    "0x1F == 31": True,
    "017 == 15": True,
    "10L == 10": True,
    "201103L >= 201103L": True,
    "1'000 == 1000": True,
    "'A' == 65": True,
    # What has no sign makes what it meets have none.
    "-1 > 0u": True,
    "-1 > 0": False,
    "-1 > 0UL && 2u - 3u > 0": True,
    "-1 < 0x8000000000000000": False,
    "~0u == -1": True,
    "-1 / 2u > 1": True,
    "(-8 >> 1u) < 0": True,
    "(8u >> 1) - 5 > 0": True,
    "not 0 and 1 or 0": True,
    "1 bitand 3 xor 1": False,
    "compl 0 not_eq 0": True,
    "true && !false": True,
    "'\\n' == 10": True,
    "!0": True,
    "!!A": True,
    "- -1 == 1": True,
    "A \\\n && A": True,
    "MAX(2, A) == 3": True,
    "MAX(MAX(1, 5), MAX(2, 3)) == 5": True,
    "MAX == 0": True,
    "AT_LEAST(5, 1)": True,
    "AT_LEAST(5, 2)": False,
    "AT_LEAST(4, 9)": True,
    "defined(MAX)": True,
    "HAS(LOOM)": True,
    "HAS(ELSE)": False,
    "IS_DEFINED": True,
    "BOTH": False,
    "LOOP == 0": True,
    "__has_include(<a.h>)": False,
    "UNKNOWN(1, (2)) || A": True,
    "defined(__GNUC__) && __GNUC__ >= 4": False,
    # What cannot be read counts as false; what a compiler would refuse is at least no accident.
    "": False,
    "(": False,
    ")": False,
    "1 / 0": False,
    "A ==": False,
    "&&": False,
    "MAX(1": False,
    "EMPTY": False,
    "(" * 3000 + "1" + ")" * 3000: False,
    "!" * 5000 + "1": False,
    "1" + "0" * 5000: False,
    "1 ? " * 5000: False,
}


@pytest.mark.parametrize("text", CONDITIONS, ids=lambda text: text[:40])
def test_conditions(text: str) -> None:
    assert condition(text, KNOWN.get) is CONDITIONS[text]


#: Operators by how tight they bind, loosest first.
LEVELS = [
    ["||"],
    ["&&"],
    ["|"],
    ["^"],
    ["&"],
    ["==", "!="],
    ["<", "<=", ">", ">="],
    ["<<", ">>"],
    ["+", "-"],
    ["*", "/", "%"],
]
LEVEL = {operator: level for level, operators in enumerate(LEVELS) for operator in operators}
NAMES = {
    "A": 3,
    "B": 0,
    "N": -2,
    "Z": 0,
    "MAJOR": 5,
    "defined(A)": 1,
    "defined(Z)": 0,
    "MAX(A, N)": 3,
    "AT_LEAST(5,1)": 1,
}

#: An expression is a number, a name, (operator, operand), (operator, left, right) or ("?", condition, yes, no).
Expression = Any
expressions = st.recursive(
    st.integers(0, 12) | st.sampled_from(sorted(NAMES)),
    lambda inner: (
        st.tuples(st.sampled_from("!-+~"), inner)
        | st.tuples(st.sampled_from(sorted(LEVEL)), inner, inner)
        | st.tuples(st.just("?"), inner, inner, inner)
    ),
    max_leaves=12,
)


def value(tree: Expression) -> int:
    """The value by C's rules, on the tree that the text is made from."""
    if isinstance(tree, int):
        return tree
    if isinstance(tree, str):
        return NAMES[tree]
    operator, *operands = tree
    if operator == "?":
        return value(operands[1]) if value(operands[0]) else value(operands[2])
    if len(operands) == 1:
        number = value(operands[0])
        return {"!": int(not number), "-": -number, "+": number, "~": ~number}[operator]
    left, right = value(operands[0]), value(operands[1])
    if operator in ("/", "%"):
        assume(right)
        quotient = int(left / right)
        result = quotient if operator == "/" else left - quotient * right
    elif operator in ("<<", ">>"):
        assume(0 <= right < 16 and left >= 0)
        result = left << right if operator == "<<" else left >> right
    else:
        result = int(eval(f"{left} {({'&&': 'and', '||': 'or'}).get(operator, operator)} {right}"))
        if operator in ("&&", "||"):
            result = int(bool(result))
    assume(abs(result) < 2**30)
    return result


def text_of(tree: Expression, outer: int = -1) -> str:
    """The expression with no more brackets than it needs."""
    if not isinstance(tree, tuple):
        return str(tree)
    operator, *operands = tree
    if operator == "?":
        text = f"{text_of(operands[0], 0)} ? {text_of(operands[1])} : {text_of(operands[2])}"
        return f"({text})" if outer >= 0 else text
    if len(operands) == 1:
        return f"{operator} {text_of(operands[0], len(LEVELS))}"
    level = LEVEL[operator]
    text = f"{text_of(operands[0], level)} {operator} {text_of(operands[1], level + 1)}"
    return f"({text})" if outer > level else text


@given(expressions)
@example(("?", 0, 1, ("?", 0, 1, 2)))
@example(("-", ("-", 1, 1), 1))
def test_conditions_against_a_reference(tree: Expression) -> None:
    assert condition(text_of(tree), KNOWN.get) is bool(value(tree))


DEFINES = "".join(
    f"#define {macro.name}{'' if macro.params is None else '(' + ','.join(macro.params) + ')'} {macro.text}\n"
    for macro in KNOWN.values()
)


@preprocessors.needs_one
@pytest.mark.parametrize("command", preprocessors.AVAILABLE)
@settings(max_examples=4, suppress_health_check=list(HealthCheck))
@given(st.lists(expressions, min_size=60, max_size=60))
def test_conditions_against_a_real_preprocessor(command: str, trees: list[Expression]) -> None:
    texts = [text_of(tree) for tree in trees if _is_defined(tree)]
    file = DEFINES + "".join(f"#if {text}\nline{i}\n#endif\n" for i, text in enumerate(texts))
    made = preprocessors.preprocess(command, file)
    assert made is not None
    expected = set(made.split())
    found = {f"line{i}" for i, text in enumerate(texts) if condition(text, KNOWN.get)}
    assert {text for i, text in enumerate(texts) if (f"line{i}" in found) != (f"line{i}" in expected)} == set()


@preprocessors.needs_one
@pytest.mark.parametrize("command", preprocessors.AVAILABLE)
def test_the_table_against_a_real_preprocessor(command: str) -> None:
    # What asks a compiler, and what goes over our bounds, is our decision.
    texts = [text for text in CONDITIONS if "__" not in text and "UNKNOWN" not in text and len(text) < 100]
    for text in texts:
        made = preprocessors.preprocess(command, f"{DEFINES}#if {text}\nyes\n#endif\n")
        assert made is None or ("yes" in made) is CONDITIONS[text], text


def _is_defined(tree: Expression) -> bool:
    """Whether C gives the expression a value (hypothesis draws divisions by zero, too)."""
    try:
        value(tree)
    except UnsatisfiedAssumption:
        return False
    return True


# -- branches ----------------------------------------------------------------------------------------------------------

#: Text (a line is a word or a directive) -> the words that are compiled, with A and B=0 defined.
BRANCHES = {
    "a\n#if A\nb\n#endif\nc": "a b c",
    "#if B\na\n#else\nb\n#endif": "b",
    "#if B\na\n#elif A\nb\n#elif 1\nc\n#else\nd\n#endif": "b",
    "#ifdef A\na\n#else\nb\n#endif\n#ifndef A\nc\n#else\nd\n#endif": "a d",
    "#if B\n#if A\na\n#else\nb\n#endif\nc\n#endif\nd": "d",
    "#if A\n#if B\na\n#elif A\nb\n#endif\nc\n#else\n#if A\nd\n#endif\n#endif": "b c",
    "#if 0\na\n#else\n#if 1\nb\n#endif\n#endif": "b",
    "#define X\n#ifdef X\na\n#endif\n#undef X\n#ifdef X\nb\n#endif": "a",
    "#if 0\n#define X\n#endif\n#ifdef X\na\n#endif\nb": "b",
    "#define X 2\n#if X == 2\na\n#endif\n#undef X\n#define X 3\n#if X == 2\nb\n#endif": "a",
    "#undef A\n#ifdef A\na\n#endif\nb": "b",
    "a\n#if B\nb": "a",
    "a\n#if A\nb": "a b",
    "#endif\na\n#else\nb\n#elif 1\nc": "a b c",
    "#ifdef\na\n#endif\nb": "b",
    "#if A\na\n#else\nb\n#else\nc\n#endif": "a",
}


@pytest.mark.parametrize("text", BRANCHES)
def test_branches(text: str) -> None:
    file = open_file(text, defines={"A": "1", "B": "0"})
    assert file.code.split() == BRANCHES[text].split()
    assert len(file.code) == len(file.shape) == len(text)


# -- headers -----------------------------------------------------------------------------------------------------------

#: Files (the first is read) -> what some names mean behind its includes (None: nothing).
HEADERS: dict[str, tuple[dict[str, str], dict[str, str | None]]] = {
    "by the root and beside the file": (
        {
            PATH: '#include "lib/a.h"\n#include "b.h"\n#include <c.h>',
            "lib/a.h": "#define A 1",
            "kernels/b.h": "#define B 2",
            "c.h": "#define C 3",
        },
        {"A": "1", "B": "2", "C": "3"},
    ),
    "through headers, beside the header": (
        {
            PATH: '#include "lib/a.h"',
            "lib/a.h": '#include "b.h"\n#include "../lib2/c.h"',
            "lib/b.h": "#define B 2",
            "lib2/c.h": "#define C 3",
        },
        {"B": "2", "C": "3"},
    ),
    "the last definition in the text's order": (
        {PATH: '#include "a.h"\n#include "b.h"', "a.h": "#define X 1\n", "b.h": "#undef X\n#define X 2"},
        {"X": "2"},
    ),
    "a header's own definition behind what it includes, and before": (
        {
            PATH: '#include "a.h"\n#include "c.h"',
            "a.h": '#include "b.h"\n#undef X\n#define X 1',
            "b.h": "#define X 2",
            "c.h": '#define Y 1\n#include "d.h"',
            "d.h": "#undef Y\n#define Y 2",
        },
        {"X": "1", "Y": "2"},
    ),
    "the file's own definition decides a header's branch": (
        {PATH: '#define BIG\n#include "a.h"', "a.h": "#ifdef BIG\n#define X 1\n#else\n#define X 2\n#endif"},
        {"X": "1"},
    ),
    "a definition behind the include does not": (
        {PATH: '#include "a.h"\n#define BIG', "a.h": "#ifdef BIG\n#define X 1\n#else\n#define X 2\n#endif"},
        {"X": "2"},
    ),
    "include guards, once and for all": (
        {PATH: '#include "a.h"\n#include "a.h"', "a.h": "#ifndef A_H_\n#define A_H_\n#define X 1\n#endif"},
        {"X": "1"},
    ),
    "a cycle of includes": (
        {
            PATH: '#include "a.h"',
            "a.h": '#ifndef A\n#define A\n#include "b.h"\n#define X 1\n#endif',
            "b.h": '#ifndef B\n#define B\n#include "a.h"\n#define Y 2\n#endif',
        },
        {"X": "1", "Y": "2"},
    ),
    "a cycle without guards, and a file that includes itself": (
        {
            PATH: '#include "kernels/x.cc"\n#include "a.h"',
            "a.h": '#include "b.h"\n#define X 1',
            "b.h": '#include "a.h"\n#define Y 2',
        },
        {"X": "1", "Y": "2"},
    ),
    "a header that is not there, one outside of the tree, one in a dead branch": (
        {
            PATH: '#include "none.h"\n#include "../../a.h"\n#if 0\n#include "b.h"\n#endif',
            "a.h": "#define A 1",
            "b.h": "#define B 2",
        },
        {"A": None, "B": None},
    ),
}


@pytest.mark.parametrize("name", HEADERS)
def test_headers(name: str) -> None:
    files, expected = HEADERS[name]
    file = open_file(files)
    meanings = {name: file.lookup(name, 1 << 60) for name in expected}
    assert {name: macro and macro.text.strip() for name, macro in meanings.items()} == expected


def test_a_header_is_evaluated_once_for_each_environment_that_makes_a_difference() -> None:
    files = as_bytes({"a.h": "#ifdef BIG\n#define X 1\n#endif\n", "b.h": '#include "a.h"\n#define Y 1\n'})
    reads: list[str] = []

    def read(path: str) -> bytes | None:
        reads.append(path)
        return files.get(path)

    headers = Headers(read, files, {})
    big, other = (Macro(name, None, "", PATH, 1, 1) for name in ("BIG", "OTHER"))
    plain = headers.variant("b.h", {})
    assert headers.variant("b.h", {"OTHER": other}) is plain  # nobody asks for OTHER
    with_big = headers.variant("b.h", {"BIG": big, "OTHER": other})
    assert with_big is not plain
    assert headers.variant("b.h", {"BIG": big}) is with_big
    assert reads == ["b.h", "a.h"]
