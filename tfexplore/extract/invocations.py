"""What single invocations of a file register, kept apart, so that one that is as it was is not expanded again.

Most files that change between two releases change elsewhere than in their registrations. An invocation expands to what
it did where its text is the same, and every macro that its expansion can come to; what its expressions mean, which may
be said anywhere in the file, is asked for the whole file (`Resolver.answers_alike`). The lines of the file and of its
headers may be others: facts are moved.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from itertools import accumulate, pairwise
from typing import Any

from tfexplore._record import TYPE_CHECKING
from tfexplore.cpp.expansion import Invocation
from tfexplore.cpp.source_file import File
from tfexplore.extract.known import Known, Registrations
from tfexplore.model import ExpansionStep, Location

if TYPE_CHECKING:
    from collections.abc import Iterator

#: One invocation: its first line, how long it is and how many tokens it took, a digest of its text and one of the
#: macros, and how many facts of each kind it made.
_KEPT = struct.Struct("<III8s8sIIII")
#: How many invocations of the earlier file are tried at a place, from the one that is expected there on.
_AHEAD = 32
#: The text behind an invocation that would make another token of its last one, unless that is a sign of its own.
_BEHIND = 2
_CLOSED = frozenset(";)}")


def packed(file: File, invocations: Iterable[tuple[Invocation, Registrations]]) -> bytes:
    """What is kept of the invocations of a file beside their facts; empty where they cannot be told apart."""
    made = []
    for one, facts in invocations:
        counts = [len(part) for part in facts]
        if one.closed:
            text, macros = _text(file, one.start, one.end - one.start), file.surroundings(one.start, one.end)
        else:
            text = macros = b""
        made.append(_KEPT.pack(file.source.line(one.start), one.end - one.start, one.cost, text, macros, *counts))
    return b"".join(made)


def _text(file: File, start: int, length: int) -> bytes:
    end = start + length
    text = file.code[start : end if file.code[end - 1 : end] in _CLOSED else end + _BEHIND]
    # Names mean what they mean in the namespace around.
    text += "\0" + "\0".join(file.scopes.at(start))
    return blake2b(text.encode("latin-1"), digest_size=8).digest()


class Earlier:
    """The invocations of a file as an earlier run has read it (`known`), looked for where they stand now.

    It is called with the place of an invocation in `file`, and answers with where that ends and how many tokens it took
    when it is one of them.
    """

    def __init__(self, known: Known, file: File) -> None:
        self._file = file
        self._kept = list(_KEPT.iter_unpack(known.invocations))
        self._parts = list(_parts(known.registrations, [one[-4:] for one in self._kept]))
        self._next = 0
        self._found: dict[int, Registrations] = {}

    def __call__(self, start: int) -> tuple[int, int] | None:
        """Where the invocation ends that starts here, and how many tokens it took; None for one that is another."""
        for number in range(self._next, min(self._next + _AHEAD, len(self._kept))):
            line, length, cost, text, macros, *_ = self._kept[number]
            end = start + length
            if end > len(self._file.code) or _text(self._file, start, length) != text:
                continue
            if self._file.surroundings(start, end) != macros:
                continue
            try:
                self._found[start] = self._moved(self._parts[number], line, start, end)
            except KeyError:
                continue
            self._next = number + 1
            return end, cost
        return None

    def facts(self, start: int) -> Registrations:
        """What the invocation registers that was found to start here."""
        return self._found[start]

    def _moved(self, facts: Registrations, line: int, start: int, end: int) -> Registrations:
        """The facts of an invocation that began on `line` and stands between two offsets now."""
        file = self._file
        first = file.source.line(start)
        shifts = {(file.path, number): first - line for number in range(line, line + file.source.line(end) - first + 1)}
        for step in {step for part in facts for fact in part for step in getattr(fact, "expansion", ())}:
            before = step.defined
            if before.package:
                continue
            macro = file.lookup(step.macro, start)
            if macro is None or (macro.path, macro.end_line - macro.line) != (
                before.path,
                before.end_line - before.line,
            ):
                raise KeyError(step.macro)
            shift = macro.line - before.line
            for number in range(before.line, before.end_line + 1):
                if shifts.setdefault((before.path, number), shift) != shift:
                    raise KeyError(step.macro)
        return facts if not any(shifts.values()) else _shifted(facts, shifts)


def _parts(registrations: Registrations, counts: list[tuple[int, ...]]) -> Iterator[Registrations]:
    """The facts of each invocation; what no invocation made comes first."""
    kinds = []
    for kind, facts in enumerate(registrations):
        sizes = [one[kind] for one in counts]
        ends = accumulate(sizes, initial=len(facts) - sum(sizes))
        kinds.append([facts[begin:end] for begin, end in pairwise(ends)])
    return map(Registrations._make, zip(*kinds, strict=True))


#: The fields of facts that are places, beside the steps of `expansion`.
_PLACES = ("location", "registered", "shape_fn_location", "kernel_class_location")


def _shifted(facts: Registrations, shifts: Mapping[tuple[str, int], int]) -> Registrations:
    """Facts with every line where it is now; `KeyError` for a line of which nobody knows."""
    steps: dict[ExpansionStep, ExpansionStep] = {}

    def place(before: Location) -> Location:
        if before.package:
            return before
        path, line, end, *_ = before
        return Location(path, line + shifts[path, line], end + shifts[path, end])

    def step(before: ExpansionStep) -> ExpansionStep:
        if before not in steps:
            steps[before] = ExpansionStep(before.macro, place(before.defined), place(before.invoked))
        return steps[before]

    def moved(fact: Any) -> Any:
        new: dict[str, Any] = {
            name: place(before) for name in _PLACES if (before := getattr(fact, name, None)) is not None
        }
        if getattr(fact, "expansion", ()):
            new["expansion"] = tuple(map(step, fact.expansion))
        return fact._replace(**new)

    return Registrations._make([tuple(map(moved, part)) for part in facts])
