"""The functions of `gen_*_ops.py`, which a build writes and the tree does not hold.

Their names follow from three things that the tree does hold: the rules of the generator
(`python/framework/python_op_gen*.cc`: how an op's name is written in Python, which names are reserved), the
`api_def` files (visibility, endpoints, the order of arguments), and the BUILD files (which ops a module wraps). Each is
read by a function of one file; `link` puts them together with the ops.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from tfexplore._record import Record
from tfexplore.extract.api_def import ApiDef
from tfexplore.extract.python_source import Source, Statement
from tfexplore.model import GeneratedWrapper, Location, OpDef
from tfexplore.spec_text import lower_case

_QUOTED = re.compile(rb'"((?:[^"\\\n]|\\.)*)"')
_EITHER_LABEL = re.compile(rb"[\"']([^\"'\n]+)[\"']")
_LABEL = re.compile(rb'"([^"\n]+)"')
#: Libraries that are followed from one rule.
_MAX_LABELS = 400
_COMMENT = re.compile(rb"//[^\n]*")


class Generator(Record):
    """The rules of the generator of one tree.

    `latest_version` is the API version whose deprecated endpoints are left out (None: all are exported), `raw_ops`
    whether every op is also exported as `raw_ops.Name`, `namespaces` whether `>` in a name is a joiner.
    """

    reserved: frozenset[str]
    underscored: frozenset[str]
    latest_version: int | None
    raw_ops: bool
    namespaces: bool


class WrapperRule(Record):
    """A BUILD rule that makes a module: `module` dotted, the libraries or sources of its ops, its filters."""

    module: str
    deps: tuple[str, ...]
    whitelist: tuple[str, ...]
    hidden: tuple[str, ...]
    api_defs: bool
    location: Location


class OpLibrary(Record):
    """A BUILD rule of C++: `//package:name`, its sources (or globs of them) and what it links."""

    label: str
    sources: tuple[str, ...]
    deps: tuple[str, ...] = ()


class Wrapper(Record):
    """A generated function: `exports` are those of the newest API, `exports_v1` those of `tf.compat.v1`.

    `raw` is the name of its `raw_ops` form, empty where the generator makes none. `places` says where
    each of `exports_v1` is given: by an `api_def` file, or else by the op's registration, which is `location`.
    `outputs` is 0 for lists.
    """

    op: str
    module: str
    function: str
    args: tuple[str, ...]
    exports: tuple[str, ...]
    exports_v1: tuple[str, ...]
    deprecated: tuple[str, ...]
    all_deprecated: bool
    raw: str
    places: tuple[Location, ...]
    location: Location
    inputs: int
    outputs: int

    def generated(self) -> GeneratedWrapper:
        """The fact, as an index keeps it."""
        return GeneratedWrapper(self.op, self.module, self.function, self.args, self.exports, self.all_deprecated)


class BuildFacts(Record):
    """What one BUILD file says of wrappers."""

    rules: tuple[WrapperRule, ...] = ()
    libraries: tuple[OpLibrary, ...] = ()


def read_generator(data: bytes) -> Generator | None:
    """What one source of the generator says of its rules; `merged` puts the sources together."""
    rules = (b"GenerateLowerCaseOpName", b"IsPythonReserved", b"IsOpWithUnderscorePrefix", b"kLatestAPIExport")
    if not any(token in data for token in rules):
        return None
    latest = re.search(rb"kLatestAPIExportVersion\s*=\s*(\d{1,9})\s*;", data)
    return Generator(
        _string_set(data, b"IsPythonReserved"),
        _string_set(data, b"IsOpWithUnderscorePrefix"),
        int(latest.group(1)) if latest else None,
        b'"raw_ops.' in data,
        b"'>'" in data,
    )


def merged(generators: Iterable[Generator | None]) -> Generator | None:
    """The rules of all sources of the generator; None where there are none."""
    known = [one for one in generators if one is not None]
    if not known:
        return None
    return Generator(
        frozenset().union(*[one.reserved for one in known]),
        frozenset().union(*[one.underscored for one in known]),
        next((one.latest_version for one in known if one.latest_version is not None), None),
        any(one.raw_ops for one in known),
        any(one.namespaces for one in known),
    )


def read_build(path: str, data: bytes) -> BuildFacts:
    """The wrapper rules and op libraries of one BUILD file; Starlark reads like Python here."""
    if not any(token in data for token in (b"op_wrapper", b"op_lib", b"ops/")):
        return BuildFacts()
    package = path.rpartition("/")[0]
    source = Source(path, data)
    rules = []
    libraries = []
    for statement in source.statements():
        kind = statement.kind
        if not kind.isidentifier():
            continue
        blank = source.blank[statement.start : statement.end]
        if "op_wrapper" in kind and "py" in kind:
            rule = _rule(source, statement.start, statement.end, package, kind)
            if rule is not None:
                rules.append(rule)
        elif kind == "tf_gen_op_libs":
            deps = _deps(source, statement, package)
            named = _list(source, statement.start, statement.end, b"op_lib_names")
            libraries += [
                OpLibrary(f"//{package}:{name}_op_lib", (f"{package}/ops/{name}.cc",), deps)
                for name in named or _first_list(source, statement.start, statement.end)
            ]
        elif b"srcs" in blank or b"deps" in blank:
            sources = tuple(
                f"{package}/{name}"
                for name in _list(source, statement.start, statement.end, b"srcs")
                if name.endswith((".cc", ".cpp")) and not name.startswith(("//", ":"))
            )
            name = _string(source, statement.start, statement.end, b"name")
            if name and (sources or kind == "cc_library"):
                libraries.append(OpLibrary(f"//{package}:{name}", sources, _deps(source, statement, package)))
    return BuildFacts(tuple(rules), tuple(libraries))


def link(
    generator: Generator | None,
    builds: Iterable[BuildFacts],
    api_defs: Iterable[ApiDef],
    ops: Iterable[OpDef],
) -> tuple[Wrapper, ...]:
    """The wrapper of each op that a rule names, sorted by op."""
    if generator is None:
        return ()
    libraries: dict[str, OpLibrary] = {}
    rules: list[WrapperRule] = []
    for build in builds:
        libraries.update((library.label, library) for library in build.libraries)
        rules += build.rules
    by_source = _Sources(sorted(rules, key=_place_of_rule), libraries)
    definitions: dict[str, list[ApiDef]] = {}
    for api_def in sorted(api_defs, key=lambda api_def: (_rank(api_def), api_def.location.path)):
        definitions.setdefault(api_def.op, []).append(api_def)
    made: dict[str, Wrapper] = {}
    for op in ops:
        if op.name.startswith("_") or (op.name in made and op.linked_into is None):
            continue
        for rule in by_source.of(op.location.path):
            if rule.whitelist and op.name not in rule.whitelist:
                continue
            wrapper = _wrapper(generator, rule, op, definitions.get(op.name, []) if rule.api_defs else [])
            if wrapper is not None:
                made[op.name] = wrapper
                break
    return tuple(made[name] for name in sorted(made))


def _place_of_rule(rule: WrapperRule) -> tuple[bool, str]:
    return (not rule.module.startswith("tensorflow.python."), rule.module)


class _Sources:
    """Which rules wrap the ops of a source: those that name its library, then those that link it by way of others."""

    def __init__(self, rules: list[WrapperRule], libraries: Mapping[str, OpLibrary]) -> None:
        self._direct: dict[str, list[WrapperRule]] = {}
        self._linked: dict[str, list[WrapperRule]] = {}
        self._globs: list[tuple[re.Pattern[str], WrapperRule]] = []
        for rule in rules:
            seen: dict[str, None] = {}
            for distance, labels in ((0, rule.deps), (1, ())):
                waiting = list(labels) if not distance else [dep for one in seen for dep in _deps_of(libraries, one)]
                for label in waiting:
                    if label in seen or len(seen) > _MAX_LABELS:
                        continue
                    seen[label] = None
                    if distance:
                        waiting += _deps_of(libraries, label)
                    for source in libraries[label].sources if label in libraries else ():
                        if "*" in source:
                            self._globs.append((_glob(source), rule))
                        else:
                            (self._linked if distance else self._direct).setdefault(source, []).append(rule)

    def of(self, path: str) -> list[WrapperRule]:
        """The rules that wrap the ops of a file, the best first."""
        found = self._direct.get(path) or [rule for pattern, rule in self._globs if pattern.fullmatch(path)]
        return found or self._linked.get(path, [])


def _deps_of(libraries: Mapping[str, OpLibrary], label: str) -> tuple[str, ...]:
    return libraries[label].deps if label in libraries else ()


def _glob(pattern: str) -> re.Pattern[str]:
    parts = re.split(r"(\*\*/|\*)", pattern)
    return re.compile("".join({"**/": "(?:.*/)?", "*": "[^/]*"}.get(part, re.escape(part)) for part in parts))


def _rank(api_def: ApiDef) -> int:
    """0 for the base definitions, 1 for Python's, -1 (left out) for another language's."""
    folder = api_def.location.path.split("/")[-2] if "/" in api_def.location.path else ""
    return {"base_api": 0, "python_api": 1}.get(folder, -1)


def _wrapper(generator: Generator, rule: WrapperRule, op: OpDef, api_defs: list[ApiDef]) -> Wrapper | None:
    visibility = "VISIBLE"
    endpoints: list[tuple[str, bool, int, Location]] = [(op.name, False, 0, op.location)]
    order = [argument.name for argument in op.input_arg]
    renames = {argument.name: argument.name for argument in op.input_arg}
    attr_renames = {attr.name: attr.name for attr in op.attr}
    defaults = {attr.name for attr in op.attr if attr.has_default}
    for api_def in api_defs:
        if _rank(api_def) < 0:
            continue
        if api_def.visibility and api_def.visibility != "DEFAULT_VISIBILITY":
            visibility = api_def.visibility
        if api_def.endpoints:
            path = api_def.location.path
            endpoints = [
                (one.name, one.deprecated, one.deprecation_version, Location(path, one.line, one.line))
                for one in api_def.endpoints
            ]
        order = list(api_def.arg_order) or order
        renames.update(api_def.renames)
        attr_renames.update(api_def.attr_renames)
        defaults.update(api_def.attr_defaults)
        # `MergeApiDefs` leaves an op's own deprecation out, so it never reaches the generator.
    if visibility == "SKIP":
        return None
    function = lower_case(op.name, generator.namespaces)
    hidden = visibility == "HIDDEN"
    listed = op.name in rule.hidden
    reserved = function in generator.reserved
    if hidden or listed:
        if not hidden or reserved or function in generator.underscored:
            function = "_" + function
    elif reserved:
        return None
    exports: list[str] = []
    exports_v1: list[str] = []
    deprecated: list[str] = []
    places: list[Location] = []
    if visibility == "VISIBLE":
        latest = generator.latest_version
        for name, is_deprecated, since, place in endpoints:
            python_name = lower_case(name, generator.namespaces)
            exports_v1.append(python_name)
            places.append(place)
            if is_deprecated or since > 0:
                deprecated.append(python_name)
            if latest is None or not since or since > latest:
                exports.append(python_name)
    inferred: set[str] = set()
    for argument in op.input_arg:
        inferred.update(name for name in (argument.type_attr, argument.type_list_attr, argument.number_attr) if name)
    attrs = [attr.name for attr in op.attr if attr.name not in inferred]
    args = [renames.get(name, name) for name in order]
    args += [attr_renames[name] for name in attrs if name not in defaults]
    args += [attr_renames[name] for name in attrs if name in defaults]
    args = [f"{name}_" if name in generator.reserved else name for name in args]
    return Wrapper(
        op.name,
        rule.module,
        function,
        (*args, "name"),
        tuple(exports),
        tuple(exports_v1),
        tuple(deprecated),
        bool(exports_v1) and len(deprecated) == len(exports_v1),
        (f"raw_ops.{op.name}_" if op.name in generator.reserved else f"raw_ops.{op.name}") if generator.raw_ops else "",
        tuple(places),
        op.location,
        len(op.input_arg),
        0 if any(one.number_attr or one.type_list_attr for one in op.output_arg) else len(op.output_arg),
    )


def _string_set(text: bytes, function: bytes) -> frozenset[str]:
    """The strings inside the first body of a C++ function."""
    start = text.find(b"bool " + function)
    if start < 0:
        return frozenset()
    stop = text.find(b"\n}", start)
    body = _COMMENT.sub(b"", text[start : stop if stop >= 0 else len(text)])
    return frozenset(found.decode("ascii", "replace") for found in _QUOTED.findall(body))


def _rule(source: Source, start: int, end: int, package: str, kind: str) -> WrapperRule | None:
    name = _string(source, start, end, b"name")
    if not name:
        return None
    private = "private" in kind
    bare = name[: -len("_gen")] if private and name.endswith("_gen") else name
    out = _string(source, start, end, b"out") or f"ops/gen_{bare}.py"
    deps = _list(source, start, end, b"deps") or [f"//tensorflow/core:{bare}_op_lib"]
    module = f"{package}/{out}".removesuffix(".py").replace("/", ".")
    line = source.line(start)
    return WrapperRule(
        module,
        tuple(_absolute(label, package) for label in deps),
        tuple(_list(source, start, end, b"op_whitelist")),
        tuple(_list(source, start, end, b"hidden")),
        private or b"api_def_srcs" in source.blank[start:end],
        Location(source.path, line, source.end_line(start, end)),
    )


def _absolute(label: str, package: str) -> str:
    if label.startswith(":"):
        return f"//{package}{label}"
    if label.startswith("//") and ":" not in label:
        return f"{label}:{label.rpartition('/')[2]}"
    return label if label.startswith("//") else f"//{package}:{label}"


def _deps(source: Source, statement: Statement, package: str) -> tuple[str, ...]:
    return tuple(_absolute(label, package) for label in _list(source, statement.start, statement.end, b"deps"))


def _string(source: Source, start: int, end: int, name: bytes) -> str:
    match = re.compile(rb"[(,\s]" + name + rb"\s*=\s*(?=\")").search(source.blank, start, end)
    if match is None:
        return ""
    found = _LABEL.match(source.data, match.end(), end)
    return found.group(1).decode("utf-8", "replace") if found else ""


def _list(source: Source, start: int, end: int, name: bytes) -> list[str]:
    """The strings of `name = ["a", "b"]`, or of `name = glob(["*.cc"])`."""
    match = re.compile(rb"[(,\s]" + name + rb"\s*=\s*(?:glob\(\s*)?\[").search(source.blank, start, end)
    return _strings(source, match.end(), end) if match is not None else []


def _first_list(source: Source, start: int, end: int) -> list[str]:
    """The strings of a list that is the first argument."""
    match = re.compile(rb"\w+\(\s*\[").match(source.blank, start, end)
    return _strings(source, match.end(), end) if match is not None else []


def _strings(source: Source, at: int, end: int) -> list[str]:
    """The strings from here to the bracket that closes their list."""
    stop = source.blank.find(b"]", at, end)
    found = []
    while (at := source.blank.find(b'"', at, max(stop, at))) >= 0:
        label = _EITHER_LABEL.match(source.data, at, end)
        at += 1
        if label is not None:
            at = label.end()
            found.append(label.group(1).decode("utf-8", "replace"))
    return found
