"""The names that stand for something else in the code of a file: parameters of templates, and types made of them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from tfexplore.extract.template_heads import head, read_head
from tfexplore.model import Symbol
from tfexplore.templates import without_templates

_ALIAS = re.compile(r"using(?<!\wusing)\s+(\w+)\s*=([^;{}]*);|typedef(?<!\wtypedef)\s([^;{}]*?)\b(\w+)\s*;")
_WORD = re.compile(r"[A-Za-z_]\w*")


class TemplateNames:
    """What each class, method and function of a file has for parameters, by its own head and those around it."""

    def __init__(
        self, text: str, starts: Sequence[int], regions: Sequence[Symbol], owners: Sequence[Symbol | None]
    ) -> None:
        self._text = text
        self._starts = starts
        self._classes = [one for one in regions if one.kind == "class"]
        self._heads: dict[Symbol, str] = {}
        self._names: dict[Symbol, frozenset[str]] = {}
        self._aliases: dict[Symbol, list[tuple[str, str]]] = {}
        for match in _ALIAS.finditer(text):
            owner = owners[bisect_right(starts, match.start())]
            if owner is not None:
                name, what = (match[1], match[2]) if match[1] else (match[4], match[3])
                self._aliases.setdefault(owner, []).append((name, what))

    def head(self, one: Symbol) -> str:
        """The head of a definition, as `template_heads.read_head` writes it."""
        if one not in self._heads:
            self._heads[one] = head_of(self._text, self._starts, one)
        return self._heads[one]

    def of(self, user: Symbol) -> frozenset[str]:
        """The names that stand for something else in the code of a definition."""
        found = self._names.get(user)
        if found is None:
            line = user.location.line
            owner = user.name.rpartition("::")[0]
            around = [
                one
                for one in self._classes
                if (one.location.line <= line and user.location.end_line <= one.location.end_line)
                or (owner and one.name == owner)
            ]
            names = {name for one in (*around, user) for name in head(self.head(one)).parameters if name}
            for one in dict.fromkeys((*around, user)):
                for name, what in self._aliases.get(one, ()):
                    if not names.isdisjoint(_WORD.findall(what)):
                        names.add(name)
            self._names[user] = found = frozenset(names)
        return found


def head_of(text: str, starts: Sequence[int], one: Symbol) -> str:
    """The head of a definition of a file, comments blanked."""
    last = without_templates(one.name).rpartition("::")[2]
    at = text.find(last.partition("operator")[0] or "operator", starts[one.location.line - 1])
    return read_head(text, at) if at >= 0 else ""
