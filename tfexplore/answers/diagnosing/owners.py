"""The ops that a statement belongs to, where the message names none and its function is no method of a kernel."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.index import gradients, relations
from tfexplore.index.store import PATH_SHIFT
from tfexplore.templates import without_templates

if TYPE_CHECKING:
    from tfexplore.answers.diagnosing.reach import Reach
    from tfexplore.index.store import Index
    from tfexplore.model import Location, MessageSite


class Owners(Record):
    """Ops, and how a statement belongs to them; neither where nobody knows.

    `how` is `"gradient"` or `"shape_fn"` where the statement stands in such a function of theirs, `"kernels"` where the
    code of their kernels leads to its function, `"namesake"` where their kernels stand in `place`, a file that is
    called as the statement's own is.
    """

    how: str = ""
    ops: tuple[str, ...] = ()
    place: str = ""


def owners(index: Index, site: MessageSite, reach: Reach) -> Owners:
    """The ops of a statement by the most exact relation that there is."""
    name = without_templates(site.function)
    found = _with_gradient(index, site.location, name.partition(".")[0].rpartition("::")[2])
    if found:
        return Owners("gradient", found)
    if site.location.path.endswith(".py"):
        return Owners()
    found = _with_shape(index, site.location, name.rpartition("::")[2])
    if found:
        return Owners("shape_fn", found)
    found = reach.ops(site)
    return Owners("kernels", found) if found else _namesake(index, site.location.path)


def _with_gradient(index: Index, spot: Location, function: str) -> tuple[str, ...]:
    found = [
        one.op
        for one in gradients.every(index)
        if one.function and one.function.rpartition("::")[2] == function and one.location.path == spot.path
    ]
    return tuple(dict.fromkeys(found))


def _with_shape(index: Index, spot: Location, function: str) -> tuple[str, ...]:
    found = []
    for op, _, linked_into, shape_fn, place in relations.ops(index):
        where = index.location(place) if linked_into and shape_fn and place else None
        if where is None or where.path != spot.path:
            continue
        named = shape_fn.rpartition("::")[2] == function
        if named or (shape_fn == "lambda" and where.line <= spot.line <= where.end_line):
            found.append(op)
    return tuple(dict.fromkeys(found))


def _namesake(index: Index, path: str) -> Owners:
    folder, _, file = path.rpartition("/")
    stem = file.partition(".")[0]
    paths = {
        number: one
        for number, one in index.path_numbers()
        if one.rpartition("/")[2].partition(".")[0] == stem and one.rpartition("/")[0] != folder
    }
    found: dict[int, dict[str, None]] = {}
    for op, device_type, place, _, _ in relations.kernels(index):
        if place >> PATH_SHIFT in paths and not device_type.endswith("_JIT"):
            found.setdefault(place >> PATH_SHIFT, {})[op] = None
    if len(found) != 1:  # of several files of that name none is known to be it
        return Owners()
    ((number, ops),) = found.items()
    return Owners("namesake", tuple(ops), paths[number])
