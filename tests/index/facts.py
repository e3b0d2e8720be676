"""One of each kind of fact, in TensorFlow's idioms, with every awkward value an index has to carry."""

from __future__ import annotations

from tfexplore.index import messages, symbols
from tfexplore.index.write import Facts
from tfexplore.model import (
    ArgDef,
    AttrDef,
    ClaimEvidence,
    Constraint,
    Endpoint,
    ExpansionStep,
    GeneratedWrapper,
    GradientFunction,
    KerasEndpoint,
    KernelDef,
    Link,
    Location,
    MessageSite,
    MethodOps,
    OpDef,
    OpUse,
    PybindModule,
    PythonCall,
    SourceState,
    SwigEffect,
    SwigFile,
    SwigMember,
    SwigName,
    SwigUnreachable,
    Symbol,
    Unresolved,
    Use,
)

STATE = SourceState(
    "https://github.com/tensorflow/tensorflow",
    "v1.15.0",
    "590d6eef7e91a6a7392c8ffffb7b58f2e0c8bc6b",
    "linux-cuda",
    "build files",
)

OPS_FILE = "tensorflow/core/ops/nn_ops.cc"
KERNELS_FILE = "tensorflow/core/kernels/conv_ops.cc"
TYPES_FILE = "tensorflow/core/framework/register_types.h"
GRAD_FILE = "tensorflow/python/ops/nn_grad.py"
TEST_FILE = "tensorflow/core/kernels/conv_ops_test.cc"

PATHS = (KERNELS_FILE, OPS_FILE, TYPES_FILE, GRAD_FILE, TEST_FILE, "WORKSPACE", "tensorflow/core/kernels/größe.cc")


def at(path: str, line: int, end_line: int | None = None) -> Location:
    return Location(path, line, end_line or line)


def op(name: str, line: int = 10, **changes: object) -> OpDef:
    made = OpDef(
        name=name,
        input_arg=(ArgDef("input", type_attr="T"), ArgDef("filter", type_attr="T")),
        output_arg=(ArgDef("output", type_attr="T"),),
        attr=(
            AttrDef("T", "type", allowed_values=("DT_HALF", "DT_BFLOAT16", "DT_FLOAT", "DT_DOUBLE")),
            AttrDef("strides", "list(int)"),
        ),
        is_stateful=False,
        is_commutative=False,
        is_aggregate=False,
        allows_uninitialized_input=False,
        deprecation_version=None,
        shape_fn="shape_inference::Conv2DShape",
        shape_fn_location=at("tensorflow/core/framework/common_shape_fns.cc", 401, 520),
        linked_into="tensorflow",
        location=at(OPS_FILE, line, line + 9),
    )
    return made._replace(**changes)  # type: ignore[arg-type]


def kernel(op: str, device: str, type_: str, line: int = 30, **changes: object) -> KernelDef:
    made = KernelDef(
        op=op,
        device_type=device,
        constraint=(Constraint("T", (f"DT_{type_.upper()}",)),),
        host_memory_arg=(),
        label="",
        priority=0,
        kernel_class=f"{op}Op<{device}Device, {type_}>",
        kernel_class_location=at(KERNELS_FILE, 200, 290),
        registry="op_kernel",
        linked_into="tensorflow",
        location=at(KERNELS_FILE, line),
    )
    return made._replace(**changes)  # type: ignore[arg-type]


def fan_out(line: int, type_: str) -> tuple[ExpansionStep, ...]:
    """`TF_CALL_half(REGISTER_CPU);`, one level below `TF_CALL_FLOATS(REGISTER_CPU)`."""
    return (
        ExpansionStep("TF_CALL_FLOATS", at(TYPES_FILE, 90, 92), at(KERNELS_FILE, line)),
        ExpansionStep(f"TF_CALL_{type_}", at(TYPES_FILE, 20), at(TYPES_FILE, 91)),
        ExpansionStep("REGISTER_CPU", at(KERNELS_FILE, line - 5, line - 1), at(TYPES_FILE, 20)),
    )


OPS = (
    op("Conv2D"),
    op("Conv2DBackpropInput", 40),
    op("Conv3D", 70, deprecation_version=0, shape_fn=None, shape_fn_location=None),
    op("DepthwiseConv2dNative", 100),
    op("MatMul", 130, is_commutative=True),
    op("_FusedConv2D", 160),
    op("TestConv", 12, linked_into=None, location=at(TEST_FILE, 12, 14)),
    op(
        "Awkward",
        190,
        input_arg=(
            ArgDef("values", type_attr="T", number_attr="N", is_ref=True),
            ArgDef("handle", type="DT_RESOURCE"),
            ArgDef("rest", type_list_attr="Tlist"),
        ),
        output_arg=(),
        attr=(
            AttrDef("N", "int", minimum=1),
            AttrDef("Tlist", "list(type)", True, ("DT_FLOAT", "DT_INT32"), minimum=0),
            AttrDef("empty", "list(type)", True, ()),
            AttrDef("one_empty", "list(string)", True, ("",)),
            AttrDef("nested", "list(list)", True, (("a\tb", "\\t"), (), ("\x1f",))),
            AttrDef("flag", "bool", True, False),
            AttrDef("ratio", "float", True, 0.30000001192092896),
            AttrDef("huge", "float", True, float("inf")),
            AttrDef("big", "int", True, -(2**63)),
            AttrDef("text", "string", True, 'tab\there, line\nthere, back\\slash, unit\x1f, quote "'),
            AttrDef("shape", "shape", True, "dim {\n  size: 2\n}\n"),
            AttrDef("choice", "string", True, "", ("", "VALID", "a\\b")),
            AttrDef("nothing", "string", False, None, ()),
        ),
        is_stateful=True,
        is_aggregate=True,
        allows_uninitialized_input=True,
        deprecation_version=22,
        shape_fn="lambda",
        linked_into="contrib/image/python/ops/_image_ops.so",
        expansion=fan_out(195, "half"),
    ),
)

KERNELS = (
    kernel("Conv2D", "CPU", "half", 300, expansion=fan_out(300, "half")),
    kernel("Conv2D", "CPU", "float", 300, expansion=fan_out(300, "float")),
    kernel("Conv2D", "GPU", "float", 310, host_memory_arg=("strides", "")),
    kernel("Conv2D", "GPU", "half", 310, label="eigen", priority=-2),
    kernel("Conv2DBackpropInput", "CPU", "float", 320),
    kernel("Conv3D", "CPU", "float", 330),
    kernel("MatMul", "DEFAULT", "int32", 340, constraint=()),
    kernel("DepthwiseConv2dNative", "GPU", "float", 345),
    kernel("_FusedConv2D", "CPU", "float", 350),
    kernel("TestConv", "CPU", "float", 20, linked_into=None, location=at(TEST_FILE, 20), kernel_class_location=None),
    kernel(
        "Conv2D",
        "XLA_CPU_JIT",
        "float",
        360,
        registry="xla",
        constraint=(Constraint("T", ("DT_FLOAT", "DT_HALF")), Constraint("none", ()), Constraint("a\tb", ("\n",))),
        type_limit=("DT_FLOAT", "DT_HALF", "DT_RESOURCE"),
    ),
)

UNRESOLVED = (
    Unresolved(
        "REGISTER_KERNEL_BUILDER", 'Label(Name("x"))', "label computed", at(KERNELS_FILE, 400), "Conv2D", "tensorflow"
    ),
    Unresolved("REGISTER_OP", "name", "not a literal", at(TEST_FILE, 401)),
)

GRADIENTS = (
    GradientFunction(
        "Conv2D",
        "python",
        "_Conv2DGrad",
        at(GRAD_FILE, 10, 40),
        11,
        at(GRAD_FILE, 10),
        "decorator",
        "import tensorflow",
        None,
        ("Conv2DBackpropInput", "ShapeN"),
        ("tensor", "tensor"),
    ),
    GradientFunction(
        "Shape", "python", None, at(GRAD_FILE, 50), None, at(GRAD_FILE, 50), "not_differentiable", None, None
    ),
    GradientFunction("Conv2D", "cc", "Conv2DGrad", at(OPS_FILE, 5), 5, at(OPS_FILE, 9), "macro", None, "tensorflow"),
    GradientFunction(
        *("Conv3D", "core", "Conv3DGrad", at(OPS_FILE, 5), 5, at(OPS_FILE, 10), "macro", None, None),
        *(("Shape",), (), ('"Old"', "Made<1,\t2>(...)"), True),
    ),
)

SYMBOLS = (
    Symbol("Conv2DOp", "class", "tensorflow", at(KERNELS_FILE, 200, 290)),
    Symbol("Conv2DOp::Compute", "method", "tensorflow", at(KERNELS_FILE, 220, 280)),
    Symbol("helper", "function", "", at(KERNELS_FILE, 295, 299)),
    Symbol("operator<<\t", "function", "", at(KERNELS_FILE, 299)),
    Symbol("Conv2DOpTest", "class", "tensorflow::test", at(TEST_FILE, 5, 9)),
)

MESSAGES = (
    MessageSite(
        "OP_REQUIRES",
        "",
        "InvalidArgument",
        "Conv2DOp::Compute",
        ("", "a1b2", "c3"),
        at(KERNELS_FILE, 230, 233),
        2**63 + 7,
    ),
    MessageSite("VLOG", "2", "", "Conv2DOp::Compute", (), at(KERNELS_FILE, 240)),
    MessageSite("raise", "", "ValueError", "", ("a1b2",), at(GRAD_FILE, 30, 31)),
)

SWIG_FILES = (
    SwigFile("tensorflow/python/tensorflow.i", None, None, "interface"),
    SwigFile("tensorflow/python/client/tf_session.i", "tensorflow/python/tensorflow.i", 12, "interface"),
    SwigFile("tensorflow/c/c_api.h", "tensorflow/python/client/tf_session.i", 30, "header"),
)
SWIG_NAMES = (
    SwigName(
        "TF_Run",
        "function",
        "TF_Run_wrapper",
        at("tensorflow/python/client/tf_session_helper.h", 60, 63),
        "tensorflow/python/client/tf_session.i",
        "%rename",
        at("tensorflow/python/client/tf_session.i", 80),
        None,
        (),
        (at("tensorflow/python/client/session.py", 9), at(GRAD_FILE, 3)),
        "void TF_Run_wrapper(TF_Session* session)",
    ),
    SwigName(
        "Items",
        "class",
        "std::vector<int>",
        None,
        "a.i",
        "%unignore",
        None,
        None,
        (SwigMember("append", "method", "push\tback", at("a.h", 7)), SwigMember("pop", "python", "", None)),
    ),
)
SWIG_EFFECTS = (SwigEffect("%unignore", "tensorflow", at("tensorflow/python/client/tf_session.i", 3)),)
SWIG_UNREACHABLE = (
    SwigUnreachable("a/b.i", "tf_py_wrap_cc", "//a:b_wrap", at("a/BUILD", 3, 9)),
    SwigUnreachable("c.i", "", "", None),
)
PYBIND = (
    PybindModule("_tf_stack", ("extract_stack", "StackFrame"), at("a.cc", 30, 60)),
    PybindModule("m", (), at("a.cc", 70)),
)

KERAS = (
    KerasEndpoint(
        "tf.keras.applications.vgg16.preprocess_input",
        "function",
        at("tensorflow/python/keras/applications/vgg16.py", 40, 44),
        Location("vgg16.py", 20, 20, "keras_applications", "1.0.8"),
        "caffe",
        "(*args, **kwargs)",
    ),
)

ENDPOINTS = (
    Endpoint("tf.nn.conv2d", ("v1",), "conv2d", at(OPS_FILE, 3, 8), (OpUse("Conv2D", "through", ("a.b", "c")),)),
    Endpoint("tf.nn.relu", ("v1", "v2"), "relu", at(OPS_FILE, 9), (), True),
)
CALLS = (
    PythonCall(at(OPS_FILE, 3, 8), "a.b", at(GRAD_FILE, 30, 40)),
    PythonCall(at(GRAD_FILE, 30, 40), "c", Location("c.py", 5, 6, "keras_applications", "1.0.8")),
)
METHODS = (
    MethodOps(GRAD_FILE, "Loom", "Base.turn", (OpUse("Conv2D", "direct"), OpUse("Relu", "through", ("a", "b")))),
    MethodOps(GRAD_FILE, "Loom", "Loom.turn", (OpUse("Relu", "through", ("a",)),)),
    MethodOps(GRAD_FILE, "Mill", "Base.turn", (OpUse("Relu", "through", ("a", "b\tc")),)),
    MethodOps(OPS_FILE, "Loom", "Loom.turn", (OpUse("Relu", "direct"),)),
)
WRAPPERS = (GeneratedWrapper("Conv2D", "gen_nn_ops", "conv2d", ("input", "filter", "name"), ("raw_ops.Conv2D",)),)
EVIDENCE = (
    ClaimEvidence("conv2d-padding", "Conv2DOp::Compute", KERNELS_FILE, at(KERNELS_FILE, 250, 255)),
    ClaimEvidence("conv2d-gone", "", KERNELS_FILE, None),
)
USES = (
    Use(
        at(KERNELS_FILE, 20, 90),
        "Conv2DOp::Compute",
        "functor::Pad<Device, T>",
        "class",
        at("a.h", 7),
        at(KERNELS_FILE, 30),
        "Pad",
        "defined(A)",
    ),
    Use(at(KERNELS_FILE, 20, 90), "Conv2DOp<A>", "functor::abs<A>", "argument", at("a.h", 9), None, "abs<A>"),
    Use(
        at(KERNELS_FILE, 20, 90),
        "Conv2DOp",
        "Conv2DOp::Compute",
        "compute",
        at(KERNELS_FILE, 30, 60),
        None,
        "Conv2DOp::Compute",
    ),
)
MARKS = {KERNELS_FILE: "0ab0co", TEST_FILE: "0"}
BASES = {KERNELS_FILE: "BinaryOp", TEST_FILE: "ol functor.OpTest,~Base"}
WORDS = (1, 2, 77 << 20, 78 << 20, (1 << 28) - 1)
LINKS = (Link("gradient of", "Conv2DBackpropInput", "Conv2D"), Link("wrapper of", "conv3d", ""))


def by_path(facts: tuple[Symbol, ...] | tuple[MessageSite, ...]) -> dict[str, list[Symbol | MessageSite]]:
    files: dict[str, list[Symbol | MessageSite]] = {}
    for one in facts:
        files.setdefault(one.location.path, []).append(one)
    return files


FACTS = Facts(
    paths=PATHS,
    ops=OPS,
    kernels=KERNELS,
    unresolved=UNRESOLVED,
    gradients=GRADIENTS,
    swig_files=SWIG_FILES,
    swig_names=SWIG_NAMES,
    swig_effects=SWIG_EFFECTS,
    swig_unreachable=SWIG_UNREACHABLE,
    pybind=PYBIND,
    keras=KERAS,
    endpoints=ENDPOINTS,
    calls=CALLS,
    methods=METHODS,
    wrappers=WRAPPERS,
    symbols={path: symbols.packed(part) for path, part in by_path(SYMBOLS).items()},  # type: ignore[arg-type]
    messages={path: messages.packed(part) for path, part in by_path(MESSAGES).items()},  # type: ignore[arg-type]
    marks=MARKS,
    bases=BASES,
    words=WORDS,
    evidence=EVIDENCE,
    links=LINKS,
    uses=USES,
    notes=(("census", "REGISTER_OP 8"),),
)
