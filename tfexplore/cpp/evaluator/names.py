"""What a name means: a local variable, a member, a macro, a constant, an enumerator, a variable of a namespace.

A variable of a namespace is initialised when it is first asked for: in which order the files of a program initialise
theirs is not known, and nearly all of them have no say in what is registered.
"""

from __future__ import annotations

from tfexplore.cpp import lexer
from tfexplore.cpp.evaluator import initialisation, nodes
from tfexplore.cpp.evaluator.machine import Machine
from tfexplore.cpp.evaluator.nodes import Node
from tfexplore.cpp.evaluator.outline import Item
from tfexplore.cpp.evaluator.program import Unit
from tfexplore.cpp.evaluator.values import Cell, Environment, Function, Object, Symbol, TypeName, Unknown, Vector
from tfexplore.cpp.preprocessor import Expander


def identifier(machine: Machine, name: str, node: Node, environment: Environment) -> Cell:
    """What a name without a qualifier means: a local variable first, then a member, then what is around."""
    found = environment.find(name)
    if found is not None:
        return found
    if name in environment.types:
        return Cell(environment.types[name])
    if environment.this is not None:
        owner = environment.this.value
        if isinstance(owner, Object) and name in owner.fields:
            return owner.fields[name]
        if isinstance(owner, Unknown) and name.endswith("_"):
            return Cell(owner)
    if name in machine.constants:
        return Cell(machine.constants[name])
    plain = name.removesuffix("_REF")
    if plain in machine.program.types:
        return Cell(Symbol(name, machine.program.types[plain] + (100 if plain != name else 0)))
    macro = environment.unit.file.lookup(name, node.at)
    if macro is not None and macro.params is None:
        made = expansion(machine, node, environment)
        return machine.cell(made, environment) if made is not None else Cell(Unknown(f"{name} cannot be read"))
    return _global(machine, name, "", environment)


def qualified(machine: Machine, node: Node, environment: Environment) -> object:
    """What a name with a qualifier means, which is nothing local."""
    known = dtype(machine, node, environment)
    if known is not None:
        return known
    name, qualifier, template = nodes.callee(node)
    if not name or template is not None:
        return Unknown(f"{node.text[:60]} is not understood")
    plain = name.removesuffix("_REF")
    if plain in machine.program.types or name in machine.constants:
        return identifier(machine, name, node, environment)
    return _global(machine, name, qualifier, environment)


def _global(machine: Machine, name: str, qualifier: str, environment: Environment) -> Cell:
    key = (environment.unit.file.path, qualifier, name)
    known = machine.meanings.get(key)
    if known is None:
        known = machine.meanings[key] = _search(machine, name, qualifier, environment.unit)
    return known


def _search(machine: Machine, name: str, qualifier: str, unit: Unit) -> Cell:
    """What a name means that is no local variable."""
    resolver = machine.program.resolver(unit)
    resolver.scope = None
    tokens = (*(t for part in qualifier.split("::") if part for t in (part, "::")), name)
    number = resolver.integer(tokens)
    if number is not None:
        return Cell(number)
    text = resolver.string(tokens)
    if text is not None:
        return Cell(text)
    enumerators = machine.program.enumerators(unit, name)
    if name in enumerators:
        return Cell(Symbol(name, enumerators[name]))
    for place, item in machine.program.items(unit, name, "variable"):
        cell = variable(machine, place, item)
        if not isinstance(cell.value, Unknown):
            return cell
    if machine.program.items(unit, name, "function"):
        return Cell(Function(name))
    types = resolver.dtypes(tokens)
    if types is not None:
        found: list[object] = [Symbol(t, machine.program.types.get(t)) for t in types]
        return Cell(found[0] if len(found) == 1 else Vector(found))
    if qualifier:
        # An enumerator of a generated header: told apart by its name.
        return Cell(Symbol(name))
    return Cell(Unknown(f"{name} is not in sight"))


def variable(machine: Machine, unit: Unit, item: Item) -> Cell:
    """A variable of a namespace, initialised when it is first asked for."""
    key = (unit.file.path, item.start, item.name)
    if key not in machine.variables:
        machine.variables[key] = Cell(Unknown(f"{item.name} is initialised by itself"))
        tree = unit.tree(item)
        if tree is None or tree.kind not in ("declaration", "field_declaration"):
            machine.variables[key].value = Unknown(f"{item.name} cannot be parsed")
        elif "extern" in unit.file.code[item.start : item.end].split()[:2]:
            machine.variables[key].value = Unknown(f"{item.name} is defined elsewhere")
        else:
            around = Environment(unit, None, {})
            machine.frames.append((unit, tree))
            initialisation.declare(machine, tree, around)
            machine.frames.pop()
            found = around.variables.get(item.name)
            if found is not None:
                machine.variables[key] = found
            else:
                machine.variables[key].value = Unknown(f"{item.name} is no variable")
    return machine.variables[key]


def expansion(machine: Machine, node: Node, environment: Environment) -> Node | None:
    """The expansion of a macro invocation as an expression."""
    unit = environment.unit
    key = (unit.file.path, node.at)
    if key not in machine.expansions:
        expander = Expander(unit.file)
        tokens = expander.expand_text(node.text, node.at)
        root = nodes.parse(" ".join(tokens) + " ;", node.at) if tokens is not None else None
        statement = root.kids[0] if root is not None and root.kids else None
        bad = statement is None or statement.kind != "expression_statement" or len(statement.kids) != 1
        bad = bad or root is None or root.find("ERROR") is not None or any(kid.kids for kid in root.kids[1:])
        # The expansion of an undefined call is the call itself: no end of that.
        same = statement is not None and bool(statement.kids) and statement.kids[0].text == node.text
        machine.expansions[key] = None if bad or same or statement is None else statement.kids[0]
    return machine.expansions[key]


def dtype(machine: Machine, node: Node, environment: Environment) -> Symbol | None:
    """`DataTypeToEnum<T>::v()` and the like."""
    if "DataTypeToEnum" not in node.text:
        return None
    tokens: list[str] = []
    for token, _ in lexer.spans(node.text):
        known = environment.types.get(token)
        tokens.extend([t for t, _ in lexer.spans(known.text)] if isinstance(known, TypeName) else [token])
    found = machine.program.resolver(environment.unit).dtypes(tuple(tokens))
    return Symbol(found[0], machine.program.types.get(found[0])) if found is not None and len(found) == 1 else None
