"""The ways from public Python names to the ops that they create."""

from __future__ import annotations

from collections.abc import Mapping

from tfexplore.extract.python_imports import MAX_VIA, OPERATOR, Found, Program
from tfexplore.extract.python_records import Alias, Class, Function, Operator
from tfexplore.extract.wrappers import Wrapper
from tfexplore.model import Location, OpUse, PythonCall

#: A function that another calls: its file, its name there (an alias ends in `=`), the class that it is called for.
_Call = tuple[str, str, str]


class Ways:
    """What public names create, and the calls that lead there; `versions` are those of packages beside the tree."""

    def __init__(self, program: Program, versions: Mapping[str, str]) -> None:
        self.program = program
        self._versions = versions
        self._places: dict[_Call, Location | None] = {}
        self._calls: dict[tuple[Location, _Call], None] = {}

    def calls(self) -> tuple[PythonCall, ...]:
        """Every call on the way from a public name to an op, once, in the order of the callers."""
        found = {
            PythonCall(caller, named(call), place)
            for caller, call in self._calls
            if (place := self._place(call)) is not None
        }
        return tuple(sorted(found))

    def in_package(self, place: Location) -> Location:
        """A place in a package beside the tree names the package."""
        package = place.path.partition("/")[0]
        if package not in self._versions:
            return place
        return place._replace(package=package, version=self._versions[package])

    def ops_of(self, found: Found, location: Location) -> tuple[OpUse, ...]:
        """The ops that the function at a location creates, each by the shortest way; of a class, its methods'."""
        uses: dict[str, OpUse] = {}
        level: list[tuple[_Call, tuple[_Call, ...]]] = [
            (start, (start,) if start[2] else ()) for start in self._starts(found)
        ]
        seen = {start for start, _ in level}
        for _ in range(MAX_VIA):
            following: list[tuple[_Call, tuple[_Call, ...]]] = []
            for call, via in level:
                direct, calls = self.program.step(call)
                for op in direct:
                    if op not in uses:
                        uses[op] = OpUse(op, "through" if via else "direct", tuple([named(one) for one in via]))
                        self._keep(location, via)
                for more in calls:
                    if more not in seen:
                        seen.add(more)
                        following.append((more, (*via, more)))
            if not following:
                break
            level = following
        return tuple(uses[op] for op in sorted(uses))

    def _starts(self, found: Found) -> list[_Call]:
        fact = found.fact
        if isinstance(fact, Class):
            owner = f"{found.path}:{fact.name}"
            return [(path, function.name, owner) for path, function in self.program.methods(found.path, fact.name)]
        if isinstance(fact, Alias):
            return [(found.path, fact.name + "=", "")]
        return [(found.path, fact.name, "")] if isinstance(fact, Function) else []

    def _keep(self, caller: Location | None, via: tuple[_Call, ...]) -> None:
        for call in via:
            if caller is not None:
                self._calls[caller, call] = None
            caller = self._place(call)

    def _place(self, call: _Call) -> Location | None:
        if call not in self._places:
            self._places[call] = self._found(call)
        return self._places[call]

    def _found(self, call: _Call) -> Location | None:
        path, name, _ = call
        if path == OPERATOR:
            owner, _, method = name.rpartition(".")
            given = self.program.operators().get((owner, method), ())
            return self.operator(*given[0])[1] if given else None
        fact = self.program.alias(path, name[:-1]) if name.endswith("=") else self.program.function(path, name)
        return self.in_package(Location(path, fact.line, fact.end_line)) if fact is not None else None

    def operator(self, path: str, operator: Operator) -> tuple[Found | None, Location]:
        """What a file makes an operator of a class, and where that is: the function, or else where it is given."""
        found = self.program.resolve(path, operator.function)
        if found is None or isinstance(found.fact, Wrapper):
            return found, Location(path, operator.line, operator.end_line)
        return found, Location(found.path, found.fact.line, found.fact.end_line)


def named(call: _Call) -> str:
    """The name of a function that is called, as its file has it."""
    return call[1].rstrip("=")
