"""What a link asked of the files of the Python side, so that the next one can tell what it need not ask again.

All that was linked follows from the names that were asked of each file, and from what the files import. So where
functions, classes, aliases or imports come, go or change that nobody asked for, nothing that was linked is another;
what declares such a name, an export or a gradient, is linked by itself.
"""

from __future__ import annotations

import pickle
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from tfexplore._record import Record
from tfexplore.extract import api, external, keras, python_gradient_links
from tfexplore.extract.python_imports import Availability, imported, is_root
from tfexplore.extract.python_program import OF_SOME, Program
from tfexplore.extract.python_records import Export, GradientSite, Import, PythonFacts
from tfexplore.extract.python_ways import Ways
from tfexplore.extract.wrappers import Wrapper
from tfexplore.model import Endpoint, GradientFunction, MethodOps, OpDef, PythonCall


class Asked(Record):
    """What a link leaves for the next one.

    `names` are those that were asked of each file, a line each. `availability` is what the imports of all files lead
    to, `operators` are the files that give classes operators, and `versions` those of the packages beside the tree.
    `holders` are the classes that have a method which is called on nobody knows what.
    """

    names: dict[str, str]
    wrappers: tuple[Wrapper, ...]
    availability: Availability
    operators: tuple[str, ...]
    versions: dict[str, str]
    holders: dict[str, tuple[tuple[str, str], ...]]


class OtherNames(Record):
    """Names at the top of a file that came, went or are something else now, and what declares them.

    `before` are the gradients that they were, `gradients` those that they are. `imported` are modules that the file
    imports when it runs and did not import before, `methods` those of classes that have other methods or bases now.
    """

    names: frozenset[str]
    exports: tuple[Export, ...] = ()
    gradients: tuple[GradientSite, ...] = ()
    before: tuple[GradientSite, ...] = ()
    imported: frozenset[str] = frozenset()
    methods: frozenset[str] = frozenset()


class NamesLinked(Record):
    """The facts of a few names."""

    gradients: tuple[GradientFunction, ...]
    endpoints: tuple[Endpoint, ...]
    calls: tuple[PythonCall, ...]
    methods: tuple[MethodOps, ...]


def other_names(before: PythonFacts, after: PythonFacts) -> tuple[OtherNames, PythonFacts, PythonFacts] | None:
    """The names that are others in a file, and the rest of its facts, before and after.

    None where an endpoint of Keras comes with a name, where the file no longer imports a module, and for what
    `import tensorflow` begins with, which gives modules other names.
    """
    if is_root(after.path):
        return None
    one, other = _said(before), _said(after)
    names = frozenset([name for name in (*one, *other) if one.get(name) != other.get(name)])
    exports = tuple([export for export in after.exports if _root(export.target) in names])
    if keras.in_scope(exports):
        return None
    had, has = imported(before), imported(after)
    if not had <= has or _beside(before) != _beside(after) or before.converted != after.converted:
        return None
    found = OtherNames(
        names,
        exports,
        tuple([site for site in after.gradients if _about(site, names)]),
        tuple([site for site in before.gradients if _about(site, names)]),
        frozenset(has - had),
        _methods_of_others(before, after),
    )
    return found, _without(before, names), _without(after, names)


def _root(name: str) -> str:
    return name.partition(".")[0]


def _said(facts: PythonFacts) -> dict[str, list[tuple[object, ...]]]:
    """What is said of each name at the top of a file, but for lines."""
    found: dict[str, list[tuple[object, ...]]] = {}

    def say(name: str, *what: object) -> None:
        found.setdefault(_root(name), []).append(what)

    for entry in facts.imports:
        if entry.eager and entry.name != "*":
            say(entry.name, entry.module, entry.attribute)
    for function in facts.functions:
        inner = function.inner.name if function.inner is not None else None
        say(function.name, function.name, function.params, function.decorators, function.refs, inner)
    for of_class in facts.classes:
        say(of_class.name, of_class.bases, of_class.decorators)
    for alias in facts.aliases:
        say(alias.name, alias.target, alias.refs)
    for body in facts.bodies:
        say(body.name.rstrip(">"), body)
    return found


def _methods_of_others(before: PythonFacts, after: PythonFacts) -> frozenset[str]:
    """The methods of the classes that do not have the bases and methods that they had."""
    one, other = _methods(before), _methods(after)
    return frozenset(
        [
            method
            for name in {*one, *other}
            if one.get(name) != other.get(name)
            for _, methods in (one.get(name, ((), ())), other.get(name, ((), ())))
            for method in methods
        ]
    )


def _methods(facts: PythonFacts) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """The bases and the methods of each class of a file."""
    bases = {of_class.name: of_class.bases for of_class in facts.classes}
    methods: dict[str, list[str]] = {name: [] for name in bases}
    for function in facts.functions:
        owner, dot, word = function.name.partition(".")
        if dot:
            methods.setdefault(owner, []).append(word)
    return {name: (bases.get(name, ()), tuple(found)) for name, found in methods.items()}


def _about(site: GradientSite, names: Collection[str]) -> bool:
    target = site.function.name if site.function is not None else site.target or ""
    return _root(target) in names


def _beside(facts: PythonFacts) -> set[str]:
    """The packages beside the tree that a file imports anywhere."""
    return {_root(entry.module) for entry in facts.imports}.intersection(external.PACKAGES)


def _without(facts: PythonFacts, names: Collection[str]) -> PythonFacts:
    """The facts of a file but for what they say of some names."""
    lines = [(one.line, one.end_line) for one in facts.functions if _root(one.name) in names]

    def is_left(entry: Import) -> bool:
        if entry.eager:
            return _root(entry.name) not in names
        return not any(first <= entry.line <= last for first, last in lines)

    return facts._replace(
        imports=tuple([one for one in facts.imports if is_left(one)]),
        functions=tuple([one for one in facts.functions if _root(one.name) not in names]),
        classes=tuple([one for one in facts.classes if one.name not in names]),
        aliases=tuple([one for one in facts.aliases if one.name not in names]),
        exports=tuple([one for one in facts.exports if _root(one.target) not in names]),
        gradients=tuple([one for one in facts.gradients if not _about(one, names)]),
        bodies=tuple([one for one in facts.bodies if _root(one.name.rstrip(">")) not in names]),
        signatures=tuple([one for one in facts.signatures if one.name not in names]),
        modes=tuple([one for one in facts.modes if one.function not in names]),
    )


def unasked(names: Mapping[str, str], others: Mapping[str, OtherNames]) -> bool:
    """Whether nothing that was linked depends on some names of files; `names` are those that were asked of each."""
    methods = names.get(OF_SOME, "").split("\n")
    return all(
        one.names.isdisjoint(names.get(path, "").split("\n")) and one.methods.isdisjoint(methods)
        for path, one in others.items()
    )


def same_imports(asked: Asked, others: Mapping[str, OtherNames]) -> bool:
    """Whether it makes no difference what files import now that they did not import before."""
    generated = {wrapper.module for wrapper in asked.wrappers}
    return all(asked.availability.same_with(path, one.imported, generated) for path, one in others.items())


def link_names(
    program: Program, asked: Asked, ops: Iterable[OpDef], others: Mapping[str, OtherNames]
) -> NamesLinked | None:
    """What declares some names of files; None where a gradient cannot be resolved, or more would have to be known."""
    gradients: list[GradientFunction] = []
    endpoints: list[Endpoint] = []
    ways = Ways(program, asked.versions)
    definitions = python_gradient_links.definitions_of(ops)
    for path, one in others.items():
        for site in one.gradients:
            linked = python_gradient_links.link_site(program, asked.availability.of(path), definitions, path, site)
            if not isinstance(linked, GradientFunction):
                return None
            gradients.append(linked)
        if asked.availability.of(path) is not None:
            endpoints += api.endpoints_of(ways, asked.availability, path, one.exports)
    calls = ways.calls()
    return None if program.holders.missed else NamesLinked(tuple(gradients), tuple(endpoints), calls, ways.methods())


class Unread(Mapping[str, PythonFacts]):
    """The facts of files that are still pickled, or known to be none; each is read when it is asked for."""

    def __init__(self, pickled: Mapping[str, bytes], read: Mapping[str, PythonFacts], order: Iterable[str]) -> None:
        self._pickled = pickled
        self._read = dict(read)
        self._order = dict.fromkeys(order)

    def __getitem__(self, path: str) -> PythonFacts:
        known = self._read.get(path)
        if known is None:
            if path not in self._order:
                raise KeyError(path)
            data = self._pickled.get(path)
            made: Any = pickle.loads(data) if data is not None else PythonFacts(path)
            known = self._read[path] = made
        return known

    def __iter__(self) -> Iterator[str]:
        return iter(self._order)

    def __len__(self) -> int:
        return len(self._order)
