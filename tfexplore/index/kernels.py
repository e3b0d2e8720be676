"""KernelDefs in the index."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.index.store import PATH_SHIFT
from tfexplore.index.table import Table
from tfexplore.index.text import escape, join, split, unescape
from tfexplore.model import Constraint, KernelDef

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from tfexplore.index.store import Index, Row
    from tfexplore.index.write import LooseRow, Places

TABLE = Table(
    "kernel",
    (
        "op TEXT",
        "registry TEXT",
        "device_type TEXT",
        "location INTEGER",
        "constraints TEXT",
        "host_memory_arg TEXT",
        "label TEXT",
        "priority INTEGER",
        "kernel_class TEXT",
        "kernel_class_location INTEGER",
        "linked_into TEXT",
        "type_limit TEXT",
        "step INTEGER",
    ),
    lookups=("op",),
    chained=True,
    places=("location", "kernel_class_location"),
)

_INT32 = 1 << 31  # the proto's field has 32 bits, whatever a source says

_SELECT = (
    "SELECT op, registry, device_type, location, constraints, host_memory_arg, label, priority, kernel_class,"
    " kernel_class_location, linked_into, type_limit, step FROM kernel"
)


def rows(kernels: Iterable[KernelDef], places: Places) -> list[LooseRow]:
    """One row for each kernel."""
    number, chain = places.number, places.chain
    written: dict[tuple[Constraint, ...], str] = {}
    made: list[LooseRow] = []
    for (
        op,
        device_type,
        constraint,
        host_memory_arg,
        label,
        priority,
        kernel_class,
        kernel_class_location,
        registry,
        linked_into,
        location,
        expansion,
        type_limit,
    ) in kernels:
        constraints = written.get(constraint)
        if constraints is None:
            constraints = written[constraint] = "\n".join(
                [escape(part.name) + "\t" + join(part.allowed_values) for part in constraint]
            )
        made.append(
            (
                op,
                registry,
                device_type,
                number(location),
                constraints,
                join(host_memory_arg),
                label,
                max(-_INT32, min(priority, _INT32 - 1)),
                kernel_class,
                number(kernel_class_location),
                linked_into or "",
                join([one.removeprefix("DT_") for one in type_limit]) if type_limit else "",
                chain(expansion),
            )
        )
    return made


def of_ops(index: Index, names: Iterable[str]) -> tuple[KernelDef, ...]:
    """The kernels of these ops, in the order of the names, then registry, device and place."""
    found = []
    for name in names:
        found += index.rows(_SELECT + " WHERE op = ? ORDER BY id", (name,))
    return _read(index, found)


def every(index: Index) -> tuple[KernelDef, ...]:
    """All kernels in the order of op, registry, device and place."""
    index.prefetch()
    return _read(index, index.rows(_SELECT + " ORDER BY id"))


def touching(index: Index, paths: Collection[int]) -> tuple[KernelDef, ...]:
    """The kernels that one of these numbered paths registers, or has a macro or the class of."""
    from tfexplore.index import placed  # what most questions have no use for

    return _read(index, placed.rows(index, _SELECT, TABLE, paths))


def within(index: Index, paths: list[int] | None, devices: list[str] | None) -> tuple[KernelDef, ...]:
    """The kernels placed in these numbered paths and registered for these devices; None is no condition."""
    if paths is None and devices is None:
        return every(index)
    wanted_paths, wanted_devices = set(paths or ()), set(devices or ())
    index.prefetch()
    return _read(
        index,
        [
            row
            for row in index.rows(_SELECT + " ORDER BY id")
            if (paths is None or row[3] >> PATH_SHIFT in wanted_paths) and (devices is None or row[2] in wanted_devices)
        ],
    )


def devices_of(index: Index, name: str, unlinked: bool = False) -> tuple[tuple[str, int], ...]:
    """How many kernels an op has on each device, without those that no library links unless `unlinked`."""
    query = "SELECT device_type, count(*) FROM kernel WHERE op = ?"
    if not unlinked:
        query += " AND linked_into != ''"
    return tuple(index.rows(query + " GROUP BY device_type ORDER BY device_type", (name,)))


def every_device(index: Index, unlinked: bool = False) -> tuple[tuple[str, str, int], ...]:
    """`devices_of` every op: `(op, device, kernels)` in order."""
    where = "" if unlinked else " WHERE linked_into != ''"
    return tuple(
        index.rows(
            f"SELECT op, device_type, count(*) FROM kernel{where} GROUP BY op, device_type ORDER BY op, device_type"
        )
    )


def device_types(index: Index, unlinked: bool = True) -> list[str]:
    """Every device that some kernel is registered for; without `unlinked` one that a library links."""
    where = "" if unlinked else " WHERE linked_into != ''"
    return [str(row[0]) for row in index.rows(f"SELECT DISTINCT device_type FROM kernel{where} ORDER BY device_type")]


def op_names(index: Index, unlinked: bool = False) -> list[str]:
    """Every op that has a kernel, in order."""
    where = "" if unlinked else " WHERE linked_into != ''"
    return [str(row[0]) for row in index.rows(f"SELECT DISTINCT op FROM kernel{where} ORDER BY op")]


def constrained_types(index: Index) -> set[str]:
    """Every type that some kernel's constraint names."""
    words: set[str] = set()
    for (text,) in index.rows("SELECT DISTINCT constraints FROM kernel"):
        words.update(text.replace("\t", "\x1f").replace("\n", "\x1f").split("\x1f"))
    return {word for word in words if word.startswith("DT_")}


def _read(index: Index, found: list[Row]) -> tuple[KernelDef, ...]:
    location, expansion, make = index.location, index.expansion, KernelDef._make
    known: dict[str, tuple[Constraint, ...]] = {"": ()}
    made = []
    with index.reading():
        for row in found:
            op, registry, device, place, constraints, host_memory, label, priority, cls, cls_place, linked, *rest = row
            limit, step = rest
            constraint = known.get(constraints)
            if constraint is None:
                constraint = known[constraints] = _read_constraints(constraints)
            made.append(
                make(
                    (
                        op,
                        device,
                        constraint,
                        split(host_memory) if host_memory else (),
                        label,
                        priority,
                        cls,
                        location(cls_place),
                        registry,
                        linked or None,
                        location(place),
                        expansion(step),
                        tuple(["DT_" + one for one in split(limit)]) if limit else (),
                    )
                )
            )
    return tuple(made)


def _read_constraints(text: str) -> tuple[Constraint, ...]:
    made = []
    for line in text.split("\n"):
        name, allowed = line.split("\t")
        made.append(Constraint._make((unescape(name), split(allowed))))
    return tuple(made)


def ops_of_class(index: Index, base: str) -> tuple[str, ...]:
    """The ops whose linked kernels are instances of a class, named without its template arguments, in order."""
    found = index.rows(
        "SELECT DISTINCT op FROM kernel WHERE linked_into <> '' AND"
        " (kernel_class = ?1 OR substr(kernel_class, 1, length(?1) + 1) = ?1 || '<') ORDER BY op",
        (base,),
    )
    return tuple([str(op) for (op,) in found])


def placed_in(index: Index, path: str) -> bool:
    """Whether a kernel is registered, or its class defined, in this file."""
    found = index.rows("SELECT id FROM path WHERE text = ? AND package = ''", (path,))
    if not found:
        return False
    first = found[0][0] << PATH_SHIFT
    last = (found[0][0] + 1) << PATH_SHIFT
    return bool(
        index.rows(
            "SELECT 1 FROM kernel WHERE location >= ?1 AND location < ?2"
            " OR kernel_class_location >= ?1 AND kernel_class_location < ?2 LIMIT 1",
            (first, last),
        )
    )


def class_names(index: Index) -> list[str]:
    """Every class that some linked kernel instantiates, as instantiated."""
    return [str(row[0]) for row in index.rows("SELECT DISTINCT kernel_class FROM kernel WHERE linked_into != ''")]


def classes(index: Index) -> tuple[tuple[str, int], ...]:
    """Every class that a kernel instantiates, as instantiated, with its packed place (0 where none is known)."""
    return tuple(index.rows("SELECT DISTINCT kernel_class, kernel_class_location FROM kernel"))
