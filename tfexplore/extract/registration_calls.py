"""Registrations that are no macros: calls of the C API, and of the op registry itself.

::

    TF_OpDefinitionBuilder* b = TF_NewOpDefinitionBuilder("Pad");                // tensorflow/c/ops.h
    TF_OpDefinitionBuilderAddInput(b, "input: T");
    TF_RegisterOpDefinition(b, status);

    TF_KernelBuilder* k = TF_NewKernelBuilder("Pad", DEVICE_CPU, &New, &Run, &Delete);     // tensorflow/c/kernels.h
    TF_RegisterKernelBuilder("PadOp", k, status);

    for (Algorithm a : Algorithms())                                             // tensorflow/core/framework/op.h
      OpRegistry::Global()->Register([a](OpRegistrationData* data) -> Status { return Fill(a, data); });

They stand in functions, so the functions are run (`tfexplore.cpp.evaluator`): first the static initialisers that come
to such a call, then every function that does and was not called by those. A call whose data are what the function was
given registers nothing by itself: it is the mechanism by which others register. Every other call ends as a fact or as
an `Unresolved`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from tfexplore._record import Record
from tfexplore.cpp.evaluator.interpreter import Interpreter
from tfexplore.cpp.evaluator.limits import StoppedError
from tfexplore.cpp.evaluator.machine import Machine, Native, NativeFunction
from tfexplore.cpp.evaluator.nodes import Node
from tfexplore.cpp.evaluator.outline import Item
from tfexplore.cpp.evaluator.program import Program, Unit
from tfexplore.cpp.evaluator.values import (
    VOID,
    Cell,
    Closure,
    Function,
    Object,
    Pointer,
    Status,
    Symbol,
    Unknown,
    Vector,
)
from tfexplore.cpp.preprocessor import File
from tfexplore.cpp.resolve import Library, Resolver
from tfexplore.extract import ops
from tfexplore.model import ArgDef, AttrDef, Constraint, KernelDef, Location, OpDef, Unresolved

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfexplore.model import AttrValue

MAX_FACTS = 10_000

_NEW_OP, _REGISTER_OP = "TF_NewOpDefinitionBuilder", "TF_RegisterOpDefinition"
_NEW_KERNEL, _REGISTER_KERNEL = "TF_NewKernelBuilder", "TF_RegisterKernelBuilder"
_REGISTER = "OpRegistry::Register"
_SITE = re.compile(rf"\b({_NEW_OP}|{_NEW_KERNEL})\s*\(|(?:->|\.)\s*(Register)\s*\(")
_BUILDING = (
    _NEW_OP,
    _REGISTER_OP,
    _NEW_KERNEL,
    _REGISTER_KERNEL,
    r"TF_KernelBuilder_\w+",
    r"TF_OpDefinitionBuilder\w+",
)
#: The classes of the registry; a type that names one of them takes part in a registration.
_DATA = "OpRegistrationData"


class Calls(Record):
    """What the calls of one file register, and the other files that were read to tell."""

    ops: tuple[OpDef, ...] = ()
    kernels: tuple[KernelDef, ...] = ()
    unresolved: tuple[Unresolved, ...] = ()
    consulted: tuple[str, ...] = ()


def read(file: File, resolver: Resolver, open: Callable[[str], File | None]) -> Calls:
    """What the calls of a file register; `open` gives other files of the tree."""
    sites = {
        match.start(match.lastindex or 0): match.group(match.lastindex or 0) for match in _SITE.finditer(file.shape)
    }
    if "OpRegistry" not in file.shape:
        sites = {at: name for at, name in sites.items() if name != "Register"}
    if not sites:
        return Calls()
    return _Reading(file, resolver, open, sites).run()


class _OpBuilder(Native):
    """An `OpDefBuilder`, or a `TF_OpDefinitionBuilder`."""

    __slots__ = ("at", "deprecation", "flags", "machine", "name", "registered", "shape_fn", "specs")

    def __init__(self, name: object, at: _Place) -> None:
        super().__init__()
        self.name = name
        self.at = at
        self.specs: dict[str, list[object]] = {"Attr": [], "Input": [], "Output": []}
        self.flags: set[str] = set()
        self.deprecation: object = None
        self.shape_fn: object = None
        self.registered = False

    def call(self, name: str, arguments: list[Cell], node: Node, machine: Machine) -> object:
        machine.touch(self)
        first = arguments[0].value if arguments else None
        if name in self.specs and len(arguments) == 1:
            self.specs[name].append(first)
        elif name in ops.FLAGS:
            self.flag(ops.FLAGS[name], True if not arguments else first)
        elif name == "Deprecated" and arguments:
            self.deprecation = first
        elif name == "SetShapeFn" and arguments:
            self.shape_fn = _named(first, node)
        elif name == "Finalize" and len(arguments) == 1:
            target = first.cell.value if isinstance(first, Pointer) and first.cell is not None else first
            if not isinstance(target, Object):
                return Unknown("what is finalized is not in sight")
            machine.touch(target)
            target.fields["op_def"] = Cell(self)
            return Status(True)
        elif name != "Doc":
            return NotImplemented
        return self

    def flag(self, name: str, value: object) -> None:
        """Set a flag to a value."""
        if isinstance(value, Unknown):
            self.spoiled = value
        elif value:
            self.flags.add(name)
        else:
            self.flags.discard(name)


class _KernelBuilder(Native):
    """A `TF_KernelBuilder`."""

    __slots__ = ("at", "constraints", "device", "host", "label", "op", "priority", "registered")

    def __init__(self, op: object, device: object, at: _Place) -> None:
        super().__init__()
        self.op = op
        self.device = device
        self.at = at
        self.constraints: list[tuple[object, object]] = []
        self.host: list[object] = []
        self.label: object = ""
        self.priority: object = 0
        self.registered = False


class _Registry(Native):
    """The global op registry."""

    __slots__ = ("register",)

    def __init__(self, register: NativeFunction) -> None:
        super().__init__()
        self.register = register

    def call(self, name: str, arguments: list[Cell], node: Node, machine: Machine) -> object:
        """Call a method; only `Register` changes what is registered."""
        if name == "Register":
            return self.register(machine, [Cell(self), *arguments], node)
        return Unknown(f"what the registry holds at run time ({name})")


class _Place(Record):
    """Where a call of the file in hand is: the call site that a person would open."""

    offset: int
    location: Location


class _UnreadableError(Exception):
    """A part of a registration that is not static."""

    def __init__(self, text: str, cause: Unknown) -> None:
        super().__init__(cause.reason)
        self.text = text
        self.given = cause.given


class _Reading:
    """The reading of one file."""

    def __init__(
        self, file: File, resolver: Resolver, open: Callable[[str], File | None], sites: Mapping[int, str]
    ) -> None:
        self.file = file
        self.library: Library = resolver.library
        self.program = Program(file, resolver, open)
        self.sites = sites
        for item in self.program.main.items:
            # The definition of the C API's function itself, or its declaration.
            head = item.body if item.kind == "function" else item.end
            if item.name in (_NEW_OP, _NEW_KERNEL):
                self.sites = {at: name for at, name in self.sites.items() if not item.start <= at < head}
        self.reaching = self._reaching(self.program.main)
        through = {name for _, names in self.reaching.values() for name in names}
        names = (*_BUILDING, "Register", *sorted(through))
        self.wanted = re.compile(rf"\b(?:{'|'.join(names)})\b")
        self.machine = Interpreter(
            self.program, self._natives(), {"TF_OK": Symbol("TF_OK", 0), **self._c_types()}, self.wanted
        )
        self.ops: list[OpDef] = []
        self.kernels: list[KernelDef] = []
        self.unresolved: list[Unresolved] = []
        self.builders: list[_OpBuilder | _KernelBuilder] = []
        self.visited: set[int] = set()
        self.registry = _Registry(self._register)

    def _c_types(self) -> dict[str, object]:
        # The C API's enum has the names and the numbers of the other (tensorflow/c/tf_datatype.h).
        return {f"TF_{name[3:]}": Symbol(name, number) for name, number in self.library.enum.items()}

    # -- which functions are run --

    def run(self) -> Calls:
        """Run what comes to a site, and account for every site."""
        unit = self.program.main
        reaching = self.reaching
        for item in sorted(unit.items, key=lambda item: item.start):
            if item.kind == "variable" and not item.owner and (item.start, item.end) in reaching:
                self._run(unit, item)
        functions = [i for i in unit.items if i.kind == "function" and (i.start, i.end) in reaching]
        called = {name for f in functions for name in reaching[f.start, f.end][1]}
        # Functions that others call come later: their parameters are known then.
        for item in sorted(functions, key=lambda i: (i.name in called, i.start)):
            if (self.file.path, item.start) not in self.machine.entered:
                self._run(unit, item)
        covered = [(i.start, i.end) for i in unit.items if i.kind != "class"]
        for at, name in self.sites.items():
            if at not in self.visited and not any(start <= at < end for start, end in covered):
                self._note(
                    self._site_name(name), self._line(at), "no function that can be read is around it", self._at(at, at)
                )
        for builder in self.builders:
            if not builder.registered:
                self._abandoned(builder)
        consulted = tuple(path for path in self.program.opened() if path != self.file.path)
        return Calls(tuple(self.ops), tuple(self.kernels), tuple(self.unresolved), consulted)

    def _reaching(self, unit: Unit) -> dict[tuple[int, int], tuple[set[int], set[str]]]:
        """The definitions that come to a site: extent -> the sites, and the functions that it names on the way."""
        found: dict[tuple[int, int], tuple[set[int], set[str]]] = {}
        items = [i for i in unit.items if i.kind in ("function", "variable")]
        for item in items:
            inside = {at for at in self.sites if item.start <= at < item.end}
            if inside:
                found[item.start, item.end] = (inside, set())
        names = {i.name: i for i in items if (i.start, i.end) in found}
        words = {(i.start, i.end): set(_WORD.findall(self.file.shape, i.start, i.end)) for i in items}
        changed = True
        while changed:
            changed = False
            for item in items:
                key = (item.start, item.end)
                for name in words[key] & names.keys():
                    other = names[name]
                    if other is item or (item.kind == "variable" and name == item.name):
                        continue
                    sites, through = found.setdefault(key, (set(), set()))
                    new = found[other.start, other.end][0] - sites
                    if new or name not in through:
                        sites |= new
                        through.add(name)
                        names.setdefault(item.name, item)
                        changed = True
        return found

    def _run(self, unit: Unit, item: Item) -> None:
        last = max((m.start() for m in self.wanted.finditer(self.file.shape, item.start, item.end)), default=item.end)
        try:
            self.machine.run(unit, item, last)
        except StoppedError as stop:
            for at in sorted(self.reaching[item.start, item.end][0]):
                self._note(self._site_name(self.sites[at]), self._line(at), str(stop), self._at(at, at))
                self.visited.add(at)

    def _abandoned(self, builder: _OpBuilder | _KernelBuilder) -> None:
        name = builder.op if isinstance(builder, _KernelBuilder) else builder.name
        macro = _NEW_KERNEL if isinstance(builder, _KernelBuilder) else _NEW_OP
        if isinstance(name, Unknown):
            if not name.given:
                self._note(macro, self._line(builder.at.offset), name.reason, builder.at.location)
            return
        reason = (
            builder.spoiled.reason if builder.spoiled is not None else "it is built, but not registered in this file"
        )
        self._note(
            macro, self._line(builder.at.offset), reason, builder.at.location, name if isinstance(name, str) else ""
        )

    # -- places --

    def _site_name(self, name: str) -> str:
        return _REGISTER if name == "Register" else name

    def _line(self, at: int) -> str:
        end = self.file.code.find(";", at, at + 400)
        return self.file.code[at : end if end > 0 else at + 120]

    def _at(self, start: int, end: int) -> Location:
        line = self.file.source.line
        return Location(self.file.path, line(start), line(max(start, end)))

    def _place(self, node: Node, site: str) -> _Place:
        """Where a call stands; one in another file: the call in this file that led there."""
        function = node.fields.get("function")
        at = node.at
        if site == "Register" and function is not None:
            at = function.fields["field"].at
        inner = self.machine.frames[-1][0] if self.machine.frames else self.program.main
        if inner is self.program.main:
            self.visited.add(at)
            return _Place(at, self._at(node.at if site != "Register" else at, node.end - 1))
        for unit, call in reversed(self.machine.calls):
            if unit is self.program.main:
                return _Place(call.at, self._at(call.at, call.end - 1))
        return _Place(0, self._at(0, 0))

    def _note(self, macro: str, text: str, reason: str, location: Location, relates: str = "") -> None:
        made = Unresolved(macro, " ".join(text.split())[:80], reason, location, relates)
        if made not in self.unresolved:
            self.unresolved.append(made)

    def _failed(self, macro: str, error: _UnreadableError, place: _Place, relates: object) -> None:
        if not error.given:
            name = relates if isinstance(relates, str) else ""
            self._note(macro, error.text, str(error), place.location, name)

    def _doubtful(self, macro: str, place: _Place, relates: str) -> bool:
        doubt = self.machine.doubt
        if doubt is None:
            return False
        self._note(
            macro, self._line(place.offset), f"whether it is registered: {doubt.reason}", place.location, relates
        )
        return True

    # -- the C API --

    def _natives(self) -> dict[str, NativeFunction]:
        found: dict[str, NativeFunction] = {
            _NEW_OP: self._new_op,
            _REGISTER_OP: self._register_op,
            _NEW_KERNEL: self._new_kernel,
            _REGISTER_KERNEL: self._register_kernel,
            "TF_KernelBuilder_TypeConstraint": self._kernel_part,
            "TF_KernelBuilder_HostMemory": self._kernel_part,
            "TF_KernelBuilder_Priority": self._kernel_part,
            "TF_KernelBuilder_Label": self._kernel_part,
            "TF_DeleteKernelBuilder": self._deleted,
            "TF_DeleteOpDefinitionBuilder": self._deleted,
            "TF_NewStatus": lambda machine, arguments, node: Object("TF_Status"),
            "TF_DeleteStatus": lambda machine, arguments, node: VOID,
            "TF_GetCode": lambda machine, arguments, node: Symbol("TF_OK", 0),
            "TF_Message": lambda machine, arguments, node: "",
            "TF_SetStatus": lambda machine, arguments, node: VOID,
            "OpRegistry::Global": lambda machine, arguments, node: self.registry,
            "OpDefBuilder": self._op_builder,
            _DATA: self._data,
            ".Register": self._register,
        }
        for method in ("Attr", "Input", "Output"):
            found[f"TF_OpDefinitionBuilderAdd{method}"] = self._op_method(method)
        for method in ops.FLAGS:
            found[f"TF_OpDefinitionBuilder{method}"] = self._op_method(method)
        found["TF_OpDefinitionBuilderDeprecated"] = self._op_method("Deprecated")
        found["TF_OpDefinitionBuilderSetShapeInferenceFunction"] = self._op_method("SetShapeFn")
        return found

    def _new_op(self, machine: Machine, arguments: list[Cell], node: Node) -> object:
        made = _OpBuilder(_first(arguments), self._place(node, _NEW_OP))
        self._remember(made)
        return made

    def _remember(self, builder: _OpBuilder | _KernelBuilder) -> None:
        if len(self.builders) >= MAX_FACTS:
            raise StoppedError(f"it registers over {MAX_FACTS} things")
        self.builders.append(builder)

    def _op_builder(self, machine: Machine, arguments: list[Cell], node: Node) -> object:
        return _OpBuilder(_first(arguments), _Place(0, self._at(0, 0)))

    @staticmethod
    def _op_method(method: str) -> NativeFunction:
        def call(machine: Machine, arguments: list[Cell], node: Node) -> object:
            builder = _held(arguments)
            if not isinstance(builder, _OpBuilder):
                return VOID if isinstance(builder, Unknown) else NotImplemented
            if builder.call(method, arguments[1:], node, machine) is NotImplemented:
                builder.spoiled = Unknown(f"{method} has other parameters")
            return VOID

        return call

    def _register_op(self, machine: Machine, arguments: list[Cell], node: Node) -> object:
        builder = _held(arguments)
        if isinstance(builder, _OpBuilder):
            builder.registered = True
            self._op(builder, _NEW_OP, self._until(builder.at, node))
        elif not (isinstance(builder, Unknown) and builder.given):
            self._note(_REGISTER_OP, node.text, "the builder is not in sight", self._place(node, _REGISTER_OP).location)
        return VOID

    def _until(self, place: _Place, node: Node) -> _Place:
        """From where a builder is made to where it is registered."""
        if self.machine.frames and self.machine.frames[-1][0] is self.program.main and node.at > place.offset:
            end = self.file.source.line(node.end - 1)
            return place._replace(location=place.location._replace(end_line=max(end, place.location.end_line)))
        return place

    def _op(self, builder: _OpBuilder, macro: str, place: _Place) -> None:
        try:
            made = self._built(builder, place)
        except _UnreadableError as error:
            self._failed(macro, error, place, builder.name)
            return
        except ops.SpecError as error:
            self._note(macro, f'"{builder.name}"', str(error), place.location, str(builder.name))
            return
        if not self._doubtful(macro, place, made.name):
            self.ops.append(made)

    def _built(self, builder: _OpBuilder, place: _Place) -> OpDef:
        if builder.spoiled is not None:
            raise _UnreadableError(self._line(place.offset), builder.spoiled)
        name = _text(builder.name, "the op's name")
        specs = {kind: [_text(s, f"an {kind} spec") for s in found] for kind, found in builder.specs.items()}
        deprecation = None if builder.deprecation is None else _integer(builder.deprecation, "the deprecation version")
        shape_fn, where = self._shape_fn(builder.shape_fn)
        return ops.finalize(
            name, specs["Attr"], specs["Input"], specs["Output"], set(builder.flags), deprecation, shape_fn,
            self.library, place.location,
        )._replace(shape_fn_location=where)  # fmt: skip

    def _shape_fn(self, value: object) -> tuple[str | None, Location | None]:
        if isinstance(value, Function):
            return value.name, None
        if isinstance(value, Closure):
            line = value.unit.file.source.line
            return "lambda", Location(value.unit.file.path, line(value.node.at), line(value.node.end - 1))
        if isinstance(value, Symbol):
            return value.name, None
        if isinstance(value, Pointer) and value.cell is not None:
            return self._shape_fn(value.cell.value)
        return None, None

    def _new_kernel(self, machine: Machine, arguments: list[Cell], node: Node) -> object:
        device = arguments[1].value if len(arguments) > 1 else Unknown("the device is missing")
        made = _KernelBuilder(_first(arguments), device, self._place(node, _NEW_KERNEL))
        self._remember(made)
        return made

    @staticmethod
    def _kernel_part(machine: Machine, arguments: list[Cell], node: Node) -> object:
        builder = _held(arguments)
        if not isinstance(builder, _KernelBuilder):
            return VOID if isinstance(builder, Unknown) else NotImplemented
        machine.touch(builder)
        method = node.fields["function"].text.rpartition("_")[2]
        values = [a.value for a in arguments[1:]]
        if method == "TypeConstraint" and len(values) > 1:
            builder.constraints.append((values[0], values[1]))
        elif method == "HostMemory" and values:
            builder.host.append(values[0])
        elif method == "Priority" and values:
            builder.priority = values[0]
        elif method == "Label" and values:
            builder.label = values[0]
        else:
            builder.spoiled = Unknown(f"{method} lacks an argument")
        return VOID

    @staticmethod
    def _deleted(machine: Machine, arguments: list[Cell], node: Node) -> object:
        builder = _held(arguments)
        if isinstance(builder, (_OpBuilder, _KernelBuilder)):
            builder.registered = True
        return VOID

    def _register_kernel(self, machine: Machine, arguments: list[Cell], node: Node) -> object:
        builder = arguments[1].value if len(arguments) > 1 else None
        builder = builder.cell.value if isinstance(builder, Pointer) and builder.cell is not None else builder
        if isinstance(builder, _KernelBuilder):
            builder.registered = True
            place = self._until(builder.at, node)
            try:
                made = self._kernel(builder, _first(arguments), place)
            except _UnreadableError as error:
                self._failed(_NEW_KERNEL, error, place, builder.op)
                return VOID
            if not self._doubtful(_NEW_KERNEL, place, made.op):
                self.kernels.append(made)
        elif not (isinstance(builder, Unknown) and builder.given):
            place = self._place(node, _REGISTER_KERNEL)
            self._note(_REGISTER_KERNEL, node.text, "the builder is not in sight", place.location)
        return VOID

    def _kernel(self, builder: _KernelBuilder, name: object, place: _Place) -> KernelDef:
        if builder.spoiled is not None:
            raise _UnreadableError(self._line(place.offset), builder.spoiled)
        constraints = tuple(
            Constraint(_text(attr, "the attr's name"), (self._dtype(dtype),)) for attr, dtype in builder.constraints
        )
        return KernelDef(
            _text(builder.op, "the op's name"), _text(builder.device, "the device"), constraints,
            tuple(_text(h, "the argument's name") for h in builder.host), _text(builder.label, "the label"),
            _integer(builder.priority, "the priority"), name if isinstance(name, str) else "", None, "op_kernel", None,
            place.location,
        )  # fmt: skip

    def _dtype(self, value: object) -> str:
        if isinstance(value, Symbol) and value.name in self.library.enum:
            return value.name
        if isinstance(value, Symbol) and value.name.removesuffix("_REF") in self.library.enum:
            return value.name
        number = value.number if isinstance(value, Symbol) else value
        if isinstance(number, int):
            for name, other in self.library.enum.items():
                if other == number:
                    return name
        raise _UnreadableError("", value if isinstance(value, Unknown) else Unknown("a type has no DT_*"))

    # -- the registry --

    @staticmethod
    def _data(machine: Machine, arguments: list[Cell], node: Node) -> object:
        made = Object(_DATA)
        if len(arguments) == 1 and isinstance(arguments[0].value, Object) and arguments[0].value.type == _DATA:
            return NotImplemented
        if arguments:
            made.fields["op_def"] = Cell(arguments[0].value)
            if len(arguments) > 1:
                made.fields["shape_inference_fn"] = Cell(arguments[1].value)
        else:
            made.fields["op_def"] = Cell(Object("OpDef"))
        return made

    def _register(self, machine: Machine, arguments: list[Cell], node: Node) -> object:
        """`OpRegistry::Global()->Register(factory)`."""
        receiver, factory = arguments[0].value, arguments[1].value if len(arguments) == 2 else None
        receiver = receiver.cell.value if isinstance(receiver, Pointer) and receiver.cell is not None else receiver
        if receiver is not self.registry:
            # Another object's method, unless it takes what the registry takes.
            if not isinstance(receiver, Unknown) or not isinstance(factory, Closure) or _DATA not in factory.node.text:
                return NotImplemented
            place = self._place(node, "Register")
            if not receiver.given:
                self._note(_REGISTER, self._line(place.offset), receiver.reason, place.location)
            return VOID
        place = self._place(node, "Register")
        if len(self.ops) >= MAX_FACTS:
            raise StoppedError(f"it registers over {MAX_FACTS} things")
        data = Object(_DATA)
        data.fields["op_def"] = Cell(Object("OpDef"))
        if not isinstance(factory, (Closure, Function)):
            cause = (
                factory if isinstance(factory, Unknown) else Unknown("the function that it is given is not in sight")
            )
            self._failed(_REGISTER, _UnreadableError(self._line(place.offset), cause), place, "")
            return VOID
        status = machine.call_value(factory, [Cell(Pointer(Cell(data)))], self.program.main, node)
        self._registered(data, status, place)
        return VOID

    def _registered(self, data: Object, status: object, place: _Place) -> None:
        text = self._line(place.offset)
        held = data.fields["op_def"].value if data.spoiled is None else data.spoiled
        name: object = ""
        if isinstance(held, _OpBuilder):
            self._op(held, _REGISTER, place)
            return
        try:
            if isinstance(held, Object):
                name = held.fields["name"].value if "name" in held.fields else ""
                if held.spoiled is not None:
                    raise _UnreadableError(text, held.spoiled)
            if isinstance(held, Unknown) or isinstance(status, Unknown):
                raise _UnreadableError(text, held if isinstance(held, Unknown) else status)  # type: ignore[arg-type]
            if not isinstance(held, Object) or (isinstance(status, Status) and not status.ok):
                raise _UnreadableError(text, Unknown("the registration fails"))
            function = data.fields["shape_inference_fn"].value if "shape_inference_fn" in data.fields else None
            shape_fn, where = self._shape_fn(function)
            made = op_from_message(held, shape_fn, where, place.location)
        except _UnreadableError as error:
            self._failed(_REGISTER, _UnreadableError(error.text or text, Unknown(str(error), error.given)), place, name)
            return
        if not self._doubtful(_REGISTER, place, made.name):
            self.ops.append(made)


_WORD = re.compile(r"[A-Za-z_]\w*")
_NAME = re.compile(r"(?:::)?[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*")


def _named(function: object, call: Node) -> object:
    """A function that is given as the last argument of a call: a lambda, or the name as it is written."""
    listed = call.fields["arguments"].kids if "arguments" in call.fields else []
    text = listed[-1].text.lstrip("&").strip() if listed else ""
    return Function(text) if not isinstance(function, Closure) and _NAME.fullmatch(text) else function


def _first(arguments: list[Cell]) -> object:
    return arguments[0].value if arguments else Unknown("an argument is missing")


def _held(arguments: list[Cell]) -> object:
    value = _first(arguments)
    return value.cell.value if isinstance(value, Pointer) and value.cell is not None else value


def _text(value: object, what: str) -> str:
    if isinstance(value, str):
        return value
    cause = value if isinstance(value, Unknown) else Unknown("is no string")
    raise _UnreadableError("", Unknown(f"{what} is computed at run time: {cause.reason}", cause.given))


def _integer(value: object, what: str) -> int:
    if isinstance(value, int):
        return int(value)
    cause = value if isinstance(value, Unknown) else Unknown("is no number")
    raise _UnreadableError("", Unknown(f"{what} is computed at run time: {cause.reason}", cause.given))


# -- op_def.proto ------------------------------------------------------------------------------------------------------

_OP_FIELDS = frozenset(["name", "input_arg", "output_arg", "attr", "is_stateful", "is_commutative", "is_aggregate",
                        "allows_uninitialized_input", "deprecation"])  # fmt: skip
_ARG_FIELDS = frozenset(["name", "type", "type_attr", "type_list_attr", "number_attr", "is_ref"])
_ATTR_FIELDS = frozenset(["name", "type", "default_value", "has_minimum", "minimum", "allowed_values"])
#: Texts for people, and what later releases added.
_PROSE = frozenset(["summary", "description", "control_output", "explanation", "version"])


def op_from_message(
    message: Object, shape_fn: str | None, shape_fn_location: Location | None, location: Location
) -> OpDef:
    """An `OpDef` message as a fact. Raises what `_UnreadableError` says."""
    _check(message, _OP_FIELDS)
    name = _field(message, "name", str, "")
    if not name:
        raise _UnreadableError("", Unknown("the op has no name"))
    deprecation = None
    if "deprecation" in message.fields:
        deprecation = _field(_message(message.fields["deprecation"].value), "version", int, 0)
    return OpDef(
        name,
        tuple(_argument(m) for m in _repeated(message, "input_arg")),
        tuple(_argument(m) for m in _repeated(message, "output_arg")),
        tuple(_attr(m) for m in _repeated(message, "attr")),
        _field(message, "is_stateful", bool, False), _field(message, "is_commutative", bool, False),
        _field(message, "is_aggregate", bool, False), _field(message, "allows_uninitialized_input", bool, False),
        deprecation, shape_fn, shape_fn_location, None, location,
    )  # fmt: skip


def _message(value: object) -> Object:
    if isinstance(value, Object) and value.spoiled is None:
        return value
    cause = value if isinstance(value, Unknown) else value.spoiled if isinstance(value, Object) else None
    raise _UnreadableError("", cause or Unknown("a field is no message"))


def _check(message: Object, known: frozenset[str]) -> None:
    for name in message.fields:
        if name not in known and name not in _PROSE:
            raise _UnreadableError("", Unknown(f"the field {name} is not one that tfexplore knows"))


def _field(message: Object, name: str, kind: type, default: object) -> Any:
    value = message.fields[name].value if name in message.fields else default
    if isinstance(value, Unknown):
        raise _UnreadableError("", Unknown(f"{name} is computed at run time: {value.reason}", value.given))
    if kind is bool and isinstance(value, (bool, int)):
        return bool(value)
    if kind is int and isinstance(value, bool):
        return int(value)
    if not isinstance(value, kind):
        raise _UnreadableError("", Unknown(f"{name} is not understood"))
    return value


def _repeated(message: Object, name: str) -> list[Object]:
    value = message.fields[name].value if name in message.fields else Vector()
    if isinstance(value, Object) and value.spoiled is None and not value.fields:
        return []
    if not isinstance(value, Vector) or value.spoiled is not None:
        cause = value if isinstance(value, Unknown) else value.spoiled if isinstance(value, Vector) else None
        raise _UnreadableError("", cause or Unknown(f"{name} is not understood"))
    return [_message(item.value) for item in value.items]


def _type(value: object) -> str:
    if isinstance(value, Symbol) and value.name.startswith("DT_"):
        return value.name
    raise _UnreadableError("", value if isinstance(value, Unknown) else Unknown("a type has no DT_*"))


def _argument(message: Object) -> ArgDef:
    _check(message, _ARG_FIELDS)
    return ArgDef(
        _field(message, "name", str, ""),
        _type(message.fields["type"].value) if "type" in message.fields else None,
        _field(message, "type_attr", str, "") or None,
        _field(message, "type_list_attr", str, "") or None,
        _field(message, "number_attr", str, "") or None,
        _field(message, "is_ref", bool, False),
    )


def _attr(message: Object) -> AttrDef:
    _check(message, _ATTR_FIELDS)
    kind = _field(message, "type", str, "")
    has_default = "default_value" in message.fields
    default = _value(_message(message.fields["default_value"].value)) if has_default else None
    allowed = None
    if "allowed_values" in message.fields:
        listed = _value(_message(message.fields["allowed_values"].value))
        allowed = tuple(str(v) for v in listed) if isinstance(listed, tuple) else ()
    minimum = _field(message, "minimum", int, 0) if _field(message, "has_minimum", bool, False) else None
    return AttrDef(_field(message, "name", str, ""), kind, has_default, default, allowed, minimum)


def _value(message: Object) -> AttrValue:
    """An `AttrValue`: the member of its oneof that was set last."""
    if not message.fields:
        raise _UnreadableError("", Unknown("a value was never set"))
    name, cell = list(message.fields.items())[-1]
    if name == "list":
        listed = _message(cell.value).fields
        if len(listed) > 1:
            raise _UnreadableError("", Unknown("a list of several kinds"))
        for kind, items in listed.items():
            held = items.value
            if not isinstance(held, Vector) or held.spoiled is not None:
                raise _UnreadableError("", Unknown("a list is not understood"))
            return tuple(_single(kind, item.value) for item in held.items)
        return ()
    return _single(name, cell.value)


def _single(kind: str, value: object) -> AttrValue:
    if isinstance(value, Unknown):
        raise _UnreadableError("", value)
    if kind == "s" and isinstance(value, str):
        return value
    if kind == "b" and isinstance(value, (bool, int)):
        return bool(value)
    if kind == "i" and isinstance(value, (bool, int)):
        return int(value)
    if kind == "f" and isinstance(value, (int, float)):
        return ops.float32(float(value))
    if kind == "type":
        return _type(value)
    raise _UnreadableError("", Unknown(f"a value of the kind {kind} is not understood"))
