"""Where a kernel is missing: `tfexplore kernels --missing DEVICE`.

Of ops the filters mean this: `dtype` a type that the op allows and that no kernel on the device takes; `file`, `class`
and `device` which kernels count as those that there are elsewhere.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.answer import Answer, Searched
from tfexplore.answers.devices import (
    COMPILES,
    compiles_for,
    device_names,
    matching_devices,
    no_such_device,
    stands_for,
)
from tfexplore.answers.filters import NO_FILTERS, kernel_takes, no_such_type, op_defs_of, op_takes
from tfexplore.answers.kernels import MissingKernel, MissingTypes
from tfexplore.answers.names import match, nearest
from tfexplore.errors import UsageError
from tfexplore.index import kernels
from tfexplore.spec_text import type_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tfexplore.answers.filters import Filters
    from tfexplore.index.store import Index
    from tfexplore.model import KernelDef, OpDef


class _Device:
    """The device that is asked for, and what a kernel stored under another is to it."""

    def __init__(self, index: Index, name: str, filters: Filters) -> None:
        self.name = name
        self.compiles = name.endswith(COMPILES)
        #: Devices whose kernels serve this one: its own, and those for every device.
        stored = kernels.device_types(index, filters.unlinked)
        self.serving = {one for one in stored if one == name or stands_for(one, name)}
        if not self.compiles:
            self.serving.add("DEFAULT")
        #: Devices that compile, whose kernels this one gets at run time.
        self.at_run_time = compiles_for(index, name, filters.unlinked)
        self.asked = matching_devices(index, filters.device, filters.unlinked) if filters.device else set()

    def elsewhere(self, device: str) -> bool:
        """Whether a kernel stored under a device is one that this device has not.

        Kernels that compile are another registry: they count where this device, or the filter, is one of theirs.
        """
        if device in self.serving or (self.asked and device not in self.asked):
            return False
        return self.compiles or not device.endswith(COMPILES) or device in self.at_run_time or device in self.asked

    def passed_over(self, found: Iterable[KernelDef]) -> list[str]:
        """The devices that compile for which kernels are, and not counted, because nobody named them."""
        if self.compiles or self.asked:
            return []
        return sorted(
            {
                one.device_type
                for one in found
                if one.device_type.endswith(COMPILES) and not self.elsewhere(one.device_type)
            }
        )


def find_missing(index: Index, device: str, patterns: Sequence[str] = (), filters: Filters = NO_FILTERS) -> Answer:
    """The ops that have a kernel on some device and none on this one, as `MissingKernel`s.

    A kernel for the device DEFAULT serves every device; kernels that compile are of another registry, and counted only
    where they are named, or serve the device at run time: the notes say so where there are any. An op asked for by its
    very name that does have a kernel there is answered with the types that only kernels elsewhere take. With a type
    among the filters an op that has kernels is missing there where it allows the type and no kernel on the device takes
    it.
    """
    searched = Searched("kernel", len(kernels.op_names(index, filters.unlinked)), filtered=True)
    answer = Answer(index.state, "kernels", tuple(patterns), "not found", (), (), (), searched)
    refused = (
        no_such_device(index, answer, device, filters.unlinked)
        or (filters.device and no_such_device(index, answer, filters.device, filters.unlinked))
        or no_such_type(index, answer, filters)
        or _no_such_filter(index, answer, filters)
    )
    if refused:
        return refused
    picked = match((device,), device_names(index, filters.unlinked))
    target = _Device(index, device if device in picked else picked[0], filters)
    if target.asked and target.asked <= target.serving:
        raise UsageError(
            f"--device says where else a kernel is, so {filters.device!r} leaves nothing of --missing {target.name};"
            " name another device, or leave --device out"
        )
    universe = kernels.op_names(index, filters.unlinked)
    names = match(patterns, universe) if patterns else universe
    by_op = _by_op(index, names if patterns else None, filters)
    op_defs = op_defs_of(index, names)
    named = {pattern.lower() for pattern in patterns}
    rows = []
    for name in names:
        row = _row(name, by_op.get(name, []), op_defs.get(name), target, filters, name.lower() in named)
        if row is not None:
            rows.append(row)
    passed_over = target.passed_over([one for found in by_op.values() for one in found])
    if rows:
        notes = (*_notes(target, filters, rows), *([_not_counted(passed_over)] if passed_over else []))
        return answer._replace(answer="found", results=tuple(rows), notes=notes)
    complete = [name for name in names if any(one.device_type in target.serving for one in by_op.get(name, ()))]
    reason = ""
    if patterns and complete and len(complete) == len(names) and not filters.narrow:
        reason = f"for each type that a kernel elsewhere takes in an attr, there is one on {target.name}"
    if patterns and passed_over:
        reason = f"{reason}; {_not_counted(passed_over)}" if reason else _not_counted(passed_over)
    return answer._replace(
        nearest=nearest(patterns, [("op", index.names("op"))]) if not names else (),
        searched=searched._replace(known=tuple(names) if patterns else (), reason=reason),
    )


def _not_counted(devices: Sequence[str]) -> str:
    """That kernels which compile are passed over, and how to ask for them."""
    some = ", ".join(devices)
    asked = f"--device '{devices[0]}'"
    return f"kernels that compile ({some}) are another registry, and not counted as elsewhere; {asked} counts them"


def _no_such_filter(index: Index, answer: Answer, filters: Filters) -> Answer | None:
    if not (filters.file or filters.kernel_class):
        return None
    from tfexplore.answers.unmatched import no_such_filter

    return no_such_filter(index, answer, filters)


def _by_op(index: Index, names: Sequence[str] | None, filters: Filters) -> dict[str, list[KernelDef]]:
    found: dict[str, list[KernelDef]] = {}
    for kernel in kernels.every(index) if names is None else kernels.of_ops(index, names):
        if filters.unlinked or kernel.linked_into is not None:
            found.setdefault(kernel.op, []).append(kernel)
    return found


def _row(
    name: str, all_kernels: Sequence[KernelDef], op: OpDef | None, target: _Device, filters: Filters, named: bool
) -> MissingKernel | None:
    """What an op misses on a device; None for one that misses nothing, or that the filters leave out."""
    here = [one for one in all_kernels if one.device_type in target.serving]
    there = _picked([one for one in all_kernels if target.elsewhere(one.device_type)], filters)
    # An op whose kernels only compile is none that lacks a kernel elsewhere.
    if not any(target.elsewhere(one.device_type) and one.device_type not in target.at_run_time for one in there):
        return None
    type_, attr = filters.type_, filters.attr
    if type_:
        if op is None or not op_takes(op, type_, attr) or any(kernel_takes(one, op, type_, attr) for one in here):
            return None
        there = [one for one in there if kernel_takes(one, op, type_, attr)]
        if (filters.file or filters.kernel_class or filters.device) and not there:
            return None
        return MissingKernel(name, target.name, _counted(there), op)
    types = _missing_types(here, there, op) if here and named else ()
    if here and not types:
        return None
    return MissingKernel(name, target.name, _counted(there), op, types)


def _picked(found: list[KernelDef], filters: Filters) -> list[KernelDef]:
    """The kernels that file and class leave."""
    if filters.file:
        from tfexplore.answers.names import match_paths

        files = set(match_paths((filters.file,), sorted({one.location.path for one in found})))
        found = [one for one in found if one.location.path in files]
    if filters.kernel_class:
        from tfexplore.answers.filters import matching_classes

        classes = matching_classes(filters.kernel_class, [one.kernel_class for one in found])
        found = [one for one in found if one.kernel_class in classes]
    return found


def _counted(found: Iterable[KernelDef]) -> tuple[tuple[str, int], ...]:
    counts: dict[str, int] = {}
    for one in found:
        counts[one.device_type] = counts.get(one.device_type, 0) + 1
    return tuple(sorted(counts.items()))


def _missing_types(here: Sequence[KernelDef], there: Sequence[KernelDef], op: OpDef | None) -> tuple[MissingTypes, ...]:
    """The types of each attr that kernels there take and none here."""
    allowed: Mapping[str, tuple[str, ...] | None] = {
        attr.name: attr.allowed_values for attr in (op.attr if op else ()) if attr.type in ("type", "list(type)")
    }
    names = dict.fromkeys([*allowed, *[part.name for one in (*here, *there) for part in one.constraint]])
    missing = []
    for name in names:
        has, wants = _taken(here, name, allowed.get(name)), _taken(there, name, allowed.get(name))
        if has is None:
            continue
        if wants is None:
            missing.append(MissingTypes(name, (), tuple(has)))
            continue
        types = tuple([type_ for type_ in wants if type_ not in has])
        if types:
            missing.append(MissingTypes(name, types))
    return tuple(missing)


def _taken(found: Iterable[KernelDef], attr: str, allowed: tuple[str, ...] | None) -> dict[str, None] | None:
    """The types that some kernel takes for an attr, in order; None where one takes any."""
    types: dict[str, None] = {}
    for one in found:
        taken = one.types_of(attr, allowed)
        if taken is None:
            return None
        types.update(dict.fromkeys(taken))
    return types


def _notes(target: _Device, filters: Filters, rows: Sequence[MissingKernel]) -> tuple[str, ...]:
    """What the filters meant, and what the device gets at run time."""
    notes = []
    type_ = type_text(filters.type_) + (f" for {filters.attr}" if filters.attr else "")
    if filters.type_:
        nowhere = sum(not one.elsewhere for one in rows)
        said = f"--dtype: ops that allow {type_}, and of which no kernel on {target.name} takes it"
        notes.append(said + (f"; of {nowhere:,} of them no kernel elsewhere does" if nowhere else ""))
    given = [
        ("--file", "in a file that matches", filters.file),
        ("--class", "of this class", filters.kernel_class),
        ("--device", "for this device", filters.device),
    ]
    flags = [flag for flag, _, value in given if value]
    if flags:
        where = " and ".join([words for _, words, value in given if value])
        notes.append(f"{', '.join(flags)}: ops with a kernel elsewhere that is {where}")
    compiled = sum(any(device in target.at_run_time for device, _ in one.elsewhere) for one in rows)
    if compiled:
        them = "1 of these has" if compiled == 1 else f"{compiled:,} of these have"
        notes.append(
            f"{them} a kernel for {', '.join(sorted(target.at_run_time))}: at run time {target.name} compiles, and gets"
            " those kernels too when a process makes its first session (but for those that are registered as"
            " CompilationOnly, which is not indexed)"
        )
    return tuple(notes)
