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
    """Each is a pattern as `answers/names.py` takes them, or None; `unlinked` adds what no shipped library links."""

    file: str | None = None
    device: str | None = None
    dtype: str | None = None
    kernel_class: str | None = None
    unlinked: bool = False

    @property
    def narrow(self) -> bool:
        """Whether anything but the names decides."""
        return bool(self.file or self.device or self.dtype or self.kernel_class)


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
    """The answer to a filter by a type that neither an op nor a kernel of the index names; None where one does."""
    if not filters.dtype:
        return None
    from tfexplore.index import kernels

    wanted = type_name(filters.dtype)
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
    searched = Searched("type", len(names), filtered=True, wanted=filters.dtype, choices=tuple(names))
    near = nearest((type_text(wanted),), [("type", names)], limit=3)
    return answer._replace(answer="not found", results=(), nearest=near, searched=searched)


def op_takes(op: OpDef, type_: str) -> bool:
    """Whether the OpDef allows a type somewhere: an argument that has it, or an attr that may."""
    if any(arg.type == type_ for arg in (*op.input_arg, *op.output_arg)):
        return True
    return any(
        attr.type in ("type", "list(type)") and (attr.allowed_values is None or type_ in attr.allowed_values)
        for attr in op.attr
    )


def kernel_takes(kernel: KernelDef, op: OpDef | None, type_: str) -> bool:
    """Whether a kernel takes a type: a constraint names it, or the OpDef allows it where no constraint stands.

    What is beyond the limit of the kernel's registry it takes nowhere but where the OpDef has that very type.
    """
    free: tuple[AttrDef, ...] = ()
    if not kernel.type_limit or type_ in kernel.type_limit:
        if any(type_ in constraint.allowed_values for constraint in kernel.constraint):
            return True
        constrained = {constraint.name for constraint in kernel.constraint}
        free = tuple([attr for attr in op.attr if attr.name not in constrained]) if op is not None else ()
    return op is not None and op_takes(op._replace(attr=free), type_)


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
