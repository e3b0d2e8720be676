"""What constants are in a file: the lines that give them a value, and what an expression of numbers and others is."""

from __future__ import annotations

import ast
import operator
import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_NUMBER = r"-?(?:0[xX][0-9A-Fa-f]+|\d[\d.]*(?:[eE][-+]?\d+)?)[uUlLfF]*"
#: A value as documents write it: a number, a shift, a text, numbers in braces.
VALUE = rf"{_NUMBER}(?:\s*<<\s*\d+)?|\"[^\"`]*\"|'[^'`]*'|\{{[\s\w.,-]*\}}"
#: The same, or a product or a sum of numbers.
EXPRESSION = rf"{VALUE}|{_NUMBER}(?:\s*[*+]\s*\d+[uUlL]*){{1,6}}"

#: Constants that are of constants that are, and so on; letters of an expression; and bits of a number.
MAX_DEPTH, MAX_EXPRESSION, MAX_SHIFT = 4, 80, 64
_OPERATORS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.LShift: operator.lshift,
}
_LITERAL = regex(rf"{_NUMBER}|true|false|\"[^\"]*\"|'[^']*'|\{{[\s\w.,-]*\}}")


def definitions(lines: Sequence[bytes], name: str) -> Iterator[tuple[int, str]]:
    """The lines that give a constant a value, and the value as it is written there."""
    raw = name.encode()
    given = re.compile(rb"\b" + raw + rb"(?:\[\])?\s*=(?!=)\s*([^;#\n]+)|^#define\s+" + raw + rb"\s+(\S[^\n]*)")
    for number, line in enumerate(lines, 1):
        found = given.search(line) if raw in line else None
        if found is not None:
            yield number, (found[1] or found[2]).decode("utf-8", "replace").partition("//")[0].strip(" ,")


class Values:
    """What expressions of a file's constants come to."""

    def __init__(self, lines: Sequence[bytes]) -> None:
        self._lines = lines

    def of(self, text: str) -> str:
        """What an expression is as a literal; empty for one that cannot be told."""
        if _LITERAL.fullmatch(text):
            return text
        number = self._number(text, MAX_DEPTH)
        return "" if number is None else str(number)

    def _number(self, text: str, depth: int) -> int | None:
        plain = re.sub(r"\b(\d+|0[xX][0-9a-fA-F]+)(?:[uUlL]+|_)\b", r"\1", text)
        if depth == 0 or len(plain) > MAX_EXPRESSION or not re.fullmatch(r"[\w\s()<*+-]+", plain, re.A):
            return None
        try:
            return self._worked_out(ast.parse(plain.strip(), mode="eval").body, depth)
        except (SyntaxError, ValueError, RecursionError, OverflowError):
            return None

    def _worked_out(self, node: ast.expr, depth: int) -> int | None:
        if isinstance(node, ast.Constant) and type(node.value) is int:
            return node.value
        if isinstance(node, ast.Name):
            found = {given for _, given in definitions(self._lines, node.id)}
            return self._number(found.pop(), depth - 1) if len(found) == 1 else None
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
            left, right = self._worked_out(node.left, depth), self._worked_out(node.right, depth)
            if left is None or right is None or max(abs(left), abs(right)) >= 1 << 64:
                return None
            if isinstance(node.op, ast.LShift) and not 0 <= right < MAX_SHIFT:
                return None
            return _OPERATORS[type(node.op)](left, right)
        return None


def alike(one: str, other: str) -> bool:
    """Whether two literals say the same, with whichever quotation marks, blanks and suffixes.

    >>> alike("100 * 1000", "100000LL"), alike("0.", "0.0f"), alike("1 << 4", "8")
    (True, True, False)
    """
    return _plain(one) == _plain(other)


def same_setting(one: str, other: str) -> bool:
    """Whether two values of a variable are the same: 1 is true, and a text needs no quotation marks."""
    values = [{"true": "1", "false": "0"}.get(text.strip("\"'").lower(), text.strip("\"'")) for text in (one, other)]
    return alike(values[0], values[1])


def _plain(literal: str) -> str:
    if literal[:1] in "\"'":
        return literal.replace("'", '"')
    text = "".join(literal.split())
    worked_out = Values(()).of(text)
    text = worked_out or text
    text = re.sub(r"[uUlL]+$" if text[:3].lower().strip("-").startswith("0x") else r"(?<=[\d.])[uUlLfF]+$", "", text)
    try:
        return str(float(int(text, 0) if re.fullmatch(r"-?(?:0[xX][0-9a-fA-F]+|\d+)", text) else text))
    except ValueError:
        return text
