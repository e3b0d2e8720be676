"""Variables and new values: declarations, constructors, braced lists.

A braced list has no type of its own; it becomes one of the type that it initialises (`coerce`). An instance of a class
in sight begins with the initialisers of its members; of any other class it is taken for a protocol-buffer message.
"""

from __future__ import annotations

from tfexplore.cpp.evaluator import kinds, nodes
from tfexplore.cpp.evaluator.limits import MAX_ITEMS
from tfexplore.cpp.evaluator.machine import Machine, Native
from tfexplore.cpp.evaluator.nodes import Node
from tfexplore.cpp.evaluator.outline import Item
from tfexplore.cpp.evaluator.program import Unit
from tfexplore.cpp.evaluator.values import (
    Cell,
    Closure,
    Environment,
    Object,
    Pointer,
    Status,
    Symbol,
    TypeName,
    Unknown,
    Vector,
)

_DECLARATORS = frozenset([
    "identifier", "init_declarator", "pointer_declarator", "reference_declarator", "array_declarator",
    "function_declarator", "structured_binding_declarator", "qualified_identifier", "field_identifier",
])  # fmt: skip


def declare(machine: Machine, node: Node, environment: Environment) -> None:
    """Add the variables of a declaration to a block."""
    declared = node.fields.get("type")
    type_text = declared.text if declared is not None else ""
    for kid in node.kids:
        if kid is declared or kid.kind not in _DECLARATORS:
            continue
        _declare_one(machine, kid, type_text, environment, node)


def _declare_one(machine: Machine, declarator: Node, type_text: str, environment: Environment, node: Node) -> None:
    value = declarator.fields.get("value") if declarator.kind == "init_declarator" else node.fields.get("default_value")
    inner = declarator.fields.get("declarator") if declarator.kind == "init_declarator" else declarator
    name, shape = nodes.declared(inner)
    if not name:
        if value is not None:
            whole = machine.cell(value, environment)
            bound = declarator.find("structured_binding_declarator")
            for i, kid in enumerate(bound.kids if bound is not None else ()):
                environment.variables[kid.text] = part(whole.value, i)
        return
    function = inner.find("function_declarator") if inner is not None and value is None else None
    if function is not None and shape in ("function", "reference"):
        arguments = _arguments_of(machine, function, environment)
        if arguments is not None:
            made = arguments[0] if shape == "reference" else Cell(construct(machine, type_text, arguments, environment))
            environment.variables[name] = made
        return
    environment.variables[name] = initial(machine, type_text, shape, value, environment, name)


def _arguments_of(machine: Machine, function: Node, environment: Environment) -> list[Cell] | None:
    """The arguments of `T v(a, b);`, which is parsed like `T f(int, int);`; None for what does declare a function."""
    parameters = function.fields.get("parameters")
    listed = parameters.kids if parameters is not None else []
    # `T f();` declares a function, and so does what names its parameters.
    if not listed or any("declarator" in parameter.fields for parameter in listed):
        return None
    arguments = []
    for parameter in listed:
        made = nodes.parse(parameter.text + ";", parameter.at)
        statement = made.find("expression_statement") if made is not None else None
        if statement is not None and statement.kids:
            node = statement.kids[0]
        else:
            node = Node("identifier", parameter.text, parameter.at, parameter.end)
        arguments.append(machine.cell(node, environment))
    return arguments


def initial(
    machine: Machine, type_text: str, shape: str, value: Node | None, environment: Environment, name: str
) -> Cell:
    """A new variable, with its initialiser or without one."""
    if value is None:
        if shape == "pointer" or kinds.plain(type_text) in kinds.SCALARS or shape == "array":
            return Cell(Unknown(f"{name} is read before it is set"))
        return Cell(construct(machine, type_text, [], environment))
    if value.kind == "argument_list":
        arguments = machine.arguments(value, environment)
        if shape in ("pointer", "reference") and len(arguments) == 1:
            return arguments[0] if shape == "reference" else Cell(arguments[0].value)
        return Cell(construct(machine, type_text, arguments, environment))
    if shape == "reference":
        return machine.cell(value, environment)
    found = machine.value(value, environment)
    if shape == "array" and isinstance(found, Vector):
        for item in found.items:
            item.value = coerce(machine, item.value, type_text, environment)
        return Cell(found)
    return Cell(
        machine.copied(found) if shape == "pointer" else coerce(machine, machine.copied(found), type_text, environment)
    )


def coerce(machine: Machine, value: object, type_text: str, environment: Environment) -> object:
    """A braced list as the type that is being initialised."""
    if not isinstance(value, Vector) or not type_text or value.spoiled is not None:
        return value
    base = kinds.plain(type_text)
    known = environment.types.get(base)
    if isinstance(known, TypeName):
        base = kinds.plain(known.text)
    if base in kinds.CONTAINERS:
        inner = kinds.first_argument(type_text)
        if inner:
            for item in value.items:
                item.value = coerce(machine, item.value, inner, environment)
        if base in kinds.SORTED and len(value.items) > 1:
            keys = [_key(item.value) if base == "map" else item.value for item in value.items]
            if all(isinstance(k, str) for k in keys) or all(isinstance(k, int) for k in keys):
                order = sorted(range(len(keys)), key=lambda i: keys[i])  # type: ignore[arg-type,return-value]
                value.items = [value.items[i] for i in order]
        return value
    if base in ("auto", "pair", "tuple"):
        return value
    if base in kinds.STRINGS or base in kinds.SCALARS:
        if len(value.items) == 1:
            return value.items[0].value
        return (
            ("" if base in kinds.STRINGS else 0) if not value.items else Unknown(f"a {base} is initialised by a list")
        )
    return construct(machine, type_text, value.items, environment, braced=True)


def construct(
    machine: Machine, type_text: str, arguments: list[Cell], environment: Environment, braced: bool = False
) -> object:
    """A new value of a type."""
    machine.step()
    base = kinds.plain(type_text)
    known = environment.types.get(base)
    if isinstance(known, TypeName):
        base = kinds.plain(known.text)
    native = machine.natives.get(base)
    if native is not None:
        made = native(machine, arguments, Node("", "", 0, 0))
        if made is not NotImplemented:
            return made
    first = arguments[0].value if arguments else None
    if base in kinds.CONTAINERS:
        if not arguments:
            return Vector()
        if len(arguments) == 1 and isinstance(first, (Vector, Unknown)):
            return machine.copied(first)
        if isinstance(first, int) and 0 <= first <= MAX_ITEMS:
            filling = arguments[1].value if len(arguments) == 2 else Unknown("an element that was never set")
            machine.spend(first)
            return Vector([machine.copied(filling) for _ in range(first)])
        return Unknown(f"a {base} is made in a way that is not understood")
    if base in kinds.STRINGS:
        if not arguments:
            return ""
        return (
            first
            if len(arguments) == 1 and isinstance(first, (str, Unknown))
            else Unknown("a string is made of something else")
        )
    if base in kinds.SCALARS:
        return first if len(arguments) == 1 else 0
    if base in kinds.HANDLES:
        return first if arguments else Pointer(None)
    if base == "Status":
        return Status(True) if not arguments else (first if isinstance(first, (Status, Unknown)) else Status(False))
    found = machine.program.items(environment.unit, base, "class")
    if len(found) > 1:
        return machine.not_in_sight(Unknown(f"{base} is defined twice"), base, arguments)
    if found:
        return _instance(machine, found[0][0], found[0][1], arguments, environment, braced)
    if not arguments:
        return Object(base)
    if (
        len(arguments) == 1
        and isinstance(first, (Object, Unknown, Symbol, Vector, Closure, Pointer, Native))
        and not braced
    ):
        return machine.copied(first)
    return machine.not_in_sight(None, base, arguments)


def _instance(
    machine: Machine, unit: Unit, item: Item, arguments: list[Cell], environment: Environment, braced: bool
) -> object:
    """An instance of a class in sight."""
    first = arguments[0].value if len(arguments) == 1 else None
    if isinstance(first, Object) and first.type == item.name:
        return machine.copied(first)
    members: dict[str, list[tuple[Unit, Item]]] = {}
    made = Object(item.name, members)
    inside = Environment(unit, Cell(made), {})
    for member in sorted(unit.items):
        if member.owner == item.name and member.kind == "function":
            members.setdefault(member.name, []).append((unit, member))
    inner = [m for m in unit.items if m.owner == item.name and item.start <= m.start < item.end]
    fields = sorted((m for m in inner if m.kind == "variable"), key=lambda m: m.start)
    constructors = members.get(item.name, [])
    for field in fields:
        tree = unit.tree(field)
        if tree is None or tree.kind not in ("declaration", "field_declaration"):
            continue
        text = unit.file.code[field.start : field.end].lstrip()
        if text.startswith("static"):
            continue
        declare(machine, tree, inside)
    made.fields.update(inside.variables)
    inside.variables.clear()
    if constructors:
        machine.call_overload(item.name, constructors, arguments, inside.this, {})
    elif arguments:
        if len(arguments) > len(made.fields) or not braced:
            return machine.not_in_sight(None, f"a constructor of {item.name}", arguments)
        for (name, cell), argument in zip(list(made.fields.items()), arguments, strict=False):
            cell.value = _field_value(machine, unit, item, name, machine.copied(argument.value), environment)
    return made


def _field_value(
    machine: Machine, unit: Unit, owner: Item, name: str, value: object, environment: Environment
) -> object:
    for field in unit.named.get(name, ()):
        if field.owner == owner.name and field.kind == "variable":
            tree = unit.tree(field)
            declared = tree.fields.get("type") if tree is not None else None
            if declared is not None:
                return coerce(machine, value, declared.text, Environment(unit, None, environment.types))
    return value


def initialise_fields(machine: Machine, initialisers: Node, this: Cell, environment: Environment) -> None:
    """Run what stands between a constructor's parameters and its body."""
    made = this.value
    if not isinstance(made, Object):
        return
    for initialiser in initialisers.kids:
        if not initialiser.kids:
            continue
        name = initialiser.kids[0].text
        listed = initialiser.kids[-1]
        arguments = (
            machine.arguments(listed, environment) if listed.kind in ("argument_list", "initializer_list") else []
        )
        if len(arguments) == 1:
            made.fields[name] = Cell(machine.copied(arguments[0].value))
        elif arguments:
            made.fields[name] = Cell(Unknown(f"{name} is initialised in a way that is not understood"))


def part(value: object, index: int) -> Cell:
    """What a structured binding takes from a value."""
    if isinstance(value, Unknown):
        return Cell(value)
    if isinstance(value, Vector) and value.spoiled is None and index < len(value.items):
        return value.items[index]
    if isinstance(value, Object) and value.spoiled is None and index < len(value.fields):
        return list(value.fields.values())[index]
    return Cell(Unknown("what is bound is not understood"))


def _key(pair: object) -> object:
    return pair.items[0].value if isinstance(pair, Vector) and pair.items else pair
