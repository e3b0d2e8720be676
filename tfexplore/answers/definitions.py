"""What `tfexplore show` says of a definition that leads to no op: a class, a function, a macro, a constant.

It is found as a person names it: `OpKernelContext`, `DirectSession::Run`, `tensorflow::DirectSession`, `DatasetV2.map`,
`nn_ops.convolution_internal`, `TF_CALL_half`, `GetWindowedOutputSize`.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.index import api, bases, kernels, ops, symbols

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tfexplore.answers.answer import NearName
    from tfexplore.index.store import Index
    from tfexplore.model import Location, Symbol

#: A name that has more definitions than this has to be said with what it is a part of.
MAX_DEFINITIONS = 60
#: Of so many definitions it is said what is derived from them, and what they hold.
_FEW = 4
#: Files that say the name of a class before it is told what is derived from it.
_MAX_FILES = 5_000
#: The longest name to which the nearest are sought.
_MAX_LETTERS = 100
#: What other parts of the tree have a name for themselves.
_APART = ("/contrib/", "/lite/", "/examples/", "/experimental/", "/java/", "/go/", "/testing/", "/tools/")
_NAMELESS = "(anonymous)"


class Registers(Record):
    """What comes of a macro: the ops that it registers, or kernels of; and how many kernels."""

    ops: tuple[str, ...]
    kernels: int


class Definition(Record):
    """A definition, and what an index knows of it.

    `bases` are what the head of a class says, `derived` the classes whose heads say it, and `unsure` how many more say
    its name and may mean another class that is called so. `members` are what its file or another one defines of it,
    `endpoints` the public names of it; `registers` is of macros.
    """

    symbol: Symbol
    bases: tuple[str, ...]
    derived: tuple[Symbol, ...]
    unsure: int
    members: tuple[Symbol, ...]
    endpoints: tuple[str, ...]
    registers: Registers | None


def definitions_named(index: Index, name: str) -> tuple[Definition, ...]:
    """What a name means among all that the tree defines; nothing where it defines nothing that is called so.

    Raises `UsageError` where so much is called so that the name says nothing.
    """
    found = meant(symbols.ending(index, _parts(name)[-1]), name)
    if len(found) > MAX_DEFINITIONS:
        from tfexplore.errors import UsageError

        owners = list(dict.fromkeys([one.name for one in found if one.name != name]))[:4]
        asked = f"; say of what: {', '.join(owners)} ..." if owners else ""
        raise UsageError(f"{len(found)} definitions are called {name!r}{asked}")
    return tuple(_Told(index, found).each())


def definition_at(index: Index, paths: Sequence[str], line: int, last: int) -> tuple[Definition, ...]:
    """The innermost definition of a file around some lines; of Python only where its head is there."""
    if len(paths) != 1:
        return ()
    around = [
        one for one in symbols.of_file(index, paths[0]) if one.location.line <= last and line <= one.location.end_line
    ]
    found = sorted(around, key=lambda one: (one.location.end_line - one.location.line, one.location.line))
    return tuple(_Told(index, found[:1]).each())


def meant(found: Iterable[Symbol], name: str) -> list[Symbol]:
    """Those of some definitions that a name means, those in the main parts of the tree first.

    What is called so by itself is meant before what is so called in a class.
    """
    wanted = _parts(name)
    fitting: list[tuple[int, Symbol]] = []
    for one in found:
        own = _parts(symbols.without_arguments(symbols.without_signs(one.name)))
        whole = [*_around(one), *own]
        if whole[-len(wanted) :] == wanted:
            fitting.append((max(len(own) - len(wanted), 0), one))
    least = min([more for more, _ in fitting], default=0)
    return sorted([one for more, one in fitting if more == least], key=_rank)


def _parts(name: str) -> list[str]:
    return name.replace("::", ".").strip(".").split(".")


def _around(symbol: Symbol) -> list[str]:
    """The namespaces, or the parts of the module, that a definition is in."""
    if _is_python(symbol):
        return symbol.location.path.removesuffix(".py").removesuffix("/__init__").split("/")
    return [part for part in symbol.scope.split("::") if part not in (_NAMELESS, "")]


def _rank(symbol: Symbol) -> tuple[bool, bool, str, int]:
    path = "/" + symbol.location.path
    tests = "_test." in path or "/test" in path
    return tests, any(part in path for part in _APART), path, symbol.location.line


class _Told:
    """What an index says of some definitions of one name."""

    def __init__(self, index: Index, found: Sequence[Symbol]) -> None:
        self.index = index
        self.found = found
        self.classes = [one for one in found if one.kind == "class"]
        self._heirs: list[tuple[Symbol, str]] | None = None

    def each(self) -> Iterator[Definition]:
        """Every definition, with more said of each where they are few."""
        registered = self._registered()
        for one in self.found:
            made = Definition(one, (), (), 0, (), self._public(one), registered.get(one.location))
            if one.kind == "class" and len(self.classes) <= _FEW:
                inside = symbols.of_file(self.index, one.location.path)
                head = bases.of_file(self.index, one.location.path, inside).get(one.location.line)
                above = zip(head.within, head.bases, strict=True) if head is not None else ()
                mark = "." if _is_python(one) else "::"
                derived, unsure = self._derived(one)
                made = made._replace(
                    bases=tuple([f"{within}{mark}{base}" if within else base for within, base in above]),
                    derived=derived,
                    unsure=unsure,
                    members=self._members(one, inside),
                )
            yield made

    def _public(self, symbol: Symbol) -> tuple[str, ...]:
        """The public names of a function or a class of Python."""
        place = symbol.location
        if not _is_python(symbol):
            return ()
        found = [
            one.endpoint
            for one in api.touching(self.index, (self.index.path_number(place.path),))
            if (one.function, one.location.path) == (symbol.name, place.path)
            and one.location.line <= place.line <= one.location.end_line
        ]
        return tuple(dict.fromkeys(found))

    def _members(self, symbol: Symbol, inside: Iterable[Symbol]) -> tuple[Symbol, ...]:
        """What a class has, wherever that is defined."""
        if _is_python(symbol):
            return tuple([one for one in inside if one.name.startswith(symbol.name + ".")])
        return tuple(
            [
                one
                for one in symbols.named(self.index, symbol.name)
                if one.name != symbol.name and one.scope == symbol.scope and not _is_python(one)
            ]
        )

    def _derived(self, symbol: Symbol) -> tuple[tuple[Symbol, ...], int]:
        """The classes whose heads say a class, and how many more there are that may mean another one of its name."""
        if self._heirs is None:
            self._heirs = self._saying(symbol.name.rpartition("::")[2].rpartition(".")[2])
        ours = [(heir, within) for heir, within in self._heirs if _is_python(heir) == _is_python(symbol)]
        sure = [heir for heir, within in ours if self._is_meant(symbol, heir, within)]
        unsure = [heir for heir, within in ours if not any(self._is_meant(one, heir, within) for one in self.classes)]
        return tuple(sorted(sure, key=_rank)), len(unsure)

    def _saying(self, name: str) -> list[tuple[Symbol, str]]:
        """The classes whose heads say a name, each with what stands before it there."""
        found: list[tuple[Symbol, str]] = []
        for path in bases.files_saying(self.index, name, _MAX_FILES):
            inside = symbols.of_file(self.index, path)
            classes = {one.location.line: one for one in inside if one.kind == "class"}
            for line, head in bases.of_file(self.index, path, inside).items():
                said = [within for within, base in zip(head.within, head.bases, strict=True) if base == name]
                if said and line in classes:
                    found.append((classes[line], said[0]))
        return found

    def _is_meant(self, symbol: Symbol, heir: Symbol, within: str) -> bool:
        """Whether the head of a class means this class rather than another one of its name."""
        if _is_python(heir) != _is_python(symbol):
            return False
        if len([one for one in self.classes if _is_python(one) == _is_python(symbol)]) == 1:
            return True
        if heir.location.path == symbol.location.path:
            return not within
        if _is_python(symbol):
            return within == _around(symbol)[-1]
        return bool(symbol.scope) and f"{heir.scope}::".startswith(f"{symbol.scope}::")

    def _registered(self) -> dict[Location, Registers]:
        """The ops and kernels that macros register, by the steps of their expansions."""
        places = {one.location for one in self.found if one.kind == "macro"}
        numbers = {self.index.path_number(place.path) for place in places}
        names: dict[Location, set[str]] = {}
        counts: dict[Location, int] = {}
        if numbers:
            for kernel in kernels.touching(self.index, numbers):
                for place in {step.defined for step in kernel.expansion} & places:
                    names.setdefault(place, set()).add(kernel.op)
                    counts[place] = counts.get(place, 0) + 1
            for op in ops.touching(self.index, numbers):
                for place in {step.defined for step in op.expansion} & places:
                    names.setdefault(place, set()).add(op.name)
        return {place: Registers(tuple(sorted(found)), counts.get(place, 0)) for place, found in names.items()}


def _is_python(symbol: Symbol) -> bool:
    return symbol.location.path.endswith(".py")


def near_definitions(index: Index, name: str, limit: int = 5) -> tuple[NearName, ...]:
    """The names of definitions that differ from a name by one letter or two, and begin or end as it does."""
    from tfexplore.answers.answer import NearName
    from tfexplore.answers.nearest import distances

    last = _parts(name)[-1]
    low = last.lower()
    most = min(2, len(low) // 4)
    if not most or not low.isidentifier() or not low.isascii() or len(low) > _MAX_LETTERS:
        return ()
    distance_to = distances(low)
    scored: dict[str, int] = {}
    for one in symbols.last_names(index, low[0], low[-3:], range(len(low) - most, len(low) + most + 1)):
        away = distance_to(one.lower())
        if 0 < away <= most:
            scored[one] = away
    ranked = sorted(scored, key=lambda one: (scored[one], one))
    return tuple([NearName(one, "definition") for one in ranked[:limit]])


def module_named(paths: Sequence[str], name: str) -> str:
    """The file of a module of Python that a name means, where it is one alone."""
    parts = name.split(".")
    if parts[0] == "tf":
        return ""
    ending = "/" + "/".join(parts)
    found = [path for path in paths if ("/" + path).endswith((ending + ".py", ending + "/__init__.py"))]
    found = [path for path in found if not any(part in "/" + path for part in _APART)] or found
    return found[0] if len(found) == 1 else ""
