"""What runs of a class whose `Compute` is inherited: the methods of its own that this calls."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.templates import without_templates

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tfexplore.index.store import Index
    from tfexplore.model import Location, Symbol, Use


class Override(Record):
    """A method that an inherited `Compute` comes to; `called_by` is the base class's method that calls it."""

    name: str
    location: Location
    called_by: str


def overrides(index: Index, chain: Sequence[tuple[str, Location]], hooks: Iterable[Use]) -> tuple[Override, ...]:
    """The methods that run for a base class's hooks: of the first class of the chain that has one of that name.

    `chain` are the classes below the one with the hooks, the most derived first.
    """
    made: list[Override] = []
    wanted = {hook.name: hook for hook in hooks}
    for name, place in chain:
        if not wanted:
            break
        found = [one for one in _methods(index, without_templates(name), place) if _last(one) in wanted]
        made += [Override(one.name, one.location, wanted[_last(one)].user) for one in found]
        for one in found:
            wanted.pop(_last(one), None)
    return tuple(made)


def _last(one: Symbol) -> str:
    return one.name.rpartition("::")[2]


def _methods(index: Index, base: str, place: Location) -> list[Symbol]:
    """The methods of the class at a place: those in it, and those outside that no other class can be meant by."""
    from tfexplore.index import symbols  # what most questions have no use for

    here = symbols.of_file(index, place.path)
    while "::" in base and not any(one.kind == "class" and without_templates(one.name) == base for one in here):
        base = base.partition("::")[2]  # a namespace
    found = [
        one
        for one in here
        if one.kind == "method"
        and without_templates(one.name).rpartition("::")[0] == base
        and place.line <= one.location.line <= place.end_line
    ]
    named = symbols.named(index, base)
    classes = [one.location for one in named if one.kind == "class" and one.name == base]
    if place in classes:
        alone = len(classes) == 1
        found += [
            one
            for one in named
            if one.kind == "method"
            and one.name.rpartition("::")[0] == base
            and (alone or one.location.path == place.path)
            and not any(cls.path == one.location.path and cls.line <= one.location.line <= cls.end_line
                        for cls in classes)
        ]  # fmt: skip
    return sorted(found, key=lambda one: one.location)
