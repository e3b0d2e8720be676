"""The Python side of a tree as a whole: from what single files yielded to facts.

The readers of single files are each a pure function of a path and its bytes; `link_python` takes what they found. A
file's facts travel and are kept as one pickle: the tool's own, made by `read_python` and never a tree's.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from tfexplore._record import Record
from tfexplore.extract import api, api_def, external, keras, python_files, python_gradient_links, wrappers
from tfexplore.extract.python_asked import Asked, NamesLinked, OtherNames, Unread, link_names
from tfexplore.extract.python_imports import Availability, api_packages
from tfexplore.extract.python_known import KeptFunctions, KnownFunctions
from tfexplore.extract.python_program import OF_SOME, Program
from tfexplore.extract.python_records import GradientSite, PythonFacts
from tfexplore.model import (
    Endpoint,
    GeneratedWrapper,
    GradientFunction,
    KerasEndpoint,
    MethodOps,
    OpDef,
    PythonCall,
    Unresolved,
)

#: Files that nothing ships and nothing imports: only what they register is read.
_TESTS = ("_test.py", "_benchmark.py", "_test_lib.py", "_testlib.py")


class PythonLinked(Record):
    """The facts of the Python side."""

    gradients: tuple[GradientFunction, ...]
    endpoints: tuple[Endpoint, ...]
    calls: tuple[PythonCall, ...]
    methods: tuple[MethodOps, ...]
    wrappers: tuple[GeneratedWrapper, ...]
    keras: tuple[KerasEndpoint, ...]
    unresolved: tuple[Unresolved, ...]
    notes: tuple[str, ...] = ()


class Package(Record):
    """A package beside the tree: its version, and the facts of each of its files."""

    name: str
    version: str
    files: Mapping[str, PythonFacts]


def read_python(path: str, data: bytes) -> bytes:
    """A Python file's facts, pickled; empty where there are none."""
    return read_python_again(path, data, b"", None)[0]


def read_python_again(
    path: str, data: bytes, before: bytes, kept: KeptFunctions | None
) -> tuple[bytes, KeptFunctions | None]:
    """A Python file's facts, pickled, and what is to be kept of its functions beside them.

    `before` and `kept` are those of an earlier run, whose functions are not read again.
    """
    known = KnownFunctions(pickle.loads(before) if before and kept is not None else None, kept)
    facts = python_files.read_file(path, data, whole=not path.endswith(_TESTS), known=known)
    return (pickle.dumps(facts, 5), known.kept(facts)) if facts != PythonFacts(path) else (b"", None)


def read_api_def(path: str, data: bytes) -> tuple[api_def.ApiDef, ...]:
    """What an `api_def` file says."""
    return api_def.read_file(path, data) if "/api_def/" in path and b"graph_op_name" in data else ()


def read_build(path: str, data: bytes) -> wrappers.BuildFacts | None:
    """What a BUILD file says of generated wrappers."""
    facts = wrappers.read_build(path, data)
    return facts if facts.rules or facts.libraries else None


def read_api_gen(path: str, data: bytes) -> tuple[str, ...]:
    """The packages that the API generator imports."""
    return api_packages(data)


def read_generator(path: str, data: bytes) -> wrappers.Generator | None:
    """The rules of the wrapper generator."""
    return wrappers.read_generator(data)


def link_python(
    files: Iterable[tuple[str, Mapping[str, Any]]],
    ops: Collection[OpDef],
    shipped: Collection[str] | None,
    packages: Callable[[Collection[str]], Iterable[Package]] = lambda names: (),
) -> tuple[PythonLinked, Asked]:
    """All facts of the Python side, and what the next link may want to know of this one.

    `files` are paths with the parts that were found in them, `shipped` the Python files that a build ships (None:
    unknown, all count); `packages` finds those of some names that are beside the tree. Where several ops at one place
    have a name, it matters which comes first.
    """
    own: dict[str, PythonFacts] = {}
    generated_from: list[str] = []
    files = list(files)
    for path, parts in files:
        if "python" in parts and matters(path, parts["python"], shipped):
            own[path] = pickle.loads(parts["python"])
        generated_from += parts.get("api_gen", ())
    for path in sorted(shipped or ()):
        if path.endswith(".py") and path not in own:
            own[path] = PythonFacts(path)  # an empty module can be imported as well
    ops = sorted(ops, key=lambda op: (op.name, op.location))
    made = wrappers_of([parts for _, parts in files], ops)
    beside = tuple(packages(_imported(own)))
    other = {path: facts for package in beside for path, facts in package.files.items()}
    versions = {package.name: package.version for package in beside}
    program = Program(own, made, other)
    availability = Availability({**other, **own}, shipped, generated_from)
    gradients, unresolved = python_gradient_links.link(program, availability, ops)
    endpoints, calls, methods, generated = api.link(program, availability, made, versions)
    notes = tuple(f"{name} {version}" for name, version in sorted(versions.items()))
    of_keras = keras.link(program, availability, versions)
    operators = tuple([path for path, facts in program.files.items() if facts.operators])
    return (
        PythonLinked(gradients, endpoints, calls, methods, generated, of_keras, unresolved, notes),
        Asked(program.asked(), made, availability, operators, versions, program.holders.holding()),
    )


def wrappers_of(files: Iterable[Mapping[str, Any]], ops: Iterable[OpDef]) -> tuple[wrappers.Wrapper, ...]:
    """The wrappers of ops, of the parts that were found in files; they depend on all ops of a name."""
    api_defs: list[api_def.ApiDef] = []
    builds: list[wrappers.BuildFacts] = []
    rules: list[wrappers.Generator | None] = []
    for parts in files:
        api_defs += parts.get("api_def", ())
        if "wrapper_build" in parts:
            builds.append(parts["wrapper_build"])
        rules.append(parts.get("wrapper_rules"))
    ordered = sorted(ops, key=lambda op: (op.name, op.location))
    return wrappers.link(wrappers.merged(rules), builds, api_defs, ordered)


def link_again(
    files: Mapping[str, Mapping[str, Any]],
    ops: Iterable[OpDef],
    shipped: Collection[str] | None,
    packages: Callable[[Collection[str]], Iterable[Package]],
    asked: Asked,
    others: Mapping[str, OtherNames],
) -> tuple[NamesLinked, Asked] | None:
    """The facts of a few names that nobody asked for in the last link, which said all the rest."""
    pickled = {
        path: parts["python"]
        for path, parts in sorted(files.items())
        if "python" in parts and matters(path, parts["python"], shipped)
    }
    empty = [path for path in sorted(shipped or ()) if path.endswith(".py") and path not in pickled]
    beside = {path: facts for one in packages(tuple(asked.versions)) for path, facts in one.files.items()}
    own = Unread(pickled, beside, (*beside, *pickled, *empty))
    program = Program(
        own, asked.wrappers, None, asked.operators, (asked.holders, asked.names.get(OF_SOME, "").split("\n"))
    )
    found = link_names(program, asked, ops, others)
    if found is None:
        return None
    names = dict(asked.names)
    for path, more in program.asked().items():
        names[path] = "\n".join({*names.get(path, "").split("\n"), *more.split("\n")})
    return found, asked._replace(names=names)


def matters(path: str, facts: bytes, shipped: Collection[str] | None) -> bool:
    """Whether anything can come of a file's facts: it is shipped, a template of one that is, or it registers."""
    return shipped is None or path in shipped or path.count("/") <= 1 or GradientSite.__name__.encode() in facts


def _imported(own: Mapping[str, PythonFacts]) -> list[str]:
    """The packages outside the tree that its files import."""
    imported = {entry.module.partition(".")[0] for facts in own.values() for entry in facts.imports}
    inside = {path.partition("/")[0] for path in own}
    return [name for name in external.PACKAGES if name in imported - inside]


def read_packages(folders: Iterable[str], names: Collection[str] = external.PACKAGES) -> list[Package]:
    """The packages of these names that are found in the folders, or else installed."""
    return [
        # What an estimator computes is no part of the answers, what it imports decides what is registered.
        Package(
            one.name,
            one.version,
            {
                path: (python_files.read_imports if one.name == "tensorflow_estimator" else python_files.read_external)(
                    path, data
                )
                for path, data in one.files
            },
        )
        for one in external.find(folders, names)
    ]
