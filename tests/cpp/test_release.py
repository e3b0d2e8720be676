"""What is kept of a release, its text form, and other repositories read against it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading import PATH, as_bytes, at, kernel, reader, tree_files, unresolved

from tfexplore.cpp import release
from tfexplore.cpp.release import Release, TypeList, applying
from tfexplore.cpp.types import AGAIN, Types
from tfexplore.errors import IndexFileError
from tfexplore.extract.cpp_source import Reader, Registrations
from tfexplore.model import CONDITIONAL, ExpansionStep, Location

T = TypeVar("T")

LISTS = "tensorflow/core/framework/lists.h"
KERNEL = "tensorflow/core/framework/kernel.h"
FILES = {
    LISTS: """\
#ifndef LISTS_H_
#define LISTS_H_
#define CALL_float(m) m(float)
#define CALL_int64(m) m(::tensorflow::int64)
#if defined(IS_MOBILE)
#define CALL_half(m)
#else
#define CALL_half(m) m(Eigen::half)
#endif
#define CALL_REAL(m) \\
  CALL_float(m) CALL_half(m); CALL_EMPTY(m)
#define CALL_EMPTY(m)
#define PAIRS(m, x) m(float, x) m(tensorflow::int64, x)
#define NOT_TYPES(m) m(Conv) m(Pool)
#define CODE(m) if (x) m(float)
#define TWICE(m) m(float)
#define MAX_RANK 8
#endif
""",
    "tensorflow/core/framework/other.h": "#define TWICE(m) m(double)\n#define CALL_other(m) OTHER(m)\n",
    KERNEL: """\
#include "tensorflow/core/framework/lists.h"
#include "tensorflow/core/framework/names.h"
#define REGISTER_KERNEL_BUILDER(kernel_builder, ...) KernelDefBuilder(kernel_builder)
#define REGISTER_ONE(OP, T) REGISTER_KERNEL_BUILDER(Name(#OP).Device(DEVICE_CPU).TypeConstraint<T>("T"), OP##Op<T>)
#define REGISTER_TWO(OP, A, B) REGISTER_ONE(OP, A) REGISTER_ONE(OP, B)
""",
    "tensorflow/core/framework/names.h": """\
extern const char* const DEVICE_CPU;
extern const char* const DEVICE_FAR;
constexpr char kArg[] = "_Arg";
constexpr char kLong[] = "%s";
constexpr int kCount = 3;
"""
    % ("x" * 100),
    "tensorflow/core/framework/names.cc": 'const char* const DEVICE_CPU = "CPU";\n',
    "tensorflow/core/unused/strings.h": 'constexpr char kUnused[] = "unused";\n',
}


def collected() -> Release:
    """What is kept of the tree above."""
    return reader(FILES).release(applying(FILES, as_bytes(FILES).get), "v1.15.0").release


def test_what_is_kept() -> None:
    kept = collected()
    assert kept.version == "v1.15.0"
    assert kept.lists == (
        TypeList("CALL_EMPTY", ("m",), (), LISTS, 12, 12),
        TypeList(
            "CALL_REAL", ("m",), (("CALL_float", ("m",)), ("CALL_half", ("m",)), ("CALL_EMPTY", ("m",))), LISTS, 10, 11
        ),
        TypeList("CALL_float", ("m",), (("m", ("float",)),), LISTS, 3, 3),
        TypeList("CALL_half", ("m",), (("m", ("Eigen::half",)),), LISTS, 8, 8),
        TypeList("CALL_int64", ("m",), (("m", ("::tensorflow::int64",)),), LISTS, 4, 4),
        TypeList("PAIRS", ("m", "x"), (("m", ("float", "x")), ("m", ("tensorflow::int64", "x"))), LISTS, 13, 13),
        TypeList(
            "REGISTER_TWO",
            ("OP", "A", "B"),
            (("REGISTER_ONE", ("OP", "A")), ("REGISTER_ONE", ("OP", "B"))),
            KERNEL,
            5,
            5,
        ),
    )
    assert kept.opaque == ("REGISTER_ONE",)
    assert kept.constants == (("DEVICE_CPU", "CPU"), ("kArg", "_Arg"))
    assert kept.numbers == (("MAX_RANK", 8),)
    assert kept.settings == ("IS_MOBILE",)


def test_text_and_back() -> None:
    kept = collected()
    assert kept.types.enum
    assert release.decode(release.encode(kept)) == kept


_NAMES = st.text("Taz_9", min_size=1, max_size=4)


def _some(items: st.SearchStrategy[T], min_size: int = 0) -> st.SearchStrategy[list[T]]:
    return st.lists(items, min_size=min_size, max_size=3)


@given(
    st.builds(
        Release,
        version=_NAMES,
        types=st.builds(
            Types,
            enum=_some(st.tuples(_NAMES, st.integers(0, 99))).map(tuple),
            spec_names=_some(st.tuples(_NAMES, _NAMES)).map(tuple),
            cpp_names=_some(st.tuples(_NAMES, _NAMES)).map(tuple),
            sets=_some(st.tuples(_NAMES, _some(_NAMES).map(tuple))).map(tuple),
            op_names=st.sampled_from([(), ("One UPPERLETTER", "Any LETTER", AGAIN, "One RANGLE")]),
        ),
        lists=_some(
            st.builds(
                TypeList,
                name=_NAMES,
                params=_some(_NAMES, min_size=1).map(tuple),
                steps=_some(st.tuples(_NAMES, _some(_NAMES).map(tuple))).map(tuple),
                path=_NAMES,
                line=st.integers(1, 99),
                end_line=st.integers(1, 99),
            )
        ).map(tuple),
        opaque=_some(_NAMES).map(tuple),
        constants=_some(st.tuples(_NAMES, st.text("x =|,%'\"<>", max_size=6))).map(tuple),
        numbers=_some(st.tuples(_NAMES, st.integers())).map(tuple),
        settings=_some(_NAMES).map(tuple),
    )
)
def test_any_release_and_back(kept: Release) -> None:
    assert release.decode(release.encode(kept)) == kept


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "tfexplore-release 0\tv1\n",
        "tfexplore-release 1\tv1\n",
        "tfexplore-release 1\tv1\nenum\tDT_FLOAT=x\nspec\ncpp\nnumbers\n",
        "tfexplore-release 1\tv1\nenum\nspec\ncpp\nnumbers\nlist\tX\n",
        "tfexplore-release 1\tv1\nenum\nspec\ncpp\nnumbers\nsurprise\n",
        "tfexplore-release 1\tv1\nenum\nspec\ncpp\nnumbers\nset\n",
    ],
)
def test_damage_is_told(text: str) -> None:
    with pytest.raises(IndexFileError, match="index it again"):
        release.decode(text)


def against(files: Mapping[str, str], defines: Mapping[str, str] | None = None) -> Registrations:
    """What a repository's file registers, read against the release above."""
    known = as_bytes(files)
    kept = release.decode(release.encode(collected()))
    made = Reader(known.get, known, defines or {}, kept)
    return made.registrations(PATH, known[PATH]).registrations


def listed(line: int, end_line: int = 0) -> Location:
    """A place in the release."""
    return Location(LISTS, line, end_line or line, "tensorflow", "v1.15.0")


def test_types_lists_and_constants_of_the_release() -> None:
    text = """\
#include "tensorflow/core/framework/kernel.h"
#define MINE(T) REGISTER_KERNEL_BUILDER(Name("Mine").Device(DEVICE_CPU).TypeConstraint<T>("T"), MineOp<T>);
CALL_REAL(MINE)
"""
    mine = Location(PATH, 2, 2)

    def way(name: str, line: int) -> tuple[ExpansionStep, ...]:
        return (
            ExpansionStep("CALL_REAL", listed(10, 11), at(3)),
            ExpansionStep(name, listed(line), listed(10)),
            ExpansionStep("MINE", mine, listed(line)),
        )

    assert against({PATH: text}) == Registrations(
        kernels=(
            kernel("Mine", "CPU", "MineOp<float>", at(3), way("CALL_float", 3), T="DT_FLOAT"),
            kernel("Mine", "CPU", "MineOp<Eigen::half>", at(3), way("CALL_half", 8), T="DT_HALF"),
        )
    )


UNSEEN = "no file in sight defines this macro, so what it registers is not known"
#: Name -> (the repository's file, the ops it registers, what is unresolved).
REPOSITORIES: dict[str, tuple[str, tuple[str, ...], Registrations]] = {
    "macros that nobody in sight defines": (
        "// REGISTER_OP_SHIM(None);\n#define OWN REGISTER_OP_SHIM(Never)\n"
        "  REGISTER_TF_OP_SHIM(Mine<int,\n    float>);\n"
        'REGISTER_OP("A");\nREGISTER_CPU_KERNELS (B())\nREGISTER_OPTIMIZER(C);\nint REGISTER_OPS(int x);\n'
        "\tREGISTER_ONE_KERNEL(1);\tREGISTER_OTHER_KERNEL(2);\n",
        ("A",),
        Registrations(
            unresolved=(
                unresolved("REGISTER_TF_OP_SHIM", "REGISTER_TF_OP_SHIM(Mine<int, float>)", UNSEEN, at(3)),
                unresolved("REGISTER_CPU_KERNELS", "REGISTER_CPU_KERNELS (B())", UNSEEN, at(6)),
                unresolved("REGISTER_ONE_KERNEL", "REGISTER_ONE_KERNEL(1)", UNSEEN, at(9)),
            )
        ),
    ),
    "macros with the name of a project before theirs": (
        'LOOM_REGISTER_OP("A").Output("o: float");\n  MY_LOOM_REGISTER_KERNEL_BUILDER(Name("B"), C);\n'
        "int xREGISTER_OPS(int x);\nf(LOOM_REGISTER_OP(1));\nlower_REGISTER_OP(D);\n",
        (),
        Registrations(
            unresolved=(
                unresolved("LOOM_REGISTER_OP", 'LOOM_REGISTER_OP("A").Output("o: float")', UNSEEN, at(1)),
                unresolved(
                    "MY_LOOM_REGISTER_KERNEL_BUILDER",
                    'MY_LOOM_REGISTER_KERNEL_BUILDER(Name("B"), C)',
                    UNSEEN,
                    at(2),
                ),
            )
        ),
    ),
    "what macros write, by hand": (
        'static register_op::OpDefBuilderReceiver r = register_op::OpDefBuilderWrapper<true>("A").Output("o: float");\n'
        'static kernel_factory::OpKernelRegistrar k(\n    KernelDefBuilder("B").Build(), "C", nullptr);\n'
        'bool g = GradOpRegistry::Global()->Register("A", Grad);\nbool f = gradient::RegisterOp("A", Grad);\n'
        "OpKernelRegistrar::InitInternal(x);\n",
        (),
        Registrations(
            unresolved=tuple(
                unresolved(
                    macro, text, f"{name} is used by hand and not by a macro, so what it registers is not read", line
                )
                for macro, name, text, line in (
                    (
                        "REGISTER_OP",
                        "OpDefBuilderReceiver",
                        'OpDefBuilderReceiver r = register_op::OpDefBuilderWrapper<true>("A").Output("o: ',
                        at(1),
                    ),
                    (
                        "REGISTER_KERNEL_BUILDER",
                        "OpKernelRegistrar",
                        'OpKernelRegistrar k( KernelDefBuilder("B").Build(), "C", nullptr)',
                        at(2),
                    ),
                    ("REGISTER_GRADIENT_OP", "GradOpRegistry", 'GradOpRegistry::Global()->Register("A", Grad)', at(4)),
                    ("REGISTER_OP_GRADIENT", "gradient", 'gradient::RegisterOp("A", Grad)', at(5)),
                )
            )
        ),
    ),
    "a macro of the release that registers": (
        "REGISTER_TWO(Mine, float, int64)\n",
        (),
        Registrations(
            unresolved=tuple(
                unresolved(
                    "REGISTER_ONE",
                    f"REGISTER_ONE(Mine, {dtype})",
                    "REGISTER_ONE is a macro of TensorFlow that registers something; "
                    "what it does is not kept in an index",
                    at(1),
                )
                for dtype in ("float", "int64")
            )
        ),
    ),
    "a list that the release does not have": (
        '#define MINE(T) REGISTER_OP("Mine" #T);\nCALL_NEWER_TYPES(MINE)\nCALL_float(MINE)\n',
        ("Minefloat",),
        Registrations(
            unresolved=(
                unresolved("MINE", "MINE) CALL_float(MINE)", "it is given to a macro that is not in sight", at(2)),
            )
        ),
    ),
    "the repository's own macro of the same name": (
        "#define REGISTER_ONE(OP, T) REGISTER_OP(#OP #T)\nREGISTER_ONE(Mine, x);\n",
        ("Minex",),
        Registrations(),
    ),
    "a setting of its build: both ways": (
        '#if HAVE_GPU\nREGISTER_OP("Gpu");\n#else\nREGISTER_OP("Cpu");\n#endif\n'
        '#ifdef HAVE_FAST\nREGISTER_OP("Fast");\n#endif\n'
        '#if VERSION >= 2006 && !HAVE_SLOW\nREGISTER_OP("New");\n#endif\n',
        ("Gpu", "Cpu", "Fast", "New"),
        Registrations(
            unresolved=(
                unresolved("REGISTER_OP", "HAVE_GPU", CONDITIONAL, at(2), "Gpu"),
                unresolved("REGISTER_OP", "!HAVE_GPU", CONDITIONAL, at(4), "Cpu"),
                unresolved("REGISTER_OP", "defined(HAVE_FAST)", CONDITIONAL, at(7), "Fast"),
                unresolved("REGISTER_OP", "VERSION >= 2006 && !HAVE_SLOW", CONDITIONAL, at(10), "New"),
            )
        ),
    ),
    "settings within settings, and the branches of one": (
        '#if A\n# ifndef B\nREGISTER_OP("Both");\n# endif\n#elif C && D\nREGISTER_OP("Second");\n#elif !defined(E)\n'
        'REGISTER_OP("Third");\n#else\nREGISTER_OP("Last");\n#endif\nREGISTER_OP("Sure");\n',
        ("Both", "Second", "Third", "Last", "Sure"),
        Registrations(
            unresolved=(
                unresolved("REGISTER_OP", "A && !defined(B)", CONDITIONAL, at(3), "Both"),
                unresolved("REGISTER_OP", "!A && C && D", CONDITIONAL, at(6), "Second"),
                unresolved("REGISTER_OP", "!A && !(C && D) && !defined(E)", CONDITIONAL, at(8), "Third"),
                unresolved("REGISTER_OP", "!A && !(C && D) && defined(E)", CONDITIONAL, at(10), "Last"),
            )
        ),
    ),
    "what only a compiler can tell": (
        '#if defined(__has_include) && __has_include(<vector>)\nREGISTER_OP("A");\n#endif\n'
        '#if __has_attribute(unused)\nREGISTER_OP("B");\n#endif\n#if true && not false\nREGISTER_OP("C");\n#endif\n',
        ("A", "B", "C"),
        Registrations(
            unresolved=(
                unresolved("REGISTER_OP", "defined(__has_include) && __has_include(<vector>)", CONDITIONAL, at(2), "A"),
                unresolved("REGISTER_OP", "__has_attribute(unused)", CONDITIONAL, at(5), "B"),
            )
        ),
    ),
    "a setting behind what is decided": (
        '#if 0\n#elif A\nREGISTER_OP("Mine");\n#else\nREGISTER_OP("Other");\n#endif\n',
        ("Mine", "Other"),
        Registrations(
            unresolved=(
                unresolved("REGISTER_OP", "A", CONDITIONAL, at(3), "Mine"),
                unresolved("REGISTER_OP", "!A", CONDITIONAL, at(5), "Other"),
            )
        ),
    ),
    "a macro that registers under a setting": (
        '#ifdef A\n#define MINE(x) REGISTER_OP(x)\n#else\n#define MINE(x)\n#endif\nMINE("Mine");\n',
        ("Mine",),
        Registrations(unresolved=(unresolved("REGISTER_OP", "defined(A)", CONDITIONAL, at(6), "Mine"),)),
    ),
    "a macro defined both ways: with each definition": (
        '#if HAVE_GPU\n#define NAME "Gpu"\n#else\n#define NAME "Cpu"\n#endif\nREGISTER_OP(NAME);\n',
        ("Gpu", "Cpu"),
        Registrations(
            unresolved=(
                unresolved("REGISTER_OP", "HAVE_GPU", CONDITIONAL, at(6), "Gpu"),
                unresolved("REGISTER_OP", "!HAVE_GPU", CONDITIONAL, at(6), "Cpu"),
            )
        ),
    ),
    "what the compiler, the release or the file itself tells is no setting": (
        '#define MINE 0\n#if MINE\nREGISTER_OP("A");\n#endif\n#ifdef _WIN32\nREGISTER_OP("B");\n#endif\n'
        '#ifdef IS_MOBILE\nREGISTER_OP("C");\n#endif\n#if MAX_RANK > 7\nREGISTER_OP("D");\n#endif\n'
        '#if MAX_RANK > 8\nREGISTER_OP("E");\n#endif\n#if 0 && HAVE_GPU\nREGISTER_OP("F");\n#endif\n',
        ("D",),
        Registrations(),
    ),
    "a setting inside of a registration": (
        'REGISTER_OP("Mine")\n#if HAVE_GPU\n    .Input("x: float")\n#endif\n    .Output("y: float");\n',
        (),
        Registrations(
            unresolved=(
                unresolved(
                    "REGISTER_OP",
                    '"Mine"',
                    "it holds an #if that the repository's own build decides: HAVE_GPU",
                    at(1, 5),
                ),
            )
        ),
    ),
}


@pytest.mark.parametrize("name", REPOSITORIES)
def test_repositories(name: str) -> None:
    text, names, expected = REPOSITORIES[name]
    found = against({PATH: text})
    assert tuple(op.name for op in found.ops) == names
    assert found.unresolved == expected.unresolved


def test_a_macro_of_a_header_under_a_setting() -> None:
    found = against(
        {
            "ops/mine.h": '#if A\n#define PREFIX(x) "A" x\n#endif\n#define OP(x) REGISTER_OP(PREFIX(x))\n',
            PATH: '#include "ops/mine.h"\nOP("Mine");\nREGISTER_OP("Sure");\n',
        }
    )
    assert [op.name for op in found.ops] == ["AMine", "Sure"]
    assert found.unresolved == (unresolved("REGISTER_OP", "A", CONDITIONAL, at(2), "AMine"),)


def test_a_profile_tells_a_setting() -> None:
    text, _, _ = REPOSITORIES["a setting of its build: both ways"]
    found = against({PATH: text}, {"HAVE_GPU": "0", "VERSION": "1"})
    assert [op.name for op in found.ops] == ["Cpu", "Fast"]


def test_tensorflow_itself_is_read_by_its_own_headers() -> None:
    text = '#if HAVE_GPU\nREGISTER_OP("Gpu");\n#endif\nREGISTER_OP("B").Input("x: half");'
    known = {**tree_files(), **as_bytes({PATH: text})}
    made = Reader(known.get, known, {}, collected())
    assert [op.name for op in made.registrations(PATH, known[PATH]).registrations.ops] == ["B"]
