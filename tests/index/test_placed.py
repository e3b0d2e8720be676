"""What is asked of one file is what is said of it among everything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tfexplore.index import api, gradients, kernels, ops, shelf, uses
from tfexplore.index.store import Index, open_index
from tfexplore.model import Endpoint, GradientFunction, KernelDef, Location, OpDef, Use

#: Files with few and with many facts, headers whose macros thousands of kernels come through among them.
PATHS = (
    "tensorflow/core/framework/register_types.h",
    "tensorflow/core/framework/common_shape_fns.cc",
    "tensorflow/core/kernels/conv_ops.cc",
    "tensorflow/core/kernels/cwise_op_sin.cc",
    "tensorflow/core/kernels/cwise_ops_common.h",
    "tensorflow/core/ops/math_ops.cc",
    "tensorflow/cc/gradients/math_grad.cc",
    "tensorflow/python/ops/math_grad.py",
    "tensorflow/python/ops/nn_ops.py",
    "tensorflow/tensorflow.bzl",
)


@pytest.fixture(scope="module")
def index() -> Iterator[Index]:
    with open_index(shelf.find("v1.15.0")) as opened:
        yield opened


def _of_op(op: OpDef) -> list[Location | None]:
    return [op.location, op.shape_fn_location, *[place for step in op.expansion for place in step[1:]]]


def _of_kernel(kernel: KernelDef) -> list[Location | None]:
    return [kernel.location, kernel.kernel_class_location, *[at for step in kernel.expansion for at in step[1:]]]


def _every_use(index: Index) -> tuple[Use, ...]:
    return uses.touching(index, [number for number, _ in index.path_numbers()])


def _of_use(use: Use) -> list[Location | None]:
    return [use.owner, use.location, use.target]


def _of_gradient(gradient: GradientFunction) -> list[Location | None]:
    return [gradient.location, gradient.registered]


def _of_endpoint(endpoint: Endpoint) -> list[Location | None]:
    return [endpoint.location]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    ("every", "touching", "places"),
    [
        (ops.every, ops.touching, _of_op),
        (kernels.every, kernels.touching, _of_kernel),
        (_every_use, uses.touching, _of_use),
        (gradients.every, gradients.touching, _of_gradient),
        (api.endpoints, api.touching, _of_endpoint),
    ],
    ids=["ops", "kernels", "uses", "gradients", "endpoints"],
)
def test_what_touches_a_file(
    index: Index, path: str, every: Callable[..., Any], touching: Callable[..., Any], places: Callable[..., Any]
) -> None:
    number = index.path_number(path)
    assert number or path.endswith(".bzl")
    speaking = [one for one in every(index) if any(at is not None and at.path == path for at in places(one))]
    assert list(touching(index, (number,))) == speaking


def test_several_files_at_once_and_none(index: Index) -> None:
    sin, conv = (index.path_number(f"tensorflow/core/kernels/{name}.cc") for name in ("cwise_op_sin", "conv_ops"))
    both = kernels.touching(index, {sin, conv})
    assert {one.op for one in both} >= {"Sin", "Conv2D"}
    assert sorted(both) == sorted({*kernels.touching(index, [sin]), *kernels.touching(index, [conv])})
    assert kernels.touching(index, ()) == ()
