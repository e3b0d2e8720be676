"""What is read of single files, beside the registrations of C++: pure functions of a path and its bytes.

A reader is imported when the first file asks for it: a run that finds nothing changed needs none, and the largest of
them, libcst, takes as long to import as such a run may take altogether.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.paths import HEADERS

if TYPE_CHECKING:
    from tfexplore.model import Symbol

CPP = (".cc", ".cpp", ".cu", ".hip", ".cxx", ".c++", ".C")
#: What can register something: Objective-C++ as well, of which nothing else is read.
REGISTERING = (*CPP, *HEADERS, ".mm")
#: What has sites that are known or said to be unread.
SITES = (*REGISTERING, ".py", ".i")
#: What defines things that are cited by their names.
DEFINING = (*CPP, *HEADERS, ".i", ".py", ".bzl", ".proto")
#: Files whose messages nobody meets.
_TESTS = ("_test.cc", "_test.py", "_test.h", "_test_util.cc", "_test.cu.cc", "_benchmark.cc")


class Part(Record):
    """Something that is read of every file with one of these suffixes; a falsy result is nothing found.

    `within` is a folder that such a file must be somewhere in. `again` reads a file of which an earlier run has read
    something: it is given the parts found then, and may put some beside those found now, for the next run.
    """

    name: str
    suffixes: tuple[str, ...]
    read: Callable[[str, bytes], Any]
    within: str = ""
    again: Callable[[str, bytes, Mapping[str, Any], dict[str, Any]], Any] | None = None


#: The part that tells the statements of a C++ file apart that say something.
SAYING = "saying"


_defined: tuple[str, bytes, tuple[Symbol, ...]] = ("", b"", ())
_all_defined: tuple[str, bytes, tuple[Symbol, ...]] = ("", b"", ())


def _definitions(path: str, data: bytes) -> tuple[Symbol, ...]:
    """The definitions of the file that is being read: several parts ask for them, one after the other."""
    from tfexplore.cpp.definitions import definitions

    global _defined
    if _defined[0] != path or _defined[1] is not data:
        _defined = (path, data, definitions(path, data))
    return _defined[2]


def _every_definition(path: str, data: bytes) -> tuple[Symbol, ...]:
    """`_definitions` of C++ and whatever else the file that is being read defines."""
    from tfexplore.extract.other_definitions import other_definitions
    from tfexplore.extract.swig_code import code_of

    global _all_defined
    if _all_defined[0] != path or _all_defined[1] is not data:
        code = code_of(data) if path.endswith(".i") else data
        found = _definitions(path, code) if path.endswith((*CPP, *HEADERS, ".i")) else ()
        _all_defined = (path, data, (*found, *other_definitions(path, code)))
    return _all_defined[2]


def _read_symbols(path: str, data: bytes) -> str:
    from tfexplore.index.symbols import packed

    return packed(_every_definition(path, data))


def _read_messages(path: str, data: bytes) -> str:
    from tfexplore.index.messages import packed

    if path.endswith(_TESTS):
        return ""
    if path.endswith(".py"):
        from tfexplore.extract import python_messages

        return packed(python_messages.message_sites(path, data))
    return _read_messages_again(path, data, {}, {})


def _read_messages_again(path: str, data: bytes, before: Mapping[str, Any], beside: dict[str, Any]) -> str:
    from tfexplore.index.messages import numbered, packed, unpacked

    if path.endswith((".py", *_TESTS)):
        return _read_messages(path, data)
    from tfexplore.extract import messages
    from tfexplore.extract.message_known import KnownStatements

    kept = before.get(SAYING, b"")
    known = KnownStatements(unpacked(before.get("messages", ""), path) if kept else (), kept)
    found, known = messages.message_sites_again(path, data, _definitions(path, data), known)
    kept = known.kept(numbered(found))
    if kept:
        beside[SAYING] = kept
    return packed(found)


def _read_guarded(path: str, data: bytes) -> Any:
    from tfexplore.extract import guarded

    return () if path.endswith(_TESTS) else guarded.guarded_names(path, data)


def _read_marks(path: str, data: bytes) -> str:
    from tfexplore.index.marks import packed
    from tfexplore.line_marks import line_marks

    found = line_marks(path, data)
    return packed(path, data, found, _every_definition(path, data) if found else ())


def _read_bases(path: str, data: bytes) -> str:
    from tfexplore.index.bases import packed

    return packed(path, data, _every_definition(path, data))


def _read_words(path: str, data: bytes) -> bytes:
    from tfexplore.word_marks import file_words

    return file_words(path, data)


def _read_uses(path: str, data: bytes) -> bytes:
    from tfexplore.extract import uses

    return uses.packed(uses.read_uses(path, data, _definitions(path, data)))


def _read_gradient_bodies(path: str, data: bytes) -> Any:
    if b"GRADIENT" not in data:
        return ()
    from tfexplore.extract.cpp_gradient_bodies import read_bodies

    return read_bodies(path, data, _definitions(path, data))


def _read_swig_uses(path: str, data: bytes) -> Any:
    from tfexplore.extract import swig_python

    return swig_python.python_uses(path, data)


def _read_pybind(path: str, data: bytes) -> Any:
    if b"PYBIND" not in data:
        return ()
    from tfexplore.extract import swig_pybind

    return swig_pybind.pybind_modules(path, data)


def _python_side(reader: str) -> Callable[[str, bytes], Any]:
    """A reader of `tfexplore.extract.python_link`."""

    def read(path: str, data: bytes) -> Any:
        return getattr(import_module("tfexplore.extract.python_link"), reader)(path, data)

    return read


#: The parts that the facts of the Python side are made of.
PYTHON = Part("python", (".py",), _python_side("read_python"))
_PYTHON: tuple[Part, ...] = (
    PYTHON,
    Part("api_def", (".pbtxt",), _python_side("read_api_def"), "/api_def/"),
    Part("wrapper_build", ("/BUILD", "/BUILD.bazel"), _python_side("read_build")),
    Part("api_gen", ("/api_gen.bzl",), _python_side("read_api_gen")),
    Part("wrapper_rules", ("/python_op_gen.cc", "/python_op_gen_internal.cc"), _python_side("read_generator")),
)

PARTS: tuple[Part, ...] = (
    Part("symbols", DEFINING, _read_symbols),
    Part("messages", (*CPP, *HEADERS, ".py"), _read_messages, again=_read_messages_again),
    Part("guarded", (*CPP, *HEADERS), _read_guarded),
    Part("uses", (*CPP, *HEADERS), _read_uses),
    Part("gradient_bodies", CPP, _read_gradient_bodies),
    Part("marks", DEFINING, _read_marks),
    Part("bases", DEFINING, _read_bases),
    Part("words", (*REGISTERING, ".py", ".proto", ".i", ".bzl"), _read_words),
    Part("swig_uses", (".py",), _read_swig_uses),
    Part("pybind", CPP, _read_pybind),
    *_PYTHON,
)

PYTHON_PARTS = frozenset(part.name for part in _PYTHON)
_READ = tuple(sorted({*REGISTERING, *(suffix for part in PARTS if not part.within for suffix in part.suffixes)}))
_READ_WITHIN = tuple([part for part in PARTS if part.within])


def is_read(path: str) -> bool:
    """Whether anything is read of a file."""
    if path.endswith(_READ):
        return True
    return any(path.endswith(part.suffixes) and part.within in path for part in _READ_WITHIN)


def preload() -> None:
    """Import every reader, for workers to share."""
    readers = ("messages", "python_messages", "uses", "swig_code", "swig_python", "other_definitions")
    parsers = ("python_gradients", "python_exports", "python_signatures")
    for name in ("python_link", *parsers, *readers):
        import_module(f"tfexplore.extract.{name}")
    import_module("tfexplore.cpp.definitions")
    import_module("tfexplore.index.bases")
    import_module("tfexplore.index.marks")
    import_module("tfexplore.line_marks")
    import_module("tfexplore.word_marks")
