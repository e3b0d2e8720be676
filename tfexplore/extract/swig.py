"""The SWIG layer: what Python can call, where it is declared, defined and used.

`read_swig` reads the interface files from the root that the tree builds its module from, `swig_python.python_uses` one
Python file, `swig_pybind.pybind_modules` one C++ file; `swig_link.link_swig` brings them together with the C++
definitions of the whole tree. All of them are functions of bytes. SWIG itself is never run.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from tfexplore.cpp.definitions import definitions
from tfexplore.errors import TfexploreError
from tfexplore.extract import swig_build, swig_directives, swig_exports, swig_macros, swig_python, swig_text
from tfexplore.extract.swig_declarations import Found
from tfexplore.extract.swig_records import SwigFacts
from tfexplore.model import Endpoint, SwigEffect, SwigName, Symbol, Unresolved


def read_swig(read: Callable[[str], bytes], paths: Collection[str]) -> SwigFacts:
    """Read the interface files of a tree: `paths` are its files, `read` gives the bytes of one.

    The root is the interface file that a `*_py_wrap_cc` rule is built from, or one that no other includes; of several
    the one that brings in the most. What cannot be read is an `Unresolved` with its place.
    """
    if not isinstance(paths, (set, frozenset, dict)):
        paths = frozenset(paths)
    interfaces = sorted(path for path in paths if path.endswith(".i"))
    rules = swig_build.rules(read, paths, interfaces)
    streams = {root: swig_text.preprocess(root, read, paths) for root in swig_build.roots(read, interfaces, rules)}
    if not streams:
        return SwigFacts(None, (), (), (), (), (), (), (), (), ())
    root = max(streams, key=lambda path: (len(streams[path].files), path))
    stream = streams[root]
    declarations = swig_directives.read(stream)
    names = _names(declarations.found)
    effects = sorted({*stream.effects, *declarations.effects}, key=_by_place)
    modules = _modules(swig_build.module(root, rules, effects), read, paths)
    endpoints, unread = _exports(declarations.python, names, modules)
    return SwigFacts(
        root,
        modules,
        stream.files,
        stream.library_files,
        names,
        tuple(effects),
        swig_build.unreachable(interfaces, stream.files, rules),
        (
            *(symbol for path, code in _code(declarations.blocks) for symbol in definitions(path, code)),
            *_written_by_macros(names, read, paths),
        ),
        tuple(use for path, line, block in declarations.python for use in swig_python.block_uses(path, line, block)),
        tuple(dict.fromkeys([*stream.unresolved, *declarations.unresolved, *unread])),
        endpoints,
    )


def _by_place(effect: SwigEffect) -> tuple[str, int, str, str]:
    return effect.location.path, effect.location.line, effect.directive, effect.target


def _names(found: Iterable[Found]) -> tuple[SwigName, ...]:
    """One entry a name, with what SWIG generates beside a class; the first declaration of an overload counts."""
    names: dict[str, SwigName] = {}
    for one in found:
        known = names.get(one.name)
        if known is None:
            names[one.name] = SwigName(
                one.name, one.kind, one.cname, one.declared, one.interface, one.directive, one.directive_location,
                None, one.members, (), one.signature,
            )  # fmt: skip
        elif one.kind == "python":
            # Text is inserted behind the wrappers, so its definition is the one that Python ends up with: nothing of
            # the C++ of that name is what Python calls.
            names[one.name] = SwigName(
                one.name, one.kind, "", one.declared, one.interface, one.directive, one.directive_location, None
            )
        if one.kind == "class":
            beside = [(f"{one.name}_swigregister", "const", "")]
            statics = [member for member in one.members if member.kind == "static"]
            beside += [(f"{one.name}_{m.name}", "function", f"{one.cname}::{m.cname}") for m in statics]
            for name, kind, cname in beside:
                made = SwigName(name, kind, cname, None, one.interface, "generated", one.directive_location, None)
                names.setdefault(name, made)
    return tuple(names[name] for name in sorted(names))


def _exports(
    blocks: Iterable[tuple[str, int, str]], names: Iterable[SwigName], modules: Sequence[str]
) -> tuple[tuple[Endpoint, ...], tuple[Unresolved, ...]]:
    """The public names that inserted Python gives to functions of a module that the generator of the API looks at."""
    if not modules or not modules[0].startswith(swig_exports.PACKAGE):
        return (), ()
    inserted = {name.declared for name in names if name.kind == "python"}
    made = [swig_exports.exports(*block) for block in blocks]
    endpoints = [one for found, _ in made for one in found if one.location in inserted]  # of a class they are methods
    return tuple(dict.fromkeys(endpoints)), tuple([one for _, missed in made for one in missed])


def _code(blocks: Iterable[tuple[str, int, str]]) -> list[tuple[str, bytes]]:
    """The code blocks of each file at their own lines, everything else left empty."""
    files: dict[str, list[str]] = {}
    for path, first_line, block in blocks:
        lines = files.setdefault(path, [])
        body = block.removeprefix("%{").removesuffix("%}").split("\n")
        lines += [""] * (first_line + len(body) - 1 - len(lines))
        for number, text in enumerate(body, first_line - 1):
            lines[number] += text
    return [(path, "\n".join(lines).encode("utf-8", "replace")) for path, lines in files.items()]


def _written_by_macros(names: Iterable[SwigName], read: Callable[[str], bytes], paths: Collection[str]) -> list[Symbol]:
    """The definitions that macros write in the source of a header, for what that source does not define plainly."""
    wanted: dict[str, set[str]] = {}
    for name in names:
        if name.kind == "function" and name.declared and name.declared.path.endswith(".h"):
            wanted.setdefault(name.declared.path, set()).add(name.cname.rpartition("::")[2])
    found: list[Symbol] = []
    for header, functions in wanted.items():
        path = header.removesuffix(".h") + ".cc"
        if path not in paths:
            continue
        try:
            data = read(path)
        except (OSError, TfexploreError):
            continue  # whoever reads the C++ files reports it
        missing = functions - {symbol.name for symbol in definitions(path, data)}
        if missing:
            found += [symbol for symbol in swig_macros.macro_definitions(path, data) if symbol.name in missing]
    return found


def _modules(module: str | None, read: Callable[[str], bytes], paths: Collection[str]) -> tuple[str, ...]:
    """The module, its library, and the modules beside it that import every name of it."""
    if module is None:
        return ()
    package = module.rpartition(".")[0]
    folder = package.replace(".", "/")
    modules = [module, f"{package}._{module.rpartition('.')[2]}"]
    needle = module.rpartition(".")[2].encode()
    for path in sorted(p for p in paths if p.endswith(".py") and p.rpartition("/")[0] == folder):
        try:
            data = read(path)
        except (OSError, TfexploreError):
            continue  # the Python side reports what it cannot read
        if needle in data and module in swig_python.star_imports(path, data):
            modules.append(path.removesuffix(".py").replace("/", "."))
    return tuple(modules)
