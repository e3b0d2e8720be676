"""What is known of the lines of a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from index import facts

from tfexplore.answers.annotate import Annotation, files_named, find_annotations
from tfexplore.catalogue import words
from tfexplore.errors import UsageError
from tfexplore.index.store import open_index
from tfexplore.index.write import Facts, write_index
from tfexplore.model import SourceState, SwigEffect, SwigName
from tfexplore.render.annotate import describe


def notes(index: Path, name: str) -> list[tuple[int, str]]:
    with open_index(index) as opened:
        answer = find_annotations(opened, name)
    say = words("en")
    return [(one.location.line, describe(one, say)) for one in answer.results if isinstance(one, Annotation)]


def test_a_kernel_file(woven_index: Path) -> None:
    assert notes(woven_index, "kernels/spin_op.cc") == [
        (11, "LaunchSpin<CPUDevice, T>, used by SpinOp"),
        (12, "LaunchSpin<CPUDevice, T>::operator() computes"),
        (17, "CountStrands, used by SpinOp::Compute"),
        (21, "SpinBase::Compute computes"),
        (22, "SpinBase::Prepare, used by SpinBase::Compute"),
        (26, "class SpinOp of 2 kernels: Spin on CPU"),
        (28, "SpinOp::Compute computes"),
        (40, "class IdleSpinOp of 1 kernel: Spin on GPU"),
        (42, "macro REGISTER_CPU registers 2 kernels: Spin on CPU"),
        (44, "1 kernel of Spin on CPU: float; SpinOp; through TF_CALL_float > REGISTER_CPU"),
        (45, "1 kernel of Spin on CPU: double; SpinOp; through TF_CALL_double > REGISTER_CPU"),
        (47, "1 kernel of Spin on GPU: float; IdleSpinOp"),
    ]


def test_what_a_macro_call_expands_to(woven_index: Path) -> None:
    found = dict(notes(woven_index, "weave_op.cc"))
    text = "3 kernels of Weave on CPU: double, float, half; WeaveOp; through TF_CALL_FLOAT_TYPES > REGISTER_KERNEL"
    assert found[19] == text


def test_other_files(woven_index: Path, sample_index: Path) -> None:
    assert notes(woven_index, "spin_ops.cc") == [
        (5, "SpinShape: shape function of Spin"),
        (7, "op Spin: kernels CPU 2, GPU 1; gradient python"),
    ]
    assert notes(woven_index, "spin_grad.py") == [(5, "gradient of Spin (python): _SpinGrad")]
    claims = [text for _, text in notes(sample_index, "kernels/conv_ops.cc") if text.startswith("claim")]
    assert claims == ["claim conv2d-padding: "]


def test_what_one_asks_of_an_op_next(sample_index: Path) -> None:
    found = [text for _, text in notes(sample_index, facts.OPS_FILE) if text.startswith("op ")]
    assert "op Conv2D: kernels CPU 2, GPU 2, XLA_CPU_JIT 1; gradient cc, python" in found
    assert "op Conv2DBackpropInput: kernels CPU 1; no gradient" in found
    awkward = "op Awkward through TF_CALL_FLOATS > TF_CALL_half > REGISTER_CPU: no kernel; no gradient"
    assert awkward in found


def test_a_use_under_a_condition(tmp_path: Path) -> None:
    made = facts.FACTS._replace(paths=(*facts.PATHS, "a.h"))
    write_index(tmp_path / "one.sqlite", facts.STATE, made)
    assert (7, "Pad, used by Conv2DOp::Compute (#if defined(A))") in notes(tmp_path / "one.sqlite", "a.h")
    # Where it is used without one as well, there is none to speak of.
    other = facts.USES[0]._replace(condition="", location=facts.at(facts.KERNELS_FILE, 31))
    write_index(tmp_path / "both.sqlite", facts.STATE, made._replace(uses=(*facts.USES, other)))
    assert (7, "Pad, used by Conv2DOp::Compute") in notes(tmp_path / "both.sqlite", "a.h")


def test_what_a_source_for_gpus_instantiates(tmp_path: Path) -> None:
    use = facts.USES[0]._replace(
        kind="instance", user="", name="functor::Pad", target=facts.at("b.cu.cc", 3), location=None, condition=""
    )
    write_index(tmp_path / "a.sqlite", facts.STATE, facts.FACTS._replace(paths=(*facts.PATHS, "b.cu.cc"), uses=(use,)))
    place = f"{facts.KERNELS_FILE}:20"
    assert notes(tmp_path / "a.sqlite", "b.cu.cc") == [
        (3, f"instantiates functor::Pad for GPUs, the template of {place}")
    ]


LOOM_I, LOOM_PY = "loom.i", "loom.py"


def test_what_lines_say_of_swig(tmp_path: Path) -> None:
    def name(word: str, line: int, directive: str, kind: str = "function", declared: int = 0) -> SwigName:
        place, used = facts.at(LOOM_I, line), (facts.at(LOOM_PY, 90 + line),)
        said = facts.at(LOOM_I, declared) if declared else facts.at("loom.h", line)
        cname = "" if kind == "python" else f"tf::{word}"
        return SwigName(word, kind, cname, said, LOOM_I, directive, place, None, (), used if word != "Spin" else ())

    names = (
        name("Spin", 3, "%include"),
        name("Turn", 3, "%include"),
        name("Pull", 4, "%unignore"),
        name("WIDTH", 5, "%constant", "const", 5),
        name("reset", 6, '%insert("python")', "python", 6),
    )
    said = [("%ignore", "Loom", 1), ("%include", "loom.h", 3), ("%unignore", "Pull", 4), ("%noexception", "Pull", 7)]
    said += [("%typemap(in)", "int*", 8), ("python", "reset", 6), ("#include", "a.h", 9)]
    effects = tuple([SwigEffect(directive, target, facts.at(LOOM_I, line)) for directive, target, line in said])
    path = tmp_path / "swig.sqlite"
    write_index(path, facts.STATE, Facts(paths=(LOOM_I, LOOM_PY, "loom.h"), swig_names=names, swig_effects=effects))
    assert notes(path, LOOM_I) == [
        (1, "%ignore Loom"),
        (3, "SWIG gives Python 2 names (%include): Spin, Turn"),
        (4, "SWIG gives Python Pull (%unignore)"),
        (5, "SWIG gives Python WIDTH (%constant)"),
        (6, 'SWIG gives Python reset (%insert("python"))'),
        (7, "%noexception Pull"),
        (8, "%typemap(in) int*"),
    ]
    assert notes(path, LOOM_PY) == [
        (93, "uses C++ tf::Turn through SWIG"),
        (94, "uses C++ tf::Pull through SWIG"),
        (95, "uses C++ tf::WIDTH through SWIG"),
        (96, "uses reset of the module that SWIG makes"),
    ]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a/b/c.cc", ["a/b/c.cc"]),
        ("c.cc", ["a/b/c.cc", "d/c.cc"]),
        ("b/c.cc", ["a/b/c.cc"]),
        ("./d/c.cc", ["d/c.cc"]),
        ("/home/me/src/d/c.cc", ["d/c.cc"]),
        ("..\\a\\b\\c.cc", ["a/b/c.cc"]),
        ("e.cc", []),
    ],
)
def test_files_by_name(name: str, expected: list[str]) -> None:
    assert files_named(name, ["a/b/c.cc", "d/c.cc"]) == expected


def test_a_name_of_several_files_and_of_none(woven_index: Path, tmp_path: Path) -> None:
    with open_index(woven_index) as opened:
        answer = find_annotations(opened, "spim_op.cc")
    assert answer.answer == "not found"
    assert answer.nearest[0].name == "tensorflow/core/kernels/spin_op.cc"
    path = tmp_path / "two.sqlite"
    write_index(path, SourceState(None, None, None, "b", "paths"), Facts(paths=("a/x.cc", "b/x.cc")))
    with open_index(path) as opened, pytest.raises(UsageError, match=r"the end of 2 paths: a/x.cc, b/x.cc"):
        find_annotations(opened, "x.cc")
