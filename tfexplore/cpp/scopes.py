"""In which namespace or class each place of a C++ file is: one pass over its braces, without parsing it.

::

    namespace tensorflow {
    namespace {                                 transparent, as inline namespaces are
    class Base { ... };                         ("tensorflow", "Base")
    struct Op : Base {                          ("tensorflow", "Op"), bases ("Base",)
      string Name() { const char k[] = "k"; }   ("tensorflow", "Op", "{91"): a place that nobody else can name

What a name means depends on where it is used, and on what it is qualified with; `cpp.resolve` asks here. Branches of
`#if` start from the same state, and what follows goes on behind the first branch that holds any text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from operator import itemgetter

from tfexplore._record import Record
from tfexplore.cpp.lexer import Directive

#: Namespaces and classes from the outside in.
Path = tuple[str, ...]

MAX_NESTING = 256
#: A head longer than this is no class's.
_MAX_HEAD = 4000

_BRACE = re.compile(r"[{}]")
_NAMESPACE = re.compile(r"(?:(?<!\w)(inline) )?(?<![\w:])namespace\b ?([\w: ]*?) ?(?:\[\[.*)?\Z")
_CLASS = re.compile(r"(?<![\w:])(?:class|struct|union)\b")
_ENUM = re.compile(r"(?<!\w)enum \Z")
_MARK = re.compile(r"\b\w+ ?\((?:[^()]|\([^()]*\))*\)|\[\[[^\]]*\]\]")
#: What stands in brackets in the head of a class is a mark; a head with more of them is something else.
_MAX_MARKS = 8
#: The words `class` of one head that are looked at, from the last one on: all but one are in the list of a template.
_MAX_WORDS = 20
_BASES = re.compile(r"(?<!:):(?!:)")
_ACCESS = re.compile(r"\A(?: ?(?:public|protected|private|virtual)\b)* ?")
_QUALIFIED = re.compile(r"(?:::)?[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*")
#: `using namespace a::b;`, `using a::b;`, `using a = b::c;`, `namespace a = b::c;`, `typedef a::b c;`
#: Each begins with its word, which is searched for at the speed of C.
_USINGS = [
    (word, re.compile(rf"{word}(?<!\w{word})\b([^;{{}}]{{1,400}});")) for word in ("using", "namespace", "typedef")
]


class Class(Record):
    """A class and what it is derived from, as written; `""` is a base that is no plain name."""

    bases: tuple[str, ...]
    start: int
    end: int


class Scopes(Record):
    """The namespaces and classes of one text.

    `starts` and `paths` tell from which offset on one is in which. `names` are all namespaces and classes; `aliases`
    what a name stands for in a scope (`""`: for nothing that can be followed), `directives` the namespaces that
    `using namespace` opens there.
    """

    starts: list[int]
    paths: list[Path]
    names: frozenset[Path]
    classes: dict[Path, Class]
    aliases: dict[tuple[Path, str], str]
    directives: dict[Path, list[str]]

    def at(self, offset: int) -> Path:
        """Where an offset is."""
        return self.paths[bisect_right(self.starts, offset) - 1]


NO_SCOPES = Scopes([0], [()], frozenset([()]), {}, {}, {})


class _Reader:
    """The state of the pass: the open braces, each with the scope in it."""

    def __init__(self, shape: str) -> None:
        self.shape = shape
        self.stack: list[tuple[Path, bool]] = []  # the scope, and whether heads in it are read
        self.head = 0  # where the text of the present head begins
        self.starts = [0]
        self.paths: list[Path] = [()]
        self.names: set[Path] = {()}
        self.classes: dict[Path, Class] = {}

    @property
    def path(self) -> Path:
        return self.stack[-1][0] if self.stack else ()

    def _moved(self, offset: int) -> None:
        path = self.path
        if path != self.paths[-1]:
            self.starts.append(offset)
            self.paths.append(path)

    def stretch(self, start: int, end: int) -> None:
        """Read on to `end`, where a directive stands or the text ends."""
        position = start
        while position < end:
            if self.stack and not self.stack[-1][1]:
                position = self._through(position, end)
                continue
            match = _BRACE.search(self.shape, position, end)
            if match is None:
                return
            at, position = match.start(), match.end()
            if match.group() == "{":
                self._open(at)
            else:
                self._close(at)
            self.head = position

    def _through(self, position: int, end: int) -> int:
        """Pass what is in braces that hold no scope."""
        for match in _BRACE.finditer(self.shape, position, end):
            if match.group() == "{":
                if len(self.stack) < MAX_NESTING:
                    self.stack.append((self.path, False))
                continue
            self._close(match.start())
            if not self.stack or self.stack[-1][1]:
                self.head = match.end()
                return match.end()
        return end

    def _open(self, at: int) -> None:
        path = self.path
        if len(self.stack) >= MAX_NESTING:
            return
        head = max(self.head, at - _MAX_HEAD)
        text = " ".join(self.shape[max(head, self.shape.rfind(";", head, at) + 1) : at].split())
        space = _NAMESPACE.search(text) if "namespace" in text else None
        if space is not None:
            if not space.group(1):
                for part in filter(None, space.group(2).replace(" ", "").split("::")):
                    if part != "inline":
                        path = (*path, part)
                        self.names.add(path)
            self.stack.append((path, True))
        elif text == "extern":  # "C"
            self.stack.append((path, True))
        else:
            found = _class(text)
            if found is None:
                self.stack.append(((*path, f"{{{at}"), False))
            else:
                names, bases = found
                path = (*path, *names)
                self.names.add(path)
                self.classes.setdefault(path, Class(bases, at, len(self.shape)))
                self.stack.append((path, True))
        self._moved(at)

    def _close(self, at: int) -> None:
        if self.stack:
            path, _ = self.stack.pop()
            one = self.classes.get(path)
            if one is not None and one.end == len(self.shape) and path != self.path:
                self.classes[path] = one._replace(end=at)
            self._moved(at)


def _class(text: str) -> tuple[Path, tuple[str, ...]] | None:
    """The name and the bases of the class that a head opens; None where it opens none."""
    for match in reversed(list(_CLASS.finditer(text))[-_MAX_WORDS:]):
        rest = text[match.end() :]
        if rest.count("<") != rest.count(">"):
            continue  # a parameter of a template
        if _ENUM.search(text, 0, match.start()) or rest.count("(") > _MAX_MARKS:
            return None
        rest = _MARK.sub(" ", rest)
        colon = _BASES.search(rest)
        name = _name(rest[: colon.start()] if colon else rest)
        if not name or "(" in rest or "=" in rest:
            return None
        return name, tuple(map(_base, _parted(rest[colon.end() :]))) if colon else ()
    return None


def _name(text: str) -> Path:
    """The name that ends the head of a class, in front of its bases; empty for one that cannot be told."""
    text = text.strip().removesuffix(" final").rstrip()
    arguments = ""
    if text.endswith(">"):
        text, _, arguments = text.partition("<")
        arguments = "<" + arguments.replace(" ", "")
    words = text.replace(" ::", "::").replace(":: ", "::").split()
    if not words or not _QUALIFIED.fullmatch(words[-1]):
        return ()
    *outer, last = words[-1].removeprefix("::").split("::")
    return (*outer, last + arguments)


def _parted(text: str) -> list[str]:
    """What commas outside of angle brackets part."""
    parts, level, start = [], 0, 0
    for at, char in enumerate(text):
        level += (char == "<") - (char == ">")
        if char == "," and not level:
            parts.append(text[start:at])
            start = at + 1
    return [*parts, text[start:]]


def _base(text: str) -> str:
    return plain(_ACCESS.sub("", text))


def plain(text: str) -> str:
    """A name with its qualifiers; `""` where a text is anything else."""
    name = " ".join(text.split()).removeprefix("typename ").replace(" ::", "::").replace(":: ", "::")
    return name if _QUALIFIED.fullmatch(name) else ""


def read_scopes(shape: str, directives: Iterable[Directive] = ()) -> Scopes:
    """The scopes of a text in which comments, literals and directives are blank (`lexer.Source.shape`)."""
    reader = _Reader(shape)
    conditions: list[tuple[list[tuple[Path, bool]], list[tuple[Path, bool]] | None]] = []
    done = begin = 0  # begin: of the branch in hand
    for directive in directives:
        if directive.name not in _CONDITIONAL:
            continue
        reader.stretch(done, directive.start)
        done = directive.end
        if directive.name.startswith("if"):
            if len(conditions) < MAX_NESTING:
                conditions.append((reader.stack[:], None))
        elif conditions:
            before, first = conditions[-1]
            if first is None and shape[begin : directive.start].strip():
                first = reader.stack[:]
            if directive.name == "endif":
                conditions.pop()
                reader.stack = first if first is not None else reader.stack
            else:
                conditions[-1] = before, first
                reader.stack = before[:]
            reader._moved(directive.end)
        begin = done
    reader.stretch(done, len(shape))
    found = Scopes(reader.starts, reader.paths, frozenset(reader.names), reader.classes, {}, {})
    done = 0
    said = [(match.start(), word, match) for word, pattern in _USINGS for match in pattern.finditer(shape)]
    for start, word, match in sorted(said, key=itemgetter(0)):
        if start >= done:  # and no part of the one before, as in `using namespace`
            done = match.end()
            _note(word, match, found)
    return found


_CONDITIONAL = frozenset(["if", "ifdef", "ifndef", "elif", "else", "endif"])


def _note(word: str, match: re.Match[str], found: Scopes) -> None:
    """What a `using`, an alias of a namespace or a `typedef` says."""
    path = found.at(match.start())
    text = match.group(1)
    name, equals, target = text.partition("=")
    if word == "typedef":
        target, _, name = " ".join(text.split()).rpartition(" ")
    elif not equals:
        if word == "using" and name.split()[:1] == ["namespace"]:
            found.directives.setdefault(path, []).append(plain(name.partition("namespace")[2]))
            return
        target = plain(name)
        name = target.rpartition("::")[2]
    name, target = name.strip(), plain(target)
    if name.isidentifier() and target != name:
        found.aliases.setdefault((path, name), target)
