"""What changed between two indexes: ops, kernels, gradients, SWIG names and endpoints, as plain values.

Facts are compared by what they mean, not by where they stand: a registration that moved is no change. An op or kernel
belongs to the library that registers it, so one that moved from a library loaded on demand into the main binary is
removed there and added here; a graph finds it in the main binary all the same, and what is breaking says so.

Where one index knows libraries by build files and the other by paths, the libraries are not compared (`linkage_notes`).

A kernel is the same for its op, device and types, and has changed where its label, priority, host memory or class did.
Names in C++ are compared as far as they are sure to mean something else: without namespaces, and of template arguments
only those that contradict each other (`instances.can_be`). A lambda is a lambda.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.compatibility import breaking_changes
from tfexplore.answers.instances import can_be
from tfexplore.index import api, gradients, kernels, ops, swig, unresolved
from tfexplore.model import CONDITIONAL, Endpoint, GradientFunction, KernelDef, Location, OpDef, SourceState, SwigName
from tfexplore.templates import template_arguments, without_templates

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
    from typing import Any, TypeVar

    from tfexplore.index.store import Index
    from tfexplore.model import Unresolved

    Subject = OpDef | KernelDef | GradientFunction | SwigName | Endpoint
    Fact = TypeVar("Fact", OpDef, KernelDef, GradientFunction, SwigName, Endpoint)

#: The library that `import tensorflow` loads.
MAIN = "tensorflow"
#: The ops that a note names.
_SOME = 5
KINDS = ("op", "kernel", "gradient", "swig", "endpoint")


class Change(Record):
    """One difference: `before` is None for what was added, `after` for what was removed.

    `compatible` and `breaking` are given for ops: whether graphs of the older release still load, and what breaks.
    """

    kind: str
    change: str
    name: str
    before: Subject | None
    after: Subject | None
    compatible: bool | None = None
    breaking: tuple[str, ...] = ()


class Diff(Record):
    """The changes between two states of the source, and how many facts of each kind were compared."""

    before: SourceState
    after: SourceState
    changes: tuple[Change, ...]
    compared: tuple[tuple[str, int, int], ...]


def diff(before: Index, after: Index, kinds: Iterable[str] = KINDS, unlinked: bool = False) -> Diff:
    """The differences of two indexes; without `unlinked` only of what a library of the build registers."""
    changes: list[Change] = []
    compared: list[tuple[str, int, int]] = []
    for kind in kinds:
        old, new, found = _COMPARISONS[kind](before, after, unlinked)
        compared.append((kind, old, new))
        changes += found
    return Diff(before.state, after.state, tuple(changes), tuple(compared))


_Compared = tuple[int, int, list[Change]]
_NOWHERE = Location("", 0, 0)


def _ops(before: Index, after: Index, unlinked: bool) -> _Compared:
    alike = _linked_alike(before, after)
    key_of = _op_key if alike else _op_name
    old = _by((op for op in ops.every(before) if unlinked or op.linked_into is not None), key_of)
    new = _by((op for op in ops.every(after) if unlinked or op.linked_into is not None), key_of)
    places: dict[str, str] = dict(sorted(new, key=lambda key: bool(key[1] == MAIN)))
    changes = []
    for key in sorted(old.keys() | new.keys()):
        was, now = old.get(key, []), new.get(key, [])
        # A name is registered once a library; a test's tree may hold more, and then they go in pairs.
        for i in range(max(len(was), len(now))):
            one, other = was[i] if i < len(was) else None, now[i] if i < len(now) else None
            if one is None and other is not None:
                changes.append(Change("op", "added", key[0], None, other, True))
            elif other is None and one is not None:
                breaking = _breaks(one, places.get(key[0]), new)
                changes.append(Change("op", "removed", key[0], one, None, not breaking, breaking))
            elif one is not None and other is not None and not _same_op(one, other, alike):
                breaking = tuple(breaking_changes(one, other))
                changes.append(Change("op", "changed", key[0], one, other, not breaking, breaking))
    return _size(old), _size(new), changes


def _breaks(op: OpDef, place: str | None, new: Mapping[tuple[str, str], list[OpDef]]) -> tuple[str, ...]:
    """What a graph stumbles over when a library no longer registers an op, and `place` does."""
    if not place:
        return ("op removed",)
    if place != MAIN:
        return (f"op moved to {place}",)
    return tuple(breaking_changes(op, new[op.name, place][0]))


def _op_key(op: OpDef) -> tuple[str, str]:
    return op.name, op.linked_into or ""


def _op_name(op: OpDef) -> tuple[str, str]:
    return op.name, ""


def _linked_alike(before: Index, after: Index) -> bool:
    """Whether both indexes know in the same way which library registers something."""
    return before.state.linkage == after.state.linkage


def linkage_notes(before: Index, after: Index) -> tuple[str, ...]:
    """That libraries are not compared, where the indexes know them in two ways."""
    if _linked_alike(before, after):
        return ()
    sides = [f"{_named(one.state, which)} by {one.state.linkage}" for one, which in _sides(before, after)]
    return (
        f"which library registers something is known of {' and of '.join(sides)}: libraries are not compared, and what "
        "one of them alone takes for linked (tests, contrib) is told as added or removed",
    )


def unread(before: Index, after: Index, changes: Sequence[Change]) -> tuple[tuple[Unresolved, ...], tuple[str, ...]]:
    """The sites that either index could not read of an op that changes are told of, and notes on them."""
    names = {one.name for one in changes if one.kind in ("op", "kernel", "gradient")}
    sites: list[Unresolved] = []
    notes = []
    for index, which in _sides(before, after):
        found = [one for one in unresolved.every(index) if one.relates in names and one.reason != CONDITIONAL]
        sites += found
        if found:
            ops_ = sorted({one.relates for one in found})
            more = f" and {len(ops_) - _SOME} more" if len(ops_) > _SOME else ""
            count = "1 registration" if len(found) == 1 else f"{len(found):,} registrations"
            notes.append(
                f"{_named(index.state, which)} has {count} that could not be read, of {', '.join(ops_[:_SOME])}{more}: "
                "what is told of these may be that alone"
            )
    return tuple(sites), tuple(notes)


def _sides(before: Index, after: Index) -> tuple[tuple[Index, str], tuple[Index, str]]:
    return (before, "BEFORE"), (after, "AFTER")


def _named(state: SourceState, otherwise: str) -> str:
    return state.tag or otherwise


def _same_op(one: OpDef, other: OpDef, libraries: bool) -> bool:
    if not libraries:
        one, other = one._replace(linked_into=None), other._replace(linked_into=None)
    return _meaning(one) == _meaning(other) and same_shape_fn(one, other)


def same_shape_fn(one: OpDef, other: OpDef) -> bool:
    """Whether two ops have one shape function, by its name without namespaces, or both a lambda, or none."""
    return _unqualified(one.shape_fn) == _unqualified(other.shape_fn)


def _unqualified(name: str | None) -> str | None:
    return without_templates(name).rpartition("::")[2] if name else None


def _meaning(op: OpDef) -> OpDef:
    """An op without where it stands, and without its shape function, which has names of its own."""
    return op._replace(location=_NOWHERE, expansion=(), shape_fn=None, shape_fn_location=None)


def _kernels(before: Index, after: Index, unlinked: bool) -> _Compared:
    key_of = _kernel_key if _linked_alike(before, after) else _kernel_key_anywhere
    old = _by((k for k in kernels.every(before) if unlinked or k.linked_into is not None), key_of)
    new = _by((k for k in kernels.every(after) if unlinked or k.linked_into is not None), key_of)
    changes: list[Change] = []
    for key in sorted(old.keys() | new.keys()):
        changes += _of_one_key(old.get(key, []), new.get(key, []))
    return _size(old), _size(new), _in_pairs(changes)


def _of_one_key(old: list[KernelDef], new: list[KernelDef]) -> list[Change]:
    """The changes of kernels that only their classes can tell apart."""
    was, now = _without_alike(old, new)
    changes = [Change("kernel", "changed", one.op, one, other) for one, other in zip(was, now, strict=False)]
    changes += [Change("kernel", "removed", one.op, one, None) for one in was[len(now) :]]
    return changes + [Change("kernel", "added", one.op, None, one) for one in now[len(was) :]]


def _without_alike(old: list[KernelDef], new: list[KernelDef]) -> tuple[list[KernelDef], list[KernelDef]]:
    """Kernels without those of which both sides have one of the same class."""
    was: list[KernelDef] = []
    now = list(new)
    for one in old:
        other = next((other for other in now if same_class(one, other)), None)
        if other is None:
            was.append(one)
        else:
            now.remove(other)
    return was, now


def same_class(one: KernelDef, other: KernelDef) -> bool:
    """Whether the classes of two kernels can be one: nothing in their names says that they are not."""
    first, second = one.kernel_class, other.kernel_class
    return _unqualified(first) == _unqualified(second) and can_be(template_arguments(first), template_arguments(second))


def _in_pairs(changes: list[Change]) -> list[Change]:
    """The changes with each kernel that one alone replaces as one that changed, in the place of the former."""
    gone, come = (_by_rank([one for one in changes if one.change == how]) for how in ("removed", "added"))
    pairs = {rank: (gone[rank][0], come[rank][0]) for rank in gone if len(gone[rank]) == len(come.get(rank, ())) == 1}
    first = {id(one): other for one, other in pairs.values()}
    second = {id(other) for _, other in pairs.values()}
    made = []
    for one in changes:
        if id(one) in first:
            made.append(one._replace(change="changed", after=first[id(one)].after))
        elif id(one) not in second:
            made.append(one)
    return made


def _by_rank(changes: list[Change]) -> dict[Hashable, list[Change]]:
    """Changes by what is the same of kernels that replace one another."""
    found: dict[Hashable, list[Change]] = {}
    for one in changes:
        kernel = one.before if one.before is not None else one.after
        if isinstance(kernel, KernelDef):
            rank = (kernel.op, kernel.registry, kernel.device_type, kernel.linked_into, _types_key(kernel))
            found.setdefault(rank, []).append(one)
    return found


def _kernel_key(kernel: KernelDef) -> tuple[Any, ...]:
    return (
        kernel.op, kernel.registry, kernel.device_type, kernel.label, kernel.priority, kernel.linked_into or "",
        tuple(sorted(kernel.host_memory_arg)), _types_key(kernel),
    )  # fmt: skip


def _kernel_key_anywhere(kernel: KernelDef) -> tuple[Any, ...]:
    return _kernel_key(kernel._replace(linked_into=None))


def _types_key(kernel: KernelDef) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple(sorted([(one.name, tuple(sorted(one.allowed_values))) for one in kernel.constraint]))


def _gradients(before: Index, after: Index, unlinked: bool) -> _Compared:
    def here(one: GradientFunction) -> bool:
        return unlinked or (one.availability or one.linked_into) is not None

    old = _by(filter(here, gradients.every(before)), lambda one: (one.op, one.registry))
    new = _by(filter(here, gradients.every(after)), lambda one: (one.op, one.registry))
    changes = []
    for key in sorted(old.keys() | new.keys(), key=str):
        was, now = old.get(key, []), new.get(key, [])
        if was and now:
            if {one.function for one in was} != {one.function for one in now}:
                changes.append(Change("gradient", "changed", was[0].op, was[0], now[0]))
        elif now:
            changes.append(Change("gradient", "added", now[0].op, None, now[0]))
        else:
            changes.append(Change("gradient", "removed", was[0].op, was[0], None))
    return _size(old), _size(new), changes


def _swig(before: Index, after: Index, unlinked: bool) -> _Compared:
    old = _by(swig.names(before), lambda one: one.name)
    new = _by(swig.names(after), lambda one: one.name)
    return _size(old), _size(new), _gained_and_lost("swig", old, new, lambda one: one.name)


def _endpoints(before: Index, after: Index, unlinked: bool) -> _Compared:
    old, new = _by_name(api.endpoints(before)), _by_name(api.endpoints(after))
    changes = _gained_and_lost("endpoint", old, new, lambda one: one.endpoint)
    for key in old.keys() & new.keys():
        was, now = old[key][0], new[key][0]
        if sorted(was.api_versions) != sorted(now.api_versions):
            changes.append(Change("endpoint", "changed", was.endpoint, was, now))
    return _size(old), _size(new), sorted(changes, key=lambda change: (change.name, change.change))


def endpoint_notes(before: Index, after: Index) -> tuple[str, ...]:
    """How public names are counted, and which of them `tf.` has no longer, where tags tell the releases."""
    how = "endpoints are counted by their declarations: one that is v1 alone is tf.X in 1.x and tf.compat.v1.X in 2.x"
    old, new = tf_version(before.state), tf_version(after.state)
    if not old or not new:
        return (f"{how}, and which of these the two trees are is not known",)
    if old == new:
        return ()
    was, now = _by_name(api.endpoints(before)), _by_name(api.endpoints(after))
    gone = [name for name in sorted(was.keys() & now.keys()) if _has(was, name, old) and not _has(now, name, new)]
    some = ", ".join([name for name in gone if not name.startswith("tf.compat.")][:3])
    count = f"{len(gone):,} {'name' if len(gone) == 1 else 'names'} of both"
    said = f"; {count} `tf.` has in {before.state.tag} and not in {after.state.tag}, and no change is shown ({some})"
    return (how + (said if gone else ""),)


def _has(endpoints: Mapping[str, Sequence[Endpoint]], name: str, version: str) -> bool:
    return any(version in one.api_versions for one in endpoints[name])


def tf_version(state: SourceState) -> str:
    """Which API `tf.` is in a release, by its tag: `"v1"` or `"v2"`; empty where no tag says so."""
    major, dot, _ = (state.tag or "").removeprefix("v").partition(".")
    return "" if not dot or not major.isdecimal() else "v1" if int(major) < 2 else "v2"


def _by_name(endpoints: Iterable[Endpoint]) -> dict[str, list[Endpoint]]:
    """Each public name once, with the versions of the API in which anything has it."""
    found: dict[str, list[Endpoint]] = {}
    for one in endpoints:
        known = found.setdefault(one.endpoint, [one])[0]
        versions = tuple(sorted({*known.api_versions, *one.api_versions}))
        found[one.endpoint] = [known._replace(api_versions=versions)]
    return found


def _by(facts: Iterable[Fact], key: Callable[[Fact], Hashable]) -> dict[Any, list[Fact]]:
    found: dict[Any, list[Fact]] = {}
    for fact in facts:
        found.setdefault(key(fact), []).append(fact)
    return found


def _size(found: dict[Any, list[Fact]]) -> int:
    return sum(map(len, found.values()))


def _gained_and_lost(
    kind: str, old: dict[Any, list[Fact]], new: dict[Any, list[Fact]], name: Callable[[Fact], str]
) -> list[Change]:
    """What one side has more often than the other, counting equal facts."""
    changes: list[Change] = []
    for key in sorted(old.keys() | new.keys()):
        was, now = old.get(key, []), new.get(key, [])
        changes += [Change(kind, "removed", name(one), one, None) for one in was[len(now) :]]
        changes += [Change(kind, "added", name(one), None, one) for one in now[len(was) :]]
    return changes


_COMPARISONS: dict[str, Callable[[Index, Index, bool], _Compared]] = {
    "op": _ops,
    "kernel": _kernels,
    "gradient": _gradients,
    "swig": _swig,
    "endpoint": _endpoints,
}
