"""Public names of Python: all that the released package has are right, and what it has not is wrong."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from answers.claimed import wrong_of

from tfexplore.answers.verify import verify, verify_all
from tfexplore.index.store import Index

NAMES = Path(__file__).parents[2] / "fixtures/registry/public_names.json.gz"


@pytest.fixture(scope="module")
def names() -> list[str]:
    """What `dir` lists of the released package, its modules and its classes, `contrib` left out."""
    found: list[str] = json.loads(gzip.decompress(NAMES.read_bytes()))
    return found


def documents(names: list[str]) -> Iterator[tuple[str, str]]:
    """Documents that name all of some names, each as code in a paragraph of its own."""
    for at in range(0, len(names), 10_000):
        yield f"{at}.md", "\n\n".join([f"`{name}`" for name in names[at : at + 10_000]])


def wrong(index: Index, names: list[str], tree: Path | None = None) -> list[str]:
    """Those of some names that are wrong, by an index alone or with a tree."""

    def read(path: str) -> bytes | None:
        file = (tree or Path()) / path
        return file.read_bytes() if file.is_file() else None

    said = list(documents(names))
    found = verify_all(index, said, read, lambda: ()) if tree is not None else verify_all(index, said, None, None)
    return [one.text for each in found for one in each.verdicts if one.verdict == "not found"]


def test_every_name_of_the_released_package_is_right(names: list[str], shipped: Index) -> None:
    assert len(names) > 25_000
    assert wrong(shipped, names) == []


@pytest.mark.source
def test_every_name_of_the_released_package_is_right_with_a_tree(
    names: list[str], shipped: Index, source_tree: Path
) -> None:
    assert wrong(shipped, names, source_tree) == []


def test_names_that_the_package_does_not_have(names: list[str], shipped: Index) -> None:
    chosen = random.Random(3)
    have = set(names)
    tops = [name for name in names if name.rpartition(".")[2][:1].islower() and name.rpartition(".")[0] in MODULES]
    made = []
    for name in chosen.sample(tops, 400):
        head, _, last = name.rpartition(".")
        if len(last) > 6:
            at = chosen.randrange(1, len(last) - 1)
            made.append(f"{head}.{last[:at]}{last[at + 1 :]}")
    made = [name for name in made if name not in have]
    assert len(made) > 200
    assert len(wrong(shipped, made)) > 0.97 * len(made)


MODULES = frozenset(
    f"tf.{name}" for name in ("nn", "math", "image", "linalg", "strings", "keras.layers", "train", "losses", "sparse")
)


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("tf.GraphKeys.UPDATE_OPS", True),
        ("tf.ConfigProto.gpu_options", True),
        ("tf.ConfigProto.ParseFromString", True),
        ("tf.app.flags.DEFINE_string", True),
        ("tf.flags", True),
        ("tf.compat.v1.flags", True),
        ("tf.keras.preprocessing.text.Tokenizer.fit_on_texts", True),  # of a package of its own
        ("tf.test.TestCase.assertSequenceEqual", True),  # of what its class is derived from
        ("tf.compat.v2.initializers.GlorotUniform", True),
        ("tf.initializers.GlorotUniform", True),  # as v2 has it
        ("tf.initializers.GlorotUnifrom", False),
        ("tf.keras.Model.fit_generator", True),
        ("tf.keras.Model.fit_generatr", False),
        ("tensorflow.python.ops.array_ops.batch_gather", True),
        ("tensorflow.python.ops.array_ops.batch_gathr", False),
        ("tensorflow.python.frameworks.ops", False),
        ("tensorflow.core.framework.graph_pb2.GraphDef", True),
        ("tensorflow.core.framework.graph_pb2.GrphDef", False),
    ],
)
def test_single_names(name: str, right: bool, shipped: Index) -> None:
    assert wrong_of(shipped, f"It is `{name}`.") == ([] if right else [name])


def test_all_words_are_searched_for_at_once(shipped: Index) -> None:
    made = b"\n" * 80 + b"class Model(object):\n  x = self.__dict__\n"  # which may have any member

    def read(path: str) -> bytes:
        return made if path.endswith("keras/engine/training.py") else b""

    words = ("weave_it_all", "twine_every_loop", "braid_the_yarns", "knot_a_lot", "spin_some_more", "dye_them_blue")
    members = [f"tf.keras.Model.{word}" for word in words]
    said = "\n\n".join([f"`{member}`" for member in members[:4]])
    code = "\n".join([f"{member}(x)" for member in members[4:]])
    document = f"{said}\n\n```python\nimport tensorflow as tf\n{code}\n```\n"
    (found,) = verify_all(shipped, [("a.md", document)], read, lambda: ())
    assert [one.verdict for one in found.verdicts] == ["not found"] * len(members)
    assert found.unsearched == ()


@pytest.mark.source
@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("tf.ConfigProto.allow_soft_placement", True),
        ("tf.ConfigProto.allow_hard_placement", False),
        ("tf.train.Supervisor.PrepareSession", True),  # given to the class behind it
        ("tf.train.Supervisor.PrepareGraph", False),
        ("tf.keras.layers.Dense.kernel_rescaled", False),
        ("tf.keras.preprocessing.image.ImageDataGenerator.random_transform", True),
        ("tf.test.TestCase.assertSequenceEqual", True),
        ("tf.FixedLenFeature.count", True),  # of a tuple
        ("tf.contrib.summary.scalar", True),  # which `contrib` imports as a module
        ("tf.contrib.summary.scalarr", False),
        ("tf.contrib.eager.Network.add_weight", True),
    ],
)
def test_single_names_with_a_tree(name: str, right: bool, shipped: Index, source_tree: Path) -> None:
    assert wrong(shipped, [name], source_tree) == ([] if right else [name])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("types like `!tf.uint8ref`", []),
        ("types like !tf.uint8ref, as well as !tf.string", []),
        ("types like `tf.uint8ref`", ["tf.uint8ref"]),
        ("func @main() attributes {tf.entry_braid = {inputs = 1}} {", []),
        ("the `tf._knotted` attribute", []),
        ("the `tf._knotted` function", ["tf._knotted"]),
    ],
)
def test_names_of_mlir(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text) == found


def test_plurals_where_code_is_not_set_apart(shipped: Index) -> None:
    assert wrong_of(shipped, "### Debugging tf.Sessions") == []
    assert wrong_of(shipped, "### Debugging tf.Sessionz") == ["tf.Sessionz"]
    assert wrong_of(shipped, "Call `tf.Sessions()`.") == ["tf.Sessions"]


def test_nobody_has_several_of_a_function(shipped: Index) -> None:
    assert wrong_of(shipped, "It waits for all `EagerTensors` and `OpKernels`.") == []
    assert wrong_of(shipped, "It uses `ComputeConv2DDimensions` first.") == ["ComputeConv2DDimensions"]


def test_packages(shipped: Index) -> None:
    assert wrong_of(shipped, "It is relative to `tensorflow.python`.") == []
    assert wrong_of(shipped, "It is relative to `tensorflow.pythons`.") == ["tensorflow.pythons"]


def test_a_name_of_another_module_is_proposed(shipped: Index) -> None:
    (made,) = verify(shipped, "notes.md", "The constant is `tf.data.AUTOTUNE`.\n").verdicts
    assert (made.verdict, made.suggestions[:1]) == ("not found", ("tf.data.experimental.AUTOTUNE",))
