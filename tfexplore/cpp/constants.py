"""Constants, functions that only return, and type names: what a text defines that expressions can name."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import blake2b

from tfexplore._record import Record
from tfexplore.cpp.scopes import NO_SCOPES, Path, Scopes
from tfexplore.cpp.types import typedef_places

#: The table of classes, of which one asks what they are derived from.
CLASSES = "classes"
# Both are matched on the text without literals, where a string is blanks: white space may be the value.
_CONSTANT = re.compile(r"\b(?:const|constexpr|DataType)\b([^;{}()=]{0,300})(?:=|(?=\{))([^;]{0,8000});")
_EXTERN = re.compile(r"\bextern\s+const\b([^;{}()=]{0,300});")
#: The name at the end of a declaration, and the classes that it is qualified with.
_DECLARED = re.compile(r"((?:(?:\b[A-Za-z_]\w*|>)\s*::\s*)*)\b([A-Za-z_]\w*)\s*(?:\[[^\[\]]*\]\s*)?\Z")
_FUNCTION = re.compile(
    r"\b(?:string|char\s*\*\s*(?:const\s+)?|DataTypeVector|DataTypeSet|DataType|StringPiece|string_view|DataType\s*>)&?\s+"
    r"([A-Za-z_]\w*)\s*\(([^()]{0,1000})\)\s*\{\s*return\b([^;]{0,8000});\s*\}"
)


class Defined(Record):
    """One definition: the scope that it stands in, and what it says, unparsed.

    That is a constant's initialiser, a type, or of a function the parameters and the expression that it returns.
    `under` is the condition that it stands under, where a build decides which is not here.
    """

    scope: Path
    value: str | tuple[str, str]
    under: str = ""


class Definitions(Record):
    """What a text defines that expressions can name, in order; `shape` is the text without literals."""

    constants: dict[str, list[Defined]]
    externs: frozenset[str]
    functions: dict[str, list[Defined]]
    types: dict[str, list[Defined]]
    scopes: Scopes = NO_SCOPES
    shape: str = ""

    def first_constants(self) -> dict[str, str]:
        """The constants, of each name the first."""
        return {name: str(found[0].value) for name, found in self.constants.items()}


def read_definitions(code: str, shape: str, scopes: Scopes, under: Callable[[int], str] | None = None) -> Definitions:
    """The constants, functions that only return, and type names of a text (`shape`: the same without literals).

    `under` tells of an offset which undecided conditions it stands under.
    """
    constants: dict[str, list[Defined]] = {}

    def add(table: dict[str, list[Defined]], name: str, scope: Path, value: str | tuple[str, str], offset: int) -> None:
        one = Defined(scope, value) if under is None else Defined(scope, value, under(offset))
        table.setdefault(name, []).append(one)

    for match in _CONSTANT.finditer(shape):
        name = _DECLARED.search(match.group(1))
        if name:
            scope = (*scopes.at(match.start()), *_qualifiers(name.group(1)))
            add(constants, name.group(2), scope, code[match.start(2) : match.end(2)], match.start(2))
    functions: dict[str, list[Defined]] = {}
    if "return" in shape:
        for match in _FUNCTION.finditer(shape):
            said = (match.group(2), code[match.start(3) : match.end(3)])
            add(functions, match.group(1), scopes.at(match.start()), said, match.start(1))
    types: dict[str, list[Defined]] = {}
    if "typedef" in shape or "using" in shape:
        for new, target, offset in typedef_places(shape):
            add(types, new, scopes.at(offset), target, offset)
    declared = map(_DECLARED.search, _EXTERN.findall(shape)) if "extern" in shape else ()
    externs = frozenset(name.group(2) for name in declared if name)
    return Definitions(constants, externs, functions, types, scopes, shape)


def _qualifiers(text: str) -> Path:
    """`A::B::` as scopes."""
    return tuple(text.replace(" ", "").split("::")[:-1])


def literal(value: str) -> str:
    """A value as the literal that has it."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def said(definitions: Definitions, table: str, name: str) -> str:
    """All that a file says of a name; empty where that is nothing."""
    scopes = definitions.scopes
    aliases = [(path, target) for (path, alias), target in scopes.aliases.items() if alias == name]
    if table != CLASSES:
        found = getattr(definitions, table).get(name, ())
        return repr((found, aliases)) if found or (aliases and table != "types") else ""
    classes = [
        (path, one.bases, " ".join(definitions.shape[one.start : one.end].split()))
        for path, one in scopes.classes.items()
        if path[-1] == name
    ]
    return blake2b(repr((classes, aliases)).encode(), digest_size=8).hexdigest() if classes or aliases else ""
