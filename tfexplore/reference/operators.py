"""The operators by their names in TensorFlow, and how each is called."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from tfexplore.reference import (
    arguments,
    avg_pool,
    conv2d,
    conv2d_backprop,
    depthwise,
    fused_conv2d,
    loss_scale,
    max_pool,
    max_pool_grad,
    max_pool_with_argmax,
    preprocess_input,
    pruning,
    sin_grad,
)
from tfexplore.reference.arguments import Array
from tfexplore.reference.errors import ReferenceError, UnknownOperatorError


class Operator(NamedTuple):
    """How `run` calls an operator: names are TensorFlow's, `required` are the attrs without a default.

    `ignored` are attrs that choose nothing here: `T` must be the dtype of the input named by `typed_by`, and
    `use_cudnn_on_gpu` has no meaning without a GPU.
    """

    function: Callable[..., Any]
    inputs: tuple[str, ...]
    attrs: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ("output",)
    typed_by: str = ""
    ignored: tuple[str, ...] = ()
    variadic: str = ""


_CONV = ("explicit_paddings", "data_format", "dilations")
_WINDOW = ("ksize", "strides", "padding")
_POOLED = ("orig_input", "orig_output", "grad")

OPS: Mapping[str, Operator] = {
    "Conv2D": Operator(
        conv2d.conv2d,
        ("input", "filter"),
        _CONV,
        ("strides", "padding"),
        typed_by="input",
        ignored=("use_cudnn_on_gpu",),
    ),
    "Conv2DBackpropInput": Operator(
        conv2d_backprop.conv2d_backprop_input,
        ("input_sizes", "filter", "out_backprop"),
        _CONV,
        ("strides", "padding"),
        typed_by="filter",
        ignored=("use_cudnn_on_gpu",),
    ),
    "Conv2DBackpropFilter": Operator(
        conv2d_backprop.conv2d_backprop_filter,
        ("input", "filter_sizes", "out_backprop"),
        _CONV,
        ("strides", "padding"),
        typed_by="input",
        ignored=("use_cudnn_on_gpu",),
    ),
    "DepthwiseConv2dNative": Operator(
        depthwise.depthwise_conv2d_native,
        ("input", "filter"),
        ("data_format", "dilations"),
        ("strides", "padding"),
        typed_by="input",
    ),
    "_FusedConv2D": Operator(
        fused_conv2d.fused_conv2d,
        ("input", "filter"),
        (*_CONV, "fused_ops", "epsilon", "num_args"),
        ("strides", "padding"),
        typed_by="input",
        ignored=("use_cudnn_on_gpu",),
        variadic="args",
    ),
    "MaxPool": Operator(max_pool.max_pool, ("input",), ("data_format",), _WINDOW, typed_by="input"),
    "MaxPoolV2": Operator(
        max_pool.max_pool_v2, ("input", "ksize", "strides"), ("data_format",), ("padding",), typed_by="input"
    ),
    "MaxPoolGrad": Operator(max_pool_grad.max_pool_grad, _POOLED, ("data_format",), _WINDOW, typed_by="orig_input"),
    "MaxPoolGradV2": Operator(
        max_pool_grad.max_pool_grad_v2,
        (*_POOLED, "ksize", "strides"),
        ("data_format",),
        ("padding",),
        typed_by="orig_input",
    ),
    "MaxPoolGradGrad": Operator(
        max_pool_grad.max_pool_grad_grad, _POOLED, ("data_format",), _WINDOW, typed_by="orig_input"
    ),
    "MaxPoolGradGradV2": Operator(
        max_pool_grad.max_pool_grad_grad_v2,
        (*_POOLED, "ksize", "strides"),
        ("data_format",),
        ("padding",),
        typed_by="orig_input",
    ),
    "MaxPoolWithArgmax": Operator(
        max_pool_with_argmax.max_pool_with_argmax,
        ("input",),
        ("include_batch_in_index", "Targmax"),
        _WINDOW,
        ("output", "argmax"),
        typed_by="input",
    ),
    "MaxPoolGradWithArgmax": Operator(
        max_pool_with_argmax.max_pool_grad_with_argmax,
        ("input", "grad", "argmax"),
        ("include_batch_in_index", "Targmax"),
        _WINDOW,
        typed_by="input",
    ),
    "MaxPoolGradGradWithArgmax": Operator(
        max_pool_with_argmax.max_pool_grad_grad_with_argmax,
        ("input", "grad", "argmax"),
        ("include_batch_in_index", "Targmax"),
        _WINDOW,
        typed_by="input",
    ),
    "AvgPool": Operator(avg_pool.avg_pool, ("value",), ("data_format",), _WINDOW, typed_by="value"),
    "AvgPoolGrad": Operator(
        avg_pool.avg_pool_grad, ("orig_input_shape", "grad"), ("data_format",), _WINDOW, typed_by="grad"
    ),
    "SinGrad": Operator(sin_grad.sin_grad, ("x", "dy"), typed_by="x"),
    "PreprocessInput": Operator(preprocess_input.preprocess_input, ("x",), ("data_format", "mode")),
    "PruningSparsity": Operator(
        pruning.pruning_sparsity,
        ("step",),
        (
            "initial_sparsity",
            "target_sparsity",
            "sparsity_function_begin_step",
            "sparsity_function_end_step",
            "sparsity_function_exponent",
            "begin_pruning_step",
            "end_pruning_step",
            "threshold_decay",
            "pruning_frequency",
            "nbins",
            "block_height",
            "block_width",
            "block_pooling_function",
            "weight_sparsity_map",
            "block_dims_map",
            "use_tpu",
            "name",
        ),
        outputs=("sparsity",),
    ),
    "DynamicLossScale": Operator(
        loss_scale.dynamic_loss_scale,
        ("grads",),
        ("initial_loss_scale", "increment_period", "multiplier"),
        outputs=("loss_scale", "num_good_steps", "should_apply"),
    ),
}


def run(op: str, inputs: Mapping[str, Array], attrs: Mapping[str, Any]) -> dict[str, Array]:
    """Compute the op named `op` and return its outputs by name.

    An absent attr has the default of the op's registration. Raises `ReferenceError` (a `ValueError`) for what
    TensorFlow rejects or would crash on, and `UnknownOperatorError` for an op that is not in `OPS`.
    """
    if not isinstance(op, str) or op not in OPS:
        raise UnknownOperatorError(str(op), "op", f"is not one of {', '.join(sorted(OPS))}")
    for kind, given in (("inputs", inputs), ("attrs", attrs)):
        if not isinstance(given, Mapping):
            raise ReferenceError(op, kind, f"must be a mapping of names, not {type(given).__name__}")
    operator = OPS[op]
    variadic = _variadic(operator, inputs)
    arguments.names(op, "input", inputs, operator.inputs + variadic, operator.inputs)
    allowed = operator.required + operator.attrs + operator.ignored + (("T",) if operator.typed_by else ())
    arguments.names(op, "attr", attrs, allowed, operator.required)
    _check_ignored(op, operator, inputs, attrs)
    positional = [inputs[name] for name in operator.inputs + variadic]
    named = {name: value for name, value in attrs.items() if name in operator.required or name in operator.attrs}
    try:
        result = operator.function(*positional, **named)
    except MemoryError:
        raise ReferenceError(op, "output", "does not fit in memory") from None
    results = result if isinstance(result, tuple) else (result,)
    return dict(zip(operator.outputs, results, strict=True))


def _variadic(operator: Operator, inputs: Mapping[str, Array]) -> tuple[str, ...]:
    """Return the names `args0`, `args1`, ... as far as they are given without a gap."""
    names: list[str] = []
    if operator.variadic and all(isinstance(name, str) for name in inputs):
        numbered = [name for name in inputs if re.fullmatch(rf"{operator.variadic}(0|[1-9]\d*)", name)]
        while len(names) < len(numbered) and f"{operator.variadic}{len(names)}" in inputs:
            names.append(f"{operator.variadic}{len(names)}")
    return tuple(names)


def _check_ignored(op: str, operator: Operator, inputs: Mapping[str, Array], attrs: Mapping[str, Any]) -> None:
    """Check the attrs that choose nothing."""
    for name in operator.ignored:
        if name in attrs:
            arguments.flag(op, name, attrs[name])
    if "T" in attrs and operator.typed_by:
        value = inputs[operator.typed_by]
        dtype = value.dtype.newbyteorder("=").name if isinstance(value, np.ndarray) else ""
        names = {"float16": ("half", "DT_HALF"), "float32": ("float", "DT_FLOAT"), "float64": ("double", "DT_DOUBLE")}
        arguments.choice(op, "T", attrs["T"], (dtype, f"DT_{dtype.upper()}", *names.get(dtype, ())))
