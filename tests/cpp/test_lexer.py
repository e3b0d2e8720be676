"""Bytes to pieces and tokens."""

from __future__ import annotations

import pytest

from tfexplore.cpp import lexer
from tfexplore.cpp.lexer import Directive

# Text -> what is left as code: comments and directives are blanked (a blank is shown as a dot).
CODE = {
    "a // b\nc": "a.....\nc",
    "a // b \\\n c\nd": "a.......\n..\nd",
    "a // b \\\r\n c\r\nd": "a........\n...\nd",
    "a /* b\n c */ d": "a.....\n......d",
    "a /* b": "a.....",
    "a / b /c": "a./.b./c",
    'x = "// no comment" + "/* nor this";': 'x.=."//.no.comment".+."/*.nor.this";',
    'x = "\\"// in"; // out': 'x.=."\\"//.in";.......',
    "c = '\"'; // out": "c.=.'\"';.......",
    "c = '\\''; /* out */": "c.=.'\\'';..........",
    'r = R"(// in " )"; // out': 'r.=.R"(//.in.".)";.......',
    'r = R"x(a )" b)x"; // out': 'r.=.R"x(a.)".b)x";.......',
    'r = u8R"(\n#define A\n)"; // out': 'r.=.u8R"(\n#define.A\n)";.......',
    "n = 1'000'000; // out": "n.=.1'000'000;.......",
    "n = 1'000; /* out */ c = '\"';": "n.=.1'000;...........c.=.'\"';",
    "  #  define A 1\nb": "...............\nb",
    "#define A \\\n  1\nb": "...........\n...\nb",
    "a #b\n": "a.#b\n",
}


@pytest.mark.parametrize("text", CODE)
def test_code_without_comments_and_directives(text: str) -> None:
    code = lexer.split(text.encode()).code
    assert code.replace(" ", ".") == CODE[text]
    assert len(code) == len(text)


# Text -> its shape: literals are blanked as well.
SHAPE = {
    'f("(", \'(\', R"(()");': "f(...,....,.......);",
    'a "\\\\" b "\\"" c': "a......b......c",
    '"open\n"closed"': ".....\n........",
    "'long and not closed\n'": "'long.and.not.closed\n'",
}


@pytest.mark.parametrize("text", SHAPE)
def test_shape_without_literals(text: str) -> None:
    assert lexer.split(text.encode()).shape.replace(" ", ".") == SHAPE[text]


DIRECTIVES = {
    "#define A(x) x": [Directive("define", " A(x) x", 0, 7, 14)],
    "a\n # define B /* c */ 1 // d\nb": [Directive("define", " B         1     ", 2, 11, 28)],
    "#\\\ndefine A": [Directive("define", " A", 0, 9, 11)],
    '#include "a.h"\n#if B\n#endif // B': [
        Directive("include", ' "a.h"', 0, 8, 14),
        Directive("if", " B", 15, 18, 20),
        Directive("endif", "     ", 21, 27, 32),
    ],
    "#": [Directive("", "", 0, 1, 1)],
    '#error "don\'t" /* x': [Directive("error", ' "don\'t"     ', 0, 6, 19)],
    "#define Q '\"' // q\nb": [Directive("define", " Q '\"'     ", 0, 7, 18)],
    '#define A "/*" b\n': [Directive("define", ' A "/*" b', 0, 7, 16)],
    "/* #define A */ int\n#undef B": [Directive("undef", " B", 20, 26, 28)],
    '"#define A"\n': [],
}


@pytest.mark.parametrize("text", DIRECTIVES)
def test_directives(text: str) -> None:
    assert lexer.split(text.encode()).directives == DIRECTIVES[text]


TOKENS = {
    "": [],
    "a+b": ["a", "+", "b"],
    "x<<=1->y": ["x", "<<", "=", "1", "->", "y"],
    "Op<A, B<C>>": ["Op", "<", "A", ",", "B", "<", "C", ">", ">"],
    "a##b#c": ["a", "##", "b", "#", "c"],
    "::a::b...": ["::", "a", "::", "b", "..."],
    "1.5e-3f .5 0x1F 1u": ["1.5e-3f", ".5", "0x1F", "1u"],
    "'a' '\\n' '\\''": ["'a'", "'\\n'", "'\\''"],
    '"a b" u8"c" L\'d\'': ['"a b"', "u8", '"c"', "L", "'d'"],
    'R"(a)" R"x(b)y")x"': ['R"(a)"', 'R"x(b)y")x"'],
    "a \\\n b": ["a", "b"],
    '"a\\\nb"': ['"a\\\nb"'],
    "$x _y éz": ["$x", "_y", "éz"],
    "a&&b||!c": ["a", "&&", "b", "||", "!", "c"],
    '"open': ['"open'],
}


@pytest.mark.parametrize("text", TOKENS)
def test_tokens(text: str) -> None:
    found = lexer.spans(text)
    assert [token for token, _ in found] == TOKENS[text]
    assert all(text.startswith(token, offset) for token, offset in found)


STRINGS = {
    '"a"': "a",
    '""': "",
    r'"a\n\t\"\\b"': 'a\n\t"\\b',
    r'"\x41\101\0"': "AA\0",
    '"a\\\nb"': "ab",
    '"a\\\r\nb"': "ab",
    'u8"é"': "é",
    'R"(a\\n"b)"': 'a\\n"b',
    'R"mark(a)")mark"': 'a)"',
    'LR"(x)"': "x",
    'R"(open"': "open",
}


@pytest.mark.parametrize("token", STRINGS)
def test_string_values(token: str) -> None:
    assert lexer.is_string(token)
    assert lexer.string_value(token) == STRINGS[token]


@pytest.mark.parametrize(
    ("tokens", "text"),
    [
        ("Conv2DOp < CPUDevice , float >", "Conv2DOp<CPUDevice, float>"),
        ("functor :: abs < Eigen :: half >", "functor::abs<Eigen::half>"),
        ("f ( a , b ) . c_str ( )", "f(a, b).c_str()"),
        ("Op < T , - 1 >", "Op<T, -1>"),
        ("a - 1", "a - 1"),
        ("unsigned int", "unsigned int"),
        ("Op < 2 * N >", "Op<2 * N>"),
        ("const T * const", "const T* const"),
    ],
)
def test_join_writes_as_a_person_would(tokens: str, text: str) -> None:
    assert lexer.join(tokens.split()) == text


def test_lines_count_from_one() -> None:
    source = lexer.split(b"a\nb\n\nc")
    assert [source.line(i) for i in range(6)] == [1, 1, 2, 2, 3, 4]
    assert lexer.split(b"").lines == [0]
