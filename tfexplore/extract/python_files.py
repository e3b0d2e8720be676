"""Everything that the extractors need of one Python file: a pure function of its path and bytes."""

from __future__ import annotations

import keyword
import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.extract import keras
from tfexplore.extract.python_calls import lazy_module
from tfexplore.extract.python_chains import COMMON, chained, returned
from tfexplore.extract.python_known import KnownFunctions
from tfexplore.extract.python_objects import Objects, alternatives, continues, objects_of
from tfexplore.extract.python_operators import METHODS, tensor_uses
from tfexplore.extract.python_records import (
    Alias,
    Class,
    Function,
    Import,
    InnerFunction,
    PythonFacts,
)
from tfexplore.extract.python_source import Source, Statement
from tfexplore.model import Location, Unresolved

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

#: What a registration of a gradient holds.
_REGISTRATIONS = (
    b"RegisterGradient",
    b"NotDifferentiable",
    b"NoGradient",
    b"no_gradient",
    b"gradient_registry.register",
)

_WORDS = frozenset(keyword.kwlist) | {"print", "exec", "self", "cls"}

_DEFINITIONS = frozenset(("def", "class", "async", "@"))
_BLOCKS = frozenset(("if", "try", "with", "for", "while"))
_FROM = re.compile(
    rb"(?:^|[;:])[ \t]*from\s+(\.*[ \t]*[\w.]*)\s+import\s+(?:\(([^)]*)\)|((?:[^\n\\;]|\\\n)+))", re.MULTILINE
)
_IMPORT = re.compile(rb"(?:^|[;:])[ \t]*import\s+((?:[^\n\\;]|\\\n)+)", re.MULTILINE)
_AS = re.compile(r"\s+as\s+")
_ASSIGN = re.compile(rb"([A-Za-z_]\w*)\s*=(?!=)")
_NAMES = re.compile(rb"(?<![\w.])((?:super\s*\([^()]*\)|[A-Za-z_]\w*)(?:\s*\.\s*[A-Za-z_]\w*)*)[ \t]*(\(|=(?!=)|)")
#: The same at twice the speed, for text without `super` and without blanks around dots.
_PLAIN_NAMES = re.compile(rb"([\w.]+)[ \t]*(\(|=(?!=)|)")
_DOT_BLANK = re.compile(rb"\.[\s\\]")
#: A line's `x = `, `x, y = ` or `x = callee(`. What ends the line before stands in front: `re` finds that at once.
_ASSIGNED = re.compile(rb"\n[ \t]*\(?([A-Za-z_][\w \t,]*)\)?[ \t]*=(?!=)(?:[ \t]*([A-Za-z_][\w.]*)\()?")
_BINDERS = (
    (b"for ", re.compile(rb"\bfor\s+([^\n]*?)\s+in\b")),
    (b" as ", re.compile(rb"\bas\s+\(?([A-Za-z_][\w, ]*)")),
    (b"lambda", re.compile(rb"\blambda\s*([^:\n]*):")),
)
_CREATES = re.compile(rb"(?:\bcreate_op|_create_op_internal|\bapply_op|_apply_op_helper)\(\s*(?=\")")
_LITERAL = re.compile(rb"[\"']([A-Za-z_]\w*)[\"']")
#: An operator, and the names around it.
_SIGN = re.compile(rb"[-+*/%@<>](?:(?<=\*)\*|(?<=/)/|(?<=[<>])=)?")
_NAME_BEFORE = re.compile(rb"[A-Za-z_]\w*\Z")
_NAME_AFTER = re.compile(rb"=?[ \t]*([A-Za-z_][\w.]*)[ \t]*(\(?)")
#: Words behind which a sign is no operator between two operands.
_NO_OPERAND = re.compile(rb"(?<![\w.])(?:return|in|and|or|not|if|else|lambda|yield|print)\Z")
_TARGET = re.compile(rb"[ \t]*([A-Za-z_]\w*)[ \t]*=(?!=)")
#: As far as a call is followed back from its closing bracket.
_MAX_CALL = 2000
#: The parameter that takes all other arguments.
_STAR = re.compile(r"(?:^|,)\s*\*\s*([A-Za-z_]\w*)")
_NESTED = re.compile(rb"\n([ \t]+)(?:async\s+)?def\s+([A-Za-z_]\w*)")
_RETURN_NAME = re.compile(rb"\n([ \t]+)return[ \t]+([A-Za-z_]\w*)[ \t]*$", re.MULTILINE)
_WORD = re.compile(r"[A-Za-z_]\w*")
#: What lets the objects of a class stand for tensors, at the top of a file.
_CONVERTS = b"register_tensor_conversion_function("
_CONVERTED = re.compile(
    rb"^(?:[A-Za-z_][\w.]*\.)?register_tensor_conversion_function\(\s*([A-Za-z_][\w.]*)", re.MULTILINE
)


def candidate(data: bytes) -> bool:
    """Whether the bytes can hold a registration."""
    return any(token in data for token in _REGISTRATIONS)


def _binary(path: str, data: bytes) -> tuple[Unresolved, ...]:
    """What is said of a file that is no text: nothing, unless a registration shines through."""
    if not candidate(data.replace(b"\0", b"")):
        return ()
    return (Unresolved("RegisterGradient", "", "NUL bytes in the file", Location(path, 1, 1)),)


def read_file(
    path: str, data: bytes, whole: bool = True, external: bool = False, known: KnownFunctions | None = None
) -> PythonFacts:
    """The facts of one file. Without `whole` (a file that nothing imports or ships) only its registrations.

    `external` files belong to another package: they register nothing and export nothing. `known` are the functions that
    an earlier run has read, and learns what this one reads.
    """
    if b"\0" in data:
        return PythonFacts(path, unresolved=_binary(path, data))
    registers = not external and candidate(data)
    if not whole and not registers:
        return PythonFacts(path)
    source = Source(path, data)
    if registers and not candidate(source.blank) and b"getattr" not in source.blank:
        registers = False
        if not whole:
            return PythonFacts(path)
    reader = _Reader(source, known, registers)
    reader.module(source.statements(), eager=True)
    blank, tops = source.blank, reader.tops
    read = PythonFacts(path)
    # Whoever has nothing to parse does without the parser.
    if registers:
        from tfexplore.extract import python_gradients

        gradients, bodies, problems = python_gradients.read(source, tops, known)
        read = read._replace(gradients=gradients, bodies=bodies, unresolved=problems)
    if whole and ((not external and b"_export" in blank) or b"verride" in blank):
        from tfexplore.extract import python_exports

        if not external and b"_export" in blank:
            exports, problems = python_exports.read_exports(source, tops)
            read = read._replace(exports=exports, unresolved=(*read.unresolved, *problems))
        read = read._replace(operators=python_exports.read_operators(source, tops) if b"verride" in blank else ())
    if external or keras.in_scope(read.exports):
        from tfexplore.extract import python_signatures

        signatures, modes = python_signatures.read(source, tops)
        read = read._replace(signatures=signatures, modes=modes)
    if whole and _CONVERTS in blank:
        read = read._replace(converted=tuple([name.decode() for name in _CONVERTED.findall(blank)]))
    return read._replace(
        imports=tuple(reader.imports),
        functions=tuple(reader.functions) if whole or registers else (),
        classes=tuple(reader.classes),
        aliases=tuple(reader.aliases),
    )


def read_external(path: str, data: bytes) -> PythonFacts:
    """The facts of a file of another package."""
    return read_file(path, data, external=True)


def read_imports(path: str, data: bytes) -> PythonFacts:
    """Only the imports of a file."""
    if b"\0" in data:
        return PythonFacts(path)
    source = Source(path, data)
    reader = _Reader(source)
    reader.imports_only(source.statements())
    return PythonFacts(path, tuple(reader.imports))


class _Reader:
    """Names, imports and definitions of one file, from the blanked text alone."""

    def __init__(self, source: Source, functions: KnownFunctions | None = None, closely: bool = False) -> None:
        """`closely`: the file registers gradients, so that its functions are followed closely."""
        self.source = source
        self._functions = functions
        self._closely = closely
        self.imports: list[Import] = []
        self.functions: list[Function] = []
        self.classes: list[Class] = []
        self.aliases: list[Alias] = []
        self.tops: list[Statement] = []
        self._known: set[str] = set()
        self._star = False
        self._methods: frozenset[str] = frozenset()  # of the file's classes, as `Class.method`
        self._roots: frozenset[bytes] = frozenset()  # the same in bytes, and what an object calls itself
        self._later: list[tuple[str, Statement, str]] = []

    def module(self, statements: list[Statement], eager: bool) -> None:
        """Read the statements that run when the module is imported."""
        self.tops = statements
        assigns: list[tuple[str, int, int, int]] = []
        self._block(statements, eager, assigns, 0)
        self._known = {entry.name.split(".")[0] for entry in self.imports}
        self._known.update(name for name, _, owner in self._later if owner in ("", "class"))
        self._known.update(name for name, *_ in assigns)
        self._star = any(entry.name == "*" for entry in self.imports)
        # Whoever calls generated functions creates ops himself.
        self._closely = self._closely or any(name.startswith("gen_") for name in self._known)
        self._methods = frozenset([name for name, _, owner in self._later if owner not in ("", "class")])
        self._roots = frozenset([name.encode() for name in self._known] + [b"self", b"cls"])
        for name, value, start, end in assigns:
            self._alias(name, value, start, end)
        if self._functions is not None:
            self._functions.know(self._known, self._methods, self._star)
        for name, statement, owner in self._later:
            self._function(name, statement, owner)

    def imports_only(self, statements: list[Statement]) -> None:
        """Read the imports that run with the file."""
        for statement in statements:
            if statement.kind in ("import", "from"):
                self._imports(statement.start, statement.end, True)
            elif statement.kind in _BLOCKS:
                self._imports(statement.start, statement.end, not _never(self.source.blank, statement))

    def _block(
        self, statements: list[Statement], eager: bool, assigns: list[tuple[str, int, int, int]], depth: int
    ) -> None:
        blank = self.source.blank
        for statement in statements:
            kind = statement.kind
            if kind in _DEFINITIONS:
                found = self.source.definition(statement)
                if found is None:
                    continue
                if found[0] == "class":
                    self._class(found[1], found[2], statement, depth)
                else:
                    self._later.append((found[1], statement, ""))
                    self._imports(statement.start, statement.end, False)
            elif kind in ("import", "from"):
                self._imports(statement.start, statement.end, eager)
            elif kind in _BLOCKS:
                runs = eager and not _never(blank, statement)
                if depth < 20:
                    self._block(self.source.body(statement), runs, assigns, depth + 1)
                line = blank.find(b"\n", statement.start)
                if b"import" in blank[statement.start : line]:
                    self._imports(statement.start, line, runs)
            else:
                indent = len(self.source.indent(statement.start))
                match = _ASSIGN.match(blank, statement.start + indent)
                if match:
                    name = match.group(1).decode("ascii", "replace")
                    assigns.append((name, match.end(), statement.start, statement.end))
                elif b"import" in blank[statement.start : statement.end]:
                    self._imports(statement.start, statement.end, eager)

    def _class(self, name: str, at: int, statement: Statement, depth: int) -> None:
        source = self.source
        start, stop = source.parameters(at, statement.end)
        bases = tuple(part.strip() for part in source.text(start, stop).split(",") if part.strip() and "=" not in part)
        self.classes.append(
            Class(
                name,
                source.line(statement.start),
                source.line(at),
                source.end_line(statement.start, statement.end),
                tuple(base for base in bases if _plain(base)),
                self._decorators(statement),
            )
        )
        self._later.append((name, statement, "class"))
        for inner in source.body(Statement(source.blank.rfind(b"\n", 0, at) + 1, statement.end, "class")):
            if inner.kind in ("import", "from"):
                self._imports(inner.start, inner.end, True)
            found = source.definition(inner)
            if found is not None and found[0] == "def":
                self._later.append((f"{name}.{found[1]}", inner, name))
                self._imports(inner.start, inner.end, False)

    def _decorators(self, statement: Statement) -> tuple[str, ...]:
        names = []
        for start, end in self.source.decorators(statement):
            match = re.compile(rb"[\w.]+").match(self.source.blank, start, end)
            names.append(match.group().decode("ascii", "replace") if match else "")
        return tuple(names)

    def _imports(self, start: int, end: int, eager: bool) -> None:
        blank = self.source.blank
        if blank.find(b"import", start, end) < 0:
            return
        for match in _FROM.finditer(blank, start, end):
            module = match.group(1).decode("ascii", "replace").replace(" ", "").replace("\t", "")
            names = match.group(2) if match.group(2) is not None else match.group(3)
            line = self.source.line(match.start(1))
            for part in _import_names(names):
                name, _, local = part
                self.imports.append(Import(local or name, module, "" if name == "*" else name, line, eager))
        for match in _IMPORT.finditer(blank, start, end):
            line = self.source.line(match.start(1))
            for name, renamed, local in _import_names(match.group(1)):
                if renamed:
                    self.imports.append(Import(local, name, "", line, eager))
                else:
                    self.imports.append(Import(name.split(".")[0], name, "", line, eager))

    def _alias(self, name: str, value: int, start: int, end: int) -> None:
        source = self.source
        text = source.blank[value:end].strip()
        target = text.decode("ascii", "replace") if re.fullmatch(rb"[A-Za-z_][\w.]*", text) else ""
        refs = self._references(value, end, frozenset(), None)
        if b"LazyLoader(" in text:
            begin = source.blank.index(text, value)
            module = lazy_module(source.data[begin : begin + len(text)].decode("latin-1"))
            target, refs = (f"={module}", ()) if module else (target, refs)
        if not refs and not target:
            return
        self.aliases.append(Alias(name, target, refs, source.line(start), source.end_line(start, end)))

    def _function(self, name: str, statement: Statement, owner: str) -> None:
        if owner == "class":
            return
        source = self.source
        closely = self._closely and not owner
        if self._functions is not None:
            earlier = self._functions.function(name, owner, source, statement, closely)
            if earlier is not None:
                self.functions.append(earlier)
                return
        found = source.definition(statement)
        assert found is not None
        at = found[2]
        start, stop = source.parameters(at, statement.end)
        header = source.blank[start:stop].decode("ascii", "replace")
        params = _parameter_names(header)
        local = set(params) - ({"self", "cls"} if owner else set())
        blank = source.blank
        imported: dict[str, str] = {}
        if blank.find(b"import", stop, statement.end) >= 0:
            first, last = source.line(at), source.line(statement.end - 1)
            for entry in self.imports:
                if not entry.eager and first <= entry.line <= last:
                    imported[entry.name] = f"{entry.module}.{entry.attribute}" if entry.attribute else entry.module
        results = []
        made_at: dict[str, list[int]] = {}
        for assigned in _ASSIGNED.finditer(blank, stop, statement.end):
            target, callee = assigned.groups()
            names = _WORD.findall(target.decode("ascii", "replace"))
            if not local.issuperset(names) and not continues(blank, assigned.start()):
                local.update(names)
            if callee is not None and len(names) == 1 and b"," not in target:
                results.append((target.rstrip(), callee))
                made_at.setdefault(names[0], []).append(assigned.start(2))
        for word, pattern in _BINDERS:
            if blank.find(word, stop, statement.end) >= 0:
                for group in pattern.findall(blank, stop, statement.end):
                    local.update(_WORD.findall(group.decode("ascii", "replace")))
        nested = {}
        if blank.find(b"def ", stop, statement.end) >= 0:
            for match in _NESTED.finditer(blank, stop, statement.end):
                nested[match.group(2).decode("ascii", "replace")] = match
        local.update(nested)
        local -= set(imported)
        objects = objects_of(blank, stop, statement.end, bool(owner) and params[:1] == ("self",))
        objects.results = made_at
        known = self._known
        star = _STAR.search(header) if closely else None

        def called(name: bytes) -> str | None:
            """The reference of a callee, empty for one that surely makes a tensor, None for one that is unknown."""
            text = name.decode("ascii", "replace")
            root, _, rest = text.partition(".")
            if text.rpartition(".")[2].startswith("convert_to_tensor"):
                return ""
            if root in imported:
                return f"={imported[root]}.{rest}" if rest else None
            return text if root not in local and root in known else None

        self.functions.append(
            Function(
                name,
                source.line(statement.start),
                source.line(at),
                source.end_line(statement.start, statement.end),
                params,
                self._decorators(statement),
                (
                    *self._references(start, statement.end, frozenset(local), (imported, objects), owner),
                    *(
                        tensor_uses(blank, stop + 1, statement.end, params, star[1] if star else "", called)
                        if closely
                        else self._operators(stop, statement.end, called, results)
                    ),
                ),
                self._inner(statement, stop, nested),
            )
        )

    def _inner(self, statement: Statement, start: int, nested: dict[str, re.Match[bytes]]) -> InnerFunction | None:
        if not nested:
            return None
        source = self.source
        for last in reversed(list(_RETURN_NAME.finditer(source.blank, start, statement.end))):
            match = nested.get(last.group(2).decode("ascii", "replace"))
            if match is None or match.group(1) != last.group(1):
                continue
            line = source.blank.rfind(b"\n", 0, match.start(2)) + 1
            for inner in source.body(Statement(self._def_line(statement), statement.end, "def")):
                found = source.definition(inner)
                if found is not None and inner.start <= line < inner.end:
                    return InnerFunction(
                        found[1],
                        source.line(inner.start),
                        source.line(found[2]),
                        source.end_line(inner.start, inner.end),
                    )
        return None

    def _def_line(self, statement: Statement) -> int:
        return self.source.blank.rfind(b"\n", 0, self.source.header(statement)) + 1

    def _operators(
        self,
        start: int,
        end: int,
        called: Callable[[bytes], str | None],
        results: list[tuple[bytes, bytes]],
    ) -> tuple[str, ...]:
        """The operators on tensors: `"~__mul__"`, or `"~__mul__:math_ops.cos"` where a call decides whether it is one.

        A tensor is what `convert_to_tensor` made, what a call returned that leads to an op (`results` are names with
        the callee that made them), and what an operator made of one of those. Files that create ops themselves, or
        register gradients, are read closer (`python_operators.py`).
        """
        blank = self.source.blank
        signs, negated = [], []
        for match in _SIGN.finditer(blank, start, end):
            before = match.start() - 1
            while blank[before] == 32:
                before -= 1
            letter = blank[before : before + 1]
            if match.group() == b"-" and (letter in b"([{=,:+*/%<>" or _NO_OPERAND.search(blank, start, before + 1)):
                negated.append(match.end())
            elif letter == b")" or letter == b"_" or letter.isalnum():
                signs.append((before, match.group(), match.end()))
        if not signs and not negated:
            return ()
        tensors: dict[bytes, str] = {}
        for name, callee in results:
            made = called(callee)
            if made is not None and tensors.get(name) != "":
                tensors[name] = made
        found: dict[str, None] = {}
        for before, sign, after in signs:
            answers: list[str | None] = []
            if blank[before] == 41:
                callee = _call_before(blank, before, start)
                answers.append(called(callee) if callee else None)
            elif tensors:
                word = _NAME_BEFORE.search(blank, max(start, before - 60), before + 1)
                if word is not None and blank[word.start() - 1] != 46:
                    answers.append(tensors.get(word.group()))
            right = _NAME_AFTER.match(blank, after, end)
            if right is not None:
                answers.append(called(right.group(1)) if right.group(2) else tensors.get(right.group(1)))
            known = [answer for answer in answers if answer is not None]
            if not known:
                continue
            depends = "" if "" in known else known[0]
            found[f"~{METHODS[sign]}:{depends}" if depends else f"~{METHODS[sign]}"] = None
            target = _TARGET.match(blank, blank.rfind(b"\n", 0, before) + 1, before)
            if target is not None and sign[:1] not in b"<>":
                tensors.setdefault(target.group(1), depends)
        for after in negated:
            right = _NAME_AFTER.match(blank, after, end)
            if right is not None and right.group(2) and _followed(blank, right.end() - 1, end):
                continue  # `-f(x).size`
            depended = right and (called(right.group(1)) if right.group(2) else tensors.get(right.group(1)))
            if depended is not None:
                found[f"~__neg__:{depended}" if depended else "~__neg__"] = None
        return tuple(found)

    def _references(
        self,
        start: int,
        end: int,
        local: frozenset[str],
        context: tuple[dict[str, str], Objects] | None,
        owner: str = "",
    ) -> tuple[str, ...]:
        found: dict[str, None] = {}
        known = self._known
        imported, objects = context if context is not None else ({}, Objects())
        made = objects.objects
        blank = self.source.blank
        names = _PLAIN_NAMES
        if (
            blank.find(b"super", start, end) >= 0
            or blank.find(b" .", start, end) >= 0
            or blank.find(b"\n.", start, end) >= 0
            or blank.find(b"\t.", start, end) >= 0
            or _DOT_BLANK.search(blank, start, end)
        ):
            names = _NAMES
        plain = names is _PLAIN_NAMES and not self._star
        more = (*imported, *made)
        roots = self._roots.union(map(str.encode, more)) if more else self._roots
        for name, mark in dict.fromkeys(names.findall(blank, start, end)):
            if mark == b"=" or name[0] < 0x41:  # an argument's name; a number, an attribute of a call's result
                continue
            if plain and name.partition(b".")[0] not in roots:
                if mark and context is not None:
                    first, _, method = name.partition(b".")
                    if method and method not in COMMON and b"." not in method:
                        self._of_result(found, first.decode("ascii", "replace"), method, local, context, end)
                continue
            text = name.decode("ascii", "replace")
            if " " in text or "\n" in text or "\t" in text:
                text = "".join(text.split())
            root, dot, rest = text.partition(".")
            suffix = "(" if mark else ""
            if root in ("self", "cls"):
                if not rest or context is None:
                    continue
                if "." in rest:
                    if mark and owner and root == "self" and rest.count(".") == 1:
                        found[f".{rest}("] = None
                elif mark:
                    found[f"self.{rest}("] = None
                elif f"{owner}.{rest}" in self._methods:  # handed to somebody who will call it, or a property
                    found[f"self.{rest}"] = None
            elif root.startswith("super("):
                method = text.rpartition(").")[2]
                if mark and "." not in method and method:
                    found[f"super.{method}("] = None
            elif root in imported:
                if mark or rest:  # the import itself is no use
                    found[f"={imported[root]}{dot}{rest}{suffix}"] = None
            elif root in local:
                if mark and "." not in rest:  # an object that is called, or a method of it
                    makers = list(self._makers(made.get(root, ()), local, imported))
                    for maker in makers:
                        found[f"{maker}().{rest or '__call__'}("] = None
                    if rest and not makers and context is not None and rest.encode() not in COMMON:
                        self._of_result(found, root, rest.encode(), local, context, end)
            elif root in known or (self._star and root not in _WORDS and (mark or rest)):
                found[text + suffix] = None
        if context is not None:
            for chain, last in chained(blank, start, end):
                for maker in self._chain_makers(chain, local, context):
                    found[f"{maker}().{last}("] = None
            for name, called in returned(blank, start, end):
                of = (
                    self._chain_makers(name, local, context)
                    if called
                    else self._makers(made.get(name, ()), local, imported)
                )
                for maker in of:
                    found[f">{maker}"] = None
        for attribute, kept in objects.attributes.items():
            for maker in self._makers(kept, local, imported):
                found[f".{attribute}={maker}"] = None
        for made_op in _CREATES.finditer(blank, start, end):
            literal = _LITERAL.match(self.source.data, made_op.end(), end)
            if literal:
                found["#" + literal.group(1).decode()] = None
        return tuple(found)

    def _of_result(
        self,
        found: dict[str, None],
        root: str,
        method: bytes,
        local: frozenset[str],
        context: tuple[dict[str, str], Objects],
        end: int,
    ) -> None:
        """A method of what a name of the function's own holds: the result of a call, or nobody knows what."""
        if root not in local:
            return
        word = method.decode("ascii", "replace")
        makers: list[str] = []
        for at in context[1].results.get(root, ()):
            called = [
                name.decode("ascii", "replace") for name, calls in alternatives(self.source.blank, at, end) if calls
            ]
            makers += self._makers(called, local, context[0])
        for maker in makers:
            found[f"{maker}().{word}("] = None
        if not makers:
            found[f"?{word}("] = None

    def _chain_makers(
        self, chain: str, local: frozenset[str], context: tuple[dict[str, str], Objects]
    ) -> Iterator[str]:
        """References to what makes an object by a chain of calls: `"Data.zip"`, `"make().again"`, `"self.copy"`."""
        imported, objects = context
        first, called, rest = chain.partition("()")
        root, _, attribute = first.partition(".")
        if root in ("self", "cls"):
            if root == "self" and attribute and "." not in attribute:
                yield chain
        elif root in objects.objects and "." not in attribute:  # `object.method()`, `object()`
            for maker in self._makers(objects.objects[root], local, imported):
                yield f"{maker}().{attribute or '__call__'}{called}{rest}"
        else:
            for maker in self._makers((first,), local, imported):
                yield f"{maker}{called}{rest}"

    def _makers(self, names: Iterable[str], local: frozenset[str], imported: Mapping[str, str]) -> Iterator[str]:
        """References to classes by their names in a function; those are left out that mean something else there."""
        for name in names:
            root, dot, rest = name.partition(".")
            if root in imported:
                yield f"={imported[root]}{dot}{rest}"
            elif root not in local and (root in self._known or self._star):
                yield name


def _call_before(blank: bytes, closed: int, start: int) -> bytes:
    """The name that is called where a call ends with the bracket at `closed`; empty for any other bracket."""
    depth = 0
    at = closed
    while at >= max(start, closed - _MAX_CALL):
        if blank[at] in b")]}":
            depth += 1
        elif blank[at] in b"([{":
            depth -= 1
            if depth == 0:
                break
        at -= 1
    else:
        return b""
    end = at
    while at > start and (blank[at - 1 : at].isalnum() or blank[at - 1] in b"_."):
        at -= 1
    return blank[at:end]


def _followed(blank: bytes, opened: int, end: int) -> bool:
    """Whether an attribute, or a call, is taken of what the call with the bracket at `opened` returns."""
    depth = 0
    for at in range(opened, min(end, opened + _MAX_CALL)):
        if blank[at] in b"([{":
            depth += 1
        elif blank[at] in b")]}":
            depth -= 1
            if depth == 0:
                return blank[at + 1 : at + 2] in (b".", b"(")
    return True


def _import_names(text: bytes) -> list[tuple[str, str, str]]:
    """`(name, "as" or "", local name)` for each part of an import's list."""
    found = []
    for part in text.decode("ascii", "replace").replace("\\\n", " ").replace("\n", " ").strip("() \t").split(","):
        pieces = _AS.split(" ".join(part.split()))
        name = pieces[0].strip()
        if not name or not (name == "*" or _plain(name)):
            continue
        local = pieces[1].strip() if len(pieces) > 1 else ""
        found.append((name, "as" if local else "", local))
    return found


def _parameter_names(text: str) -> tuple[str, ...]:
    names = []
    depth = 0
    piece = ""
    for char in text + ",":
        if char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        if char == "," and depth == 0:
            match = _WORD.search(piece.partition("=")[0].partition(":")[0])
            if match:
                names.append(match.group())
            piece = ""
        else:
            piece += char
    return tuple(names)


def _plain(name: str) -> bool:
    return all(part.isidentifier() for part in name.split("."))


def _never(blank: bytes, statement: Statement) -> bool:
    """Whether a block's condition never holds when a module is imported."""
    line = blank[statement.start : blank.find(b"\n", statement.start) + 1]
    return b"__name__" in line or b"TYPE_CHECKING" in line or re.match(rb"\s*if\s+(?:False|0)\s*:", line) is not None
