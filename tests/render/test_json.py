"""The JSON contract of `docs/json.md`, by shape and by example."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from asking import ask
from index import facts

from tfexplore.index.write import Facts, write_index
from tfexplore.render import kernels, ops
from tfexplore.render.as_json import dumps

Shape = Any
OPTIONAL = "?"

LOCATION: Shape = {"path": str, "line": int, "end_line": int, "package?": str, "version?": str}
STEP: Shape = {"macro": str, "defined": LOCATION, "invoked": LOCATION}
ARG: Shape = {
    "name": str,
    "type?": str,
    "type_attr?": str,
    "type_list_attr?": str,
    "number_attr?": str,
    "is_ref?": bool,
}
ATTR: Shape = {"name": str, "type": str, "default_value?": object, "allowed_values?": [str], "minimum?": int}
OP: Shape = {
    "name": str,
    "input_arg": [ARG],
    "output_arg": [ARG],
    "attr": [ATTR],
    "is_stateful?": bool,
    "is_commutative?": bool,
    "is_aggregate?": bool,
    "allows_uninitialized_input?": bool,
    "deprecation_version?": int,
    "shape_fn": (str, None),
    "shape_fn_location": (LOCATION, None),
    "linked_into": (str, None),
    "location": LOCATION,
    "expansion": [STEP],
}
KERNEL: Shape = {
    "op": str,
    "device_type": str,
    "constraint": [{"name": str, "allowed_values": [str]}],
    "host_memory_arg": [str],
    "label": str,
    "priority": int,
    "kernel_class": str,
    "kernel_class_location": (LOCATION, None),
    "registry": str,
    "type_limit?": [str],
    "linked_into": (str, None),
    "location": LOCATION,
    "expansion": [STEP],
}
UNRESOLVED: Shape = {"macro": str, "text": str, "reason": str, "location": LOCATION}


def document(result: Shape) -> Shape:
    return {
        "schema": str,
        "source": {"repository": (str, None), "tag": (str, None), "commit": (str, None), "permalink": (str, None)},
        "build": str,
        "linkage": str,
        "command": str,
        "query": [str],
        "answer": str,
        "results": [result],
        "nearest": [{"name": str, "kind": str}],
        "notes?": [str],
        "unresolved": [UNRESOLVED],
    }


def check(value: Any, shape: Shape, where: str = "") -> None:
    """Fail where a value has not the shape: every key there must be, none there may not be, and the types."""
    if isinstance(shape, tuple):
        if value is not None:
            check(value, shape[0], where)
        return
    if isinstance(shape, list):
        assert isinstance(value, list), where
        for position, one in enumerate(value):
            check(one, shape[0], f"{where}[{position}]")
        return
    if isinstance(shape, dict):
        assert isinstance(value, dict), where
        allowed = {key.rstrip(OPTIONAL) for key in shape}
        needed = {key for key in shape if not key.endswith(OPTIONAL)}
        assert needed <= set(value) <= allowed, f"{where}: {sorted(set(value) ^ needed)}"
        for key, part in shape.items():
            if key.rstrip(OPTIONAL) in value:
                check(value[key.rstrip(OPTIONAL)], part, f"{where}.{key}")
        return
    assert isinstance(value, shape), f"{where}: {value!r}"
    assert shape is not int or not isinstance(value, bool), where


@pytest.mark.parametrize(
    ("words", "shape"),
    [
        (("ops",), OP),
        (("ops", "--all"), OP),
        (("ops", "conv"), OP),
        (("ops", "nothing"), OP),
        (("kernels",), KERNEL),
        (("kernels", "--all"), KERNEL),
        (("kernels", "Conv2D", "--device", "gpu"), KERNEL),
        (
            ("kernels", "--missing", "GPU"),
            {
                "op": str,
                "missing": str,
                "elsewhere": [{"device_type": str, "kernels": int}],
                "linked_into": (str, None),
                "location": (LOCATION, None),
            },
        ),
    ],
)
def test_the_shape_of_every_answer(sample_index: Path, words: tuple[str, ...], shape: Shape) -> None:
    done = ask(sample_index, *words, "--json")
    assert done.err == ""
    found = done.json()
    check(found, document(shape))
    assert bool(found["results"]) == (found["answer"] == "found") == (done.status == 0)


def test_the_head(sample_index: Path) -> None:
    found = ask(sample_index, "kernels", "Conv2D", "--json").json()
    del found["results"], found["unresolved"]
    assert found == {
        "schema": "tfexplore/1",
        "source": {
            "repository": "https://github.com/tensorflow/tensorflow",
            "tag": "v1.15.0",
            "commit": "590d6eef7e91a6a7392c8ffffb7b58f2e0c8bc6b",
            "permalink": "https://github.com/tensorflow/tensorflow/blob/590d6eef7e91a6a7392c8ffffb7b58f2e0c8bc6b"
            "/{path}#L{line}",
        },
        "build": "linux-cuda",
        "linkage": "build files",
        "command": "kernels",
        "query": ["Conv2D"],
        "answer": "found",
        "nearest": [],
    }


def test_a_tree_without_tag_and_commit(tmp_path: Path) -> None:
    state = facts.STATE._replace(repository=None, tag=None, commit=None, linkage="paths")
    write_index(tmp_path / "a.sqlite", state, Facts(ops=(facts.op("A"),)))
    found = ask(tmp_path / "a.sqlite", "ops", "--json").json()
    assert found["source"] == {"repository": None, "tag": None, "commit": None, "permalink": None}
    assert found["linkage"] == "paths"
    assert ask(tmp_path / "a.sqlite", "ops").rows()[0][6] == "-"


def test_unresolved_sites(sample_index: Path) -> None:
    everything = ask(sample_index, "kernels", "--json").json()["unresolved"]
    assert everything == [
        {
            "macro": "REGISTER_KERNEL_BUILDER",
            "text": 'Label(Name("x"))',
            "reason": "label computed",
            "location": {"path": facts.KERNELS_FILE, "line": 400, "end_line": 400},
        }
    ]
    assert ask(sample_index, "kernels", "Conv2D", "--json").json()["unresolved"] == everything
    assert ask(sample_index, "kernels", "MatMul", "--json").json()["unresolved"] == []
    assert len(ask(sample_index, "ops", "--json").json()["unresolved"]) == 1


def test_one_result_a_line(sample_index: Path) -> None:
    lines = ask(sample_index, "ops", "conv", "--json").out.splitlines()
    assert [json.loads(line.rstrip(","))["name"] for line in lines[1:-2]] == [
        "Conv2D",
        "Conv2DBackpropInput",
        "Conv3D",
        "DepthwiseConv2dNative",
        "_FusedConv2D",
    ]


def test_an_op() -> None:
    found = ops.op_def(facts.OPS[-1])
    assert found["input_arg"] == [
        {"name": "values", "type_attr": "T", "number_attr": "N", "is_ref": True},
        {"name": "handle", "type": "DT_RESOURCE"},
        {"name": "rest", "type_list_attr": "Tlist"},
    ]
    assert found["attr"][:4] == [
        {"name": "N", "type": "int", "minimum": 1},
        {"name": "Tlist", "type": "list(type)", "default_value": ("DT_FLOAT", "DT_INT32"), "minimum": 0},
        {"name": "empty", "type": "list(type)", "default_value": ()},
        {"name": "one_empty", "type": "list(string)", "default_value": ("",)},
    ]
    assert {key: found[key] for key in ("is_stateful", "is_aggregate", "allows_uninitialized_input")} == {
        "is_stateful": True,
        "is_aggregate": True,
        "allows_uninitialized_input": True,
    }
    assert "is_commutative" not in found
    assert found["deprecation_version"] == 22
    assert (found["shape_fn"], found["linked_into"]) == ("lambda", "contrib/image/python/ops/_image_ops.so")
    assert found["expansion"][0] == {
        "macro": "TF_CALL_FLOATS",
        "defined": {"path": facts.TYPES_FILE, "line": 90, "end_line": 92},
        "invoked": {"path": facts.KERNELS_FILE, "line": 195, "end_line": 195},
    }
    plain = ops.op_def(facts.OPS[2])
    assert (plain["deprecation_version"], plain["shape_fn"], plain["shape_fn_location"]) == (0, None, None)


def test_a_kernel() -> None:
    assert kernels.kernel_def(facts.KERNELS[3]) == {
        "op": "Conv2D",
        "device_type": "GPU",
        "constraint": [{"name": "T", "allowed_values": ["DT_HALF"]}],
        "host_memory_arg": [],
        "label": "eigen",
        "priority": -2,
        "kernel_class": "Conv2DOp<GPUDevice, half>",
        "kernel_class_location": {"path": facts.KERNELS_FILE, "line": 200, "end_line": 290},
        "registry": "op_kernel",
        "linked_into": "tensorflow",
        "location": {"path": facts.KERNELS_FILE, "line": 310, "end_line": 310},
        "expansion": [],
    }


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"x": float("inf")}, '{"x": "inf"}'),
        ({"x": [float("-inf"), {"y": float("nan")}, 0.5]}, '{"x": ["-inf", {"y": "nan"}, 0.5]}'),
        ({"x": "\x00é\ud800"}, '{"x": "\\u0000\\u00e9\\ud800"}'),
    ],
)
def test_values_that_json_does_not_have(value: object, text: str) -> None:
    assert dumps(value) == text
