"""Headers and modules that a document's code includes and imports."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from answers.claimed import verdicts, wrong, wrong_of

from tfexplore.answers.verify import verify_all
from tfexplore.index.store import Index


def block(code: str, intro: str = "Write it like this:", language: str = "python") -> str:
    return f"{intro}\n\n```{language}\n{code}\n```\n"


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("from tensorflow.python.ops import array_ops", []),
        ("from tensorflow.python.ops import array_ops as ao, nn_ops", []),
        ("from tensorflow.python.ops import array_opses", ["array_opses"]),
        ("from tensorflow.python.frameworks import ops", ["tensorflow.python.frameworks"]),
        ("from tensorflow.python.framework.ops import (\n    RegisterGradient,  # one\n    RegisterGradients)",
         ["RegisterGradients"]),
        ("from tensorflow.python.framework.ops import RegisterGradient, \\\n    Tensr", ["Tensr"]),
        ("from tensorflow.core.framework import graph_pb2", []),
        ("from tensorflow.core.framework.graph_pb2 import GraphDef", []),
        ("from tensorflow.core.framework.graph_pb2 import GraphDefs", ["GraphDefs"]),
        ("from tensorflow.core.framework import grph_pb2", ["grph_pb2"]),
        ("from tensorflow.python.ops.gen_nn_ops import conv2d", []),
        ("from tensorflow.python.ops.gen_nn_ops import conv2", ["conv2"]),
        ("from tensorflow.keras import layers", []),
        ("from tensorflow.keras.layers import Dense, Dens", ["Dens"]),
        ("import tensorflow.keras.backend as K", []),
        ("import tensorflow.compat.v1 as tf", []),
        ("import tensorflow as tf", []),
        ("from tensorflow import flags, pywrap_tensorflow", []),
        ("x = 1; from tensorflow.python.frameworks import ops", ["tensorflow.python.frameworks"]),
        ("# from tensorflow.python.frameworks import ops", []),
        ("from tensorflow.python.frameworks import ops  # no longer there", []),
        ("try:\n  from tensorflow.python.frameworks import ops\nexcept ImportError:\n  pass", []),
        ("from tensorflow.python.ops import my_ops", []),
        ("from tensorflow_estimator.python import estimators", []),
        ("class Reweave: pass\nfrom tensorflow.python.ops import reweave_ops", []),  # the author's own
    ],
)  # fmt: skip
def test_imports(code: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, block(code)) == found
    if code.startswith(("from", "import")) and "\n" not in code:
        assert wrong_of(shipped, f"Run `{code}` first.") == found


@pytest.mark.parametrize("intro", ["We add a module:", "Exercise: write a new module.", "没有这个模块:"])
def test_imports_of_what_is_proposed(intro: str, shipped: Index) -> None:
    assert wrong_of(shipped, block("from tensorflow.python.ops import frobnicate", intro)) == []


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('#include "tensorflow/core/framework/op_kernel.h"', []),
        ('  #  include "tensorflow/core/framework//op_kernel.h"', []),
        ("#include &lt;tensorflow/core/framework/op_kernels.h&gt;", ["tensorflow/core/framework/op_kernels.h"]),
        ('#include "tensorflow/core/framework/op_kernels.h"', ["tensorflow/core/framework/op_kernels.h"]),
        ('#include "tensorflow/core/utils/padding.h"', ["tensorflow/core/utils/padding.h"]),  # another folder's
        ('#include "tensorflow/core/framework/node_def.pb.h"', []),
        ('#include "tensorflow/core/framework/nod_def.pb.h"', ["tensorflow/core/framework/nod_def.pb.h"]),
        ('#include "tensorflow/cc/ops/array_ops.h"', []),  # made when TensorFlow is built
        ('#include "tensorflow/core/kernels/my_op.h"', []),
        ('#include "tensorflow/core/user_ops/weave.h"', []),
        ('#include "third_party/eigen3/Eigen/Dens"', []),
        ('#include "op_kernels.h"', []),
    ],
)
def test_headers(line: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, block(line, language="cpp")) == found


def test_a_patch_adds_what_it_includes(shipped: Index) -> None:
    added = '+#include "tensorflow/core/framework/op_kernels.h"'
    assert wrong_of(shipped, block(added, language="diff")) == []
    assert wrong_of(shipped, block(added.replace("+", "-"), language="diff")) == [added[11:-1]]
    added = "+from tensorflow.python.frameworks import ops"
    assert wrong_of(shipped, block(added, language="diff")) == []
    assert wrong_of(shipped, block(added.replace("+", " "), language="diff")) == ["tensorflow.python.frameworks"]


def test_a_quotation_has_its_own_verdict(index: Path) -> None:
    code = '#include "tensorflow/core/kernels/braid.h"\n\nint Braids() { return 1; }'
    assert [one.kind for one in verdicts(index, block(code, "From braid.cc:", "cpp"))] == ["path", "quotation"]


@pytest.mark.parametrize(
    ("name", "right"), [("untangle", True), ("untangled", True), ("MOST_STRANDS", True), ("entangle", False)]
)
def test_a_tree_tells_what_a_module_has(name: str, right: bool, index: Path) -> None:
    assert wrong(index, block(f"from tensorflow.python.ops.strands import {name}")) == ([] if right else [name])


@pytest.mark.source
def test_all_that_the_tree_itself_includes_and_imports(shipped: Index, source_tree: Path) -> None:
    statements: dict[str, None] = {}
    for path in sorted((source_tree / "tensorflow").rglob("*")):
        if path.suffix in (".py", ".cc", ".h") and path.is_file():
            text = path.read_text(errors="replace")
            statements.update(dict.fromkeys(re.findall(STATEMENT, text, re.M)))
    # A quotation would have its own verdict: each stands in a span of code.
    lines = [" ".join(one.split()) for one in statements]
    assert len(lines) > 7_000

    def read(path: str) -> bytes | None:
        file = source_tree / path
        return file.read_bytes() if file.is_file() else None

    unlisted = [str(path.relative_to(source_tree)) for path in source_tree.rglob("*.*") if path.is_file()]
    documents = [
        (f"{at}.md", "\n\n".join([f"`{one}`" for one in lines[at : at + 2_000]])) for at in range(0, 8_000, 2_000)
    ]
    # The example that this header was of is gone, and only what includes it is left.
    gone = "tensorflow/lite/experimental/micro/examples/micro_speech/timer.h"
    for tree in (True, False):
        made = verify_all(shipped, documents, *((read, lambda: unlisted) if tree else (None, None)))
        found = [one for each in made for one in each.verdicts]
        assert len(found) > 10_000
        assert {one.text for one in found if one.verdict == "not found"} <= {gone}


STATEMENT = (
    r"^[ \t]*(?:from[ \t]+tensorflow[\w.]*[ \t]+import[ \t]+(?:\([^)#]*\)|[^\n(#\\]*$)"
    r"|#include \"tensorflow/[^\n\"]*\")"
)


def test_generated_functions_that_a_module_takes_by_way_of_a_third(shipped: Index) -> None:
    texts = {
        "tensorflow/python/ops/standard_ops.py": b"from tensorflow.python.ops.math_ops import *\n",
        "tensorflow/python/ops/math_ops.py": b"from tensorflow.python.ops.gen_math_ops import *\n",
    }

    def made(name: str) -> list[str]:
        (found,) = verify_all(shipped, [("notes.md", f"It calls `standard_ops.{name}`.")], texts.get, None)
        return [one.verdict for one in found.verdicts]

    assert made("segment_sum") == ["found"]
    assert made("conv2d") == ["not found"]  # of another module
