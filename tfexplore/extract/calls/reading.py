"""Which functions of a file are run so that every call of it that registers is come to."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from tfexplore._record import Record
from tfexplore.cpp.evaluator.interpreter import Interpreter
from tfexplore.cpp.evaluator.limits import StoppedError
from tfexplore.cpp.evaluator.outline import Item
from tfexplore.cpp.evaluator.program import Program, Unit
from tfexplore.cpp.evaluator.values import Symbol
from tfexplore.cpp.library import Library
from tfexplore.cpp.resolve import Resolver
from tfexplore.cpp.source_file import File
from tfexplore.extract.calls.account import NEW_KERNEL, NEW_OP, REGISTER, REGISTER_KERNEL, REGISTER_OP, Account
from tfexplore.extract.calls.natives import Natives
from tfexplore.model import KernelDef, OpDef, Unresolved

_SITE = re.compile(rf"\b({NEW_OP}|{NEW_KERNEL})\s*\(|(?:->|\.)\s*(Register)\s*\(")
_BUILDING = (
    NEW_OP,
    REGISTER_OP,
    NEW_KERNEL,
    REGISTER_KERNEL,
    r"TF_KernelBuilder_\w+",
    r"TF_OpDefinitionBuilder\w+",
)
_WORD = re.compile(r"[A-Za-z_]\w*")


class Calls(Record):
    """What the calls of one file register, and what that depends on.

    `consulted` are the other files that were read to tell, `asked` is what all of them looked up, `reach` are the
    headers that they include, and `sought` the names that these were searched for.
    """

    ops: tuple[OpDef, ...] = ()
    kernels: tuple[KernelDef, ...] = ()
    unresolved: tuple[Unresolved, ...] = ()
    consulted: tuple[str, ...] = ()
    asked: tuple[tuple[str, str, str], ...] = ()
    reach: tuple[str, ...] = ()
    sought: tuple[str, ...] = ()


def read(file: File, resolver: Resolver, open: Callable[[str], File | None]) -> Calls:
    """What the calls of a file register; `open` gives other files of the tree."""
    sites = {
        match.start(match.lastindex or 0): match.group(match.lastindex or 0) for match in _SITE.finditer(file.shape)
    }
    if "OpRegistry" not in file.shape:
        sites = {at: name for at, name in sites.items() if name != "Register"}
    if not sites:
        return Calls()
    return _Reading(file, resolver, open, sites).run()


def _c_types(library: Library) -> dict[str, object]:
    # The C API's enum has the names and the numbers of the other (tensorflow/c/tf_datatype.h).
    return {f"TF_{name[3:]}": Symbol(name, number) for name, number in library.enum.items()}


class _Reading:
    """The reading of one file: which functions are run, and that every site is accounted for."""

    def __init__(
        self, file: File, resolver: Resolver, open: Callable[[str], File | None], sites: Mapping[int, str]
    ) -> None:
        self.file = file
        self.account = Account(file)
        self.program = Program(file, resolver, open)
        self.sites = sites
        for item in self.program.main.items:
            # The definition of the C API's function itself, or its declaration.
            head = item.body if item.kind == "function" else item.end
            if item.name in (NEW_OP, NEW_KERNEL):
                self.sites = {at: name for at, name in self.sites.items() if not item.start <= at < head}
        self.reaching = self._reaching(self.program.main)
        through = {name for _, names in self.reaching.values() for name in names}
        names = (*_BUILDING, "Register", *sorted(through))
        self.wanted = re.compile(rf"\b(?:{'|'.join(names)})\b")
        self.machine = Interpreter(
            self.program,
            Natives(self.account, resolver.library).functions(),
            {"TF_OK": Symbol("TF_OK", 0), **_c_types(resolver.library)},
            self.wanted,
        )

    def run(self) -> Calls:
        """Run what comes to a site, and account for every site."""
        unit = self.program.main
        reaching = self.reaching
        for item in sorted(unit.items, key=lambda item: item.start):
            if item.kind == "variable" and not item.owner and (item.start, item.end) in reaching:
                self._run(unit, item)
        functions = [i for i in unit.items if i.kind == "function" and (i.start, i.end) in reaching]
        called = {name for f in functions for name in reaching[f.start, f.end][1]}
        # Functions that others call come later: their parameters are known then.
        for item in sorted(functions, key=lambda i: (i.name in called, i.start)):
            if (self.file.path, item.start) not in self.machine.entered:
                self._run(unit, item)
        covered = [(i.start, i.end) for i in unit.items if i.kind != "class"]
        account = self.account
        for at in self.sites:
            if at not in account.visited and not any(start <= at < end for start, end in covered):
                self._unread(at, "no function that can be read is around it")
        for builder in account.builders:
            if not builder.registered:
                account.abandoned(builder)
        program = self.program
        return Calls(
            tuple(account.ops),
            tuple(account.kernels),
            tuple(account.unresolved),
            tuple([path for path in program.consulted() if path != self.file.path]),
            program.asked(),
            program.reach(),
            program.sought(),
        )

    def _reaching(self, unit: Unit) -> dict[tuple[int, int], tuple[set[int], set[str]]]:
        """The definitions that come to a site: extent -> the sites, and the functions that it names on the way."""
        found: dict[tuple[int, int], tuple[set[int], set[str]]] = {}
        items = [i for i in unit.items if i.kind in ("function", "variable")]
        for item in items:
            inside = {at for at in self.sites if item.start <= at < item.end}
            if inside:
                found[item.start, item.end] = (inside, set())
        names = {i.name: i for i in items if (i.start, i.end) in found}
        words = {(i.start, i.end): set(_WORD.findall(self.file.shape, i.start, i.end)) for i in items}
        changed = True
        while changed:
            changed = False
            for item in items:
                key = (item.start, item.end)
                for name in words[key] & names.keys():
                    other = names[name]
                    if other is item or (item.kind == "variable" and name == item.name):
                        continue
                    sites, through = found.setdefault(key, (set(), set()))
                    new = found[other.start, other.end][0] - sites
                    if new or name not in through:
                        sites |= new
                        through.add(name)
                        names.setdefault(item.name, item)
                        changed = True
        return found

    def _run(self, unit: Unit, item: Item) -> None:
        last = max((m.start() for m in self.wanted.finditer(self.file.shape, item.start, item.end)), default=item.end)
        try:
            self.machine.run(unit, item, last)
        except StoppedError as stop:
            for at in sorted(self.reaching[item.start, item.end][0]):
                self._unread(at, str(stop))
                self.account.visited.add(at)

    def _unread(self, at: int, reason: str) -> None:
        name = REGISTER if self.sites[at] == "Register" else self.sites[at]
        self.account.note(name, self.account.line(at), reason, self.account.extent(at, at))
