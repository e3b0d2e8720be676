"""Which tree is meant: a checkout, a git directory, a plain folder, or the cached clone of a public repository."""

from __future__ import annotations

import os
import re

from tfexplore._record import Record
from tfexplore.errors import SourceError
from tfexplore.source.clone import cache_folder, clone
from tfexplore.source.folder import FolderTree
from tfexplore.source.revision import GitTree, remote_of, resolve_commit, tag_of
from tfexplore.source.tree import Entry, Progress, Tree

__all__ = [
    "DEFAULT_REF",
    "DEFAULT_URL",
    "FolderTree",
    "GitTree",
    "OpenedSource",
    "cache_folder",
    "clone",
    "open_source",
]

DEFAULT_URL = "https://github.com/tensorflow/tensorflow.git"
DEFAULT_REF = "v1.15.0"

#: Where TensorFlow's own commits can be seen, whichever copy of them was read.
_HOME = "https://github.com/tensorflow/tensorflow"
_MARK = "tensorflow/core/framework/op.h"

_SOURCE = (".cc", ".cpp", ".cu", ".hip", ".cxx", ".c++", ".C", ".mm", ".i", ".bzl", "BUILD", "BUILD.bazel", "WORKSPACE")
#: A folder of Python is the source of something where it registers gradients.
_PYTHON = (".py", ".proto", ".pbtxt")
_GRADIENTS = re.compile(rb"\b(?:RegisterGradient|NotDifferentiable|NoGradient|no_gradient)\b")
_MOST_PYTHON = 5000


class OpenedSource(Record):
    """A tree that can be read, its files as listed once, and its state; None for what is not known."""

    tree: Tree
    entries: list[Entry]
    repository: str | None
    tag: str | None
    commit: str | None
    notes: tuple[str, ...] = ()


def open_source(
    source: str | None = None,
    ref: str | None = None,
    tag: str | None = None,
    commit: str | None = None,
    url: str | None = None,
    progress: Progress | None = None,
    cache_dir: str | None = None,
) -> OpenedSource:
    """The tree that the arguments mean; `SourceError` says what is wrong with them and what to do.

    Without `source` it is the cached clone of `url` at `ref`, made when it is not there. With `source` it is a folder
    (a checkout as it lies there, or any other folder) or, with `ref`, a revision of the git repository in it. `tag`
    and `commit` name the state of a tree that does not know its own.
    """
    if commit is not None and not re.fullmatch(r"[0-9a-f]{40}(?:[0-9a-f]{24})?", commit):
        raise SourceError(f"{commit!r} is no commit; give all 40 hexadecimal digits with --commit")
    if source is None:
        made = clone(url or DEFAULT_URL, ref or DEFAULT_REF, cache_dir, progress)
        tree: Tree = FolderTree(made.folder)
        known_tag: str | None = made.tag
        known_commit: str | None = made.commit
        remote = url or DEFAULT_URL
    else:
        tree, known_tag, known_commit, configured = _open_local(source, ref)
        remote = url or configured or ""
    if progress is not None:
        progress("listing files", 0, 0)
    entries = tree.entries()
    _check(source or remote, entries, tree)
    return OpenedSource(
        tree,
        entries,
        _repository(remote, entries),
        tag or known_tag,
        commit or known_commit,
        tuple(tree.notes()),
    )


def _open_local(source: str, ref: str | None) -> tuple[Tree, str | None, str | None, str | None]:
    """The tree at a path, with its tag, commit and remote as far as git knows them."""
    path = os.path.abspath(os.path.expanduser(source))
    if not os.path.lexists(path):
        raise SourceError(f"{source}: no such folder; name a checkout, a git directory or an unpacked archive")
    if not os.path.isdir(path):
        raise SourceError(f"{source}: not a folder; unpack it first and name the folder")
    git_dir = path if _is_git_dir(path) else os.path.join(path, ".git")
    if not os.path.exists(git_dir):
        if ref is not None:
            raise SourceError(
                f"{source}: no git repository, so it has no {ref!r}; name its state with --tag and --commit"
            )
        return FolderTree(path), None, None, None
    if ref is None and git_dir == path:
        raise SourceError(f"{source}: a git directory without files; name a revision with --ref, such as {DEFAULT_REF}")
    if ref is not None:
        revision = GitTree(git_dir, ref)
        known = ref if ref == tag_of(git_dir, revision.commit) else _tag_named(git_dir, ref, revision.commit)
        return revision, known, revision.commit, remote_of(git_dir)
    try:
        head = resolve_commit(git_dir, "HEAD")
    except SourceError:  # no git, or nothing committed: a folder all the same
        return FolderTree(path), None, None, None
    return FolderTree(path), tag_of(git_dir, head), head, remote_of(git_dir)


def _tag_named(git_dir: str, ref: str, commit: str) -> str | None:
    """The tag that `ref` is, else the best tag of its commit."""
    try:
        if resolve_commit(git_dir, f"refs/tags/{ref.removeprefix('refs/tags/')}") == commit:
            return ref.removeprefix("refs/tags/")
    except SourceError:
        return tag_of(git_dir, commit)
    return tag_of(git_dir, commit)


def _is_git_dir(path: str) -> bool:
    return all(os.path.exists(os.path.join(path, name)) for name in ("HEAD", "objects")) and (
        os.path.exists(os.path.join(path, "refs")) or os.path.exists(os.path.join(path, "packed-refs"))
    )


def _check(where: str, entries: list[Entry], tree: Tree) -> None:
    """Refuse what is no source tree, before an empty answer is given about it."""
    if any(entry.path.endswith(_SOURCE) for entry in entries) or _has_gradients(entries, tree):
        return
    if not entries:
        raise SourceError(f"{where}: no source files in it; name the root of a source tree")
    raise SourceError(
        f"{where}: no C++ source or BUILD file in it (an installed package has none); name the root of a source tree"
    )


def _repository(remote: str, entries: list[Entry]) -> str | None:
    """The address at which a person sees the commits: the remote's, or TensorFlow's own for a copy of its tree."""
    match = re.fullmatch(
        r"(?:https?|ssh|git)://(?:[^/@]*@)?([\w.-]+)(?::\d+)?/(.+?)(?:\.git)?/?", remote
    ) or re.fullmatch(r"[\w.-]+@([\w.-]+):(?!/)(.+?)(?:\.git)?/?", remote)
    if match:
        return f"https://{match[1]}/{match[2]}"
    return _HOME if any(entry.path == _MARK for entry in entries) else None


def _has_gradients(entries: list[Entry], tree: Tree) -> bool:
    """Whether a tree of Python alone registers gradients; one with headers is an installed package."""
    if not all(entry.path.endswith(_PYTHON) for entry in entries):
        return False
    return any(_GRADIENTS.search(tree.read(entry.path)) for entry in entries[:_MOST_PYTHON])
