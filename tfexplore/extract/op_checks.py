"""What the registry refuses of an op that its builder has made, as `ValidateOpDef` does when the op is registered.

::

    REGISTER_OP("braid").Attr("width: int >= 3 = 2");    // no CamelCase; a default that is too small

A program that registers such an op ends when it is loaded, so it is no fact of any.
Source: `tensorflow/core/framework/op_def_util.cc`.
"""

from __future__ import annotations

from tfexplore.cpp.types import CAMEL_CASE, is_op_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from tfexplore.cpp.library import Tables
    from tfexplore.model import ArgDef, AttrDef, OpDef

#: How the names of types of references end.
_REF = "_REF"


def refused(op: OpDef, tables: Tables) -> str:
    """Why the registry refuses an op; empty where it does not.

    Which names it takes is a release's own: `Addons>Resampler` is one from 2.0 on.
    """
    if not op.name.startswith("_") and not is_op_name(op.name, tables.op_names.get("", ()) or CAMEL_CASE):
        what = "which has a package in front" if _is_packaged(op.name) else "which is no CamelCase"
        return f"the registry refuses the name {op.name!r}, {what}"
    type_names = tables.spec_names
    attrs = {attr.name: attr for attr in op.attr}
    reasons = [reason for attr in op.attr for reason in _of_attr(attr, type_names)]
    reasons += [reason for one in (*op.input_arg, *op.output_arg) for reason in _of_argument(one, attrs)]
    return f"the registry refuses {reasons[0]}" if reasons else ""


def _is_packaged(name: str) -> bool:
    """Whether a name is made of several, as later releases allow it."""
    return ">" in name and all(is_op_name(part, CAMEL_CASE) for part in name.split(">"))


def _of_attr(attr: AttrDef, type_names: Container[str]) -> Iterator[str]:
    if attr.name in type_names:
        yield f"an attr that is called as the type {attr.name!r} is"
    is_list = attr.type.startswith("list(")
    least = attr.minimum
    if least is not None and is_list and least < 0:
        yield f"the minimum {least} of the list {attr.name!r}"
    if not attr.has_default:
        return
    value = attr.default_value
    if least is not None:
        size = len(value) if isinstance(value, tuple) else value
        if isinstance(size, int) and size < least:
            yield f"the default of {attr.name!r}, which is less than {least}"
    if attr.allowed_values is not None:
        for one in value if isinstance(value, tuple) else (value,):
            if one not in attr.allowed_values:
                yield f"the default {one!r} of {attr.name!r}, which is not allowed"


def _of_argument(one: ArgDef, attrs: dict[str, AttrDef]) -> Iterator[str]:
    if one.number_attr is not None:
        attr = attrs.get(one.number_attr)
        if attr is None:
            yield f"the number {one.number_attr!r} of {one.name!r}, which is no attr"
        elif attr.type != "int":
            yield f"the number {one.number_attr!r} of {one.name!r}, which is of type {attr.type}"
        elif (attr.minimum or 0) < 0:
            yield f"the number {one.number_attr!r} of {one.name!r}, whose minimum is negative"
    if one.type is not None and one.type.endswith(_REF):
        yield f"the type {one.type} of {one.name!r}, which is written Ref(type)"
