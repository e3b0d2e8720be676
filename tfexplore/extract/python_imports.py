"""Which files `import tensorflow` runs: the closure of the imports that run when a module is imported."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from tfexplore.extract.python_records import PythonFacts

#: What a build turns into the `__init__.py` of `tensorflow` and of `tensorflow.compat.v1` and `v2`.
_ROOT = re.compile(r"tensorflow/(?:[\w.]*template[\w.]*\.)?__init__\.py")
_PACKAGES = re.compile(rb"\bpackages?\s*=\s*(\[[^\]]*\]|\"[\w.]+\")")
_MODULE_NAME = re.compile(rb"\"([A-Za-z_][\w.]*)\"")


class Availability:
    """When a registration in a file takes effect, from the imports alone.

    The roots are the files that a build turns into `tensorflow/__init__.py` (the tree's own and its templates), and
    the packages that the API generator is told to import. `contrib` is what `tensorflow.contrib` runs beyond that: it
    is bound lazily.
    """

    def __init__(
        self, files: Mapping[str, PythonFacts], shipped: Iterable[str] | None, packages: Iterable[str] = ()
    ) -> None:
        self._shipped = frozenset(shipped) if shipped is not None else None
        imports = _Imports(files)
        self._modules = modules = imports.modules
        roots = [path for path in files if is_root(path)]
        start = set(roots)
        for name in (*packages, "tensorflow.python") if roots else ():
            start |= _with_parents(name, modules)
        self.eager = imports.closure(start)
        named = (*packages, "tensorflow.python")
        self._packages = tuple(packages)
        #: What the API generator has imported when it collects the exports, and the modules that this names; empty
        #: where none is known.
        self._generator = imports.closure({path for name in named for path in _with_parents(name, modules)})
        self._named = {name for path in self._generator for name in imports.of(path)}
        collected = [path for path in self._generator if self._collects(path)] if self._packages else []
        #: What those modules take by name from others, which the generator looks at as well.
        self._taken = {name for path in collected for name in imports.of(path)}
        self._all_taken = {
            absolute(path, one.module)
            for path in collected
            for one in files[path].imports
            if one.eager and one.name == "*"
        }
        #: Modules of which it sees only what others take from them.
        self._outside = {module_name(path) for path in self._generator - set(collected)} if collected else set()
        self.contrib = imports.closure(_with_parents("tensorflow.contrib", modules)) - self.eager

    def of(self, path: str) -> str | None:
        """One of the words of `docs/json.md`; None for a file that is not shipped."""
        if self._shipped is not None and path not in self._shipped:
            return None
        if path in self.eager:
            return "import tensorflow"
        if path in self.contrib:
            return "tensorflow.contrib"
        return "on import of the registering module"

    def exported(self, module: str) -> bool:
        """Whether the API generator sees what a generated module exports: somebody that it imports has to import it.

        A module of ops that only tests load (`test_ops`) exports names that no `tf.` ever has.
        """
        return module in self._named if self._named else True

    def collected(self, path: str, name: str) -> bool:
        """Whether the API generator sees what a file exports as `name`.

        It has to have imported the file, and it looks at the modules of its packages alone: at what they define, and
        at what they import from others. `tensorflow.contrib` is none of them.
        """
        if not self._packages or not self._generator:
            return True
        if path not in self._generator:
            return False
        module = module_name(path)
        return self._collects(path) or f"{module}.{name}" in self._taken or module in self._all_taken

    def _collects(self, path: str) -> bool:
        """Whether a module's name holds that of one of the generator's packages, and it is none of contrib."""
        module = module_name(path)
        contrib = ".contrib." in f"{module}." and ".lite" not in module
        return any(package in module for package in self._packages) and not contrib

    def same_with(self, path: str, names: Collection[str], generated: Collection[str]) -> bool:
        """Whether all this is the same when a file imports more; `generated` are what `exported` is asked of."""
        targets = {self._modules[name] for name in names if name in self._modules}
        if path in self._generator and not (
            targets <= self._generator and self._named.issuperset([name for name in names if name in generated])
        ):
            return False
        taken = {*names, *(name.rpartition(".")[0] for name in names)}
        if path in self._generator and not self._outside.isdisjoint(taken):
            return False
        if path in self.eager:
            return targets <= self.eager
        return path not in self.contrib or targets <= self.eager | self.contrib


class _Imports:
    """The imports of all files; what was found out of a file is not found out again."""

    def __init__(self, files: Mapping[str, PythonFacts]) -> None:
        self._files = files
        self.modules = {module_name(path): path for path in files}
        self._named: dict[tuple[str, str], tuple[str, ...]] = {}
        self._targets: dict[str, list[str]] = {}

    def closure(self, start: Iterable[str]) -> set[str]:
        """The files that run when the files of `start` do."""
        modules, targets = self.modules, self._targets
        seen = set(start)
        waiting = sorted(seen)
        while waiting:
            path = waiting.pop()
            found = targets.get(path)
            if found is None:
                found = targets[path] = [modules[name] for name in self.of(path) if name in modules]
            for target in found:
                if target not in seen:
                    seen.add(target)
                    waiting.append(target)
        return seen

    def of(self, path: str) -> set[str]:
        """What a file imports when it runs; most files import the same."""
        return imported(self._files[path], self._named)


def imported(facts: PythonFacts, known: dict[tuple[str, str], tuple[str, ...]] | None = None) -> set[str]:
    """The modules that a file names when it runs, and what it takes from them, which may be modules as well.

    `known` learns the names of what is imported.
    """
    names: set[str] = set()
    known = {} if known is None else known
    for entry in facts.imports:
        if entry.eager:
            key = (entry.module, entry.attribute)
            found = known.get(key)
            if found is None:
                found = _named(absolute(facts.path, entry.module), entry.attribute)
                if not entry.module.startswith("."):
                    known[key] = found
            names.update(found)
    return names


def is_root(path: str) -> bool:
    """Whether a file is one of those that `import tensorflow` begins with, or the template of one."""
    return _ROOT.fullmatch(path) is not None


def api_packages(data: bytes) -> tuple[str, ...]:
    """The packages that the rule of the API generator (`api_gen.bzl`) imports: `packages = ["tensorflow.python"]`."""
    named = [name.decode() for found in _PACKAGES.findall(data) for name in _MODULE_NAME.findall(found)]
    return tuple(dict.fromkeys(name for name in named if "." in name))


def module_name(path: str) -> str:
    """`a/b/c.py` is `a.b.c`, `a/b/__init__.py` is `a.b`."""
    name = path[:-3] if path.endswith(".py") else path
    name = name.replace("/", ".")
    return name[: -len(".__init__")] if name.endswith(".__init__") else name


def absolute(path: str, module: str) -> str:
    """A module as a file names it, from the root."""
    if not module.startswith("."):
        return module
    dots = len(module) - len(module.lstrip("."))
    parts = path.split("/")[:-dots] if dots <= path.count("/") else []
    rest = module.lstrip(".")
    return ".".join([*parts, rest] if rest else parts)


def parents(module: str) -> list[str]:
    """The packages that a module stands in, the outermost first, and the module itself."""
    parts = module.split(".")
    return [".".join(parts[:count]) for count in range(1, len(parts) + 1)]


def _with_parents(module: str, modules: Mapping[str, str]) -> set[str]:
    return {modules[name] for name in parents(module) if name in modules}


def _named(module: str, attribute: str) -> tuple[str, ...]:
    return (*parents(module), f"{module}.{attribute}") if attribute else tuple(parents(module))
