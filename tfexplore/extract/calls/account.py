"""What the calls of a file have registered so far, what of them cannot be read, and where each stands."""

from __future__ import annotations

from tfexplore.cpp.evaluator.limits import StoppedError
from tfexplore.cpp.evaluator.machine import Machine
from tfexplore.cpp.evaluator.nodes import Node
from tfexplore.cpp.evaluator.values import Unknown
from tfexplore.cpp.source_file import File
from tfexplore.extract.calls.builders import KernelBuilder, OpBuilder, Place, UnreadableError
from tfexplore.model import KernelDef, Location, OpDef, Unresolved

#: What an `Unresolved` calls the call that it speaks of.
NEW_OP, REGISTER_OP = "TF_NewOpDefinitionBuilder", "TF_RegisterOpDefinition"
NEW_KERNEL, REGISTER_KERNEL = "TF_NewKernelBuilder", "TF_RegisterKernelBuilder"
REGISTER = "OpRegistry::Register"

MAX_FACTS = 10_000


class Account:
    """What one file registers. `visited` are the offsets of the calls that were come to."""

    def __init__(self, file: File) -> None:
        self.file = file
        self.ops: list[OpDef] = []
        self.kernels: list[KernelDef] = []
        self.unresolved: list[Unresolved] = []
        self.builders: list[OpBuilder | KernelBuilder] = []
        self.visited: set[int] = set()

    def remember(self, builder: OpBuilder | KernelBuilder) -> None:
        """Add a builder, which is to be registered. Raises `StoppedError`."""
        self.check(len(self.builders))
        self.builders.append(builder)

    def check(self, count: int) -> None:
        """Raise `StoppedError` when there are so many that there cannot be another."""
        if count >= MAX_FACTS:
            raise StoppedError(f"it registers over {MAX_FACTS} things")

    # -- where things stand --

    def line(self, at: int) -> str:
        """The statement that begins at an offset, or the beginning of it."""
        end = self.file.code.find(";", at, at + 400)
        return self.file.code[at : end if end > 0 else at + 120]

    def extent(self, start: int, end: int) -> Location:
        """The lines of a stretch of the file."""
        line = self.file.source.line
        return Location(self.file.path, line(start), line(max(start, end)))

    def place(self, machine: Machine, node: Node, site: str) -> Place:
        """Where a call stands; one in another file: the call in this file that led there."""
        function = node.fields.get("function")
        at = node.at
        if site == "Register" and function is not None:
            at = function.fields["field"].at
        inner = machine.frames[-1][0] if machine.frames else machine.program.main
        if inner is machine.program.main:
            self.visited.add(at)
            return Place(at, self.extent(node.at if site != "Register" else at, node.end - 1))
        for unit, call in reversed(machine.calls):
            if unit is machine.program.main:
                return Place(call.at, self.extent(call.at, call.end - 1))
        return Place(0, self.extent(0, 0))

    def until(self, machine: Machine, place: Place, node: Node) -> Place:
        """From where a builder is made to where it is registered."""
        if machine.frames and machine.frames[-1][0] is machine.program.main and node.at > place.offset:
            end = self.file.source.line(node.end - 1)
            return place._replace(location=place.location._replace(end_line=max(end, place.location.end_line)))
        return place

    # -- what cannot be read --

    def note(self, macro: str, text: str, reason: str, location: Location, relates: str = "") -> None:
        """Add what cannot be read, once."""
        made = Unresolved(macro, " ".join(text.split())[:80], reason, location, relates)
        if made not in self.unresolved:
            self.unresolved.append(made)

    def failed(self, macro: str, error: UnreadableError, place: Place, relates: object) -> None:
        """Note a registration that cannot be read, unless only a caller of the function could know."""
        if not error.given:
            name = relates if isinstance(relates, str) else ""
            self.note(macro, error.text, str(error), place.location, name)

    def doubtful(self, machine: Machine, macro: str, place: Place, relates: str) -> bool:
        """Whether a registration may not happen; it is noted then."""
        doubt = machine.doubt
        if doubt is None:
            return False
        self.note(macro, self.line(place.offset), f"whether it is registered: {doubt.reason}", place.location, relates)
        return True

    def abandoned(self, builder: OpBuilder | KernelBuilder) -> None:
        """Note a builder that was made and never registered."""
        name = builder.op if isinstance(builder, KernelBuilder) else builder.name
        macro = NEW_KERNEL if isinstance(builder, KernelBuilder) else NEW_OP
        if isinstance(name, Unknown):
            if not name.given:
                self.note(macro, self.line(builder.at.offset), name.reason, builder.at.location)
            return
        unregistered = "it is built, but not registered in this file"
        reason = builder.spoiled.reason if builder.spoiled is not None else unregistered
        relates = name if isinstance(name, str) else ""
        self.note(macro, self.line(builder.at.offset), reason, builder.at.location, relates)
