"""Running a function or a lambda: its parameters, its body, what it returns, and which overload is meant."""

from __future__ import annotations

from tfexplore.cpp import lexer
from tfexplore.cpp.evaluator import initialisation, nodes, statements
from tfexplore.cpp.evaluator.limits import MAX_CALLS_ELSEWHERE, StoppedError
from tfexplore.cpp.evaluator.machine import Machine, Returned
from tfexplore.cpp.evaluator.nodes import Node
from tfexplore.cpp.evaluator.outline import Item
from tfexplore.cpp.evaluator.program import Unit
from tfexplore.cpp.evaluator.values import VOID, Cell, Closure, Environment, Object, Unknown


def invoke(
    machine: Machine, unit: Unit, item: Item, arguments: list[Cell] | None, this: Cell | None, types: dict[str, object]
) -> object:
    """Call a function; without arguments its parameters are unknown, given by whoever calls it."""
    machine.step()
    parameters = unit.parameters(item)
    definition = unit.tree(item)
    if definition is None or parameters is None:
        raise StoppedError(f"{item.name} cannot be parsed")
    environment = Environment(unit, this, types)
    body = definition.fields.get("body")
    if body is None:
        return Unknown(f"{item.name} has no body")
    machine.entered.add((unit.file.path, item.start))
    _bind(machine, parameters, arguments, environment, item.name)
    machine.slice(unit, item, definition)
    initialisers = definition.child("field_initializer_list")
    if initialisers is not None and this is not None:
        initialisation.initialise_fields(machine, initialisers, this, environment)
    returned = definition.fields.get("type")
    return _run(machine, body, environment, returned.text if returned is not None else "")


def call_closure(machine: Machine, closure: Closure, arguments: list[Cell]) -> object:
    """Call a lambda."""
    machine.step()
    environment = Environment(closure.unit, closure.this, closure.types, closure.environment)
    declarator = closure.node.fields.get("declarator")
    parameters = declarator.fields.get("parameters") if declarator is not None else None
    listed = [p for p in parameters.kids if p.kind.endswith("parameter_declaration")] if parameters is not None else []
    _bind(machine, listed, arguments, environment, "a lambda")
    body = closure.node.fields.get("body")
    return _run(machine, body, environment, "") if body is not None else VOID


def _bind(
    machine: Machine, parameters: list[Node], arguments: list[Cell] | None, environment: Environment, name: str
) -> None:
    for i, parameter in enumerate(parameters):
        declarator = parameter.fields.get("declarator")
        found, shape = nodes.declared(declarator)
        if arguments is None:
            label = found or f"{i + 1}"
            cell = Cell(Unknown(f"{label} is a parameter of {name}", True))
        elif i < len(arguments):
            cell = (
                arguments[i]
                if shape == "reference"
                else Cell(_coerced(machine, arguments[i].value, parameter, environment))
            )
        elif "default_value" in parameter.fields:
            cell = Cell(machine.value(parameter.fields["default_value"], environment))
        else:
            cell = Cell(Unknown(f"{name} is called without its parameter {found}"))
        if found:
            environment.variables[found] = cell


def _coerced(machine: Machine, value: object, parameter: Node, environment: Environment) -> object:
    declared = parameter.fields.get("type")
    return initialisation.coerce(
        machine, machine.copied(value), declared.text if declared is not None else "", environment
    )


def _run(machine: Machine, body: Node, environment: Environment, returned: str) -> object:
    caller = machine.enter(environment.unit, body)
    signal = statements.execute(machine, body, environment)
    left = machine.leave(caller)
    if left is not None:
        return left
    value = signal.value if isinstance(signal, Returned) else VOID
    return initialisation.coerce(machine, value, returned, environment)


def choose(
    machine: Machine, name: str, found: list[tuple[Unit, Item]], arguments: list[Cell], this: Cell | None,
    types: dict[str, object],
) -> object:  # fmt: skip
    """Call the one overload that takes so many arguments; where none is followed, the object may have changed."""
    fitting = []
    for unit, item in found:
        needed, most = unit.arity(item)
        if needed <= len(arguments) <= most:
            fitting.append((unit, item))
    if len(fitting) == 1:
        unit, item = fitting[0]
        cause = _not_followed(machine, unit, name, arguments)
        if cause is None:
            return invoke(machine, unit, item, arguments, this, _bind_types(unit, item, types))
    elif fitting:
        cause = Unknown(f"{name} is overloaded")
    else:
        cause = Unknown(f"{name} with {len(arguments)} arguments is not in sight")
    made = machine.not_in_sight(cause, name, arguments)
    if this is not None and isinstance(this.value, Object):
        machine.spoil(this, made)
    return made


def _not_followed(machine: Machine, unit: Unit, name: str, arguments: list[Cell]) -> Unknown | None:
    """Why a function is not followed into another file, if it is not.

    Elsewhere nothing is registered for this file: what is computed there matters only if it can be known.
    """
    if unit is machine.program.main:
        return None
    cause = next((a.value for a in arguments if isinstance(a.value, Unknown)), None)
    if cause is None and machine.depth >= MAX_CALLS_ELSEWHERE:
        cause = Unknown(f"{name} is called too deep")
    return cause


def _bind_types(unit: Unit, item: Item, types: dict[str, object]) -> dict[str, object]:
    text = unit.file.code[item.start : item.body]
    if not types or not text.lstrip().startswith("template"):
        return {}
    root = nodes.parse(text + "{}", item.start)
    listed = root.find("template_parameter_list") if root is not None else None
    bound: dict[str, object] = {}
    for i, kid in enumerate(listed.kids if listed is not None else ()):
        words = [t for t, _ in lexer.spans(kid.text) if lexer.is_identifier(t)]
        if words and str(i) in types:
            bound[words[-1]] = types[str(i)]
    return bound
