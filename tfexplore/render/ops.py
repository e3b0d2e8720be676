"""How the answers of `tfexplore ops` look."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.render.plain import permalink, place, row
from tfexplore.spec_text import attr_text, devices_text, signature

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.answer import Answer
    from tfexplore.answers.ops import FoundOp
    from tfexplore.model import ArgDef, AttrDef, OpDef
    from tfexplore.render.as_json import Json
    from tfexplore.render.terminal import Screen


def plain(answer: Answer) -> Iterator[str]:
    """Name, signature, kernels on each device, location, library, attrs, permalink."""
    results: tuple[FoundOp, ...] = answer.results  # type: ignore[assignment]
    for op, devices in results:
        yield row(
            (
                op.name,
                signature(op),
                devices_text(devices),
                place(op.location),
                op.linked_into or "",
                "; ".join([attr_text(attr) for attr in op.attr]),
                permalink(answer.state, op.location),
            )
        )


def as_json(found: FoundOp) -> Json:
    """An op's object, without the kernel counts: they are the business of `kernels`."""
    return op_def(found.op)


def op_def(op: OpDef) -> Json:
    """An OpDef's object."""
    from tfexplore.render.as_json import expansion, location

    made: Json = {
        "name": op.name,
        "input_arg": [_arg(arg) for arg in op.input_arg],
        "output_arg": [_arg(arg) for arg in op.output_arg],
        "attr": [_attr(attr) for attr in op.attr],
    }
    for flag in ("is_stateful", "is_commutative", "is_aggregate", "allows_uninitialized_input"):
        if getattr(op, flag):
            made[flag] = True
    if op.deprecation_version is not None:
        made["deprecation_version"] = op.deprecation_version
    made["shape_fn"] = op.shape_fn
    made["shape_fn_location"] = location(op.shape_fn_location)
    made["linked_into"] = op.linked_into
    made["location"] = location(op.location)
    made["expansion"] = expansion(op.expansion)
    return made


def _arg(arg: ArgDef) -> Json:
    made: Json = {"name": arg.name}
    for key in ("type", "type_attr", "type_list_attr", "number_attr"):
        value = getattr(arg, key)
        if value is not None:
            made[key] = value
    if arg.is_ref:
        made["is_ref"] = True
    return made


def _attr(attr: AttrDef) -> Json:
    made: Json = {"name": attr.name, "type": attr.type}
    if attr.has_default:
        made["default_value"] = attr.default_value
    if attr.allowed_values is not None:
        made["allowed_values"] = list(attr.allowed_values)
    if attr.minimum is not None:
        made["minimum"] = attr.minimum
    return made


def terminal(answer: Answer, screen: Screen) -> None:
    """One op in full; a few with their signatures; many as a line each."""
    from tfexplore.render.terminal_ops import show

    show(answer, screen)
