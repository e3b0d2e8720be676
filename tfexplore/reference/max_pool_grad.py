"""MaxPoolGrad and MaxPoolGradGrad, with their V2 forms (core/kernels/maxpooling_op.cc).

MaxPoolGrad looks for the maxima again, in `orig_input`; of `orig_output` it uses the shape alone. MaxPoolGradGrad goes
the other way and looks for the first input that *equals* `orig_output`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from tfexplore.reference import arguments, layout, pooling
from tfexplore.reference.arguments import Array
from tfexplore.reference.errors import ReferenceError
from tfexplore.reference.padding import Window
from tfexplore.reference.pooling import Pool, PoolAttrs

#: The rows of one step of MaxPoolGrad take about this many bytes, to stay in a core's cache.
STRIP_BYTES = 1 << 19


def max_pool_grad(
    orig_input: Array,
    orig_output: Array,
    grad: Array,
    *,
    ksize: object,
    strides: object,
    padding: object,
    data_format: object = "NHWC",
) -> Array:
    """Return zeros of the shape of `orig_input` with each gradient added at the first maximum of its window.

    The arrays are 4-D and of one floating point or integer dtype; integers wrap around, and sums of float16 are rounded
    at every step. The values of `orig_output` are ignored. Raises `ReferenceError` if `orig_output` or `grad` has not
    the shape that the window gives: TensorFlow does not check and reads out of bounds.
    """
    op = "MaxPoolGrad"
    sizes, steps = arguments.integers(op, "ksize", ksize), arguments.integers(op, "strides", strides)
    return _max_pool_grad(op, orig_input, orig_output, grad, sizes, steps, padding, data_format)


def max_pool_grad_v2(
    orig_input: Array,
    orig_output: Array,
    grad: Array,
    ksize: Array,
    strides: Array,
    *,
    padding: object,
    data_format: object = "NHWC",
) -> Array:
    """Return what `max_pool_grad` does; `ksize` and `strides` are int32 vectors of four values."""
    op = "MaxPoolGradV2"
    sizes = arguments.int32_vector(op, "ksize", ksize, 4)
    steps = arguments.int32_vector(op, "strides", strides, 4)
    return _max_pool_grad(op, orig_input, orig_output, grad, sizes, steps, padding, data_format)


@np.errstate(all="ignore")
def _max_pool_grad(
    op: str,
    orig_input: Array,
    orig_output: Array,
    grad: Array,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: object,
    data_format: object,
) -> Array:
    """Compute the gradient under the name of `op`."""
    attrs = pooling.pool_attrs(op, ksize, strides, padding, data_format)
    image, output, gradient = _arrays(op, attrs, orig_input, orig_output, grad)
    geometry = pooling.pool(op, attrs, image.shape)
    pooling.same_shape(op, "orig_output", output, geometry.output, attrs.data_format)
    pooling.same_shape(op, "grad", gradient, geometry.output, attrs.data_format)
    if min(attrs.ksize) <= 0:
        raise ReferenceError(op, "attr 'ksize'", "must be > 0: TensorFlow writes in front of its output")
    image = layout.to_nhwc(image, attrs.data_format)
    gradient = layout.to_nhwc(gradient, attrs.data_format)
    return layout.from_nhwc(scatter_to_maxima(image, gradient, geometry), attrs.data_format)


def scatter_to_maxima(image: Array, gradient: Array, geometry: Pool) -> Array:
    """Add each gradient at the first maximum of its window; arrays are NHWC.

    Done strip by strip; a strip with NaN, or with a window whose elements do not exceed the padding, takes the plain
    way. Both add the gradients of one input element in the order of their outputs, as the kernel does.
    """
    result = np.zeros(image.shape, image.dtype)
    if not gradient.size:
        return result
    strip = Strip(image, geometry)
    for n in range(geometry.batch):
        for start, stop in strip.rows():
            if not strip.scatter(n, start, stop, gradient[n, start:stop], result[n]):
                _scatter_plainly(image, gradient, geometry, result, n, start, stop)
    return result


def _scatter_plainly(
    image: Array, gradient: Array, geometry: Pool, result: Array, n: int, start: int, stop: int
) -> None:
    """Scatter output rows [start, stop) of image `n` by the flat index of each maximum."""
    where = pooling.first_maximum(image[n : n + 1], geometry.rows, geometry.columns, start, stop)
    index = where[0] * geometry.depth + np.arange(geometry.depth)
    np.add.at(result[n].reshape(-1), index.reshape(-1), gradient[n, start:stop].reshape(-1))


class Strip:
    """A few rows of a MaxPoolGrad, worked on while they are in the cache.

    The columns of a strip are kept apart by their place in the stride, so that the elements that one tap reads lie next
    to each other. The tap of each maximum is kept as one byte, from which its place in the image follows.
    """

    def __init__(self, image: Array, geometry: Pool) -> None:
        self.image = image
        self.high, self.wide = rows, columns = geometry.rows, geometry.columns
        self.dtype = image.dtype
        depth = geometry.depth
        width = (columns.output - 1) * columns.stride + columns.window
        row_bytes = max(1, width * depth * self.dtype.itemsize)
        self.step = max(1, min(rows.output, (STRIP_BYTES // row_bytes - rows.window) // rows.stride + 1))
        # The number of a tap is a byte.
        self.possible = 0 < rows.window * columns.window <= 256 and (rows.window + rows.stride) * row_bytes <= 64 << 20
        if not self.possible:
            return
        self.floor = -np.inf if self.dtype.kind == "f" else np.iinfo(self.dtype).min
        self.padded = any(w.before or w.after for w in (rows, columns))
        # The last tap first: with >= the first maximum wins, and a higher number is an earlier tap.
        self.taps = list(pooling.taps(rows, columns))[::-1]
        # The first element of each window in the image's flat order, seen from the strip's top row, and each tap's way
        # from there.
        self.line = columns.size * depth
        first = np.arange(self.step)[:, None, None] * (rows.stride * self.line)
        first = first + (np.arange(columns.output) * columns.stride - columns.before)[:, None] * depth
        self.first = first + np.arange(depth)
        self.ways = np.array([i * self.line + j * depth for i, j in self.taps], np.int64)
        shape = self.first.shape
        self.best, self.index = np.empty(shape, self.dtype), np.empty(shape, np.int64)
        self.tap, self.hit, self.number = (np.empty(shape, np.uint8) for _ in range(3))
        tall = (self.step - 1) * rows.stride + rows.window
        self.values = [
            np.empty((tall, columns.output + (columns.window - 1 - phase) // columns.stride, depth), self.dtype)
            for phase in range(min(columns.stride, columns.window))
        ]

    def rows(self) -> Iterator[tuple[int, int]]:
        """Yield the output rows [start, stop) of each strip."""
        for start in range(0, self.high.output, self.step):
            yield start, min(start + self.step, self.high.output)

    def scatter(self, n: int, start: int, stop: int, gradient: Array, result: Array) -> bool:
        """Add the gradients of output rows [start, stop) of image `n` to `result`; False if it cannot be done here."""
        if not self.possible:
            return False
        count = stop - start
        top = start * self.high.stride - self.high.before
        self._read(n, top, (count - 1) * self.high.stride + self.high.window)
        best, tap, hit, number = self.best[:count], self.tap[:count], self.hit[:count], self.number[:count]
        best[...] = self._seen(count, *self.taps[0])
        tap.fill(0)
        for code, (i, j) in enumerate(self.taps[1:], 1):
            value = self._seen(count, i, j)
            np.greater_equal(value, best, out=hit.view(np.bool_))
            np.maximum(best, value, out=best)
            np.multiply(hit, code, out=number)
            np.maximum(tap, number, out=tap)
        if self.dtype.kind == "f" and np.isnan(best).any():
            return False
        if self.padded and (best == self.floor).any():
            return False
        index = self.index[:count]
        np.take(self.ways, tap, out=index, mode="clip")
        index += self.first[:count]
        if top < 0:
            index += top * self.line
        target = result.reshape(-1)[max(0, top) * self.line :]
        np.add.at(target, index.reshape(-1), np.ascontiguousarray(gradient).reshape(-1))
        return True

    def _seen(self, count: int, i: int, j: int) -> Array:
        """Return the elements that tap (i, j) reads, one for each output of `count` rows."""
        first = j // self.wide.stride
        rows = slice(i, i + (count - 1) * self.high.stride + 1, self.high.stride)
        return self.values[j % self.wide.stride][rows, first : first + self.wide.output]

    def _read(self, n: int, top: int, tall: int) -> None:
        """Bring rows [top, top + tall) of an image into `values`, the padding as the floor."""
        rows, from_rows = _inside(top, 1, tall, self.high.size)
        for phase, part in enumerate(self.values):
            columns, from_columns = _inside(phase - self.wide.before, self.wide.stride, part.shape[1], self.wide.size)
            if self.padded:
                part[: rows.start] = self.floor
                part[rows.stop : tall] = self.floor
                part[:tall, : columns.start] = self.floor
                part[:tall, columns.stop :] = self.floor
            part[rows, columns] = self.image[n, from_rows, from_columns]


def _inside(first: int, step: int, count: int, size: int) -> tuple[slice, slice]:
    """Return the part of `first, first + step, ...` (`count` of them) in [0, size): (their numbers, themselves)."""
    start = min(count, max(0, -(first // step)))
    stop = max(start, min(count, (size - 1 - first) // step + 1))
    begin = first + start * step
    return slice(start, stop), slice(begin, max(begin, begin + (stop - start - 1) * step + 1), step)


def max_pool_grad_grad(
    orig_input: Array,
    orig_output: Array,
    grad: Array,
    *,
    ksize: object,
    strides: object,
    padding: object,
    data_format: object = "NHWC",
) -> Array:
    """Return for each window the element of `grad` where `orig_input` first equals `orig_output`, or 0.

    The arrays are 4-D and of one floating point or integer dtype; `grad` has the shape of `orig_input`. A window of
    `-inf` gives 0 (its output is the lowest finite value), and so does NaN. Raises `ReferenceError` for other shapes.
    """
    op = "MaxPoolGradGrad"
    sizes, steps = arguments.integers(op, "ksize", ksize), arguments.integers(op, "strides", strides)
    return _max_pool_grad_grad(op, orig_input, orig_output, grad, sizes, steps, padding, data_format)


def max_pool_grad_grad_v2(
    orig_input: Array,
    orig_output: Array,
    grad: Array,
    ksize: Array,
    strides: Array,
    *,
    padding: object,
    data_format: object = "NHWC",
) -> Array:
    """Return what `max_pool_grad_grad` does; `ksize` and `strides` are int32 vectors of four values."""
    op = "MaxPoolGradGradV2"
    sizes = arguments.int32_vector(op, "ksize", ksize, 4)
    steps = arguments.int32_vector(op, "strides", strides, 4)
    return _max_pool_grad_grad(op, orig_input, orig_output, grad, sizes, steps, padding, data_format)


@np.errstate(all="ignore")
def _max_pool_grad_grad(
    op: str,
    orig_input: Array,
    orig_output: Array,
    grad: Array,
    ksize: Sequence[int],
    strides: Sequence[int],
    padding: object,
    data_format: object,
) -> Array:
    """Compute the second-order gradient under the name of `op`."""
    attrs = pooling.pool_attrs(op, ksize, strides, padding, data_format)
    image, output, gradient = _arrays(op, attrs, orig_input, orig_output, grad)
    geometry = pooling.pool(op, attrs, image.shape)
    pooling.same_shape(op, "orig_output", output, geometry.output, attrs.data_format)
    pooling.same_shape(op, "grad", gradient, geometry.input, attrs.data_format)
    image, output, gradient = (layout.to_nhwc(array, attrs.data_format) for array in (image, output, gradient))
    result = gather_at_equal(image, output, gradient, geometry.rows, geometry.columns)
    return layout.from_nhwc(result, attrs.data_format)


def gather_at_equal(image: Array, output: Array, gradient: Array, rows: Window, columns: Window) -> Array:
    """Return the gradient at the first element of each window that equals the window's output, row-major, or 0."""
    result = np.zeros(output.shape, image.dtype)
    found = np.zeros(output.shape, np.bool_)
    if not output.size:
        return result
    for i, j in pooling.taps(rows, columns):
        (to_r, from_r), (to_c, from_c) = rows.reach(i), columns.reach(j)
        seen = found[:, to_r, to_c]
        equal = (image[:, from_r, from_c] == output[:, to_r, to_c]) & ~seen
        np.copyto(result[:, to_r, to_c], gradient[:, from_r, from_c], where=equal)
        seen |= equal
    return result


def _arrays(
    op: str, attrs: PoolAttrs, orig_input: object, orig_output: object, grad: object
) -> tuple[Array, Array, Array]:
    """Check the three arrays and that the window does not span depth."""
    pooling.no_depth_window(op, attrs)
    image = arguments.tensor(op, "orig_input", orig_input, arguments.REALS, 4)
    output = arguments.tensor(op, "orig_output", orig_output, arguments.REALS, 4)
    gradient = arguments.tensor(op, "grad", grad, arguments.REALS, 4)
    arguments.same_dtype(op, ("orig_input", image), ("orig_output", output), ("grad", gradient))
    return image, output, gradient
