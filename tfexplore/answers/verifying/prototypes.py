"""Heads of functions of C++ as text: what is returned, the parameters, and whether two may be of one function.

Written for one another may be shorter: without namespaces, `const`, names of parameters, parameters with a default, and
with `...` for what is left out.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.verifying.listed_items import items
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Callable

#: Letters of a head.
MAX_LETTERS = 2_000

#: What is left out of a type, which says how something is passed, kept or exported.
_PLAIN = frozenset(
    [
        *("const", "volatile", "struct", "class", "enum", "typename", "static", "virtual", "inline", "explicit"),
        *("extern", "constexpr", "mutable", "friend", "override"),
    ]
)
_NUMBERS = frozenset(["unsigned", "signed", "long", "short", "int", "char", "double", "float"])
#: Types of one meaning, as they are written in several ways.
_SAME = {"int32": "int", "unsigned int": "unsigned", "uint32": "unsigned", "long long": "int64"}
#: Types of which none is another name for another.
SIZED = frozenset(["bool", "float", "double", "int", "int8", "int16", "int64", "unsigned", "uint8", "uint16", "uint64"])
_TOKEN = regex(r'"[^"]*"|[A-Za-z_]\w*|::|\.\.\.|&&|[^\s\w]|\d\w*', re.A)
_WORD = regex(r"[A-Za-z_]\w*", re.A)
_EXPORTED = regex(r"(?:TF|TFE|TFL|EIGEN|XLA|SE|PORT|ABSL|GOOGLE|LLVM)_[A-Z_]+|[A-Z]+_(?:EXPORT|INLINE)\w*", re.A)
#: A single word that is a type rather than a name: `int`, `Tensor`, `size_t`, `uint8`.
_TYPE = regex(
    r"[A-Z]\w*|\w+_t|u?int\d*|bool|char|float|double|void|string|unsigned|long|short|auto|half|bfloat16", re.A
)
#: What may stand for any type: the parameters of templates, what is deduced, what is left out.
_ANY = regex(r"[A-Z][A-Z0-9]?|T[A-Z]?\w?|auto|Args|\?*", re.A)
_ELIDED = ("...", "…", "")
_LITERAL = regex(r"true|false|nullptr|-?\d+(?:\.\d+)?|\"[^\"]*\"")
_REMARK = regex(r"/\*.{0,200}?\*/|//[^\n]*", re.S)


class Taken(Record):
    """A parameter: its type as it is written and as it is compared, its name and its default; `...` for several.

    Nothing for a type that is not written, or not read.
    """

    written: str
    type: str
    name: str
    default: str


class Prototype(Record):
    """The head of a function: its class, its name, what it returns, where that is written, and what it takes."""

    owner: str
    name: str
    returns: str
    taken: tuple[Taken, ...]

    @property
    def has_types(self) -> bool:
        """Whether all parameters are written with a type, or left out."""
        return all(one.type for one in self.taken)

    @property
    def has_names(self) -> bool:
        """Whether each parameter has more than a name, as in a declaration."""
        return all(one.written for one in self.taken)


def taken(text: str, start: int) -> tuple[list[Taken], int]:
    """The parameters behind a bracket, and where that closes; -1 where it does not."""
    found, end = items(text[: start + MAX_LETTERS], start)
    whole: list[str] = []
    for _, one in found:
        # A comma between the arguments of a template.
        if whole and _opened(whole[-1]):
            whole[-1] += ", " + one
        else:
            whole.append(one)
    return [_parameter(one) for one in whole if one != "void"], end


def _opened(text: str) -> bool:
    text = text.partition("=")[0].replace("->", "")
    return text.count("<") > text.count(">")


def _parameter(text: str) -> Taken:
    text = _REMARK.sub("", text).strip()
    if text in _ELIDED:
        return Taken("...", "...", "", "")
    declared, _, default = text.partition("=")
    tokens = _TOKEN.findall(declared)
    name = ""
    if tokens[-1:] == ["]"] and "[" in tokens:
        tokens = tokens[: tokens.index("[")]
    if "(" in tokens:  # a pointer to a function
        return Taken(" ".join(declared.split()), "", "", default.strip())
    words = [one for one in tokens if one not in _PLAIN]
    last = words[-1] if words else ""
    before = words[-2] if len(words) > 1 else ""
    named = _WORD.fullmatch(last) is not None and before not in ("", "::", "<", ",")
    if named and not (last in _NUMBERS and before in _NUMBERS):
        name = last
        tokens = tokens[: len(tokens) - 1 - tokens[::-1].index(last)]
    elif len(words) == 1 and _TYPE.fullmatch(last) is None:
        return Taken("", "", last, default.strip())
    written = " ".join(declared.split())
    shown = written[: written.rfind(name)].strip() if name else written
    return Taken(shown, plain("".join(f" {one}" for one in tokens)), name, default.strip())


def plain(type_: str) -> str:
    """A type as it is compared: `const std::vector<Tensor*>&` is `vector<Tensor>`; nothing for what is none."""
    tokens = [one for one in _TOKEN.findall(type_) if one not in _PLAIN and one not in ("*", "&", "&&")]
    tokens = [one for one in tokens if _EXPORTED.fullmatch(one) is None]
    made: list[str] = []
    for one in tokens:
        if one == "::":
            while made and made[-1] == ">":  # the arguments of what something is a member of
                at = len(made) - 1 - made[::-1].index("<")
                made = made[:at]
            if made and _WORD.fullmatch(made[-1]):
                made.pop()
        else:
            made.append(one)
    if not all(_WORD.fullmatch(one) or one in "<>,()" or one.isdigit() for one in made):
        return ""
    text = re.sub(r"(?<=\w) (?=[<>,()])|(?<=[<>,()]) (?=\w)|(?<=[<>,()]) (?=[<>,()])", "", " ".join(made))
    text = re.sub(r"(?<=\d)_t\b", "", text)
    return _SAME.get(text, text)


def alike(one: str, other: str, is_alias: Callable[[str], bool]) -> bool:
    """Whether two types, as they are compared, may be the same, or one is the other without its arguments."""
    if not one or not other or "..." in (one, other) or _ANY.fullmatch(one) or _ANY.fullmatch(other):
        return True
    names = one.partition("<")[0], other.partition("<")[0]
    if names[0] != names[1]:
        if SIZED.issuperset(names):
            return False
        return is_alias(names[0]) or is_alias(names[1])
    if one == other or "<" not in one or "<" not in other:
        return True
    parts = _arguments(one), _arguments(other)
    return len(parts[0]) != len(parts[1]) or all(alike(a, b, is_alias) for a, b in zip(*parts, strict=True))


def _arguments(type_: str) -> list[str]:
    made, depth, begun = [], 0, type_.index("<") + 1
    for at, letter in enumerate(type_):
        depth += (letter in "<(") - (letter in ">)")
        if (letter == "," and depth == 1) or (letter == ">" and depth == 0):
            made.append(type_[begun:at])
            begun = at + 1
    return made


def differences(written: Prototype, held: Prototype, is_alias: Callable[[str], bool]) -> list[str]:
    """What of a head as a document writes it is not so of one of the tree's, for the reader.

    A type that `is_alias` of another may be any.
    """
    made = []
    if written.returns and held.returns and not alike(plain(written.returns), plain(held.returns), is_alias):
        made.append(f"it returns {held.returns} there")
    cut = [at for at, one in enumerate(written.taken) if one.type == "..."]
    if cut:
        before, behind = written.taken[: cut[0]], written.taken[cut[-1] + 1 :]
        pairs = [*zip(before, held.taken, strict=False)]
        pairs += zip(behind, held.taken[max(0, len(held.taken) - len(behind)) :], strict=False)
        fewer = len(before) + len(behind) > len(held.taken)
    else:
        pairs = [*zip(written.taken, held.taken, strict=False)]
        missing = held.taken[len(written.taken) :]
        fewer = len(written.taken) > len(held.taken) or any(not one.default for one in missing)
    if fewer:
        return [*made, f"it takes {shown(held)} there"]
    types = [one.type for one in written.taken], [one.type for one in held.taken]
    if types[0] != types[1] and all(types[0]) and sorted(types[0]) == sorted(types[1]):
        return [*made, f"it takes {shown(held)} there, in this order"]
    for one, other in pairs:
        if not alike(one.type, other.type, is_alias):
            made.append(f"it has {f'{other.written} {other.name}'.strip()} there, not {one.written}")
        elif one.default and other.default and _differ(one.default, other.default):
            made.append(f"the default of {other.name} is {other.default} there")
    return made


def _differ(one: str, other: str) -> bool:
    """Whether two values are literals, and not the same."""
    return one != other and all(_LITERAL.fullmatch(value) for value in (one, other))


def shown(held: Prototype) -> str:
    """The parameters of a function for the reader."""
    return f"({', '.join([f'{one.written} {one.name}'.strip() for one in held.taken])})"
