"""What a name in one Python file means in another, and which files `import tensorflow` runs.

`Program` resolves references across files by following imports, star imports, aliases and base classes, and says which
ops a function creates. `Availability` is the closure of the imports that run when a module is imported. Both read
facts only, so nothing is executed and nothing is assumed about a particular release.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from tfexplore.extract.python_records import Alias, Class, Function, GradientBody, Import, Operator, PythonFacts
from tfexplore.extract.wrappers import Wrapper

#: Longer chains of imports and aliases than any program has.
_MAX_HOPS = 25

#: Where a call leads that is an operator.
OPERATOR = "~"

#: How many calls a path from a function to an op may take.
MAX_VIA = 6

_PACKAGES = re.compile(rb"\bpackages?\s*=\s*(\[[^\]]*\]|\"[\w.]+\")")
_MODULE_NAME = re.compile(rb"\"([A-Za-z_][\w.]*)\"")


class Found(NamedTuple):
    """What a name stands for: a fact of a file, or a generated wrapper (with the path empty)."""

    path: str
    fact: Function | Class | Alias | Wrapper


class Program:
    """The Python files of a tree, linked by name; `external` are those of other packages that it uses."""

    def __init__(
        self,
        own: Mapping[str, PythonFacts],
        wrappers: Iterable[Wrapper],
        external: Mapping[str, PythonFacts] | None = None,
    ) -> None:
        self.own = own
        self.files = files = {**external, **own} if external else own
        self.modules = {module_name(path): path for path in files}
        self._packages = {parent for module in self.modules for parent in _parents(module)}
        self._wrappers: dict[str, dict[str, Wrapper]] = {}
        self._by_function: dict[str, list[Wrapper]] = {}
        self._by_op: dict[str, Wrapper] = {}
        for wrapper in wrappers:
            self._wrappers.setdefault(wrapper.module, {})[wrapper.function] = wrapper
            self._by_function.setdefault(wrapper.function, []).append(wrapper)
            self._by_op[wrapper.op] = wrapper
        self._names: dict[str, dict[str, tuple[int, object]]] = {}
        self._stars: dict[str, list[Import]] = {}
        self._functions: dict[str, dict[str, Function]] = {}
        self._looked: dict[tuple[str, str], Found | str | None] = {}
        self._open: set[tuple[str, str]] = set()
        self._base_classes: dict[tuple[str, str], list[tuple[str, Class]]] = {}
        self._methods: dict[tuple[str, str, str], Found | None] = {}
        self._cut = False
        self._uses: dict[tuple[str, str], tuple[tuple[str, ...], tuple[tuple[str, str, str], ...]]] = {}
        self._steps: dict[tuple[str, str, str], tuple[tuple[str, ...], tuple[tuple[str, str, str], ...]]] = {}
        self._operators: dict[tuple[str, str], list[tuple[str, Operator]]] | None = None
        self._created: dict[tuple[str, str], tuple[str, ...]] = {}
        self._reached: dict[tuple[str, str, int], bool] = {}
        self._operator_ops: dict[tuple[str, str], tuple[str, ...]] = {}

    # names

    def function(self, path: str, name: str) -> Function | None:
        """The function or method (`Class.method`) of a file."""
        table = self._functions.get(path)
        if table is None:
            facts = self.files.get(path)
            table = {function.name: function for function in facts.functions} if facts is not None else {}
            self._functions[path] = table
        return table.get(name)

    def alias(self, path: str, name: str) -> Alias | None:
        """The alias (`matmul = linalg.matmul`) of a file."""
        entry = self._table(path).get(name, (0, None))[1]
        return entry if isinstance(entry, Alias) else None

    def body(self, path: str, name: str) -> GradientBody | None:
        """What libcst read in a function of a file, by the name that its site gives it."""
        facts = self.files.get(path)
        for body in facts.bodies if facts is not None else ():
            if body.name == name:
                return body
        return None

    def body_of(self, path: str, name: str) -> tuple[str, GradientBody] | None:
        """The same for a name as a function of the file uses it."""
        body = self.body(path, name)
        return (path, body) if body is not None else None

    def outputs(self, path: str, name: str) -> int:
        """How many outputs the op has that a call makes directly; 0 for any other call."""
        found = self.resolve(path, name)
        return found.fact.outputs if found is not None and isinstance(found.fact, Wrapper) else 0

    def resolve(self, path: str, name: str) -> Found | None:
        """What a dotted name means in a file; None for what the files do not hold."""
        found = self._dotted(path, name, 0)
        return found if isinstance(found, Found) else None

    def _dotted(self, path: str, name: str, hops: int) -> Found | str | None:
        root, _, rest = name.partition(".")
        found = self._name(path, root, hops)
        return self._members(found, rest, hops)

    def _members(self, found: Found | str | None, rest: str, hops: int) -> Found | str | None:
        """Follow `.a.b` from a module (a str) or a class."""
        if hops > _MAX_HOPS:
            return None
        while rest and found is not None:
            part, _, rest = rest.partition(".")
            if isinstance(found, str):
                found = self._member(found, part, hops + 1)
            elif isinstance(found.fact, Class):
                found = self.method(found.path, found.fact.name, part)
            else:
                return None
        return found

    def _member(self, module: str, name: str, hops: int) -> Found | str | None:
        """An attribute of a module: a name that it binds, or a module below it."""
        path = self.modules.get(module)
        if path is not None:
            found = self._name(path, name, hops)
            if found is not None:
                return found
        below = f"{module}.{name}"
        if below in self.modules or below in self._packages or below in self._wrappers:
            return below
        if module not in self.modules:
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

    def _name(self, path: str, name: str, hops: int) -> Found | str | None:
        """What a file binds a name to at its top level."""
        key = (path, name)
        if key in self._looked:
            return self._looked[key]
        if hops > _MAX_HOPS or key in self._open:
            self._cut = True  # a name that leads back to itself is unbound there, and only there
            return None
        if not self._open:
            self._cut = False
        self._open.add(key)
        found = self._bound(path, name, hops)
        self._open.discard(key)
        if found is not None or not self._cut or not self._open:
            self._looked[key] = found
        return found

    def _bound(self, path: str, name: str, hops: int) -> Found | str | None:
        line, fact = self._table(path).get(name, (0, None))
        for star in self._stars[path]:
            if star.line > line and not name.startswith("_"):
                found = self._member(self._absolute(path, star.module), name, hops + 1)
                if found is not None:
                    return found
        if isinstance(fact, (Function, Class)):
            return Found(path, fact)
        if isinstance(fact, Alias):
            if fact.target and fact.target.partition(".")[0] != name:
                found = self._dotted(path, fact.target, hops + 1)
                if found is not None:
                    return found
            return Found(path, fact)
        if isinstance(fact, Import):
            module = self._absolute(path, fact.module)
            if fact.attribute:
                return self._member(module, fact.attribute, hops + 1)
            return module if fact.name != module.partition(".")[0] else fact.name
        return None

    def _table(self, path: str) -> dict[str, tuple[int, object]]:
        """The last binding of each name, star imports aside."""
        table = self._names.get(path)
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
        self._names[path] = table
        self._stars[path] = sorted(stars, key=lambda entry: -entry.line)
        return table

    def _absolute(self, path: str, module: str) -> str:
        return absolute(path, module)

    # classes

    def method(self, path: str, owner: str, name: str, seen: int = 0) -> Found | None:
        """A method by way of the base classes."""
        key = (path, owner, name)
        if not seen and key in self._methods:
            return self._methods[key]
        function = self.function(path, f"{owner}.{name}")
        found = Found(path, function) if function is not None else None
        if found is None and seen <= 15:
            for base_path, base in self._bases(path, owner):
                found = self.method(base_path, base.name, name, seen + 1)
                if found is not None:
                    break
        if not seen and not self._open:
            self._methods[key] = found
        return found

    def _bases(self, path: str, owner: str) -> list[tuple[str, Class]]:
        done = self._base_classes.get((path, owner))
        if done is not None:
            return done
        made: list[tuple[str, Class]] = []
        for fact in self.files[path].classes:
            if fact.name == owner:
                found = [self.resolve(path, base) for base in fact.bases]
                made = [(base.path, base.fact) for base in found if base is not None and isinstance(base.fact, Class)]
                break
        if not self._open:  # in the middle of a name that leads back to itself some are unbound
            self._base_classes[path, owner] = made
        return made

    def methods(self, path: str, owner: str) -> list[tuple[str, Function]]:
        """The methods that a class defines or inherits."""
        methods: dict[str, tuple[str, Function]] = {}
        waiting = [(path, owner)]
        seen = set(waiting)
        while waiting:
            here, name = waiting.pop(0)
            for function in self.files[here].functions:
                if function.name.startswith(name + "."):
                    methods.setdefault(function.name.rpartition(".")[2], (here, function))
            for base_path, base in self._bases(here, name):
                if (base_path, base.name) not in seen and len(seen) < 60:
                    seen.add((base_path, base.name))
                    waiting.append((base_path, base.name))
        return list(methods.values())

    # ops

    def direct(self, path: str, fact: Function | Alias, owner: str = "") -> tuple[str, ...]:
        """The ops that a function creates by its own calls."""
        return self._links(path, fact, owner)[0]

    def calls(self, path: str, fact: Function | Alias, owner: str = "") -> tuple[tuple[str, str, str], ...]:
        """The functions that a function calls or mentions: `(file, name, class of self)`."""
        return self._links(path, fact, owner)[1]

    def _links(
        self, path: str, fact: Function | Alias, owner: str
    ) -> tuple[tuple[str, ...], tuple[tuple[str, str, str], ...]]:
        key = (path, f"{owner}>{fact.name}" + ("=" if isinstance(fact, Alias) else ""))
        done = self._uses.get(key)
        if done is not None:
            return done
        ops: dict[str, None] = {}
        calls: dict[tuple[str, str, str], None] = {}
        operators: list[str] = []
        for ref in fact.refs:
            called = ref.endswith("(")
            if ref.startswith("~"):
                operators.append(ref[1:])
                continue
            name = ref[:-1] if called else ref
            if name.startswith("#"):
                ops[name[1:]] = None
                continue
            found: Found | str | None
            receiver = ""
            if name.startswith(("self.", "super.")):
                found = self._own(path, fact.name, owner, name)
                receiver = owner or f"{path}:{fact.name.partition('.')[0]}"
                if not called and isinstance(found, Found) and _is_property(found.fact):
                    continue  # what an object says of itself
            elif name.startswith("="):
                found = self._global(name[1:])
            elif "()." in name:
                maker, _, method = name.partition("().")
                made = self.resolve(path, maker)
                found = None
                if made is not None and isinstance(made.fact, Class):
                    found = self.method(made.path, made.fact.name, method)
                    receiver = f"{made.path}:{made.fact.name}"
            else:
                found = self._dotted(path, name, 0)
            if not isinstance(found, Found):
                continue
            if isinstance(found.fact, Wrapper):
                ops[found.fact.op] = None
            elif isinstance(found.fact, Class):
                made = self.method(found.path, found.fact.name, "__init__") if called else None
                if made is not None and isinstance(made.fact, Function):
                    calls[made.path, made.fact.name, f"{found.path}:{found.fact.name}"] = None
            elif isinstance(found.fact, Function):
                if found.fact is not fact:
                    calls[found.path, found.fact.name, receiver] = None
            elif found.fact is not fact:
                calls[found.path, found.fact.name + "=", ""] = None
        result = tuple(ops), tuple(calls)
        self._uses[key] = result
        if operators and self.operators():
            # Whether a call makes a tensor is asked of functions without their operators, or the question had no end.
            for operator in operators:
                method, _, depends = operator.partition(":")
                if not depends or self._makes_tensor(path, depends):
                    calls[OPERATOR, f"Tensor.{method}", ""] = None
            result = tuple(ops), tuple(calls)
            self._uses[key] = result
        return result

    def _makes_tensor(self, path: str, name: str) -> bool:
        """Whether a function that is called creates an op itself, or one that it calls does."""
        found = self._global(name[1:]) if name.startswith("=") else self._dotted(path, name, 0)
        if not isinstance(found, Found):
            return False
        if isinstance(found.fact, Wrapper):
            return found.fact.outputs == 1
        if isinstance(found.fact, Class):
            return False
        return self._reaches(found.path, found.fact, 2)

    def _reaches(self, path: str, fact: Function | Alias, steps: int) -> bool:
        """Whether the references of a function lead to an op within so many calls."""
        key = (path, fact.name, steps)
        if key not in self._reached:
            self._reached[key] = False
            self._reached[key] = self._search(path, fact, steps)
        return self._reached[key]

    def _search(self, path: str, fact: Function | Alias, steps: int) -> bool:
        following = []
        for ref in fact.refs:
            if ref.startswith("#"):
                return True
            if ref.startswith(("~", "self.", "super.")) or "()." in ref:
                continue
            name = ref.rstrip("(")
            found = self._global(name[1:]) if name.startswith("=") else self._dotted(path, name, 0)
            if isinstance(found, Found):
                if isinstance(found.fact, Wrapper):
                    return True
                if isinstance(found.fact, (Function, Alias)) and found.fact is not fact:
                    following.append((found.path, found.fact))
        return steps > 0 and any(self._reaches(where, one, steps - 1) for where, one in following)

    def _own(self, path: str, name: str, owner: str, ref: str) -> Found | None:
        """`self.method` of the class that the object really is, `super.method` of a base."""
        here = name.partition(".")[0]
        word, _, method = ref.partition(".")
        if word == "super":
            for base_path, base in self._bases(path, here):
                found = self.method(base_path, base.name, method)
                if found is not None:
                    return found
            return None
        if owner:
            owner_path, _, owner_name = owner.rpartition(":")
            return self.method(owner_path, owner_name, method)
        return self.method(path, here, method)

    def _global(self, name: str) -> Found | str | None:
        """A name from the root: the longest part that is a module, then its members."""
        parts = name.split(".")
        for count in range(len(parts), 0, -1):
            module = ".".join(parts[:count])
            if module in self.modules or module in self._wrappers:
                return self._members(module, ".".join(parts[count:]), 0)
        if len(parts) > 1:
            return self._wrapper(".".join(parts[:-1]), parts[-1])
        return None

    def step(self, call: tuple[str, str, str]) -> tuple[tuple[str, ...], tuple[tuple[str, str, str], ...]]:
        """The ops and calls of a function that `calls` named."""
        done = self._steps.get(call)
        if done is None:
            done = self._step(call)
            if call[0] != OPERATOR:
                self._steps[call] = done
        return done

    def _step(self, call: tuple[str, str, str]) -> tuple[tuple[str, ...], tuple[tuple[str, str, str], ...]]:
        path, name, owner = call
        if path == OPERATOR:
            method = name.rpartition(".")[2]
            return tuple(op for op in self.operator(method) if op in self._by_op and self._by_op[op].inputs == 2), ()
        fact: Function | Alias | None
        if name.endswith("="):
            fact = self.alias(path, name[:-1])
        else:
            fact = self.function(path, name)
        return self._links(path, fact, owner) if fact is not None else ((), ())

    def created(self, path: str, function: Function) -> tuple[str, ...]:
        """The ops of a gradient function: its own, those of functions of its file, and the nearest behind others."""
        ops: dict[str, None] = dict.fromkeys(self.direct(path, function))
        waiting = list(self.calls(path, function))
        seen = set(waiting)
        for call in waiting:
            if call[0] == path:
                direct, calls = self.step(call)
                ops.update(dict.fromkeys(direct))
                for more in calls:
                    if more not in seen:
                        seen.add(more)
                        waiting.append(more)
            else:
                ops.update(dict.fromkeys(self._nearest(call)))
        return tuple(ops)

    def _nearest(self, call: tuple[str, str, str]) -> tuple[str, ...]:
        """The ops at the first distance from a function at which there are any."""
        key = (call[0], call[1] + ">" + call[2])
        done = self._created.get(key)
        if done is not None:
            return done
        level = [call]
        seen = set(level)
        ops: dict[str, None] = {}
        for _ in range(4):
            following = []
            for one in level:
                direct, calls = self.step(one)
                ops.update(dict.fromkeys(direct))
                following += [more for more in calls if more not in seen]
                seen.update(calls)
            if ops or not following:
                break
            level = following
        self._created[key] = tuple(ops)
        return self._created[key]

    def creates_any(self, path: str, name: str) -> bool:
        """Whether a called name leads to an op soon."""
        found = self.resolve(path, name)
        if found is None:
            return False
        if isinstance(found.fact, Wrapper):
            return True
        if isinstance(found.fact, Class):
            return False
        suffix = "=" if isinstance(found.fact, Alias) else ""
        return bool(self._nearest((found.path, found.fact.name + suffix, "")))

    def operators(self) -> Mapping[tuple[str, str], list[tuple[str, Operator]]]:
        """What the files give each `(class, operator method)`."""
        if self._operators is None:
            self._operators = {}
            for path in sorted(self.files):
                for operator in self.files[path].operators:
                    self._operators.setdefault((operator.owner, operator.method), []).append((path, operator))
        return self._operators

    def operator(self, method: str, owner: str = "Tensor") -> tuple[str, ...]:
        """The ops behind an operator of `Tensor`."""
        done = self._operator_ops.get((owner, method))
        if done is not None:
            return done
        self._operator_ops[owner, method] = ()  # an operator that is made of itself
        ops: dict[str, None] = {}
        for path, operator in self.operators().get((owner, method), ()):
            found = self.resolve(path, operator.function)
            if found is None:
                continue
            if isinstance(found.fact, Wrapper):
                ops[found.fact.op] = None
            elif not isinstance(found.fact, Class):
                suffix = "=" if isinstance(found.fact, Alias) else ""
                ops.update(dict.fromkeys(self._nearest((found.path, found.fact.name + suffix, ""))))
        self._operator_ops[owner, method] = tuple(ops)
        return tuple(ops)


def _is_property(fact: Function | Class | Alias | Wrapper) -> bool:
    """Whether a method is no function to those who see it: `@property`, `@tf_utils.cached_property`, `@rate.setter`."""
    return isinstance(fact, Function) and any(
        name.endswith(("property", ".getter", ".setter", ".deleter")) for name in fact.decorators
    )


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
        modules = {module_name(path): path for path in files}
        roots = [path for path in files if re.fullmatch(r"tensorflow/(?:[\w.]*template[\w.]*\.)?__init__\.py", path)]
        start = set(roots)
        for name in (*packages, "tensorflow.python") if roots else ():
            start |= _with_parents(name, modules)
        self.eager = _closure(start, files, modules)
        named = (*packages, "tensorflow.python")
        generator = _closure({path for name in named for path in _with_parents(name, modules)}, files, modules)
        #: The modules that the API generator has imported when it collects the exports; empty where none is known.
        self._generator = {name for path in generator for name in _imported(path, files)}
        self.contrib = _closure(_with_parents("tensorflow.contrib", modules), files, modules) - self.eager

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
        return module in self._generator if self._generator else True


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


def _parents(module: str) -> list[str]:
    parts = module.split(".")
    return [".".join(parts[:count]) for count in range(1, len(parts) + 1)]


def _with_parents(module: str, modules: Mapping[str, str]) -> set[str]:
    return {modules[name] for name in _parents(module) if name in modules}


def _closure(start: Iterable[str], files: Mapping[str, PythonFacts], modules: Mapping[str, str]) -> set[str]:
    """The files that run when the files of `start` do."""
    seen = set(start)
    waiting = sorted(seen)
    while waiting:
        for name in _imported(waiting.pop(), files):
            target = modules.get(name)
            if target is not None and target not in seen:
                seen.add(target)
                waiting.append(target)
    return seen


def _imported(path: str, files: Mapping[str, PythonFacts]) -> Iterator[str]:
    """The modules that a file names when it runs, and what it takes from them, which may be modules as well."""
    for entry in files[path].imports:
        if entry.eager:
            module = absolute(path, entry.module)
            yield from _parents(module)
            if entry.attribute:
                yield f"{module}.{entry.attribute}"
