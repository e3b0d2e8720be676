"""The census: every occurrence of a registration macro in code that is compiled ends as a fact or as an Unresolved.

Counted from the text, apart from how the product finds its invocations: names of sinks, and of macros whose text names
one (through other macros as well), wherever they stand outside of comments, literals, directives and dead branches.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from tfexplore.cpp.macros import Headers
from tfexplore.cpp.preprocessor import profile_macros
from tfexplore.cpp.source_file import File
from tfexplore.extract.known import Registrations
from tfexplore.model import Location

#: The macros of TensorFlow that register, as its headers define them.
SINKS = frozenset(
    [
        "REGISTER_OP",
        "REGISTER_SYSTEM_OP",
        "REGISTER_KERNEL_BUILDER",
        "REGISTER_SYSTEM_KERNEL_BUILDER",
        "REGISTER_XLA_OP",
        "REGISTER_GRADIENT_OP",
        "REGISTER_NO_GRADIENT_OP",
        "REGISTER_OP_GRADIENT",
        "REGISTER_OP_NO_GRADIENT",
    ]
)
_DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)(\(?)((?:[^\n\\]|\\.)*)", re.M | re.S)
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
_WORD = re.compile(r"[A-Za-z_]\w*")


def registering(texts: Mapping[str, bytes]) -> frozenset[str]:
    """The names of all macros, anywhere in some files, whose text comes to a sink."""
    bodies: dict[str, set[str]] = {}
    for data in texts.values():
        for name, _, body in _DEFINE.findall(_COMMENT.sub(" ", data.decode("latin-1"))):
            bodies.setdefault(name, set()).update(_WORD.findall(body))
    found = set(SINKS)
    while True:
        more = {name for name, words in bodies.items() if name not in found and words & found}
        if not more:
            return frozenset(found)
        found |= more


def leftovers(
    texts: Mapping[str, bytes], path: str, defines: Mapping[str, str], found: Registrations, names: frozenset[str]
) -> list[str]:
    """The occurrences in one file that no fact and no Unresolved answers for, as `line: name`."""
    macros = profile_macros(defines)
    file = File(path, texts[path], Headers(texts.get, texts, macros), macros)
    facts: list[Location] = [fact.location for fact in (*found.ops, *found.kernels, *found.unresolved)]
    facts += [fact.registered for fact in found.gradients]
    missing = []
    for match in _WORD.finditer(file.shape):
        name = match.group()
        if name not in names:
            continue
        line = file.source.line(match.start())
        invoked = file.shape[match.end() :].lstrip()[:1] in ("(", ")", ",", ";", "")
        if name not in SINKS:
            macro = file.lookup(name, match.start())
            if macro is None or not macro.idents & names or not invoked:
                continue
        elif not invoked:
            continue
        if not any(place.line <= line <= place.end_line for place in facts):
            missing.append(f"{line}: {name}")
    return missing
