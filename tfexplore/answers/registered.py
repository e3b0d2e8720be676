"""What registers an op, a kernel or a gradient, by the file that it stands in."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.filters import class_base
from tfexplore.index import relations
from tfexplore.index.store import PATH_SHIFT
from tfexplore.templates import without_templates

if TYPE_CHECKING:
    from tfexplore.index.store import Index


class Registration(Record):
    """One registration: its `kind` is `"op"`, `"kernel"` or `"gradient"`, `name` the class or the function, if any."""

    kind: str
    op: str
    name: str
    device: str
    line: int
    end_line: int


class Registrations:
    """Every linked registration of an index; those of a file are made into records when that file is asked for."""

    def __init__(self, index: Index) -> None:
        self._index = index
        found = [("op", op, "", "", place) for op, place, linked, *_ in relations.ops(index) if linked and place]
        found += [("kernel", op, cls, device, place) for op, device, place, cls, _ in relations.kernels(index)]
        found += [("gradient", op, name, "", place) for op, _, name, _, place, _ in relations.gradients(index)]
        #: By the number of the path: kind, op, class or function, device and place.
        self._rows: dict[int, list[tuple[str, str, str, str, int]]] = {}
        for row in found:
            self._rows.setdefault(row[4] >> PATH_SHIFT, []).append(row)
        self._made: dict[str, list[Registration]] = {}
        self._ops: dict[tuple[str, str], dict[str, None]] = {}

    def of_file(self, path: str) -> list[Registration]:
        """What a file registers."""
        if path not in self._made:
            made = []
            for kind, op, name, device, packed in self._rows.get(self._index.path_number(path), ()):
                at = self._index.place(packed)
                made.append(Registration(kind, op, _last_part(name), device, at.line, at.end_line))
            self._made[path] = made
        return self._made[path]

    def ops_of(self, kind: str, name: str) -> list[str]:
        """The ops that a class or a function, by the last part of its name, is registered for."""
        if not self._ops:
            for rows in self._rows.values():
                for each, op, full, _, _ in rows:
                    if full:
                        self._ops.setdefault((each, _last_part(full)), {})[op] = None
        return list(self._ops.get((kind, name), ()))


def _last_part(name: str) -> str:
    """`Op` of `ns::Op<Device, int>` and of `Pad<Device>::Op`."""
    plain = class_base(name) if ">::" not in name else without_templates(name)
    return plain.rpartition("::")[2]
