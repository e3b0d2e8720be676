"""What is asked of one file is what is said of it among everything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tfexplore.index import api, gradients, kernels, ops, uses
from tfexplore.index.store import Index
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


def _of_op(op: OpDef) -> list[Location | None]:
    return [op.location, op.shape_fn_location, *[place for step in op.expansion for place in step[1:]]]


def _of_kernel(kernel: KernelDef) -> list[Location | None]:
    return [kernel.location, kernel.kernel_class_location, *[at for step in kernel.expansion for at in step[1:]]]


def _every_use(shipped: Index) -> tuple[Use, ...]:
    return uses.touching(shipped, [number for number, _ in shipped.path_numbers()])


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
    shipped: Index, path: str, every: Callable[..., Any], touching: Callable[..., Any], places: Callable[..., Any]
) -> None:
    number = shipped.path_number(path)
    assert number or path.endswith(".bzl")
    speaking = [one for one in every(shipped) if any(at is not None and at.path == path for at in places(one))]
    assert list(touching(shipped, (number,))) == speaking


def test_several_files_at_once_and_none(shipped: Index) -> None:
    sin, conv = (shipped.path_number(f"tensorflow/core/kernels/{name}.cc") for name in ("cwise_op_sin", "conv_ops"))
    both = kernels.touching(shipped, {sin, conv})
    assert {one.op for one in both} >= {"Sin", "Conv2D"}
    assert sorted(both) == sorted({*kernels.touching(shipped, [sin]), *kernels.touching(shipped, [conv])})
    assert kernels.touching(shipped, ()) == ()
