"""The machine that C++ changes: which functions are in progress, what was written, what is in doubt.

The modules that run statements, make calls and evaluate expressions are functions of a machine; each imports those
below it. What they need of those above (an expression inside a declaration, a constructor of a class) is asked of the
machine, which `interpreter.py` completes.

Doubt is what keeps a fact from being guessed. Behind a condition that is unknown everything is done once, what was
changed by it is unknown afterwards, and where the function may have been left, so is what comes behind.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping

from tfexplore.cpp.evaluator import slices
from tfexplore.cpp.evaluator.limits import MAX_CALLS, MAX_STEPS, StoppedError
from tfexplore.cpp.evaluator.nodes import Node
from tfexplore.cpp.evaluator.outline import Item
from tfexplore.cpp.evaluator.program import Program, Unit
from tfexplore.cpp.evaluator.values import (
    VOID,
    Cell,
    Closure,
    Environment,
    Function,
    Object,
    Pointer,
    Status,
    TypeName,
    Unknown,
    Vector,
    Void,
    copied,
)  # fmt: skip

#: An offset behind every file.
_NEVER = 1 << 60


class Native:
    """An object of the machine's user, with methods of its own."""

    __slots__ = ("spoiled",)

    def __init__(self) -> None:
        self.spoiled: Unknown | None = None

    def call(self, name: str, arguments: list[Cell], node: Node, machine: Machine) -> object:
        """Call a method; `NotImplemented` when there is none such."""
        return NotImplemented


#: A function of the machine's user: (machine, arguments, the call) -> value, or `NotImplemented`.
NativeFunction = Callable[["Machine", "list[Cell]", Node], object]

_Changed = Cell | Object | Vector | Native


class Returned:
    """The signal that a function returns."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value


class _Jump:
    """The signal of `break` or `continue`."""

    __slots__ = ()


BREAK, CONTINUE = _Jump(), _Jump()


class _Caller:
    """What was in doubt where a function was called."""

    __slots__ = ("doubt", "left", "written")

    def __init__(self, doubt: Unknown | None, written: list[_Changed] | None, left: Unknown | None) -> None:
        self.doubt = doubt
        self.written = written
        self.left = left


class Machine(ABC):
    """The state of an evaluation.

    `natives` are functions by name (`StrCat`, `OpRegistry::Global`); one named `.Register` is offered the calls of a
    method on anything else, with the receiver as its first argument. `wanted` finds what registers: of a function of
    the main file that holds such a text only the statements are run that could have a say in it. `doubt` is not None
    while what runs may not happen; `frames` holds the units and bodies of the functions in progress, `calls` the calls
    that led there.
    """

    def __init__(
        self,
        program: Program,
        natives: Mapping[str, NativeFunction],
        constants: Mapping[str, object],
        wanted: re.Pattern[str] | None = None,
    ) -> None:
        self.program = program
        self.natives = natives
        self.constants = constants
        self.doubt: Unknown | None = None
        self.frames: list[tuple[Unit, Node]] = []
        self.calls: list[tuple[Unit, Node]] = []
        #: The functions that were entered, by file and offset.
        self.entered: set[tuple[str, int]] = set()
        #: How many functions and how many loops are in progress.
        self.depth = 0
        self.loops = 0
        #: What `names.py` has found out: variables of namespaces, what a name means in a file, expanded invocations.
        self.variables: dict[tuple[str, int, str], Cell] = {}
        self.meanings: dict[tuple[str, str, str], Cell] = {}
        self.expansions: dict[tuple[str, int], Node | None] = {}
        #: What was changed since a doubt began, and why the function in progress may have returned.
        self._written: list[_Changed] | None = None
        self._left: Unknown | None = None
        self._steps = 0
        self._last = _NEVER
        self._wanted = wanted
        self._sliced: set[int] = set()
        self._skipped: set[int] = set()

    # -- what needs all of the evaluator --

    @abstractmethod
    def evaluate(self, node: Node, environment: Environment) -> object:
        """An expression: its value, the `Cell` that it names, or `Returned` for a macro that returns."""

    @abstractmethod
    def call_overload(
        self, name: str, found: list[tuple[Unit, Item]], arguments: list[Cell], this: Cell | None,
        types: dict[str, object],
    ) -> object:  # fmt: skip
        """Call the one of several functions that takes so many arguments."""

    @abstractmethod
    def call_value(self, callee: object, arguments: list[Cell], unit: Unit, node: Node) -> object:
        """Call a lambda or a named function."""

    # -- expressions, by what is asked of them --

    def value(self, node: Node, environment: Environment) -> object:
        """The value of an expression."""
        found = self.evaluate(node, environment)
        while isinstance(found, Cell):
            found = found.value
        return VOID if isinstance(found, Returned) else found

    def cell(self, node: Node, environment: Environment) -> Cell:
        """The place that an expression names, or a new one with its value."""
        found = self.evaluate(node, environment)
        if isinstance(found, Cell):
            return found
        return Cell(VOID if isinstance(found, Returned) else found)

    def arguments(self, node: Node | None, environment: Environment) -> list[Cell]:
        """The places that the expressions of a list name."""
        return [] if node is None else [self.cell(kid, environment) for kid in node.kids]

    # -- work --

    def step(self) -> None:
        """Count a step. Raises `StoppedError`."""
        self._steps += 1
        if self._steps > MAX_STEPS:
            raise StoppedError(f"it takes over {MAX_STEPS} steps")

    def spend(self, work: int) -> None:
        """Count work beyond a step's."""
        self._steps += work

    def copied(self, value: object) -> object:
        """A value as C++ copies it."""
        if not isinstance(value, (Object, Vector)):
            return value
        made, parts = copied(value)
        self.spend(parts)
        return made

    # -- which statements are run --

    def stop_behind(self, last: int | None) -> None:
        """Run nothing behind this offset of the function that is started, outside of loops."""
        self._last = _NEVER if last is None else last

    def slice(self, unit: Unit, item: Item, definition: Node) -> None:
        """Find out which statements of a function need not be run, when it holds what registers."""
        if unit is not self.program.main or self._wanted is None or item.start in self._sliced:
            return
        self._sliced.add(item.start)
        if self._wanted.search(definition.text):
            self._skipped |= slices.irrelevant(definition, self._wanted)

    def is_over(self, statement: Node) -> bool:
        """Whether nothing from this statement on is run."""
        return statement.at > self._last and self.depth == 1 and not self.loops

    def skips(self, statement: Node, unit: Unit) -> bool:
        """Whether this statement is not run."""
        return statement.at in self._skipped and unit is self.program.main

    # -- writes and doubts --

    def write(self, cell: Cell, value: object) -> None:
        """Assign."""
        if self._written is not None:
            self._written.append(cell)
        cell.value = value

    def touch(self, changed: Object | Vector | Native) -> None:
        """Tell that an object is about to change."""
        if self._written is not None:
            self._written.append(changed)

    def spoil(self, cell: Cell, cause: Unknown, depth: int = 0) -> None:
        """Whatever can be reached from a place may have been changed by something not understood."""
        value = cell.value
        if isinstance(value, Pointer):
            if value.cell is not None and depth < 4:
                self.spoil(value.cell, cause, depth + 1)
        elif isinstance(value, (Object, Vector, Native)):
            self.touch(value)
            value.spoiled = cause
        elif not isinstance(value, (Closure, Function, TypeName, Status, Void)):
            self.write(cell, cause)

    def not_in_sight(self, callee: object, what: str, arguments: list[Cell]) -> Unknown:
        """The result of a call that cannot be followed; what it was given may have changed."""
        given = isinstance(callee, Unknown) and callee.given
        for argument in arguments:
            at: object = argument.value
            for _ in range(4):
                at = at.cell.value if isinstance(at, Pointer) and at.cell is not None else at
            given = given or (isinstance(at, Unknown) and at.given)
        reason = callee.reason if isinstance(callee, Unknown) else f"{what} is not in sight"
        cause = Unknown(reason, given)
        for argument in arguments:
            self.spoil(argument, cause)
        return cause

    def perhaps(self, cause: Unknown, actions: list[Callable[[], object]]) -> None:
        """Do what may not happen; everything it changes is unknown afterwards."""
        doubt, written = self.doubt, self._written
        self.doubt, self._written = doubt or cause, []
        left = False
        try:
            for action in actions:
                left |= action() is not None
        finally:
            changed = self._written or []
            self.doubt, self._written = doubt, written
            _forget(changed, cause)
            if written is not None:
                written.extend(changed)
        if left:
            # A branch may have left: the rest of this function may not happen, and what it returns is unknown.
            self._left = cause
            if self.doubt is None:
                self.doubt, self._written = cause, []

    def enter(self, unit: Unit, body: Node) -> _Caller:
        """Begin the body of a function. Raises `StoppedError`."""
        self.depth += 1
        if self.depth > MAX_CALLS:
            raise StoppedError(f"functions call each other over {MAX_CALLS} deep")
        caller = _Caller(self.doubt, self._written, self._left)
        self._left = None
        self.frames.append((unit, body))
        return caller

    def leave(self, caller: _Caller) -> Unknown | None:
        """End the body of a function; why it may have returned before its end, if it may have."""
        self.frames.pop()
        self.depth -= 1
        left, changed = self._left, self._written
        self.doubt, self._written, self._left = caller.doubt, caller.written, caller.left
        if left is not None and self.doubt is None:
            _forget(changed or [], left)
        return left

    def end(self) -> None:
        """Forget what is in progress; the functions entered and the variables initialised stay known."""
        self.doubt = self._written = self._left = None
        self.frames.clear()
        self.calls.clear()
        self.depth = self.loops = 0


def _forget(changed: list[_Changed], cause: Unknown) -> None:
    """What may have been changed is unknown."""
    for what in changed:
        if isinstance(what, Cell):
            what.value = cause
        else:
            what.spoiled = cause
