"""Which kernels there are: `tfexplore kernels`; where one is missing says `answers/missing_kernels.py`."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.answer import Answer, Searched
from tfexplore.answers.filters import NO_FILTERS, notes_on, op_defs_of
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
    """The kernels of the ops asked for that the filters left out; `type_` is the type that was asked for, or empty,
    `attr` the attr that was to have it.
    """

    kernels: tuple[KernelDef, ...]
    type_: str
    attr: str = ""


class MissingTypes(Record):
    """The types of an attr that kernels elsewhere take and none on a device: these, or all but some."""

    name: str
    types: tuple[str, ...]
    all_but: tuple[str, ...] = ()


class MissingKernel(Record):
    """An op that has kernels, and none on a device; `op_def` is None for an op that only kernels name.

    `elsewhere` counts the kernels on other devices: those that filters ask for. `types` is what is missing of an op
    that does have kernels on the device, where it was asked for by its name.
    """

    op: str
    device_type: str
    elsewhere: tuple[tuple[str, int], ...]
    op_def: OpDef | None
    types: tuple[MissingTypes, ...] = ()


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
    notes = notes_on(index, filters) if found and filters.narrow else ()
    unread = concerning(index, "kernel", patterns, names if patterns else (), not patterns and not filters.narrow)
    answer = Answer(index.state, "kernels", tuple(patterns), "found", found, (), unread, searched, notes=notes)
    if not found:
        return _not_found(index, answer, names, filters)
    if with_ops and (patterns or filters.narrow):
        return answer._replace(context=_context(index, names if patterns else (), found, filters))
    return answer


def _context(
    index: Index, names: Sequence[str], found: tuple[KernelDef, ...], filters: Filters
) -> tuple[OpDef | LeftOut, ...]:
    """The OpDefs of named ops, or of those that few kernels are of, and what filters left out of their kernels."""
    asked = list(names) or list(dict.fromkeys([kernel.op for kernel in found]))
    if not names and len(asked) > MOST_OPS:
        return ()
    op_defs = tuple(op_defs_of(index, asked).values())
    if not filters.narrow:
        return op_defs
    kept = set(found)
    rest = [kernel for kernel in kernels.of_ops(index, asked) if kernel not in kept]
    left_out = tuple([kernel for kernel in rest if filters.unlinked or kernel.linked_into is not None])
    return (*op_defs, LeftOut(left_out, filters.type_, filters.attr))


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
        from tfexplore.answers.devices import matching_devices

        devices = sorted(matching_devices(index, filters.device, filters.unlinked))
    return kernels.within(index, files, devices)


def _narrowed(index: Index, found: tuple[KernelDef, ...], filters: Filters) -> tuple[KernelDef, ...]:
    from tfexplore.answers.filters import kernel_takes, matching_classes
    from tfexplore.answers.names import match_paths

    if filters.file:
        files = set(match_paths((filters.file,), sorted({kernel.location.path for kernel in found})))
        found = tuple([kernel for kernel in found if kernel.location.path in files])
    if filters.device:
        from tfexplore.answers.devices import matching_devices

        devices = matching_devices(index, filters.device, filters.unlinked)
        found = tuple([kernel for kernel in found if kernel.device_type in devices])
    if filters.kernel_class:
        classes = matching_classes(filters.kernel_class, [kernel.kernel_class for kernel in found])
        found = tuple([kernel for kernel in found if kernel.kernel_class in classes])
    type_, attr = filters.type_, filters.attr
    if type_:
        op_defs = op_defs_of(index, sorted({kernel.op for kernel in found}))
        found = tuple([kernel for kernel in found if kernel_takes(kernel, op_defs.get(kernel.op), type_, attr)])
    return found


def _not_found(index: Index, answer: Answer, names: list[str], filters: Filters) -> Answer:
    patterns = answer.query
    hidden = () if filters.unlinked else tuple(match(patterns, index.names("kernel", unlinked=True)))
    near = () if names else nearest(patterns, [("op", index.names("op")), ("endpoint", index.names("endpoint"))])
    reason = ""
    if filters.narrow:
        from tfexplore.answers.unmatched import no_such_filter, together

        refused = no_such_filter(index, answer, filters)
        if refused is not None:
            return refused
        reason = together(answer, filters)
    if not patterns and not filters.narrow and not filters.unlinked:
        hidden = tuple(index.names("kernel", unlinked=True))
    known = tuple(names) if patterns else ()
    searched = answer.searched._replace(unlinked=hidden, known=known, reason=reason)
    return answer._replace(answer="not found", nearest=near, searched=searched)
