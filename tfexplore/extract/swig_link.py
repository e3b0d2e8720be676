"""From names to their C++ definitions and their uses in Python: pure, from facts alone."""

from __future__ import annotations

from collections.abc import Iterable

from tfexplore.extract.swig_records import PythonUse, SwigFacts
from tfexplore.model import Location, SwigName, Symbol


def names_wanted(names: Iterable[SwigName]) -> frozenset[str]:
    """The names that C++ definitions are asked for, as `Symbol.name` has them."""
    wanted: set[str] = set()
    for name in names:
        if name.kind in ("function", "class"):
            parts = name.cname.split("::")
            wanted.update("::".join(parts[i:]) for i in range(len(parts)))
    return frozenset(wanted - {""})


def link_swig(facts: SwigFacts, symbols: Iterable[Symbol], uses: Iterable[PythonUse]) -> tuple[SwigName, ...]:
    """The exposed names with `defined` and `used_by` filled in.

    `symbols` are the C++ definitions of the tree, `uses` what Python files use of any generated module.
    """
    names = facts.names
    symbols = (*symbols, *facts.definitions)
    modules = frozenset(facts.modules)
    mine = [use for use in uses if use.module in modules]
    wanted = {_short(name.cname) for name in names if name.kind in ("function", "class")}
    candidates: dict[str, list[Symbol]] = {}
    for symbol in symbols:
        short = _short(symbol.name)
        if short in wanted:
            candidates.setdefault(short, []).append(symbol)
    sites: dict[str, set[Location]] = {}
    for use in (*mine, *facts.uses):
        sites.setdefault(use.name, set()).add(use.location)
    return tuple(
        name._replace(
            defined=_definition(name, candidates.get(_short(name.cname), [])),
            used_by=tuple(sorted(sites.get(name.name, ()))),
        )
        for name in names
    )


def _short(name: str) -> str:
    return name.rpartition("::")[2]


def qualified(symbol: Symbol) -> str:
    """With its namespaces; what is in an anonymous one is known without it."""
    parts = [part for part in symbol.scope.split("::") if part and not part.startswith("(")]
    return "::".join([*parts, symbol.name])


def _definition(name: SwigName, candidates: list[Symbol]) -> Location | None:
    """The definition a person would open: of the same qualified name, nearest to the declaration."""
    kinds: tuple[str, ...]
    if name.kind == "class":
        kinds = ("class",)
    elif name.kind == "function":
        kinds = ("function", "method")
    else:
        return None
    same = [s for s in candidates if s.kind in kinds and qualified(s) == name.cname]
    if not same:
        return None
    header = name.declared.path if name.declared else ""
    stem = header.rpartition(".")[0] or header

    def distance(symbol: Symbol) -> tuple[bool, bool, bool, bool, int, str, int]:
        path = symbol.location.path
        return (
            path != name.interface,
            path != header,
            path.rpartition(".")[0] != stem,
            "test" in path.rpartition("/")[2],
            -_common(path, header or name.interface),
            path,
            symbol.location.line,
        )

    return min(same, key=distance).location


def _common(one: str, other: str) -> int:
    """How many folders two paths share."""
    count = 0
    for a, b in zip(one.split("/")[:-1], other.split("/")[:-1], strict=False):
        if a != b:
            break
        count += 1
    return count
