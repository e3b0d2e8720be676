"""One thing that the code of a class or function says, as the reading of its file tells it."""

from __future__ import annotations

from tfexplore._record import Record
from tfexplore.model import Symbol


class Said(Record):
    """A name that the code of `user` says at `line`: `kind` is `"base"`, `"class"`, `"static"` or `"function"`.

    Or one of `hooks.KINDS`, which name no other code.
    `"static"` is a class whose function does work and is called without an object of it.
    `condition` is the innermost `#if` around the line, an include guard apart.
    """

    user: Symbol
    kind: str
    name: str
    line: int
    condition: str = ""
