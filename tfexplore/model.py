"""The facts: a glossary of TensorFlow's registration language.

TensorFlow keeps several registries, and each is filled by static initialisers that a macro leaves behind. A
*registration* is such a site in the source: a macro invocation, a decorator, a line of an interface file. A *Def* is
what it means once every macro is expanded and every default is applied, and it carries the names of TensorFlow's own
protos (`op_def.proto`, `kernel_def.proto`): an `OpDef` has `input_arg`, `output_arg` and `attr`, a `KernelDef` has
`device_type`, `constraint` and `host_memory_arg`.

Every fact says where it comes from: a `Location` in the tree, and an `ExpansionStep` for each macro between the text a
person sees and the registration. Whatever cannot be read statically is an `Unresolved`, which is a fact as well. All
types are immutable tuples that compare by value; a type `DT_X` is its name, a device its name in the registry. The
types know no wording, no colour, no SQL and no file system.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record

if TYPE_CHECKING:
    from typing import Union

    #: The value of an attr: bool, int, float (as float32 keeps it), str (also types, shapes, tensors and functions in
    #: protobuf text format) or a tuple of those.
    #: (`Union`, because a type that names itself is text, and text has no `|`.)
    AttrValue = Union[None, bool, int, float, str, tuple["AttrValue", ...]]  # noqa: UP007


class Location(Record):
    """A place in a file: `path` relative to the source root, or to `package` when the file is not the tree's own.

    Lines count from 1; `end_line` is the last line that belongs to the construct.
    """

    path: str
    line: int
    end_line: int
    package: str = ""
    version: str = ""


class ExpansionStep(Record):
    """One macro on the way from the text a person sees to a registration, outermost first.

    ::

        #define REGISTER_CPU(T) REGISTER_KERNEL_BUILDER(...)   // defined
        TF_CALL_float(REGISTER_CPU);                           // invoked
    """

    macro: str
    defined: Location
    invoked: Location


class Unresolved(Record):
    """A registration site that cannot be read statically: the macro, the expression in question, and why.

    `text` holds at most 80 characters; `relates` names what it would have registered where that much is known.
    """

    macro: str
    text: str
    reason: str
    location: Location
    relates: str = ""
    linked_into: str | None = None


#: Why a registration is both a fact and an `Unresolved`, whose `text` is the condition then: nobody tells the macros
#: that the condition tests, so all branches were read.
CONDITIONAL = "whether this is registered is decided by a setting of the repository's own build"


class ArgDef(Record):
    """An input or output of an op.

    ::

        .Input("values: Ref(N * T)")     name="values", type_attr="T", number_attr="N", is_ref=True
                ^^^^^^^^^^^^^^^^^^
    """

    name: str
    type: str | None = None
    type_attr: str | None = None
    type_list_attr: str | None = None
    number_attr: str | None = None
    is_ref: bool = False


class AttrDef(Record):
    """An attr of an op; `has_default` tells a default of None (there is none such) from no default.

    ::

        .Attr("T: {half, float} = DT_FLOAT")
               ^   ^^^^^^^^^^^     ^^^^^^^^
               name allowed_values default_value
    """

    name: str
    type: str
    has_default: bool = False
    default_value: AttrValue = None
    allowed_values: tuple[str, ...] | None = None
    minimum: int | None = None


class OpDef(Record):
    """An op as the registry holds it after `OpDefBuilder::Finalize`.

    ::

        REGISTER_OP("Bitcast").Input("input: T").Output("output: type").Attr("T: {...}").SetShapeFn(...);
                     ^^^^^^^         ^^^^^^^^            ^^^^^^^^^^^^         ^^^^^^^^           ^^^

    `shape_fn` is the function's name, `"lambda"`, or None. `linked_into` is the library that registers it (see
    `docs/json.md`), None when no library of the build does.
    """

    name: str
    input_arg: tuple[ArgDef, ...]
    output_arg: tuple[ArgDef, ...]
    attr: tuple[AttrDef, ...]
    is_stateful: bool
    is_commutative: bool
    is_aggregate: bool
    allows_uninitialized_input: bool
    deprecation_version: int | None
    shape_fn: str | None
    shape_fn_location: Location | None
    linked_into: str | None
    location: Location
    expansion: tuple[ExpansionStep, ...] = ()


class Constraint(Record):
    """The types that a kernel takes for one attr: `TypeConstraint<float>("T")` is `("T", ("DT_FLOAT",))`.

    `AttrConstraint("data_format", "NHWC")` allows values instead: `("data_format", ("NHWC",))`.
    """

    name: str
    allowed_values: tuple[str, ...]


class KernelDef(Record):
    """A kernel as the registry holds it.

    ::

        REGISTER_KERNEL_BUILDER(Name("Pad").Device(DEVICE_GPU).TypeConstraint<float>("T").HostMemory("paddings"),
                                      ^^^          ^^^^^^^^^^                 ^^^^^  ^                ^^^^^^^^
                                PadOp<GPUDevice, float>);
                                ^^^^^^^^^^^^^^^^^^^^^^^   kernel_class

    `registry` is `"op_kernel"`, or `"xla"` for `REGISTER_XLA_OP`. `location` is the invocation that a person would
    open, `expansion` the macros between it and the registration. `type_limit` are the types beyond which no attr of
    the kernel goes, whatever its op allows: those of XLA's devices; empty for kernels that have no such limit.
    """

    op: str
    device_type: str
    constraint: tuple[Constraint, ...]
    host_memory_arg: tuple[str, ...]
    label: str
    priority: int
    kernel_class: str
    kernel_class_location: Location | None
    registry: str
    linked_into: str | None
    location: Location
    expansion: tuple[ExpansionStep, ...] = ()
    type_limit: tuple[str, ...] = ()

    def types_of(self, attr: str, allowed: tuple[str, ...] | None) -> tuple[str, ...] | None:
        """The types that the kernel takes for an attr for which its op allows these; None where any will do."""
        for constraint in self.constraint:
            if constraint.name == attr:
                allowed = constraint.allowed_values
        if not self.type_limit:
            return allowed
        return self.type_limit if allowed is None else tuple([one for one in allowed if one in self.type_limit])


class GradientFunction(Record):
    """What one registry answers for the gradient of an op.

    ::

        @ops.RegisterGradient("Sin")      registry="python", idiom="decorator"
        def _SinGrad(op, grad):           function="_SinGrad", def_line

        REGISTER_GRADIENT_OP("Sin", SinGrad);                   registry="cc"
        REGISTER_OP_GRADIENT("Sin", SinGrad);                   registry="core"

    `function` is None where the op is declared not differentiable. `location` runs from the first decorator to the
    end of the body; `registered` is the registration. `input_gradients` has one of `"tensor"`, `"none"`, `"unknown"`
    for each input of the op. `unread` is what a gradient in C++ says in the place of an op or of a class that makes
    one, where that is not told. One is `partial` of which not all that it creates is in `calls`: in Python those that
    call functions of other files, whose nearest ops alone are known.
    """

    op: str
    registry: str
    function: str | None
    location: Location
    def_line: int | None
    registered: Location
    idiom: str
    availability: str | None
    linked_into: str | None
    calls: tuple[str, ...] = ()
    input_gradients: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    partial: bool = False

    @property
    def is_read(self) -> bool:
        """Whether `calls` are known, be they none."""
        return bool(self.calls) or not self.partial

    @property
    def opened(self) -> Location:
        """Where one goes to read the function: from its own line, below its decorators, to its end."""
        place, line = self.location, self.def_line
        if not line or not place.line < line <= place.end_line:
            return place
        return place._replace(line=line)


class Symbol(Record):
    """A definition: `kind` is `"class"`, `"function"`, `"method"`, `"macro"`, `"type"` or `"constant"`.

    `name` is qualified by classes and not by namespaces: `Conv2DOp::Compute` for a method, whether it is defined in its
    class or outside; `scope` holds the namespaces (`tensorflow::functor`). Python's are `Optimizer.minimize`.
    """

    name: str
    kind: str
    scope: str
    location: Location


class SwigFile(Record):
    """A file that SWIG reads, and the directive that brings it in; `included_at` is None for the root."""

    path: str
    included_by: str | None
    included_at: int | None
    kind: str  # "interface" (.i), "header" or "library" (SWIG's own)


class SwigMember(Record):
    """An attribute of a class as Python sees it: `debug_string` for the method `DebugString`.

    `kind` is `"method"`, `"static"`, `"field"`, `"const"` or `"python"` (inserted text); a constructor is `__init__`.
    """

    name: str
    kind: str
    cname: str
    declared: Location | None


class SwigName(Record):
    """A name that the SWIG layer gives to Python.

    `kind` is `"function"`, `"class"`, `"const"` or `"python"`; `directive` the `%unignore`, `%rename`, `%native`,
    `%constant`, `%insert`, `%include` or declaration that exposes it; `declared` is None for what SWIG makes beside a
    class (`directive` is then `"generated"`). `signature` is the C++ declaration up to its parameters, types and names.
    """

    name: str
    kind: str
    cname: str
    declared: Location | None
    interface: str
    directive: str
    directive_location: Location | None
    defined: Location | None
    members: tuple[SwigMember, ...] = ()
    used_by: tuple[Location, ...] = ()
    signature: str = ""


class SwigEffect(Record):
    """What one line of an interface file does: ignores, exposes, renames, maps a type, inserts text.

    `directive` is as written (`%unignore`), `target` the C++ or Python name or type pattern it speaks of.
    """

    directive: str
    target: str
    location: Location


class SwigUnreachable(Record):
    """An interface file that the root does not bring in, and a target that names it.

    ::

        tf_py_wrap_cc(                              rule="tf_py_wrap_cc"
            name = "calibration_wrapper",           target="//tensorflow/lite/python/optimize:calibration_wrapper"
            srcs = ["calibration_wrapper.i"],

    `rule` and `target` are empty and `location` is None where no BUILD file names it.
    """

    path: str
    rule: str
    target: str
    location: Location | None


class PybindModule(Record):
    """A module that Python gets by pybind11 instead.

    ::

        PYBIND11_MODULE(_tf_stack, m) {             name="_tf_stack"
          m.def("extract_stack", ...);              names=("extract_stack",)
    """

    name: str
    names: tuple[str, ...]
    location: Location


class KerasEndpoint(Record):
    """A name below `tf.keras.preprocessing` or `tf.keras.applications`, and where its code is."""

    endpoint: str
    kind: str
    declared: Location
    implemented: Location
    mode: str | None
    signature: str


#: How many functions a way from a public name to an op may lead through, the named one and a class's method included.
MAX_VIA = 6


class OpUse(Record):
    """An op that a Python function creates: `how` is `"direct"` or `"through"`, `via` the functions between."""

    op: str
    how: str
    via: tuple[str, ...] = ()


class Endpoint(Record):
    """A public Python name (`tf.nn.conv2d`) and the function or class behind it."""

    endpoint: str
    api_versions: tuple[str, ...]
    function: str
    location: Location
    ops: tuple[OpUse, ...] = ()
    deprecated: bool = False


class PythonCall(Record):
    """A call on the way from a public name to an op: the definition that calls, what it calls, and where that is.

    A step of a way to what uses a module that SWIG makes has the definition with which the way begins as its caller,
    and all of the way in its name: `>FileIO.read>_preread_check`.
    """

    caller: Location
    name: str
    target: Location


class MethodOps(Record):
    """What a method of a public class creates beside what those ways of the class say that begin with it.

    `path` and `owner` are the class's, `function` is the method as its own class calls it (`Layer.apply`).
    """

    path: str
    owner: str
    function: str
    ops: tuple[OpUse, ...]


class GeneratedWrapper(Record):
    """A function of a generated `gen_*_ops.py`, which is not in the tree: derived from `api_def` and the op."""

    op: str
    module: str
    function: str
    args: tuple[str, ...]
    exports: tuple[str, ...]
    deprecated: bool = False


#: The codes of an error, as `errors::NotFound` and `Status` name them.
ERROR_CODES = (
    "Aborted", "AlreadyExists", "Cancelled", "DataLoss", "DeadlineExceeded", "FailedPrecondition", "Internal",
    "InvalidArgument", "NotFound", "OutOfRange", "PermissionDenied", "ResourceExhausted", "Unauthenticated",
    "Unavailable", "Unimplemented", "Unknown",
)  # fmt: skip


class MessageSite(Record):
    """A statement that raises an error or writes a log line.

    `kind` is the way (`"OP_REQUIRES"`, `"errors"`, `"raise"`, `"LOG"`, `"VLOG"`, `"CHECK"`); `level` the severity or
    VLOG level (`"INFO"`, `"2"`), empty otherwise; `error` the error class. `parts` are hashes of the fixed parts of
    the template in order (never the text), with an empty one first or last where a value stands there; two of them
    always have a value between. `anchor` holds the hashes by which a text finds its templates, 0 for one without a
    whole word. `tfexplore.fingerprint` says how both are made.
    """

    kind: str
    level: str
    error: str
    function: str
    parts: tuple[str, ...]
    location: Location
    anchor: int = 0


class ClaimEvidence(Record):
    """Where the evidence of a claim was found in the tree; `location` is None where it no longer is."""

    claim: str
    within: str
    path: str
    location: Location | None


class Use(Record):
    """What the code of a kernel class leads to: a base class, a functor or launcher, its `Compute`, a helper.

    ::

        class PadOp : public OpKernel {                   kind="base", name="OpKernel"
          void Compute(OpKernelContext* c) override {     kind="compute", name="PadOp::Compute"
            functor::Pad<Device, T>()(c, ...);            kind="class", name="functor::Pad<Device, T>"
                     ^^^                                  location

    `owner` is the definition of the class (or free function) that uses, `user` the method within it. `kind` is
    `"base"`, `"class"`, `"function"`, `"compute"`, or `"argument"` for a class that instantiates the kernel class
    `user`; the last two have no `location`, but for a `Compute` that the C API is given as a function. `"work"` is a
    method that is called like an entry of a kernel and has other parameters, or `Run` or `Launch` of a launcher; a
    `"missing"` is of what nothing defines, `target` where it is declared or used; an `"instance"` is of a template, or
    of its specialisation for GPUs, that the source of `target` instantiates; a `"hook"` is a method that classes
    derived from this one have for its `Compute` to call, `target` the line that declares it; a `"head"` is that of the
    template `owner` itself, `name` its parameters. `target` is the definition of what is used and `defined` the name it
    has there, the arguments of a specialisation included; of several functions that are for different devices the
    device is an argument: `Fill<GPUDevice>`. `condition` is all `#if` around the use.
    """

    owner: Location
    user: str
    name: str
    kind: str
    target: Location
    location: Location | None
    defined: str
    condition: str = ""


class SourceState(Record):
    """Which tree an index speaks of, and how it was read; `tag` and `commit` are None for a tree without them."""

    repository: str | None
    tag: str | None
    commit: str | None
    build: str
    linkage: str


class Link(Record):
    """A relation between two facts; `target` is empty where it dangles."""

    kind: str
    source: str
    target: str
