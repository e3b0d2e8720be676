"""Text of a tree for a command that shows some: a folder that was named, or the clone that is kept of that state."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.errors import SourceError

if TYPE_CHECKING:
    from tfexplore.model import Location, SourceState
    from tfexplore.source.folder import FolderTree
    from tfexplore.source.tree import Tree

#: Lines of one excerpt; a longer function is cut.
MAX_LINES = 400


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


def lines_of(tree: Tree, place: Location) -> str:
    """The lines of a place; empty for a file that the tree does not have."""
    if place.package:
        return ""
    try:
        data = tree.read(place.path)
    except SourceError:
        return ""
    lines = data.decode("utf-8", "replace").splitlines()
    return "\n".join(lines[place.line - 1 : min(place.end_line, place.line - 1 + MAX_LINES)])
