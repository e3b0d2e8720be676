"""The messages and enumerations of `.proto` files with the numbers of their fields and values; a file is read once."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfexplore.answers.known import Known

#: What a file is made of: remarks and texts, what has a name and a body, brackets, and what has a number.
_PARTS = regex(
    r"//[^\n]*|/\*.*?\*/|\"(?:[^\"\\\n]|\\.)*\"|\b(message|enum)\s+(\w+)\s*\{|([{}])|\b([A-Za-z_]\w*)\s*=\s*(-?\d{1,9})\s*(?=[;\[])",
    re.S | re.A,
)


class Message(Record):
    """A message or an enumeration: its name, and of each of its names the number with its line."""

    name: str
    path: str
    numbers: dict[str, tuple[int, int]]


class Messages:
    """The messages of a tree."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self._read: dict[str, list[Message]] = {}

    def of(self, path: str) -> Sequence[Message]:
        """The messages and enumerations of a file, those in others as well."""
        if path not in self._read:
            self._read[path] = _messages(self._known.read(path) or b"", path)
        return self._read[path]

    def named(self, name: str) -> list[Message]:
        """The messages of a name, in every file that defines one."""
        places = [place for place in self._known.class_places(name) if place.path.endswith(".proto")]
        paths = dict.fromkeys(place.path for place in places)
        return [message for path in paths for message in self.of(path) if message.name == name]


def _messages(data: bytes, path: str) -> list[Message]:
    """The messages and enumerations of a file."""
    text = data.decode("utf-8", "replace")
    made: list[Message] = []
    around: list[Message] = []  # what is open; a part of a message that has no name of its own is the message
    line, at = 1, 0
    for part in _PARTS.finditer(text):
        line, at = line + text.count("\n", at, part.start()), part.start()
        if part[2]:
            made.append(Message(part[2], path, {}))
            around.append(made[-1])
        elif part[3] == "{":
            around.append(around[-1] if around else Message("", path, {}))
        elif part[3] and around:
            around.pop()
        elif part[4] and around:
            around[-1].numbers[part[4]] = int(part[5]), line
    return made
