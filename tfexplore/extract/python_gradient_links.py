"""From the sites of all files to gradient functions: what each creates, and what it gives the inputs of its op."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tfexplore.extract.python_imports import Availability
from tfexplore.extract.python_program import Program, operands
from tfexplore.extract.python_records import (
    LAMBDA,
    MAX_TEXT,
    Function,
    GradientBody,
    GradientSite,
    InnerFunction,
    either,
)
from tfexplore.model import GradientFunction, Location, OpDef, Unresolved


def link(
    program: Program, availability: Availability, ops: Iterable[OpDef]
) -> tuple[tuple[GradientFunction, ...], tuple[Unresolved, ...]]:
    """The gradient functions that the sites of all files register, sorted by op and place."""
    definitions = definitions_of(ops)
    linked: list[GradientFunction] = []
    unresolved: list[Unresolved] = []
    for path in sorted(program.own):
        facts = program.files[path]
        unresolved += facts.unresolved
        for site in facts.gradients:
            found = link_site(program, availability.of(path), definitions, path, site)
            if isinstance(found, GradientFunction):
                linked.append(found)
            else:
                unresolved.append(found)
    linked.sort(key=lambda gradient: (gradient.op, gradient.registered, gradient.function or ""))
    return tuple(linked), tuple(unresolved)


def definitions_of(ops: Iterable[OpDef]) -> dict[str, OpDef]:
    """The op that each name means: one that a library links, where there is one."""
    definitions: dict[str, OpDef] = {}
    for op in ops:
        if op.name not in definitions or op.linked_into is not None:
            definitions[op.name] = op
    return definitions


def link_site(
    program: Program, available: str | None, definitions: Mapping[str, OpDef], path: str, site: GradientSite
) -> GradientFunction | Unresolved:
    """What a site registers; `available` says when what its file registers takes effect."""
    where = Location(path, site.line, site.end_line)
    function = _function(program, path, site) if site.target is not None else None
    if site.target is not None and function is None:
        reason = "the function is not in the files that were read"
        return Unresolved("RegisterGradient", site.target[:MAX_TEXT], reason, where, site.op)
    calls: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ()
    partial = False
    location, def_line, name = where, None, None
    if function is not None:
        home, key, found = function
        location = Location(home, found.line, found.end_line)
        def_line = found.def_line
        name = found.name
        body = program.body(home, key)
        passed = program.passed(path, site.given)
        calls = tuple(sorted({*_calls(program, home, key, body, definitions), *passed}))
        inputs = input_gradients(program, home, body, definitions.get(site.op))
        own = key.rstrip(">")
        partial = program.function(home, own) is None or program.leaves_file(home, own, factory=key != own)
    return GradientFunction(
        site.op,
        "python",
        name,
        location,
        def_line,
        where,
        site.idiom,
        None if site.nested else available,
        None,
        calls,
        inputs,
        partial=partial,
    )


def _function(program: Program, path: str, site: GradientSite) -> tuple[str, str, InnerFunction] | None:
    """`(file, key of its body, function)` of a site's function."""
    if site.function is not None:
        return path, site.function.name, site.function
    assert site.target is not None
    if site.target == LAMBDA:
        return path, "", InnerFunction(LAMBDA, site.line, site.line, site.end_line)
    found = program.resolve(path, site.target)
    if found is None or not isinstance(found.fact, Function):
        return None
    fact = found.fact
    if site.factory:
        return (found.path, fact.name + ">", fact.inner) if fact.inner is not None else None
    name = fact.name.rpartition(".")[2]
    return found.path, fact.name, InnerFunction(name, fact.line, fact.def_line, fact.end_line)


def _calls(
    program: Program, path: str, key: str, body: GradientBody | None, definitions: Mapping[str, OpDef]
) -> tuple[str, ...]:
    """The op types that a gradient function creates itself, or through functions that do little more."""
    name = key.rstrip(">")
    if program.function(path, name) is None:
        return ()
    ops = dict.fromkeys(program.created(path, name, factory=key != name))
    for operator in body.operators if body is not None else ():
        method, _, depends = operator.partition(":")
        if depends and not program.creates_any(path, depends):
            continue
        if depends and method == "__getitem__" and not program.makes_one(path, depends):
            continue
        count = operands(method)
        for name in program.operator(method):
            definition = definitions.get(name)
            if definition is not None and (not count or len(definition.input_arg) == count):
                ops[name] = None
    return tuple(sorted(ops))


def input_gradients(
    program: Program, path: str, body: GradientBody | None, definition: OpDef | None, depth: int = 0
) -> tuple[str, ...]:
    """What each input of the op gets, by the return statements.

    `"tensor"` where at least one of them gives it a gradient, `"none"` where all of them give None.
    """
    if definition is None:
        return ()
    count = len(definition.input_arg)
    if body is None or not body.returns:
        return ("unknown",) * count
    answers = [_fit(program, path, entries, definition, depth) for entries in body.returns]
    return tuple(either(set(column)) for column in zip(*answers, strict=True))


def _fit(program: Program, path: str, entries: tuple[str, ...], definition: OpDef, depth: int) -> tuple[str, ...]:
    """The entries of one return statement beside the inputs of the op."""
    arguments = definition.input_arg
    count = len(arguments)
    lists = [i for i, argument in enumerate(arguments) if argument.number_attr or argument.type_list_attr]
    unknown = ("unknown",) * count
    if entries[0] != "(":  # not a sequence
        entry = entries[0]
        if entry.startswith("="):
            helper = program.body_of(path, entry[1:])
            if helper is not None and depth < 8:
                return input_gradients(program, helper[0], helper[1], definition, depth + 1)
            if count == 1:
                return ("tensor",)
            outputs = program.outputs(path, entry[1:])
            return ("tensor",) * count if outputs == count and not lists else unknown
        if entry == "none":
            return ("none",) * count
        return (entry.lstrip("*"),) if count == 1 else unknown
    words = [_entry(program, path, entry, depth) for entry in entries[1:]]
    stars = [i for i, word in enumerate(words) if word.startswith("*")]
    if not lists and not stars:
        return tuple(words) if len(words) == count else unknown
    answer = list(unknown)
    front = stars[0] if stars else len(words)
    back = len(words) - stars[-1] - 1 if stars else len(words)
    first_list = lists[0] if lists else count
    last_list = lists[-1] if lists else -1
    head = min(front, first_list)
    answer[:head] = words[:head]
    tail = min(back, count - 1 - last_list, count - head)
    if tail:
        answer[count - tail :] = words[len(words) - tail :]
    if len(lists) == 1 and head == first_list and tail == count - 1 - last_list:
        middle = {word.lstrip("*") for word in words[head : len(words) - tail]}
        answer[first_list] = middle.pop() if len(middle) == 1 else "unknown"
    return tuple(answer)


def _entry(program: Program, path: str, entry: str, depth: int) -> str:
    """A single entry: what a helper in the files returns there, otherwise what the entry says."""
    if not entry.startswith("="):
        return entry
    helper = program.body_of(path, entry[1:])
    if helper is None or depth > 8:
        return "tensor"
    words = set()
    for entries in helper[1].returns:
        if entries[0] == "(":
            return "unknown"
        words.add(_entry(program, helper[0], entries[0], depth + 1))
    return either(words)
