"""What the code of kernel classes leads to, by what files say and by the definitions of the tree."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from tfexplore.cpp.definitions import ANONYMOUS
from tfexplore.extract import callbacks, hooks
from tfexplore.extract.said import OF_CLASSES, UNSAID, Said
from tfexplore.extract.template_heads import Head, constants_of, fits, head, parameters_of, with_arguments
from tfexplore.extract.uses import LAUNCHING, RUNNING
from tfexplore.model import KernelDef, Location, Symbol, Use
from tfexplore.paths import FOR_GPU, HEADERS, headers_beside, is_kernel_code, nearness
from tfexplore.templates import device_of, is_parameter, plain_argument, template_arguments, without_templates

#: How many specialisations of one template a use may mean, and how far from a kernel class code is followed.
MAX_TARGETS = 16
MAX_DEPTH = 6

#: The kind of a use of which no definition is known.
MISSING = "missing"

#: Template arguments, and the parameters among them for which anything can stand.
_Reading = tuple[tuple[str, ...], list[str]]


def unpacked(files: Mapping[str, bytes]) -> dict[str, Sequence[Said]]:
    """What each file says; the packed form is the tool's own, never a tree's."""
    return {path: pickle.loads(data) for path, data in files.items()}


def names_wanted(kernel_classes: Iterable[str], said: Mapping[str, Sequence[Said]]) -> frozenset[str]:
    """The names of definitions that a `Linker` asks for, with every way of leaving qualifiers out."""
    texts = set(kernel_classes)
    texts |= {argument for text in texts for argument in template_arguments(text)}
    for found in said.values():
        for one in found:
            if one.kind == "instance":
                texts.add(one.name)
            if one.kind in UNSAID:
                continue
            if one.kind not in hooks.KINDS:
                texts.add(one.name)
            texts.add(one.user.name.rpartition("::")[0] or one.user.name)
    names: set[str] = set()
    for text in texts:
        parts = without_templates(text).split("::")
        names.update(["::".join(parts[i:]) for i in range(len(parts))])
    return frozenset(names.union([f"{name}::{method}" for name in names for method in RUNNING]))


def in_macros(said: Iterable[Said]) -> list[Symbol]:
    """What a file defines in macros."""
    return [one.user for one in said if one.kind == "macro"]


def link_uses(
    kernels: Iterable[KernelDef], symbols: Iterable[Symbol], said: Mapping[str, Sequence[Said]]
) -> tuple[Use, ...]:
    """What can be reached from the kernels' classes; `said` is what each file says, `symbols` the tree's C++."""
    linked = [one for one in kernels if one.kernel_class_location is not None]
    instances: dict[Location | None, dict[str, None]] = {}
    for kernel in linked:
        instances.setdefault(kernel.kernel_class_location, {})[kernel.kernel_class] = None
    everything = [*symbols, *[one for path in sorted(said) for one in in_macros(said[path])]]
    linker = Linker(everything, lambda path: said.get(path, ()), lambda place: instances.get(place, ()))
    return linker.reach(linked, said)


class Linker:
    """What the code of classes leads to, by the definitions and by what files say.

    `said` is asked for what the files say that define templates: what the parameters of these are; `instances` for the
    names by which kernels instantiate the class at a place.
    """

    def __init__(
        self,
        symbols: Iterable[Symbol],
        said: Callable[[str], Sequence[Said]] = lambda path: (),
        instances: Callable[[Location], Iterable[str]] = lambda place: (),
    ) -> None:
        self._said = said
        self._instances = instances
        self._given: dict[Location, list[dict[str, str]]] = {}
        #: The templates of a file with their heads; None for classes of no released build.
        self._heads: dict[str, dict[Symbol, Head | None]] = {}
        self.classes: dict[str, list[Symbol]] = {}
        #: The first function or method of a file by its name, with template arguments and without; the others.
        self.functions: dict[tuple[str, str], Symbol] = {}
        self._overloads: dict[tuple[str, str], list[Symbol]] = {}
        self.methods: dict[str, list[Symbol]] = {}
        #: The functions of kernels' code to which the code of other files leads as it leads to functors.
        self.shared: dict[str, list[Symbol]] = {}
        functors: set[str] = set()
        for one in symbols:
            if one.kind in ("function", "method"):
                key = (one.name, one.location.path)
                if self.functions.setdefault(key, one) is not one:
                    self._overloads.setdefault(key, []).append(one)
            if _is_of_no_build(one.name):
                continue
            base = without_templates(one.name)
            if one.kind == "class":
                self.classes.setdefault(base, []).append(one)
            elif one.kind == "function":
                if base != one.name:
                    self.functions.setdefault((base, one.location.path), one)
                if is_shared(one):
                    self.shared.setdefault(base, []).append(one)
            elif one.kind == "method":
                owner, _, name = base.rpartition("::")
                if name in RUNNING:
                    self.methods.setdefault(owner, []).append(one)
                    if name == "operator()" or (name in LAUNCHING and is_kernel_code(one.location.path)):
                        functors.add(owner)
        self._declarations: dict[str, dict[str, Symbol]] = {}
        #: The functions of a file that are for one device, which their names do not tell.
        self._taken: dict[str, dict[Symbol, str]] = {}
        self.functors = {
            name
            for name, found in self.classes.items()
            if name in functors or _sounds_like_work(name) or any("functor" in one.scope for one in found)
        }
        self.at: dict[Location, list[tuple[str, Symbol]]] = {}
        for name, found in self.classes.items():
            for one in found:
                self.at.setdefault(one.location, []).append((name, one))

    def reach(self, kernels: Iterable[KernelDef], said: Mapping[str, Sequence[Said]]) -> tuple[Use, ...]:
        """What can be reached from the kernels' classes."""
        found: set[Use] = set()
        seen: set[Location] = set()
        instances: dict[tuple[str, Location], str] = {}
        for kernel in kernels:
            if kernel.kernel_class_location is not None:
                key = (kernel.kernel_class, kernel.kernel_class_location)
                instances.setdefault(key, kernel.location.path)
        for (kernel_class, place), path in instances.items():
            found.update(self.arguments(kernel_class, place, path))
        owned = self.owned(said)
        instances_of = self.instantiated(said)
        wanted = list(dict.fromkeys([place for _, place in instances]))
        wanted += [one.target for one in found]
        for _ in range(MAX_DEPTH):
            following: list[Location] = []
            for place in sorted(set(wanted)):
                if place in seen:
                    continue
                seen.add(place)
                mine = owned.get(place, ())
                found.update(self.heads(place))
                found.update(instances_of.get(place, ()))
                for use in (*self.led_to(place, mine), *self.works(place, mine), *hooks.hooks(place, mine)):
                    found.add(use)
                    following.append(use.target)
            wanted = following
        return tuple(
            sorted(
                found, key=lambda one: (one.owner, one.kind, one.location or one.target, one.target, one.name, one.user)
            )
        )

    def arguments(self, kernel_class: str, place: Location, path: str) -> Iterator[Use]:
        """What the template arguments of a class mean that is at a place and instantiated in a file."""
        for argument in template_arguments(kernel_class):
            known = without_templates(argument) in self.methods  # a template that is an argument itself
            for target in self._targets(argument, path, (), known, bare=True):
                yield Use(place, kernel_class, argument, "argument", target.location, None, target.name)

    def owned(self, said: Mapping[str, Sequence[Said]]) -> dict[Location, list[Said]]:
        """What is said, by the definition of the class or free function that says it."""
        owned: dict[Location, list[Said]] = {}
        for path in sorted(said):
            owners: dict[Symbol, Location] = {}
            for one in said[path]:
                if one.kind in UNSAID:
                    continue
                user = one.user
                if user not in owners:
                    owners[user] = self._owner(user)
                owned.setdefault(owners[user], []).append(one)
        return owned

    def _owner(self, user: Symbol) -> Location:
        """The class of a method, the thing itself otherwise."""
        if user.kind != "method":
            return user.location
        name = user.name.rpartition("::")[0]
        candidates = self.classes.get(without_templates(name), ())
        if not candidates:
            return user.location
        path, line = user.location.path, user.location.line
        around = [c for c in candidates if c.location.path == path and c.location.line <= line <= c.location.end_line]
        if around:
            return around[-1].location
        return max(candidates, key=lambda c: (_same(c.name, name), nearness(c.location.path, path))).location

    def led_to(self, place: Location, said: Sequence[Said], bases: Iterable[str] = ()) -> list[Use]:
        """What that leads to that is said by the definition at a place; `bases` are classes it has that others say."""
        above = {without_templates(name) for name in [*bases, *[one.name for one in said if one.kind == "base"]]}
        return [
            Use(place, one.user.name, one.name, kind, target.location, _line(one), defined, one.condition)
            for one in said
            if one.kind not in hooks.KINDS
            if not _is_of_no_build(one.name) and not _is_of_no_build(one.user.name)
            if one.kind not in ("static", "member")
            or without_templates(one.name) not in above  # which it runs as its own
            for kind, target, defined in self._named(self._meant(one, place))
            if target.location != place
        ]

    def _named(self, meant: Sequence[tuple[str, Symbol]]) -> list[tuple[str, Symbol, str]]:
        """What is meant with its names: of several functions the device is an argument, as it is of specialisations."""
        functions = [one for kind, one in meant if kind == "function"]
        return [
            (kind, one, f"{one.name}<{device}Device>" if device and "<" not in one.name else one.name)
            for kind, one in meant
            for device in (self._device(one) if len(functions) > 1 else "",)
        ]

    def works(self, place: Location, said: Iterable[Said]) -> list[Use]:
        """The methods that do the work of the class at a place, of which all is said that the class says."""
        apart = {one.user.location for one in said if one.kind == "work"}
        return [
            Use(place, one.name, method.name, "work" if method.location in apart or _launches(method) else "compute",
                method.location, None, method.name)
            for name, one in self.at.get(place, ())
            for method in self.methods.get(name, ())
            if self._owner(method) == one.location
        ]  # fmt: skip

    def heads(self, place: Location) -> list[Use]:
        """The head of the template at a place, of which what is used tells what its parameters are."""
        for _, one in self.at.get(place, ()):
            own = self._head(one)
            specialised = "<" in one.name
            if own is not None and (own.parameters or specialised):
                said = ",".join(own.parameters) + ("..." if own.more else "")
                return [Use(place, "", said, "head", place, None, one.name if specialised else "")]
        return []

    def instantiated(self, said: Mapping[str, Sequence[Said]]) -> dict[Location, list[Use]]:
        """The instantiations for GPUs in sources, by the template: its specialisation for them, where there is one."""
        made: dict[Location, list[Use]] = {}
        for path in sorted(said):
            for one in said[path]:
                if one.kind == "instance":
                    target = self._instantiated_by(one, path)
                    if target is not None and target.location.path != path:
                        use = Use(target.location, "", one.name, "instance", _line(one), None, target.name)
                        made.setdefault(target.location, []).append(use)
        return made

    def _instantiated_by(self, one: Said, path: str) -> Symbol | None:
        last = one.name.rpartition("::")[2]
        targets = self._targets(one.name, path, (), last[:1].isupper(), bare=True)
        for_gpu = [target for target in targets if device_of(target.name) == "GPU"]
        chosen = for_gpu or [target for target in targets if "<" not in target.name]
        if chosen:
            return chosen[0]
        functions = [one for one in self.shared.get(last, ()) if one.kind == "function"]
        return max(functions, key=lambda one: nearness(one.location.path, path), default=None)

    def _meant(self, one: Said, place: Location) -> list[tuple[str, Symbol]]:
        """What a name means that the definition at a place says, and as what: a class, or a function."""
        path = one.user.location.path
        if one.kind == callbacks.KIND:
            run = self.functions.get((one.name, path))
            return [("compute", run)] if run is not None else []
        if one.kind == "function":
            key = (one.name, path)
            found = self._overloads.get(key, ())[one.overload - 1 :] if one.overload else [self.functions.get(key)]
            return [
                ("function", function)
                for own in found[:1]
                if own is not None
                for function in self._on_devices(one, [own, *self._for_other_devices(own, path)])
            ]
        targets = self._targets(one.name, path, one.open, one.kind != "class", one.bare, place)
        if one.kind == "member" and not all(t.location.path == path or _is_beside_kernels(t) for t in targets):
            targets = self._targets(one.name, path, one.open, False, one.bare, place)
        if targets or one.kind == "base":
            return [("base" if one.kind == "base" else "class", target) for target in targets]
        if one.user.kind == "class" and "<" not in one.name:
            return []  # a method, or a type
        if one.kind == "class" and one.user.kind == "method" and self._is_virtual(one.name, place):
            return []  # which runs in another class
        functions = self._functions(one)
        if functions:
            return [("function", function) for function in functions]
        missing = self._missing(one)
        return [(MISSING, missing)] if missing is not None else []

    def _is_virtual(self, name: str, place: Location) -> bool:
        """Whether the class at a place has a virtual method of a name."""
        return any(
            said.kind == "virtual" and said.name == name and said.user.location == place
            for said in self._said(place.path)
        )

    def _readings(self, name: str, open_: Sequence[str], place: Location | None) -> list[_Reading]:
        """The arguments of a name with what kernels give for its parameters, and those parameters that are left."""
        readings: dict[tuple[tuple[str, str], ...], None] = {}
        for given in self._arguments_given(place) if place is not None and open_ else ():
            readings[tuple([(p, given[p]) for p in open_ if p in given])] = None
        if not readings:
            return [(template_arguments(name), list(open_))]
        return [
            (template_arguments(with_arguments(name, dict(given))), [p for p in open_ if p not in dict(given)])
            for given in readings
        ]

    def _arguments_given(self, place: Location) -> list[dict[str, str]]:
        """What the parameters of the class at a place are in each of its instances."""
        known = self._given.get(place)
        if known is None:
            known = self._given[place] = []
            owner = next((c for _, c in self.at.get(place, ())), None)
            own = self._head(owner) if owner is not None else None
            if owner is not None and own is not None:
                parameters = own.parameters[:-1] if own.more else own.parameters
                names = template_arguments(owner.name) or parameters
                for instance in self._instances(place):
                    pairs = zip(names, template_arguments(instance), strict=False)
                    known.append({one: given for one, given in pairs if one in parameters})
        return known

    def _functions(self, said: Said) -> list[Symbol]:
        """The functions that a name means which is not called, as a CUDA kernel is not, or not defined in this file.

        There are several where they are for different devices, and the call does not say which it is for.
        """
        qualifier, _, last = without_templates(said.name).rpartition("::")
        path = said.user.location.path
        own = self.functions.get((last, path))

        def seen(found: Iterable[Symbol]) -> list[Symbol]:
            # A namespace that is named, or one around whoever names it; or that of an argument.
            return [
                one
                for one in found
                if one.kind == "function"
                if (
                    one.scope.endswith(qualifier)
                    if qualifier
                    else _is_around(_scope(one, path), said.user.scope) or (own is None and not _is_of_header(one))
                )
            ]

        found = seen([own] if own is not None else self._shared_with(path, last))
        if own is not None or len(found) == 1 or (found and all(_is_of_header(one) for one in found)):
            if not found:
                return []
            nearest = max(found, key=lambda one: nearness(one.location.path, path))
            return self._on_devices(said, [nearest, *self._for_other_devices(nearest, path)])
        return self._on_devices(said, seen(self.shared.get(last, ())) if last in self._declared(path) else [])

    def _on_devices(self, said: Said, found: Sequence[Symbol]) -> list[Symbol]:
        """Of several functions those for the device that a call is for, one for each device; none where it is not told.

        Which of several for the same device is meant is not told either, and neither is it of several for none.
        """
        if len(found) < 2:
            return list(found)
        devices: dict[str, list[Symbol]] = {}
        for one in found:
            devices.setdefault(self._device(one), []).append(one)
        wanted = said.device or self._device_around(said.user)
        if wanted:
            chosen = devices.get(wanted) or devices.get("", [])
            return chosen if len(chosen) == 1 else []
        if len(devices) < 2:
            return []
        return [some[0] for some in devices.values()]

    def _device(self, one: Symbol) -> str:
        """The device that a function is for: by its arguments, its parameters, or the compiler that its file is for."""
        told = device_of(one.name)
        if told:
            return told
        path = one.location.path
        known = self._taken.get(path)
        if known is None:
            known = {said.user: said.name for said in self._said(path) if said.kind in ("takes", "macro") and said.name}
            self._taken[path] = known
        return known.get(one, _device_of_file(path))

    def _device_around(self, user: Symbol) -> str:
        """The device that code is for which calls something."""
        if user.kind == "function":
            return self._device(user)
        return device_of(user.name.rpartition("::")[0]) or _device_of_file(user.location.path)

    def _for_other_devices(self, own: Symbol, path: str) -> list[Symbol]:
        """The function of another file that is what one is that a file sees, for another device."""
        device = self._device(own)
        if not device or own.kind != "function" or without_templates(own.name) not in self._declared(path):
            return []
        return [
            one
            for one in self.shared.get(without_templates(own.name), ())
            if one.scope == own.scope and one.location.path != own.location.path
            if self._device(one) not in (device, "") and not _is_of_header(one)
        ][:1]

    def _shared_with(self, path: str, name: str) -> list[Symbol]:
        """The functions of other files by a name that a file can see: of headers, or declared in one it includes."""
        found = self.shared.get(name, ())
        if all(_is_of_header(one) for one in found):
            return list(found)
        included = self._in_sight(path)
        return [
            one
            for one in found
            if _is_of_header(one) or not included.isdisjoint(headers_beside(one.location.path, HEADERS))
        ]

    def _in_sight(self, path: str) -> set[str]:
        """The headers that a file includes, and those that these do."""
        included = self._included(path)
        return included | {name for header in included for name in self._included(header)}

    def _declared(self, path: str) -> dict[str, Symbol]:
        """What a file, or a header that it sees, declares of which the definition stands elsewhere."""
        known = self._declarations.get(path)
        if known is None:
            known = {}
            for one in (path, *sorted(self._in_sight(path))):
                for said in self._said(one):
                    if said.kind in ("declare", "forward"):
                        place = Location(one, said.line, said.line)
                        known.setdefault(said.name, Symbol(said.name, said.kind, "", place))
            self._declarations[path] = known
        return known

    def _missing(self, said: Said) -> Symbol | None:
        """What a name means of which the tree has no definition: where it is declared, or else the line that says it.

        That is told of functions that are declared, and of templates that are called as launchers are.
        """
        last = without_templates(said.name).rpartition("::")[2]
        path = said.user.location.path
        if last in self.shared or last in self.classes or (last, path) in self.functions:
            return None
        declared = self._declared(path).get(last)
        if declared is not None:
            return declared if declared.kind == "declare" else None
        return Symbol(last, "", "", _line(said)) if "<" in said.name and _sounds_like_work(last) else None

    def _included(self, path: str) -> set[str]:
        """The headers of kernels' code that a file includes itself."""
        return {said.name for said in self._said(path) if said.kind == "include"}

    def _targets(
        self,
        name: str,
        path: str,
        open_: Sequence[str] = (),
        known: bool = False,
        bare: bool = False,
        place: Location | None = None,
    ) -> list[Symbol]:
        """The definitions that a name in a file means: the template and those of its specialisations that fit.

        Only functors are meant, unless it is `known` that what a name says is a class that does work. `open_` are the
        parameters in the name, of which kernels give some where it is said by the class at a `place`; a name that is
        `bare` may have arguments that it is not said with.
        """
        parts = without_templates(name).split("::")
        arguments = template_arguments(name)
        for i in range(len(parts)):
            key = "::".join(parts[i:])
            found = self.classes.get(key, ())
            if not found or not (known or key in self.functors):
                continue
            scope = "::".join(parts[:i])
            scoped = [c for c in found if c.scope.endswith(scope)] if scope else list(found)
            scoped = [c for c in scoped if self._is_built(c)]
            # A template's `Index` is its parameter, whatever header has a class of that name.
            headers = () if is_parameter(name) else HEADERS
            visible = [c for c in scoped if c.location.path == path or c.location.path.endswith(headers)]
            if not visible and parts[-1] in self._declared(path):
                visible = [c for c in scoped if ANONYMOUS not in c.scope]
            taking = [c for c in visible if self._takes(c, len(arguments))]
            if arguments or any(c.location.path == path for c in taking):
                visible = taking
            elif len(taking) < len(visible) and not bare:
                continue  # which of them it is, and whether one, is not told
            if not visible:
                continue
            primary = max(visible, key=lambda c: ("<" not in c.name, nearness(c.location.path, path)))
            family = self._family(self._working(primary, visible, scoped), scoped, path)
            if len(family) > 1 or "<" in primary.name:
                family = self._fitting(family, self._readings(name, open_, place))
            return sorted(family, key=lambda c: c.location)[:MAX_TARGETS]
        return []

    def _fitting(self, family: Sequence[Symbol], readings: Sequence[_Reading]) -> list[Symbol]:
        """The definitions that one of these lists of arguments can mean; parameters in it are beside it."""
        anything = {c: parameters_of(self._head(c)) for c in family}
        constants = constants_of((c.name, anything[c]) for c in family)

        def is_open(one: str, parameters: Sequence[str]) -> bool:
            return one in parameters or (is_parameter(one) and one not in constants)

        return [
            c
            for c in family
            if any(
                fits(c.name, anything[c], arguments, lambda one, open_=open_: is_open(one, open_))  # type: ignore[misc]
                for arguments, open_ in readings
            )
        ]

    def _working(self, primary: Symbol, visible: Sequence[Symbol], scoped: Sequence[Symbol]) -> Symbol:
        """The definition that does the work of a template, where the one in sight is a copy that declares it alone."""

        def works(one: Symbol) -> bool:
            return any(self._owner(method) == one.location for method in self.methods.get(one.name, ()))

        copies = [c for c in visible if c.name == primary.name and c.scope == primary.scope and c != primary]
        if not copies and not _is_of_header(primary) and ANONYMOUS not in primary.scope:
            # What has a name in a namespace is one class, whichever sources say so.
            copies = [c for c in scoped if c.name == primary.name and c.scope == primary.scope and c != primary]
        if "<" in primary.name or not copies or works(primary):
            return primary
        working = [c for c in copies if works(c)]
        return max(working, key=lambda c: nearness(c.location.path, primary.location.path), default=primary)

    def _family(self, primary: Symbol, scoped: Sequence[Symbol], path: str) -> list[Symbol]:
        """A template that code in a file means, and its specialisations: those of which it is the nearest template."""
        primaries = [c for c in scoped if "<" not in c.name and c.scope == primary.scope]
        where = primary.location.path
        family = [c for c in scoped if "<" in c.name and c.scope == primary.scope]
        if not where.endswith(HEADERS) and ANONYMOUS in primary.scope:
            family = [c for c in family if c.location.path == where]
        elif "<" not in primary.name:
            family = [
                c for c in family
                if max(primaries, key=lambda p: nearness(p.location.path, c.location.path)) == primary
            ]  # fmt: skip
        family = [c for c in family if c.location.path == path or not self._is_of_its_file(c)]
        # Under another condition a file may define it again.
        return [*[p for p in primaries if p.location.path == where and "<" not in primary.name], *family]

    def _is_of_its_file(self, one: Symbol) -> bool:
        """Whether a specialisation is for a class that only its own source file knows."""
        path = one.location.path
        return not path.endswith(HEADERS) and any(
            c.location.path == path
            for argument in template_arguments(one.name)
            for c in self.classes.get(without_templates(argument), ())
        )

    def _takes(self, one: Symbol, count: int) -> bool:
        """Whether a template can have so many arguments, none included; of what is no template nothing is known."""
        known = self._head(one) if "<" not in one.name else None
        return known is None or known.takes(count)

    def _head(self, one: Symbol) -> Head | None:
        """The head of a template or of a specialisation."""
        return self._heads_of(one.location.path).get(one)

    def _is_built(self, one: Symbol) -> bool:
        """Whether a released build can have a class."""
        return self._heads_of(one.location.path).get(one, one) is not None

    def _heads_of(self, path: str) -> dict[Symbol, Head | None]:
        heads = self._heads.get(path)
        if heads is None:
            heads = {
                said.user: head(said.name) if said.kind == "template" else None
                for said in self._said(path)
                if said.kind in OF_CLASSES
            }
            self._heads[path] = heads
        return heads


def _is_around(scope: str, other: str) -> bool:
    return not scope or f"{other}::".startswith(f"{scope}::")


def _scope(one: Symbol, path: str) -> str:
    """The namespace in which code of a file sees a function: what is in an anonymous one is in that around it."""
    return one.scope.replace(f"::{ANONYMOUS}", "").replace(ANONYMOUS, "") if one.location.path == path else one.scope


def is_shared(function: Symbol) -> bool:
    """Whether the code of other files may lead to a function: one of a header of kernels' code, or that it declares."""
    return is_kernel_code(function.location.path) and (_is_of_header(function) or ANONYMOUS not in function.scope)


def _device_of_file(path: str) -> str:
    """The device that all code of a file is for, by the compiler that reads it."""
    return "GPU" if path.endswith(FOR_GPU) else ""


def _is_beside_kernels(one: Symbol) -> bool:
    return is_kernel_code(one.location.path) and _is_of_header(one)


def _is_of_header(one: Symbol) -> bool:
    return one.location.path.endswith(HEADERS)


def _line(one: Said) -> Location:
    return Location(one.user.location.path, one.line, one.line)


def _launches(method: Symbol) -> bool:
    return method.name.rpartition("::")[2] in LAUNCHING


def _sounds_like_work(name: str) -> bool:
    last = name.rpartition("::")[2]
    return last.startswith("Launch") or last.endswith(("Launch", "Launcher", "Functor"))


def _same(one: str, other: str) -> int:
    """How well a class's own name fits another of it; no arguments at all are better than other ones.

    `Set<GPU, T>` is what a method of `Set<GPU, Variant>` belongs to, where that has no class of its own.
    """
    own, wanted = template_arguments(one), template_arguments(other)
    if not own:
        return 0
    if len(own) != len(wanted):
        return -1
    shared = 0
    for a, b in zip(own, wanted, strict=True):
        if plain_argument(a) != plain_argument(b) and not is_parameter(a):
            return -1
        shared += 2 if plain_argument(a) == plain_argument(b) else 1
    return shared


#: The device of specialisations that no released build has.
_NO_DEVICE = plain_argument("Eigen::SyclDevice")


def _is_of_no_build(name: str) -> bool:
    """Whether a name is that of a specialisation that no released build has."""
    return "<" in name and any(plain_argument(one) == _NO_DEVICE for one in template_arguments(name))
