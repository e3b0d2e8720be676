"""The functions of a Python file that an earlier run has read, for one that changed elsewhere.

What is said of a function depends on its text and on which of the names in it the file itself binds: those that came or
went are looked for in the text. Its lines may be others.
"""

from __future__ import annotations

import re
from hashlib import blake2b

from tfexplore._record import TYPE_CHECKING, Record

if TYPE_CHECKING:
    from tfexplore.extract.python_records import Function, GradientBody, PythonFacts
    from tfexplore.extract.python_source import Source, Statement

_WORD = re.compile(rb"\w+")
_FEW = 60
_SIZE = 8
#: What stands in front of the name of an op that is created by it.
_CREATES = (b"create_op", b"apply_op")


class KeptFunctions(Record):
    """What is kept of the functions of a file beside its facts: a digest for each, in their order.

    `bodies` are those of the gradient functions. `assigned` are names that the file binds and no fact tells.
    """

    functions: bytes
    bodies: bytes
    assigned: tuple[str, ...]


class KnownFunctions:
    """The functions that an earlier run has read (`facts`, `kept`); learns those of this run."""

    def __init__(self, facts: PythonFacts | None = None, kept: KeptFunctions | None = None) -> None:
        self._facts = facts
        self._kept = kept
        self._functions: dict[bytes, Function] = {}
        self._bodies: dict[bytes, GradientBody] = {}
        self._others: set[bytes] = set()  # names that came or went
        self._methods: dict[str, set[bytes]] = {}  # methods that came or went, by their classes
        self._names: set[str] = set()
        self._digests: list[bytes] = []
        self._read: list[tuple[str, bytes]] = []
        if facts is not None and kept is not None:
            self._bodies = dict(zip(_digests(kept.bodies), facts.bodies, strict=True))

    def know(self, names: set[str], methods: frozenset[str], star: bool) -> None:
        """What the file binds: names, methods of its classes (`Class.method`), and whether everything of a module."""
        self._names = names
        facts, kept = self._facts, self._kept
        if facts is None or kept is None or star != any(one.name == "*" for one in facts.imports):
            return
        before = _told(facts).union(kept.assigned)
        self._others = {name.encode() for name in before ^ names}
        for method in {one.name for one in facts.functions if "." in one.name} ^ methods:
            owner, _, name = method.rpartition(".")
            self._methods.setdefault(owner, set()).add(name.encode())
        self._functions = dict(zip(_digests(kept.functions), facts.functions, strict=True))

    def function(
        self, name: str, owner: str, source: Source, statement: Statement, closely: bool = False
    ) -> Function | None:
        """What was read of a function, where it is what it was and was read as `closely`."""
        text = source.blank[statement.start : statement.end].rstrip()
        state = blake2b(f"{name}{' closely' if closely else ''}\n".encode(), digest_size=_SIZE)
        state.update(text)
        if _CREATES[0] in text or _CREATES[1] in text:
            state.update(source.data[statement.start : statement.end])
        digest = state.digest()
        self._digests.append(digest)
        known = self._functions.get(digest)
        if known is None:
            return None
        others = self._others.union(self._methods.get(owner, ()))
        # Few names are sought one by one, many among the words.
        sought = len(others) > _FEW or any(name in text for name in others)
        if sought and not others.isdisjoint(_WORD.findall(text)):
            return None
        shift = source.line(statement.start) - known.line
        if not shift:
            return known
        inner = known.inner
        if inner is not None:
            inner = inner._replace(
                line=inner.line + shift, def_line=inner.def_line + shift, end_line=inner.end_line + shift
            )
        return known._replace(
            line=known.line + shift, def_line=known.def_line + shift, end_line=known.end_line + shift, inner=inner
        )

    def body(self, name: str, source: Source, statement: Statement) -> GradientBody | None:
        """What was read of a gradient function, where it is what it was."""
        text = source.data[statement.start : statement.end]
        digest = blake2b(f"{name}\n".encode() + text, digest_size=_SIZE).digest()
        self._read.append((name, digest))
        return self._bodies.get(digest)

    def kept(self, facts: PythonFacts) -> KeptFunctions | None:
        """What is to be kept of the file that was read; None where that is nothing."""
        if not facts.functions or len(facts.functions) != len(self._digests):
            return None
        bodies = dict(self._read)
        read = b"".join([bodies[one.name] for one in facts.bodies])
        return KeptFunctions(b"".join(self._digests), read, tuple(sorted(self._names - _told(facts))))


def _told(facts: PythonFacts) -> set[str]:
    """The names that a file binds, as far as its facts tell."""
    found = {one.name.partition(".")[0] for one in facts.imports}
    found.update([one.name for one in facts.functions if "." not in one.name])
    found.update([one.name for one in facts.classes])
    found.update([one.name for one in facts.aliases])
    return found


def _digests(joined: bytes) -> list[bytes]:
    return [joined[begin : begin + _SIZE] for begin in range(0, len(joined), _SIZE)]
