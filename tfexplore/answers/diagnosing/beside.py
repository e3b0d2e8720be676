"""Errors that packages beside TensorFlow raise: those in which Keras preprocessing and applications really are."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.model import Location, MessageSite

if TYPE_CHECKING:
    from tfexplore.answers.texts import Text
    from tfexplore.index.store import Index
    from tfexplore.model import KerasEndpoint


def beside(index: Index, text: Text) -> tuple[MessageSite, tuple[KerasEndpoint, ...]] | None:
    """The line of a package beside that a traceback ends at, and the public names by which its code was reached.

    None where the traceback ends elsewhere. The line is the traceback's, of a version that nobody tells.
    """
    if not text.frames or not text.exception:
        return None
    from tfexplore.index import keras

    endpoints = keras.every(index)
    packages = frozenset([one.implemented.package for one in endpoints if one.implemented.package])
    frames = [(frame, _within(frame.path, packages)) for frame in text.frames]
    last, path = frames[-1]
    if not path:
        return None
    package = path.partition("/")[0]
    place = Location(path, last.line, last.line, package)
    site = MessageSite("frame", "", text.exception, last.function, (), place)
    for frame, path in reversed(frames):
        named = [one for one in endpoints if path and one.implemented.path == path]
        there = [one for one in named if one.endpoint.rpartition(".")[2] == frame.function]
        there = there or [
            one
            for one in named
            if one.kind == "class" and one.implemented.line <= frame.line <= one.implemented.end_line
        ]
        if there:
            return site, tuple(there)
    return site, ()


def _within(path: str, packages: frozenset[str]) -> str:
    """The path of a frame from its package on; empty for a file of none of these packages."""
    parts = path.split("/")
    at = max([number for number, part in enumerate(parts) if part in packages], default=-1)
    return "/".join(parts[at:]) if at >= 0 else ""
