"""Keras preprocessing and applications: where an endpoint is declared, and where its code is.

Much of `tf.keras.applications` and `tf.keras.preprocessing` wraps another package::

    @keras_export('keras.applications.vgg16.preprocess_input')
    @keras_modules_injection
    def preprocess_input(*args, **kwargs):                        declared
      return vgg16.preprocess_input(*args, **kwargs)              implemented: keras_applications/vgg16.py

    random_shift = image.random_shift                             declared
    keras_export('keras.preprocessing.image.random_shift')(random_shift)

The mode of a `preprocess_input` is the value that reaches the `mode` parameter of the function that does the work.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tfexplore.extract.python_imports import Availability
from tfexplore.extract.python_names import Found
from tfexplore.extract.python_program import Program
from tfexplore.extract.python_records import Alias, Class, Export, Function
from tfexplore.extract.wrappers import Wrapper
from tfexplore.model import KerasEndpoint, Location

#: The endpoints that this command is about.
SCOPE = ("keras.applications.", "keras.preprocessing.")

MODES = ("caffe", "tf", "torch")


def in_scope(exports: Iterable[Export]) -> bool:
    """Whether a file exports anything that this module asks about."""
    return any(name.startswith(SCOPE) for export in exports for name in (*export.names, *(export.v1 or ())))


def link(program: Program, availability: Availability, versions: Mapping[str, str]) -> tuple[KerasEndpoint, ...]:
    """The v1 endpoints below `tf.keras.preprocessing` and `tf.keras.applications`; `versions` of the packages read."""
    endpoints: dict[str, KerasEndpoint] = {}
    for path in sorted(program.own):
        facts = program.files[path]
        if not in_scope(facts.exports) or availability.of(path) is None:
            continue
        for export in facts.exports:
            names = export.names if export.v1 is None else export.v1
            wanted = [name for name in names if name.startswith(SCOPE)]
            if not wanted:
                continue
            declared, code = _places(program, path, export, versions)
            if code is None:
                continue
            kind = "class" if isinstance(code.fact, Class) else "function"
            mode = _mode(program, code, 0) if export.target.rpartition(".")[2] == "preprocess_input" else None
            implemented = _location(code, versions)
            for name in wanted:
                endpoint = f"tf.{name}"
                endpoints[endpoint] = KerasEndpoint(
                    endpoint, kind, declared, implemented, mode, _signature_of(program, path, export, code)
                )
    return tuple(endpoints[name] for name in sorted(endpoints))


def _places(program: Program, path: str, export: Export, versions: Mapping[str, str]) -> tuple[Location, Found | None]:
    """The declaration in the tree, and what holds the code."""
    declared = Location(path, export.line, export.end_line)
    if export.form == "call":
        for alias in program.files[path].aliases:
            if alias.name == export.target:
                declared = Location(path, alias.line, alias.end_line)
        found = program.resolve(path, export.target)
        if found is not None and isinstance(found.fact, Alias):
            found = Found(path, found.fact._replace(line=declared.line, end_line=declared.end_line))
        return declared, found
    function = program.function(path, export.target)
    if function is not None:
        outside = _delegate(program, path, function, versions)
        return declared, outside if outside is not None else Found(path, function)
    for entry in program.files[path].classes:
        if entry.name == export.target:
            declared = Location(path, entry.def_line, entry.end_line)  # as the runtime says of a class
            entry = entry._replace(line=entry.def_line)
            for base in entry.bases:
                found = program.resolve(path, base)
                if found is not None and isinstance(found.fact, Class) and _package(found.path) in versions:
                    return declared, found
            return declared, Found(path, entry)
    return declared, None


def _delegate(program: Program, path: str, function: Function, versions: Mapping[str, str]) -> Found | None:
    """The function of another package that a wrapper calls: the only one, or the one of its name."""
    called: dict[tuple[str, str], Found] = {}
    for ref in function.refs:
        if ref.endswith("("):
            found = program.resolve(path, ref[:-1])
            if found is not None and isinstance(found.fact, (Function, Class)) and _package(found.path) in versions:
                called[found.path, found.fact.name] = found
    if len(called) == 1:
        return next(iter(called.values()))
    return next((found for found in called.values() if _name(found) == function.name), None)


def _mode(program: Program, code: Found, depth: int) -> str | None:
    """The literal that reaches the `mode` parameter, from this function on."""
    if depth > 10 or not isinstance(code.fact, Function):
        return None
    uses = [use for use in program.files[code.path].modes if use.function == code.fact.name]
    modes = {use.mode for use in uses}
    if len(modes) == 1:
        mode = modes.pop()
        return mode if mode in MODES else None
    if modes:
        return None
    answers = set()
    for ref in code.fact.refs:
        found = program.resolve(code.path, ref.rstrip("("))
        if found is not None and isinstance(found.fact, Function) and _name(found) == code.fact.name:
            answers.add(_mode(program, found, depth + 1))
    return answers.pop() if len(answers) == 1 else None


def _signature_of(program: Program, path: str, export: Export, code: Found) -> str:
    """That of the code; a class that only passes its own arguments on keeps its own."""
    for where, name in ((path, export.target), (code.path, _name(code))):
        for signature in program.files[where].signatures:
            if signature.name == name and signature.text and signature.text != "(*args, **kwargs)":
                return signature.text
    return ""


def _location(code: Found, versions: Mapping[str, str]) -> Location:
    assert not isinstance(code.fact, Wrapper)
    package = _package(code.path)
    line, end_line = code.fact.line, code.fact.end_line
    if package in versions:
        return Location(code.path, line, end_line, package, versions[package])
    return Location(code.path, line, end_line)


def _package(path: str) -> str:
    return path.partition("/")[0]


def _name(found: Found) -> str:
    return found.fact.function if isinstance(found.fact, Wrapper) else found.fact.name
