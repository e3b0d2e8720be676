"""What the branches of an `#if` define that nobody decides: each its own, and behind the `#endif` all of them."""

from __future__ import annotations

import time
from collections.abc import Mapping

import pytest
from reading import PATH, as_bytes

from tfexplore.cpp import macros
from tfexplore.cpp.release import Release
from tfexplore.cpp.types import Types
from tfexplore.extract.cpp_source import Reader
from tfexplore.model import CONDITIONAL

KEPT = Release(
    "1.15.0", Types((("DT_FLOAT", 1), ("DT_INT32", 3)), (), (("float", "DT_FLOAT"), ("int", "DT_INT32")), ())
)


def told(text: str | Mapping[str, str], defines: Mapping[str, str] | None = None) -> tuple[list[str], list[str]]:
    """The ops and kernels of a repository's file, and what is said of them: name, and condition or reason."""
    files = as_bytes({PATH: text} if isinstance(text, str) else text)
    found = Reader(files.get, files, defines or {}, KEPT).registrations(PATH, files[PATH]).registrations
    kernels = [
        " ".join((one.op, *[t for c in one.constraint for t in c.allowed_values], one.device_type))
        for one in found.kernels
    ]
    said = [
        f"{one.relates}: {one.text if one.reason == CONDITIONAL else one.reason}".removeprefix(": ")
        for one in found.unresolved
    ]
    return [one.name for one in found.ops] + kernels, said


_MINE = '#ifdef A\n#define REGISTER_MINE(x) REGISTER_OP(#x "InA")\n'
#: A source, what it registers, and what is said of that.
BRANCHES = {
    "a use in the other branch, without #undef": (
        _MINE + 'REGISTER_MINE(One);\n#else\n#define REGISTER_MINE(x) REGISTER_OP(#x "NotInA")\n'
        'REGISTER_MINE(Two);\n#endif\n',
        ["OneInA", "TwoNotInA"],
        ["OneInA: defined(A)", "TwoNotInA: !defined(A)"],
    ),
    "and with it": (
        _MINE + 'REGISTER_MINE(One);\n#undef REGISTER_MINE\n#else\n'
        '#define REGISTER_MINE(x) REGISTER_OP(#x "NotInA")\nREGISTER_MINE(Two);\n#undef REGISTER_MINE\n#endif\n',
        ["OneInA", "TwoNotInA"],
        ["OneInA: defined(A)", "TwoNotInA: !defined(A)"],
    ),
    "a use behind all branches": (
        _MINE + '#elif B\n#define REGISTER_MINE(x) REGISTER_OP(#x "InB")\n#else\n'
        '#define REGISTER_MINE(x)\n#endif\nREGISTER_MINE(One);\n',
        ["OneInA", "OneInB"],
        ["OneInA: defined(A)", "OneInB: !defined(A) && B"],
    ),
    "the first definition registers nothing": (
        '#ifdef A\n#define REGISTER_MINE(x)\n#else\n#define REGISTER_MINE(x) REGISTER_OP(#x)\n#endif\n'
        'REGISTER_MINE(One);\n',
        ["One"],
        ["One: !defined(A)"],
    ),
    "an #undef that some builds do not reach": (
        "#define REGISTER_MINE(x) REGISTER_OP(#x)\nREGISTER_MINE(One);\n"
        "#ifdef A\n#undef REGISTER_MINE\n#endif\nREGISTER_MINE(Two);\n",
        ["One", "Two"],
        ["Two: !defined(A)"],
    ),
    "a definition before, and another in a branch": (
        '#define NAME "Plain"\nREGISTER_OP(NAME "First");\n#ifdef A\n#undef NAME\n'
        '#define NAME "Fancy"\n#endif\nREGISTER_OP(NAME);\n',
        ["PlainFirst", "Fancy", "Plain"],
        ["Fancy: defined(A)", "Plain: !defined(A)"],
    ),
    "the same in both branches": (
        '#ifdef A\n#define NAME "Same"\n#else\n#define NAME   "Same"\n#endif\nREGISTER_OP(NAME);\n',
        ["Same"],
        ["Same: defined(A)"],
    ),
    "what is registered in either build is under no condition": (
        "#ifdef A\n#define X(m) m(One) m(Two)\n#else\n#define X(m) m(One) m(Three)\n#endif\n"
        "#define REGISTER_X(name) REGISTER_OP(#name);\nREGISTER_OP(\"Zero\");\nX(REGISTER_X)\n",
        ["Zero", "One", "Two", "Three"],
        ["Two: defined(A)", "Three: !defined(A)"],
    ),
    "two macros of the same branches go together": (
        '#ifdef A\n#define X "1"\n#define Y "2"\n#else\n#define X "3"\n#define Y "4"\n#endif\nREGISTER_OP("Op" X Y);\n',
        ["Op12", "Op34"],
        ["Op12: defined(A)", "Op34: !defined(A)"],
    ),
    "and of two conditions each with each": (
        '#ifdef A\n#define X "1"\n#else\n#define X "3"\n#endif\n#ifdef B\n#define Y "2"\n#else\n#define Y "4"\n#endif\n'
        'REGISTER_OP("Op" X Y);\n',
        ["Op12", "Op14", "Op32", "Op34"],
        [
            "Op12: defined(A) && defined(B)",
            "Op14: defined(A) && !defined(B)",
            "Op32: !defined(A) && defined(B)",
            "Op34: !defined(A) && !defined(B)",
        ],
    ),
    "of more than are read": (
        "".join(f'#ifdef A{i}\n#define X{i} "1"\n#else\n#define X{i} "2"\n#endif\n' for i in range(5))
        + 'REGISTER_OP("Op" X0 X1 X2 X3 X4);\n',
        ["Op11111"],
        [
            "Op11111: defined(A0) && defined(A1) && defined(A2) && defined(A3) && defined(A4)",
            "what it registers is decided by more settings of the repository's own build than are read",
        ],
    ),
    "two conditions that exclude each other": (
        '#ifdef A\n#define X "1"\n#else\n#define X "2"\n#endif\n'
        '#ifndef A\n#define Y "2"\n#else\n#define Y "1"\n#endif\nREGISTER_OP("Op" X Y);\n'
        '#if A > 3\nREGISTER_OP("In" X);\n#else\n#ifndef A\nREGISTER_OP("Not" X);\n#endif\n#endif\n',
        ["Op11", "Op22", "In1", "Not2"],
        ["Op11: defined(A)", "Op22: !defined(A)", "In1: defined(A) && A > 3", "Not2: !defined(A) && !(A > 3)"],
    ),
    "versions between others": (
        '#if V >= 2000\n#define X "2"\n#else\n#define X "1"\n#endif\n'
        '#if V >= 2100\n#define Y "1"\n#else\n#define Y "0"\n#endif\n'
        'REGISTER_OP("Op" X Y);\n',
        ["Op21", "Op20", "Op10"],
        [
            "Op21: V >= 2000 && V >= 2100",
            "Op20: V >= 2000 && !(V >= 2100)",
            "Op10: !(V >= 2000) && !(V >= 2100)",
        ],
    ),
    "a version between two others": (
        '#if V >= 2000 && V < 2100\nREGISTER_OP("One");\n#endif\n',
        ["One"],
        ["One: V >= 2000 && V < 2100"],
    ),
    "what a function without a name does": (
        "#ifdef A\n#define DONE return 1\n#else\n#define DONE return 2\n#endif\n"
        'REGISTER_OP("One").SetShapeFn([](C* c) { f(a, b); DONE; });\n',
        ["One"],
        [],
    ),
    "a condition behind another": (
        '#ifdef A\n#define X "1"\n#else\n#define X "2"\n#endif\n#ifdef B\n#undef X\n#define X "3"\n#endif\n'
        'REGISTER_OP("Op" X);\n',
        ["Op3", "Op1", "Op2"],
        ["Op3: defined(B)", "Op1: defined(A)", "Op2: !defined(A)"],
    ),
    "a macro that only one branch comes to": (
        '#ifdef A\n#define X Y\n#else\n#define X "2"\n#endif\n#ifdef B\n#define Y "3"\n#else\n#define Y "4"\n#endif\n'
        'REGISTER_OP("Op" X);\n',
        ["Op3", "Op4", "Op2"],
        ["Op3: defined(A) && defined(B)", "Op4: defined(A) && !defined(B)", "Op2: !defined(A)"],
    ),
    "the second branch alone comes to it": (
        '#ifdef A\n#define X "2"\n#else\n#define X Y\n#endif\n#ifdef B\n#define Y "3"\n#else\n#define Y "4"\n#endif\n'
        'REGISTER_OP("Op" X);\n',
        ["Op2", "Op3", "Op4"],
        ["Op2: defined(A)", "Op3: !defined(A) && defined(B)", "Op4: !defined(A) && !defined(B)"],
    ),
    "branches within branches": (
        '#ifdef A\n# ifdef B\n# define X "AB"\n# else\n# define X "A"\n# endif\nREGISTER_OP("In" X);\n'
        '#else\n#define X "None"\n#endif\n',
        ["InAB", "InA"],
        ["InAB: defined(A) && defined(B)", "InA: defined(A) && !defined(B)"],
    ),
    "the next condition is asked as if the branch had not been there": (
        '#ifdef A\n#define B 1\n#elif B\nREGISTER_OP("Never");\n#else\nREGISTER_OP("Else");\n#endif\n',
        ["Else"],
        ["Else: !defined(A)"],
    ),
    "a type that both branches define": (
        '#ifdef A\ntypedef float T;\n#else\nusing T = int;\n#endif\n'
        'REGISTER_KERNEL_BUILDER(Name("K").Device("CPU").TypeConstraint<T>("T"), KOp);\n',
        [],
        ["K: what T is here is decided by a setting of the repository's own build: defined(A)"],
    ),
    "a type used in its own branch": (
        '#ifdef A\ntypedef float T;\nREGISTER_KERNEL_BUILDER(Name("K").Device("CPU").TypeConstraint<T>("T"), KOp);\n'
        '#else\ntypedef int T;\n'
        'REGISTER_KERNEL_BUILDER(Name("L").Device("CPU").TypeConstraint<T>("T"), KOp);\n#endif\n',
        ["K DT_FLOAT CPU", "L DT_INT32 CPU"],
        ["K: defined(A)", "L: !defined(A)"],
    ),
    "a constant that both branches define": (
        '#ifdef A\nconst char kN[] = "One";\n#else\nconst char kN[] = "Two";\n#endif\nREGISTER_OP(kN);\n',
        [],
        ["what kN is here is decided by a setting of the repository's own build: defined(A)"],
    ),
    "a constant that both branches define alike": (
        '#ifdef A\nconst char kN[] = "One";\n#else\nconst char kN[] = "One";\n#endif\nREGISTER_OP(kN);\n',
        ["One"],
        [],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BRANCHES)
def test_branches(name: str) -> None:
    text, registered, said = BRANCHES[name]
    found, about = told(text)
    assert (found, [one[:120] for one in about]) == (registered, [one[:120] for one in said])


@pytest.mark.parametrize("name", BRANCHES)
def test_the_same_in_a_header(name: str) -> None:
    text, registered, _ = BRANCHES[name]
    directives = [line for line in text.split("\n") if not line.startswith("REGISTER")]
    uses = [line for line in text.split("\n") if line.startswith("REGISTER")]
    if uses != text.split("\n")[-1 - len(uses) : -1]:
        pytest.skip("it registers inside of the branches")
    found, about = told(
        {"kernels/x.h": "\n".join(directives) + "\n", PATH: '#include "x.h"\n' + "\n".join(uses) + "\n"}
    )
    assert found == registered
    assert bool(about) == bool(BRANCHES[name][2])


def test_a_build_that_tells() -> None:
    text = BRANCHES["two macros of the same branches go together"][0]
    assert told(text, {"A": "1"}) == (["Op12"], [])


def test_many_branches_and_many_names_are_bounded() -> None:
    deep = "".join(f"#ifdef A{i}\n" for i in range(3000))
    names = "".join(f"#define N{i} {i}\n" for i in range(3000))
    found, _ = told(deep + names + "#endif\n" * 3000 + 'REGISTER_OP("Last");\n')
    assert found == ["Last"]
    wide = "#if 0\n" + "".join(f"#elif defined(A{i})\n#define N{i} {i}\n" for i in range(3000)) + "#endif\n"
    assert told(wide + 'REGISTER_OP("Last");\n') == (["Last"], [])


#: Where a header lies, how it is included, and whether that is found.
INCLUDES = [
    (["include/my/reg.h"], '"my/reg.h"', True),
    (["include/my/reg.h"], "<my/reg.h>", True),
    (["src/reg.h"], '"reg.h"', True),
    (["src/reg.h"], "<reg.h>", False),
    (["src/our_reg.h"], '"reg.h"', False),
    (["include/my/reg.h", "copy/my/reg.h"], '"my/reg.h"', False),
    (["my/reg.h", "copy/my/reg.h"], '"my/reg.h"', True),
]


@pytest.mark.parametrize(("paths", "written", "found"), INCLUDES)
def test_headers_in_folders_of_a_build(paths: list[str], written: str, found: bool) -> None:
    files = dict.fromkeys(paths, "#define REGISTER_MINE(x) REGISTER_OP(x)\n")
    assert told({**files, PATH: f'#include {written}\nREGISTER_MINE("One");\n'})[0] == (["One"] if found else [])


def test_tensorflow_itself_has_no_folders_of_another_build() -> None:
    files = {"include/my/reg.h": b""}
    assert macros.Headers(files.get, files, {}).resolve("my/reg.h", PATH) is None


def test_a_macro_of_a_header_that_some_builds_include() -> None:
    files = {
        "kernels/mine.h": "#define REGISTER_MINE(x) REGISTER_OP(#x)\n",
        "kernels/sure.h": "#define REGISTER_SURE(x) REGISTER_OP(#x)\n",
        PATH: '#ifdef A\n#include "mine.h"\n#include "sure.h"\n#endif\n#include "sure.h"\n'
        "REGISTER_MINE(One);\nREGISTER_SURE(Two);\n",
    }
    assert told(files) == (["One", "Two"], ["One: defined(A)"])


def _chain(number: int, name: str) -> str:
    return f'#ifdef A{number}\n#undef {name}\n#define {name} "a"\n#else\n#undef {name}\n#define {name} "b"\n#endif\n'


#: Sources with very many conditions, and how many ops they register.
MANY = {
    "one macro defined anew": ("".join(_chain(i, "X") + f'REGISTER_OP("O{i}" X);\n' for i in range(1000)), 2000),
    "a macro each": ("".join(_chain(i, f"X{i}") + f'REGISTER_OP("O{i}" X{i});\n' for i in range(1000)), 2000),
    "one macro, and then its uses": (
        "".join(f'#ifdef A{i}\n#undef X\n#define X "a{i}"\n#endif\n' for i in range(1000))
        + 'REGISTER_OP("O" X);\n' * 1000,
        1000,
    ),
    "conditions of many names": (
        "".join(
            f'#if A{i}{"".join(f" && B{j}" for j in range(300))}\n#define X{i}\n#endif\nREGISTER_OP("O");\n'
            for i in range(300)
        ),
        300,
    ),
}


@pytest.mark.parametrize("name", MANY)
def test_many_conditions_are_read_in_time(name: str) -> None:
    text, count = MANY[name]
    started = time.process_time()
    assert len(told(text)[0]) == count
    assert time.process_time() - started < 10
