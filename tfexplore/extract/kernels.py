"""Kernel registrations: `REGISTER_KERNEL_BUILDER` and `REGISTER_XLA_OP` statements to `KernelDef`s.

::

    REGISTER_KERNEL_BUILDER(Name("Pad").Device(DEVICE_GPU).TypeConstraint<float>("T"), PadOp<GPUDevice, float>);

follows `KernelDefBuilder` (`tensorflow/core/framework/kernel_def_builder.cc`) and `XlaOpRegistrationBuilder`
(`tensorflow/compiler/tf2xla/xla_op_registry.cc`).
"""

from __future__ import annotations

from tfexplore.cpp import lexer, syntax
from tfexplore.cpp.expansion import Statement
from tfexplore.cpp.resolve import Resolver
from tfexplore.model import Constraint, KernelDef, Unresolved

#: The device of an XLA registration that names none: it is made for every XLA backend.
ANY_XLA_DEVICE = "XLA_*_JIT"
#: The list of types of each XLA device, by which it is registered (`REGISTER_XLA_BACKEND` in `xla_cpu_backend.cc` and
#: `xla_gpu_backend.cc`). `XlaOpRegistry::RegisterCompilationKernels` makes kernels for no other types; what its filters
#: add for ops that they name (strings for Const and Assert) is not read.
_DEVICE_TYPES = {"XLA_CPU_JIT": "kCpuAllTypes", "XLA_GPU_JIT": "kGpuAllTypes"}
#: What an XLA registration takes besides those.
_BESIDES = {
    "AllowResourceTypes": "DT_RESOURCE",
    "AllowStringType": "DT_STRING",
    "AllowVariantTypes": "DT_VARIANT",
}
SINKS = frozenset(["REGISTER_KERNEL_BUILDER", "REGISTER_SYSTEM_KERNEL_BUILDER", "REGISTER_XLA_OP"])
#: Methods of the builders that change nothing in the KernelDef.
_SILENT = frozenset(["CompilationOnly", "CompileTimeConstantInput", "CompileTimeConstInput", "IsMetadataOp",
                     "Build"])  # fmt: skip


class _UnreadableError(Exception):
    """A part of a registration that is not static: the part, and why."""

    def __init__(self, tokens: tuple[str, ...], reason: str) -> None:
        super().__init__(reason)
        self.text = lexer.join(tokens)[:80]


def read(statement: Statement, resolver: Resolver) -> KernelDef | Unresolved:
    """The kernel that a statement registers, or why it cannot be told."""
    try:
        return _kernel(statement, resolver)
    except _UnreadableError as failure:
        relates = _op_name(statement, resolver)
        return Unresolved(statement.sink, failure.text, str(failure), statement.location, relates or "")


def _op_name(statement: Statement, resolver: Resolver) -> str | None:
    chain = syntax.call_chain(statement.arguments[0]) if statement.arguments else None
    return resolver.string(chain[0].arguments[0]) if chain and chain[0].arguments else None


def _string(tokens: tuple[str, ...], resolver: Resolver, what: str) -> str:
    value = resolver.string(tokens)
    if value is None:
        unseen = ", or by what no file in sight defines" if "::" in tokens else ""
        raise _UnreadableError(tokens, f"{what} is computed at run time{unseen}")
    return value


def _argument(call: syntax.Call, index: int = 0) -> tuple[str, ...]:
    if index >= len(call.arguments):
        raise _UnreadableError((call.name,), f"{call.name} lacks an argument")
    return call.arguments[index]


def _kernel(statement: Statement, resolver: Resolver) -> KernelDef:
    xla = statement.sink == "REGISTER_XLA_OP"
    if len(statement.arguments) < 2:
        raise _UnreadableError(tuple(t for a in statement.arguments for t in a), "a builder and a class are expected")
    builder = statement.arguments[0]
    if xla and (by_name := _by_name(statement, resolver)) is not None:
        return by_name
    chain = syntax.call_chain(builder)
    if not chain:
        raise _UnreadableError(builder, "not a chain of calls")
    first = chain[0]
    if first.name not in ("Name", "XlaOpRegistrationBuilder"):
        raise _UnreadableError(builder, "the builder does not start with Name(...)")
    op = _string(_argument(first), resolver, "the op's name")
    devices: list[str] = []
    constraints: list[Constraint] = []
    host: list[str] = []
    besides: list[str] = []
    label, priority = "", 0
    for call in chain[1:]:
        if call.name == "Device":
            named = _devices(_argument(call), resolver)
            if "" in named:
                raise _UnreadableError(_argument(call), "the name of the device is empty")
            devices = [*devices, *named] if xla else named  # a kernel's builder keeps the last one
        elif call.name == "TypeConstraint":
            constraints.append(_constraint(call, resolver))
        elif call.name == "AttrConstraint":
            constraints.append(
                Constraint(_string(_argument(call), resolver, "the attr's name"), _values(call, resolver))
            )
        elif call.name == "HostMemory":
            host.append(_string(_argument(call), resolver, "the argument's name"))
        elif call.name == "Label":
            label = _string(_argument(call), resolver, "the label")
        elif call.name == "Priority":
            value = resolver.integer(_argument(call))
            if value is None:
                raise _UnreadableError(_argument(call), "the priority is computed at run time")
            priority = value
        elif call.name in _BESIDES:
            besides.append(_BESIDES[call.name])
        elif call.name not in _SILENT:
            raise _UnreadableError((call.name,), f"the builder has no method {call.name} that tfexplore knows")
    if not devices and not xla:
        raise _UnreadableError(builder, "the registration names no device")
    # The class may contain commas (`Op<A, B>`), which the preprocessor took for separators.
    parts: list[str] = []
    for argument in statement.arguments[1:]:
        parts.extend((",", *argument))
    return KernelDef(
        op, ", ".join(devices) or ANY_XLA_DEVICE, tuple(constraints), tuple(host), label, priority,
        _class_text(tuple(parts[1:])), None, "xla" if xla else "op_kernel", None, statement.location,
        statement.expansion, _type_limit(devices, besides, resolver) if xla else (),
    )  # fmt: skip


def _by_name(statement: Statement, resolver: Resolver) -> KernelDef | None:
    """The kernel of the form that releases up to 1.1 have: `REGISTER_XLA_OP("Pad", PadOp)`."""
    if len(statement.arguments[0]) > 1 or (op := resolver.string(statement.arguments[0])) is None:
        return None
    parts = tuple(t for argument in statement.arguments[1:] for t in (",", *argument))
    return KernelDef(
        op, ANY_XLA_DEVICE, (), (), "", 0, _class_text(parts[1:]), None, "xla", None, statement.location,
        statement.expansion,
    )  # fmt: skip


def left_open(statement: Statement, made: KernelDef) -> Unresolved | None:
    """What a registration that is read does not tell of its kernel; None where that is nothing."""
    if statement.sink != "REGISTER_XLA_OP" or len(statement.arguments[0]) > 1:
        return None
    reason = "the devices and types of this kernel are said by REGISTER_XLA_KERNEL, which is not read"
    return Unresolved(statement.sink, lexer.join(statement.arguments[0])[:80], reason, statement.location, made.op)


def _type_limit(devices: list[str], besides: list[str], resolver: Resolver) -> tuple[str, ...]:
    """The types of the XLA devices that a registration is for, and those besides; empty where one is not known."""
    found: dict[str, None] = {}
    for device in devices or _DEVICE_TYPES:
        types = resolver.dtypes((_DEVICE_TYPES[device],)) if device in _DEVICE_TYPES else None
        if not types:
            return ()
        found.update(dict.fromkeys(types))
    return tuple(dict.fromkeys([*found, *besides]))


def _devices(tokens: tuple[str, ...], resolver: Resolver) -> list[str]:
    if tokens[:1] == ("{",):
        return [_string(part, resolver, "the device") for part in syntax.split_arguments(tokens[1:-1]) if part]
    return [_string(tokens, resolver, "the device")]


def _constraint(call: syntax.Call, resolver: Resolver) -> Constraint:
    name = _string(_argument(call), resolver, "the attr's name")
    if call.template:
        dtype = resolver.dtype(call.template)
        if dtype is None:
            raise _UnreadableError(call.template, resolver.why_no_dtype(call.template))
        return Constraint(name, (dtype,))
    tokens = _argument(call, 1)
    types = resolver.dtypes(tokens)
    if types is None:
        raise _UnreadableError(tokens, "not a list of types that can be read statically")
    return Constraint(name, types)


def _values(call: syntax.Call, resolver: Resolver) -> tuple[str, ...]:
    """The values that `AttrConstraint` allows: one, or a list in braces."""
    tokens = _argument(call, 1)
    listed = syntax.split_arguments(tokens[1:-1]) if tokens[:1] == ("{",) else [tokens]
    values = []
    for part in filter(None, listed):
        if part in (("true",), ("false",)):
            values.append(part[0])
            continue
        number = resolver.integer(part)
        values.append(str(number) if number is not None else _string(part, resolver, "a value of the constraint"))
    return tuple(values)


def _class_text(tokens: tuple[str, ...]) -> str:
    """The class as written, without the brackets that keep its commas together in a macro call."""
    while len(tokens) > 2 and tokens[0] == "(" and tokens[-1] == ")":
        tokens = tokens[1:-1]
    return lexer.join(tokens)
