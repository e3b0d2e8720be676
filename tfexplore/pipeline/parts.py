"""What is read of single files, beside the registrations of C++: pure functions of a path and its bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tfexplore._record import Record
from tfexplore.cpp.definitions import definitions
from tfexplore.extract import messages, python_link, python_messages, swig_pybind, swig_python, uses
from tfexplore.extract.other_definitions import other_definitions
from tfexplore.index import messages as message_codec
from tfexplore.index import symbols as symbol_codec
from tfexplore.model import Symbol

CPP = (".cc", ".cpp", ".cu")
HEADERS = (".h", ".hpp", ".inc")
#: Files whose messages nobody meets.
_TESTS = ("_test.cc", "_test.py", "_test.h", "_test_util.cc", "_test.cu.cc", "_benchmark.cc")


class Part(Record):
    """Something that is read of every file with one of these suffixes; a falsy result is nothing found."""

    name: str
    suffixes: tuple[str, ...]
    read: Callable[[str, bytes], Any]


_defined: tuple[str, bytes, tuple[Symbol, ...]] = ("", b"", ())


def _definitions(path: str, data: bytes) -> tuple[Symbol, ...]:
    """The definitions of the file that is being read: several parts ask for them, one after the other."""
    global _defined
    if _defined[0] != path or _defined[1] is not data:
        _defined = (path, data, definitions(path, data))
    return _defined[2]


def _read_symbols(path: str, data: bytes) -> str:
    found = _definitions(path, data) if path.endswith((*CPP, *HEADERS)) else ()
    return symbol_codec.packed((*found, *other_definitions(path, data)))


def _read_messages(path: str, data: bytes) -> str:
    if path.endswith(_TESTS):
        return ""
    if path.endswith(".py"):
        return message_codec.packed(python_messages.message_sites(path, data))
    return message_codec.packed(messages.message_sites(path, data, _definitions(path, data)))


def _read_uses(path: str, data: bytes) -> bytes:
    return uses.packed(uses.read_uses(path, data, _definitions(path, data)))


def _read_swig_uses(path: str, data: bytes) -> Any:
    return swig_python.python_uses(path, data)


def _read_pybind(path: str, data: bytes) -> Any:
    return swig_pybind.pybind_modules(path, data) if b"PYBIND" in data else ()


PARTS: tuple[Part, ...] = (
    Part("symbols", (*CPP, *HEADERS, ".py", ".proto"), _read_symbols),
    Part("messages", (*CPP, *HEADERS, ".py"), _read_messages),
    Part("uses", (*CPP, *HEADERS), _read_uses),
    Part("swig_uses", (".py",), _read_swig_uses),
    Part("pybind", CPP, _read_pybind),
    *[Part(*part) for part in python_link.PARTS],
)

#: The parts that the facts of the Python side are made of.
PYTHON_PARTS = frozenset(part[0] for part in python_link.PARTS)
READ = tuple(sorted({suffix for part in PARTS for suffix in part.suffixes}))
