"""What a document says plainly of one parameter of one function: its default, its place, that it is there."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import STRANDS, wrong, wrong_of
from answers.claimed import TEXTS as TREE

from tfexplore.index.store import Index
from tfexplore.model import Endpoint, Location

LAYERS = "tensorflow/python/keras/layers/looms.py"
BASE = "tensorflow/python/keras/engine/base_loom.py"
TEXTS = {
    STRANDS: TREE[STRANDS]
    + """

@tf_export("strands.plait_strands")
def plait_strands(strands, turns=3, tightness=0.5, knot="reef", name=None):
  return strands


def hand_on_strands(strands, **kwargs):
  return plait_strands(strands, **kwargs)
""",
    BASE: """class BaseLoom(object):
  def __init__(self, warp_name=None, **kwargs):
    self._allowed = {"beat_shape"}

  def call(self, cloth_in, **kwargs):
    return cloth_in

  def unwind(self, all_turns):
    pass
""",
    LAYERS: """class RibbonLoom(base_loom.BaseLoom):
  def __init__(self, ribbon_width, pick_rate=0.25, **kwargs):
    super(RibbonLoom, self).__init__(**kwargs)

  def unwind(self, back_turns):
    pass
""",
}
PLAIT = TEXTS[STRANDS].split("def plait_strands")[0].count("\n") + 1
PUBLIC = (
    Endpoint("tf.strands.plait_strands", ("v1",), "plait_strands", Location(STRANDS, PLAIT, PLAIT)),
    Endpoint("tf.keras.layers.RibbonLoom", ("v1",), "RibbonLoom", Location(LAYERS, 1, 1)),
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # Defaults.
        ("`turns` of `plait_strands` is 4 by default.", ["turns=4"]),
        ("`turns` of `plait_strands` is 3 by default.", []),
        ("`turns` of `plait_strands` is 4 when it is turned.", []),
        ("`turns` of `plait_strands` is 4 unless given.", ["turns=4"]),
        ("`plait_strands`'s `turns` defaults to 4.", ["turns=4"]),
        ("`plait_strands` has a default `turns` of 4.", ["turns=4"]),
        ("`plait_strands` defaults `turns` to 4.", ["turns=4"]),
        ("The default `turns` of `plait_strands` is 4.", ["turns=4"]),
        ("By default, `plait_strands` uses `turns=4`.", ["turns=4"]),
        ("By default, `plait_strands` uses `turns=3`.", []),
        ("The default tightness of `plait_strands` is 0.25.", ["0.25"]),
        ("`plait_strands` has a tightness of 0.25.", ["0.25"]),
        ("The default tightness of `plait_strands` is .5.", []),
        ("The default number of `plait_strands` is 0.25.", []),  # which is none of its parameters
        ("`plait_strands` 的 `knot` 默认是 `granny`。", ["knot=granny"]),
        ("`plait_strands` 的 `knot` 默认是 `reef`。", []),
        ("默认情况下 `plait_strands` 的 `turns` 是 4。", ["turns=4"]),
        ("`strands` of `plait_strands` is 0 by default.", ["strands=0"]),  # it has none
        ("`turns` of our `plait_strands` is 4 by default.", []),
        ("`turns` of `plait_strands` is not 4 by default.", []),
        ("In 2.x `turns` of `plait_strands` is 4 by default.", []),
        ("Set `turns` of `plait_strands`: it is 4 by default.", []),
        ("`pick_rate` of `RibbonLoom` defaults to 0.5.", ["pick_rate=0.5"]),
        # What there is.
        ("`plait_strands` has the argument `twists`.", ["twists"]),
        ("`plait_strands` has the argument `turns`.", []),
        ("`plait_strands` has no argument `twists`.", []),
        ("`tf.strands.plait_strands(strands, twists=2)` plaits.", ["twists=2"]),
        ("The parameters of `plait_strands` are `strands`, `turns` and `knots`.", ["knots"]),
        ("`plait_strands` 的参数是 `strands`、`turns` 和 `knots`。", ["knots"]),
        ("`hand_on_strands` has the argument `twists`.", []),  # which it may hand on
        ("`tf.strands.plait_strands(strands, tunrs=2)` plaits.", ["tunrs=2"]),
        # A class and those that it is derived from.
        ("`RibbonLoom` has the argument `pick_width`.", ["pick_width"]),
        ("`RibbonLoom` has the argument `pick_rate`.", []),
        ("`RibbonLoom` has the argument `beat_shape`.", []),
        ("`RibbonLoom` takes `cloth_in`.", []),
        ("`RibbonLoom` takes `back_turns` to unwind.", []),
        ("`RibbonLoom` takes `cloth_out`.", ["cloth_out"]),
        # A method of a public class is its own before it is that of one above.
        ("The first argument of `tf.keras.layers.RibbonLoom.unwind` is `back_turns`.", []),
        ("The first argument of `tf.keras.layers.RibbonLoom.unwind` is `all_turns`.", ["all_turns"]),
        ("The first argument of `tf.keras.layers.RibbonLoom.call` is `cloth_in`.", []),
        # Their order, and how many there are.
        ("The second argument of `plait_strands` is `tightness`.", ["tightness"]),
        ("The second argument of `plait_strands` is `turns`.", []),
        ("`plait_strands` 的第三个参数是 `turns`。", ["turns"]),
        ("`plait_strands` 的最后一个参数是 `name`。", []),
        ("The first argument of `RibbonLoom` is `ribbon_width`.", []),
        ("`plait_strands` takes four arguments.", ["four arguments"]),
        ("`plait_strands` takes one argument.", []),  # without those that have a default
        ("`plait_strands` has five parameters.", []),
        ("`plait_strands` has two optional parameters.", []),
        ("`plait_strands` 有三个参数。", ["三个参数"]),
    ],
)
def test_functions_of_a_tree(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"# Notes\n\n{text}\n") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # Generated functions: what no file has.
        ("`gen_nn_ops.conv2d` has the argument `stride`.", ["stride"]),
        ("`gen_nn_ops.conv2d` has the argument `strides`.", []),
        ("`gen_nn_ops.conv2d` defaults `data_format` to `'NCHW'`.", ["data_format='NCHW'"]),
        ('`gen_nn_ops.conv2d` defaults `data_format` to `"NHWC"`.', []),
        ("The first argument of `gen_math_ops.mat_mul` is `b`.", ["b"]),
        ("`tf.nn.relu` has the argument `x`.", ["x"]),
        ("`tf.nn.relu(features=y)` it is.", []),
        ("`tf.compat.v1.nn.relu(x=y)` it is.", ["x=y"]),
        # Keras' preprocessing: what the index has of a package.
        ("`pad_sequences(sequences, max_len=10)` pads.", ["max_len=10"]),
        ("`pad_sequences(sequences, maxlen=10)` pads.", []),
        ("`tf.keras.preprocessing.sequence.pad_sequences` defaults `padding` to `post`.", ["padding=post"]),
        ("`window_size` of `tf.keras.preprocessing.sequence.skipgrams` is 5 by default.", ["window_size=5"]),
        ("`window_size` of `tf.keras.preprocessing.sequence.skipgrams` is 4 by default.", []),
        ("`tf.keras.applications.VGG16(weight=None)` has none.", []),  # without a tree it may be any keyword
    ],
)
def test_functions_of_no_file(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, f"# Notes\n\n{text}\n") == found


SEQUENCE = "from tensorflow.keras.preprocessing.sequence import pad_sequences"


@pytest.mark.parametrize(
    ("code", "found"),
    [
        (f"{SEQUENCE}\nx = pad_sequences(s, max_len=10)", ["max_len"]),
        (f"{SEQUENCE}\nx = pad_sequences(s, maxlen=10)", []),
        (f"{SEQUENCE}\ndef pad_sequences(s, max_len):\n  return s\nx = pad_sequences(s, max_len=10)", []),
        (f"{SEQUENCE} as pad\nx = pad(s, max_len=10)", ["max_len"]),
        ("from tensorflow.python.ops import gen_nn_ops\ny = gen_nn_ops.conv2d(x, w, stride=1)", ["stride"]),
        ("import tensorflow.compat.v1 as tf\ny = tf.nn.relu(x=3)", ["x"]),
    ],
)
def test_keywords_of_what_a_block_imports(code: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, f"It goes so.\n\n```python\n{code}\n```\n") == found
