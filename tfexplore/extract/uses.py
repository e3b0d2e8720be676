"""What the code of a class names: base classes, functors, launchers, helpers, CUDA kernels.

Reading one file yields every name that could be one of those, and who says it; `uses_link` keeps what is defined in
the tree and can be reached from a kernel class. So nothing is parsed: a name is a word of the file's own text, comments
and strings blanked, and what it means is decided by the definitions of the tree. What can be told from the file alone
is: which names are parameters of templates and variables, and which of several functions a call means.
"""

from __future__ import annotations

import pickle
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from tfexplore.cpp.lexer import line_starts
from tfexplore.extract import callbacks, hooks
from tfexplore.extract.accessors import Accessors
from tfexplore.extract.conditions import Conditions
from tfexplore.extract.declared import Devices, read_declared, read_instances, read_macros, read_takes
from tfexplore.extract.made_classes import made_classes
from tfexplore.extract.overloads import CALLED, Overloads, closing
from tfexplore.extract.said import Said
from tfexplore.extract.template_heads import parts_of
from tfexplore.extract.template_names import TemplateNames
from tfexplore.model import Location, Symbol
from tfexplore.paths import HEADERS, is_kernel_code
from tfexplore.templates import without_templates

#: A file says at most this many different things; one that says more is generated.
MAX_SAID = 20_000
#: Template arguments longer than this are left out of a name.
_MAX_ARGUMENTS = 160

_BLANK = re.compile(
    rb'R"([^()\\\s"]{0,16})\(.*?(?:\)\1"|\Z)|"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|'
    rb"'(?:[^'\\\n]{1,4}|\\[^\n][^'\n]{0,8})'|/(?:/[^\\\n]*(?:\\(?:\r\n|.)[^\\\n]*)*|\*.*?(?:\*/|\Z))|"
    rb"\n[ \t]*#[^\n]*(?:\\\n[^\n]*)*",  # behind the end of a line: `re` runs to that byte, not to every `^`
    re.S,
)
#: A word with a capital and a small letter; the set in front lets `re` skip to the next candidate.
_WORD = re.compile(r"[A-Z](?<!\w[A-Z])[A-Z0-9_]*[a-z]\w*(?=[ \t\n<({;:,)>])")
_FUNCTOR = re.compile(r"functor::([a-z_]\w*)")
_QUALIFIER = re.compile(r"(?:[A-Za-z_]\w*::)+\Z")
_MEMBER = re.compile(r"(?:\.|->)\Z")
#: A class whose function is called without an object of it: `DnnPoolingOp<T>::Compute(`.
_STATIC = re.compile(r"\s?(?:<[^;{}()]{0,160}?>)?::(?:Compute|[Ll]aunch|[Rr]un)\s?\(")
_STATIC_MEMBER = re.compile(r"\s?<[^;{}()]{0,160}?>::[A-Za-z_]\w*\s?\(")
_ARGUMENT = re.compile(r"\s*[,>]")
_ASSIGNED = re.compile(r"\s*=(?!=)")
_LAST_WORD = re.compile(r"\w+\Z")
#: What may stand behind the parameters in a head, and behind no call.
_HEAD_ENDS = re.compile(r"\)\s*(?:\{|(?:const|override|final|noexcept)\b|=\s*(?:0|default|delete)\s*;)")
_NO_TYPES = frozenset(["using", "namespace", "typename", "class", "struct", "return", "case", "else", "new"])
#: The words that may stand in front of a call; a type is none.
_BEFORE_CALLS = frozenset(
    ["return", "else", "do", "case", "throw", "new", "delete", "and", "or", "not", "sizeof", "co_return", "co_await"]
)
_NAMES = re.compile(r"[A-Za-z_]\w*")
_BEHIND = frozenset(" \t\n<({;:,)>")
_BASE = re.compile(r"(?:public|protected|private|virtual|\s)*((?:[A-Za-z_]\w*::)*[A-Za-z_]\w*)\s*(<.*)?\Z", re.S)
_TEST = ("_test.cc", "_test.h", "_test.cu.cc", "_benchmark.cc")

#: A file is taken to include at most so many of them.
MAX_INCLUDES = 500
_INCLUDE = re.compile(rb'#[ \t]*include[ \t]*"([^"\n]{1,400})"')

#: The methods that do the work of a kernel or a functor.
WORK = frozenset(["Compute", "ComputeAsync", "Compile", "operator()"])
#: Those that do the work of a launcher, and that a kernel calls.
LAUNCHING = frozenset(["Run", "run", "Launch", "launch"])
RUNNING = WORK | LAUNCHING


def read_uses(path: str, data: bytes, symbols: Sequence[Symbol]) -> tuple[Said, ...]:
    """What the classes, methods and functions of a file say, each name once, in the order of lines."""
    if path.endswith(_TEST):
        return ()
    includes = _includes(path, data)
    works = b"OpKernel" in data or b"functor" in data or b"Launch" in data
    of_kernels = is_kernel_code(path)
    declares = of_kernels and (works or path.endswith(HEADERS))
    leads = works or any("<" in one.name and one.kind == "class" for one in symbols)
    if not leads and not declares:
        return includes
    macros = tuple(read_macros(path, data, symbols)) if of_kernels and works else ()
    regions = sorted(
        [*[one for one in symbols if one.kind in ("class", "function", "method")], *[one.user for one in macros]],
        key=lambda one: (one.location.line, -one.location.end_line),
    )
    if not regions and not declares:
        return includes
    text = _blanked(data).decode("latin-1")
    starts = line_starts(text)
    conditions = Conditions(data)
    if declares:
        outer = (*read_declared(path, text, starts, regions, conditions), *read_instances(path, data))
        includes = (*includes, *outer)
        if not leads:
            return includes
    owners = _innermost(regions, len(starts))
    names = TemplateNames(text, starts, regions, owners)
    heads = [
        Said(one, "template", names.head(one), one.location.line)
        if conditions.at(one.location.line).holds is not False
        else Said(one, "unbuilt", "", one.location.line)
        for one in regions
        if one.kind == "class"
        if "<" in one.name or names.head(one) or conditions.at(one.location.line).holds is False
    ]
    if not works:
        return (*includes, *heads)
    devices = Devices(text)
    outside = [*macros, *read_takes(text, starts, devices, owners)] if of_kernels else []
    outside += made_classes(path, data, text, symbols) if of_kernels else ()
    found = _Found(conditions)
    for region in regions:
        if region.kind == "class":
            for name, line in _bases(text, starts, region):
                found.add((region, "base", name, 0), line)
    own_names = {one.name: frozenset(without_templates(one.name).split("::")) for one in regions}
    variables: set[tuple[Symbol, str]] = set()
    bare: set[tuple[Symbol, str]] = set()
    for start, end in _words(text):
        line = bisect_right(starts, start)
        user = owners[line]
        if user is None or len(found.places) > MAX_SAID:
            continue
        name = text[start:end]
        qualifier = ""
        if text.startswith("::", start - 2):
            match = _QUALIFIER.search(text, max(0, start - 120), start)
            qualifier = match[0] if match else ""
        mine = own_names[user.name]
        if name in mine and (not qualifier or name in RUNNING or qualifier.split("::")[-2] in mine):
            continue
        if (qualifier or name).partition("::")[0] in names.of(user):
            continue
        if not qualifier and _ASSIGNED.match(text, end) and _is_declared(text, start):
            variables.add((user, name))
        arguments = _arguments(text, end) if text[end] == "<" else ""
        if not arguments and (text[end] == "<" or _ARGUMENT.match(text, end)):
            bare.add((user, qualifier + name))
        kind = _kind(text, end, arguments)
        found.add((user, kind, qualifier + name + arguments, 0), line)
        if kind == "class" and devices.places:
            found.on((user, qualifier + name + arguments), devices.of_call(text, end))
    hooked = list(hooks.read_hooks(text, starts, regions, owners))
    overloads = Overloads(text, starts, regions)
    accessors = Accessors(
        text, starts, regions, overloads.named, {name for _, kind, name, _ in hooked if kind == "virtual"}
    )
    for called in {one.name for one in regions if one.kind != "class"}:
        owner, _, name = called.rpartition("::")
        for at in _calls(text, name):
            line = bisect_right(starts, at)
            user = owners[line]
            if user is None or user.kind == "class" or (user.name.rpartition("::")[0] != owner and owner):
                continue
            overload = overloads.meant(called, at + len(name), user)
            if overload is not None and not accessors.has(called, overload):
                found.add((user, "function", called, overload), line)
                found.on((user, called), devices.of_call(text, at + len(name)))
    for class_, kind, name, line in callbacks.read_callbacks(data, regions, owners):
        found.add((class_, kind, name, 0), line)
    told = {(user, name) for user, kind, name, _ in found.places if kind != "class"}
    made = [
        Said(
            *(user, kind, name, line, condition, _open(name, names.of(user)), overload, (user, name) in bare),
            found.device((user, name)),
        )
        for (user, kind, name, overload), (_, line, condition) in found.places.items()
        if kind != "class" or told.isdisjoint(((user, name), (user, without_templates(name))))
        if (user, name) not in variables
    ]
    made += {Said(*one): None for one in hooked}
    return (
        *includes,
        *sorted([*heads, *outside, *made], key=lambda one: (one.line, one.user.location.line, *one[1:3], one.overload)),
    )


def _includes(path: str, data: bytes) -> tuple[Said, ...]:
    """The headers of kernels' code that a file includes: what they declare may be defined in sources beside them."""
    found = dict.fromkeys([match[1].decode("utf-8", "replace") for match in _INCLUDE.finditer(data)])
    names = [name for name in found if is_kernel_code(name)]
    file = Symbol("", "file", "", Location(path, 1, 1))
    return tuple([Said(file, "include", name, 1) for name in names[:MAX_INCLUDES]])


class _Found:
    """Where each thing is said first; where code that is built on no condition says it too, the first of that."""

    def __init__(self, conditions: Conditions) -> None:
        self._conditions = conditions
        self.places: dict[tuple[Symbol, str, str, int], tuple[bool, int, str]] = {}
        self._devices: dict[tuple[Symbol, str], set[str]] = {}

    def on(self, called: tuple[Symbol, str], devices: frozenset[str]) -> None:
        """A call with these devices in its arguments."""
        self._devices.setdefault(called, set()).update(devices or ("",))

    def device(self, called: tuple[Symbol, str]) -> str:
        """The one device for which something is called; empty where that is not told, or there are several."""
        devices = self._devices.get(called, ())
        return next(iter(devices)) if len(devices) == 1 else ""

    def add(self, said: tuple[Symbol, str, str, int], line: int) -> None:
        """What is said at a line; nothing where that is built in no release."""
        known = self.places.get(said)
        if known is not None and not known[0]:
            return
        condition = self._conditions.at(line)
        if condition.holds is not False and (known is None or condition.holds):
            self.places[said] = (not condition.holds, line, condition.text)


def _kind(text: str, end: int, arguments: str) -> str:
    if _STATIC.match(text, end):
        return "static"
    return "member" if arguments and _STATIC_MEMBER.match(text, end) else "class"


def _open(name: str, names: frozenset[str]) -> tuple[str, ...]:
    """The words of a name that are among these."""
    return tuple(sorted(names.intersection(_NAMES.findall(name)))) if "<" in name else ()


def _is_declared(text: str, start: int) -> bool:
    """Whether a type stands in front of a name that is assigned to: `static int64 Size = 1`."""
    before = text[max(0, start - 40) : start].rstrip()
    match = _LAST_WORD.search(before)
    return before.endswith((">", "&", "*")) or (match is not None and match[0] not in _NO_TYPES)


def _words(text: str) -> Iterator[tuple[int, int]]:
    """Where words stand that may name a class or a function; what no code can follow is left out, and members are."""
    for match in _WORD.finditer(text):
        start, end = match.span()
        if text[start - 1] in ".>" and _MEMBER.search(text, max(0, start - 2), start):
            continue
        if end - start > 3 or (text.startswith("::", start - 2) and text[start - 3] != ">"):
            yield start, end
    for match in _FUNCTOR.finditer(text):
        if text[match.end() : match.end() + 1] in _BEHIND:
            yield match.span(1)


def _calls(text: str, name: str) -> Iterator[int]:
    """Where a function of the file is called without an object in front."""
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        before = text[at - 1 : at]
        if not (before.isalnum() or before in ("_", ".", ">", ":", "~")):
            called = CALLED.match(text, end)
            if called is not None and not _is_head(text, at, called.end()):
                yield at
        at = text.find(name, end)


def _is_head(text: str, at: int, start: int) -> bool:
    """Whether a name is defined or declared, whose list begins at `start`: `void Run(Context* c) override`."""
    word = _LAST_WORD.search(text[max(0, at - 40) : at].rstrip())
    if word is not None:  # a type, or what calls follow
        return word[0] not in _BEFORE_CALLS
    end = closing(text, start)
    return end >= 0 and _HEAD_ENDS.match(text, end) is not None


def _blanked(data: bytes) -> bytes:
    """The code alone: comments, literals and directives are one space, or as many line ends as they had."""
    data = b"\n" + data
    parts: list[bytes] = []
    done = 1
    for match in _BLANK.finditer(data):
        start, end = match.span()
        lines = data.count(b"\n", start, end)
        if start >= done:
            parts.append(data[done:start])
        parts.append(b"\n" * (lines if start else lines - 1) or b" ")
        done = end
    parts.append(data[done:])
    return b"".join(parts)


def _innermost(regions: Sequence[Symbol], lines: int) -> list[Symbol | None]:
    """The innermost region of each line; a method before the class it is in."""
    owners: list[Symbol | None] = [None] * (lines + 2)
    for region in regions:  # outer ones come first
        end = min(region.location.end_line, lines)
        for line in range(region.location.line, end + 1):
            owners[line] = region
    return owners


def _arguments(text: str, at: int) -> str:
    """The template arguments that begin behind a name, in one line; nothing where they do not close soon."""
    start = text.index("<", at)
    level = 0
    for i in range(start, min(len(text), start + _MAX_ARGUMENTS)):
        char = text[i]
        if char == "<":
            level += 1
        elif char == ">":
            level -= 1
            if not level:
                # In a macro a line goes on behind a backslash.
                return " ".join(text[start : i + 1].replace("\\", " ").split())
        elif char in ";{}":
            break
    return ""


def _bases(text: str, starts: Sequence[int], region: Symbol) -> list[tuple[str, int]]:
    """The base classes of a class with the lines they stand on."""
    begin = starts[region.location.line - 1]
    brace = text.find("{", begin)
    if brace < 0 or brace - begin > 4000:
        return []
    head = text[begin:brace]
    colon = re.search(r"(?<!:):(?!:)", head)
    if colon is None or ";" in head:
        return []
    found = []
    at = colon.end()
    for part in parts_of(head[colon.end() :]):
        match = _BASE.match(part)
        if match is not None:
            line = bisect_right(starts, begin + at + match.start(1))
            arguments = " ".join((match[2] or "").split())
            found.append((match[1] + (arguments if len(arguments) <= _MAX_ARGUMENTS else ""), line))
        at += len(part) + 1
    return found


def packed(said: Sequence[Said]) -> bytes:
    """What a file says as one string, as it travels between processes and is kept; empty for nothing."""
    return pickle.dumps(said, 5) if said else b""
