"""Keras endpoints: declared in the tree, implemented in another package of a version."""

# ruff: noqa: E501 (a row of a table stays on its line)

from __future__ import annotations

from pathlib import Path

import pytest
from extract.python_trees import link

from tfexplore.extract import external
from tfexplore.model import KerasEndpoint, Location

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "python"
A = "tensorflow/python/keras/applications/"
I = "tensorflow/python/keras/preprocessing/image.py"  # noqa: E741


def wrapper(module: str, name: str) -> str:
    return (
        f"from keras_applications import {module}\n"
        f"@keras_export('keras.applications.{module}.{name}')\n"
        "@keras_modules_injection\n"
        f"def {name}(*args, **kwargs):\n"
        f"  return {module}.{name}(*args, **kwargs)\n"
    )


IMAGE = """from keras_preprocessing import image
from tensorflow.python.keras import utils

random_shift = image.random_shift

@keras_export('keras.preprocessing.image.array_to_img')
def array_to_img(x, data_format=None):
  return image.array_to_img(x, scale=names(image.array_to_img))

@keras_export('keras.preprocessing.image.Iterator')
class Iterator(image.Iterator, utils.Sequence):
  pass

@keras_export('keras.preprocessing.image.own', v1=[])
def own(x):
  return x

keras_export('keras.preprocessing.image.random_shift')(random_shift)
keras_export('keras.layers.other')(random_shift)
"""


def found(files: dict[str, str], *folders: Path) -> dict[str, KerasEndpoint]:
    return {one.endpoint: one for one in link(files, folders=[str(folder) for folder in folders]).keras}


def other(path: str, line: int, end_line: int, package: str, version: str) -> Location:
    return Location(path, line, end_line, package, version)


@pytest.mark.parametrize(
    ("module", "name", "line", "implemented", "mode", "signature"),
    [
        ("torchnet", "preprocess_input", 2, ("torchnet", 7, 9), "torch", "(x, **kwargs)"),
        ("plainnet", "preprocess_input", 2, ("imagenet_utils", 4, 6), "caffe", "(x, data_format=None, mode='caffe', **kwargs)"),
        ("imagenet_utils", "preprocess_input", 2, ("imagenet_utils", 4, 6), "caffe", "(x, data_format=None, mode='caffe', **kwargs)"),
        ("oddnet", "preprocess_input", 2, ("oddnet", 8, 10), None, "(x, **kwargs)"),
        ("plainnet", "decode_predictions", 2, ("imagenet_utils", 9, 11), None, "(preds, top=5)"),
        ("plainnet", "PlainNet", 2, ("plainnet", 9, 13), None, "(include_top=True, weights='imagenet', **kwargs)"),
    ],
)  # fmt: skip
def test_applications(
    module: str, name: str, line: int, implemented: tuple[str, int, int], mode: str | None, signature: str
) -> None:
    path = f"{A}{module}.py"
    endpoint = f"tf.keras.applications.{module}.{name}"
    file, first, last = implemented
    assert found({path: wrapper(module, name)}, FOLDER) == {
        endpoint: KerasEndpoint(
            endpoint,
            "function",
            Location(path, line, 5),
            other(f"keras_applications/{file}.py", first, last, "keras_applications", "9.8"),
            mode,
            signature,
        )
    }


def test_preprocessing() -> None:
    def shifts(first: int, last: int) -> Location:
        return other("keras_preprocessing/image/shifts.py", first, last, "keras_preprocessing", "0.1")

    name = "tf.keras.preprocessing.image."
    assert found({I: IMAGE}, FOLDER) == {
        name + "random_shift": KerasEndpoint(
            name + "random_shift", "function", Location(I, 4, 4), shifts(4, 6), None, "(x, wrg, hrg=0.5)"
        ),
        name + "array_to_img": KerasEndpoint(
            name + "array_to_img", "function", Location(I, 6, 8), shifts(9, 11), None, "(x, data_format=None)"
        ),
        # a class is where its `class` stands, as the runtime says
        name + "Iterator": KerasEndpoint(
            name + "Iterator", "class", Location(I, 11, 12), shifts(14, 19), None, "(n, batch_size=32)"
        ),
    }


def test_an_endpoint_beside_the_tree_names_its_package() -> None:
    whole = {I: IMAGE, "tensorflow/__init__.py": "from tensorflow.python.keras.preprocessing import image\n"}
    places = {one.endpoint: one.location for one in link(whole, folders=[str(FOLDER)]).endpoints}
    assert places["tf.keras.preprocessing.image.random_shift"] == other(
        "keras_preprocessing/image/shifts.py", 4, 6, "keras_preprocessing", "0.1"
    )
    assert places["tf.keras.preprocessing.image.array_to_img"] == Location(I, 6, 8)


def test_without_the_package_the_code_is_what_the_tree_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "_installed", lambda name: None)
    path = A + "torchnet.py"
    (one,) = found({path: wrapper("torchnet", "preprocess_input")}).values()
    assert (one.declared, one.implemented, one.mode) == (Location(path, 2, 5), Location(path, 2, 5), None)


def test_packages_on_disk() -> None:
    packages = external.find([str(FOLDER)], ("keras_applications", "keras_preprocessing", "absent"), installed=False)
    assert [(one.name, one.version) for one in packages] == [
        ("keras_applications", "9.8"),
        ("keras_preprocessing", "0.1"),
    ]
    assert [path for path, _ in packages[1].files] == [
        "keras_preprocessing/__init__.py",
        "keras_preprocessing/image/__init__.py",
        "keras_preprocessing/image/shifts.py",
    ]


def test_a_package_without_a_version_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "keras_applications").mkdir()
    (tmp_path / "keras_applications" / "__init__.py").write_text("")
    assert external.find([str(tmp_path)], ("keras_applications",), installed=False) == []


def test_an_installed_package_is_found() -> None:
    (found_package,) = external.find([], ("libcst",))
    assert found_package.version
    assert "libcst/__init__.py" in dict(found_package.files)
