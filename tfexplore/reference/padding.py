"""The geometry of a sliding window: output size, padding, and which outputs an offset reaches.

This is the one place where the padding arithmetic stands; every operator asks it. It is that of
`GetWindowedOutputSizeVerboseV2` (core/framework/common_shape_fns.cc), with C++'s division, and the rules for explicit
paddings are those of `CheckValidPadding` (core/util/padding.cc). Sizes count elements.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tfexplore.reference import arguments, layout
from tfexplore.reference.errors import ReferenceError

#: The paddings of the pooling ops, and of the convolutions.
PADDINGS = ("SAME", "VALID")
PADDINGS_WITH_EXPLICIT = ("SAME", "VALID", "EXPLICIT")


class Window(NamedTuple):
    """A window of `window` taps, `dilation` apart, that moves over `size` elements in steps of `stride`.

    Tap `d` of output `o` reads input `o * stride + d * dilation - before`; outside `[0, size)` lies the padding,
    `before` elements in front and `after` behind.
    """

    size: int
    window: int
    stride: int
    dilation: int
    before: int
    after: int
    output: int

    @property
    def span(self) -> int:
        """The elements from the first tap to the last, both included."""
        return (self.window - 1) * self.dilation + 1

    def taps(self) -> range:
        """Return the taps that fall on the input at some output; all of them, but for windows far beyond the input."""
        first = -(-(self.before - (self.output - 1) * self.stride) // self.dilation)
        last = (self.size - 1 + self.before) // self.dilation
        return range(max(0, first), min(self.window, last + 1))

    def reach(self, tap: int) -> tuple[slice, slice]:
        """Return (outputs, inputs): the outputs whose tap falls on an input element, and those elements."""
        shift = self.before - tap * self.dilation
        first = max(0, -(-shift // self.stride))
        last = min(self.output - 1, (self.size - 1 + shift) // self.stride)
        if last < first:
            return slice(0, 0), slice(0, 0)
        start = first * self.stride - shift
        return slice(first, last + 1), slice(start, start + (last - first) * self.stride + 1, self.stride)


def divide(numerator: int, denominator: int) -> int:
    """Divide as C++ does: the quotient is cut towards zero, where Python rounds down."""
    quotient = abs(numerator) // abs(denominator)
    return quotient if (numerator < 0) == (denominator < 0) else -quotient


def split_same(total: int) -> tuple[int, int]:
    """Split a SAME padding: the odd element goes behind (bottom, right)."""
    before = total // 2
    return before, total - before


def window(
    op: str,
    dimension: str,
    *,
    size: int,
    window: int,
    stride: int,
    padding: str,
    dilation: int = 1,
    explicit: tuple[int, int] = (0, 0),
) -> Window:
    """Return the geometry along one dimension, or raise where the kernel does.

    An output size that is negative before the cut but above `-stride` is 0, an empty output, as in the kernel; the
    shape function (`GetWindowedOutputSizeFromDimsV2`) refuses it.
    """
    if stride <= 0:
        raise ReferenceError(op, f"attr 'strides' ({dimension})", f"Stride must be > 0, but got {stride}")
    if dilation < 1:
        raise ReferenceError(op, f"attr 'dilations' ({dimension})", f"Dilation rate must be >= 1, but got {dilation}")
    span = (window - 1) * dilation + 1
    if padding == "SAME":
        output = divide(size + stride - 1, stride)
        before, after = split_same(max(0, (output - 1) * stride + span - size))
    else:
        before, after = explicit if padding == "EXPLICIT" else (0, 0)
        output = divide(size + before + after - span + stride, stride)
    if output < 0:
        rule = (
            f"Computed output size would be negative: {output} "
            f"[input_size: {size}, effective_filter_size: {span}, stride: {stride}]"
        )
        raise ReferenceError(op, f"window ({dimension})", rule)
    return Window(size, window, stride, dilation, before, after, output)


def explicit_pairs(
    op: str, padding: str, explicit_paddings: object, data_format: str
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Check the attr `explicit_paddings` and return its (rows, columns) pairs; zeros unless EXPLICIT.

    The attr holds a pair for each dimension in the order of `data_format`.
    """
    if not isinstance(explicit_paddings, (list, tuple)):
        raise ReferenceError(op, "attr 'explicit_paddings'", "must be a list of integers")
    name = "explicit_paddings"
    values = [arguments.integer(op, name, value, -(2**63), 2**63 - 1) for value in explicit_paddings]
    if padding != "EXPLICIT":
        if values:
            raise ReferenceError(op, f"attr '{name}'", "must be empty if the padding attribute is not EXPLICIT")
        return (0, 0), (0, 0)
    if len(values) != 8:
        raise ReferenceError(op, f"attr '{name}'", f"must contain 8 values, but got: {len(values)}")
    if min(values) < 0:
        raise ReferenceError(op, f"attr '{name}'", "all elements must be nonnegative")
    pairs = [(values[2 * i], values[2 * i + 1]) for i in range(4)]
    batch, depth = layout.batch_and_depth(pairs, data_format)
    if any(batch) or any(depth):
        rule = "nonzero explicit padding in the batch or depth dimensions is not supported"
        raise ReferenceError(op, f"attr '{name}'", rule)
    if max(values) >= arguments.INT32_MAX:
        raise ReferenceError(op, f"attr '{name}'", f"filter too large: a padding must be < {arguments.INT32_MAX}")
    rows, columns = layout.rows_and_columns(pairs, data_format)
    return rows, columns


def convert_padding(op: str, padding: object) -> tuple[str, list[int]]:
    """Turn the `padding` argument of `tf.nn.conv2d` into the op's (padding, explicit_paddings).

    A list of four pairs means EXPLICIT; the string "EXPLICIT" is refused (python/ops/nn_ops.py, `_convert_padding`).
    """
    if isinstance(padding, str):
        if padding == "EXPLICIT":
            raise ReferenceError(op, "padding", '"EXPLICIT" is not a valid value; pass a list of four pairs')
        return arguments.choice(op, "padding", padding, PADDINGS), []
    if not isinstance(padding, (list, tuple)):
        raise ReferenceError(op, "padding", "must be a string or a list of four pairs")
    flat: list[int] = []
    for index, pair in enumerate(padding):
        if not isinstance(pair, (list, tuple)) or len(pair) != 2:
            raise ReferenceError(op, "padding", f"element {index} must be a list/tuple of size 2")
        flat.extend(pair)
    if len(padding) != 4:
        raise ReferenceError(op, "padding", f"a list must be of size 4, got {len(padding)}")
    return "EXPLICIT", flat


def windows(
    op: str,
    sizes: Sequence[int],
    window_sizes: Sequence[int],
    strides: Sequence[int],
    padding: str,
    dilations: Sequence[int] = (1, 1),
    explicit: Sequence[tuple[int, int]] = ((0, 0), (0, 0)),
) -> tuple[Window, Window]:
    """Return the (rows, columns) geometry; each argument has one item for either."""
    rows, columns = (
        window(
            op,
            dimension,
            size=sizes[i],
            window=window_sizes[i],
            stride=strides[i],
            padding=padding,
            dilation=dilations[i],
            explicit=explicit[i],
        )
        for i, dimension in enumerate(("rows", "columns"))
    )
    return rows, columns
