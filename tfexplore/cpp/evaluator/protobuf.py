"""Protocol-buffer messages: the accessors that are generated for a field, told by their names.

No message type is known here. A field is there when it was set, a list when something was added to it; what was never
set is an `Unknown`, for its default would have to be guessed.
"""

from __future__ import annotations

from tfexplore.cpp.evaluator.library import element
from tfexplore.cpp.evaluator.limits import MAX_ITEMS, StoppedError
from tfexplore.cpp.evaluator.machine import Machine
from tfexplore.cpp.evaluator.values import VOID, Cell, Object, Pointer, Unknown, Vector


def method(machine: Machine, message: Object, name: str, arguments: list[Cell]) -> object:
    """What protobuf generates for a field, told by the method's name."""
    if message.spoiled is not None:
        for argument in arguments:
            machine.spoil(argument, message.spoiled)
        return message.spoiled
    fields = message.fields
    count = len(arguments)
    if name.startswith("set_") and count == 1:
        machine.touch(message)
        field = name.removeprefix("set_").removeprefix("allocated_")
        value = arguments[0].value
        fields.pop(field, None)  # the order tells which of a oneof was set last
        fields[field] = Cell(machine.copied(value.cell.value if isinstance(value, Pointer) and value.cell else value))
        return VOID
    if name.startswith("mutable_"):
        field = name.removeprefix("mutable_")
        machine.touch(message)
        if count == 0:
            if field not in fields:
                fields[field] = Cell(Object(field))
            return Pointer(fields[field])
        repeated = fields[field].value if field in fields else None
        if count == 1 and isinstance(repeated, Vector):
            found = element(repeated, arguments[0].value)
            return Pointer(found) if isinstance(found, Cell) else found
    if name.startswith("add_") and count < 2:
        field = name.removeprefix("add_")
        machine.touch(message)
        if field not in fields or (isinstance(fields[field].value, Object) and not fields[field].value.fields):  # type: ignore[attr-defined]
            fields[field] = Cell(Vector())
        repeated = fields[field].value
        if isinstance(repeated, Vector):
            if len(repeated.items) >= MAX_ITEMS:
                raise StoppedError(f"a message grows over {MAX_ITEMS} items")
            machine.touch(repeated)
            added = Cell(machine.copied(arguments[0].value) if count else Object(field))
            repeated.items.append(added)
            return VOID if count else Pointer(added)
    if name.startswith("has_") and count == 0:
        return fields[name] if name in fields else name.removeprefix("has_") in fields
    if name.startswith("clear_") and count == 0:
        machine.touch(message)
        fields.pop(name.removeprefix("clear_"), None)
        return VOID
    if name.endswith("_size") and count == 0:
        held = fields[name.removesuffix("_size")].value if name.removesuffix("_size") in fields else None
        return (
            len(held.items) if isinstance(held, Vector) else 0 if held is None else Unknown(f"{name} is not understood")
        )
    if name in fields and count == 0:
        return fields[name]
    if name in fields and count == 1:
        held = fields[name].value
        return element(held, arguments[0].value) if isinstance(held, Vector) else Unknown(f"{name} is not understood")
    if name == "CopyFrom" and count == 1 and isinstance(arguments[0].value, Object):
        machine.touch(message)
        made = machine.copied(arguments[0].value)
        assert isinstance(made, Object)
        message.fields, message.spoiled = made.fields, made.spoiled
        return VOID
    if name == "Clear" and count == 0:
        machine.touch(message)
        fields.clear()
        return VOID
    if count == 0:
        return Unknown(f"{name} was never set")
    cause = machine.not_in_sight(None, f"{message.type}::{name}", arguments)
    machine.touch(message)
    message.spoiled = cause
    return cause
