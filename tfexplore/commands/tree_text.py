"""Text of a tree for a command that shows some: a folder that was named, or the clone that is kept of that state.

What is shown as evidence of an index must be what the index was made of. So each excerpt is held against the marks that
the index has of the file's lines, and where a file has none (contrib, interface files) the tree's release is.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.errors import SourceError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tfexplore.index.store import Index
    from tfexplore.model import Location, SourceState
    from tfexplore.source.folder import FolderTree
    from tfexplore.source.tree import Tree

#: Lines of one excerpt; a longer function is cut.
MAX_LINES = 400
#: Lines around a place that must be those of the index as well: one alone may have the mark of another by chance.
AROUND = 3
#: Files of an index that are looked for in a folder, about, before it is said to have none.
MAX_LOOKED_FOR = 64
#: The file that names a release.
VERSION = "tensorflow/core/public/version.h"


def tree_at_hand(folder: str | None, state: SourceState) -> FolderTree | None:
    """The tree in `folder`, else the kept clone of the state; None where nothing is kept. Nothing is downloaded."""
    import os

    from tfexplore.source.clone import kept_clone
    from tfexplore.source.folder import FolderTree

    if folder is not None:
        path = os.path.abspath(os.path.expanduser(folder))
        if not os.path.isdir(path):
            raise SourceError(f"{folder}: no such folder; name a checkout of the tree that the index is of")
        return FolderTree(path)
    kept = kept_clone(state.repository, state.tag or state.commit)
    return FolderTree(kept) if kept is not None else None


def other_tree(index: Index, tree: Tree, shown: str) -> str:
    """What tells that a tree is not the one of an index, for a line of warning; empty where nothing does.

    `SourceError` for a folder that has none of the index's files, which `shown` names.
    """
    paths = index.paths()
    if not any(_has(tree, path) for path in paths[:: max(1, len(paths) // MAX_LOOKED_FOR)]):
        known = index.state.tag or "the tree that the index is of"
        raise SourceError(f"{shown}: none of the index's files is there; name a checkout of {known}")
    text = TreeText(index, tree)
    if not text.is_other_release():
        return ""
    return f"{shown} is of another release than this index ({VERSION} says so); lines of both were held against it"


def _has(tree: Tree, path: str) -> bool:
    try:
        tree.read(path)
    except SourceError:
        return False
    return True


class TreeText:
    """The text of places of an index in a tree, as far as it is the text that the index was made of."""

    def __init__(self, index: Index, tree: Tree) -> None:
        self._index = index
        self._tree = tree
        self._read: dict[str, tuple[list[str], str] | None] = {}
        #: Places whose text is not shown: of files that the tree does not have, of those that say something else, and
        #: of those without marks in a tree of another release.
        self.absent: list[Location] = []
        self.others: list[Location] = []
        self.untold: list[Location] = []

    def lines(self, place: Location) -> str:
        """The lines of a place; empty, and noted, where the tree has none or others than the index was made of."""
        if place.package:
            return ""
        found = self._file(place.path)
        if found is None:
            self.absent.append(place)
            return ""
        if not self._is(place, found[1]):
            return ""
        return "\n".join(found[0][place.line - 1 : min(place.end_line, place.line - 1 + MAX_LINES)])

    def whole(self, path: str, places: Iterable[Location]) -> str:
        """The text of a file, of which the index was made at all of some places; else empty, and noted."""
        from tfexplore.model import Location

        found = self._file(path)
        if found is None:
            self.absent.append(Location(path, 1, 1))
            return ""
        told = [self._is(place, found[1]) for place in places]
        if not all(told):
            return ""
        return "\n".join(found[0])

    def note(self, shown: str) -> str:
        """Which texts are missing from an answer, as one line; empty where none is. `shown` names the tree."""
        parts = []
        if self.others:
            parts.append(f"is not the tree of this index: {_first(self.others)} says something else there")
        if self.untold:
            parts.append(f"is of another release than this index, which cannot tell {_first(self.untold)} from its own")
        if self.absent:
            parts.append(f"has no {_first(self.absent, lines=False)}")
        return f"{shown} {', and '.join(parts)}; what the tree says there is not shown" if parts else ""

    def _is(self, place: Location, marks: str) -> bool:
        """Whether the text of a place is that of the index; one that is not, or of which nobody can tell, is noted."""
        known = self._marks(place.path)
        if not known or not marks:
            if self.is_other_release():
                self.untold.append(place)
                return False
            return True
        around = slice(max(0, place.line - 1 - AROUND), place.end_line + AROUND)
        if known == marks or (known[around] == marks[around] and any(mark.isalpha() for mark in known[around])):
            return True
        self.others.append(place)
        return False

    def is_other_release(self) -> bool:
        """Whether the tree is known to be of another release than the index."""
        known = self._marks(VERSION)
        found = self._file(VERSION)
        return bool(known) and (found is None or found[1] != known)

    def _marks(self, path: str) -> str:
        from tfexplore.index import marks

        return marks.of_file(self._index, path)

    def _file(self, path: str) -> tuple[list[str], str] | None:
        """The lines of a file of the tree and their marks, None for one that is not there."""
        from tfexplore.line_marks import line_marks

        if path not in self._read:
            try:
                data = self._tree.read(path)
            except SourceError:
                self._read[path] = None
            else:
                text = data.decode("utf-8", "replace").replace("\r\n", "\n").removesuffix("\n")
                self._read[path] = text.split("\n"), line_marks(path, data)
        return self._read[path]


def _first(places: list[Location], lines: bool = True) -> str:
    from tfexplore.render.plain import clean

    one = places[0]
    shown = clean(f"{one.path}:{one.line}" if lines else one.path)
    different = {(place.path, place.line) if lines else place.path for place in places}
    return f"{shown} (and {len(different) - 1} more)" if len(different) > 1 else shown


def complain(text: TreeText, command: str, folder: str | None) -> None:
    """Say on standard error which texts a tree does not have."""
    import sys

    note = text.note(folder or "the kept clone")
    if note:
        sys.stdout.flush()
        print(f"tfexplore {command}: {note}", file=sys.stderr)
