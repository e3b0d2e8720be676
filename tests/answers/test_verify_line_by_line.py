"""Blocks that say of which lines they are, words that are no disclaimers, and statements beside places."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import KERNEL, line_of, verdicts, wrong, wrong_of

from tfexplore.index.store import Index

SETUP = "tensorflow/tools/spindle_setup.py"
MACROS = "tensorflow/core/kernels/spindle_op.cc"
ALIASES = "tensorflow/python/keras/spindles.py"
TEXTS = {
    SETUP: """REQUIRED = [
    'felt_makers >= 1.0.8',
    'felt_pressers >= 1.0.5',
    'wool >= 1.16.0, < 2.0',
]
""",
    MACROS: """#define REGISTER_SPINDLE(T)                        \\
  REGISTER_KERNEL_BUILDER(                         \\
      Name("Spindle").Device(DEVICE_CPU), SpindleOp<T>);

// Others have none.
#if !defined(NO_SPINDLES)
TF_CALL_half(REGISTER_SPINDLE);
TF_CALL_float(REGISTER_SPINDLE);
TF_CALL_double(REGISTER_SPINDLE);
#endif  // NO_SPINDLES

// One of (const char* proto, size_t length) is turned.
void Turn(const char* proto, size_t length) {
  width_ = 3;
}
""",
    ALIASES: """from spindles import text

turn_to_left = text.turn_to_left
turn_around = text.turn_around
Turner = text.Turner
""",
}


def quoted(index: Path, intro: str, code: str, language: str = "cpp") -> list[str]:
    document = f"{intro}\n\n```{language}\n{code}\n```\n"
    return [one.verdict for one in verdicts(index, document) if one.kind == "quotation"]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("'felt_makers >= 1.0.8',\n'felt_pressers >= 1.0.5',", ["found"]),
        ("'felt_makers >= 1.0.8',\n'felt_pressers >= 1.1.0',", ["differs"]),
        ("'felt_makers >= 1.0.8',\n'spinning_wheel',", []),  # nothing like it
        ("'felt_makers >= 2.0.8',\n'felt_pressers >= 1.1.0',", []),  # neither of them
        ("'felt_makers >= 1.0.8',\n...\n'felt_pressers >= 1.1.0',", []),  # not as many lines
    ],
)
def test_as_many_lines_as_are_cited(code: str, expected: list[str], index: Path) -> None:
    assert quoted(index, "It is declared in the setup:", f"# {SETUP}:2-3\n{code}", "python") == expected


def test_what_is_proposed_is_not_compared(index: Path) -> None:
    code = f"# {SETUP}:2-3\n'felt_makers >= 1.0.8',\n'felt_pressers >= 1.1.0',"
    assert quoted(index, "I propose to replace it by:", code, "python") == []


def test_an_invocation_is_no_constructor_that_may_be_left_out(index: Path) -> None:
    whole = "\n".join(TEXTS[MACROS].split("\n")[:10])
    assert quoted(index, f"`{MACROS}`:", whole) == ["found"]
    assert quoted(index, f"`{MACROS}`:", whole.replace("TF_CALL_float(REGISTER_SPINDLE);\n", "")) == ["differs"]


@pytest.mark.parametrize(
    "intro",
    [
        "Example from `python/keras/spindles.py`:",
        "`python/keras/spindles.py` defines nothing of its own at all:",
    ],
)
def test_words_that_announce_a_quotation(intro: str, index: Path) -> None:
    code = "turn_to_left = text.turn_to_left\nturn_around = text.turn_around\n{} = text.{}"
    assert quoted(index, intro, code.format("Turner", "Turner"), "python") == ["found"]
    assert quoted(index, intro, code.format("spinner_of", "spinner_of"), "python") == ["differs"]
    assert quoted(index, "An example of my own:", code.format("spinner_of", "spinner_of"), "python") == []


@pytest.mark.parametrize(
    ("words", "right", "away"),
    [
        ("It asks for `felt_pressers >= 1.0.5`, see `tensorflow/tools/spindle_setup.py` line {}.\n", 3, 40),
        ("It is a `(const char* proto, size_t length)` pair without a copy (spindle_op.cc:{}).\n", 12, 2),
    ],
)
@pytest.mark.parametrize("found", [False, True])
def test_code_beside_a_place(words: str, right: int, away: int, found: bool, index: Path) -> None:
    away = 1 if "setup" in words else away
    assert (wrong(index, words.format(away if found else right)) != []) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`Tighten`, braid_op.cc:{}, except when it is > `kMostDepthOfStrands`.\n", ["kMostDepthOfStrands"]),
        ("Except when it is > `kMostDepthOfStrands`.\n", []),  # nothing of the tree beside it
        ("`Tighten`, braid_op.cc:{}, except when it is > `kSlackLRNDepthAbove`.\n", ["kSlackLRNDepthAbove"]),
    ],
)
def test_a_constant_beside_a_place(text: str, found: list[str], index: Path) -> None:
    names = ("BraidStrands", "LoosenStrands", "CrossStrands", "StrandReader", "KnotRing", "SilkKnotter", "BraidOp")
    told = "It is on `braid_op.cc`, `braid.h` and `strands.py`.\n\n" + "".join(f"- `{name}`\n" for name in names)
    assert wrong(index, f"{told}\n{text}".format(line_of(KERNEL, "void Tighten"))) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`tf_inspect.get_full_arg_spec` is used, as older versions of `keras_preprocessing` don't.\n", True),
        ("`tf_inspect.get_full_arg_spec` is in older versions.\n", False),
    ],
)
def test_whose_older_versions(text: str, found: bool, shipped: Index) -> None:
    assert wrong_of(shipped, text) == (["tf_inspect.get_full_arg_spec"] if found else [])
