"""Which of several functions with one name a call means, by the number of its arguments."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tfexplore.extract.template_heads import parts_of
from tfexplore.model import Symbol
from tfexplore.templates import without_templates

#: What stands between the parentheses is read as far as that.
_MAX_LIST = 4000
#: What stands behind the name of a function that is called, template arguments perhaps.
CALLED = re.compile(r"\s*(?:<[^<>;{}()]{0,80}>\s*)?\(")
#: Template arguments, innermost first; comparisons have no such shape within a call.
_ANGLES = re.compile(r"<[^<>;(){}&|]*>")
_BRACKET = re.compile(r"[()]")


class Overloads:
    """The functions of a file of which there are several with a name."""

    def __init__(self, text: str, starts: Sequence[int], symbols: Sequence[Symbol]) -> None:
        self._text = text
        self._starts = starts
        #: The functions and methods by their names, in the order of lines.
        self.named: dict[str, list[Symbol]] = {}
        for one in symbols:
            if one.kind != "class":
                self.named.setdefault(one.name, []).append(one)
        #: The fewest and the most arguments that each takes.
        self._taken: dict[Symbol, tuple[int, int] | None] = {}

    def meant(self, called: str, end: int, user: Symbol) -> int | None:
        """The function that is called where the name ends at `end`, by its place among those of the name.

        The first where that is not told; None for the user itself.
        """
        named = self.named[called]
        if len(named) < 2:
            return None if user.name == called else 0
        given = self._list(end)
        if given is None:
            return None if user.name == called else 0
        fitting = []
        for number, one in enumerate(named):
            taken = self._takes(one)
            if taken is None:
                return None if user.name == called else 0
            if taken[0] <= len(given) <= taken[1]:
                fitting.append(number)
        if user.name == called:
            return fitting[0] if len(fitting) == 1 and named[fitting[0]] != user else None
        return fitting[0] if fitting else 0

    def _takes(self, one: Symbol) -> tuple[int, int] | None:
        if one not in self._taken:
            last = without_templates(one.name).rpartition("::")[2]
            at = self._text.find(last, self._starts[one.location.line - 1])
            found = self._list(at + len(last)) if at >= 0 else None
            self._taken[one] = None
            if found is not None:
                most = _MAX_LIST if any("..." in part for part in found) else len(found)
                self._taken[one] = len([part for part in found if "=" not in part and "..." not in part]), most
        return self._taken[one]

    def _list(self, end: int) -> list[str] | None:
        """What stands between the parentheses behind a name."""
        match = CALLED.match(self._text, end)
        return listed(self._text, match.end()) if match is not None else None


def closing(text: str, start: int) -> int:
    """Where the parenthesis closes that is open at `start`; -1 where it does not soon."""
    level = 1
    for bracket in _BRACKET.finditer(text, start, start + _MAX_LIST):
        level += 1 if bracket[0] == "(" else -1
        if not level:
            return bracket.start()
    return -1


def listed(text: str, start: int) -> list[str] | None:
    """The parameters or arguments of the list that begins at `start`; None where it does not end soon."""
    end = closing(text, start)
    if end < 0:
        return None
    found = text[start:end]
    while found != (found := _ANGLES.sub("", found)):
        pass
    # An arrow or a comparison that is left is no bracket.
    parts = parts_of(found.replace("<", " ").replace(">", " "))
    return parts if len(parts) > 1 or parts[0].strip() not in ("", "void") else []
