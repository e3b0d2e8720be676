"""The words of `tfexplore doctor`: why a message came, and what can be done."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.diagnosing.gpu import CALL, SETUP, library
from tfexplore.render.doctor_topics import told
from tfexplore.render.plain import place
from tfexplore.spec_text import signature, type_text

if TYPE_CHECKING:
    from tfexplore.answers.diagnosing.reason import Failure, NearKernel
    from tfexplore.answers.doctor import Diagnosis


def failed_text(near: NearKernel) -> str:
    """Which constraints of a kernel did not hold: `T=int32 is not among half, float`."""
    return "; ".join([_failure(one) for one in near.failed])


def _failure(failure: Failure) -> str:
    allowed = ", ".join([type_text(one) for one in failure.allowed if one]) or "none"
    if failure.name == "device_type":
        return f"is for {allowed}, not for {failure.wanted}"
    if failure.name == "label":
        return f"has the label {allowed!r}, not {failure.wanted!r}"
    return f"{failure.name}={type_text(failure.wanted)} is not among {allowed}"


def explanation(one: Diagnosis) -> str:
    """Why, as far as the source tells."""
    if one.leading and one.reason in ("kernel_restriction", "other"):
        why = doubt(one)
    else:
        why = _WHY[one.reason](one) if one.reason in _WHY else _other(one)
    return " ".join([why, *_owned(one), *_through(one), *_of_the_gpu(one)])


def _owned(one: Diagnosis) -> list[str]:
    """Which ops the statement belongs to, and how."""
    names = one.owners.ops
    if not names:
        return []
    ops = f"{', '.join(names[:OWNERS])}{f' and {len(names) - OWNERS} more' if len(names) > OWNERS else ''}"
    ways = {
        "gradient": f"It stands in the gradient function of {ops}.",
        "shape_fn": f"It stands in the shape function of {ops}.",
        "kernels": f"The code of the kernels of {ops} leads there.",
        "namesake": f"The kernels in the file of the same name, {one.owners.place}, are those of {ops}.",
    }
    return [ways[one.owners.how]]


#: Ops named of those that a statement belongs to.
OWNERS = 6


def _through(one: Diagnosis) -> list[str]:
    """That a macro has raised it, where the message itself names the place of that."""
    if one.through is None:
        return []
    return [f"That place is the message's own; the statement is in the macro at {place(one.through.location)}."]


def _of_the_gpu(one: Diagnosis) -> list[str]:
    """That a library or the driver of the GPU has failed, and not what the op was given."""
    name = library(one.message) if one.topic.name in (SETUP, CALL) else ""
    if one.topic.name == SETUP:
        return [f"It means that {name or 'the library'} could not be made ready on the GPU, whatever the op was given."]
    if one.topic.name == CALL:
        called = f"a call of {name}" if name else "what was launched or called"
        return [f"It means that {called} on the GPU has failed, and is no condition on what the op was given."]
    return []


def doubt(one: Diagnosis) -> str:
    """That several statements say the same, and which of them are likeliest."""
    assert one.site is not None
    first = f"{place(one.site.location)}{_ops_there(one.leading[0])}"
    rest = [
        f"{place(site.location)}{_ops_there(count)}" for site, count in zip(one.others, one.leading[1:], strict=False)
    ]
    more = f" and {len(rest) - DOUBTS} more" if len(rest) > DOUBTS else ""
    likely = "likeliest, as most ops lead there" if one.leading[0] > max(one.leading[1:], default=0) else "first"
    say = "begin like this" if one.cut else "say this"
    return (
        f"{len(one.leading)} statements {say}, and nothing in the message tells which it was. The {likely}:"
        f" {first}; then {', '.join(rest[:DOUBTS])}{more}."
    )


#: Places named of those that say the same.
DOUBTS = 3


def _ops_there(count: int) -> str:
    return f" ({count} op{'s' if count != 1 else ''})" if count else ""


def _op(one: Diagnosis) -> str:
    return one.op or "the op"


def _outside(one: Diagnosis) -> str:
    types = ", ".join([type_text(type_) for type_ in one.dtypes]) or "this type"
    if one.fitting > 1:
        others = ", ".join(one.candidates[:5]) + (" ..." if one.fitting > 5 else "")
        return (
            f"The message names no op. {one.fitting} ops take these types for this parameter, and none of them"
            f" allows {types}: {others}."
        )
    where = f" (registered at {place(one.op_def.location)})" if one.op_def else ""
    return f"The OpDef of {_op(one)}{where} does not allow {types}: no kernel on any device could take it."


def _no_kernel(one: Diagnosis) -> str:
    op = _op(one)
    if not one.nearest:
        return f"{op} is registered, and no kernel for it."
    near = one.nearest[0]
    text = f"{op} is registered, and none of its kernels fits"
    if _no_device_of_it(one):
        there = ", ".join(one.placement.types())
        return f"{text}: they are for {', '.join(one.kernel_devices)}, and the process has {there}."
    if one.taken:
        failed = "; ".join([_failure(failure) for failure in one.taken])
        return f"{text}: on {near.kernel.device_type} {failed}. The nearest is at {place(near.kernel.location)}."
    if near.failed:
        return f"{text}: the nearest, at {place(near.kernel.location)}, {failed_text(near)}."
    return f"{text}; the message does not tell which of their conditions did not hold."


def _no_device_of_it(one: Diagnosis) -> bool:
    """Whether no kernel of the op is for a device that the process has, wherever a node is placed."""
    there = one.placement.types()
    return bool(there and one.kernel_devices) and not {*there, "DEFAULT"} & {*one.kernel_devices}


def _label(one: Diagnosis) -> str:
    known = sorted({near.kernel.label for near in one.nearest})
    wanted = dict(one.attrs).get("_kernel", "")
    return f"The kernels of {_op(one)} have the labels {known}, and {wanted!r} was asked for."


def _no_device(one: Diagnosis) -> str:
    asked, there = one.placement.asked, ", ".join(one.placement.there[:4])
    if one.placement.lacking in ("job", "task"):
        return f"{asked} was asked for, and no device of this process has that {one.placement.lacking}: {there}."
    if one.placement.lacking and asked:
        return f"{asked} was asked for, and the process has {there}."
    return f"The device that was asked for{_device(one)} is not among those of this process."


def _device(one: Diagnosis) -> str:
    return f" ({one.device_type})" if one.device_type else ""


def _not_built(one: Diagnosis) -> str:
    if one.guard:
        what = "a kernel for " if one.op_def else ""
        return (
            f"The source registers {what}{_op(one)} only where {one.guard[0]} holds ({place(one.guard[1])}); not here."
        )
    where = place(one.op_def.location if one.op_def else None)
    if one.unlinked:
        what = "" if one.op_def and one.op_def.linked_into is None else "a kernel for "
        return (
            f"The source registers {what}{_op(one)} at {place(one.unlinked)}: no library of this build links that file."
        )
    return f"The source registers {_op(one)} under a condition that does not hold for this build ({where})."


def _other_release(one: Diagnosis) -> str:
    """What this source has and the message says is not there: an op, a kernel or a gradient."""
    gradient = next((g for g in one.gradients if g.function), None)
    if gradient:
        has = f"a gradient for {_op(one)} at {place(gradient.registered)} ({gradient.function})"
    elif one.nearest:
        kernel = one.nearest[0].kernel
        has = f"a kernel of {_op(one)} that fits, for {kernel.device_type}, at {place(kernel.location)}"
    else:
        has = f"{_op(one)} at {place(one.op_def.location if one.op_def else None)}"
    return (
        f"This source registers {has}, in TensorFlow itself. A process that lacks it runs another release, or a build"
        " that leaves it out."
    )


def _library(one: Diagnosis) -> str:
    if one.nearest:
        library: str | None = one.nearest[0].kernel.linked_into
    else:
        library = one.op_def.linked_into if one.op_def else None
        library = library or next((g.availability for g in one.gradients if g.availability), None)
    return f"{_op(one)} is registered by {library or 'another library'}, which this process has not loaded."


def _not_differentiable(one: Diagnosis) -> str:
    declared = next((g for g in one.gradients if g.function is None), None)
    if declared:
        return f"{_op(one)} is declared not differentiable at {place(declared.registered)}."
    return "No path of differentiable ops leads there."


def _in_kernel(one: Diagnosis) -> str:
    own = {"device": " What it says is about the device.", "types": " What it says is about the types."}
    does = "gives up" if one.topic.name in (SETUP, CALL) else "refuses"
    return (
        f"A kernel{f' of {one.op}' if one.op else ''} was found for it; its own code {does} at"
        f" {place(one.site.location if one.site else None)}.{own.get(one.refused_for, '')}"
    )


def _beside(one: Diagnosis) -> str:
    assert one.site is not None
    spot = one.site.location
    text = f"Raised at {spot.path}:{spot.line} ({one.site.function}), in a package beside TensorFlow"
    if not one.beside:
        return text + "."
    first = one.beside[0].implemented
    names = list(dict.fromkeys([named.endpoint for named in one.beside]))
    more = f" (one of {len(names)} names)" if len(names) > 1 else ""
    return f"{text}. It came from {names[0]}{more}: {first.path}:{first.line} in version {first.version}."


def _public(one: Diagnosis) -> str:
    """Why a process lacks a public name: it is of the other API, or of nobody's."""
    assert one.missing is not None
    asked = one.missing
    if asked.endpoints:
        versions = sorted({version for named in asked.endpoints for version in named.api_versions})
        where = place(asked.endpoints[0].location)
        if versions == ["v1"] and asked.version != "v1":
            return f"{asked.name} ({where}) is a name of the v1 API alone; the process has v2, or another release."
        only = f"of the {versions[0]} API alone" if len(versions) == 1 else "of both APIs"
        return (
            f"{asked.name} ({where}) is a public name {only} in this source; the process runs another release or API."
        )
    if asked.folder:
        return f"This source has {asked.folder}; the process runs a release or a build without it."
    near = f" Nearest: {', '.join(asked.near)}." if asked.near else ""
    return f"This source has no public name {asked.name}.{near}"


def _other(one: Diagnosis) -> str:
    about = ""
    if one.op and one.op_def and " with input shapes: " in one.message:
        shapes = place(one.op_def.shape_fn_location) if one.op_def.shape_fn_location else ""
        by = f" by {one.op_def.shape_fn}" if one.op_def.shape_fn not in (None, "lambda") else ""
        about = f"{one.op}{signature(one.op_def)} (registered at {place(one.op_def.location)})"
        about = f" while the shapes of {about} were inferred{by}{f' ({shapes})' if shapes else ''}"
    elif one.op and one.op_def:
        about = f" for {one.op} (registered at {place(one.op_def.location)})"
    if one.site is None:
        return "No statement of this source says this by itself." + (f" It came{about}." if about else "")
    return f"Raised at {place(one.site.location)}{about}."


_WHY = {
    "dtype_not_in_op_def": _outside,
    "no_kernel": _no_kernel,
    "label": _label,
    "device_not_available": _no_device,
    "not_in_this_build": _not_built,
    "other_release": _other_release,
    "library_not_loaded": _library,
    "unknown_op": lambda one: f"Nothing in this source registers {_op(one)}.",
    "no_gradient": lambda one: f"Nobody registers a gradient for {_op(one)} in Python.",
    "not_differentiable": _not_differentiable,
    "kernel_restriction": _in_kernel,
    "package_beside": _beside,
    "public_name": _public,
}

_SOFT = "allow soft placement (ConfigProto.allow_soft_placement)"
_ADVICE = {
    "label": "Remove the kernel label map, or register a kernel with that label.",
    "not_in_this_build": "Build TensorFlow with the option that enables it, or use another op.",
    "other_release": "Print tf.__version__ where it fails: it takes a release and a build that have this.",
    "unknown_op": "Load the library that registers it (tf.load_op_library), or look for its name in another release.",
    "not_differentiable": "Compute the loss from differentiable ops only.",
}


def advice(one: Diagnosis) -> str:
    """What can be done; empty where nobody knows."""
    op = _op(one)
    if one.reason == "no_gradient":
        return f"Register one with tf.RegisterGradient, or keep {op} out of the path (tf.stop_gradient)."
    if one.unlinked:
        return (
            f"Add the Bazel target that has {one.unlinked.path} to the deps of one that a library links,"
            " or make a library of its own of it (tf.load_op_library)."
        )
    if one.reason in _ADVICE:
        return _ADVICE[one.reason]
    if one.reason == "dtype_not_in_op_def":
        return _cast_to(one)
    if one.reason == "no_kernel":
        return _place_it(one)
    if one.reason == "device_not_available":
        return _other_device(one)
    if one.reason == "library_not_loaded":
        library = (one.op_def.linked_into if one.op_def else None) or ""
        module = library.partition("/python/")[0].removeprefix("tensorflow/").replace("/", ".")
        return (
            f"Import tensorflow.{module} before the graph is loaded." if module else f"Load the library of {op} first."
        )
    if one.reason == "package_beside":
        return f"Look at what was passed to it: tfexplore keras {one.beside[0].endpoint}" if one.beside else ""
    if one.reason == "public_name":
        return _other_name(one)
    known = told(one)
    if known:
        return known
    if one.leading and one.op is None:
        python = one.site is not None and all(
            site.location.path.endswith(".py") for site in (one.site, *one.others[: len(one.leading) - 1])
        )
        if python:
            return "Paste the whole traceback: its last line of TensorFlow tells which."
        wanted = "all of the message, and what" if one.cut else "what"
        op = "the op or node that it is for ([Op:...], [[node ...]])"
        return f"Paste {wanted} stands around it: {op}, or the traceback."
    if one.op and not one.leading and " with input shapes: " in one.message:
        return f"Hold the input shapes of the message against what the shape function asks: tfexplore show {one.op}"
    return _in_code(one) if one.reason == "kernel_restriction" else ""


def _cast_to(one: Diagnosis) -> str:
    if one.fitting > 1:
        return "Cast the input to one of the types that the message lists; the whole traceback tells which op it is."
    allowed: tuple[str, ...] = ()
    for attr in one.op_def.attr if one.op_def else ():
        if attr.allowed_values and not set(one.dtypes) <= set(attr.allowed_values):
            allowed = attr.allowed_values
            break
    return f"Cast the input to one of: {', '.join([type_text(type_) for type_ in allowed])}." if allowed else ""


def _place_it(one: Diagnosis) -> str:
    op = _op(one)
    if _no_device_of_it(one):
        devices = " or ".join(one.kernel_devices)
        return (
            f"Run it on a machine that has {devices}, with a build for it. Soft placement does not help: {op} has no"
            " kernel to fall back on."
        )
    if not one.nearest:
        return ""
    if any(failure.name == "device_type" for failure in one.nearest[0].failed):
        return f"Place {op} on {' or '.join(sorted(one.kernel_devices))}, or {_SOFT}."
    return f"Cast to a type that a kernel takes: tfexplore kernels {op}"


def _other_device(one: Diagnosis) -> str:
    if one.placement.lacking in ("job", "task"):
        return (
            "A session made without a target has only the devices of its own process. Give it the target of the"
            " cluster, tf.compat.v1.Session('grpc://HOST:PORT'), or leave the job out. Soft placement does not help."
        )
    if _no_device_of_it(one):
        return _place_it(one)
    return f"Use a device that is available, or {_SOFT}."


def _other_name(one: Diagnosis) -> str:
    assert one.missing is not None
    asked = one.missing
    versions = {version for named in asked.endpoints for version in named.api_versions}
    if versions == {"v1"} and asked.version != "v1":
        return f"Under the v2 API it is tf.compat.v1.{asked.name.removeprefix('tf.')}"
    if asked.near:
        return f"Look for it: tfexplore api {asked.near[0]}"
    return "Print tf.__version__ where it fails." if asked.endpoints or asked.folder else ""


def _in_code(one: Diagnosis) -> str:
    spot = place(one.site.location) if one.site else ""
    if one.refused_for == "device" and one.op:
        others = [device for device in one.kernel_devices if device not in one.message.partition("[[")[0]]
        more = f" It has kernels for {', '.join(others)} as well: tfexplore kernels {one.op}" if others else ""
        return f"Read the condition at {spot}.{more}"
    if one.refused_for == "types" and one.op:
        return f"Read the condition at {spot}, and which types have kernels: tfexplore kernels {one.op}"
    given = f" what was given to {one.node or one.op}" if one.node or one.op else " what was given to it"
    return f"Read the condition at {spot}, and look at{given}."
