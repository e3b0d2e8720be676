"""Methods that only tell what a member is: code that calls one is led nowhere.

::

    float dropout() const { return dropout_; }
    RnnMode rnn_mode() const { return model_types_.rnn_mode; }
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from tfexplore.model import Symbol
from tfexplore.templates import without_templates

#: Parameters, what may stand behind them, and a body of one statement that returns a member, as members are named.
_BODY = re.compile(r"\s*\([^(){};]*\)[^(){};]*\{\s*return\s+(?:this->)?[a-z]\w*_(?:(?:\.|->)[A-Za-z_]\w*)*\s*;\s*\}")
_BOUNDARY = re.compile(r"\b")


class Accessors:
    """The accessors among the methods of a file; one that is virtual (by its name) may be anything in another class.

    A method counts whose body stands in its class: elsewhere nobody can see that it is virtual.
    """

    def __init__(
        self,
        text: str,
        starts: Sequence[int],
        regions: Sequence[Symbol],
        named: Mapping[str, Sequence[Symbol]],
        virtual: Collection[str],
    ) -> None:
        self._text = text
        self._starts = starts
        self._virtual = virtual
        self._classes = [one.location for one in regions if one.kind == "class"]
        self._named = named
        self._known: dict[tuple[str, int], bool] = {}

    def has(self, called: str, number: int) -> bool:
        """Whether the method with this number among those of a name (`Overloads.named`) is one."""
        key = called, number
        if key not in self._known:
            self._known[key] = self._is_one(self._named[called][number])
        return self._known[key]

    def _is_one(self, one: Symbol) -> bool:
        name = without_templates(one.name).rpartition("::")[2]
        first, last = one.location.line, one.location.end_line
        if one.kind != "method" or name in self._virtual:
            return False
        if not any(around.line <= first and last <= around.end_line for around in self._classes):
            return False
        end = self._starts[last] if last < len(self._starts) else len(self._text)
        # Every method has another name, and to compile a pattern takes longer than to look for one.
        at = self._text.find(name, self._starts[first - 1], end)
        while at >= 0:
            if _BOUNDARY.match(self._text, at) and _BODY.match(self._text, at + len(name), end):
                return True
            at = self._text.find(name, at + 1, end)
        return False
