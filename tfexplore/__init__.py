"""Explore and annotate TensorFlow's source: what its binary registers, where, and how that is known."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING

if TYPE_CHECKING:
    import os

    from tfexplore.answers.explorer import Explorer

__all__ = ["__version__", "open_index"]

__version__ = "0.1.0"


def open_index(path: str | os.PathLike[str] | None = None) -> Explorer:
    """The index in `path`, a file or a release that has one (`"v1.14.0"`); without it that of `TFEXPLORE_INDEX`, or
    the one of TensorFlow v1.15.0 that ships.

    Raises `tfexplore.errors.IndexFileError` when the file cannot answer.
    """
    from tfexplore.answers.explorer import Explorer

    return Explorer(path)
