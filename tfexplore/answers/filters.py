"""What narrows a list of ops or kernels down: a file, a device, a type, a kernel class."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tfexplore.answers.answer import Answer
    from tfexplore.index.store import Index
    from tfexplore.model import AttrDef, KernelDef, OpDef


class Filters(Record):
    """Each is a pattern as `answers/names.py` takes them, or None; `unlinked` adds what no shipped library links.

    `dtype` is a type, or the type of one attr: `int32`, `Tidx=int32`.
    """

    file: str | None = None
    device: str | None = None
    dtype: str | None = None
    kernel_class: str | None = None
    unlinked: bool = False

    @property
    def narrow(self) -> bool:
        """Whether anything but the names decides."""
        return bool(self.file or self.device or self.dtype or self.kernel_class)

    @property
    def attr(self) -> str:
        """The attr that is to have the type; empty for any attr or argument."""
        return (self.dtype or "").rpartition("=")[0].strip()

    @property
    def type_(self) -> str:
        """The proto's name of the type; empty without one."""
        return type_name(self.dtype.rpartition("=")[2]) if self.dtype else ""


NO_FILTERS = Filters()

#: How Python spells the types that TensorFlow's protos name otherwise.
_PYTHON_NAMES = {"float16": "HALF", "float32": "FLOAT", "float64": "DOUBLE", "str": "STRING", "boolean": "BOOL"}


def type_name(text: str) -> str:
    """The proto's name of a type: `float`, `float32`, `tf.float32` and `DT_FLOAT` are all `DT_FLOAT`."""
    name = text.strip().lower()
    for prefix in ("tf.", "dtypes.", "dt_"):
        name = name.removeprefix(prefix)
    if not name.isidentifier():
        raise UsageError(f"{text!r} is no type; write it as in float32, half or DT_FLOAT")
    return "DT_" + _PYTHON_NAMES.get(name, name.upper())


def no_such_type(index: Index, answer: Answer, filters: Filters) -> Answer | None:
    """The answer to a filter by a type, or an attr, that neither an op nor a kernel names; None where one does."""
    if not filters.dtype:
        return None
    from tfexplore.index import kernels

    wanted = filters.type_
    if filters.attr:
        refused = _no_such_attr(index, answer, filters.attr)
        if refused is not None:
            return refused
    known = kernels.constrained_types(index)
    if wanted in known:
        return None
    from tfexplore.answers.answer import Searched
    from tfexplore.answers.names import nearest
    from tfexplore.index import ops
    from tfexplore.spec_text import type_text

    for op in ops.every(index):
        known.update([arg.type for arg in (*op.input_arg, *op.output_arg) if arg.type])
        known.update([type_ for attr in op.attr if "type" in attr.type for type_ in attr.allowed_values or ()])
    if wanted in known:
        return None
    names = sorted([type_text(type_) for type_ in known])
    said = filters.dtype.rpartition("=")[2]
    searched = Searched("type", len(names), filtered=True, wanted=said, choices=tuple(names))
    near = nearest((type_text(wanted),), [("type", names)], limit=3)
    return answer._replace(answer="not found", results=(), nearest=near, searched=searched)


def _no_such_attr(index: Index, answer: Answer, wanted: str) -> Answer | None:
    from tfexplore.index import ops

    names = {attr.name for op in ops.every(index) for attr in op.attr if attr.type in _TYPED}
    if wanted in names:
        return None
    from tfexplore.answers.answer import NearName, Searched
    from tfexplore.answers.names import nearest

    searched = Searched("attr that is a type", len(names), filtered=True, wanted=wanted)
    near = tuple([NearName(one, searched.kind) for one in sorted(names) if one.lower() == wanted.lower()])
    near = near or nearest((wanted,), [(searched.kind, sorted(names))], limit=3)
    return answer._replace(answer="not found", results=(), nearest=near, searched=searched)


#: The kinds of attrs that hold types.
_TYPED = ("type", "list(type)")


def op_takes(op: OpDef, type_: str, attr: str = "") -> bool:
    """Whether the OpDef allows a type somewhere: an argument that has it, or an attr that may; or in one attr."""
    if not attr and any(arg.type == type_ for arg in (*op.input_arg, *op.output_arg)):
        return True
    return any(
        one.type in _TYPED
        and (not attr or one.name == attr)
        and (one.allowed_values is None or type_ in one.allowed_values)
        for one in op.attr
    )


def kernel_takes(kernel: KernelDef, op: OpDef | None, type_: str, attr: str = "") -> bool:
    """Whether a kernel takes a type: a constraint names it, or the OpDef allows it where no constraint stands.

    With `attr` it is that attr which has to have the type. What is beyond the limit of the kernel's registry it takes
    nowhere but where the OpDef has that very type.
    """
    free: tuple[AttrDef, ...] = ()
    if not kernel.type_limit or type_ in kernel.type_limit:
        if any(type_ in one.allowed_values and (not attr or one.name == attr) for one in kernel.constraint):
            return True
        constrained = {constraint.name for constraint in kernel.constraint}
        free = tuple([one for one in op.attr if one.name not in constrained]) if op is not None else ()
    return op is not None and op_takes(op._replace(attr=free), type_, attr)


def op_defs_of(index: Index, names: Iterable[str]) -> dict[str, OpDef]:
    """The OpDef of each name that has one: of several the one that a library links, else the first."""
    from tfexplore.index import ops

    found: dict[str, OpDef] = {}
    for op in ops.named(index, names):
        known = found.get(op.name)
        if known is None or (known.linked_into is None and op.linked_into is not None):
            found[op.name] = op
    return found


def class_base(kernel_class: str) -> str:
    """A class without its template arguments: `Conv2DOp<CPUDevice, float>` is `Conv2DOp`."""
    return kernel_class.partition("<")[0].strip()


def matching_classes(pattern: str, classes: Iterable[str]) -> set[str]:
    """The classes that a pattern picks, by name or, when it holds a `<`, as instantiated."""
    from tfexplore.answers.names import match

    all_classes: Sequence[str] = sorted(set(classes))
    if "<" in pattern:
        return set(match((pattern,), all_classes))
    bases = set(match((pattern,), sorted({class_base(one) for one in all_classes})))
    return {one for one in all_classes if class_base(one) in bases}


def notes_on(index: Index, filters: Filters) -> tuple[str, ...]:
    """What has to be known of an answer with these filters."""
    if not filters.device:
        return ()
    from tfexplore.answers.devices import compiling_notes, matching_devices

    return compiling_notes(index, matching_devices(index, filters.device, filters.unlinked))
