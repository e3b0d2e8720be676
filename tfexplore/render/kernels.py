"""How the answers of `tfexplore kernels` look."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.kernels import MissingKernel
from tfexplore.render.plain import macros, permalink, place, row
from tfexplore.spec_text import constraint_text, devices_text, type_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.answer import Answer
    from tfexplore.answers.kernels import MissingTypes
    from tfexplore.model import KernelDef
    from tfexplore.render.as_json import Json
    from tfexplore.render.terminal import Screen


def plain(answer: Answer) -> Iterator[str]:
    """Op, device, types, class, location, library, label, priority, host memory, macros, permalink.

    Of a missing kernel: op, the devices that have one, library, location, permalink, types that are missing.
    """
    for one in answer.results:
        if isinstance(one, MissingKernel):
            yield _missing_row(one, answer)
            continue
        kernel: KernelDef = one  # type: ignore[assignment]
        yield row(
            (
                kernel.op,
                kernel.device_type,
                constraint_text(kernel.constraint),
                kernel.kernel_class,
                place(kernel.location),
                kernel.linked_into or "",
                kernel.label,
                str(kernel.priority),
                ",".join(kernel.host_memory_arg),
                macros(kernel.expansion),
                permalink(answer.state, kernel.location),
            )
        )


def _missing_row(missing: MissingKernel, answer: Answer) -> str:
    location = missing.op_def.location if missing.op_def else None
    linked_into = missing.op_def.linked_into if missing.op_def else None
    fields = [
        missing.op,
        devices_text(missing.elsewhere),
        linked_into or "",
        place(location),
        permalink(answer.state, location),
    ]
    if missing.types:
        fields.append("; ".join([missing_types_text(one) for one in missing.types]))
    return row(fields)


def missing_types_text(one: MissingTypes) -> str:
    """`T: half, float`, or `T: any type but float`."""
    types = ", ".join([type_text(type_) for type_ in one.types or one.all_but])
    return f"{one.name}: {types if one.types else f'any type but {types}'}"


def as_json(result: KernelDef | MissingKernel) -> Json:
    """A kernel's object, or that of an op without one."""
    return missing_kernel(result) if isinstance(result, MissingKernel) else kernel_def(result)


def missing_kernel(missing: MissingKernel) -> Json:
    """The object of an op without a kernel on a device."""
    from tfexplore.render.as_json import location

    op = missing.op_def
    made: Json = {
        "op": missing.op,
        "missing": missing.device_type,
        "elsewhere": [{"device_type": device, "kernels": count} for device, count in missing.elsewhere],
        "linked_into": op.linked_into if op else None,
        "location": location(op.location if op else None),
    }
    if missing.types:
        made["types"] = [
            {"name": one.name, "all_but": list(one.all_but)}
            if one.all_but
            else {"name": one.name, "allowed_values": list(one.types)}
            for one in missing.types
        ]
    return made


def kernel_def(kernel: KernelDef) -> Json:
    """A KernelDef's object."""
    from tfexplore.render.as_json import expansion, location

    made: Json = {
        "op": kernel.op,
        "device_type": kernel.device_type,
        "constraint": [{"name": one.name, "allowed_values": list(one.allowed_values)} for one in kernel.constraint],
        "host_memory_arg": list(kernel.host_memory_arg),
        "label": kernel.label,
        "priority": kernel.priority,
        "kernel_class": kernel.kernel_class,
        "kernel_class_location": location(kernel.kernel_class_location),
        "registry": kernel.registry,
        "linked_into": kernel.linked_into,
        "location": location(kernel.location),
        "expansion": expansion(kernel.expansion),
    }
    if kernel.type_limit:
        made["type_limit"] = list(kernel.type_limit)
    return made


def terminal(answer: Answer, screen: Screen) -> None:
    """The types and devices of each op as a matrix, and its kernels; many ops as one line each."""
    from tfexplore.render.terminal_kernels import show

    show(answer, screen)
