"""How one gets from one thing to another: `tfexplore path`.

Things are Python names, generated functions, ops, kernel classes, what their code uses, gradient and shape functions,
SWIG names, registrations by their place. Each relation that the index knows leads from one to the next; the shortest
way is the answer.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.answer import Answer, Searched
from tfexplore.answers.names import as_named, endpoint_name, nearest, place_named
from tfexplore.answers.show import at_place, files_ending, registered_for, wrappers_named
from tfexplore.index import api, relations
from tfexplore.index.store import PATH_SHIFT
from tfexplore.index.text import split
from tfexplore.templates import without_templates

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tfexplore.index.store import Index, Row
    from tfexplore.model import Location, OpUse


class Thing(Record):
    """A node: its kind (`"endpoint"`, `"op"`, `"class"` ...), its name, where it is defined."""

    kind: str
    name: str
    location: Location | None


class Hop(Record):
    """A step of a way: by which relation a thing is reached, where the source says so, and the thing."""

    relation: str
    at: Location | None
    to: Thing


def find_path(index: Index, start: str, goal: str) -> Answer:
    """The shortest way from one thing to another as `Hop`s, the first of which is the start itself.

    Where no way leads on, the way back is tried: from a functor to the Python name that reaches it.
    """
    graph = _Graph(index)
    query = (start, goal)
    searched = Searched("thing", len(graph.things))
    answer = Answer(index.state, "path", query, "found", (), (), (), searched)
    starts, goals = graph.named(as_named(start)), graph.named(as_named(goal))
    if not starts or not goals:
        missing = start if not starts else goal
        near = nearest((missing,), graph.kinds())
        return answer._replace(answer="not found", query=(missing,), nearest=near)
    found = graph.shortest(starts, graph.wrapped(goals))
    if found is None:
        back = graph.shortest(goals, graph.wrapped(starts))
        if back is None:
            return answer._replace(answer="not found", context=("no way",))
        return answer._replace(answer="found", results=tuple(back), context=("reversed",))
    return answer._replace(results=tuple(found))


#: So many ways through functions that share their names are told apart at most.
_MAX_WAYS = 64
#: What the name of a step of a way to SWIG begins with, and what is between its functions (`model.PythonCall`).
THROUGH = ">"

#: A thing's kind and name and, where names are not unique, its place as the index has it; 0 where they are.
_Key = tuple[str, str, int]


class _Graph:
    """Every thing and every relation of an index."""

    def __init__(self, index: Index) -> None:
        self.index = index
        #: Where each thing is, as the index has it.
        self.things: dict[_Key, int] = {}
        self.by_name: dict[str, list[_Key]] = {}
        self._next: dict[_Key, list[tuple[str, int, _Key]]] = {}
        #: The generated function of each op, and the ops of endpoints, which are read when somebody gets there.
        self._wrapper_of: dict[str, _Key] = {}
        self._uses: dict[_Key, str] = {}
        #: What a function calls, by the place of its definition and the name of what is called; read like `_uses`.
        self._called: dict[tuple[int, str], list[int]] | None = None
        #: What is said of the ops of each public definition, by its place.
        self._public: dict[int, list[str]] = {}
        #: Python functions that use what SWIG exposes, by their names in lower case.
        self._functions: dict[str, list[_Key]] = {}
        with index.reading():
            self._ops()
            self._classes()
            self._code()
            self._python()
            self._gradients()
            self._swig()

    def add(self, kind: str, name: str, place: int, key: int = 0) -> _Key:
        """A thing, known by kind, name and, where names are not unique, by place."""
        made: _Key = (kind, name, key)
        if made not in self.things:
            self.things[made] = place
            word = name.lower()
            self.by_name.setdefault(word, []).append(made)
            last = _last(word)
            if last != word:
                self.by_name.setdefault(last, []).append(made)
        return made

    def relate(self, source: _Key, relation: str, at: int, target: _Key) -> None:
        """A relation from one thing to another, and where the source says so."""
        self._next.setdefault(source, []).append((relation, at, target))

    def _ops(self) -> None:
        named: dict[str, list[Row]] = {}
        for row in relations.ops(self.index):
            named.setdefault(row[0], []).append(row)
        for name, registered in named.items():
            _, place, _, shape_fn, shape_place = min(registered, key=lambda row: registered_for(row[2]))
            node = self.add("op", name, place)
            if shape_fn and shape_place:
                self.relate(node, "shape function", place, self.add("shape function", shape_fn, shape_place))

    def _classes(self) -> None:
        related: set[tuple[_Key, str, _Key]] = set()
        for op, device_type, place, kernel_class, class_place in relations.kernels(self.index):
            node: _Key = ("op", op, 0)
            if node not in self.things:
                continue
            cls = self.add("class", without_templates(kernel_class), class_place, class_place)
            relation = f"kernel on {device_type}"
            if (node, relation, cls) not in related:
                related.add((node, relation, cls))
                self.relate(node, relation, place, cls)

    def _code(self) -> None:
        found = relations.uses(self.index)
        defined: dict[int, str] = {}
        for _, _, _, kind, target, _, name in found:
            if kind not in ("compute", "work", "argument"):
                defined.setdefault(target, name)
        at = {place: key for key, place in self.things.items() if key[0] == "class"}
        for owner, user, _, kind, target, place, name in found:
            source = at.get(owner) or self.add("code", defined.get(owner) or user, owner, owner)
            reached = at.get(target) or self.add("code", name, target, target)
            self.relate(source, _RELATIONS.get(kind, "uses"), place or target, reached)

    def _python(self) -> None:
        for name, module, function in relations.wrappers(self.index):
            op: _Key = ("op", name, 0)
            if op in self.things:
                place = self.things[op]
                node = self.add("wrapper", f"{module.rpartition('.')[2]}.{function}", place)
                self._wrapper_of[name] = node
                self.relate(node, "creates", place, op)
        for endpoint, place, used in relations.endpoints(self.index):
            node = self.add("endpoint", endpoint, place, place)
            self._uses[node] = f"{self._uses[node]}\n{used}" if self._uses.get(node) else used
            self._public.setdefault(place, []).append(used)

    def _calls(self, endpoint: _Key) -> None:
        """Relate an endpoint to the generated functions that it calls, by way of the functions between."""
        for use in api.read_uses(self._uses.pop(endpoint, "")):
            target = self._wrapper_of.get(use.op, ("op", use.op, 0))
            if target in self.things:
                source = endpoint
                for via, place in zip(use.via, self._steps(self.things[endpoint], use), strict=True):
                    # Not for its place alone: a function that calls others for one op need not for another.
                    step: _Key = ("function", f"{via} (to {use.op})", place)
                    self.things[step] = place
                    self.relate(source, "calls", 0, step)
                    source = step
                self.relate(source, "calls", 0, target)

    def _steps(self, start: int, use: OpUse) -> list[int]:
        """Where the functions on the way to an op are, 0 where that cannot be told.

        A function that calls two of one name calls one of them for this op: that which leads on, as the way does.
        """
        if self._called is None:
            self._called = self._read_calls()
        ways: list[tuple[int, ...]] = [(start,)]
        for number, via in enumerate(use.via, 1):
            following = [(*way, place) for way in ways for place in self._called.get((way[-1], via), ())]
            if len(following) > 1:
                following = [way for way in following if self._leads_on(way[-1], use, number)]
            if not following:
                break
            ways = following[:_MAX_WAYS]
        places = [{way[number] for way in ways if len(way) > number} for number in range(1, len(use.via) + 1)]
        return [found.pop() if len(found) == 1 else 0 for found in places]

    def _leads_on(self, place: int, use: OpUse, number: int) -> bool:
        """Whether a function can be that of this number on a way, by what is known of the function itself."""
        assert self._called is not None
        if number < len(use.via):
            return bool(self._called.get((place, use.via[number])))
        # The last of a way creates the op itself; what is public says whether it does.
        said = [one for text in self._public.get(place, ()) for one in api.read_uses(text)]
        own = [one for one in said if one.op == use.op]
        return not own or any(one.how == "direct" for one in own)

    def _read_calls(self) -> dict[tuple[int, str], list[int]]:
        made: dict[tuple[int, str], list[int]] = {}
        for caller, name, target in relations.python_calls(self.index):
            if not name.startswith(THROUGH):
                made.setdefault((caller, name), []).append(target)
        return made

    def _gradients(self) -> None:
        for name, registry, function, place, registered, calls in relations.gradients(self.index):
            op: _Key = ("op", name, 0)
            if op not in self.things:
                continue
            node = self.add("gradient", function, place, place)
            self.relate(op, f"{registry} gradient", registered, node)
            for call in split(calls):
                target: _Key = ("op", call, 0)
                if target in self.things:
                    self.relate(node, "creates", place, target)

    def _swig(self) -> None:
        used: dict[int, list[tuple[int, _Key]]] = {}
        inserted: list[_Key] = []
        for name, kind, cname, declared, directive, defined, used_by in relations.swig_names(self.index):
            node = self.add("swig name", name, declared or directive)
            place = defined or declared
            if cname and place:
                self.relate(node, "wraps", directive or declared, self.add("C++", cname, place, place))
            if kind == "python":
                inserted.append(node)
            for use in used_by.split():
                used.setdefault(int(use) >> PATH_SHIFT, []).append((int(use), node))
        self._python_to_swig(used, inserted)

    def _python_to_swig(self, used: dict[int, list[tuple[int, _Key]]], inserted: Iterable[_Key]) -> None:
        """Relate public names to SWIG names by way of the functions that use them.

        `used` are the uses by their files. The Python that interface files insert uses names as well.
        """
        ways: dict[tuple[int, str], list[_Key]] = {}
        for key in self._uses:
            ways.setdefault((self.things[key], ""), []).append(key)
        for start, name, place in relations.python_calls(self.index):
            if name.startswith(THROUGH):
                before, _, last = name.rpartition(THROUGH)
                step: _Key = ("function", f"{last} (from {start}{before})", place)
                self.things[step] = place
                sources = ways.get((start, before), ())
                if not before or len(sources) == 1:  # of two steps of one name nobody can tell which leads on
                    for source in sources:
                        self.relate(source, "calls", 0, step)
                ways.setdefault((start, name), []).append(step)
                self._functions.setdefault(last.lower(), []).append(step)
        around: dict[int, list[tuple[int, _Key]]] = {}
        for key in [*inserted, *[key for found in ways.values() for key in found]]:
            for use, _ in used.get(self.things[key] >> PATH_SHIFT, ()) if self.things[key] else ():
                place, at = self.index.place(self.things[key]), self.index.place(use)
                if place.line <= at.line <= place.end_line:
                    around.setdefault(use, []).append((place.end_line - place.line, key))
        for use, name_used in [one for found in used.values() for one in found]:
            enclosing = around.get(use, [])
            least = min([size for size, key in enclosing if key[0] == "function"], default=None)
            for size, key in enclosing:
                if least is None or size <= least:  # of a class it is the method, which the class leads to
                    self.relate(key, "uses", use, name_used)

    def named(self, name: str) -> list[_Key]:
        """The things that a name means: by kind and spelling, a place by what is defined nearest around it."""
        path, line = place_named(name)
        if path:
            return self._at(path, line) or self._registered_at(path, line)
        wanted = without_templates(name)
        found = self.by_name.get(wanted.lower(), [])
        if not found:
            endpoint = endpoint_name(name)
            found = self.by_name.get(endpoint.lower(), []) if endpoint else []
        if not found:
            made = wrappers_named(self.index, name)
            found = [key for key in self.things if key[0] == "op" and any(key[1] == one.op for one in made)]
        if not found:
            found = self._of_class_or_namespace(wanted) if "::" in wanted else self._functions.get(name.lower(), [])
        if "::" in name or "<" in name:  # code is meant, and not an op that happens to have its name
            found = [key for key in found if key[0] not in ("op", "endpoint", "wrapper")] or found
        exact = [key for key in found if key[1].lower() == name.lower()]
        # A bare word means an op before anything else of that name, and a spelling what is spelt so.
        best = exact or found
        named_ops = [key for key in best if key[0] == "op" and key[1] == name]
        spelt = [key for key in best if key[1] in (name, endpoint_name(name))]
        return named_ops or spelt or best

    def _of_class_or_namespace(self, wanted: str) -> list[_Key]:
        """The things that a name means of which these are known by another part of it: `functor::Pad` as `Pad`."""
        from tfexplore.answers.qualified import without_namespaces

        for name in without_namespaces(self.index, wanted):
            found = self.by_name.get(name.lower(), [])
            if found:
                return found
        return []

    def wrapped(self, goals: Iterable[_Key]) -> list[_Key]:
        """The same things, and instead of a SWIG name the C++ that it wraps, which is the end of its way."""
        found: list[_Key] = []
        for key in goals:
            further = [to for relation, _, to in self._next.get(key, ()) if relation == "wraps"]
            found += further if key[0] == "swig name" and further else [key]
        return list(dict.fromkeys(found))

    def _at(self, path: str, line: int) -> list[_Key]:
        paths = files_ending(self.index, path)
        found = []
        for key, packed in self.things.items():
            if packed >> PATH_SHIFT in paths:
                place = self.index.place(packed)
                if place.line <= line <= place.end_line:
                    found.append((place.end_line - place.line, key[0] == "endpoint", key))
        least = min([size for size, _, _ in found], default=0)
        return [key for size, _, key in sorted(found, key=lambda one: one[:2]) if size == least]

    def _registered_at(self, path: str, line: int) -> list[_Key]:
        """The kernels that a line registers, between their ops and their classes; else the ops that it is about."""
        paths = files_ending(self.index, path)
        found: dict[_Key, None] = {}
        for op, device_type, packed, kernel_class, class_place in relations.kernels(self.index):
            node: _Key = ("op", op, 0)
            if packed >> PATH_SHIFT not in paths or node not in self.things:
                continue
            place = self.index.place(packed)
            if place.line <= line <= place.end_line:
                kernel = self.add("kernel", f"{op} on {device_type}", packed, packed)
                if kernel not in found:
                    found[kernel] = None
                    cls = self.add("class", without_templates(kernel_class), class_place, class_place)
                    self.relate(node, "kernel", packed, kernel)
                    self.relate(kernel, "class", packed, cls)
        if found:
            return list(found)
        return [("op", op, 0) for op in at_place(self.index, path, line) if ("op", op, 0) in self.things]

    def kinds(self) -> list[tuple[str, Sequence[str]]]:
        """The names of every kind, for nearest names."""
        kinds: dict[str, set[str]] = {}
        for kind, name, _ in self.things:
            kinds.setdefault(kind, set()).add(without_templates(name))
        return [(kind, sorted(names)) for kind, names in kinds.items()]

    def shortest(self, starts: Iterable[_Key], goals: Iterable[_Key]) -> list[Hop] | None:
        """The hops of a shortest way, or None."""
        wanted = set(goals)
        came: dict[_Key, tuple[_Key, str, int] | None] = dict.fromkeys(starts)
        waiting = list(came)
        for key in waiting:
            if key in wanted:
                return self._way(key, came)
            if key in self._uses:
                self._calls(key)
            for relation, at, target in self._next.get(key, ()):
                if target not in came:
                    came[target] = (key, relation, at)
                    waiting.append(target)
        return None

    def _way(self, end: _Key, came: dict[_Key, tuple[_Key, str, int] | None]) -> list[Hop]:
        hops: list[Hop] = []
        key: _Key | None = end
        with self.index.reading():
            while key is not None:
                before = came[key]
                relation, at = (before[1], before[2]) if before else ("", 0)
                kind, name, _ = key
                if kind == "function":
                    name = name.partition(" (")[0]
                thing = Thing(kind, name, self.index.location(self.things.get(key, 0)))
                hops.append(Hop(relation, self.index.location(at), thing))
                key = before[0] if before else None
        return hops[::-1]


_RELATIONS = {"base": "base class", "compute": "method", "work": "method", "argument": "instantiated with"}


def _last(name: str) -> str:
    """A name without templates, and of `functor::Pad` the last part."""
    return without_templates(name).rpartition("::")[2]
