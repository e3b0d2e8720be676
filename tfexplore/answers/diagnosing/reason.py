"""Why an op was refused, as far as the registered facts tell, and the kernels that come nearest."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.diagnosing.subject import UNREGISTERED, says
from tfexplore.index import kernels

if TYPE_CHECKING:
    from tfexplore.answers.diagnosing.subject import Subject
    from tfexplore.index.store import Index
    from tfexplore.model import KernelDef, MessageSite

_NEAREST = 5

# Words that tell what kind of refusal a message is; tests for a part of a text cost nothing, expressions a millisecond.
_TYPES = ("list of allowed values",)
_NO_GRADIENT = ("o gradient defined", "o gradient registered", "o gradient function", "gradient registry has no entry")
_NOT_DIFFERENTIABLE = (
    "not differentiable",
    "o gradients provided for any variable",
    "do not support gradients",
    "does not support gradients",
)
_NO_DEVICE = (
    "available devices are",
    "no devices matching that specification",
    "unknown device",
    "not find device",
    "not find a device",
)
_NO_KERNEL = (
    "No OpKernel",
    "no supported kernel",
    "OpKernel for",
    "no device type supports",
    "not find valid device",
    "no kernel",
    "o registered kernel",
)


class Failure(Record):
    """Why a kernel was not taken: the attr (or `"device_type"`, `"label"`), what was asked for, what it takes."""

    name: str
    wanted: str
    allowed: tuple[str, ...]


class NearKernel(Record):
    """A registered kernel and the constraints that did not hold."""

    kernel: KernelDef
    failed: tuple[Failure, ...]


#: What registers ops and kernels as soon as TensorFlow is imported; anything else is a library of its own.
OWN = ("tensorflow", "source")


def reason_of(index: Index, subject: Subject, site: MessageSite | None) -> tuple[str, tuple[NearKernel, ...]]:
    """Why, as far as the source can tell, and the kernels that come nearest."""
    message = subject.message
    if says(message, UNREGISTERED):
        return _unregistered(subject), ()
    if says(message, _NO_GRADIENT) or says(message, _NOT_DIFFERENTIABLE):
        return _gradient(index, subject), ()
    if says(message, _TYPES) and (subject.op_def is None or _outside(subject)):
        return "dtype_not_in_op_def", ()
    if says(message, _NO_KERNEL):
        near = _near(subject)
        return _kernel(subject, near), near
    if says(message, _NO_DEVICE):
        return "device_not_available", ()
    if site is not None and not subject.inferring and _in_kernel(index, subject, site):
        return "kernel_restriction", ()
    return "other", ()


def _unregistered(subject: Subject) -> str:
    if subject.op_def is None:
        return "not_in_this_build" if subject.guard("op") else "unknown_op"
    if subject.op_def.linked_into is None:
        return "not_in_this_build"
    return "other_release" if subject.op_def.linked_into in OWN else "library_not_loaded"


def _gradient(index: Index, subject: Subject) -> str:
    if subject.op is None:
        return "not_differentiable"
    from tfexplore.index import gradients

    subject.gradients = tuple([one for one in gradients.of_ops(index, (subject.op,)) if one.registry == "python"])
    loaded = [one for one in subject.gradients if one.availability == "import tensorflow"]
    if any(one.function is None for one in loaded):
        return "not_differentiable"
    if not loaded and any(one.availability for one in subject.gradients):
        return "library_not_loaded"
    if says(subject.message, _NOT_DIFFERENTIABLE):
        return "not_differentiable"
    return "other_release" if loaded else "no_gradient"


def _outside(subject: Subject) -> bool:
    """Whether some type of the message is one that no attr of the op allows, or the message cannot be checked."""
    assert subject.op_def is not None
    allowed = [attr.allowed_values for attr in subject.op_def.attr if attr.type in ("type", "list(type)")]
    lists = [one for one in allowed if one is not None]
    return not subject.dtypes or not lists or any(type_ not in one for type_ in subject.dtypes for one in lists)


def _near(subject: Subject) -> tuple[NearKernel, ...]:
    """The registered kernels of the op, those first of which the least failed."""
    near: list[tuple[int, int, int, NearKernel]] = []
    devices = {subject.device} if subject.device else set(subject.placement.types())
    wanted_label = subject.attrs.get("_kernel", "")
    for number, kernel in enumerate(registered(subject)):
        failed: list[Failure] = []
        if devices and kernel.device_type not in devices and kernel.device_type != "DEFAULT":
            failed.append(Failure("device_type", ", ".join(sorted(devices)), (kernel.device_type,)))
        for constraint in kernel.constraint:
            given = _given(subject, constraint.name)
            if given and given.startswith("DT_") and given not in constraint.allowed_values:
                failed.append(Failure(constraint.name, given, constraint.allowed_values))
        if kernel.label != wanted_label:
            failed.append(Failure("label", wanted_label, (kernel.label,)))
        near.append((len(failed), kernel.device_type != "CPU", number, NearKernel(kernel, tuple(failed))))
    near.sort(key=lambda one: one[:3])
    return tuple([one for _, _, _, one in near[:_NEAREST]])


def registered(subject: Subject) -> tuple[KernelDef, ...]:
    """The kernels of the op that some library of the build registers."""
    return tuple([one for one in subject.kernels if one.registry == "op_kernel" and one.linked_into is not None])


def _given(subject: Subject, name: str) -> str | None:
    """The value that a message gives to an attr; of a message without any the only type that it has."""
    given = subject.attrs.get(name)
    return subject.dtypes[0] if given is None and not subject.attrs and len(subject.dtypes) == 1 else given


def _fits(subject: Subject, near: NearKernel) -> bool:
    """Whether a kernel is known to be what a message asks for: its device, each attr that it has a condition on."""
    if near.failed or not (subject.device or subject.placement.types()):
        return False
    return all(_given(subject, one.name) in one.allowed_values for one in near.kernel.constraint)


def taken(subject: Subject, near: tuple[NearKernel, ...]) -> tuple[Failure, ...]:
    """What all kernels for the device of the nearest take for the attrs at which that failed.

    Only where none of them takes what was asked for: of a combination that nobody takes, the nearest has to speak.
    """
    made = []
    for failure in near[0].failed if near else ():
        if failure.name in ("device_type", "label"):
            continue
        allowed: dict[str, None] = {}
        for kernel in registered(subject):
            if kernel.device_type == near[0].kernel.device_type and kernel.label == near[0].kernel.label:
                limits = [one.allowed_values for one in kernel.constraint if one.name == failure.name]
                allowed |= dict.fromkeys(limits[0] if limits else (failure.wanted,))
        if failure.wanted not in allowed:
            made.append(Failure(failure.name, failure.wanted, tuple(allowed)))
    return tuple(made)


def _kernel(subject: Subject, near: tuple[NearKernel, ...]) -> str:
    """Why there is no kernel: a label that nobody registers, a library, a build, or simply none."""
    label = subject.attrs.get("_kernel", "")
    if label and all(one.kernel.label != label for one in near):
        return "label"
    if near and all([failure.name for failure in one.failed] == ["label"] for one in near[:1]):
        return "label"
    if near and _fits(subject, near[0]):
        return "other_release" if near[0].kernel.linked_into in OWN else "library_not_loaded"
    if subject.op is None or near:
        return "no_kernel"
    if any(one.registry == "op_kernel" for one in subject.kernels) or subject.guard("kernel"):
        return "not_in_this_build"
    library = subject.op_def.linked_into if subject.op_def else None
    return "library_not_loaded" if library not in (None, *OWN) else "no_kernel"


def _in_kernel(index: Index, subject: Subject, site: MessageSite) -> bool:
    """Whether a statement belongs to the code of kernels: it stands in one, or in a file or folder of them."""
    if site.location.path.endswith(".py"):
        return False
    if site.kind == "OP_REQUIRES" or site.location.path in {one.location.path for one in subject.kernels}:
        return True
    return kernels.placed_in(index, site.location.path) or "/kernels/" in site.location.path
