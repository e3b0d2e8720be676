"""The functions that register: those of the C API, and what the op registry offers.

Each does what the real one does to the values of the evaluator; a registration ends as a fact or as an `Unresolved`.
"""

from __future__ import annotations

from tfexplore.cpp.evaluator.machine import Machine, Native, NativeFunction
from tfexplore.cpp.evaluator.nodes import Node
from tfexplore.cpp.evaluator.values import VOID, Cell, Closure, Function, Object, Pointer, Status, Symbol, Unknown
from tfexplore.cpp.library import Library
from tfexplore.extract import ops
from tfexplore.extract.calls.account import NEW_KERNEL, NEW_OP, REGISTER, REGISTER_KERNEL, REGISTER_OP, Account
from tfexplore.extract.calls.builders import (
    KernelBuilder,
    OpBuilder,
    Place,
    UnreadableError,
    first_of,
    held_by,
    integer_of,
    text_of,
)
from tfexplore.extract.calls.op_messages import op_from_message
from tfexplore.model import Constraint, KernelDef, Location, OpDef

#: The classes of the registry; a type that names one of them takes part in a registration.
DATA = "OpRegistrationData"


class Registry(Native):
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


class Natives:
    """The functions that register, for the calls of one file."""

    def __init__(self, account: Account, library: Library) -> None:
        self.account = account
        self.library = library
        self.registry = Registry(self._register)

    def functions(self) -> dict[str, NativeFunction]:
        """The functions by name."""
        found: dict[str, NativeFunction] = {
            NEW_OP: self._new_op,
            REGISTER_OP: self._register_op,
            NEW_KERNEL: self._new_kernel,
            REGISTER_KERNEL: self._register_kernel,
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
            DATA: self._data,
            ".Register": self._register,
        }
        for method in ("Attr", "Input", "Output"):
            found[f"TF_OpDefinitionBuilderAdd{method}"] = self._op_method(method)
        for method in ops.FLAGS:
            found[f"TF_OpDefinitionBuilder{method}"] = self._op_method(method)
        found["TF_OpDefinitionBuilderDeprecated"] = self._op_method("Deprecated")
        found["TF_OpDefinitionBuilderSetShapeInferenceFunction"] = self._op_method("SetShapeFn")
        return found

    # -- the C API --

    def _new_op(self, machine: Machine, arguments: list[Cell], node: Node) -> object:
        made = OpBuilder(first_of(arguments), self.account.place(machine, node, NEW_OP))
        self.account.remember(made)
        return made

    def _op_builder(self, machine: Machine, arguments: list[Cell], node: Node) -> object:
        return OpBuilder(first_of(arguments), Place(0, self.account.extent(0, 0)))

    @staticmethod
    def _op_method(method: str) -> NativeFunction:
        def call(machine: Machine, arguments: list[Cell], node: Node) -> object:
            builder = held_by(arguments)
            if not isinstance(builder, OpBuilder):
                return VOID if isinstance(builder, Unknown) else NotImplemented
            if builder.call(method, arguments[1:], node, machine) is NotImplemented:
                builder.spoiled = Unknown(f"{method} has other parameters")
            return VOID

        return call

    def _register_op(self, machine: Machine, arguments: list[Cell], node: Node) -> object:
        builder = held_by(arguments)
        if isinstance(builder, OpBuilder):
            builder.registered = True
            self._op(machine, builder, NEW_OP, self.account.until(machine, builder.at, node))
        elif not (isinstance(builder, Unknown) and builder.given):
            place = self.account.place(machine, node, REGISTER_OP)
            self.account.note(REGISTER_OP, node.text, "the builder is not in sight", place.location)
        return VOID

    def _op(self, machine: Machine, builder: OpBuilder, macro: str, place: Place) -> None:
        try:
            made = self._built(builder, place)
        except UnreadableError as error:
            self.account.failed(macro, error, place, builder.name)
            return
        except ops.SpecError as error:
            self.account.note(macro, f'"{builder.name}"', str(error), place.location, str(builder.name))
            return
        if not self.account.doubtful(machine, macro, place, made.name):
            self.account.ops.append(made)

    def _built(self, builder: OpBuilder, place: Place) -> OpDef:
        if builder.spoiled is not None:
            raise UnreadableError(self.account.line(place.offset), builder.spoiled)
        name = text_of(builder.name, "the op's name")
        specs = {kind: [text_of(s, f"an {kind} spec") for s in found] for kind, found in builder.specs.items()}
        since = builder.deprecation
        deprecation = None if since is None else integer_of(since, "the deprecation version")
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
        made = KernelBuilder(first_of(arguments), device, self.account.place(machine, node, NEW_KERNEL))
        self.account.remember(made)
        return made

    @staticmethod
    def _kernel_part(machine: Machine, arguments: list[Cell], node: Node) -> object:
        builder = held_by(arguments)
        if not isinstance(builder, KernelBuilder):
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
        builder = held_by(arguments)
        if isinstance(builder, (OpBuilder, KernelBuilder)):
            builder.registered = True
        return VOID

    def _register_kernel(self, machine: Machine, arguments: list[Cell], node: Node) -> object:
        builder = arguments[1].value if len(arguments) > 1 else None
        builder = builder.cell.value if isinstance(builder, Pointer) and builder.cell is not None else builder
        if isinstance(builder, KernelBuilder):
            builder.registered = True
            place = self.account.until(machine, builder.at, node)
            try:
                made = self._kernel(builder, first_of(arguments), place)
            except UnreadableError as error:
                self.account.failed(NEW_KERNEL, error, place, builder.op)
                return VOID
            if not self.account.doubtful(machine, NEW_KERNEL, place, made.op):
                self.account.kernels.append(made)
        elif not (isinstance(builder, Unknown) and builder.given):
            place = self.account.place(machine, node, REGISTER_KERNEL)
            self.account.note(REGISTER_KERNEL, node.text, "the builder is not in sight", place.location)
        return VOID

    def _kernel(self, builder: KernelBuilder, name: object, place: Place) -> KernelDef:
        if builder.spoiled is not None:
            raise UnreadableError(self.account.line(place.offset), builder.spoiled)
        constraints = tuple(
            Constraint(text_of(attr, "the attr's name"), (self._dtype(dtype),)) for attr, dtype in builder.constraints
        )
        return KernelDef(
            text_of(builder.op, "the op's name"), text_of(builder.device, "the device"), constraints,
            tuple(text_of(h, "the argument's name") for h in builder.host), text_of(builder.label, "the label"),
            integer_of(builder.priority, "the priority"), name if isinstance(name, str) else "", None, "op_kernel",
            None, place.location,
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
        raise UnreadableError("", value if isinstance(value, Unknown) else Unknown("a type has no DT_*"))

    # -- the registry --

    @staticmethod
    def _data(machine: Machine, arguments: list[Cell], node: Node) -> object:
        made = Object(DATA)
        if len(arguments) == 1 and isinstance(arguments[0].value, Object) and arguments[0].value.type == DATA:
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
            if not isinstance(receiver, Unknown) or not isinstance(factory, Closure) or DATA not in factory.node.text:
                return NotImplemented
            place = self.account.place(machine, node, "Register")
            if not receiver.given:
                self.account.note(REGISTER, self.account.line(place.offset), receiver.reason, place.location)
            return VOID
        place = self.account.place(machine, node, "Register")
        self.account.check(len(self.account.ops))
        data = Object(DATA)
        data.fields["op_def"] = Cell(Object("OpDef"))
        if not isinstance(factory, (Closure, Function)):
            unseen = Unknown("the function that it is given is not in sight")
            cause = factory if isinstance(factory, Unknown) else unseen
            self.account.failed(REGISTER, UnreadableError(self.account.line(place.offset), cause), place, "")
            return VOID
        status = machine.call_value(factory, [Cell(Pointer(Cell(data)))], machine.program.main, node)
        self._registered(machine, data, status, place)
        return VOID

    def _registered(self, machine: Machine, data: Object, status: object, place: Place) -> None:
        text = self.account.line(place.offset)
        held = data.fields["op_def"].value if data.spoiled is None else data.spoiled
        name: object = ""
        if isinstance(held, OpBuilder):
            self._op(machine, held, REGISTER, place)
            return
        try:
            if isinstance(held, Object):
                name = held.fields["name"].value if "name" in held.fields else ""
                if held.spoiled is not None:
                    raise UnreadableError(text, held.spoiled)
            if isinstance(held, Unknown) or isinstance(status, Unknown):
                raise UnreadableError(text, held if isinstance(held, Unknown) else status)  # type: ignore[arg-type]
            if not isinstance(held, Object) or (isinstance(status, Status) and not status.ok):
                raise UnreadableError(text, Unknown("the registration fails"))
            function = data.fields["shape_inference_fn"].value if "shape_inference_fn" in data.fields else None
            shape_fn, where = self._shape_fn(function)
            made = op_from_message(held, shape_fn, where, place.location)
        except UnreadableError as error:
            said = UnreadableError(error.text or text, Unknown(str(error), error.given))
            self.account.failed(REGISTER, said, place, name)
            return
        if not self.account.doubtful(machine, REGISTER, place, made.name):
            self.account.ops.append(made)
