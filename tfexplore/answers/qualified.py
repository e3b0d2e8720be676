"""Names of C++ that say a class or a namespace: `Conv2DOp::Compute`, `functor::Pad`, `tensorflow::Conv2DOp`.

The index has what code uses by the names that stand there; what a name is a part of, its symbols tell.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.index import symbols, uses

if TYPE_CHECKING:
    from tfexplore.index.store import Index
    from tfexplore.model import Location, Symbol

#: How many classes above a class are looked at for a member.
MAX_BASES = 24
_NAMELESS = "(anonymous)"


def without_namespaces(index: Index, wanted: str) -> tuple[str, ...]:
    """What definitions a name means, as they are called but for their namespaces; none where nothing is called so.

    A member that its class inherits is said as the class, and so is a method that nothing is known to use. `wanted`
    has no template arguments.
    """
    parts = wanted.split("::")
    found: dict[str, None] = {}
    for start in range(len(parts)):
        name = "::".join(parts[start:])
        for one in symbols.named(index, name):
            if one.name == name and _is_within(one, parts[:start]):
                found[name] = None
                if one.kind == "method":
                    found[name.rpartition("::")[0]] = None
    if not found and len(parts) > 1:
        found.update(_inheriting(index, parts))
    return tuple(found)


def _is_within(symbol: Symbol, namespaces: list[str]) -> bool:
    scope = [part for part in symbol.scope.split("::") if part != _NAMELESS]
    return not namespaces or scope[-len(namespaces) :] == namespaces


def _inheriting(index: Index, parts: list[str]) -> dict[str, None]:
    """The class of a name of which a base class has the member."""
    *qualifier, member = parts
    found: dict[str, None] = {}
    for start in range(len(qualifier)):
        name = "::".join(qualifier[start:])
        for one in symbols.named(index, name):
            meant = one.name == name and one.kind == "class" and _is_within(one, qualifier[:start])
            if meant and _inherits(index, one.location, member):
                found[name] = None
    return found


def _inherits(index: Index, place: Location, member: str) -> bool:
    """Whether a class above the one at a place has a member of this name."""
    waiting, above = [place], set()
    for one in waiting:
        for use in uses.of_owner(index, one):
            if use.kind == "base" and use.target not in waiting and len(waiting) < MAX_BASES:
                waiting.append(use.target)
                above.add((use.defined.partition("<")[0], use.target.path))
    return any(
        symbol.name == f"{name}::{member}"
        for name in {name for name, _ in above}
        for symbol in symbols.named(index, name)
    )
