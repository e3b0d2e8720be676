"""The ways from public Python names to the functions that use a module which SWIG makes.

::

    class Session(BaseSession):                       a public name, and the class behind it
    class BaseSession:
      def _call_tf_sessionrun(self, options):         "BaseSession._call_tf_sessionrun", a step of the way
        return tf_session.TF_SessionRun_wrapper(...)  tf_session is such a module, by what it is called

Which name of the module it is, and that it is exposed, stands with that name (`SwigName.used_by`); here is who gets
there.
"""

from __future__ import annotations

from collections.abc import Callable

from tfexplore.extract.python_names import Found
from tfexplore.extract.python_program import Call, Program
from tfexplore.extract.python_records import Class, Function
from tfexplore.extract.swig_python import is_generated
from tfexplore.model import Location, PythonCall

#: How many functions a way may lead through. What is further away everything reaches: whoever makes a tensor.
MAX_STEPS = 2
#: A call, and the way to it.
_Reached = tuple[Call, tuple[Call, ...]]
#: Between the functions of a way, in the name of its last step.
THROUGH = ">"


class SwigWays:
    """Finds the ways; `place` says where what a call calls is."""

    def __init__(self, program: Program, place: Callable[[Call], Location | None]) -> None:
        self._program = program
        self._place = place
        self._aliases: dict[str, frozenset[str]] = {}
        self._users: dict[tuple[str, str], bool] = {}
        self.steps: set[PythonCall] = set()

    def follow(self, found: Found, location: Location) -> None:
        """The shortest way from a public name, whose definition is at a location, to each function that uses a module.

        Each step of it is one `PythonCall` from the definition: `>a`, `>a>b`.
        """
        # A function is where the way begins, a method of a class is its first step.
        level: list[_Reached] = [(call, (call,) if call.owner else ()) for call in self._starts(found)]
        seen = {call for call, _ in level}
        reached: set[tuple[str, str]] = set()
        while level:
            following: list[_Reached] = []
            for call, way in level:
                key = (call.path, call.name)
                if key not in reached and self._uses(call):
                    reached.add(key)
                    self._keep(location, way)
                for more in self._program.links(call)[1] if len(way) < MAX_STEPS else ():
                    if more not in seen:
                        seen.add(more)
                        following.append((more, (*way, more)))
            level = following

    def _starts(self, found: Found) -> list[Call]:
        """Of a class every method, its own and inherited ones, whether or not it calls anything else."""
        if not isinstance(found.fact, Class):
            return self._program.starts(found)
        owner = f"{found.path}:{found.fact.name}"
        methods = self._program.methods(found.path, found.fact.name)
        return [self._program.call(path, method.name, owner) for path, method in methods]

    def _keep(self, location: Location, way: tuple[Call, ...]) -> None:
        for end, call in enumerate(way, 1):
            place = self._place(call)
            if place is not None:
                # With a sign even of one step: these are ways, and others are single calls.
                name = THROUGH + THROUGH.join([one.label for one in way[:end]])
                self.steps.add(PythonCall(location, name, place))

    def _uses(self, call: Call) -> bool:
        """Whether a function names anything of such a module; a constant that is made of it is no step of a way."""
        if call.of_operator:
            return False
        key = (call.path, call.name)
        known = self._users.get(key)
        if known is None:
            fact = self._program.fact(call)
            aliases = self._modules(call.path) if isinstance(fact, Function) else frozenset()
            known = bool(aliases) and fact is not None and any(ref.partition(".")[0] in aliases for ref in fact.refs)
            self._users[key] = known
        return known

    def _modules(self, path: str) -> frozenset[str]:
        """The names under which a file knows such modules."""
        known = self._aliases.get(path)
        if known is None:
            known = self._aliases[path] = frozenset(
                [
                    one.name
                    for one in self._program.files[path].imports
                    if is_generated(f"{one.module}.{one.attribute}" if one.attribute else one.module)
                ]
            )
        return known
