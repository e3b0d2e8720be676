"""What a Python file declares public: `tf_export` and its relatives, and the operators that it gives to classes."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.extract.python_calls import Call, plain_call
from tfexplore.extract.python_records import Export, Operator
from tfexplore.extract.python_source import Source, Statement, UnreadableError
from tfexplore.model import Location, Unresolved

if TYPE_CHECKING:
    import libcst as cst

_EXPORT = re.compile(rb"\b[A-Za-z_]*_export\b")
_OVERRIDE = re.compile(
    rb"_override_operator\(\s*(?:\"([^\"\n]*)\"|'([^'\n]*)')\s*(?:%\s*([A-Za-z_]\w*)\s*)?,\s*([A-Za-z_][\w.]*)"
)
_CALLED = re.compile(rb"\s*([A-Za-z_][\w.]*)\s*\(")
#: What an export is applied to.
_APPLIED = re.compile(r"\([ \t]*([A-Za-z_]\w*(?:\.[A-Za-z_]\w*){0,20})[ \t]*\)")
_SKIPPED = frozenset(("import", "from", "def", "class", "async"))
_TEXT = 80
#: A condition that tells classes apart: `if clazz_object is ops.Tensor:`.
_IS = re.compile(r"if[ \t]+\w+[ \t]+is[ \t]+(not[ \t]+)?([A-Za-z_][\w.]*)[ \t]*:")
#: Names of classes, and whether it has to be that class or any other.
_Classes = tuple[tuple[str, bool], ...]


def read_exports(source: Source, tops: list[Statement]) -> tuple[tuple[Export, ...], tuple[Unresolved, ...]]:
    """The declarations of public names in a file."""
    reader = _Reader(source)
    for statement in tops:
        reader.walk(statement, 0)
    return tuple(reader.exports), tuple(reader.unresolved)


class _Reader:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.exports: list[Export] = []
        self.unresolved: list[Unresolved] = []

    def walk(self, statement: Statement, depth: int) -> None:
        source = self.source
        if not _EXPORT.search(source.blank, statement.start, statement.end):
            return
        if statement.kind == "@":
            self._decorated(statement)
        elif statement.kind in ("if", "try", "with", "for") and depth < 10:
            for inner in source.body(statement):
                self.walk(inner, depth + 1)
        elif statement.kind not in _SKIPPED:
            self._statement(statement)

    def _decorated(self, statement: Statement) -> None:
        source = self.source
        found = source.definition(statement)
        if found is None:
            return
        ranges = source.decorators(statement)
        calls: list[Call] = []
        deprecated: list[str] = []
        for start, end in ranges:
            text = source.blank[start:end]
            exports = _EXPORT.match(text.rpartition(b"(")[0].partition(b"(")[0].rpartition(b".")[2]) is not None
            if not exports and b"deprecat" not in text:
                continue
            if b"deprecated" in text and b"deprecated_endpoints" not in text and not exports:
                if re.match(rb"[\w.]*\bdeprecated\s*\(", text):
                    deprecated.append("*")
                continue
            try:
                call = _call(source, start, end)
            except UnreadableError as error:
                self._problem(str(error), start, end)
                continue
            if call is None:
                continue
            if exports:
                calls.append(call)
            elif call.name.endswith("deprecated_endpoints"):
                deprecated += [one.text for one in call.arguments if one.text is not None]
        place = (source.line(statement.start), source.end_line(statement.start, statement.end))
        for call in calls:
            self._export(call, found[1], "decorator", place, tuple(deprecated), ranges[0])

    def _statement(self, statement: Statement) -> None:
        source = self.source
        if not re.compile(rb"_export(?:\.\w+)?\s*\(").search(source.blank, statement.start, statement.end):
            return
        place = (source.line(statement.start), source.end_line(statement.start, statement.end))
        if self._plain(statement, place):
            return
        import libcst as cst

        from tfexplore.extract.python_syntax import dotted, parse

        try:
            parsed = parse(source, statement.start, statement.end)
        except UnreadableError as error:
            self._problem(str(error), statement.start, statement.end)
            return
        for node in parsed:
            for small in getattr(node, "body", ()) if isinstance(node, cst.SimpleStatementLine) else ():
                value = small.value if isinstance(small, (cst.Expr, cst.Assign)) else None
                assigned = dotted(small.targets[0].target) if isinstance(small, cst.Assign) else ""
                if isinstance(value, cst.Call):
                    self._value(value, assigned, place, statement)

    def _plain(self, statement: Statement, place: tuple[int, int]) -> bool:
        """Read a statement that needs no parser; False for any other."""
        where = (statement.start, statement.end)
        found = plain_call(_text(self.source, *where))
        if found is None or not _is_export(found[0]):
            return False
        call, rest = found
        applied = _APPLIED.fullmatch(rest)
        if applied is not None:
            self._export(call, applied[1], "call", place, (), where)
            return True
        constant = plain_call(rest[1:]) if rest.startswith(".export_constant(") else None
        if constant is None or constant[1]:
            return False
        self._constant(call, constant[0], place, where)
        return True

    def _value(self, value: cst.Call, assigned: str, place: tuple[int, int], statement: Statement) -> None:
        import libcst as cst

        from tfexplore.extract.python_syntax import as_call

        where = (statement.start, statement.end)
        function = value.func
        if isinstance(function, cst.Call) and _is_export(as_call(function)):
            target, deprecated = _target(value.args[0].value if value.args else None)
            self._export(as_call(function), target or assigned, "call", place, deprecated, where)
        elif (
            isinstance(function, cst.Attribute)
            and function.attr.value == "export_constant"
            and isinstance(function.value, cst.Call)
            and _is_export(as_call(function.value))
        ):
            self._constant(as_call(function.value), as_call(value), place, where)

    def _constant(self, call: Call, constant: Call, place: tuple[int, int], where: tuple[int, int]) -> None:
        name = constant.arguments[1].text if len(constant.arguments) > 1 else None
        if name is None:
            self._problem("the constant's name is computed", *where)
        else:
            self._export(call, name, "constant", place, (), where)

    def _export(
        self,
        call: Call,
        target: str,
        form: str,
        place: tuple[int, int],
        deprecated: tuple[str, ...],
        where: tuple[int, int],
    ) -> None:
        names: list[str] = []
        v1: tuple[str, ...] | None = None
        for argument in call.arguments:
            if not argument.keyword:
                if argument.text is None or argument.star:
                    self._problem("an exported name is computed", *where)
                else:
                    names.append(argument.text)
            elif argument.keyword == "v1":
                if argument.items is None:
                    self._problem("an exported name is computed", *where)
                    continue
                if None in argument.items:
                    self._problem("an exported name is computed", *where)
                v1 = tuple([item for item in argument.items if item is not None])
        if not target:
            self._problem("what is exported is computed", *where)
            return
        api = call.name.rpartition(".")[2]
        self.exports.append(Export(api, tuple(names), v1, target, form, *place, deprecated))

    def _problem(self, reason: str, start: int, end: int) -> None:
        source = self.source
        token = _EXPORT.search(source.blank, start, end)
        at = token.start() if token else start
        stop = source.blank.find(b"\n", at)
        text = source.text(at, stop if stop >= 0 else len(source.blank)).strip()
        line = source.line(at)
        macro = token.group().decode("ascii", "replace") if token else "tf_export"
        self.unresolved.append(Unresolved(macro, text[:_TEXT], reason, Location(source.path, line, line)))


def read_operators(source: Source, tops: list[Statement]) -> tuple[Operator, ...]:
    """The operators that a file gives to a class, directly or by a helper of the same file.

    ::

        ops.Tensor._override_operator("__neg__", gen_math_ops.neg)

        def _OverrideBinaryOperatorHelper(func, op_name, clazz_object=ops.Tensor):
          ...
            clazz_object._override_operator("__%s__" % op_name, binary_op_wrapper)

        _OverrideBinaryOperatorHelper(_add_dispatch, "add")

    Below `if clazz_object is ops.Tensor:` that class alone gets one, below its `else:` every other.
    """
    helpers: dict[str, tuple[tuple[str, ...], str, dict[str, list[_Classes]]]] = {}
    found: list[Operator] = []
    for statement in tops:
        definition = source.definition(statement)
        if definition is not None and definition[0] == "def":
            formats: dict[str, dict[str, list[_Classes]]] = {}
            for match in _OVERRIDE.finditer(source.data, statement.start, statement.end):
                if match.group(3):
                    text = (match.group(1) or match.group(2) or b"").decode("utf-8", "replace")
                    classes = _classes(source, statement.start, match.start())
                    formats.setdefault(match.group(3).decode(), {}).setdefault(text, []).append(classes)
            if formats:
                start, stop = source.parameters(definition[2], statement.end)
                names = [part.strip() for part in source.text(start, stop).split(",")]
                default = next((part.rpartition(".")[2] for part in names if "=" in part and "." in part), "")
                name, texts = sorted(formats.items())[0]
                params = tuple(part.partition("=")[0].strip() for part in names)
                helpers[definition[1]] = (params, f"{name}:{default}", texts)
            continue
        called = _CALLED.match(source.blank, statement.start, statement.end)
        if called is None:
            continue
        callee = called.group(1).decode("ascii", "replace")
        if not callee.endswith("._override_operator") and callee not in helpers:
            continue
        place = (source.line(statement.start), source.end_line(statement.start, statement.end))
        try:
            call = _call(source, statement.start, statement.end)
        except UnreadableError:
            continue
        if call is None:
            continue
        arguments = call.arguments
        if callee not in helpers:
            method = arguments[0].text if len(arguments) > 1 else None
            function = arguments[1].name if len(arguments) > 1 else ""
            owner = callee.rpartition(".")[0].rpartition(".")[2]
            if method and function:
                found.append(Operator(owner, method, function, *place))
            continue
        params, key, texts = helpers[callee]
        word, _, default = key.partition(":")
        given = dict(zip(params, arguments, strict=False))
        value = given[word].text if word in given else None
        functions = [argument.name for name, argument in given.items() if name != word]
        if value is None or not functions or not functions[0]:
            continue
        owner = functions[1].rpartition(".")[2] if len(functions) > 1 else default
        found += [
            Operator(owner, form.replace("%s", value), functions[0], *place)
            for form in sorted(texts)
            if form.count("%s") == 1 and any(_is_given(owner, classes) for classes in texts[form])
        ]
    return tuple(found)


def _classes(source: Source, start: int, at: int) -> _Classes:
    """The classes that the conditions around a place in a function speak of, each with whether it has to be it."""
    lines = source.blank[start:at].decode("latin-1").split("\n")
    found: list[tuple[str, bool]] = []
    level = len(lines[-1]) - len(lines[-1].lstrip())
    of_else = False  # whether the `if` of an `else` is looked for
    for line in reversed(lines[:-1]):
        text = line.lstrip()
        indent = len(line) - len(text)
        if not text or indent > level or (indent == level and not of_else):
            continue
        level = indent
        match = _IS.match(text)
        if match is not None:
            found.append((match.group(2).rpartition(".")[2], (match.group(1) is None) != of_else))
        of_else = text.startswith("else")  # behind an `elif` it may be any class
    return tuple(found)


def _is_given(owner: str, classes: _Classes) -> bool:
    return all((owner == name) == is_it for name, is_it in classes)


def _call(source: Source, start: int, end: int) -> Call | None:
    """The call that an expression is; None for any other, `UnreadableError` for one that cannot be read."""
    found = plain_call(_text(source, start, end))
    if found is not None and not found[1]:
        return found[0]
    from tfexplore.extract.python_syntax import call_of

    return call_of(source, start, end)


def _text(source: Source, start: int, end: int) -> str:
    """A stretch of a file without the comments behind it."""
    return source.text(start, start + len(source.blank[start:end].rstrip())).strip()


def _is_export(call: Call) -> bool:
    return call.name.rpartition(".")[2].endswith("_export")


def _target(node: cst.BaseExpression | None) -> tuple[str, tuple[str, ...]]:
    """`(name, deprecated)` of what an export is applied to, through calls that wrap it."""
    import libcst as cst

    from tfexplore.extract.python_syntax import dotted, literal_text

    deprecated: list[str] = []
    for _ in range(10):
        if not isinstance(node, cst.Call):
            break
        inner = node.func
        name = dotted(inner.func if isinstance(inner, cst.Call) else inner).rpartition(".")[2]
        if name == "deprecated":
            deprecated.append("*")
        elif name == "deprecated_endpoints" and isinstance(inner, cst.Call):
            deprecated += [text for arg in inner.args if (text := literal_text(arg.value)) is not None]
        node = node.args[0].value if node.args else None
    return (dotted(node) if node is not None else ""), tuple(deprecated)
