"""What a document's own code of Python uses of TensorFlow."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong, wrong_of

from tfexplore.answers.known import Known
from tfexplore.answers.verify import verify_all
from tfexplore.answers.verifying.classes import Classes
from tfexplore.answers.verifying.modules import Modules
from tfexplore.answers.verifying.page import Page
from tfexplore.answers.verifying.used import Used
from tfexplore.index.store import Index
from tfexplore.model import Endpoint, Location


def block(code: str, intro: str = "It goes so.") -> str:
    return f"{intro}\n\n```python\n{code}\n```\n"


KERNELS = "from tensorflow.python.framework import kernels"


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("y = tf.nn.relu(tf.nn.conv2d(x, w))", []),
        ("y = tf.nn.relu(tf.nn.conv_2d(x, w))", ["tf.nn.conv_2d"]),
        ("y = tf.nn.relux(x)", ["tf.nn.relux"]),
        (f"{KERNELS}\nkernels.get_registered_kernels_for_op('Sin')", []),
        (f"{KERNELS}\nkernels.get_registered_kernel_for_op('Sin')", ["kernels.get_registered_kernel_for_op"]),
        (f"{KERNELS} as k\nk.get_registered_kernel_for_op('Sin')", ["k.get_registered_kernel_for_op"]),
        (f"{KERNELS}, ops\nops.RegisterGradients", ["ops.RegisterGradients"]),
        (f"{KERNELS}, ops\nkernels.get_registered_kernel_for_op", ["kernels.get_registered_kernel_for_op"]),
        ("from tensorflow import (\n    keras,\n    nn as n)\nn.reluu", ["n.reluu"]),
        ("from tensorflow import keras\nkeras.layers.Dens(3)", ["keras.layers.Dens"]),
        ("import tensorflow.keras.backend as K\nK.epsilon()", []),
        ("import tensorflow.keras.backend as K\nK.epsilons()", ["K.epsilons"]),
        # What is no use of a module, or of another package.
        ("# tf.nn.conv_2d", []),
        ("print('tf.nn.conv_2d')", []),
        ('"""tf.nn.conv_2d\n"""\nx = tf.nn.relu', []),
        ("tf.nn.my_own = f", []),
        ("my.tf.nn.conv_2d(x)", []),
        ("import tensorflow_hub as hub\nimport tensorflow as tf\nhub.KerasLayer(x)", []),
        ("import tensorflow as tf\nprint(tf.__version__, tf.__file__)", []),
        (f"{KERNELS}\ndef f(kernels):\n  return kernels.first_of_all", []),
        (f"{KERNELS}\nfor kernels in x:\n  kernels.first_of_all", []),
        (f"{KERNELS}\nkernels = 1\nkernels.first_of_all", []),
        ("y = tf.optimizers.Adm()  # TF 2.x", []),
    ],
)
def test_names(code: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, block(code)) == found


def test_modules_that_a_block_before_imports(shipped: Index) -> None:
    use = block("import tensorflow as tf\nkernels.get_registered_kernel_for_op('Sin')")
    assert wrong_of(shipped, use) == []
    assert wrong_of(shipped, block(KERNELS) + use) == ["kernels.get_registered_kernel_for_op"]


@pytest.mark.parametrize("intro", ["In TF 2.1 it is gone:", "There is no such function:"])
def test_code_of_another_release(intro: str, shipped: Index) -> None:
    assert wrong_of(shipped, block("y = tf.nn.conv_2d(x)", intro)) == []


PAD = "tf.keras.preprocessing.sequence.pad_sequences"


@pytest.mark.parametrize(
    ("call", "found"),
    [
        (f"{PAD}(x, maxlen=3)", []),
        (f"{PAD}(x,\n    max_len=3)", ["max_len"]),
        (f"{PAD}(x, key=lambda y, max_len=3: y)", []),
        (f"{PAD}(f(max_len=3))", []),
        (f"{PAD}(x == y, **more)", []),
    ],
)
def test_keywords(call: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, block(call)) == found


SHUTTLES = "tensorflow/python/ops/shuttles.py"
TEXTS = {
    SHUTTLES: """class Shuttle(object):
  def throw_right(self, force, spin=False):
    pass

  def throw_left(self, force=1, **kwargs):
    pass

  def hold(self, yarn):
    pass


class Peg(object):
  def hold(self, yarn):
    pass


class Hook(object):
  def hold(self, yarn):
    pass


class Hand(object):
  def hold(self, yarn):
    pass


def make_shuttle():
  pass
""",
}
PUBLIC = [Endpoint("tf.weaving.Shuttle", ("v1", "v2"), "Shuttle", Location(SHUTTLES, 1, 9))]


MADE = "from tensorflow.python.ops import shuttles\ns = shuttles.Shuttle(\n    yarn)\n"


@pytest.mark.parametrize(
    ("code", "found"),
    [
        (MADE + "s.throw_right(2, spin=True)", []),
        (MADE + "s.throw_right(2,\n    spun=True)", ["spun"]),
        (MADE + "print(s.throw_right(force=1, spun=True))", ["spun"]),
        ("import tensorflow as tf\ns = tf.weaving.Shuttle(yarn)\ns.throw_right(2, spun=True)", ["spun"]),
        (MADE + "s.throw_right(2, f(spun=True))", []),
        (MADE + "s.throw_right(2, **{'spun': spun == 1})", []),
        (MADE + "s.throw_left(2, spun=True)", []),  # which takes any
        (MADE + "s.hold(2, spun=True)", []),  # which four have
        (MADE + "t.throw_right(2, spun=True)", []),
        (MADE + "s.t.throw_right(2, spun=True)", []),
        # Where the variable may be something else.
        (MADE + "s = mine()\ns.throw_right(2, spun=True)", []),
        (MADE + "for s in mine:\n  s.throw_right(2, spun=True)", []),
        (MADE + "def f(a, s):\n  s.throw_right(2, spun=True)", []),
        (MADE + "s, t = mine\ns.throw_right(2, spun=True)", []),
        (MADE + "t, s = mine\ns.throw_right(2, spun=True)", []),
        (MADE + "with mine() as s:\n  s.throw_right(2, spun=True)", []),
        (MADE + "s = shuttles.Hand()\ns.throw_right(2, spun=True)", ["spun"]),
        (MADE.replace("    yarn)", "    yarn).spun()") + "s.throw_right(2, spun=True)", []),
        (MADE.replace("s.Shuttle", "s.make_shuttle") + "s.throw_right(2, spun=True)", []),  # it may return anything
        ("import tensorflow\nfrom mine import shuttles\ns = shuttles.Shuttle(yarn)\ns.throw_right(spun=1)", []),
    ],
)
def test_methods_of_objects(code: str, found: list[str], index: Path) -> None:
    assert wrong(index, block(code)) == found
    assert wrong(index, block(code, "We should change it so that this runs:")) == []


@pytest.mark.source
def test_messages_with_a_tree(shipped: Index, source_tree: Path) -> None:
    def read(path: str) -> bytes | None:
        file = source_tree / path
        return file.read_bytes() if file.is_file() else None

    code = "from tensorflow.core.protobuf import rewriter_config_pb2\nx = rewriter_config_pb2.RewriterConfig.{}"
    for value, right in (("AGGRESSIVE", True), ("FromString", True), ("THREE", False)):
        (found,) = verify_all(shipped, [("a.md", block(code.format(value)))], read, lambda: ())
        assert all(one.verdict == "found" for one in found.verdicts) is right


#: What is wrong in the tree itself: names of the first releases, of later ones, and of modules that have them no more.
GONE = {
    "variable_scope.truncated_normal_initializer",
    "dtypes.scalar",
    "K.compute_output_shape",
    "linear_operator_test_util.OperatorShapeInfo",
    "test.IsBuiltWithCuda",
    "tf.saved_model.restore",
}


@pytest.mark.source
def test_all_that_the_tree_itself_uses(shipped: Index, source_tree: Path) -> None:
    files = [path for path in sorted((source_tree / "tensorflow").rglob("*.py")) if "testdata" not in path.parts][::8]
    texts = [path.read_text(errors="replace") for path in files]

    def read(path: str) -> bytes | None:
        file = source_tree / path
        return file.read_bytes() if file.is_file() else None

    unlisted = [str(path.relative_to(source_tree)) for path in source_tree.rglob("*.*") if path.is_file()]
    known = Known(shipped, "\n".join(texts), read, lambda: unlisted)
    known.begin()
    modules = Modules(known)
    found = []
    for text in texts:
        page = Page(shipped.state, "a.md", "", known, Classes(known), modules)
        page.text_lines = text.split("\n")
        found += Used(page).check(1, page.text_lines, own=False)
    known.finish()
    assert len(found) > 15_000
    assert {one.text for one in found if one.verdict != "found"} <= GONE
