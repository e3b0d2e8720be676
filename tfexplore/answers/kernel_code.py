"""The code behind kernel classes: what their methods are, and what these use, level by level."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.instances import Instances
from tfexplore.answers.overrides import Override, overrides
from tfexplore.index import uses
from tfexplore.paths import FOR_GPU
from tfexplore.templates import device_of, plain_argument, template_arguments, without_templates

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tfexplore.index.store import Index
    from tfexplore.model import KernelDef, Location, Use

#: How far, and how much, of the code behind a kernel class is shown.
MAX_DEPTH = 4
MAX_USED = 60
#: How many classes above a kernel class are looked at.
MAX_BASES = 12
#: The methods that do the work of a class, as uses have them.
WORKING = ("compute", "work")
#: The kinds of uses that are of other code; of what is `"missing"` no definition is known.
USED = ("class", "function", "missing")
#: The device of specialisations for GPUs.
_GPU = plain_argument("Eigen::GpuDevice")
#: How the names of the interfaces end that all kernels implement.
INTERFACE = "OpKernel"


class Used(Record):
    """Something that code uses: its name as written, where it is defined, where it is used (None: as an argument).

    `kind` is `"class"`, `"function"`, `"base"`, `"argument"` or `"missing"`: of that no definition is known, and the
    location is where it is declared, or used. `within` the method that uses it; `defined` the name
    of what is meant, with the arguments of a specialisation; `condition` the `#if` around the use; `runs` its
    `operator()`, `Compute` or the like.
    """

    name: str
    kind: str
    location: Location
    used: Location | None
    within: str
    defined: str
    condition: str = ""
    runs: Location | None = None
    uses: tuple[Used, ...] = ()

    @property
    def device(self) -> str:
        """The device that it is written for, `"CPU"` or `"GPU"`: by its arguments, or its file; empty for any."""
        place = self.runs or self.location
        return device_of(self.defined) or ("GPU" if place.path.endswith(FOR_GPU) else "")


class Method(Record):
    """A kernel class's `Compute`, the class's own or, where `inherited`, that of a base class."""

    name: str
    location: Location
    inherited: bool


class KernelClass(Record):
    """A class that kernels instantiate: `devices` and `instances` of the kernels, its `Compute`, what that uses.

    `overrides` are the methods that an inherited `Compute` calls and that are this class's, or nearer to it.
    """

    name: str
    location: Location | None
    devices: tuple[str, ...]
    instances: tuple[str, ...]
    compute: tuple[Method, ...]
    bases: tuple[Used, ...]
    uses: tuple[Used, ...]
    overrides: tuple[Override, ...] = ()


def kernel_classes(index: Index, found: Iterable[KernelDef]) -> tuple[KernelClass, ...]:
    """The classes of kernels, each once, in the order of the kernels."""
    groups: dict[tuple[str, Location | None], list[KernelDef]] = {}
    for kernel in found:
        groups.setdefault((without_templates(kernel.kernel_class), kernel.kernel_class_location), []).append(kernel)
    made = []
    for (name, location), group in groups.items():
        instances = tuple(dict.fromkeys([kernel.kernel_class for kernel in group]))
        devices = tuple(dict.fromkeys([kernel.device_type for kernel in group]))
        made.append(_kernel_class(index, name, location, devices, instances))
    return tuple(made)


def _kernel_class(
    index: Index, name: str, location: Location | None, devices: tuple[str, ...], instances: tuple[str, ...]
) -> KernelClass:
    if location is None:
        return KernelClass(name, None, devices, instances, (), (), ())
    tree = _Tree(index, devices, location, instances)
    own = tree.of(location)
    bases = tuple(
        [
            Used(one.name, "base", one.target, one.location, one.user, one.defined, one.condition)
            for one in own
            if one.kind == "base"
        ]
    )
    compute = [Method(one.name, one.target, False) for one in own if one.kind == "compute"]
    used = [one for one in own if one.kind in USED]
    used += [one for one in own if one.kind == "argument" and one.user in instances]
    # What the C API is given to run is a function of its own, and not one of the class.
    run = [one.target for one in own if one.kind == "compute" and one.location is not None]
    used += [one for place in run for one in tree.of(place) if one.kind in USED]
    above, inherited = [one.location for one in bases], not compute
    chain = [(name, location)]
    names = {one.location: one.defined for one in bases}
    found: tuple[Override, ...] = ()
    overridden = frozenset([one.name.rpartition("::")[2] for one in compute])
    for place in above:
        if len(above) > MAX_BASES:
            break
        theirs = tree.of(place)
        if not compute:
            compute = [Method(one.name, one.target, inherited) for one in theirs if one.kind == "compute"]
            if compute:
                found = overrides(index, chain, [one for one in theirs if one.kind == "hook"])
        chain.append((names[place], place))
        names.update({one.target: one.defined for one in theirs if one.kind == "base"})
        # What a class has of its bases it runs like its own, but for what it overrides; the interfaces that every
        # kernel is derived from (OpKernel, AsyncOpKernel, XlaOpKernel) say nothing of this one.
        used += [
            one
            for one in theirs
            if one.kind in USED
            and one.user.rpartition("::")[2] not in overridden
            and not without_templates(one.user).partition("::")[0].endswith(INTERFACE)
        ]
        above += [one.target for one in theirs if one.kind == "base" and one.target not in above]
    return KernelClass(
        name, location, devices, instances, tuple(compute), bases, tree.below(used, {location}, MAX_DEPTH), found
    )


def _is_for_gpu(name: str) -> bool:
    """Whether a name is that of a specialisation for GPUs."""
    return "<" in name and any(plain_argument(one) == _GPU for one in template_arguments(name))


def _is_only_for_gpu(one: Use) -> bool:
    """Whether what is used is written for GPUs alone: by its arguments, or by the compiler that its file is for."""
    written = _is_for_gpu(one.defined) or (one.kind == "function" and one.target.path.endswith(FOR_GPU))
    return written and not _is_for_gpu(one.name)


def _is_only_for_cpu(one: Use) -> bool:
    """Whether what is used is the one of several functions that is for the CPU."""
    return one.kind == "function" and device_of(one.defined) == "CPU" and not device_of(one.name)


class _Tree:
    """What is used, what that uses, and so on, each definition followed once."""

    def __init__(self, index: Index, devices: Sequence[str], root: Location, instances: Iterable[str]) -> None:
        self.index = index
        self.left = MAX_USED
        self.on_gpu = any("GPU" in device or device == "DEFAULT" for device in devices)
        self.gpu_alone = all("GPU" in device for device in devices)
        self._read: dict[Location, tuple[Use, ...]] = {}
        self._meant: dict[Location, tuple[Use, ...]] = {}
        self._instances = Instances(self._of, root, instances)

    def of(self, place: Location) -> tuple[Use, ...]:
        """What the definition at a place uses, but for what no kernel's template arguments can mean."""
        found = self._meant.get(place)
        if found is None:
            found = self._meant[place] = tuple([one for one in self._of(place) if self._instances.can_mean(one)])
        return found

    def _of(self, place: Location) -> tuple[Use, ...]:
        """What the definition at a place uses, but for what is written for a device that no kernel is for."""
        found = self._read.get(place)
        if found is None:
            found = uses.of_owner(self.index, place)
            if not self.on_gpu:
                found = tuple([one for one in found if not _is_only_for_gpu(one)])
            elif self.gpu_alone:
                found = tuple([one for one in found if not _is_only_for_cpu(one)])
            self._read[place] = found
        return found

    def runs(self, place: Location, depth: int = MAX_DEPTH) -> Location | None:
        """What runs of the class at a place: its own `operator()` or `Compute`, or that of a base class."""
        theirs = self.of(place)
        own = next((use.target for use in theirs if use.kind in WORKING), None)
        if own is not None or not depth:
            return own
        above = [self.runs(use.target, depth - 1) for use in theirs if use.kind == "base"]
        return next((one for one in above if one is not None), None)

    def does_something(self, place: Location) -> bool:
        """Whether the class at a place, or one that it is derived from, runs or uses something."""
        return self.runs(place) is not None or any(use.kind in USED for use in self.of(place))

    def below(self, found: Iterable[Use], seen: set[Location], depth: int) -> tuple[Used, ...]:
        made = []
        fresh = []
        for one in found:
            if one.target in seen or self.left <= 0:
                continue
            seen.add(one.target)
            self.left -= 1
            fresh.append(one)
        for one in fresh:
            theirs = self.of(one.target)
            runs = self.runs(one.target)
            bases: tuple[Use, ...] = ()
            if not any(use.kind in WORKING for use in theirs):
                bases = tuple([use for use in theirs if use.kind == "base" and self.does_something(use.target)])
            inner: tuple[Used, ...] = ()
            if depth > 1:
                inner = self.below([*bases, *[use for use in theirs if use.kind in USED]], seen, depth - 1)
            made.append(
                Used(one.name, one.kind, one.target, one.location, one.user, one.defined, one.condition, runs, inner)
            )
        return tuple(made)
