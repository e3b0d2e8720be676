"""Kernels that are registered by another name of their class: `using ConcatV2Op = ConcatBaseOp<Device, T, AXIS>`.

The class is the one that the same file defines. A class that is called like the other name and stands somewhere else,
as that of another compiler's kernel, is not meant. Such names are few: v1.15.0 has two.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tfexplore.cpp.definitions import definitions
from tfexplore.cpp.source_file import File
from tfexplore.extract.known import Registrations
from tfexplore.model import KernelDef, Location
from tfexplore.templates import without_templates

#: A name for a class, with the class.
_ALIAS = re.compile(
    r"\busing\s+(?P<name>\w+)\s*=\s*(?:typename\s+)?(?P<of>(?:\w+::)*\w+)\s*[<;]"
    r"|\btypedef\s+(?P<target>(?:\w+::)*\w+)\s*(?:<[^;{}]{0,400}>)?\s*(?P<typedef>\w+)\s*;"
)


def with_classes(file: File, parts: Sequence[Registrations]) -> list[Registrations]:
    """What a file registers, kernels that name their class by another name with the place of the class."""
    named = {
        _last(kernel.kernel_class) for part in parts for kernel in part.kernels if not kernel.kernel_class_location
    }
    found = [
        (match["name"] or match["typedef"], _last(match["of"] or match["target"]))
        for match in (_ALIAS.finditer(file.source.shape) if named else ())
    ]
    aliases = {name: of for name, of in found if name in named and of != name}
    if not aliases:
        return list(parts)
    classes = {
        symbol.name: symbol.location
        for symbol in reversed(definitions(file.path, file.source.code.encode("utf-8", "replace")))
        if symbol.kind == "class"
    }
    places = {name: classes[of] for name, of in aliases.items() if of in classes and name not in classes}
    return [_placed(part, places) for part in parts] if places else list(parts)


def _placed(part: Registrations, places: Mapping[str, Location]) -> Registrations:
    return part._replace(kernels=tuple([_of(kernel, places) for kernel in part.kernels]))


def _of(kernel: KernelDef, places: Mapping[str, Location]) -> KernelDef:
    if kernel.kernel_class_location is not None or _last(kernel.kernel_class) not in places:
        return kernel
    return kernel._replace(kernel_class_location=places[_last(kernel.kernel_class)])


def _last(name: str) -> str:
    return without_templates(name).rpartition("::")[2]
