"""The public Python names and the ops behind each of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tfexplore.extract.python_imports import Availability, is_root, parents
from tfexplore.extract.python_names import Found
from tfexplore.extract.python_program import Program
from tfexplore.extract.python_records import Class, Export, Operator
from tfexplore.extract.python_ways import Ways
from tfexplore.extract.wrappers import Wrapper
from tfexplore.model import Endpoint, GeneratedWrapper, Location, MethodOps, OpUse, PythonCall


def link(
    program: Program, availability: Availability, wrappers: Iterable[Wrapper], versions: Mapping[str, str]
) -> tuple[tuple[Endpoint, ...], tuple[PythonCall, ...], tuple[MethodOps, ...], tuple[GeneratedWrapper, ...]]:
    """The endpoints of all files and of the wrappers, sorted by name; the calls on their ways to ops; what methods
    create beside that; the wrappers.

    `versions` are those of the packages outside the tree that were read.
    """
    ways = Ways(program, versions)
    endpoints: dict[tuple[str, str, Location], Endpoint] = {}
    paths = [path for path in sorted(program.own) if availability.of(path) is not None]
    aliases = _module_aliases(program)
    exports = [
        (path, one, _exported(program, path, one))
        for path in paths
        for one in program.files[path].exports
        if _is_collected(availability, path, one)
    ]
    operators = [(path, one) for path in paths for one in program.files[path].operators]
    found = [found for *_, found in exports] + [ways.operator(path, one)[0] for path, one in operators]
    for path, export, target in exports:  # before all is left out that leads to no op
        _follow_to_swig(ways, path, export, target)
    program.follow([one for one in found if one is not None])
    for path, export, target in exports:
        for endpoint in _endpoints(ways, aliases, path, export, target):
            endpoints.setdefault((endpoint.endpoint, endpoint.function, endpoint.location), endpoint)
    for path, operator in operators:
        endpoint = _operator(ways, path, operator)
        endpoints.setdefault((endpoint.endpoint, endpoint.function, endpoint.location), endpoint)
    wrappers = tuple(wrappers)
    for wrapper in wrappers:
        for endpoint in _generated(wrapper) if availability.exported(wrapper.module) else ():
            endpoints.setdefault((endpoint.endpoint, endpoint.function, endpoint.location), endpoint)
    ordered = sorted(endpoints.values(), key=lambda one: (one.endpoint, one.api_versions, one.location))
    return tuple(ordered), ways.calls(), ways.methods(), tuple(wrapper.generated() for wrapper in wrappers)


def endpoints_of(ways: Ways, availability: Availability, path: str, exports: Iterable[Export]) -> list[Endpoint]:
    """The endpoints that some exports of a file declare."""
    program = ways.program
    aliases = _module_aliases(program)
    made = []
    for export in exports:
        if _is_collected(availability, path, export):
            found = _exported(program, path, export)
            _follow_to_swig(ways, path, export, found)
            made += _endpoints(ways, aliases, path, export, found)
    return made


def _follow_to_swig(ways: Ways, path: str, export: Export, found: Found | None) -> None:
    if found is not None and not isinstance(found.fact, Wrapper):
        ways.to_swig.follow(found, _location(ways, path, export, found))


def _is_collected(availability: Availability, path: str, export: Export) -> bool:
    """Whether the generator of `tf` sees an export; those of Keras and the estimators have generators of their own."""
    return export.api.lstrip("_") != "tf_export" or availability.collected(path, export.target)


def _module_aliases(program: Program) -> dict[str, list[tuple[str, str]]]:
    """The other names of public modules, each with the version of the API that has it.

    ::

        from tensorflow.python.keras.api._v2 import keras       # in compat_template.__init__.py
        losses = keras.losses                                   {"keras.losses": [("losses", "v2")]}
    """
    aliases: dict[str, list[tuple[str, str]]] = {}
    for path in sorted(program.own):
        if not is_root(path):
            continue
        facts = program.own[path]
        versions = {
            one.name: one.module.rpartition("._")[2]
            for one in facts.imports
            if one.attribute == one.name and one.module.endswith((".api._v1", ".api._v2"))
        }
        for alias in facts.aliases:
            version = versions.get(alias.target.partition(".")[0])
            known = aliases.setdefault(alias.target, []) if version and not alias.name.startswith("_") else None
            if known is not None and version is not None and (alias.name, version) not in known:
                known.append((alias.name, version))
    return aliases


def _exported(program: Program, path: str, export: Export) -> Found | None:
    """What is exported; None for a constant."""
    if export.form == "constant":
        return None
    found = program.resolve(path, export.target)
    if found is None and export.form == "decorator":
        function = program.function(path, export.target)
        found = Found(path, function) if function is not None else None
    return found


def _endpoints(
    ways: Ways, aliases: Mapping[str, list[tuple[str, str]]], path: str, export: Export, found: Found | None
) -> list[Endpoint]:
    location, ops = _place(ways, path, export, found)
    names_v1 = export.names if export.v1 is None else export.v1
    all_deprecated = "*" in export.deprecated or _is_deprecated(ways.program, found)
    made = []
    for name in dict.fromkeys((*export.names, *names_v1)):
        versions = (("v1",) if name in names_v1 else ()) + (("v2",) if name in export.names else ())
        deprecated = name in export.deprecated or all_deprecated
        function_name = export.target.rpartition(".")[2]
        made.append(Endpoint(f"tf.{name}", versions, function_name, location, ops, deprecated))
        for module in parents(name)[:-1] if aliases else ():
            for alias, version in aliases.get(module, ()):
                if version in versions:
                    other = f"tf.{alias}{name[len(module) :]}"
                    made.append(Endpoint(other, (version,), function_name, location, ops, deprecated))
    return made


def _is_deprecated(program: Program, found: Found | None) -> bool:
    """Whether making an object of a class warns: its constructor, or that of a base, is deprecated."""
    if found is None or not isinstance(found.fact, Class):
        return False
    init = program.method(found.path, found.fact.name, "__init__")
    return init is not None and any(one.rpartition(".")[2] == "deprecated" for one in init.fact.decorators)


def _place(ways: Ways, path: str, export: Export, found: Found | None) -> tuple[Location, tuple[OpUse, ...]]:
    """Where an exported thing is, and the ops behind it."""
    location = _location(ways, path, export, found)
    if found is None:
        return location, ()
    if isinstance(found.fact, Wrapper):
        return location, (OpUse(found.fact.op, "direct"),)
    return location, ways.ops_of(found, location)


def _location(ways: Ways, path: str, export: Export, found: Found | None) -> Location:
    """What is exported where it is defined; where that is unknown or generated, and below a decorator, the export."""
    if found is None or isinstance(found.fact, Wrapper) or export.form == "decorator":
        return ways.in_package(Location(path, export.line, export.end_line))
    return ways.in_package(Location(found.path, found.fact.line, found.fact.end_line))


def _operator(ways: Ways, path: str, operator: Operator) -> Endpoint:
    found, location = ways.operator(path, operator)
    ops: tuple[OpUse, ...] = ()
    if found is not None:
        ops = (OpUse(found.fact.op, "direct"),) if isinstance(found.fact, Wrapper) else ways.ops_of(found, location)
    name = operator.function.rpartition(".")[2]
    return Endpoint(f"tf.{operator.owner}.{operator.method}", ("v1", "v2"), name, location, ops)


def _generated(wrapper: Wrapper) -> list[Endpoint]:
    if not wrapper.module.startswith("tensorflow.python."):
        return []  # the API generator imports nothing else
    made = []
    use = (OpUse(wrapper.op, "direct"),)
    places = dict(zip(reversed(wrapper.exports_v1), reversed(wrapper.places), strict=True))  # the first of its name
    for name in dict.fromkeys((*wrapper.exports, *wrapper.exports_v1)):
        versions = (("v1",) if name in wrapper.exports_v1 else ()) + (("v2",) if name in wrapper.exports else ())
        deprecated = name in wrapper.deprecated or wrapper.all_deprecated
        made.append(Endpoint(f"tf.{name}", versions, wrapper.function, places[name], use, deprecated))
    if wrapper.raw:
        made.append(Endpoint(f"tf.{wrapper.raw}", ("v1", "v2"), wrapper.function, wrapper.location, use))
    return made
