"""`core/api_def/**/*.pbtxt`: under which names an op is shown to a language.

::

    op {
      graph_op_name: "Acos"
      endpoint { name: "math.acos" }
      endpoint { name: "acos" deprecation_version: 2 }
    }

Only the fields that decide names, order and visibility are kept, never a description.
"""

from __future__ import annotations

import re

from tfexplore._record import Record
from tfexplore.model import Location

#: More nesting than any message of api_def.proto has.
_MAX_DEPTH = 30
_TOKEN = re.compile(rb'[A-Za-z_][\w.]*|[{}:<>\[\],;]|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|#[^\n]*|[-+.\w]+')
_HEREDOC = re.compile(rb"<<(\w+)[ \t]*\n(?:.*?\n)??[ \t]*\1[ \t]*(?=\n|\Z)", re.DOTALL)
_NOT_NEWLINE = re.compile(rb"[^\n]")

#: A message: field names with their values, in order.
_Message = list[tuple[str, "str | _Message"]]


class ApiEndpoint(Record):
    """One public name of an op; `line` is where the file gives it."""

    name: str
    deprecated: bool
    deprecation_version: int
    line: int


class ApiDef(Record):
    """What one file says of one op. `visibility` is empty where it is not said; `renames` are (from, to)."""

    op: str
    visibility: str
    endpoints: tuple[ApiEndpoint, ...]
    deprecation_version: int
    deprecation_message: bool
    arg_order: tuple[str, ...]
    renames: tuple[tuple[str, str], ...]
    attr_renames: tuple[tuple[str, str], ...]
    attr_defaults: tuple[str, ...]
    location: Location


def read_file(path: str, data: bytes) -> tuple[ApiDef, ...]:
    """The ops of one file; text that is no `ApiDefs` message yields what can be read before it."""
    data = data.replace(b"\r\n", b"\n")
    if b"<<" in data:
        data = _HEREDOC.sub(lambda found: b'""' + _NOT_NEWLINE.sub(b" ", found.group()[2:]), data)
    reader = _Reader(data)
    found = []
    for name, value in reader.message(0):
        if name == "op" and isinstance(value, list):
            found.append(_api_def(path, value, reader))
    return tuple(api_def for api_def in found if api_def.op)


class _Reader:
    """Protobuf text format, as far as these files use it."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.tokens = [found for found in _TOKEN.finditer(data) if not found.group().startswith(b"#")]
        self.at = 0
        self.lines: dict[int, int] = {}

    def message(self, depth: int) -> _Message:
        fields: _Message = []
        start = self.at
        while self.at < len(self.tokens):
            text = self._next()
            if text in ("}", ">"):
                break
            if text in (",", ";") or not text[:1].isidentifier():
                continue
            name = text
            if self._peek() == ":":
                self._next()
            if self._peek() in ("{", "<"):
                self._next()
                if depth >= _MAX_DEPTH:
                    return fields
                where = self.at
                value = self.message(depth + 1)
                self.lines[id(value)] = where
                fields.append((name, value))
            elif self._peek() == "[":
                self._next()
                while self.at < len(self.tokens) and (item := self._next()) != "]":
                    if item != ",":
                        fields.append((name, _unquote(item)))
            elif self.at < len(self.tokens):
                fields.append((name, _unquote(self._next())))
        self.lines[id(fields)] = start
        return fields

    def line(self, message: _Message) -> int:
        """The line of the first token inside a message's braces."""
        at = min(self.lines.get(id(message), 0), len(self.tokens) - 1)
        return self.data.count(b"\n", 0, self.tokens[at].start()) + 1

    def _peek(self) -> str:
        return self.tokens[self.at].group().decode("utf-8", "replace") if self.at < len(self.tokens) else ""

    def _next(self) -> str:
        token = self.tokens[self.at].group().decode("utf-8", "replace")
        self.at += 1
        return token


def _api_def(path: str, message: _Message, reader: _Reader) -> ApiDef:
    endpoints = []
    renames = []
    attr_renames = []
    attr_defaults = []
    for name, value in message:
        if not isinstance(value, list):
            continue
        fields = {key: item for key, item in value if isinstance(item, str)}
        if name == "endpoint":
            endpoints.append(
                ApiEndpoint(
                    fields.get("name", ""),
                    fields.get("deprecated") == "true",
                    _number(fields.get("deprecation_version")),
                    reader.line(value),
                )
            )
        elif name == "in_arg" and fields.get("rename_to"):
            renames.append((fields.get("name", ""), fields["rename_to"]))
        elif name == "attr":
            if fields.get("rename_to"):
                attr_renames.append((fields.get("name", ""), fields["rename_to"]))
            if any(key == "default_value" for key, _ in value):
                attr_defaults.append(fields.get("name", ""))
    single = {key: item for key, item in message if isinstance(item, str)}
    return ApiDef(
        single.get("graph_op_name", ""),
        single.get("visibility", ""),
        tuple(endpoints),
        _number(single.get("deprecation_version")),
        bool(single.get("deprecation_message")),
        tuple(item for key, item in message if key == "arg_order" and isinstance(item, str)),
        tuple(renames),
        tuple(attr_renames),
        tuple(attr_defaults),
        Location(path, 1, max(1, reader.data.count(b"\n"))),
    )


def _number(text: str | None) -> int:
    return int(text) if text is not None and text.isdigit() and len(text) < 10 else 0


def _unquote(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] in "\"'" and text[-1] == text[0] else text
