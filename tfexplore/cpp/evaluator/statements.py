"""Statements: blocks, conditions, loops.

A statement yields the signal that leaves it (`Returned`, `BREAK`, `CONTINUE`), or None. Where it depends on what is
unknown whether something is run, the machine is told that it only may be.
"""

from __future__ import annotations

from collections.abc import Callable

from tfexplore.cpp.evaluator import initialisation, nodes, operations
from tfexplore.cpp.evaluator.limits import MAX_UNCERTAIN_TURNS, StoppedError
from tfexplore.cpp.evaluator.machine import BREAK, CONTINUE, Machine, Returned
from tfexplore.cpp.evaluator.nodes import Node
from tfexplore.cpp.evaluator.values import VOID, Cell, Environment, Unknown, Vector

_INERT = frozenset(["using_declaration", "alias_declaration", "type_definition", "static_assert_declaration", "comment",
                    "struct_specifier", "class_specifier", "enum_specifier", "namespace_alias_definition",
                    "empty_statement", "delete_expression"])  # fmt: skip


def execute(machine: Machine, node: Node, environment: Environment) -> object:
    """Run a statement; the signal that leaves it, or None."""
    machine.step()
    kind = node.kind
    if kind == "expression_statement":
        for kid in node.kids:
            value = machine.evaluate(kid, environment)
            if isinstance(value, Returned):
                return value
        return None
    if kind == "compound_statement":
        return _block(machine, node.kids, environment.block())
    if kind == "declaration":
        initialisation.declare(machine, node, environment)
        return None
    if kind == "return_statement":
        return Returned(machine.copied(machine.value(node.kids[0], environment)) if node.kids else VOID)
    if kind == "if_statement":
        return _if(machine, node, environment.block())
    if kind in ("for_range_loop", "for_statement", "while_statement", "do_statement"):
        machine.loops += 1
        run = _range if kind == "for_range_loop" else _loop
        signal = run(machine, node, environment.block())
        machine.loops -= 1
        return signal
    if kind == "switch_statement":
        return _switch(machine, node, environment.block())
    if kind == "break_statement":
        return BREAK
    if kind == "continue_statement":
        return CONTINUE
    if kind in ("else_clause", "labeled_statement"):
        return _block(machine, node.kids, environment)
    if kind in _INERT:
        return None
    raise StoppedError(f"{' '.join(node.text.split())[:60]} is not understood")


def _block(machine: Machine, statements: list[Node], environment: Environment) -> object:
    for statement in statements:
        if machine.is_over(statement):
            break
        if machine.skips(statement, environment.unit):
            continue
        signal = execute(machine, statement, environment)
        if signal is not None:
            return signal
    return None


def _if(machine: Machine, node: Node, environment: Environment) -> object:
    condition = node.fields["condition"]
    first = condition.fields.get("initializer")
    if first is not None:
        execute(machine, first, environment)
    asked = condition.fields.get("value", condition)
    if asked.kind == "declaration":
        declarator = asked.fields.get("declarator")
        name, shape = nodes.declared(declarator)
        if name and "value" in asked.fields:  # `if (int i = f())` has the value beside the declarator
            text = asked.fields["type"].text if "type" in asked.fields else ""
            environment.variables[name] = initialisation.initial(
                machine, text, shape, asked.fields["value"], environment, name
            )
        else:
            initialisation.declare(machine, asked, environment)
        found = environment.find(name or "")
        value: object = found.value if found is not None else Unknown("a condition is not understood")
    else:
        value = machine.value(asked, environment)
    truth = operations.truth(value)
    yes = node.fields["consequence"]
    no = node.fields.get("alternative")
    if isinstance(truth, Unknown):
        branches: list[Callable[[], object]] = [lambda: execute(machine, yes, environment.block())]
        if no is not None:
            branches.append(lambda: execute(machine, no, environment.block()))
        machine.perhaps(truth, branches)
        return None
    if truth:
        return execute(machine, yes, environment.block())
    return execute(machine, no, environment.block()) if no is not None else None


def _range(machine: Machine, node: Node, environment: Environment) -> object:
    if "initializer" in node.fields:
        execute(machine, node.fields["initializer"], environment)
    name_node = node.fields["declarator"]
    over = machine.value(node.fields["right"], environment)
    body = node.fields["body"]
    if isinstance(over, Vector) and over.spoiled is not None:
        over = over.spoiled
    if not isinstance(over, Vector):
        cause = over if isinstance(over, Unknown) else Unknown(f"{node.fields['right'].text[:40]} is no sequence")

        def once() -> object:
            inside = environment.block()
            _bind_range(machine, name_node, Cell(cause), inside)
            return execute(machine, body, inside)

        machine.perhaps(cause, [once])
        return None
    for item in list(over.items):
        inside = environment.block()
        _bind_range(machine, name_node, item, inside)
        signal = execute(machine, body, inside)
        if signal is BREAK:
            break
        if isinstance(signal, Returned):
            return signal
    return None


def _bind_range(machine: Machine, declarator: Node, item: Cell, environment: Environment) -> None:
    name, shape = nodes.declared(declarator)
    if name:
        environment.variables[name] = item if shape == "reference" else Cell(machine.copied(item.value))
        return
    bound = declarator.find("structured_binding_declarator")
    for i, kid in enumerate(bound.kids if bound is not None else ()):
        environment.variables[kid.text] = initialisation.part(item.value, i)


def _loop(machine: Machine, node: Node, environment: Environment) -> object:
    body = node.fields["body"]
    condition = node.fields.get("condition")
    update = node.fields.get("update")
    if condition is not None and condition.kind == "condition_clause":
        condition = condition.fields.get("value", condition)
    initial = node.fields.get("initializer")
    if initial is not None:
        if initial.kind == "declaration":
            initialisation.declare(machine, initial, environment)
        else:
            machine.evaluate(initial, environment)
    first = node.kind == "do_statement"
    turns = 0
    while True:
        machine.step()
        turns += 1
        if machine.doubt is not None and turns > MAX_UNCERTAIN_TURNS:
            return None
        if not first and condition is not None:
            truth = operations.truth(machine.value(condition, environment))
            if isinstance(truth, Unknown):
                machine.perhaps(truth, [lambda: execute(machine, body, environment.block())])
                return None
            if not truth:
                return None
        first = False
        signal = execute(machine, body, environment.block())
        if signal is BREAK:
            return None
        if isinstance(signal, Returned):
            return signal
        if update is not None:
            machine.evaluate(update, environment)


def _switch(machine: Machine, node: Node, environment: Environment) -> object:
    condition = node.fields["condition"]
    value = machine.value(condition.fields.get("value", condition), environment)
    cases = [kid for kid in node.fields["body"].kids if kid.kind == "case_statement"]
    start: int | None = None
    cause = value if isinstance(value, Unknown) else None
    for i, case in enumerate(cases):
        if "value" in case.fields and cause is None:
            same = operations.equal(value, machine.value(case.fields["value"], environment))
            if isinstance(same, Unknown):
                cause = same
            elif same:
                start = i
                break
    if cause is not None:
        machine.perhaps(cause, [lambda case=case: _case(machine, case, environment.block()) for case in cases])  # type: ignore[misc]
        return None
    if start is None:
        start = next((i for i, case in enumerate(cases) if "value" not in case.fields), len(cases))
    for case in cases[start:]:
        signal = _case(machine, case, environment)
        if signal is BREAK:
            return None
        if signal is not None:
            return signal
    return None


def _case(machine: Machine, case: Node, environment: Environment) -> object:
    value = case.fields.get("value")
    return _block(machine, [kid for kid in case.kids if kid is not value], environment)
