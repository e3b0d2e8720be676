"""What the code of a class names: base classes, functors, launchers, helpers, CUDA kernels.

Reading one file yields every name that could be one of those, and who says it; `link_uses` keeps what is defined in
the tree and can be reached from a kernel class. So nothing is parsed: a name is a word of the file's own text, comments
and strings blanked, and what it means is decided by the definitions of the tree.
"""

from __future__ import annotations

import pickle
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tfexplore.cpp.lexer import line_starts
from tfexplore.extract import hooks
from tfexplore.extract.said import Said
from tfexplore.model import KernelDef, Location, Symbol, Use
from tfexplore.paths import HEADERS, nearness
from tfexplore.templates import is_parameter, plain_argument, template_arguments, without_templates

#: A file says at most this many different things; one that says more is generated.
MAX_SAID = 20_000
#: Template arguments longer than this are left out of a name.
_MAX_ARGUMENTS = 160
#: How many specialisations of one template a use may mean, and how far from a kernel class code is followed.
MAX_TARGETS = 8
MAX_DEPTH = 6

_BLANK = re.compile(
    rb'R"([^()\\\s"]{0,16})\(.*?(?:\)\1"|\Z)|"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|'
    rb"'(?:[^'\\\n]{1,4}|\\[^\n][^'\n]{0,8})'|/(?:/[^\\\n]*(?:\\(?:\r\n|.)[^\\\n]*)*|\*.*?(?:\*/|\Z))|"
    rb"\n[ \t]*#[^\n]*(?:\\\n[^\n]*)*",  # behind the end of a line: `re` runs to that byte, not to every `^`
    re.S,
)
_CONTINUED = re.compile(rb"\\\r?\n")
_DIRECTIVE = re.compile(rb"^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b((?:\\\r?\n|[^\n])*)", re.M)
#: A word with a capital and a small letter; the set in front lets `re` skip to the next candidate.
_WORD = re.compile(r"[A-Z](?<!\w[A-Z])[A-Z0-9_]*[a-z]\w*(?=[ \t\n<({;:,)>])")
_FUNCTOR = re.compile(r"functor::([a-z_]\w*)")
_QUALIFIER = re.compile(r"(?:[A-Za-z_]\w*::)+\Z")
_MEMBER = re.compile(r"(?:\.|->)\Z")
_CALLED = re.compile(r"\s*(?:<[^<>;{}()]{0,80}>\s*)?\(")
#: A class whose function is called without an object of it: `DnnPoolingOp<T>::Compute(`.
_STATIC = re.compile(r"\s?(?:<[^;{}()]{0,160}?>)?::(?:Compute|[Ll]aunch|[Rr]un)\s?\(")
_BEHIND = frozenset(" \t\n<({;:,)>")
_BASE = re.compile(r"(?:public|protected|private|virtual|\s)*((?:[A-Za-z_]\w*::)*[A-Za-z_]\w*)\s*(<.*)?\Z", re.S)
_TEST = ("_test.cc", "_test.h", "_test.cu.cc", "_benchmark.cc")

#: The methods that do the work of a kernel or a functor.
WORK = frozenset(["Compute", "ComputeAsync", "Compile", "operator()"])


def read_uses(path: str, data: bytes, symbols: Sequence[Symbol]) -> tuple[Said, ...]:
    """What the classes, methods and functions of a file say, each name once, in the order of lines."""
    if path.endswith(_TEST) or not (b"OpKernel" in data or b"functor" in data or b"Launch" in data):
        return ()
    text = _blanked(data).decode("latin-1")
    starts = line_starts(text)
    regions = sorted(
        [one for one in symbols if one.kind in ("class", "function", "method")],
        key=lambda one: (one.location.line, -one.location.end_line),
    )
    if not regions:
        return ()
    owners = _innermost(regions, len(starts))
    own_names = {one.name: frozenset(without_templates(one.name).split("::")) for one in regions}
    found: dict[tuple[Symbol, str, str], int] = {}
    for region in regions:
        if region.kind == "class":
            for name, line in _bases(text, starts, region):
                found.setdefault((region, "base", name), line)
    for start, end in _words(text):
        line = bisect_right(starts, start)
        user = owners[line]
        if user is None or len(found) > MAX_SAID:
            continue
        name = text[start:end]
        if name in own_names[user.name]:
            continue
        if text[end] == "<":
            name += _arguments(text, end)
        if text.startswith("::", start - 2):
            match = _QUALIFIER.search(text, max(0, start - 120), start)
            name = (match[0] if match else "") + name
        found.setdefault((user, "static" if _STATIC.match(text, end) else "class", name), line)
    for called in {one.name for one in regions if one.kind != "class"}:
        owner, _, name = called.rpartition("::")
        for at in _calls(text, name):
            line = bisect_right(starts, at)
            user = owners[line]
            if user is None or user.kind == "class" or user.name == called:
                continue
            if user.name.rpartition("::")[0] == owner or not owner:
                found.setdefault((user, "function", called), line)
    conditions = _conditions(data)
    told = {(user, name) for user, kind, name in found if kind != "class"}
    made = [
        Said(user, kind, name, line, conditions[bisect_right(conditions, (line, "\uffff")) - 1][1])
        for (user, kind, name), line in found.items()
        if kind != "class" or told.isdisjoint(((user, name), (user, without_templates(name))))
    ]
    made += {Said(*one): None for one in hooks.read_hooks(text, starts, regions, owners)}
    return tuple(sorted(made, key=lambda one: (one.line, one.user.location.line, one.kind, one.name)))


def _conditions(data: bytes) -> list[tuple[int, str]]:
    """From which line on which `#if` holds; empty for none, or for an include guard."""
    found = [(0, "")]
    if b"#" not in data:
        return found
    around: list[str] = []
    line, counted = 1, 0
    for match in _DIRECTIVE.finditer(data):
        line += data.count(b"\n", counted, match.start())
        counted = match.start()
        said = _CONTINUED.sub(b" ", match[2]).decode("latin-1").split("//")[0]
        word, rest = match[1], " ".join(said.split()).rstrip("\\ ")[:200]
        if word == b"endif":
            if around:
                around.pop()
        elif word in (b"else", b"elif"):
            if around:
                around[-1] = rest if word == b"elif" else _not(around[-1])
        elif len(around) < 200:
            guard = word == b"ifndef" and rest.endswith(("_H_", "_H", "_HPP_", "_INC_"))
            around.append("" if guard else f"!{rest}" if word == b"ifndef" else rest)
        found.append((line, next((one for one in reversed(around) if one), "")))
    return found


def _not(condition: str) -> str:
    if not condition:
        return ""
    if condition.startswith("!") and condition[1:].isidentifier():
        return condition[1:]
    return f"!{condition}" if condition.isidentifier() else f"!({condition})"


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
        if not (before.isalnum() or before in ("_", ".", ">", ":", "~")) and _CALLED.match(text, end):
            yield at
        at = text.find(name, end)


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
    for part in _split(head[colon.end() :]):
        match = _BASE.match(part)
        if match is not None:
            line = bisect_right(starts, begin + at + match.start(1))
            arguments = " ".join((match[2] or "").split())
            found.append((match[1] + (arguments if len(arguments) <= _MAX_ARGUMENTS else ""), line))
        at += len(part) + 1
    return found


def _split(text: str) -> list[str]:
    """The parts of a list between commas that no bracket holds."""
    parts, level, last = [], 0, 0
    for i, char in enumerate(text):
        if char in "<(":
            level += 1
        elif char in ">)":
            level -= 1
        elif char == "," and not level:
            parts.append(text[last:i])
            last = i + 1
    parts.append(text[last:])
    return parts


def packed(said: Sequence[Said]) -> bytes:
    """What a file says as one string, as it travels between processes and is kept; empty for nothing."""
    return pickle.dumps(said, 5) if said else b""


# -- linking -----------------------------------------------------------------------------------------------------------


def unpacked(files: Mapping[str, bytes]) -> dict[str, Sequence[Said]]:
    """What each file says; the packed form is the tool's own, never a tree's."""
    return {path: pickle.loads(data) for path, data in files.items()}


def names_wanted(kernel_classes: Iterable[str], said: Mapping[str, Sequence[Said]]) -> frozenset[str]:
    """The names of definitions that a `Linker` asks for, with every way of leaving qualifiers out."""
    texts = set(kernel_classes)
    texts |= {argument for text in texts for argument in template_arguments(text)}
    for found in said.values():
        for one in found:
            if one.kind not in hooks.KINDS:
                texts.add(one.name)
            texts.add(one.user.name.rpartition("::")[0] or one.user.name)
    names: set[str] = set()
    for text in texts:
        parts = without_templates(text).split("::")
        names.update(["::".join(parts[i:]) for i in range(len(parts))])
    return frozenset(names.union([f"{name}::{method}" for name in names for method in WORK]))


def link_uses(
    kernels: Iterable[KernelDef], symbols: Iterable[Symbol], said: Mapping[str, Sequence[Said]]
) -> tuple[Use, ...]:
    """What can be reached from the kernels' classes; `said` is what each file says, `symbols` the tree's C++."""
    return Linker(symbols).reach(kernels, said)


class Linker:
    """What the code of classes leads to, by the definitions and by what files say."""

    def __init__(self, symbols: Iterable[Symbol]) -> None:
        self.classes: dict[str, list[Symbol]] = {}
        self.functions: dict[tuple[str, str], Symbol] = {}
        self.methods: dict[str, list[Symbol]] = {}
        #: The functions of headers beside kernels, which the code of other files leads to as it leads to functors.
        self.shared: dict[str, list[Symbol]] = {}
        functors: set[str] = set()
        for one in symbols:
            if _is_of_no_build(one.name):
                continue
            base = without_templates(one.name)
            if one.kind == "class":
                self.classes.setdefault(base, []).append(one)
            elif one.kind == "function":
                self.functions.setdefault((base, one.location.path), one)
                if is_shared(one.location.path):
                    self.shared.setdefault(base, []).append(one)
            elif one.kind == "method":
                owner, _, name = base.rpartition("::")
                if name in WORK:
                    self.methods.setdefault(owner, []).append(one)
                    if name == "operator()":
                        functors.add(owner)
                self.functions.setdefault((base, one.location.path), one)
        self.functors = {
            name
            for name, found in self.classes.items()
            if name in functors or _sounds_like_work(name) or any("functor" in one.scope for one in found)
        }
        self.at: dict[Location, list[tuple[str, Symbol]]] = {}
        for name, found in self.classes.items():
            for one in found:
                self.at.setdefault(one.location, []).append((name, one))

    def reach(self, kernels: Iterable[KernelDef], said: Mapping[str, Sequence[Said]]) -> tuple[Use, ...]:
        """What can be reached from the kernels' classes."""
        found: set[Use] = set()
        seen: set[Location] = set()
        instances: dict[tuple[str, Location], str] = {}
        for kernel in kernels:
            if kernel.kernel_class_location is not None:
                key = (kernel.kernel_class, kernel.kernel_class_location)
                instances.setdefault(key, kernel.location.path)
        for (kernel_class, place), path in instances.items():
            found.update(self.arguments(kernel_class, place, path))
        owned = self.owned(said)
        wanted = list(dict.fromkeys([place for _, place in instances]))
        wanted += [one.target for one in found]
        for _ in range(MAX_DEPTH):
            following: list[Location] = []
            for place in sorted(set(wanted)):
                if place in seen:
                    continue
                seen.add(place)
                mine = owned.get(place, ())
                for use in (*self.led_to(place, mine), *self.works(place, mine), *hooks.hooks(place, mine)):
                    found.add(use)
                    following.append(use.target)
            wanted = following
        return tuple(
            sorted(
                found, key=lambda one: (one.owner, one.kind, one.location or one.target, one.target, one.name, one.user)
            )
        )

    def arguments(self, kernel_class: str, place: Location, path: str) -> Iterator[Use]:
        """What the template arguments of a class mean that is at a place and instantiated in a file."""
        for argument in template_arguments(kernel_class):
            for target in self._targets(argument, path):
                yield Use(place, kernel_class, argument, "argument", target.location, None, target.name)

    def owned(self, said: Mapping[str, Sequence[Said]]) -> dict[Location, list[Said]]:
        """What is said, by the definition of the class or free function that says it."""
        owned: dict[Location, list[Said]] = {}
        for path in sorted(said):
            owners: dict[Symbol, Location] = {}
            for one in said[path]:
                user = one.user
                if user not in owners:
                    owners[user] = self._owner(user)
                owned.setdefault(owners[user], []).append(one)
        return owned

    def _owner(self, user: Symbol) -> Location:
        """The class of a method, the thing itself otherwise."""
        if user.kind != "method":
            return user.location
        name = user.name.rpartition("::")[0]
        candidates = self.classes.get(without_templates(name), ())
        if not candidates:
            return user.location
        path, line = user.location.path, user.location.line
        around = [c for c in candidates if c.location.path == path and c.location.line <= line <= c.location.end_line]
        if around:
            return around[-1].location
        return max(candidates, key=lambda c: (_same(c.name, name), nearness(c.location.path, path))).location

    def led_to(self, place: Location, said: Sequence[Said], bases: Iterable[str] = ()) -> list[Use]:
        """What that leads to that is said by the definition at a place; `bases` are classes it has that others say."""
        above = {without_templates(name) for name in [*bases, *[one.name for one in said if one.kind == "base"]]}
        return [
            Use(place, one.user.name, one.name, kind, target.location, _line(one), target.name, one.condition)
            for one in said
            if one.kind not in hooks.KINDS
            if one.condition != _NO_BUILD and not _is_of_no_build(one.name) and not _is_of_no_build(one.user.name)
            if one.kind != "static" or without_templates(one.name) not in above  # which it runs as its own
            for kind, target in self._meant(one)
            if target.location != place
        ]

    def works(self, place: Location, said: Iterable[Said]) -> list[Use]:
        """The methods that do the work of the class at a place, of which all is said that the class says."""
        apart = {one.user.location for one in said if one.kind == "work"}
        return [
            Use(place, one.name, method.name, "work" if method.location in apart else "compute", method.location, None,
                method.name)
            for name, one in self.at.get(place, ())
            for method in self.methods.get(name, ())
            if self._owner(method) == one.location
        ]  # fmt: skip

    def _meant(self, one: Said) -> list[tuple[str, Symbol]]:
        """What a name means, and as what: a class where there is one, and a function otherwise."""
        path = one.user.location.path
        if one.kind == "function":
            found = self.functions.get((without_templates(one.name), path))
            return [("function", found)] if found is not None else []
        targets = self._targets(one.name, path, known=one.kind != "class")
        if targets or one.kind == "base":
            return [("class" if one.kind == "static" else one.kind, target) for target in targets]
        function = self._function(one.name, one.user)
        return [("function", function)] if function is not None else []

    def _function(self, name: str, user: Symbol) -> Symbol | None:
        """The function that a name means which is not called, as a CUDA kernel is not, or not defined in this file."""
        qualifier, _, last = without_templates(name).rpartition("::")
        path = user.location.path
        own = self.functions.get((last, path))
        found = [one for one in ([own] if own is not None else self.shared.get(last, ())) if one.kind == "function"]
        # A namespace that is named, or one around whoever names it.
        seen = [
            one
            for one in found
            if (one.scope.endswith(qualifier) if qualifier else f"{user.scope}::".startswith(f"{one.scope}::"))
        ]
        return max(seen, key=lambda one: nearness(one.location.path, path), default=None)

    def _targets(self, name: str, path: str, known: bool = False) -> list[Symbol]:
        """The definitions that a name in a file means: the template and those of its specialisations that fit.

        Only functors are meant, unless it is `known` that what a name says is a class that does work.
        """
        parts = without_templates(name).split("::")
        for i in range(len(parts)):
            key = "::".join(parts[i:])
            found = self.classes.get(key, ())
            if not found or not (known or key in self.functors):
                continue
            scope = "::".join(parts[:i])
            scoped = [c for c in found if c.scope.endswith(scope)] if scope else list(found)
            # A template's `Index` is its parameter, whatever header has a class of that name.
            headers = () if is_parameter(name) else HEADERS
            visible = [c for c in scoped if c.location.path == path or c.location.path.endswith(headers)]
            if not visible:
                continue
            primary = max(visible, key=lambda c: ("<" not in c.name, nearness(c.location.path, path)))
            header = primary.location.path != path
            family = [
                c for c in scoped
                if c.location.path in (path, primary.location.path) or (header and "<" in c.name)
            ]  # fmt: skip
            arguments = template_arguments(name)
            constants = _constants(family)
            fitting = [c for c in family if _fits(template_arguments(c.name), arguments, constants)]
            return sorted(fitting or [primary], key=lambda c: c.location)[:MAX_TARGETS]
        return []


def is_shared(path: str) -> bool:
    """Whether the code of other files may lead to the functions of a file: it is a header beside kernels."""
    return "/kernels/" in path and path.endswith(HEADERS)


def _line(one: Said) -> Location:
    return Location(one.user.location.path, one.line, one.line)


def _sounds_like_work(name: str) -> bool:
    last = name.rpartition("::")[2]
    return last.startswith("Launch") or last.endswith(("Launcher", "Functor"))


def _same(one: str, other: str) -> int:
    """How well a class's own name fits another of it; no arguments at all are better than other ones.

    `Set<GPU, T>` is what a method of `Set<GPU, Variant>` belongs to, where that has no class of its own.
    """
    own, wanted = template_arguments(one), template_arguments(other)
    if not own:
        return 0
    if len(own) != len(wanted):
        return -1
    shared = 0
    for a, b in zip(own, wanted, strict=True):
        if plain_argument(a) != plain_argument(b) and not is_parameter(a):
            return -1
        shared += 2 if plain_argument(a) == plain_argument(b) else 1
    return shared


def _constants(family: Iterable[Symbol]) -> frozenset[str]:
    """The capitals among template arguments that are constants and no parameters: `ADD` and `SUB`.

    Two specialisations that differ in nothing else than the name of a parameter would be one.
    """
    written: dict[tuple[int, tuple[str, ...]], set[str]] = {}
    for one in family:
        arguments = template_arguments(one.name)
        plain = tuple(map(plain_argument, arguments))
        for at, argument in enumerate(arguments):
            if argument.isupper() and len(argument) > 1:
                written.setdefault((at, (*plain[:at], *plain[at + 1 :])), set()).add(argument)
    return frozenset([name for names in written.values() if len(names) > 1 for name in names])


def _fits(specialised: tuple[str, ...], arguments: tuple[str, ...], constants: frozenset[str]) -> bool:
    """Whether a specialisation can be what the arguments say: a parameter on either side fits anything."""
    if not specialised or not arguments:
        return True
    return all(
        plain_argument(own) == plain_argument(given)
        or any(is_parameter(one) and one not in constants for one in (own, given))
        for own, given in zip(specialised, arguments, strict=False)
    )


#: The condition of code, and the device of specialisations, that no released build has.
_NO_BUILD = "TENSORFLOW_USE_SYCL"
_NO_DEVICE = plain_argument("Eigen::SyclDevice")


def _is_of_no_build(name: str) -> bool:
    """Whether a name is that of a specialisation that no released build has."""
    return "<" in name and any(plain_argument(one) == _NO_DEVICE for one in template_arguments(name))
