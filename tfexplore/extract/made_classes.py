"""Classes of kernels that a macro of the file writes, one for each invocation.

::

    #define MAKE_SPIN(NAME, TURN)                                 class SpinOp at the invocation,
      class NAME##Op : public SpinBase {                          "base"    SpinBase
        void Compile(Context* ctx) override { out = TURN; }       a method  SpinOp::Compile
      };                                                          "class"   xla::Turn, said by that
    MAKE_SPIN(Spin, xla::Turn(x));

Such a class is defined, for a person, where the macro is invoked, and so are its methods. A macro that another one
invokes, and a base with template arguments, are not read.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from tfexplore.cpp.lexer import line_starts
from tfexplore.extract.overloads import closing, listed
from tfexplore.extract.said import Said
from tfexplore.model import Location, Symbol

#: A file makes at most so many classes; one that makes more is generated.
MAX_MADE = 2000
_MACRO = re.compile(rb"\n[ \t]*#[ \t]*define[ \t]+(\w+)\(([^()\n]*)\)([^\\\n]*(?:\\.[^\\\n]*)*)", re.S)
_CLASS = re.compile(
    r"\b(?:class|struct)\s+(\w+(?:\s*##\s*\w+)*)(?:\s+final)?\s*:\s*public\s+((?:\w+::)*\w+(?:\s*##\s*\w+)*)\s*\{"
)
#: A method that runs, or that the base class runs.
_METHOD = re.compile(r"\b(Compile|Compute|ComputeAsync)\s*\(|\b(\w+)\s*\((?=[^;{}]*\boverride\s*\{)")
_OPENS = re.compile(r"\)\s*(?:const\s*|override\s*|final\s*)*\{")
_BRACE = re.compile(r"[{}]")
_CALLED = re.compile(r"(?<![\w:.>])((?:\w+::)+[A-Z]\w*)\s*\(")
#: What stands in a namespace, whichever it is told of.
_WITH_SCOPE = frozenset(["class", "function", "method"])


def made_classes(path: str, data: bytes, text: str, symbols: Sequence[Symbol]) -> Iterator[Said]:
    """What the classes say that macros of a file write; `text` is the code of the file alone, line by line."""
    if b"##" not in data:
        return
    starts = line_starts(text)
    made = 0
    data = b"\n" + data
    for macro in _MACRO.finditer(data):
        body = macro[3].decode("latin-1").replace("\\\n", "\n")
        head = _CLASS.search(body)
        if head is None:
            continue
        parameters = [one.strip() for one in macro[2].decode("latin-1").split(",")]
        name = macro[1].decode("latin-1")
        methods = list(_methods(body[head.end() : _end(body, head.end())]))
        last = data.count(b"\n", 0, macro.end())
        derived = data.count(b"\n", 0, macro.start(3)) + body.count("\n", 0, head.start(2))
        for invoked in re.compile(rf"\n[ \t]*{name}[ \t]*\(").finditer(text, starts[min(last, len(starts) - 1)] - 1):
            start = invoked.end()
            arguments = listed(text, start)
            if arguments is None or len(arguments) != len(parameters) or made >= MAX_MADE:
                continue
            given = dict(zip(parameters, [" ".join(one.split()) for one in arguments], strict=True))
            class_, base = (_pasted(one, given) for one in head.groups())
            if not class_.isidentifier() or not base.replace("::", "").isidentifier():
                continue
            close = closing(text, start)
            if any(one and re.search(rf"\b{re.escape(one)}\s*<", text[start:close]) for one in _used(head, given)):
                continue  # arguments of a template, which a list of arguments is told without
            made += 1
            line, end = (bisect_right(starts, at) for at in (start - 1, close))
            owner = Symbol(class_, "class", _scope(symbols, line), Location(path, line, end))
            yield Said(owner, "macro", "", line)
            yield Said(owner, "base", base, derived)
            lines = {
                one[1]: bisect_right(starts, one.start(1)) for one in reversed([*_CALLED.finditer(text, start, close)])
            }
            yield from _said(owner, methods, given, lines)


def _scope(symbols: Sequence[Symbol], line: int) -> str:
    """The namespaces that a line is in, as what stands above it is."""
    before = [one for one in symbols if one.location.line < line and one.kind in _WITH_SCOPE]
    return max(before, key=lambda one: one.location.line).scope if before else ""


def _said(
    owner: Symbol, methods: Sequence[tuple[str, str]], given: dict[str, str], lines: dict[str, int]
) -> Iterator[Said]:
    """The methods of the class of one invocation, and what of the arguments the first says, on which of their lines."""
    for number, (method, body) in enumerate(methods):
        user = owner._replace(name=f"{owner.name}::{method}", kind="method")
        yield Said(user, "macro", "", owner.location.line)
        said = [text for one, text in given.items() if not number and re.search(rf"\b{re.escape(one)}\b", body)]
        for called in dict.fromkeys([name for text in said for name in _CALLED.findall(text)]):
            yield Said(user, "class", called, lines.get(called, owner.location.line))


def _methods(body: str) -> Iterator[tuple[str, str]]:
    """The methods of a class that run, or that its base runs, with their bodies."""
    seen = set()
    for match in _METHOD.finditer(body):
        name = match[1] or match[2]
        last = closing(body, match.end())
        opened = _OPENS.match(body, last) if last >= 0 else None
        if opened is not None and name not in seen:
            seen.add(name)
            yield name, body[opened.end() : _end(body, opened.end())]


def _used(head: re.Match[str], given: dict[str, str]) -> list[str]:
    """The arguments that the head of a class is made of."""
    return [given[one.strip()] for words in head.groups() for one in words.split("##") if one.strip() in given]


def _pasted(words: str, given: dict[str, str]) -> str:
    """What words come to that `##` pastes, with arguments for parameters."""
    parts = [one.strip() for one in words.split("##")]
    return "".join([given.get(one, one) for one in parts])


def _end(text: str, start: int) -> int:
    """Where the block ends that is open at a place, or else the text."""
    level = 1
    for brace in _BRACE.finditer(text, start):
        level += 1 if brace[0] == "{" else -1
        if not level:
            return brace.start()
    return len(text)
