"""What the readers of the SWIG layer hand to each other: plain records that can be pickled."""

from __future__ import annotations

from tfexplore._record import Record
from tfexplore.model import Endpoint, Location, SwigEffect, SwigFile, SwigName, SwigUnreachable, Symbol, Unresolved


class PythonUse(Record):
    """A place in Python that names something of a module that SWIG makes (`module` is its dotted name)."""

    module: str
    name: str
    location: Location


class SwigFacts(Record):
    """What the interface files of a tree say; `root` is None where a tree has none.

    `names` know neither their C++ definitions nor their uses in Python files before `link_swig`; `definitions` and
    `uses` are those that stand in the interface files themselves. `modules` are the dotted names under which Python
    knows the generated module, and those that import all of it. `endpoints` are
    the public names that inserted Python gives to its functions.
    """

    root: str | None
    modules: tuple[str, ...]
    files: tuple[SwigFile, ...]
    library_files: tuple[str, ...]
    names: tuple[SwigName, ...]
    effects: tuple[SwigEffect, ...]
    unreachable: tuple[SwigUnreachable, ...]
    definitions: tuple[Symbol, ...]
    uses: tuple[PythonUse, ...]
    unresolved: tuple[Unresolved, ...]
    endpoints: tuple[Endpoint, ...] = ()
