"""Everything about one op, joined: `tfexplore show`."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.answer import Answer, NearName, Searched
from tfexplore.answers.kernel_code import WORKING, KernelClass, kernel_classes
from tfexplore.answers.names import as_named, endpoint_name, match
from tfexplore.answers.unread import concerning
from tfexplore.index import api, claims, gradients, kernels, links, ops, relations, uses
from tfexplore.templates import without_templates

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from tfexplore.answers.definitions import Definition
    from tfexplore.answers.members import Member
    from tfexplore.index.store import Index
    from tfexplore.model import (
        ClaimEvidence,
        Endpoint,
        GeneratedWrapper,
        GradientFunction,
        KernelDef,
        Location,
        OpDef,
    )

#: A pattern that picks more ops than this is a list's business.
MAX_OPS = 40
#: As many of them are named.
_NAMED = 8

#: The registries of gradients in the order in which a person meets them.
REGISTRIES = ("python", "cc", "core")

#: The kinds of names that are looked through, beside kernel classes.
SHOWN = ("op", "endpoint", "wrapper", "kernel")

#: The devices of which a person asks why a type is not there.
DEVICES = ("CPU", "GPU")


class StatedClaim(Record):
    """A documented behaviour of the op, and where the source says it."""

    id: str
    op: str
    statement: str
    evidence: tuple[ClaimEvidence, ...]


class Untaken(Record):
    """A type that the OpDef allows and no kernel on a device takes; `taken_by` are the devices where one does.

    It is not `listed` where the OpDef allows any type, and kernels alone name it.
    """

    device_type: str
    attr: str
    type: str
    taken_by: tuple[str, ...]
    listed: bool = True


class Shown(Record):
    """One op with all that belongs to it; `op_def` is None for an op that only kernels name.

    Or a public Python name that is there for no op alone (`is_python`): its endpoints, and what is claimed of it.
    Where a method of a public class was asked for, `methods` are what it means, in each version of the API that has
    its own. Of what leads to no op it is the `definitions` of its name.
    """

    name: str
    endpoints: tuple[Endpoint, ...]
    wrapper: GeneratedWrapper | None
    op_def: OpDef | None
    kernels: tuple[KernelDef, ...]
    kernel_classes: tuple[KernelClass, ...]
    gradients: tuple[GradientFunction, ...]
    claims: tuple[StatedClaim, ...]
    declared_without_kernel: tuple[Untaken, ...]
    methods: tuple[Member, ...] = ()
    definitions: tuple[Definition, ...] = ()

    @property
    def is_python(self) -> bool:
        """Whether this is a Python name without an op."""
        named = [*[one.endpoint for one in self.endpoints], *[one.name for one in self.methods]]
        return self.name in named


def find_shown(index: Index, name: str, unlinked: bool = False) -> Answer:
    """The ops that a name leads to, each as a `Shown`; whatever kind of name it is.

    An op, an endpoint, a generated function, a kernel class, a functor, a gradient or shape function, a place
    (`nn_ops.cc:329`) or a pattern. The context holds the names of further ops behind an endpoint.
    """
    names = index.names("op")
    if unlinked:
        names = sorted({*names, *index.names("op", unlinked=True)})
    searched = Searched("op", len(names))
    answer = Answer(index.state, "show", (name,), "found", (), (), (), searched)
    asked = _asked(index, name)
    picked, further = _ops_meant(index, asked, names)
    if not picked and not unlinked:
        # An exact name is meant, wherever it is registered.
        picked = [one for one in match((asked,), index.names("op", unlinked=True)) if one.lower() == asked.lower()]
    if not picked:
        from tfexplore.answers.beside_ops import BesideOps  # what the name of an op has no use for

        picked = match((asked,), names)
        other = BesideOps(index, answer, asked, unlinked)
        instead = other.answer(picked)
        if instead is not None:
            return instead
        answer = answer._replace(notes=other.notes)
    if len(picked) > MAX_OPS:
        from tfexplore.errors import UsageError

        raise UsageError(f"{name!r} picks {len(picked)} ops; {_listed(index, asked, names, picked)}")
    unread = concerning(index, "kernel", (), picked, False) + concerning(index, "op", (), picked, False)
    results = tuple([asked_first(show_op(index, one, unlinked), asked) for one in picked])
    if further:
        from tfexplore.answers.behind import unread_behind  # what the name of an op has no use for

        answer = answer._replace(notes=(*answer.notes, *unread_behind(index, endpoint_name(asked))))
    return answer._replace(results=results, unresolved=unread, context=tuple(further))


def _asked(index: Index, text: str) -> str:
    """The name that is meant; for a place at which no op has anything, the public name that is defined around it."""
    name = as_named(text)
    path, line, last = place_asked(name)
    if not path.endswith(".py") or at_place(index, path, line, last):
        return name
    return public_at(index, path, line, last) or name


def public_at(index: Index, path: str, line: int, last: int) -> str:
    """The public name whose definition is the innermost around some lines of Python; empty where there is none.

    Of several names of one definition it is that which is called as the function is, and the shorter one. Raises
    `UsageError` where the path is the end of several, and more than one has something there.
    """
    paths = files_ending(index, path)
    within = frozenset(paths.values())
    found = [
        one
        for one in api.touching(index, paths)
        if one.location.path in within and one.location.line <= last and line <= one.location.end_line
    ]
    if not found:
        return ""
    files = sorted({one.location.path for one in found})
    if len(files) > 1:
        from tfexplore.errors import UsageError

        raise UsageError(f"{path!r} is the end of {len(files)} paths with that line: {', '.join(files)}")

    def unlikely(one: Endpoint) -> tuple[bool, int, bool, int, str]:
        place = one.location
        called = one.endpoint.rpartition(".")[2] == one.function.rpartition(".")[2]
        outside = not place.line <= line <= place.end_line
        return outside, place.end_line - place.line, not called, one.endpoint.count("."), one.endpoint

    return min(found, key=unlikely).endpoint


def _listed(index: Index, name: str, names: Sequence[str], picked: Sequence[str]) -> str:
    """What lists the ops that a name picks, where they are too many to be shown."""
    plain = without_templates(name)
    if set(picked) <= set(match((name,), names)):
        return f"list them with: tfexplore ops {name!r}"
    if kernels.ops_of_class(index, plain):
        return f"list them with: tfexplore ops --class {plain}"
    return f"show one of them: {', '.join(picked[:_NAMED])} ..."


def asked_first(shown: Shown, name: str) -> Shown:
    """With the public name that was asked for in front of the others, however far from the op it is."""
    asked = endpoint_name(name)
    found = sorted(shown.endpoints, key=lambda one: (one.endpoint != asked, one.endpoint.lower() != asked.lower()))
    return shown._replace(endpoints=tuple(found)) if asked else shown


def show_op(index: Index, name: str, unlinked: bool = False) -> Shown:
    """All that the index says of one op."""
    op = chosen(ops.named(index, (name,)))
    found = kernels.of_ops(index, (name,))
    if not unlinked and any(kernel.linked_into is not None for kernel in found):
        found = tuple([kernel for kernel in found if kernel.linked_into is not None])
    registered = gradients.of_ops(index, (name,))
    if not unlinked:
        registered = tuple([one for one in registered if (one.availability or one.linked_into) is not None])
    registered = tuple(sorted(registered, key=lambda one: REGISTRIES.index(one.registry)))
    wrappers = api.wrappers_of(index, (name,))
    endpoints = endpoints_of(index, name)
    return Shown(
        name,
        endpoints,
        wrappers[0] if wrappers else None,
        op,
        found,
        kernel_classes(index, found),
        registered,
        claims_about(index, name, [one.endpoint for one in endpoints if _is_for(one, name)]),
        untaken(op, found) + untaken_of_any(op, found),
    )


def chosen(found: Sequence[OpDef]) -> OpDef | None:
    """The OpDef that is meant where several files register one name: the main binary's before any other."""
    if not found:
        return None
    return min(found, key=lambda op: registered_for(op.linked_into))


def registered_for(library: str | None) -> tuple[bool, bool]:
    """What puts registrations of one name in order: the main binary's, another library's, those that nothing links."""
    return not library, library != "tensorflow"


def files_ending(index: Index, path: str) -> dict[int, str]:
    """The numbered paths that the end of a path means, in any case; else the one that ends it, of an address say."""
    wanted = "/" + path.lower().lstrip("./")
    numbered = index.path_numbers()
    found = {number: text for number, text in numbered if ("/" + text.lower()).endswith(wanted)}
    if not found and "/" in path:
        ending = [(len(text), number, text) for number, text in numbered if wanted.endswith("/" + text.lower())]
        found = {number: text for _, number, text in ending if text == max(ending)[2]}
    return found


# -- what a name leads to ----------------------------------------------------------------------------------------------


def ops_of_code(index: Index, name: str) -> list[str]:
    """The ops that a name of code belongs to, or a place: a kernel class, a generated, gradient or shape function."""
    return [] if endpoint_name(as_named(name)) in index.names("endpoint") else _ops_meant(index, as_named(name), [])[0]


def _ops_meant(index: Index, name: str, names: list[str]) -> tuple[list[str], list[str]]:
    lowered = name.lower()
    exact = [one for one in match((name,), names) if one.lower() == lowered]
    if exact:
        return exact, []
    path, line, last = place_asked(name)
    if path:
        return at_place(index, path, line, last), []
    endpoint = endpoint_name(name)
    if endpoint:
        from tfexplore.answers.behind import behind_endpoint

        behind = behind_endpoint(index, endpoint)
        if behind.picked:
            return list(behind.picked), list(behind.others)
    found = [one.op for one in wrappers_named(index, name)]
    if not found and not any(sign in name for sign in "*?[/"):
        found = _behind_name(index, without_templates(name))
    return list(dict.fromkeys(found)), []


def _behind_name(index: Index, name: str) -> list[str]:
    """The ops behind a kernel class, or behind other code, of a name without template arguments."""
    found = list(kernels.ops_of_class(index, name)) or _behind_code(index, name)
    if found or "::" not in name:
        return found
    from tfexplore.answers.qualified import without_namespaces

    for one in without_namespaces(index, name):
        found = list(kernels.ops_of_class(index, one)) or _behind_code(index, one)
        if found:
            break
    return found


def wrappers_named(index: Index, name: str) -> tuple[GeneratedWrapper, ...]:
    """The generated functions that `conv2d`, `gen_nn_ops.conv2d` or a full module path names."""
    module, _, function = name.rpartition(".")
    if function not in index.names("wrapper"):
        return ()
    return tuple(
        [
            one
            for one in api.wrappers(index)
            if one.function == function and (not module or one.module == module or one.module.endswith("." + module))
        ]
    )


def place_asked(name: str) -> tuple[str, int, int]:
    """The path and the lines of `nn_ops.cc:329` or `nn_ops.cc:329-340`; an empty path for what is no place."""
    if not name[-1:].isdecimal() or (":" not in name and "#L" not in name):
        return "", 0, 0
    from tfexplore.answers.names import lines_named

    return lines_named(name)


def at_place(index: Index, path: str, line: int, last: int = 0) -> list[str]:
    """The ops of what stands at a line, or at lines up to the last of a range.

    Registrations, macros on the way, classes, gradient and shape functions; else what uses the code there.
    """
    last = max(line, last)
    paths = files_ending(index, path)
    ranked: dict[str, tuple[int, int]] = {}
    for op, rank, place in _placed(index, paths):
        if place.line <= last and line <= place.end_line:
            size = place.end_line - place.line
            ranked[op] = min(ranked.get(op, (rank, size)), (rank, size))
    if not ranked:
        return _behind_lines(index, paths, line, last)
    best = min([rank for rank, _ in ranked.values()])
    return sorted([op for op, (rank, _) in ranked.items() if rank == best], key=lambda op: (ranked[op], op))


def _behind_lines(index: Index, paths: dict[int, str], line: int, last: int) -> list[str]:
    """The ops that lead to the innermost functor, launcher or helper that holds the first line, or another one."""
    within = frozenset(paths.values())
    holding: dict[str, tuple[bool, int]] = {}
    for use in uses.touching(index, paths):
        place = use.target
        if (
            use.kind not in ("head", "hook", "missing", "instance")
            and place.path in within
            and place.line <= last
            and line <= place.end_line
        ):
            # What computes is a method, whose class something leads to; or a function that the C API is given.
            name = (use.name.rpartition("::")[0] if use.kind in WORKING else "") or use.defined
            size = place.line > line or place.end_line < line, place.end_line - place.line
            holding[name] = min(holding.get(name, size), size)
    for name in sorted(holding, key=holding.__getitem__):
        found = _behind_code(index, name)
        if found:
            return list(dict.fromkeys(found))
    return []


def _placed(index: Index, paths: dict[int, str]) -> Iterator[tuple[str, int, Location]]:
    """What stands in some files, by their numbers: an op, how close it is to that, and the place."""
    within = frozenset(paths.values())

    def places() -> Iterator[tuple[str, int, Location | None]]:
        for op in ops.touching(index, paths):
            yield op.name, 0, op.location
            yield op.name, 2, op.shape_fn_location
            for step in op.expansion:
                yield op.name, 1, step.defined
        for kernel in kernels.touching(index, paths):
            yield kernel.op, 0, kernel.location
            yield kernel.op, 2, kernel.kernel_class_location
            for step in kernel.expansion:
                yield kernel.op, 1, step.defined
                yield kernel.op, 0, step.invoked
        for gradient in gradients.touching(index, paths):
            yield gradient.op, 0, gradient.registered
            yield gradient.op, 1, gradient.location

    for op_name, rank, place in places():
        if place is not None and place.path in within:
            yield op_name, rank, place


def near_places(index: Index, path: str, line: int) -> tuple[NearName, ...]:
    """What to ask for where no op stands at a line: the nearest lines of the file with one, or files of a like name."""
    distances: dict[tuple[str, int], int] = {}
    paths = files_ending(index, path)
    places = [place for _, _, place in _placed(index, paths)]
    if path.endswith(".py"):
        public = [one.location for one in api.touching(index, paths)]
        places += [place for place in public if place.path in paths.values()]
    for place in places:
        away = max(place.line - line, line - place.end_line)
        distances[place.path, place.line] = min(away, distances.get((place.path, place.line), away))
    if distances:
        return tuple([NearName(f"{found}:{at}", "line") for found, at in sorted(distances, key=distances.__getitem__)])
    from tfexplore.answers.annotate import nearest_files

    return nearest_files(path, index.paths())


def _behind_code(index: Index, name: str) -> list[str]:
    """The ops that lead to a functor, launcher, gradient or shape function of this name, or to a method of a class."""
    wanted = without_templates(name)
    last = wanted.rpartition("::")[2]
    ending = "::" + wanted
    found = [one.op for one in gradients.every(index) if one.function and without_templates(one.function) == wanted]
    if found:
        return found
    found = [op for op, _, _, shape_fn, _ in relations.ops(index) if shape_fn and ("::" + shape_fn).endswith(ending)]
    if found:
        return found
    owners: dict[int, list[int]] = {}
    reached: list[int] = []
    bases: list[tuple[int, int]] = []
    found_uses = relations.uses(index)
    for owner, _, name, kind, target, _, _ in found_uses:
        owners.setdefault(target, []).append(owner)
        if last in name and ("::" + without_templates(name)).endswith(ending):
            if kind == "base":
                bases.append((owner, target))
            else:
                reached.append(owner)
    if bases:
        of_kernels = _kernel_classes_and_bases(index, found_uses)
        reached += [owner for owner, target in bases if target not in of_kernels]
    if not reached:
        return []
    # Every way from the name up to the classes that kernels instantiate.
    seen: dict[int, None] = dict.fromkeys(reached)
    for place in reached:
        for owner in owners.get(place, ()):
            if owner not in seen and len(seen) < 2000:
                seen[owner] = None
                reached.append(owner)
    return list(dict.fromkeys([op for op, _, _, _, place in relations.kernels(index) if place in seen]))


def _kernel_classes_and_bases(index: Index, found: Iterable[Sequence[Any]]) -> set[int]:
    """The places of the classes that kernels instantiate, and of all that they are derived from."""
    above: dict[int, list[int]] = {}
    for owner, _, _, kind, target, _, _ in found:
        if kind == "base":
            above.setdefault(owner, []).append(target)
    classes = [place for _, _, _, _, place in relations.kernels(index)]
    seen = set(classes)
    for place in classes:
        fresh = [target for target in above.get(place, ()) if target not in seen]
        seen.update(fresh)
        classes += fresh
    return seen


# -- what belongs to an op ---------------------------------------------------------------------------------------------


def endpoints_of(index: Index, name: str) -> tuple[Endpoint, ...]:
    """The public names that create an op, those on the shortest way first, `tf.raw_ops` last."""
    return tuple(sorted(api.endpoints_creating(index, name), key=lambda one: endpoint_rank(one, name)))


def endpoint_rank(endpoint: Endpoint, op: str) -> tuple[int, bool, bool, bool, int, str, tuple[str, ...]]:
    """What a person is likelier to mean comes first: a shorter way, a name like the op's, a plain function."""
    way = min([len(use.via) if use.how == "through" else 0 for use in endpoint.ops if use.op == op])
    last = endpoint.endpoint.rpartition(".")[2]
    return (
        way,
        endpoint.endpoint.startswith("tf.raw_ops."),
        last.replace("_", "").lower() != op.lower(),
        last.startswith("__"),
        len(endpoint.ops),
        endpoint.endpoint,
        endpoint.api_versions,
    )


def _is_for(endpoint: Endpoint, op: str) -> bool:
    """Whether an endpoint is there for an op: no other op that it creates is nearer.

    What is said of `tf.nn.depthwise_conv2d` is said of DepthwiseConv2dNative, and not of the Cast that it needs.
    """
    ways = {use.op: len(use.via) if use.how == "through" else 0 for use in endpoint.ops}
    return ways[op] == min(ways.values())


def claims_about(index: Index, op: str, endpoints: Iterable[str] = ()) -> tuple[StatedClaim, ...]:
    """The claims about an op, about a family that it belongs to, or about a Python function that creates it."""
    speaks_of: dict[str, str] = {}
    statements: dict[str, str] = {}
    for kind, source, target in links.every(index):
        if kind == "claim":
            speaks_of[source] = target
        elif kind == "states":
            statements[source] = target
    names = {op, *endpoints}
    wanted = {
        claim: about
        for claim, about in speaks_of.items()
        if about in names or (about.endswith("*") and op.startswith(about[:-1]))
    }
    if not wanted:
        return ()
    evidence: dict[str, list[ClaimEvidence]] = {}
    for one in claims.every(index):
        evidence.setdefault(one.claim, []).append(one)
    return tuple(
        [StatedClaim(claim, wanted[claim], statements.get(claim, ""), tuple(evidence.get(claim, ())))
         for claim in sorted(wanted)]
    )  # fmt: skip


def untaken(op: OpDef | None, found: Sequence[KernelDef]) -> tuple[Untaken, ...]:
    """The types that the OpDef allows and no kernel on the CPU or the GPU takes, and who does take them."""
    if op is None or not found:
        return ()
    made: list[Untaken] = []
    for attr in op.attr:
        if attr.type == "type" and attr.allowed_values:
            made += _untaken_on(DEVICES, attr.name, attr.allowed_values, found)
    return tuple(made)


def untaken_of_any(op: OpDef | None, found: Sequence[KernelDef]) -> tuple[Untaken, ...]:
    """The types of attrs that may be any: those that some kernel is for, and none on a device that has kernels."""
    if op is None:
        return ()
    devices = {kernel.device_type for kernel in found}
    having = [device for device in DEVICES if {device, "DEFAULT"} & devices]
    made: list[Untaken] = []
    for attr in op.attr:
        if attr.type == "type" and not attr.allowed_values:
            named = [one.allowed_values for kernel in found for one in kernel.constraint if one.name == attr.name]
            types = tuple(dict.fromkeys([type_ for some in named for type_ in some]))
            made += [one._replace(listed=False) for one in _untaken_on(having, attr.name, types, found)]
    return tuple(made)


def _untaken_on(devices: Iterable[str], attr: str, types: tuple[str, ...], found: Iterable[KernelDef]) -> list[Untaken]:
    takers: dict[str, set[str]] = {}
    for kernel in found:
        for type_ in kernel.types_of(attr, types) or ():
            takers.setdefault(type_, set()).add(kernel.device_type)
    return [
        Untaken(device, attr, type_, tuple(sorted(takers.get(type_, ()))))
        for device in devices
        for type_ in types
        if not {device, "DEFAULT"} & takers.get(type_, set())
    ]
