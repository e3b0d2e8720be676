"""Expressions: literals, operators, members, lambdas, `new`; by the kinds of their nodes."""

from __future__ import annotations

import re
from collections.abc import Callable

from tfexplore.cpp import lexer
from tfexplore.cpp.evaluator import calls, initialisation, library, names, operations
from tfexplore.cpp.evaluator.limits import MAX_ITEMS, StoppedError
from tfexplore.cpp.evaluator.machine import Machine
from tfexplore.cpp.evaluator.nodes import Node
from tfexplore.cpp.evaluator.values import (
    VOID,
    Cell,
    Closure,
    Environment,
    Function,
    Object,
    Pointer,
    Unknown,
    Vector,
    Void,
    pointed,
)


def _string(machine: Machine, node: Node, environment: Environment) -> object:
    tokens = [t for t, _ in lexer.spans(node.text)]
    if not tokens or not all(lexer.is_string(t) for t in tokens):
        # A macro between two literals.
        literal = lexer.string_value
        return operations.joined(
            *(
                literal(kid.text) if kid.kind.endswith("string_literal") else machine.value(kid, environment)
                for kid in node.kids
            )
        )
    return "".join(map(lexer.string_value, tokens))


def _number(machine: Machine, node: Node, environment: Environment) -> object:
    text = node.text.replace("'", "").rstrip("uUlLzZ")
    if text[:1] in ("-", "+"):
        value = _number(machine, Node("number_literal", text[1:], node.at, node.end), environment)
        return -value if isinstance(value, (int, float)) and text[0] == "-" else value
    try:
        if text[:2].lower() in ("0x", "0b"):
            return int(text, 0)
        if text.isdigit():
            return int(text, 8) if text[0] == "0" and len(text) > 1 else int(text)
        return float(text.rstrip("fF"))
    except ValueError:
        return Unknown(f"{text[:40]} is no number")


def _char(machine: Machine, node: Node, environment: Environment) -> object:
    inside = lexer.string_value(f'"{node.text[1:-1]}"') if len(node.text) > 2 else ""
    return inside if len(inside) == 1 else Unknown("a character is not understood")


def _inside(machine: Machine, node: Node, environment: Environment) -> object:
    return machine.evaluate(node.kids[-1], environment) if node.kids else VOID


def _comma(machine: Machine, node: Node, environment: Environment) -> object:
    found: object = VOID
    for kid in node.kids:
        found = machine.evaluate(kid, environment)
    return found


def _field(machine: Machine, node: Node, environment: Environment) -> object:
    receiver = machine.cell(node.fields["argument"], environment)
    if node.op == "->":
        receiver = pointed(receiver)
    name = node.fields["field"].text
    value = receiver.value
    if isinstance(value, Unknown):
        return value
    if isinstance(value, Object):
        if value.spoiled is not None:
            return value.spoiled
        if name not in value.fields:
            machine.touch(value)
            value.fields[name] = Cell(Unknown(f"{name} was never set"))
        return value.fields[name]
    if isinstance(value, Vector) and name in ("first", "second"):
        return library.element(value, 0 if name == "first" else 1)
    return Unknown(f"{node.text[:60]} is not understood")


def _subscript(machine: Machine, node: Node, environment: Environment) -> object:
    value = machine.value(node.fields["argument"], environment)
    indices = node.fields.get("indices") or node.fields.get("index")
    kid = indices.kids[0] if indices is not None and indices.kids else indices
    index = machine.value(kid, environment) if kid is not None else Unknown("an index is missing")
    if isinstance(value, Vector):
        return library.element(value, index)
    if isinstance(value, str) and isinstance(index, int) and 0 <= index < len(value):
        return value[index]
    if isinstance(value, Object):
        cause = Unknown(f"{node.text[:60]} is not understood")
        machine.touch(value)
        value.spoiled = cause
        return cause
    return value if isinstance(value, Unknown) else Unknown(f"{node.text[:60]} is not understood")


def _pointer(machine: Machine, node: Node, environment: Environment) -> object:
    inner = node.fields["argument"]
    if node.op == "&":
        found = machine.cell(inner, environment)
        return found.value if isinstance(found.value, Function) else Pointer(found)
    return pointed(machine.cell(inner, environment))


def _unary(machine: Machine, node: Node, environment: Environment) -> object:
    value = machine.value(node.fields["argument"], environment)
    if node.op == "!":
        truth = operations.truth(value)
        return truth if isinstance(truth, Unknown) else not truth
    if isinstance(value, (int, float)):
        if node.op == "-":
            return -value
        if node.op == "+":
            return value
        if node.op == "~" and isinstance(value, int):
            return ~value
    return value if isinstance(value, Unknown) else Unknown(f"{node.text[:60]} is not understood")


def _update(machine: Machine, node: Node, environment: Environment) -> object:
    cell = machine.cell(node.fields["argument"], environment)
    old = cell.value
    new: object = Unknown(f"{node.text[:60]} is not understood")
    if isinstance(old, (int, float)):
        new = old + (1 if node.op == "++" else -1)
    elif isinstance(old, Unknown):
        new = old
    machine.write(cell, new)
    return old if not node.text.startswith(node.op) else cell


def _assign(machine: Machine, node: Node, environment: Environment) -> object:
    right = machine.copied(machine.value(node.fields["right"], environment))
    cell = machine.cell(node.fields["left"], environment)
    if node.op != "=":
        right = operations.operate(node.op[:-1], cell.value, right)
    old = cell.value
    if isinstance(old, (Object, Vector)):
        # In place: pointers to the object go on pointing to it.
        if isinstance(old, Object) and isinstance(right, Vector):
            right = initialisation.coerce(machine, right, old.type, environment)
        machine.touch(old)
        if isinstance(old, Object) and isinstance(right, Object):
            old.fields, old.spoiled, old.members = right.fields, right.spoiled, right.members
            return cell
        if isinstance(old, Vector) and isinstance(right, Vector):
            old.items, old.spoiled = right.items, right.spoiled
            return cell
    machine.write(cell, right)
    return cell


def _binary(machine: Machine, node: Node, environment: Environment) -> object:
    op = node.op
    left = machine.value(node.fields["left"], environment)
    if op in ("&&", "||"):
        return _logic(machine, op, left, node.fields["right"], environment)
    if op == "<<" and isinstance(left, Void):
        return VOID  # a log's text
    return operations.operate(op, left, machine.value(node.fields["right"], environment))


def _logic(machine: Machine, op: str, left: object, right_node: Node, environment: Environment) -> object:
    truth = operations.truth(left)
    if isinstance(truth, Unknown):
        seen: list[object] = []

        def other() -> None:
            seen.append(machine.value(right_node, environment))

        machine.perhaps(truth, [other])
        right = operations.truth(seen[0])
        return right if right is (op == "||") else truth
    if truth == (op == "||"):
        return truth
    return operations.truth(machine.value(right_node, environment))


def _conditional(machine: Machine, node: Node, environment: Environment) -> object:
    truth = operations.truth(machine.value(node.fields["condition"], environment))
    if isinstance(truth, Unknown):
        seen: list[object] = []
        for branch in ("consequence", "alternative"):

            def other(branch: str = branch) -> None:
                seen.append(machine.value(node.fields[branch], environment))

            machine.perhaps(truth, [other])
        return seen[0] if operations.equal(seen[0], seen[1]) is True else truth
    return machine.evaluate(node.fields["consequence" if truth else "alternative"], environment)


def _list(machine: Machine, node: Node, environment: Environment) -> object:
    if any(kid.kind == "initializer_pair" for kid in node.kids):
        made = Object("")
        for kid in node.kids:
            named = kid.find("field_identifier")
            if kid.kind != "initializer_pair" or named is None:
                return Unknown("a braced list is not understood")
            made.fields[named.text] = Cell(machine.copied(machine.value(kid.fields["value"], environment)))
        return made
    if len(node.kids) > MAX_ITEMS:
        raise StoppedError(f"a braced list has over {MAX_ITEMS} items")
    return Vector([machine.copied(machine.value(kid, environment)) for kid in node.kids])


def _compound(machine: Machine, node: Node, environment: Environment) -> object:
    listed = machine.value(node.fields["value"], environment)
    return initialisation.coerce(machine, listed, node.fields["type"].text, environment)


def _cast(machine: Machine, node: Node, environment: Environment) -> object:
    return machine.evaluate(node.fields["value"], environment)


def _new(machine: Machine, node: Node, environment: Environment) -> object:
    listed = node.fields.get("arguments")
    braced = listed is not None and listed.kind == "initializer_list"
    type_text = node.fields["type"].text
    if braced and listed is not None:
        return Pointer(Cell(initialisation.coerce(machine, machine.value(listed, environment), type_text, environment)))
    return Pointer(
        Cell(initialisation.construct(machine, type_text, machine.arguments(listed, environment), environment))
    )


def _lambda(machine: Machine, node: Node, environment: Environment) -> object:
    captures = node.fields.get("captures")
    text = captures.text.replace(" ", "") if captures is not None else "[]"
    around = Environment(environment.unit, environment.this, environment.types)
    if ("&" in text.split(",")[0] and text.split(",")[0] == "[&") or text == "[&]":
        around = Environment(environment.unit, environment.this, environment.types, environment)
    elif text.startswith("[="):
        body = node.fields.get("body")
        for word in {t for t, _ in lexer.spans(body.text if body is not None else "") if lexer.is_identifier(t)}:
            found = environment.find(word)
            if found is not None:
                around.variables[word] = Cell(machine.copied(found.value))
    by_reference = set(re.findall(r"&([A-Za-z_]\w*)", text))
    for kid in captures.kids if captures is not None else ():
        if kid.kind == "identifier":
            found = environment.find(kid.text)
            if found is not None:
                around.variables[kid.text] = found if kid.text in by_reference else Cell(machine.copied(found.value))
        elif kid.kind == "lambda_capture_initializer":
            around.variables[kid.fields["left"].text] = Cell(
                machine.copied(machine.value(kid.fields["right"], environment))
            )
    return Closure(node, around, environment.unit, environment.this, environment.types)


def _this(machine: Machine, node: Node, environment: Environment) -> object:
    return Pointer(environment.this) if environment.this is not None else Unknown("this is not in sight")


def _delete(machine: Machine, node: Node, environment: Environment) -> object:
    return VOID


#: Kind of a node, as tree-sitter names it -> what it evaluates to.
EXPRESSIONS: dict[str, Callable[[Machine, Node, Environment], object]] = {
    "identifier": lambda m, n, e: names.identifier(m, n.text, n, e),
    "type_identifier": lambda m, n, e: names.identifier(m, n.text, n, e),
    "field_identifier": lambda m, n, e: names.identifier(m, n.text, n, e),
    "qualified_identifier": names.qualified,
    "template_function": names.qualified,
    "call_expression": calls.call,
    "string_literal": _string,
    "raw_string_literal": _string,
    "concatenated_string": _string,
    "number_literal": _number,
    "char_literal": _char,
    "true": lambda m, n, e: True,
    "false": lambda m, n, e: False,
    "null": lambda m, n, e: Pointer(None),
    "nullptr": lambda m, n, e: Pointer(None),
    "parenthesized_expression": _inside,
    "condition_clause": _inside,
    "comma_expression": _comma,
    "field_expression": _field,
    "subscript_expression": _subscript,
    "pointer_expression": _pointer,
    "unary_expression": _unary,
    "update_expression": _update,
    "assignment_expression": _assign,
    "binary_expression": _binary,
    "conditional_expression": _conditional,
    "initializer_list": _list,
    "compound_literal_expression": _compound,
    "cast_expression": _cast,
    "new_expression": _new,
    "lambda_expression": _lambda,
    "this": _this,
    "delete_expression": _delete,
}
