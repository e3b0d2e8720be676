"""Where a tree declares and defines functions of C++: the heads of all of one name, or of one class."""

from __future__ import annotations

import re
from bisect import bisect_right

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.verifying.classes import body_end, rank
from tfexplore.answers.verifying.prototypes import Prototype, taken
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.verifying.page import Page
    from tfexplore.index.symbols import Place

#: Definitions of one name that are read: a name that more of them have says too little.
MAX_PLACES = 40
#: Letters before a name in which what it returns stands, and behind its parameters.
MAX_BEFORE, MAX_BEHIND = 400, 300

SUFFIXES = (".cc", ".h", ".c", ".cpp", ".hpp", ".cu", ".inc")
_REMARKS = regex(rb"//[^\n]*|/\*.*?\*/", re.S)
_LINE = regex(rb"[^\n]")
#: What ends the statement before a head; what stands before it that is no type.
_ENDED = regex(r"[;{}]|^[ \t]*#[^\n]*$|\b(?:public|protected|private)\s*:(?!:)|\)\s*$", re.M)
_TEMPLATE = regex(r"\btemplate\s*<[^;{}]*?>(?=\s*(?:[A-Za-z_~]|$))", re.S)
_RETURNED = regex(r"[\w:<>,*&\s]*", re.A)
_NO_TYPE = regex(r"\b(?:return|new|delete|throw|else|case|goto|using|typedef|define|if|while|do|operator)\b")
_BEHIND = regex(
    r"\s*(?:(?:const|noexcept|override|final|volatile|&&?|[A-Z][A-Z_]+(?:\([^()]{0,200}\))?)\s*)*"
    r"(?:;|\{|:(?!:)|=\s*(?:0|default|delete)|->|\Z)",
    re.A,
)
_AFTER_FIELD = regex(r"\s*(?:\[\w*\]\s*)?(?:[A-Z_]+\(|[=;{]|$)", re.A)
_LEFT_OUT = regex(r"\b(?:virtual|static|inline|explicit|extern|constexpr|friend)\b|\b[A-Z]+_[A-Z_]+\b(?:\([^()]*\))?")
#: Types that are in no index, and are what they are called.
_BUILT_IN = regex(
    r"(?:bool|void|char|float|double|string|size_t|unsigned(?: \w+)?|u?int\d*|short|long|vector|map|set|unordered_map|"
    r"unordered_set|unique_ptr|shared_ptr|weak_ptr|pair|tuple|function|atomic|array|list|deque|queue|initializer_list)",
    re.A,
)
_ALIAS = regex(rb"\b(?:using\s+\w+\s*=|typedef\b)")


class Head(Record):
    """The head of a function of the tree, and where it stands."""

    prototype: Prototype
    where: Location


class Declarations:
    """The heads of functions of a tree, those of each name and file read once."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._known = page.known
        self._texts: dict[str, str] = {}
        self._read: dict[tuple[str, str], list[Head]] = {}
        self._aliases: dict[str, bool] = {}

    def named(self, name: str, cited: Sequence[str] = ()) -> list[Head] | None:
        """All heads of a name, whichever class it is of; None where too many have it, or it is not of C++ alone.

        What is declared and nowhere defined is sought in the files that are cited.
        """
        places = self._known.places(name)
        if len(places) > MAX_PLACES or any(place.kind == "macro" for place in places):
            return None
        paths = dict.fromkeys([place.path for place in places if place.path.endswith(SUFFIXES)])
        paths.update(dict.fromkeys([other for path in paths for other in self._known.beside(path)]))
        paths.update(dict.fromkeys([path for path in cited if path.endswith(SUFFIXES)]))
        # A member that some class declares, which others define.
        for place in places:
            owner = place.name.rpartition("::")[0].rpartition("::")[2]
            for above in self._page.classes.above(owner) if owner else ():
                paths.update(dict.fromkeys([one.path for one in self._classes(above)]))
        return [head for path in paths for head in self._in(path, name)]

    def of(self, owner: str, name: str) -> list[Head]:
        """The heads of a member of a class, and of those that it has from the classes that it is derived from."""
        return [head for each in (owner, *self._page.classes.above(owner)) for head in self.own(each, name)]

    def own(self, owner: str, name: str) -> list[Head]:
        """The heads of a member that a class itself has."""
        classes = self._classes(owner)
        paths = dict.fromkeys([place.path for place in classes])
        inside = [place for place in self._known.places(name) if place.name.endswith(f"{owner}::{name}")]
        paths.update(dict.fromkeys([place.path for place in inside if place.path.endswith(SUFFIXES)]))
        made = []
        for path in paths:
            lines = self._known.lines(path)
            ranges = [(one.line, max(one.end_line, body_end(lines, one))) for one in classes if one.path == path]
            for head in self._in(path, name):
                within = any(first <= head.where.line <= last for first, last in ranges)
                if head.prototype.owner == owner or (within and not head.prototype.owner):
                    made.append(head)
        return made

    def field(self, owner: str, name: str) -> tuple[str, Location] | None:
        """The type of a field that one class alone has, and where; None where none has it, or the type is not read."""
        found: dict[str, Location] = {}
        field = re.compile(
            rf"([A-Za-z_:][\w:<>,*&()\s]{{0,{MAX_BEFORE}}}?[\s*&>]){re.escape(name)}\s*"
            r"(?:\[\w*\]\s*)?(?:[A-Z_]+\([^()]{0,200}\)\s*)*(?:[=;{])",
            re.A,
        )
        for one in self._classes(owner):
            last = max(one.end_line, body_end(self._known.lines(one.path), one))
            lines = self._text(one.path).split("\n")[one.line : last]
            for at, line in enumerate(lines):
                if name not in line:
                    continue
                before = "\n".join(lines[max(0, at - 3) : at + 1])
                statement = re.split(r"[;{}]|\b(?:public|protected|private)\s*:(?!:)", before[: before.rfind(name)])[-1]
                match = field.fullmatch(f"{statement.strip()} {name};")
                behind = line[line.rfind(name) + len(name) :]
                if match is not None and _AFTER_FIELD.match(behind) and not _NO_TYPE.search(match[1]):
                    found.setdefault(
                        " ".join(match[1].split()), Location(one.path, one.line + at + 1, one.line + at + 1)
                    )
        return next(iter(found.items())) if len(found) == 1 else None

    def is_alias(self, type_: str) -> bool:
        """Whether a type may be another name for what is written otherwise: a `typedef`, or one that is not known."""
        if type_ not in self._aliases:
            places = [one for one in self._known.class_places(type_) if one.path.endswith((*SUFFIXES, ".proto"))]
            # What a source calls so for itself is another matter, and so is what `lite` does.
            places = [one for one in places if one.path.endswith((".h", ".proto"))] or places
            home = min(map(rank, places), default=0)
            made = any(self._is_alias(place) for place in places if rank(place) == home)
            self._aliases[type_] = made if places else _BUILT_IN.fullmatch(type_) is None
        return self._aliases[type_]

    def _is_alias(self, place: Place) -> bool:
        lines = self._known.lines(place.path)[max(0, place.line - 2) : place.line]
        return place.kind == "type" and any(_ALIAS.search(line) for line in lines)

    def _classes(self, owner: str) -> list[Place]:
        return [place for place in self._known.class_places(owner) if place.path.endswith(SUFFIXES)]

    def _in(self, path: str, name: str) -> list[Head]:
        """The heads of a name that a file has."""
        if (path, name) not in self._read:
            text = self._text(path) if name.encode() in (self._known.read(path) or b"") else ""
            is_class = bool(self._known.class_places(name))
            self._read[path, name] = list(_heads(path, text, name, is_class)) if text else []
        return self._read[path, name]

    def _text(self, path: str) -> str:
        """A file without remarks, line by line."""
        if path not in self._texts:
            data = _REMARKS.sub(lambda match: _LINE.sub(b"", match[0]), self._known.read(path) or b"")
            self._texts[path] = data.decode("utf-8", "replace")
        return self._texts[path]


def _heads(path: str, text: str, name: str, is_class: bool) -> Iterator[Head]:
    starts: Sequence[int] = [match.start() for match in re.finditer(r"\n", text)]
    written = re.compile(rf"(?<![\w.>~])(?:(\w+)(?:<[^<>;{{}}()]*>)?\s*::\s*)?{re.escape(name)}\s*\(", re.A)
    for match in written.finditer(text):
        before = text[max(0, match.start() - MAX_BEFORE) : match.start()]
        ends = [one.end() for one in _ENDED.finditer(before)]
        returns = _TEMPLATE.sub("", before[ends[-1] if ends else 0 :])
        returns = " ".join(_LEFT_OUT.sub("", returns).split()).removesuffix("::")
        owner = match[1] or ""
        made = is_class and (owner == name or (not owner and not returns))  # a constructor
        if _RETURNED.fullmatch(returns) is None or _NO_TYPE.search(returns) or (not returns and not made):
            continue
        found, end = taken(text, match.end())
        if end < 0 or _BEHIND.match(text[end + 1 : end + MAX_BEHIND]) is None:
            continue
        prototype = Prototype(owner, name, "" if made else returns, tuple(found))
        if prototype.has_names:
            line = bisect_right(starts, match.start(0)) + 1
            yield Head(prototype, Location(path, line, line))


def with_defaults(heads: Sequence[Head]) -> list[Head]:
    """The heads without those that repeat another, as a definition does, which has no defaults."""
    types = [tuple(one.type for one in head.prototype.taken) for head in heads]
    valued = [sum(bool(one.default) for one in head.prototype.taken) for head in heads]
    most = {each: max(count for other, count in zip(types, valued, strict=True) if other == each) for each in types}
    return [head for head, each, count in zip(heads, types, valued, strict=True) if count == most[each]]
