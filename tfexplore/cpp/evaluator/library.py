"""The functions and methods that a machine knows without their source.

Strings and containers of the standard library, and TensorFlow's string functions. Whatever is not here is unknown, and
may have changed the object and the arguments.
"""

from __future__ import annotations

from tfexplore.cpp.evaluator.limits import MAX_ITEMS, StoppedError
from tfexplore.cpp.evaluator.machine import Machine
from tfexplore.cpp.evaluator.operations import equal, formatted, joined, pieces
from tfexplore.cpp.evaluator.values import VOID, Cell, Object, Pointer, Status, Unknown, Vector

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
            raise StoppedError(f"a container grows over {MAX_ITEMS} items")
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
