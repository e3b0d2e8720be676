"""Who names definitions that went or came in a few files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tfexplore._record import TYPE_CHECKING
from tfexplore.extract.swig_link import qualified
from tfexplore.index.store import PATH_SHIFT
from tfexplore.model import Symbol
from tfexplore.templates import without_templates

if TYPE_CHECKING:
    from tfexplore.index.patch import Rows


def registering(rows: Rows, paths: Sequence[str], symbols: Iterable[Symbol]) -> set[str] | None:
    """The files that register kernels of classes with these names; None where an op, a gradient or SWIG names one."""
    names: dict[str, set[str]] = {"class": set(), "function": set(), "method": set()}
    full = set()
    for one in symbols:
        if one.kind in names:
            names[one.kind].add(without_templates(one.name))
            full.add(qualified(one))
    if not full.isdisjoint(rows.texts("swig_name", "cname")):
        return None
    if _naming(rows.texts("op", "shape_fn"), names["function"] | names["method"]):
        return None
    if _naming(rows.texts("gradient", "function"), names["function"]):
        return None
    classes = rows.texts("kernel", "kernel_class")
    naming = _naming(classes, names["class"])
    locations = rows.numbers("kernel", "location")
    return {
        paths[(location >> PATH_SHIFT) - 1]
        for kernel_class, location in zip(classes, locations, strict=True)
        if kernel_class in naming
    }


def _naming(texts: Iterable[str], names: set[str]) -> set[str]:
    """Those texts that can mean one of the names, whatever qualifiers are left out."""
    found = set()
    for text in set(texts) if names else ():
        parts = without_templates(text).split("::")
        if not names.isdisjoint(["::".join(parts[i:]) for i in range(len(parts))]):
            found.add(text)
    return found
