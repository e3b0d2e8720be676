"""The SWIG layer in the index: the files it reads, the names it exposes, what each line of it does."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.index.table import Table
from tfexplore.index.text import escape, join, split, unescape
from tfexplore.model import PybindModule, SwigEffect, SwigFile, SwigMember, SwigName, SwigUnreachable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tfexplore.index.store import Index
    from tfexplore.index.write import LooseRow, Places

# The order in which SWIG reads its files is itself a fact.
FILES = Table("swig_file", ("position INTEGER", "path TEXT", "included_by TEXT", "included_at INTEGER", "kind TEXT"))
NAMES = Table(
    "swig_name",
    (
        "name TEXT",
        "kind TEXT",
        "cname TEXT",
        "declared INTEGER",
        "interface TEXT",
        "directive TEXT",
        "directive_location INTEGER",
        "defined INTEGER",
        "members TEXT",
        "used_by TEXT",
        "signature TEXT",
    ),
    places=("declared", "directive_location", "defined"),
    listed=("members", "used_by"),
)
EFFECTS = Table("swig_effect", ("location INTEGER", "directive TEXT", "target TEXT"), places=("location",))
UNREACHABLE = Table(
    "swig_unreachable", ("path TEXT", "target TEXT", "rule TEXT", "location INTEGER"), places=("location",)
)
PYBIND = Table("pybind", ("name TEXT", "names TEXT", "location INTEGER"), places=("location",))


def file_rows(files: Iterable[SwigFile]) -> list[LooseRow]:
    """One row for each file, numbered in the order given."""
    return [
        (position, one.path, one.included_by or "", one.included_at or 0, one.kind)
        for position, one in enumerate(files, 1)
    ]


def name_rows(names: Iterable[SwigName], places: Places) -> list[LooseRow]:
    """One row for each exposed name."""
    return [
        (
            one.name,
            one.kind,
            one.cname,
            places.number(one.declared),
            one.interface,
            one.directive,
            places.number(one.directive_location),
            places.number(one.defined),
            "\n".join(
                [
                    f"{escape(member.name)}\t{member.kind}\t{escape(member.cname)}\t{places.number(member.declared)}"
                    for member in one.members
                ]
            ),
            " ".join([str(places.number(use)) for use in one.used_by]),
            one.signature,
        )
        for one in names
    ]


def effect_rows(effects: Iterable[SwigEffect], places: Places) -> list[LooseRow]:
    """One row for each effect."""
    return [(places.number(one.location), one.directive, one.target) for one in effects]


def files(index: Index) -> tuple[SwigFile, ...]:
    """The files in the order in which SWIG reads them."""
    found = index.rows("SELECT path, included_by, included_at, kind FROM swig_file ORDER BY id")
    return tuple([SwigFile._make((path, by or None, at or None, kind)) for path, by, at, kind in found])


def names(index: Index) -> tuple[SwigName, ...]:
    """The exposed names in order."""
    found = index.rows(
        "SELECT name, kind, cname, declared, interface, directive, directive_location, defined, members, used_by,"
        " signature"
        " FROM swig_name ORDER BY id"
    )
    with index.reading():
        return tuple(
            [
                SwigName._make(
                    (
                        name,
                        kind,
                        cname,
                        index.location(declared),
                        interface,
                        directive,
                        index.location(directive_location),
                        index.location(defined),
                        _read_members(members, index),
                        tuple([index.place(int(use)) for use in used_by.split()]),
                        signature,
                    )
                )
                for (
                    name,
                    kind,
                    cname,
                    declared,
                    interface,
                    directive,
                    directive_location,
                    defined,
                    members,
                    used_by,
                    signature,
                ) in found
            ]
        )


def _read_members(text: str, index: Index) -> tuple[SwigMember, ...]:
    if not text:
        return ()
    made = []
    for line in text.split("\n"):
        name, kind, cname, declared = line.split("\t")
        made.append(SwigMember._make((unescape(name), kind, unescape(cname), index.location(int(declared)))))
    return tuple(made)


def effects(index: Index) -> tuple[SwigEffect, ...]:
    """The effects in the order of places."""
    found = index.rows("SELECT directive, target, location FROM swig_effect ORDER BY id")
    with index.reading():
        return tuple([SwigEffect._make((directive, target, index.place(place))) for directive, target, place in found])


def unreachable_rows(unreachable: Iterable[SwigUnreachable], places: Places) -> list[LooseRow]:
    """One row for each target that names such a file."""
    return [(one.path, one.target, one.rule, places.number(one.location)) for one in unreachable]


def unreachable(index: Index) -> tuple[SwigUnreachable, ...]:
    """The interface files that the root does not bring in, by path."""
    found = index.rows("SELECT path, rule, target, location FROM swig_unreachable ORDER BY id")
    with index.reading():
        return tuple(
            [SwigUnreachable._make((path, rule, target, index.location(place))) for path, rule, target, place in found]
        )


def pybind_rows(modules: Iterable[PybindModule], places: Places) -> list[LooseRow]:
    """One row for each module."""
    return [(one.name, join(one.names), places.number(one.location)) for one in modules]


def pybind(index: Index) -> tuple[PybindModule, ...]:
    """The pybind11 modules by name."""
    found = index.rows("SELECT name, names, location FROM pybind ORDER BY id")
    with index.reading():
        return tuple([PybindModule._make((name, split(names), index.place(place))) for name, names, place in found])
