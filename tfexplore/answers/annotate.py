"""What is known of the lines of one file: `tfexplore annotate`."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.answer import Answer, NearName, Searched
from tfexplore.answers.names import nearest, place_named
from tfexplore.index import api, claims, gradients, keras, kernels, links, ops, swig, unresolved, uses
from tfexplore.templates import without_templates

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tfexplore.index.store import Index
    from tfexplore.model import ExpansionStep, KernelDef, Location, OpDef, SwigEffect, SwigName, Use


#: As many paths are said that a name may mean.
PATHS = 6


class Annotation(Record):
    """What is known of some lines.

    `kind` is `"op"`, `"kernels"`, `"macro"`, `"class"`, `"code"`, `"shape_fn"`, `"gradient"`, `"endpoint"`, `"swig"`,
    `"keras"`, `"claim"` or `"unresolved"`. `name` is what it is about; `device`, `types`, `number` belong to kernels;
    `detail` says more: a kernel class, a registry, a statement, a reason. `related` are other names:
    the macros of an expansion, the ops that a macro registers for, the classes that use some code, what one line of an
    interface file exposes. `devices` are those of an op's kernels, each with how many there are (`CPU 4`), `gradients`
    the registries that have a gradient of it, or `"not differentiable"`.
    """

    kind: str
    location: Location
    name: str
    detail: str = ""
    device: str = ""
    number: int = 1
    types: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()
    gradients: tuple[str, ...] = ()


def find_annotations(index: Index, name: str) -> Answer:
    """All annotations of a file in the order of lines, as `Annotation`s; the context holds the file's path.

    A file is named by its path, by the end of one, or by where it lies on this machine.
    """
    paths = index.paths()
    searched = Searched("file", len(paths))
    answer = Answer(index.state, "annotate", (name,), "found", (), (), (), searched)
    found = files_named(place_named(name)[0] or name, paths)
    if len(found) > 1:
        from tfexplore.errors import UsageError

        # Those nearest to the root first: what is deep down belongs to some part of the tree alone.
        found.sort(key=lambda path: (path.count("/"), path))
        shown = ", ".join(found[:PATHS]) + (f" and {len(found) - PATHS} more" if len(found) > PATHS else "")
        raise UsageError(f"{name!r} is the end of {len(found)} paths: {shown}")
    if not found:
        inside = _inside(name, paths)
        if inside:
            folder, files = inside
            which = f"one of the {files:,} files" if files > 1 else "the file"
            reason = f"{folder} is a folder; name {which} in it"
            return answer._replace(answer="not found", searched=searched._replace(reason=reason))
        near = nearest_files(name, paths)
        if name.startswith(("/", "~", "../")):
            near = _in_such_a_folder(name, near)
            if not near:
                searched = searched._replace(reason=f"{name} is no file of the tree; name one by its path in the tree")
        return answer._replace(answer="not found", nearest=near, searched=searched)
    path = found[0]
    notes = sorted(
        _notes(index, path), key=lambda one: (one.location.line, _ORDER.index(one.kind), one.name, one.detail)
    )
    unread = tuple([one for one in unresolved.every(index) if one.location.path == path])
    return answer._replace(results=tuple(notes), context=(path,), unresolved=unread)


_ORDER = (
    "op",
    "macro",
    "kernels",
    "class",
    "code",
    "shape_fn",
    "gradient",
    "endpoint",
    "keras",
    "swig",
    "claim",
    "unresolved",
)


def files_named(name: str, paths: Iterable[str]) -> list[str]:
    """The paths that a name means: those that end with it, else the one that ends it."""
    parts = [part for part in name.replace("\\", "/").split("/") if part not in ("", ".")]
    listed = list(paths)
    ending = "/" + "/".join(parts)
    exact = [path for path in listed if "/" + path == ending]
    if exact:
        return exact
    found = [path for path in listed if ("/" + path).endswith(ending)]
    known = set(listed)
    for start in range(1, len(parts)):
        if found:
            break
        tail = "/".join(parts[start:])
        found = [tail] if tail in known else []
    return found


def _inside(name: str, paths: Iterable[str]) -> tuple[str, int] | None:
    """The folder of the tree that a name means, and how many files are in and below it; None where it means none.

    A folder is named as a file is: by its path, by the end of one, or by where it lies on this machine.
    """
    parts = [part for part in name.replace("\\", "/").split("/") if part not in ("", ".")]
    listed = list(paths)
    ending = "/" + "/".join([*parts, ""])
    folders = sorted({path[: ("/" + path).index(ending) + len(ending) - 2] for path in listed if ending in "/" + path})
    if folders and parts:
        counts = [(-sum(path.startswith(folder + "/") for path in listed), folder) for folder in folders]
        files, folder = min(counts)  # of several the one with most files
        return folder, -files
    for start in range(1, len(parts)):
        folder = "/".join(parts[start:])
        files = sum(path.startswith(folder + "/") for path in listed)
        if files:
            return folder, files
    return None


def _in_such_a_folder(name: str, near: Iterable[NearName]) -> tuple[NearName, ...]:
    """Those of the files whose folder is the end of the one that a path on this machine names."""
    folder = name.replace("\\", "/").rpartition("/")[0]
    return tuple([one for one in near if "/" in one.name and folder.endswith("/" + one.name.rpartition("/")[0])])


def nearest_files(name: str, paths: Iterable[str], limit: int = 5) -> tuple[NearName, ...]:
    """The files whose own names are nearest to that of a path; of one name, those in the folders of the path first."""
    *folders, last = name.replace("\\", "/").split("/")
    bases: dict[str, list[str]] = {}
    for path in paths:
        bases.setdefault(path.rpartition("/")[2], []).append(path)
    found = []
    for near in nearest((last,), [("file", sorted(bases))]):
        same = sorted(bases[near.name], key=lambda path: -len(set(folders).intersection(path.split("/"))))
        found += [near._replace(name=path) for path in same]
    return tuple(found[:limit])


def _notes(index: Index, path: str) -> Iterable[Annotation]:
    def here(place: Location | None) -> bool:
        return place is not None and place.path == path and not place.package

    paths = (index.path_number(path),)
    yield from _with_counts(index, list(_ops(ops.touching(index, paths), here)))
    yield from _kernels(kernels.touching(index, paths), here)
    yield from _code(uses.touching(index, paths), here)
    for one in gradients.touching(index, paths):
        place = one.registered if one.function is None or not here(one.location) else one.opened
        if here(place):
            yield Annotation("gradient", place, one.op, one.function or "", related=one.calls, device=one.registry)
        apart = one.registered.line not in (place.line, *range(one.location.line, place.line))
        if one.function is not None and here(one.registered) and apart:
            yield Annotation("gradient", one.registered, one.op, one.function, device=one.registry)
    for endpoint in api.touching(index, paths):
        if here(endpoint.location) and not endpoint.endpoint.startswith("tf.raw_ops."):
            made = tuple([use.op for use in endpoint.ops if use.how == "direct"])
            versions = ", ".join(endpoint.api_versions)
            yield Annotation("endpoint", endpoint.location, endpoint.endpoint, versions, related=made)
    for module in keras.every(index):
        if here(module.declared):
            place = module.implemented
            where = f"{place.package} {place.version}/{place.path}:{place.line}" if place.package else ""
            yield Annotation("keras", module.declared, module.endpoint, where)
    yield from _swig(swig.names(index), swig.effects(index), here)
    statements = {source: target for kind, source, target in links.every(index) if kind == "states"}
    for evidence in claims.every(index):
        if here(evidence.location) and evidence.location is not None:
            yield Annotation("claim", evidence.location, evidence.claim, statements.get(evidence.claim, ""))
    for site in unresolved.every(index):
        if here(site.location):
            yield Annotation(
                "unresolved", site.location, site.macro, site.reason, related=(site.relates,) if site.relates else ()
            )


def _ops(found: Iterable[OpDef], here: Callable[[Location | None], bool]) -> Iterable[Annotation]:
    shapes: dict[tuple[str, Location], list[str]] = {}
    for op in found:
        if here(op.location):
            macros = tuple([step.macro for step in op.expansion])
            yield Annotation("op", op.location, op.name, op.linked_into or "", related=macros)
        if op.shape_fn and op.shape_fn != "lambda" and op.shape_fn_location and here(op.shape_fn_location):
            shapes.setdefault((op.shape_fn, op.shape_fn_location), []).append(op.name)
    for (name, place), named in shapes.items():
        yield Annotation("shape_fn", place, name, number=len(named), related=tuple(sorted(set(named))))


def _with_counts(index: Index, notes: list[Annotation]) -> Iterable[Annotation]:
    """The notes with what one asks of an op next: which kernels there are, and whether a gradient."""
    names = {one.name for one in notes if one.kind == "op"}
    devices: dict[str, list[str]] = {}
    for op, device, count in kernels.every_device(index) if names else ():
        if op in names:
            devices.setdefault(op, []).append(f"{device} {count}")
    registries: dict[str, dict[str, None]] = {}
    for one in gradients.of_ops(index, sorted(names)) if names else ():
        if one.availability or one.linked_into:
            said = one.registry if one.function else "not differentiable"
            registries.setdefault(one.op, {})[said] = None
    for note in notes:
        if note.kind == "op":
            found = tuple(sorted(registries.get(note.name, ())))
            yield note._replace(devices=tuple(devices.get(note.name, ())), gradients=found)
        else:
            yield note


#: What a line of an interface file does that has a note where a name comes of it, or that says nothing of any name.
_UNSAID = ("python", "#include", "%define", "%module")


def _swig(
    names: Iterable[SwigName], effects: Iterable[SwigEffect], here: Callable[[Location | None], bool]
) -> Iterable[Annotation]:
    """What lines give to Python, what they do to that, and where Python uses it: one note for each way and line."""
    places: dict[tuple[Location, str], list[SwigName]] = {}
    uses: dict[tuple[Location, str], tuple[str, ...]] = {}
    for name in names:
        exposing, declared = name.directive_location, name.declared
        if exposing is not None and here(exposing) and name.directive != "generated":
            places.setdefault((exposing, name.directive), []).append(name)
        if declared is not None and here(declared) and declared != exposing:
            places.setdefault((declared, "declared"), []).append(name)
        if name.defined is not None and here(name.defined):
            places.setdefault((name.defined, "defined"), []).append(name)
        for use in name.used_by:
            if here(use):
                uses[use, name.name] = (name.cname,) if name.cname else ()
    exposed = {(place.line, how.partition("(")[0]) for place, how in places}
    for (place, how), found in places.items():
        if len(found) == 1:
            of = (found[0].cname,) if found[0].cname else ()
            yield Annotation("swig", place, found[0].name, how, related=of)
        else:
            yield Annotation(
                "swig", place, how, "exposes", number=len(found), related=tuple([one.name for one in found])
            )
    for (place, word), related in uses.items():
        yield Annotation("swig", place, word, "used", related=related)
    for effect in dict.fromkeys(effects):
        done = (effect.location.line, effect.directive.partition("(")[0]) in exposed
        if here(effect.location) and effect.directive not in _UNSAID and not done:
            yield Annotation("swig", effect.location, effect.target, "says", related=(effect.directive,))


def _kernels(touching: Iterable[KernelDef], here: Callable[[Location | None], bool]) -> Iterable[Annotation]:
    groups: dict[tuple[Location, str, str], list[KernelDef]] = {}
    macros: dict[tuple[Location, str], dict[tuple[str, str], int]] = {}
    classes: dict[tuple[Location, str], dict[tuple[str, str], int]] = {}

    def through(step: ExpansionStep, kernel: KernelDef) -> None:
        counts = macros.setdefault((step.defined, step.macro), {})
        counts[kernel.op, kernel.device_type] = counts.get((kernel.op, kernel.device_type), 0) + 1

    for kernel in touching:
        if here(kernel.location):
            groups.setdefault((kernel.location, kernel.op, kernel.device_type), []).append(kernel)
        for step in kernel.expansion:
            if here(step.defined):
                through(step, kernel)
        if kernel.kernel_class_location is not None and here(kernel.kernel_class_location):
            key = (kernel.kernel_class_location, without_templates(kernel.kernel_class))
            counts = classes.setdefault(key, {})
            counts[kernel.op, kernel.device_type] = counts.get((kernel.op, kernel.device_type), 0) + 1
    for (place, op, device), found in groups.items():
        types: dict[str, None] = {}
        for kernel in found:
            for constraint in kernel.constraint:
                types.update(dict.fromkeys(constraint.allowed_values))
        # The macros that all of them come through; those between differ by type.
        shared = set.intersection(*[{step.macro for step in kernel.expansion} for kernel in found])
        names = tuple(dict.fromkeys([step.macro for step in found[0].expansion if step.macro in shared]))
        name = without_templates(found[0].kernel_class)
        yield Annotation("kernels", place, op, name, device, len(found), tuple(types), names)
    for (place, macro), counts in macros.items():
        yield Annotation("macro", place, macro, number=sum(counts.values()), related=_counted(counts))
    for (place, name), counts in classes.items():
        yield Annotation("class", place, name, number=sum(counts.values()), related=_counted(counts))


def _counted(counts: dict[tuple[str, str], int]) -> tuple[str, ...]:
    """The ops of kernels with their devices: `BiasAdd on CPU`."""
    return tuple(dict.fromkeys([f"{op} on {device}" for op, device in sorted(counts)]))


def _code(found: Iterable[Use], here: Callable[[Location | None], bool]) -> Iterable[Annotation]:
    methods: dict[tuple[Location, str], None] = {}
    users: dict[tuple[Location, str], dict[str, list[str]]] = {}
    for use in found:
        if use.kind in ("compute", "work") and here(use.target):
            methods[use.target, use.name] = None
        elif use.kind == "instance" and here(use.target):
            yield Annotation("code", use.target, use.name, "instance", related=(f"{use.owner.path}:{use.owner.line}",))
        elif use.kind in ("class", "function", "argument") and here(use.target) and not _within_itself(use):
            users.setdefault((use.target, use.defined), {}).setdefault(use.user, []).append(use.condition)
    for place, name in methods:
        yield Annotation("code", place, name, "compute")
    for (place, name), named in users.items():
        related = [f"{user} (#if {_only(said)})" if _only(said) else user for user, said in sorted(named.items())]
        yield Annotation("code", place, name, number=len(named), related=tuple(related))


def _within_itself(use: Use) -> bool:
    """Whether what is used is what uses it: a function that calls itself."""
    place, target = use.location, use.target
    if use.user != use.defined or place is None or target is None or place.path != target.path:
        return False
    return target.line <= place.line <= target.end_line


def _only(conditions: list[str]) -> str:
    """The condition that all uses stand under; empty where one stands under none, or they differ."""
    return conditions[0] if len(set(conditions)) == 1 else ""
