"""The two gradient registries of C++.

::

    REGISTER_GRADIENT_OP("Pad", PadGrad<false>);      // cc: for the C++ API, cc/framework/grad_op_registry.h
    REGISTER_NO_GRADIENT_OP("Shape");
    REGISTER_OP_GRADIENT("Sin", SinGrad);             // core: for functions, core/framework/function.h
    REGISTER_OP_NO_GRADIENT("Less");
"""

from __future__ import annotations

from tfexplore.cpp import lexer
from tfexplore.cpp.expansion import Statement
from tfexplore.cpp.resolve import Resolver
from tfexplore.model import GradientFunction, Unresolved

#: The macro -> its registry, and whether it names a function.
SINKS = {
    "REGISTER_GRADIENT_OP": ("cc", True),
    "REGISTER_NO_GRADIENT_OP": ("cc", False),
    "REGISTER_OP_GRADIENT": ("core", True),
    "REGISTER_OP_NO_GRADIENT": ("core", False),
}


def read(statement: Statement, resolver: Resolver) -> GradientFunction | Unresolved:
    """The gradient that a statement registers; the link step finds the function's own place."""
    registry, has_function = SINKS[statement.sink]
    arguments = statement.arguments
    op = resolver.string(arguments[0]) if arguments else None
    if op is None:
        text = lexer.join(arguments[0] if arguments else ())
        return Unresolved(statement.sink, text[:80], "the op's name is computed at run time", statement.location)
    # The function's template arguments may hold commas, which the preprocessor took for separators.
    parts = [token for argument in arguments[1:] for token in (",", *argument)][1:]
    function = lexer.join(tuple(parts)).lstrip("&") if has_function else None
    if has_function and not function:
        return Unresolved(statement.sink, op, "a function is expected", statement.location, op)
    if function in ("nullptr", "NULL", "0"):
        function = None
    return GradientFunction(op, registry, function, statement.location, None, statement.location, "macro", None, None)
