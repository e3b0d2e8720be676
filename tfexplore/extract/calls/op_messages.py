"""`OpDef` messages (`op_def.proto`) as facts, once the evaluator has filled them."""

from __future__ import annotations

from typing import Any

from tfexplore.cpp.evaluator.values import Object, Symbol, Unknown, Vector
from tfexplore.extract import ops
from tfexplore.extract.calls.builders import UnreadableError
from tfexplore.model import ArgDef, AttrDef, Location, OpDef

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfexplore.model import AttrValue

_OP_FIELDS = frozenset(["name", "input_arg", "output_arg", "attr", "is_stateful", "is_commutative", "is_aggregate",
                        "allows_uninitialized_input", "deprecation"])  # fmt: skip
_ARG_FIELDS = frozenset(["name", "type", "type_attr", "type_list_attr", "number_attr", "is_ref"])
_ATTR_FIELDS = frozenset(["name", "type", "default_value", "has_minimum", "minimum", "allowed_values"])
#: Texts for people, and what later releases added.
_PROSE = frozenset(["summary", "description", "control_output", "explanation", "version"])


def op_from_message(
    message: Object, shape_fn: str | None, shape_fn_location: Location | None, location: Location
) -> OpDef:
    """An `OpDef` message as a fact. Raises `UnreadableError`."""
    _check(message, _OP_FIELDS)
    name = _field(message, "name", str, "")
    if not name:
        raise UnreadableError("", Unknown("the op has no name"))
    deprecation = None
    if "deprecation" in message.fields:
        deprecation = _field(_message(message.fields["deprecation"].value), "version", int, 0)
    return OpDef(
        name,
        tuple(_argument(m) for m in _repeated(message, "input_arg")),
        tuple(_argument(m) for m in _repeated(message, "output_arg")),
        tuple(_attr(m) for m in _repeated(message, "attr")),
        _field(message, "is_stateful", bool, False), _field(message, "is_commutative", bool, False),
        _field(message, "is_aggregate", bool, False), _field(message, "allows_uninitialized_input", bool, False),
        deprecation, shape_fn, shape_fn_location, None, location,
    )  # fmt: skip


def _message(value: object) -> Object:
    if isinstance(value, Object) and value.spoiled is None:
        return value
    cause = value if isinstance(value, Unknown) else value.spoiled if isinstance(value, Object) else None
    raise UnreadableError("", cause or Unknown("a field is no message"))


def _check(message: Object, known: frozenset[str]) -> None:
    for name in message.fields:
        if name not in known and name not in _PROSE:
            raise UnreadableError("", Unknown(f"the field {name} is not one that tfexplore knows"))


def _field(message: Object, name: str, kind: type, default: object) -> Any:
    value = message.fields[name].value if name in message.fields else default
    if isinstance(value, Unknown):
        raise UnreadableError("", Unknown(f"{name} is computed at run time: {value.reason}", value.given))
    if kind is bool and isinstance(value, (bool, int)):
        return bool(value)
    if kind is int and isinstance(value, bool):
        return int(value)
    if not isinstance(value, kind):
        raise UnreadableError("", Unknown(f"{name} is not understood"))
    return value


def _repeated(message: Object, name: str) -> list[Object]:
    value = message.fields[name].value if name in message.fields else Vector()
    if isinstance(value, Object) and value.spoiled is None and not value.fields:
        return []
    if not isinstance(value, Vector) or value.spoiled is not None:
        cause = value if isinstance(value, Unknown) else value.spoiled if isinstance(value, Vector) else None
        raise UnreadableError("", cause or Unknown(f"{name} is not understood"))
    return [_message(item.value) for item in value.items]


def _type(value: object) -> str:
    if isinstance(value, Symbol) and value.name.startswith("DT_"):
        return value.name
    raise UnreadableError("", value if isinstance(value, Unknown) else Unknown("a type has no DT_*"))


def _argument(message: Object) -> ArgDef:
    _check(message, _ARG_FIELDS)
    return ArgDef(
        _field(message, "name", str, ""),
        _type(message.fields["type"].value) if "type" in message.fields else None,
        _field(message, "type_attr", str, "") or None,
        _field(message, "type_list_attr", str, "") or None,
        _field(message, "number_attr", str, "") or None,
        _field(message, "is_ref", bool, False),
    )


def _attr(message: Object) -> AttrDef:
    _check(message, _ATTR_FIELDS)
    kind = _field(message, "type", str, "")
    has_default = "default_value" in message.fields
    default = _value(_message(message.fields["default_value"].value)) if has_default else None
    allowed = None
    if "allowed_values" in message.fields:
        listed = _value(_message(message.fields["allowed_values"].value))
        allowed = tuple(str(v) for v in listed) if isinstance(listed, tuple) else ()
    minimum = _field(message, "minimum", int, 0) if _field(message, "has_minimum", bool, False) else None
    return AttrDef(_field(message, "name", str, ""), kind, has_default, default, allowed, minimum)


def _value(message: Object) -> AttrValue:
    """An `AttrValue`: the member of its oneof that was set last."""
    if not message.fields:
        raise UnreadableError("", Unknown("a value was never set"))
    name, cell = list(message.fields.items())[-1]
    if name == "list":
        listed = _message(cell.value).fields
        if len(listed) > 1:
            raise UnreadableError("", Unknown("a list of several kinds"))
        for kind, items in listed.items():
            held = items.value
            if not isinstance(held, Vector) or held.spoiled is not None:
                raise UnreadableError("", Unknown("a list is not understood"))
            return tuple(_single(kind, item.value) for item in held.items)
        return ()
    return _single(name, cell.value)


def _single(kind: str, value: object) -> AttrValue:
    if isinstance(value, Unknown):
        raise UnreadableError("", value)
    if kind == "s" and isinstance(value, str):
        return value
    if kind == "b" and isinstance(value, (bool, int)):
        return bool(value)
    if kind == "i" and isinstance(value, (bool, int)):
        return int(value)
    if kind == "f" and isinstance(value, (int, float)):
        return ops.float32(float(value))
    if kind == "type":
        return _type(value)
    raise UnreadableError("", Unknown(f"a value of the kind {kind} is not understood"))
