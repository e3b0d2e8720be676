"""`tfexplore show` of names that are no op's and lead to none: definitions, ends of public names, modules."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from asking import Done, ask, on_terminal, visible

from tfexplore.index import symbols
from tfexplore.index.store import Index, open_index

pytestmark = pytest.mark.usefixtures("shipped")
#: The shipped index, where the environment names no other.
INDEX = None


def show(*words: str) -> Done:
    return ask(INDEX, "show", *words)


@pytest.mark.parametrize(
    ("name", "kind", "place"),
    [
        ("OpKernelContext", "class", "tensorflow/core/framework/op_kernel.h:608"),
        ("tensorflow::OpKernelContext", "class", "tensorflow/core/framework/op_kernel.h:608"),
        ("DirectSession::Run", "method", "tensorflow/core/common_runtime/direct_session.cc:451"),
        ("OP_REQUIRES", "macro", "tensorflow/core/framework/op_kernel.h:1806"),
        ("REGISTER_OP", "macro", "tensorflow/core/framework/op.h:293"),
        ("GetWindowedOutputSizeVerboseV2", "function", "tensorflow/core/framework/common_shape_fns.cc:30"),
        ("DatasetV2", "class", "tensorflow/python/data/ops/dataset_ops.py:106"),
        ("DatasetV2.map", "method", "tensorflow/python/data/ops/dataset_ops.py:1108"),
        ("dataset_ops.DatasetV2.map", "method", "tensorflow/python/data/ops/dataset_ops.py:1108"),
        ("smart_cond", "function", "tensorflow/python/framework/smart_cond.py:27"),
        ("nn_ops.convolution_internal", "function", "tensorflow/python/ops/nn_ops.py:942"),
        ("tensorflow.python.ops.nn_ops.convolution_internal", "function", "tensorflow/python/ops/nn_ops.py:942"),
        ("DT_FLOAT", "constant", "tensorflow/core/framework/types.proto:19"),
        ("GraphDef", "type", "tensorflow/core/framework/graph.proto:14"),
        ("direct_session.cc:775", "method", "tensorflow/core/common_runtime/direct_session.cc:771"),
    ],
)
def test_what_is_defined(name: str, kind: str, place: str) -> None:
    done = show(name)
    assert done.status == 0
    first = done.rows()[0]
    assert (first[0], first[3]) == (kind, place)
    (shown,) = show(name, "--json").json()["results"]
    told = shown["definitions"][0]
    assert (told["kind"], f"{told['location']['path']}:{told['location']['line']}") == (kind, place)
    assert (shown["op_def"], shown["kernels"]) == (None, [])


def test_a_class() -> None:
    (shown,) = show("DirectSession", "--json").json()["results"]
    (told,) = shown["definitions"]
    assert told["bases"] == ["Session"]
    assert "DirectSession::CreateExecutors" in [one["name"] for one in told["members"]]
    (shown,) = show("tensorflow::Session", "--json").json()["results"]
    derived = {(told["scope"], heir["name"]) for told in shown["definitions"] for heir in told["derived"]}
    assert ("tensorflow", "DirectSession") in derived
    assert ("tensorflow", "GrpcSession") in derived


def test_of_several_classes_of_a_name_each_has_its_own_heirs() -> None:
    (shown,) = show("Allocator", "--json").json()["results"]
    found = {told["scope"]: {heir["name"] for heir in told["derived"]} for told in shown["definitions"]}
    assert {"BFCAllocator", "PoolAllocator"} <= found["tensorflow"]
    assert not any(heirs for scope, heirs in found.items() if scope != "tensorflow")
    (shown,) = show("Layer", "--json").json()["results"]
    assert all(told["perhaps_derived"] > 20 for told in shown["definitions"])  # `Layer` alone in the head of a class
    (shown,) = show("DirectSession", "--json").json()["results"]
    assert shown["definitions"][0]["perhaps_derived"] == 0


def test_what_a_macro_registers() -> None:
    (shown,) = show("TF_CALL_half", "--json").json()["results"]
    told = shown["definitions"][0]["registers"]
    kernels = ask(INDEX, "kernels", "--json").json()["results"]
    through = [
        one for one in kernels if any(step["macro"] == "TF_CALL_half" for step in one["expansion"])
    ]  # the index has kernels of other builds' files too, which a list leaves out
    assert told["kernels"] >= len(through) > 500
    assert {one["op"] for one in through} <= set(told["ops"])
    (shown,) = show("OP_REQUIRES", "--json").json()["results"]
    assert shown["definitions"][0]["registers"] is None


@pytest.mark.parametrize(
    ("name", "public", "op"),
    [
        ("convolution", "tf.nn.convolution", "Conv2D"),
        ("Dataset.map", "tf.data.Dataset.map", "MapDataset"),
        ("nn_ops.conv2d", "tf.nn.conv2d", "Conv2D"),
        ("tensorflow.python.ops.array_ops.gather", "tf.gather", "GatherV2"),
        ("embedding_lookup", "tf.nn.embedding_lookup", ""),
    ],
)
def test_the_end_of_a_public_name(name: str, public: str, op: str) -> None:
    done = show(name)
    assert done.status == 0 or not op
    if op:
        assert f"{name!r} is taken as {public}" in done.err
        assert op in [row[1] for row in done.rows() if row[0] == "op"]
    else:
        assert public in done.out + done.err


@pytest.mark.parametrize("name", ["tf.layers.conv2d", "tf.layers.dense", "tf.layers.batch_normalization"])
def test_a_function_that_runs_a_layer_is_there_for_what_the_layer_is(name: str) -> None:
    wanted = {"conv2d": "Conv2D", "dense": "MatMul", "batch_normalization": "FusedBatchNorm"}[name.rpartition(".")[2]]
    found = [row[1] for row in show(name).rows() if row[0] == "op"]
    assert wanted in found
    assert "Cast" not in found


@pytest.mark.parametrize(
    ("name", "status", "said"),
    [
        ("OpKernalContext", 1, "nearest: OpKernelContext (definition)"),
        ("dataset_ops.DatasetV2.mapp", 1, "and all definitions, of v1.15.0"),
        ("nn_ops", 2, "is a module; ask with: tfexplore annotate tensorflow/python/ops/nn_ops.py"),
        ("gen_nn_ops", 2, "list its functions with: tfexplore api --wrappers gen_nn_ops"),
        ("nothing.gen_nothing_ops", 1, "nothing matches"),
        ("__init__", 2, "definitions are called '__init__'; say of what: "),
        ("x" * 300, 2, "the longest taken has 200"),
        ("Session.nothing", 1, "nothing matches 'Session.nothing'"),
        ("Dataset.mapp", 1, "nothing matches 'Dataset.mapp'"),
        ("::", 1, "nothing matches"),
        (".", 1, "nothing matches"),
        ("\\", 1, "nothing matches"),
        ("(", 1, "nothing matches"),
    ],
)
def test_what_is_said_where_nothing_is_shown(name: str, status: int, said: str) -> None:
    done = show(name)
    assert (done.status, done.out) == (status, "")
    assert said in done.err
    assert done.err.count("\n") == 1


def test_ops_that_hold_a_name() -> None:
    """What is called just so is meant, in mixed letters; a small word is sooner a part of the names of ops."""
    done = show("Dense")
    assert {row[0] for row in done.rows()} >= {"class", "endpoint"}
    assert "the names of 13 ops hold 'Dense': tfexplore ops Dense" in done.err
    done = show("backprop")
    assert done.status in (0, 2)
    assert "definition" not in done.rows()[0][0] if done.out else True


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("name", ["OpKernelContext", "TF_CALL_half", "Dense", "Status", "smart_cond", "OpKernel"])
def test_on_a_terminal(name: str, columns: int) -> None:
    text = visible(on_terminal(INDEX, "show", name, "--no-pager", columns=columns, lines=200).out)
    lines = text.splitlines()
    assert max(map(len, lines)) <= columns
    assert len(lines) < 110
    assert lines[0] == name
    assert re.search(r"^\d+ definitions?", text, re.MULTILINE)


@pytest.mark.source
def test_classes_that_a_pattern_finds_in_headers(source_tree: Path) -> None:
    """Heads of classes by a pattern over the framework's headers, an outside count of what there is."""
    head = re.compile(r"^class (?:\w+_EXPORT )?([A-Z]\w+)(?: final)?(?: : public \w+)? \{", re.MULTILINE)
    found = []
    for path in sorted((source_tree / "tensorflow/core/framework").glob("*.h")):
        text = path.read_text()
        inside = path.relative_to(source_tree).as_posix()
        found += [(one[1], inside, text.count("\n", 0, one.start()) + 1) for one in head.finditer(text)]
    assert len(found) > 80
    with open_index() as opened:
        ops = {one.lower() for one in opened.names("op")}
    for name, path, line in random.Random(3).sample(found, 25):
        if name.lower() in ops:
            continue
        done = show(name)
        places = [row[3] for row in done.rows() if len(row) > 3]
        assert f"{path}:{line}" in places, (name, path, line, done.err)


def test_every_name_of_a_block_is_found_by_its_last_part() -> None:
    """`ending` reads blocks by a text in them; `of_file` reads files."""
    with open_index() as opened:
        every = [one for one in symbols.every(opened) if one.kind in ("function", "method", "macro")]
        for one in random.Random(5).sample(every, 30):
            assert one in _ending(opened, one.name)


def _ending(index: Index, name: str) -> tuple[object, ...]:
    plain = symbols.without_arguments(symbols.without_signs(name))
    return symbols.ending(index, plain.rpartition("::")[2].rpartition(".")[2])
