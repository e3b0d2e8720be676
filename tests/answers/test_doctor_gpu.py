"""Doctor: what fails on a GPU whatever the input, macros that name their place, and ops of functions that name none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from answers import spoken

from tfexplore.answers.diagnosing.gpu import library
from tfexplore.answers.doctor import Diagnosis, diagnose
from tfexplore.index.store import Index, open_index
from tfexplore.model import ArgDef, Endpoint, GradientFunction, OpDef
from tfexplore.render import doctor as rendered

LOOM = "tensorflow/core/kernels/loom_op.cc"
NAMESAKE = "tensorflow/core/util/loom_op.cc"
SHAPES = "tensorflow/core/ops/loom_ops.cc"
GRADS = "tensorflow/python/ops/loom_grad.py"
DRIVER = "tensorflow/stream_executor/cuda/cuda_loom.cc"
OTHER = "tensorflow/core/framework/other.cc"
SOLVER = "tensorflow/core/kernels/cuda_solver.cc"

SOURCES = {
    LOOM: """
struct LaunchLoom<GPUDevice, T> {
  void operator()(OpKernelContext* ctx) {
    OP_REQUIRES(ctx, stream->ThenWeave().ok(), errors::Internal("cuBLAS weave launch failed : m=", m));
    OP_REQUIRES(ctx, found, errors::Unknown("Failed to get a pattern for weaving, as cuDNN did not initialize."));
    OP_REQUIRES(ctx, fits, errors::InvalidArgument("cuDNN failed to take a thread of length ", n));
    OP_REQUIRES(ctx, fits, errors::Internal("A thread of this length was not expected: ", n));
  }
};
""",
    NAMESAKE: """
Status ValidateLoom(int n) {
  return errors::InvalidArgument("thread index ", n, " is out of the loom");
}
""",
    SHAPES: """
Status WarpShape(InferenceContext* c) {
  return errors::InvalidArgument("The warp has to have two ends, not ", n);
}
REGISTER_OP("Weft").SetShapeFn([](InferenceContext* c) {
  return errors::InvalidArgument("The weft has to have one end, not ", n);
});
""",
    GRADS: """
def _WarpGrad(op, grad):
  def inner():
    raise NotImplementedError("No way back through a warp of unknown ends.")
  raise NotImplementedError("No way back through a warp that is torn.")
""",
    DRIVER: """
void Init() {
  LOG(ERROR) << "Could not create a loom handle: " << status;
  LOG(INFO) << "Could not create a pattern for the loom: " << status;
  LOG(ERROR) << "failed call to the mill, which said: " << status;
}
""",
    SOLVER: """
#define RETURN_IF_LOOM_ERROR(expr)                                     \\
  do {                                                                 \\
    if (!(expr)) {                                                     \\
      return errors::Internal(__FILE__, ":", __LINE__, ": the loom call failed with status ", status); \\
    }                                                                  \\
  } while (0)

Status Weave(int n) {
  RETURN_IF_LOOM_ERROR(n);
  return Status::OK();
}
""",
    OTHER: """
Status Else() {
  return errors::Internal("Failed to find the colour of the cloth ", name);
}
""",
}


def op(name: str, shape_fn: str | None = None, line: int = 0, end: int = 0) -> OpDef:
    ends = ((ArgDef("wool", type="DT_FLOAT"),), (ArgDef("yarn", type="DT_FLOAT"),))
    shape = spoken.at(SHAPES, line)._replace(end_line=end) if line else None
    place = spoken.at(SHAPES, 20)
    return OpDef(name, *ends, (), False, False, False, False, None, shape_fn, shape, "tensorflow", place)


def gradient(name: str) -> GradientFunction:
    place = spoken.at(GRADS, 2)
    return GradientFunction(name, "python", "_WarpGrad", place, 2, place, "decorator", "import tensorflow", None)


FACTS = {
    "ops": (op("Warp", "WarpShape", 2, 4), op("Warped", "WarpShape", 2, 4), op("Weft", "lambda", 5, 7), op("Loom")),
    "kernels": (spoken.kernel("Loom", "CPU", "DT_FLOAT", "LoomOp", LOOM)._replace(location=spoken.at(LOOM, 20)),),
    "gradients": (gradient("Warp"),),
    "endpoints": (
        Endpoint(
            "tf.config.experimental.set_memory_growth", ("v1",), "grow", spoken.at("tensorflow/python/config.py", 7)
        ),
    ),
}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    with open_index(spoken.make_index(tmp_path_factory.mktemp("gpu") / "a.sqlite", SOURCES, **FACTS)) as opened:
        yield opened


def only(index: Index, text: str) -> Diagnosis:
    (one,) = diagnose(index, text.encode()).results
    assert isinstance(one, Diagnosis)
    return one


# Each: a message, the kind of failure, and what is said of it.
FAILURES = [
    (
        "InternalError: cuBLAS weave launch failed : m=3 [[node a]]",
        "gpu_call",
        "a call of cuBLAS on the GPU has failed",
    ),
    ("Failed to get a pattern for weaving, as cuDNN did not initialize.", "gpu_setup", "cuDNN could not be made ready"),
    (f"E {DRIVER}:3] Could not create a loom handle: X", "gpu_setup", "the library could not be made ready"),
    (f"E {DRIVER}:5] failed call to the mill, which said: X", "gpu_call", "what was launched or called on the GPU"),
    ("the loom call failed with status 6", "", ""),
    (f"{SOLVER}:10: the loom call failed with status 6", "gpu_call", "what was launched or called on the GPU"),
    # Not these: what was given, no failure, no error, another piece, and a device that is not there.
    ("cuDNN failed to take a thread of length 3", "", ""),
    ("A thread of this length was not expected: 3", "", ""),
    (f"W {DRIVER}:4] Could not create a pattern for the loom: X", "", ""),
    ("Failed to find the colour of the cloth red", "", ""),
    (f"E {DRIVER}:5] failed call to the mill, which said: CUDA_ERROR_NO_DEVICE", "", ""),
]


@pytest.mark.parametrize(("message", "kind", "why"), FAILURES)
def test_what_fails_whatever_was_given(index: Index, message: str, kind: str, why: str) -> None:
    found = diagnose(index, message.encode()).results
    if not found:
        assert not kind
        return
    one = only(index, message)
    assert (one.topic.name, why in rendered.explanation(one)) == (kind, True)
    told = rendered.advice(one)
    assert ("allow_growth" in told) is bool(kind)
    assert ("tf.config.experimental.set_memory_growth (tensorflow/python/config.py:7)" in told) is bool(kind)
    assert "what was given to" not in told or not kind


@pytest.mark.parametrize(
    ("message", "name"),
    [("Blas GEMM", "BLAS"), ("CUDNN_STATUS_X", "cuDNN"), ("cuSolverDN call", "cuSOLVER"), ("ablast [[cudnn]]", "")],
)
def test_the_library_of_a_message(message: str, name: str) -> None:
    assert library(message) == name


@pytest.mark.parametrize("written", [SOLVER, f"external/x/{SOLVER}", "cuda_solver.cc"])
def test_a_macro_that_names_its_place(index: Index, written: str) -> None:
    one = only(index, f"InternalError: {written}:10: the loom call failed with status 6 [Op:Loom]")
    made = rendered.as_json(one)
    raised = made["raised_by"]
    assert isinstance(raised, dict)
    assert (raised["path"], raised["line"], raised["function"], raised["kind"]) == (SOLVER, 10, "Weave", "errors")
    assert raised["through"] == {"path": SOLVER, "line": 5, "end_line": 5}
    assert "the statement is in the macro at tensorflow/core/kernels/cuda_solver.cc:5" in rendered.explanation(one)


def test_a_macro_whose_message_names_another_tree_stands_where_it_stands(index: Index) -> None:
    one = only(index, "InternalError: home/me/own_solver.cc:10: the loom call failed with status 6")
    assert one.site is not None
    assert (one.site.location.line, one.through) == (5, None)


# Each: a message that names no op, how its statement belongs to ops, and to which.
BELONGING = [
    ("NotImplementedError: No way back through a warp that is torn.", "gradient", ("Warp",)),
    ("NotImplementedError: No way back through a warp of unknown ends.", "gradient", ("Warp",)),
    ("The warp has to have two ends, not 3", "shape_fn", ("Warp", "Warped")),
    ("The weft has to have one end, not 3", "shape_fn", ("Weft",)),
    ("thread index 4 is out of the loom", "namesake", ("Loom",)),
    ("Failed to find the colour of the cloth red", None, ()),
]


@pytest.mark.parametrize(("message", "how", "ops"), BELONGING)
def test_the_ops_of_a_function_that_names_none(
    index: Index, message: str, how: str | None, ops: tuple[str, ...]
) -> None:
    one = only(index, message)
    made = rendered.as_json(one)
    assert (made["candidates_by"], tuple(made["candidates"])) == (how, ops)
    assert one.op == (ops[0] if len(ops) == 1 else None)
    assert not ops or f" of {', '.join(ops)}." in rendered.explanation(one)
    named = rendered.as_json(only(index, f"{message} [Op:Loom]"))
    assert (named["op"], named["candidates_by"]) == ("Loom", None)
