"""What the code of a class leaves to those derived from it: the virtual methods that its `Compute` calls.

::

    class SpinBase : public OpKernel {
      void Compute(OpKernelContext* ctx) override { Prepare(ctx); }
      virtual void Turn(OpKernelContext* ctx) = 0;      "virtual"  Turn, said by SpinBase
      void Prepare(OpKernelContext* ctx) {
        this->Turn(ctx);                                "own"      Turn, said by SpinBase::Prepare
        static_cast<CHILD*>(this)->Twist(ctx);          "child"    Twist, said by SpinBase::Prepare

Turn and Twist are *hooks* of SpinBase: its `Compute` comes to them, and what runs is a derived class's. Also told here:
which methods are called like an entry of a kernel and are none, by their parameters: `Compute(ctx, accumulator)`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from tfexplore._record import TYPE_CHECKING
from tfexplore.extract.overloads import listed
from tfexplore.model import Location, Symbol, Use

if TYPE_CHECKING:
    from tfexplore.extract.said import Said

#: The entries of kernels, with their numbers of parameters.
ENTRIES = {"Compute": 1, "Compile": 1, "ComputeAsync": 2}
#: What is said of hooks, and is no use of anything.
KINDS = frozenset(["virtual", "own", "child", "work"])

_VIRTUAL = re.compile(r"virtual\s[^;{}()]*?(?<![\w~])(\w+)\s*\(")
_OWN = re.compile(r"this(\))?->\s*(?:template\s+)?([A-Z]\w*)\s*(?:<[^<>(){};]*>\s*)?\(")
_CHILD = re.compile(r"static_cast<\s*\w+\s*\*\s*>\s*\(\Z")


def read_hooks(
    text: str, starts: Sequence[int], regions: Sequence[Symbol], owners: Sequence[Symbol | None]
) -> Iterator[tuple[Symbol, str, str, int]]:
    """What a file says of hooks: who, one of `KINDS`, a method's name, the line. `owners` are the regions of lines."""
    if "virtual" in text:
        classes = [one for one in regions if one.kind == "class"]
        for match in _VIRTUAL.finditer(text):
            line = bisect_right(starts, match.start(1))
            around = [one for one in classes if one.location.line <= line <= one.location.end_line]
            name = match[1]
            if around and not (name in ENTRIES and _is_entry(name, text, match.end())):
                yield around[-1], "virtual", name, line
    for match in _OWN.finditer(text) if "this" in text else ():
        line = bisect_right(starts, match.start(2))
        user = owners[line]
        if user is None or user.kind != "method":
            continue
        if match[1] is None:
            yield user, "own", match[2], line
        elif _CHILD.search(text, max(0, match.start() - 80), match.start()):
            yield user, "child", match[2], line
    for one in regions:
        name = one.name.rpartition("::")[2]
        if one.kind == "method" and name in ENTRIES:
            begin = starts[one.location.line - 1]
            head = re.compile(rf"\b{name}\s*\(").search(text, begin, begin + 400)
            if head is not None and not _is_entry(name, text, head.end()):
                yield one, "work", name, one.location.line


def _is_entry(name: str, text: str, at: int) -> bool:
    """Whether the parameters that begin at an offset are those of an entry of this name."""
    given = listed(text, at)
    return given is not None and len(given) == ENTRIES[name]


def hooks(place: Location, said: Iterable[Said]) -> list[Use]:
    """The hooks of the class at a place, of all that is said by it: where each is first called, and declared."""
    found = list(said)
    apart = {one.user for one in found if one.kind == "work"}
    virtual: dict[str, Said] = {}
    by_method: dict[str, list[Said]] = {}
    for one in found:
        if one.kind == "virtual":
            virtual.setdefault(one.name, one)
        elif one.kind != "base" and one.user.kind == "method" and one.user not in apart:
            by_method.setdefault(one.user.name.rpartition("::")[2], []).append(one)
    if not virtual and not any(one.kind == "child" for one in found):
        return []
    made: dict[str, Use] = {}
    wanted = [name for name in ENTRIES if name in by_method]
    for method in wanted:
        for one in sorted(by_method[method], key=lambda one: (one.user.location, one.line)):
            name = one.name.partition("<")[0].rpartition("::")[2]
            declared = one if one.kind == "child" else virtual.get(name)
            if name in by_method and name not in wanted:
                wanted.append(name)
            if declared is not None and name not in made:
                made[name] = _hook(place, one, declared, name)
        own = virtual.get(method)
        if own is not None and method in ENTRIES and method not in made:
            # An entry that calls what is called like itself: `ComputeAsync(ctx, queue, callback)`.
            made[method] = _hook(place, min(by_method[method], key=lambda one: one.line), own, method)
    return list(made.values())


def _hook(place: Location, called: Said, declared: Said, name: str) -> Use:
    where = Location(called.user.location.path, called.line, called.line)
    target = Location(declared.user.location.path, declared.line, declared.line)
    owner = called.user.name.rpartition("::")[0]
    return Use(place, called.user.name, name, "hook", target, where, f"{owner}::{name}")
