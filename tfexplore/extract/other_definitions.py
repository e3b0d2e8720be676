"""Definitions that are neither C++ classes nor functions: macros, types, constants, enums, those of Python and protos.

A citation may name any of them. Each is found by one regular expression a language over the text, which is as much as
a name and a place need; `tfexplore.cpp.definitions` reads what has a body.
"""

from __future__ import annotations

import re

from tfexplore.line_marks import PYTHON_LIKE
from tfexplore.model import Location, Symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

#: A file that defines more than this is generated.
MAX_FOUND = 20_000

# What stands at the start of a line is sought behind the end of the line before: `re` runs to that byte, where it would
# try `^` at every one. So the text that is searched starts with a line end of our own, and offsets are one less.
_MACRO = re.compile(rb"\n[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)((?:[^\n]*\\\r?\n)*)")
_TYPE = re.compile(
    rb"\n[ \t]*(?:typedef\b[^;{}()]{1,300}?\b([A-Za-z_]\w*)|using[ \t]+([A-Za-z_]\w*)[ \t\n]*=[^;{}]{1,300});"
)
#: A constant outside of functions and within: `constexpr int kMost = 12;`, `static const char kName[];`.
_CONSTANT = re.compile(
    rb"\n[ \t]*(?:(?:static|constexpr|const|extern|inline|TF_EXPORT)[ \t]+){1,4}"
    rb"(?:[\w:]+(?:<[^<>;{}()\n]{1,60}>)?[ \t*&]+){1,3}(?:const[ \t]+)?(?:[A-Za-z_]\w*::)?"
    rb"(k[A-Z]\w{2,}|[A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:\[[^\]\n]{0,40}\]){0,2}[ \t]*(?:[={;]|\n[ \t]+=)"
)
_ENUM = re.compile(
    rb"enum(?<!\wenum)[ \t\n]+(?:class[ \t\n]+|struct[ \t\n]+)?([A-Za-z_]\w*)?[^;{}()]{0,60}\{([^{}]{0,20000})\}"
)
_ENUMERATOR = re.compile(rb"(?:\A|,)\s*([A-Za-z_]\w*)")
_REMARK = re.compile(rb"//[^\n]*|/\*.*?\*/", re.S)
_PYTHON = re.compile(rb"\n(?:([ \t]*)(?:async[ \t]+)?(def|class)[ \t]+([A-Za-z_]\w*)|([A-Za-z_]\w*)[ \t]*=(?!=))")
_BRACES = re.compile(rb"//[^\n]*|\"(?:[^\"\\\n]|\\.)*\"|[{};]")
_PROTO = re.compile(rb"\n[ \t]*(?:(message|enum|service|rpc)[ \t]+([A-Za-z_]\w*)|([A-Z][A-Z0-9_]+)[ \t]*=[ \t]*-?\d+)")


def other_definitions(path: str, data: bytes) -> tuple[Symbol, ...]:
    """The definitions of a C++, Python, Starlark or proto file; their `line` is that of the name."""
    if _is_test(path):
        return ()
    data = b"\n" + data
    if path.endswith(PYTHON_LIKE):
        found = _python(data)
    elif path.endswith(".proto"):
        found = _proto(data)
    else:
        found = _cpp(data)
    lines = _Lines(data)
    made: list[Symbol] = []
    for name, kind, start, end in found:
        if len(made) == MAX_FOUND:
            break
        first = lines.of(start)
        made.append(Symbol(name, kind, "", Location(path, first, max(first, lines.of(end)))))
    return tuple(made)


def _is_test(path: str) -> bool:
    """Whether a file holds tests: their helpers are many, and nobody cites them by name."""
    stem = path.rpartition("/")[2].rpartition(".")[0]
    return stem.endswith("_test") or stem.startswith("test_")


class _Lines:
    """Line numbers of rising offsets, each stretch counted once."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 1  # behind the line end put in front
        self._line = 1

    def of(self, offset: int) -> int:
        if offset < self._at:
            return self._line - self._data.count(b"\n", offset, self._at)
        self._line += self._data.count(b"\n", self._at, offset)
        self._at = offset
        return self._line


_Found = tuple[str, str, int, int]


def _cpp(data: bytes) -> Iterator[_Found]:
    if b"define" in data:
        for match in _MACRO.finditer(data):
            if not match[1].endswith((b"_H", b"_H_")):  # an include guard
                yield match[1].decode(), "macro", match.start(1), match.end(2)
    if b"typedef" in data or b"using" in data:
        for match in _TYPE.finditer(data):
            group = 1 if match[1] else 2
            yield match[group].decode(), "type", match.start(group), match.end() - 1
    if b"const" in data:
        for match in _CONSTANT.finditer(data):
            yield match[1].decode(), "constant", match.start(1), match.end(1)
    if b"enum" in data:
        for match in _ENUM.finditer(data):
            if match[1]:
                yield match[1].decode(), "type", match.start(1), match.end() - 1
            body = _REMARK.sub(lambda remark: b" " * len(remark[0]), match[2])
            for value in _ENUMERATOR.finditer(body):
                at = match.start(2) + value.start(1)
                yield value[1].decode(), "constant", at, at + len(value[1])


def _python(data: bytes) -> Iterator[_Found]:
    # Names are qualified by the classes and functions around them, which indentation tells.
    around: list[tuple[int, str, str]] = []
    for match in _PYTHON.finditer(data):
        if match[4] is not None:
            around.clear()
            yield match[4].decode(), "constant", match.start(4), match.end(4)
            continue
        indent = len(match[1].expandtabs())
        while around and around[-1][0] >= indent:
            around.pop()
        name = match[3].decode()
        kind = "class" if match[2] == b"class" else "method" if around and around[-1][2] == "class" else "function"
        if not (around and around[-1][2] != "class"):  # what a function keeps to itself nobody cites
            yield ".".join([*(outer for _, outer, _ in around), name]), kind, match.start(3), match.end(3)
        around.append((indent, name, "class" if kind == "class" else "function"))


def _proto(data: bytes) -> Iterator[_Found]:
    for match in _PROTO.finditer(data):
        if match[2] is not None:
            yield match[2].decode(), "type", match.start(2), _end_of_block(data, match.end(2))
        else:
            yield match[3].decode(), "constant", match.start(3), match.end(3)


def _end_of_block(data: bytes, at: int) -> int:
    """Where the braces close that open behind a place, remarks apart; the place itself where they do not."""
    depth = 0
    for match in _BRACES.finditer(data, at):
        if match[0] == b"{":
            depth += 1
        elif match[0] == b"}":
            depth -= 1
            if depth <= 0:
                return match.start()
        elif match[0] == b";" and not depth:
            break  # what has no body
    return at
