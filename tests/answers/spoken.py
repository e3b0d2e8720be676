"""A tiny source that raises and logs, and its index: what the tests of `doctor` and `log` ask."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tfexplore.cpp.definitions import definitions
from tfexplore.extract import messages, python_messages
from tfexplore.index import messages as message_codec
from tfexplore.index import symbols as symbol_codec
from tfexplore.index.write import Facts, write_index
from tfexplore.model import (
    ArgDef,
    AttrDef,
    Constraint,
    GradientFunction,
    KernelDef,
    Location,
    OpDef,
    SourceState,
)

PLACER = "tensorflow/core/common_runtime/graph_placer.cc"
WEAVE = "tensorflow/core/kernels/weave_op.cc"
UNWEAVE = "tensorflow/core/kernels/unweave_op.cc"
REGISTRY = "tensorflow/core/framework/op_list.cc"
LIBRARY = "tensorflow/python/framework/checks.py"
PRUNER = "tensorflow/core/grappler/optimizers/pruner.cc"
LOGGING = "tensorflow/core/platform/default/logging.cc"

SOURCES = {
    PLACER: """
Status Placer::Place(Node* node) {
  return errors::InvalidArgument("No OpKernel can serve the Op '", node->op(), "' with these attrs: [", attrs(node),
                                 "], devices here: ", devices());
  return errors::InvalidArgument("Node ", node->name(), " wants ", d, " but available devices are [ ", all, " ].");
}
""",
    WEAVE: """
template <typename Device, typename T>
class WeaveOp : public OpKernel {
  void Compute(OpKernelContext* context) override {
    OP_REQUIRES(context, rank < 5,
                errors::Unimplemented("threads of more than four dimensions are not woven"));
    VLOG(1) << "Weaving " << count << " threads";
    LOG(WARNING) << "a thread broke at " << place
                 << " of " << length;
  }
};
""",
    UNWEAVE: """
class UnweaveOp : public OpKernel {
  void Compute(OpKernelContext* context) override {
    OP_REQUIRES(context, rank < 5,
                errors::Unimplemented("threads of more than four dimensions are not woven"));
  }
};
""",
    REGISTRY: """
Status OpList::LookUp(const string& name) {
  return errors::NotFound("Op type not registered '", name, "' in this list of ops. Did you load its library?");
}
""",
    LIBRARY: """
def check(value, name):
  raise TypeError("Value for parameter '%s' has DataType %s not in list of allowed values: %s" %
                  (name, value, ", ".join(allowed)))

def gradient(op):
  raise LookupError("No gradient defined for operation '%s' (op type: %s)" % (op.name, op.type))
""",
    PRUNER: """
Status Pruner::Optimize(const GrapplerItem& item) {
  VLOG(1) << "Pruned " << cut << " nodes";
  VLOG(2) << pass << ": now " << n << " nodes (" << n - before << "), left";
  VLOG(3) << "Mapping " << name << " to " << id;
  VLOG(3) << "keeps node " << node;
}
""",
    LOGGING: """
int64 MinLogLevelFromEnv() { return 0; }
int64 MinVLogLevelFromEnv() { return 0; }
""",
}

FLOATS = ("DT_HALF", "DT_FLOAT")


def at(path: str, line: int) -> Location:
    return Location(path, line, line)


def op(name: str, linked_into: str | None = "tensorflow") -> OpDef:
    attr = (AttrDef("T", "type", allowed_values=FLOATS),)
    ends = ((ArgDef("thread", type_attr="T"),), (ArgDef("cloth", type_attr="T"),))
    place = at("tensorflow/core/ops/weave_ops.cc", 10)
    return OpDef(name, *ends, attr, False, False, False, False, None, None, None, linked_into, place)


def kernel(name: str, device: str, type_: str, class_: str, path: str, label: str = "") -> KernelDef:
    constraint = (Constraint("T", (type_,)),)
    return KernelDef(
        name, device, constraint, (), label, 0, class_, at(path, 3), "op_kernel", "tensorflow", at(path, 90)
    )


FACTS = Facts(
    paths=tuple(sorted(SOURCES)),
    ops=(op("Weave"), op("Unweave"), op("Knit", "contrib/knit/python/ops/_knit_ops.so"), op("_MyWeave", None)),
    kernels=(
        kernel("Weave", "CPU", "DT_FLOAT", "WeaveOp<CPUDevice, float>", WEAVE),
        kernel("Weave", "GPU", "DT_HALF", "WeaveOp<GPUDevice, Eigen::half>", WEAVE),
        kernel("Unweave", "CPU", "DT_FLOAT", "UnweaveOp", UNWEAVE, "fast"),
    ),
    gradients=(
        GradientFunction(
            "Unweave",
            "python",
            None,
            at(LIBRARY, 1),
            None,
            at(LIBRARY, 1),
            "not_differentiable",
            "import tensorflow",
            None,
        ),
    ),
    symbols={
        path: symbol_codec.packed(definitions(path, text.encode()))
        for path, text in SOURCES.items()
        if path.endswith(".cc")
    },
    messages={
        path: message_codec.packed(
            (python_messages if path.endswith(".py") else messages).message_sites(path, text.encode())
        )
        for path, text in SOURCES.items()
    },
    notes=(("guarded", "_BuiltWeave\top\tINTEL_MKL\t" + WEAVE + "\t12"),),
)
STATE = SourceState("https://github.com/example/weaving", "v1", "0" * 40, "linux-cpu", "build files")


def statements(sources: Mapping[str, str]) -> dict[str, str]:
    """The statements of some files as an index has them."""
    return {
        path: message_codec.packed(
            (python_messages if path.endswith(".py") else messages).message_sites(path, text.encode())
        )
        for path, text in sources.items()
    }


def make_index(path: Path, sources: Mapping[str, str] | None = None, **more: Any) -> Path:
    """An index of the tiny source, or of these files; `more` are facts of those, by the fields of `Facts`."""
    if sources is None:
        facts = FACTS
    else:
        symbols = {
            name: symbol_codec.packed(definitions(name, text.encode()))
            for name, text in sources.items()
            if not name.endswith(".py")
        }
        facts = Facts(paths=tuple(sorted(sources)), symbols=symbols, messages=statements(sources))
    write_index(path, STATE, facts._replace(**more))
    return path
