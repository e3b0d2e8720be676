"""Names that only a compiler makes: of lines, of counts, of macros that were put away and taken out again."""

from __future__ import annotations

import pytest
from reading import PATH, read

HEAD = """\
#define STR(x) STR2(x)
#define STR2(x) #x
#define CAT(a, b) CAT2(a, b)
#define CAT2(a, b) a##b
#define TWO(a, b) a b
#define HERE(n) REGISTER_OP(n STR(__LINE__))
"""
#: Text behind HEAD (whose first line is 7) -> the ops, the lines of what is unresolved.
CASES = {
    'HERE("Line");': (["Line7"], []),
    '\nREGISTER_OP("Line" STR(__LINE__));': (["Line8"], []),
    'REGISTER_OP(\n    "Line" STR(__LINE__));': ([], [7]),
    'HERE("Line"\n    "On");': ([], [7]),
    'TWO(HERE("A");, HERE("B");)': (["A7", "B7"], []),
    'TWO(HERE("A");,\n    HERE("B");)': ([], [7, 7]),
    'REGISTER_OP("Is" STR2(__LINE__));': (["Is__LINE__"], []),
    'REGISTER_OP("N" STR(__COUNTER__));': ([], [7]),
    "REGISTER_OP(STR(CAT(N, __COUNTER__)));": ([], [7]),
    'REGISTER_OP("File" STR(__FILE__));': ([], [7]),
    'REGISTER_OP(STR(__MINE__) "On");': (["__MINE__On"], []),
    '#define ONE(n) int CAT(at, __COUNTER__); REGISTER_OP(n)\nONE("One");': (["One"], []),
    "#define __COUNTER__ 3\nREGISTER_OP(STR(CAT(N, __COUNTER__)));": (["N3"], []),
}


@pytest.mark.parametrize("text", CASES)
def test_what_the_compiler_fills_in(text: str) -> None:
    found = read(HEAD + text)
    assert ([op.name for op in found.ops], [one.location.line for one in found.unresolved]) == CASES[text]


PUSHED = """\
#define NAME "First"
#pragma push_macro("NAME")
#undef NAME
#define NAME "Second"
#pragma push_macro("NAME")
#undef NAME
#pragma push_macro("NAME")
#define NAME "Third"
REGISTER_OP(NAME);
# pragma pop_macro ( "NAME" )
#ifdef NAME
REGISTER_OP("Defined");
#endif
#pragma pop_macro("NAME")
REGISTER_OP(NAME);
#pragma pop_macro("NAME")
REGISTER_OP(NAME);
#pragma pop_macro("NAME")
#pragma pop_macro("OTHER")
#pragma once
REGISTER_OP(NAME);
"""


def test_macros_that_are_put_away_and_taken_out() -> None:
    assert [op.name for op in read(PUSHED).ops] == ["Third", "Second", "First", "First"]


def test_macros_that_a_header_puts_away() -> None:
    header = '#define NAME "One"\n#pragma push_macro("NAME")\n#undef NAME\n#define NAME "Two"\n'
    files = {"x.h": header + '#pragma pop_macro("NAME")\n', "y.h": header}
    for name, op in (("x", "One"), ("y", "Two")):
        assert [o.name for o in read({**files, PATH: f'#include "{name}.h"\nREGISTER_OP(NAME);\n'}).ops] == [op]
