"""Which ops there are: `tfexplore ops`."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.answer import Answer, Searched
from tfexplore.answers.filters import NO_FILTERS, notes_on
from tfexplore.answers.names import match, nearest
from tfexplore.answers.unread import concerning
from tfexplore.index import kernels, ops

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfexplore.answers.filters import Filters
    from tfexplore.index.store import Index
    from tfexplore.model import OpDef, Unresolved


class FoundOp(Record):
    """An op, and how many kernels it has on each device."""

    op: OpDef
    devices: tuple[tuple[str, int], ...]


def find_ops(index: Index, patterns: Sequence[str] = (), filters: Filters = NO_FILTERS) -> Answer:
    """The ops that the patterns and filters pick, as `FoundOp`s; all of them without a pattern."""
    linked = index.names("op")
    universe = sorted({*linked, *index.names("op", unlinked=True)}) if filters.unlinked else linked
    if filters.dtype:
        from tfexplore.answers.filters import no_such_type

        nothing = Answer(index.state, "ops", tuple(patterns), "", (), (), (), Searched("op", len(universe)))
        refused = no_such_type(index, nothing, filters)
        if refused is not None:
            return refused
    if patterns:
        names = match(patterns, universe)
        found = ops.named(index, names)
    else:
        names = universe
        found = ops.every(index)
    if not filters.unlinked:
        found = tuple([op for op in found if op.linked_into is not None])
    notes: tuple[str, ...] = ()
    if filters.narrow:
        found = _narrowed(index, found, filters, everything=not patterns)
        notes = notes_on(index, filters)
    unread = concerning(index, "op", patterns, {op.name for op in found}, not patterns and not filters.narrow)
    searched = Searched("op", len(universe), filters.narrow)
    if not found:
        return _not_found(index, patterns, filters, searched, names, unread)
    if len(found) > 60:
        counts: dict[str, list[tuple[str, int]]] = {}
        for name, device, number in kernels.every_device(index, filters.unlinked):
            counts.setdefault(name, []).append((device, number))
        rows = tuple([FoundOp(op, tuple(counts.get(op.name, ()))) for op in found])
    else:
        rows = tuple([FoundOp(op, kernels.devices_of(index, op.name, filters.unlinked)) for op in found])
    return Answer(index.state, "ops", tuple(patterns), "found", rows, (), unread, searched, notes=notes)


def _narrowed(index: Index, found: tuple[OpDef, ...], filters: Filters, everything: bool) -> tuple[OpDef, ...]:
    """What the filters leave: where they ask for a kernel, there is one that fits them all."""
    from tfexplore.answers.filters import kernel_takes, matching_classes, op_takes
    from tfexplore.answers.names import match_paths

    if filters.file:
        files = set(match_paths((filters.file,), sorted({op.location.path for op in found})))
        found = tuple([op for op in found if op.location.path in files])
    type_, attr = filters.type_, filters.attr
    if type_:
        found = tuple([op for op in found if op_takes(op, type_, attr)])
    if filters.device or filters.kernel_class:
        had = kernels.every(index) if everything else kernels.of_ops(index, {op.name: None for op in found})
        if not filters.unlinked:
            had = tuple([kernel for kernel in had if kernel.linked_into is not None])
        if filters.device:
            from tfexplore.answers.devices import matching_devices

            devices = matching_devices(index, filters.device, filters.unlinked)
            had = tuple([kernel for kernel in had if kernel.device_type in devices])
        if filters.kernel_class:
            classes = matching_classes(filters.kernel_class, [kernel.kernel_class for kernel in had])
            had = tuple([kernel for kernel in had if kernel.kernel_class in classes])
        if type_:
            op_defs = {op.name: op for op in found}
            had = tuple([one for one in had if kernel_takes(one, op_defs.get(one.op), type_, attr)])
        with_kernel = {kernel.op for kernel in had}
        found = tuple([op for op in found if op.name in with_kernel])
    return found


def _not_found(
    index: Index,
    patterns: Sequence[str],
    filters: Filters,
    searched: Searched,
    names: Sequence[str],
    unread: tuple[Unresolved, ...],
) -> Answer:
    reason = ""
    if filters.narrow:
        from tfexplore.answers.unmatched import no_such_filter, together

        nothing = Answer(index.state, "ops", tuple(patterns), "not found", (), (), unread, searched)
        refused = no_such_filter(index, nothing, filters)
        if refused is not None:
            return refused
        reason = together(nothing, filters)
    hidden = () if filters.unlinked else tuple(match(patterns, index.names("op", unlinked=True)))
    if not patterns and not filters.narrow and not filters.unlinked:
        hidden = tuple(index.names("op", unlinked=True))
    known = tuple(names) if patterns else ()
    near = () if known else nearest(patterns, name_kinds(index, "op"))
    searched = searched._replace(unlinked=hidden, known=known, reason=reason)
    return Answer(index.state, "ops", tuple(patterns), "not found", (), near, unread, searched)


def name_kinds(index: Index, first: str) -> list[tuple[str, list[str]]]:
    """The names of every kind that a person may mean, one kind first."""
    kinds = (first, *[kind for kind in ("op", "endpoint", "wrapper", "keras", "swig") if kind != first])
    return [(kind, index.names(kind)) for kind in kinds]
