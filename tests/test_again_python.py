"""An index made again after edits of Python files is the index that a run without a cache makes of the edited tree."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from extract import python_trees
from reading import TREE
from test_again import ANEW, EDITED, SAME, Workshop, at_the_end, instead, on_top

from tfexplore.extract import python_link
from tfexplore.index import api, gradients
from tfexplore.index.store import open_index

PYTHON = "tensorflow/python/"
WEAVE = PYTHON + "ops/weave.py"
KNOTS = PYTHON + "ops/knots.py"
GRADIENTS = PYTHON + "ops/weave_grad.py"
LAYERS = PYTHON + "keras/layers.py"
TEMPLATE = "tensorflow/api_template.__init__.py"
PACKAGE = PYTHON + "ops/__init__.py"
IMAGES = PYTHON + "keras/images.py"
TOOL = "tensorflow/tools/spinning/spin.py"
TEST = PYTHON + "ops/weave_test.py"
OPS = "tensorflow/core/ops/weave_ops.cc"
INTERFACE = PYTHON + "loom.i"

FILES = {
    "tensorflow/__init__.py": "from tensorflow.python import ops\n",
    TEMPLATE: "from tensorflow.python.keras import images\n",
    PYTHON + "__init__.py": "",
    PACKAGE: "from tensorflow.python.ops import weave\nfrom tensorflow.python.ops import weave_grad\n",
    PYTHON + "framework/python_op_gen.cc": python_trees.GENERATOR.decode(),
    WEAVE: """\
from tensorflow.python.framework import ops
from tensorflow.python.ops import gen_weave_ops
from tensorflow.python.ops.knots import *
from tensorflow.tools.spinning import spin


def _plain(warp, weft):
  return gen_weave_ops.weave(warp, weft)


@tf_export("weave", v1=["weave", "loom.weave"])
def weave(warp, weft):
  return tie(_plain(warp, weft)) * 2


@tf_export("loom.turned")
def turned(rope):
  return spin.turn(rope)


unravel = _plain
tf_export("loom.unravel")(unravel)

ops.Tensor._override_operator("__mul__", _plain)
""",
    KNOTS: """\
from tensorflow.python import pywrap_tensorflow
from tensorflow.python.ops import gen_weave_ops


def _pull(rope):
  return gen_weave_ops.unweave(pywrap_tensorflow.Pull(rope))


def tie(rope):
  return _pull(rope)


def untie(rope):
  return rope
""",
    GRADIENTS: """\
from tensorflow.python.framework import ops
from tensorflow.python.ops import gen_weave_ops
from tensorflow.python.ops import knots


def _helper(op, grad):
  return None


@ops.RegisterGradient("Weave")
def _WeaveGrad(op, grad):
  return [knots.tie(grad), _helper(op, grad)]


@ops.RegisterGradient("Unweave")
def _UnweaveGrad(op, *grad):
  return gen_weave_ops.weave(grad[0], grad)


ops.NotDifferentiable("LoomHandle")


def _own(op, grad):
  return 1


@ops.RegisterGradient('Unweave')
def _PlaitGrad(op, grad, _own=None):
  return _own(op, grad)
""",
    IMAGES: """\
@keras_export("keras.preprocessing.turn_image")
def turn_image(x, mode="tf"):
  return x
""",
    TOOL: """\
from tensorflow.python.ops import gen_weave_ops


def turn(rope):
  return gen_weave_ops.unweave(rope)
""",
    LAYERS: """\
from tensorflow.python.ops import weave


class Layer(object):
  def __init__(self):
    self.build()

  def build(self):
    pass


@keras_export("keras.layers.Loom")
class Loom(Layer):
  def build(self):
    return self._shuttle()

  def _shuttle(self):
    return weave.weave(1, [2])
""",
    TEST: """\
from tensorflow.python.ops import weave


def thread():
  return weave.weave(1, 2)
""",
}


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    made = Workshop(tmp_path, TREE, monkeypatch)
    for path, text in FILES.items():
        file = made.tree / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    made.edit(
        PYTHON + "BUILD",
        at_the_end(
            'py_library(name = "py", srcs = glob(["**/*.py"], exclude = ["**/*_test.py"]))\n'
            'tf_gen_op_wrapper_private_py(name = "weave_ops_gen", visibility = [])\n'
            'tf_gen_op_wrapper_private_py(name = "loom_ops_gen", '
            'deps = ["//tensorflow/contrib/loom:loom_ops_op_lib"])\n'
        ),
    )
    made.edit("tensorflow/contrib/loom/BUILD", at_the_end('tf_gen_op_libs(op_lib_names = ["loom_ops"])\n'))
    made.edit("tensorflow/core/BUILD", at_the_end('tf_gen_op_libs(op_lib_names = ["weave_ops"])\n'))
    made.edit("tensorflow/BUILD", at_the_end('py_library(name = "py", srcs = ["__init__.py"])\n'))
    shipped = '"//tensorflow:py", "//tensorflow/python:py",'
    made.edit("tensorflow/tools/pip_package/BUILD", instead("data = [", f"data = [{shipped}"))
    assert made.again() == ANEW
    return made


def test_the_tree_has_what_the_edits_are_about(workshop: Workshop) -> None:
    with open_index(workshop.folder / "again.sqlite") as index:
        found = {one.endpoint: [(use.op, use.via) for use in one.ops] for one in api.endpoints(index)}
        registered = {one.op: one for one in gradients.every(index) if one.registry == "python"}
    assert found["tf.weave"] == [("Unweave", ("tie", "_pull")), ("Weave", ("_plain",))]
    assert found["tf.loom.unravel"] == [("Weave", ())]
    assert found["tf.keras.layers.Loom"][-1] == ("Weave", ("Loom._shuttle", "weave", "_plain"))
    assert registered["Weave"].calls == ("Unweave",)
    assert registered["Weave"].input_gradients == ("tensor", "none")
    assert registered["Weave"].availability == "import tensorflow"


WHOLE, FEW, NONE = "the whole side", "a few functions", "nothing"


def gradient(op: str, body: str) -> str:
    return f'\n\n@ops.RegisterGradient("{op}")\ndef _{op}Grad_(op, grad):\n  return {body}\n'


def without(begin: str, end: str) -> Callable[[bytes], bytes]:
    def change(data: bytes) -> bytes:
        head, _, tail = data.partition(begin.encode())
        return head + tail[tail.index(end.encode()) :]

    return change


def both(*changes: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    def change(data: bytes) -> bytes:
        for one in changes:
            data = one(data)
        return data

    return change


UNWEAVE = '@ops.RegisterGradient("Unweave")\n'
TWO = '\n\n@tf_export("loom.two")\ndef two(a):\n  return weave(a, a)\n'
BEND = 'def bend(a):\n  return tie(a) * 2\n\n\ntf_export("bend")(bend)\n\n\ndef tie'
WEAVING = '\n\n@keras_export("keras.preprocessing.weave")\ndef weave_images(x, mode="tf"):\n  return x\n'
CLASS = '\n\n@tf_export("Knot")\nclass Knot(object):\n  def tie(self):\n    return _pull(self)\n'
LOOM = "\nfrom tensorflow.python.ops import gen_loom_ops\n"
UNRAVEL = '\nfrom tensorflow.python.ops.weave import unravel\ntf_export("loom.unravel", v1=[])(unravel)\n'
KERAS = "\nfrom tensorflow.python.keras import {}\n"
LAZY = "\n\ndef twist(a):\n  from tensorflow.python.ops import knots\n  knots.tie(a)\n"
SPOOL = "\n\nclass Spool(object):\n  def wind(self):\n    return weave.unravel(1)\n"
KEEPS = "\n  def call(self):\n    self._spool = Spool()\n    return self._spool.wind()\n"
LATER = '\nspools = LazyLoader("spools", globals(), "tensorflow.python.ops.weave")\n'
ESTIMATOR = "\n\ndef twist(a):\n  import tensorflow_estimator\n"

EDITS = [
    ("a function that nobody asks for", WEAVE, at_the_end("\n\ndef twist(a):\n  return tie(a)\n"), NONE),
    ("one in front of others", WEAVE, instead("def _plain", "def twist(a):\n  return a\n\n\ndef _plain"), NONE),
    ("one that imports", WEAVE, at_the_end(LAZY), NONE),
    ("one that imports a package beside the tree", WEAVE, at_the_end(ESTIMATOR), WHOLE),
    ("one that is gone", KNOTS, instead("def untie(rope):\n  return rope\n", ""), NONE),
    ("one that does something else", KNOTS, instead("  return rope", "  return tie(rope)"), NONE),
    ("a test's", TEST, at_the_end("\n\ndef needle():\n  return thread()\n"), NONE),
    ("lines between", WEAVE, instead("unravel =", "# woven\n\nunravel ="), NONE),
    ("another export", WEAVE, at_the_end(TWO), FEW),
    ("another export, and lines on top", WEAVE, both(on_top("# woven\n"), at_the_end(TWO)), FEW),
    ("another export by a call", KNOTS, instead("def tie", BEND), FEW),
    ("another export of what has one", WEAVE, at_the_end('\n\ntf_export("loom.too")(weave)\n'), WHOLE),
    ("another export with a name that is there", WEAVE, at_the_end(TWO.replace("loom.two", "weave")), FEW),
    ("another gradient", GRADIENTS, at_the_end(gradient("Felt", "knots.tie(grad) * grad")), FEW),
    ("another gradient of an op", GRADIENTS, at_the_end(gradient("Weave", "None, grad")), FEW),
    ("another gradient in front", GRADIENTS, instead("@ops", gradient("DryFelt", "grad").lstrip() + "\n\n@ops"), FEW),
    ("a gradient that is nowhere", GRADIENTS, at_the_end('\n\nops.RegisterGradient("Felt")(_nowhere)\n'), WHOLE),
    ("a gradient that calls another", GRADIENTS, instead("gen_weave_ops.weave(grad[0], grad)", "knots.tie(1)"), FEW),
    ("a gradient with another helper", GRADIENTS, instead("_helper(op, grad)]", "grad]"), WHOLE),
    ("a gradient for another op as well", GRADIENTS, instead(UNWEAVE, UNWEAVE.replace("Unw", "Dew") + UNWEAVE), FEW),
    ("a gradient for another op", GRADIENTS, instead('"Unweave"', '"Felt"'), WHOLE),
    ("a gradient gone", GRADIENTS, instead(UNWEAVE, ""), FEW),
    ("a gradient gone with its function", GRADIENTS, without(UNWEAVE, "ops.Not"), FEW),
    (
        "a gradient gone, another come",
        GRADIENTS,
        both(without(UNWEAVE, "ops.Not"), at_the_end(gradient("A", "1"))),
        FEW,
    ),
    ("a refusal gone", GRADIENTS, instead('ops.NotDifferentiable("LoomHandle")', ""), WHOLE),
    ("a gradient's helper", GRADIENTS, instead("return None", "return grad"), WHOLE),
    ("a body that others ask for", KNOTS, instead("gen_weave_ops.unweave(", "gen_weave_ops.weave("), WHOLE),
    ("the body of an export", WEAVE, instead("tie(_plain(warp, weft)) * 2", "tie(warp)"), WHOLE),
    ("a name that a star import hides", WEAVE, at_the_end("\n\ndef tie(rope):\n  return rope\n"), WHOLE),
    ("a name that another file has", KNOTS, at_the_end("\n\ndef _plain(a):\n  return a\n"), NONE),
    ("a name that a star import asks for", KNOTS, at_the_end("\n\ndef gen_weave_ops(a):\n  return a\n"), WHOLE),
    ("an export gone", WEAVE, instead('tf_export("loom.unravel")(unravel)', ""), WHOLE),
    ("an export renamed", WEAVE, instead('"loom.weave"', '"loom.wove"'), WHOLE),
    ("an export deprecated", WEAVE, instead("@tf_export", '@deprecation.deprecated(None, "")\n@tf_export'), WHOLE),
    ("an operator gone", WEAVE, instead('ops.Tensor._override_operator("__mul__", _plain)', ""), WHOLE),
    ("an alias", WEAVE, instead("unravel = _plain", "unravel = weave"), WHOLE),
    ("an import of what is there", WEAVE, at_the_end("from tensorflow.python.ops import knots as bends\n"), NONE),
    ("an import of what is nowhere", WEAVE, at_the_end("import enum\n"), NONE),
    (
        "an import that says where from",
        WEAVE,
        instead("from tensorflow.python.ops import gen", "from . import gen"),
        WHOLE,
    ),
    (
        "an import in front of a star",
        WEAVE,
        instead("from tensorflow.python.ops.knots", "import enum\nfrom .knots"),
        WHOLE,
    ),
    ("an import of a generated module", KNOTS, at_the_end("from tensorflow.python.ops import gen_felt_ops\n"), NONE),
    ("a class that nobody asks for", KNOTS, at_the_end("\n\nclass Knot(object):\n  def tie(self):\n    pass\n"), NONE),
    ("a class with an export", KNOTS, at_the_end(CLASS), FEW),
    ("an alias that nobody asks for", KNOTS, at_the_end("\nfasten = tie\n"), NONE),
    ("an alias with an export", KNOTS, at_the_end('\nfasten = tie\ntf_export("fasten")(fasten)\n'), FEW),
    ("a class of the name of a function", KNOTS, at_the_end("\n\nclass tie(object):\n  pass\n"), WHOLE),
    ("a helper behind one of its name", GRADIENTS, instead("return 1", "return grad"), WHOLE),
    ("another import", GRADIENTS, instead("import knots", "import knots as bends"), WHOLE),
    ("an import that loads more", PACKAGE, at_the_end("from tensorflow.python.keras import layers\n"), WHOLE),
    ("an import that the generator does not see", WEAVE, at_the_end(KERAS.format("images")), WHOLE),
    ("an import below the template that loads more", IMAGES, at_the_end(KERAS.format("layers")), WHOLE),
    ("an import of what was generated for nobody", WEAVE, at_the_end(LOOM), WHOLE),
    ("another name of a module", TEMPLATE, at_the_end("\nlooms = keras.looms\n"), WHOLE),
    ("an import gone", PACKAGE, instead("from tensorflow.python.ops import weave_grad\n", ""), WHOLE),
    ("a method that is called", LAYERS, instead("weave.weave(1, [2])", "weave._plain(1, [2])"), WHOLE),
    ("a method more", LAYERS, at_the_end("\n  def call(self):\n    return weave.unravel(1)\n"), WHOLE),
    ("an object in an attribute", LAYERS, at_the_end(KEEPS + SPOOL), WHOLE),
    ("an object in an attribute of a class that is nowhere", LAYERS, at_the_end(KEEPS), WHOLE),
    ("a class that nobody keeps", LAYERS, at_the_end(SPOOL), NONE),
    ("a module for later that nobody asks for", KNOTS, at_the_end(LATER), NONE),
    ("a module for later", WEAVE, both(instead("_plain(warp", "spools._plain(warp"), at_the_end(LATER)), WHOLE),
    ("a base less", LAYERS, instead("Loom(Layer)", "Loom(object)"), WHOLE),
    ("a first endpoint of Keras' preprocessing", LAYERS, at_the_end(WEAVING), WHOLE),
    ("a gradient in a file that is not shipped", TOOL, at_the_end(gradient("Felt", "grad")), WHOLE),
    ("a function in a file that is not shipped", TOOL, at_the_end("\n\ndef spin(a):\n  return a\n"), NONE),
    ("a gradient in a test", TEST, at_the_end(gradient("Felt", "grad")), WHOLE),
    ("a computed gradient", GRADIENTS, at_the_end("\n\nfor a in names():\n  ops.NotDifferentiable(a)\n"), WHOLE),
    ("an endpoint of Keras' preprocessing", IMAGES, at_the_end(WEAVING), WHOLE),
    ("syntax that nobody reads", GRADIENTS, at_the_end(gradient("Felt", "(").replace("op, ", "op ")), FEW),
]


@pytest.fixture
def linked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """How much was linked, in order."""
    ways: list[str] = []
    whole, few = python_link.link_python, python_link.link_again

    def all_of_it(*arguments: object) -> object:
        ways.append(WHOLE)
        return whole(*arguments)  # type: ignore[arg-type]

    def a_few(*arguments: object) -> object:
        ways.append(FEW)
        return few(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr("tfexplore.pipeline.python_again.link_python", all_of_it)
    monkeypatch.setattr("tfexplore.pipeline.python_again.link_again", a_few)
    return ways


@pytest.mark.parametrize(("path", "change", "way"), [one[1:] for one in EDITS], ids=[one[0] for one in EDITS])
def test_one_edit(path: str, change: Callable[[bytes], bytes], way: str, workshop: Workshop, linked: list[str]) -> None:
    assert workshop.one_edit(path, change) in (EDITED, SAME)
    assert (linked or [NONE])[-1] == way


def test_edits_on_top_of_each_other_and_back(workshop: Workshop, linked: list[str]) -> None:
    before = {path: (workshop.tree / path).read_bytes() for path in (WEAVE, KNOTS, GRADIENTS, LAYERS)}
    asked = at_the_end("\n\ndef loop(a):\n  return tie(a)\n")
    for path, change, way in (
        (KNOTS, asked, NONE),
        (WEAVE, at_the_end('\n\n@tf_export("loom.loop")\ndef looped(a):\n  return loop(a)\n'), FEW),
        # Now somebody asks for it.
        (KNOTS, instead("  return tie(a)", "  return gen_weave_ops.weave(a)"), WHOLE),
        (KNOTS, on_top("# woven\n"), NONE),
        (GRADIENTS, at_the_end(gradient("Felt", "knots.loop(grad)")), FEW),
        (GRADIENTS, instead("return knots.loop(grad)", "return knots.loop(grad), None"), FEW),
        (LAYERS, instead("weave.weave(1, [2])", "weave.looped(1)"), WHOLE),
        (KNOTS, instead("def loop", "def lost"), WHOLE),
        *((path, lambda _, data=data: data, None) for path, data in before.items()),
    ):
        linked.clear()
        workshop.edit(path, change)  # type: ignore[arg-type]
        assert workshop.again() == EDITED
        assert way is None or (path, (linked or [NONE])[-1]) == (path, way)
        workshop.check()


#: A public name that interface files have: what inserted Python defines.
INSERTED = """
%insert("python") %{
def Shuttle(a):
  return a

Shuttle._tf_api_names_v1 = ['loom.Shuttle']
%}
"""


def test_public_names_of_inserted_python(workshop: Workshop, linked: list[str]) -> None:
    called = instead("return spin.turn(rope)", "return spin.turn(tie(rope))")
    for path, change, went in (
        (INTERFACE, at_the_end(INSERTED), ANEW),
        (WEAVE, called, EDITED),  # the Python side is linked as a whole, and what SWIG reads is none of it
        (INTERFACE, on_top("// Looms.\n"), EDITED),
        (WEAVE, at_the_end('\n\n@tf_export("loom.loop")\ndef looped(a):\n  return a\n'), EDITED),
        (INTERFACE, instead("loom.Shuttle", "loom.Bobbin"), ANEW),
    ):
        workshop.edit(path, change)
        assert (path, workshop.again()) == (path, went)
        workshop.check()
    workshop.edit(INTERFACE, on_top("// All of them.\n"))
    workshop.edit(WEAVE, instead("return spin.turn(tie(rope))", "return spin.turn(rope)"))
    assert workshop.again() == EDITED
    workshop.check()
    assert linked == [WHOLE, FEW, WHOLE]
    with open_index(workshop.folder / "again.sqlite") as index:
        (found,) = api.endpoints_named(index, ["tf.loom.Bobbin"])
    assert (found.function, found.api_versions) == ("Shuttle", ("v1",))


def test_an_endpoint_that_is_there_already(workshop: Workshop, linked: list[str]) -> None:
    workshop.edit(KNOTS, at_the_end(UNRAVEL))
    assert workshop.again() == ANEW
    assert linked == [FEW]
    workshop.check()


def test_other_ops_are_linked_anew(workshop: Workshop, linked: list[str]) -> None:
    workshop.edit(OPS, on_top("// woven\n"))
    workshop.edit(WEAVE, at_the_end("\n\ndef twist(a):\n  return a\n"))
    workshop.edit(KNOTS, instead("gen_weave_ops.unweave(", "gen_weave_ops.weave("))
    assert workshop.again() == EDITED
    assert linked == [WHOLE]
    workshop.check()
    workshop.edit(KNOTS, instead("gen_weave_ops.weave(", "gen_weave_ops.unweave("))
    workshop.edit(OPS, instead(".Attr(", '.Attr("knots: int = 3")\n    .Attr('))
    assert workshop.again() == EDITED
    workshop.check()


def test_what_an_edit_has_asked_is_not_what_the_kept_link_has(workshop: Workshop, linked: list[str]) -> None:
    before = (workshop.tree / WEAVE).read_bytes()
    workshop.edit(WEAVE, instead("return spin.turn(rope)", "return rope"))
    assert workshop.again() == EDITED
    # Everything is linked anew, with the Python files that were linked first.
    (workshop.tree / WEAVE).write_bytes(before)
    (workshop.tree / "tensorflow/core/kernels/a_op.cc").write_bytes(b"")
    assert workshop.again() == ANEW
    linked.clear()
    workshop.edit(WEAVE, at_the_end("\n\ndef spin(rope):\n  return rope\n"))
    assert workshop.again() == EDITED
    assert linked == [WHOLE]
    workshop.check()


#: What is written at random into the files.
LINES = [
    "from tensorflow.python.ops import knots",
    "from tensorflow.python.ops.knots import *",
    "from tensorflow.python.ops import gen_weave_ops",
    "from tensorflow.python.ops import weave",
    "tie = _pull",
    'tf_export("x.{n}")(tie)',
    "def {f}(a):\n  return {g}(a)",
    "{f} = {g}",
    "class {f}(object):\n  def build(self):\n    return {g}(1)",
    "from tensorflow.python.ops.knots import {f}",
    "def {f}(a):\n  return gen_weave_ops.weave(a)",
    "def {f}(a, b):\n  return knots.{g}(a) * {g}(b)",
    '@tf_export("y.{n}")\ndef {f}(a):\n  return weave.{g}(a)',
    '@ops.RegisterGradient("Felt{n}")\ndef {f}(op, grad):\n  return {g}(op, grad), None',
    '@ops.RegisterGradient("Felt{n}")\ndef {f}(op, grad):\n  return knots.{g}(grad)',
    "class C{n}(object):\n  def {f}(self):\n    return self.{g}()\n  def {g}(self):\n    return weave.{f}(1)",
    'knots = LazyLoader("knots", globals(), "tensorflow.python.ops.knots")',
    '@tf_export("z.{n}")\nclass E{n}(object):\n  def __init__(self):\n    self.x=C{n}()\n  def {f}(self): self.x.{g}()',
    '@keras_export("k.{n}")\nclass D(weave.Loom):\n  def build(self):\n    return knots.{g}(1)',
]


@pytest.mark.parametrize("seed", range(4))
def test_edits_at_random(seed: int, workshop: Workshop, linked: list[str]) -> None:
    chosen = random.Random(seed)
    names = ["tie", "untie", "_pull", "_plain", "weave", "loop", "_helper", "_WeaveGrad", "twist", "build"]
    for number in range(14):
        for _ in range(chosen.choice([1, 1, 1, 2])):
            path = chosen.choice([WEAVE, KNOTS, GRADIENTS, GRADIENTS, LAYERS, PACKAGE, TEST])
            pieces = (workshop.tree / path).read_text().split("\n\n\n")
            if len(pieces) > 2 and chosen.random() < 0.3:
                del pieces[chosen.randrange(len(pieces))]
            elif chosen.random() < 0.2:
                at = chosen.randrange(len(pieces))
                pieces[at] = pieces[at].replace(chosen.choice(names), chosen.choice(names))
            else:
                line = chosen.choice(LINES).format(n=number, f=chosen.choice(names), g=chosen.choice(names))
                pieces.insert(chosen.randrange(1, len(pieces) + 1), line)
            (workshop.tree / path).write_text("\n\n\n".join(pieces))
        workshop.again()
        workshop.check()
    assert {WHOLE, FEW} & set(linked)
