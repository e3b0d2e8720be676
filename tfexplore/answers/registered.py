"""What registers an op, a kernel or a gradient, by the file that it stands in."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.index import relations
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


def registrations(index: Index) -> dict[str, list[Registration]]:
    """Every linked registration of an index."""
    found = [("op", op, "", "", place) for op, place, linked, *_ in relations.ops(index) if linked and place]
    found += [("kernel", op, cls, device, place) for op, device, place, cls, _ in relations.kernels(index)]
    found += [("gradient", op, name, "", place) for op, _, name, _, place, _ in relations.gradients(index)]
    made: dict[str, list[Registration]] = {}
    last_parts: dict[str, str] = {}
    for kind, op, name, device, packed in found:
        at = index.place(packed)
        last = last_parts.get(name)
        if last is None:
            last = last_parts[name] = without_templates(name).rpartition("::")[2]
        made.setdefault(at.path, []).append(Registration(kind, op, last, device, at.line, at.end_line))
    return made
