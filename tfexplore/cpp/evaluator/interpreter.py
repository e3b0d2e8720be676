"""Runs the initialisers and functions of a program: a machine with all parts of the evaluator."""

from __future__ import annotations

from tfexplore.cpp.evaluator import calls, functions, names, nodes
from tfexplore.cpp.evaluator.expressions import EXPRESSIONS
from tfexplore.cpp.evaluator.limits import StoppedError
from tfexplore.cpp.evaluator.machine import Machine
from tfexplore.cpp.evaluator.nodes import Node
from tfexplore.cpp.evaluator.outline import Item
from tfexplore.cpp.evaluator.program import Unit
from tfexplore.cpp.evaluator.values import Cell, Environment, Unknown


class Interpreter(Machine):
    """A machine that a user starts; what one run initialises, the next one finds."""

    def run(self, unit: Unit, item: Item, last: int | None = None) -> None:
        """Run a static initialiser, or call a function whose parameters only its callers know. Raises `StoppedError`.

        Nothing of the function is run behind the offset `last`, outside of loops.
        """
        self.stop_behind(last)
        try:
            if item.kind == "variable":
                names.variable(self, unit, item)
                return
            this = Cell(Unknown(f"{item.owner} is another file's", True)) if item.owner else None
            functions.invoke(self, unit, item, None, this, {})
        except nodes.MissingPartError as error:
            raise StoppedError(str(error)) from None
        except RecursionError:
            raise StoppedError("it nests too deep") from None
        finally:
            self.end()

    def evaluate(self, node: Node, environment: Environment) -> object:
        """An expression: its value, the `Cell` that it names, or `Returned` for a macro that returns."""
        self.step()
        handler = EXPRESSIONS.get(node.kind)
        if handler is None:
            return Unknown(f"{' '.join(node.text.split())[:60]} is not understood")
        return handler(self, node, environment)

    def call_overload(
        self, name: str, found: list[tuple[Unit, Item]], arguments: list[Cell], this: Cell | None,
        types: dict[str, object],
    ) -> object:  # fmt: skip
        """Call the one of several functions that takes so many arguments."""
        return functions.choose(self, name, found, arguments, this, types)

    def call_value(self, callee: object, arguments: list[Cell], unit: Unit, node: Node) -> object:
        """Call a lambda or a named function."""
        return calls.call_value(self, callee, arguments, unit, node)
