"""What single invocations register is kept apart: an edit elsewhere leaves them unread, wherever they move to."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from reading import PATH, read, reader

from tfexplore.cpp.preprocessor import Expander
from tfexplore.pipeline.files import _moved

LIB = """\
#define EACH(M) M(float) M(int)
#define REGISTER_FROM_HEADER(N) REGISTER_KERNEL_BUILDER( \\
    Name(N).Device("CPU"), HeaderOp)
const char kSpec[] = "T: type";
"""
FILE = """\
#include "lib.h"
class A {
  int x = 1;
};
#define REGISTER_OWN(T) REGISTER_KERNEL_BUILDER(Name("Own").Device("CPU").Label(#T), OwnOp<T>);
EACH(REGISTER_OWN)
REGISTER_FROM_HEADER("First");
REGISTER_OP("Op").Attr(kSpec);
"""

#: An edit (of the file or of its header) -> the lines of the invocations that are read for it.
EDITS: dict[str, tuple[str, str, str, list[int]]] = {
    "nothing": ("file", "", "", []),
    "a line more": ("file", "class A {\n", "class A {\n\n", []),
    "a body": ("file", "int x = 1;", "long y = 2 + 3;", []),
    "a header's line": ("lib.h", "#define EACH", "\n#define EACH", []),
    "a header's other macro": ("lib.h", "#define EACH", "#define OTHER 1\n#define EACH", []),
    "an invocation": ("file", '"First"', '"Second"', [7]),
    "one more": ("file", 'REGISTER_OP("Op")', 'REGISTER_FROM_HEADER("Second");\nREGISTER_OP("Op")', [8]),
    "one less": ("file", 'REGISTER_FROM_HEADER("First");\n', "", []),
    "another order": ("file", "EACH(REGISTER_OWN)\n", "", []),
    "its own macro": ("file", "OwnOp<T>", "OurOp<T>", [6]),
    "a macro of a macro": ("lib.h", "M(float) M(int)", "M(int)", [6]),
    "a header's macro": ("lib.h", "HeaderOp", "OtherOp", [7]),
    "a constant": ("lib.h", "T: type", "U: type", [6, 7, 8]),
    "a chained call": ("file", ".Attr(kSpec);", '.Attr(kSpec).Output("y: T");', [8]),
    "no more semicolon": ("file", ".Attr(kSpec);\n", ".Attr(kSpec)\n", [8]),
    "what a word means": ("file", "class A {", "#define HeaderOp BodyOp\nclass A {", [8]),
    "another macro between": ("file", "REGISTER_FROM", "#undef REGISTER_OWN\nREGISTER_FROM", []),
}


@pytest.mark.parametrize("name", EDITS)
def test_what_an_edit_reads(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, old, new, expected = EDITS[name]
    files = {PATH: FILE, "lib.h": LIB}
    before = reader(files).registrations(PATH, FILE.encode())
    path = PATH if where == "file" else where
    assert old in files[path]
    files[path] = files[path].replace(old, new, 1)
    lines: list[int] = []
    whole = Expander._invocation

    def noted(self: Expander, start: int) -> int:
        lines.append(self.file.source.line(start))
        return whole(self, start)

    monkeypatch.setattr(Expander, "_invocation", noted)
    after = reader(files).registrations(PATH, files[PATH].encode(), before)
    assert lines == expected
    assert after == reader(files).registrations(PATH, files[PATH].encode())._replace(asked=after.asked)


PIECES = (
    'REGISTER_OP("A").Attr(kSpec);', 'REGISTER_OP("B")', ".Attr(kSpec)", ';', "ALL(ONE)", "ALL(TWO)", 'TWO("x")',
    '#define ONE(N) REGISTER_KERNEL_BUILDER(Name("A").Device(N), AOp)', '#define ONE(N) REGISTER_OP(N);', "#undef ONE",
    "#define AOp BOp", '#include "lib.h"', "void f() {", "}", "// REGISTER", '"REGISTER_OP(', "/*", "*/", "#if X",
    "#else", "#endif", 'REGISTER_OP_GRADIENT("A", AGrad);', 'REGISTER_NO_GRADIENT_OP(kSpec);', 'class C', '(', ')', "",
    'const char kSpec[] = "V: type";', "MAKE(REGISTER_OP_G, RADIENT)", '#define MAKE(A, B) A##B("M", MGrad);',
)  # fmt: skip
HEADERS = (
    '#define ALL(M) M("x") M("y")', '#define ALL(M) M("x")', '#define TWO(N) REGISTER_OP(N "2");', "#define X 1",
    'const char kSpec[] = "T: type";', "", "// comment", "#define TWO(N) class AOp {}; ONE(N)", "#undef ONE",
)  # fmt: skip
LINES = st.lists(st.sampled_from(PIECES), max_size=14)
TEXTS = st.tuples(LINES, st.lists(st.sampled_from(HEADERS), max_size=5))


@st.composite
def edits(draw: st.DrawFn) -> tuple[tuple[str, str], tuple[str, str]]:
    """A file and its header, and the same with some lines replaced."""
    both = draw(TEXTS)
    other = []
    for lines, pieces in zip(both, (PIECES, HEADERS), strict=True):
        begin = draw(st.integers(0, len(lines)))
        end = draw(st.integers(begin, len(lines)))
        other.append([*lines[:begin], *draw(st.lists(st.sampled_from(pieces), max_size=3)), *lines[end:]])
    before, after = (("\n".join(own), "\n".join(lib)) for own, lib in (both, other))
    return before, after


@given(edits())
@example((('#include "lib.h"\nREGISTER_OP("A")', ""), ('#include "lib.h"\nREGISTER_OP("A")\n.Attr("T: type")', "")))
def test_edits_are_read_as_if_they_were_read_first(edit: tuple[tuple[str, str], tuple[str, str]]) -> None:
    files, changed = ({PATH: text, "lib.h": lib} for text, lib in edit)
    before = reader(files).registrations(PATH, files[PATH].encode())
    after = reader(changed).registrations(PATH, changed[PATH].encode(), before)
    cold = reader(changed).registrations(PATH, changed[PATH].encode())
    assert after == cold._replace(asked=after.asked)
    assert set(after.asked) >= {one for one in cold.asked if one[0] not in ("enum", "cpp_names", "spec_names", "sets")}
    assert after.registrations == read(changed)


def test_lines_within_an_invocation_may_have_moved_by_an_edit_that_read_nothing() -> None:
    first = 'REGISTER_OP("Op").SetShapeFn([](C* c) {\n\n  return a;\n})\n.SetShapeFn([](C* c) {\n});\n'
    without, behind = first.replace("{\n\n", "{\n"), first + "int x;\n"
    known = reader({PATH: first}).registrations(PATH, first.encode())
    moved = _moved(known, PATH, without.encode())
    assert moved is not None
    assert moved.registrations == read(without)
    assert reader({PATH: behind}).registrations(PATH, behind.encode(), moved).registrations == read(behind)
