"""The ways from public Python names to the ops that they create."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from tfexplore.extract.python_names import Found
from tfexplore.extract.python_program import Call, Program
from tfexplore.extract.python_records import Class, Operator
from tfexplore.extract.python_swig_ways import SwigWays
from tfexplore.extract.wrappers import Wrapper
from tfexplore.model import MAX_VIA, Location, MethodOps, OpUse, PythonCall

#: A call, and the one by which it was reached.
_Reached = tuple[Call, "_Reached | None"]


class Ways:
    """What public names create, and the calls that lead there; `versions` are those of packages beside the tree."""

    def __init__(self, program: Program, versions: Mapping[str, str]) -> None:
        self.program = program
        self._versions = versions
        self._places: dict[Call, Location | None] = {}
        self._calls: dict[tuple[Location, Call], None] = {}
        self._methods: dict[tuple[str, str], list[MethodOps]] = {}
        #: From public names to what uses a module that SWIG makes.
        self.to_swig = SwigWays(program, self._place)

    def calls(self) -> tuple[PythonCall, ...]:
        """Every call on the way from a public name to an op, and the ways to SWIG, in the order of the callers."""
        found = {
            PythonCall(caller, call.label, place)
            for caller, call in self._calls
            if (place := self._place(call)) is not None
        }
        return tuple(sorted(found | self.to_swig.steps))

    def in_package(self, place: Location) -> Location:
        """A place in a package beside the tree names the package."""
        package = place.path.partition("/")[0]
        if package not in self._versions:
            return place
        return place._replace(package=package, version=self._versions[package])

    def ops_of(self, found: Found, location: Location) -> tuple[OpUse, ...]:
        """The ops that the function at a location creates, each by the shortest way; of a class, its methods'."""
        starts = self.program.starts(found)
        uses = self._from(starts, location)
        if isinstance(found.fact, Class) and (found.path, found.fact.name) not in self._methods:
            made = self._of_methods(found.path, found.fact.name, location, starts, uses)
            self._methods[found.path, found.fact.name] = made
        return tuple([uses[op] for op in sorted(uses)])

    def methods(self) -> tuple[MethodOps, ...]:
        """What methods of public classes create that the ways of their classes do not say."""
        return tuple([one for found in self._methods.values() for one in found])

    def _of_methods(
        self, path: str, owner: str, location: Location, starts: Iterable[Call], said: Mapping[str, OpUse]
    ) -> list[MethodOps]:
        """What the methods of a class that others may call lead to, but for what is said of the class like that."""
        found = []
        for call in starts if path in self.program.own else ():
            word = call.name.rpartition(".")[2]
            if call.owner == f"{path}:{owner}" and (word[:1] != "_" or word[:2] == "__"):
                like_that = {op for op, use in said.items() if use.via[:1] == (call.label,)}
                uses = self._from([call], location, like_that)
                if uses:
                    more = [use._replace(via=use.via[1:]) for _, use in sorted(uses.items())]
                    more = [use if use.via else use._replace(how="direct") for use in more]
                    found.append(MethodOps(path, owner, call.label, tuple(more)))
        return found

    def _from(self, starts: Iterable[Call], location: Location, known: Container[str] = ()) -> dict[str, OpUse]:
        """The ops to which some calls lead, but for those that are known, with the ways from what is at a location."""
        uses: dict[str, OpUse] = {}
        level: list[_Reached] = [(call, None) for call in starts]
        seen = {call for call, _ in level}
        for left in range(MAX_VIA - 1, -1, -1):
            following: list[_Reached] = []
            for one in level:
                direct, calls = one[0].linked or self.program.links(one[0])
                for op in direct:
                    if op not in uses and op not in known:
                        via = _way(one)
                        uses[op] = OpUse(op, "through" if via else "direct", tuple([call.label for call in via]))
                        self._keep(location, via)
                if left:
                    for more in calls:
                        if more not in seen:
                            seen.add(more)
                            following.append((more, one))
            level = following
        return uses

    def _keep(self, caller: Location | None, via: list[Call]) -> None:
        for call in via:
            if caller is not None:
                self._calls[caller, call] = None
            caller = self._place(call)

    def _place(self, call: Call) -> Location | None:
        if call not in self._places:
            self._places[call] = self._found(call)
        return self._places[call]

    def _found(self, call: Call) -> Location | None:
        if call.of_operator:
            owner, _, method = call.name.rpartition(".")
            given = self.program.operators().get((owner, method), ())
            return self.operator(*given[0])[1] if given else None
        fact = self.program.fact(call)
        return self.in_package(Location(call.path, fact.line, fact.end_line)) if fact is not None else None

    def operator(self, path: str, operator: Operator) -> tuple[Found | None, Location]:
        """What a file makes an operator of a class, and where that is: the function, or else where it is given."""
        found = self.program.resolve(path, operator.function)
        if found is None or isinstance(found.fact, Wrapper):
            return found, Location(path, operator.line, operator.end_line)
        return found, Location(found.path, found.fact.line, found.fact.end_line)


def _way(reached: _Reached) -> list[Call]:
    """The calls in between; for a class also the method with which the way begins."""
    via = []
    call, before = reached
    while before is not None:
        via.append(call)
        call, before = before
    if call.owner:
        via.append(call)
    via.reverse()
    return via
