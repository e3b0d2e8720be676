"""Which ops the functions of a program create: what each calls, and the ops at the end of that.

Nothing of it depends on what was asked before, so whoever asks for one function hears what a question for all says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from tfexplore.extract.python_holders import Holders
from tfexplore.extract.python_names import Found, Names
from tfexplore.extract.python_records import Alias, Class, Function, Operator, PythonFacts
from tfexplore.extract.wrappers import Wrapper
from tfexplore.model import MAX_VIA

#: Where a call leads that is an operator.
_OPERATOR = "~"

#: A call with tensors, a tensor that is returned, and all that says something of what is referred to elsewhere.
_GIVEN, _RETURNED = "!", "$"
#: An object that is returned, and a method of something of which nothing is known.
_GIVES, _SOME = ">", "?"
_SAYS = (_OPERATOR, _GIVEN, _RETURNED, _GIVES)
#: An attribute of the object itself, and what is called of it or kept there.
_KEPT = "."
#: The parameters in a reference.
_PARAMETER = re.compile(r"@(\w+)")

#: So many parameters of a function are told apart at most: each set of them is a call of its own.
_MAX_DECIDING = 8

#: So many calls of what a call returned, and functions that return what others return, are followed.
_MAX_CHAIN = 5

#: What stands for a file where methods are asked for of which nobody knows whose they are.
OF_SOME = "?"


class Call:
    """A function as somebody calls it; there is one of each, so that it is told from others by what it is.

    `name` ends with `=` for an alias. `owner` is the class that the object is of, as `path:name`, empty for a function
    of no object. `tensors` are the parameters that are known to be given tensors, where that makes a difference.
    `linked` are the ops that it creates itself and what it calls, once that is known.
    """

    __slots__ = ("label", "linked", "name", "owner", "path", "tensors")

    def __init__(self, path: str, name: str, owner: str, tensors: tuple[str, ...] = ()) -> None:
        self.path, self.name, self.owner, self.tensors = path, name, owner, tensors
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
        holders: tuple[Mapping[str, tuple[tuple[str, str], ...]], Iterable[str]] | None = None,
    ) -> None:
        """`operators` are the files that may give a class operators; None: all may.

        `holders` are the classes that an earlier link has found to have some methods, and what it asked for.
        """
        wrappers = tuple(wrappers)
        super().__init__(own, wrappers, external)
        self._with_operators = operators
        self._by_op = {wrapper.op: wrapper for wrapper in wrappers}
        self._calls: dict[tuple[str, str, str, tuple[str, ...]], Call] = {}
        #: The parameters of a function that decide what it creates, and whether it returns one tensor.
        self._deciding: dict[tuple[str, str], frozenset[str]] = {}
        self._returning: dict[tuple[str, str, int], bool] = {}
        #: The classes of what functions return, and those that methods of nobody knows what are of.
        self._returned: dict[tuple[str, str, str], list[tuple[str, str]]] = {}
        self.holders = Holders(self) if holders is None else Holders(self, *holders)
        self._methods_of_some: dict[str, list[Call]] = {}
        self._starts: dict[tuple[str, str], list[Call]] = {}
        self._steps: dict[tuple[str, str, tuple[str, ...]], Links | list[_Step]] = {}
        self._operators: dict[tuple[str, str], list[tuple[str, Operator]]] | None = None
        self._reached: dict[tuple[str, str, int], bool] = {}
        #: The nearest ops of a call, those of an operator, and the same while an operator is looked up.
        self._near: dict[Call, tuple[str, ...]] = {}
        self._operator_ops: dict[tuple[str, str], tuple[str, ...]] = {}
        self._meanwhile: dict[Call | tuple[str, str], tuple[str, ...]] | None = None

    def asked(self) -> dict[str, str]:
        """The same with the methods of nobody knows what as those of a file `OF_SOME`."""
        return {**super().asked(), OF_SOME: "\n".join(sorted(self.holders.found))}

    def call(self, path: str, name: str, owner: str = "", tensors: tuple[str, ...] = ()) -> Call:
        """A function, an alias (`name=`), or a method of an object of the class `owner`; with tensors as `tensors`."""
        key = (path, name, owner, tensors)
        made = self._calls.get(key)
        if made is None:
            made = self._calls[key] = Call(path, name, owner, tensors)
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
            method = call.name.rpartition(".")[2]
            count = operands(method)
            ops = self.operator(method)
            return tuple([op for op in ops if op in self._by_op and (not count or self._by_op[op].inputs == count)]), ()
        steps = self._steps_of(call.path, call.name, call.tensors)
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
        """The methods of a class that call anything, and the constructors of what it chooses to keep.

        What is chosen is made of what the maker was given (`impl(handle)`): what that creates is said of the class,
        and not of all who make an object of it.
        """
        owner = f"{path}:{name}"
        calls = [self.call(where, method.name, owner) for where, method in self.methods(path, name)]
        for where, of_class in self.chosen(path, name):
            init = self.method(where, of_class, "__init__")
            if init is not None:
                calls.append(self.call(init.path, init.fact.name, f"{where}:{of_class}"))
        return [call for call in calls if self._steps_of(call.path, call.name) != _NOTHING]

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

    def _steps_of(self, path: str, name: str, tensors: tuple[str, ...] = ()) -> Links | list[_Step]:
        """What a function leads to; in steps where that depends on whose method it is."""
        known = self._steps.get((path, name, tensors))
        if known is not None:
            return known
        fact = self._fact(path, name)
        steps: list[_Step] = [] if fact is None else [one for ref in fact.refs for one in self._step(path, fact, ref)]
        if fact is not None:
            steps += self._with_tensors(path, fact, tensors)
            if self.operators():
                steps += self._on_tensors(path, fact, tensors)
        made: Links | list[_Step] = steps
        if not any(isinstance(step, tuple) for step in steps):
            ops = dict.fromkeys([step for step in steps if isinstance(step, str)])
            calls = dict.fromkeys([step for step in steps if isinstance(step, Call)])
            made = (tuple(ops), tuple(calls))
        self._steps[path, name, tensors] = made
        return made

    def _on_tensors(self, path: str, fact: Function | Alias, tensors: tuple[str, ...]) -> list[_Step]:
        """The operators that a function applies to tensors."""
        steps: dict[_Step, None] = {}
        for ref in fact.refs:
            if ref.startswith(_OPERATOR):
                # Whether a call makes a tensor is asked of functions without their operators: the question has an end.
                method, _, depends = ref[1:].partition(":")
                steps.update(dict.fromkeys(self._of_objects(path, fact, method, depends)))
                if self._is_tensor(path, depends, tensors, whole=method == "__getitem__"):
                    steps[self.call(_OPERATOR, f"Tensor.{method}")] = None
        return list(steps)

    def _of_objects(self, path: str, fact: Function | Alias, method: str, depends: str) -> list[Call]:
        """An operator that classes of the tree have, applied to what may be one of their objects."""
        made: list[Call] = []
        for part in depends.split(",") if depends else ():
            if part[0] not in "@^[":
                found = self._referred(path, part)
                if found is not None and isinstance(found.fact, Class):
                    made += self._methods_called([(found.path, found.fact.name)], method, fact)
        return made

    def _with_tensors(self, path: str, fact: Function | Alias, tensors: tuple[str, ...]) -> list[_Step]:
        """The calls with tensors of functions for which that makes a difference."""
        steps: dict[_Step, None] = {}
        for callee, arguments in _given(fact):
            found = self._referred(path, callee)
            if found is None or not isinstance(found.fact, Function) or "." in found.fact.name:
                continue
            deciding = self._decided_by(found.path, found.fact)
            given = {
                param
                for key, depends in arguments
                if (param := _parameter(found.fact, key)) in deciding and self._is_tensor(path, depends, tensors)
            }
            if given and found.fact is not fact:
                steps[self.call(found.path, found.fact.name, "", tuple(sorted(given)))] = None
        return list(steps)

    def _taking(self, path: str, fact: Function) -> tuple[str, ...]:
        """The nearest ops that take what a function is given first."""
        level = [(path, fact, fact.params[0])] if fact.params else []
        for _ in range(4):
            ops: dict[str, None] = {}
            following: dict[tuple[str, Function, str], None] = {}
            for where, one, name in level:
                for callee, arguments in _given(one):
                    keys = [key for key, depends in arguments if f"@{name}" in depends.split(",")]
                    found = self._referred(where, callee) if keys else None
                    if found is not None and isinstance(found.fact, Wrapper):
                        ops[found.fact.op] = None
                    elif found is not None and isinstance(found.fact, Function):
                        following.update(
                            ((found.path, found.fact, param), None)
                            for key in keys
                            if (param := _parameter(found.fact, key))
                        )
            if ops:
                return tuple(ops)
            level = list(following)
        return ()

    def _decided_by(self, path: str, fact: Function) -> frozenset[str]:
        """The parameters of a function on which it depends what it creates."""
        key = (path, fact.name)
        known = self._deciding.get(key)
        if known is None:
            said = {name for ref in fact.refs if "@" in ref for name in _PARAMETER.findall(ref)}
            known = self._deciding[key] = frozenset([name for name in fact.params if name in said][:_MAX_DECIDING])
        return known

    def _is_tensor(self, path: str, depends: str, tensors: tuple[str, ...], whole: bool = False) -> bool:
        """Whether a value is a tensor, by what that depends on; `whole`: and no list of them."""
        if not depends:
            return True
        for part in depends.split(","):
            if part.startswith("@"):
                if part[1:] in tensors:
                    return True
            elif part.startswith("^"):
                if self._makes_any(path, part[1:], 1):
                    return True
            elif self._makes_tensor(path, part) and (not whole or self.makes_one(path, part)):
                return True
        return False

    def _makes_any(self, path: str, name: str, steps: int) -> bool:
        """Whether a function that is called creates an op within so many calls, whatever it returns of it."""
        found = self._referred(path, name)
        if found is None or isinstance(found.fact, Class):
            return False
        if isinstance(found.fact, Wrapper):
            return True
        returned = {ref for ref in found.fact.refs if ref.startswith(_RETURNED)}
        return returned != {_RETURNED + "["} and self._reaches(found.path, found.fact, steps)

    def makes_one(self, path: str, name: str, steps: int = 4) -> bool:
        """Whether a called name returns one tensor, as far as the functions on the way to an op say so."""
        found = self._referred(path, name)
        if found is None or isinstance(found.fact, Class):
            return False
        if isinstance(found.fact, Wrapper):
            return found.fact.outputs == 1
        key = (found.path, found.fact.name, steps)
        known = self._returning.get(key)
        if known is None:
            known = self._returning[key] = steps > 0 and self._returns_one(found.path, found.fact, steps)
        return known

    def _returns_one(self, path: str, fact: Function | Alias, steps: int) -> bool:
        for ref in fact.refs:
            if ref.startswith(_RETURNED):
                for part in ref[1:].split(","):
                    if part[:1] in ("", "@") or (part[0] not in "^[" and self.makes_one(path, part, steps - 1)):
                        return True
        return False

    def _plainly(self, path: str, fact: Function | Alias) -> list[str | tuple[str, Function | Alias]]:
        """The ops that a function creates, and the functions that it refers to; not those of objects and operators."""
        made: list[str | tuple[str, Function | Alias]] = []
        for ref in fact.refs:
            if ref.startswith("#"):
                made.append(ref[1:])
            elif not ref.startswith((*_SAYS, _KEPT, _SOME, "self.", "super.")) and "()." not in ref:
                found = self._referred(path, ref.rstrip("("))
                if found is not None and isinstance(found.fact, Wrapper):
                    made.append(found.fact.op)
                elif found is not None and isinstance(found.fact, (Function, Alias)) and found.fact is not fact:
                    made.append((found.path, found.fact))
        return made

    def _step(self, path: str, fact: Function | Alias, ref: str) -> tuple[_Step, ...]:
        """Where one reference leads."""
        if ref.startswith(_SAYS):
            return ()
        called = ref.endswith("(")
        name = ref[:-1] if called else ref
        if name.startswith("#"):
            return (name[1:],)
        if name.startswith(("self.", "super.", _KEPT)):
            return ((name, called),) if called or not name.startswith(_KEPT) else ()
        if name.startswith(_SOME):
            return tuple([call for call in self._of_some(name[1:]) if self.fact(call) is not fact])
        if "()." in name:
            maker, _, method = name.rpartition("().")
            return tuple(self._methods_called(self._made_by(path, maker, ""), method, fact))
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
                maker, chain, method = step[0].rpartition("().")
                if chain:  # a method of what one of its methods returns
                    calls.update(dict.fromkeys(self._methods_called(self._made_by(path, maker, receiver), method, own)))
                    continue
                word, _, method = step[0].partition(".")
                if not word:
                    calls.update(dict.fromkeys(self._of_kept(path, owner, method, own)))
                    continue
                if word == "super":
                    found = self.method_of_bases(call.path, here, method)
                else:
                    found = self.method(path, owner, method)
                if found is None or found.fact is own or (not step[1] and _is_property(found.fact)):
                    continue  # a property is what an object says of itself
                calls[self.call(found.path, found.fact.name, receiver)] = None
        return tuple(ops), tuple(calls)

    def _of_kept(self, path: str, owner: str, name: str, own: Function | None) -> list[Call]:
        """The methods that `attribute.method` may be, of the objects that those of a class keep."""
        attribute, _, method = name.partition(".")
        kept = self.kept(path, owner).get(attribute, ())
        if not kept:
            return [call for call in self._of_some(method) if self.fact(call) is not own]
        made = []
        for where, of_class in kept:
            found = self.method(where, of_class, method)
            if found is not None and found.fact is not own:
                made.append(self.call(found.path, found.fact.name, f"{where}:{of_class}"))
        return made

    def _methods_called(
        self, classes: Iterable[tuple[str, str]], method: str, own: Function | Alias | None
    ) -> list[Call]:
        """The method of each of some classes, called by a function that is none of them."""
        made = []
        for where, of_class in classes:
            found = self.method(where, of_class, method)
            if found is not None and found.fact is not own:
                made.append(self.call(found.path, found.fact.name, f"{where}:{of_class}"))
        return made

    def _made_by(self, path: str, chain: str, owner: str, depth: int = 0) -> list[tuple[str, str]]:
        """The classes of what a chain of calls returns, `Data.zip` or `make().again`, as far as it says so."""
        first, *methods = chain.split("().")
        if first.startswith("self."):
            where, _, of_class = owner.rpartition(":")
            classes = self._results_of(where, of_class, first[5:], depth) if owner else []
        else:
            found = self._referred(path, first)
            if found is None or isinstance(found.fact, (Wrapper, Alias)):
                return []
            if isinstance(found.fact, Class):
                classes = [(found.path, found.fact.name)]
            else:
                here = found.fact.name.rpartition(".")[0]
                classes = self.returned(found.path, found.fact, f"{found.path}:{here}" if here else "", depth)
        for method in methods[:_MAX_CHAIN]:
            classes = list(dict.fromkeys([one for of in classes for one in self._results_of(*of, method, depth)]))
        return classes

    def _results_of(self, path: str, owner: str, method: str, depth: int) -> list[tuple[str, str]]:
        found = self.method(path, owner, method)
        return self.returned(found.path, found.fact, f"{path}:{owner}", depth) if found is not None else []

    def returned(self, path: str, fact: Function, owner: str, depth: int = 0) -> list[tuple[str, str]]:
        """The classes of the objects that a function returns, or a method of an object of the class `owner`."""
        key = (path, fact.name, owner)
        known = self._returned.get(key)
        if known is None:
            if depth > _MAX_CHAIN:
                return []
            classes: dict[tuple[str, str], None] = {}
            for ref in fact.refs:
                if ref.startswith(_GIVES):
                    classes.update(dict.fromkeys(self._made_by(path, ref[1:], owner, depth + 1)))
            known = list(classes)
            if not depth:
                self._returned[key] = known
        return known

    def _of_some(self, method: str) -> list[Call]:
        """What a method of nobody knows what is, where all that have it stand for tensors: variables do.

        Those count that create an op themselves: what others do with one of these says nothing of this one. Who calls
        a method that others should not call knows the object, and says elsewhere what it is.
        """
        known = [] if method.startswith("_") else self._methods_of_some.get(method)
        if known is None:
            known = self._methods_of_some[method] = [
                self.call(path, f"{owner}.{method}", f"{path}:{owner}")
                for path, owner in self.holders.of(method)
                if self._creates_itself(path, f"{owner}.{method}")
            ]
        return known

    def _creates_itself(self, path: str, name: str) -> bool:
        """Whether a function calls a generated function, or creates an op by its name."""
        fact = self.function(path, name)
        return fact is not None and any(isinstance(one, str) for one in self._plainly(path, fact))

    def _makes_tensor(self, path: str, name: str) -> bool:
        """Whether a function that is called creates an op itself, or one that it calls does."""
        found = self._referred(path, name)
        if found is not None and isinstance(found.fact, Wrapper):
            return found.fact.outputs == 1
        return self._makes_any(path, name, 2)

    def _reaches(self, path: str, fact: Function | Alias, steps: int) -> bool:
        """Whether the references of a function lead to an op within so many calls."""
        key = (path, fact.name, steps)
        known = self._reached.get(key)
        if known is None:
            known = self._reached[key] = self._search(path, fact, steps)
        return known

    def _search(self, path: str, fact: Function | Alias, steps: int) -> bool:
        following = []
        for found in self._plainly(path, fact):
            if isinstance(found, str):
                return True
            following.append(found)
        return steps > 0 and any(self._reaches(where, one, steps - 1) for where, one in following)

    def created(self, path: str, name: str, factory: bool = False) -> tuple[str, ...]:
        """The ops of a gradient function: its own, those of functions of its file, and the nearest behind others."""
        ops, others = self._of_file(path, name, factory)
        for call in others:
            ops.update(dict.fromkeys(self._nearest(call)))
        return tuple(ops)

    def leaves_file(self, path: str, name: str, factory: bool = False) -> bool:
        """Whether a gradient function calls functions of other files, of which the nearest ops alone are known."""
        return bool(self._of_file(path, name, factory)[1])

    def _of_file(self, path: str, name: str, factory: bool) -> tuple[dict[str, None], list[Call]]:
        """The ops that a function creates within its file, and the calls that leave that.

        It is given tensors and an op, which has tensors; nothing is known of what a `factory` of it is given.
        """
        fact = self.function(path, name)
        given: tuple[str, ...] = ()
        if fact is not None and not factory:
            given = tuple(sorted(self._decided_by(path, fact)))
        direct, calls = self.links(self.call(path, name, "", given))
        ops = dict.fromkeys(direct)
        waiting = list(calls)
        seen = set(waiting)
        others = []
        for call in waiting:
            if call.path == path:
                direct, calls = self.links(call)
                ops.update(dict.fromkeys(direct))
                for more in calls:
                    if more not in seen:
                        seen.add(more)
                        waiting.append(more)
            else:
                others.append(call)
        return ops, others

    def passed(self, path: str, names: Iterable[str]) -> tuple[str, ...]:
        """The nearest ops of the functions that are given to one which makes another of them."""
        ops: dict[str, None] = {}
        for name in names:
            found = self.resolve(path, name)
            call = self.call_of(found) if found is not None else None
            if call is not None:
                ops.update(dict.fromkeys(self._nearest(call)))
            elif found is not None and isinstance(found.fact, Wrapper):
                ops[found.fact.op] = None
        return tuple(ops)

    def _returned_calls(self, call: Call) -> set[str | tuple[str, str]]:
        """What a function returns the results of: ops, and functions by their files and names."""
        fact = None if call.of_operator else self.fact(call)
        found: set[str | tuple[str, str]] = set()
        for ref in fact.refs if fact is not None else ():
            made = self._referred(call.path, ref[1:]) if ref.startswith(_GIVES) else None
            if made is not None and isinstance(made.fact, Wrapper):
                found.add(made.fact.op)
            elif made is not None and isinstance(made.fact, (Function, Alias)):
                found.add((made.path, made.fact.name))
        return found

    def _nearest(self, call: Call) -> tuple[str, ...]:
        """The ops at the first distance from a function at which there are any, and what it returns instead of them."""
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
                new = [more for more in calls if more not in seen]
                returned = self._returned_calls(one) if direct and new else set()
                if returned.issuperset(direct):  # it hands on one or the other
                    for more in new:
                        if (more.path, more.label) in returned and len(self.links(more)[0]) == 1:
                            ops.update(dict.fromkeys(self.links(more)[0]))
                following += new
                seen.update(calls)
            level = following
            if ops or not following:
                break
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
            if call is not None and operands(method):
                ops.update(dict.fromkeys(self._nearest(call)))
            elif found is not None and isinstance(found.fact, Function):
                ops.update(dict.fromkeys(self._taking(found.path, found.fact)))
            elif found is not None and isinstance(found.fact, Wrapper):
                ops[found.fact.op] = None
        self._meanwhile[key] = made = tuple(ops)
        if first:
            self._operator_ops[key] = made
            self._meanwhile = None
        return made


def operands(method: str) -> int:
    """How many tensors an operator takes; 0 where that may be any number."""
    return 0 if method == "__getitem__" else 1 if method in ("__neg__", "__invert__", "__abs__") else 2


def _given(fact: Function | Alias) -> list[tuple[str, list[tuple[str, str]]]]:
    """The calls with tensors: each callee with its arguments, and what these depend on."""
    made = []
    for ref in fact.refs:
        if ref.startswith(_GIVEN):
            callee, *arguments = ref[1:].split("|")
            parts = [one.partition("=") for one in arguments]
            made.append((callee, [(key, depends) for key, _, depends in parts]))
    return made


def _parameter(fact: Function, key: str) -> str:
    """The parameter that an argument is given to: a number, or the name of one; empty where there is none."""
    if not key.isdigit():
        return key if key in fact.params else ""
    return fact.params[int(key)] if len(key) < 4 and int(key) < len(fact.params) else ""


def _is_property(fact: Function) -> bool:
    """Whether a method is no function to those who see it: `@property`, `@tf_utils.cached_property`, `@rate.setter`."""
    return any(name.endswith(("property", ".getter", ".setter", ".deleter")) for name in fact.decorators)
