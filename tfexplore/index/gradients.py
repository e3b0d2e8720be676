"""Gradient functions in the index."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.index.table import Table
from tfexplore.index.text import join, split
from tfexplore.model import GradientFunction

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from tfexplore.index.store import Index, Row
    from tfexplore.index.write import LooseRow, Places

TABLE = Table(
    "gradient",
    (
        "op TEXT",
        "registry TEXT",
        "registered INTEGER",
        "function TEXT",
        "location INTEGER",
        "def_line INTEGER",
        "idiom TEXT",
        "availability TEXT",
        "linked_into TEXT",
        "calls TEXT",
        "input_gradients TEXT",
        "unread TEXT",
        "partial INTEGER",
    ),
    lookups=("op",),
    places=("registered", "location"),
    lines=(("def_line", "location"),),
)

_SELECT = (
    "SELECT op, registry, function, location, def_line, registered, idiom, availability, linked_into, calls,"
    " input_gradients, unread, partial FROM gradient"
)


def rows(gradients: Iterable[GradientFunction], places: Places) -> list[LooseRow]:
    """One row for each registration."""
    return [
        (
            one.op,
            one.registry,
            places.number(one.registered),
            one.function or "",
            places.number(one.location),
            one.def_line or 0,
            one.idiom,
            one.availability or "",
            one.linked_into or "",
            join(one.calls),
            join(one.input_gradients),
            join(one.unread),
            int(one.partial),
        )
        for one in gradients
    ]


def of_ops(index: Index, names: Iterable[str]) -> tuple[GradientFunction, ...]:
    """The gradients of these ops, in the order of the names, then registry and place."""
    found = []
    for name in names:
        found += index.rows(_SELECT + " WHERE op = ? ORDER BY id", (name,))
    return _read(index, found)


def every(index: Index) -> tuple[GradientFunction, ...]:
    """All gradients in the order of op, registry and place."""
    return _read(index, index.rows(_SELECT + " ORDER BY id"))


def touching(index: Index, paths: Collection[int]) -> tuple[GradientFunction, ...]:
    """The gradients registered or defined in one of these numbered paths."""
    from tfexplore.index import placed  # what most questions have no use for

    return _read(index, placed.rows(index, _SELECT, TABLE, paths))


def _read(index: Index, found: list[Row]) -> tuple[GradientFunction, ...]:
    with index.reading():
        return tuple(
            [
                GradientFunction._make(
                    (
                        op,
                        registry,
                        function or None,
                        index.place(location),
                        def_line or None,
                        index.place(registered),
                        idiom,
                        availability or None,
                        linked_into or None,
                        split(calls),
                        split(input_gradients),
                        split(unread),
                        bool(partial),
                    )
                )
                for (
                    op,
                    registry,
                    function,
                    location,
                    def_line,
                    registered,
                    idiom,
                    availability,
                    linked_into,
                    calls,
                    input_gradients,
                    unread,
                    partial,
                ) in found
            ]
        )
