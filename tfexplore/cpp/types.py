"""The DataType enum and the C++ types behind it, read from the tree that is being indexed.

`types.proto` numbers the enum, `types.h` pairs it with C++ types (`MATCH_TYPE_AND_ENUM`, `DataTypeToEnum`) and defines
the compound types of attr specs (`numbertype`), which up to 1.5 `types.cc` has as functions; that names the types of
specs as well. `op_def_util.cc` says what an op may be called. A repository without them borrows the table of a release.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from tfexplore._record import Record
from tfexplore.cpp.source_file import File

_ENUM = re.compile(r"\b(DT_\w+)\s*=\s*(\d{1,9})\s*;")
_MATCH = re.compile(r"\bMATCH_TYPE_AND_ENUM\s*\(\s*([^,()]+?)\s*,\s*(DT_\w+)\s*\)")
_SET = re.compile(r"\bDataTypeSet\s+(k\w+)\s*=\s*([^;]*);")
#: The same before there were sets: `DataTypeVector NumberTypes() { return {DT_FLOAT, DT_HALF}; }`.
_VECTOR = re.compile(r"\bDataTypeVector\s+(\w+)\s*\(\s*\)\s*\{\s*return\s*\{([^{}]{0,8000})\}\s*;\s*\}")
#: A type's number where no macro pairs them: `struct DataTypeToEnum<long> {`, and what its `value` is.
_SPECIALISED = re.compile(r"\bstruct\s+DataTypeToEnum\s*<\s*(\w[\w:\s]{0,100}?)\s*>\s*\{")
_ITS_VALUE = re.compile(
    r"\bvalue\s*=\s*(?:sizeof\s*\(([\w\s]{1,40})\)\s*==\s*(\d)\s*\?\s*(DT_\w+)\s*:\s*)?(DT_\w+)\s*;"
)
#: Letters in which such a struct says its value.
_MAX_STRUCT = 600
#: What an op's name is held against: `Scanner(op_def.name()).One(...)`, or a function that does so with a loop.
_NAMED = re.compile(r"\bScanner\s*\(\s*op_def\.name\(\)\s*\)")
_NAMED_BY = re.compile(r"\b(\w+)\s*\(\s*op_def\.name\(\)\s*\)\s*,")
_SCANNED = re.compile(r"(\bwhile\b)|\.\s*(One|Any|Many|Eos)\s*\(\s*(?:Scanner::(\w+))?\s*\)")
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
FIXED_WIDTH = {
    "int8_t": "signed char", "uint8_t": "unsigned char", "int16_t": "short", "uint16_t": "unsigned short",
    "int32_t": "int", "uint32_t": "unsigned int", "int64_t": "long", "uint64_t": "unsigned long",
}  # fmt: skip


#: Other names that the headers of 64-bit Linux have for integers (<sys/types.h>), which no tree holds either.
SYSTEM_NAMES = {
    "ushort": "unsigned short", "uint": "unsigned int", "ulong": "unsigned long", "u_char": "unsigned char",
    "u_short": "unsigned short", "u_int": "unsigned int", "u_long": "unsigned long", "u_int8_t": "unsigned char",
    "u_int16_t": "unsigned short", "u_int32_t": "unsigned int", "u_int64_t": "unsigned long",
}  # fmt: skip
#: How many bytes those have that types are chosen by.
_SIZES = {"short": 2, "int": 4, "long": 8, "long long": 8}

#: What a name of `Scanner::` stands for.
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_DIGITS = "0123456789"
SCANNED = {
    "UPPERLETTER": frozenset(_LETTERS.upper()),
    "LOWERLETTER": frozenset(_LETTERS),
    "LETTER": frozenset(_LETTERS + _LETTERS.upper()),
    "DIGIT": frozenset(_DIGITS),
    "LETTER_DIGIT": frozenset(_LETTERS + _LETTERS.upper() + _DIGITS),
    "LETTER_DIGIT_UNDERSCORE": frozenset(_LETTERS + _LETTERS.upper() + _DIGITS + "_"),
    "RANGLE": frozenset(">"),
}
#: Stands before the steps that are taken again and again until nothing is left.
AGAIN = "again"
#: How most releases read a name.
CAMEL_CASE = ("One UPPERLETTER", "Any LETTER_DIGIT_UNDERSCORE")


class Types(Record):
    """The type table of a release. Pairs rather than dicts: it is kept in the index.

    `op_names` are the steps in which an op's name is read (`"One UPPERLETTER"`); empty where they are `CAMEL_CASE`, or
    no source tells them.
    """

    enum: tuple[tuple[str, int], ...]
    spec_names: tuple[tuple[str, str], ...]
    cpp_names: tuple[tuple[str, str], ...]
    sets: tuple[tuple[str, tuple[str, ...]], ...]
    op_names: tuple[str, ...] = ()


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


def lacks_sets(header: File) -> bool:
    """Whether `types.h` does not say which types the compound ones are."""
    return not {*COMPOUND.values()} <= {name for name, _ in _SET.findall(header.code)}


def read_types(
    proto: str, header: File, source: str, more_headers: tuple[str, ...], functions: File | None = None,
    op_names: tuple[str, ...] = (),
) -> Types:  # fmt: skip
    """The table from `types.proto`, `types.h` as this build compiles it, `types.cc` and headers with typedefs.

    `functions` is `types.cc` as this build compiles it, where the header `lacks_sets`.
    """
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
    for name, target in _specialised(header.code):
        cpp.setdefault(name, target)
    for alias, target in FIXED_WIDTH.items():
        # `typedef std::int64_t int64` is no name that the tree tells more of.
        if target in cpp and alias not in aliases:
            cpp.setdefault(alias, cpp[target])
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
    for alias, target in FIXED_WIDTH.items():
        if target in cpp:
            cpp.setdefault(alias, cpp[target])
    raw = dict(_SET.findall(header.code))
    sets = {}
    for name in raw:
        members = _members(name, raw, 0)
        sets[name] = tuple(t for t in order if t in members)
    for name, listed in _vectors(functions.code if functions is not None else "", enum).items():
        sets.setdefault(f"k{name}", listed)
    return Types(
        tuple((n, enum[n]) for n in order),
        tuple(sorted(names.items())),
        tuple(sorted(cpp.items())),
        tuple(sorted(sets.items())),
        op_names,
    )


def _specialised(code: str) -> Iterator[tuple[str, str]]:
    """The types whose numbers are said without a macro."""
    for match in _SPECIALISED.finditer(code):
        value = _ITS_VALUE.search(code, match.end(), match.end() + _MAX_STRUCT)
        following = code.find("};", match.end(), match.end() + _MAX_STRUCT)
        if value is None or not 0 <= value.start() < following:
            continue
        measured, size, first, other = value.groups()
        if first is not None:
            bytes_ = _SIZES.get(plain_type(measured.removeprefix("unsigned ")))
            if bytes_ is None:
                continue
            other = first if bytes_ == int(size) else other
        yield plain_type(match.group(1)), other


def _vectors(code: str, enum: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """The lists of types that functions return, in the order in which they are written; none that is there twice."""
    found: dict[str, tuple[str, ...] | None] = {}
    for name, body in _VECTOR.findall(code):
        listed = tuple(part.strip() for part in body.split(",") if part.strip())
        found[name] = listed if name not in found and all(part in enum for part in listed) else None
    return {name: listed for name, listed in found.items() if listed}


def read_op_names(code: str) -> tuple[str, ...]:
    """The steps in which `ValidateOpDef` reads a name, from the text of `op_def_util.cc` (`Types.op_names`).

    ::

        Scanner(op_def.name()).One(Scanner::UPPERLETTER).Any(Scanner::LETTER_DIGIT).Eos()
                               ^^^^^^^^^^^^^^^^^^^^^^^^^ ^^^^^^^^^^^^^^^^^^^^^^^^^^
    """
    direct = _NAMED.search(code)
    start = direct.end() if direct is not None else -1
    if direct is None:
        for called in _NAMED_BY.finditer(code):
            head = re.search(rf"\bbool\s+{called.group(1)}\s*\([^()]*\)\s*\{{", code)
            if head is not None:
                start = head.end()
                break
    end = code.find(";" if direct is not None else "\n}", start)
    if start < 0 or end < 0:
        return ()
    steps: list[str] = []
    for loop, method, kind in _SCANNED.findall(code, start, end):
        if loop:
            steps.append(AGAIN)
        elif method in ("One", "Any") and kind in SCANNED:
            steps.append(f"{method} {kind}")
        elif method != "Eos":
            return ()
    return tuple(steps) if is_name_rule(steps) and tuple(steps) != CAMEL_CASE else ()


def is_name_rule(steps: Sequence[str]) -> bool:
    """Whether these are steps to read a name in, the first of them and the first of the repeated ones one letter."""
    known = {f"{method} {kind}" for method in ("One", "Any") for kind in SCANNED}
    again = steps.index(AGAIN) if AGAIN in steps else len(steps)
    parts = (steps[:again], steps[again + 1 :])
    return bool(steps) and len(steps) < 20 and all(not p or p[0].startswith("One") for p in parts) and {
        step for part in parts for step in part
    } <= known  # fmt: skip


def is_op_name(name: str, steps: tuple[str, ...]) -> bool:
    """Whether the registry takes a name, which is read in these steps as `Scanner` does, without going back."""
    again = steps.index(AGAIN) if AGAIN in steps else len(steps)
    repeated = steps[again + 1 :]
    at = _scanned(name, 0, steps[:again])
    while at is not None and at < len(name) and repeated:
        at = _scanned(name, at, repeated)
    return at == len(name)


def _scanned(name: str, at: int, steps: tuple[str, ...]) -> int | None:
    """Where in a name some steps end; None where one of them does not fit."""
    for step in steps:
        method, _, kind = step.partition(" ")
        if method == "One":
            if name[at : at + 1] not in SCANNED[kind]:
                return None
            at += 1
        else:
            while at < len(name) and name[at] in SCANNED[kind]:
                at += 1
    return at


def _members(name: str, raw: Mapping[str, str], depth: int) -> set[str]:
    found: set[str] = set()
    for single, other in _TO_SET.findall(raw.get(name, "")):
        if single:
            found.add(single)
        elif depth < 8:
            found |= _members(other, raw, depth + 1)
    return found
