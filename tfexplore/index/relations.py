"""How facts lead to one another, as rows: for answers that follow relations through the whole index.

Places stay the integers that they are in the index (`Index.location` reads one): a way of five steps needs five of
them, and there are a hundred thousand.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.index.store import MAX_LINE, MAX_SPAN, SPAN_BITS

if TYPE_CHECKING:
    from tfexplore.index.store import Index, Row


def ops(index: Index) -> list[Row]:
    """Every op: `(name, location, linked_into, shape_fn, shape_fn_location)`."""
    return index.rows("SELECT name, location, linked_into, shape_fn, shape_fn_location FROM op ORDER BY id")


def kernels(index: Index) -> list[Row]:
    """Every linked kernel whose class is known: `(op, device_type, location, kernel_class, kernel_class_location)`."""
    return index.rows(
        "SELECT op, device_type, location, kernel_class, kernel_class_location FROM kernel"
        " WHERE linked_into != '' AND kernel_class_location != 0 ORDER BY id"
    )


def uses(index: Index) -> list[Row]:
    """Every use of what is defined, but heads and hooks: `(owner, user, name, kind, target, location, defined)`.

    See `model.Use`.
    """
    from tfexplore.index.uses import DEFINED  # what most questions have no use for

    return index.rows(
        f"SELECT owner, user, name, kind, target, location, {DEFINED} FROM use"
        " WHERE kind NOT IN ('head', 'hook', 'missing', 'instance') ORDER BY id"
    )


def wrappers(index: Index) -> list[Row]:
    """Every generated function: `(op, module, function)`."""
    return index.rows("SELECT op, module, function FROM wrapper ORDER BY id")


def endpoints(index: Index) -> list[Row]:
    """Every public name: `(endpoint, location, ops, other, api_versions)`, two of them for `api.whole_uses`."""
    from tfexplore.index.api import OPS  # what most questions have no use for

    return index.rows(f"SELECT endpoint, location, {OPS}, api_versions FROM endpoint ORDER BY id")


def python_calls(index: Index) -> list[Row]:
    """Every call on the way from a public name to an op, and each step of a way to SWIG: `(caller, name, target)`."""
    from tfexplore.index.api import unshared_calls  # what most questions have no use for

    rows = index.rows("SELECT caller, name, target FROM python_call ORDER BY id")
    with index.reading():
        return unshared_calls(rows)


def gradients(index: Index) -> list[Row]:
    """Every gradient function that is registered by anything: `(op, registry, function, location, registered, calls)`.

    The location begins with the function's own line, below its decorators; the last is for `text.split`.
    """
    rows = index.rows(
        "SELECT op, registry, function, location, registered, calls, def_line FROM gradient"
        " WHERE function != '' AND (availability != '' OR linked_into != '') ORDER BY id"
    )
    return [(*row[:3], _from_line(row[3], row[6]), *row[4:6]) for row in rows]


def _from_line(location: int, line: int | None) -> int:
    """A location as the index has it without the lines above one of its lines, as `GradientFunction.opened` is."""
    below = (line or 0) - (location >> SPAN_BITS & MAX_LINE)
    # As many lines later as fewer lines follow.
    return location + below * ((1 << SPAN_BITS) - 1) if 0 < below <= location & MAX_SPAN else location


def swig_names(index: Index) -> list[Row]:
    """Every name that SWIG exposes: `(name, kind, cname, declared, directive_location, defined, used_by)`.

    The last are places in Python, separated by blanks.
    """
    return index.rows(
        "SELECT name, kind, cname, declared, directive_location, defined, used_by FROM swig_name ORDER BY id"
    )
