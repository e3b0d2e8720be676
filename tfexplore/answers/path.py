"""How one gets from one thing to another: `tfexplore path`.

Things are Python names, generated functions, ops, kernel classes, what their code uses, gradient and shape functions,
SWIG names, registrations by their place. Each relation that the index knows leads from one to the next; the shortest
way is the answer.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.answer import Answer, Searched
from tfexplore.answers.names import nearest
from tfexplore.answers.show import chosen, endpoint_name, wrappers_named
from tfexplore.index import api, gradients, kernels, ops, swig, uses
from tfexplore.templates import without_templates

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tfexplore.index.store import Index
    from tfexplore.model import Location, OpDef


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


_Key = tuple[str, str, "Location | None"]


class _Graph:
    """Every thing and every relation of an index."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.things: dict[_Key, Thing] = {}
        self.next: dict[_Key, list[tuple[str, Location | None, _Key]]] = {}
        self.by_name: dict[str, list[_Key]] = {}
        self._ops()
        self._classes()
        self._python()
        self._gradients()
        self._swig()

    def add(self, kind: str, name: str, location: Location | None, key: Location | None = None) -> _Key:
        """A thing, known by kind, name and, where names are not unique, by place."""
        made: _Key = (kind, name, key)
        if made not in self.things:
            self.things[made] = Thing(kind, name, location)
            for word in dict.fromkeys((name.lower(), _last(name).lower())):
                self.by_name.setdefault(word, []).append(made)
        return made

    def relate(self, source: _Key, relation: str, at: Location | None, target: _Key) -> None:
        """A relation from one thing to another."""
        self.next.setdefault(source, []).append((relation, at, target))

    def _ops(self) -> None:
        named: dict[str, list[OpDef]] = {}
        for op in ops.every(self.index):
            named.setdefault(op.name, []).append(op)
        for name, registered in named.items():
            op = chosen(registered) or registered[0]
            node = self.add("op", name, op.location)
            if op.shape_fn and op.shape_fn_location:
                shape = self.add("shape function", op.shape_fn, op.shape_fn_location)
                self.relate(node, "shape function", op.location, shape)

    def _classes(self) -> None:
        for kernel in kernels.every(self.index):
            node: _Key = ("op", kernel.op, None)
            if kernel.kernel_class_location is None or node not in self.things or kernel.linked_into is None:
                continue
            name = without_templates(kernel.kernel_class)
            cls = self.add("class", name, kernel.kernel_class_location, kernel.kernel_class_location)
            entry = (f"kernel on {kernel.device_type}", kernel.location, cls)
            if not any(one[2] == cls and one[0] == entry[0] for one in self.next.get(node, ())):
                self.relate(node, *entry)
        found = uses.every(self.index)
        defined: dict[Location, str] = {}
        for use in found:
            if use.kind not in ("compute", "argument"):
                defined.setdefault(use.target, use.defined)
        at = {thing.location: key for key, thing in self.things.items() if key[0] == "class"}
        for use in found:
            source = at.get(use.owner)
            if source is None:
                source = self.add("code", defined.get(use.owner, use.user), use.owner, use.owner)
            target = at.get(use.target)
            if target is None:
                target = self.add("code", use.defined, use.target, use.target)
            relation = {"base": "base class", "compute": "method", "argument": "instantiated with"}.get(
                use.kind, "uses"
            )
            self.relate(source, relation, use.location or use.target, target)

    def _python(self) -> None:
        wrapper_of: dict[str, _Key] = {}
        for wrapper in api.wrappers(self.index):
            op: _Key = ("op", wrapper.op, None)
            if op in self.things:
                place = self.things[op].location
                name = f"{wrapper.module.rpartition('.')[2]}.{wrapper.function}"
                node = wrapper_of[wrapper.op] = self.add("wrapper", name, place)
                self.relate(node, "creates", place, op)
        for endpoint in api.endpoints(self.index):
            node = self.add("endpoint", endpoint.endpoint, endpoint.location, endpoint.location)
            for use in endpoint.ops:
                target = wrapper_of.get(use.op, ("op", use.op, None))
                if target not in self.things:
                    continue
                source = node
                for via in use.via:
                    step = self.add("function", f"{via} (to {use.op})", None)
                    self.things[step] = Thing("function", via, None)
                    self.relate(source, "calls", None, step)
                    source = step
                self.relate(source, "calls", None, target)

    def _gradients(self) -> None:
        for one in gradients.every(self.index):
            op: _Key = ("op", one.op, None)
            if one.function is None or op not in self.things or not (one.availability or one.linked_into):
                continue
            node = self.add("gradient", one.function, one.location, one.location)
            self.relate(op, f"{one.registry} gradient", one.registered, node)
            for call in one.calls:
                target: _Key = ("op", call, None)
                if target in self.things:
                    self.relate(node, "creates", one.location, target)

    def _swig(self) -> None:
        for name in swig.names(self.index):
            node = self.add("swig name", name.name, name.declared or name.directive_location)
            if name.cname and (name.defined or name.declared):
                place = name.defined or name.declared
                target = self.add("C++", name.cname, place, place)
                self.relate(node, "wraps", name.directive_location or name.declared, target)

    def named(self, name: str) -> list[_Key]:
        """The things that a name means: by kind and spelling, a place by what is defined nearest around it."""
        path, colon, line = name.rpartition(":")
        if colon and line.isdigit():
            return self._at(path, int(line))
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
        # A bare word means an op before anything else of that name in another case.
        best = exact or [key for key in found if key[0] != "function"]
        named_ops = [key for key in best if key[0] == "op" and key[1] == name]
        return named_ops or best

    def _at(self, path: str, line: int) -> list[_Key]:
        wanted = "/" + path.lower().lstrip("./")
        found = []
        for key, thing in self.things.items():
            place = thing.location
            if place and place.line <= line <= place.end_line and ("/" + place.path.lower()).endswith(wanted):
                found.append((place.end_line - place.line, key[0] == "endpoint", key))
        least = min([size for size, _, _ in found], default=0)
        return [key for size, _, key in sorted(found, key=lambda one: one[:2]) if size == least]

    def kinds(self) -> list[tuple[str, Sequence[str]]]:
        """The names of every kind, for nearest names."""
        kinds: dict[str, set[str]] = {}
        for kind, name, _ in self.things:
            if kind != "function":
                kinds.setdefault(kind, set()).add(without_templates(name))
        return [(kind, sorted(names)) for kind, names in kinds.items()]

    def shortest(self, starts: Iterable[_Key], goals: Iterable[_Key]) -> list[Hop] | None:
        """The hops of a shortest way, or None."""
        wanted = set(goals)
        came: dict[_Key, tuple[_Key, str, Location | None] | None] = dict.fromkeys(starts)
        waiting = list(came)
        for key in waiting:
            if key in wanted:
                return self._way(key, came)
            for relation, at, target in self.next.get(key, ()):
                if target not in came:
                    came[target] = (key, relation, at)
                    waiting.append(target)
        return None

    def _way(self, end: _Key, came: dict[_Key, tuple[_Key, str, Location | None] | None]) -> list[Hop]:
        hops: list[Hop] = []
        key: _Key | None = end
        while key is not None:
            before = came[key]
            relation, at = (before[1], before[2]) if before else ("", None)
            hops.append(Hop(relation, at, self.things[key]))
            key = before[0] if before else None
        return hops[::-1]


def _last(name: str) -> str:
    """A name without templates, and of `functor::Pad` the last part."""
    return without_templates(name).rpartition("::")[2]
