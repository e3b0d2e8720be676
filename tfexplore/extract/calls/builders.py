"""What the code builds until it is registered, as values of the evaluator.

A builder keeps what it was told as it was told it: whether that is static is asked when it is registered, so that what
cannot be read is said once, of the registration.
"""

from __future__ import annotations

import re

from tfexplore._record import Record
from tfexplore.cpp.evaluator.machine import Machine, Native
from tfexplore.cpp.evaluator.nodes import Node
from tfexplore.cpp.evaluator.values import Cell, Closure, Function, Object, Pointer, Status, Unknown
from tfexplore.extract import ops
from tfexplore.model import Location


class Place(Record):
    """Where a call of the file in hand is: the call site that a person would open."""

    offset: int
    location: Location


class UnreadableError(Exception):
    """A part of a registration that is not static."""

    def __init__(self, text: str, cause: Unknown) -> None:
        super().__init__(cause.reason)
        self.text = text
        self.given = cause.given


class OpBuilder(Native):
    """An `OpDefBuilder`, or a `TF_OpDefinitionBuilder`."""

    __slots__ = ("at", "deprecation", "flags", "name", "registered", "shape_fn", "specs")

    def __init__(self, name: object, at: Place) -> None:
        super().__init__()
        self.name = name
        self.at = at
        self.specs: dict[str, list[object]] = {"Attr": [], "Input": [], "Output": []}
        self.flags: set[str] = set()
        self.deprecation: object = None
        self.shape_fn: object = None
        self.registered = False

    def call(self, name: str, arguments: list[Cell], node: Node, machine: Machine) -> object:
        """Call a method; what it is told is kept, and its text for people is not."""
        machine.touch(self)
        first = arguments[0].value if arguments else None
        if name in self.specs and len(arguments) == 1:
            self.specs[name].append(first)
        elif name in ops.FLAGS:
            self.flag(ops.FLAGS[name], True if not arguments else first)
        elif name == "Deprecated" and arguments:
            self.deprecation = first
        elif name == "SetShapeFn" and arguments:
            self.shape_fn = _named(first, node)
        elif name == "Finalize" and len(arguments) == 1:
            target = first.cell.value if isinstance(first, Pointer) and first.cell is not None else first
            if not isinstance(target, Object):
                return Unknown("what is finalized is not in sight")
            machine.touch(target)
            target.fields["op_def"] = Cell(self)
            return Status(True)
        elif name != "Doc":
            return NotImplemented
        return self

    def flag(self, name: str, value: object) -> None:
        """Set a flag to a value."""
        if isinstance(value, Unknown):
            self.spoiled = value
        elif value:
            self.flags.add(name)
        else:
            self.flags.discard(name)


class KernelBuilder(Native):
    """A `TF_KernelBuilder`."""

    __slots__ = ("at", "constraints", "device", "host", "label", "op", "priority", "registered")

    def __init__(self, op: object, device: object, at: Place) -> None:
        super().__init__()
        self.op = op
        self.device = device
        self.at = at
        self.constraints: list[tuple[object, object]] = []
        self.host: list[object] = []
        self.label: object = ""
        self.priority: object = 0
        self.registered = False


_NAME = re.compile(r"(?:::)?[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*")


def _named(function: object, call: Node) -> object:
    """A function that is given as the last argument of a call: a lambda, or the name as it is written."""
    listed = call.fields["arguments"].kids if "arguments" in call.fields else []
    text = listed[-1].text.lstrip("&").strip() if listed else ""
    return Function(text) if not isinstance(function, Closure) and _NAME.fullmatch(text) else function


def first_of(arguments: list[Cell]) -> object:
    """The first of the arguments."""
    return arguments[0].value if arguments else Unknown("an argument is missing")


def held_by(arguments: list[Cell]) -> object:
    """What the first of the arguments is, or points to."""
    value = first_of(arguments)
    return value.cell.value if isinstance(value, Pointer) and value.cell is not None else value


def text_of(value: object, what: str) -> str:
    """A value as a string. Raises `UnreadableError`."""
    if isinstance(value, str):
        return value
    cause = value if isinstance(value, Unknown) else Unknown("is no string")
    raise UnreadableError("", Unknown(f"{what} is computed at run time: {cause.reason}", cause.given))


def integer_of(value: object, what: str) -> int:
    """A value as a whole number. Raises `UnreadableError`."""
    if isinstance(value, int):
        return int(value)
    cause = value if isinstance(value, Unknown) else Unknown("is no number")
    raise UnreadableError("", Unknown(f"{what} is computed at run time: {cause.reason}", cause.given))
