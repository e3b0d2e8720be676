"""What the tests of the C++ core share: sources in, whole facts out, written shortly enough for a table."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tfexplore.cpp.macros import Headers
from tfexplore.cpp.preprocessor import profile_macros
from tfexplore.cpp.source_file import File
from tfexplore.extract.cpp_source import Reader
from tfexplore.extract.known import Registrations
from tfexplore.model import (
    ArgDef,
    AttrDef,
    Constraint,
    ExpansionStep,
    GradientFunction,
    KernelDef,
    Location,
    OpDef,
    Unresolved,
)

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"
TREE = FIXTURES / "tree"

_FRAMEWORK = "tensorflow/core/framework/"
#: The file that a test's text is, unless it names others.
PATH = "kernels/x.cc"


def tree_files() -> dict[str, bytes]:
    """The small tree of `fixtures/`: path -> bytes."""
    return {str(p.relative_to(TREE)): p.read_bytes() for p in sorted(TREE.rglob("*")) if p.is_file()}


_FRAMEWORK_FILES = {path: data for path, data in tree_files().items() if path.startswith(_FRAMEWORK)}


def as_bytes(files: Mapping[str, str | bytes]) -> dict[str, bytes]:
    """Texts as they would be on a disk."""
    return {path: text.encode() if isinstance(text, str) else text for path, text in files.items()}


def reader(files: Mapping[str, str | bytes], defines: Mapping[str, str] | None = None) -> Reader:
    """A reader of a tree of these files and the small tree's framework headers (its type table)."""
    known = {**_FRAMEWORK_FILES, **as_bytes(files)}
    return Reader(known.get, known, defines or {})


def read(
    text: str | bytes | Mapping[str, str | bytes], path: str = PATH, defines: Mapping[str, str] | None = None
) -> Registrations:
    """What one file registers; `text` is that file, or all files by path."""
    files = as_bytes({path: text} if isinstance(text, (str, bytes)) else text)
    return reader(files, defines).registrations(path, files[path]).registrations


def open_file(
    text: str | bytes | Mapping[str, str | bytes], path: str = PATH, defines: Mapping[str, str] | None = None
) -> File:
    """A file as the compiler of a build sees it."""
    files = as_bytes({path: text} if isinstance(text, (str, bytes)) else text)
    macros = profile_macros(defines or {})
    return File(path, files[path], Headers(files.get, files, macros), macros)


def at(line: int, end: int = 0, path: str = PATH) -> Location:
    """A place: one line, or from one to another."""
    return Location(path, line, end or line)


def step(macro: str, defined: Location, invoked: Location) -> ExpansionStep:
    """One macro on the way."""
    return ExpansionStep(macro, defined, invoked)


def op(
    name: str,
    location: Location,
    inputs: tuple[ArgDef, ...] = (),
    outputs: tuple[ArgDef, ...] = (),
    attrs: tuple[AttrDef, ...] = (),
    flags: str = "",
    deprecated: int | None = None,
    shape_fn: str | None = None,
    shape_fn_location: Location | None = None,
    expansion: tuple[ExpansionStep, ...] = (),
) -> OpDef:
    """An op; `flags` holds those of its four flags that are set."""
    return OpDef(
        name,
        inputs,
        outputs,
        attrs,
        "stateful" in flags,
        "commutative" in flags,
        "aggregate" in flags,
        "uninitialized" in flags,
        deprecated,
        shape_fn,
        shape_fn_location,
        None,
        location,
        expansion,
    )


def kernel(
    op: str,
    device: str,
    kernel_class: str,
    location: Location,
    expansion: tuple[ExpansionStep, ...] = (),
    host: tuple[str, ...] = (),
    label: str = "",
    priority: int = 0,
    registry: str = "op_kernel",
    kernel_class_location: Location | None = None,
    **types: str,
) -> KernelDef:
    """A kernel; a keyword such as `T="DT_FLOAT DT_HALF"` is a constraint."""
    constraint = tuple(Constraint(name, tuple(value.split())) for name, value in types.items())
    return KernelDef(
        op, device, constraint, host, label, priority, kernel_class, kernel_class_location, registry, None, location,
        expansion,
    )  # fmt: skip


def gradient(op: str, registry: str, function: str | None, location: Location) -> GradientFunction:
    """A C++ gradient as one file says it."""
    return GradientFunction(op, registry, function, location, None, location, "macro", None, None)


def unresolved(macro: str, text: str, reason: str, location: Location, relates: str = "") -> Unresolved:
    """What could not be read."""
    return Unresolved(macro, text, reason, location, relates)
