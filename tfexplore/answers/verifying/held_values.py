"""What a tree has for the members of a name: numbers of fields and enumerators, defaults of fields and parameters.

A name may be that of a message of protocol buffers, of an enumeration, of a struct or a class, of an op, or of a Python
function. Each body is read once for a document.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.verifying.attrs import is_another
from tfexplore.answers.verifying.worked_out import Values, alike
from tfexplore.model import Location
from tfexplore.patterns import regex
from tfexplore.spec_text import value_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.verifying.page import Page

#: Definitions of a name, and lines of a body, that are read.
MAX_PLACES, MAX_LINES = 6, 600

_ENUM = regex(rb"\s*(?:typedef\s+)?enum\b|\s*class\s+\w+\([\w.]*Enum\)")
_REMARK = regex(rb"//[^\n]*|/\*.*?\*/", re.S)
_ENUMERATOR = regex(r"\s*(\w+)\s*(?:=\s*(.+?))?\s*", re.S | re.A)
_FIELD = regex(rb"^\s*[\w:][\w:<>,*& ]*[\s*&](\w+)\s*(?:=\s*([^;{}()]+)|\{([^;{}]+)\});")
_PARAMETER = regex(rb"[\s*&](\w+)\s=\s([^,(){};=]{1,40})[,)]")
#: A type by the name of its enumerator, which has no other.
_TYPE = regex(r"DT_[A-Z0-9_]+")
_OF_PYTHON = regex(rb"^\s+([A-Z][A-Z0-9_]*)\s*=\s*([^#\n]+)")


class Held(Record):
    """What a member is where it is defined; `kind` is "number", "enumerator", "attr" or "default".

    `fits` is whether the value that is said of it is that, or may be: what cannot be told fits.
    """

    kind: str
    value: str
    where: Location
    fits: bool


class _Written(Record):
    """A value as a body has it, worked out as far as that can be; empty where it cannot."""

    kind: str
    value: str
    where: Location


class HeldValues:
    """The members' values of the names of a document."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known
        self._read: dict[tuple[str, int], dict[str, _Written]] = {}

    def of(self, owner: str, name: str, value: str, told: bool) -> Iterator[Held]:
        """What the things of a name have for a member, held against a value that is said or `told` as the default."""
        number = re.fullmatch(r"-?\d{1,9}", value) is not None
        for message in self.page.messages.named(owner) if number else ():
            if name in message.numbers:
                there, line = message.numbers[name]
                yield Held("number", str(there), Location(message.path, line, line), str(there) == value)
        for op in self.known.op_defs(owner) if owner in self.known.ops else ():
            for attr in op.attr:
                # A type that stands behind an attr may be that of a kernel, unless it is told to be the default.
                of_kernels = attr.type in ("type", "list(type)") and not told
                if attr.name == name and attr.has_default and not of_kernels:
                    fits = not is_another(value, attr)
                    yield Held("attr", value_text(attr.default_value, attr.type), op.location, fits)
        for signature in self.page.functions.named(owner).found:
            if signature.parameters.get(name):
                other = signature.other(name, value)
                yield Held("default", other, signature.where, not other)
        for members in self._bodies(owner):
            if name in members:
                held = members[name]
                fits = not held.value or held.value == value or alike(value.rstrip(";"), held.value)
                yield Held(held.kind, held.value, held.where, fits)

    def lacks(self, owner: str, name: str) -> Location | None:
        """Where an enumeration or a message is that has nothing of a name; None for a name of anything else."""
        messages = self.page.messages.named(owner)
        if messages and not any(name in message.numbers for message in messages):
            first = next(iter(messages[0].numbers.values()), (0, 1))
            return Location(messages[0].path, first[1], first[1])
        if messages:
            return None
        for members in self._bodies(owner):
            if name in members or not members or any(one.kind != "enumerator" for one in members.values()):
                return None
            return next(iter(members.values())).where
        return None

    def _bodies(self, owner: str) -> Iterator[dict[str, _Written]]:
        places = [place for place in self.page.meant(owner) if place.kind in ("class", "type")]
        for place in places[:MAX_PLACES]:
            if place.path.endswith((".h", ".cc", ".py")):
                yield self._members(place.path, place.line, self.known.end(place))

    def _members(self, path: str, line: int, end: int) -> dict[str, _Written]:
        """What the enumerators, the fields or the parameters of a body are, as far as that can be told."""
        if (path, line) not in self._read:
            lines = self.known.lines(path)
            body = lines[line - 1 : min(end, line + MAX_LINES)]
            enumeration = any(_ENUM.match(text) for text in body[:2])
            if path.endswith(".py"):
                read = _of_python(path, line, body, "enumerator" if enumeration else "default")
            else:
                read = _enumerators(path, line, body) if enumeration else _fields(path, line, body, lines)
            self._read[path, line] = dict(read)
        return self._read[path, line]


def _fields(path: str, line: int, body: list[bytes], lines: list[bytes]) -> Iterator[tuple[str, _Written]]:
    """The fields that are initialized, and the parameters of the class's functions with one default."""
    values = Values(lines)
    given: dict[str, set[str]] = {}
    for number, text in enumerate(body, line):
        where = Location(path, number, number)
        for name, written in _PARAMETER.findall(text):
            value = values.of(written.decode("utf-8", "replace").strip())
            given.setdefault(name, set()).add(value)
            yield name.decode(), _Written("default", value if len(given[name]) == 1 else "", where)
    for number, name, written in initialized(body, line):
        value = values.of(written) or (written if _TYPE.fullmatch(written) else "")
        yield name, _Written("default", value, Location(path, number, number))


def initialized(body: Sequence[bytes], line: int) -> Iterator[tuple[int, str, str]]:
    """The fields to which the body of a struct gives a value: their lines, names, and the values as written."""
    for number, text in enumerate(body, line):
        found = _FIELD.match(text)
        if found is not None:
            yield number, found[1].decode(), (found[2] or found[3]).decode("utf-8", "replace").strip()


def _of_python(path: str, line: int, body: list[bytes], kind: str) -> Iterator[tuple[str, _Written]]:
    """The constants of a class."""
    for number, text in enumerate(body, line):
        found = _OF_PYTHON.match(text)
        if found is not None:
            value = Values(()).of(found[2].decode("utf-8", "replace").strip())
            yield found[1].decode(), _Written(kind, value, Location(path, number, number))


def _enumerators(path: str, line: int, body: list[bytes]) -> Iterator[tuple[str, _Written]]:
    """The values of an enumeration, each one more than the last that has none of its own."""
    text = b"\n".join(body)
    text = _REMARK.sub(lambda match: b"\n" * match[0].count(b"\n"), text)
    begin, end = text.find(b"{") + 1, text.rfind(b"}")
    at: int | None = 0
    number = line + text.count(b"\n", 0, begin)
    for part in text[begin:end].decode("utf-8", "replace").split(",") if begin else ():
        found = _ENUMERATOR.fullmatch(part)
        if found is None:
            return
        value = Values(()).of(found[2]) if found[2] else "" if at is None else str(at)
        here = number + part[: found.start(1)].count("\n")
        yield found[1], _Written("enumerator", value, Location(path, here, here))
        at = int(value, 0) + 1 if re.fullmatch(r"-?(?:0x[0-9a-fA-F]+|\d+)", value) else None
        number += part.count("\n")
