"""Public names that inserted Python gives to what it defines.

::

    %insert("python") %{
    @tf_export(v1=["train.weave"])                               as in any Python file
    def weave(loom): ...

    def Unweave(loom): ...                                       "Unweave", a function of the generated module
    Unweave._tf_api_names_v1 = ["train.Unweave"]                 what `tf_export` does, done by hand
    %}

The generator of the API takes names from `_tf_api_names` for v2 and from `_tf_api_names_v1` for v1. It looks at what a
function is below its decorators, so an attribute that is given to a decorated one is given to something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from tfexplore.extract import swig_python
from tfexplore.extract.python_exports import read_exports
from tfexplore.extract.python_source import Source, Statement
from tfexplore.model import Endpoint, Location, Unresolved

#: The module that the generator of the API looks at has to be one of this package.
PACKAGE = "tensorflow.python."
_GIVEN = re.compile(r"([A-Za-z_]\w*)\._tf_api_names(_v1)?\s*=(?!=)\s*(.*)", re.S)
_TEXT = r"(?:\"[\w.]+\"|'[\w.]+')"
_LISTED = re.compile(rf"\[\s*((?:{_TEXT}\s*,\s*)*(?:{_TEXT}\s*)?)\]|\(\s*((?:{_TEXT}\s*,\s*)+(?:{_TEXT}\s*)?)\)")
_NAME = re.compile(r"[\w.]+")


class _Names:
    """The public names of one definition, by the version of the API; `deprecated` as in an `Export`."""

    def __init__(self, v1: tuple[str, ...] = (), v2: tuple[str, ...] = (), deprecated: tuple[str, ...] = ()) -> None:
        self.v1 = v1
        self.v2 = v2
        self.deprecated = deprecated


def exports(path: str, first_line: int, block: str) -> tuple[tuple[Endpoint, ...], tuple[Unresolved, ...]]:
    """The public names of what a block of inserted Python defines, where it is defined; and what cannot be read."""
    if "tf_export" not in block and "_tf_api_names" not in block:
        return (), ()
    places = {
        name: Location(path, first_line + line, first_line + end_line)
        for name, line, end_line in swig_python.definitions(block)
    }
    source, tops = _statements(path, first_line, block)
    declared, unresolved = read_exports(source, tops)
    named: dict[str, _Names] = {}
    for one in declared:
        if one.api == "tf_export" and one.target in places:
            v1 = one.names if one.v1 is None else one.v1
            named[one.target] = _Names(v1, one.names, one.deprecated)
    missed = list(unresolved)
    decorated = _decorated(source, tops)
    for statement in tops:
        code = source.blank[statement.start : statement.end].rstrip()
        text = source.text(statement.start, statement.start + len(code)).strip()
        given = _GIVEN.match(text) if statement.kind not in ("@", "def", "class") else None
        if given is None or given[1] not in places or given[1] in decorated:
            continue
        listed = _LISTED.fullmatch(given[3].strip())
        if listed is None:
            line = source.line(statement.start)
            text = text.partition("\n")[0][:80]
            missed.append(Unresolved("tf_export", text, "an exported name is computed", Location(path, line, line)))
            continue
        names = tuple(_NAME.findall(listed[1] or listed[2] or ""))
        of_it = named.setdefault(given[1], _Names())
        if given[2]:
            of_it.v1 = names
        else:
            of_it.v2 = names
    return tuple(_endpoints(named, places)), tuple(missed)


def _statements(path: str, first_line: int, block: str) -> tuple[Source, list[Statement]]:
    """The outermost statements of a block, whose lines are those of its file."""
    body = swig_python.body(block)
    source = Source(path, ("\n" * (first_line - 1) + body).encode("utf-8", "replace"))
    lines = [line for line in swig_python.blank_texts(body).split("\n") if line.strip()]
    indent = min([line[: len(line) - len(line.lstrip())] for line in lines], key=len, default="")
    return source, source.split(0, len(source.blank), indent.encode())


def _decorated(source: Source, tops: Iterable[Statement]) -> set[str]:
    """What has a decorator that may put something else in its place; `tf_export` returns what it is given."""
    found = set()
    for statement in tops:
        definition = source.definition(statement) if statement.kind == "@" else None
        if definition is not None:
            texts = [source.text(start, end) for start, end in source.decorators(statement)]
            if any(text.partition("(")[0].strip().rpartition(".")[2] != "tf_export" for text in texts):
                found.add(definition[1])
    return found


def _endpoints(named: dict[str, _Names], places: dict[str, Location]) -> Iterable[Endpoint]:
    for function, of_it in named.items():
        for name in dict.fromkeys((*of_it.v2, *of_it.v1)):
            versions = (("v1",) if name in of_it.v1 else ()) + (("v2",) if name in of_it.v2 else ())
            deprecated = name in of_it.deprecated or "*" in of_it.deprecated
            yield Endpoint(f"tf.{name}", versions, function, places[function], (), deprecated)
