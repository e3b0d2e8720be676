"""What a call expression calls.

The user's functions come first, then those that are known without their source (`library.py`, `protobuf.py`), then
what is in sight. A call that cannot be followed yields an `Unknown` and may have changed whatever it was given.
"""

from __future__ import annotations

import re

from tfexplore.cpp.evaluator import functions, initialisation, kinds, library, names, nodes, protobuf
from tfexplore.cpp.evaluator.machine import BREAK, Machine, Native, Returned
from tfexplore.cpp.evaluator.nodes import Node
from tfexplore.cpp.evaluator.program import Unit
from tfexplore.cpp.evaluator.values import (
    VOID,
    Cell,
    Closure,
    Environment,
    Function,
    Object,
    Pointer,
    Status,
    TypeName,
    Unknown,
    Vector,
    pointed,
)
from tfexplore.cpp.expansion import SINKS

# Macros that only look at their arguments. What they do with a bad value (abort, return it, log) registers nothing.
_TRANSPARENT = re.compile(r"(?:D|Q|TF_|TF_Q|TF_D)?CHECK(?:_\w+)?\Z|(?:TF_)?(?:EXPECT|ASSERT)_\w+\Z|D?V?LOG(?:_\w+)?\Z")
_RETURN_IF_ERROR = frozenset(["TF_RETURN_IF_ERROR", "TF_RETURN_WITH_CONTEXT_IF_ERROR"])
_CASTS = frozenset(
    ["static_cast", "reinterpret_cast", "const_cast", "dynamic_cast", "down_cast", "bit_cast", "implicit_cast"]
)


def call(machine: Machine, node: Node, environment: Environment) -> object:
    """A call expression: a function, a method, a constructor, a cast, or the invocation of a macro."""
    machine.calls.append((environment.unit, node))
    found = _called(machine, node, environment)
    machine.calls.pop()
    return found


def call_value(machine: Machine, callee: object, arguments: list[Cell], unit: Unit, node: Node) -> object:
    """Call a lambda or a named function."""
    if isinstance(callee, Closure):
        return functions.call_closure(machine, callee, arguments)
    if isinstance(callee, Function):
        return _free(machine, callee.name, "", arguments, {}, Environment(unit, None, {}), node)
    return machine.not_in_sight(callee, "what is called", arguments)


def _called(machine: Machine, node: Node, environment: Environment) -> object:
    function = node.fields["function"]
    listed = node.fields.get("arguments")
    if function.kind == "field_expression":
        return _method(machine, node, function, listed, environment)
    name, qualifier, template = nodes.callee(function)
    if not name:
        callee = machine.value(function, environment)
        return call_value(machine, callee, machine.arguments(listed, environment), environment.unit, node)
    if not qualifier and not template:
        if name in SINKS:
            return VOID  # a registration of its own, read by the preprocessor
        if _TRANSPARENT.match(name):
            machine.arguments(listed, environment)
            return VOID
        if name in _RETURN_IF_ERROR:
            return _return_if_error(machine, machine.arguments(listed, environment)[:1])
        local = environment.find(name)
        if local is not None:
            return call_value(machine, local.value, machine.arguments(listed, environment), environment.unit, node)
    if name not in machine.natives and not qualifier:
        macro = environment.unit.file.lookup(name, node.at)
        if macro is not None and macro.params is not None:
            made = names.expansion(machine, node, environment)
            return machine.evaluate(made, environment) if made is not None else _unread(machine, node, environment)
    types = _template_arguments(machine, template, environment)
    return _free(machine, name, qualifier, machine.arguments(listed, environment), types, environment, node)


def _return_if_error(machine: Machine, arguments: list[Cell]) -> object:
    value = arguments[0].value if arguments else VOID
    if isinstance(value, Status):
        return VOID if value.ok else Returned(value)
    if isinstance(value, Unknown):
        machine.perhaps(value, [lambda: BREAK])  # it may have returned
    return VOID


def _unread(machine: Machine, node: Node, environment: Environment) -> Unknown:
    """A call of a macro whose expansion is no expression: it may change what it names."""
    cause = Unknown(f"{' '.join(node.text.split())[:60]} cannot be read")
    for kid in node.kids:
        if kid.kind == "argument_list":
            for cell in machine.arguments(kid, environment):
                machine.spoil(cell, cause)
    return cause


def _template_arguments(machine: Machine, template: Node | None, environment: Environment) -> dict[str, object]:
    found: dict[str, object] = {}
    for i, kid in enumerate(template.kids if template is not None else ()):
        if kid.kind == "type_descriptor":
            text = kid.text
            known = environment.types.get(text)
            found[str(i)] = known if known is not None else TypeName(text)
        else:
            found[str(i)] = machine.value(kid, environment)
    return found


def _free(
    machine: Machine, name: str, qualifier: str, arguments: list[Cell], types: dict[str, object],
    environment: Environment, node: Node,
) -> object:  # fmt: skip
    """Call a function by its name."""
    if name in _CASTS:
        return arguments[0] if len(arguments) == 1 else Unknown(f"{name} is not understood")
    for key in (f"{qualifier.rpartition('::')[2]}::{name}", name):
        native = machine.natives.get(key)
        if native is not None:
            made = native(machine, arguments, node)
            if made is not NotImplemented:
                return made
    built = library.function(name, qualifier, arguments, machine)
    if built is not NotImplemented:
        return built
    if environment.this is not None and not qualifier:
        owner = environment.this.value
        if isinstance(owner, Object) and owner.members and name in owner.members:
            return functions.choose(machine, name, owner.members[name], arguments, environment.this, types)
    types_text = environment.types.get(name)
    if isinstance(types_text, TypeName):
        return initialisation.construct(machine, types_text.text, arguments, environment)
    found = machine.program.items(environment.unit, name, "function", qualifier.rpartition("::")[2])
    if found:
        return functions.choose(machine, name, found, arguments, None, types)
    if kinds.is_builtin(name):
        return initialisation.construct(machine, name, arguments, environment)
    if machine.program.items(environment.unit, name, "class"):
        return initialisation.construct(machine, name, arguments, environment)
    dtype = names.dtype(machine, node, environment)
    if dtype is not None:
        return dtype
    if not arguments and name[:1].isupper() and not qualifier:
        return Unknown(f"{name} is not in sight")
    return machine.not_in_sight(None, name, arguments)


def _method(machine: Machine, node: Node, function: Node, listed: Node | None, environment: Environment) -> object:
    receiver = machine.cell(function.fields["argument"], environment)
    field = function.fields["field"]
    name = field.fields["name"].text if field.kind == "template_method" else field.text
    if function.op == "->":
        receiver = pointed(receiver)
    arguments = machine.arguments(listed, environment)
    value = receiver.value
    if isinstance(value, Native):
        if name in ("get", "release"):
            return value
        made = value.call(name, arguments, node, machine) if value.spoiled is None else value.spoiled
        if made is not NotImplemented:
            return made
        cause = machine.not_in_sight(Unknown(f"{name} is not a method that tfexplore knows"), name, arguments)
        machine.touch(value)
        value.spoiled = cause
        return cause
    offered = machine.natives.get("." + name)
    if offered is not None:
        made = offered(machine, [receiver, *arguments], node)
        if made is not NotImplemented:
            return made
    if isinstance(value, Unknown):
        return machine.not_in_sight(value, name, arguments)
    if isinstance(value, Pointer) and name in ("get", "release"):
        return value
    if isinstance(value, str):
        return library.string_method(machine, receiver, value, name, arguments)
    if isinstance(value, Vector):
        return library.vector_method(machine, value, name, arguments)
    if isinstance(value, Status):
        return value.ok if name == "ok" else Unknown(f"{name} of a Status")
    if isinstance(value, Closure) and name == "operator()":
        return functions.call_closure(machine, value, arguments)
    if isinstance(value, Object):
        if value.members is not None:
            if name in value.members:
                return functions.choose(machine, name, value.members[name], arguments, receiver, {})
            if name in value.fields:
                return call_value(machine, value.fields[name].value, arguments, environment.unit, node)
            cause = machine.not_in_sight(None, f"{value.type}::{name}", arguments)
            machine.touch(value)
            value.spoiled = cause
            return cause
        return protobuf.method(machine, value, name, arguments)
    return machine.not_in_sight(None, name, arguments)
