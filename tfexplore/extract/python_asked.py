"""What a link asked of the files of the Python side, so that the next one can tell what it need not ask again.

All that was linked follows from the names that were asked of each file. So where functions come, go or change that
nobody asked for, nothing that was linked is another; what declares such a function, an export or a gradient, is linked
by itself.
"""

from __future__ import annotations

import pickle
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from tfexplore._record import Record
from tfexplore.extract import api, external, keras, python_gradient_links
from tfexplore.extract.python_program import Program
from tfexplore.extract.python_records import Export, GradientSite, PythonFacts
from tfexplore.extract.python_ways import Ways
from tfexplore.extract.wrappers import Wrapper
from tfexplore.model import Endpoint, GradientFunction, OpDef, PythonCall


class Asked(Record):
    """What a link leaves for the next one.

    `names` are those that were asked of each file, a line each. `availability` says when what a file registers takes
    effect, of the files of which that is known; `operators` are the files that give classes operators, and `versions`
    those of the packages beside the tree.
    """

    names: dict[str, str]
    wrappers: tuple[Wrapper, ...]
    availability: dict[str, str]
    operators: tuple[str, ...]
    versions: dict[str, str]


class OtherFunctions(Record):
    """Functions at the top of a file that came, went or say something else now, and what declares them.

    `before` are the gradients that they were, `gradients` those that they are.
    """

    names: frozenset[str]
    exports: tuple[Export, ...] = ()
    gradients: tuple[GradientSite, ...] = ()
    before: tuple[GradientSite, ...] = ()


class FunctionsLinked(Record):
    """The facts of a few functions."""

    gradients: tuple[GradientFunction, ...]
    endpoints: tuple[Endpoint, ...]
    calls: tuple[PythonCall, ...]


def other_functions(before: PythonFacts, after: PythonFacts) -> tuple[OtherFunctions, PythonFacts, PythonFacts] | None:
    """The functions that are others in a file, and the rest of its facts, before and after.

    None where methods are others, or where an export or an endpoint of Keras goes with a function.
    """
    one, other = _said(before), _said(after)
    names = frozenset([name for name in (*one, *other) if one.get(name) != other.get(name)])
    if any("." in name for name in names):
        return None
    exports = tuple([export for export in after.exports if export.target in names])
    if keras.in_scope(exports) or any(export.target in names for export in before.exports):
        return None
    found = OtherFunctions(
        names,
        exports,
        tuple([site for site in after.gradients if _about(site, names)]),
        tuple([site for site in before.gradients if _about(site, names)]),
    )
    rest = _without(before, names), _without(after, names)
    return (found, *rest) if None not in rest else None  # type: ignore[return-value]


def _said(facts: PythonFacts) -> dict[str, list[tuple[object, ...]]]:
    """What is said of the functions of each name, but for lines."""
    found: dict[str, list[tuple[object, ...]]] = {}
    for one in facts.functions:
        inner = one.inner.name if one.inner is not None else None
        found.setdefault(one.name, []).append((one.params, one.decorators, one.refs, inner))
    for body in facts.bodies:
        found.setdefault(body.name.rstrip(">"), []).append(body)
    return found


def _about(site: GradientSite, names: Collection[str]) -> bool:
    return site.target in names or (site.function is not None and site.function.name in names)


def _without(facts: PythonFacts, names: Collection[str]) -> PythonFacts | None:
    """The facts of a file but for some functions; None where those import packages beside the tree."""
    lines = [(one.line, one.end_line) for one in facts.functions if one.name in names]
    imports = []
    for entry in facts.imports:
        if entry.eager or not any(first <= entry.line <= last for first, last in lines):
            imports.append(entry)
        elif entry.module.partition(".")[0] in external.PACKAGES:
            return None
    return facts._replace(
        imports=tuple(imports),
        functions=tuple([one for one in facts.functions if one.name not in names]),
        exports=tuple([one for one in facts.exports if one.target not in names]),
        gradients=tuple([one for one in facts.gradients if not _about(one, names)]),
        bodies=tuple([one for one in facts.bodies if one.name.rstrip(">") not in names]),
        signatures=tuple([one for one in facts.signatures if one.name not in names]),
        modes=tuple([one for one in facts.modes if one.function not in names]),
    )


def link_functions(
    program: Program, asked: Asked, ops: Iterable[OpDef], functions: Mapping[str, OtherFunctions]
) -> FunctionsLinked | None:
    """What the functions of some files declare; None where a gradient cannot be resolved."""
    gradients: list[GradientFunction] = []
    endpoints: list[Endpoint] = []
    ways = Ways(program, asked.versions)
    definitions = python_gradient_links.definitions_of(ops)
    for path, one in functions.items():
        for site in one.gradients:
            linked = python_gradient_links.link_site(program, asked.availability.get(path), definitions, path, site)
            if not isinstance(linked, GradientFunction):
                return None
            gradients.append(linked)
        if path in asked.availability:
            endpoints += api.endpoints_of(ways, path, one.exports)
    return FunctionsLinked(tuple(gradients), tuple(endpoints), ways.calls())


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
