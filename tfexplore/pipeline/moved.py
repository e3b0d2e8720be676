"""Whether what a file yields is what it yielded before, in other lines: a comment was added above it.

Everything that is made of facts copies line numbers and puts them in order, and does nothing else with them. So where
each line of a file went somewhere and none overtook another, the rows of an index stay what they are, in their order,
with other numbers in them.
"""

from __future__ import annotations

import pickle
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.extract.known import Registrations
from tfexplore.index.symbols import unpacked
from tfexplore.model import KernelDef, Location, OpDef, Symbol
from tfexplore.paths import HEADERS
from tfexplore.pipeline.files import CODE, DIRECTIVES, FUNCTIONS, STATEMENTS, FileFacts
from tfexplore.pipeline.lines import LINES
from tfexplore.pipeline.parts import CPP, PYTHON_PARTS, SAYING

if TYPE_CHECKING:
    from tfexplore.cpp.units import Directives
    from tfexplore.extract.python_asked import OtherNames
    from tfexplore.extract.said import Said

#: The part that says what is registered under a condition.
GUARDED = "guarded"
#: Parts that are compared in ways of their own, or not at all.
_BY_ITSELF = (
    *(STATEMENTS, FUNCTIONS, SAYING, DIRECTIVES, GUARDED, CODE),
    *("symbols", "messages", "marks", "bases", "words", "uses"),
)
#: The part that is pickled.
PYTHON = "python"
#: The part that says under which names ops are shown to languages.
API_DEF = "api_def"
#: Longer stretches of other definitions than this are not searched for what they share.
_MANY = 400


class _DifferError(Exception):
    """The two say different things."""


class Ops(Record):
    """The ops of a file that are others: the names of those that were, and those that are now.

    `called` are those that nothing but their wrappers in Python can be other for, by their arguments. `seen` is whether
    Python sees more than that: it counts inputs and outputs, and points to the lines on which an op begins and ends.
    `inputs` are those with another number of inputs, which gradients in C++ count.
    """

    gone: frozenset[str]
    come: tuple[OpDef, ...]
    called: frozenset[str]
    seen: bool
    inputs: frozenset[str] = frozenset()


class Compared(Record):
    """Where each line that a fact of a file speaks of is now, and what is new beside that.

    `kernels` are those that the file registers now, where they are others; `guarded` are the names whose registrations
    under a condition are others. `gone` and `come` are definitions; `said` is what the file's code says now, where that
    or its definitions are others. `python` tells whether it says something else of the Python side, which has no say in
    where lines went then, and `names` those of which alone it does, which have no say either. `macros` are the
    lines of a header's macros, of which facts of other files speak. `ops` are the ops that are others. `declared` are
    the names that a header declares and did not, or did and does not.
    """

    lines: dict[int, int]
    kernels: tuple[KernelDef, ...] | None = None
    guarded: frozenset[tuple[str, str]] = frozenset()
    gone: tuple[Symbol, ...] = ()
    come: tuple[Symbol, ...] = ()
    said: tuple[Said, ...] | None = None
    python: bool = False
    macros: Mapping[int, int] = {}
    names: OtherNames | None = None
    ops: Ops | None = None
    declared: frozenset[str] = frozenset()


def compare(before: FileFacts, after: FileFacts) -> Compared | None:
    """What is new in a file; None where it is more than lines, kernels, definitions, messages, Python and uses in code.

    >>> before, after = (FileFacts("a.cc", b"", b"", {"symbols": f"{n}+2\\tc\\tOp"}) for n in (3, 5))
    >>> compare(before, after).lines
    {3: 5, 5: 7}
    """
    parts = (before.parts, after.parts)
    names = {name for one in parts for name in one if name not in _BY_ITSELF}
    known, now = (one.unpickled().registrations if one.known else Registrations() for one in (before, after))
    guarded, guarded_now = (one.get(GUARDED, ()) for one in parts)
    said, says = (pickle.loads(one["uses"]) if "uses" in one else () for one in parts)
    if _apart(said) != _apart(says):
        return None
    pairs = _Pairs(before.path)
    python, other_names = False, None
    try:
        macros = pairs.directives(*(one.get(DIRECTIVES) for one in parts))
        for name in names:
            more = pairs.with_lines({})
            try:
                more.part(name, *(one.get(name) for one in parts))
            except _DifferError:
                if name not in PYTHON_PARTS or (name == API_DEF and _classes(before) != _classes(after)):
                    raise
                rest = _but_for_names(pairs, *(one.get(name) for one in parts)) if name == PYTHON else None
                python = python or rest is None
                if rest is not None:
                    other_names, pairs = rest
            else:
                pairs = more
        pairs.walk(known._replace(ops=(), kernels=()), now._replace(ops=(), kernels=()))
        ops = pairs.ops(known.ops, now.ops)
        gone, come = pairs.symbols(*(unpacked(one.get("symbols", ""), before.path) for one in parts))
    except _DifferError:
        return None
    if _templates(said, gone) != _templates(says, come):
        return None  # what other files mean by the name
    if _outside(said, gone) != _outside(says, come):
        return None  # what other files lead to
    if before.path.endswith(HEADERS) and _includes(said) != _includes(says):
        return None  # what other files see
    lines = pairs.rising()
    # What stood where a definition stood that is gone could be taken for it.
    if lines is None or any(one.location.line in lines and one.location.end_line in lines for one in gone):
        return None
    python |= ops is not None and ops.seen
    declared = _declared(said) ^ _declared(says) if before.path.endswith(HEADERS) else frozenset()
    found = Compared(lines, None, frozenset(), gone, come, None, python, macros, other_names, ops, declared)
    alike = None if gone or come else pairs.rising_with(said, says)
    if alike is None and (said or says or before.path.endswith((*CPP, *HEADERS))):
        found = found._replace(said=says)
    elif alike is not None:
        pairs, found = pairs.with_lines(alike), found._replace(lines=alike)
    everything = pairs.rising_with((known.kernels, guarded), (now.kernels, guarded_now))
    if everything is not None:
        return found._replace(lines=everything)
    if known.kernels == now.kernels == ():
        return None
    moved = pairs.rising_with(guarded, guarded_now)
    if moved is not None:
        return found._replace(lines=moved, kernels=now.kernels)
    others = frozenset([(one.name, one.kind) for one in (*guarded, *guarded_now)])
    return found._replace(kernels=now.kernels, guarded=others)


def _classes(facts: FileFacts) -> list[tuple[str, str, list[str]]]:
    """How the classes are called that are generated for C++, of which its gradients are read."""
    return [(one.op, one.visibility, [name.name for name in one.endpoints]) for one in facts.parts.get(API_DEF, ())]


def _templates(said: Sequence[Said], others: Iterable[Symbol]) -> list[tuple[str, str, str]]:
    """What is said of the classes of a file themselves: heads of templates, and what no build has; of all but these."""
    if not said:
        return []
    from tfexplore.extract.said import OF_CLASSES

    left = frozenset(others)
    return [(one.user.name, one.kind, one.name) for one in said if one.kind in OF_CLASSES and one.user not in left]


def _includes(said: Iterable[Said]) -> frozenset[str]:
    return frozenset([one.name for one in said if one.kind == "include"])


def _apart(said: Iterable[Said]) -> list[str]:
    """The methods that are called like an entry of a kernel and are none: which they are, no row of theirs tells."""
    return sorted([one.user.name for one in said if one.kind == "work"])


def _declared(said: Iterable[Said]) -> frozenset[str]:
    return frozenset([one.name for one in said if one.kind in ("declare", "forward")])


def _outside(said: Iterable[Said], others: Iterable[Symbol]) -> list[tuple[str, str, str]]:
    """What macros of a file define, and the devices that its functions are for, of all but these."""
    left = frozenset(others)
    return [
        (one.user.name, one.kind, one.name)
        for one in said
        if one.kind == "macro" or (one.kind == "takes" and one.user not in left)
    ]


def _but_for_names(pairs: _Pairs, before: bytes | None, after: bytes | None) -> tuple[OtherNames, _Pairs] | None:
    """The names of a Python file of which alone it says something else, and the pairs with those of the rest."""
    if before is None or after is None:
        return None
    from tfexplore.extract import python_asked

    found = python_asked.other_names(pickle.loads(before), pickle.loads(after))
    if found is None:
        return None
    more = pairs.with_lines({})
    try:
        more.walk(*found[1:])
    except _DifferError:
        return None
    return found[0], more


def _arguments(ops: Iterable[OpDef]) -> tuple[Any, ...]:
    """What the wrappers of ops are made of."""
    return tuple([(op.input_arg, op.output_arg, op.attr) for op in ops])


def _counted(ops: Iterable[OpDef]) -> tuple[Any, ...]:
    """What Python sees of ops beside their wrappers' arguments: which inputs are lists, how many outputs, where."""
    return tuple(
        [
            (
                tuple([bool(one.number_attr or one.type_list_attr) for one in op.input_arg]),
                len(op.output_arg),
                op.location,
            )
            for op in ops
        ]
    )


class _Pairs:
    """Pairs of lines that belong together."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._lines: dict[int, int] = {}

    def part(self, name: str, before: Any, after: Any) -> None:
        if before is None or after is None:
            raise _DifferError
        if name == PYTHON:
            before, after = pickle.loads(before), pickle.loads(after)
        self.walk(before, after)

    def directives(self, before: Directives | None, after: Directives | None) -> dict[int, int]:
        """Pair the lines of a header's macros; those pairs."""
        if before is None or after is None:
            if before is not after:
                raise _DifferError
            return {}
        if before.said != after.said:
            raise _DifferError
        for (line, end), (now, end_now) in zip(before.lines, after.lines, strict=True):
            if end - line != end_now - now:
                raise _DifferError
            for count in range(end - line + 1):
                self._pair(line + count, now + count)
        return dict(self._lines)

    def ops(self, before: Sequence[OpDef], after: Sequence[OpDef]) -> Ops | None:
        """Pair the lines of the ops that stay, and the places of those that are others; these, where there are any."""
        changed, called, inputs = set(), set(), set()
        seen = False
        for name in sorted({op.name for op in (*before, *after)}):
            one, other = (tuple([op for op in ops if op.name == name]) for ops in (before, after))
            if not self._try(one, other):
                changed.add(name)
                seen |= not self._try(_counted(one), _counted(other))
                if _arguments(one) != _arguments(other):
                    called.add(name)
                if [len(op.input_arg) for op in one] != [len(op.input_arg) for op in other]:
                    inputs.add(name)
        if not changed:
            return None
        return Ops(
            frozenset([op.name for op in before if op.name in changed]),
            tuple([op for op in after if op.name in changed]),
            frozenset(called),
            seen,
            frozenset(inputs),
        )

    def _try(self, before: Any, after: Any) -> bool:
        """Pair the lines of two facts where these are the same."""
        more = self.with_lines({})
        try:
            more.walk(before, after)
        except _DifferError:
            return False
        self._lines = more._lines
        return True

    def symbols(
        self, before: tuple[Symbol, ...], after: tuple[Symbol, ...]
    ) -> tuple[tuple[Symbol, ...], tuple[Symbol, ...]]:
        """Pair the lines of the definitions that stay, in their order; those that are gone and those that are new."""
        gone: list[Symbol] = []
        come: list[Symbol] = []
        for tag, i, j, k, m in _differences(*([one[:3] for one in symbols] for symbols in (before, after))):
            if tag != "equal":
                gone += before[i:j]
                come += after[k:m]
                continue
            for one, other in zip(before[i:j], after[k:m], strict=True):
                ends = [(one.location.line, other.location.line), (one.location.end_line, other.location.end_line)]
                if all(self._lines.get(line, now) == now for line, now in ends) and (
                    ends[0][0] != ends[1][0] or ends[0][1] == ends[1][1]
                ):
                    self._lines.update(ends)
                else:
                    gone.append(one)
                    come.append(other)
        return tuple(gone), tuple(come)

    def walk(self, before: Any, after: Any) -> None:
        """Compare two facts; what may differ between them is a line of this file."""
        if type(before) is not type(after):
            raise _DifferError
        if isinstance(before, tuple):
            if len(before) != len(after):
                raise _DifferError
            fields = getattr(before, "_fields", None)
            if fields is None:
                for left, right in zip(before, after, strict=True):
                    self.walk(left, right)
            elif isinstance(before, Location) and (before.path != self._path or before.package):
                if before != after:
                    raise _DifferError
            else:
                for field, left, right in zip(fields, before, after, strict=True):
                    if field in LINES and left is not None and right is not None:
                        self._pair(left, right)
                    else:
                        self.walk(left, right)
        elif before != after:
            raise _DifferError

    def _pair(self, before: int, after: int) -> None:
        if self._lines.setdefault(before, after) != after:
            raise _DifferError

    def rising_with(self, before: Any, after: Any) -> dict[int, int] | None:
        """The pairs with those of two more facts, where they rise and the facts are the same."""
        more = self.with_lines(self._lines)
        try:
            more.walk(before, after)
        except _DifferError:
            return None
        return more.rising()

    def with_lines(self, lines: Mapping[int, int]) -> _Pairs:
        """These pairs and others."""
        made = _Pairs(self._path)
        made._lines = {**self._lines, **lines}
        return made

    def rising(self) -> dict[int, int] | None:
        """The pairs in order, where they rise on both sides."""
        return _rising(self._lines)


def _rising(lines: Mapping[int, int]) -> dict[int, int] | None:
    found = sorted(lines.items())
    return dict(found) if all(one[1] < other[1] for one, other in pairwise(found)) else None


def merged(lines: Mapping[int, int], more: Mapping[int, int]) -> dict[int, int] | None:
    """Pairs of lines and more of them as one; None where they do not agree, or do not rise."""
    if any(lines.get(line, now) != now for line, now in more.items()):
        return None
    return _rising({**lines, **more})


def moved_places(before: Any, after: Any, paths: Collection[str]) -> dict[str, dict[int, int]] | None:
    """Where each line of these files is now that a fact of many speaks of; None where it says something else.

    >>> before, after = ((Location("a.i", n, n), Location("b.i", 7, 7)) for n in (3, 5))
    >>> moved_places(before, after, ["a.i"])
    {'a.i': {3: 5}}
    >>> moved_places(before, after, ["b.i"])
    """
    found: dict[str, dict[int, int]] = {path: {} for path in paths}

    def same(one: Any, other: Any) -> bool:
        if not isinstance(one, tuple) or type(one) is not type(other) or len(one) != len(other):
            return bool(one == other)
        if not (isinstance(one, Location) and isinstance(other, Location) and one.path in found) or one.package:
            return one == other or all(map(same, one, other))
        lines = found[one.path]
        ends = ((one.line, other.line), (one.end_line, other.end_line))
        return one.path == other.path and all(lines.setdefault(line, now) == now for line, now in ends)

    return found if same(before, after) else None


def _differences(before: Sequence[Any], after: Sequence[Any]) -> Iterator[tuple[str, int, int, int, int]]:
    """The stretches of two sequences that are equal, and those between, as `difflib` says them."""
    first = 0
    while first < min(len(before), len(after)) and before[first] == after[first]:
        first += 1
    last = 0
    while last < min(len(before), len(after)) - first and before[-1 - last] == after[-1 - last]:
        last += 1
    yield "equal", 0, first, 0, first
    one, other = before[first : len(before) - last], after[first : len(after) - last]
    if one and other and max(len(one), len(other)) <= _MANY:
        from difflib import SequenceMatcher

        for tag, i, j, k, m in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
            yield tag, first + i, first + j, first + k, first + m
    else:
        yield "replace", first, first + len(one), first, first + len(other)
    yield "equal", len(before) - last, len(before), len(after) - last, len(after)
