"""A check that cannot fail proves nothing: each of these breaks an operator, and a claim must notice."""

from typing import NamedTuple

import pytest
from reference.mutants import mutated

from tfexplore.reference import (
    arguments,
    avg_pool,
    conv2d,
    conv2d_backprop,
    convolution,
    depthwise,
    fused_conv2d,
    layout,
    loss_scale,
    max_pool,
    max_pool_grad,
    max_pool_with_argmax,
    nn,
    padding,
    pooling,
    preprocess_input,
    pruning,
    sin_grad,
)
from tfexplore.reference.claims import CLAIMS, check


class Mutation(NamedTuple):
    what: str
    module: object
    old: str
    new: str
    caught_by: str


MUTATIONS = [
    # Windows and padding
    Mutation(
        "the odd padding in front", padding, "before = total // 2", "before = -(-total // 2)", "conv.same_odd_right"
    ),
    Mutation(
        "division that rounds down", padding, "(numerator < 0) == (denominator < 0)", "True", "conv.negative_size"
    ),
    Mutation(
        "SAME rounded down", padding, "divide(size + stride - 1, stride)", "divide(size, stride)", "conv.out_same"
    ),
    Mutation("no negative sizes", padding, "if output < 0:", "if output < -9:", "conv.negative_size"),
    Mutation("one output less", padding, "- span + stride, stride)", "- span + stride - 1, stride)", "conv.out_valid"),
    Mutation("stride 0", padding, "if stride <= 0:", "if stride < 0:", "conv.stride_pos"),
    Mutation("dilation 0", padding, "if dilation < 1:", "if dilation < 0:", "conv.dil_pos"),
    Mutation("span without dilation", padding, "span = (window - 1) * dilation + 1", "span = window", "conv.out_valid"),
    Mutation("any number of paddings", padding, "if len(values) != 8:", "if len(values) < 1:", "conv.ep_len"),
    Mutation("negative paddings", padding, "if min(values) < 0:", "if min(values) < -9:", "conv.ep_nonneg"),
    Mutation("padding of depth", padding, "any(batch) or any(depth)", "any(batch)", "conv.ep_nc"),
    Mutation("paddings beside SAME", padding, "        if values:\n", "        if values == 0:\n", "conv.ep_empty"),
    Mutation("any padding fits", padding, "max(values) >= arguments.INT32_MAX", "max(values) < 0", "conv.ep_int"),
    Mutation(
        "pairs swapped",
        padding,
        "    return rows, columns\n\n\ndef conv",
        "    return columns, rows\n\n\ndef conv",
        "conv.out_explicit",
    ),
    Mutation("the string EXPLICIT", padding, 'if padding == "EXPLICIT":', 'if padding == "explicit":', "py.padlist"),
    Mutation("lists of any length", padding, "if len(padding) != 4:", "if len(padding) != len(padding):", "py.padlist"),
    Mutation(
        "NCHW read as NHWC", layout, "else (values[2], values[3])", "else (values[1], values[2])", "conv.nchw_cpu"
    ),
    Mutation("any rank", arguments, "array.ndim != rank", "array.ndim != array.ndim", "conv.rank"),
    Mutation(
        "any dtype", arguments, 'if array.dtype.newbyteorder("=").name not in dtypes:', "if not dtypes:", "sin.dtype"
    ),
    Mutation("lists of any length", arguments, "length is not None and len(value) != length", "False", "conv.len4"),
    # Convolutions
    Mutation(
        "a flipped filter",
        conv2d,
        "np.ascontiguousarray(kernel, dtype)",
        "np.ascontiguousarray(kernel[::-1, ::-1], dtype)",
        "conv.formula",
    ),
    Mutation("padding of ones", convolution, "stage[:, :, c1:] = 0", "stage[:, :, c1:] = 1", "conv.out_same"),
    Mutation(
        "taps next to each other",
        convolution,
        "joined = self.columns.dilation == 1",
        "joined = True",
        "conv.dil_semantics",
    ),
    Mutation("strides of depth", convolution, "!= (1, 1):", "== (0, 0):", "conv.stride_nc"),
    Mutation("any depth", convolution, "if in_depth % filter_depth:", "if in_depth < filter_depth:", "conv.depth_div"),
    Mutation("any output depth", convolution, "if groups and out_depth % groups:", "if groups < 0:", "conv.group_out"),
    Mutation("filter depth 0", convolution, "if filter_depth == 0:", "if filter_depth < 0:", "conv.depth0"),
    Mutation("input depth 0", convolution, "if dims.groups == 0:", "if dims.groups < 0:", "conv.depth0"),
    Mutation(
        "one group for all",
        conv2d,
        "channels = slice(group * dims.filter_depth, (group + 1) * dims.filter_depth)",
        "channels = slice(0, dims.filter_depth)",
        "conv.group_cpu",
    ),
    Mutation(
        "a product in spite of padding", conv2d, "w.before or w.after", "w.before and w.after", "conv.out_explicit"
    ),
    Mutation("a product in spite of strides", conv2d, "w.window == 1 and w.stride == 1", "w.window == 1", "py.strides"),
    Mutation(
        "gradients that replace, pixels",
        conv2d_backprop,
        "result[block.n0 : block.n1, to_r, to_c] += columns",
        "result[block.n0 : block.n1, to_r, to_c] = columns",
        "bp.adjoint",
    ),
    Mutation(
        "gradients that replace, rows",
        conv2d_backprop,
        "np.add(part, columns[i, j, :, from_r, from_c], out=part)",
        "part[...] = columns[i, j, :, from_r, from_c]",
        "bp.adjoint",
    ),
    Mutation("blocks that replace", conv2d_backprop, "total += patches.matrix", "total = patches.matrix", "bp.adjoint"),
    Mutation("any gradient size", conv2d_backprop, "if actual != computed:", "if actual < 0:", "bp.size_match"),
    Mutation("any gradient batch", conv2d_backprop, "if batch != dims.batch:", "if batch < 0:", "bp.batch"),
    Mutation("any gradient depth", conv2d_backprop, "if depth != dims.out_depth:", "if depth < 0:", "bp.outdepth"),
    Mutation("negative sizes", arguments, "if min(shape) < 0:", "if min(shape) < -9:", "bp.sizes_1d"),
    Mutation(
        "filters before channels",
        depthwise,
        "image[:, from_r, from_c, :, None] * kernel[i, j]",
        "np.roll(image[:, from_r, from_c, :, None] * kernel[i, j], 1, 4)",
        "dw.order",
    ),
    Mutation("strides that differ", depthwise, "if spatial[0] != spatial[1]:", "if spatial[0] < 0:", "dw.stride"),
    Mutation(
        "dilations that count",
        depthwise,
        "kernel.shape[:2], spatial, kind)",
        "kernel.shape[:2], spatial, kind, dilations[1:3])",
        "dw.dil",
    ),
    Mutation("no bias", fused_conv2d, "output += vectors[0]", "output += 0", "fu.patterns"),
    Mutation(
        "relu6 without 6", fused_conv2d, "np.minimum(relu(values), values.dtype.type(6))", "relu(values)", "fu.patterns"
    ),
    Mutation("elu without 1", fused_conv2d, "- values.dtype.type(1)", "- values.dtype.type(0)", "fu.patterns"),
    Mutation("no epsilon", fused_conv2d, "variance.dtype.type(epsilon)", "variance.dtype.type(0)", "fu.args"),
    Mutation("any number of arguments", fused_conv2d, "if len(args) != len(names):", "if len(args) < 1:", "fu.args"),
    Mutation("any pattern", fused_conv2d, "or len(names) > 2 or", "or", "fu.patterns"),
    Mutation("a bias that is too short", fused_conv2d, "if value.size < depth:", "if value.size < 1:", "fu.bias_len"),
    Mutation("half", fused_conv2d, '("float32", "float64")', '("float16", "float32", "float64")', "fu.dtype"),
    Mutation("three strides", nn, "if len(values) != 2:", "if len(values) > 3:", "py.strides"),
    Mutation("strides and dilations", nn, "if max(steps) > 1 and max(rates) > 1:", "if max(steps) > 9:", "py.conv_dil"),
    Mutation("no interleaving", nn, "transpose(2, 4, 0, 1, 3, 5)", "transpose(4, 2, 0, 1, 3, 5)", "dw.rate"),
    # Max pools
    Mutation(
        "the last of equals",
        pooling,
        "return np.greater(value, best)",
        "return np.greater_equal(value, best)",
        "mp.ties",
    ),
    Mutation(
        "the last of equals, strips", max_pool_grad, "np.greater_equal(value, best", "np.greater(value, best", "mp.ties"
    ),
    Mutation(
        "NaN never first",
        pooling,
        "greater(value, best_part) | (where_part == NONE)",
        "greater(value, best_part)",
        "mp.nan",
    ),
    Mutation("the search from -inf", pooling, "np.finfo(dtype).min if", "-np.inf if", "mp.lowest"),
    Mutation("NaN that stays", max_pool, 'np.fmax if best.dtype.kind == "f" else np.maximum', "np.maximum", "mp.nan"),
    Mutation(
        "NaN among the strips",
        max_pool_grad,
        'if self.dtype.kind == "f" and np.isnan(best).any():',
        "if False:",
        "mp.nan",
    ),
    Mutation(
        "depth from the lowest",
        max_pool,
        "np.copyto(best, value, where=pooling.greater(value, best))",
        "best[...] = value",
        "mp.depth_rules",
    ),
    Mutation(
        "the batch always counted",
        max_pool_with_argmax,
        "    if with_batch:\n        index +=",
        "    if True:\n        index +=",
        "mp.argmax_flat",
    ),
    Mutation(
        "the batch never counted",
        max_pool_with_argmax,
        "    if with_batch:\n        index +=",
        "    if False:\n        index +=",
        "mp.argmax_flat",
    ),
    Mutation(
        "channels outermost",
        max_pool_with_argmax,
        "where * geometry.depth + np.arange(geometry.depth)",
        "where + np.arange(geometry.depth)",
        "mp.argmax_flat",
    ),
    Mutation(
        "any index",
        max_pool_with_argmax,
        "int(inner.min()) < 0 or int(inner.max()) >= size",
        "int(index.max()) >= geometry.batch * size",
        "mpga.range",
    ),
    Mutation("an empty batch", max_pool_with_argmax, "if geometry.batch == 0:", "if geometry.batch < 0:", "mpga.range"),
    Mutation(
        "int32 indices",
        max_pool_with_argmax,
        'if targmax in ("int32", "DT_INT32"):',
        'if targmax in ("int32", "DT_INT32"):\n        return\n    if False:',
        "mp.targmax",
    ),
    Mutation("argmax across depth", max_pool_with_argmax, "    if not depth:\n", "    if depth:\n", "mp.argmax_depth"),
    Mutation(
        "gradients that replace, strips",
        max_pool_grad,
        "np.add.at(target, index.reshape(-1), ",
        "target.__setitem__(index.reshape(-1), ",
        "mpg.accumulate",
    ),
    Mutation(
        "gradients that replace, argmax",
        max_pool_with_argmax,
        "np.add.at(output.reshape(-1), _absolute(op, index, geometry, with_batch).reshape(-1), gradient.reshape(-1))",
        "output.reshape(-1)[_absolute(op, index, geometry, with_batch)[::-1]] = gradient",
        "mpga.range",
    ),
    Mutation("the last equal input", max_pool_grad, " & ~seen", "", "mpgg.equal"),
    Mutation(
        "shapes not compared",
        pooling,
        "if actual != expected:",
        "if len(actual) != len(expected):",
        "mpg.shape_unchecked",
    ),
    Mutation(
        "gradients across depth",
        pooling,
        "if attrs.depth[0] != 1 or (stride and attrs.depth[1] != 1):",
        "if attrs.depth[0] < 1:",
        "mpg.depth",
    ),
    Mutation("pools over the batch", pooling, "        if value != 1:\n", "        if value < 1:\n", "mp.ksize4"),
    Mutation("a window of nothing", max_pool, "        if size <= 0:\n", "        if size < -9:\n", "mp.ksize0"),
    Mutation(
        "a checked window in V2",
        max_pool,
        '        arguments.int32_vector(op, "ksize", ksize, 4),',
        '        tuple(max(1, size) for size in arguments.int32_vector(op, "ksize", ksize, 4)),',
        "mp2.ksize0",
    ),
    Mutation("depth and space", pooling, "if attrs.ksize != (1, 1):", "if attrs.ksize == (0, 0):", "mp.depth_or_space"),
    Mutation(
        "depth that does not divide", pooling, "if depth % depth_window:", "if depth < depth_window:", "mp.depth_rules"
    ),
    Mutation(
        "depth windows that overlap",
        pooling,
        "if depth_stride != depth_window:",
        "if depth_stride < 0:",
        "mp.depth_rules",
    ),
    Mutation(
        "spatial strides under depth",
        max_pool,
        "across_depth(image, geometry.depth_window)",
        "across_depth(image[:, ::2, ::2], geometry.depth_window)",
        "mp.depth_ignores_spatial",
    ),
    Mutation(
        "four dtypes less",
        arguments,
        '"int8", "int16", "int32", "int64", "uint8", "uint16")',
        '"int32", "int64")',
        "mp.dtypes",
    ),
    Mutation(
        "orig_output that counts",
        max_pool_grad,
        "scatter_to_maxima(image, gradient, geometry)",
        "scatter_to_maxima(image, gradient * (output == output), geometry)",
        "mpg.ignores_out",
    ),
    # Average pools
    Mutation(
        "padding that counts",
        avg_pool,
        "np.minimum(start + window.window, window.size) - np.maximum(start, 0)",
        "start * 0 + window.window",
        "ap.mean",
    ),
    Mutation(
        "a count without end", avg_pool, "np.minimum(count, 2 ** (np.finfo(dtype).nmant + 1))", "count", "ap.mean"
    ),
    Mutation(
        "gradients not divided", avg_pool, "gradient.dtype.type(1.0 / count)", "gradient.dtype.type(1.0)", "ap.grad"
    ),
    Mutation(
        "gradients that replace",
        avg_pool,
        "result[:, rows, columns] += share",
        "result[:, rows, columns] = share",
        "ap.grad",
    ),
    Mutation(
        "the window at its true size",
        avg_pool,
        "size = min(window.size - start, window.window)",
        "size = min(window.size - start, size)",
        "ap.grad",
    ),
    Mutation(
        "averages across depth",
        pooling,
        "no_depth_window(op: str, attrs: PoolAttrs, stride: bool = True) -> None:",
        "no_depth_window(op: str, attrs: PoolAttrs, stride: bool = True) -> None:\n    return",
        "ap.depth",
    ),
    # The composites
    Mutation("no conjugate", sin_grad, "np.cos(np.conjugate(value))", "np.cos(value)", "sin.grad"),
    Mutation("minus the sine", sin_grad, "gradient * np.cos(", "gradient * -np.sin(", "sin.grad"),
    Mutation(
        "no BGR",
        preprocess_input,
        "image = np.flip(image, axis)",
        "image = np.flip(image, axis)[::1] if axis < 0 else image",
        "pp.modes",
    ),
    Mutation(
        "means of RGB",
        preprocess_input,
        "CAFFE_MEAN = (103.939, 116.779, 123.68)",
        "CAFFE_MEAN = (123.68, 116.779, 103.939)",
        "pp.modes",
    ),
    Mutation(
        "no deviation",
        preprocess_input,
        'if mode == "torch":\n            channels',
        'if mode == "never":\n            channels',
        "pp.modes",
    ),
    Mutation("the input written over", preprocess_input, "image = x.copy()", "image = x", "pp.inplace"),
    Mutation(
        "the input not written over",
        preprocess_input,
        "        image = x\n",
        "        image = x.copy()\n",
        "pp.inplace",
    ),
    Mutation(
        "a checked mode",
        preprocess_input,
        "if not isinstance(mode, str):",
        'if mode not in ("caffe", "tf", "torch"):',
        "pp.badmode",
    ),
    Mutation(
        "any data_format", preprocess_input, 'fmt not in ("channels_first", "channels_last")', "not fmt", "pp.badformat"
    ),
    Mutation("a mean of its own", preprocess_input, "if self._kept is None:", "if True:", "pp.symbolic"),
    Mutation(
        "the exponent forgotten",
        pruning,
        "np.power(np.float32(1) - progress, exponent)",
        "(np.float32(1) - progress)",
        "pr.formula",
    ),
    Mutation("progress backwards", pruning, "np.float32(1) - progress, exponent", "progress, exponent", "pr.formula"),
    Mutation(
        "progress beyond the end",
        pruning,
        "np.float32(0), np.float32(1))",
        "np.float32(-9), np.float32(9))",
        "pr.formula",
    ),
    Mutation(
        "the documented frequency",
        pruning,
        "np.float32(end - begin), np",
        "np.float32((end - begin) / pruning_frequency), np",
        "pr.formula",
    ),
    Mutation("a sparsity of 1", pruning, "if not 0.0 <= number < 1.0:", "if not 0.0 <= number <= 1.0:", "pr.validate"),
    Mutation("end before begin", pruning, "if begin >= end:", "if begin > end:", "pr.validate"),
    Mutation(
        "a period too long", loss_scale, "self.num_good_steps + 1 < self", "self.num_good_steps < self", "ls.dynamic"
    ),
    Mutation(
        "no floor",
        loss_scale,
        "self.loss_scale / self.multiplier, np.float32(1))",
        "self.loss_scale / self.multiplier, np.float32(0))",
        "ls.dynamic",
    ),
    Mutation("an infinite scale", loss_scale, "        if np.isfinite(raised):\n", "        if True:\n", "ls.dynamic"),
    Mutation(
        "steps kept after NaN",
        loss_scale,
        "np.float32(1))\n            self.num_good_steps = 0",
        "np.float32(1))",
        "ls.dynamic",
    ),
    Mutation("a fixed scale below 1", loss_scale, "if loss_scale_value < 1:", "if loss_scale_value < 0:", "ls.fixed"),
    Mutation(
        "any identifier",
        loss_scale,
        'isinstance(identifier, str) and identifier == "dynamic"',
        "isinstance(identifier, str)",
        "ls.get",
    ),
    # And once more, for the claims that share a rule with one of those above
    Mutation(
        "a gradient too many",
        nn,
        '    "Sin": ("Cos",),\n',
        '    "Sin": ("Cos",),\n    "MaxPoolGradWithArgmax": (),\n',
        "mpga.nograd",
    ),
    Mutation(
        "a mean over at least one",
        avg_pool,
        "counted(held(geometry.rows)[:, None] * held(geometry.columns), image.dtype)",
        "counted(np.maximum(1, held(geometry.rows)[:, None] * held(geometry.columns)), image.dtype)",
        "ap.ksize0",
    ),
    Mutation("taps exchanged", conv2d_backprop, "np.matmul(matrix, part", "np.matmul(matrix[::-1], part", "bp.as_conv"),
    Mutation("any depth", convolution, "if in_depth % filter_depth:", "if in_depth < filter_depth:", "bp.depth"),
    Mutation(
        "a tap's place without dilation",
        padding,
        "shift = self.before - tap * self.dilation",
        "shift = self.before - tap",
        "bp.dil_cpu",
    ),
    Mutation(
        "ones for no gradients",
        conv2d_backprop,
        "np.zeros(shape, convolution.compute_dtype(image.dtype))",
        "np.ones(shape, convolution.compute_dtype(image.dtype))",
        "bp.empty",
    ),
    Mutation(
        "the depth of NCHW last", layout, "else (values[0], values[1])", "else (values[0], values[3])", "bp.nchw_cpu"
    ),
    Mutation(
        "lists of any length", arguments, "length is not None and len(value) != length", "False", "bp.strides_len"
    ),
    Mutation(
        "twice the product",
        conv2d,
        "np.matmul(image.reshape(-1, width), matrix,",
        "np.matmul(image.reshape(-1, width), matrix * 2,",
        "conv.1x1",
    ),
    Mutation(
        "twice the product",
        conv2d,
        "np.matmul(image.reshape(-1, width), matrix,",
        "np.matmul(image.reshape(-1, width), matrix * 2,",
        "conv.full",
    ),
    Mutation("dilations of depth", convolution, "!= (1, 1):", "== (0, 0):", "conv.dil_nc"),
    Mutation(
        "integers",
        arguments,
        'FLOATS = ("float16", "float32", "float64")',
        'FLOATS = ("float16", "float32", "float64", "int32")',
        "conv.dtypes",
    ),
    Mutation("an empty image that counts", conv2d, "    if output.size:\n", "    if output.ndim:\n", "conv.empty"),
    Mutation(
        "a quotient rounded down",
        padding,
        "    quotient = abs(numerator) // abs(denominator)\n",
        "    return numerator // denominator\n",
        "conv.trunc_zero",
    ),
    Mutation(
        "places seen from the padding",
        pooling,
        "_range(row[1])[:, None] * columns.size",
        "(_range(row[1])[:, None] - rows.before) * columns.size",
        "mp.argmax_bug",
    ),
    Mutation(
        "rows and columns exchanged", layout, "array.transpose(0, 2, 3, 1)", "array.transpose(0, 3, 2, 1)", "mp.fmt_cpu"
    ),
    Mutation("any rank", arguments, "array.ndim != rank", "array.ndim != array.ndim", "mpg.rank"),
    Mutation(
        "shapes not compared", pooling, "if actual != expected:", "if len(actual) != len(expected):", "mpgg.shapes"
    ),
    Mutation(
        "every index in the first image",
        max_pool_with_argmax,
        "absolute: Array = inner + offsets",
        "absolute: Array = inner + 0 * offsets",
        "mpgga.gpu",
    ),
    Mutation("the cosine", sin_grad, "np.sin(arguments", "np.cos(arguments", "sin.range"),
]


CLAIM = {claim.id: claim for claim in CLAIMS}


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda m: f"{m.caught_by}: {m.what}")
def test_a_claim_catches(mutation):
    claim = CLAIM[mutation.caught_by]
    with mutated(mutation.module, mutation.old, mutation.new):
        assert check(claim).verdict == "fails"
    assert check(claim).verdict != "fails"


def test_every_claim_is_seen_to_fail():
    assert {mutation.caught_by for mutation in MUTATIONS} == set(CLAIM)
