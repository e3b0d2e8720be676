"""What a name in one Python file means in another.

References are followed by imports, star imports, aliases and base classes. What a name means does not depend on what
was asked before: a name that leads back to itself is unbound there, and what was found on the way is forgotten.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from tfexplore.extract.python_imports import absolute, module_name, parents
from tfexplore.extract.python_records import Alias, Class, Function, GradientBody, Import, PythonFacts
from tfexplore.extract.wrappers import Wrapper

#: Longer chains of imports and aliases than any program has.
_MAX_HOPS = 25
#: More classes than any class is derived from.
_MAX_BASES = 60


class Found(NamedTuple):
    """What a name stands for: a fact of a file, or a generated wrapper (with the path empty)."""

    path: str
    fact: Function | Class | Alias | Wrapper


class Method(NamedTuple):
    """A method, and the file that holds it."""

    path: str
    fact: Function


class Names:
    """The names of a tree's Python files; `external` are the files of other packages that it uses."""

    def __init__(
        self,
        own: Mapping[str, PythonFacts],
        wrappers: Iterable[Wrapper],
        external: Mapping[str, PythonFacts] | None = None,
    ) -> None:
        self.own = own
        self.files = files = {**external, **own} if external else own
        self.modules = {module_name(path): path for path in files}
        self._packages = {parent for module in self.modules for parent in parents(module)}
        self._wrappers: dict[str, dict[str, Wrapper]] = {}
        self._by_function: dict[str, list[Wrapper]] = {}
        for wrapper in wrappers:
            self._wrappers.setdefault(wrapper.module, {})[wrapper.function] = wrapper
            self._by_function.setdefault(wrapper.function, []).append(wrapper)
        self._tables: dict[str, dict[str, tuple[int, object]]] = {}
        self._stars: dict[str, list[Import]] = {}
        self._functions: dict[str, dict[str, Function]] = {}
        self._looked: dict[tuple[str, str], Found | str | None] = {}
        #: The names that are being looked up, and whether one of them led back to itself.
        self._open: set[tuple[str, str]] = set()
        self._cut = False
        #: Names that do, and what was found on the way of the one that is being looked up.
        self._cyclic: dict[tuple[str, str], Found | str | None] = {}
        self._on_the_way: dict[tuple[str, str], Found | str | None] = {}
        self._base_classes: dict[tuple[str, str], list[tuple[str, str]]] = {}
        self._lineages: dict[tuple[str, str], list[tuple[str, str]]] = {}
        self._kept: dict[tuple[str, str], dict[str, list[tuple[str, str]]]] = {}
        self._chosen: dict[tuple[str, str], dict[tuple[str, str], None]] = {}
        self._of_classes: dict[str, dict[str, list[tuple[str, Function]]]] = {}
        #: Names that were asked for and are not among those above.
        self._also_asked: set[tuple[str, str]] = set()
        self._methods: dict[tuple[str, str, str], Method | None] = {}

    def asked(self) -> dict[str, str]:
        """The names that were asked of each file, a line each; methods are asked of the classes that have them."""
        found: dict[str, set[str]] = {}
        for path, name in (*self._looked, *self._cyclic, *self._also_asked):
            names = found.get(path)
            if names is None:
                names = found[path] = set()
            names.add(name)
        return {path: "\n".join(sorted(names)) for path, names in found.items()}

    def ask(self, path: str, name: str) -> None:
        """Note that what is found depends on a name of a file."""
        self._also_asked.add((path, name))

    def function(self, path: str, name: str) -> Function | None:
        """The function or method (`Class.method`) of a file."""
        table = self._functions.get(path)
        if table is None:
            facts = self.files.get(path)
            table = {function.name: function for function in facts.functions} if facts is not None else {}
            self._functions[path] = table
        return table.get(name)

    def body(self, path: str, name: str) -> GradientBody | None:
        """What libcst read in a function of a file, by the name that its site gives it."""
        facts = self.files.get(path)
        for body in facts.bodies if facts is not None else ():
            if body.name == name:
                return body
        return None

    def body_of(self, path: str, name: str) -> tuple[str, GradientBody] | None:
        """The same for a name as a function of the file uses it."""
        self._also_asked.add((path, name))
        body = self.body(path, name)
        return (path, body) if body is not None else None

    def outputs(self, path: str, name: str) -> int:
        """How many outputs the op has that a call makes directly; 0 for any other call."""
        found = self.resolve(path, name)
        return found.fact.outputs if found is not None and isinstance(found.fact, Wrapper) else 0

    def resolve(self, path: str, name: str) -> Found | None:
        """What a dotted name means in a file; None for what the files do not hold."""
        root, _, rest = name.partition(".")
        found = self._name(path, root)
        if rest:
            found = self._members(found, rest)
        return found if isinstance(found, Found) else None

    def resolve_global(self, name: str) -> Found | None:
        """A name from the root: the longest part that is a module, then its members."""
        found: Found | str | None = None
        parts = name.split(".")
        for count in range(len(parts), 0, -1):
            module = ".".join(parts[:count])
            if module in self.modules or module in self._wrappers:
                found = self._members(module, ".".join(parts[count:]))
                break
        else:
            if len(parts) > 1:
                found = self._wrapper(".".join(parts[:-1]), parts[-1])
        return found if isinstance(found, Found) else None

    def _members(self, found: Found | str | None, rest: str) -> Found | str | None:
        """Follow `a.b` from a module (a str) or a class."""
        hops = 0
        while rest and found is not None and hops <= _MAX_HOPS:
            part, _, rest = rest.partition(".")
            hops += 1
            if isinstance(found, str):
                found = self._member(found, part)
            elif isinstance(found.fact, Class):
                method = self.method(found.path, found.fact.name, part)
                found = Found(*method) if method is not None else None
            else:
                return None
        return None if rest else found

    def _module(self, name: str) -> str | None:
        """A module by its whole name; None for one that the files do not hold."""
        known = name in self.modules or name in self._packages or name in self._wrappers
        return name if known or name.rpartition(".")[2].startswith("gen_") else None

    def _member(self, module: str, name: str) -> Found | str | None:
        """An attribute of a module: a name that it binds, or a module below it."""
        path = self.modules.get(module)
        if path is not None:
            found = self._name(path, name)
            if found is not None:
                return found
        below = f"{module}.{name}"
        if below in self.modules or below in self._packages or below in self._wrappers:
            return below
        if path is None:
            return self._wrapper(module, name)
        if name.startswith("gen_"):
            return below
        return None

    def _wrapper(self, module: str, name: str) -> Found | None:
        """A function of a generated module; one that is bundled elsewhere counts where its name is unique."""
        wrapper = self._wrappers.get(module, {}).get(name)
        if wrapper is not None:
            return Found("", wrapper)
        if module.rpartition(".")[2].startswith("gen_"):
            candidates = self._by_function.get(name, ())
            if len(candidates) == 1:
                return Found("", candidates[0])
        return None

    def _name(self, path: str, name: str) -> Found | str | None:
        """What a file binds a name to at its top level."""
        key = (path, name)
        if key in self._looked:
            return self._looked[key]
        first = not self._open
        if first:
            if key in self._cyclic:
                return self._cyclic[key]
            self._cut = False
        elif key in self._on_the_way:
            return self._on_the_way[key]
        elif key in self._open or len(self._open) > _MAX_HOPS:
            self._cut = True
            self._also_asked.add(key)
            return None
        self._open.add(key)
        found = self._bound(path, name)
        self._open.discard(key)
        if not self._cut:
            self._looked[key] = found
        elif first:
            self._cyclic[key] = found
        else:
            self._on_the_way[key] = found
            self._also_asked.add(key)
        if first:
            self._on_the_way.clear()
        return found

    def _bound(self, path: str, name: str) -> Found | str | None:
        line, fact = self.table(path).get(name, (0, None))
        for star in self._stars[path]:
            if star.line > line and not name.startswith("_"):
                found = self._member(absolute(path, star.module), name)
                if found is not None:
                    return found
        if isinstance(fact, (Function, Class)):
            return Found(path, fact)
        if isinstance(fact, Alias):
            root, _, rest = fact.target.partition(".")
            if root.startswith("="):  # a module by its whole name
                return self._module(fact.target[1:])
            if root and root != name:
                found = self._members(self._name(path, root), rest)
                if found is not None:
                    return found
            return Found(path, fact)
        if isinstance(fact, Import):
            module = absolute(path, fact.module)
            if fact.attribute:
                return self._member(module, fact.attribute)
            return module if fact.name != module.partition(".")[0] else fact.name
        return None

    def table(self, path: str) -> dict[str, tuple[int, object]]:
        """The last binding of each name, star imports aside."""
        table = self._tables.get(path)
        if table is not None:
            return table
        table = {}
        facts = self.files[path]
        stars = []
        entries: list[tuple[int, str, object]] = []
        for entry in facts.imports:
            if entry.name == "*":
                stars.append(entry)
            elif entry.eager:
                entries.append((entry.line, entry.name, entry))
        entries += [(fact.line, fact.name, fact) for fact in facts.functions if "." not in fact.name]
        entries += [(fact.line, fact.name, fact) for fact in facts.classes]
        entries += [(fact.line, fact.name, fact) for fact in facts.aliases]
        for line, name, fact in sorted(entries, key=lambda entry: entry[0]):
            before = table.get(name)
            if isinstance(fact, Alias) and before is not None and isinstance(before[1], (Function, Class)):
                continue  # `f = decorator(f)` keeps the function
            table[name] = (line, fact)
        self._tables[path] = table
        self._stars[path] = sorted(stars, key=lambda entry: -entry.line)
        return table

    # classes

    def method(self, path: str, owner: str, name: str) -> Method | None:
        """A method by way of the base classes."""
        key = (path, owner, name)
        if not self._open and key in self._methods:
            return self._methods[key]
        found = self._first(self.lineage(path, owner), name)
        if not self._open:
            self._methods[key] = found
        return found

    def method_of_bases(self, path: str, owner: str, name: str) -> Method | None:
        """A method of the classes that a class is derived from."""
        return self._first(self.lineage(path, owner)[1:], name)

    def _first(self, classes: Iterable[tuple[str, str]], name: str) -> Method | None:
        for path, owner in classes:
            function = self.function(path, f"{owner}.{name}")
            if function is not None:
                return Method(path, function)
        return None

    def lineage(self, path: str, owner: str) -> list[tuple[str, str]]:
        """A class and those that it is derived from, in the order in which methods are looked for."""
        known = self._lineages.get((path, owner)) if not self._open else None
        if known is not None:
            return known
        made: dict[tuple[str, str], None] = {}
        waiting = [(path, owner)]
        while waiting and len(made) < _MAX_BASES:
            one = waiting.pop()
            if one not in made:
                made[one] = None
                waiting += reversed(self._bases(*one))
        found = list(made)
        if not self._open:
            self._lineages[path, owner] = found
        return found

    def _bases(self, path: str, owner: str) -> list[tuple[str, str]]:
        known = self._base_classes.get((path, owner)) if not self._open else None
        if known is not None:
            return known
        made: list[tuple[str, str]] = []
        for fact in self.files[path].classes:
            if fact.name == owner:
                found = [self.resolve(path, base) for base in fact.bases]
                made = [(one.path, one.fact.name) for one in found if one is not None and isinstance(one.fact, Class)]
                break
        if not self._open:  # in the middle of a name that leads back to itself some are unbound
            self._base_classes[path, owner] = made
        return made

    def methods(self, path: str, owner: str) -> list[tuple[str, Function]]:
        """The methods that a class defines or inherits."""
        methods: dict[str, tuple[str, Function]] = {}
        waiting = [(path, owner)]
        for here, name in waiting:
            for word, function in self._own_methods(here).get(name, ()):
                methods.setdefault(word, (here, function))
            for base in self._bases(here, name):
                if base not in waiting and len(waiting) < _MAX_BASES:
                    waiting.append(base)
        return list(methods.values())

    def kept(self, path: str, owner: str) -> Mapping[str, list[tuple[str, str]]]:
        """The classes of what an object keeps in each attribute, as far as its methods say (`self.x = Class(...)`).

        The nearest class that says it counts, and no method that a nearer class replaces without calling it.
        """
        known = self._kept.get((path, owner))
        if known is not None:
            return known
        known = self._kept[path, owner] = {}
        chosen = self._chosen[path, owner] = {}
        replaced: set[str] = set()
        for here, name in self.lineage(path, owner):
            found: dict[str, dict[tuple[str, str], None]] = {}
            own = self._own_methods(here).get(name, ())
            for word, function in own:
                for ref in () if word in replaced else function.refs:
                    if ref.startswith(".") and "=" in ref:
                        attribute, _, maker = ref[1:].partition("=")
                        made = self.resolve_global(maker[1:]) if maker.startswith("=") else self.resolve(here, maker)
                        if made is not None and isinstance(made.fact, Class):
                            found.setdefault(attribute, {})[made.path, made.fact.name] = None
                            if f"{maker}(" not in function.refs:
                                chosen[made.path, made.fact.name] = None
            for attribute, classes in found.items():
                known.setdefault(attribute, list(classes))
            replaced.update([word for word, function in own if not _calls_replaced(function, word)])
        return known

    def chosen(self, path: str, owner: str) -> Collection[tuple[str, str]]:
        """The classes among those of `kept` that are made by another name: `impl = Eager if eager else Graph`."""
        self.kept(path, owner)
        return self._chosen[path, owner]

    def _own_methods(self, path: str) -> dict[str, list[tuple[str, Function]]]:
        """The methods of each class of a file, by their names."""
        known = self._of_classes.get(path)
        if known is None:
            known = self._of_classes[path] = {}
            for function in self.files[path].functions:
                owner, _, word = function.name.partition(".")
                if word:
                    known.setdefault(owner, []).append((word, function))
        return known


def _calls_replaced(function: Function, name: str) -> bool:
    """Whether a method calls the one of its name that it replaces: `super().name(...)`, `Base.name(self, ...)`."""
    return any(ref.endswith(f".{name}(") and not ref.startswith(("self.", ".")) for ref in function.refs)
