"""The public Python names and the ops behind each of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tfexplore.extract.python_imports import MAX_VIA, Availability, Found, Program
from tfexplore.extract.python_records import Alias, Class, Export, Function, Operator
from tfexplore.extract.wrappers import Wrapper
from tfexplore.model import Endpoint, GeneratedWrapper, Location, OpUse


def link(
    program: Program, availability: Availability, wrappers: Iterable[Wrapper], versions: Mapping[str, str]
) -> tuple[tuple[Endpoint, ...], tuple[GeneratedWrapper, ...]]:
    """The endpoints of all files and of the generated wrappers, sorted by name, and the wrappers.

    `versions` are those of the packages outside the tree that were read.
    """
    endpoints: dict[tuple[str, str, Location], Endpoint] = {}
    for path in sorted(program.own):
        if availability.of(path) is None:
            continue
        for export in program.files[path].exports:
            for endpoint in _endpoints(program, path, export):
                place = _in_package(endpoint.location, versions)
                endpoint = endpoint._replace(location=place)
                endpoints.setdefault((endpoint.endpoint, endpoint.function, place), endpoint)
        for operator in program.files[path].operators:
            endpoint = _operator(program, path, operator)
            endpoints.setdefault((endpoint.endpoint, endpoint.function, endpoint.location), endpoint)
    wrappers = tuple(wrappers)
    for wrapper in wrappers:
        for endpoint in _generated(wrapper) if availability.exported(wrapper.module) else ():
            endpoints.setdefault((endpoint.endpoint, endpoint.function, endpoint.location), endpoint)
    ordered = sorted(endpoints.values(), key=lambda one: (one.endpoint, one.api_versions, one.location))
    return tuple(ordered), tuple(wrapper.generated() for wrapper in wrappers)


def _in_package(place: Location, versions: Mapping[str, str]) -> Location:
    """A place in a package beside the tree names the package."""
    package = place.path.partition("/")[0]
    return place._replace(package=package, version=versions[package]) if package in versions else place


def _endpoints(program: Program, path: str, export: Export) -> list[Endpoint]:
    if export.form == "constant":
        found = None
        location = Location(path, export.line, export.end_line)
        ops: tuple[OpUse, ...] = ()
    else:
        found = program.resolve(path, export.target)
        if found is None and export.form == "decorator":
            function = program.function(path, export.target)
            found = Found(path, function) if function is not None else None
        location, ops = _place(program, path, export, found)
    names_v1 = export.names if export.v1 is None else export.v1
    made = []
    for name in dict.fromkeys((*export.names, *names_v1)):
        versions = (("v1",) if name in names_v1 else ()) + (("v2",) if name in export.names else ())
        deprecated = name in export.deprecated or "*" in export.deprecated
        function_name = export.target.rpartition(".")[2]
        made.append(Endpoint(f"tf.{name}", versions, function_name, location, ops, deprecated))
    return made


def _place(program: Program, path: str, export: Export, found: Found | None) -> tuple[Location, tuple[OpUse, ...]]:
    """Where an exported thing is, and the ops behind it."""
    fallback = Location(path, export.line, export.end_line)
    if found is None:
        return fallback, ()
    if isinstance(found.fact, Wrapper):
        return fallback, (OpUse(found.fact.op, "direct"),)
    location = Location(found.path, found.fact.line, found.fact.end_line)
    if export.form == "decorator":
        location = fallback
    return location, ops_of(program, found)


def _operator(program: Program, path: str, operator: Operator) -> Endpoint:
    found = program.resolve(path, operator.function)
    location = Location(path, operator.line, operator.end_line)
    ops: tuple[OpUse, ...] = ()
    if found is not None and isinstance(found.fact, Wrapper):
        ops = (OpUse(found.fact.op, "direct"),)
    elif found is not None and not isinstance(found.fact, Wrapper):
        ops = ops_of(program, found)
        location = Location(found.path, found.fact.line, found.fact.end_line)
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


def ops_of(program: Program, found: Found) -> tuple[OpUse, ...]:
    """The ops that a function creates, each by the shortest way; for a class, those of its methods."""
    uses: dict[str, OpUse] = {}
    starts: list[tuple[tuple[str, str, str], tuple[str, ...]]] = []
    if isinstance(found.fact, Class):
        owner = f"{found.path}:{found.fact.name}"
        for path, function in program.methods(found.path, found.fact.name):
            starts.append(((path, function.name, owner), (function.name,)))
    elif isinstance(found.fact, Alias):
        starts.append(((found.path, found.fact.name + "=", ""), ()))
    elif isinstance(found.fact, Function):
        starts.append(((found.path, found.fact.name, ""), ()))
    seen = {start for start, _ in starts}
    level = starts
    for _ in range(MAX_VIA):
        following = []
        for call, via in level:
            direct, calls = program.step(call)
            for op in direct:
                if op not in uses:
                    uses[op] = OpUse(op, "through" if via else "direct", via)
            for more in calls:
                if more not in seen:
                    seen.add(more)
                    following.append((more, (*via, more[1].rstrip("="))))
        if not following:
            break
        level = following
    return tuple(uses[op] for op in sorted(uses))
