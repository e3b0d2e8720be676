"""The DataType enum and the C++ types behind it, read from the tree that is being indexed.

`types.proto` numbers the enum, `types.h` pairs it with C++ types (`MATCH_TYPE_AND_ENUM`) and defines the compound
types of attr specs (`numbertype`), `types.cc` names the types of specs. A repository without them borrows the table of
a release.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from tfexplore._record import Record
from tfexplore.cpp.source_file import File

_ENUM = re.compile(r"\b(DT_\w+)\s*=\s*(\d{1,9})\s*;")
_MATCH = re.compile(r"\bMATCH_TYPE_AND_ENUM\s*\(\s*([^,()]+?)\s*,\s*(DT_\w+)\s*\)")
_SET = re.compile(r"\bDataTypeSet\s+(k\w+)\s*=\s*([^;]*);")
_TO_SET = re.compile(r"\bToSet\s*\(\s*(DT_\w+)\s*\)|\b(k\w+)\b")
_ALIAS = re.compile(r"((?:sp\s*==\s*\"\w+\"\s*(?:\|\|\s*)?)+)\)\s*\{?\s*\*dt\s*=\s*(DT_\w+)\s*;")
_ALIAS_NAME = re.compile(r'"(\w+)"')
_TYPEDEF = re.compile(r"\btypedef\s+([^;{}()]{1,300});|\busing\s+(\w+)\s*=\s*([^;{}()]{1,300});")
_LAST_WORD = re.compile(r"\s(\w+)\s*\Z")
_SPACE = re.compile(r"\s+")

#: The compound types of attr specs and the sets of `types.h` that they mean (`ProcessCompoundType`).
COMPOUND = {
    "numbertype": "kNumberTypes",
    "numerictype": "kNumberTypes",
    "realnumbertype": "kRealNumberTypes",
    "realnumerictype": "kRealNumberTypes",
    "quantizedtype": "kQuantizedTypes",
}


# What <cstdint> says on 64-bit Linux, which no tree holds. `long` is a type of its own there: where TensorFlow's int64
# is a `long long`, an int64_t has no DT_*, and the compiler says so too.
_FIXED_WIDTH = {
    "int8_t": "signed char", "uint8_t": "unsigned char", "int16_t": "short", "uint16_t": "unsigned short",
    "int32_t": "int", "uint32_t": "unsigned int", "int64_t": "long", "uint64_t": "unsigned long",
}  # fmt: skip


class Types(Record):
    """The type table of a release. Pairs rather than dicts: it is kept in the index."""

    enum: tuple[tuple[str, int], ...]
    spec_names: tuple[tuple[str, str], ...]
    cpp_names: tuple[tuple[str, str], ...]
    sets: tuple[tuple[str, tuple[str, ...]], ...]


def plain_type(text: str) -> str:
    """A type's name without qualifiers and extra space: `::tensorflow::int64` is `int64`."""
    text = _SPACE.sub(" ", text.strip())
    if text.endswith(">"):
        head, _, inner = text[:-1].partition("<")
        return f"{head.strip().rpartition('::')[2]}<{', '.join(plain_type(t) for t in inner.split(','))}>"
    if text.startswith(("const ", "typename ")):
        text = text.partition(" ")[2]
    return text.rpartition("::")[2].strip()


def typedef_places(text: str) -> Iterator[tuple[str, str, int]]:
    """The type names that a text defines: the new name, what it stands for, and at which offset it is defined."""
    for match in _TYPEDEF.finditer(text):
        if match.group(2):
            name, target = match.group(2), match.group(3).strip()
        else:
            last = _LAST_WORD.search(match.group(1))
            if last is None:
                continue
            name, target = last.group(1), match.group(1)[: last.start()].strip()
        if name != plain_type(target):
            yield name, target, match.start()


def typedefs(text: str) -> dict[str, str]:
    """The type names that a text defines, of each the first definition: new name -> what it stands for."""
    found: dict[str, str] = {}
    for name, target, _ in typedef_places(text):
        found.setdefault(name, target)
    return found


def read_types(proto: str, header: File, source: str, more_headers: tuple[str, ...]) -> Types:
    """The table from `types.proto`, `types.h` as this build compiles it, `types.cc` and headers with typedefs."""
    enum = {name: int(number) for name, number in _ENUM.findall(proto) if not name.endswith("_REF")}
    order = sorted(enum, key=lambda name: enum[name])
    names = {name[3:].lower(): name for name in order}
    for group, target in _ALIAS.findall(source):
        for alias in _ALIAS_NAME.findall(group):
            if not target.endswith("_REF"):
                names[alias] = target
    cpp: dict[str, str] = {}
    aliases: dict[str, str] = {}
    for text in (header.code, *more_headers):
        aliases.update(typedefs(text))
    for cpp_type, target in _MATCH.findall(header.code):
        name = plain_type(cpp_type)
        for _ in range(8):
            cpp.setdefault(name, target)
            if name not in aliases:
                break
            name = plain_type(aliases[name])
    # `typedef std::complex<float> complex64` makes both names one type; so does every other alias of a known type.
    for alias in aliases:
        end = alias
        for _ in range(8):
            if end in cpp:
                cpp.setdefault(alias, cpp[end])
                break
            if end not in aliases:
                break
            end = plain_type(aliases[end])
    for alias, target in _FIXED_WIDTH.items():
        if target in cpp:
            cpp.setdefault(alias, cpp[target])
    raw = dict(_SET.findall(header.code))
    sets = {name: _members(name, raw, 0) for name in raw}
    return Types(
        tuple((n, enum[n]) for n in order),
        tuple(sorted(names.items())),
        tuple(sorted(cpp.items())),
        tuple((n, tuple(t for t in order if t in members)) for n, members in sorted(sets.items())),
    )


def _members(name: str, raw: Mapping[str, str], depth: int) -> set[str]:
    found: set[str] = set()
    for single, other in _TO_SET.findall(raw.get(name, "")):
        if single:
            found.add(single)
        elif depth < 8:
            found |= _members(other, raw, depth + 1)
    return found
