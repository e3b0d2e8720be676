"""OpDefs in the index."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.index.table import Table
from tfexplore.index.text import escape, join, read_value, split, unescape, write_value
from tfexplore.model import ArgDef, AttrDef, OpDef

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from tfexplore.index.store import Index, Row
    from tfexplore.index.write import LooseRow, Places
    from tfexplore.model import ExpansionStep, Location

TABLE = Table(
    "op",
    (
        "name TEXT",
        "location INTEGER",
        "linked_into TEXT",
        "input_arg TEXT",
        "output_arg TEXT",
        "attr TEXT",
        "flags INTEGER",
        "deprecation_version INTEGER",
        "shape_fn TEXT",
        "shape_fn_location INTEGER",
        "step INTEGER",
    ),
    lookups=("name",),
    chained=True,
    places=("location", "shape_fn_location"),
)

_INT32 = 1 << 31  # the proto's field has 32 bits, whatever a source says

_SELECT = (
    "SELECT name, location, linked_into, input_arg, output_arg, attr, flags, deprecation_version, shape_fn,"
    " shape_fn_location, step FROM op"
)


def rows(ops: Iterable[OpDef], places: Places) -> list[LooseRow]:
    """One row for each op."""
    return [
        (
            op.name,
            places.number(op.location),
            op.linked_into or "",
            _write_args(op.input_arg),
            _write_args(op.output_arg),
            "\n".join([_write_attr(attr) for attr in op.attr]),
            op.is_stateful | op.is_commutative << 1 | op.is_aggregate << 2 | op.allows_uninitialized_input << 3,
            -1 if op.deprecation_version is None else max(0, min(op.deprecation_version, _INT32 - 1)),
            op.shape_fn or "",
            places.number(op.shape_fn_location),
            places.chain(op.expansion),
        )
        for op in ops
    ]


def named(index: Index, names: Iterable[str]) -> tuple[OpDef, ...]:
    """The ops of these names, in the order of the names; a name can have several (tests register their own)."""
    found = []
    for name in names:
        found += index.rows(_SELECT + " WHERE name = ? ORDER BY id", (name,))
    return _read(index, found)


def every(index: Index) -> tuple[OpDef, ...]:
    """All ops in the order of their names."""
    index.prefetch()
    return _read(index, index.rows(_SELECT + " ORDER BY id"))


def attr_names(index: Index) -> frozenset[str]:
    """The names of the attrs of all ops."""
    with index.reading():
        lines = [line for (text,) in index.rows("SELECT attr FROM op") if text for line in str(text).split("\n")]
        return frozenset([unescape(line.partition("\t")[0]) for line in lines])


def declared(rows: Iterable[Row], place: Callable[[int], Location]) -> list[OpDef]:
    """The ops of rows, without their shape functions and macros; `place` says what the number of a location means."""

    def location(packed: int) -> Location | None:
        return place(packed) if packed else None

    plain = [(*row[:8], "", 0, 0) for row in rows]
    return _made(plain, location, lambda _: ())


def touching(index: Index, paths: Collection[int]) -> tuple[OpDef, ...]:
    """The ops that one of these numbered paths registers, or has a macro or the shape function of."""
    from tfexplore.index import placed  # what most questions have no use for

    return _read(index, placed.rows(index, _SELECT, TABLE, paths))


def _read(index: Index, found: list[Row]) -> tuple[OpDef, ...]:
    with index.reading():
        return tuple(_made(found, index.location, index.expansion))


def _made(
    rows: Iterable[Row],
    location: Callable[[int], Location | None],
    expansion: Callable[[int], tuple[ExpansionStep, ...]],
) -> list[OpDef]:
    """The ops of rows; the two functions say what the numbers of a location and of a macro step mean."""
    make = OpDef._make
    return [
        make(
            (
                name,
                _read_args(inputs),
                _read_args(outputs),
                _read_attrs(attrs),
                bool(flags & 1),
                bool(flags & 2),
                bool(flags & 4),
                bool(flags & 8),
                None if deprecated < 0 else deprecated,
                shape_fn or None,
                location(shape_fn_location),
                linked_into or None,
                location(place),
                expansion(step),
            )
        )
        for (
            name,
            place,
            linked_into,
            inputs,
            outputs,
            attrs,
            flags,
            deprecated,
            shape_fn,
            shape_fn_location,
            step,
        ) in rows
    ]


def _write_args(args: tuple[ArgDef, ...]) -> str:
    return "\n".join(
        [
            "\t".join(
                (
                    escape(arg.name),
                    escape(arg.type or ""),
                    escape(arg.type_attr or ""),
                    escape(arg.type_list_attr or ""),
                    escape(arg.number_attr or ""),
                    "1" if arg.is_ref else "",
                )
            )
            for arg in args
        ]
    )


def _read_args(text: str) -> tuple[ArgDef, ...]:
    if not text:
        return ()
    make = ArgDef._make
    found = []
    for line in text.split("\n"):
        name, type_, type_attr, type_list_attr, number_attr, is_ref = line.split("\t")
        if "\\" in line:
            name, type_, type_attr, type_list_attr, number_attr = map(
                unescape, (name, type_, type_attr, type_list_attr, number_attr)
            )
        found.append(
            make((name, type_ or None, type_attr or None, type_list_attr or None, number_attr or None, is_ref == "1"))
        )
    return tuple(found)


def _write_attr(attr: AttrDef) -> str:
    return "\t".join(
        (
            escape(attr.name),
            escape(attr.type),
            write_value(attr.default_value) if attr.has_default else "",
            "" if attr.allowed_values is None else "=" + join(attr.allowed_values),
            "" if attr.minimum is None else str(attr.minimum),
        )
    )


def _read_attrs(text: str) -> tuple[AttrDef, ...]:
    if not text:
        return ()
    make = AttrDef._make
    found = []
    for line in text.split("\n"):
        name, type_, default, allowed, minimum = line.split("\t")
        if "\\" in line:
            name, type_ = unescape(name), unescape(type_)
        found.append(
            make(
                (
                    name,
                    type_,
                    bool(default),
                    read_value(default) if default else None,
                    split(allowed[1:]) if allowed else None,
                    int(minimum) if minimum else None,
                )
            )
        )
    return tuple(found)


def with_input(index: Index, argument: str, allowed: tuple[str, ...]) -> tuple[OpDef, ...]:
    """The linked ops with an input of this name and an attr that allows exactly these values, in order."""
    found = index.rows(
        _SELECT + " WHERE linked_into <> '' AND instr(attr, ?) AND instr(input_arg, ?) ORDER BY id",
        ("=" + join(allowed) + "\t", escape(argument)),
    )
    return tuple([op for op in _read(index, found) if any(arg.name == argument for arg in op.input_arg)])


def argument_texts(index: Index) -> list[str]:
    """The arguments and attrs of all ops as they are stored, for a search by word."""
    found = index.rows("SELECT input_arg, output_arg, attr FROM op")
    return [text for row in found for text in row if text]
