"""The parameters of Python functions: the heads of their definitions are read where there is a tree, never run."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying.listed_items import items
from tfexplore.answers.verifying.spelling import COMPATIBLE, endpoint_name, inside_of, parts_of
from tfexplore.answers.verifying.values import LITERALS, differ, kind_of
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.index.symbols import Place
    from tfexplore.model import AttrDef, KerasEndpoint

#: Lines and letters of a definition's head that are read.
MAX_LINES = 120
MAX_LETTERS = 12_000
#: Definitions of one name that are read: a name that more of them have says too little.
MAX_DEFINITIONS = 24
#: How far above a class its bases are followed for where it is initialized.
MAX_ABOVE = 8

_DEF = regex(r"\s*(?:async\s+)?def\s+\w+\s*\(")
_CLASS = regex(r"\s*class\s+(\w+)")
#: A constant of a module, as a default.
_CONSTANT = regex(r"_?[A-Z][A-Z0-9_]+", re.A)
_ALIAS = regex(r"\s*(\w+)\s*=\s*[\w.]+\.\1\s*(?:#|$)")
#: Decorators that leave the parameters as they are.
_HARMLESS = regex(
    r"@[\w.]*(?:export|deprecat|abstract|staticmethod|classmethod|property|contextmanager|dispatch|autograph|no_automatic|"
    r"trackable|checkpoint|setter|Gradient|RegisterStatistics|cache|name_scope|shape_type_conversion|doc_controls)\w*",
    re.I,
)
_PARAMETER = regex(
    r"(?P<stars>\*{0,2})\s*(?P<name>[A-Za-z_]\w*)\s*(?::[^=]*)?(?:=\s*(?P<default>.*\S))?\s*", re.S | re.A
)


class Parameter(Record):
    """A parameter as it is written: its name, its default (empty without one) and where it begins in the text."""

    name: str
    default: str
    stars: str
    at: int


class Signature(Record):
    """The parameters of a function in their order, without `self`, and where the function is.

    `takes_others`: it may be called with keywords that are not among them, perhaps because it `is_changed` by a
    decorator that nobody knows; `constants` are the values of the defaults that are constants of its module.
    """

    where: Location
    parameters: dict[str, str]
    takes_others: bool
    constants: dict[str, str]
    is_changed: bool = False

    def other(self, name: str, value: str) -> str:
        """The default of a parameter, where it is certainly another than a value; else nothing."""
        held = self.parameters[name]
        constant = self.constants.get(name, "")
        if held and differ(value, held):
            return held
        named = kind_of(value) in ("name", "")
        return f"{held}, which is {constant}," if constant and not named and differ(value, constant) else ""


def parameters(found: list[tuple[int, str]]) -> list[Parameter] | None:
    """What stands between commas as parameters; None where one of them is none."""
    made = []
    for at, text in found:
        if text in ("*", "/"):
            continue
        match = _PARAMETER.fullmatch(text)
        if match is None:
            return None
        made.append(Parameter(match["name"], match["default"] or "", match["stars"], at + match.start("name")))
    return made


class Meant(Record):
    """The signatures of all that a name may mean, and the files of what may be meant and has none that is known."""

    found: tuple[Signature, ...]
    unknown: frozenset[str]


class Functions:
    """The signatures of the functions, methods and classes that a document names."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known
        self._read: dict[tuple[str, int], Signature | None] = {}
        self._named: dict[str, Meant] = {}

    def named(self, target: str) -> Meant:
        """The signatures of all that a name may mean."""
        if target not in self._named:
            self._named[target] = self._all(target)
        return self._named[target]

    def _all(self, target: str) -> Meant:
        whole = endpoint_name(target)
        if whole not in self.known.endpoints and COMPATIBLE.match(whole):
            target = COMPATIBLE.sub("tf", whole)  # by either version's name it is one function
        parts = parts_of(target)
        generated = self._generated(target)
        if generated and len(parts) > 1:
            return Meant(tuple(generated), frozenset())
        # A name alone may be that of any class's method.
        places = self.page.meant(target) if len(parts) > 1 else self.known.places(target)
        owner = parts[-2] if len(parts) > 1 else parts[-1]  # a class of the author's may have a method of the same name
        if owner in self.page.own or len(places) > MAX_DEFINITIONS:
            return Meant((), frozenset())
        if not places and len(parts) > 1 and self.known.has_tree:
            places = self._from_above(parts[-2], parts[-1])
        unknown = {place.path for place in places}
        made: list[Signature] = []
        for one in self._delegated(target, unknown):
            listed = parameters(items(one.signature, 1)[0])
            if listed is not None and one.signature:
                made.append(_signature(one.declared, listed))
                unknown -= {one.declared.path, one.implemented.path}
        made += generated
        for place in places if self.known.has_tree else ():
            found = self._of(place.path, place.line, place.name) if place.path.endswith(".py") else None
            made += found or []
            unknown -= {place.path} if found is not None else set()
        if len(parts) == 1:
            unknown |= {path for path in {one.where.path for one in made} if self.has_unlisted(path, target)}
        return Meant(tuple(made), frozenset(unknown))

    def begun_at(self, one: Citation) -> list[Signature]:
        """The signatures of what begins at a cited line, or the first of some, which the document need not name."""
        if not self.known.has_tree:
            return []
        found: list[Signature] = []
        for path in self.page.files_meant(one)[:1]:
            begun = [each for each in self.known.inside(path) if each.location.line == one.start]
            for each in begun if path.endswith(".py") else ():
                found += self._of(path, one.start, each.name) or []
        return found

    def of_classes(self, name: str) -> list[Signature]:
        """The signatures of the classes of a name, which the document need not have."""
        places = [place for place in self.known.class_places(name) if place.path.endswith(".py")]
        found = [self._of(place.path, place.line, place.name) for place in places[:MAX_DEFINITIONS]]
        return [one for each in found for one in each or ()]

    def of_members(self, owner: str) -> Iterator[Signature]:
        """The signatures of the methods of a class and of those that it is derived from; none without a tree."""
        for each in (owner, *self.page.classes.above(owner)) if self.known.has_tree else ():
            for place in self.known.class_places(each):
                for symbol in self.known.inside(place.path) if place.path.endswith(".py") else ():
                    if symbol.name.startswith(f"{each}.") and symbol.kind == "method":
                        yield from self._of(place.path, symbol.location.line, symbol.name) or ()

    def may_take(self, function: str, name: str, found: Collection[Signature]) -> bool:
        """Whether a function or a class may be called with a keyword, which it has or has as one of any.

        A function hands those on to others. The ones of a class are for those that it is derived from, and so stand as
        words in its file or theirs; without a tree they may be any.
        """
        if any(name in each.parameters or each.is_changed for each in found):
            return True
        if not any(each.takes_others for each in found):
            return False
        last = parts_of(endpoint_name(function))[-1]
        if not self.known.class_places(last):
            return True
        above = [place for base in self.page.classes.above(last) for place in self.known.class_places(base)]
        paths = {each.where.path for each in found} | {place.path for place in above}
        return not self.known.has_tree or any(stands(name, self.known.read(path) or b"") for path in paths)

    def has_unlisted(self, path: str, name: str) -> bool:
        """Whether a file defines functions of a name that the index does not have: within others, in tests."""
        data = (self.known.read(path) or b"") if path.endswith(".py") else b""
        defined = len(re.findall(rb"\bdef\s+" + name.encode() + rb"\s*\(", data))
        return defined > 0 and defined > len([s for s in self.known.inside(path) if s.name.rpartition(".")[2] == name])

    def _from_above(self, owner: str, member: str) -> list[Place]:
        """Where a member of a class is defined, its own or one of a class that it is derived from."""
        for name in (owner, *self.page.classes.above(owner)):
            found = inside_of(self.known.places(member), name)
            if found:
                return found
        return []

    def _generated(self, target: str) -> list[Signature]:
        """The signatures of the functions that are generated for ops and that a name means; no file has these."""
        whole = endpoint_name(target)
        parts = parts_of(whole)
        named = self.known.generated_functions
        inside = parts[-2:-1]  # as `gen_nn_ops.conv2d` is, and no public name
        made = []
        for one in named.get(whole) or named.get(parts[-1]) or []:
            if whole not in named and inside and one.module.rpartition(".")[2] != inside[0]:
                continue
            for op in self.known.op_defs(one.op):
                defaults = {attr.name: _as_python(attr) for attr in op.attr if attr.has_default}
                taken = {name: "None" if name == "name" else defaults.get(name, "") for name in one.args}
                made.append(Signature(op.location, taken, False, {}))
        return made

    def _delegated(self, target: str, paths: Collection[str]) -> list[KerasEndpoint]:
        """The public names of Keras that a name in some files may be, of which the index has the signatures."""
        whole = endpoint_name(target)
        parts = parts_of(whole)
        name = parts[-2] if parts[-1] == "__init__" and len(parts) > 1 else parts[-1]
        return [
            one
            for one in self.known.keras
            if one.endpoint == whole
            or (len(parts) < 3 and one.endpoint.rpartition(".")[2] == name and one.declared.path in paths)
        ]

    def _of(self, path: str, line: int, name: str) -> list[Signature] | None:
        """The signatures of what is defined at a line; None where that cannot be told."""
        lines = self.known.lines(path)
        at, head = line, ""
        for at in range(line, min(len(lines), line + MAX_LINES) + 1):
            head = lines[at - 1].decode("utf-8", "replace")
            decorated = lines[line - 1].lstrip().startswith(b"@")
            if not decorated or _DEF.match(head) or _CLASS.match(head):
                break
        if _DEF.match(head):
            found = self._defined(path, at)
            return [found] if found is not None else None
        if _ALIAS.match(head):
            return []  # what another module has under this name
        match = _CLASS.match(head)
        return self._initialized(path, name or match[1], 0) if match is not None else None

    def _initialized(self, path: str, name: str, depth: int) -> list[Signature] | None:
        """The signatures by which a class is initialized, its own or those of the classes that it is derived from."""
        for symbol in self.known.inside(path):
            if symbol.name in (f"{name}.__init__", f"{name}.__new__"):
                found = self._defined(path, symbol.location.line)
                return [found] if found is not None else None
        made: list[Signature] = []
        last = name.rpartition(".")[2]
        bases = self.page.classes.bases_at(last, path) or self.page.classes.bases(last)
        for base in bases if depth < MAX_ABOVE else ():
            places = [one for one in self.known.class_places(base) if one.path.endswith(".py")]
            places = [one for one in places if base != last or one.path != path]
            for place in places[:MAX_DEFINITIONS]:
                made += self._initialized(place.path, base, depth + 1) or []
        return made or None

    def _defined(self, path: str, line: int) -> Signature | None:
        """The signature of the function that is defined at a line."""
        if (path, line) not in self._read:
            self._read[path, line] = self._parsed(path, line)
        return self._read[path, line]

    def _parsed(self, path: str, line: int) -> Signature | None:
        lines = self.known.lines(path)[line - 1 : line - 1 + MAX_LINES]
        text = b"\n".join(lines).decode("utf-8", "replace")[:MAX_LETTERS]
        begun = _DEF.match(text)
        found, end = items(text, begun.end()) if begun is not None else ([], -1)
        made = parameters(found) if end >= 0 else None
        if made is None:
            return None
        changed = any(not _HARMLESS.match(one) for one in self._decorators(path, line))
        return _signature(Location(path, line, line), made, changed, self._constants(path, made))

    def _constants(self, path: str, made: list[Parameter]) -> dict[str, str]:
        """The values of the defaults that are constants of their module, by the parameter."""
        found: dict[str, str] = {}
        for one in made:
            if not _CONSTANT.fullmatch(one.default):
                continue
            assigned = re.compile(rb"^[ \t]*%b[ \t]*=(?!=)[ \t]*(.*?)[ \t]*(?:#.*)?$" % one.default.encode(), re.M)
            values = [value.decode("utf-8", "replace") for value in assigned.findall(self.known.read(path) or b"")]
            if len(values) == 1 and kind_of(values[0]) in LITERALS:
                found[one.name] = values[0]
        return found

    def _decorators(self, path: str, line: int) -> Iterator[str]:
        """The lines with decorators above a definition."""
        lines = self.known.lines(path)
        for number in range(line - 1, max(0, line - MAX_LINES), -1):
            text = lines[number - 1].decode("utf-8", "replace").strip()
            if not text or text.startswith("#") or _DEF.match(text) or _CLASS.match(text):
                break
            if text.startswith("@"):
                yield text


def _as_python(attr: AttrDef) -> str:
    """The default of an attr as a generated function has it; an expression where that is not plain."""
    value = attr.default_value
    if attr.type in ("int", "float", "bool"):
        return repr(value)
    return repr(value) if attr.type == "string" else f"({attr.type})"


def _signature(
    where: Location, found: list[Parameter], changed: bool = False, constants: dict[str, str] | None = None
) -> Signature:  # fmt: skip
    named = {one.name: one.default for one in found if not one.stars}
    if found and found[0].name in ("self", "cls", "_cls") and not found[0].stars:
        named.pop(found[0].name)
    return Signature(where, named, changed or any(one.stars for one in found), constants or {}, changed)
