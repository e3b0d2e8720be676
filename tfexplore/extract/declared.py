"""What a file of kernels' code declares, and defines beside what its definitions tell: for the code of other files.

::

    template <typename T>
    void WindThings(OpKernelContext* ctx, Tensor* out);          "declare"  WindThings: another file defines it
    struct LaunchThing;                                          "forward"  LaunchThing
    Status Fill(const GPUDevice& d, Tensor* out) { ... }         "takes"    GPU, said by Fill
    #define DEFINE(T)                                       \\
      template <>                                           \\
      void Turn<GPUDevice, T>::operator()(Tensor* out) {}       "macro"    said by Turn<GPUDevice, T>::operator()
    template struct functor::Pad<GPUDevice, float>;              "instance" functor::Pad, of a source for GPUs
    DEFINE_UNARY(tanh, float);                                   "instance" tanh, where that is a functor
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from tfexplore.extract.conditions import Conditions
from tfexplore.extract.overloads import CALLED, closing
from tfexplore.extract.said import Said
from tfexplore.model import Location, Symbol
from tfexplore.paths import FOR_GPU

#: A file is taken to declare at most so many things.
MAX_DECLARED = 2000
#: The arguments of a call are searched as far as that for a device.
_MAX_CALL = 400
#: Devices by the names of their classes, and the functions of a kernel's context that give them.
_DEVICES = {
    "CPUDevice": "CPU", "ThreadPoolDevice": "CPU", "eigen_cpu_device": "CPU",
    "GPUDevice": "GPU", "GpuDevice": "GPU", "eigen_gpu_device": "GPU",
}  # fmt: skip
#: What all of them end with, and the word that ends so.
_DEVICE = re.compile(r"evice\b")
_ENDING = re.compile(r"[A-Za-z_]{1,16}\Z")
_NAME = re.compile(r"[A-Z](?<!\w[A-Z])[A-Z0-9_]*[a-z]\w*")
_WORD = re.compile(r"[A-Za-z_]\w*")
_LAST_WORD = re.compile(r"\w+\Z")
#: The words that may stand in front of what is called, and of no declaration.
_NO_TYPES = frozenset(["return", "else", "new", "throw", "using", "namespace", "typename", "operator"])
#: What stands behind the name of a function or class that is declared.
_BEHIND = frozenset("(<;")
_CLASS_WORDS = frozenset(["class", "struct"])
_MACRO = re.compile(rb"\n[ \t]*#[ \t]*define\s[^\\\n]*(?:\\.[^\\\n]*)*", re.S)
_INSTANTIATED = re.compile(rb"template\s(?<!extern.template.)\s*(?!<)(?:[\w:]+[\s&*\\]+)+?((?:\w+::)*\w+)\s*[<(]")
_INVOKED = re.compile(rb"\n[A-Z][A-Z0-9_]*\(\s*([A-Za-z_]\w*)\s*[,)]")
#: The name of a macro and its parameters.
_MACRO_HEAD = re.compile(r"\s*#\s*define\s+(\w+)\(([^()]*)\)")
_IN_MACRO = re.compile(
    r"([A-Z]\w*)(?:\s*(<[^;{}()]*>))?\s*::\s*(operator\s*\(\s*\)|Compute|[Rr]un|[Ll]aunch)\s*\("
    r"|([A-Z]\w*[a-z]\w*)(?:\s*(<[^;{}()]*>))?\s*\("
)
#: What stands in a namespace, whichever it is told of.
_WITH_SCOPE = frozenset(["class", "function", "method"])
_OPENS = re.compile(r"\)\s*(?:const\s*|override\s*)*\{")
_BRACE = re.compile(r"[{}]")


class Devices:
    """Where a text names a device."""

    def __init__(self, text: str) -> None:
        self.places: list[tuple[int, str]] = []
        for match in _DEVICE.finditer(text):
            end = match.end()
            word = _ENDING.search(text, max(0, end - 17), end)
            device = _DEVICES.get(word[0]) if word is not None else None
            if device is not None:
                self.places.append((end - 5, device))
        self._at = [place for place, _ in self.places]

    def between(self, start: int, end: int) -> frozenset[str]:
        """The devices that are named in a part of the text."""
        first, last = bisect_left(self._at, start), bisect_left(self._at, end)
        return frozenset([device for _, device in self.places[first:last]])

    def of_call(self, text: str, end: int) -> frozenset[str]:
        """The devices in the arguments of what is called, whose name ends at a place; none where nothing is."""
        first = bisect_left(self._at, end)
        if first == len(self._at) or self._at[first] > end + _MAX_CALL:
            return frozenset()
        called = CALLED.match(text, end)
        return self.between(end, closing(text, called.end())) if called is not None else frozenset()


def read_takes(text: str, starts: Sequence[int], devices: Devices, owners: Sequence[Symbol | None]) -> Iterator[Said]:
    """The functions that take a device of one kind: who, and which it is."""
    taken: dict[Symbol, set[str]] = {}
    for place, device in devices.places:
        user = owners[bisect_right(starts, place)]
        if user is not None and user.kind == "function":
            begin = starts[user.location.line - 1]
            if text.find("{", begin, place) < 0 and text.find("(", begin, place) >= 0:
                taken.setdefault(user, set()).add(device)
    for user, found in taken.items():
        if len(found) == 1:
            yield Said(user, "takes", found.pop(), user.location.line)


def read_declared(
    path: str, text: str, starts: Sequence[int], regions: Sequence[Symbol], conditions: Conditions
) -> Iterator[Said]:
    """The functions and classes that a file declares outside of all others, each where it does so first.

    `regions` are its definitions, outer ones first.
    """
    found: dict[str, tuple[str, int]] = {}
    for begin, end in _between(text, starts, regions):
        for match in _NAME.finditer(text, begin, end):
            kind = _declaration(text, *match.span()) if match[0] not in found and len(found) < MAX_DECLARED else ""
            if kind:
                line = bisect_right(starts, match.start())
                if conditions.at(line).holds is not False:
                    found[match[0]] = kind, line
    file = Symbol("", "file", "", Location(path, 1, 1))
    for name, (kind, line) in found.items():
        yield Said(file, kind, name, line)


def _between(text: str, starts: Sequence[int], regions: Sequence[Symbol]) -> Iterator[tuple[int, int]]:
    """The parts of a text that are of no region."""
    line = 1
    for one in regions:
        if one.location.line > line:
            yield starts[line - 1], starts[min(one.location.line, len(starts)) - 1]
        line = max(line, one.location.end_line + 1)
    if line <= len(starts):
        yield starts[line - 1], len(text)


def _declaration(text: str, start: int, end: int) -> str:
    """`"declare"` where a function is declared by a name, `"forward"` where a class is; empty otherwise."""
    if text[end : end + 1] not in _BEHIND:
        return ""
    before = text[max(0, start - 40) : start].rstrip()
    word = _LAST_WORD.search(before)
    if text.startswith(";", end):
        return "forward" if word is not None and word[0] in _CLASS_WORDS else ""
    if (word is None and not before.endswith((">", "&", "*"))) or (word is not None and word[0] in _NO_TYPES):
        return ""
    called = CALLED.match(text, end)
    last = closing(text, called.end()) if called is not None else -1
    return "declare" if last >= 0 and text[last + 1 : last + 40].lstrip().startswith(";") else ""


def read_macros(path: str, data: bytes, symbols: Sequence[Symbol]) -> Iterator[Said]:
    """What macros of a file define that code of other files can lead to: functions, and what runs of classes.

    Such a definition has the namespace of the definition in front of the macro.
    """
    if b"#" not in data or not (b"::operator()(" in data or b"template <>" in data):
        return
    data = b"\n" + data
    for macro in _MACRO.finditer(data):
        if b"{" not in macro[0]:
            continue
        text = macro[0].decode("latin-1").replace("\\", " ")
        first = data.count(b"\n", 0, macro.start()) + 1
        head = _MACRO_HEAD.match(text)
        at = text.find("template")
        while at >= 0 and (match := _IN_MACRO.search(text, at)) is not None:
            last = closing(text, match.end())
            opened = _OPENS.match(text, last) if last >= 0 else None
            at = match.end()
            if opened is None:
                continue
            at = _closing_brace(text, opened.end())
            line = first + text.count("\n", 1, match.start())
            before = [one for one in symbols if one.location.line < line and one.kind in _WITH_SCOPE]
            scope = max(before, key=lambda one: one.location.line).scope if before else ""
            where = Location(path, line, first + text.count("\n", 1, at))
            if match[1]:
                name = f"{match[1]}{' '.join((match[2] or '').split())}::{''.join(match[3].split())}"
                yield Said(Symbol(name, "method", scope, where), "macro", "", line)
            else:
                name = match[4] + " ".join((match[5] or "").split())
                device = _device_of(text[match.start() : last], head, data)
                yield Said(Symbol(name, "function", scope, where), "macro", device, line)


def _device_of(text: str, macro: re.Match[str] | None, data: bytes) -> str:
    """The device that a head in a macro names, or the invocations of the macro do where it names a parameter."""
    named = {device for _, device in Devices(text).places}
    if not named and macro is not None and {one.strip() for one in macro[2].split(",")} & set(_WORD.findall(text)):
        invoked = re.findall(rb"\n%s\(([^()]*)\)" % macro[1].encode("latin-1"), data)
        named = {device for one in invoked for _, device in Devices(f" {one.decode('latin-1')} ").places}
    return named.pop() if len(named) == 1 else ""


def read_instances(path: str, data: bytes) -> Iterator[Said]:
    """The templates that a source for GPUs instantiates, and what its macros may; each where it first does so."""
    if not path.endswith(FOR_GPU):
        return
    data = b"\n" + data
    file = Symbol("", "file", "", Location(path, 1, 1))
    found: dict[str, int] = {}
    for pattern in (_INSTANTIATED, _INVOKED):
        for match in pattern.finditer(data):
            name = match[1].decode("latin-1")
            line = data.count(b"\n", 0, match.start(1))
            if len(found) < MAX_DECLARED:
                found[name] = min(line, found.get(name, line))
    for name, line in found.items():
        yield Said(file, "instance", name, line)


def _closing_brace(text: str, start: int) -> int:
    """Where the block ends that is open at a place, or else the text."""
    level = 1
    for brace in _BRACE.finditer(text, start):
        level += 1 if brace[0] == "{" else -1
        if not level:
            return brace.end()
    return len(text)
