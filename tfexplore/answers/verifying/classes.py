"""Whether a class has a member: in its own body, or in that of a class that it is derived from."""

from __future__ import annotations

import builtins
import re
from functools import cache

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying.class_heads import bases_of, is_alias, is_local
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfexplore.answers.known import Known
    from tfexplore.index.symbols import Place

#: Bytes of bodies that are kept.
_MAX_KEPT = 16 * 1024 * 1024
#: Which of several definitions of one name comes first: the core's before a copy's.
_RANKS = {"core": 0, "python": 0, "compiler": 3, "contrib": 4, "lite": 4}

#: Lines of a class's head.
_HEAD = 4
#: Lines of a message of which only the first is known.
MAX_BODY = 1_000
_DYNAMIC = regex(
    rb"\b(?:__getattr__|__getattribute__|setattr|__dict__|(?:add|with)_metaclass(?!\(\s*abc\.ABCMeta\b))\b"
)
_REMARK = regex(rb"(?://|#\s).*")
#: A member that the classes must define which are derived from one.
_PURE = regex(rb"\)[\w\s]*=\s*0\s*;")


#: What classes of Python are derived from whose members are those of the language.
_BUILT_IN = frozenset(dir(builtins)) | {"Enum", "ABC", "ABCMeta", "namedtuple"}


@cache
def _given_to(owner: str) -> re.Pattern[bytes]:
    """What finds the members that a class of Python is given behind its definition."""
    name = re.escape(owner.encode())
    return re.compile(rb"^(?:setattr\(\s*" + name + rb",\s*[\"']\w+|" + name + rb"\.\w+(?=\s*=[^=]))", re.M)


class _Body(Record):
    """The text of one name's definitions as classes, and the names of what they are derived from.

    `heads` has the bases of each definition; `whole` is whether the bases are all that there are, and all in the tree;
    `open` are the definitions of which that cannot be said where messages, aliases and what a source calls so are put
    aside, which may have other members; `dynamic` is whether members may be made when the program runs.
    """

    text: bytes
    bases: tuple[str, ...]
    heads: tuple[tuple[Place, tuple[str, ...]], ...]
    whole: bool
    open: frozenset[Place]
    dynamic: bool

    @property
    def closed(self) -> bool:
        """Whether the bases of all definitions are all that there are."""
        return bool(self.text) and not self.open


class _Line(Record):
    """What a class is derived from, near and far, whether that is all, and whether some is `outside` of the tree."""

    above: tuple[str, ...]
    closed: bool
    outside: bool


class Classes:
    """The classes of a tree, each read once."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self._bodies: dict[str, _Body] = {}
        self._size = 0
        self._lines: dict[str, _Line] = {}

    def has(self, owner: str, member: str) -> bool:
        """Whether a member stands in a definition of its class, or in one of the classes that this is derived from."""
        above = self.above(owner)
        if any(self._is_built_in(name) and hasattr(getattr(builtins, name), member) for name in above):
            return True
        if member in self._known.names and any(member in self._known.members(name) for name in above):
            return True
        word = member.lstrip("~")
        raw = word.encode()
        # Remarks may speak of what another class has.
        texts = (text for name in (owner, *above) if raw in (text := self._body(name).text))
        return any(stands(word, _REMARK.sub(b"", text)) for text in texts)

    def lacks(self, owner: str, member: str) -> bool:
        """Whether it is certain that a class has no such member: all that it is derived from is known, and none has."""
        return not self.makes_members(owner) and self.is_known(owner) and not self.has(owner, member)

    def makes_members(self, owner: str) -> bool:
        """Whether members of a class may be made when the program runs."""
        return any(self._body(name).dynamic for name in (owner, *self.above(owner)))

    def is_specialised(self, owner: str) -> bool:
        """Whether a file that defines a class specialises it as well, by a macro perhaps, with members of their own."""
        head = re.compile(rb"\b(?:class|struct)\s+" + re.escape(owner.encode()) + rb"\s*<")
        return any(
            head.search(line) is not None
            for path in {place.path for place in self._known.class_places(owner)}
            for line in self._known.lines(path)
        )

    def is_known(self, owner: str) -> bool:
        """Whether all that a class is derived from is in the tree."""
        above = (owner, *self.above(owner))
        return self._is_alike(owner) and all(self._body(name).whole or self._is_built_in(name) for name in above)

    def _is_built_in(self, name: str) -> bool:
        """Whether a class is one of Python's own, and the tree has none that is called so."""
        return isinstance(getattr(builtins, name, None), type) and not self._known.class_places(name)

    def is_derived(self, owner: str) -> bool:
        """Whether all the classes that one is derived from are in the tree, whatever else is called like them."""
        line = self._line(owner)
        return self._is_alike(owner) and line.closed and not line.outside

    def leads_outside_only(self, owner: str) -> bool:
        """Whether all that a class is derived from is in the tree, or in no tree: of a package, or the language's own.

        What is outside is derived from no class of the tree.
        """
        return self._line(owner).closed

    def _is_called_otherwise(self, name: str, path: str) -> bool:
        """Whether a file gives a name to what may be a class of the tree."""
        given = re.compile(
            rb"\bas\s+" + name.encode() + rb"\b|^\s*" + name.encode() + rb"\s*=|using\s+" + name.encode()
        )
        return any(given.search(line) for line in self._known.lines(path))

    def _is_alike(self, owner: str) -> bool:
        """Whether a class of Python is derived from classes of Python that the tree has."""
        heads = self._body(owner).heads
        # `threading.Thread` is not the tree's class of C++ that is called so.
        python = all(place.path.endswith(".py") for place, _ in heads) and bool(heads)
        return not python or not self.is_of_others(owner)

    def is_of_others(self, owner: str) -> bool:
        """Whether a class of Python is derived from one of another package, whose members nobody can list."""
        left, seen = [owner], {owner}
        while left:
            name = left.pop()
            heads = [one for one in self._body(name).heads if one[0].path.endswith(".py")]
            if not heads and name not in _BUILT_IN:
                return True
            if any(name in bases and not self._is_of_a_neighbour(name, place) for place, bases in heads):
                return True
            found = {base for _, bases in heads for base in bases} - seen
            seen |= found
            left += found
        return False

    def _is_of_a_neighbour(self, name: str, place: Place) -> bool:
        """Whether what a class is derived from, and is called like it, is that of another module of the tree."""
        lines = self._known.lines(place.path)
        module = re.search(
            rb"(\w+)\." + re.escape(name.encode()) + rb"\b", b"".join(lines[place.line - 1 : place.line])
        )
        if module is None:
            return False
        imported = re.compile(rb"from\s+tensorflow[\w.]*\s+import\s+(?:\w+\s+as\s+)?" + module[1] + rb"\b")
        return any(imported.match(line) for line in lines)

    def bases(self, owner: str) -> tuple[str, ...]:
        """What a class is derived from directly."""
        return self._body(owner).bases

    def bases_at(self, owner: str, path: str) -> tuple[str, ...]:
        """What the class of a name that a file defines is derived from, others of its own name included."""
        return next((bases for place, bases in self._body(owner).heads if place.path == path), ())

    def has_base(self, owner: str, base: str, python: bool | None, apart: bool) -> bool:
        """Whether a class may be derived directly from another.

        `python` is for which language it is written in; not `apart`: one outside of `contrib` and `lite` is meant.
        """
        body = self._body(owner)
        heads = [one for one in body.heads if python is None or one[0].path.endswith(".py") is python]
        home = [one for one in heads if rank(one[0]) < _RANKS["contrib"]]
        return not body.closed or not heads or any(base in bases for _, bases in (heads if apart or not home else home))

    def above(self, owner: str) -> tuple[str, ...]:
        """What a class is derived from, near and far."""
        return self._line(owner).above

    def _line(self, owner: str) -> _Line:
        if owner not in self._lines:
            above: dict[str, None] = {}
            left = [(owner, place, bases) for place, bases in self._body(owner).heads]
            seen = {place for _, place, _ in left}
            closed, outside = bool(left), False
            for name, place, bases in left:  # which grows by what each of them is derived from
                closed = closed and place not in self._body(name).open
                for base in bases:
                    if base == name:
                        continue
                    above[base] = None
                    called, meant = self._meant(base, place)
                    if not meant and not (base in _BUILT_IN and place.path.endswith(".py")):
                        outside = True
                        closed = closed and not self._is_called_otherwise(base, place.path)
                    left += [(called, *one) for one in meant if one[0] not in seen]
                    seen.update([one[0] for one in meant])
            self._lines[owner] = _Line(tuple(above), closed, outside)
        return self._lines[owner]

    def _meant(self, base: str, place: Place) -> tuple[str, list[tuple[Place, tuple[str, ...]]]]:
        """The definitions that a class may mean by the name of what it is derived from, and what they are called.

        A class of Python is derived from none of C++. Of several that of the module or the class is meant which stands
        before the name, or the one of the same file.
        """
        python = place.path.endswith(".py")
        heads = [one for one in self._body(base).heads if one[0].path.endswith(".py") is python]
        if python and len(heads) <= 1:
            return base, heads
        lines = self._known.lines(place.path)
        head = b"\n".join(lines[place.line - 1 : place.line + _HEAD]).partition(b"(" if python else b":")[2]
        named = re.search(rb"(?:(\w+)(?:\.|::))?\b" + base.encode() + rb"\b", head)
        qualifier = named[1] if named is not None else None
        if qualifier is None:
            near = [one for one in heads if one[0].path == place.path]
        elif python:
            imported = re.compile(rb"\bimport\s+(?:[\w.]+\.)?(\w+)\s+as\s+" + qualifier + rb"\s*$")
            modules = {qualifier, *[match[1] for line in lines if (match := imported.search(line))]}
            near = [one for one in heads if _module(one[0].path).encode() in modules]
        else:
            inner = f"{qualifier.decode()}::{base}"
            within = list(self._body(inner).heads)
            if within:
                return inner, within
            near = []
        return base, near or heads

    def is_abstract(self, owner: str) -> bool:
        """Whether a class of C++ has members that those must define which are derived from it."""
        return _PURE.search(_REMARK.sub(b"", self._body(owner).text)) is not None

    def _body(self, owner: str) -> _Body:
        if owner not in self._bodies:
            made = self._read(owner)
            self._size += len(made.text)
            if self._size > _MAX_KEPT:
                self._bodies.clear()
                self._size = len(made.text)
            self._bodies[owner] = made
        return self._bodies[owner]

    def _read(self, owner: str) -> _Body:
        texts: list[bytes] = []
        bases: dict[str, None] = {}
        heads: list[tuple[Place, tuple[str, ...]]] = []
        whole = True
        dynamic = False
        left_open: set[Place] = set()
        places = sorted(self._known.class_places(owner), key=rank)
        if any(place.path.endswith(".py") for place in places):
            # A message that is called like a class of Python has nothing that the class is derived from.
            places = [place for place in places if not place.path.endswith(".proto")]
        is_class = any(place.kind == "class" for place in places)
        for place in places:
            lines = self._known.lines(place.path)
            if not lines:
                continue
            body = b"\n".join(lines[place.line - 1 : max(place.end_line, body_end(lines, place))])
            texts.append(body)
            dynamic = dynamic or _DYNAMIC.search(body) is not None
            whole = whole and place.kind == "class"
            if place.path.endswith(".py"):
                texts += _given_to(owner).findall(b"\n".join(lines))
            elif is_class and place.kind != "class" and is_local(place.path, body):
                continue
            found, all_of_them = bases_of(body, place)
            whole = whole and all_of_them
            if place.kind == "type":
                all_of_them = is_alias(body) and all(self._known.class_places(name) for name in found)
            if not all_of_them:
                left_open.add(place)
            heads.append((place, found))
            bases.update(dict.fromkeys([base for base in found if base != owner]))
        text = b"\n".join(texts)
        return _Body(text, tuple(bases), tuple(heads), whole and bool(texts), frozenset(left_open), dynamic)


def rank(place: Place) -> int:
    """Where a definition comes among several of one name."""
    return _RANKS.get(place.path.split("/")[1], 2) if "/" in place.path else 3


def _module(path: str) -> str:
    """The name of a module, by the path of its file."""
    folder, _, name = path.rpartition("/")
    return folder.rpartition("/")[2] if name == "__init__.py" else name.removesuffix(".py")


def _margin(line: bytes) -> int:
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


def body_end(lines: Sequence[bytes], place: Place) -> int:
    """Where a definition of which only the first line is known ends: at the next line that closes at its margin."""
    if place.end_line > place.line or place.kind in ("kernel", "gradient"):
        return place.end_line
    if place.path.endswith(".py"):
        margin = _margin(lines[place.line - 1]) if place.line <= len(lines) else 0
        last = place.line
        for number in range(place.line, len(lines)):
            line = lines[number]
            if line.strip() and _margin(line) <= margin and not line.lstrip().startswith((b"#", b")")):
                break
            last = number + 1 if line.strip() else last
        return last
    if place.path.endswith(".proto"):
        return _closed(lines, place.line)
    if lines[place.line - 1 : place.line] and lines[place.line - 1].rstrip().endswith(b";"):
        return place.end_line
    for number in range(place.line, min(len(lines), place.line + 80)):
        if lines[number : number + 1] and lines[number].rstrip() in (b"}", b"};", b"});"):
            return number + 1
    return place.end_line + 12
