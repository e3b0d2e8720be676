"""Which kernels there are, and where one is missing: `tfexplore kernels`."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.answer import Answer, Searched
from tfexplore.answers.filters import NO_FILTERS
from tfexplore.answers.names import match, nearest
from tfexplore.answers.unread import concerning
from tfexplore.index import kernels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfexplore.answers.filters import Filters
    from tfexplore.index.store import Index
    from tfexplore.model import KernelDef, OpDef


#: Of as many ops that nobody has named the context is asked; more are shown without a matrix.
MOST_OPS = 60


class LeftOut(Record):
    """The kernels of the ops asked for that the filters left out; `type_` is the type that was asked for, or empty."""

    kernels: tuple[KernelDef, ...]
    type_: str


class MissingKernel(Record):
    """An op that has kernels, and none on a device; `op_def` is None for an op that only kernels name."""

    op: str
    device_type: str
    elsewhere: tuple[tuple[str, int], ...]
    op_def: OpDef | None


def find_kernels(
    index: Index, patterns: Sequence[str] = (), filters: Filters = NO_FILTERS, with_ops: bool = False
) -> Answer:
    """The kernels that the patterns (names of ops) and filters pick, as `KernelDef`s; all of them without a pattern.

    `with_ops` adds the OpDefs of the ops to the answer's context, and what filters left out of their kernels.
    """
    names, universe = _names(index, patterns, filters)
    if filters.dtype:
        from tfexplore.answers.filters import no_such_type

        nothing = Answer(index.state, "kernels", tuple(patterns), "", (), (), (), Searched("kernel", len(universe)))
        refused = no_such_type(index, nothing, filters)
        if refused is not None:
            return refused
    if patterns:
        found = kernels.of_ops(index, names)
    elif filters.file or filters.device:
        found = _from_columns(index, filters)
    else:
        found = kernels.every(index)
    if not filters.unlinked:
        found = tuple([kernel for kernel in found if kernel.linked_into is not None])
    if filters.narrow:
        found = _narrowed(index, found, filters)
    searched = Searched("kernel", len(universe), filters.narrow)
    unread = concerning(index, "kernel", patterns, names if patterns else (), not patterns and not filters.narrow)
    answer = Answer(index.state, "kernels", tuple(patterns), "found", found, (), unread, searched)
    if not found:
        return _not_found(index, answer, names, filters)
    if with_ops and (patterns or filters.narrow):
        return answer._replace(context=_context(index, names if patterns else (), found, filters))
    return answer


def _context(
    index: Index, names: Sequence[str], found: tuple[KernelDef, ...], filters: Filters
) -> tuple[OpDef | LeftOut, ...]:
    """The OpDefs of named ops, or of those that few kernels are of, and what filters left out of their kernels."""
    from tfexplore.index import ops

    asked = list(names) or list(dict.fromkeys([kernel.op for kernel in found]))
    if not names and len(asked) > MOST_OPS:
        return ()
    op_defs = ops.named(index, asked)
    if not filters.narrow:
        return op_defs
    from tfexplore.answers.filters import type_name

    kept = set(found)
    rest = [kernel for kernel in kernels.of_ops(index, asked) if kernel not in kept]
    left_out = tuple([kernel for kernel in rest if filters.unlinked or kernel.linked_into is not None])
    return (*op_defs, LeftOut(left_out, type_name(filters.dtype) if filters.dtype else ""))


def find_missing(index: Index, device: str, patterns: Sequence[str] = (), filters: Filters = NO_FILTERS) -> Answer:
    """The ops that have a kernel on some device and none on this one, as `MissingKernel`s.

    A kernel for the device DEFAULT serves every device. Compilation kernels (XLA) are another registry: they neither
    count as a kernel elsewhere nor here, unless the device asked for is one of theirs.
    """
    from tfexplore.index import ops

    devices = kernels.device_types(index)
    picked = match((device,), devices)
    counts: dict[str, dict[str, int]] = {}
    for name, at, number in kernels.every_device(index, filters.unlinked):
        counts.setdefault(name, {})[at] = number
    searched = Searched("device", len(devices), filtered=True)
    answer = Answer(index.state, "kernels", tuple(patterns), "not found", (), (), (), searched)
    if not picked:
        searched = searched._replace(wanted=device)
        return answer._replace(nearest=nearest((device,), [("device", devices)]), searched=searched)
    target = picked[0]
    compiled = target.endswith("_JIT")
    serving = {target} if compiled else {target, "DEFAULT"}
    names = match(patterns, sorted(counts)) if patterns else sorted(counts)
    rows = []
    for name in names:
        here = {at: number for at, number in counts[name].items() if compiled or not at.endswith("_JIT")}
        if here and not serving & here.keys():
            op_defs = ops.named(index, (name,))
            rows.append(MissingKernel(name, target, tuple(sorted(here.items())), op_defs[0] if op_defs else None))
    if rows:
        return answer._replace(answer="found", results=tuple(rows))
    known = index.names("op")
    return answer._replace(
        nearest=nearest(patterns, [("op", known)]) if not names else (),
        searched=Searched("kernel", len(counts), filtered=True, known=tuple(names) if patterns else ()),
    )


def _names(index: Index, patterns: Sequence[str], filters: Filters) -> tuple[list[str], list[str]]:
    """The names of ops that patterns pick, and the names with kernels; an op without kernels answers for itself."""
    universe = index.names("kernel")
    known = index.names("op")
    if filters.unlinked:
        universe = sorted({*universe, *index.names("kernel", unlinked=True)})
        known = sorted({*known, *index.names("op", unlinked=True)})
    if not patterns:
        return universe, universe
    return match(patterns, sorted({*universe, *known})), universe


def _from_columns(index: Index, filters: Filters) -> tuple[KernelDef, ...]:
    """What file and device leave over, decided before rows become records."""
    files = devices = None
    if filters.file:
        from tfexplore.answers.names import match_paths

        numbered = index.path_numbers()
        picked = set(match_paths((filters.file,), [path for _, path in numbered]))
        files = [number for number, path in numbered if path in picked]
    if filters.device:
        devices = match((filters.device,), kernels.device_types(index))
    return kernels.within(index, files, devices)


def _narrowed(index: Index, found: tuple[KernelDef, ...], filters: Filters) -> tuple[KernelDef, ...]:
    from tfexplore.answers.filters import kernel_takes, matching_classes, type_name
    from tfexplore.answers.names import match_paths
    from tfexplore.index import ops

    if filters.file:
        files = set(match_paths((filters.file,), sorted({kernel.location.path for kernel in found})))
        found = tuple([kernel for kernel in found if kernel.location.path in files])
    if filters.device:
        devices = set(match((filters.device,), kernels.device_types(index)))
        found = tuple([kernel for kernel in found if kernel.device_type in devices])
    if filters.kernel_class:
        classes = matching_classes(filters.kernel_class, [kernel.kernel_class for kernel in found])
        found = tuple([kernel for kernel in found if kernel.kernel_class in classes])
    if filters.dtype:
        type_ = type_name(filters.dtype)
        op_defs = {op.name: op for op in ops.named(index, sorted({kernel.op for kernel in found}))}
        found = tuple([kernel for kernel in found if kernel_takes(kernel, op_defs.get(kernel.op), type_)])
    return found


def _not_found(index: Index, answer: Answer, names: list[str], filters: Filters) -> Answer:
    patterns = answer.query
    hidden = () if filters.unlinked else tuple(match(patterns, index.names("kernel", unlinked=True)))
    near = () if names else nearest(patterns, [("op", index.names("op")), ("endpoint", index.names("endpoint"))])
    devices = kernels.device_types(index)
    if filters.device and not match((filters.device,), devices):
        searched = Searched("device", len(devices), filtered=True, wanted=filters.device)
        return answer._replace(
            answer="not found", nearest=nearest((filters.device,), [("device", devices)]), searched=searched
        )
    searched = answer.searched._replace(unlinked=hidden, known=tuple(names) if patterns else ())
    return answer._replace(answer="not found", nearest=near, searched=searched)
