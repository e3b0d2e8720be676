"""The lines of a file that count: what may come and go between them, and what is no such thing."""

from __future__ import annotations

import pickle
import random
from pathlib import Path

import pytest
from reading import reader

from tfexplore.cpp import lexer
from tfexplore.extract.known import is_candidate
from tfexplore.extract.lines import Lines, cpp_lines, line_numbers, moved_to, python_lines, starlark_code
from tfexplore.extract.python_link import read_python
from tfexplore.pipeline.lines import relined


def cpp(text: str) -> Lines:
    return cpp_lines(lexer.split(text.encode()))


def python(text: str) -> Lines:
    return python_lines(text.encode())


CPP = [
    ("a;\nb;\n", "// c\na;\n\n/* d\n */\nb;  // e\n", {1: 2, 2: 6}),
    ("#define A \\\n  b\nc;", "#define A /* x */ \\\n  b\n\nc;", {1: 1, 2: 2, 3: 4}),
    ("f() {\n}\n", "f() {\n  // in\n}\n", {1: 1, 2: 3}),
    # Inside of a statement a line is part of it.
    ("f(a,\n  b);\n", "f(a,\n  // in\n  b);\n", None),
    ("a;\nb;\n", "a;\nc;\n", None),
    ("a;\n", "a;\na;\n", None),
    ('x(R"(\na;\n\nb)");', 'x(R"(\na;\n\n\nb)");', None),
    ("#define A \\\n  b \\\n  c\n", "#define A \\\n  b\\\n\n  c\n", None),
    ('x("// a");', 'x("// b");', None),
]


@pytest.mark.parametrize(("before", "after", "expected"), CPP)
def test_cpp(before: str, after: str, expected: dict[int, int] | None) -> None:
    assert moved_to(cpp(before), cpp(after)) == expected


D = "def f():\n  return 1\n"
PYTHON = [
    (D, "# c\n\n" + D, {1: 3, 2: 4}),
    ("x = 1\n" + D, "x = 1\n\n# c\n" + D + "# e\n", {1: 1, 2: 4, 3: 5}),
    ("@a\n" + D, "# c\n@a\n" + D, {1: 2, 2: 3, 3: 4}),
    ('"""Doc."""\n' + D, '"""Doc."""\n\n' + D, {1: 1, 2: 3, 3: 4}),
    # Between a decorator and what it decorates, or inside of anything, a line is part of it.
    ("@a\n" + D, "@a\n# c\n" + D, None),
    (D, "def f():\n  # c\n  return 1\n", None),
    ('"""Doc."""\n' + D, '"""Dog."""\n' + D, None),
    ('x = """\na\n\ndef g():\n"""\n' + D, 'x = """\na\ndef g():\n"""\n' + D, None),
    (D, D + D, None),
]


@pytest.mark.parametrize(("before", "after", "expected"), PYTHON)
def test_python(before: str, after: str, expected: dict[int, int] | None) -> None:
    assert moved_to(python(before), python(after)) == expected


STARLARK = [
    ('a(\n  b = "c",\n)\n', '# x\n\na(  # y\n  b = "c",\n\n  # z\n)\n', True),
    ('a("b")', 'a("c")', False),
    ('a("# b")', 'a("# c")', False),
    ('a("""\n\n# b""")', 'a("""\n# b""")', False),
    ("a(b)", "a( b)", False),
    ("a\\\n(b)", "a\\\n\n(b)", False),
]


@pytest.mark.parametrize(("before", "after", "same"), STARLARK)
def test_starlark(before: str, after: str, same: bool) -> None:
    assert (starlark_code(before.encode()) == starlark_code(after.encode())) is same


def commented(chosen: random.Random, data: bytes, comment: bytes) -> bytes:
    """A file with a few comments and empty lines more or less."""
    lines = data.split(b"\n")
    for _ in range(chosen.randrange(1, 5)):
        at = chosen.randrange(len(lines))
        if len(lines) > 1 and lines[at].strip() in (b"", comment) and chosen.random() < 0.5:
            del lines[at]
        else:
            lines[at:at] = [chosen.choice([b"", comment, comment + b" REGISTER(", comment + b' "'])]
    return b"\n".join(lines)


@pytest.mark.source
def test_facts_of_the_real_tree_move_with_their_lines(source_tree: Path) -> None:
    """What is read anew of an edited file is what was read before, moved."""
    chosen = random.Random(1959)
    moved = {".py": 0, ".cc": 0}
    paths = sorted([*source_tree.glob("tensorflow/core/**/*.cc"), *source_tree.glob("tensorflow/python/**/*.py")])
    chosen.shuffle(paths)
    for file in paths[:700]:
        path, data = str(file.relative_to(source_tree)), file.read_bytes()
        one = reader({path: data})
        for _ in range(3):
            edited = commented(chosen, data, b"#" if file.suffix == ".py" else b"//")
            if file.suffix == ".py":
                lines = moved_to(python_lines(data), python_lines(edited))
                facts = read_python(path, data)
                if lines is None or not facts:
                    continue
                assert relined(pickle.loads(facts), path, lines) == pickle.loads(read_python(path, edited)), path
            else:
                before, after = cpp_lines(lexer.split(data)), cpp_lines(lexer.split(edited))
                lines = moved_to(before, after)
                if lines is None or not is_candidate(data):
                    continue
                found = one.registrations(path, data).registrations
                if not found.ops and not found.kernels:
                    continue
                again = reader({path: edited}).registrations(path, edited).registrations
                assert relined(found, path, lines) == again, path
                assert line_numbers(after) == list(lines.values())
            moved[file.suffix] += 1
    assert min(moved.values()) > 40
