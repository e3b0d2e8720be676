"""Definitions in the index: the symbols of one file packed as text, many files in a block.

There are a hundred thousand, asked for by file or all at once; `packed` is what a worker keeps for one file. A row is
`LINE KIND NAME`, or `LINE+MORE KIND NAME SCOPE`: the lines that follow the first and the scope stand there only when
there are any and when it is another than the row before had.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import compress, count

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.index import blocks
from tfexplore.index.table import Table
from tfexplore.index.text import escape, unescape
from tfexplore.model import Location, Symbol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from tfexplore.index.store import Index
    from tfexplore.index.write import LooseRow, Places

TABLE = Table("symbols", ("path INTEGER", "list TEXT"), lookups=("path",), blocked=True)

_KINDS = {"class": "c", "function": "f", "method": "m", "macro": "d", "type": "t", "constant": "k"}
_KIND_NAMES = {letter: name for name, letter in _KINDS.items()}


def packed(symbols: Iterable[Symbol]) -> str:
    """The symbols of one file as text, in the order of places; their path is said elsewhere."""
    rows = []
    before = ""
    for line, span, name, kind, scope in ordered(symbols):
        row = f"{line}+{span}" if span else str(line)
        row += f"\t{_KINDS.get(kind, kind)}\t{escape(name)}"
        rows.append(row if scope == before else f"{row}\t{escape(scope)}")
        before = scope
    return "\n".join(rows)


def ordered(symbols: Iterable[Symbol]) -> list[tuple[int, int, str, str, str]]:
    """The first line of each symbol, how many follow it, its name, kind and scope, in the order of an index."""
    return sorted(
        {
            (one.location.line, one.location.end_line - one.location.line, one.name, one.kind, one.scope)
            for one in symbols
        }
    )


def unpacked(text: str, path: str, wanted: Callable[[str, str], bool] | None = None) -> tuple[Symbol, ...]:
    """What `packed` was given; only symbols with a name and kind that are `wanted`, where that is asked."""
    if not text:
        return ()
    made = []
    scope = ""
    for row in text.split("\n"):
        place, kind, name, *rest = row.split("\t")
        first, _, span = place.partition("+")
        line = int(first)
        if rest:
            (scope,) = rest
        if "\\" in row:
            name, scope = unescape(name), unescape(scope) if rest else scope
        kind = _KIND_NAMES.get(kind, kind)
        if wanted is not None and not wanted(name, kind):
            continue
        where = Location._make((path, line, line + int(span) if span else line, "", ""))
        made.append(Symbol._make((name, kind, scope, where)))
    return tuple(made)


def rows(symbols: Mapping[str, str], places: Places) -> list[LooseRow]:
    """One row for each file that has any."""
    return [(places.path(path), text) for path, text in symbols.items() if text]


def of_file(index: Index, path: str) -> tuple[Symbol, ...]:
    """The symbols of one file in the order of places."""
    text = blocks.of_path(index, TABLE.name, index.path_number(path))
    with index.reading():
        return unpacked(text, path)


def named(index: Index, name: str) -> tuple[Symbol, ...]:
    """The symbols called `name` (`Conv2DOp`), or that are its members (`Conv2DOp::Compute`), in the order of places."""
    member = name + "::"
    found = []
    for number, text in blocks.holding(index, TABLE.name, escape(name)):
        with index.reading():
            found += [s for s in unpacked(text, index.path_text(number)) if s.name == name or s.name.startswith(member)]
    return tuple(found)


def ending(index: Index, last: str) -> tuple[Symbol, ...]:
    """The symbols whose names end with a word, template arguments apart: `Compute` for `Conv2DOp::Compute`."""
    ends = (f"::{last}", f".{last}")
    found: list[Symbol] = []

    def wanted(name: str, kind: str) -> bool:
        if last not in name:
            return False
        plain = without_arguments(without_signs(name))
        return plain == last or plain.endswith(ends)

    for number, text in blocks.holding(index, TABLE.name, escape(last)):
        with index.reading():
            found += unpacked(text, index.path_text(number), wanted)
    return tuple(found)


def last_names(index: Index, first: str, end: str, sizes: range) -> set[str]:
    """The last parts of the names of all symbols that begin or end with some letters, in any case, and are so long.

    Of a template that holds something it is the template.
    """
    least, most = max(sizes[0], 1), sizes[-1]
    begins = f"{re.escape(first)}\\w{{{max(least - len(first), 0)},{most - len(first)}}}"
    ends = f"\\w{{{max(least - len(end), 0)},{most - len(end)}}}{re.escape(end)}"
    search = re.compile(rf"\t[a-z]\t(?:[^\t\n<]*[.:])?({begins}|{ends})(?!\w)", re.ASCII | re.IGNORECASE).findall
    found: set[str] = set()
    index.prefetch()
    for _, text in blocks.every(index, TABLE.name):
        found.update(search(text))
    return found


def members_called(index: Index, word: str) -> tuple[Symbol, ...]:
    """The methods of Python's classes that are called `word`, in the order of places."""
    ending = f".{word}"
    found: list[Symbol] = []
    for number, text in blocks.holding(index, TABLE.name, escape(ending)):
        with index.reading():
            path = index.path_text(number)
            found += unpacked(text, path, lambda name, kind: kind == "method" and name.endswith(ending))
    return tuple(found)


def every(index: Index) -> tuple[Symbol, ...]:
    """All symbols in the order of places."""
    index.prefetch()
    found: list[Symbol] = []
    for number, text in blocks.every(index, TABLE.name):
        with index.reading():
            found += unpacked(text, index.path_text(number))
    return tuple(found)


#: Template arguments that hold no others.
_ARGUMENTS = re.compile(r"<[^<>]*>")


def without_arguments(name: str) -> str:
    """A name without template arguments."""
    while "<" in name:
        shorter = _ARGUMENTS.sub("", name)
        if shorter == name:
            return name.partition("<")[0].strip()
        name = shorter
    return name


#: `operator()`, `operator<`, `operator bool` as the last part of a name.
_OPERATOR = re.compile(r"(?:\A|(?<=::))operator(?!\w).*", re.DOTALL)


def without_signs(name: str) -> str:
    """`Twist::operator` of `Twist::operator()` and of any other operator; other names as they are.

    >>> without_signs("Twist<T>::operator<<"), without_signs("linear_operator")
    ('Twist<T>::operator', 'linear_operator')
    """
    return _OPERATOR.sub("operator", name)


class Place(Record):
    """A definition without its namespaces."""

    name: str
    kind: str
    path: str
    line: int
    end_line: int


class Defined(Record):
    """The names of all definitions in the order of places, the last parts of these, and all namespaces.

    `classes` are the rows of every class and type by its whole name, each with its path's number: see `class_places`;
    `texts` are the texts of all files by the numbers of their paths: see `places_named` and `inside`; `firsts` tells of
    each of these files how many definitions stand in those before it: see `places`.
    """

    names: list[str]
    lasts: list[str]
    scopes: frozenset[str]
    classes: dict[str, list[tuple[int, str, str]]]
    texts: dict[int, str]
    firsts: list[int]


def defined(index: Index) -> Defined:
    """All definitions of an index, without a record for any.

    Names are given without template arguments: `Launch<CPUDevice, T>::launch` is a `Launch::launch`.
    """
    names: list[str] = []
    lasts: list[str] = []
    scopes: set[str] = set()
    classes: dict[str, list[tuple[int, str, str]]] = {}
    firsts: list[int] = []
    index.prefetch()
    texts = dict(blocks.every(index, TABLE.name))
    with index.reading():
        for number, text in texts.items():
            firsts.append(len(names))
            for row in text.split("\n"):
                fields = row.split("\t")
                name = fields[2]
                if "\\" in name:
                    name = unescape(name)
                if len(fields) > 3:
                    scopes.add(fields[3])
                if fields[1] in "ct":
                    classes.setdefault(name, []).append((number, fields[0], fields[1]))
                if "operator" in name:
                    name = without_signs(name)
                if "<" in name:
                    name = without_arguments(name)
                names.append(name)
                last = name
                if "::" in last:
                    last = last.rpartition("::")[2]
                elif "." in last:
                    last = last.rpartition(".")[2]
                lasts.append(last)
    return Defined(names, lasts, frozenset(scopes), classes, texts, firsts)


def places(index: Index, found: Defined, wanted: frozenset[str]) -> dict[str, list[Place]]:
    """Where what has some last parts of names is defined: `Compute` for every `...::Compute`."""
    made: dict[str, list[Place]] = {}
    numbers = list(found.texts)
    at, rows = -1, [""]
    with index.reading():
        for position in compress(count(), map(wanted.__contains__, found.lasts)):
            if at < 0 or position >= found.firsts[at] + len(rows):
                at = bisect_right(found.firsts, position) - 1
                rows = found.texts[numbers[at]].split("\n")
            lines, kind, *_ = rows[position - found.firsts[at]].split("\t", 2)
            first, _, span = lines.partition("+")
            line = int(first)
            kind = _KIND_NAMES.get(kind, kind)
            path = index.path_text(numbers[at])
            place = Place._make((found.names[position], kind, path, line, line + int(span or 0)))
            made.setdefault(found.lasts[position], []).append(place)
    return made


def inside(index: Index, found: Defined, path: str) -> tuple[Symbol, ...]:
    """Like `of_file`, without reading the blocks again."""
    with index.reading():
        return unpacked(found.texts.get(index.path_number(path), ""), path)


def places_named(index: Index, found: Defined, name: str) -> list[Place]:
    """Where what has exactly this whole name is defined, without reading the blocks again."""
    made = []
    wanted = escape(name)
    with index.reading():
        for number, text in found.texts.items():
            at = text.find("\t" + wanted)
            while at >= 0:
                end = text.find("\n", at)
                end = end if end >= 0 else len(text)
                lines, kind, whole, *_ = text[text.rfind("\n", 0, at) + 1 : end].split("\t")
                if whole == wanted:
                    first, _, span = lines.partition("+")
                    line = int(first)
                    path = index.path_text(number)
                    made.append(Place(name, _KIND_NAMES.get(kind, kind), path, line, line + int(span or 0)))
                at = text.find("\t" + wanted, end)
    return made


def class_places(index: Index, found: Defined, name: str) -> list[Place]:
    """Where the classes and types of one name are defined, without reading the blocks again."""
    made = []
    with index.reading():
        for number, lines, kind in found.classes.get(name, ()):
            first, _, span = lines.partition("+")
            line = int(first)
            made.append(Place(name, _KIND_NAMES[kind], index.path_text(number), line, line + int(span or 0)))
    return made
