"""What Python gets by pybind11 and no longer by SWIG."""

from __future__ import annotations

import re

from tfexplore.cpp import lexer
from tfexplore.model import Location, PybindModule

_PYBIND = re.compile(r"\bPYBIND(?:11)?_(?:MODULE|PLUGIN)\s*\(\s*(\w+)\s*(?:,\s*(\w+)\s*)?\)")


def pybind_modules(path: str, data: bytes) -> tuple[PybindModule, ...]:
    """The pybind11 modules that a C++ file makes, each with the functions and classes of its outermost level."""
    if b"PYBIND" not in data:
        return ()
    source = lexer.split(data)
    found = []
    for match in _PYBIND.finditer(source.code):
        opened = source.shape.find("{", match.end())
        end = _end_of_block(source.shape, opened) if opened >= 0 else match.end()
        handle = re.escape(match.group(2) or "m")
        names = re.findall(
            rf'(?<!\w){handle}\s*\.\s*(?:def|attr)\s*\(\s*"(\w+)"|\b(?:class_|enum_)\s*<[^;{{}}()]*>\s*(?:\w+\s*)?\(\s*{handle}\s*,\s*"(\w+)"',
            source.code[match.end() : end],
        )
        place = Location(path, source.line(match.start()), source.line(end))
        found.append(PybindModule(match.group(1), tuple(dict.fromkeys(a or b for a, b in names)), place))
    return tuple(found)


def _end_of_block(shape: str, at: int) -> int:
    level = 0
    for match in re.finditer(r"[{}]", shape[at:]):
        level += 1 if match.group() == "{" else -1
        if not level:
            return at + match.start()
    return len(shape) - 1
