"""Names of one file with their lines at random, in the lists and sentences in which people put them."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import NamedTuple

from tfexplore.answers.known import Known
from tfexplore.index.store import Index
from tfexplore.model import Symbol

#: Names of a document, and letters that each of them has.
_NAMES, _LONG = 5, 5
#: What stands above the names, and how each stands there, with its file, the end of that, its line and its number.
FORMS = (
    ("In `{file}`:\n", "- `{name}` ({line})"),
    ("The parts of `{file}`:\n", "- `{name}` (line {line})"),
    ("`{base}` 里的主要函数：\n", "- `{name}`（第 {line} 行）"),
    ("{base}\n", "- 第 {line} 行：`{name}`"),
    ("`{file}`\n", "- L{line}: `{name}`"),
    ("`{base}` has", "`{name}` at {line}"),
    ("`{base}`:", "`{name}` ({line})"),
    ("`{base}` 中，", "`{name}` 在 {line} 行"),
    ("| name | at |\n|---|---|", "| `{name}` | `{base}:{line}` |"),
    ("In short:\n", "{number}. {name}, {base} line {line}"),
    ("简而言之：\n", "{number}. {name}，{base} 第 {line} 行"),
    ("What it calls:\n", "- it calls `{name}` (`{base}:{line}`)"),
)
_APART = re.compile(r"test|/(?:lite|contrib|examples)/|third_party", re.I)


class Line(NamedTuple):
    """A name with a line in a document: how it is written, whether the line is that of another definition."""

    written: str
    wrong: bool


class Document(NamedTuple):
    """A document: its form, its text, and the lines that it cites."""

    form: tuple[str, str]
    text: str
    lines: list[Line]


class Lines:
    """Draws documents on files of an index, the same for the same seed."""

    def __init__(self, index: Index, seed: int) -> None:
        self._random = random.Random(seed)
        self._known = Known(index, "", None, None)
        self._paths = [
            path
            for path in sorted(self._known.paths.values())
            if path.startswith(("tensorflow/core/", "tensorflow/python/", "tensorflow/c/", "tensorflow/cc/"))
            and path.endswith((".cc", ".h", ".py"))
            and not _APART.search(path)
        ]

    def draw(self, form: tuple[str, str], wrong: int) -> Document:
        """A document of some form, with as many wrong lines."""
        while True:
            path = self._random.choice(self._paths)
            every = [one for one in self._known.inside(path) if one.kind in ("class", "function", "method")]
            often = Counter(_last(one) for one in every)
            plain = [one for one in every if often[_last(one)] == 1 and _is_plain(_last(one))]
            if len(plain) < _NAMES:
                continue
            named = sorted(self._random.sample(plain, _NAMES), key=lambda one: one.location.line)
            altered = set(self._random.sample(range(_NAMES), wrong))
            lines = [self._another(one, every) if at in altered else one.location.line for at, one in enumerate(named)]
            if None not in lines:
                break
        above, item = form
        base = path.rpartition("/")[2]
        rows = [
            item.format(name=_last(one), line=line, base=base, file=path, number=number)
            for number, (one, line) in enumerate(zip(named, lines, strict=True), 1)
        ]
        whole = f"{above.format(file=path, base=base)}\n" + "\n".join(rows)
        if not above.endswith(("\n", "|")):
            whole = f"{above.format(file=path, base=base)} {', '.join(rows)}."
        said = [Line(row, at in altered) for at, row in enumerate(rows)]
        return Document(form, f"# Notes on TensorFlow 1.15\n\n{whole}\n", said)

    def _another(self, one: Symbol, every: list[Symbol]) -> int | None:
        """The first line of a definition apart from one."""
        first, last = one.location.line, max(one.location.end_line, self._known.end_of(one))
        others = [
            other.location.line
            for other in every
            if not first - 6 <= other.location.line <= last + 6
            and not (other.kind == "class" and other.location.line <= first <= self._known.end_of(other))
        ]
        return self._random.choice(others) if others else None


def _last(one: Symbol) -> str:
    return re.split(r"::|\.", one.name)[-1]


def _is_plain(name: str) -> bool:
    return (
        len(name) >= _LONG and re.fullmatch(r"[A-Za-z]\w*", name, re.A) is not None and not name.startswith("operator")
    )
