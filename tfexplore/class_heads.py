"""What the heads of classes say: what each is derived from, and whether that is all, and may be in the tree.

With a tree a head is read where it is asked for; an index has what the heads of each file say as a text, so that it
tells of classes as well. That has a row for each class and type of the file, in the order of its definitions; rows
behind the last one that says something are left out. A row is the bases, each with the module or the class before it,
and before these, with a blank, the letters of what else is so of the head.
"""

from __future__ import annotations

import re
from functools import cached_property

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_PYTHON_BASES = regex(rb"class\s+\w+\(([^)]*)\)")
_PYTHON_BASE = regex(rb"(?:([A-Za-z_]\w*)\s*\.\s*)?(\w+)\s*(?:,|$)")
_BASE = regex(
    rb"(?<!:)[:,]\s*(?:(?:public|protected|private|virtual)\s+)*(?:::)?(?:(?:\w+::)*([A-Za-z_]\w*)::)?([A-Za-z_]\w+)"
)
#: Bases of Python that are names, and of C++ that are not the tree's.
_PLAIN_BASES = regex(rb"[\w.,\s]*")
_ELSEWHERE = regex(
    rb":\s*(?:(?:public|protected|private|virtual)\s+)*(?:::)?(?:std|Eigen|absl|google|protobuf|testing)::"
)
_ARGUMENTS = regex(rb"<[^<>{};]*>")
_PYTHON_REMARK = regex(rb"#[^\n]*")
_REMARK = regex(rb"(?://|#\s).*")
#: Bytes of a class of Python that its head has at most.
MAX_HEAD = 4_000
#: Lines of a class of Python that its head may have, and of a class of C++ that are read.
HEAD_LINES, READ_LINES = 60, 4_000
#: Names of bases that are looked for in one file.
MAX_NAMES = 500
#: How deep the arguments of templates are nested that are left out.
MAX_NESTED = 5
#: Lines of a message of which only the first is known, and of another class of which no end is found.
MAX_BODY, FEW_LINES = 1_000, 80
#: What gives a class a class of its own, from which it is not derived.
_METACLASS = regex(rb"\b(?:six\.)?with_metaclass\(\s*[\w.]+\s*,?\s*")
#: A class that an alias is one of; such classes that are read.
_ALIASED = regex(rb"[A-Z]\w+")
MAX_ALIASED = 4
#: An alias without anything that is not the tree's.
_ALIAS = regex(rb"\s*using\s+\w+\s*=(?:(?!\b(?:std|Eigen|absl|google|protobuf|typename)\b)[\w\s:<>,*&])*;")
#: A member that the classes must define which are derived from one.
_PURE = regex(rb"\)[\w\s]*=\s*0\s*;")
_IMPORTED_AS = regex(rb"\bimport\s+(?:[\w.]+\.)?(\w+)\s+as\s+(\w+)\s*$", re.M)
_IMPORTED = regex(rb"^\s*from\s+tensorflow[\w.]*\s+import\s+(?:\w+\s+as\s+)?(\w+)\b", re.M)

#: What else may be so of a head, by its letter.
_LETTERS = "olan"
_RENAMED = "~"
#: How far a line is indented at most that gives a name to something.
MAX_MARGIN = 40


class Head(Record):
    """What the head of a class or a type says.

    `bases` are the names of what it is derived from and `within` what stands before each, a module or a class, empty
    for nothing. `renamed` are those that the file may call otherwise than the tree does. It is `open` where these are
    not all, or not all of the tree; a type is `local` that a source, a class or a function calls so for itself. It is
    `abstract` with members that those must define which are derived from it, and has a `neighbour` where a class of
    Python is derived from one of its own name that another module of the tree has.
    """

    bases: tuple[str, ...]
    within: tuple[str, ...]
    renamed: frozenset[str]
    open: bool
    local: bool
    abstract: bool
    neighbour: bool


class HeadReader:
    """The heads of the classes of one file."""

    def __init__(self, path: str, lines: Sequence[bytes]) -> None:
        self._python = path.endswith(".py")
        self._path = path
        self._lines = lines
        self._renamed: dict[bytes, bool] = {}

    def read(self, kind: str, line: int, end_line: int) -> Head:
        """What the head of the class or the type says that is on some lines."""
        body = self._body(kind, line, end_line)
        found, whole = self._bases(body, kind)
        names = tuple(dict.fromkeys([base.decode() for _, base in found]))
        before = {base.decode(): self._module(within).decode() for within, base in reversed(found)}
        renamed = frozenset([name for name in names if self._is_renamed(name.encode())])
        own = re.search(rb"\bclass\s+(\w+)", body) if self._python else None
        return Head(
            bases=names,
            within=tuple([before[name] for name in names]),
            renamed=renamed,
            open=not (is_alias(body) if kind == "type" else whole),
            local=kind == "type" and is_local(self._path, body),
            abstract=is_abstract(body) if not self._python else False,
            neighbour=own is not None and any(base == own[1] and within in self._ours for within, base in found),
        )

    def _body(self, kind: str, line: int, end_line: int) -> bytes:
        """The text of a class up to where it is read: of one of Python its head, with what stands in it, perhaps."""
        if self._python:
            first = b"".join(self._lines[line - 1 : line]).lstrip()
            return b"\n".join([first[:MAX_HEAD], *self._lines[line : line + HEAD_LINES]])[:MAX_HEAD]
        end = max(end_line, body_end(self._lines, self._path, kind, line, end_line))
        return b"\n".join(self._lines[line - 1 : min(end, line + READ_LINES)])

    def _bases(self, body: bytes, kind: str) -> tuple[list[tuple[bytes, bytes]], bool]:
        """What the class at the beginning of a text is derived from, each with what stands before it.

        And whether that is all, and may be in the tree.
        """
        found: list[tuple[bytes, bytes]] = []
        whole = True
        head = _without_arguments(body.partition(b"{")[0]) if not self._python else b""
        if kind == "type":
            found = [(b"", base) for base in _ALIASED.findall(body.partition(b";")[0])[:MAX_ALIASED]]
        if head:
            found += _BASE.findall(head)
            whole = _ELSEWHERE.search(head) is None
        else:
            plain = _METACLASS.sub(b"", _PYTHON_REMARK.sub(b"", body))
            for listed in _PYTHON_BASES.findall(plain)[:1]:
                whole = _PLAIN_BASES.fullmatch(listed) is not None
                found += _PYTHON_BASE.findall(listed)
            found = [one for one in found if one[1] != b"object"]
        return found, whole

    def _is_renamed(self, name: bytes) -> bool:
        """Whether the file gives a name to what may be a class of the tree: `import x as NAME`, `using NAME = x`."""
        if name not in self._renamed and len(self._renamed) >= MAX_NAMES:
            return True  # nobody has looked
        if name not in self._renamed:
            given = self._follows((b" as " if self._python else b"using ") + name)
            self._renamed[name] = given or self._begins_line(name, b" =")
        return self._renamed[name]

    def _follows(self, text: bytes) -> bool:
        """Whether a text stands in the file and its last word ends there."""
        at = self._data.find(text)
        while at >= 0:
            behind = self._data[at + len(text) : at + len(text) + 1]
            if not behind.isalnum() and behind != b"_":
                return True
            at = self._data.find(text, at + 1)
        return False

    def _begins_line(self, name: bytes, sign: bytes) -> bool:
        """Whether a line begins with a name and a sign."""
        at = self._data.find(name + sign)
        while at >= 0:
            line = self._data.rfind(b"\n", max(0, at - MAX_MARGIN), at)
            if not self._data[line + 1 if line >= 0 else max(0, at - MAX_MARGIN) : at].strip():
                return True
            at = self._data.find(name + sign, at + 1)
        return False

    def _module(self, within: bytes) -> bytes:
        """What stands before a class, in Python the module rather than what the file calls it."""
        return self._modules.get(within, within) if self._python else within

    @cached_property
    def _data(self) -> bytes:
        return b"\n".join(self._lines)

    @cached_property
    def _modules(self) -> dict[bytes, bytes]:
        """The modules that the file calls otherwise."""
        return {name: module for module, name in _IMPORTED_AS.findall(self._data)}

    @cached_property
    def _ours(self) -> frozenset[bytes]:
        """The modules that the file has from the tree."""
        return frozenset(_IMPORTED.findall(self._data))


def packed(path: str, data: bytes, classes: Iterable[tuple[str, int, int]]) -> str:
    """The heads of a file's classes and types, each a kind with its first and last line, as `unpacked` reads them.

    >>> packed("a.py", b"class A(m.B):\\n  pass\\nclass C(object):\\n  pass", [("class", 1, 2), ("class", 3, 4)])
    'm.B'
    """
    every = list(classes)
    if not every:
        return ""
    reader = HeadReader(path, data.split(b"\n"))
    rows = [as_row(reader.read(*one)) for one in every]
    while rows and not rows[-1]:
        rows.pop()
    return "\n".join(rows)


def unpacked(text: str) -> list[Head]:
    """What `packed` made of the heads of a file; those behind the last are none that says anything."""
    return [_head(row) for row in text.split("\n")]


#: What the head of a class says that is derived from nothing.
NOTHING = Head((), (), frozenset(), False, False, False, False)


def as_row(head: Head) -> str:
    """The row of a head, as `unpacked` reads it."""
    signs = zip(_LETTERS, (head.open, head.local, head.abstract, head.neighbour), strict=True)
    letters = "".join([letter for letter, is_so in signs if is_so])
    named = [
        f"{_RENAMED if base in head.renamed else ''}{within}{'.' if within else ''}{base}"
        for base, within in zip(head.bases, head.within, strict=True)
    ]
    return f"{letters} {','.join(named)}" if letters else ",".join(named)


def _head(row: str) -> Head:
    letters, _, listed = row.rpartition(" ")
    bases, within, renamed = [], [], []
    for one in listed.split(",") if listed else ():
        before, _, base = one.removeprefix(_RENAMED).rpartition(".")
        bases.append(base)
        within.append(before)
        if one.startswith(_RENAMED):
            renamed.append(base)
    return Head(tuple(bases), tuple(within), frozenset(renamed), *[letter in letters for letter in _LETTERS])


def is_abstract(body: bytes) -> bool:
    """Whether a class of C++ has members that those must define which are derived from it."""
    if b"=0" not in body and b"= 0" not in body:
        return False
    return _PURE.search(_REMARK.sub(b"", body)) is not None


def is_alias(body: bytes) -> bool:
    """Whether a type is another name of a class, and says of nothing that is not the tree's."""
    alias, end, _ = body.partition(b";")
    return _ALIAS.fullmatch(alias + end) is not None and len(_ALIASED.findall(alias)) <= MAX_ALIASED


def is_local(path: str, body: bytes) -> bool:
    """Whether a type is a message, or what a source, a class or a function calls so for itself."""
    return path.endswith((".cc", ".cu.h", ".proto")) or body[:1].isspace()


def _without_arguments(head: bytes) -> bytes:
    """The head of a class without the arguments of templates, which it is not derived from."""
    for _ in range(MAX_NESTED):
        made = _ARGUMENTS.sub(b"", head)
        if made == head:
            break
        head = made
    return head


def margin(line: bytes) -> int:
    """How far a line is indented."""
    return len(line) - len(line.lstrip())


def _closed(lines: Sequence[bytes], first: int) -> int:
    """The line on which the braces close that a definition opens on its first line."""
    depth = 0
    for number, line in enumerate(lines[first - 1 : first - 1 + MAX_BODY], first):
        code = line.partition(b"//")[0]
        depth += code.count(b"{") - code.count(b"}")
        if depth <= 0 and b"}" in code:
            return number
    return first


def body_end(lines: Sequence[bytes], path: str, kind: str, line: int, end_line: int) -> int:
    """Where a definition of which only the first line is known ends: at the next line that closes at its margin."""
    if end_line > line or kind in ("kernel", "gradient"):
        return end_line
    if path.endswith(".py"):
        own = margin(lines[line - 1]) if line <= len(lines) else 0
        last = line
        for number in range(line, len(lines)):
            text = lines[number]
            if text.strip() and margin(text) <= own and not text.lstrip().startswith((b"#", b")")):
                break
            last = number + 1 if text.strip() else last
        return last
    if path.endswith(".proto"):
        return _closed(lines, line)
    if lines[line - 1 : line] and lines[line - 1].rstrip().endswith(b";"):
        return end_line
    for number in range(line, min(len(lines), line + FEW_LINES)):
        if lines[number : number + 1] and lines[number].rstrip() in (b"}", b"};", b"});"):
            return number + 1
    return end_line + 12
