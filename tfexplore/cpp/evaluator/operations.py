"""What operators and conversions make of values; pure functions, `Unknown` in, `Unknown` out."""

from __future__ import annotations

import re

from tfexplore.cpp.evaluator.limits import MAX_STRING, StoppedError
from tfexplore.cpp.evaluator.machine import Native
from tfexplore.cpp.evaluator.values import Closure, Function, Pointer, Symbol, TypeName, Unknown

_INT_LIMIT = 1 << 64


def truth(value: object) -> bool | Unknown:
    """A value as a condition."""
    if isinstance(value, (bool, int, float)):
        return bool(value)
    if isinstance(value, Pointer):
        return value.cell is not None
    if isinstance(value, (Closure, Function, Native, str)):
        return True
    if isinstance(value, Symbol) and value.number is not None:
        return bool(value.number)
    return value if isinstance(value, Unknown) else Unknown("a condition is not understood")


def equal(left: object, right: object) -> bool | Unknown:
    """Whether two values are the same."""
    for value in (left, right):
        if isinstance(value, Unknown):
            return value
    if isinstance(left, Symbol) and isinstance(right, Symbol):
        if left.number is not None and right.number is not None:
            return left.number == right.number
        return left.name == right.name
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Symbol) and isinstance(other, int) and one.number is not None:
            return one.number == other
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return left == right
    if isinstance(left, str) and isinstance(right, str):
        return left == right
    if isinstance(left, Pointer) and isinstance(right, Pointer):
        return left.cell is right.cell
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Pointer) and one.cell is None and isinstance(other, (Native, Closure, Function)):
            return False
    if isinstance(left, TypeName) and isinstance(right, TypeName):
        return left.text == right.text
    return Unknown("a comparison is not understood")


def operate(op: str, left: object, right: object) -> object:
    """A binary operator that is not `&&` or `||`."""
    if isinstance(left, Unknown):
        return left
    if isinstance(right, Unknown):
        return right
    if op in ("==", "!="):
        same = equal(left, right)
        return same if isinstance(same, Unknown) else same == (op == "==")
    if op == "+" and isinstance(left, str) and isinstance(right, str):
        return joined(left, right)
    left = left.number if isinstance(left, Symbol) and left.number is not None else left
    right = right.number if isinstance(right, Symbol) and right.number is not None else right
    if isinstance(left, str) and isinstance(right, str) and op in ("<", ">", "<=", ">="):
        return {"<": left < right, ">": left > right, "<=": left <= right, ">=": left >= right}[op]
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return arithmetic(op, left, right)
    return Unknown(f"{op} is not understood here")


def arithmetic(op: str, left: int | float, right: int | float) -> object:
    """An operator on two numbers, as C++ has it: whole numbers divide towards zero."""
    whole = isinstance(left, int) and isinstance(right, int)
    made: int | float
    if op == "+":
        made = left + right
    elif op == "-":
        made = left - right
    elif op == "*":
        made = left * right
    elif op in ("/", "%"):
        if not right:
            return Unknown("a division by zero")
        if not whole:
            return left / right if op == "/" else Unknown("% of a float")
        quotient = abs(int(left)) // abs(int(right)) * (1 if (left < 0) == (right < 0) else -1)
        made = quotient if op == "/" else left - quotient * right
    elif op in ("<", ">", "<=", ">="):
        return {"<": left < right, ">": left > right, "<=": left <= right, ">=": left >= right}[op]
    elif op in ("&", "|", "^") and whole:
        made = {"&": int(left) & int(right), "|": int(left) | int(right), "^": int(left) ^ int(right)}[op]
    elif op in ("<<", ">>") and whole and 0 <= right < 64:
        made = int(left) << int(right) if op == "<<" else int(left) >> int(right)
    else:
        return Unknown(f"{op} is not understood here")
    return made if not isinstance(made, int) or -_INT_LIMIT < made < _INT_LIMIT else Unknown("a number is too big")


def joined(*parts: object) -> object:
    """Strings put together. Raises `StoppedError`."""
    out = []
    for part in parts:
        if isinstance(part, Unknown):
            return part
        if not isinstance(part, str):
            return Unknown("a value is no string")
        out.append(part)
    made = "".join(out)
    if len(made) > MAX_STRING:
        raise StoppedError(f"a string grows over {MAX_STRING} characters")
    return made


_FORMAT = re.compile(r"%(?:(%)|([a-zA-Z]+))")


def formatted(template: object, values: list[object]) -> object:
    """What `printf` makes of plain `%s` and `%d`; anything finer is unknown."""
    if isinstance(template, Unknown):
        return template
    if not isinstance(template, str):
        return Unknown("a format is not understood")
    waiting = list(values)
    parts: list[str] = []
    done = 0
    for match in _FORMAT.finditer(template):
        parts.append(template[done : match.start()])
        done = match.end()
        if match.group(1):
            parts.append("%")
            continue
        value = waiting.pop(0) if waiting else Unknown("a format has too few values")
        if isinstance(value, Unknown):
            return value
        if match.group(2) == "s" and isinstance(value, str):
            parts.append(value)
        elif match.group(2) in ("d", "i", "u", "ld", "lld", "zu") and isinstance(value, int):
            parts.append(str(int(value)))
        else:
            return Unknown("a format is not understood")
    rest = template[done:]
    return Unknown("a format is not understood") if "%" in rest else "".join(parts) + rest


def pieces(values: list[object]) -> object:
    """What `StrCat` makes of strings and whole numbers."""
    out: list[str] = []
    for value in values:
        if isinstance(value, Unknown):
            return value
        if isinstance(value, Symbol) and value.number is not None:
            value = value.number
        if isinstance(value, str):
            out.append(value)
        elif isinstance(value, int):
            out.append(str(int(value)))
        else:
            return Unknown("a part of a string is not understood")
    return "".join(out)
