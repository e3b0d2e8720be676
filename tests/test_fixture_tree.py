"""The small tree of `fixtures/`, made into a git repository, cloned and indexed: all that is registered in it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import census
import pytest
from reading import TREE, reader, tree_files

import tfexplore
from tfexplore.answers.explorer import Explorer
from tfexplore.model import Location
from tfexplore.pipeline import IndexOptions, run_index
from tfexplore.source.profile import load_profile

K = "tensorflow/core/kernels/"
TENSORFLOW, LOOM = "tensorflow", "contrib/loom/_loom_ops.so"

#: Name, library, where it is registered, its shape function and where that is.
OPS = [
    (
        "DryFelt",
        TENSORFLOW,
        "core/ops/weave_ops.cc:56",
        "shape_inference::SameShape",
        "core/framework/common_shapes.h:7",
    ),
    (
        "LoomHandle",
        TENSORFLOW,
        "core/ops/weave_ops.cc:40-46",
        "shape_inference::SameShape",
        "core/framework/common_shapes.h:7",
    ),
    ("Treadle", LOOM, "contrib/loom/ops/loom_ops.cc:5", None, None),
    ("Unweave", TENSORFLOW, "core/ops/weave_ops.cc:27-38", "lambda", "core/ops/weave_ops.cc:33-38"),
    (
        "Weave",
        TENSORFLOW,
        "core/ops/weave_ops.cc:14-25",
        "shape_inference::WeaveShape",
        "core/framework/common_shapes.cc:6",
    ),
    ("WeaveTestOnly", None, "core/kernels/weave_op_test.cc:7", None, None),
    (
        "WetFeltV2",
        TENSORFLOW,
        "core/ops/weave_ops.cc:55",
        "shape_inference::SameShape",
        "core/framework/common_shapes.h:7",
    ),
]

#: Op, device, types of T, class, library, where it is registered, the macros, where the class is.
KERNELS = [
    (
        "LoomHandle",
        "GPU",
        "",
        "LoomHandleOp",
        TENSORFLOW,
        "core/kernels/weave_op_gpu.cu.cc:9",
        "",
        "core/kernels/weave_op_gpu.cu.cc:7",
    ),
    (
        "LoomHandle",
        "XLA_CPU",
        "",
        "LoomHandleOp",
        TENSORFLOW,
        "compiler/jit/cpu_device.cc:9",
        "REGISTER_LOOM_DEVICE_KERNELS",
        "core/kernels/weave_op_gpu.cu.cc:7",
    ),
    (
        "Treadle",
        "CPU",
        "",
        "TreadleOp",
        LOOM,
        "contrib/loom/kernels/loom_op.cc:7",
        "",
        "contrib/loom/kernels/loom_op.cc:5",
    ),
    (
        "Unweave",
        "CPU",
        "",
        "SlowUnweaveOp",
        TENSORFLOW,
        "core/kernels/unweave_op.cc:20",
        "",
        "core/kernels/unweave_op.cc:18",
    ),
    (
        "Unweave",
        "CPU",
        "DOUBLE",
        "UnweaveOp<CPUDevice, functor::pull<double>>",
        TENSORFLOW,
        "core/kernels/unweave_op.cc:16",
        "WEAVE_REGISTER2 WEAVE_REGISTER",
        "core/kernels/unweave_op.cc:13",
    ),
    (
        "Unweave",
        "CPU",
        "FLOAT",
        "UnweaveOp<CPUDevice, functor::pull<float>>",
        TENSORFLOW,
        "core/kernels/unweave_op.cc:16",
        "WEAVE_REGISTER2 WEAVE_REGISTER",
        "core/kernels/unweave_op.cc:13",
    ),
    (
        "Unweave",
        "CPU",
        "INT32",
        "UnweaveOp<CPUDevice, functor::pull<int32>>",
        TENSORFLOW,
        "core/kernels/unweave_op.cc:15",
        "WEAVE_REGISTER",
        "core/kernels/unweave_op.cc:13",
    ),
    (
        "Unweave",
        "XLA_GPU_JIT",
        "",
        "WeaveXlaOp",
        TENSORFLOW,
        "compiler/tf2xla/kernels/weave.cc:9",
        "",
        "compiler/tf2xla/kernels/weave.cc:6",
    ),
    (
        "Weave",
        "CPU",
        "DOUBLE",
        "WeaveOp<CPUDevice, double>",
        TENSORFLOW,
        "core/kernels/weave_op.cc:19",
        "TF_CALL_FLOAT_TYPES TF_CALL_double REGISTER_KERNEL",
        "core/kernels/weave_op.h:17",
    ),
    (
        "Weave",
        "CPU",
        "FLOAT",
        "WeaveOp<CPUDevice, float>",
        TENSORFLOW,
        "core/kernels/weave_op.cc:19",
        "TF_CALL_FLOAT_TYPES TF_CALL_float REGISTER_KERNEL",
        "core/kernels/weave_op.h:17",
    ),
    (
        "Weave",
        "CPU",
        "HALF",
        "WeaveOp<CPUDevice, Eigen::half>",
        TENSORFLOW,
        "core/kernels/weave_op.cc:19",
        "TF_CALL_FLOAT_TYPES TF_CALL_half REGISTER_KERNEL",
        "core/kernels/weave_op.h:17",
    ),
    (
        "Weave",
        "GPU",
        "FLOAT",
        "WeaveOp<GPUDevice, float>",
        TENSORFLOW,
        "core/kernels/weave_op.cc:29",
        "TF_CALL_float REGISTER_KERNEL",
        "core/kernels/weave_op.h:17",
    ),
    (
        "Weave",
        "XLA_*_JIT",
        "FLOAT HALF",
        "WeaveXlaOp",
        TENSORFLOW,
        "compiler/tf2xla/kernels/weave.cc:8",
        "",
        "compiler/tf2xla/kernels/weave.cc:6",
    ),
    (
        "Weave",
        "XLA_CPU",
        "HALF FLOAT DOUBLE",
        "XlaWeaveOp",
        TENSORFLOW,
        "compiler/jit/cpu_device.cc:9",
        "REGISTER_LOOM_DEVICE_KERNELS",
        None,
    ),
    ("WeaveTestOnly", "CPU", "", "TestOnlyOp", None, "core/kernels/weave_op_test.cc:8", "", None),
]

#: What cannot be read: the macro, the place, the reason, what is known of it.
UNRESOLVED = [
    ("%include", "python/loom.i:1", "no such file in the tree", ""),
    ("REGISTER_OP", "core/ops/untidy_ops.cc:7", "the op's name is computed at run time", ""),
    ("REGISTER_OP", "core/ops/untidy_ops.cc:9", "trouble parsing 'name: type'", "BadSpec"),
    ("REGISTER_OP", "core/ops/untidy_ops.cc:11", "reference to unknown attr 'T'", "UnknownAttr"),
]


def short(place: Location | None) -> str | None:
    """A place below `tensorflow/`, as `path:line` or `path:line-end`."""
    if place is None:
        return None
    end = f"-{place.end_line}" if place.end_line != place.line else ""
    return f"{place.path.removeprefix('tensorflow/')}:{place.line}{end}"


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Explorer]:
    """The index of the small tree, cloned over `file://` from a repository that knows its tag."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    base = tmp_path_factory.mktemp("small")
    repository = base / "repository"
    shutil.copytree(TREE, repository)

    def git(*arguments: str) -> str:
        settings = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
        command = ["git", *settings, "-C", str(repository), *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    git("init", "--quiet", "--initial-branch=main")
    git("config", "uploadpack.allowFilter", "true")
    git("config", "uploadpack.allowAnySHA1InWant", "true")
    git("add", "--all")
    git("commit", "--quiet", "-m", "A small tree")
    git("tag", "v0.9.0")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(base / "cache"))
        output = str(base / "small.sqlite")
        run_index(IndexOptions(url=f"file://{repository}", ref="v0.9.0", output=output))
    with tfexplore.open_index(output) as opened:
        assert opened.state.commit == git("rev-parse", "HEAD")
        yield opened


def test_the_state_of_the_source(index: Explorer) -> None:
    state = index.state
    assert (state.tag, state.build, state.linkage) == ("v0.9.0", "linux-cuda", "build files")
    wanted = {path for path in tree_files() if not path.endswith(".md")}
    assert set(index.paths()) == wanted


def test_every_op(index: Explorer) -> None:
    found = index.ops(unlinked=True)
    assert sorted(
        (op.name, op.linked_into, short(op.location), op.shape_fn, _start(op.shape_fn_location)) for op in found
    ) == [
        (name, library, place, shape_fn, where and where.partition("-")[0])
        for name, library, place, shape_fn, where in OPS
    ]


def _start(place: Location | None) -> str | None:
    return place and (short(place) or "").partition("-")[0]


def test_every_kernel(index: Explorer) -> None:
    found = index.kernels(unlinked=True)
    assert sorted(
        (
            (
                kernel.op,
                kernel.device_type,
                " ".join(dtype[3:] for constraint in kernel.constraint for dtype in constraint.allowed_values),
                kernel.kernel_class,
                kernel.linked_into,
                short(kernel.location),
                " ".join(step.macro for step in kernel.expansion),
                _start(kernel.kernel_class_location),
            )
            for kernel in found
        ),
        key=repr,
    ) == sorted(KERNELS, key=repr)


def test_what_is_unresolved(index: Explorer) -> None:
    found = {(u.macro, short(u.location), u.reason, u.relates) for u in index.unresolved()}
    assert found == set(UNRESOLVED)


@pytest.mark.parametrize("build", ["linux-cuda", "linux-cpu"])
def test_the_census_adds_up(build: str) -> None:
    files = tree_files()
    defines = {**load_profile(build).defines, "CUDA_VERSION": "10000"}
    known = reader(files, defines)
    names = census.registering(files)
    assert len(names) > len(census.SINKS)
    missing = {
        path: left
        for path in files
        if path.endswith(".cc")
        and (
            left := census.leftovers(files, path, defines, known.registrations(path, files[path]).registrations, names)
        )
    }
    assert missing == {}


def test_the_census_misses_nothing_that_is_left_out() -> None:
    files = tree_files()
    path = K + "unweave_op.cc"
    found = reader(files, {}).registrations(path, files[path]).registrations
    fewer = found._replace(kernels=found.kernels[1:])
    left = census.leftovers(files, path, {}, fewer, census.registering(files))
    assert left == ["15: WEAVE_REGISTER"]


@pytest.mark.source
def test_the_census_of_a_real_tree_adds_up(source_tree: Path) -> None:
    suffixes = (".cc", ".h", ".inc", ".cu", ".proto")
    files = {str(p.relative_to(source_tree)): p for p in sorted(source_tree.rglob("*")) if p.name.endswith(suffixes)}
    texts = {path: p.read_bytes() for path, p in files.items() if p.is_file()}
    defines = {**load_profile("linux-cuda").defines, "CUDA_VERSION": "10000", "CUDNN_VERSION": "7600"}
    from tfexplore.extract.cpp_source import Reader

    known = Reader(texts.get, texts, defines)
    names = census.registering(texts)
    missing = {}
    for path, data in texts.items():
        if path.endswith((".cc", ".cu")) and b"REGISTER" in data:
            left = census.leftovers(texts, path, defines, known.registrations(path, data).registrations, names)
            if left:
                missing[path] = left
    assert missing == {}
