"""The functions and methods that a machine knows without their source.

Strings and containers of the standard library, TensorFlow's string functions, and the accessors that protobuf
generates. Whatever is not here is unknown, and may have changed the object and the arguments.
"""

from __future__ import annotations

from tfexplore.cpp.evaluator.operations import equal, formatted, joined, pieces
from tfexplore.cpp.evaluator.values import VOID, Cell, Object, Pointer, Status, TooBigError, Unknown, Vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfexplore.cpp.evaluator.machine import Machine

MAX_ITEMS = 10_000

_SAME = frozenset(["move", "forward", "ref", "cref", "as_const", "c_str", "str"])


def function(name: str, qualifier: str, arguments: list[Cell], machine: Machine) -> object:
    """Functions of the standard library and of TensorFlow's string library; `NotImplemented` for any other."""
    values = [a.value for a in arguments]
    count = len(values)
    machine.spend(sum(len(v) for v in values if isinstance(v, str)) // 16)
    if name in _SAME and count == 1:
        return arguments[0]
    if name == "StrCat":
        return joined(pieces(values))
    if name == "StrAppend" and count > 1 and isinstance(values[0], Pointer) and values[0].cell is not None:
        target = values[0].cell
        machine.write(target, joined(target.value, pieces(values[1:])))
        return VOID
    if name in ("Printf", "StringPrintf", "StrFormat") and count:
        return joined(formatted(values[0], values[1:]))
    if (
        name in ("Appendf", "StringAppendF")
        and count > 1
        and isinstance(values[0], Pointer)
        and values[0].cell is not None
    ):
        target = values[0].cell
        machine.write(target, joined(target.value, formatted(values[1], values[2:])))
        return VOID
    if name == "to_string" and count == 1:
        return pieces(values)
    if name in ("make_pair", "make_tuple"):
        return Vector([machine.copied(v) for v in values])
    if name in ("make_unique", "make_shared"):
        return NotImplemented
    if qualifier.rpartition("::")[2] == "errors":
        return Status(False)
    if qualifier.rpartition("::")[2] == "Status" and name == "OK":
        return Status(True)
    if name == "OkStatus" and not count:
        return Status(True)
    return NotImplemented


def string_method(machine: Machine, cell: Cell, text: str, name: str, arguments: list[Cell]) -> object:
    """A method of `std::string`, or of what stands for one."""
    values = [a.value for a in arguments]
    machine.spend(len(text) // 16)
    if name in ("size", "length"):
        return len(text)
    if name == "empty":
        return not text
    if name in ("c_str", "data", "str", "ToString"):
        return text
    if name in ("append", "push_back") and len(values) == 1 and isinstance(values[0], (str, Unknown)):
        machine.write(cell, joined(text, values[0]))
        return cell
    if name == "clear":
        machine.write(cell, "")
        return VOID
    if name == "substr" and 0 < len(values) < 3 and all(isinstance(v, int) and v >= 0 for v in values):
        numbers = [v for v in values if isinstance(v, int)]
        return text[numbers[0] :] if len(numbers) == 1 else text[numbers[0] : numbers[0] + numbers[1]]
    cause = machine.not_in_sight(Unknown(f"string::{name} is not understood"), name, arguments)
    machine.write(cell, cause)
    return cause


def vector_method(machine: Machine, vector: Vector, name: str, arguments: list[Cell]) -> object:
    """A method of a container."""
    if vector.spoiled is not None:
        for argument in arguments:
            machine.spoil(argument, vector.spoiled)
        return vector.spoiled
    items = vector.items
    if name in ("size", "length"):
        return len(items)
    if name == "empty":
        return not items
    if name in ("push_back", "emplace_back", "insert", "emplace", "Add") and len(arguments) == 1:
        if len(items) >= MAX_ITEMS:
            raise TooBigError(f"a container grows over {MAX_ITEMS} items")
        machine.touch(vector)
        items.append(Cell(machine.copied(arguments[0].value)))
        return VOID
    if name == "Add" and not arguments:
        machine.touch(vector)
        items.append(Cell(Object("")))
        return Pointer(items[-1])
    if name in ("back", "front") and items:
        return items[-1 if name == "back" else 0]
    if name in ("at", "Get") and len(arguments) == 1:
        return element(vector, arguments[0].value)
    if name == "clear":
        machine.touch(vector)
        items.clear()
        return VOID
    if name == "pop_back" and items:
        machine.touch(vector)
        items.pop()
        return VOID
    if name == "reserve":
        return VOID
    if name == "count" and len(arguments) == 1:
        machine.spend(len(items))
        results = [equal(item.value, arguments[0].value) for item in items]
        unknown = next((r for r in results if isinstance(r, Unknown)), None)
        return unknown if unknown is not None else sum(r is True for r in results)
    cause = machine.not_in_sight(Unknown(f"{name} of a container is not understood"), name, arguments)
    machine.touch(vector)
    vector.spoiled = cause
    return cause


def element(vector: Vector, index: object) -> object:
    """An element by its number, or of a map by its key."""
    if vector.spoiled is not None:
        return vector.spoiled
    if isinstance(index, int) and 0 <= index < len(vector.items):
        return vector.items[index]
    if isinstance(index, Unknown):
        return index
    for item in vector.items:  # a map: pairs
        pair = item.value
        if isinstance(pair, Vector) and len(pair.items) == 2 and equal(pair.items[0].value, index) is True:
            return pair.items[1]
    return Unknown("an element that is not there")


def message_method(machine: Machine, message: Object, name: str, arguments: list[Cell]) -> object:
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
                raise TooBigError(f"a message grows over {MAX_ITEMS} items")
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
