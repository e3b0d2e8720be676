"""Documents whose authors mark nothing as code: they are read as others are, and shown as they were written."""

from __future__ import annotations

import re

import pytest
from answers.claimed import wrong_of
from hypothesis import given
from hypothesis import strategies as st

from tfexplore.answers.verify import verify
from tfexplore.answers.verifying.prose import Paragraph
from tfexplore.answers.verifying.unmarked import marked_at, with_marks
from tfexplore.index.store import Index

#: So many names that one more line is of a document that marks nothing.
NAMES = "BiasAdd, MatMul, MaxPool, AvgPool, BiasAddGrad, MaxPoolGrad, AvgPoolGrad, Conv2D, Conv3D and TopKV2 are ops.\n"


def marked(line: str) -> list[str]:
    """What of a line is put between marks."""
    made = with_marks([NAMES, line]).lines.get(2, line)
    return re.findall("`([^`]*)`", made)


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("MaxPoolingOp<Device, T>::Compute calls LaunchConv2DOp<CPUDevice, T>.", 2),
        ("nn_ops.conv2d, tf.nn.conv2d and gen_nn_ops.conv2d()", 3),
        ("_MaxPoolGrad, kBufferSize, REGISTER_OP and TF_CALL_float", 4),
        ('@ops.RegisterGradient("Sin") and Name("Sin").Device(DEVICE_CPU)', 2),
        ("class BiasOp : public BinaryOp<T> and no other", 1),
        ("epsilon=1e-3, momentum=0.99 和 fused=None", 3),
        ("with use_locking: bool = false and N: int >= 1", 2),
        ("属性 T、strides 和 padding", 3),
        ("The inputs are x, y and grad.", 3),
        ("attr deterministic, and nothing else", 1),
        ("the types int32, uint8 and bfloat16", 3),
        ("在 nn_ops.cc:795 和 core/kernels/bias_op.h", 2),
        ("Softmax 在图里，Grappler 不管", 1),
        ("[Saver.restore](https://x.org/a.py#L12) and [it](https://x.org/BiasOp)", 1),
    ],
)
def test_what_is_code(line: str, names: int) -> None:
    assert len(marked(line)) == names


@pytest.mark.parametrize(
    "line",
    [
        "TensorFlow and PyTorch on GitHub, e.g. MobileNets and a ResNet50",
        "https://github.com/tensorflow/tensorflow/blob/v1.15.0/core/ops/nn_ops.cc and <https://x.org/AbcDef>",
        "[it](https://x.org/BiasOp.html), <!-- BiasOp --> and `BiasOp`",
        "[image.py#L12-L14](https://x.org/AbcDef), (worker.cc 118)",
        "# BiasOp of the kernels",
        "The input tensor is a list of names, and the output is of the same type.",
        "see ./run_all.sh and docs/notes_of_mine.md",
        "…_GetAttrInt64 and TF_CALL_* for some",
        "1 << kBits is two",
        r"PoolParameters::forward\_output\_shape is in a report",
    ],
)
def test_what_is_not(line: str) -> None:
    assert set(marked(line)) <= {"BiasOp"}
    assert with_marks([NAMES, line]).lines.get(2, line) == line


def test_who_marks_code_means_something_else_by_what_is_not_marked() -> None:
    assert with_marks([NAMES]).lines
    assert not with_marks([NAMES, "`a` `b` `c` `d` `e` `f` `g` `h`"]).lines
    assert not with_marks(["BiasAdd and MatMul. " * 8]).lines  # it is about these two
    assert not with_marks(["```", NAMES, "```"]).lines


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("MaxPool 有属性 T、ksize、strides、padding。", "MaxPool 有属性 T、ksize、strides、dilations。"),
        (
            "| op | inputs |\n|---|---|\n| BiasAdd | value, bias |",
            "| op | inputs |\n|---|---|\n| BiasAdd | value, biases |",
        ),
        (
            "- BiasAddGrad registered for CPU and GPU",
            "- BiasAddGrad, in ComputeBiasAddGradient_ of gen_nn_ops.bias_add_gradient",
        ),
        ("见 core/ops/nn_ops.cc:795。", "见 core/ops/nn_op.cc:795。"),
        ("MaxPoolGradGradWithArgmax 注册在 DEVICE_GPU 上", "MaxPoolGradGradWithArgmax 注册在 DEVICE_CPU 上"),
        ("Defaults: use_cudnn_on_gpu: bool = true of Conv2D", "Conv2D has use_cudnn_on_gpu: bool = false"),
    ],
)
def test_what_is_said_of_names_without_marks(right: str, wrong: str, shipped: Index) -> None:
    assert wrong_of(shipped, f"{NAMES}\n{right}\n") == []
    assert len(wrong_of(shipped, f"{NAMES}\n{wrong}\n")) == 1


def test_verdicts_are_on_the_text_as_it_is_written(shipped: Index) -> None:
    table = "op | 输入\n---|---\nBiasAdd | value, biases\n"
    text = f"{NAMES}\n登记 BiasAdd 在 core/ops/nn_ops.cc:304，属性 T、data_format。\n{table}"
    lines = text.split("\n")
    verdicts = verify(shipped, "notes.md", text).verdicts
    assert len(verdicts) > len(NAMES.split(", "))
    for one in verdicts:
        assert lines[one.line - 1][one.column - 1 :].startswith(one.text)
        assert "`" not in one.text
    assert [one.text for one in verdicts if one.verdict == "not found"] == ["biases"]


@given(st.text("ab \n", max_size=60), st.data())
def test_places_of_a_paragraph_with_marks(text: str, data: st.DataObject) -> None:
    """A letter of a paragraph is on the line and in the column where the document has it, marked or not."""
    lines = text.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:row]) for row in range(len(lines))]
    whole = Paragraph(text, [row + 1 for row in range(len(lines))], starts, [0] * len(lines))
    found = [match.span() for match in re.finditer("[ab]+", text)]
    spans = [span for span in found if data.draw(st.booleans())]
    with_ = whole.with_marks(spans)
    assert with_.text == marked_at(text, spans)[0]
    plain = [at for at, letter in enumerate(with_.text) if letter != "`"]
    for at, place in enumerate(plain):
        assert with_.at(place) == whole.at(at)
        assert with_.offset(*whole.at(at)) == place
