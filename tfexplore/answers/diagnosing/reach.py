"""Which ops run the function that a statement stands in: by these the likeliest of several alike is told."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.index import relations
from tfexplore.index.store import PATH_SHIFT
from tfexplore.templates import without_templates

if TYPE_CHECKING:
    from tfexplore.index.store import Index
    from tfexplore.model import MessageSite

#: Uses that are followed from one function up to kernel classes.
_MOST = 4000


class Reach:
    """The ops behind functions of kernels; everything is read when it is first asked for."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._known: dict[tuple[str, str], tuple[str, ...]] = {}
        self._only_compiled: set[tuple[str, str]] = set()
        #: By the last part of its name: the places of a kernel class or of something that its code uses.
        self._places: dict[str, set[int]] | None = None
        self._owners: dict[int, set[int]] = {}
        self._ops: dict[int, dict[str, None]] = {}
        self._compiled: dict[int, dict[str, None]] = {}

    def ops(self, site: MessageSite) -> tuple[str, ...]:
        """The ops with a kernel whose code leads to the function of a site; those that XLA compiles where no others."""
        key = site.location.path, site.function
        if key not in self._known:
            self._known[key] = self._behind(*key)
        return self._known[key]

    def compiles(self, site: MessageSite) -> bool:
        """Whether the function of a site is only reached when XLA compiles."""
        ops = self.ops(site)
        return bool(ops) and (site.location.path, site.function) in self._only_compiled

    def _behind(self, path: str, function: str) -> tuple[str, ...]:
        parts = without_templates(function).split("::")
        if not parts[-1] or not path.endswith((".cc", ".h", ".cpp", ".cu")):
            return ()
        if self._places is None:
            self._places = self._read()
        folder = path.rpartition("/")[0]
        names = parts[:-1] or parts  # of a method its classes, for every kernel has a `Compute`
        found = [place for name in names for place in self._places.get(name, ()) if self._folder(place) == folder]
        seen = dict.fromkeys(sorted(found))
        waiting = list(seen)
        for place in waiting:
            for owner in sorted(self._owners.get(place, ())):
                if owner not in seen and len(seen) < _MOST:
                    seen[owner] = None
                    waiting.append(owner)
        run = {op: None for place in seen for op in self._ops.get(place, ())}
        if not run:
            self._only_compiled.add((path, function))
        return tuple(run or {op: None for place in seen for op in self._compiled.get(place, ())})

    def _folder(self, place: int) -> str:
        number = place >> PATH_SHIFT
        return self._folders.get(number, "")

    def _read(self) -> dict[str, set[int]]:
        self._folders = {number: path.rpartition("/")[0] for number, path in self._index.path_numbers()}
        places: dict[str, set[int]] = {}
        for op, device_type, _, kernel_class, place in relations.kernels(self._index):
            places.setdefault(without_templates(kernel_class).rpartition("::")[2], set()).add(place)
            ran = self._compiled if device_type.endswith("_JIT") else self._ops
            ran.setdefault(place, {})[op] = None
        for owner, _, name, kind, target, _, defined in relations.uses(self._index):
            if kind in ("compute", "work"):
                continue
            self._owners.setdefault(target, set()).add(owner)
            for one in {name, defined}:
                places.setdefault(without_templates(one).rpartition("::")[2], set()).add(target)
        return places
