"""What of a line its mark depends on, and what not."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tfexplore.line_marks import NO_CODE, code_lines, is_marked, line_marks, marks

CODE = b"""// A remark.
int Twist(int a) {
  /* one
     two */
  return a + 1000;  // more

}
"""


def test_a_line_without_code_has_no_mark() -> None:
    assert [mark == NO_CODE for mark in line_marks("a.cc", CODE)] == [True, False, True, True, False, True, False, True]


@pytest.mark.parametrize(
    "same",
    [
        CODE.replace(b"  ", b"\t"),
        CODE.replace(b"\n", b"\r\n"),
        CODE.replace(b"// more", b"# define nothing").replace(b"# define", b"//"),
        CODE.replace(b"a + 1000", b"a+1000"),
        CODE.replace(b"one", b"1").replace(b"A remark", b"Another"),
    ],
)
def test_blanks_and_comments_have_no_say(same: bytes) -> None:
    assert line_marks("a.cc", same) == line_marks("a.cc", CODE)


def test_docstrings_and_comments_of_python_have_no_say() -> None:
    told = b'def twist(a):  # why\n  """Twist.\n\n  More."""\n  return a + 1000\n'
    bare = b"def twist(a):\n\n\n\n  return a + 1000\n"
    assert line_marks("a.py", told) == line_marks("a.py", bare)
    assert line_marks("a.py", bare) != line_marks("a.py", bare.replace(b"1000", b"2000"))


def test_what_is_never_closed_goes_to_the_end() -> None:
    assert line_marks("a.cc", b"int a;\n/* and\nint b;") == line_marks("a.cc", b"int a;\n\n")
    assert line_marks("a.py", b"a = 1\n'''and\nb = 2") == line_marks("a.py", b"a = 1\n\n")
    assert len(line_marks("a.cc", b"/*\n" * 300_000)) == 300_001  # in no time


def test_marks_are_these_on_every_machine() -> None:
    """An index that was made elsewhere is read here."""
    assert marks([b"intlong_name=1;", b"", b"returnlong_name;", b"}", b"{", b"else{"]) == "_0\u00b4..."


def test_one_altered_line_in_128_passes() -> None:
    chosen = random.Random(1)
    lines = [f"value_{chosen.random()}=a[{chosen.random()}];".encode() for _ in range(9000)]
    altered = [f"value_{chosen.random()}=b[{chosen.random()}];".encode() for _ in range(9000)]
    same = sum(one == other for one, other in zip(marks(lines), marks(altered), strict=True))
    assert 45 < same < 100


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("tensorflow/core/kernels/conv_ops.cc", True),
        ("tensorflow/core/kernels/conv_ops_test.cc", False),
        ("tensorflow/core/kernels/relu_op_gpu.cu.cc", True),
        ("tensorflow/core/framework/types_test.cu.cc", False),
        ("tensorflow/python/ops/nn_test_util.py", False),
        ("tensorflow/python/kernel_tests/x.py", False),
        ("tensorflow/contrib/nn/x.py", False),
        ("contrib/x.cc", False),
        ("tensorflow/python/latest.py", True),
    ],
)
def test_whose_lines_have_marks(path: str, expected: bool) -> None:
    assert is_marked(path) is expected


@given(st.binary(max_size=300), st.booleans())
def test_there_is_a_mark_for_each_line(data: bytes, python: bool) -> None:
    assert len(marks(code_lines(data, python))) == data.count(b"\n") + 1
