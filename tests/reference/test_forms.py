"""The three forms of Conv2D agree, and so do the block-wise ways with the plain ones."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tfexplore.reference import conv2d, convolution, max_pool_grad, padding, pooling, run
from tfexplore.reference.conv2d import FORMS

SMALL = st.integers(1, 6)


@st.composite
def convolutions(draw):
    kind = draw(st.sampled_from(["SAME", "VALID", "EXPLICIT"]))
    rows, columns, stride_rows, stride_columns, rate_rows, rate_columns = (draw(st.integers(1, 3)) for _ in range(6))
    height = draw(st.integers((rows - 1) * rate_rows + 1, 9))
    width = draw(st.integers((columns - 1) * rate_columns + 1, 9))
    groups, depth, out = draw(st.integers(1, 2)), draw(st.integers(1, 3)), draw(st.integers(1, 2))
    dtype = draw(st.sampled_from(["float16", "float32", "float64"]))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    image = rng.normal(size=(draw(st.integers(1, 2)), height, width, depth * groups)).astype(dtype)
    kernel = rng.normal(size=(rows, columns, depth, out * groups)).astype(dtype)
    attrs = {
        "strides": [1, stride_rows, stride_columns, 1],
        "dilations": [1, rate_rows, rate_columns, 1],
        "padding": kind,
    }
    if kind == "EXPLICIT":
        attrs["explicit_paddings"] = [0, 0, *(draw(st.integers(0, 3)) for _ in range(4)), 0, 0]
    return image, kernel, attrs


#: Blocks of one output, of a few, of rows; and the way by rows of taps, which large filters take.
BLOCKS = [(1, 1), (200, 200), (3000, 3000), (1, 4000), (1, 1 << 20)]


@given(convolutions(), st.sampled_from(BLOCKS), st.sampled_from([1, 8 << 20]))
def test_the_forms_agree(case, patch_bytes, stage_bytes):
    image, kernel, attrs = case
    kept = convolution.PATCH_BYTES, convolution.PATCH_BYTES_LARGE, convolution.STAGE_BYTES
    convolution.PATCH_BYTES, convolution.PATCH_BYTES_LARGE = patch_bytes
    convolution.STAGE_BYTES = stage_bytes
    try:
        results = [conv2d.conv2d(image, kernel, form=form, **attrs) for form in FORMS]
    finally:
        convolution.PATCH_BYTES, convolution.PATCH_BYTES_LARGE, convolution.STAGE_BYTES = kept
    tolerance = {"float16": 2e-2, "float32": 1e-4, "float64": 1e-12}[image.dtype.name]
    for result in results[1:]:
        assert result.dtype == image.dtype
        np.testing.assert_allclose(result, results[0], rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("form", FORMS)
def test_an_infinite_filter_over_the_padding_is_nan_in_every_form(form):
    image, kernel = np.ones((1, 2, 2, 1), np.float32), np.full((2, 2, 1, 1), np.inf, np.float32)
    out = conv2d.conv2d(image, kernel, strides=[1, 1, 1, 1], padding="SAME", form=form)
    np.testing.assert_array_equal(out.ravel(), [np.inf, np.nan, np.nan, np.nan])


def test_an_unknown_form_is_refused():
    with pytest.raises(ValueError, match="form"):
        conv2d.conv2d(np.ones((1, 1, 1, 1)), np.ones((1, 1, 1, 1)), strides=[1] * 4, padding="SAME", form="fft")


def test_the_patches_take_little_memory_beside_a_large_padding():
    attrs = {"strides": [1, 2**20, 2**20, 1], "padding": "EXPLICIT"}
    attrs["explicit_paddings"] = [0, 0, 2**20, 0, 2**20, 2**20, 0, 0]
    out = run("Conv2D", {"input": np.ones((1, 2, 2, 1)), "filter": np.ones((2, 2, 1, 1))}, attrs)["output"]
    np.testing.assert_array_equal(out[0, :, :, 0], [[0, 0, 0], [0, 4, 0]])


@given(
    st.integers(1, 9),
    st.integers(1, 5),
    st.integers(1, 4),
    st.integers(1, 3),
    st.sampled_from(padding.PADDINGS_WITH_EXPLICIT),
    st.integers(0, 4),
    st.integers(0, 4),
)
def test_the_reach_of_a_tap_is_where_it_meets_the_input(size, taps, stride, rate, kind, before, after):
    try:
        window = padding.window(
            "op",
            "rows",
            size=size,
            window=taps,
            stride=stride,
            padding=kind,
            dilation=rate,
            explicit=(before, after),
        )
    except ValueError:
        return
    for tap in range(taps):
        wanted = [
            (output, output * stride + tap * rate - window.before)
            for output in range(window.output)
            if 0 <= output * stride + tap * rate - window.before < size
        ]
        outputs, inputs = window.reach(tap)
        found = zip(range(window.output)[outputs], range(size)[inputs], strict=True)
        assert list(found) == wanted


@st.composite
def pools(draw):
    rows, columns, step_rows, step_columns = (draw(st.integers(1, 4)) for _ in range(4))
    shape = (
        draw(st.integers(1, 2)),
        draw(st.integers(rows, 9)),
        draw(st.integers(columns, 9)),
        draw(st.integers(1, 3)),
    )
    dtype = draw(st.sampled_from(["float32", "float64", "float16", "int8", "uint16"]))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    if np.dtype(dtype).kind == "f":
        odd = draw(st.sampled_from([[], [np.nan], [-np.inf, np.nan, np.inf], [-np.inf]]))
        image = rng.choice([-1.0, 0.0, 1.0, 2.0, *odd], shape).astype(dtype)
    else:
        image = rng.choice([np.iinfo(dtype).min, 1, 2], shape).astype(dtype)
    return image, (rows, columns), (step_rows, step_columns), draw(st.sampled_from(["SAME", "VALID"])), rng


@given(pools(), st.sampled_from([1, 64, 1 << 19]))
def test_strips_scatter_as_the_plain_way_does(case, strip_bytes):
    image, window, strides, kind, rng = case
    attrs = pooling.pool_attrs("op", (1, *window, 1), (1, *strides, 1), kind, "NHWC")
    geometry = pooling.pool("op", attrs, image.shape)
    gradient = rng.normal(size=geometry.output).astype(image.dtype)
    kept = max_pool_grad.STRIP_BYTES
    max_pool_grad.STRIP_BYTES = strip_bytes
    try:
        got = max_pool_grad.scatter_to_maxima(image, gradient, geometry)
    finally:
        max_pool_grad.STRIP_BYTES = kept
    wanted = np.zeros_like(image)
    for n, i, j, c in np.ndindex(geometry.output):
        best, place = None, None
        for r in range(i * strides[0] - geometry.rows.before, i * strides[0] - geometry.rows.before + window[0]):
            first = j * strides[1] - geometry.columns.before
            for s in range(first, first + window[1]):
                inside = 0 <= r < image.shape[1] and 0 <= s < image.shape[2]
                if inside and (place is None or best < image[n, r, s, c]):
                    best, place = image[n, r, s, c], (n, r, s, c)
        with np.errstate(over="ignore"):
            wanted[place] += gradient[n, i, j, c]
    np.testing.assert_array_equal(got, wanted)


def test_a_large_filter_goes_by_rows(monkeypatch):
    rng = np.random.default_rng(0)
    image, kernel = rng.normal(size=(3, 9, 8, 70)), rng.normal(size=(3, 3, 70, 60))
    attrs = {"strides": [1, 1, 2, 1], "padding": "SAME", "dilations": [1, 2, 1, 1]}
    calls = []
    by_rows = conv2d._by_rows
    monkeypatch.setattr(conv2d, "_by_rows", lambda *arguments: (calls.append(1), by_rows(*arguments)))
    got = conv2d.conv2d(image, kernel, **attrs)
    assert calls == [1]
    np.testing.assert_allclose(got, conv2d.conv2d(image, kernel, form="im2col", **attrs), rtol=1e-10, atol=1e-10)
