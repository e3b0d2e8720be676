"""Gradients that Python registers: `@ops.RegisterGradient("Sin")` and `ops.NotDifferentiable("Shape")`.

`read` finds the sites of one file and what their functions return, `link` turns the sites of all files into
`GradientFunction` records. A text in a docstring or a comment is no registration, and a computed name is an
`Unresolved`.
"""

# ruff: noqa: N802 (the visitors are named after the nodes of libcst)

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

import libcst as cst

from tfexplore.extract.python_imports import Availability, Program
from tfexplore.extract.python_records import Function, GradientBody, GradientSite, InnerFunction
from tfexplore.extract.python_source import (
    Source,
    Statement,
    UnreadableError,
    dotted,
    literal_text,
    parse,
    parse_expression,
    walk,
)
from tfexplore.model import GradientFunction, Location, OpDef, Unresolved

REGISTRARS = frozenset(("RegisterGradient",))
REFUSALS = frozenset(("NotDifferentiable", "NoGradient", "no_gradient"))
_TOKENS = (b"RegisterGradient", b"NotDifferentiable", b"NoGradient", b"no_gradient")
_ANY = re.compile(rb"\b(?:RegisterGradient|NotDifferentiable|NoGradient|no_gradient)\b")
_TEXT = 80
_LAMBDA = "<lambda>"

#: An abstract value: a word ("tensor", "none", "unknown"), the result of a call ("=name"), or a sequence of those,
#: where "*word" stands for any number.
_Value = str | tuple[str, ...]


def candidate(data: bytes) -> bool:
    """Whether the bytes can hold a registration."""
    return any(token in data for token in _TOKENS)


def binary(path: str, data: bytes) -> tuple[Unresolved, ...]:
    """What is said of a file that is no text: nothing, unless a registration shines through."""
    if not candidate(data.replace(b"\0", b"")):
        return ()
    return (Unresolved("RegisterGradient", "", "NUL bytes in the file", Location(path, 1, 1)),)


def read(
    source: Source, tops: list[Statement]
) -> tuple[tuple[GradientSite, ...], tuple[GradientBody, ...], tuple[Unresolved, ...]]:
    """The sites of a file, what the functions in it return that the sites name, and what could not be read."""
    reader = _Reader(source, tops)
    for statement in tops:
        reader.walk(statement, {}, "", 0)
    return tuple(reader.sites), tuple(reader.bodies()), tuple(reader.unresolved)


class _Reader:
    def __init__(self, source: Source, tops: list[Statement]) -> None:
        self.source = source
        self.tops = tops
        self.sites: list[GradientSite] = []
        self.unresolved: list[Unresolved] = []
        self._definitions: dict[str, Statement] | None = None
        self._around: list[Statement] = []  # the definitions around the statement under way

    def walk(self, statement: Statement, loops: Mapping[str, tuple[str, ...]], within: str, depth: int) -> None:
        """Find the registrations in a statement; `within` is the function around it, `loops` its loop variables."""
        source = self.source
        if statement.kind in ("import", "from") or not _ANY.search(source.blank, statement.start, statement.end):
            return
        if depth > 40:
            self._problem("blocks too deep", statement, "")
            return
        found = source.definition(statement)
        if found is not None:
            kind, name, at = found
            inside = name if kind == "def" else ""
            if statement.kind == "@":
                self._decorated(statement, name, at, loops, within)
            body = Statement(source.blank.rfind(b"\n", 0, at) + 1, statement.end, kind)
            self._around.append(body)
            for inner in source.body(body):
                self.walk(inner, loops, within or inside, depth + 1)
            self._around.pop()
        elif statement.kind in ("if", "try", "with", "for", "while", "async"):
            if statement.kind == "for":
                loops = {**loops, **self._loop(statement)}
            self._around.append(statement)
            for inner in source.body(statement):
                self.walk(inner, loops, within, depth + 1)
            self._around.pop()
        else:
            self._calls(statement, loops, within)

    def bodies(self) -> Iterator[GradientBody]:
        """What the functions return that the sites name, and what the functions return that those return."""
        wanted = [
            (site.function.name if site.function else site.target) + (">" if site.factory else "")
            for site in self.sites
            if site.target and site.op and site.target != _LAMBDA
        ]
        done: set[str] = set()
        while wanted:
            name = wanted.pop()
            if name in done:
                continue
            done.add(name)
            statement = self._find(name.rstrip(">"))
            if statement is None:
                continue
            try:
                parsed = parse(self.source, statement.start, statement.end)
            except UnreadableError:
                continue
            function = parsed[0] if parsed else None
            if name.endswith(">") and isinstance(function, cst.FunctionDef):
                function = _inner_function(function)
            if not isinstance(function, cst.FunctionDef):
                continue
            try:
                body = _body(name, function)
            except RecursionError:
                continue
            yield body
            for entries in body.returns:
                wanted += [entry[1:] for entry in entries if entry.startswith("=") and "." not in entry]

    def _decorated(
        self, statement: Statement, name: str, at: int, loops: Mapping[str, tuple[str, ...]], within: str
    ) -> None:
        source = self.source
        line, def_line = source.line(statement.start), source.line(at)
        function = InnerFunction(name, line, def_line, source.end_line(statement.start, statement.end))
        for start, end in source.decorators(statement):
            if not _ANY.search(source.blank, start, end):
                continue
            place = (source.line(start), source.end_line(start, end))
            try:
                call = parse_expression(source, start, end)
            except UnreadableError as error:
                self._problem(str(error), Statement(start, end, "@"), "")
                continue
            if not isinstance(call, cst.Call) or dotted(call.func).rpartition(".")[2] not in REGISTRARS:
                continue
            for op in self._names(call, loops, place, "RegisterGradient", within):
                self._site(GradientSite(op, "decorator", name, False, dotted(call.func), *place, function), within)

    def _calls(self, statement: Statement, loops: Mapping[str, tuple[str, ...]], within: str) -> None:
        source = self.source
        place = (source.line(statement.start), source.end_line(statement.start, statement.end))
        try:
            parsed = parse(source, statement.start, statement.end)
        except UnreadableError as error:
            self._problem(str(error), statement, "")
            return
        finder = _Calls()
        for node in parsed:
            walk(node, finder)
        for call, target in finder.found:
            registrar = dotted(call.func)
            word = registrar.rpartition(".")[2]
            if word in REFUSALS:
                for op in self._names(call, loops, place, word, within):
                    self._site(GradientSite(op, "not_differentiable", None, False, registrar, *place, None), within)
            elif target is None:
                self._problem("the registrar is kept for later", statement, "")
            else:
                factory = isinstance(target, cst.Call)
                name = dotted(target.func if isinstance(target, cst.Call) else target)
                if isinstance(target, cst.Lambda):
                    name = _LAMBDA
                nested = self._nested(name) if within and not factory else None
                for op in self._names(call, loops, place, word, within):
                    if name:
                        self._site(GradientSite(op, "call", name, factory, registrar, *place, nested), within)
                    else:
                        self._problem("the function is computed", statement, op, _code(target))

    def _nested(self, name: str) -> InnerFunction | None:
        """The function of this name that stands in one of the functions around."""
        source = self.source
        for around in reversed(self._around):
            for statement in source.body(around):
                found = source.definition(statement)
                if found is not None and found[:2] == ("def", name):
                    end_line = source.end_line(statement.start, statement.end)
                    return InnerFunction(name, source.line(statement.start), source.line(found[2]), end_line)
        return None

    def _site(self, site: GradientSite, within: str) -> None:
        self.sites.append(site._replace(nested=bool(within)))

    def _names(
        self,
        call: cst.Call,
        loops: Mapping[str, tuple[str, ...]],
        place: tuple[int, int],
        macro: str,
        within: str,
    ) -> tuple[str, ...]:
        """The op names of a call's first argument; a computed one is noted as unresolved."""
        argument = call.args[0].value if call.args else None
        if argument is not None and not call.args[0].star:
            text = literal_text(argument)
            if text is not None:
                return (text,)
            if isinstance(argument, cst.Name):
                if argument.value in loops:
                    return loops[argument.value]
                constant = None if within else self._constant(argument.value)
                if constant is not None:
                    return (constant,)
        where = Location(self.source.path, *place)
        text = _code(argument) if argument is not None else ""
        self.unresolved.append(Unresolved(macro, text[:_TEXT], "the op's name is computed", where))
        return ()

    def _constant(self, name: str) -> str | None:
        """The text of a module-level constant that is assigned once."""
        pattern = re.compile(rb"^" + re.escape(name.encode()) + rb"[ \t]*=[ \t]*(?=\")", re.MULTILINE)
        found = list(pattern.finditer(self.source.blank))
        if len(found) != 1:
            return None
        start = found[0].end()
        stop = self.source.blank.find(b"\n", start)
        stop = len(self.source.blank) if stop < 0 else stop
        try:
            return literal_text(parse_expression(self.source, start, stop))
        except UnreadableError:
            return None

    def _loop(self, statement: Statement) -> dict[str, tuple[str, ...]]:
        """The values of `for name in ["A", "B"]:`."""
        body = self.source.body(statement)
        if not body:
            return {}
        match = re.compile(rb"\s*for\s+([A-Za-z_]\w*)\s+in\s+(.*):\s*$", re.DOTALL).match(
            self.source.blank, statement.start, body[0].start
        )
        if match is None:
            return {}
        try:
            listed = parse_expression(self.source, match.start(2), match.end(2))
        except UnreadableError:
            return {}
        if not isinstance(listed, (cst.List, cst.Tuple, cst.Set)):
            return {}
        values = [literal_text(element.value) for element in listed.elements]
        if not values or None in values:
            return {}
        return {match.group(1).decode(): tuple(value for value in values if value is not None)}

    def _find(self, name: str) -> Statement | None:
        if self._definitions is None:
            self._definitions = {}
            self._collect(self.tops, "", 0)
        return self._definitions.get(name)

    def _collect(self, statements: list[Statement], prefix: str, depth: int) -> None:
        assert self._definitions is not None
        for statement in statements:
            found = self.source.definition(statement)
            if found is not None and found[0] == "def":
                self._definitions[prefix + found[1]] = statement
            elif found is not None and not prefix:
                start = self.source.blank.rfind(b"\n", 0, found[2]) + 1
                self._collect(self.source.body(Statement(start, statement.end, "class")), found[1] + ".", depth)
            elif statement.kind in ("if", "try") and depth < 10:
                self._collect(self.source.body(statement), prefix, depth + 1)

    def _problem(self, reason: str, statement: Statement, op: str, text: str | None = None) -> None:
        source = self.source
        token = _ANY.search(source.blank, statement.start, statement.end)
        start = token.start() if token else statement.start
        macro = token.group().decode() if token else "RegisterGradient"
        if text is None:
            stop = source.blank.find(b"\n", start)
            text = source.text(start, stop if stop >= 0 else len(source.blank)).strip()
        line = source.line(start)
        self.unresolved.append(Unresolved(macro, text[:_TEXT], reason, Location(source.path, line, line), op))


class _Calls:
    """The registrar calls of a statement, each with what it is applied to."""

    def __init__(self) -> None:
        self.found: list[tuple[cst.Call, cst.BaseExpression | None]] = []
        self._applied: set[int] = set()

    def visit_Call(self, node: cst.Call) -> None:
        inner = node.func
        if isinstance(inner, cst.Call) and dotted(inner.func).rpartition(".")[2] in REGISTRARS:
            self._applied.add(id(inner))
            self.found.append((inner, node.args[0].value if node.args else None))
        word = dotted(inner).rpartition(".")[2]
        if word in REFUSALS or (word in REGISTRARS and id(node) not in self._applied):
            self.found.append((node, None))


def _code(node: cst.CSTNode) -> str:
    return " ".join(cst.Module([]).code_for_node(node).split())


def _inner_function(function: cst.FunctionDef) -> cst.FunctionDef | None:
    """The nested function that a factory returns."""
    nested = {node.name.value: node for node in function.body.body if isinstance(node, cst.FunctionDef)}
    for statement in function.body.body:
        for small in getattr(statement, "body", ()) if isinstance(statement, cst.SimpleStatementLine) else ():
            if isinstance(small, cst.Return) and isinstance(small.value, cst.Name) and small.value.value in nested:
                return nested[small.value.value]
    return None


# What a gradient function returns, by its text alone -----------------------------------------------------------------


class _Scan:
    """Returns, assignments and operators of one function, not of those nested in it."""

    def __init__(self, function: cst.FunctionDef) -> None:
        self.function = function
        self.returns: list[cst.Return] = []
        self.assigned: dict[str, list[cst.BaseExpression | None]] = {}
        self.grown: dict[str, list[cst.BaseExpression | None]] = {}
        self.operations: list[tuple[str, tuple[cst.BaseExpression, ...]]] = []

    def visit_FunctionDef(self, node: cst.FunctionDef) -> bool:
        return node is self.function

    def visit_Lambda(self, node: cst.Lambda) -> bool:
        return False

    def visit_Return(self, node: cst.Return) -> None:
        self.returns.append(node)

    def visit_Assign(self, node: cst.Assign) -> None:
        for target in node.targets:
            self._bind(target.target, node.value)

    def visit_AugAssign(self, node: cst.AugAssign) -> None:
        if isinstance(node.target, cst.Name):
            self.grown.setdefault(node.target.value, []).append(node.value)
        method = _OPERATORS.get(type(node.operator).__name__.replace("Assign", ""))
        if method:
            self.operations.append((method, (node.target, node.value)))

    def visit_For(self, node: cst.For) -> None:
        self._bind(node.target, None)

    def visit_With(self, node: cst.With) -> None:
        for item in node.items:
            if item.asname is not None:
                self._bind(item.asname.name, None)

    def visit_Call(self, node: cst.Call) -> None:
        name = dotted(node.func)
        if name.endswith(".append") and name.count(".") == 1 and node.args:
            self.grown.setdefault(name.partition(".")[0], []).append(cst.List([cst.Element(node.args[0].value)]))
        elif name.endswith((".extend", ".insert")) and name.count(".") == 1:
            self.grown.setdefault(name.partition(".")[0], []).append(None)

    def visit_BinaryOperation(self, node: cst.BinaryOperation) -> None:
        method = _OPERATORS.get(type(node.operator).__name__)
        if method:
            self.operations.append((method, (node.left, node.right)))

    def visit_UnaryOperation(self, node: cst.UnaryOperation) -> None:
        method = {"Minus": "__neg__", "BitInvert": "__invert__"}.get(type(node.operator).__name__)
        if method:
            self.operations.append((method, (node.expression,)))

    def visit_Comparison(self, node: cst.Comparison) -> None:
        for target in node.comparisons:
            method = _COMPARISONS.get(type(target.operator).__name__)
            if method:
                self.operations.append((method, (node.left, target.comparator)))

    def visit_Subscript(self, node: cst.Subscript) -> None:
        self.operations.append(("__getitem__", (node.value,)))

    def _bind(self, target: cst.BaseExpression, value: cst.BaseExpression | None) -> None:
        if isinstance(target, cst.Name):
            self.assigned.setdefault(target.value, []).append(value)
        elif isinstance(target, (cst.Tuple, cst.List)):
            parts: list[cst.BaseExpression | None] = [None] * len(target.elements)
            if isinstance(value, (cst.Tuple, cst.List)) and len(value.elements) == len(parts):
                parts = [element.value for element in value.elements]
            for element, part in zip(target.elements, parts, strict=True):
                if isinstance(element, cst.Element):
                    self._bind(element.value, part)


_OPERATORS = {
    "Add": "__add__",
    "Subtract": "__sub__",
    "Multiply": "__mul__",
    "Divide": "__truediv__",
    "FloorDivide": "__floordiv__",
    "Modulo": "__mod__",
    "Power": "__pow__",
    "MatrixMultiply": "__matmul__",
    "BitAnd": "__and__",
    "BitOr": "__or__",
    "BitXor": "__xor__",
}
_COMPARISONS = {
    "LessThan": "__lt__",
    "LessThanEqual": "__le__",
    "GreaterThan": "__gt__",
    "GreaterThanEqual": "__ge__",
}


def _body(name: str, function: cst.FunctionDef) -> GradientBody:
    scan = _Scan(function)
    walk(function, scan)
    values = _Values(scan)
    returns: dict[tuple[str, ...], None] = {}
    for node in scan.returns:
        value = values.of(node.value) if node.value is not None else "none"
        returns[(value,) if isinstance(value, str) else ("(", *value)] = None
    operators: dict[str, None] = {}
    for method, operands in scan.operations:
        tensor = [values.is_tensor(operand, 0) for operand in operands]
        if "yes" in tensor:
            operators[method] = None
        else:
            operators.update((f"{method}:{answer}", None) for answer in tensor if answer)
    return GradientBody(name, tuple(returns), tuple(operators))


class _Values:
    """The abstract values of a function's expressions."""

    def __init__(self, scan: _Scan) -> None:
        self.scan = scan
        names = [p.name.value for p in (*scan.function.params.posonly_params, *scan.function.params.params)]
        star = scan.function.params.star_arg
        self.op = names[0] if names else ""
        self.params = set(names)
        self.grads = set(names[1:])
        self.lists = {star.name.value} if isinstance(star, cst.Param) else set()
        self._open: set[str] = set()

    def of(self, node: cst.BaseExpression | None) -> _Value:
        """What an expression is, as far as its text says."""
        if node is None:
            return "tensor"
        if isinstance(node, cst.Name):
            return self._name(node.value)
        if isinstance(node, (cst.Tuple, cst.List)):
            entries: list[str] = []
            for element in node.elements:
                value = self.of(element.value)
                if isinstance(element, cst.StarredElement):
                    entries += value if isinstance(value, tuple) else ("*unknown",)
                else:
                    entries.append(value if isinstance(value, str) else "unknown")
            return tuple(entries)
        if isinstance(node, cst.Call):
            return self._call(node)
        if isinstance(node, cst.BinaryOperation):
            return self._binary(node)
        if isinstance(node, cst.IfExp):
            return _join(self.of(node.body), self.of(node.orelse))
        if isinstance(node, (cst.ListComp, cst.GeneratorExp)):
            value = self.of(node.elt)
            return ("*" + (value if value in ("tensor", "none") else "tensor" if _called(value) else "unknown"),)
        if isinstance(node, (cst.Subscript, cst.Attribute, cst.UnaryOperation, cst.Comparison)):
            if isinstance(node, cst.Subscript) and isinstance(node.value, cst.Name):
                return self._item(node)
            return "tensor"
        return "unknown"

    def is_tensor(self, node: cst.BaseExpression, depth: int) -> str:
        """`"yes"`, the name of the call that decides, or `""`."""
        if depth > 12:
            return ""
        if isinstance(node, cst.Name):
            name = node.value
            if name in self.grads and name not in self.lists:
                return "yes"
            if name in self._open:
                return ""
            self._open.add(name)
            answers = {self.is_tensor(value, depth + 1) for value in self.scan.assigned.get(name, ()) if value}
            self._open.discard(name)
            return "yes" if "yes" in answers else next((answer for answer in sorted(answers) if answer), "")
        if isinstance(node, cst.Subscript):
            base = dotted(node.value)
            if base in (f"{self.op}.inputs", f"{self.op}.outputs") or base in self.lists:
                return "yes"
            return self.is_tensor(node.value, depth + 1)
        if isinstance(node, cst.Call):
            return dotted(node.func)
        if isinstance(node, cst.BinaryOperation):
            return self.is_tensor(node.left, depth + 1) or self.is_tensor(node.right, depth + 1)
        if isinstance(node, cst.UnaryOperation):
            return self.is_tensor(node.expression, depth + 1)
        return ""

    def _name(self, name: str) -> _Value:
        if name == "None":
            return "none"
        if name in self._open:
            return "unknown"
        assigned = self.scan.assigned.get(name)
        if assigned is None:
            if name in self.lists:
                return ("*tensor",)
            return "tensor" if name in self.params else "unknown"
        self._open.add(name)
        values = [self.of(value) for value in assigned]
        if name in self.params:
            values.append("tensor")
        result = values[0]
        for value in values[1:]:
            result = _join(result, value)
        for grown in self.scan.grown.get(name, ()):
            more = self.of(grown)
            if isinstance(result, tuple):
                kinds = {entry.lstrip("*") for entry in result}
                kinds.update(entry.lstrip("*") for entry in more if isinstance(more, tuple))
                if not isinstance(more, tuple):
                    kinds.add("unknown")
                kinds = {"tensor" if kind.startswith("=") else kind for kind in kinds}
                result = ("*" + (kinds.pop() if len(kinds) == 1 else "unknown"),)
        self._open.discard(name)
        return result

    def _call(self, node: cst.Call) -> _Value:
        name = dotted(node.func)
        if name in ("list", "tuple") and len(node.args) == 1:
            value = self.of(node.args[0].value)
            return value if isinstance(value, tuple) else ("*unknown",)
        return f"={name}" if name else "tensor"

    def _binary(self, node: cst.BinaryOperation) -> _Value:
        left, right = self.of(node.left), self.of(node.right)
        if isinstance(node.operator, cst.Add) and (isinstance(left, tuple) or isinstance(right, tuple)):
            parts = [value if isinstance(value, tuple) else ("*unknown",) for value in (left, right)]
            return parts[0] + parts[1]
        if isinstance(node.operator, cst.Multiply) and (isinstance(left, tuple) or isinstance(right, tuple)):
            listed, count = (left, node.right) if isinstance(left, tuple) else (right, node.left)
            if isinstance(count, cst.Integer) and int(count.evaluated_value) <= 64:
                return tuple(listed) * int(count.evaluated_value)
            kinds = {entry.lstrip("*") for entry in listed}
            return ("*" + (kinds.pop() if len(kinds) == 1 else "unknown"),)
        return "tensor"

    def _item(self, node: cst.Subscript) -> _Value:
        assert isinstance(node.value, cst.Name)
        value = self._name(node.value.value)
        if isinstance(value, tuple) and len(node.slice) == 1 and isinstance(node.slice[0].slice, cst.Index):
            index = node.slice[0].slice.value
            if isinstance(index, cst.Integer) and not any(entry.startswith("*") for entry in value):
                at = int(index.evaluated_value)
                return value[at] if at < len(value) else "unknown"
            kinds = {entry.lstrip("*") for entry in value}
            return kinds.pop() if len(kinds) == 1 else "unknown"
        if isinstance(value, tuple):
            kinds = {entry.lstrip("*") for entry in value}
            return ("*" + (kinds.pop() if len(kinds) == 1 else "unknown"),)
        return "tensor"


def _called(value: _Value) -> bool:
    return isinstance(value, str) and value.startswith("=")


def _join(left: _Value, right: _Value) -> _Value:
    if left == right:
        return left
    if isinstance(left, tuple) and isinstance(right, tuple):
        if len(left) == len(right) and not any(entry.startswith("*") for entry in left + right):
            return tuple(_join_word(a, b) for a, b in zip(left, right, strict=True))
        kinds = {entry.lstrip("*") for entry in left + right}
        return ("*" + (kinds.pop() if len(kinds) == 1 else "unknown"),)
    if isinstance(left, str) and isinstance(right, str):
        return _join_word(left, right)
    return "unknown"


def _join_word(left: str, right: str) -> str:
    if left == right:
        return left
    return _either({"tensor" if word.startswith("=") else word for word in (left, right)})


def _either(words: set[str]) -> str:
    """What an input gets over several ways: a gradient where one of them gives it one."""
    if "tensor" in words:
        return "tensor"
    return "none" if words == {"none"} else "unknown"


# Linking -------------------------------------------------------------------------------------------------------------


def link(
    program: Program, availability: Availability, ops: Iterable[OpDef]
) -> tuple[tuple[GradientFunction, ...], tuple[Unresolved, ...]]:
    """The gradient functions that the sites of all files register, sorted by op and place."""
    definitions: dict[str, OpDef] = {}
    for op in ops:
        if op.name not in definitions or op.linked_into is not None:
            definitions[op.name] = op
    linked: list[GradientFunction] = []
    unresolved: list[Unresolved] = []
    for path in sorted(program.own):
        facts = program.files[path]
        unresolved += facts.unresolved
        for site in facts.gradients:
            where = Location(path, site.line, site.end_line)
            function = _function(program, path, site) if site.target is not None else None
            if site.target is not None and function is None:
                reason = "the function is not in the files that were read"
                unresolved.append(Unresolved("RegisterGradient", site.target[:_TEXT], reason, where, site.op))
                continue
            calls: tuple[str, ...] = ()
            inputs: tuple[str, ...] = ()
            location, def_line, name = where, None, None
            if function is not None:
                home, key, found = function
                location = Location(home, found.line, found.end_line)
                def_line = found.def_line
                name = found.name
                body = program.body(home, key)
                calls = _calls(program, home, key, body, definitions)
                inputs = input_gradients(program, home, body, definitions.get(site.op))
            linked.append(
                GradientFunction(
                    site.op,
                    "python",
                    name,
                    location,
                    def_line,
                    where,
                    site.idiom,
                    None if site.nested else availability.of(path),
                    None,
                    calls,
                    inputs,
                )
            )
    linked.sort(key=lambda gradient: (gradient.op, gradient.registered, gradient.function or ""))
    return tuple(linked), tuple(unresolved)


def _function(program: Program, path: str, site: GradientSite) -> tuple[str, str, InnerFunction] | None:
    """`(file, key of its body, function)` of a site's function."""
    if site.function is not None:
        return path, site.function.name, site.function
    assert site.target is not None
    if site.target == _LAMBDA:
        return path, "", InnerFunction(_LAMBDA, site.line, site.line, site.end_line)
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
    function = program.function(path, key.rstrip(">"))
    if function is None:
        return ()
    ops = dict.fromkeys(program.created(path, function))
    for operator in body.operators if body is not None else ():
        method, _, depends = operator.partition(":")
        if depends and not program.creates_any(path, depends):
            continue
        operands = 1 if method in ("__neg__", "__invert__", "__abs__") else 2
        for name in program.operator(method):
            definition = definitions.get(name)
            if definition is not None and (len(definition.input_arg) == operands or method == "__getitem__"):
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
    return tuple(_either(set(column)) for column in zip(*answers, strict=True))


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
    return _either(words)
