"""Gradients against central differences along random directions, and adjoint identities."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tfexplore.reference import run

STEP = 1e-6


def along(function, x, rng):
    """A random direction, and the change of the function along it."""
    direction = rng.normal(size=x.shape)
    return direction, (function(x + STEP * direction) - function(x - STEP * direction)) / (2 * STEP)


@st.composite
def convolutions(draw):
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    rows, columns = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    rate = draw(st.integers(1, 2))
    shape = (draw(st.integers(1, 2)), draw(st.integers(5, 8)), draw(st.integers(5, 8)))
    groups, depth = draw(st.integers(1, 2)), draw(st.sampled_from([1, 2, 17]))
    attrs = {
        "strides": [1, draw(st.integers(1, 3)), draw(st.integers(1, 3)), 1],
        "dilations": [1, rate, rate, 1],
        "padding": draw(st.sampled_from(["SAME", "VALID", "EXPLICIT"])),
    }
    if attrs["padding"] == "EXPLICIT":
        attrs["explicit_paddings"] = [0, 0, *(draw(st.integers(0, 3)) for _ in range(4)), 0, 0]
    image = rng.normal(size=(*shape, depth * groups))
    kernel = rng.normal(size=(rows, columns, depth, 2 * groups))
    if draw(st.booleans()):
        image = np.ascontiguousarray(image.transpose(0, 3, 1, 2))
        attrs["data_format"] = "NCHW"
        for name, pairs in (("strides", 1), ("dilations", 1), ("explicit_paddings", 2)):
            if name in attrs:
                values = attrs[name]
                attrs[name] = values[:pairs] + values[3 * pairs :] + values[pairs : 3 * pairs]
    return image, kernel, attrs, rng


@given(convolutions())
def test_the_backprops_are_the_derivatives_of_conv2d(case):
    image, kernel, attrs, rng = case
    out = run("Conv2D", {"input": image, "filter": kernel}, attrs)["output"]
    cotangent = rng.normal(size=out.shape)

    def loss(x, f):
        return float((run("Conv2D", {"input": x, "filter": f}, attrs)["output"] * cotangent).sum())

    into = {"input_sizes": np.array(image.shape, np.int32), "filter": kernel, "out_backprop": cotangent}
    of = {"input": image, "filter_sizes": np.array(kernel.shape, np.int32), "out_backprop": cotangent}
    gradients = run("Conv2DBackpropInput", into, attrs)["output"], run("Conv2DBackpropFilter", of, attrs)["output"]
    direction, change = along(lambda x: loss(x, kernel), image, rng)
    assert (gradients[0] * direction).sum() == pytest.approx(change, rel=1e-6, abs=1e-5)
    direction, change = along(lambda f: loss(image, f), kernel, rng)
    assert (gradients[1] * direction).sum() == pytest.approx(change, rel=1e-6, abs=1e-5)
    products = [(out * cotangent).sum(), (image * gradients[0]).sum(), (kernel * gradients[1]).sum()]
    assert products[1] == pytest.approx(products[0], rel=1e-9, abs=1e-9)
    assert products[2] == pytest.approx(products[0], rel=1e-9, abs=1e-9)


@st.composite
def pools(draw):
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    shape = (draw(st.integers(1, 2)), draw(st.integers(4, 8)), draw(st.integers(4, 8)), draw(st.integers(1, 3)))
    attrs = {
        "ksize": [1, draw(st.integers(1, 4)), draw(st.integers(1, 4)), 1],
        "strides": [1, draw(st.integers(1, 4)), draw(st.integers(1, 4)), 1],
        "padding": draw(st.sampled_from(["SAME", "VALID"])),
    }
    # Distinct numbers, far enough apart that no step changes a maximum.
    return rng.permutation(int(np.prod(shape))).reshape(shape) / 7, attrs, rng


@given(pools())
def test_max_pool_grad_is_the_derivative_of_max_pool(case):
    image, attrs, rng = case
    out = run("MaxPool", {"input": image}, attrs)["output"]
    cotangent = rng.normal(size=out.shape)
    inputs = {"orig_input": image, "orig_output": out, "grad": cotangent}
    gradient = run("MaxPoolGrad", inputs, attrs)["output"]
    loss = lambda x: float((run("MaxPool", {"input": x}, attrs)["output"] * cotangent).sum())  # noqa: E731 - one line
    direction, change = along(loss, image, rng)
    assert (gradient * direction).sum() == pytest.approx(change, rel=1e-6, abs=1e-6)
    # MaxPoolGradGrad goes the other way: <MaxPoolGrad(g), d> = <g, MaxPoolGradGrad(d)>.
    second = run("MaxPoolGradGrad", inputs | {"grad": direction}, attrs)["output"]
    assert (gradient * direction).sum() == pytest.approx((cotangent * second).sum(), rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("with_batch", [False, True])
@given(pools())
def test_the_argmax_gradients_are_those_of_the_pool(with_batch, case):
    image, attrs, rng = case
    flag = {"include_batch_in_index": with_batch}
    result = run("MaxPoolWithArgmax", {"input": image}, attrs | flag)
    np.testing.assert_array_equal(result["output"], run("MaxPool", {"input": image}, attrs)["output"])
    cotangent = rng.normal(size=result["output"].shape)
    plain = run("MaxPoolGrad", {"orig_input": image, "orig_output": result["output"], "grad": cotangent}, attrs)
    inputs = {"input": image, "grad": cotangent, "argmax": result["argmax"]}
    got = run("MaxPoolGradWithArgmax", inputs, attrs | flag)["output"]
    np.testing.assert_array_equal(got, plain["output"])
    gathered = run("MaxPoolGradGradWithArgmax", inputs | {"grad": image}, attrs | flag)["output"]
    np.testing.assert_array_equal(gathered, result["output"])


@given(pools())
def test_avg_pool_grad_is_the_derivative_of_avg_pool(case):
    image, attrs, rng = case
    out = run("AvgPool", {"value": image}, attrs)["output"]
    cotangent = rng.normal(size=out.shape)
    inputs = {"orig_input_shape": np.array(image.shape, np.int32), "grad": cotangent}
    gradient = run("AvgPoolGrad", inputs, attrs)["output"]
    loss = lambda x: float((run("AvgPool", {"value": x}, attrs)["output"] * cotangent).sum())  # noqa: E731 - one line
    direction, change = along(loss, image, rng)
    assert (gradient * direction).sum() == pytest.approx(change, rel=1e-6, abs=1e-6)


@given(st.integers(0, 2**32 - 1))
def test_sin_grad_is_the_derivative_of_sin(seed):
    rng = np.random.default_rng(seed)
    x, dy = rng.normal(size=(2, 20))
    change = (np.sin(x + STEP) - np.sin(x - STEP)) / (2 * STEP)
    np.testing.assert_allclose(run("SinGrad", {"x": x, "dy": dy}, {})["output"], dy * change, atol=1e-8)
