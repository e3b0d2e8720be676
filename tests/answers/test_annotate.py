"""What is known of the lines of a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tfexplore.answers.annotate import Annotation, files_named, find_annotations
from tfexplore.catalogue import words
from tfexplore.errors import UsageError
from tfexplore.index.store import open_index
from tfexplore.index.write import Facts, write_index
from tfexplore.model import SourceState
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
    assert notes(woven_index, "spin_ops.cc") == [(5, "SpinShape: shape function of Spin"), (7, "op Spin")]
    assert notes(woven_index, "spin_grad.py") == [(4, "gradient of Spin (python): _SpinGrad")]
    claims = [text for _, text in notes(sample_index, "kernels/conv_ops.cc") if text.startswith("claim")]
    assert claims == ["claim conv2d-padding: "]


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
