"""Evaluates a small part of C++: what the loops and helper functions that register things are written in.

Some registrations are no macros but calls, made from static initialisers, in loops over the result of a function, with
names put together at run time. What runs before `main` depends on nothing but the source, so it can be computed: free
functions and lambdas, `for`, `switch`, `if`, pointers to locals, strings, containers, structs, and protobuf messages
(whose accessors follow from their names). Functions are found in the file itself, in the headers it includes and in the
source file beside such a header.

Nothing is guessed. What is not understood or not in sight is an `Unknown` with a reason; it spreads to whatever is
computed from it, and to what a function that is not in sight could have changed. Behind a condition that is unknown
everything is tried once, and `Machine.doubt` says that it may not happen. Steps, depth and sizes are bounded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from tfexplore.cpp import lexer
from tfexplore.cpp.evaluator import library, nodes, operations, slices
from tfexplore.cpp.evaluator.library import MAX_ITEMS
from tfexplore.cpp.evaluator.nodes import Node
from tfexplore.cpp.evaluator.outline import Item
from tfexplore.cpp.evaluator.program import Environment, Program, Unit
from tfexplore.cpp.evaluator.values import (
    VOID,
    Cell,
    Closure,
    Function,
    Native,
    Object,
    Pointer,
    Status,
    Symbol,
    TooBigError,
    TypeName,
    Unknown,
    Vector,
    Void,
    copied,
)  # fmt: skip
from tfexplore.cpp.preprocessor import SINKS, Expander

MAX_STEPS = 300_000
MAX_CALLS = 24
MAX_CALLS_ELSEWHERE = 12
MAX_UNCERTAIN_TURNS = 16


class StoppedError(Exception):
    """Evaluation cannot go on at all."""


_Changed = Cell | Object | Vector | Native

#: A function of the machine's user: (machine, arguments, the call) -> value, or `NotImplemented`.
NativeFunction = Callable[["Machine", "list[Cell]", Node], object]

# Macros that only look at their arguments. What they do with a bad value (abort, return it, log) registers nothing.
_TRANSPARENT = re.compile(r"(?:D|Q|TF_|TF_Q|TF_D)?CHECK(?:_\w+)?\Z|(?:TF_)?(?:EXPECT|ASSERT)_\w+\Z|D?V?LOG(?:_\w+)?\Z")
_RETURN_IF_ERROR = frozenset(["TF_RETURN_IF_ERROR", "TF_RETURN_WITH_CONTEXT_IF_ERROR"])

_STRINGS = frozenset(["string", "tstring", "StringPiece", "string_view"])
_SCALARS = frozenset([
    "bool", "char", "int", "long", "short", "unsigned", "float", "double", "size_t", "ptrdiff_t", "int8", "int16",
    "int32", "int64", "uint8", "uint16", "uint32", "uint64", "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t",
    "uint16_t", "uint32_t", "uint64_t", "DataType", "TF_DataType",
])  # fmt: skip
_CONTAINERS = frozenset([
    "vector", "set", "unordered_set", "map", "unordered_map", "multimap", "multiset", "deque", "list", "array",
    "initializer_list", "InlinedVector", "FlatSet", "FlatMap", "flat_hash_set", "flat_hash_map", "RepeatedPtrField",
    "RepeatedField", "Span", "ArraySlice", "DataTypeVector",
])  # fmt: skip
_SORTED = frozenset(["set", "map"])
_HANDLES = frozenset(["unique_ptr", "shared_ptr"])
_CASTS = frozenset(
    ["static_cast", "reinterpret_cast", "const_cast", "dynamic_cast", "down_cast", "bit_cast", "implicit_cast"]
)
_DECLARATORS = frozenset([
    "identifier", "init_declarator", "pointer_declarator", "reference_declarator", "array_declarator",
    "function_declarator", "structured_binding_declarator", "qualified_identifier", "field_identifier",
])  # fmt: skip


class _Returned:
    """The signal that a function returns."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value


class _Jump:
    """The signal of `break` or `continue`."""

    __slots__ = ()


_BREAK, _CONTINUE = _Jump(), _Jump()


class Machine:
    """Runs functions and initialisers of a program.

    `natives` are functions by name (`StrCat`, `OpRegistry::Global`); one named `.Register` is offered the calls of a
    method on anything else, with the receiver as its first argument. `wanted` finds what registers: of a function of
    the main file that holds such a text only the statements are run that could have a say in it. `doubt` is not None
    while what runs may not happen; `frames` holds the units and bodies of the functions in progress, `calls` the calls
    that led there.
    """

    def __init__(
        self,
        program: Program,
        natives: Mapping[str, NativeFunction],
        constants: Mapping[str, object],
        wanted: re.Pattern[str] | None = None,
    ) -> None:
        self.program = program
        self._wanted = wanted
        self._sliced: set[int] = set()
        self._skipped: set[int] = set()
        self.natives = natives
        self.constants = constants
        self.doubt: Unknown | None = None
        self.frames: list[tuple[Unit, Node]] = []
        self.calls: list[tuple[Unit, Node]] = []
        #: The functions that were entered, by file and offset.
        self.entered: set[tuple[str, int]] = set()
        self.steps = 0
        self._calls = 0
        self._loops = 0
        self._last = 1 << 60
        #: What was changed since a doubt began, and why the function in progress may have returned.
        self._written: list[_Changed] | None = None
        self._left: Unknown | None = None
        self._globals: dict[tuple[str, int, str], Cell] = {}
        self._named: dict[tuple[str, str, str], Cell] = {}
        self._expanded: dict[tuple[str, int], Node | None] = {}

    # -- what a user starts --

    def run(self, unit: Unit, item: Item, last: int = 1 << 60) -> None:
        """Run a static initialiser, or call a function whose parameters only its callers know. Raises `StoppedError`.

        Nothing of the function is run behind the offset `last`, outside of loops.
        """
        self._last = last
        try:
            if item.kind == "variable":
                self.variable(unit, item)
                return
            this = Cell(Unknown(f"{item.owner} is another file's", True)) if item.owner else None
            self.invoke(unit, item, None, this, {})
        except (TooBigError, nodes.MissingPartError) as error:
            raise StoppedError(str(error)) from None
        except RecursionError:
            raise StoppedError("it nests too deep") from None

    def reset(self) -> None:
        """Forget what a `StoppedError` left behind; the functions entered and the variables initialised stay known."""
        self.doubt = self._written = self._left = None
        self.frames.clear()
        self.calls.clear()
        self._calls = self._loops = 0

    # -- bounds and writes --

    def copied(self, value: object) -> object:
        """A value as C++ copies it."""
        if not isinstance(value, (Object, Vector)):
            return value
        made, parts = copied(value)
        self.spend(parts)
        return made

    def spend(self, work: int) -> None:
        """Count work beyond a step's."""
        self.steps += work

    def _step(self) -> None:
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise StoppedError(f"it takes over {MAX_STEPS} steps")

    def write(self, cell: Cell, value: object) -> None:
        """Assign."""
        if self._written is not None:
            self._written.append(cell)
        cell.value = value

    def touch(self, changed: Object | Vector | Native) -> None:
        """Tell that an object is about to change."""
        if self._written is not None:
            self._written.append(changed)

    def spoil(self, cell: Cell, cause: Unknown, depth: int = 0) -> None:
        """Whatever can be reached from a place may have been changed by something not understood."""
        value = cell.value
        if isinstance(value, Pointer):
            if value.cell is not None and depth < 4:
                self.spoil(value.cell, cause, depth + 1)
        elif isinstance(value, (Object, Vector, Native)):
            self.touch(value)
            value.spoiled = cause
        elif not isinstance(value, (Closure, Function, TypeName, Status, Void)):
            self.write(cell, cause)

    def perhaps(self, cause: Unknown, actions: list[Callable[[], object]]) -> None:
        """Do what may not happen; everything it changes is unknown afterwards."""
        doubt, written = self.doubt, self._written
        self.doubt, self._written = doubt or cause, []
        left = False
        try:
            for action in actions:
                left |= action() is not None
        finally:
            changed = self._written or []
            self.doubt, self._written = doubt, written
            _forget(changed, cause)
            if written is not None:
                written.extend(changed)
        if left:
            # A branch may have left: the rest of this function may not happen, and what it returns is unknown.
            self._left = cause
            if self.doubt is None:
                self.doubt, self._written = cause, []

    # -- calls --

    def invoke(
        self, unit: Unit, item: Item, arguments: list[Cell] | None, this: Cell | None, types: dict[str, object]
    ) -> object:
        """Call a function; without arguments its parameters are unknown, given by whoever calls it."""
        self._step()
        parameters = unit.parameters(item)
        definition = unit.tree(item)
        if definition is None or parameters is None:
            raise StoppedError(f"{item.name} cannot be parsed")
        environment = Environment(unit, this, types)
        body = definition.fields.get("body")
        if body is None:
            return Unknown(f"{item.name} has no body")
        self.entered.add((unit.file.path, item.start))
        self._bind(parameters, arguments, environment, item.name)
        if unit is self.program.main and self._wanted is not None and item.start not in self._sliced:
            self._sliced.add(item.start)
            if self._wanted.search(definition.text):
                self._skipped |= slices.irrelevant(definition, self._wanted)
        initialisers = definition.child("field_initializer_list")
        if initialisers is not None and this is not None:
            self._initialise_fields(initialisers, this, environment)
        returned = definition.fields.get("type")
        return self._body(body, environment, returned.text if returned is not None else "")

    def call_closure(self, closure: Closure, arguments: list[Cell]) -> object:
        """Call a lambda."""
        self._step()
        environment = Environment(closure.unit, closure.this, closure.types, closure.environment)
        declarator = closure.node.fields.get("declarator")
        parameters = declarator.fields.get("parameters") if declarator is not None else None
        listed = (
            [p for p in parameters.kids if p.kind.endswith("parameter_declaration")] if parameters is not None else []
        )
        self._bind(listed, arguments, environment, "a lambda")
        body = closure.node.fields.get("body")
        return self._body(body, environment, "") if body is not None else VOID

    def call_value(self, callee: object, arguments: list[Cell], unit: Unit, node: Node) -> object:
        """Call a lambda or a named function."""
        if isinstance(callee, Closure):
            return self.call_closure(callee, arguments)
        if isinstance(callee, Function):
            return self._free(callee.name, "", arguments, {}, Environment(unit, None, {}), node)
        return self.not_in_sight(callee, "what is called", arguments)

    def _bind(self, parameters: list[Node], arguments: list[Cell] | None, environment: Environment, name: str) -> None:
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
                    else Cell(self._coerced(arguments[i].value, parameter, environment))
                )
            elif "default_value" in parameter.fields:
                cell = Cell(self.value(parameter.fields["default_value"], environment))
            else:
                cell = Cell(Unknown(f"{name} is called without its parameter {found}"))
            if found:
                environment.variables[found] = cell

    def _coerced(self, value: object, parameter: Node, environment: Environment) -> object:
        declared = parameter.fields.get("type")
        return self.coerce(self.copied(value), declared.text if declared is not None else "", environment)

    def _body(self, body: Node, environment: Environment, returned: str) -> object:
        self._calls += 1
        if self._calls > MAX_CALLS:
            raise StoppedError(f"functions call each other over {MAX_CALLS} deep")
        doubt, written, left = self.doubt, self._written, self._left
        self._left = None
        self.frames.append((environment.unit, body))
        try:
            signal = self._execute(body, environment)
        finally:
            self.frames.pop()
            self._calls -= 1
            cause, changed = self._outcome()
            self.doubt, self._written, self._left = doubt, written, left
        value = signal.value if isinstance(signal, _Returned) else VOID
        if cause is not None:
            if doubt is None:
                _forget(changed or [], cause)
            return cause
        return self.coerce(value, returned, environment)

    def _outcome(self) -> tuple[Unknown | None, list[_Changed] | None]:
        """Why the function in progress may have returned early, and what was changed since a doubt began."""
        return self._left, self._written

    def not_in_sight(self, callee: object, what: str, arguments: list[Cell]) -> Unknown:
        """The result of a call that cannot be followed; what it was given may have changed."""
        given = isinstance(callee, Unknown) and callee.given
        for argument in arguments:
            at: object = argument.value
            for _ in range(4):
                at = at.cell.value if isinstance(at, Pointer) and at.cell is not None else at
            given = given or (isinstance(at, Unknown) and at.given)
        reason = callee.reason if isinstance(callee, Unknown) else f"{what} is not in sight"
        cause = Unknown(reason, given)
        for argument in arguments:
            self.spoil(argument, cause)
        return cause

    def _arguments(self, node: Node | None, environment: Environment) -> list[Cell]:
        return [] if node is None else [self.cell(kid, environment) for kid in node.kids]

    def _call(self, node: Node, environment: Environment) -> object:
        self.calls.append((environment.unit, node))
        found = self._called(node, environment)
        self.calls.pop()
        return found

    def _called(self, node: Node, environment: Environment) -> object:
        function = node.fields["function"]
        listed = node.fields.get("arguments")
        if function.kind == "field_expression":
            return self._method(node, function, listed, environment)
        name, qualifier, template = _callee(function)
        if not name:
            callee = self.value(function, environment)
            return self.call_value(callee, self._arguments(listed, environment), environment.unit, node)
        if not qualifier and not template:
            if name in SINKS:
                return VOID  # a registration of its own, read by the preprocessor
            if _TRANSPARENT.match(name):
                self._arguments(listed, environment)
                return VOID
            if name in _RETURN_IF_ERROR:
                return self._return_if_error(self._arguments(listed, environment)[:1])
            local = environment.find(name)
            if local is not None:
                return self.call_value(local.value, self._arguments(listed, environment), environment.unit, node)
        if name not in self.natives and not qualifier:
            macro = environment.unit.file.lookup(name, node.at)
            if macro is not None and macro.params is not None:
                made = self._macro(node, environment)
                return self._evaluate(made, environment) if made is not None else self._unread(node, environment)
        types = self._template_arguments(template, environment)
        return self._free(name, qualifier, self._arguments(listed, environment), types, environment, node)

    def _return_if_error(self, arguments: list[Cell]) -> object:
        value = arguments[0].value if arguments else VOID
        if isinstance(value, Status):
            return VOID if value.ok else _Returned(value)
        if isinstance(value, Unknown):
            self.perhaps(value, [lambda: _BREAK])  # it may have returned
        return VOID

    def _unread(self, node: Node, environment: Environment) -> Unknown:
        """A call of a macro whose expansion is no expression: it may change what it names."""
        cause = Unknown(f"{' '.join(node.text.split())[:60]} cannot be read")
        for kid in node.kids:
            if kid.kind == "argument_list":
                for cell in self._arguments(kid, environment):
                    self.spoil(cell, cause)
        return cause

    def _template_arguments(self, template: Node | None, environment: Environment) -> dict[str, object]:
        found: dict[str, object] = {}
        for i, kid in enumerate(template.kids if template is not None else ()):
            if kid.kind == "type_descriptor":
                text = kid.text
                known = environment.types.get(text)
                found[str(i)] = known if known is not None else TypeName(text)
            else:
                found[str(i)] = self.value(kid, environment)
        return found

    def _free(
        self, name: str, qualifier: str, arguments: list[Cell], types: dict[str, object], environment: Environment,
        node: Node,
    ) -> object:  # fmt: skip
        """Call a function by its name."""
        if name in _CASTS:
            return arguments[0] if len(arguments) == 1 else Unknown(f"{name} is not understood")
        for key in (f"{qualifier.rpartition('::')[2]}::{name}", name):
            native = self.natives.get(key)
            if native is not None:
                made = native(self, arguments, node)
                if made is not NotImplemented:
                    return made
        built = library.function(name, qualifier, arguments, self)
        if built is not NotImplemented:
            return built
        if environment.this is not None and not qualifier:
            owner = environment.this.value
            if isinstance(owner, Object) and owner.members and name in owner.members:
                return self._choose(name, owner.members[name], arguments, environment.this, types, environment)
        types_text = environment.types.get(name)
        if isinstance(types_text, TypeName):
            return self.construct(types_text.text, arguments, environment)
        found = self.program.items(environment.unit, name, "function", qualifier.rpartition("::")[2])
        if found:
            return self._choose(name, found, arguments, None, types, environment)
        if name in _STRINGS or name in _SCALARS or name in _CONTAINERS or name in _HANDLES or name == "Status":
            return self.construct(name, arguments, environment)
        if self.program.items(environment.unit, name, "class"):
            return self.construct(name, arguments, environment)
        dtype = self._dtype(node, environment)
        if dtype is not None:
            return dtype
        if not arguments and name[:1].isupper() and not qualifier:
            return Unknown(f"{name} is not in sight")
        return self.not_in_sight(None, name, arguments)

    def _dtype(self, node: Node, environment: Environment) -> Symbol | None:
        """`DataTypeToEnum<T>::v()` and the like."""
        if "DataTypeToEnum" not in node.text:
            return None
        tokens: list[str] = []
        for token, _ in lexer.spans(node.text):
            known = environment.types.get(token)
            tokens.extend([t for t, _ in lexer.spans(known.text)] if isinstance(known, TypeName) else [token])
        found = self.program.resolver(environment.unit).dtypes(tuple(tokens))
        return Symbol(found[0], self.program.types.get(found[0])) if found is not None and len(found) == 1 else None

    def _choose(
        self, name: str, found: list[tuple[Unit, Item]], arguments: list[Cell], this: Cell | None,
        types: dict[str, object], environment: Environment,
    ) -> object:  # fmt: skip
        """Call the one overload that takes so many arguments."""
        fitting = []
        for unit, item in found:
            needed, most = unit.arity(item)
            if needed <= len(arguments) <= most:
                fitting.append((unit, item))
        if len(fitting) != 1:
            reason = f"{name} is overloaded" if fitting else f"{name} with {len(arguments)} arguments is not in sight"
            return self.not_in_sight(Unknown(reason), name, arguments)
        unit, item = fitting[0]
        if unit is not self.program.main:
            # Elsewhere nothing is registered for this file: what is computed there matters only if it can be known.
            cause = next((a.value for a in arguments if isinstance(a.value, Unknown)), None)
            if cause is None and self._calls >= MAX_CALLS_ELSEWHERE:
                cause = Unknown(f"{name} is called too deep")
            if cause is not None:
                return self.not_in_sight(cause, name, arguments)
        return self.invoke(unit, item, arguments, this, self._bind_types(unit, item, types))

    def _bind_types(self, unit: Unit, item: Item, types: dict[str, object]) -> dict[str, object]:
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

    # -- methods --

    def _method(self, node: Node, function: Node, listed: Node | None, environment: Environment) -> object:
        receiver = self.cell(function.fields["argument"], environment)
        field = function.fields["field"]
        name = field.fields["name"].text if field.kind == "template_method" else field.text
        if function.op == "->":
            receiver = self._pointed(receiver)
        arguments = self._arguments(listed, environment)
        value = receiver.value
        if isinstance(value, Native):
            if name in ("get", "release"):
                return value
            made = value.call(name, arguments, node, self) if value.spoiled is None else value.spoiled
            if made is not NotImplemented:
                return made
            cause = self.not_in_sight(Unknown(f"{name} is not a method that tfexplore knows"), name, arguments)
            self.touch(value)
            value.spoiled = cause
            return cause
        offered = self.natives.get("." + name)
        if offered is not None:
            made = offered(self, [receiver, *arguments], node)
            if made is not NotImplemented:
                return made
        if isinstance(value, Unknown):
            return self.not_in_sight(value, name, arguments)
        if isinstance(value, Pointer) and name in ("get", "release"):
            return value
        if isinstance(value, str):
            return library.string_method(self, receiver, value, name, arguments)
        if isinstance(value, Vector):
            return library.vector_method(self, value, name, arguments)
        if isinstance(value, Status):
            return value.ok if name == "ok" else Unknown(f"{name} of a Status")
        if isinstance(value, Closure) and name == "operator()":
            return self.call_closure(value, arguments)
        if isinstance(value, Object):
            if value.members is not None:
                if name in value.members:
                    return self._choose(name, value.members[name], arguments, receiver, {}, environment)
                if name in value.fields:
                    return self.call_value(value.fields[name].value, arguments, environment.unit, node)
                cause = self.not_in_sight(None, f"{value.type}::{name}", arguments)
                self.touch(value)
                value.spoiled = cause
                return cause
            return library.message_method(self, value, name, arguments)
        return self.not_in_sight(None, name, arguments)

    def _pointed(self, cell: Cell) -> Cell:
        """What a pointer points to; an object that overloads `->` (a handle) stands for what it holds."""
        value = cell.value
        if isinstance(value, Pointer):
            return value.cell if value.cell is not None else Cell(Unknown("a null pointer is followed"))
        return cell

    # -- statements --

    def _execute(self, node: Node, environment: Environment) -> object:
        """Run a statement; the signal that leaves it, or None."""
        self._step()
        kind = node.kind
        if kind == "expression_statement":
            for kid in node.kids:
                value = self._evaluate(kid, environment)
                if isinstance(value, _Returned):
                    return value
            return None
        if kind == "compound_statement":
            return self._block(node.kids, environment.block())
        if kind == "declaration":
            self._declare(node, environment)
            return None
        if kind == "return_statement":
            return _Returned(self.copied(self.value(node.kids[0], environment)) if node.kids else VOID)
        if kind == "if_statement":
            return self._if(node, environment.block())
        if kind in ("for_range_loop", "for_statement", "while_statement", "do_statement"):
            self._loops += 1
            try:
                return (
                    self._range(node, environment)
                    if kind == "for_range_loop"
                    else self._loop(node, environment.block())
                )
            finally:
                self._loops -= 1
        if kind == "switch_statement":
            return self._switch(node, environment.block())
        if kind == "break_statement":
            return _BREAK
        if kind == "continue_statement":
            return _CONTINUE
        if kind in ("else_clause", "labeled_statement"):
            return self._block(node.kids, environment)
        if kind in _INERT:
            return None
        raise StoppedError(f"{' '.join(node.text.split())[:60]} is not understood")

    def _block(self, statements: list[Node], environment: Environment) -> object:
        for statement in statements:
            if statement.at > self._last and self._calls == 1 and not self._loops:
                break
            if statement.at in self._skipped and environment.unit is self.program.main:
                continue
            signal = self._execute(statement, environment)
            if signal is not None:
                return signal
        return None

    def _if(self, node: Node, environment: Environment) -> object:
        condition = node.fields["condition"]
        first = condition.fields.get("initializer")
        if first is not None:
            self._execute(first, environment)
        asked = condition.fields.get("value", condition)
        if asked.kind == "declaration":
            declarator = asked.fields.get("declarator")
            name, shape = nodes.declared(declarator)
            if name and "value" in asked.fields:  # `if (int i = f())` has the value beside the declarator
                text = asked.fields["type"].text if "type" in asked.fields else ""
                environment.variables[name] = self._initial(text, shape, asked.fields["value"], environment, name)
            else:
                self._declare(asked, environment)
            found = environment.find(name or "")
            value: object = found.value if found is not None else Unknown("a condition is not understood")
        else:
            value = self.value(asked, environment)
        truth = operations.truth(value)
        yes = node.fields["consequence"]
        no = node.fields.get("alternative")
        if isinstance(truth, Unknown):
            branches: list[Callable[[], object]] = [lambda: self._execute(yes, environment.block())]
            if no is not None:
                branches.append(lambda: self._execute(no, environment.block()))
            self.perhaps(truth, branches)
            return None
        if truth:
            return self._execute(yes, environment.block())
        return self._execute(no, environment.block()) if no is not None else None

    def _range(self, node: Node, environment: Environment) -> object:
        around = environment.block()
        if "initializer" in node.fields:
            self._execute(node.fields["initializer"], around)
        name_node = node.fields["declarator"]
        over = self.value(node.fields["right"], around)
        body = node.fields["body"]
        if isinstance(over, Vector) and over.spoiled is not None:
            over = over.spoiled
        if not isinstance(over, Vector):
            cause = over if isinstance(over, Unknown) else Unknown(f"{node.fields['right'].text[:40]} is no sequence")

            def once() -> object:
                inside = around.block()
                self._bind_range(name_node, Cell(cause), inside)
                return self._execute(body, inside)

            self.perhaps(cause, [once])
            return None
        for item in list(over.items):
            inside = around.block()
            self._bind_range(name_node, item, inside)
            signal = self._execute(body, inside)
            if signal is _BREAK:
                break
            if isinstance(signal, _Returned):
                return signal
        return None

    def _bind_range(self, declarator: Node, item: Cell, environment: Environment) -> None:
        name, shape = nodes.declared(declarator)
        if name:
            environment.variables[name] = item if shape == "reference" else Cell(self.copied(item.value))
            return
        bound = declarator.find("structured_binding_declarator")
        for i, kid in enumerate(bound.kids if bound is not None else ()):
            environment.variables[kid.text] = self._part(item.value, i)

    @staticmethod
    def _part(value: object, index: int) -> Cell:
        if isinstance(value, Unknown):
            return Cell(value)
        if isinstance(value, Vector) and value.spoiled is None and index < len(value.items):
            return value.items[index]
        if isinstance(value, Object) and value.spoiled is None and index < len(value.fields):
            return list(value.fields.values())[index]
        return Cell(Unknown("what is bound is not understood"))

    def _loop(self, node: Node, environment: Environment) -> object:
        body = node.fields["body"]
        condition = node.fields.get("condition")
        update = node.fields.get("update")
        if condition is not None and condition.kind == "condition_clause":
            condition = condition.fields.get("value", condition)
        initial = node.fields.get("initializer")
        if initial is not None:
            if initial.kind == "declaration":
                self._declare(initial, environment)
            else:
                self._evaluate(initial, environment)
        first = node.kind == "do_statement"
        turns = 0
        while True:
            self._step()
            turns += 1
            if self.doubt is not None and turns > MAX_UNCERTAIN_TURNS:
                return None
            if not first and condition is not None:
                truth = operations.truth(self.value(condition, environment))
                if isinstance(truth, Unknown):
                    self.perhaps(truth, [lambda: self._execute(body, environment.block())])
                    return None
                if not truth:
                    return None
            first = False
            signal = self._execute(body, environment.block())
            if signal is _BREAK:
                return None
            if isinstance(signal, _Returned):
                return signal
            if update is not None:
                self._evaluate(update, environment)

    def _switch(self, node: Node, environment: Environment) -> object:
        condition = node.fields["condition"]
        value = self.value(condition.fields.get("value", condition), environment)
        cases = [kid for kid in node.fields["body"].kids if kid.kind == "case_statement"]
        start: int | None = None
        cause = value if isinstance(value, Unknown) else None
        for i, case in enumerate(cases):
            if "value" in case.fields and cause is None:
                same = operations.equal(value, self.value(case.fields["value"], environment))
                if isinstance(same, Unknown):
                    cause = same
                elif same:
                    start = i
                    break
        if cause is not None:
            self.perhaps(cause, [lambda case=case: self._case(case, environment.block()) for case in cases])  # type: ignore[misc]
            return None
        if start is None:
            start = next((i for i, case in enumerate(cases) if "value" not in case.fields), len(cases))
        for case in cases[start:]:
            signal = self._case(case, environment)
            if signal is _BREAK:
                return None
            if signal is not None:
                return signal
        return None

    def _case(self, case: Node, environment: Environment) -> object:
        value = case.fields.get("value")
        return self._block([kid for kid in case.kids if kid is not value], environment)

    # -- declarations --

    def _declare(self, node: Node, environment: Environment) -> None:
        declared = node.fields.get("type")
        type_text = declared.text if declared is not None else ""
        for kid in node.kids:
            if kid is declared or kid.kind not in _DECLARATORS:
                continue
            self._declare_one(kid, type_text, environment, node)

    def _declare_one(self, declarator: Node, type_text: str, environment: Environment, node: Node) -> None:
        value = (
            declarator.fields.get("value") if declarator.kind == "init_declarator" else node.fields.get("default_value")
        )
        inner = declarator.fields.get("declarator") if declarator.kind == "init_declarator" else declarator
        name, shape = nodes.declared(inner)
        if not name:
            if value is not None:
                whole = self.cell(value, environment)
                bound = declarator.find("structured_binding_declarator")
                for i, kid in enumerate(bound.kids if bound is not None else ()):
                    environment.variables[kid.text] = self._part(whole.value, i)
            return
        if shape == "function":
            function = inner.find("function_declarator") if inner is not None else None
            parameters = function.fields.get("parameters") if function is not None else None
            listed = parameters.kids if parameters is not None else []
            # `T f();` declares a function, and so does what names its parameters.
            if not listed or any("declarator" in parameter.fields for parameter in listed):
                return
            arguments = []
            for parameter in listed:
                made = nodes.parse(parameter.text + ";", parameter.at)
                statement = made.find("expression_statement") if made is not None else None
                if statement is None or not statement.kids:
                    found = environment.find(parameter.text)
                    arguments.append(
                        found if found is not None else self._identifier(parameter.text, parameter, environment)
                    )
                else:
                    arguments.append(self.cell(statement.kids[0], environment))
            environment.variables[name] = Cell(self.construct(type_text, arguments, environment))
            return
        environment.variables[name] = self._initial(type_text, shape, value, environment, name)

    def _initial(self, type_text: str, shape: str, value: Node | None, environment: Environment, name: str) -> Cell:
        if value is None:
            if shape == "pointer" or _plain(type_text) in _SCALARS or shape == "array":
                return Cell(Unknown(f"{name} is read before it is set"))
            return Cell(self.construct(type_text, [], environment))
        if value.kind == "argument_list":
            arguments = self._arguments(value, environment)
            if shape in ("pointer", "reference") and len(arguments) == 1:
                return arguments[0] if shape == "reference" else Cell(arguments[0].value)
            return Cell(self.construct(type_text, arguments, environment))
        if shape == "reference":
            return self.cell(value, environment)
        found = self.value(value, environment)
        if shape == "array" and isinstance(found, Vector):
            for item in found.items:
                item.value = self.coerce(item.value, type_text, environment)
            return Cell(found)
        return Cell(
            self.copied(found) if shape == "pointer" else self.coerce(self.copied(found), type_text, environment)
        )

    def coerce(self, value: object, type_text: str, environment: Environment) -> object:
        """A braced list as the type that is being initialised."""
        if not isinstance(value, Vector) or not type_text or value.spoiled is not None:
            return value
        base = _plain(type_text)
        known = environment.types.get(base)
        if isinstance(known, TypeName):
            base = _plain(known.text)
        if base in _CONTAINERS:
            inner = _first_argument(type_text)
            if inner:
                for item in value.items:
                    item.value = self.coerce(item.value, inner, environment)
            if base in _SORTED and len(value.items) > 1:
                keys = [_key(item.value) if base == "map" else item.value for item in value.items]
                if all(isinstance(k, str) for k in keys) or all(isinstance(k, int) for k in keys):
                    order = sorted(range(len(keys)), key=lambda i: keys[i])  # type: ignore[arg-type,return-value]
                    value.items = [value.items[i] for i in order]
            return value
        if base in ("auto", "pair", "tuple"):
            return value
        if base in _STRINGS or base in _SCALARS:
            if len(value.items) == 1:
                return value.items[0].value
            return ("" if base in _STRINGS else 0) if not value.items else Unknown(f"a {base} is initialised by a list")
        return self.construct(type_text, value.items, environment, braced=True)

    def construct(
        self, type_text: str, arguments: list[Cell], environment: Environment, braced: bool = False
    ) -> object:
        """A new value of a type."""
        self._step()
        base = _plain(type_text)
        known = environment.types.get(base)
        if isinstance(known, TypeName):
            base = _plain(known.text)
        native = self.natives.get(base)
        if native is not None:
            made = native(self, arguments, Node("", "", 0, 0))
            if made is not NotImplemented:
                return made
        first = arguments[0].value if arguments else None
        if base in _CONTAINERS:
            if not arguments:
                return Vector()
            if len(arguments) == 1 and isinstance(first, (Vector, Unknown)):
                return self.copied(first)
            if isinstance(first, int) and 0 <= first <= MAX_ITEMS:
                filling = arguments[1].value if len(arguments) == 2 else Unknown("an element that was never set")
                self.spend(first)
                return Vector([self.copied(filling) for _ in range(first)])
            return Unknown(f"a {base} is made in a way that is not understood")
        if base in _STRINGS:
            if not arguments:
                return ""
            return (
                first
                if len(arguments) == 1 and isinstance(first, (str, Unknown))
                else Unknown("a string is made of something else")
            )
        if base in _SCALARS:
            return first if len(arguments) == 1 else 0
        if base in _HANDLES:
            return first if arguments else Pointer(None)
        if base == "Status":
            return Status(True) if not arguments else (first if isinstance(first, (Status, Unknown)) else Status(False))
        found = self.program.items(environment.unit, base, "class")
        if len(found) > 1:
            return self.not_in_sight(Unknown(f"{base} is defined twice"), base, arguments)
        if found:
            return self._instance(found[0][0], found[0][1], arguments, environment, braced)
        if not arguments:
            return Object(base)
        if (
            len(arguments) == 1
            and isinstance(first, (Object, Unknown, Symbol, Vector, Closure, Pointer, Native))
            and not braced
        ):
            return self.copied(first)
        return self.not_in_sight(None, base, arguments)

    def _instance(
        self, unit: Unit, item: Item, arguments: list[Cell], environment: Environment, braced: bool
    ) -> object:
        """An instance of a class in sight."""
        first = arguments[0].value if len(arguments) == 1 else None
        if isinstance(first, Object) and first.type == item.name:
            return self.copied(first)
        members: dict[str, list[tuple[Unit, Item]]] = {}
        made = Object(item.name, members)
        inside = Environment(unit, Cell(made), {})
        for member in sorted(unit.items):
            if member.owner == item.name and member.kind == "function":
                members.setdefault(member.name, []).append((unit, member))
        inner = [m for m in unit.items if m.owner == item.name and item.start <= m.start < item.end]
        fields = sorted((m for m in inner if m.kind == "variable"), key=lambda m: m.start)
        constructors = members.get(item.name, [])
        for field in fields:
            tree = unit.tree(field)
            if tree is None or tree.kind not in ("declaration", "field_declaration"):
                continue
            text = unit.file.code[field.start : field.end].lstrip()
            if text.startswith("static"):
                continue
            self._declare(tree, inside)
        made.fields.update(inside.variables)
        inside.variables.clear()
        if constructors:
            self._choose(item.name, constructors, arguments, inside.this, {}, environment)
        elif arguments:
            if len(arguments) > len(made.fields) or not braced:
                return self.not_in_sight(None, f"a constructor of {item.name}", arguments)
            for (name, cell), argument in zip(list(made.fields.items()), arguments, strict=False):
                cell.value = self._field_value(unit, item, name, self.copied(argument.value), environment)
        return made

    def _field_value(self, unit: Unit, owner: Item, name: str, value: object, environment: Environment) -> object:
        for field in unit.named.get(name, ()):
            if field.owner == owner.name and field.kind == "variable":
                tree = unit.tree(field)
                declared = tree.fields.get("type") if tree is not None else None
                if declared is not None:
                    return self.coerce(value, declared.text, Environment(unit, None, environment.types))
        return value

    def _initialise_fields(self, initialisers: Node, this: Cell, environment: Environment) -> None:
        made = this.value
        if not isinstance(made, Object):
            return
        for initialiser in initialisers.kids:
            if not initialiser.kids:
                continue
            name = initialiser.kids[0].text
            listed = initialiser.kids[-1]
            arguments = (
                self._arguments(listed, environment) if listed.kind in ("argument_list", "initializer_list") else []
            )
            if len(arguments) == 1:
                made.fields[name] = Cell(self.copied(arguments[0].value))
            elif arguments:
                made.fields[name] = Cell(Unknown(f"{name} is initialised in a way that is not understood"))

    def variable(self, unit: Unit, item: Item) -> Cell:
        """A variable of a namespace, initialised when it is first asked for."""
        key = (unit.file.path, item.start, item.name)
        if key not in self._globals:
            self._globals[key] = Cell(Unknown(f"{item.name} is initialised by itself"))
            tree = unit.tree(item)
            if tree is None or tree.kind not in ("declaration", "field_declaration"):
                self._globals[key].value = Unknown(f"{item.name} cannot be parsed")
            elif "extern" in unit.file.code[item.start : item.end].split()[:2]:
                self._globals[key].value = Unknown(f"{item.name} is defined elsewhere")
            else:
                around = Environment(unit, None, {})
                self.frames.append((unit, tree))
                try:
                    self._declare(tree, around)
                finally:
                    self.frames.pop()
                found = around.variables.get(item.name)
                if found is not None:
                    self._globals[key] = found
                else:
                    self._globals[key].value = Unknown(f"{item.name} is no variable")
        return self._globals[key]

    # -- expressions --

    def value(self, node: Node, environment: Environment) -> object:
        """The value of an expression."""
        found = self._evaluate(node, environment)
        while isinstance(found, Cell):
            found = found.value
        return VOID if isinstance(found, _Returned) else found

    def cell(self, node: Node, environment: Environment) -> Cell:
        """The place that an expression names, or a new one with its value."""
        found = self._evaluate(node, environment)
        if isinstance(found, Cell):
            return found
        return Cell(VOID if isinstance(found, _Returned) else found)

    def _evaluate(self, node: Node, environment: Environment) -> object:
        self._step()
        handler = _EXPRESSIONS.get(node.kind)
        if handler is None:
            return Unknown(f"{' '.join(node.text.split())[:60]} is not understood")
        return handler(self, node, environment)

    def _identifier(self, name: str, node: Node, environment: Environment) -> Cell:
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
        if name in self.constants:
            return Cell(self.constants[name])
        plain = name.removesuffix("_REF")
        if plain in self.program.types:
            return Cell(Symbol(name, self.program.types[plain] + (100 if plain != name else 0)))
        macro = environment.unit.file.lookup(name, node.at)
        if macro is not None and macro.params is None:
            made = self._macro(node, environment)
            return self.cell(made, environment) if made is not None else Cell(Unknown(f"{name} cannot be read"))
        return self._global(name, "", environment)

    def _global(self, name: str, qualifier: str, environment: Environment) -> Cell:
        key = (environment.unit.file.path, qualifier, name)
        known = self._named.get(key)
        if known is None:
            known = self._named[key] = self._search(name, qualifier, environment.unit)
        return known

    def _search(self, name: str, qualifier: str, unit: Unit) -> Cell:
        """What a name means that is no local variable."""
        resolver = self.program.resolver(unit)
        tokens = (*(t for part in qualifier.split("::") if part for t in (part, "::")), name)
        number = resolver.integer(tokens)
        if number is not None:
            return Cell(number)
        text = resolver.string(tokens)
        if text is not None:
            return Cell(text)
        symbol = self.program.enumerator(unit, name)
        if symbol is not None:
            return Cell(symbol)
        for place, item in self.program.items(unit, name, "variable"):
            cell = self.variable(place, item)
            if not isinstance(cell.value, Unknown):
                return cell
        if self.program.items(unit, name, "function"):
            return Cell(Function(name))
        types = resolver.dtypes(tokens)
        if types is not None:
            found: list[object] = [Symbol(t, self.program.types.get(t)) for t in types]
            return Cell(found[0] if len(found) == 1 else Vector(found))
        if qualifier:
            # An enumerator of a generated header: told apart by its name.
            return Cell(Symbol(name))
        return Cell(Unknown(f"{name} is not in sight"))

    def _qualified(self, node: Node, environment: Environment) -> object:
        dtype = self._dtype(node, environment)
        if dtype is not None:
            return dtype
        name, qualifier, template = _callee(node)
        if not name or template is not None:
            return Unknown(f"{node.text[:60]} is not understood")
        plain = name.removesuffix("_REF")
        if plain in self.program.types or name in self.constants:
            return self._identifier(name, node, environment)
        return self._global(name, qualifier, environment)

    def _macro(self, node: Node, environment: Environment) -> Node | None:
        """The expansion of a macro invocation as an expression."""
        unit = environment.unit
        key = (unit.file.path, node.at)
        if key not in self._expanded:
            expander = Expander(unit.file)
            tokens = expander.expand_text(node.text, node.at)
            root = nodes.parse(" ".join(tokens) + " ;", node.at) if tokens is not None else None
            statement = root.kids[0] if root is not None and root.kids else None
            bad = statement is None or statement.kind != "expression_statement" or len(statement.kids) != 1
            bad = bad or root is None or root.find("ERROR") is not None or any(kid.kids for kid in root.kids[1:])
            # The expansion of an undefined call is the call itself: no end of that.
            same = statement is not None and bool(statement.kids) and statement.kids[0].text == node.text
            self._expanded[key] = None if bad or same or statement is None else statement.kids[0]
        return self._expanded[key]

    def _string(self, node: Node, environment: Environment) -> object:
        tokens = [t for t, _ in lexer.spans(node.text)]
        if not tokens or not all(lexer.is_string(t) for t in tokens):
            # A macro between two literals.
            literal = lexer.string_value
            return operations.joined(
                *(
                    literal(kid.text) if kid.kind.endswith("string_literal") else self.value(kid, environment)
                    for kid in node.kids
                )
            )
        return "".join(map(lexer.string_value, tokens))

    def _number(self, node: Node, environment: Environment) -> object:
        text = node.text.replace("'", "").rstrip("uUlLzZ")
        if text[:1] in ("-", "+"):
            value = self._number(Node("number_literal", text[1:], node.at, node.end), environment)
            return -value if isinstance(value, (int, float)) and text[0] == "-" else value
        try:
            if text[:2].lower() in ("0x", "0b"):
                return int(text, 0)
            if text.isdigit():
                return int(text, 8) if text[0] == "0" and len(text) > 1 else int(text)
            return float(text.rstrip("fF"))
        except ValueError:
            return Unknown(f"{text[:40]} is no number")

    def _char(self, node: Node, environment: Environment) -> object:
        inside = lexer.string_value(f'"{node.text[1:-1]}"') if len(node.text) > 2 else ""
        return inside if len(inside) == 1 else Unknown("a character is not understood")

    def _inside(self, node: Node, environment: Environment) -> object:
        return self._evaluate(node.kids[-1], environment) if node.kids else VOID

    def _comma(self, node: Node, environment: Environment) -> object:
        found: object = VOID
        for kid in node.kids:
            found = self._evaluate(kid, environment)
        return found

    def _field(self, node: Node, environment: Environment) -> object:
        receiver = self.cell(node.fields["argument"], environment)
        if node.op == "->":
            receiver = self._pointed(receiver)
        name = node.fields["field"].text
        value = receiver.value
        if isinstance(value, Unknown):
            return value
        if isinstance(value, Object):
            if value.spoiled is not None:
                return value.spoiled
            if name not in value.fields:
                self.touch(value)
                value.fields[name] = Cell(Unknown(f"{name} was never set"))
            return value.fields[name]
        if isinstance(value, Vector) and name in ("first", "second"):
            return library.element(value, 0 if name == "first" else 1)
        return Unknown(f"{node.text[:60]} is not understood")

    def _subscript(self, node: Node, environment: Environment) -> object:
        value = self.value(node.fields["argument"], environment)
        indices = node.fields.get("indices") or node.fields.get("index")
        kid = indices.kids[0] if indices is not None and indices.kids else indices
        index = self.value(kid, environment) if kid is not None else Unknown("an index is missing")
        if isinstance(value, Vector):
            return library.element(value, index)
        if isinstance(value, str) and isinstance(index, int) and 0 <= index < len(value):
            return value[index]
        if isinstance(value, Object):
            cause = Unknown(f"{node.text[:60]} is not understood")
            self.touch(value)
            value.spoiled = cause
            return cause
        return value if isinstance(value, Unknown) else Unknown(f"{node.text[:60]} is not understood")

    def _pointer(self, node: Node, environment: Environment) -> object:
        inner = node.fields["argument"]
        if node.op == "&":
            found = self.cell(inner, environment)
            return found.value if isinstance(found.value, Function) else Pointer(found)
        return self._pointed(self.cell(inner, environment))

    def _unary(self, node: Node, environment: Environment) -> object:
        value = self.value(node.fields["argument"], environment)
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

    def _update(self, node: Node, environment: Environment) -> object:
        cell = self.cell(node.fields["argument"], environment)
        old = cell.value
        new: object = Unknown(f"{node.text[:60]} is not understood")
        if isinstance(old, (int, float)):
            new = old + (1 if node.op == "++" else -1)
        elif isinstance(old, Unknown):
            new = old
        self.write(cell, new)
        return old if not node.text.startswith(node.op) else cell

    def _assign(self, node: Node, environment: Environment) -> object:
        right = self.copied(self.value(node.fields["right"], environment))
        cell = self.cell(node.fields["left"], environment)
        if node.op != "=":
            right = operations.operate(node.op[:-1], cell.value, right)
        old = cell.value
        if isinstance(old, (Object, Vector)):
            # In place: pointers to the object go on pointing to it.
            if isinstance(old, Object) and isinstance(right, Vector):
                right = self.coerce(right, old.type, environment)
            self.touch(old)
            if isinstance(old, Object) and isinstance(right, Object):
                old.fields, old.spoiled, old.members = right.fields, right.spoiled, right.members
                return cell
            if isinstance(old, Vector) and isinstance(right, Vector):
                old.items, old.spoiled = right.items, right.spoiled
                return cell
        self.write(cell, right)
        return cell

    def _binary(self, node: Node, environment: Environment) -> object:
        op = node.op
        left = self.value(node.fields["left"], environment)
        if op in ("&&", "||"):
            return self._logic(op, left, node.fields["right"], environment)
        if op == "<<" and isinstance(left, Void):
            return VOID  # a log's text
        return operations.operate(op, left, self.value(node.fields["right"], environment))

    def _logic(self, op: str, left: object, right_node: Node, environment: Environment) -> object:
        truth = operations.truth(left)
        if isinstance(truth, Unknown):
            seen: list[object] = []

            def other() -> None:
                seen.append(self.value(right_node, environment))

            self.perhaps(truth, [other])
            right = operations.truth(seen[0])
            return right if right is (op == "||") else truth
        if truth == (op == "||"):
            return truth
        return operations.truth(self.value(right_node, environment))

    def _conditional(self, node: Node, environment: Environment) -> object:
        truth = operations.truth(self.value(node.fields["condition"], environment))
        if isinstance(truth, Unknown):
            seen: list[object] = []
            for branch in ("consequence", "alternative"):

                def other(branch: str = branch) -> None:
                    seen.append(self.value(node.fields[branch], environment))

                self.perhaps(truth, [other])
            return seen[0] if operations.equal(seen[0], seen[1]) is True else truth
        return self._evaluate(node.fields["consequence" if truth else "alternative"], environment)

    def _list(self, node: Node, environment: Environment) -> object:
        if any(kid.kind == "initializer_pair" for kid in node.kids):
            made = Object("")
            for kid in node.kids:
                named = kid.find("field_identifier")
                if kid.kind != "initializer_pair" or named is None:
                    return Unknown("a braced list is not understood")
                made.fields[named.text] = Cell(self.copied(self.value(kid.fields["value"], environment)))
            return made
        if len(node.kids) > MAX_ITEMS:
            raise StoppedError(f"a braced list has over {MAX_ITEMS} items")
        return Vector([self.copied(self.value(kid, environment)) for kid in node.kids])

    def _compound(self, node: Node, environment: Environment) -> object:
        listed = self.value(node.fields["value"], environment)
        return self.coerce(listed, node.fields["type"].text, environment)

    def _cast(self, node: Node, environment: Environment) -> object:
        return self._evaluate(node.fields["value"], environment)

    def _new(self, node: Node, environment: Environment) -> object:
        listed = node.fields.get("arguments")
        braced = listed is not None and listed.kind == "initializer_list"
        type_text = node.fields["type"].text
        if braced and listed is not None:
            return Pointer(Cell(self.coerce(self.value(listed, environment), type_text, environment)))
        return Pointer(Cell(self.construct(type_text, self._arguments(listed, environment), environment)))

    def _lambda(self, node: Node, environment: Environment) -> object:
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
                    around.variables[word] = Cell(self.copied(found.value))
        by_reference = set(re.findall(r"&([A-Za-z_]\w*)", text))
        for kid in captures.kids if captures is not None else ():
            if kid.kind == "identifier":
                found = environment.find(kid.text)
                if found is not None:
                    around.variables[kid.text] = found if kid.text in by_reference else Cell(self.copied(found.value))
            elif kid.kind == "lambda_capture_initializer":
                around.variables[kid.fields["left"].text] = Cell(
                    self.copied(self.value(kid.fields["right"], environment))
                )
        return Closure(node, around, environment.unit, environment.this, environment.types)

    def _this(self, node: Node, environment: Environment) -> object:
        return Pointer(environment.this) if environment.this is not None else Unknown("this is not in sight")

    def _delete(self, node: Node, environment: Environment) -> object:
        return VOID


_INERT = frozenset(["using_declaration", "alias_declaration", "type_definition", "static_assert_declaration", "comment",
                    "struct_specifier", "class_specifier", "enum_specifier", "namespace_alias_definition",
                    "empty_statement", "delete_expression"])  # fmt: skip

_EXPRESSIONS: dict[str, Callable[[Machine, Node, Environment], object]] = {
    "identifier": lambda m, n, e: m._identifier(n.text, n, e),
    "type_identifier": lambda m, n, e: m._identifier(n.text, n, e),
    "field_identifier": lambda m, n, e: m._identifier(n.text, n, e),
    "qualified_identifier": Machine._qualified,
    "template_function": Machine._qualified,
    "call_expression": Machine._call,
    "string_literal": Machine._string,
    "raw_string_literal": Machine._string,
    "concatenated_string": Machine._string,
    "number_literal": Machine._number,
    "char_literal": Machine._char,
    "true": lambda m, n, e: True,
    "false": lambda m, n, e: False,
    "null": lambda m, n, e: Pointer(None),
    "nullptr": lambda m, n, e: Pointer(None),
    "parenthesized_expression": Machine._inside,
    "condition_clause": Machine._inside,
    "comma_expression": Machine._comma,
    "field_expression": Machine._field,
    "subscript_expression": Machine._subscript,
    "pointer_expression": Machine._pointer,
    "unary_expression": Machine._unary,
    "update_expression": Machine._update,
    "assignment_expression": Machine._assign,
    "binary_expression": Machine._binary,
    "conditional_expression": Machine._conditional,
    "initializer_list": Machine._list,
    "compound_literal_expression": Machine._compound,
    "cast_expression": Machine._cast,
    "new_expression": Machine._new,
    "lambda_expression": Machine._lambda,
    "this": Machine._this,
    "delete_expression": Machine._delete,
}


def _key(pair: object) -> object:
    return pair.items[0].value if isinstance(pair, Vector) and pair.items else pair


def _forget(changed: list[_Changed], cause: Unknown) -> None:
    """What may have been changed is unknown."""
    for what in changed:
        if isinstance(what, Cell):
            what.value = cause
        else:
            what.spoiled = cause


def _plain(type_text: str) -> str:
    """`const std::vector<X>` as `vector`."""
    head = type_text.partition("<")[0]
    words = [
        w
        for w in head.replace("::", " :: ").split()
        if w not in ("const", "struct", "class", "typename", "static", "volatile")
    ]
    return words[-1] if words else ""


def _first_argument(type_text: str) -> str:
    """`vector<Entry>`: `Entry`; empty for a map, whose elements are pairs."""
    inner = type_text.partition("<")[2].rpartition(">")[0].strip()
    return inner if "," not in inner or "<" in inner.partition(",")[0] else ""


def _callee(node: Node) -> tuple[str, str, Node | None]:
    """The last name, the qualifier and the template arguments of what is called."""
    qualifier: list[str] = []
    while node.kind == "qualified_identifier":
        scope = node.fields.get("scope")
        if scope is not None:
            qualifier.append(scope.text)
        inner = node.fields.get("name")
        if inner is None:
            return "", "", None
        node = inner
    if node.kind in ("template_function", "template_type"):
        name = node.fields.get("name")
        return (name.text if name is not None else ""), "::".join(qualifier), node.fields.get("arguments")
    if node.kind in ("identifier", "type_identifier", "primitive_type"):
        return node.text, "::".join(qualifier), None
    return "", "", None
