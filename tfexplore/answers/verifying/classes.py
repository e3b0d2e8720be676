"""Whether a class has a member: in its own body, or in that of a class that it is derived from."""

from __future__ import annotations

import builtins
import re
from functools import cache

from tfexplore import class_heads, line_marks
from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.searching import stands
from tfexplore.class_heads import HeadReader
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfexplore.answers.known import Known
    from tfexplore.class_heads import Head
    from tfexplore.index.symbols import Place

#: Bytes of bodies that are kept.
_MAX_KEPT = 16 * 1024 * 1024
#: Files whose lines are kept for that.
_MAX_READERS = 200
#: Which of several definitions of one name comes first: the core's before a copy's.
_RANKS = {"core": 0, "python": 0, "compiler": 3, "contrib": 4, "lite": 4}

_DYNAMIC = regex(
    rb"\b(?:__getattr__|__getattribute__|setattr|__dict__|(?:add|with)_metaclass(?!\(\s*abc\.ABCMeta\b))\b"
)
_REMARK = regex(rb"(?://|#\s).*")
#: How something begins in Python that has a body.
_HEAD = regex(rb"\s*(?:async\s+)?(?:def|class)\s")

#: What classes of Python are derived from whose members are those of the language.
_BUILT_IN = frozenset(dir(builtins)) | {"Enum", "ABC", "ABCMeta", "namedtuple"}


@cache
def _given_to(owner: str) -> re.Pattern[bytes]:
    """What finds the members that a class of Python is given behind its definition."""
    name = re.escape(owner.encode())
    return re.compile(rb"^(?:setattr\(\s*" + name + rb",\s*[\"']\w+|" + name + rb"\.\w+(?=\s*=[^=]))", re.M)


class _Body(Record):
    """The text of one name's definitions as classes, and the names of what they are derived from.

    Without a tree there is no text. `heads` has what the head of each definition says; `whole` is whether the bases are
    all that there are, and all in the tree;
    `open` are the definitions of which that cannot be said where messages, aliases and what a source calls so are put
    aside, which may have other members; `dynamic` is whether members may be made when the program runs.
    """

    text: bytes
    bases: tuple[str, ...]
    heads: tuple[tuple[Place, Head], ...]
    whole: bool
    open: frozenset[Place]
    dynamic: bool

    @property
    def closed(self) -> bool:
        """Whether the bases of all definitions are all that there are."""
        return bool(self.heads) and not self.open


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
        self._readers: dict[str, HeadReader] = {}

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
        texts = (_REMARK.sub(b"", text) for name in (owner, *above) if raw in (text := self._body(name).text))
        # What it asks of another object is that one's, where some other class has it.
        own = _of_itself(word) if self._known.places(word) else None
        return any(stands(word, text) and (own is None or _has_own(own, word, text)) for text in texts)

    def lacks(self, owner: str, member: str) -> bool:
        """Whether it is certain that a class has no such member: all that it is derived from is known, and none has."""
        return not self.makes_members(owner) and self.is_known(owner) and not self.has(owner, member)

    def never_names(self, owner: str, member: str) -> Location | None:
        """Where a class of the tree is whose whole text does not have a member's name; None where it may have it."""
        body = self._body(owner)
        if not body.whole or body.dynamic or not body.heads or stands(member, body.text):
            return None
        place, _ = body.heads[0]
        return Location(place.path, place.line, place.end_line)

    def makes_members(self, owner: str) -> bool:
        """Whether members of a class may be made when the program runs."""
        return any(self._body(name).dynamic for name in (owner, *self.above(owner)))

    def delegates(self, owner: str) -> bool:
        """Whether a class may pass on methods of something else, as a proxy does."""
        return any(b"__getattr" in self._body(name).text for name in (owner, *self.above(owner)))

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
            if any(name in head.bases and not head.neighbour for _, head in heads):
                return True
            found = {base for _, head in heads for base in head.bases} - seen
            seen |= found
            left += found
        return False

    def bases(self, owner: str) -> tuple[str, ...]:
        """What a class is derived from directly."""
        return self._body(owner).bases

    def bases_at(self, owner: str, path: str) -> tuple[str, ...]:
        """What the class of a name that a file defines is derived from, others of its own name included."""
        return next((head.bases for place, head in self._body(owner).heads if place.path == path), ())

    def has_base(self, owner: str, base: str, python: bool | None, apart: bool) -> bool:
        """Whether a class may be derived directly from another.

        `python` is for which language it is written in; not `apart`: one outside of `contrib` and `lite` is meant.
        """
        body = self._body(owner)
        heads = [one for one in body.heads if python is None or one[0].path.endswith(".py") is python]
        home = [one for one in heads if rank(one[0]) < _RANKS["contrib"]]
        return (
            not body.closed
            or not heads
            or any(base in head.bases for _, head in (heads if apart or not home else home))
        )

    def above(self, owner: str) -> tuple[str, ...]:
        """What a class is derived from, near and far."""
        return self._line(owner).above

    def _line(self, owner: str) -> _Line:
        if owner not in self._lines:
            above: dict[str, None] = {}
            left = [(owner, place, head) for place, head in self._body(owner).heads]
            seen = {place for _, place, _ in left}
            closed, outside = bool(left), False
            for name, place, head in left:  # which grows by what each of them is derived from
                closed = closed and place not in self._body(name).open
                for base, within in zip(head.bases, head.within, strict=True):
                    if base == name:
                        continue
                    above[base] = None
                    called, meant = self._meant(base, within, place)
                    if not meant and not (base in _BUILT_IN and place.path.endswith(".py")):
                        outside = True
                        closed = closed and base not in head.renamed
                    left += [(called, *one) for one in meant if one[0] not in seen]
                    seen.update([one[0] for one in meant])
            self._lines[owner] = _Line(tuple(above), closed, outside)
        return self._lines[owner]

    def _meant(self, base: str, within: str, place: Place) -> tuple[str, list[tuple[Place, Head]]]:
        """The definitions that a class may mean by the name of what it is derived from, and what they are called.

        A class of Python is derived from none of C++. Of several that of the module or the class is meant which stands
        before the name, or the one of the same file.
        """
        python = place.path.endswith(".py")
        heads = [one for one in self._body(base).heads if one[0].path.endswith(".py") is python]
        if python and len(heads) <= 1:
            return base, heads
        if not within:
            near = [one for one in heads if one[0].path == place.path]
        elif python:
            near = [one for one in heads if _module(one[0].path) == within]
        else:
            inner = list(self._body(f"{within}::{base}").heads)
            if inner:
                return f"{within}::{base}", inner
            near = []
        return base, near or heads

    def is_abstract(self, owner: str) -> bool:
        """Whether a class of C++ has members that those must define which are derived from it."""
        return any(head.abstract for _, head in self._body(owner).heads)

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
        heads: list[tuple[Place, Head]] = []
        whole = self._known.has_tree
        dynamic = False
        left_open: set[Place] = set()
        places = sorted(self._known.class_places(owner), key=rank)
        if any(place.path.endswith(".py") for place in places):
            # A message that is called like a class of Python has nothing that the class is derived from.
            places = [place for place in places if not place.path.endswith(".proto")]
        is_class = any(place.kind == "class" for place in places)
        for place in places:
            head = self._head(place)
            if head is None:
                continue
            if self._known.has_tree:
                lines = self._known.lines(place.path)
                body = b"\n".join(lines[place.line - 1 : max(place.end_line, body_end(lines, place))])
                texts.append(body)
                dynamic = dynamic or _DYNAMIC.search(body) is not None
                if place.path.endswith(".py"):
                    texts += _given_to(owner).findall(b"\n".join(lines))
            whole = whole and place.kind == "class"
            if not place.path.endswith(".py") and is_class and place.kind != "class" and head.local:
                continue
            left = head.open
            if place.kind == "type":
                left = left or not all(self._known.class_places(name) for name in head.bases)
            else:
                whole = whole and not head.open
            if left:
                left_open.add(place)
            heads.append((place, head))
            bases.update(dict.fromkeys([base for base in head.bases if base != owner]))
        text = b"\n".join(texts)
        return _Body(text, tuple(bases), tuple(heads), whole and bool(texts), frozenset(left_open), dynamic)

    def _head(self, place: Place) -> Head | None:
        """What the head of a class says, by the tree or else the index; None where neither has it."""
        if not self._known.has_tree:
            return self._known.heads_in(place.path).get(place.line)
        lines = self._known.lines(place.path)
        if not lines:
            return None
        if place.path not in self._readers:
            if len(self._readers) >= _MAX_READERS:
                self._readers.clear()
            self._readers[place.path] = HeadReader(place.path, lines)
        return self._readers[place.path].read(place.kind, place.line, place.end_line)


def rank(place: Place) -> int:
    """Where a definition comes among several of one name."""
    return _RANKS.get(place.path.split("/")[1], 2) if "/" in place.path else 3


def _module(path: str) -> str:
    """The name of a module, by the path of its file."""
    folder, _, name = path.rpartition("/")
    return folder.rpartition("/")[2] if name == "__init__.py" else name.removesuffix(".py")


def body_end(lines: Sequence[bytes], place: Place) -> int:
    """Where a definition of which only the first line is known ends: at the next line that closes at its margin."""
    return class_heads.body_end(lines, place.path, place.kind, place.line, place.end_line)


def is_inside_of(lines: Sequence[bytes], path: str, head: int, line: int) -> bool:
    """Whether a line is inside of what another begins in Python, of which an index need not know, as of tests."""
    if not path.endswith(".py") or _HEAD.match(lines[head - 1]) is None:
        return False
    return head <= line <= class_heads.body_end(lines, path, "function", head, head)


def _has_own(own: re.Pattern[bytes], word: str, text: bytes) -> bool:
    """Whether a text has a class's own word, which is a plain one in a docstring: there it must stand as a name."""
    if own.search(line_marks.without_comments(text, python=True)) is not None:
        return True
    named = rb"[`*.]%b\b|\b%b(?:`|\()|^\s*%b\s*:" % ((re.escape(word).encode(),) * 3)
    return re.search(named, text, re.M) is not None


def _of_itself(word: str) -> re.Pattern[bytes]:
    """A word where it stands alone or as a member of the class itself: `word`, `self.word`, `this->word`."""
    return re.compile(
        rb"(?<![\w.>])%b(?!\w)|(?:\b(?:self|cls|super\(.{0,40}\))\.|\bthis->|(?<!-)>)%b(?!\w)"
        % ((re.escape(word).encode(),) * 2)
    )
