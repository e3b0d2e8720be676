"""How fast the reference operators are, next to what a user would run instead: `python benchmarks/reference.py`.

One process, one thread, each pair interleaved; a ratio of medians is the result, seconds are not. The time is the
processor's, so that other work on the machine counts only through the caches it takes. A convolution is measured
against `np.matmul` of the same shape with the patches made beforehand; MaxPoolGrad against a scatter with `np.add.at`
of gradients whose places are known beforehand, and against the whole op done plainly. The name of the BLAS core is
printed, as ratios belong to it.

    --json FILE   write the results as well
    --repeat N    how often each is run (the median counts)
    --check       exit 1 if a bound is not met
"""

# ruff: noqa: E402 - the threads are set before NumPy is imported, for BLAS reads them once

from __future__ import annotations

import os

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_name] = "1"

import argparse
import ctypes
import json
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tfexplore.reference import run

Array = NDArray[Any]


class Layer(NamedTuple):
    """A convolution or a pool, SAME: input NHWC, filter or window (rows, columns, depth out), stride."""

    name: str
    image: tuple[int, int, int, int]
    window: tuple[int, int, int]
    stride: int


CONVOLUTIONS = (
    Layer("8x56x56x64 by 3x3x64", (8, 56, 56, 64), (3, 3, 64), 1),
    Layer("1x224x224x3 by 7x7x64 /2", (1, 224, 224, 3), (7, 7, 64), 2),
    Layer("32x28x28x128 by 3x3x128", (32, 28, 28, 128), (3, 3, 128), 1),
    Layer("8x56x56x64 by 1x1x256", (8, 56, 56, 64), (1, 1, 256), 1),
    Layer("8x14x14x256 by 3x3x256", (8, 14, 14, 256), (3, 3, 256), 1),
)
POOLS = (
    Layer("8x112x112x64 by 3x3 /2", (8, 112, 112, 64), (3, 3, 64), 2),
    Layer("8x56x56x64 by 2x2 /2", (8, 56, 56, 64), (2, 2, 64), 2),
    Layer("8x28x28x128 by 3x3 /1", (8, 28, 28, 128), (3, 3, 128), 1),
)

#: The bounds: a convolution and its backprops in matrix products, MaxPoolGrad in scatters, scratch memory in bytes.
BOUNDS = {"Conv2D": 1.2, "Conv2DBackpropInput": 2.0, "Conv2DBackpropFilter": 2.0, "MaxPoolGrad": 1.0}
SCRATCH = 64 << 20


class Result(NamedTuple):
    """One line of the report."""

    op: str
    layer: str
    against: str
    ratio: float
    bound: float | None

    @property
    def met(self) -> bool:
        return self.bound is None or self.ratio <= self.bound


def medians(*functions: Callable[[], object], repeat: int) -> list[float]:
    """Run the functions in turn and return the median processor seconds of each."""
    times: list[list[float]] = [[] for _ in functions]
    for function in functions:
        function()
    for _ in range(repeat):
        for taken, function in zip(times, functions, strict=True):
            start = time.process_time()
            function()
            taken.append(time.process_time() - start)
    return [statistics.median(taken) for taken in times]


def convolutions(layer: Layer, repeat: int) -> list[Result]:
    """Measure Conv2D and its backprops on one layer."""
    rng = np.random.default_rng(0)
    batch, height, width, depth = layer.image
    rows, columns, out = layer.window
    x = rng.normal(size=layer.image).astype(np.float32)
    f = rng.normal(size=(rows, columns, depth, out)).astype(np.float32)
    outputs = -(-height // layer.stride), -(-width // layer.stride)
    g = rng.normal(size=(batch, *outputs, out)).astype(np.float32)
    patches = rng.normal(size=(batch * outputs[0] * outputs[1], rows * columns * depth)).astype(np.float32)
    matrix = f.reshape(-1, out)
    attrs = {"strides": [1, layer.stride, layer.stride, 1], "padding": "SAME"}
    sizes = [np.array(shape, np.int32) for shape in (x.shape, f.shape)]
    calls = {
        "Conv2D": {"input": x, "filter": f},
        "Conv2DBackpropInput": {"input_sizes": sizes[0], "filter": f, "out_backprop": g},
        "Conv2DBackpropFilter": {"input": x, "filter_sizes": sizes[1], "out_backprop": g},
    }
    taken = medians(
        lambda: patches @ matrix,
        *((lambda op=op, inputs=inputs: run(op, inputs, attrs)) for op, inputs in calls.items()),
        repeat=repeat,
    )
    return [
        Result(op, layer.name, "matmul", seconds / taken[0], BOUNDS[op])
        for op, seconds in zip(calls, taken[1:], strict=True)
    ]


def pools(layer: Layer, repeat: int) -> list[Result]:
    """Measure MaxPoolGrad on one layer (VALID, so that the plain way needs no padding)."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=layer.image).astype(np.float32)
    window, step = layer.window[:2], layer.stride
    attrs = {"ksize": [1, *window, 1], "strides": [1, step, step, 1], "padding": "VALID"}
    y = run("MaxPool", {"input": x}, attrs)["output"]
    g = rng.normal(size=y.shape).astype(np.float32)
    places = _places(x, window, step)
    inputs = {"orig_input": x, "orig_output": y, "grad": g}

    def scatter() -> Array:
        result = np.zeros_like(x)
        np.add.at(result, places, g)
        return result

    def plain() -> Array:
        result = np.zeros_like(x)
        np.add.at(result, _places(x, window, step), g)
        return result

    flat = np.ravel_multi_index(np.broadcast_arrays(*places), x.shape).ravel()

    def flat_scatter() -> Array:
        result = np.zeros(x.size, x.dtype)
        np.add.at(result, flat, g.ravel())
        return result

    assert np.array_equal(scatter(), run("MaxPoolGrad", inputs, attrs)["output"])
    ours, known, whole, one = medians(
        lambda: run("MaxPoolGrad", inputs, attrs), scatter, plain, flat_scatter, repeat=repeat
    )
    return [
        Result("MaxPoolGrad", layer.name, "np.add.at, places known", ours / known, BOUNDS["MaxPoolGrad"]),
        Result("MaxPoolGrad", layer.name, "argmax and np.add.at", ours / whole, None),
        Result("MaxPoolGrad", layer.name, "np.add.at, flat places known", ours / one, None),
    ]


def _places(x: Array, window: tuple[int, ...], step: int) -> tuple[Array, ...]:
    """Return where each window has its first maximum, an index array for each dimension."""
    views = sliding_window_view(x, window, axis=(1, 2))[:, ::step, ::step]
    first = views.reshape(*views.shape[:4], -1).argmax(axis=-1)
    b, i, j, c = np.ix_(*(range(size) for size in first.shape))
    return b, i * step + first // window[1], j * step + first % window[1], c


def scratch(layer: Layer) -> int:
    """Return how many bytes Conv2D holds at its peak beyond its input and its output."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=layer.image).astype(np.float32)
    f = rng.normal(size=(*layer.window[:2], layer.image[3], layer.window[2])).astype(np.float32)
    tracemalloc.start()
    output = run(
        "Conv2D", {"input": x, "filter": f}, {"strides": [1, layer.stride, layer.stride, 1], "padding": "SAME"}
    )
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak - output["output"].nbytes


def blas_core() -> str:
    """Return the name of the core that OpenBLAS chose its kernels for, or "unknown"."""
    for library in Path(np.__file__).parent.parent.glob("numpy.libs/*openblas*"):
        for prefix, suffix in (("scipy_", "64_"), ("", "64_"), ("scipy_", ""), ("", "")):
            try:
                function = getattr(ctypes.CDLL(str(library)), f"{prefix}openblas_get_corename{suffix}")
            except (OSError, AttributeError):
                continue
            function.restype = ctypes.c_char_p
            return str(function().decode())
    return "unknown"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", type=Path)
    parser.add_argument("--repeat", type=int, default=15)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    core = blas_core()
    print(f"NumPy {np.__version__}, BLAS core {core}, one thread, medians of {options.repeat}")
    results = [result for layer in CONVOLUTIONS for result in convolutions(layer, options.repeat)]
    results += [result for layer in POOLS for result in pools(layer, options.repeat)]
    for op, layer, against, ratio, bound in results:
        limit = f"<= {bound:.2f}" if bound is not None else ""
        print(f"{op:22} {layer:26} {ratio:6.2f} x {against:30} {limit}")
    held = {layer.name: scratch(layer) for layer in CONVOLUTIONS}
    for name, size in held.items():
        print(f"{'Conv2D scratch':22} {name:26} {size / 2**20:6.1f} MB {'':29} <= {SCRATCH >> 20}")
    if options.json:
        lines = [result._asdict() for result in results]
        report = {"numpy": np.__version__, "core": core, "results": lines, "scratch": held}
        options.json.write_text(json.dumps(report, indent=1) + "\n")
    met = all(result.met for result in results) and max(held.values()) <= SCRATCH
    return 0 if met or not options.check else 1


if __name__ == "__main__":
    sys.exit(main())
