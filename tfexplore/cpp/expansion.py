"""What expanding a file comes to: statements that register something, and the way that each token of them came.

Every token carries the chain of invocations that produced it. An argument takes the chain of the expansion that
substitutes it, so that `TF_CALL_float(REGISTER)` is seen on the way to what `REGISTER` registers.
"""

from __future__ import annotations

from collections.abc import Mapping

from tfexplore._record import Record
from tfexplore.cpp.macros import Macro
from tfexplore.model import ExpansionStep, Location, Unresolved

#: What stands in for the body of a macro that registers something and is not kept (`tfexplore.cpp.release`).
OPAQUE = "__REGISTERS_UNSEEN__"

#: What registers: macro -> whether calls are chained to it.
SINKS: Mapping[str, bool] = {
    "REGISTER_OP": True,
    "REGISTER_SYSTEM_OP": True,
    "REGISTER_KERNEL_BUILDER": False,
    "REGISTER_SYSTEM_KERNEL_BUILDER": False,
    "REGISTER_XLA_OP": False,
    "REGISTER_GRADIENT_OP": False,
    "REGISTER_NO_GRADIENT_OP": False,
    "REGISTER_OP_GRADIENT": False,
    "REGISTER_OP_NO_GRADIENT": False,
    OPAQUE: False,
}


def _origin(macro: Macro | None) -> tuple[str, str]:
    """The package and version that a macro is from, when it is not the tree's own."""
    found: tuple[str, str] = getattr(macro, "origin", ("", ""))
    return found


_NOTHING: frozenset[str] = frozenset()


class Chain:
    """One macro invocation on the way to a token, and the way to that invocation."""

    __slots__ = ("depth", "end_line", "hidden", "line", "macro", "outer", "path")

    def __init__(
        self, outer: Chain | None, macro: Macro, path: str, line: int, end_line: int, closing: Chain | None
    ) -> None:
        self.outer = outer
        self.macro = macro
        self.path = path
        self.line = line
        self.end_line = end_line
        hidden = outer.hidden if outer else _NOTHING
        if closing is not outer:
            # Arguments that go on behind an expansion leave it: what hid there is hidden no more.
            hidden &= closing.hidden if closing else _NOTHING
        #: The names that are not expanded again below this invocation.
        self.hidden: frozenset[str] = hidden | {macro.name}
        self.depth: int = outer.depth + 1 if outer else 1

    def outermost(self) -> Chain:
        """The invocation that stands in the file."""
        at = self
        while at.outer is not None:
            at = at.outer
        return at

    def steps(self) -> tuple[ExpansionStep, ...]:
        """The way as facts, outermost macro first."""
        steps = []
        at: Chain | None = self
        while at is not None:
            macro = at.macro
            invoked = Location(at.path, at.line, at.end_line, *_origin(at.outer.macro if at.outer else None))
            defined = Location(macro.path, macro.line, macro.end_line, *_origin(macro))
            steps.append(ExpansionStep(macro.name, defined, invoked))
            at = at.outer
        return tuple(reversed(steps))


#: A token: its text, the chain that produced it (None: the file itself) and its line there.
Token = tuple[str, "Chain | None", int]


class Painted(str):
    """A name met inside its own macro's expansion: never expanded again, wherever it is substituted."""

    __slots__ = ()


class Unknown(str):
    """A name that stands for what is not known here: a count, a date, a path."""

    __slots__ = ()


class ChainedCall(Record):
    """A call chained to a registration: `.Attr("T: type")` is `("Attr", (('"T: type"',),))`, and where it stands."""

    name: str
    arguments: tuple[tuple[str, ...], ...]
    location: Location


class Invocation(Record):
    """What was read of one stretch of a file: the statements that it expands to, and how many tokens that took.

    `statements` is None where an earlier run has read the same. What is not `closed` depends on what stands behind it.
    `macros` are those that it expanded, where it matters under which conditions they are defined: file, name and line.
    """

    start: int
    end: int
    cost: int
    statements: tuple[Statement, ...] | None
    closed: bool = True
    macros: frozenset[tuple[str, str, int]] = frozenset()


class Statement(Record):
    """A registration with every macro expanded.

    `arguments` are those of the sink, one token list each. `offset` is where its outermost invocation starts in the
    file.
    """

    sink: str
    arguments: tuple[tuple[str, ...], ...]
    calls: tuple[ChainedCall, ...]
    location: Location
    chain: Chain | None
    offset: int

    @property
    def expansion(self) -> tuple[ExpansionStep, ...]:
        """The macros between the text a person sees and the registration."""
        return self.chain.steps() if self.chain else ()


class Expansion(Record):
    """What the registrations of a file expand to: statements, what could not be read, and classes from macros."""

    invocations: list[Invocation]
    unresolved: list[Unresolved]
    classes: dict[str, Location]
    tells_lines: bool = False
    imagines: bool = False

    @property
    def statements(self) -> list[Statement]:
        """The statements of all invocations that no earlier run has read."""
        return [statement for one in self.invocations for statement in one.statements or ()]
