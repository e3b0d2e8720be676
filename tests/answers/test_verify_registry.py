"""Specs of attrs and arguments, and devices of kernels, as documents write them, held against the shipped registry."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.answers.verify import verify_all
from tfexplore.index.store import Index


@pytest.mark.parametrize(
    ("spec", "right"),
    [
        ("Targmax: {int32, int64} = DT_INT64", True),
        ("Targmax: {int32, int64}", True),
        ("Targmax: {int64, int32}", True),
        ("Targmax: {int32, int64} = DT_INT32", False),
        ("Targmax: {int32, int16}", False),
        ("Targmax: type", True),
        ("Targmax: int", False),
        ("ksize: list(int)", True),
        ("ksize: list(int) >= 4", True),
        ("ksize: list(int) >= 5", False),
        ("include_batch_in_index: bool = true", False),
        ("input: T", True),
        ("input: float", True),  # one of the types that T stands for
        ("argmax: T", False),
        ("argmax: Targmax", True),
        ("padding: what the caller asks for", True),  # words
        ("Targmax: {int32, ...}", True),  # left out
    ],
)
@pytest.mark.parametrize(
    "sentence",
    [
        "`MaxPoolWithArgmax` has `{}`.",
        '`MaxPoolWithArgmax` 的 `"{}"`。',
        '| op | more |\n|---|---|\n| `MaxPoolWithArgmax` | `.Attr("{}")`, and others |\n',
        "## `MaxPoolWithArgmax`\n\n- `{}`\n",
    ],
)
def test_specs(sentence: str, spec: str, right: bool, shipped: Index) -> None:
    assert wrong_of(shipped, sentence.format(spec)) == ([] if right else [spec])


@pytest.mark.parametrize(
    "text",
    [
        # Somebody else's, or what is to be.
        "`Abort` should get `exit_without_error: bool = true`.",
        "`MaxPoolGrad` in core/ops/nn_grad.cc is a FunctionDef with `T: {float, half}`.",
        "The Keras layer takes `padding: int`, unlike `Conv2D`.",
        # Where the registration has the end of a line.
        "`PrintV2` has `end: string = ' '`.",
        "`InitializeTableFromTextFile` has `delimiter: string = '\\t'`.",
        # Of one of the two.
        "`MaxPool` and `MaxPoolV2` have `ksize: list(int) >= 4`.",
    ],
)
def test_specs_that_are_not_the_ops(text: str, shipped: Index) -> None:
    assert wrong_of(shipped, text) == []


def test_a_spec_says_what_the_op_has(shipped: Index) -> None:
    text = "`Abort` has `exit_without_error: bool = true`."
    (found,) = verify_all(shipped, [("notes.md", text)], None, None)
    (one,) = [one for one in found.verdicts if one.verdict == "differs"]
    assert one.detail == "Abort has `exit_without_error: bool = false`"
    assert (one.line, text[one.column - 1 :][: len(one.text)]) == (1, one.text)


@pytest.mark.parametrize("is_input", ["are inputs", "are inputs instead of attributes", "是输入"])
def test_names_that_are_said_to_be_inputs(is_input: str, shipped: Index) -> None:
    assert wrong_of(shipped, f"`MaxPoolV2` differs in that `ksize` and `strides` {is_input}.") == []
    assert wrong_of(shipped, f"`MaxPoolV2` differs in that `ksize` and `dilations` {is_input}.") == ["dilations"]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("`StringJoin` has kernels on CPU and GPU.", ["GPU"]),
        ("`MatMul` has kernels on CPU and GPU.", []),
        ("`MatMul` and `StringJoin` are registered for `DEVICE_CPU` and `DEVICE_GPU`.", ["DEVICE_GPU"]),
        ("`StringJoin` (string_join_op.cc) has a CPU and a GPU kernel.", ["GPU"]),
        ("`StringJoin` 在源码里，注册在 `DEVICE_CPU` 和 `DEVICE_GPU` 上。", ["DEVICE_GPU"]),
        ("`StringJoin` 有 CPU 和 GPU 的 kernel。", ["GPU"]),
        # What denies, restricts, plans or says another thing.
        ("`StringJoin` has a CPU kernel and no GPU kernel.", []),
        ("`StringJoin` has kernels only on CPU, not on GPU.", []),
        ("`StringJoin` 没有 GPU 的 kernel。", []),
        ("`StringJoin` will have a GPU kernel.", []),
        ("`StringJoin` has a kernel that copies from GPU to CPU.", []),
        ("`StringJoin` has a kernel on XLA_GPU.", []),
        ("`StringJoin` has a kernel. GPU kernels are another matter.", []),
        ("`StringJoinOp` has kernels on GPU.", ["GPU"]),  # of the op that takes it
    ],
)
def test_devices(said: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, said) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("- `StringJoin`: CPU and GPU", ["GPU"]),
        ("- `MatMul`, `AddV2`: CPU and `DEVICE_GPU`", []),
        # A cell below the name of a device that says there are some.
        ("| op | CPU | GPU |\n|---|---|---|\n| `StringJoin` | yes | yes |", ["yes"]),
        ("| op | CPU | GPU |\n|---|---|---|\n| `StringJoin` | string | ✔ |", ["✔"]),
        ("| op | CPU | GPU |\n|---|---|---|\n| `StringJoin` | string | real numbers (`DEVICE_GPU`) |", ["real"]),
        ("| op | CPU | GPU |\n|---|---|---|\n| `StringJoin` | yes | no |", []),
        ("| op | CPU | GPU |\n|---|---|---|\n| `StringJoin` | yes | — |", []),
        ("| op | CPU | GPU |\n|---|---|---|\n| `StringJoin` | yes | same, but only on the host |", []),
        ("| op | CPU | GPU |\n|---|---|---|\n| `MatMul` | yes | yes |", []),
        ("| op | CPU | planned for GPU |\n|---|---|---|\n| `StringJoin` | yes | yes |", []),
        ("`StringJoin` 同样在 CPU 和 GPU 注册。", ["GPU"]),
        # Types, where there is nothing else.
        ("`SparseTensorDenseMatMul` takes:\n\n- CPU：float、double、int32\n- GPU：float、double\n", ["double"]),
        ("## `SparseTensorDenseMatMul`\n\n- GPU: `float32`\n", []),
        ("## `SparseTensorDenseMatMul`\n\n- GPU: `float64`\n", ["float64"]),
        ("| op | CPU | GPU |\n|---|---|---|\n| `SparseTensorDenseMatMul` | float, double | float, half |\n", ["half"]),
        ("| op | CPU types | GPU |\n|---|---|---|\n| `SparseTensorDenseMatMul` | string | float |\n", ["string"]),
        ("`LRN` takes\n\n| device | types |\n|---|---|\n| CPU | half, float |\n| GPU | float, int8 |\n", ["int8"]),
        # What is missing, what is planned, and what the list does not say the op of.
        ("`SparseTensorDenseMatMul` does not take:\n\n- GPU：double\n", []),
        ("## Types without a kernel\n\n| op | GPU |\n|---|---|\n| `SparseTensorDenseMatMul` | double |\n", []),
        ("`SparseTensorDenseMatMul` and `MatMul` take:\n\n- GPU：double\n", []),
        ("`SparseTensorDenseMatMul`:\n\n- GPU: half is what we want\n", []),
    ],
)
def test_types_on_a_device(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text) == found


DEVICES = "| op | device | types |\n|---|---|---|\n"


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        *[
            (f"| `LRN` | CPU | half, float |\n| {same} | GPU | float, int8 |\n", ["int8"])
            for same in ("same", "ditto", "同上", "″", "", '"', "*(same op)*")
        ],
        ("| `LRN` | CPU | half |\n| same | GPU | float |\n", []),
        ("| `LRN`, `LRNGrad` | CPU | half |\n| same | GPU | float |\n| same | GPU | int8 |\n", ["int8"]),
        ("| `LRN`, `MatMul` | GPU | float, complex64 |\n", []),  # which one of them takes
        ("| `LRN` | CPU | half |\n| others | GPU | int8 |\n| same | GPU | int8 |\n", []),
        ("| `LRN` | CPU | half |\n| others | GPU | same |\n", []),
        ("| `LRN` | CPU | half |\n| | GPU | complex64 | for `MatMul` |\n", []),
    ],
)
def test_a_row_that_is_of_the_ops_of_the_one_above(rows: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, DEVICES + rows) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`ResizeArea` has `align_corners: bool = false`.", []),
        (
            "`ResizeArea` has `align_corners: bool = false` and `half_pixel_centers: bool = false`.",
            ["half_pixel_centers: bool = false"],
        ),
        ("`ResizeArea` and `ResizeBicubic` have `half_pixel_centers: bool = false`.", []),
        ("`ResizeArea` is a node with `size_hint: int`.", []),  # no default: a field's, or a parameter's
        ("**9. SampleDistortedBoundingBox.** `max_attempts: int = 10`", ["max_attempts: int = 10"]),
        ("attrs `PARAMS_RAGGED_RANK: int >= 1` and `OUTPUT_RAGGED_RANK: int >= 0` of `RaggedGather`", []),
    ],
)
def test_attrs_that_an_op_has_not(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text) == found


WRAPPER = "tensorflow/python/keras/preprocessing/sequence.py"
WRAPPING = """from keras_preprocessing import sequence

from tensorflow.python.weaving import looms

braid_sequences = sequence.braid_sequences
make_braiding_table = sequence.make_braiding_table
_untwist_long_seq = sequence._untwist_long_seq  # private
"""


@pytest.mark.parametrize(
    ("intro", "code", "expected"),
    [
        (f"File: {WRAPPER}", WRAPPING, "found"),
        (f"File: {WRAPPER}", WRAPPING.replace("= sequence._untwist_long_seq", "= sequence._untwist_long"), "differs"),
        (
            f"The rest is in `keras_preprocessing`. This is `{WRAPPER}`:",
            "class Tokenizer(object):\n    def __init__(self, num_words=None):\n",
            "moved",
        ),
        # A package is spoken of, and what is quoted is the tree's, perhaps but for one thing.
        (f"`{WRAPPER}` is short.\n\nAs keras_preprocessing has them:", WRAPPING, "found"),
        (
            f"`{WRAPPER}` is short.\n\nAs keras_preprocessing has them:",
            WRAPPING.replace("= sequence._untwist_long_seq", "= sequence._untwist_long"),
            "differs",
        ),
        (
            f"`{WRAPPER}` is short.\n\nAs keras_preprocessing has them:",
            WRAPPING.replace("braid_", "hair_").replace("_untwist", "_twist"),
            "external",
        ),
        # What the package has, or is said to be the package's.
        (
            "`keras_preprocessing/text.py`:",
            "class Tokenizer(object):\n    def __init__(self, num_words=None):\n",
            "external",
        ),
        (
            f"`{WRAPPER}` uses keras_preprocessing, where it is:",
            "def pad_sequences(sequences, maxlen=None):\n",
            "external",
        ),
    ],
)
def test_what_the_tree_and_a_package_have(intro: str, code: str, expected: str, shipped: Index) -> None:
    def read(path: str) -> bytes | None:
        return WRAPPING.encode() if path == WRAPPER else b""

    (found,) = verify_all(shipped, [("notes.md", f"{intro}\n\n```python\n{code}```\n")], read, None)
    assert [one.verdict for one in found.verdicts if one.kind == "quotation"] == [expected]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ('`.Attr("slack_period: int = 0")`', []),
        ('`.Attr("slack_period: int = 5")`', ["slack_period: int = 5"]),
        ("`slack_period: int = 5`", []),  # a parameter, perhaps
        ('`.Attr("N: int >= 1")`', []),  # as some of many ops have it
    ],
)
def test_attrs_as_registrations_have_them_without_an_op(said: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, f"One of them says {said} there.\n") == found
