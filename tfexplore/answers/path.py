"""How one gets from one thing to another: `tfexplore path`.

Things are Python names, generated functions, ops, kernel classes, what their code uses, gradient and shape functions,
SWIG names, registrations by their place. Each relation that the index knows leads from one to the next; the shortest
way is the answer.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.answer import Answer, Searched
from tfexplore.answers.names import endpoint_name, nearest, place_named
from tfexplore.answers.show import at_place, files_ending, registered_for, wrappers_named
from tfexplore.index import api, relations
from tfexplore.index.store import PATH_SHIFT
from tfexplore.index.text import split
from tfexplore.templates import without_templates

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tfexplore.index.store import Index, Row
    from tfexplore.model import Location


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
    starts, goals = graph.named(start), graph.named(goal)
    if not starts or not goals:
        missing = start if not starts else goal
        near = nearest((missing,), graph.kinds())
        return answer._replace(answer="not found", query=(missing,), nearest=near)
    found = graph.shortest(starts, goals)
    if found is None:
        back = graph.shortest(goals, starts)
        if back is None:
            return answer._replace(answer="not found", context=("no way",))
        return answer._replace(answer="found", results=tuple(back), context=("reversed",))
    return answer._replace(results=tuple(found))


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
        self._called: dict[tuple[int, str], int] | None = None
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

    def _calls(self, endpoint: _Key) -> None:
        """Relate an endpoint to the generated functions that it calls, by way of the functions between."""
        if self._called is None:
            self._called = self._read_calls()
        for use in api.read_uses(self._uses.pop(endpoint, "")):
            target = self._wrapper_of.get(use.op, ("op", use.op, 0))
            if target in self.things:
                source, place = endpoint, self.things[endpoint]
                for via in use.via:
                    place = self._called.get((place, via), 0)
                    # Not for its place alone: a function that calls others for one op need not for another.
                    step: _Key = ("function", f"{via} (to {use.op})", place)
                    self.things[step] = place
                    self.relate(source, "calls", 0, step)
                    source = step
                self.relate(source, "calls", 0, target)

    def _read_calls(self) -> dict[tuple[int, str], int]:
        made: dict[tuple[int, str], int] = {}
        for caller, name, target in relations.python_calls(self.index):
            # Two of one name that a function calls: which of them is meant, nobody can tell any more.
            known = made.setdefault((caller, name), target)
            if known != target:
                made[caller, name] = 0
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
        for name, cname, declared, directive, defined in relations.swig_names(self.index):
            node = self.add("swig name", name, declared or directive)
            place = defined or declared
            if cname and place:
                self.relate(node, "wraps", directive or declared, self.add("C++", cname, place, place))

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
            found = self.by_name.get(wanted.rpartition("::")[2].lower(), [])
        if "::" in name or "<" in name:  # code is meant, and not an op that happens to have its name
            found = [key for key in found if key[0] not in ("op", "endpoint", "wrapper")] or found
        exact = [key for key in found if key[1].lower() == name.lower()]
        # A bare word means an op before anything else of that name, and a spelling what is spelt so.
        best = exact or found
        named_ops = [key for key in best if key[0] == "op" and key[1] == name]
        spelt = [key for key in best if key[1] in (name, endpoint_name(name))]
        return named_ops or spelt or best

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
                    name = name.partition(" (to ")[0]
                thing = Thing(kind, name, self.index.location(self.things.get(key, 0)))
                hops.append(Hop(relation, self.index.location(at), thing))
                key = before[0] if before else None
        return hops[::-1]


_RELATIONS = {"base": "base class", "compute": "method", "work": "method", "argument": "instantiated with"}


def _last(name: str) -> str:
    """A name without templates, and of `functor::Pad` the last part."""
    return without_templates(name).rpartition("::")[2]
