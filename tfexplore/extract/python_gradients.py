"""Gradients that Python registers: `@ops.RegisterGradient("Sin")` and `ops.NotDifferentiable("Shape")`.

`read` finds the sites of one file and what their functions return; `python_gradient_links.py` makes `GradientFunction`
records of those of all files. A text in a docstring or a comment is no registration, and a computed name is an
`Unresolved`.
"""

# ruff: noqa: N802 (the visitors are named after the nodes of libcst)

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

import libcst as cst

from tfexplore.extract.python_gradient_bodies import read_body
from tfexplore.extract.python_known import KnownFunctions
from tfexplore.extract.python_records import LAMBDA, MAX_TEXT, GradientBody, GradientSite, InnerFunction
from tfexplore.extract.python_source import Source, Statement, UnreadableError
from tfexplore.extract.python_syntax import dotted, literal_text, parse, parse_expression, walk
from tfexplore.model import Location, Unresolved

REGISTRARS = frozenset(("RegisterGradient",))
REFUSALS = frozenset(("NotDifferentiable", "NoGradient", "no_gradient"))
_WORDS = rb"RegisterGradient|NotDifferentiable|NoGradient|no_gradient"
#: Another name of a registrar, in an import or an assignment.
_RENAMED = re.compile(rb"\b(" + _WORDS + rb")[ \t]+as[ \t]+([A-Za-z_]\w*)")
_ASSIGNED = re.compile(rb"^[ \t]*([A-Za-z_]\w*)[ \t]*=[ \t]*(?:[A-Za-z_]\w*\.)*(" + _WORDS + rb")[ \t]*$", re.MULTILINE)
#: One that is looked up: its name is a string.
_LOOKED_UP = re.compile(rb"\bgetattr\([^()\n]*[\"'](" + _WORDS + rb")[\"']")
#: What a registrar does, done without one; and who makes the registry, and the registrars.
_BY_HAND = re.compile(rb"\b\w*gradient_registry\.register\(")
_MADE = re.compile(rb"^\w*gradient_registry\s*=", re.MULTILINE)
_LITERAL = re.compile(r"[\"'](\w+)[\"']")
#: Conditions that never hold, those that always do, and those that do not hold when a module is imported.
_NEVER = re.compile(rb"(?:if|elif|while)[ \t(]+(?:False|0)[ \t)]*:\Z")
_ALWAYS = re.compile(rb"(?:if|elif|while)[ \t(]+(?:True|1)[ \t)]*:\Z")
_NOT_IMPORTED = re.compile(rb"(?:if|elif)\b.*\b(?:__name__|TYPE_CHECKING)\b", re.DOTALL)


def read(
    source: Source, tops: list[Statement], known: KnownFunctions | None = None
) -> tuple[tuple[GradientSite, ...], tuple[GradientBody, ...], tuple[Unresolved, ...]]:
    """The sites of a file, what the functions in it return that the sites name, and what could not be read."""
    reader = _Reader(source, tops, known)
    for statement in tops:
        reader.walk(statement, {}, "", 0)
    return tuple(reader.sites), tuple(reader.bodies()), (*reader.unresolved, *looked_up(source), *by_hand(source))


class _Reader:
    def __init__(self, source: Source, tops: list[Statement], known: KnownFunctions | None) -> None:
        self.source = source
        self.tops = tops
        self._known = known
        #: What registrars are called in this file, and a search for all of these names.
        self._called = _names_of(source)
        words = b"|".join(sorted({*_WORDS.split(b"|"), *map(str.encode, self._called)}))
        self._any = re.compile(rb"\b(?:" + words + rb")\b")
        self.sites: list[GradientSite] = []
        self.unresolved: list[Unresolved] = []
        self._definitions: dict[str, Statement] | None = None
        self._around: list[Statement] = []  # the definitions around the statement under way

    def walk(self, statement: Statement, loops: Mapping[str, tuple[str, ...]], within: str, depth: int) -> None:
        """Find the registrations in a statement; `within` is the function around it, `loops` its loop variables."""
        source = self.source
        if statement.kind in ("import", "from") or not self._any.search(source.blank, statement.start, statement.end):
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
            self._blocks(body, loops, within or inside, depth)
        elif statement.kind in ("if", "try", "with", "for", "while", "async"):
            if statement.kind == "for":
                loops = {**loops, **self._loop(statement)}
            self._blocks(statement, loops, within, depth)
        else:
            self._calls(statement, loops, within)

    def _blocks(self, statement: Statement, loops: Mapping[str, tuple[str, ...]], within: str, depth: int) -> None:
        """The same for what stands in a compound statement, but for what never runs."""
        source = self.source
        self._around.append(statement)
        for clause in source.parts(statement):
            head = source.blank[clause.head : clause.colon]
            if not _NEVER.match(head):
                inner = within or ("" if _NOT_IMPORTED.match(head) is None else "__name__")
                for one in source.statements_of(clause):
                    self.walk(one, loops, inner, depth + 1)
            if _ALWAYS.match(head) and statement.kind == "if":
                break
        self._around.pop()

    def bodies(self) -> Iterator[GradientBody]:
        """What the functions return that the sites name, and what the functions return that those return."""
        wanted = [
            (site.function.name if site.function else site.target) + (">" if site.factory else "")
            for site in self.sites
            if site.target and site.op and site.target != LAMBDA
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
            body = self._known.body(name, self.source, statement) if self._known is not None else None
            if body is None:
                body = self._body(name, statement)
            if body is None:
                continue
            yield body
            for entries in body.returns:
                wanted += [entry[1:] for entry in entries if entry.startswith("=") and "." not in entry]

    def _body(self, name: str, statement: Statement) -> GradientBody | None:
        """What the function of a statement returns, or the one in it (`name` ends with `>`); None for no function."""
        try:
            parsed = parse(self.source, statement.start, statement.end)
        except UnreadableError:
            return None
        function = parsed[0] if parsed else None
        if name.endswith(">") and isinstance(function, cst.FunctionDef):
            function = _inner_function(function)
        if not isinstance(function, cst.FunctionDef):
            return None
        try:
            return read_body(name, function)
        except RecursionError:
            return None

    def _decorated(
        self, statement: Statement, name: str, at: int, loops: Mapping[str, tuple[str, ...]], within: str
    ) -> None:
        source = self.source
        line, def_line = source.line(statement.start), source.line(at)
        function = InnerFunction(name, line, def_line, source.end_line(statement.start, statement.end))
        for start, end in source.decorators(statement):
            if not self._any.search(source.blank, start, end):
                continue
            place = (source.line(start), source.end_line(start, end))
            try:
                call = parse_expression(source, start, end)
            except UnreadableError as error:
                self._problem(str(error), Statement(start, end, "@"), "")
                continue
            if not isinstance(call, cst.Call) or self._word(call.func) not in REGISTRARS:
                self._kept(Statement(start, end, "@"))
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
        finder = _Calls(self._word)
        for node in parsed:
            walk(node, finder)
        if not finder.found:
            self._kept(statement)
        for call, target in finder.found:
            registrar, word = dotted(call.func), self._word(call.func)
            if word in REFUSALS:
                for op in self._names(call, loops, place, word, within):
                    self._site(GradientSite(op, "not_differentiable", None, False, registrar, *place, None), within)
            elif target is None:
                self._problem("the registrar is kept for later", statement, "")
            else:
                factory = isinstance(target, cst.Call)
                name = dotted(target.func if isinstance(target, cst.Call) else target)
                if isinstance(target, cst.Lambda):
                    name = LAMBDA
                nested = self._nested(name) if within and not factory else None
                arguments = target.args if isinstance(target, cst.Call) else ()
                given = tuple([one for argument in arguments if (one := dotted(argument.value))])
                for op in self._names(call, loops, place, word, within):
                    if name:
                        site = GradientSite(op, "call", name, factory, registrar, *place, nested, given=given)
                        self._site(site, within)
                    else:
                        self._problem("the function is computed", statement, op, _code(target))

    def _word(self, function: cst.CSTNode) -> str:
        """The registrar that is called, whatever the file calls it; any other name as it is."""
        name = dotted(function)
        return self._called.get(name) or name.rpartition(".")[2]

    def _kept(self, statement: Statement) -> None:
        """Say that a registrar is neither called here nor defined or given a name: who calls it, is unknown."""
        blank = self.source.blank
        for token in self._any.finditer(blank, statement.start, statement.end):
            line = blank.rfind(b"\n", 0, token.start()) + 1
            assigned = _ASSIGNED.match(blank, line)
            if assigned is not None and assigned.start(2) <= token.start() <= assigned.end(2):
                continue
            if blank[token.end() : statement.end].lstrip()[:1] != b"=":
                self._problem("the registrar is kept for later", Statement(token.start(), token.end(), ""), "")
                return

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
        self.unresolved.append(Unresolved(macro, text[:MAX_TEXT], "the op's name is computed", where))
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
        match = re.compile(rb"\s*for\s+([A-Za-z_]\w*)\s+in\s+(.*):\Z", re.DOTALL).match(
            self.source.blank, statement.start, self.source.colon(statement.start, statement.end)
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
        token = self._any.search(source.blank, statement.start, statement.end)
        start = token.start() if token else statement.start
        macro = token.group().decode() if token else "RegisterGradient"
        macro = self._called.get(macro, macro)
        if text is None:
            stop = source.blank.find(b"\n", start)
            text = source.text(start, stop if stop >= 0 else len(source.blank)).strip()
        line = source.line(start)
        self.unresolved.append(Unresolved(macro, text[:MAX_TEXT], reason, Location(source.path, line, line), op))


def _names_of(source: Source) -> dict[str, str]:
    """What a file calls registrars: `RG` of `import RegisterGradient as RG`, `R` of `R = ops.RegisterGradient`."""
    found = {name.decode(): word.decode() for word, name in _RENAMED.findall(source.blank)}
    found.update((name.decode(), word.decode()) for name, word in _ASSIGNED.findall(source.blank))
    return found


def looked_up(source: Source) -> list[Unresolved]:
    """The registrars that are looked up by their names: `getattr(ops, "RegisterGradient")`."""
    found = []
    for match in _LOOKED_UP.finditer(source.data):
        if source.blank.startswith(b"getattr", match.start()):
            line = source.line(match.start())
            stop = source.blank.find(b"\n", match.start())
            text = source.text(match.start(), stop if stop >= 0 else len(source.blank)).strip()
            where = Location(source.path, line, line)
            word = match.group(1).decode()
            found.append(Unresolved(word, text[:MAX_TEXT], "the registrar is looked up by its name", where))
    return found


def by_hand(source: Source) -> list[Unresolved]:
    """What is put into the registry without a registrar: `ops._gradient_registry.register(_SinGrad, "Sin")`."""
    found = []
    for match in _BY_HAND.finditer(source.blank) if _MADE.search(source.blank) is None else ():
        line = source.line(match.start())
        stop = source.blank.find(b"\n", match.start())
        text = source.text(match.start(), stop if stop >= 0 else len(source.blank)).strip()
        named = _LITERAL.findall(text)
        reason = "the registry is used by hand and not by a registrar, so what it registers is not read"
        where = Location(source.path, line, line)
        found.append(Unresolved("RegisterGradient", text[:MAX_TEXT], reason, where, named[-1] if named else ""))
    return found


class _Calls:
    """The registrar calls of a statement, each with what it is applied to; `word` says what is called."""

    def __init__(self, word: Callable[[cst.CSTNode], str]) -> None:
        self._word = word
        self.found: list[tuple[cst.Call, cst.BaseExpression | None]] = []
        self._applied: set[int] = set()

    def visit_Call(self, node: cst.Call) -> None:
        inner = node.func
        if isinstance(inner, cst.Call) and self._word(inner.func) in REGISTRARS:
            self._applied.add(id(inner))
            self.found.append((inner, node.args[0].value if node.args else None))
        word = self._word(inner)
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
