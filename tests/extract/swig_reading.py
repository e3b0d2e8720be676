"""What the tests of the SWIG layer share: interface texts in, names out, written shortly enough for a table."""

from __future__ import annotations

from collections.abc import Mapping

from tfexplore.extract.swig import read_swig
from tfexplore.extract.swig_records import SwigFacts
from tfexplore.model import Location, SwigName

#: TensorFlow's three macros, as its own base interface defines them.
BASE = (
    '%define %ignoreall %ignore ""; %enddef\n'
    '%define %unignore %rename("%s") %enddef\n'
    '%define %unignoreall %rename("%s") ""; %enddef\n'
)


def facts(files: str | bytes | Mapping[str, str | bytes]) -> SwigFacts:
    """What a tree of these files says; a single text is the file `a.i`."""
    given = {"a.i": files} if isinstance(files, (str, bytes)) else files
    tree = {path: text.encode() if isinstance(text, str) else text for path, text in given.items()}
    return read_swig(tree.__getitem__, frozenset(tree))


def names(files: str | bytes | Mapping[str, str | bytes]) -> str:
    """The exposed names, sorted, without what SWIG generates beside a class."""
    return " ".join(one.name for one in facts(files).names if one.directive != "generated" or one.name == "cvar")


def named(found: SwigFacts, name: str) -> SwigName:
    """The one name."""
    (one,) = (one for one in found.names if one.name == name)
    return one


def at(path: str, line: int, end: int = 0) -> Location:
    """A place."""
    return Location(path, line, end or line)


def unread(files: str | bytes | Mapping[str, str | bytes]) -> list[tuple[str, str, str]]:
    """What could not be read: the macro, the reason, `path:line`."""
    return [(u.macro, u.reason, f"{u.location.path}:{u.location.line}") for u in facts(files).unresolved]
