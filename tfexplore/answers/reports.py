"""What the Markdown reports say, as values: everything an index knows, gathered once and put in order."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.kernel_code import Used
from tfexplore.answers.show import REGISTRIES, Shown, chosen, endpoint_rank, show_op, untaken
from tfexplore.index import api, gradients, keras, kernels, ops, swig, symbols, unresolved
from tfexplore.templates import without_templates

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tfexplore.answers.check import CheckedClaim
    from tfexplore.answers.show import Untaken
    from tfexplore.index.store import Index
    from tfexplore.model import (
        Endpoint,
        GeneratedWrapper,
        GradientFunction,
        KerasEndpoint,
        KernelDef,
        Location,
        OpDef,
        PybindModule,
        SourceState,
        SwigFile,
        SwigName,
        SwigUnreachable,
        Symbol,
        Unresolved,
    )

#: The topics in the order in which they are listed.
TOPICS = (
    "overview",
    "ops",
    "registration",
    "conv2d",
    "gradients",
    "swig",
    "keras",
    "behaviours",
    "schema",
    "unresolved",
)

#: Files that register fewer ops than this share a page.
SMALL_AREA = 5


class OpFacts(Record):
    """An op with what belongs to it; `declared` are the types that its OpDef allows and some device does not take."""

    op: OpDef
    kernels: tuple[KernelDef, ...]
    gradients: tuple[GradientFunction, ...]
    endpoints: tuple[Endpoint, ...]
    wrapper: GeneratedWrapper | None
    declared: tuple[Untaken, ...]


class Area(Record):
    """Ops that one file registers, or that belong together otherwise; `key` names its page."""

    key: str
    files: tuple[str, ...]
    ops: tuple[OpFacts, ...]


class Step(Record):
    """A step of a way through the source: what is defined where; `places` is empty where the tree has no such thing."""

    key: str
    name: str
    places: tuple[Location, ...]


class Branch(Record):
    """A way in which a kernel computes: the code that does it, the `#if` around it, the claims that check it.

    `holds` says whether the build has what the `#if` asks for, None where nobody can tell.
    """

    key: str
    code: tuple[Used, ...]
    condition: str
    claims: tuple[CheckedClaim, ...]
    holds: bool | None = None


class Material(Record):
    """All that the reports are made of."""

    state: SourceState
    digest: str
    areas: tuple[Area, ...]
    gradients: tuple[GradientFunction, ...]
    endpoints: int
    devices: tuple[tuple[str, int], ...]
    swig_files: tuple[SwigFile, ...]
    swig_names: tuple[SwigName, ...]
    swig_unreachable: tuple[SwigUnreachable, ...]
    pybind: tuple[PybindModule, ...]
    keras: tuple[KerasEndpoint, ...]
    claims: tuple[CheckedClaim, ...]
    unresolved: tuple[Unresolved, ...]
    registration: tuple[Step, ...]
    kernel_steps: tuple[Step, ...]
    conv2d: Shown | None
    branches: tuple[Branch, ...]
    kernels_without_op: tuple[KernelDef, ...]
    #: Public Python names that stand for one function in v1 and for another in v2.
    forked: frozenset[str]

    @property
    def ops(self) -> tuple[OpFacts, ...]:
        """The ops of all areas."""
        return tuple([one for area in self.areas for one in area.ops])


def gather(index: Index) -> Material:
    """Everything the reports need, read once; all that no shipped library links is left out."""
    from tfexplore.answers.check import check_claims

    linked_kernels = [kernel for kernel in kernels.every(index) if kernel.linked_into is not None]
    registered = tuple([one for one in gradients.every(index) if (one.availability or one.linked_into) is not None])
    endpoints = api.endpoints(index)
    facts = _ops(index, linked_kernels, registered, endpoints)
    named: dict[str, int] = {}
    for endpoint in endpoints:
        named[endpoint.endpoint] = named.get(endpoint.endpoint, 0) + 1
    answer = check_claims(index, ())
    claims: tuple[CheckedClaim, ...] = answer.results  # type: ignore[assignment]
    about = {one.op for one in claims}
    known = {one.op.name for one in facts}
    # Claims about another project's tree would be claims about nothing.
    if not any(evidence.location for one in claims for evidence in one.evidence) or not about & known:
        claims = ()
    every_symbol = symbols.every(index)
    conv2d = show_op(index, "Conv2D") if "Conv2D" in known else None
    counts: dict[str, int] = {}
    for kernel in linked_kernels:
        counts[kernel.device_type] = counts.get(kernel.device_type, 0) + 1
    return Material(
        index.state,
        index.digest,
        _areas(facts),
        registered,
        len(endpoints),
        tuple(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))),
        swig.files(index),
        swig.names(index),
        swig.unreachable(index),
        swig.pybind(index),
        keras.every(index),
        claims,
        unresolved.every(index),
        _steps(REGISTRATION, every_symbol),
        _steps(KERNEL_REGISTRATION, every_symbol),
        conv2d,
        _branches(index, conv2d, claims),
        tuple([kernel for kernel in linked_kernels if kernel.op not in known]),
        frozenset([name for name, count in named.items() if count > 1]),
    )


def _ops(
    index: Index,
    found: Iterable[KernelDef],
    registered: Iterable[GradientFunction],
    endpoints: Iterable[Endpoint],
) -> tuple[OpFacts, ...]:
    kernels_of: dict[str, list[KernelDef]] = {}
    for kernel in found:
        kernels_of.setdefault(kernel.op, []).append(kernel)
    gradients_of: dict[str, list[GradientFunction]] = {}
    for gradient in registered:
        gradients_of.setdefault(gradient.op, []).append(gradient)
    endpoints_of: dict[str, list[Endpoint]] = {}
    for endpoint in endpoints:
        for name in {use.op for use in endpoint.ops}:
            endpoints_of.setdefault(name, []).append(endpoint)
    wrapper_of: dict[str, GeneratedWrapper] = {}
    for wrapper in api.wrappers(index):
        wrapper_of.setdefault(wrapper.op, wrapper)
    named: dict[str, list[OpDef]] = {}
    for op in ops.every(index):
        if op.linked_into is not None:
            named.setdefault(op.name, []).append(op)
    made: list[OpFacts] = []
    for name in sorted(named):
        op = chosen(named[name]) or named[name][0]
        own = tuple(kernels_of.get(name, ()))
        ranked = _ranked(endpoints_of.get(name, ()), name)
        made.append(
            OpFacts(
                op,
                own,
                tuple(sorted(gradients_of.get(name, ()), key=lambda one: REGISTRIES.index(one.registry))),
                ranked,
                wrapper_of.get(name),
                untaken(op, own),
            )
        )
    return tuple(made)


def _ranked(found: Iterable[Endpoint], op: str) -> tuple[Endpoint, ...]:
    return tuple(sorted(found, key=lambda one: endpoint_rank(one, op)))


def _areas(facts: Iterable[OpFacts]) -> tuple[Area, ...]:
    """The ops by the file that registers them, convolutions first; files with few ops by their folder, or together."""
    convolutions = []
    by_key: dict[str, list[OpFacts]] = {}
    for one in facts:
        if "conv" in one.op.name.lower() and "/core/ops/" in one.op.location.path:
            convolutions.append(one)
        else:
            by_key.setdefault(_area_key(one.op.location.path), []).append(one)
    merged: dict[str, list[OpFacts]] = {}
    for key, found in by_key.items():
        merged.setdefault(key if len(found) >= SMALL_AREA else "others", []).extend(found)
    keys = sorted(merged, key=lambda key: (key == "others", key.startswith("contrib"), key))
    ordered = [("convolution", convolutions)] if convolutions else []
    ordered += [(key, merged[key]) for key in keys]
    return tuple(
        [
            Area(
                key,
                tuple(sorted({one.op.location.path for one in found})),
                tuple(sorted(found, key=lambda one: one.op.name)),
            )
            for key, found in ordered
        ]
    )


def _area_key(path: str) -> str:
    """`nn` for `core/ops/nn_ops.cc`, `contrib-image` for whatever is below `contrib/image`."""
    if "/contrib/" in path:
        return "contrib-" + path.partition("/contrib/")[2].partition("/")[0].replace("_", "-")
    stem = path.rpartition("/")[2].partition(".")[0]
    for ending in ("_ops", "_op"):
        stem = stem.removesuffix(ending)
    if "/core/ops/" not in path:
        folder = path.rpartition("/")[0].removesuffix("/ops").rpartition("/")[2]
        stem = f"{folder}-{stem}"
    return stem.replace("_", "-")


# -- ways through the source -------------------------------------------------------------------------------------------

#: How an op is registered: for each step the kind and name of a definition. Where it is, the index says.
REGISTRATION = (
    ("macro", "macro", "REGISTER_OP"),
    ("uniq", "macro", "REGISTER_OP_UNIQ"),
    ("wrapper", "class", "OpDefBuilderWrapper"),
    ("builder", "class", "OpDefBuilder"),
    ("attr", "method", "OpDefBuilder::Attr"),
    ("shape", "method", "OpDefBuilder::SetShapeFn"),
    ("receiver", "class", "OpDefBuilderReceiver"),
    ("receive", "method", "OpDefBuilderReceiver::OpDefBuilderReceiver"),
    ("register", "method", "OpRegistry::Register"),
    ("lookup", "method", "OpRegistry::LookUp"),
    ("lookup_slow", "method", "OpRegistry::LookUpSlow"),
    ("deferred", "method", "OpRegistry::MustCallDeferred"),
    ("locked", "method", "OpRegistry::RegisterAlreadyLocked"),
    ("finalize", "method", "OpDefBuilder::Finalize"),
    ("validate", "function", "ValidateKernelRegistrations"),
    ("process", "method", "OpRegistry::ProcessRegistrations"),
    ("generate", "function", "GetPythonOps"),
    ("code", "method", "GenEagerPythonOp::Code"),
)
KERNEL_REGISTRATION = (
    ("kernel_macro", "macro", "REGISTER_KERNEL_BUILDER"),
    ("kernel_uniq", "macro", "REGISTER_KERNEL_BUILDER_UNIQ"),
    ("kernel_builder", "class", "KernelDefBuilder"),
    ("kernel_constraint", "method", "KernelDefBuilder::TypeConstraint"),
    ("registrar", "class", "OpKernelRegistrar"),
    ("registrar_init", "method", "OpKernelRegistrar::InitInternal"),
    ("place", "function", "SupportedDeviceTypesForNode"),
    ("find_kernel", "function", "FindKernelRegistration"),
    ("create_kernel", "function", "CreateOpKernel"),
)


def _steps(wanted: Iterable[tuple[str, str, str]], found: Sequence[Symbol]) -> tuple[Step, ...]:
    """Each step with its places: C++ definitions of the framework, source files before headers."""
    wanted = tuple(wanted)
    names = {name for _, _, name in wanted}
    by_name: dict[str, list[Symbol]] = {}
    for symbol in found:
        base = without_templates(symbol.name) if "<" in symbol.name else symbol.name
        if base in names and not symbol.location.path.endswith((".py", ".proto", "_test.cc")):
            by_name.setdefault(base, []).append(symbol)
    made = []
    for key, kind, name in wanted:
        places = [one.location for one in by_name.get(name, ()) if one.kind == kind]
        # A name may stand in other parts of a tree as well: the framework's own file is the one with the most of them.
        places.sort(key=lambda place: ("/framework/" not in place.path, place.path.endswith(".h"), place))
        folder = places[0].path.rpartition("/")[0] if places else ""
        places = [place for place in places if place.path.rpartition("/")[0] == folder]
        # What a source file defines is the step; a header has overloads beside it that need no body.
        if places and not places[0].path.endswith(".h"):
            places = [place for place in places if not place.path.endswith(".h")]
        made.append(Step(key, name, tuple(places[:2])))
    return tuple(made)


#: How Conv2D is computed: for each way the classes and functions whose code does it, and the claims that check it.
BRANCHES = (
    ("empty", (), ("conv.empty",)),
    ("xsmm", ("LaunchXsmmConvOp", "CanUseXsmmConv2D", "XsmmFwdConv2D"), ("conv.formula",)),
    ("deep", ("LaunchDeepConvOp", "CanUseDeepConv2D", "DeepConv2D"), ("conv.formula",)),
    ("launch", ("LaunchConv2DOp",), ()),
    ("pointwise", ("LaunchGeneric", "MatMulConvFunctor"), ("conv.1x1",)),
    ("full", ("LaunchGeneric", "MatMulConvFunctor"), ("conv.full",)),
    ("spatial", ("LaunchGeneric", "SpatialConvolution"), ("conv.formula", "conv.dil_semantics", "conv.out_same")),
    (
        "gpu",
        ("LaunchConv2DOp", "PadInput", "NHWCToNCHW", "TransformFilter", "BestCudnnConvAlgorithm", "NCHWToNHWC"),
        ("conv.formula",),
    ),
)


def _branches(index: Index, shown: Shown | None, claims: Iterable[CheckedClaim]) -> tuple[Branch, ...]:
    if shown is None or not shown.kernel_classes:
        return ()
    by_id = {one.id: one for one in claims}
    found: dict[str, list[Used]] = {}
    for one in _flat([used for cls in shown.kernel_classes for used in cls.uses]):
        found.setdefault(without_templates(one.defined).rpartition("::")[2], []).append(one)
    made = []
    for key, names, ids in BRANCHES:
        code = [one for name in names for one in found.get(name, ())]
        if key == "gpu":
            code = [one for one in code if "gpu" in one.defined.lower() or not one.defined.startswith("Launch")]
        elif code:
            code = [one for one in code if "gpu" not in one.defined.lower()]
        conditions = [one.condition for one in code if one.condition]
        checked = tuple([by_id[one] for one in ids if one in by_id])
        if code or checked:
            condition = conditions[0] if conditions else ""
            holds = holds_in(index.state.build, condition)
            made.append(Branch(key, tuple(dict.fromkeys(code)), condition, checked, holds))
    return own_places(made)


def own_places(branches: Sequence[Branch]) -> tuple[Branch, ...]:
    """Branches without the places where another one uses what they use as well: the index has the first use only."""
    return tuple([one._replace(code=tuple([_own_place(used, one, branches) for used in one.code])) for one in branches])


def _own_place(used: Used, branch: Branch, branches: Iterable[Branch]) -> Used:
    if used.used is None or _spans(branch, used.used):
        return used
    elsewhere = any(_spans(other, used.used) for other in branches)
    return used._replace(used=None) if elsewhere else used


def _spans(branch: Branch, place: Location) -> bool:
    """Whether the evidence of a branch's claims is the code around a place; its last line begins what follows."""
    spans = [part.location for one in branch.claims for part in one.evidence]
    return any(span is not None and span.path == place.path and span.line <= place.line < span.end_line
               for span in spans)  # fmt: skip


#: What the builds define that are known by their names, of the macros that choose between branches of kernels.
BUILDS = {"linux-cpu": frozenset[str](), "linux-cuda": frozenset(["GOOGLE_CUDA"])}
#: Macros that only a setting of a build has its BUILD files define, and no build that is known by its name has.
SWITCHES = frozenset(["TENSORFLOW_USE_LIBXSMM_CONVOLUTIONS"])
_DEFINED = re.compile(r"defined\((\w+)\)")


def holds_in(build: str, condition: str) -> bool | None:
    """Whether one of the macros of `A || defined(B)` is defined in a build that is known by its name."""
    names = [_DEFINED.sub(r"\1", name) for name in condition.split(" || ")]
    defined = BUILDS.get(build)
    if defined is None or not all(name.isidentifier() for name in names):
        return None
    if any(name in defined for name in names):
        return True
    return False if all(name in SWITCHES for name in names) else None


def _flat(found: Iterable[Used]) -> list[Used]:
    made = []
    for one in found:
        made.append(one)
        made += _flat(one.uses)
    return made
