"""What Python can call, and how it gets there: `tfexplore swig`."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.answer import Answer, Searched
from tfexplore.answers.names import match, match_paths, nearest
from tfexplore.answers.unread import concerning
from tfexplore.index import swig, symbols
from tfexplore.model import Location

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tfexplore.index.store import Index
    from tfexplore.model import SwigEffect, SwigFile, SwigName


class SwigNode(Record):
    """A file in the include tree; `line` is where the file above it includes it, None for the root.

    `names`, `typemaps` and `inserts` count what the file itself brings to Python; for a header, what it declares.
    """

    path: str
    kind: str
    line: int | None
    children: tuple[SwigNode, ...]
    names: int
    typemaps: int
    inserts: int


class SwigLayer(Record):
    """Everything: the include tree, its files flat and in order, SWIG's own files, and the exposed names."""

    tree: SwigNode
    files: tuple[str, ...]
    library_files: tuple[str, ...]
    names: tuple[SwigName, ...]


class SwigInterface(Record):
    """One file: who includes it, what it includes, what its lines do, and the names that it gives to Python.

    Of a header the names are those that it declares.
    """

    file: SwigFile
    includes: tuple[SwigFile, ...]
    effects: tuple[SwigEffect, ...]
    names: tuple[SwigName, ...]


class SwigHidden(Record):
    """A C++ name that was asked for, that `%ignore` hides from Python and that nothing exposes after all."""

    name: str
    directive: str
    location: Location


#: Names that the generator of Python's functions writes calls of, and the method of it that does.
_WRITTEN = {"TFE_Py_FastPathExecute": "GenEagerPythonOp::AddEagerFastPathExecute"}


class SwigWritten(Record):
    """A name that generated functions call, which the tree does not hold, and what of their generator writes that."""

    name: SwigName
    writer: Location


class SwigChain(Record):
    """One name from Python to C++, each step a word and a place: `called`, `exposed`, `declared`, `defined`."""

    name: SwigName
    steps: tuple[tuple[str, Location], ...]


def find_swig(index: Index, patterns: Sequence[str] = (), depth: int | None = None, unused: bool = False) -> Answer:
    """The names that the patterns pick (`SwigName`; `SwigWritten` of one that generated functions call as well), the
    files (`SwigInterface`), or the whole (`SwigLayer`).

    A pattern means a name in Python, a C++ name with its namespaces or without, a member (`Class.method`), or a file.
    `depth` cuts the tree; with `unused` only functions and classes remain that no Python of the tree names.
    """
    names = swig.names(index)
    files = swig.files(index)
    searched = Searched("exposed name", len(names), unused)
    answer = Answer(index.state, "swig", tuple(patterns), "found", (), (), (), searched)
    results: list[object] = []
    found: list[SwigName] = []
    if patterns:
        paths = [pattern for pattern in patterns if pattern.endswith((".i", ".h", ".swg"))]
        picked = match_paths(paths, [one.path for one in files if one.kind != "library"]) if paths else []
        results += _interfaces(index, picked, files, names)
        words = [pattern for pattern in patterns if pattern not in paths]
        found = _named(words, names)
        results += _hidden(index, words, names)
    elif unused:
        found = list(names)
    elif files:
        results.append(_layer(index, files, names, depth))
    if unused:
        results = [one for one in results if not isinstance(one, SwigHidden)]
        found = _unused(found, names)
    # What generated functions call is used, whoever else calls it.
    results += [one for one in _written(index, found) if not (unused and isinstance(one, SwigWritten))]
    unread = concerning(index, "swig", patterns, {one.name for one in found}, not patterns)
    if not results:
        kinds = [("exposed name", [one.name for one in names]), ("op", index.names("op"))]
        return answer._replace(answer="not found", nearest=nearest(patterns, kinds), unresolved=unread)
    return answer._replace(results=tuple(results), unresolved=unread)


def find_unreachable(index: Index, patterns: Sequence[str] = ()) -> Answer:
    """The interface files that the root does not bring in (`SwigUnreachable`), and the pybind11 modules."""
    files = swig.unreachable(index)
    modules = swig.pybind(index)
    if patterns:
        paths = set(match_paths(patterns, sorted({one.path for one in files})))
        named = set(match(patterns, [one.name for one in modules]))
        files = tuple([one for one in files if one.path in paths])
        modules = tuple([one for one in modules if one.name in named])
    searched = Searched("interface file", len(swig.unreachable(index)), bool(patterns))
    results = (*files, *modules)
    word = "found" if results else "not found"
    return Answer(index.state, "swig", tuple(patterns), word, results, (), (), searched)


def find_example(index: Index) -> Answer:
    """One function whose whole way can be shown (`SwigChain`), the one that takes the fewest words to tell."""
    names = swig.names(index)
    effects: dict[str, int] = {}
    for effect in swig.effects(index):
        effects[effect.location.path] = effects.get(effect.location.path, 0) + 1
    complete = [chain for one in names if (chain := chain_of(one)) is not None]
    searched = Searched("exposed name", len(names))
    answer = Answer(index.state, "swig", (), "not found", (), (), (), searched)
    if not complete:
        return answer
    best = min(complete, key=lambda chain: _length(chain, effects))
    return answer._replace(answer="found", results=(best,))


def chain_of(one: SwigName) -> SwigChain | None:
    """The way of a function whose interface, header, definition and call lie in four files; None for any other."""
    calls = [use for use in one.used_by if use.path.endswith(".py") and not use.path.endswith("_test.py")]
    if one.kind != "function" or not calls or not (one.directive_location and one.declared and one.defined):
        return None
    steps = (
        ("called", calls[0]), ("exposed", one.directive_location), ("declared", one.declared), ("defined", one.defined),
    )  # fmt: skip
    if len({place.path for _, place in steps}) < len(steps) or one.directive == "%include":
        return None
    return SwigChain(one, steps)


def _length(chain: SwigChain, effects: dict[str, int]) -> tuple[int, int, str]:
    return effects.get(chain.name.interface, 0), len(chain.name.used_by), chain.name.name


def _named(patterns: Sequence[str], names: Iterable[SwigName]) -> list[SwigName]:
    """The names that patterns pick by any of their spellings, those in Python first."""
    spelt: dict[str, dict[str, SwigName]] = {}
    members: dict[str, dict[str, SwigName]] = {}
    for one in names:
        for word in (one.name, one.cname, one.cname.rpartition("::")[2]):
            if word:
                spelt.setdefault(word, {})[one.name] = one
        for member in one.members:
            for word in (f"{one.name}.{member.name}", f"{one.cname}::{member.cname}", member.cname):
                if member.cname or "." in word:
                    members.setdefault(word, {})[one.name] = one
    found: dict[str, SwigName] = {}
    for pattern in patterns:
        picked = match((pattern,), list(spelt))
        for word in picked:
            found.update(spelt[word])
        if not picked:
            for word in match((pattern,), list(members)):
                found.update(members[word])
    return list(found.values())


def _written(index: Index, found: Iterable[SwigName]) -> list[SwigName | SwigWritten]:
    """The same names, those with what writes their calls that generated functions have."""
    made: list[SwigName | SwigWritten] = []
    for one in found:
        writer = _WRITTEN.get(one.name)
        places = [symbol.location for symbol in symbols.named(index, writer) if symbol.name == writer] if writer else []
        made.append(SwigWritten(one, places[0]) if places else one)
    return made


def _hidden(index: Index, patterns: Iterable[str], names: Iterable[SwigName]) -> list[SwigHidden]:
    """What patterns name exactly and `%ignore` hides; a member or a function, with its namespaces or without."""
    exposed = {word for one in names for word in (one.name, one.cname, one.cname.rpartition("::")[2])}
    wanted = {pattern for pattern in patterns if pattern not in exposed}
    found = []
    for effect in swig.effects(index) if wanted else ():
        # Parameters tell overloads apart, one of which may be exposed all the same.
        words = {effect.target, effect.target.rpartition("::")[2]}
        if effect.directive == "%ignore" and "(" not in effect.target and wanted & words:
            found.append(SwigHidden(effect.target, effect.directive, effect.location))
    return found


def _unused(found: Iterable[SwigName], names: Iterable[SwigName]) -> list[SwigName]:
    """The functions and classes among the found ones that nothing calls; a static method's call is its class's."""
    used = {one.name for one in names if one.used_by}
    return [
        one
        for one in found
        if one.kind in ("function", "class", "python")
        and one.directive != "generated"
        and one.name not in used
        and not any(f"{one.name}_{member.name}" in used for member in one.members)
    ]


def _interfaces(
    index: Index, paths: Sequence[str], files: Sequence[SwigFile], names: Sequence[SwigName]
) -> list[SwigInterface]:
    effects = swig.effects(index) if paths else ()
    return [
        SwigInterface(
            next(one for one in files if one.path == path),
            tuple([one for one in files if one.included_by == path]),
            tuple([one for one in effects if one.location.path == path]),
            tuple([one for one in names if path in (one.interface, one.declared.path if one.declared else "")]),
        )
        for path in paths
    ]


def _layer(index: Index, files: Sequence[SwigFile], names: tuple[SwigName, ...], depth: int | None) -> SwigLayer:
    counts: dict[str, list[int]] = {one.path: [0, 0, 0] for one in files}
    for name in names:
        path = name.declared.path if name.declared else name.interface
        if path in counts:
            counts[path][0] += 1
    for effect in swig.effects(index):
        if effect.location.path in counts:
            counts[effect.location.path][1] += effect.directive.startswith("%typemap")
            counts[effect.location.path][2] += effect.directive == "%insert"
    children: dict[str | None, list[SwigFile]] = {}
    for one in files:
        children.setdefault(one.included_by, []).append(one)

    def node(one: SwigFile, level: int) -> SwigNode:
        below = children.get(one.path, ()) if depth is None or level < depth else ()
        return SwigNode(
            one.path, one.kind, one.included_at, tuple([node(child, level + 1) for child in below]), *counts[one.path]
        )

    return SwigLayer(
        node(children[None][0], 0),
        tuple([one.path for one in files if one.kind != "library"]),
        tuple([one.path for one in files if one.kind == "library"]),
        names,
    )
