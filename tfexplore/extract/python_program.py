"""Which ops the functions of a program create: what each calls, and the ops at the end of that.

Nothing of it depends on what was asked before, so whoever asks for one function hears what a question for all says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tfexplore.extract.python_names import Found, Names
from tfexplore.extract.python_records import Alias, Class, Function, Operator, PythonFacts
from tfexplore.extract.wrappers import Wrapper

#: Where a call leads that is an operator.
_OPERATOR = "~"

#: How many calls a path from a function to an op may take.
MAX_VIA = 6


class Call:
    """A function as somebody calls it; there is one of each, so that it is told from others by what it is.

    `name` ends with `=` for an alias. `owner` is the class that the object is of, as `path:name`, empty for a function
    of no object. `linked` are the ops that it creates itself and what it calls, once that is known.
    """

    __slots__ = ("label", "linked", "name", "owner", "path")

    def __init__(self, path: str, name: str, owner: str) -> None:
        self.path, self.name, self.owner = path, name, owner
        #: The name that a way through it shows.
        self.label = name.rstrip("=")
        self.linked: Links | None = None

    @property
    def of_operator(self) -> bool:
        """Whether what is called is an operator of a class."""
        return self.path == _OPERATOR


Links = tuple[tuple[str, ...], tuple[Call, ...]]
#: What references lead to, in their order: an op, a call, or a method of the object itself and whether it is called.
_Step = str | Call | tuple[str, bool]
_NOTHING: Links = ((), ())


class Program(Names):
    """The Python files of a tree with what their functions call."""

    def __init__(
        self,
        own: Mapping[str, PythonFacts],
        wrappers: Iterable[Wrapper],
        external: Mapping[str, PythonFacts] | None = None,
        operators: Iterable[str] | None = None,
    ) -> None:
        """`operators` are the files that may give a class operators; None: all may."""
        wrappers = tuple(wrappers)
        super().__init__(own, wrappers, external)
        self._with_operators = operators
        self._by_op = {wrapper.op: wrapper for wrapper in wrappers}
        self._calls: dict[tuple[str, str, str], Call] = {}
        self._starts: dict[tuple[str, str], list[Call]] = {}
        self._steps: dict[tuple[str, str], Links | list[_Step]] = {}
        self._operators: dict[tuple[str, str], list[tuple[str, Operator]]] | None = None
        self._reached: dict[tuple[str, str, int], bool] = {}
        #: The nearest ops of a call, those of an operator, and the same while an operator is looked up.
        self._near: dict[Call, tuple[str, ...]] = {}
        self._operator_ops: dict[tuple[str, str], tuple[str, ...]] = {}
        self._meanwhile: dict[Call | tuple[str, str], tuple[str, ...]] | None = None

    def call(self, path: str, name: str, owner: str = "") -> Call:
        """A function, an alias (`name=`), or a method of an object of the class `owner`."""
        key = (path, name, owner)
        made = self._calls.get(key)
        if made is None:
            made = self._calls[key] = Call(path, name, owner)
        return made

    def call_of(self, found: Found) -> Call | None:
        """What is called by a name; None for a class or a generated function."""
        if isinstance(found.fact, Function):
            return self.call(found.path, found.fact.name)
        return self.call(found.path, found.fact.name + "=") if isinstance(found.fact, Alias) else None

    def links(self, call: Call) -> Links:
        """The ops that a function creates by its own calls, and what it calls or mentions."""
        if call.linked is not None:
            return call.linked
        if call.of_operator:  # which may be asked for while it is found out
            ops = self.operator(call.name.rpartition(".")[2])
            return tuple([op for op in ops if op in self._by_op and self._by_op[op].inputs == 2]), ()
        steps = self._steps_of(call.path, call.name)
        call.linked = self._of_object(call, steps) if isinstance(steps, list) else steps
        return call.linked

    def starts(self, found: Found) -> list[Call]:
        """The calls with which the way from a public name begins: for a class, its methods that call anything."""
        if isinstance(found.fact, Wrapper):
            return []
        key = (found.path, f"{type(found.fact).__name__} {found.fact.name}")
        known = self._starts.get(key)
        if known is None:
            call = self.call_of(found)
            known = [call] if call is not None else self._methods_of(found.path, found.fact.name)
            self._starts[key] = known
        return known

    def _methods_of(self, path: str, name: str) -> list[Call]:
        owner = f"{path}:{name}"
        return [
            self.call(where, method.name, owner)
            for where, method in self.methods(path, name)
            if self._steps_of(where, method.name) != _NOTHING
        ]

    def follow(self, names: Iterable[Found]) -> None:
        """Find out what public names lead to, and leave out what leads to no op: that is most of it."""
        level = list(dict.fromkeys([call for found in names for call in self.starts(found)]))
        followed = dict.fromkeys(level)
        for _ in range(MAX_VIA):
            found = dict.fromkeys([more for call in level for more in self.links(call)[1]])
            level = [call for call in found if call not in followed]
            followed.update(dict.fromkeys(level))
        callers: dict[Call, list[Call]] = {}
        useful = []
        for call in followed:
            if call.linked is None or call.linked[0]:
                useful.append(call)
            if call.linked is not None:
                for more in call.linked[1]:
                    callers.setdefault(more, []).append(call)
        kept = set(useful)
        for call in useful:
            for caller in callers.get(call, ()):
                if caller not in kept:
                    kept.add(caller)
                    useful.append(caller)
        for call in followed:
            if call.linked is not None and call.linked[1]:
                ops, calls = call.linked
                call.linked = (ops, tuple([more for more in calls if more in kept]))
        self._starts = {key: [call for call in calls if call in kept] for key, calls in self._starts.items()}

    def fact(self, call: Call) -> Function | Alias | None:
        """What is called, which is no operator."""
        return self._fact(call.path, call.name)

    def _fact(self, path: str, name: str) -> Function | Alias | None:
        if name.endswith("="):
            entry = self.table(path).get(name[:-1], (0, None))[1]
            return entry if isinstance(entry, Alias) else None
        return self.function(path, name)

    def _steps_of(self, path: str, name: str) -> Links | list[_Step]:
        """What a function leads to; in steps where that depends on whose method it is."""
        known = self._steps.get((path, name))
        if known is not None:
            return known
        fact = self._fact(path, name)
        steps: list[_Step] = [] if fact is None else [one for ref in fact.refs for one in self._step(path, fact, ref)]
        operators = [ref[1:].partition(":") for ref in fact.refs if ref.startswith(_OPERATOR)] if fact else []
        if operators and self.operators():
            # Whether a call makes a tensor is asked of functions without their operators, or the question had no end.
            for method, _, depends in operators:
                if not depends or self._makes_tensor(path, depends):
                    steps.append(self.call(_OPERATOR, f"Tensor.{method}"))
        made: Links | list[_Step] = steps
        if not any(isinstance(step, tuple) for step in steps):
            ops = dict.fromkeys([step for step in steps if isinstance(step, str)])
            calls = dict.fromkeys([step for step in steps if isinstance(step, Call)])
            made = (tuple(ops), tuple(calls))
        self._steps[path, name] = made
        return made

    def _step(self, path: str, fact: Function | Alias, ref: str) -> tuple[_Step, ...]:
        """Where one reference leads."""
        if ref.startswith(_OPERATOR):
            return ()
        called = ref.endswith("(")
        name = ref[:-1] if called else ref
        if name.startswith("#"):
            return (name[1:],)
        if name.startswith(("self.", "super.")):
            return ((name, called),)
        if "()." in name:
            maker, _, method = name.partition("().")
            made = self.resolve(path, maker)
            if made is None or not isinstance(made.fact, Class):
                return ()
            bound = self.method(made.path, made.fact.name, method)
            if bound is None or bound.fact is fact:
                return ()
            return (self.call(bound.path, bound.fact.name, f"{made.path}:{made.fact.name}"),)
        found = self._referred(path, name)
        if found is None or found.fact is fact:
            return ()
        if isinstance(found.fact, Wrapper):
            return (found.fact.op,)
        if isinstance(found.fact, Class):
            init = self.method(found.path, found.fact.name, "__init__") if called else None
            return (self.call(init.path, init.fact.name, f"{found.path}:{found.fact.name}"),) if init else ()
        call = self.call_of(found)
        return (call,) if call is not None else ()

    def _referred(self, path: str, name: str) -> Found | None:
        return self.resolve_global(name[1:]) if name.startswith("=") else self.resolve(path, name)

    def _of_object(self, call: Call, steps: list[_Step]) -> Links:
        """The links of a method whose object is of the class that the call names, or of its own."""
        here = call.label.partition(".")[0]
        receiver = call.owner or f"{call.path}:{here}"
        path, _, owner = receiver.rpartition(":")
        own = self.function(call.path, call.name)
        ops: dict[str, None] = {}
        calls: dict[Call, None] = {}
        for step in steps:
            if isinstance(step, str):
                ops[step] = None
            elif isinstance(step, Call):
                calls[step] = None
            else:
                word, _, method = step[0].partition(".")
                if word == "super":
                    found = self.method_of_bases(call.path, here, method)
                else:
                    found = self.method(path, owner, method)
                if found is None or found.fact is own or (not step[1] and _is_property(found.fact)):
                    continue  # a property is what an object says of itself
                calls[self.call(found.path, found.fact.name, receiver)] = None
        return tuple(ops), tuple(calls)

    def _makes_tensor(self, path: str, name: str) -> bool:
        """Whether a function that is called creates an op itself, or one that it calls does."""
        found = self._referred(path, name)
        if found is None or isinstance(found.fact, Class):
            return False
        if isinstance(found.fact, Wrapper):
            return found.fact.outputs == 1
        return self._reaches(found.path, found.fact, 2)

    def _reaches(self, path: str, fact: Function | Alias, steps: int) -> bool:
        """Whether the references of a function lead to an op within so many calls."""
        key = (path, fact.name, steps)
        known = self._reached.get(key)
        if known is None:
            known = self._reached[key] = self._search(path, fact, steps)
        return known

    def _search(self, path: str, fact: Function | Alias, steps: int) -> bool:
        following = []
        for ref in fact.refs:
            if ref.startswith("#"):
                return True
            if ref.startswith((_OPERATOR, "self.", "super.")) or "()." in ref:
                continue
            found = self._referred(path, ref.rstrip("("))
            if found is not None:
                if isinstance(found.fact, Wrapper):
                    return True
                if isinstance(found.fact, (Function, Alias)) and found.fact is not fact:
                    following.append((found.path, found.fact))
        return steps > 0 and any(self._reaches(where, one, steps - 1) for where, one in following)

    def created(self, path: str, name: str) -> tuple[str, ...]:
        """The ops of a gradient function: its own, those of functions of its file, and the nearest behind others."""
        direct, calls = self.links(self.call(path, name))
        ops = dict.fromkeys(direct)
        waiting = list(calls)
        seen = set(waiting)
        for call in waiting:
            if call.path == path:
                direct, calls = self.links(call)
                ops.update(dict.fromkeys(direct))
                for more in calls:
                    if more not in seen:
                        seen.add(more)
                        waiting.append(more)
            else:
                ops.update(dict.fromkeys(self._nearest(call)))
        return tuple(ops)

    def _nearest(self, call: Call) -> tuple[str, ...]:
        """The ops at the first distance from a function at which there are any."""
        known = self._near.get(call) if self._meanwhile is None else self._meanwhile.get(call)
        if known is not None:
            return known
        level = [call]
        seen = set(level)
        ops: dict[str, None] = {}
        for _ in range(4):
            following = []
            for one in level:
                direct, calls = self.links(one)
                ops.update(dict.fromkeys(direct))
                following += [more for more in calls if more not in seen]
                seen.update(calls)
            if ops or not following:
                break
            level = following
        found = tuple(ops)
        if self._meanwhile is None:
            self._near[call] = found
        else:
            self._meanwhile[call] = found
        return found

    def creates_any(self, path: str, name: str) -> bool:
        """Whether a called name leads to an op soon."""
        found = self.resolve(path, name)
        if found is None:
            return False
        call = self.call_of(found)
        return isinstance(found.fact, Wrapper) if call is None else bool(self._nearest(call))

    def operators(self) -> Mapping[tuple[str, str], list[tuple[str, Operator]]]:
        """What the files give each `(class, operator method)`."""
        if self._operators is None:
            self._operators = {}
            for path in sorted(self.files if self._with_operators is None else self._with_operators):
                for operator in self.files[path].operators:
                    self._operators.setdefault((operator.owner, operator.method), []).append((path, operator))
        return self._operators

    def operator(self, method: str, owner: str = "Tensor") -> tuple[str, ...]:
        """The ops behind an operator of `Tensor`; one that is made of itself creates nothing there."""
        key = (owner, method)
        first = self._meanwhile is None
        if self._meanwhile is None:
            if key in self._operator_ops:
                return self._operator_ops[key]
            self._meanwhile = {}
        elif key in self._meanwhile:
            return self._meanwhile[key]
        self._meanwhile[key] = ()
        ops: dict[str, None] = {}
        for path, operator in self.operators().get(key, ()):
            found = self.resolve(path, operator.function)
            call = self.call_of(found) if found is not None else None
            if call is not None:
                ops.update(dict.fromkeys(self._nearest(call)))
            elif found is not None and isinstance(found.fact, Wrapper):
                ops[found.fact.op] = None
        self._meanwhile[key] = made = tuple(ops)
        if first:
            self._operator_ops[key] = made
            self._meanwhile = None
        return made


def _is_property(fact: Function) -> bool:
    """Whether a method is no function to those who see it: `@property`, `@tf_utils.cached_property`, `@rate.setter`."""
    return any(name.endswith(("property", ".getter", ".setter", ".deleter")) for name in fact.decorators)
