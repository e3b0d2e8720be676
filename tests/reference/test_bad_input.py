"""Bad input is a ReferenceError that names op, argument and rule, or a defined result; arrays of the caller stay."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tfexplore.reference import OPS, ReferenceError, UnknownOperatorError, run
from tfexplore.reference.preprocess_input import preprocess_input

ONES = np.ones((1, 4, 4, 2), np.float32)
POOL = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}
HALF = np.ones((1, 2, 2, 2), np.float32)
V2 = {"ksize": np.array([1, 2, 2, 1], np.int32), "strides": np.array([1, 2, 2, 1], np.int32)}
INDEX = np.zeros((1, 2, 2, 2), np.int64)
CONV = {"strides": [1, 1, 1, 1], "padding": "SAME"}
SIZES = np.array([1, 4, 4, 2], np.int32)

#: One good call of every op.
GOOD = {
    "Conv2D": ({"input": ONES, "filter": ONES[0, :3, :3, :, None]}, CONV),
    "Conv2DBackpropInput": (
        {"input_sizes": SIZES, "filter": ONES[0, :3, :3, :, None], "out_backprop": ONES[..., :1]},
        CONV,
    ),
    "Conv2DBackpropFilter": (
        {"input": ONES, "filter_sizes": np.array([3, 3, 2, 1], np.int32), "out_backprop": ONES[..., :1]},
        CONV,
    ),
    "DepthwiseConv2dNative": ({"input": ONES, "filter": ONES[0, :3, :3, :, None]}, CONV),
    "_FusedConv2D": (
        {"input": ONES, "filter": ONES[0, :3, :3, :, None], "args0": np.ones(1, np.float32)},
        CONV | {"fused_ops": ["BiasAdd", "Relu"]},
    ),
    "MaxPool": ({"input": ONES}, POOL),
    "MaxPoolV2": ({"input": ONES, **V2}, {"padding": "VALID"}),
    "MaxPoolGrad": ({"orig_input": ONES, "orig_output": HALF, "grad": HALF}, POOL),
    "MaxPoolGradV2": ({"orig_input": ONES, "orig_output": HALF, "grad": HALF, **V2}, {"padding": "VALID"}),
    "MaxPoolGradGrad": ({"orig_input": ONES, "orig_output": HALF, "grad": ONES}, POOL),
    "MaxPoolGradGradV2": ({"orig_input": ONES, "orig_output": HALF, "grad": ONES, **V2}, {"padding": "VALID"}),
    "MaxPoolWithArgmax": ({"input": ONES}, POOL),
    "MaxPoolGradWithArgmax": ({"input": ONES, "grad": HALF, "argmax": INDEX}, POOL),
    "MaxPoolGradGradWithArgmax": ({"input": ONES, "grad": ONES, "argmax": INDEX}, POOL),
    "AvgPool": ({"value": ONES}, POOL),
    "AvgPoolGrad": ({"orig_input_shape": SIZES, "grad": HALF}, POOL),
    "SinGrad": ({"x": ONES, "dy": ONES}, {}),
    "PreprocessInput": ({"x": np.ones((4, 4, 3), np.float32)}, {"mode": "torch"}),
    "PruningSparsity": ({"step": np.arange(4)}, {}),
    "DynamicLossScale": ({"grads": np.ones((3, 2), np.float32)}, {}),
}

OPERATORS = pytest.mark.parametrize("op", sorted(OPS))


def refuse(op, inputs, attrs):
    with pytest.raises(ReferenceError) as caught:
        run(op, inputs, attrs)
    assert caught.value.op == op
    assert str(caught.value) == f"{op}: {caught.value.argument}: {caught.value.rule}"


def test_every_operator_has_a_good_call():
    assert set(GOOD) == set(OPS)


@OPERATORS
def test_the_good_call_is_good(op):
    outputs = run(op, *GOOD[op])
    assert tuple(outputs) == OPS[op].outputs
    assert all(type(output) is np.ndarray for output in outputs.values())


@OPERATORS
def test_no_array_of_the_caller_is_returned_or_written_to(op):
    inputs, attrs = GOOD[op]
    mine = {name: array.copy() for name, array in inputs.items()}
    for output in run(op, mine, attrs).values():
        assert not any(np.shares_memory(output, array) for array in mine.values())
        output[...] = 0
    assert all(np.array_equal(mine[name], inputs[name]) for name in inputs)


@OPERATORS
def test_strides_byte_order_and_flags_do_not_matter(op):
    inputs, attrs = GOOD[op]
    odd = {}
    for name, array in inputs.items():
        wide = np.full((*array.shape[:-1], 2 * array.shape[-1]), 77, array.dtype.newbyteorder(">"))
        wide[..., ::2] = array
        odd[name] = wide[..., ::2]
        odd[name].flags.writeable = False
    for name, output in run(op, odd, attrs).items():
        np.testing.assert_array_equal(output, run(op, inputs, attrs)[name])


@OPERATORS
def test_names(op):
    inputs, attrs = GOOD[op]
    refuse(op, inputs | {"inputs": ONES}, attrs)
    refuse(op, inputs, attrs | {"stride": [1, 1, 1, 1]})
    for name in inputs:
        refuse(op, {key: value for key, value in inputs.items() if key != name}, attrs)
    for name in OPS[op].required:
        refuse(op, inputs, {key: value for key, value in attrs.items() if key != name})
    refuse(op, inputs | {1: ONES}, attrs)
    refuse(op, None, attrs)
    refuse(op, inputs, [])


@OPERATORS
@pytest.mark.parametrize("value", [None, 3, "x", [1, 2], ONES.tolist(), np.float32(1), np.ma.masked_array(ONES)])
def test_what_is_not_an_array(op, value):
    inputs, attrs = GOOD[op]
    for name in inputs:
        refuse(op, inputs | {name: value}, attrs)


@OPERATORS
@pytest.mark.parametrize("dtype", ["U1", "O", "M8[s]", "m8[s]", "V4", "S3"])
def test_dtypes_that_no_op_has(op, dtype):
    inputs, attrs = GOOD[op]
    for name, array in inputs.items():
        refuse(op, inputs | {name: np.empty(array.shape, dtype)}, attrs)


@OPERATORS
def test_ranks(op):
    inputs, attrs = GOOD[op]
    for name, array in inputs.items():
        if op == "PruningSparsity":
            continue  # a step of any shape
        refuse(op, inputs | {name: array[None, None]}, attrs)
        refuse(op, inputs | {name: np.ones((), array.dtype)}, attrs)


class Thing:
    """What is nothing that an attr can be, and is called the same in every process."""

    def __repr__(self) -> str:
        return "a thing"


NASTY = [None, True, "1", b"SAME", 1.5, float("nan"), [], [1], [1] * 5, [1, 1, 1, None], [1, 1.5, 1, 1], [1, "1", 1, 1]]
NASTY += [[1, 2**31, 1, 1], [1, -(2**40), 1, 1], [1, 0, 1, 1], {}, Thing(), 10**400, [10**400] * 4, [True] * 4]


@OPERATORS
@pytest.mark.parametrize("value", NASTY, ids=repr)
def test_attrs_of_another_kind(op, value):
    """Each is refused, or was not read: nothing else may come out."""
    inputs, attrs = GOOD[op]
    operator = OPS[op]
    for name in (*operator.required, *operator.attrs, *operator.ignored, *(["T"] if operator.typed_by else [])):
        try:
            outputs = run(op, inputs, attrs | {name: value})
        except ReferenceError:
            continue
        assert all(type(output) is np.ndarray for output in outputs.values())


@pytest.mark.parametrize("op", ["Conv", "conv2d", "", None, 3, ["Conv2D"]])
def test_an_unknown_op(op):
    with pytest.raises(UnknownOperatorError, match="is not one of"):
        run(op, {}, {})


def test_an_error_can_be_sent_to_another_process():
    for error in (ReferenceError("Conv2D", "input", "rule"), UnknownOperatorError("Conv", "op", "rule")):
        copy = pickle.loads(pickle.dumps(error))
        assert (type(copy), copy.args, copy.rule) == (type(error), error.args, error.rule)


@pytest.mark.parametrize("op", ["Conv2D", "_FusedConv2D"])
@pytest.mark.parametrize(
    "pads", [[2**31 - 1] * 2, [2**31, 0], [2**30, 2**30], [2**62, 2**62], [10**9, 0], [-1, 0], [2**63, 0]]
)
def test_huge_paddings(op, pads):
    inputs, attrs = GOOD[op]
    refuse(op, inputs, attrs | {"padding": "EXPLICIT", "explicit_paddings": [0, 0, *pads, *pads, 0, 0]})


@pytest.mark.parametrize("value", [2**31 - 1, -(2**31), 0, -1])
def test_extreme_sizes(value):
    """Also windows of two thousand million rows, which must not be walked through."""
    for op, (inputs, attrs) in GOOD.items():
        for name, array in inputs.items():
            if array.dtype == np.int32 and array.shape == (4,):
                for place in range(4):
                    sizes = array.copy()
                    sizes[place] = value
                    try:
                        outputs = run(op, inputs | {name: sizes}, attrs)
                    except ReferenceError:
                        continue
                    assert sum(output.size for output in outputs.values()) < 1000


@pytest.mark.parametrize(
    "shape", [(0, 2**31, 1, 1), (0, 1, 2**40, 1), (1, 0, 2**33, 2), (0, 1, 1, 2**31), (2**31, 0, 1, 1)]
)
def test_huge_empty_arrays(shape):
    for op in ("MaxPool", "AvgPool", "Conv2D", "MaxPoolWithArgmax", "DepthwiseConv2dNative", "DynamicLossScale"):
        inputs, attrs = GOOD[op]
        name = OPS[op].inputs[0]
        try:
            outputs = run(op, inputs | {name: np.empty(shape, np.float32)}, attrs)
        except ReferenceError:
            continue
        assert all(output.size == 0 for output in outputs.values())


SIDES = st.integers(0, 5)


@given(
    op=st.sampled_from(["MaxPool", "AvgPool", "MaxPoolWithArgmax", "MaxPoolV2"]),
    shape=st.tuples(st.integers(0, 2), SIDES, SIDES, SIDES),
    ksize=st.lists(st.integers(-2, 6), min_size=3, max_size=5),
    strides=st.lists(st.integers(-1, 4), min_size=3, max_size=5),
    pad=st.sampled_from(["SAME", "VALID", "EXPLICIT", "same"]),
    data_format=st.sampled_from(["NHWC", "NCHW", "NCHW_VECT_C", "NWHC"]),
)
def test_a_pool_computes_or_refuses(op, shape, ksize, strides, pad, data_format):
    image = np.random.default_rng(0).choice([np.nan, -np.inf, 1, 2], shape).astype(np.float32)
    inputs = {OPS[op].inputs[0]: image}
    attrs = {"padding": pad}
    if op == "MaxPoolV2":
        inputs |= {"ksize": np.array(ksize, np.int32), "strides": np.array(strides, np.int32)}
    else:
        attrs |= {"ksize": ksize, "strides": strides}
    if op != "MaxPoolWithArgmax":
        attrs["data_format"] = data_format
    before = image.tobytes()
    try:
        outputs = run(op, inputs, attrs)
    except ReferenceError:
        return
    finally:
        assert image.tobytes() == before
    assert all(output.ndim == 4 and output.shape[0] == shape[0] for output in outputs.values())


@given(
    op=st.sampled_from(["Conv2D", "Conv2DBackpropInput", "Conv2DBackpropFilter", "DepthwiseConv2dNative"]),
    shapes=st.tuples(*[st.tuples(SIDES, SIDES, SIDES, SIDES)] * 3),
    strides=st.lists(st.integers(-1, 3), min_size=4, max_size=4),
    dilations=st.lists(st.integers(0, 2), min_size=4, max_size=4),
    pad=st.sampled_from(["SAME", "VALID", "EXPLICIT"]),
)
def test_a_convolution_computes_or_refuses(op, shapes, strides, dilations, pad):
    first, second, third = shapes
    arrays = {
        "input": np.ones(first, np.float32),
        "filter": np.ones(second, np.float32),
        "out_backprop": np.ones(third, np.float32),
        "input_sizes": np.array(first, np.int32),
        "filter_sizes": np.array(second, np.int32),
    }
    attrs = {"strides": strides, "dilations": dilations, "padding": pad}
    if pad == "EXPLICIT":
        attrs["explicit_paddings"] = [0, 0, 1, 2, 0, 1, 0, 0]
    try:
        outputs = run(op, {name: arrays[name] for name in OPS[op].inputs}, attrs)
    except ReferenceError:
        return
    assert outputs["output"].dtype == np.float32


def test_preprocess_input_in_place_is_the_one_thing_that_writes_to_its_input():
    image = np.full((2, 2, 3), 255, np.float32)
    assert np.shares_memory(preprocess_input(image, mode="tf", in_place=True), image)
    np.testing.assert_array_equal(image, 1)
