"""How one gets from one thing to another: `tfexplore path`.

Things are Python names, generated functions, ops, kernel classes, what their code uses, gradient and shape functions,
SWIG names, registrations by their place. Each relation that the index knows leads from one to the next; the shortest
way is the answer. A way over a kernel for one device does not go on with code that is specialised for another.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.answer import Answer, NearName, Searched
from tfexplore.answers.instances import can_be
from tfexplore.answers.names import as_named, endpoint_name, nearest, place_named
from tfexplore.answers.show import at_place, files_ending, registered_for, wrappers_named
from tfexplore.index import api, relations
from tfexplore.index.store import PATH_SHIFT
from tfexplore.index.text import split
from tfexplore.paths import FOR_GPU
from tfexplore.templates import device_of, template_arguments, without_templates

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tfexplore.index.store import Index, Row
    from tfexplore.model import Location, OpUse


class Thing(Record):
    """A node: its kind (`"endpoint"`, `"op"`, `"class"` ...), its name, where it is defined.

    `api_versions` are those in which a public name is what stands there.
    """

    kind: str
    name: str
    location: Location | None
    api_versions: tuple[str, ...] = ()


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
        near = graph.specialised_otherwise(missing) or graph.nearest(missing)
        from tfexplore.answers.python_names import with_python_names

        missed = answer._replace(answer="not found", query=(missing,), nearest=near)
        return with_python_names(index, missed, as_named(missing))
    devices = device_of(start), device_of(goal)
    found = _between(graph, answer, starts, goals, devices)
    if found.results:
        return _of_version(graph, found, (*starts, *goals))
    # What a method leads to by way of values is known of its class alone.
    classes = graph.owners(starts), graph.owners(goals)
    if classes != (starts, goals):
        by_class = _between(graph, answer, *classes, devices)
        if by_class.results:
            pairs = [(key[1], to[1]) for keys in (starts, goals) for key, to in graph.owned(keys)]
            notes = [f"no way is known that {name} itself is on; this is one of {owner}" for name, owner in pairs]
            by_class = by_class._replace(notes=tuple(dict.fromkeys(notes)))
            return _of_version(graph, by_class, (*classes[0], *classes[1]))
    return found


def _between(graph: _Graph, answer: Answer, starts: list[_Key], goals: list[_Key], devices: tuple[str, str]) -> Answer:
    """The answer with a way from things to others, or back; of a public name first of what `tf.` has of it."""
    pairs = [
        (some, others)
        for some in graph.by_version(starts, answer.query[0])
        for others in graph.by_version(goals, answer.query[1])
    ]
    for some, others in pairs:
        found = graph.shortest(some, graph.wrapped(others), *devices)
        if found is not None:
            return answer._replace(results=tuple(found))
    for some, others in pairs:
        back = graph.shortest(others, graph.wrapped(some), *devices[::-1])
        if back is not None:
            return answer._replace(answer="found", results=tuple(back), context=("reversed",))
    return answer._replace(answer="not found", context=("no way",))


def _of_version(graph: _Graph, answer: Answer, keys: Sequence[_Key]) -> Answer:
    """The answer, and of which version of the API its way is, where a public name that was asked for has several."""
    notes = list(answer.notes)
    for hop in answer.results:
        assert isinstance(hop, Hop)
        thing = hop.to
        asked = [key for key in keys if key[:2] == (thing.kind, thing.name)]
        several = {graph.versions(key) for key in asked}
        if len(several) > 1 and thing.api_versions:
            version = "/".join(thing.api_versions)
            others = "/".join(sorted({one for versions in several for one in versions} - {*thing.api_versions}))
            notes.append(f"this way is of {version} of the API; in {others} {thing.name} is something else")
    return answer._replace(notes=tuple(dict.fromkeys(notes)))


#: So many ways through functions that share their names are told apart at most.
_MAX_WAYS = 64
#: What the name of a step of a way to SWIG begins with, and what is between its functions (`model.PythonCall`).
THROUGH = ">"

#: A thing's kind and name and, where names are not unique, its place as the index has it; 0 where they are.
_Key = tuple[str, str, int]
#: A thing on a way, and the device of the kernel or of the code that the way has gone over, empty before any.
_State = tuple[_Key, str]


class _Graph:
    """Every thing and every relation of an index."""

    def __init__(self, index: Index) -> None:
        self.index = index
        #: Where each thing is, as the index has it.
        self.things: dict[_Key, int] = {}
        self.by_name: dict[str, list[_Key]] = {}
        self._next: dict[_Key, list[tuple[str, int, _Key, str]]] = {}
        #: The kernels of each class, as `relations.kernels` has them; the heads of classes that are specialisations.
        self._kernels: dict[_Key, list[Row]] = {}
        self._heads: dict[_Key, str] = {}
        #: The names with template arguments by which classes were asked for.
        self._instances: dict[_Key, str] = {}
        #: The generated function of each op, and the ops of endpoints, which are read when somebody gets there.
        self._wrapper_of: dict[str, _Key] = {}
        self._uses: dict[_Key, list[list[str]]] = {}
        #: The versions of the API in which an endpoint stands for a thing, as the index has them.
        self._versions: dict[_Key, str] = {}
        #: What a function calls, by the place of its definition and the name of what is called; read like `_uses`.
        self._called: dict[tuple[int, str], list[int]] | None = None
        #: What is said of the ops of each public definition, by its place.
        self._public: dict[int, list[list[str]]] = {}
        #: Of each method of a public class that was asked for: its class.
        self._owners: dict[_Key, _Key] = {}
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
            plain = without_templates(word)
            for known in dict.fromkeys((word, plain, plain.rpartition("::")[2])):
                self.by_name.setdefault(known, []).append(made)
        return made

    def relate(self, source: _Key, relation: str, at: int, target: _Key, device: str = "") -> None:
        """A relation from one thing to another, where the source says so, and for which device alone."""
        self._next.setdefault(source, []).append((relation, at, target, device))

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
        related: set[tuple[_Key, str, _Key, str]] = set()
        for row in relations.kernels(self.index):
            op, device_type, place, kernel_class, class_place = row
            node: _Key = ("op", op, 0)
            if node not in self.things:
                continue
            cls = self.add("class", without_templates(kernel_class), class_place, class_place)
            self._kernels.setdefault(cls, []).append(row)
            relation, device = f"kernel on {device_type}", _device_of_kernel(device_type, kernel_class)
            if (node, relation, cls, device) not in related:
                related.add((node, relation, cls, device))
                self.relate(node, relation, place, cls, device)

    def _code(self) -> None:
        found = relations.uses(self.index)
        defined: dict[int, str] = {}
        for _, _, _, kind, target, _, name in found:
            if kind not in ("compute", "work", "argument"):
                defined.setdefault(target, name)
        at = {place: key for key, place in self.things.items() if key[0] == "class"}
        for_gpu = {number for number, path in self.index.path_numbers() if path.endswith(FOR_GPU)}
        for owner, user, used, kind, target, place, name in found:
            source = at.get(owner) or self.add("code", defined.get(owner) or user, owner, owner)
            if "<" in user and source[0] == "class" and without_templates(user) == source[1]:
                self._heads[source] = user
            reached = at.get(target) or self.add("code", name, target, target)
            device = device_of(name) or device_of(used) or ("GPU" if target >> PATH_SHIFT in for_gpu else "")
            self.relate(source, _RELATIONS.get(kind, "uses"), place or target, reached, device)

    def _python(self) -> None:
        for name, module, function in relations.wrappers(self.index):
            op: _Key = ("op", name, 0)
            if op in self.things:
                place = self.things[op]
                node = self.add("wrapper", f"{module.rpartition('.')[2]}.{function}", place)
                self._wrapper_of[name] = node
                self.relate(node, "creates", place, op)
        for endpoint, place, *used, versions in relations.endpoints(self.index):
            node = self.add("endpoint", endpoint, place, place)
            self._versions[node] = f"{self._versions[node]}\n{versions}" if node in self._versions else versions
            self._uses.setdefault(node, []).append(used)
            self._public.setdefault(place, []).append(used)

    def _calls(self, endpoint: _Key) -> None:
        """Relate an endpoint to the generated functions that it calls, by way of the functions between."""
        for use in [use for texts in self._uses.pop(endpoint, ()) for use in api.whole_uses(*texts)]:
            self._call(endpoint, use, list(zip(use.via, self._steps(self.things[endpoint], use), strict=True)))

    def _call(self, source: _Key, use: OpUse, steps: Iterable[tuple[str, int]]) -> None:
        """Relate a thing to an op that it creates, by way of functions, each with its place."""
        target = self._wrapper_of.get(use.op, ("op", use.op, 0))
        if target in self.things:
            for via, place in steps:
                # Not for its place alone: a function that calls others for one op need not for another.
                step: _Key = ("function", f"{via} (to {use.op})", place)
                self.things[step] = place
                self.relate(source, "calls", 0, step)
                source = step
            self.relate(source, "calls", 0, target)

    def _methods(self, name: str) -> list[_Key]:
        """The methods of public classes that a name means, each related to what it leads to."""
        from tfexplore.answers.members import members_meant

        found = []
        for one in members_meant(self.index, name, overriding=False) if "." in name else ():
            owner = next(
                key
                for key in self.by_name[one.endpoint.endpoint.lower()]
                if key[0] == "endpoint" and self.index.location(key[2]) == one.endpoint.location
            )
            place = self.index.packed(one.location)
            node = self.add("method", one.name, place, place)
            self._owners[node] = owner
            for use in one.ops:
                way = use._replace(via=(one.function, *use.via))
                self._call(node, use, list(zip(way.via, self._steps(owner[2], way), strict=True))[1:])
            for key in self._functions.get(one.function.lower(), ()):
                if key[1].endswith(f" (from {owner[2]})"):
                    self._next.setdefault(node, []).extend(self._next.get(key, ()))
            found.append(node)
        return list(dict.fromkeys(found))

    def owned(self, keys: Iterable[_Key]) -> list[tuple[_Key, _Key]]:
        """The methods among things, each with its class."""
        return [(key, self._owners[key]) for key in keys if key in self._owners]

    def owners(self, keys: Iterable[_Key]) -> list[_Key]:
        """The same things, and the class of each method instead of that."""
        return list(dict.fromkeys([self._owners.get(key, key) for key in keys]))

    def versions(self, key: _Key) -> tuple[str, ...]:
        """The versions of the API in which a public name, or the class of a method, is this thing."""
        text = self._versions.get(self._owners.get(key, key), "")
        return tuple(dict.fromkeys([one for some in text.split("\n") for one in split(some)]))

    def by_version(self, keys: list[_Key], name: str) -> list[list[_Key]]:
        """The things that a name means, those first that `tf.` has in this release; one list where that is the same."""
        if len({self.versions(key) for key in keys if self.versions(key)}) < 2:
            return [keys]
        from tfexplore.answers.diff import tf_version

        asked = next((one for one in ("v1", "v2") if f"compat.{one}." in name), "")
        meant = asked or tf_version(self.index.state)
        first = [key for key in keys if not self.versions(key) or meant in self.versions(key)]
        if asked or not meant:
            return [first or keys]
        return [some for some in (first, [key for key in keys if key not in first]) if some]

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
        said = [one for texts in self._public.get(place, ()) for one in api.whole_uses(*texts)]
        own = [one for one in said if one.op == use.op]
        return not own or any(one.how == "direct" for one in own)

    def _read_calls(self) -> dict[tuple[int, str], list[int]]:
        made: dict[tuple[int, str], list[int]] = {}
        for caller, name, target in relations.python_calls(self.index):
            if not name.startswith(THROUGH):
                made.setdefault((caller, name), []).append(target)
        return made

    def _gradients(self) -> None:
        # What runs of most programs comes first: of two ways as short that in Python.
        for name, registry, function, place, registered, calls in sorted(
            relations.gradients(self.index), key=lambda row: row[1] != "python"
        ):
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
        if not found:
            return self._methods(name)
        if "<" in name:
            found = self._of_arguments(found, name)
        if "::" in name or "<" in name:  # code is meant, and not an op that happens to have its name
            found = [key for key in found if key[0] not in ("op", "endpoint", "wrapper")] or found
        exact = [key for key in found if key[1].lower() == name.lower()]
        # A bare word means an op before anything else of that name, and a spelling what is spelt so.
        best = exact or found
        named_ops = [key for key in best if key[0] == "op" and key[1] == name]
        spelt = [key for key in best if key[1] in (name, endpoint_name(name))]
        return named_ops or spelt or best

    def _of_arguments(self, found: Iterable[_Key], name: str) -> list[_Key]:
        """The things that can have the template arguments of a name: specialisations, or else what is none."""
        asked = template_arguments(name)
        special: list[_Key] = []
        general: list[_Key] = []
        for key in found:
            heads = [one for one in self._specialised(key) if "<" in one]
            if any(can_be(template_arguments(one), asked) for one in heads):
                special.append(key)
                self._instances[key] = name
            elif not heads and key[0] != "class":
                general.append(key)
        return special or general

    def _specialised(self, key: _Key) -> list[str]:
        """The names with template arguments that a thing has: of a class those of its kernels."""
        return [kernel_class for _, _, _, kernel_class, _ in self._kernels.get(key, ())] or [key[1]]

    def specialised_otherwise(self, name: str) -> tuple[NearName, ...]:
        """What is there of a template where none of it has the arguments of a name."""
        found = self.by_name.get(without_templates(name).lower(), []) if "<" in name else []
        heads = dict.fromkeys([(one, key[0]) for key in found for one in self._specialised(key)])
        return tuple([NearName(one, kind) for one, kind in heads])[:_NEAR]

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
            further = [to for relation, _, to, _ in self._next.get(key, ()) if relation == "wraps"]
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
                    self.relate(kernel, "class", packed, cls, _device_of_kernel(device_type, kernel_class))
        if found:
            return list(found)
        return [("op", op, 0) for op in at_place(self.index, path, line) if ("op", op, 0) in self.things]

    def nearest(self, name: str) -> tuple[NearName, ...]:
        """The names nearest to one that is none, the function first that SWIG wraps instead of it."""
        wrapped = [key for key in self.by_name.get(f"{name.lower()}{_WRAPPER}", ()) if key[0] == "swig name"]
        near = [NearName(key[1], key[0]) for key in wrapped]
        near += [one for one in nearest((name,), self.kinds()) if one not in near]
        return tuple(near[:_NEAR])

    def kinds(self) -> list[tuple[str, Sequence[str]]]:
        """The names of every kind, for nearest names."""
        kinds: dict[str, set[str]] = {}
        for kind, name, _ in self.things:
            kinds.setdefault(kind, set()).add(without_templates(name))
        return [(kind, sorted(names)) for kind, names in kinds.items()]

    def shortest(
        self, starts: Iterable[_Key], goals: Iterable[_Key], start_device: str = "", goal_device: str = ""
    ) -> list[Hop] | None:
        """The hops of a shortest way, or None; from and to what is for a device, where one is said."""
        wanted = set(goals)
        came: dict[_State, tuple[_State, str, int] | None] = {
            (key, start_device or _device_of_thing(key)): None for key in starts
        }
        waiting = list(came)
        for state in waiting:
            key, device = state
            if key in wanted and not (device and goal_device and device != goal_device):
                return self._way(state, came)
            if key in self._uses:
                self._calls(key)
            for relation, at, target, only in self._next.get(key, ()):
                if device and only and device != only:
                    continue
                reached = (target, device or only or _device_of_thing(target))
                if reached not in came:
                    came[reached] = (state, relation, at)
                    waiting.append(reached)
        return None

    def _way(self, end: _State, came: dict[_State, tuple[_State, str, int] | None]) -> list[Hop]:
        hops: list[Hop] = []
        state: _State | None = end
        with self.index.reading():
            while state is not None:
                before = came[state]
                key, _ = state
                relation, at = (before[1], before[2]) if before else ("", 0)
                kind, name, _ = key
                if kind == "function":
                    name = name.partition(" (")[0]
                if before and key in self._instances:
                    at = self._registered(before[0][0], relation, key) or at
                place = self.index.location(self.things.get(key, 0))
                thing = Thing(kind, self._heads.get(key, name), place, self.versions(key))
                hops.append(Hop(relation, self.index.location(at), thing))
                state = before[0] if before else None
        return hops[::-1]

    def _registered(self, op: _Key, relation: str, cls: _Key) -> int:
        """Where the kernel of an op is registered that is the instance of a class that was asked for; 0 if nowhere."""
        asked = template_arguments(self._instances[cls])
        for name, device_type, place, kernel_class, _ in self._kernels.get(cls, ()):
            fits = can_be(template_arguments(kernel_class), asked)
            if fits and name == op[1] and relation == f"kernel on {device_type}":
                return int(place)
        return 0


_RELATIONS = {"base": "base class", "compute": "method", "work": "method", "argument": "instantiated with"}


#: What interface files call a function that stands for one which SWIG hides: `TF_SessionRun_wrapper`.
_WRAPPER = "_wrapper"
#: So many near names, or specialisations, are named instead of one that is not there.
_NEAR = 5


def _device_of_kernel(device_type: str, kernel_class: str) -> str:
    """The device that a kernel's code is for: its class says more than the registration, as for what is on the host."""
    return device_of(kernel_class) or (device_type if device_type in ("CPU", "GPU") else "")


def _device_of_thing(key: _Key) -> str:
    """The device that code, or a kernel, is for by its name."""
    kind, name, _ = key
    device = name.rpartition(" on ")[2] if kind == "kernel" else ""
    return device if device in ("CPU", "GPU") else device_of(name)
