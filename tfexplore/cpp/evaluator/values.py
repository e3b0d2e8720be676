"""What an evaluated expression can be, and the variables that hold it.

Numbers, strings and truth values are Python's own; everything else is here. An `Unknown` is the value of whatever
could not be evaluated, and says why; it spreads to all that is computed from it.
"""

from __future__ import annotations

from tfexplore.cpp.evaluator.limits import MAX_COPY, StoppedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tfexplore.cpp.evaluator.nodes import Node
    from tfexplore.cpp.evaluator.outline import Item
    from tfexplore.cpp.evaluator.program import Unit


class Unknown:
    """A value that cannot be known statically. `given`: only whoever calls the function that is looked at knows it."""

    __slots__ = ("given", "reason")

    def __init__(self, reason: str, given: bool = False) -> None:
        self.reason = reason
        self.given = given


class Cell:
    """A place that holds a value: a variable, a field, an element."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value


class Symbol:
    """An enumerator: its name, and its number where the enum's definition is in sight."""

    __slots__ = ("name", "number")

    def __init__(self, name: str, number: int | None = None) -> None:
        self.name = name
        self.number = number


class Object:
    """An instance of a class: of one that is in sight (`members` holds its functions), or of a protobuf message."""

    __slots__ = ("fields", "members", "spoiled", "type")

    def __init__(self, type: str, members: dict[str, list[tuple[Unit, Item]]] | None = None) -> None:
        self.type = type
        self.fields: dict[str, Cell] = {}
        self.members = members
        self.spoiled: Unknown | None = None


class Vector:
    """A sequence: an array, a container, a braced list."""

    __slots__ = ("items", "spoiled")

    def __init__(self, values: Iterable[object] = ()) -> None:
        self.items: list[Cell] = [Cell(v) for v in values]
        self.spoiled: Unknown | None = None


class Pointer:
    """A pointer to a place; to None: `nullptr`."""

    __slots__ = ("cell",)

    def __init__(self, cell: Cell | None) -> None:
        self.cell = cell


class Environment:
    """The variables of a block, and of the blocks around it."""

    __slots__ = ("outer", "this", "types", "unit", "variables")

    def __init__(
        self, unit: Unit, this: Cell | None, types: dict[str, object], outer: Environment | None = None
    ) -> None:
        self.variables: dict[str, Cell] = {}
        self.unit = unit
        self.this = this
        self.types = types
        self.outer = outer

    def block(self) -> Environment:
        """A block inside this one."""
        return Environment(self.unit, self.this, self.types, self)

    def find(self, name: str) -> Cell | None:
        """A variable in sight."""
        at: Environment | None = self
        while at is not None:
            if name in at.variables:
                return at.variables[name]
            at = at.outer
        return None


class Closure:
    """A lambda with what it captured."""

    __slots__ = ("environment", "node", "this", "types", "unit")

    def __init__(
        self, node: Node, environment: Environment, unit: Unit, this: Cell | None, types: dict[str, object]
    ) -> None:
        self.node = node
        self.environment = environment
        self.unit = unit
        self.this = this
        self.types = types


class Function:
    """The name of a free function, used as a value."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


class Status:
    """A `tensorflow::Status`."""

    __slots__ = ("ok",)

    def __init__(self, ok: bool) -> None:
        self.ok = ok


class TypeName:
    """A type, as a template argument."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


class Void:
    """What a function that returns nothing returns, and a log stream."""

    __slots__ = ()


VOID = Void()


def pointed(cell: Cell) -> Cell:
    """What a pointer points to; an object that overloads `->` (a handle) stands for what it holds."""
    value = cell.value
    if isinstance(value, Pointer):
        return value.cell if value.cell is not None else Cell(Unknown("a null pointer is followed"))
    return cell


def copied(value: object) -> tuple[object, int]:
    """A value as C++ copies it, objects and containers whole, pointers as they are; and how many parts it has.

    Raises `StoppedError`.
    """
    left = [MAX_COPY]
    return _copied(value, left), MAX_COPY - left[0]


def _copied(value: object, left: list[int]) -> object:
    left[0] -= 1
    if left[0] < 0:
        raise StoppedError(f"a value of over {MAX_COPY} parts is copied")
    if isinstance(value, Object):
        made = Object(value.type, value.members)
        made.spoiled = value.spoiled
        made.fields = {name: Cell(_copied(cell.value, left)) for name, cell in value.fields.items()}
        return made
    if isinstance(value, Vector):
        other = Vector()
        other.spoiled = value.spoiled
        other.items = [Cell(_copied(cell.value, left)) for cell in value.items]
        return other
    return value
