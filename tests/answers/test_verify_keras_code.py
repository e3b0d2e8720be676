"""Where Keras' preprocessing and applications are, and how each model scales its input."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.index.store import Index

TEXT, SEQUENCE = "keras_preprocessing/text.py", "keras_preprocessing/sequence.py"
AFFINE = "keras_preprocessing/image/affine_transformations.py"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"`pad_sequences` is implemented in `{TEXT}`.", [TEXT]),
        (f"`pad_sequences` is implemented in `{SEQUENCE}`.", []),
        (f"`pad_sequences` is not implemented in `{TEXT}`.", []),
        (f"In 2.4 `pad_sequences` is defined in `{TEXT}`.", []),
        (f"`{SEQUENCE}` has `Tokenizer`.", [SEQUENCE]),
        (f"`pad_sequences` 的实现在 `{TEXT}`。", [TEXT]),
        (f"`{AFFINE}` has `random_rotation`.", []),
        (f"`random_rotation` is in `{AFFINE.replace('ions', 'ion')}`.", [AFFINE.replace("ions", "ion")]),
        ("See `keras_preprocessing/image.py` for it.", ["keras_preprocessing/image.py"]),
        ("See `keras_preprocessing/image/__init__.py` for it.", []),  # of which nobody knows, nor is it called alike
        ("`VGG16` is in `keras_applications/vgg.py`.", ["keras_applications/vgg.py"]),
    ],
)
def test_files_of_packages(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, f"# Notes\n\n{text}\n") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`tf.keras.applications.resnet50.preprocess_input` uses mode `tf`.", ["tf"]),
        ("`tf.keras.applications.resnet50.preprocess_input` uses mode `caffe`.", []),
        ("`tf.keras.applications.resnet50.preprocess_input` does not use mode `tf`.", []),
        ("VGG16's `preprocess_input` uses mode `torch`.", ["torch"]),
        ("VGG16's `preprocess_input` uses mode `caffe`.", []),
        ("`densenet.preprocess_input` 使用 `caffe` 模式。", ["caffe"]),
        ("The mode of `mobilenet.preprocess_input` is `caffe`.", ["caffe"]),
        ("`preprocess_input` uses mode `torch`.", []),  # one of them does
        ("`loom.preprocess_input` uses mode `torch`.", []),
    ],
)
def test_modes(text: str, found: list[str], shipped: Index) -> None:
    said = wrong_of(shipped, f"# Notes\n\n{text}\n")
    assert [one for one in said if "." not in one] == found
